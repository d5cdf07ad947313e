//! Overtaken: sentences that a newer source takes back, puts right or tells to have come about. A draft tells what it says in their place.
//!
//! Who asks what happened wants to hear of both, and what sources contradict each other in is told as that (`disagree`).

use std::collections::HashSet;

use super::disagree::find;
use super::giving_way::sourced;
use super::pool::{Pool, hosts};
use super::rank::RELEVANT;
use crate::check::{Overtaking, QuestionKind, is_overtaken_in_part};
use crate::pipeline::Request;
use crate::study::is_newer;

/// Candidates that are read for this at most: those that would be told.
const MOST: usize = 120;

/// The candidates that a newer one overtakes by its words, each with that.
pub(super) fn overtaken(pool: &Pool, request: &Request, relevance: &[f32]) -> Vec<(usize, usize)> {
    let kind = QuestionKind::of(&request.question);
    if request.current.is_some() || matches!(kind, QuestionKind::Events | QuestionKind::Said) {
        return Vec::new();
    }
    let sides = pool.conflicts.iter().flat_map(|one| [&one.a, &one.b]);
    let disputed: HashSet<usize> = sides.filter_map(|side| find(pool, side)).collect();
    let worth = |at: usize| relevance.get(at).copied().unwrap_or_default();
    let mut old: Vec<usize> = (0..pool.candidates.len())
        .filter(|at| worth(*at) >= RELEVANT && !disputed.contains(at))
        .collect();
    old.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)));
    old.truncate(MOST);
    let texts = old.iter().filter_map(|at| sourced(pool, request, *at));
    let mut standing = Overtaking::of(texts.map(|one| (one.text, one.title))).to(&request.question);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for new in 0..pool.candidates.len() {
        let candidate = pool.candidates.get(new);
        let is_told = candidate.is_some_and(|one| !one.is_taken_back) && worth(new) > 0.0;
        let Some(said) = sourced(pool, request, new).filter(|_| is_told) else {
            continue;
        };
        if said.date.is_none() || hosts(pool, new).is_none() {
            continue;
        }
        for (place, _) in standing.by((said.text, said.title)) {
            let at = old.get(place).copied();
            let stood = at.and_then(|at| Some((at, sourced(pool, request, at)?)));
            let Some((at, stood)) = stood.filter(|(at, _)| *at != new) else {
                continue;
            };
            let dates = said.date.zip(stood.date);
            let is_later = dates.and_then(|(new, old)| is_newer(new, old)) == Some(true);
            if is_later && !is_overtaken_in_part(stood.text, said.text) {
                found.push((at, new));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, context, report, request};
    use super::super::write;
    use crate::pipeline::Request;
    use crate::study::RhetoricalRole;

    const LAUNCH: Set = Set {
        question: "When will the Vesper satellite be launched?",
        documents: &[
            report(
                "Space agency",
                "2024-02-01",
                "The Vesper satellite weighs 640 kilograms. The launch of the Vesper satellite is planned for 12 May 2025.",
            ),
            report(
                "Space agency, April",
                "2025-04-01",
                "The launch of the Vesper satellite has been moved to 3 October 2025 because of a leaking valve.",
            ),
        ],
    };

    #[test]
    fn a_draft_tells_the_date_that_holds_and_not_the_one_before() {
        let text = write(&Request {
            context: context(&LAUNCH, 2),
            ..request(&LAUNCH, RhetoricalRole::Resolution)
        });
        assert!(text.contains("3 October 2025 because"), "{text}");
        assert!(
            !text.contains("12 May 2025") || text.contains("isagree") || text.contains("differ"),
            "{text}"
        );
    }
}
