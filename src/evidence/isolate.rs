//! Parsing in a child process of the same binary [E2].
//!
//! The parent starts `PROGRAM __read FORMAT PATH` (or `-`, with the bytes on standard input), waits for one JSON document within a time and a size,
//! and ends the child otherwise. The child limits its own memory and processor time before it touches the file. Whatever a hostile file does to its
//! parser, the workbench sees documents or a message.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::ReadDocument;
use super::format::Format;
use super::problem::Problem;
use super::read::{Limits, parse, place_of_path, place_of_standard_input};

/// The hidden subcommand.
pub const COMMAND: &str = "__read";

/// Address space of the child.
const MEMORY: u64 = 1 << 30;
/// Processor time of the child, in seconds.
const PROCESSOR: u64 = 30;
/// How long a child that has said everything may take to end.
const POLL: Duration = Duration::from_millis(2);
/// How long a child may still be waited for when nothing more is wanted of it.
const LISTEN: Duration = Duration::from_millis(50);

/// What the child writes: the documents, or the words of a refusal.
type Reply = Result<Vec<ReadDocument>, String>;

#[derive(Debug, Clone, Copy)]
pub(super) enum Input<'a> {
    File(&'a Path),
    Bytes(&'a [u8]),
}

pub(super) fn read(
    program: &Path,
    limits: &Limits,
    format: Format,
    input: Input<'_>,
) -> Result<Vec<ReadDocument>, Problem> {
    let started = Instant::now();
    let mut running = start(program, format, input)?;
    if let (Input::Bytes(bytes), Some(mut pipe)) = (input, running.0.stdin.take()) {
        let bytes = bytes.to_vec();
        // A child that ends early breaks the pipe; its reply or status says why.
        std::thread::spawn(move || pipe.write_all(&bytes));
    }
    let output = collect(&mut running.0, limits)?;
    if output.len() as u64 > limits.output {
        return Err(Problem::TooMuchText {
            most: limits.output,
        });
    }
    let status = loop {
        if let Some(status) = running.0.try_wait()? {
            break status;
        }
        if started.elapsed() >= limits.time {
            return Err(Problem::TimedOut { limit: limits.time });
        }
        std::thread::sleep(POLL);
    };
    if !status.success() {
        return Err(ended_badly(status, limits));
    }
    match serde_json::from_slice::<Reply>(&output) {
        Ok(reply) => reply.map_err(Problem::Reported),
        Err(_) => Err(Problem::Crashed {
            how: "its answer was cut".to_owned(),
        }),
    }
}

/// What `main` runs for the hidden subcommand; `arguments` are those behind it. Its one line of output is for the parent process.
pub fn child_main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let format = arguments
        .next()
        .and_then(|word| Format::from_word(word.to_str()?));
    let (Some(format), Some(path), None) = (format, arguments.next(), arguments.next()) else {
        return ExitCode::from(2);
    };
    confine();
    let reply: Reply = serve(format, Path::new(&path)).map_err(|problem| problem.to_string());
    let mut out = io::BufWriter::new(io::stdout().lock());
    match serde_json::to_writer(&mut out, &reply)
        .map_err(io::Error::from)
        .and_then(|()| out.flush())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(format: Format, path: &Path) -> Result<Vec<ReadDocument>, Problem> {
    let most = Limits::default().file;
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)?;
        return parse(format, bytes, &place_of_standard_input());
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(most + 1)
        .read_to_end(&mut bytes)?;
    parse(format, bytes, &place_of_path(path))
}

/// A child that is ended and reaped when it is not needed any more, on every way out.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only when the child has already ended and been reaped.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(program: &Path, format: Format, input: Input<'_>) -> Result<Running, Problem> {
    let mut command = Command::new(program);
    command.arg(COMMAND).arg(format.word());
    match input {
        Input::File(path) => command.arg(path).stdin(Stdio::null()),
        Input::Bytes(_) => command.arg("-").stdin(Stdio::piped()),
    };
    // The environment may hold keys, which a parser has no use for.
    command
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let not_started = |error| Problem::NotStarted {
        program: program.display().to_string(),
        error,
    };
    command.spawn().map(Running).map_err(not_started)
}

/// All that the child writes, read beside so that neither side waits for the other; at most one byte more than is allowed.
fn collect(child: &mut Child, limits: &Limits) -> Result<Vec<u8>, Problem> {
    let Some(pipe) = child.stdout.take() else {
        return Err(Problem::Crashed {
            how: "it has no output".to_owned(),
        });
    };
    let most = limits.output + 1;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = Vec::new();
        let result = pipe.take(most).read_to_end(&mut output).map(|_| output);
        // Nobody listens any more when the time was over.
        let _ = sender.send(result);
    });
    let started = Instant::now();
    loop {
        let left = limits.time.saturating_sub(started.elapsed());
        match receiver.recv_timeout(left.min(LISTEN)) {
            Ok(result) => return Ok(result?),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Problem::Crashed {
                    how: "its output was lost".to_owned(),
                });
            }
            Err(RecvTimeoutError::Timeout) if limits.stop.is_asked() => {
                return Err(Problem::Stopped);
            }
            Err(RecvTimeoutError::Timeout) if left <= LISTEN => {
                return Err(Problem::TimedOut { limit: limits.time });
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(unix)]
fn ended_badly(status: ExitStatus, limits: &Limits) -> Problem {
    use std::os::unix::process::ExitStatusExt;

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

#[cfg(not(unix))]
fn ended_badly(status: ExitStatus, _: &Limits) -> Problem {
    Problem::Crashed {
        how: status.to_string(),
    }
}

/// Gives up what a parser does not need: memory and time beyond the limits, writing files, core dumps. As far as the system can.
#[cfg(unix)]
fn confine() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    for (resource, most) in [
        (Resource::As, MEMORY),
        (Resource::Cpu, PROCESSOR),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let most = getrlimit(resource)
            .maximum
            .map_or(most, |allowed| allowed.min(most));
        let _ = setrlimit(
            resource,
            Rlimit {
                current: Some(most),
                maximum: Some(most),
            },
        );
    }
}

#[cfg(not(unix))]
fn confine() {}
