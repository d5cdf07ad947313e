//! The workbench on a terminal.

pub mod action;
pub mod clipboard;
pub mod keymap;
pub mod markdown;
pub mod terminal;
pub mod text;
pub mod theme;
