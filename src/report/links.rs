//! Links and addresses in a report: where each ends, and what it leads to.
//!
//! Nothing here looks further than [`LONGEST`] bytes ahead.

/// Bytes that a link, an address or a pair of parentheses may have.
const LONGEST: usize = 1000;

/// Where what opens at the start of `rest` closes, on the same paragraph and not too far.
pub(super) fn closing(rest: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_u32;
    let mut last = ' ';
    for (at, c) in rest.char_indices().take_while(|&(at, _)| at <= LONGEST) {
        if c == '\n' && last == '\n' {
            return None;
        }
        last = c;
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The target of a link whose text ends just before `after`, and the bytes of its parentheses.
pub(super) fn link(after: &str) -> Option<(&str, usize)> {
    if !after.starts_with('(') {
        return None;
    }
    let end = closing(after, '(', ')')?;
    let content = after.get(1..end)?.trim();
    let target = match content.strip_prefix('<') {
        Some(angled) => angled.split('>').next()?,
        None => content.split(char::is_whitespace).next()?,
    };
    Some((target, end + 1))
}

/// The bytes of the address at the start of `rest`.
pub(crate) fn address(rest: &str) -> Option<usize> {
    let head = ["https://", "http://"].into_iter().find(|head| {
        rest.get(..head.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(head))
    })?;
    let mut depth = 0_i32;
    let mut end = rest.len().min(LONGEST);
    for (at, c) in rest.char_indices().take_while(|&(at, _)| at <= LONGEST) {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let ends = c.is_whitespace()
            || depth < 0
            || matches!(
                c,
                '<' | '>' | '[' | ']' | '"' | '”' | '`' | '|' | '】' | '）' | '，' | '。' | '、'
            );
        if ends {
            end = at;
            break;
        }
        end = at + c.len_utf8();
    }
    let found = rest
        .get(..end)?
        .trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_', '\'']);
    (found.len() > head.len()).then_some(found.len())
}

pub(super) fn is_domain(text: &str) -> bool {
    let text = text.trim();
    text.contains('.')
        && !text.contains(char::is_whitespace)
        && !text.ends_with('.')
        && text
            .rsplit('.')
            .next()
            .is_some_and(|last| last.chars().next().is_some_and(char::is_alphabetic))
}

/// `[1]` as the text of a link.
pub(super) fn bracketed_number(content: &str) -> Option<u32> {
    let inner = content.trim().trim_start_matches('\\');
    let inner = inner.strip_prefix('[')?.strip_suffix(']')?;
    let inner = inner.trim_end_matches('\\');
    inner.trim_start_matches('^').parse().ok()
}
