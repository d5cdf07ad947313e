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
    for (at, one) in attached.into_iter().enumerate() {
        let name = one.name.clone();
        let read = if at < MOST {
            attachment(one, place, passwords)
        } else {
            Err(Problem::Binary)
        };
        match read {
            Ok(read) => documents.extend(read),
            Err(Problem::Binary | Problem::Empty) => left.push(name),
            Err(problem) => left.push(format!("{name} ({problem})")),
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
        Err(Problem::NoText) if !documents.is_empty() => {}
        Err(problem) => return Err(problem),
    }
    Ok(documents)
}

fn attachment(
    one: mail::Attachment,
    place: &Place,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    let mail::Attachment { name, bytes } = one;
    let path = Path::new(&name);
    let head = bytes.get(..8192).unwrap_or(&bytes);
    let format = format::of_bytes(Format::from_extension(path), head)?;
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
