//! A text as its author wrote it, Markdown marks and all: for reports that are checked, not for evidence.

use std::ops::Range;

use super::format::{self, Format};
use super::problem::Problem;
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
            Source::Address(_) => return self.told(source),
        };
        if format.isolated() || format == Format::Notebook {
            self.told(source)
        } else {
            Ok(decode::text(&bytes, None).text)
        }
    }

    fn told(&self, source: &Source) -> Result<String, RefusedEvidence> {
        let documents = self.read(source)?;
        let texts: Vec<String> = documents.iter().map(linked).collect();
        Ok(texts.join("\n\n"))
    }
}

/// A document's text with its links written as in Markdown, each where its words stand next.
fn linked(document: &ReadDocument) -> String {
    let text = document.text.as_str();
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for link in &document.links {
        let words: Vec<&str> = link.text.split_whitespace().collect();
        // What is an address already is one in the text.
        let is_address = words.iter().any(|word| word.contains("://"));
        let Some(found) = find(text, at, &words).filter(|_| !is_address) else {
            continue;
        };
        let own = text.get(found.clone()).unwrap_or_default();
        written.push_str(text.get(at..found.start).unwrap_or_default());
        let inner = own.trim_start_matches('[').trim_end_matches(']');
        if inner.contains(['[', ']']) {
            written.extend([own, " (", &link.address, ")"]);
        } else {
            written.extend(["[", inner, "](", &link.address, ")"]);
        }
        at = found.end;
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
