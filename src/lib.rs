//! Tercet: a research workbench for the terminal.

pub mod check;
pub mod engine;
pub mod evidence;
pub mod export;
pub mod extractive;
pub mod library;
pub mod pipeline;
pub mod provider;
pub mod session;
pub mod study;
pub mod tui;
pub mod workbench;
