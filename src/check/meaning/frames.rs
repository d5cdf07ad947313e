//! Frames: whether a sentence states what stands in it, or denies it, doubts it, or puts it under a condition.
//!
//! `It is false that the pier burned`, `rumours that the pier burned`, `if the pier burned` and `the owner considered burning the pier` have a claim's words, and
//! none says that the pier burned. What is read here is the words that govern others: which words they are is `governing`'s to know, and how far each
//! governs follows from its kind. A claim that keeps such words (`according to`, `is expected to`) says no more than its source. What a neutral voice
//! says is taken for stated, unless somebody disputes it in the same sentence or the next.

mod unsettled;

use std::ops::Range;

use super::governing::{
    ANAPHORS, BE, CONDITIONS, CONTRASTS, DISPROVES, Governs, JUDGED, REPORTS, SPEECH, Stance,
    UNDOES, governing, tells_an_aim,
};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{HELPING_VERBS, Term, plain_words};

/// The words that govern a claim's words in a sentence that does not state them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) stance: Stance,
    /// As they stand in the sentence.
    pub(crate) words: String,
}

impl Frame {
    /// Whether it says that something was left undone: `failed to pay`, which `did not pay` says too.
    pub(crate) fn is_omission(&self) -> bool {
        let lower = self.words.to_lowercase();
        self.stance == Stance::Denied && OMITS.iter().any(|root| lower.starts_with(root))
    }

    /// Whether it says in its own voice that something is not so: `it is false that`, and not `the owner denies that`.
    pub(crate) fn is_flat_denial(&self) -> bool {
        let lower = self.words.to_lowercase();
        self.stance == Stance::Denied && !WORD_OF.iter().any(|root| lower.starts_with(root))
    }

    /// Whether it tells what somebody says or thinks, and not what he means to do: `believe that`, not `plans to`.
    pub(crate) fn is_of_clause(&self) -> bool {
        self.stance == Stance::Open && !self.words.ends_with(" to")
    }
}

/// What words begin with that say that something was left undone.
const OMITS: &[&str] = &[
    "fail",
    "refus",
    "declin",
    "neglect",
    "forg",
    "unable",
    "yet to",
    "ruled out",
    "rules out",
    "decided against",
    "advised against",
];

/// What words begin with by which somebody says that something is not so, or by which nothing shows that it is.
const WORD_OF: &[&str] = &[
    "den", "disput", "reject", "dismiss", "retract", "withdr", "recant", "disown", "no ", "nobody",
    "few", "none",
];

/// Whether a sentence has words by which it may say that something was left undone.
pub(crate) fn tells_an_omission(text: &str) -> bool {
    OMITS.iter().any(|root| text.contains(root))
}

/// Words that govern others: where they stand, and what they say of which.
struct Operator {
    at: Range<usize>,
    governs: Range<usize>,
    stance: Stance,
    /// Whether it governs a verb, whose subject stands before it, and not a whole clause.
    is_of_verb: bool,
}

/// Words of a sentence that says no more than that the one before does not hold.
const MOST_BEHIND: usize = 14;

/// Verbs whose past looks like what is to be done.
const OF_ONE_FORM: &[&str] = &[
    "cost", "cut", "hit", "put", "set", "shut", "let", "read", "cast", "spread", "split", "bet",
    "burst", "quit",
];

/// Words for who was named before.
const PRONOUNS: &[&str] = &["he", "she", "it", "they", "we", "him", "her", "them"];

/// Whether words say that something said does not hold: `wrong`, `no proof`.
fn disproves(words: &[String]) -> bool {
    words.iter().any(|word| DISPROVES.contains(&word.as_str()))
        || words.windows(2).any(|pair| {
            matches!(pair, [no, what] if no == "no"
                && matches!(what.as_str(), "proof" | "evidence" | "basis" | "truth" | "sign" | "support" | "effect" | "difference" | "link" | "benefit"))
        })
}

/// Whether words say of what was named before that it is not so, and no more: `It does not`, `the auditors found that it had not`; not what somebody only says.
pub(crate) fn ends_in_denial(words: &[String]) -> bool {
    let is_said = words.iter().any(|word| REPORTS.contains(&word.as_str()));
    let refers = words.iter().any(|word| PRONOUNS.contains(&word.as_str()));
    let is_helping = |word: &String| HELPING_VERBS.contains(&word.as_str());
    refers
        && !is_said
        && match words {
            [.., helping, not] if not == "not" => is_helping(helping),
            [.., last] => last.ends_with("n't"),
            [] => false,
        }
}

/// How a sentence holds what a claim states flatly, if it does not state it; `behind` is the sentence after it.
pub(crate) fn frame(
    own: &Reading<'_>,
    theirs: &Reading<'_>,
    behind: Option<&str>,
) -> Option<Frame> {
    let operators = theirs.operators(own, behind);
    if operators.is_empty() || own.is_framed() {
        return None;
    }
    let asked: Vec<Term> = {
        let mut asked: Vec<Term> = own.terms.iter().copied().flatten().collect();
        asked.sort_unstable();
        asked.dedup();
        asked
    };
    let is_of_claim = |operator: &&Operator| {
        theirs.holds(operator, own, &asked) && !own.has_same(theirs, operator)
    };
    // `The claim that it burned is false` is somebody's word, and denied.
    let denied = |operator: &&Operator| operator.stance == Stance::Denied;
    let mut all = operators.iter();
    let mut others = operators.iter();
    let found = all.find(|operator| denied(operator) && is_of_claim(operator));
    let operator = found.or_else(|| others.find(is_of_claim))?;
    Some(Frame {
        stance: operator.stance,
        words: theirs.text_of(&operator.at).to_owned(),
    })
}

impl Reading<'_> {
    /// Whether a claim says itself that it is somebody's word, a plan or a doubt.
    fn is_framed(&self) -> bool {
        (0..self.words.len()).any(|at| {
            let is_month = at > 0 && self.surface(at) == "May";
            governing(&self.words, at).is_some()
                || SPEECH.contains(&self.word(at)) && !is_month
                || CONDITIONS.contains(&self.word(at)) && self.word(at) != "had"
        })
    }

    /// Whether a claim has a word in the very form.
    fn has_form(&self, term: Term, form: &str) -> bool {
        self.terms
            .iter()
            .zip(&self.words)
            .any(|(own, word)| *own == Some(term) && word == form)
    }

    /// Whether a claim has the governing words themselves.
    fn has_same(&self, theirs: &Self, operator: &Operator) -> bool {
        let wanted = theirs.words.get(operator.at.clone()).unwrap_or_default();
        !wanted.is_empty() && self.words.windows(wanted.len()).any(|own| own == wanted)
    }

    fn operators(&self, own: &Self, behind: Option<&str>) -> Vec<Operator> {
        let mut found: Vec<Operator> = self.gainsaid(behind).into_iter().collect();
        for at in 0..self.words.len() {
            if let Some((length, stance, governs)) = governing(&self.words, at)
                && (self.word(at) == "whether" || !self.is_undone(at))
            {
                let from = at + length;
                let operator = |governs: Range<usize>, is_of_verb| Operator {
                    at: at..from,
                    governs,
                    stance,
                    is_of_verb,
                };
                match governs {
                    Governs::Clause => {
                        found.push(operator(from..self.clause_end(from), false));
                    }
                    Governs::Verb => {
                        let reach = |from: usize| from..(from + 4).min(self.words.len());
                        found.push(operator(reach(from), true));
                        // `Intends to close the plant and to move the jobs.`
                        let is_of_infinitive = self.word(from - 1) == "to";
                        let joined = self.infinitives_joined(from).filter(|_| is_of_infinitive);
                        found.extend(joined.map(|next| operator(reach(next), true)));
                    }
                }
            }
            found.extend(self.foretold(at, own));
            found.extend(self.condition(at, own));
            found.extend(self.restricted(at, own));
            found.extend(self.not_found(at));
            found.extend(self.weighed(at));
            found.extend(self.advised(at));
            found.extend(self.announced(at, own));
        }
        found.extend(self.asked(own, behind));
        found.extend(self.judged());
        found.extend(self.disputed(behind));
        found
    }

    /// Behind an infinitive, those that are joined to it in its clause: `to close the plant and to move the jobs`.
    fn infinitives_joined(&self, from: usize) -> impl Iterator<Item = usize> {
        let end = (from + 1..self.words.len()).find(|&at| self.gap(at).contains([';', '—', '–']));
        let end = end.unwrap_or(self.words.len());
        (from + 1..end)
            .filter(|&at| {
                self.word(at) == "to" && matches!(self.word(at - 1), "and" | "or" | "then")
            })
            .map(|at| at + 1)
    }

    /// `nobody denies that`, `there is no doubt that`, `few doubt that`.
    fn is_undone(&self, at: usize) -> bool {
        let is_few = |before: usize| {
            self.word(before) == "few" && (before == 0 || self.word(before - 1) != "a")
        };
        (at.saturating_sub(3)..at)
            .any(|before| UNDOES.contains(&self.word(before)) || is_few(before))
            || self
                .words
                .iter()
                .take(at)
                .rev()
                .take(3)
                .any(|word| word.ends_with("n't"))
    }

    /// The end of the clause that begins at a word: what follows a semicolon, or a comma with a word that turns to something else, is another.
    fn clause_end(&self, from: usize) -> usize {
        (from + 1..self.words.len())
            .find(|&at| {
                let gap = self.gap(at);
                gap.contains([';', '—', '–'])
                    || gap.contains(',')
                        && (CONTRASTS.contains(&self.word(at))
                            || matches!(self.word(at), "which" | "and" | "while" | "as"))
            })
            .unwrap_or(self.words.len())
    }

    /// `Rain is forecast for Thursday`, of which a claim says that it rained.
    fn foretold(&self, at: usize, own: &Self) -> Option<Operator> {
        const FORETOLD: &[&str] = &[
            "forecast",
            "expected",
            "predicted",
            "planned",
            "scheduled",
            "projected",
            "due",
        ];
        const COMES: &[&str] = &[
            "will", "would", "shall", "may", "might", "could", "can", "should", "going",
        ];
        let is_foretold = matches!(self.word(at), "is" | "are" | "was" | "were")
            && FORETOLD.contains(&self.word(at + 1))
            && !matches!(self.word(at + 2), "to" | "that");
        let is_kept = || {
            own.words
                .iter()
                .any(|word| tells_an_aim(word) || COMES.contains(&word.as_str()))
        };
        if !is_foretold || is_kept() || at == 0 {
            return None;
        }
        let start = (1..at)
            .rev()
            .find(|&place| self.gap(place).contains([',', ';', ':', '–', '—']));
        Some(Operator {
            at: at..at + 2,
            governs: start.unwrap_or(0)..self.clause_end(at + 1),
            stance: Stance::Open,
            is_of_verb: false,
        })
    }

    /// `only board members`, of which a claim says it of members.
    fn restricted(&self, at: usize, own: &Self) -> Option<Operator> {
        let is_only = self.word(at) == "only" && !own.words.iter().any(|word| word == "only");
        let is_asked = |term: Term| own.terms.contains(&Some(term));
        let narrows = is_only
            && self.term(at + 1).is_some_and(|term| !is_asked(term))
            && self.term(at + 2).is_some_and(is_asked);
        narrows.then(|| Operator {
            at: at..at + 2,
            governs: at + 2..self.words.len(),
            stance: Stance::Open,
            is_of_verb: false,
        })
    }

    /// `if`, `unless`, `had it …`: neither what stands under the condition is stated, nor what follows from it.
    fn condition(&self, at: usize, own: &Self) -> Option<Operator> {
        let word = self.word(at);
        let is_condition = CONDITIONS.contains(&word)
            && match word {
                "if" => {
                    !matches!(self.word(at.wrapping_sub(1)), "as" | "even" | "only")
                        && !matches!(self.word(at + 1), "any" | "not" | "only")
                }
                "until" => at == 0,
                // `Had the pier burned, …` begins a sentence.
                "had" => at == 0 && (2..self.words.len()).any(|at| self.gap(at).contains(',')),
                _ => true,
            };
        if !is_condition || self.keeps_condition(at, own) {
            return None;
        }
        // What follows from the condition is not stated either, where it is to come.
        let is_to_come = self.words.iter().any(|word| {
            matches!(
                word.as_str(),
                "will" | "would" | "shall" | "wird" | "werden" | "could"
            )
        });
        let end = (at + 1..self.words.len())
            .find(|&next| self.gap(next).contains([',', ';']) || self.word(next) == "then")
            .unwrap_or(self.words.len());
        Some(Operator {
            at: at..at + 1,
            governs: if is_to_come {
                0..self.words.len()
            } else {
                at + 1..end
            },
            stance: Stance::Open,
            is_of_verb: false,
        })
    }

    /// Whether a claim has the condition that begins at a word in other words: `a name that is too long` of `if the name is too long`, `only where it lacks
    /// a password`; or goes on from it with a `then`.
    fn keeps_condition(&self, at: usize, own: &Self) -> bool {
        const KEEPS: &[&str] = &[
            "that", "which", "who", "where", "when", "whenever", "once", "whose",
        ];
        if self.word(at) != "if" {
            return false;
        }
        let mut words = own.words.iter();
        if words.any(|word| word == "then") {
            return true;
        }
        let Some(from) = own
            .words
            .iter()
            .position(|word| KEEPS.contains(&word.as_str()))
        else {
            return false;
        };
        let end = (at + 1..self.words.len())
            .find(|&next| self.gap(next).contains([',', ';']))
            .unwrap_or(self.words.len());
        // What stands before the word, and within its clause.
        let around = own.terms.get(from.saturating_sub(2)..).unwrap_or_default();
        let of_condition: Vec<Term> = (at + 1..end).filter_map(|at| self.term(at)).collect();
        let held = of_condition
            .iter()
            .filter(|term| around.contains(&Some(**term)));
        !of_condition.is_empty() && 2 * held.count() >= of_condition.len()
    }

    /// `The claim that … is false`, `Whether … remains unclear`.
    fn judged(&self) -> Option<Operator> {
        let from = (0..self.words.len()).find(|&at| matches!(self.word(at), "that" | "whether"))?;
        (from + 2..self.words.len()).find_map(|at| {
            if !BE.contains(&self.word(at)) {
                return None;
            }
            let reach = at + 1..(at + 6).min(self.words.len());
            let judged = reach.clone().find_map(|place| {
                let (_, stance) = JUDGED.iter().find(|(word, _)| *word == self.word(place))?;
                Some((place, *stance))
            });
            let judged = judged.or_else(|| self.weak_proof(from, reach));
            let (place, stance) = judged?;
            let is_denied = (at + 1..place)
                .any(|between| matches!(self.word(between), "not" | "no" | "never" | "hardly"));
            (!is_denied).then(|| Operator {
                at: at..place + 1,
                governs: from..at,
                stance,
                is_of_verb: false,
            })
        })
    }

    /// What somebody says, where another denies it in the same sentence or the next.
    fn disputed(&self, behind: Option<&str>) -> Option<Operator> {
        let speech = (0..self.words.len()).find(|&at| REPORTS.contains(&self.word(at)))?;
        let turn = (speech + 1..self.words.len()).find(|&at| {
            CONTRASTS.contains(&self.word(at))
                || self.word(at) == "which" && self.gap(at).contains(',')
                || self.gap(at).contains(';')
        });
        let here = turn.and_then(|turn| disproves(self.words.get(turn..)?).then_some(turn));
        let end = if let Some(turn) = here {
            turn
        } else {
            let behind: Vec<String> = plain_words(behind?).collect();
            let refers = behind.iter().any(|word| ANAPHORS.contains(&word.as_str()));
            if !(refers && disproves(&behind) && behind.len() <= MOST_BEHIND) {
                return None;
            }
            self.words.len()
        };
        Some(Operator {
            at: speech..speech + 1,
            governs: 0..end,
            stance: Stance::Open,
            is_of_verb: false,
        })
    }

    /// What somebody says or thinks, where it is said behind it that it is not so: `Many believe that the dam leaks. It does not.`
    fn gainsaid(&self, behind: Option<&str>) -> Option<Operator> {
        let is_open = |at: usize| {
            let governs = governing(&self.words, at);
            matches!(governs, Some((_, Stance::Open, Governs::Clause)))
        };
        let speech =
            (0..self.words.len()).find(|&at| REPORTS.contains(&self.word(at)) || is_open(at))?;
        let turns = |at: &usize| CONTRASTS.contains(&self.word(*at)) || self.gap(*at).contains(';');
        let turn = (speech + 1..self.words.len()).find(turns);
        let here = turn.and_then(|turn| ends_in_denial(self.words.get(turn..)?).then_some(turn));
        let is_behind = || {
            let behind: Vec<String> = behind.map(plain_words).into_iter().flatten().collect();
            behind.len() <= MOST_BEHIND && ends_in_denial(&behind)
        };
        let end = here.or_else(|| is_behind().then_some(self.words.len()))?;
        Some(Operator {
            at: speech..speech + 1,
            governs: speech + 1..end,
            stance: Stance::Denied,
            is_of_verb: false,
        })
    }

    /// Whether what an operator governs is what is asked for.
    fn holds(&self, operator: &Operator, own: &Self, asked: &[Term]) -> bool {
        let is_asked = |at: &usize| {
            self.terms
                .get(*at)
                .copied()
                .flatten()
                .is_some_and(|term| asked.binary_search(&term).is_ok())
        };
        if operator.is_of_verb {
            let Some(head) = operator
                .governs
                .clone()
                .find(|&at| self.terms.get(at).is_some_and(Option::is_some))
            else {
                return false;
            };
            let term = self.term(head);
            // What is to be done is told in another form than what is done, but for `is to be done`.
            let is_passive =
                (operator.governs.start..head).any(|at| matches!(self.word(at), "be" | "have"));
            if operator.stance == Stance::Open
                && !is_passive
                && !OF_ONE_FORM.contains(&self.word(head))
                && term.is_some_and(|term| own.has_form(term, self.word(head)))
                && !(self.is_unresolved(operator) && own.foretells(self.word(head)))
            {
                return false;
            }
            // `The tour` does not tell that somebody toured.
            let is_noun = |at: usize| {
                let before = at.checked_sub(1).map_or("", |before| self.word(before));
                matches!(
                    before,
                    "the" | "a" | "an" | "its" | "their" | "this" | "that"
                )
            };
            let is_said_flatly =
                (0..self.terms.len()).any(|at| at != head && self.term(at) == term && !is_noun(at));
            return is_asked(&head) && !is_said_flatly;
        }
        let distinct = |range: Range<usize>| {
            let mut terms: Vec<Term> = range
                .filter(is_asked)
                .filter_map(|at| self.term(at))
                .collect();
            terms.sort_unstable();
            terms.dedup();
            terms.len()
        };
        let within = distinct(operator.governs.clone());
        let all = distinct(0..self.terms.len());
        let outside =
            distinct(0..operator.governs.start) + distinct(operator.governs.end..self.terms.len());
        // `The minister denied that he had met her`: who is meant by `he` stands before it.
        let first = self.word(operator.governs.start);
        let last = operator
            .at
            .end
            .checked_sub(1)
            .map_or("", |last| self.word(last));
        let is_of_its_own = PRONOUNS.contains(&first) || matches!(last, "having" | "being");
        let (of_it, of_claim) = if is_of_its_own { (5, 5) } else { (7, 6) };
        let is_most = 10 * within >= of_it * all && 10 * within >= of_claim * asked.len();
        within >= 1 && is_most && outside < all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lexicon;

    #[track_caller]
    fn check(source: &str, behind: Option<&str>, claim: &str, expected: Option<Stance>) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let found = frame(&own, &theirs, behind);
        assert_eq!(
            found.as_ref().map(|frame| frame.stance),
            expected,
            "{source} / {claim}: {found:?}"
        );
    }

    const CLAIM: &str = "The owner burned the old pier.";

    #[test]
    fn what_is_said_not_to_be_so_is_denied() {
        for source in [
            "It is false that the owner burned the old pier.",
            "A clerk denied that the owner burned the old pier.",
            "The report that the owner burned the old pier was wrong.",
            "The claim that the owner burned the old pier is false.",
            "There is no evidence that the owner burned the old pier.",
            "The owner almost burned the old pier.",
        ] {
            check(source, None, CLAIM, Some(Stance::Denied));
        }
    }

    #[test]
    fn what_is_only_said_asked_wanted_or_supposed_is_open() {
        for source in [
            "Whether the owner burned the old pier is unclear.",
            "Had the owner burned the old pier, it would show.",
            "If the owner burned the old pier, the policy is void.",
            "Rumours that the owner burned the old pier went round.",
            "The owner considered burning the old pier.",
            "The owner is expected to burn the old pier.",
            "Neighbours said the owner burned the old pier, but a court found no proof.",
            "The owner was accused of burning the old pier.",
            "The old pier was planned to be burned by the owner.",
            "The owner hopes to sell the boats and to burn the old pier.",
            "The device was designed to burn the old pier of the owner.",
            "The council recommended that the owner burned the old pier.",
            "The owner was due to burn the old pier; the burn was scheduled for May.",
            "Most historians today believe that the owner burned the old pier.",
            "A few neighbours hold that the owner burned the old pier.",
            "Legend has it that the owner burned the old pier.",
            "The owner will burn the old pier in May, unlike the boats.",
            "It is often said that the owner burned the old pier.",
            "It was widely assumed that the owner burned the old pier.",
            "Some people think that the owner burned the old pier, although no witness was found.",
            "According to legend, the owner burned the old pier.",
            "Neighbours believe the owner burned the old pier.",
        ] {
            check(source, None, CLAIM, Some(Stance::Open));
        }
        check(
            "The police said that the owner burned the old pier.",
            Some("The jury acquitted him."),
            CLAIM,
            Some(Stance::Open),
        );
    }

    #[test]
    fn what_is_stated_confirmed_or_kept_is_not() {
        for source in [
            "The owner burned the old pier.",
            "The police said that the owner burned the old pier.",
            "Nobody disputes that the owner burned the old pier.",
            "Few doubt that the owner burned the old pier.",
            "There is no doubt that the owner burned the old pier.",
            "The owner, who had planned to sell the boats, burned the old pier.",
            "The owner came to sell the boats; he burned the old pier and went to sleep.",
        ] {
            check(source, Some("The boats are gone."), CLAIM, None);
        }
        check(
            "The owner is expected to burn the old pier.",
            None,
            "The owner is expected to burn the pier.",
            None,
        );
        check(
            "According to the guard, the owner burned the old pier; others disagree.",
            None,
            "According to the guard, the owner burned the old pier.",
            None,
        );
    }
}
