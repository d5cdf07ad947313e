//! What `SQLite` keeps beside a library in WAL mode until it is put in its place: whether something that was saved can no longer be read there.
//!
//! `SQLite` itself takes a broken log as ended where it breaks, since a power cut leaves such ends, and writes over what stood behind. Where something that
//! was saved stood behind, the log is kept as it was found [D5]. The format: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first word of a log's header, whose last bit says in which order the words of a checksum are read.
const MAGIC: u32 = 0x377F_0682;
/// The longest page that there is.
const LONGEST_PAGE: u32 = 65_536;

/// Whether the log breaks before its last saved transaction ends.
pub(super) fn is_broken(log: &Path) -> io::Result<bool> {
    let mut log = BufReader::new(File::open(log)?);
    let mut header = [0; HEADER];
    match log.read_exact(&mut header) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
        read => read?,
    }
    let magic = word(&header, 0);
    let mut sum = Sum {
        of: (0, 0),
        is_big: magic & 1 == 1,
    };
    sum.add(&header[..24]);
    let page = word(&header, 8);
    if magic & !1 != MAGIC
        || page > LONGEST_PAGE
        || sum.of != (word(&header, 24), word(&header, 28))
    {
        return Ok(true);
    }
    let salt = &header[16..24];
    let mut frame = vec![0; FRAME_HEADER + page as usize];
    let mut is_whole = true;
    loop {
        match log.read_exact(&mut frame) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
            read => read?,
        }
        // Frames of an earlier use of the file.
        if &frame[8..16] != salt {
            return Ok(false);
        }
        if is_whole {
            sum.add(&frame[..8]);
            sum.add(&frame[FRAME_HEADER..]);
            is_whole = sum.of == (word(&frame, 16), word(&frame, 20));
        }
        let ends_transaction = word(&frame, 4) != 0;
        if !is_whole && ends_transaction {
            return Ok(true);
        }
    }
}

/// Copies a log to a name of its own beside it.
pub(super) fn keep(log: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let kept = super::schema::beside(log, &format!(".damaged-{number}"));
        // Two programs may find the damage at once: each keeps a copy of its own.
        match File::create_new(&kept) {
            Ok(mut copy) => {
                let mut log = File::open(log)?;
                copy.set_permissions(log.metadata()?.permissions())?;
                io::copy(&mut log, &mut copy)?;
                return Ok(kept);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
    u32::from_be_bytes(word.unwrap_or_default())
}

/// The checksum that goes on from one frame to the next.
struct Sum {
    of: (u32, u32),
    is_big: bool,
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for pair in bytes.chunks_exact(8) {
            let [first, second] = [word(pair, 0), word(pair, 4)]
                .map(|word| if self.is_big { word } else { word.swap_bytes() });
            let (a, b) = self.of;
            let a = a.wrapping_add(first).wrapping_add(b);
            self.of = (a, b.wrapping_add(second).wrapping_add(a));
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// A log with some transactions in it, and where it is.
    fn log(folder: &Path) -> (Connection, PathBuf) {
        let path = folder.join("library.db");
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1); INSERT INTO a VALUES (2);")
            .unwrap();
        (connection, super::super::schema::beside(&path, "-wal"))
    }

    #[test]
    fn a_log_that_lost_something_saved_is_told_from_one_that_ends_early() {
        let folder = tempfile::tempdir().unwrap();
        let (connection, log) = log(folder.path());
        assert!(!is_broken(&log).unwrap());
        let whole = std::fs::read(&log).unwrap();
        let with = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            change(&mut bytes);
            let path = folder.path().join("changed");
            std::fs::write(&path, bytes).unwrap();
            is_broken(&path).unwrap()
        };
        assert!(with(&|bytes| bytes[100] ^= 1), "a page");
        assert!(with(&|bytes| bytes[16] ^= 1), "the header");
        assert!(!with(&|bytes| bytes.truncate(whole.len() - 9)), "cut");
        assert!(!with(&|bytes| bytes.truncate(5)), "cut in the header");
        let kept = [keep(&log).unwrap(), keep(&log).unwrap()];
        assert_ne!(kept[0], kept[1]);
        assert!(
            kept.iter()
                .all(|kept| std::fs::read(kept).unwrap() == whole)
        );
        drop(connection);
    }

    #[test]
    fn what_an_earlier_use_of_the_file_left_behind_is_nothing_lost() {
        let folder = tempfile::tempdir().unwrap();
        let (connection, log) = log(folder.path());
        connection
            .execute_batch("PRAGMA wal_checkpoint(RESTART); INSERT INTO a VALUES (3);")
            .unwrap();
        assert!(!is_broken(&log).unwrap());
    }
}
