//! Reached: whether an amount is what a change came to or how much it was, `fell to 5 per cent`, `fell by 5 per cent`.

use crate::check::language::directions::axis;
use crate::check::language::numbers::{Quantity, with_bound};
use crate::check::language::terms::{plain, words};

/// What an amount is of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    By,
    To,
}

/// How a claim and its source say one amount, where it is another part of a change in all sentences that give it.
pub(crate) fn other_part<'s>(
    claim: (&str, &[Quantity]),
    sources: &(impl Iterator<Item = (&'s str, &'s [Quantity])> + Clone),
) -> Option<(String, String)> {
    claim.1.iter().find_map(|wanted| {
        let (own, said) = part(claim.0, wanted)?;
        let mut other = None;
        for (text, quantities) in sources.clone() {
            let same = quantities
                .iter()
                .filter(|own| own.has_value_of(wanted) && own.bears_out(wanted));
            for quantity in same {
                match part(text, quantity) {
                    Some((part, said)) if part != own => other = Some(said),
                    // It is told alike, or it is not told of what it is a part.
                    _ => return None,
                }
            }
        }
        Some((said, other?))
    })
}

/// What an amount is of the change that is told before it, with the words that say so.
fn part(text: &str, quantity: &Quantity) -> Option<(Part, String)> {
    const REACH: usize = 5;
    quantity
        .amount()
        .filter(|amount| amount.low >= amount.high)?;
    let span = with_bound(text, &quantity.span);
    let head = text.get(..span.start)?;
    let before: Vec<_> = words(head).collect();
    let word = |back: usize| {
        let at = before.len().checked_sub(back)?;
        head.get(before.get(at)?.clone())
    };
    let is_change = |word: &str| axis(&plain(word)).is_some_and(|(axis, _)| axis == 0);
    let last = word(1)?;
    let part = match last {
        "by" => Part::By,
        "to" => Part::To,
        // `Fell below 5` says where it came to.
        _ if is_change(last) && span == quantity.span => Part::By,
        _ => return None,
    };
    let is_told = (1..=REACH).filter_map(word).any(is_change);
    // `From 3 to 5` gives both ends.
    let is_end = (2..=REACH).filter_map(word).any(|word| word == "from");
    let from = before.last()?.start;
    (is_told && !is_end).then(|| {
        (
            part,
            text.get(from..span.end).unwrap_or_default().to_owned(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::numbers::quantities;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let (own, theirs) = (quantities(claim), quantities(source));
        let sources = [(source, theirs.as_slice())];
        let found = other_part((claim, &own), &sources.into_iter());
        assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
    }

    #[test]
    fn what_a_change_came_to_is_not_how_much_it_was() {
        check("The share fell to 5 %.", "The share fell by 5 %.", true);
        check("The share fell by 5 %.", "The share fell to 5 %.", true);
        check("The share fell by 5 %.", "The share fell 5 %.", false);
        check(
            "The share fell to below 5 %.",
            "The share fell below 5 %.",
            false,
        );
        check(
            "The share fell to 5 %.",
            "The share fell by 2 points to 5 %.",
            false,
        );
        check("The share fell to 5 %.", "The share of 5 % is low.", false);
        check("It was sold to 5 men.", "It was bought by 5 men.", false);
    }
}
