//! Which numbers at the edges of pages are those of the pages. They go up as the pages do; a line of which the number does something else says something on
//! each page, however alike the lines are: `Casualties: 10`, `Budget 2020`, `n = 43`.

use std::collections::{HashMap, HashSet};

use super::numbers::{is_page_number, value, without_number};
use super::{edge_lines, edges, is_of_table};
use crate::evidence::dates::{is_month, stated_date};
use crate::evidence::pdf::page::Page;

/// Lines at the edges of pages whose numbers are not those of the pages.
pub(super) struct Paced {
    others: HashSet<String>,
}

impl Paced {
    /// `numbered` tells that pages bear a number that stands alone.
    pub(super) fn of(pages: &[Page], numbered: bool) -> Self {
        let mut groups: HashMap<String, Vec<(u32, String)>> = HashMap::new();
        let mut alone: HashSet<u32> = HashSet::new();
        for page in pages {
            let mut edges = edges(page).into_iter();
            let has_number = edges.any(|at| {
                let line = page.lines.get(at);
                line.is_some_and(|line| is_page_number(&line.text)) && !is_of_table(page, at)
            });
            if numbered && has_number {
                alone.insert(page.number);
            }
            for line in edge_lines(page) {
                let head = without_number(&line.text);
                if !head.is_empty() {
                    let lines = groups.entry(head).or_default();
                    lines.push((page.number, line.text.trim().to_owned()));
                }
            }
        }
        let mut others = HashSet::new();
        for (head, mut lines) in groups {
            lines.sort();
            lines.dedup();
            if !is_of_pages(&head, &lines, &alone) {
                others.extend(lines.into_iter().map(|(_, text)| text));
            }
        }
        Self { others }
    }

    /// What a line says without the number of its page.
    pub(super) fn head(&self, line: &str) -> String {
        if self.others.contains(line.trim()) {
            line.trim().to_owned()
        } else {
            without_number(line)
        }
    }
}

/// Pages, and the words that a line has there before or behind those that it shares with others.
type Side<'a> = Vec<(u32, Vec<&'a str>)>;

/// Whether the numbers of lines that are else the same are those of their pages. `alone` are the pages with a number that stands by itself.
fn is_of_pages(head: &str, lines: &[(u32, String)], alone: &HashSet<u32>) -> bool {
    if lines
        .iter()
        .all(|(_, text)| Some(text) == lines.first().map(|(_, text)| text))
    {
        return true;
    }
    let parts: Vec<(u32, [Vec<&str>; 2])> = lines
        .iter()
        .map(|(page, text)| (*page, around(head, text)))
        .collect();
    let is_worded = |part: &[Vec<&str>; 2]| {
        let mut words = part.iter().flatten();
        words.any(|word| value(word).is_none() && word.contains(char::is_alphabetic))
    };
    if parts.iter().all(|(_, part)| is_worded(part)) {
        return true;
    }
    let states =
        head.ends_with([':', '=']) || lines.iter().all(|(_, text)| stated_date(text).is_some());
    // A page has one number.
    let is_numbered = lines
        .iter()
        .filter(|(page, _)| alone.contains(page))
        .count();
    if states || is_numbered * 2 > lines.len() {
        return false;
    }
    // What stands before the words, and what behind: one of them may change, and has to as the pages do.
    let side = |at: usize| -> Vec<(u32, Vec<&str>)> {
        let side = parts.iter();
        side.map(|(page, part)| (*page, part[at].clone())).collect()
    };
    let changing: Vec<(usize, Side<'_>)> = [(0, side(0)), (1, side(1))]
        .into_iter()
        .filter(|(_, side)| {
            side.windows(2)
                .any(|two| matches!(two, [a, b] if a.1 != b.1))
        })
        .collect();
    // On the left pages of a book it stands before the words, on the right ones behind them.
    let either: Vec<(u32, Vec<&str>)> = parts
        .iter()
        .map(|(page, [before, behind])| {
            let one = if before.is_empty() { behind } else { before };
            (*page, one.clone())
        })
        .collect();
    let is_one_a_page = parts
        .iter()
        .all(|(_, [before, behind])| before.is_empty() != behind.is_empty());
    // A number alone beside a month is a day.
    let is_day = |at: usize| {
        let is_alone = parts.iter().all(|(_, part)| part[at].len() < 2);
        let mut words = head.split_whitespace();
        let beside = if at == 0 {
            words.next()
        } else {
            words.next_back()
        };
        let bare = beside.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        is_alone && bare.is_some_and(|word| is_month(&word.to_lowercase()))
    };
    match changing.as_slice() {
        _ if is_one_a_page && !is_day(0) && !is_day(1) => goes_with_pages(&either),
        [(at, side)] if !is_day(*at) => goes_with_pages(side),
        _ => false,
    }
}

/// The words of a line before those that all lines share, and the words behind them.
fn around<'a>(head: &str, text: &'a str) -> [Vec<&'a str>; 2] {
    let words: Vec<&str> = text.split_whitespace().collect();
    let shared: Vec<&str> = head.split_whitespace().collect();
    let most = words.len().saturating_sub(shared.len());
    let begins = (0..=most).find(|at| words.get(*at..at + shared.len()) == Some(&shared));
    let begins = begins.unwrap_or(0);
    [
        words.get(..begins).unwrap_or_default().to_vec(),
        words
            .get(begins + shared.len()..)
            .unwrap_or_default()
            .to_vec(),
    ]
}

/// Whether numbers go up by as many as the pages between them, for the most part: the count may begin anew. Years are none.
fn goes_with_pages(numbers: &[(u32, Vec<&str>)]) -> bool {
    // Beside the number that changes there may be one that does not, as the year of an issue.
    let first = numbers.first().map_or(&[][..], |(_, words)| words);
    let changes = |at: &usize| {
        let mut others = numbers.iter();
        others.any(|(_, words)| words.get(*at) != first.get(*at))
    };
    let changing: Vec<usize> = (0..first.len()).filter(changes).collect();
    let at = match changing.as_slice() {
        [one] => *one,
        _ if first.len() == 1 => 0,
        _ => return false,
    };
    let values: Vec<(u32, u32)> = numbers
        .iter()
        .filter_map(|(page, words)| Some((*page, value(words.get(at)?)?)))
        .collect();
    let is_year = |(_, value): &(u32, u32)| (1900..=2100).contains(value);
    if values.len() * 3 < numbers.len() * 2 || values.iter().all(is_year) {
        return false;
    }
    let pairs = || values.iter().zip(values.iter().skip(1));
    let goes_on = |(one, next): &(&(u32, u32), &(u32, u32))| {
        let (pages, step) = (next.0.saturating_sub(one.0), next.1.saturating_sub(one.1));
        // Two pages of a book may be one of the file.
        pages > 0 && (step == pages || step == pages * 2)
    };
    let going = pairs().filter(goes_on).count();
    pairs().count() > 0 && going * 2 > pairs().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: bool) {
        let head = without_number(lines[0]);
        let lines: Vec<(u32, String)> = (4..)
            .zip(lines.iter().map(|line| (*line).to_owned()))
            .collect();
        assert_eq!(
            is_of_pages(&head, &lines, &HashSet::new()),
            expected,
            "{lines:?}"
        );
    }

    #[test]
    fn numbers_that_go_up_with_the_pages_are_theirs_and_others_say_something() {
        for theirs in [
            &["Depot study 7", "Depot study 8", "Depot study 9"][..],
            &["12 Chapter 3. Methods", "13 Chapter 3. Methods"],
            &["12 Methods", "Methods 13", "14 Methods", "Methods 15"],
            &["Annual report, page 1 of 3", "Annual report, page 4 of 3"],
            &["Budget 2023", "Budget 2023"],
            &["Preface vii", "Preface viii", "Preface ix"],
            &["Atlas 12", "Atlas 14", "Atlas 16"],
            &["The Observer May 2020 12", "The Observer May 2020 13"],
            &[
                "12 | The Observer | 3 May 2020",
                "13 | The Observer | 3 May 2020",
            ],
            &["Notes 8", "Notes 9", "Notes 1", "Notes 2", "Notes 3"],
        ] {
            check(theirs, true);
        }
        for data in [
            &["Casualties: 3", "Casualties: 10", "Casualties: 17"][..],
            &["Casualties: 3", "Casualties: 4", "Casualties: 5"],
            &["Deaths in 2019: 41", "Deaths in 2019: 54"],
            &["Budget 2020", "Budget 2021", "Budget 2022"],
            &["4 May 2023", "5 May 2023", "6 May 2023"],
            &["3 May", "4 May", "5 May"],
            &["n = 12", "n = 43"],
            &["Patients 41", "Patients 12", "Patients 40"],
            &[
                "Rate per head 3.0",
                "Rate per head 4.1",
                "Rate per head 5.2",
            ],
            &["3 trams 12", "4 trams 15", "5 trams 11"],
        ] {
            check(data, false);
        }
    }
}
