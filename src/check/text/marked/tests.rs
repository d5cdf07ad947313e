use super::*;

/// The parts of a sentence, with how many marks each has.
fn cut(sentence: &str) -> Vec<(String, usize)> {
    let mut bare = String::new();
    let mut marks = Vec::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('[') {
        bare.push_str(before);
        marks.push(bare.len());
        rest = behind.split_once(']').map_or("", |(_, rest)| rest);
    }
    bare.push_str(rest);
    marked_parts(&bare, &marks)
        .into_iter()
        .map(|part| (part.bare, part.marks.len()))
        .collect()
}

#[track_caller]
fn check(sentence: &str, expected: &[(&str, usize)]) {
    let found = cut(sentence);
    let found: Vec<(&str, usize)> = found
        .iter()
        .map(|(bare, marks)| (bare.as_str(), *marks))
        .collect();
    assert_eq!(found, expected, "{sentence}");
}

#[test]
fn a_mark_belongs_to_what_stands_before_it() {
    check(
        "Prices rose by a third [1], and wages fell a little [2][3].",
        &[
            ("Prices rose by a third", 1),
            ("and wages fell a little", 2),
        ],
    );
    check(
        "The port [1] has 420 workers, and the ferry [2] has three decks.",
        &[
            ("The port has 420 workers", 1),
            ("and the ferry has three decks", 1),
        ],
    );
    check(
        "The bridge was built in 1931 [1] or 1934 [2], and it carries four lanes.",
        &[
            ("The bridge was built in 1931", 1),
            ("or 1934", 1),
            ("and it carries four lanes", 0),
        ],
    );
    check(
        "Marl has 84,000 [1] or 91,000 [2] inhabitants.",
        &[("Marl has 84,000", 1), ("or 91,000 inhabitants", 1)],
    );
    check(
        "Sources disagree on the cost (84 [1]; 91 [2]).",
        &[("Sources disagree on the cost", 0), ("84", 1), ("91", 1)],
    );
}

#[test]
fn a_source_that_is_told_to_say_something_says_what_stands_behind_it() {
    check(
        "According to [1], prices rose, but according to [2] they fell.",
        &[("prices rose, but", 1), ("they fell", 1)],
    );
    check(
        "According to the audit [1], prices rose, and according to the survey [2], they fell.",
        &[("prices rose, and", 1), ("they fell", 1)],
    );
    check(
        "Prices rose according to [1] and fell according to [2].",
        &[("Prices rose", 1), ("and fell", 1)],
    );
    check(
        "While [1] says that prices rose, source [2] says they fell.",
        &[("While says that prices rose", 1), ("says they fell", 1)],
    );
    check(
        "Prices rose [1], which [2] denies.",
        &[("Prices rose", 1), ("which denies", 1)],
    );
    check(
        "[1] says that prices rose, while wages fell [2].",
        &[("says that prices rose", 1), ("while wages fell", 1)],
    );
    check(
        "As [1] shows, prices rose, and wages fell, as [2] reports.",
        &[("prices rose", 1), ("and wages fell", 1)],
    );
    check(
        "[1] dates it to 1931, [2] to 1934.",
        &[("dates it to 1931", 1), ("to 1934", 1)],
    );
    check(
        "Prices rose, says [1]; [2] says the opposite.",
        &[("Prices rose", 1), ("says the opposite", 1)],
    );
    check("According to [2], it did not.", &[("it did not", 1)]);
    check(
        "The plant closed in May in the account of [1], but in June in that of [2].",
        &[("The plant closed in May", 1), ("but in June", 1)],
    );
    check(
        "Women were included in [1] and excluded in [2].",
        &[("Women were included", 1), ("and excluded", 1)],
    );
    check(
        "The bridge stood [1]; [2], by contrast, says that it fell.",
        &[("The bridge stood", 1), ("says that it fell", 1)],
    );
    check(
        "As [1] tells it, prices rose; as [2] tells it, they fell.",
        &[("prices rose", 1), ("they fell", 1)],
    );
    check(
        "Costs were high in one trial [1], low in the other [2].",
        &[("Costs were high in one trial", 1), ("low in the other", 1)],
    );
    check(
        "Ole Lund [1] or Anna Berg [2] designed the hall.",
        &[("Ole Lund", 1), ("or Anna Berg designed the hall", 1)],
    );
}

#[test]
fn what_cannot_be_told_apart_is_one_piece() {
    for sentence in [
        "Prices rose by a third and wages fell a little [1][2].",
        "Prices rose by a third [1], as [2] reports in its first part.",
        "Prices rose [1] in May, and wages fell in the year of [2].",
        "Prices in Oslo [1] and Bergen [2] rose by a third.",
        "According to [1] and [2], prices rose.",
        "[1] and [2] say that prices rose.",
        "Prices rose [1].",
        "Prices rose [1], which is disputed in [2] and elsewhere.",
    ] {
        let found = cut(sentence);
        assert!(found.len() < 2, "{sentence}: {found:?}");
    }
}
