//! The evidence: watched folders, numbered sources with where they are used, sources that have no number yet, what could not be read, with its reason,
//! and what is no longer written from.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::layout::Rect;

use super::apart::{self, Title};
use super::canvas::{Canvas, Heading};
use super::column::Column;
use super::notice;
use crate::evidence::watch::Watching;
use crate::study::{Document, DocumentId, RefusedEvidence, Section, Standing, Study, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{inset, take_bottom};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Pane, Scrolled, Target, Ui};
use crate::tui::view::{IngestProgress, View};

/// From this many columns on, a row has room for what kind of source it is, and the heading for more than a key.
const WIDE: usize = 56;
/// Columns that the title of the heading takes, with the rule behind it.
const TITLE: usize = 20;
/// And from this many for its date and how many passages it has.
const ROOMY: usize = 90;

/// Below this many columns, the heading says one key.
const NARROW: usize = 44;

/// A row of the list.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'a> {
    /// A watched folder.
    Folder(&'a str),
    /// What was asked for and is not read to its end.
    Unread(&'a str),
    Source {
        number: Option<u32>,
        document: &'a Document,
        /// Why nothing new is written from it, where that is so.
        note: Option<&'static str>,
    },
    Refused(&'a RefusedEvidence),
}

/// What a row is about, wherever it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    Folder(String),
    Unread(String),
    Source(DocumentId),
    Refused(String),
}

impl Entry<'_> {
    /// The number by which it is cited, where it has one.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Source { number, .. } => *number,
            Self::Folder(_) | Self::Unread(_) | Self::Refused(_) => None,
        }
    }

    #[must_use]
    pub fn subject(&self) -> Subject {
        match self {
            Self::Folder(folder) => Subject::Folder((*folder).to_owned()),
            Self::Unread(asked) => Subject::Unread((*asked).to_owned()),
            Self::Source { document, .. } => Subject::Source(document.id),
            Self::Refused(refused) => Subject::Refused(refused.source.clone()),
        }
    }
}

/// The list: watched folders and what is not read yet, cited sources by number, the others as they came, what was refused, and last what is no longer
/// written from.
#[must_use]
pub fn entries(study: &Study) -> Vec<Entry<'_>> {
    let (mut numbered, mut others, mut former) = (Vec::new(), Vec::new(), Vec::new());
    for document in &study.evidence {
        let number = study.number_of(document.id);
        let note = study.standing(document.id).note();
        let entry = Entry::Source {
            number,
            document,
            note,
        };
        match (note, number) {
            (Some(_), _) => former.push(entry),
            (None, Some(number)) => numbered.push((number, entry)),
            (None, None) => others.push(entry),
        }
    }
    numbered.sort_by_key(|(number, _)| *number);
    let folders = study.watched.iter().map(|folder| Entry::Folder(folder));
    let unread = study.requested.iter().map(|asked| Entry::Unread(asked));
    folders
        .chain(unread)
        .chain(numbered.into_iter().map(|(_, entry)| entry))
        .chain(others)
        .chain(study.refused.iter().map(Entry::Refused))
        .chain(former)
        .collect()
}

/// Rows of the list, without making it.
#[must_use]
pub fn rows(study: &Study) -> usize {
    study.watched.len() + study.requested.len() + study.evidence.len() + study.refused.len()
}

/// What an entry is found by.
#[must_use]
pub fn name<'a>(entry: &Entry<'a>) -> &'a str {
    match entry {
        Entry::Folder(name) | Entry::Unread(name) => name,
        Entry::Source { document, .. } => &document.title,
        Entry::Refused(refused) => &refused.source,
    }
}

/// How a folder is watched, in a few words.
#[must_use]
pub fn how(view: &View<'_>, folder: &str) -> String {
    let watched = view.watched.iter().find(|watched| watched.folder == folder);
    match watched.and_then(|watched| watched.how.as_ref()) {
        Some(Watching::Told) => "watched".to_owned(),
        Some(Watching::Polled { .. }) => "checked every few seconds".to_owned(),
        Some(Watching::Missing) => "not there".to_owned(),
        None => "not watched here".to_owned(),
    }
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
        Entry::Folder(_) | Entry::Unread(_) | Entry::Refused(_) => None,
    }
}

pub fn draw(
    view: &View<'_>,
    ui: &Ui,
    column: &Column<'_>,
    area: Rect,
    canvas: &mut Canvas<'_>,
) -> Scrolled {
    if area.is_empty() {
        return Scrolled::default();
    }
    canvas.target(area, Target::Pane(Pane::Evidence));
    let focused = ui.focus == Pane::Evidence;
    let mut rest = area;
    if !ui.zoom {
        let status = status(view, usize::from(area.width), canvas);
        rest = canvas.heading(
            area,
            Heading {
                title: &format!("6 Evidence {}", view.study.current().count()),
                status: &status,
                role: Role::Dim,
                focused,
            },
        );
    }
    let entries = entries(view.study);
    if entries.is_empty() {
        draw_none(ui, rest, canvas);
        return Scrolled::default();
    }
    // The last column stays free, as in the headings.
    rest.width = rest.width.saturating_sub(1);
    if ui.zoom
        && let Some(ingest) = view.ingest
    {
        // There is neither a heading nor a line of notices that says how far it is.
        let told = notice::reading_line(ingest, view, canvas);
        let last = take_bottom(&mut rest, 1);
        canvas.put(inset(last), &told, canvas.style(Role::Dim));
    }
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
    // How many more there are has a row of its own, so that it covers none.
    let more = if entries.len() > usize::from(rest.height) && rest.height > 1 {
        Some(take_bottom(&mut rest, 1))
    } else {
        None
    };
    let cited = cited(ui, column);
    let quoted = ui.preview.as_ref().map(|passage| passage.document.id);
    let is_cited = |entry: &Entry<'_>| is_cited(entry, &cited, quoted, view.study);
    let followed = entries.iter().position(is_cited).filter(|_| !focused);
    let selected = followed.unwrap_or(ui.source).min(entries.len() - 1);
    let height = usize::from(rest.height);
    let lowest = (selected + 1).saturating_sub(height);
    let first = match ui.sources_top {
        // What is selected in the list stays in view, what the brief cites need not.
        Some(top) if focused => top.min(selected).max(lowest),
        Some(top) => top,
        None => lowest,
    };
    let scrolled = Scrolled::new(entries.len(), height, first);
    let first = scrolled.top;
    let seen = entries.get(first..).unwrap_or_default();
    let seen = seen.get(..height).unwrap_or(seen);
    let shown: BTreeSet<u32> = seen.iter().filter_map(Entry::number).collect();
    let used = Usage::of_numbers(&shown, view.study, column, canvas.glyphs().open);
    let names: Vec<(&str, &str)> = seen.iter().map(titled).collect();
    let titles = apart::titles(&names);
    for (line, (at, entry)) in rest.rows().zip(entries.iter().enumerate().skip(first)) {
        let is_selected = at == selected && focused;
        match entry {
            Entry::Folder(folder) => {
                let how = how(view, folder);
                draw_asked(folder, &how, Role::Dim, is_selected, line, canvas);
            }
            Entry::Unread(asked) => {
                let (how, role) = if view.ingest.is_some() {
                    ("being read".to_owned(), Role::Dim)
                } else {
                    let key = canvas.key(Scope::Reading, Action::Retry);
                    (format!("cut short: {key} goes on"), Role::Warning)
                };
                draw_asked(asked, &how, role, is_selected, line, canvas);
            }
            Entry::Source { .. } | Entry::Refused(_) => {
                let pointed = match (is_selected, !focused && is_cited(entry)) {
                    (true, _) => Pointed::Selected,
                    (false, true) => Pointed::Cited,
                    (false, false) => Pointed::Not,
                };
                let title = titles.get(at - first);
                draw_entry(entry, title, pointed, (view.study, &used), line, canvas);
            }
        }
        canvas.target(line, Target::Source(at));
    }
    let below = scrolled.last - first;
    if let Some(line) = more.filter(|_| below > 0) {
        let more = format!("{} {below} more", canvas.glyphs().down);
        canvas.put_right(line, &more, canvas.style(Role::Dim));
    }
    scrolled
}

/// That there is no evidence, and the key that adds some.
fn draw_none(ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
    let scope = if ui.focus == Pane::Query {
        Scope::Typing
    } else {
        Scope::Reading
    };
    let key = canvas.key(scope, Action::AddEvidence);
    let line = Rect {
        x: area.x + 1.min(area.width),
        width: area.width.saturating_sub(1),
        ..area
    };
    let mut how = format!("none yet: {key} adds files and folders");
    if text::width(&how) > usize::from(line.width) {
        how = format!("none yet: {key} adds files");
    }
    canvas.put(line, &how, canvas.style(Role::Dim));
}

/// What the heading of a width says: how to open a source comes before everything else.
fn status(view: &View<'_>, width: usize, canvas: &Canvas<'_>) -> String {
    if let Some(ingest) = view.ingest {
        // Which file it is stands on the line of the notices.
        return reading(ingest);
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
    let separator = canvas.glyphs().separator;
    if let Some(badge) = badge(view, canvas).filter(|_| width >= WIDE) {
        open = format!("{badge} {separator} {open}");
    }
    // What the letters below it are is said where there is room for it.
    let is_cited = view.study.sections.iter().any(Section::is_written);
    let whole = format!("{open} {separator} cited in");
    if is_cited && text::width(&whole) + TITLE <= width {
        whole
    } else {
        open
    }
}

/// How far the reading is, in the fewest words.
#[must_use]
pub fn reading(ingest: &IngestProgress) -> String {
    match ingest.total {
        _ if ingest.stopping => "stopping".to_owned(),
        0 => "looking".to_owned(),
        total => format!("reading {}/{total}", ingest.done),
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

/// A folder or file that is not evidence itself, and its state.
fn draw_asked(
    path: &str,
    how: &str,
    role: Role,
    selected: bool,
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mark = if selected {
        canvas.glyphs().selected
    } else {
        " "
    };
    let mut left = canvas.put_right(line, how, canvas.style(role));
    left.width = left.width.saturating_sub(2);
    let path = text::one_line(path);
    let room = usize::from(left.width).saturating_sub(2);
    // The end of a path says more than its beginning.
    let shown = if text::width(&path) > room {
        path.rsplit(['/', '\\']).next().unwrap_or(&path).to_owned()
    } else {
        path
    };
    let style = canvas.style(if selected {
        Role::Selection
    } else {
        Role::Text
    });
    canvas.put(
        left,
        &format!("{mark}{} {shown}", canvas.glyphs().down),
        style,
    );
}

/// How a row is pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pointed {
    Not,
    /// The current sentence of the brief cites it.
    Cited,
    /// The reader is in the list, at this row.
    Selected,
}

/// The numbers that the current sentence of the brief cites, or the one that the reader stepped to.
fn cited(ui: &Ui, column: &Column<'_>) -> Vec<u32> {
    let Some(cursor) = &ui.drawn.current else {
        return Vec::new();
    };
    if let Some(number) = cursor.number {
        return vec![number];
    }
    let claim = || {
        let prose = column.prose(cursor.section)?;
        let mark = prose.marks.at(cursor.source.start)?;
        prose.claims.get(mark.claim)
    };
    claim().map_or_else(Vec::new, |claim| claim.citations.clone())
}

/// The format of a document and its pages, with those that were read where that is not all of them.
fn kind(document: &Document) -> String {
    let name = document.kind.name();
    match document.pages.zip(document.pages_read()) {
        Some((pages, read)) if read < pages => format!("{name}, {read} of {pages} p"),
        Some((pages, _)) => format!("{name}, {pages} p"),
        None => name.to_owned(),
    }
}

/// Whether an entry is a source with one of these numbers. Of the versions that share one it is that which the quoted passage is of, or else the newest.
fn is_cited(entry: &Entry<'_>, cited: &[u32], quoted: Option<DocumentId>, study: &Study) -> bool {
    let (Entry::Source { document, .. }, Some(number)) = (entry, entry.number()) else {
        return false;
    };
    let version = quoted.filter(|id| study.number_of(*id) == Some(number));
    let is_older = matches!(study.standing(document.id), Standing::Superseded { .. });
    cited.contains(&number) && version.map_or(!is_older, |id| id == document.id)
}

/// The title of a source, and what it was read from unless what is noted beside it tells which it is; nothing of other entries.
fn titled<'a>(entry: &Entry<'a>) -> (&'a str, &'a str) {
    match entry {
        Entry::Source {
            document,
            note: Some(_),
            ..
        } => (&document.title, ""),
        Entry::Source { document, .. } => (&document.title, &document.uri),
        Entry::Folder(_) | Entry::Unread(_) | Entry::Refused(_) => ("", ""),
    }
}

fn draw_entry(
    entry: &Entry<'_>,
    title: Option<&Title>,
    pointed: Pointed,
    (study, used): (&Study, &Usage),
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let selected = pointed == Pointed::Selected;
    let mark = if pointed == Pointed::Not {
        " "
    } else {
        canvas.glyphs().selected
    };
    match entry {
        Entry::Source {
            number,
            document,
            note,
        } => {
            let role = match (pointed, note) {
                (Pointed::Selected, _) => Role::Selection,
                (Pointed::Cited | Pointed::Not, Some(_)) => Role::Dim,
                (Pointed::Cited | Pointed::Not, None) => Role::Text,
            };
            let label = number.map_or_else(|| " - ".to_owned(), |number| format!("[{number}]"));
            let copy = study
                .copied_number(document)
                .map(|first| format!("copy of [{first}]"));
            let places = number.map_or(&*used.nowhere, |number| used.of(number));
            let kind = kind(document);
            // A date and the number of passages where there is all the room for them.
            let kind = if usize::from(line.width) >= ROOMY {
                let date = document
                    .date
                    .as_deref()
                    .map_or(String::new(), |date| format!("{date}  "));
                format!(
                    "{date}{}, {kind}",
                    counted(document.passages as usize, "passage")
                )
            } else {
                kind
            };
            let dim = canvas.style(Role::Dim);
            let mut left = canvas.put_right(line, note.unwrap_or(places), dim);
            left.width = left.width.saturating_sub(2);
            if let Some(copy) = &copy {
                left = canvas.put_right(left, copy, dim);
                left.width = left.width.saturating_sub(2);
            }
            let aside = study.set_aside_of(document);
            if aside > 0 {
                // Where there is little room its key says what the sign is for.
                let aside = if usize::from(line.width) + 1 >= WIDE {
                    format!("{aside} set aside")
                } else {
                    format!("{}{aside}", canvas.glyphs().warning)
                };
                left = canvas.put_right(left, &aside, canvas.style(Role::Warning));
                left.width = left.width.saturating_sub(2);
            }
            if !document.warnings.is_empty() && usize::from(line.width) + 1 >= WIDE {
                let warned = counted(document.warnings.len(), "warning");
                left = canvas.put_right(left, &warned, canvas.style(Role::Warning));
                left.width = left.width.saturating_sub(2);
            }
            // Where there is little room, the title and its use say more than the kind.
            if usize::from(line.width) + 1 >= WIDE {
                left = canvas.put_right(left, &kind, dim);
                left.width = left.width.saturating_sub(2);
            }
            let lead = format!("{mark}{label} ");
            let room = usize::from(left.width).saturating_sub(text::width(&lead));
            let ellipsis = canvas.glyphs().ellipsis;
            let title = title.map_or_else(String::new, |title| title.fitted(room, ellipsis));
            let row = format!("{lead}{title}");
            canvas.put(left, &row, canvas.style(role));
            if let Some(number) = number {
                let before = text::width(mark) as u16;
                let area = Rect {
                    x: left.x + before.min(left.width),
                    width: (text::width(&label) as u16).min(left.width.saturating_sub(before)),
                    ..left
                };
                canvas.link(area, *number, &document.uri);
            }
        }
        // Drawn with what is known of them beside the study.
        Entry::Folder(_) | Entry::Unread(_) => {}
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
    fn of_numbers(
        numbers: &BTreeSet<u32>,
        study: &Study,
        column: &Column<'_>,
        not_here: &str,
    ) -> Self {
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
        let mut is_anything_cited = false;
        for (at, cited) in column.cited().enumerate() {
            // A long text cites most of them long before its end.
            let mut missing = numbers.clone();
            for number in cited {
                is_anything_cited = true;
                if missing.remove(number) {
                    used.entry(*number).or_default().insert(at);
                } else if missing.is_empty() {
                    break;
                }
            }
        }
        Self {
            places: used
                .iter()
                .map(|(number, sections)| (*number, marks(sections)))
                .collect(),
            nowhere: if is_anything_cited {
                marks(&BTreeSet::new())
            } else {
                String::new()
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
    use crate::study::{DocumentKind, Event, Origin};

    fn document(id: i64, uri: &str) -> Document {
        Document {
            id: DocumentId(id),
            title: format!("Document {id}"),
            uri: uri.to_owned(),
            kind: DocumentKind::Html,
            origin: Origin::Web,
            passages: 1,
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
                Entry::Source {
                    number, document, ..
                } => Some((*number, document.id.0)),
                Entry::Folder(_) | Entry::Unread(_) | Entry::Refused(_) => None,
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
