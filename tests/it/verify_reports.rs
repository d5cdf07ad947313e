//! `tercet verify` on reports of many hands: how they list their sources, how they cite them, and what stands behind the list.
//!
//! Every report states two true things and then the same two with their marks exchanged. Who reads its sources right supports the first two and not the
//! others; who takes a source by its place, or for another, does not. Each is read with its sources in either order.

use super::program::Place;
use super::verify::{checked, json, verdicts};

/// What a report may call a source.
struct Source {
    file: &'static str,
    text: &'static str,
    title: &'static str,
    surname: &'static str,
    initial: &'static str,
    year: &'static str,
    claim: &'static str,
}

const SOURCES: [Source; 2] = [
    Source {
        file: "tram.md",
        text: "---\ntitle: Tram extension review\nauthor: Oskar Lindqvist\ndate: 2020-09-10\n---\nThe tram extension cost 87 million euros. It opened in May 2019. \
               Passengers rose by 14 per cent in its first year.\n",
        title: "Tram extension review",
        surname: "Lindqvist",
        initial: "O.",
        year: "2020",
        claim: "The tram extension cost 87 million euros",
    },
    Source {
        file: "bees.md",
        text: "---\ntitle: Bee colonies of Hallwick\nauthor: Tilda Marsh\ndate: 2022-04-01\n---\nHallwick lost 4,300 bee colonies in the winter of 2021. Most died of mites.\n",
        title: "Bee colonies of Hallwick",
        surname: "Marsh",
        initial: "T.",
        year: "2022",
        claim: "Hallwick lost 4,300 bee colonies in the winter of 2021",
    },
];

/// `{1t}` is the title of the first source, `{2f}` the file of the second, and so on.
fn filled(template: &str, order: [&Source; 2]) -> String {
    let mut text = template.to_owned();
    for (at, source) in ["1", "2"].into_iter().zip(order) {
        for (letter, value) in [
            ("t", source.title),
            ("f", source.file),
            ("a", source.surname),
            ("A", &source.surname.to_uppercase()),
            ("k", &source.surname.to_lowercase()),
            ("i", source.initial),
            ("y", source.year),
        ] {
            text = text.replace(&format!("{{{at}{letter}}}"), value);
        }
    }
    text
}

fn evidence(place: &Place) {
    for source in &SOURCES {
        place.file(&format!("sources/{}", source.file), source.text);
    }
}

/// What went wrong with a report whose marks and list these are; nothing where all is right.
fn wrong(place: &Place, marks: [&str; 2], list: &str, behind: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    let [first, second] = &SOURCES;
    for order in [[first, second], [second, first]] {
        let [one, other] = order;
        let [mark, mark_of_other] = marks.map(|mark| filled(mark, order));
        let own = [(one, &mark), (other, &mark_of_other)];
        let exchanged = [(one, &mark_of_other), (other, &mark)];
        let told = |claims: [(&Source, &String); 2]| {
            claims
                .map(|(source, mark)| format!("{}{mark}.", source.claim))
                .join(" ")
        };
        let after = if behind {
            format!("\nThe harbour was sold to a Danish fund{mark}.\n")
        } else {
            String::new()
        };
        let (first, second) = (told(own), told(exchanged));
        let list = filled(list, order);
        let report = format!("# Notes\n\n{first}\n\n{second}\n\n{list}\n{after}");
        let (_, answer) = checked(place, &report);
        let found = verdicts(&answer);
        let holds = |verdict: &String| verdict == "supported";
        let right = [true, true, false, false, false];
        let expected = right.get(..4 + usize::from(behind)).unwrap_or_default();
        if found.iter().map(holds).collect::<Vec<_>>() != expected {
            let reasons: Vec<String> = answer["claims"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|claim| {
                    format!(
                        "{} {}: {}",
                        claim["text"], claim["verdict"], claim["reason"]
                    )
                })
                .collect();
            wrong.push(format!(
                "{report}\n=> {found:?}\n{}\n{}",
                reasons.join("\n"),
                answer["sources"]
            ));
        }
    }
    wrong
}

const NUMBERS: [&str; 2] = [" [1]", " [2]"];

/// Lists of sources as reports have them, for claims that cite `[1]` and `[2]`.
const LISTS: &[&str] = &[
    "## Sources\n\n1. {1t}\n2. {2t}",
    "## References\n\n[1] {1i} {1a}, {1t}, {1y}.\n[2] {2i} {2a}, {2t}, {2y}.",
    "| # | Source |\n|---|---|\n| 1 | {1t} |\n| 2 | {2t} |",
    "Sources: [1] {1f}; [2] {2f}",
    "<details><summary>Sources</summary>\n\n1. {1f}\n2. {2f}\n\n</details>",
    "---\n1: {1t}\n2: {2t}",
    "Sources\n\n1 {1t}\n2 {2t}",
    "<ol><li>{1t}</li><li>{2t}</li></ol>",
    "<a id=\"ref1\"></a>1. {1t}\n\n<a id=\"ref2\"></a>2. {2t}",
    "[1]: {1f}\n[2]: {2f}",
    "[1]: sources/{1f} \"First\"\n[2]: sources/{2f} \"Second\"",
    "### Works cited\n\n* [1] {1f}\n* [2] {2f}",
    "**Sources**\n\n[1] {1t}  \n[2] {2t}",
    "References\n(1) {1t}\n(2) {2t}",
    "Sources: 1. {1f}, 2. {2f}",
    "| Ref | Document | Year |\n|---|---|---|\n| 1 | {1t} | {1y} |\n| 2 | {2t} | {2y} |",
    "<h2>References</h2>\n<ol>\n<li>{1t}</li>\n<li>{2t}</li>\n</ol>",
    "[1] {1f}\n[2] {2f}",
    "References:\n- [1]: {1t} (sources/{1f})\n- [2]: {2t} (sources/{2f})",
    "> **Sources**\n> 1. {1t}\n> 2. {2t}",
    "Quellen: [1] {1t} [2] {2t}",
    "## Sources\n\n| | |\n|---|---|\n| [1] | {1t} |\n| [2] | {2t} |",
    "***\n[1] {1a}, {1i} ({1y}). *{1t}*.\n\n[2] {2a}, {2i} ({2y}). *{2t}*.",
    "Sources used in this note:\n\n1. {1t}\n2. {2t}",
    "## Sources and further reading\n\n1. {1t}\n2. {2t}",
    "## 📚 Sources\n\n1. {1t}\n2. {2t}",
    "1. {1t}\n2. {2t}",
    "[1] → {1f}\n[2] → {2f}",
    "\\[1] {1t}\n\n\\[2] {2t}",
    "## Sources\n\n- {1t}\n- {2t}",
    "## Sources\n\n2. {2t}\n1. {1t}",
    "## Sources\n\n1. **{1t}** – {1a}\n   https://t.example/annual\n\n   > on its subject\n2. **{2t}**",
];

/// Forms of citing, with the list that belongs to each; empty where there is none.
const FORMS: &[(&str, &str, &str)] = &[
    (" [{1a} {1y}]", " [{2a} {2y}]", ""),
    (
        " [{1a} {1y}]",
        " [{2a} {2y}]",
        "## Sources\n\n1. {1t}\n2. {2t}",
    ),
    (" (Source: {1t})", " (Source: {2t})", ""),
    (
        " (Source: {1t})",
        " (Source: {2t})",
        "## Sources\n\n1. {1t}\n2. {2t}",
    ),
    ("~\\cite{{1k}{1y}}", "~\\cite{{2k}{2y}}", ""),
    (
        " \\cite{{1k}{1y}}",
        " \\cite{{2k}{2y}}",
        "## References\n\n- {1a}, {1i} ({1y}). {1t}.\n- {2a}, {2i} ({2y}). {2t}.",
    ),
    (
        " <a href=\"sources/{1f}\">report</a>",
        " <a href=\"sources/{2f}\">report</a>",
        "",
    ),
    (" [1: 3]", " [2: 3]", "## Sources\n\n1. {1t}\n2. {2t}"),
    (
        " ({1A}, {1i}, {1y}, pp. 3–4)",
        " ({2A}, {2i}, {2y}, p. 9)",
        "",
    ),
    (
        " ({1A}, {1i}, {1y}, pp. 3–4)",
        " ({2A}, {2i}, {2y}, p. 9)",
        "## Sources\n\n[1] {1t}\n[2] {2t}",
    ),
    (
        " [@{1k}{1y}]",
        " [@{2k}{2y}]",
        "## Sources\n\n1. {1t}\n2. {2t}",
    ),
    (
        " ([{1t}](https://t.example/a))",
        " ([{2t}](https://t.example/b))",
        "",
    ),
    (" ({1a} {1y}: 14)", " ({2a} {2y}: 15)", ""),
    (" [{1a}, {1y}]", " [{2a}, {2y}, p. 4]", ""),
    (" (Quelle: {1t})", " (Quelle: {2t})", ""),
    (" \\parencite[12]{{1k}{1y}}", " \\citep{{2k}{2y}}", ""),
    (
        " <a href='sources/{1f}'>1</a>",
        " <a href='sources/{2f}'>2</a>",
        "",
    ),
    (
        " <sup><a href=\"#r1\">1</a></sup>",
        " <sup><a href=\"#r2\">2</a></sup>",
        "## Sources\n\n1. {1t}\n2. {2t}",
    ),
    (" [1:3–4]", " [2:7]", "## Sources\n\n1. {1t}\n2. {2t}"),
    (" (see {1a}, {1y})", " (cf. {2a}, {2y})", ""),
    (
        " [[1]][x]",
        " [[2]][y]",
        "[x]: sources/{1f}\n[y]: sources/{2f}",
    ),
    (
        " [report][x]",
        " [report][y]",
        "[x]: sources/{1f}\n[y]: sources/{2f}",
    ),
    (" [^a]", " [^b]", "[^a]: sources/{1f}, p. 3\n[^b]: {2t}"),
    (" ({1f}, p. 3)", " ({2f})", ""),
    (" [{1f}]", " [{2f}]", ""),
    (" [source: {1f}]", " [source: {2f}]", ""),
    (" (“{1t}”, p. 2)", " (“{2t}”, p. 3)", ""),
    ("【1†{1f}】", "【2†{2f}】", ""),
    (" [[{1f}]]", " [[{2f}]]", ""),
    (" ¹", " ²", "## Notes\n\n¹ {1t}\n² {2t}"),
    (
        "<sup>1</sup>",
        "<sup>2</sup>",
        "<sup>1</sup> {1t}<br>\n<sup>2</sup> {2t}",
    ),
    (" ({1t})", " ({2t})", "## Sources\n\n- {1t}\n- {2t}"),
];

fn fail_with(wrong: &[String], of: usize) {
    assert!(
        wrong.is_empty(),
        "{} of {of} are read wrongly:\n\n{}",
        wrong.len(),
        wrong.join("\n\n————\n\n")
    );
}

#[test]
fn a_list_of_sources_in_any_layout_says_what_its_numbers_mean() {
    let place = Place::new();
    evidence(&place);
    let all: Vec<String> = LISTS
        .iter()
        .flat_map(|list| wrong(&place, NUMBERS, list, false))
        .collect();
    fail_with(&all, 2 * LISTS.len());
}

#[test]
fn text_behind_a_list_of_sources_is_checked_too() {
    let place = Place::new();
    evidence(&place);
    // A list without a heading is one because it is the last thing of its report.
    let headed = LISTS.iter().filter(|list| !list.starts_with("1. "));
    let all: Vec<String> = headed
        .clone()
        .flat_map(|list| wrong(&place, NUMBERS, list, true))
        .collect();
    fail_with(&all, 2 * headed.count());
}

#[test]
fn a_source_is_found_by_whatever_form_cites_it() {
    let place = Place::new();
    evidence(&place);
    let all: Vec<String> = FORMS
        .iter()
        .flat_map(|(one, other, list)| wrong(&place, [one, other], list, false))
        .collect();
    fail_with(&all, 2 * FORMS.len());
}

#[test]
fn a_source_is_taken_by_its_place_only_where_no_source_says_which_it_is() {
    let place = Place::new();
    evidence(&place);
    let claims = "Hallwick lost 4,300 bee colonies in the winter of 2021 [1]. The tram extension cost 87 million euros [2].";
    for (list, expected) in [
        // The order of the files in the folder, as somebody who names neither may mean it.
        ("## Sources\n\n1. First annex\n2. Second annex", "supported"),
        (
            "## Sources\n\n1. First annex\n2. Tram extension review",
            "unchecked",
        ),
        ("## Sources\n\n1. First annex\n2. lost.md", "unchecked"),
        (
            "## Sources\n\n1. First annex\n2. Second annex\n3. Third annex",
            "unchecked",
        ),
        (
            "## Sources\n\n2. Second annex\n3. Third annex",
            "unsupported",
        ),
        ("No list here, and nothing that says so.", "unchecked"),
    ] {
        let (_, told) = checked(&place, &format!("{claims}\n\n{list}\n"));
        assert_eq!(verdicts(&told)[0], expected, "{list}\n{told}");
    }
    // Without a list, the order in which somebody named the evidence is all there is.
    place.file("report.md", claims);
    let ran = place.run(&[
        "verify",
        "report.md",
        "sources/bees.md",
        "sources/tram.md",
        "--json",
    ]);
    let told = json(&ran);
    assert_eq!(verdicts(&told), ["supported", "supported"], "{told}");
    assert_eq!(told["sources"][0]["matched"], "by its position in the list");
}

#[test]
fn citations_exchanged_within_a_sentence_are_not_support() {
    let place = Place::new();
    evidence(&place);
    let report = |one: &str, other: &str| {
        format!(
            "The tram extension cost 87 million euros [{one}], and Hallwick lost 4,300 bee colonies in the winter of 2021 [{other}].\n\n## Sources\n\n1. tram.md\n2. bees.md\n"
        )
    };
    let (_, told) = checked(&place, &report("1", "2"));
    assert_eq!(verdicts(&told), ["supported"], "{told}");
    let (_, told) = checked(&place, &report("1, 2", "1, 2"));
    assert_eq!(verdicts(&told), ["supported"], "{told}");
    let (status, told) = checked(&place, &report("2", "1"));
    assert_eq!(
        (status, verdicts(&told)),
        (1, vec!["unsupported".to_owned()])
    );
    assert_eq!(
        told["claims"][0]["reason"],
        "“The tram extension cost 87 million euros” is in [1], not in [2]"
    );
}

#[test]
fn a_reason_calls_a_source_as_its_sentence_does() {
    let place = Place::new();
    evidence(&place);
    let list = "\n\n## Sources\n\n1. Tram extension review\n";
    for (mark, expected) in [
        ("[1]", "word for word in [1]"),
        ("(tram.md)", "word for word in tram.md"),
        (
            "([notes](sources/tram.md))",
            "word for word in sources/tram.md",
        ),
        ("(Lindqvist, 2020)", "word for word in Lindqvist (2020)"),
        ("[@lindqvist2020]", "word for word in [lindqvist2020]"),
    ] {
        let report = format!(
            "It opened in May 2019 [1]. The tram extension cost 87 million euros {mark}.{list}"
        );
        let (_, told) = checked(&place, &report);
        assert_eq!(told["claims"][1]["reason"], expected, "{mark}: {told}");
    }
}

#[test]
fn words_and_a_year_that_nobody_wrote_are_no_citation_beside_a_list() {
    let place = Place::new();
    evidence(&place);
    let list = "## Sources\n\n1. Tram extension review\n";
    for (mark, expected) in [
        (" (Agenda 2030)", "uncited"),
        (" [1] (Agenda 2030)", "supported"),
        (" [@nobody1999]", "unsupported"),
    ] {
        let report = format!("The tram extension cost 87 million euros{mark}.\n\n{list}");
        let (_, told) = checked(&place, &report);
        assert_eq!(verdicts(&told), [expected], "{mark}: {told}");
    }
}

#[test]
fn an_entry_is_the_document_whose_title_it_has_whole() {
    let place = Place::new();
    place.file(
        "sources/bridge.html",
        "<html><head><title>Kessel Viaduct - Heritage Register</title></head><body><p>The viaduct has 14 arches.</p></body></html>",
    );
    place.file(
        "sources/survey.md",
        "# Structural survey of Kessel Viaduct, 2022\n\nThe drainage is in poor condition.\n",
    );
    let report = "The viaduct has 14 arches [1]. The drainage is in poor condition [2].\n\n## References\n\n\
        1. \"Kessel Viaduct\". *Heritage Register*. Retrieved 3 May 2024.\n\
        2. Orle Engineering (2022). \"Structural survey of Kessel Viaduct, 2022\".\n";
    let (_, told) = checked(&place, report);
    assert_eq!(verdicts(&told), ["supported"; 2], "{told}");
}

#[test]
fn what_another_source_says_is_told_to_be_there_whatever_dates_the_cited_one_has() {
    let place = Place::new();
    place.file(
        "sources/zone.md",
        "# Zone\n\nThe city council rejected an extension by 41 votes to 17 in November 2022.\n",
    );
    place.file(
        "sources/news.md",
        "# News\n\nThe charge brought in £6.8 million in the financial year 2022/23, down from £9.1 million the year before.\n",
    );
    let report = "The charge brought in £6.8 million in the financial year 2022/23 [1].\n\n## Sources\n\n1. zone.md\n2. news.md\n";
    let (_, told) = checked(&place, report);
    let reason = &told["claims"][0]["reason"];
    assert_eq!(reason, "[1] does not say this, [2] does", "{told}");
}

#[test]
fn one_changed_cell_makes_exactly_the_claims_stale_that_rest_on_its_row() {
    const PORTS: &str = "# Ports\n\n| Port | Cargo 2022 (kt) | Cargo 2023 (kt) |\n|---|---|---|\n| Solvik | 4710 | 4360 |\n| Havnsund | 1450 | 1395 |\n| Tveit | 860 | 905 |\n";
    let place = Place::new();
    place.file("sources/ports.md", PORTS);
    place.file(
        "report.md",
        "Havnsund handled 1395 kt of cargo in 2023 [1]. Tveit handled 905 kt of cargo in 2023 [1]. Solvik had the most cargo in 2023 [1].\n\n## Sources\n\n1. ports.md\n",
    );
    let verified = |arguments: &[&str]| {
        let all = [&["verify", "report.md", "sources", "--json"], arguments].concat();
        verdicts(&json(&place.run(&all)))
    };
    assert_eq!(verified(&["--sidecar"]), ["supported"; 3]);
    place.file("sources/ports.md", PORTS.replace("1395", "1396"));
    // Who has the most rests on every row.
    assert_eq!(verified(&[]), ["stale", "supported", "stale"]);
}

#[test]
fn a_link_or_identifier_of_a_listed_source_cites_it_though_the_list_does_not_have_it() {
    let place = Place::new();
    evidence(&place);
    place.file(
        "sources/pumps.md",
        "---\ntitle: Heat pumps in cold climates\nurl: https://doi.org/10.1000/xyz123\n---\nHeat pumps cut the energy use of houses by 40 % in Sweden.\n",
    );
    let list = "## References\n\n1. Heat pumps in cold climates.\n2. Tram extension review.";
    for mark in [
        " ([Smith](https://doi.org/10.1000/xyz123))",
        " (https://dx.doi.org/10.1000/XYZ123)",
        " (doi:10.1000/xyz123)",
        " [doi: 10.1000/xyz123]",
        " [10.1000/xyz123](https://doi.org/10.1000/xyz123)",
        " [see](https://doi.org/10.1000/xyz123)",
    ] {
        let report = format!(
            "Heat pumps cut the energy use of houses by 40 % in Sweden{mark}. The tram extension cost 87 million euros [2].\n\n{list}\n"
        );
        let (status, told) = checked(&place, &report);
        assert_eq!(verdicts(&told), ["supported"; 2], "{mark}: {told}");
        assert_eq!(
            told["claims"][0]["citations"],
            serde_json::json!([1]),
            "{mark}: {told}"
        );
        assert_eq!(told["warnings"], serde_json::json!([]), "{mark}");
        assert_eq!(status, 0, "{mark}");
    }
    // What is not among the evidence is just a link.
    let report = format!(
        "Heat pumps cut the energy use of houses by 40 % in Sweden ([Acme](https://acme.example/about)). The tram extension cost 87 million euros [2].\n\n{list}\n"
    );
    let (_, told) = checked(&place, &report);
    assert_eq!(verdicts(&told), ["uncited", "supported"], "{told}");
}

#[test]
fn a_mark_at_the_end_of_a_paragraph_is_asked_for_all_of_it() {
    let place = Place::new();
    place.file(
        "sources/port.txt",
        "The port handled 40 million tonnes in 2020. It has 12 cranes. The deepest berth is 17 metres deep.\n",
    );
    let report = "# Port\n\nThe port handled 40 million tonnes in 2020. The port has 19 cranes. Shells are sold in the village. The deepest berth is 17 metres deep. [1]\n\n\
         The port has 12 cranes.\n\n## Sources\n\n1. port.txt\n";
    let (_, answer) = checked(&place, report);
    let told = verdicts(&answer);
    assert_eq!(
        told,
        [
            "supported",
            "contradicted",
            "uncited",
            "supported",
            "uncited"
        ],
        "{answer}"
    );
    let reason = |at: usize| answer["claims"][at]["reason"].as_str().unwrap_or_default();
    assert!(reason(0).contains("[1] stands at the end of its paragraph"));
    assert!(reason(2).contains("[1] at the end of its paragraph does not bear it out"));
    assert_eq!(answer["claims"][0]["citations"], serde_json::json!([1]));
    assert_eq!(reason(4), "no citation; [1] says this");
}
