//! Lines back to paragraphs, for text whose lines were broken to fit a page or a screen.
//!
//! A line end is taken for a mere wrap when the next word would not have fitted on the line; then the lines are joined, and hyphenation is undone.
//! Everything else stays apart: list items, table rows, short lines. It knows only lines, not where they came from.

use std::borrow::Cow;
use std::collections::HashSet;

use csv::StringRecord;
use foldhash::fast::RandomState;

use super::body::Body;
use super::table::is_head;
use crate::check::is_listed_word;
use crate::semantic;

/// Typed lines wider than this were not wrapped: each is a paragraph of its own.
const WIDEST_WRAP: usize = 140;
/// Nobody wraps lines as narrow as this either, but lines of verse and of dialogue are.
const NARROWEST_WRAP: usize = 36;

/// One line of a document; blank lines count, as they part paragraphs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// Of a row of a table whose columns are known; none where the text may still be one.
    pub(super) cells: Vec<String>,
    /// Set where the line is (part of) a heading.
    pub(super) heading: Option<u8>,
    pub(super) page: Option<u32>,
    /// Whether it is one of a program, whose line ends are part of what it says.
    pub(super) is_code: bool,
    /// Whether the file says that another paragraph begins with it.
    pub(super) begins: bool,
}

/// Where the line ends come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Typed: a blank line always parts, a hyphen at a line end belongs to the word.
    Typed,
    /// Set on pages: gaps also stand between columns, and hyphens are mostly the typesetter's.
    Printed,
}

pub(super) fn flow(lines: &[Line], layout: Layout, body: &mut Body) {
    let lines = &*with_hanging_labels(lines, layout);
    let mut flow = Flow {
        body,
        layout,
        width: typical_width(lines),
        words: Words::of(lines),
        open: Vec::new(),
        last: "",
        item: false,
        torn: None,
        rows: false,
        columns: 0,
        head: None,
    };
    let mut blank = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if line.text.trim().is_empty() {
            blank = true;
            continue;
        }
        if let Some(level) = line.heading {
            let more = lines.get(at..).unwrap_or_default();
            let more = more.iter().take_while(|next| {
                next.heading == Some(level)
                    && next.page == line.page
                    && !next.text.trim().is_empty()
            });
            let parts: Vec<&str> = std::iter::once(line)
                .chain(more)
                .map(|part| part.text.trim())
                .collect();
            at += parts.len() - 1;
            flow.heading(level, &parts.join(" "), line.page);
        } else if line.is_code && line.cells.is_empty() {
            flow.code(line);
        } else if let Some(cells) = row_of(line) {
            let below = lines.get(at..).unwrap_or_default();
            flow.row(&cells, below, line.page);
        } else {
            flow.prose(line, blank);
        }
        blank = false;
    }
    flow.close_all();
}

/// The lines with each label set before what hangs behind it: `R1      Switch off the alignment function` is no row of a table where the next line begins under
/// `Switch`.
fn with_hanging_labels(lines: &[Line], layout: Layout) -> Cow<'_, [Line]> {
    let hanging = |at: usize| {
        let below = lines.get(at + 1)?;
        label_before(lines.get(at)?, below)
    };
    let is_any = layout == Layout::Typed && (0..lines.len()).any(|at| hanging(at).is_some());
    if !is_any {
        return Cow::Borrowed(lines);
    }
    let set = |(at, line): (usize, &Line)| match hanging(at) {
        Some(text) => Line {
            text,
            begins: true,
            ..line.clone()
        },
        None => line.clone(),
    };
    Cow::Owned(lines.iter().enumerate().map(set).collect())
}

/// A line whose first word is a label, with that before the rest as a sentence has it, if the line below begins where the rest does.
fn label_before(line: &Line, below: &Line) -> Option<String> {
    const LONGEST: usize = 12;
    let (label, behind) = line.text.trim_start().split_once(char::is_whitespace)?;
    let rest = behind.trim_start();
    // Most lines have no gap there, which is seen at once.
    if rest.len() == behind.len() {
        return None;
    }
    let wide = |text: &str| {
        text.chars()
            .map(|c| if c == '\t' { 8 } else { 1 })
            .sum::<usize>()
    };
    let column = wide(&line.text) - wide(rest);
    let under = below.text.trim_start();
    let indent = wide(&below.text) - wide(under);
    let is_gap = column >= label.len() + 2;
    let is_hanging =
        indent == column && !under.is_empty() && cells(under).is_none() && cells(rest).is_none();
    let is_label = label.chars().count() <= LONGEST && label.contains(char::is_alphanumeric);
    (line.cells.is_empty()
        && line.heading.is_none()
        && !line.is_code
        && is_gap
        && is_hanging
        && is_label)
        .then(|| {
            let joint = if label.ends_with(['.', ':', ')', ']']) {
                " "
            } else {
                ": "
            };
            format!("{label}{joint}{rest}")
        })
}

/// The cells of a line that is the row of a table.
fn row_of(line: &Line) -> Option<Vec<&str>> {
    if line.cells.is_empty() {
        return cells(&line.text);
    }
    Some(line.cells.iter().map(String::as_str).collect())
}

/// The cells of a table row whose columns are kept apart by space.
fn cells(line: &str) -> Option<Vec<&str>> {
    let line = line.trim();
    // Most lines have no gap, which is seen faster than it is looked for.
    if line.is_ascii() && !line.contains('\t') && !line.contains("  ") {
        return None;
    }
    let mut cells = Vec::new();
    let (mut wide, mut start) = (false, 0);
    let mut rest = line.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if !c.is_whitespace() {
            continue;
        }
        let (mut gap, mut end) = (if c == '\t' { 3 } else { 1 }, at + c.len_utf8());
        while let Some((at, c)) = rest.next_if(|(_, c)| c.is_whitespace()) {
            gap += if c == '\t' { 3 } else { 1 };
            end = at + c.len_utf8();
        }
        let cell = line.get(start..at).unwrap_or_default();
        // Two spaces after a full stop are an old typing habit.
        if gap >= 3 || (gap == 2 && !ends_sentence(cell)) {
            wide |= gap >= 3;
            cells.push(cell);
            start = end;
        }
    }
    cells.push(line.get(start..).unwrap_or_default());
    (cells.len() > 2 || (cells.len() == 2 && wide)).then_some(cells)
}

/// Whether a line starts with a mark that stands for nothing but a list item.
fn is_bulleted(line: &str) -> bool {
    const BULLETS: &str = "•▪▫◦‣●○■□◆◇►▶➢➤✓✔❖⁃∙☐☑";
    line.trim_start()
        .strip_prefix(|c: char| !c.is_ascii() && BULLETS.contains(c))
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c.is_alphanumeric()))
}

/// Whether a line starts a list item.
pub(super) fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    // Most lines begin with a word.
    if let [first, second, ..] = line.as_bytes()
        && first.is_ascii_alphabetic()
        && second.is_ascii_alphabetic()
    {
        return false;
    }
    if is_bulleted(line) {
        return true;
    }
    let Some((marker, _)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    let numbered = marker
        .strip_suffix(['.', ')'])
        .map(|number| number.strip_prefix('(').unwrap_or(number))
        .is_some_and(|number| {
            let digits =
                (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
            digits
                || (marker.ends_with(')')
                    && number.len() == 1
                    && number.bytes().all(|byte| byte.is_ascii_alphabetic()))
        });
    numbered || matches!(marker, "-" | "*" | "+" | "–" | "·")
}

/// Whether a line starts with a label: `From: …` in the head of a memo, `Q: …` in an interview.
fn is_labelled(line: &str) -> bool {
    /// Bytes of a label.
    const LONGEST: usize = 24;
    let mut ends = line.as_bytes().windows(2).take(LONGEST + 1);
    let label = ends.position(|end| end == b": ");
    label.and_then(|end| line.get(..end)).is_some_and(|label| {
        label.starts_with(char::is_uppercase)
            && label.split_whitespace().count() <= 2
            && label.chars().all(|c| c.is_alphanumeric() || c == ' ')
    })
}

/// Whether a line closes a sentence.
pub(super) fn ends_sentence(line: &str) -> bool {
    // Most lines end with a word.
    if line.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return false;
    }
    // Behind the last mark may stand that of a note.
    line.trim_end_matches(|c: char| "\"'”’»)]⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c))
        .ends_with(['.', '!', '?', ':', '…', '。', '！', '？'])
}

struct Flow<'a> {
    body: &'a mut Body,
    layout: Layout,
    width: usize,
    words: Words<'a>,
    /// The paragraph being put together, in one piece for each page it lies on.
    open: Vec<(Option<u32>, String)>,
    last: &'a str,
    item: bool,
    /// The paragraph that a note at the foot of its column cuts in the midst of a word.
    torn: Option<Torn<'a>>,
    /// Whether list items or table rows came right before.
    rows: bool,
    /// Of the table whose rows came last: how many, and what names them.
    columns: usize,
    head: Option<String>,
}

/// A paragraph that goes on behind what stands between.
struct Torn<'a> {
    open: Vec<(Option<u32>, String)>,
    last: &'a str,
    item: bool,
}

impl<'a> Flow<'a> {
    fn heading(&mut self, level: u8, text: &str, page: Option<u32>) {
        self.close_all();
        self.rows = false;
        self.body.page(page);
        self.body.heading(level, text);
    }

    fn row(&mut self, cells: &[&str], below: &[Line], page: Option<u32>) {
        self.close_all();
        self.body.page(page);
        let text = cells.join(" | ");
        let goes_on = self.rows && self.columns == cells.len();
        // Pages say again what the columns of a table are that goes on.
        let is_head = if goes_on {
            self.head.as_ref() == Some(&text)
        } else {
            names_columns(cells, below)
        };
        if is_head {
            self.body.head(&text, !self.rows);
            self.head = Some(text);
        } else {
            self.body.row(&text, !self.rows);
            self.head = self.head.take().filter(|_| goes_on);
        }
        self.columns = cells.len();
        self.rows = true;
    }

    fn code(&mut self, line: &Line) {
        self.close_all();
        self.body.page(line.page);
        self.body.line(line.text.trim(), !self.rows);
        (self.rows, self.columns) = (true, 0);
    }

    fn prose(&mut self, line: &'a Line, blank: bool) {
        let text = line.text.trim();
        if self.is_cut_by(text) {
            self.torn = Some(Torn {
                open: std::mem::take(&mut self.open),
                last: self.last,
                item: self.item,
            });
        } else if ends_sentence(self.last) && text.starts_with(char::is_lowercase) {
            self.take_up();
        }
        let is_mark = self.torn.is_some() && behind_mark(self.last) == Some("");
        let gap = blank || self.turned(line.page);
        if self.open.is_empty() || !is_mark && self.parts(text, gap, line.begins) {
            self.close();
            self.item = is_item(text);
            self.open.push((line.page, text.to_owned()));
        } else {
            self.join(text, line.page);
        }
        self.last = text;
    }

    /// Whether a note begins with `next`, and the paragraph before it ends in the midst of a word.
    fn is_cut_by(&self, next: &str) -> bool {
        let word = self.last.strip_suffix(['-', '‐', '\u{AD}']);
        self.layout == Layout::Printed
            && self.torn.is_none()
            && !self.open.is_empty()
            && word.is_some_and(|word| word.ends_with(char::is_lowercase))
            && behind_mark(next)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
    }

    /// Goes on with the paragraph that was cut, behind the notes.
    fn take_up(&mut self) {
        if let Some(torn) = self.torn.take() {
            self.close();
            (self.open, self.last, self.item) = (torn.open, torn.last, torn.item);
        }
    }

    fn close_all(&mut self) {
        self.take_up();
        self.close();
    }

    fn turned(&self, page: Option<u32>) -> bool {
        self.open.last().is_some_and(|(last, _)| *last != page)
    }

    /// Whether a new paragraph begins with `next`. Where the file says so it may take each line for one.
    fn parts(&self, next: &str, gap: bool, begins: bool) -> bool {
        let last = self.last;
        let ended = ends_sentence(last);
        let flows = next.starts_with(char::is_lowercase)
            || (last.ends_with(['-', '‐', '\u{AD}']) && !ended);
        let length = || last.chars().count();
        let is_full = || {
            let first_word = next.split_whitespace().next();
            let first_word = first_word.map_or(0, |word| word.chars().count());
            (length() + 1 + first_word) * 10 > self.width * 9
        };
        if is_item(next) && (ended || self.item || !is_full() || is_bulleted(next)) {
            return true;
        }
        if self.layout == Layout::Typed && is_labelled(next) && (ended || is_labelled(last)) {
            return true;
        }
        if begins && !flows && (ended || !is_full()) {
            return true;
        }
        match (self.layout, gap) {
            (Layout::Typed, true) => true,
            (Layout::Typed, false) if self.width > WIDEST_WRAP => true,
            (Layout::Typed, false) if self.width < NARROWEST_WRAP => ended || !flows,
            (Layout::Printed, true) => {
                ended || !(flows || (is_full() && next.starts_with(char::is_alphanumeric)))
            }
            (_, false) => !flows && !is_full() && (ended || length() * 2 < self.width),
        }
    }

    fn join(&mut self, next: &str, page: Option<u32>) {
        let turned = self.turned(page);
        let Some((_, last)) = self.open.last_mut() else {
            return;
        };
        let hyphen = self.words.hyphen(last, next, self.layout);
        if hyphen == Hyphen::Undo {
            last.pop();
        }
        let glued = hyphen != Hyphen::None || (ends_wide(last) && next.starts_with(is_wide));
        match (turned, glued) {
            (false, true) => last.push_str(next),
            (false, false) => {
                last.push(' ');
                last.push_str(next);
            }
            (true, false) => self.open.push((page, next.to_owned())),
            (true, true) => {
                // A word that was torn by the page break belongs to the page it began on.
                let (head, tail) = next.split_once(' ').unwrap_or((next, ""));
                last.push_str(head);
                self.open.push((page, tail.to_owned()));
            }
        }
    }

    fn close(&mut self) {
        let mut pieces = std::mem::take(&mut self.open).into_iter();
        let Some((page, text)) = pieces.next() else {
            return;
        };
        self.body.page(page);
        if self.item {
            self.body.line(&text, !self.rows);
        } else {
            self.body.paragraph(&text);
        }
        (self.rows, self.columns) = (self.item, 0);
        for (page, text) in pieces {
            self.body.page(page);
            self.body.continuation(&text);
        }
    }
}

/// Whether a row names the columns of the rows below it.
fn names_columns(cells: &[&str], below: &[Line]) -> bool {
    /// So many rows tell.
    const ROWS_ASKED: usize = 12;
    let rows: Vec<StringRecord> = below
        .iter()
        .map_while(row_of)
        .take_while(|row| row.len() == cells.len())
        .take(ROWS_ASKED)
        .map(StringRecord::from)
        .collect();
    !rows.is_empty() && is_head(&StringRecord::from(cells), &rows)
}

/// The line length that nine of ten lines keep within.
fn typical_width(lines: &[Line]) -> usize {
    let mut widths: Vec<usize> = lines
        .iter()
        .filter(|line| line.heading.is_none())
        .map(|line| line.text.trim().chars().count())
        .filter(|width| *width > 0)
        .collect();
    let at = widths.len() * 9 / 10;
    if at >= widths.len() {
        return 0;
    }
    *widths.select_nth_unstable(at).1
}

pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}')
}

fn ends_wide(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_wide)
}

/// What follows the mark that a note begins with.
fn behind_mark(line: &str) -> Option<&str> {
    const MARKS: &str = "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹*†‡";
    /// Signs of a mark.
    const LONGEST: usize = 2;
    let rest = line.trim_start_matches(|c| MARKS.contains(c));
    let mark = line.strip_suffix(rest)?.chars().count();
    (1..=LONGEST).contains(&mark).then_some(rest.trim_start())
}

/// What a hyphen at a line end is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hyphen {
    None,
    /// It belongs to the word.
    Keep,
    /// It only marked the break.
    Undo,
}

/// The words that stand whole in the document: they tell a torn word from a compound.
struct Words<'a>(HashSet<&'a str, RandomState>);

impl<'a> Words<'a> {
    fn of(lines: &'a [Line]) -> Self {
        let is_torn = |line: &str| line.ends_with(['-', '‐']);
        let mut words = HashSet::default();
        if !lines.iter().any(|line| is_torn(line.text.trim_end())) {
            return Self(words);
        }
        let mut torn = false;
        for line in lines {
            let text = line.text.trim();
            if text.is_empty() {
                continue;
            }
            let whole = text
                .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '‐')))
                .filter(|word| !word.is_empty());
            // The rest of a torn word is no word.
            words.extend(whole.skip(usize::from(torn)));
            torn = is_torn(text);
        }
        Self(words)
    }

    fn hyphen(&self, last: &str, next: &str, layout: Layout) -> Hyphen {
        if last.ends_with('\u{AD}') {
            return Hyphen::Undo;
        }
        let Some(before) = last.strip_suffix(['-', '‐']) else {
            return Hyphen::None;
        };
        if !before.ends_with(char::is_alphanumeric) {
            return Hyphen::None;
        }
        if !before.ends_with(char::is_alphabetic) || !next.starts_with(char::is_lowercase) {
            return Hyphen::Keep;
        }
        let head = before
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '-'))
            .next()
            .unwrap_or_default();
        let tail = next
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let knows = |word: &str| self.0.contains(word);
        let (whole, hyphened) = (format!("{head}{tail}"), format!("{head}-{tail}"));
        let compound = head.len() > 2
            && tail.len() > 2
            && (knows(head) && knows(tail) || is_compound(head, tail))
            || ends_compound(head, tail);
        if knows(&hyphened) {
            Hyphen::Keep
        } else if knows(&whole) || is_known(&whole) {
            Hyphen::Undo
        } else if compound || layout == Layout::Typed {
            Hyphen::Keep
        } else {
            Hyphen::Undo
        }
    }
}

/// Whether this is a word of English.
fn is_known(word: &str) -> bool {
    semantic::is_word(word) || is_listed_word(word)
}

/// Whether a compound of several words ends with this one: `state-of-the-art`, unless the line end tore its last word.
fn ends_compound(head: &str, tail: &str) -> bool {
    head.rsplit_once('-').is_some_and(|(_, last)| {
        let is_torn = is_known(&format!("{last}{tail}"));
        !is_torn && semantic::is_word(last) && semantic::is_word(tail)
    })
}

/// Whether a word that nobody knows is made of two that all know: `well-known`, `state-run`. Words that begin or end others as often as they stand alone tell
/// nothing.
fn is_compound(head: &str, tail: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "anti", "counter", "cross", "dis", "down", "fore", "hyper", "inter", "macro", "micro",
        "mini", "mis", "mono", "multi", "non", "out", "over", "poly", "post", "pre", "pro",
        "pseudo", "semi", "sub", "super", "sur", "tele", "trans", "ultra", "under", "uni", "with",
    ];
    /// Of three letters.
    const ENDINGS: &[&str] = &[
        "age", "ant", "ate", "ers", "ess", "ice", "ine", "ing", "ion", "ish", "ism", "ist", "ite",
        "men", "nes", "ose", "sis", "son", "ton", "ure",
    ];
    const SHORT: usize = 3;
    let last = head.rsplit('-').next().unwrap_or(head);
    let is_any = |known: fn(&str) -> bool| known(last) && known(tail);
    !BEGINNINGS.contains(&last.to_lowercase().as_str())
        && last.len() > SHORT
        && match tail.len() {
            // Pieces of words as short as this may be words by chance.
            SHORT => !ENDINGS.contains(&tail) && is_any(is_listed_word),
            length => length > SHORT && is_any(semantic::is_word),
        }
}

#[cfg(test)]
mod tests;
