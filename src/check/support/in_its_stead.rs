//! In its stead: the plain word that a claim has where its evidence has one for another thing, beside the same words: `died of cold` for `died of poison`.
//!
//! What a thing is called is free, and what it is said to be is not: a word that may stand for the other, a word for what that is a kind of, and one that
//! the evidence has elsewhere say nothing against a claim. Deeds and qualities are told in so many ways that another word for one shows little.

use std::ops::Range;

use super::edits::{FRAME, GENERAL, Texts, text_of};
use super::finding::Finding;
use super::nuances::is_period;
use crate::check::language::kinship::{Part, Senses};
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};
use crate::check::meaning::scales::are_one_degree;

/// The least share of words that a claim has in common with the sentence, and the most that it has of its own.
const LEAST: f32 = 0.5;
const MOST_OWN: usize = 2;
/// The most words of the sentence's own among those that it shares: what is told in many other words may be named in others.
const MOST_BETWEEN: usize = 3;

/// The least rarity of a word that is not used for too many things to exclude one: `government`, `company`, `team`.
const RARE: f32 = 0.6;

/// Small words behind which a thing is named.
#[rustfmt::skip]
const BEFORE_A_THING: &[&str] = &[
    "a", "an", "the", "of", "by", "for", "with", "in", "on", "at", "from", "into", "against", "over", "about", "its", "their", "his", "her",
];

/// A text and its words.
pub(super) struct Read<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Read<'t> {
    pub(super) fn of(text: &'t str, vocabulary: &mut Vocabulary) -> Self {
        let mut tokens = Vec::new();
        vocabulary.read(text, &mut tokens);
        Self { text, tokens }
    }
}

/// The word of a claim in the stead of which its best sentence has one for another thing; `around` are the texts that stand with that.
pub(super) fn other_thing(
    claim: &Read<'_>,
    sentence: &Read<'_>,
    around: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let texts = Texts {
        claim: claim.text,
        sentence: sentence.text,
        own: &claim.tokens,
        vocabulary,
    };
    let found = texts.other_things(&sentence.tokens);
    if found.is_empty() {
        return None;
    }
    // Few claims come this far.
    let mut said = Vec::new();
    for text in around {
        vocabulary.read(text, &mut said);
    }
    let texts = Texts {
        claim: claim.text,
        sentence: sentence.text,
        own: &claim.tokens,
        vocabulary,
    };
    let mut found = found.into_iter();
    found.find_map(|(at, other)| (!texts.is_held(at, &said)).then_some(other))
}

/// In what a claim and a sentence are unlike.
#[derive(Default)]
struct Unlike {
    /// The places of the claim that nothing of the sentence is for, and the other way round.
    own: Vec<Range<usize>>,
    others: Vec<Range<usize>>,
    /// Whether that is one word of the claim, and one among those that the sentence shares with it.
    is_copy: bool,
}

impl Texts<'_> {
    /// The words of the claim that stand where the sentence has a word for another thing.
    fn other_things(&self, theirs: &[Token]) -> Vec<(usize, Finding)> {
        let unlike = self.unlike(theirs).unwrap_or_default();
        let found = unlike.own.into_iter().filter_map(|place| {
            let mut others = unlike.others.iter();
            let other =
                others.find_map(|other| self.put_for(&place, theirs, other, unlike.is_copy))?;
            Some((place.end - 1, other))
        });
        found.collect()
    }

    /// In what the two are unlike, where the rest is near enough.
    fn unlike(&self, theirs: &[Token]) -> Option<Unlike> {
        let is_content = |at: &usize| self.is_content(self.own.get(*at));
        let content: Vec<usize> = (0..self.own.len()).filter(is_content).collect();
        let has_word = |at: &usize| {
            let own = self.own.get(*at);
            own.is_some_and(|own| theirs.iter().any(|other| other.stem == own.stem))
        };
        // Most claims are told apart without asking what their words may stand for.
        let other_words = content.iter().copied().filter(|at| !has_word(at));
        let other_words: Vec<usize> = other_words.take(2 * MOST_OWN + 1).collect();
        if other_words.is_empty() || other_words.len() > 2 * MOST_OWN {
            return None;
        }
        let is_strange = |at: &usize| !self.is_held(*at, theirs);
        let strange: Vec<usize> = other_words.iter().copied().filter(is_strange).collect();
        let held = content.len() - strange.len();
        let is_near = held as f32 >= LEAST * content.len() as f32;
        if strange.is_empty() || strange.len() > MOST_OWN || !is_near {
            return None;
        }
        let is_content = |at: &usize| self.is_content(theirs.get(*at));
        let (shared, others): (Vec<usize>, Vec<usize>) = (0..theirs.len())
            .filter(is_content)
            .partition(|at| self.has_own(theirs.get(*at), &other_words));
        let span = *shared.first()?..=*shared.last()?;
        let between = others.iter().filter(|at| span.contains(at)).count();
        if between > MOST_BETWEEN {
            return None;
        }
        Some(Unlike {
            own: runs(&strange, self.claim, self.own),
            others: runs(&others, self.sentence, theirs),
            is_copy: strange.len() == 1 && between <= 1,
        })
    }

    /// What the claim names at one place, where the sentence names another thing at another that is the same. What cannot be pointed at has many names:
    /// there all else has to be the same.
    fn put_for(
        &self,
        place: &Range<usize>,
        theirs: &[Token],
        other: &Range<usize>,
        is_copy: bool,
    ) -> Option<Finding> {
        let (own, is_of) = self.thing(self.claim, self.own, place)?;
        let (their, is_their_of) = self.thing(self.sentence, theirs, other)?;
        let word = self.vocabulary.word(own.word)?;
        let their_word = self.vocabulary.word(their.word)?;
        let are_things = are_of_things(word, their_word)
            || self.is_behind_small_word(self.own, place)
                && self.is_behind_small_word(theirs, other);
        let is_abstract = |word: &Word| word.senses().is_some_and(|senses| senses.is_abstract);
        let is_another = are_things
            && word.rarity() >= RARE
            && !are_one_degree(&word.text, &their_word.text)
            && (is_copy && other.len() == 1 || !is_abstract(word) || !is_abstract(their_word))
            // Of `a group of judges` the last word says who they are.
            && (is_of || !is_their_of)
            && word.is_apart(their_word)
            && self.are_in_one_place(place, theirs, other);
        is_another
            .then(|| Finding::other_word(text_of(self.claim, &own), text_of(self.sentence, &their)))
    }

    /// Whether a word of the claim is one of these, or may stand for one of them that the claim has not itself.
    fn is_held(&self, at: usize, theirs: &[Token]) -> bool {
        let Some(own) = self.own.get(at) else {
            return false;
        };
        let word = self.vocabulary.word(own.word);
        let is_of_claim = |other: &Token| self.own.iter().any(|own| own.stem == other.stem);
        let may_stand = |other: &Token| {
            let both = word.zip(self.vocabulary.word(other.word));
            both.is_some_and(|(word, other)| {
                other.kind == Kind::Content && word.may_stand_for(other)
            })
        };
        theirs
            .iter()
            .any(|other| other.stem == own.stem || !is_of_claim(other) && may_stand(other))
    }

    /// Whether the claim has this word of the sentence, or one for it among those that the sentence has not.
    fn has_own(&self, token: Option<&Token>, others: &[usize]) -> bool {
        let Some(token) = token else { return false };
        let word = self.vocabulary.word(token.word);
        let may_stand = |at: &usize| {
            let own = self.own.get(*at);
            let own = own.and_then(|own| self.vocabulary.word(own.word));
            own.zip(word)
                .is_some_and(|(own, word)| own.may_stand_for(word))
        };
        self.own.iter().any(|own| own.stem == token.stem) || others.iter().any(may_stand)
    }

    /// The last word at a place, where that names something and no name stands behind it, and whether `of` does.
    fn thing(&self, text: &str, tokens: &[Token], place: &Range<usize>) -> Option<(Token, bool)> {
        let token = *tokens.get(place.end.checked_sub(1)?)?;
        let word = self.vocabulary.word(token.word)?;
        let next = tokens.get(place.end);
        let is_before_name = next.is_some_and(|next| {
            let gap = text.get(token.end as usize..next.start as usize);
            next.is_capital && gap == Some(" ")
        });
        let is_of = next
            .and_then(|next| self.vocabulary.word(next.word))
            .is_some_and(|next| next.text == "of");
        let is_thing = word.kind == Kind::Content
            && word.role == Role::None
            && (!token.is_capital || token.start == 0)
            && !word.text.ends_with("ing")
            && !FRAME.contains(&word.text.as_str())
            && !GENERAL.contains(&word.text.as_str())
            && !is_period(&word.text)
            && !is_before_name;
        is_thing.then_some((token, is_of))
    }

    fn is_behind_small_word(&self, tokens: &[Token], place: &Range<usize>) -> bool {
        let before = place.start.checked_sub(1).and_then(|at| tokens.get(at));
        before
            .and_then(|before| self.vocabulary.word(before.word))
            .is_some_and(|before| BEFORE_A_THING.contains(&before.text.as_str()))
    }
}

/// Whether both words mostly name things, or both tell of which kind a thing is.
fn are_of_things(word: &Word, other: &Word) -> bool {
    let both = |is: fn(&Senses) -> bool| {
        let mut senses = [word, other].into_iter().map(Word::senses);
        senses.all(|senses| senses.is_some_and(is))
    };
    both(|senses| senses.part == Part::Noun)
        || both(|senses| senses.part == Part::Adjective && senses.tells_a_kind())
}

/// Places that lie side by side, with nothing but a space between, as one.
fn runs(places: &[usize], text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let is_side_by_side = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let gap = before
            .zip(tokens.get(at))
            .and_then(|(before, token)| text.get(before.end as usize..token.start as usize));
        gap == Some(" ")
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for &at in places {
        match runs.last_mut() {
            Some(run) if run.end == at && is_side_by_side(at) => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::support::pair::Pairs;
    use crate::study::Verdict;

    #[test]
    fn a_claim_is_borne_out_by_another_word_for_its_thing_and_not_by_one_for_another_of_the_kind() {
        let is_borne_out = |claim: &str, evidence: &str| {
            let found = Pairs::default().judge(claim, &[evidence]);
            found.verdict == Verdict::Supported
        };
        let died = "He died of pneumonia in a hospital in the north.";
        assert!(is_borne_out(
            "He died of an illness in a hospital in the north.",
            died
        ));
        assert!(!is_borne_out(
            "He died of a fracture in a hospital in the north.",
            died
        ));
        let sonata = "The sonata was written by his sister, who was a singer.";
        assert!(!is_borne_out(
            "The sonata was written by a neighbour.",
            sonata
        ));
        let lake = "The lake was polluted by a tannery. The trial was stopped by the police.";
        assert!(!is_borne_out(
            "The lake was polluted by a brewery. The trial was stopped by the police.",
            lake
        ));
        assert!(!is_borne_out(
            "The trial was stopped by the ministry.",
            lake
        ));
        let rain = "Sales of umbrellas fell by 8 % in spring because of the dry weather.";
        assert!(!is_borne_out(
            "Sales of raincoats fell by 8 % in spring.",
            rain
        ));
    }

    fn is_told(claim: &str, evidence: &[&str]) -> bool {
        let sentence = evidence.first().unwrap();
        let mut vocabulary = Vocabulary::default();
        let claim = Read::of(claim, &mut vocabulary);
        let sentence = Read::of(sentence, &mut vocabulary);
        other_thing(&claim, &sentence, evidence, &mut vocabulary).is_some()
    }

    #[test]
    fn a_word_for_another_thing_in_the_same_place_is_told() {
        for (claim, sentence) in [
            (
                "He died of cold.",
                "He died of poison in a cell of the castle.",
            ),
            (
                "The trial was stopped by the ministry.",
                "The trial was stopped by the police.",
            ),
            (
                "The house was bought by the diocese.",
                "The house was bought by the university for its library.",
            ),
            (
                "The parish acquired three organs from a Danish company.",
                "The parish bought three bells from a Danish firm.",
            ),
            (
                "The wolves were counted by rangers.",
                "The lynxes were counted by rangers.",
            ),
            (
                "The network learns auditory concepts from pairs.",
                "The network learns visual concepts from pairs.",
            ),
        ] {
            assert!(is_told(claim, &[sentence]), "{claim}");
        }
    }

    #[test]
    fn another_word_for_the_same_thing_or_for_what_it_is_a_kind_of_is_no_other_thing() {
        for (claim, sentence) in [
            (
                "The trial was stopped by doctors.",
                "The trial was stopped by physicians.",
            ),
            (
                "The animals were counted by rangers.",
                "The lynxes were counted by rangers.",
            ),
            (
                "The house was bought by experts.",
                "The house was bought by a group of experts.",
            ),
            (
                "The house was bought by a man.",
                "The house was bought by a painter.",
            ),
            (
                "The house was bought by the government.",
                "The house was bought by the ministry.",
            ),
            (
                "The petition was dismissed in May.",
                "The review plea was dismissed in May.",
            ),
        ] {
            assert!(!is_told(claim, &[sentence]), "{claim}");
        }
        let claim = "The house was bought by the diocese.";
        let sentence = "The house was bought by the university.";
        let beside = "The diocese bought the other half of it.";
        assert!(!is_told(claim, &[sentence, beside]));
    }
}
