//! The class of a source as far as its own text tells it: research says so on its first page.

use super::body::Body;
use crate::clean;
use crate::study::{DocumentKind, Origin};

/// Bytes at the beginning that are the first page.
const FIRST_PAGE: usize = 4000;

/// The class that a document's own words give it, else the one that was `found` elsewhere.
pub(super) fn of(kind: DocumentKind, found: Option<Origin>, body: &Body) -> Option<Origin> {
    let may_be = match kind {
        DocumentKind::Pdf
        | DocumentKind::Docx
        | DocumentKind::Slides
        | DocumentKind::OpenDocument
        | DocumentKind::RichText
        | DocumentKind::Latex => found.is_none(),
        DocumentKind::Html => found.is_none_or(|origin| origin == Origin::Web),
        DocumentKind::Markdown
        | DocumentKind::Text
        | DocumentKind::Notebook
        | DocumentKind::Mail
        | DocumentKind::Epub
        | DocumentKind::Table
        | DocumentKind::Findings
        | DocumentKind::Feed => false,
    };
    if !may_be {
        return found;
    }
    let text = body.text();
    let first = clean::beginning(text, FIRST_PAGE).to_ascii_lowercase();
    // A page of news may name the paper that it is about; a paper has an abstract as well.
    let is_research = match kind {
        DocumentKind::Html => has_abstract(body) && (has_doi(&first) || has_references(body)),
        _ => is_preprint(&first) || has_doi(&first) || (has_abstract(body) && has_references(body)),
    };
    if is_research {
        Some(Origin::Academic)
    } else {
        found
    }
}

/// The stamp of arXiv: `arXiv:2401.01234v2`.
fn is_preprint(text: &str) -> bool {
    text.match_indices("arxiv:").any(|(at, stamp)| {
        let number = text.get(at + stamp.len()..).unwrap_or_default();
        let (month, rest) = number.trim_start().split_once('.').unwrap_or_default();
        month.len() == 4
            && month.bytes().all(|byte| byte.is_ascii_digit())
            && rest.bytes().take(4).filter(u8::is_ascii_digit).count() == 4
    })
}

fn has_doi(text: &str) -> bool {
    ["doi.org/10.", "doi:10.", "doi: 10.", "doi 10."]
        .iter()
        .any(|mark| text.contains(mark))
}

fn has_abstract(body: &Body) -> bool {
    names(body, &["abstract", "zusammenfassung", "résumé"])
}

fn has_references(body: &Body) -> bool {
    names(
        body,
        &["references", "bibliography", "literature", "literatur"],
    )
}

/// Whether a heading is one of these words, numbered or not.
fn names(body: &Body, words: &[&str]) -> bool {
    body.headings().any(|heading| {
        let bare = heading
            .trim_matches(|c: char| !c.is_alphabetic())
            .to_lowercase();
        words.contains(&bare.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(
        kind: DocumentKind,
        found: Option<Origin>,
        headings: &[&str],
        text: &str,
    ) -> Option<Origin> {
        let mut body = Body::default();
        body.paragraph(text);
        for heading in headings {
            body.heading(1, heading);
            body.paragraph("Words.");
        }
        of(kind, found, &body)
    }

    #[test]
    fn research_is_told_from_reports_and_news() {
        use DocumentKind::{Html, Markdown, Pdf};
        let paper = Some(Origin::Academic);
        let web = Some(Origin::Web);
        for (kind, found, headings, text, expected) in [
            (
                Pdf,
                None,
                &[][..],
                "arXiv:2401.01234v2 [cs.CL] 3 Jan 2024",
                paper,
            ),
            (
                Pdf,
                None,
                &[],
                "https://doi.org/10.1000/xyz Journal of Buses",
                paper,
            ),
            (
                Pdf,
                None,
                &["Abstract", "1 Introduction", "References"],
                "Buses",
                paper,
            ),
            (Pdf, None, &["Summary", "References"], "Options study", None),
            (Html, web, &[], "A study (doi:10.1000/xyz) says", web),
            (Html, web, &["Abstract", "References"], "Buses", paper),
            (Markdown, None, &[], "Notes on doi:10.1000/xyz", None),
            (
                Pdf,
                Some(Origin::Internal),
                &["Abstract", "References"],
                "Buses",
                Some(Origin::Internal),
            ),
        ] {
            assert_eq!(
                class(kind, found, headings, text),
                expected,
                "{text} {headings:?}"
            );
        }
    }
}
