//! What an update sets in the place of a sentence that stands, or beside it: the new version of its source, what says otherwise of the same, what settles what it
//! left open, what contradicts it and what bears it out. News that belong to no sentence are told elsewhere.

use super::{MOST, fresh, insertion::Insertion, is_here, told_whole};
use crate::check::{are_of_other_times, key, quantities, sentences};
use crate::extractive::answer::is_told_in;
use crate::extractive::compose::part_text;
use crate::extractive::corroborated::corroborated;
use crate::extractive::disagree::{Dispute, behind_rejoinder};
use crate::extractive::facts::{find, next_fact};
use crate::extractive::giving_way::{self, replacements};
use crate::extractive::home::are_of_others;
use crate::extractive::marks::without_marks;
use crate::extractive::pool::{Candidate, Pool};
use crate::extractive::rank::{RELEVANT, Ranking};
use crate::extractive::select::{Part, Taken};
use crate::extractive::standing::Standing;
use crate::pipeline::{Otherwise, Request};

/// From this likeness on, a sentence of a new version says in other figures or words what the old version said.
const SUCCESSOR: f32 = 0.6;

/// What is known of the fresh sentences before any is set.
pub(super) struct Known<'a> {
    pub(super) taken: &'a Taken,
    /// Whether the brief says what a candidate does.
    pub(super) is_said: &'a dyn Fn(usize) -> bool,
    /// Candidates that another is newer than.
    pub(super) outdated: &'a [usize],
    pub(super) disputes: &'a [Dispute],
    /// Those that are new facts.
    pub(super) facts: &'a [usize],
    /// Whether a candidate answers the question.
    pub(super) answers: &'a dyn Fn(usize) -> bool,
}

impl Known<'_> {
    /// Whether what is said otherwise of a sentence only is so in other words or figures, and answers: then it is told with the answer.
    fn is_left_to_the_answer(&self, pool: &Pool, one: &Otherwise) -> bool {
        let answers = || fresh(pool, &one.said).is_some_and(self.answers);
        !one.disputed && !one.gives_way && answers()
    }
}

/// What is set in the place of sentences that stand, or beside the one that it is about: new versions, corrections, what was open, what contradicts, what
/// bears out.
pub(super) fn beside_what_stands(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    standing: &Standing,
    known: &Known<'_>,
) -> Vec<Insertion> {
    let Known {
        taken,
        is_said,
        outdated,
        disputes,
        facts,
        ..
    } = *known;
    let told = |insertions: &[Insertion]| -> Vec<usize> {
        insertions.iter().filter_map(|one| one.candidate).collect()
    };
    let asked = quantities(&request.question);
    let all = request.otherwise.iter();
    let here: Vec<&Otherwise> = all.filter(|one| is_here(one, request)).collect();
    let mut insertions = successors(pool, standing);
    let first = told(&insertions);
    insertions.extend(replacements(pool, &here, standing, request, &|at| {
        first.contains(&at) || taken.tells(pool, at)
    }));
    insertions.extend(settled(pool, standing, &insertions, &|at| {
        taken.holds(pool, at) || outdated.contains(&at)
    }));
    let rejoinders = rejoinders(pool, ranking, request, disputes, standing, taken);
    let still = still_told(rejoinders, &insertions, outdated);
    insertions.extend(still);
    let before = told(&insertions);
    let is_told_here = is_told_in(request);
    let is_beside = |one: &&Otherwise| {
        !one.gives_way && (is_told_here || !known.is_left_to_the_answer(pool, one))
    };
    let beside: Vec<&Otherwise> = here.iter().copied().filter(is_beside).collect();
    let is_told =
        |at: usize| before.contains(&at) || is_said(at) || standing.says(pool, at, &asked);
    insertions.extend(corrections(pool, request, &beside, standing, &is_told));
    let before = told(&insertions);
    let is_free = |at: usize| !before.contains(&at) && !outdated.contains(&at);
    let mut second = corroborated(pool, standing, request, &is_free);
    second.retain(|one| !insertions.iter().any(|other| other.holds(one)));
    go_on(pool, (request, facts), &mut insertions, is_said);
    insertions.extend(second);
    insertions
}

/// Sets new facts that stand at once behind a sentence that is set, or speak of what it tells, behind it: `The opening has been postponed. The agency now expects
/// a cost of 585 million euros.`
fn go_on(
    pool: &Pool,
    (request, facts): (&Request, &[usize]),
    insertions: &mut [Insertion],
    is_said: &dyn Fn(usize) -> bool,
) {
    for said in &request.facts {
        let Some(at) = find(pool, said) else {
            continue;
        };
        let is_set = insertions.iter().any(|one| one.candidate == Some(at));
        let own = pool.candidates.get(at).filter(|_| !is_set && !is_said(at));
        let Some(own) = own else {
            continue;
        };
        let host = |one: &&mut Insertion| {
            let is_next = |host: usize| next_fact(pool, facts, &request.question, host) == Some(at);
            own.leans_on.is_some() && one.candidate == own.leans_on
                || one.candidate.is_some_and(is_next)
        };
        if let Some(host) = insertions.iter_mut().find(host)
            && !host.key().contains(&own.key)
        {
            let part = Part {
                candidate: at,
                numbers: vec![own.number],
            };
            host.text = format!("{} {}", host.text, part_text(pool, &part));
        }
    }
}

/// What a source says in its new version in place of a sentence that cites it alone.
fn successors(pool: &Pool, standing: &Standing) -> Vec<Insertion> {
    let mut successors: Vec<Insertion> = Vec::new();
    for claim in &standing.claims {
        let &[number] = claim.numbers.as_slice() else {
            continue;
        };
        // A source that was cited before and is new is a new version of it.
        let version = || {
            let candidates = pool.candidates.iter().enumerate();
            candidates.filter(|(_, candidate)| candidate.fresh && candidate.number == number)
        };
        let says_it_still = version().any(|(_, candidate)| candidate.key == claim.key);
        let best = version()
            .map(|(at, _)| (at, pool.similarity_to(at, &claim.statement)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((at, likeness)) = best.filter(|_| !says_it_still) else {
            continue;
        };
        let is_told = successors.iter().any(|told| told.candidate == Some(at));
        if likeness >= SUCCESSOR && !is_told {
            let part = Part {
                candidate: at,
                numbers: vec![number],
            };
            successors.push(Insertion {
                at: Some(claim.span.end),
                text: part_text(pool, &part),
                candidate: Some(at),
                from: Some(claim.span.start),
            });
        }
    }
    successors
}

/// Fresh sentences that contradict one that stands, each once, behind the last that it contradicts.
fn rejoinders(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    disputes: &[Dispute],
    standing: &Standing,
    taken: &Taken,
) -> Vec<Insertion> {
    let mut insertions: Vec<Insertion> = Vec::new();
    for dispute in disputes {
        for (old, new) in [(dispute.a, dispute.b), (dispute.b, dispute.a)] {
            let (Some(said), Some(fresh)) = (pool.candidates.get(old), pool.candidates.get(new))
            else {
                continue;
            };
            let stands = standing.claims.iter().find(|claim| claim.key == said.key);
            let is_told =
                || taken.holds(pool, new) || !may_rejoin(pool, ranking, request, (old, new));
            let Some(claim) = stands.filter(|_| !is_told()) else {
                continue;
            };
            let at = claim.dispute_end.unwrap_or(claim.end);
            if let Some(known) = insertions
                .iter_mut()
                .find(|known| known.candidate == Some(new))
            {
                known.at = known.at.max(Some(at));
            } else if insertions.len() < MOST {
                let part = Part {
                    candidate: new,
                    numbers: vec![fresh.number],
                };
                insertions.push(Insertion {
                    at: Some(at),
                    text: format!("{} {}", dispute.rejoinder(new), part_text(pool, &part)),
                    candidate: Some(new),
                    from: None,
                });
            }
        }
    }
    insertions
}

/// Whether a fresh sentence can be told behind one that it contradicts.
fn may_rejoin(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (old, new): (usize, usize),
) -> bool {
    let relevance = |at: usize| ranking.relevance.get(at).copied().unwrap_or_default();
    let both = pool.candidates.get(old).zip(pool.candidates.get(new));
    both.is_some_and(|(said, fresh)| {
        let relevant = relevance(new).max(relevance(old)) >= RELEVANT;
        // What each says of its own time is no disagreement.
        let is_of_other_time = || are_of_other_times([&said.text, &fresh.text]);
        // What its own source takes back disagrees with nothing.
        let stands = fresh.fresh && !fresh.is_taken_back;
        let is_of_others = || are_of_others(pool, said, fresh, &request.question);
        let is_apart = || is_of_other_time() || is_of_others();
        stands && relevant && reads_behind(fresh, said) && !is_apart()
    })
}

/// The rejoinders to sentences that stay, of what is told by none of the insertions and is no older.
fn still_told(
    rejoinders: Vec<Insertion>,
    insertions: &[Insertion],
    outdated: &[usize],
) -> Vec<Insertion> {
    let is_gone = |end: usize| {
        let mut replaced = insertions.iter().filter(|one| one.from.is_some());
        replaced.any(|one| one.at == Some(end))
    };
    let is_told = |candidate: usize| {
        outdated.contains(&candidate)
            || insertions
                .iter()
                .any(|one| one.candidate == Some(candidate))
    };
    let stays =
        |one: &Insertion| !one.at.is_some_and(is_gone) && !one.candidate.is_some_and(is_told);
    rejoinders.into_iter().filter(stays).collect()
}

/// Whether a sentence says behind another what it says: it leans on nothing, or by the same word on what the other does, of which both are known to speak.
fn reads_behind(new: &Candidate, old: &Candidate) -> bool {
    let first = |candidate: &Candidate| {
        let word = candidate.text.split_whitespace().next();
        word.map(str::to_lowercase)
    };
    new.leans_on.is_none() || old.leans_on.is_some() && first(new) == first(old)
}

/// What was open in a sentence that stands and is settled by a fresh one, which takes its place: `has not been agreed`, `agreed on 28 June`.
fn settled(
    pool: &Pool,
    standing: &Standing,
    known: &[Insertion],
    is_told: &dyn Fn(usize) -> bool,
) -> Vec<Insertion> {
    /// The share of the words of the open point that what settles it has.
    const OF_IT: f32 = 0.5;
    let mut insertions: Vec<Insertion> = Vec::new();
    for claim in standing.claims.iter().filter(|claim| claim.is_open) {
        let is_free = |at: &usize| {
            let mut all = known.iter().chain(&insertions);
            !is_told(*at) && !all.any(|one| one.candidate == Some(*at))
        };
        let share = |at: usize| {
            let one = pool.candidates.get(at)?;
            let settles = one.fresh && one.leans_on.is_none() && !one.deeds.leaves_open;
            let is_done = one.deeds.decides || one.deeds.narrates;
            (settles && is_done)
                .then(|| pool.containment(&claim.statement.terms, &one.statement.terms))
        };
        let best = (0..pool.candidates.len())
            .filter(is_free)
            .filter_map(|at| Some((at, share(at)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let is_replaced = known.iter().any(|one| one.from == Some(claim.span.start));
        let Some((at, _)) = best.filter(|(_, share)| *share >= OF_IT && !is_replaced) else {
            continue;
        };
        let part = Part {
            candidate: at,
            numbers: pool.saying_the_same(at),
        };
        insertions.push(Insertion {
            at: Some(claim.span.end),
            text: part_text(pool, &part),
            candidate: Some(at),
            from: Some(claim.span.start),
        });
    }
    insertions
}

/// Fresh sentences that say something else of the same than one that stands, as was found before any writer was asked.
fn corrections(
    pool: &Pool,
    request: &Request,
    otherwise: &[&Otherwise],
    standing: &Standing,
    is_told: &dyn Fn(usize) -> bool,
) -> Vec<Insertion> {
    let mut insertions: Vec<Insertion> = Vec::new();
    for one in otherwise {
        let bare = without_marks(&one.sentence);
        let claim = standing.claims.iter().find(|claim| claim.key == key(&bare));
        let new = fresh(pool, &one.said);
        let is_known = |at: usize| {
            let mut known = insertions.iter();
            known.any(|known| known.candidate == Some(at)) || is_told(at)
        };
        let told = match new {
            Some(at) => (!is_known(at)).then(|| told_whole(pool, at)),
            None => as_it_stands(pool, one, request),
        };
        let Some((claim, text)) = claim.zip(told) else {
            continue;
        };
        // What only speaks of the same in other words or figures stands beside it; that they disagree is not known.
        let is_its =
            |candidate: &&Candidate| candidate.fresh && Some(candidate.number) == one.number;
        let source = pool.candidates.iter().find(is_its);
        let candidate = new.and_then(|at| pool.candidates.get(at)).or(source);
        let text = match candidate.filter(|_| one.disputed) {
            Some(said) => behind_rejoinder(pool, &bare, &claim.numbers, said, text),
            None => text,
        };
        insertions.push(Insertion {
            at: Some(claim.dispute_end.unwrap_or(claim.end)),
            text,
            candidate: new,
            from: None,
        });
    }
    insertions
}

/// What is no candidate, as the evidence has it: what does not agree, or goes on by a pronoun about the sentence before it, with that; nothing where the brief
/// has it already.
fn as_it_stands(pool: &Pool, one: &Otherwise, request: &Request) -> Option<String> {
    let is_more = sentences(&one.said).len() > 1 || giving_way::leaning(pool, &one.said).is_some();
    let is_news = (is_more || one.disputed) && !giving_way::is_told(one, request);
    let told = giving_way::instead(pool, one, &|_| false).filter(|_| is_news);
    told.map(|(text, _)| text)
}

/// Fresh candidates that contradict a sentence of another section, which will answer them, and facts that are told with these.
pub(super) fn said_elsewhere(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    known: &Known<'_>,
) -> Vec<usize> {
    let written: Vec<String> = request
        .written
        .iter()
        .map(|section| key(&without_marks(&section.text)))
        .collect();
    let first: Vec<usize> = known
        .disputes
        .iter()
        .flat_map(|dispute| [(dispute.a, dispute.b), (dispute.b, dispute.a)])
        .filter(|(old, new)| {
            let said = pool.candidates.get(*old);
            let is_written = |key: &String| written.iter().any(|text| text.contains(key));
            said.is_some_and(|said| is_written(&said.key))
                && may_rejoin(pool, ranking, request, (*old, *new))
        })
        .map(|(_, new)| new)
        .chain(
            request
                .otherwise
                .iter()
                .filter(|one| !is_here(one, request))
                .filter(|one| !is_told_in(request) || !known.is_left_to_the_answer(pool, one))
                .flat_map(|one| {
                    sentences(&one.said)
                        .into_iter()
                        .map(move |span| (one, span))
                })
                .filter_map(|(one, span)| fresh(pool, one.said.get(span)?)),
        )
        .collect();
    let next = first
        .iter()
        .filter_map(|at| next_fact(pool, known.facts, &request.question, *at));
    first.iter().copied().chain(next).collect()
}
