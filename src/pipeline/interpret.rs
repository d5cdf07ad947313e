//! What a writer's reply means for the study: events.
//!
//! The reply is Markdown from outside, so it is tidied first: what a model wraps around the text is taken off, and every citation is brought to the
//! one written form, with numbers that do not exist left in place and marked [C3].

mod built_in;
mod cut;
mod decisions;
mod gaps;
mod reasons;
mod told_late;
mod warnings;

use self::cut::Cut;
pub use self::cut::Limit;
use self::decisions::{
    give_back_places, keep_decisions, put_back_replaced, refused_before, take_out_orphans,
    take_out_pinned,
};
use self::reasons::{Reason, cause, contrary, gone};
use self::warnings::{kept_warning, length_warning, lost_characters, withdrawn_warning};
use super::echoes;
use super::edits::{self, Edit};
use super::hunks;
use super::parentheses;
use super::repeats;
use super::request::{Otherwise, Request, WrittenSection};
use super::resume::{asks_for_edits, begins_midway, stops_midway};
use super::talk;
use super::wrapping::unwrap;
use crate::check::{self, whole_sentences};
use crate::study::citation::{self, Normalised, Reference};
use crate::study::{
    BUILT_IN_WRITER, CycleKind, ENDS_EARLY, Event, Halt, Hunk, Partial, Piece, Provenance,
    Revision, Sent, Study, counted,
};

/// What a section's warnings say where its evidence was compressed beyond use: a logical gap as the critic names them [R5].
pub(super) const OVER_COMPRESSED_GAP: &str = "evidence was over-compressed";

/// What is told of a reply that its server calls whole.
const STOPS_MIDWAY: &str = "the reply stops mid-sentence";
const IN_CIRCLES: &str = "the writer said the same again and again, and stopped mid-sentence";
const BEGINS_MIDWAY: &str = "the reply begins mid-sentence";
/// Who proposes what the writer left.
const CHECKER: &str = "the checker";
/// Words that a part has at least.
const LEAST_WORDS: usize = 4;

/// How a reply ended, as far as the study is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    Complete(String),
    /// The writer reached its token limit.
    TooLong {
        text: String,
        /// Whether it was the limit of the section, and not of the budget: the rest may be asked for.
        may_go_on: bool,
        limit: Limit,
        /// It was on its way round in circles.
        in_circles: bool,
    },
    Halted {
        partial: Partial,
        halt: Halt,
    },
    /// There is none that could be read, for this reason, and asking again does not help.
    Unusable(String),
}

/// The events of one reply. `provenance` comes with the raw reply; its text is what gets tidied.
#[must_use]
pub fn interpret(
    study: &Study,
    request: &Request,
    reply: Reply,
    mut provenance: Provenance,
) -> Vec<Event> {
    let section = request.section;
    let (raw, cut) = match reply {
        Reply::Complete(text) => (text, None),
        Reply::Unusable(why) => return vec![unusable(request, why, false, provenance)],
        Reply::TooLong {
            text,
            may_go_on,
            limit,
            in_circles,
        } => {
            let in_circles = in_circles || repeats::goes_round(&text);
            let cut = Cut::of(request, may_go_on, limit, in_circles);
            (text, Some(cut))
        }
        Reply::Halted { partial, halt } => {
            return vec![Event::StepHalted {
                section,
                partial: partial.of_call(&provenance),
                halt,
            }];
        }
    };
    let is_first = provenance.writer != BUILT_IN_WRITER && study.asked_again(section).is_none();
    if let Some(cut) = cut.as_ref().filter(|cut| cut.has_rest && is_first) {
        return vec![the_rest(request, &raw, &cut.limit, provenance)];
    }
    let limit = cut.as_ref().map(|cut| cut.limit.as_str());
    let mut answer = match answer(study, request, &raw, limit, &provenance.writer) {
        Ok(answer) => answer,
        Err(why) => {
            // Where the budget is short another answer would be cut as well.
            let may_ask = is_first && cut.as_ref().is_none_or(|cut| cut.may_ask);
            if cut.as_ref().is_some_and(|cut| !cut.has_rest) {
                let (once, _) = repeats::without_repeats(&raw);
                provenance.kept = Some(once.trim().to_owned());
            }
            return vec![unusable(request, why, may_ask, provenance)];
        }
    };
    // Servers say that a model stopped by itself also where they cut it.
    let is_edits = takes_edits(request, &provenance.writer) && edits::read(&raw).is_some();
    let by_model = provenance.writer != BUILT_IN_WRITER;
    let is_half = cut.is_none() && by_model && !is_edits && stops_midway(&answer.text);
    let in_circles = is_half && repeats::goes_round(&raw);
    if is_half && is_first && !in_circles {
        return vec![the_rest(request, &raw, STOPS_MIDWAY, provenance)];
    }
    let begins = by_model && !is_edits && begins_midway(&answer.text);
    // A name may be written in small letters, the rest of a sentence is no part.
    let is_rest = begins && answer.text.split_whitespace().count() < LEAST_WORDS;
    if (begins && is_first) || is_rest {
        let why = BEGINS_MIDWAY.to_owned();
        return vec![unusable(request, why, is_first, provenance)];
    }
    if is_half {
        // Half a sentence says something else than the whole one would.
        let whole = whole_sentences(&answer.text).len();
        if whole > 0 {
            answer.text.truncate(whole);
        }
    }
    let is_first_text = by_model && request.current.is_none();
    let is_copy = is_first_text && answer.leave_to_others(study, request);
    if is_copy {
        // A model that is shown a copy as an answer of its own copies on.
        provenance.kept = Some(String::new());
    } else if is_edits && cut.is_some() {
        provenance.kept = Some(edits::whole(&raw).trim().to_owned());
    } else if is_half || cut.is_some() || answer.repeats {
        provenance.kept = Some(answer.text.clone());
    }
    let mut warnings = std::mem::take(&mut answer.warnings);
    let mut missed = std::mem::take(&mut answer.missed);
    warnings.extend(length_warning(&answer.text, request));
    warnings.extend(told_late::told_late(study, &answer.text));
    let is_of_edits = takes_edits(request, &provenance.writer);
    if let Some(limit) = limit.filter(|_| is_of_edits) {
        missed.push(format!("{limit}: the edit that it was at is left out"));
    }
    let midway = is_half.then_some(if in_circles { IN_CIRCLES } else { STOPS_MIDWAY });
    let ends = limit.filter(|_| !is_of_edits).or(midway);
    let ends = ends.filter(|_| !is_copy);
    warnings.extend(ends.map(|how| format!("{ENDS_EARLY}: {how}")));
    warnings.extend(kept_warning(study, request, &answer.text));
    if by_model {
        warnings.extend(lost_characters(&answer.text));
    }
    let over = |sent: &Sent| sent.is_over_compressed();
    if provenance.sent.as_ref().is_some_and(over) {
        warnings.push(OVER_COMPRESSED_GAP.to_owned());
    }
    vec![made_of(
        study,
        request,
        answer,
        (warnings, missed),
        provenance,
    )]
}

/// What an answer comes to, with what is to be told of it and what could not be done: the section's first text, changes to the one that stands, or none.
fn made_of(
    study: &Study,
    request: &Request,
    answer: Answer,
    (mut warnings, missed): (Vec<String>, Vec<String>),
    mut provenance: Provenance,
) -> Event {
    let section = request.section;
    let (Some(current), Some(accepted)) = (&request.current, &request.accepted) else {
        return Event::SectionWritten {
            section,
            text: answer.text,
            warnings,
            provenance,
        };
    };
    let revision = revision(study, request, accepted, &answer, &provenance.writer);
    let nothing_new = if study
        .accepted_in(section)
        .is_some_and(|now| now != *accepted)
    {
        // The analyst has been at it meanwhile: what is left of the answer is laid against the text as it is now.
        answer.text == *current || revision.open() == 0
    } else {
        revision.candidate() == *current
    };
    if nothing_new {
        if !missed.is_empty() {
            provenance.kept = Some(String::new());
        }
        return Event::RevisionUnneeded {
            section,
            missed,
            provenance,
        };
    }
    warnings.extend(missed);
    if request.cycle == CycleKind::Steer {
        warnings.extend(withdrawn_warning(study, section, &revision));
    }
    Event::RevisionProposed {
        section,
        revision,
        warnings,
        provenance,
    }
}

/// The rest of a reply is asked for; where edits were asked for and none came, these.
fn the_rest(request: &Request, raw: &str, why: &str, mut provenance: Provenance) -> Event {
    let goes_on = !asks_for_edits(request) || edits::has_edits(raw);
    if goes_on && !edits::has_edits(raw) {
        // A model that is shown its repeats goes on with them.
        provenance.kept = repeats::once(raw);
    }
    let why = if goes_on {
        why.to_owned()
    } else {
        format!("{why} before an edit came")
    };
    Event::AskedAgain {
        section: request.section,
        why,
        goes_on,
        provenance,
    }
}

/// What becomes of a reply that cannot be used: another is asked for, or else what stands is better.
fn unusable(request: &Request, why: String, may_ask: bool, mut provenance: Provenance) -> Event {
    let section = request.section;
    if may_ask {
        Event::AskedAgain {
            section,
            why,
            goes_on: false,
            provenance,
        }
    } else if request.current.is_some() {
        provenance.kept = Some(String::new());
        Event::RevisionUnneeded {
            section,
            missed: vec![why],
            provenance,
        }
    } else {
        let writer = &provenance.writer;
        let why = format!("{writer}: {why}; ask again, or choose another model");
        // What is no part of the brief does not stand in its place.
        let text = String::new();
        Event::StepHalted {
            section,
            partial: Partial::of(text, why).of_call(&provenance),
            halt: Halt::Unusable,
        }
    }
}

/// A section's text as a reply has it.
pub(super) struct Answer {
    text: String,
    warnings: Vec<String>,
    /// Edits that could not be made.
    missed: Vec<String>,
    /// How many of them would have changed a pinned sentence: another answer could do no better.
    pinned: usize,
    /// Why the writer changed what it changed, where it said so.
    reasons: Vec<Reason>,
    /// The sentences that the writer left and the checker proposes to change: what says that the evidence does not tell something, which the news tell, and what
    /// rests on nothing but sources that were taken out.
    by_checker: Vec<String>,
    /// Whether what it said again and again was left out.
    repeats: bool,
    /// What stands where in the text that it was sent and in this one; `None` of a text that was written anew.
    along: Option<Vec<hunks::Block>>,
}

impl Answer {
    /// Leaves out what other parts say word for word, and says whether nothing was left. What is only proposed for a part may be refused, and be told nowhere then.
    fn leave_to_others(&mut self, study: &Study, request: &Request) -> bool {
        let accepted = request.written.iter().cloned().map(|mut part| {
            if let Some(section) = study.section(part.section) {
                part.text = section.accepted();
            }
            part
        });
        let accepted: Vec<WrittenSection> = accepted.collect();
        let Some(own) = repeats::without_copies(request, &accepted, &self.text, self.repeats)
        else {
            return false;
        };
        self.repeats |= self.text != own.text;
        self.text = own.text;
        self.warnings.push(own.told);
        own.is_copy
    }

    /// Whether edits could not be made that might be made otherwise.
    fn is_missed(&self) -> bool {
        self.missed.len() > self.pinned
    }
}

/// What a reply makes of the section, or what is wrong with it, in words for the writer and the analyst. Of one that was cut, only what is whole counts.
fn answer(
    study: &Study,
    request: &Request,
    raw: &str,
    cut: Option<&str>,
    writer: &str,
) -> Result<Answer, String> {
    let is_cut = cut.is_some();
    // That nothing is to be changed, and nothing else, is no first text.
    let is_first = request.current.is_none() && raw.trim().lines().count() == 1;
    let are_edits = |edits: Vec<Edit>| !edits.is_empty() || is_first;
    if writer != BUILT_IN_WRITER
        && !takes_edits(request, writer)
        && edits::read(raw).is_some_and(are_edits)
    {
        return Err("it is edits, where the whole part was asked for".to_owned());
    }
    let Some(current) = request.current.as_deref() else {
        let answer = whole(study, request, raw, is_cut);
        // The built-in writer does not talk.
        let about = (writer != BUILT_IN_WRITER).then(|| about(request));
        let is_echo = about.is_some() && gives_back_prompt(study, request, &answer.text);
        let why = is_echo.then(|| "it only repeats what it was asked with".to_owned());
        let why = why.or_else(|| talk::why_no_part(raw, &answer.text, about.as_deref()));
        return why.map_or(Ok(answer), Err);
    };
    if takes_edits(request, writer) {
        let finished = if is_cut { edits::whole(raw) } else { raw };
        if let Some(edits) = edits::read(finished) {
            let wants_none = edits.is_empty();
            let answer = edited(study, request, current, edits, !is_cut);
            // Only where its sources are gone can a part be left without a sentence.
            let is_gone = !study.withdrawn_in(request.section).is_empty();
            return if answer.text.trim().is_empty() && !is_gone {
                Err("these edits would leave nothing of the part".to_owned())
            } else if answer.text == current && !wants_none && answer.is_missed() {
                Err(answer.missed.join("; "))
            } else {
                Ok(answer)
            };
        }
    }
    // What a rewrite did not come to would seem to be deleted.
    if let Some(limit) = cut
        && takes_edits(request, writer)
    {
        return Err(limit.to_owned());
    }
    let mut answer = whole(study, request, raw, is_cut);
    let is_steered = request.cycle == CycleKind::Steer;
    let why = if writer == BUILT_IN_WRITER {
        answer.along = replaced(request, current, &answer.text);
        talk::why_no_part(raw, &answer.text, None)
    } else {
        // Another version of a part may go by other sources.
        let gone: Vec<u32> = if takes_edits(request, writer) {
            let gone = study.withdrawn_in(request.section).into_iter();
            gone.map(|(number, _)| number).collect()
        } else {
            citation::numbers(current)
        };
        talk::why_no_rewrite(raw, current, &answer.text, &gone, is_steered)
    };
    why.map_or(Ok(answer), Err)
}

/// What a section can speak of: what was asked, what it is for, and what its writer was sent.
fn about(request: &Request) -> String {
    let context = &request.context;
    let sent = context.passages().map(|chosen| &chosen.passage);
    let texts = sent
        .chain(context.above())
        .map(|passage| passage.text.as_str());
    let asked = [
        request.question.as_str(),
        &request.plan.title,
        &request.plan.purpose,
    ];
    asked
        .into_iter()
        .chain(texts)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whether a text only gives back what was asked; that the evidence does not answer may be said in the words of the prompt.
fn gives_back_prompt(study: &Study, request: &Request, text: &str) -> bool {
    let plans = study.framework.sections.iter();
    let titles = plans.map(|plan| plan.title.as_str());
    echoes::is_only_echo(text, request, titles) && !talk::names_what_is_missing(text)
}

/// A reply that is the whole section.
fn whole(study: &Study, request: &Request, raw: &str, is_cut: bool) -> Answer {
    let titles = study
        .framework
        .sections
        .iter()
        .map(|plan| plan.title.as_str());
    let others: Vec<&str> = titles
        .filter(|title| *title != request.plan.title)
        .collect();
    let own = echoes::without_material(raw);
    let text = unwrap(&own, &request.plan.title, &others);
    let text = echoes::without_echo(talk::without_talk(&text), request);
    let text = echoes::without_numbers(text, request);
    let (text, repeated) = repeats::without_repeats(&text);
    let mut text = text.trim();
    // Half a sentence says something else than the whole one would.
    if is_cut && !whole_sentences(text).is_empty() {
        text = whole_sentences(text);
    }
    let tidied = tidied(study, text);
    let mut warnings: Vec<String> = tidied.warnings.iter().map(ToString::to_string).collect();
    if repeated > 0 {
        warnings.push(format!(
            "the writer repeated itself: {} left out",
            counted(repeated, "sentence")
        ));
    }
    Answer {
        text: tidied.text,
        warnings,
        missed: Vec::new(),
        pinned: 0,
        reasons: Vec::new(),
        by_checker: Vec::new(),
        repeats: repeated > 0,
        along: None,
    }
}

/// What stands where in a text and in the built-in writer's answer, where a new sentence took the place of one that it is unlike: the two are one change.
fn replaced(request: &Request, current: &str, answer: &str) -> Option<Vec<hunks::Block>> {
    let (old, new) = (hunks::Cut::new(current), hunks::Cut::new(answer));
    let find = |cut: &hunks::Cut<'_>, is: &dyn Fn(&str) -> bool| {
        (0..cut.sentences.len())
            .find(|at| is(cut.sentence(*at)))
            .and_then(|at| cut.sentences.get(at).cloned())
    };
    let bare = |text: &str| check::key(&citation::without_citations(text));
    let own = |one: &&Otherwise| one.section == request.section && one.gives_way;
    let mut blocks: Vec<hunks::Block> = Vec::new();
    for one in request.otherwise.iter().filter(own) {
        let stood = find(&old, &|text| text.trim() == one.sentence.trim());
        let stays = find(&new, &|text| text.trim() == one.sentence.trim()).is_some();
        let said: Vec<String> = check::sentences(&one.said)
            .into_iter()
            .filter_map(|span| one.said.get(span).map(bare))
            .collect();
        let (Some(first), Some(last)) = (said.first(), said.last()) else {
            continue;
        };
        let comes = find(&new, &|text| bare(text) == *first);
        let ends = find(&new, &|text| bare(text) == *last);
        let is_new = find(&old, &|text| bare(text) == *first).is_none();
        if let (Some(old), Some(first), Some(last)) = (stood, comes, ends)
            && !stays
            && is_new
            && one.is_first(&request.otherwise)
        {
            let new = first.start..last.end.max(first.end);
            blocks.push(hunks::Block { old, new });
        }
    }
    blocks.sort_by_key(|block| block.old.start);
    let is_in_order = blocks
        .windows(2)
        .all(|pair| pair[0].new.end <= pair[1].new.start && pair[0].old.end <= pair[1].old.start);
    (!blocks.is_empty() && is_in_order).then(|| hunks::around(&old, &new, &blocks))
}

/// Whether a reply may be edits to the current text [W3]; one that is not is read as a whole section.
pub(super) fn takes_edits(request: &Request, writer: &str) -> bool {
    asks_for_edits(request) && writer != BUILT_IN_WRITER
}

/// The text with these edits made, and, where they are all that the writer answers, with what the checker proposes of what they leave.
pub(super) fn edited(
    study: &Study,
    request: &Request,
    current: &str,
    edits: Vec<Edit>,
    is_whole: bool,
) -> Answer {
    let count = hunks::Cut::new(current).sentences.len();
    let (mut edits, mut missed) = edits::of_part(edits, request.first_sentence, count);
    missed.extend(echoes::take_out_examples(request, &mut edits));
    let mut warnings = Vec::new();
    for edit in &mut edits {
        let tidied = tidied(study, &edit.text);
        warnings.extend(tidied.warnings.iter().map(ToString::to_string));
        edit.text = tidied.text;
    }
    give_back_places(request, current, &mut edits);
    let orphans = take_out_orphans(study, request, current, &mut edits);
    put_back_replaced(request, current, &mut edits);
    let pinned = take_out_pinned(study, request, current, &mut edits);
    let left_out = pinned.len();
    missed.extend(pinned);
    missed.extend(repeats::take_out_repeats(request, current, &mut edits));
    let mut by_checker = orphans;
    if is_whole {
        by_checker.extend(gaps::fill(study, request, current, &mut edits));
    }
    let edited = edits::apply(current, &edits);
    missed.extend(edited.warnings);
    // What was wrong before and still stands there is told again.
    let whole = tidied(study, &edited.text);
    for warning in whole.warnings.iter().map(ToString::to_string) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    let reasons = edits
        .into_iter()
        .zip(edited.replaced)
        .filter(|(edit, _)| !edit.reason.is_empty());
    Answer {
        text: edited.text,
        warnings,
        missed,
        pinned: left_out,
        by_checker,
        repeats: false,
        along: Some(edited.blocks),
        reasons: reasons
            .map(|(edit, before)| Reason {
                before,
                after: edit.text.trim().to_owned(),
                why: edit.reason,
            })
            .collect(),
    }
}

/// What an answer, and what was proposed before it, change in the accepted text, as hunks with their reasons.
pub(super) fn revision(
    study: &Study,
    request: &Request,
    accepted: &str,
    answer: &Answer,
    writer: &str,
) -> Revision {
    let open = study
        .section(request.section)
        .and_then(|known| known.revision.as_ref());
    // What was proposed before and is still has the reason that it had, and the cause; what was refused and is asked for now has another.
    let kept = |before: &str, after: &str| {
        let same = |hunk: &&Hunk| {
            hunk.is_open() && hunk.before.trim() == before && hunk.after.trim() == after
        };
        open.and_then(|revision| revision.hunks().find(same))
    };
    let reason = |before: &str, after: &str| {
        if let Some(hunk) = kept(before, after) {
            return hunk.reason.clone();
        }
        let mut known: Vec<&str> = Vec::new();
        for reason in answer
            .reasons
            .iter()
            .filter(|known| known.is_of(before, after))
        {
            if !known.contains(&reason.why.as_str()) {
                known.push(&reason.why);
            }
        }
        let mut own = answer.by_checker.iter();
        let by = if own.any(|one| before.contains(one.as_str())) {
            CHECKER
        } else {
            writer
        };
        let cause = cause(request, by, before, after);
        let why = match known.as_slice() {
            [] => built_in::why(request, writer, before, after)
                .map_or_else(|| cause.clone(), |why| format!("{why} ({cause})")),
            known => format!("{} ({cause})", known.join("; ")),
        };
        let contrary = contrary(request, writer, after, &answer.text);
        let refused =
            refused_before(request, before, after).then(|| "you refused it before".to_owned());
        let again = repeats::said_elsewhere(request, before, after)
            .map(|title| format!("{title} says this already"));
        let notes = contrary.into_iter().chain(refused).chain(again);
        notes.fold(why, |why, note| format!("{why}; {note}"))
    };
    let mut revision = match (&answer.along, request.current.as_deref()) {
        (Some(edited), Some(current)) => {
            let blocks = hunks::between_readings(accepted, current, open, edited);
            hunks::revise_along(accepted, &answer.text, &blocks, study.next_hunk(), &reason)
        }
        _ => hunks::revise(accepted, &answer.text, study.next_hunk(), &reason),
    };
    for piece in &mut revision.pieces {
        if let Piece::Hunk(hunk) = piece {
            let kept = kept(hunk.before.trim(), hunk.after.trim());
            hunk.cause = kept.map_or(Some(request.cycle), |known| known.cause);
            hunk.gone = gone(request, &hunk.before, &hunk.after);
            let mut own = answer.by_checker.iter();
            hunk.by_checker = kept.is_some_and(|known| known.by_checker)
                || own.any(|one| hunk.before.contains(one.as_str()));
        }
    }
    keep_decisions(study, request, open, &mut revision);
    match study.accepted_in(request.section) {
        Some(now) if now != accepted => hunks::rebase(&revision, &now),
        _ => revision,
    }
}

/// A text with its citations in the one written form.
fn tidied(study: &Study, text: &str) -> Normalised {
    let resolved = |reference: &Reference| resolve(study, reference);
    let text = parentheses::as_marks(text, &|reference| resolved(reference).is_some());
    citation::normalise(&text, &resolved)
}

/// The citation number that a reference means in this study.
fn resolve(study: &Study, reference: &Reference) -> Option<u32> {
    let of = |matches: &dyn Fn(&crate::study::Document) -> bool| {
        study
            .evidence
            .iter()
            .find(|document| matches(document))
            .and_then(|document| study.number_of(document.id))
    };
    match reference {
        Reference::Number(number) => study.numbered(*number).map(|_| *number),
        Reference::Unresolved(_) => None,
        Reference::Uri(uri) => {
            let address = citation::canonical(uri)?;
            of(&|document| document.uri == address)
        }
        Reference::Name { name, .. } => {
            let file = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_lowercase);
            of(&|document| {
                document.title.eq_ignore_ascii_case(name) || file(&document.uri) == file(name)
            })
        }
    }
}
