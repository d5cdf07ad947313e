//! Where in a report its own text stands, under which heading, and where it lists its sources.
//!
//! One pass over the lines. Front matter, comments, definitions of links and footnotes, and lists of sources are not the report's own text. Where a list
//! ends before the next heading, and where one has no heading, is looked at in `extent`.

use std::ops::Range;
use std::sync::Arc;

use super::extent::{goes_on, inline_list, unheaded};
use super::items::without_tags;
use crate::study::citation;

/// A stretch of the report's own text under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) span: Range<usize>,
    pub(super) heading: Arc<str>,
    /// Of its heading, from 1; 0 where it has none.
    pub(super) level: usize,
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
    /// A list of sources under a heading of this level; [`NO_LEVEL`] where the heading is only bold or a line of its own.
    Sources(usize),
    /// What a program appended to its report about the report.
    Appendix(usize),
}

/// Below all levels that headings have.
const NO_LEVEL: usize = 7;

impl Layout {
    pub(super) fn of(text: &str) -> Self {
        let mut reading = Reading {
            layout: Self::default(),
            under: Under::Text,
            heading: Arc::from(""),
            level: 0,
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
            for list in unheaded(text, &layout.parts) {
                layout.take_list(text, list);
            }
        }
        layout
    }

    /// Makes a stretch of the report's own text a list of sources.
    fn take_list(&mut self, text: &str, list: Range<usize>) {
        let holds = |part: &Part| part.span.start <= list.start && list.end <= part.span.end;
        let Some(at) = self.parts.iter().position(holds) else {
            return;
        };
        if let Some(part) = self.parts.get_mut(at) {
            let passed = text.get(part.span.start..list.end).unwrap_or_default();
            let behind = Part {
                span: list.end..part.span.end,
                heading: Arc::clone(&part.heading),
                level: part.level,
                line: part.line + super::newlines(passed),
            };
            part.span.end = list.start;
            if !behind.span.is_empty() {
                self.parts.insert(at + 1, behind);
            }
        }
        self.lists.push(list);
    }
}

struct Reading {
    layout: Layout,
    under: Under,
    heading: Arc<str>,
    level: usize,
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
            if content == "</details>" && self.under == Under::Sources(NO_LEVEL) {
                self.turn(start, Under::Text, end, number);
                blank_before = true;
                continue;
            }
            if self.under == Under::Text
                && let Some(entries) = inline_list(line, &is_list_name)
            {
                let under = Under::Sources(NO_LEVEL);
                self.turn(start, under, start + entries, number - 1);
                blank_before = false;
                continue;
            }
            let underline = lines.peek().map(|next| next.trim());
            let heading =
                if self.under == Under::Text || content.starts_with(['#', '<']) || blank_before {
                    heading(content, underline, blank_before)
                } else {
                    None
                };
            let after_blank = std::mem::replace(&mut blank_before, content.is_empty());
            let Some((level, title)) = heading else {
                let list = text.get(self.from..start).unwrap_or_default();
                let behind = text.get(start..).unwrap_or_default();
                if matches!(self.under, Under::Sources(_)) && goes_on(list, behind, after_blank) {
                    self.turn(start, Under::Text, start, number - 1);
                }
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
                self.level = level;
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
        } else if is_list_name(title) {
            Under::Sources(level)
        } else {
            Under::Text
        }
    }

    /// Ends the running stretch at `end`.
    fn close(&mut self, end: usize) {
        if end < self.from {
            return;
        }
        match self.under {
            Under::Text => self.layout.parts.push(Part {
                span: self.from..end,
                heading: self.heading.clone(),
                level: self.level,
                line: self.line,
            }),
            Under::Sources(_) => self.layout.lists.push(self.from..end),
            Under::Appendix(_) => {}
        }
    }

    /// Ends the running stretch at `end`, and goes on with another kind of text.
    fn turn(&mut self, end: usize, under: Under, from: usize, line: usize) {
        self.close(end);
        self.under = under;
        self.skip(from, line);
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

/// Whether a title is one of a list of sources: `Sources`, `7. References`, `Sources and further reading`, `Sources used in this note`.
fn is_list_name(title: &str) -> bool {
    const NAMES: &[&str] = &["sources", "references", "works", "documents", "literature"];
    const USED: &[&str] = &["used", "cited", "consulted", "quoted"];
    #[rustfmt::skip]
    const BESIDE: &[&str] = &[
        "and", "&", "further", "reading", "notes", "links", "references", "sources", "resources", "data", "literature", "credits", "acknowledgements",
    ];
    let name = plain_title(title);
    if LISTS.contains(&name.as_str()) {
        return true;
    }
    let mut words = name.split_whitespace();
    let named = words.next().is_some_and(|first| NAMES.contains(&first));
    let mut words = words.peekable();
    let used = words.peek().is_some_and(|next| USED.contains(next));
    let beside = words.peek().is_some() && words.all(|word| BESIDE.contains(&word));
    named && (used || beside)
}

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
    if let Some(tagged) = tagged_heading(content) {
        return Some(tagged);
    }
    let quoted = content.strip_prefix('>').map(str::trim);
    let content = quoted
        .filter(|quoted| is_list_line(quoted))
        .unwrap_or(content);
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
        return Some((NO_LEVEL, title));
    }
    (is_list_line(content) && blank_before)
        .then(|| (NO_LEVEL, content.trim_end_matches(':').to_owned()))
}

/// Whether a line of its own heads a list of sources: `Sources`, `References:`, and longer ones only with a colon.
fn is_list_line(content: &str) -> bool {
    const LONGEST: usize = 60;
    content.len() < LONGEST
        && (LISTS.contains(&plain_title(content).as_str())
            || content.ends_with(':') && is_list_name(content))
}

/// `<h2>Costs</h2>`, and `<summary>Sources</summary>` or `<b>Sources</b>` where it names a list.
fn tagged_heading(content: &str) -> Option<(usize, String)> {
    let tag = content.strip_prefix('<')?;
    let inner = without_tags(content);
    let title = inner.split('<').next()?.trim();
    let level = tag
        .strip_prefix(['h', 'H'])
        .and_then(|rest| rest.chars().next()?.to_digit(10))
        .and_then(|level| usize::try_from(level).ok());
    let level = level.filter(|level| (1..NO_LEVEL).contains(level));
    let names_list = title.len() < inner.len() && LISTS.contains(&plain_title(title).as_str());
    match level {
        Some(level) if !title.is_empty() => Some((level, title.to_owned())),
        _ => names_list.then(|| (NO_LEVEL, title.to_owned())),
    }
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

/// `[label]: https://…`, `[label]: folder/report.md "Title"`, `[1]: Title` and `[^label]: a footnote`.
fn is_definition(line: &str) -> bool {
    let content = line.trim_start_matches(' ');
    if line.len() - content.len() > 3 || !content.starts_with('[') {
        return false;
    }
    let Some((label, rest)) = content.split_once("]:") else {
        return defines_plainly(content);
    };
    if label.contains('\n') || label.get(1..).is_none_or(|label| label.contains('[')) {
        return false;
    }
    let rest = rest.trim();
    let is_numbered = |label: &str| {
        (1..=4).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (target, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let leads_there = citation::target(target).is_some()
        && (behind.is_empty() || behind.starts_with(['"', '\'', '(', '–', '-']));
    label.starts_with("[^")
        || label.get(1..).is_some_and(is_numbered) && !rest.is_empty()
        || leads_there
        || ["http://", "https://", "<", "/", "./", "#", "file:"]
            .iter()
            .any(|start| rest.starts_with(start))
}

/// `[a] report.md`: a name in brackets and an address or a file behind it, and nothing else. A box that is ticked is of a task.
fn defines_plainly(content: &str) -> bool {
    const LONGEST: usize = 24;
    content
        .trim_end()
        .strip_prefix('[')
        .and_then(|inner| inner.split_once("] "))
        .is_some_and(|(label, target)| {
            let is_name = label.starts_with(char::is_alphabetic)
                && label.len() <= LONGEST
                && !label.eq_ignore_ascii_case("x")
                && !label.contains(['[', ']']);
            let target = target.trim();
            is_name && !target.contains(' ') && citation::target(target).is_some()
        })
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
