//! Own parts: what a claim says of the report that it stands in, `(see Fig. 3)`, `as Table 2 shows`, `Key finding:`, and not of the world.
//!
//! No source can bear that out. It is left out before a claim is read, unless the evidence has figures or tables of that kind itself, which may be meant.

use std::borrow::Cow;
use std::ops::Range;

use super::blocks::marker_len;
use crate::check::language::terms::{plain, plain_words, words};

/// A claim without what it says of its own report.
pub(crate) fn without_own_parts<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let claim = unlabelled(claim);
    let is_part = |word: &str| PARTS.iter().any(|part| part.eq_ignore_ascii_case(word));
    if !words(claim).filter_map(|span| claim.get(span)).any(is_part) {
        return Cow::Borrowed(claim);
    }
    let all: Vec<(Range<usize>, String)> = words(claim)
        .filter_map(|span| Some((span.clone(), plain(claim.get(span)?))))
        .collect();
    let is_theirs = |label: &str| {
        let kind = label.get(..3).unwrap_or(label);
        evidence.iter().any(|text| {
            plain_words(text).any(|word| word.starts_with(kind) && PARTS.contains(&word.as_str()))
        })
    };
    let mut at = 0;
    let mut left = Vec::new();
    while at < all.len() {
        match reference(claim, &all, at) {
            Some((span, end, label)) if !is_theirs(&label) => {
                left.push(span);
                at = end;
            }
            _ => at += 1,
        }
    }
    if left.is_empty() {
        return Cow::Borrowed(claim);
    }
    let mut kept = String::with_capacity(claim.len());
    let mut from = 0;
    for span in left {
        kept.push_str(claim.get(from..span.start).unwrap_or_default());
        from = span.end.max(from);
    }
    kept.push_str(claim.get(from..).unwrap_or_default());
    if words(&kept).nth(1).is_some() {
        Cow::Owned(kept.trim_start().to_owned())
    } else {
        Cow::Borrowed(claim)
    }
}

/// A reference to a part that begins at a word: its bytes, the word behind it, and what kind of part it is to.
fn reference(
    claim: &str,
    all: &[(Range<usize>, String)],
    at: usize,
) -> Option<(Range<usize>, usize, String)> {
    let (first, word) = all.get(at)?;
    let before = claim.get(..first.start)?.trim_end();
    let is_bracketed = before.ends_with(['(', '[']);
    let opens = is_bracketed || matches!(word.as_str(), "as" | "see" | "cf");
    // `Table 2 shows that …`: what it shows is the claim.
    let is_subject = before.is_empty() && PARTS.contains(&word.as_str());
    if !opens && !is_subject {
        return None;
    }
    let mut end = at;
    let mut from = first.start;
    let mut label = None;
    let mut is_numbered = false;
    while let Some((span, word)) = all.get(end) {
        let gap = claim.get(from..span.start).unwrap_or_default();
        let ends_clause =
            gap.contains([';', ')', ']', ':']) || gap.contains([',', '–', '—']) && !is_bracketed;
        if end > at && ends_clause {
            break;
        }
        from = span.end;
        if PARTS.contains(&word.as_str()) {
            label.get_or_insert_with(|| word.clone());
        } else if is_number(word) {
            is_numbered |= label.is_some();
        } else if !BESIDE.contains(&word.as_str()) {
            break;
        }
        end += 1;
    }
    let label = label.filter(|_| is_numbered)?;
    let last = &all.get(end.checked_sub(1)?)?.0;
    let behind = claim.get(last.end..)?;
    if is_subject {
        let (that, word) = all.get(end)?;
        let is_shown = all
            .get(end - 1)
            .is_some_and(|(_, word)| word.ends_with('s'));
        return (word == "that" && is_shown).then_some((first.start..that.end, end + 1, label));
    }
    if is_bracketed {
        let closes = behind.find(|c: char| !matches!(c, '.' | ' '))?;
        let close = behind.get(closes..)?.chars().next()?;
        let open = before.len() - 1;
        let from = claim.get(..open)?.trim_end().len();
        return matches!(close, ')' | ']').then_some((
            from..last.end + closes + close.len_utf8(),
            end,
            label,
        ));
    }
    // With the comma that parts it from the claim: before it, or behind it at the start.
    let from = before.strip_suffix(',').map_or(first.start, str::len);
    let comma = usize::from(before.is_empty() && behind.starts_with(','));
    let is_apart = from < first.start
        || comma > 0
        || behind
            .trim_matches(|c: char| !c.is_alphanumeric())
            .is_empty();
    is_apart.then_some((from..last.end + comma, end, label))
}

/// `3`, `3a`, `B`, `IV`.
fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 4
        || word.len() == 1 && word != "a"
        || word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
}

/// A claim without its list marker and without a label before it: `**Key point:** …` says nothing itself.
pub(crate) fn unlabelled(claim: &str) -> &str {
    const MOST_WORDS: usize = 4;
    let body = claim.get(marker_len(claim)..).unwrap_or(claim);
    let bold = body.strip_prefix("**").and_then(|rest| {
        let (label, rest) = rest.split_once("**")?;
        match label.strip_suffix(':') {
            Some(label) => Some((label, rest)),
            None => Some((label, rest.strip_prefix(':')?)),
        }
    });
    let named = || {
        let (label, rest) = body.split_once(':')?;
        let name = label.trim().to_lowercase();
        OPENERS.contains(&name.as_str()).then_some((label, rest))
    };
    match bold.or_else(named) {
        Some((label, rest))
            if words(label).count() <= MOST_WORDS && words(rest).nth(2).is_some() =>
        {
            rest.trim_start()
        }
        _ => body,
    }
}

/// Parts of a report that have numbers.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "fig", "figs", "figure", "figures", "table", "tables", "chart", "charts", "graph", "box", "map", "exhibit", "panel", "appendix", "annex", "section", "chapter",
];

/// Words of a reference beside the part and its number.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "as", "see", "cf", "also", "and", "in", "on", "the", "can", "be", "is", "are", "was", "we", "shown", "seen", "given", "listed", "illustrated", "summarised",
    "summarized", "reported", "depicted", "presented", "set", "out", "shows", "show", "illustrates", "indicates", "demonstrates", "reveals", "makes", "clear",
    "above", "below", "page", "p", "pp", "e", "g", "of", "this", "report", "left", "right", "top", "bottom",
];

/// Labels that a writer puts before a sentence.
#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "key finding", "key findings", "key point", "key points", "key takeaway", "key takeaways", "key insight", "key result", "key fact", "takeaway", "takeaways",
    "finding", "findings", "main finding", "main point", "result", "results", "conclusion", "summary", "bottom line", "the bottom line", "in short", "in brief",
    "in sum", "note", "answer", "short answer", "insight", "fact", "claim", "observation", "highlight", "highlights", "overall",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, expected: &str) {
        assert_eq!(without_own_parts(claim, &["It melts at 640 °C."]), expected);
    }

    #[test]
    fn references_to_the_report_itself_are_no_part_of_a_claim() {
        for (claim, expected) in [
            ("It melts at 640 °C (see Fig. 3).", "It melts at 640 °C."),
            ("It melts at 640 °C (Table 2).", "It melts at 640 °C."),
            (
                "It melts (cf. Figs. 3a and 4 on p. 12) here.",
                "It melts here.",
            ),
            (
                "It melts at 640 °C, as Table 2 shows.",
                "It melts at 640 °C.",
            ),
            ("As shown in Table 2, it melts here.", "it melts here."),
            ("Table 2 shows that it melts here.", "it melts here."),
        ] {
            check(claim, expected);
        }
    }

    #[test]
    fn what_is_said_of_the_world_stays() {
        for claim in [
            "The table shows 3 of them.",
            "He sat at table 3 of the inn.",
            "As the figures rose, 3 ships left.",
            "It lasted (as planned) 3 days.",
            "See what it did.",
        ] {
            check(claim, claim);
        }
        let theirs = without_own_parts("It melts (see Fig. 3).", &["Figure 2 shows it."]);
        assert_eq!(theirs, "It melts (see Fig. 3).");
    }

    #[test]
    fn labels_and_list_numbers_are_no_part_of_a_claim() {
        for (claim, expected) in [
            (
                "1. The school opened in 1902.",
                "The school opened in 1902.",
            ),
            (
                "Key point: the school opened in 1902.",
                "the school opened in 1902.",
            ),
            ("- **Costs:** They rose in winter.", "They rose in winter."),
            ("The rule: nobody may leave.", "The rule: nobody may leave."),
        ] {
            assert_eq!(unlabelled(claim), expected);
        }
    }
}
