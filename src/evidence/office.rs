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

use super::problem::Problem;
use super::reading::Reading;

/// So many warnings of the parser are passed on.
const MOST_WARNINGS: usize = 5;
/// Who wrote the templates of libraries that make documents says nothing of these.
const TEMPLATES: &[&str] = &["python-docx", "openpyxl"];
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
    let date = facts
        .modified
        .as_ref()
        .or(facts.created.as_ref())
        .filter(|_| !is_template);
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
