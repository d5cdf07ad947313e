//! Offices: `the mayor` of what a sentence says of `a former mayor`, `the chief executive` of `the deputy chief executive`.

use super::{Nuance, Side};

/// Words before the name of an office by which somebody is not who holds it, or no longer.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "deputy", "vice", "acting", "assistant", "interim", "associate", "aspiring", "honorary", "former", "ex", "onetime", "outgoing", "incoming", "designate",
];
/// Those that a text of a later time may leave out or add.
#[rustfmt::skip]
const OF_A_TIME: &[&str] = &["former", "ex", "onetime", "outgoing", "incoming", "interim", "acting"];

/// The words by which such an office is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    BESIDE.iter().copied()
}

/// The office that a claim tells without the word that its sentence has before it.
pub(super) fn other_office(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let at = (0..source.len()).find(|&at| BESIDE.contains(&source.word(at)))?;
    // `Deputy chief executive`: the office may be called by an adjective and a noun.
    let office = source.term(at + 1)?;
    let is_elsewhere =
        (0..source.len()).any(|other| other != at + 1 && source.term(other) == Some(office));
    let is_told = (0..claim.len()).any(|own| BESIDE.contains(&claim.word(own)));
    let own = (0..claim.len()).find(|&own| claim.term(own) == Some(office))?;
    if is_elsewhere || is_told {
        return None;
    }
    // Who is called by his name may be told with the office of the time: `President Bush` of `former President Bush`.
    let is_title =
        |side: Side<'_>, at: usize| side.reading.surface(at).starts_with(char::is_uppercase);
    if OF_A_TIME.contains(&source.word(at)) && is_title(claim, own) {
        return None;
    }
    Some(Nuance::Stronger {
        claim: claim.said(own..own + 1),
        source: source.said(at..at + 2),
    })
}
