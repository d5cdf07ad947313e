//! Sayings: what a part of a sentence has its source say, without the words that only tell who says it, `another report says that`.

use super::lines::{before, from_word, is_helping};
use super::{Line, denied};
use crate::check::language::numbers::quantities;
use crate::check::language::terms::{is_figure, is_stop_word};
use crate::check::meaning::governing::SPEAKS;
use crate::check::text::marked::Clause;

/// What a part has its source say.
pub(super) enum Saying {
    Words(String),
    /// That what was said before is not so.
    Denied,
    Confirmed,
}

/// What is said of all parts before them.
pub(super) struct Topic {
    head: String,
    /// Whether it says that its sources do not agree.
    disagrees: bool,
    /// On what.
    on: String,
    /// What it asks: `whether it is open`.
    pub(super) asked: Option<String>,
}

impl Topic {
    pub(super) fn of(head: &str) -> Self {
        let line = Line::read(head);
        let count = line.words.len();
        let is_at_odds = |at: &usize| {
            AT_ODDS
                .iter()
                .any(|start| line.word(*at).starts_with(start))
        };
        let at_odds = (0..count).find(is_at_odds);
        let says = |at: &usize| !is_helping(line.word(*at)) && line.word(*at) != "remains";
        // Where `is disputed` begins.
        let end = at_odds.map_or(count, |odds| {
            (0..odds).rev().find(says).map_or(0, |at| at + 1)
        });
        let between = |from: usize, to: usize| {
            let from = before(&line, from).len();
            let span = from..before(&line, to).len().max(from);
            head.get(span).unwrap_or_default().trim().to_owned()
        };
        let whether = (0..count).find(|&at| line.word(at) == "whether");
        let asked = whether.map(|at| between(at + 1, if at < end { end } else { count }));
        let is_on = |at: &usize| {
            let word = line.word(*at);
            matches!(word, "on" | "over" | "about" | "regarding" | "concerning")
        };
        let on = at_odds.and_then(|at| (at + 1..count).find(is_on));
        let on = match on {
            Some(at) => between(at + 1, count),
            None if end > 0 => between(0, end),
            None => head.to_owned(),
        };
        Self {
            head: head.to_owned(),
            disagrees: at_odds.is_some(),
            on,
            asked: asked.filter(|asked| !asked.is_empty()),
        }
    }

    /// What the first part says under this head.
    pub(super) fn told(&self, words: &str) -> Option<String> {
        if !self.disagrees {
            return Some(format!("{}: {words}", self.head));
        }
        // What else it states is not to be lost.
        if !quantities(&self.head).is_empty() {
            return None;
        }
        let line = Line::read(words);
        let value = quantities(words).into_iter().next();
        let is_value = value.is_some_and(|value| {
            let is_before = |at: &usize| {
                line.words
                    .get(*at)
                    .is_some_and(|word| word.span.end <= value.span.start)
            };
            (0..line.words.len())
                .take_while(is_before)
                .all(|at| is_stop_word(line.word(at)))
        });
        if is_value {
            return Some(format!("{} is {words}", self.on));
        }
        (line.words.len() > 1).then(|| words.to_owned())
    }
}

/// What a part says, without what joins it to the others and without who says it; `None` where its source says something of itself, or nothing.
pub(super) fn saying(part: &Clause) -> Option<Saying> {
    let text = without_joins(&part.bare);
    let line = Line::read(text);
    match (line.words.len(), line.word(0)) {
        (1, "yes" | "so") => return Some(Saying::Confirmed),
        (1, "no") => return Some(Saying::Denied),
        _ => {}
    }
    if line.word(0) == "which" {
        // `Which [2] denies`; `which two of them are` says of what only before it.
        let verb = line.word(1);
        let says = part.speaks || SPEAKS.contains(&verb) || DENIES.contains(&verb);
        return says.then(|| said(from_word(&line, 1))).flatten();
    }
    if matches!(line.word(0), "who" | "whose" | "whom" | "where") || line.word(1) == "which" {
        return None;
    }
    if part.speaks {
        return said(text);
    }
    let (skip, speaks) = speaker(&line);
    let text = from_word(&line, skip);
    let line = Line::read(text);
    if speaks || SPEAKS.contains(&line.word(0)) && line.word(1) == "that" {
        return said(text);
    }
    let skip = usize::from(line.word(0) == "that");
    let words = from_word(&line, skip);
    (!words.is_empty()).then(|| Saying::Words(words.to_owned()))
}

/// A sentence without who says it.
pub(super) fn without_speaker(sentence: &str) -> String {
    let part = Clause {
        bare: sentence.to_owned(),
        citations: Vec::new(),
        speaks: false,
    };
    match saying(&part) {
        Some(Saying::Words(words)) => words,
        _ => sentence.to_owned(),
    }
}

/// What a part asks that leaves it open: `the mayor resigned` of `it is unclear whether the mayor resigned`.
pub(super) fn asked_in(words: String) -> String {
    let topic = Topic::of(&words);
    topic.asked.filter(|_| topic.disagrees).unwrap_or(words)
}

/// What somebody is told to say in a statement, which the next part may deny: `the spillway is safe` of `the audit concludes that the spillway is safe`.
pub(super) fn statement_of(whole: &str) -> &str {
    const REACH: usize = 6;
    let line = Line::read(whole);
    let is_said = |at: &usize| {
        let verb = line.word(at - 1);
        line.word(*at) == "that" && (SPEAKS.contains(&verb) || SAYS.contains(&verb))
    };
    let that = (1..REACH.min(line.words.len())).find(is_said);
    that.map_or(whole, |that| from_word(&line, that + 1))
}

/// What stands behind a verb of saying.
fn said(text: &str) -> Option<Saying> {
    const REACH: usize = 5;
    let line = Line::read(text);
    let is_adverb = |word: &str| {
        word.len() > 4 && word.ends_with("ly") || matches!(word, "also" | "however" | "itself")
    };
    let at = usize::from(is_adverb(line.word(0)));
    let verb = line.word(at);
    let count = line.words.len();
    let stands_for =
        |at: usize| is_stop_word(line.word(at)) || WHAT_WAS_SAID.contains(&line.word(at));
    let says_no_more = (at + 1..count).all(stands_for);
    let rest: Vec<&str> = (at + 1..count).map(|at| line.word(at)).collect();
    match &*rest {
        ["no" | "otherwise" | "none" | "nothing"] | ["the", "opposite" | "contrary"] => {
            return Some(Saying::Denied);
        }
        ["yes" | "so"] | ["the", "same"] => return Some(Saying::Confirmed),
        _ => {}
    }
    let is_that = |at: &usize| line.word(*at) == "that";
    let that = (at + 1..count.min(at + REACH))
        .find(is_that)
        .filter(|that| that + 1 < count);
    let behind = that.map(|that| from_word(&line, that + 1));
    if DENIES.contains(&verb) {
        return match behind {
            _ if says_no_more => Some(Saying::Denied),
            Some(behind) => denied(&Line::read(behind)).map(Saying::Words),
            None => None,
        };
    }
    // Whom `[2] credits` did it.
    if matches!(verb, "credits" | "blames" | "credit" | "blame") && behind.is_none() {
        return Some(Saying::Words(format!(
            "it was {}",
            from_word(&line, at + 1)
        )));
    }
    if CONFIRMS.contains(&verb) && says_no_more {
        return Some(Saying::Confirmed);
    }
    if let Some(behind) = behind {
        return Some(Saying::Words(behind.to_owned()));
    }
    if is_helping(verb) && !matches!(verb, "has" | "had") {
        return None;
    }
    let is_pronoun = matches!(line.word(at + 1), "it" | "them" | "this" | "these");
    let is_named = is_pronoun && matches!(line.word(at + 2), "as" | "at" | "to" | "in");
    let rest = from_word(&line, at + 1 + usize::from(is_named));
    (!rest.is_empty()).then(|| Saying::Words(rest.to_owned()))
}

/// How many words at the beginning name somebody who says the rest, `one source`, `the other that`, and whether a verb of saying follows them.
fn speaker(line: &Line<'_>) -> (usize, bool) {
    const ORDERS: &[&str] = &[
        "other", "others", "first", "second", "latter", "former", "newer", "older", "later",
        "earlier",
    ];
    let mut at = match line.word(0) {
        "one" | "another" | "other" | "others" | "some" => 1,
        // `The consultants estimate 22 months`
        "the" if SPEAKS.contains(&line.word(2)) && is_figure(line.word(3)) => return (2, true),
        "the" | "a" | "an" if ORDERS.contains(&line.word(1)) => 2,
        "the" | "a" | "an" if is_source(line.word(2)) => 2,
        "the" | "a" | "an" if is_source(line.word(1)) => 1,
        _ => return (0, false),
    };
    let is_other = line.word(0) != "one" && line.word(0) != "some";
    let from = at;
    while is_source(line.word(at)) {
        at += 1;
    }
    let verb = line.word(at);
    let is_verb = SPEAKS.contains(&verb) && !is_source(verb)
        || SAYS.contains(&verb)
        || DENIES.contains(&verb);
    if is_verb && (at > from || is_other) {
        return (at, true);
    }
    let rest = line.words.len().saturating_sub(at);
    if at == from && is_other && (line.word(at) == "that" || rest == 1) {
        return (at, false);
    }
    (0, false)
}

fn is_source(word: &str) -> bool {
    const SOURCES: &[&str] = &[
        "source",
        "sources",
        "report",
        "reports",
        "study",
        "studies",
        "document",
        "documents",
        "paper",
        "article",
        "account",
        "survey",
        "analysis",
        "estimate",
        "trial",
        "experiment",
    ];
    SOURCES.contains(&word)
}

/// A part without the words that join it to the others, at its beginning and its end.
fn without_joins(part: &str) -> &str {
    let mut text = part;
    loop {
        let line = Line::read(text);
        let count = line.words.len();
        let opening = match (line.word(0), line.word(1), line.word(2), line.word(3)) {
            ("on", "the", "other", "hand") => 4,
            ("on", "the", "contrary", _) => 3,
            ("by" | "in", "contrast", _, _) => 2,
            (word, ..) if JOINS.contains(&word) || OPENS.contains(&word) => 1,
            _ => 0,
        };
        let last = count.checked_sub(1).map_or("", |at| line.word(at));
        let ends = |back: usize| count.checked_sub(back).map_or("", |at| line.word(at));
        let closing = if JOINS.contains(&last) || last == IN_ORDER {
            1
        } else if ends(2) == "according" && last == "to" {
            2
        } else if ends(4) == "depending" && last == "source" {
            4
        } else {
            in_one_of_them(&line)
        };
        if opening + closing == 0 || opening + closing >= count {
            return text;
        }
        let kept = from_word(&line, opening);
        let left = text.len() - before(&line, count - closing).len();
        text = kept
            .get(..kept.len().saturating_sub(left))
            .unwrap_or_default();
        text = text.trim_end_matches(|sign: char| {
            sign.is_whitespace() || matches!(sign, ',' | ';' | ':' | '—' | '–')
        });
    }
}

/// How many words at the end only say that it is so in one of several sources: `in one trial`, `in the other`.
fn in_one_of_them(line: &Line<'_>) -> usize {
    let ends = |back: usize| {
        let at = line.words.len().checked_sub(back);
        at.map_or("", |at| line.word(at))
    };
    match (ends(4), ends(3), ends(2), ends(1)) {
        ("in", "the", "other" | "first" | "second", noun) if is_source(noun) => 4,
        (_, "in", "one" | "another", noun) if is_source(noun) => 3,
        (_, "in", "the", "other") => 3,
        (_, _, "in", "another") => 2,
        _ => 0,
    }
}

/// What words that say that sources do not agree begin with.
const AT_ODDS: &[&str] = &[
    "disagre",
    "differ",
    "disput",
    "conflict",
    "contradict",
    "contest",
    "debate",
    "vary",
    "varies",
    "diverg",
    "unclear",
    "uncertain",
    "divided",
    "split",
];

/// Words that join a part to the one before it, left over at the beginning of one or at the end of the other.
const JOINS: &[&str] = &[
    "while", "whereas", "but", "and", "or", "although", "though", "however", "yet",
];
/// The same that only begin a part.
const OPENS: &[&str] = &["conversely", "instead", "meanwhile"];
/// What ends the last of several that were given in order.
const IN_ORDER: &str = "respectively";

const DENIES: &[&str] = &[
    "denies",
    "deny",
    "denied",
    "disputes",
    "dispute",
    "disputed",
    "rejects",
    "reject",
    "rejected",
    "contradicts",
    "contradict",
    "contradicted",
    "refutes",
    "refuted",
    "disagrees",
    "disagree",
    "disagreed",
];

const CONFIRMS: &[&str] = &[
    "confirms",
    "confirm",
    "confirmed",
    "agrees",
    "agree",
    "agreed",
];

/// Verbs of saying beside those by which somebody gives a value.
const SAYS: &[&str] = &[
    "calls",
    "called",
    "call",
    "describes",
    "described",
    "argues",
    "argued",
    "maintains",
    "insists",
    "holds",
    "suggests",
    "concludes",
    "shows",
    "names",
    "dates",
    "say",
    "report",
    "claim",
    "state",
];

/// Nouns for what was said before.
const WHAT_WAS_SAID: &[&str] = &[
    "claim",
    "figure",
    "statement",
    "account",
    "view",
    "finding",
    "number",
    "date",
    "point",
];
