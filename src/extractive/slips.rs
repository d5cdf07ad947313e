//! Slips: words of a question that were mistyped, read as the word that is meant: `pepole`, `cuased`, `Aldmor`.
//!
//! A word that nobody knows is one of the evidence's by one letter more, less, other or changed with its neighbour, or an English word by two letters that changed
//! places; a word that is in either stays as it is. The question is shown as it was typed.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use crate::check::{plain, words};
use crate::pipeline::Request;
use crate::semantic::is_word;

/// Letters from which a word has few others near it.
const SHORTEST: usize = 5;

/// A question without the slips of who typed it.
pub(super) fn without_slips<'q>(question: &'q str, request: &Request) -> Cow<'q, str> {
    let is_strange = |word: &str| {
        let letters = word.chars().all(char::is_alphabetic);
        letters && word.chars().count() >= SHORTEST && !is_word(word)
    };
    let strange: Vec<_> = words(question)
        .filter(|span| question.get(span.clone()).is_some_and(is_strange))
        .collect();
    if strange.is_empty() {
        return Cow::Borrowed(question);
    }
    let said = said(request);
    let mut read = Cow::Borrowed(question);
    for span in strange.into_iter().rev() {
        let word = plain(question.get(span.clone()).unwrap_or_default());
        if said.contains_key(word.as_str()) {
            continue;
        }
        let is_name = question
            .get(span.clone())
            .is_some_and(|word| word.starts_with(char::is_uppercase));
        let near = said.iter().filter(|(own, _)| is_slip_of(&word, own));
        let meant = near.max_by_key(|(own, count)| (**count, Reverse(*own)));
        let meant = meant.map(|(own, _)| own.clone());
        // A name is none of the words that there are.
        let other = || swapped(&word).find(|word| !is_name && is_word(word));
        if let Some(meant) = meant.or_else(other) {
            let meant = if is_name { capitalised(&meant) } else { meant };
            read.to_mut().replace_range(span, &meant);
        }
    }
    read
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The words of the evidence and how often it has each.
fn said(request: &Request) -> HashMap<String, usize> {
    let documents = request.context.documents.iter();
    let texts = documents.flat_map(|document| {
        let passages = document.passages.iter().map(|one| &one.passage);
        let texts = passages.flat_map(|passage| passage.headings.iter().chain([&passage.text]));
        texts.chain([&document.document.title])
    });
    let mut said = HashMap::new();
    for text in texts {
        for word in words(text).filter_map(|span| text.get(span)) {
            *said.entry(plain(word)).or_default() += 1;
        }
    }
    said
}

/// Whether a word is another but for one letter that is missing, added, another one, or changed with its neighbour; the first is seldom mistyped.
fn is_slip_of(word: &str, other: &str) -> bool {
    let (own, theirs): (Vec<char>, Vec<char>) = (word.chars().collect(), other.chars().collect());
    if own.first() != theirs.first()
        || own.len().abs_diff(theirs.len()) > 1
        || theirs.len() < SHORTEST
    {
        return false;
    }
    let same = own.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    let rest =
        |all: &[char], from: usize| all.get(from..).map(<[char]>::to_vec).unwrap_or_default();
    let (one, two) = (rest(&own, same + 1), rest(&theirs, same + 1));
    // Plurals and the like are other words.
    let is_ending = same + 1 >= own.len().max(theirs.len());
    let is_swapped = || {
        own.get(same) == theirs.get(same + 1)
            && own.get(same + 1) == theirs.get(same)
            && rest(&own, same + 2) == rest(&theirs, same + 2)
    };
    !is_ending
        && (one == two || one == rest(&theirs, same) || rest(&own, same) == two || is_swapped())
}

/// A word with two neighbouring letters changed, for each two.
fn swapped(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let all: BTreeSet<String> = (1..letters.len())
        .map(|at| {
            let mut other = letters.clone();
            other.swap(at - 1, at);
            other.into_iter().collect()
        })
        .collect();
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, Set, report, request};
    use super::*;
    use crate::study::RhetoricalRole;

    const TERMINAL: &[Sample] = &[report(
        "Aldmoor quay",
        "2025-01-20",
        "The Aldmoor ferry terminal costs 84 million euros. The fire was caused by a leaking hose.",
    )];

    #[test]
    fn a_mistyped_word_is_read_as_the_one_that_is_meant() {
        let set = Set {
            question: "What?",
            documents: TERMINAL,
        };
        let request = request(&set, RhetoricalRole::Resolution);
        for (typed, meant) in [
            (
                "What does the Aldmor terminal cost?",
                "What does the Aldmoor terminal cost?",
            ),
            ("How many pepole were hurt?", "How many people were hurt?"),
            ("What cuased the fire?", "What caused the fire?"),
            (
                "What does the terimnal cost?",
                "What does the terminal cost?",
            ),
        ] {
            assert_eq!(without_slips(typed, &request), meant);
        }
        for right in [
            "What does the Aldmoor ferry terminal cost?",
            "Who is Grzegorz Brzezinski?",
            "Should Marsk buy the terminal?",
            "How many terminals are there?",
            "What do hoses cost?",
        ] {
            assert_eq!(without_slips(right, &request), right);
        }
    }
}
