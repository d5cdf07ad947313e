//! A page as a server sent it: what kind of document it is, how its characters are encoded, and whether it is what was asked for.
//!
//! The content type decides, as far as it says anything; then the name in the address; then the first bytes. Documents that are no pages are told from
//! the login forms, error pages and browser checks that servers send in their place with status 200.

use std::path::Path;

use encoding_rs::Encoding;
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use url::Url;

use super::super::address as name;
use super::super::format::{self, Format};
use super::super::problem::Problem;
use super::super::reading::Place;
use super::super::{ReadDocument, decode};
use super::fault::Fault;
use super::walk::{self, Reply};
use super::{Address, Validators};
use crate::clean;
use crate::study::{DocumentKind, Origin};

/// What was fetched.
#[derive(Debug)]
pub(in crate::evidence) struct Page {
    asked: Url,
    url: Url,
    /// Without parameters, in lower case.
    media_type: Option<String>,
    charset: Option<&'static Encoding>,
    file_name: Option<String>,
    pub(in crate::evidence) bytes: Vec<u8>,
    pub(in crate::evidence) validators: Validators,
}

/// A page with more text than this is no bare form or error message.
const SHORT: usize = 1500;
/// How much of a page is searched for a form.
const SEARCHED: usize = 512 << 10;

impl Page {
    pub(super) fn of(address: &Address, reply: Reply) -> Self {
        let header = |name| {
            let value = reply.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let content_type = header(CONTENT_TYPE).unwrap_or_default();
        let (media_type, parameters) = content_type
            .split_once(';')
            .unwrap_or((content_type.as_str(), ""));
        let media_type = media_type.trim().to_ascii_lowercase();
        Self {
            asked: address.url().clone(),
            validators: walk::validators(&reply),
            charset: parameter(parameters, "charset")
                .and_then(|label| Encoding::for_label(label.as_bytes())),
            file_name: header(CONTENT_DISPOSITION)
                .and_then(|value| parameter(value.split_once(';')?.1, "filename")),
            media_type: Some(media_type).filter(|media_type| !media_type.is_empty()),
            url: reply.url,
            bytes: reply.bytes,
        }
    }

    /// The address that it was sent from.
    pub(in crate::evidence) fn address(&self) -> &str {
        self.url.as_str()
    }

    /// The canonical address of the page, and what to call it when it has no title.
    pub(in crate::evidence) fn place(&self) -> Place {
        let uri = name::canonical(self.url.as_str()).unwrap_or_else(|| self.url.to_string());
        Place {
            name: clean::line(&name::title(&uri), 300),
            uri: clean::line(&uri, usize::MAX),
        }
    }

    /// What kind of document this is.
    pub(in crate::evidence) fn format(&self) -> Result<Format, Problem> {
        let named = match self.media_type.as_deref() {
            Some(media_type) => match of_media_type(media_type) {
                Media::Format(format) => Some(format),
                Media::Unclear => self.named(),
                Media::NoDocument(what) => {
                    return Err(Fault::NotADocument {
                        what: format!("{what} ({})", clean::line(media_type, 100)),
                    }
                    .into());
                }
            },
            None => self.named(),
        };
        let head = self.bytes.get(..8192).unwrap_or(&self.bytes);
        let is_page = matches!(format::of_bytes(None, head), Ok(Format::Html));
        if is_page
            && let Some(asked) = self
                .asked_for()
                .or(named)
                .filter(|asked| asked.known_by_bytes().is_some())
        {
            return Err(Fault::OtherKind {
                asked: asked.kind().name().to_owned(),
                title: title_of(head),
            }
            .into());
        }
        format::of_bytes(named, head)
    }

    /// The bytes with their characters as the header declares them, which wins over what the page says of itself; a byte order mark wins over both.
    pub(in crate::evidence) fn decoded(&mut self, format: Format) {
        let is_text = format.known_by_bytes().is_none() && Encoding::for_bom(&self.bytes).is_none();
        if let Some(charset) = self.charset.filter(|_| is_text) {
            let text = decode::text(&self.bytes, Some(charset)).text;
            self.bytes = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        }
    }

    /// Turns documents that were read from bytes into documents of this address, unless they are not what was asked for.
    pub(in crate::evidence) fn settle(
        &self,
        documents: &mut [ReadDocument],
        from: &Place,
    ) -> Result<(), Fault> {
        let place = self.place();
        let asked = name::canonical(self.asked.as_str());
        for document in documents {
            if document.kind == DocumentKind::Html {
                self.check(document)?;
            }
            if document.title == from.name {
                document.title.clone_from(&place.name);
            }
            let rest = document.uri.strip_prefix(from.uri.as_str());
            // Findings keep the addresses that they cite.
            let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('#')) else {
                continue;
            };
            document.uri = format!("{}{rest}", place.uri);
            // A registered identifier leads to a publisher whose own name may say nothing.
            let origins =
                [Some(&place.uri), asked.as_ref()].map(|uri| uri.map(|uri| name::origin(uri)));
            document.origin = if document.origin == Origin::Academic
                || origins.contains(&Some(Origin::Academic))
            {
                Origin::Academic
            } else {
                Origin::Web
            };
            // A page may say that it belongs to another site; it came from here.
            let told = document.metadata.get("canonical");
            let told = told.and_then(|address| name::site(address));
            let site = document
                .site
                .take()
                .filter(|site| told.as_ref() != Some(site));
            document.site = site.or_else(|| name::site(&place.uri));
            if let Some(asked) = asked.as_ref().filter(|asked| **asked != place.uri) {
                document
                    .metadata
                    .insert("redirected from".to_owned(), asked.clone());
            }
        }
        Ok(())
    }

    /// Whether a page that is there in name only says so in one of the usual ways.
    fn check(&self, document: &ReadDocument) -> Result<(), Fault> {
        if document.text.len() > SHORT {
            return Ok(());
        }
        self.pretence(&document.title).map_or(Ok(()), Err)
    }

    /// Why a page holds no text.
    pub(in crate::evidence) fn without_text(&self) -> Fault {
        let head = self.bytes.get(..8192).unwrap_or(&self.bytes);
        self.pretence(&title_of(head))
            .unwrap_or(Fault::NeedsScripts)
    }

    /// What a page with little or no text is instead of a document.
    fn pretence(&self, title: &str) -> Option<Fault> {
        const WALLS: &[&str] = &[
            "just a moment",
            "attention required",
            "access denied",
            "are you a robot",
            "verify you are human",
            "security check",
        ];
        const ERRORS: &[&str] = &[
            "404",
            "page not found",
            "not found",
            "error 404",
            "seite nicht gefunden",
        ];
        let title = clean::line(title, 100);
        let lower = title.to_lowercase();
        let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
        if has_password_field(self.bytes.get(..SEARCHED).unwrap_or(&self.bytes)) {
            Some(Fault::Login { title })
        } else if begins(ERRORS) {
            Some(Fault::ErrorPage { title })
        } else if begins(WALLS) {
            Some(Fault::Wall { title })
        } else {
            None
        }
    }

    /// What the name of the file promises, in the header or in the address.
    fn named(&self) -> Option<Format> {
        self.file_name
            .as_deref()
            .and_then(|name| Format::from_extension(Path::new(name)))
            .or_else(|| Format::from_extension(Path::new(self.url.path())))
    }

    fn asked_for(&self) -> Option<Format> {
        Format::from_extension(Path::new(self.asked.path()))
    }
}

/// What a media type says.
enum Media {
    Format(Format),
    Unclear,
    /// In words.
    NoDocument(&'static str),
}

fn of_media_type(media_type: &str) -> Media {
    let extension = match media_type {
        "text/html" | "application/xhtml+xml" => "html",
        "application/pdf" | "application/x-pdf" => "pdf",
        "text/markdown" | "text/x-markdown" => "md",
        "text/csv" => "csv",
        "text/tab-separated-values" => "tsv",
        "application/json" | "text/json" => "json",
        "application/x-ndjson" | "application/jsonl" | "application/jsonlines" => "jsonl",
        "application/epub+zip" => "epub",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => "docx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => "xlsx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation" => "pptx",
        "application/vnd.oasis.opendocument.text" => "odt",
        "application/vnd.oasis.opendocument.spreadsheet" => "ods",
        "application/vnd.oasis.opendocument.presentation" => "odp",
        "application/x-ipynb+json" => "ipynb",
        "message/rfc822" => "eml",
        "multipart/related" => "mhtml",
        "application/xml"
        | "text/xml"
        | "application/rss+xml"
        | "application/atom+xml"
        | "application/rdf+xml" => "xml",
        _ if media_type.ends_with("+json") => "json",
        _ => "",
    };
    if let Some(format) = Format::from_extension(Path::new(&format!("x.{extension}"))) {
        return Media::Format(format);
    }
    match media_type.split('/').next().unwrap_or_default() {
        "image" => Media::NoDocument("a picture"),
        "audio" => Media::NoDocument("a sound"),
        "video" => Media::NoDocument("a film"),
        "font" => Media::NoDocument("a font"),
        _ if matches!(
            media_type,
            "text/css" | "text/javascript" | "application/javascript"
        ) =>
        {
            Media::NoDocument("a program")
        }
        _ if media_type.ends_with("/xml") || media_type.ends_with("+xml") => {
            Media::NoDocument("an XML file")
        }
        _ => Media::Unclear,
    }
}

/// The value of a parameter in a header, without its quotes.
fn parameter(parameters: &str, name: &str) -> Option<String> {
    parameters.split(';').find_map(|parameter| {
        let (found, value) = parameter.split_once('=')?;
        found
            .trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().trim_matches(['"', '\'']).to_owned())
    })
}

fn title_of(head: &[u8]) -> String {
    let text = decode::text(head, decode::declared_in_html(head)).text;
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|at| {
        let start = at + lower.get(at..)?.find('>')? + 1;
        let end = start + lower.get(start..)?.find("</title")?;
        text.get(start..end)
    });
    clean::line(title.unwrap_or_default(), 100)
}

fn has_password_field(page: &[u8]) -> bool {
    let page = page.to_ascii_lowercase();
    [
        &b"type=\"password\""[..],
        b"type='password'",
        b"type=password",
    ]
    .iter()
    .any(|field| page.windows(field.len()).any(|window| window == *field))
}
