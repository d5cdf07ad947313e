//! All that is known of a brief, as JSON for programs [X1].
//!
//! It holds what the sidecar holds, under the same names, so that `tercet verify` can check it again like one; the rest stands beside that.

use std::collections::BTreeMap;

use serde::Serialize;

use super::cited_in;
use super::lint::lint;
use super::markdown::{Options, Shown, confidence_of, shown};
use super::scores::current;
use super::sidecar::{SIDECAR_VERSION, SidecarClaim, SidecarDocument, sidecar};
use super::text::{iso_date, json};
use crate::study::{
    Dimension, Document, DocumentKind, Edition, Judgement, Origin, Passage, PassageId, PromptRef,
    Reading, Scores, Study, Usage,
};

#[derive(Serialize)]
struct Whole<'a> {
    tercet_sidecar: u32,
    question: &'a str,
    date: String,
    framework: &'a str,
    /// From 0 to 1; null where not all of it was checked.
    confidence: Option<f32>,
    /// Whether its sections draw on several documents, and its claims cite several sources.
    multi_source: bool,
    sections: Vec<Part<'a>>,
    claims: Vec<SidecarClaim>,
    documents: Vec<Source<'a>>,
    scores: Option<Scored<'a>>,
    /// What is not settled, in words.
    open: Vec<String>,
    refused: Vec<Refused<'a>>,
    history: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    title: &'a str,
    /// Markdown, as it is accepted.
    text: String,
    /// What is proposed in its place; null where nothing is.
    proposed: Option<String>,
    /// Why it was cut, where it was.
    cut: Option<&'a str>,
    edited_by_hand: bool,
    written: Option<Written<'a>>,
}

#[derive(Serialize)]
struct Written<'a> {
    writer: &'a str,
    prompt: &'a PromptRef,
    passages: usize,
    usage: &'a Usage,
    duration_ms: u64,
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(flatten)]
    known: SidecarDocument,
    cited: bool,
    author: Option<&'a str>,
    site: Option<&'a str>,
    date: Option<&'a str>,
    language: Option<&'a str>,
    kind: DocumentKind,
    origin: Origin,
    pages: Option<u32>,
    accessed: String,
    /// That it is no evidence any more, where it is none.
    standing: Option<&'static str>,
    /// The number of the source that it is a copy of.
    copy_of: Option<u32>,
    metadata: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Scored<'a> {
    composite: f32,
    by: &'a str,
    dimensions: Vec<Score<'a>>,
}

#[derive(Serialize)]
struct Score<'a> {
    name: &'static str,
    weight: f32,
    value: f32,
    measured: f32,
    reason: &'a str,
    sentences: &'a [String],
}

#[derive(Serialize)]
struct Refused<'a> {
    source: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Change<'a> {
    event: u64,
    date: String,
    what: &'a str,
    by: &'a str,
    /// Whether it changed the accepted text, or what is proposed.
    accepted: bool,
    words_added: usize,
    words_removed: usize,
    composite: Option<f32>,
    /// Whether a judge gave that, or it was only measured.
    judged: bool,
}

/// The brief with all that is known of it. `passage` looks a passage up.
#[must_use]
pub fn whole(
    study: &Study,
    options: &Options,
    passage: &dyn Fn(PassageId) -> Option<Passage>,
) -> String {
    let shown = shown(study, false);
    let cited = cited_in(study, shown.iter().map(|section| section.text.as_str()));
    let rests_on = sidecar(study, passage);
    let documents = study.evidence.iter().map(|document| {
        let number = study.number_of(document.id);
        source(
            study,
            document,
            number.is_some_and(|number| cited.contains(&number)),
        )
    });
    json(&Whole {
        tercet_sidecar: SIDECAR_VERSION,
        question: study.answered(),
        date: iso_date(options.date),
        framework: &study.framework.id,
        confidence: confidence_of(study, options, &cited),
        multi_source: study.multi_source().is_some(),
        sections: parts(study, &shown),
        claims: rests_on.claims,
        documents: documents.collect(),
        scores: options.measured.map(|measured| scored(study, measured)),
        open: lint(study),
        refused: study
            .refused
            .iter()
            .map(|refused| Refused {
                source: &refused.source,
                reason: &refused.reason,
            })
            .collect(),
        history: options.history.iter().map(change).collect(),
    })
}

fn parts<'a>(study: &'a Study, shown: &[Shown<'a>]) -> Vec<Part<'a>> {
    let plans = study.framework.sections.iter();
    let sections = plans.zip(&study.sections).enumerate();
    sections
        .map(|(id, (plan, section))| {
            let shown = shown.iter().find(|shown| shown.id == id);
            let text = shown.map(|shown| shown.text.clone()).unwrap_or_default();
            Part {
                title: &plan.title,
                proposed: Some(section.candidate())
                    .filter(|proposed| section.is_written() && *proposed != text),
                text,
                cut: shown.and_then(|shown| shown.cut),
                edited_by_hand: section.edited_by_hand,
                written: section.provenance.as_ref().map(|made| Written {
                    writer: &made.writer,
                    prompt: &made.prompt,
                    passages: made.passages.len(),
                    usage: &made.usage,
                    duration_ms: made.duration_ms,
                }),
            }
        })
        .collect()
}

fn source<'a>(study: &Study, document: &'a Document, cited: bool) -> Source<'a> {
    Source {
        known: SidecarDocument::of(study, document),
        cited,
        author: document.author.as_deref(),
        site: document.site.as_deref(),
        date: document.date.as_deref(),
        language: document.language.as_deref(),
        kind: document.kind,
        origin: document.origin,
        pages: document.pages,
        accessed: iso_date(document.accessed),
        standing: study.standing(document.id).note(),
        copy_of: study.copied_number(document),
        metadata: &document.metadata,
    }
}

/// The scores that stand: a judge's where one gave some for this text, else the measured ones.
fn scored<'a>(study: &'a Study, measured: &'a Scores) -> Scored<'a> {
    let judgement = current(study);
    let scores = judgement.map_or(measured, Judgement::scores);
    Scored {
        composite: scores.composite(),
        by: judgement.map_or("measured", |judgement| &judgement.answer.by),
        dimensions: Dimension::ALL
            .into_iter()
            .map(|dimension| {
                let score = scores.of(dimension);
                Score {
                    name: dimension.name(),
                    weight: dimension.weight(),
                    value: score.value,
                    measured: measured.of(dimension).value,
                    reason: &score.reason,
                    sentences: &score.sentences,
                }
            })
            .collect(),
    }
}

fn change(edition: &Edition) -> Change<'_> {
    Change {
        event: edition.seq,
        date: iso_date(edition.at),
        what: &edition.what,
        by: &edition.by,
        accepted: edition.reading == Reading::Accepted,
        words_added: edition.added,
        words_removed: edition.removed,
        composite: edition.score.map(|(composite, _)| composite),
        judged: edition.score.is_some_and(|(_, judged)| judged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::markdown::tests::options;
    use crate::export::{Sidecar, fixture};

    #[test]
    fn all_of_the_brief_is_there_and_reads_as_its_sidecar() {
        let study = fixture::open();
        let text = whole(&study, &options(), &|_| None);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["question"], "Do heat pumps pay off?");
        assert_eq!(read["sections"][1]["text"], "Old [9?].");
        assert_eq!(
            read["sections"][1]["proposed"],
            "Old [9?]. New [2]. Newer [3]."
        );
        assert_eq!(
            read["sections"][2]["cut"],
            "the server closed the connection"
        );
        assert_eq!(read["documents"][0]["author"], "R. Vale");
        assert_eq!(read["documents"][0]["cited"], true);
        assert_eq!(read["documents"][2]["cited"], false);
        assert_eq!(read["refused"][0]["source"], "scan.pdf");
        let beside: Sidecar = serde_json::from_str(&text).unwrap();
        assert_eq!(beside.claims, sidecar(&study, &|_| None).claims);
    }
}
