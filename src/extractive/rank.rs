//! Ranking: how much each candidate is worth to one section.
//!
//! A score is made of relevance to the question, centrality among all candidates, the section's rhetorical role, specifics, and the standing of the
//! source. All parts lie between 0 and 1, so that their weights can be read.

use std::collections::HashMap;

use super::answer::is_told_in;
use super::causes::{gives_a_reason, went_before};
use super::missing::aspects;
use super::pool::{Candidate, Pool};
use super::query::{Query, has_grounded_part, parts, weight_in};
use super::readable::{awkwardness, specifics};
use super::sought::Sought;
use super::subject::strangers;
use crate::check::{Question, QuestionKind, Term, quantities};
use crate::pipeline::Request;

/// The scores of a pool's candidates, by index.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ranking {
    pub relevance: Vec<f32>,
    pub score: Vec<f32>,
    /// The share of what is asked, or of one thing among it, that each candidate itself speaks of.
    pub asked: Vec<f32>,
    /// The share of the whole question that each candidate itself speaks of.
    pub whole: Vec<f32>,
    /// Whether each candidate gives what is asked for: a date, a price, a decision.
    pub answers: Vec<bool>,
    /// The share of what is asked, or of a part of it, that each document takes up.
    pub documents: HashMap<u32, f32>,
    /// Whether one thing alone is asked for, and something gives it.
    pub asks_for_one: bool,
    /// Whether it is told here, before all else.
    pub is_direct: bool,
    /// Whether each candidate is from a document about something else than what is asked, or is taken back by its own source.
    pub strange: Vec<bool>,
}

/// Below this, a sentence is not about the question.
pub const RELEVANT: f32 = 0.2;

/// What a sentence gains that names the main problem or the main advice.
const LEADS: f32 = 0.14;

/// What a sentence that is about the question gains by a value of the kind that is asked for.
const ANSWERS: f32 = 0.12;

/// The share of the question that a passage holds whose other sentences count as being about it too.
const AMID: f32 = 0.6;

/// The sentences that their source takes back and sets right, each with what is right.
fn corrections(pool: &Pool) -> Vec<(usize, usize)> {
    let all = 0..pool.candidates.len();
    all.filter_map(|at| Some((at, pool.set_right(at).pop()?)))
        .collect()
}

/// Gives a correction what the sentence has that it corrects, if that is more: `The correct figure is 9` names nothing itself.
fn take_over(values: &mut [f32], wrong: usize, right: usize) {
    let own = values.get(wrong).copied().unwrap_or_default();
    if let Some(value) = values.get_mut(right) {
        *value = value.max(own);
    }
}

/// Ranks the candidates for the section that is asked for.
#[must_use]
pub fn rank(pool: &mut Pool, request: &Request) -> Ranking {
    let query = Query::read(pool, &request.question, request);
    let all = pool.candidates.len();
    let sought = Sought::read(&request.question);
    let documents = taken_up(pool, request);
    let named = aspects(&request.question);
    let mut asked = spoken_of(pool, request, &query, &named);
    let mut whole: Vec<f32> = pool
        .candidates
        .iter()
        .map(|candidate| query.share_of_content(candidate))
        .collect();
    let corrections = corrections(pool);
    for (wrong, right) in &corrections {
        take_over(&mut asked, *wrong, *right);
        take_over(&mut whole, *wrong, *right);
    }
    let is_of_it = |candidate: &Candidate| {
        let share = documents.get(&candidate.number);
        share.is_some_and(|share| *share >= OF_IT)
    };
    let mut strange = strangers(pool, request, &query);
    let mut answers = answers(pool, request, &sought, &asked, &is_of_it);
    // What is about something else answers nothing, and nothing gives way to it.
    for (answers, strange) in answers.iter_mut().zip(&strange) {
        *answers &= !strange;
    }
    let is_narrow =
        sought != Sought::default() && Question::read(&request.question).asks_for_one_thing();
    let asks_for_one = is_narrow && answers.contains(&true);
    let is_direct = asks_for_one && is_told_in(request);
    let is_of_the_matter =
        query.is_of_the_matter && pool.is_one_matter() && !pool.at_home.is_empty();
    let mut relevance = if named.is_empty() && !query.names_strangers || is_of_the_matter {
        // A question that names nothing is answered by anything.
        vec![0.5; all]
    } else if !query.is_grounded(pool)
        && !has_grounded_part(pool, request)
        && !gives_what_is_named(pool, request)
    {
        vec![0.0; all]
    } else {
        relevance(pool, &query)
    };
    let judged = asked.iter().zip(&whole).zip(&answers).zip(&pool.candidates);
    for (value, (((asked, whole), answers), candidate)) in relevance.iter_mut().zip(judged) {
        let share = documents.get(&candidate.number);
        let is_far = share.is_some_and(|share| *share <= FAR_OFF);
        if *answers && *value > 0.0 {
            *value = value.max(ANSWERING);
        } else if is_direct && *whole < MOSTLY {
            // Who asks for one value of one thing, and is given it, wants to hear of nothing else.
            *value *= LITTLE;
        } else if !named.is_empty() && is_far && *asked < ASKED {
            // Nobody wants to hear of what is about something else.
            *value *= 0.5;
        } else if !named.is_empty() && is_narrow && *asked <= 0.0 {
            *value *= LESS;
        }
    }
    tell_what_went_before(pool, request, &mut relevance);
    for (wrong, right) in corrections {
        take_over(&mut relevance, wrong, right);
    }
    // What is taken back is told as what the correction leans on, and not without it.
    for (strange, candidate) in strange.iter_mut().zip(&pool.candidates) {
        *strange |= candidate.is_taken_back;
    }
    for (value, _) in relevance
        .iter_mut()
        .zip(&strange)
        .filter(|(_, strange)| **strange)
    {
        *value = 0.0;
    }
    let central = centrality(pool, &relevance);
    let score = pool
        .candidates
        .iter()
        .zip(relevance.iter().zip(&central).zip(&answers))
        .map(|(candidate, ((relevance, central), answers))| {
            let given = if sought.is_given_by(candidate) {
                ANSWERS * relevance
            } else {
                0.0
            };
            let direct = if is_direct && *answers { DIRECT } else { 0.0 };
            let role = candidate.roles.fit(request.plan.role);
            0.42 * relevance + given + direct + 0.14 * central + 0.24 * role + merit(candidate)
        })
        .collect();
    Ranking {
        relevance,
        score,
        asked,
        whole,
        answers,
        documents,
        asks_for_one,
        is_direct,
        strange,
    }
}

fn asks_why(question: &str) -> bool {
    let mut parts = parts(question).into_iter();
    parts.any(|part| QuestionKind::of(part) == QuestionKind::Cause)
}

/// Lets what went before something be told where it is asked why that happened, of the little that was put together for it: it may be the reason, though nobody says so.
fn tell_what_went_before(pool: &Pool, request: &Request, relevance: &mut [f32]) {
    const WORTH_TELLING: f32 = 1.25 * RELEVANT;
    let about = relevance.iter().any(|value| *value >= RELEVANT);
    if !about || !asks_why(&request.question) || !pool.is_one_matter() {
        return;
    }
    let all = relevance.iter_mut().zip(&pool.candidates);
    for (value, _) in all.filter(|(_, one)| !one.elsewhere && went_before(&one.key)) {
        *value = value.max(WORTH_TELLING);
    }
}

/// Whether each candidate answers by what it gives or does; `asked` is the share of the question that it speaks of.
fn answers(
    pool: &Pool,
    request: &Request,
    sought: &Sought,
    asked: &[f32],
    is_of_it: &dyn Fn(&Candidate) -> bool,
) -> Vec<bool> {
    let asks_why = asks_why(&request.question);
    let is_one_matter = pool.is_one_matter();
    let tells_why = |candidate: &Candidate| {
        asks_why && is_one_matter && !candidate.elsewhere && gives_a_reason(candidate)
    };
    pool.candidates
        .iter()
        .zip(asked)
        .map(|(candidate, asked)| {
            // What answers need not repeat the question: `The target could not be met`.
            sought.is_answered_by(candidate) && is_of_it(candidate)
                || *asked > 0.0 && tells_why(candidate)
                || sought.is_given_by(candidate) && *asked >= ASKED
        })
        .collect()
}

/// What a sentence is worth whatever is asked.
fn merit(candidate: &Candidate) -> f32 {
    0.08 * specifics(candidate)
        + 0.07 * candidate.standing
        + 0.05 * candidate.passage_score
        + if candidate.roles.leads { LEADS } else { 0.0 }
        - if candidate.elsewhere { ELSEWHERE } else { 0.0 }
        - if candidate.is_frame { FRAME } else { 0.0 }
        - awkwardness(candidate)
}

/// Whether some sentence gives a date or a figure that the question names: `What went wrong on 19 August 2024?`.
fn gives_what_is_named(pool: &Pool, request: &Request) -> bool {
    quantities(&request.question)
        .iter()
        .filter(|wanted| wanted.is_firm())
        .any(|wanted| {
            let mut given = pool
                .candidates
                .iter()
                .flat_map(|one| one.statement.quantities.iter());
            given.any(|theirs| theirs.bears_out(wanted))
        })
}

/// What is left of the relevance of what a narrow question does not ask for, and of that where something answers it.
const LESS: f32 = 0.8;
const LITTLE: f32 = 0.35;

/// The share of a narrow question from which a sentence that does not answer it is still about it.
pub const MOSTLY: f32 = 0.6;

/// What a sentence gains that answers a narrow question.
const DIRECT: f32 = 0.2;

/// What a sentence loses whose document is about another place or firm than the rest.
const ELSEWHERE: f32 = 0.06;

/// What a sentence loses that tells of its document or of a meeting and not of the matter: as much as keeps it out.
const FRAME: f32 = 1.0;

/// The share of what is asked from which a document is about it, and the relevance of what answers the question there in other words.
pub const OF_IT: f32 = 0.3;
const ANSWERING: f32 = 0.45;

/// The share of the question that a sentence speaks of which is about what is asked itself.
pub const ASKED: f32 = 0.3;

/// The share of the question, or of that part of it that it takes up most of, which each document holds.
fn taken_up(pool: &mut Pool, request: &Request) -> HashMap<u32, f32> {
    let mut shares: HashMap<u32, f32> = HashMap::new();
    for part in parts(&request.question) {
        let query = Query::read(pool, part, request);
        for (number, terms) in settings(pool) {
            let share = weight_in(&query.content, &terms) / query.asked.max(f32::EPSILON);
            let known = shares.entry(number).or_default();
            *known = known.max(share);
        }
    }
    for number in far_off(pool) {
        shares.insert(number, FAR_OFF);
    }
    shares
}

/// In place of its share, where a document is about something else.
const FAR_OFF: f32 = -1.0;

/// Documents of many in which no passage was found to be near the question: single words of it stand in any text.
fn far_off(pool: &Pool) -> Vec<u32> {
    /// Of fewer documents the farthest is far from the others, and not from the question.
    const MANY: usize = 6;
    const FAR: f32 = 0.15;
    let mut nearest: HashMap<u32, f32> = HashMap::new();
    for candidate in &pool.candidates {
        let near = nearest.entry(candidate.number).or_default();
        *near = near.max(candidate.passage_score);
    }
    if nearest.len() < MANY {
        return Vec::new();
    }
    let documents = nearest.len();
    let far = nearest.into_iter().filter(|(_, near)| *near < FAR);
    let far: Vec<u32> = far.map(|(number, _)| number).collect();
    // Where most are, a few repeat the question, and the others say it in other words.
    if 2 * far.len() > documents {
        return Vec::new();
    }
    far
}

/// The share of the whole question that each candidate's own words hold, or of one thing that it names.
fn spoken_of(pool: &mut Pool, request: &Request, query: &Query, named: &[String]) -> Vec<f32> {
    let asked = named
        .iter()
        .map(String::as_str)
        .chain(parts(&request.question));
    let mut queries: Vec<Query> = asked
        .map(|asked| Query::read(pool, asked, request))
        .collect();
    queries.retain(|query| !query.content.is_empty());
    pool.candidates
        .iter()
        .map(|candidate| {
            let parts = queries
                .iter()
                .map(|query| query.share_of_content(candidate));
            parts.fold(query.share_of_content(candidate), f32::max)
        })
        .collect()
}

fn relevance(pool: &Pool, query: &Query) -> Vec<f32> {
    let direct: Vec<f32> = pool
        .candidates
        .iter()
        .map(|candidate| query.share(&candidate.statement.terms))
        .collect();
    let company = company(pool, query, &direct);
    let documents = document_shares(pool, query);
    let relevance = |(candidate, direct): (&Candidate, &f32)| {
        let terms = &candidate.statement.terms;
        let kept: f32 = company
            .iter()
            .filter(|(term, _)| terms.binary_search(term).is_ok())
            .map(|(_, weight)| weight)
            .sum();
        let purpose = query
            .purpose
            .iter()
            .filter(|term| terms.binary_search(term).is_ok())
            .count()
            .min(2) as f32;
        let around = 0.25 * query.share(&candidate.setting)
            + 0.15 * documents.get(&candidate.number).unwrap_or(&0.0);
        // Sentences seldom hold the whole question; half of it is as good as all.
        let pairs = query.pairs_in(&candidate.statement.order).min(2) as f32;
        let own = 0.45 * (2.0 * direct).min(1.0) + 0.25 * kept.min(1.0) + 0.08 * pairs;
        // A sentence that has nothing of the question or its company is relevant only amid a passage that takes the question up, and then barely.
        let amid = query.share(&candidate.setting);
        if own > 0.0 {
            (own + around + 0.05 * purpose).min(1.0)
        } else if amid >= AMID {
            RELEVANT + 0.1 * (amid - AMID)
        } else {
            around.min(0.9 * RELEVANT)
        }
    };
    pool.candidates.iter().zip(&direct).map(relevance).collect()
}

/// Share of the question's weight that each document takes up, by its number.
fn document_shares(pool: &Pool, query: &Query) -> HashMap<u32, f32> {
    let settings = settings(pool).into_iter();
    settings
        .map(|(number, terms)| (number, query.share(&terms)))
        .collect()
}

/// The words of each document, sorted, by its number.
fn settings(pool: &Pool) -> HashMap<u32, Vec<Term>> {
    let mut settings: HashMap<u32, Vec<Term>> = HashMap::new();
    for candidate in &pool.candidates {
        let terms = settings.entry(candidate.number).or_default();
        terms.extend(&candidate.setting);
    }
    for terms in settings.values_mut() {
        terms.sort_unstable();
        terms.dedup();
    }
    settings
}

/// The words that keep company with the question's in the sentences that hold most of it, with their weights.
fn company(pool: &Pool, query: &Query, direct: &[f32]) -> Vec<(Term, f32)> {
    let mut best: Vec<usize> = (0..direct.len())
        .filter(|&at| direct.get(at).is_some_and(|share| *share > 0.0))
        .collect();
    best.sort_by(|&a, &b| {
        direct
            .get(b)
            .unwrap_or(&0.0)
            .total_cmp(direct.get(a).unwrap_or(&0.0))
            .then(a.cmp(&b))
    });
    best.truncate(12.max(direct.len() / 10));
    let mut together: HashMap<Term, f32> = HashMap::new();
    for &at in &best {
        let share = direct.get(at).copied().unwrap_or_default();
        for &term in pool
            .candidates
            .get(at)
            .map(|candidate| candidate.statement.terms.as_slice())
            .unwrap_or_default()
        {
            if !query.asks(term) {
                *together.entry(term).or_default() += share;
            }
        }
    }
    let mut ranked: Vec<(Term, f32)> = together
        .into_iter()
        .map(|(term, count)| (term, count * pool.weight(term)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(15);
    let most = ranked.first().map_or(1.0, |(_, weight)| *weight);
    ranked
        .into_iter()
        .map(|(term, weight)| (term, 0.4 * weight / most))
        .collect()
}

/// How much the other relevant sentences say the like, by power iteration over their similarities; the highest is 1.
fn centrality(pool: &Pool, relevance: &[f32]) -> Vec<f32> {
    let count = pool.candidates.len();
    let mut links: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
    let relevant: Vec<usize> = (0..count)
        .filter(|&at| relevance.get(at).is_some_and(|value| *value >= RELEVANT))
        .collect();
    for (a, b, similarity) in pool.similarities(&relevant, 0.1) {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(links) = links.get_mut(from) {
                links.push((to, similarity));
            }
        }
    }
    let totals: Vec<f32> = links
        .iter()
        .map(|links| links.iter().map(|(_, weight)| weight).sum())
        .collect();
    let mut value = vec![1.0f32; count];
    for _ in 0..20 {
        value = links
            .iter()
            .map(|links| {
                let sum: f32 = links
                    .iter()
                    .map(|(other, weight)| {
                        weight * value.get(*other).unwrap_or(&0.0)
                            / totals.get(*other).unwrap_or(&1.0).max(f32::EPSILON)
                    })
                    .sum();
                0.15 + 0.85 * sum
            })
            .collect();
    }
    let most = value.iter().copied().fold(f32::EPSILON, f32::max);
    value.into_iter().map(|value| value / most).collect()
}
