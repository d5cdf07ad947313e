//! Denying: the words by which a sentence denies what stands beside them, `not`, `failed to`, `voted against`, and where such words deny nothing.

use super::deeds::root;
use crate::check::language::numbers::is_several;
use crate::check::language::terms::is_figure;

/// Whether a word in lower case denies by itself.
pub(crate) fn is_denying(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "no"
            | "never"
            | "none"
            | "neither"
            | "nor"
            | "cannot"
            | "hardly"
            | "nobody"
            | "nothing"
            | "without"
            | "lack"
            | "lacks"
            | "lacked"
            | "lacking"
            | "nicht"
            | "kein"
            | "keine"
            | "keinen"
            | "niet"
            | "geen"
            | "pas"
            | "jamais"
            | "nunca"
            | "не"
            | "нет"
            | "никогда"
            | "nie"
            | "niemals"
            | "niemand"
            | "keiner"
            | "keinem"
            | "keines"
            | "nichts"
            | "aucun"
            | "aucune"
            | "ningún"
            | "ninguna"
            | "ninguno"
            | "nessun"
            | "nessuna"
            | "non"
            | "não"
            | "不"
            | "没"
            | "沒"
            | "未"
    ) || word.ends_with("n't")
}

/// Whether a word denies, by itself or with those behind it.
pub(super) fn is_negation(words: &[String], at: usize) -> bool {
    words.get(at).is_some_and(|word| is_denying(word)) && !is_short_of_an_amount(words, at)
        || is_refusal(words, at)
        || is_vote_against(words, at)
}

/// `Not quite 23 percent` denies nothing.
fn is_short_of_an_amount(words: &[String], at: usize) -> bool {
    let is = |step: usize, word: &str| words.get(at + step).is_some_and(|own| own == word);
    let is_amount = |word: &String| {
        word.starts_with(|first: char| first.is_ascii_digit()) || word == "half" || word == "a"
    };
    is(0, "not") && is(1, "quite") && words.get(at + 2).is_some_and(is_amount)
}

/// `voted against closing`, `came out against a ban`, `we recommend against it`; not `recommend the vaccine against measles`.
pub(super) fn is_vote_against(words: &[String], at: usize) -> bool {
    /// Verbs and nouns of those who decide or speak, by their roots.
    #[rustfmt::skip]
    const DECIDES: &[&str] = &[
        "vot", "decid", "rul", "com", "speak", "argu", "argument", "advis", "advic", "warn", "counsel", "caution", "lobby", "plead", "testify", "lean", "decision",
        "opt",
    ];
    /// Verbs whose object may be something against something else.
    const DIRECTLY: &[&str] = &[
        "recommend",
        "recommendation",
        "urg",
        "suggest",
        "propos",
        "petition",
        "campaign",
    ];
    const REACH: usize = 6;
    if words.get(at).is_none_or(|word| word != "against") {
        return false;
    }
    // `By 31 votes against 14` was decided in favour.
    let is_count = |place: Option<usize>| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| is_figure(word) || is_several(word))
    };
    if is_count(at.checked_sub(2)) && is_count(Some(at + 1)) {
        return false;
    }
    // `No rule against it` decides nothing.
    let is_decision = |word: &String| word != "rule" && DECIDES.contains(&root(word));
    let before = words.iter().take(at).rev();
    let is_direct = before
        .clone()
        .find(|word| !word.ends_with("ly"))
        .is_some_and(|word| DIRECTLY.contains(&root(word)));
    is_direct || before.take(REACH).any(is_decision)
}

/// Where a denial stands behind its verb: `閉鎖しなかった`, `않았다`.
pub(super) fn denied_behind(sentence: &str) -> Option<usize> {
    const ENDINGS: &[&str] = &[
        "なかった",
        "ていない",
        "しない",
        "ません",
        "ではない",
        "않았",
        "않는",
        "못했",
    ];
    ENDINGS.iter().find_map(|ending| sentence.find(ending))
}

/// Whether a denial is of a tie: what was not associated with an increased risk did not raise it.
pub(super) fn denies_a_tie(words: &[String], negation: usize) -> bool {
    const TIES: &[&str] = &["associated", "linked", "correlated", "related", "tied"];
    let mut behind = words.iter().skip(negation + 1);
    let tie = behind.find(|word| !word.ends_with("ly") && *word != "been" && *word != "be");
    tie.is_some_and(|word| TIES.contains(&word.as_str()))
}

/// `no doubt`, `did not deny`, `not impossible`: what denies a denial denies nothing.
pub(super) fn is_undone(words: &[String], at: usize) -> bool {
    #[rustfmt::skip]
    const DENIALS: &[&str] = &[
        "doubt", "doubts", "doubted", "dispute", "disputes", "disputed", "deny", "denies", "denied", "question", "questions", "questioned", "contest",
        "contested", "secret", "impossible", "unlikely", "uncommon", "unusual", "only", "merely", "just", "denying", "doubting", "disputing", "questioning",
    ];
    words
        .iter()
        .skip(at + 1)
        .take(2)
        .any(|word| DENIALS.contains(&word.as_str()))
        || is_all_there_is(words, at)
}

/// `and nothing more`, `no more and no less`, at the end of a sentence: it says that what stands before it is all, and denies none of it.
pub(crate) fn is_all_there_is(words: &[String], at: usize) -> bool {
    let is_of_it = |word: &String| {
        matches!(
            word.as_str(),
            "nothing" | "no" | "and" | "more" | "less" | "else" | "further" | "besides"
        )
    };
    let rest = words.get(at..).unwrap_or_default();
    let is_joined = at.checked_sub(1).and_then(|before| words.get(before));
    let is_joined = is_joined.is_some_and(|before| before == "and");
    let denies = |word: &String| matches!(word.as_str(), "nothing" | "no");
    rest.len() > 1
        && rest.iter().all(is_of_it)
        && rest.iter().any(denies)
        && (is_joined || rest.iter().any(|word| word == "and"))
}

/// `has yet to receive`: what follows has not happened.
fn is_still_to_come(words: &[String], at: usize) -> bool {
    words.get(at).is_some_and(|word| word == "yet")
        && words.get(at + 1).is_some_and(|next| next == "to")
}

/// The `to` of `too small to show`, `too late to save`; not that of `only too glad to help`.
fn is_too_much(words: &[String], at: usize) -> bool {
    let word = |back: usize| at.checked_sub(back).and_then(|at| words.get(at));
    let is =
        |back: usize, list: &[&str]| word(back).is_some_and(|own| list.contains(&own.as_str()));
    is(0, &["to"]) && is(2, &["too"]) && !is(3, &["only", "all", "not", "never", "none", "neither"])
}

/// `was to have opened`, which it did not.
fn was_to_have_been(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    matches!(word(at), "was" | "were") && word(at + 1) == "to" && word(at + 2) == "have"
}

/// `stops short of recommending`.
fn stops_short(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let before = at.checked_sub(1).map_or("", word);
    word(at) == "short" && word(at + 1) == "of" && before.starts_with("stop")
}

/// `failed to show`, `refused to confirm`: what follows did not happen.
pub(crate) fn is_refusal(words: &[String], at: usize) -> bool {
    const REFUSALS: &[&str] = &[
        "fail",
        "fails",
        "failed",
        "failing",
        "refuse",
        "refuses",
        "refused",
        "refusing",
        "decline",
        "declines",
        "declined",
        "declining",
        "unable",
        "unlikely",
        "forget",
        "forgets",
        "forgot",
        "neglect",
        "neglects",
        "neglected",
    ];
    is_still_to_come(words, at)
        || is_too_much(words, at)
        || was_to_have_been(words, at)
        || stops_short(words, at)
        || words.get(at).is_some_and(|word| REFUSALS.contains(&word.as_str()))
        && words.get(at + 1).is_some_and(|next| next == "to")
        // `did not fail to` is none.
        && !at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|word| is_denying(word))
}

/// `does not say who signed it`: that it was signed is not denied.
pub(super) fn is_of_question(words: &[String], at: usize) -> bool {
    const SAYS: &[&str] = &["say", "know", "mention", "explain", "specify", "tell"];
    const WHICH: &[&str] = &["who", "when", "where", "why", "how", "what", "which"];
    let is_one_of = |at: usize, list: &[&str]| {
        words
            .get(at)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    is_one_of(at + 1, SAYS) && is_one_of(at + 2, WHICH)
}
