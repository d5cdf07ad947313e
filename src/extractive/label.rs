//! Labels: what a sentence is set behind, as in `Results: …` or `**Decision:** …`.
//!
//! The label is no part of the statement, but says, as a heading does, what part the statement plays. Only names of parts of a text are labels here: the
//! name of a speaker or of a setting in a manual is what the sentence is about.

use super::clause::{has_plain_verb, is_doing};
use crate::check::is_stop_word;

/// A sentence and the label that it stood behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled<'a> {
    pub label: Option<&'a str>,
    pub statement: &'a str,
}

/// Parts a sentence from its label, and from the `A:` that marks an answer.
#[must_use]
pub fn labelled(sentence: &str) -> Labelled<'_> {
    let bare = Labelled {
        label: None,
        statement: sentence,
    };
    if let Some(answer) = ["A: ", "A. ", "Answer: "]
        .iter()
        .find_map(|label| sentence.strip_prefix(label))
    {
        return Labelled {
            statement: answer.trim_start(),
            ..bare
        };
    }
    if let Some(statement) = behind_its_number(sentence) {
        return Labelled { statement, ..bare };
    }
    if let Some(statement) = behind_dateline(sentence) {
        return Labelled { statement, ..bare };
    }
    if let Some((label, statement)) = behind_its_part(sentence)
        && opens_a_clause(statement)
    {
        return Labelled {
            label: Some(label),
            statement,
        };
    }
    let emphasis = ['*', '_'];
    let Some((label, rest)) = sentence.trim_start_matches(emphasis).split_once(':') else {
        return bare;
    };
    let label = label.trim_end_matches(emphasis).trim();
    if label.len() > LONGEST || !is_part_of_a_text(label) {
        return bare;
    }
    let statement = rest.trim_start_matches(emphasis).trim();
    // Emphasis that was opened before the label ends here.
    let opened = statement.matches("**").count() % 2 == 1;
    let statement = if opened {
        statement.strip_suffix("**").unwrap_or(statement)
    } else {
        statement
    };
    // `Decision: to stop the work` says nothing without its label.
    if statement.starts_with(char::is_lowercase) {
        return bare;
    }
    Labelled {
        label: Some(label),
        statement,
    }
}

/// The part of an abstract that a sentence opens with, run into it without a sign, and what stands behind that: `Results No difference was found`.
fn behind_its_part(sentence: &str) -> Option<(&str, &str)> {
    #[rustfmt::skip]
    const RUN_IN: &[&str] = &[
        "Background", "Objective", "Objectives", "Aim", "Aims", "Purpose", "Design", "Setting", "Settings", "Participants", "Patients", "Population", "Interventions", "Intervention",
        "Main outcome measures", "Main outcome measure", "Methods", "Method", "Results", "Findings", "Conclusions", "Conclusion", "Interpretation", "Limitations",
    ];
    let is_own = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    RUN_IN.iter().find_map(|part| {
        let rest = sentence.strip_prefix(part)?.strip_prefix(' ')?;
        is_own(rest).then_some((*part, rest))
    })
}

/// Whether a sentence opens as only a whole one does: by a small word that no name begins with.
fn opens_a_clause(sentence: &str) -> bool {
    let first = sentence.split([' ', ',']).next().unwrap_or_default();
    first.chars().any(char::is_lowercase) && is_stop_word(&first.to_lowercase()) || first == "A"
}

/// Whether a line only names a part of an abstract and what that was, and says nothing of it: `Design Randomised controlled trial`.
#[must_use]
pub fn is_bare_part(sentence: &str) -> bool {
    behind_its_part(sentence).is_some_and(|(_, rest)| !has_plain_verb(rest))
}

/// What stands behind the number of an item: `R1: Switch off the function`.
fn behind_its_number(sentence: &str) -> Option<&str> {
    const LETTERS: usize = 3;
    const DIGITS: std::ops::RangeInclusive<usize> = 1..=3;
    let (number, rest) = sentence.split_once(": ")?;
    let digits = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let is_number =
        DIGITS.contains(&digits.len()) && digits.bytes().all(|one| one.is_ascii_digit());
    (is_number && number.len() - digits.len() <= LETTERS && rest.starts_with(char::is_uppercase))
        .then_some(rest)
}

/// A sentence without the label that stands before it on a line of its own, whatever its words, and that: `Journey context:`. Who says something is none.
#[must_use]
pub fn apart_from_its_label(sentence: &str) -> (Option<&str>, &str) {
    const WORDS: usize = 3;
    let emphasis = ['*', '_'];
    let parted = sentence.split_once('\n').and_then(|(line, rest)| {
        let label = line.trim().trim_matches(emphasis).strip_suffix(':')?;
        let label = label.trim_end_matches(emphasis);
        let words = label.split_whitespace();
        let is_name = words.clone().count() <= WORDS
            && label.len() <= LONGEST
            && !words.clone().any(|word| is_doing(&word.to_lowercase()));
        let opens = rest.trim_start().starts_with(char::is_uppercase);
        (is_name && opens).then_some((label, rest.trim_start()))
    });
    parted.map_or((None, sentence), |(label, rest)| (Some(label), rest))
}

/// What a report of the press says behind where it was written: `GENEVA, 3 May 2026 (Reuters) - The council …`.
fn behind_dateline(sentence: &str) -> Option<&str> {
    const LONGEST: usize = 60;
    let dashes = [" - ", " – ", " — ", "— "];
    let (line, rest) = dashes
        .iter()
        .filter_map(|dash| sentence.split_once(dash))
        .min_by_key(|(line, _)| line.len())?;
    let place = line.split([',', '(']).next()?.trim();
    let letters = place.chars().filter(|letter| letter.is_alphabetic());
    let is_place = letters.clone().count() > 2 && letters.clone().all(char::is_uppercase);
    let is_date_or_agency = line.len() > place.len() || place.contains(' ');
    let is_sentence = rest.starts_with(|first: char| first.is_uppercase() || "\"“".contains(first))
        && rest.split_whitespace().count() > 3;
    (is_place && is_date_or_agency && is_sentence && line.len() <= LONGEST).then_some(rest)
}

/// What a report says behind the place where it was written, the first sentence of a document: `Washington: A new study has found …`. Who says something stands
/// before it in the same way, and is not parted from it: somebody who speaks does so of himself, or several times.
#[must_use]
pub fn behind_its_place(sentence: &str) -> Option<&str> {
    const WORDS: usize = 3;
    const LEAST: usize = 8;
    const OF_ONESELF: &[&str] = &["I", "We", "My", "Our", "Yes", "No", "You"];
    let (place, rest) = sentence.split_once(": ")?;
    let mut named = place.split_whitespace();
    let is_name = |word: &str| {
        let mut letters = word.trim_end_matches(',').chars();
        word.chars().count() > 2
            && letters.next().is_some_and(char::is_uppercase)
            && letters.all(|letter| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '.'))
    };
    let is_place = named.clone().count() <= WORDS && named.all(is_name);
    let said = rest.split_whitespace();
    let opens = said.clone().next().unwrap_or_default();
    let is_told = opens.starts_with(char::is_uppercase)
        && !OF_ONESELF.contains(&opens.split(['\'', '’', ',']).next().unwrap_or_default())
        && said.count() >= LEAST;
    (is_place && is_told && !is_part_of_a_text(place)).then_some(rest)
}

/// Bytes of a label at most.
const LONGEST: usize = 30;

fn is_part_of_a_text(label: &str) -> bool {
    let mut all = label.split_whitespace().map(str::to_lowercase).peekable();
    all.peek().is_some()
        && all.all(|word| {
            let word = word.as_str();
            let one = word.strip_suffix('s').unwrap_or(word);
            PARTS.contains(&word) || PARTS.contains(&one)
        })
}

#[rustfmt::skip]
const PARTS: &[&str] = &[
    "abstract", "summary", "in", "short", "brief", "tl;dr", "tldr", "bottom", "line", "key", "main", "primary", "secondary", "takeaway", "point", "message", "overall",
    "background", "context", "introduction", "objective", "aim", "purpose", "goal", "motivation", "question",
    "method", "design", "setting", "participant", "population", "intervention", "measure", "result", "finding", "outcome", "evidence", "fact",
    "conclusion", "interpretation", "discussion", "implication", "significance", "meaning", "limitation", "caveat",
    "decision", "decided", "resolved", "resolution", "agreed", "agreement", "action", "recommendation", "recommended", "proposal", "proposed", "next", "step", "follow-up",
    "status", "update", "state", "current", "today", "timeline", "schedule", "scope", "cost", "budget", "benefit", "advantage", "disadvantage", "drawback", "downside",
    "cause", "root", "reason", "rationale", "effect", "impact", "consequence", "symptom", "issue", "concern", "mitigation", "workaround", "solution", "remedy",
    "assumption", "answer", "correction", "erratum", "important", "note", "notice", "please", "and",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_item_is_no_part_of_it() {
        assert_eq!(
            labelled("R1: Switch off the function.").statement,
            "Switch off the function."
        );
        let named = "Client2: Switch off the function.";
        assert_eq!(labelled(named).statement, named);
    }

    #[test]
    fn the_place_where_a_report_was_written_is_no_part_of_it() {
        for (sentence, told) in [
            (
                "Washington: A new study has found no association between coffee and the risk of a stroke.",
                "A new study has found no association between coffee and the risk of a stroke.",
            ),
            (
                "New Delhi, India: The ministry has closed forty of the two hundred plants.",
                "The ministry has closed forty of the two hundred plants.",
            ),
        ] {
            assert_eq!(behind_its_place(sentence), Some(told));
        }
        for sentence in [
            "Smith: We had no choice but to close the plant in the north at once.",
            "Smith: The plant was closed.",
            "Option B: The bridge is closed for two years and all lorries go round by the north.",
            "Findings: The number of cases fell by a third in the first half of the year.",
        ] {
            assert_eq!(behind_its_place(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn the_names_of_parts_of_a_text_are_labels() {
        for (sentence, label, statement) in [
            (
                "Results: Sales fell by 4 %.",
                "Results",
                "Sales fell by 4 %.",
            ),
            (
                "**Decision:** The plan is off.",
                "Decision",
                "The plan is off.",
            ),
            (
                "**Decision**: The plan is off.",
                "Decision",
                "The plan is off.",
            ),
            (
                "**Decision: The plan is off.**",
                "Decision",
                "The plan is off.",
            ),
            ("Key findings: Sales fell.", "Key findings", "Sales fell."),
        ] {
            let parted = labelled(sentence);
            assert_eq!(
                (parted.label, parted.statement),
                (Some(label), statement),
                "{sentence}"
            );
        }
    }

    #[test]
    fn the_part_of_an_abstract_that_ran_into_its_sentence_is_a_label() {
        let found = labelled("Results No difference was found between the two groups.");
        assert_eq!(
            (found.label, found.statement),
            (
                Some("Results"),
                "No difference was found between the two groups."
            )
        );
        for whole in [
            "Results were better in the north.",
            "Design Council says that the plan is too dear.",
            "Patients Association members wrote to the minister.",
        ] {
            assert_eq!(labelled(whole).statement, whole);
        }
        assert!(is_bare_part("Design Randomised controlled trial."));
        assert!(is_bare_part(
            "Setting Population based screening in two areas."
        ));
        assert!(!is_bare_part(
            "Design Council says that the plan is too dear."
        ));
    }

    #[test]
    fn speakers_settings_and_warnings_are_none() {
        for sentence in [
            "Priya: Why do we still need it?",
            "MAX_SIZE: fills in the size.",
            "Warning: The tank may burst.",
            "The board met twice: in May and in June.",
            "Recommendation: adopt the second line and close the first.",
        ] {
            assert_eq!(labelled(sentence).label, None, "{sentence}");
            assert_eq!(labelled(sentence).statement, sentence);
        }
        assert_eq!(labelled("A: It depends.").statement, "It depends.");
    }

    #[test]
    fn a_label_on_a_line_of_its_own_is_no_part_of_the_sentence() {
        let context = "Journey context:\nSQLite is simple.";
        assert_eq!(
            apart_from_its_label(context),
            (Some("Journey context"), "SQLite is simple.")
        );
        for whole in [
            "The minister said:\nWe will not resign.",
            "The pump is new:\nits motor is not.",
            "SQLite is\nsimple: It has one file.",
        ] {
            assert_eq!(apart_from_its_label(whole), (None, whole));
        }
    }

    #[test]
    fn where_and_when_a_report_was_written_is_no_part_of_what_it_says() {
        for (sentence, statement) in [
            (
                "VASTBY, 4 August 2026 - A fire destroyed the hall of the mill.",
                "A fire destroyed the hall of the mill.",
            ),
            (
                "NEW YORK (AP) — The board has put the vote off.",
                "The board has put the vote off.",
            ),
            (
                "GENEVA, May 3 (Reuters) – “We have no plan,” the minister said.",
                "“We have no plan,” the minister said.",
            ),
            (
                "NATO - The alliance has 32 members today.",
                "NATO - The alliance has 32 members today.",
            ),
            (
                "The mill - Sweden's largest - has burned down.",
                "The mill - Sweden's largest - has burned down.",
            ),
        ] {
            assert_eq!(labelled(sentence).statement, statement);
        }
    }
}
