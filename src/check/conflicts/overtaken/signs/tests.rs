//! What shows that something changed, and what it may mean.

use super::*;

/// Whether a newer sentence shows by a sign that something changed, and an older one holds what it says to have changed.
fn is_meant(old: &str, new: &str) -> bool {
    let old = Older::read(old);
    signs(new, None).iter().any(|sign| sign.may_mean(&old))
}

#[test]
fn a_sentence_shows_in_its_own_words_that_something_changed() {
    for (old, new) in [
        (
            "Brannoch reservoir stood at 38 per cent of capacity on the morning of 11 August.",
            "On the basis of that survey the storage on 11 August was 46 per cent, and not 38 per cent as we announced in notice no. 3.",
        ),
        (
            "The vaccine prevented 61 per cent of the cases over the first year.",
            "The authors had stated 61 per cent.",
        ),
        (
            "Damage is estimated at 95 million lei.",
            "The final damage comes to 131 million lei, as against the first estimate of 95 million.",
        ),
        (
            "18,340 season tickets have been sold for the coming season.",
            "The true total is 17,215.",
        ),
        (
            "The line will open to passengers on 1 June 2026.",
            "The new opening day is 12 October 2026.",
        ),
        (
            "The tunnel under Harrow Street will open in September 2026.",
            "Drivers will have to wait until March 2027 to use the tunnel.",
        ),
        (
            "The annual report appears on 26 March.",
            "The annual report will be published one week later than planned, on 2 April.",
        ),
        (
            "From 1 April every employee is required to work from an office four days a week.",
            "As of 1 June the four-day rule is scrapped.",
        ),
        (
            "Aldous must pay 3.8 million pounds, the judge ordered.",
            "The Court of Appeal today set aside the award against Aldous Paper.",
        ),
        (
            "The lake is closed to swimmers from today.",
            "Bathing is permitted again as of today.",
        ),
        ("Fish should not be eaten.", "Fishing is allowed again."),
        (
            "The mayor charged the city 9,840 pounds for a holiday.",
            "This was untrue.",
        ),
        (
            "The samples contain 88 micrograms per litre.",
            "The alert was based on a mix-up.",
        ),
        (
            "We report a catalyst that produces ammonia.",
            "The editors withdraw this article at the request of the authors.",
        ),
        (
            "Head coach Darnell Pruitt keeps the same five starters.",
            "The Herons parted ways with Darnell Pruitt on Wednesday.",
        ),
        (
            "Captain Ruth Ansell has been chief executive since March 2021.",
            "The board accepted the resignation of Captain Ruth Ansell.",
        ),
    ] {
        assert!(is_meant(old, new), "{old} / {new}: {:?}", signs(new, None));
    }
}

#[test]
fn what_only_has_such_words_shows_nothing_of_the_kind() {
    for (old, new) in [
        (
            "The tram will open in January 2029.",
            "The opposition has dropped its plan to rename the tram.",
        ),
        (
            "The trial ran at four health centres.",
            "The safety tables are unaffected by this error.",
        ),
        (
            "Go-live is planned for 1 November 2026.",
            "The heating of the hall cannot be relied on.",
        ),
        (
            "The line will open on 1 June 2026.",
            "The line was not delayed.",
        ),
        ("The rule applies from May.", "The rule was not scrapped."),
        (
            "The bridge carries 9,000 cars a day.",
            "It is not wrong to count the lorries.",
        ),
        (
            "Ann Lee has been mayor since 2021.",
            "The mayor accepted the resignation of Tom Rudd.",
        ),
        (
            "Under chief executive Ann Lee the company closed two plants.",
            "Ann Lee steps down after five years.",
        ),
    ] {
        assert!(!is_meant(old, new), "{old} / {new}: {:?}", signs(new, None));
    }
}

#[test]
fn what_was_to_come_is_past_due_when_its_day_is_over() {
    let sign = Sign::Happened("2026-03-30".to_owned());
    assert!(sign.may_mean(&Older::read(
        "The beavers will be released on 28 March 2026."
    )));
    assert!(!sign.may_mean(&Older::read(
        "The beavers will be released on 28 April 2026."
    )));
    assert!(!sign.may_mean(&Older::read("The beavers were released on 28 March 2026.")));
}
