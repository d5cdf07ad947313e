//! Offices: what one person or place is at a time, `the chief executive is Ann Lind`, so that two sentences that give it to two are seen to differ.

use crate::check::language::names::{Name, names};
use crate::check::language::terms::{Lexicon, Term, plain, words};

const BE: &[&str] = &[
    "is", "was", "remains", "became", "becomes", "ist", "war", "wurde", "est", "était",
];

/// What is held, and who holds it.
struct Office {
    what: Vec<Term>,
    holder: Name,
    is_now: bool,
}

fn office(text: &str, lexicon: &mut Lexicon) -> Option<Office> {
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
    let mut of = |what: &str, whose: &str, is_first: bool| -> Option<Office> {
        let holder = holder(whose, is_first)?;
        let what = lexicon.term_set(what);
        (!what.is_empty()).then_some(Office {
            what,
            holder,
            is_now,
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
pub(crate) fn other_holder(a: &str, b: &str, lexicon: &mut Lexicon) -> bool {
    let Some((own, theirs)) = office(a, lexicon).zip(office(b, lexicon)) else {
        return false;
    };
    let (few, many) = if own.what.len() <= theirs.what.len() {
        (&own.what, &theirs.what)
    } else {
        (&theirs.what, &own.what)
    };
    let is_one = few.iter().all(|term| many.contains(term)) && many.len() - few.len() <= 1;
    is_one && own.is_now == theirs.is_now && !own.holder.matches(&theirs.holder)
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
        ] {
            assert_eq!(
                other_holder(a, b, &mut Lexicon::default()),
                expected,
                "{a} / {b}"
            );
        }
    }
}
