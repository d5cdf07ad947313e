//! The appendix on the method: who wrote what of which passages, what the writer was sent, what was not used, and what was open.

use std::fmt::Write as _;

use super::text::{inline, place};
use super::{lint, sent};
use crate::study::{Study, counted};

/// Appends how the brief was made.
pub(super) fn write(out: &mut String, study: &Study) {
    out.push_str("## Method\n\n");
    let documents = counted(study.current().count(), "document");
    let drafts = counted(study.drafts as usize, "run");
    let _ = writeln!(out, "{documents} in the study; {drafts} of the writer.\n");
    if let Some(complexity) = &study.complexity {
        let words = inline(&complexity.in_words());
        let _ = writeln!(out, "The writer was chosen by complexity, {words}.\n");
    }
    out.push_str("| Section | Writer | Prompt | Passages | Tokens in | Tokens out | Seconds |\n|---|---|---|--:|--:|--:|--:|\n");
    for (plan, section) in study.framework.sections.iter().zip(&study.sections) {
        let Some(made) = &section.provenance else {
            continue;
        };
        let about = if made.usage.estimated { "about " } else { "" };
        let _ = writeln!(
            out,
            "| {} | {} | {} v{} {} | {} | {about}{} | {about}{} | {:.1} |",
            inline(&plan.title),
            inline(&made.writer),
            inline(&made.prompt.id),
            made.prompt.version,
            inline(&made.prompt.hash),
            made.passages.len(),
            made.usage.prompt_tokens,
            made.usage.completion_tokens,
            made.duration_ms as f64 / 1000.0,
        );
    }
    out.push('\n');
    write_source_use(out, study);
    sent::write(out, study);
    if !study.refused.is_empty() {
        out.push_str("Not used:\n\n");
        for refused in &study.refused {
            let _ = writeln!(
                out,
                "- {}: {}",
                place(&refused.source),
                inline(&refused.reason)
            );
        }
        out.push('\n');
    }
    let open = lint(study);
    if !open.is_empty() {
        out.push_str("Open when exported:\n\n");
        for line in open {
            let _ = writeln!(out, "- {}", inline(&line));
        }
        out.push('\n');
    }
}

/// How far the brief rests on several sources at once [C4].
fn write_source_use(out: &mut String, study: &Study) {
    let found = study.source_use();
    if found.runs == 0 {
        return;
    }
    let share = |part: usize, whole: usize| 100 * part / whole.max(1);
    let documents = found.mean_documents.map_or_else(String::new, |mean| {
        format!("; {mean:.1} documents a section on average")
    });
    let _ = writeln!(
        out,
        "Multi-source mode: {} of {} ({} %){documents}. Claims that cite two or more distinct sources: {} of {} ({} %).\n",
        found.multi_source_runs,
        counted(found.runs, "section"),
        share(found.multi_source_runs, found.runs),
        found.multi_source_claims,
        found.claims,
        share(found.multi_source_claims, found.claims),
    );
}
