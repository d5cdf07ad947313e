//! Opening: what answers is told before what it goes on about.
//!
//! A sentence that leans on another is told behind it. Where it says much of what is asked, and the other little, a reader would take the other for the answer:
//! there it comes first, in quotation marks as it is not whole, and what it goes on about behind it. Measured on questions to articles of an encyclopedia.

use super::fit::{CLAIMS, fit, says_where};
use super::lean::{concludes_from_before, opens_with_pronoun, speaks_of_somebody};
use super::pool::{Candidate, Pool};
use super::scope::Scope;
use super::screen::is_quotable;
use super::select::{Part, Unit};
use super::sought::Sought;
use super::worth::FIT;
use crate::check::{QuestionKind, words};
use crate::pipeline::Request;

/// Sets the sentence that answers before what it goes on about.
pub fn open_with_the_answer(
    pool: &mut Pool,
    (kind, scope): (QuestionKind, &Scope),
    request: &Request,
    unit: &mut Unit,
) {
    /// The share of what is asked that it says, of two things as of more, and the part of that which all before it say less than.
    const ALL: f32 = 0.9;
    const MUCH: f32 = 0.4;
    const LITTLE: f32 = 0.6;
    let is_of_kind = kind.is_narrow()
        || matches!(
            kind,
            QuestionKind::Plain | QuestionKind::Cause | QuestionKind::Choice
        );
    if !is_of_kind || scope.is_of_one_thing() {
        return;
    }
    let much = if scope.is_of_several_things() {
        MUCH
    } else {
        ALL
    };
    let own = |part: &Part| {
        let one = pool.candidates.get(part.candidate);
        one.map_or(0.0, |one| scope.own(one))
    };
    let shares: Vec<f32> = unit.parts.iter().map(own).collect();
    let all = shares.iter().copied().enumerate();
    let Some((place, most)) = all.reduce(|best, next| if next.1 > best.1 { next } else { best })
    else {
        return;
    };
    let is_led_in = place > 0 && shares.iter().take(place).all(|one| *one < LITTLE * most);
    let Some(part) = unit.parts.get(place).cloned() else {
        return;
    };
    let Some(one) = pool.candidates.get_mut(part.candidate) else {
        return;
    };
    if most >= much && is_led_in && is_whole(one, kind, scope, request) {
        one.is_adrift = true;
        unit.parts.remove(place);
        unit.parts.insert(0, part);
    }
}

/// Whether a sentence has the answer itself, and not in what it goes on about: `It was used for the roof` says no more than `What was used for the roof?`.
fn is_whole(one: &Candidate, kind: QuestionKind, scope: &Scope, request: &Request) -> bool {
    const SAYS_MORE: usize = 2;
    let fits = fit(kind, one, &Sought::read(&request.question), request);
    let gives_it = match kind {
        QuestionKind::Who | QuestionKind::Cause => fits >= 1.0,
        QuestionKind::Choice => one.roles.recommends,
        QuestionKind::Where => fits >= 1.0 || says_where(&one.text, &request.question),
        _ => fits >= FIT,
    };
    gives_it
        && one.verbatim
        && scope.beyond(one) >= SAYS_MORE
        && is_quotable(&one.text)
        && !concludes_from_before(&one.text)
        && !is_said_by_another(&one.text)
        && !speaks_of_somebody(&one.text)
}

/// Whether a sentence opens with who says it, whom another names: `They say that …`.
fn is_said_by_another(text: &str) -> bool {
    let mut opening = words(text).filter_map(|span| text.get(span));
    let verb = opening.nth(1);
    opens_with_pronoun(text) && verb.is_some_and(|verb| CLAIMS.contains(&verb))
}
