//! The worker's side: confined, it reads sources as long as it is given any.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use super::{COMMAND, MEMORY, Reply, Request, TO_ALLOCATOR};
use crate::evidence::format::Format;
use crate::evidence::problem::{Problem, Told};
use crate::evidence::read::{Limits, Password, parse, place_of_path, place_of_standard_input};
use crate::evidence::{ReadDocument, file};

/// Processor time for one source, in seconds.
const PROCESSOR: u64 = 30;
/// Parsers of nested formats call themselves for each level.
const STACK: usize = 128 << 20;
/// A request is a few words and passwords.
const LONGEST_REQUEST: u64 = 1 << 20;

/// What `main` runs for the hidden subcommand; `arguments` are those behind it, of which there are none. Its output is for the parent process.
pub fn main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    if arguments.next().is_some() {
        return ExitCode::from(2);
    }
    tell_allocator();
    confine();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Starts this worker anew where whoever started it did not tell its allocator how little there is: that is read before anything else runs, and without it the
/// allocator would ask for all of the address space at once, and be refused.
fn tell_allocator() {
    let is_told = |(name, _): &(&str, &str)| std::env::var_os(name).is_some();
    if TO_ALLOCATOR.iter().all(is_told) {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // It only comes back where it failed, and then the worker does what it can.
        let _ = Command::new(program).arg(COMMAND).envs(TO_ALLOCATOR).exec();
    }
}

/// Answers requests until there are no more.
fn work() -> io::Result<()> {
    let mut requests = io::stdin().lock();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for sources in 1.. {
        let mut line = Vec::new();
        requests
            .by_ref()
            .take(LONGEST_REQUEST)
            .read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        limit_processor(PROCESSOR * sources);
        let request: Request = serde_json::from_slice(&line)?;
        let mut bytes = Vec::new();
        requests
            .by_ref()
            .take(request.length)
            .read_to_end(&mut bytes)?;
        let reply: Reply = serve(&request, bytes).map_err(Told::from);
        serde_json::to_writer(&mut out, &reply)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

fn serve(request: &Request, bytes: Vec<u8>) -> Result<Vec<ReadDocument>, Problem> {
    let format = Format::from_word(&request.format).ok_or(Problem::Binary)?;
    let passwords: Vec<Password> = request
        .passwords
        .iter()
        .map(|password| Password::from(password.clone()))
        .collect();
    if !request.path {
        let (place, address) = (place_of_standard_input(), request.address.as_deref());
        return parse(format, bytes, &place, address, &passwords);
    }
    let path = path_of(bytes);
    let bytes = file::bytes(&path, Limits::default().file)?;
    parse(format, bytes, &place_of_path(&path), None, &passwords)
}

fn path_of(bytes: Vec<u8>) -> PathBuf {
    OsString::from_vec(bytes).into()
}

/// Gives up what a parser does not need: memory beyond the limit, writing files, core dumps, outliving its parent. As far as the system can.
fn confine() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    // The end of the thread that started this process ends it too, even where it is in the middle of a file.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    for (resource, most) in [
        (Resource::As, MEMORY),
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

/// Ends this process when it has used more seconds of processor time than this since it was started.
fn limit_processor(seconds: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let maximum = getrlimit(Resource::Cpu).maximum;
    let _ = setrlimit(
        Resource::Cpu,
        Rlimit {
            current: Some(maximum.map_or(seconds, |allowed| allowed.min(seconds))),
            maximum,
        },
    );
}
