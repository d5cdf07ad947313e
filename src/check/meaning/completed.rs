//! Completed: what each part of a sentence says that cites sources of its own, as a statement that can be held against these alone.
//!
//! `Sales rose according to [1] and fell according to [2]` says of the second source that sales fell, `[1] says it is open, [2] that it is not` that it is not open,
//! and `91,000 [1] or 84,000 [2]` gives one thing two values. Who says it is left out; what a part leaves out, because another says it, is put in. A part that
//! cannot be completed is not guessed at.

mod lines;
mod sayings;

use std::ops::Range;

use self::lines::{
    OBJECTS, OPENS, before, behind, goes_on, helps, is_finite, is_helping, is_in_past, is_lower,
    is_of_several, is_present, is_state, onwards, through, verb, verb_group,
};
use super::affirmed::{BE, Line};
use super::denying::is_denying;
use crate::check::language::directions::axis;
use crate::check::language::names::names;
use crate::check::language::numbers::{Quantity, Unit, is_magnitude, quantities};
use crate::check::language::opposites::{Places, Relation, is_turned};
use crate::check::language::terms::is_stop_word;
use crate::check::text::marked::Clause;
use sayings::{Saying, Topic, asked_in, saying, statement_of, without_speaker};

/// What the parts of a sentence say, one by one; `before` is the sentence that names what this one calls `it`. `None` where one of them cannot be completed.
pub(crate) fn completed(clauses: &[Clause], before: Option<&str>) -> Option<Vec<String>> {
    let (head, parts) = match clauses {
        [head, parts @ ..] if head.citations.is_empty() => (Some(head.bare.as_str()), parts),
        parts => (None, parts),
    };
    // What is said behind them all is nobody's part.
    let parts = match parts {
        [parts @ .., rest] if rest.citations.is_empty() => parts,
        parts => parts,
    };
    if parts.is_empty() {
        return None;
    }
    let topic = head.map(Topic::of);
    let asked = topic.as_ref().and_then(|topic| topic.asked.clone());
    let mut model = asked.or_else(|| before.map(without_speaker));
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let words = match saying(part)? {
            Saying::Denied => {
                all.push(denied(&Line::read(model.as_deref()?))?);
                continue;
            }
            Saying::Confirmed => {
                all.push(model.clone()?);
                continue;
            }
            Saying::Words(words) if at == 0 => asked_in(words),
            Saying::Words(words) => words,
        };
        // `[2] puts it at 5 million` says what it is in the sentence before.
        let may_fill = at > 0 || parts.len() == 1 && part.speaks;
        let fill: fn(&Line<'_>, &Line<'_>) -> Option<String> =
            if may_fill { filled } else { elided };
        let known = model
            .as_deref()
            .and_then(|model| fill(&Line::read(&words), &Line::read(model)));
        if let Some(whole) = known {
            all.push(whole);
            continue;
        }
        if parts.len() == 1 {
            return None;
        }
        let whole = match (&topic, &model) {
            (Some(topic), _) if at == 0 => topic.told(&words)?,
            (_, Some(model)) if at > 0 => said_whole(&words, model)?,
            _ => either_said(words, parts),
        };
        model = Some(statement_of(&whole).to_owned());
        all.push(whole);
    }
    Some(all)
}

/// The first of two of which the other part says what holds of either: `Count Rudolf` of `Count Rudolf [1] or Duke Albrecht [2] commanded the army`.
fn either_said(words: String, parts: &[Clause]) -> String {
    let [_, other] = parts else { return words };
    let (own, other) = (Line::read(&words), Line::read(&other.bare));
    // Behind `or` and a noun, which may look like a verb: `or lynxes live`.
    let mut behind = 2..other.words.len();
    let rest = behind.find(|&at| {
        let is_last = at + 1 == other.words.len();
        is_finite(&other, at) || is_present(&other, at) && !is_last || is_of_several(&other, at)
    });
    let rest = rest.filter(|_| other.word(0) == "or" && verb(&own).is_none());
    let Some(from) = rest else { return words };
    let either = usize::from(own.word(0) == "either");
    format!("{} {}", onwards(&own, either), onwards(&other, from))
}

/// A part that says all of it itself, with the time that the one before it opens with.
fn said_whole(words: &str, model: &str) -> Option<String> {
    const MOST_OPENING: usize = 6;
    let (own, model) = (Line::read(words), Line::read(model));
    is_whole(&own, &model).then_some(())?;
    let has_date = |text: &str| quantities(text).iter().any(|own| own.date().is_some());
    let opening = model.text.split_once(", ").map(|(opening, _)| opening);
    let is_short = |opening: &str| {
        let line = Line::read(opening);
        line.words.len() <= MOST_OPENING && verb(&line).is_none()
    };
    let opening = opening.filter(|opening| {
        OPENS.contains(&model.word(0)) && is_short(opening) && has_date(opening) && !has_date(words)
    });
    Some(match opening {
        Some(opening) => format!("{opening}, {words}"),
        None => words.to_owned(),
    })
}

/// A part with what it leaves out of another.
fn filled(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    let said = Line::read(statement_of(own.text));
    elided(&said, model).or_else(|| {
        if is_whole(own, model) {
            with_object(own, model)
        } else {
            with_value(own, model).or_else(|| fragment(own, model))
        }
    })
}

/// What `it did not` says: the whole of the model, or its denial, of another subject where one is named.
fn elided(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    const MOST: usize = 4;
    if matches!(&*own.words, [only] if only.plain == "not") {
        return negated(model, "");
    }
    let is_left = |at: &usize| {
        let word = own.word(*at);
        is_lower(own, *at)
            && (is_helping(word) || is_denying(word) || matches!(word, "so" | "either" | "too"))
    };
    let count = own.words.len();
    let from = count - (0..count).rev().take_while(is_left).count();
    let helper = (from..count)
        .map(|at| own.word(at))
        .find(|word| helps(word))?;
    let denies = (from..count).any(|at| is_denying(own.word(at)));
    let stands_for = |at: usize| PRONOUNS.contains(&own.word(at));
    if from > MOST || (0..from).any(|at| is_finite(own, at)) {
        return None;
    }
    let said = if (0..from).all(stands_for) {
        model.text.to_owned()
    } else {
        let noun = own.words.get(from.checked_sub(1)?)?;
        let same = model.words.iter().position(|word| word.stem == noun.stem);
        let subject = before(own, from);
        match same {
            Some(at) => format!("{subject}{}", behind(model, at).trim_start()),
            None => format!("{subject}{}", onwards(model, verb(model)?)),
        }
    };
    let said = Line::read(&said);
    if denies {
        negated(&said, helper)
    } else {
        affirmed(&said)
    }
}

/// Whether a sentence says nothing itself but that what was said before is so, or is not: `according to [2], it did not`, `[2] disputes this`.
pub(crate) fn leaves_all_out(sentence: &str) -> bool {
    let line = Line::read(sentence);
    let last = line.words.last();
    let ends = last.is_some_and(|word| helps(&word.plain) || word.plain == "not");
    let says_nothing = |word: &str| {
        is_stop_word(word) || matches!(word, "according" | "source" | "report" | "contrast")
    };
    let part = Clause {
        bare: sentence.to_owned(),
        citations: Vec::new(),
        speaks: true,
    };
    ends && line.words.iter().all(|word| says_nothing(&word.plain))
        || matches!(saying(&part), Some(Saying::Denied | Saying::Confirmed))
}

/// What says that a statement is not so.
fn denied(said: &Line<'_>) -> Option<String> {
    if said.words.iter().any(|word| is_denying(&word.plain)) {
        affirmed(said)
    } else {
        negated(said, "")
    }
}

/// A statement that something is not so; one that denies something already is left as it is.
fn negated(said: &Line<'_>, helper: &str) -> Option<String> {
    if said.words.iter().any(|word| is_denying(&word.plain)) {
        return Some(said.text.to_owned());
    }
    let at = verb(said)?;
    let word = said.word(at);
    if is_helping(word) {
        let not = if word == "can" { "not" } else { " not" };
        return Some(format!("{}{not}{}", through(said, at), behind(said, at)));
    }
    let does = match helper {
        "did" | "does" | "do" => helper,
        _ if is_in_past(word) => "did",
        _ => "does",
    };
    Some(format!(
        "{}{does} not {}",
        before(said, at),
        onwards(said, at)
    ))
}

/// A statement without its one denial.
fn affirmed(said: &Line<'_>) -> Option<String> {
    let mut denials = (0..said.words.len()).filter(|&at| is_denying(said.word(at)));
    let (Some(at), None) = (denials.next(), denials.next()) else {
        return (!said.words.iter().any(|word| is_denying(&word.plain)))
            .then(|| said.text.to_owned());
    };
    match said.word(at) {
        "not" | "never" => Some(format!(
            "{}{}",
            before(said, at),
            behind(said, at).trim_start()
        )),
        "cannot" => Some(format!("{}can{}", before(said, at), behind(said, at))),
        _ => None,
    }
}

/// A bare value, `91,000`, in the place of the one of its kind: with what stands around that, or, where it goes on itself, before it.
fn with_value(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    const LEAD: usize = 4;
    let found = quantities(own.text);
    let value = found.first()?;
    let lead = own.text.get(..value.span.start)?;
    let lead_words: Vec<&str> = (0..own.words.len())
        .take_while(|&at| {
            own.words
                .get(at)
                .is_some_and(|word| word.span.end <= value.span.start)
        })
        .map(|at| own.word(at))
        .collect();
    let may_lead = |word: &&str| {
        is_stop_word(word) || HEDGES.contains(word) || matches!(*word, "versus" | "vs")
    };
    if lead_words.len() > LEAD
        || !lead_words.iter().all(may_lead)
        || lead_words.iter().any(|word| is_denying(word))
    {
        return None;
    }
    let theirs = quantities(model.text);
    let theirs = theirs
        .iter()
        .find(|theirs| are_of_one_kind(value, theirs))?;
    let said = own.text.get(value.span.clone())?;
    let said = with_unit(said, value, model.text.get(theirs.span.clone())?, theirs);
    let is_bounded = lead_words.iter().any(|word| HEDGES.contains(word));
    let lead = if is_bounded { lead } else { "" };
    let start = model.text.get(..theirs.span.start)?;
    let rest = own.text.get(value.span.end..)?;
    let goes_on = own
        .words
        .iter()
        .any(|word| word.span.start >= value.span.end && !is_stop_word(&word.plain));
    let rest = if goes_on {
        rest
    } else {
        model.text.get(theirs.span.end..)?
    };
    Some(format!("{start}{lead}{said}{rest}"))
}

fn are_of_one_kind(one: &Quantity, other: &Quantity) -> bool {
    match (one.amount(), other.amount()) {
        (Some(one), Some(other)) => {
            one.unit == Unit::Bare
                || other.unit == Unit::Bare
                || one.unit.is_comparable(&other.unit)
                || one.unit.counts_same(&other.unit)
        }
        (None, None) => true,
        _ => false,
    }
}

/// A value as it is written, with the unit of the one in whose place it stands if it has none: `5 million` for `3 million euros`.
fn with_unit(said: &str, value: &Quantity, theirs: &str, other: &Quantity) -> String {
    let is_bare = |own: &Quantity| own.amount().is_some_and(|amount| amount.unit == Unit::Bare);
    if !is_bare(value) || is_bare(other) {
        return said.to_owned();
    }
    let sign: String = theirs
        .chars()
        .take_while(|sign| !sign.is_alphanumeric())
        .collect();
    let unit = theirs
        .split_whitespace()
        .filter(|word| quantities(word).is_empty() && !is_magnitude(&word.to_lowercase()));
    let unit: Vec<&str> = unit.collect();
    format!("{sign}{said} {}", unit.join(" "))
        .trim_end()
        .to_owned()
}

/// A statement of which the object is a pronoun, `the mayor opposes it`, with that of the model.
fn with_object(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    const MOST: usize = 8;
    let last = own.words.len().checked_sub(1).filter(|at| *at < MOST)?;
    let is_object = OBJECTS.contains(&own.word(last)) && verb(own).is_some_and(|at| at < last);
    let (_, from) = verb_group(model).filter(|(_, from)| is_object && *from < model.words.len())?;
    Some(format!("{}{}", before(own, last), onwards(model, from)))
}

/// A part without a subject, or without a verb, with the words of the model that stand before what answers it.
fn fragment(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    /// Words of which a part that begins with a pronoun can be held against a source as it is.
    const LEAST_SAID: usize = 3;
    const MOST_ALIKE: usize = 6;
    if let Some(whole) = cleft(own, model) {
        return Some(whole);
    }
    let skip = usize::from(PRONOUNS.contains(&own.word(0)));
    let first = own.word(skip);
    if skip == 0 && OPENS.contains(&first) {
        let same = model.words.iter().rposition(|word| word.plain == first);
        return same
            .filter(|at| *at > 0)
            .map(|at| format!("{}{}", before(model, at), own.text));
    }
    if skip == 0
        && let Some(whole) = with_name(own, model)
    {
        return Some(whole);
    }
    let is_beside = |word: &str| {
        is_helping(word) || is_denying(word) || word.ends_with("ly") || matches!(word, "a" | "an")
    };
    let core = (skip..own.words.len()).find(|&at| !is_beside(own.word(at)))?;
    let last = own.words.len() - 1;
    let has_object = last > core && OBJECTS.contains(&own.word(last));
    let is_alike = own.words.len() - core <= MOST_ALIKE
        && (core..own.words.len()).any(|at| own.word(at) == "same");
    let end = match (is_alike, has_object) {
        // `Over the same period`
        (true, _) => core,
        (false, true) => last - 1,
        (false, false) => last,
    };
    let said = onwards(own, skip);
    let left = behind(own, end).len();
    let said = if end == last {
        said
    } else {
        said.get(..said.len() - left)?
    };
    let is_helped = (skip..core).any(|at| helps(own.word(at)));
    let is_verb =
        skip > 0 || is_helped || is_in_past(own.word(core)) || has_object_behind(own, core);
    let verb = verb_group(model);
    let is_of_verb = |at: &usize| verb.is_some_and(|(from, to)| (from..to).contains(at));
    // A verb answers the verb.
    let answered = answer(own, core, model).filter(|at| is_of_verb(at) || skip == 0 && !is_helped);
    let says = |at: &usize| !is_stop_word(own.word(*at));
    if skip > 0 && (skip..=end).filter(says).count() >= LEAST_SAID {
        // `He died after an operation in May`
        return Some(own.text.to_owned());
    }
    if answered.is_none()
        && skip == 0
        && !is_helped
        && !is_in_past(own.word(core))
        && let Some(whole) = without_verb(own, model)
    {
        return Some(whole);
    }
    let (from, to) = match answered {
        Some(at) => {
            let is_double = at > 0 && is_helped && is_helping(model.word(at - 1));
            let is_state = is_state(model, at);
            (at - usize::from(is_double), at + 1 + usize::from(is_state))
        }
        None if is_verb => verb?,
        None if last == 0 && core == 0 => (model.words.len().checked_sub(1)?, model.words.len()),
        None => return None,
    };
    let is_ever = (skip..core).any(|at| own.word(at) == "never");
    let rest = if end == core && to < model.words.len() && !is_ever {
        format!(" {}", onwards(model, to))
    } else {
        String::new()
    };
    Some(format!("{}{said}{rest}", before(model, from)))
}

/// Whom `it was the mate` names in the place of the model's subject: `the captain was at the helm`.
fn cleft(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    const LONGEST: usize = 6;
    let is_noun = |line: &Line<'_>, at: usize| {
        matches!(line.word(at), "the" | "a" | "an") || at < line.words.len() && !is_lower(line, at)
    };
    let is_cleft = own.word(0) == "it"
        && BE.contains(&own.word(1))
        && is_noun(own, 2)
        && own.words.len() <= LONGEST
        && !(3..own.words.len()).any(|at| is_finite(own, at));
    let from = verb(model).filter(|_| is_cleft)?;
    // `It is Bergen` may as well be what the capital is.
    let names = BE.contains(&model.word(from)) && is_noun(model, from + 1);
    (!names).then(|| format!("{} {}", onwards(own, 2), onwards(model, from)))
}

/// Whether a word is a verb in the present by what stands behind it: `opposes the dam`, where `cars make up` is none.
fn has_object_behind(own: &Line<'_>, at: usize) -> bool {
    let next = own.word(at + 1);
    is_present(own, at) && (next.is_empty() || goes_on(next))
}

/// A part that leaves its verb out before a phrase like one of the model: `the freight by 5 %` beside `cargo rose by 8 %`.
fn without_verb(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    let from = verb(model)?;
    (1..own.words.len()).find_map(|at| {
        let word = own.word(at);
        let mut behind = (from + 1..model.words.len()).filter(|at| model.word(*at) == word);
        let to = behind
            .next()
            .filter(|_| OPENS.contains(&word) && word != "of")?;
        let said = model
            .text
            .get(before(model, from).len()..before(model, to).len())?;
        Some(format!("{}{said}{}", before(own, at), onwards(own, at)))
    })
}

/// A name alone in the place of the only one of the model.
fn with_name(own: &Line<'_>, model: &Line<'_>) -> Option<String> {
    let is_name = |span: &Range<usize>| {
        let word = own.text.get(span.clone());
        word.is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    if !own.words.iter().all(|word| is_name(&word.span)) {
        return None;
    }
    let known = names(model.text);
    let [only] = &*known else { return None };
    let at = model.text.find(&only.text)?;
    let rest = model.text.get(at + only.text.len()..)?;
    Some(format!("{}{}{rest}", model.text.get(..at)?, own.text))
}

/// The word of the model that a word answers: the same, or one on the other side of one axis.
fn answer(own: &Line<'_>, at: usize, model: &Line<'_>) -> Option<usize> {
    let word = own.words.get(at)?;
    let mut all = model.words.iter();
    if is_stop_word(&word.plain) {
        return all
            .rposition(|other| other.plain == word.plain)
            .filter(|at| *at > 0);
    }
    let same = all.position(|other| other.stem == word.stem);
    let place = |stem: &str, plain: &str| Places::of_word(stem, plain);
    let own_places = place(&word.stem, &word.plain);
    let answers = |other: &str, stem: &str| {
        let relation = own_places.relation(place(stem, other));
        let is_on_axis = || {
            let axes = axis(&word.plain).zip(axis(other));
            axes.is_some_and(|((one, _), (other, _))| one == other)
        };
        matches!(relation, Some(Relation::Opposite | Relation::Sibling))
            || is_on_axis()
            || is_turned(&word.plain, other)
    };
    same.or_else(|| {
        let mut all = model.words.iter();
        all.position(|other| !is_stop_word(&other.plain) && answers(&other.plain, &other.stem))
    })
}

/// Whether a part has a subject and a verb.
fn is_whole(own: &Line<'_>, model: &Line<'_>) -> bool {
    const LEAST: usize = 4;
    const LEAST_BEFORE: usize = 3;
    const COUNTS: &[&str] = &["few", "most", "many", "some", "all", "several", "no"];
    let first = own.word(0);
    let is_capital = own.text.starts_with(char::is_uppercase);
    // `As polluted` has no subject, `in May wages fell` has.
    let begins_otherwise = PRONOUNS.contains(&first)
        || OPENS.contains(&first) && verb(own).is_none_or(|at| at < LEAST_BEFORE)
        || is_helping(first)
        || matches!(first, "not" | "never")
        || is_in_past(first) && !is_capital && (goes_on(own.word(1)) || verb(own).is_none());
    // `Others did not`
    let is_left_out = own
        .words
        .last()
        .is_some_and(|last| is_helping(&last.plain) || is_denying(&last.plain));
    if begins_otherwise || is_left_out {
        return false;
    }
    let stem = |line: &Line<'_>| line.words.last().map(|word| word.stem.clone());
    verb(own).is_some()
        || (1..own.words.len()).any(|at| is_of_several(own, at))
        || COUNTS.contains(&first) && own.words.len() >= LEAST && stem(own) == stem(model)
}

const PRONOUNS: &[&str] = &["it", "they", "he", "she"];

/// Words that bound a value.
#[rustfmt::skip]
const HEDGES: &[&str] = &[
    "about", "around", "nearly", "almost", "roughly", "approximately", "over", "under", "above", "below", "more", "less", "fewer", "least", "most", "up", "only",
];

#[cfg(test)]
mod tests;
