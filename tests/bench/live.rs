//! How long after a sentence has ended its mark appears, while a model streams 200 tokens a second.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tercet::config::{Config, Options};
use tercet::library::Library;
use tercet::pipeline::{Roles, Tier};
use tercet::study::StudyId;
use tercet::workbench::{Setup, Workbench};

use crate::desk;

/// Time between two tokens.
const TOKEN: Duration = Duration::from_millis(5);
/// Documents of the library, with so many paragraphs each.
const DOCUMENTS: usize = 200;
const PARAGRAPHS: usize = 25;
/// Sentences of each of the three sections: one in three is not borne out, so that the library is searched for it.
const SENTENCES: usize = 30;

/// When the last byte of each sentence was sent.
type Sent = Arc<Mutex<Vec<(String, Instant)>>>;

/// From the last byte of a sentence leaving the server to its verdict being there for the next frame.
pub fn marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = folder.path().join("reports");
    write(&reports);
    let sent = Sent::default();
    let address = serve(Arc::clone(&sent));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut workbench = workbench(folder.path(), None, &address, runtime.handle().clone());
    workbench.score_beside();
    workbench.add_evidence(vec![reports.into()]);
    let mut turns = Vec::new();
    let mut work = |workbench: &mut Workbench, seen: &mut dyn FnMut(&Workbench)| {
        while workbench.is_busy() {
            let message = runtime.block_on(workbench.next_message());
            let began = Instant::now();
            workbench.receive(message);
            while let Some(message) = workbench.ready_message() {
                workbench.receive(message);
            }
            seen(workbench);
            turns.push(began.elapsed());
        }
    };
    work(&mut workbench, &mut |_| {});
    workbench.run("What do the depots pay for their chargers?");
    let mut delays = Vec::new();
    let mut marked = 0;
    work(&mut workbench, &mut |workbench| {
        let Some(shown) = workbench.marked() else {
            return;
        };
        let now = Instant::now();
        let sent = sent.lock().expect("not poisoned");
        while let Some((sentence, at)) = sent.get(marked) {
            if shown.claims.iter().all(|claim| claim.text != *sentence) {
                break;
            }
            delays.push(now - *at);
            marked += 1;
        }
    });
    assert!(
        workbench.study().is_complete(),
        "{:?}",
        workbench.take_notices()
    );
    let all = sent.lock().expect("not poisoned").len();
    crate::report(
        "a mark after its sentence's end, 200 tokens/s",
        delays,
        "50 ms p99",
    );
    crate::report("a turn of the loop meanwhile", turns, "16 ms p99");
    println!("  {marked} of {all} sentences were marked before their section ended");
}

fn sentence(at: usize) -> String {
    let document = at % DOCUMENTS;
    if at % 3 == 2 {
        return format!(
            "Harbour cranes {at} were painted blue by students during the long strike [{}].",
            at % 3 + 1
        );
    }
    format!(
        "Depot {document} bought {} chargers in 2024 and pays for them until 2031 [{}].",
        document + 3,
        at % 3 + 1
    )
}

fn write(folder: &std::path::Path) {
    std::fs::create_dir_all(folder).expect("made");
    for document in 0..DOCUMENTS {
        let mut text = format!("# Report {document}\n\n");
        for part in 0..PARAGRAPHS {
            let line = part * 7 + document;
            let _ = writeln!(
                text,
                "Depot {document} bought {} chargers in 2024 and pays for them until 2031. Line {line} lost {} trips in the winter of {part}, as \
                 the operator of district {line} reported to the council. The council asked the workshop {part} for another {} of spare parts, and the \
                 workshop delivered them within {} weeks of the order being placed at the counter.\n",
                document + 3,
                line % 90 + 2,
                line * 3 + 11,
                part + 2,
            );
        }
        std::fs::write(folder.join(format!("{document:04}.md")), text).expect("written");
    }
}

/// A workbench on a study, or on a new one, with a model at an address.
pub fn workbench(
    folder: &std::path::Path,
    study: Option<StudyId>,
    address: &str,
    runtime: tokio::runtime::Handle,
) -> Workbench {
    let options = Options {
        data_dir: Some(folder.join("data")),
        writer: Some("openai/m".into()),
        ..Options::default()
    };
    let base = format!("http://{address}/v1");
    let set = move |name: &str| (name == "OPENAI_BASE_URL").then(|| base.clone());
    let config = Config::load(&options, &set).expect("a configuration");
    let roles = Roles {
        tiers: [(Tier::Critic, "extractive".to_owned())].into(),
        ..config.roles.clone()
    };
    let library = Library::open(&config.data_dir).expect("a library");
    let setup = Setup {
        roles,
        ..desk::setup(config, desk::PROGRAM)
    };
    Workbench::open(library, study, setup, runtime, Duration::ZERO).expect("a study")
}

/// A model that streams sentences token by token; returns its host and port.
fn serve(sent: Sent) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for (section, connection) in listener.incoming().flatten().enumerate() {
            // A client that goes away has what it wanted.
            let _ = stream(connection, section, &sent);
        }
    });
    address
}

fn stream(mut connection: TcpStream, section: usize, sent: &Sent) -> std::io::Result<()> {
    connection.set_nodelay(true)?;
    read_request(&mut connection)?;
    connection.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n",
    )?;
    let event = |delta: &str, finish: &str| {
        format!(
            "data: {{\"choices\": [{{\"index\": 0, \"delta\": {{\"content\": \"{delta}\"}}, \"finish_reason\": {finish}}}]}}\n\n"
        )
    };
    for at in 0..SENTENCES {
        let whole = sentence(section * SENTENCES + at);
        let tokens = whole.split_inclusive(' ').flat_map(|word| {
            // Most words are more than one token.
            let middle = word.len() / 2;
            [&word[..middle], &word[middle..]]
        });
        let mut ended = Instant::now();
        for token in tokens.filter(|token| !token.is_empty()) {
            connection.write_all(event(token, "null").as_bytes())?;
            ended = Instant::now();
            std::thread::sleep(TOKEN);
        }
        sent.lock().expect("not poisoned").push((whole, ended));
        connection.write_all(event(" ", "null").as_bytes())?;
    }
    connection.write_all(event("", "\"stop\"").as_bytes())?;
    connection.write_all(b"data: [DONE]\n\n")
}

/// Reads a request to its end, which its length tells.
fn read_request(connection: &mut TcpStream) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = connection.read(&mut buffer)?;
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .and_then(|(_, value)| value.trim().parse::<usize>().ok());
        if read == 0 || body.len() >= length.unwrap_or(0) {
            return Ok(());
        }
    }
}
