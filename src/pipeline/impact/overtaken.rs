//! Sentences of the brief that new ones overtake by their words: they put them right, take them back, or tell what came of what was to come.
//!
//! What is older than the source of a sentence overtakes nothing. A document that is retracted takes all with it that rests on nothing else.

use super::facts::{BEARS_ON_BRIEF, is_new};
use super::{News, Said, Standing, Touch, Touched, sourced, sourced_by};
use crate::check::{
    Entry, Index, Overtaken, Overtaking, is_correction, leaves_unknown, retracted,
    tells_what_was_open,
};
use crate::semantic::embed;
use crate::study::{Study, is_newer};

/// The sentences that are overtaken, each by the new one that is most about the same.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
) -> Vec<Touched> {
    let mut overtaking = Overtaking::of(standing.iter().map(|claim| {
        let sourced = sourced(study, claim);
        (sourced.text, sourced.title)
    }));
    let mut best: Vec<Option<(usize, Overtaken, Said)>> = vec![None; standing.len()];
    let open = standing.iter().enumerate();
    let open: Vec<(usize, &Standing)> = open
        .filter(|(_, claim)| leaves_unknown(&claim.stated.bare))
        .collect();
    let entries: Vec<&Entry> = index.entries.iter().collect();
    let new = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_new(index, entry));
    for (at, entry) in new {
        let Some(mut said) = said(index, entry) else {
            continue;
        };
        // The right value often comes with the next sentence.
        let next = entries
            .get(at + 1)
            .filter(|next| next.evidence == entry.evidence && is_correction(index.text(next)));
        if let Some(next) = next.and_then(|next| said_with(index, &said, next)) {
            said = next;
        }
        let title = sourced_by(study, &said).title;
        let mut found = overtaking.by((&said.text, title));
        found.extend(of_retracted(study, standing, news, &said));
        found.extend(of_open(study, &open, index, (*entry, &said)));
        for (place, overtaken) in found {
            let Some(claim) = standing
                .get(place)
                .filter(|claim| !is_older(study, claim, &said))
            else {
                continue;
            };
            // What a sentence says of itself and of another in the same words is told already.
            if claim.stated.bare.trim() == said.text {
                continue;
            }
            let shared = overtaking.shared(place, &said.text);
            if let Some(slot) = best.get_mut(place)
                && slot.as_ref().is_none_or(|(most, ..)| shared > *most)
            {
                *slot = Some((shared, overtaken, said.clone()));
            }
        }
    }
    standing
        .iter()
        .zip(best)
        .filter_map(|(claim, best)| {
            let (_, overtaken, said) = best?;
            Some(Touched {
                overtaken: Some(overtaken),
                ..claim.touched(Touch::Overtaken, Some(said))
            })
        })
        .collect()
}

/// The sentences that call something not known which a new one tells, in a passage that bears on the section.
fn of_open(
    study: &Study,
    open: &[(usize, &Standing)],
    index: &Index<'_>,
    (entry, said): (&Entry, &Said),
) -> Vec<(usize, Overtaken)> {
    let all = open.iter();
    let told = all.filter(|(_, claim)| tells_what_was_open(&claim.stated.bare, &said.text));
    let passage = index.evidence.get(entry.evidence).map(|one| one.passage);
    let bears_on = |claim: &Standing| {
        let section = study.section(claim.section)?.accepted();
        let (own, theirs) = (embed(&section)?, embed(&passage?.text)?);
        Some(own.cosine(&theirs) >= BEARS_ON_BRIEF)
    };
    told.filter(|(_, claim)| bears_on(claim).unwrap_or_default())
        .map(|(at, _)| (*at, Overtaken::CameAbout))
        .collect()
}

/// The sentences that rest on documents alone which a new sentence says were retracted.
fn of_retracted(
    study: &Study,
    standing: &[Standing],
    news: News<'_>,
    said: &Said,
) -> Vec<(usize, Overtaken)> {
    let old: Vec<_> = study
        .current()
        .filter(|one| !news.documents.contains(&one.id))
        .collect();
    let titles: Vec<&str> = old.iter().map(|one| one.title.as_str()).collect();
    let gone: Vec<_> = retracted(&said.text, &titles)
        .into_iter()
        .filter_map(|at| old.get(at))
        .collect();
    let is_retracted = |number: &u32| {
        let document = study.numbered(*number);
        document.is_some_and(|document| gone.iter().any(|one| one.id == document.id))
    };
    let rests = |claim: &&Standing| {
        let cited = &claim.stated.citations;
        !cited.is_empty() && cited.iter().all(is_retracted)
    };
    let all = standing.iter().enumerate();
    all.filter(|(_, claim)| rests(claim))
        .map(|(at, _)| (at, Overtaken::TakenBack))
        .collect()
}

/// Whether a new sentence is known to be older than what a standing one rests on.
fn is_older(study: &Study, claim: &Standing, said: &Said) -> bool {
    let dates = sourced(study, claim).date.zip(sourced_by(study, said).date);
    dates.and_then(|(old, new)| is_newer(new, old)) == Some(false)
}

fn said(index: &Index<'_>, entry: &Entry) -> Option<Said> {
    let passage = index.evidence.get(entry.evidence)?.passage;
    Some(Said {
        document: passage.document,
        passage: passage.id,
        span: entry.span.clone(),
        text: index.text(entry).to_owned(),
    })
}

/// The same with the sentence behind it.
fn said_with(index: &Index<'_>, said: &Said, next: &Entry) -> Option<Said> {
    let passage = index.evidence.get(next.evidence)?.passage;
    let span = said.span.start..next.span.end;
    Some(Said {
        text: passage.text.get(span.clone())?.to_owned(),
        span,
        ..said.clone()
    })
}
