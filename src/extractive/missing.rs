//! What the evidence does not answer: the aspects of the question that no passage takes up.
//!
//! An aspect is a thing, named in the question's own words; verbs and words that any question could hold (`impact`, `main`, `best`) are none. A word
//! counts as taken up by any of its forms, its near-synonyms and what is derived from it: a gap that is named must be one.

use std::ops::Range;

use super::clause::{is_base, is_doing, is_verb};
use super::language::{Languages, is_foreign, is_german};
use super::pool::Pool;
use crate::check::{is_irregular_past, is_stop_word, plain, words};

/// The aspects of the question that the context does not mention, as phrases of the question, in order.
#[must_use]
pub fn uncovered(question: &str, pool: &mut Pool) -> Vec<String> {
    let mut open = phrases(question, Article::Kept, |word| {
        !pool.covers(word) && !pool.gives_the_month(word)
    });
    open.retain(|phrase| !only_says_what_for(phrase));
    open
}

/// Whether a phrase only says what part an answer is to play, which no source need call so: `the arguments`, `the limits`.
fn only_says_what_for(phrase: &str) -> bool {
    const PARTS: &[&str] = &[
        "argument",
        "arguments",
        "objection",
        "objections",
        "criticism",
        "criticisms",
        "limit",
        "limits",
        "limitation",
        "limitations",
        "weakness",
        "weaknesses",
        "strengths",
        "opinion",
        "opinions",
        "view",
        "views",
        "position",
        "reaction",
        "reactions",
        "consequence",
        "consequences",
        "background",
    ];
    let mut said = phrase.split(' ').filter(|word| !is_article(word));
    said.all(|word| PARTS.contains(&word.to_lowercase().as_str()))
}

/// Whether a phrase names no thing of its own: it says of which kind something is that the context does speak of, as `town` of `town centre`, or how something
/// is or what was done to it: `effective`, `slower than`, `hit`; or it is the kind of what is asked for: `Which fertiliser`; or who
/// is to do something, whom no answer need name: `Should the project move …`.
#[must_use]
pub fn says_of_which_kind(phrase: &str, question: &str, pool: &mut Pool) -> bool {
    const QUALITIES: &[&str] = &["ive", "ous", "able", "ible", "ful", "less"];
    let is_quality = || QUALITIES.iter().any(|ending| phrase.ends_with(ending));
    let all = read(question);
    let last = phrase.rsplit(' ').next();
    let is_its = |word: &Word<'_>| Some(word.text) == last;
    // `Did so many colonies die?` awaits what they did.
    let is_awaited = || {
        let place = all.iter().position(is_its);
        place.and_then(|at| all.get(..at)).is_some_and(awaits_verb)
    };
    let is_small = !phrase.starts_with(char::is_uppercase);
    if !phrase.contains(' ') && is_small && (is_quality() || is_verb(phrase) || is_awaited()) {
        return true;
    }
    let is_to_act = || {
        let place = all.iter().position(is_its);
        let before = place
            .and_then(|at| all.get(..=at))
            .and_then(<[_]>::split_first);
        before.is_some_and(|(should, named)| {
            let is_verb = |word: &Word<'_>| word.is_verb || is_base(&word.lower);
            should.lower == "should" && !named.iter().any(is_verb)
        })
    };
    if is_small && is_to_act() {
        return true;
    }
    all.windows(2).any(|pair| {
        let [first, second] = pair else { return false };
        let is_of_a_thing = second.joins
            && second.content
            && !second.is_verb
            && !BARE_VERBS.contains(&second.lower.as_str())
            && !is_base(&second.lower);
        is_its(second) && matches!(first.lower.as_str(), "which" | "what")
            || is_its(first)
                && (second.lower == "than" || is_of_a_thing && pool.covers(second.text))
    })
}

/// The whole of what is asked, as phrases of the question.
#[must_use]
pub fn aspects(question: &str) -> Vec<String> {
    phrases(question, Article::Left, |_| true)
}

/// A phrase of the question without the article that it may begin with.
#[must_use]
pub fn without_article(phrase: &str) -> &str {
    let parted = phrase.split_once(' ');
    parted
        .filter(|(first, _)| is_article(first))
        .map_or(phrase, |(_, rest)| rest)
}

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn listed(phrases: &[String]) -> String {
    enumerated(phrases, "or")
}

/// `a`, `a and b`, `a, b and c`, with the conjunction given.
#[must_use]
pub fn enumerated(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., last] => format!("{} {conjunction} {last}", head.join(", ")),
    }
}

/// Whether a word could stand in any question.
#[must_use]
pub fn is_generic(word: &str) -> bool {
    GENERIC.contains(&plain(word).as_str())
}

/// A word of the question.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says another thing of the word"
)]
struct Word<'a> {
    span: Range<usize>,
    text: &'a str,
    lower: String,
    /// Only a space, a hyphen or a slash stands before it.
    joins: bool,
    /// Neither a function word nor one that any question could hold.
    content: bool,
    /// Whether it names a thing, as far as its place and its shape tell.
    nominal: bool,
    /// Whether it stands in a phrase that an article, a preposition or the like has opened.
    opened: bool,
    /// Whether its place shows that it is a verb.
    is_verb: bool,
}

/// Whether a phrase has its article: `the programme` is said to be missing, and `programme` is looked for.
#[derive(Clone, Copy, PartialEq)]
enum Article {
    Kept,
    Left,
}

/// Runs of nominal content words that `takes` accepts, joined over the small words between them.
fn phrases(question: &str, article: Article, mut takes: impl FnMut(&str) -> bool) -> Vec<String> {
    let all = read(question);
    let mut phrases: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(first) = all.get(at) {
        if !(first.content && first.nominal && takes(first.text)) {
            at += 1;
            continue;
        }
        let mut last = at;
        let mut next = at + 1;
        while let Some(word) = all.get(next).filter(|word| word.joins) {
            let named =
                word.content && (word.nominal || next == last + 1 && is_plural(&word.lower));
            if named && (takes(word.text) || next == last + 1 && is_attribute(&all[last])) {
                last = next;
            } else if !JOINTS.contains(&word.lower.as_str()) {
                break;
            }
            next += 1;
        }
        let end = all.get(last).map_or(first.span.end, |word| word.span.end);
        let definite = at
            .checked_sub(1)
            .and_then(|before| all.get(before))
            .filter(|before| article == Article::Kept && first.joins && is_article(&before.lower));
        let start = definite.map_or(first.span.start, |before| before.span.start);
        let words: Vec<&str> = question
            .get(start..end)
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let phrase = words.join(" ");
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
        at = last + 1;
    }
    phrases
}

fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}

/// Small words that a phrase may go on over.
const JOINTS: &[&str] = &["of", "in", "for", "the", "on", "from", "to", "with"];

/// The words of a question, each with whether it names a thing.
fn read(question: &str) -> Vec<Word<'_>> {
    let mut languages = Languages::default();
    languages.read(question);
    let (foreign, german) = (is_foreign(question), is_german(question));
    let mut all: Vec<Word<'_>> = Vec::new();
    let mut end = 0;
    for span in words(question) {
        let text = question.get(span.clone()).unwrap_or_default();
        // `Apollo 1's crew` names Apollo 1.
        let owner = ["'s", "’s"].iter().find_map(|own| text.strip_suffix(own));
        let text = owner.unwrap_or(text);
        let gap = question.get(end..span.start).unwrap_or_default();
        end = span.end;
        let lower = plain(text);
        let small = is_stop_word(&lower) && !foreign || languages.is_function_word(&lower);
        let content = text.chars().any(char::is_alphabetic)
            && text.chars().count() > 1
            && !small
            && !is_generic(text);
        let capital = text.starts_with(char::is_uppercase);
        let opened = is_opened(&all, &lower, gap);
        let is_awaited = || is_verb_behind_a_place(&all) || is_base(&lower) && awaits_verb(&all);
        let behind = question.get(end..).unwrap_or_default();
        let may_be_verb = content && !capital && !foreign && !german;
        let is_participle =
            || is_done_to(&all, &lower, behind) || is_awaited_participle(&all, &lower, behind);
        let is_verb =
            is_of_two_words(&lower, behind) || may_be_verb && (is_participle() || is_awaited());
        let nominal = if german {
            capital
        } else if foreign {
            all.last()
                .is_some_and(|before| ARTICLES.contains(&before.lower.as_str()))
        } else {
            !is_verb && (opened || is_nominal(&all, &lower, capital))
        };
        all.push(Word {
            joins: !gap
                .contains(|between: char| !between.is_whitespace() && !"-/'’".contains(between)),
            span,
            text,
            lower,
            content,
            nominal,
            opened,
            is_verb,
        });
    }
    name_compounds(&mut all);
    all
}

/// In `heat pump sales`, the last word shows that the ones before it are nouns too.
fn name_compounds(all: &mut [Word<'_>]) {
    let mut named = false;
    for at in (0..all.len()).rev() {
        let Some(word) = all.get_mut(at) else {
            continue;
        };
        let ends = is_plural(&word.lower) || has_noun_ending(&word.lower);
        let compound = word.content && !word.is_verb && !BARE_VERBS.contains(&word.lower.as_str());
        word.nominal |= named && compound;
        named = compound && (named || ends) && word.joins;
    }
}

/// Whether a phrase of things is open where the next word stands.
fn is_opened(before: &[Word<'_>], lower: &str, gap: &str) -> bool {
    let Some(previous) = before.last() else {
        return false;
    };
    let place = previous.lower.as_str();
    // In a list, the first item speaks for the rest.
    if gap.contains(',') || matches!(place, "and" | "or") {
        let item = before
            .iter()
            .rev()
            .find(|word| !matches!(word.lower.as_str(), "and" | "or"));
        return item.is_some_and(|item| item.opened && item.content);
    }
    BEFORE_NOUN.contains(&place)
        || previous.opened
            && (previous.content || is_generic(previous.text))
            && !BARE_VERBS.contains(&lower)
            && !(is_base(lower) && awaits_verb(before))
            && !gap.contains('?')
}

/// Whether an auxiliary stands before its subject, and no verb behind that yet: `When will the pool …`.
fn awaits_verb(before: &[Word<'_>]) -> bool {
    let auxiliary = before
        .iter()
        .rposition(|word| AUXILIARIES.contains(&word.lower.as_str()));
    auxiliary.is_some_and(|at| {
        let mut behind = before.iter().skip(at + 1);
        behind.any(|word| word.content && word.nominal)
            && !before.iter().skip(at + 1).any(|word| is_base(&word.lower))
    })
}

/// Whether the verb that is awaited stands behind the name of a place: `Should schools in Rim ban …`.
fn is_verb_behind_a_place(before: &[Word<'_>]) -> bool {
    let is_name = |word: &Word<'_>| word.text.starts_with(char::is_uppercase);
    let place = before.iter().rposition(|word| !is_name(word));
    let leads = place
        .and_then(|at| before.get(at))
        .is_some_and(|word| matches!(word.lower.as_str(), "in" | "at" | "near" | "of" | "from"));
    leads && before.last().is_some_and(is_name) && awaits_verb(before)
}

/// Whether an English word outside an open phrase names a thing, by what stands before it and by its ending. In doubt it does not.
fn is_nominal(before: &[Word<'_>], lower: &str, capital: bool) -> bool {
    let bare_verb = BARE_VERBS.contains(&lower);
    let Some(previous) = before.last() else {
        return !bare_verb;
    };
    let place = previous.lower.as_str();
    if capital || has_noun_ending(lower) {
        return true;
    }
    if AUXILIARIES.contains(&place) {
        // `how does storage …` asks of storage; `who would insure …` does not.
        let asker = before.iter().rev().nth(1);
        let inverted =
            asker.is_none_or(|word| word.content || INVERTING.contains(&word.lower.as_str()));
        return (inverted || is_plural(lower)) && !bare_verb;
    }
    place == "to" && is_plural(lower)
}

/// Whether a word says what was done to what stands before it, and goes on by a small word or ends there: `were diagnosed with cancer`, and not `are renewed contracts`.
fn is_done_to(before: &[Word<'_>], lower: &str, behind: &str) -> bool {
    let is_last = before
        .last()
        .is_some_and(|word| BEING.contains(&word.lower.as_str()));
    let is_form = lower.len() > 4 && lower.ends_with("ed");
    is_last && is_form && ends_its_clause(behind)
}

/// Whether a word is the form of a verb that `be` or `have` before the subject awaits: `How fast is the glacier shrinking?`, `Which way has the council chosen for …`.
fn is_awaited_participle(before: &[Word<'_>], lower: &str, behind: &str) -> bool {
    let place = before.iter().rposition(|word| {
        BEING.contains(&word.lower.as_str()) || HAVING.contains(&word.lower.as_str())
    });
    let Some((auxiliary, subject)) =
        place.and_then(|at| Some((before.get(at)?, before.get(at + 1..)?)))
    else {
        return false;
    };
    let is_form = if BEING.contains(&auxiliary.lower.as_str()) {
        lower.len() > 5 && lower.ends_with("ing")
    } else {
        is_irregular_past(lower) || lower.len() > 4 && lower.ends_with("ed")
    };
    // `Is the hall a listed building?` says what it is.
    let names = subject.iter().position(|word| word.content && word.nominal);
    let is_subject = names.is_some_and(|at| {
        let mut rest = subject.iter().skip(at + 1);
        !rest.any(|word| is_article(&word.lower))
    });
    is_form && is_subject && ends_its_clause(behind)
}

/// Whether a clause ends or goes on by a small word behind a verb, so that what follows is not named by it.
fn ends_its_clause(behind: &str) -> bool {
    let next = words(behind).next().and_then(|span| behind.get(span));
    !behind.starts_with(' ')
        || next.is_none_or(|next| is_stop_word(&plain(next)) && !is_article(next))
}

/// Whether a word is a verb that a small word behind it ends: `turned down`, `called off`, `set up by`.
fn is_of_two_words(lower: &str, behind: &str) -> bool {
    const ENDS: &[&str] = &[
        "down", "off", "out", "up", "away", "back", "over", "aside", "apart",
    ];
    let next = words(behind).next().and_then(|span| behind.get(span));
    let is_joined = behind.starts_with(' ') && next.is_some_and(|next| ENDS.contains(&next));
    let is_form = is_doing(lower) || is_base(lower) || lower.len() > 5 && lower.ends_with("ing");
    is_joined && is_form
}

/// Ends like many nouns and hardly any verb.
fn has_noun_ending(lower: &str) -> bool {
    lower.len() > 5
        && [
            "tion", "tions", "sion", "sions", "ment", "ments", "ness", "ity", "ities", "ance",
            "ence", "ship", "ism", "ology", "ware",
        ]
        .iter()
        .any(|ending| lower.ends_with(ending))
}

fn is_plural(lower: &str) -> bool {
    lower.len() > 3 && lower.ends_with('s') && !lower.ends_with("ss") && !lower.ends_with("us")
}

/// Whether a word is likely to belong to the noun behind it: by its ending, or as `mid-size` does.
fn is_attribute(word: &Word<'_>) -> bool {
    let lower = word.lower.as_str();
    let is_joined = word.text.contains('-') && !is_plural(lower);
    is_joined
        || lower.len() > 4
            && [
                "al", "ic", "ive", "ous", "able", "ible", "ary", "an", "ese", "ish", "ed", "ing",
                "ful", "less", "ar",
            ]
            .iter()
            .any(|ending| lower.ends_with(ending))
        || word.text.starts_with(char::is_uppercase)
}

#[rustfmt::skip]
const BEFORE_NOUN: &[&str] = &[
    "the", "a", "an", "of", "for", "in", "on", "about", "with", "without", "from", "by", "between", "against", "during", "after", "before", "under", "over", "within", "into", "through",
    "its", "their", "our", "your", "my", "his", "her", "this", "these", "those", "many", "much", "few", "more", "less", "most", "some", "any", "each", "every", "no", "other", "which",
    "whose", "per", "via", "than", "versus", "vs", "as", "at", "across", "despite", "toward", "towards", "near", "several", "both", "all", "is", "are", "was", "were",
];

const AUXILIARIES: &[&str] = &[
    "do", "does", "did", "should", "would", "could", "can", "will", "may", "might", "must", "has",
    "have", "had",
];

const BEING: &[&str] = &["is", "are", "was", "were", "been", "be", "being"];
const HAVING: &[&str] = &["has", "have", "had"];

/// Words before an auxiliary that turns the order of subject and verb.
const INVERTING: &[&str] = &[
    "how", "why", "when", "where", "much", "often", "long", "far", "and", "or",
];

/// Articles and the like of other languages, which open a phrase of things.
#[rustfmt::skip]
const ARTICLES: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "au", "aux", "el", "los", "las", "una", "unos", "unas", "del", "il", "lo", "gli", "della", "dei", "delle", "o", "os", "as", "um", "uma", "da", "do",
    "das", "dos", "het", "een",
];

/// Verbs that questions are asked with and that could pass for nouns.
#[rustfmt::skip]
const BARE_VERBS: &[&str] = &[
    "fall", "rise", "drop", "grow", "increase", "decrease", "decline", "cost", "costs", "pay", "pays", "buy", "sell", "spend", "build", "insure", "replace", "handle", "handles", "prevent", "prevents",
    "detect", "detects", "find", "finds", "lead", "leads", "support", "supports", "compare", "compared", "measure", "measures", "propose", "proposes", "differ", "differs", "apply", "applies", "require",
    "requires", "happen", "convert", "reduce", "improve", "run", "runs", "start", "stop", "begin", "become", "move", "avoid", "provide", "provides", "allow", "allows", "drive", "drives", "depend", "limit",
    "limits", "slow", "slows", "break", "fail", "fails", "conflict", "navigate", "determine", "determined", "handled", "protect", "protects", "store", "stores", "read", "write", "send", "receive", "switch",
];

#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "main", "key", "best", "better", "way", "ways", "option", "options", "impact", "impacts", "effect", "effects", "role", "reason", "reasons", "explain", "describe", "compare", "compared",
    "comparison", "consider", "know", "known", "current", "currently", "state", "status", "tell", "give", "affect", "affects", "affected", "happen", "happened", "happens", "cause", "caused",
    "causes", "difference", "differences", "factor", "factors", "good", "bad", "mean", "means", "work", "works", "working", "need", "needed", "needs", "want", "think", "case", "question", "answer",
    "evidence", "overview", "summary", "summarize", "summarise", "report", "brief", "result", "results", "change", "changes", "changed", "recent", "recently", "future", "important",
    "possible", "long", "big", "large", "small", "new", "old", "high", "low", "number", "amount", "much", "problem", "problems", "solution", "solutions", "issue", "issues", "situation", "keep", "help", "world",
    "today", "available", "different", "use", "uses", "take", "get", "going", "look", "like", "first", "next", "step", "steps", "plan", "choose", "decide", "recommend", "recommended",
    "people", "thing", "things", "kind", "type", "types", "part", "point", "time", "years", "year", "realistic", "realistically", "likely", "safe", "safely", "enough", "worth", "adopt", "approach",
    "system", "systems", "paper", "papers", "document", "documents", "article", "author", "authors", "text", "texts", "study", "topic", "conclude", "conclusion", "conclusions", "finding", "findings", "show", "shows", "propose",
    "proposes", "method", "methods", "measure", "measures", "public", "general", "specific", "example", "examples", "process", "information", "handle", "handles", "handled", "determine", "determined", "find", "finds", "make", "add", "level",
    "value", "values", "set", "order", "group", "form", "name", "term", "terms", "feature", "features", "advantage", "advantages", "disadvantage", "disadvantages", "benefit", "benefits", "risk", "risks", "challenge", "challenges", "aspect", "aspects",
    "common", "major", "total", "average", "current", "present", "now", "day", "days", "week", "month", "define", "definition", "work", "purpose", "goal", "goals", "harm", "harms", "side",
    "remain", "remains", "unknown", "unclear", "uncertain", "wrong", "cheap", "cheaper", "cheapest", "higher", "highest", "lower", "lowest", "larger", "largest",
    "smaller", "smallest", "faster", "fastest", "fewer", "dearer", "money", "root", "threat", "threats", "danger", "dangers", "concern", "concerns",
    "drawback", "drawbacks", "argument", "arguments", "downside", "downsides", "upside", "pros", "cons", "merit", "merits", "advise", "advises", "advice", "suggest",
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "anyone", "anybody", "anything", "someone", "somebody", "something", "everyone",
    "everybody", "everything", "nobody", "nothing", "behind",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &[&str]) {
        assert_eq!(aspects(question), expected, "{question}");
    }

    #[test]
    fn what_somebody_has_done_or_is_doing_names_no_thing() {
        check(
            "How fast is the Vadrec glacier shrinking?",
            &["Vadrec glacier"],
        );
        check(
            "Which way has the council chosen for the library?",
            &["council", "library"],
        );
        check("Why are the bees of Ost disappearing?", &["bees of Ost"]);
        check("Has the dam in Rim burst?", &["dam in Rim"]);
        check(
            "Is the town hall a listed building?",
            &["town hall", "listed building"],
        );
        check("Are the shop opening hours known?", &["shop opening hours"]);
    }

    #[test]
    fn aspects_are_phrases_of_the_question() {
        check(
            "What are the main effects of hydrogen storage in Norrland, and who pays for repairs?",
            &["hydrogen storage in Norrland", "repairs"],
        );
        check(
            "Should Marenholt replace the buses of its depot by 2030, and what would that mean for costs, winter service, drivers and fares?",
            &[
                "Marenholt",
                "buses",
                "depot",
                "costs",
                "winter service",
                "drivers",
                "fares",
            ],
        );
        check("What is the best way?", &[]);
        // A verb is no part of what is named before or behind it.
        check(
            "Will the vineyards survive warmer summers?",
            &["vineyards", "warmer summers"],
        );
        check(
            "Should schools in Rim ban mobile phones?",
            &["schools in Rim", "mobile phones"],
        );
        check(
            "Should the hospital in Ost introduce electronic records?",
            &["hospital in Ost", "electronic records"],
        );
    }

    #[test]
    fn what_is_missing_is_named_with_its_article() {
        let missing = |question: &str| uncovered(question, &mut Pool::default());
        assert_eq!(
            missing("What did the committee say of fares in the winter timetable?"),
            ["the committee", "fares in the winter timetable"]
        );
        assert_eq!(
            missing("What did the agency say of the winter supply?"),
            ["the agency", "the winter supply"]
        );
    }

    #[test]
    fn what_part_the_answer_is_to_play_is_not_missing() {
        let missing = |question: &str| uncovered(question, &mut Pool::default());
        assert_eq!(
            missing("What are the arguments against the bridge?"),
            ["the bridge"]
        );
    }

    #[test]
    fn who_is_to_act_need_not_be_named() {
        let is_kind = |phrase: &str| {
            let question = "Should the team move from Postgres to a queue?";
            says_of_which_kind(phrase, question, &mut Pool::default())
        };
        assert!(is_kind("the team"));
        assert!(!is_kind("a queue"));
    }

    #[test]
    fn verbs_are_no_aspects() {
        check(
            "Why did heat pump sales in Norland fall in 2024, and what should manufacturers do?",
            &["heat pump sales in Norland", "manufacturers"],
        );
        check(
            "How do whales navigate in polar night?",
            &["whales", "polar night"],
        );
        check("Who would insure it?", &[]);
        for (question, expected) in [
            ("Was the subsidy turned down?", "subsidy"),
            ("Who called off the strike?", "strike"),
            ("Why was the merger put off?", "merger"),
            ("When were the stalls set up?", "stalls"),
        ] {
            check(question, &[expected]);
        }
        check(
            "How many residents were diagnosed with cancer after the accident?",
            &["residents", "cancer", "accident"],
        );
        check("When will the swimming pool reopen?", &["swimming pool"]);
        check("How long does the sand last?", &["sand"]);
    }

    #[test]
    fn a_german_question_asks_of_its_nouns() {
        check(
            "Wie viele Euro kostet die Umstellung?",
            &["Euro", "Umstellung"],
        );
        check(
            "Combien coûte la conversion du dépôt ?",
            &["conversion", "dépôt"],
        );
    }

    #[test]
    fn lists_read_like_english() {
        let phrases: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(
            (
                listed(&phrases[..1]),
                listed(&phrases[..2]),
                listed(&phrases)
            ),
            ("a".to_owned(), "a or b".to_owned(), "a, b or c".to_owned())
        );
    }
}
