//! Models over HTTP: configuration, wire formats, stream decoding.
