//! Facts: sentences of the news that were found to be new facts before any writer was asked, and are told though they may repeat none of the question's words.

use super::causes::calls_it_the_cause;
use super::compose::{part_text, unit_text};
use super::marks::without_marks;
use super::pool::{Candidate, Pool, hosts};
use super::rank::{RELEVANT, Ranking};
use super::select::{Part, Unit};
use crate::check::{QuestionKind, key, month_named, words};
use crate::pipeline::{ContextDocument, Request};
use crate::semantic::{Vector, embed};

/// From this likeness of its document to the brief on, what a document says is about the same matter: of others, single words stand in the brief by chance.
const OF_THE_MATTER: f32 = 0.35;

/// The fresh candidates that were found to be new facts before anybody was asked, and that tell of the matter.
pub(super) fn facts(pool: &Pool, ranking: &Ranking, request: &Request) -> Vec<usize> {
    let is_strange = |at: usize| ranking.strange.get(at).copied().unwrap_or_default();
    let near = documents_near(request);
    let is_told = |at: &usize| {
        let candidate = pool.candidates.get(*at);
        candidate.is_some_and(|one| !one.is_frame && !one.is_preliminary) && !is_strange(*at)
    };
    let is_near = |at: &usize| {
        let candidate = pool.candidates.get(*at);
        candidate.is_some_and(|one| near.contains(&one.number))
    };
    let is_at_home = |at: &usize| {
        let candidate = pool.candidates.get(*at);
        candidate.is_some_and(|one| pool.at_home.contains(&one.number))
    };
    let mut all: Vec<usize> = Vec::new();
    for at in request.facts.iter().filter_map(|said| find(pool, said)) {
        if !all.contains(&at) {
            all.push(at);
        }
    }
    // What one leans on is told with it, where it is a fact too or is set right by it.
    let comes_with_it = |host: usize| {
        let is_wrong = pool
            .candidates
            .get(host)
            .is_some_and(|one| one.is_taken_back);
        is_wrong || all.contains(&host)
    };
    let is_whole =
        |at: &usize| hosts(pool, *at).is_some_and(|all| all.into_iter().all(comes_with_it));
    let mut facts: Vec<usize> = all.iter().copied().filter(is_whole).collect();
    facts.retain(is_told);
    // Where that leaves none, one is told behind what it leans on, which is no fact for itself: `Investigators found traces of petrol. They now believe …`.
    if facts.is_empty() {
        let is_news = |at: &usize| {
            let candidate = pool.candidates.get(*at);
            candidate.is_some_and(|one| one.fresh && !one.is_taken_back) && is_told(at)
        };
        let can_be_told =
            |at: &&usize| hosts(pool, **at).is_some_and(|all| all.iter().all(is_news));
        facts = all.iter().filter(can_be_told).copied().collect();
        facts.retain(is_told);
    }
    // Where nothing else would be told of the news, what was found to bear on the question is told all the same, unless it is about another place or firm.
    let is_lone = request.otherwise.is_empty() && !facts.iter().any(is_near);
    facts.retain(|at| is_near(at) || is_lone && is_at_home(at));
    facts
}

/// The fresh candidate that is this sentence of the news, or has it: an item is told with the line that leads to it.
pub(super) fn find(pool: &Pool, said: &str) -> Option<usize> {
    let said = key(&without_marks(said));
    let is_fresh = |one: &Candidate| one.fresh && !one.is_taken_back;
    let is_it = |one: &Candidate| is_fresh(one) && one.key == said;
    let has_it = |one: &Candidate| is_fresh(one) && one.key.contains(&said);
    let mut all = pool.candidates.iter();
    let its_own = all.clone().position(is_it);
    its_own.or_else(|| all.position(has_it))
}

/// The fresh documents that are about the same matter as the brief, by their numbers.
fn documents_near(request: &Request) -> Vec<u32> {
    let written = request.written.iter().map(|section| section.text.as_str());
    let sections: Vec<&str> = written.chain(request.current.as_deref()).collect();
    let whole = sections.join("\n\n");
    let brief: Vec<Vector> = sections
        .into_iter()
        .chain([whole.as_str()])
        .filter_map(embed)
        .collect();
    let is_near = |document: &&ContextDocument| {
        let passages = document.passages.iter();
        let texts: Vec<&str> = passages.map(|one| one.passage.text.as_str()).collect();
        let own = embed(&texts.join("\n\n"));
        own.is_some_and(|own| brief.iter().any(|one| one.cosine(&own) >= OF_THE_MATTER))
    };
    let documents = request.context.documents.iter();
    let near = documents.filter(|one| one.fresh).filter(is_near);
    near.map(|document| document.number).collect()
}

/// The new fact that stands at once behind a sentence of the news, and is told with it wherever that is told: `The court set the judgment aside. The state must
/// bear the whole cost.` What names another place or person, or gives a figure beside the one that is asked for, is told for itself.
pub(super) fn next_fact(pool: &Pool, facts: &[usize], question: &str, at: usize) -> Option<usize> {
    /// Bytes from a sentence to the next.
    const APART: usize = 2;
    let (one, next) = pool.candidates.get(at).zip(pool.candidates.get(at + 1))?;
    let is_next = one.passage == next.passage && next.span.start <= one.span.end + APART;
    let known = format!("{} {}", key(question), one.key);
    let mut named = words(&next.text).skip(1);
    let names_another = named.any(|span| {
        let word = next.text.get(span).unwrap_or_default();
        let is_name = word.starts_with(char::is_uppercase) && month_named(word).is_none();
        is_name && !known.split(' ').any(|known| known == key(word))
    });
    let asks_for_one = QuestionKind::of(question).is_narrow();
    let mut given = next.statement.quantities.iter();
    let gives_another = asks_for_one && given.any(|one| one.amount().is_some());
    let goes_on = !names_another && !gives_another;
    // What is called the cause is not told without what came of it, nor that without its cause.
    let explains =
        || QuestionKind::of(question) == QuestionKind::Cause && calls_it_the_cause(&next.key);
    let is_fact = || facts.contains(&(at + 1)) || facts.contains(&at) && explains();
    (is_next && goes_on && next.fresh && !next.is_taken_back && is_fact()).then_some(at + 1)
}

/// The sentences of a unit, cited, with the fact that is told behind them.
pub(super) fn told_with(pool: &Pool, unit: &Unit, next: Option<usize>) -> String {
    let told = unit_text(pool, unit);
    let behind = next.and_then(|at| Some((at, pool.candidates.get(at)?.number)));
    match behind {
        Some((candidate, number)) => {
            let numbers = vec![number];
            format!("{told} {}", part_text(pool, &Part { candidate, numbers }))
        }
        None => told,
    }
}

/// A ranking in which new facts are worth reading: their document was found to bear on the question, though they may repeat none of its words.
pub(super) fn with_facts(ranking: &Ranking, facts: &[usize], best: f32) -> Ranking {
    let mut raised = ranking.clone();
    for at in facts {
        if let Some(relevance) = raised.relevance.get_mut(*at) {
            *relevance = relevance.max(RELEVANT);
        }
        if let Some(score) = raised.score.get_mut(*at) {
            *score = score.max(0.5 * best);
        }
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, Set, context, request};
    use super::super::write;
    use super::*;
    use crate::study::{CycleKind, Origin, RhetoricalRole};

    #[test]
    fn a_new_fact_is_told_though_it_repeats_no_word_of_the_question() {
        const WATER: Set = Set {
            question: "What happened to the drinking water in Aldersee, and what has to change?",
            documents: &[
                Sample {
                    title: "Notice of the waterworks",
                    date: "2024-07-04",
                    origin: Origin::Internal,
                    text: "Coliform bacteria were found in the drinking water of Aldersee on 3 July 2024.",
                },
                Sample {
                    title: "Final report of the health office",
                    date: "2024-10-01",
                    origin: Origin::Internal,
                    text: "In all, 47 people fell ill from the coliform bacteria between 3 and 15 July 2024. The bacteria were found in 19 samples of tap water.\n\nWe interviewed 31 households in August 2024.",
                },
                Sample {
                    title: "Courier",
                    date: "2024-10-03",
                    origin: Origin::Internal,
                    text: "The chess club of Aldersee celebrates its fiftieth anniversary. Membership grew to 640.",
                },
            ],
        };
        let roles = [
            RhetoricalRole::Situation,
            RhetoricalRole::Complication,
            RhetoricalRole::Resolution,
        ];
        let current =
            "Coliform bacteria were found in the drinking water of Aldersee on 3 July 2024 [1].";
        // Which section a fact belongs to is for its role to say.
        let updated = |facts: &[&str]| {
            let texts = roles.map(|role| {
                write(&Request {
                    cycle: CycleKind::Update,
                    context: context(&WATER, 1),
                    current: Some(current.to_owned()),
                    facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
                    ..request(&WATER, role)
                })
            });
            texts.join(" ")
        };
        let told = updated(&[
            "In all, 47 people fell ill from the coliform bacteria between 3 and 15 July 2024.",
            "We interviewed 31 households in August 2024.",
            "Membership grew to 640.",
        ]);
        assert!(told.contains("47 people fell ill from the"), "{told}");
        for aside in ["interviewed", "640"] {
            assert!(!told.contains(aside), "{told}");
        }
    }

    #[test]
    fn what_stands_behind_news_is_told_with_it_unless_it_is_of_another() {
        const SPEAKERS: Set = Set {
            question: "How many people speak Sorvian?",
            documents: &[Sample {
                title: "Census",
                date: "2024-10-01",
                origin: Origin::Internal,
                text: "In 2021 5,950 people spoke Sorvian. The number of Dalish speakers rose to 43,500.\n\nSorvian is taught in two schools. Lessons are free for all children of the valley.",
            }],
        };
        let request = Request {
            cycle: CycleKind::Update,
            context: context(&SPEAKERS, 0),
            ..request(&SPEAKERS, RhetoricalRole::Resolution)
        };
        let mut pool = Pool::gather(&request);
        for one in &mut pool.candidates {
            one.fresh = true;
        }
        let all: Vec<usize> = (0..pool.candidates.len()).collect();
        let place = |said: &str| {
            let mut all = pool.candidates.iter();
            all.position(|one| one.text.starts_with(said))
        };
        let next = |said: &str| next_fact(&pool, &all, SPEAKERS.question, place(said)?);
        assert_eq!(next("In 2021"), None);
        assert_eq!(next("Sorvian is taught"), place("Lessons are free"));
        assert_eq!(next("Lessons are free"), None);
    }
}
