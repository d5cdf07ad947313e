//! Checking: claims against passages, without a model. Pure.

mod blocks;
mod sentences;

pub use blocks::marker_len;
pub use sentences::sentences;
