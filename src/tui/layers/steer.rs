//! Saying what is to be different about a section, or about one of its sentences; it becomes proposed changes, like any other [W8].

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, frame};
use crate::study::{Claim, Command, SectionId, Verdict};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_top};
use crate::tui::panes::canvas::{Canvas, at_most, flow, hanging};
use crate::tui::panes::field::Field;
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{View, Words, WordsFor};

/// Rows that the sentence takes at most which is to be fixed.
const CLAIM: usize = 4;

/// An instruction being typed.
#[derive(Debug)]
pub struct Steer {
    section: SectionId,
    claim: Option<Claim>,
    /// What is wrong with that.
    wrong: String,
    /// What was offered as the instruction about that.
    offered: String,
    /// Whether it is about all sections.
    all: bool,
    text: Field,
    /// Enter was pressed before anything was said.
    is_missed: bool,
}

impl Steer {
    /// A section; one that is longer than was aimed at is offered to be tightened to so many words [W11].
    #[must_use]
    pub fn section(section: SectionId, tighten_to: Option<u32>) -> Self {
        let offer = |words| {
            let offer = format!(
                "Tighten it to {words} words; keep every number and citation that matters."
            );
            Field::lines(&offer).suggested()
        };
        Self {
            section,
            claim: None,
            wrong: String::new(),
            offered: String::new(),
            all: false,
            text: tighten_to.map_or_else(Field::default, offer),
            is_missed: false,
        }
    }

    /// "Fix this": what is wrong with a claim, as a first text that can be changed. The built-in writer is told, and reads no text.
    #[must_use]
    pub fn fix(section: SectionId, claim: Claim, objection: Option<&str>) -> Self {
        let offered = Self::to_fix(&claim, objection);
        Self {
            section,
            text: Field::lines(&offered),
            offered,
            wrong: wrong(&claim, objection),
            claim: Some(claim),
            all: false,
            is_missed: false,
        }
    }

    /// The instruction to put a claim right.
    #[must_use]
    pub fn to_fix(claim: &Claim, objection: Option<&str>) -> String {
        let sentence = text::one_line(&claim.text);
        let what = match claim.verdict {
            Verdict::Uncited => "cite the source that says this, or take the sentence out",
            _ => "correct it from the evidence, or take it out",
        };
        let wrong = ended(&wrong(claim, objection));
        format!("“{sentence}” is {wrong} Please {what}.")
    }

    /// Whether something was typed for a section, or for all, that can be gone on with.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.claim.is_none() && !self.text.is_empty()
    }

    /// What was typed for a section and not sent is gone on with.
    #[must_use]
    pub fn going_on(mut self, typed: &str) -> Self {
        self.text = Field::lines(typed);
        self
    }

    /// Has what is typed kept, where it can be gone on with.
    #[must_use]
    pub fn kept(&self) -> Option<Effect> {
        let text = self.text.text();
        // What was only offered is offered again.
        let is_typed = self.claim.is_none() || text != self.offered;
        Some(self.keep(if is_typed { text } else { String::new() }))
    }

    fn keep(&self, text: String) -> Effect {
        let of = match &self.claim {
            Some(claim) => WordsFor::correction(self.section, &claim.text),
            None => WordsFor::Instruction(self.section),
        };
        Effect::KeepWords(Words { of, text })
    }

    /// Whether another instruction about a sentence was typed than the one that was offered.
    #[must_use]
    pub fn is_correction(&self) -> bool {
        self.claim.is_some() && !self.text.is_empty() && self.text.text() != self.offered
    }

    /// Whether it is about this section.
    #[must_use]
    pub fn is_of(&self, section: SectionId) -> bool {
        self.section == section
    }

    /// Whether the writer reads what is typed.
    fn is_read(&self, view: &View<'_>) -> bool {
        self.claim.is_none() || view.study.has_model()
    }

    /// What it is likely to take, as far as that is known.
    fn takes(&self, view: &View<'_>) -> String {
        let section = (!self.all).then_some(self.section);
        match view.steering {
            _ if !view.study.has_model() => "It costs nothing.".to_owned(),
            Some(costs) => format!("Takes {}.", costs.in_words(section, &self.text.text())),
            None => format!("Estimating the cost{}", '\u{2026}'),
        }
    }
}

impl Layer for Steer {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        match key.code {
            KeyCode::Enter if self.text.is_empty() && self.is_read(around.view) => {
                self.is_missed = true;
            }
            KeyCode::Enter => {
                let sections = if self.all {
                    let all = (0..around.view.study.sections.len()).map(SectionId);
                    let study = around.view.study;
                    all.filter(|id| study.can_be_steered(*id)).collect()
                } else {
                    vec![self.section]
                };
                let steer = Effect::Execute(Command::Steer {
                    sections,
                    text: self.text.text(),
                    claim: self.claim.clone(),
                });
                return Reaction::Finish(vec![steer, self.keep(String::new())]);
            }
            KeyCode::Tab if self.claim.is_none() => self.all = !self.all,
            _ if self.is_read(around.view) => {
                self.text.key(key);
                return self
                    .kept()
                    .map_or(Reaction::Stay, |kept| Reaction::Act(vec![kept]));
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let name = text::one_line(view.section_title(self.section));
        let (title, how) = match (&self.claim, view.study.has_model()) {
            (Some(_), true) => (
                format!("Fix a sentence of {name}"),
                "The writer is told this, and proposes a change for you to review.",
            ),
            (Some(_), false) => (
                format!("Fix a sentence of {name}"),
                "The built-in writer reads no instructions: it proposes the sentence of the evidence that speaks of the same, or to take this one out.",
            ),
            (None, _) if self.all => (
                "Steer every section".to_owned(),
                "Say what should change; Tercet proposes it for your review.",
            ),
            (None, _) => (
                format!("Steer {name}"),
                "Say what should change; Tercet proposes it for your review.",
            ),
        };
        let mut hints = vec![(Action::OpenPassage, "ask for it")];
        match (&self.claim, self.all) {
            (Some(_), _) => {}
            (None, false) => hints.push((Action::UseNext, "all sections")),
            (None, true) => hints.push((Action::UseNext, "this section")),
        }
        let height = if self.claim.is_some() { 17 } else { 12 };
        let mut area = frame(&title, "", &hints, (84, height), screen, canvas);
        let mut rows = flow(&[(how.to_owned(), canvas.style(Role::Dim))], area.width);
        if let Some(claim) = self.claim.as_ref().filter(|_| area.height > 9) {
            let quoted = flow(
                &[(text::plain_line(&claim.text), canvas.style(Role::Quote))],
                area.width,
            );
            rows.push(ratatui::text::Line::default());
            rows.extend(at_most(quoted, CLAIM, area.width, canvas.glyphs().ellipsis));
        }
        rows.extend(flow(
            &[(self.takes(view), canvas.style(Role::Dim))],
            area.width,
        ));
        let taken = u16::try_from(rows.len()).unwrap_or(1) + 1;
        let room = area.height.saturating_sub(2);
        let above = take_top(&mut area, taken.min(room));
        canvas.put_lines(above, &rows);
        if self.is_missed && self.text.is_empty() {
            let below = take_bottom(&mut area, 1);
            let said = "say in a few words what should change";
            canvas.put(below, said, canvas.style(Role::Warning));
        }
        if self.is_read(view) {
            canvas.cursor = self.text.draw(canvas.style(Role::Text), area, canvas.buf);
        } else if let Some(claim) = &self.claim {
            let role = verdict::role(claim.verdict);
            let mark = verdict::mark(canvas.glyphs(), claim.verdict);
            let wrong = (text::one_line(&self.wrong), canvas.style(Role::Text));
            let lead = (format!("{mark} "), canvas.style(role));
            let rows = hanging(lead, &[wrong], area.width);
            canvas.put_lines(area, &rows);
        }
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.text.paste(pasted)
    }
}

/// A claim's verdict with its reason, and what the critic has against it.
fn wrong(claim: &Claim, objection: Option<&str>) -> String {
    let reason = text::one_line(&claim.reason);
    let wrong = format!("{}: {}", claim.verdict.name(), reason.trim_end_matches('.'));
    match objection {
        Some(objection) => format!("{wrong}; critic: {}", text::one_line(objection)),
        None => wrong,
    }
}

/// A text with one full stop at its end, also where that stands within a quotation.
fn ended(text: &str) -> String {
    let last = text.trim_end_matches(['”', '"', '’', ')']).chars().last();
    match last {
        Some('.' | '!' | '?' | '\u{2026}') => text.to_owned(),
        _ => format!("{text}."),
    }
}
