//! What the lines above the keys are put together of: where a run is, how the claims fare, which draft stands, what it took.

use std::collections::HashSet;
use std::time::Duration;

use crate::pipeline::dollars;
use crate::study::{Verdict, counted};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::sheet::is_problem;
use crate::tui::panes::standing::Standing;
use crate::tui::panes::title::clock;
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::view::{Against, IngestProgress, StageState, View, stages};

/// The steps of the run: what is done, what is under way, and what is still to come. Nothing where it has only one step.
pub(super) fn run_line(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let glyphs = canvas.glyphs();
    let stages = stages(view.study);
    if stages.len() < 2 {
        return String::new();
    }
    let stages = stages.into_iter().map(|stage| match stage.state {
        StageState::Done => format!("{} {}", stage.name, glyphs.done),
        StageState::Unchanged => format!("{}: no change", stage.name),
        StageState::Now => format!("{} {}", stage.name, glyphs.streaming),
        StageState::Queued => stage.name.to_owned(),
    });
    let separator = format!(" {} ", glyphs.separator);
    stages.collect::<Vec<_>>().join(&separator)
}

/// The claims by verdict, each with its mark and its word; verdicts that none got are left out.
pub(super) fn counts(verdicts: [usize; 6], canvas: &Canvas<'_>) -> String {
    let counts = Verdict::ALL.into_iter().zip(verdicts);
    let counts: Vec<String> = counts
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| {
            let mark = verdict::mark(canvas.glyphs(), kind);
            format!("{mark} {number} {}", kind.name())
        })
        .collect();
    counts.join(", ")
}

/// The claims by their marks alone.
pub(super) fn marks(verdicts: [usize; 6], canvas: &Canvas<'_>) -> String {
    let counts = Verdict::ALL.into_iter().zip(verdicts);
    let counts: Vec<String> = counts
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| format!("{} {number}", verdict::mark(canvas.glyphs(), kind)))
        .collect();
    counts.join(" ")
}

/// How the claims of what is written have fared, and those of a text that streams.
pub(super) fn verdicts_so_far(view: &View<'_>) -> [usize; 6] {
    let mut verdicts = view.scorecard.verdicts;
    if let (Some(marked), Some(live)) = (view.marked, view.live) {
        let is_first = |section: &crate::study::Section| !section.is_written();
        let section = view.study.section(live.section).filter(|one| is_first(one));
        if let Some(section) = section.filter(|_| marked.section == live.section) {
            // What was written before it was cut is among those that are recorded.
            let recorded = section.accepted_claims();
            let recorded: HashSet<&str> = recorded.map(|claim| claim.text.as_str()).collect();
            let marked = marked.claims.iter();
            for claim in marked.filter(|claim| !recorded.contains(claim.text.as_str())) {
                let at = Verdict::ALL.iter().position(|kind| *kind == claim.verdict);
                if let Some(count) = at.and_then(|at| verdicts.get_mut(at)) {
                    *count += 1;
                }
            }
        }
    }
    verdicts
}

/// How far the reading of evidence is: what is done, how fast, what failed, and what is being read.
pub(in crate::tui::panes) fn reading(
    ingest: &IngestProgress,
    view: &View<'_>,
    canvas: &Canvas<'_>,
) -> String {
    if ingest.stopping {
        return "reading stops; what was read stays".to_owned();
    }
    if ingest.total == 0 {
        return "looking for evidence".to_owned();
    }
    let mut facts = vec![format!("reading evidence {}/{}", ingest.done, ingest.total)];
    if ingest.pages > 0 {
        facts.push(counted(ingest.pages, "page"));
    }
    if ingest.passages > 0 {
        facts.push(counted(ingest.passages, "passage"));
    }
    if let Some(rate) = ingest.rate(view.now) {
        facts.push(format!("{rate:.0} sources/s"));
    }
    if ingest.refused > 0 {
        facts.push(format!("{} failed", ingest.refused));
    }
    if ingest.waiting > 0 {
        facts.push(format!("{} more to come", ingest.waiting));
    }
    if !ingest.reading.is_empty() {
        let names = ingest.reading.iter().map(|source| {
            let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
            text::one_line(name)
        });
        facts.push(names.collect::<Vec<_>>().join(", "));
    }
    facts.join(&format!(" {} ", canvas.glyphs().separator))
}

/// That a draft is written and its claims are still being checked: it is neither done nor scored.
pub(super) fn being_checked(view: &View<'_>, canvas: &Canvas<'_>) -> Option<String> {
    let mut sections = view.study.sections.iter();
    let waits = sections.any(|part| part.is_written() && !part.checked);
    let separator = canvas.glyphs().separator;
    let draft = view.study.draft();
    (waits && view.measures.now.is_none())
        .then(|| format!("draft {draft} is written {separator} its claims are being checked"))
}

/// That the brief is done, or which part of it was cut short; which draft stands, and what it scores. Of a run that is paused
/// something is still to follow.
pub(super) fn done(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let separator = canvas.glyphs().separator;
    let how = if view.study.paused { "paused" } else { "done" };
    let unfinished = || match view.study.halted() {
        Some((halted, ..)) => {
            format!(
                "{} is not finished",
                text::one_line(view.section_title(halted))
            )
        }
        None => how.to_owned(),
    };
    let is = view.study.cut_short().map_or_else(unfinished, |cut| {
        let retry = canvas.key(Scope::Reading, Action::Retry);
        let title = text::one_line(view.section_title(cut));
        format!("{title} was cut short: {retry} tries again")
    });
    let stands = stands(view, canvas);
    let mut sections = view.study.sections.iter();
    // Three parts that say so are read one by one; what to do about it is in none of them.
    if view.study.is_complete() && sections.all(crate::study::Section::claims_nothing) {
        let key = canvas.key_here(Action::AddEvidence);
        return format!(
            "{is} {separator} {stands} {separator} the evidence says nothing on it: {key} adds more"
        );
    }
    format!("{is} {separator} {stands}")
}

/// Which draft stands, and what it scores.
pub(super) fn stands(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let draft = format!("draft {}", view.study.draft());
    let Some(standing) = Standing::of(view) else {
        return draft;
    };
    let before = standing.before.map(crate::study::Scores::composite);
    let from = before.map_or(String::new(), |before| {
        format!("{before:.1} {} ", canvas.glyphs().arrow)
    });
    // A figure that moves under a text that does not would puzzle whoever reads it.
    let why = match standing.against {
        Some(Against::OlderEvidence) => " by the new evidence",
        _ => "",
    };
    let separator = canvas.glyphs().separator;
    format!("{draft} {separator} {from}{}{why}", standing.composite())
}

/// What the last run took.
pub(super) fn took(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let time = run_time(view).map(|time| format!("in {}", clock(time)));
    let took: Vec<String> = [cost(view), time].into_iter().flatten().collect();
    took.join(&format!(" {} ", canvas.glyphs().separator))
}

fn run_time(view: &View<'_>) -> Option<Duration> {
    view.run_time.filter(|time| time.as_secs() > 0)
}

/// What all runs cost, where they cost anything; the time beside it is that of the last one.
pub(super) fn cost(view: &View<'_>) -> Option<String> {
    let cost = dollars(view.cost.filter(|cost| *cost > 0.0)?);
    let is_last_of_several = view.study.drafts > 1 && run_time(view).is_some();
    Some(if is_last_of_several {
        format!("{cost} in all")
    } else {
        cost
    })
}

/// How many claims are to be looked into, and the key that leads to them.
pub(super) fn problems(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let verdicts = Verdict::ALL.into_iter().zip(view.scorecard.verdicts);
    let found: usize = verdicts
        .filter(|(kind, _)| is_problem(*kind))
        .map(|(_, number)| number)
        .sum();
    let key = canvas.key_here(Action::NextProblem);
    match found {
        0 => String::new(),
        _ => format!("{} ({key})", counted(found, "problem")),
    }
}
