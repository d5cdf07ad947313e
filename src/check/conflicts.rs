//! Conflicts: sentences of different documents that cannot both be true of the same thing.
//!
//! Precision comes first: a pair is named only if the two sentences share most of their rare words, or give one thing a value in one respect (see `measured`),
//! and differ in exactly one value of one kind, or point in opposite directions. Other years, other places, a range that holds the value and rounding are no conflicts.

pub(super) mod apart;
pub(super) mod both_sides;
pub(super) mod changed;
pub(super) mod charges;
mod conflict;
pub(super) mod corrections;
mod counts;
mod days;
mod denied;
pub(super) mod discord;
pub(super) mod due;
mod event_words;
pub(super) mod events;
pub(super) mod harm;
pub(super) mod kinds;
#[cfg(test)]
mod laid;
pub(super) mod measured;
pub(super) mod namesakes;
mod near;
pub(super) mod occasions;
pub(super) mod offices;
#[cfg(test)]
mod on_one_matter;
pub(super) mod opposing;
pub(super) mod others;
pub(super) mod overtaken;
mod own_document;
mod people;
mod recurring;
mod rows;
pub(super) mod setting;
pub(super) mod singles;
pub(super) mod slots;
pub(super) mod speakers;
pub(super) mod spread;
pub(super) mod stocks;
mod successors;
pub(super) mod taken_back;
pub(super) mod topics;
pub(super) mod values;
pub(super) mod which;

pub use conflict::{Account, Conflict, ConflictSide, on_neither};

use std::ops::Range;

use foldhash::{HashSet, HashSetExt};

use super::index::{Entry, Index, Standing, Statement, are_other_years};
use super::support::Evidence;
use crate::check::language::names::Name;
use crate::check::language::numbers::{Quantity, borne_out};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, key, stem, words};
use crate::check::meaning::contests::other_winner;
use crate::check::meaning::frames::tells_an_omission;
use crate::check::meaning::open_days::Held;
use crate::check::meaning::polarity::{Opposition, turning_word};
use crate::check::meaning::portions::are_others;
use crate::check::meaning::roles::{are_compared_crosswise, swapped_comparison, swapped_roles};
use crate::semantic;
use crate::study::PassageId;

use apart::are_told_apart;
use changed::was_before_change;
use corrections::{correction_of, is_said_still, is_set_right, is_withdrawn};
use denied::denies_flatly;
use events::event_difference_amid;
use kinds::{Difference, are_as_of_others, has_other_scope};
use measured::Compared;
use near::{Near, fair_share, keep_nearest, nearest};
use offices::other_holder;
use opposing::{are_opposed, opposition};
use others::{are_part_and_whole, are_said_of_others, are_some_and_others};
use overtaken::is_of_another_finding;
use own_document::{are_of_other_releases, is_code, is_of_its_document, point_alike};
use recurring::recurs_and_never;
use rows::Rows;
use setting::{
    are_of_other_versions, is_told_of_the_same, number_others, speak_of_others, told_amid,
};
use singles::single_difference;
use slots::are_filled_otherwise;
use spread::{are_roughly_one, bound_otherwise};
use taken_back::{takes_back, undoes};
use values::{are_of_one_thing, count_otherwise, is_revised, other_values, shares_more_than_units};

/// The conflicts among passages, the most alike sentences first. Documents are told apart by their numbers, by which some have titles.
#[must_use]
pub fn conflicts_among(
    passages: &[Evidence<'_>],
    titles: impl IntoIterator<Item = (u32, String)>,
) -> Vec<Conflict> {
    conflicts_in(&Index::once(passages.iter().copied()).entitled(titles))
}

/// The same, for passages that are read already.
#[must_use]
pub fn conflicts_in(index: &Index<'_>) -> Vec<Conflict> {
    told_once(pairs(index, |_, _| true))
}

/// The same, with every pair: a sentence that contradicts two others is named with both.
#[must_use]
pub fn every_conflict_in(index: &Index<'_>) -> Vec<Conflict> {
    every_conflict_among(index, |_, _| true)
}

/// The same among the pairs of documents that are let in, by their numbers.
pub(super) fn every_conflict_among(
    index: &Index<'_>,
    admits: impl Fn(u32, u32) -> bool,
) -> Vec<Conflict> {
    let mut found = pairs(index, admits);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, conflict)| conflict).collect()
}

/// The pairs of sentences that contradict each other, with how alike they are, in no particular order; of the documents that are let in, by their numbers.
fn pairs(index: &Index<'_>, are_let_in: impl Fn(u32, u32) -> bool) -> Vec<(f32, Conflict)> {
    // What a document says over and over, it says once: documents made from a template would else be laid against each other for minutes.
    let mut said = HashSet::new();
    let is_new: Vec<bool> = index
        .entries
        .iter()
        .map(|entry| said.insert((number_of(index, entry), index.text(entry))))
        .collect();
    let states_something: Vec<bool> = index
        .entries
        .iter()
        .map(|entry| !index.is_scrap(entry) && is_statement(index.text(entry)))
        .collect();
    let is_new = |at: usize| {
        let of = |all: &[bool]| all.get(at).copied().unwrap_or_default();
        of(&is_new) && of(&states_something)
    };
    let texts = index.entries.iter();
    let rows = Rows::read(texts.map(|entry| (number_of(index, entry), index.text(entry))));
    let number = |at: usize| {
        let entry = index.entries.get(at);
        entry.map_or(0, |entry| number_of(index, entry))
    };
    let admits = |at: usize, other: usize| {
        other > at
            && is_new(other)
            && are_let_in(number(at), number(other))
            && !rows.are_of_others(at, other)
    };
    let mut near: Vec<(usize, Vec<Near>)> = (0..index.entries.len())
        .filter(|at| is_new(*at))
        .map(|at| (at, nearest(index, at, |other| admits(at, other))))
        .collect();
    let most = fair_share(near.iter().map(|(_, near)| {
        let others = near.iter().filter(|near| !near.says_the_same);
        others.count()
    }));
    near.iter_mut()
        .flat_map(|(at, near)| {
            keep_nearest(near, most);
            laid_against(index, *at, near)
        })
        .collect()
}

/// The conflicts of one sentence with those of other documents that are let in, and how alike the two are.
pub(crate) fn against(
    index: &Index<'_>,
    at: usize,
    admits: impl Fn(usize) -> bool,
) -> Vec<(f32, Conflict)> {
    laid_against(index, at, &nearest(index, at, admits))
}

/// The conflicts of one sentence with others.
fn laid_against(index: &Index<'_>, at: usize, others: &[Near]) -> Vec<(f32, Conflict)> {
    let Some(entry) = index.entries.get(at) else {
        return Vec::new();
    };
    let own = index.whole_weight(at);
    let mut found = Vec::new();
    for &Near {
        other: other_at,
        shared,
        says_the_same,
        ..
    } in others
    {
        let Some(other) = index.entries.get(other_at) else {
            continue;
        };
        let theirs = index.whole_weight(other_at);
        let alike = Alike {
            shared,
            least: own.min(theirs),
            most: own.max(theirs),
        };
        let difference = match [at, other_at].map(|at| correction_of(index, at)) {
            [None, None] if says_the_same => None,
            // What its own source takes back contradicts nothing.
            [None, None] if [at, other_at].iter().any(|at| is_withdrawn(index, *at)) => None,
            [None, None] => difference(index, (at, entry), (other_at, other), alike),
            // What a source names only to set it right, another may still say.
            [Some(right), None] => is_said_still(index, (at, right), other_at),
            [None, Some(right)] => is_said_still(index, (other_at, right), at),
            [Some(_), Some(_)] => None,
        };
        if let Some(difference) = difference
            && !speak_of_others(index, at, other_at)
            && !are_of_other_versions(index, entry, other)
            && !index.topics().are_apart(index, entry, other)
            && !which::are_of_two_things(index, entry, other)
            && !are_of_their_documents(index, entry, other)
            && (difference == Difference::Name || are_near(index, entry, other))
            && !(difference == Difference::Value
                && is_of_another_finding([index.text(entry), index.text(other)]))
        {
            let conflict = Conflict {
                difference,
                a: side(index, at, entry),
                b: side(index, other_at, other),
            };
            found.push((shared / alike.most.max(f32::EPSILON), conflict));
        }
    }
    found
}

/// Whether a text is a sentence that states something: no question, and no line of a program, and it names what it states something of.
fn is_statement(text: &str) -> bool {
    !text.ends_with('?') && !is_code(text) && !leaves_unnamed(text)
}

/// Whether a sentence tells what becomes of what another has named: `may cause this to change`.
fn leaves_unnamed(text: &str) -> bool {
    const LETS: &[&str] = &[
        "cause", "causes", "caused", "lead", "leads", "led", "force", "forces", "allow", "allows",
    ];
    let all: Vec<&str> = text.split_whitespace().collect();
    all.windows(3).any(|three| {
        LETS.contains(&three[0])
            && matches!(three[1], "this" | "that" | "it" | "them")
            && three[2] == "to"
    })
}

/// Whether two sentences tell of two documents of a series, or of other releases of one thing.
fn are_of_their_documents(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let texts = [index.text(a), index.text(b)];
    are_of_other_releases(texts[0], texts[1])
        || texts.iter().any(|text| is_of_its_document(text))
            && index.topics().are_of_two(index, a, b)
        || point_alike(texts[0], texts[1]) && index.topics().are_titled_otherwise(index, a, b)
}

/// Whether two sentences mean something near: those that share words and their opposites by chance seldom do.
fn are_near(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let [own, theirs] = [a, b].map(|entry| semantic::embed(index.text(entry)));
    own.zip(theirs)
        .is_none_or(|(own, theirs)| own.cosine(&theirs) >= LEAST_NEAR)
}

/// The most alike first. Of conflicts between sentences that are told already the rest would say the same again, and so would one between copies.
fn told_once(mut found: Vec<(f32, Conflict)>) -> Vec<Conflict> {
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut told: HashSet<(PassageId, usize)> = HashSet::new();
    let mut worded: HashSet<String> = HashSet::new();
    let mut conflicts = Vec::new();
    for (_, conflict) in found {
        let sides = [&conflict.a, &conflict.b];
        let place = |side: &ConflictSide| (side.passage, side.span.start);
        // Of several values of one thing each is told.
        let is_value = conflict.difference == Difference::Value;
        let is_new = |side: &ConflictSide| !told.contains(&place(side));
        let is_news = match sides.map(is_new) {
            [true, true] => true,
            [false, false] => false,
            [first, _] => {
                let new = if first { &conflict.a } else { &conflict.b };
                is_value && !worded.contains(&key(&new.text))
            }
        };
        if is_news {
            told.extend(sides.map(place));
            worded.extend(sides.map(|side| key(&side.text)));
            conflicts.push(conflict);
        }
    }
    conflicts
}

/// How much two sentences share, and how much each has.
#[derive(Clone, Copy)]
struct Alike {
    shared: f32,
    least: f32,
    most: f32,
}

impl Alike {
    /// The shares of the sentence with less and of the one with more. Two words that oppose each other say in what way one thing is spoken of, not of what else:
    /// they are left out of both.
    fn but_for(
        self,
        index: &Index<'_>,
        opposition: Option<&Opposition>,
        common: &[Term],
    ) -> (f32, f32) {
        let opposed = match opposition {
            Some(Opposition::Direction { claim, source }) => [claim, source].map(|word| {
                let term = index.lexicon.known(turning_word(word));
                term.filter(|term| !common.contains(term))
                    .map_or(0.0, |term| index.weight(term))
            }),
            _ => [0.0, 0.0],
        };
        let [own, theirs] = opposed;
        (
            self.shared / (self.least - own.max(theirs)).max(f32::EPSILON),
            self.shared / (self.most - own.min(theirs)).max(f32::EPSILON),
        )
    }
}

fn difference(
    index: &Index<'_>,
    (a_at, a): (usize, &Entry),
    (b_at, b): (usize, &Entry),
    alike: Alike,
) -> Option<Difference> {
    let texts = (index.text(a), index.text(b));
    // The very value that the other gives, set right, tells that both speak of one thing however few words they share.
    let may_correct = index.may_correct(a_at) || index.may_correct(b_at);
    let is_set_right = may_correct && is_set_right(index, (a_at, a), (b_at, b), texts);
    let is_undone = may_correct && is_undone_by_name(index, (a, b), texts);
    let is_of_one = is_set_right || is_undone;
    if alike.shared < LEAST_ALIKE * alike.least && !is_of_one {
        return None;
    }
    let standings = (index.standing(a_at)?, index.standing(b_at)?);
    if are_of_two((a, b), standings, texts) {
        return None;
    }
    if let Some(told) = told_flatly(index, (a, b), standings, texts) {
        return Some(told);
    }
    let opposition = opposition(&a.statement, &b.statement, texts);
    let common = shared_terms(&a.statement, &b.statement);
    let (of_least, of_most) = alike.but_for(index, opposition.as_ref(), &common);
    let is_told = |standing: &Standing| {
        standing.is_claim || matches!(opposition, Some(Opposition::Direction { .. }))
    };
    if of_most < LEAST_ALIKE && !is_of_one || !is_told(standings.0) || !is_told(standings.1) {
        return None;
    }
    let told = other_event(index, (a_at, b_at), standings)
        .or_else(|| other_single(index, (a, b), standings, texts, of_least));
    if told.is_some() {
        return told;
    }
    if is_set_right && shares_more_than_units(index, a, b) {
        return Some(Difference::Value);
    }
    if of_most >= HALF_ALIKE
        && !are_other_years(&standings.0.years, &standings.1.years)
        && other_holder(texts.0, texts.1)
    {
        return Some(Difference::Name);
    }
    if is_undone
        || alike.shared >= PARTLY_ALIKE * alike.least
            && !name_others(standings.0, standings.1)
            && is_taken_back(index, (a, b), texts)
        || of_least >= SAME_STATEMENT
            && of_most >= HALF_ALIKE
            && !name_others(standings.0, standings.1)
            && is_left_undone(index, (a, b), texts)
    {
        return Some(Difference::Direction);
    }
    let is_corrected = common.len() >= 2
        && alike.shared >= LITTLE_MORE * alike.least
        && is_revised(&a.statement, &b.statement, texts);
    if is_corrected {
        return Some(Difference::Value);
    }
    // Of other years and other names nothing that follows holds; most pairs of alike sentences are of such.
    if is_other_scope(standings.0, standings.1) {
        return None;
    }
    let compared = standings.0.measured.compare(&standings.1.measured);
    if is_of_one_measure(index, compared, (a_at, b_at), standings)
        && !are_told_apart(texts.0, texts.1)
    {
        return Some(Difference::Value);
    }
    if other_winner(standings.0.outcome.as_ref(), standings.1.outcome.as_ref()).is_some() {
        let is_one_contest = !are_filled_otherwise(texts.0, texts.1);
        return is_one_contest.then_some(Difference::Direction);
    }
    if of_least < 0.55 || of_most < 0.36 {
        return None;
    }
    let common = common.len();
    let (both, shares) = ([(a_at, a), (b_at, b)], (of_least, of_most));
    let is_other_part =
        common >= 2 && are_others(standings.0.portion.as_ref(), standings.1.portion.as_ref());
    let is_other_value = || {
        compared != Some(Compared::Others)
            && has_other_value(index, both, texts, alike.shared, shares, common)
    };
    if (is_other_part || is_other_value()) && !are_told_apart(texts.0, texts.1) {
        return Some(Difference::Value);
    }
    // Things that have changed places are looked for only where the order of the words is that of one statement.
    let opposition = opposition.or_else(|| {
        let is_ordered = alike.shared >= SAME_WORDS * alike.least;
        let read = |text| Reading::of(text, &index.lexicon);
        is_ordered
            .then(|| {
                swapped_roles(&read(texts.0), &read(texts.1))
                    .or_else(|| swapped_comparison(texts.0, texts.1))
            })
            .flatten()
    });
    are_opposed(opposition.as_ref(), (a, b), texts, common, shares).then_some(Difference::Direction)
}

/// Whether two sentences give one thing another value, by these shares of the one and the other that both have, and so many words.
fn has_other_value(
    index: &Index<'_>,
    [a, b]: [(usize, &Entry); 2],
    texts: (&str, &str),
    shared: f32,
    (of_least, of_most): (f32, f32),
    common: usize,
) -> bool {
    let is_near = common >= 3 || common >= 2 && of_most >= 0.6;
    let is_narrowed = common == 1 && of_least >= 0.95 && has_other_scope(texts.0, texts.1);
    let (own, theirs) = (&a.1.statement, &b.1.statement);
    let are_of_one = || are_of_one_thing(index, a, b, shared);
    match other_values(own, theirs, texts) {
        0 if is_near && bound_otherwise(&own.quantities, &theirs.quantities) => are_of_one(),
        0 => common >= 2 && is_revised(own, theirs, texts),
        1 => is_narrowed || is_near && are_of_one(),
        // One statement in which several figures are others, not two of which each has its own.
        _ => is_near && of_least >= SAME_STATEMENT,
    }
}

/// Whether two sentences say themselves that they speak of two things, of two stages or parts of one, or of one before it was changed and after.
fn are_of_two(
    (a, b): (&Entry, &Entry),
    (own, theirs): (&Standing, &Standing),
    texts: (&str, &str),
) -> bool {
    let stages = own.stage.as_ref().zip(theirs.stage.as_ref());
    number_others(&a.statement.quantities, &b.statement.quantities)
        || stages.is_some_and(|(own, theirs)| own.is_beside(theirs))
        || are_part_and_whole(&own.sentence, &theirs.sentence)
        || (own.may_tell_change || theirs.may_tell_change) && was_before_change(texts)
        || own.lasting.meets(&theirs.lasting)
        || are_some_and_others(&own.sentence, &theirs.sentence)
}

/// In what two sentences of documents on one matter differ that may share few words: the one denies what the other says, or gives another time for what is to come.
fn told_flatly(
    index: &Index<'_>,
    (a, b): (&Entry, &Entry),
    (own, theirs): (&Standing, &Standing),
    texts: (&str, &str),
) -> Option<Difference> {
    let are_due_otherwise = || {
        let both = own.due.as_ref().zip(theirs.due.as_ref());
        both.is_some_and(|(own, theirs)| own.differs(theirs))
            && !are_filled_otherwise(texts.0, texts.1)
    };
    let is_denied = || {
        own.has_denial != theirs.has_denial
            && denies_flatly(&own.sentence, &theirs.sentence)
            && !are_other_years(&own.years, &theirs.years)
    };
    // Both name all of that of which they tell the days.
    let is_open_otherwise = || {
        let both = own.open_days.as_ref().zip(theirs.open_days.as_ref());
        both.is_some_and(|(own, theirs)| {
            let is_against = |held: Option<Held>| held == Some(Held::Against);
            is_against(own.beside(theirs)) || is_against(theirs.beside(own))
        })
    };
    if own.is_claim && theirs.is_claim && is_open_otherwise() {
        return Some(Difference::Direction);
    }
    let told = if are_due_otherwise() {
        Difference::Value
    } else if is_denied() {
        Difference::Direction
    } else {
        return None;
    };
    let is_told = own.is_claim
        && theirs.is_claim
        && !name_others(own, theirs)
        && index.topics().are_on_one_matter(index, a, b);
    is_told.then_some(told)
}

/// In what two sentences differ about one event; what the one names may stand before the other.
fn other_event(
    index: &Index<'_>,
    (a, b): (usize, usize),
    standings: (&Standing, &Standing),
) -> Option<Difference> {
    let named = |at: usize| {
        move |name: &Name| {
            let stems: Vec<String> = name.words.iter().map(|word| stem(word)).collect();
            told_amid(index, at, stems.iter().map(String::as_str)) == stems.len()
        }
    };
    let (own, theirs) = (&standings.0.events, &standings.1.events);
    event_difference_amid(own, theirs, [&named(a), &named(b)])
}

/// In what two sentences differ of what a thing has one of, or of what comes about again and again or never; `of_least` is the share of the shorter that both have.
fn other_single(
    index: &Index<'_>,
    (a, b): (&Entry, &Entry),
    standings: (&Standing, &Standing),
    texts: (&str, &str),
    of_least: f32,
) -> Option<Difference> {
    let is_of_one = || of_least >= PARTLY_ALIKE && !name_others(standings.0, standings.1);
    if is_of_one() && recurs_and_never(texts) {
        return Some(Difference::Direction);
    }
    let singles = (&*standings.0.singles, &*standings.1.singles);
    let have_titles = || index.topics().are_titled_otherwise(index, a, b);
    single_difference(singles, texts, have_titles)
}

/// Whether two sentences give one thing two values in one respect, the one by a name that stands for what the other names and its document tells of.
fn is_of_one_measure(
    index: &Index<'_>,
    compared: Option<Compared>,
    (a, b): (usize, usize),
    standings: (&Standing, &Standing),
) -> bool {
    let is_named = |named: &Standing, stands_in: usize, named_at: usize| {
        let thing = || named.measured.thing();
        let all = thing().count();
        let told = told_amid(index, stands_in, thing());
        told >= 2 && 5 * told >= 2 * all && is_told_of_the_same(index, stands_in, named_at)
    };
    match compared {
        Some(Compared::OneThing) => true,
        Some(Compared::IfNamed) => is_named(standings.0, b, a) || is_named(standings.1, a, b),
        Some(Compared::Others) | None => false,
    }
}

/// Whether two sentences name one thing, and one of them says that the deed which the other tells of it was undone. They may share no more than the name.
fn is_undone_by_name(index: &Index<'_>, (a, b): (&Entry, &Entry), texts: (&str, &str)) -> bool {
    // The month of two dates is no name of theirs.
    let is_dated = |word: &Range<usize>| {
        let dates = a.statement.quantities.iter();
        let mut dates = dates.filter(|one| one.date().is_some());
        dates.any(|date| date.span.start <= word.start && word.end <= date.span.end)
    };
    let is_named_in_both = || {
        let mut capitals = words(texts.0)
            .skip(1)
            .filter(|span| !is_dated(span))
            .filter_map(|span| texts.0.get(span))
            .filter(|word| word.starts_with(char::is_uppercase));
        capitals.any(|word| texts.1.contains(word))
    };
    let turns = |entry: &Entry| entry.statement.polarity.turns;
    turns(a) != turns(b) && is_named_in_both() && {
        let read = |text| Reading::of(text, &index.lexicon);
        undoes(&read(texts.0), &read(texts.1))
    }
}

/// Whether one of two sentences takes back what the other tells.
fn is_taken_back(index: &Index<'_>, (a, b): (&Entry, &Entry), texts: (&str, &str)) -> bool {
    let turns = |entry: &Entry, text: &str| {
        let is_against = |span| text.get(span) == Some("against");
        let against = || text.contains("against") && words(text).any(is_against);
        entry.statement.polarity.turns || against()
    };
    (turns(a, texts.0) || turns(b, texts.1)) && !are_said_of_others(texts.0, texts.1) && {
        let read = |text| Reading::of(text, &index.lexicon);
        takes_back(&read(texts.0), &read(texts.1))
    }
}

/// Whether one of two sentences says that what the other tells as done was left undone, and nothing else: what was not done in the first week may have been
/// done in the third.
fn is_left_undone(index: &Index<'_>, (a, b): (&Entry, &Entry), texts: (&str, &str)) -> bool {
    (tells_an_omission(texts.0) || tells_an_omission(texts.1))
        && !count_otherwise(&a.statement.quantities, &b.statement.quantities)
        && !are_filled_otherwise(texts.0, texts.1)
        && {
            let read = |text| Reading::of(text, &index.lexicon);
            takes_back(&read(texts.0), &read(texts.1))
        }
}

/// Cosine of two sentences below which they are about other things. Of 92 pairs that were listed wrongly in collections of proposals for programming
/// languages and systems, 46 were below; of 34 true conflicts in other fields, one.
const LEAST_NEAR: f32 = 0.55;
/// Share of a sentence's weight below which nothing is compared, and from which the order of the words is.
const LEAST_ALIKE: f32 = 0.2;
const SAME_WORDS: f32 = 0.75;
/// Share of the shorter sentence that a longer one has which corrects its value.
const LITTLE_MORE: f32 = 0.6;
/// Share from which a sentence may tell what became of what another tells.
const PARTLY_ALIKE: f32 = 0.4;
/// Share from which two sentences may differ in a name alone.
const HALF_ALIKE: f32 = 0.35;
/// Share of a sentence's weight from which another with several other figures is the same statement.
const SAME_STATEMENT: f32 = 0.7;

fn shared_terms(a: &Statement, b: &Statement) -> Vec<Term> {
    let shared = |term: &&Term| b.terms.binary_search(term).is_ok();
    a.terms.iter().filter(shared).copied().collect()
}

/// Whether two texts that differ in their values say themselves why: they speak of other years, places or parts, or what they say may both hold.
pub(crate) fn are_reconciled(a: &str, b: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let (own, theirs) = (
        Statement::read(a, &mut lexicon),
        Statement::read(b, &mut lexicon),
    );
    let amounts = |own: &Statement| own.quantities.iter().filter_map(Quantity::amount).count();
    let has_amounts = amounts(&own) > 0 && amounts(&theirs) > 0;
    let agrees = |own: &Statement, other: &Statement| {
        own.quantities.iter().all(|quantity| {
            other.quantities.iter().any(|theirs| {
                let amounts = quantity.amount().zip(theirs.amount());
                borne_out(quantity, other.quantities.iter())
                    || amounts.is_some_and(|(own, theirs)| {
                        own.unit.counts_same(&theirs.unit)
                            && (own.is_compatible(theirs) || are_roughly_one(own, theirs))
                    })
            })
        })
    };
    let opposed = opposition(&own, &theirs, (a, b)).is_some();
    !opposed
        && (has_amounts
            && (are_told_apart(a, b)
                || agrees(&own, &theirs)
                || agrees(&theirs, &own)
                || is_other_scope(&Standing::of(a), &Standing::of(b)))
            || are_compared_crosswise((a, b)))
}

/// Whether two sentences speak of other years, or each of something named that the other does not name.
fn is_other_scope(own: &Standing, theirs: &Standing) -> bool {
    !are_as_of_others(&own.as_of, &theirs.as_of)
        && (are_other_years(&own.years, &theirs.years) || name_others(own, theirs))
}

/// Whether each of two sentences names something that the other does not, who only says it apart.
fn name_others(own: &Standing, theirs: &Standing) -> bool {
    let stray = |own: &Standing, other: &Standing| {
        own.subjects.iter().any(|name| {
            let mut words = name.words.iter();
            !other.subjects.iter().any(|theirs| theirs.matches(name))
                && !words.any(|word| other.lower.contains(word.as_str()))
        })
    };
    stray(own, theirs) && stray(theirs, own)
}

pub(crate) fn number_of(index: &Index<'_>, entry: &Entry) -> u32 {
    index
        .evidence
        .get(entry.evidence)
        .map_or(0, |piece| piece.number)
}

/// A sentence as a side, with the next one where that sets it right.
pub(crate) fn side(index: &Index<'_>, at: usize, entry: &Entry) -> ConflictSide {
    let passage = index
        .evidence
        .get(entry.evidence)
        .map(|piece| piece.passage);
    let end = correction_of(index, at).map_or(entry.span.end, |right| right.span.end);
    let span = entry.span.start..end.max(entry.span.end);
    let text = passage.and_then(|passage| passage.text.get(span.clone()));
    ConflictSide {
        number: number_of(index, entry),
        passage: passage.map_or(PassageId(0), |passage| passage.id),
        text: text.unwrap_or_default().to_owned(),
        span,
    }
}

#[cfg(test)]
mod tests;
