//! A text as sentences and the space between them, and what of it lies between two of them.

use std::ops::Range;

use crate::check::{self, marker_len};
use crate::study::citation;

/// A text as sentences and what stands between them.
pub(in crate::pipeline) struct Cut<'a> {
    pub(in crate::pipeline) text: &'a str,
    /// In order, neither empty nor overlapping, without space and list markers around them.
    pub(in crate::pipeline) sentences: Vec<Range<usize>>,
}

/// What a text has between two anchors, or between one of them and an end of the text.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    text: &'a Cut<'a>,
    sentences: (usize, usize),
    bytes: (usize, usize),
    pub(super) at_start: bool,
    pub(super) at_end: bool,
}

impl<'a> Cut<'a> {
    pub(in crate::pipeline) fn new(text: &'a str) -> Self {
        let mut sentences = Vec::new();
        for span in check::sentences(text) {
            let sentence = &text[span.clone()];
            let starts_line = span.start == 0 || text[..span.start].ends_with('\n');
            let marker = if starts_line { marker_len(sentence) } else { 0 };
            let body = sentence[marker..].trim();
            let start = span.start + marker + sentence[marker..].len()
                - sentence[marker..].trim_start().len();
            if !body.is_empty() {
                sentences.push(start..start + body.len());
            }
        }
        Self { text, sentences }
    }

    pub(in crate::pipeline) fn sentence(&self, at: usize) -> &'a str {
        &self.text[self.sentences[at].clone()]
    }

    /// The sentences that lie within these bytes, by their places.
    pub(super) fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let from = self
            .sentences
            .partition_point(|span| span.start < bytes.start);
        let to = self.sentences.partition_point(|span| span.end <= bytes.end);
        from..to.max(from)
    }

    /// What is between two stretches of the text.
    pub(super) fn run(
        &'a self,
        last: Option<&Range<usize>>,
        next: Option<&Range<usize>>,
    ) -> Run<'a> {
        let bytes =
            last.map_or(0, |last| last.end)..next.map_or(self.text.len(), |next| next.start);
        let sentences = self.within(&bytes);
        Run {
            text: self,
            sentences: (sentences.start, sentences.end),
            bytes: (bytes.start, bytes.end),
            at_start: last.is_none(),
            at_end: next.is_none(),
        }
    }
}

impl<'a> Run<'a> {
    fn sentences(&self) -> &'a [Range<usize>] {
        &self.text.sentences[self.sentences.0..self.sentences.1]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sentences().is_empty()
    }

    pub(super) fn whole(&self) -> &'a str {
        &self.text.text[self.bytes.0..self.bytes.1]
    }

    /// The space before the first sentence.
    pub(super) fn lead(&self) -> &'a str {
        let end = self
            .sentences()
            .first()
            .map_or(self.bytes.1, |first| first.start);
        &self.text.text[self.bytes.0..end]
    }

    /// The space after the last sentence.
    pub(super) fn tail(&self) -> &'a str {
        let start = self
            .sentences()
            .last()
            .map_or(self.bytes.0, |last| last.end);
        &self.text.text[start..self.bytes.1]
    }

    /// The strongest space in the run.
    pub(super) fn strength(&self) -> Strength {
        let mut end = self.bytes.0;
        let mut strongest = Strength::of(self.tail());
        for sentence in self.sentences() {
            strongest = strongest.max(Strength::of(&self.text.text[end..sentence.start]));
            end = sentence.end;
        }
        strongest
    }

    /// Sentences with the space before each, in groups that can come and go one by one: what starts a line takes the rest of its paragraph
    /// along, which would else join the line above. A sentence without a source that leads in one with a source goes with that: alone it would hang in the air.
    pub(super) fn groups(&self) -> Vec<&'a str> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut end = self.bytes.0;
        let mut in_line = true;
        for sentence in self.sentences() {
            let starts_line = Strength::of(&self.text.text[end..sentence.start]) > Strength::Space;
            match groups.last_mut() {
                Some(group) if !in_line && !starts_line => group.end = sentence.end,
                Some(group) if !starts_line && !self.cites(group) && self.cites(sentence) => {
                    group.end = sentence.end;
                }
                _ => groups.push(end..sentence.end),
            }
            in_line &= !starts_line;
            end = sentence.end;
        }
        groups
            .into_iter()
            .map(|group| &self.text.text[group])
            .collect()
    }

    /// The same for a run at the beginning of a text: each sentence has the space behind it, and what ends a line comes with what its paragraph has before
    /// it.
    pub(super) fn groups_ahead(&self) -> Vec<&'a str> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut start = self.bytes.1;
        let mut in_line = true;
        for sentence in self.sentences().iter().rev() {
            let ends_line = Strength::of(&self.text.text[sentence.end..start]) > Strength::Space;
            match groups.last_mut() {
                Some(group) if !in_line && !ends_line => group.start = sentence.start,
                Some(group) if !ends_line && self.cites(group) && !self.cites(sentence) => {
                    group.start = sentence.start;
                }
                _ => groups.push(sentence.start..start),
            }
            in_line &= !ends_line;
            start = sentence.start;
        }
        let groups = groups.into_iter().rev();
        groups.map(|group| &self.text.text[group]).collect()
    }

    fn cites(&self, span: &Range<usize>) -> bool {
        let text = self.text.text.get(span.clone()).unwrap_or_default();
        !citation::numbers(text).is_empty()
    }
}

/// How much the space between two sentences separates them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Space,
    Line,
    Paragraph,
}

impl Strength {
    pub(super) fn of(space: &str) -> Self {
        match space.matches('\n').count() {
            0 => Self::Space,
            1 => Self::Line,
            _ => Self::Paragraph,
        }
    }
}
