//! Possessives: `Karl's mother is Anna` as `Anna is the mother of Karl`, where the evidence says whose anybody is in that way.
//!
//! The two have the same words in another order; turned round, `Anna's mother is Karl` exchanges the two, which who reads roles sees.

use std::borrow::Cow;

const BE: &[&str] = &[" is ", " was "];

/// A claim that says who somebody's is, as its evidence does.
pub(crate) fn as_whose<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let Some((whose, role, be, who)) = read(claim) else {
        return Cow::Borrowed(claim);
    };
    let of = format!("{role} of ");
    let ways = [
        format!("{be}the {of}"),
        format!(", the {of}"),
        format!(", {of}"),
    ];
    let is_told = |text: &&str| ways.iter().any(|way| text.contains(way.as_str()));
    if !evidence.iter().any(is_told) {
        return Cow::Borrowed(claim);
    }
    let end = claim.len() - claim.trim_end_matches(['.', '!', ' ']).len();
    let end = claim.get(claim.len() - end..).unwrap_or_default();
    Cow::Owned(format!("{who}{be}the {role} of {whose}{end}"))
}

/// Whose, what of theirs, the verb and who: of a claim that says no more.
fn read(claim: &str) -> Option<(&str, &str, &'static str, &str)> {
    const LONGEST: usize = 3;
    let text = claim.trim_end_matches(['.', '!', ' ']);
    let (whose, behind) = text.split_once("'s ").or_else(|| text.split_once("’s "))?;
    let (at, be) = BE
        .iter()
        .filter_map(|be| Some((behind.find(be)?, *be)))
        .min()?;
    let (role, who) = (behind.get(..at)?, behind.get(at + be.len()..)?);
    let is_short = |text: &str| (1..=LONGEST).contains(&text.split_whitespace().count());
    let is_name = |text: &str| text.starts_with(char::is_uppercase);
    let is_plain = !claim.contains([',', ';', ':']) && !role.contains(['\'', '’']);
    let is_whole = is_short(whose) && is_short(role) && is_short(who);
    (is_plain && is_whole && is_name(whose) && is_name(who)).then_some((whose, role, be, who))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_somebody_is_reads_as_the_evidence_says_it() {
        for (claim, evidence, expected) in [
            (
                "Karl's mother is Anna.",
                "Anna is the mother of Karl.",
                "Anna is the mother of Karl.",
            ),
            (
                "Maria Lenz's father was Johann Weber.",
                "Johann Weber, the father of Maria Lenz, founded the mill.",
                "Johann Weber was the father of Maria Lenz.",
            ),
            (
                "Marta's father is Danish.",
                "Her father comes from Denmark.",
                "Marta's father is Danish.",
            ),
        ] {
            assert_eq!(as_whose(claim, &[evidence]), expected);
        }
    }
}
