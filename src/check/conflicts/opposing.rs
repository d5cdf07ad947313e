//! Opposing: whether a direction, a denial or an exchange is said of one thing, so that two sentences that share most of their words cannot both be true.

use super::apart::{are_other_measures, are_values_about_an_event};
use super::discord::{Discord, discord};
use super::slots::{Sentence, are_filled_otherwise};
use crate::check::index::{Entry, Statement};
use crate::check::language::numbers::{Date, Quantity, Unit, quantities};
use crate::check::language::terms::{Lexicon, plain, plain_words, words};
use crate::check::meaning::polarity::{Opposition, Polarity, turning_word};
use crate::check::meaning::roles::are_compared_crosswise;

/// Whether two sentences cannot both be true, by the opposition that was read in them or by their words alone: `common` words are shared, and these shares of
/// the one sentence and the other.
pub(crate) fn are_opposed(
    opposition: Option<&Opposition>,
    statements: (&Entry, &Entry),
    texts: (&str, &str),
    common: usize,
    (of_least, of_most): (f32, f32),
) -> bool {
    // What is otherwise worded alike may oppose each other by words of which no axis is known.
    let may_oppose = opposition.is_some()
        || common >= 2 && of_least >= SAME_WORDS_BUT_ONE && of_most >= SAME_WORDS_BUT_ONE;
    if !may_oppose
        || are_other_measures(texts.0, texts.1)
        || are_values_about_an_event(texts.0, texts.1)
    {
        return false;
    }
    if let Some(opposition) = opposition {
        let is_swapped = matches!(opposition, Opposition::Swapped { .. });
        if !is_swapped && are_of_other_days(statements.0, statements.1) {
            return false;
        }
        if !is_swapped && are_filled_otherwise(texts.0, texts.1)
            || are_of_two_parties(opposition, texts)
        {
            return false;
        }
        return opposes(opposition, statements, texts, common, (of_least, of_most));
    }
    !are_filled_otherwise(texts.0, texts.1)
        && discord(texts.0, texts.1, &mut Lexicon::default()) == Some(Discord::Opposed)
}

/// Whether two sentences tell of other days each: `began on 3 May`, `ended on 10 May`.
fn are_of_other_days(a: &Entry, b: &Entry) -> bool {
    let days = |entry: &Entry| -> Vec<Date> {
        let dates = entry.statement.quantities.iter();
        let dates = dates.filter_map(Quantity::date);
        dates.filter(|date| date.day.is_some()).collect()
    };
    let (own, theirs) = (days(a), days(b));
    let is_there = |day: &Date| theirs.iter().any(|other| other.is_compatible(*day));
    !own.is_empty() && !theirs.is_empty() && !own.iter().any(is_there)
}

/// Whether two parties are of two minds, which both may be: `the union opposes the merger`, `the province supports it`.
fn are_of_two_parties(opposition: &Opposition, texts: (&str, &str)) -> bool {
    const MINDS: &[&str] = &[
        "support", "oppos", "favour", "favor", "back", "welcom", "criticis", "criticiz", "endors",
        "object", "prefer",
    ];
    let Opposition::Direction { claim, source } = opposition else {
        return false;
    };
    let (own, theirs) = (Sentence::read(texts.0), Sentence::read(texts.1));
    let party = |sentence: &Sentence, said: &str| -> Option<usize> {
        let verb = turning_word(said);
        let mut words = sentence.words.iter();
        let at = words.position(|word| word.plain == verb)?;
        let is_mind = MINDS.iter().any(|root| verb.starts_with(root));
        (0..at)
            .rev()
            .find(|&place| is_mind && sentence.is_content(place))
    };
    let parties = party(&own, claim).zip(party(&theirs, source));
    parties.is_some_and(|(party, other)| {
        own.is_strange(party, &theirs) && theirs.is_strange(other, &own)
    })
}

/// Share of each of two sentences from which a word and its opposite is the only thing that sets them apart.
const SAME_WORDS_BUT_ONE: f32 = 0.6;

/// Whether an opposition is said of one thing: `common` words are shared, and these shares of the one sentence and the other.
fn opposes(
    opposition: &Opposition,
    (a, b): (&Entry, &Entry),
    texts: (&str, &str),
    common: usize,
    (of_least, of_most): (f32, f32),
) -> bool {
    // A negation turns one word, so the rest must be the same; a direction is a word of its own.
    let is_opposed = match opposition {
        Opposition::Direction { .. } if common == 1 => of_most >= 0.9,
        Opposition::Direction { .. } => of_least >= 0.7 && of_most >= 0.5,
        // What holds until something happens is not denied by what does not hold before.
        Opposition::Denied | Opposition::Stated if is_limited(texts.0) && is_limited(texts.1) => {
            false
        }
        Opposition::Denied | Opposition::Stated => {
            of_least >= 0.7 && of_most >= 0.65 && common >= 3
                // `She resigned on Monday`, `she has not resigned`.
                || common >= 2 && of_least >= 0.95 && of_most >= 0.6
                || common >= 2 && denies_a_count(texts)
        }
        Opposition::Swapped { .. } => common >= 2,
    };
    // Two amounts that agree outweigh a word that seems to oppose, unless it is what they measure: `rose by 12 percent`.
    let agrees = a.statement.quantities.iter().any(|own| {
        own.amount().is_some_and(|amount| amount.firm)
            && !is_of_a_name(texts.0, own)
            && b.statement.quantities.iter().any(|other| {
                let measured = match opposition {
                    Opposition::Direction { claim, source } => {
                        measures(texts.0, turning_word(claim), own)
                            && measures(texts.1, turning_word(source), other)
                    }
                    _ => false,
                };
                own.bears_out(other) && !measured
            })
    });
    let is_swapped = matches!(opposition, Opposition::Swapped { .. });
    is_opposed && (is_swapped || !agrees)
}

/// Whether a number belongs to the name before it: `Kestrel 4`.
fn is_of_a_name(text: &str, number: &Quantity) -> bool {
    let is_bare = number
        .amount()
        .is_some_and(|amount| amount.unit == Unit::Bare);
    let before = text.get(..number.span.start).unwrap_or_default();
    let last = words(before).last();
    is_bare
        && before.ends_with(' ')
        && last.is_some_and(|last| {
            let word = before.get(last.clone()).unwrap_or_default();
            last.start > 0 && word.starts_with(char::is_uppercase)
        })
}

/// How two sentences oppose each other, in either order; `less than men` of women says the same as `more than women` of men.
pub(crate) fn opposition(a: &Statement, b: &Statement, texts: (&str, &str)) -> Option<Opposition> {
    let of = |own: &Statement, other: &Statement| {
        Polarity::opposition(&own.polarity, &other.polarity, &own.terms, &other.terms)
    };
    match of(a, b) {
        Some(direction @ Opposition::Direction { .. }) => {
            let back = of(b, a).is_some_and(|back| matches!(back, Opposition::Direction { .. }));
            (back && !are_compared_crosswise(texts)).then_some(direction)
        }
        // What a claim denies counts in full, what its source denies by its verb.
        None => of(b, a).filter(|back| !matches!(back, Opposition::Direction { .. })),
        found => found,
    }
}

/// Whether one sentence says that there is none of what the other counts: `nobody was hurt`, `eleven people were hurt`.
fn denies_a_count((a, b): (&str, &str)) -> bool {
    let is_none = |text: &str| {
        let first = words(text).next().and_then(|span| text.get(span));
        first.is_some_and(|word| {
            matches!(plain(word).as_str(), "nobody" | "none" | "no" | "nothing")
        })
    };
    let counts = |text: &str| {
        quantities(text)
            .iter()
            .any(|quantity| quantity.amount().is_some())
    };
    // Nobody died where some were hurt.
    let is_of_the_same = |none: &str, counted: &str| {
        let (none, counted) = (Sentence::read(none), Sentence::read(counted));
        none.first_deed().is_none_or(|deed| counted.has(deed))
    };
    is_none(a) && counts(b) && is_of_the_same(a, b)
        || is_none(b) && counts(a) && is_of_the_same(b, a)
}

/// Whether a sentence says up to when it holds.
fn is_limited(text: &str) -> bool {
    const LIMITS: &[&str] = &["until", "till", "before", "unless", "once"];
    let mut all = plain_words(text);
    all.any(|word| LIMITS.contains(&word.as_str()))
}

/// Whether an amount says how far a direction went: it follows the word within two others, or is the end of what does: `fell from 340 to 310`.
fn measures(text: &str, word: &str, amount: &Quantity) -> bool {
    const REACH: usize = 3;
    const SPAN: usize = 6;
    let before = text.get(..amount.span.start).unwrap_or_default();
    let last: Vec<_> = plain_words(before).collect();
    let is_end = last.last().is_some_and(|last| last == "to");
    let from = last.iter().rev().take(SPAN).position(|near| near == "from");
    let begun = from.filter(|_| is_end).unwrap_or(0);
    last.iter()
        .rev()
        .skip(begun)
        .take(REACH)
        .any(|near| near == word)
}
