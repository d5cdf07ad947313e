//! Which sentences are claims: those that state something about the world that evidence could bear out or not.
//!
//! What the brief says about itself (that evidence is missing, that sources disagree, what comes next) is no claim, as long as it cites nothing: with
//! a citation it says something about that source, and is checked.

use super::terms::{is_stop_word, plain, words};

/// Whether a sentence of a section states something to be checked.
#[must_use]
pub fn is_claim(sentence: &str) -> bool {
    let sentence = sentence.trim();
    if is_structure(sentence) {
        return false;
    }
    let cited = has_mark(sentence);
    let end = without_marks(sentence);
    if end.ends_with(['?', '？', '؟']) || (end.ends_with(':') && !cited) {
        return false;
    }
    let count = words(end)
        .filter(|span| {
            end.get(span.clone())
                .is_some_and(|word| word.contains(char::is_alphabetic))
        })
        .count();
    count >= 3 && (cited || !is_about_the_brief(&end.to_lowercase()) && !is_discourse(end))
}

/// Headings, rules, table rows, code, comments, pictures, and definitions of links.
fn is_structure(sentence: &str) -> bool {
    const STARTS: [&str; 8] = ["#", "|", "```", "~~~", "<!--", "![", "---", "==="];
    if STARTS.iter().any(|start| sentence.starts_with(start)) {
        return true;
    }
    let tabs = sentence.matches('\t').count() >= 2;
    let definition = sentence.starts_with('[') && sentence.contains("]: ");
    let bold = sentence
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    tabs || definition || bold.is_some_and(|inner| !inner.ends_with(['.', '!']))
}

/// Whether a bracket with a number, or a mark in lenticular brackets, stands somewhere.
fn has_mark(sentence: &str) -> bool {
    sentence.contains('【')
        || sentence.match_indices('[').any(|(at, _)| {
            sentence.get(at + 1..).is_some_and(|inner| {
                inner
                    .trim_start_matches('^')
                    .starts_with(|first: char| first.is_ascii_digit())
            })
        })
}

/// The sentence up to its last words and their full stop: marks that follow are cut off.
fn without_marks(sentence: &str) -> &str {
    let mut rest = sentence.trim_end();
    while let Some(open) = rest.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
        rest = rest.get(..open).unwrap_or_default().trim_end();
    }
    rest.trim_end_matches(['*', '_', '"', '”'])
}

/// A sentence that leads on or rounds off, and says nothing of the world: all its words are those of writing itself.
fn is_discourse(sentence: &str) -> bool {
    #[rustfmt::skip]
    const OF_WRITING: &[&str] = &[
        "answer", "answers", "aspect", "aspects", "clear", "complete", "conclude", "conclusion", "consider", "details", "emerge", "emerges", "explain", "explained", "feel", "follow", "follows",
        "free", "full", "glad", "happy", "help", "helpful", "helps", "hope", "important", "key", "know", "let", "lessons", "let's", "look", "main", "matter", "matters", "mention", "mentioning", "note",
        "noted", "noting", "overall", "overview", "part", "picture", "point", "points", "question", "questions", "remains", "remember", "short", "stand", "stands", "story", "sum", "summarise",
        "summarize", "summary", "takeaway", "takeaways", "themes", "thing", "things", "whole", "worth", "useful",
    ];
    let is_of_writing = |word: &String| OF_WRITING.contains(&word.as_str());
    let all: Vec<String> = words(sentence)
        .filter_map(|span| sentence.get(span))
        .map(plain)
        .collect();
    all.iter().any(is_of_writing)
        && all
            .iter()
            .all(|word| is_stop_word(word) || is_of_writing(word))
}

/// What a brief says about its evidence or its own course.
fn is_about_the_brief(lower: &str) -> bool {
    #[rustfmt::skip]
    const EVIDENCE: &[&str] = &[
        "the evidence", "this evidence", "the sources", "the documents", "the passages", "the findings",
        "the material", "the provided", "the available evidence", "none of the sources", "none of the documents",
        "no source",
    ];
    #[rustfmt::skip]
    const SILENT: &[&str] = &[
        "not say", "not answer", "not contain", "not mention", "not cover", "not address", "not provide", "not give",
        "not name", "not propose", "not include", "no information", "says nothing", "say nothing", "contain no",
        "contains no", "names no", "proposes no", "say nothing",
    ];
    #[rustfmt::skip]
    const COURSE: &[&str] = &[
        "the sources disagree", "sources disagree", "another source disagrees", "a newer source disagrees",
        "sources of different dates differ", "no findings to synthesize",
        "no evidence was found", "no evidence was given", "nothing in the evidence", "extractive draft",
        "this section", "this brief", "this report is", "the following", "below,", "here is", "here are", "let us",
    ];
    if COURSE.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    let subject = EVIDENCE.iter().any(|start| lower.starts_with(start));
    let missing = SILENT.iter().any(|silent| lower.contains(silent))
        || lower.starts_with("none of the")
        || lower.starts_with("no source");
    let not_found = lower.contains("not found in the evidence")
        || lower.contains("not covered by the evidence")
        || lower.contains("missing from the evidence");
    subject && missing || not_found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_state_something_are_claims() {
        for sentence in [
            "Prices rose by 12 % [2].",
            "- Batteries cut the peak by a third.",
            "The evidence shows a rise [1].",
            "The evidence does not show that prices fell [2].",
            "The report of 2024 names three causes.",
            "**Costs.** They rose in winter.",
            "They have less than others.",
            "电价 上涨 了 12%。",
        ] {
            assert!(is_claim(sentence), "{sentence}");
        }
    }

    #[test]
    fn headings_questions_code_and_the_brief_on_itself_are_not() {
        for sentence in [
            "## Costs",
            "| a | b |",
            "```\nlet x = 1;\n```",
            "---",
            "**Key findings**",
            "Why did it rise?",
            "Who pays? [2]",
            "Three causes stand out:",
            "In short.",
            "2024.",
            "",
            "The evidence does not say anything about hydrogen.",
            "None of the sources answers this for islands.",
            "Sources disagree on the cost of storage.",
            "Sources of different dates differ on the cost of storage; the newer figure comes second.",
            "A newer source disagrees on the cost of storage.",
            "The evidence names no problem or risk for this question.",
            "Extractive draft: sentences from your sources.",
            "This section describes the state of the grid.",
            "[1]: https://example.org/a",
            "In conclusion, several points stand out.",
            "However, this is only part of the picture.",
            "I hope this helps!",
            "Let me know if you have more questions.",
        ] {
            assert!(!is_claim(sentence), "{sentence}");
        }
    }
}
