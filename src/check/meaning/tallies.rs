//! Tallies: which of two there are more of, where a sentence counts both: `706 women and 1700 men`.

use super::denying::is_denying;
use super::polarity::Opposition;
use crate::check::language::numbers::{Quantity, Unit, known_or_read};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;

/// What a claim says there are more, or fewer, of than of another, where its source counts it the other way round.
pub(crate) fn other_tally(
    claim: &Reading<'_>,
    source: &Reading<'_>,
    quantities: &[Quantity],
) -> Option<Opposition> {
    let (at, is_more, one, other) = compared(claim)?;
    // Beside a claim without numbers those of its evidence are not read.
    let quantities = known_or_read(quantities, source.text);
    let counts: Vec<Count<'_>> = quantities
        .iter()
        .filter_map(|quantity| Count::read(source, quantity))
        .collect();
    let mut pairs = counts.windows(2).filter_map(|pair| {
        const BETWEEN: usize = 3;
        let [first, second] = pair else { return None };
        if second.from > first.noun + 1 + BETWEEN {
            return None;
        }
        let (a, b) = match (first.of, second.of) {
            (a, b) if (a, b) == (one, other) => (first, second),
            (a, b) if (a, b) == (other, one) => (second, first),
            _ => return None,
        };
        // `Of the 9,681 women and 8,888 men` tells of whom the counts are.
        (!first.is_whole && a.is_percent == b.is_percent).then_some((a, b))
    });
    let (a, b) = pairs.next()?;
    let is_other = |a: &Count<'_>, b: &Count<'_>| {
        if is_more {
            a.value < b.value
        } else {
            a.value > b.value
        }
    };
    (is_other(a, b) && pairs.all(|(a, b)| is_other(a, b))).then(|| Opposition::Swapped {
        claim: claim.text_of(&(at..at + 2)).to_owned(),
        source: format!("{} … {}", a.said, b.said),
    })
}

/// `More women than men`: where it stands, and of what there are more, or fewer, than of what.
fn compared(claim: &Reading<'_>) -> Option<(usize, bool, Term, Term)> {
    const REACH: usize = 3;
    if claim.words.iter().any(|word| is_denying(word)) {
        return None;
    }
    (0..claim.words.len()).find_map(|at| {
        let is_more = match claim.word(at) {
            "more" => true,
            "fewer" => false,
            _ => return None,
        };
        let than = (at + 2..at + 2 + REACH).find(|&place| claim.word(place) == "than")?;
        let one = claim.term(than - 1)?;
        let other = (than + 1..than + 3).find_map(|place| claim.term(place))?;
        (one != other).then_some((at, is_more, one, other))
    })
}

/// A number of something in a sentence.
struct Count<'t> {
    /// Where the number stands, and what it counts.
    from: usize,
    noun: usize,
    value: f64,
    is_percent: bool,
    of: Term,
    /// Whether it is named only as that of which a part is told.
    is_whole: bool,
    said: &'t str,
}

impl<'t> Count<'t> {
    fn read(source: &Reading<'t>, quantity: &Quantity) -> Option<Self> {
        const REACH: usize = 3;
        const OF_A_TIME: &[&str] = &["in", "since", "by", "from", "until", "during", "to"];
        let (value, unit) = match (quantity.amount(), quantity.date()) {
            (Some(amount), _) if amount.low >= amount.high => (amount.low, &amount.unit),
            // `1700 men` reads as a year.
            (None, Some(date)) if date.month.is_none() => (f64::from(date.year?), &Unit::Bare),
            _ => return None,
        };
        let is_percent = *unit == Unit::Percent;
        if !is_percent && !matches!(unit, Unit::Counted(_) | Unit::Bare) {
            return None;
        }
        let from = source
            .spans
            .partition_point(|span| span.start < quantity.span.start);
        // Of a percentage the unit is a part, of a count the noun.
        let is_noun = |at: &usize| {
            let starts_behind = source
                .spans
                .get(*at)
                .is_some_and(|span| span.start >= quantity.span.end || !is_percent && *at > from);
            starts_behind && source.term(*at).is_some()
        };
        let noun = (from..from + 1 + REACH).find(is_noun)?;
        let before = |back: usize| from.checked_sub(back).map_or("", |at| source.word(at));
        if quantity.date().is_some() && OF_A_TIME.contains(&before(1)) {
            return None;
        }
        Some(Self {
            from,
            noun,
            value,
            is_percent,
            of: source.term(noun)?,
            is_whole: !is_percent && (before(1) == "of" || before(2) == "of" && before(1) == "the"),
            said: source.text_of(&(from..noun + 1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::numbers::quantities;
    use crate::check::language::terms::Lexicon;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let found = other_tally(&own, &theirs, &quantities(source));
        assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
    }

    #[test]
    fn there_are_more_of_what_is_counted_higher() {
        let source = "Of the 980 boys and 610 girls who sat the test, 70 boys and 95 girls passed.";
        check("More boys than girls passed.", source, true);
        check("More girls than boys passed.", source, false);
        check("Fewer girls than boys passed.", source, true);
        check("More boys than men passed.", source, false);
        let shares = "It was passed by 12% of boys and 31 percent of girls.";
        check("More boys than girls passed it.", shares, true);
        check("More girls than boys passed it.", shares, false);
    }
}
