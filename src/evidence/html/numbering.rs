//! Lists that count otherwise than in plain figures, as the paragraphs of laws are counted by letters: section 2(a). Markdown has no such lists, so what each
//! item is counted by is written before it.

use dom_query::{Document, NodeRef};

use super::super::numerals::roman;
use super::measure::is_one_of;

/// How a list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marks {
    Letters,
    Capitals,
    Roman,
    RomanCapitals,
}

/// Writes before the items of lists that count by letters or in Roman figures what they are counted by.
pub(super) fn marks(page: &Document) {
    for list in page.select("ol[type], ol[style]").nodes() {
        let Some(marks) = Marks::of(list) else {
            continue;
        };
        let count = |node: &NodeRef<'_>, name: &str| -> Option<usize> {
            node.attr(name)?.trim().parse().ok()
        };
        let mut number = count(list, "start").unwrap_or(1);
        let items = list.children_it(false).filter(|item| item.has_name("li"));
        for item in items.collect::<Vec<_>>() {
            number = count(&item, "value").unwrap_or(number);
            let mark = format!("({})", marks.of_number(number));
            if !item.text().trim_start().starts_with(&mark) {
                let beginning = beginning(item);
                let mark = beginning.tree.new_text(format!("{mark} "));
                beginning.prepend_child(&mark);
            }
            number += 1;
        }
        list.rename("ul");
    }
}

/// The part of an item in which its text begins.
fn beginning(item: NodeRef<'_>) -> NodeRef<'_> {
    let mut part = item;
    loop {
        let mut inner = part.children_it(false);
        let first = inner.find(|inner| !inner.text().trim().is_empty());
        match first.filter(|first| is_one_of(first, &["p", "div"])) {
            Some(first) => part = first,
            None => return part,
        }
    }
}

impl Marks {
    fn of(list: &NodeRef<'_>) -> Option<Self> {
        match &*list.attr_or("type", "") {
            "a" => return Some(Self::Letters),
            "A" => return Some(Self::Capitals),
            "i" => return Some(Self::Roman),
            "I" => return Some(Self::RomanCapitals),
            _ => {}
        }
        let style = list.attr_or("style", "").to_ascii_lowercase();
        let (_, kind) = style.split_once("list-style")?;
        let kind = kind.split(';').next().unwrap_or_default();
        [
            ("lower-alpha", Self::Letters),
            ("lower-latin", Self::Letters),
            ("upper-alpha", Self::Capitals),
            ("upper-latin", Self::Capitals),
            ("lower-roman", Self::Roman),
            ("upper-roman", Self::RomanCapitals),
        ]
        .into_iter()
        .find_map(|(name, marks)| kind.contains(name).then_some(marks))
    }

    fn of_number(self, number: usize) -> String {
        /// No list is longer.
        const MOST: usize = 399;
        match self {
            Self::Letters => letters(number),
            Self::Capitals => letters(number).to_uppercase(),
            Self::Roman => roman(number.min(MOST)),
            Self::RomanCapitals => roman(number.min(MOST)).to_uppercase(),
        }
    }
}

/// `a` to `z`, then `aa`.
fn letters(number: usize) -> String {
    let mut rest = number;
    let mut marks = Vec::new();
    while rest > 0 {
        rest -= 1;
        marks.push(char::from(
            b'a' + u8::try_from(rest % 26).unwrap_or_default(),
        ));
        rest /= 26;
    }
    marks.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::html::measure::single_spaced;

    #[track_caller]
    fn check(list: &str, expected: &str) {
        let page = Document::from(list);
        marks(&page);
        let items = page.select("li").nodes().to_vec();
        let items: Vec<String> = items
            .iter()
            .map(|item| single_spaced(&item.text()))
            .collect();
        assert_eq!(items.join(" / "), expected);
    }

    #[test]
    fn paragraphs_of_a_law_are_known_by_their_letters() {
        check(
            "<ol type=a><li>any vessel</li><li value=4><p>any net</p></li><li>(e) any line</li></ol>",
            "(a) any vessel / (d) any net / (e) any line",
        );
        check(
            "<ol style='list-style-type: upper-roman' start=9><li>nine</li><li>ten</li></ol>",
            "(IX) nine / (X) ten",
        );
        check("<ol type=1><li>one</li></ol>", "one");
    }

    #[test]
    fn letters_go_on_behind_the_last() {
        assert_eq!(
            (letters(26), letters(27), letters(53)),
            ("z".into(), "aa".into(), "ba".into())
        );
    }
}
