//! Deciding on changes, one by one or many at once.

use super::answers::{Answer as Named, Answered};
use super::typed::is_back;
use super::{Desk, Dialogue, Place, Wish, said};
use crate::clean;
use crate::cli::changes::open_changes;
use crate::cli::plain::names::{Fit, words};
use crate::study::{Command, Decision, HunkId, SectionId, Study, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope as KeyScope;

/// A change that is asked about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Review {
    pub(super) section: SectionId,
    pub(super) hunk: HunkId,
    /// Those that were decided on or left for later: they are not asked about again until the menu was seen.
    skipped: Vec<HunkId>,
}

/// What can be said to a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::plain) enum Answer {
    Accept,
    Reject,
    Later,
    Back,
    Reason,
    Words,
    AcceptSection,
    RejectSection,
    Undo,
    AcceptDraft,
    RejectDraft,
}

impl Named for Answer {
    const ALL: &'static [Self] = &[
        Self::Accept,
        Self::Reject,
        Self::Later,
        Self::Back,
        Self::Reason,
        Self::Words,
        Self::AcceptSection,
        Self::RejectSection,
        Self::Undo,
        Self::AcceptDraft,
        Self::RejectDraft,
    ];

    fn says(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Later => "leave it for later",
            Self::Back => "back",
            Self::Reason => "reject and say why",
            Self::Words => "put it in your own words",
            Self::AcceptSection => "accept all of this section",
            Self::RejectSection => "reject all of this section",
            Self::Undo => "undo the last step",
            Self::AcceptDraft => "accept all of the draft",
            Self::RejectDraft => "reject all of the draft",
        }
    }

    fn does(self) -> &'static [Action] {
        match self {
            Self::Accept => &[Action::Accept],
            Self::Reject => &[Action::Reject],
            Self::Later => &[Action::OpenHunkNext, Action::HunkNext],
            Self::Back => &[Action::LeaveReview, Action::Quit],
            Self::Reason => &[Action::RejectWithReason],
            Self::Words => &[Action::Edit],
            Self::AcceptSection => &[Action::AcceptAll],
            Self::RejectSection => &[Action::RejectAll],
            Self::Undo => &[Action::Undo],
            Self::AcceptDraft => &[Action::AcceptDraft],
            Self::RejectDraft => &[Action::RejectDraft],
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Saying {
    Reason,
    Words,
}

impl Saying {
    pub(super) const fn asks(self) -> &'static str {
        match self {
            Self::Reason => {
                "Say why it is rejected; the writer is told. Press enter alone to go back."
            }
            Self::Words => "Type what the sentence is to say. Press enter alone to go back.",
        }
    }
}

impl Dialogue {
    /// Goes to the next change that is open and was not left for later; to the menu where there is none.
    pub(super) fn review_next(&mut self, desk: &Desk<'_>, skipped: Vec<HunkId>) {
        let next = open_changes(desk.study).find(|(_, hunk)| !skipped.contains(&hunk.id));
        self.place = next.map_or(Place::Menu, |(section, hunk)| {
            Place::Review(Review {
                section,
                hunk: hunk.id,
                skipped,
            })
        });
    }

    pub(super) fn decide(&mut self, line: &str, desk: &Desk<'_>, review: Review) -> Vec<Wish> {
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
        // Whoever asks why is told, and rejects nothing by that.
        if let (Some((_, known)), true) = (known, words(line) == ["why"]) {
            self.place = Place::Review(review);
            let reason = known.reason.trim();
            let why = if reason.is_empty() {
                "The writer gave no reason.".to_owned()
            } else {
                format!("Why: {}", clean::stored(reason))
            };
            return vec![said(&why)];
        }
        let answer: Answer = match self.answered(line, KeyScope::Review, Fit::OtherWords) {
            Answered::One(answer) => answer,
            Answered::Nothing if self.goes_back(line) => Answer::Back,
            Answered::Several | Answered::Nothing => {
                self.place = Place::Review(review);
                return vec![said("That is not one of the choices.")];
            }
        };
        let wishes = match answer {
            Answer::Accept if is_clash => {
                self.place = Place::Review(review);
                return vec![said(
                    "You changed this sentence as well. 6 puts it in your own words, 2 keeps yours.",
                )];
            }
            Answer::Accept => vec![decide(Decision::Accepted), said("Accepted.")],
            Answer::Reject => vec![decide(Decision::Rejected), said("Rejected.")],
            Answer::Later => vec![],
            Answer::Back => return vec![],
            Answer::Reason => {
                self.place = Place::Saying(Saying::Reason, review);
                return vec![];
            }
            Answer::Words => {
                self.place = Place::Saying(Saying::Words, review);
                return vec![];
            }
            Answer::AcceptSection => {
                return self.decide_all(desk, review, Scope::Section, Decision::Accepted);
            }
            Answer::RejectSection => {
                return self.decide_all(desk, review, Scope::Section, Decision::Rejected);
            }
            Answer::AcceptDraft => {
                return self.decide_all(desk, review, Scope::Draft, Decision::Accepted);
            }
            Answer::RejectDraft => {
                return self.decide_all(desk, review, Scope::Draft, Decision::Rejected);
            }
            Answer::Undo => {
                self.place = Place::Review(review);
                let undone = said("The last step is undone.");
                return vec![Wish::Execute(Command::Undo), undone];
            }
        };
        // The study is as it was before the decision.
        self.review_next(desk, review.done());
        self.then(wishes)
    }

    /// Why a change is refused, or what it is to say instead.
    pub(super) fn say_of_change(
        &mut self,
        line: &str,
        desk: &Desk<'_>,
        what: Saying,
        review: Review,
    ) -> Vec<Wish> {
        if line.is_empty() || is_back(line) {
            self.place = Place::Review(review);
            return vec![];
        }
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
    /// How many changes were decided on since the menu was seen.
    pub(super) fn decided(&self, study: &Study) -> usize {
        let is_open = |id: &&HunkId| open_changes(study).any(|(_, hunk)| hunk.id == **id);
        self.skipped.iter().filter(|id| !is_open(id)).count()
    }

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
