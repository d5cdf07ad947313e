//! Home: which documents speak of the very place, firm or thing that is asked about, and which of another of its kind.
//!
//! `The council kept 20 buses` in a report on another town is about another council. Torn out it would be read as the one that is asked about.

use std::collections::{HashMap, HashSet};

use super::pool::{Candidate, Pool};
use super::select::Unit;
use crate::check::{
    Index, Name, ToldBeside, has_stem, is_of_others_than_asked, is_said_of_others, is_stop_word,
    names, plain, words,
};
use crate::pipeline::{ContextDocument, Request};
use crate::semantic::is_word;
use crate::study::Origin;

/// The numbers of the documents that speak of something that the question names, or name nothing at all: of all, where it names nothing. `The council` of
/// another document is another council.
pub(super) fn documents_at_home(request: &Request, index: &Index<'_>) -> HashSet<u32> {
    let asked = names(&request.question);
    let is_asked = |named: &[Name]| {
        named
            .iter()
            .any(|name| asked.iter().any(|own| own.matches(name)))
    };
    let titled = request
        .context
        .documents
        .iter()
        .filter(|document| asked.is_empty() || is_asked(&names(&document.document.title)))
        .map(|document| document.number);
    // A name that opens its sentence or title has no shape of its own: that the question has it tells.
    let opening = request
        .context
        .documents
        .iter()
        .filter(|document| {
            let capitalised = capitalised(document);
            asked
                .iter()
                .any(|own| own.words.iter().all(|word| capitalised.contains(word)))
        })
        .map(|document| document.number);
    let naming = index
        .entries
        .iter()
        .filter(|entry| is_asked(&entry.statement.names))
        .filter_map(|entry| index.evidence.get(entry.evidence))
        .map(|piece| piece.number);
    // What names nothing speaks of no other place or firm.
    let documents = request.context.documents.iter();
    let nameless = documents
        .filter(|document| Named::read(document, index).is_nameless())
        .map(|document| document.number);
    titled
        .chain(opening)
        .chain(naming)
        .chain(nameless)
        .collect()
}

/// The share of all documents that name what they have in common, and how many these are at least.
const COMMON: f32 = 0.7;
const LEAST: usize = 3;

/// The numbers of the documents that are about something else than the rest: where several have a name in common, those that have none of these and begin
/// by naming another. What was found out elsewhere by science holds here too.
pub(super) fn documents_elsewhere(request: &Request, index: &Index<'_>) -> HashSet<u32> {
    let documents: Vec<Named> = request
        .context
        .documents
        .iter()
        .map(|document| Named::read(document, index))
        .collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let named: HashSet<&str> = documents.iter().flat_map(Named::named).collect();
    for word in documents.iter().flat_map(Named::capitalised) {
        if named.contains(word) {
            *counts.entry(word).or_default() += 1;
        }
    }
    let least = (COMMON * documents.len() as f32).ceil() as usize;
    let most = counts.values().copied().max().unwrap_or_default();
    if most < LEAST.max(least) {
        return HashSet::new();
    }
    // What nearly as many have is part of the same: a town and its depot.
    let common: HashSet<&str> = counts
        .into_iter()
        .filter(|(_, count)| *count >= LEAST && 5 * count >= 4 * most)
        .map(|(word, _)| word)
        .collect();
    let elsewhere = documents.iter().filter(|document| {
        document.begins_with_name
            && !document.is_science
            && !document.capitalised().any(|word| common.contains(word))
    });
    elsewhere.map(|document| document.number).collect()
}

/// The words that a document writes with a capital.
fn capitalised(document: &ContextDocument) -> HashSet<String> {
    let passages = document.passages.iter().map(|chosen| &chosen.passage);
    let texts = passages
        .flat_map(|passage| passage.headings.iter().chain([&passage.text]))
        .chain([&document.document.title]);
    let words = texts.flat_map(|text| {
        let all = words(text).filter_map(|span| text.get(span));
        all.filter(|word| word.starts_with(char::is_uppercase))
            .map(plain)
    });
    words.collect()
}

/// Sentences at the beginning of a document in one of which it names what it is about.
const HEAD: usize = 2;

/// What a document names.
struct Named {
    number: u32,
    is_science: bool,
    /// Its title or its first sentences name something.
    begins_with_name: bool,
    /// Words of its names.
    names: HashSet<String>,
    /// All words that it writes with a capital: at the start of a sentence the shape of a name does not tell.
    capitalised: HashSet<String>,
}

impl Named {
    fn read(document: &ContextDocument, index: &Index<'_>) -> Self {
        let titled = names(&document.document.title);
        let entries = index.entries.iter().filter(|entry| {
            let piece = index.evidence.get(entry.evidence);
            piece.is_some_and(|piece| piece.number == document.number)
        });
        let said: Vec<&[Name]> = entries.map(|entry| &*entry.statement.names).collect();
        Self {
            number: document.number,
            is_science: document.document.origin == Origin::Academic,
            begins_with_name: !titled.is_empty()
                || said.iter().take(HEAD).any(|names| !names.is_empty()),
            names: titled
                .iter()
                .chain(said.into_iter().flatten())
                .flat_map(|name| name.words.clone())
                .collect(),
            capitalised: capitalised(document),
        }
    }

    /// Whether it names nothing, and writes nothing with a capital but words of the language: a name that opens its sentence has no other shape.
    fn is_nameless(&self) -> bool {
        // `Site B` is called by a letter.
        let is_ordinary =
            |word: &String| word.chars().count() == 1 || is_stop_word(word) || is_word(word);
        self.names.is_empty() && self.capitalised.iter().all(is_ordinary)
    }

    fn named(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    fn capitalised(&self) -> impl Iterator<Item = &str> {
        self.capitalised.iter().map(String::as_str)
    }
}

/// Whether what a unit tells is said of another group, thing or place than the question asks about, by itself or by what stands before it in its passage.
pub(super) fn is_of_others(pool: &Pool, unit: &Unit, question: &str) -> bool {
    let all = unit.parts.iter().map(|part| part.candidate);
    let told: Vec<&Candidate> = all.filter_map(|at| pool.candidates.get(at)).collect();
    let Some(first) = told.first() else {
        return false;
    };
    let before = before(pool, first);
    let told: Vec<&str> = told.iter().map(|one| one.text.as_str()).collect();
    is_of_others_than_asked(question, (&before, &told.join(" ")))
}

/// Whether a new sentence is said of others than one that stands, or than those about whom the question asks.
pub(super) fn are_of_others(pool: &Pool, old: &Candidate, new: &Candidate, question: &str) -> bool {
    let is_of_source = |one: &&Candidate| one.number == old.number;
    let has = |one: &Candidate, word: &str| has_stem(&one.text, word);
    let titled = |number: u32, word: &str| {
        let title = pool.titles.get(&number);
        title.is_some_and(|title| has_stem(title, word))
    };
    let all = || pool.candidates.iter().filter(|one| !one.fresh);
    let by_its_source = |word: &str| {
        titled(old.number, word) || all().filter(is_of_source).any(|one| has(one, word))
    };
    let at_all = |word: &str| all().any(|one| has(one, word) || titled(one.number, word));
    let beside = ToldBeside {
        question,
        by_its_source: &by_its_source,
        at_all: &at_all,
    };
    is_said_of_others(&old.text, beside, (&before(pool, new), &new.text))
}

/// What stands before a candidate in its passage.
fn before(pool: &Pool, own: &Candidate) -> String {
    let is_before = |one: &&Candidate| one.passage == own.passage && one.span.end <= own.span.start;
    let before = pool.candidates.iter().filter(is_before);
    let before: Vec<&str> = before.map(|one| one.text.as_str()).collect();
    before.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, report, request};
    use super::super::write;
    use crate::study::RhetoricalRole;

    const BOARD: &str = "The board recommends introducing electronic records";

    #[track_caller]
    fn check(set: &Set, is_told: bool) {
        let text = write(&request(set, RhetoricalRole::Resolution));
        assert_eq!(text.contains(BOARD), is_told, "{text}");
    }

    #[test]
    fn a_document_that_names_nothing_is_on_what_is_asked_and_one_on_another_place_is_not() {
        const QUESTION: &str = "Should the hospital in Kell introduce electronic records?";
        const NAMELESS: Set = Set {
            question: QUESTION,
            documents: &[report(
                "Hospital board",
                "2024-02-01",
                "The board recommends introducing electronic records for 4 million euros. The hospital has 310 beds.",
            )],
        };
        const ELSEWHERE: Set = Set {
            question: QUESTION,
            documents: &[report(
                "Hospital board",
                "2024-02-01",
                "The board recommends introducing electronic records for 4 million euros. The hospital in Orsund has 310 beds.",
            )],
        };
        check(&NAMELESS, true);
        check(&ELSEWHERE, false);
    }
}
