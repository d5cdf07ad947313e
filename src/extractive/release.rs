//! Release: what changed in one version, where that is asked.
//!
//! A list of changes tells it item by item, in lines that are no sentences, under the number of the version. All of them are the answer, and none of another
//! version's is.

use super::pool::Pool;
use crate::check::{is_version, key};

/// The one version of which a question asks what changed in it: `What was fixed in 3.11.6?`.
#[must_use]
pub fn version_asked(question: &str) -> Option<String> {
    const CHANGES: &[&str] = &[
        "changed",
        "change",
        "changes",
        "new",
        "news",
        "fixed",
        "fixes",
        "fix",
        "added",
        "adds",
        "add",
        "removed",
        "removes",
        "remove",
        "dropped",
        "deprecated",
        "introduced",
        "improved",
    ];
    let lower = question.to_lowercase();
    let bare = |word| str::trim_matches(word, |edge: char| !edge.is_alphanumeric());
    let said: Vec<&str> = lower.split_whitespace().map(bare).collect();
    let written: Vec<&str> = question.split_whitespace().map(bare).collect();
    let asks = said.first() == Some(&"what") && said.iter().any(|word| CHANGES.contains(word));
    // `Larkspur 4`, `version 4.1`.
    let is_main = |at: usize, word: &str| {
        let before = at.checked_sub(1).filter(|before| *before > 0);
        let before = before.and_then(|before| written.get(before).copied());
        let is_called = |name: &str| {
            name.starts_with(char::is_uppercase) || matches!(name, "version" | "release")
        };
        let is_number = |part: &str| {
            (1..3).contains(&part.len()) && part.bytes().all(|one| one.is_ascii_digit())
        };
        word.split('.').all(is_number) && before.is_some_and(is_called)
    };
    let all = said.iter().enumerate();
    let mut versions = all.filter(|(at, word)| is_version(word) || is_main(*at, word));
    let (_, only) = versions.next().filter(|_| versions.next().is_none())?;
    asks.then(|| number(only).to_owned())
}

/// Whether what is told under some headings is of a version, or of one that begins so: of `4`, what is told of `4.0.1`.
#[must_use]
pub fn is_headed_by(version: &str, headings: &[String]) -> bool {
    let is_it = |word: &str| {
        let word = word
            .trim_matches(|edge: char| !edge.is_alphanumeric())
            .to_lowercase();
        let rest = number(&word).strip_prefix(version);
        is_version(&word) && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    headings
        .iter()
        .any(|heading| heading.split_whitespace().any(is_it))
}

fn number(version: &str) -> &str {
    version.trim_start_matches('v')
}

/// The items of the version that is asked about, in their order: those that tell of the kind of change that is asked for, where some do.
#[must_use]
pub fn items_asked(pool: &Pool, question: &str) -> Vec<usize> {
    const MOST: usize = 14;
    const KINDS: &[(&str, &str)] = &[
        ("fix", "fix"),
        ("add", "add"),
        ("new", "add"),
        ("remov", "remov"),
        ("dropped", "drop"),
        ("deprecat", "deprecat"),
    ];
    let all = pool.candidates.iter().enumerate();
    let mut items: Vec<usize> = all
        .filter(|(_, one)| one.is_of_release)
        .map(|(at, _)| at)
        .collect();
    let asked = key(question);
    let starts = |text: &str, stem: &str| text.split(' ').any(|word| word.starts_with(stem));
    for (word, kind) in KINDS.iter().filter(|(word, _)| starts(&asked, word)) {
        let is_kind = |at: &usize| {
            let one = pool.candidates.get(*at);
            one.is_some_and(|one| starts(&one.under, word) || one.key.starts_with(kind))
        };
        let of_kind: Vec<usize> = items.iter().copied().filter(is_kind).collect();
        if !of_kind.is_empty() {
            items = of_kind;
        }
    }
    items.truncate(MOST);
    items
}

/// Whether a candidate is an item of a list of changes, and of another version than the one that is told of.
#[must_use]
pub fn is_of_another(pool: &Pool, at: usize) -> bool {
    let one = pool.candidates.get(at);
    one.is_some_and(|one| one.chronicle && !one.is_of_release)
        && pool.candidates.iter().any(|one| one.is_of_release)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, Set, request};
    use super::super::write;
    use super::*;
    use crate::study::{Origin, RhetoricalRole};

    const CHANGELOG: &str = "# 3.11.7 - 2026-02-02 Changed\n\n- Use a faster library to serialize floats.\n\n# 3.11.6 - 2026-01-29 Changed\n\n- Drop support for Python 3.9.\n- ABI compatibility with the alpha of 3.15.\n\n# 3.11.6 - 2026-01-29 Fixed\n\n- Fix sporadic crash serializing deeply nested lists.";

    fn told(question: &'static str) -> String {
        let documents: &'static [Sample] = Box::leak(Box::new([Sample {
            title: "Changelog",
            date: "2026-02-02",
            origin: Origin::Web,
            text: CHANGELOG,
        }]));
        let set = Set {
            question,
            documents,
        };
        write(&request(&set, RhetoricalRole::Resolution))
    }

    #[test]
    fn what_changed_in_a_version_is_told_item_by_item_and_nothing_of_another() {
        let all = told("What changed in orjson 3.11.6?");
        for item in [
            "Drop support for Python 3.9",
            "ABI compatibility",
            "Fix sporadic crash",
        ] {
            assert!(all.contains(item), "{item}: {all}");
        }
        assert!(!all.contains("faster library"), "{all}");
        for short in ["What changed in Orjson 3.11?", "What changed in version 3?"] {
            let all = told(short);
            assert!(
                all.contains("Drop support for Python 3.9"),
                "{short}: {all}"
            );
        }
        let fixed = told("What was fixed in version 3.11.6?");
        assert!(fixed.contains("Fix sporadic crash"), "{fixed}");
        assert!(
            !fixed.contains("Drop support") && !fixed.contains("faster"),
            "{fixed}"
        );
    }

    #[test]
    fn only_what_changed_in_one_version_is_asked_so() {
        assert_eq!(
            version_asked("What is new in v2.0?").as_deref(),
            Some("2.0")
        );
        for other in [
            "When was 3.11.6 released?",
            "What changed between 3.11.5 and 3.11.6?",
            "What changed in 2024?",
        ] {
            assert_eq!(version_asked(other), None, "{other}");
        }
    }
}
