//! How citations are written: the study's numbers, or what other programs make notes and bibliographies of [X1].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use super::bibliography::keys;
use crate::study::Study;
use crate::study::citation::{self, Reference};

/// The ways in which citations can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Citations {
    /// `[1]`, and a list of sources.
    #[default]
    Numbered,
    /// `[^1]`, which Markdown shows as a footnote.
    Footnotes,
    /// `[@miller2024]`: Pandoc makes the citation and the list of them, after a bibliography and in the style of a journal.
    Pandoc,
}

impl Citations {
    pub const ALL: [Self; 3] = [Self::Numbered, Self::Footnotes, Self::Pandoc];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Numbered => "numbered",
            Self::Footnotes => "footnotes",
            Self::Pandoc => "pandoc",
        }
    }
}

/// A way of writing citations, with the sources of a study.
pub(super) struct Style {
    pub(super) citations: Citations,
    /// The key of each number that has a source.
    keys: BTreeMap<u32, String>,
}

impl Style {
    pub(super) fn of(study: &Study, citations: Citations) -> Self {
        Self {
            citations,
            keys: keys(study),
        }
    }

    /// A text whose marks are in the form that is kept, with its citations written in this way. What names no source stays as it is.
    pub(super) fn write(&self, text: &str) -> String {
        if self.citations == Citations::Numbered {
            return text.to_owned();
        }
        let code = citation::code(text);
        let mut out = String::with_capacity(text.len());
        let mut from = 0;
        for (span, numbers) in self.cited(text) {
            self.write_words(&mut out, text, from..span.start, &code);
            self.write_mark(&mut out, &numbers);
            from = span.end;
        }
        self.write_words(&mut out, text, from..text.len(), &code);
        out
    }

    /// What stands between citations; Pandoc would take a name for one that begins with the sign of its own.
    fn write_words(&self, out: &mut String, text: &str, part: Range<usize>, code: &[Range<usize>]) {
        let words = text.get(part.clone()).unwrap_or_default();
        if self.citations != Citations::Pandoc {
            return out.push_str(words);
        }
        let mut from = 0;
        for (at, _) in words.match_indices('@') {
            let place = part.start + at;
            let is_escaped = words.get(..at).is_some_and(|before| before.ends_with('\\'));
            if is_escaped || code.iter().any(|code| code.contains(&place)) {
                continue;
            }
            out.push_str(words.get(from..at).unwrap_or_default());
            out.push('\\');
            from = at;
        }
        out.push_str(words.get(from..).unwrap_or_default());
    }

    /// Where sources are cited, and which: marks side by side are one.
    fn cited(&self, text: &str) -> Vec<(Range<usize>, BTreeSet<u32>)> {
        let mut all: Vec<(Range<usize>, BTreeSet<u32>)> = Vec::new();
        for mark in citation::marks(text) {
            let number = |reference: &Reference| match reference {
                Reference::Number(number) => self.keys.contains_key(number).then_some(*number),
                Reference::Unresolved(_) | Reference::Uri(_) | Reference::Name { .. } => None,
            };
            let numbers: Option<BTreeSet<u32>> = mark.references.iter().map(number).collect();
            let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
                continue;
            };
            match all.last_mut() {
                Some((span, before)) if span.end == mark.span.start => {
                    span.end = mark.span.end;
                    before.extend(numbers);
                }
                _ => all.push((mark.span, numbers)),
            }
        }
        all
    }

    fn write_mark(&self, out: &mut String, numbers: &BTreeSet<u32>) {
        if self.citations == Citations::Pandoc {
            let keys = numbers.iter().filter_map(|number| self.keys.get(number));
            let keys: Vec<String> = keys.map(|key| format!("@{key}")).collect();
            let _ = write!(out, "[{}]", keys.join("; "));
            return;
        }
        for number in numbers {
            let _ = write!(out, "[^{number}]");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::fixture;

    #[test]
    fn citations_are_written_as_the_program_that_reads_on_wants_them() {
        let study = fixture::settled();
        let written = |citations, text: &str| Style::of(&study, citations).write(text);
        for (text, footnotes, pandoc) in [
            ("Rose [1].", "Rose [^1].", "Rose [@vale2024heat]."),
            (
                "Fell [1][2]. And [1, 2] again.",
                "Fell [^1][^2]. And [^1][^2] again.",
                "Fell [@vale2024heat; @example2024heat]. And [@vale2024heat; @example2024heat] again.",
            ),
            (
                "Old [9?] and [7].",
                "Old [9?] and [7].",
                "Old [9?] and [7].",
            ),
            ("`a[1]` in code", "`a[1]` in code", "`a[1]` in code"),
            (
                "As @vale says, not `@vale` [1].",
                "As @vale says, not `@vale` [^1].",
                "As \\@vale says, not `@vale` [@vale2024heat].",
            ),
        ] {
            assert_eq!(written(Citations::Numbered, text), text);
            assert_eq!(written(Citations::Footnotes, text), footnotes);
            assert_eq!(written(Citations::Pandoc, text), pandoc);
        }
    }
}
