//! Courses: from where to where, `from 40 to 52 million`, `from Genoa to Malta`. A claim that has the two ends exchanged has every word of its source.

use std::ops::Range;

use super::polarity::Opposition;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{Lexicon, Term, plain, plain_words};

/// The two ends of a course, as far as a text gives them.
#[derive(Default)]
struct Course {
    from: End,
    to: End,
}

#[derive(Default)]
struct End {
    text: String,
    amount: Option<Quantity>,
    terms: Vec<Term>,
}

/// Words of a way back.
const BACK: &[&str] = &[
    "back",
    "return",
    "returns",
    "returned",
    "returning",
    "homeward",
];

/// The ends of a claim's course that are the other ends of its source's.
pub(crate) fn reversed_course(claim: &str, source: &str, lexicon: &Lexicon) -> Option<Opposition> {
    let (own, theirs) = (Course::read(claim, lexicon), Course::read(source, lexicon));
    let is_at = |end: &End, other: &End| match (&end.amount, &other.amount) {
        (Some(own), Some(theirs)) => theirs.bears_out(own),
        (None, None) => end
            .terms
            .first()
            .is_some_and(|term| other.terms.contains(term)),
        _ => false,
    };
    let crosses = |end: &End, other: &End, same: &End| is_at(end, other) && !is_at(end, same);
    let starts = crosses(&own.from, &theirs.to, &theirs.from);
    let ends = crosses(&own.to, &theirs.from, &theirs.to);
    // The way back goes from where the way there leads to.
    let is_way_back = |text: &str| plain_words(text).any(|word| BACK.contains(&word.as_str()));
    // One end of two amounts tells the course; of two words both have to.
    let is_reversed = if own.from.amount.is_some() || own.to.amount.is_some() {
        starts || ends
    } else {
        starts && ends && !is_way_back(claim) && !is_way_back(source)
    };
    is_reversed.then(|| Opposition::Swapped {
        claim: own.said(),
        source: theirs.said(),
    })
}

impl Course {
    fn read(text: &str, lexicon: &Lexicon) -> Self {
        let mut course = Self::default();
        let has_start = text.contains("from ") || text.contains("From ");
        if !has_start && !text.contains(" to ") {
            return course;
        }
        let amounts = quantities(text);
        let read = plain_text(text);
        let spans = &read.spans;
        for (at, span) in spans.iter().enumerate() {
            let word = text.get(span.clone()).unwrap_or_default();
            if !word.starts_with(['f', 'F', 't', 'T']) {
                continue;
            }
            let end = match plain(word).as_str() {
                "from" => &mut course.from,
                "to" => &mut course.to,
                _ => continue,
            };
            if !end.text.is_empty() {
                continue;
            }
            let next = spans.get(at + 1).map_or(text.len(), |next| next.start);
            // A currency sign stands before its number.
            let amount = amounts.iter().find(|amount| {
                (span.end..=next).contains(&amount.span.start) && amount.amount().is_some()
            });
            // Without its start only what a change came to is an end: `raised the fee to 40`, not `sold to 40 guests`.
            if !has_start && (amount.is_none() || !is_told_as_change(text, spans, at)) {
                continue;
            }
            if let Some(amount) = amount {
                end.text = String::from(text.get(amount.span.clone()).unwrap_or_default());
                end.amount = Some(amount.clone());
                continue;
            }
            let mut last = span.end;
            for next in spans.iter().skip(at + 1).take(MOST) {
                let gap = text.get(last..next.start).unwrap_or_default();
                let word = text.get(next.clone()).unwrap_or_default();
                if gap.contains([',', ';', '.', ':'])
                    || matches!(word, "from" | "to" | "and" | "in" | "by" | "via" | "for")
                {
                    break;
                }
                last = next.end;
                end.terms.extend(lexicon.known(word));
            }
            end.text = String::from(text.get(span.end..last).unwrap_or_default().trim());
        }
        course
    }

    fn said(&self) -> String {
        let part = |word: &str, end: &End| {
            let is_told = !end.text.is_empty();
            is_told.then(|| format!("{word} {}", end.text))
        };
        let parts: Vec<String> = [part("from", &self.from), part("to", &self.to)]
            .into_iter()
            .flatten()
            .collect();
        parts.join(" ")
    }
}

/// Whether one of the few words before a place says that something rose or fell.
fn is_told_as_change(text: &str, spans: &[Range<usize>], at: usize) -> bool {
    const REACH: usize = 5;
    let before = spans.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    before.iter().any(|span| {
        let word = text.get(span.clone()).map(plain).unwrap_or_default();
        axis(&word).is_some_and(|(axis, _)| axis == 0)
    })
}

/// Words of an end that are read.
const MOST: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        lexicon.term_set(source);
        let found = reversed_course(claim, source, &lexicon);
        assert_eq!(found.is_some(), expected, "{source} / {claim}: {found:?}");
    }

    #[test]
    fn exchanged_ends_are_told() {
        check(
            "Output moved from 52 to 40 tonnes.",
            "Output moved from 40 to 52 tonnes.",
            true,
        );
        check(
            "Fees rose to $52 million from $40 million.",
            "Fees were $40 million, up from $52 million.",
            true,
        );
        check(
            "The ship sailed from Malta to Genoa.",
            "The ship sailed from Genoa to Malta.",
            true,
        );
        check(
            "The fare went from 40 to 52 cents.",
            "The fare was cut to 40 cents.",
            true,
        );
    }

    #[test]
    fn ends_in_another_order_and_other_courses_are_not() {
        check(
            "The ship sailed from Genoa to Malta.",
            "The ship sailed to Malta from Genoa.",
            false,
        );
        check(
            "Fees rose from $40 to $52.",
            "Fees rose to $52 from $40.",
            false,
        );
        check(
            "The fare went from 40 to 52 cents.",
            "The fare was raised to 52 cents.",
            false,
        );
        check(
            "The club grew from 40 to 52 members.",
            "It sold cards to 40 members.",
            false,
        );
        check(
            "The ferry goes from Genoa to Malta, and takes longer on the return journey.",
            "On the way back from Malta to Genoa the ferry takes longer.",
            false,
        );
        check(
            "He moved from Oslo to work in Bergen.",
            "She came from Bergen.",
            false,
        );
    }
}
