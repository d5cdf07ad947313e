//! Corroborated: standing sentences that a new source says as well, which is a second citation for them and no sentence of its own.
//!
//! The new sentence may say who says so, or where; it gives no figure that the standing one does not. A copy of what is cited already bears nothing out.

use super::lean::is_dependent;
use super::marks::without_marks;
use super::pool::{Candidate, Pool};
use super::standing::{Claim, Standing};
use super::update::Insertion;
use crate::check::{Overtaken, Pairs, Quantity, Things, has_stem, quantities};
use crate::pipeline::Request;
use crate::study::{DocumentId, Verdict, citation};

/// Sources that a sentence names at most.
const MOST: usize = 3;

/// The marks to be set behind those of standing sentences, each with the candidate that says the same. What is pinned stays as it is, and so does what leans on
/// the sentence before it: alone it does not tell what it is about.
pub(super) fn corroborated(
    pool: &Pool,
    standing: &Standing,
    request: &Request,
    is_free: &dyn Fn(usize) -> bool,
) -> Vec<Insertion> {
    let is_pinned = |sentence: &str| {
        let mut pinned = request.pinned.iter();
        pinned.any(|known| known.trim() == sentence)
    };
    let asked = quantities(&request.question);
    let mut insertions: Vec<Insertion> = Vec::new();
    for claim in &standing.claims {
        let sentence = standing.text.get(claim.span.clone()).unwrap_or_default();
        let is_closed = is_pinned(sentence.trim()) || is_dependent(&without_marks(sentence));
        let Some(end) = behind_marks(sentence).filter(|_| !is_closed) else {
            continue;
        };
        let end = claim.span.start + end;
        let mut sources: Vec<DocumentId> = sources(request, &claim.numbers);
        let mut added: Vec<usize> = Vec::new();
        for (at, candidate) in pool.candidates.iter().enumerate() {
            let is_room = claim.numbers.len() + added.len() < MOST;
            let is_copy = candidate.is_long() && candidate.key == claim.key;
            let is_cited = claim.numbers.contains(&candidate.number);
            let is_other = !sources.contains(&candidate.source) && !is_cited && !is_copy;
            let may_be = candidate.fresh
                && candidate.leans_on.is_none()
                && !candidate.is_taken_back
                && is_free(at);
            let is_said = || says(pool, candidate, (claim, sentence), &asked);
            let takes_back =
                || Overtaken::by_words(&without_marks(sentence), &candidate.text).is_some();
            if is_room && is_other && may_be && is_said() && !takes_back() {
                sources.push(candidate.source);
                added.push(at);
            }
        }
        let marks = added.iter().filter_map(|at| pool.candidates.get(*at));
        let marks: Vec<String> = marks.map(|one| format!("[{}]", one.number)).collect();
        if !marks.is_empty() {
            insertions.push(Insertion {
                at: Some(end),
                text: marks.concat(),
                candidate: added.first().copied(),
                from: Some(end),
            });
        }
    }
    insertions
}

/// Whether a candidate says all that a claim with a figure does, of the same thing, and gives no figure beside it but those that are `asked` about.
pub(super) fn says(
    pool: &Pool,
    candidate: &Candidate,
    (claim, sentence): (&Claim, &str),
    asked: &[Quantity],
) -> bool {
    let statement = &claim.statement;
    let is_known = |own: &Quantity| {
        let mut known = statement.quantities.iter().chain(asked);
        known.any(|known| known.bears_out(own))
    };
    let own = &candidate.statement;
    let mut firm = own.quantities.iter().filter(|one| one.is_firm());
    statement.quantities.iter().any(Quantity::is_firm)
        && firm.all(is_known)
        && pool.says_the_same(statement, own)
        && is_of_the_same(pool, candidate, (claim, &without_marks(sentence)))
}

/// Whether a candidate that has the words of a claim speaks of what that does, and not of another thing in their midst: `the study recommends ordering both boats`, `the
/// airport study recommends ordering both snowploughs`.
fn is_of_the_same(pool: &Pool, candidate: &Candidate, (claim, bare): (&Claim, &str)) -> bool {
    let of_source = |one: &&Candidate| claim.numbers.contains(&one.number);
    let is_told = |word: &str| {
        let mut own = pool.candidates.iter().filter(of_source);
        let titles = claim.numbers.iter().filter_map(|one| pool.titles.get(one));
        own.any(|one| has_stem(&one.text, word))
            || titles.into_iter().any(|one| has_stem(one, word))
    };
    let (own, theirs) = (Things::read(&candidate.text), Things::read(bare));
    !own.are_other_sorts_or_speakers(&theirs)
        && !own.is_narrower_than(&theirs, &is_told)
        && Pairs::default().judge(bare, &[&candidate.text]).verdict == Verdict::Supported
}

/// The documents behind some numbers, or those that they are near-copies of.
fn sources(request: &Request, numbers: &[u32]) -> Vec<DocumentId> {
    let documents = request.context.documents.iter();
    let cited = documents.filter(|one| numbers.contains(&one.number));
    cited.map(|one| one.document.source()).collect()
}

/// Where a further mark stands in a sentence that has some: behind the last.
fn behind_marks(sentence: &str) -> Option<usize> {
    let close = sentence.rfind(']')? + 1;
    let rest = sentence.get(close..)?;
    let ends = rest.chars().all(|letter| !letter.is_alphanumeric());
    (ends && !citation::numbers(sentence).is_empty()).then_some(close)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, context, report, request};
    use super::super::write;
    use crate::pipeline::Request;
    use crate::study::{CycleKind, RhetoricalRole};

    const LEAVE: Set = Set {
        question: "How did the four-day week change sick leave and turnover?",
        documents: &[
            report(
                "Pilot report",
                "2023-06-15",
                "Sick leave fell from 5.2 to 3.9 days per employee. Staff turnover fell by 22 percent.",
            ),
            report(
                "Wire report",
                "2024-02-21",
                "Sick leave fell from 5.2 to 3.9 days per employee in companies that tried the four-day week, the institute said. Staff turnover fell by 25 percent in the north.",
            ),
        ],
    };

    fn updated(current: &str) -> String {
        write(&Request {
            cycle: CycleKind::Update,
            context: context(&LEAVE, 1),
            current: Some(current.to_owned()),
            ..request(&LEAVE, RhetoricalRole::Situation)
        })
    }

    #[test]
    fn what_a_second_source_says_as_well_is_cited_behind_the_sentence_and_not_told_again() {
        let text = updated("Sick leave fell from 5.2 to 3.9 days per employee [1].");
        assert!(
            text.starts_with("Sick leave fell from 5.2 to 3.9 days per employee [1][2]."),
            "{text}"
        );
        assert_eq!(text.matches("3.9 days").count(), 1, "{text}");
    }

    #[test]
    fn another_figure_of_the_same_is_no_second_source() {
        let text = updated("Staff turnover fell by 22 percent [1].");
        assert!(!text.contains("22 percent [1][2]"), "{text}");
    }

    #[test]
    fn what_says_all_with_more_figures_is_told_for_itself() {
        let text = updated("Sick leave fell to 3.9 days per employee [1].");
        assert!(!text.contains("employee [1][2]."), "{text}");
    }
}
