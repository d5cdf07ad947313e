//! Whole-program tests: what the program promises, in its users' words, against the real binary.

// A test that cannot go on has failed, and says so best by panicking where it is.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod faults;
mod server;
