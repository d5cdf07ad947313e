//! `tercet conflicts`: what sources disagree on, and what a report has to say of it.

use super::program::Place;
use super::verify::{checked, json, verdicts};

#[test]
fn conflicts_are_told_with_both_sides() {
    let place = Place::new();
    place.file("sources/a.md", "# Grid\n\nThe outage lasted 14 hours in the northern district.\n\nTrains run on time. Rivers carry sand.\n");
    place.file("sources/b.txt", "In the northern district the outage lasted 9 hours.\n\nSchools open at eight. Forests cover half of the land.\n");
    let ran = place.run(&["conflicts", "sources", "--json"]);
    let told = json(&ran);
    let found = told["conflicts"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{told}");
    assert_eq!(found[0]["kind"], "contradiction");
    let sides = [&found[0]["a"], &found[0]["b"]].map(|side| {
        (
            side["document"].as_str().unwrap().to_owned(),
            side["quote"].as_str().unwrap().to_owned(),
        )
    });
    assert_eq!(
        sides,
        [
            (
                "a.md".to_owned(),
                "The outage lasted 14 hours in the northern district.".to_owned()
            ),
            (
                "b.txt".to_owned(),
                "In the northern district the outage lasted 9 hours.".to_owned()
            ),
        ]
    );
    assert_eq!(ran.status, 1);
    let ran = place.run(&["conflicts", "sources/a.md"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "0 conflicts in 1 document\n")
    );
    assert_eq!(place.kept(), Vec::<std::path::PathBuf>::new());
}

/// Two reports that do not agree, and a syndicated copy of the first.
fn disagreeing(place: &Place) {
    let rest = "The council of Arden met behind closed doors and agreed on a plan for the harbour road that most of its residents had asked for. The mayor \
                thanked the guild of pilots for their patience during the works, which had taken two winters and had closed the old lock to small boats.";
    place.file(
        "sources/first.md",
        format!("# Harbour report\n\nThe repair of the old harbour lock cost 41 million euros.\n\n{rest}\n"),
    );
    place.file(
        "sources/second.md",
        "# Audit\n\nThe repair of the old harbour lock cost 57 million euros.\n\nThe audit was published on a Tuesday.\n",
    );
    place.file(
        "sources/wire.md",
        format!("# Harbour report\n\nThe repair of the old harbour lock cost 41 million euros.\n\n{rest} Reporting by the desk.\n"),
    );
}

const DISAGREEING_SOURCES: &str = "\n\n## Sources\n\n1. first.md\n2. second.md\n3. wire.md\n";

#[test]
fn a_claim_on_what_sources_disagree_on_is_to_cite_both() {
    let place = Place::new();
    disagreeing(&place);
    let report = format!(
        "# Lock\n\nThe repair of the old harbour lock cost 41 million euros [1].\n\nThe repair of the old harbour lock cost 41 million euros [1]. \
         The repair of the old harbour lock cost 57 million euros, the audit says [2].\n\nThe mayor thanked the guild of pilots [1].{DISAGREEING_SOURCES}"
    );
    let (_, told) = checked(&place, &report);
    let found = verdicts(&told);
    assert_eq!(found[0], "partial", "{told}");
    assert_eq!(found[1], "supported", "{told}");
    assert_eq!(found[3], "supported", "{told}");
    let claim = &told["claims"][0];
    let reason = claim["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("sources disagree (contradiction), and [2] is not cited beside it"),
        "{reason}"
    );
    assert_eq!(claim["conflict"]["document"], "second.md");
    assert_eq!(told["claims"][1]["conflict"]["kind"], "contradiction");
    assert!(told["claims"][3]["conflict"].is_null());
}

#[test]
fn a_syndicated_copy_is_no_second_source() {
    let place = Place::new();
    disagreeing(&place);
    let report = format!(
        "# Lock\n\nThe mayor thanked the guild of pilots for their patience [1][3]. The audit was published on a Tuesday [2][3].{DISAGREEING_SOURCES}"
    );
    let (_, told) = checked(&place, &report);
    assert_eq!(told["claims"][0]["documents"], 1, "{told}");
    assert_eq!(told["claims"][1]["documents"], 2, "{told}");
}

#[test]
fn sentences_that_contradict_each_other_name_the_other_side_unless_the_text_sets_them_apart() {
    let place = Place::new();
    place.file(
        "sources/old.md",
        "# Port authority\n\nAn upgrade of the grid to 8 MW costs 2.6 million euros and takes 18 months.\n",
    );
    place.file(
        "sources/new.md",
        "# Grid operator\n\nAn upgrade of the grid to 8 MW costs 3.4 million euros and takes 24 months.\n",
    );
    let report = |first: &str, second: &str| {
        format!("# Report\n\n{first} {second}\n\n## Sources\n\n1. old.md\n2. new.md\n")
    };
    let (old, new) = (
        "An upgrade of the grid to 8 MW costs 2.6 million euros and takes 18 months [1].",
        "An upgrade of the grid to 8 MW costs 3.4 million euros and takes 24 months [2].",
    );
    let (_, told) = checked(&place, &report(old, new));
    assert_eq!(verdicts(&told), ["partial", "partial"], "{told}");
    let reason = |at: usize| told["claims"][at]["reason"].as_str().expect("a reason");
    assert!(reason(0).contains("3.4 million") && reason(0).contains("[2]"));
    assert!(reason(1).contains("2.6 million") && reason(1).contains("[1]"));
    let apart =
        "The grid operator, however, says that it costs 3.4 million euros and takes 24 months [2].";
    let (_, told) = checked(&place, &report(old, apart));
    assert_eq!(verdicts(&told)[0], "supported", "{told}");
}

#[test]
fn a_sentence_that_tells_both_sides_is_held_against_each_source_for_its_own() {
    let place = Place::new();
    place.file(
        "sources/audit.md",
        "# Audit\n\nThe spillway meets the safety standard. The reservoir holds 46 million cubic metres.\n",
    );
    place.file(
        "sources/citizens.md",
        "# Citizens\n\nThe spillway does not meet the safety standard. The reservoir holds 38 million cubic metres.\n",
    );
    let sentences = [
        "While [1] says that the spillway meets the safety standard, [2] says that it does not.",
        "The spillway meets the safety standard according to [1], but not according to [2].",
        "The reservoir holds 46 million cubic metres [1] or 38 million [2].",
        "According to [1], the spillway meets the safety standard. According to [2], it does not.",
    ];
    let report = |text: &str| format!("{text}\n\n## Sources\n\n1. audit.md\n2. citizens.md\n");
    for sentence in sentences {
        let (status, told) = checked(&place, &report(sentence));
        assert_eq!(status, 0, "{sentence}: {told}");
        let exchanged = sentence.replace("[1]", "[3]").replace("[2]", "[1]");
        let (status, told) = checked(&place, &report(&exchanged.replace("[3]", "[2]")));
        assert_eq!(status, 1, "{told}");
        let all = verdicts(&told);
        let is_refused = |verdict: &String| verdict == "unsupported" || verdict == "contradicted";
        assert!(all.iter().all(is_refused), "{told}");
    }
}

#[test]
fn a_pair_is_called_the_same_in_the_list_and_beside_a_claim() {
    for (one, other) in [
        (
            "The committee approved the plan.",
            "The committee rejected the plan.",
        ),
        (
            "The ferry runs every hour.",
            "The ferry no longer runs every hour.",
        ),
        (
            "The mill employs 320 people.",
            "The mill employs 280 people.",
        ),
    ] {
        let place = Place::new();
        place.file("sources/one.md", format!("# First note\n\n{one}\n"));
        place.file("sources/two.md", format!("# Second note\n\n{other}\n"));
        let listed = json(&place.run(&["conflicts", "sources", "--json"]));
        let kind = &listed["conflicts"][0]["kind"];
        let report = format!("{one} [1]\n\n## Sources\n\n1. one.md\n2. two.md\n");
        let (_, told) = checked(&place, &report);
        let claim = &told["claims"][0];
        assert_eq!(&claim["conflict"]["kind"], kind, "{told}");
        let reason = claim["reason"].as_str().expect("a reason");
        let kind = kind.as_str().expect("a kind");
        assert!(
            reason.contains(&format!("sources disagree ({kind})")),
            "{reason}"
        );
    }
}
