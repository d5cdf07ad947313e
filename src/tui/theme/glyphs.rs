//! The characters that are drawn for their meaning, in a set for Unicode fonts and one for any other.
//!
//! No braille: screen readers spell it out.

use serde::Deserialize;

/// The characters that are drawn for their meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Text is being written here.
    pub streaming: &'static str,
    pub done: &'static str,
    pub cross: &'static str,
    pub warning: &'static str,
    pub edited: &'static str,
    pub open: &'static str,
    pub pending: &'static str,
    pub selected: &'static str,
    /// Beside every row of what is under review.
    pub edge: &'static str,
    pub follow: &'static str,
    pub horizontal: &'static str,
    pub vertical: &'static str,
    /// Of a frame: above left and right, below left and right.
    pub corners: [&'static str; 4],
    pub bullet: &'static str,
    pub inner_bullet: &'static str,
    pub quote: &'static str,
    pub bar_full: &'static str,
    pub bar_empty: &'static str,
    pub arrow: &'static str,
    pub up: &'static str,
    pub down: &'static str,
    pub ellipsis: &'static str,
    pub separator: &'static str,
    pub dash: &'static str,
}

/// Glyphs that every terminal with a Unicode font draws one column wide.
pub static UNICODE: Glyphs = Glyphs {
    streaming: "▍",
    done: "✓",
    cross: "✗",
    warning: "!",
    edited: "✎",
    open: "·",
    pending: "~",
    selected: ">",
    edge: "▌",
    follow: "▼",
    horizontal: "─",
    vertical: "│",
    corners: ["┌", "┐", "└", "┘"],
    bullet: "•",
    inner_bullet: "◦",
    quote: "│",
    bar_full: "█",
    bar_empty: "░",
    arrow: "→",
    up: "↑",
    down: "↓",
    ellipsis: "…",
    separator: "·",
    dash: "–",
};

/// Glyphs for terminals and fonts that have no others.
pub static ASCII: Glyphs = Glyphs {
    streaming: "|",
    // For "yes": `v` points down, and `+` is what is put in.
    done: "y",
    cross: "x",
    warning: "!",
    edited: "e",
    open: ".",
    pending: "~",
    selected: ">",
    edge: "|",
    follow: "\\/",
    horizontal: "-",
    vertical: "|",
    corners: ["+", "+", "+", "+"],
    bullet: "*",
    inner_bullet: "-",
    quote: "|",
    bar_full: "#",
    bar_empty: ".",
    arrow: "->",
    // `^` and `v` are better and worse.
    up: "/\\",
    down: "\\/",
    ellipsis: "...",
    separator: "-",
    dash: "-",
};

/// Which glyphs a theme draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GlyphSet {
    #[default]
    Unicode,
    Ascii,
}
