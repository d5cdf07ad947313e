//! Speakers: who only says what a sentence tells. Two who say it can still disagree about one thing.

use std::borrow::Cow;
use std::ops::Range;

use super::measured::TELLS;
use crate::check::language::irregular::is_past;
use crate::check::language::terms::{is_figure, is_stop_word, plain, plain_words, words};
use crate::check::meaning::denying::{is_all_there_is, is_denying};
use crate::check::meaning::governing::{CONDITIONS, REPORTS, SPEAKS};

/// Whether a name only says who says it.
pub(crate) fn is_speaker(name: &str, text: &str) -> bool {
    let Some(at) = text.find(name) else {
        return false;
    };
    let before = text.get(..at).unwrap_or_default().to_lowercase();
    let after = text.get(at + name.len()..).unwrap_or_default();
    let verb = words(after)
        .next()
        .and_then(|span| after.get(span))
        .map(str::to_lowercase)
        .unwrap_or_default();
    let before = before.trim_end().trim_end_matches("the").trim_end();
    // `The port of Lund counted 9,000 passengers`: what is counted is its own.
    let is_of_it = COUNTS.contains(&verb.as_str())
        && [" of", " in", " at", " from"]
            .iter()
            .any(|word| before.ends_with(word));
    before.ends_with("according to")
        || before.ends_with("says")
        || before.ends_with("by")
        || SPEAKS.contains(&verb.as_str()) && !is_of_it
}

/// A sentence without who says it, before it, behind it or amid it, and without that this is all: `According to the operator, …`, `The operator states that …`,
/// `…, the operator notes, …`, `… and nothing more`. Whoever denies, doubts or once said it stays: that is another statement.
#[must_use]
pub fn without_speaker(sentence: &str) -> Cow<'_, str> {
    let told = behind_speaker(sentence).unwrap_or(sentence);
    let told = before_speaker(told).unwrap_or(told);
    amid_speaker(told).map_or(Cow::Borrowed(told), Cow::Owned)
}

/// Words of who says something, at most.
const MOST: usize = 8;

/// The words of a text, each with its bytes.
fn read(text: &str) -> Vec<(Range<usize>, String)> {
    let spans = words(text);
    spans
        .filter_map(|span| Some((span.clone(), plain(text.get(span)?))))
        .collect()
}

fn behind_speaker(sentence: &str) -> Option<&str> {
    let all = read(sentence);
    let own: Vec<String> = all.iter().map(|(_, word)| word.clone()).collect();
    if let [according, to, ..] = own.as_slice()
        && according == "according"
        && to == "to"
    {
        let comma = sentence.find(", ")?;
        let words = all.iter().take_while(|(span, _)| span.start < comma);
        let speaker = own.get(2..words.count())?;
        let told = sentence.get(comma + 1..)?.trim_start();
        return is_somebody(speaker).then_some(told);
    }
    let that = own.iter().take(MOST + 2).position(|word| word == "that")?;
    let (span, _) = all.get(that)?;
    let is_one_clause = !sentence.get(..span.start)?.contains([',', ';', ':']);
    let speaker = own.get(..that.checked_sub(1)?)?;
    let told = sentence.get(span.end..)?.trim_start();
    (is_one_clause && says(&own, that - 1) && is_somebody(speaker)).then_some(told)
}

fn before_speaker(sentence: &str) -> Option<&str> {
    let all = read(sentence);
    let own: Vec<String> = all.iter().map(|(_, word)| word.clone()).collect();
    let start = |at: usize| all.get(at).map(|(span, _)| span.start);
    let head = |at: usize| {
        let head = sentence.get(..start(at)?)?.trim_end();
        let head = head.strip_suffix(',').unwrap_or(head);
        words(head).nth(2).is_some().then_some(head)
    };
    if let Some(at) = (1..own.len()).find(|at| is_all_there_is(&own, *at)) {
        let is_joined = own.get(at - 1).is_some_and(|word| word == "and");
        return head(at - usize::from(is_joined));
    }
    let is_according = |at: &usize| {
        let next = own.get(at + 1);
        own.get(*at).is_some_and(|word| word == "according") && next.is_some_and(|to| to == "to")
    };
    if let Some(at) = (1..own.len()).rev().find(is_according) {
        let (before, behind) = sentence.split_at_checked(start(at)?)?;
        let is_open = !behind.contains([',', ';', ':']);
        // `Paid according to need` tells how; a figure is according to somebody.
        let is_told = before.trim_end().ends_with(',') || own.iter().any(|word| is_figure(word));
        let speaker = own.get(at + 2..).unwrap_or_default();
        return head(at).filter(|_| is_open && is_told && is_somebody(speaker));
    }
    let comma = sentence.rfind(", ")?;
    let at = all.iter().position(|(span, _)| span.start > comma)?;
    head(at).filter(|_| own.get(at..).is_some_and(tells_speaker))
}

fn amid_speaker(sentence: &str) -> Option<String> {
    let commas: Vec<usize> = sentence.match_indices(',').map(|(at, _)| at).collect();
    commas.windows(2).find_map(|pair| {
        let &[open, close] = pair else { return None };
        let aside: Vec<String> = plain_words(sentence.get(open..close)?).collect();
        let (head, rest) = (
            sentence.get(..open)?,
            sentence.get(close + 1..)?.trim_start(),
        );
        let is_whole = words(rest).nth(1).is_some();
        (is_whole && tells_speaker(&aside)).then(|| format!("{head} {rest}"))
    })
}

/// Whether words are no more than who says something: `the council notes`, `says the council`.
fn tells_speaker(aside: &[String]) -> bool {
    let is_behind = |(_, who): (&String, &[String])| says(aside, who.len()) && is_somebody(who);
    let is_before = |(_, who): (&String, &[String])| says(aside, 0) && is_somebody(who);
    aside.split_last().is_some_and(is_behind) || aside.split_first().is_some_and(is_before)
}

/// Whether words name who says something, and tell nothing else of it: not when, whether, or that they do not.
fn is_somebody(all: &[String]) -> bool {
    let is_pronoun = |word: &String| matches!(word.as_str(), "he" | "she" | "it" | "they" | "we");
    let tells_more = |word: &String| {
        is_denying(word)
            || CONDITIONS.contains(&word.as_str())
            || is_figure(word)
            || word.ends_with("ly")
            || matches!(
                word.as_str(),
                "once" | "longer" | "when" | "had" | "used" | "earlier"
            )
    };
    let names = |word: &String| !is_stop_word(word) || is_pronoun(word);
    all.len() <= MOST && all.iter().any(names) && !all.iter().any(tells_more)
}

/// Whether a word is a verb by which somebody says that something is so: `states`, `found`, and `estimate` behind `experts`, but no `report` that somebody has.
fn says(all: &[String], at: usize) -> bool {
    let Some(word) = all.get(at).map(String::as_str) else {
        return false;
    };
    let is_known = SPEAKS.contains(&word) || TELLS.contains(&word) || REPORTS.contains(&word);
    let is_form = word.ends_with('s') || word.ends_with("ed") || word == "said" || is_past(word);
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    is_known && (is_form || before.is_some_and(|before| before.ends_with('s')))
}

/// Verbs of those that say something by which a place or a body may as well tell of itself.
const COUNTS: &[&str] = &[
    "counted", "measured", "gives", "reported", "reports", "found",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_told_from_who_says_it() {
        let told = "the depot can draw at most 1.2 MW until 2027";
        for sentence in [
            format!("The grid operator states that {told}"),
            format!("According to the operator, {told}"),
            format!("Independent experts estimate that {told}"),
            format!("It found that {told}"),
            format!("{told}, the council notes."),
            format!("{told}, says the operator."),
            format!("{told} according to the operator."),
            format!("{told}, according to Helm and Roe."),
            format!("{told} and nothing more."),
            format!("{told}, no more and no less."),
            format!("The operator said that {told}, the council notes."),
        ] {
            assert_eq!(without_speaker(&sentence), told, "{sentence}");
        }
        let amid = "The depot, the operator says, can draw at most 1.2 MW until 2027.";
        assert_eq!(
            without_speaker(amid),
            "The depot can draw at most 1.2 MW until 2027."
        );
    }

    #[test]
    fn what_denies_doubts_or_dates_it_is_another_statement() {
        for sentence in [
            "The operator denied that the depot can draw 1.2 MW.",
            "The operator never said that the depot can draw 1.2 MW.",
            "The operator once stated that the depot can draw 1.2 MW.",
            "In 2019 the operator said that the depot can draw 1.2 MW.",
            "The operator wrongly states that the depot can draw 1.2 MW.",
            "The report that the depot wrote gives 1.2 MW.",
            "The depot’s estimate that it can draw 1.2 MW was wrong.",
            "The depot can draw 1.2 MW and needs a permit.",
            "The depot can draw 1.2 MW, the council counted 3 of them.",
            "The depot can draw 1.2 MW and no more buses come.",
            "The price fell and rose no more.",
            "The price rose more and more.",
            "The grants were paid according to need.",
            "The depot, the yard and the office, can draw 1.2 MW.",
        ] {
            assert_eq!(without_speaker(sentence), sentence);
        }
    }

    #[test]
    fn who_counts_what_is_its_own_is_no_speaker() {
        for (name, text, expected) in [
            ("IEA", "The IEA counted 9,000 passengers.", true),
            ("Lund", "The port of Lund counted 9,000 passengers.", false),
            ("Norbank", "Analysts at Norbank expect a rise.", true),
            ("Orsa", "According to Orsa it fell.", true),
            ("Orsa", "Orsa fell.", false),
        ] {
            assert_eq!(is_speaker(name, text), expected, "{text}");
        }
    }
}
