//! The column of sections as rows: which row shows what, and which row a reading position is at.
//!
//! A column is put together anew for every frame and every scrolling key, from rows that the sections' sheets keep. It borrows them, so it costs a
//! few entries for each section, however long the brief is. It knows nothing of colours or screens.

use std::ops::Range;

use ratatui::text::Line;

use super::sheet::{Mark, Marks, is_problem};
use crate::study::{Claim, citation};
use crate::tui::markdown::Row;
use crate::tui::ui::{Anchor, Cursor, Part, Reading};

/// The sections, one below the other.
#[derive(Debug, Default)]
pub struct Column<'a> {
    segments: Vec<Segment<'a>>,
    /// The verdicts of each section's own text and what they are about, also where there is no room to show it.
    stated: Vec<(&'a Marks, &'a [Claim])>,
    rows: usize,
    /// The section whose own text is being written, from before its first word on.
    pub live: Option<usize>,
}

/// One part of one section.
#[derive(Debug)]
pub struct Segment<'a> {
    pub section: usize,
    pub part: Part,
    /// Its first row in the column.
    pub first: usize,
    pub body: Body<'a>,
}

/// What a segment shows.
#[derive(Debug)]
pub enum Body<'a> {
    /// A section's heading, with the number of its words and of its claims that are to be looked into.
    Heading(usize, usize),
    Prose(Prose<'a>),
    Lines(Vec<Line<'static>>),
    Blank,
}

/// Rendered text of a section.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    pub text: &'a str,
    pub rows: &'a [Row],
    /// Verdicts and pending changes.
    pub marks: &'a Marks,
    /// What the verdicts' marks are about.
    pub claims: &'a [Claim],
    /// Whether text is still being added at its end.
    pub live: bool,
}

impl Prose<'_> {
    /// The row in which what stands at a byte of the text begins. Marks that are not shown, such as those of a list or of bold words, belong to the row
    /// of what they mark.
    #[must_use]
    pub fn row_of(&self, offset: usize) -> usize {
        let ended = self.rows.partition_point(|row| row.source.end <= offset);
        ended.min(self.rows.len().saturating_sub(1))
    }
}

impl Body<'_> {
    fn rows(&self) -> usize {
        match self {
            Self::Heading(..) | Self::Blank => 1,
            Self::Prose(prose) => prose.rows.len(),
            Self::Lines(lines) => lines.len(),
        }
    }
}

impl<'a> Column<'a> {
    /// Adds a part below the others.
    pub fn push(&mut self, section: usize, part: Part, body: Body<'a>) {
        let rows = body.rows();
        if rows == 0 {
            return;
        }
        self.segments.push(Segment {
            section,
            part,
            first: self.rows,
            body,
        });
        self.rows += rows;
    }

    /// Notes what the next section states.
    pub fn state(&mut self, marks: &'a Marks, claims: &'a [Claim]) {
        self.stated.push((marks, claims));
    }

    /// Of each section's text, how many of its claims are to be looked into.
    #[must_use]
    pub fn problems(&self) -> Vec<usize> {
        let stated = self.stated.iter();
        let of = |marks: &Marks| {
            let verdicts = marks.verdicts.iter();
            verdicts.filter(|mark| is_problem(mark.verdict)).count()
        };
        stated.map(|(marks, _)| of(marks)).collect()
    }

    /// What the claims of each section's text cite, in its order. What is only proposed, or was refused, is not in it.
    pub fn cited(&self) -> impl Iterator<Item = impl Iterator<Item = &'a u32> + use<'a>> {
        self.stated.iter().map(|(marks, claims)| {
            let claims = *claims;
            let stated = marks.verdicts.iter();
            stated
                .filter_map(|mark| claims.get(mark.claim))
                .flat_map(|claim| &claim.citations)
        })
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The segment that a row is in, and the row within it.
    #[must_use]
    pub fn at(&self, row: usize) -> Option<(&Segment<'a>, usize)> {
        let after = self
            .segments
            .partition_point(|segment| segment.first <= row);
        let segment = self.segments.get(after.checked_sub(1)?)?;
        let within = row - segment.first;
        (within < segment.body.rows()).then_some((segment, within))
    }

    /// The reading position of a row.
    #[must_use]
    pub fn anchor(&self, row: usize) -> Anchor {
        let Some((segment, within)) = self.at(row.min(self.rows.saturating_sub(1))) else {
            return Anchor::TOP;
        };
        let (offset, nth) = match &segment.body {
            Body::Prose(prose) => {
                let offset = prose.rows.get(within).map_or(0, |row| row.source.start);
                (offset, within - first_at(prose.rows, offset))
            }
            Body::Heading(..) | Body::Lines(_) | Body::Blank => (within, 0),
        };
        Anchor {
            section: segment.section,
            part: segment.part,
            offset,
            nth,
        }
    }

    /// The row of a reading position, or of what comes closest to it.
    #[must_use]
    pub fn row(&self, anchor: Anchor) -> usize {
        let place = (anchor.section, anchor.part);
        let after = self
            .segments
            .partition_point(|segment| (segment.section, segment.part) <= place);
        let Some(segment) = after.checked_sub(1).and_then(|at| self.segments.get(at)) else {
            return 0;
        };
        if (segment.section, segment.part) != place {
            // The part is gone, as a warning is when it was answered: stay at the end of what stood above it.
            return segment.first + segment.body.rows().saturating_sub(1);
        }
        let within = match &segment.body {
            Body::Prose(prose) => row_of(prose.rows, anchor.offset, anchor.nth),
            Body::Heading(..) | Body::Lines(_) | Body::Blank => anchor.offset,
        };
        segment.first + within.min(segment.body.rows().saturating_sub(1))
    }

    /// The words of a section and its claims that are to be looked into, as its heading tells them.
    #[must_use]
    pub fn counts(&self, section: usize) -> Option<(usize, usize)> {
        self.segments.iter().find_map(|segment| match segment.body {
            Body::Heading(words, problems) if segment.section == section => Some((words, problems)),
            _ => None,
        })
    }

    /// The row after a section's own text and what is said of it.
    #[must_use]
    pub fn end_of(&self, section: usize) -> Option<usize> {
        let after = self
            .segments
            .partition_point(|segment| (segment.section, segment.part) <= (section, Part::Notes));
        let segment = self.segments.get(after.checked_sub(1)?)?;
        (segment.section == section).then(|| segment.first + segment.body.rows())
    }

    /// The row after the text that is being written, where it is a section's own text.
    #[must_use]
    pub fn live_end(&self) -> Option<usize> {
        self.end_of(self.live?)
    }

    /// The section that a page shows, of several the one at as much of the page as was scrolled of the column: the first one at the top of the
    /// brief, the last one at its end.
    #[must_use]
    pub fn section_shown(&self, top: usize, height: usize) -> usize {
        let last = self.rows.saturating_sub(height);
        let down = (top * height.saturating_sub(1))
            .checked_div(last)
            .unwrap_or(0);
        let row = (top + down).min(self.rows.saturating_sub(1));
        self.at(row).map_or(0, |(segment, _)| segment.section)
    }

    /// The row that stands first on a page of `height` rows.
    #[must_use]
    pub fn top(&self, reading: &Reading, height: usize) -> usize {
        let last = self.rows.saturating_sub(height);
        match self.live_end() {
            Some(end) if reading.follow => end.saturating_sub(height).min(last),
            _ => {
                let last = last.saturating_sub(reading.lent);
                self.row(reading.anchor).min(last)
            }
        }
    }

    /// The section's own text, where it has any on the column.
    #[must_use]
    pub fn prose(&self, section: usize) -> Option<Prose<'a>> {
        self.texts()
            .find(|(of, _, _)| *of == section)
            .map(|(_, _, prose)| prose)
    }

    /// Every section's own text with the row where it begins.
    pub fn texts(&self) -> impl Iterator<Item = (usize, usize, Prose<'a>)> {
        self.segments
            .iter()
            .filter_map(|segment| match &segment.body {
                Body::Prose(prose) if segment.part == Part::Text => {
                    Some((segment.section, segment.first, *prose))
                }
                _ => None,
            })
    }

    /// Every citation mark, in reading order, each once although it may be broken over two rows.
    #[must_use]
    pub fn citations(&self) -> Vec<Cursor> {
        let mut all: Vec<Cursor> = Vec::new();
        for (section, _, prose) in self.texts() {
            for span in prose.rows.iter().flat_map(|row| &row.citations) {
                let cursor = Cursor {
                    section,
                    source: span.source.clone(),
                    number: Some(span.number),
                };
                if all.last() != Some(&cursor) {
                    all.push(cursor);
                }
            }
        }
        all
    }

    /// Whether a place is a citation that names no source: its number was found to be none that the writer was given, and a source that has it by now is another.
    #[must_use]
    pub fn names_no_source(&self, place: &Cursor) -> bool {
        let prose = place.number.and_then(|_| self.prose(place.section));
        let written = prose.and_then(|prose| prose.text.get(place.source.clone()));
        written.is_some_and(|written| !citation::unresolved(written).is_empty())
    }

    /// The checked sentence that a place in the text belongs to.
    #[must_use]
    pub fn sentence_at(&self, place: &Cursor) -> Option<Cursor> {
        let mark = self.prose(place.section)?.marks.at(place.source.start)?;
        Some(sentence(place.section, mark))
    }

    /// The same, or the place itself where nothing was checked.
    #[must_use]
    pub fn sentence_of(&self, place: &Cursor) -> Cursor {
        self.sentence_at(place).unwrap_or_else(|| place.clone())
    }

    /// The first checked sentence of a section that begins at a byte of its text or after it.
    #[must_use]
    pub fn sentence_from(&self, section: usize, offset: usize) -> Option<Cursor> {
        let marks = &self.prose(section)?.marks.verdicts;
        let at = marks.partition_point(|mark| mark.span.start < offset);
        marks.get(at).map(|mark| sentence(section, mark))
    }

    /// The checked sentence after a place, or before it, also in another section.
    #[must_use]
    pub fn sentence_beside(&self, place: &Cursor, direction: isize) -> Option<Cursor> {
        let start = place.source.start;
        if direction > 0 {
            let mut texts = self
                .texts()
                .skip_while(|(section, ..)| *section < place.section);
            texts.find_map(|(section, _, prose)| {
                let marks = &prose.marks.verdicts;
                let is_here = section == place.section;
                let at = marks.partition_point(|mark| is_here && mark.span.start <= start);
                marks.get(at).map(|mark| sentence(section, mark))
            })
        } else {
            let texts = self
                .texts()
                .take_while(|(section, ..)| *section <= place.section);
            let found = texts.filter_map(|(section, _, prose)| {
                let marks = &prose.marks.verdicts;
                let is_above = section < place.section;
                let after = marks.partition_point(|mark| is_above || mark.span.start < start);
                let mark = marks.get(after.checked_sub(1)?)?;
                Some(sentence(section, mark))
            });
            found.last()
        }
    }

    #[must_use]
    pub fn first_sentence(&self) -> Option<Cursor> {
        let mut texts = self.texts();
        texts.find_map(|(section, _, prose)| {
            let mark = prose.marks.verdicts.first()?;
            Some(sentence(section, mark))
        })
    }

    /// The last checked sentence that begins at a row or above it.
    #[must_use]
    pub fn sentence_above(&self, row: usize) -> Option<Cursor> {
        let texts = self.texts().take_while(|(_, first, _)| *first <= row);
        let found = texts.filter_map(|(section, first, prose)| {
            let end = prose
                .rows
                .get(row - first)
                .map_or(usize::MAX, |row| row.source.end);
            let marks = &prose.marks.verdicts;
            let after = marks.partition_point(|mark| mark.span.start < end);
            let mark = marks.get(after.checked_sub(1)?)?;
            Some(sentence(section, mark))
        });
        found.last()
    }

    /// The rows in which a stretch of a section's text stands.
    #[must_use]
    pub fn rows_of(&self, place: &Cursor) -> Range<usize> {
        let first = self.row_of_source(place.section, place.source.start);
        let last = place.source.end.saturating_sub(1).max(place.source.start);
        first..self.row_of_source(place.section, last).max(first) + 1
    }

    /// The first byte of a section's text that stands at a row or below it.
    #[must_use]
    pub fn offset_at(&self, section: usize, row: usize) -> usize {
        match self.at(row) {
            Some((segment, within)) if segment.section == section => match &segment.body {
                Body::Prose(prose) if segment.part == Part::Text => {
                    prose.rows.get(within).map_or(0, |row| row.source.start)
                }
                _ if segment.part > Part::Text => usize::MAX,
                _ => 0,
            },
            Some((segment, _)) if segment.section > section => usize::MAX,
            _ => 0,
        }
    }

    /// The row where a stretch of a section's text begins.
    #[must_use]
    pub fn row_of_source(&self, section: usize, offset: usize) -> usize {
        match self.texts().find(|(of, ..)| *of == section) {
            Some((_, first, prose)) => first + prose.row_of(offset),
            None => self.row(Anchor {
                section,
                part: Part::Text,
                offset,
                nth: 0,
            }),
        }
    }
}

fn sentence(section: usize, mark: &Mark) -> Cursor {
    Cursor {
        section,
        source: mark.span.clone(),
        number: None,
    }
}

/// The row that shows a byte of the text: the `nth` of those that begin there, or the last one that begins before it.
fn row_of(rows: &[Row], offset: usize, nth: usize) -> usize {
    let last = rows
        .partition_point(|row| row.source.start <= offset)
        .saturating_sub(1);
    match rows.get(last) {
        Some(row) if row.source.start == offset => {
            first_at(rows, offset).saturating_add(nth).min(last)
        }
        _ => last,
    }
}

/// The first row that begins at a byte, or after it.
fn first_at(rows: &[Row], offset: usize) -> usize {
    rows.partition_point(|row| row.source.start < offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::markdown::Renderer;
    use crate::tui::theme::Theme;

    const TEXT: &str = "# Title\n\nSome words of a paragraph that is wrapped.\n\n- one\n- two\n\n```\ncode\n\nmore\n```\n\nThe end.";

    fn column(rows: &[Row], live: bool) -> Column<'_> {
        static NONE: Marks = Marks {
            verdicts: Vec::new(),
            pending: Vec::new(),
        };
        let mut column = Column::default();
        for section in 0..2 {
            column.push(section, Part::Heading, Body::Heading(0, 0));
            let prose = Prose {
                text: TEXT,
                rows,
                marks: &NONE,
                claims: &[],
                live: live && section == 1,
            };
            column.push(section, Part::Text, Body::Prose(prose));
            column.push(section, Part::Gap, Body::Blank);
        }
        column.live = live.then_some(1);
        column
    }

    #[test]
    fn every_row_is_found_again_by_its_reading_position() {
        let mut renderer = Renderer::new();
        for width in [5, 12, 80] {
            let rows = renderer.rows(TEXT, width, &Theme::default());
            let column = column(rows, false);
            for row in 0..column.len() {
                assert_eq!(column.row(column.anchor(row)), row, "at width {width}");
            }
        }
    }

    #[test]
    fn the_same_words_stay_at_the_top_at_another_width() {
        let mut renderer = Renderer::new();
        let end = TEXT.find("The end").expect("the words");
        for width in [3, 7, 30] {
            let column = column(renderer.rows(TEXT, width, &Theme::default()), false);
            let row = column.row_of_source(1, end);
            let (segment, within) = column.at(row).expect("a row");
            let Body::Prose(prose) = &segment.body else {
                panic!("not a text: {segment:?}");
            };
            assert_eq!(prose.rows[within].source.start, end);
        }
    }

    #[test]
    fn only_a_live_text_is_followed() {
        let mut renderer = Renderer::new();
        let rows = renderer.rows(TEXT, 20, &Theme::default());
        let reading = Reading::default();
        assert_eq!(column(rows, false).top(&reading, 5), 0);
        let live = column(rows, true);
        assert_eq!(live.top(&reading, 5), live.len() - 1 - 5);
    }

    #[test]
    fn the_section_shown_is_the_first_at_the_top_and_the_last_at_the_end() {
        let mut renderer = Renderer::new();
        let rows = renderer.rows(TEXT, 20, &Theme::default());
        let column = column(rows, false);
        for height in [3, 10, column.len() - 1] {
            assert_eq!(column.section_shown(0, height), 0, "{height} rows");
            let last = column.len() - height;
            assert_eq!(column.section_shown(last, height), 1, "{height} rows");
        }
        assert_eq!(column.section_shown(0, column.len() + 9), 0);
        assert_eq!(Column::default().section_shown(3, 5), 0);
    }
}
