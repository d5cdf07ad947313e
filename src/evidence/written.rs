//! A text as its author wrote it, Markdown marks and all: for reports that are checked, not for evidence.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::format::{self, Format};
use super::problem::Problem;
use super::reading::{NOTE_CALLED, NOTE_TOLD};
use super::{Reader, Source, decode};
use crate::study::{ReadDocument, RefusedEvidence};

impl Reader {
    /// The text of a report. Markdown and plain text come as they are; of other formats, whose marks mean nothing, comes what a reader makes of them.
    ///
    /// # Errors
    /// The refusal, naming the source, what is wrong and what to do.
    pub fn written(&self, source: &Source) -> Result<String, RefusedEvidence> {
        let named = |problem: &Problem| problem.refusing(&source.name());
        let (format, bytes) = match source {
            Source::File(path) => {
                let read = || {
                    let size = self.size_of(path)?;
                    let (format, begun) = format::of_file(path)?;
                    Ok((format, self.rest_of(begun, size)?))
                };
                read().map_err(|problem: Problem| named(&problem))?
            }
            Source::Standard(bytes) => {
                let read = || -> Result<Format, Problem> {
                    self.fits(bytes.len() as u64)?;
                    format::of_bytes(None, bytes.get(..8192).unwrap_or(bytes))
                };
                (read().map_err(|problem| named(&problem))?, bytes.clone())
            }
            Source::Address(_) => return self.told(source, false),
        };
        if format == Format::Html {
            let page = self.told(&Source::Standard(with_marks(&bytes)), true);
            page.map_err(|refused| RefusedEvidence {
                source: source.name(),
                ..refused
            })
        } else if format.isolated() || format == Format::Notebook {
            self.told(source, format == Format::Docx)
        } else {
            Ok(decode::text(&bytes, None).text)
        }
    }

    fn told(&self, source: &Source, has_headings: bool) -> Result<String, RefusedEvidence> {
        let documents = self.read(source)?;
        let text = |document| {
            let linked = linked(document);
            if has_headings {
                headed(&linked, document)
            } else {
                linked
            }
        };
        let texts: Vec<String> = documents.iter().map(text).collect();
        Ok(texts.join("\n\n"))
    }
}

/// A page in which the marks that lead to its notes are words, as a reader of pages leaves such marks out: `<sup><a href="#ref1">1</a></sup>` is `[1]`.
fn with_marks(page: &[u8]) -> Vec<u8> {
    static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r#"(?is-u)<a\b[^>]{0,400}?href\s*=\s*["']?#[^>]{0,400}>"#).ok()
    });
    static RAISED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?is-u)<sup\b[^>]{0,400}>").ok());
    let Some(link) = LINK.as_ref() else {
        return page.to_vec();
    };
    let with_links = rewritten(page, link, b"</a", |inside| {
        let is_raised = lower(inside).contains("<sup");
        let text = without_tags(inside);
        numbers(&text).filter(|_| is_raised || text.trim().starts_with('['))
    });
    let Some(raised) = RAISED.as_ref() else {
        return with_links;
    };
    rewritten(&with_links, raised, b"</sup", |inside| {
        let text = without_tags(inside);
        let is_linked = lower(inside).contains("<a");
        let numbers = numbers(&text).filter(|_| is_linked || text.trim().starts_with('['))?;
        // What leads to a source keeps its address.
        let opened = lower(inside);
        let outward = opened
            .find("<a")
            .filter(|_| opened.contains("http") && opened.matches("<a").count() == 1);
        let tag = outward.and_then(|at| {
            let tag = inside.get(at..)?;
            let end = tag.iter().position(|&byte| byte == b'>')?;
            Some(String::from_utf8_lossy(tag.get(..=end)?).into_owned())
        });
        Some(match tag {
            Some(tag) => format!("{tag}{numbers}</a>"),
            None => numbers,
        })
    })
}

/// A page in which elements that begin so are written anew, where they are short and `anew` says how.
fn rewritten(
    page: &[u8],
    begins: &Regex,
    ends: &[u8],
    anew: impl Fn(&[u8]) -> Option<String>,
) -> Vec<u8> {
    const LONGEST: usize = 600;
    let mut written = Vec::with_capacity(page.len());
    let mut at = 0;
    for found in begins.find_iter(page) {
        if found.start() < at {
            continue;
        }
        let behind = page.get(found.end()..).unwrap_or_default();
        let near = behind.get(..behind.len().min(LONGEST)).unwrap_or_default();
        let end = near
            .windows(ends.len())
            .position(|part| part.eq_ignore_ascii_case(ends));
        let inside = end.and_then(|end| near.get(..end));
        let closed = end.and_then(|end| near.get(end..)?.iter().position(|&byte| byte == b'>'));
        let (Some(inside), Some(closed)) = (inside, closed) else {
            continue;
        };
        if let Some(text) = anew(inside) {
            written.extend_from_slice(page.get(at..found.start()).unwrap_or_default());
            written.extend_from_slice(text.as_bytes());
            at = found.end() + inside.len() + closed + 1;
        }
    }
    written.extend_from_slice(page.get(at..).unwrap_or_default());
    written
}

fn lower(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

fn without_tags(inside: &[u8]) -> String {
    let mut text = String::new();
    let mut is_in_tag = false;
    for c in String::from_utf8_lossy(inside).chars() {
        match c {
            '<' => is_in_tag = true,
            '>' => is_in_tag = false,
            c if !is_in_tag => text.push(c),
            _ => {}
        }
    }
    text
}

/// `[1]` of `1`, `[1]` and ` 1 `; `[1, 2]` of `1, 2`; `None` of anything else.
fn numbers(text: &str) -> Option<String> {
    const MOST_DIGITS: usize = 3;
    let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
    let is_number = |part: &str| {
        let part = part.trim();
        (1..=MOST_DIGITS).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    inside
        .split([',', '-', '–'])
        .all(is_number)
        .then(|| format!("[{}]", inside.trim()))
}

/// A text with its headings marked as those of Markdown are.
fn headed(text: &str, document: &ReadDocument) -> String {
    const DEEPEST: usize = 6;
    let mut levels: HashMap<&str, usize> = HashMap::new();
    for passage in &document.passages {
        for (level, heading) in passage.headings.into_iter().enumerate() {
            levels.entry(heading.trim()).or_insert(level + 1);
        }
    }
    let mut written = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    let mut is_apart = true;
    while let Some(line) = lines.next() {
        let content = line.trim();
        let is_last = lines.peek().is_none_or(|next| next.trim().is_empty());
        if let Some(level) = levels.get(content).filter(|_| is_apart && is_last) {
            written.push_str(&"#".repeat((*level).min(DEEPEST)));
            written.push(' ');
        }
        written.push_str(line);
        is_apart = content.is_empty();
    }
    written
}

/// A document's text with its links written as in Markdown, each where its words stand next, and so its notes.
fn linked(document: &ReadDocument) -> String {
    let text = document.text.as_str();
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for link in &document.links {
        let words: Vec<&str> = link.text.split_whitespace().collect();
        // What is an address already is one in the text.
        let is_address = words.iter().any(|word| word.contains("://"));
        let called = link.address.strip_prefix(NOTE_CALLED);
        let told = link.address.strip_prefix(NOTE_TOLD);
        let is_note = called.is_some() || told.is_some();
        let Some(found) = find(text, at, &words).filter(|_| is_note || !is_address) else {
            continue;
        };
        let own = text.get(found.clone()).unwrap_or_default();
        written.push_str(text.get(at..found.start).unwrap_or_default());
        at = found.end;
        if let Some(number) = called {
            written.extend([own, "[^", number, "]"]);
            continue;
        }
        if let Some(number) = told {
            written.extend(["[^", number, "]:"]);
            continue;
        }
        let inner = own.trim_start_matches('[').trim_end_matches(']');
        if inner.contains(['[', ']']) {
            written.extend([own, " (", &link.address, ")"]);
        } else {
            written.extend(["[", inner, "](", &link.address, ")"]);
        }
    }
    written.push_str(text.get(at..).unwrap_or_default());
    written
}

/// The bytes of the next place where these words stand one after the other.
fn find(text: &str, from: usize, words: &[&str]) -> Option<Range<usize>> {
    let (first, others) = words.split_first()?;
    let rest = text.get(from..)?;
    rest.match_indices(first).find_map(|(at, _)| {
        let start = from + at;
        let mut end = start + first.len();
        for word in others {
            let behind = text.get(end..)?;
            let skipped = behind.len() - behind.trim_start().len();
            if !behind.get(skipped..)?.starts_with(word) {
                return None;
            }
            end += skipped + word.len();
        }
        Some(start..end)
    })
}

impl Source {
    /// What the analyst calls it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Standard(_) => "-".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
            Self::Address(address) => address.as_str().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Link;

    #[test]
    fn marks_of_a_page_that_lead_to_its_notes_are_kept() {
        let marked = |page: &str| String::from_utf8(with_marks(page.as_bytes())).unwrap();
        for mark in [
            "<sup><a href=\"#ref1\">[1]</a></sup>",
            "<sup><a href='#ref1'>1</a></sup>",
            "<a class=x href=\"#fn1\"><sup>1</sup></a>",
            "<sup>[1]</sup>",
            "<a href=\"#ref1\">[1]</a>",
        ] {
            assert_eq!(
                marked(&format!("<p>It rose{mark}.")),
                "<p>It rose[1].",
                "{mark}"
            );
        }
        assert_eq!(
            marked("<p>It rose<sup><a href=\"https://a.org/x\">1</a></sup>."),
            "<p>It rose<a href=\"https://a.org/x\">[1]</a>."
        );
        for kept in [
            "<p>10<sup>6</sup> m",
            "<a href=\"#top\">Top</a>",
            "<a href='#p3'>3</a>",
        ] {
            assert_eq!(marked(kept), kept);
        }
    }

    #[test]
    fn notes_are_written_as_footnotes() {
        let link = |text: &str, address: &str| Link {
            text: text.to_owned(),
            address: address.to_owned(),
        };
        let document = ReadDocument {
            text: "Sales fell. They rose again.\n\nNote: Port report.\n\nNote: Budget.".to_owned(),
            links: vec![
                link("Sales fell.", "note:called:1"),
                link("They rose again.", "note:called:2"),
                link("Note:", "note:told:1"),
                link("Note:", "note:told:2"),
            ],
            ..ReadDocument::default()
        };
        assert_eq!(
            linked(&document),
            "Sales fell.[^1] They rose again.[^2]\n\n[^1]: Port report.\n\n[^2]: Budget."
        );
    }

    #[test]
    fn links_are_written_where_their_words_stand() {
        let link = |text: &str, address: &str| Link {
            text: text.to_owned(),
            address: address.to_owned(),
        };
        let document = ReadDocument {
            text: "Sales fell [2]. They rose, says the\nport authority. See https://a.org/b."
                .to_owned(),
            links: vec![
                link("[2]", "https://a.org/two"),
                link("nowhere", "https://a.org/none"),
                link("the port authority", "https://a.org/port"),
                link("https://a.org/b", "https://a.org/b"),
            ],
            ..ReadDocument::default()
        };
        assert_eq!(
            linked(&document),
            "Sales fell [2](https://a.org/two). They rose, says [the\nport authority](https://a.org/port). See https://a.org/b."
        );
    }
}
