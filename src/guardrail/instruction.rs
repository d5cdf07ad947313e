//! Instructions to a model: the signs found in a text, weighed.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::tokens::{Token, mixed_words, spaced_out, tokens};
use super::vocabulary::{
    AGENTS, FRAMING, MARKERS, MENTIONS, MODELS, NO_AGENTS, SIGNS, Sign, UNSPACED,
};
use super::{Reason, Ruling};

/// Points that set a text aside.
const ENOUGH: u8 = 3;
/// Words around a quotation that make it one.
const PROSE: usize = 6;

/// Whether a sentence speaks to a model, or about such speaking, so that it must not stand in a brief. `lower` is the sentence in lower case.
#[must_use]
pub fn addresses_a_model(lower: &str) -> bool {
    MENTIONS.iter().any(|phrase| lower.contains(phrase)) || judge(lower) != Ruling::Keep
}

pub(super) fn judge(text: &str) -> Ruling {
    if !may_instruct(text) {
        return Ruling::Keep;
    }
    let tokens = tokens(text);
    let mut weighed = Weighed::default();
    for pattern in possible(&tokens) {
        if let Some(quoted) = pattern.found(&tokens) {
            weighed.add(pattern.sign.points, pattern.sign.reason, quoted);
        }
    }
    weigh_markers(text, &mut weighed);
    weigh_turns(text, &mut weighed);
    weigh_links(text, &mut weighed);
    weigh_unspaced(text, &mut weighed);
    weigh_disguise(text, &tokens, &mut weighed);
    weighed.ruling(&tokens)
}

/// Whether a text has any word or mark without which nothing is found in it: a look that costs next to nothing, for the many texts that have none.
#[must_use]
pub fn may_instruct(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut word = [0_u8; KEY];
    let mut length = 0;
    let mut single = 0;
    let mut foreign = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte.is_ascii_alphanumeric() || byte >= 0x80 {
            if length < KEY {
                word[length] = byte.to_ascii_lowercase();
            }
            length += 1;
            // Letters of another alphabet beside Latin ones.
            foreign |= (0xcd..=0xd6).contains(&byte) || byte == 0xef;
            continue;
        }
        if length > 0 {
            if ANCHORS.contains(word.get(..length.min(KEY)).unwrap_or_default()) {
                return true;
            }
            single = if length == 1 { single + 1 } else { 0 };
            if single >= 5 {
                return true;
            }
            if foreign && is_suspicious(bytes.get(at - length..at).unwrap_or_default()) {
                return true;
            }
            (length, foreign) = (0, false);
        }
        if matches!(byte, b'<' | b'{' | b'[' | b'#')
            || byte == b'-' && bytes.get(at..at + 5) == Some(b"-----")
        {
            return true;
        }
    }
    (length > 0
        && (ANCHORS.contains(word.get(..length.min(KEY)).unwrap_or_default())
            || foreign && is_suspicious(bytes.get(bytes.len() - length..).unwrap_or_default())))
        || !text.is_ascii()
            && UNSPACED
                .iter()
                .any(|(orders, _)| orders.iter().any(|order| text.contains(order)))
}

/// Bytes of a word that it is looked up by.
const KEY: usize = 4;

/// A word that mixes alphabets, or is written in full-width letters.
fn is_suspicious(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_alphabetic) || word.contains(&0xef)
}

static ANCHORS: LazyLock<HashSet<Vec<u8>>> = LazyLock::new(|| {
    let mut anchors = HashSet::new();
    let mut add = |word: &str| {
        let lower = word.to_lowercase();
        let mut first = lower.chars();
        let upper: String = first
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(first)
            .collect();
        for form in [lower, upper] {
            let form = form.bytes().map(|byte| byte.to_ascii_lowercase());
            anchors.insert(form.take(KEY).collect());
        }
    };
    for pattern in PATTERNS.iter() {
        match pattern.elements.get(pattern.anchor) {
            Some(Element::One(words) | Element::Maybe(words)) => {
                for word in words {
                    match word {
                        Word::Is(word) | Word::Begins(word) => add(word),
                        Word::Model => MODELS
                            .iter()
                            .chain(&["language"])
                            .for_each(|word| add(word)),
                    }
                }
            }
            Some(Element::Gap(_)) | None => {}
        }
    }
    // Orders and turns whose letters are disguised as digits, and who speaks in a conversation.
    for word in [
        "1gn0re",
        "ign0re",
        "f0rget",
        "d1sregard",
        "human",
        "assistant",
    ] {
        add(word);
    }
    anchors
});

static PATTERNS: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| SIGNS.iter().map(Pattern::parse).collect());

/// Patterns by the words that their anchors are made of.
#[derive(Default)]
struct ByAnchor {
    words: HashMap<&'static str, Vec<usize>>,
    /// By the first bytes of words of which only the beginning matters.
    beginnings: HashMap<&'static [u8], Vec<usize>>,
    /// Those that no word is necessary for.
    always: Vec<usize>,
}

static BY_ANCHOR: LazyLock<ByAnchor> = LazyLock::new(|| {
    let mut by_anchor = ByAnchor::default();
    for (at, pattern) in PATTERNS.iter().enumerate() {
        let Some(Element::One(words)) = pattern.elements.get(pattern.anchor) else {
            by_anchor.always.push(at);
            continue;
        };
        for word in words {
            match word {
                Word::Is(word) => by_anchor.words.entry(word).or_default().push(at),
                Word::Begins(word) if word.len() >= KEY => {
                    let patterns = by_anchor.beginnings.entry(key(word)).or_default();
                    patterns.push(at);
                }
                Word::Begins(_) => by_anchor.always.push(at),
                Word::Model => {
                    for word in MODELS.iter().chain(BEFORE_MODELS) {
                        by_anchor.words.entry(word).or_default().push(at);
                    }
                }
            }
        }
    }
    by_anchor
});

/// First words of the names of models that have more than one.
const BEFORE_MODELS: &[&str] = &["large", "language", "virtual", "digital"];

fn key(word: &str) -> &[u8] {
    word.as_bytes().get(..KEY).unwrap_or(word.as_bytes())
}

/// The patterns whose anchor may stand in the text, in their order: a text has few of them, and each costs a look at every word.
fn possible(tokens: &[Token]) -> impl Iterator<Item = &'static Pattern> {
    let mut possible = BY_ANCHOR.always.clone();
    for token in tokens {
        let word = token.text.as_str();
        possible.extend(BY_ANCHOR.words.get(word).into_iter().flatten());
        possible.extend(BY_ANCHOR.beginnings.get(key(word)).into_iter().flatten());
    }
    possible.sort_unstable();
    possible.dedup();
    possible.into_iter().filter_map(|at| PATTERNS.get(at))
}

struct Pattern {
    sign: &'static Sign,
    starts: bool,
    elements: Vec<Element>,
    anchor: usize,
}

enum Element {
    One(Vec<Word>),
    Maybe(Vec<Word>),
    /// Up to so many words in between.
    Gap(usize),
}

enum Word {
    Is(&'static str),
    Begins(&'static str),
    Model,
}

impl Pattern {
    fn parse(sign: &'static Sign) -> Self {
        let pattern = sign.pattern.strip_prefix('^');
        let starts = pattern.is_some();
        let mut anchor = 0;
        let elements = pattern
            .unwrap_or(sign.pattern)
            .split(' ')
            .enumerate()
            .map(|(at, element)| {
                if let Some(gap) = element.strip_prefix('~') {
                    return Element::Gap(gap.parse().unwrap_or(0));
                }
                if let Some(words) = element.strip_prefix('?') {
                    return Element::Maybe(words.split('|').map(Word::parse).collect());
                }
                let words = element.strip_prefix('!').inspect(|_| anchor = at);
                Element::One(
                    words
                        .unwrap_or(element)
                        .split('|')
                        .map(Word::parse)
                        .collect(),
                )
            })
            .collect();
        Self {
            sign,
            starts,
            elements,
            anchor,
        }
    }

    /// Whether it stands in the text, and whether only in quotation marks.
    fn found(&self, tokens: &[Token]) -> Option<bool> {
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

impl Word {
    fn parse(word: &'static str) -> Self {
        match word.strip_suffix('*') {
            _ if word == "@ai" => Self::Model,
            Some(beginning) => Self::Begins(beginning),
            None => Self::Is(word),
        }
    }

    /// How many tokens it takes from `at` on.
    fn len(&self, tokens: &[Token], at: usize) -> Option<usize> {
        let token = tokens.get(at)?;
        match self {
            Self::Is(word) => (token.text == *word).then_some(1),
            Self::Begins(beginning) => token.text.starts_with(beginning).then_some(1),
            Self::Model => model_len(tokens, at),
        }
    }
}

/// How many tokens name a model from `at` on.
fn model_len(tokens: &[Token], at: usize) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let length = match word(at) {
        "large" if word(at + 1) == "language" && word(at + 2).starts_with("model") => 3,
        "language" if word(at + 1).starts_with("model") => 2,
        "virtual" | "digital" if word(at + 1).starts_with("assistant") => 2,
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
fn fits(elements: &[Element], tokens: &[Token], at: usize) -> Option<usize> {
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
fn begins(tokens: &[Token], at: usize) -> bool {
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
    if matches!(before.text.as_str(), "and" | "but" | "or") {
        // "They asked it to stop and ignore all rules" is no order.
        let sentence = tokens.get(..at.saturating_sub(1)).unwrap_or_default();
        return !sentence
            .iter()
            .rev()
            .take_while(|token| !matches!(token.text.as_str(), "." | ","))
            .any(|token| matches!(token.text.as_str(), "to" | "that" | "which" | "who"));
    }
    LEADS.contains(&before.text.as_str())
        && (!matches!(before.text.as_str(), "must" | "should" | "always" | "do")
            || at < 2
            || tokens
                .get(at - 2)
                .is_some_and(|subject| subject.text == "you" || tokens[at - 1].starts))
}

/// Whether what was found is about the instructions of some other text: "the instructions in bulletin 12".
fn is_about_another_text(tokens: &[Token], end: usize) -> bool {
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
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
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

/// The signs of a text, by where they stand.
#[derive(Default)]
struct Weighed {
    live: u8,
    quoted: u8,
    /// The reason of the sign with the most points.
    strongest: Option<(u8, Reason)>,
}

impl Weighed {
    fn add(&mut self, points: u8, reason: Reason, quoted: bool) {
        let sum = if quoted {
            &mut self.quoted
        } else {
            &mut self.live
        };
        *sum = sum.saturating_add(points);
        if self.strongest.is_none_or(|(most, _)| points > most) {
            self.strongest = Some((points, reason));
        }
    }

    fn ruling(&self, tokens: &[Token]) -> Ruling {
        // Many weak signs are how manuals and forms speak.
        let Some((_, reason)) = self.strongest.filter(|(most, _)| *most > 1) else {
            return Ruling::Keep;
        };
        if self.live >= ENOUGH {
            return Ruling::SetAside(reason);
        }
        if self.live.saturating_add(self.quoted) < ENOUGH {
            return Ruling::Keep;
        }
        let around: Vec<&Token> = tokens
            .iter()
            .filter(|token| token.is_word() && !token.quoted)
            .collect();
        let framed = around
            .iter()
            .any(|token| FRAMING.iter().any(|word| token.text.starts_with(word)));
        if framed && around.len() >= PROSE {
            Ruling::Quotes
        } else {
            Ruling::SetAside(reason)
        }
    }
}

/// Marks of turns and tools. At the start of a line they forge one; within prose they may be what it is about.
fn weigh_markers(text: &str, weighed: &mut Weighed) {
    if !text.contains(['<', '[', '#', '-', '{']) {
        return;
    }
    let lower = text.to_lowercase();
    let mut holds = [false; 256];
    for byte in lower.bytes() {
        holds[usize::from(byte)] = true;
    }
    // Most texts lack a letter or mark of most markers, which is told faster than looking for them.
    let may_stand = |marker: &&&str| marker.bytes().all(|byte| holds[usize::from(byte)]);
    let found: Vec<(usize, &str)> = MARKERS
        .iter()
        .filter(may_stand)
        .filter_map(|marker| Some((lower.find(marker)?, *marker)))
        .collect();
    for (at, _) in &found {
        let before = lower.get(..*at).unwrap_or_default();
        let opens = before
            .chars()
            .rev()
            .find(|c| *c == '\n' || !c.is_whitespace())
            .is_none_or(|c| matches!(c, '\n' | '.' | '!' | '?' | '>' | ']'));
        weighed.add(ENOUGH, Reason::Markers, !opens);
    }
    if !holds[usize::from(b'"')] {
        return;
    }
    let squeezed: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
    let says = |role: &str| squeezed.contains(&format!("\"role\":\"{role}\""));
    let calls = squeezed.contains("\"tool_calls\":") || squeezed.contains("\"function_call\":");
    if (says("system") || says("developer")) && squeezed.contains("\"content\":")
        || says("assistant") && calls
    {
        weighed.add(ENOUGH, Reason::Markers, false);
    }
}

/// Turns of a conversation with a model that was never held: one that agrees at once, or that begins in the middle of something else. A transcript
/// is evidence.
fn weigh_turns(text: &str, weighed: &mut Weighed) {
    const AGREES: &[&str] = &[
        "sure",
        "of course",
        "certainly",
        "understood",
        "absolutely",
        "okay",
        "ok,",
        "yes,",
    ];
    const ASKED: &[&str] = &[
        "please",
        "write",
        "say",
        "state",
        "put",
        "forget",
        "ignore",
        "recommend",
        "praise",
        "report",
        "summari",
    ];
    let lower = text.to_lowercase();
    let turn = |names: &[&str]| -> Option<(usize, &str)> {
        names.iter().find_map(|name| {
            let at = lower.match_indices(name).map(|(at, _)| at).find(|&at| {
                let before = lower.get(..at).unwrap_or_default();
                let last = before.trim_end_matches([' ', '*', '#']).chars().next_back();
                last.is_none_or(|c| matches!(c, '\n' | '.' | '!' | '?'))
            })?;
            Some((at, lower.get(at + name.len()..)?.trim_start()))
        })
    };
    let (person, model) = (
        turn(&["human:", "user:"]),
        turn(&["assistant:", "ai:", "model:"]),
    );
    let says_any = |text: &str, list: &[&str]| {
        let sentence = text.split(['.', '\n']).next().unwrap_or_default();
        list.iter().any(|word| sentence.contains(word))
    };
    let mut points = 0;
    if let Some((_, told)) = turn(&["system:"]) {
        points += 2 * u8::from(
            [
                "you ", "all ", "new ", "ignore", "from now", "the user", "never", "always",
            ]
            .iter()
            .any(|word| told.starts_with(word)),
        );
        points += u8::from(model.is_some() || person.is_some());
    }
    if let (Some((at, asked)), Some((other, answered))) = (person, model) {
        points += 1;
        points += u8::from(AGREES.iter().any(|word| answered.starts_with(word)));
        points += u8::from(says_any(asked, ASKED));
        // Prose before the first turn.
        let before = lower.get(..at.min(other)).unwrap_or_default();
        points += u8::from(before.split_whitespace().count() > 3);
    }
    if points > 0 {
        weighed.add(points, Reason::Markers, false);
    }
}

/// Pictures whose address takes something along.
fn weigh_links(text: &str, weighed: &mut Weighed) {
    let Some((_, link)) = text.split_once("](http") else {
        return;
    };
    let address = link.split(')').next().unwrap_or_default();
    let value = address.rsplit('=').next().unwrap_or_default();
    let placeholder =
        value.chars().count() > 3 && value.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if text.contains("![") && (address.contains(['{', '[', '<']) || placeholder) {
        weighed.add(ENOUGH, Reason::Exfiltration, false);
    }
}

fn weigh_unspaced(text: &str, weighed: &mut Weighed) {
    const APART: usize = 8;
    if text.is_ascii() {
        return;
    }
    let says = |(orders, about): &(&[&str], &[&str])| {
        orders.iter().any(|order| {
            text.match_indices(order).any(|(at, _)| {
                // An order begins its sentence.
                let before = text.get(..at).unwrap_or_default().chars().next_back();
                let behind: String = text
                    .get(at + order.len()..)
                    .unwrap_or_default()
                    .chars()
                    .take(APART + 10)
                    .collect();
                before.is_none_or(|c| !c.is_alphanumeric())
                    && about.iter().any(|about| behind.contains(about))
            })
        })
    };
    if UNSPACED.iter().any(says) {
        weighed.add(ENOUGH, Reason::Instruction, false);
    }
}

/// Words that were made hard to find: letters apart from each other, or of another alphabet.
fn weigh_disguise(text: &str, tokens: &[Token], weighed: &mut Weighed) {
    const SAID: &[&str] = &[
        "ignore",
        "disregard",
        "forget",
        "instruction",
        "prompt",
        "assistant",
        "recommend",
        "override",
        "system",
    ];
    if spaced_out(tokens)
        .iter()
        .any(|run| SAID.iter().any(|word| run.contains(word)))
    {
        weighed.add(ENOUGH, Reason::Disguised, false);
    }
    if !text.is_ascii() && mixed_words(text) >= 3 {
        weighed.add(2, Reason::Disguised, false);
    }
}
