//! Chosen: which of the sentences that answer are told, and what is told with them.

use super::pool::{Pool, hosts};
use super::select::{Part, Unit};

/// How far a sentence that is told for a reason is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Explains {
    /// It only says again what happened.
    Repeats,
    /// It tells of harm, and not that it led to what is asked about.
    Harm,
    /// It tells of harm to what is asked about.
    OwnHarm,
    Fully,
}

/// The worth from which a sentence that gives a reason gives one for what another source tells.
const EXPLAINS: f32 = 0.4;

/// Those of some that answer why, the best first. What only repeats what happened is told where nothing says why it did: its own source least of all. What only tells
/// of harm is told where nothing gives a reason. Of the little that was put together for a question, what gives the reason comes first, however little it repeats
/// of what is asked.
#[must_use]
pub fn reasons_first(
    pool: &Pool,
    all: &[(usize, f32, Explains)],
    most: usize,
    window: f32,
) -> Vec<usize> {
    let source = |at: usize| pool.candidates.get(at).map(|one| one.number);
    let is_explained = |one: usize, how: Explains| {
        let mut others = all.iter().filter(|(_, _, other)| *other > how);
        how < Explains::OwnHarm
            && others.any(|(at, worth, _)| *worth >= EXPLAINS || source(*at) == source(one))
    };
    let gives_it = |how: Explains| how == Explains::Fully || !pool.is_one_matter();
    let kept = all
        .iter()
        .filter(|(at, _, how)| !is_explained(*at, *how))
        .copied();
    let (given, mut rest): (Vec<_>, Vec<_>) = kept.partition(|(.., how)| gives_it(*how));
    let best = given.iter().chain(&rest).map(|(_, worth, _)| *worth);
    let least = window * best.fold(0.0, f32::max);
    rest.retain(|(_, worth, _)| given.is_empty() || *worth >= least);
    let bare = |some: Vec<(usize, f32, Explains)>| -> Vec<(usize, f32)> {
        some.into_iter().map(|(at, worth, _)| (at, worth)).collect()
    };
    let mut chosen = best_of(pool, bare(given), most, window);
    let left = most - chosen.len();
    chosen.extend(best_of(pool, bare(rest), left, window));
    chosen
}

/// The best of some, none of which says what another does.
#[must_use]
pub fn best_of(pool: &Pool, mut all: Vec<(usize, f32)>, most: usize, window: f32) -> Vec<usize> {
    const ALIKE: f32 = 0.8;
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = all.first().map_or(0.0, |(_, score)| *score);
    let mut chosen: Vec<usize> = Vec::new();
    for (at, score) in all {
        let is_said = chosen.iter().any(|known| {
            let both = pool.candidates.get(at).zip(pool.candidates.get(*known));
            both.is_some_and(|(own, known)| pool.says_the_same(&own.statement, &known.statement))
                || pool.similarity(at, *known) >= ALIKE && !pool.has_news(at, *known)
        });
        if chosen.len() < most && score >= window * best && !is_said && hosts(pool, at).is_some() {
            chosen.push(at);
        }
    }
    chosen
}

/// The chosen with what they lean on, and with the figures that lean on them, each run of sentences together. They keep their order by worth, or in a
/// story that of their documents.
#[must_use]
pub fn threads(pool: &Pool, chosen: &[usize], is_story: bool) -> Vec<Unit> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for &at in chosen {
        let mut run = hosts(pool, at).unwrap_or_default();
        run.push(at);
        run.extend(pool.follower(at));
        let root = run.first().copied();
        match runs.iter_mut().find(|known| known.first().copied() == root) {
            Some(known) => {
                known.extend(run);
                known.sort_unstable();
                known.dedup();
            }
            None => runs.push(run),
        }
    }
    if is_story {
        let document = |run: &Vec<usize>| {
            run.first()
                .and_then(|at| pool.candidates.get(*at))
                .map(|one| one.number)
        };
        let turns: Vec<Option<u32>> = runs.iter().map(document).collect();
        runs.sort_by_key(|run| {
            (
                turns.iter().position(|turn| *turn == document(run)),
                run.first().copied(),
            )
        });
    }
    let unit = |run: Vec<usize>| Unit {
        parts: run
            .into_iter()
            .map(|candidate| Part {
                candidate,
                numbers: pool.saying_the_same(candidate),
            })
            .collect(),
        score: 1.0,
    };
    runs.into_iter().map(unit).collect()
}
