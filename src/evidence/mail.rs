//! E-mail messages: who wrote what to whom and when, and the text as it was sent. Web pages that a browser saved as one file are made of the same parts.
//!
//! Each message of a mailbox is one by itself, and so is each that was sent with another: who wrote it and when is its own. Other attachments are handed on
//! as they are. Runs in the child process only [E2].

use std::borrow::Cow;

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Address, Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::flow::ends_sentence;
use super::problem::Problem;
use super::reading::Reading;
use super::{address, decode, format, html, plain};
use crate::clean;

/// Characters of the name of an attachment.
const LONGEST_NAME: usize = 200;

/// A file that was sent with a message.
pub(super) struct Attachment {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Whether it may be a text, by what the message says of it.
    pub(super) is_text: bool,
}

/// A message, and what was sent with it.
pub(super) struct Sent {
    pub(super) reading: Reading,
    pub(super) files: Vec<Attachment>,
    pub(super) messages: Vec<Sent>,
    /// Messages with it that could not be read.
    pub(super) unread: usize,
    /// What it is known by: the mark that its sender gave it, else what it is about.
    pub(super) mark: String,
}

/// A message in a file of its own.
pub(super) fn read(bytes: &[u8]) -> Result<Sent, Problem> {
    let sent = as_sent(bytes);
    let sent = with_true_names(&sent);
    told(&parsed(&sent)?, 0)
}

/// The messages of a mailbox, in its order, and how many more could not be read.
pub(super) fn mailbox(bytes: &[u8]) -> Result<(Vec<Sent>, usize), Problem> {
    let (mut messages, mut unread) = (Vec::new(), 0);
    let sent = as_sent(bytes);
    for message in MessageIterator::new(sent.as_ref()) {
        let message = message?;
        let sent = with_true_names(message.contents());
        match parsed(&sent).and_then(|message| told(&message, 0)) {
            Ok(message) => messages.push(message),
            Err(_) => unread += 1,
        }
    }
    if messages.is_empty() {
        return Err(Problem::Damaged {
            kind: "mailbox",
            detail: "it holds no message".to_owned(),
        });
    }
    Ok((messages, unread))
}

/// A message that lies `depth` messages deep in another.
fn told(message: &Message<'_>, depth: usize) -> Result<Sent, Problem> {
    /// Nobody forwards what was forwarded so often.
    const DEEPEST: usize = 8;
    let reading = text_of(message)?;
    let (mut files, mut messages, mut unread) = (Vec::new(), Vec::new(), 0);
    for part in message.attachments() {
        match &part.body {
            PartType::Message(_) if depth == DEEPEST => unread += 1,
            PartType::Message(forwarded) => match told(forwarded, depth + 1) {
                Ok(forwarded) => messages.push(forwarded),
                Err(_) => unread += 1,
            },
            _ if is_of_the_text(part) || is_seal(part) => {}
            _ => files.push(Attachment {
                name: clean::line(&name_of(part), LONGEST_NAME),
                bytes: part.contents().to_vec(),
                is_text: !is_no_text(part),
            }),
        }
    }
    let subject = message
        .subject()
        .filter(|subject| !subject.trim().is_empty());
    let mark = message.message_id().or(subject).unwrap_or("message");
    let mut reading = Reading {
        title: subject.map(str::to_owned),
        author: names(message.from()),
        date: message.date().map(mail_parser::DateTime::to_rfc3339),
        ..reading
    };
    for (name, people) in [("to", message.to()), ("cc", message.cc())] {
        let people = names(people);
        reading
            .metadata
            .extend(people.map(|people| (name.to_owned(), people)));
    }
    Ok(Sent {
        reading,
        files,
        messages,
        unread,
        mark: clean::line(mark, LONGEST_NAME),
    })
}

/// The page in a file that a browser saved with all that belongs to it.
pub(super) fn page(bytes: &[u8]) -> Result<Reading, Problem> {
    let sent = with_true_names(bytes);
    let message = parsed(&sent)?;
    let (part, page) = message
        .parts
        .iter()
        .find_map(|part| match &part.body {
            PartType::Html(page) => Some((part, page)),
            _ => None,
        })
        .ok_or(Problem::NoText)?;
    let saved_from = message.header_raw("Snapshot-Content-Location");
    let from = saved_from
        .or(part.content_location())
        .map(str::trim)
        .filter(|from| from.starts_with("http"));
    let reading = html::read(page.as_bytes(), from)?;
    let title = reading
        .title
        .clone()
        .or_else(|| message.subject().map(str::to_owned));
    Ok(Reading {
        title,
        site: reading.site.or_else(|| from.and_then(address::site)),
        origin: reading.origin.or_else(|| from.map(address::origin)),
        ..reading
    })
}

/// A message as it was sent, where it was saved in an encoding of two bytes a character.
fn as_sent(bytes: &[u8]) -> Cow<'_, [u8]> {
    const MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
    let is_marked = MARKS.iter().any(|mark| bytes.starts_with(mark));
    if is_marked || bytes.iter().take(4).any(|byte| *byte == 0) {
        Cow::Owned(decode::text(bytes, None).text.into_bytes())
    } else {
        Cow::Borrowed(bytes)
    }
}

/// A message with UTF-8 as the name of the encoding of parts that are said to have units of two bytes and have none, as no text that can be read in single
/// bytes has.
fn with_true_names(bytes: &[u8]) -> Cow<'_, [u8]> {
    let is_told = |text: &[u8]| wide_name(text).is_some();
    if !is_told(bytes) {
        return Cow::Borrowed(bytes);
    }
    let Ok(message) = parsed(bytes) else {
        return Cow::Borrowed(bytes);
    };
    let mut written = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for part in &message.parts {
        let (head, body) = (part.offset_header as usize, part.offset_body as usize);
        let sent = bytes.get(body..part.offset_end as usize);
        let is_single = part.encoding != Encoding::Base64
            && sent.is_some_and(|sent| !sent.contains(&0) && std::str::from_utf8(sent).is_ok());
        let named = bytes.get(head..body).and_then(wide_name);
        if let Some(name) = named.filter(|_| is_single && head >= from) {
            written.extend(bytes.get(from..head + name.start).into_iter().flatten());
            written.extend(b"utf-8");
            from = head + name.end;
        }
    }
    written.extend(bytes.get(from..).into_iter().flatten());
    Cow::Owned(written)
}

/// Where the name of an encoding in units of two bytes stands.
fn wide_name(head: &[u8]) -> Option<std::ops::Range<usize>> {
    const SAYS: &[u8] = b"charset=";
    let mut at = 0;
    while let Some(found) = head
        .get(at..)?
        .windows(SAYS.len())
        .position(|part| part.eq_ignore_ascii_case(SAYS))
    {
        let quoted = at + found + SAYS.len();
        let start = quoted + usize::from(matches!(head.get(quoted), Some(b'"' | b'\'')));
        let name = head.get(start..)?;
        let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let end = start + name.iter().take_while(is_of_name).count();
        let encoding = encoding_rs::Encoding::for_label(head.get(start..end)?);
        if encoding.is_some_and(decode::is_wide) {
            return Some(start..end);
        }
        at = end.max(at + 1);
    }
    None
}

fn parsed(bytes: &[u8]) -> Result<Message<'_>, Problem> {
    MessageParser::default()
        .parse(bytes)
        .filter(|message| !message.headers().is_empty())
        .ok_or_else(|| Problem::Damaged {
            kind: "e-mail",
            detail: "it has no head".to_owned(),
        })
}

/// The text of a message: as it was typed, else as its page shows it.
fn text_of(message: &Message<'_>) -> Result<Reading, Problem> {
    let typed: Vec<&str> = message
        .text_bodies()
        .filter_map(|part| match &part.body {
            PartType::Text(text) => Some(text.as_ref()),
            _ => None,
        })
        .collect();
    if typed
        .iter()
        .any(|text| text.trim_start().as_bytes().starts_with(format::SEALED))
    {
        return Err(Problem::Sealed);
    }
    if typed.iter().any(|text| !text.trim().is_empty()) {
        return Ok(plain::read(&with_quotations(&typed.join("\n\n"))));
    }
    let page = message.html_bodies().find_map(|part| match &part.body {
        PartType::Html(page) => Some(page),
        _ => None,
    });
    page.map_or_else(
        || Ok(Reading::default()),
        |page| html::read(page.as_bytes(), None),
    )
}

/// A text in which quotations of an earlier message are paragraphs of their own, each with one mark before it, and so is what was quoted in these. What mail
/// programs put between messages, and between a text and the signature below it, parts paragraphs too.
fn with_quotations(text: &str) -> String {
    /// A quoted sentence that ends on a shorter line ends its paragraph.
    const SHORT: usize = 60;
    let mut told = String::with_capacity(text.len());
    let (mut depth, mut last) = (0, "");
    for line in text.lines() {
        let bare = line.trim_start_matches(['>', ' ']);
        let own = if line.starts_with('>') {
            let marks = line.get(..line.len() - bare.len()).unwrap_or_default();
            marks.bytes().filter(|byte| *byte == b'>').count()
        } else {
            0
        };
        // Below an empty line of a quotation, which may have fewer marks, it is as deep as what follows.
        if own != depth && (own == 0 || !bare.is_empty()) {
            told.push('\n');
            depth = own;
        }
        if own > 0 && ends_sentence(last) && last.chars().count() < SHORT {
            told.push('\n');
        }
        last = if own > 0 { bare } else { "" };
        if own > 0 && !bare.is_empty() {
            let begins = told.is_empty() || told.ends_with("\n\n");
            told.extend([if begins { "> " } else { "" }, bare]);
        } else if own == 0 && line.trim_end() == "--" {
            told.push('\n');
        } else if own == 0 && line.starts_with("-----") {
            told.extend(["\n", line, "\n"]);
        } else if own == 0 {
            told.push_str(line);
        }
        told.push('\n');
    }
    told
}

/// Whether a part is a picture that stands in the text.
fn is_of_the_text(part: &MessagePart<'_>) -> bool {
    let is_picture = part
        .content_type()
        .is_some_and(|kind| kind.ctype() == "image");
    is_picture && part.content_id().is_some()
}

/// Whether a part is said to be a picture or a sound, or a message that is sealed.
fn is_no_text(part: &MessagePart<'_>) -> bool {
    part.content_type().is_some_and(|kind| {
        let is_sealed = kind.subtype().is_some_and(|kind| kind.contains("pkcs7-"));
        is_sealed || matches!(kind.ctype(), "image" | "audio" | "video" | "font")
    })
}

/// Whether a part proves who wrote the message, or says how it is encrypted.
fn is_seal(part: &MessagePart<'_>) -> bool {
    let kind = part.content_type().and_then(|kind| kind.subtype());
    kind.is_some_and(|kind| kind.starts_with("pgp-") || kind.ends_with("pkcs7-signature"))
}

fn name_of(part: &MessagePart<'_>) -> String {
    let kind = || {
        let kind = part.content_type()?;
        Some(format!("{}/{}", kind.ctype(), kind.subtype()?))
    };
    part.attachment_name()
        .map(str::to_owned)
        .or_else(kind)
        .unwrap_or_else(|| "one without a name".to_owned())
}

/// Names, or addresses of those without.
fn names(people: Option<&Address<'_>>) -> Option<String> {
    let names: Vec<&str> = people?
        .iter()
        .filter_map(|one| one.name.as_deref().or(one.address.as_deref()))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &str = "From: =?utf-8?Q?J=C3=BCrgen_Ott?= <ott@example.org>\r\nTo: Ann Reed <ann@example.org>\r\n\
        Subject: =?utf-8?B?SGFmZW5nZWLDvGhyZW4=?=\r\nDate: Tue, 5 Mar 2024 09:30:00 +0100\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        Die Geb=C3=BChr betr=C3=A4gt 9 Euro=\r\n je Tonne.\r\n\r\n\
        --b\r\nContent-Type: message/rfc822\r\n\r\nFrom: Port <port@example.org>\r\nSubject: New fees\r\n\r\nThe fee is 8 euros from May.\r\n\r\n\
        --b\r\nContent-Type: application/pdf; name=\"fees.pdf\"\r\nContent-Disposition: attachment; filename=\"fees.pdf\"\r\n\
        Content-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--b--\r\n";

    #[test]
    fn a_message_that_was_saved_with_two_bytes_a_character_is_read() {
        let mail =
            "From: Ann Reed <ann@example.org>\nSubject: Fees\n\nThe fee is 8 euros from May.\n";
        let little: Vec<u8> = mail.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for saved in [[b"\xFF\xFE", little.as_slice()].concat(), little.clone()] {
            let reading = read(&saved).unwrap().reading;
            assert_eq!(reading.title.as_deref(), Some("Fees"));
            assert_eq!(reading.body.text(), "The fee is 8 euros from May.");
        }
    }

    #[test]
    fn a_part_that_is_said_to_be_utf_16_and_is_not_is_read() {
        let mail = "Subject: Fees\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=unicode\n\n\
             <p>The fee is 8 euros from May.</p>\n--b--\n";
        let reading = read(mail.as_bytes()).unwrap().reading;
        assert_eq!(reading.body.text(), "The fee is 8 euros from May.");
        let whole = "Content-Type: text/plain; charset=\"UTF-16\"; format=flowed\nSubject: Fees\n\nThe fee is 8 euros from May.\n";
        assert_eq!(
            read(whole.as_bytes()).unwrap().reading.body.text(),
            "The fee is 8 euros from May."
        );
    }

    #[test]
    fn a_mailbox_is_read_message_by_message() {
        let message = |who: &str, subject: &str, text: &str| {
            format!(
                "From {who} Tue Mar  4 10:11:12 2025\nFrom: {who}\nSubject: {subject}\nDate: Tue, 04 Mar 2025 10:11:12 +0100\n\n{text}\n\n"
            )
        };
        let box_of = [
            message(
                "ann@example.org",
                "Valve",
                "The valve sticks at 40 degrees.",
            ),
            message(
                "bo@example.org",
                "Re: Valve",
                ">From then on it was replaced.",
            ),
        ]
        .concat();
        let (messages, unread) = mailbox(box_of.as_bytes()).unwrap();
        let seen: Vec<_> = messages
            .iter()
            .map(|one| {
                (
                    one.reading.title.as_deref().unwrap_or_default(),
                    one.reading.author.as_deref().unwrap_or_default(),
                    one.reading.body.text(),
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                (
                    "Valve",
                    "ann@example.org",
                    "The valve sticks at 40 degrees."
                ),
                (
                    "Re: Valve",
                    "bo@example.org",
                    "From then on it was replaced."
                ),
            ]
        );
        assert_eq!(unread, 0);
        assert!(mailbox(b"no mail at all").is_err());
    }

    #[test]
    fn a_message_tells_who_wrote_what_when_and_what_was_attached() {
        let Sent {
            reading,
            files: attached,
            messages,
            ..
        } = read(MAIL.as_bytes()).unwrap();
        assert_eq!(reading.title.as_deref(), Some("Hafengebühren"));
        assert_eq!(reading.author.as_deref(), Some("Jürgen Ott"));
        assert!(
            reading
                .date
                .is_some_and(|date| date.starts_with("2024-03-05"))
        );
        assert_eq!(reading.metadata["to"], "Ann Reed");
        let text = reading.body.text();
        assert_eq!(text, "Die Gebühr beträgt 9 Euro je Tonne.");
        let forwarded: Vec<_> = messages
            .iter()
            .map(|one| (one.reading.title.as_deref(), one.reading.body.text()))
            .collect();
        assert_eq!(
            forwarded,
            [(Some("New fees"), "The fee is 8 euros from May.")]
        );
        let attached: Vec<_> = attached
            .iter()
            .map(|one| (one.name.as_str(), one.bytes.as_slice()))
            .collect();
        assert_eq!(attached, [("fees.pdf", b"%PDF".as_slice())]);
    }

    #[test]
    fn what_a_message_quotes_is_no_part_of_its_own_sentences() {
        let mail = "Subject: Berth 3\n\nIt was closed after a crane failed.\n> When does it\n> open again?\n>\n> And who pays?\nNot before May.\n";
        let reading = read(mail.as_bytes()).unwrap().reading;
        assert_eq!(
            reading.body.text(),
            "It was closed after a crane failed.\n\n> When does it open again?\n\n> And who pays?\n\nNot before May."
        );
    }

    #[test]
    fn what_a_quotation_quotes_and_the_signature_stand_apart() {
        let mail = "Subject: Cost\n\nIt is 12 million.\n\nBo wrote:\n> Is it still 11?\n> > Ann:\n> > We expect 11 million.\n> I hope so.\n-- \nAnn Reed\nHead of Fleet\n-------- next part --------\nA file was scrubbed.\n";
        let reading = read(mail.as_bytes()).unwrap().reading;
        let text = reading.body.text();
        assert!(
            text.contains(
                "> Is it still 11?\n\n> Ann:\n\n> We expect 11 million.\n\n> I hope so.\n\nAnn Reed"
            ),
            "{text}"
        );
        assert!(
            text.contains("-------- next part --------\n\nA file"),
            "{text}"
        );
    }

    #[test]
    fn a_saved_page_is_read_as_the_page_that_it_was() {
        let paragraph = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest route.";
        let saved = format!(
            "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://news.example.org/range\r\nSubject: Range in winter\r\n\
             MIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"b\"\r\n\r\n\
             --b\r\nContent-Type: text/html\r\nContent-Location: https://news.example.org/range\r\n\r\n\
             <html><body><nav><a href=/>Home</a></nav><article><p>{paragraph}</p><p>{paragraph} Twice.</p></article></body></html>\r\n\
             --b\r\nContent-Type: text/css\r\n\r\np {{ color: red }}\r\n--b--\r\n"
        );
        let reading = page(saved.as_bytes()).unwrap();
        assert_eq!(reading.title.as_deref(), Some("Range in winter"));
        assert_eq!(reading.site.as_deref(), Some("news.example.org"));
        assert_eq!(reading.author, None);
        assert!(reading.body.text().starts_with(paragraph));
        assert!(!reading.body.text().contains("color"));
    }

    #[test]
    fn what_is_no_message_is_said_to_be_none() {
        assert!(matches!(read(b""), Err(Problem::Damaged { .. })));
    }
}
