//! The brief as it is shown to models: its parts with their sentences numbered through.
//!
//! Whoever is asked about one text is shown it in the same words, so that what one was sent is a prefix of what the next is [M4]; and a brief that was shown last
//! and still reads so need not be shown again, because edits can name its sentences by the numbers that they have there.

use std::fmt::Write as _;

use super::hunks::Cut;
use crate::study::{Reading, SectionId, Study, Turn};

/// A numbered brief.
pub(super) struct Brief {
    pub(super) text: String,
    /// In order, each with its section.
    pub(super) sentences: Vec<(SectionId, String)>,
}

impl Brief {
    /// The parts that have a text; `texts` are those of all sections.
    pub(super) fn of(study: &Study, texts: &[String]) -> Self {
        let (mut brief, mut sentences) = (String::new(), Vec::new());
        let parts = study.framework.sections.iter().zip(texts).enumerate();
        for (at, (plan, text)) in parts.filter(|(_, (_, text))| !text.trim().is_empty()) {
            brief += &heading(at, &plan.title);
            for sentence in sentences_of(text) {
                sentences.push((SectionId(at), sentence.to_owned()));
                brief += &numbered(sentences.len(), sentence);
            }
            brief.push('\n');
        }
        Self {
            text: brief.trim_end().to_owned(),
            sentences,
        }
    }

    /// The number of a section's first sentence.
    pub(super) fn first_of(&self, section: SectionId) -> Option<usize> {
        let at = self.sentences.iter().position(|(of, _)| *of == section)?;
        Some(at + 1)
    }
}

/// The number that the first sentence of a section has in the brief that these turns showed last, where that is still gone by: it was shown in the running
/// cycle, or reads as the brief does when the cycle begins, and no turn behind it numbers the sentences in another way.
pub(super) fn first_number(study: &Study, turns: &[Turn], section: SectionId) -> Option<usize> {
    let at = turns.iter().rposition(|turn| shows_brief(study, turn))?;
    let (shown, behind) = turns.get(at..)?.split_first()?;
    if behind.iter().any(|turn| numbers_a_part(&turn.prompt)) {
        return None;
    }
    let begun_at = study.cycle.as_ref().map_or(0, |cycle| cycle.begun_at);
    let texts = study.texts(Reading::Candidate);
    let number = |section: SectionId| {
        let text = texts.get(section.0)?;
        first_number_in(study, &shown.asked, section, text)
    };
    // What the running cycle has changed since, the writer knows: it did so itself.
    let is_first_of_cycle = at < begun_at && turns.len() <= begun_at;
    let mut written = study.written_sections().into_iter();
    if is_first_of_cycle && !written.all(|section| number(section).is_some()) {
        return None;
    }
    number(section)
}

/// Whether one of these turns showed a numbered brief, which one that follows takes the place of.
pub(super) fn is_shown_in(study: &Study, turns: &[Turn]) -> bool {
    turns.iter().any(|turn| shows_brief(study, turn))
}

fn shows_brief(study: &Study, turn: &Turn) -> bool {
    let mut headings = (0..)
        .zip(&study.framework.sections)
        .map(|(at, plan)| heading(at, &plan.title));
    headings.any(|heading| first_below(&turn.asked, &heading).is_some())
}

/// The number of the first sentence below a heading, and what stands there.
fn first_below<'a>(asked: &'a str, heading: &str) -> Option<(usize, &'a str)> {
    let (_, below) = asked.split_once(heading)?;
    let (number, _) = below.split_once(". ")?;
    Some((number.parse().ok()?, below))
}

/// The number of a section's first sentence in what was asked, where it stands there with this text.
fn first_number_in(study: &Study, asked: &str, section: SectionId, text: &str) -> Option<usize> {
    let plan = study.framework.sections.get(section.0)?;
    let (first, below) = first_below(asked, &heading(section.0, &plan.title))?;
    let mut lines = String::new();
    for (number, sentence) in (first..).zip(sentences_of(text)) {
        lines += &numbered(number, sentence);
    }
    let rest = below.strip_prefix(&lines)?;
    // Nothing may follow that is of this part as well.
    (rest.starts_with('\n') || rest.starts_with("--")).then_some(first)
}

/// Whether a prompt shows one part with numbers of its own.
fn numbers_a_part(prompt: &str) -> bool {
    matches!(prompt, "update" | "steer")
}

fn heading(at: usize, title: &str) -> String {
    format!("Part {}, {title}\n", at + 1)
}

fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    let sentences = Cut::new(text).sentences.into_iter();
    sentences.map(|span| text.get(span).unwrap_or_default().trim())
}

/// A sentence on a line of its own after its number.
fn numbered(number: usize, sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut line = String::new();
    let _ = writeln!(line, "{number}. {}", words.join(" "));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{CycleKind, Event, Framework, Revision, RhetoricalRole, SectionPlan};

    fn study() -> Study {
        let plan = |title: &str| SectionPlan {
            title: title.to_owned(),
            purpose: String::new(),
            role: RhetoricalRole::Situation,
            words: 10,
        };
        Study::fold(&[Event::StudyOpened {
            question: "why?".to_owned(),
            framework: Framework {
                sections: vec![plan("One"), plan("Two")],
                ..Framework::default()
            },
        }])
    }

    fn turn(asked: &str) -> Turn {
        Turn {
            prompt: "revise".to_owned(),
            multi_source: false,
            asked: asked.to_owned(),
            replied: String::new(),
            held: Vec::new(),
        }
    }

    const TEXTS: [&str; 2] = ["A holds [1]. B holds\n[2].", "C holds [3]."];

    #[test]
    fn sentences_are_numbered_through_all_parts() {
        let brief = Brief::of(&study(), &TEXTS.map(str::to_owned));
        assert_eq!(
            brief.text,
            "Part 1, One\n1. A holds [1].\n2. B holds [2].\n\nPart 2, Two\n3. C holds [3]."
        );
        assert_eq!(brief.first_of(SectionId(1)), Some(3));
        let without = Brief::of(&study(), &[String::new(), TEXTS[1].to_owned()]);
        assert_eq!(without.text, "Part 2, Two\n1. C holds [3].");
        assert_eq!(without.first_of(SectionId(0)), None);
    }

    const SHOWN: &str = "The brief:\n\n-----\nPart 1, One\n1. A holds [1].\n2. B holds [2].\n\nPart 2, Two\n3. C holds [3].\n-----\n\nMend it.";

    /// A study whose parts read so, in a revise cycle that began after so many turns.
    fn revising(texts: [&str; 2], begun_at: usize) -> Study {
        let mut study = study();
        for (section, text) in study.sections.iter_mut().zip(texts) {
            section.revision = Some(Revision::settled(text.to_owned()));
        }
        let sections = vec![SectionId(0), SectionId(1)];
        study.conversation = vec![turn(""); begun_at];
        study.apply(&Event::CycleStarted {
            cycle: CycleKind::Revise,
            sections,
        });
        study
    }

    #[test]
    fn a_brief_that_was_shown_and_reads_so_still_has_its_numbers_there() {
        let turns = [turn("Write."), turn(SHOWN)];
        let number = |texts, section| {
            let study = revising(texts, turns.len());
            first_number(&study, &turns, SectionId(section))
        };
        assert_eq!(number(TEXTS, 0), Some(1));
        assert_eq!(number(TEXTS, 1), Some(3));
        // A part of it reads otherwise now, or was longer then: the other part's numbers are none to go by either.
        assert_eq!(number([TEXTS[0], "C held [3]."], 0), None);
        assert_eq!(number(["A holds [1].", TEXTS[1]], 1), None);
        let study = revising(TEXTS, 1);
        assert_eq!(first_number(&study, &turns[..1], SectionId(0)), None);
    }

    #[test]
    fn what_the_running_cycle_has_changed_itself_needs_no_brief_anew() {
        let mended = ["A holds no more [1].", TEXTS[1]];
        // The brief was shown in this cycle, or before it and gone by once already.
        let turns = [turn("Write."), turn(SHOWN)];
        assert_eq!(
            first_number(&revising(mended, 1), &turns, SectionId(1)),
            Some(3)
        );
        let later = [turn("Write."), turn(SHOWN), turn("Mend more.")];
        assert_eq!(
            first_number(&revising(mended, 2), &later, SectionId(1)),
            Some(3)
        );
    }

    #[test]
    fn a_brief_is_not_gone_by_where_another_or_other_numbers_stand_behind_it() {
        let newer = SHOWN.replace("1. A", "1. New [4].\n2. A");
        let updated = Turn {
            prompt: "update".to_owned(),
            ..turn("1. A holds [1].\n2. B holds [2].")
        };
        for behind in [turn(&newer), updated] {
            let turns = [turn(SHOWN), behind];
            let study = revising(TEXTS, turns.len());
            assert_eq!(first_number(&study, &turns, SectionId(1)), None);
            assert!(is_shown_in(&study, &turns));
        }
    }
}
