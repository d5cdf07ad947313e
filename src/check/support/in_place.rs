//! In place: the name that a claim has in the place of another, beside the same words, in a sentence that has all else of the claim.
//! What is no name stands in another's place in [`super::in_its_stead`].
//!
//! Two names that stand in one place of two sentences are near in meaning just because they are of a kind, `Madrid` and `Lisbon`: the likeness by which one
//! word may stand for another tells nothing of them.

use std::ops::Range;

use super::edits::{Texts, is_name, text_of};
use super::finding::Finding;
use crate::check::language::names::may_be_one;
use crate::check::language::opposites::Relation;
use crate::check::language::terms::{plain, plain_words, stem};
use crate::check::language::tongue::Tongue;
use crate::check::language::vocabulary::{Kind, Token, Word};
use crate::check::text::sentences::sentences;

/// Words before a thing by which nothing is said of which one it is.
const ARTICLES: &[&str] = &["the", "a", "an"];
/// Words by which it is somebody's.
const WHOSE: &[&str] = &["its", "their", "his", "her", "our", "my"];
/// Words between a name and what it does that a shorter telling leaves out.
#[rustfmt::skip]
const AUXILIARIES: &[&str] = &["has", "have", "had", "is", "was", "are", "were", "will", "also"];

impl Texts<'_> {
    /// The name that stands in the sentence beside the words beside which the claim has another, where it has all other words of the claim, or all but one:
    /// `held in Lisbon` for `held in Madrid`.
    pub(super) fn other_name(&self, theirs: &[Token], around: &[&str]) -> Option<Finding> {
        const MOST_BESIDE: usize = 1;
        let content: Vec<usize> = (0..self.own.len())
            .filter(|&at| self.is_content(self.own.get(at)))
            .collect();
        let is_strange = |at: &usize| !has(theirs, self.own.get(*at));
        let strange: Vec<usize> = content.iter().copied().filter(is_strange).collect();
        let mut runs: Vec<Range<usize>> = Vec::new();
        for &at in strange.iter().filter(|&&at| self.is_name(self.own.get(at))) {
            match runs.last_mut() {
                Some(run) if run.end == at => run.end += 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs.retain(|run| !self.goes_on(self.claim, self.own, run.end));
        let held = content.len() - strange.len();
        runs.iter().find_map(|own| {
            let beside = strange.len() - own.len();
            if beside > MOST_BESIDE || held < self.fewest() + beside {
                return None;
            }
            self.other_in_place_of(own, theirs, around)
        })
    }

    /// The fewest other words by which a name tells which of several is meant: where every noun has a capital, most of them are no names.
    fn fewest(&self) -> usize {
        let has_capital_nouns = Tongue::of(self.sentence).is_some_and(Tongue::has_capital_nouns);
        if has_capital_nouns { 3 } else { 1 }
    }

    /// The name that the sentence has in the place of one of the claim's. Texts `around` that tell both names together, or say the same beside the claim's, tell
    /// that it may be so.
    fn other_in_place_of(
        &self,
        own: &Range<usize>,
        theirs: &[Token],
        around: &[&str],
    ) -> Option<Finding> {
        let name = said(self.claim, self.own, own)?;
        let other = (0..theirs.len()).find_map(|at| {
            let other = self.name_at(theirs, at)?;
            self.are_in_one_place(own, theirs, &other).then_some(other)
        })?;
        if self.is_known_as(self.own.get(own.start), theirs.get(other.start)) {
            return None;
        }
        let other = said(self.sentence, theirs, &other)?;
        let before = self.beside(self.own, own.start, true);
        let beside = before.or_else(|| self.beside(self.own, own.end, false))?;
        let may_be_so = |text: &str| {
            sentences(text).into_iter().any(|span| {
                let sentence = text.get(span).unwrap_or_default();
                let says = |wanted: &str| plain_words(sentence).any(|word| stem(&word) == wanted);
                sentence.contains(name)
                    && (sentence.contains(other)
                        || beside.last().is_some_and(|word| says(word.root.as_str())))
            })
        };
        let is_another = !may_be_one(name, other) && !around.iter().any(|text| may_be_so(text));
        is_another.then(|| Finding::other_word(name, other))
    }

    /// Whether two words are known to name one thing: `Holland` and `Netherlands`.
    fn is_known_as(&self, own: Option<&Token>, theirs: Option<&Token>) -> bool {
        let places = |token: Option<&Token>| Some(self.vocabulary.word(token?.word)?.places);
        let relation = places(own).zip(places(theirs));
        relation.is_some_and(|(own, theirs)| own.relation(theirs) == Some(Relation::Alike))
    }

    pub(super) fn is_content(&self, token: Option<&Token>) -> bool {
        token
            .and_then(|token| self.vocabulary.word(token.word))
            .is_some_and(|word| word.kind == Kind::Content)
    }

    fn is_name(&self, token: Option<&Token>) -> bool {
        let known = token.and_then(|token| Some((token, self.vocabulary.word(token.word)?)));
        known.is_some_and(|(token, word)| is_name(token, word))
    }

    /// Whether a name goes on where it was taken to end: `Bob` of `Bob Smith`.
    fn goes_on(&self, text: &str, tokens: &[Token], end: usize) -> bool {
        let next = tokens.get(end);
        let last = end.checked_sub(1).and_then(|at| tokens.get(at));
        let gap = last
            .zip(next)
            .and_then(|(last, next)| text.get(last.end as usize..next.start as usize));
        self.is_name(next) && gap == Some(" ")
    }

    /// The name that begins at a place of the sentence, none of whose words the claim has. `The Norwegian capital` names nothing by its second word.
    fn name_at(&self, theirs: &[Token], from: usize) -> Option<Range<usize>> {
        let is_another = |at: usize| self.is_name(theirs.get(at)) && !has(self.own, theirs.get(at));
        let mut end = from;
        while is_another(end) {
            end += 1;
            if !self.goes_on(self.sentence, theirs, end) {
                break;
            }
        }
        let last = theirs.get(end.checked_sub(1)?)?;
        let is_whole = end > from && !self.goes_on(self.sentence, theirs, end);
        let is_kind = self
            .vocabulary
            .word(last.word)
            .is_some_and(|word| !word.places.is_empty());
        let before = from.checked_sub(1).and_then(|at| theirs.get(at));
        let has_article = before
            .is_some_and(|token| ARTICLES.contains(&plain(text_of(self.sentence, token)).as_str()));
        let next = theirs.get(end);
        let is_said_of = (has_article || is_kind)
            && next.is_some_and(|next| {
                let gap = self.sentence.get(last.end as usize..next.start as usize);
                gap == Some(" ") && !next.is_capital && self.is_content(Some(next))
            });
        (is_whole && !is_said_of).then_some(from..end)
    }

    /// Whether the same stands before a place of the claim and one of the sentence, or behind them.
    pub(super) fn are_in_one_place(
        &self,
        own: &Range<usize>,
        theirs: &[Token],
        other: &Range<usize>,
    ) -> bool {
        let is_same = |own: usize, their: usize, before: bool| {
            let own = self.beside(self.own, own, before);
            let theirs = self.beside(theirs, their, before);
            let both = own.zip(theirs);
            both.is_some_and(|(own, theirs)| {
                own.len() == theirs.len()
                    && own.iter().zip(theirs).all(|(own, theirs)| {
                        own.root == theirs.root
                            || own.kind == Kind::Content && own.may_stand_for(theirs)
                    })
            })
        };
        is_same(own.start, other.start, true) || is_same(own.end, other.end, false)
    }

    /// The words before or behind a place up to the first that says something; `None` where none is near.
    fn beside(&self, tokens: &[Token], at: usize, before: bool) -> Option<Vec<&Word>> {
        const REACH: usize = 4;
        let mut found = Vec::new();
        for step in 0..REACH {
            let place = if before {
                at.checked_sub(step + 1)?
            } else {
                at + step
            };
            let token = tokens.get(place)?;
            let word = self.vocabulary.word(token.word)?;
            let text = word.text.as_str();
            let is_passed = if before { WHOSE } else { AUXILIARIES };
            if ARTICLES.contains(&text) || is_passed.contains(&text) {
                continue;
            }
            found.push(word);
            if word.kind == Kind::Content {
                return Some(found);
            }
        }
        None
    }
}

fn has(tokens: &[Token], wanted: Option<&Token>) -> bool {
    wanted.is_some_and(|wanted| tokens.iter().any(|token| token.stem == wanted.stem))
}

/// The words of a place as they stand in their text.
fn said<'t>(text: &'t str, tokens: &[Token], place: &Range<usize>) -> Option<&'t str> {
    let (first, last) = (
        tokens.get(place.start)?,
        tokens.get(place.end.checked_sub(1)?)?,
    );
    text.get(first.start as usize..last.end as usize)
}

#[cfg(test)]
mod tests {
    use crate::check::language::vocabulary::Vocabulary;
    use crate::check::support::edits::edits;

    fn is_told(claim: &str, sentence: &str) -> bool {
        is_told_beside(claim, sentence, &[])
    }

    fn is_told_beside(claim: &str, sentence: &str, around: &[&str]) -> bool {
        let found = edits(claim, sentence, around, &mut Vocabulary::default());
        found.is_some_and(|found| !found.is_empty())
    }

    #[test]
    fn another_name_of_a_kind_is_told_in_short_sentences_and_where_they_begin() {
        for (claim, sentence) in [
            (
                "The conference was held in Madrid.",
                "The conference was held in Lisbon from 3 to 5 May.",
            ),
            (
                "The painting hangs in the Louvre.",
                "The painting hangs in the Prado, beside a copy.",
            ),
            (
                "Ford opened the plant.",
                "Honda opened a new plant in Swindon in 1988.",
            ),
            (
                "The yearly conference was held in Madrid.",
                "The conference was held in Lisbon from 3 to 5 May.",
            ),
            (
                "Siemens supplied the turbines.",
                "Vestas supplied the turbines for the wind farm.",
            ),
            (
                "She was born in Rio Grande.",
                "She was born in Porto Alegre, the second of five children.",
            ),
        ] {
            assert!(is_told(claim, sentence), "{claim}");
        }
    }

    #[test]
    fn a_name_of_the_same_thing_is_no_other_name() {
        for (claim, sentence) in [
            (
                "She was born in Holland.",
                "She was born in the Netherlands in 1950.",
            ),
            (
                "The tunnel ends in Genoa.",
                "The tunnel ends in Genova, at the old harbour.",
            ),
            (
                "VW opened the plant.",
                "Volkswagen opened a new plant in Emden in 1988.",
            ),
            (
                "Doctors supplied the tents.",
                "Physicians supplied the tents for the camp by the river.",
            ),
            (
                "Bob Smith founded the club.",
                "Robert Smith founded the club in 1901, with friends.",
            ),
            (
                "The talks were held in Oslo.",
                "The talks were held in the Norwegian capital last May.",
            ),
        ] {
            assert!(!is_told(claim, sentence), "{claim}");
        }
        let claim = "The conference was held in Portugal.";
        let sentence = "The conference was held in Lisbon from 3 to 5 May.";
        assert!(is_told_beside(claim, sentence, &[sentence]));
        let capital = "Lisbon is the capital of Portugal.";
        assert!(!is_told_beside(claim, sentence, &[sentence, capital]));
    }

    #[test]
    fn another_name_behind_the_same_words_is_told() {
        let sentence = "The northern shore of the lake, which belongs to Osten, is steep, and few people live there.";
        assert!(is_told(
            "The northern shore of the lake belongs to Dalmira.",
            sentence
        ));
        assert!(!is_told(
            "The northern shore of the lake belongs to Osten.",
            sentence
        ));
    }
}
