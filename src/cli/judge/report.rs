//! A report that anyone wrote, ready to be scored: its parts with their verdicts, and which of the evidence bears on its question.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::material::{Held, Material};
use super::super::verify;
use crate::check::{
    self, Dispute, DisputeSide, Dissent, Draft, DraftPart, Evidence, Protest, SourceKey,
};
use crate::report::Report;
use crate::semantic;
use crate::study::{
    Claim, Document, DocumentId, Event, Framework, Passage, PassageId, Quote, RhetoricalRole,
    SectionId, SectionPlan, Study,
};

/// Passages that are compared for disagreements at most: the first ones.
const COMPARED: usize = 1_000;
/// The cosine from which a document has something to say on a question.
const BEARS_ON: f32 = 0.25;

pub(super) struct ReadReport {
    pub(super) draft: Draft,
    material: Material,
}

impl ReadReport {
    /// Reads and checks a report. The question is the one that is named, that of its front matter, or its title.
    pub(super) fn new(text: &str, question: Option<&str>, material: Material) -> Self {
        let mut report = Report::read(text);
        let question = question
            .map(|question| question.trim().to_owned())
            .or_else(|| question_of(text))
            .unwrap_or_default();
        let checked = verify::checked_claims(&mut report, &material);
        let mut by_section: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
        for claim in checked.claims {
            let evidence = claim.evidence.map(|found| Quote {
                number: None,
                passage: whole(found.document),
                span: found.span,
                text: found.quote,
            });
            by_section.entry(claim.section).or_default().push(Claim {
                text: claim.text,
                citations: claim.citations,
                verdict: claim.verdict,
                reason: claim.reason,
                evidence,
                more: Vec::new(),
            });
        }
        let parts = report.parts.iter().map(|part| DraftPart {
            title: part.heading.clone(),
            text: part.text.clone(),
            claims: by_section.get(&part.heading).cloned().unwrap_or_default(),
        });
        let key = |at: &usize| Some(key_of(material.documents.get(*at)?));
        let sources: BTreeMap<u32, SourceKey> = checked
            .sources
            .iter()
            .filter_map(|(number, documents)| Some((*number, documents.first().and_then(key)?)))
            .collect();
        let titles = material
            .documents
            .iter()
            .map(|held| (key_of(held), held.name.clone()));
        Self {
            draft: Draft {
                parts: parts.collect(),
                sources,
                titles: titles.collect(),
                relevant: relevant(&question, &material),
                dissent: dissent(&material),
                question,
            },
            material,
        }
    }

    /// The report as a study, for a judge that is asked about studies. Numbers are the report's own; those without a document stand for none.
    pub(super) fn study(&self) -> Study {
        let section = |part: &DraftPart| SectionPlan {
            title: part.title.clone(),
            purpose: String::new(),
            role: RhetoricalRole::Situation,
            words: 0,
        };
        let mut study = Study::default();
        study.apply(&Event::StudyOpened {
            question: self.draft.question.clone(),
            framework: Framework {
                id: "report".to_owned(),
                title: "Report".to_owned(),
                sections: self.draft.parts.iter().map(section).collect(),
            },
        });
        for (id, held) in (1..).zip(&self.material.documents) {
            study.apply(&Event::EvidenceAdded {
                document: Document {
                    id: DocumentId(id),
                    title: held.read.title.clone(),
                    uri: held.read.uri.clone(),
                    hash: held.read.hash.clone(),
                    ..Document::default()
                },
            });
        }
        let last = self.draft.sources.keys().next_back().copied().unwrap_or(0);
        let all = u32::try_from(self.material.documents.len()).unwrap_or(u32::MAX);
        // A number that means nothing here must not shift those after it.
        let numbered = (1..=last.min(all.saturating_mul(4))).map(|number| {
            let key = self.draft.sources.get(&number);
            DocumentId(key.map_or(-i64::from(number), |key| key.0))
        });
        let mut documents: Vec<DocumentId> = numbered.collect();
        for (id, _) in (1..).zip(&self.material.documents) {
            if !documents.contains(&DocumentId(id)) {
                documents.push(DocumentId(id));
            }
        }
        study.apply(&Event::SourcesNumbered { documents });
        for (at, part) in self.draft.parts.iter().enumerate() {
            let section = SectionId(at);
            study.apply(&Event::SectionEdited {
                section,
                text: part.text.clone(),
            });
            study.apply(&Event::ClaimsChecked {
                section,
                claims: part.claims.clone(),
            });
        }
        study
    }

    /// The passages, those that claims rest on first.
    pub(super) fn passages(&self) -> Vec<Passage> {
        let quotes: Vec<&Quote> = self
            .draft
            .parts
            .iter()
            .flat_map(|part| &part.claims)
            .filter_map(|claim| claim.evidence.as_ref())
            .collect();
        let is_quoted = |at: usize, passage: &Passage| {
            quotes.iter().any(|quote| {
                quote.passage == whole(at)
                    && quote.span.start < passage.span.end
                    && passage.span.start < quote.span.end
            })
        };
        let all = self.material.documents.iter().enumerate();
        let all = all.flat_map(|(at, held)| held.passages.iter().map(move |one| (at, one)));
        let (first, then): (Vec<_>, Vec<_>) = all.partition(|(at, one)| is_quoted(*at, one));
        let passages = first.into_iter().chain(then);
        passages.map(|(_, passage)| passage.clone()).collect()
    }
}

/// Copies of one text are one source; documents are numbered from 1 as in a study.
fn key_of(held: &Held) -> SourceKey {
    SourceKey(i64::try_from(held.source).unwrap_or(i64::MAX - 1) + 1)
}

/// A document as one passage, in which a quote's place is that in the document.
fn whole(document: usize) -> PassageId {
    PassageId(i64::try_from(document).unwrap_or(i64::MAX))
}

/// The question that a brief's front matter names, or else the first heading.
fn question_of(text: &str) -> Option<String> {
    let mut lines = text.lines();
    if lines.next()?.trim() == "---" {
        let front = lines.take_while(|line| line.trim() != "---");
        let named = front
            .filter_map(|line| line.strip_prefix("question:"))
            .map(|named| named.trim().trim_matches('"').replace("\\\"", "\""))
            .find(|named| !named.is_empty());
        if named.is_some() {
            return named;
        }
    }
    let mut headings = text.lines().filter_map(|line| line.strip_prefix("# "));
    headings.next().map(|title| title.trim().to_owned())
}

/// The documents that have something to say on the question: all of them where none seems to.
fn relevant(question: &str, material: &Material) -> BTreeSet<SourceKey> {
    let all = || material.documents.iter().map(key_of).collect();
    let Some(asked) = semantic::embed(question) else {
        return all();
    };
    let bears_on = |held: &&Held| {
        let nearest = semantic::nearest_part(&asked, &held.read.title, &held.read.text);
        nearest.is_some_and(|nearest| nearest >= BEARS_ON)
    };
    let found: BTreeSet<SourceKey> = material
        .documents
        .iter()
        .filter(bears_on)
        .map(key_of)
        .collect();
    if found.is_empty() { all() } else { found }
}

/// What the evidence disagrees on, and who is against something in it, each by its place in its document.
fn dissent(material: &Material) -> Dissent {
    let evidence: Vec<Evidence<'_>> = material.evidence().take(COMPARED).collect();
    let side = |passage: PassageId, span: &Range<usize>| {
        let (held, passage) = material.passage(passage)?;
        let document = usize::try_from(passage.document.0).ok()?.checked_sub(1)?;
        let from = passage.span.start;
        Some(DisputeSide {
            source: key_of(held),
            passage: whole(document),
            span: from + span.start..from + span.end,
        })
    };
    let conflicts = check::conflicts_among(&evidence, material.titles());
    let disputes = conflicts.iter().filter_map(|conflict| {
        let of = |one: &check::ConflictSide| side(one.passage, &one.span);
        let (a, b) = (of(&conflict.a)?, of(&conflict.b)?);
        (a.source != b.source).then_some(Dispute { a, b })
    });
    let protests = check::protests(&evidence).into_iter().filter_map(|said| {
        Some(Protest {
            side: side(said.passage, &said.span)?,
            text: said.text,
        })
    });
    Dissent {
        disputes: disputes.collect(),
        protests: protests.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_is_that_of_the_front_matter_or_the_title() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(question_of(text).as_deref(), expected, "{text}");
        };
        check(
            "---\nquestion: \"Why \\\"now\\\"?\"\ndate: 2026\n---\n# Another",
            Some("Why \"now\"?"),
        );
        check(
            "---\ndate: 2026\n---\n\n# Do pumps pay?\n",
            Some("Do pumps pay?"),
        );
        check("Text.\n\n# Costs\n", Some("Costs"));
        check("Text alone.", None);
        check("", None);
    }
}
