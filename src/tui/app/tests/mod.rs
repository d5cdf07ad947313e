//! The screen driven without a terminal: keys in, screen out.

mod budget;
mod bulk;
mod changes;
mod commands;
mod current;
mod elsewhere;
mod fixture;
mod impact;
mod layers;
mod pointing;
mod question;
mod reading;
mod review;
mod runs;
mod scores;
mod screens;
mod sent;
mod sizes;
mod standing;
mod studies;
mod told;
mod unfinished;
mod verdicts;
mod wide;
mod window_search;
mod wire;
