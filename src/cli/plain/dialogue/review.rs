//! Deciding on changes, one by one or many at once.

use super::{Desk, Dialogue, Place, Wish, said};
use crate::cli::changes::open_changes;
use crate::study::{Command, Decision, HunkId, SectionId, counted};
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
        let line = self.of_review(line).unwrap_or(line);
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

    /// Why a change is refused, or what it is to say instead.
    pub(super) fn say_of_change(
        &mut self,
        line: &str,
        desk: &Desk<'_>,
        what: Saying,
        review: Review,
    ) -> Vec<Wish> {
        if line.is_empty() {
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

    /// The number of the answer that a command of the screen stands for.
    fn of_review(&self, line: &str) -> Option<&'static str> {
        Some(match self.action(KeyScope::Review, line)? {
            Action::Accept => "1",
            Action::Reject => "2",
            Action::OpenHunkNext | Action::HunkNext => "3",
            Action::LeaveReview | Action::Quit => "4",
            Action::RejectWithReason => "5",
            Action::Edit => "6",
            Action::AcceptAll => "7",
            Action::RejectAll => "8",
            Action::Undo => "9",
            Action::AcceptDraft => "10",
            Action::RejectDraft => "11",
            _ => return None,
        })
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
