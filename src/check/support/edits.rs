//! Edits: what was changed where a claim is a near copy of a sentence of its evidence.
//!
//! A copy with one word changed is the fault that is hardest to see and easiest to prove: everything else agrees, so what differs is the fault. The
//! two are laid over each other along the words they have in common, and each gap is read as what was put in, left out, or put in the place of
//! something. Words that may stand for each other, a changed order and words such as `the report says` are no edits.

mod gaps;

use self::gaps::Gap;
use super::finding::Finding;
use crate::check::language::irregular::is_past;
use crate::check::language::names::is_form;
use crate::check::language::numbers::quantities;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word, role};
use crate::check::meaning::scales::are_one_degree;
use crate::check::meaning::seasons::is_month_of;
use crate::check::model::measures::common_order;

/// Share of a claim's words that stand in the same order in the sentence, from which the one is a copy of the other.
const COPY: f32 = 0.82;
/// The same for a claim that a copy is only a part of, as a share of the sentence's words.
const HELD: f32 = 0.9;
/// Fewer words in common are no copy.
const LEAST: usize = 5;
/// A claim that differs in one word from a sentence of hardly more words is a copy from fewer words on.
const SHORTEST: usize = 2;
const MOST_OTHERS: usize = 3;
/// Likeness from which one word may stand for another where all others are the same.
const ONE_THING: f32 = 0.6;

/// What was changed, if the claim is a near copy of the sentence: nothing, where it is a copy and says no more.
///
/// A word that stands in the texts `around` the sentence is not put in: a claim may draw two sentences together. What stands between bars is no sentence: its cells
/// are held against a claim as those of a table.
pub(crate) fn edits(
    claim: &str,
    sentence: &str,
    around: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Vec<Finding>> {
    const BAR: char = '|';
    if sentence.contains(BAR) {
        return None;
    }
    let (mut own, mut theirs, mut said) = (Vec::new(), Vec::new(), Vec::new());
    vocabulary.read(claim, &mut own);
    vocabulary.read(sentence, &mut theirs);
    let pairs = common_order(&own, &theirs);
    let common = pairs.len() as f32;
    let framed = |token: &&Token| {
        vocabulary
            .word(token.word)
            .is_some_and(|word| !FRAME.contains(&word.text.as_str()))
    };
    let is_copy = pairs.len() >= LEAST
        && (common >= COPY * own.iter().filter(framed).count() as f32
            || common >= HELD * theirs.len() as f32);
    let others = (own.len() - pairs.len(), theirs.len() - pairs.len());
    let is_short_copy = pairs.len() >= SHORTEST && others.0 <= 1 && others.1 <= MOST_OTHERS;
    if !is_copy && !is_short_copy {
        let texts = Texts {
            claim,
            sentence,
            own: &own,
            vocabulary,
        };
        return texts.other_name(&theirs, around).map(|name| vec![name]);
    }
    // Few claims come this far.
    for text in around {
        vocabulary.read(text, &mut said);
    }
    let vocabulary = &*vocabulary;
    let texts = Texts {
        claim,
        sentence,
        own: &own,
        vocabulary,
    };
    let (mut found, put_in) = texts.differences(&theirs, &pairs, &said);
    let is_open = |found: &Finding| {
        matches!(
            found,
            Finding::Altered {
                excludes: false,
                is_deed: false,
                moved: false,
                ..
            }
        )
    };
    if pairs.len() >= LEAST
        && put_in.is_empty()
        && found.iter().all(is_open)
        && let Some(other) = only_other((claim, &own), (sentence, &theirs), &pairs, vocabulary)
    {
        found = vec![other];
    }
    // The small words of what is put in, as in `with pride`, say nothing by themselves.
    let is_small = |token: &Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.kind == Kind::Stop)
    };
    let is_paired = |at: usize| pairs.binary_search_by_key(&at, |pair| pair.0).is_ok();
    let own_only = (0..).zip(&own).filter(|(at, _)| !is_paired(*at));
    let mut telling = own_only.filter(|(_, token)| !is_small(token));
    let only = (telling.next(), telling.next());
    let (first, last) = (pairs.first(), pairs.last());
    let is_said = |at: usize, token: &Token| {
        let lower = text_of(claim, token).to_lowercase();
        // A greeting stands before what is said, or behind it.
        let is_within =
            first.is_some_and(|pair| pair.0 < at) && last.is_some_and(|pair| at < pair.0);
        let role = role(&lower);
        !TURNS_OF_SPEECH.contains(&lower.as_str())
            && (role == Role::None || role == Role::Aside && is_within)
    };
    let is_whole_copy = pairs.len() >= LEAST
        && theirs.len() == pairs.len()
        && matches!(only, (Some((at, token)), None) if is_said(at, token));
    match (put_in.len(), found.is_empty()) {
        (0, _) | (1, false) => {}
        // One word more may be anything; it is the model's to weigh, but where all others are the very same.
        (1, true) if !is_whole_copy => {
            return texts.other_name(&theirs, around).map(|name| vec![name]);
        }
        _ => found.push(Finding::Added(put_in.join(" "))),
    }
    Some(found)
}

/// A claim and the sentence that it is laid beside.
pub(super) struct Texts<'a> {
    pub(super) claim: &'a str,
    pub(super) sentence: &'a str,
    /// The claim's words.
    pub(super) own: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
}

impl Texts<'_> {
    /// What differs between the words that both have in common, and what was put in.
    fn differences(
        &self,
        theirs: &[Token],
        pairs: &[(usize, usize)],
        around: &[Token],
    ) -> (Vec<Finding>, Vec<String>) {
        let (mut found, mut put_in) = (Vec::new(), Vec::new());
        let mut from = (0, 0);
        for (to, next) in pairs
            .iter()
            .map(|&pair| (pair, (pair.0 + 1, pair.1 + 1)))
            .chain([((self.own.len(), theirs.len()), (0, 0))])
        {
            let gap = Gap {
                claim: self.claim,
                sentence: self.sentence,
                own: self.own.get(from.0..to.0).unwrap_or_default(),
                theirs: theirs.get(from.1..to.1).unwrap_or_default(),
                all_own: self.own,
                all_theirs: theirs,
                around,
                vocabulary: self.vocabulary,
            };
            gap.read(&mut found, &mut put_in);
            from = next;
        }
        (found, put_in)
    }
}

/// The one word in which a claim differs from a sentence that is the same in all others, where the two are not known to say one thing.
///
/// Two words that may fill one place of a sentence are seldom two names of one thing: they are alike because they are of a kind.
fn only_other(
    (claim, own): (&str, &[Token]),
    (sentence, theirs): (&str, &[Token]),
    pairs: &[(usize, usize)],
    vocabulary: &Vocabulary,
) -> Option<Finding> {
    let one = |tokens: &[Token], is_paired: &dyn Fn(usize) -> bool| {
        let mut places = (0..tokens.len()).filter(|&at| !is_paired(at));
        let only = (places.next()?, places.next());
        let (at, None) = only else { return None };
        tokens.get(at).copied()
    };
    let token = one(own, &|at| pairs.iter().any(|pair| pair.0 == at))?;
    let other = one(theirs, &|at| pairs.iter().any(|pair| pair.1 == at))?;
    let (word, their_word) = (vocabulary.word(token.word)?, vocabulary.word(other.word)?);
    let is_plain = |word: &Word| {
        word.kind == Kind::Content
            && word.role == Role::None
            && !FRAME.contains(&word.text.as_str())
            && !GENERAL.contains(&word.text.as_str())
    };
    // What gives a number or a name means the very things that it speaks of.
    let is_exact =
        own.iter().skip(1).any(|token| token.is_capital) || !quantities(claim).is_empty();
    let is_another = is_exact
        && !is_month_of(text_of(sentence, &other), &word.text)
        && is_plain(word)
        && is_plain(their_word)
        && word.stem != their_word.stem
        && word.places.relation(their_word.places).is_none()
        && !are_one_degree(&word.text, &their_word.text)
        && word.likeness(their_word) < ONE_THING;
    is_another.then(|| Finding::other_word(text_of(claim, &token), text_of(sentence, &other)))
}

/// A capital; at the start only of what stands there alone, which is no plural, adverb or form of a verb.
pub(super) fn is_name(token: &Token, word: &Word) -> bool {
    token.is_capital && word.kind == Kind::Content && (token.start > 0 || !is_form(&word.text))
}

/// A verb that tells what was done, as far as its form shows it.
pub(super) fn is_deed(lower: &str) -> bool {
    lower.ends_with("ed") || is_past(lower)
}

pub(super) fn text_of<'t>(text: &'t str, token: &Token) -> &'t str {
    text.get(token.start as usize..token.end as usize)
        .unwrap_or_default()
}

/// Words by which a claim says where it is from.
#[rustfmt::skip]
pub(super) const FRAME: &[&str] = &[
    "document", "report", "reports", "reported", "study", "studies", "source", "sources", "author", "authors", "paper", "article", "text", "according", "states",
    "stated", "say", "says", "said", "write", "wrote", "notes", "noted", "describes", "described", "shows", "showed", "finds", "found", "writes", "evidence", "data", "explains",
    "explained", "mentions", "per", "cent", "percent", "mentioned", "adds", "added", "also", "additionally", "furthermore", "specifically",
];

/// Words for so many things that any other may be one of them.
#[rustfmt::skip]
pub(super) const GENERAL: &[&str] = &[
    "person", "persons", "people", "man", "men", "woman", "women", "someone", "somebody", "individual", "individuals", "guy", "guys", "kid", "kids", "child", "children",
    "thing", "things", "object", "objects", "item", "items", "animal", "animals", "place", "places", "area", "areas", "building", "food", "group", "groups",
    "product", "products", "vehicle", "vehicles", "body", "organisation", "organization", "something", "part", "parts", "piece",
];

/// Words of him who speaks, which add nothing to what is said.
#[rustfmt::skip]
const TURNS_OF_SPEECH: &[&str] = &[
    "yes", "yeah", "well", "actually", "really", "basically", "indeed", "simply", "clearly", "certainly", "overall", "currently", "generally", "typically", "sure",
    "okay", "please", "addition", "fact", "contrast", "comparison", "instance", "example", "particular", "course", "conclusion", "summary", "consequence", "practice",
    "short", "general", "thus", "hence", "therefore", "however", "moreover", "finally", "notably", "importantly", "interestingly", "exactly", "precisely",
];

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str =
        "The northern depot may lose about 37 of its older buses in Marenholt before the winter.";

    #[track_caller]
    fn check(claim: &str, expected: Option<&[&str]>) {
        let mut vocabulary = Vocabulary::default();
        let found = edits(claim, SENTENCE, &[], &mut vocabulary).map(|edits| {
            let say =
                |finding: &Finding| finding.say(crate::study::Verdict::Unsupported, "[1]", "[1]");
            edits.iter().map(say).collect::<Vec<String>>()
        });
        let expected = expected.map(|all| all.iter().map(ToString::to_string).collect());
        assert_eq!(found, expected);
    }

    #[test]
    fn what_was_changed_in_a_copy_is_named() {
        check(
            "The southern depot may lose about 37 of its older buses in Marenholt before the winter.",
            Some(&["the claim says “southern”, [1] says “northern”"]),
        );
        check(
            "The northern depot may lose about 37 of its older buses in Ostrava before the winter.",
            Some(&["the claim says “Ostrava”, [1] says “Marenholt”"]),
        );
        check(
            "The northern depot may lose about 37 of its older buses in Marenholt after the winter.",
            Some(&["the claim says “after”, [1] says “before”"]),
        );
        check(
            "The northern depot will lose about 37 of its older buses in Marenholt before the winter.",
            Some(&["[1] says this with less certainty: “may”"]),
        );
    }

    #[test]
    fn what_is_put_into_a_copy_is_named_with_the_small_words_about_it() {
        let with = |added: &str| SENTENCE.replace("37 of its", added);
        for (added, named) in [
            ("37 of its hello there", "hello"),
            ("37 of its, with pride,", "pride"),
        ] {
            let expected = format!("not in [1]: {named}");
            check(&with(added), Some(&[&expected]));
        }
        for before in ["Hello there. ", "In addition, "] {
            check(&format!("{before}{SENTENCE}"), None);
        }
    }

    #[test]
    fn a_copy_without_a_change_and_a_text_that_is_no_copy_have_no_edits() {
        check(SENTENCE, Some(&[]));
        check(
            "In Marenholt the northern depot may lose about 37 of its older buses before the winter.",
            Some(&[]),
        );
        check(
            "As the report says, the northern depot may lose about 37 of its older buses.",
            Some(&[]),
        );
        check(
            "The choir sang two motets by Palestrina in the old town hall.",
            None,
        );
    }
}
