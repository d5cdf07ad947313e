//! Opposition: what one sentence says the other way round than another does, each read as polarity.

use super::{Denial, Polarity, Signed, is_of_order, turning_word};
use crate::check::language::terms::{Term, stem};

/// Two words of opposite sense, one in the claim and one in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opposition {
    Direction {
        claim: String,
        source: String,
    },
    /// Two things have changed places about one verb or comparison.
    Swapped {
        claim: String,
        source: String,
    },
    /// The claim denies what the source states.
    Denied,
    /// The claim states what the source denies.
    Stated,
}

impl Signed {
    /// Whether a source says it of something else than what a claim speaks of, which the source names in another place: `income slid as costs rose`.
    fn is_of_another(&self, claim: &Self, source_terms: &[Term]) -> bool {
        let is_own = |term: &Term| claim.subject.contains(term);
        // `The toll cut traffic` tells of the traffic, and what `cut` stands for is not known by its form.
        let is_done_to = |term: &Term| {
            let behind = claim.behind.as_ref();
            behind.is_none_or(|behind| behind.contains(term))
        };
        let is_named = |term: &Term| source_terms.binary_search(term).is_ok();
        if is_of_order(turning_word(&self.word)) {
            return self.comes_beside_another(claim);
        }
        self.behind.as_ref().is_some_and(|behind| {
            !claim.subject.is_empty()
                && claim.subject.iter().all(is_named)
                && !self
                    .subject
                    .iter()
                    .any(|term| is_own(term) || is_done_to(term))
                && !behind.iter().any(is_own)
        })
    }

    /// Whether both say what came before or after an event, and their events have nothing in common: `vanished after its pilot had turned back` and `before it vanished`.
    fn comes_beside_another(&self, claim: &Self) -> bool {
        let (Some(own), Some(claimed)) = (&self.behind, &claim.behind) else {
            return false;
        };
        !own.is_empty() && !claimed.is_empty() && !own.iter().any(|term| claimed.contains(term))
    }
}

impl Polarity {
    /// Whether all these are among its terms and none of them is set aside.
    fn names_all(&self, wanted: &[Term], own: &[Term]) -> bool {
        let is_named = |term: &Term| own.binary_search(term).is_ok() && !self.aside.contains(term);
        wanted.iter().all(is_named)
    }

    /// How a source opposes a claim whose words it shares.
    #[must_use]
    pub fn opposition(
        claim: &Self,
        source: &Self,
        claim_terms: &[Term],
        source_terms: &[Term],
    ) -> Option<Opposition> {
        // `Rose in the north but not in the south` is what a denial of the south says too.
        let is_agreed = claim.denies()
            && source.rejected.iter().any(|rejected| {
                !rejected.terms.is_empty() && claim.names_all(&rejected.terms, claim_terms)
            });
        for said in claim.signed.iter().filter(|_| !is_agreed) {
            let on_axis =
                |other: &&Signed| other.axis == said.axis && shares(&other.about, &said.about);
            let mut others: Vec<&Signed> = source.signed.iter().filter(on_axis).collect();
            others.retain(|other| !other.is_of_another(said, source_terms));
            // `Revenue rose and costs fell`: each direction belongs to what stands before it.
            let has_subject =
                |other: &&Signed| other.subject.iter().any(|term| said.subject.contains(term));
            if others.iter().any(has_subject) {
                others.retain(has_subject);
            }
            // `Reduces pain but does not lower fever`: of two words of one axis the claim's own is the one that is turned.
            let root = |word: &str| stem(turning_word(word));
            let is_own = |other: &&Signed| root(&other.word) == root(&said.word);
            if others.len() > 1 && others.iter().any(is_own) {
                others.retain(is_own);
            }
            if let Some(first) = others.first()
                && others.iter().all(|other| other.positive != said.positive)
            {
                return Some(Opposition::Direction {
                    claim: said.word.clone(),
                    source: first.word.clone(),
                });
            }
        }
        let denies = |own: &Self, other: &Self, terms: &[Term], is_source: bool| {
            let denied = |denial: &Denial| {
                let is_shared = |term: &Term| denial.terms.contains(term);
                let mut set_aside = other.rejected.iter().flat_map(|aside| &aside.terms);
                if set_aside.any(is_shared) {
                    return false;
                }
                if denial.numbers.is_empty() {
                    // A claim is short, and all of it is denied.
                    let asked = if is_source && denial.is_of_verb {
                        1
                    } else {
                        denial.terms.len()
                    };
                    let is_said = |term: &Term| {
                        terms.binary_search(term).is_ok() && !other.aside.contains(term)
                    };
                    if is_source && denial.is_told_beside {
                        return denial.terms.iter().all(is_said);
                    }
                    denial.terms.iter().take(asked).any(is_said)
                } else {
                    let mut numbers = denial.numbers.iter();
                    numbers.any(|number| other.numbers.contains(number))
                }
            };
            // Where both set one thing against another, they may have exchanged them.
            let stands = |rejected: &Denial| {
                let is_given = |number: &String| other.numbers.contains(number);
                let is_empty = rejected.numbers.is_empty() && rejected.terms.is_empty();
                !is_empty
                    && rejected.numbers.iter().all(is_given)
                    && other.names_all(&rejected.terms, terms)
            };
            let is_plain = other.denials.len() <= other.rejected.len();
            // What else the other denies leaves what it states of all that is denied here: `applies to banks, not to insurers`.
            let denies_stated = |denial: &Denial| {
                let mut denied = other.denials.iter().flat_map(|other| &other.terms);
                let mut about = other.denials.iter().flat_map(|other| &other.about);
                denial.is_of_verb
                    && !about.any(|term| claim_terms.binary_search(term).is_ok())
                    && !denial.is_of_reason
                    && denial.terms.len() > 1
                    && other.names_all(&denial.terms, terms)
                    && !denied.any(|term| denial.terms.contains(term))
            };
            !other.loses
                && (other.denials.is_empty() && own.denials.iter().any(denied)
                    || !is_source && own.denials.iter().any(denies_stated)
                    || is_plain && own.rejected.iter().any(stands))
        };
        if denies(claim, source, source_terms, false) {
            Some(Opposition::Denied)
        } else if denies(source, claim, claim_terms, true) {
            Some(Opposition::Stated)
        } else {
            None
        }
    }
}

/// Two content words in common, or all that the shorter one has.
fn shares(a: &[Term], b: &[Term]) -> bool {
    let shared = a.iter().filter(|term| b.contains(term)).count();
    shared >= 2 || shared >= 1 && a.len().min(b.len()) <= 2
}
