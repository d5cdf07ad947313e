//! Whole-program tests: what the program promises, in its users' words, against the real binary.

mod tidy;
