//! What is whole of a text that was cut: its sentences up to the last that has its end.

use super::sentences::sentences;

/// The whole sentences at the start of a text that was cut.
#[must_use]
pub fn whole_sentences(partial: &str) -> &str {
    let spans = sentences(partial);
    let last = spans
        .iter()
        .rev()
        .find(|span| partial.get((*span).clone()).is_some_and(ends_sentence));
    last.and_then(|span| partial.get(..span.end))
        .unwrap_or_default()
        .trim_end()
}

/// Whether a sentence has its end.
#[must_use]
pub fn ends_sentence(sentence: &str) -> bool {
    const ENDS: &[char] = &['.', '!', '?', ']', ')', '"', '”', '’', '。', '！', '？'];
    let sentence = sentence.trim();
    let is_row = sentence.starts_with('|') && sentence.len() > 1;
    sentence.ends_with(ENDS) || (is_row && sentence.ends_with('|'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_sentence_is_left_behind() {
        let check = |partial: &str, expected: &str| assert_eq!(whole_sentences(partial), expected);
        check(
            "Sales fell to 2.2 million [1]. And th",
            "Sales fell to 2.2 million [1].",
        );
        check("One [1]. Two [2].", "One [1]. Two [2].");
        check("Sales fell to 2.", "Sales fell to 2.");
        check(
            "| a | b |\n|---|---|\n| 3 [1] | 4 [2] |\n| 20",
            "| a | b |\n|---|---|\n| 3 [1] | 4 [2] |",
        );
        check("And th", "");
        check("", "");
    }
}
