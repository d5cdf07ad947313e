//! Updating: the best new sentences, set into a text that otherwise stays as it is, byte for byte. What rests on sources that are gone is taken out.
//!
//! Where a source itself has changed, its new sentence takes the place of the one that it corrects. Other news is added:
//! Each new sentence goes behind the one that it is most alike, or into a paragraph of its own. A new sentence that contradicts one that stands is set
//! behind it, or at the end of the paragraph that tells of a disagreement already; where it contradicts another section, it is left to that one.

mod beside;
mod insertion;

use std::collections::HashSet;

use self::beside::{Known, beside_what_stands, said_elsewhere};
pub(super) use self::insertion::Insertion;
use self::insertion::with_set;
use super::answer::{Answer, gives_one_thing, is_told_in};
use super::compose::part_text;
use super::disagree::{Dispute, disputes, joined};
use super::draft;
use super::facts::{facts, next_fact, told_with, with_facts};
use super::gaps::{silence, without_filled};
use super::giving_way::{outdated, with_fallen, with_replaced, without_overtaken};
use super::home::is_of_others;
use super::marks::without_marks;
use super::matter::{documents_of_others, documents_off_the_matter};
use super::mend::without_gone;
use super::missing::uncovered;
use super::near::Near;
use super::pool::{Candidate, Pool, hosts};
use super::rank::{RELEVANT, Ranking};
use super::said::Said;
use super::select::{Limits, Part, Taken, Unit, choose, fits_role, is_homeless};
use super::standing::Standing;
use crate::check::{is_one_series, key, quantities, stated};
use crate::pipeline::{Otherwise, Request};

/// Sentences that one update adds at most.
const MOST: usize = 3;

/// The text with what the fresh documents add; unchanged where they add nothing.
#[must_use]
pub fn update(pool: &mut Pool, ranking: &Ranking, request: &Request, current: &str) -> String {
    let restored = with_replaced(current, pool, request);
    let left = without_gone(&restored, &request.withdrawn, &request.pinned);
    if left != current && tells_nothing(&left, request) {
        return draft(pool, ranking, request);
    }
    with_news(pool, ranking, request, &left)
}

/// What is left of a text where sources are gone, with what the fresh documents add.
fn with_news(pool: &mut Pool, ranking: &Ranking, request: &Request, current: &str) -> String {
    let all = request.otherwise.iter();
    let here: Vec<&Otherwise> = all.filter(|one| is_here(one, request)).collect();
    let standing_text = what_stands(pool, ranking, request, current, &here);
    let current = standing_text.as_str();
    let standing = Standing::read(pool, current);
    let elsewhere = standing_elsewhere(pool, request);
    let said = Said::read(told_or_refused(request, current));
    let taken = Taken::read(told_or_refused(request, current), pool);
    let open = uncovered(&request.question, pool);
    let off = off_the_matter(pool, request);
    let answer = Answer::find(pool, ranking, request);
    let pool = &*pool;
    let disputes = disputes_on_the_matter(pool, &off);
    let outdated = outdated(pool, request);
    let is_said = |at: usize| taken.holds(pool, at) || says_already(&said, pool, at);
    let asked = quantities(&request.question);
    let facts = facts(pool, ranking, request);
    let answers = |at: usize| {
        let mut units = answer.units.iter().chain(&answer.besides);
        units.any(|unit| is_part(unit, at) && !is_of_others(pool, unit, &request.question))
    };
    let known = Known {
        answers: &answers,
        taken: &taken,
        is_said: &is_said,
        outdated: &outdated,
        disputes: &disputes,
        facts: &facts,
    };
    let mut insertions = beside_what_stands(pool, ranking, request, &standing, &known);
    let replaced = insertions.iter().filter(|one| one.from.is_some()).count();
    let told: Vec<usize> = insertions.iter().filter_map(|one| one.candidate).collect();
    // A copy of what is set already says the same in the same words.
    let set: Vec<String> = insertions.iter().map(Insertion::key).collect();
    let left_to_others = said_elsewhere(pool, ranking, request, &known);
    // What answers is told where the answer is, before what stands there.
    let is_news = |at: usize| {
        let one = pool.candidates.get(at);
        one.is_some_and(|one| one.fresh && !off.contains(&one.number))
            && !outdated.contains(&at)
            && !told.contains(&at)
            && !is_among(&set, pool, at)
            && !left_to_others.contains(&at)
            && !is_said(at)
            && !elsewhere
                .iter()
                .any(|section| section.says(pool, at, &asked))
            && !standing.says(pool, at, &asked)
    };
    let near = Near::of_news(pool, ranking, &request.question);
    let is_ours =
        |unit: &Unit| near.is_of_it(pool, unit) && !is_of_others(pool, unit, &request.question);
    let question = request.question.as_str();
    let answering = answering(pool, &answer, (&facts, question), &is_news, &is_ours);
    let behind = behind_answer(pool, &answer, &standing, &answering);
    let behind = behind.filter(|_| is_told_in(request));
    // What is of the answer by another sentence, which is no news, is told as any other.
    let is_of_answer = |at: usize| {
        let mut told = answering.iter();
        told.any(|(unit, next)| *next == Some(at) || is_part(unit, at))
    };
    let best = ranking.score.iter().copied().fold(0.0, f32::max);
    let whole = ranking;
    let ranking = &with_facts(ranking, &facts, best);
    // Where the news were weighed, what is news is known.
    let is_weighed = !request.facts.is_empty() || !request.otherwise.is_empty();
    let admits = |at: usize| {
        let is_fact = facts.contains(&at);
        let fits = |candidate: &Candidate| {
            fits_role(candidate, request) || is_fact && is_homeless(candidate, request)
        };
        (is_fact || !is_weighed && is_worth_adding(ranking, at, best))
            && !is_of_answer(at)
            && pool.candidates.get(at).is_some_and(fits)
            && is_news(at)
    };
    // What new sources give otherwise than each other is told together.
    let apart = apart(pool, &disputes, &outdated, &admits);
    insertions.extend(apart.iter().map(|dispute| Insertion::of(pool, dispute)));
    let admits = |at: usize| {
        let is_told = |one: &Dispute| one.involves(at) || one.is_told_by(pool, at);
        !apart.iter().any(is_told) && admits(at)
    };
    // What a fact leans on comes with it.
    let leads = |at: usize| {
        let mut leaning = facts.iter().filter_map(|fact| hosts(pool, *fact));
        is_news(at) && leaning.any(|hosts| hosts.contains(&at))
    };
    let sentences = (MOST + replaced).saturating_sub(told.len());
    let limits = limits(request, sentences, &admits, &leads);
    let mut units = choose(pool, ranking, &limits);
    units.retain(|unit| near.admits(pool, whole, unit));
    let units = beside_answer(pool, units, &answering);
    insertions.extend(units.iter().map(|unit| standing.beside(pool, unit)));
    let answer = tell_answer(pool, &answering, behind, &mut insertions);
    let is_set = !insertions.is_empty();
    with_answer(
        request,
        answer,
        &open,
        &with_set(current, insertions),
        is_set,
    )
}

/// The fresh documents that are about something else: none that goes on with one of the study's own, or says of a sentence of the brief that it is otherwise.
fn off_the_matter(pool: &mut Pool, request: &Request) -> HashSet<u32> {
    let mut off = documents_off_the_matter(pool, &request.question);
    let documents = || request.context.documents.iter();
    let goes_on = |number: &u32| {
        let own = documents().find(|one| one.number == *number);
        let mut old = documents().filter(|one| !one.fresh);
        own.is_some_and(|own| {
            old.any(|one| is_one_series(&one.document.title, &own.document.title))
        })
    };
    let touches = |number: &u32| {
        let mut told = request.otherwise.iter();
        told.any(|one| one.number == Some(*number) && (one.gives_way || one.disputed))
    };
    off.retain(|number| !goes_on(number) && !touches(number));
    let of_others = documents_of_others(request);
    off.extend(of_others.into_iter().filter(|number| !goes_on(number)));
    off
}

/// The disputes in which no document on something else has a say.
fn disputes_on_the_matter(pool: &Pool, off: &HashSet<u32>) -> Vec<Dispute> {
    let is_off = |at: usize| {
        let candidate = pool.candidates.get(at);
        candidate.is_some_and(|one| off.contains(&one.number))
    };
    let mut all = disputes(pool);
    all.retain(|one| !one.sides().any(is_off));
    all
}

/// What an update may add.
fn limits<'a>(
    request: &Request,
    sentences: usize,
    admits: &'a dyn Fn(usize) -> bool,
    leads: &'a dyn Fn(usize) -> bool,
) -> Limits<'a> {
    Limits {
        words: (request.plan.words as usize / 3).max(60),
        sentences,
        admits,
        leads,
        stale: &[],
    }
}

/// What the other sections tell.
fn standing_elsewhere(pool: &mut Pool, request: &Request) -> Vec<Standing> {
    let sections = request.written.iter();
    sections
        .map(|section| Standing::read(pool, &section.text))
        .collect()
}

/// The texts of all sections, and those that the analyst refused.
fn told_or_refused<'t>(request: &'t Request, current: &'t str) -> impl Iterator<Item = &'t str> {
    let written = request.written.iter().map(|section| section.text.as_str());
    let refused = request.rejected.iter().map(|known| known.after.as_str());
    written.chain([current]).chain(refused)
}

/// What of some units what answers does not tell in other words.
fn beside_answer(
    pool: &Pool,
    mut units: Vec<Unit>,
    answering: &[(&Unit, Option<usize>)],
) -> Vec<Unit> {
    let answered = answering.iter();
    let answered: Vec<String> = answered
        .map(|(unit, next)| told_with(pool, unit, *next))
        .collect();
    let mut said = Said::read(answered.iter().map(String::as_str));
    units.retain(|unit| said.takes_in(pool, unit));
    units
}

/// Sets what answers among the news behind the answer that stands, where that has a place, or gives it as what the part begins with.
fn tell_answer(
    pool: &Pool,
    answering: &[(&Unit, Option<usize>)],
    behind: Option<usize>,
    insertions: &mut Vec<Insertion>,
) -> String {
    let told = answering.iter();
    let told = told.map(|(unit, next)| told_with(pool, unit, *next));
    let text = told.collect::<Vec<_>>().join(" ");
    if text.is_empty() || behind.is_none() {
        return text;
    }
    insertions.push(Insertion {
        at: behind,
        text,
        candidate: None,
        from: None,
    });
    String::new()
}

/// Where what answers among the news is told, if that is behind the answer that stands: it says more of what is asked, and the news do not take its place.
fn behind_answer(
    pool: &Pool,
    answer: &Answer,
    standing: &Standing,
    answering: &[(&Unit, Option<usize>)],
) -> Option<usize> {
    let stands = |at: usize| {
        let own = pool.candidates.get(at)?;
        standing.claims.iter().find(|claim| claim.key == own.key)
    };
    let first = answer.units.first()?;
    let is_first = |(unit, _): &(&Unit, Option<usize>)| *unit == first;
    // Whether a thing is safe the news may answer the other way.
    if !gives_one_thing(answer.kind) || answering.iter().any(is_first) {
        return None;
    }
    let claims = first.parts.iter().map(|part| stands(part.candidate));
    let last = claims.collect::<Option<Vec<_>>>()?.pop()?;
    Some(last.dispute_end.unwrap_or(last.end))
}

/// What answers among the news, each with the fact that is told behind it.
fn answering<'a>(
    pool: &Pool,
    answer: &'a Answer,
    (facts, question): (&[usize], &str),
    is_news: &dyn Fn(usize) -> bool,
    is_ours: &dyn Fn(&Unit) -> bool,
) -> Vec<(&'a Unit, Option<usize>)> {
    let among = |all: &'a [Unit]| -> Vec<&'a Unit> {
        let mut said = Said::default();
        all.iter()
            .filter(|unit| unit.parts.iter().all(|part| is_news(part.candidate)))
            .filter(|unit| is_ours(unit))
            .filter(|unit| said.takes_in(pool, unit))
            .take(MOST)
            .collect()
    };
    let mut units = among(&answer.units);
    if units.is_empty() {
        units = among(&answer.besides);
    }
    let is_free = |at: &usize| is_news(*at) && !units.iter().any(|unit| is_part(unit, *at));
    let with_next = |unit: &&'a Unit| {
        let last = unit.parts.last().map(|part| part.candidate);
        let next = last.and_then(|at| next_fact(pool, facts, question, at));
        (*unit, next.filter(is_free))
    };
    units.iter().map(with_next).collect()
}

fn is_part(unit: &Unit, at: usize) -> bool {
    unit.parts.iter().any(|part| part.candidate == at)
}

/// The text without what the news overtake, and with what is evidence again; a word on what is missing where what took the place of all of it is told with the answer.
fn what_stands(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    current: &str,
    here: &[&Otherwise],
) -> String {
    let left = with_fallen(without_overtaken(current, here, request), pool, request);
    if left.trim().is_empty() && !current.trim().is_empty() {
        silence(ranking, request, &[], true)
    } else {
        left
    }
}

/// Whether nothing but what is missing is told where sources are gone: then a section says what the evidence has, or that it has nothing, as a draft does.
fn tells_nothing(left: &str, request: &Request) -> bool {
    let is_kept = |kept: &String| left.contains(kept.trim());
    stated(left).is_empty() && request.fallen.is_empty() && !request.pinned.iter().any(is_kept)
}

/// The text with what answers the question before it, and without what it says to be missing that is there now.
fn with_answer(
    request: &Request,
    answer: String,
    open: &[String],
    text: &str,
    is_set: bool,
) -> String {
    let is_answered = is_told_in(request) && !answer.is_empty();
    let updated = without_filled(text, open, is_answered || is_set, &request.pinned);
    match (is_answered, updated.is_empty()) {
        (false, _) => updated,
        (true, true) => answer,
        (true, false) => format!("{answer}\n\n{updated}"),
    }
}

/// The disputes among fresh sentences of which one would be told: where both were, the text would contradict itself.
fn apart(
    pool: &Pool,
    disputes: &[Dispute],
    outdated: &[usize],
    admits: &dyn Fn(usize) -> bool,
) -> Vec<Dispute> {
    let is_fresh = |at: usize| {
        let candidate = pool.candidates.get(at);
        candidate.is_some_and(|one| one.fresh) && !outdated.contains(&at)
    };
    let mut all = disputes.to_vec();
    all.retain(|one| one.can_be_told(pool) && one.sides().all(is_fresh) && one.sides().any(admits));
    joined(pool, all)
}

/// Whether a fresh sentence is worth setting into a section that stands.
fn is_worth_adding(ranking: &Ranking, at: usize, best: f32) -> bool {
    let score = ranking.score.get(at).copied().unwrap_or_default();
    let relevance = ranking.relevance.get(at).copied().unwrap_or_default();
    score >= 0.5 * best && relevance >= 1.5 * RELEVANT
}

/// Whether one of some texts, as keys, has a candidate's own words.
fn is_among(texts: &[String], pool: &Pool, at: usize) -> bool {
    let own = pool.candidates.get(at).map(|one| one.key.as_str());
    own.is_none_or(|own| texts.iter().any(|text| text.contains(own)))
}

fn says_already(said: &Said, pool: &Pool, at: usize) -> bool {
    let candidate = pool.candidates.get(at);
    candidate.is_some_and(|candidate| said.says(candidate))
}

fn is_here(one: &Otherwise, request: &Request) -> bool {
    one.section == request.section
}

/// The fresh candidate that is this sentence of the evidence, and can be told: by itself, or behind what its source sets right with it.
pub(super) fn fresh(pool: &Pool, said: &str) -> Option<usize> {
    let said = key(&without_marks(said));
    let is_said = |one: &Candidate| one.fresh && !one.is_taken_back && one.key == said;
    let place = pool.candidates.iter().position(is_said);
    let is_wrong = |at: usize| pool.candidates.get(at).is_some_and(|one| one.is_taken_back);
    place.filter(|at| hosts(pool, *at).is_some_and(|all| all.into_iter().all(is_wrong)))
}

/// A sentence of the evidence, behind what it leans on, cited.
pub(super) fn told_whole(pool: &Pool, at: usize) -> String {
    let parts = hosts(pool, at).unwrap_or_default().into_iter().chain([at]);
    let numbers = pool.candidates.get(at).map(|one| vec![one.number]);
    let numbers = numbers.unwrap_or_default();
    let texts = parts.map(|candidate| {
        let numbers = numbers.clone();
        part_text(pool, &Part { candidate, numbers })
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
