//! Subject: which documents are about another thing than the one that is asked about.
//!
//! In the manuals of seven libraries, what one of them requires is no answer to a question about another. A document is about the words of its title that
//! it keeps coming back to. Where all documents speak of what is asked, none is about something else.

use std::collections::HashSet;

use super::missing::is_generic;
use super::pool::Pool;
use super::query::{Query, holds};
use crate::check::{Term, words};
use crate::pipeline::Request;

/// A document is about a word of its title that this share of its sentences holds.
const OFTEN: f32 = 0.1;

/// The share of the documents that may name what is asked for it to tell one from the others.
const FEW: usize = 3;

/// Whether each candidate is from a document about something else, and does not name what is asked itself.
#[must_use]
pub fn strangers(pool: &mut Pool, request: &Request, query: &Query) -> Vec<bool> {
    let documents = &request.context.documents;
    let mut is_nickname = false;
    let titled: Vec<(u32, Vec<Term>)> = documents
        .iter()
        .map(|document| (document.number, titled(pool, &document.document.title)))
        .collect();
    let subjects: Vec<(u32, Vec<Term>)> = titled
        .iter()
        .map(|(number, title)| {
            let mut own = subject(pool, *number, title);
            let called = nicknames(pool, *number, query);
            is_nickname |= !called.is_empty();
            own.extend(called);
            (*number, own)
        })
        .collect();
    // A document that has a name in its title need not repeat it.
    let is_titled = |number: u32, senses: &[Term]| {
        let mut own = titled.iter().filter(|(known, _)| *known == number);
        own.any(|(_, title)| title.iter().any(|term| senses.contains(term)))
    };
    let naming = |senses: &[Term]| -> HashSet<u32> {
        let held = pool
            .candidates
            .iter()
            .filter(|one| holds(&one.statement.terms, senses) || is_titled(one.number, senses));
        held.map(|candidate| candidate.number).collect()
    };
    let most = (documents.len() / FEW).max(1);
    let is_subject = |term: &Term| subjects.iter().any(|(_, subject)| subject.contains(term));
    // A word and what is said for it are one: `decline` in one title and `drop` in another tell none from the other.
    let asked: Vec<Term> = query
        .question
        .iter()
        .map(|(senses, _)| senses.as_slice())
        // Who is to act is no subject of what there is to know.
        .filter(|senses| !senses.iter().any(|term| query.acting.contains(term)))
        .filter(|senses| senses.iter().any(is_subject) && naming(senses).len() <= most)
        .flatten()
        .copied()
        .collect();
    let is_elsewhere = |number: u32| {
        if is_titled(number, &asked) {
            return false;
        }
        let own = subjects.iter().find(|(known, _)| *known == number);
        // A nickname is of one thing, whatever the titles of the others say.
        own.is_some_and(|(_, own)| {
            (is_nickname || !own.is_empty()) && !own.iter().any(|term| asked.contains(term))
        })
    };
    pool.candidates
        .iter()
        .map(|candidate| {
            !asked.is_empty()
                && is_elsewhere(candidate.number)
                && !holds(&candidate.statement.terms, &asked)
        })
        .collect()
}

/// What is asked about by another name than the title's: `the operator became known as “the walrus operator”`.
fn nicknames(pool: &mut Pool, number: u32, query: &Query) -> Vec<Term> {
    const CALLED: &[&str] = &[
        " known as ",
        " called ",
        " referred to as ",
        " nicknamed ",
        " dubbed ",
        " branded ",
        " codenamed ",
    ];
    let own = pool.candidates.iter();
    let names: Vec<String> = own
        .filter(|candidate| candidate.number == number)
        .filter_map(|candidate| {
            let cue = CALLED.iter().find_map(|cue| candidate.text.split_once(cue));
            // A name is a few words long.
            let name = cue?.1.split([',', '.', ';', '(']).next()?;
            Some(
                name.split_whitespace()
                    .take(5)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        })
        .collect();
    let words = names
        .iter()
        .flat_map(|name| words(name).filter_map(|span| name.get(span)))
        // `Known as the Main Quadrangles` is no answer to what was the main idea.
        .filter(|word| !is_generic(word));
    let terms: Vec<Term> = words.filter_map(|word| pool.lexicon.term(word)).collect();
    terms.into_iter().filter(|term| query.asks(*term)).collect()
}

/// The words of a title that say what it is on.
fn titled(pool: &mut Pool, title: &str) -> Vec<Term> {
    let said = words(title)
        .filter_map(|span| title.get(span))
        .filter(|word| !is_generic(word));
    said.filter_map(|word| pool.lexicon.term(word)).collect()
}

/// The words of its title that a document keeps coming back to.
fn subject(pool: &Pool, number: u32, title: &[Term]) -> Vec<Term> {
    let own: Vec<&[Term]> = pool
        .candidates
        .iter()
        .filter(|candidate| candidate.number == number)
        .map(|candidate| candidate.statement.terms.as_slice())
        .collect();
    let least = (OFTEN * own.len() as f32).ceil() as usize;
    title
        .iter()
        .copied()
        .filter(|term| {
            let held = own.iter().filter(|terms| terms.binary_search(term).is_ok());
            held.count() >= least.max(2)
        })
        .collect()
}
