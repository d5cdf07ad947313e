//! Unreached: what a sentence says has not come about, or was ruled out, or was meant before another turn: `far from completed`, `weeks from reopening`, `ruled
//! out corrosion`, `was originally to open in May, but`.

use super::{Nuance, Side};
use crate::check::language::terms::Term;
use crate::check::meaning::governing::{CONTRASTS, tells_an_aim};

/// The words by which such a sentence is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    let units = UNITS.iter().copied();
    units
        .chain(FIRST.iter().copied())
        .chain(["far", "nowhere", "ruled", "rules", "ruling"])
}

const UNITS: &[&str] = &[
    "minutes", "hours", "days", "weeks", "months", "years", "decades",
];

/// Words by which a plan is told that was another later.
const FIRST: &[&str] = &["originally", "initially"];

/// Words of what is to come, or may be.
const TO_COME: &[&str] = &[
    "will", "shall", "would", "may", "might", "could", "can", "should", "going", "soon", "to",
];

/// Words by which something is told to have had a part in something.
#[rustfmt::skip]
const BLAMES: &[&str] = &[
    "named", "names", "blamed", "blames", "cited", "cites", "identified", "listed", "found", "caused", "cause", "causes", "contributed", "contributing", "factor",
    "factors", "responsible", "attributed", "led", "suspected", "considered", "counted", "included", "pointed", "part", "role",
];

/// What a sentence says has not come about, where a claim says that it has.
pub(super) fn unreached(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    if claim.is_denied(0..claim.len()) {
        return None;
    }
    not_yet(claim, source)
        .or_else(|| ruled_out(claim, source))
        .or_else(|| once_meant(claim, source))
}

/// `Far from completed`, `months from finalizing`.
fn not_yet(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 3;
    const BETWEEN: &[&str] = &["still", "some", "many", "several", "a", "few"];
    let is_told = (0..claim.len()).any(|at| {
        let is_said = TO_COME.contains(&claim.word(at)) || matches!(claim.word(at), "far" | "yet");
        is_said || UNITS.contains(&claim.word(at)) && claim.word(at + 1) == "from"
    });
    if is_told {
        return None;
    }
    (1..source.len()).find_map(|at| {
        let length = source
            .phrase_at(at, &["far from", "nowhere near"])
            .or_else(|| {
                let is_unit = UNITS.contains(&source.word(at));
                let away = source.phrase_at(at + 1, &["from", "away from"])?;
                let mut before = (0..at).rev().map(|at| source.word(at));
                let before = before.find(|word| {
                    !BETWEEN.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit())
                });
                let is_state = before.is_some_and(|word| {
                    matches!(
                        word,
                        "is" | "are" | "was" | "were" | "be" | "remain" | "remains" | "remained"
                    )
                });
                (is_unit && is_state).then_some(1 + away)
            })?;
        let from = at + length;
        let deed = (from..from + REACH).find(|&at| source.term(at).is_some())?;
        // `Far from the sea` is a place.
        let word = source.word(deed);
        let is_deed = deed == from && (word.ends_with("ing") || word.ends_with("ed"))
            || matches!(
                word,
                "complete" | "over" | "certain" | "clear" | "finished" | "ready" | "settled"
            );
        let is_asked = source.term(deed).is_some_and(|term| claim.has(term));
        (is_deed && is_asked && source.is_once(deed)).then_some(Nuance::Stated)
    })
}

/// `Ruled out other causes, including corrosion`.
fn ruled_out(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let has = |list: &[&str]| (0..claim.len()).any(|at| list.contains(&claim.word(at)));
    let tells_so = (0..claim.len()).any(|at| {
        let word = claim.word(at);
        word.starts_with("rul") || word.starts_with("exclud") || word.starts_with("eliminat")
    });
    if !has(BLAMES) || tells_so {
        return None;
    }
    let at = (0..source.len()).find(|&at| {
        source.word(at).starts_with("rul")
            && source.word(at + 1) == "out"
            && !source.is_denied(at.saturating_sub(3)..at)
    })?;
    let end = (at + 2..source.len())
        .find(|&end| source.reading.gap(end).contains(';') || CONTRASTS.contains(&source.word(end)))
        .unwrap_or(source.len());
    let is_asked = |term: Term| claim.has(term);
    let out = (at + 2..end).filter(|&at| source.term(at).is_some_and(is_asked));
    let is_out = out.into_iter().any(|place| {
        let term = source.term(place);
        (0..source.len()).all(|other| source.term(other) != term || (at + 2..end).contains(&other))
            && source.word(place) != "cause"
            && !BLAMES.contains(&source.word(place))
    });
    let cause = (0..claim.len()).find(|&at| BLAMES.contains(&claim.word(at)))?;
    is_out.then(|| Nuance::Opposed {
        claim: claim.said(cause..cause + 1),
        source: source.said(at..at + 2),
    })
}

/// `Plans originally called for a site in the park, but`: what was meant, and may be no more.
fn once_meant(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const NEAR: usize = 4;
    let at = (0..source.len()).find(|&at| FIRST.contains(&source.word(at)))?;
    let from = at.saturating_sub(NEAR);
    let is_plan = (from..at + NEAR).any(|place| {
        let word = source.word(place);
        tells_an_aim(word)
            || matches!(word, "called" | "set" | "to" | "proposal" | "proposals")
                && (place > at || word != "to")
    });
    let turn = (at + 1..source.len()).find(|&turn| {
        CONTRASTS.contains(&source.word(turn)) || matches!(source.word(turn), "instead" | "later")
    })?;
    let keeps = (0..claim.len()).any(|at| {
        let word = claim.word(at);
        FIRST.contains(&word) || tells_an_aim(word) || matches!(word, "once" | "first")
    });
    if !is_plan || keeps {
        return None;
    }
    let held = |range: std::ops::Range<usize>| {
        let terms = source.terms(range);
        terms.iter().filter(|term| claim.has(**term)).count()
    };
    let (within, all) = (held(from..turn), held(0..source.len()));
    (within > 1 && 10 * within >= 7 * all).then(|| Nuance::Doubted(source.said(at..at + 1)))
}
