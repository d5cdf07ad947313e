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

use crate::study::Study;
use crate::study::citation::{Reference, numbers_among};

/// The numbers that texts cite and that have a source.
fn cited_in<'a>(study: &Study, texts: impl Iterator<Item = &'a str>) -> BTreeSet<u32> {
    let exists = |number: u32| study.numbered(number).is_some();
    texts
        .flat_map(|text| numbers_among(text, &exists))
        .filter(|&number| exists(number))
        .collect()
}

/// The number of the source that a reference in the form that is kept means; `None` where there is no such source.
fn source_number(study: &Study, reference: &Reference) -> Option<u32> {
    match reference {
        Reference::Number(number) => study.numbered(*number).map(|_| *number),
        Reference::Unresolved(_) | Reference::Uri(_) | Reference::Name { .. } => None,
    }
}
