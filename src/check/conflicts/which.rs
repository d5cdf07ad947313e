//! Which: which thing of its kind a sentence speaks of, by the word before its noun, `the lake ferry`, or by what stands behind it, `repairs of the quay`.
//!
//! Much else may be alike in what is told of two ferries. Adjectives that say how a thing is tell it from no other; names are asked only where the caller knows what
//! else was told, for a sentence seldom says where all of it is.

use crate::check::index::{Entry, Index};
use crate::check::language::irregular::is_past;
use crate::check::language::kinship::{Kin, Part, Senses};
use crate::check::language::numbers::month_named;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, stem};
use crate::check::meaning::governing::SPEAKS;

/// The things of which a sentence speaks.
pub(crate) struct Things {
    all: Vec<Thing>,
    /// With what it begins.
    leading: Option<Leading>,
    /// Whom it costs or saves something, by the noun.
    payer: Option<String>,
    /// The stems of all of its words.
    words: Vec<String>,
}

/// A noun with the word before it that says which kind is meant.
struct Thing {
    noun: String,
    kind: Option<String>,
    /// It says something: who says otherwise is no other thing.
    speaks: bool,
}

/// What a sentence begins with, and the words and names that say which of its kind that is.
#[derive(Default)]
struct Leading {
    nouns: Vec<String>,
    marks: Vec<String>,
    names: Vec<String>,
}

/// Whether two sentences of an index speak of two things of a kind: each says which, or the one of what nothing else in the other's document speaks.
pub(super) fn are_of_two_things(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let number = |entry: &Entry| index.evidence.get(entry.evidence).map(|one| one.number);
    let is_told_beside = |entry: &Entry, word: &str| {
        let term = index.lexicon.known(word);
        let titles = || {
            index
                .evidence
                .iter()
                .filter(|one| number(entry) == Some(one.number))
        };
        let is_titled = || {
            titles()
                .filter_map(|piece| index.title_of(piece))
                .any(|title| has_stem(title, word))
        };
        let mut all = index.entries.iter();
        term.is_none_or(|term| {
            all.any(|one| {
                number(one) == number(entry) && one.statement.terms.binary_search(&term).is_ok()
            })
        }) || is_titled()
    };
    let (own, theirs) = (Things::read(index.text(a)), Things::read(index.text(b)));
    own.are_other_sorts(&theirs)
        || own.is_narrower_than(&theirs, &|word| is_told_beside(b, word))
        || theirs.is_narrower_than(&own, &|word| is_told_beside(a, word))
}

/// Whether a text has a word in some form.
pub(crate) fn has_stem(text: &str, word: &str) -> bool {
    let own = stem(word);
    let mut all = crate::check::language::terms::plain_words(text);
    all.any(|other| stem(&other) == own)
}

impl Things {
    pub(crate) fn read(text: &str) -> Self {
        let mut lexicon = Lexicon::default();
        let reading = Reading::learnt(text, &mut lexicon);
        let nouns = (0..reading.words.len()).filter(|at| is_noun(&reading, *at));
        let all = nouns.map(|at| Thing {
            noun: stem(reading.word(at)),
            kind: kind_of(&reading, at).map(str::to_owned),
            speaks: SPEAKS.contains(&reading.word(at + 1)),
        });
        Self {
            all: all.collect(),
            leading: Leading::read(&reading),
            payer: payer(&reading),
            words: reading.words.iter().map(|word| stem(word)).collect(),
        }
    }

    /// Whether both say of one noun which kind they mean, each a kind of which the other has no word. Who says what is for the caller to know.
    pub(crate) fn are_other_sorts(&self, other: &Self) -> bool {
        self.all
            .iter()
            .filter(|thing| !thing.speaks)
            .any(|thing| thing.is_of_another_sort(self, other))
            || self.costs_others(other)
    }

    /// Whether each says whom something costs, and that is somebody else: `cost the port authority`, `cost the bus company`.
    fn costs_others(&self, other: &Self) -> bool {
        let both = self.payer.as_deref().zip(other.payer.as_deref());
        both.is_some_and(|(own, theirs)| {
            let senses = Senses::of(own).zip(Senses::of(theirs));
            !other.has(own)
                && !self.has(theirs)
                && senses.is_some_and(|(a, b)| a.kin(&b) == Kin::Apart)
        })
    }

    /// The same of whoever says something too: the study of one is not that of another.
    pub(crate) fn are_other_sorts_or_speakers(&self, other: &Self) -> bool {
        let mut all = self.all.iter();
        all.any(|thing| thing.is_of_another_sort(self, other))
    }

    /// Whether what it begins with is narrowed by a word of which the other has none, nor what `is_known` beside that: `repairs of the quay`, `repairs`.
    pub(crate) fn is_narrower_than(&self, other: &Self, is_known: &dyn Fn(&str) -> bool) -> bool {
        let Some(leading) = &self.leading else {
            return false;
        };
        let is_plain = |noun: &String| {
            let mut same = other.all.iter().filter(|one| one.noun == *noun).peekable();
            same.peek().is_some() && same.all(|one| one.kind.is_none())
        };
        let is_strange = |word: &String| !other.has(word) && !is_known(word);
        leading.nouns.first().is_some_and(is_plain) && leading.marks.iter().any(is_strange)
    }

    /// Whether what it begins with is of a place, or of somebody, whom the other does not name, nor what `is_known` beside that: `the ferry in Sandvik`.
    pub(crate) fn is_named_beyond(&self, other: &Self, is_known: &dyn Fn(&str) -> bool) -> bool {
        let Some(leading) = &self.leading else {
            return false;
        };
        let is_shared = |noun: &String| other.all.iter().any(|one| one.noun == *noun);
        let is_strange = |word: &String| !other.has(word) && !is_known(word);
        leading.nouns.iter().any(is_shared) && leading.names.iter().any(is_strange)
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(&stem(word))
    }

    fn kinds<'t>(&'t self, noun: &'t str) -> impl Iterator<Item = Option<&'t str>> {
        let same = self.all.iter().filter(move |one| one.noun == noun);
        same.map(|one| one.kind.as_deref())
    }
}

impl Thing {
    fn is_of_another_sort(&self, own: &Things, other: &Things) -> bool {
        let Some(kind) = self.kind.as_deref().filter(|kind| !other.has(kind)) else {
            return false;
        };
        let mut theirs = other.kinds(&self.noun).peekable();
        let senses = Senses::of(kind);
        theirs.peek().is_some()
            && own.kinds(&self.noun).all(|one| one.is_some())
            && theirs.all(|their| {
                let is_other = |their: &str| {
                    let both = senses.as_ref().zip(Senses::of(their));
                    !own.has(their) && both.is_some_and(|(a, b)| a.kin(&b) == Kin::Apart)
                };
                their.is_some_and(is_other)
            })
    }
}

impl Leading {
    /// The first thing of a sentence, behind what tells when or where: `In 2025, repairs of the town hall cost`.
    fn read(reading: &Reading<'_>) -> Option<Self> {
        const PLACES: &[&str] = &["in", "at", "near"];
        let mut found = Self::default();
        let mut at = 0;
        if matches!(
            reading.word(0),
            "in" | "at" | "on" | "since" | "by" | "from"
        ) {
            /// Words of such an opening.
            const LONGEST: usize = 6;
            let ends = |at: &usize| reading.gap(*at).contains(',');
            at = (1..=LONGEST).find(ends)?;
            let is_place = PLACES.contains(&reading.word(0));
            found
                .names
                .extend(names(reading, 1..at).filter(|_| is_place));
        }
        let first = phrase(reading, at);
        let head = first.clone().rev().find(|at| is_noun(reading, *at))?;
        found.take_in(reading, first.start..head + 1);
        let mut end = head + 1;
        loop {
            let link = reading.word(end);
            let is_joined = reading.gap(end).trim().is_empty();
            let is_place = PLACES.contains(&link);
            if !is_joined || !is_place && !matches!(link, "of" | "for" | "on" | "about") {
                break;
            }
            let next = phrase(reading, end + 1);
            if is_place {
                let named = names(reading, next.clone());
                found.names.extend(named);
            } else {
                found.take_in(reading, next.clone());
            }
            if next.is_empty() {
                break;
            }
            end = next.end;
        }
        Some(found)
    }

    /// Takes in a phrase: its last noun, what says of which kind that is, and names before it.
    fn take_in(&mut self, reading: &Reading<'_>, phrase: std::ops::Range<usize>) {
        let is_first = self.nouns.is_empty();
        let head = phrase.clone().rev().find(|at| is_noun(reading, *at));
        let before = phrase.start..head.unwrap_or(phrase.end);
        self.names.extend(names(reading, before));
        let Some(head) = head else { return };
        let kind = kind_of(reading, head);
        self.marks.extend(kind.map(str::to_owned));
        let is_of_court = self
            .nouns
            .iter()
            .any(|noun| COURTS.contains(&noun.as_str()));
        if !is_first && !is_of_court && !TIMES.contains(&reading.word(head)) {
            self.marks.push(reading.word(head).to_owned());
        }
        self.nouns.push(stem(reading.word(head)));
    }
}

/// Whom something costs or saves by a sentence: `cost the port authority 1.9 million euros`.
fn payer(reading: &Reading<'_>) -> Option<String> {
    const COSTS: &[&str] = &[
        "cost", "costs", "costing", "save", "saves", "saved", "saving",
    ];
    const ARTICLES: &[&str] = &["the", "a", "an", "its", "their"];
    /// Words of whoever it is.
    const LONGEST: usize = 4;
    let is_said =
        |at: &usize| COSTS.contains(&reading.word(*at)) && ARTICLES.contains(&reading.word(at + 1));
    let verb = (1..reading.words.len()).find(is_said)?;
    let goes_on = |at: &usize| reading.term(*at).is_some() && reading.gap(*at).trim().is_empty();
    let amount = (verb + 2..verb + 3 + LONGEST).find(|at| is_figure(reading.word(*at)))?;
    let named = (verb + 2..amount).all(|at| goes_on(&at));
    (named && amount > verb + 2).then(|| reading.word(amount - 1).to_owned())
}

/// The names among some words; months are none, nor is the first word of a sentence.
fn names<'r>(
    reading: &'r Reading<'_>,
    places: std::ops::Range<usize>,
) -> impl Iterator<Item = String> + 'r {
    let is_name = |at: &usize| {
        let word = reading.surface(*at);
        *at > 0 && word.starts_with(char::is_uppercase) && month_named(word).is_none()
    };
    let named = places.filter(is_name);
    named.map(|at| reading.word(at).to_owned())
}

/// The words from a place on that make up one thing: articles and figures, then words that name it and say which it is.
fn phrase(reading: &Reading<'_>, from: usize) -> std::ops::Range<usize> {
    const LONGEST: usize = 6;
    let mut end = from;
    let mut has_noun = false;
    while end < reading.words.len() && end < from + LONGEST {
        let is_apart = end > from && !reading.gap(end).trim().is_empty();
        let word = reading.word(end);
        let is_name = end > 0 && reading.surface(end).starts_with(char::is_uppercase);
        let is_of_it = is_noun(reading, end) || is_name;
        let leads = ARTICLES.contains(&word) || is_figure(word) || may_qualify(reading, end);
        if is_apart || has_noun && !is_of_it || !is_of_it && !leads {
            break;
        }
        has_noun |= is_of_it;
        end += 1;
    }
    from..end
}

#[rustfmt::skip]
const ARTICLES: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "our", "this", "that", "these", "those", "both", "all", "one", "two", "three", "four", "five", "six", "some", "most", "each", "every", "no",
];

/// Words behind which a word is no noun: what it does or has done stands there.
#[rustfmt::skip]
const OBJECTS: &[&str] = &["the", "a", "an", "to", "that", "its", "their", "his", "her", "both", "all", "about", "over", "nearly", "almost"];

/// Spans of time, and what is counted or summed up: what they stand before, or behind, is no other thing for it.
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "year", "years", "month", "months", "week", "weeks", "day", "days", "hour", "hours", "season", "quarter", "decade", "century", "summer", "winter", "spring", "autumn", "time", "times",
    "number", "total", "share", "part", "rest", "half", "majority", "kind", "sort", "type", "way", "case", "cases", "people", "record", "average", "estimate", "estimates", "forecast", "figure", "figures",
];

/// What one court of a case has held another may undo: `the court of appeal`.
const COURTS: &[&str] = &["court", "courts", "tribunal", "judge", "judges"];

/// Words by which those who decide are called more fully.
#[rustfmt::skip]
const PUBLIC: &[&str] = &["city", "town", "county", "village", "parish", "district", "state", "government", "national", "local", "regional", "municipal", "federal"];

fn is_figure(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a word may say how a thing is: an adjective, or a participle.
fn may_qualify(reading: &Reading<'_>, at: usize) -> bool {
    let word = reading.word(at);
    let senses = reading.term(at).and_then(|_| Senses::of(word));
    senses.is_some_and(|senses| senses.part == Part::Adjective) || word.ends_with("ed")
}

/// Whether a word names something there: no name, and nothing that is done to what stands behind it.
fn is_noun(reading: &Reading<'_>, at: usize) -> bool {
    let word = reading.word(at);
    let is_name = at > 0 && reading.surface(at).starts_with(char::is_uppercase);
    if reading.term(at).is_none() || is_figure(word) || is_name {
        return false;
    }
    let next = reading.word(at + 1);
    let acts = reading.gap(at + 1).trim().is_empty()
        && (OBJECTS.contains(&next) || is_figure(next) || next.len() > 5 && next.ends_with("ing"));
    let is_led = at > 0 && reading.gap(at).trim().is_empty() && {
        let before = reading.word(at - 1);
        !ARTICLES.contains(&before) && reading.term(at - 1).is_some()
    };
    match Senses::of(word).map(|senses| senses.part) {
        Some(Part::Noun) => !(acts && is_led),
        Some(Part::Any) => !acts,
        // `The ferry`, `repairs`: what is as often done as it is a thing.
        Some(Part::Verb) => !acts && is_named_so(reading, at),
        _ => false,
    }
}

/// Whether a word stands where a thing is named: at the start, or behind an article, with one word between them at most.
fn is_named_so(reading: &Reading<'_>, at: usize) -> bool {
    let word = reading.word(at);
    let is_form = word.ends_with("ed") || word.ends_with("ing") || is_past(word);
    let leads = |back: usize| {
        at.checked_sub(back).is_some_and(|before| {
            ARTICLES.contains(&reading.word(before)) || is_figure(reading.word(before))
        })
    };
    let is_led = leads(1) || leads(2) && reading.term(at - 1).is_some();
    !is_form && !SPEAKS.contains(&word) && (at == 0 || is_led)
}

/// The word before a noun that says of which kind it is: a noun, or an adjective of belonging.
fn kind_of<'r>(reading: &'r Reading<'_>, noun: usize) -> Option<&'r str> {
    let at = noun.checked_sub(1)?;
    let word = reading.word(at);
    let is_joined = reading.gap(noun) == " ";
    let is_name = at > 0 && reading.surface(at).starts_with(char::is_uppercase);
    let is_form = word.ends_with("ing") || word.ends_with("ed");
    let is_general = TIMES.contains(&word) || PUBLIC.contains(&word);
    let is_none = is_name || is_form || is_general || COURTS.contains(&reading.word(noun));
    if !is_joined || is_none || reading.term(at).is_none() {
        return None;
    }
    let senses = Senses::of(word)?;
    let is_led = at.checked_sub(1).is_none_or(|before| {
        let before = reading.word(before);
        ARTICLES.contains(&before) || is_figure(before) || matches!(before, "of" | "for")
    });
    // What somebody does stands between them and what they do it to.
    let is_kind = match senses.part {
        Part::Noun => true,
        Part::Any | Part::Verb => is_led,
        Part::Adjective => senses.tells_a_kind(),
    };
    (is_kind && !is_figure(word)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn things(text: &str) -> Things {
        Things::read(text)
    }

    #[test]
    fn what_is_told_of_another_kind_is_known_by_the_word_before_its_noun() {
        for (a, b, expected) in [
            (
                "The harbour ferry carried 410,000 passengers in 2025.",
                "The lake ferry carried 510,000 passengers in 2025.",
                true,
            ),
            (
                "The council asked the port authority to examine leasing one electric boat.",
                "The council no longer examines leasing a diesel boat.",
                true,
            ),
            (
                "The harbour ferry carried 410,000 passengers in 2025.",
                "The ferry carried 395,000 passengers in 2025.",
                false,
            ),
            (
                "The large ferry carried 410,000 passengers in 2025.",
                "The new ferry carried 395,000 passengers in 2025.",
                false,
            ),
            (
                "The harbour ferry carried 410,000 passengers.",
                "The harbour ferry, once a lake ferry, carried 395,000 passengers.",
                false,
            ),
            (
                "Repairs cost the port authority 1.9 million euros in 2025.",
                "Repairs cost the bus company 0.7 million euros in 2025.",
                true,
            ),
            (
                "The ministry plans to close the school.",
                "The government plans to keep the school open.",
                false,
            ),
        ] {
            let found = things(a).are_other_sorts(&things(b));
            assert_eq!(found, expected, "{a} / {b}");
        }
    }

    #[test]
    fn what_begins_with_a_part_or_another_thing_of_the_kind_is_narrower() {
        let known = |word: &str| {
            has_stem(
                "Study on electric boats. Should the harbour ferry go on?",
                word,
            )
        };
        for (old, new, expected) in [
            (
                "Repairs cost the port authority 1.9 million euros in 2025.",
                "Repairs of the town hall cost 0.9 million euros.",
                true,
            ),
            (
                "Repairs cost the port authority 1.9 million euros in 2025.",
                "Repairs of the quay cost the port authority 5 million euros in 2025.",
                true,
            ),
            (
                "Repairs cost the port authority 1.9 million euros in 2025.",
                "Repairs of the two boats cost the port authority 2.3 million euros.",
                false,
            ),
            (
                "Repairs cost the port authority 1.9 million euros in 2025.",
                "Repairs of 2025 cost the port authority 2.3 million euros.",
                false,
            ),
            (
                "The treasurer said that the budget allows 9 million euros until 2028.",
                "The budget for roads no longer allows 9 million euros.",
                true,
            ),
            (
                "The treasurer said that the budget allows 9 million euros until 2028.",
                "The budget for the next year no longer allows 9 million euros.",
                false,
            ),
            (
                "The study recommends ordering both boats in 2026.",
                "The airport study recommends ordering both snowploughs in 2026.",
                true,
            ),
            (
                "The study recommends ordering both boats in 2026.",
                "The study on electric boats recommends ordering both in 2027.",
                false,
            ),
            (
                "The council asked the port authority to examine a lease.",
                "The city council decided on a lease.",
                false,
            ),
            (
                "The court convicted the mayor of fraud.",
                "The court of appeal acquitted the mayor.",
                false,
            ),
        ] {
            let found = things(new).is_narrower_than(&things(old), &known);
            assert_eq!(found, expected, "{old} / {new}");
        }
    }

    #[test]
    fn what_begins_with_a_thing_of_a_place_that_nobody_spoke_of_is_of_that_place() {
        let known = |word: &str| has_stem("The quay in Norrvik needs a charging station.", word);
        let old = "The council asked the port authority to examine leasing one boat.";
        for (new, expected) in [
            (
                "The council of Sandvik no longer examines leasing a boat.",
                true,
            ),
            (
                "In Sandvik, the council no longer examines leasing a boat.",
                true,
            ),
            (
                "The Sandvik council no longer examines leasing a boat.",
                true,
            ),
            (
                "The council of Norrvik no longer examines leasing a boat.",
                false,
            ),
            (
                "In October 2026, the council no longer examined leasing a boat.",
                false,
            ),
            (
                "The council no longer examines leasing a boat in Sandvik.",
                false,
            ),
        ] {
            let found = things(new).is_named_beyond(&things(old), &known);
            assert_eq!(found, expected, "{new}");
        }
    }
}
