//! Divided: the parts into which a sentence divides a whole, `Of the 34 pupils, 19 walk, nine come by bus and the rest are driven`, and a claim of how many one of them is.
//!
//! All words of `most pupils come by bus` stand there, and no word says that six are driven. So a claim is held against the one part that has its words. A sentence of
//! which any part cannot be read as a number and what is said of so many says nothing here.

use super::finding::Finding;
use super::in_full::InFull;
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::only;
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::portions::{Portion, portion};
use crate::check::text::sentences::sentences;

/// A word with what it is compared by.
struct Word<'t> {
    surface: &'t str,
    lower: String,
    /// Whether a comma or the like stands before it.
    is_apart: bool,
    /// How many it says that there are.
    number: Option<f64>,
}

/// One part of a whole.
struct Share<'t> {
    count: f64,
    is_rest: bool,
    /// How many there are, and what is said of them.
    said: &'t [Word<'t>],
}

/// A sentence that divides a whole.
struct Division<'t> {
    whole: f64,
    /// What is divided.
    noun: &'t [Word<'t>],
    shares: Vec<Share<'t>>,
}

/// How many are so and so, as a claim says it.
struct Wanted {
    count: Option<f64>,
    /// How many of all, in words: `most`.
    portion: Option<Portion>,
    told: String,
    stems: Vec<String>,
    denies: bool,
}

/// What the parts of a whole say to a claim of how many one of them is.
pub(super) fn divided(claim: &str, texts: &[&str]) -> Option<InFull> {
    let wanted = Wanted::read(claim)?;
    let told = texts.iter().flat_map(|text| {
        let spans = sentences(text).into_iter();
        spans.filter_map(|span| text.get(span))
    });
    only(told.filter_map(|sentence| wanted.held_against(sentence)))
}

fn read(text: &str) -> Vec<Word<'_>> {
    let mut end = 0;
    let read = words(text).map(|span| {
        let gap = text.get(end..span.start).unwrap_or_default();
        let behind = text.get(span.end..).unwrap_or_default();
        end = span.end;
        let surface = text.get(span).unwrap_or_default();
        let lower = plain(surface);
        let is_percent = behind.trim_start().starts_with('%');
        let number = only(quantities(&lower).iter())
            .and_then(Quantity::amount)
            .map(|amount| amount.low)
            .filter(|low| !is_percent && *low >= 1.0 && low.fract() == 0.0);
        Word {
            surface,
            is_apart: gap.contains([',', ';', ':', '(', '–', '—']),
            number,
            lower,
        }
    });
    read.collect()
}

impl Word<'_> {
    fn is(&self, all: &[&str]) -> bool {
        all.contains(&self.lower.as_str())
    }
}

/// The stems of the words that say something, but how many.
fn stems(all: &[Word<'_>]) -> Vec<String> {
    let content = all
        .iter()
        .filter(|word| word.number.is_none() && !is_stop_word(&word.lower));
    content.map(|word| stem(&word.lower)).collect()
}

impl Wanted {
    /// A claim that begins with how many it speaks of: `Most pupils …`, `Six pupils …`.
    fn read(claim: &str) -> Option<Self> {
        let all = read(claim);
        let from = all.iter().take_while(|word| word.is(JUST)).count();
        let own = all.get(from..)?;
        let first = own.first()?;
        let begins = |told: &str| own.iter().take(2).any(|word| word.surface == told);
        let portion = portion(claim).filter(|portion| begins(&portion.said));
        let others = own.iter().skip(1).any(|word| word.number.is_some());
        let is_plain = !others && !all.iter().any(|word| word.is(&["than", "least"]));
        if !is_plain || first.number.is_none() && portion.is_none() {
            return None;
        }
        let told = portion
            .as_ref()
            .map_or(first.surface, |own| own.said.as_str());
        let own_stem = stem(&plain(told));
        let mut stems = stems(own);
        stems.retain(|stem| *stem != own_stem);
        Some(Self {
            count: first.number,
            told: told.to_owned(),
            denies: own.iter().any(|word| is_denying(&word.lower)),
            portion,
            stems,
        })
    }

    fn held_against(&self, sentence: &str) -> Option<InFull> {
        let all = read(sentence);
        let division = Division::read(&all)?;
        let share = only(
            division
                .shares
                .iter()
                .filter(|share| self.is_of(share, &division)),
        )?;
        let is_so = match (&self.portion, self.count) {
            (Some(own), _) => own.holds(100.0 * share.count / division.whole),
            (None, Some(count)) => (count - share.count).abs() < 0.5,
            (None, None) => return None,
        };
        if is_so {
            return Some(InFull::Said);
        }
        let said: Vec<&str> = share.said.iter().map(|word| word.surface).collect();
        Some(InFull::Against(Finding::Opposed(Opposition::Swapped {
            claim: self.told.clone(),
            source: said.join(" "),
        })))
    }

    /// Whether a claim says of so many what is said of this part: by all of its words, or, of the rest, where the sentence leaves out what it said of the others,
    /// by the first.
    fn is_of(&self, share: &Share<'_>, division: &Division<'_>) -> bool {
        let (noun, said) = (stems(division.noun), stems(share.said));
        let others = || division.shares.iter().flat_map(|share| stems(share.said));
        let mut own = self.stems.iter().filter(|stem| !noun.contains(stem));
        let denies = share.said.iter().any(|word| is_denying(&word.lower));
        own.next().is_some_and(|first| said.contains(first))
            && own.all(|stem| {
                said.contains(stem) || share.is_rest && others().any(|other| other == *stem)
            })
            && denies == self.denies
    }
}

impl<'t> Division<'t> {
    /// `Of the 34 pupils, 19 walk and 15 do not`, `19 of the 34 pupils walk and 15 do not`.
    fn read(all: &'t [Word<'t>]) -> Option<Self> {
        let is = |at: usize, words: &[&str]| all.get(at).is_some_and(|word| word.is(words));
        let of = usize::from(all.first()?.number.is_some());
        let at = of + 1 + usize::from(is(of + 1, WHICH));
        let whole = all.get(at)?.number.filter(|_| is(of, &["of"]))?;
        let noun_end = if of == 0 {
            (at + 1..all.len()).find(|&at| all.get(at).is_some_and(|word| word.is_apart))?
        } else {
            at + 2
        };
        let begins = if of == 0 { noun_end } else { 0 };
        // Where each part begins with how many it is.
        let mut starts = vec![begins];
        for at in begins + 1..all.len() {
            let is_joined = is(at, JOINS);
            let is_next = is(at - 1, JOINS);
            if !is_next && (is_joined || all.get(at)?.is_apart) {
                starts.push(at);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([all.len()]);
        let shares = starts
            .iter()
            .zip(ends)
            .map(|(from, to)| Share::read(all.get(*from..to)?));
        let mut shares = shares.collect::<Option<Vec<_>>>()?;
        let told: f64 = shares.iter().map(|share| share.count).sum();
        let rests = shares.iter().filter(|share| share.is_rest).count();
        if shares.len() < 2 || told > whole || rests > 1 {
            return None;
        }
        for rest in shares.iter_mut().filter(|share| share.is_rest) {
            rest.count = whole - told;
        }
        Some(Self {
            whole,
            noun: all.get(at + 1..noun_end)?,
            shares,
        })
    }
}

impl<'t> Share<'t> {
    /// `19 walk to school`, `and the rest are driven`, of which the number is yet to be reckoned.
    fn read(all: &'t [Word<'t>]) -> Option<Self> {
        let before = all
            .iter()
            .take_while(|word| word.is(JOINS) || word.is(JUST));
        let said = all.get(before.count()..)?;
        let is_rest = matches!(said, [the, rest, ..] if the.is(&["the"]) && rest.is(RESTS));
        let count = said.first()?.number.or_else(|| is_rest.then_some(0.0))?;
        Some(Self {
            count,
            is_rest,
            said,
        })
    }
}

const JUST: &[&str] = &["only", "just", "exactly", "another"];
const JOINS: &[&str] = &["and", "but", "while", "whereas"];
const WHICH: &[&str] = &["the", "its", "their", "all", "these"];
const RESTS: &[&str] = &["rest", "remainder", "others", "remaining"];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<bool>) {
        let found = divided(claim, &[evidence]);
        let is_said = found.map(|found| matches!(found, InFull::Said));
        assert_eq!(is_said, expected, "{claim} / {evidence}");
    }

    #[test]
    fn a_part_of_a_whole_is_as_many_as_its_sentence_says_or_leaves() {
        let pupils = "Of the 34 pupils in the class, 19 walk to school, nine come by bus and the rest are driven.";
        let patients = "Of 120 patients, 70 improved, 30 did not change and 20 got worse.";
        let counted = "19 of the 34 pupils walk to school, and 9 come by bus.";
        for (claim, evidence, expected) in [
            ("Most pupils walk to school.", pupils, Some(true)),
            ("Most pupils come by bus.", pupils, Some(false)),
            ("Nine pupils come by bus.", pupils, Some(true)),
            ("Six pupils are driven to school.", pupils, Some(true)),
            ("Nine pupils are driven.", pupils, Some(false)),
            ("All pupils walk to school.", pupils, Some(false)),
            ("Most pupils come by bus.", counted, Some(false)),
            ("Most of the patients improved.", patients, Some(true)),
            ("Most patients got worse.", patients, Some(false)),
            (
                "A minority of the patients got worse.",
                patients,
                Some(true),
            ),
            ("Only 20 patients got worse.", patients, Some(true)),
            ("30 patients did not change.", patients, Some(true)),
        ] {
            check(claim, evidence, expected);
        }
    }

    #[test]
    fn what_is_not_said_of_one_part_alone_is_left_to_others() {
        let pupils =
            "Of the 34 pupils, 19 walk to school, nine come by bus and the rest are driven.";
        for (claim, evidence) in [
            ("Most pupils come by tram.", pupils),
            ("Nine pupils walk by bus.", pupils),
            ("Fewer than half of the pupils come by bus.", pupils),
            ("At least nine pupils come by bus.", pupils),
            ("Most pupils do not walk to school.", pupils),
            ("The school has nine buses.", pupils),
            (
                "Most pupils come by bus.",
                "Of the 34 pupils, 56 % walk and 9 come by bus.",
            ),
            (
                "Most pupils come by bus.",
                "Of the 34 pupils, 19 walk to school, and their teacher comes by bus.",
            ),
            (
                "Most pupils come by bus.",
                "Of the 34 pupils, 9 come by bus.",
            ),
            (
                "Most pupils come by bus.",
                "Of the 34 pupils, 30 like music and 25 come by bus.",
            ),
        ] {
            check(claim, evidence, None);
        }
    }
}
