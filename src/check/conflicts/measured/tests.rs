//! Values of one thing and of several.

use super::*;

#[track_caller]
fn check(pairs: &[(&str, &str)], expected: Option<Compared>) {
    for (a, b) in pairs {
        let (own, theirs) = (Measured::read(a), Measured::read(b));
        assert_eq!(own.compare(&theirs), expected, "{a} / {b}");
        assert_eq!(theirs.compare(&own), expected, "{b} / {a}");
    }
}

#[test]
fn one_respect_of_one_thing_is_known_in_sentences_of_other_shapes() {
    check(
        &[
            (
                "Mending the weir is expected to cost 18 million euros.",
                "The river guild now puts the bill for the weir at 23 million euros.",
            ),
            (
                "The weir is 40 metres wide.",
                "With a width of 55 metres, the weir spans the Orra.",
            ),
            (
                "The depot is home to 31 trams.",
                "Inspectors counted 27 trams in the depot.",
            ),
            (
                "44 electric ferries are already in service.",
                "By May only 40 of the 90 ferries ordered until then were in service.",
            ),
        ],
        Some(Compared::OneThing),
    );
}

#[test]
fn other_respects_deeds_parts_and_duties_are_of_other_values() {
    check(
        &[
            (
                "Mending the weir costs 18 million euros.",
                "The state gives a grant of 9 million euros for the weir.",
            ),
            (
                "The guild closed 17 mills for dust.",
                "The guild warned 24 mills for dust.",
            ),
            (
                "The guild has 40 wardens.",
                "The guild should have 60 wardens.",
            ),
            (
                "A lift carries 90 skiers in each cabin.",
                "A lift carried 410,000 skiers last winter.",
            ),
            (
                "Of the weir's gates, 12 gates are of oak.",
                "The weir has 20 gates.",
            ),
            (
                "Mending the weir costs 18 million euros.",
                "The town has set aside 20 million euros for the cost of the weir.",
            ),
            (
                "Mending the weir costs 18 million euros.",
                "The state pays 15 million euros of the cost of the weir.",
            ),
        ],
        Some(Compared::Others),
    );
}

#[test]
fn what_only_stands_for_a_thing_has_to_be_named_elsewhere() {
    check(
        &[(
            "The programme is expected to cost 124 million euros.",
            "The cost of mending Orra's weirs has risen to 140 million euros.",
        )],
        Some(Compared::IfNamed),
    );
}

#[test]
fn values_that_agree_or_of_things_that_are_both_named_tell_nothing() {
    check(
        &[
            (
                "Mending the weir costs 18 million euros.",
                "The bill for the weir is 18 million euros.",
            ),
            (
                "The town has set aside 18 million euros for the weir.",
                "The town set aside 18 million euros for the weir in May.",
            ),
            (
                "Mending the weir costs 18 million euros.",
                "The new pumps at Haver cost 23 million euros.",
            ),
            (
                "Some 58 boats fish out of Skarvik.",
                "Some 52 boats fish out of Lunde.",
            ),
        ],
        None,
    );
}
