//! What to ask a writer next, and what its answer means; all of it pure.
//!
//! `next` says which step is due, `compose` makes the request for it, `interpret` turns the reply into events. Retrieving passages, running requests
//! and recording events happen in `workbench`.

mod account;
mod applying;
mod brief;
mod complexity;
mod compose;
mod compress;
mod context;
mod costs;
mod critic;
mod echoes;
mod edits;
mod estimate;
mod feedback;
mod fence;
mod following;
mod fork;
pub mod hunks;
pub mod impact;
mod interpret;
mod ledger;
mod next;
mod overlooked;
mod parentheses;
mod prompts;
mod proposing;
mod query;
mod questions;
mod repeats;
mod request;
mod resume;
mod roles;
mod select;
mod shorten;
mod spending;
mod stages;
pub mod structured;
mod talk;
#[cfg(test)]
mod walk;
mod wrapping;

pub use account::{Account, Share, cached_share, tokens};
pub use applying::{
    Composites, ScoredBy, Stood, auto_apply, left, stood_before, without_what_is_gone,
};
pub use complexity::complexity;
pub use compose::{Composed, Window, compose};
pub use compress::{Budget, ContextLimits, Fitted, fit, less_evidence, to_compress};
pub use context::{Context, ContextDocument, ContextPassage, Form, Trace};
pub use costs::{Assessing, Costs, Forecast as CycleForecast, cycle as cycle_takes, steering};
pub use critic::{
    Beside, CriticAsk, MAX_TOKENS as CRITIQUE_TOKENS, critic_ask, read_critique, unsettled,
};
pub use estimate::{TokenEstimate, estimate_tokens, tokens_of};
pub use feedback::{Fault, sections_to_mend, why_revise};
pub use following::keep_best;
pub use fork::{forked, rest_of_step};
pub use interpret::{Limit, Reply, interpret};
pub use ledger::{Disagreement, Ledger, Side, disagreement};
pub use next::{Next, Step, is_under_way, next};
pub use overlooked::{
    Overlooked, Untold, left_standing, overlooked, overlooked_in, untold, untold_with_sources,
};
pub use prompts::{PromptError, Prompts};
pub use proposing::{Proposing, new_sentences};
pub use query::{change_query, mend_query, salient, section_query, steer_query, version_query};
pub use questions::{
    Asked, JUDGEMENT_TOKENS, Place, REFLECTION_TOKENS, course_ask, judge_ask, place, read_course,
    read_reflection, read_scores, reflect_ask,
};
pub use request::{Message, Otherwise, Request, Role, WrittenSection};
pub use resume::{Begun, ask_again, go_on, is_edits, seam};
pub use roles::{Roles, Tier, WriterRole};
pub use select::{Selection, select};
pub use shorten::{Ask, answered, ask, own_sentences, read, shortened};
pub use spending::{
    Call, Forecast, Grant, PASSAGE, Price, Prices, Reached, Size, Takes, dollars, expected_tokens,
    forecast, grant,
};
pub use stages::{Stage, StageState, stages};
pub use structured::Schema;
