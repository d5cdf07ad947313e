//! Lines: where a statement has its verb, and what stands before and behind a word of it.

use crate::check::language::irregular::is_past;
use crate::check::language::terms::{HELPING_VERBS, is_figure};
use crate::check::meaning::affirmed::{LEVEL, Line, STAYS};
use crate::check::meaning::denying::is_denying;

/// Where the verb of a statement is, behind its subject.
pub(super) fn verb(line: &Line<'_>) -> Option<usize> {
    (1..line.words.len())
        .find(|&at| is_finite(line, at) || is_present(line, at) && at + 1 < line.words.len())
}

/// Where the verb begins, and the first word behind it and its helpers.
pub(super) fn verb_group(line: &Line<'_>) -> Option<(usize, usize)> {
    let from = verb(line)?;
    let is_beside = |at: usize| is_helping(line.word(at)) || is_denying(line.word(at));
    let own = (from..line.words.len()).find(|&at| !is_beside(at))?;
    Some((from, own + 1 + usize::from(is_state(line, own))))
}

/// Whether a verb has behind it what it leaves something: `left unchanged`.
pub(super) fn is_state(line: &Line<'_>, verb: usize) -> bool {
    STAYS.contains(&line.word(verb)) && LEVEL.contains(&line.word(verb + 1))
}

/// Whether a word is a verb that helps, or in the past.
pub(super) fn is_finite(line: &Line<'_>, at: usize) -> bool {
    let word = match line.word(at) {
        "cannot" => "can",
        word => word,
    };
    let before = at.checked_sub(1).map_or("", |at| line.word(at));
    let is_bare = matches!(word, "be" | "been") || before == "to";
    // `On 9 May`, `a failed transformer`
    let is_verb = is_helping(word) || is_in_past(word) && !NARROWS.contains(&before);
    is_lower(line, at) && is_verb && !is_bare
}

/// Whether a word may be a verb in the present: `opposes the dam`.
pub(super) fn is_present(line: &Line<'_>, at: usize) -> bool {
    let word = line.word(at);
    let is_form = word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let is_noun = at > 0 && {
        let before = line.word(at - 1);
        OPENS.contains(&before) || NARROWS.contains(&before) || is_figure(before)
    };
    let next = line.word(at + 1);
    is_form
        && is_lower(line, at)
        && !is_noun
        && next != "of"
        && !is_helping(next)
        && !is_in_past(next)
}

/// Whether a word may be a verb of which the subject is several things: `tourists account for`.
pub(super) fn is_of_several(line: &Line<'_>, at: usize) -> bool {
    let (subject, word, next) = (line.word(at - 1), line.word(at), line.word(at + 1));
    let is_form = word.len() > 3
        && !["s", "ed", "ing", "ly"]
            .iter()
            .any(|end| word.ends_with(end));
    subject.len() > 3
        && subject.ends_with('s')
        && is_form
        && is_lower(line, at)
        && !goes_on(word)
        && goes_on(next)
}

/// Whether a word may be what follows a verb, and is none itself.
pub(super) fn goes_on(next: &str) -> bool {
    OPENS.contains(&next)
        || NARROWS.contains(&next)
        || OBJECTS.contains(&next)
        || next == "up"
        || is_figure(next)
}

pub(super) fn is_lower(line: &Line<'_>, at: usize) -> bool {
    let word = line
        .words
        .get(at)
        .and_then(|word| line.text.get(word.span.clone()));
    word.is_some_and(|word| word.starts_with(char::is_lowercase))
}

pub(super) fn is_in_past(word: &str) -> bool {
    is_past(word) || word.len() > 4 && word.ends_with("ed") || word == "made"
}

pub(super) fn is_helping(word: &str) -> bool {
    HELPING_VERBS.contains(&word)
}

/// Whether a word helps a verb, or denies it besides.
pub(super) fn helps(word: &str) -> bool {
    is_helping(word) || word == "cannot" || word.ends_with("n't")
}

/// What stands before a word.
pub(super) fn before<'t>(line: &Line<'t>, at: usize) -> &'t str {
    let start = line
        .words
        .get(at)
        .map_or(line.text.len(), |word| word.span.start);
    line.text.get(..start).unwrap_or_default()
}

/// What stands up to the end of a word.
pub(super) fn through<'t>(line: &Line<'t>, at: usize) -> &'t str {
    let end = line
        .words
        .get(at)
        .map_or(line.text.len(), |word| word.span.end);
    line.text.get(..end).unwrap_or_default()
}

/// What stands from a word on.
pub(super) fn onwards<'t>(line: &Line<'t>, at: usize) -> &'t str {
    line.text.get(before(line, at).len()..).unwrap_or_default()
}

/// What stands from a word on, with the quotation mark before it.
pub(super) fn from_word<'t>(line: &Line<'t>, at: usize) -> &'t str {
    let rest = match at.checked_sub(1) {
        Some(before) => behind(line, before),
        None => line.text,
    };
    rest.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ':' | ';'))
}

/// What stands behind a word.
pub(super) fn behind<'t>(line: &Line<'t>, at: usize) -> &'t str {
    line.text.get(through(line, at).len()..).unwrap_or_default()
}

pub(super) const OBJECTS: &[&str] = &["it", "them", "this", "him", "her"];

/// Prepositions that a phrase begins with.
#[rustfmt::skip]
pub(super) const OPENS: &[&str] = &[
    "in", "on", "at", "by", "since", "during", "between", "after", "before", "from", "for", "to", "of", "with", "as", "into", "under", "until", "through", "near",
    "against", "about", "over", "among", "towards",
];

/// Words that a noun follows.
#[rustfmt::skip]
const NARROWS: &[&str] = &[
    "the", "a", "an", "no", "few", "most", "many", "some", "all", "several", "its", "their", "his", "her", "these", "those", "any", "other", "both", "more", "fewer",
];
