//! Clauses: where a sentence begins to say the next thing, and what that is.

use std::slice;

use super::parts::{Token, is_present, is_told_past, verb};
use super::{Part, Setting, Statement};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::reading::JOINS;
use crate::check::language::terms::{HELPING_VERBS, is_figure};

/// The words of one clause.
pub(super) struct Clause<'t> {
    tokens: &'t [Token],
}

/// The clauses of a sentence.
pub(super) fn clauses(tokens: &[Token]) -> Vec<Clause<'_>> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut whole: &[Token] = &[];
    let may_begin = |token: &Token| token.is_cut || token.is_apart || token.is(JOINS);
    for (at, token) in tokens.iter().enumerate().skip(1) {
        if !may_begin(token) {
            continue;
        }
        let own = tokens.get(from..at).unwrap_or_default();
        let is_told = behind_front(own).and_then(verb_or_first).is_some();
        // `…, the second at 2 pm and the third at 10 pm`
        let is_elided = !is_told && own.iter().any(Token::is_preposition);
        if begins(tokens, if is_elided { whole } else { own }, at) {
            all.push(Clause { tokens: own });
            from = at;
            if is_told {
                whole = own;
            }
        }
    }
    all.extend(tokens.get(from..).map(|tokens| Clause { tokens }));
    all
}

/// Whether the next clause begins at a word; `own` is the last before it that has a verb.
fn begins(tokens: &[Token], own: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    if token.is_cut {
        return true;
    }
    let is_joined = token.is(JOINS);
    if !is_joined && !token.is_apart || behind_front(own).and_then(verb_or_first).is_none() {
        return false;
    }
    let rest = tokens
        .get(at + usize::from(is_joined)..)
        .unwrap_or_default();
    let rest = ahead(rest);
    compares(rest)
        || opens_with_verb(own, rest)
        || has_own_verb(rest)
        || is_elided(own, rest)
        || is_one_too(own, rest)
}

/// The words up to the next place where a clause may end.
fn ahead(rest: &[Token]) -> &[Token] {
    let mut end = rest.len();
    for (at, token) in rest.iter().enumerate().skip(1) {
        let is_time = rest.first().is_some_and(Token::is_preposition);
        let is_pair = token.is(&["and"]) && rest.get(at + 1).is_some_and(is_place);
        if token.is_cut || token.is_apart && !is_time || token.is(JOINS) && !is_pair {
            end = at;
            break;
        }
    }
    rest.get(..end).unwrap_or_default()
}

/// The words behind what stands before the subject.
fn behind_front(tokens: &[Token]) -> Option<&[Token]> {
    let tokens = tokens.get(tokens.iter().take_while(|word| word.is(JOINS)).count()..)?;
    tokens.get(front(tokens)..)
}

/// How many words of when and where stand before the subject: `In March `, `Before the reform, `.
fn front(tokens: &[Token]) -> usize {
    const LONGEST: usize = 6;
    if !tokens.first().is_some_and(Token::is_preposition) {
        return 0;
    }
    let ends = |at: &usize| {
        tokens.get(*at).is_some_and(|token| {
            token.is_apart
                || token.is_pronoun() && *at > 1
                || *at > 1 && (token.is_article() || token.is(&["it", "they"]))
                || *at > 1 && is_figure(&token.lower) && !tokens.iter().any(|word| word.is_apart)
        })
    };
    let end = (1..tokens.len().min(LONGEST)).find(ends);
    end.unwrap_or(0)
}

fn verb_or_first(tokens: &[Token]) -> Option<usize> {
    let is_first = tokens.first().is_some_and(is_told_past)
        || tokens.first().is_some_and(|first| first.is(ADVERBS))
            && tokens.get(1).is_some_and(is_told_past)
        || is_present(tokens, 0);
    if is_first { Some(0) } else { verb(tokens) }
}

/// Whether a clause goes on with a verb of the same subject.
fn opens_with_verb(own: &[Token], rest: &[Token]) -> bool {
    let rest = if rest.first().is_some_and(|first| first.is(ADVERBS)) {
        rest.get(1..).unwrap_or_default()
    } else {
        rest
    };
    let Some(first) = rest.first() else {
        return false;
    };
    let is_present_too = || {
        let own = behind_front(own).unwrap_or_default();
        verb(own).is_some_and(|at| is_present(own, at))
    };
    // `A mill, built in 1900, …` tells of the mill.
    let is_aside = first.is_apart && !is_past_alike(own, first);
    !is_aside && (is_told_past(first) || is_present(rest, 0) && is_present_too())
}

/// Whether a past follows a past in a row of deeds: `bought it, closed it and sold it`.
fn is_past_alike(own: &[Token], first: &Token) -> bool {
    let own = behind_front(own).unwrap_or_default();
    let is_active = verb(own)
        .and_then(|at| own.get(at))
        .is_some_and(|verb| !HELPING_VERBS.contains(&verb.lower.as_str()));
    is_active && !HELPING_VERBS.contains(&first.lower.as_str())
}

/// Whether a clause has a subject and a verb of its own.
fn has_own_verb(rest: &[Token]) -> bool {
    const LONGEST: usize = 6;
    let rest = rest.get(front(rest)..).unwrap_or_default();
    verb(rest).is_some_and(|at| at <= LONGEST)
        && rest.first().is_some_and(|first| !first.is_preposition())
}

/// Whether a clause leaves out its verb: `the second in autumn`, `€3.90 in the county`.
fn is_elided(own: &[Token], rest: &[Token]) -> bool {
    let own = behind_front(own).unwrap_or_default();
    let Some(place) = rest
        .iter()
        .position(Token::is_preposition)
        .filter(|at| *at > 0)
    else {
        return false;
    };
    let has_it = |token: &Token| own.iter().any(|own| own.lower == token.lower);
    let is_alike = rest.get(place).is_some_and(has_it);
    is_alike
        && verb(rest).is_none()
        && (elided_noun(own, rest).is_some() || opens_with_figure(rest))
}

/// Whether a clause leaves out that something is of a name as well: `her father Swedish` behind `her mother was Danish`.
fn is_one_too(own: &[Token], rest: &[Token]) -> bool {
    const WHOSE: &[&str] = &["the", "his", "her", "its", "their", "my", "our"];
    let is_be = || {
        let own = behind_front(own).unwrap_or_default();
        let verb = verb(own).and_then(|at| own.get(at));
        verb.is_some_and(|verb| verb.is(BE)) && own.last().is_some_and(|last| last.is_capital)
    };
    matches!(rest, [whose, noun, name] if whose.is(WHOSE) && !noun.is_capital && name.is_capital)
        && is_be()
}

/// Whether words bring in another value: `compared with`, `up from`.
fn compares(rest: &[Token]) -> bool {
    let [first, second, ..] = rest else {
        return false;
    };
    let mut all = COMPARES.iter();
    all.any(|said| *said == [first.lower.as_str(), second.lower.as_str()])
}

fn opens_with_figure(rest: &[Token]) -> bool {
    let first = rest.iter().find(|token| !token.is_article());
    first.is_some_and(|first| is_figure(&first.lower))
}

/// The noun that a clause without a verb leaves out of its subject, which is empty where it has it: `the second`, `the south wing`.
fn elided_noun<'t>(own: &'t [Token], rest: &[Token]) -> Option<&'t [Token]> {
    if !rest.first()?.is_article() {
        return None;
    }
    let at = verb(own)?;
    let noun = own.get(at.checked_sub(1)?..at)?;
    let end = rest
        .iter()
        .position(Token::is_preposition)
        .unwrap_or(rest.len());
    let subject = rest.get(1..end)?;
    let has_noun = subject.len() > 1
        && subject.last().map(|word| &word.lower) == noun.first().map(|word| &word.lower);
    let are_places = !subject.is_empty()
        && subject
            .iter()
            .all(|word| is_place(word) || word.is(&["and", "or"]))
        && own.iter().take(at).any(is_place);
    match (has_noun, are_places) {
        (true, _) => Some(&[]),
        (_, true) => Some(noun),
        _ => None,
    }
}

/// A place in a row: `first`, `third`.
fn is_place(token: &Token) -> bool {
    token.is(PLACES)
}

impl Clause<'_> {
    /// What it says behind what was `told` in its sentence; `before` is what the sentence before says first.
    pub(super) fn read(&self, told: &[Statement], before: Option<&Statement>) -> Option<Statement> {
        let skipped = self.tokens.iter().take_while(|word| word.is(JOINS));
        let tokens = self.tokens.get(skipped.count()..)?;
        let (head, tokens) = tokens.split_at_checked(front(tokens))?;
        let mut said = Statement {
            settings: settings(head, told),
            ..Statement::default()
        };
        let last = told.last();
        if compares(tokens) || opens_with_figure(tokens) && verb(tokens).is_none() {
            let rest = if opens_with_figure(tokens) {
                tokens
            } else {
                tokens.get(2..)?
            };
            return said.value_of(last?, rest);
        }
        let at = verb_or_first(tokens);
        let Some(at) = at else {
            return match tokens {
                [whose, noun, name] if name.is_capital => said.one_too(last?, [whose, noun], name),
                _ => said.subject_of(last?, tokens),
            };
        };
        let (subject, rest) = tokens.split_at_checked(at)?;
        if subject.iter().skip(1).any(|word| word.is_apart) || subject.len() > LONGEST_SUBJECT {
            return None;
        }
        said.is_denied = denies(subject);
        said.is_share = is_share(subject);
        let subject_words: Vec<Token> = subject
            .iter()
            .filter(|word| !word.is(ADVERBS) && !word.is(NEGATIONS))
            .cloned()
            .collect();
        let is_pronoun = matches!(&*subject_words, [only] if only.is_pronoun());
        if is_pronoun && last.is_none() && before.is_none() {
            said.subject.words = subject_words.iter().map(Token::as_word).collect();
        } else if subject_words.is_empty() || is_pronoun {
            let source = last.or(before)?;
            if last.is_none() && subject_words.is_empty() {
                return None;
            }
            said.subject = source.subject.clone();
            said.is_guessed = last.is_none();
            // What `an option is a wall` is called is a wall as well.
            if last.is_none() && source.deed.words.iter().any(|word| word.stem == "be") {
                said.subject.words.extend(source.object.words.clone());
            }
        } else {
            said.subject = Part::of(&subject_words);
            said.strength = strengths(subject);
            // `Two passengers were killed and eleven were injured`
            let is_bare = |word: &Token| {
                is_place(word) || !word.is_capital && !quantities(&word.lower).is_empty()
            };
            if let Some(first) = told.first()
                && subject_words
                    .iter()
                    .all(|word| word.is_article() || is_bare(word) || word.is(&["and", "or"]))
                && let Some(noun) = first.subject.words.last()
                && first.subject.words.len() > 1
            {
                said.subject.words.push(noun.clone());
            }
        }
        said.tell(rest, last);
        Some(said)
    }
}

impl Statement {
    /// Takes over what stands from the verb on.
    fn tell(&mut self, rest: &[Token], last: Option<&Self>) {
        let helping = rest.iter().take_while(|word| {
            HELPING_VERBS.contains(&word.lower.as_str()) || word.is(ADVERBS) || word.is(NEGATIONS)
        });
        let count = helping.count();
        let (helpers, rest) = rest.split_at_checked(count).unwrap_or_default();
        self.is_denied |= denies(helpers);
        self.is_to_come = helpers
            .iter()
            .any(|word| word.is(&["will", "shall", "would"]));
        self.strength.extend(strengths(helpers));
        let has_be = helpers.iter().any(|word| word.is(BE));
        let has_have = helpers.iter().any(|word| word.is(&["has", "have", "had"]));
        let is_main = |word: &Token| {
            let lower = word.lower.as_str();
            lower.ends_with("ed") || lower.ends_with("ing") || is_past(lower)
        };
        let mut verbs = helpers.iter().rev();
        let last_verb = verbs.find(|word| HELPING_VERBS.contains(&word.lower.as_str()));
        let helps_last = last_verb.is_some_and(|word| word.is(MODALS));
        let has_main = rest
            .first()
            .is_some_and(|first| count == 0 || is_main(first) || helps_last && !first.is_article());
        self.is_done = !helpers
            .iter()
            .any(|word| word.is(&["is", "are", "be", "will", "can"]));
        let is_done_by = || rest.get(1).is_some_and(|next| next.is(&["by"]));
        // `Was planned by the one and built by the other`
        self.is_passive =
            has_be && has_main && !rest.first().is_some_and(|main| main.lower.ends_with("ing"))
                || count == 0 && is_done_by() && last.is_some_and(|last| last.is_passive);
        let rest = if has_main {
            let (main, rest) = rest.split_at_checked(1).unwrap_or_default();
            self.deed.words.extend(main.iter().map(Token::as_word));
            rest
        } else {
            let stem = if has_be {
                "be"
            } else if has_have {
                "has"
            } else {
                "do"
            };
            self.deed.words.push(super::Word {
                text: stem.to_owned(),
                stem: stem.to_owned(),
                is_name: false,
            });
            rest
        };
        self.fill(rest, last);
    }

    /// Takes over what stands behind the verb.
    fn fill(&mut self, rest: &[Token], last: Option<&Self>) {
        let end = rest
            .iter()
            .position(Token::is_preposition)
            .unwrap_or(rest.len());
        let (object, behind) = rest.split_at_checked(end).unwrap_or_default();
        self.is_denied |= object.iter().any(|word| word.is(&["no", "not", "never"]));
        self.strength.extend(strengths(object));
        let object: Vec<Token> = object
            .iter()
            .filter(|word| !word.is(ADVERBS))
            .cloned()
            .collect();
        if let Some(last) =
            last.filter(|_| object.first().is_some_and(|word| word.is(&["it", "them"])))
        {
            self.object = last.object.clone();
        }
        self.object.words.extend(Part::of(&object).words);
        self.settings.extend(settings(behind, &[]));
    }

    /// The same of the same with another value: `compared with €12.9 million in 2021`, `after it, 18 days`.
    fn value_of(mut self, last: &Self, rest: &[Token]) -> Option<Self> {
        self.subject = last.subject.clone();
        self.deed = last.deed.clone();
        self.is_denied = last.is_denied;
        self.fill(rest, None);
        let is_bare = self.object.words.iter().all(|word| is_figure(&word.text));
        if self.object.is_empty() || !last.object.has_figure() {
            return None;
        }
        if is_bare {
            let unit = last
                .object
                .words
                .iter()
                .filter(|word| !is_figure(&word.text));
            self.object.words.extend(unit.cloned());
        }
        Some(self)
    }

    /// What a subject is that leaves out its verb: `her father Swedish`.
    fn one_too(mut self, last: &Self, subject: [&Token; 2], name: &Token) -> Option<Self> {
        self.subject = Part::of(&subject.map(Token::clone));
        self.object = Part::of(slice::from_ref(name));
        self.deed = last.deed.clone();
        self.is_denied = last.is_denied;
        self.is_done = last.is_done;
        let is_be = self.deed.words.iter().any(|word| word.stem == "be");
        (is_be && !self.subject.is_empty()).then_some(self)
    }

    /// The same of another subject: `the second in autumn`.
    fn subject_of(mut self, last: &Self, tokens: &[Token]) -> Option<Self> {
        let end = tokens.iter().position(Token::is_preposition)?;
        let (subject, behind) = tokens.split_at_checked(end)?;
        self.subject = Part::of(subject);
        if subject
            .iter()
            .all(|word| word.is_article() || is_place(word) || word.is(&["and", "or"]))
        {
            self.subject
                .words
                .extend(last.subject.words.last().cloned());
        }
        self.deed = last.deed.clone();
        self.is_denied = last.is_denied;
        self.settings.extend(settings(behind, &[]));
        let is_set = !self.subject.is_empty() && !self.settings.is_empty();
        is_set.then_some(self)
    }
}

/// When and where, by the words that these begin with.
fn settings(tokens: &[Token], told: &[Statement]) -> Vec<(Setting, Part)> {
    let mut all: Vec<(Setting, Part)> = Vec::new();
    let mut from = 0;
    while let Some(first) = tokens.get(from) {
        let end = (from + 1..tokens.len())
            .find(|&at| tokens.get(at).is_some_and(Token::is_preposition))
            .unwrap_or(tokens.len());
        let words = tokens.get(from + 1..end).unwrap_or_default();
        let mut part = Part::of(words);
        if part.is_empty() && words.iter().any(Token::is_pronoun) {
            // `After it`: what the clause before begins with.
            let before = told.first().and_then(|told| told.settings.first());
            part = before.map(|(_, part)| part.clone()).unwrap_or_default();
        }
        // `For few of them` and `for all of them` are not the same.
        let turns = |word: &&Token| word.is(STRENGTHS) || word.is(NEGATIONS) || word.is(&["no"]);
        let turning = words.iter().filter(|word| turns(word) && !word.is_month());
        part.words.extend(turning.map(Token::as_word));
        if !part.is_empty() {
            let is_when = first.is(OF_TIME) && words.iter().any(is_time);
            let kind = if is_when {
                Setting::When
            } else {
                Setting::Behind(first.lower.clone())
            };
            all.push((kind, part));
        }
        from = end;
    }
    all
}

/// Whether a word names a time.
fn is_time(token: &Token) -> bool {
    let word = token.lower.as_str();
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_year || TIMES.contains(&word)
}

/// Whether words deny what they belong to: `not`, `no school`.
fn denies(tokens: &[Token]) -> bool {
    let is_none = tokens
        .first()
        .is_some_and(|first| first.is(&["no", "neither", "none"]));
    is_none || tokens.iter().any(|word| word.is(NEGATIONS))
}

/// Whether a subject is a number of more: `three of the eight bridges`.
fn is_share(subject: &[Token]) -> bool {
    let of = subject.iter().position(|word| word.lower == "of");
    let before = of.and_then(|of| subject.get(of.checked_sub(1)?));
    before.is_some_and(|word| !quantities(&word.lower).is_empty())
}

fn strengths(tokens: &[Token]) -> Vec<String> {
    let said = tokens.iter().filter(|word| word.is(STRENGTHS));
    said.map(|word| word.lower.clone()).collect()
}

/// Words of a subject; of more it is not plain what is said.
const LONGEST_SUBJECT: usize = 9;

const BE: &[&str] = &["is", "are", "was", "were", "be", "been"];
const MODALS: &[&str] = &[
    "will", "would", "can", "could", "may", "might", "must", "should", "shall", "does", "did", "do",
];
const NEGATIONS: &[&str] = &["not", "never"];
const COMPARES: &[[&str; 2]] = &[
    ["compared", "with"],
    ["compared", "to"],
    ["up", "from"],
    ["down", "from"],
];
#[rustfmt::skip]
const ADVERBS: &[&str] = &[
    "now", "then", "later", "also", "finally", "subsequently", "still", "already", "only", "just", "soon", "again", "since",
];
#[rustfmt::skip]
const STRENGTHS: &[&str] = &[
    "only", "just", "most", "all", "every", "some", "few", "many", "more", "less", "fewer", "than", "may", "might", "could", "would", "can", "should", "must",
    "nearly", "almost", "about", "least", "over", "under", "up", "both", "neither", "none", "any", "each", "half",
];
const PLACES: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "last",
];
const OF_TIME: &[&str] = &["in", "on", "at", "by", "during", "since", "until", "from"];
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "spring", "summer", "autumn", "winter", "morning", "evening", "afternoon",
    "night", "q1", "q2", "q3", "q4",
];
