//! `tercet read`: what a reader makes of one source, for people and for programs; and how folders and files that do not hold still are taken.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tercet::evidence::{Source, expand};
use tercet::study::Origin;

use super::evidence::{example, fixture, reader};

fn tercet(arguments: &[&str], input: &[u8]) -> Output {
    let data = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(arguments)
        .env("TERCET_DATA_DIR", data.path())
        .env("HOME", data.path())
        .env("XDG_CONFIG_HOME", data.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn read(path: &Path) -> Value {
    let output = tercet(&["read", path.to_str().unwrap(), "--json"], b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_pdf_is_told_page_by_page() {
    let told = read(&example("depot-options-study.pdf"));
    assert_eq!(told["kind"], "pdf");
    assert_eq!(told["metadata"]["author"], "Ilse Varrenkamp");
    assert_eq!(told["warnings"], Value::Array(Vec::new()));
    let pages = told["pages"].as_array().unwrap();
    let numbers: Vec<_> = pages.iter().map(|page| page["page"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    let second = pages[1]["text"].as_str().unwrap();
    assert!(second.contains("In winter the range of the buses falls by 22 percent"));
}

#[test]
fn the_messages_of_a_mailbox_are_documents_of_their_own() {
    let message = |who: &str, subject: &str, day: u8, text: &str| {
        format!(
            "From a@x Mon May  4 10:00:00 2020\nFrom: {who} <a@x.example>\nSubject: {subject}\nDate: Mon, {day:02} Mar 2020 09:00:00 +0100\n\n{text}\n\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harbour.mbox");
    let messages = message("Olafsson", "Ice report", 2, "The ice was 31 cm thick.")
        + &message(
            "Roe",
            "Wreck",
            3,
            "The wreck lies at 44 metres off Cape Holm.",
        );
    fs::write(&path, messages).unwrap();
    let documents = reader().read(&Source::File(path)).unwrap();
    let told: Vec<_> = documents
        .iter()
        .map(|one| {
            (
                one.title.as_str(),
                one.author.as_deref(),
                one.date.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Ice report", Some("Olafsson"), Some("2020-03-02")),
            ("Wreck", Some("Roe"), Some("2020-03-03")),
        ]
    );
}

#[test]
fn a_contract_saved_as_a_page_keeps_its_date_and_its_signatures() {
    let page = b"<html><head><title>Agreement</title></head><body><h1>Supply Agreement</h1><p>Dated 3 May 2021</p><p>between</p><p>Acme Ltd (the Supplier)</p>\
        <p>1. Price. The price is 45 euros per ton.</p><p>2. Liability. The Supplier's liability is limited to 2 million euros per year, except for gross negligence \
        or wilful misconduct by its officers, employees and agents, for which no limit applies under this agreement.</p><p>Signed: A. Smith, B. Olsen</p></body></html>";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contract.html");
    fs::write(&path, page).unwrap();
    let told = read(&path);
    let text = told["pages"][0]["text"].as_str().unwrap();
    for line in [
        "Dated 3 May 2021",
        "Acme Ltd (the Supplier)",
        "Signed: A. Smith, B. Olsen",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(told["metadata"]["left_out"].is_null());
    assert_eq!(told["metadata"]["date"], "2021-05-03");
}

#[test]
fn a_table_below_lines_of_its_own_names_each_value() {
    let table = "\"Data Source\",\"World Development Indicators\",\n\n\"Country Name\",\"Country Code\",\"2021\",\"2022\",\n\"Aruba\",\"ABW\",\"106537\",\"106445\",\n\"Norway\",\"NOR\",\"5408320\",\"5457127\",\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("population.csv");
    fs::write(&path, table).unwrap();
    let told = read(&path);
    assert_eq!(
        told["pages"][0]["text"],
        "Data Source: World Development Indicators\n\nCountry Name: Aruba; Country Code: ABW; 2021: 106537; 2022: 106445\n\n\
         Country Name: Norway; Country Code: NOR; 2021: 5408320; 2022: 5457127"
    );
    assert!(told["metadata"]["column names"].is_null());
}

#[test]
fn a_feed_is_told_item_by_item() {
    let feed = "<feed><title>Depot news</title><entry><title>One</title><link href='https://example.org/1'/><summary>It opened in May.</summary></entry>\
        <entry><title>Two</title><link href='https://example.org/2'/><summary>It cost 61 million.</summary></entry></feed>";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("depot.atom");
    fs::write(&path, feed).unwrap();
    let told = read(&path);
    assert_eq!(told["kind"], "feed");
    assert_eq!(told["title"], "Depot news");
    let documents = told["documents"].as_array().unwrap();
    let items: Vec<_> = documents
        .iter()
        .map(|item| {
            (
                item["title"].as_str().unwrap(),
                item["metadata"]["uri"].as_str().unwrap(),
                item["pages"][0]["text"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        items,
        [
            ("One", "https://example.org/1", "It opened in May."),
            ("Two", "https://example.org/2", "It cost 61 million."),
        ]
    );
}

#[test]
fn what_a_page_hides_from_its_readers_stands_only_among_what_was_set_aside() {
    let page = b"<style>.x{display:none}</style><p>The depot moves in May.</p><p class=x>The operator is the best one that ever was.</p>";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    fs::write(&path, page).unwrap();
    let told = read(&path);
    assert_eq!(told["pages"][0]["text"], "The depot moves in May.");
    assert_eq!(
        told["set_aside"][0]["text"],
        "The operator is the best one that ever was."
    );
    assert_eq!(
        told["set_aside"][0]["why"],
        "holds text that readers do not see"
    );
}

#[test]
fn a_format_without_pages_is_one_piece_whose_page_is_null() {
    for name in ["review.docx", "book.epub"] {
        let told = read(&fixture(name));
        let pages = told["pages"].as_array().unwrap();
        assert_eq!(pages.len(), 1, "{name}");
        assert!(pages[0]["page"].is_null() && pages[0]["text"].as_str().unwrap().len() > 100);
    }
    let output = tercet(&["read", "-", "--json"], b"# Notes\n\nFrom the meeting.");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&told["title"], &told["kind"]),
        (&"Notes".into(), &"markdown".into())
    );
    assert_eq!(told["pages"][0]["text"], "Notes\n\nFrom the meeting.");
    assert_eq!(told["metadata"]["uri"], "stdin");
}

#[test]
fn what_was_sent_with_a_message_is_told_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fees.eml");
    let mail = "Subject: Fees\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/plain\r\n\r\nThe fees are attached.\r\n\r\n\
        --b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=\"ports.csv\"\r\n\r\nPort,Fee\r\nLome,9\r\nTema,8\r\n--b--\r\n";
    fs::write(&path, mail).unwrap();
    let told = read(&path);
    assert_eq!(
        (&told["title"], &told["kind"]),
        (&"Fees".into(), &"mail".into())
    );
    assert_eq!(told["pages"][0]["text"], "The fees are attached.");
    let attached = told["attachments"].as_array().unwrap();
    assert_eq!(attached.len(), 1);
    assert_eq!(
        (&attached[0]["title"], &attached[0]["kind"]),
        (&"ports".into(), &"table".into())
    );
    assert_eq!(
        attached[0]["pages"][0]["text"],
        "Port: Lome; Fee: 9\n\nPort: Tema; Fee: 8"
    );
}

#[test]
fn findings_are_told_by_document_with_all_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("found.jsonl");
    let lines = "{\"id\":\"f1\",\"text\":\"A one.\",\"url\":\"https://example.org/a\",\"page\":2,\"score\":0.5,\"relations\":[[\"a\",\"requires\",\"b\"]]}\n{\"text\": bad}\n{\"text\":\"B one.\",\"source\":\"b.pdf\"}\n";
    fs::write(&path, lines).unwrap();
    let told = read(&path);
    assert_eq!(
        (&told["title"], &told["kind"]),
        (&"found".into(), &"findings".into())
    );
    assert_eq!(told["documents"].as_array().unwrap().len(), 2);
    assert_eq!(
        told["documents"][0]["metadata"]["uri"],
        "https://example.org/a"
    );
    assert_eq!(
        told["pages"][0],
        serde_json::json!({"page": 2, "text": "A one."})
    );
    assert_eq!(told["pages"][1]["text"], "B one.");
    assert!(
        told["warnings"][0]
            .as_str()
            .unwrap()
            .starts_with("line 2 is not valid JSON")
    );
    let first = serde_json::json!({
        "text": "A one.", "page": 2, "id": "f1", "score": 0.5, "relations": [["a", "requires", "b"]],
    });
    assert_eq!(told["findings"][0], first);
    assert_eq!(told["documents"][0]["findings"], serde_json::json!([first]));
    assert_eq!(told["findings"][1]["text"], "B one.");
    let documents = reader().read(&Source::File(path)).unwrap();
    let facts = &documents[0].passages[0].metadata;
    assert_eq!(
        (facts["id"].as_str(), facts["score"].as_str()),
        ("f1", "0.5")
    );
}

#[test]
fn what_cannot_be_read_is_an_error_in_both_forms() {
    let path = fixture("scanned.pdf");
    let output = tercet(&["read", path.to_str().unwrap(), "--json"], b"");
    assert_eq!(output.status.code(), Some(3));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .starts_with("is a scanned PDF")
    );
    let output = tercet(&["read", path.to_str().unwrap()], b"");
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(3), &b""[..])
    );
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("scanned.pdf: is a scanned PDF")
    );
    let folder = tempfile::tempdir().unwrap();
    let output = tercet(&["read", folder.path().to_str().unwrap(), "--json"], b"");
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("is a folder, not a file")
    );
}

#[test]
fn people_get_a_head_and_the_text_under_its_page_numbers() {
    let path = example("depot-options-study.pdf");
    let output = tercet(&["read", path.to_str().unwrap()], b"");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Eastgate Depot: Options for Replacing the Diesel Fleet by 2030\nPDF | general | Ilse Varrenkamp | 2024-11-18 | 3 pages | "), "{told}");
    assert!(told.contains("\n--- page 3 ---\n"));
}

#[test]
fn the_analyst_says_what_a_source_is_where_it_does_not_say_itself() {
    let folder = tempfile::tempdir().unwrap();
    let memo = folder.path().join("memo.md");
    fs::write(&memo, "# Memo\n\nWords of the office.").unwrap();
    let mut reader = reader();
    reader.origin = Some(Origin::Internal);
    let origin = |path: &Path| reader.read(&Source::File(path.to_path_buf())).unwrap()[0].origin;
    assert_eq!(origin(&memo), Origin::Internal);
    assert_eq!(origin(&example("courier-council-vote.html")), Origin::Web);
    let output = tercet(
        &["run", "Why?", memo.to_str().unwrap(), "--origin", "rumour"],
        b"",
    );
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("there are: internal, web, academic, general"),
        "{told}"
    );
}

#[test]
fn a_folder_of_traps_gives_its_files_and_waits_for_nothing() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::create_dir(inside("deep")).unwrap();
    fs::write(inside("deep/one.md"), "# One\n\nWords.").unwrap();
    fs::write(inside("two\nlines \x1b[31m.md"), "# Two\n\nWords.").unwrap();
    symlink(folder.path(), inside("deep/circle")).unwrap();
    symlink(inside("deep/circle"), inside("again")).unwrap();
    symlink("/dev/zero", inside("endless.md")).unwrap();
    let pipe = inside("pipe.md");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let found = expand(&[folder.path()]);
    let names: Vec<String> = found
        .iter()
        .map(|found| match found {
            Ok(Source::File(path)) => path.file_name().unwrap().to_string_lossy().into_owned(),
            Ok(other) => format!("{other:?}"),
            Err(refused) => refused.reason.clone(),
        })
        .collect();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(
        names[2].starts_with("leads out of the folder, to /dev/zero"),
        "{names:?}"
    );
    assert_eq!(names[..2], ["one.md", "two\nlines \u{1b}[31m.md"]);
    assert!(
        names[3].contains("left out 2 links that lead nowhere or in a circle: again, deep/circle"),
        "{names:?}"
    );
    assert!(
        names[4].contains("left out 1 file of another kind: pipe.md"),
        "{names:?}"
    );
    let by_name = expand(&[&pipe]);
    assert!(
        by_name[0]
            .as_ref()
            .unwrap_err()
            .reason
            .starts_with("is a device, pipe or socket")
    );
}

#[test]
fn a_folder_that_may_not_be_entered_is_named_and_the_rest_is_read() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::write(closed.join("hidden.md"), "x").unwrap();
    fs::write(folder.path().join("open.md"), "# Open").unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let may_enter = fs::read_dir(&closed).is_ok();
    let found = expand(&[folder.path()]);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    let refused: Vec<_> = found
        .iter()
        .filter_map(|found| found.as_ref().err())
        .collect();
    // The system's administrator may enter everything.
    assert_eq!(refused.len(), usize::from(!may_enter), "{found:?}");
    assert!(
        refused
            .iter()
            .all(|refused| refused.reason.starts_with("may not be read"))
    );
    assert!(
        found
            .iter()
            .any(|found| matches!(found, Ok(Source::File(path)) if path.ends_with("open.md")))
    );
}

#[test]
fn a_page_is_told_with_the_lists_and_the_author_of_its_article_and_without_other_stories() {
    let paragraph = |what: &str| {
        format!(
            "<p>The {what} browser was changed in many places by people who give it their evenings, and all of them are thanked here for what they did in these weeks.</p>"
        )
    };
    let story = |n: usize| {
        format!(
            "<li><h3><a href='/other{n}'>Story {n} of another page</a></h3>{}<span class=author>Bo Lind</span></li>",
            paragraph("other")
        )
    };
    let stories = (0..9).map(story).collect::<Vec<_>>().concat();
    let page = format!(
        "<html><head><title>These weeks</title></head><body><div class=teasers><span class=author>Tom Fox</span></div>\
         <div class=post><h1>These weeks</h1><div class=byline>By: <b>Ada Penrose</b> • March 3, 2026</div>{}{}\
         <h2>New contributors</h2><ul><li>Kim <a href='https://example.org/1'>fixed the permissions of extensions</a></li></ul>\
         <p>The limit is <del>50</del><ins>40</ins> MB, as E=mc<sup>2</sup> and <math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math> are.</p>{}{}{}{}</div>\
         <div id=stream><h2>More</h2><ul>{stories}</ul></div></body></html>",
        paragraph("old"),
        paragraph("new"),
        paragraph("next"),
        paragraph("fast"),
        paragraph("small"),
        paragraph("last")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weeks.html");
    fs::write(&path, page).unwrap();
    let told = read(&path);
    assert_eq!(told["metadata"]["author"], "Ada Penrose");
    let text = told["pages"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("- Kim fixed the permissions of extensions"),
        "{text}"
    );
    assert!(
        text.contains("The limit is 40 MB, as E=mc² and a/(b+1) are."),
        "{text}"
    );
    assert!(!text.contains("other"), "{text}");
}
