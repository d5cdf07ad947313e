//! Checking: claims against passages, without a model. Pure.
