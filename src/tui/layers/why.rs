//! Why a sentence has its verdict: the reason, the sentence of the evidence, what the critic says of it, and what else is to be known.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::searched::plain;
use super::{Layer, Reaction, Surroundings, frame, put_page};
use crate::study::{Claim, Quote, SectionId, Verdict};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::PROSE;
use crate::tui::panes::canvas::{Canvas, Piece, flow, hanging};
use crate::tui::panes::sheet::has_problems;
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Ui;
use crate::tui::view::View;

/// The claim looked at.
#[derive(Debug)]
pub struct Why {
    section: SectionId,
    claim: Claim,
    top: Cell<usize>,
}

impl Why {
    #[must_use]
    pub fn new(section: SectionId, claim: Claim) -> Self {
        Self {
            section,
            claim,
            top: Cell::default(),
        }
    }

    /// What there is to say of it.
    pub fn rows(&self, view: &View<'_>, theme: &Theme, width: usize) -> Vec<Line<'static>> {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let style = |role| theme.style(role);
        let claim = &self.claim;
        let mut rows = flow(&[(text::plain_line(&claim.text), style(Role::Text))], width);
        rows.push(Line::default());
        let mark = verdict::mark(theme.glyphs(), claim.verdict);
        let role = verdict::role(claim.verdict);
        let lead = (format!("{mark} "), style(role));
        let verdict = vec![
            (claim.verdict.name().to_owned(), style(role)),
            (
                format!(": {}", text::one_line(&claim.reason)),
                style(Role::Text),
            ),
        ];
        rows.extend(hanging(lead, &verdict, width));
        let mut more = |label: &str, said: &str, role: Role| {
            let pieces: [Piece; 2] = [
                (format!("{label}: "), style(Role::Dim)),
                (text::one_line(said), style(role)),
            ];
            rows.extend(hanging(("  ".to_owned(), style(Role::Dim)), &pieces, width));
        };
        let section = view.study.section(self.section);
        if let Some(said) = view.study.critic_on(self.section, &claim.text) {
            let critique = section.and_then(crate::study::Section::critique);
            let by = critique.map_or_else(String::new, |one| format!(" ({})", one.answer.by));
            more(&format!("critic{by}"), &said, Role::Text);
        }
        let text = section
            .map(crate::study::Section::candidate)
            .unwrap_or_default();
        if let Some(warning) = view.ledger.warning(view.study, claim, &text) {
            more("conflict", &warning, Role::Warning);
        }
        let sources = view.study.count_sources(claim.citations.iter().copied());
        match sources {
            0 => more("sources", "none cited", Role::Text),
            1 => more("sources", "one", Role::Text),
            _ => more("sources", &format!("{sources} distinct ones"), Role::Text),
        }
        rows.push(Line::default());
        match &claim.evidence {
            Some(quote) => {
                rows.extend(flow(&[(source(view, quote), style(Role::Dim))], width));
                let said = format!("“{}”", text::one_line(&quote.text));
                let lead = ("  ".to_owned(), style(Role::Quote));
                rows.extend(hanging(lead, &[(said, style(Role::Quote))], width));
            }
            None => rows.extend(flow(
                &[(
                    "No sentence of the evidence is about this.".to_owned(),
                    style(Role::Dim),
                )],
                width,
            )),
        }
        rows
    }
}

impl Layer for Why {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let Some(action) = around.keys.action(Scope::Window, &key) else {
            return Reaction::Stay;
        };
        match action {
            Action::Quit | Action::Why => Reaction::Close,
            Action::OpenPassage => match &self.claim.evidence {
                Some(quote) => Reaction::Open(Effect::LoadPassage {
                    passage: quote.passage,
                    marked: Some(quote.clone()),
                }),
                None => Reaction::Stay,
            },
            Action::NextProblem | Action::PreviousProblem | Action::Help | Action::Palette => {
                Reaction::Below(action)
            }
            Action::Fix => Reaction::Perform(action),
            _ => {
                self.turn(action, around);
                Reaction::Stay
            }
        }
    }

    fn draw(&self, view: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut hints = vec![];
        if self.claim.evidence.is_some() {
            hints.push((Action::OpenPassage, "open the passage"));
        }
        if self.claim.verdict != Verdict::Supported {
            hints.push((Action::Fix, "fix this"));
        }
        if has_problems(view) {
            hints.push((Action::NextProblem, "next problem"));
        }
        let width = (PROSE + 6).min(screen.width);
        let rows = self.rows(view, canvas.theme, usize::from(width.saturating_sub(4)));
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let height = height
            .saturating_add(4)
            .min(screen.height.saturating_sub(4));
        let title = format!("Why {}", self.claim.verdict.name());
        let status = view.section_title(self.section);
        let area = frame(&title, status, &hints, (width, height), screen, canvas);
        // A frame that takes the whole screen is wider than the one that was reckoned with.
        let rows = self.rows(view, canvas.theme, usize::from(area.width));
        put_page(&rows, self.top.get(), area, canvas);
        area
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Why)
    }

    fn top(&self) -> Option<&Cell<usize>> {
        Some(&self.top)
    }

    fn said(&self, around: Surroundings<'_>) -> Vec<String> {
        plain(&self.rows(around.view, around.theme, around.page.0))
    }
}

/// Which source a quote is from.
fn source(view: &View<'_>, quote: &Quote) -> String {
    let Some(number) = quote.number else {
        return "Best evidence".to_owned();
    };
    let title = view
        .study
        .numbered(number)
        .map_or("", |document| document.title.as_str());
    format!("Best evidence, [{number}] {}", text::one_line(title))
}
