//! The panes, one file each, and the canvas that they draw on.
//!
//! A pane is a function of the study and of where the reader is looking; it keeps nothing and decides nothing.

mod apart;
pub mod brief;
pub mod canvas;
pub mod column;
pub mod evidence;
pub mod field;
pub mod footer;
pub mod judge;
pub mod notice;
pub mod passage;
pub mod problem;
pub mod query;
pub mod revisions;
pub mod sheet;
pub mod standing;
pub mod title;
pub mod verdict;
