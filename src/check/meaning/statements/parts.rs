//! Parts: the words of a sentence, and which of them are its verb.

use std::slice;

use super::{Part, Statement, Word};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::terms::{HELPING_VERBS, is_figure, plain, stem, words};

/// A word with what stands before it.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) lower: String,
    pub(super) is_capital: bool,
    /// Whether a comma or a dash stands before it, and whether a semicolon does.
    pub(super) is_apart: bool,
    pub(super) is_cut: bool,
}

/// A sentence without its asides.
pub(super) struct Line {
    pub(super) tokens: Vec<Token>,
    /// Whether something was left out of it that is told here by no statement: `, who grew up there, `.
    pub(super) is_cut_short: bool,
    pub(super) denied: Vec<Aside>,
}

/// What a sentence says to be no part of what it states: `Unlike Brack, …`, `The board, not the bakery, …`, `Instead of selling the site, …`.
pub(super) enum Aside {
    Subject(Vec<Token>),
    Deed(Vec<Token>),
}

impl Token {
    pub(super) fn as_word(&self) -> Word {
        Word {
            text: self.lower.clone(),
            stem: stem(&self.lower),
            is_name: self.is_capital,
        }
    }

    pub(super) fn is(&self, all: &[&str]) -> bool {
        all.contains(&self.lower.as_str())
    }

    pub(super) fn is_month(&self) -> bool {
        self.is_capital && self.lower == "may"
    }

    pub(super) fn is_article(&self) -> bool {
        // `Option A` has none.
        self.is(ARTICLES) && !(self.is_capital && self.lower == "a")
    }

    pub(super) fn is_pronoun(&self) -> bool {
        self.is(PRONOUNS)
    }

    pub(super) fn is_preposition(&self) -> bool {
        self.is(PREPOSITIONS)
    }
}

impl Aside {
    /// The denial of what the sentence says of its subject.
    pub(super) fn told_by(&self, told: &[Statement]) -> Option<Statement> {
        let mut denial = told.first()?.clone();
        denial.is_denied = !denial.is_denied;
        match self {
            Self::Subject(words) => denial.subject = Part::of(words),
            Self::Deed(words) => {
                let (deed, object) = words.split_first()?;
                denial.deed = Part::of(slice::from_ref(deed));
                denial.object = Part::of(object);
            }
        }
        Some(denial)
    }
}

impl Line {
    pub(super) fn read(sentence: &str) -> Self {
        let mut end = 0;
        let mut all: Vec<Token> = words(sentence)
            .map(|span| {
                let gap = sentence.get(end..span.start).unwrap_or_default();
                end = span.end;
                let word = sentence.get(span).unwrap_or_default();
                Token {
                    lower: plain(word),
                    is_capital: word.starts_with(char::is_uppercase),
                    is_apart: gap.contains([',', ';', ':', '–', '—', '(']),
                    is_cut: gap.contains(';'),
                }
            })
            .collect();
        // Any word has a capital there; a name of two words has another, and one of one word no article before its verb.
        if let [first, second, ..] = &mut *all {
            let is_alone = is_told_past(second) && !first.lower.ends_with('s');
            first.is_capital &= second.is_capital || is_alone;
        }
        // `No longer` is one word.
        let over = |pair: &[Token]| matches!(pair, [no, longer] if no.lower == "no" && longer.lower == "longer");
        while let Some(at) = all.windows(2).position(over) {
            all.remove(at + 1);
            if let Some(no) = all.get_mut(at) {
                "never".clone_into(&mut no.lower);
            }
        }
        let mut line = Self {
            tokens: Vec::with_capacity(all.len()),
            is_cut_short: false,
            denied: Vec::new(),
        };
        let mut at = 0;
        // Whether an aside was left out between a subject and its verb, which goes on with the clause.
        let mut goes_on = false;
        while let Some(token) = all.get(at) {
            let close = (at + 1..all.len()).find(|&to| all.get(to).is_some_and(|to| to.is_apart));
            let aside = close.and_then(|close| Some((close, all.get(at + 1..close)?)));
            let other = close.and_then(|close| set_apart(all.get(at..close)?, &line.tokens));
            if let Some((close, other)) = close.zip(other) {
                line.denied.push(Aside::Subject(other.to_vec()));
                at = close;
                continue;
            }
            match aside {
                Some((close, words)) if is_subject_aside(token, words, &line.tokens) => {
                    line.denied.push(Aside::Subject(words.to_vec()));
                    at = close;
                }
                Some((close, [of, deed @ ..])) if is_instead(at, token, of, deed) => {
                    line.denied.push(Aside::Deed(deed.to_vec()));
                    at = close;
                }
                Some((close, _))
                    if token.is_apart
                        && (token.is(RELATIVE)
                            || is_said_of_subject(token, all.get(close..), &line.tokens)) =>
                {
                    line.is_cut_short = true;
                    goes_on = !line.tokens.iter().any(is_told_past);
                    at = close;
                }
                _ => {
                    let is_apart = token.is_apart && (!goes_on || token.is_cut);
                    goes_on = false;
                    line.tokens.push(Token {
                        is_apart,
                        ..token.clone()
                    });
                    at += 1;
                }
            }
        }
        line
    }
}

/// Whether a sentence begins with what is not done: `Instead of selling the site, `.
fn is_instead(at: usize, token: &Token, of: &Token, deed: &[Token]) -> bool {
    at == 0
        && token.lower == "instead"
        && of.lower == "of"
        && deed.first().is_some_and(|deed| deed.lower.ends_with("ing"))
}

/// What a sentence sets its subject apart from, before it or right behind it: `Unlike Brack, `, `, in contrast to Brack, `.
fn set_apart<'t>(aside: &'t [Token], before: &[Token]) -> Option<&'t [Token]> {
    const OPENINGS: [&[&str]; 4] = [
        &["unlike"],
        &["in", "contrast", "to"],
        &["in", "contrast", "with"],
        &["as", "opposed", "to"],
    ];
    let is_behind_subject =
        || aside.first().is_some_and(|first| first.is_apart) && verb(before).is_none();
    if !before.is_empty() && !is_behind_subject() {
        return None;
    }
    let is_opened = |opening: &&&[&str]| {
        let mut pairs = aside.iter().zip(opening.iter());
        aside.len() > opening.len() && pairs.all(|(token, word)| token.lower == **word)
    };
    let opening = OPENINGS.iter().find(is_opened)?;
    aside.get(opening.len()..)
}

/// Whether an aside between a subject and its verb says what it is, does or what was done to it: `, a tributary of the Aveyron, `, `, called by the drivers, `,
/// `, fearing a strike, `.
fn is_said_of_subject(first: &Token, behind: Option<&[Token]>, before: &[Token]) -> bool {
    let is_subject =
        before.first().is_some_and(|first| !first.is_preposition()) && verb(before).is_none();
    let goes_on = behind
        .is_some_and(|behind| behind.first().is_some_and(is_told_past) || is_present(behind, 0));
    let is_helping = HELPING_VERBS.contains(&first.lower.as_str());
    let is_doing = first.lower.len() > 4 && first.lower.ends_with("ing");
    let tells = first.is_article() || is_told_past(first) && !is_helping || is_doing;
    is_subject && goes_on && tells
}

/// Whether `, not the bakery,` stands behind a subject, with the verb to come.
fn is_subject_aside(not: &Token, words: &[Token], before: &[Token]) -> bool {
    const LONGEST: usize = 4;
    not.is_apart
        && not.lower == "not"
        && words.len() <= LONGEST
        && !before.is_empty()
        && verb(before).is_none()
        && !words.iter().any(Token::is_preposition)
}

/// Where the verb of a clause stands that begins with its subject.
pub(super) fn verb(tokens: &[Token]) -> Option<usize> {
    (1..tokens.len()).find(|&at| is_verb(tokens, at))
}

/// Whether a word is the verb of the words before it.
fn is_verb(tokens: &[Token], at: usize) -> bool {
    let Some((token, before)) = tokens.get(at).zip(at.checked_sub(1)) else {
        return false;
    };
    let before = tokens.get(before);
    let is_behind_noun = before.is_some_and(|before| {
        !before.is_article() && !before.is_preposition() && !before.is(&["and", "or", "to", "not"])
    });
    let is_counted = || before.is_some_and(|before| !quantities(&before.lower).is_empty());
    is_behind_noun && (is_told_past(token) || is_present(tokens, at) && !is_counted())
}

/// A verb by its form alone: one that helps others, or a past.
pub(super) fn is_told_past(token: &Token) -> bool {
    let word = token.lower.as_str();
    HELPING_VERBS.contains(&word)
        || !token.is_capital
            && (is_past(word) || word.len() > 4 && word.ends_with("ed") || STRONG.contains(&word))
}

/// Whether a word in -s is a verb by what follows: nothing, a preposition, an article or a figure.
pub(super) fn is_present(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    let word = token.lower.as_str();
    let is_form = word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && !word.ends_with("us")
        && !token.is_capital;
    let next = tokens.get(at + 1);
    let goes_on = next.is_none_or(|next| {
        next.is_apart
            || next.is_article()
            || next.is_preposition()
            || next.is(&["and", "it", "them"])
            || is_figure(&next.lower)
            || !quantities(&next.lower).is_empty()
    });
    let is_last = || {
        // `The works makes glass`.
        next.is_some_and(|next| !next.lower.ends_with('s') || next.lower.ends_with("ss"))
            && tokens
                .get(at.wrapping_sub(1))
                .is_some_and(|before| before.lower.ends_with('s'))
    };
    is_form && (goes_on || is_last())
}

/// Pasts that look like their verb or like a noun.
const STRONG: &[&str] = &[
    "bought", "caught", "taught", "cut", "put", "set", "hit", "shut", "left", "fell", "lay", "led",
    "met", "read", "cost", "burst", "said", "made", "became",
];

pub(super) const ARTICLES: &[&str] = &["the", "a", "an"];

pub(super) const PRONOUNS: &[&str] = &["it", "they", "he", "she", "them", "him"];

const RELATIVE: &[&str] = &["who", "which", "whose", "where"];

pub(super) const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "by", "for", "from", "to", "with", "before", "after", "during", "since",
    "until", "under", "over", "into", "against", "about", "near", "behind", "through", "within",
    "between", "because", "as", "despite",
];
