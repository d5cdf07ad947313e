//! How the entries of a list of sources begin: with a number, a key or a bullet, on lines of their own, in the items of HTML, or one behind the other.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The items of an HTML list as lines that begin with their number.
pub(super) fn itemised(text: &str) -> Cow<'_, str> {
    if !text.contains("<li") {
        return Cow::Borrowed(text);
    }
    let mut lines = String::with_capacity(text.len());
    let mut number = 0;
    for (at, piece) in text.split("<li").enumerate() {
        if at == 0 {
            lines.push_str(piece);
            continue;
        }
        number += 1;
        let inner = piece.split_once('>').map_or("", |(_, inner)| inner);
        let (item, behind) = inner.split_once("</li>").unwrap_or((inner, ""));
        let item = without_tags(item.trim());
        let _ = write!(lines, "\n{number}. {item}\n{behind}");
    }
    Cow::Owned(lines)
}

/// A line of a list as its entries, where each next one begins with the next number: `[1] a.md; [2] b.md`, `1. a.md, 2. b.md`.
pub(super) fn entries_of(line: &str) -> Vec<&str> {
    let mut entries = Vec::new();
    let mut rest = line;
    while let Some((Some(number), _, _)) = head(rest) {
        let next = number.saturating_add(1);
        let bracketed = rest
            .trim_start_matches(['-', '*', ' ', '\\'])
            .starts_with('[');
        let mark = if bracketed {
            format!("[{next}]")
        } else {
            format!("{next}. ")
        };
        let begins = rest.match_indices(&mark).map(|(at, _)| at).find(|&at| {
            let before = rest.get(..at).unwrap_or_default();
            let behind = rest.get(at + mark.len()..).unwrap_or_default();
            let apart = before.trim_end();
            let is_apart = apart.len() < before.len()
                && (bracketed || apart.ends_with([',', ';', '|', '·', '•']));
            is_apart && behind.trim_start().starts_with(char::is_alphanumeric)
        });
        let Some(at) = begins else { break };
        let (entry, behind) = rest.split_at(at);
        entries.push(entry.trim_end_matches([',', ';', '|', '·', '•', ' ']));
        rest = behind;
    }
    entries.push(rest);
    entries
}

/// Whether lines begin with `1 `, `2 ` and so on, which only together can be seen to number them.
pub(super) fn are_numbered_plainly(lines: &[&str]) -> bool {
    let mut next = 1;
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        match plain_head(line) {
            Some((number, ..)) if number == Some(next) => next += 1,
            None if line.starts_with([' ', '\t']) && next > 1 => {}
            _ => return false,
        }
    }
    next > 1
}

pub(super) fn plain_head(line: &str) -> Option<Head<'_>> {
    let (number, rest) = leading_number(line.trim())?;
    let entry = rest.strip_prefix(' ')?.trim_start();
    let begins =
        entry.starts_with(|c: char| c.is_alphabetic() || matches!(c, '"' | '“' | '*' | '_' | '`'));
    begins.then_some((Some(number), None, entry))
}

pub(super) fn is_rule(content: &str) -> bool {
    content
        .chars()
        .all(|c| matches!(c, '-' | '*' | '_' | '=' | '|' | ':' | ' '))
}

pub(super) fn bullet(line: &str) -> Option<&str> {
    let content = line.trim_start().trim_start_matches('>').trim_start();
    content
        .strip_prefix(['-', '*', '+', '•', '–', '·'])
        .filter(|rest| rest.starts_with(' '))
        .map(str::trim_start)
}

pub(super) type Head<'a> = (Option<u32>, Option<String>, &'a str);

/// The number or label that an entry begins with, and what follows.
pub(super) fn head(line: &str) -> Option<Head<'_>> {
    let content = line.trim();
    let content = bullet(content).unwrap_or(content);
    let content = content.trim_start_matches(['#', '|', '>', ' ', '*', '_', '\\']);
    let content = without_tags(content);
    let labelled = content.split_once(' ').filter(|(word, _)| {
        let word = word
            .trim_matches(|c: char| !c.is_alphabetic())
            .to_lowercase();
        [
            "source",
            "ref",
            "reference",
            "footnote",
            "doc",
            "document",
            "citation",
            "quelle",
        ]
        .contains(&word.as_str())
            && !word.is_empty()
    });
    if let Some((_, rest)) = labelled
        && let Some((number, rest)) = leading_number(rest)
        && rest.starts_with([':', '.', ')', ']', ' ', '-', '–'])
    {
        return Some((Some(number), None, strip_separators(rest)));
    }
    let bracket = content
        .strip_prefix("[[")
        .or_else(|| content.strip_prefix(['[', '(', '【', '［']));
    if let Some(inner) = bracket {
        let inner = inner.trim_start_matches(['^', '#', ' ', '\\']);
        let inner = ["Source ", "source ", "Ref ", "S", "Doc "]
            .iter()
            .find_map(|label| {
                inner
                    .strip_prefix(label)
                    .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            })
            .unwrap_or(inner);
        if let Some((number, rest)) = leading_number(inner) {
            let rest = rest.trim_start_matches('\\');
            let rest = rest.strip_prefix([']', ')', '】', '］'])?;
            return Some((Some(number), None, strip_separators(rest)));
        }
        let (label, rest) = inner.split_once(']')?;
        let key = label.strip_prefix('@');
        let is_label = key.is_some()
            || rest.starts_with(':') && !label.contains(' ')
            || rest.starts_with([' ', '\t']) && is_key(label);
        let label = key.unwrap_or(label).to_lowercase();
        return (is_label && !label.is_empty())
            .then(|| (None, Some(label), strip_separators(rest)));
    }
    let (number, rest) = leading_number(content)?;
    if let Some(rest) = rest.strip_prefix("</sup>") {
        return Some((Some(number), None, strip_separators(rest)));
    }
    if !content.starts_with(|c: char| c.is_ascii_digit()) {
        return Some((Some(number), None, strip_separators(rest)));
    }
    let ends = rest.starts_with(['.', ')', ':', ']', '|', '．', '、'])
        || [" - ", " – ", " — ", " | ", "\t"]
            .iter()
            .any(|separator| rest.starts_with(separator));
    let spaced = rest
        .chars()
        .nth(1)
        .is_some_and(|c| c.is_whitespace() || matches!(c, '*' | '[' | '|' | '_'))
        || rest.starts_with(['．', '、']);
    (ends && spaced).then(|| (Some(number), None, strip_separators(rest)))
}

/// `SUB23`, `a`, `Lee20`: what stands in brackets before an entry to cite it by, not `PDF` or `in Russian`.
fn is_key(label: &str) -> bool {
    const LONGEST: usize = 20;
    const NONE: &[&str] = &[
        "pdf", "html", "online", "internet", "web", "video", "book", "blog", "x",
    ];
    (1..=LONGEST).contains(&label.len())
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'))
        && !NONE.contains(&label.to_lowercase().as_str())
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let raised: usize = text
        .chars()
        .take_while(|c| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹'))
        .map(char::len_utf8)
        .sum();
    if raised > 0 {
        let digits = text.get(..raised)?.chars().map(|c| match c {
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            other => char::from_digit(u32::from(other).saturating_sub(0x2070), 10).unwrap_or('0'),
        });
        let number = digits.collect::<String>().parse().ok()?;
        return Some((number, text.get(raised..)?));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits)?.parse().ok()?;
    (digits <= 4).then_some((number, text.get(digits..)?))
}

/// Without what closes the mark of an entry and separates it from the rest.
fn strip_separators(rest: &str) -> &str {
    rest.trim_start_matches([')', ']', '*', '_'])
        .trim_start_matches([':', '.', ')', ']', ' ', '\t', '|', '．', '、'])
        .trim_start_matches(['-', '–', '—', '→', ' '])
}

/// Without HTML tags in front, such as an anchor.
pub(super) fn without_tags(mut text: &str) -> &str {
    while text.starts_with('<') && !text.starts_with("<http") {
        let Some(end) = text.find('>').filter(|end| *end < 200) else {
            break;
        };
        text = text.get(end + 1..).unwrap_or_default().trim_start();
    }
    text
}
