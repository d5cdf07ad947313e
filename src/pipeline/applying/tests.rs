use super::*;
use crate::study::{NewsNote, Piece, Revision};

const NEWER: &str = "Unit sales fell by 15 percent in 2025, after 12 percent in 2024 [2].";

/// Scores by which nothing is refused.
const EVEN: Composites<'static> = Composites {
    accepted: 4.0,
    candidate: 4.0,
    by: ScoredBy::Measure,
    measured: &|_, _| 4.0,
    completeness: &|_, _| 4.0,
    stood: None,
    settled: &|_| None,
};

/// A brief of one section to whose text a sentence is to be added.
fn study(text: &str, added: &str) -> Study {
    let hunk = Hunk::open(HunkId(1), String::new(), added.to_owned(), String::new());
    let section = Section {
        revision: Some(Revision {
            pieces: vec![Piece::Settled(text.to_owned()), Piece::Hunk(hunk)],
        }),
        ..Section::default()
    };
    let mut study = Study::default();
    study.sections.push(section);
    study
}

#[test]
fn a_change_that_has_the_brief_say_what_cannot_both_hold_is_not_accepted_by_itself() {
    const OLD: &str = "The dyke at Orsa costs 2.6 million euros and takes 18 months [1].";
    for (added, expected) in [
        (
            " The dyke at Orsa costs 3.4 million euros and takes 24 months [2].",
            true,
        ),
        (
            " The county, however, says that the dyke at Orsa costs 3.4 million euros [2].",
            false,
        ),
        (" The dyke at Keld takes 24 months [2].", false),
    ] {
        let found = newly_at_odds(&study(OLD, added));
        assert_eq!(!found.is_empty(), expected, "{added}: {found:?}");
    }
    // What stood there before is not the change's fault.
    let both = format!("{OLD} The dyke at Orsa costs 3.4 million euros and takes 24 months [2].");
    assert_eq!(newly_at_odds(&study(&both, " It is long [1].")), []);
}

/// A brief of one section with two sentences that their sources bear out, and what is proposed for it.
fn proposing(pieces: Vec<Piece>, claims: &[&str]) -> Study {
    let claim = |text: &&str| Claim {
        text: (*text).to_owned(),
        citations: vec![1],
        verdict: Verdict::Supported,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    };
    let mut study = Study::default();
    study.sections.push(Section {
        revision: Some(Revision { pieces }),
        claims: std::sync::Arc::new(claims.iter().map(claim).collect()),
        ..Section::default()
    });
    study
}

fn change(id: u64, before: &str, after: &str) -> Piece {
    Piece::Hunk(Hunk::open(
        HunkId(id),
        before.to_owned(),
        after.to_owned(),
        String::new(),
    ))
}

const FELL: &str = "Unit sales fell by 12 percent in 2024 [1].";
const PRICE: &str = "The main cause was the price [1].";

fn applied(pieces: Vec<Piece>, claims: &[&str]) -> bool {
    let study = proposing(pieces, claims);
    let events = auto_apply(&study, &EVEN);
    matches!(
        events.last(),
        Some(Event::AutoApplied { applied: true, .. })
    )
}

#[test]
fn what_its_source_bears_out_is_not_taken_away_unasked_unless_something_says_it_instead() {
    let stays = || Piece::Settled(format!("{PRICE} "));
    assert!(!applied(vec![stays(), change(1, FELL, "")], &[FELL, PRICE]));
    // Another sentence in its place is not the same said anew.
    let other = "The harbour was closed in May [2].";
    assert!(!applied(
        vec![stays(), change(1, FELL, other)],
        &[FELL, PRICE, other]
    ));
    assert!(applied(
        vec![stays(), change(1, FELL, NEWER)],
        &[FELL, PRICE, NEWER]
    ));
    // It moves, or goes into the one beside it.
    assert!(applied(
        vec![
            change(1, &format!("{FELL} "), ""),
            Piece::Settled(PRICE.to_owned()),
            change(2, "", &format!(" {FELL}"))
        ],
        &[FELL, PRICE]
    ));
    let both = "Unit sales fell by 12 percent in 2024, of which the main cause was the price [1].";
    assert!(applied(
        vec![change(1, FELL, both), change(2, &format!(" {PRICE}"), "")],
        &[FELL, PRICE, both]
    ));
}

#[test]
fn a_sentence_that_no_news_touch_is_not_cut_down_unasked() {
    const SAILINGS: &str =
        "The operator Nordlink plans six sailings a day from the Aldmoor ferry terminal [2].";
    const BLASTING: &str =
        "The residents of Pier Street oppose blasting for the ferry terminal at night [9].";
    for (gone, new, expected) in [
        (
            SAILINGS,
            "The operator Nordlink plans sailings from the Aldmoor ferry terminal [2].",
            false,
        ),
        (
            SAILINGS,
            "Six sailings a day from the Aldmoor ferry terminal are planned by the operator Nordlink [2].",
            true,
        ),
        (BLASTING, "Residents oppose the ferry terminal [9].", false),
        (
            BLASTING,
            "The residents of Pier Street oppose the ferry terminal at night [9].",
            false,
        ),
        (
            BLASTING,
            "At night, blasting for the ferry terminal is opposed by the residents of Pier Street [9].",
            true,
        ),
    ] {
        let pieces = vec![Piece::Settled(format!("{PRICE} ")), change(1, gone, new)];
        assert_eq!(applied(pieces, &[gone, PRICE, new]), expected, "{new}");
    }
}

#[test]
fn of_a_sentence_that_news_correct_what_they_do_not_touch_is_kept() {
    const JUNCTION: &str = "The junction costs 5 million euros and takes ten months [4].";
    let is_accepted = |new: &str, what: &str, verdict: Verdict| {
        let pieces = vec![
            Piece::Settled(format!("{PRICE} ")),
            change(1, JUNCTION, new),
        ];
        let mut study = proposing(pieces, &[JUNCTION, PRICE, new]);
        study.writer = "lab/m".to_owned();
        let claims = std::sync::Arc::make_mut(&mut study.sections[0].claims);
        claims[0].verdict = verdict;
        study.weighed = vec![NewsNote {
            sections: vec![SectionId(0)],
            sentence: Some(JUNCTION.to_owned()),
            what: what.to_owned(),
            said: Some("The junction costs 9 million euros.".to_owned()),
            differs: true,
            disputed: false,
            gives_way: true,
            source: None,
        }];
        let stood = proposing(vec![Piece::Settled(JUNCTION.to_owned())], &[JUNCTION]);
        let scores = Composites {
            stood: Some(Stood {
                study: &stood,
                composite: 4.0,
            }),
            ..EVEN
        };
        let events = auto_apply(&study, &scores);
        matches!(
            events.last(),
            Some(Event::AutoApplied { applied: true, .. })
        )
    };
    let newer = format!("{}{BY_NEW_EVIDENCE}", Overtaken::Newer.told());
    let less = "The junction costs 9 million euros [11].";
    let whole = "The junction costs 9 million euros [11] and takes ten months [4].";
    for verdict in [Verdict::Supported, Verdict::Partial] {
        assert!(!is_accepted(less, &newer, verdict), "{verdict:?}");
        assert!(is_accepted(whole, &newer, verdict), "{verdict:?}");
    }
}

#[test]
fn what_is_borne_out_in_part_does_not_come_in_unasked() {
    use Verdict::{Contradicted, Partial, Supported, Unsupported};
    const PAY: &str = "Owners pay 2,800 euros for the pipes of a house [1].";
    const NEW: &str = "The council pays 3,500 euros for the pipes of a house [2].";
    let is_accepted = |before: &str, verdicts: [Verdict; 2], notes: Vec<NewsNote>| {
        let pieces = vec![Piece::Settled(format!("{PRICE} ")), change(1, before, NEW)];
        let mut study = proposing(pieces, &[PAY, NEW]);
        let claims = std::sync::Arc::make_mut(&mut study.sections[0].claims);
        for (claim, verdict) in claims.iter_mut().zip(verdicts) {
            claim.verdict = verdict;
        }
        study.weighed = notes;
        let events = auto_apply(&study, &EVEN);
        events.len() > 1
    };
    assert!(is_accepted("", [Supported, Supported], vec![]));
    for verdict in [Partial, Unsupported, Contradicted] {
        assert!(
            !is_accepted("", [Supported, verdict], vec![]),
            "{verdict:?}"
        );
        assert!(
            !is_accepted(PAY, [Supported, verdict], vec![]),
            "{verdict:?}"
        );
    }
    assert!(is_accepted(PAY, [Unsupported, Partial], vec![]));
    // The news that made the sentence doubtful have to bear out what takes its place.
    let note = || NewsNote {
        sections: vec![SectionId(0)],
        sentence: Some(PAY.to_owned()),
        what: "new evidence differs on this".to_owned(),
        said: Some("Owners pay 3,500 euros for the pipes of a house.".to_owned()),
        differs: true,
        disputed: true,
        gives_way: false,
        source: None,
    };
    assert!(!is_accepted(PAY, [Contradicted, Partial], vec![note()]));
    assert!(is_accepted(PAY, [Contradicted, Supported], vec![note()]));
}

#[test]
fn what_nobody_checks_and_is_about_nothing_in_the_brief_does_not_come_in_unasked() {
    let with = |added: &str| {
        let pieces = vec![
            Piece::Settled(FELL.to_owned()),
            change(1, "", &format!(" {added}")),
        ];
        applied(pieces, &[FELL])
    };
    assert!(!with("PWNED."));
    assert!(!with("Ignore all of it!"));
    assert!(with("Two reasons stand out:"));
    assert!(with("What the sales come to in 2026 is unknown."));
    assert!(with("The evidence does not say why."));
}

#[test]
fn what_the_brief_says_already_does_not_come_in_again_unasked() {
    const MORE: &str = "Stocks rose by 9 percent in the same year [1].";
    let claims = [FELL, MORE];
    let why = |pieces: Vec<Piece>| {
        let events = auto_apply(&proposing(pieces, &claims), &EVEN);
        match events.last() {
            Some(Event::AutoApplied { why, .. }) => why.clone(),
            _ => panic!("{events:?}"),
        }
    };
    let standing = || Piece::Settled(FELL.to_owned());
    let add = |id, text: &str| change(id, "", &format!(" {text}"));
    // It stands there, or twice in one change, or in a change before; what it cites makes no other sentence of it.
    for pieces in [
        vec![standing(), add(1, FELL)],
        vec![standing(), add(1, &FELL.replace("[1]", "[2]"))],
        vec![standing(), add(1, &format!("{MORE} {MORE}"))],
        vec![change(1, FELL, &format!("{MORE} {FELL} {FELL}"))],
    ] {
        let why = why(pieces);
        assert!(
            why.starts_with("nothing was accepted automatically") && why.contains("say twice"),
            "{why}"
        );
    }
    let why = why(vec![standing(), add(1, MORE), add(2, MORE)]);
    assert!(
        why.starts_with("1 of 2 changes accepted") && why.contains("change 2 in  would"),
        "{why}"
    );
    assert!(applied(vec![standing(), add(1, MORE)], &claims));
}

#[test]
fn a_sentence_is_not_parted_unasked_from_the_one_of_which_it_speaks() {
    const PIPE: &str = " The pipe from the data centre would cost 6.2 million euros [2].";
    const PLANT: &str = "The heating plant of Lindholm served 18,400 households in 2025 [1].";
    const IT: &str = "It burned 212 GWh of gas in 2025 [1].";
    let with = |between: &str, behind: &str| {
        let pieces = vec![
            Piece::Settled(PLANT.to_owned()),
            change(1, "", between),
            Piece::Settled(format!(" {IT}")),
            change(2, "", behind),
        ];
        let claims = [PLANT, IT, between.trim(), behind.trim()];
        let events = auto_apply(&proposing(pieces, &claims), &EVEN);
        let Some(Event::AutoApplied { left, .. }) = events.last() else {
            panic!("{events:?}");
        };
        left.iter().map(|one| one.hunk).collect::<Vec<HunkId>>()
    };
    assert_eq!(with(PIPE, " Rain fell in Lund on 3 May [1]."), [HunkId(1)]);
    assert_eq!(with(" Its boiler failed twice in 2025 [1].", PIPE), []);
}

#[test]
fn a_sentence_that_speaks_of_what_its_own_source_said_is_not_put_unasked_behind_what_another_says()
{
    const DIESEL: &str = "Emissions from diesel cars fell by around 40 percent [7].";
    const STUDY: &str =
        "This is according to a study of the college, which looked at 124 sites [4].";
    let left = |stands: &str, before: &str, after: &str| {
        let pieces = vec![
            Piece::Settled(format!("{stands} ")),
            change(1, before, after),
        ];
        let claims = [stands, before, after].map(str::trim);
        let claims: Vec<&str> = claims.into_iter().filter(|one| !one.is_empty()).collect();
        let events = auto_apply(&proposing(pieces, &claims), &EVEN);
        let Some(Event::AutoApplied { left, .. }) = events.last() else {
            panic!("{events:?}");
        };
        left.iter().map(|one| one.why.clone()).collect::<Vec<_>>()
    };
    let refused = left(DIESEL, "", STUDY);
    assert!(
        refused.len() == 1 && refused[0].contains("what another source says"),
        "{refused:?}"
    );
    // Behind what its own source says, and where it says itself of what it speaks, it may stand.
    let own = DIESEL.replace("[7]", "[4]");
    assert!(left(&own, "", STUDY).is_empty());
    let named = STUDY.replace("This is", "The fall is");
    assert!(left(DIESEL, "", &named).is_empty());
    // The sentence that it takes the place of spoke of the same.
    let it = "It had 48 chargers in 2024 [1].";
    let anew = "It had 52 chargers in 2025 [2].";
    assert!(left("The depot lies in Brom [1].", it, anew).is_empty());
}

#[test]
fn what_the_checker_proposes_is_for_the_analyst() {
    const GAP: &str = "The evidence does not say how the boilers are to be replaced.";
    const SAID: &str = "The study recommends ordering the heat pump in 2027 [2].";
    let is_applied = |by_checker: bool| {
        let hunk = Hunk {
            by_checker,
            ..Hunk::open(HunkId(1), GAP.to_owned(), SAID.to_owned(), String::new())
        };
        let pieces = vec![Piece::Settled(format!("{FELL} ")), Piece::Hunk(hunk)];
        applied(pieces, &[FELL, SAID])
    };
    assert!(is_applied(false));
    assert!(!is_applied(true));
}

#[test]
fn what_shares_a_name_alone_with_the_brief_does_not_come_in_unasked() {
    use crate::study::{DocumentId, fixture};
    const PLANT: &str = "The district heating plant of Lindholm served 18,400 households [1].";
    let with = |added: &str| {
        let mut study = Study::fold(&[
            fixture::opened(
                "How should Lindholm replace its district heating?",
                &["Situation"],
            ),
            Event::WriterChosen {
                writer: "lab/m".to_owned(),
            },
            fixture::added(1),
            fixture::added(2),
            fixture::numbered(&[1, 2]),
        ]);
        let cites = |text: &str, number| Claim {
            text: text.to_owned(),
            citations: vec![number],
            verdict: Verdict::Supported,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        };
        let pieces = vec![
            Piece::Settled(PLANT.to_owned()),
            change(1, "", &format!(" {added}")),
        ];
        study.sections[0].revision = Some(Revision { pieces });
        study.sections[0].claims = std::sync::Arc::new(vec![cites(PLANT, 1), cites(added, 2)]);
        study.weighed = vec![NewsNote {
            sections: vec![SectionId(0)],
            sentence: None,
            what: String::new(),
            said: Some("The council decided to order a heat pump.".to_owned()),
            differs: false,
            disputed: false,
            gives_way: false,
            source: Some(DocumentId(2)),
        }];
        let events = auto_apply(&study, &EVEN);
        matches!(
            events.last(),
            Some(Event::AutoApplied { applied: true, .. })
        )
    };
    assert!(!with(
        "FC Lindholm won 3 to 1 against Esby on 20 August [2]."
    ));
    assert!(with("The council decided to order a heat pump [2]."));
    assert!(with(
        "A pump in the harbour is to warm the homes of Lindholm [2]."
    ));
}

#[test]
fn a_figure_of_an_earlier_year_may_give_way_to_that_of_a_later_one() {
    const OLD: &str = "The plant of Lindholm served 18,400 households in 2025 [1].";
    const NEW: &str = "The plant of Lindholm served 19,200 households in 2026 [2].";
    const OTHER: &str = "The plant of Lindholm closes its gates in 2026 [2].";
    let stays = || Piece::Settled(format!("{PRICE} "));
    let with = |new: &str| applied(vec![stays(), change(1, OLD, new)], &[OLD, PRICE, new]);
    assert!(with(NEW));
    assert!(!with(OTHER));
}

#[test]
fn what_is_accepted_by_itself_is_undone_in_one_step() {
    let mut study = proposing(vec![change(1, FELL, NEWER)], &[FELL, NEWER]);
    let other = proposing(
        vec![change(2, PRICE, "The main cause was the higher price [1].")],
        &[],
    );
    study.sections.extend(other.sections);
    let before = study.texts(Reading::Accepted);
    let events = auto_apply(&study, &EVEN);
    assert_eq!(events.len(), 3);
    for event in &events {
        study.apply(event);
    }
    assert_ne!(study.texts(Reading::Accepted), before);
    study.apply(&Event::Undone);
    assert_eq!(study.texts(Reading::Accepted), before);
    study.apply(&Event::Redone);
    assert!(study.texts(Reading::Accepted).concat().contains(NEWER));
}

#[test]
fn what_stands_in_the_way_waits_and_is_told_and_the_blameless_come_in() {
    let pieces = vec![
        change(1, FELL, NEWER),
        Piece::Settled(" ".to_owned()),
        change(2, PRICE, ""),
    ];
    let mut study = proposing(pieces, &[FELL, NEWER, PRICE]);
    let events = auto_apply(&study, &EVEN);
    let Some(Event::AutoApplied {
        applied, why, left, ..
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert!(applied);
    let left: Vec<HunkId> = left.iter().map(|one| one.hunk).collect();
    assert_eq!(left, [HunkId(2)], "each with its reason");
    assert!(
        why.starts_with("1 of 2 changes accepted automatically"),
        "{why}"
    );
    assert!(
        why.contains("left to you: change 2 in") && why.contains(PRICE),
        "{why}"
    );
    for event in &events {
        study.apply(event);
    }
    assert_eq!(study.texts(Reading::Accepted), [format!("{NEWER} {PRICE}")]);
    assert_eq!(study.open_hunks(), 1);
}

#[test]
fn a_change_that_hangs_on_one_that_waits_waits_with_it() {
    let taken = "It was too high for most [1].";
    let pointing = " This holds for the small firms [1].";
    let pieces = vec![
        Piece::Settled(FELL.to_owned()),
        change(1, "", " The price rose by 9 percent [9]."),
        change(2, "", pointing),
    ];
    let mut study = proposing(
        pieces,
        &[
            FELL,
            "The price rose by 9 percent [9].",
            pointing.trim(),
            taken,
        ],
    );
    std::sync::Arc::make_mut(&mut study.sections[0].claims)[1].verdict = Verdict::Unsupported;
    let events = auto_apply(&study, &EVEN);
    let [
        Event::AutoApplied {
            applied: false,
            why,
            ..
        },
    ] = events.as_slice()
    else {
        panic!("{events:?}");
    };
    assert!(why.contains("change 2 in  goes with change 1"), "{why}");
}

#[test]
fn a_decision_in_the_place_of_a_proposal_does_not_say_what_was_proposed() {
    const PROPOSED: &str =
        "The finance committee proposed closing the Hartwell branch on 30 September 2025 [1].";
    let (stays, rejected) = (
        "The branch stays open for two days a week from October 2025 [6].",
        "On 9 May 2025 the council rejected the closing of the Hartwell branch by 14 votes to 9 [6].",
    );
    let pieces = |new: &str| {
        vec![
            change(1, PROPOSED, new),
            change(2, "", &format!(" {rejected}")),
        ]
    };
    let claims = [PROPOSED, stays, rejected];
    let study = proposing(pieces(stays), &claims);
    let events = auto_apply(&study, &EVEN);
    assert!(
        matches!(&events[..], [Event::HunksDecided { hunks, .. }, _] if *hunks == [HunkId(2)]),
        "{events:?}"
    );
    let told = "The proposal of the finance committee to close the Hartwell branch on 30 September 2025 was rejected [6].";
    assert!(applied(pieces(told), &[PROPOSED, told, rejected]));
}

#[test]
fn a_figure_that_its_source_bears_out_is_not_lost_to_another_of_the_same_thing() {
    const SHARE: &str = "A seawater heat pump of 40 MW in the harbour could supply 68 % of the district heating demand of Lindholm [1].";
    const OFFER: &str = "The manufacturer offered the seawater heat pump of 40 MW in the harbour of Lindholm for the district heating for 52 million euros [2].";
    let stays = || Piece::Settled(format!("{PRICE} "));
    let claims = [PRICE, SHARE, OFFER];
    assert!(!applied(vec![stays(), change(1, SHARE, OFFER)], &claims));
    // Beside it, or with what it said, it may stand.
    let both = format!("{SHARE} {OFFER}");
    assert!(applied(vec![stays(), change(1, SHARE, &both)], &claims));
}

#[test]
fn what_lowers_the_measured_score_without_the_changes_that_wait_is_left_as_well() {
    let pieces = vec![change(1, FELL, NEWER), change(2, &format!(" {PRICE}"), "")];
    let study = proposing(pieces, &[FELL, NEWER, PRICE]);
    let scores = Composites {
        measured: &|_, reading| {
            if reading == Reading::Accepted {
                4.0
            } else {
                3.0
            }
        },
        ..EVEN
    };
    let events = auto_apply(&study, &scores);
    assert!(matches!(
        &events[..],
        [Event::AutoApplied { applied: false, .. }]
    ));
}

#[test]
fn what_is_asked_is_told_though_the_text_reads_worse_with_it() {
    let told = |completeness: &dyn Fn(&Study, Reading) -> f32| {
        let study = proposing(vec![change(1, "", NEWER)], &[NEWER]);
        let scores = Composites {
            candidate: 3.9,
            completeness,
            ..EVEN
        };
        auto_apply(&study, &scores)
    };
    let applied = |events: &[Event]| events.len() > 1;
    assert!(!applied(&told(&|_, _| 4.0)));
    let more = |_: &Study, reading| {
        if reading == Reading::Accepted {
            3.0
        } else {
            3.5
        }
    };
    let events = told(&more);
    assert!(applied(&events));
    let Some(Event::AutoApplied { why, .. }) = events.last() else {
        panic!("{events:?}");
    };
    assert!(why.contains("what is asked is told"), "{why}");
}

#[test]
fn what_is_said_of_the_scores_is_what_was_scored_and_by_whom() {
    let told = |by, accepted, candidate| {
        let study = proposing(vec![change(1, FELL, NEWER)], &[FELL, NEWER]);
        let scores = Composites {
            accepted,
            candidate,
            by,
            ..EVEN
        };
        let events = auto_apply(&study, &scores);
        let Some(Event::AutoApplied { why, .. }) = events.last() else {
            panic!("{events:?}");
        };
        why.clone()
    };
    assert_eq!(
        told(ScoredBy::Judge, 3.2, 4.0),
        "1 change accepted automatically: the judge's score goes from 3.2 to 4.0, no verdict is worse"
    );
    assert_eq!(
        told(ScoredBy::Measure, 4.0, 4.0),
        "1 change accepted automatically: the measured score stays 4.0, no verdict is worse"
    );
    assert_eq!(
        told(ScoredBy::JudgeOfProposed, 4.0, 4.0),
        "1 change accepted automatically: the judge gives the proposed text 4.0, which is good enough, and has not scored the accepted one, no verdict is worse"
    );
    assert_eq!(
        told(ScoredBy::Judge, 4.0, 3.9),
        "nothing was accepted automatically: the proposed text scores 3.90, the accepted one 4.00 (both judged)"
    );
}

/// Scores by which a text with a sentence is better than one without.
fn better_with(sentence: &'static str) -> impl Fn(&Study, Reading) -> f32 {
    move |study, reading| {
        let texts = study.texts(reading).concat();
        if texts.contains(sentence) { 4.0 } else { 3.0 }
    }
}

fn is_applied(study: &Study, measured: &dyn Fn(&Study, Reading) -> f32) -> Vec<HunkId> {
    let scores = Composites {
        accepted: measured(study, Reading::Accepted),
        candidate: measured(study, Reading::Candidate),
        by: ScoredBy::Measure,
        measured,
        ..EVEN
    };
    let events = auto_apply(study, &scores).into_iter();
    let hunks = events.filter_map(|event| match event {
        Event::HunksDecided { hunks, .. } => Some(hunks),
        _ => None,
    });
    hunks.flatten().collect()
}

#[test]
fn what_no_source_holds_any_longer_goes_whatever_the_score() {
    use crate::study::{DocumentId, Provenance, fixture};
    const GONE: &str = "Stocks grew to 9 weeks in 40 towns [2].";
    let mut study = Study::fold(&[
        fixture::opened("why?", &["Situation"]),
        fixture::added(1),
        fixture::added(2),
        fixture::numbered(&[1, 2]),
        Event::SectionWritten {
            section: SectionId(0),
            text: format!("{PRICE} {GONE}"),
            warnings: vec![],
            provenance: Provenance::default(),
        },
    ]);
    study.sections[0].revision = Some(Revision {
        pieces: vec![
            Piece::Settled(PRICE.to_owned()),
            change(1, &format!(" {GONE}"), ""),
            change(2, "", " Rain fell in Lund on 3 May [1]."),
        ],
    });
    let measured = better_with(GONE);
    assert_eq!(is_applied(&study, &measured), []);
    assert_eq!(without_what_is_gone(&study), []);
    study.apply(&Event::DocumentsTakenOut {
        documents: vec![DocumentId(2)],
        undoable: true,
    });
    assert!(is_applied(&study, &measured).contains(&HunkId(1)));
    assert_eq!(without_what_is_gone(&study).len(), 2);
}

#[test]
fn what_newer_evidence_corrects_goes_whatever_the_score() {
    let mut study = proposing(vec![change(1, FELL, NEWER)], &[FELL, NEWER]);
    let measured = better_with(FELL);
    assert_eq!(is_applied(&study, &measured), []);
    study.weighed = vec![NewsNote {
        sections: vec![SectionId(0)],
        sentence: Some(FELL.to_owned()),
        what: String::new(),
        said: Some(NEWER.to_owned()),
        differs: true,
        disputed: false,
        gives_way: true,
        source: None,
    }];
    assert_eq!(is_applied(&study, &measured), [HunkId(1)]);
}

#[test]
fn what_was_borne_out_before_the_news_is_not_taken_away_for_nothing_and_both_scores_are_told() {
    let stood = proposing(
        vec![Piece::Settled(format!("{PRICE} {FELL}"))],
        &[FELL, PRICE],
    );
    let told = |after: &str| {
        let pieces = vec![Piece::Settled(format!("{PRICE} ")), change(1, FELL, after)];
        let mut study = proposing(pieces, &[FELL, PRICE, NEWER]);
        for claim in std::sync::Arc::make_mut(&mut study.sections[0].claims) {
            if claim.text == FELL {
                claim.verdict = Verdict::Partial;
            }
        }
        let scores = Composites {
            stood: Some(Stood {
                study: &stood,
                composite: 4.4,
            }),
            ..EVEN
        };
        match auto_apply(&study, &scores).pop() {
            Some(Event::AutoApplied { applied, why, .. }) => (applied, why),
            other => panic!("{other:?}"),
        }
    };
    let (applied, why) = told("");
    assert!(
        !applied && why.contains("borne out before the news"),
        "{why}"
    );
    let (applied, why) = told(NEWER);
    assert!(applied, "{why}");
    assert!(
        why.contains("goes from 4.4 to 4.0 (as it stood, 4.00 by the new evidence)"),
        "{why}"
    );
}

#[test]
fn a_change_by_which_what_stands_beside_it_has_a_worse_verdict_is_not_accepted_by_itself() {
    let study = proposing(
        vec![Piece::Settled(format!("{PRICE} ")), change(1, FELL, NEWER)],
        &[FELL, PRICE, NEWER],
    );
    let settled = |study: &Study| {
        let mut after = study.clone();
        for claim in std::sync::Arc::make_mut(&mut after.sections[0].claims) {
            if claim.text == PRICE {
                claim.verdict = Verdict::Partial;
            }
        }
        Some((after, 4.0))
    };
    let scores = Composites {
        settled: &settled,
        ..EVEN
    };
    let events = auto_apply(&study, &scores);
    let Some(Event::AutoApplied {
        applied: false,
        why,
        left,
        ..
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert!(why.contains("worse verdict, partial"), "{why}");
    assert_eq!(left.len(), 1);
}
