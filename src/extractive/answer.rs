//! Answer: the sentences that answer the question, by what a question of its kind asks of them.
//!
//! A sentence answers as far as it speaks of what is asked, itself, by what it leans on or by its headings, and as far as it does what answers: gives a
//! date, tells a decision, names a cause. The answer opens the section that resolves, and no other section takes it; only risks are told where problems are.

use std::ops::Range;

use super::causes::{
    calls_it_the_cause, gives_a_reason, is_under_causes, lays_blame, may_give_a_reason,
};
use super::cells::{RANKED, asks_of_several, may_answer};
use super::chosen::{best_of, reasons_first, threads};
use super::compared::compared;
use super::fit::{CLAIMS, fit, is_believed, names_a_doer};
use super::language::{is_foreign, is_german};
use super::later::latest_first;
use super::lean::{opens_with_pronoun, speaks_of_somebody};
use super::opening::open_with_the_answer;
use super::pool::{Candidate, Pool, hosts};
use super::query::parts;
use super::rank::{OF_IT, RELEVANT, Ranking};
use super::release::items_asked;
use super::scope::Scope;
use super::select::Unit;
use super::sought::Sought;
use super::steps::go_on_with_steps;
use super::worth::{FIT, Speaks, is_strange, is_told_by_deeds, takes_what_is_close, worths};
use crate::check::{QuestionKind, is_stop_word, names, words};
use crate::pipeline::Request;
use crate::study::RhetoricalRole;

/// The answer to a question, as far as sentences give it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub kind: QuestionKind,
    /// In the order in which they are told.
    pub units: Vec<Unit>,
    /// The share of what is asked that one of its sentences says itself, at most.
    pub share: f32,
    /// Whether they say much of what is asked about, and not the thing itself that is asked for.
    pub is_near: bool,
    /// What gives just what is asked for among the news, if less of what it is asked of: an update tells it beside what answers already.
    pub besides: Vec<Unit>,
    /// What gives a value that has changed since, which no other section tells either.
    outdated: Vec<usize>,
}

/// Whether the section that a request is for tells the answer: the one that resolves, or for risks the one of problems, or the first where there is none.
#[must_use]
pub fn is_told_in(request: &Request) -> bool {
    // Of several questions each part has its section: what resolves is told where it belongs, whatever risks are asked about besides.
    let home = if asks_of_one_kind(&request.question) {
        home(QuestionKind::of(&request.question))
    } else {
        RhetoricalRole::Resolution
    };
    let role = request.plan.role;
    role == home || !request.roles.contains(&home) && request.roles.first() == Some(&role)
}

/// What is looked for by itself: the whole of a question, or each part of one that is made of questions of several kinds.
#[must_use]
pub fn questions(question: &str) -> Vec<&str> {
    if asks_of_one_kind(question) {
        vec![question]
    } else {
        parts(question)
    }
}

/// Whether the questions that a question is made of are of one kind.
fn asks_of_one_kind(question: &str) -> bool {
    let mut kinds = parts(question).into_iter().map(QuestionKind::of);
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

fn home(kind: QuestionKind) -> RhetoricalRole {
    match kind {
        QuestionKind::Risks => RhetoricalRole::Complication,
        _ => RhetoricalRole::Resolution,
    }
}

/// Sentences of an answer at most, by its kind.
fn most(kind: QuestionKind) -> usize {
    match kind {
        QuestionKind::Who | QuestionKind::When | QuestionKind::Amount | QuestionKind::Where => 2,
        QuestionKind::Cause | QuestionKind::Plain | QuestionKind::Said => 3,
        QuestionKind::Choice | QuestionKind::Decision | QuestionKind::Open => 4,
        QuestionKind::Most | QuestionKind::Limits => 5,
        QuestionKind::Risks | QuestionKind::Comparison | QuestionKind::Events => 8,
    }
}

/// The part of the best score from which another sentence answers too.
fn window(kind: QuestionKind) -> f32 {
    match kind {
        _ if kind.is_narrow() => 0.8,
        _ if is_told_by_deeds(kind) => 0.6,
        _ => 0.5,
    }
}

/// Sentences that answer who asks for one thing of several at most.
const OF_SEVERAL: usize = 5;

/// The share of what is asked that a sentence says which tells who did it, with the deed and without it.
const MUCH: f32 = 0.5;
const NEARLY_ALL: f32 = 0.75;

impl Answer {
    /// Finds it among the sentences that are about the question at all.
    #[must_use]
    pub fn find(pool: &mut Pool, ranking: &Ranking, request: &Request) -> Self {
        let kind = QuestionKind::of(&request.question);
        let about = ranking.relevance.iter().any(|value| *value >= RELEVANT);
        // What a sentence does is read in English alone.
        let is_read = !is_foreign(&request.question) && !is_german(&request.question);
        let scope = Scope::read(pool, request, kind);
        let is_of_one_kind = asks_of_one_kind(&request.question);
        let mut outdated = Vec::new();
        let units = if is_of_one_kind {
            let cells = cells(pool, kind, &request.question);
            let is_of_more = matches!(kind, QuestionKind::Cause | QuestionKind::Choice);
            let of_release = items_asked(pool, &request.question);
            let chosen = if !of_release.is_empty() {
                of_release
            } else if is_of_more && about && is_read {
                let mut chosen = cells;
                chosen.extend(answering(pool, ranking, request, (kind, &scope)));
                chosen
            } else if !cells.is_empty() {
                let told = if about && is_read {
                    answering(pool, ranking, request, (kind, &scope))
                } else {
                    Vec::new()
                };
                beside_rows(pool, &scope, told, cells)
            } else if !about || !is_read {
                Vec::new()
            } else if kind == QuestionKind::Comparison {
                compared(pool, ranking, request)
            } else {
                let mut chosen = answering_or_given(pool, ranking, request, (kind, &scope));
                outdated = latest_first(pool, &scope, (kind, &request.question), &mut chosen);
                go_on_with_steps(pool, &request.question, &mut chosen);
                chosen
            };
            threads(pool, &chosen, kind == QuestionKind::Events)
        } else if about && is_read {
            to_each_part(pool, ranking, request)
        } else {
            Vec::new()
        };
        let first = (is_read && is_of_one_kind)
            .then(|| outstanding(pool, ranking, request, (kind, &scope)))
            .flatten();
        let mut first: Vec<usize> = first.into_iter().collect();
        // What somebody only says so is told behind what is known: `Bexon says that Rua is still the owner`.
        let is_claimed = kind == QuestionKind::Who
            && !units.is_empty()
            && units.iter().all(|unit| is_claimed(pool, unit));
        if is_claimed && first.is_empty() {
            first = nearest(pool, ranking, &scope, &Sought::read(&request.question));
            go_on(pool, request, kind, &mut first);
        }
        first.retain(|at| !holds(&units, *at));
        let first = threads(pool, &first, false);
        let mut units: Vec<Unit> = first.into_iter().chain(units).collect();
        if let Some(unit) = units.first_mut().filter(|_| is_of_one_kind) {
            open_with_the_answer(pool, (kind, &scope), request, unit);
        }
        let is_near = units.is_empty() && about && is_read && kind.is_narrow();
        let asked = (is_read && is_of_one_kind && about).then_some((kind, &scope));
        let besides = asked.map_or_else(Vec::new, |asked| besides(pool, ranking, request, asked));
        if !is_near {
            return Self {
                kind,
                share: share(pool, &scope, &units),
                units,
                is_near,
                besides,
                outdated,
            };
        }
        let sought = Sought::read(&request.question);
        let mut near = nearest(pool, ranking, &scope, &sought);
        go_on(pool, request, kind, &mut near);
        // A year or a figure is the one that is asked for, as far as that can be told; somebody may be anybody, unless nearly all else is said of them.
        let gives_it = |at: usize, one: &Candidate| match kind {
            QuestionKind::When | QuestionKind::Amount => {
                fit(kind, one, &sought, request) >= FIT && scope.own(one) >= NEAR
            }
            QuestionKind::Who => {
                let own = scope.own(one);
                let next = pool.candidates.get(at + 1);
                let next = next.filter(|next| next.leans_on == Some(at));
                let mut told = next.into_iter().chain([one]);
                let names_one = told.any(|one| names_a_doer(&one.text, &request.question));
                own >= NEARLY_ALL
                    || own >= MUCH && (names_one || scope.tells_the_deed(one, pool, at))
            }
            _ => false,
        };
        let lacks_it = |at: &usize| {
            let one = pool.candidates.get(*at);
            one.is_some_and(|one| !gives_it(*at, one))
        };
        let units = threads(pool, &near, false);
        Self {
            kind,
            share: share(pool, &scope, &units),
            units,
            is_near: near.iter().any(lacks_it),
            besides,
            outdated,
        }
    }

    /// The sentences that it has.
    #[must_use]
    pub fn sentences(&self) -> usize {
        self.units.iter().map(|unit| unit.parts.len()).sum()
    }

    /// Whether one sentence says at least half of what is asked by itself, where that is one thing.
    #[must_use]
    pub fn is_close(&self, question: &str) -> bool {
        const HALF: f32 = 0.5;
        let is_plain = self.kind.is_narrow() || self.kind == QuestionKind::Plain;
        self.share >= HALF && is_plain && parts(question).len() == 1
    }

    /// Whether one thing is asked for, in a question of one part.
    #[must_use]
    pub fn is_of_one_thing(&self, question: &str) -> bool {
        self.kind.is_narrow() && parts(question).len() == 1
    }

    #[must_use]
    pub fn holds(&self, at: usize) -> bool {
        holds(&self.units, at) || self.outdated.contains(&at)
    }
}

fn holds(units: &[Unit], at: usize) -> bool {
    let mut parts = units.iter().flat_map(|unit| &unit.parts);
    parts.any(|part| part.candidate == at)
}

/// The share of what is asked that one sentence of some says itself, at most.
fn share(pool: &Pool, scope: &Scope, units: &[Unit]) -> f32 {
    let parts = units.iter().flat_map(|unit| &unit.parts);
    let all = parts.filter_map(|part| pool.candidates.get(part.candidate));
    all.map(|one| scope.own(one)).fold(0.0, f32::max)
}

/// What answers each of several questions of different kinds, one after the other, as far as it is about the whole of them too: a part alone may name only what is
/// done. What is told elsewhere, as risks are, is left to that section. A story comes behind its cause and its outcome: they say in a sentence what it tells in many.
fn to_each_part(pool: &mut Pool, ranking: &Ranking, request: &Request) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let parts = parts(&request.question).into_iter();
    let mut asked: Vec<(&str, QuestionKind)> = parts
        .map(|part| (part, QuestionKind::of(alone(part))))
        .collect();
    let first = asked.first().map_or("", |(part, _)| *part);
    let thing = thing_asked_about(first);
    asked.sort_by_key(|(_, kind)| *kind == QuestionKind::Events);
    for (part, kind) in asked {
        if home(kind) != RhetoricalRole::Resolution || kind == QuestionKind::Comparison {
            continue;
        }
        let asked = Request {
            question: with_its_thing(alone(part), &thing),
            ..request.clone()
        };
        let scope = Scope::read(pool, &asked, kind);
        let mut chosen = cells(pool, kind, part);
        if chosen.is_empty() || !kind.is_narrow() {
            chosen.extend(answering(pool, ranking, &asked, (kind, &scope)));
        }
        let is_of_it = |one: &Candidate| {
            let share = ranking.documents.get(&one.number);
            share.is_some_and(|share| *share >= OF_IT)
        };
        let sought = Sought::read(&asked.question);
        let fits = |one: &Candidate| fit(kind, one, &sought, &asked) >= FIT;
        let does_fit = |at: &usize| pool.candidates.get(*at).is_some_and(fits);
        // Where one gives the figure or the day, what only speaks of the thing does not answer.
        if matches!(kind, QuestionKind::Amount | QuestionKind::When) && chosen.iter().any(does_fit)
        {
            chosen.retain(does_fit);
        }
        chosen.retain(|at| {
            let about = ranking.relevance.get(*at).copied().unwrap_or_default();
            let one = pool.candidates.get(*at);
            let gives_it = |one: &Candidate| {
                one.is_cell
                    || explains_all(one)
                    || kind.is_narrow() && is_of_it(one) && fits(one)
                    || kind == QuestionKind::Cause && calls_it_the_cause(&one.key) && is_of_it(one)
            };
            (about >= RELEVANT || one.is_some_and(gives_it)) && !holds(&units, *at)
        });
        if chosen.is_empty() {
            chosen = given_in_its_document(pool, ranking, &asked, (kind, &scope));
            chosen.retain(|at| !holds(&units, *at));
        }
        units.extend(threads(pool, &chosen, kind == QuestionKind::Events));
    }
    units
}

/// One of several questions as it is asked alone.
fn alone(part: &str) -> &str {
    part.strip_prefix("and ").unwrap_or(part)
}

/// What the first of several questions is about, by its name and the noun behind that: `Harrow Street tunnel`, of `When will the Harrow Street tunnel open`.
fn thing_asked_about(part: &str) -> String {
    let named = names(part);
    let mut end = 0;
    for name in &named {
        end = part
            .find(name.text.as_str())
            .map_or(end, |at| end.max(at + name.text.len()));
    }
    let all = named.iter().map(|name| name.text.as_str());
    let mut thing = all.collect::<Vec<_>>().join(" ");
    let behind = part.get(end..).unwrap_or_default();
    let next = words(behind).next().and_then(|span| behind.get(span));
    if let Some(next) = next.filter(|next| !thing.is_empty() && !is_stop_word(next)) {
        thing = format!("{thing} {next}");
    }
    thing
}

/// A question that goes on by a pronoun about what another one named, with that in its place: `and what will it cost?`.
fn with_its_thing(part: &str, thing: &str) -> String {
    let is_it = |span: &Range<usize>| {
        let word = part.get(span.clone()).unwrap_or_default();
        matches!(word.to_lowercase().as_str(), "it" | "its")
    };
    let mut told = part.to_owned();
    if let Some(it) = words(part).find(is_it).filter(|_| !thing.is_empty()) {
        told.replace_range(it, thing);
    }
    told
}

/// Whether a sentence gives a reason in a document that promises the reasons: it need not say of what.
fn explains_all(candidate: &Candidate) -> bool {
    gives_a_reason(candidate) && is_under_causes(&candidate.under)
}

/// The rows of tables that have what is asked for, where one cell can be the answer; where tables have it many times over, the question names none of them.
fn cells(pool: &Pool, kind: QuestionKind, question: &str) -> Vec<usize> {
    const MOST: usize = 3;
    let most = if kind == QuestionKind::Most || asks_of_several(question) {
        RANKED
    } else {
        MOST
    };
    if !may_answer(kind) {
        return Vec::new();
    }
    let all = pool.cells.iter().filter(|(asked, _)| asked == question);
    let mut cells: Vec<usize> = Vec::new();
    for at in all.map(|(_, at)| *at) {
        let is_said = cells.iter().any(|known| {
            let both = pool.candidates.get(at).zip(pool.candidates.get(*known));
            both.is_some_and(|(own, known)| own.key == known.key)
        });
        if !is_said {
            cells.push(at);
        }
    }
    if cells.len() > most {
        cells.clear();
    }
    cells
}

/// The rows of tables that answer, or the sentence that says all of what is asked where a row has only some of it: that a project is called as the firm is says
/// nothing of the firm.
fn beside_rows(pool: &Pool, scope: &Scope, told: Vec<usize>, rows: Vec<usize>) -> Vec<usize> {
    const ALL: f32 = 0.8;
    const SOME: f32 = 0.6;
    let own = |at: &usize| pool.candidates.get(*at).map_or(0.0, |one| scope.own(one));
    let most = rows.iter().map(own).fold(0.0, f32::max);
    let whole: Vec<usize> = told.into_iter().filter(|at| own(at) >= ALL).collect();
    if most <= SOME && !whole.is_empty() {
        whole
    } else {
        rows
    }
}

/// The share of what is asked from which a sentence is worth reading in place of an answer, and of one that gives a value of the kind that is asked for.
const NEAR: f32 = 0.4;
const NEAR_WITH_VALUE: f32 = 0.2;

/// The sentence that says most of what is asked about, and much of it: what there is in place of the value, the person or the place that is not told. Where a sum is
/// asked for, a sum of something near is more.
fn nearest(pool: &Pool, ranking: &Ranking, scope: &Scope, sought: &Sought) -> Vec<usize> {
    const VALUE: f32 = 0.5;
    let all = pool.candidates.iter().enumerate();
    let near = all
        .filter(|(at, one)| !is_strange(ranking, *at) && !one.is_frame)
        .filter_map(|(at, one)| {
            let share = scope.own(one);
            let gives_it = sought.is_of_money() && sought.is_given_by(one);
            let (least, more) = if gives_it {
                (NEAR_WITH_VALUE, VALUE)
            } else {
                (NEAR, 0.0)
            };
            (share >= least && !scope.is_of_one_thing()).then_some((at, share + more))
        })
        .collect();
    best_of(pool, near, 1, 1.0)
}

/// Puts what goes on about the nearest sentence in its place where that gives what is asked: `It was registered by Tom Pask. It was transferred to Kerno Cider.`
fn go_on(pool: &Pool, request: &Request, kind: QuestionKind, near: &mut [usize]) {
    let sought = Sought::read(&request.question);
    for at in near {
        let next = pool.candidates.get(*at + 1);
        let is_its = |next: &&Candidate| {
            next.leans_on == Some(*at)
                && opens_with_pronoun(&next.text)
                && fit(kind, next, &sought, request) >= FIT
        };
        if next.as_ref().is_some_and(is_its) {
            *at += 1;
        }
    }
}

/// Whether all that a unit tells is what somebody says: `Bexon claims that …`.
fn is_claimed(pool: &Pool, unit: &Unit) -> bool {
    let mut told = unit
        .parts
        .iter()
        .filter_map(|part| pool.candidates.get(part.candidate));
    told.all(|one| {
        let said: Vec<&str> = words(&one.text)
            .filter_map(|span| one.text.get(span))
            .collect();
        said.windows(2)
            .any(|pair| CLAIMS.contains(&pair[0]) && pair[1] == "that")
    })
}

/// The sentence that says by far the most of what is asked, whatever its shape, unless the answer has it. What cannot stand by itself is quoted: `Later, in 1901, …`.
fn outstanding(
    pool: &mut Pool,
    ranking: &Ranking,
    request: &Request,
    (kind, scope): (QuestionKind, &Scope),
) -> Option<usize> {
    /// The share of what is asked that it has, and how many times that of any other.
    const MUCH: f32 = 0.6;
    const BY_FAR: f32 = 1.5;
    let is_told_by_shape = matches!(kind, QuestionKind::When | QuestionKind::Amount);
    let is_of_kind = kind.is_narrow() || takes_what_is_close(kind) || kind == QuestionKind::Plain;
    if !is_of_kind || !scope.is_of_several_things() {
        return None;
    }
    let known = pool.candidates.len();
    let (mut best, mut next): (Option<(usize, &Candidate, f32)>, f32) = (None, 0.0);
    for (at, one) in pool.candidates.iter().chain(&pool.adrift).enumerate() {
        let share = scope.own(one);
        let most = best.map_or(f32::MIN, |(.., most)| most);
        if share > most {
            next = most.max(0.0);
            best = Some((at, one, share));
        } else {
            next = next.max(share);
        }
    }
    let (at, one, _) = best.filter(|(.., share)| *share >= MUCH && *share >= BY_FAR * next)?;
    let stands = at >= known || !is_strange(ranking, at) && hosts(pool, at).is_some();
    let gives_it = || fit(kind, one, &Sought::read(&request.question), request) >= FIT;
    let is_of_somebody = at >= known && speaks_of_somebody(&one.text);
    let could = stands
        && !is_of_somebody
        && !one.elsewhere
        && !one.is_taken_back
        && !one.is_cell
        && !is_believed(&one.text)
        && (!is_told_by_shape || gives_it())
        && (kind != QuestionKind::Cause || may_give_a_reason(&one.key))
        // Who did something is told by what tells of it, however much another says of all else.
        && scope.tells_the_deed(one, pool, at);
    if !could {
        return None;
    }
    if at >= known {
        let quoted = pool.adrift.swap_remove(at - known);
        pool.candidates.push(quoted);
        return Some(known);
    }
    Some(at)
}

/// Whether a question asks for one thing, which a sentence gives or does not.
pub(super) fn gives_one_thing(kind: QuestionKind) -> bool {
    kind.is_narrow() || kind == QuestionKind::Cause
}

/// What gives just what is asked for among the news, the best first, where much of it is of what is asked: the older evidence may say more of that, and what is
/// asked for is told anew all the same.
fn besides(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (kind, scope): (QuestionKind, &Scope),
) -> Vec<Unit> {
    /// The part of the best worth from which it answers too.
    const BESIDE: f32 = 0.5;
    let is_fresh = |one: &Candidate| one.fresh && !one.is_taken_back;
    if !gives_one_thing(kind) || !pool.candidates.iter().any(is_fresh) {
        return Vec::new();
    }
    let all = worths(pool, ranking, request, (kind, scope), Speaks::Enough);
    let best = all.iter().map(|(_, worth, _)| *worth).fold(0.0, f32::max);
    let sought = Sought::read(&request.question);
    let gives_it = |at: usize| {
        let one = pool.candidates.get(at).filter(|one| is_fresh(one));
        one.is_some_and(|one| fit(kind, one, &sought, request) >= 1.0)
    };
    let news = all
        .into_iter()
        .filter(|(at, worth, _)| *worth >= BESIDE * best && gives_it(*at))
        .map(|(at, worth, _)| (at, worth));
    let news = best_of(pool, news.collect(), most(kind), BESIDE);
    threads(pool, &news, false)
}

/// The candidates that answer, or else what gives just what is asked for in its document.
fn answering_or_given(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    asked: (QuestionKind, &Scope),
) -> Vec<usize> {
    let chosen = answering(pool, ranking, request, asked);
    if chosen.is_empty() {
        given_in_its_document(pool, ranking, request, asked)
    } else {
        chosen
    }
}

/// What gives just what is asked for in a document on what is asked, where no sentence is known by itself to speak of that.
fn given_in_its_document(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (kind, scope): (QuestionKind, &Scope),
) -> Vec<usize> {
    const MOST: usize = 1;
    if !kind.is_narrow() {
        return Vec::new();
    }
    let all = worths(pool, ranking, request, (kind, scope), Speaks::InItsDocument);
    let all = all.into_iter().map(|(at, worth, _)| (at, worth)).collect();
    best_of(pool, all, MOST, 1.0)
}

/// The candidates that answer, the best first.
fn answering(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (kind, scope): (QuestionKind, &Scope),
) -> Vec<usize> {
    let all = worths(pool, ranking, request, (kind, scope), Speaks::Enough);
    let lower = request.question.to_lowercase();
    let asks_of_several = kind.is_narrow() && (lower.contains(" each ") || lower.contains(" and "));
    let (most, window) = if asks_of_several {
        (OF_SEVERAL, 0.5)
    } else {
        (most(kind), window(kind))
    };
    let mut chosen = reasons_first(pool, &all, most, window);
    if kind == QuestionKind::Cause {
        // What was found out comes before whom somebody blames.
        let is_thought = |at: &usize| {
            let one = pool.candidates.get(*at);
            one.is_some_and(|one| lays_blame(&one.text) || is_believed(&one.text))
        };
        chosen.sort_by_key(is_thought);
    }
    if kind == QuestionKind::Choice {
        // What was decided comes before what is only advised, if it is as much about what is asked: a drug may be approved, and not for the old. What somebody
        // wants or opposes comes behind both.
        const AS_MUCH: f32 = 0.8;
        let cover = |at: &usize| scope.cover(pool, *at);
        let most = chosen.iter().map(cover).fold(0.0, f32::max);
        chosen.sort_by_key(|at| {
            let one = pool.candidates.get(*at);
            let decides = one.is_some_and(|one| one.deeds.decides);
            let advises = one.is_some_and(|one| one.roles.recommends);
            match (decides, advises) {
                (true, _) if cover(at) >= AS_MUCH * most => 0,
                (false, false) => 2,
                _ => 1,
            }
        });
    }
    chosen
}
