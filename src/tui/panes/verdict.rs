//! How verdicts look: a mark, a role and a word. The mark stands alone only where a legend with the words is on the same screen or a key away.

use crate::study::Verdict;
use crate::tui::theme::{Glyphs, Role};

/// The mark of a verdict, one column wide.
#[must_use]
pub fn mark(glyphs: &Glyphs, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported => glyphs.done,
        Verdict::Partial if glyphs.done.is_ascii() => "/",
        Verdict::Partial => "½",
        Verdict::Unsupported => glyphs.cross,
        Verdict::Contradicted => glyphs.warning,
        Verdict::Uncited => "?",
        Verdict::Unchecked => glyphs.open,
    }
}

#[must_use]
pub fn role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Supported => Role::Supported,
        Verdict::Partial => Role::Partial,
        Verdict::Unsupported => Role::Unsupported,
        Verdict::Contradicted => Role::Contradicted,
        Verdict::Uncited => Role::Uncited,
        Verdict::Unchecked => Role::Dim,
    }
}
