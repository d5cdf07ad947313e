//! What a query asks for word by word: `"functional language"` in quotation marks, and what loses its meaning in parts, such as `2.0.1`, `.NET` or `49 percent`
//! where that is about all that it says. The index knows no order of words, so passages that were found are looked at for it.

use super::search::Hit;
use super::spellings;
use crate::study::date_in_words;

/// A query with more words than this speaks of numbers among other things.
const FEW: usize = 4;
/// One with more than this was not typed to find a phrase: a study looks for what belongs to a text that it has written.
const MANY: usize = 32;
/// Bytes of a phrase.
const LONGEST: usize = 200;
const QUOTES: &[(char, char)] = &[('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')];

/// The phrases of a query, the spellings of each in lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Phrases(Vec<String>);

impl Phrases {
    pub(super) fn of(query: &str) -> Self {
        if query.split_whitespace().nth(MANY).is_some() {
            return Self::default();
        }
        let mut found: Vec<String> = quoted(query).map(plain).collect();
        found.retain(|phrase| phrase.contains(char::is_alphanumeric) && phrase.len() <= LONGEST);
        let words: Vec<&str> = query.split_whitespace().collect();
        if found.is_empty() && words.len() <= FEW {
            found.extend(
                words
                    .iter()
                    .filter(|word| is_one_in_parts(word) || is_large(word))
                    .map(|word| in_all_spellings(word)),
            );
            found.extend(date(&words));
            found.extend(words.windows(2).filter_map(|pair| {
                let [number, unit] = pair else {
                    return None;
                };
                let is_unit =
                    unit.chars().all(char::is_alphabetic) && spellings::month(unit).is_none();
                let in_all = || {
                    let spelled = in_all_spellings(number);
                    let lines = spelled
                        .lines()
                        .map(|number| plain(&format!("{number} {unit}")));
                    lines.collect::<Vec<_>>().join("\n")
                };
                (is_amount(number) && is_unit).then(in_all)
            }));
        }
        Self(found)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the passages that have them in front of those that have not, whose scores are scaled to stay behind.
    pub(super) fn prefer(&self, hits: &mut [Hit]) {
        if self.is_empty() {
            return;
        }
        hits.sort_by_cached_key(|hit| std::cmp::Reverse(self.count(hit)));
        for at in 1..hits.len() {
            let (before, from) = hits.split_at_mut(at);
            let (Some(last), Some(first)) = (
                before.last().map(|hit| hit.score),
                from.first().map(|hit| hit.score),
            ) else {
                continue;
            };
            if first > last {
                let scale = last / first;
                for hit in from {
                    hit.score *= scale;
                }
            }
        }
    }

    /// How many of them a passage has, or the headings above it.
    fn count(&self, hit: &Hit) -> usize {
        let text = plain(&format!(
            "{} {}",
            hit.passage.headings.join(" "),
            hit.passage.text
        ));
        self.0
            .iter()
            .filter(|phrase| phrase.lines().any(|one| stands_in(&text, one)))
            .count()
    }
}

/// The phrases between quotation marks that no passage found has as they stand: what comes nearest has their words.
#[must_use]
pub fn quoted_nowhere(query: &str, hits: &[Hit]) -> Vec<String> {
    let mut phrases: Vec<String> = quoted(query).map(plain).collect();
    phrases.retain(|phrase| {
        let is_asked = phrase.contains(char::is_alphanumeric) && phrase.len() <= LONGEST;
        let phrase = Phrases(vec![phrase.clone()]);
        is_asked && hits.iter().all(|hit| phrase.count(hit) == 0)
    });
    phrases
}

/// What stands between quotation marks, and is more than a word.
fn quoted(query: &str) -> impl Iterator<Item = &str> {
    QUOTES.iter().flat_map(move |(open, close)| {
        let mut rest = query;
        std::iter::from_fn(move || {
            let (_, from) = rest.split_once(*open)?;
            let (inside, after) = from.split_once(*close)?;
            rest = after;
            Some(inside)
        })
    })
}

/// In small letters with single spaces.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Whether a word has marks within it or before it without which it is another: `2.0.1`, `.NET`.
fn is_one_in_parts(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ',', '?', '!', ':', ';']);
    let is_number = is_number(bare) && bare.contains(['.', ',']);
    let is_name = bare
        .strip_prefix('.')
        .is_some_and(|name| !name.is_empty() && name.chars().all(char::is_alphanumeric));
    bare.len() == word.len() && (is_number || is_name)
}

/// Whether a word is a whole number that is mostly written with separators.
fn is_large(word: &str) -> bool {
    spellings::thousands(word).len() > 1
}

/// A word in lines: a number with separators between its thousands and without.
fn in_all_spellings(word: &str) -> String {
    let bare: String = word.chars().filter(|c| !matches!(c, '.' | ',')).collect();
    let groups = spellings::thousands(&bare);
    let mut found = vec![plain(word)];
    for between in ["", ",", ".", " ", "’"] {
        let spelled = groups.join(between);
        let is_meant = between.is_empty() || word.contains(between) || word == bare;
        // What is no number in groups of three has no other spelling: `2.0.1`.
        if is_meant
            && !groups.is_empty()
            && (word == bare || groups.join(",") == word)
            && !found.contains(&spelled)
        {
            found.push(spelled);
        }
    }
    found.join("\n")
}

/// A day of which a query speaks, in lines: `12 may 2023`, `may 12, 2023`, `2023-05-12`, `12.05.2023`.
fn date(words: &[&str]) -> Option<String> {
    let figures = |word: &str| {
        let word = word.trim_end_matches([',', '.']);
        let is_whole = spellings::is_figures(word);
        is_whole.then(|| word.parse::<u32>().ok()).flatten()
    };
    let named = words.windows(3).find_map(|part| {
        let [first, second, year] = part else {
            return None;
        };
        let year = figures(year).filter(|year| (1000..3000).contains(year))?;
        let (month, day) = match (spellings::month(first), spellings::month(second)) {
            (Some(month), _) => (month, figures(second)?),
            (_, Some(month)) => (month, figures(first)?),
            _ => return None,
        };
        Some(format!("{year}-{month:02}-{day:02}"))
    });
    let is_day = |word: &&&str| word.len() == 10 && word.split('-').map(str::len).eq([4, 2, 2]);
    let iso = named.or_else(|| words.iter().find(is_day).map(|word| (**word).to_owned()))?;
    let in_words = date_in_words(&iso)?.to_lowercase();
    let mut parts = in_words.split(' ');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let turned: Vec<&str> = iso.rsplit('-').collect();
    Some(format!(
        "{in_words}\n{month} {day}, {year}\n{month} {day} {year}\n{iso}\n{}",
        turned.join(".")
    ))
}

/// Whether a word is a number that is no year.
fn is_amount(word: &str) -> bool {
    const YEAR: usize = 4;
    is_number(word) && !(word.len() == YEAR && word.starts_with(['1', '2']))
}

/// Whether a word begins with a figure and has nothing but figures and what separates them.
fn is_number(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part)
}

/// Whether a phrase stands in a text with no more of a word or number on either side.
fn stands_in(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + phrase.len()..).unwrap_or_default();
        let is_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let mut left = before.chars().rev();
        let mut right = after.chars();
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && c.is_ascii());
        let first = phrase.chars().next();
        let last = phrase.chars().next_back();
        let (near_left, near_right) = (left.next(), right.next());
        let is_point = |c: Option<char>| matches!(c, Some('.' | ','));
        // A name with a mark before it does not stand behind a word.
        let goes_on_before = is_word(near_left) && (is_word(first) || first == Some('.'))
            || is_figure(first) && is_point(near_left) && is_figure(left.next());
        let goes_on_behind = is_word(last) && is_word(near_right)
            || is_figure(last) && is_point(near_right) && is_figure(right.next());
        !goes_on_before && !goes_on_behind
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str) -> Vec<String> {
        Phrases::of(query).0
    }

    #[test]
    fn a_query_says_in_quotation_marks_or_in_figures_what_is_to_stand_together() {
        assert_eq!(
            of("\"Functional  language\" of “the web”"),
            ["functional language", "the web"]
        );
        assert_eq!(of("version 2.0.1"), ["2.0.1"]);
        assert_eq!(of(".NET"), [".net"]);
        assert_eq!(of("49 percent owned"), ["49 percent"]);
        assert!(of("sales 2019 Norway").is_empty());
        assert_eq!(of("20537"), ["20537\n20,537\n20.537\n20 537\n20’537"]);
        assert_eq!(of("20,537"), ["20,537\n20537"]);
        let day = "12 may 2023\nmay 12, 2023\nmay 12 2023\n2023-05-12\n12.05.2023";
        for query in ["2023-05-12", "May 12, 2023"] {
            assert!(of(query).iter().any(|phrase| phrase == day), "{query}");
        }
        assert!(of("how did sales of 49 percent of all shops change in the year").is_empty());
    }

    #[test]
    fn a_phrase_is_found_where_it_is_whole() {
        for (text, phrase, stands) in [
            ("indonesia airasia is 49 percent owned", "49 percent", true),
            ("about 3.49 percent", "49 percent", false),
            ("version 2.0.1 came out", "2.0.1", true),
            ("version 2.0.1.5 came out", "2.0.1", false),
            ("it runs on .net.", ".net", true),
            ("see example.net for it", ".net", false),
            ("a functional languages", "functional language", false),
        ] {
            assert_eq!(stands_in(text, phrase), stands, "{text}");
        }
    }
}
