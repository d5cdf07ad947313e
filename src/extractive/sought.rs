//! What a question asks for: a date, a price, an amount, an end, a decision.
//!
//! A sentence that gives it answers the question, though it may repeat nothing of its words.

use super::pool::Candidate;
use crate::check::{Unit, words};

/// Kinds of value that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is asked for or not, whatever of the others"
)]
pub struct Sought {
    date: bool,
    money: bool,
    amount: bool,
    /// When something ends.
    end: bool,
    /// What was decided.
    decision: bool,
}

impl Sought {
    /// What a question asks for, by its words.
    #[must_use]
    pub fn read(question: &str) -> Self {
        let all: Vec<String> = words(question)
            .filter_map(|span| question.get(span))
            .map(str::to_lowercase)
            .collect();
        let says = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
        let asks_how = |list: &[&str]| {
            all.windows(2).any(
                |pair| matches!(pair, [how, much] if how == "how" && list.contains(&much.as_str())),
            )
        };
        Self {
            date: says(&["when", "deadline", "wann", "quand"]) || asks_how(&["long", "soon"]),
            money: says(&[
                "cost", "costs", "price", "prices", "budget", "pay", "kosten", "kostet",
            ]) || asks_how(&["expensive", "much"]),
            amount: asks_how(&["many", "much", "large", "big", "far", "often", "fast"]),
            end: says(&["when", "long", "deadline"])
                && says(&[
                    "finished",
                    "finish",
                    "complete",
                    "completed",
                    "completion",
                    "done",
                    "ready",
                    "end",
                    "ended",
                    "over",
                ]),
            decision: says(&[
                "decide", "decided", "decision", "agree", "agreed", "resolve", "resolved",
            ]),
        }
    }

    /// Whether a question asks for one thing alone: `How many posts are vacant?`. What should be done, and why something is so, is told by much else.
    #[must_use]
    pub fn is_narrow(question: &str) -> bool {
        const ASKS: &[&str] = &["what", "how", "when", "where", "who", "which"];
        const WIDENS: &[&str] = &["and", "or", "should", "why", "mean", "would", "explain"];
        let all: Vec<String> = words(question)
            .filter_map(|span| question.get(span))
            .map(str::to_lowercase)
            .collect();
        let is_any = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
        all.first()
            .is_some_and(|first| ASKS.contains(&first.as_str()))
            && !is_any(WIDENS)
            && !question.contains([',', ';'])
    }

    /// Whether a sentence answers by what it says, whatever its words: it gives an end, or tells what was decided.
    #[must_use]
    pub fn is_answered_by(self, candidate: &Candidate) -> bool {
        const ENDS: &[&str] = &[
            "by the end of ",
            "target",
            "deadline",
            "complet",
            "finish",
            "on track",
            "slipped to",
            "delayed until",
            "postponed to",
            "postponed until",
            "ready ",
        ];
        const DECIDES: &[&str] = &[
            "agreed to",
            "resolved to",
            "decided",
            "voted",
            "approved",
            "adopted",
            "postponed",
            "rejected",
            "agreed that",
            "accepted",
        ];
        let lower = candidate.text.to_lowercase();
        let says = |list: &[&str]| list.iter().any(|cue| lower.contains(cue));
        let dated = candidate
            .statement
            .quantities
            .iter()
            .any(|quantity| quantity.date().is_some());
        self.end && dated && says(ENDS) || self.decision && says(DECIDES)
    }

    /// Whether a sentence gives a value of a kind that is asked for.
    #[must_use]
    pub fn is_given_by(self, candidate: &Candidate) -> bool {
        candidate.statement.quantities.iter().any(|quantity| {
            let amount = quantity.amount();
            self.date && quantity.date().is_some()
                || self.amount && amount.is_some()
                || self.money && amount.is_some_and(|amount| matches!(amount.unit, Unit::Money(_)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_one_thing_is_narrow() {
        for narrow in [
            "How many kitchen posts are vacant?",
            "What is the winter range of the buses?",
            "When will it be finished?",
        ] {
            assert!(Sought::is_narrow(narrow), "{narrow}");
        }
        for wide in [
            "Why did sales fall?",
            "What does it cost and who pays?",
            "How should the city heat its schools?",
            "Should the city sell the hall?",
        ] {
            assert!(!Sought::is_narrow(wide), "{wide}");
        }
    }

    #[test]
    fn a_question_asks_for_a_date_a_price_an_amount_an_end_or_a_decision() {
        let of = |question: &str| Sought::read(question);
        let none = Sought::default();
        for (question, expected) in [
            ("Why did sales fall?", none),
            ("When was it opened?", Sought { date: true, ..none }),
            (
                "When will the works be finished?",
                Sought {
                    date: true,
                    end: true,
                    ..none
                },
            ),
            (
                "What does it cost?",
                Sought {
                    money: true,
                    ..none
                },
            ),
            (
                "How many are vacant?",
                Sought {
                    amount: true,
                    ..none
                },
            ),
            (
                "What did the board decide?",
                Sought {
                    decision: true,
                    ..none
                },
            ),
        ] {
            assert_eq!(of(question), expected, "{question}");
        }
    }
}
