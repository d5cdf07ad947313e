//! What an interrupted run leaves: whether all that was shown is there, and what becomes of it when it is torn, damaged or of a later program.

use std::collections::HashSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::Value;
use tercet::library::{Library, LibraryError, LiveText};
use tercet::study::{Envelope, Reading, Study, StudyId};

use super::chance::Chance;
use super::{Line, Tally};

/// Text that was shown this long before the end is kept; a little more than is promised, for the time that a line takes through a pipe.
const KEPT: Duration = Duration::from_millis(300);

/// The data folder, and that of the texts that are streaming.
const DATA: &str = "data";
const LIVE: &str = "data/live";

pub(super) fn studies(folder: &Path) -> Vec<StudyId> {
    let library = Library::open(&folder.join("data"));
    let studies = library.and_then(|library| library.studies());
    let studies = studies.unwrap_or_default();
    studies.iter().map(|study| study.id).collect()
}

pub(super) fn opened(folder: &Path) -> Result<Vec<Envelope>, LibraryError> {
    let library = Library::open(&folder.join("data"))?;
    match library.studies()?.first() {
        Some(study) => library.events(study.id),
        None => Ok(Vec::new()),
    }
}

pub(super) fn fold(events: &[Envelope]) -> Study {
    Study::fold(events.iter().map(|envelope| &envelope.event))
}

/// All texts that are kept of a study: what has been written, and what was streaming.
pub(super) fn kept(folder: &Path) -> Vec<String> {
    let study = opened(folder)
        .map(|events| fold(&events))
        .unwrap_or_default();
    let mut texts = study.texts(Reading::Candidate);
    let halves = study
        .sections
        .iter()
        .filter_map(|section| section.partial.as_ref());
    texts.extend(halves.map(|partial| partial.text.clone()));
    texts.extend(streaming(folder).ok().flatten().map(|live| live.text));
    texts
}

fn streaming(folder: &Path) -> Result<Option<LiveText>, LibraryError> {
    let library = Library::open(&folder.join("data"))?;
    match library.studies()?.first() {
        Some(study) => library.live(study.id),
        None => Ok(None),
    }
}

/// Events that a program printed, and how many of them are not in the journal.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Events {
    pub(super) printed: u64,
    pub(super) lost: u64,
}

/// Counts the events that were printed, and those of them that are not there any more; or tells what else is not there.
pub(super) fn lost(folder: &Path, lines: &[Line], until: Instant) -> Result<Events, String> {
    let library = Library::open(&folder.join("data"))
        .map_err(|error| format!("the library does not open: {error}"))?;
    let studies = library.studies().map_err(|error| error.to_string())?;
    let Some(id) = studies.first().map(|study| study.id) else {
        return Ok(Events::default());
    };
    let events = library
        .events(id)
        .map_err(|error| format!("the journal does not read: {error}"))?;
    let kept: HashSet<u64> = events.iter().map(|event| event.seq).collect();
    let printed: HashSet<u64> = lines
        .iter()
        .filter_map(|line| line.json.get("seq")?.as_u64())
        .collect();
    let told = Events {
        printed: printed.len() as u64,
        lost: printed.difference(&kept).count() as u64,
    };
    match lost_text(&library, id, &events, lines, until) {
        Some(lost) => Err(lost),
        None => Ok(told),
    }
}

/// What was shown of the text that streamed and is not there any more.
fn lost_text(
    library: &Library,
    id: StudyId,
    events: &[Envelope],
    lines: &[Line],
    until: Instant,
) -> Option<String> {
    let study = fold(events);
    let texts = study.texts(Reading::Candidate);
    let live = library.live(id).ok().flatten();
    let section = lines.iter().rev().find_map(|line| section(&line.json))?;
    let long_ago = |line: &&Line| until.duration_since(line.at) > KEPT;
    let pieces: Vec<&str> = lines
        .iter()
        .filter(long_ago)
        .filter(|line| self::section(&line.json) == Some(section))
        .filter_map(|line| line.json["body"]["text"].as_str())
        .collect();
    let shown: usize = pieces.iter().copied().map(words).sum();
    let live = live.filter(|live| live.section.0 == section);
    let kept = live.as_ref().map_or(0, |live| words(&live.text));
    // What came of a step that was stopped stands beside the section's text until the step goes on.
    let partial = study.sections.get(section);
    let partial = partial.and_then(|section| section.partial.as_ref());
    let partial = partial.map_or("", |partial| partial.text.as_str());
    let written = texts.get(section).map_or(0, |text| words(text));
    let written = written.max(words(partial));
    // A model that goes on by saying again what stands already is shown doing so, and kept once.
    let holds_last = |text: &str| {
        let last = pieces.last().map(|piece| piece.trim());
        last.is_some_and(|last| text.contains(last))
    };
    let has_last = live.is_some_and(|live| holds_last(&live.text))
        || texts.get(section).is_some_and(|text| holds_last(text))
        || holds_last(partial);
    // A refusal, a judgement or an edit streams too, and is kept as what was made of it.
    let is_draft = study.judgements.is_empty();
    (is_draft && !has_last && kept.max(written) + 1 < shown)
        .then(|| format!("{shown} words were shown, {kept} or {written} are kept"))
}

/// The section that a line shows text of.
pub(super) fn section(json: &Value) -> Option<usize> {
    let is_text = json.get("kind")?.as_str()? == "text";
    let section = json.get("body")?.get("section")?.as_u64()?;
    is_text.then(|| usize::try_from(section).ok())?
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The files of the data folder, in a folder of their own.
pub(super) fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for part in [DATA, LIVE] {
        let to = copy.path().join(part);
        fs::create_dir(&to).expect("made");
        for file in files(&folder.join(part)) {
            let name = file.file_name().expect("a file has one");
            fs::copy(&file, to.join(name)).expect("copied");
        }
    }
    copy
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// Tears and damages copies of what an interrupted run left, and gives one to an older program.
pub(super) fn damage(left: &Path, chance: &mut Chance, tally: &mut Tally) {
    newer(left, tally);
    let mut whole = None;
    for kind in ["torn", "changed"] {
        let copy = copied(left);
        let files = [DATA, LIVE]
            .map(|part| files(&copy.path().join(part)))
            .concat();
        let is_log = |path: &&PathBuf| path.to_string_lossy().ends_with("-wal");
        let file = if kind == "torn" {
            files.iter().find(is_log)
        } else {
            files.get(chance.below(files.len() as u64) as usize)
        };
        let Some(file) = file else { continue };
        let mut bytes = fs::read(file).expect("read");
        if bytes.is_empty() {
            continue;
        }
        let at = chance.below(bytes.len() as u64) as usize;
        if kind == "torn" {
            bytes.truncate(at.max(settled(&copy.path().join("data"))));
            tally.torn += 1;
        } else {
            bytes[at] ^= 1 << chance.below(8);
            tally.damaged += 1;
        }
        fs::write(file, bytes).expect("written");
        let read = || {
            let events = opened(copy.path())?;
            streaming(copy.path())?;
            Ok((fold(&events), events))
        };
        match catch_unwind(read) {
            Err(_) => tally.wrong.push(format!("a {kind} file ends in a panic")),
            Ok(Err::<_, LibraryError>(error)) => {
                tally.refused += 1;
                if kind == "torn" || error.to_string().is_empty() {
                    tally.wrong.push(format!("a {kind} file: {error}"));
                }
            }
            Ok(Ok((_, events))) if kind == "torn" => {
                let whole = whole.get_or_insert_with(|| opened(copied(left).path()));
                let whole = whole.as_deref().unwrap_or_default();
                if !whole.starts_with(&events) {
                    let what = "a torn journal is not the beginning of the whole one";
                    tally.wrong.push(what.to_owned());
                }
            }
            Ok(Ok(_)) => {}
        }
    }
}

/// What a later program wrote is refused with the reason, and stays as it is.
fn newer(left: &Path, tally: &mut Tally) {
    let copy = copied(left);
    let data = copy.path().join("data");
    let raised = Connection::open(data.join("library.db"))
        .and_then(|connection| connection.pragma_update(None, "user_version", 99));
    // What was interrupted while it was being made may be no library yet.
    if raised.is_err() {
        return;
    }
    tally.newer += 1;
    let before = fs::read(data.join("library.db")).expect("read");
    let refused = Library::open(&data).map(|_| ());
    if !matches!(refused, Err(LibraryError::Newer { .. })) {
        tally.wrong.push(format!("a later library: {refused:?}"));
    }
    if fs::read(data.join("library.db")).expect("read") != before {
        tally
            .wrong
            .push("a later library was written to".to_owned());
    }
}

/// Bytes of the log that a power cut cannot tear: what is being put in its place in the file was synchronised before. The count of such frames stands in
/// the file that programs share beside the log (<https://www.sqlite.org/walformat.html>).
fn settled(data: &Path) -> usize {
    const ATTEMPTED: usize = 128;
    const FRAME: usize = 24 + 8192;
    let shared = fs::read(data.join("library.db-shm")).unwrap_or_default();
    let count = shared.get(ATTEMPTED..ATTEMPTED + 4);
    let count = count.and_then(|count| count.try_into().ok());
    count.map_or(0, |count| 32 + FRAME * u32::from_ne_bytes(count) as usize)
}
