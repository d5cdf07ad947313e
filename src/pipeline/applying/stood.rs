//! Stood: what a brief said, and what of it was borne out, before the news that a run is about.
//!
//! News mark down what they speak against before anything is proposed. Whoever compared what is proposed with that alone would find it better for having
//! nothing to say: so what is lost, and both scores, are told from what stood.

use super::instead::{CORRECTED, share_kept};
use super::{Composites, ScoredBy, gives_way_to_news, gravity, leaves_figures_out, quoted};
use crate::check::Lexicon;
use crate::study::{
    Claim, CycleKind, Envelope, Event, Hunk, HunkId, LeftOpen, Reading, Section, SectionId, Study,
    Verdict, counted,
};

/// A brief before the news.
#[derive(Debug, Clone, Copy)]
pub struct Stood<'a> {
    pub study: &'a Study,
    /// What its text was measured at.
    pub composite: f32,
}

/// The last event before the evidence changed that the last run is about; nothing where it is about none.
#[must_use]
pub fn stood_before(journal: &[Envelope]) -> Option<u64> {
    let is_run = |one: &Envelope| matches!(one.event, Event::RunBegun { .. });
    let begun = journal.iter().rposition(is_run)?;
    let (before, since) = journal.split_at(begun);
    let first = since.iter().find_map(|one| match &one.event {
        Event::CycleStarted { cycle, .. } => Some(*cycle),
        _ => None,
    })?;
    let is_writing = |one: &Envelope| {
        matches!(
            one.event,
            Event::SectionWritten { .. }
                | Event::RevisionProposed { .. }
                | Event::RevisionUnneeded { .. }
                | Event::AutoApplied { .. }
        )
    };
    let written = before.iter().rposition(is_writing)?;
    let mut news = before.iter().skip(written);
    let news = news.find(|one| one.event.changes_evidence())?;
    (first == CycleKind::Update).then(|| news.seq.saturating_sub(1))
}

/// What a hunk takes away that was borne out before the news made it doubtful, where it puts less in its place that is: the first of it.
pub(super) fn lost(
    stood: &Study,
    study: &Study,
    id: SectionId,
    section: &Section,
    hunk: &Hunk,
) -> Option<String> {
    let candidate = study.texts(Reading::Candidate);
    let gone = study.withdrawn_in(id);
    let is_gone = |claim: &Claim| {
        let mut cited = claim.citations.iter();
        !claim.citations.is_empty()
            && cited.all(|number| gone.iter().any(|(known, _)| known == number))
    };
    let was_borne_out = |claim: &&Claim| {
        let mut known = stood.section(id)?.accepted_claims();
        let known = known.find(|known| known.text == claim.text)?;
        (known.verdict == Verdict::Supported).then_some(())
    };
    let taken = section.claims_in(&hunk.before).into_iter();
    let taken: Vec<&Claim> = taken
        .filter(|claim| claim.verdict != Verdict::Supported && !is_gone(claim))
        .filter(|claim| !candidate.iter().any(|text| text.contains(&claim.text)))
        .filter(|claim| was_borne_out(claim).is_some())
        .filter(|claim| !gives_way_to_news(study, &candidate, claim))
        .collect();
    let brought = section.claims_in(&hunk.after).into_iter();
    let brought: Vec<&str> = brought
        .filter(|claim| claim.verdict == Verdict::Supported && !hunk.before.contains(&claim.text))
        .map(|claim| claim.text.as_str())
        .collect();
    let mut lexicon = Lexicon::default();
    let mut is_cut = |claim: &&&Claim| {
        let about = brought.iter().copied();
        let about = about.filter(|new| share_kept(&mut lexicon, new, &claim.text) >= CORRECTED);
        let about: Vec<&str> = about.collect();
        !about.is_empty() && leaves_figures_out(study, &claim.text, &about)
    };
    let lost = taken.get(brought.len());
    let lost = lost.or_else(|| taken.iter().find(|claim| is_cut(claim)))?;
    Some(lost.text.clone())
}

/// What of the accepted text has a worse verdict in one state of a study than in another, each in words.
pub(super) fn worse(before: &Study, after: &Study) -> Vec<String> {
    let told = |claim: &Claim| {
        let (verdict, quote) = (claim.verdict.name(), quoted(&claim.text));
        format!("what stands beside it would have a worse verdict, {verdict}: {quote}")
    };
    fallen(before, after).map(told).collect()
}

/// The claims of the accepted text that have a worse verdict in one state of a study than in another.
fn fallen<'a>(before: &'a Study, after: &'a Study) -> impl Iterator<Item = &'a Claim> {
    let sections = before.sections.iter().zip(&after.sections);
    sections.flat_map(|(before, after)| {
        after.accepted_claims().filter(move |claim| {
            let mut known = before.accepted_claims();
            let known = known.find(|known| known.text == claim.text);
            known.is_some_and(|known| gravity(claim.verdict) > gravity(known.verdict))
        })
    })
}

/// The claims that one state of a study has and another has not, and that are not borne out in full.
fn brought<'a>(before: &'a Study, after: &'a Study) -> impl Iterator<Item = &'a Claim> {
    let sections = before.sections.iter().zip(&after.sections);
    sections.flat_map(|(before, after)| {
        let is_doubtful = |claim: &&Claim| {
            matches!(
                claim.verdict,
                Verdict::Partial | Verdict::Unsupported | Verdict::Contradicted
            )
        };
        after
            .accepted_claims()
            .filter(is_doubtful)
            .filter(move |claim| {
                let mut known = before.accepted_claims();
                !known.any(|known| known.text == claim.text)
            })
    })
}

/// All of these changes are left, for one reason.
pub(super) fn left_by(taken: &[(SectionId, Vec<HunkId>)], why: &str) -> Vec<LeftOpen> {
    let each = taken.iter().flat_map(|(section, hunks)| {
        hunks.iter().map(|hunk| LeftOpen {
            section: *section,
            hunk: *hunk,
            why: why.to_owned(),
        })
    });
    each.collect()
}

/// What became of the measured score since before the news, and what the text that stood is measured at by them.
pub(super) fn score(
    scores: &Composites<'_>,
    marked_down: f32,
    proposed: f32,
    settled: Option<f32>,
) -> String {
    let after = settled.unwrap_or(proposed);
    let Some(stood) = scores.stood else {
        return super::score(ScoredBy::Measure, marked_down, after);
    };
    let told = super::score(ScoredBy::Measure, stood.composite, after);
    if (stood.composite - marked_down).abs() > super::NOISE {
        format!("{told} (as it stood, {marked_down:.2} by the new evidence)")
    } else {
        told
    }
}

/// Whether any verdict is worse than it was, in words; where any is, that is the new evidence's doing.
pub(super) fn worse_by_news(
    stood: Option<Stood<'_>>,
    study: &Study,
    settled: Option<&Study>,
) -> String {
    let Some(settled) = settled else {
        return "no verdict is worse".to_owned();
    };
    let before = stood.map_or(study, |stood| stood.study);
    let named = |claim: &Claim| format!("{} is {}", quoted(&claim.text), claim.verdict.name());
    let (fallen, brought): (Vec<String>, Vec<String>) = (
        fallen(before, settled).map(named).collect(),
        brought(before, settled).map(named).collect(),
    );
    let first = |all: &[String]| all.first().cloned().unwrap_or_default();
    let fell = match fallen.len() {
        0 => "no verdict is worse".to_owned(),
        some => format!(
            "{} of what stands {} worse by the new evidence: {}",
            counted(some, "verdict"),
            if some == 1 { "is" } else { "are" },
            first(&fallen)
        ),
    };
    match brought.len() {
        0 => fell,
        1 => format!("{fell}, and of what is new {}", first(&brought)),
        some => format!(
            "{fell}, and of what is new {} are not borne out in full: {}",
            counted(some, "sentence"),
            first(&brought)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Provenance, RunCause, RunPlan};

    #[test]
    fn what_stood_before_the_news_is_what_stood_before_the_evidence_changed() {
        let written = || Event::SectionWritten {
            section: SectionId(0),
            text: String::new(),
            warnings: Vec::new(),
            provenance: Provenance::default(),
        };
        let changed = || Event::DocumentsTakenOut {
            documents: Vec::new(),
            undoable: false,
        };
        let begun = || Event::RunBegun {
            plan: RunPlan::default(),
            cause: RunCause::default(),
        };
        let cycle = |cycle| Event::CycleStarted {
            cycle,
            sections: Vec::new(),
        };
        let before = |events: Vec<Event>| stood_before(&Envelope::journal(events));
        let update = cycle(CycleKind::Update);
        let run = vec![
            changed(),
            written(),
            changed(),
            changed(),
            begun(),
            update.clone(),
        ];
        assert_eq!(before(run), Some(2));
        let refined = vec![written(), changed(), begun(), cycle(CycleKind::Steer)];
        assert_eq!(before(refined), None);
        assert_eq!(before(vec![written(), begun(), update]), None);
    }
}
