//! Governed: what a claim puts behind a verb, a measure or a small word of its evidence where that has another thing there: `99 tons of steel` of `99 tons of sand`,
//! `goes to the families` of `goes into a fund`.
//!
//! Unlike a near copy such a claim is told in words of its own, and the rest of it may stand in other sentences. The two things stand in one place where the same word
//! governs both in the same way. What the evidence has elsewhere beside that word, may stand for the other or is of its kind says nothing against a claim.

use super::edits::{FRAME, GENERAL, text_of};
use super::finding::Finding;
use super::line::Line;
use super::nuances::is_period;
use crate::check::language::kinship::Part;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};
use crate::check::model::compare::Source;

/// The least rarity of a word that is not used for too many things.
const RARE: f32 = 0.45;
/// Words of a claim beside the thing that the sentence has to have, and the share of them.
const LEAST: usize = 2;
const SHARE: f32 = 0.4;
/// The most words that may govern one thing, the nearest first.
const MOST_GOVERNING: usize = 3;

/// Small words before a thing, by what they say of it.
#[rustfmt::skip]
const WAYS: &[(&str, &[&str])] = &[
    ("in", &["in", "on", "at", "aboard", "inside", "within"]),
    ("to", &["to", "into", "toward", "towards", "onto"]),
    ("of", &["of"]),
    ("by", &["by"]),
    ("with", &["with"]),
    ("for", &["for"]),
    ("from", &["from"]),
];

/// Words behind which another clause begins.
#[rustfmt::skip]
const CUTS: &[&str] = &[
    "that", "which", "who", "whom", "whose", "when", "where", "while", "because", "if", "but", "is", "are", "was", "were", "be", "been", "being", "as", "than",
    "after", "before", "since", "until", "although", "though", "so", "not", "no", "or",
];

/// A thing with what governs it.
struct Slot {
    /// Where the words for it begin, and its last.
    from: usize,
    at: usize,
    way: &'static str,
    governing: Vec<usize>,
}

/// The thing that a claim has in the place of another of its evidence.
pub(super) fn governed_otherwise(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut tokens = Vec::new();
    vocabulary.read(claim, &mut tokens);
    let is_open = |vocabulary: &Vocabulary| {
        let own = Line {
            text: claim,
            tokens: &tokens,
            vocabulary,
        };
        !own.denies() && !own.slots().is_empty()
    };
    if !is_open(vocabulary) {
        return None;
    }
    // Read for the comparison already.
    let source = Source::read(texts, vocabulary);
    let own = Line {
        text: claim,
        tokens: &tokens,
        vocabulary,
    };
    let lines: Vec<Line<'_>> = source
        .sentences
        .iter()
        .zip(0..)
        .filter_map(|(sentence, at)| {
            Some(Line {
                text: texts.get(sentence.passage)?.get(sentence.span.clone())?,
                tokens: source.tokens(at),
                vocabulary,
            })
        })
        .collect();
    own.slots()
        .iter()
        .find_map(|slot| own.otherwise(slot, &lines))
}

impl Line<'_> {
    fn has_stem(&self, of: &Token) -> bool {
        self.tokens.iter().any(|own| own.stem == of.stem)
    }

    /// Where the words side by side begin that end in one.
    fn run_start(&self, at: usize) -> usize {
        let mut from = at;
        while from > 0 && self.gap(from - 1) == " " && self.is_content(from - 1) {
            from -= 1;
        }
        from
    }

    /// The things of a text that are governed by something.
    fn slots(&self) -> Vec<Slot> {
        (1..self.tokens.len())
            .filter(|&at| self.is_content(at) && !(self.gap(at) == " " && self.is_content(at + 1)))
            .filter_map(|at| self.slot(at))
            .collect()
    }

    fn slot(&self, at: usize) -> Option<Slot> {
        let from = self.run_start(at);
        // A verb right before it stands among the words side by side.
        let is_deed = |at: usize| {
            self.word(at).is_some_and(|word| {
                word.text.ends_with("ing")
                    || word.text.ends_with("ed")
                    || word
                        .senses()
                        .is_some_and(|senses| senses.part == Part::Verb)
            })
        };
        // Of `robbing banks` the verb stands among the words side by side, and what is before it governs that.
        if let Some(deed) = (from..at).rev().find(|&at| is_deed(at)) {
            return Some(Slot {
                from: deed + 1,
                at,
                way: "",
                governing: vec![deed],
            });
        }
        let mut governing: Vec<usize> = (from..at).rev().collect();
        let is_direct = !governing.is_empty();
        let mut way = "";
        let mut place = from;
        while let Some(before) = place.checked_sub(1) {
            if self
                .gap(before)
                .contains([',', ';', ':', '(', ')', '–', '—'])
            {
                break;
            }
            let word = self.lower(before);
            let own = WAYS.iter().find(|(_, words)| words.contains(&word));
            if self.is_content(before) {
                governing.push(before);
                if governing.len() >= MOST_GOVERNING + usize::from(is_direct) {
                    break;
                }
            } else if CUTS.contains(&word) {
                break;
            } else if word == "and" && way.is_empty() {
                // What is joined to it is governed by the same.
                let Some(joined) = before.checked_sub(1).filter(|&at| self.is_content(at)) else {
                    break;
                };
                place = self.run_start(joined);
                if let Some(deed) = (place..joined).rev().find(|&at| is_deed(at)) {
                    return Some(Slot {
                        from,
                        at,
                        way: "",
                        governing: vec![deed],
                    });
                }
                governing.extend((place..joined).rev());
                continue;
            } else if let Some((own, _)) = own
                && way.is_empty()
            {
                way = own;
                governing.clear();
            }
            place = before;
        }
        (!governing.is_empty()).then_some(Slot {
            from,
            at,
            way,
            governing,
        })
    }

    /// Whether a word names a thing that another would exclude.
    fn is_thing(&self, at: usize) -> bool {
        let capital = self.tokens.get(at).is_none_or(|token| token.is_capital);
        let before = at.checked_sub(1).map_or("", |before| self.lower(before));
        self.word(at).is_some_and(|word| {
            let is_noun = || {
                word.senses()
                    .is_some_and(|senses| senses.part == Part::Noun)
                    || matches!(
                        before,
                        "the" | "a" | "an" | "of" | "its" | "their" | "his" | "her"
                    )
            };
            !capital
                && word.role == Role::None
                && word.rarity() >= RARE
                && !word.text.ends_with("ing")
                && !word.text.ends_with("ed")
                && !FRAME.contains(&word.text.as_str())
                && !GENERAL.contains(&word.text.as_str())
                && !is_period(&word.text)
                && is_noun()
        })
    }

    /// Whether a text has a word, or one that may stand for it.
    fn holds(&self, wanted: &Token, word: &Word) -> bool {
        self.has_stem(wanted)
            || (0..self.tokens.len()).any(|at| {
                self.word(at)
                    .is_some_and(|own| own.kind == Kind::Content && word.may_stand_for(own))
            })
    }

    fn otherwise(&self, slot: &Slot, lines: &[Line<'_>]) -> Option<Finding> {
        let thing = self
            .tokens
            .get(slot.at)
            .filter(|_| self.is_thing(slot.at))?;
        let word = self.word(slot.at)?;
        let others: Vec<&Token> = (0..self.tokens.len())
            .filter(|at| !(slot.from..=slot.at).contains(at) && self.is_content(*at))
            .filter_map(|at| self.tokens.get(at))
            .collect();
        let mut found = None;
        for line in lines {
            let shared = others.iter().filter(|own| line.has_stem(own)).count();
            if shared < LEAST || (shared as f32) < SHARE * others.len() as f32 {
                continue;
            }
            if line.holds(thing, word) {
                return None;
            }
            for theirs in line.slots() {
                if !self.is_governed_alike(slot, line, &theirs) {
                    continue;
                }
                let other = line.word(theirs.at)?;
                let is_abstract =
                    |word: &Word| word.senses().is_none_or(|senses| senses.is_abstract);
                let is_other = line.is_thing(theirs.at)
                    && !(is_abstract(word) && is_abstract(other))
                    && line
                        .tokens
                        .get(theirs.at)
                        .is_some_and(|token| !self.has_stem(token))
                    && word.is_apart(other);
                if !is_other {
                    return None;
                }
                found = found.or_else(|| {
                    let token = line.tokens.get(theirs.at)?;
                    Some(Finding::other_word(
                        text_of(self.text, thing),
                        text_of(line.text, token),
                    ))
                });
            }
        }
        found
    }

    /// Whether one word governs two things in the same way: `of` only what stands right before it.
    fn is_governed_alike(&self, own: &Slot, line: &Line<'_>, theirs: &Slot) -> bool {
        if own.way != theirs.way {
            return false;
        }
        let near = |slot: &Slot| match slot.way {
            "of" => 1,
            _ => slot.governing.len(),
        };
        // What is only called by the same quality is not governed by it.
        let is_plain = |line: &Line<'_>, at: usize| {
            let part = line
                .word(at)
                .and_then(Word::senses)
                .map(|senses| senses.part);
            part != Some(Part::Adjective)
                && line
                    .tokens
                    .get(at)
                    .is_some_and(|token| !token.is_capital || at == 0)
        };
        own.governing.iter().take(near(own)).any(|&at| {
            theirs.governing.iter().take(near(theirs)).any(|&other| {
                let both = self.tokens.get(at).zip(line.tokens.get(other));
                is_plain(self, at) && both.is_some_and(|(own, other)| own.stem == other.stem)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = governed_otherwise(claim, &[evidence], &mut Vocabulary::default());
        assert_eq!(found.is_some(), expected, "{claim}");
    }

    #[test]
    fn another_thing_behind_the_same_word_is_told() {
        let sand = "The board had reported that an estimated 99 tons of sand were putting stress on the bridge when it collapsed.";
        check(
            "An estimated 99 tons of steel were stored on the bridge when it fell.",
            sand,
            true,
        );
        check(
            "An estimated 99 tons of sand were stored on the bridge when it fell.",
            sand,
            false,
        );
        let fund = "The settlement money will go into the state's general fund.";
        check(
            "The settlement money will go straight to the families of those who died.",
            fund,
            true,
        );
    }
}
