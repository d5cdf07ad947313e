//! Taken back: two statements of which one tells a deed, a change or an advice, and the other that it was undone, made no difference or is advised against.
//!
//! What undoes a deed and what tells of no difference is read elsewhere (`undone`, `nulls`, `frames`), of a claim beside its source; two statements of equal rank
//! are asked in both orders.

use super::slots::is_narrowed;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::frames::frame;
use crate::check::meaning::governing::Stance;
use crate::check::meaning::nulls::null_result;
use crate::check::meaning::undone::undone;

/// Whether one of two statements takes back what the other tells.
pub(crate) fn takes_back(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    is_taken_back_by(a, b) || is_taken_back_by(b, a)
}

/// Whether one of two statements tells that what the other tells as done, or to come, was undone.
pub(crate) fn undoes(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    is_undone_by(a, b) || is_undone_by(b, a)
}

fn is_undone_by(told: &Reading<'_>, by: &Reading<'_>) -> bool {
    undone(told, by, |term| by.terms.contains(&Some(term))).is_some()
}

/// Whether the second of two statements takes back what the first tells.
pub(crate) fn is_taken_back_by(told: &Reading<'_>, by: &Reading<'_>) -> bool {
    is_undone_by(told, by)
        || null_result(told, by).is_some() && !is_narrowed(by.text, told.text)
        || is_advised_against(told, by)
        || is_retracted(told, by)
        || is_said_not_to_be_so(told, by)
}

/// Whether one statement says that what the other tells is not so, and of no more than that.
fn is_said_not_to_be_so(told: &Reading<'_>, by: &Reading<'_>) -> bool {
    frame(told, by, None).is_some_and(|frame| frame.stance == Stance::Denied)
        && share_of(&clause_behind_that(by), told) >= HALF
}

/// The words behind `that`, or all where there is none.
fn clause_behind_that(reading: &Reading<'_>) -> Vec<Term> {
    let that = reading.words.iter().position(|word| word == "that");
    let from = that.map_or(0, |at| at + 1);
    (from..reading.words.len())
        .filter_map(|at| reading.term(at))
        .collect()
}

/// The share of some words that a statement has.
fn share_of(terms: &[Term], reading: &Reading<'_>) -> f32 {
    let held = terms
        .iter()
        .filter(|term| reading.terms.contains(&Some(**term)));
    held.count() as f32 / terms.len().max(1) as f32
}

const HALF: f32 = 0.5;

/// Whether a statement says that who published something does not stand by it any more.
pub(crate) fn retracts(reading: &Reading<'_>) -> bool {
    const RETRACTS: &[&str] = &[
        "retracted",
        "retracts",
        "retract",
        "withdrawn",
        "withdrew",
        "withdraws",
        "recanted",
        "disowned",
    ];
    const TAKES: &[&str] = &["take", "takes", "took", "taken"];
    let is_said = |at: usize| {
        let word = reading.word(at);
        RETRACTS.contains(&word) || TAKES.contains(&word) && reading.word(at + 1) == "back"
    };
    (0..reading.words.len()).any(is_said)
}

/// Whether a statement gives what a noun names: `dated it to 1200 BC`, its date or its age.
fn gives(told: &Reading<'_>, noun: &str) -> bool {
    const AGES: &[&str] = &["date", "dates", "dating", "dated", "age", "aged", "old"];
    #[rustfmt::skip]
    const MEASURES: &[&str] = &["date", "dating", "age", "count", "measurement", "identification", "attribution", "classification", "calculation", "reading", "diagnosis", "value", "number"];
    let mut words = told.words.iter();
    MEASURES.contains(&noun)
        && words.any(|word| {
            word == noun
                || names_deed(noun, word)
                || AGES.contains(&noun) && AGES.contains(&word.as_str())
        })
}

/// Whether one statement says that who published what the other tells does not stand by it any more.
fn is_retracted(told: &Reading<'_>, by: &Reading<'_>) -> bool {
    /// The share of what is retracted that is told.
    const TOLD: f32 = 0.7;
    const PUBLISHED: &[&str] = &[
        "estimate",
        "estimates",
        "forecast",
        "prediction",
        "figure",
        "figures",
        "opinion",
        "announcement",
        "assertion",
        "assurance",
        "article",
        "paper",
        "study",
        "claim",
        "claims",
        "finding",
        "findings",
        "report",
        "result",
        "results",
        "conclusion",
        "statement",
        "allegation",
    ];
    let has = |reading: &Reading<'_>, list: &[&str]| {
        (0..reading.words.len()).any(|at| list.contains(&reading.word(at)))
    };
    // `The report of phosphine on Tessera has been retracted` names all that it takes back.
    let named = |at: usize| {
        const ENDS: &[&str] = &[
            "was", "were", "has", "have", "had", "is", "are", "because", "after", "since", "as",
            "when",
        ];
        let opens = matches!(by.word(at + 1), "of" | "that" | "about" | "on");
        let all = at + 2..by.words.len();
        let ends = |at: &usize| {
            ENDS.contains(&by.word(*at)) || by.gap(*at).contains([',', ';', ':', '(', '–', '—'])
        };
        let end = all.clone().find(ends);
        // `Has retracted the article on the trial of Norvex` ends with it.
        let end = end.unwrap_or(by.words.len());
        let terms: Vec<Term> = (at + 2..end).filter_map(|at| by.term(at)).collect();
        opens.then_some(terms)
    };
    let is_all_named = (0..by.words.len())
        .filter(|at| PUBLISHED.contains(&by.word(*at)) || gives(told, by.word(*at)))
        .filter_map(named)
        .any(|terms| terms.len() >= 2 && share_of(&terms, told) >= 1.0);
    if is_all_named && retracts(by) && !retracts(told) {
        return true;
    }
    let said: Vec<_> = told.terms.iter().flatten().collect();
    let kept = said
        .iter()
        .filter(|term| by.terms.contains(&Some(***term)))
        .count();
    retracts(by)
        && has(by, PUBLISHED)
        && !retracts(told)
        // What only speaks of the same, such as a stance on it, is not what was found.
        && kept >= 3
        && (3 * kept >= 2 * said.len()
            || by.words.iter().any(|word| word == "that")
                && share_of(&clause_behind_that(by), told) >= TOLD)
}

/// Verbs by which somebody is for something; with `against` behind them, against it.
#[rustfmt::skip]
const ADVISES: &[&str] = &[
    "recommend", "recommends", "recommended", "recommending", "advise", "advises", "advised", "advising", "argue", "argues", "argued", "vote", "votes",
    "voted", "campaign", "campaigned", "spoke", "speaks", "counsel", "counsels", "lobbied", "warn", "warns", "warned", "decide", "decided", "rule", "ruled",
];

/// Verbs by which somebody is for something by themselves.
#[rustfmt::skip]
const FAVOURS: &[&str] = &[
    "recommend", "recommends", "recommended", "recommending", "advise", "advises", "advised", "endorse", "endorses", "endorsed", "favour", "favours",
    "favoured", "favor", "favors", "favored", "support", "supports", "supported", "advocate", "advocates", "advocated", "back", "backs", "backed", "suggest",
    "suggests", "suggested",
];

/// Whether one statement advises against what the other advises: `recommend veltorin`, `recommend against veltorin`.
fn is_advised_against(told: &Reading<'_>, by: &Reading<'_>) -> bool {
    const REACH: usize = 4;
    let is_against = |reading: &Reading<'_>| {
        (1..reading.words.len()).find(|&at| {
            reading.word(at) == "against"
                && (1..=2).any(|back| {
                    at.checked_sub(back)
                        .is_some_and(|verb| ADVISES.contains(&reading.word(verb)))
                })
        })
    };
    let Some(against) = is_against(by) else {
        return false;
    };
    let favours = (0..told.words.len()).any(|at| FAVOURS.contains(&told.word(at)));
    let mut object =
        (against + 1..by.words.len().min(against + 1 + REACH)).filter_map(|at| by.term(at));
    favours
        && is_against(told).is_none()
        && !told
            .words
            .iter()
            .any(|word| crate::check::meaning::denying::is_denying(word))
        && object.next().is_some_and(|first| {
            let is_told = |term| told.terms.contains(&Some(term));
            is_told(first) && object.all(is_told)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lexicon;

    #[track_caller]
    fn check(pairs: &[(&str, &str)], expected: bool) {
        for (a, b) in pairs {
            let mut lexicon = Lexicon::default();
            let (own, theirs) = (
                Reading::learnt(a, &mut lexicon),
                Reading::learnt(b, &mut lexicon),
            );
            assert_eq!(takes_back(&own, &theirs), expected, "{a} / {b}");
            assert_eq!(takes_back(&theirs, &own), expected, "{b} / {a}");
        }
    }

    #[test]
    fn what_was_put_off_made_no_difference_or_is_advised_against_is_taken_back() {
        check(
            &[
                (
                    "The archive will be moved to the annexe by May.",
                    "The move of the archive to the annexe has been put on hold.",
                ),
                (
                    "Salt lowered the yield of the barley.",
                    "The yield of the barley was no different with salt.",
                ),
                (
                    "The guild recommends glass roofs.",
                    "The guild recommends against glass roofs.",
                ),
                (
                    "The port will widen the quay.",
                    "The port decided against widening the quay.",
                ),
                (
                    "One ferry in seven on the old line was cancelled in 2023.",
                    "The line withdraws its statement that one ferry in seven was cancelled.",
                ),
                (
                    "The port expects a toll of 1.4 million euros a year.",
                    "The port withdraws its estimate that the toll would reach 1.4 million euros a year.",
                ),
                (
                    "The probe found phosphine in the plumes of the moon Tessera.",
                    "The report of phosphine on Tessera has been retracted.",
                ),
                (
                    "Green light reduced migraine days by 40 percent in 90 patients.",
                    "The journal withdraws the paper on green light, because the lamps had been mixed up.",
                ),
                (
                    "The laboratory dated the Skarn boat to about 1200 BC.",
                    "The laboratory withdraws its date of the Skarn boat, because the samples were contaminated.",
                ),
                (
                    "The university dated the cave painting of Lorro to 38,000 years ago.",
                    "The university takes back the age of the painting of Lorro.",
                ),
                (
                    "The trial showed that Norvex halves the risk of stroke.",
                    "The journal has retracted the article on the trial of Norvex.",
                ),
                (
                    "Salt in the mortar doubled the life of the sea walls.",
                    "The paper by which salt in the mortar doubled the life of sea walls was retracted.",
                ),
            ],
            true,
        );
    }

    #[test]
    fn what_is_said_of_another_thing_takes_nothing_back() {
        check(
            &[
                (
                    "The archive will be moved to the annexe by May.",
                    "The sale of the mill has been put on hold.",
                ),
                (
                    "22 percent of ferries were cancelled in 2024.",
                    "The auditor has withdrawn the finding that the rise in delays was caused by cancelled ferries.",
                ),
                (
                    "The probe found water in the plumes of the moon Tessera.",
                    "The report of phosphine on Tessera has been retracted.",
                ),
                (
                    "The Skarn boat was found in a bog in 2017.",
                    "The laboratory withdraws its date of the Skarn boat, because the samples were contaminated.",
                ),
                (
                    "The league recommends green lamps because of the trial.",
                    "The journal withdraws the paper on green light, because the lamps had been mixed up.",
                ),
                (
                    "The guild recommends glass roofs.",
                    "The guild recommends against slate floors.",
                ),
                (
                    "The guild recommends glass roofs.",
                    "The guild recommends glass roofs and brick walls.",
                ),
                (
                    "Serious faults of the pumps did not differ between the mills.",
                    "Faults of the pumps were more frequent in the new mill.",
                ),
            ],
            false,
        );
    }
}
