//! An e-mail message and what was sent with it: each attachment of a kind that is read is a document of its own, at the address of the message and its
//! name. The others are named. Runs in the child process only [E2].

use std::path::Path;

use super::format::{self, Format};
use super::problem::Problem;
use super::read::{Password, parse, place_of_path};
use super::reading::Place;
use super::{ReadDocument, mail};
use crate::study::{DocumentKind, counted};

pub(super) fn read(
    bytes: &[u8],
    place: &Place,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    /// So many attachments are read; and so many of the others are named.
    const MOST: usize = 50;
    const NAMED: usize = 20;
    let (mut reading, attached) = mail::read(bytes)?;
    let (mut documents, mut left) = (Vec::new(), Vec::new());
    let mut is_sealed = false;
    for (at, one) in attached.into_iter().enumerate() {
        let name = one.name.clone();
        let read = if at < MOST {
            attachment(one, place, passwords)
        } else {
            Err(Problem::Binary)
        };
        match read {
            Ok(read) => documents.extend(read),
            Err(Problem::Binary | Problem::Strange { .. } | Problem::Empty) => left.push(name),
            Err(problem) => {
                is_sealed |= matches!(problem, Problem::Sealed);
                left.push(format!("{name} ({problem})"));
            }
        }
    }
    if !left.is_empty() {
        let count = counted(left.len(), "attachment");
        left.truncate(NAMED);
        reading.warnings.push(format!(
            "{count} not read: {}; save what matters and give that as evidence",
            left.join(", ")
        ));
    }
    match reading.finish(DocumentKind::Mail, place) {
        Ok(message) => documents.insert(0, message),
        Err(Problem::NoText | Problem::OnlyHidden { .. }) if !documents.is_empty() => {}
        Err(Problem::NoText) if is_sealed => return Err(Problem::Sealed),
        Err(Problem::NoText) if !left.is_empty() => {
            let names = left.join(", ");
            return Err(Problem::OnlyAttached { names });
        }
        Err(problem) => return Err(problem),
    }
    Ok(documents)
}

fn attachment(
    one: mail::Attachment,
    place: &Place,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    let mail::Attachment {
        name,
        bytes,
        is_text,
    } = one;
    let path = Path::new(&name);
    let head = bytes.get(..8192).unwrap_or(&bytes);
    let format = format::of_bytes(Format::from_extension(path), head)?;
    // What came as a picture or a sound is none of the texts that its bytes may look like.
    let is_known = format.known_by_bytes().is_some();
    if !is_text && !is_known {
        return Err(Problem::Binary);
    }
    // Findings and further messages are given by themselves.
    if format.is_findings() || matches!(format, Format::Mail | Format::Mailbox) {
        return Err(Problem::Binary);
    }
    let place = Place {
        uri: format!("{}#{name}", place.uri),
        name: place_of_path(path).name,
    };
    parse(format, bytes, &place, None, passwords)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_are_damaged_and_what_is_encrypted_are_no_text() {
        let part = |kind: &str, text: &str| {
            format!(
                "Subject: Fees\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n{kind}\r\n\r\n{text}\r\n--b--\r\n"
            )
        };
        let place = place_of_path(Path::new("/in/mail.eml"));
        let refused = |mail: String| read(mail.as_bytes(), &place, &[]).unwrap_err().to_string();
        let picture = part(
            "Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename=\"map.jpg\"\r\nContent-Transfer-Encoding: base64",
            "/9j/4AAQSkZJ\r\n[the rest of the picture]",
        );
        assert!(refused(picture).contains("was not read: map.jpg;"));
        let sealed = part(
            "Content-Type: application/octet-stream",
            "-----BEGIN PGP MESSAGE-----\r\nVersion: 2.6.2\r\n\r\n1yt21DYOjuLzcMNe\r\n-----END PGP MESSAGE-----",
        );
        assert!(refused(sealed).starts_with("is encrypted with PGP"));
        let inline = "Subject: Fees\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\n1yt21DYOjuLzcMNe\r\n-----END PGP MESSAGE-----\r\n";
        assert!(refused(inline.to_owned()).starts_with("is encrypted with PGP"));
    }

    #[test]
    fn what_was_sent_with_a_message_is_read_as_documents_of_their_own() {
        let mail = "Subject: Fees\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
            --b\r\nContent-Type: text/plain\r\n\r\nThe fees are attached.\r\n\r\n\
            --b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=\"fees 2024.csv\"\r\n\r\nPort,Fee\r\nLome,9\r\nTema,8\r\n\r\n\
            --b\r\nContent-Type: text/markdown\r\nContent-Disposition: attachment; filename=\"memo.md\"\r\n\r\n# A memo\r\n\r\nThe fee rises in May.\r\n\r\n\
            --b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=\"map.png\"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAAN\r\n--b--\r\n";
        let place = place_of_path(Path::new("/in/mail.eml"));
        let documents = read(mail.as_bytes(), &place, &[]).unwrap();
        let told: Vec<_> = documents
            .iter()
            .map(|read| (read.uri.as_str(), read.title.as_str(), read.text.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("/in/mail.eml", "Fees", "The fees are attached."),
                (
                    "/in/mail.eml#fees 2024.csv",
                    "fees 2024",
                    "Port: Lome; Fee: 9\n\nPort: Tema; Fee: 8"
                ),
                (
                    "/in/mail.eml#memo.md",
                    "A memo",
                    "A memo\n\nThe fee rises in May."
                ),
            ]
        );
        let [message, ..] = documents.as_slice() else {
            panic!("nothing was read");
        };
        assert_eq!(
            message.warnings,
            ["1 attachment not read: map.png; save what matters and give that as evidence"]
        );
    }
}
