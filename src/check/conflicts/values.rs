//! Values: whether two sentences about one thing give different values for it.
//!
//! A sentence may correct several figures of another at once, and may name the figure that it replaces: `costs 3.4 million instead of 2.6 million`. What it
//! replaces it does not say itself. Rounding, ranges that hold the value and the spread of estimates are no differences.

use std::ops::Range;

use super::changed::CHANGES;
use super::kinds::replaces;
use super::slots::DESCRIBES;
use super::spread::{differing_in_order, lie_apart};
use crate::check::index::{Entry, Index, Statement, years};
use crate::check::language::numbers::{Amount, Quantity, Unit, borne_out, quantities};
use crate::check::language::terms::{Term, is_stop_word, plain, plain_words, stem, words};
use crate::check::meaning::contrasts::ends_in_instead;
use crate::check::meaning::withdrawn::{calls_wrong, right_behind_wrong};
use crate::check::text::sentences::sentences;

/// In how many kinds of value two sentences differ. None where the values cannot be told apart: two of one kind on one side have no counterpart.
pub(crate) fn other_values<'q>(a: &'q Statement, b: &'q Statement, texts: (&str, &str)) -> usize {
    let main = |own: &'q Statement, text: &str, other: &Statement, their: &str| {
        let mut all = current(&own.quantities, text);
        all.retain(|value| {
            borne_out(value, other.quantities.iter())
                || !is_appended(value, &own.quantities, text, their)
        });
        all
    };
    let own = main(a, texts.0, b, texts.1);
    let theirs = main(b, texts.1, a, texts.0);
    let (left, right) = (unmatched(&own, &theirs), unmatched(&theirs, &own));
    let counterparts = |amount: &Amount, others: &[&Amount]| {
        let same = others
            .iter()
            .filter(|other| amount.unit.counts_same(&other.unit));
        same.count()
    };
    let is_paired = |own: &[&Amount], others: &[&Amount]| {
        own.iter().all(|amount| counterparts(amount, others) <= 1)
    };
    if !is_paired(&left, &right) || !is_paired(&right, &left) {
        return differing_in_order(&left, &right);
    }
    let pairs = left.iter().filter_map(|own| {
        let mut others = right.iter();
        Some((own, others.find(|other| own.unit.counts_same(&other.unit))?))
    });
    pairs.filter(|(own, theirs)| lie_apart(own, theirs)).count()
}

/// Whether two sentences of which one sets a value right speak of one thing: of one year, or of more than what the value is counted in and how it is.
pub(crate) fn shares_more_than_units(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let counting = |entry: &Entry| counting_stems(&entry.statement, index.text(entry));
    let (of_a, of_b) = (counting(a), counting(b));
    let text = index.text(a);
    let tells = |word: &str| {
        let lower = plain(word);
        // `Larger` says how a thing is, as `large` does.
        let positives = ["er", "r"].map(|ending| lower.strip_suffix(ending));
        let is_telling = !COUNTED_IN.contains(&lower.as_str())
            && !matches!(lower.as_str(), "use" | "uses")
            && !DESCRIBES.contains(&lower.as_str())
            && !positives
                .into_iter()
                .flatten()
                .any(|word| DESCRIBES.contains(&word));
        let term = index.lexicon.known(word).filter(|_| is_telling);
        let is_counted = || [&of_a, &of_b].iter().any(|all| all.contains(&stem(&lower)));
        term.is_some_and(|term| b.statement.terms.binary_search(&term).is_ok()) && !is_counted()
    };
    let (own, theirs) = (
        years(&a.statement.quantities),
        years(&b.statement.quantities),
    );
    words(text).filter_map(|span| text.get(span)).any(tells)
        || own.iter().any(|year| theirs.contains(year))
}

/// The stems of a sentence's amounts: of their figures, and of what these count.
fn counting_stems(statement: &Statement, text: &str) -> Vec<String> {
    let amounts = statement
        .quantities
        .iter()
        .filter(|own| own.amount().is_some());
    amounts
        .flat_map(|own| {
            let nouns = match own.amount().map(|amount| &amount.unit) {
                Some(Unit::Counted(nouns)) => nouns.clone(),
                _ => Vec::new(),
            };
            let figures = text.get(own.span.clone()).unwrap_or_default();
            plain_words(figures)
                .chain(nouns)
                .map(|word| stem(&word))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether two sentences with other values have more in common than what these are counted in.
pub(crate) fn are_of_one_thing(
    index: &Index<'_>,
    (a_at, a): (usize, &Entry),
    (b_at, b): (usize, &Entry),
    shared: f32,
) -> bool {
    const LEAST: f32 = 0.45;
    let mut units: Vec<Term> = COUNTED_IN
        .iter()
        .filter_map(|word| index.lexicon.known(word))
        .collect();
    units.sort_unstable();
    units.dedup();
    let weigh = |of: &dyn Fn(&Term) -> bool| -> f32 {
        let own = units.iter().filter(|&term| of(term));
        own.map(|term| index.weight(*term)).sum()
    };
    let is_in = |entry: &Entry, term: &Term| entry.statement.terms.binary_search(term).is_ok();
    let of_both = weigh(&|term| is_in(a, term) && is_in(b, term));
    let least = f32::min(
        index.whole_weight(a_at) - weigh(&|term| is_in(a, term)),
        index.whole_weight(b_at) - weigh(&|term| is_in(b, term)),
    );
    let shared_terms = a.statement.terms.iter().filter(|term| is_in(b, term));
    let said = shared_terms.filter(|term| !units.contains(term)).count();
    said >= 1 && shared - of_both >= LEAST * least
}

/// Words that amounts are counted in.
#[rustfmt::skip]
const COUNTED_IN: &[&str] = &[
    "hundred", "thousand", "million", "millions", "billion", "trillion", "euro", "euros", "dollar", "dollars", "pound", "pounds", "franc", "francs", "crowns",
    "kroner", "kronor", "yen", "percent", "tausend", "millionen", "milliarden", "prozent", "milliards",
];

/// Whether one of two sentences with a bare number each says that its own replaces an older one.
pub(crate) fn is_revised(a: &Statement, b: &Statement, texts: (&str, &str)) -> bool {
    let bare = |own: &Statement| -> Option<Amount> {
        let mut amounts = own.quantities.iter().filter_map(Quantity::amount);
        let only = amounts.next()?.clone();
        (amounts.next().is_none() && only.unit == Unit::Bare && only.firm).then_some(only)
    };
    let differ = bare(a).zip(bare(b)).is_some_and(|(a, b)| differs(&a, &b));
    differ && replaces(texts.0) != replaces(texts.1)
}

/// Whether a sentence puts its own value in the place of one that another gives for the like: `27 cases, not 31`.
pub(crate) fn corrects(text: &str, own: &[Quantity], theirs: &[Quantity]) -> bool {
    // What is set right is often a bare number: it counts what stands in its place counts, or what the sentence names.
    let is_alike = |other: &Amount| {
        let mut amounts = own.iter().filter_map(Quantity::amount);
        amounts.any(|own| own.unit.counts_same(&other.unit) || own.unit == other.unit)
            || names_counted(text, &other.unit)
    };
    let theirs = |gone: &Quantity| {
        let gone = gone.amount().map(|gone| gone.low);
        let amounts = theirs.iter().filter_map(Quantity::amount);
        amounts.filter(move |other| gone.is_some_and(|gone| gone.total_cmp(&other.low).is_eq()))
    };
    // What it says itself it puts nothing in the place of: `version 2 or later, and not 2 only`.
    let is_kept = |gone: &Quantity| {
        let low = |quantity: &Quantity| quantity.amount().map(|amount| amount.low);
        let mut others = own.iter().filter(|other| other.span != gone.span);
        others.any(|other| low(other) == low(gone) && !is_replaced(text, other))
    };
    // The words before a value are read only where the value is the other's, which most are not; all words of the sentence only where it is replaced.
    own.iter().any(|quantity| {
        theirs(quantity).next().is_some()
            && is_replaced(text, quantity)
            && theirs(quantity).any(is_alike)
            && !is_kept(quantity)
    })
}

/// Whether a text names what a value counts.
fn names_counted(text: &str, unit: &Unit) -> bool {
    let Unit::Counted(counted) = unit else {
        return false;
    };
    let stem_of = |word: &str| stem(&plain(word));
    let mut all = words(text).filter_map(|span| text.get(span)).map(stem_of);
    counted.first().is_some_and(|noun| {
        let noun = stem_of(noun);
        all.any(|word| word == noun)
    })
}

/// Whether a sentence gives the correct value of what another gives a value of, in the same words: `the correct rate ratio is 0.72`, `rate ratio 0.61`.
pub(crate) fn gives_correct(
    text: &str,
    own: &[Quantity],
    other: &str,
    theirs: &[Quantity],
) -> bool {
    /// Words of the name of a value, and between the name and the value.
    const NAME: usize = 4;
    const BETWEEN: usize = 3;
    if !text.contains("orrect") {
        return false;
    }
    let read = |text: &str| -> Vec<(Range<usize>, String)> {
        let spans = words(text);
        spans
            .filter_map(|span| Some((span.clone(), plain(text.get(span)?))))
            .collect()
    };
    let all = read(text);
    let Some(at) = all
        .iter()
        .position(|(_, word)| matches!(word.as_str(), "correct" | "corrected"))
    else {
        return false;
    };
    let name: Vec<&str> = all
        .iter()
        .skip(at + 1)
        .map(|(_, word)| word.as_str())
        .take_while(|word| !matches!(*word, "is" | "was" | "are" | "were" | "of"))
        .take(NAME)
        .collect();
    let place = |words: &[(Range<usize>, String)], at: usize| {
        words.get(at).map_or(usize::MAX, |(span, _)| span.start)
    };
    let value = |quantities: &[Quantity], from: usize, to: usize| -> Option<Amount> {
        let mut amounts = quantities
            .iter()
            .filter(|quantity| (from..=to).contains(&quantity.span.start));
        amounts.find_map(|quantity| quantity.amount().cloned())
    };
    let end = at + 1 + name.len();
    let Some(correct) = value(own, place(&all, end), place(&all, end + BETWEEN)) else {
        return false;
    };
    let others = read(other);
    // `The pooled rate ratio` is another one.
    let is_other = |word: &str| !is_stop_word(word) && !DESCRIBES.contains(&word);
    let mut places = (0..others.len()).filter(|&from| {
        let run = others.get(from..from + name.len()).unwrap_or_default();
        let before = from.checked_sub(1).and_then(|before| others.get(before));
        let is_of_another = before.is_some_and(|(span, word)| {
            let gap = other.get(span.end..place(&others, from));
            is_other(word) && gap == Some(" ")
        });
        let has_name = run.iter().zip(&name).all(|((_, own), name)| own == name);
        run.len() == name.len() && has_name && !is_of_another
    });
    !name.is_empty()
        && places.any(|from| {
            let end = from + name.len();
            let given = value(theirs, place(&others, end), place(&others, end + BETWEEN));
            given.is_some_and(|given| {
                let is_alike = given.unit.counts_same(&correct.unit)
                    || given.unit == Unit::Bare && correct.unit == Unit::Bare;
                is_alike && differs(&given, &correct)
            })
        })
}

/// Whether a text puts a value or a date in the place of one that another gives: `3.4 million instead of 2.6 million`, `on 22 March, not 1 March`.
pub(crate) fn puts_right(text: &str, other: &str) -> bool {
    let (own, theirs) = (quantities(text), quantities(other));
    let is_date_of_theirs = |gone: &Quantity| {
        let date = gone.date();
        let mut dates = theirs.iter().filter_map(Quantity::date);
        date.is_some_and(|gone| dates.any(|date| date.is_compatible(gone)))
    };
    corrects(text, &own, &theirs)
        || gives_correct(text, &own, other, &theirs)
        || own
            .iter()
            .any(|quantity| is_date_of_theirs(quantity) && is_replaced(text, quantity))
}

/// Whether one of two sentences corrects the other.
pub(crate) fn sets_right(a: &[Quantity], b: &[Quantity], texts: (&str, &str)) -> bool {
    corrects(texts.0, a, b)
        || corrects(texts.1, b, a)
        || gives_correct(texts.0, a, texts.1, b)
        || gives_correct(texts.1, b, texts.0, a)
}

/// Whether a sentence has a word by which [`sets_right`] could hold of it.
pub(crate) fn may_set_right(text: &str) -> bool {
    const CUES: &[&str] = &[
        "orrect",
        "not",
        "instead",
        "rather",
        "opposed",
        "lieu",
        "vez",
        "from",
        "statt",
        "anstelle",
        " it was ",
        "no longer",
        "false",
        "untrue",
        "withdr",
        "retract",
    ];
    CUES.iter().chain(ERRS).any(|cue| text.contains(cue))
}

/// Parts of words by which a sentence says that a value in it is wrong.
const ERRS: &[&str] = &["orrect", "should", "rror", "isprint", "istake", "rong"];

/// The amounts that a sentence says itself, each with the byte at which it begins.
pub(crate) fn current_amounts(text: &str) -> Vec<(usize, Amount)> {
    let found = quantities(text);
    let own = current(&found, text).into_iter();
    own.filter_map(|quantity| Some((quantity.span.start, quantity.amount()?.clone())))
        .collect()
}

/// The values that a sentence says itself.
fn current<'q>(quantities: &'q [Quantity], text: &str) -> Vec<&'q Quantity> {
    let said = quantities.iter();
    said.filter(|quantity| !is_replaced(text, quantity))
        .collect()
}

/// Whether a sentence goes on behind a value with another one that holds: `not 18,400 but 21,150`.
fn is_other_behind(text: &str, value: &Quantity) -> bool {
    /// Words of the unit that stand between.
    const UNIT: usize = 3;
    let behind = text.get(value.span.end..).unwrap_or_default();
    let mut all = behind.split_whitespace();
    let but = all.by_ref().take(UNIT + 1).find(|word| *word == "but");
    let next = but.and_then(|_| {
        all.find(|word| !matches!(*word, "about" | "only" | "in" | "to" | "at" | "by" | "for"))
    });
    let next = next.unwrap_or_default();
    next.trim_start_matches(['$', '£', '€'])
        .starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a value stands in an appendage to what gives another, of which the other sentence has no word: `148 tonnes, 28 tonnes more than had been assumed`.
fn is_appended(value: &Quantity, own: &[Quantity], text: &str, other: &str) -> bool {
    let before = text.get(..value.span.start).unwrap_or_default();
    let Some(comma) = before.rfind(", ") else {
        return false;
    };
    let is_amount_before = |own: &Quantity| own.span.end <= comma && own.amount().is_some();
    if !own.iter().any(is_amount_before) {
        return false;
    }
    let appendage = text.get(comma + 1..).unwrap_or_default();
    let appendage = appendage.split(", ").next().unwrap_or_default();
    let is_of_value = |at: usize| {
        let mut spans = own.iter().map(|own| &own.span);
        spans.any(|span| span.contains(&(comma + 1 + at)))
    };
    let held: Vec<String> = plain_words(other).map(|word| stem(&word)).collect();
    let telling: Vec<String> = words(appendage)
        .filter(|span| !is_of_value(span.start))
        .filter_map(|span| appendage.get(span))
        .map(plain)
        .filter(|word| !is_stop_word(word) && !COUNTED_IN.contains(&word.as_str()))
        .collect();
    !telling.is_empty() && telling.iter().all(|word| !held.contains(&stem(word)))
}

/// The amounts with a unit that nothing on the other side agrees with.
fn unmatched<'q>(own: &[&'q Quantity], theirs: &[&Quantity]) -> Vec<&'q Amount> {
    own.iter()
        .filter(|quantity| {
            !theirs
                .iter()
                .any(|other| other.bears_out(quantity) || quantity.bears_out(other))
        })
        .filter_map(|quantity| quantity.amount())
        .filter(|amount| !matches!(amount.unit, Unit::Label(_) | Unit::Bare))
        .collect()
}

/// Whether a sentence gives the right value of what the one before it says: `The correct figure is 9`.
#[must_use]
pub fn is_correction(sentence: &str) -> bool {
    const VALUES: [&str; 8] = [
        "figure", "number", "value", "date", "sum", "amount", "name", "year",
    ];
    const SHOULD: [&str; 7] = [
        "read ",
        "say ",
        "have read ",
        "have said ",
        "have stated ",
        "state ",
        "have given ",
    ];
    const SHOULD_BE: [&str; 2] = ["be ", "have been "];
    let behind = |starts: &[&str]| starts.iter().find_map(|start| sentence.strip_prefix(start));
    let has_figure = |rest: &str| rest.contains(|letter: char| letter.is_ascii_digit());
    // `The correct length is 9 metres`, and not `the correct answer was given by Ada Lind`.
    let is_right = behind(&["The correct ", "The right ", "The true "]).is_some_and(|rest| {
        let is_figure = rest
            .split_once(" is ")
            .or_else(|| rest.split_once(" was "))
            .is_some_and(|(what, value)| words(what).count() <= 3 && has_figure(value));
        VALUES.iter().any(|value| rest.starts_with(value)) || is_figure
    });
    let is_due = behind(&["It should ", "This should ", "That should "]).is_some_and(|rest| {
        // `It should be 9 metres`, and not `It should be closed`.
        let is_value = |rest: &str| {
            rest.trim_start_matches(['$', '£', '€'])
                .starts_with(|c: char| c.is_ascii_digit())
        };
        SHOULD.iter().any(|verb| rest.starts_with(verb))
            || SHOULD_BE
                .iter()
                .filter_map(|verb| rest.strip_prefix(verb))
                .any(is_value)
    });
    // `In fact it rained.`
    let is_fact = behind(&["In fact it ", "In fact, it "]).is_some_and(has_figure);
    is_right || is_due || is_fact
}

/// Whether a value is only named as what another stands in the place of: `instead of 2.6 million`, `, not 18 months`, `revised from 40`.
fn is_replaced(text: &str, value: &Quantity) -> bool {
    const REVISES: &[&str] = &["revised", "corrected", "updated", "restated"];
    const GIVEN: &[&str] = &[
        "given",
        "published",
        "printed",
        "misprinted",
        "reported",
        "misreported",
        "stated",
        "quoted",
        "recorded",
        "listed",
    ];
    let before = text.get(..value.span.start).unwrap_or_default();
    let near = words_before(text, value);
    let is_instead = ends_in_instead(&near);
    let mut near = near.into_iter().rev();
    let (last, other) = (
        near.next().unwrap_or_default(),
        near.next().unwrap_or_default(),
    );
    // `Not 18`, `not to 18`, with its comma, or with what is right behind it.
    let denied = before.trim_end();
    let led = ["to", "at", "by", "of", "in", "on", "for"]
        .iter()
        .find_map(|lead| denied.strip_suffix(lead)?.strip_suffix(' '));
    let is_denied = led
        .unwrap_or(denied)
        .strip_suffix("not")
        .is_some_and(|head| {
            head.trim_end().ends_with([',', '(', ';'])
                || last == "not" && other == "and"
                || is_other_behind(text, value)
        });
    // `Given as 82 per cent, it has been corrected to 79`; `gave the fine as 80,000 pounds; it was 18,000`.
    let is_wrong = last == "as"
        && (GIVEN.contains(&other.as_str()) && ERRS.iter().any(|cue| text.contains(cue))
            || tells_what_it_was(text, value) && says_gave(before));
    let revises = |word: &str| REVISES.contains(&word) || CHANGES.contains(&word);
    let is_revised = last == "from" && (revises(&other) || near.any(|word| revises(&word)));
    is_instead || is_denied || is_revised || is_wrong || is_set_right_behind(text, value)
}

/// The few words before a value, but for those that only narrow it.
pub(super) fn words_before(text: &str, value: &Quantity) -> Vec<String> {
    #[rustfmt::skip]
    const BETWEEN: &[&str] = &["the", "a", "an", "its", "about", "around", "only", "just", "planned", "original", "earlier", "previous", "previously", "reported", "den", "die", "le", "la"];
    const REACH: usize = 6;
    let before = text.get(..value.span.start).unwrap_or_default();
    let spans: Vec<Range<usize>> = words(before).collect();
    let near = spans.iter().skip(spans.len().saturating_sub(REACH));
    let near = near.filter_map(|span| before.get(span.clone())).map(plain);
    let mut near: Vec<String> = near.collect();
    while near
        .last()
        .is_some_and(|word| BETWEEN.contains(&word.as_str()))
    {
        near.pop();
    }
    near
}

/// Whether the sentence behind that of a value says that it does not hold, or gives the right one.
fn is_set_right_behind(text: &str, value: &Quantity) -> bool {
    // Most texts are a sentence alone.
    let behind = text.get(value.span.end..).unwrap_or_default();
    if !behind.contains(". ") {
        return false;
    }
    let all = sentences(text);
    let is_of = |span: &Range<usize>| span.contains(&value.span.start);
    let at = all.iter().position(is_of);
    let sentence = |at: usize| {
        let span = all.get(at)?.clone();
        text.get(span).map(str::trim)
    };
    let next = at.and_then(|at| sentence(at + 1));
    next.is_some_and(|next| {
        is_correction(next) || calls_wrong(next) || right_behind_wrong(next).is_some()
    })
}

/// Whether two values are one and the same, and so exact, or so plainly of one kind, that two things seldom share it by chance.
#[must_use]
pub fn is_the_very_value(a: &Quantity, b: &Quantity) -> bool {
    match (a.amount(), b.amount()) {
        (Some(own), Some(other)) => {
            let is_bare = [own, other].iter().any(|one| one.unit == Unit::Bare);
            let are_alike = own.unit.counts_same(&other.unit) || is_bare && is_exact(own.low);
            own.firm && own.low.total_cmp(&other.low).is_eq() && are_alike
        }
        (None, None) => a.date().is_some_and(|date| {
            date.day.is_some() && b.date().is_some_and(|other| date.is_compatible(other))
        }),
        _ => false,
    }
}

/// Whether a text says at once behind a value what it was in truth.
fn tells_what_it_was(text: &str, value: &Quantity) -> bool {
    let behind = text.get(value.span.end..).unwrap_or_default();
    let at = behind.find(|c: char| !c.is_whitespace() && !c.is_alphabetic());
    let rest = at.and_then(|at| behind.get(at..)).unwrap_or_default();
    let rest = rest.trim_start_matches([';', ',', ':', '–', '—', ' ']);
    ["it was ", "but it was ", "in fact it was ", "it is "]
        .iter()
        .any(|start| rest.starts_with(start))
}

/// Whether a text tells that somebody gave something as what follows.
fn says_gave(before: &str) -> bool {
    const GAVE: &[&str] = &[
        "gave", "gives", "put", "reported", "stated", "quoted", "listed", "named",
    ];
    words(before)
        .filter_map(|span| before.get(span))
        .any(|word| GAVE.contains(&word))
}

/// Whether an amount of the one differs from one of its kind of the other.
#[must_use]
pub fn count_otherwise(own: &[Quantity], theirs: &[Quantity]) -> bool {
    let mut amounts = own.iter().filter_map(Quantity::amount);
    amounts.any(|own| {
        let mut others = theirs.iter().filter_map(Quantity::amount);
        others.any(|other| own.unit.counts_same(&other.unit) && differs(own, other))
    })
}

/// Whether two amounts of one kind lie apart beyond rounding and spread.
pub(crate) fn differs(a: &Amount, b: &Amount) -> bool {
    if a.is_compatible(b) {
        return false;
    }
    if are_counted_out(a, b) || are_on_two_sides_of_half(a, b) {
        return true;
    }
    let (a, b) = (f64::midpoint(a.low, a.high), f64::midpoint(b.low, b.high));
    // Estimates lie apart; what was counted to the third digit does not.
    let spread = if is_exact(a) && is_exact(b) {
        0.01
    } else {
        0.05
    };
    (a - b).abs() > spread * a.abs().max(b.abs())
}

/// Whether both give the number of people or things to the last one: 304 dead and 306.
fn are_counted_out(a: &Amount, b: &Amount) -> bool {
    const MOST: f64 = 10_000.0;
    let is_to_the_last = |own: &Amount| {
        matches!(own.unit, Unit::Counted(_))
            && own.firm
            && !own.approximate
            && own.low >= own.high
            && own.low.fract() == 0.0
            && own.low % 10.0 != 0.0
            && own.low < MOST
    };
    is_exact(a.low) && is_exact(b.low) && is_to_the_last(a) && is_to_the_last(b)
}

/// Whether one is more than half of all and the other less: who has 51 percent of the votes has won, and who has 49 has not.
fn are_on_two_sides_of_half(a: &Amount, b: &Amount) -> bool {
    const HALF: f64 = 50.0;
    let share = |own: &Amount| {
        let is_plain = own.firm && !own.approximate && own.low >= own.high;
        let is_of_hundred = matches!(own.unit, Unit::Percent);
        (is_plain && is_of_hundred).then_some(own.low)
    };
    share(a)
        .zip(share(b))
        .is_some_and(|(a, b)| (a > HALF) != (b > HALF) && (a - b).abs() >= 1.0)
}

/// Whether a value is given to three digits or more.
fn is_exact(value: f64) -> bool {
    let scientific = format!("{value:e}");
    let mantissa = scientific.split('e').next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).count() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    fn differing(a: &str, b: &str) -> usize {
        let mut lexicon = Lexicon::default();
        let (own, theirs) = (
            Statement::read(a, &mut lexicon),
            Statement::read(b, &mut lexicon),
        );
        let there = other_values(&own, &theirs, (a, b));
        assert_eq!(there, other_values(&theirs, &own, (b, a)), "{a} / {b}");
        there
    }

    #[test]
    fn the_correct_value_of_a_thing_sets_another_right_wherever_that_stands() {
        let sets = |a: &str, b: &str| sets_right(&quantities(a), &quantities(b), (a, b));
        let correction = "Owing to a slip, the correct mixing ratio is 0.72 (range 0.55 to 0.94).";
        for (old, expected) in [
            (
                "The lime set in 14 days (mixing ratio 0.61; range 0.48 to 0.78).",
                true,
            ),
            ("The mixing ratio was 0.61.", true),
            ("The mixing ratio was 0.72.", false),
            ("The packing ratio was 0.61.", false),
            ("The pooled mixing ratio was 0.61.", false),
            ("The mixing ratio was measured for 61 days.", false),
        ] {
            assert_eq!(sets(correction, old), expected, "{old}");
            assert_eq!(sets(old, correction), expected, "{old}");
        }
    }

    #[test]
    fn values_are_compared_kind_by_kind_and_without_those_that_are_replaced() {
        let old = "The dyke costs 2.6 million euros and takes 18 months.";
        for (new, expected) in [
            ("The dyke costs 3.4 million euros and takes 24 months.", 2),
            ("The dyke costs 3.4 million euros.", 1),
            (
                "The dyke costs 3.4 million euros, 0.8 million euros more than had been assumed.",
                1,
            ),
            (
                "The dyke cost 2.6 million euros, repairs of the road 4 million euros.",
                0,
            ),
            (
                "The dyke now costs 3.4 million euros instead of 2.6 million euros.",
                1,
            ),
            ("The dyke takes 24 months, not 18 months.", 1),
            ("The dyke costs 2.6 million euros.", 0),
            (
                "The dyke costs about 2.6 million euros and takes 18 months.",
                0,
            ),
            ("The dyke is 900 metres long.", 0),
            (
                "One part costs 3.4 million euros, another 5 million euros.",
                0,
            ),
        ] {
            assert_eq!(differing(new, old), expected, "{new}");
        }
    }

    #[test]
    fn what_the_next_sentence_calls_wrong_is_replaced_by_the_value_behind() {
        let wrong = "The Courier put the toll at 11.5 million euros. This was wrong. It cost 7.8 million euros.";
        for (old, expected) in [
            ("The toll is 11.5 million euros.", true),
            ("The toll is 7.8 million euros.", false),
            ("The toll is 11.5 million francs.", false),
        ] {
            assert_eq!(puts_right(wrong, old), expected, "{old}");
        }
    }

    #[test]
    fn a_sentence_that_gives_what_is_right_corrects_the_one_before() {
        for (sentence, expected) in [
            ("The correct figure is 9.", true),
            ("The correct length is 9 metres.", true),
            ("This should have said 9 metres.", true),
            ("In fact it is 4.3 kilometres long.", true),
            ("In fact it rained.", false),
            ("It should be 9 metres.", true),
            ("It should be closed by 2030.", false),
            ("The correct answer was given by Ada Lind.", false),
        ] {
            assert_eq!(is_correction(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn people_counted_to_the_last_and_shares_on_two_sides_of_half_differ_however_near() {
        for (a, b, expected) in [
            (
                "The wreck killed 304 people.",
                "The wreck killed 306 people.",
                1,
            ),
            (
                "The wreck killed 300 people.",
                "The wreck killed 306 people.",
                0,
            ),
            (
                "The noes won 51 % of the vote.",
                "The noes won 49 % of the vote.",
                1,
            ),
            (
                "The noes won 53 % of the vote.",
                "The noes won 52 % of the vote.",
                0,
            ),
        ] {
            assert_eq!(differing(a, b), expected, "{a} / {b}");
        }
    }
}
