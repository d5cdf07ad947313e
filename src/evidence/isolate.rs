//! Parsing in child processes of the same binary [E2].
//!
//! A worker is `PROGRAM __read`: it is given one source at a time on standard input and answers each with one line. A worker that has answered is kept
//! for the next source that its thread reads, because starting a process costs more than reading a small file; one that crashes, hangs or says too much is
//! ended. Where it had read other sources before, the source is tried once more in a fresh process, so that no source suffers for another. Whatever a
//! hostile file does to its parser, the workbench sees documents or a message.

mod child;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use self::child::main as child_main;
use super::ReadDocument;
use super::format::Format;
use super::problem::{Problem, Told};
use super::processor::Stopwatch;
use super::read::{Limits, Password};

/// The hidden subcommand.
pub const COMMAND: &str = "__read";

/// Address space of a worker.
const MEMORY: u64 = 1 << 30;
/// The PDF parser's own limit for what a stream unpacks to, in MiB: far more than the text of a page, and less than its [`MEMORY`].
const MOST_UNPACKED: (&str, &str) = ("PDF_OXIDE_MAX_DECOMPRESS_MB", "96");
/// What a worker's allocator is told of its [`MEMORY`], in KiB: how much of the address space it takes at a time, which would else be all of it, and from which
/// size on a block comes from the system and goes back to it at once.
const TO_ALLOCATOR: [(&str, &str); 2] = [
    ("MIMALLOC_ARENA_RESERVE", "65536"),
    ("MIMALLOC_ARENA_MAX_OBJECT_SIZE", "1024"),
];
/// A worker is replaced after so many sources, should its parsers leave something behind.
const MOST_SOURCES: u32 = 200;
/// Between two looks at whether a child has ended.
const POLL: Duration = Duration::from_millis(2);
/// How often it is looked whether reading is to stop, while a child is waited for.
const LISTEN: Duration = Duration::from_millis(50);
/// How long a child whose answer broke off may take to end by itself, so that its status can say why.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What a worker answers: the documents, or what is told of a problem.
type Reply = Result<Vec<ReadDocument>, Told>;

/// The line before a source; the bytes of its path or of the source itself follow.
#[derive(Serialize, Deserialize)]
struct Request {
    format: String,
    /// Whether what follows is a path.
    path: bool,
    /// The address of a page: its links lead on from there.
    address: Option<String>,
    length: u64,
    /// On the pipe only: not among the arguments or in the environment, which other processes can see.
    passwords: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Input<'a> {
    File(&'a Path),
    Bytes(&'a [u8]),
    /// What was sent from an address.
    Page(&'a [u8], &'a str),
}

/// The idle worker of each thread. A thread's worker ends with the thread (see `child`), so workers are not passed on between threads.
#[derive(Debug, Default)]
pub struct Workers(Mutex<HashMap<ThreadId, Worker>>);

impl Workers {
    pub(super) fn read(
        &self,
        program: &Path,
        limits: &Limits,
        format: Format,
        input: Input<'_>,
        passwords: &[Password],
    ) -> Result<Vec<ReadDocument>, Problem> {
        let mut worker = match self.idle() {
            Some(worker) => worker,
            None => Worker::start(program, limits)?,
        };
        let mut answer = worker.ask(limits, format, input, passwords);
        let suspect = matches!(answer, Err(Problem::Crashed { .. }));
        if suspect && worker.sources > 1 {
            worker = Worker::start(program, limits)?;
            answer = worker.ask(limits, format, input, passwords);
        }
        let healthy = matches!(answer, Ok(_) | Err(Problem::Reported(_)));
        if healthy && worker.sources < MOST_SOURCES {
            self.lock().insert(std::thread::current().id(), worker);
        }
        answer
    }

    fn idle(&self) -> Option<Worker> {
        self.lock().remove(&std::thread::current().id())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ThreadId, Worker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy of a reader starts its own workers.
impl Clone for Workers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Workers do not make one reader another.
impl PartialEq for Workers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Workers {}

/// A child process that is ended and reaped when it is not needed any more, on every way out.
#[derive(Debug)]
struct Worker {
    child: Child,
    requests: ChildStdin,
    /// Its lines; one that is longer than allowed comes cut, without its end.
    answers: Receiver<io::Result<Vec<u8>>>,
    /// How many sources it was given.
    sources: u32,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only when the child has already ended and been reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    fn start(program: &Path, limits: &Limits) -> Result<Self, Problem> {
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            // The environment may hold keys, which a parser has no use for.
            .env_clear()
            .env(MOST_UNPACKED.0, MOST_UNPACKED.1)
            .envs(TO_ALLOCATOR)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let not_started = |error| Problem::NotStarted {
            program: program.display().to_string(),
            error,
        };
        let mut child = command.spawn().map_err(not_started)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let Some((requests, output)) = pipes else {
            return Err(not_started(io::Error::other("it has no pipes")));
        };
        Ok(Self {
            child,
            requests,
            answers: lines(output, limits.output + 1),
            sources: 0,
        })
    }

    fn ask(
        &mut self,
        limits: &Limits,
        format: Format,
        input: Input<'_>,
        passwords: &[Password],
    ) -> Result<Vec<ReadDocument>, Problem> {
        self.sources += 1;
        let at_work = Stopwatch::of_process(self.child.id());
        let sent = self.send(limits, format, input, passwords);
        let answer = self.answer(limits, &at_work)?;
        if answer.len() as u64 > limits.output {
            return Err(Problem::TooMuchText {
                most: limits.output,
            });
        }
        if let (true, Ok(())) = (answer.ends_with(b"\n"), sent) {
            return match serde_json::from_slice::<Reply>(&answer) {
                Ok(reply) => reply.map_err(Problem::Reported),
                Err(_) => Err(Problem::Crashed {
                    how: "its answer makes no sense".to_owned(),
                }),
            };
        }
        Err(self.ended(limits))
    }

    /// What the child writes; nothing where it ends without a word.
    fn answer(&self, limits: &Limits, at_work: &Stopwatch) -> Result<Vec<u8>, Problem> {
        loop {
            let left = limits.time.saturating_sub(at_work.spent());
            match self.answers.recv_timeout(left.min(LISTEN)) {
                Ok(answer) => return Ok(answer?),
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) if limits.stop.is_asked() => {
                    return Err(Problem::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if at_work.spent() >= limits.time => {
                    return Err(Problem::TimedOut { limit: limits.time });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Writes the request. A child that ends early breaks the pipe, and one that does not read is ended when its time is over.
    fn send(
        &mut self,
        limits: &Limits,
        format: Format,
        input: Input<'_>,
        passwords: &[Password],
    ) -> io::Result<()> {
        /// More than a pipe surely holds is written beside, so that a child that reads nothing cannot hold this thread.
        const PIPE: usize = 32 << 10;
        let (bytes, address) = match input {
            Input::File(path) => (path.as_os_str().as_bytes(), None),
            Input::Bytes(bytes) => (bytes, None),
            Input::Page(bytes, address) => (bytes, Some(address.to_owned())),
        };
        let passwords = passwords.iter().map(|word| word.reveal().to_owned());
        let mut head = serde_json::to_vec(&Request {
            format: format.word().to_owned(),
            path: matches!(input, Input::File(_)),
            address,
            length: bytes.len() as u64,
            passwords: passwords.collect(),
        })?;
        head.push(b'\n');
        let (child, requests) = (&mut self.child, &mut self.requests);
        let small = head.len() + bytes.len() <= PIPE;
        let mut write = move || {
            requests.write_all(&head)?;
            requests.write_all(bytes)?;
            requests.flush()
        };
        if small {
            return write();
        }
        let (done, ended) = mpsc::channel::<()>();
        let result = std::thread::scope(|scope| {
            let writer = scope.spawn(move || {
                let result = write();
                drop(done);
                result
            });
            if ended.recv_timeout(limits.time) == Err(RecvTimeoutError::Timeout) {
                // This breaks the pipe, and so ends the writing.
                let _ = child.kill();
            }
            writer.join()
        });
        result.unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
    }

    /// Why a child that broke off its answer did so.
    fn ended(&mut self, limits: &Limits) -> Problem {
        let started = Instant::now();
        while started.elapsed() < LAST_WORDS {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(POLL),
                Ok(Some(status)) if !status.success() => return ended_badly(status, limits),
                Ok(Some(_)) | Err(_) => break,
            }
        }
        Problem::Crashed {
            how: "its answer was cut".to_owned(),
        }
    }
}

/// The lines that come out of a pipe, read beside so that waiting for them can end; each is cut at `most` bytes.
fn lines(pipe: impl Read + Send + 'static, most: u64) -> Receiver<io::Result<Vec<u8>>> {
    // One answer is waited for at a time.
    let (sender, receiver) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        loop {
            let mut line = Vec::new();
            let read = pipe.by_ref().take(most).read_until(b'\n', &mut line);
            let whole = line.ends_with(b"\n");
            let nothing = line.is_empty() && read.is_ok();
            // Nobody listens any more when the worker was ended.
            if nothing || sender.send(read.map(|_| line)).is_err() || !whole {
                break;
            }
        }
    });
    receiver
}

fn ended_badly(status: ExitStatus, limits: &Limits) -> Problem {
    use rustix::process::Signal;

    match status.signal() {
        Some(signal) if signal == Signal::XCPU.as_raw() => Problem::TimedOut { limit: limits.time },
        Some(signal) if signal == Signal::ABORT.as_raw() => Problem::Crashed {
            how: format!(
                "it gave up, probably for lack of its {} GiB of memory",
                MEMORY >> 30
            ),
        },
        Some(signal) => Problem::Crashed {
            how: format!("signal {signal}"),
        },
        None => Problem::Crashed {
            how: status.to_string(),
        },
    }
}
