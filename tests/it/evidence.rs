//! Evidence in: what becomes of good, damaged and hostile files, with the real binary as the child process.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tercet::evidence::{Limits, Password, ReadDocument, Reader, Source, expand};
use tercet::study::{DocumentKind, Origin};

pub(super) fn reader() -> Reader {
    Reader::new(PathBuf::from(env!("CARGO_BIN_EXE_tercet")))
}

pub(super) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/evidence")
        .join(name)
}

pub(super) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/example")
        .join(name)
}

pub(super) fn read(path: &Path) -> ReadDocument {
    let documents = reader().read(&Source::File(path.to_path_buf())).unwrap();
    assert_eq!(documents.len(), 1, "{}", path.display());
    documents.into_iter().next().unwrap()
}

pub(super) fn refused(path: &Path) -> String {
    let refused = reader()
        .read(&Source::File(path.to_path_buf()))
        .unwrap_err();
    assert_eq!(refused.source, path.display().to_string());
    refused.reason
}

fn refused_by(program: &str, limits: Limits) -> String {
    let reader = Reader {
        limits,
        ..Reader::new(fixture("programs").join(program))
    };
    reader
        .read(&Source::File(fixture("scanned.pdf")))
        .unwrap_err()
        .reason
}

pub(super) fn assert_exact(document: &ReadDocument) {
    assert!(!document.passages.is_empty(), "{}", document.title);
    for passage in &document.passages {
        let span = document.text.get(passage.span.clone()).unwrap();
        // Above rows of a table from its middle stand the names of its columns.
        assert!(passage.text.ends_with(span), "{}", passage.text);
        assert!(!span.trim().is_empty());
    }
}

#[test]
fn the_example_study_is_read_whole() {
    let folder = example("");
    let mut seen = Vec::new();
    for source in expand(&[&folder]) {
        for document in reader().read(&source.unwrap()).unwrap() {
            assert_exact(&document);
            let date = document.date.as_deref().unwrap_or("no date");
            let author = document.author.as_deref().unwrap_or("no author");
            assert_eq!(document.warnings, [""; 0], "{}", document.title);
            seen.push(format!(
                "{} | {} | {author} | {date} | {}",
                document.kind.name(),
                document.title,
                document.passages.len()
            ));
        }
    }
    insta::assert_snapshot!(seen.join("\n"), @r"
    HTML | Bill for electric buses climbs to 74.9 million euros | Tomas Ekelby | 2026-03-12 | 5
    PDF | Eastgate Depot: Options for Replacing the Diesel Fleet by 2030 | Ilse Varrenkamp | 2024-11-18 | 8
    text | Visit to the Eastgate depot and talk with its manager | Karin Imhoff, staff office of the transport committee | 2026-02-09 | 8
    Markdown | Twelve months of battery-electric buses in Marenholt: evaluation of the pilot on lines 12 and 48 | Jonas Okafor-Lindt, Parisa Sarhan | 2025-04-30 | 7
    text | question | no author | no date | 1
    findings | Lessons from the Northside depot | Calder Bay Transit | 2024-09-17 | 2
    findings | Cold-weather range of battery-electric city buses: three winters, nine operators | M. Tessaro, A. Wink | 2025-08-02 | 3
    findings | Delivery times of grid connections | no author | no date | 1
    findings | weissenried-council-minutes | no author | no date | 1
    findings | Bridging with storage in Port Lindale | no author | 2025-06-23 | 1
    findings | relation-graph | no author | no date | 1
    findings | Market notes on electric buses | no author | 2025-12-05 | 1
    ");
}

#[test]
fn a_passage_of_a_pdf_knows_its_page_and_its_headings() {
    let study = read(&example("depot-options-study.pdf"));
    assert_eq!(study.pages, Some(3));
    let about = |words: &str| {
        study
            .passages
            .iter()
            .find(|passage| passage.text.contains(words))
            .unwrap()
    };
    let range = about("In winter the range of the buses falls by 22 percent, mainly because");
    assert_eq!(range.pages, Some((2, 2)));
    assert_eq!(
        range.headings.last().map(String::as_str),
        Some("4 Range and winter service")
    );
    let table = about("Grid connection | 0.0 | 4.9 | 4.9");
    assert!(
        table
            .text
            .contains("Item | Option A | Option B | Option C\nBuses | 24.8 | 43.7 | 38.3\n"),
        "{}",
        table.text
    );
    assert!(
        !study.text.contains("Page 2 of 3") && study.text.matches("Options Study").count() <= 1,
        "running heads are said once at most"
    );
}

#[test]
fn a_web_page_is_read_without_what_surrounds_the_article() {
    let article = read(&example("courier-council-vote.html"));
    assert_eq!(article.kind, DocumentKind::Html);
    assert_eq!(article.origin, Origin::Web);
    assert_eq!(article.site.as_deref(), Some("Marenholt Courier"));
    assert!(
        article
            .text
            .contains("19 driver posts at the Eastgate depot are vacant")
    );
    for clutter in [
        "cookies",
        "Subscribe",
        "tulip",
        "garden furniture",
        "busfan71",
        "Imprint",
        "dataLayer",
    ] {
        assert!(!article.text.contains(clutter), "{clutter}");
    }
}

#[test]
fn an_encrypted_pdf_is_said_to_need_a_password() {
    assert_eq!(
        refused(&fixture("encrypted.pdf")),
        "is an encrypted PDF and needs a password; give it with `--password`, or in the workbench with enter on it in the evidence pane, or save an unprotected copy and give that as evidence"
    );
}

#[test]
fn an_encrypted_pdf_opens_with_its_password_and_no_other() {
    let with = |passwords: &[&str]| {
        let reader = Reader {
            passwords: passwords
                .iter()
                .map(|word| Password::from((*word).to_owned()))
                .collect(),
            ..reader()
        };
        reader.read(&Source::File(fixture("encrypted.pdf")))
    };
    let documents = with(&["of another file", "user"]).unwrap();
    assert_eq!(
        documents.first().unwrap().text,
        "Secret words of the depot."
    );
    assert_eq!(
        with(&["guessed"]).unwrap_err().reason,
        "is an encrypted PDF that the given password does not open; check the password, or save an unprotected copy and give that as evidence"
    );
    assert!(!format!("{:?}", Password::from("user".to_owned())).contains("user"));
}

#[test]
fn a_password_with_letters_beyond_ascii_opens_what_older_programs_encrypted() {
    let reader = Reader {
        passwords: vec![Password::from("geheim-ü".to_owned())],
        ..reader()
    };
    let documents = reader
        .read(&Source::File(fixture("encrypted-umlaut.pdf")))
        .unwrap();
    assert_eq!(
        documents.first().unwrap().text,
        "The subsidy for heat pumps rose to 4,000 euros in 2024."
    );
}

#[cfg(target_os = "linux")]
#[test]
fn no_other_process_sees_the_password() {
    // A reader that tells what it was started with, and how.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("reader");
    fs::write(
        &program,
        "#!/bin/sh\nprintf '{\"Err\":{\"words\":\"%s %s\",\"kind\":\"other\"}}\\n' \"$*\" \"$(/usr/bin/env | /bin/grep -c sesame)\"\nexec cat >/dev/null\n",
    )
    .unwrap();
    make_executable(&program);
    let reader = Reader {
        passwords: vec![Password::from("sesame".to_owned())],
        ..Reader::new(program)
    };
    let told = reader
        .read(&Source::File(fixture("encrypted.pdf")))
        .unwrap_err();
    assert_eq!(told.reason, "__read 0");
}

/// A worker that waits for its next source is killed with its parent, though the pipe it listens to is still open.
#[cfg(target_os = "linux")]
#[test]
fn workers_do_not_outlive_the_program_that_started_them() {
    use std::io::{BufRead, BufReader, Read};
    use std::sync::mpsc;

    let mut parent = Command::new("/bin/sh")
        .args(["-c", "exec 3<&0; \"$0\" \"$1\" <&3 & wait"])
        .args([env!("CARGO_BIN_EXE_tercet"), tercet::evidence::COMMAND])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = parent.stdin.take().unwrap();
    let mut answers = BufReader::new(parent.stdout.take().unwrap());
    let page = "<p>The depot opened in May.</p>";
    let head =
        serde_json::json!({"format": "html", "path": false, "length": page.len(), "passwords": []});
    write!(requests, "{head}\n{page}").unwrap();
    let mut answer = String::new();
    answers.read_line(&mut answer).unwrap();
    assert!(answer.contains("The depot opened in May."), "{answer}");
    parent.kill().unwrap();
    parent.wait().unwrap();
    // Its end of the pipe closes when the worker ends, and not before.
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || ended.send(answers.read_to_end(&mut Vec::new()).is_ok()));
    assert_eq!(end.recv_timeout(Duration::from_mins(1)), Ok(true));
    drop(requests);
}

#[test]
fn a_pdf_that_only_its_owner_may_change_is_read() {
    assert_eq!(
        read(&fixture("owner-locked.pdf")).text,
        "Secret words of the depot."
    );
}

#[test]
fn a_scanned_pdf_is_named_as_such() {
    assert_eq!(
        refused(&fixture("scanned.pdf")),
        "is a scanned PDF: 1 page and no text; make it searchable first, for example with `ocrmypdf`"
    );
}

#[test]
fn a_damaged_pdf_costs_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(example("depot-options-study.pdf")).unwrap();
    let path = folder.path().join("damaged.pdf");
    fs::write(&path, b"%PDF-1.7\nthis is no document at all").unwrap();
    let reason = refused(&path);
    assert!(
        reason.starts_with("is damaged or not a real PDF file ("),
        "{reason}"
    );
    for part in 1..8 {
        fs::write(&path, &whole[..whole.len() * part / 8]).unwrap();
        match reader().read(&Source::File(path.clone())) {
            Ok(documents) => documents.iter().for_each(assert_exact),
            Err(refused) => assert!(!refused.reason.is_empty()),
        }
    }
    let mut noisy = whole.clone();
    for byte in noisy.iter_mut().skip(200).step_by(97) {
        *byte ^= 0x55;
    }
    fs::write(&path, &noisy).unwrap();
    let _ = reader().read(&Source::File(path));
}

#[test]
fn nothing_in_a_hostile_file_can_drive_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let noise = "Red \x1b[31malert\x1b[0m \x1b]0;owned\x07 \u{202e}txet\u{202c} ig\u{200b}nore \u{9b}2J end of it.";
    let json = serde_json::json!({"text": noise, "title": noise, "url": "https://example.org/\u{1b}[31m", "author": noise});
    let files = [
        ("a.txt", format!("Subject: {noise}\n\n{noise}")),
        (
            "b.md",
            format!("---\ntitle: \"{noise}\"\n---\n\n# {noise}\n\n{noise}"),
        ),
        (
            "c.html",
            format!(
                "<html><head><title>{noise}</title><meta name=author content=\"{noise}\"></head><body><p>{noise}</p></body></html>"
            ),
        ),
        ("d.json", json.to_string()),
        ("e \x1b[31m.txt", noise.to_owned()),
    ];
    let mut paths = vec![fixture("hostile.pdf")];
    for (name, content) in &files {
        paths.push(folder.path().join(name));
        fs::write(folder.path().join(name), content).unwrap();
    }
    for path in paths {
        let document = read(&path);
        assert_exact(&document);
        let everything = format!("{document:?}");
        let mut texts = vec![&document.title, &document.uri, &document.text];
        texts.extend(
            [&document.author, &document.site, &document.date]
                .into_iter()
                .flatten(),
        );
        texts.extend(
            document.warnings.iter().chain(
                document
                    .passages
                    .iter()
                    .flat_map(|passage| &passage.headings),
            ),
        );
        for text in texts {
            assert!(
                text.chars().all(|c| c == '\n' || !c.is_control()),
                "{everything}"
            );
            assert!(
                !text.contains(['\u{202e}', '\u{202c}', '\u{200b}']),
                "{everything}"
            );
        }
        assert!(document.text.contains("end"), "{everything}");
    }
}

#[test]
fn a_parser_that_hangs_is_ended_in_time() {
    let started = Instant::now();
    let limits = Limits {
        time: Duration::from_millis(300),
        ..Limits::default()
    };
    assert_eq!(
        refused_by("hangs", limits),
        "reading it took longer than 0.3 s and was stopped; split the file or give it in another format"
    );
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_parser_that_never_stops_talking_is_cut_off() {
    let limits = Limits {
        output: 1 << 20,
        ..Limits::default()
    };
    assert_eq!(
        refused_by("chatters", limits),
        "grew to more than 1 MiB of text while being read; split it or give the part that matters"
    );
}

#[test]
fn a_parser_that_crashes_costs_only_that_file() {
    assert!(refused_by("crashes", Limits::default()).starts_with("crashed its parser (signal 11)"));
    assert!(
        refused_by("breaks-off", Limits::default())
            .starts_with("crashed its parser (its answer was cut)")
    );
}

#[test]
fn a_missing_program_is_named() {
    let reason = refused_by("not-there", Limits::default());
    assert!(
        reason.contains("not-there, could not be started"),
        "{reason}"
    );
}

#[test]
fn what_is_piped_in_is_read_like_a_file() {
    let pdf = fs::read(example("depot-options-study.pdf")).unwrap();
    let html = fs::read(example("courier-council-vote.html")).unwrap();
    let kinds = [
        (pdf, DocumentKind::Pdf),
        (html, DocumentKind::Html),
        (
            b"# Notes\n\nFrom the meeting.".to_vec(),
            DocumentKind::Markdown,
        ),
        (
            b"{\"text\":\"A finding.\"}\n".to_vec(),
            DocumentKind::Findings,
        ),
        (b"Just words.".to_vec(), DocumentKind::Text),
    ];
    for (bytes, kind) in kinds {
        let documents = reader().read(&Source::Standard(bytes)).unwrap();
        let document = documents.first().unwrap();
        assert_eq!((document.kind, document.uri.as_str()), (kind, "stdin"));
    }
    let refused = reader()
        .read(&Source::Standard(b"\x89PNG\r\n\0\0\0".to_vec()))
        .unwrap_err();
    assert_eq!(refused.source, "-");
    assert!(refused.reason.starts_with("is a picture (PNG); make it"));
}

#[test]
fn a_long_page_goes_through_the_pipes_in_both_directions() {
    let paragraph = "<p>The depot needs a connection to the grid before the buses arrive, and the operator needs three years to build it.</p>\n";
    let page = format!(
        "<html><body><article>{}</article></body></html>",
        paragraph.repeat(8000)
    );
    let documents = reader().read(&Source::Standard(page.into_bytes())).unwrap();
    let document = documents.first().unwrap();
    assert!(document.text.len() > 800_000);
    assert_exact(document);
}

#[test]
fn each_way_of_being_unusable_has_its_own_message() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let huge = file("huge.txt", b"words");
    fs::File::options()
        .write(true)
        .open(&huge)
        .unwrap()
        .set_len(201 << 20)
        .unwrap();
    for (path, message) in [
        (file("empty.pdf", b""), "is empty"),
        (
            file("blank.txt", b" \n\n "),
            "holds no text that could be cited",
        ),
        (
            huge,
            "is larger than 200 MiB (201 MiB); split it or give the part that matters",
        ),
        (
            file("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0"),
            "is a picture (PNG); make it searchable first, for example with `ocrmypdf --image-dpi 300`, and give that as evidence",
        ),
        (
            file("page.pdf", b"<html>Please log in</html>"),
            "is named like a PDF file but is none; check the download, or rename the file to what it is",
        ),
        (
            folder.path().to_path_buf(),
            "is a folder, not a file; give the folder as evidence to read all the files in it",
        ),
        (
            folder.path().join("gone.md"),
            "there is no such file or folder; check the path",
        ),
    ] {
        assert_eq!(refused(&path), message);
    }
}

#[test]
fn a_file_that_may_not_be_read_says_so() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("locked.md");
    fs::write(&path, "# Locked").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The system's administrator may read everything.
    let expected = if fs::File::open(&path).is_ok() {
        None
    } else {
        Some("may not be read (permission denied)")
    };
    let result = reader().read(&Source::File(path));
    match expected {
        Some(start) => assert!(result.unwrap_err().reason.starts_with(start)),
        None => assert_eq!(result.unwrap().len(), 1),
    }
}

#[test]
fn a_path_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"Gr\xf6\xdfe.pdf"));
    if fs::copy(example("depot-options-study.pdf"), &path).is_err() {
        // Some file systems accept Unicode names only; then there is nothing to read.
        return;
    }
    let sources = expand(&[folder.path()]);
    let documents = reader()
        .read(sources.first().unwrap().as_ref().unwrap())
        .unwrap();
    assert_eq!(documents.first().unwrap().pages, Some(3));
}

#[test]
fn the_child_refuses_what_it_does_not_understand() {
    let program = env!("CARGO_BIN_EXE_tercet");
    let status = Command::new(program)
        .args(["__read", "pdf", "a"])
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
    let mut child = Command::new(program)
        .arg("__read")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"no request\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
}

#[test]
fn a_source_does_not_suffer_for_the_one_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("crashed");
    // Answers once, crashes at the second request, and answers again in a fresh process.
    let program = folder.path().join("reader");
    let script = format!(
        "#!/bin/sh\nread -r line; [ -e {flag} ] && {{ printf '{{\"Err\":{{\"words\":\"after\",\"kind\":\"other\"}}}}\\n'; exec cat; }}\n: > {flag}\nprintf '{{\"Err\":{{\"words\":\"before\",\"kind\":\"other\"}}}}\\n'\ndd bs=1 count=1 >/dev/null 2>&1; kill -SEGV $$\n",
        flag = flag.display()
    );
    fs::write(&program, script).unwrap();
    make_executable(&program);
    let reader = Reader::new(program);
    let source = Source::File(fixture("scanned.pdf"));
    let said = || reader.read(&source).unwrap_err().reason;
    assert_eq!((said().as_str(), said().as_str()), ("before", "after"));
}

fn make_executable(path: &Path) {
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn many_small_files_share_a_process() {
    let reader = reader();
    for text in ["one", "two", "three"] {
        let page =
            format!("<html><body><p>Line {text} is shared by both depots.</p></body></html>");
        let read = reader
            .read(&Source::Standard(page.clone().into_bytes()))
            .unwrap();
        assert!(read.first().unwrap().text.contains(text));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_child_lives_within_a_gigabyte() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .arg("__read")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let limits = format!("/proc/{}/limits", child.id());
    let started = Instant::now();
    // The child limits itself and then waits for its input.
    let limited = loop {
        let text = fs::read_to_string(&limits).unwrap();
        let address_space = text
            .lines()
            .find(|line| line.starts_with("Max address space"))
            .unwrap()
            .to_owned();
        if address_space.contains(" 1073741824 ") || started.elapsed() > Duration::from_secs(20) {
            break address_space;
        }
        std::thread::yield_now();
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(limited.contains(" 1073741824 "), "{limited}");
}
