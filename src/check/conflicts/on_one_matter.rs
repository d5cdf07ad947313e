//! Tests: what documents on one matter contradict each other in, and what those on two do not.

use super::laid::entitled;

#[track_caller]
fn check(titles: [&str; 2], pairs: &[(&str, &str)], expected: usize) {
    let wrong: Vec<String> = pairs
        .iter()
        .flat_map(|&(a, b)| {
            [
                [(titles[0], a), (titles[1], b)],
                [(titles[0], b), (titles[1], a)],
            ]
        })
        .map(|documents| (entitled(documents), documents))
        .filter(|(count, _)| *count != expected)
        .map(|(count, documents)| format!("{count}: {documents:?}"))
        .collect();
    assert!(wrong.is_empty(), "not {expected}:\n{}", wrong.join("\n"));
}

const ONE: [&str; 2] = [
    "The Orsa mill: notes of the owner",
    "A month at the Orsa mill",
];

#[test]
fn what_one_denies_or_dates_otherwise_is_told_however_few_words_both_share() {
    check(
        ONE,
        &[
            (
                "Moving it required no break.",
                "Moving it meant a break of two days.",
            ),
            (
                "The mill sends no figures to the tax office.",
                "The mill reports figures to the tax office every night.",
            ),
            (
                "The dust in the mill was caused by the old saw.",
                "The dust in the mill was caused not by the old saw but by the dry wood.",
            ),
            (
                "The mill is due to reopen in September 2031.",
                "The mill will not reopen before May 2033, according to the owner.",
            ),
            (
                "The mill will get new saws until December 2031.",
                "The mill will get new saws until June 2030.",
            ),
        ],
        1,
    );
}

#[test]
fn what_is_measured_in_one_respect_differs_however_it_is_put() {
    check(
        ONE,
        &[
            (
                "The pond is 54 metres deep at its deepest point.",
                "At its deepest point the pond measures 45 metres.",
            ),
            (
                "The yard takes stacks of up to 64 planks.",
                "A stack in the yard can have no more than 32 planks.",
            ),
            (
                "It had 182,000 visitors in the last year before the closure.",
                "Opened in 1968, the mill drew 128,000 visitors in the year before it closed.",
            ),
            (
                "Saws are 40 percent faster than in Orsa 4.",
                "In our trial, saws were 11 percent slower than in Orsa 4.",
            ),
            (
                "The server listens on port 7420.",
                "The server listens on port 7240 unless it is told otherwise.",
            ),
            (
                "Overall, 482 workers (22.9%) of the upper mill and 1110 workers (25.7%) of the lower mill fell ill.",
                "Overall, 454 workers (21.6%) of the upper mill and 1065 workers (24.6%) of the lower mill fell ill.",
            ),
        ],
        1,
    );
}

#[test]
fn what_is_rounded_narrower_or_of_another_thing_is_none() {
    check(
        ONE,
        &[
            (
                "Setting up the saw takes about five minutes.",
                "It took us roughly six minutes to set up the saw.",
            ),
            (
                "The mill is open on weekdays.",
                "The mill is not open to lorries.",
            ),
            (
                "Moving it required no break.",
                "The owner wants to avoid a break of two days.",
            ),
            (
                "The mill will reopen in September 2031.",
                "The mill will reopen in 2031.",
            ),
        ],
        0,
    );
    check(
        ["The Velm bakery", "The Orsa mill"],
        &[
            (
                "Moving it required no break.",
                "Moving it meant a break of two days.",
            ),
            (
                "Nobody was dismissed.",
                "Twelve workers were dismissed in the spring.",
            ),
        ],
        0,
    );
}
