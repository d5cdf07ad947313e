//! The ledger of what sources disagree on: pairs of passages, each with its kind, and what a brief has to say about them [V3].
//!
//! Which sentences do not agree and in what way is for `check` to say; here the pair is joined with what is known of the two documents, and claims about a pair are held to it: both sides are cited, and no value is told that stands on neither.

use std::ops::Range;

use crate::check::{self, Conflict, ConflictKind, ConflictSide, is_one_series, on_neither};
use crate::study::{Claim, DocumentId, PassageId, Study, citation, is_newer};

/// All pairs, the most alike first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ledger {
    pub entries: Vec<Disagreement>,
    /// Passages that were compared, and those that there are: of a large study those are chosen that may tell most.
    pub compared: usize,
    pub all: usize,
}

/// A conflict as the ledger of a study keeps it: with the documents of both sides, in the order of their dates.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    pub kind: ConflictKind,
    pub a: Side,
    /// The newer side, where the dates are known.
    pub b: Side,
}

/// One of the two sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    pub document: DocumentId,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
    pub text: String,
}

/// The entry that a conflict makes; `document_of` knows whose passages they are. None where a document is not the study's, or both sides are one source.
#[must_use]
pub fn disagreement(
    study: &Study,
    conflict: &Conflict,
    document_of: &dyn Fn(PassageId) -> Option<DocumentId>,
) -> Option<Disagreement> {
    let side = |side: &ConflictSide| {
        Some(Side {
            document: document_of(side.passage)?,
            passage: side.passage,
            span: side.span.clone(),
            text: side.text.clone(),
        })
    };
    let (a, b) = (side(&conflict.a)?, side(&conflict.b)?);
    let (first, second) = (study.document(a.document)?, study.document(b.document)?);
    if study.original_of(first.id) == study.original_of(second.id) {
        return None;
    }
    let newer = match (&first.date, &second.date) {
        (Some(first), Some(second)) => is_newer(first, second),
        _ => None,
    };
    let account = conflict.account(newer, &|| is_one_series(&first.title, &second.title))?;
    let newer = account.overtaken.map(|side| side == 1).or(newer);
    let kind = account.kind;
    let (a, b) = if newer == Some(true) { (b, a) } else { (a, b) };
    Some(Disagreement { kind, a, b })
}

impl Ledger {
    /// What is wrong with a claim about something that sources disagree on; `text` is the text that it stands in. None where nothing is.
    #[must_use]
    pub fn warning(&self, study: &Study, claim: &Claim, text: &str) -> Option<String> {
        let entry = self.entry_of(claim)?;
        // What the verdict says already is not said twice.
        if claim.reason.contains(entry.kind.name()) {
            return None;
        }
        let number = |side: &Side| study.number_of(side.document);
        let around = text
            .find(&claim.text)
            .map(|at| check::paragraph_at(text, at));
        let paragraph = around.and_then(|around| text.get(around));
        let cited = citation::numbers(paragraph.unwrap_or(&claim.text));
        let is_cited = |side: &Side| {
            number(side).is_some_and(|number| {
                cited
                    .iter()
                    .any(|&other| study.is_one_source(number, other))
            })
        };
        if let Some(missing) = [&entry.a, &entry.b]
            .into_iter()
            .find(|side| !is_cited(side))
        {
            let who = number(missing).map_or_else(
                || {
                    let document = study.document(missing.document);
                    document.map_or_else(String::new, |document| document.title.clone())
                },
                |number| format!("[{number}]"),
            );
            return Some(format!(
                "sources disagree ({}), and {who} is not cited beside it: “{}”",
                entry.kind.name(),
                missing.text.trim()
            ));
        }
        // Citation numbers are no values.
        let bare: String = check::stated(&claim.text)
            .into_iter()
            .map(|stated| stated.bare)
            .collect();
        let value = on_neither([&entry.a.text, &entry.b.text], &bare)?;
        let value = bare.get(value).unwrap_or_default();
        Some(format!(
            "sources disagree ({}), and {value} stands on neither side",
            entry.kind.name()
        ))
    }

    /// The pair that a claim is about: its best evidence is one of the two sentences.
    #[must_use]
    pub fn entry_of(&self, claim: &Claim) -> Option<&Disagreement> {
        let quote = claim.evidence.as_ref()?;
        let is_side = |side: &Side| {
            side.passage == quote.passage
                && side.span.start < quote.span.end
                && quote.span.start < side.span.end
        };
        self.entries
            .iter()
            .find(|entry| is_side(&entry.a) || is_side(&entry.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Difference;
    use crate::study::{Document, Event, Quote, Verdict};

    fn study(dates: [Option<&str>; 2]) -> Study {
        let mut study = Study::default();
        let titles = ["Market note", "Register of sales"];
        for ((id, date), title) in (1..).zip(dates).zip(titles) {
            study.apply(&Event::EvidenceAdded {
                document: Document {
                    id: DocumentId(id),
                    title: title.to_owned(),
                    hash: format!("{id}"),
                    date: date.map(str::to_owned),
                    ..Document::default()
                },
            });
        }
        study.apply(&Event::SourcesNumbered {
            documents: vec![DocumentId(1), DocumentId(2)],
        });
        study
    }

    fn entry(study: &Study, a: &str, b: &str) -> Disagreement {
        let side = |id: i64, text: &str| ConflictSide {
            number: id as u32,
            passage: PassageId(id),
            span: 0..text.len(),
            text: text.to_owned(),
        };
        let conflict = Conflict {
            difference: Difference::Value,
            a: side(1, a),
            b: side(2, b),
        };
        disagreement(study, &conflict, &|passage| Some(DocumentId(passage.0))).expect("an entry")
    }

    const LOW: &str = "Sales fell to 1.9 million units.";
    const HIGH: &str = "Sales fell to 2.2 million units.";

    #[test]
    fn a_pair_gets_its_kind_from_dates_scope_and_wording() {
        let check = |dates, a: &str, b: &str, expected| {
            assert_eq!(entry(&study(dates), a, b).kind, expected, "{a} / {b}");
        };
        check([None, None], LOW, HIGH, ConflictKind::Contradiction);
        check(
            [Some("2024-01"), Some("2025")],
            "The depot has 37 electric buses.",
            "The depot has 52 electric buses.",
            ConflictKind::SupersededByDate,
        );
        check(
            [Some("2024-01"), Some("2025")],
            LOW,
            HIGH,
            ConflictKind::Contradiction,
        );
        check(
            [Some("2024"), Some("2024-05")],
            LOW,
            HIGH,
            ConflictKind::Contradiction,
        );
        check(
            [None, None],
            "Sales in Sweden fell to 1.9 million units.",
            HIGH,
            ConflictKind::DifferentScope,
        );
        check(
            [None, None],
            "The institute expects sales of roughly 1.9 million units.",
            "Sales are estimated at 2.2 million units.",
            ConflictKind::SpreadOfEstimates,
        );
        let newer = entry(&study([Some("2025"), Some("2024")]), LOW, HIGH);
        assert_eq!(newer.b.document, DocumentId(1));
    }

    #[test]
    fn a_claim_about_a_disagreement_cites_both_sides_and_keeps_to_their_values() {
        let study = study([None, None]);
        let ledger = Ledger {
            entries: vec![entry(&study, LOW, HIGH)],
            ..Ledger::default()
        };
        let warning = |text: &str| {
            let claim = Claim {
                text: text.to_owned(),
                citations: citation::numbers(text),
                verdict: Verdict::Supported,
                reason: String::new(),
                evidence: Some(Quote {
                    number: Some(1),
                    passage: PassageId(1),
                    span: 0..LOW.len(),
                    text: LOW.to_owned(),
                }),
                more: Vec::new(),
            };
            let section = format!("Before.\n\n{text}\n\nAfter [2].");
            ledger.warning(&study, &claim, &section).unwrap_or_default()
        };
        assert!(warning("Sales fell to 1.9 million units [1].").contains("[2] is not cited"));
        assert_eq!(
            warning("Sales fell to 1.9 million units [1] or 2.2 million units [2]."),
            ""
        );
        assert!(
            warning("Sales fell to 2.05 million units [1][2].")
                .contains("2.05 million stands on neither side")
        );
    }
}
