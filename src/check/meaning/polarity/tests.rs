use super::*;
use crate::check::Lexicon;

#[track_caller]
fn check(claim: &str, source: &str, expected: bool) {
    let mut lexicon = Lexicon::default();
    let (claim_terms, source_terms) = (lexicon.term_set(claim), lexicon.term_set(source));
    let (claim_way, source_way) = (
        Polarity::read(&Reading::learnt(claim, &mut lexicon)),
        Polarity::read(&Reading::learnt(source, &mut lexicon)),
    );
    let found = Polarity::opposition(&claim_way, &source_way, &claim_terms, &source_terms);
    assert_eq!(found.is_some(), expected, "{claim} / {source}: {found:?}");
}

#[test]
fn rose_opposes_fell_about_the_same_thing() {
    check(
        "Wholesale prices rose in winter.",
        "In winter wholesale prices fell.",
        true,
    );
    check(
        "Wholesale prices rose.",
        "Wholesale prices did not fall.",
        false,
    );
    check(
        "Demand fell in spring.",
        "Demand fell in spring while imports grew.",
        false,
    );
    check("Output rose.", "Prices fell.", false);
}

#[test]
fn what_is_not_tied_to_a_rise_is_told_of_no_rise() {
    let source = "The vaccine was not associated with an increased risk of stroke.";
    check(
        "The vaccine did not increase the risk of stroke.",
        source,
        false,
    );
    check("The vaccine increased the risk of stroke.", source, true);
}

#[test]
fn none_of_them_are_no_others_and_not_without_is_with() {
    check(
        "None of the pupils failed the test.",
        "No pupils failed the test.",
        false,
    );
    check(
        "The plan carries some risk.",
        "The plan is not without risk.",
        false,
    );
    check(
        "The plan is without risk.",
        "The plan is not without risk.",
        true,
    );
}

#[test]
fn a_denied_verb_says_nothing_else_of_its_object() {
    let source = "The results may not apply to smokers, who were excluded.";
    check("Smokers were excluded.", source, false);
    check("The results apply to smokers.", source, true);
}

#[test]
fn a_denial_opposes_a_statement() {
    // A block of flats blocks nothing.
    check(
        "The study does not cover apartment blocks.",
        "The results may not hold for apartment blocks, which we did not study.",
        false,
    );
    check(
        "The drug does not reduce mortality.",
        "The drug reduces mortality.",
        true,
    );
    check(
        "The drug was approved in Norway.",
        "The drug was not approved in Norway.",
        true,
    );
    check(
        "The drug was not approved.",
        "The drug was never approved.",
        false,
    );
    check(
        "Nothing else changed.",
        "The price changed, and no vendor left.",
        false,
    );
}

#[test]
fn a_direction_belongs_to_its_own_subject() {
    let source = "Revenue rose to €318 million and costs fell to €201 million.";
    check("Revenue fell to €318 million.", source, true);
    check("Revenue rose to €318 million.", source, false);
    check("Costs fell to €201 million.", source, false);
    check(
        "Prices fell in spring.",
        "In spring prices rose and then fell.",
        false,
    );
    let source = "Profits fell 4 percent after the bank raised its rates.";
    check("Profits rose 4 percent.", source, true);
    check("Profits fell 4 percent.", source, false);
    let source = "Exports plummeted last year while imports soared.";
    check("Imports fell last year.", source, true);
    check("Imports rose last year.", source, false);
    check("Exports rose last year.", source, true);
    let source = "Net income slipped by 11 percent to 19 million as resin costs rose.";
    check(
        "Net income fell by 11 percent to 19 million.",
        source,
        false,
    );
    check("Net income rose by 11 percent to 19 million.", source, true);
    // However it is told, what befalls one is not what befalls the other.
    let source = "Net income crumbled to 19 million as resin costs rose.";
    check("Net income fell to 19 million.", source, false);
    check("Resin costs fell as net income crumbled.", source, true);
    let source = "Traffic grew by 15 percent because of the toll.";
    check("The toll cut traffic by 15 percent.", source, true);
    let source = "The firm, which sold its mill in May, did not sell the farm.";
    check("The firm sold its mill in May.", source, false);
    check("The firm sold the farm.", source, true);
    let source = "Net income, which had been falling for years, rose as rents fell.";
    check("Net income rose.", source, false);
    check(
        "Net income fell to 19 million.",
        "Cheap resin raised net income to 19 million.",
        true,
    );
    check(
        "Net income fell to 19 million.",
        "Net income, after three lean years, rose to 19 million.",
        true,
    );
}

#[test]
fn a_failure_or_refusal_to_do_something_denies_it() {
    for (source, claim) in [
        (
            "The ministry refused to confirm the merger.",
            "The ministry confirmed the merger.",
        ),
        (
            "The study failed to show a benefit.",
            "The study showed a benefit.",
        ),
    ] {
        check(claim, source, true);
    }
    check(
        "The study did not show a benefit.",
        "The study failed to show a benefit.",
        false,
    );
}

#[test]
fn a_denial_belongs_to_what_stands_behind_it() {
    let source = "It will cost €740 million, not the €520 million first planned.";
    check("It will cost about €740 million.", source, false);
    check("It will cost €520 million.", source, true);
    let source = "The council chose trams, not buses, for the northern line.";
    check(
        "The council chose trams for the northern line.",
        source,
        false,
    );
    check(
        "The council chose buses for the northern line.",
        source,
        true,
    );
    let source = "He was dismissed because he had spoken, and not, as the company maintained, because of poor work.";
    check("He was dismissed because of poor work.", source, true);
    check("He was dismissed because he had spoken.", source, false);
    check(
        "Prices rose.",
        "Wages did not keep up as prices rose.",
        false,
    );
    check(
        "The contract was signed in May.",
        "The report does not say who signed the contract in May.",
        false,
    );
}

#[test]
fn what_is_turned_down_or_preferred_to_is_not_stated() {
    let source = "The committee chose a reservoir instead of a flood wall.";
    for (claim, expected) in [
        (
            "The committee rejected a flood wall in favour of a reservoir.",
            false,
        ),
        ("A flood wall was rejected in favour of a reservoir.", false),
        (
            "The committee preferred a reservoir to a flood wall.",
            false,
        ),
        ("The committee did not choose a flood wall.", false),
        ("The committee preferred a flood wall to a reservoir.", true),
        (
            "The committee rejected a reservoir in favour of a flood wall.",
            true,
        ),
        ("The committee chose a flood wall.", true),
    ] {
        check(claim, source, expected);
    }
    let source = "He moved to Graz rather than Vienna because rents were lower there.";
    check("Rents were lower in Graz than in Vienna.", source, false);
    check("Rents were lower in Vienna than in Graz.", source, true);
    let source = "Visits rose in the north but not in the south.";
    check("Visits did not rise in the south.", source, false);
    check("Visits did not rise in the north.", source, true);
    check("Visits rose in the south.", source, true);
}

#[test]
fn what_came_before_one_event_and_after_another_is_no_opposite() {
    let source = "The mine, which employed 900 people, closed after its owner went bankrupt.";
    check(
        "Before closing, the mine employed 900 people.",
        source,
        false,
    );
    check(
        "The mine closed before its owner went bankrupt.",
        source,
        true,
    );
}
