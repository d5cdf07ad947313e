//! What a run does by itself between its cycles where nobody has to be asked: starting the next cycle, proposing its best candidate again, and
//! accepting it where the plan says so [J2].

use super::hunks::rebase;
use crate::study::{
    Decision, Event, Hunk, HunkId, Reading, Revision, Section, SectionId, Study, Verdict, counted,
};

/// Proposes the best candidate of the run again, where another has taken its place.
#[must_use]
pub fn keep_best(study: &Study) -> Vec<Event> {
    let run = study.active_run();
    let Some((best, last)) = run.and_then(|run| Some((run.best()?, run.versions.last()?))) else {
        return Vec::new();
    };
    let parts = (0..).zip(best.revisions.iter().zip(&study.sections));
    let revisions: Vec<(SectionId, Revision)> = parts
        .filter(|(_, (revision, section))| **revision != section.revision)
        .filter_map(|(at, (revision, section))| {
            let revision = revision.clone()?;
            Some((SectionId(at), rebased(revision, section)))
        })
        .collect();
    let composite = |version: &crate::study::Version| version.judged.unwrap_or(version.measured);
    let (now, then) = (composite(last), composite(best));
    let why = if (now - then).abs() < 0.05 {
        format!(
            "the last version scores {now:.2}, one before it {then:.2} with verdicts that are no worse: that one is proposed"
        )
    } else {
        format!("the last version scores {now:.1}, one before it {then:.1}: that one is proposed")
    };
    vec![Event::BestKept { revisions, why }]
}

/// A candidate of before, laid against what is accepted now: what is the accepted text itself proposes nothing.
fn rebased(revision: Revision, section: &Section) -> Revision {
    let accepted = section.accepted();
    let revision = if revision.accepted() == accepted {
        revision
    } else {
        rebase(&revision, &accepted)
    };
    if revision.candidate() == accepted {
        Revision::settled(accepted)
    } else {
        revision
    }
}

/// Accepts every open hunk where the candidate scores no lower than what is accepted and no verdict is worse, or says why not. `score` gives a
/// reading's composite, both by the same measure.
#[must_use]
pub fn auto_apply(study: &Study, score: &dyn Fn(Reading) -> f32) -> Vec<Event> {
    /// Differences below this are none of the text's.
    const NOISE: f32 = 0.005;
    let (accepted, candidate) = (score(Reading::Accepted), score(Reading::Candidate));
    let worse = study
        .sections
        .iter()
        .flat_map(|section| open(section).filter(|hunk| is_worse(section, hunk)))
        .count();
    let hunks = study.open_hunks();
    let refused = if candidate + NOISE < accepted {
        Some(format!(
            "the proposed text scores {candidate:.2}, the accepted one {accepted:.2}"
        ))
    } else if worse > 0 {
        Some(format!(
            "{worse} of {} would make a verdict worse",
            counted(hunks, "change")
        ))
    } else {
        None
    };
    if let Some(why) = refused {
        let why = format!("nothing was accepted by itself: {why}");
        return vec![Event::AutoApplied {
            applied: false,
            why,
        }];
    }
    let mut events = Vec::new();
    for (at, section) in (0..).zip(&study.sections) {
        let hunks: Vec<HunkId> = open(section).map(|hunk| hunk.id).collect();
        if !hunks.is_empty() {
            events.push(Event::HunksDecided {
                section: SectionId(at),
                hunks,
                decision: Decision::Accepted,
            });
        }
    }
    events.push(Event::AutoApplied {
        applied: true,
        why: format!(
            "{} accepted by itself: the score goes from {accepted:.1} to {candidate:.1}, no verdict is worse",
            counted(hunks, "change")
        ),
    });
    events
}

fn open(section: &Section) -> impl Iterator<Item = &Hunk> {
    section
        .revision
        .iter()
        .flat_map(Revision::hunks)
        .filter(|hunk| hunk.is_open() && !hunk.is_clash())
}

/// Whether a hunk brings in a claim with a worse verdict than what it replaces has; where it replaces nothing, one that is wrong or unchecked.
fn is_worse(section: &Section, hunk: &Hunk) -> bool {
    let worst = |side: &str| {
        let claims = section.claims.iter();
        claims
            .filter(|claim| side.contains(claim.text.as_str()))
            .map(|claim| gravity(claim.verdict))
            .max()
    };
    let before = worst(&hunk.before).unwrap_or(gravity(Verdict::Partial));
    worst(&hunk.after).is_some_and(|after| after > before)
}

fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Supported => 0,
        Verdict::Partial => 1,
        Verdict::Unchecked => 2,
        Verdict::Uncited => 3,
        Verdict::Unsupported => 4,
        Verdict::Contradicted => 5,
    }
}
