//! What a refine or revise cycle is told: exactly what was found wrong, section by section [W9].
//!
//! It joins the checker's verdicts, the critic's remarks, what an update overlooked, the judge's lowest scores and, in a refining, the reflection and the decision
//! before it.
//! Finding these is for others; here they become lines that a writer can act on.

use std::fmt;
use std::ops::Range;

use super::hunks::Cut;
use super::interpret::OVER_COMPRESSED_GAP;
use super::overlooked::{Overlooked, overlooked};
use crate::clean;
use crate::study::{
    Claim, CriticFindings, CycleKind, Reading, Run, Section, SectionId, Sent, Study, Verdict,
    Version, counted, two_digits,
};

/// One thing that was found wrong in a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The sentence that it is about, by the number that the writer sees; `None` where it is about the section, or about what is missing.
    pub sentence: Option<usize>,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sentence {
            Some(number) => write!(f, "sentence {number}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Fault {
    fn of_section(what: String) -> Self {
        Self {
            sentence: None,
            what,
        }
    }
}

/// Lines for one section; the gravest come first, and more than these would not be mended in one go.
const LINES: usize = 12;
/// A judge's score below this is worth a line.
const GOOD: f32 = 4.0;

/// Why the brief as it is proposed is to be revised, in words; `None` where nothing calls for it. What an update did not bring and a revise of an earlier run has left is
/// not asked for again with it.
#[must_use]
pub fn why_revise(study: &Study) -> Option<String> {
    let run = study.active_run()?;
    let mut why = Vec::new();
    for verdict in Verdict::WRONG {
        let sections = (0..study.sections.len()).map(SectionId);
        let claims = sections.flat_map(|id| newly_wrong(study, id));
        let of_it = claims.filter(|claim| claim.verdict == verdict).count();
        if of_it > 0 {
            why.push(format!("{} {}", counted(of_it, "claim"), verdict.name()));
        }
    }
    let sections = (0..study.sections.len()).map(SectionId);
    let claims = sections.flat_map(|id| newly_wrong(study, id));
    let rest = claims.filter(|claim| !Verdict::WRONG.contains(&claim.verdict));
    let rest = rest.count();
    if rest > 0 {
        why.push(format!(
            "{} with a citation of no source",
            counted(rest, "claim")
        ));
    }
    let critics = (0..study.sections.len()).map(SectionId);
    let critics = critics.filter(|id| critic_calls(study, *id)).count();
    if critics > 0 {
        why.push(format!(
            "the critic objects to {}",
            counted(critics, "section")
        ));
    }
    let overlooked = overlooked(study);
    let open = overlooked.iter().filter(|one| is_open_to(study, one));
    let open = open.count();
    // Whoever was asked once has said what there is to say.
    if open > 0 && run.revised == 0 {
        let sentences = counted(open, "sentence");
        why.push(format!("the new evidence says otherwise than {sentences}"));
    }
    if let Some(score) = below(study, run) {
        let threshold = run.plan.threshold;
        why.push(format!(
            "the score is {:.2}, below {threshold}",
            two_digits(score)
        ));
    }
    (!why.is_empty()).then(|| why.join("; "))
}

/// The composite of the last version, where it is below the threshold, and not only as the text was that an update began with and a revise has left.
fn below(study: &Study, run: &Run) -> Option<f32> {
    let composite = |version: &Version| version.judged.unwrap_or(version.measured);
    let now = composite(run.versions.last()?);
    let before = study.judgement_of(&study.texts(Reading::Accepted));
    let was_so = before.is_some_and(|before| before.composite() <= now);
    (now < run.plan.threshold && !(was_revised_before(run) && was_so)).then_some(now)
}

fn is_of_update(run: &Run) -> bool {
    run.begun == Some(CycleKind::Update)
}

/// Whether it updates a brief that was revised before: what that left it would leave again.
fn was_revised_before(run: &Run) -> bool {
    is_of_update(run) && run.was_revised
}

/// Claims of the candidate that are wrong, without those that were so before the update and that a revise has left.
fn newly_wrong(study: &Study, id: SectionId) -> impl Iterator<Item = &Claim> {
    let run = study.active_run().filter(|run| is_of_update(run));
    let left = run.map_or(&[][..], |run| &run.left_before);
    let is_left = |claim: &Claim| {
        let mut left = left.iter();
        left.any(|(text, verdict)| *text == claim.text && *verdict == claim.verdict)
    };
    let wrong = wrong_claims(study, id).filter(move |claim| !is_left(claim));
    wrong.filter(move |_| !is_left_out(study, id))
}

/// Whether the analyst left a section out of the update that the run began with: nor does a revise ask about it.
fn is_left_out(study: &Study, id: SectionId) -> bool {
    let run = study.active_run().filter(|run| is_of_update(run));
    run.is_some_and(|run| run.left_out.contains(&id))
}

/// Whether the critic found something in a section that a revise has to mend [V2]; of one that an update left as it is that was known before.
fn critic_calls(study: &Study, id: SectionId) -> bool {
    let run = study.active_run();
    let is_old = run.is_some_and(was_revised_before) && study.proposed_by_run(id).next().is_none();
    let found = study.section(id).and_then(findings);
    let calls =
        found.is_some_and(|found| found.hallucination_detected || !found.logical_gaps.is_empty());
    let is_pinned = |claim: &str| {
        let section = study.section(id);
        section.is_some_and(|section| section.keeps(claim))
    };
    let mut objections = study.objections_to(id);
    let mut objects =
        || objections.any(|(_, remark)| !remark.claim.as_deref().is_some_and(is_pinned));
    !is_old && !is_left_out(study, id) && (calls || objects())
}

/// Whether a writer may change such a sentence: nobody pinned it.
fn is_open_to(study: &Study, one: &Overlooked<'_>) -> bool {
    let section = study.section(one.section);
    !is_left_out(study, one.section)
        && !section.is_some_and(|section| section.holds_pinned(one.sentence))
}

/// The sections that a cycle of this kind is about: those that something was said about, or all where nothing was said about any.
#[must_use]
pub fn sections_to_mend(study: &Study, kind: CycleKind) -> Vec<SectionId> {
    let mut written = study.written_sections();
    written.retain(|id| kind != CycleKind::Revise || !is_left_out(study, *id));
    let named = |is: &dyn Fn(SectionId) -> bool| -> Vec<SectionId> {
        written.iter().copied().filter(|id| is(*id)).collect()
    };
    let told = named(&|id| !feedback(study, id, kind, 1).is_empty());
    let run = study.active_run().filter(|_| kind == CycleKind::Revise);
    // Where the score is no reason to revise, a section in which nothing fails is none either; nor is what a revise has left already.
    if let Some(run) = run
        && below(study, run).is_none()
    {
        let overlooked = overlooked(study);
        let called = named(&|id| {
            newly_wrong(study, id).next().is_some()
                || critic_calls(study, id)
                || overlooked
                    .iter()
                    .any(|one| one.section == id && is_open_to(study, one))
        });
        if !called.is_empty() {
            return called;
        }
    }
    if told.is_empty() { written } else { told }
}

/// What a section's writer is told in a cycle of this kind, where its first sentence is shown with the number `first`.
#[must_use]
pub fn feedback(study: &Study, id: SectionId, kind: CycleKind, first: usize) -> Vec<Fault> {
    let mut lines = Vec::new();
    match kind {
        CycleKind::Refine => {
            reflected(study, id, &mut lines);
            checked(study, id, first, &mut lines);
        }
        CycleKind::Revise => {
            checked(study, id, first, &mut lines);
            side_by_side(study, id, first, &mut lines);
            judged(study, id, &mut lines);
        }
        _ => {}
    }
    lines.truncate(LINES);
    lines
}

/// The words to search with for what was found wrong: the sentences themselves, and what is missing.
#[must_use]
pub(super) fn search_words(study: &Study, id: SectionId, kind: CycleKind) -> String {
    let Some(section) = study.section(id) else {
        return String::new();
    };
    let mut words: Vec<&str> = wrong_claims(study, id)
        .map(|claim| claim.text.as_str())
        .collect();
    let remarks = study.objections_to(id);
    words.extend(remarks.filter_map(|(_, remark)| remark.claim.as_deref()));
    if let Some(found) = findings(section) {
        words.extend(found.logical_gaps.iter().map(String::as_str));
    }
    if kind == CycleKind::Revise {
        let overlooked = overlooked(study).into_iter();
        let overlooked = overlooked.filter(|one| one.section == id);
        words.extend(overlooked.map(|one| one.said));
    }
    if kind == CycleKind::Refine {
        let said = study.run.as_ref().and_then(|run| run.reflections.said());
        let about = said.into_iter().flat_map(|found| found.about(id));
        words.extend(about.map(|weakness| weakness.what.as_str()));
    }
    words.truncate(LINES);
    words.join(" ")
}

/// The reasons and key factors of the decision before a refining [W6].
#[must_use]
pub fn decided(study: &Study, kind: CycleKind) -> Vec<String> {
    let decision = study.run.as_ref().and_then(|run| run.decided());
    match decision {
        Some(decision) if kind == CycleKind::Refine => decision
            .reasons
            .iter()
            .chain(&decision.key_factors)
            .cloned()
            .collect(),
        _ => Vec::new(),
    }
}

fn reflected(study: &Study, id: SectionId, lines: &mut Vec<Fault>) {
    let said = study.run.as_ref().and_then(|run| run.reflections.said());
    let about = said.into_iter().flat_map(|found| found.about(id));
    lines.extend(
        about.map(|weakness| {
            Fault::of_section(format!("{}: {}", weakness.kind.name(), weakness.what))
        }),
    );
}

/// What the checker and the critic say of the text that is proposed.
fn checked(study: &Study, id: SectionId, first: usize, lines: &mut Vec<Fault>) {
    let Some(section) = study.section(id) else {
        return;
    };
    let text = section.candidate();
    let cut = Cut::new(&text);
    let number = |sentence: &str| numbered(&cut, first, sentence);
    for claim in wrong_claims(study, id) {
        lines.push(Fault {
            sentence: number(&claim.text),
            what: format!("{}, {}", claim.verdict.name(), claim.reason),
        });
    }
    let found = findings(section);
    let is_detected = found.is_some_and(|found| found.hallucination_detected);
    lines.extend(study.objections_to(id).map(|(kind, remark)| {
        let kind = match kind {
            "unsupported" if is_detected => "is not in the evidence",
            kind => kind,
        };
        Fault {
            sentence: remark.claim.as_deref().and_then(number),
            what: format!("{kind}, {}", remark.reason),
        }
    }));
    let Some(found) = found else {
        return;
    };
    let gap = |gap: &str| Fault::of_section(format!("logical gap: {gap}"));
    lines.extend(found.logical_gaps.iter().map(|said| gap(said)));
    let made = section.provenance.as_ref();
    let sent = made.and_then(|made| made.sent.as_ref());
    if sent.is_some_and(Sent::is_over_compressed) {
        lines.push(gap(OVER_COMPRESSED_GAP));
    }
}

/// The number that the writer sees before a sentence; `None` where it does not stand in the part.
fn numbered(cut: &Cut<'_>, first: usize, sentence: &str) -> Option<usize> {
    let sentence = sentence.trim();
    let place = |is: &dyn Fn(&str) -> bool| {
        let known = |span: &Range<usize>| cut.text.get(span.clone()).map(str::trim);
        let mut sentences = cut.sentences.iter();
        sentences.position(|span| known(span).is_some_and(is))
    };
    // Of an item of a list, with its mark or without.
    let at = place(&|known| known == sentence)
        .or_else(|| place(&|known| known.ends_with(sentence) || sentence.ends_with(known)));
    at.map(|at| first + at)
}

/// What new evidence says otherwise than sentences that the update left as they were, each with the sentence.
fn side_by_side(study: &Study, id: SectionId, first: usize, lines: &mut Vec<Fault>) {
    let Some(section) = study.section(id) else {
        return;
    };
    let text = section.candidate();
    let cut = Cut::new(&text);
    let overlooked = overlooked(study)
        .into_iter()
        .filter(|one| one.section == id);
    lines.extend(
        overlooked
            .filter(|one| is_open_to(study, one))
            .map(|one| Fault {
                sentence: numbered(&cut, first, one.sentence),
                what: format!(
                    "it says \"{}\" and the new evidence \"{}\": correct it, or tell both",
                    one.sentence, one.said
                ),
            }),
    );
}

/// The judge's low scores, in the sections of the sentences that they name, or in all.
fn judged(study: &Study, id: SectionId, lines: &mut Vec<Fault>) {
    let Some(judgement) = study.judgements.last() else {
        return;
    };
    for (dimension, score) in judgement.scores().worst_first() {
        let places: Vec<SectionId> = score
            .sentences
            .iter()
            .flat_map(|sentence| study.sections_with(sentence))
            .collect();
        if score.value < GOOD
            && !score.reason.is_empty()
            && (places.is_empty() || places.contains(&id))
        {
            lines.push(Fault::of_section(format!(
                "{} {:.1} of 5: {}",
                dimension.name(),
                score.value,
                score.reason
            )));
        }
    }
}

/// Claims of the candidate that the checker found wrong, the gravest first, but for those that no cycle may change. What fails its check no critic waives: it says more
/// of a claim, and does not pass it.
fn wrong_claims(study: &Study, id: SectionId) -> impl Iterator<Item = &Claim> {
    let section = study.section(id);
    let claims = section.map(|section| {
        let mut claims = section.claims_in(&section.candidate());
        claims.retain(|claim| !section.keeps(&claim.text));
        claims
    });
    let claims = claims.unwrap_or_default();
    let rest = claims.clone().into_iter();
    let rest = rest.filter(|claim| !Verdict::WRONG.contains(&claim.verdict) && claim.is_wrong());
    let gravest = Verdict::WRONG.into_iter().flat_map(move |verdict| {
        let claims = claims.clone().into_iter();
        claims.filter(move |claim| claim.verdict == verdict)
    });
    gravest.chain(rest)
}

/// What the critic said of the text that stands, where it could be read.
fn findings(section: &Section) -> Option<&CriticFindings> {
    section.critique()?.answer.said.as_ref().ok()
}

/// What sentences of a section took the place of that rest on sources which are gone, as their writer is told of it.
pub(super) fn restored(study: &Study, section: SectionId) -> Vec<String> {
    let all = study.replaced_in(section).into_iter();
    all.map(|one| {
        let one_line = |text: &str| clean::line(text, usize::MAX);
        let (before, after) = (one_line(&one.before), one_line(&one.after));
        format!("\u{201C}{after}\u{201D} took the place of \u{201C}{before}\u{201D}")
    })
    .collect()
}
