//! The numbers of lists: how a style has them, and how far they have come.

use std::collections::HashMap;

use super::super::numerals::roman;
use super::super::xml::Element;

/// Lists within lists have styles no deeper than this.
const DEEPEST: usize = 10;
/// Styles stand no deeper in a file than this.
const STYLES_WITHIN: usize = 4;

/// How the items of one level are numbered.
#[derive(Debug, Clone, Copy)]
struct Level<'a> {
    format: &'a str,
    before: &'a str,
    behind: &'a str,
    start: usize,
    /// Of how many levels the numbers are shown: `2.1` of two.
    shown: usize,
}

#[derive(Default)]
pub(super) struct Lists<'a> {
    styles: HashMap<&'a str, [Option<Level<'a>>; DEEPEST]>,
    /// How far the last list of each style had come at each level.
    last: HashMap<&'a str, Vec<usize>>,
    /// The styles of the lists that are open, and the numbers of their last items.
    open: Vec<Option<&'a str>>,
    counts: Vec<usize>,
}

impl<'a> Lists<'a> {
    /// Of the parts of a file that hold styles.
    pub(super) fn of(roots: &[&'a Element]) -> Self {
        let mut lists = Self::default();
        for root in roots {
            lists.add(root, STYLES_WITHIN);
        }
        lists
    }

    fn add(&mut self, around: &'a Element, deeper: usize) {
        for element in around.elements() {
            match element.name() {
                "text:list-style" => {
                    if let Some(name) = element.attribute("style:name") {
                        self.styles.insert(name, levels(element));
                    }
                }
                // Text has no styles in it.
                "office:body" => {}
                _ if deeper > 0 => self.add(element, deeper - 1),
                _ => {}
            }
        }
    }

    /// A list begins, perhaps within another one.
    pub(super) fn open(&mut self, list: &Element) {
        let named = list.attribute("text:style-name");
        let own = named.and_then(|name| self.styles.get_key_value(name));
        let around = self.open.last().copied().flatten();
        let style = own.map(|(name, _)| *name).or(around);
        if self.open.is_empty() {
            let goes_on = list.attribute("text:continue-numbering") == Some("true")
                || list.attribute("text:continue-list").is_some();
            let before = style.filter(|_| goes_on);
            let before = before.and_then(|style| self.last.get(style));
            self.counts = before.cloned().unwrap_or_default();
        }
        self.open.push(style);
    }

    pub(super) fn close(&mut self) {
        let style = self.open.pop().flatten();
        if let Some(style) = style.filter(|_| self.open.is_empty()) {
            self.last.insert(style, std::mem::take(&mut self.counts));
        }
    }

    /// What stands before an item of the list that is open.
    pub(super) fn mark(&mut self, item: &Element) -> String {
        let depth = self.open.len();
        let style = self.open.last().copied().flatten();
        let levels = style.and_then(|style| self.styles.get(style));
        let Some(levels) = levels.filter(|_| item.name() == "text:list-item") else {
            return "-".to_owned();
        };
        let level = |depth: usize| levels.get(depth).copied().flatten();
        let start = |depth: usize| level(depth).map_or(1, |level| level.start);
        // A list that only holds another one counts as one item.
        while self.counts.len() + 1 < depth {
            self.counts.push(start(self.counts.len()));
        }
        let set = item.attribute("text:start-value");
        let set = set.and_then(|start| start.parse().ok());
        let next = self
            .counts
            .get(depth - 1)
            .map(|last| last.saturating_add(1));
        self.counts.truncate(depth - 1);
        self.counts
            .push(set.or(next).unwrap_or_else(|| start(depth - 1)));
        let Some(own) = level(depth - 1) else {
            return "-".to_owned();
        };
        let first = depth.saturating_sub(own.shown.max(1));
        let shown = self.counts.iter().enumerate().skip(first);
        let numbers: Vec<String> = shown
            .filter_map(|(at, count)| number(*count, level(at)?.format))
            .collect();
        if numbers.is_empty() {
            return "-".to_owned();
        }
        format!("{}{}{}", own.before, numbers.join("."), own.behind)
    }
}

fn levels(style: &Element) -> [Option<Level<'_>>; DEEPEST] {
    let mut levels = [None; DEEPEST];
    for element in style.elements() {
        let number = |name: &str| element.attribute(name)?.parse().ok();
        let at = number("text:level").and_then(|level: usize| level.checked_sub(1));
        let place = at.and_then(|at| levels.get_mut(at));
        if let (Some(place), "text:list-level-style-number") = (place, element.name()) {
            let text = |name| element.attribute(name).unwrap_or_default();
            *place = Some(Level {
                format: text("style:num-format"),
                before: text("style:num-prefix"),
                behind: text("style:num-suffix"),
                start: number("text:start-value").unwrap_or(1),
                shown: number("text:display-levels").unwrap_or(1),
            });
        }
    }
    levels
}

/// A number as a format writes it; none where it is not written.
fn number(count: usize, format: &str) -> Option<String> {
    /// What is beyond this is counted in figures.
    const MOST: usize = 1000;
    match format {
        "" => None,
        "a" | "A" | "i" | "I" if !(1..MOST).contains(&count) => Some(count.to_string()),
        "a" => Some(letters(count)),
        "A" => Some(letters(count).to_uppercase()),
        "i" => Some(roman(count)),
        "I" => Some(roman(count).to_uppercase()),
        _ => Some(count.to_string()),
    }
}

/// `a` to `z`, then `aa`, `bb`.
fn letters(count: usize) -> String {
    let at = count.saturating_sub(1);
    let letter = ('a'..='z').nth(at % 26).unwrap_or('a');
    letter.to_string().repeat(at / 26 + 1)
}
