//! Polarity: which way a sentence points.
//!
//! Two sentences in the same words can say the opposite: one holds a `not`, or one says `rose` where the other says `fell`. Both are read as signed
//! words with the content words around them, and oppose each other only where those agree, so that `prices rose and demand fell` does not oppose
//! `demand fell`.

mod opposition;

use std::ops::Range;

pub use self::opposition::Opposition;
use super::contrasts::{formerly, is_but_not, left_out, set_aside};
use super::denying::{
    denied_behind, denies_a_tie, is_negation, is_of_question, is_refusal, is_undone,
    is_vote_against,
};
use super::nulls::is_null;
use super::undone::{is_taken_back, undoes};
use crate::check::language::directions::{axis, denies_after, directions, is_thing};
use crate::check::language::irregular::is_past;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{HELPING_VERBS, Term, is_figure, renumbered};

/// The signed and the negated words of one sentence.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Polarity {
    signed: Vec<Signed>,
    /// What each negation stands before.
    denials: Vec<Denial>,
    /// The numbers in digits, as they are written, save those that are set aside.
    numbers: Vec<String>,
    /// What it sets one thing against: `, not the tram`, `instead of the 520 million`.
    rejected: Vec<Denial>,
    /// The words of that, of what was so before, and of what it turns down or holds something against.
    aside: Vec<Term>,
    /// Whether it tells of a loss, which is a denial in other words: `lost power` leaves one `without power`.
    loses: bool,
    /// Whether a verb in it undoes a deed, or words in it say that something makes no difference: both are looked into only then.
    pub(crate) turns: bool,
}

/// What one negation denies.
#[derive(Debug, Clone, PartialEq, Default)]
struct Denial {
    terms: Vec<Term>,
    /// Whether a verb is denied, the first of the terms: `may not apply to smokers` says nothing else of smokers.
    is_of_verb: bool,
    /// Whether a reason, or a manner, is denied, and not what it is of: `not why it ended`.
    is_of_reason: bool,
    /// Whether the verb stands elsewhere in the sentence as well, where it is not denied: `which sold its mill, did not sell the farm`.
    is_told_beside: bool,
    /// Of whom or what a clause of its own denies it: `cars` in `lorries pay the toll, but cars do not`.
    about: Vec<Term>,
    /// `…, not the 520 million`: the numbers behind a negation that sets one thing against another.
    numbers: Vec<String>,
}

/// A word that lies on one side of an axis.
#[derive(Debug, Clone, PartialEq)]
struct Signed {
    axis: usize,
    positive: bool,
    word: String,
    /// Content words close by: what it is about.
    about: Vec<Term>,
    /// Content words before it in its clause, or in the one before if it has none of its own: what rises or falls.
    subject: Vec<Term>,
    /// Content words behind it in its clause, where it is a verb by its form and what rises or falls stands right before it, or says what came first.
    behind: Option<Vec<Term>>,
}

impl Polarity {
    /// Whether it denies something or tells of an end, a loss, or of what was called off.
    #[must_use]
    pub fn ends(&self) -> bool {
        self.loses || self.turns || !self.denials.is_empty()
    }

    pub(crate) fn read(reading: &Reading<'_>) -> Self {
        let sentence = reading.text;
        let (spans, words, terms) = (&reading.spans, &reading.words, &reading.terms);
        let gap = |at: usize| {
            if at < spans.len() {
                reading.gap(at)
            } else {
                ""
            }
        };
        let negations: Vec<usize> = (0..words.len())
            .filter(|&at| is_negation(words, at) && !is_not_without(words, at))
            // `No, they rose.`
            .filter(|&at| {
                let is_first = at == 0 || gap(at).contains(['.', ':', '?', '!']);
                !is_first || !gap(at + 1).contains([',', '.', ':', ';', '!'])
            })
            .collect();
        let mut polarity = Self {
            loses: words.iter().any(|word| LOSSES.contains(&word.as_str())),
            turns: (0..words.len()).any(|at| undoes(words, at) || is_null(words, at)),
            ..Self::set_apart(words, terms, gap)
        };
        for &at in negations
            .iter()
            .filter(|&&at| !is_undone(words, at) && !is_of_question(words, at))
        {
            let is_contrast = at > 0 && gap(at).contains([',', '(', '–', '—']);
            // `failed to show` denies the showing, not what was to be shown, and `did not differ` not that there are two.
            let is_narrow = is_refusal(words, at)
                || words
                    .get(at + 1)
                    .is_some_and(|word| DIFFERS.contains(&word.as_str()));
            let most = if is_narrow { 1 } else { 2 };
            let first = behind_aside(words.len(), at, gap);
            // `Voting against and Lindqvist abstaining`: what was voted on stands elsewhere.
            if is_vote_against(words, at) && ends_clause(words, at + 1, gap) {
                continue;
            }
            let ending = (first + 1..first + 4).find(|&place| ends_clause(words, place, gap));
            let reach = ending.unwrap_or(first + 4) - first;
            let mut scope: Vec<Term> = terms
                .iter()
                .skip(first)
                .take(reach)
                .flatten()
                .take(most)
                .copied()
                .collect();
            if is_contrast || is_but_not(words, at) {
                let only = only_in(terms, &(first..first + reach));
                scope.retain(|term| only.contains(term));
            }
            let numbers = words.iter().skip(first).take(reach);
            // `Is not 100 m tall` denies the figure.
            let is_of_figure = words.get(at).is_some_and(|word| word == "not")
                && words.get(first).is_some_and(|word| is_figure(word));
            polarity.denials.push(Denial {
                is_of_verb: denies_verb(words, terms, at),
                is_told_beside: scope.first().is_some_and(|verb| {
                    terms.iter().flatten().filter(|term| *term == verb).count() > 1
                }),
                about: own_subject(words, terms, at, gap),
                is_of_reason: words
                    .get(first)
                    .is_some_and(|word| REASONS.contains(&word.as_str())),
                terms: scope,
                numbers: numbers
                    .filter(|word| (is_contrast || is_of_figure) && is_figure(word))
                    .cloned()
                    .collect(),
            });
        }
        polarity.denials.extend(denied_at_its_end(reading));
        for direction in directions(sentence, words, spans) {
            let at = direction.at;
            if is_thing(words, terms, at, gap(at + 1)) {
                continue;
            }
            let denial = negations
                .iter()
                .rev()
                .find(|&&negation| {
                    let reach = reach(words, negation, at);
                    negation < at && at - negation <= reach && !is_undone(words, negation)
                })
                .copied();
            let is_denied = denial.is_some() || denies_after(words, at) || is_taken_back(words, at);
            let (about, subject) = told_of(words, terms, at, gap);
            polarity.signed.push(Signed {
                axis: direction.axis,
                positive: direction.positive != is_denied,
                word: match (denial, direction.told) {
                    (Some(denial), _) => phrase(words, denial, at),
                    (None, Some(told)) => told,
                    (None, None) => words.get(at).cloned().unwrap_or_default(),
                },
                about,
                subject,
                behind: behind(words, terms, at, gap),
            });
        }
        polarity
    }

    /// The figures of a sentence, and what it sets one thing against.
    fn set_apart<'s>(
        words: &[String],
        terms: &[Option<Term>],
        gap: impl Fn(usize) -> &'s str + Copy,
    ) -> Self {
        let is_denied = |at: usize| {
            let is_apart = at > 0 && gap(at).contains([',', '(', '–', '—']);
            (is_apart || is_but_not(words, at)) && words.get(at).is_some_and(|word| word == "not")
        };
        let ends = |at: usize| ends_clause(words, at, gap);
        let aside: Vec<Range<usize>> = (0..words.len())
            .filter_map(|at| set_aside(words, at, is_denied(at), ends))
            .collect();
        let former: Vec<usize> = (0..words.len())
            .filter_map(|at| formerly(words, at))
            .collect();
        let is_aside =
            |at: &usize| former.contains(at) || aside.iter().any(|range| range.contains(at));
        let figures = words.iter().enumerate().filter(|(_, word)| is_figure(word));
        let left: Vec<Range<usize>> = (0..words.len())
            .filter_map(|at| left_out(words, at, ends))
            .collect();
        let is_left = |at: &usize| left.iter().any(|range| range.contains(at));
        let named = terms
            .iter()
            .enumerate()
            .filter(|(at, _)| is_aside(at) || is_left(at));
        Self {
            numbers: figures
                .filter(|(at, _)| !is_aside(at))
                .map(|(_, word)| word.clone())
                .collect(),
            aside: named.filter_map(|(_, term)| *term).collect(),
            rejected: aside
                .iter()
                .map(|range| rejected(words, terms, range))
                .collect(),
            ..Self::default()
        }
    }

    /// The same with other numbers for its terms; `None` where one of them has none.
    pub(crate) fn renumbered(&self, number: impl Fn(Term) -> Option<Term>) -> Option<Self> {
        let all = |terms: &[Term]| renumbered(terms, &number);
        let denial = |denial: &Denial| -> Option<Denial> {
            Some(Denial {
                terms: all(&denial.terms)?,
                about: all(&denial.about)?,
                numbers: denial.numbers.clone(),
                ..*denial
            })
        };
        let signed = |signed: &Signed| -> Option<Signed> {
            let behind = signed.behind.as_deref().map(all);
            Some(Signed {
                word: signed.word.clone(),
                about: all(&signed.about)?,
                subject: all(&signed.subject)?,
                behind: match behind {
                    Some(behind) => Some(behind?),
                    None => None,
                },
                ..*signed
            })
        };
        Some(Self {
            signed: self.signed.iter().map(signed).collect::<Option<_>>()?,
            denials: self.denials.iter().map(denial).collect::<Option<_>>()?,
            numbers: self.numbers.clone(),
            rejected: self.rejected.iter().map(denial).collect::<Option<_>>()?,
            aside: all(&self.aside)?,
            ..*self
        })
    }

    /// Whether a word in it denies something.
    pub(crate) fn denies(&self) -> bool {
        !self.denials.is_empty()
    }
}

/// What a clause that denies something speaks of, where it is not the first clause.
fn own_subject<'s>(
    words: &[String],
    terms: &[Option<Term>],
    at: usize,
    gap: impl Fn(usize) -> &'s str,
) -> Vec<Term> {
    const JOINS: &[&str] = &["but", "while", "whereas", "although", "though", "and", "or"];
    let begins = |&place: &usize| {
        gap(place).contains([',', ';', ':', '–', '—'])
            || words
                .get(place)
                .is_some_and(|word| JOINS.contains(&word.as_str()))
    };
    let Some(first) = (1..at).rev().find(begins) else {
        return Vec::new();
    };
    let all = terms.get(first..at).unwrap_or_default();
    all.iter().flatten().copied().collect()
}

/// What is denied by an ending behind its verb, as in Japanese and Korean.
fn denied_at_its_end(reading: &Reading<'_>) -> Option<Denial> {
    let at = (!reading.text.is_ascii())
        .then(|| denied_behind(reading.text))
        .flatten()?;
    let spans = reading.spans.iter();
    let before = spans.take_while(|span| span.start < at).count();
    let terms = reading.terms.iter().take(before).rev().flatten();
    Some(Denial {
        terms: terms.take(4).copied().collect(),
        ..Denial::default()
    })
}

/// Where what a denial denies begins: behind an aside, in `not, as was thought, because of it`.
fn behind_aside<'s>(end: usize, at: usize, gap: impl Fn(usize) -> &'s str) -> usize {
    const LONGEST: usize = 8;
    let opens = gap(at + 1).contains(',');
    let mut aside = at + 2..(at + 2 + LONGEST).min(end);
    let closes = aside.find(|&place| opens && gap(place).contains(','));
    closes.unwrap_or(at + 1)
}

/// How many words before a signed one a denial turns it.
fn reach(words: &[String], negation: usize, at: usize) -> usize {
    match words.get(at).map(String::as_str) {
        // `Had not seen it before signing` denies the seeing, not when it would have been.
        Some("before" | "after") => 1,
        _ if is_refusal(words, negation) => 4,
        _ if denies_a_tie(words, negation) => 6,
        // `None of the pupils failed`
        _ if is_none_of(words, negation) => 5,
        _ => 3,
    }
}

/// Whether a denial is one of the two of `not without risk`, which denies nothing.
fn is_not_without(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let is_both = |at: usize| word(at) == "not" && word(at + 1) == "without";
    is_both(at) || at.checked_sub(1).is_some_and(is_both)
}

/// `none of the`, `neither of them`
fn is_none_of(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    matches!(word(at), "none" | "neither") && word(at + 1) == "of"
}

/// The terms on both sides of a word.
fn around(terms: &[Option<Term>], at: usize) -> Vec<Term> {
    const REACH: usize = 6;
    let near = terms.iter().enumerate();
    near.skip(at.saturating_sub(REACH))
        .take(2 * REACH + 1)
        .filter(|(near, _)| *near != at)
        .filter_map(|(_, term)| *term)
        .collect()
}

/// The terms on both sides of a signed word, and those of what it tells of, which count among the former where an aside parts the two.
fn told_of<'s>(
    words: &[String],
    terms: &[Option<Term>],
    at: usize,
    gap: impl Fn(usize) -> &'s str,
) -> (Vec<Term>, Vec<Term>) {
    let aside = aside_before(words, at, &gap);
    let subject = subject(words, terms, (at, aside.unwrap_or(at)), gap);
    let mut about = around(terms, at);
    if aside.is_some() {
        about.extend(&subject);
    }
    (about, subject)
}

/// Where an aside begins that stands right before a verb, and says nothing of what rises: `Income, which had been falling for years, rose`.
fn aside_before<'s>(words: &[String], at: usize, gap: impl Fn(usize) -> &'s str) -> Option<usize> {
    let is_signed = |place: usize| words.get(place).is_some_and(|word| axis(word).is_some());
    let helps = |word: &&String| HELPING_VERBS.contains(&word.as_str()) || *word == "not";
    let helping = words.iter().take(at).rev().take_while(helps).count();
    let head = at - helping;
    let aside = (1..head).rev().find(|&place| gap(place).contains(','))?;
    (gap(head).contains(',') && !(0..aside).any(is_signed)).then_some(aside)
}

/// What the words of a range set one thing against.
fn rejected(words: &[String], terms: &[Option<Term>], range: &Range<usize>) -> Denial {
    let words = words.get(range.clone()).unwrap_or_default();
    Denial {
        terms: only_in(terms, range),
        numbers: words
            .iter()
            .filter(|word| is_figure(word))
            .cloned()
            .collect(),
        ..Denial::default()
    }
}

/// The terms of a range that stand nowhere else: what is chosen may have words of what is not, as in `os::target instead of os`.
fn only_in(terms: &[Option<Term>], range: &Range<usize>) -> Vec<Term> {
    let within = terms.get(range.clone()).unwrap_or_default();
    let is_elsewhere = |wanted: &Term| {
        let mut all = terms.iter().enumerate();
        all.any(|(at, term)| term.as_ref() == Some(wanted) && !range.contains(&at))
    };
    let mut only: Vec<Term> = within.iter().flatten().copied().collect();
    only.retain(|term| !is_elsewhere(term));
    only
}

/// Whether a denial before a place ends there, with its clause.
fn ends_clause<'s>(words: &[String], at: usize, gap: impl Fn(usize) -> &'s str) -> bool {
    let word = words.get(at);
    gap(at).contains([',', ';', ':', ')', '–', '—'])
        || word.is_some_and(|word| CLAUSE.contains(&word.as_str()))
}

/// Content words before a signed word and a place from which back it is told of, in its clause; those of the clause before where it has none, as in `prices rose and
/// then fell`.
fn subject<'s>(
    words: &[String],
    terms: &[Option<Term>],
    (at, from): (usize, usize),
    gap: impl Fn(usize) -> &'s str,
) -> Vec<Term> {
    let is_one_of = |place: usize, all: &[&str]| {
        let word = words.get(place);
        word.is_some_and(|word| all.contains(&word.as_str()))
    };
    // `Profits fell after the bank raised its rates`: what has risen or fallen before is another clause's.
    let has_turned = |place: usize| {
        let mut before = words.iter().take(place);
        before.any(|word| matches!(axis(word), Some((RISES, _))))
    };
    let begins_clause = |place: usize| {
        gap(place).contains([',', ';', ':', '(', '–', '—'])
            || is_one_of(place, CLAUSE)
            || is_one_of(place, UNDER) && has_turned(place)
    };
    // `Prices rose and then fell`; what is exported may fall all the same.
    let axis_at = |place: usize| words.get(place).and_then(|word| axis(word));
    let own = axis_at(at).map(|(own, _)| own);
    let is_on_axis = |place: usize| own.is_some() && axis_at(place).map(|(other, _)| other) == own;
    let mut subject: Vec<Term> = Vec::new();
    for place in (0..from).rev() {
        if !is_on_axis(place) {
            subject.extend(terms.get(place).copied().flatten());
        }
        if begins_clause(place) && !subject.is_empty() {
            break;
        }
    }
    subject
}

/// The content words behind a signed word in its clause, where it is a verb by its form and something stands right before it of which it tells.
fn behind<'s>(
    words: &[String],
    terms: &[Option<Term>],
    at: usize,
    gap: impl Fn(usize) -> &'s str,
) -> Option<Vec<Term>> {
    let word = words.get(at)?;
    let told_behind = || -> Vec<Term> {
        let clause = (at + 1..words.len()).take_while(|&place| !ends_clause(words, place, &gap));
        clause
            .filter_map(|place| terms.get(place).copied().flatten())
            .collect()
    };
    if is_of_order(word) {
        return Some(told_behind());
    }
    let is_verb = word.ends_with("ed") || is_past(word);
    let is_helping = |word: &String| matches!(word.as_str(), "has" | "have" | "had" | "also");
    let helping = words
        .iter()
        .take(at)
        .rev()
        .take_while(|&word| is_helping(word));
    let before = at.checked_sub(helping.count() + 1)?;
    let is_told_of_it = terms.get(before).is_some_and(Option::is_some) && !gap(at).contains(',');
    if !is_verb || !is_told_of_it {
        return None;
    }
    Some(told_behind())
}

/// Whether a word says which of two events came first.
fn is_of_order(word: &str) -> bool {
    matches!(word, "before" | "after")
}

/// The word that gives a direction, of the phrase that says it: `rise` of `did not rise`.
pub(crate) fn turning_word(phrase: &str) -> &str {
    phrase.rsplit(' ').next().unwrap_or(phrase)
}

/// A denied word with its negation: `did not rise`.
fn phrase(words: &[String], negation: usize, at: usize) -> String {
    const AUXILIARIES: &[&str] = &[
        "did", "does", "do", "is", "are", "was", "were", "has", "have", "had", "will", "would",
        "can", "could", "may",
    ];
    let with_auxiliary = negation
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|word| AUXILIARIES.contains(&word.as_str()));
    let from = negation - usize::from(with_auxiliary);
    words.get(from..=at).unwrap_or_default().join(" ")
}

/// Whether the word behind a negation that says something is what it denies: a verb or the like, and no adverb.
fn denies_verb(words: &[String], terms: &[Option<Term>], at: usize) -> bool {
    let is_not = |word: &String| word == "not" || word == "cannot" || word.ends_with("n't");
    let head = words
        .iter()
        .zip(terms)
        .skip(at + 1)
        .find(|(_, term)| term.is_some());
    let is_adverb = |word: &String| word.ends_with("ly") && !VERBS_IN_LY.contains(&word.as_str());
    words.get(at).is_some_and(is_not) && !head.is_some_and(|(word, _)| is_adverb(word))
}

/// Words behind a denial by which it is of the reason or the manner.
const REASONS: &[&str] = &[
    "why", "because", "due", "how", "where", "when", "what", "only", "just",
];

/// Verbs that end as adverbs do.
const VERBS_IN_LY: &[&str] = &[
    "apply", "supply", "reply", "imply", "comply", "rely", "multiply", "fly",
];

const DIFFERS: &[&str] = &["differ", "differs", "change", "vary", "varies"];

/// What denies in other words, or leaves one without.
const LOSSES: &[&str] = &[
    "oppose",
    "opposes",
    "opposed",
    "opposing",
    "objects",
    "objected",
    "lost",
    "lose",
    "loses",
    "losing",
    "loss",
    "losses",
    "deprived",
    "missing",
    "absent",
    "absence",
    "miss",
    "misses",
    "missed",
    "skip",
    "skips",
    "skipped",
    "withdrew",
    "withdraws",
    "withdrawn",
    "cancelled",
    "canceled",
];

/// The axis of what rises and falls.
const RISES: usize = 0;

/// Words that begin a clause with a subject of its own, or name a time.
const UNDER: &[&str] = &["after", "before", "since", "until", "if", "once"];

/// Words that begin a clause with a subject of its own.
const CLAUSE: &[&str] = &[
    "and", "but", "while", "whereas", "as", "when", "because", "although", "though", "yet",
];

#[cfg(test)]
mod tests;
