//! Marks within a line, which the kinds of marked text share.

use regex::{Captures, Regex};

/// A line without these signs where they stand around words, one or two of them: `*so*`, but not `2 * 3` or `a_b`.
pub(super) fn without_signs(line: &str, marks: &str) -> String {
    let mut kept = line.to_owned();
    for mark in marks.chars().filter(|mark| line.contains(*mark)) {
        let signs: Vec<char> = kept.chars().collect();
        let is_word = |at: Option<usize>| {
            at.and_then(|at| signs.get(at))
                .is_some_and(|c| c.is_alphanumeric())
        };
        let is_space = |at: Option<usize>| {
            at.and_then(|at| signs.get(at))
                .is_none_or(|c| c.is_whitespace())
        };
        let width = |at: usize| signs.iter().skip(at).take_while(|c| **c == mark).count();
        let begins = |at: usize, end: usize| !is_word(at.checked_sub(1)) && !is_space(Some(end));
        let ends = |at: usize, end: usize| !is_word(Some(end)) && !is_space(at.checked_sub(1));
        let mut dropped = vec![false; signs.len()];
        let (mut at, mut open) = (0, None);
        while at < signs.len() {
            let count = width(at);
            let end = at + count;
            match open {
                Some((from, to)) if count == to - from && ends(at, end) => {
                    for place in (from..to).chain(at..end) {
                        if let Some(dropped) = dropped.get_mut(place) {
                            *dropped = true;
                        }
                    }
                    open = None;
                }
                _ if (1..=2).contains(&count) && begins(at, end) => open = Some((at, end)),
                _ => {}
            }
            at = end.max(at + 1);
        }
        let left = signs.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
        kept = left.map(|(c, _)| *c).collect();
    }
    kept
}

/// A line with what it marks written as `told` says.
pub(super) fn linked(
    line: &str,
    mark: Option<&Regex>,
    told: impl Fn(&Captures<'_>) -> String,
) -> String {
    mark.map_or_else(
        || line.to_owned(),
        |mark| {
            mark.replace_all(line, |found: &Captures<'_>| told(found))
                .into_owned()
        },
    )
}
