//! Fit: how far a sentence does what answers a question of a kind.
//!
//! Whether it is about what is asked is not known here (`scope`).

use super::causes::explains;
use super::clause::is_determiner;
use super::kin::kin;
use super::limits::owns_a_limit;
use super::pool::Candidate;
use super::saying::Party;
use super::sought::Sought;
use crate::check::{
    Question, QuestionKind, Unit, is_stop_word, key, names, plain, quantities, speaks_of_people,
    stem, words,
};
use crate::pipeline::Request;

/// Verbs by which somebody says that something is so.
#[rustfmt::skip]
pub const CLAIMS: &[&str] = &[
    "says", "say", "said", "claims", "claim", "claimed", "insists", "insisted", "maintains", "maintained", "alleges", "alleged", "argues", "argued", "believes",
    "believed",
];

/// Whether a question asks how something was.
fn is_of_the_past(question: &str) -> bool {
    let mut said = words(question).filter_map(|span| question.get(span));
    let tells = |word: &str| matches!(word.to_lowercase().as_str(), "was" | "were" | "did" | "had");
    said.any(|word| tells(word) || word.len() == 4 && word.bytes().all(|one| one.is_ascii_digit()))
}

/// From 0 to 1: how far a sentence does what answers a question of a kind.
#[must_use]
pub fn fit(kind: QuestionKind, candidate: &Candidate, sought: &Sought, request: &Request) -> f32 {
    let deeds = candidate.deeds;
    let roles = candidate.roles;
    let either = |is: bool, full: f32, rest: f32| if is { full } else { rest };
    match kind {
        // Who is not meant is told by what is denied.
        QuestionKind::Who if asks_who_not(&request.question) && !denies(&candidate.text) => 0.3,
        QuestionKind::Who => either(
            names_somebody_else(&candidate.text, &request.question),
            1.0,
            either(
                speaks_of_people(&candidate.text)
                    || is_done_by_its_subject(&candidate.key, &request.question),
                0.8,
                0.3,
            ),
        ),
        QuestionKind::When => {
            let lower = format!(" {} ", candidate.key);
            let is_tied = [
                " until ",
                " before ",
                " after ",
                " when ",
                " as soon as ",
                " by then ",
            ]
            .iter()
            .any(|tie| lower.contains(tie));
            either(
                sought.is_given_by(candidate)
                    || has_clock(&candidate.text)
                    || tells_an_age(&candidate.text),
                1.0,
                either(is_tied, 0.5, 0.0),
            )
        }
        QuestionKind::Amount
            if asks_for_a_level(&request.question) && gives_only_a_change(&candidate.text) =>
        {
            0.0
        }
        // What was put by for a fine is not what it came to.
        QuestionKind::Amount if puts_by(&candidate.text) && !puts_by(&request.question) => 0.3,
        // What something cost two generations ago is not what it costs.
        QuestionKind::Amount if candidate.is_long_past && !is_of_the_past(&request.question) => 0.3,
        // Twelve deer are no age.
        QuestionKind::Amount if sought.is_of_a_measure() && !sought.is_given_by(candidate) => 0.3,
        // Who asks what something costs is not told a percentage.
        QuestionKind::Amount => either(
            sought.is_given_by(candidate),
            1.0,
            either(
                (gives_amount(candidate) || gives_a_portion(candidate)) && !sought.is_of_money(),
                0.5,
                0.0,
            ),
        ),
        QuestionKind::Most => either(
            gives_amount(candidate) || says_which_is_most(candidate, &request.question),
            1.0,
            either(deeds.decides || roles.advises, 0.5, 0.0),
        ),
        QuestionKind::Where => either(
            names_a_place(&candidate.text, &request.question),
            1.0,
            // `There is no car park` answers who asks where it is.
            either(denies(&candidate.text), 0.6, 0.3),
        ),
        QuestionKind::Cause => explains(candidate, request),
        QuestionKind::Events => either(deeds.narrates, 1.0, 0.4),
        QuestionKind::Choice => of_choice(candidate),
        QuestionKind::Decision => either(deeds.decides, 1.0, 0.0),
        QuestionKind::Risks => either(
            deeds.threatens || roles.complains,
            1.0,
            either(roles.complication >= 0.45 || deeds.leaves_open, 0.7, 0.0),
        ),
        QuestionKind::Limits => either(owns_a_limit(candidate), 1.0, 0.0),
        QuestionKind::Said
            if Party::read(&request.question)
                .is_some_and(|party| !party.is_of_it(&candidate.key)) =>
        {
            0.4
        }
        QuestionKind::Said => {
            let lower = format!(" {} ", candidate.key);
            let is_condition = [" if ", " must ", " provided ", " condition ", " said "]
                .iter()
                .any(|sign| lower.contains(sign));
            either(
                deeds.takes_a_side || roles.advises || is_condition,
                1.0,
                0.5,
            )
        }
        QuestionKind::Open => either(deeds.leaves_open, 1.0, 0.0),
        QuestionKind::Plain => sought.way(candidate).unwrap_or(0.7),
        QuestionKind::Comparison => 0.7,
    }
}

/// What to do: what was decided counts for most, then what is advised, then who is for what.
#[must_use]
pub fn of_choice(candidate: &Candidate) -> f32 {
    if candidate.deeds.decides && !candidate.is_of_old {
        1.0
    } else if calls_it_a_good_choice(&candidate.key) {
        0.95
    } else if candidate.roles.recommends {
        0.9
    } else if candidate.deeds.takes_a_side {
        0.7
    } else {
        0.0
    }
}

/// Whether a sentence says of something how good it is to take it in place of another: `would be a good replacement`.
fn calls_it_a_good_choice(key: &str) -> bool {
    const GOOD: &[&str] = &[
        "good", "better", "best", "suitable", "viable", "poor", "bad", "worse",
    ];
    const CHOICES: &[&str] = &[
        "replacement",
        "substitute",
        "alternative",
        "choice",
        "option",
        "solution",
        "candidate",
    ];
    let all: Vec<&str> = key.split(' ').collect();
    all.windows(2)
        .any(|pair| GOOD.contains(&pair[0]) && CHOICES.contains(&pair[1]))
}

/// Whether a question asks how much something is, and not by how much it changed: `How large was the deficit?`.
fn asks_for_a_level(question: &str) -> bool {
    let lower = question.to_lowercase();
    let all: Vec<&str> = lower.split_whitespace().collect();
    let copula = all
        .iter()
        .any(|word| matches!(*word, "was" | "is" | "were" | "are"));
    let changes = all
        .iter()
        .any(|word| CHANGES.iter().any(|change| word.starts_with(change)));
    copula && !changes
}

/// Whether a text says what was put by for something.
fn puts_by(text: &str) -> bool {
    const PUT_BY: &[&str] = &["aside", "earmarked", "provision", "provisions"];
    let mut said = words(text).filter_map(|span| text.get(span));
    said.any(|word| PUT_BY.contains(&word))
}

/// Beginnings of the words of a question on a change.
const CHANGES: &[&str] = &[
    "by", "change", "ris", "grow", "increas", "rais", "fall", "drop", "cut", "reduc", "decreas",
    "lower", "more", "less", "sav",
];

/// Whether all amounts of a sentence are those by which something changed: `cut its subsidy by €0.5 million`.
fn gives_only_a_change(text: &str) -> bool {
    let amounts = quantities(text);
    let mut amounts = amounts
        .iter()
        .filter(|quantity| quantity.amount().is_some())
        .peekable();
    amounts.peek().is_some()
        && amounts.all(|quantity| {
            let before = text.get(..quantity.span.start).unwrap_or_default();
            let mut words = before.split_whitespace().rev().take(3);
            words.any(|word| word == "by")
        })
}

fn denies(text: &str) -> bool {
    const DENIALS: &[&str] = &[
        "not", "no", "never", "cannot", "without", "excluded", "except",
    ];
    words(text)
        .filter_map(|span| text.get(span))
        .any(|word| DENIALS.contains(&word.to_lowercase().as_str()))
}

/// Whether it is asked who is not or does not: not what is said of them further on, as in `Who did he support that were not of his clan?`.
fn asks_who_not(question: &str) -> bool {
    const OPENING: usize = 6;
    let last = words(question).take(OPENING).last();
    last.and_then(|last| question.get(..last.end))
        .is_some_and(denies)
}

fn gives_amount(candidate: &Candidate) -> bool {
    let mut all = candidate.statement.quantities.iter();
    // `From 2nd to 4th place` says how many of nothing.
    all.any(|quantity| {
        quantity
            .amount()
            .is_some_and(|amount| !matches!(amount.unit, Unit::Label(_)))
    })
}

/// Whether a sentence says of something just the most that is asked for: `zlib-rs is the fastest overall`.
fn says_which_is_most(candidate: &Candidate, question: &str) -> bool {
    let question = Question::read(question);
    let is_said = |most: &str| candidate.key.split(' ').any(|word| word == most);
    question.extremes().any(is_said)
}

/// Whether a sentence says how many without a figure: `None of the treaties`, `hundreds of channels`.
fn gives_a_portion(candidate: &Candidate) -> bool {
    const PORTIONS: &[&str] = &[
        "none",
        "all",
        "both",
        "half",
        "most",
        "majority",
        "dozens",
        "hundreds",
        "thousands",
        "millions",
    ];
    let mut said = candidate.key.split(' ');
    said.any(|word| PORTIONS.contains(&word))
}

/// Whether a text says in what age something was, without a date: `in the 1950s`, `in the 19th century`, `22,000 years ago`, `about 13,000 BP`, `in 1263`.
fn tells_an_age(text: &str) -> bool {
    const ERAS: &[&str] = &["BC", "BCE", "AD", "CE", "BP"];
    const YEARS_BEHIND: &[&str] = &["in", "In", "by", "By", "since", "until", "from", "around"];
    const REACH: usize = 3;
    let all: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|edge: char| !edge.is_alphanumeric()))
        .collect();
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let before = |at: usize| all.iter().take(at).rev();
    // A number of four digits is a year of the Middle Ages where nothing is counted by it.
    let is_year = |at: usize, word: &str| {
        let is_placed = before(at)
            .next()
            .is_some_and(|one| YEARS_BEHIND.contains(one));
        let behind = text
            .split_whitespace()
            .nth(at)
            .is_some_and(|one| !one.ends_with(char::is_alphanumeric));
        let is_alone = behind
            || all
                .get(at + 1)
                .is_none_or(|next| is_stop_word(&plain(next)));
        word.len() == 4
            && (1000..1500).contains(&word.parse().unwrap_or(0))
            && is_placed
            && is_alone
    };
    all.iter().enumerate().any(|(at, word)| {
        let is_decade = word
            .strip_suffix('s')
            .is_some_and(|year| year.len() == 4 && year.bytes().all(|one| one.is_ascii_digit()));
        let is_beside =
            || before(at).take(1).any(is_number) || all.get(at + 1).is_some_and(is_number);
        is_decade
            || matches!(*word, "century" | "centuries")
            || *word == "ago" && before(at).take(REACH).any(is_number)
            || ERAS.contains(word) && is_beside()
            || is_year(at, word)
    })
}

/// Whether a text gives a time of day: `at 11:40`.
fn has_clock(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let bare = word.trim_matches(|edge: char| !edge.is_ascii_digit());
        bare.split_once(':').is_some_and(|(hour, minute)| {
            matches!(hour.len(), 1 | 2)
                && minute.len() == 2
                && (hour.bytes().chain(minute.bytes())).all(|digit| digit.is_ascii_digit())
        })
    })
}

/// Whether a sentence names something that the question does not.
fn names_somebody_else(text: &str, question: &str) -> bool {
    let asked = names(question);
    names(text)
        .iter()
        .any(|name| !asked.iter().any(|known| known.matches(name)))
}

/// Whether a sentence says in the words of the question who did it, where it asks so: `Anna opposes the plan` of `Who opposes the plan?`. A name that opens a
/// sentence has no shape of its own.
fn is_done_by_its_subject(said: &str, question: &str) -> bool {
    /// The most words of a subject, and those that stand for somebody else.
    const LONGEST: usize = 4;
    const UNNAMED: &[&str] = &[
        "it", "they", "he", "she", "this", "that", "these", "those", "who", "nobody", "we", "i",
        "you",
    ];
    let asked = key(question);
    let Some(deed) = asked
        .strip_prefix("who ")
        .and_then(|rest| rest.split(' ').next())
    else {
        return false;
    };
    if is_stop_word(deed) {
        return false;
    }
    let deeds: Vec<String> = kin(deed).map(stem).chain([stem(deed)]).collect();
    let all: Vec<&str> = said.split(' ').collect();
    let mut opening = all.iter().take(LONGEST + 1);
    let at = opening.position(|word| deeds.contains(&stem(word)));
    at.is_some_and(|at| at > 0 && !all.iter().take(at).any(|word| UNNAMED.contains(word)))
}

/// Whether a sentence names a place that the question does not: a name behind `in`, `at`, `to` or `on`.
fn names_a_place(text: &str, question: &str) -> bool {
    let asked: Vec<String> = key(question).split(' ').map(str::to_owned).collect();
    let spans: Vec<_> = words(text).collect();
    spans.windows(2).any(|pair| {
        let word = |at: usize| {
            pair.get(at)
                .and_then(|span| text.get(span.clone()))
                .unwrap_or_default()
        };
        matches!(
            word(0),
            "in" | "at" | "to" | "on" | "near" | "from" | "through" | "In" | "At"
        ) && word(1).starts_with(char::is_uppercase)
            && !asked.contains(&word(1).to_lowercase())
    })
}

/// Whether a sentence says where something is by a thing that the question does not name: `along the coast`.
#[must_use]
pub fn says_where(text: &str, question: &str) -> bool {
    const PLACING: &[&str] = &[
        "in", "at", "on", "near", "along", "under", "behind", "beside", "outside", "inside",
        "through", "across", "between",
    ];
    let asked = key(question);
    let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    all.windows(3).any(|run| {
        PLACING.contains(&run[0])
            && is_determiner(run[1])
            && !asked.split(' ').any(|word| word == key(run[2]))
    })
}

/// Whether a sentence names who did something or was given it, and the question does not: `was begun by Roman soldiers`, `was awarded to Belcon`.
#[must_use]
pub fn names_a_doer(text: &str, question: &str) -> bool {
    let asked = key(question);
    let figures = quantities(text);
    let all: Vec<_> = words(text).collect();
    let word = |at: usize| {
        let span = all.get(at)?.clone();
        text.get(span)
    };
    let is_name = |at: usize| {
        let is_figure = |start: usize| figures.iter().any(|one| one.span.contains(&start));
        let start = all.get(at).map(|span| span.start);
        word(at).is_some_and(|name| {
            name.starts_with(char::is_uppercase) && !asked.split(' ').any(|one| one == key(name))
        }) && !start.is_some_and(is_figure)
    };
    (0..all.len()).any(|at| {
        let behind = at + 1 + usize::from(word(at + 1).is_some_and(is_determiner));
        matches!(word(at), Some("by" | "to")) && is_name(behind)
    })
}

/// Whether a sentence tells only what somebody believes: `Hunters believe that at least 30 wolves live there`.
#[must_use]
pub fn is_believed(text: &str) -> bool {
    #[rustfmt::skip]
    const BELIEFS: &[&str] = &[
        "believe", "believes", "believed", "claim", "claims", "claimed", "allege", "alleges", "alleged", "suspect", "suspects", "suspected", "guess", "guesses",
        "reckon", "reckons", "insist", "insists", "fear", "fears", "speculate", "speculates", "speculated", "hypothesised", "hypothesized", "theorised",
        "theorized", "rumoured", "rumored",
    ];
    let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    // What a source gives as its own reason is none the less one: `because we believe that`.
    let is_its_reason = |at: usize| at > 1 && all[at - 2..at] == ["because", "we"];
    let mut pairs = all.windows(2).enumerate();
    pairs.any(|(at, pair)| BELIEFS.contains(&pair[0]) && pair[1] == "that" && !is_its_reason(at))
}
