//! A scripted server on loopback: plays what model servers do, good and bad, and remembers what it was asked.
//!
//! Each connection serves one request on a thread of its own. Scripts wait for the test by gates, never by sleeping.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A server that runs until it is dropped.
pub struct Server {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    closing: Arc<AtomicBool>,
    /// Whether an answer waited at a gate for longer than anybody should.
    late: Arc<AtomicBool>,
}

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// What the server does on a connection, one after the other; at the end it closes. Without any step it hangs up without a word.
#[derive(Clone)]
pub enum Step {
    Send(Vec<u8>),
    /// Waits until the test opens the gate.
    Hold(Gate),
    /// Waits until the client has closed the connection, then opens the gate.
    AwaitHangUp(Gate),
}

/// Lets a test and a server wait for each other.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

/// Far beyond anything that a working program needs; a test that comes here fails.
const PATIENCE: Duration = Duration::from_secs(20);

impl Server {
    /// The first request gets the first script, and so on; the last one is repeated.
    pub fn scripted(scripts: Vec<Vec<Step>>) -> Self {
        assert!(!scripts.is_empty(), "a server needs a script");
        Self::start(move |at, _| scripts[at.min(scripts.len() - 1)].clone())
    }

    /// A sensible model: streams what `answer` says to each chat request, with usage, and lists itself under the name `m`.
    pub fn model(answer: impl Fn(&Seen) -> String + Send + Sync + 'static) -> Self {
        Self::start(move |_, seen| {
            if seen.path.ends_with("/models") {
                return vec![Step::Send(status(
                    "200 OK",
                    "",
                    &json!({"data": [{"id": "m"}]}).to_string(),
                ))];
            }
            let text = answer(seen);
            let words: Vec<&str> = text.split_inclusive(' ').collect();
            answered(&words)
        })
    }

    /// A site: answers each request by what it asks for.
    pub fn site(answer: impl Fn(&Seen) -> Vec<Step> + Send + Sync + 'static) -> Self {
        Self::start(move |_, seen| answer(seen))
    }

    /// Host and port.
    pub fn place(&self) -> String {
        self.address.to_string()
    }

    /// The base address, as it would be configured.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The requests so far, in order.
    pub fn requests(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    fn start(script: impl Fn(usize, &Seen) -> Vec<Step> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let closing = Arc::new(AtomicBool::new(false));
        let late = Arc::new(AtomicBool::new(false));
        let (seen_here, closing_here) = (Arc::clone(&seen), Arc::clone(&closing));
        let late_here = Arc::clone(&late);
        let script = Arc::new(script);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                if closing_here.load(Ordering::Acquire) {
                    return;
                }
                let (seen, script) = (Arc::clone(&seen_here), Arc::clone(&script));
                // A client that goes away in the middle is part of the tests.
                let late = Arc::clone(&late_here);
                thread::spawn(move || serve(connection, &seen, &*script, &late));
            }
        });
        Self {
            address,
            seen,
            closing,
            late,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Release);
        // Wakes the listener.
        let _ = TcpStream::connect(self.address);
        let is_late = self.late.load(Ordering::Acquire);
        assert!(
            !is_late || thread::panicking(),
            "nobody opened a gate that an answer waited at"
        );
    }
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The last message that was sent to a model.
    pub fn last_message(&self) -> String {
        let messages = self.json()["messages"].clone();
        let last = messages.as_array().and_then(|all| all.last().cloned());
        last.and_then(|last| last["content"].as_str().map(str::to_owned))
            .unwrap_or_default()
    }
}

impl Gate {
    pub fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    /// Whether the gate was opened in time.
    pub fn wait(&self) -> bool {
        let open = self.0.0.lock().unwrap();
        let (open, _) = self
            .0
            .1
            .wait_timeout_while(open, PATIENCE, |open| !*open)
            .unwrap();
        *open
    }
}

/// A whole answer, streamed in these pieces.
pub fn answered(texts: &[&str]) -> Vec<Step> {
    vec![Step::Send(
        [stream_head(), deltas(texts), finish("stop"), done()].concat(),
    )]
}

/// An answer that comes whole and in one piece.
pub fn whole(text: &str) -> Vec<Step> {
    answered(&[text])
}

/// A whole answer with a status line such as `429 Too Many Requests` and further header lines, each ending in `\r\n`.
pub fn status(line: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "HTTP/1.1 {line}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}

/// The head of an event stream that ends when the connection does.
pub fn stream_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".to_vec()
}

/// The head of an event stream that promises more than will come.
pub fn broken_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n".to_vec()
}

/// One event for each text.
pub fn deltas(texts: &[&str]) -> Vec<u8> {
    texts
        .iter()
        .flat_map(|text| event(&json!({"content": text}), None))
        .collect()
}

pub fn reasoning(text: &str) -> Vec<u8> {
    event(&json!({"reasoning_content": text}), None)
}

pub fn finish(reason: &str) -> Vec<u8> {
    event(&json!({}), Some(reason))
}

/// The usage and the end mark.
pub fn done() -> Vec<u8> {
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": 8, "prompt_tokens_details": {"cached_tokens": 32}}});
    format!("data: {usage}\n\ndata: [DONE]\n\n").into_bytes()
}

fn event(delta: &Value, finish: Option<&str>) -> Vec<u8> {
    let chunk = json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    format!("data: {chunk}\n\n").into_bytes()
}

fn serve(
    mut connection: TcpStream,
    seen: &Mutex<Vec<Seen>>,
    script: &dyn Fn(usize, &Seen) -> Vec<Step>,
    late: &AtomicBool,
) -> Option<()> {
    connection.set_read_timeout(Some(PATIENCE)).ok()?;
    connection.set_nodelay(true).ok()?;
    let request = read_request(&mut connection)?;
    let steps = {
        let mut seen = seen.lock().unwrap();
        let steps = script(seen.len(), &request);
        seen.push(request);
        steps
    };
    for step in steps {
        match step {
            Step::Send(bytes) => connection.write_all(&bytes).ok()?,
            Step::Hold(gate) => {
                if !gate.wait() {
                    late.store(true, Ordering::Release);
                    return None;
                }
            }
            Step::AwaitHangUp(gate) => {
                let mut rest = Vec::new();
                // Ends with the connection, whether it was closed or reset.
                let _ = connection.read_to_end(&mut rest);
                gate.open();
            }
        }
    }
    Some(())
}

fn read_request(connection: &mut TcpStream) -> Option<Seen> {
    const HEAD_END: &[u8] = b"\r\n\r\n";
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = connection.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let Some(head) = bytes
            .windows(HEAD_END.len())
            .position(|window| window == HEAD_END)
        else {
            continue;
        };
        let (head, body) = (&bytes[..head], &bytes[head + HEAD_END.len()..]);
        let mut request = read_head(&String::from_utf8_lossy(head))?;
        let length = request
            .header("content-length")
            .map_or(0, |length| length.parse().unwrap());
        if body.len() >= length {
            request.body = String::from_utf8_lossy(body).into_owned();
            return Some(request);
        }
    }
}

fn read_head(head: &str) -> Option<Seen> {
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    Some(Seen {
        method: first.next()?.to_owned(),
        path: first.next()?.to_owned(),
        headers: lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect(),
        body: String::new(),
    })
}
