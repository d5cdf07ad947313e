//! Accepting by itself what a run proposed, where nobody is there to decide and nothing gets worse by it.
//!
//! Each change is looked at by itself, and what hangs on one that is refused waits with it. What is refused stays open, with the reason. Scores are for others to
//! give.

mod due;
mod instead;
mod referring;
mod stood;

pub use due::without_what_is_gone;
pub use stood::{Stood, stood_before};

use std::cell::OnceCell;

use due::Due;
use instead::{
    ALL_KEPT, CORRECTED, SAID, bears_out, gives_figures, is_told_by, names_the_same, says_part,
    share_kept, tells_anew,
};
use referring::{misplaced, parted};

use super::hunks::{self, Cut};
use super::impact::Brief;
use super::overlooked::{figures, is_about, is_told_in};
use super::repeats::repeated;
use crate::check::{self, Lexicon, Overtaken, Stated, Telling, Told};
use crate::clean;
use crate::study::{
    BY_NEW_EVIDENCE, Claim, CycleKind, Decision, Event, Hunk, HunkId, LeftOpen, NewsNote, Reading,
    Section, SectionId, Study, Verdict,
};

/// How the two readings of a brief score.
pub struct Composites<'a> {
    /// Both by the same measure, or as far as they are to be compared.
    pub accepted: f32,
    pub candidate: f32,
    pub by: ScoredBy,
    /// What is measured in any text, for one of which nothing else is known.
    pub measured: &'a dyn Fn(&Study, Reading) -> f32,
    /// How much of what is asked a text tells, measured.
    pub completeness: &'a dyn Fn(&Study, Reading) -> f32,
    /// What was accepted before the news that the run is about, where it is about any.
    pub stood: Option<Stood<'a>>,
    /// A study with the verdicts of its accepted texts found anew, and what these are measured at; nothing where nobody checks.
    pub settled: &'a dyn Fn(&Study) -> Option<(Study, f32)>,
}

/// What two scores were found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoredBy {
    Judge,
    /// Only what is proposed was judged, and found good enough.
    JudgeOfProposed,
    Measure,
}

/// Differences below this are none of the text's.
const NOISE: f32 = 0.005;
/// Refused changes that are told one by one, and characters that are quoted of each.
const TOLD: usize = 4;
const QUOTED: usize = 90;

/// Accepts the changes that the run proposed where the candidate scores no lower than what is accepted, but for those by which a verdict would be worse, what
/// was borne out be lost, or something foreign or contradictory come in: these are left to the analyst, and told. What the evidence does not hold any longer goes
/// in any case, and the rest is compared with what stands without it. What tells more of what is asked is not kept out by how the text reads with it.
#[must_use]
pub fn auto_apply(study: &Study, scores: &Composites<'_>) -> Vec<Event> {
    let gone = Due::of(study);
    let held = gone.made_in(study);
    let all = gone.count() + proposed(&held).count();
    let (without, refused) = refused(&held, scores.stood.map(|stood| stood.study));
    let is_measured = scores.by == ScoredBy::Measure;
    let due = if is_measured {
        gone.with_overtaken(&without)
    } else {
        gone
    };
    // What is accepted was scored as if all of it still held. What is due may score more by itself: that keeps none of the other news out.
    let before = || {
        let made = (scores.measured)(&due.made_in(study), Reading::Accepted);
        if is_measured {
            made.min(scores.accepted)
        } else {
            made
        }
    };
    let accepted_now = if due.is_empty() || !is_measured {
        scores.accepted
    } else {
        before()
    };
    let tells_more = |proposed: &Study| {
        let before = (scores.completeness)(&due.made_in(study), Reading::Accepted);
        is_measured && (scores.completeness)(proposed, Reading::Candidate) > before + NOISE
    };
    let is_lower = scores.candidate + NOISE < accepted_now;
    if is_lower && !tells_more(study) {
        let by = if is_measured {
            "both measured"
        } else {
            "both judged"
        };
        let lower = lower(scores.candidate, accepted_now, by);
        return only_due(due, all, &lower, Vec::new());
    }
    let told = told(study, &refused);
    let taken = due.and_proposed_in(&without);
    if taken.is_empty() {
        return vec![left_with(&told, refused)];
    }
    let settled = (scores.settled)(&decided(study, &taken));
    let settled = settled.as_ref();
    // What is due is made whatever it does to what stands beside it.
    if due.is_empty()
        && let Some(worse) = settled.and_then(|(after, _)| stood::worse(study, after).pop())
    {
        let refused = stood::left_by(&taken, &worse);
        return vec![left_with(&worse, refused)];
    }
    let after_all = settled.map(|(_, measured)| *measured);
    let mut score = match scores.by {
        ScoredBy::Measure => stood::score(scores, scores.accepted, scores.candidate, after_all),
        by => score(by, scores.accepted, scores.candidate),
    };
    let mut rest = String::new();
    if !refused.is_empty() {
        // Measured once: a brief of a thousand claims takes its time.
        let before = if is_measured && !due.is_empty() {
            accepted_now
        } else {
            before()
        };
        let after = (scores.measured)(&without, Reading::Candidate);
        if after + NOISE < before && !tells_more(&without) {
            let lower = lower(after, before, "both measured");
            let why = format!("{told}; without that {lower}");
            return only_due(due, all, &why, refused);
        }
        score = stood::score(scores, before, after, after_all);
        rest = format!("; left to you: {told}");
    } else if is_lower {
        score = format!("what is asked is told, so {score}");
    } else if scores.candidate + NOISE < scores.accepted {
        score = format!("{}, so {score}", due.why());
    }
    let count = taken.iter().map(|(_, hunks)| hunks.len()).sum();
    let share = due::share(count, all);
    let by_news = stood::worse_by_news(scores.stood, study, settled.map(|(after, _)| after));
    let why = format!("{share}: {score}, {by_news}{rest}");
    accepted(taken, why, refused)
}

/// Only what is due is accepted, if anything is, and why not the rest.
fn only_due(due: Due, all: usize, why: &str, refused: Vec<LeftOpen>) -> Vec<Event> {
    if due.is_empty() {
        return vec![left_with(why, refused)];
    }
    let count = due.count();
    let rest = if count == all {
        String::new()
    } else {
        format!("; the rest is left to you: {why}")
    };
    let why = format!("{}: {}{rest}", due::share(count, all), due.why());
    accepted(due.changes(), why, refused)
}

/// These changes are accepted by themselves, as one step, and what is left but for what is among them.
fn accepted(
    hunks: Vec<(SectionId, Vec<HunkId>)>,
    why: String,
    mut left: Vec<LeftOpen>,
) -> Vec<Event> {
    left.retain(|one| !hunks.iter().any(|(_, taken)| taken.contains(&one.hunk)));
    let decided = hunks.len() as u64;
    let decisions = hunks
        .into_iter()
        .map(|(section, hunks)| Event::HunksDecided {
            section,
            hunks,
            decision: Decision::Accepted,
        });
    let applied = Event::AutoApplied {
        applied: true,
        decided,
        why,
        left,
    };
    decisions.chain([applied]).collect()
}

/// Nothing is accepted by itself.
#[must_use]
pub fn left(why: &str) -> Event {
    left_with(why, Vec::new())
}

fn left_with(why: &str, left: Vec<LeftOpen>) -> Event {
    Event::AutoApplied {
        applied: false,
        decided: 0,
        why: format!("nothing was accepted automatically: {why}"),
        left,
    }
}

/// What became of the score, in words.
fn score(by: ScoredBy, before: f32, after: f32) -> String {
    let whose = match by {
        ScoredBy::Judge => "the judge's score",
        ScoredBy::Measure => "the measured score",
        ScoredBy::JudgeOfProposed => {
            return format!(
                "the judge gives the proposed text {after:.1}, which is good enough, and has not scored the accepted one"
            );
        }
    };
    let [was, is] = [before, after].map(|score| format!("{score:.1}"));
    if was != is {
        format!("{whose} goes from {was} to {is}")
    } else if (before - after).abs() > NOISE {
        format!("{whose} goes from {before:.2} to {after:.2}")
    } else {
        format!("{whose} stays {is}")
    }
}

/// A study with these changes accepted.
fn decided(study: &Study, taken: &[(SectionId, Vec<HunkId>)]) -> Study {
    let mut study = study.clone();
    for (section, hunks) in taken {
        study.apply(&Event::HunksDecided {
            section: *section,
            hunks: hunks.clone(),
            decision: Decision::Accepted,
        });
    }
    study
}

fn lower(candidate: f32, accepted: f32, by: &str) -> String {
    format!("the proposed text scores {candidate:.2}, the accepted one {accepted:.2} ({by})")
}

fn proposed(study: &Study) -> impl Iterator<Item = (SectionId, &Section, &Hunk)> {
    let sections = (0..).map(SectionId).zip(&study.sections);
    sections.flat_map(|(id, section)| {
        let hunks = study.proposed_by_run(id);
        hunks.map(move |hunk| (id, section, hunk))
    })
}

/// The study as it would be without the changes that are refused, and these. What one change may lean on another may not, once that is refused.
fn refused(study: &Study, stood: Option<&Study>) -> (Study, Vec<LeftOpen>) {
    let mut without = study.clone();
    let mut refused: Vec<LeftOpen> = Vec::new();
    loop {
        let mut found = objections(&without, stood);
        if found.is_empty() {
            found = repeats(&without);
        }
        if found.is_empty() {
            found = hangs_on(study, &refused);
        }
        if found.is_empty() {
            return (without, refused);
        }
        for one in &found {
            let section = without.sections.get_mut(one.section.0);
            if let Some(revision) = section.and_then(|section| section.revision.as_mut()) {
                revision.decide(one.hunk, Decision::Rejected);
            }
        }
        refused.extend(found);
    }
}

/// The changes that hang on one that is refused.
fn hangs_on(study: &Study, refused: &[LeftOpen]) -> Vec<LeftOpen> {
    let is_refused = |id: HunkId| refused.iter().any(|one| one.hunk == id);
    let mut found = Vec::new();
    for (id, section) in (0..).map(SectionId).zip(&study.sections) {
        let own: Vec<HunkId> = study
            .proposed_by_run(id)
            .map(|hunk| hunk.id)
            .filter(|hunk| !is_refused(*hunk))
            .collect();
        let Some(mut revision) = section.revision.clone().filter(|_| !refused.is_empty()) else {
            continue;
        };
        for hunk in &own {
            revision.decide(*hunk, Decision::Accepted);
        }
        found.extend(own.into_iter().filter_map(|hunk| {
            let needs = hunks::dependencies(&revision, hunk);
            let on = needs
                .iter()
                .filter_map(|need| need.on)
                .find(|on| is_refused(*on))?;
            Some(LeftOpen {
                section: id,
                hunk,
                why: format!("goes with change {on}"),
            })
        }));
    }
    found
}

/// What speaks against each of the changes that are proposed, beside what stood before the news.
fn objections(study: &Study, stood: Option<&Study>) -> Vec<LeftOpen> {
    let brought = Brought::by(study);
    let odds = newly_at_odds(study);
    let brief = OnceCell::new();
    let says = |hunk: &Hunk, text: &str| hunk.after.contains(text) && !hunk.before.contains(text);
    let parted = parted(study);
    let objection = |id: SectionId, section: &Section, hunk: &Hunk| {
        if hunk.by_checker {
            return Some("is for you to decide: the writer left what it is about".to_owned());
        }
        let mut parted = parted.iter();
        if let Some((.., sentence)) = parted.find(|(at, by, _)| (*at, *by) == (id, hunk.id)) {
            return Some(format!(
                "would have this speak of something else: {}",
                quoted(sentence)
            ));
        }
        if let Some((sentence, before)) = misplaced(section, hunk) {
            return Some(format!(
                "would have this speak of what another source says, {}: {}",
                quoted(&before),
                quoted(&sentence)
            ));
        }
        if let Some(claim) = worsened(study, section, hunk) {
            let (verdict, quote) = (claim.verdict.name(), quoted(&claim.text));
            return Some(format!("would bring a worse verdict, {verdict}: {quote}"));
        }
        let odds = odds.iter().find(|(a, b)| says(hunk, a) || says(hunk, b));
        if let Some((a, b)) = odds {
            return Some(format!(
                "would have the text say both “{a}” and “{b}”, which cannot both hold"
            ));
        }
        // Whoever asks for less is content to lose something.
        let is_steered = hunk.cause == Some(CycleKind::Steer);
        if let Some(claim) = brought.lost(study, section, hunk).filter(|_| !is_steered) {
            let quote = quoted(&claim.text);
            return Some(if says_part(&brought.sentences, &claim.text) {
                format!("would leave out some of what its source bears out: {quote}")
            } else {
                format!(
                    "would take away what its source bears out, and nothing says it instead: {quote}"
                )
            });
        }
        let stood = stood.filter(|_| !is_steered);
        let lost = stood.and_then(|stood| stood::lost(stood, study, id, section, hunk));
        if let Some(lost) = lost {
            let quote = quoted(&lost);
            return Some(if says_part(&brought.sentences, &lost) {
                format!("would leave out what the news do not touch of what was borne out: {quote}")
            } else {
                format!(
                    "would take away what was borne out before the news, and put nothing in its place: {quote}"
                )
            });
        }
        if let Some(foreign) = brought.foreign(section, hunk) {
            return Some(format!(
                "would put in what cites nothing and has to do with nothing in the brief: {}",
                quoted(foreign)
            ));
        }
        let beside = beside(study, section, hunk, &brief)?;
        Some(format!(
            "would put in what may have nothing to do with the question: {}",
            quoted(&beside.text)
        ))
    };
    proposed(study)
        .filter_map(|(id, section, hunk)| {
            Some(LeftOpen {
                section: id,
                hunk: hunk.id,
                why: objection(id, section, hunk)?,
            })
        })
        .collect()
}

/// The claim that a hunk puts in from the news beside all that stands, which was not listed as news of the matter, and has nothing in common with it but names: it may be
/// about something else.
fn beside<'a>(
    study: &Study,
    section: &'a Section,
    hunk: &'a Hunk,
    brief: &OnceCell<Brief>,
) -> Option<&'a Claim> {
    let sources: Vec<u32> = study
        .weighed
        .iter()
        .filter_map(|note| study.number_of(note.source?))
        .collect();
    // The built-in writer weighs by itself what is of the matter.
    let is_weighed = sources.is_empty() || !study.has_model();
    if is_weighed || claims_in(section, &hunk.before).next().is_some() {
        return None;
    }
    let is_news = |claim: &&Claim| {
        let mut cited = claim.citations.iter();
        !claim.citations.is_empty() && cited.all(|number| sources.contains(number))
    };
    let is_listed = |text: &str| {
        let mut said = study.weighed.iter().filter_map(|note| note.said.as_deref());
        said.any(|said| is_about(text, said))
    };
    let mut new = claims_in(section, &hunk.after).filter(is_news);
    new.find(|claim| {
        let stated = check::stated(&claim.text).into_iter().next();
        let bare = stated.map_or_else(|| claim.text.clone(), |stated| stated.bare);
        let brief = || brief.get_or_init(|| Brief::read(study));
        !is_listed(&bare) && brief().is_beside(&bare)
    })
}

/// The changes by which the brief would say something twice.
fn repeats(study: &Study) -> Vec<LeftOpen> {
    let repeated = repeated(study).into_iter();
    repeated
        .map(|(section, hunk, said)| LeftOpen {
            section,
            hunk: hunk.id,
            why: format!("would have the brief say twice: {}", quoted(&said)),
        })
        .collect()
}

/// What is refused and why, the first of it.
fn told(study: &Study, refused: &[LeftOpen]) -> String {
    let one = |left: &LeftOpen| {
        let plan = study.framework.sections.get(left.section.0);
        let title = plan.map_or("", |plan| plan.title.as_str());
        format!("change {} in {title} {}", left.hunk, left.why)
    };
    let mut lines: Vec<String> = refused.iter().take(TOLD).map(one).collect();
    match refused.len().saturating_sub(TOLD) {
        0 => {}
        more => lines.push(format!("{more} more")),
    }
    lines.join("; ")
}

fn quoted(text: &str) -> String {
    format!("“{}”", clean::line(text, QUOTED))
}

/// Sentences of the proposed brief of which two contradict each other, and did not stand beside each other before.
fn newly_at_odds(study: &Study) -> Vec<(String, String)> {
    let pairs = |reading| {
        let texts = study.texts(reading);
        let stated: Vec<Vec<Stated>> = texts.iter().map(|text| check::stated(text)).collect();
        let told = texts.iter().zip(&stated);
        let told: Vec<Told<'_>> = told
            .flat_map(|(text, stated)| Told::all(text, stated))
            .collect();
        let telling = Telling::of(&told, study);
        let said = |at: usize| told.get(at).map(|told| told.bare.trim().to_owned());
        let pairs = telling.at_odds().iter();
        let pairs = pairs.filter_map(|pair| said(pair.a).zip(said(pair.b)));
        pairs.collect::<Vec<(String, String)>>()
    };
    let before = pairs(Reading::Accepted);
    let mut new = pairs(Reading::Candidate);
    new.retain(|pair| !before.contains(pair));
    new
}

/// The claim that a hunk brings in with a worse verdict than what it replaces has. What it puts in beside that has to be supported, and what it puts in place of what
/// the news made doubtful has to be right.
fn worsened<'a>(study: &Study, section: &'a Section, hunk: &'a Hunk) -> Option<&'a Claim> {
    let is_doubted = |claim: &Claim| {
        let mut notes = study.weighed.iter().filter(|note| note.differs);
        notes.any(|note| note.sentence.as_ref() == Some(&claim.text))
    };
    let before = claims_in(section, &hunk.before)
        .filter(|claim| !is_doubted(claim))
        .map(|claim| gravity(claim.verdict))
        .max();
    let most = before.unwrap_or(gravity(Verdict::Supported));
    claims_in(section, &hunk.after).find(|claim| gravity(claim.verdict) > most)
}

/// What the proposed changes would bring into the brief.
struct Brought {
    /// The texts as they would be.
    candidate: Vec<String>,
    /// The new sentences of all changes that somebody checks.
    sentences: Vec<String>,
    /// What the brief and its question speak of.
    known: String,
}

/// Whether a claim gives way, in all that it says, to news that the texts as they would be tell: what was to come of what is called off is said by no word of
/// that. Of what has another value now the rest still holds; the built-in writer knows by itself what it leaves.
fn gives_way_to_news(study: &Study, candidate: &[String], claim: &Claim) -> bool {
    let is_whole = |note: &NewsNote| {
        let by = note
            .what
            .strip_suffix(BY_NEW_EVIDENCE)
            .unwrap_or(&note.what);
        let is = |overtaken: Overtaken| by.ends_with(overtaken.told());
        !study.has_model() || is(Overtaken::TakenBack) || is(Overtaken::CameAbout)
    };
    let notes = study.weighed.iter();
    let mut notes = notes.filter(|note| note.gives_way && is_whole(note));
    notes.any(|note| {
        let said = note.said.as_deref().unwrap_or_default();
        note.sentence.as_ref() == Some(&claim.text) && is_told_in(candidate, said)
    })
}

/// Whether what a model puts in the place of a sentence that the news correct leaves out figures that they do not touch.
fn leaves_figures_out(study: &Study, gone: &str, about: &[&str]) -> bool {
    study.has_model() && !gives_figures(gone, about, true)
}

impl Brought {
    fn by(study: &Study) -> Self {
        let accepted = study.texts(Reading::Accepted);
        let mut sentences = Vec::new();
        for (_, section, hunk) in proposed(study) {
            let new = claims_in(section, &hunk.after);
            let is_new = |claim: &&Claim| !accepted.iter().any(|text| text.contains(&claim.text));
            sentences.extend(new.filter(is_new).map(|claim| claim.text.clone()));
        }
        let known = format!("{}\n{}", study.question, accepted.join("\n"));
        Self {
            candidate: study.texts(Reading::Candidate),
            sentences,
            known,
        }
    }

    /// The claim that a hunk takes away although its source bears it out, while it stands nowhere else and no new sentence says the same instead: a verdict that
    /// disappears is a worse verdict.
    fn lost<'a>(&self, study: &Study, section: &'a Section, hunk: &'a Hunk) -> Option<&'a Claim> {
        let mut lexicon = Lexicon::default();
        let is_said = |claim: &Claim| self.candidate.iter().any(|text| text.contains(&claim.text));
        let gives_way = |claim: &Claim| gives_way_to_news(study, &self.candidate, claim);
        let mut lost = claims_in(section, &hunk.before).filter(|claim| {
            claim.verdict == Verdict::Supported && !is_said(claim) && !gives_way(claim)
        });
        lost.find(|claim| {
            let mut notes = study.weighed.iter();
            let is_corrected =
                notes.any(|note| note.differs && note.sentence.as_ref() == Some(&claim.text));
            let new = self.sentences.iter();
            let shares: Vec<f32> = new
                .map(|new| share_kept(&mut lexicon, new, &claim.text))
                .collect();
            let about = self.sentences.iter().zip(&shares);
            let about = about.filter(|(_, share)| **share >= CORRECTED);
            let about: Vec<&str> = about.map(|(new, _)| new.as_str()).collect();
            if is_corrected {
                return about.is_empty() || leaves_figures_out(study, &claim.text, &about);
            }
            if self
                .sentences
                .iter()
                .any(|new| tells_anew(new, &claim.text))
            {
                return false;
            }
            // Whoever takes a figure away takes the fact, whatever else is said of the same; and so does who takes away of whom or what it is said.
            let is_kept =
                gives_figures(&claim.text, &about, false) && names_the_same(&claim.text, &about);
            let most = shares.iter().copied().fold(0.0, f32::max);
            let is_said = || {
                most >= ALL_KEPT
                    || most >= SAID
                        && is_told_by(&claim.text, &about)
                        && bears_out(&about, &claim.text)
            };
            !is_kept || !is_said()
        })
    }

    /// The sentence that a hunk brings which nothing checks, since it states nothing of the world, and which shares no word with what the brief is about.
    fn foreign<'a>(&self, section: &Section, hunk: &'a Hunk) -> Option<&'a str> {
        let mut lexicon = Lexicon::default();
        let about = lexicon.term_set(&format!("{}\nevidence source", self.known));
        let cut = Cut::new(&hunk.after);
        let new = cut
            .sentences
            .iter()
            .filter_map(|span| hunk.after.get(span.clone()));
        let mut unchecked = new.filter(|sentence| {
            !sentence.ends_with(':')
                && !hunk.before.contains(sentence)
                && !section
                    .claims
                    .iter()
                    .any(|claim| claim.text.contains(sentence))
        });
        unchecked.find(|sentence| {
            let terms = lexicon.term_set(sentence);
            let has_words = sentence.chars().any(char::is_alphabetic);
            has_words && !terms.iter().any(|term| about.binary_search(term).is_ok())
        })
    }
}

fn claims_in<'a>(section: &'a Section, side: &str) -> impl Iterator<Item = &'a Claim> {
    section.claims_in(side).into_iter()
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

#[cfg(test)]
mod tests;
