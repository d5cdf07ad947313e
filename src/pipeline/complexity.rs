//! How much a study asks of a writer: an estimate from the question, the documents and the disagreements between them, with its reasons [M2].
//!
//! It decides between two models, so it has to be explainable rather than exact: each part adds points, and the reasons name the parts.

use crate::study::{Complexity, Study, Verdict, counted};

/// From this score on the max tier is worth its price.
pub const DEMANDING: u32 = 5;
const HIGHEST: u32 = 10;
/// A question is long from so many words on, and very long from so many.
const LONG: [usize; 2] = [25, 50];
/// Documents and disagreements that give one point, two and three.
const DOCUMENTS: [usize; 3] = [4, 9, 21];
const DISAGREEMENTS: [usize; 3] = [1, 2, 5];
const MOST_PARTS: usize = 4;

/// The estimate for a study whose sources are known to disagree in so many places.
#[must_use]
pub fn complexity(study: &Study, disagreements: usize) -> Complexity {
    let parts = parts(&study.question);
    let words = study.question.split_whitespace().count();
    let documents = study.current().count();
    // What checking found contradicted is a disagreement too, where nobody compared the sources.
    let disagreements = disagreements.max(study.count(Verdict::Contradicted));
    let mut score = parts.clamp(1, MOST_PARTS) as u32 - 1;
    let mut reasons = vec![if parts > 1 {
        format!("a question of {parts} parts")
    } else {
        "a question of one part".to_owned()
    }];
    if words >= LONG[0] {
        score += points(words, &LONG);
        reasons.push(format!("{words} words long"));
    }
    score += points(documents, &DOCUMENTS);
    reasons.push(counted(documents, "document"));
    if disagreements > 0 {
        score += points(disagreements, &DISAGREEMENTS);
        reasons.push(format!(
            "{} between sources",
            counted(disagreements, "disagreement")
        ));
    }
    Complexity {
        score: score.min(HIGHEST),
        reasons,
    }
}

fn points(count: usize, steps: &[usize]) -> u32 {
    steps.iter().filter(|step| count >= **step).count() as u32
}

/// What a question asks for, one thing after the other: between question marks, commas and the words that join.
fn parts(question: &str) -> usize {
    let lower = question.to_lowercase();
    let joined = [" and ", " or ", " versus ", " vs. ", " vs "]
        .iter()
        .fold(lower, |text, word| text.replace(word, ","));
    joined
        .split([',', ';', '?', '\n'])
        .filter(|part| part.chars().filter(|c| c.is_alphanumeric()).count() > 2)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Document, DocumentId, Event, Framework};

    fn study(question: &str, documents: i64) -> Study {
        let opened = Event::StudyOpened {
            question: question.to_owned(),
            framework: Framework::default(),
        };
        let added = (0..documents).map(|id| Event::EvidenceAdded {
            document: Document {
                id: DocumentId(id),
                title: format!("Document {id}"),
                uri: format!("d{id}.md"),
                ..Document::default()
            },
        });
        let events: Vec<Event> = std::iter::once(opened).chain(added).collect();
        Study::fold(&events)
    }

    #[test]
    fn more_parts_documents_and_disagreements_make_a_study_more_complex_and_the_reasons_say_so() {
        let check = |question: &str, documents, disagreements, expected: &str| {
            let estimate = complexity(&study(question, documents), disagreements);
            assert_eq!(estimate.in_words(), expected);
        };
        check(
            "Why did sales fall?",
            2,
            0,
            "0 of 10: a question of one part, 2 documents",
        );
        check(
            "Why did sales fall, and what should manufacturers and installers do?",
            4,
            0,
            "3 of 10: a question of 3 parts, 4 documents",
        );
        check(
            "Why did sales fall?",
            12,
            3,
            "4 of 10: a question of one part, 12 documents, 3 disagreements between sources",
        );
        let long = format!(
            "Why {}fell, where, when, since when, with whom?",
            "very ".repeat(60)
        );
        check(
            &long,
            40,
            9,
            "10 of 10: a question of 5 parts, 68 words long, 40 documents, 9 disagreements between sources",
        );
    }
}
