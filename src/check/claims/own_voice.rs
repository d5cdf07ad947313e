//! What writers say in their own voice: what they advise, and how they round off.
//!
//! Advice is no statement about the world that evidence bears out. A short sentence behind `In summary` repeats what was said, unless a figure or a name in it says
//! what can be checked.

use crate::check::terms::words;

/// Whether a sentence, whose words are in `line`, in lower case with a space behind each, is its writer's advice or rounds off.
pub(super) fn is_own_voice(line: &str, body: &str) -> bool {
    advises(line) || rounds_off(line, body)
}

fn advises(line: &str) -> bool {
    const WHO: &[&str] = &["we ", "i "];
    const BETWEEN: &[&str] = &[
        "therefore ",
        "thus ",
        "also ",
        "would ",
        "strongly ",
        "further ",
    ];
    const ADVISE: &[&str] = &["recommend ", "advise ", "urge "];
    const NAMED: &[&str] = &[
        "our recommendation ",
        "our advice ",
        "our recommendations ",
        "my recommendation ",
        "my advice ",
    ];
    let begins = |line: &str, any: &[&str]| any.iter().any(|start| line.starts_with(start));
    let Some(mut rest) = WHO.iter().find_map(|who| line.strip_prefix(who)) else {
        return begins(line, NAMED);
    };
    while let Some(shorter) = BETWEEN.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = shorter;
    }
    begins(rest, ADVISE)
}

fn rounds_off(line: &str, body: &str) -> bool {
    const MOST_WORDS: usize = 5;
    const STARTS: &[&str] = &[
        "in summary ",
        "in conclusion ",
        "in short ",
        "to sum up ",
        "to summarise ",
        "to summarize ",
        "to conclude ",
        "all in all ",
        "summing up ",
    ];
    let Some(rest) = STARTS.iter().find_map(|start| line.strip_prefix(start)) else {
        return false;
    };
    let mut names = words(body).skip(1).filter_map(|span| body.get(span));
    rest.split_whitespace().count() <= MOST_WORDS
        && !names.any(|word| word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit()))
}
