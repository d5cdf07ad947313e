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
