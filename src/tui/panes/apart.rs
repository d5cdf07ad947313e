//! Titles that stand below each other and are told apart, also where there is no room for all of them.
//!
//! The documents of one site, series or manual begin with the same words. Cut at their ends they would all be the same line; of a title that does not fit
//! and shares its beginning with another one, that beginning gives way to what is its own.

use crate::tui::text;

/// Columns of what is a title's own that have to be seen: with fewer of them nobody tells it from the others.
const OWN: usize = 12;
/// The share of the room that is left to what a title begins with, so that it is still seen what all of them are about.
const LEAD: usize = 3;

/// A title among others.
#[derive(Debug, Clone)]
pub struct Title {
    text: String,
    /// How much of it another one begins with as well, in bytes.
    shared: usize,
}

/// The titles of sources that stand below each other, each with the file or address that it is of: that tells those apart that have the same.
#[must_use]
pub fn titles(sources: &[(&str, &str)]) -> Vec<Title> {
    let mut texts: Vec<String> = sources
        .iter()
        .map(|(title, _)| text::one_line(title))
        .collect();
    let order = |texts: &[String]| {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by(|a, b| texts.get(*a).cmp(&texts.get(*b)));
        order
    };
    let sorted = order(&texts);
    // Versions of one source have the same title, and are told apart beside it.
    let is_same = |a: usize, b: usize| {
        let is_named = |at: usize| {
            sources
                .get(at)
                .is_some_and(|(_, source)| !source.is_empty())
        };
        is_named(a) && is_named(b) && texts.get(a) == texts.get(b)
    };
    let pairs = sorted.windows(2).filter_map(|pair| match pair {
        &[a, b] if is_same(a, b) => Some([a, b]),
        _ => None,
    });
    let same: Vec<usize> = pairs.flatten().collect();
    for at in &same {
        if let (Some(own), Some((title, source))) = (texts.get_mut(*at), sources.get(*at)) {
            let title = text::one_line(title);
            *own = format!("{title}, {}", file_name(&text::one_line(source)));
        }
    }
    let sorted = if same.is_empty() {
        sorted
    } else {
        order(&texts)
    };
    let mut shared = vec![0; texts.len()];
    for pair in sorted.windows(2) {
        let &[a, b] = pair else { continue };
        let (Some(first), Some(second)) = (texts.get(a), texts.get(b)) else {
            continue;
        };
        // Of texts in order, none shares more with any other than with its neighbours.
        let both = begins_alike(first, second);
        for at in [a, b] {
            if let Some(known) = shared.get_mut(at) {
                *known = both.max(*known);
            }
        }
    }
    let both = texts.into_iter().zip(shared);
    both.map(|(text, shared)| Title { text, shared }).collect()
}

impl Title {
    /// The title in so many columns: whole where it fits, else without its end, or without what it shares with another one.
    #[must_use]
    pub fn fitted(&self, room: usize, ellipsis: &str) -> String {
        let all = self.text.as_str();
        let before = text::width(all.get(..self.shared).unwrap_or_default());
        let has_own = self.shared < all.len();
        if text::width(all) <= room || !has_own || before + OWN <= room {
            return text::truncate(all, room, ellipsis);
        }
        let own = all.get(self.own()..).unwrap_or_default();
        // What is left of the room where all of its own is seen, or else a third.
        let mark = text::width(ellipsis) + 1;
        let left = room.saturating_sub(text::width(own) + mark);
        let lead = all.get(..text::fitting(all, left.max(room / LEAD)));
        let lead = whole_words(lead.unwrap_or_default(), all);
        let told = match lead {
            "" => format!("{ellipsis}{own}"),
            lead => format!("{lead}{ellipsis} {own}"),
        };
        text::truncate(&told, room, ellipsis)
    }

    /// Where what is its own begins: with the word or date in which it goes other ways than the rest.
    fn own(&self) -> usize {
        let shared = self.text.get(..self.shared).unwrap_or_default();
        let is_digit = |letter: Option<char>| letter.is_some_and(|one| one.is_ascii_digit());
        let mut apart = shared
            .char_indices()
            .rev()
            .filter(|(_, letter)| !letter.is_alphanumeric());
        let word = apart.find(|(at, letter)| {
            let before = shared.get(..*at).unwrap_or_default().chars().next_back();
            let behind = self
                .text
                .get(at + letter.len_utf8()..)
                .unwrap_or_default()
                .chars()
                .next();
            !(matches!(letter, '-' | '.' | ':') && is_digit(before) && is_digit(behind))
        });
        word.map_or(0, |(at, letter)| at + letter.len_utf8())
    }
}

/// The whole words that a text begins with, of which this is the beginning.
fn whole_words<'a>(beginning: &'a str, all: &str) -> &'a str {
    let is_word = |letter: char| letter.is_alphanumeric();
    let goes_on = all
        .get(beginning.len()..)
        .is_some_and(|rest| rest.starts_with(is_word));
    let words = if goes_on {
        beginning.trim_end_matches(is_word)
    } else {
        beginning
    };
    words.trim_end_matches(|letter: char| !is_word(letter))
}

/// Bytes that two texts begin with alike, in whole characters.
fn begins_alike(a: &str, b: &str) -> usize {
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    alike.map(|(letter, _)| letter.len_utf8()).sum()
}

/// What a path or an address ends with.
fn file_name(source: &str) -> &str {
    let path = source.trim_end_matches(['/', '\\']);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(sources: &[(&str, &str)], room: usize) -> Vec<String> {
        let titles = titles(sources);
        titles.iter().map(|title| title.fitted(room, "…")).collect()
    }

    #[test]
    fn titles_that_begin_alike_are_told_apart_where_there_is_little_room() {
        let policy = [
            (
                "Federal Source Code Policy | Exceptions to Government Code Reuse",
                "",
            ),
            ("Federal Source Code Policy | Objectives", ""),
            ("Federal Source Code Policy | Open Source Software", ""),
            ("Heat pump sales in the fourteen largest markets", ""),
        ];
        assert_eq!(
            fitted(&policy, 26),
            [
                "Federal… Exceptions to Go…",
                "Federal Source… Objectives",
                "Federal… Open Source Soft…",
                "Heat pump sales in the fo…",
            ]
        );
        // Where there is room nothing is left out.
        assert_eq!(fitted(&policy, 70)[1], policy[1].0);
        assert_eq!(
            fitted(&policy, 44)[0],
            "Federal Source Code Policy | Exceptions to…"
        );
    }

    #[test]
    fn what_differs_in_its_date_shows_all_of_the_date() {
        let minutes = [
            ("Minutes of the technical committee 2024-01-10", ""),
            ("Minutes of the technical committee 2024-01-17", ""),
        ];
        assert_eq!(
            fitted(&minutes, 30),
            ["Minutes of the… 2024-01-10", "Minutes of the… 2024-01-17"]
        );
    }

    #[test]
    fn titles_that_are_the_same_are_told_apart_by_their_files() {
        let same = [("Report", "/a/north.md"), ("Report", "/a/south.md")];
        assert_eq!(fitted(&same, 30), ["Report, north.md", "Report, south.md"]);
        assert_eq!(fitted(&same, 12), ["…north.md", "…south.md"]);
        let versions = [("Report", "/a/x.md"), ("Report", "/a/x.md")];
        assert_eq!(fitted(&versions, 30), ["Report, x.md", "Report, x.md"]);
    }

    #[test]
    fn no_room_and_no_script_is_too_small_or_too_strange() {
        let strange = [
            ("https://example.org/reports/2024/a", ""),
            ("https://example.org/reports/2024/b", ""),
            ("热泵销售报告一", ""),
            ("热泵销售报告二", ""),
            ("", ""),
            ("", ""),
        ];
        for room in 0..40 {
            for shown in fitted(&strange, room) {
                assert!(text::width(&shown) <= room, "{room}: {shown}");
            }
        }
        assert_eq!(fitted(&strange, 20)[0], "https://example… a");
    }
}
