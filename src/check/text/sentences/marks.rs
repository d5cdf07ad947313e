//! What may stand between a full stop and the next sentence and belongs to the one before: marks of citations in the forms that writers use.

use super::words::BEFORE_NUMBER;
use super::{Scan, is_place};
use crate::study::citation;

/// How far a bracket after a stop may reach.
const LOOKAHEAD: usize = 80;
/// How far the target of a link may.
const LONGEST_TARGET: usize = 400;
/// How far a note in a tag may.
const LONGEST_NOTE: usize = 1200;

impl Scan<'_> {
    /// The end of the mark that begins at `gap`, after the stop at `stop` and what closes at `end`; only blanks lie between the two.
    pub(super) fn mark_end(&self, stop: usize, end: usize, gap: usize) -> Option<usize> {
        let directly = gap == end;
        self.citation_at(stop, gap, directly)
            .or_else(|| self.superscript_at(gap))
            .or_else(|| self.command_at(gap))
            .or_else(|| self.tag_end(gap))
            .or_else(|| self.note_number_at(stop, end))
            .or_else(|| self.author_and_year_at(gap, directly))
            .or_else(|| self.named_source_at(stop, gap))
    }

    /// A bracket. Directly after the stop any is a mark; after a space it must hold references, and not be the subject of what follows.
    fn citation_at(&self, stop: usize, at: usize, directly: bool) -> Option<usize> {
        let rest = self.body.get(at..)?;
        let (open, close) = if rest.starts_with("<sup>") {
            (5, "</sup>")
        } else if rest.starts_with('【') {
            ('【'.len_utf8(), "】")
        } else if rest.starts_with('[') {
            (1, "]")
        } else {
            let numbered = directly && rest.starts_with('(');
            let end = at + 1 + self.balanced(at, '(', ')', LOOKAHEAD)?;
            let content = self.body.get(at + 1..end - 1)?;
            return (numbered && is_reference(content)).then_some(end);
        };
        let length = if close == "]" {
            self.balanced(at, '[', ']', LOOKAHEAD)? - 1
        } else {
            let inner = rest.get(open..)?;
            inner
                .char_indices()
                .take(LOOKAHEAD)
                .find(|(at, _)| inner.get(*at..).is_some_and(|rest| rest.starts_with(close)))?
                .0
        };
        let content = rest.get(open..open + length)?;
        if content.contains('\n') {
            return None;
        }
        let end = at + open + length + close.len();
        let end = self.link_target(end).unwrap_or(end);
        if directly || close != "]" {
            return Some(end);
        }
        let next = self.inline_space(end);
        let is_subject = next > end
            && self.char_at(next).is_some_and(char::is_lowercase)
            && !self.is_mixed_case(next);
        let word = self.word_before(0, stop).to_lowercase();
        let is_number_of = BEFORE_NUMBER.contains(&word.as_str());
        (is_reference(content) && !is_subject && !is_number_of).then_some(end)
    }

    /// Whether references in brackets stand right before a stop, `in 2023 [1].Germany`.
    pub(super) fn is_cited_before(&self, stop: usize) -> bool {
        let head = self.body.get(..stop).unwrap_or_default();
        let Some(before) = head.strip_suffix(']') else {
            return ends_in_bracketed_link(head);
        };
        let from = before.ceil_char_boundary(before.len().saturating_sub(LOOKAHEAD));
        let near = before.get(from..).unwrap_or_default();
        near.rfind('[')
            .and_then(|open| near.get(open + 1..))
            .is_some_and(is_reference)
    }

    /// The bytes from behind the bracket at `at` to behind the one that closes it.
    fn balanced(&self, at: usize, open: char, close: char, reach: usize) -> Option<usize> {
        let inner = self.body.get(at..)?.strip_prefix(open)?;
        let mut depth = 1;
        for (place, letter) in inner.char_indices().take(reach) {
            if letter == open {
                depth += 1;
            } else if letter == close {
                depth -= 1;
            }
            if depth == 0 {
                return Some(place + letter.len_utf8());
            }
        }
        None
    }

    /// The end of a tag around a source, `<ref name="a">Roy, *Costs*. 2019.</ref>`, or of one that only names it, `<ref name="a"/>`.
    pub(super) fn tag_end(&self, at: usize) -> Option<usize> {
        const TAGS: &[&str] = &["ref", "cite", "citation", "source"];
        let rest = self.body.get(at..)?.strip_prefix('<')?;
        let rest = rest.get(..rest.floor_char_boundary(LONGEST_NOTE))?;
        let name = TAGS.iter().find(|name| {
            let behind = rest.strip_prefix(**name);
            behind.is_some_and(|behind| behind.starts_with(['>', ' ', '/']))
        })?;
        let open = rest.find('>')?;
        if rest.get(..open)?.ends_with('/') {
            return Some(at + 1 + open + 1);
        }
        let close = format!("</{name}>");
        let length = rest.find(&close)?;
        // `<cite>Bridges of stone</cite>` may be what the next sentence begins with.
        let is_mark = *name == "ref" || rest.get(open + 1..length).is_some_and(is_reference);
        is_mark.then_some(at + 1 + length + close.len())
    }

    /// The end of the `(target)` of a numbered link.
    fn link_target(&self, at: usize) -> Option<usize> {
        let inner = self.body.get(at..)?.strip_prefix('(')?;
        let close = inner
            .char_indices()
            .take(LONGEST_TARGET)
            .find(|(_, next)| *next == ')')?
            .0;
        let target = inner.get(..close)?;
        (!target.contains(char::is_whitespace)).then_some(at + close + 2)
    }

    /// Raised digits: `¹²`, or `^3^` as Markdown writes them.
    fn superscript_at(&self, at: usize) -> Option<usize> {
        let rest = self.body.get(at..)?;
        let raised: usize = rest
            .chars()
            .take(LOOKAHEAD)
            .take_while(|letter| {
                matches!(letter, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' | '⁻' | '˒' | '⸴')
            })
            .map(char::len_utf8)
            .sum();
        if raised > 0 {
            return Some(at + raised);
        }
        let inner = rest.strip_prefix('^')?;
        let length = inner
            .bytes()
            .take(16)
            .take_while(|byte| byte.is_ascii_digit() || b"[], -".contains(byte))
            .count();
        let closed = inner.get(length..)?.starts_with('^');
        (length > 0 && closed).then_some(at + length + 2)
    }

    /// A citation or a note as LaTeX writes it: `\cite{lee2019}`, `\citep[p. 3]{roy}`, `\footnote{See there.}`.
    fn command_at(&self, at: usize) -> Option<usize> {
        let rest = self.body.get(at..)?.strip_prefix('\\')?;
        let name: usize = rest
            .bytes()
            .take(16)
            .take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'*')
            .count();
        let called = rest.get(..name)?;
        if !called.contains("cite") && !called.contains("footnote") {
            return None;
        }
        let mut end = at + 1 + name;
        while let Some(length) = self.balanced(end, '[', ']', LOOKAHEAD) {
            end += 1 + length;
        }
        Some(end + 1 + self.balanced(end, '{', '}', LOOKAHEAD)?)
    }

    /// A flattened superscript, as in `winter.12 The next`: a few digits between a word's full stop and a capital.
    fn note_number_at(&self, stop: usize, at: usize) -> Option<usize> {
        if at != stop + 1 || self.body.as_bytes().get(stop) != Some(&b'.') {
            return None;
        }
        let rest = self.body.get(at..)?;
        if !rest.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let word = self.word_before(0, stop);
        let is_word = word.chars().count() >= 3 && word.chars().all(char::is_lowercase);
        let is_year = || self.body.get(..stop).is_some_and(citation::ends_with_year);
        if !is_word && !is_year() {
            return None;
        }
        let note: &str = rest
            .char_indices()
            .take(10)
            .find(|(_, letter)| !letter.is_ascii_digit() && !matches!(letter, ',' | '-' | '–'))
            .map_or(rest, |(length, _)| rest.get(..length).unwrap_or_default());
        let tail = rest.get(note.len()..)?;
        let capital = tail
            .trim_start()
            .chars()
            .next()
            .is_none_or(char::is_uppercase);
        let ended = tail.is_empty() || tail.starts_with(char::is_whitespace);
        (note.chars().count() <= 7 && ended && capital).then_some(at + note.len())
    }

    /// Authors and year after the full stop, as in `Costs fell. (Lee and Roy, 2019) Demand rose.`
    fn author_and_year_at(&self, at: usize, directly: bool) -> Option<usize> {
        if directly || !self.body.get(at..)?.starts_with('(') {
            return None;
        }
        let end = at + 1 + self.balanced(at, '(', ')', LOOKAHEAD)?;
        let content = self.body.get(at + 1..end - 1)?;
        let year = content.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let tail = year.get(year.len().checked_sub(5)?..)?;
        let is_year =
            tail.starts_with([' ', ',']) && tail.bytes().skip(1).all(|b| b.is_ascii_digit());
        let named = content.starts_with(char::is_uppercase) && year.len() + 1 >= content.len();
        let goes_on = self
            .char_at(self.inline_space(end))
            .is_some_and(char::is_lowercase);
        (is_year && named && !goes_on).then_some(end)
    }

    /// Sources by their names or addresses in a bracket: `Costs fell. ([Site](https://a.example)) Demand rose.`, `(Source: notes.txt)`. A link without one
    /// may as well be the subject of what follows, unless the paragraph ends with such a link, or several stand one behind the other: `Costs fell. [A](a) [B](b)
    /// Demand rose.`
    fn named_source_at(&self, stop: usize, at: usize) -> Option<usize> {
        let rest = self.body.get(at..)?;
        let end = if let Some(code) = rest.strip_prefix('`') {
            let length = code.get(..code.floor_char_boundary(LOOKAHEAD))?.find('`')?;
            is_file_name(code.get(..length)?).then_some(at + length + 2)?
        } else if rest.starts_with('(') {
            let end = at + 1 + self.balanced(at, '(', ')', LONGEST_TARGET)?;
            let content = self.body.get(at + 1..end - 1)?;
            names_sources(content).then_some(end)?
        } else {
            let end = at + 1 + self.balanced(at, '[', ']', LOOKAHEAD)?;
            match self.link_target(end) {
                Some(end) => {
                    let before = self.body.get(stop + 1..at).unwrap_or_default();
                    let is_one_of_several =
                        before.contains(']') || self.is_link(self.inline_space(end));
                    (is_one_of_several || self.ends_with_a_link()).then_some(end)?
                }
                None => names_sources(self.body.get(at + 1..end - 1)?).then_some(end)?,
            }
        };
        // Where the paragraph begins with a source, each stands before its sentence.
        if self.body.trim_start().starts_with(['(', '[']) {
            return None;
        }
        let next = self.char_at(self.inline_space(end));
        (!next.is_some_and(char::is_lowercase)).then_some(end)
    }

    /// Whether a link begins at a place, and a sentence, or nothing, behind it.
    fn is_link(&self, at: usize) -> bool {
        let end = self
            .balanced(at, '[', ']', LOOKAHEAD)
            .and_then(|length| self.link_target(at + 1 + length));
        end.is_some_and(|end| {
            let next = self.char_at(self.inline_space(end));
            !next.is_some_and(char::is_lowercase)
        })
    }

    /// Whether a link stands behind the last full stop of the block.
    fn ends_with_a_link(&self) -> bool {
        let Some(body) = self.body.trim_end().strip_suffix(')') else {
            return false;
        };
        let from = body.ceil_char_boundary(body.len().saturating_sub(LONGEST_TARGET));
        let near = body.get(from..).unwrap_or_default();
        let link = near
            .rfind("](")
            .and_then(|middle| near.get(..middle)?.rfind('['));
        let before = link.and_then(|open| near.get(..open));
        before.is_some_and(|before| before.trim_end().ends_with(super::is_stop))
    }
}

/// Whether a bracket holds nothing but sources, with where in them: links, addresses, file names, or whatever is called a source.
fn names_sources(content: &str) -> bool {
    const BESIDE: &[&str] = &["see", "cf", "also", "and", "&"];
    let content = content.trim();
    let called = ["Source:", "Sources:", "source:", "sources:"];
    if called.iter().any(|name| content.starts_with(name)) {
        return true;
    }
    let mut has_source = false;
    let mut rest = content;
    while !rest.is_empty() {
        let end = if rest.starts_with('[') {
            let Some(end) = link_end(rest) else {
                return false;
            };
            has_source = true;
            end
        } else {
            let end = rest.find([' ', ',', ';']).unwrap_or(rest.len());
            let word = rest.get(..end).unwrap_or_default();
            let is_source = is_file_name(word) || word.contains("://");
            let is_number = word
                .chars()
                .all(|letter| letter.is_ascii_digit() || matches!(letter, '-' | '–' | '.'));
            let plain = word.trim_end_matches('.').to_lowercase();
            if !is_source && !is_number && !BESIDE.contains(&plain.as_str()) && !is_place(&plain) {
                return false;
            }
            has_source |= is_source;
            end
        };
        rest = rest.get(end..).unwrap_or_default();
        rest = rest.trim_start_matches([' ', ',', ';', '|', '·']);
    }
    has_source
}

/// The end of the link that a text begins with: `[name](target)` or `[name][number]`.
fn link_end(text: &str) -> Option<usize> {
    let middle = text.find(']')? + 1;
    let target = text.get(middle..)?;
    let close = match target.as_bytes().first()? {
        b'(' => ')',
        b'[' => ']',
        _ => return None,
    };
    Some(middle + target.find(close)? + 1)
}

/// `notes.txt`, `reports/2024.pdf`: one word with a short ending that is no number.
fn is_file_name(word: &str) -> bool {
    let word = word.trim_matches('`');
    word.rsplit_once('.').is_some_and(|(stem, ending)| {
        let ends = (2..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.starts_with(|first: char| first.is_ascii_alphabetic());
        ends && !stem.is_empty() && !word.contains(char::is_whitespace)
    })
}

/// Whether a text ends in a bracket that holds a link or names a file, and so cites: `([minutes](minutes.md))`, `(notes.txt)`.
fn ends_in_bracketed_link(text: &str) -> bool {
    let Some(before) = text.strip_suffix(')') else {
        return false;
    };
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST_TARGET));
    let near = before.get(from..).unwrap_or_default();
    let linked = || {
        let (name, target) = near.strip_suffix(')')?.rsplit_once("](")?;
        let opens = name.get(..name.rfind('[')?)?.trim_end();
        Some(!target.contains(char::is_whitespace) && opens.ends_with(['(', ',', ';']))
    };
    let named = || Some(is_file_name(near.get(near.rfind('(')? + 1..)?));
    linked() == Some(true) || named() == Some(true)
}

/// Whether a bracket refers to sources: `1`, `2, 5-7`, `^3`, `^note`, `Source 4`, `4†source`, `@lee2019`.
fn is_reference(content: &str) -> bool {
    let content = content.trim().trim_matches(['\\', '[', ']']);
    if content.starts_with(['^', '@']) && content.len() > 1 {
        return true;
    }
    let content = content
        .strip_prefix("Source ")
        .or_else(|| content.strip_prefix("citation:"))
        .unwrap_or(content);
    content.starts_with(|first: char| first.is_ascii_digit())
        && content
            .chars()
            .all(|letter| letter.is_ascii_digit() || " ,;:-–—^?†.p、，".contains(letter))
}
