//! Parties: a claim that sets what one source says against what another says is held against each half by half.
//!
//! `The auditors expect 131 million, while the operator expects 118` is true where each says so, though each denies the other. A half belongs to the source whose
//! title names the party that the half begins with; where that is not plain for both, the claim is weighed as a whole.

use std::ops::Range;

use super::finding::brackets;
use super::names::{Name, names};
use super::numbers::quantities;
use super::persons::first_of;
use super::support::{Checker, Judgement};
use super::terms::{is_stop_word, plain, words};
use crate::study::Verdict;

/// Words between two halves.
const BETWEEN: &[&str] = &[
    ", while ",
    " while ",
    ", whereas ",
    " whereas ",
    ", but ",
    "; ",
];

/// One half: what it says, and who says it.
struct Half {
    text: String,
    party: Name,
}

impl Half {
    fn of(text: String) -> Option<Self> {
        let own = names(&format!("of {text}"));
        let party = first_of(&text, &own)?.clone();
        Some(Self { text, party })
    }

    /// What another half says that names no more than its party and its figure, in the words of this one: `the union counted 40`.
    fn filled(&self, short: &Self) -> Option<String> {
        const MOST: usize = 2;
        let says = |word: &&str| {
            let lower = plain(word);
            word.starts_with(char::is_lowercase) && !is_stop_word(&lower)
        };
        let content = words(&short.text).filter_map(|span| short.text.get(span));
        if content.filter(says).count() > MOST {
            return None;
        }
        let amount = |text: &str| -> Option<(Range<usize>, String)> {
            let quantity = quantities(text)
                .into_iter()
                .find(|quantity| quantity.amount().is_some())?;
            let written = text.get(quantity.span.clone())?;
            Some((quantity.span.clone(), written.to_owned()))
        };
        let ((mut span, own), (_, theirs)) = (amount(&self.text)?, amount(&short.text)?);
        // A bare figure takes the noun that it is of: `4,200 deaths`, `6,900`.
        if theirs
            .chars()
            .all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ','))
        {
            let digits = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',');
            span.end = span.start + own.find(|sign| !digits(sign)).unwrap_or(own.len());
        }
        let mut text = self.text.clone();
        text.replace_range(span, &theirs);
        let own = whole_name(&self.text, &self.party)?;
        let theirs = whole_name(&short.text, &short.party)?;
        Some(text.replacen(own, theirs, 1))
    }
}

/// A name as it stands in a text, with what it is of: `Ministry of Health`.
fn whole_name<'t>(text: &'t str, name: &Name) -> Option<&'t str> {
    let start = text.find(&name.text)?;
    let mut end = start + name.text.len();
    let rest = text.get(end..)?.strip_prefix(" of ");
    if let Some(rest) = rest {
        let capitals = rest
            .split(' ')
            .take_while(|word| word.starts_with(char::is_uppercase));
        let length = capitals.map(|word| word.len() + 1).sum::<usize>();
        if length > 0 {
            end += " of ".len() + length - 1;
        }
    }
    text.get(start..end)
}

/// The halves of a claim of which each begins with another party.
fn halves(claim: &str) -> Option<[Half; 2]> {
    let pair = |one: &str, other: String| {
        let one = Half::of(format!("{}.", one.trim_end_matches(['.', ','])))?;
        let other = Half::of(other)?;
        (!one.party.matches(&other.party)).then_some([one, other])
    };
    BETWEEN
        .iter()
        .find_map(|between| {
            let (one, other) = claim.split_once(between)?;
            pair(one, other.to_owned())
        })
        .or_else(|| {
            let (one, other) = claim.split_once(", which ")?;
            pair(one, completed(one, other)?)
        })
}

/// `The audit recommends` of `a pause, which the audit recommends`, with what it recommends.
fn completed(one: &str, other: &str) -> Option<String> {
    const ARTICLES: &[&str] = &[" a ", " an ", " the ", " its ", " their ", " any "];
    let object = ARTICLES
        .iter()
        .filter_map(|article| one.rfind(article))
        .max()?;
    let object = one.get(object..)?;
    let said = other.trim_end_matches(['.', ' ']);
    // The party and its verb, and nothing behind it that could be an object.
    let is_short = said.split(' ').count() <= 6;
    is_short.then(|| format!("{said}{object}."))
}

impl Checker<'_> {
    /// Judges a claim half by half, where each half is of another party and each party has a source of its own among the cited.
    pub(super) fn by_parties(&mut self, claim: &str, cited: &[u32]) -> Option<Judgement> {
        if cited.len() < 2 {
            return None;
        }
        let [one, other] = halves(claim)?;
        let own = self.titles.source_of(&one.party, cited, &self.index)?;
        let others = self.titles.source_of(&other.party, cited, &self.index)?;
        if own == others {
            return None;
        }
        let first = self.judge(&one.text, &[own]);
        let is_borne_out = |found: &Judgement| found.verdict == Verdict::Supported;
        let mut second = self.judge(&other.text, &[others]);
        if !is_borne_out(&second)
            && let Some(filled) = one.filled(&other)
        {
            second = self.judge(&filled, &[others]);
        }
        match (is_borne_out(&first), is_borne_out(&second)) {
            (true, true) => Some(Judgement {
                verdict: Verdict::Supported,
                score: first.score.min(second.score),
                reason: format!(
                    "{} says the one half, {} the other",
                    brackets(&[own]),
                    brackets(&[others])
                ),
                more: second.evidence.take().into_iter().collect(),
                ..first
            }),
            (true, false) => Some(second),
            (false, true) => Some(first),
            (false, false) => Some(if second.score < first.score {
                second
            } else {
                first
            }),
        }
    }
}
