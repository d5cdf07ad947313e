//! The question taken apart: what it asks for, clause by clause, each with the words that an answer would have to touch.

use crate::check::language::asked::{QuestionKind, asks_a_price};
use crate::check::language::sides::{Side, sides};
use crate::check::language::terms::{Lexicon, Term, is_stop_word, plain, stem, words};

/// Clauses that a question can have; what goes on further is not a question any more.
const CLAUSES: usize = 12;
/// Words that one clause is looked for by.
const WORDS: usize = 12;

/// One thing that is asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Aspect {
    /// As the question puts it.
    pub(super) text: String,
    pub(super) words: Vec<Wanted>,
    /// What kind of answer it wants, where its first words say so.
    pub(super) kind: Option<Kind>,
}

/// A word of a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wanted {
    /// Its place among all words of the question.
    pub(super) number: usize,
    pub(super) term: Term,
    pub(super) word: String,
}

/// What an answer has to hold besides the words of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A reason.
    Cause,
    /// A number.
    Amount,
    /// A sum of money.
    Price,
    /// A time.
    Time,
    /// Somebody.
    Person,
    /// What was decided, or is advised.
    Advice,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cause => "a reason",
            Self::Amount => "a figure",
            Self::Price => "a price",
            Self::Time => "a time",
            Self::Person => "somebody",
            Self::Advice => "a decision or advice",
        }
    }

    fn of(clause: &str) -> Option<Self> {
        let lower = clause.to_lowercase();
        let mut all = lower.split_whitespace();
        let first = all.find(|word| !["and", "or", "so", "but"].contains(word))?;
        match (first, all.next()) {
            ("why", _) => Some(Self::Cause),
            ("who" | "whom", _) => Some(Self::Person),
            ("should", _) => Some(Self::Advice),
            ("which" | "what", _) if QuestionKind::of(clause) == QuestionKind::Choice => {
                Some(Self::Advice)
            }
            ("when", _) => Some(Self::Time),

            _ if QuestionKind::of(clause) == QuestionKind::Amount
                && words(clause).any(|word| asks_a_price(clause.get(word).unwrap_or_default())) =>
            {
                Some(Self::Price)
            }
            ("how", Some("much" | "many")) => Some(Self::Amount),
            _ => None,
        }
    }
}

/// What a question asks for.
pub(super) fn aspects(question: &str, lexicon: &mut Lexicon) -> Vec<Aspect> {
    let mut aspects: Vec<Aspect> = Vec::new();
    let mut number = 0;
    for clause in clauses(question) {
        if aspects.len() == CLAUSES {
            break;
        }
        let mut wanted: Vec<Wanted> = Vec::new();
        for span in words(clause) {
            let word = clause.get(span).unwrap_or_default();
            if is_asking(&plain(word)) {
                continue;
            }
            if let Some(term) = lexicon.term(word)
                && wanted.len() < WORDS
                && !wanted.iter().any(|known| known.term == term)
            {
                wanted.push(Wanted {
                    number,
                    term,
                    word: plain(word),
                });
                number += 1;
            }
        }
        // What is set beside each other is looked for apart: a text on one of both is half an answer.
        let sides = sides(clause);
        if sides.len() > 1 {
            let of_side = |side: &Side| Aspect {
                text: side.own.join(" "),
                words: wanted
                    .iter()
                    .filter(|wanted| side.own.contains(&stem(&wanted.word)))
                    .cloned()
                    .collect(),
                kind: None,
            };
            let sides: Vec<Aspect> = sides.iter().map(of_side).collect();
            if sides.iter().all(|side| !side.words.is_empty()) {
                aspects.extend(sides);
                continue;
            }
        }
        if !wanted.is_empty() {
            aspects.push(Aspect {
                text: clause.to_owned(),
                words: wanted,
                kind: Kind::of(clause),
            });
        }
    }
    aspects
}

/// Cuts at the ends of sentences, at commas and semicolons, and before a question word that follows `and` or `or`.
fn clauses(question: &str) -> Vec<&str> {
    const BREAKS: [char; 7] = ['?', '.', ';', ',', ':', '\n', '？'];
    let mut clauses = Vec::new();
    let is_inside_number = |at: usize| {
        let digit = |at: usize| question.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        digit(at.wrapping_sub(1)) && digit(at + 1)
    };
    let mut from = 0;
    for (at, sign) in question.char_indices() {
        if BREAKS.contains(&sign) && !is_inside_number(at) {
            clauses.extend(question.get(from..at));
            from = at + sign.len_utf8();
        }
    }
    clauses.extend(question.get(from..));
    clauses
        .into_iter()
        .flat_map(joined)
        .map(str::trim)
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// The questions that one clause joins by `and` or `or`.
fn joined(clause: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = clause;
    loop {
        let cut = [" and ", " or "].iter().find_map(|join| {
            rest.match_indices(join).find_map(|(at, _)| {
                let after = rest.get(at + join.len()..)?;
                let next = after.split_whitespace().next()?.to_lowercase();
                is_question_word(&next).then_some((at, at + join.len()))
            })
        });
        let Some((end, next)) = cut else {
            parts.push(rest);
            return parts;
        };
        parts.extend(rest.get(..end));
        rest = rest.get(next..).unwrap_or_default();
    }
}

fn is_question_word(word: &str) -> bool {
    [
        "why", "what", "when", "where", "which", "who", "whom", "whose", "how", "should", "can",
        "could", "does", "do", "did", "is", "are", "was", "were", "will", "would", "has", "have",
    ]
    .contains(&word)
}

/// Words that ask and name nothing that an answer would say.
fn is_asking(lower: &str) -> bool {
    #[rustfmt::skip]
    const ASKING: &[&str] = &[
        "analyse", "analyze", "answer", "assess", "brief", "compare", "describe", "discuss", "evaluate", "evidence",
        "examine", "explain", "explore", "findings", "give", "happen", "happened", "identify", "know", "known",
        "main", "mean", "means", "outline", "overview", "please", "question", "reason", "reasons", "review", "show",
        "shows", "sources", "summarise", "summarize", "summary", "take", "tell", "work", "works", "write",
    ];
    is_stop_word(lower) || ASKING.binary_search(&lower).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Vec<(String, Vec<String>, Option<Kind>)> {
        let mut lexicon = Lexicon::default();
        aspects(question, &mut lexicon)
            .into_iter()
            .map(|aspect| {
                let words = aspect.words.into_iter().map(|wanted| wanted.word);
                (aspect.text, words.collect(), aspect.kind)
            })
            .collect()
    }

    #[test]
    fn a_question_is_taken_apart_into_what_it_asks() {
        let found = read(
            "Why did EU heat-pump sales fall, and should a mid-size OEM add a second line before 2027?",
        );
        assert_eq!(
            found,
            [
                (
                    "Why did EU heat-pump sales fall".to_owned(),
                    ["eu", "heat", "pump", "sales", "fall"]
                        .map(str::to_owned)
                        .to_vec(),
                    Some(Kind::Cause)
                ),
                (
                    "should a mid-size OEM add a second line before 2027".to_owned(),
                    ["mid", "size", "oem", "add", "second", "line"]
                        .map(str::to_owned)
                        .to_vec(),
                    Some(Kind::Advice)
                )
            ]
        );
        let kinds: Vec<_> =
            read("How much did it cost and when was the depot opened? Explain why.")
                .into_iter()
                .map(|(_, words, kind)| (words.join(" "), kind))
                .collect();
        assert_eq!(
            kinds,
            [
                ("cost".to_owned(), Some(Kind::Price)),
                ("depot opened".to_owned(), Some(Kind::Time))
            ]
        );
        assert_eq!(read("What about it?"), []);
        assert_eq!(
            read("Was growth 1,234.5 percent of research and development?").len(),
            1
        );
    }
}
