//! What the writer was sent, as a table: each passage with its score and what became of it [R5].

use std::fmt::Write as _;

use super::text::{cell, inline};
use crate::study::{Fate, Sent, SentPassage, Study, counted};

/// The contexts of all sections that say what they were.
pub(super) fn write_sent(out: &mut String, study: &Study) {
    let plans = study.framework.sections.iter();
    let mut known = plans
        .zip(&study.sections)
        .filter_map(|(plan, section)| Some((plan, section.provenance.as_ref()?.sent.as_ref()?)))
        .peekable();
    if known.peek().is_none() {
        return;
    }
    out.push_str("### What the writer was sent\n\n");
    for (plan, sent) in known {
        let _ = writeln!(out, "**{}**: {}.\n", inline(&plan.title), summary(sent));
        for note in &sent.notes {
            let _ = writeln!(out, "- {}", inline(note));
        }
        if !sent.notes.is_empty() {
            out.push('\n');
        }
        write_table(out, study, sent);
        out.push('\n');
    }
}

fn summary(sent: &Sent) -> String {
    let mut said = vec![format!(
        "{} of {} found, from {}",
        sent.used().count(),
        counted(sent.found, "passage"),
        counted(sent.documents, "document")
    )];
    said.push(if sent.before == sent.after {
        counted(sent.after, "character")
    } else {
        format!(
            "{} characters compressed to {} (ratio {:.2}) in {:.1} s",
            sent.before,
            sent.after,
            sent.ratio(),
            sent.compression_ms as f64 / 1000.0
        )
    });
    said.extend(sent.budget.map(|budget| format!("budget {budget}")));
    if let Some(first) = sent.retried_from {
        said.push(format!("chosen again after a ratio of {first:.2}"));
    }
    if sent.is_over_compressed() {
        said.push("evidence was over-compressed".to_owned());
    }
    said.join("; ")
}

fn write_table(out: &mut String, study: &Study, sent: &Sent) {
    if sent.passages.is_empty() {
        return;
    }
    out.push_str(
        "| Source | Place | Score | Words | Meaning | Characters | Became |\n|---|---|--:|--:|--:|--:|---|\n",
    );
    if sent.budget.is_none() {
        return write_documents(out, study, sent);
    }
    for passage in &sent.passages {
        let semantic = passage
            .semantic
            .map_or_else(String::new, |semantic| format!("{semantic:.2}"));
        let _ = writeln!(
            out,
            "| {} | {} | {:.2} | {:.1} | {semantic} | {} | {} |",
            source(study, passage),
            cell(&passage.locator),
            passage.score,
            passage.lexical,
            passage.characters,
            cell(&became(&passage.fate)),
        );
    }
}

/// Where nothing limited the context, all of it went whole, and one row a document says as much as one a passage.
fn write_documents(out: &mut String, study: &Study, sent: &Sent) {
    let mut rows: Vec<(&SentPassage, usize, usize)> = Vec::new();
    for passage in sent.used() {
        match rows
            .iter_mut()
            .find(|(first, ..)| first.document == passage.document)
        {
            Some((best, count, characters)) => {
                *count += 1;
                *characters += passage.characters;
                if passage.score > best.score {
                    *best = passage;
                }
            }
            None => rows.push((passage, 1, passage.characters)),
        }
    }
    for (best, count, characters) in rows {
        let _ = writeln!(
            out,
            "| {} | {} | up to {:.2} | up to {:.1} | | {characters} | whole |",
            source(study, best),
            counted(count, "passage"),
            best.score,
            best.lexical,
        );
    }
}

fn source(study: &Study, passage: &SentPassage) -> String {
    let title = study
        .document(passage.document)
        .map_or("", |document| document.title.as_str());
    let number = study
        .number_of(passage.document)
        .map_or_else(String::new, |number| format!("[{number}] "));
    format!("{number}{}", cell(title))
}

fn became(fate: &Fate) -> String {
    let detail = fate.detail();
    match fate {
        Fate::Compressed(compressed) => format!(
            "compressed to {} characters, {detail}",
            compressed.text.chars().count()
        ),
        _ if detail.is_empty() => fate.name().to_owned(),
        _ => format!("{}: {detail}", fate.name()),
    }
}
