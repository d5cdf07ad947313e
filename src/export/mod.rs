//! The accepted brief as a file: what leaves the workbench, and what to know before it does.
//!
//! Everything here is text in, text out. The date, the confidence and the locators of passages are handed in, since the study alone does not
//! know them; where the text goes, and whether a file is there already, is the caller's business.

mod changes;
#[cfg(test)]
mod fixture;
mod harmless;
mod lint;
mod markdown;
mod method;
mod scores;
mod sent;
mod sidecar;
mod text;
mod verdicts;

pub use lint::lint;
pub use markdown::{Options, final_output, markdown};
pub use sidecar::{
    SIDECAR_VERSION, Sidecar, SidecarClaim, SidecarDocument, SidecarEvidence, sidecar,
};
pub use text::{file_name, iso_date};

use std::collections::BTreeSet;

use crate::study::Study;
use crate::study::citation::numbers_among;

/// The numbers that texts cite and that have a source.
fn cited_in<'a>(study: &Study, texts: impl Iterator<Item = &'a str>) -> BTreeSet<u32> {
    let exists = |number: u32| study.numbered(number).is_some();
    texts
        .flat_map(|text| numbers_among(text, &exists))
        .filter(|&number| exists(number))
        .collect()
}
