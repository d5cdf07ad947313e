//! Watching folders: what changed in them, told once it has settled [E7].
//!
//! The system's notices are a reason to look, no more: they come in bursts, out of order, or not at all, and a rename is two of them. What changed is found
//! by comparing two looks at the folder, which is [`Settling`], a state machine without files or clocks. Where the system cannot give notices (too many
//! folders, a network drive) the folder is checked every few seconds instead, and nothing else is different. What a change means for the evidence is not
//! known here.

mod settling;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::{Source, expand, stamp};
pub use settling::{Change, Files, Settling};

/// How often a folder is looked at whose changes the system does not tell, and one that is not there.
const POLL: Duration = Duration::from_secs(3);
/// Looking at a large folder takes its time: it is left alone for this many times as long.
const REST: u32 = 10;

/// What is told of a watched folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchReport {
    /// How it is watched, told at the beginning and when it changes.
    Folder { folder: PathBuf, how: Watching },
    /// Files that are new, changed or gone, and quiet since.
    Changed(Vec<Change>),
}

/// How a folder is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watching {
    /// The system tells of changes.
    Told,
    /// The folder is checked every few seconds, because the system does not tell.
    Polled { why: String },
    /// The folder is not there; its documents stay as they are until it is back.
    Missing,
}

/// A watch that ends when this is dropped.
#[derive(Debug)]
pub struct Watch {
    wake: Sender<Wake>,
}

#[derive(Debug)]
enum Wake {
    Touched,
    End,
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.wake.send(Wake::End);
    }
}

/// Watches `folder` on a thread of its own, from what is `known` of it: absolute paths with their stamps. `report` is called from that thread, and says
/// whether anyone still listens.
pub fn watch(
    folder: PathBuf,
    known: Files,
    report: impl Fn(WatchReport) -> bool + Send + 'static,
) -> std::io::Result<Watch> {
    let (wake, woken) = mpsc::channel();
    let waker = wake.clone();
    let means = Means {
        subscribe,
        poll: POLL,
    };
    std::thread::Builder::new()
        .name("watch".into())
        .spawn(move || run(&folder, known, &means, &waker, &woken, &report))?;
    Ok(Watch { wake })
}

/// How to hear of changes, and how often to look where that fails.
struct Means {
    subscribe: fn(&Path, &Sender<Wake>) -> notify::Result<RecommendedWatcher>,
    poll: Duration,
}

fn run(
    folder: &Path,
    known: Files,
    means: &Means,
    waker: &Sender<Wake>,
    woken: &Receiver<Wake>,
    report: &dyn Fn(WatchReport) -> bool,
) {
    let began = Instant::now();
    let mut settling = Settling::new(known);
    let mut told: Option<Watching> = None;
    let mut notices: Option<(RecommendedWatcher, Watching)> = None;
    loop {
        let looked = Instant::now();
        let files = look(folder);
        let how = match (&files, notices.take()) {
            (None, _) => Watching::Missing,
            (Some(_), Some(running)) => {
                let how = running.1.clone();
                notices = Some(running);
                how
            }
            (Some(_), None) => match (means.subscribe)(folder, waker) {
                Ok(watcher) => {
                    notices = Some((watcher, Watching::Told));
                    Watching::Told
                }
                // Asked again at every look, it would fail again and again at a cost.
                Err(_) if matches!(told, Some(Watching::Polled { .. })) => {
                    told.clone().unwrap_or(Watching::Missing)
                }
                Err(error) => Watching::Polled { why: why(&error) },
            },
        };
        if told.as_ref() != Some(&how) {
            let is_first = told.is_none();
            told = Some(how.clone());
            let folder = folder.to_path_buf();
            if !report(WatchReport::Folder {
                folder,
                how: how.clone(),
            }) {
                return;
            }
            // What happened between the look and the subscription is seen by looking again.
            if !is_first || how == Watching::Told {
                let _ = waker.send(Wake::Touched);
            }
        }
        if let Some(files) = files {
            let changes = settling.look(&files, began.elapsed());
            if !changes.is_empty() && !report(WatchReport::Changed(changes)) {
                return;
            }
        }
        let rest = looked.elapsed() * REST;
        let poll = (how != Watching::Told).then_some(means.poll);
        if !wait(woken, rest, poll, settling.due(), began) {
            return;
        }
    }
}

/// Waits until there is a reason to look again, and at least for `rest`; says whether the watch goes on.
fn wait(
    woken: &Receiver<Wake>,
    rest: Duration,
    poll: Option<Duration>,
    due: Option<Duration>,
    began: Instant,
) -> bool {
    let now = Instant::now();
    let due = due.map(|due| began + due);
    let wake = [due, poll.map(|poll| now + poll)]
        .into_iter()
        .flatten()
        .min();
    let until = |at: Instant| woken.recv_timeout(at.saturating_duration_since(Instant::now()));
    let first = match wake {
        Some(at) => until(at),
        None => woken.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match first {
        Ok(Wake::Touched) | Err(RecvTimeoutError::Timeout) => {}
        Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return false,
    }
    // A burst of notices is one reason.
    let rested = now + rest.max(Duration::from_millis(50));
    loop {
        match until(rested) {
            Ok(Wake::Touched) => {}
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => return true,
        }
    }
}

fn subscribe(folder: &Path, waker: &Sender<Wake>) -> notify::Result<RecommendedWatcher> {
    let waker = waker.clone();
    let heard = move |event: notify::Result<Event>| {
        // An error says that notices were lost, which is a reason to look as well.
        if event.is_err() || event.is_ok_and(|event| is_change(event.kind)) {
            let _ = waker.send(Wake::Touched);
        }
    };
    let config = Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(heard, config)?;
    watcher.watch(folder, RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// Looking at a folder opens it, which must not be a reason to look again.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other
        | EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
    }
}

fn why(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "the system's limit of watched folders is reached".to_owned()
        }
        notify::ErrorKind::Generic(why) => why.clone(),
        notify::ErrorKind::Io(error) => error.to_string(),
        other => format!("{other:?}"),
    }
}

/// The files of a folder that would be read, with their stamps; `None` where there is no folder.
fn look(folder: &Path) -> Option<Files> {
    folder.is_dir().then(|| {
        let sources = expand(&[folder]).into_iter().flatten();
        let mut files = BTreeMap::new();
        for source in sources {
            if let Source::File(path) = source
                && !is_lock(&path)
                && let Some(stamp) = stamp(&path)
            {
                files.insert(path, stamp);
            }
        }
        files
    })
}

/// Word processors keep such a file beside an open document, with the document's own extension.
fn is_lock(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("~$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_the_system_does_not_tell_of_is_looked_at() {
        const LONG: Duration = Duration::from_secs(20);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let (reports, reported) = mpsc::channel();
        let (wake, woken) = mpsc::channel();
        let watch = Watch { wake: wake.clone() };
        let means = Means {
            subscribe: |_, _| Err(notify::Error::new(notify::ErrorKind::MaxFilesWatch)),
            poll: Duration::from_millis(20),
        };
        let report = move |report| reports.send(report).is_ok();
        let watching = path.clone();
        let thread = std::thread::spawn(move || {
            run(&watching, Files::new(), &means, &wake, &woken, &report);
        });
        let how = reported.recv_timeout(LONG).unwrap();
        assert!(
            matches!(&how, WatchReport::Folder { how: Watching::Polled { why }, .. } if why.contains("limit")),
            "{how:?}"
        );
        let file = path.join("new.md");
        std::fs::write(&file, "Heat pump sales fell.").unwrap();
        let WatchReport::Changed(changes) = reported.recv_timeout(LONG).unwrap() else {
            panic!("no change was told");
        };
        assert_eq!((changes.len(), &changes[0].path), (1, &file));
        // A folder that is unplugged is said to be missing, and its files are not said to be gone.
        std::fs::remove_dir_all(&path).unwrap();
        let how = loop {
            match reported.recv_timeout(LONG).unwrap() {
                WatchReport::Folder { how, .. } => break how,
                // The file may be seen to go before its folder is.
                WatchReport::Changed(_) => {}
            }
        };
        assert_eq!(how, Watching::Missing);
        drop(watch);
        thread.join().unwrap();
    }
}
