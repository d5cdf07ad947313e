//! Web addresses as evidence: what is fetched, what never is, and what becomes of sites that misbehave.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tercet::evidence::fetch::{Limits, Opening, Settings};
use tercet::evidence::{Address, Fetcher, ReadDocument, Reader, Source, Validators, Visit};
use tercet::study::{DocumentKind, Origin};

use crate::program::Place;
use crate::server::{Gate, Seen, Server, Step, status};

const QUESTION: &str = "Why did the buses lose range, and what should operators do?";

const REPORT: &str = "<html><head><title>Winter range</title><meta name=author content='Ada Penrose'></head><body><nav><a href=/>Home</a></nav><article>\
<h1>Winter range</h1><p>The pilot buses lost a third of their range in January 2025, and the operator sent two diesel buses to help out on the longest route.</p>\
<p>The main problem is the cold, which cost 31 percent of the range. We recommend that operators preheat the batteries at the depot before each run.</p>\
</article></body></html>";

/// A page with a media type.
fn page(media_type: &str, body: &str) -> Vec<Step> {
    let headers = format!("Content-Type: {media_type}\r\n");
    vec![Step::Send(status("200 OK", &headers, body))]
}

fn answer(line: &str, headers: &str, body: &str) -> Vec<Step> {
    vec![Step::Send(status(line, headers, body))]
}

fn nothing() -> Vec<Step> {
    answer("404 Not Found", "", "")
}

/// A site without rules.
fn site(answer: impl Fn(&Seen) -> Vec<Step> + Send + Sync + 'static) -> Server {
    Server::site(move |seen| {
        if seen.path == "/robots.txt" {
            return nothing();
        }
        answer(seen)
    })
}

fn paths(server: &Server) -> Vec<String> {
    server
        .requests()
        .into_iter()
        .map(|seen| seen.path)
        .collect()
}

/// Limits that a loopback server keeps easily, unless it means not to.
fn patient() -> Limits {
    Limits {
        backoff: Duration::from_millis(1),
        ..Limits::default()
    }
}

fn reader(server: &Server, limits: Limits) -> Reader {
    let fetcher = Fetcher::new(Settings {
        allow_private: vec![Opening::parse(&server.place()).unwrap()],
        limits,
        ..Settings::default()
    });
    Reader {
        fetcher,
        ..Reader::new(PathBuf::from(env!("CARGO_BIN_EXE_tercet")))
    }
}

fn read_with(server: &Server, path: &str, limits: Limits) -> Result<Vec<ReadDocument>, String> {
    let address = Address::parse(&format!("http://{}{path}", server.place())).unwrap();
    reader(server, limits)
        .read(&Source::Address(address))
        .map_err(|refused| {
            assert_eq!(refused.source, format!("http://{}{path}", server.place()));
            refused.reason
        })
}

fn read(server: &Server, path: &str) -> ReadDocument {
    let documents = read_with(server, path, patient()).unwrap();
    assert_eq!(documents.len(), 1);
    documents.into_iter().next().unwrap()
}

fn refused(server: &Server, path: &str) -> String {
    read_with(server, path, patient()).unwrap_err()
}

#[track_caller]
fn assert_says(reason: &str, words: &str) {
    assert!(reason.contains(words), "not \"{words}\" in: {reason}");
}

/// How often something is said while sources are read; the last lines say it once more.
fn told_while_reading(told: &str, words: &str) -> usize {
    let lines = told.lines().filter(|line| !line.starts_with("not read:"));
    lines.filter(|line| line.contains(words)).count()
}

#[test]
fn a_page_is_read_and_cited_by_its_address() {
    let server = site(|seen| match seen.path.as_str() {
        "/start" => answer(
            "301 Moved",
            "Location: /report/?utm_source=x#top\r\nSet-Cookie: a=b\r\n",
            "",
        ),
        "/report/?utm_source=x" => page("text/html; charset=utf-8", REPORT),
        _ => nothing(),
    });
    let place = Place::new();
    let address = format!("http://{}/start", server.place());
    let ran = place.run(&[
        "run",
        QUESTION,
        &address,
        "--allow-private",
        &server.place(),
    ]);
    assert!(ran.status == 0 || ran.status == 1, "{}", ran.err);
    assert_says(
        &ran.out,
        &format!("*Winter range*, <http://{}/report>", server.place()),
    );
    assert_says(&ran.out, "Ada Penrose");
    assert_says(&ran.out, "lost a third of their range in January 2025");
    let requests = server.requests();
    assert_eq!(
        paths(&server),
        ["/robots.txt", "/start", "/report/?utm_source=x"]
    );
    for seen in &requests {
        assert!(seen.header("user-agent").unwrap().starts_with("tercet/"));
        for private in ["cookie", "referer", "authorization", "accept-language"] {
            assert_eq!(seen.header(private), None, "{}", seen.path);
        }
    }
}

#[test]
fn a_page_number_that_only_a_finding_gives_is_not_told_as_the_pages_own() {
    let server = site(|_| page("text/html", REPORT));
    let place = Place::new();
    let address = format!("http://{}/report", server.place());
    let found = place.file(
        "found.json",
        format!(
            r#"[{{"text": "In the pilot, operators that preheat batteries kept 90 percent of the range.", "url": "{address}", "page": 12}}]"#
        ),
    );
    let opening = ["--allow-private", &server.place()];
    let run = |evidence: &[&str]| {
        let ran = place.run(&[&["run", QUESTION], evidence, &opening].concat());
        let at = ran.out.find("## Sources").expect("sources");
        ran.out[at..].to_owned()
    };
    assert_says(&run(&[&found, &address]), "p.12 as a finding has it, <http");
    assert_says(&run(&[&found]), "p.12, <http");
}

#[test]
fn a_private_place_is_fetched_from_only_where_it_is_named() {
    let server = site(|_| page("text/html", REPORT));
    let place = Place::new();
    let address = format!("http://{}/report", server.place());
    let ran = place.run(&["run", QUESTION, &address]);
    assert_eq!(ran.status, 3);
    assert_says(&ran.err, "is a private or local address");
    assert!(server.requests().is_empty(), "{:?}", paths(&server));

    let config = format!("[fetch]\nallow_private = [\"{}\"]\n", server.place());
    let config = place.file("config.toml", config);
    let ran = place.run(&["run", QUESTION, &address, "--config", &config]);
    assert_says(&ran.out, &address);

    let ran = place.run(&["run", QUESTION, &address, "--allow-private", "no host"]);
    assert_eq!(ran.status, 2);
    assert_says(&ran.err, "\"no host\" is not a host name");
}

#[test]
fn a_proxy_of_the_environment_is_used_and_may_be_private_itself() {
    let proxy = Server::site(|seen| match seen.path.as_str() {
        "http://reports.example.org/robots.txt" => nothing(),
        "http://reports.example.org/winter" => page("text/html", REPORT),
        _ => answer("502 Bad Gateway", "", ""),
    });
    let place = Place::new();
    let mut command = place.command(&[
        "run",
        QUESTION,
        "http://reports.example.org/winter",
        &format!("http://{}/", proxy.place()),
        "http://169.254.169.254/",
    ]);
    command.env("http_proxy", format!("http://{}", proxy.place()));
    let ran = crate::program::finished(command.output().unwrap());
    assert_says(&ran.out, "<http://reports.example.org/winter>");
    assert_eq!(
        told_while_reading(&ran.err, "is a private or local address"),
        2,
        "{}",
        ran.err
    );
    assert_eq!(proxy.requests().len(), 2, "{:?}", paths(&proxy));
}

#[test]
fn a_redirect_to_a_private_place_is_not_followed() {
    let inner = site(|_| page("text/html", REPORT));
    let to = format!("Location: http://{}/secret\r\n", inner.place());
    let outer = site(move |_| answer("302 Found", &to, ""));
    assert_says(
        &refused(&outer, "/a"),
        &format!("{} is a private", inner.place()),
    );
    assert!(inner.requests().is_empty());
}

#[test]
fn redirects_that_lead_nowhere_are_told() {
    for (to, words) in [
        ("file:///etc/passwd", "of the kind file"),
        ("ftp://example.org/a", "of the kind ftp"),
        ("javascript:alert(1)", "of the kind javascript"),
        ("data:text/html,x", "of the kind data"),
        ("http://", "an address that cannot be read"),
        (
            "http://169.254.169.254/latest",
            "169.254.169.254 is a private",
        ),
        ("http://[::ffff:127.0.0.1]/", "is a private"),
        ("http://2130706433/", "127.0.0.1 is a private"),
        ("/a", "in a circle"),
    ] {
        let location = format!("Location: {to}\r\n");
        let server = site(move |_| answer("302 Found", &location, ""));
        assert_says(&refused(&server, "/a"), words);
    }
    let server = site(|seen| {
        let next = seen.path.trim_start_matches('/').parse::<u32>().unwrap() + 1;
        answer("302 Found", &format!("Location: /{next}\r\n"), "")
    });
    assert_says(&refused(&server, "/0"), "more than 10 times");
    assert_eq!(paths(&server).len(), 12, "eleven pages and one robots.txt");
}

#[test]
fn a_password_goes_nowhere_but_where_it_was_given_for() {
    let other = site(|_| page("text/html", REPORT));
    let to = format!("Location: http://thief:too@{}/b\r\n", other.place());
    let first = site(move |_| answer("302 Found", &to, ""));
    let place = Place::new();
    let ran = place.run(&[
        "run",
        QUESTION,
        &format!("http://ana:s3cret@{}/a", first.place()),
        "--allow-private",
        &first.place(),
        "--allow-private",
        &other.place(),
    ]);
    assert_says(&ran.out, &format!("<http://{}/b>", other.place()));
    let signed = |server: &Server| -> Vec<_> {
        let requests = server.requests();
        requests
            .iter()
            .map(|seen| {
                (
                    seen.path.clone(),
                    seen.header("authorization").map(str::to_owned),
                )
            })
            .collect()
    };
    let basic = Some("Basic YW5hOnMzY3JldA==".to_owned());
    assert_eq!(
        signed(&first),
        [("/robots.txt".to_owned(), None), ("/a".to_owned(), basic)]
    );
    assert!(signed(&other).iter().all(|(_, signed)| signed.is_none()));
    assert!(!ran.out.contains("s3cret") && !ran.err.contains("s3cret"));
    for file in place.kept() {
        let kept = std::fs::read(&file).unwrap();
        assert!(
            !kept.windows(6).any(|window| window == b"s3cret"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_page_that_has_not_changed_is_not_sent_again_and_a_changed_one_is_read_anew() {
    let changed = Arc::new(AtomicBool::new(false));
    let now_changed = Arc::clone(&changed);
    let server = site(move |seen| {
        let (etag, text) = if now_changed.load(Ordering::Acquire) {
            ("\"v2\"", REPORT.replace("a third of", "half of"))
        } else {
            ("\"v1\"", REPORT.to_owned())
        };
        if seen.header("if-none-match") == Some(etag) {
            return answer("304 Not Modified", "", "");
        }
        let headers = format!(
            "Content-Type: text/html\r\nCache-Control: no-store\r\nETag: {etag}\r\nLast-Modified: Wed, 21 Oct 2025 07:28:00 GMT\r\n"
        );
        answer("200 OK", &headers, &text)
    });
    let place = Place::new();
    let address = format!("http://{}/report", server.place());
    let run = || {
        place.run(&[
            "run",
            QUESTION,
            &address,
            "--allow-private",
            &server.place(),
        ])
    };
    assert_says(&run().out, "lost a third of their range");
    let again = run();
    assert_says(&again.out, "lost a third of their range");
    assert_says(&again.out, &address);
    changed.store(true, Ordering::Release);
    let anew = run();
    assert_says(&anew.out, "lost half of their range");
    let asked: Vec<_> = server
        .requests()
        .iter()
        .filter(|seen| seen.path == "/report")
        .map(|seen| {
            let header = |name| seen.header(name).map(str::to_owned);
            (header("if-none-match"), header("if-modified-since"))
        })
        .collect();
    let last = (
        Some("\"v1\"".to_owned()),
        Some("Wed, 21 Oct 2025 07:28:00 GMT".to_owned()),
    );
    assert_eq!(asked, [(None, None), last.clone(), last]);
}

#[test]
fn a_site_that_says_unchanged_without_being_asked_is_in_the_wrong() {
    let server = site(|_| answer("304 Not Modified", "", ""));
    assert_says(&refused(&server, "/a"), "304 Not Modified");
}

#[test]
fn robots_txt_is_obeyed_and_asked_for_once() {
    let server = Server::site(|seen| match seen.path.as_str() {
        "/robots.txt" => page(
            "text/plain",
            "User-agent: *\nDisallow: /\n\nUser-agent: tercet\nDisallow: /closed\n",
        ),
        "/moved" => answer("302 Found", "Location: /closed/b\r\n", ""),
        _ => page("text/html", REPORT),
    });
    let place = Place::new();
    let at = |path: &str| format!("http://{}{path}", server.place());
    let ran = place.run(&[
        "run",
        QUESTION,
        &at("/closed/a"),
        &at("/moved"),
        &at("/open"),
        "--allow-private",
        &server.place(),
    ]);
    assert_says(&ran.out, &at("/open"));
    let words =
        "asks programs not to fetch this page; open it in a browser, save it, and give the file";
    assert_eq!(told_while_reading(&ran.err, words), 2, "{}", ran.err);
    let mut asked = paths(&server);
    asked.sort();
    assert_eq!(asked, ["/moved", "/open", "/robots.txt"]);
}

#[test]
fn rules_that_cannot_be_read_close_a_site_and_rules_that_are_not_there_open_it() {
    for (line, expected) in [
        (
            "500 Internal Server Error",
            Some("cannot be read (status 500)"),
        ),
        ("403 Forbidden", None),
        ("410 Gone", None),
    ] {
        let server = Server::site(move |seen| match seen.path.as_str() {
            "/robots.txt" => answer(line, "", ""),
            _ => page("text/html", REPORT),
        });
        match expected {
            Some(words) => assert_says(&refused(&server, "/a"), words),
            None => assert_eq!(read(&server, "/a").title, "Winter range"),
        }
    }
    let gate = Gate::default();
    let hung_up = gate.clone();
    let server = Server::site(move |_| vec![Step::AwaitHangUp(gate.clone())]);
    let limits = Limits {
        total: Duration::from_millis(200),
        ..patient()
    };
    let reason = read_with(&server, "/a", limits).unwrap_err();
    assert_says(&reason, "cannot be read (took longer than 0.2 s");
    assert!(hung_up.wait());
}

#[test]
fn a_page_that_is_too_large_is_left_as_soon_as_that_is_known() {
    let limits = Limits {
        bytes: 1 << 20,
        ..patient()
    };
    let told = site(|_| {
        vec![Step::Send(
            b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n".to_vec(),
        )]
    });
    assert_says(
        &read_with(&told, "/a", limits.clone()).unwrap_err(),
        "larger than 1 MiB",
    );

    let gate = Gate::default();
    let hung_up = gate.clone();
    let endless = site(move |_| {
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".to_vec()),
            Step::Send(vec![b'x'; (1 << 20) + 1]),
            Step::AwaitHangUp(gate.clone()),
        ]
    });
    assert_says(
        &read_with(&endless, "/a", limits.clone()).unwrap_err(),
        "larger than 1 MiB",
    );
    assert!(hung_up.wait(), "the connection is closed");

    let bomb = site(|_| {
        let bytes = std::fs::read(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/fixtures/fetch/bomb.gz"
        ));
        let bytes = bytes.unwrap();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
            bytes.len()
        );
        vec![Step::Send(head.into_bytes()), Step::Send(bytes)]
    });
    assert_says(
        &read_with(&bomb, "/a", limits).unwrap_err(),
        "larger than 1 MiB",
    );
}

#[test]
fn a_site_that_stalls_costs_its_time_and_no_more() {
    let stalling = |head: &'static [u8]| {
        let gate = Gate::default();
        let hung_up = gate.clone();
        let server =
            site(move |_| vec![Step::Send(head.to_vec()), Step::AwaitHangUp(gate.clone())]);
        (server, hung_up)
    };
    let short = Duration::from_millis(200);
    let body: &[u8] =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nHalf a ";
    for (head, limits, words) in [
        (
            &b"HTTP/1.1 200 OK\r\nContent-"[..],
            Limits {
                first_byte: short,
                ..patient()
            },
            "sent nothing for 0.2 s",
        ),
        (
            body,
            Limits {
                silence: short,
                ..patient()
            },
            "sent nothing for 0.2 s",
        ),
        (
            body,
            Limits {
                total: short,
                ..patient()
            },
            "longer than 0.2 s",
        ),
    ] {
        let (server, hung_up) = stalling(head);
        assert_says(&read_with(&server, "/a", limits).unwrap_err(), words);
        assert!(hung_up.wait());
    }
}

#[test]
fn reading_can_be_cancelled_while_a_site_is_waited_for() {
    let asked = Arc::new(AtomicBool::new(false));
    let now_asked = Arc::clone(&asked);
    let gate = Gate::default();
    let hung_up = gate.clone();
    let server = site(move |_| {
        now_asked.store(true, Ordering::Release);
        vec![Step::AwaitHangUp(gate.clone())]
    });
    let address = Address::parse(&format!("http://{}/a", server.place())).unwrap();
    let stopped = || asked.load(Ordering::Acquire);
    let refused = reader(&server, patient()).visit(&address, None, &stopped);
    assert_says(&refused.unwrap_err().reason, "cancelled");
    assert!(hung_up.wait());
}

#[test]
fn trouble_is_tried_again_and_then_told() {
    let busy = site(|_| answer("503 Service Unavailable", "", ""));
    assert_says(
        &refused(&busy, "/a"),
        "is in trouble (503 Service Unavailable)",
    );
    assert_eq!(paths(&busy).len(), 1 + 3);

    let cut = site(|_| {
        vec![Step::Send(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\nConnection: close\r\n\r\nHalf a sentence".to_vec(),
        )]
    });
    assert_says(&refused(&cut, "/a"), "was cut short");
    assert_eq!(paths(&cut).len(), 1 + 3);

    let chunks = site(|_| {
        vec![Step::Send(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nHalf a s\r\n".to_vec(),
        )]
    });
    assert_says(&refused(&chunks, "/a"), "was cut short");

    let silent = site(|_| Vec::new());
    assert_says(&refused(&silent, "/a"), "was cut short");

    let later = site(|_| answer("429 Too Many Requests", "Retry-After: 3600\r\n", ""));
    assert_says(&refused(&later, "/a"), "it asks to wait 3600 s");
    assert_eq!(paths(&later).len(), 1 + 1);

    let tries = AtomicBool::new(false);
    let recovers = site(move |_| {
        if tries.swap(true, Ordering::AcqRel) {
            page("text/html", REPORT)
        } else {
            answer("429 Too Many Requests", "Retry-After: 0\r\n", "")
        }
    });
    assert_eq!(read(&recovers, "/a").title, "Winter range");
}

#[test]
fn each_refusal_says_what_happened_and_what_to_do() {
    let server = site(|seen| {
        let line = seen.path.trim_start_matches('/').replace('_', " ");
        answer(&line, "", "")
    });
    let mut told = String::new();
    for line in [
        "204_No_Content",
        "401_Unauthorized",
        "403_Forbidden",
        "404_Not_Found",
        "410_Gone",
        "451_x",
        "418_x",
        "500_x",
        "599_x",
    ] {
        let reason = refused(&server, &format!("/{line}"));
        writeln!(told, "{}", reason.replace(&server.place(), "PLACE")).unwrap();
    }
    insta::assert_snapshot!(told, @"
    PLACE answered 204 No Content; check the address, or open it in a browser, save it, and give the file
    PLACE asks for a login (401 Unauthorized); log in with a browser, save the page, and give the file
    PLACE blocks automated access (403 Forbidden); open it in a browser, save it, and give the file
    PLACE has no such page (404 Not Found); check the address
    PLACE says that the page is gone for good (410 Gone); look for a copy in a web archive
    PLACE denies access (451 Unavailable For Legal Reasons); open it in a browser, save it, and give the file if you have access
    PLACE answered 418 I'm a teapot; check the address, or open it in a browser, save it, and give the file
    PLACE is in trouble (500 Internal Server Error); try again later
    PLACE is in trouble (599); try again later
    ");
}

#[test]
fn documents_are_told_by_their_type_their_name_and_their_beginning() {
    let markdown = "# Depot\n\nThe depot holds 40 buses.";
    for (path, media_type, body, kind) in [
        ("/a", "text/html", REPORT, DocumentKind::Html),
        ("/a.pdf", "text/markdown", markdown, DocumentKind::Markdown),
        ("/a.md", "text/plain", markdown, DocumentKind::Markdown),
        ("/a", "text/plain", "Plain words.", DocumentKind::Text),
        (
            "/a",
            "application/octet-stream",
            markdown,
            DocumentKind::Markdown,
        ),
        ("/a", "", REPORT, DocumentKind::Html),
        (
            "/found?format=x",
            "application/json; charset=utf-8",
            "[{\"text\": \"The depot holds 40 buses.\"}]",
            DocumentKind::Findings,
        ),
        (
            "/a",
            "application/octet-stream\r\nContent-Disposition: attachment; filename=\"found.jsonl\"",
            "{\"text\": \"The depot holds 40 buses.\"}",
            DocumentKind::Findings,
        ),
    ] {
        let server = site(move |_| page(media_type, body));
        let document = read(&server, path);
        assert_eq!(document.kind, kind, "{path} {media_type}");
        assert_eq!(document.uri, format!("http://{}{path}", server.place()));
        assert_eq!(document.origin, Origin::Web, "{path} {media_type}");
        assert_eq!(document.site.as_deref(), Some("127.0.0.1"));
    }
    let report = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/example/depot-options-study.pdf"
    ));
    let report = report.unwrap();
    let server = site(move |_| {
        let length = report.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n"
        );
        vec![Step::Send(head.into_bytes()), Step::Send(report.clone())]
    });
    let document = read(&server, "/a");
    assert_eq!(document.kind, DocumentKind::Pdf);
    assert!(document.pages.is_some());
}

#[test]
fn what_comes_in_place_of_a_document_is_said_to_be_so() {
    let login = "<html><head><title>Sign in</title></head><body><form>User <input name=u> <input type=\"password\"></form></body></html>";
    let error = "<html><head><title>404 - Page not found</title></head><body><p>We could not find it.</p></body></html>";
    let wall = "<html><head><title>Just a moment...</title></head><body><p>Checking your browser.</p></body></html>";
    let scripts = "<html><body><div id=app></div><script>start()</script></body></html>";
    for (path, media_type, body, words) in [
        (
            "/report.pdf",
            "text/html",
            login,
            "should be a PDF file but is a web page (\"Sign in\")",
        ),
        (
            "/report",
            "application/pdf",
            error,
            "should be a PDF file but is a web page",
        ),
        ("/report", "text/html", login, "shows a login form"),
        (
            "/report",
            "text/html",
            error,
            "is an error page (\"404 - Page not found\")",
        ),
        ("/report", "text/html", wall, "demands a browser check"),
        (
            "/report",
            "text/html",
            scripts,
            "has no text until its scripts run",
        ),
        ("/report", "image/png", "x", "is a picture (image/png)"),
        (
            "/report",
            "application/zip",
            "PK\u{3}\u{4}\0\0",
            "is neither text nor a document",
        ),
        (
            "/report",
            "text/html\r\nContent-Encoding: br",
            "x",
            "came in an unsupported compression (br)",
        ),
        ("/report", "text/html", "", "is empty"),
    ] {
        let server = site(move |_| page(media_type, body));
        assert_says(&refused(&server, path), words);
    }
}

#[test]
fn a_page_that_says_it_belongs_to_another_site_is_of_the_site_that_sent_it() {
    let head = "<head><link rel=canonical href='https://elsewhere.example/report'>";
    let body = REPORT.replace("<head>", head);
    let server = site(move |_| page("text/html", &body));
    let report = read(&server, "/report");
    assert_eq!(report.site.as_deref(), Some("127.0.0.1"));
}

#[test]
fn links_lead_on_from_the_address_of_their_page() {
    let body = REPORT.replace("cold, which", "<a href=../cold.html>cold</a>, which");
    let server = site(move |_| page("text/html", &body));
    let report = read(&server, "/news/report.html");
    let cold = format!("http://{}/cold.html", server.place());
    assert_eq!(report.metadata["links"], cold);
    assert_eq!(report.links[0].text, "cold");
    assert_eq!(report.links[0].address, cold);
}

#[test]
fn a_feed_is_its_items_each_at_the_address_it_leads_to() {
    let feed = "<rss version='2.0'><channel><title>News</title><item><title>Range</title><link>/range</link><description>It fell by 31 %.</description></item>\
        <item><title>Cost</title><link>https://other.example.org/cost</link><description>It rose.</description></item></channel></rss>";
    let server = site(move |_| page("application/rss+xml", feed));
    let items = read_with(&server, "/feed", patient()).unwrap();
    let told: Vec<_> = items
        .iter()
        .map(|item| (item.uri.as_str(), item.text.as_str(), item.kind))
        .collect();
    let range = format!("http://{}/range", server.place());
    assert_eq!(
        told,
        [
            (range.as_str(), "It fell by 31 %.", DocumentKind::Feed),
            (
                "https://other.example.org/cost",
                "It rose.",
                DocumentKind::Feed
            ),
        ]
    );
}

#[test]
fn characters_are_read_as_the_header_says_then_as_the_page_says() {
    let text = |declared: &str, bytes: &[u8]| {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html{declared}\r\nConnection: close\r\n\r\n"
        );
        let bytes = bytes.to_vec();
        let server = site(move |_| {
            vec![
                Step::Send(head.clone().into_bytes()),
                Step::Send(bytes.clone()),
            ]
        });
        read(&server, "/a").text
    };
    let page = b"<html><head><meta charset=iso-8859-1></head><body><p>\xb3\xf3d\xbc is a town of many mills.</p></body></html>";
    assert_says(&text("; charset=\"iso-8859-2\"", page), "łódź is a town");
    assert_says(&text("", page), "³ód¼ is a town");
    let marked = [
        b"\xef\xbb\xbf<html><body><p>",
        "łódź".as_bytes(),
        b" is a town.</p></body></html>",
    ]
    .concat();
    assert_says(&text("; charset=iso-8859-1", &marked), "łódź is a town");
}

#[test]
fn a_redirect_is_recorded_and_findings_keep_the_addresses_they_cite() {
    let server = site(|seen| match seen.path.as_str() {
        "/old" => answer("308 Permanent Redirect", "Location: /found.json\r\n", ""),
        _ => page(
            "application/json",
            "[{\"text\":\"One.\",\"url\":\"https://example.org/x\"},{\"text\":\"Two.\",\"source\":\"b.pdf\"}]",
        ),
    });
    let documents = read_with(&server, "/old", patient()).unwrap();
    let seen: Vec<_> = documents
        .iter()
        .map(|document| {
            (
                document.uri.as_str(),
                document.metadata.get("redirected from"),
            )
        })
        .collect();
    let here = format!("http://{}/found.json", server.place());
    let old = format!("http://{}/old", server.place());
    assert_eq!(
        seen,
        [
            ("https://example.org/x", None),
            (format!("{here}#b.pdf").as_str(), Some(&old))
        ]
    );
}

#[test]
fn what_is_known_of_a_page_is_told_only_to_that_page() {
    let server = site(|seen| match seen.path.as_str() {
        "/a" => answer("302 Found", "Location: /b\r\nETag: \"other\"\r\n", ""),
        _ => answer(
            "200 OK",
            "Content-Type: text/html\r\nETag: W/\"v1\"\r\n",
            REPORT,
        ),
    });
    let reader = reader(&server, patient());
    let address = Address::parse(&format!("http://{}/a", server.place())).unwrap();
    let Visit::Read { validators, .. } = reader.visit(&address, None, &|| false).unwrap() else {
        panic!("nothing was read");
    };
    let expected = Validators {
        url: format!("http://{}/b", server.place()),
        etag: Some("W/\"v1\"".to_owned()),
        modified: None,
    };
    assert_eq!(validators, expected);
    reader
        .visit(&address, Some(&validators), &|| false)
        .unwrap();
    let told: Vec<_> = server
        .requests()
        .iter()
        .map(|seen| (seen.path.clone(), seen.header("if-none-match").is_some()))
        .collect();
    let told: Vec<(&str, bool)> = told
        .iter()
        .map(|(path, told)| (path.as_str(), *told))
        .collect();
    assert_eq!(
        told,
        [
            ("/robots.txt", false),
            ("/a", false),
            ("/b", false),
            ("/a", false),
            ("/b", true)
        ]
    );
}
