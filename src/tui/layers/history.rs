//! The history of the brief: every text that it has had, newest first, with what made it, by whom, and how it scored.
//!
//! Enter shows a text as it stood; with another one marked, what differs between the two. The journal is looked at as it was when the layer was opened,
//! so that nothing moves under the reader while a run goes on.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::past::{Past, Side, Sides, body, changes};
use super::{AnyLayer, Layer, Reaction, Surroundings, mark_more, movement, scoped_frame};
use crate::study::{
    Edition, Envelope, Measure, Reading, Study, Timestamp, counted, measured_editions, study_at,
};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_right, take_top};
use crate::tui::panes::canvas::{Canvas, Piece, flow};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Target;
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// Columns of the widest page, and from how many on the selected text is shown beside the list.
pub(super) const WIDTH: u16 = 150;
const PREVIEW_FROM: u16 = 100;
/// From this many columns of the list on, a row says when and by whom.
const TIME_FROM: u16 = 68;
/// Screens of fewer columns are narrow.
const NARROW: u16 = 72;

/// The list of texts.
#[derive(Debug, Default)]
pub struct History {
    /// `None` until the journal has come.
    known: Option<Known>,
    /// Position in the list, newest first.
    selected: usize,
    /// The event of the text that another is to be compared with.
    marked: Option<u64>,
}

#[derive(Debug)]
struct Known {
    journal: Vec<Envelope>,
    editions: Vec<Edition>,
    /// When each was made, in the analyst's own time.
    times: Vec<String>,
    /// The study as the selected text had it, with what was before.
    shown: Option<Selected>,
}

/// The text that is selected.
#[derive(Debug)]
struct Selected {
    seq: u64,
    study: Study,
    /// The texts of the sections before it.
    before: Vec<String>,
}

impl History {
    /// The journal has come; `time` is for the analyst to read, and `measure` for texts that no judge scored.
    pub fn loaded(
        &mut self,
        journal: Vec<Envelope>,
        time: &dyn Fn(Timestamp) -> String,
        measure: &Measure<'_>,
    ) {
        let mut editions = measured_editions(&journal, measure);
        editions.reverse();
        let times = editions.iter().map(|edition| time(edition.at)).collect();
        self.known = Some(Known {
            journal,
            editions,
            times,
            shown: None,
        });
        self.select(0);
    }

    /// Carries out an action, whether a key or the palette asked for it.
    pub fn act(&mut self, action: Action, around: Surroundings<'_>) -> Reaction {
        let page = isize::try_from(around.page.1.max(1)).unwrap_or(1);
        match action {
            Action::Quit | Action::History => return Reaction::Close,
            Action::Help | Action::Palette | Action::Undo | Action::Redo => {
                return Reaction::Below(action);
            }
            Action::LineDown => self.step(1),
            Action::LineUp => self.step(-1),
            Action::HalfPageDown => self.step(page / 2),
            Action::HalfPageUp => self.step(-(page / 2)),
            Action::PageDown => self.step(page),
            Action::PageUp => self.step(-page),
            Action::Top => self.select(0),
            Action::Bottom => self.select(usize::MAX),
            Action::Mark => {
                let seq = self.edition().map(|edition| edition.seq);
                self.marked = seq.filter(|seq| self.marked != Some(*seq));
            }
            Action::OpenPassage => {
                return match self.past(around.view.study) {
                    Some(past) => Reaction::Push(Box::new(AnyLayer::Past(past))),
                    None => Reaction::Stay,
                };
            }
            Action::Restore => {
                return match self.past(around.view.study) {
                    Some(past) => past.restore(around.view.study),
                    None => Reaction::Stay,
                };
            }
            Action::Fork => {
                return match self.edition() {
                    Some(edition) => Reaction::Act(vec![Effect::Fork { at: edition.seq }]),
                    None => Reaction::Stay,
                };
            }
            _ => {}
        }
        Reaction::Stay
    }

    pub fn step(&mut self, rows: isize) {
        self.select(self.selected.saturating_add_signed(rows));
    }

    fn draw_row(&self, known: &Known, at: usize, line: Rect, canvas: &mut Canvas<'_>) {
        let Some(edition) = known.editions.get(at) else {
            return;
        };
        let glyphs = canvas.glyphs();
        let is_selected = at == self.selected;
        let role = if is_selected {
            Role::Selection
        } else {
            Role::Text
        };
        let cursor = if is_selected { glyphs.selected } else { " " };
        let is_marked = self.marked == Some(edition.seq);
        let mark = if is_marked { glyphs.bullet } else { " " };
        let mut lead: Vec<Piece> = vec![
            (cursor.to_owned(), canvas.style(role)),
            (mark.to_owned(), canvas.style(Role::Accent)),
            (format!("{:>4} ", edition.seq), canvas.style(Role::Dim)),
        ];
        if tells_time(line.width, canvas) {
            let time = known.times.get(at).map_or("", String::as_str);
            lead.push((format!("{time}  "), canvas.style(Role::Dim)));
        }
        let mut line = line;
        let figures = figures(edition);
        let place = take_right(&mut line, u16::try_from(figures.len()).unwrap_or(0));
        canvas.put(place, &figures, canvas.style(Role::Dim));
        line.width = line.width.saturating_sub(1);
        let rest = canvas.put_pieces(line, &lead);
        let what = text::one_line(&edition.what);
        let what = match edition.cycle {
            Some(cycle) => format!("{}: {what}", cycle.name()),
            None => what,
        };
        canvas.put(rest, &what, canvas.style(role));
    }

    fn draw_preview(
        &self,
        view: &View<'_>,
        known: &Known,
        mut area: Rect,
        canvas: &mut Canvas<'_>,
    ) {
        let bar = Rect { width: 1, ..area };
        canvas.fill(bar, canvas.glyphs().vertical, Role::Rule);
        area.x += 2.min(area.width);
        area.width = area.width.saturating_sub(2);
        let (Some(edition), Some(shown)) = (known.editions.get(self.selected), &known.shown) else {
            return;
        };
        let side = side(edition, &shown.study);
        let mut rows: Vec<Line<'static>> = vec![];
        let mut head = format!("{}, by {}", side.label, text::one_line(&edition.by));
        if let Some(time) = known.times.get(self.selected) {
            head = format!("{head}, {time}");
        }
        let head = [(head, canvas.style(Role::Dim))];
        rows.extend(flow(&head, area.width));
        // The list may have had no room for all of it, such as the reason of a refusal.
        let what = [(text::one_line(&edition.what), canvas.style(Role::Text))];
        rows.extend(flow(&what, area.width));
        rows.push(Line::default());
        // What a step did to a text is what it is looked up for; of a first one there is all of it.
        if shown.before.iter().all(String::is_empty) {
            rows.extend(body(view.study, &side.texts, canvas.theme, area.width));
        } else {
            let (before, texts) = (&shown.before, &side.texts);
            rows.extend(changes(&shown.study, before, texts, canvas.theme, area.width).rows);
        }
        canvas.put_lines(area, &rows);
    }

    fn edition(&self) -> Option<&Edition> {
        self.known.as_ref()?.editions.get(self.selected)
    }

    fn select(&mut self, row: usize) {
        let Some(known) = &mut self.known else {
            return;
        };
        self.selected = row.min(known.editions.len().saturating_sub(1));
        let seq = known.editions.get(self.selected).map(|edition| edition.seq);
        if let Some(seq) = seq
            && known.shown.as_ref().is_none_or(|shown| shown.seq != seq)
        {
            let before = known.editions.get(self.selected).map(|edition| {
                let before = study_at(&known.journal, edition.before);
                before.texts(edition.reading)
            });
            known.shown = Some(Selected {
                seq,
                study: study_at(&known.journal, seq),
                before: before.unwrap_or_default(),
            });
        }
    }

    /// The selected text, beside the one before it, the one of now, and the marked one.
    fn past(&self, now: &Study) -> Option<Past> {
        let known = self.known.as_ref()?;
        let edition = known.editions.get(self.selected)?;
        let study = &known.shown.as_ref()?.study;
        let stood = side(edition, study);
        let before = Side {
            label: "the text before it".to_owned(),
            texts: known.shown.as_ref()?.before.clone(),
        };
        let marked = self
            .marked
            .filter(|seq| *seq != edition.seq)
            .and_then(|seq| known.editions.iter().find(|edition| edition.seq == seq))
            .map(|edition| {
                (
                    edition.seq,
                    side(edition, &study_at(&known.journal, edition.seq)),
                )
            });
        let now = Side {
            label: "what is accepted now".to_owned(),
            texts: now.texts(Reading::Accepted),
        };
        let made = match known.times.get(self.selected) {
            Some(time) if !time.is_empty() => format!("{time}, {}", edition.what),
            _ => edition.what.clone(),
        };
        Some(Past::new(
            (edition.seq, edition.reading),
            made,
            study.clone(),
            Sides {
                stood,
                before,
                now,
                marked,
            },
        ))
    }
}

impl Layer for History {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        around
            .keys
            .action(Scope::History, &key)
            .map_or(Reaction::Stay, |action| self.act(action, around))
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let selected = self.edition().map(|edition| edition.seq);
        let enter = match self.marked {
            Some(marked) if selected != Some(marked) => "compare with the marked",
            _ => "read",
        };
        let mark = if selected.is_some() && selected == self.marked {
            "take the mark off"
        } else if self.marked.is_some() {
            "mark this instead"
        } else {
            "mark"
        };
        let editions = self.known.as_ref().map_or(0, |known| known.editions.len());
        let mut hints = vec![];
        if editions > 0 {
            hints.extend([
                (Action::OpenPassage, enter),
                (Action::Mark, mark),
                (Action::Restore, "put back"),
                (Action::Fork, "fork"),
            ]);
        }
        hints.extend(movement(self.selected, 1, editions));
        let status = match &self.known {
            Some(known) => {
                let texts = counted(known.editions.len(), "text");
                let is_measured = |edition: &Edition| matches!(edition.score, Some((_, false)));
                if known.editions.iter().any(is_measured) {
                    format!(
                        "{texts} {} m: measured, not judged",
                        canvas.glyphs().separator
                    )
                } else {
                    texts
                }
            }
            None => "reading the journal".to_owned(),
        };
        let size = (WIDTH, screen.height.saturating_sub(4));
        let title = ("History", status.as_str());
        let keys = (&hints[..], "close");
        let mut area = scoped_frame(Scope::History, title, keys, size, screen, canvas);
        let Some(known) = &self.known else {
            return area;
        };
        if known.editions.is_empty() {
            let said = "nothing is written yet; every version of the brief will be kept here";
            canvas.put(area, said, canvas.style(Role::Dim));
            return area;
        }
        if area.width >= PREVIEW_FROM {
            let half = area.width / 2;
            let preview = take_right(&mut area, half);
            area.width = area.width.saturating_sub(2);
            self.draw_preview(view, known, preview, canvas);
        }
        if area.height > 4 {
            let heads = take_top(&mut area, 1);
            draw_heads(heads, canvas);
        }
        let first = (self.selected + 1).saturating_sub(usize::from(area.height));
        mark_more(area, first, known.editions.len(), canvas);
        for (line, at) in area.rows().zip(first..known.editions.len()) {
            canvas.target(line, Target::Row(at));
            self.draw_row(known, at, line, canvas);
            if at == self.selected {
                canvas.select(line);
            }
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::History
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::History)
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.step(rows);
    }

    /// Selects a text; says whether it was selected.
    fn point(&mut self, row: usize, _: Surroundings<'_>) -> bool {
        let again = self.selected == row;
        self.select(row);
        again
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        let known = self.known.iter();
        let editions = known.flat_map(|known| known.editions.iter().zip(&known.times));
        let said = |(edition, time): (&Edition, &String)| {
            let cycle = edition.cycle.map_or("", |cycle| cycle.name());
            format!("{time} {cycle} {} {}", edition.what, edition.by)
        };
        editions.map(said).collect()
    }

    fn place(&self, _: Surroundings<'_>) -> usize {
        self.selected
    }

    fn go(&mut self, to: usize, _: Surroundings<'_>) {
        self.select(to);
    }
}

/// Whether a row has room for when and by whom. On a narrow screen what happened needs it all.
fn tells_time(width: u16, canvas: &Canvas<'_>) -> bool {
    width >= TIME_FROM && canvas.buf.area.width >= NARROW
}

/// What stands in the columns of the list.
fn draw_heads(line: Rect, canvas: &mut Canvas<'_>) {
    let dim = canvas.style(Role::Dim);
    let mut rest = canvas.put_right(line, "words + and -  score", dim);
    rest.width = rest.width.saturating_sub(1);
    let left = if tells_time(line.width, canvas) {
        "  step  when, and what it came from"
    } else {
        "  step  what it came from"
    };
    canvas.put(rest, left, dim);
}

/// The text that an edition is, and what it is called.
fn side(edition: &Edition, study: &Study) -> Side {
    let reading = match edition.reading {
        Reading::Accepted => "accepted",
        Reading::Candidate => "proposed",
    };
    Side {
        label: format!("{reading} at {}", edition.seq),
        texts: study.texts(edition.reading),
    }
}

/// Words that came and went, and the score.
fn figures(edition: &Edition) -> String {
    let score = match edition.score {
        Some((score, true)) => format!("{score:>5.1}"),
        Some((score, false)) => format!("{score:>4.1}m"),
        None => " ".repeat(5),
    };
    format!(
        "{:>5} {:>5} {score}",
        format!("+{}", edition.added),
        format!("-{}", edition.removed)
    )
}
