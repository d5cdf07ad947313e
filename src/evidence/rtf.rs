//! Rich text (RTF): paragraphs, headings by their outline level, items of lists, rows of tables, notes in brackets; title and author where the file says them.
//!
//! What only describes fonts, styles and pictures is passed over, hidden text is set aside, deleted text and what is struck out left out. Runs in the child
//! process only [E2].

use std::collections::HashMap;

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};

use super::body::Body;
use super::raised::raised;
use super::reading::Reading;
use super::table::could_name_columns;

/// Groups inside groups deeper than this are passed over.
const DEEPEST: usize = 256;
/// Groups that hold none of the text.
const SILENT: &[&str] = &[
    "annotation",
    "atnauthor",
    "atnid",
    "bkmkend",
    "bkmkstart",
    "colorschememapping",
    "colortbl",
    "datastore",
    "filetbl",
    "fldinst",
    "footer",
    "footerf",
    "footerl",
    "footerr",
    "generator",
    "header",
    "headerf",
    "headerl",
    "headerr",
    "info",
    "latentstyles",
    "listoverridetable",
    "listtable",
    "nonshppict",
    "object",
    "pict",
    "revtbl",
    "rsidtbl",
    "stylesheet",
    "themedata",
    "xmlnstbl",
];
/// Control words that stand for a sign.
const SIGNS: &[(&str, char)] = &[
    ("bullet", '•'),
    ("emdash", '—'),
    ("endash", '–'),
    ("ldblquote", '“'),
    ("line", '\n'),
    ("lquote", '‘'),
    ("rdblquote", '”'),
    ("rquote", '’'),
    ("tab", ' '),
];

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut walk = walked(bytes, true);
    // A document that strikes out most of what it says shows just that.
    if walk.struck > walk.kept {
        walk = walked(bytes, false);
    }
    let mut reading = Reading {
        title: walk.title.filter(|title| !title.trim().is_empty()),
        author: walk.author.filter(|author| !author.trim().is_empty()),
        body: walk.body,
        ..Reading::default()
    };
    let hidden: Vec<String> = Some(walk.hidden)
        .filter(|text| !text.trim().is_empty())
        .into_iter()
        .collect();
    reading.set_aside_unseen(hidden, "that Word does not show");
    reading
}

/// All that a file says, without what it strikes out or with it.
fn walked(bytes: &[u8], strikes_tell: bool) -> Walk {
    let mut walk = Walk::new(strikes_tell);
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b'{' => {
                walk.open();
                after
            }
            b'}' => {
                walk.close();
                after
            }
            b'\\' => walk.control(after),
            b'\r' | b'\n' => after,
            byte => {
                walk.byte(byte);
                after
            }
        };
    }
    walk.end();
    walk
}

/// Where the text of a group goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum To {
    #[default]
    Text,
    Title,
    Author,
    /// The list of fonts.
    Fonts,
    /// What stands before an item of a list.
    Mark,
    Nowhere,
}

/// What a group has to do with a note.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Note {
    #[default]
    None,
    Whole,
    Part,
}

/// How characters are set.
#[derive(Debug, Clone, Copy, Default)]
struct Set {
    is_struck: bool,
    is_raised: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Group {
    to: To,
    is_hidden: bool,
    is_deleted: bool,
    set: Set,
    note: Note,
    /// Where the text goes of which another form is given first, without Unicode, that goes nowhere.
    told_again: Option<To>,
    /// The font that text is set in; none is the usual one.
    font: Option<i32>,
    /// How many characters stand behind one in Unicode for programs that do not know it.
    fallback: usize,
}

struct Walk {
    body: Body,
    title: Option<String>,
    author: Option<String>,
    hidden: String,
    /// Whether what is struck out is left out, and how much of the text is that.
    strikes_tell: bool,
    struck: usize,
    kept: usize,
    encoding: &'static Encoding,
    /// The encodings of the fonts that are not in that of the file, and the usual font.
    fonts: HashMap<i32, &'static Encoding>,
    usual: Option<i32>,
    group: Group,
    around: Vec<Group>,
    deeper: usize,
    /// The paragraph or row that is being read.
    open: String,
    /// Bytes of a code page that are not decoded yet.
    bytes: Vec<u8>,
    /// Characters that are still to be passed over.
    passed: usize,
    /// Half of a character beyond the first plane.
    high: Option<u16>,
    heading: Option<u8>,
    is_item: bool,
    /// What stands before it.
    mark: String,
    /// Whether the paragraph is one of a cell.
    is_in_cell: bool,
    /// The rows of the table that is being read.
    rows: usize,
}

impl Walk {
    fn new(strikes_tell: bool) -> Self {
        Self {
            body: Body::default(),
            title: None,
            author: None,
            hidden: String::new(),
            strikes_tell,
            struck: 0,
            kept: 0,
            encoding: WINDOWS_1252,
            fonts: HashMap::new(),
            usual: None,
            group: Group {
                fallback: 1,
                ..Group::default()
            },
            around: Vec::new(),
            deeper: 0,
            open: String::new(),
            bytes: Vec::new(),
            passed: 0,
            high: None,
            heading: None,
            is_item: false,
            mark: String::new(),
            is_in_cell: false,
            rows: 0,
        }
    }

    fn open(&mut self) {
        self.decode();
        if self.around.len() < DEEPEST {
            self.around.push(self.group);
            if self.group.note == Note::Whole {
                self.group.note = Note::Part;
            }
        } else {
            self.deeper += 1;
        }
    }

    fn close(&mut self) {
        self.decode();
        if let Some(deeper) = self.deeper.checked_sub(1) {
            self.deeper = deeper;
            return;
        }
        if self.group.note == Note::Whole {
            self.open.truncate(self.open.trim_end().len());
            self.text(")");
        }
        if let Some(group) = self.around.pop() {
            self.group = group;
        }
    }

    /// What stands behind a backslash; gives what is behind that.
    fn control<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let letters = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let (name, behind) = rest.split_at(letters);
        if name.is_empty() {
            return self.sign(rest);
        }
        let digits = behind
            .iter()
            .enumerate()
            .take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-'))
            .count();
        let (number, behind) = behind.split_at(digits);
        let number = std::str::from_utf8(number)
            .ok()
            .and_then(|number| number.parse::<i32>().ok());
        let name = std::str::from_utf8(name).unwrap_or_default();
        let behind = behind.strip_prefix(b" ").unwrap_or(behind);
        if name == "bin" {
            let bytes = number.and_then(|bytes| usize::try_from(bytes).ok());
            return behind.get(bytes.unwrap_or(0)..).unwrap_or_default();
        }
        self.word(name, number);
        behind
    }

    fn sign<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let Some((sign, behind)) = rest.split_first() else {
            return rest;
        };
        match sign {
            b'\'' => {
                let digits = behind
                    .get(..2)
                    .and_then(|hex| std::str::from_utf8(hex).ok());
                if let Some(byte) = digits.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                    self.byte(byte);
                }
                return behind.get(2..).unwrap_or_default();
            }
            // What programs may pass over that do not know it.
            b'*' => self.group.to = To::Nowhere,
            b'~' => self.text(" "),
            b'_' => self.text("-"),
            b'\r' | b'\n' => self.end_paragraph(),
            b'{' | b'}' | b'\\' => self.byte(*sign),
            _ => {}
        }
        behind
    }

    fn word(&mut self, name: &str, number: Option<i32>) {
        self.decode();
        if let Some((_, sign)) = SIGNS.iter().find(|(known, _)| *known == name) {
            return self.text(sign.encode_utf8(&mut [0; 4]));
        }
        let is_on = number != Some(0);
        match name {
            "upr" => {
                self.group.told_again = Some(self.group.to);
                self.group.to = To::Nowhere;
            }
            "ud" => self.group.to = self.group.told_again.take().unwrap_or(self.group.to),
            _ if self.group.told_again.is_some() => {}
            "title" => self.group.to = To::Title,
            "author" => self.group.to = To::Author,
            "listtext" | "pntext" => {
                self.is_item = true;
                self.mark.clear();
                self.group.to = To::Mark;
            }
            // Some programs say of notes that others may pass over them.
            "footnote"
                if self
                    .around
                    .last()
                    .is_some_and(|around| around.to == To::Text) =>
            {
                self.group.to = To::Text;
                self.group.set = Set::default();
                self.text(" (");
                self.group.note = Note::Whole;
            }
            "fonttbl" => self.group.to = To::Fonts,
            _ if SILENT.contains(&name) => self.group.to = To::Nowhere,
            "par" | "sect" | "page" => self.end_paragraph(),
            "cell" | "nestcell" => self.text(" | "),
            "row" | "nestrow" => self.end_row(),
            "pard" if self.group.note == Note::None && self.group.to != To::Mark => {
                (self.heading, self.is_item, self.is_in_cell) = (None, false, false);
            }
            "intbl" => self.is_in_cell = true,
            "itap" => self.is_in_cell = number.is_some_and(|level| level > 0),
            "plain" => {
                (self.group.is_hidden, self.group.is_deleted) = (false, false);
                self.group.set = Set::default();
                self.group.font = None;
            }
            "f" => self.group.font = number,
            "deff" => self.usual = number,
            "fcharset" | "cpg" if self.group.to == To::Fonts => {
                let encoding = match (name, number) {
                    ("cpg", Some(page)) => encoding_of_page(page),
                    (_, Some(set)) => encoding_of_set(set),
                    _ => None,
                };
                if let (Some(font), Some(encoding)) = (self.group.font, encoding) {
                    self.fonts.insert(font, encoding);
                }
            }
            "mac" => self.encoding = MACINTOSH,
            "v" => self.group.is_hidden = is_on,
            "deleted" => self.group.is_deleted = is_on,
            "strike" | "striked" => self.group.set.is_struck = is_on,
            "super" | "up" => self.group.set.is_raised = is_on,
            "nosupersub" | "sub" | "dn" => self.group.set.is_raised = false,
            "outlinelevel" => {
                self.heading = number.and_then(|level| u8::try_from(level + 1).ok());
            }
            "uc" => {
                let fallback = number.and_then(|count| usize::try_from(count).ok());
                self.group.fallback = fallback.unwrap_or(1);
            }
            "u" => self.unicode(number.unwrap_or_default()),
            "ansicpg" => {
                self.encoding = number.and_then(encoding_of_page).unwrap_or(self.encoding);
            }
            _ => {}
        }
    }

    fn unicode(&mut self, number: i32) {
        // Numbers are of sixteen bits with a sign.
        let unit = number as u16;
        let units = match self.high.take() {
            Some(high) => vec![high, unit],
            None if (0xD800..0xDC00).contains(&unit) => {
                self.high = Some(unit);
                Vec::new()
            }
            None => vec![unit],
        };
        let text: String = char::decode_utf16(units).flatten().collect();
        self.text(&text);
        self.passed = self.group.fallback;
    }

    fn byte(&mut self, byte: u8) {
        match self.passed.checked_sub(1) {
            Some(passed) => self.passed = passed,
            None => self.bytes.push(byte),
        }
    }

    /// What stands in the code page of its font, or else of the file, becomes text.
    fn decode(&mut self) {
        self.passed = 0;
        let bytes = std::mem::take(&mut self.bytes);
        if !bytes.is_empty() {
            let font = self.group.font.or(self.usual);
            let encoding = font.and_then(|font| self.fonts.get(&font));
            let encoding = encoding.copied().unwrap_or(self.encoding);
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            self.text(&text);
        }
    }

    fn text(&mut self, text: &str) {
        if !self.bytes.is_empty() {
            self.decode();
        }
        match self.group.to {
            To::Nowhere | To::Fonts => {}
            To::Mark => self.mark.push_str(text),
            To::Title => self.title.get_or_insert_default().push_str(text),
            To::Author => self.author.get_or_insert_default().push_str(text),
            To::Text if self.group.is_deleted => {}
            To::Text if self.group.is_hidden => self.hidden.push_str(text),
            To::Text => self.add(text),
        }
    }

    fn add(&mut self, text: &str) {
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        if self.group.set.is_struck {
            self.struck += letters;
            if self.strikes_tell {
                return;
            }
        } else {
            self.kept += letters;
        }
        let begins_note = self.group.note != Note::None && self.open.ends_with(" (");
        let text = if begins_note { text.trim_start() } else { text };
        let figures = raised(text).filter(|_| self.group.set.is_raised);
        self.open.push_str(figures.as_deref().unwrap_or(text));
    }

    fn end_paragraph(&mut self) {
        self.decode();
        if self.group.to != To::Text {
            return;
        }
        // In a cell or a note, paragraphs are lines of it.
        let is_in_note = self.group.note != Note::None;
        if is_in_note || self.is_in_cell || self.open.contains(" | ") {
            return self.open.push(' ');
        }
        let text = std::mem::take(&mut self.open);
        self.rows = 0;
        match (self.heading, std::mem::take(&mut self.is_item)) {
            (Some(level), _) => self.body.heading(level, &text),
            (None, true) => {
                let mark = numbered(&self.mark).unwrap_or("-");
                self.body.line(&format!("{mark} {}", text.trim()), false);
            }
            (None, false) => self.body.paragraph(&text),
        }
    }

    /// The file ends, whatever is still open.
    fn end(&mut self) {
        self.decode();
        self.group = Group::default();
        self.is_in_cell = false;
        if self.open.contains(" | ") {
            self.end_row();
        } else {
            self.end_paragraph();
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.open);
        let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
        let row = row.trim_end_matches('|').trim_end();
        let is_first = self.rows == 0;
        self.rows += 1;
        if is_first && could_name_columns(row.split(" | ")) {
            self.body.head(row, true);
        } else {
            self.body.row(row, is_first);
        }
    }
}

/// What a code page is called elsewhere.
fn encoding_of_page(page: i32) -> Option<&'static Encoding> {
    let label = match page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10000 => "macintosh".to_owned(),
        65001 => "utf-8".to_owned(),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes())
}

/// The encoding of a font for one sort of letters; none of one for those of the file.
fn encoding_of_set(set: i32) -> Option<&'static Encoding> {
    encoding_of_page(match set {
        77 => 10000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// The number that stands before an item, where it is one: `2.`, `(b)`, `IV)`.
fn numbered(mark: &str) -> Option<&str> {
    const LONGEST: usize = 8;
    let mark = mark.trim();
    let is_number = mark.len() <= LONGEST
        && mark.ends_with(['.', ')'])
        && mark.contains(|c: char| c.is_ascii_alphanumeric())
        && mark
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '(' | ')'));
    is_number.then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_words_and_its_structure() {
        let reading = read(
            b"{\\rtf1\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0 Times;}}{\\info{\\title Depots}{\\author Ann Reed}}{\\*\\generator X;}\n\
              \\pard\\outlinelevel0 Range\\par\\pard The fleet of G\\'f6teborg lost {\\b a third}\\u8212 - of it{\\footnote In \\i May\\i0 .}.\\par\n\
              {\\listtext\\'b7\\tab}East\\par{\\listtext\\'b7\\tab}West\\par\\pard {\\v Praise it.}{\\deleted Gone.}Last.\\par\n\
              Depot\\cell Buses\\cell\\row East\\cell 43\\cell\\row}",
        );
        assert_eq!(reading.title.as_deref(), Some("Depots"));
        assert_eq!(reading.author.as_deref(), Some("Ann Reed"));
        assert!(
            reading.body.text().starts_with(
                "Range\n\nThe fleet of Göteborg lost a third— of it (In May.).\n- East\n- West\n\nLast.\n\nDepot | Buses\nEast | 43"
            ),
            "{}",
            reading.body.text()
        );
        assert_eq!(
            reading.warnings,
            ["hidden text was set aside (2 words that Word does not show)"]
        );
    }

    #[test]
    fn what_is_told_again_in_unicode_is_told_once() {
        let reading = read(
            br"{\rtf1\ansi{\info{\upr{\author Axel D?fler}{\*\ud{\author Axel D\u246?fler}}}{\title{\upr{Re?ort}{\*\ud{R\u233?port}}}}}The fee is 8 euros.\par}",
        );
        assert_eq!(reading.author.as_deref(), Some("Axel Döfler"));
        assert_eq!(reading.title.as_deref(), Some("Réport"));
        assert_eq!(reading.body.text(), "The fee is 8 euros.");
    }

    #[test]
    fn items_keep_their_numbers() {
        check(
            r"{\listtext\tab 1.\tab}East\par{\listtext\tab 2.\tab}West\par{\pntext\pard\plain\f2 (b)\tab}North\par{\pntext\pard\f3\'b7\tab}South\par",
            "1. East\n2. West\n(b) North\n- South",
        );
    }

    #[track_caller]
    fn check(body: &str, expected: &str) {
        let reading = read(format!("{{\\rtf1\\ansi {body}}}").as_bytes());
        assert_eq!(reading.body.text(), expected, "{body}");
    }

    #[test]
    fn powers_stay_powers_and_what_is_struck_out_is_not_said() {
        check(
            "3.2 x 10{\\super 4} kg, 5 m s{\\super \\u8722?1} on the 4{\\super th}, H{\\sub 2}O and \\super 2\\nosupersub  m.\\par",
            "3.2 x 10⁴ kg, 5 m s⁻¹ on the 4th, H2O and ² m.",
        );
        check(
            "It costs {\\strike 12 }14 euros\\striked1 , they say\\striked0 .\\par",
            "It costs 14 euros.",
        );
        check(
            "{\\strike All of it is gone.} So.\\par",
            "All of it is gone. So.",
        );
    }

    #[test]
    fn a_note_that_other_programs_may_pass_over_is_read() {
        check(
            "The fleet lost a third{\\super\\chftn}{\\*\\footnote\\chftn\\~\\plain\\pard In May.\\par} of it.{\\*\\other No text.\\par} Two went.\\par",
            "The fleet lost a third (In May.) of it. Two went.",
        );
    }

    #[test]
    fn letters_are_those_of_their_font() {
        let fonts = "\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fswiss\\fcharset238{\\*\\falt A;}Arial CE;}{\\f2\\fcharset204 Arial Cyr;}{\\f3\\fcharset128 Mincho;}}";
        check(
            &format!(
                "{fonts}\\f1 \\'c8l\\'e1nek \\plain caf\\'e9 {{\\f2 \\'cf\\'eb\\'e0\\'ed}} \\f3\\'83\\'4f.\\par"
            ),
            "Článek café План グ.",
        );
        let usual = "\\deff1{\\fonttbl{\\f1\\fcharset204 Arial;}}";
        check(&format!("{usual}\\'cf\\'eb\\'e0\\'ed\\par"), "План");
    }

    #[test]
    fn a_cell_may_have_paragraphs_and_a_table_may_break_off() {
        let cell = |text: &str| format!("{{\\pard\\intbl {text}\\par}}\\cell");
        let row = |first: &str, second: &str| format!("{{{}{}\\row}}", cell(first), cell(second));
        check(
            &format!(
                "{}{}\\pard After.\\par",
                row("Depot", "Buses"),
                row("East\\par and west", "43")
            ),
            "Depot | Buses\nEast and west | 43\n\nAfter.",
        );
        check("Depot\\cell Buses\\cell", "Depot | Buses");
    }

    #[test]
    fn what_is_not_closed_or_no_text_costs_nothing() {
        for text in [
            "{\\rtf1",
            "{\\rtf1\\'",
            "{\\rtf1\\bin99999 x}",
            "}}}",
            "{\\rtf1\\u}",
        ] {
            let _ = read(text.as_bytes());
        }
        let deep = format!("{}deep words{}", "{".repeat(100_000), "}".repeat(100_000));
        assert_eq!(read(deep.as_bytes()).body.text(), "deep words");
    }
}
