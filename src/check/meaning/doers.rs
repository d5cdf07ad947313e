//! Doers: who does a deed, to whom and for whom, wherever in the sentence they stand and whichever verb tells it.
//!
//! `The mayor, Ines Prado, recommended her deputy Luis Arce` names two people, and which of them recommended the other is told by where they stand about the verb.
//! Each side of a verb is read to the end of its phrase, through `of` and `at`, back over `which` and an apposition; behind `by` stands who did it, behind `to`
//! whom it reached. Two texts are told apart only where two sides of one verb have changed places and neither has anything of its own left on its side, so that
//! a phrase that is read too far makes nothing of it; or where the source tells the deed of another doer, and another such deed of the claim's.

use super::deeds::is_told_as_deed;
use super::denying::is_denying;
use super::polarity::Opposition;
use super::roles::MUTUAL;
use crate::check::language::irregular::is_past as is_irregular_past;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;

/// Those who have a part in a deed: the doer, whom it is done to, and who stands behind a preposition.
#[derive(Debug, Default)]
struct Deed {
    at: usize,
    doer: Vec<usize>,
    patient: Vec<usize>,
    /// Whether the doer stands behind `by`.
    is_done_by: bool,
    behind: Vec<(&'static str, Vec<usize>)>,
}

/// Prepositions behind which somebody has a part in a deed.
const PARTS: &[&str] = &[
    "to", "from", "against", "on", "over", "into", "after", "for",
];

/// Prepositions inside a phrase: `the reservoir at Molde`.
const WITHIN: &[&str] = &["of", "at", "in"];

/// Words of a phrase that name nothing.
#[rustfmt::skip]
const BEFORE_NOUNS: &[&str] = &["the", "a", "an", "his", "her", "its", "their", "our", "my", "this", "these", "both", "two", "other", "new", "own"];

const RELATIVES: &[&str] = &["who", "which", "that"];

const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

/// Words between a subject and its verb.
#[rustfmt::skip]
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "been", "being", "be", "has", "have", "had", "will", "would", "may", "can", "could", "did", "does", "do", "also", "later", "then",
    "once", "now", "still", "itself", "himself", "herself", "themselves", "in", "turn", "first", "soon", "again", "finally",
];

/// The most words that say something on one side.
const MOST: usize = 5;

/// Two that have changed sides about one verb of a claim and its source.
pub(crate) fn exchanged_doers(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    (1..claim.words.len()).find_map(|at| {
        let term = claim.term(at).filter(|_| is_pivot(claim, at))?;
        let is_it = |&place: &usize| source.term(place) == Some(term) && !is_capital(source, place);
        let mut places = (0..source.words.len()).filter(is_it).peekable();
        places.peek()?;
        let own = Deed::read(claim, at)?;
        let deeds: Vec<Deed> = places
            .filter_map(|place| Deed::read(source, place))
            .collect();
        let theirs = own.told_otherwise(claim, &deeds, source)?;
        Some(Opposition::Swapped {
            claim: own.said(claim),
            source: theirs.said(source),
        })
    })
}

/// Whether a word that says something stands as a verb, or as what one thing is of another, between two sides.
fn is_pivot(claim: &Reading<'_>, at: usize) -> bool {
    let is_mutual = MUTUAL.contains(&claim.word(at));
    !is_mutual && !is_capital(claim, at) && (is_told_as_deed(claim, at) || is_noun_of(claim, at))
}

/// Whether a word is what one thing is of another: `a subsidiary of`.
fn is_noun_of(text: &Reading<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| text.word(before));
    matches!(before, "a" | "an" | "the") && matches!(text.word(at + 1), "of" | "to")
}

impl Deed {
    fn read(text: &Reading<'_>, at: usize) -> Option<Self> {
        let noun = is_noun_of(text, at);
        let start = if noun { at - 1 } else { at };
        let (before, is_passive) = before(text, start)?;
        let mut deed = Self {
            at,
            ..Self::default()
        };
        if noun {
            deed.doer = before;
            deed.patient = phrase_behind(text, at + 2);
            return Some(deed);
        }
        let end = clause_end(text, at);
        let by = (at + 1..end.min(at + 9)).find(|&place| text.word(place) == "by");
        // `Designed by Holt and built by Krag`
        let is_by_somebody = text.word(at + 1) == "by"
            && (is_capital(text, at + 2) || BEFORE_NOUNS.contains(&text.word(at + 2)));
        let word = text.word(at);
        let is_participle = word.ends_with("ed")
            || word.ends_with("en")
            || is_by_somebody && is_irregular_past(word);
        let is_done_by = by.filter(|&by| is_passive || is_participle && by <= at + 2);
        deed.is_done_by = is_done_by.is_some();
        if let Some(by) = is_done_by {
            deed.doer = phrase_behind(text, by + 1);
            deed.patient = before;
        } else if is_passive {
            deed.patient = before;
        } else {
            deed.doer = before;
            deed.patient = phrase_behind(text, at + 1);
        }
        deed.behind = PARTS
            .iter()
            .filter_map(|part| {
                let place = (at + 1..end).find(|&place| text.word(place) == *part)?;
                Some((*part, phrase_behind(text, place + 1)))
            })
            .collect();
        Some(deed)
    }

    /// The parts that two who take part in a deed have in it.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &[usize])> {
        let own = [
            ("doer", self.doer.as_slice()),
            ("patient", self.patient.as_slice()),
        ];
        let behind = self.behind.iter();
        own.into_iter()
            .chain(behind.map(|(part, places)| (*part, places.as_slice())))
    }

    fn part(&self, wanted: &str) -> &[usize] {
        let mut parts = self.parts();
        parts
            .find(|(part, _)| *part == wanted)
            .map_or(&[], |(_, places)| places)
    }

    /// The deed of a source that has its parts the other way round, or that gives what is done to another doer, who in it does something else; none where one of
    /// its deeds is that of the claim.
    fn told_otherwise<'d>(
        &self,
        claim: &Reading<'_>,
        deeds: &'d [Self],
        source: &Reading<'_>,
    ) -> Option<&'d Self> {
        let shares = |own: &[usize], theirs: &[usize]| {
            let terms = terms(source, theirs);
            terms_of(claim, own).any(|term| terms.contains(&term))
        };
        let has_doer = |deed: &&Self| shares(&self.doer, &deed.doer);
        let has_patient = |deed: &&Self| shares(&self.patient, &deed.patient);
        let is_exchanged = |deed: &&Self| self.is_exchanged(claim, deed, source);
        if let Some(turned) = deeds.iter().find(is_exchanged) {
            let mut others = deeds.iter().filter(|deed| !is_exchanged(deed));
            // What is done to the same by another is no deed of the claim's.
            let is_its = |own: &[usize], theirs: &[usize], has: bool| {
                has || own.is_empty() || theirs.is_empty()
            };
            let is_told = others.any(|deed| {
                let (doer, patient) = (has_doer(&deed), has_patient(&deed));
                (doer || patient)
                    && is_its(&self.doer, &deed.doer, doer)
                    && is_its(&self.patient, &deed.patient, patient)
            });
            return (!is_told).then_some(turned);
        }
        // `Led until the last mile` is done to nobody.
        let has_its_rest = |deed: &&Self| {
            let (own, theirs) = (rest(claim, self.at), rest(source, deed.at));
            let is_done_to_nobody =
                self.patient.is_empty() && deed.patient.is_empty() && !is_noun_of(claim, self.at);
            is_done_to_nobody && !own.is_empty() && own.iter().all(|term| theirs.contains(term))
        };
        // What was done by somebody is told before, where nothing stands right before the verb.
        let is_elided = |deed: &&Self| deed.is_done_by && deed.patient.is_empty();
        let is_its = |deed: &&Self| has_patient(deed) || has_its_rest(deed) || is_elided(deed);
        let is_of_other_name =
            |deed: &&Self| is_its(deed) && self.is_of_other_name(claim, deed, source);
        let is_told = deeds.iter().any(|deed| has_doer(&deed) && is_its(&deed));
        if is_told {
            return None;
        }
        if let Some(theirs) = deeds.iter().find(is_of_other_name) {
            return Some(theirs);
        }
        let is_of_another =
            |deed: &&Self| !deed.doer.is_empty() && !has_doer(deed) && has_patient(deed);
        let does_another =
            |deed: &&Self| has_doer(deed) && !deed.patient.is_empty() && !has_patient(deed);
        let theirs = deeds.iter().find(is_of_another)?;
        deeds
            .iter()
            .any(|deed| does_another(&deed))
            .then_some(theirs)
    }

    /// Whether a source names a doer, and it is another than the claim's, whom the source names as well.
    fn is_of_other_name(&self, claim: &Reading<'_>, theirs: &Self, source: &Reading<'_>) -> bool {
        let (own, other) = (named(claim, &self.doer), named(source, &theirs.doer));
        let is_there = |term: &Term| source.terms.contains(&Some(*term));
        let is_doer = |term: &Term| terms(source, &theirs.doer).contains(term);
        !own.is_empty() && !other.is_empty() && own.iter().all(is_there) && !own.iter().any(is_doer)
    }

    /// Whether two have each other's parts in a deed of a source: by their names, where both have one.
    fn is_exchanged(&self, claim: &Reading<'_>, theirs: &Self, source: &Reading<'_>) -> bool {
        let parts: Vec<(&str, &[usize])> = self.parts().collect();
        let pairs = parts
            .iter()
            .enumerate()
            .flat_map(|(at, one)| parts.iter().skip(at + 1).map(move |other| (one, other)));
        let mut pairs = pairs.map(|((one, a), (other, b))| {
            let (named_a, named_b) = (named(claim, a), named(claim, b));
            let (a, b) = if named_a.is_empty() || named_b.is_empty() {
                (terms(claim, a), terms(claim, b))
            } else {
                (named_a, named_b)
            };
            let (their_a, their_b) = (
                terms(source, theirs.part(one)),
                terms(source, theirs.part(other)),
            );
            // A word of both sides tells neither from the other.
            let (only_a, only_b) = (only(&a, &b), only(&b, &a));
            let shares = |own: &[Term], other: &[Term]| own.iter().any(|term| other.contains(term));
            shares(&only_a, &only(&their_b, &their_a))
                && shares(&only_b, &only(&their_a, &their_b))
                && !shares(&only_a, &their_a)
                && !shares(&only_b, &their_b)
        });
        pairs.any(|is_turned| is_turned)
    }

    /// The words from the first who takes part to the last.
    fn said(&self, text: &Reading<'_>) -> String {
        let places = || {
            let parts = self.parts().flat_map(|(_, places)| places);
            parts.copied().chain([self.at])
        };
        let (from, to) = (places().min(), places().max());
        text.text_of(&(from.unwrap_or(self.at)..to.unwrap_or(self.at) + 1))
            .to_owned()
    }
}

fn terms_of<'r>(
    text: &'r Reading<'_>,
    places: &'r [usize],
) -> impl Iterator<Item = Term> + use<'r> {
    places.iter().filter_map(|&at| text.term(at))
}

fn terms(text: &Reading<'_>, places: &[usize]) -> Vec<Term> {
    terms_of(text, places).collect()
}

/// The words of a phrase that are of names; the first of a sentence may be any.
fn named(text: &Reading<'_>, places: &[usize]) -> Vec<Term> {
    let is_verb_next = |at: usize| is_told_as_deed(text, at + 1);
    let is_name = |at: usize| {
        is_capital(text, at) && (at > 0 || is_capital(text, at + 1) || is_verb_next(at))
    };
    let names = places.iter().filter(|&&at| is_name(at));
    names.filter_map(|&at| text.term(at)).collect()
}

/// What a clause says behind its verb.
fn rest(text: &Reading<'_>, verb: usize) -> Vec<Term> {
    let places: Vec<usize> = (verb + 1..clause_end(text, verb)).collect();
    terms(text, &places)
}

fn only(own: &[Term], other: &[Term]) -> Vec<Term> {
    let is_own = |term: &&Term| !other.contains(term);
    own.iter().filter(is_own).copied().collect()
}

/// The words of the phrase that a verb follows, and whether a form of `be` stands between; none where the verb is denied.
fn before(text: &Reading<'_>, verb: usize) -> Option<(Vec<usize>, bool)> {
    let mut at = verb;
    let mut is_passive = false;
    while let Some(last) = at.checked_sub(1) {
        let word = text.word(last);
        if is_denying(word) {
            return None;
        }
        is_passive |= BE.contains(&word);
        if !AUXILIARIES.contains(&word) && !word.ends_with("ly") {
            break;
        }
        at = last;
    }
    // `Smith, who ran with Jones, finished` says it of Smith.
    if text.gap(at).contains(',')
        && let Some(aside) = (1..at).rev().find(|&aside| text.gap(aside).contains(','))
        && RELATIVES.contains(&text.word(aside))
    {
        at = aside;
    }
    // `Which feeds it` is said of what stands before.
    if at > 0 && RELATIVES.contains(&text.word(at - 1)) {
        at -= 1;
    }
    let mut found = Vec::new();
    while let Some(last) = at.checked_sub(1).filter(|_| found.len() < MOST) {
        let gap = text.gap(last + 1);
        if gap.contains([';', ':', '(', ')', '–', '—']) || gap.contains(". ") {
            break;
        }
        if text.term(last).is_some() {
            found.push(last);
        } else if is_denying(text.word(last)) {
            // `Park, not Lee, designed it.`
            return None;
        } else if !WITHIN.contains(&text.word(last))
            && !BEFORE_NOUNS.contains(&text.word(last))
            && (found.is_empty() || !is_behind_name(text, last))
        {
            break;
        }
        at = last;
    }
    found.reverse();
    Some((found, is_passive))
}

/// The words of the phrase that begins at a place.
fn phrase_behind(text: &Reading<'_>, from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for at in from..text.words.len() {
        let is_apart = at > from
            && text
                .gap(at)
                .contains([',', ';', ':', '.', '(', ')', '–', '—']);
        let is_listed = || text.gap(at) == ", " && is_capital(text, at - 1) && is_capital(text, at);
        if is_apart && !is_listed() || found.len() == MOST {
            break;
        }
        if text.term(at).is_some() {
            found.push(at);
        } else if !BEFORE_NOUNS.contains(&text.word(at))
            && !is_between_names(text, at)
            && (found.is_empty() || !WITHIN.contains(&text.word(at)))
        {
            break;
        }
    }
    found
}

/// Whether a word joins two names: `Smith and Jones`, `Smith and the Lunds`.
fn is_between_names(text: &Reading<'_>, at: usize) -> bool {
    let next = at + 1 + usize::from(text.word(at + 1) == "the");
    text.word(at) == "and" && at > 0 && is_capital(text, at - 1) && is_capital(text, next)
}

/// Whether a word joins somebody to a name: `Smith and his wife`.
fn is_behind_name(text: &Reading<'_>, at: usize) -> bool {
    text.word(at) == "and" && at > 0 && is_capital(text, at - 1)
}

/// Where the clause of a verb ends.
fn clause_end(text: &Reading<'_>, verb: usize) -> usize {
    (verb + 1..text.words.len())
        .find(|&at| {
            text.gap(at).contains([';', ':', '.', '(', ')', '–', '—'])
                || matches!(
                    text.word(at),
                    "who" | "which" | "and" | "but" | "while" | "when" | "after" | "before"
                )
        })
        .unwrap_or(text.words.len())
}

fn is_capital(text: &Reading<'_>, at: usize) -> bool {
    text.surface(at).starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let source = Reading::learnt(source, &mut lexicon);
        let claim = Reading::learnt(claim, &mut lexicon);
        let found = exchanged_doers(&claim, &source);
        assert_eq!(found.is_some(), expected, "{}: {found:?}", claim.text);
    }

    #[test]
    fn two_who_have_changed_sides_about_a_verb_are_told() {
        for (source, claim) in [
            (
                "The mayor, Ines Prado, recommended her deputy Luis Arce to the governor.",
                "Luis Arce recommended Ines Prado to the governor.",
            ),
            (
                "The lake drains into the river Asta, which in turn feeds the reservoir at Molde.",
                "The reservoir at Molde feeds the river Asta.",
            ),
            (
                "In 1998 the harbour board leased the northern quay to Calder Shipping for thirty years.",
                "Calder Shipping leased the northern quay to the harbour board.",
            ),
            (
                "Brightwell Foods, a subsidiary of the Swiss group Larena, employs 2,300 people.",
                "Larena is a subsidiary of Brightwell Foods.",
            ),
            (
                "Frost was accused by Senator Daly of hiding the report.",
                "Frost accused Senator Daly of hiding the report.",
            ),
            (
                "Tarn Bank lent Ostia Bank 40 million crowns.",
                "Ostia Bank lent Tarn Bank 40 million crowns.",
            ),
            (
                "The Senate passed the bill over the veto of President Lowe.",
                "President Lowe passed the bill over the veto of the Senate.",
            ),
            (
                "Sandahl designed the gates; Lindqvist designed the pumps.",
                "Lindqvist designed the gates and Sandahl the pumps.",
            ),
            (
                "Actor Ben Cole plays the detective, and Mia Hart plays his daughter.",
                "Mia Hart plays the detective.",
            ),
            (
                "The bridge was designed by Holt and built by Krag in 1902.",
                "Holt built the bridge.",
            ),
            (
                "Kirsten Vaal won by two minutes from the favourite, Amara Bekele, who had led until the last kilometre.",
                "Kirsten Vaal led until the last kilometre.",
            ),
            (
                "Tarn College was founded by monks from Orsa Abbey, which had been founded by the bishop of Lund.",
                "Orsa Abbey was founded by monks from Tarn College.",
            ),
        ] {
            check(source, claim, true);
        }
    }

    #[test]
    fn the_same_in_another_order_or_voice_and_what_is_denied_are_not() {
        for (source, claim) in [
            (
                "The mayor, Ines Prado, recommended her deputy Luis Arce to the governor.",
                "Luis Arce was recommended to the governor by Ines Prado.",
            ),
            (
                "The quay was leased to Calder Shipping by the harbour board.",
                "The harbour board leased the quay to Calder Shipping.",
            ),
            (
                "Brightwell Foods is a subsidiary of Larena.",
                "Brightwell Foods, a subsidiary of Larena, employs many.",
            ),
            (
                "Italy beat Spain in May, and Spain beat Italy in June.",
                "Spain beat Italy in June.",
            ),
            (
                "The gates were designed by Karl Lund, Ida Lindqvist and Jon Sandahl.",
                "Jon Sandahl designed the gates.",
            ),
            (
                "Karl Lund and Ida Lindqvist designed the gates.",
                "Karl Lund designed the gates.",
            ),
            ("Rostall never acquired Bremar.", "Bremar acquired Rostall."),
            (
                "Alpina received a subsidy of 5 million euros from Austria.",
                "Austria paid a subsidy of 5 million euros.",
            ),
            (
                "Officers chose Grey Homes; the charity offered two million.",
                "Grey Homes offered two million.",
            ),
            (
                "Officers chose Grey Homes, a charity, which offered two million.",
                "Grey Homes offered two million.",
            ),
            (
                "The bridge was designed by Holt and built by Krag in 1902.",
                "Krag built the bridge.",
            ),
            (
                "The bridge was designed and built by Holt; the tower was built by Krag.",
                "Holt built the bridge.",
            ),
            (
                "Kirsten Vaal, who had run with Amara Bekele, led until the last kilometre.",
                "Kirsten Vaal led until the last kilometre.",
            ),
            (
                "Karl Lund and his wife Ida Lindqvist died in Rome.",
                "Karl Lund died in Rome.",
            ),
            (
                "Growth in storage capacity slowed.",
                "Storage capacity growth slowed.",
            ),
            (
                "Warm water melts the ice, and the ice cools the water.",
                "The ice cools the water.",
            ),
        ] {
            check(source, claim, false);
        }
    }
}
