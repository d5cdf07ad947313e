//! Trends: a claim that something rose or fell, held against the values of now and of before that its evidence gives: `$95 million, compared with $107 million a year
//! earlier`, or `1,450 in 2022 and 1,395 in 2023`, which have no word for the fall.

use std::ops::Range;

use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Quantity, Unit, known_or_read, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{
    Lexicon, Term, is_figure, is_stop_word, plain, plain_words, stem, words,
};
use crate::check::meaning::denying::is_denying;

/// What a claim says of the way that something went.
struct Trend<'c> {
    claim: &'c str,
    word: &'c str,
    rises: bool,
    /// What rose or fell.
    subject: Vec<Term>,
}

/// The word by which a claim says which way something went, and the values by which it went the other way.
pub(super) fn turned_trend<'s>(
    claim: &str,
    evidence: impl Iterator<Item = (&'s str, &'s [Quantity])>,
    lexicon: &Lexicon,
) -> Option<(String, String)> {
    let trend = Trend::read(claim, lexicon)?;
    let mut found = None;
    for (text, own) in evidence {
        let own = known_or_read(own, text);
        let course = trend
            .course(text, &own, lexicon)
            .or_else(|| trend.dated_course(text, &own));
        let Some((rises, said)) = course else {
            continue;
        };
        if rises == trend.rises {
            return None;
        }
        found = found.or_else(|| text.get(said).map(str::to_owned));
    }
    Some((trend.word.to_owned(), found?))
}

impl<'c> Trend<'c> {
    fn read(text: &'c str, lexicon: &Lexicon) -> Option<Self> {
        let read = plain_text(text);
        let (all, lower) = (&read.spans, &read.words);
        let word = |at: usize| all.get(at).and_then(|span| text.get(span.clone()));
        let is_bare =
            |word: &str| !is_denying(word) && !matches!(word, "than" | "slower" | "faster");
        if !lower.iter().all(|word| is_bare(word)) {
            return None;
        }
        let mut turns = (0..lower.len()).filter_map(|at| {
            let (axis, rises) = axis(lower.get(at)?)?;
            (axis == 0).then_some((at, rises))
        });
        let (at, rises) = turns.next().filter(|_| turns.next().is_none())?;
        let is = |at: usize, list: &[&str]| {
            lower
                .get(at)
                .is_some_and(|word| list.contains(&word.as_str()))
        };
        let known = |range: Range<usize>| -> Vec<Term> {
            range.filter_map(|at| lexicon.known(word(at)?)).collect()
        };
        // `Increased in 2023` says when.
        let is_when = lower.get(at + 2).is_some_and(|word| is_figure(word));
        let subject = if is(at + 1, OF) && !is_when {
            // `A decrease in net income`
            let end = (at + 2..lower.len()).find(|&next| is(next, ENDS));
            known(at + 2..end.unwrap_or(lower.len()))
        } else {
            let start = (0..at).rev().find(|&before| {
                let gap = all.get(before).zip(all.get(before + 1));
                let gap = gap.and_then(|(a, b)| text.get(a.end..b.start));
                gap.is_some_and(|gap| gap.contains([',', ';', ':']))
            });
            let start = start.map_or(0, |before| before + 1);
            let end = (start..at).find(|&next| is(next, ENDS) && next > start);
            known(start..end.unwrap_or(at))
        };
        (!subject.is_empty()).then(|| Self {
            claim: text,
            word: word(at).unwrap_or_default(),
            rises,
            subject,
        })
    }

    /// Whether what the claim speaks of rose by the values of a sentence, and the bytes of these.
    fn course(
        &self,
        text: &str,
        own: &[Quantity],
        lexicon: &Lexicon,
    ) -> Option<(bool, Range<usize>)> {
        const AGAINST: &[&str] = &[
            "compared with ",
            "compared to ",
            "compares to ",
            "compares with ",
            "versus ",
            "against ",
            "up from ",
            "down from ",
        ];
        let links = AGAINST
            .iter()
            .filter_map(|link| Some((text.find(link)?, link.len())));
        let (link, length) = links.min()?;
        let behind = own
            .iter()
            .find(|own| own.span.start >= link + length && is_value(own))?;
        let before = behind.amount()?;
        let now = own.iter().find(|own| {
            own.span.end <= link
                && is_value(own)
                && own.amount().is_some_and(|now| is_of_kind(now, before))
        })?;
        let told = text.get(..link)?;
        let held: Vec<Term> = words(told)
            .filter_map(|span| lexicon.known(told.get(span)?))
            .collect();
        let is_same = self.subject.iter().all(|term| held.contains(term));
        let between = text.get(now.span.end..behind.span.start)?;
        let tail = text.get(behind.span.end..)?;
        let is_earlier = between.ends_with("from ") || tells_earlier(tail);
        let (new, old) = (now.amount()?.low, before.low);
        let differ = (new - old).abs() > 1e-9 * old.abs();
        (is_same && is_earlier && differ && !between.contains(['?', '!']))
            .then_some((new > old, now.span.start..behind.span.end))
    }

    /// The same by two values of which each is given with its year, in whatever order: the first value is that of the first year.
    fn dated_course(&self, text: &str, own: &[Quantity]) -> Option<(bool, Range<usize>)> {
        let of_years = |all: &[Quantity]| -> Vec<u32> {
            let dates = all.iter().filter_map(Quantity::date);
            dates.filter_map(|date| date.year).collect()
        };
        let years = of_years(own);
        let mut values = own.iter().filter(|own| is_value(own));
        let (first, second) = (values.next()?, values.next()?);
        let (one, other) = (first.amount()?, second.amount()?);
        let [year, later] = *years else { return None };
        if values.next().is_some() || year == later || !is_of_kind(one, other) {
            return None;
        }
        let (old, new) = if year < later {
            (one.low, other.low)
        } else {
            (other.low, one.low)
        };
        let (from, to) = (year.min(later), year.max(later));
        let is_between = match *of_years(&quantities(self.claim)) {
            [] => true,
            [only] if plain_words(self.claim).any(|word| word == "since") => only == from,
            [only] => only == to,
            [a, b] => a.min(b) == from && a.max(b) == to,
            _ => false,
        };
        let differ = (new - old).abs() > 1e-9 * old.abs();
        let span = first.span.start.min(second.span.start)..first.span.end.max(second.span.end);
        (is_between && differ && self.is_told_in(text)).then_some((new > old, span))
    }

    /// Whether a text has what the claim says but for its turn and its times: all that it names, and of its other words all but one.
    fn is_told_in(&self, text: &str) -> bool {
        let held: Vec<String> = plain_words(text).map(|word| stem(&word)).collect();
        let mut untold = words(self.claim)
            .filter_map(|span| self.claim.get(span))
            .map(|word| (word, plain(word)))
            .filter(|(word, plain)| {
                *word != self.word
                    && !is_stop_word(plain)
                    && !is_figure(plain)
                    && !held.contains(&stem(plain))
            });
        let is_name = |word: &str| word.starts_with(char::is_uppercase);
        match (untold.next(), untold.next()) {
            (Some((word, _)), None) => !is_name(word) || self.claim.starts_with(word),
            (missing, _) => missing.is_none(),
        }
    }
}

fn is_value(own: &Quantity) -> bool {
    own.amount().is_some_and(|amount| {
        amount.low >= amount.high
            && amount.low > 0.0
            && !matches!(amount.unit, Unit::Label(_) | Unit::Times | Unit::Points)
    })
}

/// Whether two amounts measure one thing at two times, by their unit and size.
fn is_of_kind(now: &Amount, before: &Amount) -> bool {
    const MOST: f64 = 10.0;
    let is_one_unit = now.unit == before.unit
        || now.unit.counts_same(&before.unit)
        || now.unit == Unit::Bare
        || before.unit == Unit::Bare;
    let ratio = now.low / before.low;
    is_one_unit && (1.0 / MOST..=MOST).contains(&ratio)
}

/// Whether what stands behind a value says that it is of a time before: `a year earlier`, `in Q2 of last year`.
fn tells_earlier(tail: &str) -> bool {
    const REACH: usize = 9;
    const EARLIER: &[&str] = &[
        "earlier",
        "ago",
        "last",
        "previous",
        "prior",
        "before",
        "preceding",
        "year-ago",
        "previously",
    ];
    let mut near = plain_words(tail).take(REACH);
    near.any(|word| EARLIER.contains(&word.as_str()))
}

/// Words between a fall and what fell.
const OF: &[&str] = &["in", "of"];

/// Words with which the name of what rose or fell ends.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "in", "at", "on", "of", "for", "from", "to", "by", "over", "during", "since", "compared", "against", "versus", "between", "with", "after", "and", "while", "but", "was",
    "were", "is", "are", "has", "have", "had",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        lexicon.term_set(source);
        let found = turned_trend(claim, [(source, &[][..])].into_iter(), &lexicon);
        assert_eq!(found.is_some(), expected, "{source} / {claim}: {found:?}");
    }

    #[test]
    fn two_values_of_two_times_say_which_way_it_went() {
        let profit = "Net profit in the second quarter was $94.8 million or $0.91 per share, compared with $106.6 million or $1.04 a year earlier.";
        check(profit, "Net profit rose in the second quarter.", true);
        check(profit, "The firm had an increase in net profit.", true);
        check(profit, "Net profit fell in the second quarter.", false);
    }

    #[test]
    fn two_values_with_their_years_say_which_way_it_went() {
        const CARGO: &str = "Havnsund handled 1,450 kt of cargo in 2022 and 1,395 kt in 2023.";
        const STAFF: &str = "The firm employed 310 people in 2019; by 2022 the number was 274.";
        check(CARGO, "Cargo at Havnsund increased in 2023.", true);
        check(CARGO, "Cargo at Havnsund fell in 2023.", false);
        check(CARGO, "Cargo at Havnsund rose between 2022 and 2023.", true);
        check(CARGO, "Cargo at Havnsund has risen since 2022.", true);
        check(CARGO, "Cargo at Havnsund rose in 2022.", false);
        check(CARGO, "Cargo at Tveit increased in 2023.", false);
        check(
            STAFF,
            "The number of people employed rose between 2019 and 2022.",
            true,
        );
        check(
            STAFF,
            "The number of people employed fell between 2019 and 2022.",
            false,
        );
    }

    #[test]
    fn values_of_other_things_and_of_one_time_say_nothing_of_it() {
        let profit = "Net profit was $94.8 million, compared with $106.6 million a year earlier.";
        check(profit, "Gross profit rose.", false);
        check(profit, "Net profit did not rise.", false);
        check(profit, "Net profit rose and then fell.", false);
        check(
            "Oslo counted 40 firms, compared with 60 in Bergen.",
            "The firms in Oslo increased.",
            false,
        );
    }
}
