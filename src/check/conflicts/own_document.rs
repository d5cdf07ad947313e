//! Own document: sentences that hold of the document in which they stand, and are contradicted by no other.
//!
//! `This proposal does not change the syntax`, `Voting ends at: 16 December 2019` and `Of 82 eligible voters, 63 cast ballots` are said of one proposal or one
//! vote. What the document next to it in a series says in the same words is said of another. Whether two documents are of one thing, their titles say
//! (`topics`).

use crate::check::language::terms::{plain, plain_words, words};
use crate::check::meaning::governing::SPEECH;

/// Whether what a sentence states, it states of its own document: it is an entry of a list of its details, or its subject is `this proposal` or the like.
pub(super) fn is_of_its_document(text: &str) -> bool {
    record(text).is_some() || speaks_of_itself(text)
}

/// Whether two sentences speak in the same words of what each document is about: `this flaw` of both, `Affected versions: …` and `Not affected versions: …`.
pub(super) fn point_alike(a: &str, b: &str) -> bool {
    let label = |text: &str| {
        let label = record(text)?.to_lowercase();
        Some(label.strip_prefix("not ").unwrap_or(&label).to_owned())
    };
    let is_one = |own: Option<String>, theirs: Option<String>| own.is_some() && own == theirs;
    is_one(label(a), label(b)) || is_one(pointed_at(a), pointed_at(b))
}

/// The noun of a sentence that begins with what its document only points at: `flaw` of `This flaw does not affect the server`.
fn pointed_at(text: &str) -> Option<String> {
    const TIMES: &[&str] = &[
        "year", "month", "week", "day", "winter", "spring", "summer", "autumn", "fall", "season",
        "morning", "evening", "night", "time", "decade", "century", "is", "was", "has",
    ];
    let mut all = plain_words(text);
    let begins = all.next().is_some_and(|first| first == "this");
    let noun = all.next().filter(|_| begins)?;
    let is_of_the_world = TIMES.contains(&noun.as_str()) || REPORTS.contains(&noun.as_str());
    (!is_of_the_world).then_some(noun)
}

/// The label of an entry of a document's details: `Post-History` in `Post-History: 3 May 2001`.
pub(super) fn record(text: &str) -> Option<&str> {
    const MOST_WORDS: usize = 4;
    let (label, value) = text.split_once(": ")?;
    let label = label.trim_start_matches(|first: char| !first.is_alphanumeric());
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.all(|letter| letter.is_alphabetic() || matches!(letter, '-' | '/' | '_' | '*'))
            && !SPEECH.contains(&word)
    };
    let count = label.split_whitespace().count();
    (label.starts_with(char::is_uppercase)
        && (1..=MOST_WORDS).contains(&count)
        && label.split_whitespace().all(is_word)
        && !value.trim().is_empty())
    .then_some(label)
}

/// What a document calls itself, or what it is written to bring about.
#[rustfmt::skip]
const ITSELF: &[&str] = &[
    "proposal", "document", "specification", "spec", "draft", "design", "enhancement", "feature", "change", "module", "crate", "package", "library", "release",
    "version", "chapter", "section", "guide", "page", "tutorial", "handbook", "standard", "amendment", "addendum", "motion", "resolution", "vote", "election",
];

/// What a document calls itself that tells of the world: what it finds is no matter of its own.
const REPORTS: &[&str] = &[
    "report", "study", "paper", "article", "survey", "review", "analysis", "trial", "audit", "note",
];

fn speaks_of_itself(text: &str) -> bool {
    const POINTS: &[&str] = &["this", "these", "our", "present"];
    let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    let is_itself = |word: &str| {
        let plain = plain(word);
        let single = plain.strip_suffix('s').unwrap_or(&plain);
        ITSELF.contains(&plain.as_str()) || ITSELF.contains(&single) || is_series(word)
    };
    let is_reported = |at: usize| {
        all.get(at)
            .is_some_and(|word| REPORTS.contains(&plain(word).as_str()))
    };
    let points = all
        .iter()
        .enumerate()
        .filter(|(_, word)| POINTS.contains(&plain(word).as_str()))
        .any(|(at, _)| {
            let nouns = all.get(at + 1..).unwrap_or_default().iter().take(2);
            !is_reported(at + 1) && nouns.into_iter().any(|word| is_itself(word))
        });
    // `The feature changes the default`: of a document about one feature.
    let begins = matches!(all.as_slice(), [the, noun, rest @ ..]
        if plain(the) == "the" && ITSELF.contains(&plain(noun).as_str()) && !is_placed(rest));
    points || begins
}

/// Whether words tell where a thing is, which no document does of itself: `the library of Marl`.
fn is_placed(behind: &[&str]) -> bool {
    matches!(behind, [of, place, ..]
        if matches!(*of, "of" | "in" | "at") && place.starts_with(char::is_uppercase))
}

/// Whether a word is what the documents of a series are called: `PEP`, `RFC`, `KEP`.
fn is_series(word: &str) -> bool {
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=5;
    LENGTHS.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether a sentence is of the program that its document is about, whatever else it names: `this crate`, `its tests`, `you enable`, and names in code, which mean something
/// in their own program only.
pub(super) fn is_of_its_program(text: &str) -> bool {
    #[rustfmt::skip]
    const PRODUCTS: &[&str] = &[
        "crate", "library", "package", "project", "module", "tool", "program", "software", "framework", "plugin", "app", "application", "binding", "bindings",
        "repository", "document", "manual", "guide",
    ];
    const OPENS: &[&str] = &[
        "however",
        "but",
        "also",
        "currently",
        "note",
        "that",
        "and",
        "so",
    ];
    const REFERS: &[&str] = &["it", "its", "we", "our", "i"];
    let all: Vec<String> = plain_words(text).collect();
    let mut pairs = all.windows(2);
    let is_product = pairs.any(|pair| {
        matches!(pair, [this, product] if this == "this" && PRODUCTS.contains(&product.as_str()))
    });
    let mut first = all.iter().skip_while(|word| OPENS.contains(&word.as_str()));
    let is_code = text.contains('`')
        || text
            .split_whitespace()
            .any(|word| word.trim_matches('_').contains('_'));
    is_product
        || is_code
        || first
            .next()
            .is_some_and(|word| REFERS.contains(&word.as_str()))
        || all
            .iter()
            .any(|word| matches!(word.as_str(), "you" | "your"))
}

/// Whether two sentences tell of releases of other numbers: `After the release of 3.4.0, a final 3.3 update`, `… of 3.8.0, a final 3.7 update`.
pub(super) fn are_of_other_releases(a: &str, b: &str) -> bool {
    let (own, theirs) = (releases(a), releases(b));
    !own.is_empty() && !theirs.is_empty() && !own.iter().any(|number| theirs.contains(number))
}

/// The numbers of the releases that a sentence is about. One number that is said of a thing, as in `the least version is 1.65`, may be what two disagree on.
fn releases(text: &str) -> Vec<&str> {
    #[rustfmt::skip]
    const BEHIND: &[&str] = &[
        "will", "is", "was", "has", "had", "received", "receives", "final", "beta", "alpha", "release", "releases", "bugfix", "candidate", "series", "branch",
        "development", "maintenance", "security",
    ];
    const STAGES: &[&str] = &["final", "beta", "alpha", "bugfix", "candidate"];
    let all: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|edge: char| !edge.is_ascii_alphanumeric()))
        .collect();
    let is_number = |word: &str| {
        let parts: Vec<&str> = word.trim_start_matches('v').split('.').collect();
        let is_part =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        (2..=4).contains(&parts.len()) && parts.iter().all(is_part)
    };
    let is_followed = |at: usize| {
        all.get(at + 1)
            .is_some_and(|word| BEHIND.contains(&word.to_lowercase().as_str()))
    };
    let numbers: Vec<usize> = (0..all.len())
        .filter(|&at| all.get(at).is_some_and(|word| is_number(word)))
        .filter(|&at| is_followed(at) || at > 0 && is_series_of_releases(all.get(at - 1)))
        .collect();
    let is_subject = |at: &usize| *at < 2;
    let is_stage = |at: &usize| {
        let next = all.get(at + 1).map(|word| word.to_lowercase());
        next.is_some_and(|word| STAGES.contains(&word.as_str()))
    };
    if numbers.len() < 2 && !numbers.iter().any(|at| is_subject(at) || is_stage(at)) {
        return Vec::new();
    }
    let named = numbers.into_iter();
    named.filter_map(|at| all.get(at).copied()).collect()
}

fn is_series_of_releases(before: Option<&&str>) -> bool {
    before.is_some_and(|word| matches!(plain(word).as_str(), "release" | "version" | "of"))
}

/// Whether a text is a line of a program or of its configuration, and no sentence.
pub(super) fn is_code(text: &str) -> bool {
    const BEGINS: &[&str] = &[
        "def ", "class ", "fn ", "let ", "import ", "from ", "return ", "$ ", "//", "/*", "@", "}",
        "{", ">>>", "#include", "const ", "func ", "pub ", "impl ", "struct ", "<",
    ];
    const HOLDS: &[&str] = &[
        "->", "==", "!=", "::", "();", "):", "=>", " = ", "={", "&&", "||", "</",
    ];
    let signs = HOLDS.iter().filter(|sign| text.contains(*sign)).count();
    let begins = BEGINS.iter().any(|start| text.starts_with(start));
    let ends = text.ends_with(['{', '}', ';', ')', ',', '=']);
    let compares = text.contains(" == ") || text.contains(" != ");
    let is_option = |word: &str| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && name.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let options = text.split_whitespace().any(is_option);
    let is_one_name = !text.contains(char::is_whitespace) && text.contains('_');
    compares
        || is_one_name
        || signs + usize::from(begins) + usize::from(ends) + usize::from(options) >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_tells_of_itself_in_its_details_and_as_this_proposal() {
        for own in [
            "Post-History: 13-Jun-2001",
            "Voting ends at: December 16, 2019 12:00 UTC",
            "This PEP has been rejected.",
            "This proposal does not change how containers are stopped.",
            "The main risk of this proposal is that the order will be changed.",
            "The feature changes the default behaviour.",
        ] {
            assert!(is_of_its_document(own), "{own}");
        }
        for of_the_world in [
            "This report puts the cost at £5 million.",
            "The bridge cost £5 million.",
            "This winter was the coldest since 1990.",
            "He said: the bridge is closed.",
            "These 14 schools were closed.",
        ] {
            assert!(!is_of_its_document(of_the_world), "{of_the_world}");
        }
    }

    #[test]
    fn documents_of_a_series_point_in_the_same_words_at_things_of_their_own() {
        for (a, b) in [
            (
                "This flaw affects the server.",
                "This flaw does not affect the server.",
            ),
            (
                "Affected versions: 7.1 to 7.9",
                "Not affected versions: before 7.2",
            ),
        ] {
            assert!(point_alike(a, b), "{a}");
        }
        for (a, b) in [
            ("This winter was cold.", "This winter was not cold."),
            ("This report finds a leak.", "This report finds no leak."),
            (
                "The flaw affects the server.",
                "The flaw does not affect the server.",
            ),
        ] {
            assert!(!point_alike(a, b), "{a}");
        }
    }

    #[test]
    fn releases_of_other_numbers_are_other_things_and_a_number_said_of_a_thing_is_not() {
        assert!(are_of_other_releases(
            "After the release of 3.4.0 final, a final 3.3 bugfix update will be released.",
            "After the release of 3.8.0 final, a final 3.7 bugfix update will be released.",
        ));
        assert!(are_of_other_releases(
            "August 1: 1.6 beta 1 release (planned).",
            "23-Mar-2001: Python 2.1 beta 2 release",
        ));
        assert!(are_of_other_releases(
            "3.2 will receive updates every 4 months.",
            "3.8 will receive updates every 2 months.",
        ));
        assert!(!are_of_other_releases(
            "The minimum supported version is 1.65.",
            "The minimum supported version is 1.80.",
        ));
        assert!(!are_of_other_releases(
            "The tunnel is 3.4 kilometres long.",
            "The tunnel is 4.3 kilometres long.",
        ));
    }

    #[test]
    fn lines_of_programs_are_told_from_sentences() {
        for code in [
            "def f(x: int) -> str: ...",
            "kubelet_pod_start_duration_seconds",
            "let x = parse();",
            "list[str] == list[int]",
            "<no args>, -i - run the REPL",
            "class Movie(TypedDict): name: str year: int",
        ] {
            assert!(is_code(code), "{code}");
        }
        for prose in [
            "The bridge cost £5 million (2019).",
            "Call parse() before you read.",
            "The ratio of a to b is x = 3.",
            "A build made with --disable-gil runs without the lock.",
            "It fell from 310 to 280; the council objects.",
        ] {
            assert!(!is_code(prose), "{prose}");
        }
    }
}
