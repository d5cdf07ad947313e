//! Giving way: sentences that stand and that new evidence puts right, takes back or tells anew, and those that come back with their source.
//!
//! Which these are was found before any writer was asked; here each is taken out, or has the new sentence in its place. One new sentence may overtake several:
//! it stands where the likest of them was, and the others go. What is pinned stays.

use std::ops::Range;

use super::compose::part_text;
use super::disagree::rejoinder;
use super::lean::{is_dependent, names_nothing};
use super::marks::{cite, without_marks};
use super::mend::without;
use super::own_time::dated_by;
use super::pool::{Candidate, Pool};
use super::select::Part;
use super::standing::Standing;
use super::update::{Insertion, fresh, told_whole};
use crate::check::{ConflictSide, Overtaken, Sourced, are_of_other_times, key, sentences, stated};
use crate::pipeline::{Otherwise, Request};
use crate::study::is_newer;

/// The text without the sentences that new evidence took back or put right with one that stands, or comes, in another place. What is pinned stays, and so
/// does what the next sentence leans on.
pub(super) fn without_overtaken(current: &str, here: &[&Otherwise], request: &Request) -> String {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let gives_way = |claim: &str| {
        let of_it = |one: &&&Otherwise| one.gives_way && one.sentence.trim() == claim;
        here.iter()
            .find(of_it)
            .is_some_and(|one| !one.is_first(&request.otherwise) || is_told(one, request))
    };
    let is_pinned = |claim: &str| request.pinned.iter().any(|one| one.trim() == claim);
    let mut leaned_on = false;
    let mut behind: Option<usize> = None;
    for claim in stated(current).into_iter().rev() {
        let span = claim.span.start..claim.span.start + claim.text.len();
        // A blank line ends what can lean on it.
        let gap = behind.and_then(|next| current.get(span.end..next));
        let is_alone = gap.is_none_or(|gap| gap.contains("\n\n"));
        let stays = leaned_on && !is_alone;
        if gives_way(claim.text.trim()) && !is_pinned(claim.text.trim()) && !stays {
            spans.push(span);
        } else {
            leaned_on = is_dependent(&without_marks(&claim.text));
            behind = Some(span.start);
        }
    }
    spans.reverse();
    let text = without(current, &spans);
    if text.trim().is_empty() {
        return current.to_owned();
    }
    text
}

/// The text with the sentences that went with their sources, which are evidence again: each where it stood, or in a paragraph at the end.
pub(super) fn with_fallen(mut text: String, request: &Request) -> String {
    for fallen in &request.fallen {
        let before = text
            .find(fallen.behind.as_str())
            .filter(|_| !fallen.behind.is_empty());
        // What stands before it may have changed: then its last sentence is enough.
        let last = sentences(&fallen.behind).pop();
        let last = last.and_then(|span| fallen.behind.get(span)).map(str::trim);
        let end = before.map(|at| at + fallen.behind.len()).or_else(|| {
            let last = last.filter(|last| !last.is_empty())?;
            Some(text.find(last)? + last.len())
        });
        if let Some(end) = end {
            text.insert_str(end, &format!(" {}", fallen.text));
        } else {
            let kept = text.trim_end().len();
            text.insert_str(kept, &format!("\n\n{}", fallen.text));
        }
    }
    text
}

/// Whether the brief, or what was refused, has a new sentence already.
fn is_told(one: &Otherwise, request: &Request) -> bool {
    let said = key(&without_marks(&one.said));
    let texts = request.written.iter().map(|section| &section.text);
    let own = request.current.iter();
    texts
        .chain(own)
        .any(|text| key(&without_marks(text)).contains(&said))
}

/// New candidates that are older than what another says instead: no news.
pub(super) fn outdated(pool: &Pool, request: &Request) -> Vec<usize> {
    let find = |side: &ConflictSide| {
        pool.candidates.iter().position(|candidate| {
            candidate.number == side.number
                && candidate.passage == side.passage
                && candidate.span.contains(&side.span.start)
        })
    };
    let sourced = |at: usize| {
        let candidate = pool.candidates.get(at)?;
        let mut documents = request.context.documents.iter();
        let document = documents.find(|one| one.number == candidate.number);
        Some(Sourced {
            text: &candidate.text,
            date: candidate.date.as_deref(),
            title: document.map_or("", |one| one.document.title.as_str()),
        })
    };
    let mut outdated = Vec::new();
    for conflict in &pool.conflicts {
        let (Some(a), Some(b)) = (find(&conflict.a), find(&conflict.b)) else {
            continue;
        };
        for (new, other) in [(a, b), (b, a)] {
            let is_fresh = pool.candidates.get(new).is_some_and(|one| one.fresh);
            let Some((own, theirs)) = sourced(new).zip(sourced(other)).filter(|_| is_fresh) else {
                continue;
            };
            let dates = own.date.zip(theirs.date);
            let is_older = dates.and_then(|(own, other)| is_newer(other, own)) == Some(true);
            let is_of_other_time = are_of_other_times([own.text, theirs.text]);
            if is_older
                && !is_of_other_time
                && Overtaken::of(own, theirs, Some(conflict.difference)).is_some()
            {
                outdated.push(new);
            }
        }
    }
    outdated
}

/// New sentences that take the place of one that stands, as was found before any writer was asked: each stands where the likest of those was.
pub(super) fn replacements(
    pool: &Pool,
    here: &[&Otherwise],
    standing: &Standing,
    request: &Request,
    is_known: &dyn Fn(usize) -> bool,
) -> Vec<Insertion> {
    let mut insertions: Vec<Insertion> = Vec::new();
    let first = |one: &&&Otherwise| one.gives_way && one.is_first(&request.otherwise);
    for one in here.iter().filter(first) {
        let bare = without_marks(&one.sentence);
        let is_pinned = request
            .pinned
            .iter()
            .any(|known| known.trim() == one.sentence.trim());
        let claim = standing.claims.iter().find(|claim| claim.key == key(&bare));
        let Some(claim) = claim.filter(|_| !is_pinned && !is_told(one, request)) else {
            continue;
        };
        let Some((text, candidate)) = instead(pool, one, is_known) else {
            continue;
        };
        let mut replaced = Some(claim.span.start);
        let before = || {
            let before = standing.text.get(..claim.span.start).unwrap_or_default();
            before.rsplit("\n\n").next().unwrap_or_default()
        };
        let dating = candidate
            .filter(|_| claim.dispute_end.is_none())
            .and_then(|at| dated_by(pool, at, before()))
            .filter(|at| {
                !is_known(*at) && !insertions.iter().any(|one| one.candidate == Some(*at))
            });
        if let Some((at, dating)) = dating.and_then(|at| Some((at, pool.candidates.get(at)?))) {
            let numbers = vec![dating.number];
            insertions.push(Insertion {
                at: Some(claim.span.end),
                text: part_text(
                    pool,
                    &Part {
                        candidate: at,
                        numbers,
                    },
                ),
                candidate: Some(at),
                from: replaced.take(),
            });
        }
        // What introduces both sides of a disagreement names them: there the new one is told behind them.
        insertions.push(match claim.dispute_end {
            Some(end) => Insertion {
                at: Some(end),
                text: match candidate.and_then(|at| pool.candidates.get(at)) {
                    Some(new) => format!("{} {text}", rejoinder(pool, &bare, &claim.numbers, new)),
                    None => text,
                },
                candidate,
                from: None,
            },
            None => Insertion {
                at: Some(claim.span.end),
                text,
                candidate,
                from: replaced,
            },
        });
    }
    insertions
}

/// What a new source says in place of a sentence, with what goes on about it by a pronoun; as the source has it where it is no candidate.
fn instead(
    pool: &Pool,
    one: &Otherwise,
    is_known: &dyn Fn(usize) -> bool,
) -> Option<(String, Option<usize>)> {
    let spans = sentences(&one.said);
    let all: Vec<&str> = spans
        .into_iter()
        .filter_map(|span| Some(one.said.get(span)?.trim()))
        .collect();
    // What is right says enough by itself, where it names what it is about.
    let right = all
        .last()
        .filter(|last| all.len() > 1 && !is_dependent(last));
    let all = right.map_or(all.as_slice(), std::slice::from_ref);
    let (&said, rest) = all.split_first()?;
    let Some(at) = fresh(pool, said).filter(|_| rest.is_empty()) else {
        let is_whole = all.first().is_some_and(|first| !is_dependent(first));
        let number = one.number.filter(|_| is_whole)?;
        let cited = all.iter().map(|said| cite(&without_marks(said), &[number]));
        return Some((cited.collect::<Vec<_>>().join(" "), None));
    };
    if is_known(at) {
        return None;
    }
    let part = |at: usize| {
        let candidate = at;
        let numbers = pool.candidates.get(at).map(|one| vec![one.number])?;
        Some(part_text(pool, &Part { candidate, numbers }))
    };
    let leans = |next: &usize| {
        let candidate = pool.candidates.get(*next);
        let goes_on = |one: &Candidate| one.fresh && one.leans_on == Some(at);
        candidate.is_some_and(|one| goes_on(one) && !names_nothing(&one.text))
    };
    let follower = pool.follower(at).or(Some(at + 1).filter(leans));
    let follower = follower.filter(|next| !is_known(*next)).and_then(part);
    let text = told_whole(pool, at);
    let text = match follower {
        Some(follower) => format!("{text} {follower}"),
        None => text,
    };
    Some((text, Some(at)))
}
