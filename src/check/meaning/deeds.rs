//! Deeds: whether a noun names what a verb does, `expansion` what `expanded` does, and where a claim tells a deed as done.
//!
//! Nouns are made of verbs by a few endings, and by a few changes of the last letters before them (`decide`, `decision`). The two are laid beside each other from
//! the front; what is left of both has to be such a change. Nouns of another root (`sale`) and deeds that stand for each other (`build`, `construction`) are listed.

use crate::check::language::irregular::{base, is_past};
use crate::check::language::plain_text::plain_text;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{is_stop_word, plain_words};

/// What is left of a verb without its `e`, and of its noun, behind the letters that they share.
#[rustfmt::skip]
const CHANGES: &[(&str, &[&str])] = &[
    ("", &["", "e", "ion", "ation", "ition", "tion", "ption", "ment", "ement", "al", "ial", "ance", "ence", "ure", "er", "or", "ing", "age", "y", "ery", "ee", "th", "lation", "ization",
        "isation"]),
    ("d", &["sion", "se"]),
    ("t", &["sion", "ssion"]),
    ("r", &["sition"]),
    ("er", &["ry"]),
    ("iv", &["ption"]),
    ("b", &["ption"]),
    ("v", &["ution", "f"]),
    ("y", &["ication", "ial", "iance", "ification"]),
    ("sh", &["tion", "cation"]),
    ("oy", &["uction"]),
    ("in", &["nation"]),
];

/// Nouns of another root than their verbs.
#[rustfmt::skip]
const OTHERS: &[(&str, &str)] = &[
    ("sale", "sell"), ("advice", "advis"), ("loss", "lose"), ("flight", "fly"), ("proof", "prov"), ("gift", "giv"), ("speech", "speak"), ("success", "succeed"), ("delivery", "deliver"),
];

/// Verbs, without their `e`, that tell one deed.
#[rustfmt::skip]
const ALIKE: &[&[&str]] = &[
    &["build", "construct", "erect"],
    &["mov", "migrat", "switch", "transfer", "relocat"],
    &["buy", "purchas", "acquir", "procur", "order"],
    &["clos", "shut"],
    &["launch", "introduc", "unveil", "releas"],
    &["expand", "enlarg", "extend"],
    &["start", "begin", "open", "commenc"],
    &["finish", "complet"],
    &["attend", "come", "com", "visit"],
];

/// Nouns for what is decided, whichever way, and the verbs that decide it.
const DECISIONS: &[&str] = &["decision", "ruling", "verdict", "vote", "approval"];
#[rustfmt::skip]
const DECIDES: &[&str] = &[
    "decid", "approv", "reject", "adopt", "accept", "authoris", "authoriz", "ratify", "endors", "grant", "pass", "clear", "licens", "vot", "rul",
];

/// The fewest letters that a verb and its noun share.
const LEAST: usize = 3;

/// A verb, or a noun, in any of its forms, without the ending of the form and a last `e`.
pub(crate) fn root(lower: &str) -> &str {
    let word = base(lower);
    if word != lower {
        return word.strip_suffix('e').unwrap_or(word);
    }
    let undoubled = |rest: &'_ str| -> usize {
        let mut letters = rest.bytes().rev();
        let (last, before) = (letters.next(), letters.next());
        let is_doubled = last == before && !matches!(last, Some(b's' | b'l' | b'f' | b'z' | b'e'));
        // `cancelled`, not `called`.
        let is_cancelled = last == before && last == Some(b'l') && rest.len() >= 6;
        rest.len() - usize::from(is_doubled || is_cancelled)
    };
    let without = ["ing", "ed"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .filter(|rest| rest.len() >= LEAST);
    if let Some(rest) = without {
        let rest = rest.get(..undoubled(rest)).unwrap_or(rest);
        return rest.strip_suffix('e').unwrap_or(rest);
    }
    let is_plural = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    let word = if is_plural {
        let is_long = ["ses", "xes", "zes", "ches", "shes"]
            .iter()
            .any(|ending| word.ends_with(ending));
        word.get(..word.len() - 1 - usize::from(is_long))
            .unwrap_or(word)
    } else {
        word
    };
    word.strip_suffix('e').unwrap_or(word)
}

/// `ratified` and `ratifies` are forms of what ends in `y`.
fn is_one_root(a: &str, b: &str) -> bool {
    let same = |a: &str, b: &str| {
        a.strip_suffix('i')
            .is_some_and(|a| b.strip_suffix('y') == Some(a))
    };
    a == b || same(a, b) || same(b, a)
}

/// Whether a noun names what a verb does; both in lower case and in any form.
pub(crate) fn names_deed(noun: &str, verb: &str) -> bool {
    let verb = root(verb);
    let own = |verb: &str| is_made_of(noun, verb);
    own(verb)
        || ALIKE.iter().any(|group| {
            group.iter().any(|other| is_one_root(other, verb))
                && group.iter().any(|other| own(other))
        })
        || DECISIONS.contains(&noun) && DECIDES.iter().any(|other| is_one_root(other, verb))
}

/// Whether a sentence names what a verb of a question does: `the closure`, where it is asked whether to close.
#[must_use]
pub fn names_deed_asked(sentence: &str, question: &str) -> bool {
    let asked: Vec<String> = plain_words(question)
        .filter(|word| !is_stop_word(word))
        .collect();
    let mut nouns = plain_words(sentence).filter(|word| !is_stop_word(word));
    nouns.any(|noun| asked.iter().any(|verb| names_deed(&noun, verb)))
}

/// Whether a sentence speaks of what a verb of a question does without saying of what it is: `opposes the closure`, and not `the closure of the mill`.
#[must_use]
pub fn speaks_of_deed_asked(sentence: &str, question: &str) -> bool {
    const POINTS: &[&str] = &["the", "this", "that", "such"];
    const OF: &[&str] = &["of", "in", "at", "from", "near", "for", "by"];
    let asked: Vec<String> = plain_words(question)
        .filter(|word| !is_stop_word(word))
        .collect();
    let read = plain_text(sentence);
    let all = &read.words;
    all.windows(2).enumerate().any(|(at, pair)| {
        let [before, noun] = pair else { return false };
        let is_noun = !noun.ends_with("ed") && !noun.ends_with("ing");
        let next = all.get(at + 2).map_or("", String::as_str);
        let is_named = || {
            let mut verbs = asked.iter();
            verbs.any(|verb| verb != noun && names_deed(noun, verb))
        };
        POINTS.contains(&before.as_str()) && is_noun && !OF.contains(&next) && is_named()
    })
}

/// Whether two verbs in any form tell one deed.
pub(crate) fn is_same_deed(a: &str, b: &str) -> bool {
    let (a, b) = (root(a), root(b));
    let has = |group: &&[&str], verb: &str| group.iter().any(|other| is_one_root(other, verb));
    is_one_root(a, b) || ALIKE.iter().any(|group| has(group, a) && has(group, b))
}

fn is_made_of(noun: &str, verb: &str) -> bool {
    if OTHERS.contains(&(noun, verb)) || is_one_root(root(noun), verb) && verb.len() >= LEAST {
        return true;
    }
    let single = noun
        .strip_suffix('s')
        .filter(|single| !single.ends_with('s'))
        .unwrap_or(noun);
    // `ratifi` of `ratified`.
    let verb_end = verb.strip_suffix('i');
    let matches = |verb_front: &str, last: &str| {
        let shared = single
            .bytes()
            .zip(verb_front.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        (LEAST.max(verb_front.len().saturating_sub(2))..=verb_front.len()).any(|at| {
            let (Some(left), Some(behind)) = (verb_front.get(at..), single.get(at..)) else {
                return false;
            };
            at <= shared
                && CHANGES.iter().any(|(change, endings)| {
                    is_left(change, left, last) && endings.contains(&behind)
                })
        })
    };
    match verb_end {
        Some(front) => matches(front, "y"),
        None => matches(verb, ""),
    }
}

/// Whether a change begins with what is left of a verb and its last letter.
fn is_left(change: &str, left: &str, last: &str) -> bool {
    change
        .strip_prefix(left)
        .is_some_and(|behind| behind == last)
}

/// Whether a word of a claim tells a deed: a verb where it stands, by its form and the words beside it.
pub(crate) fn is_told_as_deed(claim: &Reading<'_>, at: usize) -> bool {
    let word = claim.word(at);
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    // `quickly closed`.
    let before = if claim.word(before).ends_with("ly") {
        before.saturating_sub(1)
    } else {
        before
    };
    let before = claim.word(before);
    let next = claim.word(at + 1);
    let is_form = word.ends_with("ed")
        || word.ends_with("ing")
        || is_past(word)
        || before == "to"
        || AUXILIARIES.contains(&before);
    let is_noun = BEFORE_NOUNS.contains(&before) && !(is_form && before == "to");
    let is_subject = AUXILIARIES.contains(&next) || next == "of";
    let is_name = claim
        .surface(at)
        .starts_with(|first: char| first.is_uppercase() || first.is_numeric())
        || word.ends_with("ly");
    !is_noun
        && !is_name
        && (is_form || !is_subject && DETERMINERS.contains(&next) || is_third_person(word, before))
}

/// `The guild supports bakers`, not `bird supports`: what stands before a plural is mostly none.
fn is_third_person(word: &str, before: &str) -> bool {
    word.ends_with('s') && !before.ends_with('s') && !word.ends_with("ss")
}

#[rustfmt::skip]
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "will", "would", "can", "could", "may", "might", "shall", "should", "must", "did",
    "does", "do",
];

const DETERMINERS: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "our", "this", "that", "these", "all", "no",
    "on", "ahead",
];

#[rustfmt::skip]
const BEFORE_NOUNS: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "our", "this", "that", "these", "those", "any", "no", "of", "in", "on", "for", "by", "with", "from", "at",
    "as", "than", "after", "before", "during", "under", "against",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deed_that_is_asked_about_is_meant_where_nothing_says_of_what_it_is() {
        let question = "Should Marsk close its town centre to cars?";
        for (sentence, expected) in [
            ("The union rejects the closure.", true),
            ("Doctors welcome this closure, which would cut noise.", true),
            ("The closure of the theatre cost 40 jobs.", false),
            ("A closure would cost 40 jobs.", false),
            ("The theatre was closed.", false),
            ("The sale cost 40 jobs.", false),
        ] {
            let found = speaks_of_deed_asked(sentence, question);
            assert_eq!(found, expected, "{sentence}");
        }
    }

    #[test]
    fn a_noun_names_what_its_verb_does() {
        for (noun, verb) in [
            ("launch", "launched"),
            ("construction", "built"),
            ("construction", "constructed"),
            ("decision", "decided"),
            ("decision", "approved"),
            ("support", "supports"),
            ("approval", "approved"),
            ("merger", "merged"),
            ("closure", "closes"),
            ("expansion", "expanded"),
            ("reduction", "reduced"),
            ("conversion", "converted"),
            ("admission", "admits"),
            ("acquisition", "bought"),
            ("ratification", "ratified"),
            ("publication", "publishes"),
            ("payment", "paid"),
            ("denial", "denied"),
            ("migration", "moved"),
            ("demolition", "demolished"),
            ("sale", "sold"),
            ("delivery", "delivered"),
            ("moving", "moved"),
            ("cancellation", "cancelled"),
            ("abolition", "abolished"),
            ("removal", "remove"),
            ("deployment", "deploying"),
            ("failure", "failed"),
            ("introduction", "introduced"),
        ] {
            assert!(names_deed(noun, verb), "{noun} {verb}");
        }
    }

    #[test]
    fn a_noun_names_no_other_deed() {
        for (noun, verb) in [
            ("payment", "played"),
            ("promotion", "proved"),
            ("bridge", "bridled"),
            ("position", "posted"),
            ("product", "proved"),
            ("decision", "launched"),
            ("council", "counted"),
            ("plan", "planted"),
        ] {
            assert!(!names_deed(noun, verb), "{noun} {verb}");
        }
    }
}
