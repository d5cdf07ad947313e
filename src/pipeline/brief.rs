//! The brief as it is shown to models: its parts with their sentences numbered through.
//!
//! Whoever is asked about one text is shown it in the same words, so that what one was sent is a prefix of what the next is [M4]; and a part that stands in an
//! earlier turn as it reads now need not be shown again, because edits can name its sentences by the numbers that they have there.

use std::fmt::Write as _;

use super::hunks::Cut;
use crate::study::{SectionId, Study, Turn};

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

/// The number that the first sentence of a section has in one of these turns, the last one first, where the section stands there as it reads now.
pub(super) fn first_number(
    study: &Study,
    turns: &[Turn],
    section: SectionId,
    text: &str,
) -> Option<usize> {
    let plan = study.framework.sections.get(section.0)?;
    let heading = heading(section.0, &plan.title);
    let asked = turns.iter().rev().map(|turn| turn.asked.as_str());
    asked.into_iter().find_map(|asked| {
        let (_, below) = asked.split_once(&heading)?;
        let (number, _) = below.split_once(". ")?;
        let first: usize = number.parse().ok()?;
        let mut lines = String::new();
        for (number, sentence) in (first..).zip(sentences_of(text)) {
            lines += &numbered(number, sentence);
        }
        let rest = below.strip_prefix(&lines)?;
        // Nothing may follow that is of this part as well.
        (rest.starts_with('\n') || rest.starts_with("--")).then_some(first)
    })
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
    use crate::study::{Event, Framework, RhetoricalRole, SectionPlan};

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

    #[test]
    fn a_part_that_stands_in_an_earlier_turn_as_it_reads_now_has_its_numbers_there() {
        let shown = "The brief:\n\n-----\nPart 1, One\n1. A holds [1].\n2. B holds [2].\n\nPart 2, Two\n3. C holds [3].\n-----\n\nMend it.";
        let turns = [turn("Write."), turn(shown)];
        let number = |section, text| first_number(&study(), &turns, SectionId(section), text);
        assert_eq!(number(0, TEXTS[0]), Some(1));
        assert_eq!(number(1, TEXTS[1]), Some(3));
        assert_eq!(number(1, "C held [3]."), None, "it reads otherwise now");
        assert_eq!(number(0, "A holds [1]."), None, "it was longer then");
        assert_eq!(
            first_number(&study(), &turns[..1], SectionId(0), TEXTS[0]),
            None
        );
    }
}
