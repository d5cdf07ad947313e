//! What writers say in their own voice: what they advise, and how they round off.
//!
//! Advice is no statement about the world that evidence bears out. A short sentence behind `In summary` repeats what was said, unless a figure or a name in it says
//! what can be checked.

use crate::check::language::terms::words;

/// Whether a sentence, whose words are in `line`, in lower case with a space behind each, is its writer's advice or rounds off.
pub(super) fn is_own_voice(line: &str, body: &str) -> bool {
    advises(line) || rounds_off(line, body) || presents_itself(line)
}

/// `This literature review examines how …`: what the text is about.
fn presents_itself(line: &str) -> bool {
    const TEXTS: &[&str] = &[
        "report", "review", "brief", "briefing", "paper", "article", "memo", "overview", "summary",
        "section", "chapter", "document", "analysis",
    ];
    const PRESENTS: &[&str] = &[
        "examines",
        "explores",
        "reviews",
        "discusses",
        "describes",
        "outlines",
        "presents",
        "summarises",
        "summarizes",
        "synthesises",
        "synthesizes",
        "surveys",
        "covers",
        "looks",
        "considers",
        "investigates",
        "analyses",
        "analyzes",
        "provides",
        "aims",
        "seeks",
        "sets",
        "addresses",
        "traces",
    ];
    const MOST: usize = 4;
    let Some(rest) = line.strip_prefix("this ") else {
        return false;
    };
    let words: Vec<&str> = rest.split_whitespace().take(MOST + 1).collect();
    let places = words.windows(2);
    places
        .filter_map(|pair| Some((pair.first()?, pair.last()?)))
        .any(|(text, deed)| TEXTS.contains(text) && PRESENTS.contains(deed))
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

#[cfg(test)]
mod tests {
    use crate::check::{is_claim, is_claim_of_report};

    #[test]
    fn advice_in_the_writers_own_voice_is_no_claim_of_a_report_and_what_a_source_advises_is_one() {
        for sentence in [
            "We recommend that the port dredge deeper.",
            "We therefore strongly recommend a second berth.",
            "Our recommendation is to wait for the audit.",
            "In summary, the sector is changing.",
            "To conclude, the outlook has improved.",
            "This literature review examines how machines change the work of clerks.",
        ] {
            assert!(!is_claim_of_report(sentence), "{sentence}");
            assert!(is_claim(sentence), "{sentence}");
        }
        for sentence in [
            "We recommend a second berth, which costs 3 million euros.",
            "We recommend that the port dredge deeper [1].",
            "In summary, Norway has left the scheme.",
            "In short, most of the growers in the valley lost their harvest.",
            "The panel recommends a second berth.",
            "We found that prices fell.",
            "This review board examines every new drug.",
            "The report examines how machines change the work of clerks.",
        ] {
            assert!(is_claim_of_report(sentence), "{sentence}");
        }
    }
}
