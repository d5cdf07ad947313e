//! Tercet: a research workbench for the terminal.
//!
//! An analyst asks a question and points at evidence; Tercet writes a brief in sections, checks every claim against its source, and proposes revisions that
//! the analyst takes or refuses sentence by sentence.
//!
//! ```text
//!  Why did sales fall? · draft 1                      ▍ Resolution · 00:02
//!  0 Question ─────────────────────────────────────────────────────────────
//!  > Why did sales fall, and what should manufacturers do?
//!  1 Situation ─────────────────────── ✓ 212 words │ 4 Judge     measured
//!  2 Complication ──────────────────── ✓ 188 words │ 5 Revisions
//!  3 Resolution ────────────────────── ▍ streaming │ 6 Evidence  9
//! ```
//!
//! # How it works
//!
//! A study is the fold of an append-only journal of [`study::Event`]s. Two things make events: what the analyst decides ([`study::Study::decide`]), and what a
//! writer answered ([`pipeline::interpret`]). Both pass one gate, [`session::Session::record`], which appends to the journal and then applies to the state.
//! What to ask next is a pure function of the state, [`pipeline::next`]; so pausing for review, resuming after a crash and redoing only what new evidence
//! concerns are the same code. The screen is a function of the state and of where the reader is looking.
//!
//! # Map
//!
//! | module | what it is | |
//! |---|---|---|
//! | [`study`] | events, state, commands, revisions, citations | pure |
//! | [`check`] | claims against passages, conflicts, the measured scorecard | pure |
//! | [`pipeline`] | what to ask next, prompts, contexts, what a reply means | pure |
//! | [`extractive`] | the writer without a model | pure |
//! | [`export`] | the accepted brief as a file | pure |
//! | [`report`] | reports that anyone wrote, read as claims and sources | pure |
//! | [`semantic`] | what a text means, as a vector, without a model | pure |
//! | [`ascii`] | words of ASCII text; any module may import it | pure |
//! | [`clean`] | what is hostile in foreign text; any module may import it | pure |
//! | `digest` | SHA-256; any module may import it | pure |
//! | [`escapes`] | escapes of JSON and of addresses; any module may import it | pure |
//! | [`guardrail`] | what evidence is kept from writers; any module may import it | pure |
//! | `memo` | what was made of texts, kept for a while; any module may import it | pure |
//! | [`stem`] | the stems of English words; any module may import it | pure |
//! | [`clock`] | what time it is, and where | edge |
//! | [`config`] | what the analyst has set, checked and explained | edge |
//! | `cores` | work shared out over the cores of the machine | edge |
//! | [`evidence`] | reading files into passages, in child processes | edge |
//! | [`library`] | `SQLite`: documents, passages, search, journals | edge |
//! | [`provider`] | models over HTTP | edge |
//! | [`engine`] | runs one request on a writer | edge |
//! | [`session`] | journal first, then state | joins |
//! | [`workbench`] | joins all of these | joins |
//! | [`tui`], [`cli`] | the terminal | edge |
//!
//! # Words
//!
//! A thing has one name in the code, on the screen and in the library, but for these:
//!
//! | in the code | elsewhere | |
//! |---|---|---|
//! | [`study::Hunk`] | a change | `hunk` in the names of actions that key files hold |
//! | [`extractive`] | the built-in writer | `extractive` where a writer is named |
//! | [`check::Conflict`] | what sources disagree on | [`pipeline::Disagreement`] in a study's ledger, [`check::Dispute`] where it is scored |
//! | [`study::Standing::Withdrawn`] | no longer there | the source went by itself; `TakenOut` is the analyst's doing |
//! | the analyst | you | who decides; a reader only looks |
//!
//! Marks such as `[W2]` in comments name paragraphs of the specification that the program was written to; it lies outside of this repository.
//!
//! # What always holds
//!
//! - The pure modules never mention files, the environment, clocks, threads, HTTP, SQL or the terminal; a test enforces who may import whom.
//! - What is on screen as done is in the journal already. Streamed text is not an event; it is saved beside the journal as it arrives, so that a crash costs
//!   at most 250 ms of it.
//! - Accepted and candidate text are two readings of one list of pieces ([`study::Revision`]), so every set of decisions is a text.
//! - Text from documents, models and servers is made harmless before it is stored or drawn.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "marks such as [W2] name paragraphs of the specification, not items"
)]

pub mod ascii;
pub mod check;
pub mod clean;
pub mod cli;
pub mod clock;
pub mod config;
mod cores;
mod digest;
pub mod engine;
pub mod escapes;
pub mod evidence;
pub mod export;
pub mod extractive;
pub mod guardrail;
pub mod library;
#[cfg(test)]
mod linear;
mod memo;
pub mod pipeline;
pub mod provider;
pub mod report;
pub mod semantic;
pub mod session;
pub mod stem;
pub mod study;
pub mod tui;
pub mod workbench;

/// Reading and checking make many small strings, for which this one takes a sixth less of all time than the system's. The child processes that read foreign
/// files are held to an amount of address space, which `evidence::isolate` tells it of.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
