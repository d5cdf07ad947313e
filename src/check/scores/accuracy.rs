//! Accuracy: the share of the claims that their sources bear out.
//!
//! A supported claim counts 1, a partly supported one half, one without a citation a quarter, an unsupported or unchecked one nothing, and a
//! contradicted one takes away half of what another claim earned. The share is the mean, and never below nothing.

use std::fmt::Write as _;

use super::{Read, scored, unwritten};
use crate::study::{Score, Verdict, counted};

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let all = read.claims().count();
    if all == 0 {
        return scored(
            0.0,
            "there is no sentence that states anything".to_owned(),
            Vec::new(),
        );
    }
    let credit: f32 = read.claims().map(|claim| credit(claim.verdict())).sum();
    let mut wrong: Vec<_> = read
        .claims()
        .filter(|claim| claim.verdict() != Verdict::Supported)
        .collect();
    // The gravest first; a sort keeps the order of the text among equals.
    wrong.sort_by_key(|claim| gravity(claim.verdict()));
    let sentences = wrong
        .iter()
        .map(|claim| claim.stated.text.clone())
        .collect();
    scored(credit / all as f32, reason(read, all), sentences)
}

fn credit(verdict: Verdict) -> f32 {
    match verdict {
        Verdict::Supported => 1.0,
        Verdict::Partial => 0.5,
        Verdict::Uncited => 0.25,
        Verdict::Unsupported | Verdict::Unchecked => 0.0,
        Verdict::Contradicted => -0.5,
    }
}

/// The gravest is 0.
fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Contradicted => 0,
        Verdict::Unsupported => 1,
        Verdict::Uncited => 2,
        Verdict::Partial => 3,
        Verdict::Unchecked => 4,
        Verdict::Supported => 5,
    }
}

fn reason(read: &Read<'_>, all: usize) -> String {
    let count = |verdict| {
        read.claims()
            .filter(|claim| claim.verdict() == verdict)
            .count()
    };
    let unchecked = count(Verdict::Unchecked);
    if unchecked == all {
        return "no claim has been checked".to_owned();
    }
    let mut said = format!(
        "{} of {} supported",
        count(Verdict::Supported),
        counted(all, "claim")
    );
    for verdict in Verdict::ALL {
        let found = count(verdict);
        if verdict != Verdict::Supported && found > 0 {
            let _ = write!(said, ", {found} {}", verdict.name());
        }
    }
    said
}
