//! Later: what tells that a value which answers went on to another since, and what newer sources give for it.

use std::cmp::Reverse;

use super::clause::is_base;
use super::pool::{Candidate, Pool, hosts};
use super::scope::Scope;
use crate::check::{Overtaken, Quantity, Question, QuestionKind, has_moved_past, key, stem, words};
use crate::study::is_newer;

/// Sets what holds now before what held, where values, days and states are asked for. Gives the others that still tell a former value.
#[must_use]
pub fn latest_first(
    pool: &Pool,
    scope: &Scope,
    (kind, question): (QuestionKind, &str),
    chosen: &mut Vec<usize>,
) -> Vec<usize> {
    let mut outdated = Vec::new();
    if matches!(kind, QuestionKind::Amount | QuestionKind::When) {
        let best = chosen.first().copied();
        outdated = move_on(pool, scope, chosen);
        if chosen.first().copied() == best {
            newest_first(pool, scope, (kind, question), chosen);
        }
    }
    if Question::read(question).asks_whether_it_is_so() {
        newest_state_first(pool, scope, chosen);
    }
    outdated
}

/// Sets what tells that the value of the best answer went on to another before that, which is how it came to be: `The court of appeal reduced the damages to
/// 365,000`, and what puts it off or takes it back. Gives the others that still tell the former value.
fn move_on(pool: &Pool, scope: &Scope, chosen: &mut Vec<usize>) -> Vec<usize> {
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

/// Sets what newer sources give before what older ones do, where it is of the same by its name and its number and as much about what is asked: who asks when the
/// line opens wants the day that holds now, and be it told in fewer of the question's words. What has been is told as well by either.
fn newest_first(
    pool: &Pool,
    scope: &Scope,
    (kind, question): (QuestionKind, &str),
    chosen: &mut Vec<usize>,
) {
    const AS_MUCH: f32 = 0.6;
    const PAST: &[&str] = &["was", "were", "did", "had"];
    let all: Vec<&str> = words(question)
        .filter_map(|span| question.get(span))
        .collect();
    let text = |at: usize| pool.candidates.get(at).map_or("", |one| one.key.as_str());
    let Some(first) = chosen.first().copied() else {
        return;
    };
    if all.iter().any(|word| PAST.contains(word)) {
        return;
    }
    let says = |at: usize, mark: &String| text(at).split(' ').any(|word| word == mark);
    let is_mark =
        |word: &&&str| word.contains(|sign: char| sign.is_uppercase() || sign.is_ascii_digit());
    let marks = all.iter().skip(1).filter(is_mark).map(|word| key(word));
    let marks: Vec<String> = marks.filter(|mark| says(first, mark)).collect();
    let cover = |at: usize| scope.cover(pool, at);
    let is_as_much =
        |at: usize| cover(at) >= AS_MUCH * cover(first) && marks.iter().all(|mark| says(at, mark));
    let date = |at: usize| pool.candidates.get(at).and_then(|one| one.date.clone());
    if kind == QuestionKind::When && !marks.is_empty() {
        let deeds = all.iter().filter(|word| is_base(&word.to_lowercase()));
        let deeds: Vec<String> = deeds.map(|word| stem(word)).collect();
        let does =
            |one: &Candidate, deed: &String| one.key.split(' ').any(|word| stem(word) == *deed);
        let latest = chosen.iter().filter_map(|at| date(*at)).max();
        let gives_a_day = |one: &Candidate| {
            one.statement
                .quantities
                .iter()
                .any(|one| one.date().is_some())
        };
        let is_told = |(at, one): &(usize, &Candidate)| {
            let stands = one.leans_on.is_none() && !one.is_taken_back && !one.elsewhere;
            let is_of_it =
                gives_a_day(one) && !deeds.is_empty() && deeds.iter().all(|deed| does(one, deed));
            stands && is_of_it && one.date > latest && is_as_much(*at)
        };
        let newer = pool.candidates.iter().enumerate().filter(is_told);
        if let Some((at, _)) = newer.max_by_key(|(_, one)| one.date.clone()) {
            chosen.insert(0, at);
        }
    }
    chosen.sort_by_cached_key(|at| {
        let is_of_it = is_as_much(*at);
        (!is_of_it, Reverse(date(*at).filter(|_| is_of_it)))
    });
}

/// Sets what the newest source says first where it is asked whether something is so now, of what is as much about it and all dated: `Norway puts its plans on hold`
/// before `Parliament secures a majority for them`.
fn newest_state_first(pool: &Pool, scope: &Scope, chosen: &mut [usize]) {
    const AS_MUCH: f32 = 0.8;
    let Some(first) = chosen.first().copied() else {
        return;
    };
    let date = |at: usize| pool.candidates.get(at).and_then(|one| one.date.clone());
    let least = AS_MUCH * scope.cover(pool, first);
    let is_as_much = |at: usize| scope.cover(pool, at) >= least && date(at).is_some();
    if date(first).is_none() {
        return;
    }
    chosen.sort_by_cached_key(|at| {
        let is_as_much = is_as_much(*at);
        (!is_as_much, Reverse(date(*at).filter(|_| is_as_much)))
    });
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, report, request};
    use super::super::write;
    use crate::study::RhetoricalRole;

    #[track_caller]
    fn opens(set: &Set, expected: &str) {
        let text = write(&request(set, RhetoricalRole::Resolution));
        assert!(text.starts_with(expected), "{}\n{text}", set.question);
    }

    const LINE: Set = Set {
        question: "When does tram line 9 open?",
        documents: &[
            report(
                "Transport plan",
                "2023-01-20",
                "Tram line 9 will open on 1 December 2024. It connects the station with the hospital.",
            ),
            report(
                "Timetable",
                "2025-02-14",
                "Line 9 opens on 6 September 2025.",
            ),
            report("Newsletter", "2025-03-01", "Line 8 opens on 4 May 2026."),
        ],
    };

    #[test]
    fn who_asks_when_something_is_gets_the_newest_day_first_and_that_of_no_other() {
        opens(&LINE, "Line 9 opens on 6 September 2025");
    }

    #[test]
    fn who_asks_whether_something_is_so_is_told_the_newest_state_first() {
        const PLANS: Set = Set {
            question: "Is Orsland going to mine the sea floor?",
            documents: &[
                report(
                    "News of 2023",
                    "2023-12-05",
                    "The government of Orsland won a majority in parliament for mining the sea floor.",
                ),
                report(
                    "News of 2024",
                    "2024-12-01",
                    "A small party had the first round of licences scrapped, which puts the plans of Orsland to mine the sea floor on hold.",
                ),
            ],
        };
        opens(
            &PLANS,
            "A small party had the first round of licences scrapped",
        );
    }

    #[test]
    fn what_has_been_is_told_as_well_by_an_older_source() {
        const MILL: Set = Set {
            question: "When was the Orsa mill built?",
            documents: &[
                report("Register", "2020-01-20", "The Orsa mill was built in 1874."),
                report("Post", "2024-02-14", "The Orsa mill was built in 1902."),
            ],
        };
        let text = write(&request(&MILL, RhetoricalRole::Resolution));
        assert!(text.contains("1874") && text.contains("1902"), "{text}");
    }
}
