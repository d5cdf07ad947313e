//! Sentences of the brief that new ones overtake by their words: they put them right, take them back, or tell what came of what was to come.
//!
//! What is older than the source of a sentence overtakes nothing. A document that is retracted takes all with it that rests on nothing else.

use super::facts::{BEARS_ON_BRIEF, is_new};
use super::{News, Said, Standing, Touch, Touched, is_of_others, sourced, sourced_by};
use crate::check::{
    Entry, Index, Overtaken, Overtaking, begins_with_pronoun, correction_of, falls_with_decision,
    goes_on_to_give_anew, is_the_very_value, is_withdrawn, leaves_unknown, quantities, retracted,
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
    }))
    .to(study.answered());
    let mut best: Vec<Option<(usize, Overtaken, Said)>> = vec![None; standing.len()];
    let open = standing.iter().enumerate();
    let open: Vec<(usize, &Standing)> = open
        .filter(|(_, claim)| leaves_unknown(&claim.stated.bare))
        .collect();
    let entries = index.entries.iter().enumerate();
    let new = entries.filter(|(_, entry)| is_new(index, entry));
    for (at, entry) in new {
        let Some(mut said) = said(index, entry) else {
            continue;
        };
        // The right value, or that it is wrong, often comes with the next sentences.
        let right = correction_of(index, at);
        let withdrawing = || {
            let next = index.entries.get(at + 1);
            next.filter(|_| is_withdrawn(index, at))
        };
        let last = right.or_else(withdrawing);
        // So does the new value of what is said to have changed.
        let anew = || of_given_anew(standing, index, at);
        let anew = if last.is_none() { anew() } else { None };
        let last = last.or(anew.as_ref().map(|(next, _)| *next));
        let whole = last.and_then(|last| said_with(index, &said, last));
        if let Some(whole) = whole.or_else(|| with_what_it_speaks_of(index, at)) {
            said = whole;
        }
        let title = sourced_by(study, &said).title;
        if news.before.has(said.document, &said.text) {
            continue;
        }
        let mut found = overtaking.by((&said.text, title));
        match (right, last, anew) {
            (_, _, Some((_, places))) => found.extend(places),
            (Some(right), ..) if found.is_empty() => {
                found.extend(of_named_value(study, standing, index, (entry, right)));
            }
            // What is not so has not come about.
            (None, Some(_), None) => found.retain(|(_, how)| *how == Overtaken::TakenBack),
            _ => {}
        }
        found.extend(of_retracted(study, standing, news, &said));
        found.extend(of_open(study, &open, index, (entry, &said)));
        for (place, overtaken) in found {
            let Some(claim) = standing.get(place).filter(|claim| {
                !is_older(study, claim, &said) && !is_of_others(study, news, claim, &said)
            }) else {
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

/// The next sentence where it gives by a pronoun the value of what a new one says to have changed, and the sentences that give it as it was.
fn of_given_anew<'i>(
    standing: &[Standing],
    index: &'i Index<'_>,
    at: usize,
) -> Option<(&'i Entry, Vec<(usize, Overtaken)>)> {
    let (entry, next) = (index.entries.get(at)?, index.entries.get(at + 1)?);
    let (new, rest) = (index.text(entry), index.text(next));
    if next.evidence != entry.evidence || next.statement.quantities.is_empty() {
        return None;
    }
    let all = standing.iter().enumerate();
    let is_given = |claim: &Standing| goes_on_to_give_anew(&claim.stated.bare, new, rest);
    let given = all.filter(|(_, claim)| is_given(claim));
    let places: Vec<_> = given.map(|(at, _)| (at, Overtaken::Newer)).collect();
    (!places.is_empty()).then_some((next, places))
}

/// The one sentence that gives the very value which a new one names to set it right, of something that it does not name: `The report gave 18.4 million. The
/// correct figure is 19.2 million.`
fn of_named_value(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    (wrong, right): (&Entry, &Entry),
) -> Vec<(usize, Overtaken)> {
    let gives = |claim: &Standing, entry: &Entry| {
        let own = quantities(&claim.stated.bare);
        let mut values = entry.statement.quantities.iter();
        values.any(|value| own.iter().any(|own| is_the_very_value(value, own)))
    };
    let is_meant = |claim: &&Standing| gives(claim, wrong) && !gives(claim, right);
    let meant: Vec<(usize, &Standing)> = standing
        .iter()
        .enumerate()
        .filter(|(_, claim)| is_meant(claim))
        .collect();
    let first = meant.first().map(|(_, claim)| claim.stated.bare.trim());
    let is_one = meant.iter().all(|(_, claim)| {
        Some(claim.stated.bare.trim()) == first && bears_on(study, claim, index, wrong)
    });
    if !is_one {
        return Vec::new();
    }
    let places = meant.into_iter().map(|(at, _)| at);
    places.map(|at| (at, Overtaken::PutRight)).collect()
}

/// Whether the passage of a new sentence bears on the section of one that stands.
fn bears_on(study: &Study, claim: &Standing, index: &Index<'_>, entry: &Entry) -> bool {
    let nearness = || {
        let passage = index.evidence.get(entry.evidence)?.passage;
        let section = study.section(claim.section)?.accepted();
        Some(embed(&section)?.cosine(&embed(&passage.text)?))
    };
    nearness().is_some_and(|near| near >= BEARS_ON_BRIEF)
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
    told.filter(|(_, claim)| bears_on(study, claim, index, entry))
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

/// Sentences that tell what was to come of a decision which gave way to a newer one.
pub(super) fn falling(study: &Study, standing: &[Standing], touched: &[Touched]) -> Vec<Touched> {
    let decided = |one: &Touched| {
        let old = standing.iter().find(|claim| claim.place() == one.place())?;
        let said = one.said.clone().filter(|_| one.overtaken.is_some())?;
        Some((old, said))
    };
    let is_known = |claim: &Standing| touched.iter().any(|one| one.place() == claim.place());
    let mut falling = Vec::new();
    for (old, said) in touched.iter().filter_map(decided) {
        let decision = sourced(study, old);
        let falls = |claim: &&Standing| {
            !is_known(claim) && !is_older(study, claim, &said) && {
                let (own, new) = (sourced(study, claim), said.text.as_str());
                falls_with_decision((own.text, own.title), (decision.text, decision.title), new)
            }
        };
        falling.extend(standing.iter().filter(falls).map(|claim| Touched {
            overtaken: Some(Overtaken::TakenBack),
            ..claim.touched(Touch::Overtaken, Some(said.clone()))
        }));
    }
    falling
}

/// Whether a new sentence is known to be older than what a standing one rests on.
pub(super) fn is_older(study: &Study, claim: &Standing, said: &Said) -> bool {
    let date = sourced(study, claim).date;
    let dates = date.zip(sourced_by(study, said).date);
    dates.and_then(|(old, new)| is_newer(new, old)) == Some(false)
        || date.is_some_and(|date| tells_of_before(&said.text, date))
}

/// Whether a sentence says by its beginning that it tells of a year before a date: `In 2019 the study recommended …`, `The study of 2015 recommended …`.
fn tells_of_before(text: &str, date: &str) -> bool {
    /// Words among which the year of what a sentence is about stands.
    const OPENING: usize = 5;
    let year = |word: &str| {
        let digits = word.trim_matches(|c: char| !c.is_alphanumeric());
        (digits.len() == 4)
            .then(|| digits.parse::<u32>().ok())
            .flatten()
    };
    let Some(written) = date.get(..4).and_then(year) else {
        return false;
    };
    let opening: Vec<&str> = text.split_whitespace().take(OPENING).collect();
    let is_before = |word: &str| year(word).is_some_and(|year| (1000..written).contains(&year));
    let mut pairs = opening.windows(2).enumerate();
    pairs.any(|(at, pair)| {
        let is_of_it = at == 0 && pair[0] == "In" || at > 0 && pair[0] == "of";
        is_of_it && is_before(pair[1])
    })
}

pub(super) fn said(index: &Index<'_>, entry: &Entry) -> Option<Said> {
    let passage = index.evidence.get(entry.evidence)?.passage;
    Some(Said {
        document: passage.document,
        passage: passage.id,
        span: entry.span.clone(),
        text: index.text(entry).to_owned(),
    })
}

/// A sentence that begins with a pronoun, with the one before it, which says what it speaks of.
pub(super) fn with_what_it_speaks_of(index: &Index<'_>, at: usize) -> Option<Said> {
    let entry = index.entries.get(at)?;
    let before = index.entries.get(at.checked_sub(1)?)?;
    let is_meant = before.evidence == entry.evidence
        && begins_with_pronoun(index.text(entry))
        && !begins_with_pronoun(index.text(before));
    said_with(index, &said(index, before).filter(|_| is_meant)?, entry)
}

/// The same with the sentence behind it.
pub(super) fn said_with(index: &Index<'_>, said: &Said, next: &Entry) -> Option<Said> {
    let passage = index.evidence.get(next.evidence)?.passage;
    let span = said.span.start..next.span.end;
    Some(Said {
        text: passage.text.get(span.clone())?.to_owned(),
        span,
        ..said.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::tells_of_before;

    #[test]
    fn what_tells_of_an_earlier_year_overtakes_nothing() {
        let date = "2026-05-11";
        for before in [
            "In 2019 the study recommended ordering no boats.",
            "The study of 2015 recommended keeping both boats.",
        ] {
            assert!(tells_of_before(before, date), "{before}");
        }
        for now in [
            "The study no longer recommends the order of 2019.",
            "In 2026 the council ordered the boats.",
            "The 2019 order was cancelled.",
        ] {
            assert!(!tells_of_before(now, date), "{now}");
        }
    }
}
