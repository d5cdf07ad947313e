//! What a change of the built-in writer does for the brief, which answers with a text and no reasons: corrects, contradicts, fills a gap, gives a figure.

use std::ops::Range;

use crate::check::{
    Quantity, introduces, is_claim, is_stop_word, quantities, sentences, stem, words,
};
use crate::pipeline::request::Request;
use crate::study::{BUILT_IN_WRITER, CycleKind, Replaced, citation};

/// Figures of a change, and words of the question in it, that are named at most.
const NAMED: usize = 2;

/// What a change does, as it can be said of its new sentence; nothing where another writer made it, or it only takes something out.
pub(super) fn why(request: &Request, writer: &str, before: &str, after: &str) -> Option<String> {
    let is_own = writer == BUILT_IN_WRITER && request.cycle == CycleKind::Update;
    if !is_own || after.trim().is_empty() || !request.instructions.is_empty() {
        return None;
    }
    let stood = stated(before);
    let is_back =
        |one: &&Replaced| one.stands_in && one.after == before.trim() && one.before == after.trim();
    if request.replaced.iter().any(|one| is_back(&one)) {
        return None;
    }
    if !stood.is_empty() {
        if stated(after).is_empty() {
            return Some("no evidence says any more what stood here".to_owned());
        }
        let (had, has) = (citation::numbers(before), citation::numbers(after));
        let is_version = has.iter().any(|number| had.contains(number));
        let is_same = citation::without_citations(before) == citation::without_citations(after);
        return Some(if is_same && has.len() > had.len() {
            "a further source says the same".to_owned()
        } else if is_version {
            "its source says this now in place of what stood here".to_owned()
        } else {
            "newer evidence says this in place of what stood here".to_owned()
        });
    }
    if parts(after).any(|sentence| introduces(sentence).is_some()) {
        return Some("says otherwise than what stands before it".to_owned());
    }
    if !before.trim().is_empty() {
        return Some("fills what the brief called open".to_owned());
    }
    let figures = new_figures(request, after);
    let told = match figures.as_slice() {
        [] => "the brief does not say this yet".to_owned(),
        figures => format!(
            "gives {}, which the brief does not have",
            figures.join(" and ")
        ),
    };
    Some(match bearing(&request.question, after) {
        Some(bearing) => format!("{told}{bearing}"),
        None => told,
    })
}

/// What a sentence has to do with the question: which words of that it has, in its own forms, or that it has none.
fn bearing(question: &str, sentence: &str) -> Option<String> {
    let said = |text: &str| -> Vec<(String, String)> {
        let words = words(text).filter_map(|word| text.get(word));
        let words = words.filter(|word| !is_stop_word(&word.to_lowercase()));
        words
            .map(|word| (stem(&word.to_lowercase()), word.to_owned()))
            .collect()
    };
    let asked = said(question);
    if asked.is_empty() {
        return None;
    }
    let mut shared: Vec<(String, String)> = Vec::new();
    for (stem, word) in said(&citation::without_citations(sentence)) {
        let is_asked = asked.iter().any(|(known, _)| *known == stem);
        if is_asked && !shared.iter().any(|(known, _)| *known == stem) {
            shared.push((stem, word));
        }
    }
    let words: Vec<String> = shared
        .iter()
        .take(NAMED)
        .map(|(_, word)| format!("“{word}”"))
        .collect();
    Some(match words.as_slice() {
        [] => ", though it has none of the question's words".to_owned(),
        words => format!("; the question's words in it: {}", words.join(", ")),
    })
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let spans = sentences(text).into_iter();
    spans.filter_map(move |span| text.get(span))
}

/// The sentences of a text that state something; what a brief says of its evidence does not.
fn stated(text: &str) -> Vec<&str> {
    parts(text).filter(|sentence| is_claim(sentence)).collect()
}

/// The figures of a change that stand nowhere in the brief, in its own words.
fn new_figures(request: &Request, after: &str) -> Vec<String> {
    let written = request.written.iter().map(|one| one.text.as_str());
    let known: Vec<Quantity> = written
        .chain(request.current.as_deref())
        .flat_map(quantities)
        .collect();
    let marks = |at: usize| {
        let before = after.get(..at).unwrap_or_default();
        before.rfind('[') > before.rfind(']')
    };
    let mut named: Vec<String> = Vec::new();
    for quantity in quantities(after) {
        let is_known = known.iter().any(|known| known.bears_out(&quantity));
        let said = with_unit(after, quantity.span.clone());
        // A year, or a number of nothing, gives nobody anything.
        let is_told_of = !said.chars().all(|one| one.is_ascii_digit());
        let is_told = named.iter().any(|known| known == said);
        let is_new = is_told_of
            && quantity.is_firm()
            && !is_known
            && !is_told
            && !marks(quantity.span.start);
        if is_new && !said.is_empty() && named.len() < NAMED {
            named.push(said.to_owned());
        }
    }
    named
}

/// A figure as it stands, with the word behind a bare number: `310 people`.
fn with_unit(text: &str, figure: Range<usize>) -> &str {
    let said = text.get(figure.clone()).unwrap_or_default().trim();
    let is_year = said.len() == 4 && said.parse().is_ok_and(citation::is_year);
    let is_bare = !is_year
        && said
            .chars()
            .all(|one| one.is_ascii_digit() || ",.".contains(one));
    let behind = text.get(figure.end..).unwrap_or_default();
    let next = words(behind)
        .next()
        .filter(|next| is_bare && next.start == 1);
    let unit = next.and_then(|next| Some((next.end, behind.get(next)?)));
    let unit = unit.filter(|(_, unit)| unit.chars().all(char::is_lowercase) && !is_stop_word(unit));
    unit.and_then(|(end, _)| text.get(figure.start..figure.end + end))
        .unwrap_or(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, expected: &str) {
        let request = Request {
            cycle: CycleKind::Update,
            ..Request::of_a_test(Some("The plan costs 12 million euros [1]."))
        };
        let told = why(&request, BUILT_IN_WRITER, before, after);
        assert_eq!(told.as_deref(), Some(expected), "{before} / {after}");
        assert_eq!(why(&request, "acme/m", before, after), None);
    }

    #[test]
    fn a_change_of_the_built_in_writer_says_what_it_does_for_the_brief() {
        check(
            "",
            "The mill employs 310 people [2].",
            "gives 310 people, which the brief does not have, though it has none of the question's words",
        );
        // What is no figure of anything is not given as one.
        check(
            "",
            "A study of 2012 argues that 20% of depots can be set to 0 [2].",
            "gives 20%, which the brief does not have; the question's words in it: “depots”",
        );
        check(
            "",
            "The plan of 12 million euros is popular [2].",
            "the brief does not say this yet, though it has none of the question's words",
        );
        check(
            "",
            "All depots have had chargers since spring [2].",
            "the brief does not say this yet; the question's words in it: “depots”",
        );
        check(
            "",
            "Another source disagrees on the cost. It costs 14 million euros [2].",
            "says otherwise than what stands before it",
        );
        check(
            "The plan costs 12 million euros [1].",
            "The plan costs 13 million euros [1].",
            "its source says this now in place of what stood here",
        );
        check(
            "The plan costs 12 million euros [1].",
            "The plan costs 12 million euros [1][2].",
            "a further source says the same",
        );
        check(
            "The route has not been agreed [1].",
            "The route was agreed on 28 June [2].",
            "newer evidence says this in place of what stood here",
        );
        check(
            "The plan costs 12 million euros [1].",
            "Nothing in the evidence was recognised as the answer to this question.",
            "no evidence says any more what stood here",
        );
        check(
            "The evidence does not say when.",
            "The plan ends in 2031 [2].",
            "fills what the brief called open",
        );
    }

    #[test]
    fn what_is_only_taken_out_has_no_such_reason() {
        let request = Request {
            cycle: CycleKind::Update,
            ..Request::of_a_test(Some("It fell [1]."))
        };
        assert_eq!(why(&request, BUILT_IN_WRITER, "It fell [1].", ""), None);
    }
}
