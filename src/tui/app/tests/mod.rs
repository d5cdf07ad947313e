//! The screen driven without a terminal: keys in, screen out.

mod behaviour;
mod fixture;
mod scores;
mod screens;
mod sent;
mod sizes;
mod verdicts;
