//! What is found of a claim beside one sentence of its source, for the tests of what opposes a claim.

use super::polarity::Opposition;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};

/// The words of a source by which `find` says that it opposes a claim; `find` is given both and the sorted terms of the source.
#[track_caller]
pub(crate) fn assert_told(
    find: impl Fn(&Reading<'_>, &Reading<'_>, &[Term]) -> Option<Opposition>,
    source: &str,
    claim: &str,
    expected: Option<&str>,
) {
    let mut lexicon = Lexicon::default();
    let own = Reading::learnt(claim, &mut lexicon);
    let theirs = Reading::learnt(source, &mut lexicon);
    let terms = lexicon.term_set(source);
    let found = find(&own, &theirs, &terms);
    let told = match &found {
        Some(Opposition::Direction { source, .. }) => Some(source.as_str()),
        _ => None,
    };
    assert_eq!(told, expected, "{source} / {claim}");
}
