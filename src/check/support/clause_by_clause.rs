//! Clause by clause: a sentence that denies one thing and states another, `neither clinic had a scanner, although both had trained staff`, read as the two sentences that it
//! might have been.
//!
//! What one clause denies or turns is near the words of the other, and a claim of the other seems to be opposed. So a claim that is, and by nothing but such a word, is held
//! against the clauses one by one.

use super::finding::{Finding, Weighed};
use crate::check::language::terms::{is_stop_word, plain_words, stem};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::{Opposition, turning_word};
use crate::check::text::sentences::sentences;

/// Words that join clauses of which each says something of its own, behind a comma.
const JOINS: &[&str] = &["but", "although", "though", "while", "whereas"];

impl Weighed {
    /// Whether a word of the evidence turns or denies the claim, and nothing else speaks against it.
    pub(crate) fn is_only_opposed(&self) -> bool {
        self.contradicts() && !self.misses() && {
            let speaks =
                |finding: &Finding| !matches!(finding, Finding::Words(_) | Finding::Name(_));
            let is_word = |finding: &Finding| {
                matches!(
                    finding,
                    Finding::Opposed(
                        Opposition::Denied | Opposition::Stated | Opposition::Direction { .. }
                    ) | Finding::Hedge(_)
                )
            };
            self.findings.iter().filter(|own| speaks(own)).all(is_word)
        }
    }

    /// The words of the evidence that turn the claim.
    pub(crate) fn turning_words(&self) -> Vec<&str> {
        let turns = self.findings.iter().filter_map(|finding| match finding {
            Finding::Opposed(Opposition::Direction { source, .. }) => Some(turning_word(source)),
            _ => None,
        });
        turns.collect()
    }
}

/// The texts with such clauses as sentences of their own, byte by byte as long as they were; `None` where there are none.
pub(super) fn clause_by_clause(texts: &[&str]) -> Option<Vec<String>> {
    let parted: Vec<Option<String>> = texts.iter().map(|text| parted(text)).collect();
    parted.iter().any(Option::is_some).then(|| {
        let all = parted.into_iter().zip(texts);
        all.map(|(parted, text)| parted.unwrap_or_else(|| (*text).to_owned()))
            .collect()
    })
}

/// Whether a claim has more words of the clauses that deny nothing alone than of those that do: of `never writes to disk; it keeps its cache in memory` one that the cache
/// is kept on disk has as many of either. `turned` are the words that turn the claim.
pub(super) fn is_of_what_is_stated(claim: &str, parted: &[&str], turned: &[&str]) -> bool {
    let stems = |text: &str| -> Vec<String> {
        let content = plain_words(text).filter(|word| !is_stop_word(word));
        content.map(|word| stem(&word)).collect()
    };
    let (mut denied, mut stated) = (Vec::new(), Vec::new());
    for text in parted {
        for sentence in sentences(text)
            .into_iter()
            .filter_map(|span| text.get(span))
        {
            let is_turned = plain_words(sentence)
                .any(|word| is_denying(&word) || turned.contains(&word.as_str()));
            let told = if is_turned { &mut denied } else { &mut stated };
            told.append(&mut stems(sentence));
        }
    }
    let own = stems(claim);
    let alone = |side: &[String], other: &[String]| {
        own.iter()
            .filter(|word| side.contains(word) && !other.contains(word))
            .count()
    };
    denied.is_empty() || alone(&stated, &denied) > alone(&denied, &stated)
}

fn parted(text: &str) -> Option<String> {
    let mut found: Option<Vec<u8>> = None;
    for span in sentences(text) {
        let sentence = text.get(span.clone())?;
        for (at, sign) in sentence.match_indices([',', ';']) {
            let behind = sentence.get(at + 1..)?;
            let word = behind
                .strip_prefix(' ')
                .and_then(|rest| rest.split(' ').next())
                .unwrap_or_default();
            let joins = JOINS.contains(&word);
            // `Not only the nave, but also the tower`
            let next = behind.get(word.len() + 1..).unwrap_or_default();
            let begins_clause = next.trim_start().split(' ').next().is_some_and(|next| {
                !matches!(next, "" | "not" | "also" | "for" | "in" | "on" | "to")
            });
            let start = at + 2 + if joins { word.len() + 1 } else { 0 };
            let first = sentence.get(start..).and_then(|rest| rest.chars().next());
            if (sign == ";" || joins && begins_clause)
                && first.is_some_and(|first| first.is_ascii_alphabetic())
            {
                let bytes = found.get_or_insert_with(|| text.as_bytes().to_vec());
                let from = span.start + at;
                if let Some(sign) = bytes.get_mut(from) {
                    *sign = b'.';
                }
                if let Some(word) = bytes.get_mut(from + 1..span.start + start) {
                    word.fill(b' ');
                }
                if let Some(first) = bytes.get_mut(span.start + start) {
                    first.make_ascii_uppercase();
                }
            }
        }
    }
    String::from_utf8(found?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_that_say_something_of_their_own_become_sentences() {
        let text = "Neither clinic had a scanner, although both had trained staff; the ward closed. It was not only late, but also dear.";
        let parted = parted(text).unwrap();
        assert_eq!(parted.len(), text.len());
        assert_eq!(sentences(&parted).len(), 4, "{parted}");
        assert_eq!(super::parted("The ward closed, and the nurses left."), None);
    }
}
