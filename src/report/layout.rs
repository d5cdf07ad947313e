//! Where in a report its own text stands, under which heading, and where it lists its sources.
//!
//! One pass over the lines. Front matter, comments, definitions of links and footnotes, and lists of sources are not the report's own text.

use std::ops::Range;
use std::sync::Arc;

/// A stretch of the report's own text under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) span: Range<usize>,
    pub(super) heading: Arc<str>,
    /// Line on which it begins, from 1.
    pub(super) line: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Layout {
    pub(super) parts: Vec<Part>,
    /// Lists of sources, without their headings.
    pub(super) lists: Vec<Range<usize>>,
    /// Definitions of links and footnotes, with the lines that go on with them.
    pub(super) definitions: Vec<Range<usize>>,
    /// Whether this program wrote it.
    pub(super) own: bool,
}

/// What the lines that come next belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    Text,
    /// A list of sources under a heading of this level; 7 where the heading is only bold or a line of its own.
    Sources(usize),
    /// What a program appended to its report about the report.
    Appendix(usize),
}

impl Layout {
    pub(super) fn of(text: &str) -> Self {
        let mut reading = Reading {
            layout: Self::default(),
            under: Under::Text,
            heading: Arc::from(""),
            from: 0,
            line: 1,
            fence: None,
            own: false,
        };
        let body = front_matter(text);
        reading.own = text
            .get(..body)
            .is_some_and(|front| front.contains("\nframework: ") && front.contains("\nwriter: "));
        reading.from = body;
        reading.line = 1 + text.get(..body).map_or(0, super::newlines);
        reading.read(text, body);
        let mut layout = reading.layout;
        layout.own = reading.own;
        if layout.lists.is_empty() {
            layout.trailing(text);
        }
        layout
    }

    /// Without a heading, a list of sources is the last block, if each of its lines begins with a number in brackets.
    fn trailing(&mut self, text: &str) {
        let Some(last) = self.parts.last_mut() else {
            return;
        };
        let body = text.get(last.span.clone()).unwrap_or_default();
        let mut start = body.trim_end().len();
        let end = start;
        while let Some(head) = body.get(..start).map(str::trim_end) {
            let line_start = head.rfind('\n').map_or(0, |at| at + 1);
            let line = head.get(line_start..).unwrap_or_default();
            if line.is_empty() || !is_bracketed_number(line) {
                break;
            }
            start = line_start;
        }
        if start < end {
            let from = last.span.start;
            self.lists.push(from + start..from + end);
            last.span.end = from + start;
        }
    }
}

struct Reading {
    layout: Layout,
    under: Under,
    heading: Arc<str>,
    /// Where the running stretch begins, and its line.
    from: usize,
    line: usize,
    fence: Option<char>,
    /// Whether this program wrote it.
    own: bool,
}

impl Reading {
    fn read(&mut self, text: &str, body: usize) {
        let rest = text.get(body..).unwrap_or_default();
        let mut at = body;
        let mut number = self.line;
        let mut definition = false;
        let mut blank_before = true;
        let mut lines = rest.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let (start, end) = (at, at + line.len());
            at = end;
            number += 1;
            let content = line.trim();
            if let Some(mark) = fence(content) {
                match self.fence {
                    Some(open) if open == mark => self.fence = None,
                    Some(_) => {}
                    None => self.fence = Some(mark),
                }
                blank_before = false;
                continue;
            }
            if self.fence.is_some() {
                continue;
            }
            // A definition goes on over indented lines.
            if definition && line.starts_with(['\t', ' ']) && !content.is_empty() {
                if let Some(last) = self.layout.definitions.last_mut() {
                    last.end = end;
                }
                self.skip(end, number);
                continue;
            }
            definition = false;
            if self.under == Under::Text && is_definition(line) {
                self.close(start);
                self.layout.definitions.push(start..end);
                self.skip(end, number);
                definition = true;
                continue;
            }
            let underline = lines.peek().map(|next| next.trim());
            let heading = if self.under == Under::Text || content.starts_with('#') || blank_before {
                heading(content, underline, blank_before)
            } else {
                None
            };
            blank_before = content.is_empty();
            let Some((level, title)) = heading else {
                continue;
            };
            let entry = matches!(self.under, Under::Sources(_)) && is_bracketed_number(&title);
            let inside = match self.under {
                Under::Sources(own) | Under::Appendix(own) => level > own || entry,
                Under::Text => false,
            };
            if inside {
                continue;
            }
            // A report that is called `Links` has its text under that title.
            let is_title = level == 1 && self.layout.parts.is_empty() && {
                let before = text.get(self.from..start);
                before.is_none_or(|before| before.trim().is_empty())
            };
            self.close(start);
            self.under = match self.kind_of(&title, level) {
                Under::Sources(_) if is_title => Under::Text,
                under => under,
            };
            if self.under == Under::Text {
                self.heading = Arc::from(title.as_str());
            }
            self.skip(end, number);
        }
        self.close(text.len());
    }

    fn kind_of(&self, title: &str, level: usize) -> Under {
        let name = plain_title(title);
        let appended = ["sources not cited", "uncited sources"].contains(&name.as_str())
            || (self.own
                && ["verdicts", "method", "scorecard", "history"].contains(&name.as_str()));
        if appended {
            Under::Appendix(level)
        } else if LISTS.contains(&name.as_str()) {
            Under::Sources(level)
        } else {
            Under::Text
        }
    }

    /// Ends the running stretch at `end`.
    fn close(&mut self, end: usize) {
        if end <= self.from {
            return;
        }
        match self.under {
            Under::Text => self.layout.parts.push(Part {
                span: self.from..end,
                heading: self.heading.clone(),
                line: self.line,
            }),
            Under::Sources(_) => self.layout.lists.push(self.from..end),
            Under::Appendix(_) => {}
        }
    }

    /// Goes on at `from`, which is the start of line `line`.
    fn skip(&mut self, from: usize, line: usize) {
        self.from = from;
        self.line = line;
    }
}

/// What lists of sources are headed, in the languages of many reports.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "sources", "source", "references", "reference", "bibliography", "works cited", "citations", "footnotes", "endnotes", "notes",
    "sources cited", "references cited", "cited sources", "cited works", "literature", "literature cited", "source list", "reference list",
    "list of sources", "list of references", "sources and references", "references and sources", "sources consulted", "sources used",
    "notes and references", "evidence", "links", "quellen", "quellenverzeichnis", "literatur", "literaturverzeichnis", "referenzen",
    "einzelnachweise", "références", "bibliographie", "fuentes", "referencias", "bibliografía", "fonti", "bibliografia", "riferimenti",
    "bronnen", "referências", "fontes", "källor", "kilder", "источники", "литература", "参考文献", "参考资料", "参考資料", "来源", "引用来源",
    "出典", "출처", "참고문헌", "참고 문헌", "المصادر", "المراجع",
];

/// A heading's words in lower case, without numbers and marks around them.
fn plain_title(title: &str) -> String {
    let title = title.trim_matches(|c: char| !c.is_alphabetic());
    title.to_lowercase()
}

/// The level and the words of a heading: `#`, underlined, or a line of its own that is bold or names a list of sources.
fn heading(content: &str, next: Option<&str>, blank_before: bool) -> Option<(usize, String)> {
    let hashes = content.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&hashes) {
        let title = content.get(hashes..).unwrap_or_default();
        return (title.is_empty() || title.starts_with([' ', '\t']))
            .then(|| (hashes, title.trim().trim_end_matches('#').trim().to_owned()));
    }
    if content.is_empty() || content.starts_with(['-', '|', '>', '=']) {
        return None;
    }
    if let Some(next) = next.filter(|next| next.len() >= 3) {
        let is_line = |mark: char| next.chars().all(|c| c == mark);
        if blank_before && (is_line('=') || is_line('-')) {
            return Some((if is_line('=') { 1 } else { 2 }, content.to_owned()));
        }
    }
    let bold = ["**", "__"].into_iter().find_map(|mark| {
        let inner = content.strip_prefix(mark)?.trim_end_matches(':');
        let inner = inner.strip_suffix(mark)?;
        (!inner.contains(mark)).then(|| inner.trim().trim_end_matches(':').to_owned())
    });
    if let Some(title) = bold.filter(|title| !title.is_empty() && !title.ends_with(['.', '!'])) {
        return Some((7, title));
    }
    let is_list = content.len() < 60 && LISTS.contains(&plain_title(content).as_str());
    (is_list && blank_before).then(|| (7, content.trim_end_matches(':').to_owned()))
}

/// The character that a line opens or closes a block of code with.
fn fence(content: &str) -> Option<char> {
    ['`', '~']
        .into_iter()
        .find(|&mark| content.chars().take_while(|&c| c == mark).count() >= 3)
}

/// Where the text begins behind a YAML front matter.
fn front_matter(text: &str) -> usize {
    const LONGEST: usize = 64 << 10;
    if !text.starts_with("---\n") {
        return 0;
    }
    let mut at = 4;
    for line in text.get(4..).unwrap_or_default().split_inclusive('\n') {
        at += line.len();
        if at > LONGEST {
            return 0;
        }
        if matches!(line.trim_end(), "---" | "...") {
            return at;
        }
    }
    0
}

/// `[label]: https://…` and `[^label]: a footnote`.
fn is_definition(line: &str) -> bool {
    let content = line.trim_start_matches(' ');
    if line.len() - content.len() > 3 || !content.starts_with('[') {
        return false;
    }
    let Some((label, rest)) = content.split_once("]:") else {
        return false;
    };
    if label.contains('\n') || label.get(1..).is_none_or(|label| label.contains('[')) {
        return false;
    }
    let rest = rest.trim_start();
    label.starts_with("[^")
        || ["http://", "https://", "<", "/", "./", "#", "file:"]
            .iter()
            .any(|start| rest.starts_with(start))
}

/// Whether a line begins as an entry of a list of sources does that has no heading: `[3] Title`, `[3]: Title`.
fn is_bracketed_number(line: &str) -> bool {
    let line = line.trim_start_matches(['*', '_', '-', ' ', '#', '\\']);
    let Some(inner) = line.strip_prefix(['[', '【']) else {
        return false;
    };
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let after = inner.get(digits..).unwrap_or_default();
    let after = after.trim_start_matches('\\');
    (1..=4).contains(&digits)
        && after
            .strip_prefix([']', '】'])
            .is_some_and(|rest| rest.trim_matches(['*', ':', '.', ' ', '\t']).len() > 2)
}
