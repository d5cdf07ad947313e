//! Values: whether two sentences about one thing give different values for it.
//!
//! A sentence may correct several figures of another at once, and may name the figure that it replaces: `costs 3.4 million instead of 2.6 million`. What it
//! replaces it does not say itself. Rounding, ranges that hold the value and the spread of estimates are no differences.

use super::index::{Entry, Index, Statement};
use super::kinds::replaces;
use super::numbers::{Amount, Quantity, Unit};
use super::terms::{Term, is_stop_word, plain, stem, words};

/// In how many kinds of value two sentences differ. None where the values cannot be told apart: two of one kind on one side have no counterpart.
pub(super) fn other_values(a: &Statement, b: &Statement, texts: (&str, &str)) -> usize {
    let own = current(&a.quantities, texts.0);
    let theirs = current(&b.quantities, texts.1);
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
        return 0;
    }
    let pairs = left.iter().filter_map(|own| {
        let mut others = right.iter();
        Some((own, others.find(|other| own.unit.counts_same(&other.unit))?))
    });
    pairs.filter(|(own, theirs)| differs(own, theirs)).count()
}

/// Whether two sentences with other values have more in common than what these are counted in.
pub(super) fn are_of_one_thing(
    index: &Index<'_>,
    (a_at, a): (usize, &Entry),
    (b_at, b): (usize, &Entry),
    shared: f32,
) -> bool {
    const LEAST: f32 = 0.45;
    let known = |words: &[&str]| -> Vec<Term> {
        let mut terms: Vec<Term> = words
            .iter()
            .filter_map(|word| index.lexicon.known(word))
            .collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    };
    let (units, measured) = (known(COUNTED_IN), known(MEASURED));
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
    let said: Vec<&Term> = shared_terms.filter(|term| !units.contains(term)).collect();
    // That both cost something says nothing of what does: each names another thing.
    let names_more = |own: &Entry, other: &Entry| {
        let mut terms = own.statement.terms.iter();
        terms.any(|term| !units.contains(term) && !measured.contains(term) && !is_in(other, term))
    };
    let is_of_measure_alone =
        said.iter().all(|term| measured.contains(term)) && names_more(a, b) && names_more(b, a);
    !said.is_empty() && !is_of_measure_alone && shared - of_both >= LEAST * least
}

/// Words that amounts are counted in.
#[rustfmt::skip]
const COUNTED_IN: &[&str] = &[
    "hundred", "thousand", "million", "millions", "billion", "trillion", "euro", "euros", "dollar", "dollars", "pound", "pounds", "franc", "francs", "crowns",
    "kroner", "kronor", "yen", "percent", "tausend", "millionen", "milliarden", "prozent", "milliards",
];

/// Words for what is measured and not for what it is measured of.
const MEASURED: &[&str] = &[
    "cost", "costs", "price", "prices", "kosten", "kostet", "preis",
];

/// Whether one of two sentences with a bare number each says that its own replaces an older one.
pub(super) fn is_revised(a: &Statement, b: &Statement, texts: (&str, &str)) -> bool {
    let bare = |own: &Statement| -> Option<Amount> {
        let mut amounts = own.quantities.iter().filter_map(Quantity::amount);
        let only = amounts.next()?.clone();
        (amounts.next().is_none() && only.unit == Unit::Bare && only.firm).then_some(only)
    };
    let differ = bare(a).zip(bare(b)).is_some_and(|(a, b)| differs(&a, &b));
    differ && replaces(texts.0) != replaces(texts.1)
}

/// Whether a sentence names a value of another one as what its own stands in the place of.
pub(super) fn corrects(text: &str, own: &[Quantity], theirs: &[Quantity]) -> bool {
    own.iter()
        .filter(|quantity| quantity.amount().is_some() && is_replaced(text, quantity))
        .any(|quantity| theirs.iter().any(|other| other.bears_out(quantity)))
}

/// Whether one of two sentences puts its own value in the place of one that the other gives for the like: `27 cases, not 31`.
pub(super) fn sets_right(a: &[Quantity], b: &[Quantity], texts: (&str, &str)) -> bool {
    let replaced = |own: &[Quantity], text: &str, theirs: &[Quantity]| {
        let amounts = || own.iter().filter_map(Quantity::amount);
        let is_theirs = |gone: &Amount| {
            let mut theirs = theirs.iter().filter_map(Quantity::amount);
            theirs.any(|other| {
                // What is set right is often a bare number: it counts what stands in its place counts, or what the sentence names.
                let is_alike = amounts().any(|own| own.unit.counts_same(&other.unit))
                    || names_counted(text, &other.unit);
                let is_same = gone.low.total_cmp(&other.low).is_eq();
                is_same && other.unit != Unit::Bare && is_alike
            })
        };
        // The words before a value are read only where the value is the other's: most are not.
        own.iter()
            .any(|quantity| quantity.amount().is_some_and(is_theirs) && is_replaced(text, quantity))
    };
    replaced(a, texts.0, b)
        || replaced(b, texts.1, a)
        || says_the_correct(a, texts.0, b, texts.1)
        || says_the_correct(b, texts.1, a, texts.0)
}

/// Whether a text names what a value counts.
fn names_counted(text: &str, unit: &Unit) -> bool {
    let Unit::Counted(counted) = unit else {
        return false;
    };
    let mut all = words(text).filter_map(|span| text.get(span)).map(stem_of);
    counted.first().is_some_and(|noun| {
        let noun = stem_of(noun);
        all.any(|word| word == noun)
    })
}

fn stem_of(word: &str) -> String {
    stem(&plain(word))
}

/// Whether a sentence gives the correct value of what the other gives another one of: `the correct rate ratio is 0.72`. The thing is named by several words, all
/// of which stand in the other.
fn says_the_correct(own: &[Quantity], text: &str, theirs: &[Quantity], other: &str) -> bool {
    const CORRECT: &[&str] = &["correct", "corrected"];
    const IS: &[&str] = &["is", "was", "are", "were", "should"];
    const LONGEST: usize = 5;
    // Nearly all sentences say nothing of the kind, and all are compared.
    if !text.contains("orrect") {
        return false;
    }
    let spans: Vec<_> = words(text).collect();
    let word = |at: usize| spans.get(at).and_then(|span| text.get(span.clone()));
    let lower = |at: usize| word(at).map(plain).unwrap_or_default();
    let Some(at) = (0..spans.len()).find(|at| CORRECT.contains(&lower(*at).as_str())) else {
        return false;
    };
    let Some(verb) =
        (at + 2..(at + 2 + LONGEST).min(spans.len())).find(|at| IS.contains(&lower(*at).as_str()))
    else {
        return false;
    };
    let said: Vec<String> = words(other)
        .filter_map(|span| other.get(span))
        .map(stem_of)
        .collect();
    let mut named = (at + 1..verb)
        .filter_map(word)
        .filter(|word| !is_stop_word(&plain(word)))
        .map(stem_of);
    let is_of_it = verb - at > 2 && named.all(|word| said.contains(&word));
    let behind = spans.get(verb).map_or(text.len(), |span| span.end);
    let new = own
        .iter()
        .filter(|quantity| quantity.span.start >= behind)
        .find(|quantity| quantity.amount().is_some());
    is_of_it
        && new.is_some_and(|new| {
            theirs.iter().any(|quantity| quantity.amount().is_some())
                && !theirs.iter().any(|other| other.bears_out(new))
        })
}

/// The values that a sentence says itself.
fn current<'q>(quantities: &'q [Quantity], text: &str) -> Vec<&'q Quantity> {
    let said = quantities.iter();
    said.filter(|quantity| !is_replaced(text, quantity))
        .collect()
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

/// Whether a value is only named as what another stands in the place of: `instead of 2.6 million`, `, not 18 months`, `revised from 40`.
fn is_replaced(text: &str, value: &Quantity) -> bool {
    #[rustfmt::skip]
    const BETWEEN: &[&str] = &["the", "a", "an", "its", "about", "around", "only", "just", "planned", "original", "earlier", "previous", "previously", "reported", "den", "die", "le", "la"];
    const PAIRS: &[(&str, &str)] = &[
        ("instead", "of"),
        ("rather", "than"),
        ("opposed", "to"),
        ("lieu", "de"),
        ("vez", "de"),
    ];
    const REVISES: &[&str] = &[
        "revised",
        "corrected",
        "updated",
        "adjusted",
        "raised",
        "lifted",
        "lowered",
        "upgraded",
        "downgraded",
        "restated",
    ];
    const REACH: usize = 6;
    let before = text.get(..value.span.start).unwrap_or_default();
    let all: Vec<&str> = words(before).filter_map(|span| before.get(span)).collect();
    let mut near = all
        .iter()
        .rev()
        .take(REACH)
        .map(|word| plain(word))
        .skip_while(|word| BETWEEN.contains(&word.as_str()));
    let (last, other) = (
        near.next().unwrap_or_default(),
        near.next().unwrap_or_default(),
    );
    let is_pair = PAIRS.contains(&(other.as_str(), last.as_str()));
    let is_denied = last == "not" && before.trim_end().ends_with("not") && {
        let head = before.trim_end().strip_suffix("not").unwrap_or_default();
        head.trim_end().ends_with([',', '(', ';']) || other == "and"
    };
    let is_revised = last == "from"
        && (REVISES.contains(&other.as_str()) || near.any(|word| REVISES.contains(&word.as_str())));
    is_pair || is_denied || is_revised || matches!(last.as_str(), "statt" | "anstatt" | "anstelle")
}

/// Whether two amounts of one kind lie apart beyond rounding and spread.
fn differs(a: &Amount, b: &Amount) -> bool {
    if a.is_compatible(b) {
        return false;
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

/// Whether a value is given to three digits or more.
fn is_exact(value: f64) -> bool {
    let scientific = format!("{value:e}");
    let mantissa = scientific.split('e').next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).count() >= 3
}

#[cfg(test)]
mod tests {
    use super::super::numbers::quantities;
    use super::super::terms::Lexicon;
    use super::*;

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
    fn a_value_that_is_given_as_the_correct_one_sets_the_other_right() {
        let sets = |a: &str, b: &str| {
            let (own, theirs) = (quantities(a), quantities(b));
            let found = sets_right(&own, &theirs, (a, b));
            assert_eq!(found, sets_right(&theirs, &own, (b, a)), "{a} / {b}");
            found
        };
        assert!(sets(
            "42 kitchen posts are vacant.",
            "The number of vacant kitchen posts was 24, not 42."
        ));
        assert!(sets(
            "The rate was 0.74 with the drug (rate ratio 0.61; 95 % CI 0.48 to 0.78).",
            "Owing to an error, the correct rate ratio is 0.72 (95 % CI 0.55 to 0.94)."
        ));
        for (a, b) in [
            (
                "42 kitchen posts are vacant.",
                "The number of teachers was 24, not 42.",
            ),
            (
                "The rate ratio was 0.61.",
                "The correct hazard ratio is 0.72.",
            ),
            (
                "The rate ratio was 0.72.",
                "The correct rate ratio is 0.72.",
            ),
            (
                "The correct spelling is Aldin.",
                "Aldin has 400 inhabitants.",
            ),
        ] {
            assert!(!sets(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn values_are_compared_kind_by_kind_and_without_those_that_are_replaced() {
        let old = "The dyke costs 2.6 million euros and takes 18 months.";
        for (new, expected) in [
            ("The dyke costs 3.4 million euros and takes 24 months.", 2),
            ("The dyke costs 3.4 million euros.", 1),
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
}
