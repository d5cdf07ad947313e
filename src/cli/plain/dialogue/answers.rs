//! Answers that have a number, a name, and often a key of the screen: all three mean the same.

use super::{Dialogue, number};
use crate::cli::plain::names::{Fit, fit, meant, words};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;

/// An answer to a question that is asked in several places: its number is the same in all of them.
pub(in crate::cli::plain) trait Answer: Copy + 'static {
    /// In the order of their numbers.
    const ALL: &'static [Self];

    fn says(self) -> &'static str;

    /// What does the same on the screen.
    fn does(self) -> &'static [Action];
}

/// Answers with their numbers, as they are told.
pub(in crate::cli::plain) fn told<A: Answer>(is_told: impl Fn(A) -> bool) -> String {
    let numbered = (1..).zip(A::ALL).filter(|(_, answer)| is_told(**answer));
    let told: Vec<String> = numbered
        .map(|(number, answer)| format!("{number}, {}.", answer.says()))
        .collect();
    told.join(" ")
}

/// What a line answers.
pub(super) enum Answered<A> {
    One(A),
    /// All of them are called that.
    Several,
    Nothing,
}

impl Dialogue {
    /// What a line answers: by number, by the name of a command of the screen or the letter that is its key there, or else by a name, not worse than
    /// `worst`.
    pub(super) fn answered<A: Answer>(&self, line: &str, scope: Scope, worst: Fit) -> Answered<A> {
        if let Some(at) = number(line) {
            return match A::ALL.get(at) {
                Some(answer) => Answered::One(*answer),
                None => Answered::Nothing,
            };
        }
        let all = A::ALL.iter().copied();
        if let Some(action) = self.action(scope, line)
            && let Some(answer) = all.clone().find(|answer| answer.does().contains(&action))
        {
            return Answered::One(answer);
        }
        if is_letter(line) {
            return Answered::Nothing;
        }
        let named = all.map(|answer| (answer, answer.says(), answer.does()));
        match meant(line, worst, named).as_slice() {
            [] => Answered::Nothing,
            [one] => Answered::One(*one),
            _ => Answered::Several,
        }
    }

    /// Whether a line goes back where nothing that is offered is called that.
    pub(super) fn goes_back(&self, line: &str) -> bool {
        const CLOSE: [Action; 3] = [Action::Quit, Action::LeaveReview, Action::CloseLayer];
        if line.is_empty() || is_letter(line) {
            let action = self.action(Scope::Window, line);
            return line.is_empty() || action.is_some_and(|action| CLOSE.contains(&action));
        }
        fit(&words(line), &["go back"], &CLOSE).is_some_and(|how| how <= Fit::Words)
    }
}

/// A letter is a key or nothing: a word that begins with it may be far from what was meant.
pub(super) fn is_letter(line: &str) -> bool {
    line.chars().nth(1).is_none()
}
