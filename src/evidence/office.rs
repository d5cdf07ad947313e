//! Files of office programs, opened within limits, and what they say of themselves: what Word documents, workbooks and presentations have in common.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use office_oxide::docx::DocxError;
use office_oxide::ir::Metadata;
use office_oxide::limits::Limits;
use office_oxide::options::ParseOptions;
use office_oxide::pptx::PptxError;
use office_oxide::xlsx::XlsxError;
use office_oxide::{Document, DocumentFormat, OfficeError, core};

use super::dates::iso_date;
use super::problem::Problem;
use super::reading::Reading;

/// So many warnings of the parser are passed on.
const MOST_WARNINGS: usize = 5;
/// Who wrote the templates of libraries that make documents says nothing of these.
const TEMPLATES: &[&str] = &["python-docx", "openpyxl"];
/// When the templates of some of them were made, which their documents say of themselves.
const TEMPLATE_DAYS: &[&str] = &[
    "2013-01-27T09:14:16Z",
    "2013-01-27T09:15:58Z",
    "2013-12-23T23:15:00Z",
];
/// What programs call a document that nobody has named.
pub(super) const UNNAMED: &[&str] = &[
    "PowerPoint Presentation",
    "PowerPoint-Präsentation",
    "PptxGenJS Presentation",
    "Slide 1",
];

pub(super) fn options() -> ParseOptions {
    let mut options = ParseOptions::default();
    options.limits = Limits::default();
    options.limits.package_bytes = 512 << 20;
    options.limits.part_bytes = 256 << 20;
    options.limits.memory_bytes = 256 << 20;
    // What is embedded (a workbook behind a chart) is another document.
    options.limits.embedded_depth = 0;
    options
}

pub(super) fn open(
    bytes: Arc<[u8]>,
    format: DocumentFormat,
    options: &ParseOptions,
) -> Result<Document, Problem> {
    Document::from_reader_with(Cursor::new(bytes), format, options)
        .map_err(|error| problem(error, format))
}

fn problem(error: OfficeError, format: DocumentFormat) -> Problem {
    let kind = match format {
        DocumentFormat::Xlsx => "Excel",
        DocumentFormat::Pptx => "PowerPoint",
        _ => "Word",
    };
    let core = match error {
        OfficeError::Core(core)
        | OfficeError::Docx(DocxError::Core(core))
        | OfficeError::Xlsx(XlsxError::Core(core))
        | OfficeError::Pptx(PptxError::Core(core)) => core,
        OfficeError::Panic(detail) => return Problem::Crashed { how: detail },
        other => {
            return Problem::Damaged {
                kind,
                detail: other.to_string(),
            };
        }
    };
    match core {
        limit @ (core::Error::DecompressionLimit { .. } | core::Error::PackageLimit(_)) => {
            Problem::Bomb {
                detail: limit.to_string(),
            }
        }
        other => Problem::Damaged {
            kind,
            detail: other.to_string(),
        },
    }
}

/// What a document says of itself.
pub(super) fn described(facts: &Metadata) -> Reading {
    let is_template = facts
        .author
        .as_deref()
        .is_some_and(|author| TEMPLATES.contains(&author));
    // A document is not changed before it is made: such a date is that of the template it was made from.
    let changed = facts.modified.as_ref().filter(|changed| {
        let made = facts.created.as_deref().and_then(iso_date);
        iso_date(changed)
            .zip(made)
            .is_none_or(|(changed, made)| changed >= made)
    });
    let date = changed
        .or(facts.created.as_ref())
        .filter(|date| !is_template && !TEMPLATE_DAYS.contains(&date.as_str()));
    let kept = [
        ("subject", facts.subject.as_ref()),
        ("description", facts.description.as_ref()),
        ("category", facts.category.as_ref()),
        ("company", facts.company.as_ref()),
        ("created", facts.created.as_ref()),
        ("modified", facts.modified.as_ref()),
        ("last modified by", facts.last_modified_by.as_ref()),
    ];
    let mut metadata: BTreeMap<String, String> = kept
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.clone())))
        .collect();
    if !facts.keywords.is_empty() {
        metadata.insert("keywords".to_owned(), facts.keywords.join(", "));
    }
    let title = facts.title.clone();
    Reading {
        title: title.filter(|title| !UNNAMED.contains(&title.as_str())),
        author: facts.author.clone().filter(|_| !is_template),
        date: date.cloned(),
        language: facts.language.clone(),
        warnings: facts.warnings.iter().take(MOST_WARNINGS).cloned().collect(),
        metadata,
        ..Reading::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_of_the_day_of_its_last_change_but_not_of_that_of_its_template() {
        for (made, changed, date) in [
            (
                Some("2024-03-01T09:00:00Z"),
                Some("2024-05-02T09:00:00Z"),
                "2024-05-02",
            ),
            (
                Some("2024-03-01T09:00:00Z"),
                Some("2013-12-23T23:15:00Z"),
                "2024-03-01",
            ),
            (None, Some("2024-05-02T09:00:00Z"), "2024-05-02"),
            (Some("2024-03-01T09:00:00Z"), None, "2024-03-01"),
        ] {
            let facts = Metadata {
                created: made.map(str::to_owned),
                modified: changed.map(str::to_owned),
                ..Metadata::default()
            };
            let found = described(&facts).date.unwrap();
            assert!(found.starts_with(date), "{found} {date}");
        }
        let of_a_template = Metadata {
            created: Some("2013-12-23T23:15:00Z".to_owned()),
            modified: Some("2013-12-23T23:15:00Z".to_owned()),
            ..Metadata::default()
        };
        assert_eq!(described(&of_a_template).date, None);
    }
}
