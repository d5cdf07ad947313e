//! Coherence: whether the text repeats itself, keeps an order, and can be read.
//!
//! From a full share are taken: twice the share of sentences that say again what another says, within a part or across parts; the share of overlong
//! sentences; half the share of parts that are one sentence among longer ones; half the share of parts that begin by leaning back on nothing; half the share of
//! parts that hold what belongs under another's title; and half of the share of sentences that do not follow from the one before, as far as it is over one half.

mod titles;

use std::collections::{BTreeSet, HashSet};

use super::{Read, Sentence, ratio, scored, unwritten};
use crate::check::language::numbers::quantities;
use crate::check::language::terms::{Term, key, plain, words};
use crate::study::{Score, counted};

/// Words from which a sentence is hard to read.
const OVERLONG: usize = 40;
/// Shared content words, of those of the longer sentence, from which two sentences say one thing.
const SAME: f32 = 0.75;
/// Content words that a sentence needs to be told from another by them.
const TELLING: usize = 4;
/// Words from which a sentence that stands twice in the same words is a repeat.
const LITERAL: usize = 4;
/// Sentences that are compared with each other.
const COMPARED: usize = 600;
/// Sentences before one that it may follow on.
const BEFORE: usize = 3;
/// The share of breaks that any text may have.
const FREE: f32 = 0.5;

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let all: Vec<&Sentence> = read.parts.iter().flat_map(|part| &part.sentences).collect();
    let written: Vec<&[Sentence]> = read
        .parts
        .iter()
        .map(|part| part.sentences.as_slice())
        .filter(|sentences| !sentences.is_empty())
        .collect();
    if all.is_empty() {
        return scored(0.0, "there is no sentence".to_owned(), Vec::new());
    }
    let repeated = repeated(&all);
    let overlong: Vec<&Sentence> = all
        .iter()
        .copied()
        .filter(|sentence| word_count(&sentence.bare) > OVERLONG)
        .collect();
    let single: Vec<&Sentence> = written
        .iter()
        .filter(|part| part.len() == 1 && written.iter().any(|other| other.len() > 1))
        .filter_map(|part| part.first())
        .filter(|sentence| !is_notice(&sentence.text))
        .collect();
    let leaning: Vec<&Sentence> = written
        .iter()
        .filter_map(|part| part.first())
        .filter(|sentence| leans_back(&sentence.bare))
        .collect();
    let exchanged = titles::exchanged(read);
    let (breaks, links) = breaks(&written);
    let broken = (ratio(breaks, links) - FREE).max(0.0);
    let share = 1.0
        - 2.0 * ratio(repeated.len(), all.len())
        - ratio(overlong.len(), all.len())
        - 0.5 * ratio(single.len(), written.len())
        - 0.5 * ratio(leaning.len(), written.len())
        - 0.5 * ratio(if exchanged.is_some() { 2 } else { 0 }, written.len())
        - 0.5 * broken;
    let mut said = Vec::new();
    let mut say = |count: usize, one: &str, many: &str| {
        if count > 0 {
            said.push(format!("{count} {}", if count == 1 { one } else { many }));
        }
    };
    say(
        repeated.len(),
        "sentence repeats another",
        "sentences say again what others say",
    );
    say(
        overlong.len(),
        "sentence is longer than 40 words",
        "sentences are longer than 40 words",
    );
    say(
        single.len(),
        "part is a single sentence",
        "parts are a single sentence each",
    );
    say(
        leaning.len(),
        "part opens with a reference to nothing before it",
        "parts begin by leaning back on nothing",
    );
    if let Some((setting, way_out)) = exchanged {
        said.push(format!(
            "what is to be done stands under “{setting}”, and nothing of it under “{way_out}”"
        ));
    }
    if broken > 0.0 {
        said.push(format!(
            "{breaks} of {links} sentences do not follow from the one before"
        ));
    }
    if said.is_empty() {
        let mean = all.iter().map(|one| word_count(&one.bare)).sum::<usize>() / all.len();
        said.push(format!(
            "{}, {mean} words on average; nothing is repeated",
            counted(all.len(), "sentence")
        ));
    }
    let named = repeated
        .iter()
        .chain(&overlong)
        .chain(&single)
        .chain(&leaning);
    let named = named.map(|sentence| sentence.text.clone()).collect();
    scored(share, said.join("; "), named)
}

/// The sentences that say what one before them says.
fn repeated<'a>(all: &[&'a Sentence]) -> Vec<&'a Sentence> {
    let mut found = Vec::new();
    let mut telling: Vec<(&Sentence, BTreeSet<&str>)> = Vec::new();
    let mut said = HashSet::new();
    for sentence in all {
        let is_long = word_count(&sentence.bare) >= LITERAL;
        let mut is_said = is_long && !said.insert(key(&sentence.bare));
        if sentence.terms.len() >= TELLING && telling.len() < COMPARED {
            let own = values(&sentence.bare);
            is_said = is_said
                || telling.iter().any(|(other, values)| {
                    let longer = sentence.terms.len().max(other.terms.len());
                    let shared = shared(&sentence.terms, &other.terms);
                    own == *values && shared as f32 >= SAME * longer as f32
                });
            telling.push((sentence, own));
        }
        if is_said {
            found.push(*sentence);
        }
    }
    found
}

/// Whether a line is set apart from the text to say what it is: `*Draft of 3 May, not for publication.*`
fn is_notice(text: &str) -> bool {
    let text = text.trim();
    let inner = ['*', '_']
        .iter()
        .find_map(|mark| text.strip_prefix(*mark)?.strip_suffix(*mark));
    inner.is_some_and(|inner| !inner.contains(['*', '_', '[']))
}

/// The numbers of a sentence as they are written: sentences that differ in them say different things.
fn values(bare: &str) -> BTreeSet<&str> {
    quantities(bare)
        .into_iter()
        .filter_map(|quantity| bare.get(quantity.span))
        .collect()
}

/// How many terms two sorted lists share.
fn shared(a: &[Term], b: &[Term]) -> usize {
    a.iter()
        .filter(|term| b.binary_search(term).is_ok())
        .count()
}

/// Sentences that share nothing with those just before them, and those that could.
fn breaks(written: &[&[Sentence]]) -> (usize, usize) {
    let (mut breaks, mut links) = (0, 0);
    for part in written {
        for (at, sentence) in part.iter().enumerate().skip(1) {
            if sentence.terms.is_empty() {
                continue;
            }
            links += 1;
            let before = part.get(at.saturating_sub(BEFORE)..at).unwrap_or_default();
            let follows = before
                .iter()
                .any(|other| shared(&sentence.terms, &other.terms) > 0);
            breaks += usize::from(!follows && !leans_back(&sentence.bare));
        }
    }
    (breaks, links)
}

fn word_count(bare: &str) -> usize {
    words(bare).count()
}

/// Whether a sentence begins with what only something before it gives a meaning.
fn leans_back(bare: &str) -> bool {
    #[rustfmt::skip]
    const FIRST: &[&str] = &[
        "accordingly", "additionally", "also", "besides", "but", "consequently", "furthermore", "hence", "however",
        "instead", "it", "likewise", "meanwhile", "moreover", "nevertheless", "nonetheless", "otherwise", "similarly",
        "so", "still", "such", "that", "then", "therefore", "these", "they", "this", "those", "thus", "yet",
    ];
    #[rustfmt::skip]
    const PHRASES: &[&str] = &[
        "as a result", "as such", "by contrast", "for example", "for instance", "for this reason", "in addition",
        "in contrast", "in turn", "on the other hand", "the former", "the latter",
    ];
    // `It is …` stands for what follows.
    const FORWARD: &[&str] = &[
        "it is",
        "it was",
        "it has been",
        "it remains",
        "it takes",
        "this brief",
        "this section",
        "this report",
    ];
    let first: Vec<String> = words(bare)
        .take(4)
        .filter_map(|span| bare.get(span))
        .map(plain)
        .collect();
    let start = first.join(" ");
    let begins = |phrase: &str| {
        start
            .strip_prefix(phrase)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    !FORWARD.iter().any(|phrase| begins(phrase))
        && (PHRASES.iter().any(|phrase| begins(phrase))
            || first
                .first()
                .is_some_and(|word| FIRST.binary_search(&word.as_str()).is_ok()))
}
