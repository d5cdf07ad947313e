//! The evidence: numbered sources with where they are used, sources that have no number yet, and what could not be read, with its reason.

use std::collections::HashMap;

use ratatui::layout::Rect;

use super::brief::counted;
use super::canvas::{Canvas, Heading};
use crate::study::{Document, DocumentId, RefusedEvidence, Study};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// A row of the list.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'a> {
    Source {
        number: Option<u32>,
        document: &'a Document,
    },
    Refused(&'a RefusedEvidence),
}

/// The list: cited sources by number, then the others as they came, then what was refused.
#[must_use]
pub fn entries(study: &Study) -> Vec<Entry<'_>> {
    let numbers = numbers(study);
    let mut sources: Vec<(Option<u32>, &Document)> = study
        .evidence
        .iter()
        .map(|document| (numbers.get(&document.source_key()).copied(), document))
        .collect();
    sources.sort_by_key(|(number, _)| number.unwrap_or(u32::MAX));
    sources
        .into_iter()
        .map(|(number, document)| Entry::Source { number, document })
        .chain(study.refused.iter().map(Entry::Refused))
        .collect()
}

/// The row of a citation number.
#[must_use]
pub fn row_of(study: &Study, number: u32) -> Option<usize> {
    entries(study).iter().position(
        |entry| matches!(entry, Entry::Source { number: Some(known), .. } if *known == number),
    )
}

/// The document of a row, where the row is one.
#[must_use]
pub fn document_at(study: &Study, row: usize) -> Option<DocumentId> {
    match entries(study).get(row)? {
        Entry::Source { document, .. } => Some(document.id),
        Entry::Refused(_) => None,
    }
}

pub fn draw(view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    canvas.target(area, Target::Pane(Pane::Evidence));
    let focused = ui.focus == Pane::Evidence;
    let mut rest = area;
    if !ui.zoom {
        let status = status(view, canvas);
        rest = canvas.heading(
            area,
            Heading {
                title: &format!("6 Evidence {}", view.study.evidence.len()),
                status: &status,
                role: Role::Dim,
                focused,
            },
        );
    }
    let entries = entries(view.study);
    if entries.is_empty() {
        let key = canvas.key(Scope::Reading, Action::AddEvidence);
        let line = Rect {
            x: rest.x + 1.min(rest.width),
            width: rest.width.saturating_sub(1),
            ..rest
        };
        let how = format!("none yet: {key} adds files and folders");
        canvas.put(line, &how, canvas.style(Role::Dim));
        return;
    }
    let selected = ui.source.min(entries.len() - 1);
    let first = (selected + 1).saturating_sub(usize::from(rest.height));
    let used = usage(view.study);
    for (line, (at, entry)) in rest.rows().zip(entries.iter().enumerate().skip(first)) {
        let is_selected = at == selected && (focused || ui.reading.cursor.is_some());
        draw_entry(entry, is_selected, &used, line, canvas);
        canvas.target(line, Target::Source(at));
    }
    let below = entries
        .len()
        .saturating_sub(first + usize::from(rest.height));
    if below > 0 {
        let corner = Rect {
            y: rest.bottom() - 1,
            height: 1,
            ..rest
        };
        let more = format!(" {} {below} more", canvas.glyphs().down);
        canvas.put_right(corner, &more, canvas.style(Role::Dim));
    }
}

/// The number of every source that has one. Asking the study for each document's would read the whole list for each.
fn numbers(study: &Study) -> HashMap<String, u32> {
    let documents: HashMap<DocumentId, &Document> = study
        .evidence
        .iter()
        .map(|document| (document.id, document))
        .collect();
    let mut numbers = HashMap::new();
    for (number, id) in (1..).zip(&study.numbers) {
        if let Some(document) = documents.get(id) {
            // Documents of one address share the first number it got.
            numbers.entry(document.source_key()).or_insert(number);
        }
    }
    numbers
}

fn status(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let separator = canvas.glyphs().separator;
    if let Some(ingest) = view.ingest {
        // Which file it is stands on the line of the notices.
        return format!("reading {}/{}", ingest.done, ingest.total);
    }
    let is_multi_source = view.study.sections.iter().any(|section| {
        section
            .provenance
            .as_ref()
            .is_some_and(|from| from.multi_source)
    });
    if is_multi_source {
        return format!(
            "multi-source {separator} {}",
            counted(view.scorecard.cited, "document")
        );
    }
    let open = canvas.key(Scope::Reading, Action::OpenPassage);
    if view.study.evidence.is_empty() {
        String::new()
    } else {
        format!("{open} open")
    }
}

fn draw_entry(
    entry: &Entry<'_>,
    selected: bool,
    used: &[(u32, String)],
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mark = if selected {
        canvas.glyphs().selected
    } else {
        " "
    };
    match entry {
        Entry::Source { number, document } => {
            let role = if selected {
                Role::Selection
            } else {
                Role::Text
            };
            let label = number.map_or_else(|| " - ".to_owned(), |number| format!("[{number}]"));
            let places = number
                .and_then(|number| used.iter().find(|(of, _)| *of == number))
                .map_or("not cited", |(_, places)| places.as_str());
            let kind = match document.pages {
                Some(pages) => format!("{}, {pages} p", document.kind.name()),
                None => document.kind.name().to_owned(),
            };
            let facts = if line.width >= 48 {
                format!("{kind} {} {places}", canvas.glyphs().separator)
            } else {
                kind
            };
            let mut left = canvas.put_right(line, &facts, canvas.style(Role::Dim));
            left.width = left.width.saturating_sub(1);
            let row = format!("{mark}{label} {}", text::one_line(&document.title));
            canvas.put(left, &row, canvas.style(role));
        }
        Entry::Refused(refused) => {
            let source = text::one_line(&refused.source);
            // The end of a path names the file.
            let name = source.rsplit(['/', '\\']).next().unwrap_or(&source);
            let cross = canvas.glyphs().cross;
            let row = format!("{mark}{cross} {name}: {}", refused.reason);
            let role = if selected {
                Role::Selection
            } else {
                Role::Warning
            };
            canvas.put(line, &row, canvas.style(role));
        }
    }
}

/// For each number the initials of the sections that cite it, such as `used in S, C`.
fn usage(study: &Study) -> Vec<(u32, String)> {
    let mut used: Vec<(u32, String)> = Vec::new();
    for (section, plan) in study.sections.iter().zip(&study.framework.sections) {
        let initial: String = text::one_line(&plan.title).chars().take(1).collect();
        for number in section.claims.iter().flat_map(|claim| &claim.citations) {
            match used.iter_mut().find(|(of, _)| of == number) {
                Some((_, places)) if !places.ends_with(&initial) => {
                    places.push_str(", ");
                    places.push_str(&initial);
                }
                Some(_) => {}
                None => used.push((*number, format!("used in {initial}"))),
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{DocumentKind, Event, Origin, Timestamp};

    fn document(id: i64, uri: &str) -> Document {
        Document {
            id: DocumentId(id),
            title: format!("Document {id}"),
            uri: uri.to_owned(),
            kind: DocumentKind::Html,
            origin: Origin::Web,
            author: None,
            site: None,
            date: None,
            hash: String::new(),
            passages: 1,
            pages: None,
            accessed: Timestamp(0),
            warnings: vec![],
        }
    }

    #[test]
    fn sources_stand_in_the_order_of_their_numbers_as_the_study_gives_them() {
        let added = [
            document(1, "/a"),
            document(2, "https://example.org/x"),
            document(3, "https://example.org/x"),
            document(4, "/b"),
        ];
        let mut study = Study::default();
        for document in added {
            study.apply(&Event::EvidenceAdded { document });
        }
        study.apply(&Event::SourcesNumbered {
            documents: vec![DocumentId(4), DocumentId(3)],
        });
        let listed: Vec<(Option<u32>, i64)> = entries(&study)
            .iter()
            .filter_map(|entry| match entry {
                Entry::Source { number, document } => Some((*number, document.id.0)),
                Entry::Refused(_) => None,
            })
            .collect();
        assert_eq!(
            listed,
            [(Some(1), 4), (Some(2), 2), (Some(2), 3), (None, 1)]
        );
        for (number, id) in listed {
            assert_eq!(study.number_of(DocumentId(id)), number);
        }
        assert_eq!(row_of(&study, 2), Some(1));
        assert_eq!(document_at(&study, 9), None);
    }
}
