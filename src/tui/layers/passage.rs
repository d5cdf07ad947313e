//! A passage on a page of its own: the cited sentence marked, its surroundings around it, and below them what else rests on its source.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::{page_with, plain};
use super::{Layer, Reaction, Surroundings, draw_keys, mark_more, movement, scrolled, window};
use crate::study::{DocumentId, LEFT_OUT, PassageId, Quote, counted};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_bottom, take_right, take_top};
use crate::tui::panes::canvas::{Canvas, Heading, Piece};
use crate::tui::panes::passage::{quote, reference, rows};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Ui, Use};
use crate::tui::view::{PassageView, View};

/// Rows of the list of what rests on the source; of a low page it takes a quarter, because the passage is what one came for.
const USES: usize = 6;
/// Rows of what was noticed when the source was read.
const WARNINGS: usize = 3;
/// Below so many rows of a page, the passage has all of them.
const LOW: u16 = 12;

/// The passage being read.
#[derive(Debug)]
pub struct Passage {
    shown: PassageView,
    /// What rests on its source.
    uses: Vec<Use>,
    /// Where the reader scrolled to; until then the cited sentence is in view.
    top: Option<usize>,
}

impl Passage {
    #[must_use]
    pub fn new(shown: PassageView, uses: Vec<Use>) -> Self {
        Self {
            shown,
            uses,
            top: None,
        }
    }

    #[must_use]
    pub fn document(&self) -> DocumentId {
        self.shown.document.id
    }

    #[must_use]
    pub fn passage(&self) -> PassageId {
        self.shown.passage.id
    }

    /// The number by which its document is cited.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.shown.number
    }

    /// The sentences that rest on the source: where each stands, its verdict, and whether it rests on this very passage.
    fn draw_uses(&self, view: &View<'_>, ui: &Ui, area: Rect, canvas: &mut Canvas<'_>) {
        let cursor = ui.reading.cursor.as_ref();
        let at = self.uses.iter().position(|one| one.is_at(cursor));
        let place = at.map_or_else(String::new, |at| {
            format!("{} of {}", at + 1, self.uses.len())
        });
        let sources = counted(self.uses.len(), "sentence");
        let mut rest = canvas.heading(
            area,
            Heading {
                title: &format!("{sources} of the brief on this source"),
                status: &place,
                role: Role::Dim,
                focused: false,
            },
        );
        let height = usize::from(rest.height);
        let first = at.map_or(0, |at| (at + 1).saturating_sub(height));
        for (offset, one) in self.uses.iter().skip(first).take(height).enumerate() {
            let mut line = take_top(&mut rest, 1);
            let is_current = at == Some(first + offset);
            let is_here = quotes(one).any(|quote| quote.passage == self.shown.passage.id);
            if !is_here {
                let elsewhere = take_right(&mut line, 11);
                canvas.put_right(elsewhere, "elsewhere", canvas.style(Role::Dim));
            }
            let glyphs = canvas.glyphs();
            let selected = if is_current { glyphs.selected } else { " " };
            let name =
                text::one_line(view.section_title(crate::study::SectionId(one.cursor.section)));
            let initial: String = name.chars().take(1).collect();
            let style = canvas.style(if is_current {
                Role::Selection
            } else if is_here {
                Role::Text
            } else {
                Role::Dim
            });
            let pieces = [
                (format!("{selected}{initial} "), style),
                (
                    format!("{} ", verdict::mark(glyphs, one.claim.verdict)),
                    canvas.style(verdict::role(one.claim.verdict)),
                ),
                (text::plain_line(&one.claim.text), style),
            ];
            canvas.put_pieces(line, &pieces);
            if is_current {
                canvas.select(line);
            }
        }
    }

    /// Whether other sentences of the brief rest on other words of the passage, which are marked too.
    fn is_used_elsewhere(&self) -> bool {
        self.uses.iter().flat_map(quotes).any(|quote| {
            quote.passage == self.shown.passage.id
                && Some(&quote.span) != self.shown.marked.as_ref()
        })
    }

    /// Whether a sentence of the brief rests on just the words that are marked.
    fn is_cited_here(&self) -> bool {
        self.uses.iter().flat_map(quotes).any(|quote| {
            quote.passage == self.shown.passage.id
                && Some(&quote.span) == self.shown.marked.as_ref()
        })
    }

    /// What the marks in it mean, as far as there are any.
    fn legend(&self, ui: &Ui, canvas: &Canvas<'_>) -> Vec<Piece> {
        let (here, elsewhere) = (self.shown.marked.is_some(), self.is_used_elsewhere());
        let named = |name: &str, role| (name.to_owned(), canvas.style(role));
        let mut pieces = vec![];
        if here {
            // A match that was gone to is marked as what is cited is.
            let search = ui.window_search.as_ref();
            let is_found = search.is_some_and(|search| search.regex.is_match(quote(&self.shown)));
            // A side of a conflict, or what comes closest to a sentence, may be cited by none.
            let what = match (self.is_cited_here(), is_found) {
                (true, _) => "cited here",
                (false, true) => "found",
                (false, false) => "not cited by the brief",
            };
            pieces.push(named(what, Role::Match));
        }
        if here && elsewhere {
            let separator = format!(" {} ", canvas.glyphs().separator);
            pieces.push(named(&separator, Role::Dim));
        }
        if elsewhere {
            pieces.push(named("cited elsewhere in the brief", Role::Citation));
        }
        if pieces.is_empty() {
            pieces.push(named(
                "the brief cites no sentence of this passage",
                Role::Dim,
            ));
        }
        pieces
    }

    /// The cited sentence with its reference, as it is copied.
    fn quoted(&self) -> String {
        format!(
            "“{}” ({})",
            text::one_line(quote(&self.shown)),
            reference(&self.shown)
        )
    }

    /// How many rows there are, and which one is at the top.
    fn place(&self, around: Surroundings<'_>) -> (usize, usize) {
        let (rows, marked) = self.rows(around);
        (rows.len(), self.top(rows.len(), marked, around.page.1))
    }

    /// The rows of a page, and the one where the cited sentence begins.
    fn rows(&self, around: Surroundings<'_>) -> (Vec<Line<'static>>, usize) {
        let width = u16::try_from(around.page.0).unwrap_or(u16::MAX);
        rows(&self.shown, &self.uses, around.theme, width)
    }

    fn top(&self, rows: usize, marked: usize, height: usize) -> usize {
        self.top
            .unwrap_or_else(|| marked.saturating_sub(height / 3))
            .min(rows.saturating_sub(height))
    }
}

/// What a sentence of the brief rests on.
fn quotes(one: &Use) -> impl Iterator<Item = &Quote> {
    one.claim.evidence.iter().chain(&one.claim.more)
}

impl Layer for Passage {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return Reaction::Stay;
        };
        match action {
            Action::Copy | Action::CopyQuote => Reaction::Act(vec![Effect::Copy(self.quoted())]),
            Action::Quit | Action::OpenPassage => Reaction::Close,
            Action::OpenSource => {
                Reaction::Act(vec![Effect::OpenSource(self.shown.document.uri.clone())])
            }
            Action::CitationNext
            | Action::CitationPrevious
            | Action::UseNext
            | Action::UsePrevious
            | Action::Help
            | Action::Palette => Reaction::Below(action),
            _ => {
                let (rows, top) = self.place(around);
                self.top = scrolled(action, top, around.page.1, rows).or(self.top);
                Reaction::Stay
            }
        }
    }

    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut hints = vec![
            (Action::Copy, "copy quote"),
            (Action::CitationNext, "next citation"),
            (Action::OpenSource, "open the source"),
        ];
        if !self.uses.is_empty() {
            hints.insert(1, (Action::UseNext, "next use"));
        }
        if ui.search.is_some() && ui.window_search.is_none() {
            hints.insert(1, (Action::SearchNext, "next match"));
        }
        let size = (PROSE + 6, screen.height.saturating_sub(6));
        let (mut area, keys) = window((&reference(&self.shown), ""), size, screen, canvas);
        let mut facts = vec![self.shown.document.origin.name().to_owned()];
        facts.extend(self.shown.document.author.clone());
        facts.extend(self.shown.document.date.clone());
        let left_out = self.shown.document.metadata.get(LEFT_OUT);
        facts.extend(left_out.map(|words| format!("{words} around it left out")));
        let separator = format!(" {} ", canvas.glyphs().separator);
        let above = take_top(&mut area, 1);
        for warning in self.shown.document.warnings.iter().take(WARNINGS) {
            let line = take_top(&mut area, 1);
            let warning = format!("{} {}", canvas.glyphs().warning, text::one_line(warning));
            canvas.put(line, &warning, canvas.style(Role::Warning));
        }
        let legend = take_top(&mut area, 1);
        canvas.put_pieces(legend, &self.legend(ui, canvas));
        let dim = canvas.style(Role::Dim);
        let uri = &self.shown.document.uri;
        // What the source is called is worth more than the last of the facts.
        let name = uri
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let told =
            |facts: &[String]| format!("{}{separator}", text::one_line(&facts.join(&separator)));
        let room = usize::from(above.width).saturating_sub(text::width(name) + 2);
        while facts.len() > 1 && text::width(&told(&facts)) > room {
            facts.pop();
        }
        let place = canvas.put_pieces(above, &[(told(&facts), dim)]);
        let ellipsis = canvas.glyphs().ellipsis;
        let written = text::keep_end(&text::one_line(uri), usize::from(place.width), ellipsis);
        let width = canvas.put(place, &written, dim);
        let id = self.shown.number.unwrap_or_default();
        canvas.link(Rect { width, ..place }, id, uri);
        if area.height >= LOW && !self.uses.is_empty() {
            let listed = self.uses.len().min(USES).min(usize::from(area.height / 4));
            let listed = 1 + listed;
            let below = take_bottom(&mut area, listed as u16);
            take_bottom(&mut area, 1);
            self.draw_uses(view, ui, below, canvas);
        }
        let (rows, marked) = rows(&self.shown, &self.uses, canvas.theme, area.width);
        let top = self.top(rows.len(), marked, usize::from(area.height));
        canvas.put_lines(area, rows.get(top..).unwrap_or(&[]));
        mark_more(area, top, rows.len(), canvas);
        hints.splice(1..1, movement(top, usize::from(area.height), rows.len()));
        draw_keys(Scope::Window, (&hints, "close"), keys, canvas);
        area
    }

    fn scroll(&mut self, lines: isize, around: Surroundings<'_>) {
        let (rows, top) = self.place(around);
        let last = rows.saturating_sub(around.page.1);
        self.top = Some(top.saturating_add_signed(lines).min(last));
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.rows(around).0)
    }

    fn place(&self, around: Surroundings<'_>) -> usize {
        Self::place(self, around).1
    }

    fn go(&mut self, to: usize, around: Surroundings<'_>) {
        let rows = self.rows(around).0.len();
        self.top = Some(page_with(to, around.page.1, rows));
    }

    fn is_text(&self) -> bool {
        true
    }
}
