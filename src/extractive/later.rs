//! Later: what tells that a value which answers went on to another since.

use super::pool::{Candidate, Pool, hosts};
use super::scope::Scope;
use crate::check::{Overtaken, Quantity, has_moved_past};
use crate::study::is_newer;

/// Sets what tells that the value of the best answer went on to another before that, which is how it came to be: `The court of appeal reduced the damages to
/// 365,000`, and what puts it off or takes it back. Gives the others that still tell the former value.
#[must_use]
pub fn move_on(pool: &Pool, scope: &Scope, chosen: &mut Vec<usize>) -> Vec<usize> {
    /// The share of what is asked that it speaks of at least, if only by its headings.
    const ABOUT: f32 = 0.3;
    let former = chosen
        .first()
        .and_then(|at| Some((*at, pool.candidates.get(*at)?)));
    let Some((place, former)) = former else {
        return Vec::new();
    };
    let is_later = |at: usize, one: &Candidate| {
        let dates = one.date.as_deref().zip(former.date.as_deref());
        let is_newer = dates.and_then(|(own, other)| is_newer(own, other));
        is_newer == Some(true) || one.number == former.number && at > place
    };
    let all = pool.candidates.iter().enumerate();
    let later = all.clone().filter(|(at, one)| {
        is_later(*at, one)
            && !one.is_taken_back
            && (has_moved_past(&former.text, &one.text)
                || Overtaken::by_words(&former.text, &one.text).is_some())
            && hosts(pool, *at).is_some()
            && scope.cover(pool, *at) >= ABOUT
    });
    let Some((at, last)) = later.max_by_key(|(at, one)| (one.date.clone(), *at)) else {
        return Vec::new();
    };
    let amounts = |one: &Candidate| -> Vec<Quantity> {
        let all = one.statement.quantities.iter();
        all.filter(|one| one.amount().is_some()).cloned().collect()
    };
    let known = amounts(former);
    let gives_the_former = |one: &Candidate| {
        let own = amounts(one);
        own.iter()
            .any(|own| known.iter().any(|known| known.has_value_of(own)))
    };
    let outdated = all
        .filter(|(_, one)| has_moved_past(&one.text, &last.text) && gives_the_former(one))
        .map(|(at, _)| at);
    let outdated: Vec<usize> = outdated.filter(|at| *at != place).collect();
    chosen.retain(|known| *known != at && !outdated.contains(known));
    chosen.insert(0, at);
    outdated
}
