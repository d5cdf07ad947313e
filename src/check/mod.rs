//! Checking: claims against passages, without a model. Pure.
//!
//! A text is cut into blocks and sentences, a sentence is read as terms, numbers, names and polarity, and claims are weighed against an index of
//! sentences so read. Conflicts between sources are found on the same index. Nothing here knows where passages come from or what a verdict is used
//! for.

mod additions;
mod apart;
mod asked;
mod bindings;
mod blocks;
mod both_sides;
mod cells;
mod cited;
mod claims;
mod compare;
mod conflicts;
mod contests;
mod contrary;
mod courses;
mod deeds;
mod directions;
mod discord;
mod edits;
mod events;
mod figures;
mod finding;
mod forest;
mod frames;
mod governing;
mod hedges;
mod index;
mod irregular;
mod kinds;
mod lead_ins;
mod measured;
mod measures;
mod model;
mod names;
mod nuances;
mod nulls;
mod numbers;
mod occasions;
mod offices;
mod opponents;
mod opposed;
mod opposing;
mod opposites;
mod own_parts;
mod pair;
mod parties;
mod persons;
mod polarity;
mod portions;
mod quantifiers;
mod quoting;
mod rankings;
mod reached;
mod reading;
mod regnals;
mod roles;
mod scorecard;
mod scores;
mod seasons;
mod sentences;
mod setting;
mod shares;
mod slots;
mod stated;
mod strangers;
mod support;
mod synonyms;
mod taken_back;
mod terms;
mod titles;
#[cfg(test)]
mod told_beside;
mod turned;
mod turns;
mod undoings;
mod undone;
mod values;
mod verbatim;
mod vocabulary;
mod weigh;
mod wholes;
mod wording;

pub use blocks::marker_len;
pub use both_sides::{AtOdds, Objection, Sources, Telling, Told, weaken};
pub use claims::{is_claim, is_claim_of_report};
pub use conflicts::{
    Conflict, ConflictSide, conflicts, conflicts_in, every_conflict_in, on_neither,
};
pub use index::{Entry, Index, Statement};
pub use kinds::{ConflictKind, Difference};
pub use lead_ins::{Introduces, introduces};
pub use names::{Name, names};
pub use numbers::{Amount, Date, Quantity, Unit, Value, quantities};
pub use pair::Pairs;
pub use polarity::{Opposition, Polarity};
pub use quoting::best_sentence;
pub use scorecard::{
    LIMITED, Scorecard, confidence, draft, key_of, measured, scorecard, unchecked,
};
pub use scores::{Dispute, DisputeSide, Draft, DraftPart, SourceKey, scores};
pub use sentences::{is_never_last, sentences};
pub use setting::is_version;
pub use stated::{Stated, paragraph_at, stated};
pub use support::{Checker, Evidence, Judgement, NO_CITATION, SURE, check_section};
pub use terms::{Lexicon, Term, is_stop_word, key, plain, stem, words};
pub use values::is_correction;
pub use wholes::{ends_sentence, whole_sentences};
