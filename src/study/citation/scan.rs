//! Where citation marks stand in a text: brackets of every kind, superscripts, numbered links; never inside code, and never a link, an image, a
//! definition or an exponent.
//!
//! One pass from left to right. A mark is at most [`LONGEST_MARK`] bytes long and on one line, so that broken text costs linear time.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::locators::is_dash;
use super::{Mark, Reference, grammar};

/// Bytes that a mark, or the target of a numbered link, may have.
const LONGEST_MARK: usize = 1000;

/// Calls `found` with every mark of `text`, in order.
pub(super) fn scan(text: &str, found: &mut dyn FnMut(Mark)) {
    let code = code(text);
    let mut code = code.iter().peekable();
    let mut at = 0;
    while let Some(start) = text[at..].find(opens).map(|offset| at + offset) {
        while code.next_if(|span| span.end <= start).is_some() {}
        if let Some(span) = code.peek().filter(|span| span.start <= start) {
            at = span.end;
            continue;
        }
        at = match candidate(text, start) {
            Candidate::Mark(end, references) => {
                let (end, references) = range(text, end, references);
                found(Mark {
                    span: start..end,
                    references,
                });
                end
            }
            Candidate::Other(end) => end,
        };
    }
}

/// `[1]–[4]` is one range; what stands behind `[1]` is looked at for its end.
fn range(text: &str, end: usize, references: Vec<Reference>) -> (usize, Vec<Reference>) {
    const MOST_DIGITS: usize = 8;
    let to_last = || {
        let [Reference::Number(first)] = *references.as_slice() else {
            return None;
        };
        let behind = text.get(..end)?.ends_with(']').then(|| text.get(end..))??;
        let behind = behind.strip_prefix(is_dash)?.strip_prefix('[')?;
        let (last, _) = behind
            .get(..behind.floor_char_boundary(MOST_DIGITS))?
            .split_once(']')?;
        let rest = behind.get(last.len() + 1..)?;
        let all = grammar::numbers(&format!("{first}-{last}"))?;
        let is_whole = !rest.starts_with(['(', '[', ':']) && all.len() > 1;
        is_whole.then(|| (text.len() - rest.len(), all))
    };
    to_last().unwrap_or((end, references))
}

/// The text without the private markers that some tools have their models write.
pub(super) fn without_foreign(text: &str) -> Cow<'_, str> {
    if !text.contains(is_foreign) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(start) = text[at..].find(is_foreign).map(|offset| at + offset) {
        kept.push_str(&text[at..start]);
        at = start + foreign_length(&text[start..]);
    }
    kept.push_str(&text[at..]);
    Cow::Owned(kept)
}

/// What an opening character turned out to open, and where to go on.
enum Candidate {
    Mark(usize, Vec<Reference>),
    Other(usize),
}

fn opens(c: char) -> bool {
    matches!(c, '[' | '［' | '【' | '<') || is_foreign(c)
}

fn candidate(text: &str, start: usize) -> Candidate {
    let rest = &text[start..];
    let Some(open) = rest.chars().next() else {
        return Candidate::Other(text.len());
    };
    if is_foreign(open) {
        return Candidate::Mark(start + foreign_length(rest), Vec::new());
    }
    let before = &text[..start];
    let next = start + open.len_utf8();
    let inside = if open == '<' {
        superscript(before, rest)
    } else {
        bracketed(open, rest)
    };
    let Some((length, inside)) = inside else {
        return Candidate::Other(next);
    };
    let end = start + length;
    let after = &text[end..];
    let link = link(after);
    let link_end = end + link.map_or(0, |(_, length)| length);
    // The anchor of a list of sources says no more than the number does.
    let is_anchored = link.is_some_and(|(target, _)| target.starts_with('#'));
    let target = link.and_then(|(target, _)| grammar::target(target));
    let escaped = before.ends_with('\\');
    let image = before.ends_with('!') && link.is_some();
    if escaped || image || is_definition(text, start, after) {
        return Candidate::Other(link_end);
    }
    match (inside, target) {
        (Inside::Label, Some(target)) => Candidate::Mark(link_end, vec![target]),
        (Inside::Numbers(mut references), Some(target)) => {
            references.push(target);
            Candidate::Mark(link_end, references)
        }
        (Inside::Numbers(references), None) if is_anchored => Candidate::Mark(link_end, references),
        (Inside::Numbers(references), None) if !is_interval(before, &text[start..end]) => {
            Candidate::Mark(end, references)
        }
        (Inside::Named(reference), _) if link.is_none() => Candidate::Mark(end, vec![reference]),
        _ if link.is_some() => Candidate::Other(link_end),
        _ => Candidate::Other(next),
    }
}

/// What stands between an opening bracket and its closing one.
enum Inside {
    Numbers(Vec<Reference>),
    /// An address or a file; prose where it is the text of a link.
    Named(Reference),
    /// `citation:` and a title; a mark where it is the text of a link.
    Label,
    Prose,
}

/// Length of the brackets with their content, and the content.
fn bracketed(open: char, rest: &str) -> Option<(usize, Inside)> {
    let closes = |c: char| match open {
        '【' => c == '】',
        _ => matches!(c, ']' | '］'),
    };
    let from = open.len_utf8();
    let (end, close) = rest
        .char_indices()
        .skip(1)
        .take_while(|&(at, c)| at <= LONGEST_MARK && c != '\n' && !matches!(c, '[' | '［' | '【'))
        .find(|&(_, c)| closes(c))?;
    let content = &rest[from..end];
    Some((end + close.len_utf8(), inside(content)))
}

fn inside(content: &str) -> Inside {
    if let Some(reference) = grammar::name(content) {
        Inside::Named(reference)
    } else if let Some(references) = grammar::numbers(content) {
        Inside::Numbers(references)
    } else if content.starts_with("citation:") {
        Inside::Label
    } else {
        Inside::Prose
    }
}

/// `<sup>1,2</sup>` and `<sup>[3][4]</sup>`, unless it is an exponent.
fn superscript(before: &str, rest: &str) -> Option<(usize, Inside)> {
    const OPEN: &str = "<sup>";
    const CLOSE: &str = "</sup>";
    if !rest.get(..OPEN.len())?.eq_ignore_ascii_case(OPEN) {
        return None;
    }
    let reach = rest.floor_char_boundary(LONGEST_MARK);
    let content_end = rest[..reach].match_indices("</").find_map(|(at, _)| {
        let close = rest.get(at..at + CLOSE.len())?;
        close.eq_ignore_ascii_case(CLOSE).then_some(at)
    })?;
    let content = without_anchors(rest.get(OPEN.len()..content_end)?)?;
    let content = content.as_ref();
    let references = if content.trim_start().starts_with(['[', '［', '【']) {
        only_marks(content)?
    } else if is_base(before) {
        return None;
    } else {
        grammar::numbers(content)?
    };
    Some((content_end + CLOSE.len(), Inside::Numbers(references)))
}

/// The text of `<a href="#ref1">1</a>`; `None` where other tags stand in it.
fn without_anchors(content: &str) -> Option<Cow<'_, str>> {
    if !content.contains('<') {
        return Some(Cow::Borrowed(content));
    }
    let mut text = String::new();
    let mut rest = content;
    while let Some((before, tag)) = rest.split_once('<') {
        let (tag, behind) = tag.split_once('>')?;
        let is_anchor = tag.starts_with("a ") || matches!(tag, "/a" | "a");
        text.push_str(is_anchor.then_some(before)?);
        rest = behind;
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

/// The references of a text that holds marks, separators and nothing else.
fn only_marks(text: &str) -> Option<Vec<Reference>> {
    let mut references = Vec::new();
    let mut at = 0;
    let mut separated = true;
    scan(text, &mut |mark| {
        separated &= text[at..mark.span.start].chars().all(separates);
        at = mark.span.end;
        references.extend(mark.references);
    });
    (separated && text[at..].chars().all(separates) && !references.is_empty()).then_some(references)
}

fn separates(c: char) -> bool {
    c.is_whitespace() || grammar::is_separator(c)
}

/// Whether a superscript after `before` is an exponent: after a number, a variable or a unit of length.
fn is_base(before: &str) -> bool {
    const UNITS: [&str; 10] = ["mm", "cm", "dm", "km", "nm", "µm", "ft", "in", "mi", "yd"];
    let word_start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric())
        .take(3)
        .last()
        .map_or(before.len(), |(at, _)| at);
    let word = &before[word_start..];
    if ends_with_year(before) {
        return false;
    }
    word.ends_with(|c: char| c.is_numeric()) || word.chars().count() == 1 || UNITS.contains(&word)
}

/// Whether a text ends with a year, which nobody raises to a power: `2022`, `2022/23`.
pub(super) fn ends_with_year(before: &str) -> bool {
    const SECOND: usize = "/23".len();
    let cut = before.len().checked_sub(SECOND);
    let second = cut.and_then(|at| before.get(at..));
    let is_second = second.is_some_and(|second| {
        let digits = second.strip_prefix('/');
        digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
    });
    let first = cut.filter(|_| is_second).and_then(|at| before.get(..at));
    ends_with_one_year(first.unwrap_or(before))
}

fn ends_with_one_year(before: &str) -> bool {
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let year = before.get(before.len() - digits..);
    let is_part = before
        .get(..before.len() - digits)
        .is_some_and(|rest| rest.ends_with(['.', ',', '-', '/']));
    digits == 4 && !is_part && year.is_some_and(|year| year.parse().is_ok_and(super::is_year))
}

/// The target of a link whose text ends just before `after`, and the length of the parentheses.
fn link(after: &str) -> Option<(&str, usize)> {
    let inner = after.strip_prefix('(')?;
    let mut depth = 0_u32;
    for (at, c) in inner
        .char_indices()
        .take_while(|&(at, _)| at <= LONGEST_MARK)
    {
        match c {
            '\n' | '`' => return None,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => {
                let content = inner[..at].trim();
                let (target, title) = content
                    .split_once(char::is_whitespace)
                    .unwrap_or((content, ""));
                let titled = title.is_empty() || title.trim_start().starts_with(['"', '\'', '(']);
                return titled.then_some((target, at + 2));
            }
            _ => {}
        }
    }
    None
}

/// Whether brackets at the start of a line define a link or a footnote, as in `[1]: https://example.com`.
fn is_definition(text: &str, start: usize, after: &str) -> bool {
    let Some(defined) = after.strip_prefix(':') else {
        return false;
    };
    let indent = text[..start].len() - text[..start].trim_end_matches(' ').len();
    let first_in_line = indent <= 3
        && matches!(
            text[..start - indent].chars().next_back(),
            None | Some('\n')
        );
    first_in_line && (text[start..].starts_with("[^") || defines(defined))
}

fn defines(defined: &str) -> bool {
    let target = defined.trim_start_matches([' ', '\t']);
    ["http://", "https://", "<", "/", "#"]
        .iter()
        .any(|start| target.starts_with(start))
}

/// Whether a bracket with several numbers after `before` holds the bounds of a confidence interval, `95% CI [12, 18]`.
pub(super) fn is_interval(before: &str, bracket: &str) -> bool {
    let before = before.trim_end_matches([' ', ':', '=', ',']);
    bracket.contains(grammar::is_separator)
        && (before.ends_with("CI") || before.ends_with("interval"))
}

/// `U+E200 cite U+E202 turn1view0 U+E201` and the like: the whole sequence where it is closed and holds no prose, else the one character.
fn foreign_length(rest: &str) -> usize {
    const OPEN: char = '\u{e200}';
    const CLOSE: char = '\u{e201}';
    let alone = rest.chars().next().map_or(0, char::len_utf8);
    if !rest.starts_with(OPEN) {
        return alone;
    }
    rest.char_indices()
        .take_while(|&(at, c)| at <= LONGEST_MARK && (is_foreign(c) || c.is_ascii_alphanumeric()))
        .find(|&(_, c)| c == CLOSE)
        .map_or(alone, |(at, close)| at + close.len_utf8())
}

fn is_foreign(c: char) -> bool {
    matches!(c, '\u{e200}'..='\u{e2ff}')
}

/// Fenced blocks and inline code, in order.
pub(super) fn code(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut ticks = Vec::new();
    let mut fence: Option<(usize, &str)> = None;
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let line_end = line_start + line.len();
        let content = line.trim_start_matches([' ', '\t', '>']).trim_end();
        let marker = fence_marker(content);
        match fence {
            Some((start, opened)) => {
                if marker.len() >= opened.len()
                    && marker == content
                    && marker.starts_with(&opened[..1])
                {
                    spans.push(start..line_end);
                    fence = None;
                }
            }
            None if !marker.is_empty() && !content[marker.len()..].contains('`') => {
                inline_code(&ticks, &mut spans);
                ticks.clear();
                fence = Some((line_start, marker));
            }
            None if content.is_empty() => {
                inline_code(&ticks, &mut spans);
                ticks.clear();
            }
            None => ticks.extend(tick_runs(line, line_start)),
        }
        line_start = line_end;
    }
    inline_code(&ticks, &mut spans);
    if let Some((start, _)) = fence {
        spans.push(start..text.len());
    }
    spans
}

/// The three or more backticks or tildes that a line starts with.
fn fence_marker(content: &str) -> &str {
    let c = if content.starts_with('~') { '~' } else { '`' };
    let length = content.len() - content.trim_start_matches(c).len();
    if length >= 3 { &content[..length] } else { "" }
}

fn tick_runs(line: &str, offset: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find('`')?;
        let rest = &line[start..];
        at = start + rest.len() - rest.trim_start_matches('`').len();
        Some(offset + start..offset + at)
    })
}

/// Inline code of one paragraph: a run of backticks opens it where an equally long one follows.
fn inline_code(ticks: &[Range<usize>], spans: &mut Vec<Range<usize>>) {
    let mut next: Vec<Option<usize>> = vec![None; ticks.len()];
    let mut seen: HashMap<usize, usize> = HashMap::new();
    for (at, run) in ticks.iter().enumerate().rev() {
        next[at] = seen.insert(run.len(), at);
    }
    let mut at = 0;
    while at < ticks.len() {
        at = match next[at] {
            Some(close) => {
                spans.push(ticks[at].start..ticks[close].end);
                close + 1
            }
            None => at + 1,
        };
    }
}
