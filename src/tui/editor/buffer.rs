//! A text being edited: where the cursor is, what a key changes, and every change taken back and made again.
//!
//! Positions are bytes at the borders of graphemes. What a change was comes back from it, so that whoever keeps rows of the text need not look at all of
//! it again. Rows are not known here.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// A text with its cursor and its past.
#[derive(Debug, Clone, Default)]
pub struct Buffer {
    text: String,
    cursor: usize,
    undo: Vec<Change>,
    redo: Vec<Change>,
}

/// A stretch of the text and what took its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub at: usize,
    pub removed: String,
    pub inserted: String,
    /// Where the cursor was before it.
    cursor: usize,
}

impl Change {
    fn back(self) -> Self {
        Self {
            at: self.at,
            removed: self.inserted,
            inserted: self.removed,
            cursor: self.cursor,
        }
    }
}

impl Buffer {
    /// A text with the cursor at its beginning.
    pub fn new(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Puts the cursor at the grapheme in which `at` lies.
    pub fn go(&mut self, at: usize) {
        let at = self.text.floor_char_boundary(at);
        let mut boundary = GraphemeCursor::new(at, self.text.len(), true);
        self.cursor = match boundary.is_boundary(&self.text, 0) {
            Ok(false) => self.before(at),
            Ok(true) | Err(_) => at,
        };
    }

    /// The border of graphemes before a position.
    pub fn before(&self, at: usize) -> usize {
        let mut cursor = GraphemeCursor::new(at, self.text.len(), true);
        let found = cursor.prev_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(0)
    }

    /// The border of graphemes after a position.
    pub fn after(&self, at: usize) -> usize {
        let mut cursor = GraphemeCursor::new(at, self.text.len(), true);
        let found = cursor.next_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(self.text.len())
    }

    /// Where the word before the cursor begins.
    pub fn word_before(&self) -> usize {
        let words = self.line_before().split_word_bound_indices().rev();
        let start = self.cursor - self.line_before().len();
        let mut found = words.filter(|(_, word)| is_word(word));
        match found.next() {
            Some((at, _)) => start + at,
            // Before the first word of a line comes the line's beginning, and before that the line above.
            None if start < self.cursor => start,
            None => self.before(self.cursor),
        }
    }

    /// Where the word after the cursor ends.
    pub fn word_after(&self) -> usize {
        let rest = self.text.get(self.cursor..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        let mut words = line.split_word_bound_indices();
        match words.find(|(_, word)| is_word(word)) {
            Some((at, word)) => self.cursor + at + word.len(),
            None if line.is_empty() => self.after(self.cursor),
            None => self.cursor + line.len(),
        }
    }

    /// Puts `inserted` in place of a stretch; letters typed one after the other are one change up to the next space.
    pub fn replace(&mut self, from: usize, to: usize, inserted: &str) -> Option<Change> {
        let removed = self.text.get(from..to)?.to_owned();
        if removed.is_empty() && inserted.is_empty() {
            return None;
        }
        let change = Change {
            at: from,
            removed,
            inserted: inserted.to_owned(),
            cursor: self.cursor,
        };
        self.make(&change);
        self.redo.clear();
        match self.undo.last_mut() {
            Some(last) if goes_on(last, &change) => last.inserted.push_str(inserted),
            _ => self.undo.push(change.clone()),
        }
        Some(change)
    }

    pub fn insert(&mut self, inserted: &str) -> Option<Change> {
        self.replace(self.cursor, self.cursor, inserted)
    }

    /// Takes the last change back; says what that changes.
    pub fn undo(&mut self) -> Option<Change> {
        let change = self.undo.pop()?;
        let back = change.clone().back();
        self.make(&back);
        self.cursor = change.cursor;
        self.redo.push(change);
        Some(back)
    }

    pub fn redo(&mut self) -> Option<Change> {
        let change = self.redo.pop()?;
        self.make(&change);
        self.undo.push(change.clone());
        Some(change)
    }

    fn make(&mut self, change: &Change) {
        let end = change.at + change.removed.len();
        self.text.replace_range(change.at..end, &change.inserted);
        self.cursor = change.at + change.inserted.len();
    }

    fn line_before(&self) -> &str {
        let before = self.text.get(..self.cursor).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default()
    }
}

fn is_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether a change is the next letter of the one before it.
fn goes_on(last: &Change, change: &Change) -> bool {
    let is_letter = |text: &str| text.graphemes(true).count() == 1 && !text.contains('\n');
    last.removed.is_empty()
        && change.removed.is_empty()
        && last.at + last.inserted.len() == change.at
        && is_letter(&change.inserted)
        && !last.inserted.ends_with(char::is_whitespace)
        && last.inserted.len() < 200
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn typed(buffer: &mut Buffer, text: &str) {
        for letter in text.graphemes(true) {
            buffer.insert(letter);
        }
    }

    #[test]
    fn letters_are_taken_back_by_the_word_and_pasted_text_at_once() {
        let mut buffer = Buffer::new(String::new());
        typed(&mut buffer, "two words");
        buffer.insert(" and what was pasted");
        buffer.undo();
        assert_eq!(buffer.text(), "two words");
        buffer.undo();
        assert_eq!(buffer.text(), "two ");
        buffer.redo();
        assert_eq!((buffer.text(), buffer.cursor()), ("two words", 9));
    }

    #[test]
    fn the_cursor_never_stands_inside_of_what_is_one_sign() {
        let mut buffer = Buffer::new("a👩‍👩‍👧é猫".to_owned());
        let borders: Vec<usize> = "a👩‍👩‍👧é猫".grapheme_indices(true).map(|(at, _)| at).collect();
        for at in 0..buffer.text().len() {
            buffer.go(at);
            assert!(borders.contains(&buffer.cursor()), "{at}");
        }
        assert_eq!(buffer.after(1), buffer.text().find('é').unwrap());
    }

    #[test]
    fn words_are_stepped_over_and_lines_are_not_run_into_one() {
        let mut buffer = Buffer::new("one two,\nthree".to_owned());
        buffer.go(4);
        assert_eq!((buffer.word_before(), buffer.word_after()), (0, 7));
        buffer.go(9);
        assert_eq!((buffer.word_before(), buffer.word_after()), (8, 14));
        buffer.go(7);
        assert_eq!((buffer.word_before(), buffer.word_after()), (4, 8));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn undo_of_everything_is_the_same_bytes_and_redo_is_the_last_text(
            text in "[a-cé猫 \n]{0,30}",
            edits in prop::collection::vec((0_usize..40, 0_usize..5, "[a-cé猫 \n]{0,4}"), 0..20),
        ) {
            let mut buffer = Buffer::new(text.clone());
            let mut made = 0;
            for (at, length, inserted) in edits {
                buffer.go(at.min(buffer.text().len()));
                let from = buffer.cursor();
                let to = (0..length).fold(from, |to, _| buffer.after(to));
                made += usize::from(buffer.replace(from, to, &inserted).is_some());
            }
            let last = buffer.text().to_owned();
            for _ in 0..made {
                buffer.undo();
            }
            prop_assert_eq!(buffer.text(), text);
            prop_assert_eq!(buffer.undo(), None);
            for _ in 0..made {
                buffer.redo();
            }
            prop_assert_eq!(buffer.text(), last);
        }
    }
}
