use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = sentences(text)
        .into_iter()
        .map(|span| text[span].trim())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn hard_cases_are_cut_where_the_table_says() {
    let mut all = 0;
    for line in include_str!("cases.txt").lines() {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let line = line.replace('⏎', "\n");
        let expected: Vec<&str> = line.split('¦').map(str::trim).collect();
        check(&line.replace('¦', ""), &expected);
        all += 1;
    }
    assert!(all >= 270, "{all}");
}

#[test]
fn abbreviations_decimals_and_initials_do_not_end_a_sentence() {
    check(
        "Dr. J. R. Smith of the U.S. Department paid approx. 3.5 million, cf. Fig. 2 and No. 5. Then he left.",
        &[
            "Dr. J. R. Smith of the U.S. Department paid approx. 3.5 million, cf. Fig. 2 and No. 5.",
            "Then he left.",
        ],
    );
    check(
        "It rose in the U.S. The rest fell, e.g. Peru (Lee et al. 2020). Ask Acme Inc. Nobody knows?",
        &[
            "It rose in the U.S.",
            "The rest fell, e.g. Peru (Lee et al. 2020).",
            "Ask Acme Inc.",
            "Nobody knows?",
        ],
    );
    check(
        "It was said by Jones et al. The answer was No. That is odd. On Jan. 5 it closed at 5 p.m. and reopened.",
        &[
            "It was said by Jones et al.",
            "The answer was No.",
            "That is odd.",
            "On Jan. 5 it closed at 5 p.m. and reopened.",
        ],
    );
}

#[test]
fn a_citation_after_the_full_stop_belongs_to_the_sentence_before() {
    check("First.[1] Second. [2]", &["First.[1]", "Second. [2]"]);
    check(
        "First. [1][2, 5-7] Second.【3†source】 Third.[^4] Fourth [5]. Fifth.<sup>6</sup> Sixth. [7](https://a.b/c.d) End.",
        &[
            "First. [1][2, 5-7]",
            "Second.【3†source】",
            "Third.[^4]",
            "Fourth [5].",
            "Fifth.<sup>6</sup>",
            "Sixth. [7](https://a.b/c.d)",
            "End.",
        ],
    );
    check(
        "It held all winter.12 The next year it failed.3,4",
        &["It held all winter.12", "The next year it failed.3,4"],
    );
    check(
        "It cost 3.5. [See also] the rest.",
        &["It cost 3.5.", "[See also] the rest."],
    );
}

#[test]
fn quotes_ellipses_and_questions() {
    check(
        "He said “Stop.” Then “Go!” was heard. Well... maybe. Wait… Yes? \"Yahoo! is here,\" she said.",
        &[
            "He said “Stop.”",
            "Then “Go!” was heard.",
            "Well... maybe.",
            "Wait…",
            "Yes?",
            "\"Yahoo! is here,\" she said.",
        ],
    );
}

#[test]
fn full_stops_of_other_scripts() {
    check(
        "电价上涨。需求下降！为什么？",
        &["电价上涨。", "需求下降！", "为什么？"],
    );
}

#[test]
fn lists_tables_headings_and_code_are_units() {
    check(
        "## Costs. And more\nOne. Two goes\non here.\n1. First. Second.\n- a. b\n| x. Y | z |\n```\nA. B. C.\n```\n",
        &[
            "## Costs. And more",
            "One.",
            "Two goes\non here.",
            "1. First.",
            "Second.",
            "- a. b",
            "| x. Y | z |",
            "```\nA. B. C.\n```",
        ],
    );
}

#[test]
fn a_text_without_sentences_is_one_or_none() {
    check("", &[]);
    check("no stop at all", &["no stop at all"]);
    assert_eq!(sentences(" \n\n ").len(), 1);
}

#[test]
fn a_megabyte_of_stops_or_brackets_takes_no_quadratic_time() {
    for piece in [
        ". ",
        ".[",
        "A. ",
        "!",
        "e.g. ",
        ".   ",
        "...)",
        "\n.",
        "[1",
        "|",
        "> ",
        "(",
        "[",
        "`",
        "$",
        "$$",
        "a) ",
        ". . ",
        "I. ",
        ".^1^",
        ".¹",
        "» .",
        "\\cite{a}.",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let spans = sentences(&text);
        assert_eq!(spans.last().map(|span| span.end), Some(text.len()));
    }
}

proptest! {
    #[test]
    fn spans_partition_any_text(text in "[a-cA-C0-9 .!?…。\\[\\]()\"\n\t#|>`*$^¹»;=\\\\-]{0,80}|\\PC{0,60}") {
        let mut at = 0;
        for span in sentences(&text) {
            prop_assert_eq!(span.start, at);
            prop_assert!(span.end > span.start);
            prop_assert!(text.get(span.clone()).is_some());
            at = span.end;
        }
        prop_assert_eq!(at, text.len());
    }
}

#[test]
fn a_mark_before_the_stop_ends_a_sentence_without_a_space() {
    check(
        "Sales fell [1].Prices rose in 2023 [2, 3].Wages did not.",
        &[
            "Sales fell [1].",
            "Prices rose in 2023 [2, 3].",
            "Wages did not.",
        ],
    );
    check(
        "The array a[i].Length is read.",
        &["The array a[i].Length is read."],
    );
}
