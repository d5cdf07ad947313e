//! How a run ended: the brief handed over, what is left undone and the command that does it, and the exit status.

use std::collections::HashSet;

use color_eyre::eyre::Result;

use super::news::{is_undecided, refuses_news};
use super::{Target, Unread};
use crate::clean;
use crate::cli::changes::waiting;
use crate::cli::{CHECKS_FAILED, DONE, NOT_FINISHED, output};
use crate::export::final_output;
use crate::pipeline::{Forecast, Overlooked, Untold, dollars, left_standing, overlooked, untold};
use crate::study::{
    Ceilings, Claim, Cycle, CycleKind, Document, Envelope, Event, Limit, Reading, Revision, Scores,
    Section, SectionId, Standing, Study, StudyId, Verdict, counted, grouped, two_digits,
};
use crate::workbench::{Appendices, Workbench};

/// Prints the brief, or writes its files.
pub(super) fn hand_over(workbench: &mut Workbench, target: &Target) -> Result<()> {
    match &target.out {
        Some(out) => {
            let files = workbench.export(out, target.overwrite, Appendices::default())?;
            let files: Vec<String> = files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            output::progress(&format!("wrote {}", files.join(" and ")));
        }
        None if !target.json && is_worth_printing(workbench.shown()) => {
            output::print(&workbench.markdown(Appendices::default()))?;
        }
        None => {}
    }
    Ok(())
}

/// Hands over the brief and says how it went. The events up to `before` are of runs before.
pub(super) fn finish(
    workbench: &mut Workbench,
    target: &Target,
    unread: &Unread,
    before: u64,
) -> Result<u8> {
    hand_over(workbench, target)?;
    let events = workbench.events_after(0)?;
    let written = written_since(&events, before);
    let study = workbench.study();
    let sections = study.framework.sections.iter().zip(&study.sections);
    for (at, (plan, section)) in sections.enumerate() {
        let noted = section.warnings.iter();
        for warning in noted.filter(|_| written.contains(&SectionId(at))) {
            output::progress(&format!("{}: {warning}", plan.title));
        }
    }
    let counts = study.counts();
    let there = study.current().count();
    let superseded =
        |document: &Document| matches!(study.standing(document.id), Standing::Superseded { .. });
    let known = study.evidence.iter().filter(|one| !superseded(one)).count();
    let gone = match known.saturating_sub(there) {
        0 => String::new(),
        gone => format!(" and {gone} no longer there"),
    };
    output::progress(&format!(
        "study {}: {}{gone}, claims: {}",
        workbench.id(),
        counted(there, "source"),
        if counts.is_empty() {
            "none".to_owned()
        } else {
            counts.join(", ")
        }
    ));
    if let Some(took) = took(workbench) {
        output::progress(&took);
    }
    let is_empty = study.evidence.is_empty() && study.written_sections().is_empty();
    // What could be read and was not is gone on with.
    let nothing_to_read = unread.named.is_empty() || !unread.wanted.is_empty();
    if target.study.is_none() && is_empty && nothing_to_read {
        workbench.discard();
        let id = workbench.id();
        output::progress(&format!(
            "study {id} holds nothing and is not listed; `tercet studies restore {id}` brings it back, with its question"
        ));
    }
    for altered in workbench.altered_evidence() {
        output::progress(&altered);
    }
    let measured = workbench.measured_now();
    let study = workbench.study();
    let mut left = left_to_do(
        study,
        workbench.id(),
        workbench.forecast(),
        measured.as_ref(),
    );
    let mut untold = untold_now(&events, study);
    let missed = missed_by(&events, study);
    left.extend(workbench.left_standing_untold());
    untold.said.retain(|said| !missed.said.contains(said));
    left.extend(left_out(&untold, workbench.id()));
    left.extend(missed.line(study, workbench.id()));
    for line in left.iter().chain(&unread.lines()) {
        output::progress(line);
    }
    let has_news = !untold.is_due && missed.said.is_empty() && !refuses_news(study);
    Ok(if unread.wanted.is_empty() && has_news {
        status(study, measured.as_ref())
    } else {
        NOT_FINISHED
    })
}

/// What the last news say and the writer did not tell. A model may have its reasons, so that with one nothing is due; what a writer left as it was against
/// them is told beside this.
fn untold_now<'a>(events: &[Envelope], study: &'a Study) -> Untold<'a> {
    if !is_undecided(events) {
        return Untold::default();
    }
    let found = untold(study);
    if study.has_model() {
        let left = left_standing(study);
        let mut said = found.said;
        said.retain(|said| !left.iter().any(|one| one.is_plain && one.said == *said));
        return Untold {
            said,
            ..Untold::default()
        };
    }
    let is_pinned = |section: SectionId, sentence: &str| {
        let section = study.section(section);
        section.is_some_and(|section| section.holds_pinned(sentence))
    };
    let is_left = |one: &Overlooked<'_>| {
        found.said.contains(&one.said) && !is_pinned(one.section, one.sentence)
    };
    Untold {
        is_due: found.is_due || overlooked(study).iter().any(is_left),
        ..found
    }
}

/// What the news say of parts of which no answer could be used: a writer that was not understood has no reasons to leave it out.
#[derive(Default)]
struct Missed<'a> {
    parts: Vec<SectionId>,
    said: Vec<&'a str>,
}

/// What the last update missed so, where something else of the news came in.
fn missed_by<'a>(events: &[Envelope], study: &'a Study) -> Missed<'a> {
    if !is_undecided(events) {
        return Missed::default();
    }
    let mut parts: Vec<SectionId> = Vec::new();
    for envelope in events {
        match &envelope.event {
            Event::CycleStarted {
                cycle: CycleKind::Update | CycleKind::Draft,
                ..
            } => parts.clear(),
            Event::RevisionUnneeded {
                section, missed, ..
            } if !missed.is_empty() => parts.push(*section),
            // Asked again it was understood.
            Event::RevisionUnneeded { section, .. } | Event::RevisionProposed { section, .. } => {
                parts.retain(|part| part != section);
            }
            _ => {}
        }
    }
    if parts.is_empty() || !study.has_model() || lacks_news(study) {
        return Missed::default();
    }
    let is_of = |said: &&str| {
        let mut notes = study.weighed.iter();
        notes.any(|note| {
            note.said.as_deref() == Some(*said)
                && note.sections.iter().all(|part| parts.contains(part))
        })
    };
    let said = untold(study).said.into_iter().filter(is_of).collect();
    Missed { parts, said }
}

impl Missed<'_> {
    fn line(&self, study: &Study, id: StudyId) -> Option<String> {
        let first = self.said.first()?;
        let more = match self.said.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let plans = &study.framework.sections;
        let parts = self.parts.iter().filter_map(|part| plans.get(part.0));
        let parts: Vec<&str> = parts.map(|plan| plan.title.as_str()).collect();
        Some(format!(
            "not all of the new evidence is in the brief: no answer for {} could be used, and “{}”{more} is not told; `tercet open {id}` opens it for you to write it in",
            parts.join(", "),
            clean::line(first, 160)
        ))
    }
}

/// The lines on news that did not come into the brief: the first with what can be done, and others by their words.
fn left_out(untold: &Untold<'_>, id: StudyId) -> Vec<String> {
    const NAMED: usize = 8;
    let Some((first, rest)) = untold.said.split_first() else {
        return Vec::new();
    };
    let more = match rest.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = format!("“{}”{more}", clean::line(first, 160));
    let opens = format!("`tercet open {id}` opens it for you to write it in");
    let line = if untold.is_all {
        format!(
            "the new evidence is not in the brief: nothing was found to be done about {what}; {opens}"
        )
    } else if untold.is_due {
        format!(
            "not all of the new evidence is in the brief: nothing was found to be done about {what}; {opens}"
        )
    } else {
        format!("beside what the brief tells, the new evidence says {what}")
    };
    let others = rest.iter().take(NAMED);
    let others = others.map(|said| format!("  also “{}”", clean::line(said, 160)));
    [line].into_iter().chain(others).collect()
}

/// The sections that were written since an event. A run that was cut before it and went on is one run: nobody was told yet what its first part left; and where
/// nothing was done at all, the last run is what is told of.
fn written_since(events: &[Envelope], before: u64) -> HashSet<SectionId> {
    let written = |from: u64| -> HashSet<SectionId> {
        let new = events.iter().filter(|envelope| envelope.seq > from);
        new.filter_map(|envelope| match &envelope.event {
            Event::SectionWritten { section, .. } | Event::RevisionProposed { section, .. } => {
                Some(*section)
            }
            _ => None,
        })
        .collect()
    };
    let now = written(before);
    let is_idle = events.iter().all(|envelope| envelope.seq <= before);
    let begins = |envelope: &&Envelope| matches!(envelope.event, Event::RunBegun { .. });
    let begun = events.iter().rev().find(begins).map(|begun| begun.seq);
    match begun.filter(|begun| *begun <= before && (is_idle || !now.is_empty())) {
        Some(begun) => written(begun),
        None => now,
    }
}

/// What a run leaves undone, and how it is done.
fn left_to_do(
    study: &Study,
    id: StudyId,
    forecast: Option<Forecast>,
    measured: Option<&Scores>,
) -> Vec<String> {
    let again = format!("`tercet run --study {id}`");
    let mut lines = Vec::new();
    let titles = study.missing_sections().into_iter();
    let missing: Vec<&str> = titles
        .filter_map(|id| Some(study.framework.sections.get(id.0)?.title.as_str()))
        .collect();
    let has_evidence = study.current().next().is_some();
    if !missing.is_empty() && has_evidence && !study.sections.is_empty() {
        let missing = missing.join(", ");
        let why = match (&study.closed, study.halted()) {
            (Some(_), _) => {
                format!(
                    "the budget is reached; {again} goes on with more, such as {}",
                    more(study, forecast)
                )
            }
            (None, Some((_, _, partial))) => format!("{}; {again} tries again", partial.why),
            (None, None) => {
                format!("{again} writes it from what there is, or name more evidence with it")
            }
        };
        // What was cut is in the brief as far as it came.
        let mut left = study.sections.iter().filter_map(|one| one.partial.as_ref());
        let is_begun = left.any(|partial| !partial.text.trim().is_empty());
        let what = if is_begun {
            "not finished"
        } else {
            "not written"
        };
        lines.push(format!("{what}: {missing}: {why}"));
    } else if let Some(why) = &study.closed {
        let what = if lacks_news(study) {
            "the new evidence is not in the brief"
        } else {
            "the remaining steps were skipped"
        };
        lines.push(format!(
            "the budget is reached ({why}): {what}; {again} goes on with more, such as {}",
            more(study, forecast)
        ));
    } else if let Some((_, _, partial)) = study.halted() {
        lines.push(format!(
            "not finished: {}; {again} tries again",
            partial.why
        ));
    } else if lacks_news(study) {
        lines.push(format!(
            "the new evidence is not in the brief: {again} with that evidence asks for it again"
        ));
    }
    lines.extend(cut_short(study, &again));
    lines.extend(does_not_hold(study, id));
    let waiting = waiting(study, id).map(|waiting| {
        if is_left_out(study) {
            format!("not all of the new evidence is in the brief: {waiting}")
        } else {
            waiting
        }
    });
    lines.extend(waiting);
    if let Some((score, threshold)) = below_threshold(study, measured) {
        // As the brief itself tells it, unless it would seem to reach the threshold.
        let told = format!("{score:.2}");
        let seems_enough = told == format!("{threshold:.2}");
        let told = if seems_enough {
            format!("{:.2}", two_digits(score))
        } else {
            told
        };
        lines.push(format!(
            "the brief scores {told}, below the threshold of {threshold}"
        ));
    }
    lines.extend(critic_objects(study));
    lines
}

/// The parts of which the critic that read them last says that sources do not bear something out.
fn critic_objects(study: &Study) -> Option<String> {
    let parts = study.framework.sections.iter().zip(&study.sections);
    let objected = parts.filter(|(_, section)| {
        let answer = section.critique().map(|critique| &critique.answer);
        let found = answer.and_then(|answer| answer.said.as_ref().ok());
        section.is_written() && found.is_some_and(|found| found.hallucination_detected)
    });
    let titles: Vec<&str> = objected.map(|(plan, _)| plan.title.as_str()).collect();
    (!titles.is_empty()).then(|| {
        format!(
            "the critic still says that something in {} is borne out by no source",
            titles.join(", ")
        )
    })
}

/// The parts that end before their end, and how each is asked for once more.
fn cut_short(study: &Study, again: &str) -> Option<String> {
    let parts = study.framework.sections.iter().zip(&study.sections);
    let mut cut = parts.filter_map(|(plan, section)| Some((plan, section, section.cut_at()?)));
    let (plan, section, why) = cut.next()?;
    let title = &plan.title;
    let more = match cut.count() {
        0 => String::new(),
        more => format!(", and {} more", counted(more, "section")),
    };
    let how = if !section.is_left_cut() {
        "; a whole version of it waits for you to decide on".to_owned()
    } else if study.cut_short().is_some() && study.has_model() {
        format!("; {again} has it written once more")
    } else {
        String::new()
    };
    Some(format!("cut short: {title}{more}: {why}{how}"))
}

/// The claims that do not hold, the first of them.
fn does_not_hold(study: &Study, id: StudyId) -> Vec<String> {
    const MOST: usize = 4;
    let parts = study.framework.sections.iter().zip(&study.sections);
    let mut wrong = parts.flat_map(|(plan, section)| {
        let claims = section.accepted_claims();
        let claims = claims.filter(|claim| Verdict::WRONG.contains(&claim.verdict));
        claims.map(|claim| {
            format!(
                "{}, {}: “{}”: {}",
                plan.title,
                claim.verdict.name(),
                clean::line(&claim.text, 160),
                claim.reason
            )
        })
    });
    let mut lines: Vec<String> = wrong.by_ref().take(MOST).collect();
    match wrong.count() {
        0 => {}
        more => lines.push(format!(
            "{more} more; `tercet export {id} --verdicts` has all"
        )),
    }
    lines
}

/// How the limit that was reached is raised: by what the rest of the plan usually takes, or to twice as much where nothing is known of that.
fn more(study: &Study, forecast: Option<Forecast>) -> String {
    let Ceilings {
        tokens,
        cost,
        seconds,
    } = study.ceilings;
    let rest = forecast.map(|all| {
        if study.is_complete() {
            all.usual.without(all.writing)
        } else {
            all.usual
        }
    });
    match (study.used_up, tokens, cost, seconds) {
        (Some(Limit::Price), ..) => "a price under [prices] for each model that is used".to_owned(),
        (Some(Limit::Cost), _, Some(cost), _) | (None, None, Some(cost), _) => {
            let rest = rest.and_then(|takes| takes.cost).unwrap_or_default();
            let rest = if rest > 0.0 { rest } else { cost };
            format!("--max-cost {}", (100.0 * (cost + rest)).ceil() / 100.0)
        }
        (Some(Limit::Time), _, _, Some(seconds)) | (None, None, None, Some(seconds)) => {
            let rest = rest.and_then(|takes| takes.time).unwrap_or_default();
            let rest = rest.as_secs().max(1);
            let rest = if rest > 1 { rest } else { seconds.max(1) };
            format!("--max-time {}s", seconds.saturating_add(rest))
        }
        (_, Some(tokens), ..) => {
            let rest = rest.map_or(0, |takes| takes.tokens);
            let expected = study.tokens_spent().saturating_add(rest);
            let most = if rest > 0 && expected > tokens {
                expected
            } else {
                tokens.max(1000).saturating_mul(2)
            };
            format!("--max-tokens {}", most.div_ceil(1000).saturating_mul(1000))
        }
        _ => "--max-tokens 50k".to_owned(),
    }
}

/// What a run's calls took, as it is told at its end.
fn took(workbench: &Workbench) -> Option<String> {
    let study = workbench.study();
    let tokens = study.tokens_spent();
    let cached = match study.spent.cached_tokens {
        0 => String::new(),
        cached => format!(", {} of them from the cache", grouped(cached as usize)),
    };
    let cost = workbench.cost().map(|cost| format!(", ~{}", dollars(cost)));
    (tokens > 0).then(|| {
        format!(
            "all calls for this study took {} tokens{cached}{}",
            grouped(tokens as usize),
            cost.unwrap_or_default()
        )
    })
}

/// The score of the accepted text and the threshold, where it was judged and is below: the score that the brief itself is told with.
fn below_threshold(study: &Study, measured: Option<&Scores>) -> Option<(f32, f32)> {
    let threshold = study.run.as_ref()?.plan.threshold;
    study.judgement_of(&study.texts(Reading::Accepted))?;
    let judged = study.judged().filter(|judged| judged.stale.is_none());
    let scores = judged.map(|judged| judged.judgement.scores()).or(measured);
    let score = scores?.composite();
    (score < threshold).then_some((score, threshold))
}

/// Whether there is any text, what a research tool wrote itself, or the one line that says that there is no evidence [W10]: which nobody says as long as some
/// is still to be read.
fn is_worth_printing(study: &Study) -> bool {
    (study.evidence.is_empty() && study.requested.is_empty())
        || final_output(study).is_some()
        || study.closed.is_some()
        || study.sections.iter().any(|section| {
            let mut begun = section.partial.iter();
            section.is_written() || begun.any(|partial| !partial.text.trim().is_empty())
        })
}

/// Whether a brief stands that the new evidence did not come into.
fn lacks_news(study: &Study) -> bool {
    let is_cut = study
        .cycle
        .as_ref()
        .is_some_and(|cycle| cycle.kind == CycleKind::Update && !cycle.fresh.is_empty());
    study.is_complete() && study.has_model() && (is_cut || !study.news().is_empty())
}

/// Whether what was proposed for new evidence, by whichever run, waits for a decision.
fn is_left_out(study: &Study) -> bool {
    let revisions = study
        .sections
        .iter()
        .filter_map(|one| one.revision.as_ref());
    let mut hunks = revisions.flat_map(Revision::hunks);
    hunks.any(|hunk| hunk.is_open() && hunk.cause == Some(CycleKind::Update))
}

/// 3 where the brief is not whole, or what was to come into it is not in it, such as evidence that was named and could not be read; 1 where a claim or a citation did not hold, the brief scores below the
/// threshold, a section ends before its end, or the budget left a part of it unwritten; else 0.
fn status(study: &Study, measured: Option<&Scores>) -> u8 {
    // What the budget kept from being made better is whole as it is.
    let is_mending = |cycle: &Cycle| matches!(cycle.kind, CycleKind::Refine | CycleKind::Revise);
    let was_mending = study.closed.is_some() && study.cycle.as_ref().is_some_and(is_mending);
    let is_whole = study.is_complete() && (study.cycle.is_none() || was_mending);
    let has_text = !study.written_sections().is_empty()
        || (study.sections.iter()).any(|section| section.accepted_claims().next().is_some());
    if lacks_news(study) || is_left_out(study) {
        NOT_FINISHED
    } else if !is_whole && study.closed.is_some() && has_text {
        // The brief stands as far as the budget went.
        CHECKS_FAILED
    } else if !is_whole {
        NOT_FINISHED
    } else if Verdict::WRONG
        .iter()
        .any(|&verdict| study.count(verdict) > 0)
        || cites_what_does_not_exist(study)
        || below_threshold(study, measured).is_some()
        || study
            .sections
            .iter()
            .any(|section| section.cut_at().is_some())
    {
        CHECKS_FAILED
    } else {
        DONE
    }
}

/// Whether a claim that stands cites what is no source of the study, beside sources that are.
fn cites_what_does_not_exist(study: &Study) -> bool {
    let mut claims = study.sections.iter().flat_map(Section::accepted_claims);
    claims.any(Claim::names_no_source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Takes;
    use crate::study::{Provenance, RunCause, RunPlan};

    #[test]
    fn notes_of_sections_are_told_once_and_of_a_run_that_was_cut_when_it_is_done() {
        let begun = || Event::RunBegun {
            plan: RunPlan::default(),
            cause: RunCause::default(),
        };
        let written = |section| Event::SectionWritten {
            section: SectionId(section),
            text: String::new(),
            warnings: Vec::new(),
            provenance: Provenance::default(),
        };
        let events = [
            begun(),
            written(0),
            written(1),
            begun(),
            written(1),
            written(2),
        ];
        let journal = Envelope::journal(events);
        let of = |until: usize, before| {
            let mut found: Vec<usize> = written_since(&journal[..until], before)
                .into_iter()
                .map(|id| id.0)
                .collect();
            found.sort_unstable();
            found
        };
        assert_eq!(of(3, 0), [0, 1]);
        assert_eq!(of(3, 2), [0, 1], "cut after the first section");
        assert_eq!(of(6, 3), [1, 2], "an update");
        assert_eq!(of(6, 6), [1, 2], "nothing was left to do");
        assert_eq!(of(6, 5), [1, 2], "cut before the last section");
        let settled = Event::NewsSettled {
            documents: Vec::new(),
            why: String::new(),
        };
        let journal = Envelope::journal(journal.into_iter().map(|one| one.event).chain([settled]));
        assert_eq!(
            written_since(&journal, 6),
            HashSet::new(),
            "news of nothing"
        );
    }

    #[test]
    fn the_limit_that_is_raised_is_the_one_that_was_reached() {
        let of_all = Ceilings {
            tokens: Some(50_000),
            cost: Some(2.0),
            seconds: Some(60),
        };
        let mut study = Study::default();
        study.ceilings = of_all;
        study.closed = Some("1 of 50 tokens, $1 and 2 s are spent".to_owned());
        for (limit, how) in [
            (Limit::Tokens, "--max-tokens 100000"),
            (Limit::Cost, "--max-cost 4"),
            (Limit::Time, "--max-time 120s"),
            (
                Limit::Price,
                "a price under [prices] for each model that is used",
            ),
        ] {
            study.used_up = Some(limit);
            assert_eq!(more(&study, None), how);
        }
    }

    #[test]
    fn a_limit_far_below_what_the_brief_takes_is_raised_to_that() {
        let takes = Takes {
            tokens: 18_200,
            cost: Some(0.123),
            time: None,
        };
        let forecast = Some(Forecast {
            writing: takes,
            usual: takes,
            most: Takes {
                tokens: 150_000,
                ..takes
            },
        });
        let raised = |ceilings: Ceilings, limit: Limit| {
            let mut study = Study::default();
            study.ceilings = ceilings;
            study.used_up = Some(limit);
            more(&study, forecast)
        };
        let tokens = Ceilings {
            tokens: Some(2_500),
            ..Ceilings::default()
        };
        assert_eq!(raised(tokens, Limit::Tokens), "--max-tokens 19000");
        let cost = Ceilings {
            cost: Some(0.02),
            ..Ceilings::default()
        };
        assert_eq!(raised(cost, Limit::Cost), "--max-cost 0.15");
    }
}
