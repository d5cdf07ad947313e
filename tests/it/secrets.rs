//! Keys stay where the analyst put them [Z2]: a server that repeats the key in all that it says is listened to, and then everything that was written is searched.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::json;

use crate::program::{Place, finished};
use crate::pty::{ESC, Setup};
use crate::server::{
    Seen, Server, Step, broken_head, deltas, done, finish, reasoning, status, stream_head,
};

const IN_VARIABLE: &str = "tk-Zq8WmR3xLv7Tn2KpYd5Hs9Bf";
const IN_FILE: &str = "fk_Gc4JbV9sXe6QoUw1Ny7Da3Mi";
/// So many characters of a key in a row are a part of it, and no chance.
const PART: usize = 10;

/// A key as servers repeat it: in parts, encoded, and as it is. Tests of its own know the program's own forms.
fn forms(key: &str) -> Vec<String> {
    let in_hex: Vec<String> = key.bytes().map(|byte| format!("{byte:02x}")).collect();
    let url_safe = URL_SAFE_NO_PAD.encode(key);
    vec![
        key.to_owned(),
        STANDARD.encode(key),
        STANDARD.encode(format!("me:{key}")),
        url_safe,
        key.chars().rev().collect(),
        in_hex.concat(),
    ]
}

/// The key that a request came with.
fn key_of(seen: &Seen) -> String {
    let bearer = seen
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "));
    let key = bearer.or_else(|| seen.header("x-api-key"));
    key.expect("every request has the key").to_owned()
}

/// A server that says the key wherever it can: in lists of models, headers, errors, and in answers, whole, split and cut.
fn talkative() -> Server {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    Server::site(move |seen| {
        let key = key_of(seen);
        let echo = format!("X-Seen-Authorization: Bearer {key}\r\n");
        if seen.path.ends_with("/models") {
            let list = json!({"data": [{"id": "m"}, {"id": format!("m-{key}")}], "you": key});
            return vec![Step::Send(status("200 OK", &echo, &list.to_string()))];
        }
        let forms = forms(&key).join(" or ");
        let parts = format!("{}, {}, {forms}", &key[..18], &key[8..]);
        let error = json!({"error": {
            "message": format!("busy, {key}; you sent {parts}, Authorization: Bearer {key}"), "type": key, "param": key, "code": key,
        }});
        let (half, rest) = key.split_at(11);
        let claim = "Sales fell by 4% in 2024 [1].";
        match asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) % 6 {
            0 => vec![Step::Send(status(
                "429 Too Many Requests",
                &format!("{echo}Retry-After-Ms: 1\r\n"),
                &error.to_string(),
            ))],
            1 => {
                let page = format!("<html><title>{key}</title>{key}</html>");
                vec![Step::Send(status(
                    "503 Service Unavailable",
                    &format!("{echo}Retry-After-Ms: 1\r\n"),
                    &page,
                ))]
            }
            // Breaks off within the key, and is continued.
            2 => {
                let cut = deltas(&[claim, " Your key is ", half]);
                vec![Step::Send([broken_head(), cut].concat())]
            }
            3 => {
                let event = format!("data: {error}\n\n").into_bytes();
                vec![Step::Send(
                    [stream_head(), deltas(&[claim]), event].concat(),
                )]
            }
            _ => {
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{echo}Connection: close\r\n\r\n"
                );
                let letters: Vec<String> = key.chars().map(String::from).collect();
                let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
                let usage = json!({"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": 8, key.clone(): 1}});
                let answer = [
                    head.into_bytes(),
                    format!(": {key}\n\nid: {key}\n\n").into_bytes(),
                    reasoning(&format!("Thinks of {key}, {half}")),
                    reasoning(rest),
                    reasoning(&forms),
                    deltas(&[claim, " Your key is ", &key, ", or ", half, rest, ", or "]),
                    deltas(&letters),
                    deltas(&[" as sent, ", &key[5..17], " of ", &forms, " [1]."]),
                    finish(&format!("stop-{key}")),
                    format!("data: {usage}\n\n").into_bytes(),
                    done(),
                ];
                vec![Step::Send(answer.concat())]
            }
        }
    })
}

/// All that a program wrote, by what it was.
type Written = BTreeMap<String, Vec<u8>>;

fn read_all(folder: &Path, written: &mut Written) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_all(&path, written);
        } else if !path.ends_with("the-key") {
            written.insert(path.display().to_string(), fs::read(&path).expect("read"));
        }
    }
}

fn assert_no_key(written: &Written) {
    for form in [IN_VARIABLE, IN_FILE].iter().flat_map(|key| forms(key)) {
        // The name before the colon is none of it.
        let own = form.strip_prefix("bWU6").unwrap_or(&form);
        for part in own.as_bytes().windows(PART) {
            for (what, bytes) in written {
                let found = bytes.windows(PART).position(|window| window == part);
                if let Some(at) = found {
                    let around = &bytes[at.saturating_sub(60)..(at + 60).min(bytes.len())];
                    panic!("a key in {what}: {}", String::from_utf8_lossy(around));
                }
            }
        }
    }
}

/// A configuration with one key in a variable and one in a file.
fn configured(place: &Place, base: &str) -> String {
    let key_file = place.file("the-key", format!("{IN_FILE}\n"));
    fs::set_permissions(&key_file, fs::Permissions::from_mode(0o600)).expect("set");
    place.file(
        "config.toml",
        format!(
            "look_for_servers = false\n[run]\nrevisions = 1\n[providers.env]\nbase_url = \"{base}\"\nmodels = [\"m\"]\napi_key_env = \"ENV_KEY\"\n[providers.file]\nbase_url = \"{base}\"\nmodels = [\"m\"]\napi_key_file = {key_file:?}\n[providers.claude]\nbase_url = \"{base}\"\napi = \"anthropic\"\nmodels = [\"m\"]\napi_key_env = \"ENV_KEY\"\n"
        ),
    )
}

/// What the workbench writes to a terminal while a study and its calls are looked at.
fn looked_at(place: &Place, config: &str) -> String {
    let mut program = Setup::tercet()
        .args([
            "open", "1", "--model", "file/m", "--theme", "mono", "--config", config,
        ])
        .env("HOME", place.path("."))
        .env("TERCET_DATA_DIR", place.data_dir())
        .env("ENV_KEY", IN_VARIABLE)
        .folder(place.path("."))
        .size(120, 40)
        .start();
    program.wait_for("Your key is");
    program.keys("T");
    program.wait_for("Trace");
    program.keys(ESC);
    program.wait_while("Trace");
    program.keys("q");
    program.wait_for_exit();
    program.raw()
}

#[test]
fn a_key_that_a_server_repeats_is_in_nothing_that_is_written() {
    let (place, server) = (Place::new(), talkative());
    let config = configured(&place, &server.base_url());
    let sales = place.file("sales.txt", "Sales fell by 4% in 2024.");
    let mut written = Written::new();
    let mut run = |arguments: &[&str]| {
        let mut command = place.command(arguments);
        command
            .args(["--config", &config])
            .env("ENV_KEY", IN_VARIABLE);
        let ran = finished(command.output().expect("started"));
        let what = format!("tercet {}", arguments.join(" "));
        written.insert(
            format!("standard output of {what}"),
            ran.out.clone().into_bytes(),
        );
        written.insert(
            format!("standard error of {what}"),
            ran.err.clone().into_bytes(),
        );
        ran
    };
    let question = "Why did sales fall?";
    for model in ["env/m", "file/m", "claude/m"] {
        let trace = place
            .path(&format!("trace-{}.jsonl", &model[..3]))
            .display()
            .to_string();
        let ran = run(&[
            "run", "--json", question, &sales, "--model", model, "--trace", &trace,
        ]);
        assert!(
            ran.status == 0 || ran.status == 1 || model == "claude/m",
            "{}",
            ran.err
        );
        for _ in 0..6 {
            run(&["doctor", "--probe", "--json", "--model", model]);
        }
        run(&["doctor", "--probe", "--model", model]);
    }
    run(&["run", question, &sales, "--model", "nowhere/m"]);
    for study in ["1", "2", "3"] {
        run(&["studies", "events", study]);
        run(&["studies", "events", study, "--json"]);
        run(&["stats", study, "--json"]);
        let out = place
            .path(&format!("brief-{study}.md"))
            .display()
            .to_string();
        run(&[
            "export",
            study,
            "--verdicts",
            "--method",
            "--scores",
            "--out",
            &out,
        ]);
        run(&["export", study]);
    }
    for arguments in [
        &["doctor"][..],
        &["config"],
        &["config", "--json"],
        &["stats"],
        &["stats", "--json"],
        &["studies"],
        &["studies", "--json"],
        &["search", "sales"],
        &["judge", "1", "--model", "env/m"],
    ] {
        run(arguments);
    }
    // The server was listened to, and told its own text.
    assert!(server.requests().len() > 20);
    let told = &written["standard output of tercet export 1"];
    assert!(
        String::from_utf8_lossy(told).contains("Your key is …"),
        "{}",
        String::from_utf8_lossy(told)
    );

    written.insert(
        "the terminal".to_owned(),
        looked_at(&place, &config).into_bytes(),
    );
    read_all(&place.path("."), &mut written);
    assert!(written.keys().any(|what| what.ends_with("library.db")));
    assert_no_key(&written);
}

/// What `a_panic_tells_no_key` runs in a process of its own: everything that holds a key is in the panic's message.
#[test]
#[ignore = "panics on purpose"]
fn panics_with_a_key() {
    tercet::tui::terminal::install_panic_hook().expect("installed");
    let place = Place::new();
    let config = configured(&place, "http://127.0.0.1:9");
    let options = tercet::config::Options {
        config: Some(config.into()),
        data_dir: Some(place.data_dir()),
        ..tercet::config::Options::default()
    };
    let variables = |name: &str| (name == "ENV_KEY").then(|| IN_VARIABLE.to_owned());
    let config = tercet::config::Config::load(&options, &variables).expect("valid");
    let writer = config.writers.find("file/m");
    let runtime = tokio::runtime::Runtime::new().expect("made");
    let (replies, _) = tokio::sync::mpsc::unbounded_channel();
    let engine = tercet::engine::Engine::new(runtime.handle().clone(), replies);
    panic!("the panic that is wanted: {:?}", (config, writer, engine));
}

#[test]
fn a_panic_tells_no_key() {
    let program = std::env::current_exe().expect("this program");
    let ran = std::process::Command::new(program)
        .args([
            "--exact",
            "secrets::panics_with_a_key",
            "--ignored",
            "--nocapture",
        ])
        .env("ENV_KEY", IN_VARIABLE)
        .env("RUST_BACKTRACE", "full")
        .output()
        .expect("started");
    let told = [ran.stdout, ran.stderr].concat();
    let text = String::from_utf8_lossy(&told);
    assert!(
        text.contains("the panic that is wanted") && text.contains("ENV_KEY"),
        "{text}"
    );
    assert_no_key(&Written::from([("a panic".to_owned(), told.clone())]));
}

#[test]
fn a_key_that_cannot_be_used_is_not_shown_either() {
    let place = Place::new();
    let key_file = place.file("the-key", format!("{IN_FILE}\n{IN_FILE}\n"));
    let config = place.file(
        "config.toml",
        format!("[providers.file]\nbase_url = \"http://127.0.0.1:9\"\nmodels = [\"m\"]\napi_key_file = {key_file:?}\n"),
    );
    fs::set_permissions(&key_file, fs::Permissions::from_mode(0o644)).expect("set");
    let others = ["doctor", "studies", "stats"];
    for command in others {
        let ran = place.run(&[command, "--config", &config]);
        assert_eq!(ran.status, 0, "{command}: {}", ran.err);
    }
    let sales = place.file("sales.txt", "Sales fell by 4% in 2024.");
    let mut written = Written::new();
    for mode in [0o644, 0o600] {
        fs::set_permissions(&key_file, fs::Permissions::from_mode(mode)).expect("set");
        for arguments in [
            &["config"][..],
            &["doctor"],
            &["run", "Why?", &sales, "--model", "file/m"],
            &[
                "doctor",
                "--probe",
                "--model",
                "file/m",
                "--max-retries",
                "0",
            ],
        ] {
            let mut command = place.command(arguments);
            let ran = finished(
                command
                    .args(["--config", &config])
                    .output()
                    .expect("started"),
            );
            written.insert(
                format!("{mode:o} {arguments:?}"),
                format!("{}{}", ran.out, ran.err).into_bytes(),
            );
        }
    }
    for (what, told) in written.iter().filter(|(what, _)| what.starts_with("644")) {
        let told = String::from_utf8_lossy(told);
        assert!(told.contains("chmod 600"), "{what}: {told}");
    }
    read_all(&place.path("."), &mut written);
    assert_no_key(&written);
}

#[test]
fn what_a_gateway_wants_besides_is_sent_and_its_key_is_shown_nowhere() {
    const GATEWAY: &str = "gw-0123456789-never-to-be-seen";
    let place = Place::new();
    let complaint = format!("{{\"error\":{{\"message\":\"no such subscription: {GATEWAY}\"}}}}");
    let refused = status("403 Forbidden", "", &complaint);
    let server = Server::scripted(vec![vec![Step::Send(refused)]]);
    let config = place.file(
        "gateway.toml",
        format!(
            "[providers.work]\nbase_url = \"{}\"\nmodels = [\"m\"]\nquery = {{ api-version = \"2024-06-01\", code = {{ env = \"GATEWAY\" }} }}\n[providers.work.headers]\nHTTP-Referer = \"https://example.org\"\nGateway-Key = {{ env = \"GATEWAY\" }}\n",
            server.base_url()
        ),
    );
    for arguments in [
        &["doctor", "--probe", "--json", "--model", "work/m"][..],
        &["doctor"],
        &["config"],
        &["config", "--json"],
    ] {
        let mut command = place.command(arguments);
        command.args(["--config", &config]).env("GATEWAY", GATEWAY);
        let ran = finished(command.output().expect("started"));
        let told = format!("{}{}", ran.out, ran.err);
        assert!(!told.contains(GATEWAY), "{arguments:?}: {told}");
        assert!(!told.contains("0123456789"), "{arguments:?}: {told}");
    }
    let seen = &server.requests()[0];
    assert_eq!(seen.header("gateway-key"), Some(GATEWAY));
    assert_eq!(seen.header("http-referer"), Some("https://example.org"));
    let query = format!("?api-version=2024-06-01&code={GATEWAY}");
    assert!(seen.path.ends_with(&query), "{}", seen.path);
}
