//! The title of a page: what its window and its data call it, as its headings have it, without the names of the site and of its sections.
//!
//! The window says the title with all that stands over every page of the site, in front of it or behind; headings tell which part of that is meant. Data may
//! have the title that is shown in lists and by search engines, where the heading has the one that readers of the page see: then the heading counts.

use std::collections::HashSet;
use std::ops::Range;

use dom_query::{Document, NodeRef};

use super::names;
use crate::clean;

/// What parts the title of a page from the name of its site.
const PARTS: [char; 10] = ['|', '-', '–', '—', '·', ':', '»', '«', '•', '/'];
/// What does so without space around it.
const BARS: [char; 4] = ['|', '│', 'ǀ', '｜'];
/// Longest title or name that is looked at.
pub(super) const LONGEST: usize = 300;
/// Headings that are looked at.
const MOST: usize = 60;

/// What a page has for headings.
#[derive(Debug, Default)]
pub(super) struct Headings {
    /// The first one that is not part of the furniture.
    pub(super) first: Option<String>,
    /// The one of a bar that names the site: the title of the window ends with it.
    pub(super) banner: Option<String>,
    /// All that may say the title, the likeliest first.
    all: Vec<String>,
    /// The one of the first rank, where there is no other.
    alone: Option<String>,
}

/// What the site of a page is called.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) name: Option<&'a str>,
    /// Without `www.`.
    pub(super) host: Option<&'a str>,
}

impl Headings {
    pub(super) fn of(page: &Document, titles: &[String]) -> Self {
        /// A heading stands in its bar, or in a part of it.
        const AROUND: usize = 2;
        const LESSER: &str = "h2, h3";
        let mut found = Self::default();
        let mut first: Vec<String> = Vec::new();
        for selector in ["article h1", "main h1", "h1", LESSER] {
            for heading in page.select(selector).nodes() {
                let text = text_of(heading);
                if text.is_empty() || found.all.contains(&text) || found.all.len() >= MOST {
                    continue;
                }
                let mut around = heading.ancestors_it(Some(AROUND));
                let fronts = titles.iter().filter_map(|title| {
                    let front = without_name(title, Some(&text));
                    (front != *title).then_some(front)
                });
                let fronts: Vec<String> = fronts.collect();
                let is_of_others =
                    names::is_of_others(heading) || around.any(|bar| names::is_of_others(&bar));
                // Pages of a manual bear its name, and below that their own.
                let is_above_its_own = || {
                    let lesser = page.select(LESSER);
                    let mut lesser = lesser.nodes().iter().take(MOST).map(text_of);
                    lesser.any(|own| fronts.iter().any(|front| bare(front) == bare(&own)))
                };
                if !fronts.is_empty() && (is_of_others || is_above_its_own()) {
                    found.banner.get_or_insert(text);
                    continue;
                }
                if leads_home(heading) {
                    continue;
                }
                if selector != LESSER {
                    found.first.get_or_insert_with(|| text.clone());
                }
                if !is_of_others {
                    found.all.push(text);
                }
            }
            if first.is_empty() && selector != LESSER {
                first.clone_from(&found.all);
            }
        }
        found.alone = match first.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        };
        found
    }

    /// The heading that readers see as the title, where it says what one of `titles` says in other words.
    pub(super) fn headline(&self, titles: &[String]) -> Option<&str> {
        let alone = self.alone.as_deref()?;
        let is_part = |title: &String| {
            let (title, alone) = (bare(title), bare(alone));
            title.contains(&alone) || alone.contains(&title)
        };
        let in_other_words = |title: &String| says_the_same(title, alone);
        (!titles.iter().any(is_part) && titles.iter().any(in_other_words)).then_some(alone)
    }

    /// What a page is called that calls itself so. What it calls itself may be the wrong part of what its `window` says.
    pub(super) fn title(&self, said: &str, window: Option<&str>, site: Site<'_>) -> String {
        let is_said = |heading: &&String| bare(heading) == bare(said);
        if self.all.iter().any(|heading| is_said(&heading)) {
            return said.to_owned();
        }
        if let Some(first) = self.first.as_ref().filter(|first| is_title_of(first, said)) {
            return first.clone();
        }
        let around = window.filter(|window| window.len() > said.len() && window.contains(said));
        let around = || self.part_of(around?, site);
        if let Some(part) = self.part_of(said, site).or_else(around) {
            return part.to_owned();
        }
        let title = without_site(said, site);
        let alone = self.alone.as_deref().filter(|alone| !site.is(alone));
        match alone {
            Some(alone) if site.is(&title) => alone.to_owned(),
            _ => self
                .headline(std::slice::from_ref(&title))
                .map_or(title.clone(), str::to_owned),
        }
    }

    /// The heading that a title says beside the names of its site.
    fn part_of(&self, title: &str, site: Site<'_>) -> Option<&str> {
        /// A shorter heading is the same on many pages.
        const SHORTEST: usize = 4;
        /// And one that is less than this share of the title.
        const LEAST: usize = 5;
        /// Titles of more parts are lists of words.
        const MOST_PARTS: usize = 8;
        let parts = parts(title);
        if !(2..=MOST_PARTS).contains(&parts.len()) {
            return None;
        }
        let all = bare(title).chars().count();
        let is_part = |heading: &&String| {
            let heading = bare(heading);
            let length = heading.chars().count();
            let spans = (0..parts.len())
                .flat_map(|from| (from..parts.len()).map(move |to| (from, to)))
                // What stands first is most often the title; elsewhere it is the longer part.
                .filter(|(from, _)| *from == 0 || length * 2 >= all);
            let mut said = spans.filter_map(|(from, to)| {
                title
                    .get(parts.get(from)?.start..parts.get(to)?.end)
                    .map(bare)
            });
            length >= SHORTEST && length * LEAST >= all && said.any(|said| said == heading)
        };
        let mut headings = self.all.iter().filter(|heading| !site.is(heading));
        headings.find(is_part).map(String::as_str)
    }
}

impl Site<'_> {
    /// Whether a text is the name of the site.
    fn is(self, text: &str) -> bool {
        const SHORTEST: usize = 3;
        let text = bare(text);
        self.name.is_some_and(|name| bare(name) == text)
            || text.len() >= SHORTEST && self.host.is_some_and(|host| bare(host).contains(&text))
    }

    /// Whether a part of a title is the name of the site, or of one of its sections: `CNN Politics`.
    fn is_named_by(self, part: &str) -> bool {
        const MOST_WORDS: usize = 4;
        const SHORTEST: usize = 3;
        let begins = self.host.and_then(label).is_some_and(|label| {
            label.len() >= SHORTEST
                && bare(part).starts_with(&label)
                && part.split_whitespace().count() <= MOST_WORDS
        });
        self.is(part) || begins
    }
}

/// What a site is called in its host: `example` in `news.example.co.uk`.
fn label(host: &str) -> Option<String> {
    let mut labels = host.rsplit('.').skip(1);
    let label = labels.next()?;
    let is_second = label.len() <= 3 && host.rsplit('.').next().is_some_and(|end| end.len() == 2);
    let label = labels.next().filter(|_| is_second).unwrap_or(label);
    Some(bare(label))
}

/// The words of a heading, without the sign that links to it.
fn text_of(heading: &NodeRef<'_>) -> String {
    let text = clean::line(&heading.text(), LONGEST);
    let is_sign = |sign: char| "¶#§🔗 ".contains(sign) || is_of_a_font(sign);
    text.trim_end_matches(is_sign).to_owned()
}

/// Whether a character has no meaning but a picture in a page's own font.
pub(super) fn is_of_a_font(sign: char) -> bool {
    matches!(sign, '\u{e000}'..='\u{f8ff}')
}

/// Whether a heading is nothing but a link to the first page of the site.
fn leads_home(heading: &NodeRef<'_>) -> bool {
    let is_home = |link: &NodeRef<'_>| {
        let address = link.attr_or("href", "");
        let path = address.split_once("://").map_or(&*address, |(_, rest)| {
            rest.split_once('/').map_or("", |(_, path)| path)
        });
        link.has_name("a") && !address.is_empty() && path.trim_matches('/').is_empty()
    };
    let within = heading.descendants_it().any(|inner| is_home(&inner));
    within || heading.parent().is_some_and(|above| is_home(&above))
}

/// Letters and figures alone, in lower case.
pub(super) fn bare(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The parts of a title between what parts it from the names of its site.
fn parts(title: &str) -> Vec<Range<usize>> {
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let is_wide = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !c.is_ascii());
    let mut parts = Vec::new();
    let (mut start, mut before) = (0, None);
    let mut chars = title.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map(|(_, c)| *c);
        let is_between = BARS.contains(&c)
            || PARTS.contains(&c) && c != ':' && is_space(before) && is_space(after)
            || c == '_' && (is_wide(before) || is_wide(after));
        if is_between {
            parts.push(start..at);
            start = at + c.len_utf8();
        }
        before = Some(c);
    }
    parts.push(start..title.len());
    parts.retain(|part| {
        title
            .get(part.clone())
            .is_some_and(|text| !bare(text).is_empty())
    });
    parts
}

/// `Range in winter | Example Herald` without the name of the site, before it or behind.
fn without_site(title: &str, site: Site<'_>) -> String {
    let mut title = without_name(title, site.name);
    for is_last in [true, false] {
        let parts = parts(&title);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            break;
        };
        let (name, rest) = if is_last {
            (last, 0..last.start)
        } else {
            (
                first,
                parts.get(1).map_or(0, |next| next.start)..title.len(),
            )
        };
        let text = |part: &Range<usize>| title.get(part.clone()).unwrap_or_default().trim();
        if parts.len() > 1 && site.is_named_by(text(name)) {
            title = text(&rest)
                .trim_matches(|c: char| {
                    PARTS.contains(&c) || c == '_' || BARS.contains(&c) || c.is_whitespace()
                })
                .to_owned();
        }
    }
    title
}

/// A title without a name that ends it.
fn without_name(title: &str, name: Option<&str>) -> String {
    let bare = name.and_then(|name| {
        let start = title.len().checked_sub(name.len())?;
        let end = title.get(start..)?;
        let before = title
            .get(..start)
            .filter(|_| end.eq_ignore_ascii_case(name))?;
        let bare = before.trim_end().strip_suffix(PARTS)?.trim_end();
        (!bare.is_empty()).then_some(bare)
    });
    bare.unwrap_or(title).to_owned()
}

/// The name of the site in the title of a window, behind the heading of its page.
pub(super) fn site_behind(heading: &str, window: &str) -> Option<String> {
    /// Words of a name.
    const MOST_WORDS: usize = 6;
    let behind = window.strip_prefix(heading)?.trim_start();
    let site = behind.strip_prefix(PARTS)?.trim();
    let is_name =
        !site.contains(PARTS) && (1..=MOST_WORDS).contains(&site.split_whitespace().count());
    is_name.then(|| site.to_owned())
}

/// Whether a heading says a title, with the site's name or without.
pub(super) fn is_title_of(heading: &str, title: &str) -> bool {
    title.contains(heading) && heading.len() * 3 > title.len()
}

/// Whether two headlines are about one thing: they share a third of the words that the shorter one turns on.
fn says_the_same(one: &str, other: &str) -> bool {
    const FEWEST: usize = 3;
    let words = |text: &str| -> HashSet<String> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| word.chars().count() > 3 || word.starts_with(|c: char| c.is_numeric()))
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    other.len() >= FEWEST && shared > 0 && shared * 3 >= one.len().min(other.len())
}

#[cfg(test)]
mod tests {
    use crate::evidence::html::read;

    #[track_caller]
    fn check(head: &str, headings: &str, expected: &str) {
        let text = "The council approved the tram line on Tuesday after a debate of nine hours, with 31 votes in favour and 14 against it.";
        let page = format!(
            "<head><link rel=canonical href='https://www.courier.example/a'>{head}</head><body>{headings}<p>{text}</p><p>It opens soon, {text}</p></body>"
        );
        let title = read(page.as_bytes(), None).unwrap().title;
        assert_eq!(title.as_deref(), Some(expected), "{head} {headings}");
    }

    #[test]
    fn a_heading_tells_which_part_of_the_window_is_the_title() {
        for (window, headings) in [
            (
                "Tram lines – Sleeper Diary",
                "<h2><a href=/t>Tram lines</a></h2>",
            ),
            (
                "Tram lines — Rails 3.2 documentation",
                "<h1>Tram lines<a href=#t>¶</a></h1>",
            ),
            (
                "Tram lines — Rails 3.2 documentation",
                "<h1>Tram lines<a href=#t>\u{f0c1}</a></h1>",
            ),
            (
                "Tram lines - Union of tram drivers of Velmar (utd)",
                "<h1>Tram lines</h1>",
            ),
            (
                "Ann's home | Tram lines",
                "<h1><a href=/>Ann's home</a></h1><h2>Tram lines</h2>",
            ),
            (
                "The log » Archive » Tram lines in the east",
                "<h2>Tram lines in the east</h2>",
            ),
            (
                "Tram lines | Rails v3.2 Documentation",
                "<h1>Rails v3.2 documentation</h1><h2>Tram lines<a href=#t>#</a></h2>",
            ),
        ] {
            let expected = if window.contains("log") {
                "Tram lines in the east"
            } else {
                "Tram lines"
            };
            check(&format!("<title>{window}</title>"), headings, expected);
        }
    }

    #[test]
    fn the_name_of_the_site_is_known_by_its_address() {
        for window in [
            "Tram lines open | courier.example",
            "Tram lines open - Courier Politics",
            "COURIER|Tram lines open",
        ] {
            check(&format!("<title>{window}</title>"), "", "Tram lines open");
        }
        let window = "<title>Courier</title>";
        check(window, "<h1>Tram lines open</h1>", "Tram lines open");
    }

    #[test]
    fn a_headline_in_other_words_is_what_readers_see() {
        let head = "<meta property='og:title' content='Council votes on tram lines: what to know'>";
        check(
            head,
            "<h1>Council approves nine tram lines</h1>",
            "Council approves nine tram lines",
        );
        let said = "Council votes on tram lines: what to know";
        check(head, "<h1>Local news</h1>", said);
        // A kicker before it is no part of it.
        check(
            head,
            &format!("<h1><span>Transport</span>{said}</h1>"),
            said,
        );
    }
}
