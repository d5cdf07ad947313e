//! Offices: what one person or place is at a time, `the chief executive is Ann Lind`, `Ann Lind, mayor of Orsa`, so that two sentences that give it to two are
//! seen to differ.

use std::sync::Arc;

use crate::check::index::years;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::quantities;
use crate::check::language::terms::{Lexicon, plain, plain_words, stem, words};
use crate::check::meaning::governing::SPEAKS;
use crate::memo::Memo;

const BE: &[&str] = &[
    "is", "was", "remains", "became", "becomes", "ist", "war", "wurde", "est", "était",
];

/// What is held, and who holds it.
struct Office {
    what: Vec<String>,
    holder: Name,
    is_now: bool,
    /// Where the office is only named beside its holder, the years of what is told of them.
    beside: Option<Vec<u32>>,
    /// The words by which it is not the office itself: `former`, `deputy`.
    but: Vec<String>,
}

/// Words before an office by which it is held no more, not yet, or only beside who holds it.
#[rustfmt::skip]
const BUT: &[&str] = &[
    "former", "late", "ex", "past", "retired", "next", "future", "incoming", "outgoing", "designate", "elect", "vice", "deputy", "assistant", "acting", "interim",
    "honorary", "co", "joint", "associate", "emeritus", "first", "second", "then",
];

/// Nouns of offices that one holds at a time.
#[rustfmt::skip]
pub(super) const OFFICES: &[&str] = &[
    "president", "chair", "chairman", "chairwoman", "chairperson", "mayor", "director", "head", "captain", "commander", "governor", "minister", "chancellor",
    "principal", "rector", "headteacher", "headmaster", "headmistress", "editor", "treasurer", "owner", "ceo", "executive", "king", "queen", "abbot", "bishop",
    "conductor", "manager", "leader", "keeper", "curator", "warden", "master", "premier", "ambassador", "chief", "speaker",
];

/// The words of a text that keep it from being of the office itself.
fn reserved(text: &str) -> Vec<String> {
    let all = plain_words(text);
    all.filter(|word| BUT.contains(&word.as_str())).collect()
}

thread_local! {
    /// Each sentence is laid against many others.
    static KNOWN: Memo<Option<Arc<Office>>> = Memo::default();
}

/// What a sentence says somebody is: by a verb, or beside the name.
fn office(text: &str) -> Option<Arc<Office>> {
    let read = || stated(text).or_else(|| beside_name(text)).map(Arc::new);
    KNOWN.with(|known| known.of(text, read))
}

/// The stems of the words that say something.
fn said(text: &str) -> Vec<String> {
    let mut lexicon = Lexicon::default();
    let content = plain_words(text).filter(|word| lexicon.term(word).is_some());
    let mut stems: Vec<String> = content.map(|word| stem(&word)).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// `Ann Lind, the mayor of Orsa, …`; `the mayor of Orsa, Ann Lind, …`.
fn beside_name(text: &str) -> Option<Office> {
    const LONGEST: usize = 9;
    let parts: Vec<&str> = text.split(',').collect();
    let pairs = parts.windows(2).filter_map(|pair| match pair {
        [before, behind] => Some((*before, behind.trim().trim_end_matches('.'))),
        _ => None,
    });
    let mut readings = pairs.flat_map(|(before, behind)| {
        [
            (last_name(before).unwrap_or_default(), behind),
            (behind, noun_phrase_at_end(before)),
        ]
    });
    readings.find_map(|(name, what)| {
        let all: Vec<String> = plain_words(what).collect();
        let head = all.iter().take_while(|word| *word != "of" && *word != "at");
        let is_office = (2..=LONGEST).contains(&all.len())
            && head
                .last()
                .is_some_and(|head| OFFICES.contains(&head.as_str()));
        let holder = holder(name, false).filter(|_| is_office)?;
        Some(Office {
            what: said(what),
            holder,
            is_now: is_told_as_now(text),
            beside: Some(years(&quantities(text))),
            but: reserved(what),
        })
    })
}

/// The name that a piece of a sentence ends with.
fn last_name(piece: &str) -> Option<&str> {
    let named = names(piece);
    let last = named.last()?;
    piece.trim_end().ends_with(&last.text).then(|| {
        let start = piece.rfind(&last.text).unwrap_or_default();
        piece.get(start..).unwrap_or_default()
    })
}

/// The words at the end of a piece from its last article on: `the mayor of Orsa`.
fn noun_phrase_at_end(piece: &str) -> &str {
    let spans: Vec<_> = words(piece).collect();
    let is_office = |at: &usize| {
        let word = spans.get(*at).and_then(|span| piece.get(span.clone()));
        word.is_some_and(|word| OFFICES.contains(&plain(word).as_str()))
    };
    let office = (0..spans.len()).rev().find(is_office);
    let is_article = |at: &usize| {
        let word = spans.get(*at).and_then(|span| piece.get(span.clone()));
        word.is_some_and(|word| matches!(plain(word).as_str(), "the" | "its" | "their"))
    };
    let start = office.and_then(|office| (0..office).rev().find(is_article));
    let start = start
        .and_then(|at| spans.get(at))
        .map_or(0, |span| span.start);
    piece.get(start..).unwrap_or_default()
}

/// Whether a sentence tells of what is or will be; who said something holds the office still.
fn is_told_as_now(text: &str) -> bool {
    #[rustfmt::skip]
    const NOW: &[&str] = &["is", "are", "has", "have", "will", "would", "can", "wants", "plans", "hopes", "intends", "expects"];
    let all: Vec<String> = plain_words(text).collect();
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    (has(NOW) || has(SPEAKS)) && !has(&["was", "were", "had"])
}

fn stated(text: &str) -> Option<Office> {
    const LONGEST: usize = 12;
    let spans: Vec<_> = words(text).collect();
    if spans.len() > LONGEST {
        return None;
    }
    let at = spans.iter().position(|span| {
        text.get(span.clone())
            .is_some_and(|word| BE.contains(&plain(word).as_str()))
    })?;
    let verb = spans.get(at)?;
    let (left, right) = (text.get(..verb.start)?, text.get(verb.end..)?);
    let is_now = text
        .get(verb.clone())
        .is_some_and(|word| matches!(word, "is" | "remains" | "ist" | "est"));
    let of = |what: &str, whose: &str, is_first: bool| -> Option<Office> {
        let holder = holder(whose, is_first)?;
        let but = reserved(what);
        let what = said(what);
        (!what.is_empty()).then_some(Office {
            what,
            holder,
            is_now,
            beside: None,
            but,
        })
    };
    of(left, right, false).or_else(|| of(right, left, true))
}

/// The name that a side of a sentence consists of.
fn holder(side: &str, is_first: bool) -> Option<Name> {
    let side = side.trim().trim_end_matches(['.', '!', ',']);
    let all: Vec<&str> = side.split_whitespace().collect();
    let are_capital = all
        .iter()
        .all(|word| word.starts_with(char::is_uppercase) && word.chars().count() > 1);
    if all.is_empty() || all.len() > 4 || !are_capital {
        return None;
    }
    // `The` is no name, and a lone first word may be any.
    match names(side).as_slice() {
        [only] => Some(only.clone()),
        [] if all.len() == 1 && !is_first => Some(Name {
            text: side.to_owned(),
            words: vec![plain(side)],
            acronym: false,
        }),
        _ => None,
    }
}

/// Whether two sentences give one office to two holders; and whether both say who holds it now.
pub(crate) fn other_holder(a: &str, b: &str) -> bool {
    let Some((own, theirs)) = office(a).zip(office(b)) else {
        return false;
    };
    let (few, many) = if own.what.len() <= theirs.what.len() {
        (&own.what, &theirs.what)
    } else {
        (&theirs.what, &own.what)
    };
    let is_one = few.iter().all(|term| many.contains(term)) && many.len() - few.len() <= 1;
    // Who held an office when something happened holds it at another time no more.
    let is_told_of_a_time = |own: &Office, text: &str| {
        let then = own.beside.as_ref().filter(|_| !own.is_now);
        then.is_none_or(|then| {
            years(&quantities(text))
                .iter()
                .any(|year| then.contains(year))
        })
    };
    is_one
        && is_told_of_a_time(&own, b)
        && is_told_of_a_time(&theirs, a)
        && own.is_now == theirs.is_now
        && own.but == theirs.but
        && !own.holder.matches(&theirs.holder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_office_has_one_holder() {
        for (a, b, expected) in [
            (
                "Chief executive is Maria Lund.",
                "Chief executive is Jonas Vik.",
                true,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "Per Holm is the mayor of Orsa.",
                true,
            ),
            (
                "The capital of Vestra is Orsa.",
                "The capital of Vestra is Keld.",
                true,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "The mayor of Keld is Per Holm.",
                false,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "The mayor of Orsa was Per Holm.",
                false,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "Lind is the mayor of Orsa.",
                false,
            ),
            ("The plan is sound.", "The plan is costly.", false),
            (
                "The mayor of Orsa is Ann Lind.",
                "Per Holm, mayor of Orsa, will open the fair.",
                true,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "The mayor of Orsa, Per Holm, will open the fair.",
                true,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "Per Holm, former mayor of Orsa, will open the fair.",
                false,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "The deputy mayor of Orsa is Per Holm.",
                false,
            ),
            (
                "The mayor of Orsa is Ann Lind.",
                "Per Holm, mayor of Orsa, bought the mill.",
                false,
            ),
            (
                "Ann Lind, mayor of Orsa, sold the mill.",
                "Per Holm, mayor of Orsa, bought the mill.",
                false,
            ),
            (
                "The mill was sold by Ann Lind, the mayor of Orsa in 1880.",
                "In 1880 the mayor of Orsa was Per Holm.",
                true,
            ),
        ] {
            assert_eq!(other_holder(a, b), expected, "{a} / {b}");
        }
    }
}
