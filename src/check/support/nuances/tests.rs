//! What small words decide, class by class: beside each claim that is wrong in one of them stands one that is not.

use super::*;
use crate::check::language::numbers::quantities;

#[track_caller]
fn judged(claim: &str, source: &str) -> Option<Nuance> {
    let mut lexicon = Lexicon::default();
    let theirs = Reading::learnt(source, &mut lexicon);
    let own = Reading::learnt(claim, &mut lexicon);
    let (of_claim, of_source) = (quantities(claim), quantities(source));
    let claim = Side {
        reading: &own,
        quantities: &of_claim,
        classes: &classes(&own),
    };
    let source = Side {
        reading: &theirs,
        quantities: &of_source,
        classes: &classes(&theirs),
    };
    nuance(claim, source, &lexicon)
}

#[track_caller]
fn check(source: &str, wrong: &[&str], right: &[&str]) {
    for claim in wrong {
        let found = judged(claim, source);
        assert!(
            found.as_ref().is_some_and(|found| *found != Nuance::Same),
            "{claim} / {source}: {found:?}"
        );
    }
    for claim in right {
        let found = judged(claim, source);
        assert!(
            found.as_ref().is_none_or(|found| *found == Nuance::Same),
            "{claim} / {source}: {found:?}"
        );
    }
}

#[test]
fn the_other_side_of_a_time_is_another_time() {
    check(
        "Mills must install the screens by May 2031.",
        &["Mills must install the screens after May 2031."],
        &[
            "Mills must install the screens before May 2031.",
            "By May 2031 mills must install the screens.",
        ],
    );
    check(
        "The weir was open until 2019.",
        &["The weir has been open since 2019."],
        &[
            "The weir was open up to 2019.",
            "The weir has been closed since 2019.",
        ],
    );
    check(
        "The mason died during the siege.",
        &["The mason died before the siege."],
        &["During the siege the mason died."],
    );
}

#[test]
fn what_changes_to_an_amount_does_not_change_by_it() {
    check(
        "The herd shrank by 40 animals.",
        &["The herd shrank to 40 animals."],
        &["By 40 animals the herd shrank."],
    );
}

#[test]
fn a_few_are_not_hundreds() {
    check(
        "The abbey has 64 monks.",
        &["The abbey has hundreds of monks."],
        &["The abbey has dozens of monks."],
    );
}

#[test]
fn a_time_that_a_sentence_gives_an_amount_for_is_not_added() {
    check(
        "The lease costs 700 crowns.",
        &["The lease costs 700 crowns a month."],
        &["The lease costs 700 crowns."],
    );
    check(
        "The annual lease costs 700 crowns.",
        &[],
        &["The lease costs 700 crowns a year."],
    );
}

#[test]
fn an_amount_stays_with_its_deed() {
    check(
        "The mill bought 80 looms and sold 35.",
        &["The mill sold 80 looms.", "The mill bought 35 looms."],
        &["The mill bought 80 looms.", "The mill sold 35 looms."],
    );
}

#[test]
fn what_is_left_out_is_not_said_of_all_and_not_of_what_is_left_out() {
    check(
        "All weavers but two signed the charter.",
        &["All weavers signed the charter."],
        &[
            "Most weavers signed the charter.",
            "Two weavers did not sign the charter.",
        ],
    );
    check(
        "The path is safe, except for cyclists.",
        &["The path is safe for cyclists."],
        &["The path is not safe for cyclists."],
    );
}

#[test]
fn if_and_unless_turn_a_condition() {
    check(
        "The levy is due unless the barn is empty.",
        &["The levy is due if the barn is empty."],
        &[
            "The levy is not due if the barn is empty.",
            "Unless the barn is empty the levy is due.",
        ],
    );
}

#[test]
fn what_is_so_for_some_or_at_times_is_not_so_for_all_and_always() {
    for (source, wrong, right) in [
        (
            "The museum is free on Sundays.",
            "The museum is free.",
            "The museum is free on Sundays.",
        ),
        (
            "Entry to the park is free for children.",
            "Entry to the park is free.",
            "Entry to the park is free for children.",
        ),
        (
            "The drug cures the disease in mice.",
            "The drug cures the disease.",
            "The drug cures mice of the disease.",
        ),
        (
            "In adult rats, the compound reduces inflammation.",
            "The compound reduces inflammation.",
            "The compound reduces inflammation in rats.",
        ),
        (
            "The plant runs at night.",
            "The plant runs.",
            "The plant runs at night.",
        ),
        (
            "Dogs are allowed if they are on a lead.",
            "Dogs are allowed.",
            "Dogs are allowed if on a lead.",
        ),
    ] {
        check(source, &[wrong], &[right]);
    }
    for (source, right) in [
        (
            "The firm opened a plant in Leeds in winter.",
            "The firm opened a plant.",
        ),
        ("Entry is free for all visitors.", "Entry is free."),
        ("The bank was closed in 1931.", "The bank was closed."),
        ("She asked if dogs bark.", "She asked."),
    ] {
        check(source, &[], &[right]);
    }
}

#[test]
fn a_cause_is_not_its_effect() {
    check(
        "Wells dried up because the quarry pumped water.",
        &["The quarry pumped water because wells dried up."],
        &[
            "Because the quarry pumped water, wells dried up.",
            "Wells dried up due to the quarry.",
        ],
    );
    check(
        "The foundations had been eroded, so the dam failed.",
        &["The foundations had been eroded because the dam failed."],
        &["The dam failed because the foundations had been eroded."],
    );
    check(
        "The flight was delayed because of fog; passengers were given vouchers.",
        &[],
        &["Passengers were given vouchers because the flight was delayed."],
    );
    check(
        "The toll led to the riot.",
        &[
            "The riot led to the toll.",
            "The toll resulted from the riot.",
        ],
        &["The riot was caused by the toll."],
    );
}

#[test]
fn what_must_be_done_is_no_choice() {
    check(
        "Tanners must wash the hides.",
        &[
            "Tanners may wash the hides.",
            "Tanners need not wash the hides.",
        ],
        &[
            "Tanners have to wash the hides.",
            "Tanners are obliged to wash the hides.",
        ],
    );
    check(
        "Guests need not pay.",
        &["Guests must pay."],
        &["Guests do not have to pay."],
    );
    check(
        "The ships were not permitted to land.",
        &["The ships were permitted to land."],
        &["The ships weren't permitted to land."],
    );
    check(
        "A permit is not required to fish.",
        &["A permit is required to fish."],
        &["A permit isn't required to fish."],
    );
}

#[test]
fn what_somebodys_deputy_does_he_does_not_do() {
    check(
        "The abbot's deputy sold the mill.",
        &["The abbot sold the mill."],
        &["The mill was sold by the abbot's deputy."],
    );
    check(
        "The widow of Dr Orme got the prize.",
        &["Dr Orme got the prize."],
        &["Dr Orme's widow got the prize."],
    );
    check(
        "The abbey's spokesman said the mill was sold.",
        &[],
        &["The abbey said the mill was sold."],
    );
}

#[test]
fn what_is_considered_is_not_decided_and_what_is_looked_for_not_found() {
    check(
        "The guild is considering a ban on fires.",
        &["The guild approved a ban on fires."],
        &["The guild is debating a ban on fires."],
    );
    check(
        "Nine hens were tested for the virus.",
        &["Nine hens had the virus."],
        &["The virus was tested for in nine hens."],
    );
}

#[test]
fn who_is_excepted_or_denied_is_told_so_either_way() {
    check(
        "Everyone except Orme voted.",
        &["Orme voted."],
        &["Orme did not vote."],
    );
    check(
        "Neither the pilot nor the guard had seen the pier.",
        &[
            "The pilot had seen the pier.",
            "The guard had seen the pier.",
        ],
        &["The pilot had not seen the pier."],
    );
    check(
        "Coffee, but not tea, was served.",
        &["Tea was served."],
        &["Tea was not served.", "Coffee was served."],
    );
    check(
        "But not tea, coffee was served.",
        &[],
        &["Coffee was served."],
    );
    check(
        "The beer is unfiltered.",
        &[],
        &["The beer is not filtered."],
    );
}

#[test]
fn a_rule_for_some_and_a_condition_are_not_left_out() {
    check(
        "Ships built after 2020 must carry scrubbers.",
        &["Ships must carry scrubbers."],
        &["Ships built after 2020 must carry scrubbers."],
    );
    check(
        "Where the lease says so, the landlord must mend the roof.",
        &["The landlord must mend the roof."],
        &["The landlord must mend the roof if the lease says so."],
    );
}

#[test]
fn a_clause_without_a_verb_has_that_of_the_one_before() {
    check(
        "Orme won silver and Lund bronze.",
        &["Lund won silver."],
        &["Orme won silver.", "Lund won bronze."],
    );
    check(
        "The soup is thickened with flour and the sauce with cream.",
        &["The sauce is thickened with flour."],
        &["The sauce is thickened with cream."],
    );
    check(
        "Orme won silver and Lund cheered.",
        &[],
        &["Orme won silver."],
    );
}

#[test]
fn what_holds_of_some_of_a_kind_does_not_hold_of_all_of_it() {
    check(
        "Bids above £2m are read by the panel; smaller ones are read by a clerk.",
        &[
            "All bids are read by the panel.",
            "The panel reads every bid.",
        ],
        &["All bids above £2m are read by the panel."],
    );
    check(
        "Most of the springs east of the ridge are polluted.",
        &["Most springs are polluted."],
        &["Most springs east of the ridge are polluted."],
    );
    check(
        "In mountain villages, no dentist takes new patients.",
        &["No dentist takes new patients."],
        &["No dentist in mountain villages takes new patients."],
    );
    check(
        "All patients in the trial were weighed.",
        &[],
        &["All patients were weighed.", "No patient was left out."],
    );
}

#[test]
fn what_was_so_before_is_not_what_is_so() {
    check(
        "The brewery, which employed 240 people before the fire, now has 90 workers.",
        &["The brewery employs 240 people."],
        &[
            "The brewery now has 90 workers.",
            "Before the fire the brewery employed 240 people.",
            "The brewery employed 240 people.",
        ],
    );
}

#[test]
fn some_of_a_kind_that_are_counted_or_narrowed_are_not_all() {
    check(
        "The survey covers women aged 30 to 45 in four Nordic countries.",
        &[
            "The survey covers all Nordic countries.",
            "The survey covers women of all ages.",
        ],
        &["The survey covers women aged 30 to 45."],
    );
    check(
        "The ferry calls at the four Nordic capitals.",
        &[],
        &["The ferry calls at all Nordic capitals."],
    );
}

#[test]
fn each_of_two_counts_is_of_its_own_thing() {
    check(
        "The ward treated 120 children and 80 adults in its first month.",
        &["The ward treated 120 adults in its first month."],
        &[
            "The ward treated 80 adults in its first month.",
            "The ward treated 120 children.",
        ],
    );
}

#[test]
fn what_is_conceded_or_denied_as_a_cause_is_none() {
    check(
        "The match went ahead despite heavy snow, and the stands were full.",
        &["The match was called off because of heavy snow."],
        &["The match went ahead although it snowed heavily."],
    );
    check(
        "Rents fell because so many students had left the city.",
        &["Rents fell despite the departure of so many students."],
        &["Rents fell as students left."],
    );
    check(
        "The festival moved indoors because of a strike, not because of the rain.",
        &["The festival moved indoors because of the rain."],
        &["The festival moved indoors because of a strike."],
    );
    check(
        "The otter declined because of pesticides rather than hunting.",
        &["The otter declined because of hunting."],
        &["The otter declined because of pesticides."],
    );
}

#[test]
fn who_is_called_another_is_not_called_alike() {
    check(
        "Unlike Denmark, Norway kept its currency outside.",
        &[
            "Like Denmark, Norway kept its currency outside.",
            "Both Denmark and Norway kept their currency outside.",
        ],
        &["Norway, in contrast to Denmark, kept its currency outside."],
    );
    check(
        "Like the barn owl, the tawny owl nests in hollow trees.",
        &["Unlike the barn owl, the tawny owl nests in hollow trees."],
        &["Both the barn owl and the tawny owl nest in hollow trees."],
    );
}

#[test]
fn what_is_denied_of_the_last_is_not_said_of_it() {
    check(
        "Smoking was associated with loss of hearing in men but not in women.",
        &["Smoking was associated with loss of hearing in women."],
        &[
            "Smoking was associated with loss of hearing in men.",
            "Smoking was not associated with loss of hearing in women.",
        ],
    );
}

#[test]
fn what_may_not_be_done_so_is_told_behind_what_may() {
    check(
        "Notice may be given by letter but not by phone.",
        &["Notice cannot be given by letter."],
        &["Notice cannot be given by phone."],
    );
}

#[test]
fn what_is_far_off_ruled_out_or_was_meant_first_has_not_come_about() {
    check(
        "The talks are far from completed.",
        &["The talks have been completed."],
        &[
            "The talks are far from completed.",
            "The talks will be completed.",
        ],
    );
    check(
        "The weir is still weeks from reopening.",
        &["The weir has reopened."],
        &["The weir is weeks from reopening.", "The weir will reopen."],
    );
    check(
        "The inspector ruled out other causes, including frost.",
        &["The inspector named frost as a cause."],
        &[
            "The inspector ruled out frost.",
            "The inspector found no frost.",
        ],
    );
    check(
        "Plans originally called for a mast on the pier, but the city has looked at other sites.",
        &["The mast will stand on the pier."],
        &[
            "Plans originally called for a mast on the pier.",
            "The city has looked at other sites.",
        ],
    );
}

#[test]
fn a_later_verb_that_is_denied_was_not_done() {
    check(
        "The report was finished in May but wasn't published.",
        &["The report was published."],
        &["The report was finished.", "The report was not published."],
    );
    check(
        "The fine was imposed in May but hasn't been paid until June.",
        &[],
        &["The fine was paid."],
    );
    check(
        "The firm settled with no admission of guilt.",
        &["The firm accepted guilt as it settled."],
        &["The firm settled without admitting guilt."],
    );
    check(
        "The council is not aware of any leak.",
        &["The council knows of a leak."],
        &["The council does not know of a leak."],
    );
}

#[test]
fn none_further_is_no_more_and_some_cases_are_not_all() {
    check(
        "No additional survivors have been found since Thursday.",
        &["Since Thursday several more survivors have been found."],
        &["Since Thursday no further survivors have been found."],
    );
    check(
        "In some cases the police reached the families of the missing.",
        &["The police reached all of the families of the missing."],
        &["The police reached families of the missing in some cases."],
    );
    check(
        "The law raises the wage gradually until it is $15.",
        &["The law raised the wage to $15 at one stroke."],
        &["The law raises the wage step by step."],
    );
    check(
        "The motion passed by a unanimous vote.",
        &["The motion passed narrowly."],
        &["The motion passed unanimously."],
    );
}

#[test]
fn a_rank_and_an_extent_are_those_of_the_sentence() {
    check(
        "The bridge was Marl's third busiest.",
        &[
            "The bridge was the busiest in Marl.",
            "The bridge was Marl's second busiest.",
        ],
        &["The bridge was the third busiest in Marl."],
    );
    check(
        "There was only one water stop on the course.",
        &["There were several water stops on the course."],
        &["There was one water stop on the course."],
    );
    check(
        "The study took up 24 wells, selecting ten for the tests.",
        &["All 24 wells were selected for the tests."],
        &["The study took up all 24 wells, of which ten were tested."],
    );
    check(
        "The valve is rarely used.",
        &["The valve is widely used."],
        &["The valve is seldom used."],
    );
    check(
        "It was the first time that the court heard the case.",
        &[],
        &["Never before had the court heard the case."],
    );
}

#[test]
fn a_date_is_that_of_its_own_deed_and_an_hour_of_its_part_of_the_day() {
    check(
        "Argued May 2, 2017—Decided June 9, 2018.",
        &["The case was decided in May 2017."],
        &[
            "The case was decided in June 2018.",
            "The case was argued in May 2017.",
        ],
    );
    check(
        "The mast fell at 6:05 p.m. on Monday.",
        &["The mast fell in the early morning on Monday."],
        &["The mast fell in the evening on Monday."],
    );
}

#[test]
fn who_is_in_a_list_and_whose_a_thing_is_are_as_the_sentence_says() {
    check(
        "He was joined by Roe, Poe and Doe.",
        &["He was joined by Roe, Poe and Lind."],
        &["He was joined by Doe, Roe and Poe."],
    );
    check(
        "They compared Roe's mill and Poe's farm.",
        &["They compared Poe's mill and Roe's farm."],
        &["They compared Poe's farm and Roe's mill."],
    );
}

#[test]
fn who_held_an_office_or_helps_who_holds_it_does_not_hold_it() {
    check(
        "Novak, a former mayor of the town, died on Friday.",
        &["Novak, the mayor of the town, died on Friday."],
        &[
            "Novak, the former mayor of the town, died on Friday.",
            "Novak died on Friday.",
        ],
    );
    check(
        "The deputy director of the port resigned.",
        &["The director of the port resigned."],
        &["A deputy director resigned at the port."],
    );
}

#[test]
fn the_second_of_a_row_is_not_the_third() {
    check(
        "It was the third win of the team.",
        &[
            "It was the second win of the team.",
            "It was the first win of the team.",
        ],
        &[
            "It was the third win of the team.",
            "It was a win of the team.",
        ],
    );
}

#[test]
fn about_so_many_are_not_exactly_so_many() {
    check(
        "Around 300 people were hurt.",
        &["Exactly 300 people were hurt."],
        &["About 300 people were hurt.", "300 people were hurt."],
    );
}

#[test]
fn who_is_left_out_in_the_subject_is_left_out() {
    check(
        "All of the countries except Finland have joined.",
        &["Finland has joined."],
        &["Finland has not joined."],
    );
}
