//! Sentences of the brief that do not agree with new ones, and what that makes of them.
//!
//! What is overtaken by its words is found elsewhere (`overtaken`); here it is asked of pairs in conflict whether the newer takes the place of the older.

use std::collections::{HashMap, HashSet};

use super::facts::ends;
use super::{BRIEF, News, Said, Standing, Touch, Touched, is_of_others, same, sourced, sourced_by};
use crate::check::{
    ConflictKind, ConflictSide, Index, Lexicon, Overtaken, Statement, are_of_other_times,
    every_conflict_in, holds_for_others, is_stance_that_stands,
};
use crate::study::{Passage, PassageId, Study, is_newer};

/// Of the sentences that a new one is in conflict with, those count that are as much about the same as the likest, by this share.
const LIKEST: f32 = 0.8;

/// Sentences that do not agree with a new one; and new ones that are older than what the brief says in their place, which are no news.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
    overtaken: &[Touched],
) -> (Vec<Touched>, Vec<Said>) {
    let (mut touched, mut known): (Vec<Touched>, Vec<Said>) = (Vec::new(), Vec::new());
    // What is overtaken by its words is, and by nothing else; and what overtakes one sentence contradicts no other.
    let is_overtaken = |claim: &&Standing| {
        let mut all = overtaken.iter();
        all.any(|one| one.place() == claim.place())
    };
    let used: Vec<&Said> = overtaken
        .iter()
        .filter_map(|one| one.said.as_ref())
        .collect();
    let is_used = |new: &ConflictSide| {
        let mut all = used.iter();
        all.any(|said| {
            said.passage == new.passage
                && said.span.start < new.span.end
                && new.span.start < said.span.end
        })
    };
    let mut told: HashSet<PassageId> = standing
        .iter()
        .filter(is_overtaken)
        .map(|claim| claim.passage.id)
        .collect();
    let conflicts = every_conflict_in(index);
    let sides: Vec<(&ConflictSide, &ConflictSide, f32)> = conflicts
        .iter()
        .map(|conflict| {
            let (own, new) = if conflict.a.number == BRIEF {
                (&conflict.a, &conflict.b)
            } else {
                (&conflict.b, &conflict.a)
            };
            (own, new, same::likeness(index, own, new))
        })
        .collect();
    let sentence = |side: &ConflictSide| (side.passage, side.span.start, side.span.end);
    let mut likest: HashMap<_, f32> = HashMap::new();
    for (_, new, likeness) in &sides {
        let best = likest.entry(sentence(new)).or_default();
        *best = best.max(*likeness);
    }
    let standing_as: HashMap<PassageId, &Standing> = standing
        .iter()
        .map(|claim| (claim.passage.id, claim))
        .collect();
    // The most alike come first, and one is enough for a sentence.
    for (conflict, (own, new, likeness)) in conflicts.iter().zip(&sides) {
        // Where a new sentence plainly corrects one, it does not correct another that shares a unit with it.
        let best = likest.get(&sentence(new)).copied().unwrap_or_default();
        if *likeness < LIKEST * best {
            continue;
        }
        if told.contains(&own.passage) || is_used(new) {
            continue;
        }
        let claim = standing_as.get(&own.passage).copied();
        let new = side(news.passages, new);
        let new = new.filter(|new| !news.before.has(new.document, &new.text));
        let (Some(claim), Some(new)) = (claim, new) else {
            continue;
        };
        let old = sourced(study, claim);
        let fresh = sourced_by(study, &new);
        let is_older = old
            .date
            .zip(fresh.date)
            .and_then(|(own, new)| is_newer(own, new));
        // What each of two sentences says of its own time, place or group stands, and so does who was against it.
        if are_of_other_times([old.text, fresh.text])
            || holds_for_others(old.text, fresh.text)
            || is_of_others(study, news, claim, &new)
            || same::are_other_rows(old.text, fresh.text)
            || is_stance_that_stands(old.text, fresh.text)
        {
            continue;
        }
        let is_outdated = || {
            let back = Overtaken::of(fresh, old, Some(conflict.difference));
            is_older == Some(true) && back.is_some()
        };
        match conflict.kind(is_older.is_some()) {
            // A part is not the whole: both can stand, so the new sentence may be a fact of its own.
            ConflictKind::DifferentScope => {}
            _ if is_outdated() || is_from_before_an_end(study, claim, &new) => known.push(new),
            ConflictKind::SupersededByDate if is_older == Some(true) => known.push(new),
            kind => {
                let overtaken = Overtaken::of(old, fresh, Some(conflict.difference));
                // Conflicts are found once for what is said over and over; each place where it stands is touched.
                let same = |other: &&Standing| other.stated.bare == claim.stated.bare;
                for standing in standing.iter().filter(same) {
                    if told.insert(standing.passage.id) {
                        touched.push(Touched {
                            overtaken,
                            ..standing.touched(Touch::Disputed(kind), Some(new.clone()))
                        });
                    }
                }
            }
        }
    }
    (touched, known)
}

/// Whether a new sentence is known to be older than one that says that something is over or no longer done: what was so before it ended is no news of the end.
pub(super) fn is_from_before_an_end(study: &Study, claim: &Standing, said: &Said) -> bool {
    let (old, new) = (sourced(study, claim), sourced_by(study, said));
    let dates = old.date.zip(new.date);
    let is_older = dates.and_then(|(old, new)| is_newer(old, new)) == Some(true);
    is_older
        && ends(
            &Statement::read(old.text, &mut Lexicon::default()),
            old.text,
        )
}

fn side(passages: &[Passage], side: &ConflictSide) -> Option<Said> {
    let passage = passages.iter().find(|one| one.id == side.passage)?;
    Some(Said {
        document: passage.document,
        passage: passage.id,
        span: side.span.clone(),
        text: side.text.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{Before, weigh};
    use super::*;
    use crate::study::{DocumentId, Event, SectionId, Verdict};

    /// What a document of this date does to a sentence of 2025-02, by the sentences that it touches.
    fn touched(stands: &str, date: &str, says: &str) -> usize {
        let mut study = study(Verdict::Supported);
        study.question = "How should Lindholm heat its homes?".to_owned();
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: stands.to_owned(),
        });
        study.apply(&Event::EvidenceAdded {
            document: document(3, "Council", Some(date)),
        });
        let passages = [passage(3, says)];
        let news = News {
            documents: &[DocumentId(3)],
            passages: &passages,
            versions: &[],
            before: &Before::default(),
            older: &[],
            is_cut: false,
        };
        let impact = weigh(&study, news).settle(&[]);
        let own = impact.touched.iter();
        own.filter(|one| one.section == SectionId(0)).count()
    }

    #[test]
    fn what_was_so_before_it_ended_is_no_news_of_the_end() {
        let ended = "The council no longer examines geothermal heat [2].";
        let asked = "The council asked the utility to examine geothermal heat as an alternative.";
        assert_eq!(touched(ended, "2024-05-12", asked), 0);
        assert_eq!(touched(ended, "2025-05-12", asked), 1);
    }
}
