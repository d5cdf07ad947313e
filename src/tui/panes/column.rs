//! The column of sections as rows: which row shows what, and which row a reading position is at.
//!
//! A column is put together anew for every frame and every scrolling key, from rows that the sections' sheets keep. It borrows them, so it costs a
//! few entries for each section, however long the brief is. It knows nothing of colours or screens.

use ratatui::text::Line;

use super::sheet::Marks;
use crate::tui::markdown::Row;
use crate::tui::ui::{Anchor, Cursor, Part, Reading};

/// The sections, one below the other.
#[derive(Debug, Default)]
pub struct Column<'a> {
    segments: Vec<Segment<'a>>,
    rows: usize,
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
    /// A section's heading, with the number of its words.
    Heading(usize),
    Prose(Prose<'a>),
    Lines(Vec<Line<'static>>),
    Blank,
}

/// Rendered text of a section.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'a> {
    pub text: &'a str,
    pub rows: &'a [Row],
    /// Verdicts and pending changes; only an accepted text has them.
    pub marks: Option<&'a Marks>,
    /// Whether text is still being added at its end.
    pub live: bool,
}

impl Body<'_> {
    fn rows(&self) -> usize {
        match self {
            Self::Heading(_) | Self::Blank => 1,
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
        let offset = match &segment.body {
            Body::Prose(prose) => prose.rows.get(within).map_or(0, |row| row.source.start),
            Body::Heading(_) | Body::Lines(_) | Body::Blank => within,
        };
        Anchor {
            section: segment.section,
            part: segment.part,
            offset,
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
            Body::Prose(prose) => row_of(prose.rows, anchor.offset),
            Body::Heading(_) | Body::Lines(_) | Body::Blank => anchor.offset,
        };
        segment.first + within.min(segment.body.rows().saturating_sub(1))
    }

    /// The row after the text that is being written, where it is a section's own text.
    #[must_use]
    pub fn live_end(&self) -> Option<usize> {
        self.segments
            .iter()
            .find_map(|segment| match &segment.body {
                Body::Prose(prose) if prose.live && segment.part == Part::Text => {
                    Some(segment.first + prose.rows.len())
                }
                _ => None,
            })
    }

    /// The row that stands first on a page of `height` rows.
    #[must_use]
    pub fn top(&self, reading: &Reading, height: usize) -> usize {
        let last = self.rows.saturating_sub(height);
        match self.live_end() {
            Some(end) if reading.follow => end.saturating_sub(height).min(last),
            _ => self.row(reading.anchor).min(last),
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

    /// The row where a stretch of a section's text begins.
    #[must_use]
    pub fn row_of_source(&self, section: usize, offset: usize) -> usize {
        self.row(Anchor {
            section,
            part: Part::Text,
            offset,
        })
    }
}

/// The last row that begins at or before a byte of the text.
fn row_of(rows: &[Row], offset: usize) -> usize {
    rows.partition_point(|row| row.source.start <= offset)
        .saturating_sub(1)
}
