//! Parties: a claim that sets what one source says against what another says is held against each half by half.
//!
//! `The auditors expect 131 million, while the operator expects 118` is true where each says so, though each denies the other. A half belongs to the source whose
//! title names the party that the half begins with; where that is not plain for both, the claim is weighed as a whole.

use std::ops::Range;

use super::finding::brackets;
use super::pair::Pairs;
use super::{Checker, Judgement};
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::quantities;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, plain, words};
use crate::check::meaning::governing::SPEAKS;
use crate::check::meaning::persons::first_of;
use crate::check::text::sentences::sentences;
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
pub(crate) struct Half {
    pub(crate) text: String,
    pub(crate) party: Name,
}

impl Half {
    fn of(text: String) -> Option<Self> {
        let own = names(&format!("of {text}"));
        let party = first_of(&text, &own).cloned();
        let party = party.or_else(|| speaker(&text))?;
        Some(Self { text, party })
    }

    /// What it says, said by another.
    fn said_by(&self, other: &Self) -> Option<String> {
        let own = whole_name(&self.text, &self.party)?;
        let theirs = whole_name(&other.text, &other.party)?;
        Some(self.text.replacen(own, theirs, 1))
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
        Self {
            text,
            party: self.party.clone(),
        }
        .said_by(short)
    }
}

/// Who says what a half says, where that is no name: `the pilots' union says`.
fn speaker(text: &str) -> Option<Name> {
    const MOST: usize = 4;
    let read = plain_text(text);
    let spans = &read.spans;
    let word = |at: usize| spans.get(at).and_then(|span| text.get(span.clone()));
    let verb = (1..=MOST).find(|&at| word(at).is_some_and(|word| is_saying(&plain(word))))?;
    let first = (0..verb).find(|&at| word(at).is_some_and(|word| !is_stop_word(&plain(word))))?;
    let (start, end) = (spans.get(first)?.start, spans.get(verb - 1)?.end);
    Some(Name {
        text: text.get(start..end)?.to_owned(),
        words: (first..verb).filter_map(word).map(plain).collect(),
        acronym: false,
    })
}

/// Whether a verb is one by which a party takes its stand.
fn is_saying(word: &str) -> bool {
    SPEAKS.contains(&word)
        || matches!(
            word,
            "recommends"
                | "recommend"
                | "recommended"
                | "advises"
                | "advised"
                | "supports"
                | "supported"
                | "opposes"
                | "opposed"
                | "wants"
                | "wanted"
                | "argues"
                | "argued"
        )
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
pub(crate) fn halves(claim: &str) -> Option<[Half; 2]> {
    let pair = |one: &str, other: String| {
        let one = Half::of(format!("{}.", one.trim_end_matches(['.', ','])))?;
        let other = Half::of(other)?;
        (!one.party.matches(&other.party)).then_some([one, other])
    };
    BETWEEN
        .iter()
        .filter(|between| claim.contains(**between))
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

impl Pairs {
    /// Whether the evidence has each half of the other half's party, and neither of its own.
    pub(crate) fn are_exchanged(&mut self, [one, other]: &[Half; 2], evidence: &[&str]) -> bool {
        let told =
            [(one, other), (other, one)].map(|(party, rival)| told_by(party, rival, evidence));
        let [of_one, of_other] = &told;
        if of_one.is_empty() || of_other.is_empty() {
            return false;
        }
        let (Some(by_other), Some(by_one)) = (one.said_by(other), other.said_by(one)) else {
            return false;
        };
        let mut says = |texts: &[&str], claim: &str| {
            let (found, _) = self.weigh_whole(claim, texts);
            found.verdict() == Verdict::Supported
        };
        !(says(of_one, &one.text) && says(of_other, &other.text))
            && says(of_other, &by_other)
            && says(of_one, &by_one)
    }
}

/// The sentences of the evidence in which a party is told of before its rival is.
fn told_by<'e>(party: &Half, rival: &Half, evidence: &[&'e str]) -> Vec<&'e str> {
    let place = |sentence: &str, half: &Half| {
        let lower = sentence.to_lowercase();
        let words = half.party.words.iter();
        let places: Option<Vec<usize>> = words.map(|word| lower.find(word.as_str())).collect();
        places?.into_iter().min()
    };
    let texts = evidence.iter().flat_map(|text| {
        let spans = sentences(text).into_iter();
        spans.filter_map(move |span| text.get(span))
    });
    texts
        .filter(|sentence| {
            let (own, theirs) = (place(sentence, party), place(sentence, rival));
            own.is_some_and(|own| theirs.is_none_or(|theirs| own < theirs))
        })
        .collect()
}

impl Checker<'_> {
    /// Judges a claim half by half, where each half is of another party and each party has a source of its own among the cited.
    pub(crate) fn by_parties(&mut self, claim: &str, cited: &[u32]) -> Option<Judgement> {
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
