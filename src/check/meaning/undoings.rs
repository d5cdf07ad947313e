//! Undoings: the verbs by which something is called off, put off, refused or ended, in all their forms, and what each makes of a deed.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use crate::check::language::numbers::is_several;
use crate::check::language::shapes::ByWord;
use crate::check::language::terms::is_figure;

/// What becomes of a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was not let come about, or is put off.
    Barred,
    /// It does not come about.
    Never,
    /// It was under way, and goes on no more.
    Ended,
}

use Fate::{Barred, Ended, Never};

/// A verb in all its forms, the words that follow it, and what it makes of a deed.
pub(crate) struct Undoing {
    /// Regular forms are added to those that are given.
    pub(crate) verb: &'static [&'static str],
    then: &'static [&'static str],
    fate: Fate,
    /// Anybody can do it who is only against something: it undoes what is the doer's own, or theirs to decide.
    is_stance: bool,
}

const fn undoing(
    verb: &'static [&'static str],
    then: &'static [&'static str],
    fate: Fate,
) -> Undoing {
    Undoing {
        verb,
        then,
        fate,
        is_stance: false,
    }
}

const fn stance(verb: &'static [&'static str], then: &'static [&'static str]) -> Undoing {
    Undoing {
        is_stance: true,
        ..undoing(verb, then, Barred)
    }
}

#[rustfmt::skip]
pub(crate) const UNDOINGS: &[Undoing] = &[
    undoing(&["cancel", "cancelled", "cancelling"], &[], Never),
    undoing(&["scrap", "scrapped", "scrapping"], &[], Never),
    undoing(&["drop", "dropped", "dropping"], &[], Ended),
    undoing(&["shelve"], &[], Barred),
    undoing(&["postpone"], &[], Barred),
    undoing(&["defer", "deferred", "deferring"], &[], Barred),
    undoing(&["abandon"], &[], Ended),
    undoing(&["block"], &[], Barred),
    undoing(&["veto", "vetoed", "vetoes"], &[], Barred),
    stance(&["reject"], &[]),
    stance(&["refuse"], &[]),
    stance(&["deny"], &[]),
    undoing(&["withhold", "withheld"], &[], Never),
    undoing(&["prohibit"], &[], Barred),
    undoing(&["forbid", "forbade", "forbidden", "forbidding"], &[], Barred),
    undoing(&["prevent"], &[], Never),
    undoing(&["avert"], &[], Never),
    undoing(&["thwart"], &[], Never),
    undoing(&["forgo", "forwent", "forgone"], &[], Never),
    undoing(&["call"], &["off"], Never),
    undoing(&["put", "putting"], &["off"], Barred),
    undoing(&["rule"], &["out"], Barred),
    stance(&["turn"], &["down"]),
    undoing(&["vote"], &["down"], Barred),
    undoing(&["walk"], &["away", "from"], Never),
    undoing(&["back"], &["out", "of"], Never),
    undoing(&["pull"], &["out", "of"], Never),
    undoing(&["fall", "fell", "fallen"], &["through"], Never),
    undoing(&["collapse"], &[], Never),
    undoing(&["put", "putting"], &["on", "hold"], Ended),
    undoing(&["put", "putting"], &["on", "ice"], Ended),
    undoing(&["on"], &["hold"], Ended),
    undoing(&["stop", "stopped", "stopping"], &[], Ended),
    undoing(&["halt"], &[], Ended),
    undoing(&["suspend"], &[], Ended),
    undoing(&["pause"], &[], Ended),
    undoing(&["freeze", "froze", "frozen"], &[], Ended),
    undoing(&["discontinue"], &[], Ended),
    undoing(&["terminate"], &[], Ended),
    undoing(&["withdraw", "withdrew", "withdrawn"], &[], Ended),
    undoing(&["revoke"], &[], Ended),
    undoing(&["rescind"], &[], Ended),
    undoing(&["retract"], &[], Ended),
    undoing(&["recant"], &[], Ended),
];

/// Words between a verb and the rest of its phrase: `put the migration on hold`.
const BETWEEN: usize = 5;

/// The end of the phrase that begins at a place, and what it makes of a deed.
pub(crate) fn begins(words: &[String], at: usize) -> Option<(usize, Fate)> {
    let (end, undoing) = found(words, at)?;
    Some((end, undoing.fate))
}

/// Whether the verb that begins at a place may only say what its doer thinks of something: `The union rejects the closure`.
pub(crate) fn is_stance(words: &[String], at: usize) -> bool {
    found(words, at).is_some_and(|(_, undoing)| undoing.is_stance)
}

fn found(words: &[String], at: usize) -> Option<(usize, &'static Undoing)> {
    static FORMS: LazyLock<ByWord<String, Vec<&'static Undoing>>> = LazyLock::new(|| {
        let mut forms: HashMap<String, Vec<&'static Undoing>, FixedState> = HashMap::default();
        for undoing in UNDOINGS {
            let regular = undoing.verb.first().map(|verb| regular_forms(verb));
            let given = undoing.verb.iter().map(|form| (*form).to_owned());
            for form in given.chain(regular.into_iter().flatten()) {
                forms.entry(form).or_default().push(undoing);
            }
        }
        forms.into()
    });
    let undoings = FORMS.get(words.get(at)?)?;
    if is_counted(words, at) {
        return None;
    }
    undoings.iter().find_map(|undoing: &&'static Undoing| {
        let Some(first) = undoing.then.first() else {
            return Some((at + 1, *undoing));
        };
        let place =
            (at + 1..at + 2 + BETWEEN).find(|&place| {
                words.get(place).is_some_and(|word| word == first)
                    && undoing.then.iter().enumerate().all(|(step, then)| {
                        words.get(place + step).is_some_and(|word| word == then)
                    })
            })?;
        // `On hold` and `pulled out of` are words in a row; `pulled cars out of the flood` is another thing.
        let may_part = match undoing.verb {
            ["on"] => false,
            ["put", ..] => true,
            _ => undoing.then.len() == 1,
        };
        let is_near = may_part || place == at + 1;
        is_near.then_some((place + undoing.then.len(), *undoing))
    })
}

/// Whether a word is the name of things that are counted, and tells no deed: `12 stops`, `several halts`.
fn is_counted(words: &[String], at: usize) -> bool {
    const SOME: &[&str] = &["several", "many", "few", "more", "fewer"];
    let is_year = |word: &str| word.len() == 4 && matches!(word.get(..2), Some("19" | "20"));
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    let is_many = |word: &String| {
        is_figure(word) && !is_year(word) || is_several(word) || SOME.contains(&word.as_str())
    };
    words.get(at).is_some_and(|word| word.ends_with('s')) && before.is_some_and(is_many)
}

fn regular_forms(verb: &str) -> Vec<String> {
    let stem = verb.strip_suffix('e').unwrap_or(verb);
    let (past, third) = match verb.strip_suffix('y') {
        Some(front) => (format!("{front}ied"), format!("{front}ies")),
        None => (format!("{stem}ed"), format!("{verb}s")),
    };
    vec![past, third, format!("{stem}ing")]
}
