//! Links that a terminal can open (OSC 8): what is drawn for a source leads to it.
//!
//! Each cell of a link opens and closes it by itself, because a frame sends single cells. Cells with the same id light up together. Terminals that know no
//! links skip the sequence. An address is written so that nothing in it can end it.

use std::fmt::Write as _;
use std::num::NonZeroU16;

use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;

pub use crate::config::Links;
use crate::escapes::is_percent_escape;

use super::opener;

/// A stretch of a row that leads to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub area: Rect,
    /// The same for all links to one source.
    pub id: u32,
    /// The source, as its document names it.
    pub uri: String,
}

/// Writes links into what was drawn.
pub fn apply(links: &[Link], wanted: Links, buf: &mut Buffer) {
    for link in links {
        let Some(address) = address(&link.uri, wanted) else {
            continue;
        };
        for at in link.area.intersection(buf.area).positions() {
            let Some(cell) = buf.cell_mut(at) else {
                continue;
            };
            let width = crate::tui::text::width(cell.symbol()).max(1) as u16;
            let Some(width) = NonZeroU16::new(width) else {
                continue;
            };
            let symbol = format!(
                "\u{1b}]8;id={};{address}\u{1b}\\{}\u{1b}]8;;\u{1b}\\",
                link.id,
                cell.symbol()
            );
            cell.set_symbol(&symbol)
                .set_diff_option(CellDiffOption::ForcedWidth(width));
        }
    }
}

/// Where a source is found, in the form that terminals take; `None` for what is not to be opened from there.
fn address(uri: &str, wanted: Links) -> Option<String> {
    let is_web = ["http://", "https://"]
        .iter()
        .any(|scheme| uri.to_ascii_lowercase().starts_with(scheme));
    match wanted {
        Links::Web | Links::All if is_web => Some(encoded(uri, b"%:/?#[]@!$&'()*+,;=-._~")),
        Links::All if uri.starts_with('/') => {
            Some(format!("file://{}", encoded_path(opener::file(uri))))
        }
        Links::Web | Links::All | Links::Off => None,
    }
}

/// A path as sources have it: what no text can show is written as `%xx` there already.
fn encoded_path(path: &str) -> String {
    let mut encoded_path = String::with_capacity(path.len());
    for (at, part) in path.split('%').enumerate() {
        match (at, is_percent_escape(part)) {
            (0, _) => {}
            (_, true) => encoded_path.push('%'),
            (_, false) => encoded_path.push_str("%25"),
        }
        encoded_path.push_str(&encoded(part, b"/-._~"));
    }
    encoded_path
}

/// The text with every byte that is neither a letter, a digit nor one of `kept` written as `%xx`.
fn encoded(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_and_files_become_links_and_nothing_else_does() {
        let web = "https://example.org/a?b=c#d";
        assert_eq!(address(web, Links::Web).as_deref(), Some(web));
        assert_eq!(address(web, Links::Off), None);
        assert_eq!(
            address("/data/müll 1.pdf", Links::All).as_deref(),
            Some("file:///data/m%C3%BCll%201.pdf")
        );
        for (path, link) in [
            ("/data/a%0Ab.md", "file:///data/a%0Ab.md"),
            ("/data/50 %.md", "file:///data/50%20%25.md"),
        ] {
            assert_eq!(address(path, Links::All).as_deref(), Some(link));
        }
        assert_eq!(address("/data/a.pdf", Links::Web), None);
        for other in ["javascript:alert(1)", "notes.md", "finding:7", ""] {
            assert_eq!(address(other, Links::All), None, "{other}");
        }
    }

    #[test]
    fn an_address_cannot_end_its_link() {
        let hostile = "https://example.org/\u{1b}\\\u{7}\u{9c}\nx";
        let written = address(hostile, Links::All).expect("a link");
        assert!(
            written.bytes().all(|byte| byte.is_ascii_graphic()),
            "{written}"
        );
        assert!(!written.contains('\\'));
    }

    #[test]
    fn each_cell_of_a_link_is_whole_and_as_wide_as_before() {
        let mut buf = Buffer::with_lines(["see [1]."]);
        let link = Link {
            area: Rect::new(4, 0, 3, 1),
            id: 1,
            uri: "https://example.org/".to_owned(),
        };
        apply(&[link], Links::Web, &mut buf);
        let before = Buffer::with_lines(["see [1]."]);
        let changed: Vec<(u16, &str)> = before
            .diff(&buf)
            .iter()
            .map(|(x, _, cell)| (*x, cell.symbol()))
            .collect();
        assert_eq!(changed.len(), 3);
        assert_eq!(changed[1].0, 5);
        assert_eq!(
            changed[1].1,
            "\u{1b}]8;id=1;https://example.org/\u{1b}\\1\u{1b}]8;;\u{1b}\\"
        );
    }
}
