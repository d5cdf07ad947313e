use super::*;
use crate::check::text::marked::marked_parts;

/// What the parts of a sentence with marks say, after the sentence before it.
fn told(before: Option<&str>, sentence: &str) -> Option<Vec<String>> {
    let mut bare = String::new();
    let (mut marks, mut numbers) = (Vec::new(), Vec::new());
    let mut rest = sentence;
    while let Some((text, behind)) = rest.split_once('[') {
        bare.push_str(text);
        marks.push(bare.len());
        let (number, behind) = behind.split_once(']').expect("a whole mark");
        numbers.push(number.parse().expect("a number"));
        rest = behind;
    }
    bare.push_str(rest);
    let cited = |range: &std::ops::Range<usize>| numbers[range.clone()].to_vec();
    completed(&Clause::all(marked_parts(&bare, &marks), cited), before)
}

#[track_caller]
fn check(sentence: &str, expected: &[&str]) {
    let found = told(None, sentence);
    assert_eq!(
        found.as_deref(),
        Some(
            &*expected
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        ),
        "{sentence}"
    );
}

#[test]
fn who_says_it_is_left_out() {
    check(
        "While [1] reports that the fee rose, [2] reports that the fee fell.",
        &["the fee rose", "the fee fell"],
    );
    check(
        "According to [1], the fee rose, but as reported in [2], wages fell.",
        &["the fee rose", "wages fell"],
    );
    check(
        "The fee rose [1]; another report says that wages fell [2].",
        &["The fee rose", "wages fell"],
    );
    check(
        "One report calls the river clean [1], another polluted [2].",
        &["the river clean", "the river polluted"],
    );
}

#[test]
fn what_a_part_leaves_out_is_put_in() {
    check(
        "Sales of cars rose in 2023 according to [1] and fell in 2023 according to [2].",
        &["Sales of cars rose in 2023", "Sales of cars fell in 2023"],
    );
    check(
        "[1] says that sales rose in May, while [2] says they fell.",
        &["sales rose in May", "sales fell in May"],
    );
    check(
        "The mayor supports the dam [1]; another report says that the mayor opposes it [2].",
        &["The mayor supports the dam", "the mayor opposes the dam"],
    );
    check(
        "The mayor supports the dam [1] or opposes it [2].",
        &["The mayor supports the dam", "The mayor opposes the dam"],
    );
    check(
        "The council approved the budget according to [1], but according to [2] it did not approve it.",
        &[
            "The council approved the budget",
            "The council did not approve the budget",
        ],
    );
    check(
        "Milk contains hormones [1] or no hormones [2], depending on the source.",
        &["Milk contains hormones", "Milk contains no hormones"],
    );
    check(
        "The hall was designed by Anna Berg [1] or by Ole Lund [2].",
        &[
            "The hall was designed by Anna Berg",
            "The hall was designed by Ole Lund",
        ],
    );
    check(
        "In 2023, sales rose [1], but prices fell [2].",
        &["In 2023, sales rose", "In 2023, prices fell"],
    );
}

#[test]
fn what_one_of_two_says_is_said_of_its_own_source() {
    for (sentence, one, other) in [
        (
            "The prices were left unchanged in May [1], but according to [2] they were raised.",
            "The prices were left unchanged in May",
            "The prices were raised in May",
        ),
        (
            "Engineers can restart the reactor [1] or cannot [2].",
            "Engineers can restart the reactor",
            "Engineers cannot restart the reactor",
        ),
        (
            "Sources are split on whether the owner insured the site: yes [1], no [2].",
            "the owner insured the site",
            "the owner did not insured the site",
        ),
        (
            "Ole Lund [1] or Anna Berg [2] designed the hall.",
            "Ole Lund designed the hall",
            "Anna Berg designed the hall",
        ),
        (
            "Side effects were severe in one trial [1], mild in the other [2].",
            "Side effects were severe",
            "Side effects were mild",
        ),
        (
            "The church is dated to 1412 by [1] and to 1415 by [2].",
            "The church is dated to 1412",
            "The church is dated to 1415",
        ),
        (
            "The church was founded in 1412 [1] (1415 in [2]).",
            "The church was founded in 1412",
            "The church was founded in 1415",
        ),
        (
            "The captain was at the helm [1]; according to [2] it was the mate.",
            "The captain was at the helm",
            "the mate was at the helm",
        ),
        (
            "Wolves [1] or lynxes [2] live in the forest.",
            "Wolves live in the forest",
            "lynxes live in the forest",
        ),
        (
            "The senate lifted the ban [1]; [2] credits the court.",
            "The senate lifted the ban",
            "the court lifted the ban",
        ),
        (
            "The workers were warned [1], as [2] also reports.",
            "The workers were warned",
            "The workers were warned",
        ),
        (
            "The water contains lithium [1]; [2] found none.",
            "The water contains lithium",
            "The water does not contains lithium",
        ),
    ] {
        check(sentence, &[one, other]);
    }
}

#[test]
fn a_verb_that_is_left_out_is_that_of_the_other_part() {
    check(
        "Cargo rose by 8 % [1], the freight by 5 % [2].",
        &["Cargo rose by 8 %", "the freight rose by 5 %"],
    );
    check(
        "[1] calls the river clean, [2] polluted.",
        &["the river clean", "the river polluted"],
    );
    check(
        "The audit concludes that the dam is safe [1]; the citizens say that it is not [2].",
        &[
            "The audit concludes that the dam is safe",
            "the dam is not safe",
        ],
    );
}

#[test]
fn a_value_stands_in_the_place_of_the_other() {
    check(
        "Marl has 84,000 [1] or 91,000 [2] inhabitants.",
        &["Marl has 84,000", "Marl has 91,000 inhabitants"],
    );
    check(
        "According to [1], Marl has 84,000 inhabitants, while [2] gives 91,000.",
        &["Marl has 84,000 inhabitants", "Marl has 91,000 inhabitants"],
    );
    check(
        "[1] expects the tunnel to cost 3 million euros, [2] expects 5 million.",
        &[
            "the tunnel to cost 3 million euros",
            "the tunnel to cost 5 million euros",
        ],
    );
    check(
        "Sources disagree on the age of the dam (84 years [1]; 91 years [2]).",
        &[
            "the age of the dam is 84 years",
            "the age of the dam is 91 years",
        ],
    );
}

#[test]
fn what_did_or_did_not_is_what_was_said_before() {
    check(
        "The drug reduced deaths in the trial [1], but another report says that it did not [2].",
        &[
            "The drug reduced deaths in the trial",
            "The drug did not reduced deaths in the trial",
        ],
    );
    check(
        "Whether the library is open on Sundays is disputed: [1] says it is, [2] says it is not.",
        &[
            "the library is open on Sundays",
            "the library is not open on Sundays",
        ],
    );
    check(
        "Sources disagree about whether the water is safe: [1] says yes, [2] says no.",
        &["the water is safe", "the water is not safe"],
    );
    check(
        "The lake froze in 2012 [1], but according to [2] it has never frozen.",
        &["The lake froze in 2012", "The lake has never frozen"],
    );
    check(
        "Trout have returned, according to [1], but not according to [2].",
        &["Trout have returned", "Trout have not returned"],
    );
    check(
        "The library is open [1], which [2] denies.",
        &["The library is open", "The library is not open"],
    );
    check(
        "Most pupils walk to school [1], while [2] says that few pupils do.",
        &["Most pupils walk to school", "few pupils walk to school"],
    );
    let council = "The council approved the budget.";
    assert_eq!(
        told(Some(council), "According to [2], it did not."),
        Some(vec!["The council did not approved the budget.".to_owned()])
    );
}

#[test]
fn a_sentence_of_one_source_says_it_of_the_sentence_before() {
    let dam = "The dam holds 46 million cubic metres of water.";
    for (sentence, expected) in [
        (
            "[2] puts it at 38 million.",
            "The dam holds 38 million cubic metres of water.",
        ),
        (
            "[2] disputes this.",
            "The dam does not holds 46 million cubic metres of water.",
        ),
    ] {
        assert_eq!(
            told(Some(dam), sentence),
            Some(vec![expected.to_owned()]),
            "{sentence}"
        );
    }
}

#[test]
fn what_cannot_be_completed_is_not_guessed_at() {
    for sentence in [
        "[1] says that the fee rose; [2] gives no reason.",
        "[1] says that the fee rose, while [2] does not mention the fee.",
        "According to [2], it was sold in May.",
        "The fee rose and wages fell [1][2].",
    ] {
        assert_eq!(told(None, sentence), None, "{sentence}");
    }
}
