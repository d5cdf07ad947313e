//! Saves the text of a reply while it streams, in a file of its own beside the library, on a thread of its own [D2]: neither the screen's loop, nor who
//! else writes to the library, nor a slow disk comes between a piece that arrived and its saving.
//!
//! The file is a list of records. Each says how much of the text before stands and what follows it, with a seal, so that one that was torn is told from a
//! whole one. Bringing it to the disk is for `syncing`.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::syncing::Syncing;
use super::{LibraryError, LiveText};
use crate::digest::short_hex;
use crate::study::SectionId;

/// Time between two records: well below the 250 ms of text that may be lost, which the thread's waking and the writing are part of.
const EVERY: Duration = Duration::from_millis(100);
/// The shortest time before a save that failed is tried again.
const SOON: Duration = Duration::from_millis(1);
/// Characters of a record's seal.
const SEAL: usize = 16;
pub(super) const DOING: &str = "save the streaming text";

/// From all that streamed of a reply to the text that it stands for.
pub type Joined = Box<dyn Fn(&str) -> String + Send>;

/// Why the text of a reply could not be saved.
type Trouble = Arc<Mutex<Option<(u64, io::Error)>>>;

/// The thread that saves what streams, one reply after the other; it is started for the first one, and ends with the library.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    owed: Option<Sender<(u64, Owed)>>,
    trouble: Trouble,
    replies: u64,
}

/// Saves the text of one reply while it streams. Whoever hands it something does not wait.
#[derive(Debug, Clone)]
pub struct LiveKeeper {
    reply: u64,
    owed: Sender<(u64, Owed)>,
    trouble: Trouble,
    library: PathBuf,
}

/// What there is to be saved of a reply.
enum Owed {
    /// It begins; the one before it is over.
    Begin(Box<Saver>),
    Text(String),
    /// All text so far is void.
    Void,
    /// It is still coming as of this event.
    AsOf(u64),
}

/// One line of the file, behind its seal.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The last event of the journal when it was written.
    as_of: u64,
    section: usize,
    /// Bytes of the text before that still stand.
    stands: usize,
    text: String,
}

impl LiveKeeper {
    /// Text of the reply that has arrived.
    pub fn text(&self, text: &str) {
        self.owe(Owed::Text(text.to_owned()));
    }

    /// The text so far is void.
    pub fn void(&self) {
        self.owe(Owed::Void);
    }

    /// The reply is still coming as of this event, whatever it ends.
    pub fn as_of(&self, event: u64) {
        self.owe(Owed::AsOf(event));
    }

    /// Why the text cannot be saved, where that was tried more than once since this was last asked: then what has come meanwhile would be lost.
    #[must_use]
    pub fn trouble(&self) -> Option<LibraryError> {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        // What went wrong with the reply before is nothing to this one.
        let own = trouble.take_if(|(reply, _)| *reply == self.reply);
        own.map(|(_, error)| LibraryError::Disk {
            path: self.library.clone(),
            doing: DOING,
            why: error.to_string(),
        })
    }

    fn owe(&self, owed: Owed) {
        // A thread that is gone has told why.
        let _ = self.owed.send((self.reply, owed));
    }
}

impl Keeping {
    /// Begins with another reply, for the library at a path.
    pub(super) fn begin(&mut self, saver: Saver, library: PathBuf) -> io::Result<LiveKeeper> {
        self.begin_every(EVERY, File::sync_all, saver, library)
    }

    fn begin_every(
        &mut self,
        every: Duration,
        sync: impl Fn(&File) -> io::Result<()> + Send + 'static,
        saver: Saver,
        library: PathBuf,
    ) -> io::Result<LiveKeeper> {
        self.replies += 1;
        let owed = match self.owed.take() {
            Some(owed) => owed,
            None => self.start(every, Syncing::start(sync)?)?,
        };
        // A thread that is gone is started anew for the next reply.
        if owed
            .send((self.replies, Owed::Begin(Box::new(saver))))
            .is_ok()
        {
            self.owed = Some(owed.clone());
        }
        Ok(LiveKeeper {
            reply: self.replies,
            owed,
            trouble: Arc::clone(&self.trouble),
            library,
        })
    }

    fn start(&self, every: Duration, syncing: Syncing) -> io::Result<Sender<(u64, Owed)>> {
        let (owe, owed) = channel();
        let trouble = Arc::clone(&self.trouble);
        let thread = std::thread::Builder::new().name("live".to_owned());
        thread.spawn(move || {
            let mut current = Current::default();
            while current.gather(&owed, every) {
                if let Some(error) = current.save(&syncing) {
                    *trouble.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some((current.reply, error));
                }
            }
        })?;
        Ok(owe)
    }
}

/// The reply that the thread is at.
#[derive(Default)]
struct Current {
    reply: u64,
    saver: Option<Box<Saver>>,
    /// When something was last saved, or tried to be.
    last: Option<Instant>,
    /// Tries in a row that failed.
    failures: u32,
    /// What it tells could not be saved yet.
    is_owed: bool,
}

impl Current {
    /// Waits until something is owed and it is time to save it, and takes in all that is. Says whether there is anything.
    fn gather(&mut self, owed: &Receiver<(u64, Owed)>, every: Duration) -> bool {
        // What could not be saved is tried again, whether more comes or not: there may be room again.
        let first = if self.is_owed {
            match owed.recv_timeout(every.max(SOON)) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        } else {
            owed.recv().ok()
        };
        let Some(first) = first else { return false };
        self.take(first);
        let due = self.last.map_or_else(Instant::now, |last| last + every);
        loop {
            let left = due.saturating_duration_since(Instant::now());
            match owed.recv_timeout(left) {
                Ok(more) => self.take(more),
                // The library is gone: what is owed is saved without further waiting.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return true,
            }
            // More may come for ever without a pause.
            if left.is_zero() {
                return true;
            }
        }
    }

    /// What comes late of a reply that is over is nobody's.
    fn take(&mut self, (reply, owed): (u64, Owed)) {
        if let Owed::Begin(saver) = owed {
            (self.reply, self.saver) = (reply, Some(saver));
            (self.failures, self.is_owed) = (0, false);
        } else if let Some(saver) = self.saver.as_mut().filter(|_| reply == self.reply) {
            saver.take(owed);
        }
    }

    /// Saves what is owed; gives what went wrong, if that did so more than once: a disk that stumbles once is asked again before anybody has to know.
    fn save(&mut self, syncing: &Syncing) -> Option<io::Error> {
        let saved = self
            .saver
            .as_mut()
            .map_or(Ok(false), |saver| saver.save(syncing));
        if !matches!(saved, Ok(false)) {
            self.last = Some(Instant::now());
        }
        self.is_owed = saved.is_err();
        match saved {
            Ok(false) => None,
            Ok(true) => {
                self.failures = 0;
                None
            }
            Err(error) => {
                self.failures += 1;
                (self.failures > 1).then_some(error)
            }
        }
    }
}

/// What is known of a reply, and how it is written.
pub(super) struct Saver {
    path: PathBuf,
    section: SectionId,
    as_of: u64,
    joined: Joined,
    /// All that has streamed.
    streamed: String,
    /// The file, once there is one, and the bytes of it that are whole records.
    file: Option<Arc<File>>,
    whole: u64,
    /// The text as the file has it, and as of which event.
    saved: String,
    saved_as_of: Option<u64>,
}

impl Saver {
    pub(super) fn new(path: PathBuf, section: SectionId, as_of: u64, joined: Joined) -> Self {
        Self {
            path,
            section,
            as_of,
            joined,
            streamed: String::new(),
            file: None,
            whole: 0,
            saved: String::new(),
            saved_as_of: None,
        }
    }

    fn take(&mut self, owed: Owed) {
        match owed {
            Owed::Text(text) => self.streamed.push_str(&text),
            Owed::Void => self.streamed.clear(),
            Owed::AsOf(event) => self.as_of = event,
            Owed::Begin(_) => {}
        }
    }

    /// Writes a record of what has changed, and says whether there was anything to write. One that could not be written whole is taken back, and owed again.
    fn save(&mut self, syncing: &Syncing) -> io::Result<bool> {
        // Nothing is not joined to what is kept already: it stands in the journal.
        let text = match self.streamed.as_str() {
            "" => String::new(),
            streamed => (self.joined)(streamed),
        };
        let is_first = self.saved_as_of.is_none();
        let is_saved = text == self.saved && self.saved_as_of == Some(self.as_of);
        if is_saved || (is_first && text.is_empty()) {
            return Ok(false);
        }
        let stands = common(&self.saved, &text);
        let line = sealed(&Record {
            as_of: self.as_of,
            section: self.section.0,
            stands,
            text: text.get(stands..).unwrap_or_default().to_owned(),
        })?;
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::new(File::create(&self.path)?),
        };
        self.file = Some(Arc::clone(&file));
        // What stands of nothing needs nothing of what is there.
        if stands == 0 && self.whole > 0 {
            file.set_len(0)?;
            (self.whole, self.saved) = (0, String::new());
        }
        if let Err(error) = file.write_all_at(&line, self.whole) {
            let _ = file.set_len(self.whole);
            return Err(error);
        }
        self.whole += line.len() as u64;
        (self.saved, self.saved_as_of) = (text, Some(self.as_of));
        syncing.want(file)?;
        Ok(true)
    }
}

/// Bytes that two texts begin with both.
fn common(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes());
    other.floor_char_boundary(same.take_while(|(one, other)| one == other).count())
}

fn seal(json: &[u8]) -> String {
    short_hex(json)
}

/// A record as a line of the file.
fn sealed(record: &Record) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(record)?;
    let mut line = seal(&json).into_bytes();
    line.push(b' ');
    line.extend(json);
    line.push(b'\n');
    Ok(line)
}

/// The text that a file has, up to where it was torn, and the last event when it was written; `None` where there is no whole record.
pub(super) fn read(bytes: &[u8]) -> Option<(u64, LiveText)> {
    let mut found: Option<(u64, LiveText)> = None;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let Some(record) = unsealed(line) else { break };
        let mut text = found.map(|(_, live)| live.text).unwrap_or_default();
        text.truncate(text.floor_char_boundary(record.stands));
        text.push_str(&record.text);
        let section = SectionId(record.section);
        found = Some((record.as_of, LiveText { section, text }));
    }
    found
}

fn unsealed(line: &[u8]) -> Option<Record> {
    let line = line.strip_suffix(b"\n")?;
    let (head, json) = line.split_at_checked(SEAL + 1)?;
    let is_whole = head.strip_suffix(b" ")? == seal(json).as_bytes();
    is_whole.then(|| serde_json::from_slice(json).ok())?
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const ALWAYS: Duration = Duration::ZERO;

    /// A reply that is kept, and what keeps it.
    fn begun(
        path: &Path,
        every: Duration,
        sync: impl Fn(&File) -> io::Result<()> + Send + 'static,
    ) -> (Keeping, LiveKeeper) {
        let mut keeping = Keeping::default();
        let keeper = keeping.begin_every(every, sync, saver(path), path.to_owned());
        (keeping, keeper.unwrap())
    }

    fn saver(path: &Path) -> Saver {
        let joined = Box::new(|streamed: &str| format!("Kept. {streamed}"));
        Saver::new(path.to_owned(), SectionId(2), 7, joined)
    }

    fn kept(path: &Path) -> Option<(u64, String)> {
        let (as_of, live) = read(&std::fs::read(path).ok()?)?;
        assert_eq!(live.section, SectionId(2));
        Some((as_of, live.text))
    }

    fn wait_for(path: &Path, as_of: u64, text: &str) {
        while kept(path) != Some((as_of, text.to_owned())) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_disk_that_never_comes_to_its_end_holds_up_no_save() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let (never, end) = channel::<()>();
        let slow = move |_: &File| end.recv().map_err(io::Error::other);
        let (_keeping, keeper) = begun(&path, ALWAYS, slow);
        let mut text = "Kept. ".to_owned();
        for piece in ["One", " two", " three", ". Four"] {
            keeper.text(piece);
            text.push_str(piece);
            wait_for(&path, 7, &text);
        }
        drop(never);
    }

    #[test]
    fn what_is_owed_when_the_library_is_closed_is_saved_though_it_is_not_due() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let hour = Duration::from_hours(1);
        let (keeping, keeper) = begun(&path, hour, |_| Ok(()));
        keeper.text("One");
        wait_for(&path, 7, "Kept. One");
        keeper.text(" two");
        keeper.as_of(8);
        drop((keeper, keeping));
        wait_for(&path, 8, "Kept. One two");
    }

    #[test]
    fn text_that_became_void_is_gone_and_what_comes_in_its_place_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let (_keeping, keeper) = begun(&path, ALWAYS, |_| Ok(()));
        keeper.text("I think");
        wait_for(&path, 7, "Kept. I think");
        keeper.void();
        wait_for(&path, 7, "");
        keeper.text("Sales fell.");
        wait_for(&path, 7, "Kept. Sales fell.");
    }

    #[test]
    fn what_comes_late_of_a_reply_that_is_over_does_not_get_into_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let (mut keeping, first) = begun(&path, ALWAYS, |_| Ok(()));
        first.text("One");
        wait_for(&path, 7, "Kept. One");
        let second = keeping.begin(saver(&path), path.clone()).unwrap();
        first.text(" and a half");
        second.text("Two");
        first.void();
        wait_for(&path, 7, "Kept. Two");
        second.text(" three");
        wait_for(&path, 7, "Kept. Two three");
    }

    #[test]
    fn a_text_that_cannot_be_saved_is_told_and_saved_as_soon_as_it_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        std::fs::create_dir(&path).unwrap();
        let (_keeping, keeper) = begun(&path, ALWAYS, |_| Ok(()));
        keeper.text("One");
        let trouble = loop {
            match keeper.trouble() {
                Some(trouble) => break trouble.to_string(),
                None => std::thread::yield_now(),
            }
        };
        assert!(trouble.contains(DOING), "{trouble}");
        std::fs::remove_dir(&path).unwrap();
        // Though nothing more comes.
        wait_for(&path, 7, "Kept. One");
        keeper.text(" two");
        wait_for(&path, 7, "Kept. One two");
    }

    #[test]
    fn a_disk_that_stumbles_once_is_asked_again_before_anybody_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let stumbled = std::sync::atomic::AtomicBool::new(false);
        let once = move |_: &File| {
            if stumbled.swap(true, std::sync::atomic::Ordering::Relaxed) {
                Ok(())
            } else {
                Err(io::Error::other("once"))
            }
        };
        let (_keeping, keeper) = begun(&path, ALWAYS, once);
        let mut text = "Kept. ".to_owned();
        for piece in ["One", " two", " three", " four", " five"] {
            keeper.text(piece);
            text.push_str(piece);
            wait_for(&path, 7, &text);
        }
        assert!(keeper.trouble().is_none());
    }

    #[test]
    fn a_disk_that_takes_nothing_in_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let broken = |_: &File| Err(io::Error::other("no such luck"));
        let (_keeping, keeper) = begun(&path, ALWAYS, broken);
        let trouble = loop {
            keeper.text("more ");
            match keeper.trouble() {
                Some(trouble) => break trouble.to_string(),
                None => std::thread::yield_now(),
            }
        };
        assert!(trouble.contains("no such luck"), "{trouble}");
    }

    #[test]
    fn what_went_wrong_with_one_reply_is_not_told_of_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live");
        let broken = |_: &File| Err(io::Error::other("no such luck"));
        let (mut keeping, keeper) = begun(&path, ALWAYS, broken);
        keeper.text("more ");
        while keeper.trouble.lock().unwrap().is_none() {
            keeper.text("more ");
        }
        let next = keeping.begin(saver(&path), path.clone()).unwrap();
        assert!(next.trouble().is_none());
    }

    #[test]
    fn a_file_that_was_torn_or_damaged_anywhere_holds_what_was_saved_before() {
        let texts = [
            "Kept. Grö",
            "Kept. Größe",
            "Kept. Größe zählt.",
            "Kept. Größe fällt.",
        ];
        let mut bytes = Vec::new();
        let mut before = "";
        for text in texts {
            let stands = common(before, text);
            let record = Record {
                as_of: 7,
                section: 2,
                stands,
                text: text[stands..].to_owned(),
            };
            bytes.extend(sealed(&record).unwrap());
            before = text;
        }
        let is_one =
            |bytes: &[u8]| read(bytes).is_none_or(|(_, live)| texts.contains(&live.text.as_str()));
        assert_eq!(read(&bytes).unwrap().1.text, texts[3]);
        for at in 0..bytes.len() {
            assert!(is_one(&bytes[..at]), "cut at {at}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(is_one(&damaged), "bit {bit} of {at}");
            }
        }
    }
}
