//! Amounts: what a claim makes of an amount that its sentence has, `to 58 percent` of `by 58 percent`, `38 million a year` of `38 million`, and what is done with it.

use super::{Nuance, Side};
use crate::check::language::numbers::{Quantity, Unit};
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::stem;
use crate::check::support::bindings::Exchange;

/// Words between an amount and what stands before it.
#[rustfmt::skip]
const BOUNDS: &[&str] = &[
    "about", "around", "nearly", "almost", "over", "under", "more", "than", "less", "fewer", "at", "least", "most", "some", "roughly", "approximately", "only",
    "just", "a", "an", "the", "another", "further", "exactly", "total", "of", "estimated",
];

/// Where a claim makes another thing of an amount than its sentence does.
pub(super) fn other_amount(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    if source.quantities.is_empty() {
        return None;
    }
    too_many(claim, source)
        .or_else(|| exact_for_about(claim, source))
        .or_else(|| other_change(claim, source))
        .or_else(|| added_rate(claim, source))
        .or_else(|| other_deed(claim, source))
        .or_else(|| counted_for_another(claim, source))
}

/// Where a claim gives the number of one of two things that a sentence counts side by side to the other: `120 adults` of `120 children and 80 adults`.
fn counted_for_another(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let nouns = |own: &Quantity| match own.amount().map(|own| &own.unit) {
        Some(Unit::Counted(nouns)) => nouns.first().cloned(),
        _ => None,
    };
    let is_exact = |own: &&Quantity| own.amount().is_some_and(|own| own.low >= own.high);
    let counts = |side: Side<'_>| -> Vec<(Quantity, String)> {
        let all = side.quantities.iter().filter(is_exact);
        all.filter_map(|own| Some((own.clone(), nouns(own)?)))
            .collect()
    };
    let (own, theirs) = (counts(claim), counts(source));
    let [(amount, noun)] = own.as_slice() else {
        return None;
    };
    theirs.windows(2).find_map(|pair| {
        let [(first, one), (second, other)] = pair else {
            return None;
        };
        let between = source
            .reading
            .text
            .get(first.span.start..second.span.start)?;
        let is_list = between.contains(" and ") && between.split(' ').count() <= 5;
        let (named, counted, of) = if other == noun {
            (second, first, one)
        } else {
            (first, second, other)
        };
        let is_own = nouns(named).as_ref() == Some(noun) && of != noun;
        let is_swapped = counted.has_value_of(amount) && !named.has_value_of(amount);
        let is_elsewhere = theirs
            .iter()
            .any(|(own, of)| of == noun && own.has_value_of(amount));
        (is_list && is_own && is_swapped && !is_elsewhere).then(|| {
            Nuance::Exchanged(Exchange {
                value: said(claim, amount).to_owned(),
                claim: noun.clone(),
                source: of.clone(),
            })
        })
    })
}

/// Words for many, each with the least that may be called so.
const MANY: &[(&str, f64)] = &[
    ("hundreds of thousands of", 150_000.0),
    ("tens of thousands of", 15_000.0),
    ("millions of", 1_500_000.0),
    ("thousands of", 1_500.0),
    ("hundreds of", 150.0),
    ("dozens of", 18.0),
];

/// Whether a text says of how many it speaks without a number.
pub(crate) fn counts_loosely(text: &str) -> bool {
    let lower = text.to_lowercase();
    MANY.iter().any(|(words, _)| lower.contains(words))
}

/// Where a claim speaks of dozens or hundreds of what its sentence counts fewer of.
fn too_many(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 2;
    (0..claim.len()).find_map(|at| {
        let (words, least) = MANY.iter().find(|(words, _)| claim.has_at(at, words))?;
        let end = at + words.split(' ').count();
        let what = claim.next(end, REACH)?;
        let few = source.quantities.iter().find(|own| {
            let behind = source.place(own.span.end.saturating_sub(1)) + 1;
            let is_less = own.amount().is_some_and(|amount| amount.high < *least);
            is_less && source.next(behind, REACH) == Some(what)
        })?;
        Some(Nuance::Opposed {
            claim: claim.said(at..end + 1),
            source: said(source, few).to_owned(),
        })
    })
}

/// Where a claim says `exactly 300` of what is `around 300`.
fn exact_for_about(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let at = (0..claim.len()).find(|&at| matches!(claim.word(at), "exactly" | "precisely"))?;
    let is_behind = |own: &&Quantity| claim.place(own.span.end.saturating_sub(1)) > at;
    let own = claim.quantities.iter().find(is_behind)?;
    let is_rounded = |other: &&Quantity| {
        let is_about = other.amount().is_some_and(|amount| amount.approximate);
        (is_about || other.is_rounding() || other.is_bound()) && other.has_value_of(own)
    };
    let theirs = source
        .quantities
        .iter()
        .find(|other| other.amount().is_some() && is_rounded(other))?;
    let is_told = source
        .quantities
        .iter()
        .any(|other| other.has_value_of(own) && !is_rounded(&other));
    (own.amount().is_some() && !is_told).then(|| Nuance::Stronger {
        claim: claim.said(at..at + 2),
        source: said(source, theirs).to_owned(),
    })
}

/// Where something changes by an amount to which it changes in a sentence, or the other way round.
fn other_change(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = amounts(claim);
    own.iter().find_map(|(amount, first)| {
        let own = to_or_by(claim, *first)?;
        if is_half(amount) {
            return None;
        }
        let theirs = || {
            source
                .quantities
                .iter()
                .filter(|their| is_same(their, amount))
                .map(|their| (their, to_or_by(source, source.place(their.span.start))))
        };
        let (their, _) = theirs().next()?;
        let is_other = |word: Option<&str>| word.is_some_and(|word| word != own);
        theirs()
            .all(|(_, word)| is_other(word))
            .then(|| Nuance::Opposed {
                claim: format!("{own} {}", said(claim, amount)),
                source: format!(
                    "{} {}",
                    if own == "to" { "by" } else { "to" },
                    said(source, their)
                ),
            })
    })
}

/// Whether an amount is the half that is left as well as gone.
fn is_half(amount: &Quantity) -> bool {
    const HALF: f64 = 50.0;
    amount
        .amount()
        .is_some_and(|own| own.unit == Unit::Percent && own.low.total_cmp(&HALF).is_eq())
}

fn to_or_by(side: Side<'_>, first: usize) -> Option<&str> {
    let at = (0..first)
        .rev()
        .find(|&at| !BOUNDS.contains(&side.word(at)))?;
    let word = side.word(at);
    // `Up to 58` is a bound.
    let is_bound = at > 0 && matches!(side.word(at - 1), "up" | "down" | "close" | "due");
    (matches!(word, "to" | "by") && !is_bound).then_some(word)
}

/// The time for which a claim gives an amount that its sentence gives for none.
fn added_rate(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    amounts(claim).into_iter().find_map(|(amount, _)| {
        let last = claim.place(amount.span.end.saturating_sub(1));
        // What is paid or counted may stand between: `2 million crowns a year`.
        let (from, (period, length)) =
            (last + 1..=last + 2).find_map(|at| Some((at, rate(claim, at)?)))?;
        let is_there = source.quantities.iter().any(|their| is_same(their, amount));
        let is_told = (0..source.len()).any(|at| period_of(source.word(at)) == Some(period));
        (is_there && !is_told).then(|| Nuance::Stronger {
            claim: claim.said(from..from + length),
            source: String::new(),
        })
    })
}

/// The time for which an amount before a place is given, and how many words say so: `a year`, `per month`, `annually`.
fn rate(side: Side<'_>, at: usize) -> Option<(&'static str, usize)> {
    if !side.reading.gap(at).trim().is_empty() {
        return None;
    }
    if matches!(side.word(at), "a" | "an" | "per" | "each" | "every") {
        let period = period_of(side.word(at + 1))?;
        // `38 million a year ago`, `a year later`.
        let is_when = matches!(
            side.word(at + 2),
            "ago" | "later" | "earlier" | "before" | "after"
        );
        return (!is_when).then_some((period, 2));
    }
    side.word(at)
        .ends_with("ly")
        .then(|| period_of(side.word(at)))?
        .map(|period| (period, 1))
}

/// The time that a word names or repeats by.
pub(super) fn period_of(word: &str) -> Option<&'static str> {
    #[rustfmt::skip]
    const PERIODS: &[(&str, &[&str])] = &[
        ("year", &["year", "years", "yearly", "annual", "annually", "annum"]), ("month", &["month", "months", "monthly"]), ("week", &["week", "weeks", "weekly"]),
        ("day", &["day", "days", "daily"]), ("hour", &["hour", "hours", "hourly"]), ("quarter", &["quarter", "quarters", "quarterly"]),
        ("decade", &["decade", "decades"]), ("night", &["night", "nights", "nightly"]), ("minute", &["minute", "minutes"]),
    ];
    PERIODS
        .iter()
        .find(|(_, words)| words.contains(&word))
        .map(|(period, _)| *period)
}

/// Where a claim says of an amount what a sentence says of another: `needs 24` where that `employs 24 and needs 60`.
fn other_deed(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let theirs: Vec<(&Quantity, Option<usize>)> = amounts(source)
        .into_iter()
        .map(|(amount, first)| (amount, deed(source, first)))
        .collect();
    if theirs.len() < 2 {
        return None;
    }
    amounts(claim).into_iter().find_map(|(amount, first)| {
        let at = deed(claim, first)?;
        let root = stem(claim.word(at));
        let is_deed = |place: usize| stem(source.word(place)) == root;
        let mut same = theirs
            .iter()
            .filter(|(their, _)| is_same(their, amount))
            .peekable();
        let &&(_, Some(other)) = same.peek()? else {
            return None;
        };
        let is_of_other = theirs.iter().any(|(their, place)| {
            !is_same(their, amount) && is_of_a_kind(their, amount) && place.is_some_and(is_deed)
        });
        let is_alike = |place: usize| {
            let places = |root: &str| Places::of(root);
            places(&root).relation(places(&stem(source.word(place)))) == Some(Relation::Alike)
        };
        let is_another = |(_, place): &(&Quantity, Option<usize>)| {
            place.is_some_and(|place| !is_deed(place) && !is_alike(place))
        };
        let is_said_too =
            (0..claim.len()).any(|at| stem(claim.word(at)) == stem(source.word(other)));
        (is_of_other && !is_said_too && same.all(is_another)).then(|| {
            Nuance::Exchanged(Exchange {
                value: said(claim, amount).to_owned(),
                claim: claim.said(at..at + 1),
                source: source.said(other..other + 1),
            })
        })
    })
}

/// Small words that say what is done with an amount.
#[rustfmt::skip]
const DEEDS: &[&str] = &["has", "have", "had", "make", "makes", "made", "use", "used", "get", "gets", "got"];

/// The word right before an amount that says what is done with it, or `has`.
fn deed(side: Side<'_>, first: usize) -> Option<usize> {
    let at = (0..first)
        .rev()
        .find(|&at| !BOUNDS.contains(&side.word(at)))?;
    let is_deed = side.term(at).is_some() || DEEDS.contains(&side.word(at));
    let is_joined = side.reading.gap(at + 1).trim().is_empty();
    (is_deed && is_joined).then_some(at)
}

/// The amounts of a text, each with its first word.
pub(super) fn amounts(side: Side<'_>) -> Vec<(&Quantity, usize)> {
    let amounts = side.quantities.iter().filter(|own| own.amount().is_some());
    amounts
        .map(|own| (own, side.place(own.span.start)))
        .collect()
}

/// Whether two amounts are one value of one kind.
pub(super) fn is_same(their: &Quantity, own: &Quantity) -> bool {
    their.amount().is_some() && their.has_value_of(own) && is_of_a_kind(their, own)
}

pub(super) fn is_of_a_kind(their: &Quantity, own: &Quantity) -> bool {
    let (Some(their), Some(own)) = (their.amount(), own.amount()) else {
        return false;
    };
    // What is counted is not always said again: `has 30 midwives and needs 45`.
    let is_count = |unit: &Unit| matches!(unit, Unit::Bare | Unit::Counted(_));
    their.unit.counts_same(&own.unit)
        || their.unit == own.unit
        || (their.unit == Unit::Bare || own.unit == Unit::Bare)
            && is_count(&their.unit)
            && is_count(&own.unit)
}

pub(super) fn said<'t>(side: Side<'t>, amount: &Quantity) -> &'t str {
    side.reading
        .text
        .get(amount.span.clone())
        .unwrap_or_default()
}
