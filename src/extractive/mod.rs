//! The writer without a model. Pure.
