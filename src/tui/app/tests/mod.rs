//! The screen driven without a terminal: keys in, screen out.

mod behaviour;
mod budget;
mod fixture;
mod impact;
mod review;
mod scores;
mod screens;
mod sent;
mod sizes;
mod verdicts;
