//! A server's own words, fit to be shown and kept: harmless [Z1] and without the key and its parts [Z2], which some servers repeat in what they say.

use std::fmt;

use serde_json::Value;

use super::counts::Counts;
use super::halves;
use super::secret::Secrets;
use super::server_error::for_people;
use super::stream::Part;
use crate::clean;

/// Characters of a server's words in an error.
pub(super) const WORDS: usize = 200;
/// What stands in the key's place.
const BLOT: &str = "…";
/// So much of a part at the end of a text is one that was cut.
const TELLING: usize = 8;

/// A server's own words on one line of at most `limit` characters, with what is secret blotted out should the server repeat it.
pub(super) fn words(raw: &str, secrets: &Secrets, limit: usize) -> String {
    // What is invisible in a key goes first, so that the rest is seen to be one.
    let line = clean::line(&halves::readable(raw), usize::MAX);
    clean::line(&redacted(&line, secrets), limit)
}

/// What a server says went wrong, as `words`: of JSON and of a page only what is there for people to read, which may be nothing.
pub(super) fn complaint(raw: &str, secrets: &Secrets, limit: usize) -> String {
    words(&for_people(raw), secrets, limit)
}

/// The text with what is secret blotted out.
pub(super) fn redacted(raw: &str, secrets: &Secrets) -> String {
    let mut held = Held::default();
    let mut told = held.take(raw, secrets).unwrap_or_default();
    told.extend(held.rest(secrets));
    told
}

/// The counts without those that are named by the key.
pub(super) fn counts(counts: Counts, secrets: &Secrets) -> Counts {
    let kept = counts.into_iter().filter(|(name, _)| !secrets.is_in(name));
    kept.map(|(name, count)| match count {
        Value::Object(group) => (name, Value::Object(self::counts(group, secrets))),
        count => (name, count),
    })
    .collect()
}

/// Blots the key out of an answer, also where it comes in pieces: what may be the beginning of a part waits for what follows.
#[derive(Debug, Default)]
pub(super) struct Blotter {
    secrets: Secrets,
    text: Held,
    reasoning: Held,
}

impl Blotter {
    pub(super) fn of(secrets: &Secrets) -> Self {
        Self {
            secrets: secrets.clone(),
            ..Self::default()
        }
    }

    /// The parts without the key.
    pub(super) fn take(&mut self, parts: Vec<Part>) -> Vec<Part> {
        let secret = &self.secrets;
        if secret.is_empty() {
            return parts;
        }
        let mut blotted = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Text(piece) => {
                    blotted.extend(self.text.take(&piece, secret).map(Part::Text));
                }
                Part::Reasoning(piece) => {
                    let piece = self.reasoning.take(&piece, secret);
                    blotted.extend(piece.map(Part::Reasoning));
                }
                Part::AllReasoning => {
                    blotted.extend(self.reasoning.rest(secret).map(Part::Reasoning));
                    blotted.extend(self.text.rest(secret).map(Part::Text));
                    blotted.push(Part::AllReasoning);
                }
            }
        }
        blotted
    }

    /// The text that waits now, as it would be told if nothing followed.
    pub(super) fn waiting(&self) -> Option<String> {
        self.text.clone().rest(&self.secrets)
    }

    /// What waited, where nothing follows.
    pub(super) fn finish(&mut self) -> Vec<Part> {
        let secret = &self.secrets;
        let reasoning = self.reasoning.rest(secret).map(Part::Reasoning);
        let text = self.text.rest(secret).map(Part::Text);
        reasoning.into_iter().chain(text).collect()
    }
}

/// A text that comes in pieces: its end, as far as it may belong to a part of a key.
#[derive(Clone, Default)]
struct Held {
    waiting: String,
    /// So many of its first bytes belong to a part that began before it.
    covered: usize,
    /// What was let go last is the blot.
    after_blot: bool,
}

/// What waits is most likely a part of a key.
impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(BLOT)
    }
}

impl Held {
    /// What of the text so far can belong to no further part, blotted; the rest waits.
    fn take(&mut self, piece: &str, secrets: &Secrets) -> Option<String> {
        self.waiting.push_str(piece);
        let covered = self.covered_by(secrets);
        self.let_go(&covered, secrets.begun(&self.waiting))
    }

    /// What waited, where nothing follows.
    fn rest(&mut self, secrets: &Secrets) -> Option<String> {
        let mut covered = self.covered_by(secrets);
        let begun = secrets.begun(&self.waiting);
        if self.waiting.len() - begun >= TELLING {
            covered.iter_mut().skip(begun).for_each(|byte| *byte = true);
        }
        let rest = self.let_go(&covered, self.waiting.len());
        *self = Self::default();
        rest
    }

    fn covered_by(&self, secrets: &Secrets) -> Vec<bool> {
        let mut covered = secrets.covered(&self.waiting);
        covered
            .iter_mut()
            .take(self.covered)
            .for_each(|byte| *byte = true);
        covered
    }

    /// The waiting text up to `end`, with one blot for each run of covered bytes.
    fn let_go(&mut self, covered: &[bool], end: usize) -> Option<String> {
        let (going, staying) = covered.split_at_checked(end)?;
        let mut told = String::new();
        let mut at = 0;
        for run in going.chunk_by(PartialEq::eq) {
            let text = self.waiting.get(at..at + run.len()).unwrap_or_default();
            let is_covered = run.first() == Some(&true);
            if !is_covered {
                told.push_str(text);
            } else if !self.after_blot {
                told.push_str(BLOT);
            }
            self.after_blot = is_covered;
            at += run.len();
        }
        self.covered = staying.iter().take_while(|covered| **covered).count();
        self.waiting.drain(..end);
        Some(told).filter(|told| !told.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::ApiKey;
    use super::*;

    #[test]
    fn server_words_are_one_short_line() {
        assert_eq!(
            words(
                " quota\n\n exceeded\u{1b}[2J for\tyou ",
                &Secrets::default(),
                300
            ),
            "quota exceeded for you"
        );
        assert_eq!(words("abcdef", &Secrets::default(), 3), "abc…");
    }

    #[test]
    fn a_key_that_the_server_repeats_is_blotted_out() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("bad key sk-very-secret, sorry", key.secrets(), 300),
            "bad key …, sorry"
        );
    }

    #[test]
    fn parts_of_a_key_are_blotted_out_in_whatever_form() {
        let key = ApiKey::new("sk-tercetSECRET-9f8e7d6c5b4a3210ZZ");
        let told = "wrong: sk-tercetSECRET-9f, and tSECRET-9f8e7d6c5b4a3210ZZ; c2stdGVyY2V0U0VDUkVULTlmOGU3ZDZjNWI0YTMyMTBaWg== is it. sk-t… is not.";
        assert_eq!(
            words(told, key.secrets(), 300),
            "wrong: …, and …; …g== is it. sk-t… is not."
        );
        assert_eq!(words("cut: sk-tercet", key.secrets(), 300), "cut: …");
        assert_eq!(words("sk-terceté", key.secrets(), 300), "sk-terceté");
    }

    #[test]
    fn a_key_is_blotted_out_however_the_answer_is_split() {
        let key = ApiKey::new("sk-very-secret");
        let answer = "Is sk-very-secret it? Asks sk-very-nice, says sk";
        for size in 1..=answer.len() {
            let mut blotter = Blotter::of(key.secrets());
            let pieces = answer.as_bytes().chunks(size);
            let pieces = pieces.map(|piece| Part::Text(String::from_utf8_lossy(piece).into()));
            let mut parts = blotter.take(pieces.collect());
            parts.extend(blotter.finish());
            let text: String = parts
                .into_iter()
                .map(|part| match part {
                    Part::Text(text) => text,
                    other => panic!("{other:?}"),
                })
                .collect();
            assert_eq!(text, "Is … it? Asks sk-very-nice, says sk", "{size}");
        }
        for size in 1..=60 {
            let key = ApiKey::new("Zq8WmR3xLv7Tn2KpYd5Hs9Bf");
            let answer =
                "Zq8WmR3xLv7Tn2KpYd5Hs9Bf, mR3xLv7Tn2KpYdé Zq8WmR3xLv7Tn2KpYd5Hs9Bf9Bfé Zq8WmR";
            let mut held = Held::default();
            let mut told = String::new();
            for piece in answer.chars().collect::<Vec<char>>().chunks(size) {
                told.extend(held.take(&piece.iter().collect::<String>(), key.secrets()));
            }
            told.extend(held.rest(key.secrets()));
            assert_eq!(told, "…, …é …9Bfé Zq8WmR", "{size}");
        }
    }

    #[test]
    fn a_key_that_is_cut_or_thought_is_not_told_either() {
        let key = ApiKey::new("sk-very-secret");
        let mut blotter = Blotter::of(key.secrets());
        let parts = blotter.take(vec![
            Part::Reasoning("it is sk-very-".to_owned()),
            Part::Text("It is sk-very-secre".to_owned()),
            Part::Reasoning("secret!".to_owned()),
        ]);
        let told = [parts, blotter.finish()].concat();
        let expected = [
            Part::Reasoning("it is ".to_owned()),
            Part::Text("It is …".to_owned()),
            Part::Reasoning("…!".to_owned()),
        ];
        assert_eq!(told, expected);
        let mut begun = Blotter::of(key.secrets());
        begun.take(vec![Part::Text("It is sk".to_owned())]);
        assert_eq!(begun.waiting().as_deref(), Some("sk"));
        let mut none = Blotter::of(ApiKey::new("x").secrets());
        let parts = vec![Part::Text("axb".to_owned()), Part::AllReasoning];
        assert_eq!(none.take(parts.clone()), parts);
    }

    #[test]
    fn a_key_with_something_invisible_in_it_is_seen() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("no sk-\u{200b}very-\u{1b}[1msecret!", key.secrets(), 300),
            "no …!"
        );
    }
}
