//! `tercet run` without a model: question and evidence in, cited Markdown out.

use crate::program::{Place, Ran, finished};

const SALES: &str = "# Heat pump sales\n\n\
Heat pump sales in the fourteen markets fell to 2.2 million units in 2024. The market had grown every year for a decade before that. \
Installers report order books of nine weeks. Manufacturers currently operate eleven plants in the region, with a capacity of 4 million units a year.\n\n\
The main problem is the price ratio of power to gas, which rose in nine of the fourteen markets. However, subsidy cuts delayed many orders, \
and several buyers cancelled because approvals took more than six months.\n\n\
We recommend that manufacturers hold capacity until two quarters of rising orders are visible. A second line would pay back in 4.1 years at today's volume.\n";

const MINISTRY: &str = "Notice on heat pump subsidies\n\n\
The ministry cut the heat pump subsidy from 40 percent to 25 percent in March 2024. Heat pump sales in the fourteen markets fell to 1.9 million units in 2024, \
according to the ministry's register.\n\n\
The ministry proposes a fixed subsidy until 2030, which should give buyers certainty. A new tariff for heat pumps would lower running costs by 18 percent.\n";

const QUESTION: &str = "Why did heat pump sales fall, and what should manufacturers do?";

fn body(brief: &str) -> &str {
    let start = brief.find("## Situation").expect("a first section");
    let end = brief.find("## Sources").unwrap_or(brief.len());
    &brief[start..end]
}

#[test]
fn a_question_and_files_become_a_cited_brief_without_any_set_up() {
    let place = Place::new();
    let (sales, notice) = (
        place.file("sales.md", SALES),
        place.file("notice.txt", MINISTRY),
    );
    let ran = place.run(&["run", QUESTION, &sales, &notice]);
    assert!(ran.status == 0 || ran.status == 1, "{}", ran.err);
    for heading in [
        "## Situation",
        "## Complication",
        "## Resolution",
        "## Sources",
    ] {
        assert!(
            ran.out.contains(heading),
            "{heading} is missing:\n{}",
            ran.out
        );
    }
    assert!(
        ran.out
            .to_lowercase()
            .contains("extractive draft: sentences from your sources")
    );
    assert!(
        body(&ran.out).contains("[1]") && body(&ran.out).contains("[2]"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("sales.md") && ran.out.contains("notice.txt"));
    assert!(
        body(&ran.out).contains("hold capacity until two quarters of rising orders are visible"),
        "{}",
        ran.out
    );
}

#[test]
fn evidence_that_is_named_for_a_study_changes_its_brief_and_begins_no_other() {
    let place = Place::new();
    let (sales, notice) = (
        place.file("sales.md", SALES),
        place.file("notice.txt", MINISTRY),
    );
    let before = place.run(&["run", QUESTION, &sales]);
    assert!(!body(&before.out).contains("[2]"), "{}", before.out);
    let after = place.run(&["run", "--study", "last", &notice]);
    assert!(
        body(&after.out).contains("[2]"),
        "{}{}",
        after.out,
        after.err
    );
    assert_eq!(place.run(&["studies"]).out.lines().count(), 1);

    let same = place.run(&["run", "--study", "1"]);
    assert_eq!(same.out, after.out, "with nothing new, nothing changes");
    let none = place.run(&["run", "--study", "7", &notice]);
    assert!(none.err.contains("there is no study 7"), "{}", none.err);
}

#[test]
fn a_library_that_knows_the_files_gives_the_brief_of_one_that_reads_them() {
    const NOTES: usize = 1_300;
    let place = Place::new();
    let folder = place.path("notes");
    std::fs::create_dir_all(&folder).expect("made");
    for at in 0..NOTES {
        // The last ones, whose vectors are made last, say it in other words.
        let said = match at {
            0..6 => "The range of an electric bus falls in winter",
            1_200.. => "Frost shortens how far battery vehicles travel",
            _ => "The choir sang motets on the market square",
        };
        let note = format!(
            "# Note {at}\n\n{said}, by {at} percent in year {}.\n",
            1000 + at
        );
        std::fs::write(folder.join(format!("{at:04}.md")), note).expect("written");
    }
    let folder = folder.to_string_lossy();
    let question = "Why does the range of electric buses fall in winter?";
    let [first, again] = [(); 2].map(|()| place.run(&["run", question, &folder]).out);
    let cited = |brief: &str| body(brief).to_owned();
    assert!(cited(&first).contains("Frost"), "{first}");
    assert_eq!(cited(&first), cited(&again));
}

#[test]
fn the_same_evidence_gives_the_same_brief() {
    let place = Place::new();
    let (sales, notice) = (
        place.file("sales.md", SALES),
        place.file("notice.txt", MINISTRY),
    );
    let one = place.run(&["run", QUESTION, &sales, &notice]);
    let two = place.run(&["run", QUESTION, &sales, &notice]);
    assert_eq!(body(&one.out), body(&two.out));
}

#[test]
fn a_folder_and_standard_input_are_evidence_too() {
    let place = Place::new();
    place.file("reports/deep/sales.md", SALES);
    place.file(
        "reports/.hidden.md",
        "Hidden text about heat pump sales that must not be read.",
    );
    let notice = place.file("notice.txt", MINISTRY);
    let mut command = place.command(&["run", QUESTION, "reports", "-"]);
    let ran = finished(
        command
            .stdin(std::fs::File::open(notice).expect("there"))
            .output()
            .expect("started"),
    );
    assert!(
        ran.out.contains("sales.md") && ran.out.contains("standard input"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert!(!ran.out.contains("Hidden text"));
}

#[test]
fn without_evidence_the_brief_says_so() {
    let place = Place::new();
    let ran = place.run(&["run", QUESTION]);
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("No findings to synthesize"), "{}", ran.out);
}

#[test]
fn evidence_that_does_not_answer_is_said() {
    let place = Place::new();
    let recipe = place.file("bread.md", "# Bread\n\nMix flour and water. Let the dough rest for two hours. Bake the loaf for forty minutes until the crust is brown.\n");
    let ran = place.run(&["run", QUESTION, &recipe]);
    let text = body(&ran.out).to_lowercase();
    assert!(
        text.contains("evidence does not") || text.contains("not say"),
        "{}",
        ran.out
    );
}

#[test]
fn advice_is_advice_also_where_it_does_not_repeat_the_question() {
    let place = Place::new();
    let study = place.file(
        "study.md",
        "# University study on fleet emissions\n\nThe study measured 18 buses over 14 months. Electric buses cut emissions by 62 % per km compared with diesel. \
         The authors recommend to electrify the routes with most stops first, because braking recovers energy.\n",
    );
    let question = "What keeps Arlen from running more electric buses, and what should it do?";
    let ran = place.run(&["run", question, &study, "--model", "extractive"]);
    let (_, resolution) = ran.out.split_once("## Resolution").expect("a resolution");
    assert!(
        resolution.contains("The authors recommend to electrify the routes with most stops first"),
        "{}",
        ran.out
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_rest_goes_on() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let empty = place.file("empty.txt", "");
    let broken = place.file("broken.pdf", "%PDF-1.7\nnothing that follows is a PDF");
    let ran = place.run(&["run", QUESTION, &sales, &empty, "missing.md", &broken]);
    for name in ["empty.txt", "missing.md", "broken.pdf"] {
        assert!(ran.err.contains(name), "{name} is not named:\n{}", ran.err);
    }
    assert!(ran.out.contains("## Resolution"), "{}", ran.out);
}

#[test]
fn escape_sequences_in_evidence_reach_neither_the_brief_nor_the_screen() {
    let place = Place::new();
    let hostile = SALES.replace("fell to", "fell\u{1b}[31m to\u{7}");
    let hostile = format!("{hostile}\n\nThe invoices were\u{202e} paid in full.\n");
    let ran = place.run(&["run", QUESTION, &place.file("hostile.md", hostile)]);
    let is_hostile = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(
        !ran.out.contains(is_hostile) && !ran.err.contains(is_hostile),
        "{:?}\n{:?}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("2.2 million"), "{}", ran.out);
}

#[test]
fn a_finished_study_is_listed_and_exported_again() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let ran = place.run(&["run", QUESTION, &sales]);
    let listed = place.run(&["studies"]);
    assert!(
        listed.out.contains(QUESTION) && listed.out.contains("3/3 sections"),
        "{}",
        listed.out
    );
    let exported = place.run(&["export", "last"]);
    assert_eq!(exported.status, 0);
    assert_eq!(body(&exported.out), body(&ran.out));
}

#[test]
fn an_existing_file_is_never_replaced_without_asking() {
    let place = Place::new();
    let (sales, out) = (
        place.file("sales.md", SALES),
        place.file("brief.md", "mine"),
    );
    let ran = place.run(&["run", QUESTION, &sales, "--out", &out]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("exists already") && ran.err.contains("--overwrite"),
        "{}",
        ran.err
    );
    assert_eq!(std::fs::read_to_string(&out).expect("there"), "mine");
    place.run(&["run", QUESTION, &sales, "--out", &out, "--overwrite"]);
    assert!(
        std::fs::read_to_string(&out)
            .expect("there")
            .contains("## Situation")
    );
    let exported = place.run(&["export", "last", "--out", &out]);
    assert!(exported.err.contains("exists already"), "{}", exported.err);
}

#[test]
fn a_folder_that_is_not_there_is_told_before_anything_is_spent() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let out = place.path("nowhere").join("brief.md");
    let out = out.to_str().expect("a name");
    let ran = place.run(&["run", QUESTION, &sales, "--out", out]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("there is no folder"), "{}", ran.err);
    assert!(!place.data_dir().join("library.db").exists(), "no study");
}

#[test]
fn a_file_is_what_its_name_says_or_is_not_written() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let refused = |ran: &Ran| {
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains("Markdown (.md), HTML"), "{}", ran.err);
        assert!(!std::fs::exists(place.path("brief.DOCX")).expect("looked"));
    };
    refused(&place.run(&["run", QUESTION, &sales, "--out", "brief.DOCX"]));
    place.run(&["run", QUESTION, &sales]);
    refused(&place.run(&["export", "last", "--out", "brief.DOCX"]));
    for name in ["brief.txt", "v1.2 brief", "alone"] {
        let ran = place.run(&["export", "last", "--out", name]);
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
    }
    let two = place.run(&["export", "last", "--out", "other.md", "--format", "json"]);
    assert_eq!(two.status, 2, "{}", two.err);
    assert!(!std::fs::exists(place.path("other.md")).expect("looked"));
}

#[test]
fn events_are_printed_as_json_lines() {
    let place = Place::new();
    let ran = place.run(&["run", QUESTION, &place.file("sales.md", SALES), "--json"]);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object per line"))
        .collect();
    let kinds: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["kind"].as_str())
        .collect();
    for kind in [
        "study_opened",
        "evidence_added",
        "cycle_started",
        "text",
        "section_written",
        "claims_checked",
    ] {
        assert!(kinds.contains(&kind), "{kind} is missing in {kinds:?}");
    }
}

#[test]
fn what_cannot_be_meant_is_a_usage_error() {
    let place = Place::new();
    let check = |arguments: &[&str], expected: &str| {
        let ran = place.run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.contains("panicked"));
    };
    check(&["run", "   "], "question is empty");
    check(
        &["run", "--model", "nobody/x", "Why?"],
        "no provider \"nobody\"",
    );
    check(
        &["run", "--framework", "none", "Why?"],
        "no framework \"none\"",
    );
    check(&["run", "--no-such-option"], "--no-such-option");
    check(&["open", "first"], "terminal");
}

#[test]
fn a_data_folder_that_cannot_be_used_is_named() {
    let place = Place::new();
    let file = place.file("a-file", "not a folder");
    let ran = place.run(&["run", QUESTION, "--data-dir", &file]);
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("a-file") && ran.err.contains("--data-dir"),
        "{}",
        ran.err
    );
}

#[test]
fn doctor_says_where_data_lies_and_what_writes() {
    let place = Place::new();
    let ran = place.run(&["doctor"]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.contains("library.db") && ran.out.contains("extractive"),
        "{}",
        ran.out
    );
    assert!(
        place
            .kept()
            .iter()
            .all(|path| !path.to_string_lossy().contains("brief"))
    );
}

#[test]
fn doctor_says_what_may_be_fetched() {
    let place = Place::new();
    let ran = place.run(&["doctor"]);
    assert!(ran.out.contains("nothing private"), "{}", ran.out);
    let ran = place.run(&["doctor", "--allow-private", "wiki.intranet:8080"]);
    assert!(
        ran.out
            .contains("private addresses: only wiki.intranet:8080"),
        "{}",
        ran.out
    );
}

#[test]
fn a_mistyped_command_is_no_question_and_leaves_no_study() {
    let place = Place::new();
    let ran = place.run(&["serch", "heat pumps"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("no command \"serch\"") && ran.err.contains("--help"),
        "{}",
        ran.err
    );
    assert_eq!(place.run(&["studies", "--json"]).out, "");
}

#[test]
fn who_writes_can_be_said_before_and_after_the_subcommand() {
    let place = Place::new();
    for order in [["--theme", "dark", "doctor"], ["doctor", "--theme", "dark"]] {
        let ran = place.run(&order);
        assert!(ran.out.contains("theme          dark"), "{}", ran.out);
    }
    // Searching writes nothing, so there is nothing to be chosen.
    assert_eq!(place.run(&["search", "--theme", "dark", "x"]).status, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let mut child = place
        .command(&["run", QUESTION, &sales])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let ran = finished(child.wait_with_output().expect("ended"));
    assert!(
        ran.status == 0 || ran.status == 1,
        "{} {}",
        ran.status,
        ran.err
    );
    assert!(!ran.err.contains("panicked"));
}

#[test]
fn a_disk_that_is_full_ends_the_run_with_what_to_do_and_loses_nothing() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let whole = place.run(&["run", QUESTION, &sales]);
    let size = std::fs::metadata(place.data_dir().join("library.db"))
        .expect("there")
        .len();
    // No file may grow past this many blocks of 512 bytes: less than the library needs, from nearly nothing to nearly all.
    for blocks in (1..8).map(|part| size * part / 8 / 512) {
        let place = Place::new();
        let sales = place.file("sales.md", SALES);
        let ran = finished(
            place
                .command_of("sh")
                .args([
                    "-c",
                    &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""),
                ])
                .args([env!("CARGO_BIN_EXE_tercet"), "run", QUESTION, &sales])
                .output()
                .expect("started"),
        );
        assert_eq!(ran.status, 3, "{blocks} blocks: {}", ran.err);
        assert!(
            ran.err.contains("library.db"),
            "{blocks} blocks: {}",
            ran.err
        );
        assert!(!ran.err.contains('{'), "{}", ran.err);
        let has_study = !place.run(&["studies"]).out.trim().is_empty();
        let again: &[&str] = if has_study {
            &["run", "--study", "last", &sales]
        } else {
            &["run", QUESTION, &sales]
        };
        let again = place.run(again);
        assert!(again.status < 2, "{blocks} blocks: {}", again.err);
        assert_eq!(body(&again.out), body(&whole.out), "{blocks} blocks");
    }
}

#[test]
fn evidence_that_was_named_and_could_not_be_read_is_said_at_the_end_and_by_the_exit_status() {
    let place = Place::new();
    place.file("reports/sales.md", SALES);
    place.file("reports/broken.pdf", "%PDF-1.4\nbroken");
    let (reports, missing) = (place.path("reports"), place.path("raports"));
    let (reports, missing) = (reports.to_str().unwrap(), missing.to_str().unwrap());
    let ran = place.run(&["run", QUESTION, missing, reports]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    let said: Vec<&str> = ran.err.lines().collect();
    let end = &said[said.len() - 2..];
    assert!(
        end[0].contains("not read: ") && end[0].contains(missing),
        "{}",
        ran.err
    );
    assert!(end[1].contains("1 source in a folder"), "{}", ran.err);
    assert!(ran.out.contains("2.2 million units"), "{}", ran.out);
    // What lies in a folder is told, and the brief is whole without it.
    let ran = place.run(&["run", QUESTION, reports]);
    assert!(ran.status < 2, "{}", ran.err);
    assert!(
        ran.err.trim_end().ends_with("could not be read, see above"),
        "{}",
        ran.err
    );
}

#[test]
fn files_of_other_kinds_in_a_folder_are_told_of_and_the_brief_is_whole() {
    let place = Place::new();
    for name in ["sales.md", "LICENSE", "Makefile", "code.rs", "plan.zip"] {
        place.file(&format!("reports/{name}"), SALES);
    }
    let reports = place.path("reports");
    let ran = place.run(&["run", QUESTION, reports.to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = "left out 4 files of another kind: LICENSE, Makefile, code.rs, plan.zip";
    assert!(ran.err.contains(told), "{}", ran.err);
    assert!(!ran.err.contains("could not be read"), "{}", ran.err);
}

#[test]
fn evidence_in_the_place_of_the_question_is_no_question() {
    let place = Place::new();
    place.file("reports/sales.md", SALES);
    for evidence in [&["What does it cost?"][..], &[]] {
        let mut command = place.command(&["run", "reports"]);
        command.args(evidence).current_dir(place.path("."));
        let ran = finished(command.output().expect("started"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains("the question comes first"), "{}", ran.err);
    }
    assert_eq!(place.run(&["studies"]).out, "");
}
