//! Sides: the things that a question sets beside each other, `Compare X with Y`, and by which words each is told from the others.

use super::terms::{is_stop_word, key, stem};

/// One of the things that a question sets beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The stems that it has and the others have not, in order.
    pub own: Vec<String>,
    /// The one of them that names the thing, as far as its place tells.
    head: Option<String>,
}

impl Side {
    fn read(text: &str, own: Vec<String>) -> Self {
        let named = text
            .split(' ')
            .take_while(|word| !BEHIND_THE_THING.contains(word))
            .filter(|word| !is_stop_word(word) && !word.is_empty());
        let head = named.last().map(bare_stem);
        let head = head.filter(|head| own.contains(head));
        Self {
            head: head.or_else(|| own.last().cloned()),
            own,
        }
    }

    /// Whether a text, by its key, speaks of it: by most of the words that tell it from the others, of which the one that names the thing counts for two.
    #[must_use]
    pub fn is_named_in(&self, key: &str) -> bool {
        let said: Vec<String> = key.split(' ').map(bare_stem).collect();
        let held = self.own.iter().filter(|own| said.contains(own)).count();
        let names_it = self.head.as_ref().is_some_and(|head| said.contains(head));
        2 * (held + usize::from(names_it)) > self.own.len() + 1
    }
}

/// Words that go on behind the name of a thing: `storage at the moss`.
const BEHIND_THE_THING: &[&str] = &[
    "of", "from", "at", "in", "for", "with", "by", "on", "to", "as",
];

/// The things that a question wants compared: `Compare X with Y`, `X or Y?`, `the difference between X and Y`, `Is X cheaper than Y?`. None, where it compares nothing.
#[must_use]
pub fn sides(question: &str) -> Vec<Side> {
    let lower = format!(" {} ", key(question));
    let texts = between(
        &lower,
        &[" compare ", " comparison of "],
        &[" with ", " to ", " and ", " against "],
    )
    .or_else(|| {
        between(
            &lower,
            &[
                " difference between ",
                " differences between ",
                " choose between ",
                " choice between ",
            ],
            &[" and "],
        )
    })
    .or_else(|| {
        between(
            &lower,
            &[" how does ", " how do ", " how is ", " how are "],
            &[
                " compare with ",
                " compare to ",
                " differ from ",
                " compare against ",
                " different from ",
            ],
        )
    })
    .or_else(|| between(&lower, &[" "], &[" versus ", " vs "]))
    .or_else(|| compared_by_degree(&lower))
    .or_else(|| offered(question, &lower));
    let Some((a, b)) = texts else {
        return Vec::new();
    };
    let stems = |text: &str| -> Vec<String> {
        let named = text.split(' ').filter(|word| !word.is_empty());
        named
            .filter(|word| !is_stop_word(word) || is_label(text, word))
            .map(bare_stem)
            .collect()
    };
    let (own, mut other) = (stems(a), stems(b));
    // `the northern and the southern variant`: the thing is named once, for both.
    let is_bare = |text: &str| {
        let text = text.trim();
        text.starts_with("the ") && text.split(' ').count() == 2
    };
    if is_bare(a) && b.starts_with("the ") && other.len() == own.len() + 1 {
        other.truncate(own.len());
    }
    let apart = |text: &str, own: &[String], other: &[String]| {
        let apart = own.iter().filter(|word| !other.contains(word)).cloned();
        Side::read(text, apart.collect())
    };
    let sides = [apart(a, &own, &other), apart(b, &other, &own)];
    if sides.iter().any(|side| side.own.is_empty()) {
        return Vec::new();
    }
    sides.into()
}

/// The stem of a word without the ending of whose it is.
fn bare_stem(word: &str) -> String {
    let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
    stem(owner.unwrap_or(word))
}

/// Whether a word is the letter by which something is called: the `a` of `option a`.
fn is_label(text: &str, word: &str) -> bool {
    word.len() == 1 && text.trim_end().ends_with(word) && text.trim().contains(' ')
}

/// What stands between one of some openings and one of some joints, and what stands behind that.
fn between<'a>(text: &'a str, opens: &[&str], joins: &[&str]) -> Option<(&'a str, &'a str)> {
    let from = opens
        .iter()
        .find_map(|open| text.find(open).map(|at| at + open.len()))?;
    let rest = text.get(from..)?;
    let (at, join) = joins
        .iter()
        .find_map(|join| rest.find(join).map(|at| (at, *join)))?;
    Some((rest.get(..at)?, rest.get(at + join.len()..)?))
}

/// `is x cheaper than y`: the words before a comparative, and those behind `than`.
fn compared_by_degree(lower: &str) -> Option<(&str, &str)> {
    let (before, behind) = lower.split_once(" than ")?;
    let rest = ["is ", "are ", "was ", "were ", "does ", "do "]
        .iter()
        .find_map(|verb| before.trim_start().strip_prefix(verb))?;
    let (thing, _degree) = rest.rsplit_once(' ')?;
    let bare = ["more", "less"]
        .iter()
        .find_map(|degree| thing.strip_suffix(degree));
    Some((bare.unwrap_or(thing), behind))
}

/// `x or y for z?`, `which is better, x or y?`: what stands on both sides of `or` in a question without a verb, or behind its comma.
fn offered<'a>(question: &str, lower: &'a str) -> Option<(&'a str, &'a str)> {
    let listed = question.rsplit_once(',').map(|(_, tail)| key(tail));
    let from = match &listed {
        Some(tail) if tail.contains(" or ") => lower.len().checked_sub(tail.len() + 1)?,
        _ if lower.contains(" which ") || lower.contains(" should ") => return None,
        _ => 0,
    };
    let (a, b) = lower.get(from..)?.split_once(" or ")?;
    let is_asked = |word: &str| {
        matches!(
            word,
            "is" | "are"
                | "what"
                | "how"
                | "does"
                | "do"
                | "did"
                | "can"
                | "will"
                | "who"
                | "when"
                | "where"
                | "why"
        )
    };
    if a.split(' ').any(is_asked) {
        return None;
    }
    let behind = [" for ", " in ", " as ", " on "]
        .iter()
        .filter_map(|end| b.find(end))
        .min();
    Some((a, b.get(..behind.unwrap_or(b.len()))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_comparison_are_told_by_what_the_other_has_not() {
        for (question, a, b) in [
            ("Compare Option 1 with Option 3.", "1", "3"),
            ("Is Option B cheaper than Option A?", "b", "a"),
            (
                "Postgres or Mongo for the orders service?",
                "postgres",
                "mongo",
            ),
            ("Which dose is better, 40 mg or 80 mg?", "40", "80"),
            ("How does renting compare with buying?", "renting", "buying"),
            (
                "Compare the northern and the southern variant.",
                "northern",
                "southern",
            ),
        ] {
            let own: Vec<String> = sides(question)
                .iter()
                .map(|side| side.own.join(" "))
                .collect();
            assert_eq!(own, [stem(a), stem(b)], "{question}");
        }
        for question in [
            "Should the town buy or rent buses?",
            "Why did sales fall?",
            "What does it cost or save?",
        ] {
            assert_eq!(sides(question), [], "{question}");
        }
    }

    #[test]
    fn a_side_is_named_by_the_words_that_tell_it_apart() {
        let sides = sides("Compare the second server with the managed database.");
        let named = |at: usize, text: &str| sides[at].is_named_in(&key(text));
        assert!(named(
            0,
            "A second database server in another region would cost $14,000."
        ));
        assert!(!named(0, "A database would cost $9,500."));
        assert!(named(1, "A managed database would cost $9,500 a month."));
    }
}
