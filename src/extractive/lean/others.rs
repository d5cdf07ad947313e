//! Others: what points to a group, a rest or a time that the sentence before told of.

use super::vocabulary::{JOINING, NUMBERS, SEVERAL, TIMES};
use super::{BEING, gives_a_year, lower_words};
use crate::check::{Quantity, Unit, quantities};
use crate::extractive::clause::{is_base, is_doing};

/// Whether a sentence holds of a group that was named before it: `Age should not be a barrier to treatment in this group`.
pub(super) fn speaks_of_a_group(sentence: &str) -> bool {
    const GROUPS: &[&str] = &[
        "group",
        "groups",
        "subgroup",
        "subgroups",
        "cohort",
        "cohorts",
        "population",
        "populations",
        "setting",
        "settings",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(3).any(|run| {
        matches!(run[0].as_str(), "in" | "for" | "of" | "among" | "within")
            && matches!(run[1].as_str(), "this" | "these")
            && GROUPS.contains(&run[2].as_str())
    })
}

/// Whether all that a sentence names up to its first verb does something to `these`: `Customers should not eat these products`.
pub(super) fn does_to_these(sentence: &str) -> bool {
    let clause = sentence
        .split([',', ';', ':', '('])
        .next()
        .unwrap_or_default();
    let all: Vec<String> = lower_words(clause).collect();
    let at = all.iter().position(|word| word == "these");
    let Some((verb, before)) = at.and_then(|at| all.get(..at)?.split_last()) else {
        return false;
    };
    let is_one_clause = !before.iter().any(|word| JOINING.contains(&word.as_str()));
    is_one_clause && (is_doing(verb) || is_base(verb))
}

/// Whether somebody judges what the sentence before told: `The director called this suspension a victory`.
pub(super) fn calls_this_something(sentence: &str) -> bool {
    const JUDGES: &[&str] = &[
        "call",
        "calls",
        "called",
        "describe",
        "describes",
        "described",
        "welcomed",
        "welcomes",
        "criticised",
        "criticized",
        "condemned",
        "praised",
        "dismissed",
        "hailed",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    let mut pairs = all.windows(2);
    pairs.any(|pair| {
        JUDGES.contains(&pair[0].as_str()) && matches!(pair[1].as_str(), "this" | "these")
    })
}

/// Whether a sentence speaks of several that it does not name before: `The director said that they had been ruled out`.
pub(super) fn speaks_of_others(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let is_own = |at: usize| at > 0 && all.get(at + 1).is_some_and(|next| next == "own");
    let mut said = all.iter().map(String::as_str).enumerate();
    let mut is_several = false;
    let is_there = said.any(|(at, word)| {
        is_several |= word == "and"
            || word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
            || SEVERAL.contains(&word);
        // What somebody has of `their own` is that of who is named before.
        matches!(word, "they" | "them") || word == "their" && !is_own(at)
    });
    is_there && !is_several
}

/// Whether a sentence speaks of some `of them` and has not counted them before: `120 buses, and 41 of them are electric` has.
pub(super) fn speaks_of_some_of_others(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let Some(at) = all
        .windows(2)
        .position(|pair| matches!(pair, [of, them] if of == "of" && them == "them"))
    else {
        return false;
    };
    let before = all.get(..at).unwrap_or_default();
    let is_number =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.contains(&word);
    let is_plural =
        |word: &String| word.len() > 3 && word.ends_with('s') || SEVERAL.contains(&word.as_str());
    let counted = |at: usize| {
        let next = before.get(at + 1..).unwrap_or_default();
        next.iter().take(3).any(is_plural)
    };
    !before
        .iter()
        .enumerate()
        .any(|(at, word)| is_number(word) && counted(at))
}

/// Whether a sentence speaks of `the rest` of what it does not name: `A filter for the rest would cost more`.
pub(super) fn speaks_of_a_rest(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let rest = all
        .windows(2)
        .position(|pair| matches!(pair, [the, rest] if the == "the" && matches!(rest.as_str(), "rest" | "remainder")));
    rest.is_some_and(|at| {
        let before = all.get(..at).unwrap_or_default();
        let is_counted = before.iter().any(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || NUMBERS.contains(&word.as_str())
                || SEVERAL.contains(&word.as_str())
                || word == "half"
                || word == "part"
        });
        all.get(at + 2).is_none_or(|next| next != "of") && !is_counted
    })
}

/// Whether a sentence gives a share beside one that was given before it: `Mechanical failures accounted for another 20 percent`, `Between the two was a third`.
pub(super) fn adds_to_a_share(sentence: &str) -> bool {
    let is_another = |before: &str| {
        let mut last = lower_words(before).collect::<Vec<_>>().into_iter().rev();
        let (word, article) = (last.next(), last.next());
        matches!(word.as_deref(), Some("another"))
            || matches!(word.as_deref(), Some("further")) && article.as_deref() == Some("a")
    };
    let is_share = |one: &Quantity| {
        let amount = one.amount();
        amount.is_some_and(|amount| amount.unit == Unit::Percent)
    };
    let mut shares = quantities(sentence).into_iter().filter(is_share);
    let adds = shares.next().is_some_and(|first| {
        let before = sentence.get(..first.span.start).unwrap_or_default();
        is_another(before)
    });
    let opening: Vec<String> = lower_words(sentence).take(3).collect();
    let is_between = opening
        .iter()
        .map(String::as_str)
        .eq(["between", "the", "two"]);
    let is_bare = || {
        lower_words(sentence)
            .nth(3)
            .is_some_and(|next| BEING.contains(&next.as_str()))
    };
    adds || is_between && is_bare()
}

/// Whether a sentence sets something for `the same` thing as one before it: `Debezium needs 1.9 GB for the same load`.
pub(super) fn speaks_of_the_same(sentence: &str) -> bool {
    const FOR: &[&str] = &["for", "with", "on", "in", "under", "over", "from", "of"];
    const BOTH: &[&str] = &["both", "all", "each", "two", "and", "every", "or"];
    let all: Vec<String> = lower_words(sentence).collect();
    let at = all
        .windows(3)
        .position(|run| FOR.contains(&run[0].as_str()) && run[1] == "the" && run[2] == "same");
    at.is_some_and(|at| {
        let (before, behind) = all.split_at(at);
        let is_told_of_both = before.iter().any(|word| BOTH.contains(&word.as_str()));
        // `In May 2013, followed by a decision in December of the same year` gives the year.
        let is_idle = behind.get(3).is_none_or(|noun| {
            matches!(noun.as_str(), "time" | "way")
                || TIMES.contains(&noun.as_str()) && gives_a_year(sentence)
        });
        !is_told_of_both && !is_idle && !behind.iter().any(|word| word == "as" || word == "that")
    })
}

/// Whether a sentence says when or in what case by what was said before it: `Prices fall to 10 pounds during that time`.
pub(super) fn speaks_of_that_time(sentence: &str) -> bool {
    const PLACING: &[&str] = &[
        "in", "at", "on", "during", "by", "from", "since", "for", "until", "of", "before", "after",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    let place = all.windows(3).position(|run| {
        PLACING.contains(&run[0].as_str()) && run[1] == "that" && TIMES.contains(&run[2].as_str())
    });
    // A year in the sentence itself is the time that it means.
    place.is_some() && !gives_a_year(sentence)
}

/// Whether a sentence says what somebody thinks of `this`, and names nothing by it: `The director calls this a risk`.
pub(super) fn judges_what_was_said(sentence: &str) -> bool {
    const OPENING: usize = 6;
    const JUDGES: &[&str] = &[
        "call",
        "calls",
        "called",
        "consider",
        "considers",
        "considered",
        "describe",
        "describes",
        "described",
        "explain",
        "explains",
        "explained",
        "confirm",
        "confirms",
        "confirmed",
        "deny",
        "denies",
        "denied",
        "put",
        "puts",
        "attribute",
        "attributes",
        "attributed",
        "see",
        "sees",
        "saw",
        "regard",
        "regards",
        "regarded",
        "blame",
        "blames",
        "blamed",
    ];
    /// Those of them behind which a clause may stand: `The minister denied that the brakes had failed`.
    const SAYS: &[&str] = &[
        "consider",
        "considers",
        "considered",
        "explain",
        "explains",
        "explained",
        "confirm",
        "confirms",
        "confirmed",
        "deny",
        "denies",
        "denied",
        "see",
        "sees",
        "saw",
    ];
    const OPENS: &[&str] = &[
        "a", "an", "the", "as", "to", "on", "by", "with", "for", "down",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(2).take(OPENING).enumerate().any(|(at, pair)| {
        let (verb, judged) = (pair[0].as_str(), pair[1].as_str());
        let next = all.get(at + 2).map(String::as_str);
        let is_bare = next.is_none_or(|next| OPENS.contains(&next));
        let opens_clause =
            SAYS.contains(&verb) && next.is_some_and(|next| matches!(next, "a" | "an" | "the"));
        let is_judged = JUDGES.contains(&verb) && judged == "that" && !opens_clause;
        (is_judged || judged == "this") && is_bare
    })
}
