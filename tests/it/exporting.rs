//! The forms in which a brief leaves: a page, everything for programs, a bibliography, and citations as other programs want them [X1].

use serde_json::Value;

use crate::program::Place;
use crate::workbench::QUESTION;

const SALES: &str = "# Heat pump sales\n\nSales of heat pumps fell to 2.2 million in 2024, <b>a drop</b> of 21 percent. Subsidies were cut in three countries.\n\n\
    Installers waited nine weeks for parts, which made many buyers give up. The association proposes a steady subsidy of 30 percent until 2030.\n";

/// A place with a study in it.
fn written() -> Place {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let more = "Sales fell in 2024 because gas was cheap again.\n";
    let more = place.file("gas & <oil>.txt", more);
    let ran = place.run(&["run", QUESTION, &sales, &more]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    place
}

#[test]
fn a_page_shows_the_brief_with_links_to_its_sources_and_loads_nothing() {
    let place = written();
    let ran = place.run(&["export", "last", "--out", "brief.html", "--verdicts"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = std::fs::read_to_string(place.path("brief.html")).expect("a page");
    for part in [
        "<h1>Why did heat pump sales fall?</h1>",
        "<h2>Situation</h2>",
        "<a class=\"cites\" href=\"#source-1\">[1]</a>",
        "<span id=\"source-1\">[1]</span>",
        "<sup class=\"verdict supported\" tabindex=\"0\" title=\"supported: ",
        "<h2>Verdicts</h2>",
        "default-src 'none'",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    for part in ["<script", "<img", "<b>", "src=", "\u{fffe}", "\u{ffff}"] {
        assert!(!page.contains(part), "{part} is in\n{page}");
    }
    // Beside the Markdown of the same name there is room for it: only that has a sidecar.
    assert!(!place.path("brief.tercet.json").exists());
    let markdown = place.run(&["export", "last", "--out", "brief.md"]);
    assert_eq!(markdown.status, 0, "{}", markdown.err);
    assert!(place.path("brief.tercet.json").is_file());
}

#[test]
fn what_a_source_calls_itself_is_no_markup_in_any_appendix() {
    let place = Place::new();
    let hostile = "# ![px](https://evil.test/p.png) and <img src=x> [go](javascript:x)\n\nSales of heat pumps fell to 2.2 million in 2024.\n";
    let hostile = place.file("hostile.md", hostile);
    place.run(&["run", QUESTION, &hostile]);
    let all = ["--verdicts", "--scores", "--method", "--history"];
    let page = place.run(&[&["export", "last", "--format", "html"][..], &all].concat());
    for part in ["<img", "href=\"javascript", "href=\"https://evil"] {
        assert!(!page.out.contains(part), "{part} is in\n{}", page.out);
    }
    let markdown = place.run(&[&["export", "last"][..], &all].concat());
    for line in markdown
        .out
        .lines()
        .filter(|line| line.contains("evil.test"))
    {
        assert!(!line.contains("![px]") && !line.contains("<img"), "{line}");
    }
}

#[test]
fn programs_get_all_of_it_and_can_check_it_again() {
    let place = written();
    assert_eq!(
        place.run(&["export", "last", "--format", "bib"]).out,
        place.run(&["export", "last", "--format", "bibtex"]).out,
        "a format may be called by the ending of its files"
    );
    let ran = place.run(&["export", "last", "--format", "json"]);
    let whole: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(whole["question"], QUESTION);
    assert_eq!(whole["sections"][0]["title"], "Situation");
    assert_eq!(whole["claims"][0]["verdict"], "supported");
    assert!(whole["documents"][0]["cited"].is_boolean(), "{}", ran.out);
    assert!(whole["scores"]["composite"].is_number());
    assert!(
        whole["history"][0]["words_added"]
            .as_u64()
            .is_some_and(|words| words > 0)
    );
    place.run(&["export", "last", "--out", "brief.json"]);
    assert!(!place.path("brief.tercet.json").exists());
    let again = place.run(&["verify", "brief.json", "sales.md", "gas & <oil>.txt"]);
    assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    place.file("sales.md", SALES.replace("2.2 million", "2.3 million"));
    let stale = place.run(&[
        "verify",
        "brief.json",
        "sales.md",
        "gas & <oil>.txt",
        "--json",
    ]);
    let stale: Value = serde_json::from_str(&stale.out).expect("JSON");
    let claims = stale["claims"].as_array().expect("claims");
    for claim in claims {
        let is_changed = claim["text"]
            .as_str()
            .expect("text")
            .contains("2.2 million");
        assert_eq!(claim["stale"] == true, is_changed, "{claim}");
    }
    let kept = std::fs::read_to_string(place.path("brief.json")).expect("there");
    let refused = place.run(&["verify", "brief.json", "sales.md", "--sidecar"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert_eq!(
        std::fs::read_to_string(place.path("brief.json")).expect("there"),
        kept
    );
}

#[test]
fn a_note_that_names_the_page_it_was_clipped_from_leads_there_in_every_list_of_sources() {
    let place = Place::new();
    let page = "https://news.example.org/heat/pumps-2024";
    let clipped = place.file(
        "clipped.md",
        format!("---\ntitle: Heat pumps\nurl: {page}\ndate: 2025-02-03\n---\n\nHeat pump sales fell to 2.2 million units in 2024.\n"),
    );
    let ran = place.run(&["run", "How did heat pump sales develop?", &clipped]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for form in ["md", "bib", "csl-json"] {
        let out = place.run(&["export", "last", "--format", form]).out;
        assert!(out.contains(page), "{form}: {out}");
    }
}

#[test]
fn sources_are_cited_as_other_programs_want_it() {
    let place = written();
    let notes = place
        .run(&["export", "last", "--citations", "footnotes"])
        .out;
    assert!(
        notes.contains("[^1]") && notes.contains("\n[^1]: "),
        "{notes}"
    );
    assert!(!notes.contains("## Sources"), "{notes}");
    let ran = place.run(&[
        "export",
        "last",
        "--citations",
        "pandoc",
        "--out",
        "brief.md",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let brief = std::fs::read_to_string(place.path("brief.md")).expect("a brief");
    let entries = std::fs::read_to_string(place.path("brief.bib")).expect("a bibliography");
    assert!(brief.contains("bibliography: \"brief.bib\""), "{brief}");
    let keys: Vec<&str> = entries
        .lines()
        .filter_map(|line| line.strip_prefix("@misc{")?.strip_suffix(','))
        .collect();
    assert!(!keys.is_empty(), "{entries}");
    for key in &keys {
        assert!(brief.contains(&format!("@{key}")), "{key} in {brief}");
    }
    let items = place.run(&["export", "last", "--format", "csl-json"]).out;
    let items: Value = serde_json::from_str(&items).expect("JSON");
    assert_eq!(items[0]["id"], keys[0]);
    // What lies beside it is not replaced unasked either.
    let again = place.run(&[
        "export",
        "last",
        "--citations",
        "pandoc",
        "--out",
        "brief2.md",
    ]);
    assert_eq!(again.status, 0, "{}", again.err);
    std::fs::remove_file(place.path("brief2.md")).expect("there");
    assert!(
        !place.path("brief2.tercet.json").exists(),
        "nothing reads it beside these citations"
    );
    let refused = place.run(&[
        "export",
        "last",
        "--citations",
        "pandoc",
        "--out",
        "brief2.md",
    ]);
    assert!(
        refused.err.contains("brief2.bib exists already"),
        "{}",
        refused.err
    );
    assert!(!place.path("brief2.md").exists());
    let mistaken = place.run(&[
        "export",
        "last",
        "--citations",
        "pandoc",
        "--format",
        "html",
    ]);
    assert_eq!(mistaken.status, 2, "{}", mistaken.err);
}

#[test]
fn a_brief_with_footnotes_is_what_its_sidecar_is_of() {
    let place = written();
    let ran = place.run(&[
        "export",
        "last",
        "--citations",
        "footnotes",
        "--out",
        "notes.md",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = place.run(&["verify", "notes.md", "sales.md", "gas & <oil>.txt"]);
    assert!(!ran.out.contains("no longer in the report"), "{}", ran.out);
    place.file("sales.md", SALES.replace("2.2 million", "2.3 million"));
    let ran = place.run(&["verify", "notes.md", "sales.md", "gas & <oil>.txt"]);
    assert!(ran.out.contains("stale"), "{}", ran.out);
}

#[test]
fn how_the_text_came_about_can_be_appended() {
    let place = written();
    let told = place.run(&["export", "last", "--history"]).out;
    let (_, history) = told.split_once("## History").expect("a history");
    assert!(history.contains("| accepted |"), "{history}");
    let rows = history.lines().filter(|line| line.contains("| accepted |"));
    for row in rows {
        assert!(row.ends_with(" measured |"), "what it scored: {row}");
    }
    assert!(!place.run(&["export", "last"]).out.contains("## History"));
}

#[test]
fn a_source_names_the_file_that_is_there_where_the_first_one_of_its_text_is_gone() {
    let place = Place::new();
    let first = place.file("first/sales.md", SALES);
    place.run(&["run", QUESTION, &first]);
    std::fs::remove_file(&first).expect("removed");
    let second = place.file("second/sales.md", SALES);
    let brief = place.run(&["run", QUESTION, &second]).out;
    assert!(brief.contains("second/sales.md"), "{brief}");
    assert!(!brief.contains("first/sales.md"), "{brief}");
    // The older study is led to it as well, and still has its brief.
    let older = place.run(&["export", "1"]).out;
    assert!(older.contains("2.2 million"), "{older}");
}

#[test]
fn a_brief_as_of_any_event_holds_against_its_own_sources_and_nothing_in_it_counts_as_edited() {
    let place = written();
    let events = place.events().len();
    let sources = [place.path("sales.md"), place.path("gas & <oil>.txt")];
    let sources = sources.map(|path| path.display().to_string());
    let mut early = 0;
    for at in 3..=events {
        let (seq, name) = (at.to_string(), format!("at{at}.md"));
        let ran = place.run(&["export", "last", "--at", &seq, "--out", &name]);
        assert_eq!(ran.status, 0, "{at}: {}", ran.err);
        let text = std::fs::read_to_string(place.path(&name)).expect("a brief");
        let told = place.run(&["verify", &name, &sources[0], &sources[1], "--json"]);
        let told: Value = serde_json::from_str(&told.out).expect("JSON");
        let claims = told["claims"].as_array().expect("claims");
        if text.contains("Nothing is written yet.") || text.contains("No findings to synthesize") {
            assert_eq!(claims.len(), 0, "{at}: nothing is claimed: {told}");
            early += 1;
        }
        let edited = claims.iter().find(|claim| claim["edited"] == true);
        assert!(edited.is_none(), "{at}: {edited:?}");
    }
    assert!(early > 0, "some came before anything was written");
}
