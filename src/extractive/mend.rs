//! Mending: a sentence that its source does not bear out gives way to the sentence of the evidence that speaks of the same, or goes.
//!
//! That is all this writer can do with an instruction: it writes no sentence of its own.

use std::ops::Range;

use super::marks::{cite, without_marks};
use super::sides::{introducing, with_sides_told};
use crate::check::{Lexicon, Stated, key, marker_len, stated};
use crate::study::{Claim, Instruction};

/// The share of a claim's words that a sentence must hold to stand in its place.
const SAME_THING: f32 = 0.35;
/// Said where nothing is left.
const NOTHING_LEFT: &str = "The evidence does not say anything about what stood here.";

/// The text with the claims mended that the instructions are about; otherwise as it is, byte for byte.
#[must_use]
pub fn mend(current: &str, instructions: &[Instruction]) -> String {
    let mut text = current.to_owned();
    for claim in instructions
        .iter()
        .filter_map(|instruction| instruction.claim.as_ref())
    {
        let Some(start) = text.find(&claim.text) else {
            continue;
        };
        let end = start + claim.text.len();
        if let Some(instead) = instead(claim, &text) {
            let marker = claim
                .text
                .get(..marker_len(&claim.text))
                .unwrap_or_default();
            text.replace_range(start..end, &format!("{marker}{instead}"));
        } else {
            take_out(&mut text, start..end);
        }
    }
    if text.trim().is_empty() {
        return NOTHING_LEFT.to_owned();
    }
    text
}

/// The text without the sentences that rest on nothing but sources which are gone, which may be all of it; what is pinned stays.
#[must_use]
pub fn without_gone(current: &str, gone: &[u32], pinned: &[String]) -> String {
    let rests = |claim: &Stated| {
        let mut cited = claim.citations.iter();
        !claim.citations.is_empty() && cited.all(|one| gone.contains(one))
    };
    let is_pinned = |claim: &Stated| pinned.iter().any(|one| one.trim() == claim.text);
    let claims = stated(current).into_iter();
    let spans: Vec<Range<usize>> = claims
        .filter(|claim| rests(claim) && !is_pinned(claim))
        .map(|claim| claim.span.start..claim.span.start + claim.text.len())
        .collect();
    without(current, &spans)
}

/// The text without what stands in these spans, which are in order, nor the space that would be left over.
pub(super) fn without(text: &str, spans: &[Range<usize>]) -> String {
    if spans.is_empty() {
        return text.to_owned();
    }
    let mut spans: Vec<Range<usize>> = spans.to_vec();
    spans.extend(introducing(text, &spans));
    spans.sort_by_key(|span| span.start);
    let mut text = text.to_owned();
    for span in spans.into_iter().rev() {
        take_out(&mut text, span);
    }
    with_sides_told(text)
}

/// Takes a sentence out, with the space that would be left over.
pub(super) fn take_out(text: &mut String, span: Range<usize>) {
    let (start, end) = with_space(text, span.start, span.end);
    text.replace_range(start..end, "");
}

/// The sentence of the evidence that may stand for a claim: one about the same thing, which the text does not say already.
fn instead(claim: &Claim, text: &str) -> Option<String> {
    let quote = claim.evidence.as_ref()?;
    let sentence = without_marks(&quote.text);
    let sentence = without_loose_quotation_mark(&sentence);
    // What is only cited from the wrong source stays, and cites the right one.
    let others = text.replacen(&claim.text, "", 1);
    if key(&others).contains(&key(sentence)) {
        return None;
    }
    let mut lexicon = Lexicon::default();
    let said = lexicon.term_set(&without_marks(&claim.text));
    let own = lexicon.term_set(sentence);
    let shared = said.iter().filter(|term| own.contains(term)).count();
    let same = !said.is_empty() && shared as f32 >= SAME_THING * said.len() as f32;
    let instead = same.then(|| Some(cite(sentence, &[quote.number?])));
    instead.flatten().filter(|new| *new != claim.text)
}

/// A sentence without the mark of a quotation that begins or ends in another.
fn without_loose_quotation_mark(sentence: &str) -> &str {
    const OPENS: [char; 2] = ['“', '"'];
    const CLOSES: [char; 2] = ['”', '"'];
    let count = |mark: char| sentence.matches(mark).count();
    let (opened, closed) = (count('“'), count('”'));
    let is_odd = count('"') % 2 == 1;
    if sentence.starts_with(OPENS) && (opened > closed || is_odd) {
        sentence.trim_start_matches(OPENS)
    } else if sentence.ends_with(CLOSES) && (closed > opened || is_odd) {
        sentence.trim_end_matches(CLOSES)
    } else {
        sentence
    }
}

/// A sentence with the space that would be left over without it.
fn with_space(text: &str, start: usize, end: usize) -> (usize, usize) {
    let before = text.get(..start).unwrap_or_default();
    let after = text.get(end..).unwrap_or_default();
    let blank = |rest: &str| rest.len() - rest.trim_start_matches([' ', '\n']).len();
    if before.is_empty() || before.ends_with('\n') {
        // The first of its paragraph; alone in it, the paragraph goes as well.
        (start, end + blank(after))
    } else {
        let kept = before.trim_end_matches(' ').len();
        (kept, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{PassageId, Quote, SectionId, Verdict};

    #[test]
    fn what_introduced_two_sides_goes_with_the_one_that_is_gone() {
        let text = "Sales fell [1].\n\nSources disagree on the range. The range is 30 km [1]. The range is 20 km [2].";
        assert_eq!(
            without_gone(text, &[2], &[]),
            "Sales fell [1].\n\nThe range is 30 km [1]."
        );
        assert_eq!(without_gone(text, &[3], &[]), text);
        let told = "The range is 30 km [1]. A newer source disagrees. The range is 20 km [2].";
        assert_eq!(without_gone(told, &[2], &[]), "The range is 30 km [1].");
        assert_eq!(without_gone(told, &[1], &[]), "The range is 20 km [2].");
        // What else stands there is no side.
        let among = format!("It is late [3]. {told} It is red [3].");
        assert_eq!(
            without_gone(&among, &[1], &[]),
            "It is late [3]. The range is 20 km [2]. It is red [3]."
        );
        assert_eq!(
            without_gone(&among, &[2], &[]),
            "It is late [3]. The range is 30 km [1]. It is red [3]."
        );
    }

    #[test]
    fn a_side_that_is_gone_is_named_no_more() {
        let text = "Sources disagree on the range: [1] of 2 May 2024, [3], undated, and [2] of 2024. It is 30 km [1]. It is 25 km [3]. It is 20 km [2].";
        assert_eq!(
            without_gone(text, &[3], &[]),
            "Sources disagree on the range: [1] of 2 May 2024 and [2] of 2024. It is 30 km [1]. It is 20 km [2]."
        );
        assert_eq!(without_gone(text, &[2, 3], &[]), "It is 30 km [1].");
    }

    fn about(text: &str, evidence: Option<&str>) -> Instruction {
        Instruction {
            sections: vec![SectionId(0)],
            text: "mend it".to_owned(),
            claim: Some(Claim {
                text: text.to_owned(),
                citations: vec![1],
                verdict: Verdict::Unsupported,
                reason: String::new(),
                evidence: evidence.map(|text| Quote {
                    number: Some(2),
                    passage: PassageId(1),
                    span: 0..text.len(),
                    text: text.to_owned(),
                }),
                more: Vec::new(),
            }),
        }
    }

    #[test]
    fn what_rests_on_nothing_but_sources_that_are_gone_goes() {
        let text = "Sales fell by 14 % in 2024 [1]. Prices rose by 3 % [1][3]. The rest stayed at 9 % [3].\n\n- Costs doubled in 2023 [1].\n- Prices held in 2023 [3].";
        assert_eq!(
            without_gone(text, &[1], &[]),
            "Prices rose by 3 % [1][3]. The rest stayed at 9 % [3].\n\n- Prices held in 2023 [3]."
        );
        let pinned = ["Sales fell by 14 % in 2024 [1].".to_owned()];
        assert!(without_gone(text, &[1], &pinned).starts_with("Sales fell"));
        assert_eq!(without_gone(text, &[], &[]), text);
        assert_eq!(without_gone("It fell by 9 % [1].", &[1], &[]), "");
    }

    #[test]
    fn a_sentence_gives_way_to_what_the_evidence_says_of_it_or_goes() {
        let text = "Sales fell by 14 % in 2024 [1]. The rest stayed [3].\n\n- Costs doubled [1].\n- Prices held [3].";
        let check = |instruction: Instruction, expected: &str| {
            assert_eq!(mend(text, &[instruction]), expected);
        };
        check(
            about(
                "Sales fell by 14 % in 2024 [1].",
                Some("Sales fell by 12 % in 2024."),
            ),
            "Sales fell by 12 % in 2024 [2]. The rest stayed [3].\n\n- Costs doubled [1].\n- Prices held [3].",
        );
        check(
            about(
                "Sales fell by 14 % in 2024 [1].",
                Some("Nothing of the kind was ever heard."),
            ),
            "The rest stayed [3].\n\n- Costs doubled [1].\n- Prices held [3].",
        );
        check(
            about("The rest stayed [3].", None),
            "Sales fell by 14 % in 2024 [1].\n\n- Costs doubled [1].\n- Prices held [3].",
        );
        check(
            about("- Costs doubled [1].", Some("Costs doubled twice.")),
            "Sales fell by 14 % in 2024 [1]. The rest stayed [3].\n\n- Costs doubled twice [2].\n- Prices held [3].",
        );
        // True, and cited from where it does not stand.
        check(
            about(
                "Sales fell by 14 % in 2024 [1].",
                Some("Sales fell by 14 % in 2024."),
            ),
            "Sales fell by 14 % in 2024 [2]. The rest stayed [3].\n\n- Costs doubled [1].\n- Prices held [3].",
        );
        // The quotation began in the sentence before.
        check(
            about(
                "Sales fell by 14 % in 2024 [1].",
                Some("Sales fell by 12 % in 2024.\""),
            ),
            "Sales fell by 12 % in 2024 [2]. The rest stayed [3].\n\n- Costs doubled [1].\n- Prices held [3].",
        );
        check(about("Not there [1].", None), text);
        assert_eq!(
            mend("Alone [1].", &[about("Alone [1].", None)]),
            NOTHING_LEFT
        );
    }
}
