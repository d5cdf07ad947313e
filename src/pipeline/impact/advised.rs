//! Sentences of the brief by which somebody advises what they advise otherwise in new evidence, without a word that the first advice is given up.
//!
//! Another year or amount of the same deed does not agree with it; another deed is told beside it. Which of them holds is for the writer to say.

use super::facts::{is_new, is_taken_back, is_told};
use super::overtaken::is_older;
use super::{News, Said, Standing, Touch, Touched, is_of_others, sourced, sourced_by};
use crate::check::{ConflictKind, Index, OtherAdvice, advises_otherwise};
use crate::study::{Study, is_newer};

/// The sentences that are advised otherwise; what is `told` already is left out.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
    told: &[&Said],
    is_touched: &dyn Fn(&Standing) -> bool,
) -> Vec<Touched> {
    let all = index.entries.iter();
    let all = all.filter(|entry| is_new(index, entry) && !is_told(index, entry, told));
    let all = all.filter(|entry| !is_taken_back(index, entry) && !news.repeats(index, entry));
    let mut touched: Vec<Touched> = Vec::new();
    for entry in all {
        let Some(piece) = index.evidence.get(entry.evidence) else {
            continue;
        };
        let said = Said {
            document: piece.passage.document,
            passage: piece.passage.id,
            span: entry.span.clone(),
            text: index.text(entry).to_owned(),
        };
        let fresh = sourced_by(study, &said);
        for claim in standing.iter().filter(|claim| !is_touched(claim)) {
            let old = sourced(study, claim);
            let Some(how) = advises_otherwise((old.text, old.title), (fresh.text, fresh.title))
            else {
                continue;
            };
            let is_known = touched.iter().any(|one| one.place() == claim.place());
            if is_known || is_older(study, claim, &said) || is_of_others(study, news, claim, &said)
            {
                continue;
            }
            let dates = old.date.zip(fresh.date);
            let is_later = dates.and_then(|(old, new)| is_newer(new, old)) == Some(true);
            let touch = match how {
                OtherAdvice::InDeed => Touch::Otherwise,
                OtherAdvice::InFigures if is_later => {
                    Touch::Disputed(ConflictKind::SupersededByDate)
                }
                OtherAdvice::InFigures => Touch::Disputed(ConflictKind::Contradiction),
            };
            touched.push(claim.touched(touch, Some(said.clone())));
        }
    }
    touched
}
