//! E-mail messages and what was sent with them: each message of a mailbox is a document, and so is each message and each file of a kind that is read which
//! was sent with another, at the address of that and its name. The others are named. Runs in the child process only [E2].

use std::collections::HashMap;
use std::path::Path;

use super::ReadDocument;
use super::format::{self, Format};
use super::mail::{self, Sent};
use super::problem::Problem;
use super::read::{Password, parse, place_of_path};
use super::reading::Place;
use crate::study::{DocumentKind, counted};

/// So many attachments are read; and so many of the others are named.
const MOST: usize = 50;
const NAMED: usize = 20;

pub(super) fn read(
    bytes: &[u8],
    place: &Place,
    passwords: &[Password],
) -> Result<Vec<ReadDocument>, Problem> {
    let mut files_left = MOST;
    documents(
        mail::read(bytes)?,
        place,
        passwords,
        &mut Marks::default(),
        &mut files_left,
    )
}

/// The messages of a mailbox. The files that were sent with them are left out: they would be documents without an end.
pub(super) fn mailbox(bytes: &[u8], place: &Place) -> Result<Vec<ReadDocument>, Problem> {
    let (messages, mut unread) = mail::mailbox(bytes)?;
    let mut marks = Marks::default();
    let (mut all, mut files) = (Vec::new(), 0);
    for mut message in messages {
        let place = marks.place(place, &message.mark);
        files += taken_files(&mut message);
        match documents(message, &place, &[], &mut marks, &mut 0) {
            Ok(read) => all.extend(read),
            Err(_) => unread += 1,
        }
    }
    let Some(first) = all.first_mut() else {
        return Err(Problem::NoText);
    };
    for (count, what, why) in [
        (files, "attachment", "give as files what matters of them"),
        (unread, "message", "they could not be read or have no text"),
    ] {
        if count > 0 {
            let told = format!("{} left out: {why}", counted(count, what));
            first.warnings.push(told);
        }
    }
    Ok(all)
}

/// Takes the files out of a message and of those within it, and says how many there were.
fn taken_files(message: &mut Sent) -> usize {
    let within = message.messages.iter_mut().map(taken_files).sum::<usize>();
    within + std::mem::take(&mut message.files).len()
}

/// Under what marks messages of a file are known so far: two may bear the same.
#[derive(Default)]
struct Marks(HashMap<String, usize>);

impl Marks {
    fn place(&mut self, file: &Place, mark: &str) -> Place {
        let uri = format!("{}#{mark}", file.uri);
        let count = self.0.entry(uri.clone()).or_default();
        *count += 1;
        Place {
            uri: match count {
                1 => uri,
                count => format!("{uri} ({count})"),
            },
            name: file.name.clone(),
        }
    }
}

/// A message and what was sent with it.
fn documents(
    sent: Sent,
    place: &Place,
    passwords: &[Password],
    marks: &mut Marks,
    files_left: &mut usize,
) -> Result<Vec<ReadDocument>, Problem> {
    let Sent {
        mut reading,
        files,
        messages,
        unread,
        ..
    } = sent;
    let (mut all, mut left) = (Vec::new(), Vec::new());
    let mut is_sealed = false;
    for message in messages {
        let place = marks.place(place, &message.mark);
        let subject = message.reading.title.clone();
        match documents(message, &place, passwords, marks, files_left) {
            Ok(read) => all.extend(read),
            Err(_) => left.push(subject.unwrap_or_else(|| "a message".to_owned())),
        }
    }
    for one in files {
        let name = one.name.clone();
        let read = if *files_left > 0 {
            *files_left -= 1;
            attachment(one, place, passwords)
        } else {
            Err(Problem::Binary)
        };
        match read {
            Ok(read) => all.extend(read),
            Err(Problem::Binary | Problem::Strange { .. } | Problem::Empty) => left.push(name),
            Err(problem) => {
                is_sealed |= matches!(problem, Problem::Sealed);
                left.push(format!("{name} ({problem})"));
            }
        }
    }
    left.extend((0..unread).map(|_| "a message".to_owned()));
    if !left.is_empty() {
        let count = counted(left.len(), "attachment");
        left.truncate(NAMED);
        reading.warnings.push(format!(
            "{count} not read: {}; save what matters and give that as evidence",
            left.join(", ")
        ));
    }
    match reading.finish(DocumentKind::Mail, place) {
        Ok(message) => all.insert(0, message),
        Err(Problem::NoText | Problem::OnlyHidden { .. }) if !all.is_empty() => {}
        Err(Problem::NoText) if is_sealed => return Err(Problem::Sealed),
        Err(Problem::NoText) if !left.is_empty() => {
            let names = left.join(", ");
            return Err(Problem::OnlyAttached { names });
        }
        Err(problem) => return Err(problem),
    }
    Ok(all)
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
    fn each_message_of_a_mailbox_is_a_document_with_its_own_title_author_and_date() {
        let message = |head: &str, text: &str| {
            format!("From a@x Mon May  4 10:00:00 2026\n{head}\nMIME-Version: 1.0\n{text}\n\n")
        };
        let mailbox_of = [
            message(
                "From: Olafsson <o@x.example>\nSubject: Ice report\nDate: Mon, 02 Feb 2024 09:00:00 +0100",
                "\nThe ice on Lake Vann was 31 cm thick.",
            ),
            message(
                "From: Ann Reed <a@x.example>\nSubject: Wreck\nMessage-ID: <w1@x.example>\nDate: Mon, 02 Mar 2024 09:00:00 +0100",
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nIt lies at 44 metres.\n\n\
                 --b\nContent-Type: message/rfc822\n\nFrom: Diver <d@x.example>\nSubject: Dive\nDate: Sun, 01 Mar 2024 09:00:00 +0100\n\nI saw the keel.\n\n\
                 --b\nContent-Type: text/csv\nContent-Disposition: attachment; filename=\"a.csv\"\n\nPort,Fee\nLome,9\n--b--",
            ),
            message("From: Bo <b@x.example>\nSubject: Ice report", "\nThanks."),
        ]
        .concat();
        let place = place_of_path(Path::new("/in/box.mbox"));
        let documents = mailbox(mailbox_of.as_bytes(), &place).unwrap();
        let told: Vec<_> = documents
            .iter()
            .map(|read| {
                (
                    read.uri.as_str(),
                    read.title.as_str(),
                    read.author.as_deref().unwrap_or_default(),
                    read.date.as_deref().unwrap_or_default(),
                    read.text.as_str(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (
                    "/in/box.mbox#Ice report",
                    "Ice report",
                    "Olafsson",
                    "2024-02-02",
                    "The ice on Lake Vann was 31 cm thick."
                ),
                (
                    "/in/box.mbox#w1@x.example",
                    "Wreck",
                    "Ann Reed",
                    "2024-03-02",
                    "It lies at 44 metres."
                ),
                (
                    "/in/box.mbox#w1@x.example#Dive",
                    "Dive",
                    "Diver",
                    "2024-03-01",
                    "I saw the keel."
                ),
                (
                    "/in/box.mbox#Ice report (2)",
                    "Ice report",
                    "Bo",
                    "",
                    "Thanks."
                ),
            ]
        );
        assert_eq!(
            documents.first().unwrap().warnings,
            ["1 attachment left out: give as files what matters of them"]
        );
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
