//! The accepted brief as a file. Pure.
