//! The accepted brief as a file: what leaves the workbench, and what to know before it does.
//!
//! Everything here is text in, text out. The date, the confidence and the locators of passages are handed in, since the study alone does not
//! know them; where the text goes, and whether a file is there already, is the caller's business.

mod bibliography;
mod changes;
#[cfg(test)]
mod fixture;
mod format;
mod harmless;
mod history;
mod lint;
mod markdown;
mod method;
mod page;
mod scores;
mod sent;
mod sidecar;
mod style;
mod text;
mod verdicts;
mod whole;

pub use bibliography::{bibtex, csl_json};
pub use format::Format;
pub use lint::lint;
pub use markdown::{Options, final_output, html, markdown};
pub use sidecar::{
    SIDECAR_VERSION, Sidecar, SidecarClaim, SidecarDocument, SidecarEvidence, sidecar,
};
pub use style::Citations;
pub use text::iso_date;
pub use whole::whole;

use std::collections::BTreeSet;

use crate::study::citation::numbers_among;
use crate::study::{Document, Study};

/// The numbers that texts cite and that have a source.
fn cited_in<'a>(study: &Study, texts: impl Iterator<Item = &'a str>) -> BTreeSet<u32> {
    let exists = |number: u32| study.numbered(number).is_some();
    texts
        .flat_map(|text| numbers_among(text, &exists))
        .filter(|&number| exists(number))
        .collect()
}

/// Whether a source is a page, and not a file.
fn is_address(document: &Document) -> bool {
    let uri = document.uri.as_str();
    uri.starts_with("https://") || uri.starts_with("http://")
}
