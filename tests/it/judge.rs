//! `tercet judge` and the scores of a study: any report in five dimensions, measured or by a model, and what leaves with a brief.

use serde_json::{Value, json};

use super::program::{Place, Ran, finished};
use super::server::Server;

const MARKET: &str = "# Heat pump market 2024\n\nSales of heat pumps fell by 12 percent in 2024. Manufacturers blamed uncertain subsidies for the fall in sales.\n\nThe average price rose to 14,200 euros.\n";
const POLICY: &str = "Policy review\n\nThe government cut the subsidy for heat pumps from 40 to 30 percent in March 2024. The ministry expects sales to recover in 2026.\n";

const REPORT: &str = "# Why did sales of heat pumps fall?\n\n## Situation\n\nSales of heat pumps fell by 12 percent in 2024 [1]. The average price rose to 14,200 euros [1].\n\n\
    ## Complication\n\nManufacturers blamed uncertain subsidies for the fall in sales [1]. The government cut the subsidy for heat pumps from 40 to 30 percent in March 2024 [2].\n\n\
    ## Resolution\n\nThe ministry expects sales to recover in 2026 [2]. No other measure for sales is proposed in the review of subsidies [2].\n\n\
    ## Sources\n\n1. Heat pump market 2024, market.md\n2. Policy review, policy.txt\n";

fn evidence(place: &Place) {
    place.file("sources/market.md", MARKET);
    place.file("sources/policy.txt", POLICY);
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

fn judged(place: &Place, report: &str, more: &[&str]) -> (i32, Value) {
    place.file("report.md", report);
    let ran = place.run(&[&["judge", "report.md", "sources", "--json"], more].concat());
    (ran.status, json(&ran))
}

fn figure(told: &Value, dimension: &str) -> f64 {
    told["scores"][dimension]["score"]
        .as_f64()
        .expect("a figure")
}

#[test]
fn a_report_gets_five_scores_with_reasons_and_a_composite() {
    let place = Place::new();
    evidence(&place);
    let (status, told) = judged(&place, REPORT, &[]);
    assert_eq!(status, 0, "{told:#}");
    assert_eq!(told["question"], "Why did sales of heat pumps fall?");
    assert_eq!(told["by"], "measured");
    assert_eq!(told["passed"], true);
    for dimension in ["accuracy", "completeness", "coverage", "coherence", "bias"] {
        assert!((1.0..=5.0).contains(&figure(&told, dimension)), "{told:#}");
        let reason = told["scores"][dimension]["reason"]
            .as_str()
            .expect("a reason");
        assert!(!reason.is_empty(), "{dimension}: {told:#}");
    }
    assert!(
        told["composite"].as_f64().expect("a figure") >= 4.0,
        "{told:#}"
    );

    let ran = place.run(&["judge", "report.md", "sources"]);
    for said in [
        "measured without a model",
        "accuracy ",
        "composite ",
        "the threshold of 3.5 is reached",
    ] {
        assert!(ran.out.contains(said), "{said}: {}", ran.out);
    }
}

#[test]
fn what_is_wrong_in_a_report_lowers_its_scores_names_the_sentence_and_fails_below_the_threshold() {
    let place = Place::new();
    evidence(&place);
    let (_, clean) = judged(&place, REPORT, &[]);
    let faulty = REPORT
        .replace("fell by 12 percent", "rose by 21 percent")
        .replace("14,200", "19,900")
        .replace("from 40 to 30", "from 30 to 45");
    let (status, told) = judged(&place, &faulty, &["--threshold", "4.5"]);
    assert!(
        figure(&told, "accuracy") < figure(&clean, "accuracy") - 1.0,
        "{told:#}"
    );
    assert!(told["composite"].as_f64() < clean["composite"].as_f64());
    let named = told["scores"]["accuracy"]["sentences"].to_string();
    assert!(named.contains("rose by 21 percent"), "{named}");
    assert_eq!((status, &told["passed"]), (1, &json!(false)));
}

#[test]
fn the_question_can_be_named_and_decides_what_is_complete() {
    let place = Place::new();
    evidence(&place);
    let (_, own) = judged(&place, REPORT, &[]);
    let (_, other) = judged(
        &place,
        REPORT,
        &["--question", "Which ferries sail to Tromsø in winter?"],
    );
    assert_eq!(other["question"], "Which ferries sail to Tromsø in winter?");
    assert!(
        figure(&other, "completeness") < figure(&own, "completeness") - 1.0,
        "{other:#}"
    );
    assert!((figure(&other, "accuracy") - figure(&own, "accuracy")).abs() < 1e-9);
}

#[test]
fn what_cannot_be_judged_is_said() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", REPORT);
    let check = |arguments: &[&str], status: i32, expected: &str| {
        let ran = place.run(arguments);
        assert_eq!(ran.status, status, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    };
    check(
        &["judge", "report.md"],
        2,
        "there is no evidence to check it against",
    );
    check(&["judge", "missing.md", "sources"], 3, "missing.md");
    check(
        &["judge", "report.md", "nothing-here"],
        3,
        "none of the evidence could be read",
    );
    check(
        &["judge", "report.md", "sources", "--threshold", "9"],
        2,
        "from 1 to 5",
    );
    check(
        &["judge", "report.md", "sources", "--model", "extractive"],
        2,
        "cannot judge",
    );
    check(&["judge", "last"], 3, "there is no study yet");
    check(&["judge", "7"], 3, "there is no study 7");
}

/// Scores as a judge answers them.
fn answer(accuracy: f64) -> String {
    let one = |score: f64, reason: &str, sentences: Value| json!({"score": score, "reason": reason, "sentences": sentences});
    json!({
        "accuracy": one(accuracy, "the figures hold", json!([1])),
        "completeness": one(3.0, "the causes are thin", json!([])),
        "coverage": one(4.0, "both sources are used", json!([])),
        "coherence": one(5.0, "it reads well", json!([])),
        "bias": one(4.0, "one ministry speaks", json!([])),
    })
    .to_string()
}

const JUDGED_BY_A_MODEL: [&str; 6] = [
    "judge",
    "report.md",
    "sources",
    "--model",
    "openai/m",
    "--json",
];

fn with_model(place: &Place, server: &Server, arguments: &[&str]) -> Ran {
    let mut command = place.command(arguments);
    command
        .env("OPENAI_BASE_URL", server.base_url())
        .env("OPENAI_API_KEY", "sk-none");
    finished(command.output().expect("started"))
}

#[test]
fn a_model_scores_a_report_with_the_measured_scores_beside_its_own() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", REPORT);
    let server = Server::model(|_| answer(4.5));
    let ran = with_model(&place, &server, &JUDGED_BY_A_MODEL);
    let told = json(&ran);
    assert_eq!(told["by"], "openai/m", "{told:#}");
    assert!((figure(&told, "accuracy") - 4.5).abs() < 1e-6);
    assert_eq!(told["scores"]["accuracy"]["reason"], "the figures hold");
    assert_eq!(
        told["scores"]["accuracy"]["sentences"],
        json!(["Sales of heat pumps fell by 12 percent in 2024 [1]."])
    );
    assert!(
        told["scores"]["accuracy"]["measured"]
            .as_f64()
            .expect("a figure")
            > 4.0
    );
    // 0.3 · 4.5 + 0.25 · 3 + 0.2 · 4 + 0.15 · 5 + 0.1 · 4
    assert!((told["composite"].as_f64().expect("a figure") - 4.05).abs() < 1e-6);
    // The judge sees the text, the verdicts and the evidence.
    let asked = server
        .requests()
        .last()
        .expect("a request")
        .json()
        .to_string();
    for shown in ["recover in 2026", "supported", "uncertain subsidies"] {
        assert!(asked.contains(shown), "{shown}: {asked}");
    }
}

#[test]
fn an_answer_that_cannot_be_read_is_asked_for_once_more_and_then_the_measured_scores_stand() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", REPORT);
    let server = Server::model(|_| "I would say four out of five.".to_owned());
    let told = json(&with_model(&place, &server, &JUDGED_BY_A_MODEL));
    let chats = server
        .requests()
        .into_iter()
        .filter(|seen| seen.path.ends_with("/chat/completions"));
    assert_eq!(chats.count(), 2);
    assert_eq!(told["by"], "measured");
    let note = told["note"].as_str().expect("a note");
    assert!(
        note.contains("openai/m gave no usable answer")
            && note.contains("measured scores are kept"),
        "{note}"
    );
}

const QUESTION: &str = "Why did sales of heat pumps fall?";

#[test]
fn a_study_is_scored_by_its_number_and_its_scores_leave_with_the_brief() {
    let place = Place::new();
    evidence(&place);
    let ran = place.run(&["run", QUESTION, "sources"]);
    assert!(
        ran.out.contains("\ncomposite: ") && ran.out.contains("\nscored_by: \"measured\"\n"),
        "{}",
        ran.out
    );
    let told = json(&place.run(&["judge", "last", "--json"]));
    assert_eq!(told["question"], QUESTION);
    assert_eq!(told["name"], "study 1");
    let composite = told["composite"].as_f64().expect("a figure");
    let front = ran
        .out
        .lines()
        .find_map(|line| line.strip_prefix("composite: "))
        .expect("a composite");
    let front: f64 = front.parse().expect("a figure");
    assert!((front - composite).abs() < 0.011, "{front} {composite}");
    assert!(!ran.out.contains("## Scorecard"));

    let exported = place.run(&["export", "last", "--scores"]).out;
    let card = exported.split("## Scorecard").nth(1).expect("a scorecard");
    assert!(card.contains("measured without a model"), "{card}");
    for dimension in [
        "| accuracy | 30 % |",
        "| completeness | 25 % |",
        "| coverage | 20 % |",
        "| coherence | 15 % |",
        "| bias | 10 % |",
        "| composite | 100 % |",
    ] {
        assert!(card.contains(dimension), "{dimension}: {card}");
    }
    // What is appended about the brief is none of its claims.
    place.file("brief.md", &exported);
    let verified = json(&place.run(&["verify", "brief.md", "sources", "--json"]));
    let claims = verified["claims"].to_string();
    assert!(!claims.contains("measured without"), "{claims}");
}

#[test]
fn what_a_model_said_of_a_study_is_kept_in_it() {
    let place = Place::new();
    evidence(&place);
    place.run(&["run", QUESTION, "sources"]);
    let server = Server::model(|_| answer(4.0));
    let ran = with_model(&place, &server, &["judge", "1", "--model", "openai/m"]);
    assert!(
        ran.out.contains("judged by openai/m") && ran.out.contains("the figures hold"),
        "{}{}",
        ran.out,
        ran.err
    );
    let asked = server.requests().len();
    let told = json(&place.run(&["judge", "1", "--json"]));
    assert_eq!(
        (told["by"].as_str(), told["stale"].as_bool()),
        (Some("openai/m"), Some(false))
    );
    assert_eq!(server.requests().len(), asked, "nothing is asked twice");
    let exported = place.run(&["export", "1", "--scores"]).out;
    assert!(
        exported.contains("\nscored_by: \"openai/m\"\n") && exported.contains("judged by openai/m"),
        "{exported}"
    );
}

#[test]
fn a_judge_is_not_asked_beyond_what_the_study_may_take() {
    let place = Place::new();
    evidence(&place);
    place.run(&["run", QUESTION, "sources", "--max-tokens", "100"]);
    let server = Server::model(|_| answer(4.0));
    let ran = with_model(&place, &server, &["judge", "1", "--model", "openai/m"]);
    assert!(server.requests().is_empty(), "{}", ran.out);
    assert!(
        ran.out
            .contains("the study's budget is reached (0 of 100 tokens are spent"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("measured without a model"), "{}", ran.out);
}

#[test]
fn a_run_with_a_judge_shows_its_scores_in_the_brief() {
    let place = Place::new();
    evidence(&place);
    let config = place.file("judged.toml", "[run]\njudge = true\nreflect = false\nrevisions = 0\ndecisions = 0\n\n[tiers]\ncritic = \"extractive\"\n");
    let server = Server::model(|seen| {
        let asked = seen.json().to_string();
        if asked.contains("\\\"accuracy\\\"") || asked.contains("\"accuracy\"") {
            answer(4.0)
        } else {
            "Sales of heat pumps fell by 12 percent in 2024 [1]. The government cut the subsidy for heat pumps from 40 to 30 percent in March 2024 [2].".to_owned()
        }
    });
    let arguments = [
        "run", QUESTION, "sources", "--model", "openai/m", "--config", &config,
    ];
    let ran = with_model(&place, &server, &arguments);
    assert!(
        ran.out.contains("\nscored_by: \"openai/m\"\n"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("\ncomposite: 3.90\n"), "{}", ran.out);
}
