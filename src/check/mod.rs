//! Checking: claims against passages, without a model. Pure.

mod blocks;
mod claims;
mod index;
mod names;
mod numbers;
mod polarity;
mod sentences;
mod support;
mod terms;

pub use blocks::marker_len;
pub use claims::is_claim;
pub use names::{Name, names};
pub use numbers::{Amount, Date, Quantity, Unit, Value, quantities};
pub use sentences::sentences;
pub use support::{Checker, Evidence, Judgement, best_sentence, check_section};
pub use terms::{Lexicon, Term, key, words};
