//! PDF files whose structure is damaged: their objects are found by looking through the bytes, as other viewers do, instead of by the file's own table.
//!
//! A file is read through once (`scan`), which costs little because the data of streams is jumped over. Where its cross-reference table does not lead to
//! the objects that are there, a new table is built (`rebuild`) and appended, as an update of the file would be. What the parser does with the file
//! after that is not decided here. Encrypted files are left as they are: what is packed in their object streams cannot be seen from outside.

mod rebuild;
mod scan;

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::Range;

use pdf_oxide::xref::{XRefEntryType, find_xref_offset, parse_xref};

use self::scan::{Found, Scan, is_near};

/// Said of a file whose table was rebuilt.
pub(super) const REBUILT: &str =
    "the file is damaged: its index of objects was rebuilt, and text may be missing";

const HEADER: &[u8] = b"%PDF-";

/// Makes a file readable as far as its structure is concerned; says whether its table had to be rebuilt.
pub(super) fn repair(bytes: &mut Vec<u8>) -> bool {
    begin_with_header(bytes);
    let scan = Scan::of(bytes);
    if scan.found.is_empty() || scan.encrypted {
        return false;
    }
    let leads = leads_to(bytes, &scan);
    mend_streams(bytes, &scan.found);
    name_filters(bytes, &scan.found);
    !leads && rebuild::rebuild(bytes, &scan)
}

/// Builds a new table in any case: for a file whose table is right, but whose catalog or page tree is not.
pub(super) fn rebuild(bytes: &mut Vec<u8>) -> bool {
    let scan = Scan::of(bytes);
    !scan.encrypted && rebuild::rebuild(bytes, &scan)
}

/// Offsets count from the header, so what stands before it goes; a file without one gets one.
fn begin_with_header(bytes: &mut Vec<u8>) {
    match bytes
        .windows(HEADER.len())
        .position(|window| window == HEADER)
    {
        Some(at) => drop(bytes.drain(..at)),
        None => drop(bytes.splice(..0, *b"%PDF-1.7\n")),
    }
}

/// Whether the file's own table says where its objects are, and a trailer where to begin.
fn leads_to(bytes: &[u8], scan: &Scan) -> bool {
    let mut reader = Cursor::new(bytes);
    let Ok(table) = find_xref_offset(&mut reader).and_then(|at| parse_xref(&mut reader, at)) else {
        return false;
    };
    let has_root = rebuild::trailers(bytes, scan)
        .iter()
        .any(|trailer| trailer.contains_key("Root"));
    let mut sound = 0_usize;
    for number in table.all_object_numbers() {
        let Some(entry) = table.get(number) else {
            continue;
        };
        if !entry.in_use || entry.entry_type != XRefEntryType::Uncompressed || entry.offset == 0 {
            continue;
        }
        let is_there = usize::try_from(entry.offset)
            .is_ok_and(|offset| is_at(bytes, &scan.found, number, offset));
        if !is_there {
            return false;
        }
        sound += 1;
    }
    sound > 0 && has_root
}

/// Whether an object was found at an offset, or behind nothing but white space.
fn is_at(bytes: &[u8], found: &[Found], number: u32, offset: usize) -> bool {
    let next = found.partition_point(|object| object.at < offset);
    found.get(next).is_some_and(|object| {
        object.number == number
            && bytes
                .get(offset..object.at)
                .is_some_and(|between| between.iter().all(u8::is_ascii_whitespace))
    })
}

/// A stream that is not as long as it says is read to its end mark once it says nothing; one that the end of the file cuts gets an end mark.
fn mend_streams(bytes: &mut Vec<u8>, found: &[Found]) {
    for object in found {
        let Some(stream) = &object.stream else {
            continue;
        };
        if !stream.length_is_right
            && let Some(key) = stream.length_key.and_then(|at| bytes.get_mut(at + 1))
        {
            // `/Length` becomes a key that means nothing, in as many bytes.
            *key = b'X';
        }
    }
    let cut = found.last().is_some_and(|last| {
        last.stream
            .as_ref()
            .is_some_and(|stream| stream.data.end == bytes.len())
    });
    if cut && !is_near(bytes, b"endstream") {
        bytes.extend_from_slice(b"\nendstream\nendobj\n");
    }
}

/// Filters that are named in an object of their own (`/Filter 3 0 R`), as invoicing programs write them, are unknown to the parser. They are named in
/// place, in the short form, which takes no more room than the reference.
fn name_filters(bytes: &mut [u8], found: &[Found]) {
    let references: Vec<(Range<usize>, u32)> = found
        .iter()
        .filter(|object| object.stream.is_some())
        .filter_map(|object| scan::reference(bytes, &object.body, b"/Filter"))
        .collect();
    if references.is_empty() {
        return;
    }
    let bodies: HashMap<u32, Range<usize>> = found
        .iter()
        .filter(|object| object.stream.is_none())
        .map(|object| (object.number, object.body.clone()))
        .collect();
    for (span, number) in references {
        let names = bodies
            .get(&number)
            .and_then(|body| bytes.get(body.clone()))
            .and_then(short_names);
        if let (Some(names), Some(place)) = (names, bytes.get_mut(span))
            && names.len() <= place.len()
        {
            place.fill(b' ');
            for (byte, name) in place.iter_mut().zip(names.bytes()) {
                *byte = name;
            }
        }
    }
}

/// The names of filters as inline images shorten them.
fn short_names(filters: &[u8]) -> Option<String> {
    let filters = std::str::from_utf8(filters).ok()?.trim();
    let names = filters
        .trim_start_matches('[')
        .trim_end_matches(']')
        .split('/')
        .skip(1)
        .map(|name| match name.trim() {
            "FlateDecode" => Some("/Fl"),
            "LZWDecode" => Some("/LZW"),
            "ASCII85Decode" => Some("/A85"),
            "ASCIIHexDecode" => Some("/AHx"),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?;
    match names.as_slice() {
        [one] => Some((*one).to_owned()),
        names => Some(format!("[{}]", names.concat())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A file of three objects and a page with a stream, with a right table.
    fn sound() -> Vec<u8> {
        let content = "BT /F 12 Tf 72 700 Td (The depot opened in May.) Tj ET";
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
                .to_owned(),
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>".to_owned(),
            format!(
                "<< /Length {} >>\nstream\n{content}\nendstream",
                content.len()
            ),
        ];
        let mut file = b"%PDF-1.4\n".to_vec();
        let mut table = "xref\n0 5\n0000000000 65535 f \n".to_owned();
        for (number, object) in (1..).zip(objects) {
            table.extend([format!("{:010} 00000 n \n", file.len())]);
            file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
        }
        let start = file.len();
        file.extend(table.bytes());
        file.extend(
            format!("trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").bytes(),
        );
        file
    }

    fn replaced(file: &[u8], from: &str, to: &str) -> Vec<u8> {
        String::from_utf8(file.to_vec())
            .unwrap()
            .replace(from, to)
            .into_bytes()
    }

    fn text(file: Vec<u8>) -> (String, Vec<String>) {
        let reading = crate::evidence::pdf::read(file, &[]).unwrap();
        (reading.body.text().to_owned(), reading.warnings)
    }

    #[test]
    fn a_sound_file_is_left_as_it_is() {
        let mut bytes = sound();
        assert!(!repair(&mut bytes));
        assert_eq!(bytes, sound());
    }

    #[test]
    fn a_damaged_file_is_read_and_says_that_it_was_damaged() {
        let file = sound();
        let end = file.len();
        for (damage, bytes) in [
            (
                "objects moved",
                replaced(&file, "%PDF-1.4\n", "%PDF-1.4\n% one more line\n"),
            ),
            (
                "wrong start",
                replaced(&file, "startxref\n", "startxref\n9"),
            ),
            ("no table", replaced(&file, "xref\n0 5", "yref\n0 5")),
            ("no trailer", replaced(&file, "trailer", "tra1ler")),
            ("tail cut", file[..end - 60].to_vec()),
            (
                "no catalog",
                replaced(&replaced(&file, "/Catalog", "/Catal0g"), "startxref", "st"),
            ),
            (
                "no page tree",
                replaced(&replaced(&file, "/Kids", "/K1ds"), "startxref", "st"),
            ),
        ] {
            let (read, warnings) = text(bytes);
            assert_eq!(read, "The depot opened in May.", "{damage}");
            assert_eq!(warnings, [REBUILT], "{damage}");
        }
    }

    #[test]
    fn what_stands_before_the_header_and_a_wrong_length_do_no_harm() {
        let mut junk = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        junk.extend(sound());
        assert_eq!(text(junk).0, "The depot opened in May.");
        let short = replaced(&sound(), "/Length 5", "/Length 1");
        assert_eq!(text(short).0, "The depot opened in May.");
    }

    #[test]
    fn a_catalog_that_cannot_be_found_in_its_place_costs_nothing() {
        // The table is right, so only opening the file shows that it is not whole.
        let (read, warnings) = text(replaced(&sound(), "/Pages 2 0 R", "/Pagos 2 0 R"));
        assert_eq!(read, "The depot opened in May.");
        assert_eq!(warnings, [REBUILT]);
    }

    #[test]
    fn filters_that_are_named_elsewhere_are_found() {
        let content = "BT /F 12 Tf 72 700 Td (The depot opened in May.) Tj ET";
        let digits = content.bytes().map(|byte| format!("{byte:02x}"));
        let hex = digits.collect::<Vec<_>>().concat();
        let file = replaced(&sound(), content, &hex);
        let file = replaced(
            &file,
            &format!("/Length {}", content.len()),
            &format!("/Length {} /Filter 7 0 R", hex.len()),
        );
        let file = replaced(
            &file,
            "xref\n0",
            "7 0 obj\n[/ASCIIHexDecode]\nendobj\nxref\n0",
        );
        assert_eq!(text(file).0, "The depot opened in May.");
    }

    proptest! {
        #[test]
        fn no_damage_ends_in_a_panic_or_is_looked_at_for_ever(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..60),
            cut in any::<prop::sample::Index>(),
        ) {
            let mut bytes = sound();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes.truncate(cut.index(bytes.len()).max(bytes.len() / 2));
            let before = bytes.len();
            let mut again = bytes.clone();
            repair(&mut bytes);
            rebuild(&mut again);
            prop_assert!(bytes.len() < before * 8 + 4096 && again.len() < before * 8 + 4096);
        }
    }
}
