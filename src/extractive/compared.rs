//! Compared: the sentences that set the sides of a question beside each other, with the same kinds of facts of each.

use std::borrow::Cow;

use super::chosen::best_of;
use super::clause::is_command;
use super::fit::of_choice;
use super::pool::{Pool, hosts};
use super::rank::Ranking;
use super::voice::voiced;
use super::worth::{FIT, is_strange};
use crate::check::{Quantity, Side, Unit as Measure, key, sides, stem, words};
use crate::pipeline::Request;

/// Words by which a sentence compares itself.
const COMPARING: &[&str] = &[
    " than ",
    " as well as ",
    " better ",
    " worse ",
    " cheaper ",
    " dearer ",
    " instead of ",
    " against ",
];

/// Whether a text has the name of a side as a name, where that is so short that it may be a word: `Go`, and not `go on`.
fn has_name(side: &Side, question: &str, text: &str) -> bool {
    const SHORT: usize = 3;
    fn said(text: &str) -> impl Iterator<Item = &str> {
        words(text).filter_map(|span| text.get(span))
    }
    let is_name = |word: &&str| {
        let is_short = word.len() <= SHORT && word.starts_with(char::is_uppercase);
        is_short && side.own.contains(&stem(&word.to_lowercase()))
    };
    let mut names = said(question).skip(1).filter(is_name);
    names.all(|name| said(text).any(|word| word == name))
}

/// The sentences of a comparison: what was decided or is advised on them, what speaks of all sides, and the facts of each.
#[must_use]
pub fn compared(pool: &Pool, ranking: &Ranking, request: &Request) -> Vec<usize> {
    const EACH: usize = 3;
    const WORDS_ON_THEM: usize = 2;
    /// Sentences in which something is only mentioned, and nothing is told by which it could be compared.
    const MENTIONED: usize = 1;
    let sides = sides(&request.question);
    let named = |side: &Side, at: usize| {
        let own = pool.candidates.get(at).is_some_and(|one| {
            side.is_named_in(&one.key) && has_name(side, &request.question, &one.text)
        });
        own || hosts(pool, at).is_some_and(|hosts| {
            let mut hosts = hosts.iter().filter_map(|host| pool.candidates.get(*host));
            hosts.any(|host| side.is_named_in(&host.key))
        })
    };
    // What somebody is to do says nothing of the sides, unless that is asked.
    let asks_what_to_do = key(&request.question)
        .split(' ')
        .any(|word| word == "should");
    let open: Vec<usize> = (0..pool.candidates.len())
        .filter(|at| !is_strange(ranking, *at))
        .filter(|at| {
            let one = pool.candidates.get(*at);
            one.is_some_and(|one| !one.is_frame && (asks_what_to_do || !is_command(&one.text)))
        })
        .collect();
    let facts = |at: usize| {
        pool.candidates.get(at).map_or(0.0, |one| {
            let given = one.statement.quantities.iter().filter_map(Quantity::amount);
            let money = given
                .clone()
                .any(|amount| matches!(amount.unit, Measure::Money(_)));
            let lower = format!(" {} ", one.key);
            let compares = COMPARING.iter().any(|word| lower.contains(word));
            let speaks = ranking.whole.get(at).copied().unwrap_or_default();
            let is_own = matches!(voiced(&one.text), Cow::Owned(_));
            let worth = |is: bool, worth: f32| if is { worth } else { 0.0 };
            0.2 + 0.2 * given.count().min(3) as f32
                + 0.5 * speaks
                + worth(money, 0.3)
                + worth(compares, 0.4)
                - worth(is_own, 0.4)
                - worth(one.deeds.decides || one.deeds.takes_a_side, 0.2)
        })
    };
    let mut chosen: Vec<usize> = Vec::new();
    let mut add = |found: Vec<usize>| {
        for at in found {
            if !chosen.contains(&at) {
                chosen.push(at);
            }
        }
    };
    let on_them: Vec<(usize, f32)> = open
        .iter()
        .filter(|at| sides.iter().any(|side| named(side, **at)))
        .filter_map(|at| Some((*at, of_choice(pool.candidates.get(*at)?))))
        .filter(|(_, fit)| *fit >= FIT)
        .collect();
    add(best_of(pool, on_them, WORDS_ON_THEM, 0.5));
    let is_rare = |side: &Side| open.iter().filter(|at| named(side, **at)).count() <= MENTIONED;
    let names_all = |at: &&usize| sides.iter().all(|side| named(side, **at));
    if sides.iter().any(is_rare) && !open.iter().any(|at| names_all(&at)) {
        return Vec::new();
    }
    let of_all: Vec<(usize, f32)> = open
        .iter()
        .filter(|at| {
            sides.iter().all(|side| {
                pool.candidates
                    .get(**at)
                    .is_some_and(|one| side.is_named_in(&one.key))
            })
        })
        .map(|at| (*at, facts(*at)))
        .collect();
    add(best_of(pool, of_all, EACH, 0.5));
    for (place, side) in sides.iter().enumerate() {
        let is_other = |at: usize| {
            sides
                .iter()
                .enumerate()
                .any(|(other, side)| other != place && named(side, at))
        };
        let own: Vec<(usize, f32)> = open
            .iter()
            .filter(|at| named(side, **at) && !is_other(**at))
            .map(|at| (*at, facts(*at)))
            .collect();
        add(best_of(pool, own, EACH, 0.5));
    }
    chosen
}
