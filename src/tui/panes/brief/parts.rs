//! The column of sections put together: for each its heading, what kind of text it is, its text, and what is missing or under way.

use ratatui::style::Style;
use ratatui::text::Line;

use super::continues;
use crate::pipeline;
use crate::study::{
    BUILT_IN_WRITER, CycleKind, Decision, Revision, Section, SectionId, SectionPlan, StudyId,
    counted, is_overrun, many,
};
use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Scope};
use crate::tui::panes::canvas::{Piece, at_most, flow, hanging, key_of};
use crate::tui::panes::column::{Body, Column, Prose};
use crate::tui::panes::evidence;
use crate::tui::panes::query::EXAMPLES;
use crate::tui::panes::sheet::{Sheet, Texts, count};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::Part;
use crate::tui::view::View;

/// Said of every draft that was written without a model.
const EXTRACTIVE: &str = "extractive draft: sentences from your sources";
const EXTRACTIVE_EDITED: &str = "extractive draft: sentences from your sources, edited by hand";
/// Rows for why a section was cut, and for what a retry waits for.
const WHY: (usize, usize) = (4, 2);

/// The sections' texts, kept between frames.
#[derive(Default)]
pub struct Brief {
    sheets: Vec<Sheet>,
    /// The study that they are of, and its last event.
    of: Option<(StudyId, u64)>,
}

impl Brief {
    /// The column of sections, with prose of a width.
    pub fn column<'a>(
        &'a mut self,
        view: &View<'_>,
        theme: &Theme,
        (keys, here): (&Keymap, Scope),
        width: u16,
    ) -> Column<'a> {
        let study = view.study;
        self.sheets
            .resize_with(study.sections.len(), Sheet::default);
        let of = view.id.zip(view.event);
        let is_same = of.is_some() && of == self.of;
        self.of = of;
        let mut column = Column::default();
        let look = Look { theme, keys, width };
        if !view.has_brief() {
            column.push(0, Part::Welcome, Body::Lines(welcome(view, look, here)));
        }
        let plans = study.framework.sections.iter();
        let mut above = None;
        for (at, ((section, plan), sheet)) in study
            .sections
            .iter()
            .zip(plans)
            .zip(&mut self.sheets)
            .enumerate()
        {
            let id = SectionId(at);
            if view.live_in(id).is_some() && !section.is_written() {
                column.live = Some(at);
            }
            // Also comparing a long text with itself takes a while.
            if !(is_same && sheet.is_settled() && !streams(view, id, section)) {
                sheet.update(view, id, section);
            }
            let part = Parts {
                view,
                look,
                id,
                section,
                plan,
            };
            part.push_to(&mut column, sheet, above);
            above = section.provenance.as_ref().map(|from| from.writer.as_str());
        }
        column
    }
}

/// Whether anything comes in for a section that is in no journal.
fn streams(view: &View<'_>, id: SectionId, section: &Section) -> bool {
    view.live_in(id).is_some() || !view.marked_in(id, section).is_empty()
}

/// How the column is to be rendered.
#[derive(Clone, Copy)]
struct Look<'a> {
    theme: &'a Theme,
    keys: &'a Keymap,
    width: u16,
}

impl Look<'_> {
    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// A mark and a warning, cut after `most` rows.
    fn warning(&self, warning: &str, most: usize) -> Vec<Line<'static>> {
        let (glyphs, style) = (self.theme.glyphs(), self.style(Role::Warning));
        let mark = (format!("{} ", glyphs.warning), style);
        let rows = hanging(mark, &[(text::one_line(warning), style)], self.width);
        at_most(rows, most, self.width, glyphs.ellipsis)
    }

    fn key(&self, action: Action) -> Piece {
        (
            key_of(self.keys, Scope::Reading, action),
            self.style(Role::Key),
        )
    }
}

/// One section on its way into the column.
struct Parts<'a> {
    view: &'a View<'a>,
    look: Look<'a>,
    id: SectionId,
    section: &'a Section,
    plan: &'a SectionPlan,
}

impl Parts<'_> {
    fn push_to<'s>(&self, column: &mut Column<'s>, sheet: &'s mut Sheet, above: Option<&str>) {
        let at = self.id.0;
        let rendered = sheet.rows(self.look.width, self.look.theme);
        let Texts {
            text,
            beside,
            words,
            problems,
            marks,
            beside_marks,
            claims,
        } = rendered.texts;
        let live = self.view.live_in(self.id).is_some();
        let written = self.section.is_written();
        column.state(marks, claims);
        column.push(at, Part::Heading, Body::Heading(words.0, problems));
        column.push(at, Part::Label, Body::Lines(self.label(above)));
        if !text.is_empty() {
            let prose = Prose {
                text,
                rows: rendered.text,
                marks,
                claims,
                live: live && !written,
            };
            column.push(at, Part::Text, Body::Prose(prose));
        }
        column.push(
            at,
            Part::Notes,
            Body::Lines(self.notes(words, text.is_empty())),
        );
        if !beside.is_empty() {
            let prose = Prose {
                text: beside,
                rows: rendered.beside,
                marks: beside_marks,
                claims,
                live,
            };
            column.push(at, Part::Beside, Body::Prose(prose));
        }
        column.push(at, Part::Gap, Body::Blank);
    }

    /// What kind of text follows, where that begins here.
    fn label(&self, above: Option<&str>) -> Vec<Line<'static>> {
        let writer = match (&self.section.provenance, self.view.live_in(self.id)) {
            (Some(from), _) => from.writer.as_str(),
            (None, Some(_)) => self.view.study.writer.as_str(),
            (None, None) => return vec![],
        };
        if writer != BUILT_IN_WRITER || above == Some(BUILT_IN_WRITER) {
            return vec![];
        }
        let note = if self.section.edited_by_hand {
            EXTRACTIVE_EDITED
        } else {
            EXTRACTIVE
        };
        flow(
            &[(note.to_owned(), self.look.style(Role::Dim))],
            self.look.width,
        )
    }

    /// What the critic says of the section as a whole, or that it gave no answer.
    fn critic(&self, look: Look<'_>) -> Vec<Line<'static>> {
        let Some(critique) = self.section.critique() else {
            return vec![];
        };
        match &critique.answer.said {
            Ok(findings) => {
                let detected = findings
                    .hallucination_detected
                    .then(|| "something here is not in the evidence".to_owned());
                detected
                    .into_iter()
                    .chain(findings.of_the_section())
                    .flat_map(|said| look.warning(&format!("critic: {said}"), WHY.0))
                    .collect()
            }
            Err(why) => look.warning(
                &format!("critic: no answer ({why}); the checker's verdicts stand"),
                WHY.1,
            ),
        }
    }

    /// What the analyst asked for and no writer was told yet.
    fn asked(&self, look: Look<'_>) -> Vec<Line<'static>> {
        let cycle = self.view.study.cycle.as_ref();
        let is_due = cycle.is_some_and(|cycle| cycle.todo.contains(&self.id))
            && self.view.live_in(self.id).is_none();
        let when = if is_due {
            "the writer is told when it comes here"
        } else {
            "taken up when what runs has ended"
        };
        let style = look.style(Role::Pending);
        let mark = format!("{} ", look.theme.glyphs().pending);
        self.view
            .study
            .asked_of(self.id)
            .flat_map(|known| {
                let said = format!("you asked: {} ({when})", text::one_line(&known.text));
                hanging((mark.clone(), style), &[(said, style)], look.width)
            })
            .collect()
    }

    /// What the analyst began to write here and is not done with.
    fn unfinished(&self, look: Look<'_>) -> Vec<Line<'static>> {
        let edits = self.view.edits.iter();
        let own = edits.filter(|kept| kept.section == self.id);
        let style = look.style(Role::Pending);
        let mark = format!("{} ", look.theme.glyphs().pending);
        own.flat_map(|kept| {
            let key = look.key(Action::Edit);
            let said = match kept.hunk {
                None => vec![
                    ("your edit is not finished: ".to_owned(), style),
                    key,
                    (" goes on with it".to_owned(), style),
                ],
                Some(_) => vec![
                    (
                        "your words for a change are not finished: ".to_owned(),
                        style,
                    ),
                    look.key(Action::Review),
                    (" and then ".to_owned(), style),
                    key,
                    (" goes on with them".to_owned(), style),
                ],
            };
            hanging((mark.clone(), style), &said, look.width)
        })
        .collect()
    }

    /// Words of the text with all that is proposed for it, from those of the text itself.
    fn words_proposed(&self, accepted: usize) -> usize {
        let hunks = self.section.revision.iter().flat_map(Revision::hunks);
        let open = hunks.filter(|hunk| hunk.decision == Decision::Open);
        open.fold(accepted, |words, hunk| {
            (words + count(&hunk.after)).saturating_sub(count(&hunk.before))
        })
    }

    /// What the last reply got wrong, each thing once, with how often where that is more. What is only proposed is not the text above, and nothing of it is
    /// once all of it is refused.
    fn warnings(&self, look: Look<'_>) -> Vec<Line<'static>> {
        let decisions = self.section.revision.iter().flat_map(Revision::hunks);
        let mut decisions = decisions.map(|hunk| hunk.decision).peekable();
        let is_proposed = self.section.open_hunks() > 0;
        if decisions.peek().is_some() && decisions.all(|known| known == Decision::Rejected) {
            return Vec::new();
        }
        let of = if is_proposed { "proposed text: " } else { "" };
        let mut said: Vec<(&str, usize)> = Vec::new();
        for warning in &self.section.warnings {
            match said.iter_mut().find(|(known, _)| known == warning) {
                Some((_, times)) => *times += 1,
                None => said.push((warning, 1)),
            }
        }
        let lines = said.into_iter().flat_map(|(warning, times)| match times {
            1 => look.warning(&format!("{of}{warning}"), usize::MAX),
            _ => look.warning(&format!("{of}{warning} ({times} times)"), usize::MAX),
        });
        lines.collect()
    }

    /// What is missing, wrong or under way, below the text.
    fn notes(&self, words: (usize, usize), is_empty: bool) -> Vec<Line<'static>> {
        let look = self.look;
        let live = self.view.live_in(self.id);
        let mut lines = Vec::new();
        if is_empty && live.is_none() && self.section.partial.is_none() {
            let purpose = (self.plan.purpose.clone(), look.style(Role::Dim));
            lines.extend(flow(&[purpose], look.width));
        }
        if let Some((halted, _, partial)) = self.view.study.halted()
            && halted == self.id
        {
            lines.extend(look.warning(&partial.why, WHY.0));
            let does = if continues(self.view) && pipeline::is_edits(&partial.text) {
                "continues after the last whole edit"
            } else if continues(self.view) {
                "continues after the last whole sentence"
            } else {
                "tries again"
            };
            let at_once = match self.view.tries_again {
                Some(_) => " at once",
                None => "",
            };
            let how = [
                look.key(Action::Retry),
                (format!(" {does}{at_once}"), look.style(Role::Text)),
            ];
            let indent = ("  ".to_owned(), Style::new());
            lines.extend(hanging(indent, &how, look.width));
        } else if let Some(why) = self.view.study.put_off(self.id) {
            lines.extend(look.warning(why, WHY.0));
        }
        if let Some(waiting) = live.and_then(|live| live.waiting.as_deref()) {
            lines.extend(look.warning(waiting, WHY.1));
        }
        lines.extend(self.warnings(look));
        let is_long = is_overrun(self.words_proposed(words.0), self.plan.words);
        if is_long && self.view.study.has_model() {
            let how = [
                look.key(Action::Steer),
                (
                    format!(" tightens it to {} words", self.plan.words),
                    look.style(Role::Text),
                ),
            ];
            let indent = ("  ".to_owned(), Style::new());
            lines.extend(hanging(indent, &how, look.width));
        }
        lines.extend(self.critic(look));
        lines.extend(self.asked(look));
        lines.extend(self.unfinished(look));
        if live.is_some() && self.section.is_written() {
            let what = match self.view.study.cycle.as_ref().map(|cycle| cycle.kind) {
                Some(CycleKind::Another) => "another version",
                Some(CycleKind::Update) => "an update",
                Some(CycleKind::Steer) => "what you asked for",
                Some(CycleKind::Refine) => "a refined text",
                Some(CycleKind::Revise) => "a revision",
                Some(CycleKind::FollowUp) => "what more evidence says",
                Some(CycleKind::Draft | CycleKind::Complete) | None => "a new draft",
            };
            let so_far = match live.and_then(|live| live.proposed.as_ref()) {
                Some(revision) => counted(revision.open(), "edit"),
                None => many(words.1 as u64, "word"),
            };
            let said = format!(
                "{what} is being prepared, {so_far} so far; the text above stays until you accept"
            );
            let mark = format!("{} ", look.theme.glyphs().streaming);
            let style = look.style(Role::Streaming);
            lines.extend(hanging((mark, style), &[(said, style)], look.width));
        }
        lines
    }
}

/// What an empty study says: what there is to write with, and how to go on.
fn welcome(view: &View<'_>, look: Look<'_>, here: Scope) -> Vec<Line<'static>> {
    let text = look.style(Role::Text);
    let dim = look.style(Role::Dim);
    let say = |line: &str| (line.to_owned(), text);
    let sources = view.study.current().count();
    // Where the cursor is in the question, a plain key is text.
    let add = match look.keys.key(here, Action::AddEvidence) {
        Some(key) => key,
        None => format!(
            "{} {}",
            key_of(look.keys, Scope::Typing, Action::NextPane),
            key_of(look.keys, Scope::Reading, Action::AddEvidence)
        ),
    };
    let add = (add, look.style(Role::Key));
    let evidence = match (view.ingest, sources) {
        (Some(ingest), _) => vec![say(&evidence::reading(ingest))],
        (None, 0) => vec![
            say("none yet: "),
            add,
            say(" adds files and folders; a brief needs sources to cite"),
        ],
        (None, _) => vec![
            say(&format!("{}; ", counted(sources, "document"))),
            add,
            say(" adds more"),
        ],
    };
    let typed = |action| {
        let key = key_of(look.keys, Scope::Typing, action);
        (key, look.style(Role::Key))
    };
    let mut writer = vec![say(view.writer)];
    if view.writer == BUILT_IN_WRITER {
        let other = typed(Action::ChooseWriter);
        writer.extend([
            say(", built in, needs no model: "),
            other,
            say(" has others"),
        ]);
    }
    let keys = vec![
        typed(Action::Help),
        say(" help  "),
        look.key(Action::Palette),
        say(" every command  "),
        look.key(Action::Studies),
        say(" earlier studies"),
    ];
    let has_examples = view.study.question.is_empty();
    let down = ("down".to_owned(), look.style(Role::Key));
    let example = vec![down, say(" takes an example")];
    let is_asked = !view.study.question.is_empty();
    let how = if view.ingest.is_some() && is_asked {
        "The brief is written as soon as the evidence is read, every sentence with its source."
    } else if is_asked && sources == 0 {
        "Your question is asked and waits for evidence: as soon as some is added, the brief is written from it, every sentence with its source."
    } else {
        "Type a question above and press enter: a brief is written from your evidence, every sentence with its source."
    };
    let mut lines = flow(&[say(how)], look.width);
    lines.push(Line::default());
    for (name, told) in [
        ("Question  ", if has_examples { example } else { vec![] }),
        ("Writer    ", writer),
        ("Evidence  ", evidence),
        ("Keys      ", keys),
    ] {
        if !told.is_empty() {
            lines.extend(hanging(say(name), &told, look.width));
        }
    }
    lines.push(Line::default());
    if has_examples {
        let examples = ("Examples:".to_owned(), dim);
        lines.extend(flow(&[examples], look.width));
        for example in EXAMPLES {
            let mark = (format!("  {} ", look.theme.glyphs().bullet), dim);
            lines.extend(hanging(mark, &[(example.to_owned(), dim)], look.width));
        }
        lines.push(Line::default());
    }
    if !view.study.sections.is_empty() {
        let parts = ("The brief will have these parts:".to_owned(), dim);
        lines.extend(flow(&[parts], look.width));
        lines.push(Line::default());
    }
    lines
}
