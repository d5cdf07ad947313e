//! Whole-program tests: what the program promises, in its users' words, against the real binary.

mod evidence;
mod faults;
mod library;
mod program;
mod pty;
mod run;
mod server;
mod terminal;
mod tidy;
mod workbench;
