//! What a question asks for: a date, a price, a number of something, how long something goes on, an end, a decision, advice.
//!
//! A sentence that gives it answers the question, though it may repeat nothing of its words. Which words ask for what is read in `check` alone.

use super::definition::Defined;
use super::kin::kin;
use super::pool::Candidate;
use crate::check::{Amount, Question, Unit, is_stop_word, stem, words};

/// Kinds of value that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is asked for or not, whatever of the others"
)]
pub struct Sought {
    date: bool,
    money: bool,
    amount: bool,
    /// How long something goes on, or how long it is.
    span: bool,
    length: bool,
    /// The stems of what is to be counted: those of `pipe fitters`, of `How many pipe fitters are needed?`.
    counted: Vec<String>,
    /// Of which measures, where that is told: an age is a time.
    measures: &'static [&'static str],
    /// When something ends.
    end: bool,
    /// What was decided.
    decision: bool,
    /// What somebody recommends.
    advice: bool,
    /// How something works: the stems of what it is called.
    workings: Option<Vec<String>>,
    /// How something changed.
    change: bool,
    /// What something is.
    defined: Option<Defined>,
    /// How something was gone about.
    method: bool,
    /// What something hangs on.
    factors: bool,
}

impl Sought {
    /// What a question asks for, by its words.
    #[must_use]
    pub fn read(question: &str) -> Self {
        let defined = Defined::read(question);
        let question = Question::read(question);
        // What is counted may be told by another word for it.
        let counted = question.counted();
        let counted = counted.flat_map(|word| kin(word).map(stem).chain([stem(word)]));
        Self {
            date: question.asks_when() || question.says(&["wann", "quand"]),
            money: question.asks_for_money(),
            amount: question.asks_for_an_amount(),
            span: question.asks_how_long(),
            length: question.asks_for_a_length(),
            counted: counted.collect(),
            measures: question.measures(),
            end: question.asks_for_an_end(),
            decision: question.asks_what_was_decided(),
            advice: question.asks_for_advice(),
            workings: question
                .asks_how_it_works()
                .then(|| question.content().map(stem).collect()),
            change: question.asks_how_it_changed(),
            defined,
            method: question.asks_how_it_was_done(),
            factors: question.asks_for_factors(),
        }
    }

    /// Whether a sentence answers by what it says, whatever its words: it gives an end, or tells what was decided.
    #[must_use]
    pub fn is_answered_by(&self, candidate: &Candidate) -> bool {
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
            "on hold",
        ];
        const ADVISES: &[&str] = &["recommend", "advise", "suggest", "should "];
        let lower = candidate.text.to_lowercase();
        let says = |list: &[&str]| list.iter().any(|cue| lower.contains(cue));
        let dated = candidate
            .statement
            .quantities
            .iter()
            .any(|quantity| quantity.date().is_some());
        self.end && dated && says(ENDS)
            || self.decision && says(DECIDES)
            || self.advice && candidate.roles.advises && says(ADVISES)
    }

    /// Whether it is asked how something was gone about.
    #[must_use]
    pub fn is_of_a_method(&self) -> bool {
        self.method
    }

    /// How far a sentence tells what something is, how it works, how it was gone about or what it hangs on, where that is asked for.
    #[must_use]
    pub fn way(&self, candidate: &Candidate) -> Option<f32> {
        const REST: f32 = 0.5;
        let key = &candidate.key;
        if let Some(asked) = &self.defined {
            return Some(asked.fit(key));
        }
        let tells = if let Some(thing) = &self.workings {
            says_by_what(key) && (is_on(key, thing) || key.starts_with("it "))
        } else if self.method {
            candidate.is_preliminary || says_how_done(key) || says_by_what(key)
        } else if self.change {
            gives_a_change(candidate)
        } else if self.factors {
            names_factors(key)
        } else {
            return None;
        };
        Some(if tells { 1.0 } else { REST })
    }

    /// Whether money alone is asked for.
    #[must_use]
    pub fn is_of_money(&self) -> bool {
        self.money && !self.amount
    }

    /// Whether an amount of one measure is asked for: an age, a depth.
    #[must_use]
    pub fn is_of_a_measure(&self) -> bool {
        !self.measures.is_empty()
    }

    /// Whether a sentence gives a value of a kind that is asked for.
    #[must_use]
    pub fn is_given_by(&self, candidate: &Candidate) -> bool {
        candidate.statement.quantities.iter().any(|quantity| {
            let amount = quantity.amount();
            self.date && quantity.date().is_some()
                || self.amount
                    && amount
                        .is_some_and(|amount| self.is_of_what_is_counted(amount, &candidate.text))
                || self.money && amount.is_some_and(|amount| matches!(amount.unit, Unit::Money(_)))
                || self.length
                    && amount.is_some_and(|amount| amount.unit == Unit::Measure("length"))
                || self.span
                    && amount.is_some_and(|amount| {
                        matches!(amount.unit, Unit::Measure("time" | "months"))
                    })
        })
    }

    /// Whether an amount counts what is to be counted, or stands bare in a sentence on that; any does, where it is not named, of the measure that is asked for.
    fn is_of_what_is_counted(&self, amount: &Amount, text: &str) -> bool {
        const AGES: &[&str] = &["age", "aged", "ages", "old"];
        let tells_an_age = || {
            words(text)
                .filter_map(|span| text.get(span))
                .any(|word| AGES.contains(&word))
        };
        let is_of_the_measure = match amount.unit {
            Unit::Measure(measure) => self.measures.contains(&measure),
            Unit::Bare => tells_an_age(),
            _ => false,
        };
        if !self.measures.is_empty() && !is_of_the_measure {
            return false;
        }
        // What is counted stands in the singular, as far as that can be guessed; who does something is counted by it: `How many visited it?`, `9,000 visitors`.
        let is_named = |word: &str| {
            let forms = [stem(word), stem(&format!("{word}s"))];
            let does = |deed: &String| {
                let end = word.strip_prefix(deed.as_str());
                end.is_some_and(|end| matches!(end, "er" | "ers" | "or" | "ors"))
            };
            forms.iter().any(|form| self.counted.contains(form)) || self.counted.iter().any(does)
        };
        let mut said = words(text).filter_map(|span| text.get(span));
        match &amount.unit {
            _ if self.counted.is_empty() => true,
            Unit::Counted(words) => words.iter().any(|word| is_named(word)),
            Unit::Bare => said.any(|word| is_named(&word.to_lowercase())),
            _ => false,
        }
    }
}

/// Whether a sentence says by what something is done: `works by pressing`, `uses a valve to`.
fn says_by_what(key: &str) -> bool {
    #[rustfmt::skip]
    const MEANS: &[&str] = &[
        " uses ", " using ", " by means of ", " through ", " via ", " is used to ", " are used to ", " consists of ", " is based on ", " in order to ", " allows ", " allowing ", " enables ",
    ];
    let all: Vec<&str> = key.split(' ').collect();
    let is_doing = |pair: &[&str]| pair[0] == "by" && pair[1].len() > 4 && pair[1].ends_with("ing");
    all.windows(2).any(is_doing) || says(key, MEANS)
}

/// Whether a sentence is one on what is asked about from its beginning: who found a backdoor, and how, says nothing of how it works.
fn is_on(key: &str, asked: &[String]) -> bool {
    const OPENING: usize = 2;
    let mut opening = key
        .split(' ')
        .filter(|word| !is_stop_word(word))
        .take(OPENING);
    opening.any(|word| asked.contains(&stem(word)))
}

/// Whether a sentence says how something was found out: `compares two months with`.
fn says_how_done(key: &str) -> bool {
    #[rustfmt::skip]
    const WAYS: &[&str] = &[
        " compares ", " compared with ", " compared to ", " based on ", " random ", " randomly ", " randomised ", " randomized ", " blind ", " double blind ", " simulated ", " simulation ", " sample of ",
        " were asked ", " were interviewed ", " questionnaire ", " waited until ", " split into ", " trained on ", " held out ", " out of sample ", " test set ", " control group ", " were measured ", " was measured ",
    ];
    says(key, WAYS)
}

/// Whether a sentence says by how much something changed, or from what to what: `a 57 per cent fall in the number of sick days`.
fn gives_a_change(candidate: &Candidate) -> bool {
    #[rustfmt::skip]
    const CHANGES: &[&str] = &[
        "rise", "rose", "risen", "rises", "fall", "fell", "fallen", "falls", "drop", "dropped", "drops", "decline", "declined", "declines", "increase", "increased", "increases", "decrease",
        "decreased", "decreases", "grew", "grown", "grows", "growth", "up", "down", "reduction", "reduced", "doubled", "tripled", "halved", "changed", "unchanged", "higher", "lower", "compared",
    ];
    let mut given = candidate.statement.quantities.iter();
    let changes = candidate.key.split(' ').any(|word| CHANGES.contains(&word));
    changes && (given.any(|one| one.amount().is_some()) || candidate.key.contains("unchanged"))
}

/// Whether a sentence names what something hangs on.
fn names_factors(key: &str) -> bool {
    #[rustfmt::skip]
    const FACTORS: &[&str] = &[
        " factor ", " factors ", " predictor ", " predictors ", " predictive of ", " predicted by ", " determinant ", " determinants ", " determined by ", " depends on ", " depend on ", " associated with ",
        " linked to ", " driven by ", " correlated with ", " correlates with ", " influenced by ", " affected by ",
    ];
    says(key, FACTORS)
}

/// Whether one of some phrases stands in a sentence, whole.
fn says(key: &str, phrases: &[&str]) -> bool {
    let spaced = format!(" {key} ");
    phrases.iter().any(|phrase| spaced.contains(*phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_a_date_a_price_an_amount_an_end_or_a_decision() {
        let of = |question: &str| Sought::read(question);
        let none = Sought::default;
        for (question, expected) in [
            ("Why did sales fall?", none()),
            (
                "When was it opened?",
                Sought {
                    date: true,
                    ..none()
                },
            ),
            (
                "When will the works be finished?",
                Sought {
                    date: true,
                    end: true,
                    ..none()
                },
            ),
            (
                "What does it cost?",
                Sought {
                    money: true,
                    ..none()
                },
            ),
            (
                "How long must letters be kept?",
                Sought {
                    date: true,
                    span: true,
                    ..none()
                },
            ),
            (
                "How many are vacant?",
                Sought {
                    amount: true,
                    ..none()
                },
            ),
            (
                "How many oak gates are closed?",
                Sought {
                    amount: true,
                    counted: vec!["oak".to_owned(), "gate".to_owned()],
                    ..none()
                },
            ),
            (
                "How old is the bridge?",
                Sought {
                    amount: true,
                    measures: &["time", "months"],
                    ..none()
                },
            ),
            (
                "What did the board decide?",
                Sought {
                    decision: true,
                    ..none()
                },
            ),
        ] {
            assert_eq!(of(question), expected, "{question}");
        }
    }
}
