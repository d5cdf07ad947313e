use super::*;
use crate::linear::assert_linear;

fn read(text: &str) -> Report {
    Report::read(text)
}

/// Each claim with the numbers that it cites.
fn cited(text: &str) -> Vec<(String, Vec<u32>)> {
    let claims = read(text).claims.into_iter();
    claims.map(|claim| (claim.bare, claim.citations)).collect()
}

/// What the first claim cites: number and how its source is told.
fn first(text: &str) -> Vec<(u32, String)> {
    let report = read(text);
    let claim = report.claims.first().expect("a claim");
    let told = |number: &u32| {
        let source = report.source(*number).expect("a source");
        (*number, source.text.clone())
    };
    claim.citations.iter().map(told).collect()
}

#[test]
fn escaped_brackets_and_carets_cite_where_a_source_has_the_number() {
    let list = "## Sources\n\n1. First report. https://a.org/1\n2. Second report. https://b.org/2";
    for (mark, numbers) in [
        ("\\[2\\]", vec![2]),
        ("\\[1, 2\\]", vec![1, 2]),
        ("^2^", vec![2]),
        ("^1,2^", vec![1, 2]),
        ("\\[5\\]", vec![]),
        ("\\[sic\\]", vec![]),
        ("^a^", vec![]),
    ] {
        let text = format!("# Brief\n\nSales fell by 12 percent {mark}.\n\n{list}\n");
        let claims = cited(&text);
        let found: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(found, [&numbers], "{mark}");
    }
}

#[test]
fn a_title_in_quotes_with_its_year_or_none_cites_its_source() {
    let list = "## References\n\nHarbour study. (n.d.). Port of Lund.\n\nQuay survey. (2020). Port of Lund.";
    for (mark, expected) in [
        ("(\"Harbour study,\" n.d.)", vec![1]),
        ("(“Quay survey,” 2020, p. 3)", vec![2]),
        (
            "(\"Harbour study\", n.d.; \"Quay survey,\" 2020)",
            vec![1, 2],
        ),
        ("(\"the study,\" 2020 said)", vec![]),
    ] {
        let text = format!("# Brief\n\nThe harbour was deepened {mark}.\n\n{list}\n");
        let claims = cited(&text);
        let found: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(found, [&expected], "{mark}");
    }
    // Without a list the title is looked for among the evidence.
    let told = first("The harbour was deepened (\"Harbour study,\" n.d.).");
    assert_eq!(told, [(1, "Harbour study".to_owned())]);
}

#[test]
fn a_source_named_behind_the_stop_belongs_to_the_sentence_before() {
    for (one, other) in [
        ("([Archive](ev/bridge.txt))", "([Post](ev/nova.txt))"),
        ("[Archive](ev/bridge.txt)", "[Post](ev/nova.txt)"),
        ("(bridge.txt)", "(nova.txt)"),
        ("[bridge.txt]", "[nova.txt]"),
        ("(Source: bridge.txt)", "(Source: nova.txt)"),
    ] {
        let text = format!("Trams ran here until 1964. {one} Sales rose by 7 percent. {other}\n");
        let claims = cited(&text);
        let numbers: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(numbers, [&vec![1], &vec![2]], "{text}");
    }
}

#[test]
fn raised_numbers_mean_the_list_at_the_end_though_nothing_heads_it() {
    for list in [
        "1. Plant closes. plant.txt\n2. Annual report 2023. water.txt",
        "¹ Plant closes. plant.txt\n² Annual report 2023. water.txt",
    ] {
        let text = format!("Some 640 jobs are lost.¹ Water ran short in May.²\n\n---\n\n{list}\n");
        let claims = cited(&text);
        let numbers: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(numbers, [&vec![1], &vec![2]], "{text}");
    }
}

#[test]
fn what_ends_with_a_raised_number_is_a_claim_as_with_one_in_brackets() {
    let list = "1. Annual report. water.txt\n2. Hive survey. hives.txt";
    for sentence in [
        "Insulated hives lost fewer bees in spring.",
        "Keepers struck.",
    ] {
        for mark in ["²", "[2]"] {
            let text =
                format!("Rain fell in May [1]. {sentence}{mark} Wells dried up [1].\n\n{list}\n");
            let claims = cited(&text);
            assert_eq!(claims.len(), 3, "{text}: {claims:?}");
        }
    }
}

#[test]
fn files_are_cited_with_a_place_in_them_and_authors_with_their_work() {
    for mark in [
        "(see plant.txt, sec. 1)",
        "(`plant.txt`, lines 5-7)",
        "[\"plant.txt\"]",
    ] {
        let text = format!("Some 640 jobs are lost {mark}.\n");
        assert_eq!(first(&text), [(1, "plant.txt".to_owned())], "{mark}");
    }
    let two = "Some 640 jobs are lost (cf. plant.txt and water.txt).\n";
    let names = [(1, "plant.txt".to_owned()), (2, "water.txt".to_owned())];
    assert_eq!(first(two), names);
    let list =
        "## Sources\n\n- Pell J. Drought review. 2022.\n- Okafor A, Tan C. Vitamin D. 2021.\n";
    let text = format!(
        "Pell's review (2022) found no harm. Okafor and colleagues (2021) found a rate ratio of 0.93.\n\n{list}"
    );
    let claims = cited(&text);
    let numbers: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(numbers, [&vec![1], &vec![2]]);
}

#[test]
fn letters_in_brackets_cite_what_lines_at_the_end_name() {
    let text = "Sales fell by 12 percent [a]. Prices rose [b].\n\n[a] first.md\n[b] https://b.org/2\n\n- [x] report.md\n";
    let claims = cited(text);
    let numbers: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(numbers.first(), Some(&&vec![1]));
    assert_eq!(numbers.get(1), Some(&&vec![2]));
    assert_eq!(first(text), [(1, "first.md".to_owned())]);
}

#[test]
fn a_report_may_be_called_as_lists_of_sources_are() {
    let text = "# Links\n\nSales fell by 12 percent [1].\n\n## Sources\n\n1. First report. https://a.org/1\n";
    assert_eq!(
        cited(text),
        [("Sales fell by 12 percent .".to_owned(), vec![1])]
    );
}

#[test]
fn a_numbered_list_in_any_layout_explains_the_numbers() {
    for list in [
        "## Sources\n\n1. First report. https://a.org/1\n2. Second report. https://b.org/2",
        "# References\n[1] First report: https://a.org/1\n[2] Second report: https://b.org/2",
        "**Sources:**\n\n- [1] First report, <https://a.org/1>\n- [2] Second report, <https://b.org/2>",
        "Sources:\n\n1) First report – https://a.org/1\n2) Second report – https://b.org/2",
        "### Works Cited\n\n* **[1]** First report (https://a.org/1)\n* **[2]** Second report (https://b.org/2)",
        "References\n----------\n\n\\[1\\] First report https://a.org/1\n\n\\[2\\] Second report https://b.org/2",
        "## 7. References\n\n| # | Title | Link |\n|---|---|---|\n| 1 | First report | https://a.org/1 |\n| 2 | Second report | https://b.org/2 |",
        "## Quellen\n\n1. First report.\n   https://a.org/1\n2. Second report.\n   https://b.org/2",
        "[1] First report https://a.org/1\n[2] Second report https://b.org/2",
        "[^1]: First report. https://a.org/1\n[^2]: Second report.\n    https://b.org/2",
        "## Sources\n\n[[1]](https://a.org/1) First report\n[[2]](https://b.org/2) Second report",
        "## Sources\n\n- First report: https://a.org/1\n- Second report: https://b.org/2",
        "## Sources\n\nSource 1: First report (https://a.org/1)\nSource 2: Second report (https://b.org/2)",
        "## Sources\n\n### [1] First report\nhttps://a.org/1\n\n### [2] Second report\nhttps://b.org/2",
        "## References\n\nFirst report. https://a.org/1\n\nSecond report. https://b.org/2",
    ] {
        let text = format!("# Brief\n\nSales fell by 12 percent [2].\n\n{list}\n");
        let report = read(&text);
        let claims: Vec<_> = report
            .claims
            .iter()
            .map(|claim| (claim.bare.as_str(), claim.citations.clone()))
            .collect();
        assert_eq!(claims, [("Sales fell by 12 percent .", vec![2])], "{list}");
        let sources: Vec<_> = report
            .sources
            .iter()
            .map(|source| (source.number, source.uris.clone()))
            .collect();
        let expected = [
            (1, vec!["https://a.org/1".to_owned()]),
            (2, vec!["https://b.org/2".to_owned()]),
        ];
        assert_eq!(sources, expected, "{list}");
        assert!(
            report.sources[1].text.contains("Second report"),
            "{list}: {:?}",
            report.sources
        );
    }
}

#[test]
fn links_footnotes_files_and_authors_are_citations() {
    for (text, expected) in [
        (
            "Sales [fell by 12 percent](https://a.org/x#part) last year.",
            "fell by 12 percent https://a.org/x#part",
        ),
        (
            "Sales fell by 12 percent last year ([a.org](https://a.org/x)).",
            "https://a.org/x",
        ),
        (
            "Sales fell by 12 percent last year (https://a.org/x).",
            "https://a.org/x",
        ),
        (
            "Sales fell by 12 percent last year (Source: https://a.org/x)",
            "https://a.org/x",
        ),
        (
            "Sales fell by 12 percent last year <https://a.org/x>.",
            "https://a.org/x",
        ),
        (
            "Sales fell by 12 percent last year (market.pdf, p. 3).",
            "market.pdf",
        ),
        (
            "Sales fell by 12 percent last year (see market.pdf).",
            "market.pdf",
        ),
        (
            "Sales fell by 12 percent last year [market.pdf, p. 3].",
            "market.pdf",
        ),
        (
            "Sales fell by 12 percent last year 【4:0†market.pdf】.",
            "market.pdf",
        ),
        (
            "Sales fell by 12 percent last year ([market](files/market.pdf)).",
            "files/market.pdf",
        ),
        (
            "Sales fell by 12 percent last year (Market report, p. 3).",
            "Market report",
        ),
        (
            "Sales fell by 12 percent last year [^mk].\n\n[^mk]: Market report",
            "Market report",
        ),
        (
            "Sales fell by 12 percent last year [@mk, p. 3].\n\n## References\n\n[@mk]: Market report",
            "Market report",
        ),
        (
            "Sales fell [by 12 percent][mk] last year.\n\n[mk]: https://a.org/x",
            "https://a.org/x",
        ),
        (
            "Sales fell by 12 percent (Smith et al., 2020).\n\n## References\n\n- Smith, J. (2020). Market report.",
            "Smith, J. (2020). Market report.",
        ),
        (
            "Sales fell by 12 percent (Court of Auditors, 2020).\n\n## References\n\n- Court of Auditors (2020). Market report.",
            "Court of Auditors (2020). Market report.",
        ),
        (
            "Smith (2020) says that sales fell by 12 percent.\n\n## References\n\n- Smith, J. (2020). Market report.",
            "Smith, J. (2020). Market report.",
        ),
        (
            "As Smith et al. (2020, p. 3) say, sales fell by 12 percent.\n\n## References\n\n- Smith, J. (2020). Market report.",
            "Smith, J. (2020). Market report.",
        ),
        (
            "Sales fell by 12 percent (Smith, 2020b).\n\n## References\n\n- Smith, J. (2020a). First report.\n- Smith, J. (2020b). Market report.",
            "Smith, J. (2020b). Market report.",
        ),
        (
            "Sales fell by 12 percent (Li, 2020).\n\n## References\n\n- Lima, J. (2020). First report.\n- Li, J. (2020). Market report.",
            "Li, J. (2020). Market report.",
        ),
        (
            "Sales fell by 12 percent last year.¹\n\n## Sources\n\n¹ Market report",
            "Market report",
        ),
    ] {
        let found = first(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].1, expected, "{text}");
    }
}

#[test]
fn the_words_of_a_link_stay_and_its_address_does_not() {
    let claims = cited(
        "Sales [fell by 12 percent](https://a.org/x) last year.\n\nPrices rose ([site.org](https://a.org/y)) by a third.",
    );
    assert_eq!(claims[0].0, "Sales fell by 12 percent last year.");
    assert_eq!(claims[1].0, "Prices rose  by a third.");
}

#[test]
fn two_spellings_of_one_address_are_one_source() {
    let claims = cited(
        "Sales fell last year (https://a.org/x). Prices rose last year (https://A.org/x/#top). Wages stood still all year (https://b.org).",
    );
    let numbers: Vec<_> = claims.into_iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(numbers, [vec![1], vec![1], vec![2]]);
}

#[test]
fn in_a_numbered_report_a_link_to_no_source_is_just_a_link() {
    let mut report = read(
        "The [Acme company](https://acme.org) sold fewer boats [1].\n\n## Sources\n\n1. Boats. https://a.org",
    );
    report.settle(|_| None);
    assert_eq!(report.claims.len(), 1);
    assert_eq!(report.claims[0].bare, "The Acme company sold fewer boats .");
    assert_eq!(report.claims[0].citations, [1]);
    assert_eq!(report.sources.len(), 1);
}

#[test]
fn a_link_to_what_a_number_means_cites_that_number() {
    let mut report = read(
        "Fewer boats were sold ([Boats](https://doi.org/10.1000/182)). Prices rose [2].\n\n## Sources\n\n1. Boats\n2. Prices",
    );
    assert!(report.warnings.contains(&"[1] is never cited".to_owned()));
    report.settle(|_| Some(1));
    let numbers: Vec<&[u32]> = report
        .claims
        .iter()
        .map(|claim| claim.citations.as_slice())
        .collect();
    assert_eq!(numbers, [[1], [2]]);
    assert_eq!(report.warnings, Vec::<String>::new());
}

#[test]
fn a_finding_alone_in_its_row_is_a_claim_where_the_row_cites() {
    let claims = cited(
        "| Finding | Source |\n|---|---|\n| Sales fell by 4 percent | [1] |\n| Chad | [1] |\n\n## Sources\n\n1. Boats. https://a.org",
    );
    assert_eq!(claims, [("Sales fell by 4 percent".to_owned(), vec![1])]);
}

#[test]
fn a_source_line_belongs_to_the_claim_above_it() {
    let claims = cited(
        "Sales fell by 12 percent last year.\n\nSource: [Market report](https://a.org/x)\n\nPrices rose by a third.",
    );
    let numbers: Vec<_> = claims.into_iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(numbers, [vec![1], vec![]]);
}

#[test]
fn what_does_not_exist_or_is_never_cited_is_warned_about() {
    let report = read(
        "Sales fell by 12 percent [7]. Prices rose by a third [1][1].\n\n## Sources\n\n1. One\n2. Two\n",
    );
    insta::assert_snapshot!(report.warnings.join("\n"), @"
    line 1: [7] names no source of the report
    line 1: [1] is cited twice in one sentence
    [2] is never cited
    ");
    assert_eq!(report.claims[0].unresolved, ["7"]);
    assert!(report.claims[0].citations.is_empty());
}

#[test]
fn claims_know_their_section_and_line() {
    let text = "---\ntitle: x\n---\n# Title\n\nIntro says one thing [1].\n\n## Costs ##\n\n- Costs fell by half [1].\n- Costs rose later [2].\n\n```\n# not a heading\nCode says nothing at all [3].\n```\n\n**Outlook**\n\nIt stays\nas it is [1].\n";
    let report = read(text);
    let found: Vec<_> = report
        .claims
        .iter()
        .map(|claim| format!("{} {}: {}", claim.line, claim.section, claim.text))
        .collect();
    insta::assert_snapshot!(found.join("\n"), @"
    6 Title: Intro says one thing [1].
    10 Costs: - Costs fell by half [1].
    11 Costs: - Costs rose later [2].
    20 Outlook: It stays
    as it is [1].
    ");
}

#[test]
fn what_tercet_appends_to_its_briefs_is_no_claim() {
    let text = "---\nquestion: \"q\"\nwriter: \"extractive\"\nframework: \"scr\"\n---\n\n# Q\n\n## Situation\n\nSales fell by 12 percent [1].\n\n## Sources\n\n- [1] *Market*, p.3, `/data/market.pdf`, accessed 2026-01-01\n\n## Sources not cited\n\n- *Other report on boats*\n\n## Verdicts\n\n1 supported.\n\n| Section | Claim |\n|---|---|\n| a | Prices rose by half [1]. |\n";
    let report = read(text);
    assert_eq!(report.claims.len(), 1);
    assert_eq!(report.sources.len(), 1);
    assert_eq!(report.sources[0].files, ["/data/market.pdf"]);
    assert_eq!(report.sources[0].title, "Market");
}

#[test]
fn identifiers_are_addresses() {
    let report = read(
        "Cells divide in two ways [1].\n\n## References\n\n1. Smith (2020). Cells. doi:10.1000/ab.12. arXiv:2401.00001v2\n",
    );
    assert_eq!(
        report.sources[0].uris,
        [
            "https://doi.org/10.1000/ab.12",
            "https://arxiv.org/abs/2401.00001v2"
        ]
    );
}

#[test]
fn anything_is_a_report_without_claims_at_worst() {
    for text in [
        "",
        "\n\n",
        "---\n",
        "# Only a heading",
        "\u{0}\u{1}\u{1b}[31m",
        "## Sources",
        "[1]",
        "{\"a\": [1]}",
    ] {
        assert_eq!(read(text).claims, [], "{text:?}");
    }
}

#[test]
fn broken_text_costs_linear_time() {
    for unit in [
        "[", "(", "[(", "([", "[a](", "(http://", "[^", "<http://", "[1](", "**a\n", "[a][", "¹",
        "h", "# ", "[x]: \n",
    ] {
        let text = |size: usize| unit.repeat(size / unit.len());
        assert_linear(unit, 15_000, text, |text| drop(read(text)));
    }
}

#[test]
fn many_sources_by_name_cost_linear_time() {
    type Line = fn(usize) -> String;
    let kinds: [(&str, Line); 4] = [
        ("files", |n| {
            format!("Depot {n} has {n} chargers (file{n}.pdf).\n\n")
        }),
        ("titles", |n| {
            format!("Depot {n} has {n} chargers (Report {n} of the town, p. 3).\n\n")
        }),
        ("marks behind one claim", |n| format!("[{}]\n", n + 1)),
        ("marks in one sentence", |n| format!("[{}]", n + 1)),
    ];
    for (what, line) in kinds {
        let text = |size: usize| {
            let lines: String = (0..size).map(line).collect();
            format!("Depots have chargers. {lines}")
        };
        assert_linear(what, 1_000, text, |text| drop(read(text)));
    }
    let authors = |size: usize| {
        let claims = (0..size).map(|n| format!("Depot {n} has chargers (Smith{n}, 2020).\n\n"));
        let list = (0..size).map(|n| format!("- Smith{n}, J. (2020). A long work on buses.\n"));
        let claims: String = claims.collect();
        claims + "## References\n\n" + &list.collect::<String>()
    };
    assert_linear("authors", 1_000, authors, |text| drop(read(text)));
}

#[test]
fn a_heading_with_nothing_under_it_is_a_part_that_is_not_written() {
    let parts = |text: &str| -> Vec<(String, bool)> {
        let parts = read(text).parts.into_iter();
        parts
            .map(|part| (part.heading, !part.text.trim().is_empty()))
            .collect()
    };
    let named = |names: &[(&str, bool)]| -> Vec<(String, bool)> {
        let all = names.iter();
        all.map(|(name, written)| ((*name).to_owned(), *written))
            .collect()
    };
    assert_eq!(
        parts(
            "# Why?\n\n## Situation\nIt rose [1].\n\n## Complication\n\n## Resolution\nIt fell [1].\n\n## Sources\n1. a.md\n"
        ),
        named(&[
            ("Situation", true),
            ("Complication", false),
            ("Resolution", true)
        ])
    );
    assert_eq!(
        parts("# Why?\n## Situation\n### Past\nIt rose [1].\n## Resolution\n## Sources\n1. a.md\n"),
        named(&[("Past", true), ("Resolution", false)])
    );
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_read(parts in proptest::collection::vec(proptest::prop_oneof![
        proptest::sample::select(vec!["[1]", "[^a]", "(", ")", "[", "]", "a.pdf", "https://a.org", "\n", "\n\n", "## Sources\n", "1. ", "[2]: ", "- ", " fell by half", ". ", "¹", "`", "```\n", "é", "】", "【3†s】", "@k", "Smith, 2020", "---\n"]).prop_map(str::to_owned),
        proptest::prelude::any::<char>().prop_map(String::from),
    ], 0..40)) {
        let report = read(&parts.concat());
        for claim in &report.claims {
            proptest::prop_assert!(claim.line >= 1);
            for number in &claim.citations {
                proptest::prop_assert!(report.source(*number).is_some());
            }
        }
    }
}

use proptest::strategy::Strategy as _;

#[test]
fn a_row_of_a_table_that_cites_is_a_claim_and_others_are_told_of() {
    let report = Report::read(
        "# Storage\n\n| Country | Share in 2024 | Source |\n|---|---|---|\n| Norway | 41 % | [1] |\n| Chad | 2 % | |\n\n## Sources\n\n1. IEA (2024). Storage. https://example.org/a\n",
    );
    let claims: Vec<(&str, &[u32])> = report
        .claims
        .iter()
        .map(|claim| (claim.bare.as_str(), claim.citations.as_slice()))
        .collect();
    assert_eq!(claims, [("Norway: share in 2024 41 %.", &[1][..])]);
    assert!(
        report
            .warnings
            .iter()
            .any(|warning| warning == "1 row of a table cites nothing and is not checked"),
        "{:?}",
        report.warnings
    );
}

#[test]
fn marks_that_other_tools_leave_behind_cite_where_a_source_has_the_number() {
    let list = "## Sources\n\n1. First report. https://a.org/1\n2. Second report. https://b.org/2";
    for (sentence, numbers) in [
        ("Sales fell by 12 percent [1](#ref-1).", vec![1]),
        ("Sales fell by 12 percent <sup>[1](#r1)</sup>.", vec![1]),
        (
            "Sales fell by 12 percent.<sup><a href=\"#r2\">2</a></sup>",
            vec![2],
        ),
        ("Sales fell by 12 percent [[2]](#cite_note-2).", vec![2]),
        ("Sales fell in the spring of 2023¹.", vec![1]),
        ("Sales fell in the spring of 2023<sup>1</sup>.", vec![1]),
        ("Sales fell by 12 percent (1).", vec![1]),
        ("Sales fell by 12 percent (1, 2).", vec![1, 2]),
        ("Sales fell by 12 percent (Source 2).", vec![2]),
        ("Sales fell by 12 percent (7).", vec![]),
        (
            "Sales fell on (1) the coast and (2) the islands by 12 percent.",
            vec![],
        ),
        ("The plot covers 40 m² on the coast of Crete.", vec![]),
    ] {
        let claims = cited(&format!("# Brief\n\n{sentence}\n\n{list}\n"));
        let found: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(found, [&numbers], "{sentence}");
    }
    let text = "# Brief\n\nSales fell in spring.1 Prices rose in 2023.2\n\n";
    let numbers: Vec<Vec<u32>> = cited(&format!("{text}{list}\n"))
        .into_iter()
        .map(|(_, numbers)| numbers)
        .collect();
    assert_eq!(numbers, [vec![1], vec![2]]);
}

#[test]
fn notes_that_point_back_are_of_the_source_that_they_point_to() {
    let text = "# Zone\n\nIt opened in 2019.[^1] It covers the centre.[^2] It grew.[^3] It shrank.[^4]\n\n\
        [^1]: Marsh, H. Zones of cities. ev/zones.md, p. 1.\n[^2]: Ibid., p. 4.\n[^3]: Okafor, T. Charges. ev/news.html\n[^4]: Marsh, op. cit., p. 2.\n";
    let report = read(text);
    let files: Vec<&str> = report
        .sources
        .iter()
        .filter_map(|source| source.files.first())
        .map(String::as_str)
        .collect();
    let (zones, news) = ("ev/zones.md", "ev/news.html");
    assert_eq!(files, [zones, zones, news, zones]);
    let claims = cited(
        "It opened in 2019 (ev/zones.md). It covers the centre (vgl. ebd., S. 4). It grew (ibid.).\n",
    );
    let numbers: Vec<&[u32]> = claims
        .iter()
        .map(|(_, numbers)| numbers.as_slice())
        .collect();
    assert_eq!(numbers, [[1], [1], [1]], "{claims:?}");
}

#[test]
fn notes_in_tags_say_where_they_stand_what_their_sources_are() {
    let text = "# Viaduct\n\nIt has 14 arches.<ref name=\"r\">Heritage Rail Register. ev/bridge.html</ref> It is 386 m long.<ref name=\"r\" /> Frost did it.<ref>Roy, A. \
        (2022). Survey of the viaduct.</ref> Rain did not.<ref>Roy, A. (2022). Survey of the viaduct.</ref> It rusts at both ends.<ref>rust.md</ref> \
        <cite>Bridges of stone</cite> praises it.\n";
    let claims = cited(text);
    let numbers: Vec<&[u32]> = claims
        .iter()
        .map(|(_, numbers)| numbers.as_slice())
        .collect();
    assert_eq!(
        numbers,
        [&[1][..], &[1], &[2], &[2], &[3], &[]],
        "{claims:?}"
    );
    let report = read(text);
    let sources: Vec<(&[String], &str)> = report
        .sources
        .iter()
        .map(|source| (source.files.as_slice(), source.text.as_str()))
        .collect();
    assert_eq!(sources[0].0[0], "ev/bridge.html");
    assert!(sources[1].1.starts_with("Roy, A."), "{sources:?}");
    assert_eq!(sources[2].0, ["rust.md"]);
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
}

#[test]
fn marks_of_single_tools_cite_and_are_no_words_of_the_sentence() {
    let list = "## Sources\n\n1. First report. https://a.org/1\n2. Second report. https://b.org/2";
    for (mark, numbers) in [
        (" [Data: Sources (1)]", vec![1]),
        (" [Data: Sources (2, 1); Reports (4, +more)]", vec![2, 1]),
        (" [Data: Reports (2); Entities (7)]", vec![2]),
        ("<cite>1</cite>", vec![1]),
        ("<ref>[2]</ref>", vec![2]),
        ("<ref>https://b.org/2</ref>", vec![2]),
        (" {1}", vec![1]),
        (" {1, 2}", vec![1, 2]),
    ] {
        let text = format!("# Brief\n\nSales fell by 12 percent{mark}.\n\n{list}\n");
        let claims = cited(&text);
        assert_eq!(claims.len(), 1, "{mark}");
        let (bare, found) = &claims[0];
        assert_eq!(found, &numbers, "{mark}");
        assert_eq!(
            bare.replace(" .", "."),
            "Sales fell by 12 percent.",
            "{mark}"
        );
    }
    let handles = read("Sales fell by 12 percent citeturn0search1turn0news2.");
    assert_eq!(handles.claims[0].citations.len(), 2);
    assert!(!handles.claims[0].bare.contains("turn0"));
    // What only looks like one stays.
    let kept = cited(&format!("A set {{a, b}} has two items.\n\n{list}"));
    assert_eq!(kept, [("A set {a, b} has two items.".to_owned(), vec![])]);
}

#[test]
fn keys_letters_notes_files_and_authors_cite_what_a_list_or_their_name_says() {
    for (text, expected) in [
        (
            "Sales fell by 12 percent [SUB23].\n\n## References\n\n[SUB23] First report. https://a.org/1\n\n[EW23] https://b.org/2",
            "First report. https://a.org/1",
        ),
        (
            "Sales fell by 12 percent [b].\n\n## Notes\n\n[a] https://a.org/1\n\n[b] https://b.org/2",
            "https://b.org/2",
        ),
        ("Sales fell by 12 percent [[sales-2023]].", "sales-2023"),
        (
            "Sales fell by 12 percent [[notes/sales.md|the note]].",
            "notes/sales.md",
        ),
        ("Sales fell by 12 percent (`sales.md`).", "sales.md"),
        (
            "Sales fell by 12 percent `notes/sales.md`.",
            "notes/sales.md",
        ),
        (
            "According to `sales.md`, sales fell by 12 percent.",
            "sales.md",
        ),
        (
            "- Sales fell by 12 percent.\n  Source: sales.md",
            "sales.md",
        ),
        (
            "Sales fell by 12 percent (Finch 12).\n\n## Works Cited\n\nFinch, Laura. \"Sales stall.\" EnergyWire, 2023.",
            "Finch, Laura. \"Sales stall.\" EnergyWire, 2023.",
        ),
    ] {
        let found: Vec<String> = first(text).into_iter().map(|(_, told)| told).collect();
        assert_eq!(found, [expected], "{text}");
    }
    let place = cited(
        "Sales fell in the north (Kent).\n\n## Works Cited\n\nFinch, Laura. Sales stall. 2023.",
    );
    assert_eq!(
        place,
        [("Sales fell in the north (Kent).".to_owned(), vec![])]
    );
}

#[test]
fn a_file_in_code_font_cites_where_it_is_one_of_the_sources() {
    let text = "Sales fell by 12 percent `sales.md`. The settings are read from `app.json`.";
    let mut read = Report::read(text);
    read.settle(|source| {
        let is_found = source.files.iter().any(|file| file == "sales.md");
        is_found.then_some(source.number)
    });
    let told: Vec<(&str, usize)> = read
        .claims
        .iter()
        .map(|claim| (claim.bare.as_str(), claim.citations.len()))
        .collect();
    assert_eq!(
        told,
        [
            ("Sales fell by 12 percent .", 1),
            ("The settings are read from `app.json`.", 0)
        ]
    );
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    // Where numbers cite, a file is what the sentence is about.
    let numbered = cited(
        "The settings are read from `app.json` [1].\n\n## Sources\n\n1. Manual. https://a.org/1",
    );
    let only = vec![1];
    assert_eq!(
        numbered,
        [("The settings are read from `app.json` .".to_owned(), only)]
    );
}

#[test]
fn an_author_with_a_year_is_a_source_where_nothing_is_listed_or_numbered() {
    let works = |text: &str| -> Vec<String> {
        let mut read = Report::read(text);
        read.settle(|_| None);
        let sources = read.sources.iter();
        sources
            .filter_map(|source| source.work.as_ref())
            .map(|work| format!("{} {}", work.author, work.year))
            .collect()
    };
    assert_eq!(
        works(
            "Sales fell by 12 percent (Finch, 2023). Finch (2023) saw no recovery. Rents rose (Kent et al., 2021a)."
        ),
        ["Finch 2023", "Kent 2021a"]
    );
    assert_eq!(
        works("Rents rose (Finch & Kent, 2021), as Finch and Kent (2021) found."),
        ["Finch 2021"]
    );
    for text in [
        "Sales fell by 12 percent (May 2023).",
        "Sales fell by 12 percent (since 2023).",
        "Sales fell by 12 percent (Finch, 2023) and rents rose [1].",
        "Sales fell by 12 percent (Finch, 2023).\n\n## References\n\nKent, Ada. Rents rise. 2021.",
    ] {
        assert_eq!(works(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn an_entry_is_called_by_its_title_and_not_by_its_authors_or_its_publisher() {
    for (entry, title) in [
        (
            "Lee, M., & Park, S. (2021). Subsidy review. Bonn: Nord.",
            "Subsidy review",
        ),
        (
            "Lee, M. (2021, May 3). *Subsidy review* (2nd ed.). Nord.",
            "Subsidy review",
        ),
        ("World Bank. (2021). Subsidy review.", "Subsidy review"),
        (
            "Lee M, Park S, et al. (2021): Subsidy review. *Energy*, 12, 3-9.",
            "Subsidy review",
        ),
        (
            "Lee, M. (2021). “Subsidy review”. *Energy*, 12, 3-9.",
            "Subsidy review",
        ),
        (
            "Subsidy review (2021). World Bank.",
            "Subsidy review (2021). World Bank",
        ),
    ] {
        let report = Report::read(&format!("Rents rose [1].\n\n## References\n\n1. {entry}\n"));
        assert_eq!(report.sources[0].title, title, "{entry}");
    }
}

#[test]
fn text_goes_on_behind_a_list_of_sources_where_it_reads_as_text() {
    for (report, claims, sources) in [
        (
            "## Sources\n\n1. a.md\n2. b.md\n\nPrices rose by a third [1].",
            1,
            2,
        ),
        (
            "## Sources\n\n- a.md\n- b.md\n\n---\n\nPrices rose by a third (a.md).",
            1,
            2,
        ),
        ("## Sources\n\n1. a.md\nPrices rose by a third [1].", 1, 1),
        (
            "Wages fell [1].\n\nSources: [1] a.md; [2] b.md\n\nPrices rose by a third [2].",
            2,
            2,
        ),
        (
            "## Evidence\n\n- Prices rose by a third [1].\n- Wages fell in May [2].",
            2,
            2,
        ),
        // What belongs to an entry is no text.
        (
            "## Sources\n\n1. First report\n\nIt counts the buses of the town.\n\n2. Second report",
            0,
            2,
        ),
        (
            "## Sources\n\n1. First report\n\nRetrieved from https://a.org/1 on 3 May.",
            0,
            1,
        ),
        (
            "## Sources\n\nFirst report. https://a.org/1\n\nSecond report on buses in towns.",
            0,
            2,
        ),
        // Neither is a sentence a list because it is about one.
        (
            "## Sources of income\n\nRents rose by a third in May.",
            1,
            0,
        ),
        ("Evidence: [1] shows that prices rose by a third.", 1, 1),
        (
            "Prices rose by a third [1].\n\n1. Rents rose in May.\n2. Wages fell in June.",
            3,
            1,
        ),
    ] {
        let read = read(report);
        assert_eq!(
            (read.claims.len(), read.sources.len()),
            (claims, sources),
            "{report}\n{read:?}"
        );
    }
}

#[test]
fn long_lists_and_what_stands_behind_them_cost_linear_time() {
    for unit in [
        "Rents rose in May.\n",
        "Rents rose in May.\n\n",
        "1. Rents in May\n\n",
        "[1] Rents in May\n\nRents rose [1].\n\n",
        "1. a.md, 2. b.md, ",
        "<ol><li>a</li>",
    ] {
        for head in ["", "## Sources\n\n1. a.md\n\n"] {
            let text = |size: usize| head.to_owned() + &unit.repeat(size / unit.len());
            assert_linear(unit, 15_000, text, |text| drop(read(text)));
        }
    }
}

#[test]
fn what_an_exported_brief_says_of_itself_is_no_claim() {
    let head = "---\nquestion: \"Why?\"\nwriter: \"a/m\"\nframework: scr\n---\n\n# Why?\n\n";
    let notes = "> This brief rests on limited evidence (confidence 0.20).\n\n> Not checked yet: its claims have not been compared with their sources.\n\n";
    let body = "## Situation\n\nSales fell by half [1].\n\n> Not checked yet were the depots of the north.\n\n## Sources\n\n1. Report\n";
    let claims = |text: &str| -> Vec<String> {
        let claims = Report::read(text).claims.into_iter();
        claims.map(|claim| claim.text).collect()
    };
    let own = claims(&format!("{head}{notes}{body}"));
    assert_eq!(own, claims(&format!("{head}{body}")));
    assert!(own.iter().any(|claim| claim.contains("north")), "{own:?}");
    // Whoever else says so makes a claim.
    let other = claims(&format!("# Why?\n\n{notes}{body}"));
    assert!(
        other.iter().any(|claim| claim.contains("compared")),
        "{other:?}"
    );
}

#[test]
fn a_place_in_a_source_a_signal_and_a_remark_are_no_sources() {
    let list =
        "## Sources\n\n1. First report.\n2. Second report.\n3. Third report.\n4. Fourth report.\n";
    for (mark, numbers) in [
        ("[1, S. 4]", vec![1]),
        ("[1, S. 4f.]", vec![1]),
        ("[1, s. 2 ff.]", vec![1]),
        ("[1, Sec. II]", vec![1]),
        ("[1, Sec. 2.1]", vec![1]),
        ("[1, Section 2]", vec![1]),
        ("[1, Ch. 3; 2, Fig. 4]", vec![1, 2]),
        ("[1, Thm. 2]", vec![1]),
        ("[1, Appendix B]", vec![1]),
        ("[1, para. 14]", vec![1]),
        ("[1, ¶ 14]", vec![1]),
        ("[1, Rn. 14]", vec![1]),
        ("[1, pp. 3, 4]", vec![1]),
        ("[1, p. 3, 4]", vec![1, 4]),
        ("[1, emphasis added]", vec![1]),
        ("[1, p. 3, emphasis added]", vec![1]),
        ("[see 1]", vec![1]),
        ("[see also 1, 2]", vec![1, 2]),
        ("[cf. 1, p. 3]", vec![1]),
        ("(1, p. 4)", vec![1]),
        ("[1] at 4", vec![1]),
        ("[1], p. 4", vec![1]),
        ("[1]–[4]", vec![1, 2, 3, 4]),
        ("[1]-[3]", vec![1, 2, 3]),
        ("[S1]", vec![1]),
        ("[1, S2]", vec![1, 2]),
        ("[1, two of them]", vec![]),
        ("(4 p.m.)", vec![]),
        ("(2, 8 metres)", vec![]),
    ] {
        let text = format!("# Brief\n\nSales fell by 12 percent {mark}.\n\n{list}\n");
        let claims = cited(&text);
        let found: Vec<&Vec<u32>> = claims.iter().map(|(_, numbers)| numbers).collect();
        assert_eq!(found, [&numbers], "{mark}");
        if !numbers.is_empty() {
            let bare = claims.first().map(|(bare, _)| bare.replace(' ', ""));
            assert_eq!(bare.as_deref(), Some("Salesfellby12percent."), "{mark}");
        }
    }
}

#[test]
fn authors_are_cited_in_many_forms() {
    let list = "## References\n\nSmith, J., & Lee, K. (2018). Buses in winter.\n\nRoe, T. (2019). Trams.\n";
    for claim in [
        "Sales fell by 12 percent (Smith/Lee 2018, S. 4).",
        "Sales fell by 12 percent (see also Smith 2018).",
        "Sales fell by 12 percent (e.g., Smith, 2018).",
        "Sales fell by 12 percent (Smith u. a. 2018).",
        "Sales fell by 12 percent (Smith, June 2018).",
        "Sales fell by 12 percent (Smith, 22 June 2018).",
        "Smith's (2018) article says that sales fell by 12 percent.",
    ] {
        let claims = cited(&format!("# Brief\n\n{claim}\n\n{list}"));
        let found: Vec<&[u32]> = claims.iter().map(|(_, cited)| cited.as_slice()).collect();
        assert_eq!(found, [[1]], "{claim}");
    }
}

#[test]
fn files_are_cited_with_a_place_in_them() {
    for mark in [
        "[src](report.md#L12)",
        "[report.md#L12]",
        "[report.md L3-L5]",
        "[report.md §2]",
        "<ev/report.md>",
    ] {
        let report = read(&format!("Sales fell by 12 percent {mark}.\n"));
        let files: Vec<String> = report
            .sources
            .iter()
            .flat_map(|source| source.files.clone())
            .collect();
        let is_it = |file: &String| base_name(file) == "report.md";
        assert!(
            files.len() == 1 && files.iter().all(is_it),
            "{mark}: {files:?}"
        );
        assert_eq!(report.claims[0].citations.len(), 1, "{mark}");
    }
}

#[test]
fn what_may_be_a_title_is_a_source_if_there_is_one_of_that_title() {
    for claim in [
        "Sales fell by 12 percent.^[Smith, J. Buses in the winter.]",
        "Sales fell by 12 percent [Buses in the winter].",
        "Sales fell by 12 percent — *Buses in the winter*.",
        "Sales fell by 12 percent (*Buses in the winter*).",
        "According to \"Buses in the winter\", sales fell by 12 percent.",
    ] {
        let mut report = read(&format!("{claim}\n"));
        assert_eq!(report.claims.len(), 1, "{claim}: {:?}", report.claims);
        assert_eq!(report.claims[0].citations.len(), 1, "{claim}");
        report.settle(|source| (!source.supposed).then_some(source.number));
        assert!(report.claims[0].citations.is_empty(), "{claim}");
        assert!(report.sources.is_empty(), "{claim}");
    }
    for claim in [
        "Sales fell by 12 percent.^[Smith, J. Buses in the winter, 2018.]",
        "Sales fell by 12 percent [Source: Buses in the winter].",
    ] {
        let report = read(&format!("{claim}\n"));
        assert_eq!(report.claims.len(), 1, "{claim}: {:?}", report.claims);
        assert_eq!(report.claims[0].citations, [1], "{claim}");
        assert!(!report.sources[0].supposed, "{claim}");
    }
}

#[test]
fn a_second_table_has_a_head_of_its_own() {
    let report = read(
        "| # | Claim | Ref |\n|---|---|---|\n| 1 | Sales fell by 4 %. | [1] |\n\n| No. | Claim | Confidence | Ref |\n|---|---|---|---|\n\
         | 7 | Rents rose by 2 %. | High (90%) | [1] |\n\n| Claim | Source |\n|---|---|\n| The port is closed. | port.html |\n\n## Sources\n\n1. port.html\n",
    );
    let claims: Vec<(&str, &[u32])> = report
        .claims
        .iter()
        .map(|claim| (claim.bare.as_str(), claim.citations.as_slice()))
        .collect();
    assert_eq!(
        claims,
        [
            ("Sales fell by 4 %.", [1].as_slice()),
            ("Rents rose by 2 %.", &[1]),
            ("The port is closed.", &[1]),
        ]
    );
    assert_eq!(report.warnings, Vec::<String>::new());
}

#[test]
fn a_footnote_that_nothing_defines_is_no_entry_of_a_list_beside_the_others() {
    let text = "Sales fell by 12 percent last year.[^1] Rents rose by 4 percent.[^2]\n\n[^1]: Okafor, N. (2022). Market report.\n\n## References\n\nSmith, J. (2020). Rents.";
    let report = Report::read(text);
    let [first, second] = report.claims.as_slice() else {
        panic!("{:?}", report.claims);
    };
    assert_eq!(first.citations, [1]);
    assert!(second.citations.is_empty(), "{second:?}");
    assert_eq!(second.unresolved, ["2"]);
    let warned = report.warnings.iter();
    assert!(
        warned
            .clone()
            .any(|warning| warning.contains("[2] names no source")),
        "{:?}",
        report.warnings
    );
}

#[test]
fn a_sentence_ends_behind_a_link_in_brackets_though_the_next_begins_small() {
    let report = read(
        "The cursor copes with more than 2^31 elements ([notes](notes.txt)). redis-cli looks up the host by DNS ([other](other.txt)).\n",
    );
    assert_eq!(report.claims.len(), 2);
}

#[test]
fn the_bold_lead_of_an_item_is_no_claim_beside_what_spells_it_out() {
    let report = read(
        "- **Waiting is expensive.** Costs rose where surgery was put off for more than three days [1].\n- **Costs rose by 12 percent.** They did so where surgery was put off for more than three days [1].\n\n## Sources\n\n1. One\n",
    );
    let claims: Vec<&str> = report
        .claims
        .iter()
        .map(|claim| claim.text.as_str())
        .collect();
    assert_eq!(claims.len(), 3, "{claims:?}");
    assert!(!claims.iter().any(|claim| claim.contains("Waiting")));
}
