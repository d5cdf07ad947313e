//! The conversation: what is asked, and what a typed line means where it was typed. Nothing is done here; what is wanted is handed back.

pub(super) mod answers;
pub(super) mod review;
pub(super) mod sentences;
mod typed;

use self::answers::is_letter;
use self::review::{Review, Saying};
use self::typed::is_back;
use super::change::change;
use super::choice::{Choice, Named, sources};
use super::names::{Fit, meant};
use super::told;
use crate::clean;
use crate::pipeline::impact::Impact;
use crate::study::{
    Command, CycleKind, DocumentId, PassageId, Quote, Reading, SectionId, Study, StudyId,
};
use crate::tui::action::Action;
use crate::tui::keymap::{Keymap, Scope};
use crate::workbench::Keeping;

pub(super) use self::typed::{Detail, Typed};

/// What a typed line comes to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wish {
    Say(Vec<String>),
    Execute(Command),
    Run(String),
    AddEvidence(Vec<String>),
    /// What an instruction would take.
    ReckonSteering,
    /// What the new evidence would touch.
    Update,
    UpdateSections {
        news: Vec<DocumentId>,
        sections: Vec<SectionId>,
    },
    Stop,
    Pause,
    GoOn,
    ToggleAutoApply,
    /// How the brief stands.
    Standing,
    /// Something is to be looked at.
    Look(Look),
    Export {
        path: String,
        overwrite: bool,
    },
    Open(Option<StudyId>),
    Keep(StudyId, Keeping),
    Rename(String),
    Fork(u64),
    ChooseWriter(String),
    Watch(String),
    Unwatch(String),
    Forget,
    Unlock {
        source: String,
        password: String,
    },
    Quit,
}

/// What can be looked at; lists of it are chosen from by number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Look {
    /// The reasons of the scores.
    Scores,
    Sources,
    Source(DocumentId),
    Document(DocumentId),
    Passage(PassageId, Option<Box<Quote>>),
    SetAside(DocumentId),
    Found(String),
    Conflicts,
    Sent(SectionId),
    History,
    Edition(u64),
    Differences(u64),
    Trace,
    Call(u64),
    Stats,
    Writers,
    Addresses,
    Studies(Listed),
    FoundInStudies(String),
    /// Passages that bear on some words.
    FoundInSources(String),
    /// What is new and not told.
    LeftOut,
}

/// What a study is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Open,
    Delete,
    Undelete,
}

/// What the choices depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Desk<'a> {
    pub study: &'a Study,
    pub is_busy: bool,
    pub is_read_only: bool,
}

/// A list to choose from, by number or by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Picks {
    /// What is asked each time.
    pub asks: String,
    /// What each row is called, and what comes of choosing it.
    pub rows: Vec<(String, Then)>,
    /// Whether another one can be chosen after one was.
    pub stays: bool,
    /// The list that this one was chosen from, which is told again when one goes back to it.
    pub from: Option<Box<Picks>>,
    pub is_told_again: bool,
    /// Whether it is asked only because a line at the menu could mean several things: the next line may mean another.
    pub is_aside: bool,
}

/// What comes of choosing from a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Then {
    Do(Vec<Wish>),
    Type(Typed),
    Sentence(usize),
    Choose(Choice),
    Back,
}

impl Picks {
    /// A question whose few answers are named with it.
    pub(super) fn answers<Says: Into<String>>(answers: Vec<(Says, Then)>) -> Self {
        let rows = answers.into_iter().map(|(says, then)| (says.into(), then));
        let mut picks = Self {
            rows: rows.collect(),
            ..Self::default()
        };
        let said: Vec<String> = picks.told().map(|row| format!("{row}.")).collect();
        picks.asks = said.join(" ");
        picks
    }

    /// The same, where a line at the menu could mean any of them.
    fn meant(answers: Vec<(String, Then)>) -> Self {
        Self {
            is_aside: true,
            ..Self::answers(answers)
        }
    }

    /// A list whose rows have been told.
    pub(super) fn listed(asks: &str, rows: Vec<(String, Then)>) -> Self {
        Self {
            asks: format!("{asks} Press enter alone to go back."),
            rows,
            stays: true,
            ..Self::default()
        }
    }

    /// The same, of which one is chosen and no other.
    pub(super) fn once(self) -> Self {
        Self {
            stays: false,
            ..self
        }
    }

    /// The rows with their numbers.
    pub(super) fn told(&self) -> impl Iterator<Item = String> {
        let numbered = (1..).zip(&self.rows);
        numbered.map(|(number, (says, _))| format!("{number}, {says}"))
    }
}

/// Where the analyst is.
#[derive(Debug, Clone, PartialEq, Default)]
enum Place {
    #[default]
    Menu,
    /// Deciding on changes.
    Review(Review),
    /// Saying something about a change: why it is refused, or what it is to say instead.
    Saying(Saying, Review),
    Typing(Typed),
    Picking(Picks),
    /// At a sentence of the brief.
    Sentence(usize),
}

/// The conversation with the analyst.
#[derive(Debug)]
pub(super) struct Dialogue {
    place: Place,
    /// The choices as they were last listed: what can be chosen changes by itself, what a number means must not.
    listed: Vec<Choice>,
    /// Those that are needed most as they were last seen: they are listed when they change, and not after every step.
    seen: Vec<Choice>,
    /// Which of the choices are to be listed next, whether they have changed or not: those needed less often where this is true.
    wanted: Option<bool>,
    /// The sentence and its answers as they were last told: they are not told again after each line that leads nowhere.
    heard: Option<Vec<String>>,
    keys: Keymap,
}

impl Dialogue {
    /// `keys` are those of the screen: letters mean the same here.
    pub(super) fn new(keys: Keymap) -> Self {
        Self {
            place: Place::default(),
            listed: Vec::new(),
            seen: Vec::new(),
            wanted: None,
            heard: None,
            keys,
        }
    }

    /// Another study is open: its choices are listed.
    pub(super) fn begin(&mut self) {
        self.place = Place::Menu;
        self.wanted = Some(false);
    }

    /// What the analyst is asked now.
    pub(super) fn prompt(&mut self, desk: &Desk<'_>) -> Vec<String> {
        let study = desk.study;
        let heard = self.heard.take();
        match &mut self.place {
            Place::Menu => self.menu(desk),
            Place::Review(review) => {
                change(study, review.section, review.hunk, review.decided(study))
            }
            Place::Saying(what, _) => vec![what.asks().to_owned()],
            Place::Typing(typed) => typed.asks(study),
            Place::Picking(picks) => {
                let again = std::mem::take(&mut picks.is_told_again);
                let rows = picks.told().filter(|_| again);
                rows.chain([picks.asks.clone()]).collect()
            }
            Place::Sentence(at) => {
                let asked = sentences::asked(desk, *at);
                let is_heard = heard.is_some_and(|heard| heard == asked);
                self.heard = Some(asked.clone());
                if is_heard {
                    vec![sentences::HEARD.to_owned()]
                } else {
                    asked
                }
            }
        }
    }

    /// The choices where they are new or were asked for; else only how to have them listed: a long list is long to listen to.
    fn menu(&mut self, desk: &Desk<'_>) -> Vec<String> {
        let first = Choice::all(desk, false);
        let wanted = self.wanted.take();
        if wanted.is_none() && first == self.seen {
            return vec!["Type a choice, or press enter to list them.".to_owned()];
        }
        self.listed = match wanted {
            Some(true) => Choice::all(desk, true),
            _ => first.clone(),
        };
        self.seen = first;
        let lead = if desk.study.question.is_empty() && wanted != Some(true) {
            "Type your question, or a choice by number or name:"
        } else {
            "Choices, by number or name:"
        };
        let numbered = (1..).zip(&self.listed);
        let lines =
            numbered.map(|(number, choice)| format!("{number}, {}", choice.says(desk.study)));
        std::iter::once(lead.to_owned()).chain(lines).collect()
    }

    /// Whether nothing is asked but what to do next.
    pub(super) fn is_at_menu(&self) -> bool {
        self.place == Place::Menu
    }

    /// Whether an instruction is being typed.
    pub(super) fn is_steering(&self) -> bool {
        matches!(self.place, Place::Typing(Typed::Instruction(_)))
    }

    /// Something is to be chosen from a list.
    pub(super) fn pick(&mut self, picks: Picks) {
        let from = match std::mem::take(&mut self.place) {
            Place::Picking(list) if list.stays => Some(Box::new(list)),
            _ => None,
        };
        if !picks.rows.is_empty() {
            self.place = Place::Picking(Picks { from, ..picks });
        }
    }

    /// What an update would touch was told: it is for the analyst to begin it.
    pub(super) fn offer_update(&mut self, impact: Impact) {
        let update = Wish::UpdateSections {
            news: impact.documents,
            sections: impact.sections,
        };
        self.pick(Picks::answers(vec![
            ("yes, ask the writer for that", Then::Do(vec![update])),
            (
                "no, leave the brief as it is",
                Then::Do(vec![said("The brief stays as it is.")]),
            ),
        ]));
    }

    /// What a typed line means.
    pub(super) fn answer(&mut self, line: &str, desk: &Desk<'_>) -> Vec<Wish> {
        let line = line.trim();
        match std::mem::take(&mut self.place) {
            Place::Menu => self.choose(line, desk),
            Place::Review(review) => self.decide(line, desk, review),
            Place::Saying(what, review) => self.say_of_change(line, desk, what, review),
            Place::Typing(typed) if line.is_empty() || typed.goes_back(line) => {
                self.place = typed.back();
                vec![]
            }
            Place::Typing(typed) => match typed.taken(line, desk) {
                Ok(wishes) => {
                    self.place = typed.back();
                    wishes
                }
                Err(problem) => {
                    self.place = Place::Typing(typed);
                    vec![said(&problem)]
                }
            },
            Place::Picking(picks) => self.picked(line, desk, picks),
            Place::Sentence(at) => self.at_sentence(line, desk, at),
        }
    }

    fn picked(&mut self, line: &str, desk: &Desk<'_>, picks: Picks) -> Vec<Wish> {
        let named = match number(line) {
            Some(at) => Vec::from_iter(picks.rows.get(at)),
            None if is_letter(line) => vec![],
            None => {
                let rows = picks.rows.iter();
                let rows = rows.map(|row| (row, row.0.as_str(), &[][..]));
                meant(line, Fit::Words, rows)
            }
        };
        let then = match named.as_slice() {
            [(_, then)] => then.clone(),
            [] if self.goes_back(line) => Then::Back,
            [] if picks.is_aside && number(line).is_none() => return self.choose(line, desk),
            found => {
                let problem = match (found, number(line)) {
                    ([], Some(_)) => "Nothing has this number.",
                    ([], None) => "Nothing in this list is called that.",
                    _ => "Several are called that: type the number.",
                };
                self.place = Place::Picking(picks);
                return vec![said(problem)];
            }
        };
        if then == Then::Back {
            if let Some(list) = picks.from {
                let is_told_again = true;
                self.place = Place::Picking(Picks {
                    is_told_again,
                    ..*list
                });
            }
            return vec![];
        }
        if picks.stays {
            self.place = Place::Picking(picks);
        }
        match then {
            Then::Do(wishes) => return wishes,
            Then::Type(typed) => self.place = Place::Typing(typed),
            Then::Sentence(at) => self.place = Place::Sentence(at),
            Then::Choose(choice) => return self.go(choice, desk),
            Then::Back => {}
        }
        vec![]
    }

    /// What is typed at the menu: the number of a choice, its name, a letter that is its key on the screen, or a question.
    fn choose(&mut self, line: &str, desk: &Desk<'_>) -> Vec<Wish> {
        const NONE: &str = "That is not one of the choices.";
        if line.is_empty() {
            self.wanted = Some(false);
            return vec![];
        }
        if let Some(choice) = number(line).and_then(|at| self.listed.get(at)).copied() {
            return self.go(choice, desk);
        }
        // As it is typed on the screen, where the key opens the field.
        if let Some(paths) = line.strip_prefix("+ ").filter(|_| !desk.is_read_only) {
            return vec![Wish::AddEvidence(vec![paths.trim().to_owned()])];
        }
        if let Some(action) = self.action(Scope::Reading, line) {
            if action == Action::Help {
                self.wanted = Some(false);
                return vec![said(
                    "A choice is taken by its number, by its name or a part of it, or by the letter that is its key on the screen.",
                )];
            }
            return match Choice::of(action) {
                Some(choice) => self.go(choice, desk),
                None => vec![said(NONE)],
            };
        }
        if is_letter(line) {
            return vec![said(NONE)];
        }
        if is_back(line) {
            return vec![said(
                "These are all the choices: there is nothing to go back to.",
            )];
        }
        match Choice::named(line, desk) {
            Named::One(choice) => self.go(choice, desk),
            Named::Several(choices) => {
                let answers = choices.iter().map(|choice| {
                    let says = choice.says(desk.study);
                    (says, Then::Choose(*choice))
                });
                self.place = Place::Picking(Picks::meant(answers.collect()));
                vec![said("Several choices are called that.")]
            }
            Named::Idle(choice) => vec![not_now(choice, desk)],
            Named::Nothing if !is_question(line) => vec![said(NONE)],
            Named::Nothing if !Choice::all(desk, false).contains(&Choice::Ask) => {
                vec![not_now(Choice::Ask, desk)]
            }
            Named::Nothing if desk.study.question.is_empty() => vec![Wish::Run(line.to_owned())],
            Named::Nothing => {
                let again = Then::Do(vec![Wish::Run(line.to_owned())]);
                let find = Then::Do(vec![Wish::Look(Look::Found(line.to_owned()))]);
                self.place = Place::Picking(Picks::meant(vec![
                    ("write the brief again, for this question".to_owned(), again),
                    ("find these words".to_owned(), find),
                    ("neither".to_owned(), Then::Back),
                ]));
                vec![said("No choice is called that.")]
            }
        }
    }

    /// What a line asks for that is the name of a command of the screen, or the letter that is its key there.
    fn action(&self, scope: Scope, line: &str) -> Option<Action> {
        let mut letters = line.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            // Digits are numbers here.
            let letter = Some(letter).filter(|letter| !letter.is_ascii_digit())?;
            return self.keys.letter(scope, letter);
        }
        // As keys are written on the screen: `^O`.
        let mut letters = line.chars();
        if let (Some('^'), Some(letter), None) = (letters.next(), letters.next(), letters.next()) {
            return self.keys.control(scope, letter);
        }
        Action::named(line)
    }

    fn go(&mut self, choice: Choice, desk: &Desk<'_>) -> Vec<Wish> {
        let is_offered = |more| Choice::all(desk, more).contains(&choice);
        if !is_offered(false) && !is_offered(true) {
            self.place = Place::Menu;
            return vec![not_now(choice, desk)];
        }
        let look = |look| vec![Wish::Look(look)];
        self.place = Place::Menu;
        match choice {
            Choice::Stop => return vec![Wish::Stop],
            Choice::Pause => return vec![Wish::Pause],
            Choice::GoOn => return vec![Wish::GoOn],
            Choice::Read => return vec![Wish::Say(told::brief(desk.study)), Wish::Standing],
            Choice::Update => return vec![Wish::Update],
            Choice::Undo => return vec![Wish::Execute(Command::Undo)],
            Choice::Redo => return vec![Wish::Execute(Command::Redo)],
            Choice::Judge => {
                let reading = Reading::Accepted;
                return vec![Wish::Execute(Command::Judge { reading })];
            }
            Choice::Complete => {
                let cycle = CycleKind::Complete;
                return vec![Wish::Execute(Command::StartCycle { cycle })];
            }
            Choice::AutoApply => return vec![Wish::ToggleAutoApply],
            Choice::Forget => return vec![Wish::Forget],
            Choice::NewStudy => return vec![Wish::Open(None)],
            Choice::Quit => return vec![Wish::Quit],
            Choice::Sources => return look(Look::Sources),
            Choice::Scores => return look(Look::Scores),
            Choice::Conflicts => return look(Look::Conflicts),
            Choice::History => return look(Look::History),
            Choice::Trace => return look(Look::Trace),
            Choice::Stats => return look(Look::Stats),
            Choice::Writer => return look(Look::Writers),
            Choice::Addresses => return look(Look::Addresses),
            Choice::Studies => return look(Look::Studies(Listed::Open)),
            Choice::Delete => return look(Look::Studies(Listed::Delete)),
            Choice::Undelete => return look(Look::Studies(Listed::Undelete)),
            Choice::More => self.wanted = Some(true),
            Choice::Decide => self.review_next(desk, vec![]),
            Choice::Walk => self.place = Place::Sentence(0),
            Choice::Ask => self.place = Place::Typing(Typed::Question),
            Choice::AddEvidence => self.place = Place::Typing(Typed::Evidence),
            Choice::Find => self.place = Place::Typing(Typed::Words),
            Choice::FindStudies => self.place = Place::Typing(Typed::WordsOfStudies),
            Choice::FindPassages => self.place = Place::Typing(Typed::WordsOfSources),
            Choice::LeftOut => return look(Look::LeftOut),
            Choice::Export => self.place = Place::Typing(Typed::Path),
            Choice::Watch => self.place = Place::Typing(Typed::Folder),
            Choice::Rename => self.place = Place::Typing(Typed::Name),
            Choice::Budget => self.place = Place::Typing(Typed::Budget),
            Choice::Steer | Choice::Another | Choice::Sent => {
                return self.choose_section(choice, desk);
            }
            Choice::Unwatch | Choice::SetAside => return self.choose_from(choice, desk),
        }
        vec![]
    }

    /// Which section a choice is about; there is nothing to ask where it can be only one.
    fn choose_section(&mut self, choice: Choice, desk: &Desk<'_>) -> Vec<Wish> {
        let study = desk.study;
        let all = (0..study.sections.len()).map(SectionId);
        let is_one = |id: &SectionId| match choice {
            Choice::Sent => super::choice::sent(study).contains(id),
            Choice::Steer => study.can_be_steered(*id),
            _ => study
                .section(*id)
                .is_some_and(crate::study::Section::is_written),
        };
        let sections: Vec<SectionId> = all.filter(is_one).collect();
        let of_one = |section: SectionId| match choice {
            Choice::Sent => Then::Do(vec![Wish::Look(Look::Sent(section))]),
            Choice::Steer => Then::Type(Typed::Instruction(vec![section])),
            _ => Then::Do(vec![Wish::Execute(Command::AnotherVersion { section })]),
        };
        let answer = |section: &SectionId| (told::title(study, *section), of_one(*section));
        let mut answers: Vec<(String, Then)> = sections.iter().map(answer).collect();
        if choice == Choice::Steer {
            let all = Then::Type(Typed::Instruction(sections));
            answers.insert(0, ("the whole brief".to_owned(), all));
        }
        self.place = Place::Picking(Picks::answers(answers));
        match choice {
            Choice::Steer => vec![Wish::ReckonSteering],
            _ => vec![],
        }
    }

    /// Which folder, or which source, a choice is about.
    fn choose_from(&mut self, choice: Choice, desk: &Desk<'_>) -> Vec<Wish> {
        let study = desk.study;
        let rows: Vec<(String, Then)> = if choice == Choice::Unwatch {
            let folders = study.watched.iter().cloned();
            folders
                .map(|folder| (folder.clone(), Then::Do(vec![Wish::Unwatch(folder)])))
                .collect()
        } else {
            let asides = sources(study).into_iter().filter_map(|id| {
                let document = study.document(id)?;
                let look = Then::Do(vec![Wish::Look(Look::SetAside(id))]);
                (document.set_aside > 0).then(|| (clean::line(&document.title, 100), look))
            });
            asides.collect()
        };
        self.place = Place::Picking(Picks::answers(rows));
        vec![]
    }
}

/// Whether a line that names no choice can be what a brief is to answer.
fn is_question(line: &str) -> bool {
    let words = line.split_whitespace();
    let words = words.filter(|word| word.contains(char::is_alphabetic));
    let least = if line.ends_with('?') { 1 } else { 3 };
    words.count() >= least && line.chars().filter(|c| c.is_alphabetic()).count() > 2
}

/// The place in a list that a typed number means.
fn number(line: &str) -> Option<usize> {
    line.trim_end_matches(['.', ','])
        .parse::<usize>()
        .ok()?
        .checked_sub(1)
}

pub(super) fn said(line: &str) -> Wish {
    Wish::Say(vec![line.to_owned()])
}

/// A choice that there is, and why it would do nothing now.
fn not_now(choice: Choice, desk: &Desk<'_>) -> Wish {
    said(&format!(
        "That is not available now: {}.",
        choice.why_not(desk)
    ))
}

#[cfg(test)]
mod tests;
