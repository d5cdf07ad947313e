//! `tercet verify`: any report against its evidence, and a sidecar checked against it again.

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

pub fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// Each claim's verdict, in order.
pub fn verdicts(told: &Value) -> Vec<String> {
    let claims = told["claims"].as_array().expect("claims");
    let verdict = |claim: &Value| claim["verdict"].as_str().expect("a verdict").to_owned();
    claims.iter().map(verdict).collect()
}

pub fn checked(place: &Place, report: &str) -> (i32, Value) {
    place.file("report.md", report);
    let ran = place.run(&["verify", "report.md", "sources", "--json"]);
    (ran.status, json(&ran))
}

pub fn with_input(place: &Place, arguments: &[&str], input: &[u8]) -> Ran {
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
    let mut report = (0..1_000).map(line).collect::<Vec<_>>().concat();
    report.push_str(&"x".repeat(200_000));
    let (status, told) = checked(&place, &report);
    assert_eq!(status, 1);
    assert!(told["claims"].as_array().unwrap().len() >= 1_000);
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
    supported Manufacturers blamed uncertain subsidies [1].
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
    assert_eq!(
        words,
        ["supported", "supported", "unchecked", "supported"],
        "{seen:?}"
    );
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
fn what_a_sidecar_says_is_not_believed() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", "The average price rose to 15,200 euros (market.md). The ministry expects sales to recover in 2026 (policy.txt).\n");
    let ran = place.run(&["verify", "report.md", "sources", "--sidecar"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let sidecar = std::fs::read_to_string(place.path("report.tercet.json")).unwrap();
    let forged = sidecar.replace("\"contradicted\"", "\"supported\"");
    assert_ne!(forged, sidecar);
    place.file("report.tercet.json", forged);
    for file in ["report.md", "report.tercet.json"] {
        let ran = place.run(&["verify", file, "sources", "--json"]);
        let told = json(&ran);
        assert_eq!(
            (ran.status, verdicts(&told)),
            (1, vec!["contradicted".to_owned(), "supported".to_owned()]),
            "{file}"
        );
        let claim = &told["claims"][0];
        assert_eq!(
            (&claim["was"], &claim["now"], &claim["stale"]),
            (&"supported".into(), &"contradicted".into(), &false.into())
        );
        let reason = claim["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("the sidecar says supported; checked anew it is contradicted"),
            "{reason}"
        );
        assert_eq!(told["summary"]["differing"], 1);
    }
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
fn evidence_that_was_renamed_is_found_again_by_its_text() {
    let place = Place::new();
    evidence(&place);
    place.file("report.md", "The average price rose to 14,200 euros [1]. The ministry expects sales to recover in 2026 [2].\n\n## Sources\n\n1. market.md\n2. policy.txt\n");
    let ran = place.run(&["verify", "report.md", "sources", "--sidecar"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    std::fs::rename(
        place.path("sources/policy.txt"),
        place.path("sources/2025-review.txt"),
    )
    .unwrap();
    let ran = place.run(&["verify", "report.md", "sources", "--json"]);
    let told = json(&ran);
    assert_eq!(verdicts(&told), ["supported", "supported"]);
    assert_eq!(
        told["sources"][1]["matched"],
        "by its text, which the sidecar has"
    );
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
fn an_author_and_a_year_are_a_source_of_the_evidence_or_told_to_be_none() {
    let place = Place::new();
    place.file(
        "sources/sales.md",
        "---\ntitle: Sales of heat pumps\nauthor: Laura Finch\ndate: 2023-05-04\n---\nSales of heat pumps fell by 12 percent in 2023.\n",
    );
    place.file(
        "sources/rents.md",
        "# Rents in the north\n\nAda Kent, 2021\n\nRents in the north rose by 4 percent.\n",
    );
    let report = "Sales of heat pumps fell by 12 percent in 2023 (Finch, 2023). Kent (2021) found that rents in the north rose by 4 percent. \
                  Wages rose by 9 percent (Lund et al., 2020).";
    let (_, told) = checked(&place, report);
    assert_eq!(
        verdicts(&told),
        ["supported", "supported", "unchecked"],
        "{told}"
    );
    assert_eq!(told["claims"][0]["evidence"]["document"], "sales.md");
    let reason = told["claims"][2]["reason"].as_str().expect("a reason");
    assert!(reason.contains("Lund, 2020"), "{reason}");
    place.file(
        "sources/prices.md",
        "# Prices of timber, Lee and Park (2022)\n\nThe price of timber fell by 3 percent.\n",
    );
    let listed = "The price of timber fell by 3 percent [1].\n\n## References\n\n1. Lee, M., & Park, S. (2022). Prices of timber. Oslo: Nord.\n\
                  2. Lee, M. (2021). Prices of wood. Oslo: Nord.\n";
    let (_, told) = checked(&place, listed);
    assert_eq!(verdicts(&told), ["supported"], "{told}");
}
