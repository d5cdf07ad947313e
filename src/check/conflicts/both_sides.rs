//! Both sides: whether a text that speaks of something on which its sources do not agree tells the reader so [V3].
//!
//! A claim about a conflict cites both sides and holds no value that stands on neither. The sides may have a sentence each, if one of them is told as another's:
//! two sentences that each state their own as plain fact are a text that contradicts itself. Which sources do not agree is found in `conflicts`.

use std::collections::HashMap;

use super::kinds::{ConflictKind, Difference, is_newer_in_words, tells_the_change};
use super::overtaken::{Overtaken, are_of_other_times, is_one_series};
use super::{Conflict, ConflictSide, every_conflict_among, on_neither};
use crate::check::index::Index;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::terms::{Lexicon, plain, words};
use crate::check::meaning::completed::leaves_all_out;
use crate::check::meaning::governing::SPEAKS;
use crate::check::support::{Checker, Evidence};
use crate::check::text::antecedents::begins_with_pronoun;
use crate::check::text::stated::{Stated, paragraph_at};
use crate::study::{Passage, PassageId, Quote, Study, Verdict, is_newer};

/// A sentence as it stands in a text, without its marks.
#[derive(Debug, Clone, Copy)]
pub struct Told<'t> {
    pub bare: &'t str,
    pub citations: &'t [u32],
    /// The paragraph that it stands in; sentences of one paragraph share it.
    pub paragraph: &'t str,
}

/// What is known of the documents behind citation numbers.
pub trait Sources: Sync {
    /// Whether two numbers are one source: copies are.
    fn are_one(&self, a: u32, b: u32) -> bool;
    /// Whether the first is newer than the second, where their dates tell.
    fn is_newer(&self, a: u32, b: u32) -> Option<bool>;
    /// Whether both are of one series, or of one source that tells again, as far as that is known.
    fn are_one_series(&self, _a: u32, _b: u32) -> bool {
        false
    }
}

impl Sources for Study {
    fn are_one(&self, a: u32, b: u32) -> bool {
        self.is_one_source(a, b)
    }

    fn is_newer(&self, a: u32, b: u32) -> Option<bool> {
        let date = |number| self.numbered(number)?.date.as_deref();
        is_newer(date(a)?, date(b)?)
    }

    fn are_one_series(&self, a: u32, b: u32) -> bool {
        let titles = self.numbered(a).zip(self.numbered(b));
        titles.is_some_and(|(a, b)| is_one_series(&a.title, &b.title))
    }
}

impl<'t> Told<'t> {
    /// The claims of a text, as they stand in it.
    #[must_use]
    pub fn all(text: &'t str, claims: &'t [Stated]) -> Vec<Self> {
        let mut around = 0..0;
        claims
            .iter()
            .map(|claim| {
                if !around.contains(&claim.span.start) {
                    around = paragraph_at(text, claim.span.start);
                }
                Self {
                    bare: &claim.bare,
                    citations: &claim.citations,
                    paragraph: text.get(around.clone()).unwrap_or_default(),
                }
            })
            .collect()
    }
}

/// A verdict and its reason where a claim leaves something untold: what its own source bears out is half of the truth then.
pub fn weaken(verdict: &mut Verdict, reason: &mut String, untold: &str) {
    if matches!(verdict, Verdict::Supported | Verdict::Partial) {
        *verdict = Verdict::Partial;
        *reason = format!("{reason}; {untold}");
    }
}

/// What another source says against what bears a claim out.
#[derive(Debug, Clone, PartialEq)]
pub struct Objection {
    pub kind: ConflictKind,
    difference: Difference,
    own: ConflictSide,
    pub other: ConflictSide,
    /// What is newer need not tell what it replaced.
    is_settled: bool,
}

impl Checker<'_> {
    /// What other sources say against the sentence that bears a claim out, as far as the claim is about it. A part is not the whole: where the scope is
    /// another, both hold.
    #[must_use]
    pub fn objections(&self, claim: &str, quote: &Quote, sources: &dyn Sources) -> Vec<Objection> {
        self.conflicts_of(quote)
            .into_iter()
            .filter(|conflict| conflict.is_about(claim))
            .filter_map(|conflict| Objection::of(conflict, sources))
            .collect()
    }
}

/// The side of a pair that the other one overtakes, where `first_is_newer` tells what is known of their dates.
#[must_use]
pub(super) fn overtaken_side(
    texts: [&str; 2],
    first_is_newer: Option<bool>,
    difference: Difference,
    are_one_series: &dyn Fn() -> bool,
) -> Option<usize> {
    let [a, b] = texts;
    let by = |old, new, order| {
        Overtaken::between([old, new], order, are_one_series, Some(difference)).is_some()
    };
    if by(a, b, first_is_newer.map(|first| !first)) {
        Some(0)
    } else {
        by(b, a, first_is_newer).then_some(1)
    }
}

impl Objection {
    fn of(conflict: Conflict, sources: &dyn Sources) -> Option<Self> {
        let (own, other) = (conflict.a.number, conflict.b.number);
        let dated = sources.is_newer(own, other);
        let texts = [conflict.a.text.as_str(), conflict.b.text.as_str()];
        let account = conflict.account(dated, &|| sources.are_one_series(own, other))?;
        let (kind, overtaken) = (account.kind, account.overtaken);
        // What the news say is the newer side also where nobody dated them.
        let newer = overtaken
            .map(|side| side == 1)
            .or(dated)
            .or_else(|| is_newer_in_words(texts[0], texts[1]));
        let is_open = kind != ConflictKind::DifferentScope && !sources.are_one(own, other);
        is_open.then(|| Self {
            kind,
            difference: conflict.difference,
            is_settled: (overtaken.is_some() || kind == ConflictKind::SupersededByDate)
                && newer == Some(true),
            own: conflict.a,
            other: conflict.b,
        })
    }

    /// Whether a text gives what only the other side says.
    fn is_told_in(&self, text: &str) -> bool {
        match self.difference {
            Difference::Value => {
                let (own, theirs) = (quantities(&self.own.text), quantities(&self.other.text));
                quantities(text).iter().any(|value| {
                    let says = |side: &[Quantity]| side.iter().any(|own| own.bears_out(value));
                    says(&theirs) && !says(&own)
                })
            }
            Difference::Name => {
                let (own, theirs) = (names(&self.own.text), names(&self.other.text));
                names(text).iter().any(|name| {
                    let says = |side: &[Name]| side.iter().any(|own| own.matches(name));
                    says(&theirs) && !says(&own)
                })
            }
            Difference::Direction => self.has_the_words_in(text),
        }
    }

    /// Whether a text has half of the words of the other side.
    fn has_the_words_in(&self, text: &str) -> bool {
        const HELD: f32 = 0.5;
        let mut lexicon = Lexicon::default();
        let (wanted, held) = (lexicon.term_set(&self.other.text), lexicon.term_set(text));
        let shared = wanted.iter().filter(|term| held.contains(term)).count();
        shared >= 2 && shared as f32 >= HELD * wanted.len() as f32
    }
}

/// Two sentences of one text that cannot both be true and that it does not set against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtOdds {
    /// Places among the sentences.
    pub a: usize,
    pub b: usize,
    pub kind: ConflictKind,
}

/// The sentences of a text, ready to be asked what each of them leaves untold.
pub struct Telling<'t> {
    sentences: &'t [Told<'t>],
    sources: &'t dyn Sources,
    at_odds: Vec<AtOdds>,
}

impl<'t> Telling<'t> {
    #[must_use]
    pub fn of(sentences: &'t [Told<'t>], sources: &'t dyn Sources) -> Self {
        Self {
            sentences,
            sources,
            at_odds: at_odds(sentences, sources),
        }
    }

    /// The pairs of sentences that contradict each other.
    #[must_use]
    pub fn at_odds(&self) -> &[AtOdds] {
        &self.at_odds
    }

    /// What a sentence leaves untold, in words; `name` gives the name of the document that another side stands in.
    #[must_use]
    pub fn untold(
        &self,
        at: usize,
        objections: &[Objection],
        name: &dyn Fn(&ConflictSide) -> String,
    ) -> Option<String> {
        let mut open = objections.iter().filter(|objection| !objection.is_settled);
        open.find_map(|objection| self.untold_of(at, objection, name))
            .or_else(|| self.said_otherwise(at))
    }

    fn untold_of(
        &self,
        at: usize,
        objection: &Objection,
        name: &dyn Fn(&ConflictSide) -> String,
    ) -> Option<String> {
        let claim = self.sentences.get(at)?;
        let is_cited = |told: &Told<'_>| {
            let mut cited = told.citations.iter();
            cited.any(|number| self.sources.are_one(*number, objection.other.number))
        };
        let disagree = format!("sources disagree ({})", objection.kind.name());
        let other = || {
            format!(
                "{}: “{}”",
                name(&objection.other),
                objection.other.text.trim()
            )
        };
        let tells_both =
            is_cited(claim) && (objection.is_told_in(claim.bare) || is_set_apart(claim.bare));
        // A third source may say what the other does: then its sentence tells that side as well.
        let tells = |told: &Told<'_>| {
            objection.is_told_in(told.bare)
                && (is_cited(told) || objection.has_the_words_in(told.bare))
                || objection.difference == Difference::Direction
                    && is_cited(told)
                    && leaves_all_out(told.bare)
        };
        let beside = self
            .beside(at)
            .find(|&other| self.sentences.get(other).is_some_and(tells));
        match beside {
            _ if tells_both => {}
            Some(other) if self.are_set_apart(at, other) => {}
            Some(other) => return self.says_both(other, objection.kind),
            // Estimates lie apart: one of them, properly cited, is no half of the truth.
            None if objection.kind == ConflictKind::SpreadOfEstimates => return None,
            None if is_cited(claim) => {
                return Some(format!(
                    "{disagree}, and only one side is told; {}",
                    other()
                ));
            }
            None => {
                return Some(format!(
                    "{disagree}, and {} is not cited beside it: “{}”",
                    name(&objection.other),
                    objection.other.text.trim()
                ));
            }
        }
        let value = on_neither([&objection.own.text, &objection.other.text], claim.bare)?;
        let value = claim.bare.get(value)?;
        Some(format!("{disagree}, and {value} stands on neither side"))
    }

    /// What another sentence of the text says against this one.
    fn said_otherwise(&self, at: usize) -> Option<String> {
        let pair = self
            .at_odds
            .iter()
            .find(|pair| pair.a == at || pair.b == at)?;
        self.says_both(if pair.a == at { pair.b } else { pair.a }, pair.kind)
    }

    fn says_both(&self, other: usize, kind: ConflictKind) -> Option<String> {
        const MOST_MARKS: usize = 3;
        let told = self.sentences.get(other)?;
        let marks: Vec<String> = told
            .citations
            .iter()
            .take(MOST_MARKS)
            .map(|number| format!("[{number}]"))
            .collect();
        Some(format!(
            "sources disagree ({}), and the text says both: “{}” {}",
            kind.name(),
            without_gaps(told.bare),
            marks.concat()
        ))
    }

    /// The other sentences of a sentence's paragraph.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> {
        const REACH: usize = 100;
        let is_in = move |other: usize| {
            let pair = self.sentences.get(at).zip(self.sentences.get(other));
            pair.is_some_and(|(own, other)| is_one_paragraph(own, other))
        };
        let before = (at.saturating_sub(REACH)..at)
            .rev()
            .take_while(move |&other| is_in(other));
        let behind = (at + 1..=at + REACH).take_while(move |&other| is_in(other));
        before.chain(behind)
    }

    fn are_set_apart(&self, a: usize, b: usize) -> bool {
        let pair = self.sentences.get(a).zip(self.sentences.get(b));
        pair.is_some_and(|(a, b)| are_set_apart(a, b))
    }
}

/// Sentences that are laid against each other at most.
const COMPARED: usize = 3_000;

fn at_odds(sentences: &[Told<'_>], sources: &dyn Sources) -> Vec<AtOdds> {
    let cited: Vec<(usize, &Told<'_>)> = sentences
        .iter()
        .enumerate()
        .filter(|(_, told)| !told.citations.is_empty())
        .take(COMPARED)
        .collect();
    // Here each sentence is a document of its own.
    let passages: Vec<Passage> = (0_i64..)
        .zip(&cited)
        .map(|(id, (_, told))| Passage {
            id: PassageId(id),
            text: told.bare.trim().to_owned(),
            span: 0..told.bare.trim().len(),
            ..Passage::default()
        })
        .collect();
    let evidence = (1..).zip(&passages);
    let index = Index::new(evidence.map(|(number, passage)| Evidence { number, passage }));
    let place = |side: &ConflictSide| {
        let place = usize::try_from(side.passage.0).ok()?;
        cited.get(place).copied()
    };
    // What one source says is told as it says it.
    let behind = sources_behind(cited.iter().map(|(_, told)| told.citations), sources);
    let behind = |number: u32| {
        let place = usize::try_from(number)
            .ok()
            .and_then(|at| at.checked_sub(1));
        place
            .and_then(|at| behind.get(at))
            .map_or(&[][..], Vec::as_slice)
    };
    let are_of_others = |a: u32, b: u32| !behind(a).iter().any(|own| behind(b).contains(own));
    let mut found = Vec::new();
    for conflict in every_conflict_among(&index, are_of_others) {
        let Some(((a, own), (b, other))) = place(&conflict.a).zip(place(&conflict.b)) else {
            continue;
        };
        let newer = own
            .citations
            .iter()
            .flat_map(|own| other.citations.iter().map(move |other| (*own, *other)))
            .find_map(|(own, other)| sources.is_newer(own, other));
        // What each says of its own time stands, and so does what only a pronoun names: nobody knows here what that is.
        if are_of_other_times([own.bare, other.bare])
            || [own, other]
                .iter()
                .any(|told| begins_with_pronoun(told.bare))
        {
            continue;
        }
        let kind = conflict.kind(newer.is_some());
        let is_open = !matches!(
            kind,
            ConflictKind::DifferentScope | ConflictKind::SpreadOfEstimates
        );
        if is_open && !tells_the_change(own.bare, other.bare) && !are_set_apart(own, other) {
            found.push(AtOdds {
                a: a.min(b),
                b: a.max(b),
                kind,
            });
        }
    }
    found.sort_unstable_by_key(|pair| (pair.a, pair.b));
    found
}

/// The sources behind each of these citations, numbers that are one source by the first of them.
fn sources_behind<'c>(
    cited: impl Iterator<Item = &'c [u32]>,
    sources: &dyn Sources,
) -> Vec<Vec<u32>> {
    let mut firsts: Vec<u32> = Vec::new();
    let mut known: HashMap<u32, u32> = HashMap::new();
    let mut first = |number: u32| {
        *known.entry(number).or_insert_with(|| {
            let mut known = firsts.iter().copied();
            let one = known.find(|first| sources.are_one(*first, number));
            one.unwrap_or_else(|| {
                firsts.push(number);
                number
            })
        })
    };
    cited
        .map(|citations| citations.iter().map(|number| first(*number)).collect())
        .collect()
}

fn is_one_paragraph(own: &Told<'_>, other: &Told<'_>) -> bool {
    own.paragraph.as_ptr() == other.paragraph.as_ptr()
        && own.paragraph.len() == other.paragraph.len()
}

/// Whether a text sets two of its sentences against each other: it says that there is a disagreement, or whose one of them is.
fn are_set_apart(own: &Told<'_>, other: &Told<'_>) -> bool {
    is_one_paragraph(own, other) && disagrees(own.paragraph)
        || is_set_apart(own.bare)
        || is_set_apart(other.bare)
}

/// Words by which a text says that sources do not agree.
#[rustfmt::skip]
const DISAGREE: &[&str] = &[
    "disagree", "disagrees", "disagreed", "disagreement", "differ", "differs", "differed", "conflict", "conflicts", "conflicting", "contradict", "corrects",
    "contradicts", "contradicted", "contradictory", "disputed", "disputes", "dispute", "inconsistent", "discrepancy", "discrepancies", "however", "whereas", "contrast",
    "contrary", "conversely", "widersprechen", "widerspricht", "jedoch", "dagegen", "hingegen", "cependant", "toutefois", "contredit", "contredisent",
];

/// Words by which a sentence is told as one side's, or as what was so before.
#[rustfmt::skip]
const APART: &[&str] = &[
    "but", "while", "although", "though", "despite", "yet", "other", "others", "another", "according", "unlike", "versus", "earlier", "previously", "originally",
    "formerly", "initially", "later", "or", "aber", "laut", "zufolge", "während", "andere", "anderen", "früher", "mais", "selon", "tandis", "autre", "autres",
    "pero", "según", "otro", "otra",
];

/// A sentence that its marks were taken out of, without the space that they leave before its full stop.
fn without_gaps(bare: &str) -> String {
    let joined: Vec<&str> = bare.split_whitespace().collect();
    joined.join(" ").replace(" .", ".").replace(" ,", ",")
}

fn disagrees(text: &str) -> bool {
    has_word(text, &|word| DISAGREE.contains(&word))
}

/// Whether a sentence is told as one side's, or sets two against each other.
pub(crate) fn is_set_apart(text: &str) -> bool {
    has_word(text, &|word| {
        DISAGREE.contains(&word) || APART.contains(&word) || SPEAKS.contains(&word)
    })
}

fn has_word(text: &str, is: &dyn Fn(&str) -> bool) -> bool {
    words(text)
        .filter_map(|span| text.get(span))
        .any(|word| is(&plain(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 1 on are documents of their own, each newer than the one before.
    struct Numbered;

    impl Sources for Numbered {
        fn are_one(&self, a: u32, b: u32) -> bool {
            a == b
        }

        fn is_newer(&self, a: u32, b: u32) -> Option<bool> {
            (a != b).then_some(a > b)
        }
    }

    /// What is left untold by each sentence of a paragraph, given with what it cites.
    fn untold(paragraphs: &[&[(&str, &[u32])]]) -> Vec<String> {
        let whole: Vec<String> = paragraphs
            .iter()
            .map(|sentences| {
                sentences
                    .iter()
                    .map(|(text, _)| *text)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let told: Vec<Told<'_>> = paragraphs
            .iter()
            .zip(&whole)
            .flat_map(|(sentences, paragraph)| {
                sentences.iter().map(|(bare, citations)| Told {
                    bare,
                    citations,
                    paragraph,
                })
            })
            .collect();
        let telling = Telling::of(&told, &Numbered);
        let said = |at| {
            telling
                .untold(at, &[], &|_| String::new())
                .unwrap_or_default()
        };
        (0..told.len()).map(said).collect()
    }

    const OLD: (&str, &[u32]) = (
        "The dyke at Orsa costs 2.6 million euros and takes 18 months.",
        &[2],
    );
    const NEW: (&str, &[u32]) = (
        "The dyke at Orsa costs 3.4 million euros and takes 24 months.",
        &[6],
    );

    #[test]
    fn two_sentences_that_state_what_cannot_both_be_true_are_told_of_each_other() {
        for paragraphs in [vec![&[OLD, NEW][..]], vec![&[OLD][..], &[NEW][..]]] {
            let found = untold(&paragraphs);
            assert!(
                found[0].contains("3.4 million") && found[0].contains("[6]"),
                "{found:?}"
            );
            assert!(
                found[1].contains("2.6 million") && found[1].contains("[2]"),
                "{found:?}"
            );
        }
        let corrected = (
            "The dyke at Orsa now costs 3.4 million euros instead of 2.6 million euros.",
            &[6][..],
        );
        assert!(!untold(&[&[OLD, corrected]])[0].is_empty());
    }

    #[test]
    fn a_sentence_that_leaves_all_out_tells_the_other_side_of_the_one_before() {
        let side = |number: u32, text: &str| ConflictSide {
            number,
            passage: PassageId(i64::from(number)),
            span: 0..text.len(),
            text: text.to_owned(),
        };
        let objection = Objection {
            kind: ConflictKind::Contradiction,
            difference: Difference::Direction,
            own: side(1, "The council approved the budget."),
            other: side(2, "The council did not approve the budget."),
            is_settled: false,
        };
        for (second, is_told) in [
            ("According to , it did not .", true),
            (" disputes this.", true),
            ("According to , it did not meet .", false),
        ] {
            let paragraph = format!("According to , the council approved the budget. {second}");
            let told = [
                ("According to , the council approved the budget.", &[1][..]),
                (second, &[2][..]),
            ]
            .map(|(bare, citations)| Told {
                bare,
                citations,
                paragraph: &paragraph,
            });
            let telling = Telling::of(&told, &Numbered);
            let untold = telling.untold(0, std::slice::from_ref(&objection), &|_| String::new());
            assert_eq!(untold.is_none(), is_told, "{untold:?}");
        }
    }

    #[test]
    fn sides_that_are_set_against_each_other_or_come_from_one_source_are_no_contradiction() {
        for beside in [
            (
                "The county, however, says that the dyke at Orsa costs 3.4 million euros and takes 24 months.",
                &[6][..],
            ),
            (
                "The dyke at Orsa costs 3.4 million euros and takes 24 months.",
                &[2][..],
            ),
            (
                "The dyke at Orsa costs about 2.6 million euros and takes 18 months.",
                &[6][..],
            ),
            (
                "The dyke at Keld costs 3.4 million euros and takes 24 months.",
                &[6][..],
            ),
        ] {
            let found = untold(&[&[OLD, beside]]);
            assert!(found.iter().all(String::is_empty), "{found:?}");
        }
        let said = ("Sources disagree on the dyke.", &[][..]);
        assert!(untold(&[&[said, OLD, NEW]]).iter().all(String::is_empty));
    }
}
