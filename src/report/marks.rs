//! What the sentences of a report cite: the marks that [`citation`] knows, and what other writers use instead: links, addresses, named footnotes, Pandoc keys,
//! superscripts, and files, titles or authors in parentheses.
//!
//! One pass from left to right; nothing here looks far ahead, so that broken text costs linear time.

use std::collections::HashSet;
use std::ops::Range;

use super::asides::cited_in_note;
use super::links::{address, bracketed_number, closing, is_domain, link};
use super::named::{
    files, identifier, is_place, named, pandoc, perhaps, surname, titled, told, works, year_of,
};
use super::sources::{points_back, words_of};
use crate::check::is_stop_word;
use crate::study::citation::{self, Reference};

/// Words that only say that a source follows.
#[rustfmt::skip]
pub(super) const LABELS: &[&str] = &[
    "source", "sources", "see", "see also", "cf", "cf.", "from", "via", "per", "and", "reference", "references", "ref", "refs", "citation", "cited in",
    "quelle", "quellen", "siehe", "vgl", "vgl.", "e.g.", "link", "read more", "according to",
];

/// One citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cite {
    /// With the address that it links to, where it does.
    Number {
        number: u32,
        target: Option<String>,
    },
    /// A raised number, which is a citation only where a source has it.
    Superscript(u32),
    Unresolved(String),
    Uri(String),
    /// An address with the words that link to it.
    Link {
        uri: String,
        text: String,
    },
    /// A file.
    Name(String),
    /// A file in code font, as a sentence may also name what it is about: a citation only of a file that there is.
    Code(String),
    /// A title with a page.
    Titled(String),
    /// A title behind a word that says so: `Source: Annual report`.
    Told(String),
    /// What may be a title: a source only if the evidence has one of that title.
    Perhaps(String),
    /// A named footnote, a Pandoc key, the label of a link; lower case.
    Label(String),
    Author {
        name: String,
        year: String,
        /// With a month, as the day of an event is told too.
        is_dated: bool,
    },
    /// The author that an entry of the list begins with; lower case.
    Surname(String),
    /// What was cited last: `(ibid., p. 4)`.
    Again,
}

/// What a report defines by which its sentences can cite, in lower case.
#[derive(Debug, Default)]
pub(super) struct Defined {
    /// Named footnotes, keys of a list, labels of links.
    pub(super) labels: HashSet<String>,
    /// The words that entries of a list begin with.
    pub(super) authors: HashSet<String>,
    /// What a list calls its sources, if that is more than a word.
    pub(super) titles: HashSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) span: Range<usize>,
    /// The part of it that is the sentence's own words, such as the text of a link; empty where there is none.
    pub(super) kept: Range<usize>,
    pub(super) cites: Vec<Cite>,
}

/// The marks of a text, in order.
pub(super) fn marks(text: &str, defined: &Defined) -> Vec<Mark> {
    marks_in(text, defined, false)
}

/// Inside parentheses, further ones are not looked into: broken text would cost twice as much for each.
fn marks_in(text: &str, defined: &Defined, in_parentheses: bool) -> Vec<Mark> {
    let code = citation::code(text);
    let mut code = code.iter().peekable();
    let known = citation::marks(text);
    let mut known = known.into_iter().peekable();
    let mut marks: Vec<Mark> = Vec::new();
    let mut at = 0;
    while let Some(start) = text
        .get(at..)
        .and_then(|rest| rest.find(opens))
        .map(|offset| at + offset)
    {
        while known.next_if(|mark| mark.span.end <= at).is_some() {}
        while code.next_if(|span| span.end <= start).is_some() {}
        if let Some(span) = code.peek().filter(|span| span.start <= start) {
            marks.extend(file_in_code(text, span, in_parentheses));
            at = span.end;
            continue;
        }
        let scan = Scan { text, defined };
        let parentheses = text.get(start..).is_some_and(|rest| rest.starts_with('('));
        if let Some(mark) = known.peek().filter(|mark| mark.span.start <= start) {
            at = mark.span.end + place_behind(scan.rest(mark.span.end));
            marks.push(Mark {
                span: mark.span.start..at,
                kept: mark.span.start..mark.span.start,
                cites: cites(&mark.references),
            });
            continue;
        }
        let found = if parentheses {
            (!in_parentheses).then(|| scan.parentheses(start)).flatten()
        } else {
            scan.at(start)
        };
        at = match found {
            Some(mark) => {
                let end = mark.span.end;
                let is_apart = marks
                    .last()
                    .is_none_or(|last| last.span.end <= mark.span.start);
                // Its first words may be those of the mark before.
                if is_apart && !(mark.cites.is_empty() && mark.kept.is_empty()) {
                    marks.push(mark);
                }
                end
            }
            None => start + scan.rest(start).chars().next().map_or(1, char::len_utf8),
        };
    }
    marks
}

/// The bytes of a place behind a mark at the end of a statement: `[1] at 12.`, `[1], p. 3.`, `[1] (p. 3).`
fn place_behind(behind: &str) -> usize {
    const LONGEST: usize = 40;
    let near = behind.get(..behind.floor_char_boundary(LONGEST));
    let near = near.unwrap_or_default();
    let inside = near.trim_start_matches([',', ' ', '(']);
    let lead = near.len() - inside.len();
    let Some(length) = citation::place(inside).filter(|_| lead > 0) else {
        return 0;
    };
    let is_open = near.get(..lead).is_some_and(|lead| lead.contains('('));
    let length = lead + length;
    let rest = behind.get(length..).unwrap_or_default();
    let closed = usize::from(is_open && rest.starts_with(')'));
    let is_whole = is_open == (closed == 1) && ends(rest.get(closed..).unwrap_or_default());
    if is_whole { length + closed } else { 0 }
}

/// `` `ev/report.md` ``: a file in code font. Between words it is one of them: `` according to `report.md` ``; at the end of what it stands behind it only cites.
fn file_in_code(text: &str, span: &Range<usize>, in_parentheses: bool) -> Option<Mark> {
    let content = text.get(span.clone())?.trim_matches('`');
    let Reference::Name { name, .. } = citation::target(content)? else {
        return None;
    };
    if content.contains('\n') {
        return None;
    }
    let before = text.get(..span.start)?.trim_end();
    let last = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()?
        .to_lowercase();
    let is_label = LABELS.contains(&last.as_str());
    let is_source = in_parentheses || is_label && before.ends_with(':');
    let only_cites = is_source || ends(text.get(span.end..)?) && !is_stop_word(&last);
    Some(Mark {
        kept: span.start..if only_cites { span.start } else { span.end },
        span: span.clone(),
        cites: vec![if is_source {
            Cite::Name(name)
        } else {
            Cite::Code(name)
        }],
    })
}

/// Whether a statement ends before this.
fn ends(behind: &str) -> bool {
    behind
        .trim_start_matches([' ', '*', '_'])
        .starts_with(['.', ',', ';', '\n'])
        || behind.trim().is_empty()
}

/// References of a mark as [`citation`] reads it.
pub(super) fn cites(references: &[Reference]) -> Vec<Cite> {
    if let [Reference::Number(number), Reference::Uri(uri)] = references {
        return vec![Cite::Number {
            number: *number,
            target: Some(uri.clone()),
        }];
    }
    let one = |reference: &Reference| match reference {
        Reference::Number(number) => Cite::Number {
            number: *number,
            target: None,
        },
        Reference::Unresolved(cited) => Cite::Unresolved(cited.clone()),
        Reference::Uri(uri) => Cite::Uri(uri.clone()),
        Reference::Name { name, .. } => Cite::Name(name.clone()),
    };
    references.iter().map(one).collect()
}

fn opens(c: char) -> bool {
    matches!(
        c,
        '[' | '【'
            | '［'
            | '('
            | '<'
            | '^'
            | '.'
            | 'h'
            | 'H'
            | '{'
            | 'c'
            | '\\'
            | '—'
            | '–'
            | '"'
            | '“'
    ) || superscript(c).is_some()
}

pub(super) fn superscript(c: char) -> Option<u32> {
    match c {
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁰' | '⁴'..='⁹' => Some(u32::from(c) - u32::from('⁰')),
        _ => None,
    }
}

pub(super) struct Scan<'a> {
    text: &'a str,
    defined: &'a Defined,
}

impl Scan<'_> {
    pub(super) fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    pub(super) fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    /// What begins at `start`, parentheses apart.
    fn at(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        match rest.chars().next()? {
            '[' if self.before(start).ends_with('\\') => self.escaped(start),
            '^' => self.caret(start),
            '.' => self.behind_stop(start),
            '[' => self
                .data(start)
                .or_else(|| self.double(start))
                .or_else(|| self.bracket(start)),
            '{' => self.braces(start),
            'c' => self.turn(start),
            '\\' => self.command(start),
            '—' | '–' => self.behind_dash(start),
            '"' | '“' => self.according_to(start),
            '<' if !rest.get(1..)?.starts_with(['h', 'H']) => {
                self.tag(start).or_else(|| self.file_in_angles(start))
            }
            '<' => {
                let length = address(rest.get(1..)?)?;
                let uri = rest.get(1..=length)?.to_owned();
                let closed = usize::from(rest.get(1 + length..)?.starts_with('>'));
                Some(only(start..start + 1 + length + closed, Cite::Uri(uri)))
            }
            'h' | 'H' => {
                let inside = self
                    .before(start)
                    .chars()
                    .next_back()
                    .is_some_and(char::is_alphanumeric);
                let length = address(rest).filter(|_| !inside)?;
                let uri = rest.get(..length)?.to_owned();
                Some(only(start..start + length, Cite::Uri(uri)))
            }
            c if superscript(c).is_some() => self.raised(start),
            _ => None,
        }
    }

    /// `[text](target)`, `[text][label]`, `[label]`, `[^label]`, `[@key, p. 3]`, `[Title, p. 3]`.
    fn bracket(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let end = closing(rest, '[', ']')?;
        let content = rest.get(1..end)?;
        let inner = start + 1..start + end;
        let after = rest.get(end + 1..).unwrap_or_default();
        let image = self.before(start).ends_with('!');
        if let Some((target, length)) = link(after) {
            let span = start..start + end + 1 + length;
            if target.starts_with('#')
                && let Some(number) = bracketed_number(content)
            {
                return Some(only(
                    span,
                    Cite::Number {
                        number,
                        target: None,
                    },
                ));
            }
            let target = citation::target(target);
            if let Some(Reference::Uri(uri)) = &target
                && let Some(number) = bracketed_number(content)
            {
                let target = Some(uri.clone());
                return Some(only(span, Cite::Number { number, target }));
            }
            let cites: Vec<Cite> = match target {
                Some(Reference::Uri(uri)) => vec![Cite::Link {
                    uri,
                    text: content.to_owned(),
                }],
                Some(target) => self::cites(&[target]),
                None => Vec::new(),
            };
            if image {
                return Some(Mark {
                    span,
                    kept: inner.start..inner.start,
                    cites: Vec::new(),
                });
            }
            // The text of a link that is itself an address, or only points at one, says nothing.
            let named = address(content).is_some()
                || is_domain(content)
                || identifier(content).is_some()
                || ends(self.rest(span.end)) && LABELS.contains(&content.to_lowercase().trim());
            let kept = if named && !cites.is_empty() {
                inner.start..inner.start
            } else {
                inner
            };
            return Some(Mark { span, kept, cites });
        }
        if let Some(label) = content.strip_prefix('^') {
            let label = label.trim().to_lowercase();
            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            return is_label.then(|| only(start..start + end + 1, Cite::Label(label)));
        }
        if let Some(second) = closing(after, '[', ']').filter(|_| after.starts_with('[')) {
            let label = after.get(1..second)?.trim().to_lowercase();
            if self.defined.labels.contains(&label) {
                // A number in brackets is no word of the sentence.
                let is_number = bracketed_number(content).is_some();
                return Some(Mark {
                    span: start..start + end + 1 + second + 1,
                    kept: if is_number {
                        inner.start..inner.start
                    } else {
                        inner
                    },
                    cites: vec![Cite::Label(label)],
                });
            }
        }
        let lower = content.trim().to_lowercase();
        if self.defined.labels.contains(&lower) {
            return Some(only(start..start + end + 1, Cite::Label(lower)));
        }
        let span = start..start + end + 1;
        let keys = pandoc(content);
        let cites = if keys.is_empty() {
            let found = number_with_page(content).or_else(|| works(content));
            let found = found.or_else(|| Some(vec![identifier(content)?]));
            let found = found.or_else(|| files(content));
            let title = || {
                let known = titled(content).or_else(|| self.listed(content));
                known.or_else(|| told(content)).or_else(|| perhaps(content))
            };
            found.or_else(|| Some(vec![title()?]))?
        } else {
            keys
        };
        Some(Mark {
            kept: span.start..span.start,
            span,
            cites,
        })
    }

    /// Parentheses that hold nothing but citations.
    fn parentheses(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let end = closing(rest, '(', ')')?;
        let content = rest.get(1..end)?;
        if content.contains('\n') {
            return None;
        }
        let inner = marks_in(content, self.defined, true);
        let mut outside = String::new();
        let mut at = 0;
        for mark in &inner {
            outside.push_str(content.get(at..mark.span.start).unwrap_or_default());
            outside.push(' ');
            at = mark.span.end;
        }
        outside.push_str(content.get(at..).unwrap_or_default());
        let mut cites: Vec<Cite> = inner.into_iter().flat_map(|mark| mark.cites).collect();
        if cites.is_empty() && points_back(&content.to_lowercase()) {
            cites.push(Cite::Again);
        } else if cites.is_empty()
            && let Some(numbers) = self.numbered(start, end, content)
        {
            cites = numbers;
        } else if cites.is_empty() {
            cites = match named(content) {
                Some(cites) => cites,
                None => vec![
                    year_of(self.before(start), content, &self.defined.authors)
                        .or_else(|| surname(content, &self.defined.authors))
                        .or_else(|| self.listed(content))?,
                ],
            };
        } else if !only_labels(&outside) {
            return None;
        }
        let span = start..start + end + 1;
        (!cites.is_empty()).then_some(Mark {
            kept: span.start..span.start,
            span,
            cites,
        })
    }

    /// `(Annual report)`, where the list has a source of just that title.
    fn listed(&self, content: &str) -> Option<Cite> {
        const LONGEST_TITLE: usize = 200;
        let is_title =
            content.len() <= LONGEST_TITLE && self.defined.titles.contains(&words_of(content));
        is_title.then(|| Cite::Titled(content.to_owned()))
    }

    /// `(1)` and `(1, 2)` at the end of what they stand behind, and `(Source 1)` anywhere; citations where sources have the numbers.
    fn numbered(&self, start: usize, end: usize, content: &str) -> Option<Vec<Cite>> {
        const MOST_DIGITS: usize = 3;
        let is_number = |part: &str| {
            (1..=MOST_DIGITS).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let place = content.split_once(',').filter(|(number, place)| {
            let place = place.trim_start();
            is_number(number) && citation::place(place) == Some(place.len())
        });
        let is_bare = place.is_some() || content.split(',').all(|part| is_number(part.trim()));
        let ends = ends(self.rest(start + end + 1));
        let follows = self
            .before(start)
            .ends_with(|c: char| c == ' ' || c.is_alphanumeric());
        let is_labelled = content.starts_with(char::is_alphabetic);
        if !(is_labelled || is_bare && ends && follows) {
            return None;
        }
        let marks = citation::marks(&format!("[{content}]"));
        let [mark] = marks.as_slice() else {
            return None;
        };
        let number = |reference: &Reference| match reference {
            Reference::Number(number) => Some(Cite::Superscript(*number)),
            _ => None,
        };
        mark.references.iter().map(number).collect()
    }

    /// `\[1, 2\]`, as converters write brackets that are no links; a citation only where a source has the number.
    fn escaped(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start).strip_prefix('[')?;
        let (inside, _) = rest.split_once("\\]")?;
        let end = start + 1 + inside.len() + "\\]".len();
        Some(of(start - 1..end, raised_numbers(inside)?))
    }

    /// `winter.12 The next`: a raised digit that a copy has made a plain one.
    fn behind_stop(&self, start: usize) -> Option<Mark> {
        const MOST: usize = 3;
        let before = self.before(start);
        let rest = self.rest(start).strip_prefix('.')?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest.get(digits..)?;
        let next = behind.trim_start();
        let ends = behind.is_empty() || behind.starts_with(char::is_whitespace);
        let begins = next.chars().next().is_none_or(|c| !c.is_lowercase());
        let letters = before
            .chars()
            .rev()
            .take_while(|c| c.is_lowercase())
            .count();
        let follows = letters >= 3 || citation::ends_with_year(before);
        let is_mark = (1..=MOST).contains(&digits) && follows && ends && begins;
        let number = rest.get(..digits).filter(|_| is_mark)?.parse().ok()?;
        Some(only(
            start + 1..start + 1 + digits,
            Cite::Superscript(number),
        ))
    }

    /// `^1^` and `^1,2^`, raised digits as Pandoc writes them, and its notes within the text.
    fn caret(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start).strip_prefix('^')?;
        if rest.starts_with('[') {
            let end = closing(rest, '[', ']')?;
            let note = rest.get(1..end)?;
            return Some(of(start..start + end + 2, cited_in_note(note)));
        }
        let (inside, _) = rest.split_once('^')?;
        let end = start + inside.len() + 2;
        Some(of(start..end, raised_numbers(inside)?))
    }

    /// Raised digits behind a word or a stop, not behind a number, a variable or a unit.
    fn raised(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let mut number: u32 = 0;
        let mut length = 0;
        for c in rest.chars() {
            let Some(digit) = superscript(c) else { break };
            number = number.checked_mul(10)?.checked_add(digit)?;
            length += c.len_utf8();
        }
        let before = self.before(start);
        let before = before.strip_suffix(' ').unwrap_or(before);
        let word: usize = before
            .chars()
            .rev()
            .take_while(|c| c.is_alphabetic())
            .take(4)
            .count();
        let last = before.chars().next_back()?;
        let follows = word >= 3
            || citation::ends_with_year(before)
            || matches!(last, '.' | ',' | '"' | '”' | ')' | ';' | ']');
        follows.then(|| only(start..start + length, Cite::Superscript(number)))
    }
}

/// `1: 3`, `1:3–4`: the number of a source and the page of it; a citation only where a source has the number.
fn number_with_page(content: &str) -> Option<Vec<Cite>> {
    let (number, page) = content.split_once(':')?;
    let page = page.trim();
    let is_page = page.starts_with(|c: char| c.is_ascii_digit())
        && page
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–'));
    is_page.then(|| raised_numbers(number)).flatten()
}

/// Numbers with commas between them, each a citation where a source has it.
pub(super) fn raised_numbers(inside: &str) -> Option<Vec<Cite>> {
    const LONGEST: usize = 40;
    if inside.len() > LONGEST {
        return None;
    }
    let number = |part: &str| Some(Cite::Superscript(part.trim().parse().ok()?));
    inside.split(',').map(number).collect()
}

pub(super) fn only(span: Range<usize>, cite: Cite) -> Mark {
    of(span, vec![cite])
}

/// A mark none of which is the sentence's own words.
pub(super) fn of(span: Range<usize>, cites: Vec<Cite>) -> Mark {
    Mark {
        kept: span.start..span.start,
        span,
        cites,
    }
}

/// Whether what stands between citations only introduces or separates them.
fn only_labels(outside: &str) -> bool {
    outside
        .split([' ', ';', ',', ':'])
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        })
        .all(|word| {
            word.is_empty()
                || LABELS.contains(&word.as_str())
                || is_place(&word)
                || word == "also"
                || word
                    .chars()
                    .all(|c| c.is_ascii_digit() || matches!(c, '-' | '–'))
        })
}
