//! `tercet read`: what the readers make of one source.

use std::path::Path;

use color_eyre::eyre::Result;
use serde_json::{Map, Value, json};

use super::{DONE, NOT_FINISHED, output};
use crate::clean;
use crate::evidence::{ReadDocument, ReadPassage, Reader, Source, expand};
use crate::guardrail::Reason;
use crate::study::{DocumentKind, LEFT_OUT, counted};

/// Characters of a passage that was set aside that are shown.
const SHOWN: usize = 120;

/// What the help says of the form of the answer.
pub(super) const FORM: &str = "With --json: {title, kind, pages: [{page, text}], metadata, warnings}, or {error} with exit status 3.

`pages` holds the whole text. `page` is the page's number in a PDF, and null in formats without pages (Markdown, text, web pages, Word, EPUB, tables), which
give one entry. `metadata` has author, date, site, language, origin, uri, and whatever else the source says of itself.
A findings file, a feed or a mailbox can hold several documents: `documents` then lists each as {title, pages, metadata, warnings, findings}, and `pages` has their pages in
order; so it is with the pages of a wiki. `attachments` lists what was sent with a message, in the same form. `set_aside` lists the passages that the guardrail keeps from writers, each as {text, page, why}; what a web page hides from its readers stands only
there. `findings` has each finding as {text, page} with whatever else it says of itself: id, relations, score.";

pub(super) fn read(reader: &Reader, file: &Path, json: bool) -> Result<u8> {
    // A folder is many sources, of which none was meant.
    let meant = (!file.is_dir()).then(|| expand(&[file]).into_iter().next());
    let source = meant
        .flatten()
        .unwrap_or_else(|| Ok(Source::File(file.to_path_buf())));
    let read = source.and_then(|source| reader.read(&source));
    match read {
        Ok(documents) => {
            let told = if json {
                format!("{}\n", as_json(file, &documents))
            } else {
                documents
                    .iter()
                    .map(as_text)
                    .collect::<Vec<_>>()
                    .join("\n\n")
            };
            output::print(&told)?;
            Ok(DONE)
        }
        Err(refused) => {
            if json {
                output::print(&format!("{}\n", json!({ "error": refused.reason })))?;
            } else {
                output::progress(&format!("{}: {}", refused.source, refused.reason));
            }
            Ok(NOT_FINISHED)
        }
    }
}

/// The text without what it ends with that its readers do not see.
fn seen(document: &ReadDocument) -> &str {
    let is_unseen = |passage: &&ReadPassage| passage.set_aside == Some(Reason::Hidden);
    let ends_unseen = match document.kind {
        DocumentKind::Html
        | DocumentKind::Epub
        | DocumentKind::Feed
        | DocumentKind::Pdf
        | DocumentKind::Docx
        | DocumentKind::Slides
        | DocumentKind::OpenDocument
        | DocumentKind::RichText
        | DocumentKind::Mail => true,
        // The rows of hidden sheets.
        DocumentKind::Table => document.metadata.contains_key("sheets"),
        _ => false,
    };
    let last = document.passages.iter().rev().take_while(is_unseen).last();
    let end = last
        .filter(|_| ends_unseen)
        .map(|passage| passage.span.start);
    end.and_then(|end| document.text.get(..end))
        .unwrap_or(&document.text)
        .trim_end()
}

/// The text page by page; a page without text is there too, and a format without pages is one piece.
fn pages(document: &ReadDocument) -> Vec<(Option<u32>, &str)> {
    let text = seen(document);
    let mut starts = document.page_starts.clone();
    if starts.first().is_none_or(|(from, _)| *from > 0) {
        starts.insert(0, (0, None));
    }
    starts.dedup_by_key(|(_, page)| *page);
    let ends = starts.iter().skip(1).map(|(from, _)| *from);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let mut pages = Vec::new();
    // Only in a document with pages of its own do they count through.
    let mut due = document.pages.map(|_| 1);
    for ((from, page), to) in starts.into_iter().zip(ends) {
        let piece = text.get(from..to).unwrap_or_default().trim();
        if page.is_none() && piece.is_empty() {
            continue;
        }
        if let (Some(page), Some(due)) = (page, &mut due) {
            pages.extend((*due..page).map(|empty| (Some(empty), "")));
            *due = page.saturating_add(1).max(*due);
        }
        pages.push((page, piece));
    }
    if let (Some(due), Some(last)) = (due, document.pages) {
        pages.extend((due..=last).map(|empty| (Some(empty), "")));
    }
    pages
}

fn as_json(file: &Path, documents: &[ReadDocument]) -> Value {
    let one = |document: &ReadDocument| {
        let pages: Vec<Value> = pages(document)
            .into_iter()
            .map(|(page, text)| json!({ "page": page, "text": text }))
            .collect();
        let mut told = json!({
            "title": document.title,
            "kind": document.kind,
            "pages": pages,
            "metadata": metadata(document),
            "warnings": document.warnings,
        });
        let set_aside: Vec<Value> = document.passages.iter().filter_map(aside).collect();
        if !set_aside.is_empty() {
            told["set_aside"] = set_aside.into();
        }
        told
    };
    let [first, attached @ ..] = documents else {
        return json!({ "error": "holds no document" });
    };
    // What was sent with a message stands at its address; the messages of a mailbox stand beside each other.
    let own = format!("{}#", first.uri);
    let are_sent_with_it =
        first.kind == DocumentKind::Mail && attached.iter().all(|one| one.uri.starts_with(&own));
    if !first.kind.quotes() && (attached.is_empty() || are_sent_with_it) {
        let mut told = one(first);
        if !attached.is_empty() {
            told["attachments"] = attached.iter().map(one).collect();
        }
        return told;
    }
    let has_findings = first.kind == DocumentKind::Findings;
    let with_findings = |document: &ReadDocument| {
        let mut told = one(document);
        if has_findings {
            told["findings"] = document.passages.iter().map(finding).collect();
        }
        told
    };
    let feed = first.metadata.get("feed");
    let documents: Vec<Value> = documents.iter().map(with_findings).collect();
    let all = |field: &str| -> Vec<Value> {
        let values = documents
            .iter()
            .filter_map(|document| document[field].as_array());
        values.flatten().cloned().collect()
    };
    let file = file
        .file_stem()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let title = match (documents.as_slice(), feed) {
        ([only], _) => only["title"].clone(),
        (_, Some(feed)) => feed.as_str().into(),
        _ => clean::line(&file, 300).into(),
    };
    let mut told = json!({
        "title": title,
        "kind": first.kind,
        "pages": all("pages"),
        "metadata": { "documents": documents.len() },
        "warnings": all("warnings"),
        "documents": documents,
    });
    if has_findings {
        told["findings"] = all("findings").into();
    }
    told
}

/// A passage that is kept from writers, and why.
fn aside(passage: &ReadPassage) -> Option<Value> {
    let why = passage.set_aside.as_ref()?.to_string();
    let page = passage.pages.map(|(first, _)| first);
    Some(json!({ "text": passage.text, "page": page, "why": why }))
}

/// What tools call the numbers that they rank their findings by.
const MEASURES: [&str; 8] = [
    "score",
    "relevance",
    "relevance_score",
    "similarity",
    "distance",
    "confidence",
    "rank",
    "weight",
];

/// What a finding says, with lists, objects and measures among it as what they are.
fn finding(passage: &ReadPassage) -> Value {
    let mut fields = Map::new();
    fields.insert("text".to_owned(), passage.text.as_str().into());
    let page = passage.pages.map(|(first, _)| first);
    fields.insert("page".to_owned(), page.into());
    for (name, value) in &passage.metadata {
        let is_tree = value.starts_with(['[', '{']);
        // Some tools write their measures in quotation marks.
        let is_number = MEASURES.contains(&name.as_str()) && value.parse::<f64>().is_ok();
        let meant = serde_json::from_str(value.trim()).ok();
        let meant = meant.filter(|_| is_tree || is_number);
        fields
            .entry(name.as_str())
            .or_insert_with(|| meant.unwrap_or_else(|| value.as_str().into()));
    }
    Value::Object(fields)
}

fn metadata(document: &ReadDocument) -> Map<String, Value> {
    let mut fields = Map::new();
    let known = [
        ("author", document.author.as_deref()),
        ("date", document.date.as_deref()),
        ("site", document.site.as_deref()),
        ("language", document.language.as_deref()),
        ("origin", Some(document.origin.name())),
        ("uri", Some(document.uri.as_str())),
    ];
    for (name, value) in known {
        fields.insert(name.to_owned(), value.into());
    }
    for (name, value) in &document.metadata {
        fields
            .entry(name.as_str())
            .or_insert_with(|| value.as_str().into());
    }
    fields
}

/// For people: a head, then the text under the numbers of its pages.
fn as_text(document: &ReadDocument) -> String {
    let mut facts = vec![
        document.kind.name().to_owned(),
        document.origin.name().to_owned(),
    ];
    facts.extend(
        [
            &document.author,
            &document.site,
            &document.date,
            &document.language,
        ]
        .into_iter()
        .flatten()
        .cloned(),
    );
    facts.extend(document.pages.map(|pages| counted(pages as usize, "page")));
    facts.push(counted(document.passages.len(), "passage"));
    let mut lines = vec![document.title.clone(), facts.join(" | ")];
    lines.extend(
        document
            .warnings
            .iter()
            .map(|warning| format!("! {warning}")),
    );
    let left_out = document.metadata.get(LEFT_OUT);
    let around = if document.kind == DocumentKind::Pdf {
        "at the head and foot of its pages, such as running heads and page numbers"
    } else {
        "around the text, such as menus, notices and what leads to other pages"
    };
    lines.extend(left_out.map(|words| format!("left out: {words} {around}")));
    for (page, text) in pages(document) {
        lines.extend(page.map(|page| format!("\n--- page {page} ---")));
        lines.push(format!("\n{text}"));
    }
    let set_aside = document.passages.iter().filter_map(|passage| {
        let why = passage.set_aside.as_ref()?.to_string();
        Some(format!("- {}: {why}", clean::line(&passage.text, SHOWN)))
    });
    let set_aside: Vec<String> = set_aside.collect();
    if !set_aside.is_empty() {
        lines.push("\nSet aside, and no evidence:".to_owned());
        lines.extend(set_aside);
    }
    lines.join("\n") + "\n"
}
