//! Topics: what to call the thing that two sentences disagree on.
//!
//! A topic is a run of words that both sentences have, with the measured quantity before it (`the cost of …`, `the number of …`) where both sentences measure
//! it so. Where no run reads like a thing, there is no topic.

use std::ops::Range;

use crate::check::{Quantity, Unit, count_otherwise, is_stop_word, plain, quantities, stem, words};

/// The longest run of words that both sentences share and that reads like a thing: content words at both ends.
#[must_use]
pub fn topic(a: &str, b: &str) -> Option<String> {
    let found = [quantities(a), quantities(b)];
    let differ_in_value = count_otherwise(&found[0], &found[1]);
    // On which day something was is no topic of what else both tell of it.
    if !differ_in_value && are_dated_otherwise(&found) {
        return None;
    }
    let (left, right) = (Word::all(a), Word::all(b));
    let number = || number_of(&left, &right);
    let shared = shared_thing((a, &left), (b, &right));
    // Where no value differs, it is what is said of the thing, and not what stands beside it: `insured against structural damage`.
    let is_beside =
        |thing: &str| !differ_in_value && [a, b].iter().all(|side| is_behind(thing, side));
    let thing = shared.filter(|thing| !tells_a_deed(thing) && !is_beside(thing));
    match thing {
        Some(thing) if is_measured(&thing) => Some(thing),
        // What both count, and not who has it or where, is what they differ in.
        Some(thing) => {
            number().or_else(|| (!is_only_who(&thing, (a, &left), (b, &right))).then_some(thing))
        }
        None => number(),
    }
}

/// Whether two sentences give dates, and none of the one is that of the other.
fn are_dated_otherwise([own, theirs]: &[Vec<Quantity>; 2]) -> bool {
    let mut dates = own.iter().filter_map(Quantity::date).peekable();
    let others: Vec<_> = theirs.iter().filter_map(Quantity::date).collect();
    dates.peek().is_some()
        && !others.is_empty()
        && dates.all(|date| !others.iter().any(|other| date.is_compatible(*other)))
}

/// Whether a sentence names a thing behind a preposition.
fn is_behind(thing: &str, sentence: &str) -> bool {
    let bare = thing.strip_prefix("the ").unwrap_or(thing).to_lowercase();
    let lower = sentence.to_lowercase();
    let before = lower.find(&bare).and_then(|at| lower.get(..at));
    let mut words = before.unwrap_or_default().split_whitespace().rev();
    let last = words.find(|word| !matches!(*word, "the" | "a" | "an" | "its" | "all"));
    last.is_some_and(|last| {
        PREPOSITIONS.contains(&last) || matches!(last, "against" | "to" | "without")
    })
}

/// Whether a topic names a measure of a thing.
fn is_measured(thing: &str) -> bool {
    const MEASURES: &[&str] = &[
        "cost",
        "costs",
        "price",
        "prices",
        "number",
        "rate",
        "share",
        "what",
        "length",
        "capacity",
        "range",
        "size",
        "weight",
        "height",
        "age",
        "speed",
        "revenue",
        "budget",
        "duration",
        "population",
        "wage",
        "wages",
        "pay",
        "fee",
        "fees",
        "toll",
        "yield",
        "limit",
        "distance",
        "value",
        "expense",
        "expenses",
        "dose",
        "temperature",
        "depth",
        "area",
        "volume",
        "output",
        "loss",
        "losses",
        "peak",
        "life",
    ];
    thing.split(' ').any(|word| MEASURES.contains(&word))
}

/// Whether a topic is who or what both sentences speak of from their first word, of which they may say anything: `Norbank and Sella`, `the authority`.
fn is_only_who(
    thing: &str,
    (a, left): (&str, &[Word<'_>]),
    (b, right): (&str, &[Word<'_>]),
) -> bool {
    let bare = thing.strip_prefix("the ").unwrap_or(thing).to_lowercase();
    let begins = |sentence: &str| {
        let lower = sentence.to_lowercase();
        let rest = ["the ", "a ", "an "]
            .iter()
            .find_map(|article| lower.strip_prefix(article))
            .unwrap_or(&lower);
        rest.starts_with(&bare)
    };
    let is_name = left.iter().chain(right).any(|word| {
        word.span.start > 0
            && word.text.starts_with(char::is_uppercase)
            && bare.split(' ').any(|own| own == word.text.to_lowercase())
    });
    let has_verb = bare
        .split(' ')
        .skip(1)
        .any(|word| word.len() > 4 && word.ends_with("ed") || SAYS.contains(&word));
    has_verb || begins(a) && begins(b) && (is_name || !bare.contains(' '))
}

/// Verbs by which who both sentences speak of says what they do not agree on.
const SAYS: &[&str] = &[
    "recommends",
    "recommend",
    "advises",
    "advise",
    "proposes",
    "propose",
    "suggests",
    "suggest",
    "says",
    "say",
    "expects",
    "expect",
    "urges",
    "favours",
    "favors",
];

/// Whether a run is what somebody did: `Orvexa reduced severe disease`.
fn tells_a_deed(run: &str) -> bool {
    let all: Vec<&str> = run.split(' ').collect();
    all.windows(3).any(|words| match words {
        [who, deed, _] => who.starts_with(char::is_uppercase) && deed.ends_with("ed"),
        _ => false,
    })
}

/// The number of what both sentences count, whatever else they say: `58 electric buses`, `52 of the 110 buses`.
fn number_of(left: &[Word<'_>], right: &[Word<'_>]) -> Option<String> {
    const REACH: usize = 3;
    let counted = |words: &[Word<'_>], at: usize| {
        (at.saturating_sub(REACH)..at).any(|before| counts(words, before + 1))
    };
    // Of what year something is counts nothing, and what both count alike is nothing that they differ in.
    let figure = |words: &[Word<'_>], at: usize| {
        let before = (at.saturating_sub(REACH)..at)
            .rev()
            .find(|&place| counts(words, place + 1));
        before
            .and_then(|place| words.get(place))
            .map(|word| word.text.to_owned())
    };
    let is_plural = |word: &Word<'_>| {
        word.content && word.text.ends_with('s') && word.text.chars().all(char::is_lowercase)
    };
    let mut nouns = left
        .iter()
        .enumerate()
        .filter(|(at, word)| is_plural(word) && counted(left, *at));
    let is_counted_there = |(_, noun): &(usize, &Word<'_>)| {
        let mut others = right.iter().enumerate();
        others.any(|(at, word)| word.stem == noun.stem && counted(right, at))
    };
    let differs = |(own, noun): &(usize, &Word<'_>)| {
        let mut others = right.iter().enumerate();
        others.any(|(at, word)| word.stem == noun.stem && figure(left, *own) != figure(right, at))
    };
    let (_, noun) = nouns.find(|noun| is_counted_there(noun) && differs(noun))?;
    Some(format!("the number of {}", noun.text))
}

/// The same in the words that both share.
fn shared_thing((a, left): (&str, &[Word<'_>]), (b, right): (&str, &[Word<'_>])) -> Option<String> {
    let (from, start, length) = longest(left, right)?;
    let skip = inner_article(left, from, length);
    let (from, start, length) = (from + skip, start + skip, length - skip);
    if let Some(verb) = verb_before_amount(left, from..from + length, right, start) {
        let end = length - 1;
        let thing = thing(&[(a, left, from..from + end), (b, right, start..start + end)])?;
        return Some(format!("what {thing} {verb}"));
    }
    let length = without_verb(left, from, length).min(without_verb(right, start, length));
    let first = left.get(from).filter(|_| length > 0)?;
    // `The audit expects`, `we expect`: what both do is not what they speak of.
    if length == 1 && SAYING.contains(&first.stem.as_str()) {
        return None;
    }
    if let Some(done) = done(a, left, from..from + length, right, start) {
        return Some(done);
    }
    let counted = counts(left, from) && counts(right, start);
    if counted {
        let phrase = phrase(a, left, from..from + length)?;
        let state =
            state(left, from + length).filter(|own| state(right, start + length) == Some(*own));
        return Some(match state {
            Some(state) => format!("the number of {state} {phrase}"),
            None => format!("the number of {phrase}"),
        });
    }
    let opened = opening(left, from, right, start);
    let phrase = thing(&[
        (a, left, from - opened..from + length),
        (b, right, start - opened..start + length),
    ])?;
    // Who bears the cost says nothing of how much it is.
    let gives_sum = |sentence: &str| {
        let found = quantities(sentence);
        let mut amounts = found.iter().filter_map(Quantity::amount);
        amounts.any(|amount| matches!(amount.unit, Unit::Money(_)))
    };
    let costs = gives_sum(a)
        && gives_sum(b)
        && [left, right].iter().all(|side| {
            let outside = |at: usize| !(from..from + length).contains(&at);
            side.iter()
                .enumerate()
                .any(|(at, word)| word.stem == "cost" && (outside(at) || !word.content))
        });
    let measured = ["cost", "price", "expens", "rate", "share", "number"]
        .iter()
        .any(|measure| {
            left.iter()
                .skip(from)
                .take(length)
                .any(|word| word.stem.starts_with(measure))
        });
    if costs && !measured {
        Some(format!("the cost of {phrase}"))
    } else if first.is_gerund() && (from == 0 || left.get(from + 1).is_some_and(is_article))
        || length == 1 && first.text.chars().count() < 6
    {
        None
    } else {
        Some(phrase)
    }
}

/// What somebody does to so many: `what owners pay`, of `Owners pay 2,800 euros` and `Owners pay 3,500 euros`.
fn done(
    sentence: &str,
    left: &[Word<'_>],
    run: Range<usize>,
    right: &[Word<'_>],
    start: usize,
) -> Option<String> {
    let is_amount = |word: Option<&Word<'_>>| {
        word.is_some_and(|word| word.joins && word.text.starts_with(|c: char| c.is_ascii_digit()))
    };
    let opens = |words: &[Word<'_>], from: usize| {
        from == 0 || from == 1 && words.first().is_some_and(is_article)
    };
    let end = start + run.len();
    let is_done = run.len() >= 2
        && opens(left, run.start)
        && opens(right, start)
        && is_amount(left.get(run.end))
        && is_amount(right.get(end));
    let told = || phrase(sentence, left, 0..run.end);
    is_done
        .then(told)
        .flatten()
        .map(|told| format!("what {told}"))
}

/// The verb at the end of a run, before an amount in both sentences: `saves` of `the electric fleet saves 1.2 million`.
fn verb_before_amount<'a>(
    left: &[Word<'a>],
    run: Range<usize>,
    right: &[Word<'_>],
    start: usize,
) -> Option<&'a str> {
    const ABOUT: &[&str] = &[
        "about", "only", "around", "nearly", "almost", "some", "over",
    ];
    let is_amount = |word: Option<&Word<'_>>| {
        word.is_some_and(|word| {
            word.joins
                && (word.text.starts_with(|c: char| c.is_ascii_digit())
                    || ABOUT.contains(&word.text))
        })
    };
    let end = start + run.len();
    let last = left.get(run.end.checked_sub(1)?)?;
    let before = left.get(run.end.checked_sub(2)?)?;
    let is_verb = run.len() >= 2
        && last.text.ends_with('s')
        && !last.text.ends_with("ss")
        && before.content
        && !before.text.ends_with('s')
        && last.stem != "cost"
        && is_amount(left.get(run.end))
        && is_amount(right.get(end));
    is_verb.then_some(last.text)
}

/// Stems of what one does who gives a value.
const SAYING: &[&str] = &[
    "assum", "believ", "calcul", "estim", "expect", "forecast", "predict", "put", "reckon", "say",
    "think",
];

/// Length of a run without the verb at its end: `fares cost` before an amount.
fn without_verb(words: &[Word<'_>], from: usize, length: usize) -> usize {
    let is_verb = length.checked_sub(1).is_some_and(|last| {
        let next = words.get(from + length);
        words
            .get(from + last)
            .is_some_and(|word| word.text == "cost")
            && next.is_some_and(|next| !next.fits || !next.content)
    });
    if is_verb { length - 1 } else { length }
}

/// Words of both before a run that say how its thing is: `levelised` before `cost of storage`.
fn opening(left: &[Word<'_>], from: usize, right: &[Word<'_>], start: usize) -> usize {
    (1..=from.min(start))
        .take_while(|back| {
            let pair = left.get(from - back).zip(right.get(start - back));
            let joins =
                |words: &[Word<'_>], at: usize| words.get(at).is_some_and(|word| word.joins);
            pair.is_some_and(|(own, other)| {
                own.stem == other.stem && own.fits && !is_stop_word(&plain(own.text))
            }) && joins(left, from - back + 1)
                && joins(right, start - back + 1)
        })
        .count()
}

/// The words of a run as they stand, the first letter small where the sentence begins with it.
fn phrase(sentence: &str, words: &[Word<'_>], run: Range<usize>) -> Option<String> {
    let (first, last) = (words.get(run.start)?, words.get(run.end.checked_sub(1)?)?);
    let phrase = sentence.get(first.span.start..last.span.end)?;
    Some(if run.start == 0 {
        lowered(phrase)
    } else {
        phrase.to_owned()
    })
}

/// How a sentence speaks of the thing that a run names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Article {
    Definite,
    Indefinite,
    /// None, before a plural.
    Plural,
    None,
    /// The run is the end of a longer name: `report` of `a cost report`.
    Inside,
}

impl Article {
    fn of(words: &[Word<'_>], run: &Range<usize>) -> Self {
        let before = run
            .start
            .checked_sub(1)
            .and_then(|before| words.get(before));
        let joins = words.get(run.start).is_some_and(|word| word.joins);
        let own = words.get(run.end.saturating_sub(1));
        let bare = if own.is_some_and(|word| word.text.ends_with('s') && !word.text.ends_with("ss"))
        {
            Self::Plural
        } else {
            Self::None
        };
        let Some(before) = before.filter(|_| joins) else {
            return bare;
        };
        match plain(before.text).as_str() {
            "the" | "its" | "their" | "his" | "her" | "our" | "this" | "these" => Self::Definite,
            "a" | "an" | "every" | "each" => Self::Indefinite,
            word if is_stop_word(word) || !before.fits || is_stop_word(&before.stem) => bare,
            _ => Self::Inside,
        }
    }
}

/// A run as a thing, in the words of the sentence that names it best; none where neither names it whole.
fn thing(sides: &[(&str, &[Word<'_>], Range<usize>); 2]) -> Option<String> {
    let articles = sides
        .each_ref()
        .map(|(_, words, run)| Article::of(words, run));
    let side = |wanted: Article| {
        let at = articles.iter().position(|article| *article == wanted)?;
        let (sentence, words, run) = sides.get(at)?;
        phrase(sentence, words, run.clone())
    };
    if let Some(phrase) = side(Article::Definite) {
        return Some(format!("the {phrase}"));
    }
    // What stands without an article on one side only may need one.
    let is_bare = !articles.contains(&Article::Indefinite) && !articles.contains(&Article::Inside);
    side(Article::Plural).or_else(|| side(Article::None).filter(|_| is_bare))
}

/// Places in both sentences and length of the longest shared run, by its content words.
fn longest(left: &[Word<'_>], right: &[Word<'_>]) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize, usize)> = None;
    for from in 0..left.len() {
        for start in 0..right.len() {
            let length = shared_run(left, from, right, start);
            let (trimmed, length) = trim(left, from, length);
            let content = left
                .iter()
                .skip(trimmed)
                .take(length)
                .filter(|word| word.content)
                .count();
            if content >= 1 && best.is_none_or(|(.., most)| content > most) {
                best = Some((trimmed, start + trimmed - from, length, content));
            }
        }
    }
    best.map(|(from, start, length, _)| (from, start, length))
}

/// Words up to an article inside a run that begins another thing: in `winter the range`, what counts comes behind it.
fn inner_article(words: &[Word<'_>], from: usize, length: usize) -> usize {
    let run = words.get(from..from + length).unwrap_or_default();
    run.windows(2)
        .rposition(|pair| {
            let [before, article] = pair else {
                return false;
            };
            is_article(article) && !before.is_gerund() && !PREPOSITIONS.contains(&before.text)
        })
        .map_or(0, |at| at + 2)
}

fn is_article(word: &Word<'_>) -> bool {
    matches!(word.text, "the" | "a" | "an")
}

/// Whether a number stands right before a run.
fn counts(words: &[Word<'_>], from: usize) -> bool {
    from.checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| {
            let mut bytes = before.text.bytes();
            !before.is_dated && bytes.all(|byte| byte.is_ascii_digit() || byte == b',')
        })
}

/// The state that is said of what a run names: `vacant` in `19 posts are vacant`.
fn state<'a>(words: &[Word<'a>], end: usize) -> Option<&'a str> {
    let is = words.get(end)?;
    let state = words.get(end + 1)?;
    let plain = state.content && state.text.chars().all(char::is_lowercase) && !state.is_gerund();
    (matches!(is.text, "is" | "are" | "was" | "were") && plain).then_some(state.text)
}

const PREPOSITIONS: &[&str] = &[
    "of", "in", "for", "on", "at", "from", "between", "with", "by", "under", "over",
];

/// One word of a sentence, as the search for a topic sees it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says another thing of the word"
)]
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
    stem: String,
    /// Neither a stop word, a measure nor a verb by its shape: it can stand at the end of a topic.
    content: bool,
    /// Only a space or a hyphen stands before it.
    joins: bool,
    /// Neither a verb, a `to`, nor a number.
    fits: bool,
    /// Whether it belongs to a date.
    is_dated: bool,
}

/// Words of a topic at most.
const LONGEST: usize = 8;

impl<'a> Word<'a> {
    fn all(sentence: &'a str) -> Vec<Self> {
        let mut end = 0;
        let figures = quantities(sentence);
        let dates = figures.iter().filter(|one| one.date().is_some());
        let dates: Vec<&Range<usize>> = dates.map(|one| &one.span).collect();
        // When something is says nothing of what it is.
        let is_dated = |at: usize| dates.iter().any(|date| date.contains(&at));
        words(sentence)
            .filter_map(|span| {
                let gap = sentence.get(end..span.start)?;
                end = span.end;
                let is_dated = is_dated(span.start);
                let mut word = Self::read(sentence, span, gap)?;
                word.content &= !is_dated;
                word.is_dated = is_dated;
                Some(word)
            })
            .collect()
    }

    fn read(sentence: &'a str, span: Range<usize>, gap: &str) -> Option<Self> {
        let text = sentence.get(span.clone())?;
        let lower = plain(text);
        // `reduced` begins no topic, though `levelised` may stand inside one.
        let participle = lower.len() > 4 && lower.ends_with("ed");
        let vague = is_stop_word(&lower) || VAGUE.contains(&lower.as_str());
        let adjective = lower.len() > 5
            && ["able", "ible", "ful", "less", "ous", "ly"]
                .iter()
                .any(|ending| lower.ends_with(ending))
            || matches!(lower.as_str(), "aware" | "safe" | "free" | "ready");
        let fits = lower != "to"
            && !VERBS.contains(&lower.as_str())
            && text.chars().all(char::is_alphabetic);
        let joins = gap.chars().all(|between| between == ' ' || between == '-');
        Some(Self {
            text,
            stem: stem(&lower),
            content: fits && !vague && !participle && !adjective,
            fits,
            joins,
            span,
            is_dated: false,
        })
    }
}

impl Word<'_> {
    fn is_gerund(&self) -> bool {
        self.text.len() > 5 && self.text.to_lowercase().ends_with("ing")
    }
}

/// Words from two places on that are the same, up to punctuation, a verb or a number.
fn shared_run(left: &[Word<'_>], from: usize, right: &[Word<'_>], start: usize) -> usize {
    let pairs = left
        .iter()
        .skip(from)
        .zip(right.iter().skip(start))
        .take(LONGEST);
    pairs
        .enumerate()
        .take_while(|(at, (own, other))| {
            own.stem == other.stem && own.fits && (*at == 0 || own.joins && other.joins)
        })
        .count()
}

/// A run without what is no content at its ends.
fn trim(words: &[Word<'_>], from: usize, length: usize) -> (usize, usize) {
    let run = words.get(from..from + length).unwrap_or_default();
    let skip = run.iter().take_while(|word| !word.content).count();
    let kept = run.get(skip..).unwrap_or_default();
    let tail = kept.iter().rev().take_while(|word| !word.content).count();
    (from + skip, kept.len() - tail)
}

/// The first letter small, unless the first word is written in capitals or is a name by its inner shape.
fn lowered(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else {
        return String::new();
    };
    if second.is_some_and(|second| second.is_uppercase() || second.is_ascii_digit()) {
        return phrase.to_owned();
    }
    first.to_lowercase().chain(phrase.chars().skip(1)).collect()
}

#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "be", "has", "have", "had", "will", "would", "can", "could", "may", "might", "must", "should", "do", "does", "did", "rose", "fell", "grew", "costs",
    "lasts", "covers", "cover", "takes", "reduces", "reduce", "raises", "reaches", "shows", "needs", "say", "says", "made", "found", "cut", "cuts", "increases", "increase", "decrease", "decreases", "puts",
    "estimates", "gives", "holds", "exceeds", "remains", "stands", "falls", "rises", "grows", "took", "saw", "runs", "ran", "improves", "adds",
];

/// Words that are the measure rather than the thing.
#[rustfmt::skip]
const VAGUE: &[&str] = &[
    "percent", "per", "cent", "million", "billion", "thousand", "year", "years", "hours", "hour", "days", "day", "week", "first", "months", "month", "weeks", "week", "euros", "dollars", "average", "about", "total", "last", "people",
    "seconds", "minutes", "kwh", "mwh", "mw", "gw", "km", "mg", "ms",
];

#[cfg(test)]
mod tests;
