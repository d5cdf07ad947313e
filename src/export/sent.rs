//! What the writer was sent, as a table: each passage with its score and what became of it [R5].

use std::fmt::Write as _;

use super::text::inline;
use crate::study::{Fate, Sent, SentPassage, Study, citation, counted};

/// Appends the contexts of all sections that say what they were.
pub(super) fn write(out: &mut String, study: &Study) {
    let plans = study.framework.sections.iter();
    let mut known = plans
        .zip(&study.sections)
        .filter_map(|(plan, section)| Some((plan, section.provenance.as_ref()?.sent.as_ref()?)))
        .peekable();
    if known.peek().is_none() {
        return;
    }
    out.push_str("### What the writer was given\n\n");
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
            inline(&passage.locator),
            passage.score,
            passage.lexical,
            passage.characters,
            inline(&became(&passage.fate)),
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
    let number = citation::lead(study.number_of(passage.document));
    format!("{number}{}", inline(title))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::fixture;
    use crate::study::{Compressed, DocumentId, Event, LeftOut, PassageId, SectionId};

    fn study(budget: Option<usize>) -> Study {
        let mut study = fixture::settled();
        let provenance = study.sections[0].provenance.clone().expect("written");
        let passage = |id, document, fate| SentPassage {
            passage: PassageId(id),
            document: DocumentId(document),
            score: 0.9,
            lexical: 8.25,
            semantic: Some(0.4),
            characters: 600,
            locator: "p.2".into(),
            opening: "Prices fell".into(),
            fate,
        };
        let short = Fate::Compressed(Compressed {
            text: "Prices fell by 12%.".into(),
            by: "extractive".into(),
            refused: Some("the answer lost 12%".into()),
        });
        let sent = Sent {
            query: "Do heat pumps pay off?".into(),
            found: 30,
            budget,
            before: 1200,
            after: 619,
            documents: 2,
            retried_from: Some(0.3),
            compression_ms: 1250,
            notes: vec!["searched by words alone (no | table)".into()],
            passages: vec![
                passage(1, 1, Fate::Whole),
                passage(2, 2, if budget.is_some() { short } else { Fate::Whole }),
                passage(3, 2, Fate::LeftOut(LeftOut::OverBudget)),
            ],
            ..Sent::default()
        };
        study.apply(&Event::RevisionUnneeded {
            section: SectionId(0),
            missed: vec![],
            provenance: crate::study::Provenance {
                sent: Some(sent),
                ..provenance
            },
        });
        study
    }

    fn written(budget: Option<usize>) -> String {
        let mut out = String::new();
        write(&mut out, &study(budget));
        out
    }

    #[test]
    fn each_passage_has_a_row_that_says_what_became_of_it() {
        let out = written(Some(700));
        for line in [
            "**Situation**: 2 of 30 passages found, from 2 documents; 1200 characters compressed to 619 (ratio 0.52) in 1.2 s; budget 700; chosen again after a ratio of 0.30.",
            "| p.2 | 0.90 | 8.2 | 0.40 | 600 | whole |",
            "| p.2 | 0.90 | 8.2 | 0.40 | 600 | compressed to 19 characters, its own best sentences: the answer lost 12% |",
            "| p.2 | 0.90 | 8.2 | 0.40 | 600 | left out: over the budget |",
        ] {
            assert!(out.contains(line), "{line}\n{out}");
        }
    }

    #[test]
    fn an_unlimited_context_has_a_row_for_each_document() {
        let out = written(None);
        assert!(
            out.contains("| 1 passage | up to 0.90 | up to 8.2 | | 600 | whole |"),
            "{out}"
        );
        assert_eq!(out.matches("| whole |").count(), 2, "{out}");
    }
}
