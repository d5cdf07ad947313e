//! Which sentences of a source can stand in a brief at all.
//!
//! A sentence taken out of its document must be whole, must state something, and must not be page furniture, a pointer to a figure, an entry of a
//! bibliography, or an instruction to whoever reads it. Whether it is worth taking is not known here (see `rank`).

use std::borrow::Cow;

use super::clause::{has_object, has_plain_verb, is_fragment, is_verb};
use super::inquiry::tells_of_the_inquiry;
use super::label::is_bare_part;
use super::language::is_foreign;
use super::lean::{counts_the_unnamed, is_dependent, takes_back};
use super::page::{is_caption, is_disclaimer, is_furniture, points_elsewhere};
use super::tongue::Tongue;
use crate::check::{Unit, is_claim, quantities, tells_an_end, words};
use crate::guardrail::addresses_a_model;

/// Whether a sentence can stand in a brief; `tongue` is that of the passage around it.
#[must_use]
pub fn is_fit(sentence: &str, tongue: Option<Tongue>) -> bool {
    let lower = sentence.to_lowercase();
    let foreign = tongue.is_some() || is_foreign(sentence);
    is_claim(sentence)
        && has_fit_length(sentence)
        && is_whole(sentence)
        && is_prose(sentence)
        && !is_furniture(&lower)
        && !addresses_a_model(&lower)
        && !points_elsewhere(sentence, &lower)
        && !is_entry(sentence)
        && !is_item_of_an_agenda(sentence)
        && !is_bare_part(sentence)
        && !is_aside(&lower)
        && !passes_a_question_on(&lower)
        && !is_list_of_relations(sentence)
        && !is_caption(&lower)
        && !is_disclaimer(&lower)
        && (is_ended(sentence)
            || foreign
            || !is_latin(sentence)
            || has_plain_verb(&without_asides(sentence)))
        && (!is_latin(sentence)
            || foreign
            || is_offer(sentence, &lower)
            || is_clause(&without_asides(sentence)))
}

/// Whether a sentence that cannot stand in a brief can be quoted there: it states something, in words, and is no longer than a paragraph.
#[must_use]
pub fn is_quotable(sentence: &str) -> bool {
    const LONGEST: usize = 1_200;
    let lower = sentence.to_lowercase();
    is_claim(sentence)
        && sentence.len() <= LONGEST
        && is_ended(sentence)
        && is_prose(sentence)
        && has_verb(sentence)
        && !sentence.contains(['"', '“', '”', '«', '»', '„'])
        && !is_furniture(&lower)
        && !addresses_a_model(&lower)
        && !points_elsewhere(sentence, &lower)
        && !is_entry(sentence)
        && !is_item_of_an_agenda(sentence)
        && !is_bare_part(sentence)
        && !passes_a_question_on(&lower)
}

/// Whether a line is what is to be talked or voted about, and says nothing of it: the title of an issue with its number, a ballot, a question without its mark,
/// a note below an agenda.
fn is_item_of_an_agenda(sentence: &str) -> bool {
    const ASKS: &[&str] = &[
        "can", "could", "will", "would", "should", "shall", "may", "must", "do", "does", "did",
        "is", "are",
    ];
    let is_ended = is_ended(sentence);
    let is_issue = |word: &str| {
        let number = word
            .trim_end_matches([',', '.', ';', ':'])
            .strip_prefix('#');
        number.is_some_and(|number| {
            number.len() > 1 && number.bytes().all(|one| one.is_ascii_digit())
        })
    };
    let opening = sentence.split_whitespace().next().unwrap_or_default();
    // `Should it rain, the match is off` and `May was cold` are whole.
    let asks_plainly =
        ["Can", "Could", "Would", "Shall", "Must"].contains(&opening) && !sentence.contains(',');
    let asks = asks_plainly || !is_ended && ASKS.contains(&opening.to_lowercase().as_str());
    let is_ballot = sentence
        .trim_end_matches(|edge: char| !edge.is_alphanumeric())
        .to_lowercase()
        .ends_with(" yes/no");
    let is_note = sentence.starts_with('*') && sentence.matches('*').count() == 1;
    asks || is_ballot || is_note || !is_ended && sentence.split_whitespace().any(is_issue)
}

/// Whether a sentence without a verb offers something at a price: `Four lorries with drivers, six days a week: EUR 9,400 a month.`
fn is_offer(sentence: &str, lower: &str) -> bool {
    const FOR: &[&str] = &[
        " a month",
        " per month",
        " a year",
        " per year",
        " a week",
        " a day",
        " an hour",
        " once",
        " each",
        " monthly",
        " annually",
    ];
    let mut amounts = quantities(sentence).into_iter();
    amounts.any(|quantity| {
        let is_money = quantity
            .amount()
            .is_some_and(|amount| matches!(amount.unit, Unit::Money(_)));
        let behind = lower.get(quantity.span.end..).unwrap_or_default();
        let offered = sentence.get(..quantity.span.start).unwrap_or_default();
        is_money
            && FOR.iter().any(|per| behind.starts_with(per))
            && offered.trim_end().ends_with([':', '–', '—'])
    })
}

/// Whether a sentence tells of its document or of a meeting as such, and not of the matter: who wrote it, who chaired, when the next one is.
#[must_use]
pub fn is_frame(sentence: &str) -> bool {
    let lower = format!(" {} ", sentence.to_lowercase());
    let is_dated = ["the next ", "next "]
        .iter()
        .any(|start| lower.trim_start().starts_with(start))
        && lower.contains(" meeting is ");
    is_dated
        || FRAMES.iter().any(|frame| lower.contains(frame))
        || invites(&lower)
        || tells_of_the_inquiry(sentence)
}

/// Whether a sentence asks its reader to come, call or write, in small letters: `Come and see us on Mondays`, `Don't miss the gift shop`.
fn invites(lower: &str) -> bool {
    #[rustfmt::skip]
    const INVITES: &[&str] = &["come", "visit", "join", "call", "contact", "see", "write", "ask", "follow", "support", "help", "meet"];
    let mut said = lower.split_whitespace();
    let first = said.next().unwrap_or_default();
    let is_to_us = || {
        said.clone()
            .take(6)
            .any(|word| matches!(word.trim_matches(|c: char| !c.is_alphanumeric()), "us"))
    };
    let misses = [
        "don't miss ",
        "don’t miss ",
        "do not miss ",
        "stay tuned",
        "minutes of the last meeting",
    ];
    INVITES.contains(&first) && is_to_us()
        || misses
            .iter()
            .any(|miss| lower.trim_start().starts_with(miss))
}

/// Whether a sentence has the sign that ends one. A line without it is often a title or an entry of a list.
#[must_use]
pub fn is_ended(sentence: &str) -> bool {
    sentence
        .trim_end_matches(['"', '”', '’', '\'', ')', '*', '_', '»'])
        .ends_with(['.', '!', '?', '…', ':', ';', '。', '！', '？'])
}

/// Whether a sentence only tells that something was asked: `The chair asked whether …`.
fn passes_a_question_on(lower: &str) -> bool {
    const ASKED: &[&str] = &["asked", "asks", "wondered", "wonders"];
    const WHAT: &[&str] = &[
        "whether", "if", "why", "how", "what", "who", "when", "where", "which",
    ];
    let all: Vec<&str> = words(lower).filter_map(|span| lower.get(span)).collect();
    all.iter().enumerate().any(|(at, word)| {
        let mut next = all.iter().skip(at + 1).take(4);
        ASKED.contains(word) && next.any(|next| WHAT.contains(next))
    })
}

/// Whether a sentence is a row of short statements, as tools write what they know of a graph; what stands in brackets is no statement.
fn is_list_of_relations(sentence: &str) -> bool {
    const SHORT: usize = 8;
    let told = without_asides(sentence);
    let mut statements = told.split("; ");
    statements.clone().count() > 3 && statements.all(|one| one.split_whitespace().count() <= SHORT)
}

/// Whether a sentence tells what was not known when its document began, in the part that leads up to what it found.
#[must_use]
pub fn is_open_question(sentence: &str, headings: &[String]) -> bool {
    let leads_up = headings.last().is_some_and(|heading| {
        let heading = heading.to_lowercase();
        LEADING_UP.iter().any(|part| heading.contains(part))
    });
    let lower = sentence.to_lowercase();
    leads_up && GAPS.iter().any(|gap| lower.contains(gap))
}

/// Words of a sentence; each ideograph counts as half a word.
#[must_use]
pub fn length(sentence: &str) -> usize {
    let spaced = sentence.split_whitespace().count();
    let all = words(sentence).count();
    if all > 3 * spaced { all / 2 } else { spaced }
}

fn has_fit_length(sentence: &str) -> bool {
    // A figure makes a statement of fewer words, if it is said of what; so does a denial.
    let figure = sentence.contains(|c: char| c.is_ascii_digit());
    let is_short = is_short_denial(sentence) || is_short_advice(sentence) || is_short_end(sentence);
    // What ends like a sentence is no heading: `Two workers were injured.`
    let is_said = figure || is_short || is_ended(sentence);
    let least = match (is_dependent(sentence), is_said) {
        (true, _) if takes_back(sentence) => 5,
        (true, _) if counts_the_unnamed(sentence) && is_ended(sentence) => 3,
        (true, _) if figure && says_how_much_it_is(sentence) => 5,
        (true, _) => 6,
        (false, true) => 4,
        (false, false) => 5,
    };
    (least..=90).contains(&length(sentence)) && sentence.len() <= 700
}

/// Whether a sentence says of what stands before it how much that is: `It costs 12 million euros.`
fn says_how_much_it_is(sentence: &str) -> bool {
    #[rustfmt::skip]
    const HAS: &[&str] = &[
        "cost", "costs", "take", "takes", "took", "has", "have", "had", "weighs", "measures", "holds", "covers", "employs", "seats", "lasts", "lasted", "opens", "opened", "closes",
    ];
    let verb = words(sentence).nth(1).and_then(|span| sentence.get(span));
    verb.is_some_and(|verb| HAS.contains(&verb)) && is_ended(sentence)
}

/// Whether a sentence is short and says plainly that something is over: `The outbreak is over.`
#[must_use]
pub fn is_short_end(sentence: &str) -> bool {
    length(sentence) <= 6 && is_ended(sentence) && tells_an_end(sentence)
}

/// Whether a sentence is short and says plainly that something is not so: `MySQL is not supported.`
#[must_use]
pub fn is_short_denial(sentence: &str) -> bool {
    const DENIES: &[&str] = &["not", "no", "never", "nobody", "none", "nothing"];
    let mut all = words(sentence).filter_map(|span| sentence.get(span));
    let denies = all.any(|word| DENIES.contains(&word.to_lowercase().as_str()));
    denies && is_ended(sentence) && length(sentence) <= 6 && has_plain_verb(sentence)
}

/// Whether a sentence is short and gives advice all the same: `Management recommends the move.`
#[must_use]
pub fn is_short_advice(sentence: &str) -> bool {
    const ADVISES: &[&str] = &[
        "recommend",
        "recommends",
        "advise",
        "advises",
        "urges",
        "opposes",
        "supports",
        "favours",
        "rejects",
    ];
    let mut all = words(sentence)
        .skip(1)
        .filter_map(|span| sentence.get(span));
    let advises = all.any(|word| ADVISES.contains(&word));
    advises && is_ended(sentence) && (4..=6).contains(&length(sentence))
}

/// Whether a sentence is an entry of a log, behind its time: `09:31 On-call engineer pages the database team.`
#[must_use]
pub fn begins_with_clock(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().unwrap_or_default();
    let is_digits = |part: &str| part.len() == 2 && part.bytes().all(|one| one.is_ascii_digit());
    let parts: Vec<&str> = first.trim_end_matches([',', ':']).split(':').collect();
    parts.len() > 1 && parts.iter().all(|part| is_digits(part))
}

/// Whether a line is the title of what follows: it stands alone, before a blank line, and does not end like a sentence. `at` is its place in its passage.
#[must_use]
pub fn is_title_line(passage: &str, at: &std::ops::Range<usize>) -> bool {
    let line = passage.get(at.clone()).unwrap_or_default().trim();
    let before = passage.get(..at.start).unwrap_or_default();
    let behind = passage.get(at.end..).unwrap_or_default();
    let opens = before.trim().is_empty() && behind.trim_start_matches(' ').starts_with("\n\n");
    let is_alone = opens && !behind.trim().is_empty() && !line.contains('\n');
    is_alone && is_latin(line) && !is_ended(line)
}

/// Begins like a sentence, ends like one, and closes what it opens.
fn is_whole(sentence: &str) -> bool {
    let mut letters = sentence
        .trim_start_matches(['"', '“', '‘', '\'', '*', '_'])
        .chars();
    let first = letters.next().unwrap_or(' ');
    let mixed = first.is_lowercase() && letters.next().is_some_and(char::is_uppercase);
    let priced = "€$£".contains(first)
        && sentence
            .trim_start_matches(|edge: char| !"€$£".contains(edge))
            .chars()
            .nth(1)
            .is_some_and(|next| next.is_ascii_digit());
    // `ziglang.org` and `example.com/list` are written small.
    let opening = sentence.split_whitespace().next().unwrap_or_default();
    let is_address = opening.contains('.')
        && opening
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-/".contains(c))
        && !opening.ends_with('.');
    let begins = mixed
        || priced
        || is_address
        || !first.is_lowercase() && (first.is_alphanumeric() || first == '(');
    let count = |mark: char| sentence.matches(mark).count();
    let closed = count('(') == count(')')
        && count('“') == count('”')
        && count('"').is_multiple_of(2)
        && count('`').is_multiple_of(2)
        && sentence.matches("**").count().is_multiple_of(2);
    let cut = sentence.ends_with("...") || sentence.ends_with('…') || sentence.ends_with(" etc");
    begins && closed && !cut
}

/// Mostly words, in running text, with a verb.
fn is_prose(sentence: &str) -> bool {
    let sentence = &*without_statistics(sentence);
    let signs = ['|', '{', '}', '<', '>', '\\', '=', '\u{fffd}', '•', '→'];
    let is_hidden = |letter| crate::clean::is_hostile(letter) || crate::clean::is_joiner(letter);
    if sentence
        .chars()
        .any(|letter| signs.contains(&letter) || is_hidden(letter))
    {
        return false;
    }
    // Links to issues and by reference point into a place that is not taken along.
    if sentence.contains("[#") || sentence.contains("][") {
        return false;
    }
    let visible = sentence
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .count();
    let letters = sentence
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count();
    if letters * 10 < visible * 6 {
        return false;
    }
    let latin = is_latin(sentence);
    let all: Vec<&str> = sentence.split_whitespace().collect();
    let shouted = all
        .iter()
        .filter(|word| {
            word.chars().filter(|letter| letter.is_alphabetic()).count() > 1
                && !word.chars().any(char::is_lowercase)
        })
        .count();
    let titled = all
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .count();
    let long = all.iter().any(|word| word.len() > 60 || is_hash(word));
    if latin && fallen_apart(&all) * 4 > all.len() {
        return false;
    }
    // What is closed like a sentence may be mostly names: `Marko Siller coaches FC Brandt.`
    let most = if is_ended(sentence) { 4 } else { 3 };
    // A script without spaces or capitals has one long word for each clause.
    !latin || !long && shouted * 2 < all.len() && titled * 4 < all.len() * most
}

/// The name of a state of a repository: `ee44863ae88e377a5df10db007ba9bfadde3d314`.
fn is_hash(word: &str) -> bool {
    const LEAST: usize = 12;
    let is_hex = word.len() >= LEAST && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex && word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic)
}

/// Words left of formulas that lost their layout: single letters, and single figures beside one of these or beside each other. The `2` of `2 May`, of `room 2`
/// and of `7 to 2` is none.
fn fallen_apart(all: &[&str]) -> usize {
    let only = |at: usize| {
        let mut signs = all.get(at)?.chars().filter(|sign| sign.is_alphanumeric());
        let first = signs.next()?;
        (signs.next().is_none() && !matches!(first, 'a' | 'A' | 'I')).then_some(first)
    };
    let is_beside_one = |at: usize| {
        let before = at.checked_sub(1).and_then(only);
        before.is_some() || only(at + 1).is_some()
    };
    let is_left =
        |at: &usize| only(*at).is_some_and(|sign| sign.is_alphabetic() || is_beside_one(*at));
    (0..all.len()).filter(is_left).count()
}

/// A sentence without the measures that science writes with signs: `(p < 0.001)`, `n = 412`, `(rate ratio 0.61; I² = 64 %)`.
fn without_statistics(sentence: &str) -> Cow<'_, str> {
    const COMPARES: [char; 6] = ['=', '<', '>', '≤', '≥', '≈'];
    if !sentence.contains(COMPARES) {
        return Cow::Borrowed(sentence);
    }
    let measures = |inner: &str| {
        inner.contains(COMPARES)
            && inner.contains(|c: char| c.is_ascii_digit())
            && !inner.contains(['{', '}', '|', '\\'])
    };
    let mut kept = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((head, tail)) = rest.split_once('(') {
        kept.push_str(head);
        match tail.split_once(')') {
            Some((inner, after)) if measures(inner) => rest = after,
            _ => {
                kept.push('(');
                rest = tail;
            }
        }
    }
    kept.push_str(rest);
    // Outside brackets a sign belongs to a short name before it and a number behind it.
    let mut plain = String::with_capacity(kept.len());
    let mut rest = kept.as_str();
    while let Some(at) = rest.find(COMPARES) {
        let (head, tail) = rest.split_at(at);
        let sign = tail.chars().next().map_or(0, char::len_utf8);
        let behind = tail.get(sign..).unwrap_or_default();
        let name = head.trim_end().rsplit(char::is_whitespace).next();
        let named = name.is_some_and(|name| (1..=4).contains(&name.chars().count()));
        let counted = behind
            .trim_start()
            .trim_start_matches(['-', '−', '.'])
            .starts_with(|c: char| c.is_ascii_digit());
        plain.push_str(head);
        if !named || !counted {
            plain.push_str(tail.get(..sign).unwrap_or_default());
        }
        rest = behind;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Whether most letters are of the alphabet that English is written in.
fn is_latin(sentence: &str) -> bool {
    let letters = sentence
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count();
    sentence.bytes().filter(u8::is_ascii_alphabetic).count() * 2 > letters
}

/// A sentence without what it says in brackets, which is no clause of it.
fn without_asides(sentence: &str) -> Cow<'_, str> {
    if !sentence.contains('(') {
        return Cow::Borrowed(sentence);
    }
    let mut depth = 0u32;
    let kept = sentence.chars().filter(|letter| {
        let inside = depth > 0;
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        !inside && *letter != '('
    });
    Cow::Owned(kept.collect())
}

fn is_clause(sentence: &str) -> bool {
    (has_verb(sentence) || has_object(sentence)) && !is_fragment(sentence)
}

fn has_verb(sentence: &str) -> bool {
    sentence.split_whitespace().skip(1).any(|word| {
        let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
        let ending = ["ed", "es", "ing", "s"]
            .iter()
            .any(|ending| word.len() > 3 && word.ends_with(ending));
        word.starts_with(char::is_lowercase)
            && (ending || matches!(word, "be" | "been") || is_verb(word))
    })
}

/// An entry of a list of changes or of names rather than a sentence of a text: `BUG #12: …`, `Fixed a race …`, `NOTES git gc …`, `FOO_BAR: …`.
fn is_entry(sentence: &str) -> bool {
    let mut all = sentence.split_whitespace();
    let (first, second) = (
        all.next().unwrap_or_default(),
        all.next().unwrap_or_default(),
    );
    let bare = first.trim_matches(|edge: char| !edge.is_alphanumeric());
    let shouted = bare.len() > 3
        && bare
            .chars()
            .all(|letter| letter.is_uppercase() || letter == '_');
    let code = first.contains("::")
        || first.contains("()")
        || first.contains('_')
        || first.starts_with('-')
        || first.starts_with(['`', '@', '#']);
    // The change that a line of a log tells of: `8fe8c56 feat: the new format is the default`.
    let is_change = (7..=40).contains(&first.len())
        && first
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase())
        && first.contains(|c: char| c.is_ascii_digit())
        && first.contains(char::is_alphabetic);
    let numbered = second.starts_with('#') && second.contains(|digit: char| digit.is_ascii_digit());
    let label = first.trim_end_matches(['*', '_']).ends_with(':') && !TELLING.contains(&bare);
    let packed = first.trim_end_matches(',').contains(',') && first.contains(char::is_alphabetic);
    // The entry of a glossary.
    let defines = sentence.split_once(": ").is_some_and(|(term, rest)| {
        let article = ["A ", "An ", "The "]
            .iter()
            .any(|article| rest.starts_with(article));
        article && term.split_whitespace().count() <= 4
    });
    // `Client::new` may as well be what a whole sentence is about.
    let code = code && !(first.starts_with('`') && is_ended(sentence) && has_plain_verb(sentence));
    code || numbered
        || is_change
        || defines
        || label
        || packed
        || shouted && (MANUAL.contains(&bare) || first.ends_with(':'))
        || CHANGED.contains(&bare) && !goes_on(sentence, second)
        || ["Q: ", "Q. ", "Question: "]
            .iter()
            .any(|label| sentence.starts_with(label))
}

/// Whether a sentence that begins like an entry of a list of changes is one of a text: `Introduced in 2019, the toll brings €12 million a year`,
/// `Added sugar makes up 14 % of the calories`.
fn goes_on(sentence: &str, second: &str) -> bool {
    let lower = sentence.to_lowercase();
    let is_dated = matches!(
        second,
        "in" | "on" | "by" | "at" | "after" | "with" | "from"
    );
    let behind = lower.split_once(", ").map(|(_, behind)| behind);
    let third = lower.split_whitespace().nth(2).unwrap_or_default();
    is_dated && behind.is_some_and(has_plain_verb)
        || !is_dated && has_plain_verb(&format!("it {third}"))
}

/// What is said to the reader beside the text, or goes on from something that is not taken along.
fn is_aside(lower: &str) -> bool {
    let lower = lower.replace('’', "'");
    let start = lower.trim_start_matches(['"', '“', '*', '_']);
    let advises = ADVISING.iter().any(|opening| start.starts_with(opening));
    start.starts_with('(') || !advises && ASIDES.iter().any(|aside| start.starts_with(aside))
}

/// Parts of a text before its findings, and what they say is missing.
const LEADING_UP: &[&str] = &[
    "background",
    "introduction",
    "objective",
    "aim",
    "purpose",
    "motivation",
    "context",
    "abstract",
    "summary",
];
#[rustfmt::skip]
const GAPS: &[&str] = &[
    "not known", "unknown", "unclear", "not yet", "not been studied", "not been investigated", "not been established", "little is known", "uncertain", "remains to be", "is lacking", "are lacking",
];

/// What documents and minutes say of themselves.
#[rustfmt::skip]
const FRAMES: &[&str] = &[
    " prepared by ", " written by ", " compiled by ", " commissioned by ", " drafted by ", " meeting was chaired ", " chaired the ", " apologies were ", " apologies for ", " meeting closed ", " meeting opened ", " opened the meeting", " closed the meeting", " meeting began ",
    " meeting ended ", " met to discuss ", " met to consider ", " presented the ", " presented a ", " we are writing ", " i am writing ", " were present. ", " was present. ", " were present: ", " was present: ", " minutes of ", " this report ", " this letter ", " this note ", " members present", " report to the ",
    " minutes were ", " office is open from ", " desk is open from ", " please subscribe ",
];

/// Sections of a manual page, where they ran into the first sentence.
#[rustfmt::skip]
const MANUAL: &[&str] = &[
    "NAME", "NOTES", "NOTE", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXAMPLE", "ENVIRONMENT", "FILES", "BUGS", "CONFIGURATION", "AUTHOR", "AUTHORS", "DIAGNOSTICS", "CAVEATS", "WARNING", "TODO", "FIXME",
];

/// Labels that say something themselves.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "Warning", "Caution", "Danger", "Important", "Problem", "Risk", "Recommendation", "Recommended", "Decision", "Decided", "Resolved", "Agreed", "Proposal", "Proposed",
];

/// What lists of changes begin with.
#[rustfmt::skip]
const CHANGED: &[&str] = &[
    "Fixed", "Fix", "Fixes", "Added", "Add", "Adds", "Removed", "Remove", "Implemented", "Deprecated", "Bump", "Bumped", "Renamed", "Updated", "Update", "Refactored", "Improved", "Reverted", "Revert", "Merged", "Documented",
    "Introduced", "Switched", "Upgraded", "Changed", "Changes",
];

/// What a writer says for himself that is no aside.
const ADVISING: &[&str] = &[
    "i recommend",
    "i would",
    "i advise",
    "i propose",
    "i suggest",
];

#[rustfmt::skip]
const ASIDES: &[&str] = &[
    "like ", "unlike ", "it's because", "it is because", "that's because", "this is because", "from here", "there's also", "there is also", "there are also", "in contrast", "previously,", "first off", "let's ", "let us ", "here's ",
    "here is ", "here are ", "see ", "read ", "suppose ", "imagine ", "consider ", "recall ", "remember ", "notice ", "in my opinion", "hope ", "thanks", "as mentioned", "as noted", "as discussed", "as described", "as we saw", "as you can",
    "if you read this", "feel free", "you may also", "you might also", "one caveat", "to see ", "to learn ", "at which point", "with that", "by now", "for full documentation", "to be clear", "that being said", "we'll ", "now,", "now that", "my ", "i ",
    "to do:", "todo:", "todo ", "action:", "actions:", "action item", "while on the topic", "check out", "we would be happy", "we'd be happy", "we are happy", "please ", "finally,", "lastly,", "up to now", "so far,", "back to", "moving on", "on to ",
];

#[cfg(test)]
mod tests;
