//! Why the brief scores as it does: each dimension with its reason and its sentences, what the critic and a reflection found, and what was decided [J1].
//!
//! Enter goes to the sentence under the cursor, where it still stands in the accepted text.

use std::ops::Range;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::{page_with, plain};
use super::{Layer, Reaction, Surroundings, clickable, frame, mark_more};
use crate::study::{Critique, Dimension, Reading, Score, Scores, SectionId, Study};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, Piece, at_most, flow, hanging};
use crate::tui::panes::standing::{Standing, delta};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::{Against, View};

/// Rows that one sentence takes at most.
const SENTENCE: usize = 3;

/// Rows past the last sentence that are surely the end.
const END: usize = 500;

/// The sentence under the cursor, of all that are named.
#[derive(Debug, Default)]
pub struct ScoreReasons {
    selected: usize,
    /// The first row on the screen, where no sentence is named or the reader scrolls past them.
    top: usize,
}

/// What is told, in rows.
struct Told {
    rows: Vec<Line<'static>>,
    /// The rows of each sentence, with the sentence.
    sentences: Vec<(Range<usize>, String)>,
}

impl ScoreReasons {
    /// Goes to another sentence, and past the last one on to the end.
    pub fn step(&mut self, by: isize, view: &View<'_>) {
        let last = sentences(view).len().saturating_sub(1);
        let wanted = self.selected.saturating_add_signed(by);
        if by < 0 && self.top > 0 {
            // From the end it is one step back to the last sentence.
            let from = if self.top >= END { 0 } else { self.top };
            self.top = from.saturating_add_signed(by);
        } else {
            let past = wanted.saturating_sub(last);
            self.selected = wanted.min(last);
            self.top = self.top.saturating_add(past).min(END);
        }
    }

    /// The first row on a page of `height` rows: the selected sentence is on it, with what it is named for above it.
    fn first(&self, told: &Told, height: usize) -> usize {
        let place = told.sentences.get(self.selected).map(|(rows, _)| rows);
        let first = place.map_or(0, |place| {
            let least = place.end.saturating_sub(height);
            let wanted = place.start.saturating_sub(height / 2);
            if self.selected == 0 {
                least
            } else {
                wanted.max(least)
            }
        });
        let end = told.rows.len().saturating_sub(height);
        (first + self.top).min(end)
    }

    fn told(&self, view: &View<'_>, width: usize, theme: &Theme) -> Told {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let mut told = Told {
            rows: Vec::new(),
            sentences: Vec::new(),
        };
        if let Some(standing) = &Standing::of(view) {
            self.scores(&mut told, standing, view, width, theme);
        } else {
            let none = if view.study.written_sections().is_empty() {
                "Scores appear once something is written."
            } else {
                "Scores appear once every section is written."
            };
            let none = (none.to_owned(), theme.style(Role::Dim));
            told.rows.extend(flow(&[none], width));
        }
        // What was found and decided is told of a part of a brief as well.
        let mut part = |title: &str, lines: Vec<String>| {
            if lines.is_empty() {
                return;
            }
            told.rows.push(Line::default());
            let heading = theme.style(Role::Heading);
            told.rows
                .extend(flow(&[(title.to_owned(), heading)], width));
            for line in lines {
                let lead = format!("  {} ", theme.glyphs().bullet);
                let lead = (lead, theme.style(Role::Dim));
                let said = (text::one_line(&line), theme.style(Role::Text));
                told.rows.extend(hanging(lead, &[said], width));
            }
        };
        part("Critic", critique(view));
        part("Weaknesses of the draft", weaknesses(view));
        part("Decided", decisions(view.study));
        told
    }

    /// Each dimension with its reason and its sentences.
    fn scores(
        &self,
        told: &mut Told,
        standing: &Standing<'_>,
        view: &View<'_>,
        width: u16,
        theme: &Theme,
    ) {
        let text_style = theme.style(Role::Text);
        let dim = theme.style(Role::Dim);
        told.rows.extend(flow(&[(by(standing), dim)], width));
        for dimension in Dimension::ALL {
            told.rows.push(Line::default());
            let score = standing.scores.of(dimension);
            told.rows
                .extend(flow(&headline(dimension, standing, theme), width));
            let lead = ("  ".to_owned(), text_style);
            if !score.reason.is_empty() {
                let reason = (text::one_line(&score.reason), text_style);
                told.rows.extend(hanging(lead.clone(), &[reason], width));
            }
            let measured = standing.measured.of(dimension);
            if standing.judgement.is_some() {
                let said = format!("measured {:.1}: {}", measured.value, measured.reason);
                told.rows.extend(hanging(lead, &[(said, dim)], width));
            }
            for sentence in named(score, measured, standing.judgement.is_some()) {
                self.sentence(told, view.study, sentence, width, theme);
            }
        }
    }

    fn sentence(&self, told: &mut Told, study: &Study, sentence: &str, width: u16, theme: &Theme) {
        let is_selected = told.sentences.len() == self.selected;
        let (mark, role) = if is_selected {
            (theme.glyphs().selected, Role::Selection)
        } else {
            (" ", Role::Quote)
        };
        let gone = if place(study, sentence).is_none() {
            "  (no longer in the text)"
        } else {
            ""
        };
        let from = told.rows.len();
        let said = format!("“{}”", text::one_line(sentence));
        let pieces = [
            (said, theme.style(role)),
            (gone.to_owned(), theme.style(Role::Dim)),
        ];
        let lead = (format!("{mark}   "), theme.style(role));
        let rows = hanging(lead, &pieces, width);
        told.rows
            .extend(at_most(rows, SENTENCE, width, theme.glyphs().ellipsis));
        told.sentences
            .push((from..told.rows.len(), sentence.to_owned()));
    }
}

impl Layer for ScoreReasons {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return match around.keys.action(Scope::Reading, &key) {
                Some(Action::Judge) => Reaction::Perform(Action::Judge),
                _ => Reaction::Stay,
            };
        };
        let named = sentences(around.view);
        match action {
            Action::Quit => return Reaction::Close,
            Action::Help | Action::Palette => return Reaction::Below(action),
            Action::OpenPassage => {
                if let Some((section, source)) = named
                    .get(self.selected)
                    .and_then(|sentence| place(around.view.study, sentence))
                {
                    return Reaction::GoTo { section, source };
                }
            }
            Action::LineDown => self.step(1, around.view),
            Action::LineUp => self.step(-1, around.view),
            Action::HalfPageDown | Action::PageDown => self.step(4, around.view),
            Action::HalfPageUp | Action::PageUp => self.step(-4, around.view),
            Action::Top => (self.selected, self.top) = (0, 0),
            Action::Bottom => self.step(isize::MAX, around.view),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let sentences = sentences(view).len();
        let mut hints = vec![];
        if sentences > 0 {
            hints.push((Action::OpenPassage, "go to the sentence"));
        }
        hints.push((Action::LineDown, "down"));
        let size = (PROSE + 6, screen.height.saturating_sub(4));
        let standing = Standing::of(view);
        let status = standing.as_ref().map_or_else(String::new, |standing| {
            format!("{} of 5", standing.composite())
        });
        let area = frame("Scores", &status, &hints, size, screen, canvas);
        let told = self.told(view, usize::from(area.width), canvas.theme);
        let first = self.first(&told, usize::from(area.height));
        canvas.put_lines(area, told.rows.get(first..).unwrap_or(&[]));
        mark_more(area, first, told.rows.len(), canvas);
        let places: Vec<Range<usize>> = told
            .sentences
            .iter()
            .map(|(rows, _)| rows.clone())
            .collect();
        clickable(area, first, &places, canvas);
        area
    }

    fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        self.step(rows, around.view);
    }

    fn point(&mut self, sentence: usize, _: Surroundings<'_>) -> bool {
        std::mem::replace(&mut self.selected, sentence) == sentence
    }

    fn is_read(&self) -> bool {
        true
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.told(around.view, around.page.0, around.theme).rows)
    }

    fn place(&self, around: Surroundings<'_>) -> usize {
        let told = self.told(around.view, around.page.0, around.theme);
        self.first(&told, around.page.1)
    }

    fn go(&mut self, to: usize, around: Surroundings<'_>) {
        let told = self.told(around.view, around.page.0, around.theme);
        let above = told
            .sentences
            .iter()
            .take_while(|(rows, _)| rows.start <= to);
        self.selected = above.count().saturating_sub(1);
        self.top = 0;
        let wanted = page_with(to, around.page.1, told.rows.len());
        self.top = wanted.saturating_sub(self.first(&told, around.page.1));
    }

    fn is_text(&self) -> bool {
        true
    }
}

fn by(standing: &Standing<'_>) -> String {
    let threshold = format!(
        "{:.1} is wanted, and {}",
        standing.threshold,
        if standing.is_below() {
            "not reached"
        } else {
            "reached"
        }
    );
    match (standing.judgement, standing.stale) {
        (Some(judgement), Some(stale)) => format!(
            "Judged by {} {}; {threshold}.",
            judgement.answer.by,
            stale.told()
        ),
        (Some(judgement), None) => format!("Judged by {}; {threshold}.", judgement.answer.by),
        (None, _) => {
            if let Some((by, why)) = standing.outage {
                return format!(
                    "Measured: {} was asked to judge and gave no usable answer ({}); {threshold}.",
                    text::one_line(by),
                    text::one_line(why)
                );
            }
            let before = standing.before.map_or(0.0, Scores::composite);
            let why = match standing.against {
                Some(Against::Draft(draft)) => {
                    format!(" Draft {draft} scores {before:.1} by the same evidence.")
                }
                Some(Against::OlderEvidence) => {
                    format!(" Before the evidence changed, the same text scored {before:.1}.")
                }
                None => String::new(),
            };
            format!("Measured, not judged by a model; always current; {threshold}.{why}")
        }
    }
}

/// The dimension with its figure, its weight, and how it changed.
fn headline(dimension: Dimension, standing: &Standing<'_>, theme: &Theme) -> Vec<Piece> {
    let value = standing.scores.of(dimension).value;
    let mut name = dimension.name().to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let change = standing.before.map_or_else(String::new, |before| {
        format!("  {}", delta(before.of(dimension).value, value))
    });
    let weight = format!("  {:.0} % of the whole", dimension.weight() * 100.0);
    vec![
        (
            format!("{name} {}", standing.told(value)),
            theme.style(Role::Heading),
        ),
        (format!("{change}{weight}"), theme.style(Role::Dim)),
    ]
}

/// The sentences that a score is about; those that were measured where the judge named none.
fn named<'a>(score: &'a Score, measured: &'a Score, is_judged: bool) -> &'a [String] {
    if is_judged && score.sentences.is_empty() {
        &measured.sentences
    } else {
        &score.sentences
    }
}

/// All sentences, in the order in which they are told.
fn sentences(view: &View<'_>) -> Vec<String> {
    let Some(standing) = Standing::of(view) else {
        return Vec::new();
    };
    let is_judged = standing.judgement.is_some();
    let all = Dimension::ALL.iter().flat_map(|&dimension| {
        named(
            standing.scores.of(dimension),
            standing.measured.of(dimension),
            is_judged,
        )
    });
    all.cloned().collect()
}

/// Where a sentence stands in the accepted text.
fn place(study: &Study, sentence: &str) -> Option<(SectionId, Range<usize>)> {
    let texts = study.texts(Reading::Accepted);
    texts.iter().enumerate().find_map(|(at, text)| {
        let from = text.find(sentence)?;
        Some((SectionId(at), from..from + sentence.len()))
    })
}

/// What the critic found, section by section.
fn critique(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, section) in view.study.sections.iter().enumerate() {
        let Some(Critique { answer, .. }) = section.critique() else {
            continue;
        };
        let title = view.section_title(SectionId(at));
        match &answer.said {
            Err(why) => lines.push(format!("{title}: no answer from {} ({why})", answer.by)),
            Ok(found) => {
                let about = |claim: &Option<String>| {
                    claim
                        .as_ref()
                        .map_or_else(String::new, |claim| format!(" (“{claim}”)"))
                };
                let kinds = [
                    ("unsupported", &found.unsupported_claims),
                    ("conflicting evidence", &found.conflicting_evidence),
                ];
                for (kind, remarks) in kinds {
                    lines.extend(remarks.iter().map(|remark| {
                        let claim = about(&remark.claim);
                        format!("{title}: {kind}, {}{claim}", remark.reason)
                    }));
                }
                let gaps = found.logical_gaps.iter();
                lines.extend(gaps.map(|gap| format!("{title}: logical gap, {gap}")));
            }
        }
    }
    lines
}

fn weaknesses(view: &View<'_>) -> Vec<String> {
    let run = view.study.run.as_ref();
    let Some(said) = run.and_then(|run| run.reflections.said()) else {
        return Vec::new();
    };
    let line = |weakness: &crate::study::Weakness| {
        let place = weakness
            .section
            .map_or_else(String::new, |id| format!("{}: ", view.section_title(id)));
        format!("{place}{}, {}", weakness.kind.name(), weakness.what)
    };
    said.weaknesses.iter().map(line).collect()
}

/// Which way the run went on, and why.
fn decisions(study: &Study) -> Vec<String> {
    let Some(run) = &study.run else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if let Some(decided) = run.decided() {
        let reasons = decided.reasons.join("; ");
        lines.push(format!("{}: {reasons}", decided.course.name()));
        if !decided.queries.is_empty() {
            lines.push(format!("looked for: {}", decided.queries.join("; ")));
        }
    }
    if run.versions.len() > 1 {
        let scored = run.versions.iter().map(|version| {
            let (value, how) = match version.judged {
                Some(value) => (value, "judged"),
                None => (version.measured, "measured"),
            };
            format!("{} {value:.1} {how}", version.cycle.name())
        });
        lines.push(format!(
            "versions of this run: {}",
            scored.collect::<Vec<_>>().join(", ")
        ));
    }
    if let Some(why) = &run.ended {
        lines.push(format!("the run ended: {why}"));
    }
    lines
}
