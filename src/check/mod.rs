//! Checking: claims against passages, without a model. Pure.
//!
//! A text is cut into blocks and sentences (`text`), a sentence is read as words, numbers and names (`language`) and for what it says with them
//! (`meaning`), and every sentence of the evidence stands in one `index`. A claim is laid beside the sentences that are nearest (`model`) and its verdict
//! comes with a reason (`support`); sentences of different sources that cannot both be true are found on the same index (`conflicts`); a whole brief is
//! measured by all of these (`scores`). Each imports only those named before it here, but for three: what is a claim is told by its words and numbers, a
//! claim is also held against what the sources disagree on, and the index keeps of each sentence what conflicts and verdicts will ask of it; a test keeps
//! to that. Nothing here knows where passages come from or what a verdict is used for.

mod conflicts;
mod index;
mod language;
mod meaning;
mod model;
mod scores;
mod support;
mod text;

pub use conflicts::both_sides::{AtOdds, Objection, Sources, Telling, Told, weaken};
pub use conflicts::charges::is_payment_of_an_estimate;
pub use conflicts::corrections::{correction_of, is_taken_back, is_withdrawn};
pub use conflicts::kinds::{ConflictKind, Difference};
pub use conflicts::namesakes::AskedByName;
pub(crate) use conflicts::overtaken::WHENS;
pub use conflicts::overtaken::{
    FIRST_OUTDATED, Held, LIKELY_OUTDATED, Newly, Older, OtherAdvice, Overtaken, Overtaking,
    SURELY_OUTDATED, Sign, Sourced, Thing, ToldBeside, advises_otherwise, are_of_other_times,
    discredits_something, falls_with_decision, gives_another_date, goes_on_to_give_anew,
    has_moved_past, holds_for_others, is_of_one_kind, is_of_others_than_asked, is_one_series,
    is_overtaken_in_part, is_said_of_others, is_stance_that_stands, leaves_unknown, names_a_cause,
    retracted, signs, tells_an_end, tells_what_was_open,
};
pub use conflicts::setting::is_version;
pub use conflicts::speakers::without_speaker;
pub use conflicts::stocks::are_stock_and_change;
pub use conflicts::values::{count_otherwise, is_correction, is_the_very_value};
pub(crate) use conflicts::which::{Things, has_stem};
pub use conflicts::{
    Account, Conflict, ConflictSide, conflicts_among, conflicts_in, every_conflict_in, on_neither,
};
pub use index::{Entry, Index, Statement};
pub use language::asked::{Question, QuestionKind, speaks_of_people};
pub(crate) use language::irregular::is_past as is_irregular_past;
pub use language::kinship::is_listed_word;
pub(crate) use language::names::is_ordinary;
pub use language::names::{Name, names};
pub(crate) use language::numbers::month_named;
pub use language::numbers::{Amount, Date, Quantity, Unit, Value, quantities};
pub(crate) use language::numbers::{currency, measures};
pub use language::opposites::excludes;
pub use language::sides::{Side, sides};
pub(crate) use language::spelling::spelled_otherwise;
pub use language::terms::{Lexicon, Term, is_stop_word, key, plain, stem, words};
pub use meaning::deeds::{names_deed_asked, speaks_of_deed_asked};
pub use meaning::polarity::{Opposition, Polarity};
pub use scores::completeness::gives_what_is_asked;
pub use scores::protests::protests;
pub use scores::scorecard::{LIMITED, Scorecard, draft, key_of, measured, scorecard, unchecked};
pub use scores::{Dispute, DisputeSide, Dissent, Draft, DraftPart, Protest, SourceKey, scores};
pub use support::pair::Pairs;
pub use support::tables::{QuotedCell, QuotedRow, lines_rested_on, quoted_rows};
pub use support::{Checker, Evidence, Judgement, NO_CITATION, SURE, check_section};
pub use text::antecedents::{Antecedents, begins_with_pronoun, speaks_of_before};
pub(crate) use text::blocks::is_task;
pub use text::blocks::marker_len;
pub use text::claims::{is_claim, is_claim_of_report};
pub use text::lead_ins::{Introduces, introduces};
pub use text::marked::{Clause, MarkedPart, marked_parts};
pub(crate) use text::sentences::is_place;
pub use text::sentences::{is_never_last, sentences};
pub(crate) use text::stated::spoken;
pub use text::stated::{Stated, clauses_of, paragraph_at, stated};
pub use text::wholes::{ends_sentence, whole_sentences};
