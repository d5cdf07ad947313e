//! Fit: how far a sentence does what answers a question of a kind.
//!
//! Whether it is about what is asked is not known here (`scope`).

use super::clause::{is_determiner, is_doing};
use super::limits::owns_a_limit;
use super::pool::Candidate;
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
            either(speaks_of_people(&candidate.text), 0.8, 0.3),
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
        QuestionKind::Cause => either(
            deeds.explains
                || gives_a_reason(candidate)
                || brings_it_about(&candidate.key, &request.question)
                || follows(&candidate.key)
                || is_under_causes(headed(candidate, request)),
            1.0,
            either(
                roles.complains || roles.complication >= 0.45 || is_under_causes(&candidate.under),
                0.5,
                0.3,
            ),
        ),
        QuestionKind::Events => either(deeds.narrates, 1.0, 0.4),
        QuestionKind::Choice => of_choice(candidate),
        QuestionKind::Decision => either(deeds.decides, 1.0, 0.0),
        QuestionKind::Risks => either(
            deeds.threatens || roles.complains,
            1.0,
            either(roles.complication >= 0.45 || deeds.leaves_open, 0.7, 0.0),
        ),
        QuestionKind::Limits => either(owns_a_limit(candidate), 1.0, 0.0),
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

/// Whether a sentence says what did something that is asked about: `A cigarette started the fire`.
fn brings_it_about(text: &str, question: &str) -> bool {
    #[rustfmt::skip]
    const BRINGS: &[&str] = &[
        "caused", "started", "triggered", "sparked", "ignited", "provoked", "prompted", "killed", "destroyed", "sank", "stopped", "delayed", "damaged",
    ];
    /// Words from the deed to what it is done to: `started the great fire`.
    const REACH: usize = 3;
    let asked = key(question);
    let asked = asked.split(' ').filter(|word| !is_stop_word(word));
    let asked: Vec<String> = asked.map(stem).collect();
    let all: Vec<&str> = text.split(' ').collect();
    let is_done = |at: usize| {
        let mut behind = all.iter().skip(at + 1).take(REACH);
        behind.any(|word| asked.contains(&stem(word)))
    };
    let mut deeds = all.iter().enumerate().skip(1);
    deeds.any(|(at, word)| BRINGS.contains(word) && is_done(at))
}

/// Whether a sentence says what a change came after: `The fall followed the cut of opening hours`.
fn follows(key: &str) -> bool {
    const TURNS: &[&str] = &[
        "fall", "rise", "drop", "loss", "decline", "increase", "decrease", "growth", "closure",
        "delay", "failure",
    ];
    TURNS
        .iter()
        .any(|turn| key.contains(&format!("{turn} followed ")))
}

/// Whether what a sentence stands under says that causes are told there: `Root cause`.
#[must_use]
pub fn is_under_causes(under: &str) -> bool {
    const CALLED: &[&str] = &["cause", "causes", "reason", "reasons", "why", "explanation"];
    under.split(' ').any(|word| CALLED.contains(&word))
}

/// The headings and the label that a candidate stands under. A title speaks of much besides: not all of `Why the Vasa sank` says why.
fn headed<'a>(candidate: &'a Candidate, request: &Request) -> &'a str {
    let mut documents = request.context.documents.iter();
    let own = documents.find(|one| one.number == candidate.number);
    let title = own.map(|one| key(&one.document.title)).unwrap_or_default();
    let under = candidate.under.as_str();
    under.strip_prefix(title.as_str()).unwrap_or(under)
}

/// What something is called that explains another.
const CAUSES: &[&str] = &["cause", "causes", "reason", "reasons"];

/// Whether a sentence calls something the cause: `The root cause was a write concern of 1`, `The virus was the main cause`.
#[must_use]
pub fn calls_it_the_cause(key: &str) -> bool {
    const CALLS: &[&str] = &[
        "root cause",
        "cause was",
        "cause is",
        "reason was",
        "reason is",
        "as the reason",
        "as a reason",
        "as the cause",
        "attribute ",
        "attributes ",
        "attributed ",
        "ascribes ",
        "ascribed ",
    ];
    CALLS.iter().any(|call| key.contains(call))
        || is_said_to_be_the_cause(key)
        || says_what_the_cause_is(key)
}

/// Whether what a sentence calls the cause is the main one.
#[must_use]
pub fn calls_it_the_main_cause(key: &str) -> bool {
    const MAIN: &[&str] = &[
        "main",
        "primary",
        "largest",
        "biggest",
        "principal",
        "leading",
        "chief",
        "root",
        "single",
        "dominant",
    ];
    let all: Vec<&str> = key.split(' ').collect();
    let mut pairs = all.windows(2);
    calls_it_the_cause(key)
        && pairs.any(|pair| MAIN.contains(&pair[0]) && CAUSES.contains(&pair[1]))
}

/// Whether a sentence says of the cause of something what it is: `The largest single cause of failures during the event was frozen equipment`.
fn says_what_the_cause_is(key: &str) -> bool {
    const OF: &[&str] = &["of", "for", "behind"];
    const BEING: &[&str] = &["is", "are", "was", "were"];
    const OTHERWISE: &[&str] = &[
        "no", "not", "unknown", "unclear", "what", "whether", "another",
    ];
    /// Words from the beginning to the cause, and from it to the verb.
    const BEFORE: usize = 6;
    const BEHIND: usize = 10;
    let all: Vec<&str> = key.split(' ').collect();
    let is_so = |at: usize| {
        let before = all.get(at.saturating_sub(BEFORE)..at).unwrap_or_default();
        let behind = all.iter().skip(at + 1).take(BEHIND);
        let is_of = all.get(at + 1).is_some_and(|word| OF.contains(word));
        let verb = behind.clone().position(|word| BEING.contains(word));
        let is_told = verb.is_some_and(|verb| {
            let what = all.get(at + 2 + verb);
            what.is_some_and(|what| !OTHERWISE.contains(what))
        });
        let is_one = before
            .iter()
            .any(|word| matches!(*word, "the" | "a" | "one"))
            && !before.iter().any(|word| OTHERWISE.contains(word));
        is_of && is_one && is_told
    };
    (0..all.len()).any(|at| CAUSES.contains(&all[at]) && is_so(at))
}

/// Whether something is said to be the cause, and not that it is none, nor that there is reason for something: `was the main cause`, `are among the reasons`.
fn is_said_to_be_the_cause(key: &str) -> bool {
    const BEING: &[&str] = &["is", "are", "was", "were", "be", "been"];
    /// Words from one to the other: `was one of the main causes`.
    const BETWEEN: usize = 5;
    let all: Vec<&str> = key.split(' ').collect();
    let is_so = |at: usize| {
        let between = all.iter().take(at).rev().take(BETWEEN);
        let words: Vec<&str> = between
            .take_while(|word| !BEING.contains(*word))
            .copied()
            .collect();
        let verb = at
            .checked_sub(words.len() + 1)
            .and_then(|being| all.get(being));
        let is_told = words
            .iter()
            .any(|word| matches!(*word, "the" | "a" | "an" | "among"));
        let is_none = words
            .iter()
            .any(|word| matches!(*word, "not" | "no" | "never"));
        verb.is_some_and(|verb| BEING.contains(verb))
            && is_told
            && !is_none
            && all.first() != Some(&"there")
    };
    all.iter()
        .enumerate()
        .any(|(at, word)| CAUSES.contains(word) && is_so(at))
}

/// Whether a sentence gives a reason in so many words, and not that for what somebody thinks of something.
#[must_use]
pub fn gives_a_reason(candidate: &Candidate) -> bool {
    const GIVES: &[&str] = &[
        " because ",
        " due to ",
        " owing to ",
        " blame ",
        " blames ",
        " blamed ",
        " caused by ",
        " is to blame ",
        " attributed to ",
        " attributable to ",
        " as a result of ",
        " as a consequence of ",
        " stems from ",
        " stemmed from ",
        " resulted from ",
        " prompted by ",
        " driven by ",
        " in response to ",
        " citing ",
        " spurred by ",
        " faced with ",
        " conclude that ",
        " concludes that ",
        " concluded that ",
    ];
    const MOVED: &[&str] = &[
        "alarmed by ",
        "concerned by ",
        "concerned about ",
        "concerned that ",
        "worried about ",
        "worried by ",
        "worried that ",
        "frustrated by ",
    ];
    let spaced = format!(" {} ", candidate.key);
    let says = GIVES.iter().any(|phrase| spaced.contains(phrase));
    let says = says || MOVED.iter().any(|moved| candidate.key.starts_with(moved));
    // `Are not used because we believe that …`: what its source thinks is the reason here, and not what needs one.
    let is_own = spaced.contains(" because we ");
    calls_it_the_cause(&candidate.key) || says && (is_own || !candidate.deeds.takes_a_side)
}

/// Whether a sentence tells what had been done before what is told: `The master had changed course`.
#[must_use]
pub fn went_before(key: &str) -> bool {
    let all: Vec<&str> = key.split(' ').collect();
    all.windows(2)
        .any(|pair| pair[0] == "had" && (pair[1] == "been" || is_doing(pair[1])))
}

/// Whether a sentence says of something what it was for, or what it came after: `closed for its worn planks`. Neither need be the reason.
#[must_use]
pub fn may_give_a_reason(key: &str) -> bool {
    const TIES: &[&str] = &[
        " for ",
        " after ",
        " following ",
        " as ",
        " so that ",
        " in order ",
        " amid ",
        " thanks to ",
        " in response ",
        " on the grounds ",
    ];
    TIES.iter().any(|tie| key.contains(tie))
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

/// Whether a sentence says on whom or what somebody lays the blame.
#[must_use]
pub fn lays_blame(text: &str) -> bool {
    const BLAMES: &[&str] = &["blame", "blames", "blamed"];
    let mut said = words(text).filter_map(|span| text.get(span));
    said.any(|word| BLAMES.contains(&word))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_it_is_told_with_what_is_asked_about() {
        let question = "What caused the fire at the mill?";
        assert!(brings_it_about(
            "the brigade believes that a cigarette started the fire",
            question
        ));
        for key in [
            "the fire started at noon",
            "the fire caused damage of 2 million",
            "the brigade stopped a lorry",
        ] {
            assert!(!brings_it_about(key, question), "{key}");
        }
    }

    #[test]
    fn what_is_said_to_be_the_cause_is_one() {
        for key in [
            "the virus carried by mites was the main cause",
            "worn brakes are among the reasons",
            "this is one of the causes of the delay",
            "the root cause was a worn brake",
            "the largest single cause of failures during the event was frozen equipment",
        ] {
            assert!(calls_it_the_cause(key), "{key}");
        }
        for key in [
            "the brake was not the cause",
            "there is a reason for hope",
            "the delay is reason enough to worry",
            "heat can cause delays",
            "the court gave no reasons",
            "the cause of the fire is not known",
            "the cause of the fire was unclear",
        ] {
            assert!(!calls_it_the_cause(key), "{key}");
        }
    }
}
