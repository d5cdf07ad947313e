//! Inquiry: what tells how something was gone about, or what it set out to find, and not what it found.

use super::clause::is_command;
use crate::check::words;

/// Whether a sentence tells what a study set out to find, or how it went about it, and not what it found.
#[must_use]
pub fn tells_of_the_inquiry(sentence: &str) -> bool {
    tells_how(&sentence.to_lowercase()) || tells_an_aim(sentence) || sets_a_task(sentence)
}

/// Whether a sentence bids somebody find something out, as the plan of a test does: `Test the two formats at several levels to determine which is faster`.
fn sets_a_task(sentence: &str) -> bool {
    const TO_FIND: &[&str] = &[" to determine ", " to find out ", " to see "];
    const FINDS: &[&str] = &["find out ", "determine "];
    const WHAT: &[&str] = &["what ", "which ", "whether ", "how ", "if "];
    let lower = sentence.to_lowercase();
    let opens = || {
        let behind = FINDS.iter().find_map(|finds| lower.strip_prefix(finds));
        behind.is_some_and(|behind| WHAT.iter().any(|what| behind.starts_with(what)))
    };
    let is_tested = || TO_FIND.iter().any(|finds| lower.contains(finds)) && is_command(sentence);
    opens() || is_tested()
}

/// Whether a sentence tells an aim: `The objective of the present study was to test the hypothesis that …`.
fn tells_an_aim(sentence: &str) -> bool {
    const AIMS: &[&str] = &[
        "aim",
        "aims",
        "objective",
        "objectives",
        "purpose",
        "goal",
        "goals",
    ];
    const STUDIES: &[&str] = &[
        "study",
        "trial",
        "paper",
        "review",
        "work",
        "analysis",
        "meta-analysis",
        "research",
        "investigation",
        "survey",
        "article",
        "thesis",
    ];
    const SEEKS: &[&str] = &["aimed", "aims", "sought", "seeks"];
    /// Words from the beginning within which it is told.
    const OPENING: usize = 9;
    let lower = sentence.to_lowercase();
    // Few sentences need a closer look.
    if !["aim", "goal", "objective", "purpose", "sought", "seeks"]
        .iter()
        .any(|cue| lower.contains(cue))
    {
        return false;
    }
    let all: Vec<&str> = words(&lower).filter_map(|span| lower.get(span)).collect();
    let opening = all.get(..all.len().min(OPENING)).unwrap_or_default();
    let says = |list: &[&str]| opening.iter().position(|word| list.contains(word));
    let is_to = |at: usize| {
        let mut behind = all.iter().skip(at + 1).take(OPENING);
        behind.any(|word| *word == "to")
    };
    let of_a_study = says(STUDIES);
    let is_aim = says(AIMS).is_some_and(|at| {
        let is_of_it = of_a_study.is_some() || opening.first() == Some(&"our");
        is_of_it && is_to(at)
    });
    let is_sought = says(SEEKS).is_some_and(|at| {
        let who = at.checked_sub(1).and_then(|before| opening.get(before));
        all.get(at + 1) == Some(&"to") && (who == Some(&"we") || of_a_study.is_some())
    });
    is_aim || is_sought
}

/// Whether a sentence tells what its authors did to find out, and not what they found: `We modelled demand with the survey of 2023`.
fn tells_how(lower: &str) -> bool {
    #[rustfmt::skip]
    const INQUIRES: &[&str] = &[
        "assessed", "assigned", "calculated", "enrolled", "enroled", "evaluated", "followed", "investigated", "randomised", "randomized", "studied", "modelled", "modeled", "analysed", "analyzed", "surveyed", "interviewed", "drilled", "sampled", "collected", "obtained", "examined", "reviewed", "measured", "tested",
        "compared", "used", "conducted", "searched", "simulated", "recorded", "visited", "included", "recruited", "screened",
    ];
    const FOUND: &[&str] = &["found", "that", "show", "shows", "showed", "but", "which"];
    let all: Vec<&str> = words(lower).filter_map(|span| lower.get(span)).collect();
    let inquires = |word: Option<&&str>| word.is_some_and(|word| INQUIRES.contains(word));
    let adverb = usize::from(all.get(1).is_some_and(|word| word.ends_with("ly")));
    // `Sensitivity and specificity were calculated.`
    let is_done = all.last() == Some(&"calculated") && all.iter().nth_back(1) == Some(&"were");
    // `The study evaluated 629 patients`
    let is_of_a_study = matches!(all.first(), Some(&"the" | &"this" | &"our"))
        && matches!(
            all.get(1),
            Some(&"study" | &"trial" | &"survey" | &"analysis" | &"review")
        )
        && inquires(all.get(2));
    (is_done || is_of_a_study || all.first() == Some(&"we") && inquires(all.get(1 + adverb)))
        && !all.iter().any(|word| FOUND.contains(word))
}

/// Whether what stands under a heading, or behind a label, tells how something was gone about.
#[must_use]
pub fn is_preliminary(heading: Option<&String>) -> bool {
    const CALLED: &[&str] = &[
        "method",
        "methods",
        "methodology",
        "materials",
        "objective",
        "objectives",
        "aim",
        "aims",
        "design",
        "setting",
        "participants",
        "procedure",
    ];
    let lower = heading
        .map(|heading| heading.to_lowercase())
        .unwrap_or_default();
    let first = words(&lower).next().and_then(|span| lower.get(span));
    first.is_some_and(|first| CALLED.contains(&first))
}
