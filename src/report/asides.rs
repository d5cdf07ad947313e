//! Sources that are told beside what they bear out: in a note within the text, behind a dash, before the sentence, and in angle brackets.

use super::links::closing;
use super::marks::{Cite, Defined, Mark, Scan, cites, marks, of};
use super::named::{perhaps, set_off};
use super::sources::is_year;
use crate::study::citation;

/// Bytes that a title may have.
const LONGEST: usize = 240;

impl Scan<'_> {
    /// `… by a third. — *Annual report*`: a title set off behind a dash at the end of a line.
    pub(super) fn behind_dash(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start).strip_prefix(['—', '–'])?;
        let near = rest.get(..rest.floor_char_boundary(LONGEST))?;
        let line = near.lines().next()?;
        let title = line.trim().trim_end_matches('.');
        let found = title
            .starts_with(['*', '_', '"', '“'])
            .then(|| set_off(title));
        let end = start + '—'.len_utf8() + line.trim_end().trim_end_matches('.').len();
        Some(of(start..end, vec![found??]))
    }

    /// `According to "Annual report", …`: a title in quotes before what it says.
    pub(super) fn according_to(&self, start: usize) -> Option<Mark> {
        const LEAD: &str = "According to ";
        let before = self.before(start);
        let from = before.ends_with(LEAD).then(|| before.len() - LEAD.len())?;
        let rest = self.rest(start);
        let near = rest.get(..rest.floor_char_boundary(LONGEST))?;
        let quote = near.chars().next()?;
        let inside = near.get(quote.len_utf8()..)?;
        let end = inside.find(['"', '”'])?;
        let close = inside.get(end..)?.chars().next()?;
        let behind = inside.get(end + close.len_utf8()..)?;
        let is_lead = inside.get(..end)?.ends_with(',') || behind.starts_with(',');
        let found = perhaps(inside.get(..end)?).filter(|_| is_lead)?;
        let length = near.len() - behind.trim_start_matches([',', ' ']).len();
        Some(of(from..start + length, vec![found]))
    }

    /// `<folder/report.md>`.
    pub(super) fn file_in_angles(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let near = rest.get(..rest.floor_char_boundary(LONGEST))?;
        let end = closing(near, '<', '>')?;
        let inside = near.get(1..end)?;
        let is_path = !inside.contains(char::is_whitespace);
        let target = citation::target(inside).filter(|_| is_path)?;
        Some(of(start..start + end + 1, cites(&[target])))
    }
}

/// What a note within the text cites: what is marked in it, or else the work that it names. A note with a year names one; another may be just a remark.
pub(super) fn cited_in_note(note: &str) -> Vec<Cite> {
    let is_sure = |cite: &Cite| matches!(cite, Cite::Uri(_) | Cite::Link { .. } | Cite::Name(_));
    let marked = marks(note, &Defined::default()).into_iter();
    let sure: Vec<Cite> = marked.flat_map(|mark| mark.cites).filter(is_sure).collect();
    if !sure.is_empty() {
        return sure;
    }
    let mut numbers = note.split(|c: char| !c.is_ascii_digit());
    let has_year = numbers.any(|year| year.len() == 4 && year.parse().is_ok_and(is_year));
    if has_year {
        vec![Cite::Told(note.to_owned())]
    } else {
        perhaps(note).into_iter().collect()
    }
}
