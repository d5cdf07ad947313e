//! The rows of a text at a width, kept up with its changes without breaking all of it anew.
//!
//! Every byte belongs to a row: white space at a break hangs over the edge, where the cursor can still stand on it. Beside line breaks there are borders
//! that no break moves over, so that one letter in a line of a megabyte costs no more than in a short one.

use unicode_segmentation::UnicodeSegmentation;

use super::buffer::Change;
use crate::tui::text;

/// Rows after which a long line gets a border.
const SPAN: usize = 128;

/// Where the rows of a text begin.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    width: usize,
    starts: Vec<Start>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Start {
    at: usize,
    /// The row begins a line, or stands at a border.
    is_fixed: bool,
}

impl Rows {
    pub fn new(text: &str, width: usize) -> Self {
        let width = width.max(1);
        let mut starts = Vec::new();
        broken(text, (0..text.len(), false), width, &mut starts, &|_| false);
        Self { width, starts }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a row, without the line break that ends it.
    pub fn row(&self, text: &str, row: usize) -> std::ops::Range<usize> {
        let Some(start) = self.starts.get(row) else {
            return text.len()..text.len();
        };
        let end = self.starts.get(row + 1).map_or(text.len(), |next| next.at);
        let bytes = text.get(start.at..end).unwrap_or_default();
        start.at..start.at + bytes.strip_suffix('\n').unwrap_or(bytes).len()
    }

    /// The row in which a position lies. One at a break lies in the row that begins there.
    pub fn row_of(&self, at: usize) -> usize {
        let after = self.starts.partition_point(|start| start.at <= at);
        after.saturating_sub(1)
    }

    /// Keeps the rows up with a change; `text` is the text after it.
    pub fn change(&mut self, text: &str, change: &Change) {
        let old_end = change.at + change.removed.len();
        let moved = |at: usize| at - change.removed.len() + change.inserted.len();
        let mut first = self.row_of(change.at);
        // A word may move up, or be joined with the one that the row above ends in.
        for _ in 0..2 {
            if self.starts.get(first).is_some_and(|start| !start.is_fixed) {
                first -= 1;
            }
        }
        let later = self.starts.partition_point(|start| start.at < old_end);
        let later = later.max(first + 1);
        let fixed = self.starts[later.min(self.starts.len())..]
            .iter()
            .position(|start| start.is_fixed && start.at > old_end)
            .map_or(self.starts.len(), |found| later + found);
        let from = self.starts.get(first).map_or(0, |start| start.at);
        let to = self
            .starts
            .get(fixed)
            .map_or(text.len(), |start| moved(start.at));
        let was_fixed = self.starts.get(first).is_none_or(|start| start.is_fixed);
        let old: Vec<usize> = self.starts[later.min(fixed)..fixed]
            .iter()
            .map(|start| moved(start.at))
            .collect();
        let new_end = change.at + change.inserted.len();
        let is_known = |at: usize| at > new_end && old.binary_search(&at).is_ok();
        let mut starts = Vec::new();
        let is_followed = fixed < self.starts.len();
        let stretch = (from..to, is_followed);
        broken(text, stretch, self.width, &mut starts, &is_known);
        if let Some(start) = starts.first_mut() {
            start.is_fixed = was_fixed;
        }
        // From where a row begins as one did before, all later ones do.
        let kept = match starts.last().filter(|last| is_known(last.at)) {
            Some(last) => {
                let at = last.at;
                starts.pop();
                later + old.binary_search(&at).unwrap_or(0)
            }
            None => fixed,
        };
        for start in &mut self.starts[kept..] {
            start.at = moved(start.at);
        }
        self.starts.splice(first..kept, starts);
    }
}

/// Breaks a stretch of a text that begins a row, and may be followed by a row that is there already; stops after a row that is known to begin where it
/// would.
fn broken(
    text: &str,
    (stretch, is_followed): (std::ops::Range<usize>, bool),
    width: usize,
    starts: &mut Vec<Start>,
    is_known: &dyn Fn(usize) -> bool,
) {
    let mut row = stretch.start;
    let mut column = 0;
    // Where the row can end, and the columns up to there.
    let mut stop: Option<(usize, usize)> = None;
    let mut before = "";
    let mut since = 0;
    let mut is_fixed = true;
    let bytes = text.get(stretch.clone()).unwrap_or_default();
    starts.push(Start { at: row, is_fixed });
    let mut begin = |at: usize, fixed: bool, since: &mut usize| {
        *since = if fixed || *since >= SPAN {
            0
        } else {
            *since + 1
        };
        is_fixed = *since == 0;
        starts.push(Start { at, is_fixed });
        is_known(at)
    };
    for (offset, grapheme) in bytes.grapheme_indices(true) {
        let at = stretch.start + offset;
        if grapheme.ends_with('\n') {
            row = at + grapheme.len();
            (column, stop, before) = (0, None, "");
            let is_there = row == stretch.end && is_followed;
            if !is_there && begin(row, true, &mut since) {
                return;
            }
            continue;
        }
        let wide = text::width(grapheme);
        let is_blank = grapheme.chars().all(char::is_whitespace);
        if !is_blank && may_end(before, wide) && at > row {
            stop = Some((at, column));
        }
        if !is_blank && column + wide > width && column > 0 {
            let (next, used) = stop.take().unwrap_or((at, column));
            row = next;
            column -= used;
            if begin(row, false, &mut since) {
                return;
            }
        }
        column += wide;
        before = grapheme;
    }
}

/// Whether a row can end between a grapheme and one that is `wide` columns wide and no space.
fn may_end(before: &str, wide: usize) -> bool {
    let last = before.chars().next_back();
    last.is_some_and(|last| last.is_whitespace() || matches!(last, '-' | '–' | '—' | '/'))
        || wide > 1
        || text::width(before) > 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::buffer::Buffer;
    use super::*;

    fn rows(text: &str, width: usize) -> Vec<&str> {
        let rows = Rows::new(text, width);
        (0..rows.count())
            .map(|row| &text[rows.row(text, row)])
            .collect()
    }

    #[test]
    fn rows_end_at_words_and_white_space_hangs_over_the_edge() {
        assert_eq!(rows("one two three", 8), ["one two ", "three"]);
        assert_eq!(rows("one two   x", 7), ["one two   ", "x"]);
        assert_eq!(rows("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(rows("a\n\nb\n", 9), ["a", "", "b", ""]);
        assert_eq!(rows("", 9), [""]);
        assert_eq!(rows("一二三", 4), ["一二", "三"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_that_are_kept_up_are_those_of_the_text(
            text in "[ab猫é \n-]{0,60}",
            edits in prop::collection::vec((0_usize..70, 0_usize..6, "[ab猫é \n-]{0,5}"), 0..12),
            width in 1_usize..9,
        ) {
            let mut buffer = Buffer::new(text);
            let mut kept = Rows::new(buffer.text(), width);
            for (at, length, inserted) in edits {
                buffer.go(at.min(buffer.text().len()));
                let from = buffer.cursor();
                let to = (0..length).fold(from, |to, _| buffer.after(to));
                if let Some(change) = buffer.replace(from, to, &inserted) {
                    kept.change(buffer.text(), &change);
                }
                let anew = Rows::new(buffer.text(), width);
                let starts = |rows: &Rows| rows.starts.iter().map(|start| start.at).collect::<Vec<_>>();
                prop_assert_eq!(starts(&kept), starts(&anew), "{:?}", buffer.text());
            }
        }

        #[test]
        fn every_byte_is_in_a_row_and_no_row_is_wider_than_the_text_may_be(
            text in "[ab猫é👩 \n-]{0,600}",
            width in 2_usize..9,
        ) {
            let rows = Rows::new(&text, width);
            let mut at = 0;
            for row in 0..rows.count() {
                let bytes = rows.row(&text, row);
                prop_assert!(bytes.start == at || bytes.start == at + 1);
                at = bytes.end;
                prop_assert!(text::width(text[bytes].trim_end()) <= width);
            }
            prop_assert!(text.len() - at <= 1);
        }
    }
}
