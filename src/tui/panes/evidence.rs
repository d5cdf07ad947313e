//! The evidence: numbered sources with where they are used, sources that have no number yet, and what could not be read, with its reason.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ratatui::layout::Rect;

use super::canvas::{Canvas, Heading};
use crate::study::{Document, DocumentId, RefusedEvidence, Study, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{inset, take_bottom};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Target, Ui};
use crate::tui::view::View;

/// From this many columns on, a row has room for what kind of source it is, and the heading for more than a key.
const WIDE: usize = 56;

/// Below this many columns, the heading says one key.
const NARROW: usize = 44;

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
        let status = status(view, usize::from(area.width), canvas);
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
        let scope = if ui.focus == Pane::Query {
            Scope::Typing
        } else {
            Scope::Reading
        };
        let key = canvas.key(scope, Action::AddEvidence);
        let line = Rect {
            x: rest.x + 1.min(rest.width),
            width: rest.width.saturating_sub(1),
            ..rest
        };
        let how = format!("none yet: {key} adds files and folders");
        canvas.put(line, &how, canvas.style(Role::Dim));
        return;
    }
    // The last column stays free, as in the headings.
    rest.width = rest.width.saturating_sub(1);
    if !ui.zoom
        && let Some(badge) = badge(view, canvas)
    {
        let room = usize::from(rest.height) > entries.len();
        let is_said = status(view, usize::from(area.width), canvas).contains(&badge);
        if room && !is_said {
            let last = take_bottom(&mut rest, 1);
            canvas.put(inset(last), &badge, canvas.style(Role::Dim));
        }
    }
    let selected = ui.source.min(entries.len() - 1);
    let first = (selected + 1).saturating_sub(usize::from(rest.height));
    let used = Usage::of_study(view.study, canvas.glyphs().open);
    for (line, (at, entry)) in rest.rows().zip(entries.iter().enumerate().skip(first)) {
        let is_selected = at == selected && (focused || ui.reading.cursor.is_some());
        draw_entry(entry, is_selected, (view.study, &used), line, canvas);
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
        let more = format!("{} {below} more", canvas.glyphs().down);
        let left = canvas.put_right(corner, &more, canvas.style(Role::Dim));
        canvas.clear(Rect {
            x: left.right().saturating_sub(1),
            width: 1,
            ..left
        });
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

/// What the heading of a width says: how to open a source comes before everything else.
fn status(view: &View<'_>, width: usize, canvas: &Canvas<'_>) -> String {
    if let Some(ingest) = view.ingest {
        // Which file it is stands on the line of the notices.
        return format!("reading {}/{}", ingest.done, ingest.total);
    }
    if view.study.evidence.is_empty() {
        return String::new();
    }
    let open = canvas.key(Scope::Reading, Action::OpenPassage);
    let mut open = format!("{open} open");
    let has_asides = view.study.evidence.iter().any(|card| card.set_aside > 0);
    if has_asides && width >= NARROW {
        let key = canvas.key(Scope::Reading, Action::SetAside);
        open = format!("{key} set aside {} {open}", canvas.glyphs().separator);
    }
    match badge(view, canvas) {
        Some(badge) if width >= WIDE => {
            format!("{badge} {} {open}", canvas.glyphs().separator)
        }
        _ => open,
    }
}

/// That the brief rests on several documents, and on how many.
fn badge(view: &View<'_>, canvas: &Canvas<'_>) -> Option<String> {
    view.study.multi_source().map(|documents| {
        format!(
            "multi-source {} {}",
            canvas.glyphs().separator,
            counted(documents, "document")
        )
    })
}

fn draw_entry(
    entry: &Entry<'_>,
    selected: bool,
    (study, used): (&Study, &Usage),
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
            let copy = study
                .copied_number(document)
                .map(|first| format!("copy of [{first}]"));
            let places = number.map_or(&*used.nowhere, |number| used.of(number));
            let kind = match document.pages {
                Some(pages) => format!("{}, {pages} p", document.kind.name()),
                None => document.kind.name().to_owned(),
            };
            let dim = canvas.style(Role::Dim);
            let mut left = canvas.put_right(line, places, dim);
            left.width = left.width.saturating_sub(2);
            if let Some(copy) = &copy {
                left = canvas.put_right(left, copy, dim);
                left.width = left.width.saturating_sub(2);
            }
            if document.set_aside > 0 {
                let aside = format!("{} set aside", document.set_aside);
                left = canvas.put_right(left, &aside, canvas.style(Role::Warning));
                left.width = left.width.saturating_sub(2);
            }
            // Where there is little room, the title and its use say more than the kind.
            if usize::from(line.width) + 1 >= WIDE {
                left = canvas.put_right(left, &kind, dim);
                left.width = left.width.saturating_sub(2);
            }
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

/// Where each number is cited, as the initials of all sections with a mark in place of those that don't: `S · R`.
struct Usage {
    places: BTreeMap<u32, String>,
    nowhere: String,
}

impl Usage {
    fn of_study(study: &Study, not_here: &str) -> Self {
        let initials: Vec<String> = study
            .framework
            .sections
            .iter()
            .map(|plan| text::one_line(&plan.title).chars().take(1).collect())
            .collect();
        let marks = |sections: &BTreeSet<usize>| {
            let mark = |(at, initial)| {
                if sections.contains(&at) {
                    initial
                } else {
                    not_here
                }
            };
            let all = initials.iter().map(String::as_str).enumerate();
            all.map(mark).collect::<Vec<_>>().join(" ")
        };
        let mut used: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        for (at, section) in study.sections.iter().enumerate() {
            for number in section.claims.iter().flat_map(|claim| &claim.citations) {
                used.entry(*number).or_default().insert(at);
            }
        }
        Self {
            places: used
                .iter()
                .map(|(number, sections)| (*number, marks(sections)))
                .collect(),
            nowhere: if used.is_empty() {
                String::new()
            } else {
                marks(&BTreeSet::new())
            },
        }
    }

    fn of(&self, number: u32) -> &str {
        self.places.get(&number).unwrap_or(&self.nowhere)
    }
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
            ..Document::default()
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
