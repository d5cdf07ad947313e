//! A sign's pattern: a row of words, looked for in the words of a text. How patterns are written is told in [`super::vocabulary`].

use std::sync::LazyLock;

use super::Reason;
use super::tokens::Token;
use super::vocabulary::{AGENTS, AUTOMATED, CLASSES, ENGINES, MODELS, NO_AGENTS, SIGNS, Sign};

/// The patterns of all signs, in their order.
pub(super) static PATTERNS: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| SIGNS.iter().map(Pattern::parse).collect());

pub(super) struct Pattern {
    pub(super) sign: &'static Sign,
    starts: bool,
    pub(super) elements: Vec<Element>,
}

pub(super) enum Element {
    One(Vec<Word>),
    Maybe(Vec<Word>),
    /// Up to so many words in between.
    Gap(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Word {
    Is(&'static str),
    Begins(&'static str),
    Model,
}

impl Pattern {
    fn parse(sign: &'static Sign) -> Self {
        let pattern = sign.pattern.strip_prefix('^');
        let starts = pattern.is_some();
        let elements = pattern
            .unwrap_or(sign.pattern)
            .split(' ')
            .map(|element| {
                if let Some(gap) = element.strip_prefix('~') {
                    return Element::Gap(gap.parse().unwrap_or(0));
                }
                if let Some(words) = element.strip_prefix('?') {
                    return Element::Maybe(words_of(words));
                }
                Element::One(words_of(element))
            })
            .collect();
        Self {
            sign,
            starts,
            elements,
        }
    }

    /// Whether it stands in the text, and whether only in quotation marks.
    pub(super) fn found(&self, tokens: &[Token<'_>]) -> Option<bool> {
        let mut found = None;
        for at in 0..tokens.len() {
            if self.starts && !begins(tokens, at) {
                continue;
            }
            let Some(end) = fits(&self.elements, tokens, at) else {
                continue;
            };
            if is_about_another_text(tokens, end) && self.sign.reason == Reason::Instruction {
                continue;
            }
            let quoted = tokens
                .get(at..end)
                .is_some_and(|all| all.iter().all(|token| token.quoted));
            if !quoted {
                return Some(false);
            }
            found = Some(true);
        }
        found
    }
}

/// Words with `|` between them; a class is all of its words.
fn words_of(either: &'static str) -> Vec<Word> {
    let mut words = Vec::new();
    for word in either.split('|') {
        match CLASSES.iter().find(|(class, _)| *class == word) {
            Some((_, all)) => words.extend(all.iter().copied().map(Word::parse)),
            None => words.push(Word::parse(word)),
        }
    }
    words
}

impl Word {
    fn parse(word: &'static str) -> Self {
        match word.strip_suffix('*') {
            _ if word == "@ai" => Self::Model,
            Some(beginning) => Self::Begins(beginning),
            None => Self::Is(word),
        }
    }

    /// How many tokens it takes from `at` on.
    fn len(&self, tokens: &[Token<'_>], at: usize) -> Option<usize> {
        let token = tokens.get(at)?;
        match self {
            Self::Is(word) => (token.text == *word).then_some(1),
            Self::Begins(beginning) => token.text.starts_with(beginning).then_some(1),
            Self::Model => model_len(tokens, at),
        }
    }
}

/// How many tokens name a model from `at` on.
fn model_len(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    let length = match word(at) {
        "large" if word(at + 1) == "language" && word(at + 2).starts_with("model") => 3,
        "language" if word(at + 1).starts_with("model") => 2,
        "virtual" | "digital" if word(at + 1).starts_with("assistant") => 2,
        "automated" | "automatic" if AUTOMATED.contains(&word(at + 1)) => 2,
        "summarisation" | "summarization" | "summarising" | "summarizing"
            if ENGINES.contains(&word(at + 1)) =>
        {
            2
        }
        first if MODELS.contains(&first) => {
            if word(at + 1) == "language" && word(at + 2).starts_with("model") {
                3
            } else {
                1 + usize::from(AGENTS.contains(&word(at + 1)))
            }
        }
        _ => return None,
    };
    (!NO_AGENTS.contains(&word(at + length)) || length > 1).then_some(length)
}

/// Where the elements end that begin at `at`, within one sentence.
fn fits(elements: &[Element], tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let Some((first, rest)) = elements.split_first() else {
        return Some(at);
    };
    let one = |words: &[Word]| {
        words
            .iter()
            .filter_map(|word| word.len(tokens, at))
            .find_map(|length| fits(rest, tokens, at + length))
    };
    match first {
        Element::One(words) => one(words),
        Element::Maybe(words) => one(words).or_else(|| fits(rest, tokens, at)),
        Element::Gap(most) => (0..=*most)
            .take_while(|&skip| {
                tokens
                    .get(at..at + skip)
                    .is_some_and(|between| between.iter().all(|token| token.text != "."))
            })
            .find_map(|skip| fits(rest, tokens, at + skip)),
    }
}

/// Whether a verb at `at` is an order: a clause begins with it, or with words that lead to an order.
fn begins(tokens: &[Token<'_>], at: usize) -> bool {
    const LEADS: &[&str] = &[
        "please",
        "kindly",
        "now",
        "then",
        "just",
        "simply",
        "must",
        "should",
        "always",
        "immediately",
        "instead",
        "also",
        "do",
        "first",
        "bitte",
        "请",
    ];
    let Some(token) = tokens.get(at) else {
        return false;
    };
    if token.starts {
        return true;
    }
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else {
        return true;
    };
    if matches!(&*before.text, "and" | "but" | "or") {
        // "They asked it to stop and ignore all rules" is no order.
        let sentence = tokens.get(..at.saturating_sub(1)).unwrap_or_default();
        return !sentence
            .iter()
            .rev()
            .take_while(|token| !matches!(&*token.text, "." | ","))
            .any(|token| matches!(&*token.text, "to" | "that" | "which" | "who"));
    }
    LEADS.contains(&&*before.text)
        && (!matches!(&*before.text, "must" | "should" | "always" | "do")
            || at < 2
            || tokens
                .get(at - 2)
                .is_some_and(|subject| subject.text == "you" || tokens[at - 1].starts))
}

/// Whether what was found is about the instructions of some other text: "the instructions in bulletin 12".
fn is_about_another_text(tokens: &[Token<'_>], end: usize) -> bool {
    const OF_THE_MODEL: &[&str] = &[
        "user",
        "developer",
        "system",
        "prompt",
        "conversation",
        "chat",
        "operator",
        "ai",
        "model",
        "assistant",
        "this",
        "these",
        "https",
        "http",
        "your",
        "you",
    ];
    let word = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
    let is_instructions = end.checked_sub(1).is_some_and(|last| {
        ["instruct", "direction", "guideline", "rule"]
            .iter()
            .any(|noun| word(last).starts_with(noun))
    });
    is_instructions
        && matches!(
            word(end),
            "in" | "of" | "on" | "for" | "about" | "regarding" | "concerning"
        )
        && !(end + 1..end + 4).any(|at| OF_THE_MODEL.contains(&word(at)))
}
