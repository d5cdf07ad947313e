//! Lists: what a line that ends with a colon leads to. Items that say nothing without it (`… makes several recommendations, including:`, `The exceptions are:`) are
//! told with it in one sentence, as their source has them; whole sentences stand by themselves, under that line as under a heading.

use std::ops::Range;

use super::clause::{is_command, is_fragment};
use super::marks::without_marks;
use super::screen::{is_quotable, length};
use crate::check::{Lexicon, Statement, Term, sentences};

/// Words of a line that leads to a list, at least and at most.
const LEAD: std::ops::RangeInclusive<usize> = 3..=30;
/// Words of an item, and of a list that is told in one sentence, at most.
const ITEM: usize = 60;
const TOLD: usize = 110;
/// Items at least.
const LEAST: usize = 2;

/// A line that leads to a list, with its items.
#[derive(Debug)]
pub struct List {
    /// The place of the line among the sentences of its passage, and those of the items.
    pub lead: usize,
    pub items: Range<usize>,
    /// Bytes of the passage: the line and what is told of the list.
    pub span: Range<usize>,
    /// The line without its colon, and its words.
    pub line: String,
    pub terms: Vec<Term>,
    /// The list in one sentence, where its items need their line.
    pub told: Option<(String, Statement)>,
    /// Its items say nothing that is so without the line: `providing that they meet these criteria`. What is not told with it is not told.
    pub is_bound: bool,
}

/// The lists of a passage whose sentences are given by their places in it.
#[must_use]
pub fn lists(passage: &str, sentences: &[Range<usize>], lexicon: &mut Lexicon) -> Vec<List> {
    let mut lists = Vec::new();
    let mut at = 0;
    while at < sentences.len() {
        let list = read(passage, sentences, at, lexicon);
        at = list.as_ref().map_or(at + 1, |list| list.items.end);
        lists.extend(list);
    }
    lists
}

fn read(
    passage: &str,
    sentences: &[Range<usize>],
    lead: usize,
    lexicon: &mut Lexicon,
) -> Option<List> {
    let said = |span: &Range<usize>| passage.get(span.clone()).unwrap_or_default();
    let own = sentences.get(lead)?;
    let line = without_marks(said(own));
    let line = line.strip_suffix(':')?;
    if !LEAD.contains(&length(line)) {
        return None;
    }
    let items = items(passage, sentences, lead);
    let end = items.last()?.end;
    let texts: Vec<String> = items
        .iter()
        .filter_map(|item| {
            let all = sentences.get(item.clone())?;
            passage.get(all.first()?.start..all.last()?.end)
        })
        .map(without_marks)
        .collect();
    let is_item = |text: &String| {
        length(text) <= ITEM
            && !text.contains(['|', '{', '}', '=', '<', '>'])
            && !text.ends_with(':')
    };
    if texts.len() < LEAST || !texts.iter().all(is_item) {
        return None;
    }
    let needing = texts.iter().filter(|text| needs_its_line(text)).count();
    let (of_cases, elsewhere) = (leads_to_cases(line), leads_elsewhere(line));
    let is_bound = of_cases || elsewhere;
    let told = (!elsewhere && (of_cases || 2 * needing >= texts.len()))
        .then(|| told(line, &texts))
        .flatten();
    let last = told.as_ref().map_or(items.len(), |(_, count)| *count);
    let last = items.get(last.checked_sub(1)?)?.end;
    let end = if is_bound { end } else { last };
    let told = told.map(|(text, _)| {
        let statement = Statement::read(&text, lexicon);
        (text, statement)
    });
    Some(List {
        lead,
        items: lead + 1..end,
        span: own.start..sentences.get(last - 1)?.end,
        line: line.to_owned(),
        terms: lexicon.terms(line),
        told,
        is_bound,
    })
}

/// The items below a line, each by the places of its sentences: they stand in lines without a blank one between, or behind the marks of items.
fn items(passage: &str, sentences: &[Range<usize>], lead: usize) -> Vec<Range<usize>> {
    let mut items: Vec<Range<usize>> = Vec::new();
    for (at, pair) in sentences.windows(2).enumerate().skip(lead) {
        let gap = passage.get(pair[0].end..pair[1].start).unwrap_or_default();
        let is_marked =
            gap.trim_start().starts_with(['-', '*', '•', '–']) || gap.trim().ends_with(['.', ')']);
        let is_next =
            gap.contains('\n') && (!gap.contains("\n\n") || items.is_empty() || is_marked);
        match items.last_mut() {
            Some(item) if !gap.contains('\n') => item.end = at + 2,
            _ if is_next => items.push(at + 1..at + 2),
            _ => break,
        }
    }
    items
}

/// Whether what a line leads to is so in some case only, or is what somebody asks or claims: `will be quashed providing they meet these criteria`.
fn leads_to_cases(line: &str) -> bool {
    #[rustfmt::skip]
    const CASES: &[&str] = &[
        "if", "when", "where", "unless", "whether", "provided", "providing", "assuming", "criteria", "conditions", "requirements", "circumstances", "exceptions", "cases",
        "scenarios", "hypotheses", "assumptions", "questions", "allegations", "claims", "myths", "misconceptions", "examples", "options", "alternatives",
    ];
    last_word(line).is_some_and(|last| CASES.contains(&last.as_str()))
}

/// Whether a line leads to places where more can be read: `Other great resources`.
fn leads_elsewhere(line: &str) -> bool {
    #[rustfmt::skip]
    const ELSEWHERE: &[&str] = &["resources", "links", "references", "reading", "bibliography", "literature", "articles", "posts", "videos", "talks", "write-ups", "writeups"];
    let is_short = length(line) <= ITEM / 6;
    is_short && last_word(line).is_some_and(|last| ELSEWHERE.contains(&last.as_str()))
}

fn last_word(line: &str) -> Option<String> {
    let line = line.trim_end_matches(" as follows");
    let last = line.split_whitespace().last()?;
    Some(
        last.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase(),
    )
}

/// Whether an item says nothing by itself, or something else: a thing, what somebody is to do, one of several cases.
fn needs_its_line(item: &str) -> bool {
    let is_whole = item.ends_with(['.', '!', '?']);
    !is_whole || item.starts_with(char::is_lowercase) || is_command(item) || is_fragment(item)
}

/// A list in one sentence, as many of its items as that can hold, and how many these are. Nothing for a line that goes on about the one before.
fn told(line: &str, items: &[String]) -> Option<(String, usize)> {
    // `xz-utils` is written small.
    let opening = line.split_whitespace().next().unwrap_or_default();
    if opening.chars().all(char::is_lowercase) {
        return None;
    }
    let mut text = format!("{line}:");
    let mut count = 0;
    for item in items {
        // One citation stands for one sentence.
        let first = sentences(item).into_iter().next();
        let item = first
            .and_then(|first| item.get(first))
            .unwrap_or(item)
            .trim_end();
        let item = item.trim_end_matches(" or").trim_end_matches(" and");
        let item = item.trim_end_matches(['.', ';', ',']);
        if length(&text) + length(item) > TOLD {
            break;
        }
        text.push_str(if count > 0 { "; " } else { " " });
        text.push_str(item);
        count += 1;
    }
    text.push_str(if count < items.len() { "; …" } else { "." });
    // It holds what it points to, and is no entry of a glossary.
    let line = line
        .trim_end_matches(" as follows")
        .replacen("the following ", "these ", 1);
    let items = text.get(text.find(':')? + 1..)?;
    let whole = format!("{line},{items}");
    (count >= LEAST && is_quotable(&whole)).then_some((text, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(passage: &str) -> Vec<(String, Option<String>)> {
        let spans: Vec<Range<usize>> = sentences(passage)
            .into_iter()
            .map(|span| {
                let text = passage.get(span.clone()).unwrap_or_default();
                let marks = |c: char| c.is_whitespace() || c == '-';
                let start = span.start + text.len() - text.trim_start_matches(marks).len();
                start..start + text.trim_matches(marks).len()
            })
            .collect();
        let lists = lists(passage, &spans, &mut Lexicon::default());
        lists
            .into_iter()
            .map(|list| (list.line, list.told.map(|(text, _)| text)))
            .collect()
    }

    #[test]
    fn items_that_say_nothing_without_their_line_are_told_with_it() {
        assert_eq!(
            read("The report makes several recommendations, including:\n\n- Revisions to the rules for owners of plants.\n- Build new units for the cold.\n\nIt is long."),
            [(
                "The report makes several recommendations, including".to_owned(),
                Some("The report makes several recommendations, including: Revisions to the rules for owners of plants; Build new units for the cold.".to_owned())
            )]
        );
        let told = read(
            "Applicable exceptions are as follows:\n\nThe sharing of the code is restricted by law;\nThe sharing would put persons at risk; or\nThe officer believes that it is in the interest of the state.\n\nIt ends here.",
        );
        assert_eq!(
            told.first().and_then(|(_, told)| told.as_deref()),
            Some(
                "Applicable exceptions are as follows: The sharing of the code is restricted by law; The sharing would put persons at risk; The officer believes that it is in the interest of the state."
            )
        );
    }

    #[test]
    fn of_an_item_of_two_sentences_the_first_is_told() {
        let told = read(
            "xz-utils had two maintainers:\n\n- Lasse Collin who has maintained it since 2009\n- Jia Tan who gained access in 2022. He was removed in 2024.\n",
        );
        assert_eq!(
            told.first().and_then(|(_, told)| told.as_deref()),
            Some(
                "xz-utils had two maintainers: Lasse Collin who has maintained it since 2009; Jia Tan who gained access in 2022."
            )
        );
    }

    #[test]
    fn what_is_so_in_some_cases_is_told_with_its_line_or_not_at_all() {
        let told = read(
            "All convictions will be quashed providing they meet the following criteria:\n\n- The offences were carried out between 1996 and 2018.\n- The conviction has not been considered by the court.\n",
        );
        assert_eq!(
            told.first().and_then(|(_, told)| told.as_deref()),
            Some(
                "All convictions will be quashed providing they meet the following criteria: The offences were carried out between 1996 and 2018; The conviction has not been considered by the court."
            )
        );
        let links = "Other great resources:\n\n- The story of the leak by the Post\n- How the leak was found, by the Times\n";
        assert_eq!(read(links), [("Other great resources".to_owned(), None)]);
    }

    #[test]
    fn whole_sentences_stand_by_themselves_under_their_line() {
        let lists = read(
            "Here are some reasons why the fair moved:\n\n- The old hall was too small for it.\n- The owner of the hall raised the rent.\n",
        );
        assert_eq!(
            lists,
            [("Here are some reasons why the fair moved".to_owned(), None)]
        );
        assert!(read("It said:\n\nThe hall is too small.\n").is_empty());
        assert!(read("What it holds is this:\n\na | b\n1 | 2\n").is_empty());
    }
}
