//! Ended: `no longer makes cars` and `stopped making cars` say one thing, and so do `no longer leaks` and `the leak was fixed`.
//!
//! The one is a denial by its words and the other is none, though a stop denies what is stopped. A claim is read with the words that its evidence has, so that
//! nothing that is compared later takes the one for the denial of the other.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::terms::{is_stop_word, plain, replaced, stem, words};
use crate::check::text::sentences::sentences;

/// Words by which something ends, or is made to, before what does.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "stop", "stops", "stopped", "stopping", "cease", "ceases", "ceased", "ceasing", "quit", "quits", "halt", "halts", "halted", "halting", "end", "ends", "ended", "ending",
    "discontinue", "discontinued", "abandon", "abandoned", "fix", "fixes", "fixed", "prevent", "prevents", "prevented", "avoid", "avoids", "eliminate", "eliminates",
    "eliminated", "resolve", "resolves", "resolved", "remove", "removes", "removed",
];

/// Words that may stand between an end and what ends, or begin what is read of it.
const BETWEEN: &[&str] = &[
    "a", "an", "the", "its", "their", "all", "any", "to", "from", "some", "new",
];

struct Word {
    span: Range<usize>,
    plain: String,
}

fn read(text: &str) -> Vec<Word> {
    let all = words(text).map(|span| Word {
        plain: plain(text.get(span.clone()).unwrap_or_default()),
        span,
    });
    all.collect()
}

/// Where a text says that something is no longer done, with the stem of what: `no longer makes`, `does not make … any more`.
fn no_longer(all: &[Word]) -> Option<(Range<usize>, String)> {
    let at = all.windows(2).position(
        |pair| matches!(pair, [no, longer] if no.plain == "no" && longer.plain == "longer"),
    )?;
    let is_helping = |word: &&Word| HELPING.contains(&word.plain.as_str());
    let deed = all
        .iter()
        .skip(at + 2)
        .take(2)
        .find(|word| !is_helping(word))?;
    Some((all.get(at)?.span.start..deed.span.end, stem(&deed.plain)))
}

/// Whether a text says that what ended began again: `stopped in 2015 but resumed in 2019`.
fn is_taken_up_again(all: &[Word]) -> bool {
    const AGAIN: &[&str] = &[
        "again",
        "resumed",
        "resumes",
        "resume",
        "restarted",
        "restarts",
        "reopened",
        "revived",
    ];
    all.iter().any(|word| AGAIN.contains(&word.plain.as_str()))
}

/// Words that stand between `no longer` and what is done.
const HELPING: &[&str] = &[
    "be", "been", "being", "is", "are", "was", "were", "to", "a", "an", "the", "in",
];

/// The word that says what something is done to, right behind a place of a text; nothing where a small word stands there.
fn object_behind(all: &[Word], place: &Range<usize>) -> Option<String> {
    let mut behind = all.iter().filter(|word| word.span.start >= place.end);
    let object = behind.find(|word| !BETWEEN.contains(&word.plain.as_str()))?;
    (!is_stop_word(&object.plain)).then(|| stem(&object.plain))
}

/// Whether two texts say behind these places what something is done to, and not the same.
fn are_done_to_others(
    (own, here): (&[Word], &Range<usize>),
    (theirs, there): (&[Word], &Range<usize>),
) -> bool {
    let objects = object_behind(own, here).zip(object_behind(theirs, there));
    objects.is_some_and(|(own, theirs)| own != theirs)
}

/// Where a text says that a deed, or a thing, of this stem ended.
fn ended(all: &[Word], what: &str) -> Option<Range<usize>> {
    const REACH: usize = 4;
    all.iter().enumerate().find_map(|(at, word)| {
        if !ENDS.contains(&word.plain.as_str()) {
            return None;
        }
        let behind = all.iter().skip(at + 1).take(REACH);
        let found = behind.clone().position(|word| stem(&word.plain) == what)?;
        let is_near = behind
            .clone()
            .take(found)
            .filter(|word| !BETWEEN.contains(&word.plain.as_str()))
            .count()
            <= 1;
        let last = behind.clone().nth(found)?;
        is_near.then_some(word.span.start..last.span.end)
    })
}

/// A claim that something is no longer so in the words of a text that says that it ended, and the other way round.
pub(crate) fn as_ended<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let found = || {
        let own = read(claim);
        let spans = |text: &'_ str| sentences(text);
        if let Some((place, what)) = no_longer(&own) {
            let has_it = |text: &str| no_longer(&read(text)).is_some_and(|(_, own)| own == what);
            if evidence.iter().any(|text| has_it(text)) {
                return None;
            }
            return evidence.iter().find_map(|text| {
                spans(text).into_iter().find_map(|span| {
                    let sentence = text.get(span)?;
                    let all = read(sentence);
                    let theirs = ended(&all, &what).filter(|_| !is_taken_up_again(&all))?;
                    if are_done_to_others((&own, &place), (&all, &theirs)) {
                        return None;
                    }
                    let said = lowered(sentence.get(theirs)?);
                    Some(replaced(claim, &[(place.clone(), said)]))
                })
            });
        }
        if !own.iter().any(|word| ENDS.contains(&word.plain.as_str())) {
            return None;
        }
        let mut about = evidence.iter().filter(|text| text.contains("o longer "));
        about.find_map(|text| {
            spans(text).into_iter().find_map(|span| {
                let sentence = text.get(span)?;
                let all = read(sentence);
                let (theirs, what) = no_longer(&all)?;
                let place = ended(&own, &what)?;
                if are_done_to_others((&own, &place), (&all, &theirs)) {
                    return None;
                }
                let said = lowered(sentence.get(theirs)?);
                Some(replaced(claim, &[(place, said)]))
            })
        })
    };
    found().map_or(Cow::Borrowed(claim), Cow::Owned)
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|first| first.to_lowercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_longer_so_is_read_as_ended_where_the_evidence_says_that() {
        for (claim, evidence, expected) in [
            (
                "The firm no longer makes cars.",
                "The firm stopped making cars.",
                "The firm stopped making cars.",
            ),
            (
                "The firm stopped making cars in 2019.",
                "The firm no longer makes cars.",
                "The firm no longer makes cars in 2019.",
            ),
            (
                "The pump no longer leaks when it is switched off.",
                "Fixed a leak when the pump is switched off.",
                "The pump fixed a leak when it is switched off.",
            ),
            (
                "The firm no longer makes cars.",
                "The firm makes cars.",
                "The firm no longer makes cars.",
            ),
            (
                "The firm no longer makes cars.",
                "The firm stopped selling cars that it makes.",
                "The firm no longer makes cars.",
            ),
        ] {
            assert_eq!(as_ended(claim, &[evidence]), expected, "{claim}");
        }
    }
}
