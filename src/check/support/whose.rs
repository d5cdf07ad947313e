//! Whose: a claim that says of one thing what its evidence says of another, and that of which it speaks does something else there.
//!
//! `The strike was joined by the ticket inspectors. The teachers voted on Friday` has all words of `the teachers joined the strike`. Each statement of the evidence that tells
//! the claim's deed has to tell it of something else than the claim does, and one of them all that the claim says of it. Where two words may name one thing, or a
//! sentence with the deed and the claim's subject cannot be read, nothing is found.

use super::finding::Finding;
use super::in_full::{Told, last_word, told};
use super::subjects::names_any;
use crate::check::language::kinship::{Kin, Senses};
use crate::check::language::names::may_be_one;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_figure, is_stop_word, plain, plain_words, stem, words};
use crate::check::meaning::statements::{Part, Statement, Word, read_wholly};
use crate::check::text::sentences::sentences;
use crate::semantic::word;

/// Likeness from which one noun may mean what the other does.
const MAY_BE_ONE: f32 = 0.3;

/// The subject of a claim beside that of which the texts say the same.
pub(super) fn said_of_another_subject(claim: &str, texts: &[&str]) -> Option<Finding> {
    // Few texts have what a claim ends with.
    let last = last_word(claim)?;
    if !texts.iter().any(|text| text.contains(last)) {
        return None;
    }
    let read = read_wholly(claim)?;
    let [own] = &*read else { return None };
    let own = own.in_active().unwrap_or_else(|| own.clone());
    let head = own.subject.words.last()?;
    if own.deed.is_empty() || is_vague(&own.subject) {
        return None;
    }
    // Whose verb stands behind an aside is not told for sure: `and a witness, a nurse, said`.
    if texts.iter().any(|text| stands_before_aside(text, head)) {
        return None;
    }
    let told: Vec<Told> = texts.iter().flat_map(|text| told(text)).collect();
    let is_of_deed =
        |told: &&Told| own.is_one_deed(&told.said) && own.is_passive == told.said.is_passive;
    let deeds: Vec<&Told> = told.iter().filter(is_of_deed).collect();
    let may_be_its = |told: &&Told| {
        let theirs = &told.said.subject;
        told.said.is_guessed
            || is_vague(theirs)
            || may_be_of_one(&own.subject, theirs) && !are_told_apart(texts, &own, theirs)
    };
    if deeds.iter().any(may_be_its) {
        return None;
    }
    let tells = |told: &&&Told| {
        told.said.is_denied == own.is_denied && rest(&own).all(|word| told.said.has(word))
    };
    let other = deeds.iter().find(tells)?;
    // `The captain was flying` leaves nothing else to know it by.
    if rest(&own).next().is_none() && !are_told_apart(texts, &own, &other.said.subject) {
        return None;
    }
    // Who is spoken of elsewhere is not who is meant here.
    let does_else = |beside: &Told| {
        let theirs = &beside.said.subject;
        !own.is_one_deed(&beside.said)
            && theirs.words.last().map(|word| &word.stem) == Some(&head.stem)
    };
    let is_elsewhere = told.iter().any(does_else)
        || head.is_name
            && texts
                .iter()
                .any(|text| plain_words(text).any(|word| word == head.text));
    if !is_elsewhere
        || are_told_as_one(texts, head, other.said.subject.words.last()?)
        || own
            .deed
            .words
            .iter()
            .any(|deed| is_unread(texts, deed, head, &deeds))
    {
        return None;
    }
    let found = Finding::other_word(&own.subject.shown(), &other.said.subject.shown());
    Some(found.in_words_of(claim, texts))
}

/// What a statement says of its deed: to what, when and where it was done.
fn rest(own: &Statement) -> impl Iterator<Item = &Word> {
    let settings = own.settings.iter().flat_map(|(_, part)| &part.words);
    own.object.words.iter().chain(settings)
}

/// Whether a subject says only that it is one of several, or any, or how many: `it`, `the company`, `five`.
fn is_vague(part: &Part) -> bool {
    part.words.last().is_none_or(|word| {
        names_any(&word.text)
            || is_stop_word(&word.text)
            || is_figure(&word.text)
            || word.text.ends_with("ing")
    })
}

/// Whether two subjects may be of one thing: they share a word, are near in meaning, or only one of them is a name.
pub(super) fn may_be_of_one(own: &Part, theirs: &Part) -> bool {
    let (Some(one), Some(other)) = (own.words.last(), theirs.words.last()) else {
        return true;
    };
    let shares = own
        .words
        .iter()
        .any(|word| theirs.words.iter().any(|other| other.stem == word.stem));
    if shares || one.is_name != other.is_name {
        return true;
    }
    if one.is_name {
        return may_be_one(&one.text, &other.text);
    }
    let places = |word: &Word| Places::of_word(&word.stem, &word.text);
    let relation = places(one).relation(places(other));
    let likeness = || {
        let (one, other) = (word(&one.text)?, word(&other.text)?);
        Some(one.vector.cosine(&other.vector))
    };
    match relation {
        Some(Relation::Alike) => true,
        Some(_) => false,
        None => likeness().is_none_or(|likeness| likeness >= MAY_BE_ONE),
    }
}

/// Whether one sentence tells the claim's deed of the one and something else of the other, whom a claim speaks of: whoever is named twice in a sentence is `they`
/// there, and two nouns of one kind are two things.
fn are_told_apart(texts: &[&str], own: &Statement, theirs: &Part) -> bool {
    let (Some(one), Some(other)) = (own.subject.words.last(), theirs.words.last()) else {
        return false;
    };
    let kin = Senses::of(&one.text)
        .zip(Senses::of(&other.text))
        .map(|(one, other)| one.kin(&other));
    let is_of = |told: &Told, wanted: &Word| {
        let last = told.said.subject.words.last();
        last.is_some_and(|word| word.stem == wanted.stem) && !told.said.is_guessed
    };
    // `The larger one` may be the larger ship.
    let shares = own.subject.beyond(theirs).count() < own.subject.words.len();
    kin == Some(Kin::Apart)
        && !shares
        && texts.iter().any(|text| {
            let all = told(text);
            all.iter().any(|deed| {
                let is_beside = |beside: &Told| {
                    beside.sentence == deed.sentence
                        && is_of(beside, one)
                        && !own.is_one_deed(&beside.said)
                };
                is_of(deed, other) && own.is_one_deed(&deed.said) && all.iter().any(is_beside)
            })
        })
}

/// Whether a word has an aside behind it somewhere in a text that begins with an article.
fn stands_before_aside(text: &str, wanted: &Word) -> bool {
    let mut all = words(text);
    all.any(|span| {
        let word = text.get(span.clone()).unwrap_or_default();
        let behind = text.get(span.end..).unwrap_or_default();
        let is_aside = [", a ", ", an ", ", the "]
            .iter()
            .any(|aside| behind.starts_with(aside));
        is_aside && plain(word) == wanted.text
    })
}

/// Whether two names stand side by side in the texts, as those of one person do.
fn are_told_as_one(texts: &[&str], one: &Word, other: &Word) -> bool {
    let is_one = |pair: &[String]| {
        matches!(pair, [first, second] if first == &one.text && second == &other.text
            || first == &other.text && second == &one.text)
    };
    texts.iter().any(|text| {
        let read = plain_text(text);
        let all = &read.words;
        all.windows(2).any(is_one)
    })
}

/// Whether a sentence has the claim's deed and its subject, and no statement that was read tells that deed there.
fn is_unread(texts: &[&str], deed: &Word, subject: &Word, read: &[&Told]) -> bool {
    texts.iter().any(|text| {
        let spans = sentences(text).into_iter().enumerate();
        let mut both = spans.filter(|(_, span)| {
            let sentence = text.get(span.clone()).unwrap_or_default();
            let has = |wanted: &Word| plain_words(sentence).any(|word| stem(&word) == wanted.stem);
            has(deed) && has(subject)
        });
        both.any(|(at, _)| !read.iter().any(|told| told.sentence == at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = said_of_another_subject(claim, &[evidence]);
        assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
    }

    const STRIKE: &str = "The strike, called by the drivers, was joined by the inspectors on Wednesday. The teachers voted on Friday.";
    const SITE: &str = "The owner did not insure the site. The workers were not warned in advance.";

    #[test]
    fn what_is_said_of_one_is_not_said_of_another_who_is_spoken_of() {
        for (claim, evidence) in [
            ("The teachers joined the strike on Wednesday.", STRIKE),
            ("The owner was not warned in advance.", SITE),
            (
                "The Aveyron is the shortest of the three.",
                "The Tarn flows past the Aveyron. The Viaur, a tributary of the Aveyron, is the shortest of the three.",
            ),
            (
                "The veterinarians rated the drench as effective.",
                "Farmers, who knew which cows had been treated, rated the drench as effective; the veterinarians saw no benefit.",
            ),
            (
                "The baker was singing.",
                "The mason was singing; the baker had joined the choir in June.",
            ),
            (
                "Akande took the bronze medal.",
                "Akande ran in lane two. Lind took the bronze medal.",
            ),
        ] {
            check(claim, evidence, true);
        }
    }

    #[test]
    fn what_may_be_the_same_or_is_said_of_it_as_well_is_left_to_others() {
        for (claim, evidence) in [
            ("The inspectors joined the strike on Wednesday.", STRIKE),
            ("The workers were not warned in advance.", SITE),
            (
                "The baker was singing.",
                "The baker, who had joined in June, was singing; the mason slept.",
            ),
            (
                "The larger ship sank.",
                "Two ships collided off Porto; the larger one sank and the smaller one was towed.",
            ),
            (
                "The doctors opened the ward.",
                "The physicians opened the ward; the doctors met in May.",
            ),
            (
                "A witness said that the alarm had not sounded.",
                "The inspectors blamed the crew, and a witness, a nurse from the upper deck, said that the alarm had not sounded.",
            ),
            // Nobody else speaks of them.
            ("The guests were not warned in advance.", SITE),
            (
                "The doctors opened the ward.",
                "The doctors met in May. The physicians opened the ward.",
            ),
            (
                "The brewery sold the barn.",
                "The brewery met in May. The company sold the barn.",
            ),
            (
                "The brewery sold the barn.",
                "The brewery met in May. It sold the barn.",
            ),
            (
                "Option B would cost 29 million pounds.",
                "Option A is a wall. It would cost 48 million pounds. Option B is a dam. It would cost 29 million pounds.",
            ),
            (
                "The bakery employs 14 people.",
                "The bakery opens at six. It employs 14 people.",
            ),
            (
                "Ekholm opened the ward.",
                "Ekholm trained in May. The nurse opened the ward.",
            ),
            (
                "Ekholm opened the ward.",
                "Marta Ekholm trained in May. In June Marta opened the ward.",
            ),
            (
                "The owner sold the barn.",
                "The owner left in May. The parish sold the barn, which the owner had sold before.",
            ),
        ] {
            check(claim, evidence, false);
        }
    }
}
