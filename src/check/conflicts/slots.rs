//! Slots: the places of a sentence that say which of several things it speaks of, and what two sentences have in them.
//!
//! `A day ticket costs 8 euros` and `a single ticket costs 3` have one noun with another word before it; `for private persons` and `for companies` have one
//! preposition with another noun behind it; `seed costs 90 euros` and `fertiliser costs 210` begin with other things. Where each of two sentences fills one such
//! slot with what the other does not speak of at all, their values are of two things. A slot that only one of them fills tells nothing.

use std::sync::Arc;

use super::others::do_to_others;
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Amount, Quantity, quantities};
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::synonyms::as_beside;
use crate::check::language::terms::{HELPING_VERBS, is_stop_word, plain, stem, words};
use crate::check::meaning::governing::SPEAKS;
use crate::check::text::antecedents::STANDS_FOR;
use crate::memo::Memo;

/// Whether two sentences fill a slot with other things.
pub(crate) fn are_filled_otherwise(a: &str, b: &str) -> bool {
    let worded = as_beside(b, a);
    let (own, theirs) = (
        Sentence::read(a),
        Sentence::read(worded.as_deref().unwrap_or(b)),
    );
    have_other_modifiers(&own, &theirs)
        || are_other_bodies(&own, &theirs)
        || are_other_bodies(&theirs, &own)
        || have_other_objects(&own, &theirs)
        || do_to_others(&own, &theirs)
        || have_other_subjects(&own, &theirs)
        || are_of_other_amounts(&own, &theirs)
        || are_bound_otherwise(&own, &theirs)
        || are_numbered_otherwise(&own, &theirs)
}

/// Whether a sentence speaks of some of those things only that the other speaks of: `serious faults`, of `faults`.
pub(crate) fn is_narrowed(a: &str, b: &str) -> bool {
    let (own, theirs) = (Sentence::read(a), Sentence::read(b));
    let is_head = |word: &&Word| word.is_content && theirs.has(word);
    let mut heads = own.words.iter().filter(is_head);
    heads.any(|head| own.modifiers(&head.stem, &theirs).is_some())
}

/// A word of a sentence.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(crate) struct Word {
    /// The byte of the text at which it begins.
    start: usize,
    pub(crate) plain: String,
    pub(crate) stem: String,
    pub(super) places: Places,
    /// Whether it says something and is no part of an amount or a date.
    pub(crate) is_content: bool,
    pub(crate) is_amount: bool,
    pub(crate) is_capital: bool,
    /// Whether a mark of punctuation stands before it.
    pub(crate) is_cut: bool,
}

/// A sentence, word by word.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(crate) words: Vec<Word>,
    /// The amounts, each with the place of its first word.
    amounts: Vec<(usize, Amount)>,
    pub(crate) gives_amount: bool,
}

thread_local! {
    /// Each sentence is laid against many others, and one pair asks for it several times.
    static KNOWN: Memo<Arc<Sentence>> = Memo::default();
}

impl Sentence {
    pub(crate) fn read(text: &str) -> Arc<Self> {
        KNOWN.with(|known| known.of(text, || Arc::new(Self::read_anew(text))))
    }

    fn read_anew(text: &str) -> Self {
        let found = quantities(text);
        let mut last = 0;
        let words: Vec<Word> = words(text)
            .filter_map(|span| {
                let surface = text.get(span.clone())?;
                let plain = plain(surface);
                let is_amount = found
                    .iter()
                    .any(|quantity| quantity.span.contains(&span.start));
                let is_figure = plain.starts_with(|first: char| first.is_ascii_digit());
                let gap = text.get(last..span.start).unwrap_or_default();
                last = span.end;
                let stem = stem(&plain);
                Some(Word {
                    start: span.start,
                    places: Places::of(&stem),
                    stem,
                    is_content: !is_amount && !is_figure && !is_stop_word(&plain),
                    is_amount: is_amount || is_figure,
                    is_capital: surface.starts_with(char::is_uppercase),
                    is_cut: gap.contains([',', ';', ':', '(', ')', '–', '—']),
                    plain,
                })
            })
            .collect();
        let amounts = found
            .iter()
            .filter_map(|quantity: &Quantity| {
                let at = words
                    .iter()
                    .position(|word| quantity.span.contains(&word.start))?;
                Some((at, quantity.amount()?.clone()))
            })
            .collect();
        Self {
            words,
            amounts,
            gives_amount: found.iter().any(|quantity| quantity.amount().is_some()),
        }
    }

    /// The place of the first word from a byte of the text on.
    pub(crate) fn place_from(&self, start: usize) -> Option<usize> {
        self.words.iter().position(|word| word.start >= start)
    }

    /// The last of the words by which it begins to say something: `hurt` of `no climbers were hurt on the ridge`.
    pub(crate) fn first_deed(&self) -> Option<&Word> {
        let begun = self.words.iter().skip_while(|word| !word.is_content);
        begun
            .take_while(|word| word.is_content || HELPING_VERBS.contains(&word.plain.as_str()))
            .filter(|word| word.is_content)
            .last()
    }

    pub(crate) fn plain(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.plain.as_str())
    }

    pub(crate) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.plain(before))
    }

    pub(crate) fn is_content(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.is_content)
    }

    /// Whether it has a word, or one that may stand for it.
    pub(crate) fn has(&self, wanted: &Word) -> bool {
        self.words.iter().any(|word| {
            word.stem == wanted.stem
                || matches!(wanted.places.relation(word.places), Some(Relation::Alike))
        })
    }

    /// Whether the word at a place tells its thing from others, and the other sentence does not have it.
    pub(crate) fn is_strange(&self, at: usize, other: &Self) -> bool {
        self.words.get(at).is_some_and(|word| {
            word.is_content
                && !DESCRIBES.contains(&word.plain.as_str())
                && !word.plain.ends_with("ly")
                && !other.has(word)
        })
    }

    /// Whether a word can stand before a noun to tell which one it is: no verb, and no noun that has a verb behind it.
    fn is_modifier(&self, at: usize) -> bool {
        let word = self.plain(at);
        let before = self.before(at);
        let is_cut = self.words.get(at).is_none_or(|word| word.is_cut);
        let begins = at == 0 || is_cut || OPENS.contains(&before);
        let is_verbal = word.ends_with("ed") || word.ends_with("ing") || is_past(word);
        let is_plural =
            word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
        !is_plural
            && !self.stands_for_another(at)
            && !SPEAKS.contains(&word)
            && !LEADS_TO_VERB.contains(&before)
            && (begins || !is_verbal)
    }

    /// Whether a noun may mean what the other sentence names.
    pub(super) fn stands_for_another(&self, at: usize) -> bool {
        let word = self.plain(at);
        STANDS_FOR.contains(&word) || WHO.contains(&word)
    }

    /// Whether a word is no verb by its form.
    pub(super) fn is_noun(&self, at: usize) -> bool {
        let word = self.plain(at);
        self.is_content(at) && !word.ends_with("ed") && !is_past(word) && !SPEAKS.contains(&word)
    }

    /// For each place of a noun that tells which one it is by the word before it, that word; none if it stands alone somewhere.
    fn modifiers(&self, head: &str, other: &Self) -> Option<Vec<usize>> {
        let places = (0..self.words.len()).filter(|&at| {
            self.is_noun(at) && self.words.get(at).is_some_and(|word| word.stem == head)
        });
        let modifiers: Option<Vec<usize>> = places
            .map(|at| {
                let before = at.checked_sub(1)?;
                let is_cut = self.words.get(at).is_none_or(|word| word.is_cut);
                (!is_cut && self.is_modifier(before) && self.is_strange(before, other))
                    .then_some(before)
            })
            .collect();
        modifiers.filter(|found| !found.is_empty())
    }

    /// The nouns behind a preposition, with their places; the preposition's own amounts are none.
    fn objects(&self, other: &Self) -> impl Iterator<Item = (&str, Vec<usize>)> {
        (0..self.words.len()).filter_map(move |at| {
            let preposition = self.plain(at);
            if !PREPOSITIONS.contains(&preposition) && !self.is_by_means(at) {
                return None;
            }
            let mut object = Vec::new();
            for place in at + 1..self.words.len().min(at + 1 + LONGEST) {
                let word = self.words.get(place)?;
                let is_article = OPENS.contains(&word.plain.as_str())
                    && !PREPOSITIONS.contains(&word.plain.as_str());
                let is_shared = word.is_content && other.has(word);
                // `At 10 metres depth`.
                if word.is_amount && preposition == "at" && object.is_empty() {
                    continue;
                }
                if word.is_cut || word.is_amount || !word.is_content && !is_article || is_shared {
                    break;
                }
                if word.is_content {
                    object.push(place);
                }
            }
            (!object.is_empty()).then_some((preposition, object))
        })
    }

    /// Whether a word is the `by` of a means, which has no article: `by post`. Who does something has one, or a name.
    fn is_by_means(&self, at: usize) -> bool {
        let means = self.plain(at + 1);
        self.plain(at) == "by"
            && self.is_content(at + 1)
            && !self.words.get(at + 1).is_some_and(|word| word.is_capital)
            && !means.ends_with('s')
            && !means.ends_with("ing")
    }

    /// The words by which a sentence begins before it says anything that the other says too, where they name what it is about.
    fn subject(&self, other: &Self) -> Vec<usize> {
        let mut subject = Vec::new();
        let start = self.behind_opening();
        for at in start..self.words.len() {
            let Some(word) = self.words.get(at) else {
                break;
            };
            if word.is_cut && at > start || HELPING_VERBS.contains(&word.plain.as_str()) {
                break;
            }
            if SPEAKS.contains(&word.plain.as_str()) {
                subject.clear();
                continue;
            }
            let is_of_it = word.is_amount
                || word.is_content && !DESCRIBES.contains(&word.plain.as_str()) && other.has(word);
            if is_of_it {
                break;
            }
            if self.is_strange(at, other) {
                subject.push(at);
            }
        }
        if subject.iter().any(|at| self.stands_for_another(*at)) {
            subject.clear();
        }
        subject
    }

    /// Where a sentence begins behind what opens it: `According to the auditors, `, `In winter, `.
    fn behind_opening(&self) -> usize {
        const REACH: usize = 10;
        let opens =
            PREPOSITIONS.contains(&self.plain(0)) || matches!(self.plain(0), "according" | "after");
        let cut = (1..self.words.len().min(REACH))
            .find(|&at| self.words.get(at).is_some_and(|word| word.is_cut));
        cut.filter(|_| opens).unwrap_or(0)
    }

    /// The amounts behind a preposition that says of when or of what kind the others are; not where a change begins, `from 310 to 340`.
    fn conditions(&self) -> impl Iterator<Item = &Amount> {
        let amounts = self.amounts.iter();
        let begins_change = |at: usize| self.before(at) == "from" && self.plain(at + 1) == "to";
        amounts
            .filter(move |(at, _)| CONDITIONS.contains(&self.before(*at)) && !begins_change(*at))
            .map(|(_, amount)| amount)
    }
}

fn have_other_modifiers(a: &Sentence, b: &Sentence) -> bool {
    let heads = a.words.iter().filter(|word| {
        word.is_content
            && b.words
                .iter()
                .any(|other| other.is_content && other.stem == word.stem)
    });
    heads
        .into_iter()
        .any(|head| a.modifiers(&head.stem, b).is_some() && b.modifiers(&head.stem, a).is_some())
}

/// Whether the one tells a body from others by the word before it, and the other by what it is of: `the lower court`, `the court of appeal`.
fn are_other_bodies(a: &Sentence, b: &Sentence) -> bool {
    const REACH: usize = 3;
    let is_of_other = |at: usize| {
        let behind = (at + 2..=at + REACH).find(|&place| b.is_content(place));
        b.plain(at + 1) == "of" && behind.is_some_and(|place| b.is_strange(place, a))
    };
    let bodies = b.words.iter().enumerate();
    bodies
        .filter(|(_, word)| STANDS_FOR.contains(&word.plain.as_str()))
        .any(|(at, body)| is_of_other(at) && a.modifiers(&body.stem, b).is_some())
}

pub(super) fn have_other_objects(a: &Sentence, b: &Sentence) -> bool {
    let strange = |own: &Sentence, other: &Sentence| -> Vec<String> {
        let objects = own.objects(other).filter(|(_, object)| {
            let last = object
                .last()
                .is_some_and(|last| own.is_strange(*last, other));
            let is_light = object.iter().any(|at| LIGHT.contains(&own.plain(*at)));
            last && !is_light && !own.is_said_by(object)
        });
        objects
            .map(|(preposition, _)| preposition.to_owned())
            .collect()
    };
    let (own, theirs) = (strange(a, b), strange(b, a));
    own.iter().any(|preposition| theirs.contains(preposition))
}

impl Sentence {
    /// Whether what stands behind a preposition is of who says it: `analysts at Norbank expect`.
    fn is_said_by(&self, object: &[usize]) -> bool {
        let next = object.last().map_or("", |last| self.plain(last + 1));
        SPEAKS.contains(&next)
    }
}

pub(super) fn have_other_subjects(a: &Sentence, b: &Sentence) -> bool {
    !a.subject(b).is_empty() && !b.subject(a).is_empty()
}

/// Whether two sentences give other amounts for when or for what kind their others hold: `at 12 weeks`, `at 52 weeks`.
fn are_of_other_amounts(a: &Sentence, b: &Sentence) -> bool {
    let have_others = a.amounts.len() > 1 && b.amounts.len() > 1;
    have_others
        && a.conditions().any(|own| {
            let mut same = b
                .conditions()
                .filter(|other| own.unit.counts_same(&other.unit))
                .peekable();
            // Beyond another bound lies another part of them: `above three times`, `above five times`.
            same.peek().is_some() && same.all(|other| own.low.total_cmp(&other.low).is_ne())
        })
}

/// Whether each amount of the one stands among other words than each of its kind of the other: `a range of 234 km`, `the longest working covers 247 km`.
fn are_bound_otherwise(a: &Sentence, b: &Sentence) -> bool {
    let mut pairs = a.amounts.iter().flat_map(|own| {
        b.amounts
            .iter()
            .filter(move |theirs| own.1.unit.counts_same(&theirs.1.unit))
            .map(move |theirs| (own.0, theirs.0))
    });
    let is_apart = |(own, theirs): (usize, usize)| {
        let (own, theirs) = (a.around(own), b.around(theirs));
        own.len() >= 2 && theirs.len() >= 2 && !own.iter().any(|word| theirs.contains(word))
    };
    let are_long = a.words.len() >= LONG && b.words.len() >= LONG;
    are_long && pairs.next().is_some_and(is_apart) && pairs.all(is_apart)
}

impl Sentence {
    /// The stems of what stands around an amount in its clause.
    fn around(&self, at: usize) -> Vec<&str> {
        const BEFORE: usize = 4;
        const BEHIND: usize = 4;
        let word = |at: usize| self.words.get(at);
        let before = (at.saturating_sub(BEFORE)..at)
            .rev()
            .scan(true, |goes_on, place| {
                *goes_on &= word(place + 1).is_some_and(|next| !next.is_cut);
                goes_on.then_some(place)
            });
        let is_past =
            |place: &usize| word(*place).is_none_or(|word| !word.is_amount || word.is_cut);
        let end = (at + 1..self.words.len()).find(is_past);
        let end = end.unwrap_or(self.words.len());
        let behind =
            (end..end + BEHIND).take_while(|&place| word(place).is_some_and(|word| !word.is_cut));
        let places = before.chain(behind);
        places
            .filter_map(word)
            .filter(|word| word.is_content)
            .map(|word| word.stem.as_str())
            .collect()
    }
}

/// Whether two sentences number one kind of thing differently: `Machine 3`, `in clinic 5`.
pub(super) fn are_numbered_otherwise(a: &Sentence, b: &Sentence) -> bool {
    let (own, theirs) = (a.numbered(), b.numbered());
    own.iter().any(|(noun, number)| {
        let mut same = theirs.iter().filter(|(other, _)| other == noun).peekable();
        same.peek().is_some() && same.all(|(_, other)| other != number)
    })
}

impl Sentence {
    /// The nouns that a number stands right behind and tells from others, as their stems, with it: they have a capital, or stand alone behind a preposition and
    /// nothing counted stands behind.
    fn numbered(&self) -> Vec<(&str, &str)> {
        const DIGITS: usize = 3;
        let is_number = |word: &Word| {
            word.plain.len() <= DIGITS && word.plain.bytes().all(|byte| byte.is_ascii_digit())
        };
        let stands_alone = |at: usize| {
            let next = self.words.get(at + 2);
            matches!(self.before(at), "in" | "on" | "at" | "of" | "from" | "for")
                && next.is_none_or(|next| next.is_cut || !next.is_content)
        };
        let pairs = self.words.windows(2).enumerate();
        pairs
            .filter_map(|(at, pair)| match pair {
                [noun, number]
                    if noun.is_content
                        && !number.is_cut
                        && is_number(number)
                        && (noun.is_capital || stands_alone(at)) =>
                {
                    Some((noun.stem.as_str(), number.plain.as_str()))
                }
                _ => None,
            })
            .collect()
    }
}

/// Words of a sentence that says more than one thing.
const LONG: usize = 15;

/// Words of what stands behind a preposition.
const LONGEST: usize = 4;

/// Prepositions behind which stands what a value is of, or where, when or with what it holds.
#[rustfmt::skip]
pub(crate) const PREPOSITIONS: &[&str] = &[
    "at", "for", "in", "on", "of", "among", "amongst", "during", "with", "without", "under", "within", "between", "outside", "inside", "from",
];

/// Prepositions before an amount that says when, or of which things, another amount holds.
const CONDITIONS: &[&str] = &[
    "at", "after", "with", "within", "under", "over", "aged", "below", "above", "from",
];

/// Words behind which a noun or what stands before it begins.
#[rustfmt::skip]
pub(crate) const OPENS: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "our", "this", "that", "these", "those", "each", "every", "all", "some", "no", "any", "most", "both",
    "and", "or", "of", "in", "on", "at", "for", "with", "by", "from", "to", "per", "among", "during", "without", "within", "between", "than", "as", "just",
    "only", "about",
];

/// Words behind which a verb stands.
#[rustfmt::skip]
const LEADS_TO_VERB: &[&str] = &[
    "to", "will", "would", "can", "could", "may", "might", "must", "should", "shall", "not", "did", "does", "do", "it", "they", "we", "who", "which", "that",
    "he", "she",
];

/// Words that say of a thing how it is, and not which of several it is.
#[rustfmt::skip]
pub(crate) const DESCRIBES: &[&str] = &[
    "new", "proposed", "current", "entire", "total", "overall", "whole", "full", "complete", "own", "latest", "recent", "big", "large", "huge", "small",
    "little", "famous", "historic", "controversial", "disputed", "popular", "busy", "important", "major", "main", "key", "good", "bad", "poor", "great",
    "long", "short", "high", "low", "heavy", "strong", "weak", "actual", "real", "true", "correct", "exact", "reported", "estimated", "expected",
    "published", "said", "named", "called", "known", "certain", "same", "similar", "additional", "extra", "further", "final", "initial", "original",
    "previous", "former", "local", "public", "so-called", "maximum", "minimum", "average", "mean", "median", "approximate", "combined", "number", "figure",
    "figures", "value", "rate", "level", "amount", "sum", "share", "size", "put", "stand", "stands", "stood", "reach", "reaches", "reached", "come", "comes",
    "came", "remain", "remains", "total",
    "bill", "budget", "outlay", "expenditure",
];

/// Nouns behind a preposition that tell nothing of what is spoken of: `in service`, `in total`.
#[rustfmt::skip]
pub(crate) const LIGHT: &[&str] = &[
    "service", "use", "operation", "total", "place", "fact", "addition", "average", "principle", "practice", "question", "general", "particular", "force",
    "effect", "work", "detail", "turn", "case", "cases", "end", "beginning", "start", "middle", "top", "result", "results", "report", "study", "survey",
    "data", "figures", "time", "year", "years", "month", "months", "week", "weeks", "day", "days", "period", "cost", "price", "value", "number", "rate",
    "basis", "order", "line", "view", "opinion", "least", "error", "mistake", "account", "behalf", "reach", "sale", "january", "february", "march", "april",
    "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Words for somebody of whom the other sentence may give the name.
#[rustfmt::skip]
const WHO: &[&str] = &[
    "people", "somebody", "officials", "owner", "owners", "users", "figures", "records", "data", "man", "woman", "person", "official",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[(&str, &str)], expected: bool) {
        for (a, b) in pairs {
            assert_eq!(are_filled_otherwise(a, b), expected, "{a} / {b}");
            assert_eq!(are_filled_otherwise(b, a), expected, "{b} / {a}");
        }
    }

    #[test]
    fn another_word_before_one_noun_behind_one_preposition_or_first_tells_things_apart() {
        check(
            &[
                (
                    "The day pass costs 9 crowns.",
                    "The night pass costs 14 crowns.",
                ),
                (
                    "Planned output was 300 tonnes.",
                    "Recorded output was 220 tonnes.",
                ),
                (
                    "A licence for anglers costs 20 crowns.",
                    "A licence for hunters costs 60 crowns.",
                ),
                (
                    "Wool sells at 3 crowns per kilogram.",
                    "Linen sells at 8 crowns per kilogram.",
                ),
                (
                    "At the inlet the water has 9 degrees.",
                    "At the weir the water has 13 degrees.",
                ),
                (
                    "After 2 hours 40 percent had dried.",
                    "After 6 hours 85 percent had dried.",
                ),
            ],
            true,
        );
    }

    #[test]
    fn amounts_beyond_other_bounds_or_among_other_words_are_of_other_things() {
        check(
            &[
                (
                    "Three pumps ran at more than five times the rated speed, above five bar.",
                    "The pumps ran above three bar in 2 percent of the tests.",
                ),
                (
                    "With a winter draught of 2.3 metres, 79 of the 84 barges can pass the lock at low water.",
                    "Its deepest barge needs 2.9 metres of water, and none of the barges could pass the lock between May and July.",
                ),
            ],
            true,
        );
    }

    #[test]
    fn who_says_it_what_describes_it_and_the_order_of_words_tell_nothing_apart() {
        check(
            &[
                (
                    "The mill makes 40 tonnes of paper.",
                    "The mill produces 60 tonnes of paper.",
                ),
                (
                    "The costly weir is 40 metres wide.",
                    "The weir is 60 metres wide.",
                ),
                (
                    "The capacity of the tank is 40 litres.",
                    "The tank has a capacity of 60 litres.",
                ),
                (
                    "Brenner says that the tank holds 40 litres.",
                    "Aldous says that the tank holds 60 litres.",
                ),
                (
                    "According to the guild, the tank holds 40 litres.",
                    "The tank holds 60 litres.",
                ),
                (
                    "There are 40 boats in service.",
                    "There are 60 boats in use.",
                ),
                (
                    "The firm sold 40 boats in May.",
                    "Brenner sold 60 boats in May.",
                ),
            ],
            false,
        );
    }
}
