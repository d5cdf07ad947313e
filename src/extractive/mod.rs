//! The writer without a model: a section made of sentences from the sources.
//!
//! Candidates are read from the context (`screen`, `page`, `lean`, `lists`, `home`, `label`, `clause`, `deeds`, `source`, `cells`, `candidate`, `pool`) and ranked for the section (`preamble`, `slips`, `query`,
//! `subject`, `role`, `sought`, `readable`, `rank`). Those that answer the question open the section that resolves (`answer`, `chosen`, `opening`, `steps`, `release`, `scope`, `fit`, `causes`, `definition`, `saying`, `worth`, `compared`);
//! the others are chosen without repeating anything (`select`, `near`, `said`), and all are set in paragraphs with their citations (`compose`, `voice`). What counts as
//! content depends on the language (`language`) and on what says the same (`kin`, `phrases`, `senses`). Where sources contradict each other it says so (`disagree`, `topic`), and what
//! they don't answer it names (`missing`, `gaps`). An update keeps every standing sentence but one whose
//! open point is settled and those that the news overtake (`update`, `standing`, `giving_way`, `sides`). Sentences are verbatim, rows
//! of tables are told by their cells, the few of its own are about the evidence alone, and the same request gives the same text. Pure; it knows nothing of how
//! the context was found.

mod answer;
mod candidate;
mod causes;
mod cells;
mod chosen;
mod clause;
mod compared;
mod compose;
mod corroborated;
mod deeds;
mod definition;
mod disagree;
mod facts;
mod fit;
mod gaps;
mod giving_way;
mod home;
mod inquiry;
mod kin;
mod label;
mod language;
mod later;
mod lean;
mod limits;
mod lists;
mod marks;
mod matter;
mod mend;
mod missing;
mod near;
mod opening;
mod own_time;
mod page;
mod phrases;
mod pool;
mod preamble;
mod query;
mod rank;
mod readable;
mod release;
mod role;
mod said;
mod saying;
mod scope;
mod screen;
mod select;
mod senses;
mod short_forms;
mod sides;
mod slips;
mod sought;
mod source;
mod standing;
mod steps;
mod subject;
mod tongue;
mod topic;
mod update;
mod voice;
mod worth;

#[cfg(test)]
mod asked;
#[cfg(test)]
mod foreign;
#[cfg(test)]
mod loose;
#[cfg(test)]
mod replies;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;
#[cfg(test)]
mod torn;
#[cfg(test)]
mod unseen;

use answer::{Answer, is_told_in};
use compose::{in_order, paragraphs, unit_text};
use disagree::{Dispute, disputes, joined};
use gaps::{is_name, not_spoken_of, silence, unsaid};
use missing::{aspects, says_of_which_kind, uncovered};
use near::Near;
use phrases::plainly_asked;
use pool::{Candidate, Pool};
use query::parts;
use rank::{ASKED, MOSTLY, OF_IT, RELEVANT, Ranking, rank};
use release::is_of_another;
use said::{Said, fullest};
use select::{Limits, Taken, Unit, choose, could_open, fits_role, plays};
use slips::without_slips;
use voice::named_once;

use crate::check::{Question, QuestionKind, Term, words};
use crate::pipeline::Request;
use crate::study::{CycleKind, RhetoricalRole};

/// The writer's name in provenance and configuration.
pub const NAME: &str = crate::study::BUILT_IN_WRITER;

/// One section as Markdown.
#[must_use]
pub fn write(request: &Request) -> String {
    let asked = plainly_asked(&request.question);
    let asked = without_slips(&asked, request);
    if asked == request.question {
        return written(request);
    }
    written(&Request {
        question: asked.into_owned(),
        ..request.clone()
    })
}

fn written(request: &Request) -> String {
    let mut pool = Pool::gather(request);
    let ranking = rank(&mut pool, request);
    match (request.cycle, &request.current) {
        (CycleKind::Update, Some(current)) => update::update(&mut pool, &ranking, request, current),
        (CycleKind::Steer, Some(current)) => mend::mend(current, &request.instructions),
        // Nothing else is asked of it again, but to be total it gives the text as it is.
        (CycleKind::Refine | CycleKind::Revise | CycleKind::FollowUp, Some(current)) => {
            current.clone()
        }
        _ => draft(&mut pool, &ranking, request),
    }
}

/// Disputes that a section names at most, as long as they leave it half of its words. What is left over goes to the next section, which has advice to give.
fn most_disputes(role: RhetoricalRole) -> usize {
    match role {
        RhetoricalRole::Situation | RhetoricalRole::Resolution => 1,
        RhetoricalRole::Complication => 3,
    }
}

/// What the brief tells already or was refused, and the candidates of the version that another is wanted for.
fn told_already(pool: &mut Pool, request: &Request) -> (Taken, Vec<usize>) {
    let written = request.written.iter().map(|section| section.text.as_str());
    let refused = request.rejected.iter().map(|known| known.after.as_str());
    let taken = Taken::read(written.chain(refused), pool);
    let current = request
        .current
        .as_deref()
        .filter(|_| request.cycle == CycleKind::Another);
    let current = Taken::read(current, pool);
    let stale = (0..pool.candidates.len()).filter(|&at| current.holds(pool, at));
    (taken, stale.collect())
}

/// The disputes that can be told, those on one thing as one.
fn tellable(pool: &Pool) -> Vec<Dispute> {
    let mut all = disputes(pool);
    all.retain(|dispute| dispute.can_be_told(pool));
    joined(pool, all)
}

fn draft(pool: &mut Pool, ranking: &Ranking, request: &Request) -> String {
    let (taken, stale) = told_already(pool, request);
    let all = tellable(pool);
    let (open, kinds) = open_points(request, pool, ranking);
    let answer = Answer::find(pool, ranking, request);
    let pool = &*pool;
    let relevant = relevant_disputes(ranking, request, &all);
    let asked = question_terms(pool, request);
    let is_narrow = answer.is_of_one_thing(&request.question);
    let is_asked = |dispute: &Dispute| is_asked(ranking, &answer, is_narrow, dispute);
    let named = named_disputes(pool, request, &relevant, &taken, &|dispute| {
        (is_asked(dispute), leads(&answer, dispute))
    });
    let spent: usize = named.iter().map(|dispute| dispute.words(pool)).sum();
    let answers = |at: usize| answers(ranking, at);
    // What one side says is told with the other, or not at all, unless it is the answer.
    let is_free = |at: usize| {
        !all.iter()
            .any(|dispute| dispute.involves(at) && !answers(at))
            && !relevant
                .iter()
                .any(|dispute| dispute.tells(at) || dispute.is_told_by(pool, at))
            && !taken.holds(pool, at)
            && !is_of_another(pool, at)
            // A row of a table answers, or says nothing beside what does.
            && !pool.candidates.get(at).is_some_and(|one| one.is_cell)
    };
    let is_one = |at: usize, fits: &dyn Fn(&Candidate) -> bool| {
        pool.candidates.get(at).is_some_and(fits) && is_free(at)
    };
    let opening = request.plan.role == RhetoricalRole::Situation;
    let is_untold = |at: usize| {
        !taken.holds(pool, at)
            && !named
                .iter()
                .any(|dispute| dispute.tells(at) || dispute.is_told_by(pool, at))
    };
    let told = if is_told_in(request) {
        untold(pool, &answer, &is_untold)
    } else {
        Vec::new()
    };
    // What answers belongs to one section; to the others, what fits them of the rest.
    let problems = scarce_problems(pool, ranking, request, &is_free);
    let is_left = |at: usize| answer.holds(at) || problems.contains(&at);
    let admits = |at: usize| !is_left(at) && is_one(at, &|candidate| fits_role(candidate, request));
    let opens = |at: usize| !answer.holds(at) && is_one(at, &could_open);
    let answered: usize = told.iter().map(|unit| unit.words(pool)).sum();
    let words = (request.plan.words as usize).saturating_sub(spent + answered);
    let limits = Limits {
        words,
        sentences: most_beside(
            pool,
            &answer,
            !told.is_empty() || named.iter().copied().any(is_asked),
        ),
        admits: &admits,
        leads: &|at| !is_left(at) && is_free(at),
        stale: &stale,
    };
    let mut units = choose(pool, ranking, &limits);
    let is_thin =
        spent + answered + units.iter().map(|unit| unit.words(pool)).sum::<usize>() < words / THIN;
    let is_answered = !told.is_empty() && (ranking.is_direct || !asks_what_to_do(answer.kind));
    if is_thin && !opening && !is_answered {
        units = choose(pool, &with_role(pool, ranking, request.plan.role), &limits);
    } else if units.is_empty() && told.is_empty() && opening && named.is_empty() {
        let limits = Limits {
            admits: &opens,
            ..limits
        };
        units = choose(pool, ranking, &limits);
    }
    let is_lacking = lacks_its_thing(&answer, &request.question, &open, &kinds);
    let found = (!told.is_empty(), is_lacking);
    keep_what_is_near(pool, ranking, request, found, &mut units);
    let mut text = in_order(pool, &told);
    let answers = told.is_empty().then_some(answer.units.as_slice());
    let units = news(pool, request, &text, answers.unwrap_or_default(), units);
    text.extend(paragraphs(pool, &units));
    for dispute in &named {
        let first = is_asked(dispute).then(|| dispute.first(pool, &asked));
        let at = if first.is_some() { 0 } else { text.len() };
        text.insert(at, dispute.told(pool, first));
    }
    if text.is_empty() {
        return silence(ranking, request, &open, !answer.units.is_empty());
    }
    let gap = (request.plan.role == RhetoricalRole::Resolution)
        .then(|| {
            let is_close = answer.is_close(&request.question);
            let mut homes = told.iter().filter(|unit| is_at_home(pool, unit));
            left_open(open, &kinds, homes.next().map(|_| is_close))
        })
        .flatten();
    let is_unanswered = told.is_empty() && answer.units.is_empty() || answer.is_near;
    let is_owned_up = is_unanswered && is_told_in(request) && named.is_empty();
    let unsaid = unsaid(answer.kind, &request.question).filter(|_| is_owned_up);
    add_gaps(&mut text, unsaid, gap, is_lacking);
    let titles = pool.titles.values().map(String::as_str);
    named_once(&text.join("\n\n"), titles)
}

/// Adds what is not answered: before all else where it is the very thing that is asked for, once; else what is left open behind.
fn add_gaps(text: &mut Vec<String>, unsaid: Option<&str>, gap: Option<String>, is_lacking: bool) {
    match gap {
        Some(gap) if is_lacking => text.insert(0, gap),
        gap => {
            text.splice(0..0, unsaid.map(str::to_owned));
            text.extend(gap);
        }
    }
}

/// Those of some units that tell what neither the brief nor the section does, nor what answers, which is told where it belongs.
fn news(
    pool: &Pool,
    request: &Request,
    text: &[String],
    answers: &[Unit],
    units: Vec<Unit>,
) -> Vec<Unit> {
    let written = request.written.iter().map(|one| one.text.as_str());
    let mut said = Said::read(written.chain(text.iter().map(String::as_str)));
    for answer in answers {
        said.add(&unit_text(pool, answer));
    }
    let mut units = fullest(pool, units);
    units.retain(|unit| said.takes_in(pool, unit));
    units
}

/// Whether one thing is asked about, and the evidence has no word for it: `Does the vaccine cause autism?`. What only names something may be left unnamed.
fn lacks_its_thing(answer: &Answer, question: &str, open: &[String], kinds: &[String]) -> bool {
    let is_of_one = answer.is_of_one_thing(question)
        || answer.kind == QuestionKind::Plain && parts(question).len() == 1;
    let is_thing = |phrase: &&String| {
        !kinds.contains(phrase)
            && !phrase.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
    };
    is_of_one && open.iter().any(|phrase| is_thing(&phrase))
}

/// Leaves out of what is told beside an answer what is far from the question. Where nothing answers, what is farther is better than nothing; but where the
/// evidence has no word for a thing that is asked about, nothing far is told of the rest.
fn keep_what_is_near(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    (is_answered, is_lacking): (bool, bool),
    units: &mut Vec<Unit>,
) {
    let near = if is_lacking {
        Near::of_any(pool, ranking, &request.question)
    } else {
        Near::read(pool, ranking, &request.question)
    };
    let is_near = |unit: &Unit| near.admits(pool, ranking, unit);
    let is_needed = request.plan.role == RhetoricalRole::Resolution && !is_answered;
    if is_lacking || !is_needed || units.iter().any(is_near) {
        units.retain(is_near);
    }
}

/// Whether all that a unit tells is of documents on what is asked, which need not name it.
fn is_at_home(pool: &Pool, unit: &Unit) -> bool {
    let mut told = unit
        .parts
        .iter()
        .filter_map(|part| pool.candidates.get(part.candidate));
    told.all(|one| pool.at_home.contains(&one.number))
}

/// What the evidence has no word for, and those words of it that only say of which kind something is that the evidence does speak of.
fn open_points(
    request: &Request,
    pool: &mut Pool,
    ranking: &Ranking,
) -> (Vec<String>, Vec<String>) {
    let mut open = uncovered(&request.question, pool);
    // Where the evidence is of the matter, it may well say the like in another word.
    if ranking.relevance.iter().any(|value| *value >= RELEVANT) {
        open.retain(|phrase| !pool.speaks_of_the_like(phrase));
    }
    let kinds = open
        .iter()
        .filter(|phrase| says_of_which_kind(phrase, &request.question, pool));
    (open.clone(), kinds.cloned().collect())
}

/// What is said of what the evidence has no word for. Where the question is answered, `is_told`, a word that tells its kind is not missed; where the answer says
/// most of what is asked, a common word is only said in another.
fn left_open(open: Vec<String>, kinds: &[String], is_told: Option<bool>) -> Option<String> {
    let is_missed = |phrase: &String| {
        is_told.is_none_or(|is_close| is_name(phrase) || !is_close && !kinds.contains(phrase))
    };
    let missed: Vec<String> = open.into_iter().filter(is_missed).collect();
    not_spoken_of(&missed)
}

/// The sentences that a situation leaves to the section on problems, where there are so few of them that it would have little else.
fn scarce_problems(
    pool: &Pool,
    ranking: &Ranking,
    request: &Request,
    is_free: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    const FEW: usize = 4;
    let complication = RhetoricalRole::Complication;
    let is_opening = request.plan.role == RhetoricalRole::Situation;
    if !is_opening || !request.roles.contains(&complication) {
        return Vec::new();
    }
    let relevance = |at: usize| ranking.relevance.get(at).copied().unwrap_or_default();
    let candidates = pool.candidates.iter().enumerate();
    let mut problems: Vec<usize> = candidates
        .filter(|(at, one)| plays(one, complication) && relevance(*at) >= RELEVANT && is_free(*at))
        .map(|(at, _)| at)
        .collect();
    if problems.len() > FEW {
        problems.clear();
    }
    problems
}

/// Whether what to do is asked for, or all that bears on something: who asks how something is, and is told, does not want advice on whatever else.
fn asks_what_to_do(kind: QuestionKind) -> bool {
    matches!(
        kind,
        QuestionKind::Choice
            | QuestionKind::Comparison
            | QuestionKind::Decision
            | QuestionKind::Said
            | QuestionKind::Risks
            | QuestionKind::Limits
            | QuestionKind::Open
            | QuestionKind::Events
            | QuestionKind::Most
    )
}

/// What of an answer is told nowhere yet, and nothing of it twice.
fn untold(pool: &Pool, answer: &Answer, is_untold: &dyn Fn(usize) -> bool) -> Vec<Unit> {
    let mut units = answer.units.clone();
    units.retain(|unit| unit.parts.iter().all(|part| is_untold(part.candidate)));
    let mut units = fullest(pool, units);
    let mut said = Said::default();
    units.retain(|unit| said.takes_in(pool, unit));
    units
}

/// Sentences that a section takes beside the answer at most: who asks for one thing does not want to read all that bears on it.
fn most_beside(pool: &Pool, answer: &Answer, tells_it: bool) -> usize {
    const OF_ONE: usize = 4;
    const OF_ALL: usize = 8;
    // Of what nobody answers a little is told of what is near, and no more.
    const OF_NONE: usize = 3;
    let is_of_release = |at: usize| pool.candidates.get(at).is_some_and(|one| one.is_of_release);
    let mut parts = answer.units.iter().flat_map(|unit| &unit.parts);
    if tells_it && parts.any(|part| is_of_release(part.candidate)) {
        return 0;
    }
    if answer.kind == QuestionKind::Comparison && answer.units.is_empty() {
        return OF_NONE;
    }
    match (answer.kind.is_narrow(), tells_it) {
        (true, true) => 0,
        (true, false) if answer.units.is_empty() => OF_NONE,
        (true, false) => OF_ONE,
        (false, true) => OF_ALL.saturating_sub(answer.sentences()),
        (false, false) => OF_ALL,
    }
}

/// How strongly a sentence tells of a problem that does so plainly.
const PLAIN: f32 = 0.45;

/// A section with less than this part of its words takes in what is about the question only by its document.
const THIN: usize = 3;

/// A ranking in which a plain problem, or plain advice, counts as being about the question where its document is otherwise: advice often names what to do
/// and not what for.
fn with_role(pool: &Pool, ranking: &Ranking, role: RhetoricalRole) -> Ranking {
    let about = documents_about(pool, ranking);
    // As much as is worth reading beside the best.
    let best = ranking.score.iter().copied().fold(0.0, f32::max);
    let mut raised = ranking.clone();
    let scores = raised.relevance.iter_mut().zip(&mut raised.score);
    let all = pool.candidates.iter().zip(&ranking.strange);
    for ((candidate, _), (relevance, score)) in all.zip(scores).filter(|((_, is), _)| !**is) {
        let is_plain = match role {
            RhetoricalRole::Complication => {
                let roles = candidate.roles;
                roles.complains || roles.complication >= PLAIN && roles.fit(role) > 0.0
            }
            _ => candidate.roles.advises,
        };
        if is_plain && about.contains(&candidate.number) {
            *relevance = relevance.max(RELEVANT);
            *score = score.max(0.5 * best);
        }
    }
    raised
}

/// The documents that are about the question: by a sentence of theirs or, of a few that were put together for it, by how much they take up of it.
fn documents_about(pool: &Pool, ranking: &Ranking) -> Vec<u32> {
    const OF_THE_MOST: f32 = 0.3;
    if !ranking.relevance.iter().any(|value| *value >= RELEVANT) {
        return Vec::new();
    }
    let most = ranking.documents.values().copied().fold(0.0, f32::max);
    let is_about = |(at, candidate): &(usize, &Candidate)| {
        let share = ranking.documents.get(&candidate.number).copied();
        let share = share.unwrap_or_default();
        let relevance = ranking.relevance.get(*at).copied().unwrap_or_default();
        let is_one_matter = pool.is_one_matter();
        relevance >= RELEVANT && (share >= OF_IT || is_one_matter)
            || is_one_matter && share >= OF_THE_MOST * most
    };
    let about = pool.candidates.iter().enumerate().filter(is_about);
    about.map(|(_, candidate)| candidate.number).collect()
}

/// The disputes that are about the question.
fn relevant_disputes<'a>(
    ranking: &Ranking,
    request: &Request,
    all: &'a [Dispute],
) -> Vec<&'a Dispute> {
    let relevance = |at: usize| ranking.relevance.get(at).copied().unwrap_or_default();
    // Who asks about one thing is not told of others; a wide question is about all that bears on it.
    let is_wide = !ranking.asks_for_one
        && (!Question::read(&request.question).asks_for_one_thing()
            || aspects(&request.question).is_empty());
    let (shares, least) = if ranking.asks_for_one {
        (&ranking.whole, MOSTLY)
    } else {
        (&ranking.asked, ASKED)
    };
    let asked = |at: usize| shares.get(at).copied().unwrap_or_default();
    // A value that is disputed matters, even if only one of the sentences is near the question's words.
    let is_relevant = |dispute: &&Dispute| {
        let most = |of: &dyn Fn(usize) -> f32| dispute.sides().map(of).fold(0.0, f32::max);
        let lesser = relevance(dispute.a).min(relevance(dispute.b));
        let is_asked = is_wide || is_answer(ranking, dispute) || most(&asked) >= least;
        is_asked && (most(&relevance) >= RELEVANT || lesser >= 0.6 * RELEVANT)
    };
    all.iter().filter(is_relevant).collect()
}

/// The disputes that this section tells: all but a situation's, which leaves them to what comes after it unless one is the answer.
fn named_disputes<'a>(
    pool: &Pool,
    request: &Request,
    relevant: &[&'a Dispute],
    taken: &Taken,
    of_the_answer: &dyn Fn(&Dispute) -> (bool, bool),
) -> Vec<&'a Dispute> {
    let opening = request.plan.role == RhetoricalRole::Situation;
    // What answers is told where the answer is.
    let is_open = |dispute: &&Dispute| {
        let is_here = match of_the_answer(dispute) {
            (true, _) => is_told_in(request),
            (false, leads_the_answer) => !opening && !leads_the_answer,
        };
        is_here && !dispute.sides().any(|at| taken.holds(pool, at))
    };
    let mut spent = 0;
    relevant
        .iter()
        .copied()
        .filter(is_open)
        .take(most_disputes(request.plan.role))
        .take_while(|dispute| {
            let first = spent == 0;
            spent += dispute.words(pool);
            first || 2 * spent <= request.plan.words as usize
        })
        .collect()
}

/// Whether what is asked for is what sources disagree on: more than one side gives it, and one is as much about the question as any answer.
fn is_answer(ranking: &Ranking, dispute: &Dispute) -> bool {
    const AS_MUCH: f32 = 0.8;
    let whole = |at: usize| ranking.whole.get(at).copied().unwrap_or_default();
    let best = (0..ranking.whole.len())
        .filter(|at| answers(ranking, *at))
        .map(whole)
        .fold(0.0, f32::max);
    let told = dispute.sides().filter(|at| answers(ranking, *at));
    told.count() > 1 && dispute.sides().any(|at| whole(at) >= AS_MUCH * best)
}

/// Whether a dispute is over what is asked for: a figure, or, of one thing, whatever answers.
fn is_asked(ranking: &Ranking, answer: &Answer, is_narrow: bool, dispute: &Dispute) -> bool {
    let is_held = || is_narrow && dispute.sides().any(|at| answer.holds(at));
    ranking.asks_for_one && is_answer(ranking, dispute) || is_held()
}

/// Whether what a side of a dispute goes on about is what the answer opens with: that is told where the answer is.
fn leads(answer: &Answer, dispute: &Dispute) -> bool {
    let first = answer.units.first();
    first.is_some_and(|unit| {
        let mut parts = unit.parts.iter();
        parts.any(|part| dispute.tells(part.candidate) && !dispute.involves(part.candidate))
    })
}

/// The terms of the question.
fn question_terms(pool: &Pool, request: &Request) -> Vec<Term> {
    let asked = &request.question;
    let said = words(asked).filter_map(|span| asked.get(span));
    said.filter_map(|word| pool.lexicon.known(word)).collect()
}

fn answers(ranking: &Ranking, at: usize) -> bool {
    ranking.answers.get(at).is_some_and(|answers| *answers)
}
