//! What a file is that nothing here reads, by how it begins, and what to do with it.

use super::problem::Problem;

const UNPACK: &str = "unpack it and give what is in it";
const SEARCHABLE: &str = "make it searchable first, for example with `ocrmypdf --image-dpi 300`, and give that as evidence";
const TRANSCRIPT: &str = "give its transcript or its captions (.srt, .vtt)";
const AS_TABLE: &str = "export what matters as CSV and give that as evidence";

/// How such files begin, from which byte on, what they are and what to do.
#[rustfmt::skip]
const KINDS: &[(usize, &[u8], &str, &str)] = &[
    (0, b"\x1F\x8B", "is packed with gzip", UNPACK),
    (0, b"BZh", "is packed with bzip2", UNPACK),
    (0, b"\xFD7zXZ\0", "is packed with xz", UNPACK),
    (0, b"\x28\xB5\x2F\xFD", "is packed with Zstandard", UNPACK),
    (0, b"7z\xBC\xAF\x27\x1C", "is a 7z archive", UNPACK),
    (0, b"Rar!\x1A\x07", "is a RAR archive", UNPACK),
    (0, b"\x89PNG", "is a picture (PNG)", SEARCHABLE),
    (0, b"\xFF\xD8\xFF", "is a picture (JPEG)", SEARCHABLE),
    (0, b"GIF8", "is a picture (GIF)", SEARCHABLE),
    (0, b"II*\0", "is a picture (TIFF)", SEARCHABLE),
    (0, b"MM\0*", "is a picture (TIFF)", SEARCHABLE),
    (8, b"WEBP", "is a picture (WebP)", SEARCHABLE),
    (4, b"ftyphei", "is a picture (HEIC)", SEARCHABLE),
    (4, b"ftypavif", "is a picture (AVIF)", SEARCHABLE),
    (4, b"ftyp", "is a recording (MP4)", TRANSCRIPT),
    (0, b"\x1A\x45\xDF\xA3", "is a recording (Matroska or WebM)", TRANSCRIPT),
    (0, b"ID3", "is a recording (MP3)", TRANSCRIPT),
    (0, b"\xFF\xFB", "is a recording (MP3)", TRANSCRIPT),
    (0, b"OggS", "is a recording (Ogg)", TRANSCRIPT),
    (0, b"fLaC", "is a recording (FLAC)", TRANSCRIPT),
    (8, b"WAVE", "is a recording (WAV)", TRANSCRIPT),
    (0, b"SQLite format 3", "is a database (SQLite)", AS_TABLE),
    (0, b"PAR1", "is a table in Parquet", AS_TABLE),
    (60, b"BOOKMOBI", "is an e-book for the Kindle", "convert it to EPUB, for example with `ebook-convert`, and give that as evidence"),
    (0, b"AT&TFORM", "is a DjVu document", "convert it to PDF, for example with `ddjvu -format=pdf`, and give that as evidence"),
    TAR,
];

const TAR: (usize, &[u8], &str, &str) = (257, b"ustar", "is a tar archive", UNPACK);

/// What is said of bytes that are no text.
pub(super) fn told(head: &[u8]) -> Problem {
    let kind = KINDS
        .iter()
        .find(|(at, mark, ..)| begins_with(head, *at, mark));
    match kind {
        Some(&(_, _, what, instead)) => Problem::Strange { what, instead },
        None => Problem::Binary,
    }
}

/// What is said of a package of files that is no document.
pub(super) fn package(head: &[u8]) -> Problem {
    let holds = |name: &[u8]| head.windows(name.len()).any(|window| window == name);
    if holds(b".iwa") {
        Problem::Strange {
            what: "is a document of Pages, Numbers or Keynote",
            instead: "export it as PDF and give that as evidence",
        }
    } else {
        Problem::Strange {
            what: "is a ZIP archive",
            instead: UNPACK,
        }
    }
}

/// Whether files are packed one behind the other without further ado, of which the texts alone would look like one.
pub(super) fn is_tar(head: &[u8]) -> bool {
    begins_with(head, TAR.0, TAR.1)
}

fn begins_with(head: &[u8], at: usize, mark: &[u8]) -> bool {
    head.get(at..).is_some_and(|rest| rest.starts_with(mark))
}
