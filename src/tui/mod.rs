//! The workbench on a terminal.

pub mod action;
pub mod app;
mod attention;
pub mod clipboard;
mod editor;
mod farewell;
pub mod keymap;
pub mod layout;
pub mod links;
pub mod markdown;
pub mod overlays;
pub mod panes;
pub mod paths;
mod replies;
mod run;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod ui;
pub mod view;

pub use run::{Settings, run};
