//! Running heads that were left out, and the one place at which each is put back: what several pages bear is said once.

use std::collections::HashSet;

use super::{Head, by_height};
use crate::evidence::flow::ends_sentence;
use crate::evidence::pdf::line::Printed;
use crate::evidence::pdf::page::Page;

/// What was left out at the edges of pages.
#[derive(Default)]
pub(in crate::evidence::pdf) struct RunningHeads {
    words: usize,
    lines: Vec<Dropped>,
}

struct Dropped {
    page: usize,
    head: Head,
}

impl RunningHeads {
    /// Notes what was left out of the page in this place, whose lines were these.
    pub(super) fn drop_of(&mut self, page: usize, heads: Vec<Head>, lines: &[Printed]) {
        for head in heads {
            let Some(line) = lines.get(head.at) else {
                continue;
            };
            self.words += line.text.split_whitespace().count();
            if !head.is_number && head.says.contains(char::is_alphabetic) {
                self.lines.push(Dropped { page, head });
            }
        }
    }

    /// Puts back what the pages do not say anywhere else, best where it does not stand in the midst of a paragraph. Says how many words are left out.
    pub(in crate::evidence::pdf) fn say_once(self, pages: &mut [Page], title: &str) -> usize {
        if self.lines.is_empty() {
            return self.words;
        }
        let said = SaidOnPages::read(pages, title);
        let mut words = self.words;
        let mut known: HashSet<&str> = HashSet::new();
        let mut chosen: Vec<&Dropped> = Vec::new();
        for dropped in &self.lines {
            let says = dropped.head.says.as_str();
            if !known.insert(says) || said.holds(says) {
                continue;
            }
            let mut same = self
                .lines
                .iter()
                .filter(|other| other.head.says == says && !parts_a_paragraph(pages, other));
            chosen.push(same.next().unwrap_or(dropped));
        }
        for dropped in chosen {
            let lines = pages.get_mut(dropped.page).map(|page| &mut page.lines);
            if let Some(line) = lines.and_then(|lines| lines.get_mut(dropped.head.at)) {
                line.text.clone_from(&dropped.head.says);
                words -= dropped.head.says.split_whitespace().count().min(words);
            }
        }
        words
    }

    #[cfg(test)]
    pub(super) fn words(&self) -> usize {
        self.words
    }
}

/// What the pages say without their running heads.
struct SaidOnPages {
    /// Their words in lower case with single spaces around them.
    text: String,
    words: HashSet<String>,
    title: HashSet<String>,
}

impl SaidOnPages {
    fn read(pages: &[Page], title: &str) -> Self {
        let mut text = String::from(" ");
        for line in pages.iter().flat_map(|page| &page.lines) {
            add_words(&line.text, &mut text);
        }
        let words = text.split_whitespace().map(str::to_owned).collect();
        let mut named = String::new();
        add_words(title, &mut named);
        let title = named.split_whitespace().map(str::to_owned).collect();
        Self { text, words, title }
    }

    /// Whether a running head says nothing besides: its parts stand in the text, or are the title in fewer words.
    fn holds(&self, head: &str) -> bool {
        const BETWEEN: [char; 7] = ['·', '|', '•', '–', '—', ':', ';'];
        head.split(BETWEEN).all(|part| {
            let mut said = String::from(" ");
            add_words(part, &mut said);
            let words = || said.split_whitespace();
            let of_title = words().filter(|word| self.title.contains(*word)).count();
            let is_short_title =
                of_title * 2 >= words().count() && words().all(|word| self.words.contains(word));
            self.text.contains(&said) || is_short_title
        })
    }
}

/// Adds the words of a line in lower case, each with a space behind it.
fn add_words(line: &str, text: &mut String) {
    let words = line.split(|c: char| !c.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        text.extend(word.chars().flat_map(char::to_lowercase));
        text.push(' ');
    }
}

/// Whether a paragraph goes on over the place where a line stood.
fn parts_a_paragraph(pages: &[Page], dropped: &Dropped) -> bool {
    let page = if dropped.head.is_top {
        dropped.page.checked_sub(1)
    } else {
        Some(dropped.page).filter(|page| page + 1 < pages.len())
    };
    let Some(page) = page.and_then(|page| pages.get(page)) else {
        return false;
    };
    let last = by_height(page).pop();
    let last = last.and_then(|(at, _)| page.lines.get(at));
    last.is_some_and(|line| !ends_sentence(&line.text))
}
