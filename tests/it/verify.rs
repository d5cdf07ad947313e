//! `tercet verify` and `tercet conflicts`: any report against its evidence, a sidecar checked against it again, and pairs line by line.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use super::program::{Place, Ran, finished};

const MARKET: &str = "# Heat pump market 2024\n\nSales of heat pumps fell by 12 percent in 2024. Manufacturers blamed uncertain subsidies.\n\nThe average price rose to 14,200 euros.\n";
const POLICY: &str = "Policy review\n\nThe government cut the subsidy from 40 to 30 percent in March 2024. The ministry expects sales to recover in 2026.\n";

fn evidence(place: &Place) {
    place.file("sources/market.md", MARKET);
    place.file("sources/policy.txt", POLICY);
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// Each claim's verdict, in order.
fn verdicts(told: &Value) -> Vec<String> {
    let claims = told["claims"].as_array().expect("claims");
    let verdict = |claim: &Value| claim["verdict"].as_str().expect("a verdict").to_owned();
    claims.iter().map(verdict).collect()
}

fn checked(place: &Place, report: &str) -> (i32, Value) {
    place.file("report.md", report);
    let ran = place.run(&["verify", "report.md", "sources", "--json"]);
    (ran.status, json(&ran))
}

fn with_input(place: &Place, arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = place
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writing = std::thread::spawn(move || {
        // The program need not read to the end.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("ended");
    writing.join().expect("written");
    finished(output)
}

#[test]
fn every_claim_gets_its_verdict_reason_and_evidence() {
    let place = Place::new();
    evidence(&place);
    let report = "# Why sales fell\n\n## Situation\n\nSales of heat pumps fell by 12 percent in 2024 [1]. The average price rose to 15,200 euros [1].\n\n## Complication\n\n\
                  The government cut the subsidy from 40 to 30 percent in March 2024 [2]. Installers went out of business in large numbers.\n\
                  The ministry expects sales to recover in 2026 [3].\n\n## Sources\n\n1. Heat pump market 2024, market.md\n2. Policy review. https://gov.example/policy\n3. Lost study. https://gov.example/lost\n";
    let (status, told) = checked(&place, report);
    assert_eq!(status, 1);
    assert_eq!(
        verdicts(&told),
        [
            "supported",
            "contradicted",
            "supported",
            "uncited",
            "unchecked"
        ]
    );
    let claim = &told["claims"][2];
    assert_eq!(claim["section"], "Complication");
    assert_eq!(claim["line"], 9);
    assert_eq!(claim["citations"], serde_json::json!([2]));
    assert_eq!(claim["evidence"]["document"], "policy.txt");
    assert_eq!(
        claim["evidence"]["quote"],
        "The government cut the subsidy from 40 to 30 percent in March 2024."
    );
    let missing = told["claims"][4]["reason"].as_str().unwrap();
    assert!(
        missing.contains("Lost study is not in the evidence"),
        "{missing}"
    );
    assert_eq!(told["summary"]["supported"], 2);
    assert_eq!(told["summary"]["passed"], false);
    assert_eq!(told["sources"][1]["matched"], "by its title");
    assert_eq!(
        place.kept(),
        Vec::<std::path::PathBuf>::new(),
        "nothing is kept"
    );
}

#[test]
fn for_people_it_is_told_by_section_with_marks_and_words() {
    let place = Place::new();
    evidence(&place);
    place.file(
        "report.md",
        "## Prices\n\nThe average price rose to 14,200 euros [1].\n\n## Outlook\n\nSales will recover in 2031 [2].\n",
    );
    let ran = place.run(&[
        "verify",
        "report.md",
        "sources/market.md",
        "sources/policy.txt",
    ]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    insta::assert_snapshot!(ran.out, @"
    report.md: 2 claims against 2 documents

    Sources
      [1]: market.md (by its position in the list)
      [2]: policy.txt (by its position in the list)

    Prices
      ✓ supported    The average price rose to 14,200 euros [1].  (line 3)
                     word for word in [1]
                     “The average price rose to 14,200 euros.” market.md

    Outlook
      ! contradicted Sales will recover in 2031 [2].  (line 7)
                     2031 is not in [2]; [2] says 2026
                     “The ministry expects sales to recover in 2026.” policy.txt

    1 supported · 1 contradicted
    ");
}

#[test]
fn a_report_that_holds_is_told_by_the_status() {
    let place = Place::new();
    evidence(&place);
    let (status, told) = checked(
        &place,
        "The average price rose to 14,200 euros (market.md).\n",
    );
    assert_eq!((status, verdicts(&told)), (0, vec!["supported".to_owned()]));
    let (status, told) = checked(&place, "# Only a heading\n");
    assert_eq!((status, verdicts(&told)), (0, Vec::new()));
}

#[test]
fn every_style_of_citing_finds_its_document() {
    let place = Place::new();
    evidence(&place);
    let price = "The average price rose to 14,200 euros";
    for report in [
        format!("{price} [1].\n\n## References\n\n[1]: <sources/market.md> \"Market\"\n"),
        format!("{price}[^m].\n\n[^m]: Heat pump market 2024, p. 3.\n"),
        format!("{price} 【1†market.md】.\n"),
        format!("{price} ([market](sources/market.md)).\n"),
        format!("{price} (market.md, p. 3).\n"),
        format!("{price} [market.md].\n"),
        format!("{price} [@market].\n"),
        format!("{price} (Heat pump market 2024, p. 2).\n"),
        format!("{price} (https://a.example/market.md#prices).\n"),
        format!(
            "{price} [4].\n\n**Sources**\n\n- [4] Heat pump market 2024 (https://a.example/x)\n- [5] Policy review\n"
        ),
    ] {
        let (status, told) = checked(&place, &report);
        assert_eq!(verdicts(&told), ["supported"], "{report}\n{told}");
        assert_eq!(
            told["claims"][0]["evidence"]["document"], "market.md",
            "{report}"
        );
        assert_eq!(status, 0, "{report}");
    }
}

#[test]
fn numbers_without_a_list_are_the_evidence_in_its_order() {
    let place = Place::new();
    evidence(&place);
    let price = "The average price rose to 14,200 euros [2]. The ministry expects sales to recover in 2026 [1].\n";
    place.file("report.md", price);
    let ran = place.run(&[
        "verify",
        "report.md",
        "sources/policy.txt",
        "sources/market.md",
        "--json",
    ]);
    let told = json(&ran);
    assert_eq!(verdicts(&told), ["supported", "supported"]);
    assert_eq!(told["sources"][0]["matched"], "by its position in the list");
    // More numbers than evidence: nothing says which is which.
    let ran = place.run(&["verify", "report.md", "sources/market.md", "--json"]);
    assert_eq!(verdicts(&json(&ran)), ["unchecked", "unchecked"]);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_number_that_names_nothing_is_no_support() {
    let place = Place::new();
    evidence(&place);
    let (status, told) = checked(
        &place,
        "The average price rose to 14,200 euros [7].\n\n## Sources\n\n1. market.md\n2. policy.txt\n",
    );
    assert_eq!(
        (status, verdicts(&told)),
        (1, vec!["unsupported".to_owned()])
    );
    assert_eq!(told["claims"][0]["citations"], serde_json::json!([7]));
    let reason = told["claims"][0]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("[7] names no source of the report"),
        "{reason}"
    );
    let warnings = told["warnings"].to_string();
    assert!(
        warnings.contains("[1-2] are never cited") || warnings.contains("[1, 2] are never cited"),
        "{warnings}"
    );
}

#[test]
fn evidence_that_cannot_be_read_is_named_and_its_claims_are_unchecked() {
    let place = Place::new();
    evidence(&place);
    place.file("sources/broken.pdf", "%PDF-1.7\nnothing follows");
    place.file(
        "report.md",
        "The average price rose to 14,200 euros [1]. Nothing else was ever sold there [2].\n\n## Sources\n\n1. market.md\n2. broken.pdf\n",
    );
    let ran = place.run(&["verify", "report.md", "sources", "--json"]);
    let told = json(&ran);
    assert_eq!(verdicts(&told), ["supported", "unchecked"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("broken.pdf"), "{}", ran.err);
    let reason = told["claims"][1]["reason"].as_str().unwrap();
    assert!(reason.contains("could not be read"), "{reason}");
    let ran = place.run(&["verify", "report.md", "sources/broken.pdf", "missing.md"]);
    assert_eq!((ran.status, ran.out.as_str()), (3, ""));
}

#[test]
fn what_cannot_be_meant_is_a_usage_error() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", "x");
    for (arguments, words) in [
        (&["verify"][..], "required"),
        (&["verify", "report.md"], "there is no evidence"),
        (&["verify", "-", "-"], "standard input"),
        (
            &["verify", "--pairs", "p", "report.md"],
            "cannot be used with",
        ),
        (&["verify", "-", "sources", "--sidecar"], "--sidecar needs"),
        (&["conflicts"], "required"),
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
    }
    for (report, words) in [
        ("gone.md", "no such file"),
        ("sources", "is a folder; name the report file"),
    ] {
        let ran = place.run(&["verify", report, "sources"]);
        assert_eq!(ran.status, 3, "{report}: {}", ran.err);
        assert!(ran.err.contains(words), "{report}: {}", ran.err);
    }
    place.file("binary.md", b"\x7fELF\0\0\0\x01\0\0\xff\xfe\0\0");
    let ran = place.run(&["verify", "binary.md", "sources"]);
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("binary.md"), "{}", ran.err);
}

#[test]
fn the_report_can_come_from_a_pipe_and_is_no_evidence_for_itself() {
    let place = Place::new();
    evidence(&place);
    let report = b"The average price rose to 14,200 euros (market.md).\n";
    let ran = with_input(&place, &["verify", "-", "sources", "--json"], report);
    assert_eq!(verdicts(&json(&ran)), ["supported"], "{}", ran.err);
    place.file(
        "sources/report.md",
        "Every installer closed for good in May.\n",
    );
    let ran = place.run(&["verify", "sources/report.md", "sources", "--json"]);
    let told = json(&ran);
    assert_eq!(verdicts(&told), ["uncited"]);
    assert_eq!(told["claims"][0]["reason"], "no citation");
    assert_eq!(told["documents"].as_array().unwrap().len(), 2);
}

#[test]
fn nothing_in_a_report_reaches_the_terminal_raw() {
    let place = Place::new();
    evidence(&place);
    place.file(
        "report.md",
        "# A \u{1b}]0;title\u{7}heading\n\nThe \u{1b}[31maverage\u{202e} price rose to 14,200 euros [1\u{1b}[0m].\n\n## Sources\n\n1. mark\u{1b}[2Jet.md\n",
    );
    for arguments in [
        &["verify", "report.md", "sources"][..],
        &["verify", "report.md", "sources", "--json"],
    ] {
        let ran = place.run(arguments);
        let hostile = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!ran.out.contains(hostile), "{:?}", ran.out);
        assert!(ran.out.contains("average price"), "{:?}", ran.out);
    }
}

#[test]
fn a_large_report_is_read_to_its_end() {
    let place = Place::new();
    evidence(&place);
    let line = |at| format!("District {at} sold heat pumps for 14,200 euros on average [1].\n\n");
    let mut report = (0..2_000).map(line).collect::<Vec<_>>().concat();
    report.push_str(&"x".repeat(200_000));
    let (status, told) = checked(&place, &report);
    assert_eq!(status, 1);
    assert!(told["claims"].as_array().unwrap().len() >= 2_000);
}

#[test]
fn the_links_of_a_web_page_are_its_citations() {
    let place = Place::new();
    evidence(&place);
    let paragraph = "<p>Sales of heat pumps fell by 12 percent in 2024, says the <a href=https://gov.example/market>market report</a>. \
        The average price rose to 14,200 euros, as the report says as well. The year was a hard one for many of the people in this trade.</p>";
    place.file(
        "report.html",
        format!("<html><body><article><h1>Why sales fell</h1>{paragraph}</article></body></html>"),
    );
    let ran = place.run(&["verify", "report.html", "sources", "--json"]);
    let told = json(&ran);
    let claims = told["claims"].as_array().expect("claims");
    let first = claims[0]["text"].as_str().unwrap();
    assert!(first.starts_with("Sales of heat pumps fell"), "{first}");
    assert!(
        ran.out.contains("https://gov.example/market"),
        "{}",
        ran.out
    );
    assert_ne!(claims[0]["verdict"], "uncited", "{}", ran.out);
}

/// The brief of a study over the evidence, with its sidecar.
fn brief(place: &Place) {
    evidence(place);
    let ran = place.run(&[
        "run",
        "Why did sales of heat pumps fall?",
        "sources",
        "--out",
        "brief.md",
    ]);
    assert!(ran.err.contains("brief.tercet.json"), "{}", ran.err);
}

fn rechecked(place: &Place, file: &str) -> Vec<String> {
    let ran = place.run(&["verify", file, "sources", "--json"]);
    let told = json(&ran);
    let claims = told["claims"].as_array().expect("claims").iter();
    let line = |claim: &Value| {
        format!(
            "{} {}",
            claim["verdict"].as_str().unwrap(),
            claim["text"].as_str().unwrap()
        )
    };
    claims.map(line).collect()
}

#[test]
fn one_changed_byte_makes_exactly_the_claims_stale_that_rest_on_it() {
    let place = Place::new();
    brief(&place);
    let whole = rechecked(&place, "brief.md");
    insta::assert_snapshot!(whole.join("\n"), @"
    supported Sales of heat pumps fell by 12 percent in 2024 [1].
    supported The average price rose to 14,200 euros [1].
    supported The ministry expects sales to recover in 2026 [2].
    ");
    place.file("sources/market.md", MARKET.replace("14,200", "14,300"));
    let price = whole
        .iter()
        .position(|line| line.contains("14,200"))
        .expect("the price is in the brief");
    for file in ["brief.md", "brief.tercet.json"] {
        let mut expected = whole.clone();
        expected[price] = expected[price].replace("supported", "stale");
        assert_eq!(rechecked(&place, file), expected, "{file}");
    }
    let ran = place.run(&["verify", "brief.md", "sources"]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.out
            .contains("no longer in market.md; checked anew it is contradicted"),
        "{}",
        ran.out
    );
}

#[test]
fn a_sentence_that_moved_still_bears_its_claim_out() {
    let place = Place::new();
    brief(&place);
    let whole = rechecked(&place, "brief.md");
    place.file(
        "sources/market.md",
        format!("{MARKET}\nA last word.\n").replace(
            "# Heat pump market 2024\n",
            "# Heat pump market 2024\n\nA first word on heat.\n",
        ),
    );
    assert_eq!(rechecked(&place, "brief.md"), whole);
    std::fs::remove_file(place.path("brief.md")).unwrap();
    assert_eq!(rechecked(&place, "brief.tercet.json"), whole);
}

#[test]
fn a_document_that_is_gone_leaves_its_claims_unchecked() {
    let place = Place::new();
    brief(&place);
    std::fs::remove_file(place.path("sources/policy.txt")).unwrap();
    let seen = rechecked(&place, "brief.tercet.json");
    let words: Vec<_> = seen
        .iter()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(words, ["supported", "supported", "unchecked"], "{seen:?}");
}

#[test]
fn an_edited_sentence_is_checked_anew() {
    let place = Place::new();
    brief(&place);
    let text = std::fs::read_to_string(place.path("brief.md")).unwrap();
    place.file("brief.md", text.replace("12 percent", "21 percent"));
    let ran = place.run(&["verify", "brief.md", "sources", "--json"]);
    let told = json(&ran);
    let edited: Vec<_> = told["claims"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|claim| claim["edited"] == true)
        .collect();
    assert_eq!(edited.len(), 1);
    assert_eq!(edited[0]["verdict"], "contradicted");
    assert_eq!(
        (&told["summary"]["removed"], &told["summary"]["stale"]),
        (&1.into(), &0.into())
    );
}

#[test]
fn a_foreign_report_can_have_a_sidecar_too() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", "The average price rose to 14,200 euros (market.md). The ministry expects sales to recover in 2026 (policy.txt).\n");
    let ran = place.run(&["verify", "report.md", "sources", "--sidecar"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    place.file("sources/policy.txt", POLICY.replace("2026", "2027"));
    let seen = rechecked(&place, "report.md");
    assert!(
        seen[0].starts_with("supported") && seen[1].starts_with("stale"),
        "{seen:?}"
    );
    let ran = place.run(&["verify", "report.md", "sources", "--fresh", "--json"]);
    assert_eq!(verdicts(&json(&ran)), ["supported", "contradicted"]);
    place.file(
        "report.tercet.json",
        "{\"tercet_sidecar\": 99, \"documents\": [], \"claims\": []}",
    );
    let ran = place.run(&["verify", "report.md", "sources"]);
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("newer Tercet"), "{}", ran.err);
}

#[test]
fn an_existing_sidecar_is_not_replaced_unasked() {
    let place = Place::new();
    evidence(&place);
    place.file("brief.tercet.json", "mine");
    let arguments = [
        "run",
        "Why did sales of heat pumps fall?",
        "sources",
        "--out",
        "brief.md",
    ];
    let ran = place.run(&arguments);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("brief.tercet.json exists already"),
        "{}",
        ran.err
    );
    assert!(!place.path("brief.md").exists());
    let ran = place.run(&[&arguments[..], &["--overwrite"]].concat());
    assert_ne!(
        std::fs::read_to_string(place.path("brief.tercet.json")).unwrap(),
        "mine",
        "{}",
        ran.err
    );
    let ran = place.run(&["export", "last", "--out", "alone.md", "--no-sidecar"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(place.path("alone.md").exists() && !place.path("alone.tercet.json").exists());
}

#[test]
fn pairs_are_answered_in_order_and_a_bad_line_in_its_place() {
    let place = Place::new();
    let lines = "{\"id\":1,\"claim\":\"The outage lasted 14 hours.\",\"evidence\":\"The outage lasted 14 hours. Repairs were slow.\",\"more\":[1]}\n\
                 not json\n\n\
                 {\"id\":\"b\",\"claim\":\"The outage lasted 41 hours.\",\"evidence\":[\"Roads are long.\",\"The outage lasted 14 hours.\"]}\n\
                 {\"id\":3,\"claim\":\"The outage lasted 41 hours.\",\"evidence\":[]}\n\
                 {\"id\":4,\"evidence\":\"x\"}\n\
                 {\"id\":5,\"claim\":\"The outage lasted 14 hours.\",\"evidence\":\"The outage lasted 14 hours.\"}";
    let ran = with_input(&place, &["verify", "--pairs", "-"], lines.as_bytes());
    let answers: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(
        ids,
        [
            Value::from(1),
            Value::Null,
            "b".into(),
            3.into(),
            4.into(),
            5.into()
        ]
    );
    let verdicts: Vec<_> = answers
        .iter()
        .map(|answer| answer["verdict"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(
        verdicts,
        [
            "supported",
            "-",
            "contradicted",
            "unchecked",
            "-",
            "supported"
        ]
    );
    assert_eq!(
        (&answers[1]["line"], &answers[4]["line"]),
        (&2.into(), &6.into())
    );
    assert!(
        answers[4]["error"]
            .as_str()
            .unwrap()
            .contains("no \"claim\"")
    );
    for answer in &answers {
        let score = answer["score"].as_f64();
        assert!(
            score.is_none_or(|score| (score >= 0.5) == (answer["verdict"] == "supported")),
            "{answer}"
        );
    }
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("2 lines could not be used"), "{}", ran.err);
}

#[test]
fn an_answer_comes_before_the_next_line_is_asked() {
    use std::io::{BufRead, BufReader};
    let place = Place::new();
    let mut child = place
        .command(&["conflicts", "--pairs", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"a\":\"Power prices rose last winter.\",\"b\":\"Power prices fell last winter.\"}}").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id);
        assert!((0.0..=1.0).contains(&answer["contradict"].as_f64().unwrap()));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_pairs_keep_their_order() {
    let place = Place::new();
    let line = |id| {
        format!(
            "{{\"id\":{id},\"claim\":\"The outage lasted {id} hours.\",\"evidence\":\"The outage lasted 14 hours.\"}}\n"
        )
    };
    let lines = (0..3_000).map(line).collect::<Vec<_>>().concat();
    let path = place.file("pairs.jsonl", lines);
    let ran = place.run(&["verify", "--pairs", &path]);
    let ids: Vec<_> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, (0..3_000).map(Value::from).collect::<Vec<_>>());
    assert_eq!(ran.status, 0);
}

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
