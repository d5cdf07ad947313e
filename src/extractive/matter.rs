//! Matter: whether a document that comes later is about what the study is about at all.
//!
//! What the sources of a study have in common with its question is its matter: all of them speak of `xz` where it is asked how the backdoor in xz was found. A later
//! document without any word of it may well say how something was found, and says it of another thing.

use std::collections::{HashMap, HashSet};

use super::language::{is_foreign, is_german};
use super::missing::{aspects, is_generic};
use super::pool::Pool;
use crate::check::{AskedByName, Term, is_stop_word, month_named, plain, words};
use crate::pipeline::{ContextDocument, Request};

/// What is read of a document.
#[derive(Default)]
struct Read {
    is_fresh: bool,
    terms: HashSet<Term>,
    names: HashSet<String>,
    /// Its words in small letters: what is one of these is no name.
    small: HashSet<String>,
}

/// The numbers of the fresh documents that are about something else than the others.
pub(super) fn documents_off_the_matter(pool: &mut Pool, question: &str) -> HashSet<u32> {
    /// Documents that make a study, and the part of them that has a word of the matter.
    const SEVERAL: usize = 2;
    const COMMON: f32 = 0.6;
    let none = HashSet::new();
    if is_foreign(question) || is_german(question) {
        return none;
    }
    let documents = documents(pool);
    let (fresh, old): (Vec<_>, Vec<_>) = documents.iter().partition(|(_, one)| one.is_fresh);
    if fresh.is_empty() || old.len() < SEVERAL {
        return none;
    }
    let speaks = |one: &Read, senses: &[Term]| senses.iter().any(|term| one.terms.contains(term));
    let mut matter = asked(pool, question);
    matter.retain(|word| {
        let speaking = old.iter().filter(|(_, one)| speaks(one, &word.senses));
        speaking.count() as f32 >= COMMON * old.len() as f32
    });
    // What is done to a thing is done to others too: who asks who pays for the breakwater is not told so by all who pay.
    if matter.iter().any(|word| word.is_thing) {
        matter.retain(|word| word.is_thing);
    }
    if matter.is_empty() {
        return none;
    }
    let is_off = |one: &Read| {
        let mut others = old.iter();
        !matter.iter().any(|word| speaks(one, &word.senses))
            && !others.any(|(_, other)| have_a_name_in_common(one, other))
    };
    let off = fresh.iter().filter(|(_, one)| is_off(one));
    off.map(|(number, _)| **number).collect()
}

/// Whether two documents name the same: a word that either has in small letters too, as `If` at the beginning of what is quoted, is no name.
fn have_a_name_in_common(one: &Read, other: &Read) -> bool {
    let mut names = one.names.intersection(&other.names);
    names.any(|name| !one.small.contains(name) && !other.small.contains(name))
}

/// The numbers of the fresh documents that are on another thing than what the question names.
pub(super) fn documents_of_others(request: &Request) -> HashSet<u32> {
    let asked = AskedByName::of(&request.question);
    let text = |one: &ContextDocument| -> String {
        let passages = one.passages.iter();
        passages.fold(String::new(), |text, one| text + &one.passage.text + "\n")
    };
    let (fresh, old): (Vec<_>, Vec<_>) =
        request.context.documents.iter().partition(|one| one.fresh);
    if fresh.is_empty() {
        return HashSet::new();
    }
    let told = old
        .iter()
        .map(|one| format!("{}\n{}", one.document.title, text(one)));
    let written = request.written.iter().map(|section| section.text.clone());
    let study: String = told
        .chain(written)
        .fold(String::new(), |all, text| all + &text + "\n");
    let spans = words(&study).filter_map(|span| study.get(span));
    let known: HashSet<String> = spans.map(plain).collect();
    let is_known = |word: &str| known.contains(word);
    let of_others = |one: &&&ContextDocument| {
        let (title, own) = (&one.document.title, text(one));
        asked.is_another(title, &own, is_known) || asked.is_of_a_namesake(title, &own, &study)
    };
    let fresh = fresh.iter().filter(of_others);
    fresh.map(|one| one.number).collect()
}

/// What the pool has of each document, by its number.
fn documents(pool: &Pool) -> HashMap<u32, Read> {
    let mut documents: HashMap<u32, Read> = HashMap::new();
    for candidate in pool.candidates.iter().chain(&pool.adrift) {
        let read = documents.entry(candidate.number).or_default();
        read.is_fresh |= candidate.fresh;
        read.terms.extend(&candidate.setting);
        let said = words(&candidate.text).skip(1);
        let said = said.filter_map(|span| candidate.text.get(span));
        let (capital, small): (Vec<&str>, Vec<&str>) =
            said.partition(|word| word.starts_with(char::is_uppercase));
        let names = capital
            .into_iter()
            .filter(|word| month_named(word).is_none());
        let names = names.map(plain).filter(|name| !is_stop_word(name));
        read.names.extend(names);
        read.small.extend(small.into_iter().map(plain));
    }
    documents
}

/// A word of a question that says what it is about.
struct Asked {
    /// All terms that mean the same.
    senses: Vec<Term>,
    /// Whether it names a thing rather than a deed.
    is_thing: bool,
}

fn asked(pool: &mut Pool, question: &str) -> Vec<Asked> {
    let things: HashSet<String> = aspects(question)
        .iter()
        .flat_map(|phrase| phrase.split(' ').map(plain))
        .collect();
    let said = words(question).filter_map(|span| question.get(span));
    let said = said.filter(|word| !is_stop_word(&plain(word)) && !is_generic(word));
    let asked = said.map(|word| Asked {
        senses: pool.senses(word),
        is_thing: things.contains(&plain(word)),
    });
    asked.filter(|word| !word.senses.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, Set, context, request};
    use super::*;
    use crate::study::{Origin, RhetoricalRole};

    const fn sample(title: &'static str, text: &'static str) -> Sample {
        Sample {
            title,
            date: "2026-05-02",
            origin: Origin::Internal,
            text,
        }
    }

    /// Whether news are of another matter than two sources on the backdoor in xz.
    fn is_off(question: &'static str, news: &'static str) -> bool {
        const STORY: &str =
            "A developer of Norrvik noticed the backdoor in xz because logins were slow.";
        const ADVICE: &str = "Users should take the older version of xz, which has no backdoor.";
        is_beside(question, [STORY, ADVICE], news)
    }

    fn is_beside(question: &'static str, old: [&'static str; 2], news: &'static str) -> bool {
        let [story, advice] = old;
        let documents: &'static [Sample] = Box::leak(Box::new([
            sample("Story", story),
            sample("Advice", advice),
            sample("News", news),
        ]));
        let set = Set {
            question,
            documents,
        };
        let request = crate::pipeline::Request {
            context: context(&set, 2),
            ..request(&set, RhetoricalRole::Situation)
        };
        let mut pool = Pool::gather(&request);
        !documents_off_the_matter(&mut pool, question).is_empty()
    }

    #[test]
    fn news_that_share_a_deed_with_the_question_and_not_the_thing_are_of_another() {
        let question = "What happened to the breakwater and who pays for it?";
        let old = [
            "The breakwater will be mended in May, and the port pays for it.",
            "Who pays for the breakwater is open, the insurer said.",
        ];
        assert!(is_beside(
            question,
            old,
            "With generic types we pay nothing at run time."
        ));
        assert!(!is_beside(
            question,
            old,
            "The breakwater lost forty blocks in the storm."
        ));
    }

    #[test]
    fn a_word_that_is_written_small_too_is_no_name_in_common() {
        let read = |names: &[&str], small: &[&str]| Read {
            names: names.iter().map(|one| (*one).to_owned()).collect(),
            small: small.iter().map(|one| (*one).to_owned()).collect(),
            ..Read::default()
        };
        let old = read(&["norrvik", "advice"], &["story"]);
        assert!(have_a_name_in_common(
            &old,
            &read(&["norrvik"], &["advice"])
        ));
        assert!(!have_a_name_in_common(
            &old,
            &read(&["advice"], &["advice"])
        ));
        assert!(!have_a_name_in_common(&old, &read(&["story"], &[])));
    }

    #[test]
    fn news_of_another_thing_are_told_from_news_of_the_same() {
        let question = "How was the backdoor in xz discovered?";
        let other = "The vulnerability in log4j was discovered by a team of Alibaba.";
        assert!(is_off(question, other));
        assert!(!is_off(question, "The new version of xz is out."));
        let unnamed = "How was the backdoor discovered?";
        assert!(is_off(unnamed, other));
        assert!(!is_off(unnamed, "The developer of Norrvik got a medal."));
    }
}
