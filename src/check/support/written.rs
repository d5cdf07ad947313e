//! Written: what an edit says as it stands in the two texts.
//!
//! What is told against a claim is quoted, and has to stand so in its source; and a denial that only has another place, `no women were admitted` for `women were not
//! admitted`, is told twice, as put in and as left out, and is neither.

use std::ops::Range;

use super::finding::{Finding, Weighed};
use crate::check::language::terms::{plain, plain_words, words};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Leaves out of edits a denial that the one sentence has in another place than the other.
pub(super) fn drop_moved_denial(edits: &mut Vec<Finding>) {
    let is_put_in = |edit: &Finding| matches!(edit, Finding::Opposed(Opposition::Denied));
    let is_left_out = |edit: &Finding| matches!(edit, Finding::Opposed(Opposition::Stated));
    let is_no = |edit: &Finding| matches!(edit, Finding::Quantifier { claim, source } if [claim, source].iter().any(|word| word.eq_ignore_ascii_case("no")));
    if edits.iter().any(is_put_in) && edits.iter().any(is_left_out) {
        edits.retain(|edit| !is_put_in(edit) && !is_left_out(edit) && !is_no(edit));
    }
}

impl Finding {
    /// The same with the words of the claim and of its source as they stand there, where they were told by what they say alone.
    pub(super) fn in_words_of(mut self, claim: &str, texts: &[&str]) -> Self {
        let (Self::Opposed(
            Opposition::Direction {
                claim: own,
                source: theirs,
            }
            | Opposition::Swapped {
                claim: own,
                source: theirs,
            },
        )
        | Self::Altered {
            claim: own,
            source: theirs,
            ..
        }
        | Self::Quantifier {
            claim: own,
            source: theirs,
        }) = &mut self
        else {
            return self;
        };
        let written = |said: &str, texts: &[&str]| {
            // What leaves words out says so, and what stands there as it is stays.
            if said.contains('…') || texts.iter().any(|text| text.contains(said)) {
                return None;
            }
            let mut written = texts.iter().filter_map(|text| as_written(said, text));
            written.next().map(str::to_owned)
        };
        if let Some(words) = written(own, &[claim]) {
            *own = words;
        }
        if let Some(words) = written(theirs, texts) {
            *theirs = words;
        }
        self
    }
}

impl Weighed {
    /// Puts what is told against a claim as it stands in the claim and in its evidence, and says of no word that it is missing that stands there.
    pub(super) fn as_written(&mut self, claim: &str, texts: &[&str]) {
        let is_told = |finding: &Finding| {
            matches!(
                finding,
                Finding::Opposed(_)
                    | Finding::Altered { .. }
                    | Finding::Quantifier { .. }
                    | Finding::Words(_)
            )
        };
        if !self.findings.iter().any(is_told) {
            return;
        }
        let told = std::mem::take(&mut self.findings);
        self.findings = told
            .into_iter()
            .map(|finding| match finding {
                Finding::Words(words) if !words.is_empty() => {
                    let lacks = |word: &String| {
                        let wanted = plain(word);
                        let has = |text: &&str| plain_words(text).any(|own| own == wanted);
                        !texts.iter().any(has)
                    };
                    Finding::Words(words.into_iter().filter(lacks).collect())
                }
                other => other.in_words_of(claim, texts),
            })
            .collect();
    }
}

/// A stretch with the signs that belong to its first and its last word.
fn with_signs(text: &str, span: Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let start = before.trim_end_matches(['£', '$', '€', '¥']).len();
    let behind = text.get(span.end..).unwrap_or_default();
    let end = span.end + behind.len() - behind.trim_start_matches(['%', '°']).len();
    start..end
}

/// The shortest stretch of one sentence of a text that has these words in their order.
fn as_written<'t>(said: &str, text: &'t str) -> Option<&'t str> {
    let wanted: Vec<String> = plain_words(said).collect();
    let first = wanted.first()?;
    let in_sentence = |sentence: &'t str| {
        let read =
            words(sentence).filter_map(|span| Some((plain(sentence.get(span.clone())?), span)));
        let read: Vec<_> = read.collect();
        let starts = read
            .iter()
            .enumerate()
            .filter(|(_, (word, _))| word == first);
        let stretches = starts.filter_map(|(at, (_, from))| {
            let mut wanted = wanted.iter().peekable();
            let mut behind = read.iter().skip(at);
            let (_, to) = behind.find(|(word, _)| {
                wanted.next_if(|wanted| *wanted == word);
                wanted.peek().is_none()
            })?;
            sentence.get(with_signs(sentence, from.start..to.end))
        });
        stretches.min_by_key(|stretch| stretch.len())
    };
    let spans = sentences(text).into_iter();
    spans
        .filter_map(|span| text.get(span))
        .find_map(in_sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::support::pair::Pairs;
    use crate::study::Verdict;

    #[test]
    fn none_were_and_they_were_not_are_one() {
        let mut pairs = Pairs::default();
        let (no, not) = (
            "No women were admitted to the hall.",
            "Women were not admitted to the hall.",
        );
        for (claim, evidence) in [(no, not), (not, no)] {
            let found = pairs.judge(claim, &[evidence]);
            assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
        }
        let were = "Women were admitted to the hall.";
        for (claim, evidence) in [(were, not), (were, no), (no, were), (not, were)] {
            let found = pairs.judge(claim, &[evidence]);
            assert_ne!(found.verdict, Verdict::Supported, "{claim} / {evidence}");
        }
    }

    #[test]
    fn what_is_quoted_is_the_shortest_that_has_the_words() {
        let text =
            "The first phase ends late. The phase that is second ends in the spring of 2026.";
        assert_eq!(as_written("spring 2026", text), Some("spring of 2026"));
        assert_eq!(as_written("second phase", text), None);
    }
}
