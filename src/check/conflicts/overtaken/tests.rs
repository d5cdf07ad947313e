use super::*;

#[track_caller]
fn all(pairs: &[(&str, &str)], expected: Option<Overtaken>) {
    for (old, new) in pairs {
        assert_eq!(Overtaken::by_words(old, new), expected, "{old} / {new}");
    }
}

#[test]
fn what_names_the_value_that_it_replaces_puts_it_right() {
    all(
        &[
            (
                "An upgrade to 8 MW costs 2.6 million euros and takes 18 months.",
                "The upgrade to 8 MW now costs 3.4 million euros instead of 2.6 million euros.",
            ),
            (
                "The line opens on 1 March 2027.",
                "The line will open on 22 November 2027 instead of 1 March 2027.",
            ),
            (
                "Fire crews evacuated 120 residents from Mill Lane.",
                "Fire crews evacuated 300 residents from Mill Lane, not 120 as first reported.",
            ),
            (
                "The smelter was fined 80,000 pounds in 2022.",
                "The article also gave the fine of the smelter as 80,000 pounds; it was 18,000 pounds.",
            ),
            (
                "About 18,400 orders failed.",
                "The number of failed orders was not 18,400 but 21,150.",
            ),
            (
                "It held 47 of the 50 connections of the pool.",
                "The report held 49 of the 50 connections, not 47.",
            ),
            (
                "Larkfield Bank was fined 40 million pounds by the regulator.",
                "We wrote on 19 February that Larkfield Bank was fined 40 million pounds. This was wrong: the fine is 28 million pounds.",
            ),
        ],
        Some(Overtaken::PutRight),
    );
}

#[test]
fn why_something_failed_is_not_undone_by_how_it_is_now() {
    let texts = [
        "The alarm in the tunnel did not work, because nobody had tested it since 2019.",
        "The alarm in the tunnel is now tested every week.",
    ];
    let found = Overtaken::between(texts, Some(true), || false, Some(Difference::Direction));
    assert_eq!(found, None);
}

#[test]
fn who_decides_anew_leaves_the_old_decision() {
    let between = |old: &str, new: &str| {
        Overtaken::between(
            [old, new],
            Some(true),
            || false,
            Some(Difference::Direction),
        )
    };
    let kept = "The council decided on 8 April 2025 to keep the Mill Lane library open.";
    let closed = "The council voted by 21 to 18 to close the Mill Lane library.";
    assert_eq!(between(closed, kept), Some(Overtaken::Newer));
    for (old, new) in [
        (
            closed,
            "The residents voted to keep the Mill Lane library open.",
        ),
        (
            "The council voted to close the Mill Lane library.",
            "The council is asked to keep the Mill Lane library open.",
        ),
    ] {
        assert_eq!(between(old, new), None, "{new}");
    }
}

#[test]
fn what_was_called_off_denied_or_left_is_taken_back() {
    all(
        &[
            (
                "Velotinib is approved for adults with chronic kidney disease.",
                "The agency suspended the approval of velotinib on 30 April 2025.",
            ),
            (
                "Larne is licensed to carry 90 passengers.",
                "The coast guard has revoked the licence of the Larne.",
            ),
            (
                "Norbank and Sella will merge on 1 July 2025.",
                "Norbank and Sella have called off their merger.",
            ),
            (
                "The competition authority is examining the merger of Norbank and Sella.",
                "Norbank and Sella have called off their merger.",
            ),
            (
                "Brix would build 60 flats and keep the facade.",
                "Brix has dropped its plan for 60 flats.",
            ),
            (
                "The city plans to sell the market hall to the developer Brix for 4.8 million euros.",
                "The city council rejected the sale of the market hall to Brix on 20 June 2024 by 24 votes to 19.",
            ),
            (
                "The rail reform takes effect on 1 January 2026.",
                "Holm said that the rail reform is postponed until 2028.",
            ),
            (
                "The railway union opposes the reform and threatens a strike.",
                "The railway union welcomed the decision and called off the strike.",
            ),
            (
                "Veltorin reduced migraine days by 48 percent within 12 weeks.",
                "The finding that veltorin reduced migraine days by 48 percent is not reliable.",
            ),
            (
                "Maria Lund is the minister of transport.",
                "Maria Lund resigned as minister of transport on 16 January 2025.",
            ),
        ],
        Some(Overtaken::TakenBack),
    );
}

#[test]
fn what_was_to_come_has_come_about() {
    all(
        &[
            (
                "The city council will vote on the sale of the hall on 20 June 2024.",
                "The city council approved the sale of the hall on 20 June 2024 by 24 votes to 19.",
            ),
            (
                "Production will resume on 14 April 2025.",
                "Production resumed on 16 April 2025.",
            ),
            (
                "The operator should order two electric ferries in 2025.",
                "The operator ordered three electric ferries in May 2025.",
            ),
        ],
        Some(Overtaken::CameAbout),
    );
}

#[test]
fn what_speaks_of_something_else_takes_no_place() {
    all(
        &[
            (
                "Shore batteries of 2 MWh would avoid the upgrade and cost 1.3 million euros.",
                "The upgrade to 8 MW now costs 3.4 million euros instead of 2.6 million euros.",
            ),
            (
                "Veltorin reduced migraine days by 19 percent.",
                "The finding that veltorin reduced migraine days by 48 percent is not reliable.",
            ),
            (
                "The Alfa P200 pump costs 18,400 euros.",
                "The price of the Beta 7 pump rises to 19,500 euros from 1 April 2025.",
            ),
            (
                "The city will repair the roof of the town hall.",
                "The city council rejected the sale of the market hall to Brix.",
            ),
            (
                "Norbank employs 6,400 people and Sella 3,100.",
                "Norbank and Sella have called off their merger.",
            ),
            (
                "The city council approved the tram line on 14 June 2023.",
                "The city council cancelled the summer festival.",
            ),
            (
                "The council will widen Mill Lane in May.",
                "The council closed the school in Mill Lane.",
            ),
        ],
        None,
    );
}

#[test]
fn by_its_date_alone_a_sentence_takes_the_place_of_a_state_or_of_its_own_source() {
    let of = |old: (&str, &str, &str), new: (&str, &str, &str)| {
        let sourced = |(text, date, title)| Sourced {
            text,
            date: Some(date),
            title,
        };
        Overtaken::of(sourced(old), sourced(new), Some(Difference::Value))
    };
    let (few, many) = (
        "St Anne hospital has 412 nurses.",
        "St Anne hospital has 455 nurses.",
    );
    let newer = Some(Overtaken::Newer);
    assert_eq!(of((few, "2022", "A"), (many, "2025", "B")), newer);
    assert_eq!(of((few, "2025", "A"), (many, "2022", "B")), None);
    let (nine, more) = (
        "An explosion at the plant injured 9 people.",
        "The explosion at the plant injured 14 people.",
    );
    let day = |text, day, title| (text, day, title);
    assert_eq!(
        of(
            day(nine, "2025-04-03", "Agency, 3 April 2025"),
            day(more, "2025-04-06", "Agency, 6 April 2025")
        ),
        newer
    );
    for (title, expected) in [("Police", None), ("Agency, final report", newer)] {
        let more = day(more, "2025-04-06", title);
        assert_eq!(of(day(nine, "2025-04-03", "Agency"), more), expected);
    }
    // What each year's report says of its year stands.
    assert_eq!(
        of(
            (
                "In 2023 the ferries carried 803,000 passengers.",
                "2024-03",
                "Annual report 2023"
            ),
            (
                "In 2024 the ferries carried 861,000 passengers.",
                "2025-03",
                "Annual report 2024"
            )
        ),
        None
    );
    assert_eq!(
        of(
            ("The pump costs 16,900 euros.", "2025-01", "Offer"),
            (
                "The price of the pump rises to 19,500 euros from 1 April 2025.",
                "2025-03",
                "Letter"
            )
        ),
        newer
    );
    // Two studies may disagree, whichever is the later.
    assert_eq!(
        of(
            (
                "Veltorin reduced migraine days by 48 percent.",
                "2022",
                "Lindqvist trial"
            ),
            (
                "Veltorin reduced migraine days by 19 percent.",
                "2023",
                "Okafor trial"
            )
        ),
        None
    );
}

#[test]
fn what_was_to_come_of_a_thing_that_was_called_off_falls_with_it() {
    let note = "Northern Equity: note on the Halden-Norvik merger";
    let announced = "Halden and Norvik announce merger";
    let standing = [
        (
            "Halden Shipping and Norvik Lines announced on 10 February that they will merge.",
            announced,
        ),
        ("The merger will save 140 million euros a year.", announced),
        ("The combined company will employ 9,400 people.", announced),
        ("We expect the merger to close in the third quarter.", note),
        (
            "The savings of 140 million euros come mainly from shared terminals.",
            note,
        ),
        (
            "We recommend that holders keep their shares until the Commission has decided.",
            note,
        ),
        // What is so, and what was to come of other things, stays.
        (
            "The two carriers hold 61 percent of the traffic with the Baltic ports.",
            note,
        ),
        (
            "Norvik will open a terminal in Klaipeda.",
            "Terminals in the Baltic",
        ),
        ("The tunnel will save 140 million euros.", "Tunnel"),
    ];
    let said = "Halden Shipping and Norvik Lines called off their merger on 18 September.";
    let mut found: Vec<usize> = Overtaking::of(standing)
        .by((said, ""))
        .into_iter()
        .map(|(at, _)| at)
        .collect();
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2, 3, 4, 5]);
    // Where something else is called off, all stays.
    let other = "Halden Shipping and Norvik Lines called off their regatta on 18 September.";
    assert_eq!(Overtaking::of(standing).by((other, "")), []);
}

#[test]
fn what_a_source_goes_on_to_say_would_come_of_what_falls_falls_too() {
    let title = "Proposal of the director of Lunde library";
    let standing = [
        ("Closing the branch would save 210,000 euros a year.", title),
        ("Two posts would move to the main branch.", title),
        ("Opening on Sundays would cost 90,000 euros a year.", title),
        (
            "A new roof would last for 40 years.",
            "Offer of the builder",
        ),
    ];
    let said = "The council rejected the closure of the Vik branch.";
    let found = Overtaking::of(standing).by((said, ""));
    let places: Vec<usize> = found.into_iter().map(|(at, _)| at).collect();
    assert_eq!(places, [0, 1]);
}

#[test]
fn a_value_that_went_on_from_another_is_the_newer_one_also_without_dates() {
    let of = |old: &str, new: &str| {
        let sourced = |text| Sourced {
            text,
            date: None,
            title: "Report",
        };
        // Neither is set as one series here: the words alone tell.
        let new = Sourced {
            title: "Letter",
            ..sourced(new)
        };
        Overtaken::of(sourced(old), new, Some(Difference::Value))
    };
    let (low, rose) = (
        "Coverage among children reached 71 percent.",
        "Coverage among children rose to 83 percent.",
    );
    assert_eq!(of(low, rose), Some(Overtaken::Newer));
    assert_eq!(of(rose, low), None);
    assert_eq!(
        of(low, "Coverage among children fell to 64 percent."),
        Some(Overtaken::Newer)
    );
    for other in [
        "Coverage among children rose to 64 percent.",
        "Coverage among children reached 83 percent.",
        "Coverage among children rose by 83 percent.",
    ] {
        assert_eq!(of(low, other), None, "{other}");
    }
}

#[test]
fn a_value_that_is_denied_behind_a_preposition_is_put_right() {
    all(
        &[
            (
                "The works at Tolm cost 6.4 million euros.",
                "The costs of the works at Tolm came to 7.9 million euros, not to 6.4 million.",
            ),
            (
                "Sales fell to 2.2 million units in 2024.",
                "Sales fell to 1.9 million units in 2024, not to 2.2 million units.",
            ),
        ],
        Some(Overtaken::PutRight),
    );
}

#[test]
fn what_was_to_be_made_is_there() {
    all(
        &[
            (
                "The city council plans to build a wash station for boats at the northern quay by June 2026.",
                "The wash station at the northern quay opened in May 2026, a month ahead of schedule.",
            ),
            (
                "A new laboratory in Tromso is planned for 2026.",
                "The laboratory in Tromso was completed in March 2026.",
            ),
        ],
        Some(Overtaken::CameAbout),
    );
    all(
        &[
            (
                "The city council plans to build a wash station for boats at the northern quay by June 2026.",
                "The marina at the southern quay opened in May 2026.",
            ),
            (
                "The city council plans to build a wash station for boats at the northern quay by June 2026.",
                "The wash station at the northern quay has not been completed.",
            ),
            (
                "The wash station will cost 2.4 million kronor.",
                "The wash station at the northern quay opened in May 2026.",
            ),
        ],
        None,
    );
}

#[test]
fn who_has_led_leads_no_more_when_gone_and_what_they_said_stays_said() {
    let left = "Maren Holt stepped down as director of the Kaldor institute in May 2025.";
    all(
        &[
            (
                "Dr Maren Holt has led the Kaldor institute since 2019.",
                left,
            ),
            (
                "Maren Holt has been director of the institute since 2019.",
                left,
            ),
        ],
        Some(Overtaken::TakenBack),
    );
    all(
        &[
            (
                "Maren Holt led the Kaldor institute from 2010 to 2015.",
                left,
            ),
            ("Maren Holt is critical of the institute's budget.", left),
            (
                "Dr Maren Holt has led the Kaldor institute since 2019.",
                "Maren Holt never stepped down as head.",
            ),
        ],
        None,
    );
}

#[test]
fn a_stance_on_what_was_planned_outlives_the_plan() {
    let new = "Norsteel has called off the closure of its Arden plant.";
    let title = "Planned closure of the Arden plant";
    let mut standing = Overtaking::of([
        (
            "Norsteel plans to close its Arden plant at the end of 2026.",
            title,
        ),
        ("The closure would cost 1,150 jobs.", title),
        ("The unions oppose the planned closure.", title),
        (
            "The planned closure will be examined by the regulator.",
            title,
        ),
    ]);
    let found: Vec<usize> = standing
        .by((new, ""))
        .into_iter()
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found, [0, 1, 3]);
}

#[test]
fn a_value_has_moved_on_by_any_word_for_it_and_not_by_a_bound_or_a_wish() {
    let old = "The recycling rate is 71 percent.";
    for new in [
        "The recycling rate rose to 83 percent.",
        "The recycling rate jumped to 83 percent.",
        "The recycling rate was raised to 83 percent.",
    ] {
        assert!(has_moved_past(old, new), "{new}");
    }
    for new in [
        "Up to 83 percent is recycled.",
        "The city wants to raise the recycling rate to 83 percent.",
        "The recycling rate fell to 83 percent.",
    ] {
        assert!(!has_moved_past(old, new), "{new}");
    }
}

#[test]
fn what_is_put_off_is_known_by_the_title_of_either_source() {
    let standing = [
        (
            "The line opens on 1 December 2026.",
            "Council approves the harbour line",
        ),
        (
            "The school opens on 1 September 2025.",
            "A new school in Vik",
        ),
        (
            "Construction of the harbour line begins in September 2024.",
            "Council approves the harbour line",
        ),
    ];
    let new = (
        "The opening is postponed to 15 March 2028.",
        "Opening of harbour line postponed",
    );
    let found = Overtaking::of(standing).by(new);
    assert_eq!(found, [(0, Overtaken::TakenBack)]);
}

#[test]
fn what_looked_anew_at_a_retracted_report_is_not_retracted_with_it() {
    let notice =
        "The Institute retracts the interim report on the four-day week pilot of 15 June 2023.";
    let titles = [
        "Reanalysis of the four-day week pilot",
        "Four-day week pilot, interim report",
        "Canteen news",
    ];
    assert_eq!(retracted(notice, &titles), [1]);
    assert_eq!(
        retracted(
            "The Institute has not retracted the interim report on the four-day week pilot.",
            &titles
        ),
        [] as [usize; 0]
    );
    assert_eq!(retracted(notice, &titles[2..]), [] as [usize; 0]);
}

#[test]
fn what_is_said_of_one_more_is_not_said_of_what_there_is() {
    let olds = [
        "A battery-electric bus was bought for €585,000 on average, a hydrogen bus for €720,000.",
        "We recommend against a second hydrogen order before 2029.",
        "Of the city buses that an operator orders 65 % must be clean vehicles.",
        "The company plans a second order of hydrogen buses.",
    ];
    let mut standing = Overtaking::of(olds.map(|old| (old, "")));
    let found = standing.by(("The council rejected a second order of hydrogen buses.", ""));
    assert_eq!(found, [(3, Overtaken::TakenBack)]);
}

#[test]
fn of_what_is_called_off_it_is_the_thing_itself_that_falls() {
    let olds = [
        "The transport office proposes to buy 20 electric buses in 2025.",
        "Fuel and maintenance would fall from 0.92 to 0.41 dollars a kilometre.",
        "The federal grant will cover 60 % of the price difference of electric buses.",
    ];
    let memo = "Memo: electric school buses for Oakmere";
    let mut standing = Overtaking::of(olds.map(|old| (old, memo)));
    let found = standing.by((
        "The grant for electric school buses has been cancelled with effect from 1 July 2025.",
        "Federal programme closed",
    ));
    assert_eq!(found, [(2, Overtaken::TakenBack)]);
}

#[test]
fn a_deed_that_is_asked_about_is_undone_by_its_name_alone() {
    let standing = [("The director proposes to close it.", "Library director")];
    let said = "The council rejected the closure by 17 votes to 14.";
    let question = "Should Lunde library close its branch in Vik?";
    let places = |question: &str, said: &str| -> Vec<usize> {
        let found = Overtaking::of(standing).to(question).by((said, "Minutes"));
        found.into_iter().map(|(at, _)| at).collect()
    };
    assert_eq!(places(question, said), [0]);
    let none: [usize; 0] = [];
    assert_eq!(places("What does the library in Lunde cost?", said), none);
    // Who is against it has not decided.
    assert_eq!(places(question, "The union rejects the closure."), none);
}

#[test]
fn what_is_examined_is_decided_and_who_leads_is_followed() {
    let decided = "The agency refused the approval of veltorin on 18 June 2024.";
    all(
        &[(
            "The agency is examining the application for veltorin.",
            decided,
        )],
        Some(Overtaken::CameAbout),
    );
    all(
        &[("The court is examining the complaint on veltorin.", decided)],
        None,
    );
    all(
        &[(
            "Lena Voss has led the firm since 2019.",
            "Marten Dahl took over from Lena Voss on 1 October 2024.",
        )],
        Some(Overtaken::TakenBack),
    );
    let withdrew = "Ada Rehn withdrew her candidacy on 12 May.";
    let nominated = "The government has nominated Ada Rehn as governor of the central bank.";
    all(&[(nominated, withdrew)], Some(Overtaken::TakenBack));
    all(&[("Ada Rehn is the minister of finance.", withdrew)], None);
}

#[test]
fn what_somebody_no_longer_does_they_are_told_to_do_no_more() {
    let advised = "The authority recommends that planting should move to seeds from 2025.";
    all(
        &[(advised, "The authority no longer recommends seeds.")],
        Some(Overtaken::TakenBack),
    );
    all(
        &[
            (advised, "The authority no longer recommends nets."),
            (advised, "The university no longer recommends seeds."),
            (advised, "The authority of Marl no longer recommends seeds."),
            (
                advised,
                "The authority no longer recommends planting two hedges.",
            ),
        ],
        None,
    );
}

#[test]
fn whoever_puts_their_own_figure_right_need_not_say_once_more_of_what_it_is() {
    let old = "There are 4 cameras and 2 patrols on the road.";
    let new = "The number of cameras was given too low: there are 7 cameras, not 4.";
    for (title, new, expected) in [
        ("Police, March", new, true),
        ("Courier", new, false),
        ("Police, March", "There are 7 guards, not 4.", false),
    ] {
        let found = Overtaking::of([(old, "Police")]).by((new, title));
        assert_eq!(!found.is_empty(), expected, "{title}: {new}");
    }
}

#[test]
fn what_is_done_as_a_rule_stands_beside_a_change_of_how_it_is_done() {
    let old = "The Department of Public Health (DPH) conducts routine, unannounced food inspections, also called canvass inspections, of over 15,000 retail food establishments to ensure their compliance with the food code.";
    let new = "In July 2018 the Department of Public Health changed its inspection procedures and replaced critical, serious and minor violations with priority, priority foundation and core violations.";
    assert_eq!(Overtaken::by_words(old, new), None);
}

#[test]
fn a_shared_word_and_a_word_of_ending_are_not_the_same_statement() {
    let standing = [
        "The following runtime state will be moved to PyInterpreterState.",
        "Regardless, a switch to requiring thread-safe allocators would impact anyone that embeds CPython and currently sets a thread-unsafe allocator.",
        "At least for some time, there will be two versions of Python requiring separately compiled C-API extensions.",
        "In between the time the item is retrieved and the reference count is incremented, another thread may modify the list or dictionary.",
        "Starting a thread takes ~100 µs, while spawning a subprocess takes ~50 ms (50,000 µs) due to Python re-initialization.",
        "Regardless, it may use a copy of that data or actually share the data.",
        "Latency-sensitive inference workloads frequently use threads to parallelize across requests, but face the same scaling bottlenecks in Python.",
        "Just as threads previously needed to acquire the GIL before accessing or modifying Python objects, they now must be in the ATTACHED state before accessing or modifying Python objects.",
        "In the meantime, we propose here a minimal solution (Interpreter.set_main_attrs()), which sets some precedent for how objects are shared.",
    ];
    let title = "Making the Global Interpreter Lock Optional in Python";
    for new in [
        "Whatever was running in the thread using the old thread state is effectively paused until that thread state is swapped back in.",
        "To avoid pausing the current Python thread, run exec() in a threading.Thread.",
        "The code running in the current OS thread (a different interpreter) is effectively paused until Interpreter.exec() finishes.",
        "If the thread state for another interpreter was already current then it gets swapped out like normal and execution of that interpreter in the OS \
         thread is thus effectively paused until it is swapped back in.",
    ] {
        let all = standing.iter().map(|text| (*text, title));
        let mut overtaking = Overtaking::of(all).to("Should our team adopt free-threaded Python?");
        let found = overtaking.by((new, "Multiple Interpreters in Python"));
        let found: Vec<&str> = found.iter().map(|(at, _)| standing[*at]).collect();
        assert!(found.is_empty(), "{new}: {found:?}");
    }
    let sale = "The council plans to sell the hall.";
    for (new, expected) in [
        (
            "The council halted the sale of the hall.",
            Some(Overtaken::TakenBack),
        ),
        (
            "The sale of the hall was finally cancelled.",
            Some(Overtaken::TakenBack),
        ),
        (
            "The sale that was planned for 2026 is cancelled, and the hall stays.",
            Some(Overtaken::TakenBack),
        ),
        (
            "The council cancelled the sale yesterday, and the hall stays.",
            Some(Overtaken::TakenBack),
        ),
        (
            "To avoid cancelling the sale, the council lowered the price of the hall.",
            None,
        ),
    ] {
        assert_eq!(Overtaken::by_words(sale, new), expected, "{new}");
    }
}

#[test]
fn of_a_plan_the_last_word_holds() {
    let found = |old: &str, new: &str, dates: [&str; 2]| {
        let sourced = |text, date| Sourced {
            text,
            date: Some(date),
            title: "Minutes",
        };
        let [was, is] = dates;
        let difference = Some(Difference::Direction);
        Overtaken::of(sourced(old, was), sourced(new, is), difference).is_some()
    };
    let later = ["2024-03-04", "2025-01-20"];
    for (old, new, expected) in [
        (
            "The ferry terminal is to open in June 2026.",
            "The ferry terminal will not open in June 2026; it will open in March 2027.",
            true,
        ),
        (
            "Dogs may be taken to the beach from October.",
            "Dogs may not be taken to the beach from October.",
            false,
        ),
    ] {
        assert_eq!(found(old, new, later), expected, "{old} / {new}");
    }
    let old = "The ferry terminal is to open in June 2026.";
    let new = "The ferry terminal will not open in June 2026.";
    assert!(
        !found(old, new, ["2025-01-20", "2024-03-04"]),
        "it is the older"
    );
}
