//! The choices: what is offered, and what a typed line means where it was typed. Nothing is done here; what is wanted is handed back.

use super::super::changes::open_changes;
use super::change::change;
use super::choice::Choice;
use super::told;
use crate::clean;
use crate::pipeline::impact::Impact;
use crate::study::{
    Command, Decision, Document, DocumentId, HunkId, SectionId, Standing, Study, StudyId, counted,
};

/// How the choice of an update is named.
pub(super) const UPDATE: &str = "bring the new evidence into the brief";

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
    /// How the brief stands.
    Standing,
    /// The reasons of its scores.
    Scores,
    Export {
        path: String,
        overwrite: bool,
    },
    ListStudies,
    Open(Option<StudyId>),
    Quit,
}

/// What the choices depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Desk<'a> {
    pub study: &'a Study,
    pub is_busy: bool,
    pub is_read_only: bool,
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
    Question,
    Evidence,
    Instruction,
    Path,
    Overwrite(String),
    Studies(Vec<StudyId>),
    /// Choosing a source by its place in this list.
    Sources(Vec<DocumentId>),
    /// Whether it is to be taken out.
    TakeOut(DocumentId),
    /// Whether the new evidence is to be asked about, as it was told what it touches.
    Impact {
        news: Vec<DocumentId>,
        sections: Vec<SectionId>,
    },
}

/// A change that is asked about.
#[derive(Debug, Clone, PartialEq)]
struct Review {
    section: SectionId,
    hunk: HunkId,
    /// Those that were decided on or left for later: they are not asked about again until the menu was seen.
    skipped: Vec<HunkId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Saying {
    Reason,
    Words,
}

/// The conversation with the analyst.
#[derive(Debug, Default)]
pub(super) struct Dialogue {
    place: Place,
    /// The choices as they were last listed: what can be chosen changes by itself, what a number means must not.
    listed: Vec<Choice>,
}

impl Dialogue {
    /// What the analyst is asked now.
    pub(super) fn prompt(&mut self, desk: &Desk<'_>) -> Vec<String> {
        let study = desk.study;
        match &self.place {
            Place::Menu => {
                self.listed = Choice::all(desk);
                let numbered = (1..).zip(&self.listed);
                let lines =
                    numbered.map(|(number, choice)| format!("{number}, {}", choice.says(study)));
                std::iter::once("Choices, by number:".to_owned())
                    .chain(lines)
                    .collect()
            }
            Place::Review(review) => change(study, review.section, review.hunk),
            Place::Saying(what, _) => vec![
                match what {
                    Saying::Reason => {
                        "Say why it is rejected; the writer is told. Press enter alone to go back."
                    }
                    Saying::Words => "Type what the sentence is to say. Press enter alone to go back.",
                }
                .to_owned(),
            ],
            Place::Question if study.question.is_empty() => {
                vec!["Type the question. Press enter alone to go back.".to_owned()]
            }
            Place::Question => vec![
                format!("The question is: {}", clean::line(&study.question, 1000)),
                "Type a new question, or = to rewrite for this one. Press enter alone to go back."
                    .to_owned(),
            ],
            Place::Evidence => vec![
                "Type the path of a file or folder, or a web address. Press enter alone to go back."
                    .to_owned(),
            ],
            Place::Instruction => vec![
                "Say what is to be different about the brief. Press enter alone to go back.".to_owned(),
            ],
            Place::Path => vec![
                "Type the path of the file to write, such as brief.md. Press enter alone to go back."
                    .to_owned(),
            ],
            Place::Overwrite(path) => {
                vec![format!("{path} exists. 1, replace it. 2, leave it.")]
            }
            Place::Sources(_) => {
                vec!["Type the number of a source. Press enter alone to go back.".to_owned()]
            }
            Place::TakeOut(_) => vec!["1, remove it. 2, keep it.".to_owned()],
            Place::Impact { .. } => {
                vec!["1, ask the writer for that. 2, leave the brief as it is.".to_owned()]
            }
            Place::Studies(_) => vec![
                "Type the number of a study, or new for a new one. Press enter alone to go back."
                    .to_owned(),
            ],
        }
    }

    /// Whether nothing is asked but what to do next.
    pub(super) fn is_at_menu(&self) -> bool {
        self.place == Place::Menu
    }

    /// Whether an instruction is being typed.
    pub(super) fn is_steering(&self) -> bool {
        self.place == Place::Instruction
    }

    /// The file to export to exists.
    pub(super) fn ask_to_replace(&mut self, path: String) {
        self.place = Place::Overwrite(path);
    }

    /// What an update would touch was told: it is for the analyst to begin it.
    pub(super) fn offer_update(&mut self, impact: Impact) {
        self.place = Place::Impact {
            news: impact.documents,
            sections: impact.sections,
        };
    }

    /// The studies that can be chosen by their place in this list.
    pub(super) fn choose_study(&mut self, studies: Vec<StudyId>) {
        self.place = Place::Studies(studies);
    }

    /// What a typed line means.
    pub(super) fn answer(&mut self, line: &str, desk: &Desk<'_>) -> Vec<Wish> {
        let line = line.trim();
        let place = std::mem::take(&mut self.place);
        match place {
            Place::Menu => self.choose(line, desk),
            Place::Review(review) => self.decide(line, desk, review),
            Place::Saying(_, review) if line.is_empty() => {
                self.place = Place::Review(review);
                vec![]
            }
            Place::Saying(what, review) => {
                let (section, hunk, words) = (review.section, review.hunk, line.to_owned());
                let (command, word) = match what {
                    Saying::Reason => (
                        Command::Refuse {
                            section,
                            hunk,
                            why: words,
                        },
                        "Rejected.",
                    ),
                    Saying::Words => (
                        Command::EditHunk {
                            section,
                            hunk,
                            text: words,
                        },
                        "Accepted in your words.",
                    ),
                };
                self.review_next(desk, review.done());
                self.then(vec![Wish::Execute(command), said(word)])
            }
            _ if line.is_empty() => vec![],
            Place::Question if line == "=" => vec![Wish::Run(desk.study.question.clone())],
            Place::Question if !line.contains(char::is_alphabetic) => {
                self.place = Place::Question;
                vec![said(
                    "A question has words. Type one, or press enter alone to go back.",
                )]
            }
            Place::Question => vec![Wish::Run(line.to_owned())],
            Place::Evidence => vec![Wish::AddEvidence(vec![line.to_owned()])],
            Place::Instruction => {
                let study = desk.study;
                let all = (0..study.sections.len()).map(SectionId);
                vec![Wish::Execute(Command::Steer {
                    sections: all.filter(|id| study.can_be_steered(*id)).collect(),
                    text: line.to_owned(),
                    claim: None,
                })]
            }
            Place::Path => vec![Wish::Export {
                path: line.to_owned(),
                overwrite: false,
            }],
            Place::Overwrite(path) if line == "1" => vec![Wish::Export {
                path,
                overwrite: true,
            }],
            Place::Overwrite(_) => vec![said("It was left as it is.")],
            Place::Sources(sources) => match number(line).and_then(|at| sources.get(at)) {
                Some(document) => self.take_out(*document, desk.study),
                None => vec![said("No source has this number.")],
            },
            Place::TakeOut(document) => match line {
                "1" => vec![Wish::Execute(Command::TakeOut { document })],
                _ => vec![said("It stays in the evidence.")],
            },
            Place::Impact { news, sections } if line == "1" => {
                vec![Wish::UpdateSections { news, sections }]
            }
            Place::Impact { .. } => vec![said("The brief stays as it is.")],
            Place::Studies(_) if line == "new" => vec![Wish::Open(None)],
            Place::Studies(studies) => {
                let chosen = number(line).and_then(|at| studies.get(at));
                match chosen {
                    Some(study) => vec![Wish::Open(Some(*study))],
                    None => vec![said("There is no study of this number.")],
                }
            }
        }
    }

    fn choose(&mut self, line: &str, desk: &Desk<'_>) -> Vec<Wish> {
        if line.is_empty() {
            return vec![];
        }
        let Some(choice) = self.chosen(line, desk.study) else {
            // Where nothing was asked yet, what is no choice and has several words is the question.
            let is_question = desk.study.question.is_empty()
                && Choice::all(desk).contains(&Choice::Ask)
                && line.split_whitespace().nth(1).is_some()
                && line.contains(char::is_alphabetic);
            return vec![if is_question {
                Wish::Run(line.to_owned())
            } else {
                said("That is not one of the choices. Type a number, or how a choice begins.")
            }];
        };
        if !Choice::all(desk).contains(&choice) {
            return vec![said("That is no longer available.")];
        }
        match choice {
            Choice::Stop => return vec![Wish::Stop],
            Choice::Pause => return vec![Wish::Pause],
            Choice::GoOn => return vec![Wish::GoOn],
            Choice::Read => return vec![Wish::Say(told::brief(desk.study)), Wish::Standing],
            Choice::Sources => return vec![Wish::Say(told::sources(desk.study))],
            Choice::Scores => return vec![Wish::Scores],
            Choice::Update => return vec![Wish::Update],
            Choice::Undo => return vec![Wish::Execute(Command::Undo)],
            Choice::Redo => return vec![Wish::Execute(Command::Redo)],
            Choice::Studies => return vec![Wish::ListStudies],
            Choice::Quit => return vec![Wish::Quit],
            Choice::Decide => self.review_next(desk, vec![]),
            Choice::TakeOut => {
                let sources = to_take_out(desk.study);
                let lines = told::numbered(desk.study, &sources);
                self.place = Place::Sources(sources);
                return vec![Wish::Say(lines)];
            }
            Choice::Ask => self.place = Place::Question,
            Choice::AddEvidence => self.place = Place::Evidence,
            Choice::Steer => {
                self.place = Place::Instruction;
                return vec![Wish::ReckonSteering];
            }
            Choice::Export => self.place = Place::Path,
        }
        vec![]
    }

    /// The choice that a line names: by its number, or by how it begins where no other begins so.
    fn chosen(&self, line: &str, study: &Study) -> Option<Choice> {
        let by_number = number(line).and_then(|at| self.listed.get(at)).copied();
        by_number.or_else(|| {
            let typed = line.trim_end_matches('.').to_lowercase();
            let begins = |choice: &&Choice| choice.says(study).starts_with(&typed);
            let mut so_called = self.listed.iter().filter(begins);
            let first = so_called.next().copied();
            first.filter(|_| !typed.is_empty() && so_called.next().is_none())
        })
    }

    /// What rests on a source is told before it is taken out; one that was is put back at once.
    fn take_out(&mut self, document: DocumentId, study: &Study) -> Vec<Wish> {
        if study.standing(document) == Standing::TakenOut {
            return vec![Wish::Execute(Command::PutBack { document })];
        }
        self.place = Place::TakeOut(document);
        vec![Wish::Say(told::resting(study, document))]
    }

    /// Goes to the next change that is open and was not left for later; to the menu where there is none.
    fn review_next(&mut self, desk: &Desk<'_>, skipped: Vec<HunkId>) {
        let next = open_changes(desk.study).find(|(_, hunk)| !skipped.contains(&hunk.id));
        self.place = next.map_or(Place::Menu, |(section, hunk)| {
            Place::Review(Review {
                section,
                hunk: hunk.id,
                skipped,
            })
        });
    }

    fn decide(&mut self, line: &str, desk: &Desk<'_>, review: Review) -> Vec<Wish> {
        let (section, hunk) = (review.section, review.hunk);
        let decide = |decision| {
            Wish::Execute(Command::Decide {
                section,
                hunk,
                decision,
            })
        };
        let known = open_changes(desk.study).find(|(of, known)| (*of, known.id) == (section, hunk));
        let is_clash = known.is_some_and(|(_, known)| known.is_clash());
        let wishes = match line {
            "1" if is_clash => {
                self.place = Place::Review(review);
                return vec![said(
                    "You changed this sentence as well. 6 puts it in your own words, 2 keeps yours.",
                )];
            }
            "1" => vec![decide(Decision::Accepted), said("Accepted.")],
            "2" => vec![decide(Decision::Rejected), said("Rejected.")],
            "3" => vec![],
            "4" | "" => return vec![],
            "5" => {
                self.place = Place::Saying(Saying::Reason, review);
                return vec![];
            }
            "6" => {
                self.place = Place::Saying(Saying::Words, review);
                return vec![];
            }
            "7" => return self.decide_all(desk, review, Scope::Section, Decision::Accepted),
            "8" => return self.decide_all(desk, review, Scope::Section, Decision::Rejected),
            "10" => return self.decide_all(desk, review, Scope::Draft, Decision::Accepted),
            "11" => return self.decide_all(desk, review, Scope::Draft, Decision::Rejected),
            "9" => {
                self.place = Place::Review(review);
                let undone = said("The last step is undone.");
                return vec![Wish::Execute(Command::Undo), undone];
            }
            _ => {
                self.place = Place::Review(review);
                return vec![said("That is not one of the choices.")];
            }
        };
        // The study is as it was before the decision.
        self.review_next(desk, review.done());
        self.then(wishes)
    }

    /// Decides on all that is open in the section of the change or in the draft. A clash is accepted only by itself.
    fn decide_all(
        &mut self,
        desk: &Desk<'_>,
        review: Review,
        scope: Scope,
        decision: Decision,
    ) -> Vec<Wish> {
        let section = review.section;
        let is_accepted = decision == Decision::Accepted;
        let (taken, left): (Vec<_>, Vec<_>) = open_changes(desk.study)
            .filter(|(of, _)| scope == Scope::Draft || *of == section)
            .map(|(_, hunk)| hunk)
            .partition(|hunk| !(is_accepted && hunk.is_clash()));
        let mut told = match (taken.len(), is_accepted) {
            (0, _) => "Nothing is accepted.".to_owned(),
            (many, true) => format!("Accepted: {}.", counted(many, "change")),
            (many, false) => format!("Rejected: {}.", counted(many, "change")),
        };
        if taken.len() > 1 {
            told.push_str(" One undo reverses all of them.");
        }
        if !left.is_empty() {
            told.push_str(" You and the writer both changed ");
            told.push_str(&counted(left.len(), "other sentence"));
            told.push_str(": decide on that by itself.");
        }
        let mut skipped = review.skipped;
        skipped.extend(taken.iter().map(|hunk| hunk.id));
        self.review_next(desk, skipped);
        let command = match scope {
            Scope::Section => Command::DecideAll { section, decision },
            Scope::Draft => Command::DecideDraft { decision },
        };
        let execute = (!taken.is_empty()).then_some(Wish::Execute(command));
        self.then(execute.into_iter().chain([said(&told)]).collect())
    }

    /// After the last change it is told how the brief stands.
    fn then(&self, mut wishes: Vec<Wish>) -> Vec<Wish> {
        if self.place == Place::Menu {
            wishes.push(Wish::Standing);
        }
        wishes
    }
}

impl Review {
    /// What is not asked about again once this one was.
    fn done(mut self) -> Vec<HunkId> {
        self.skipped.push(self.hunk);
        self.skipped
    }
}

/// What one decision is about, where it is about more than one change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The section of the change that is asked about.
    Section,
    Draft,
}

/// The sources that can be taken out or put back: older versions cannot.
fn to_take_out(study: &Study) -> Vec<DocumentId> {
    let is_one =
        |document: &&Document| !matches!(study.standing(document.id), Standing::Superseded { .. });
    let sources = study.evidence.iter().filter(is_one);
    sources.map(|document| document.id).collect()
}

/// The place in a list that a typed number means.
fn number(line: &str) -> Option<usize> {
    line.trim_end_matches(['.', ','])
        .parse::<usize>()
        .ok()?
        .checked_sub(1)
}

fn said(line: &str) -> Wish {
    Wish::Say(vec![line.to_owned()])
}

#[cfg(test)]
mod tests;
