//! Portions: how much of a thing a sentence speaks of, `most members`, `31 percent`, `18 of 20 judges`, as a part of a hundred.

use super::denying::is_denying;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};

/// A share from one part of a hundred to another, and the words that give it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Portion {
    low: f64,
    high: f64,
    pub(crate) said: String,
}

/// Parts of a hundred by which two shares lie apart that are none of each other.
const APART: f64 = 3.0;

impl Portion {
    /// Whether no value is both.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        self.low > other.high + APART || other.low > self.high + APART
    }

    /// Whether each value of another is one of its own: `most` covers `31 of 48`, and `all` not `most`.
    fn covers(&self, other: &Self) -> bool {
        self.low <= other.low + APART && self.high + APART >= other.high
    }

    /// Whether so many of a hundred are as many as it says.
    pub(crate) fn holds(&self, of_hundred: f64) -> bool {
        const ROUNDED: f64 = 0.05;
        (self.low - ROUNDED..=self.high + ROUNDED).contains(&of_hundred)
    }
}

/// Whether a word is one by which a claim gives the share that its source gives in another way.
pub(crate) fn is_one_portion(claim: &str, source: &str, word: &str) -> bool {
    portion(claim)
        .zip(portion(source))
        .is_some_and(|(own, theirs)| {
            own.said.contains(word) && own.low >= own.high && !own.excludes(&theirs)
        })
}

/// Whether two sentences give shares of which none can be the other's, one of them in words: two figures are compared as values are.
pub(crate) fn are_others(a: Option<&Portion>, b: Option<&Portion>) -> bool {
    let is_in_words = |portion: &Portion| !portion.said.contains(|c: char| c.is_ascii_digit());
    a.zip(b)
        .is_some_and(|(a, b)| a.excludes(b) && (is_in_words(a) || is_in_words(b)))
}

/// Whether a word of a claim gives a share that its source gives in other words or in figures: `most` of `31 of 48`.
pub(crate) fn is_share_told(claim: &str, source: &str, word: &str) -> bool {
    portion(claim)
        .zip(portion(source))
        .is_some_and(|(own, theirs)| own.said.eq_ignore_ascii_case(word) && own.covers(&theirs))
}

/// Whether a claim only denies something of all, or of some, of which its source says it of a part: `not all have`, `some have not` of `eleven of the nineteen have`; and
/// whether it denies a duty of whom its source leaves the choice.
pub(crate) fn leaves_some_out(claim: &str, source: &str) -> bool {
    let read = plain_text(claim);
    let own = &read.words;
    let pair = |one: &str, other: &str| {
        own.windows(2)
            .any(|pair| matches!(pair, [first, next] if first == one && next == other))
    };
    let is_of_some = pair("not", "all")
        || pair("not", "every")
        || own
            .first()
            .is_some_and(|first| matches!(first.as_str(), "some" | "several"))
            && own
                .iter()
                .any(|word| word == "not" || word.ends_with("n't"));
    if is_of_some && portion(source).is_some_and(|share| share.low > 0.0 && share.high <= NOT_ALL) {
        return true;
    }
    let is_free = pair("need", "not")
        || pair("not", "need")
        || pair("not", "have")
        || pair("not", "required")
        || pair("not", "obliged");
    is_free
        && plain_words(source)
            .any(|word| matches!(word.as_str(), "voluntary" | "optional" | "exempt"))
}

/// Whether both say of how few something holds: `few people listen` of `hardly anyone listens`.
pub(crate) fn are_both_hardly_any(claim: &str, source: &str) -> bool {
    let is_few = |word: &str| {
        matches!(
            word,
            "few" | "hardly" | "barely" | "scarcely" | "rarely" | "seldom" | "little"
        )
    };
    let has = |text: &str| plain_words(text).any(|word| is_few(&word));
    let denies_flatly = plain_words(source).any(|word| is_denying(&word) && !is_few(&word));
    has(claim) && has(source) && !denies_flatly
}

/// The share of a claim, in words, that no share as its source gives can be, and the source's own.
pub(crate) fn overstated_portion(claim: &str, source: &str) -> Option<(String, String)> {
    let is_in_words = |own: &Portion| !own.said.contains(|c: char| c.is_ascii_digit());
    let own = portion_of(claim).filter(is_in_words)?;
    let theirs = clause_of(claim, source);
    // What ought to hold of all is more than what ought to hold of some.
    let theirs = match (obliges(claim), obliges(theirs)) {
        (true, true) | (false, false) => portion_of(theirs)?,
        (true, false) | (false, true) => return None,
    };
    own.excludes(&theirs).then_some((own.said, theirs.said))
}

fn obliges(text: &str) -> bool {
    plain_words(text).any(|word| OBLIGES.contains(&word.as_str()))
}

/// The clause of a sentence that has all words of a claim that the sentence has.
fn clause_of<'s>(claim: &str, source: &'s str) -> &'s str {
    if !source.contains(';') {
        return source;
    }
    let stems = |text: &str| -> Vec<String> {
        let content = plain_words(text).filter(|word| !is_stop_word(word));
        content.map(|word| stem(&word)).collect()
    };
    let (mut own, theirs) = (stems(claim), stems(source));
    own.retain(|stem| theirs.contains(stem));
    let has_all = |clause: &&str| {
        let said = stems(clause);
        own.iter().all(|stem| said.contains(stem))
    };
    source.split(';').find(has_all).unwrap_or(source)
}

/// The whole of which a claim says what its source says of a part, and that part: `will close 112 branches` of `will close 38 of its 112 branches`.
pub(crate) fn whole_for_part(claim: &str, source: &str) -> Option<(String, String)> {
    const BETWEEN: usize = 3;
    if !source.contains(" of ") {
        return None;
    }
    let read = |text: &str| -> Vec<(String, usize, usize)> {
        let spans = words(text);
        let read =
            spans.filter_map(|span| Some((plain(text.get(span.clone())?), span.start, span.end)));
        read.collect()
    };
    let (own, theirs) = (read(claim), read(source));
    let counted = |all: &[(String, usize, usize)], at: usize| number(&all.get(at)?.0);
    let deed = |all: &[(String, usize, usize)], at: usize| {
        let (word, ..) = all.get(at.checked_sub(1)?)?;
        (!is_stop_word(word)).then(|| stem(word))
    };
    (1..theirs.len()).find_map(|at| {
        let part = counted(&theirs, at)?;
        let is_of = theirs.get(at + 1).is_some_and(|(word, ..)| word == "of");
        let reach = at + 2..at + 2 + BETWEEN;
        let (to, whole) = reach
            .filter(|_| is_of)
            .find_map(|to| Some((to, counted(&theirs, to)?)))?;
        let is_own = |own_at: &usize| {
            counted(&own, *own_at) == Some(whole)
                && deed(&own, *own_at).is_some()
                && deed(&own, *own_at) == deed(&theirs, at)
        };
        let tells_part = (0..own.len()).any(|at| counted(&own, at) == Some(part));
        let own_at = (1..own.len())
            .find(is_own)
            .filter(|_| whole > part && !tells_part)?;
        let said = |text: &str, all: &[(String, usize, usize)], from: usize, to: usize| {
            let (from, to) = (all.get(from)?.1, all.get(to)?.2);
            text.get(from..to).map(str::to_owned)
        };
        Some((
            said(claim, &own, own_at, own_at)?,
            said(source, &theirs, at, to)?,
        ))
    })
}

/// The share that a sentence gives, where it gives one. What ought to hold of all says nothing of how many it holds of.
pub(crate) fn portion(text: &str) -> Option<Portion> {
    if obliges(text) {
        return None;
    }
    portion_of(text)
}

fn portion_of(text: &str) -> Option<Portion> {
    let read = plain_text(text);
    let (spans, lower) = (&read.spans, &read.words);
    let begins_with_of = |at: usize| {
        let surface = spans.get(at).and_then(|span| text.get(span.clone()));
        surface == Some("Of")
    };
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    let mut found: Vec<Portion> = Vec::new();
    for at in 0..lower.len() {
        let mut add = |low: f64, high: f64, from: usize, to: usize| {
            let said = spans
                .get(from)
                .zip(spans.get(to))
                .and_then(|(first, last)| text.get(first.start..last.end));
            found.push(Portion {
                low,
                high,
                said: said.unwrap_or_default().to_owned(),
            });
        };
        if let Some((low, high, last)) = in_a_word(at, word) {
            add(low, high, at, last);
        }
        // `Of the five bridges, three were repaired`.
        if word(at) == "of" && (at == 0 || begins_with_of(at)) {
            const REACH: usize = 4;
            let whole_at = at + 1 + usize::from(word(at + 1) == "the");
            let part = (whole_at + 1..whole_at + 1 + REACH)
                .find_map(|next| Some((next, number(word(next))?)));
            if let Some((whole, (last, part))) = number(word(whole_at)).zip(part)
                && whole > 1.0
                && part <= whole
            {
                add(100.0 * part / whole, 100.0 * part / whole, at, last);
                break;
            }
        }
        if let Some(share) = of_which(at, word) {
            add(share, share, at, at + 2);
        }
        let Some(part) = number(word(at)) else {
            continue;
        };
        let behind = spans
            .get(at)
            .map_or("", |span| text.get(span.end..).unwrap_or_default());
        if behind.trim_start().starts_with('%')
            || matches!(word(at + 1), "percent" | "prozent" | "pct")
        {
            // Of how many, not by how much: `fell by 31 percent` is no share.
            let last = at + usize::from(!behind.trim_start().starts_with('%'));
            if OF.contains(&word(last + 1)) {
                add(part, part, at, last);
            }
            continue;
        }
        // `Two of them` are not all.
        if word(at + 1) == "of" && matches!(word(at + 2), "them" | "these" | "those") {
            add(0.0, NOT_ALL, at, at + 2);
            continue;
        }
        let is_out = word(at + 1) == "out" && word(at + 2) == "of";
        let of = whole_at(if is_out { at + 3 } else { at + 2 }, word);
        let is_of = is_out || matches!(word(at + 1), "of" | "in" | "von");
        if let Some(whole) = number(word(of))
            .filter(|whole| is_of && *whole >= part && *whole > 1.0 && !YEARS.contains(whole))
        {
            let part = 100.0 * part / whole;
            add(part, part, at, of);
        }
    }
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Numbers that are rather years than as many of something.
const YEARS: std::ops::Range<f64> = 1900.0..2200.0;

/// The share that a word gives by itself or with the next, from and to how many of a hundred, and its last word.
fn in_a_word<'w>(at: usize, word: impl Fn(usize) -> &'w str) -> Option<(f64, f64, usize)> {
    let before = at.checked_sub(1).map_or("", &word);
    let next = word(at + 1);
    let (low, high) = match word(at) {
        "most"
            if !matches!(before, "the" | "at" | "second" | "third")
                && (next, word(at + 2)) != ("of", "all") =>
        {
            (50.1, 100.0)
        }
        "majority" | "mehrheit" | "majorité" => (50.1, 100.0),
        "minority" | "minderheit" => (0.0, 49.9),
        "few" if is_hardly_any(before, next) => (0.0, FEW),
        "half" | "hälfte"
            if matches!(next, "of" | "the" | "its" | "his" | "her" | "their" | "der") =>
        {
            (50.0, 50.0)
        }
        // `The whole fort`, not `on the whole`.
        "whole" | "entire"
            if matches!(before, "the" | "its" | "their" | "an")
                && !is_stop_word(next)
                && !next.is_empty() =>
        {
            (100.0, 100.0)
        }
        // `Every week` says when.
        "every" if is_time(next) => return None,
        "all" | "alle" | "every"
            if !matches!(before, "at" | "after" | "above" | "of" | "in" | "first")
                && !matches!(next, "but" | "in" | "over" | "except") =>
        {
            (100.0, 100.0)
        }
        "none" => (0.0, 0.0),
        size => {
            let (low, high) = share_of(size, next, word(at + 2))?;
            return Some((low, high, at + 1));
        }
    };
    Some((low, high, at))
}

/// `62,000 sheets, of which 8,000 have been scanned`: of a hundred of them, so many.
fn of_which<'w>(at: usize, word: impl Fn(usize) -> &'w str) -> Option<f64> {
    const REACH: usize = 4;
    if word(at) != "of" || !matches!(word(at + 1), "which" | "whom") {
        return None;
    }
    let part = number(word(at + 2))?;
    let near = (at.saturating_sub(REACH)..at).rev();
    let whole = near.into_iter().find_map(|at| number(word(at)))?;
    (whole > part && !YEARS.contains(&whole)).then_some(100.0 * part / whole)
}

/// Where the whole is told behind `of`: `of the 48`, `of the remaining 310`.
fn whole_at<'w>(at: usize, word: impl Fn(usize) -> &'w str) -> usize {
    let at = at + usize::from(word(at) == "the");
    let is_left = matches!(
        word(at),
        "remaining" | "other" | "original" | "first" | "last"
    );
    at + usize::from(is_left)
}

/// The most of a hundred that some of several are.
const NOT_ALL: f64 = 96.0;

/// The most of a hundred that are few.
const FEW: f64 = 30.0;

/// The least of a hundred that is a large share.
const LARGE: f64 = 35.0;

/// From how many to how many of a hundred `a large share of` is, or `a small part of`.
fn share_of(size: &str, noun: &str, of: &str) -> Option<(f64, f64)> {
    if of != "of"
        || !matches!(
            noun,
            "share" | "part" | "proportion" | "portion" | "fraction"
        )
    {
        return None;
    }
    match size {
        "large" | "great" | "big" | "substantial" => Some((LARGE, 100.0)),
        "small" | "tiny" => Some((0.0, FEW)),
        _ => None,
    }
}

/// Whether `few` says that there are hardly any: `a few` and `the few` do not, nor does `the last few days`.
fn is_hardly_any(before: &str, next: &str) -> bool {
    matches!(
        before,
        "" | "very" | "only" | "but" | "that" | "though" | "while"
    ) && !matches!(
        next,
        "days" | "weeks" | "months" | "years" | "hours" | "minutes" | ""
    )
}

const OBLIGES: &[&str] = &["should", "must", "shall", "ought", "soll", "sollte", "muss"];
const OF: &[&str] = &["of", "der", "von", "des", "de", "say", "said"];

fn is_time(word: &str) -> bool {
    matches!(
        word,
        "day"
            | "week"
            | "month"
            | "quarter"
            | "year"
            | "hour"
            | "minute"
            | "night"
            | "morning"
            | "evening"
            | "season"
            | "summer"
            | "winter"
            | "spring"
            | "autumn"
            | "time"
            | "other"
            | "second"
            | "few"
    )
}

fn number(word: &str) -> Option<f64> {
    #[rustfmt::skip]
    const SPELLED: &[&str] = &[
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
        "eighteen", "nineteen",
    ];
    const TENS: &[&str] = &[
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let below = |word: &str| SPELLED.iter().position(|spelled| *spelled == word);
    let tens = |word: &str| {
        let at = TENS.iter().position(|spelled| *spelled == word)?;
        Some(10 * (at + 2))
    };
    let joined = || {
        let (ten, one) = word.split_once('-')?;
        Some(tens(ten)? + below(one)?)
    };
    if let Some(value) = below(word).or_else(|| tens(word)).or_else(joined) {
        return Some(value as f64);
    }
    // `62,000` are thousands, `6,5` is a fraction as much of Europe writes it.
    let is_thousands = word.split(',').skip(1).all(|part| part.len() == 3);
    let decimal = if is_thousands { "" } else { "." };
    word.starts_with(|first: char| first.is_ascii_digit())
        .then(|| word.replace(',', decimal).parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_that_of_the_clause_that_says_what_the_claim_does() {
        let source =
            "Some 120 of the remaining 310 workers were offered jobs; the union wants it for all.";
        let is_told = |claim| overstated_portion(claim, source).is_some();
        assert!(is_told("All remaining workers were offered jobs."));
        assert!(!is_told("The union wants all workers to be offered jobs."));
    }

    #[test]
    fn a_share_is_told_by_one_that_lies_within_it() {
        for (claim, source, word, told) in [
            (
                "Most wells were clean.",
                "31 of the 48 wells were clean.",
                "most",
                true,
            ),
            (
                "Most wells were clean.",
                "All wells were clean.",
                "most",
                true,
            ),
            (
                "All wells were clean.",
                "Most wells were clean.",
                "all",
                false,
            ),
            (
                "All wells were clean.",
                "31 of the 48 wells were clean.",
                "all",
                false,
            ),
        ] {
            assert_eq!(
                is_share_told(claim, source, word),
                told,
                "{source} / {claim}"
            );
        }
    }

    #[test]
    fn what_is_done_to_a_part_is_not_done_to_the_whole() {
        let source = "Orbis will close 38 of its 112 branches.";
        let is_told = |claim, source| whole_for_part(claim, source).is_some();
        assert!(is_told("Orbis will close 112 branches.", source));
        assert!(is_told(
            "The fire damaged 300 paintings.",
            "The fire damaged 12 of the museum's 300 paintings."
        ));
        for claim in [
            "Orbis will close 38 branches.",
            "Orbis has 112 branches.",
            "Orbis will close 38 of 112 branches.",
            "Of 112 branches Orbis will close a third.",
        ] {
            assert!(!is_told(claim, source), "{claim}");
        }
    }

    #[test]
    fn shares_in_words_and_figures_exclude_each_other_or_do_not() {
        for (a, b, expected) in [
            (
                "Most members backed the motion.",
                "Only 31 percent of members backed the motion.",
                true,
            ),
            (
                "A majority of voters said no.",
                "44 percent of voters said no.",
                true,
            ),
            (
                "All of the judges favoured the rule.",
                "The rule was favoured by 18 of 20 judges.",
                true,
            ),
            ("All nine of the seats", "six of the nine seats", true),
            (
                "Four in five pupils passed.",
                "81 percent of pupils passed.",
                false,
            ),
            (
                "Most members backed the motion.",
                "62 percent of members backed the motion.",
                false,
            ),
            (
                "None of the pupils passed.",
                "Two of the nine pupils passed.",
                true,
            ),
            (
                "The county closed all five wells.",
                "The county closed two of them.",
                true,
            ),
            (
                "Most of the wells were clean.",
                "Of the 48 wells tested, 31 were clean.",
                false,
            ),
        ] {
            let shares = portion(a).zip(portion(b));
            assert_eq!(
                shares.is_some_and(|(a, b)| a.excludes(&b)),
                expected,
                "{a} / {b}"
            );
        }
        for none in [
            "Every new bus should be ordered with a heat pump.",
            "Buses with heat pumps lost between 21 and 29 percent.",
        ] {
            assert_eq!(portion(none), None, "{none}");
        }
        assert_eq!(
            portion("Prices rose most of all in the north, by 5 percent."),
            None
        );
    }
}
