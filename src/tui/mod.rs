//! The workbench on a terminal.

pub mod action;
pub mod app;
mod attention;
mod burst;
pub mod clipboard;
mod colors;
mod editor;
mod external;
mod farewell;
mod idle;
mod inputs;
pub mod keymap;
pub mod layers;
pub mod layout;
pub mod links;
pub mod markdown;
pub mod opener;
pub mod panes;
mod pasted;
pub mod paths;
mod private;
mod replies;
mod run;
pub mod search;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod ui;
pub mod view;

pub use run::{Settings, last_words, run};
