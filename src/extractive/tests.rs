//! What the extractive writer promises, on documents of three fields.

use std::time::Instant;

use super::marks::without_marks;
use super::samples::{ENERGY, MEDICINE, SETS, SOFTWARE, Set, request};
use super::write;
use crate::check::{is_claim, key, sentences};
use crate::pipeline::{Context, Request, WrittenSection};
use crate::study::{CycleKind, RhetoricalRole};

const ROLES: [RhetoricalRole; 3] = [
    RhetoricalRole::Situation,
    RhetoricalRole::Complication,
    RhetoricalRole::Resolution,
];

/// All sections of a brief on a set, in order.
fn brief(set: &Set) -> Vec<String> {
    let mut written: Vec<WrittenSection> = Vec::new();
    for role in ROLES {
        let mut request = request(set, role);
        request.written.clone_from(&written);
        written.push(WrittenSection {
            section: request.section,
            title: request.plan.title.clone(),
            text: write(&request),
        });
    }
    written.into_iter().map(|section| section.text).collect()
}

/// The claims of a text, each with its citations cut off, and their numbers.
fn claims(text: &str) -> Vec<(String, Vec<u32>)> {
    let spans = sentences(text)
        .into_iter()
        .filter_map(|span| text.get(span))
        .filter(|sentence| is_claim(sentence));
    spans
        .map(|sentence| {
            let numbers = sentence
                .split('[')
                .skip(1)
                .filter_map(|rest| rest.split(']').next()?.parse().ok())
                .collect();
            (key(&without_marks(sentence)), numbers)
        })
        .collect()
}

fn source(set: &Set, number: u32) -> String {
    key(&without_marks(set.documents[number as usize - 1].text))
}

#[test]
fn the_briefs_can_be_read() {
    for set in SETS {
        println!("\n=== {}\n", set.question);
        for text in brief(set) {
            println!("{text}\n\n--");
            assert!(!text.is_empty());
        }
    }
}
