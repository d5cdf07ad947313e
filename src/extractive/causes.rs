//! Causes: whether a sentence says why something is so.
//!
//! By the words that call something the cause, by those that tie a reason to what it is the reason for, or by what did it. Whether that is what is asked about is
//! not known here but where the deed itself is looked for (`scope`).

use super::clause::is_doing;
use super::deeds::REASONS;
use super::pool::Candidate;
use crate::check::{is_stop_word, key, stem, words};
use crate::pipeline::Request;

/// How far a sentence that merely tells what happened before, or by what kind of word, may give the reason.
const PERHAPS: f32 = 0.8;

/// From 0 to 1: how far a sentence says why something is so.
#[must_use]
pub fn explains(candidate: &Candidate, request: &Request) -> f32 {
    let roles = candidate.roles;
    let says_why = gives_a_reason(candidate)
        || brings_it_about(&candidate.key, &request.question)
        || leads_to_it(&candidate.text, &request.question)
        || follows(&candidate.key)
        || is_under_causes(headed(candidate, request))
        || asks_to_do_away(&request.question).is_some() && roles.complains;
    if says_why || candidate.deeds.explains && !only_came_after(&candidate.key) {
        1.0
    } else if candidate.deeds.explains {
        PERHAPS
    } else if roles.complains || roles.complication >= 0.45 || is_under_causes(&candidate.under) {
        0.5
    } else {
        0.3
    }
}

/// Whether all that ties a sentence to a reason is what it came after, or a word that ties much else: `Sixteen months after the crash the board met`.
fn only_came_after(key: &str) -> bool {
    let padded = format!(" {key} ");
    !REASONS.iter().any(|tie| padded.contains(tie))
}

/// What is to be done away with where it is asked why: then what is wrong with it is the reason. `Why remove the lock?`, `Why should we leave the alliance?`
#[must_use]
pub fn asks_to_do_away(question: &str) -> Option<&str> {
    #[rustfmt::skip]
    const AWAY: &[&str] = &[
        "remove", "replace", "drop", "abandon", "ban", "abolish", "retire", "deprecate", "stop", "quit", "leave", "avoid", "scrap", "ditch", "eliminate", "reject",
    ];
    let all: Vec<&str> = words(question)
        .filter_map(|span| question.get(span))
        .collect();
    let is_why = |word: &str| word.eq_ignore_ascii_case("why");
    match all.as_slice() {
        [why, verb, ..] if is_why(why) && AWAY.contains(verb) => Some(verb),
        [why, should, _, verb, ..] if is_why(why) && *should == "should" && AWAY.contains(verb) => {
            Some(verb)
        }
        _ => None,
    }
}

/// Whether a sentence goes on to what is asked about from what led to it: `The cable snapped, so the bridge collapsed`, `…, causing the bridge to collapse`.
fn leads_to_it(text: &str, question: &str) -> bool {
    const LEADS: &[&str] = &[
        ", so ",
        ", thus ",
        "; thus ",
        ", hence ",
        ", causing ",
        ", leading to ",
        ", forcing ",
        ", prompting ",
        ", triggering ",
        ", resulting in ",
        ", which caused ",
        ", which led to ",
        ", which forced ",
        ", which made ",
    ];
    let is_asked = |behind: &str| {
        let asked = asked_stems(question);
        let mut said = words(behind).filter_map(|span| behind.get(span));
        said.any(|word| asked.contains(&stem(&word.to_lowercase())))
    };
    let mut led = LEADS.iter().filter_map(|lead| text.split_once(lead));
    led.any(|(_, behind)| is_asked(behind))
}

fn asked_stems(question: &str) -> Vec<String> {
    let asked = key(question);
    let asked = asked.split(' ').filter(|word| !is_stop_word(word));
    asked.map(stem).collect()
}

/// Whether a sentence says what did something that is asked about: `A cigarette started the fire`.
fn brings_it_about(text: &str, question: &str) -> bool {
    #[rustfmt::skip]
    const BRINGS: &[&str] = &[
        "caused", "causing", "started", "triggered", "sparked", "ignited", "provoked", "prompted", "killed", "destroyed", "sank", "stopped", "delayed", "damaged", "forced",
    ];
    /// By these a thing was only brought to do what is asked about, so that both stand behind them.
    const MAKES: &[&str] = &["made", "making", "led", "leading", "drove", "let"];
    /// Words from the deed to what it is done to: `started the great fire`, `made the old bridge collapse`.
    const REACH: usize = 3;
    const FARTHER: usize = 5;
    let all: Vec<&str> = text.split(' ').collect();
    let is_deed = |word: &&str| BRINGS.contains(word) || MAKES.contains(word);
    if !all.iter().any(is_deed) {
        return false;
    }
    let asked = asked_stems(question);
    let held = |at: usize, reach: usize| {
        let behind = all.iter().skip(at + 1).take(reach);
        behind.filter(|word| asked.contains(&stem(word))).count()
    };
    let mut deeds = all.iter().enumerate().skip(1);
    deeds.any(|(at, word)| {
        BRINGS.contains(word) && held(at, REACH) > 0
            || MAKES.contains(word) && asked.len() > 1 && held(at, FARTHER) > 1
    })
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

/// What moves somebody, where it is called the main one: a driver may as well be a person.
const DRIVERS: &[&str] = &["driver", "drivers", "motive", "motives"];

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
        "key",
    ];
    let all: Vec<&str> = key.split(' ').collect();
    let is_main = |list: &[&str]| {
        let mut pairs = all.windows(2);
        pairs.any(|pair| MAIN.contains(&pair[0]) && list.contains(&pair[1]))
    };
    is_main(DRIVERS) || is_main(CAUSES) && calls_it_the_cause(key)
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
    let is_called = calls_it_the_cause(&candidate.key) || calls_it_the_main_cause(&candidate.key);
    is_called || says && (is_own || !candidate.deeds.takes_a_side)
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

/// Whether a sentence says on whom or what somebody lays the blame.
#[must_use]
pub fn lays_blame(text: &str) -> bool {
    const BLAMES: &[&str] = &["blame", "blames", "blamed"];
    let mut said = words(text).filter_map(|span| text.get(span));
    said.any(|word| BLAMES.contains(&word))
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
    fn what_goes_on_to_what_is_asked_about_says_what_led_to_it() {
        let question = "Why did the bridge collapse?";
        for text in [
            "A cable snapped, so the bridge collapsed.",
            "The cable snapped, causing the bridge to collapse.",
            "Two bolts had rusted through, which led to the collapse.",
        ] {
            assert!(leads_to_it(text, question), "{text}");
        }
        assert!(brings_it_about(
            "a snapped cable made the bridge collapse",
            question
        ));
        for text in [
            "The bridge collapsed, causing long queues.",
            "Divers searched the river, so the road was closed.",
        ] {
            assert!(!leads_to_it(text, question), "{text}");
        }
        assert!(!brings_it_about(
            "the firm made the bridge of steel",
            question
        ));
        assert!(only_came_after(
            "sixteen months after the crash the board met"
        ));
    }

    #[test]
    fn the_main_driver_of_a_decision_is_its_cause() {
        assert!(calls_it_the_main_cause(
            "the main driver of her decision is affordability"
        ));
        assert!(!calls_it_the_main_cause(
            "the driver of the lorry was unhurt"
        ));
    }

    #[test]
    fn why_do_away_with_something_asks_for_what_is_wrong_with_it() {
        assert_eq!(asks_to_do_away("Why remove the lock?"), Some("remove"));
        assert_eq!(
            asks_to_do_away("Why should we leave the alliance?"),
            Some("leave")
        );
        assert_eq!(asks_to_do_away("Why was the lock removed?"), None);
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
