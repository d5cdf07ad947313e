//! What a run does by itself between its cycles where nobody has to be asked: proposing its best candidate again [J2].

use super::hunks::rebase;
use crate::study::{Event, Revision, Section, SectionId, Study};

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
    let open = |revisions: &mut dyn Iterator<Item = Option<&Revision>>| -> usize {
        revisions.flatten().map(Revision::open).sum()
    };
    let stays = open(&mut best.revisions.iter().map(Option::as_ref));
    let proposed = open(
        &mut study
            .sections
            .iter()
            .map(|section| section.revision.as_ref()),
    );
    let (dropped, it) = match proposed.saturating_sub(stays) {
        0 => ("what was proposed last is dropped".to_owned(), "it"),
        1 => ("the last change is dropped".to_owned(), "it"),
        many => (format!("the last {many} changes are dropped"), "them"),
    };
    let scores = if (now - then).abs() < 0.05 {
        format!(
            "with {it} the brief scores {now:.2}, without {then:.2} with verdicts that are no worse"
        )
    } else {
        format!("with {it} the brief scores {now:.1}, without {then:.1}")
    };
    let stays = match stays {
        0 => "the brief stays as it is".to_owned(),
        1 => "1 change of before stays proposed".to_owned(),
        stays => format!("{stays} changes of before stay proposed"),
    };
    let why = format!("{dropped}: {scores}; {stays}");
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
