//! Own times: a sentence without a date is read as of the time that the sentences before it give. Set behind those of another year, it would be false, so the
//! sentence of its own source that dates it comes along.

use super::pool::{Candidate, Pool};
use crate::check::{Date, Quantity, quantities};

/// How far before a sentence its source may have dated it.
const REACH: usize = 2;

/// The fresh sentence that dates another one in its source, where what stands before its new place gives another time.
pub(super) fn dated_by(pool: &Pool, at: usize, before: &str) -> Option<usize> {
    let read = dates(&quantities(before)).pop()?;
    let own = pool.candidates.get(at)?;
    let is_otherwise = |candidate: &Candidate| {
        let all = dates(&candidate.statement.quantities);
        !all.is_empty() && all.iter().all(|date| !date.is_compatible(read))
    };
    // What is so now is of the time of its source.
    let tells_now = own
        .text
        .split_whitespace()
        .any(|word| matches!(word, "now" | "currently"));
    if is_otherwise(own) || tells_now {
        return None;
    }
    let mut behind = (1..=REACH).filter_map(|back| at.checked_sub(back));
    behind.find(|place| {
        let candidate = pool.candidates.get(*place);
        candidate.is_some_and(|one| {
            one.fresh
                && one.passage == own.passage
                && one.span.end <= own.span.start
                && one.leans_on.is_none()
                && is_otherwise(one)
        })
    })
}

fn dates(all: &[Quantity]) -> Vec<Date> {
    all.iter().filter_map(Quantity::date).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, context, report, request};
    use super::super::write;
    use crate::pipeline::{Otherwise, Request};
    use crate::study::{CycleKind, RhetoricalRole};

    const HARBOUR: Set = Set {
        question: "How clean is the water in Lindholm harbour?",
        documents: &[
            report(
                "Harbour monitoring 2024",
                "2025-02-10",
                "The water authority sampled Lindholm harbour at six stations in 2024. Copper in the water averaged 14 micrograms per litre.",
            ),
            report(
                "Harbour monitoring 2025",
                "2026-02-12",
                "The water authority sampled Lindholm harbour at six stations in 2025. Copper in the water averaged 11 micrograms per litre.",
            ),
        ],
    };

    /// The section after an update in which the figure of the second report takes the place of that of the first.
    fn updated(before: &str) -> String {
        let first = request(&HARBOUR, RhetoricalRole::Situation);
        let sentence = "Copper in the water averaged 14 micrograms per litre [1].";
        write(&Request {
            cycle: CycleKind::Update,
            context: context(&HARBOUR, 1),
            current: Some(format!("{before}{sentence}")),
            otherwise: vec![Otherwise {
                section: first.section,
                sentence: sentence.to_owned(),
                said: "Copper in the water averaged 11 micrograms per litre.".to_owned(),
                gives_way: true,
                number: Some(2),
                ..Otherwise::default()
            }],
            ..first
        })
    }

    #[test]
    fn a_new_figure_is_not_read_as_of_the_year_that_stands_before_it() {
        let text =
            updated("The water authority sampled Lindholm harbour at six stations in 2024 [1]. ");
        assert!(
            text.contains("at six stations in 2025 [2]. Copper in the water averaged 11 micrograms per litre [2]."),
            "{text}"
        );
        assert_eq!(text.matches("in 2025").count(), 1, "{text}");
        assert!(
            text.starts_with(
                "The water authority sampled Lindholm harbour at six stations in 2024 [1]."
            ),
            "{text}"
        );
        // Where nothing before it gives a time, it stands by itself.
        let text = updated("");
        assert!(
            text.starts_with("Copper in the water averaged 11"),
            "{text}"
        );
    }
}
