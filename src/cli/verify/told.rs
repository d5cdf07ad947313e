//! What verifying came to, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::IsTerminal;

use serde_json::{Map, Value, json};

use super::super::pairs::share;
use super::judge::{Disputed, Found};
use super::{Answer, How, Row};
use crate::clean;
use crate::study::{Verdict, citation, counted};
use crate::tui::panes::verdict::mark;
use crate::tui::theme::UNICODE;

/// How a text for people looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Style {
    Plain,
    Coloured,
}

impl Style {
    pub(in crate::cli) fn of_output(no_color: bool) -> Self {
        if std::io::stdout().is_terminal() && !no_color {
            Self::Coloured
        } else {
            Self::Plain
        }
    }

    pub(in crate::cli) fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// The whole answer as one JSON object.
pub(super) fn as_json(answer: &Answer) -> String {
    let claims: Vec<Value> = answer.rows.iter().map(|row| claim(answer, row)).collect();
    let sources: Vec<Value> = answer
        .sources
        .iter()
        .map(|(source, found)| {
            let documents: Vec<&str> = found
                .documents
                .iter()
                .filter_map(|at| answer.material.documents.get(*at))
                .map(|held| held.name.as_str())
                .collect();
            json!({
                "number": source.number,
                "title": source.title,
                "entry": source.text,
                "documents": documents,
                "matched": found.how.map(How::name),
                "refused": found.refused,
            })
        })
        .collect();
    let documents: Vec<Value> = answer
        .material
        .documents
        .iter()
        .map(|held| {
            json!({
                "name": held.name,
                "title": held.read.title,
                "uri": held.read.uri,
                "hash": held.read.hash,
            })
        })
        .collect();
    let refused: Vec<Value> = answer
        .material
        .refused
        .iter()
        .map(|refused| json!({ "source": refused.source, "reason": refused.reason }))
        .collect();
    let told = json!({
        "claims": claims,
        "summary": summary(answer),
        "sources": sources,
        "documents": documents,
        "refused": refused,
        "warnings": answer.warnings,
    });
    format!("{told}\n")
}

fn claim(answer: &Answer, row: &Row) -> Value {
    let mut told = json!({
        "text": row.text,
        "section": row.section,
        "line": row.line,
        "citations": cited(row),
        "verdict": row.word(),
        "reason": row.reason,
        "score": row.score.map(share),
        "evidence": row.evidence.as_ref().and_then(|found| evidence(answer, found)),
        "conflict": row.conflict.as_ref().and_then(|conflict| disputed(answer, conflict)),
        "documents": row.documents,
        "multi_source": citation::has_neighbours(&row.citations),
        "stale": row.stale,
    });
    if answer.sidecar.is_some()
        && let Value::Object(told) = &mut told
    {
        told.insert("edited".to_owned(), row.edited.into());
        told.insert("was".to_owned(), row.was.map(Verdict::name).into());
        told.insert("now".to_owned(), row.now.map(Verdict::name).into());
    }
    told
}

/// The numbers that a claim cites, also those that are no source's.
fn cited(row: &Row) -> Vec<u32> {
    let unknown = row.unresolved.iter().filter_map(|cited| cited.parse().ok());
    row.citations.iter().copied().chain(unknown).collect()
}

fn evidence(answer: &Answer, found: &Found) -> Option<Value> {
    let held = answer.material.documents.get(found.document)?;
    Some(json!({
        "document": held.name,
        "title": held.read.title,
        "uri": held.read.uri,
        "page": found.page,
        "span": [found.span.start, found.span.end],
        "quote": found.quote,
    }))
}

fn disputed(answer: &Answer, conflict: &Disputed) -> Option<Value> {
    let mut told = evidence(answer, &conflict.other)?;
    if let Value::Object(told) = &mut told {
        told.insert("kind".to_owned(), conflict.kind.name().into());
    }
    Some(told)
}

fn summary(answer: &Answer) -> Value {
    let rows = &answer.rows;
    let mut summary = Map::new();
    summary.insert("claims".to_owned(), rows.len().into());
    for verdict in Verdict::ALL {
        let count = rows
            .iter()
            .filter(|row| !row.stale && row.verdict == verdict)
            .count();
        summary.insert(verdict.name().to_owned(), count.into());
    }
    let several = rows.iter().filter(|row| row.documents > 1).count();
    let stale = rows.iter().filter(|row| row.stale).count();
    summary.insert("stale".to_owned(), stale.into());
    summary.insert("several_sources".to_owned(), several.into());
    if let Some(sidecar) = &answer.sidecar {
        let edited = rows.iter().filter(|row| row.edited).count();
        summary.insert("sidecar".to_owned(), sidecar.display().to_string().into());
        let differing = rows.iter().filter(|row| row.differs()).count();
        summary.insert("edited".to_owned(), edited.into());
        summary.insert("differing".to_owned(), differing.into());
        summary.insert("removed".to_owned(), answer.removed.into());
    }
    let passed = rows.iter().all(|row| !row.fails());
    summary.insert("passed".to_owned(), passed.into());
    Value::Object(summary)
}

/// The answer for people, by section, and at the end the numbers.
pub(super) fn as_text(answer: &Answer, style: Style) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}",
        style.paint(
            "1",
            &format!(
                "{}: {} against {}",
                answer.name,
                counted(answer.rows.len(), "claim"),
                counted(answer.material.documents.len(), "document")
            )
        )
    );
    if let Some(sidecar) = &answer.sidecar {
        let _ = writeln!(
            out,
            "held against {}; --fresh does not look at it",
            sidecar.display()
        );
    }
    write_sources(&mut out, answer, style);
    let mut section: Option<&str> = None;
    for row in &answer.rows {
        if section != Some(row.section.as_str()) {
            section = Some(&row.section);
            let title = match row.section.as_str() {
                "" => "(no heading)",
                title => title,
            };
            let _ = writeln!(out, "\n{}", style.paint("1", title));
        }
        write_row(&mut out, answer, row, style);
    }
    if answer.rows.is_empty() {
        out.push_str("\nNo sentence makes a claim.\n");
    }
    if !answer.warnings.is_empty() {
        let _ = writeln!(out, "\n{}", style.paint("1", "Citations"));
        for warning in &answer.warnings {
            let _ = writeln!(out, "  ! {warning}");
        }
    }
    let _ = writeln!(out, "\n{}", style.paint("1", &counts(answer)));
    harmless(&out, style)
}

fn write_sources(out: &mut String, answer: &Answer, style: Style) {
    if answer.sources.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", style.paint("1", "Sources"));
    for (source, found) in &answer.sources {
        let names: Vec<&str> = found
            .documents
            .iter()
            .filter_map(|at| answer.material.documents.get(*at))
            .map(|held| held.name.as_str())
            .collect();
        let what = match (&found.refused, found.how) {
            (Some(why), _) => style.paint("33", &format!("could not be read: {why}")),
            (None, Some(how)) => format!("{} ({})", names.join(", "), how.name()),
            (None, None) => style.paint("33", "not among the evidence"),
        };
        let title = if source.title.is_empty() {
            String::new()
        } else {
            format!(" {}", source.title)
        };
        let _ = writeln!(out, "  [{}]{title}: {what}", source.number);
    }
}

fn write_row(out: &mut String, answer: &Answer, row: &Row, style: Style) {
    let color = match row.verdict {
        _ if row.stale => "33",
        Verdict::Supported => "32",
        Verdict::Partial | Verdict::Uncited => "33",
        Verdict::Unsupported | Verdict::Contradicted => "31",
        Verdict::Unchecked => "2",
    };
    let sign = if row.stale {
        UNICODE.pending
    } else {
        mark(&UNICODE, row.verdict)
    };
    let word = style.paint(color, &format!("{sign} {:<12}", row.word()));
    let text = clean::line(&row.text, 600);
    let line = row
        .line
        .map_or_else(String::new, |line| format!("  (line {line})"));
    let several = if row.documents > 1 {
        format!("  ({} sources)", row.documents)
    } else {
        String::new()
    };
    let edited = if row.edited { "  (edited)" } else { "" };
    let _ = writeln!(
        out,
        "  {word} {text}{}",
        style.paint("2", &format!("{line}{several}{edited}"))
    );
    let reason = clean::line(&row.reason, 600);
    if !reason.is_empty() {
        let _ = writeln!(out, "                 {reason}");
    }
    if let Some(found) = &row.evidence
        && let Some(held) = answer.material.documents.get(found.document)
    {
        let page = found
            .page
            .map_or_else(String::new, |page| format!(", p. {page}"));
        let quote = clean::line(&found.quote, 600);
        let place = style.paint("2", &format!("{}{page}", held.name));
        let _ = writeln!(out, "                 “{quote}” {place}");
    }
}

fn counts(answer: &Answer) -> String {
    let mut counts: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    for row in &answer.rows {
        let place = Verdict::ALL
            .iter()
            .position(|verdict| !row.stale && *verdict == row.verdict)
            .unwrap_or(Verdict::ALL.len());
        counts.entry(place).or_insert((0, row.word())).0 += 1;
    }
    let mut parts: Vec<String> = counts
        .into_values()
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    if parts.is_empty() {
        parts.push("no claims".to_owned());
    }
    let several = answer.rows.iter().filter(|row| row.documents > 1).count();
    if several > 0 {
        parts.push(format!("{several} with several sources"));
    }
    let differing = answer.rows.iter().filter(|row| row.differs()).count();
    if differing > 0 {
        parts.push(format!(
            "{differing} of which the sidecar says something else"
        ));
    }
    if answer.removed > 0 {
        parts.push(format!(
            "{} of the sidecar no longer in the report",
            answer.removed
        ));
    }
    parts.join(" · ")
}

/// Without anything that the terminal could obey, but for the colours of this program [Z1].
pub(in crate::cli) fn harmless(text: &str, style: Style) -> String {
    if style == Style::Plain {
        return clean::stored(text).into_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split("\x1b[");
    out.push_str(&clean::stored(pieces.next().unwrap_or_default()));
    for piece in pieces {
        let end = piece
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(piece.len());
        let (code, rest) = piece.split_at(end);
        if let Some(rest) = rest.strip_prefix('m') {
            let _ = write!(out, "\x1b[{code}m{}", clean::stored(rest));
        } else {
            out.push_str(&clean::stored(rest));
        }
    }
    out
}
