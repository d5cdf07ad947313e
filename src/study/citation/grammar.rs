//! What may stand inside a citation mark: numbers with their labels, ranges and page locators, an address, or a file name.
//!
//! The whole content has to be one of these, otherwise the brackets are prose: `[sic]`, `[0, 1]`, `[Figure 2]`. Where brackets begin and end,
//! and what stands around them, is not known here.

use std::ops::RangeInclusive;

use super::locators::{self, is_dash};
use super::{Reference, is_year};

/// The longest range that is read as its numbers, and written as a range. A longer one cannot be meant, and must not cost memory.
pub(super) const LONGEST_RANGE: usize = 100;

/// Words that may stand before a number, lower case, longer ones before those they start with.
const LABELS: [&str; 19] = [
    "sources",
    "source",
    "src",
    "documents",
    "document",
    "docs",
    "doc",
    "references",
    "reference",
    "refs",
    "ref",
    "citations",
    "citation",
    "cites",
    "cite",
    "footnote",
    "fn",
    "id:",
    "s",
];

/// Labels that may stand before an address or a file name.
const NAME_LABELS: [&str; 6] = ["citation", "source", "ref", "cite", "file", "url"];

/// Extensions by which a file name is told from prose.
const EXTENSIONS: [&str; 20] = [
    "markdown", "jsonl", "docx", "html", "json", "pptx", "xlsx", "epub", "pdf", "txt", "htm",
    "csv", "tsv", "odt", "rtf", "xml", "tex", "rst", "org", "md",
];

/// The content of a mark as an address or a file name; `None` where it is something else.
pub(super) fn name(content: &str) -> Option<Reference> {
    let content = content.trim();
    let unresolved = content.strip_suffix('?').and_then(target);
    unresolved
        .map(|known| Reference::Unresolved(as_written(&known)))
        .or_else(|| target(content))
}

/// The content of a mark as a list of numbers; `None` where it is something else.
pub(super) fn numbers(content: &str) -> Option<Vec<Reference>> {
    Reader {
        rest: content.trim(),
    }
    .list()
}

/// The target of a link as a reference; `None` where it is neither an address nor a file name.
pub(super) fn target(target: &str) -> Option<Reference> {
    uri(target).or_else(|| file(target))
}

/// What stands inside the brackets of a reference that comes to nothing. Brackets, which would end the mark early, are percent-encoded.
pub(super) fn as_written(reference: &Reference) -> String {
    match reference {
        Reference::Number(number) => number.to_string(),
        Reference::Unresolved(written) | Reference::Uri(written) => escaped(written),
        Reference::Name { name, page: None } => escaped(name),
        Reference::Name {
            name,
            page: Some(page),
        } => format!("{}, p. {page}", escaped(name)),
    }
}

/// The numbers of `9` or `9-12`, where they are few enough to be meant.
pub(super) fn range_of(written: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = written.split_once('-').unwrap_or((written, written));
    let range = first.parse().ok()?..=last.parse().ok()?;
    (1..=LONGEST_RANGE)
        .contains(&length(&range))
        .then_some(range)
}

pub(super) fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';' | '、' | '，' | '；' | '،')
}

/// The content, read from its start; every method takes what it names or leaves `rest` alone.
#[derive(Clone, Copy)]
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn list(mut self) -> Option<Vec<Reference>> {
        let mut references = Vec::new();
        let mut bare = true;
        let mut items = 0;
        loop {
            bare &= self.item(&mut references)?;
            items += 1;
            self.space();
            if self.rest.is_empty() {
                break;
            }
            if !self.separator() {
                return None;
            }
        }
        // A zero among other bare numbers is an interval or a vector, `[0, 1]`.
        let zero = bare && references.contains(&Reference::Number(0));
        (items == 1 || !zero).then_some(references)
    }

    /// One number or range with what belongs to it; says whether it was nothing but that.
    fn item(&mut self, references: &mut Vec<Reference>) -> Option<bool> {
        self.space();
        let labelled = self.label();
        let first = self.digits()?;
        self.char('^');
        if let Some(reference) = self.daggered(&first) {
            references.push(reference);
            return Some(false);
        }
        let last = self.range_end();
        let located = self.locator();
        let unresolved = self.char('?');
        match last {
            None if unresolved => references.push(Reference::Unresolved(shortened(&first))),
            None => references.push(number(&first)),
            Some(last) => push_range(references, &first, &last, unresolved)?,
        }
        Some(!labelled && !located && !unresolved)
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn char(&mut self, c: char) -> bool {
        let found = self.rest.strip_prefix(c);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self
            .rest
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word));
        if found {
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    fn label(&mut self) -> bool {
        let start = self.rest;
        if let Some(length) = locators::signal(start) {
            self.rest = start.get(length..).unwrap_or_default();
        }
        if LABELS.iter().any(|label| self.word(label)) {
            self.rest = self.rest.trim_start_matches([' ', ':', '.', '#', '\u{a0}']);
        } else {
            self.rest = self.rest.trim_start_matches(['^', '#']);
        }
        self.rest.len() < start.len()
    }

    fn separator(&mut self) -> bool {
        let taken = self
            .rest
            .strip_prefix(|c| is_separator(c) || c == '&')
            .or_else(|| self.rest.strip_prefix("and "));
        self.rest = taken.unwrap_or(self.rest);
        taken.is_some()
    }

    /// A run of decimal digits in any of the scripts that writers use, as ASCII.
    fn digits(&mut self) -> Option<String> {
        let mut digits = String::new();
        let mut end = 0;
        for c in self.rest.chars() {
            let Some(digit) = digit(c) else { break };
            digits.push(digit);
            end += c.len_utf8();
        }
        self.rest = &self.rest[end..];
        (!digits.is_empty()).then_some(digits)
    }

    fn range_end(&mut self) -> Option<String> {
        let mut ahead = *self;
        ahead.space();
        ahead.rest = ahead.rest.strip_prefix(is_dash)?;
        ahead.space();
        ahead.label();
        let last = ahead.digits()?;
        ahead.char('^');
        *self = ahead;
        Some(last)
    }

    /// `†source`, `:0†report.pdf`, `†L3-L9` after a number: the file where one is named, else the number.
    fn daggered(&mut self, first: &str) -> Option<Reference> {
        let mut ahead = *self;
        if ahead.char(':') {
            ahead.digits()?;
        }
        if !ahead.char('†') {
            return None;
        }
        let end = if ahead.rest.contains('†') {
            ahead.rest.find(is_separator).unwrap_or(ahead.rest.len())
        } else {
            ahead.rest.len()
        };
        let (named, rest) = ahead.rest.split_at(end);
        self.rest = rest;
        Some(target(named.trim()).unwrap_or_else(|| number(first)))
    }

    /// The page or heading that may follow a number, as in `3: p.5-6` or `3, § Cost`; the mark is the number alone.
    fn locator(&mut self) -> bool {
        let mut ahead = *self;
        // `1: 3`; without a space it may be anything.
        if let Some(rest) = ahead.rest.strip_prefix(": ")
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            ahead.rest = rest;
            ahead.digits();
            ahead.range_end();
            *self = ahead;
            return true;
        }
        ahead.rest = ahead.rest.trim_start_matches([' ', ':', ',', '，']);
        if ahead.char('§') {
            let end = ahead.rest.find(';').unwrap_or(ahead.rest.len());
            self.rest = &ahead.rest[end..];
            return true;
        }
        let place = locators::length(ahead.rest);
        if let Some(length) = place {
            ahead.rest = ahead.rest.get(length..).unwrap_or_default();
            *self = ahead;
        }
        let remarked = self.remark();
        place.is_some() || remarked
    }

    /// `, emphasis added`.
    fn remark(&mut self) -> bool {
        let behind = self.rest.trim_start_matches([' ', ',']);
        let length = locators::remark(behind).filter(|_| behind.len() < self.rest.len());
        let rest = length.and_then(|length| behind.get(length..));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// `p. 3`, `pp. 3-4`, `page 3`: the first page.
    fn page(&mut self) -> Option<u32> {
        if !["pages", "page", "pp", "p"]
            .iter()
            .any(|word| self.word(word))
        {
            return None;
        }
        self.char('.');
        self.space();
        let first = self.digits()?.parse().ok()?;
        self.range_end();
        Some(first)
    }
}

fn push_range(
    references: &mut Vec<Reference>,
    first: &str,
    last: &str,
    unresolved: bool,
) -> Option<()> {
    let (first, last) = (shortened(first), shortened(last));
    let written = format!("{first}-{last}");
    let (Ok(from), Ok(to)) = (first.parse::<u32>(), last.parse::<u32>()) else {
        references.push(Reference::Unresolved(written));
        return Some(());
    };
    // `[1990-2020]` and `[2019-20]` are years, `[0-1]` an interval.
    let whole = (1..=LONGEST_RANGE).contains(&length(&(from..=to)));
    if from == 0 || (is_year(from) && !whole && (is_year(to) || to < 100)) {
        return None;
    }
    if unresolved || !whole {
        references.push(Reference::Unresolved(written));
    } else {
        references.extend((from..=to).map(Reference::Number));
    }
    Some(())
}

fn number(digits: &str) -> Reference {
    digits.parse().map_or_else(
        |_| Reference::Unresolved(shortened(digits)),
        Reference::Number,
    )
}

/// Without leading zeros.
fn shortened(digits: &str) -> String {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        "0"
    } else {
        significant
    }
    .to_owned()
}

fn length(range: &RangeInclusive<u32>) -> usize {
    range
        .end()
        .checked_sub(*range.start())
        .map_or(0, |steps| steps as usize + 1)
}

fn digit(c: char) -> Option<char> {
    const ZEROS: [u32; 5] = [0x30, 0x660, 0x6f0, 0x966, 0xff10];
    let code = u32::from(c);
    ZEROS
        .iter()
        .find_map(|&zero| char::from_digit(code.checked_sub(zero)?, 10))
}

/// An `http` or `https` address, with or without a label before it or angle brackets around it.
fn uri(content: &str) -> Option<Reference> {
    let address = without_label(content);
    let address = address
        .strip_prefix('<')
        .and_then(|inner| inner.strip_suffix('>'))
        .unwrap_or(address);
    let scheme_end = address.find("://")?;
    let scheme = &address[..scheme_end];
    let known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let host = &address[scheme_end + 3..];
    (known
        && !host.is_empty()
        && !host.contains(|c: char| c.is_whitespace() || c.is_control() || c == '`'))
    .then(|| Reference::Uri(address.to_owned()))
}

/// A file name with a known extension, and the page that may follow it.
fn file(content: &str) -> Option<Reference> {
    let content = without_label(content);
    let (name, rest) = content.match_indices('.').find_map(|(dot, _)| {
        let after = &content[dot + 1..];
        let extension = EXTENSIONS.iter().find(|extension| {
            after
                .get(..extension.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(extension))
        })?;
        let rest = &after[extension.len()..];
        let ends =
            !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/'));
        (dot > 0 && ends).then(|| (&content[..dot + 1 + extension.len()], rest))
    })?;
    if name.contains(|c: char| c.is_control() || matches!(c, '`' | '?' | '|' | '†')) {
        return None;
    }
    let is_fragment = rest.starts_with('#') && !rest.contains(char::is_whitespace);
    let page = match rest.trim_matches([' ', ',', ';', ':', '(', ')', '#']) {
        "" => None,
        _ if is_fragment => None,
        located if is_place(located) => Reader { rest: located }.page(),
        located => {
            let mut reader = Reader { rest: located };
            let page = reader.page().or_else(|| reader.digits()?.parse().ok())?;
            reader.rest.is_empty().then_some(())?;
            Some(page)
        }
    };
    Some(Reference::Name {
        name: name.to_owned(),
        page,
    })
}

/// Whether a text is a place within a source, and nothing else.
fn is_place(text: &str) -> bool {
    locators::length(text) == Some(text.len())
}

fn without_label(content: &str) -> &str {
    let content = content.trim();
    let mut reader = Reader { rest: content };
    if NAME_LABELS.iter().any(|label| reader.word(label)) && reader.char(':') {
        reader.rest.trim_start()
    } else {
        content
    }
}

fn escaped(written: &str) -> String {
    written.replace('[', "%5B").replace(']', "%5D")
}
