//! Citation marks as this writer handles them: those of the sources are taken out, its own are put in.
//!
//! A `[12]` in a source counts that source's references; left in place it would point at one of the study's documents.

use crate::study::citation;

/// A sentence without reference marks and with single spaces.
#[must_use]
pub fn without_marks(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(open) = rest.find('[') {
        let (head, tail) = rest.split_at(open);
        if let Some(length) = mark_len(tail) {
            kept.push_str(head.trim_end());
            rest = tail.get(length..).unwrap_or_default();
            if !rest.starts_with(['.', ',', ';', ':', '!', '?', ')', '[', '”', '"']) {
                kept.push(' ');
            }
        } else {
            kept.push_str(head);
            kept.push('[');
            rest = tail.get(1..).unwrap_or_default();
        }
    }
    kept.push_str(rest);
    without_references(&single_spaced(without_note(kept.trim_end())))
}

/// A sentence without the numbers of notes that its source has set at its end, and that lost their place above the line: `screening.1`, `the trial.2,3`.
fn without_note(sentence: &str) -> &str {
    const LETTERS: usize = 3;
    let is_number = |c: char| c.is_ascii_digit() || ",–-".contains(c);
    let told = sentence.trim_end_matches(is_number);
    let number = sentence.get(told.len()..).unwrap_or_default();
    let is_note = (1..=8).contains(&number.len())
        && number.starts_with(|first: char| first.is_ascii_digit())
        && number.split([',', '–', '-']).all(|one| one.len() <= 3);
    let before = told
        .strip_suffix('.')
        .map(|before| before.trim_end_matches(['"', '”', ')', '’']));
    let is_word = before.is_some_and(|before| {
        let mut letters = before.chars().rev().take(LETTERS);
        before.chars().count() > LETTERS && letters.all(char::is_lowercase)
    });
    if is_note && is_word { told } else { sentence }
}

/// A sentence without the marks of markup that is read as it is written: `pydantic_` refers to a link. `_this_` is set off, and `max_size`,
/// `PyImport_*` and what begins with `CACHE_` are names.
fn without_references(sentence: &str) -> String {
    let is_set_off = sentence
        .split_whitespace()
        .any(|word| word.trim_start_matches(['(', '"']).starts_with('_'));
    let mut told = String::with_capacity(sentence.len());
    let mut letters = sentence.chars().peekable();
    let (mut before, mut is_name, mut has_small) = (' ', false, false);
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let ends = (next.is_whitespace() || ",.;:)".contains(next)) && before.is_alphanumeric();
        if letter == '_' && ends && has_small && !is_name && !is_set_off {
            continue;
        }
        has_small = letter.is_lowercase() || has_small && !letter.is_whitespace();
        is_name = letter == '_' || is_name && !letter.is_whitespace();
        told.push(letter);
        before = letter;
    }
    told
}

/// A text with single spaces and none at its ends.
#[must_use]
pub fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sentence with its citations: before the full stop, or after it where that belongs to a quotation or an abbreviation.
#[must_use]
pub fn cite(sentence: &str, numbers: &[u32]) -> String {
    let marks = citation::marks_of(numbers);
    let body = sentence.trim_end().trim_end_matches([';', ',', ':']);
    let Some(last) = body
        .chars()
        .last()
        .filter(|last| matches!(last, '.' | '!' | '。' | '！'))
    else {
        let closed = body.ends_with(['"', '”', '’', ')', '\'', '*', '_', '」'])
            && body
                .trim_end_matches(|edge: char| !edge.is_alphanumeric() && edge != '.')
                .ends_with('.');
        return if closed {
            format!("{body} {marks}")
        } else {
            format!("{body} {marks}.")
        };
    };
    let head = body.get(..body.len() - last.len_utf8()).unwrap_or_default();
    let word = head.rsplit(char::is_whitespace).next().unwrap_or_default();
    if last == '.' && (word.contains('.') && word.split('.').all(is_initial) || word.ends_with('.'))
    {
        format!("{body} {marks}")
    } else {
        format!("{head} {marks}{last}")
    }
}

/// A part of an abbreviation such as `U.S` or `Ph.D`; the parts of a file's name are longer.
fn is_initial(part: &str) -> bool {
    part.chars().count() <= 2 && part.chars().all(char::is_alphabetic)
}

/// Length of a mark at the start of `text`: `[1]`, `[2, 5-7]`, `[^3]`.
fn mark_len(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let close = inner
        .char_indices()
        .take(40)
        .find(|(_, letter)| *letter == ']')?
        .0;
    let content = inner.get(..close)?.trim_start_matches('^');
    let numeric = content.starts_with(|first: char| first.is_ascii_digit())
        && content
            .chars()
            .all(|letter| letter.is_ascii_digit() || " ,;-–—^".contains(letter));
    // A link whose text is a number keeps its target, and with it its text.
    let link = inner
        .get(close + 1..)
        .is_some_and(|after| after.starts_with('('));
    (numeric && !link).then_some(close + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_source_are_taken_out() {
        for (source, plain) in [
            ("Prices rose [12].", "Prices rose."),
            ("Prices rose.[1, 3-5]", "Prices rose."),
            (
                "Prices [^2] rose,\n  see [3][4] there.",
                "Prices rose, see there.",
            ),
            ("It is based on screening.1", "It is based on screening."),
            ("He said “no.”2,3", "He said “no.”2,3"),
            ("The trial ended.12-14", "The trial ended."),
            ("It needs version 3.11", "It needs version 3.11"),
            ("Use room no.4", "Use room no.4"),
            (
                "We compare pydantic_ with attrs_ (23.1).",
                "We compare pydantic with attrs (23.1).",
            ),
            (
                "Set max_size or _this_ and a_b_.",
                "Set max_size or _this_ and a_b_.",
            ),
            (
                "Only keys that start with CACHE_ are read.",
                "Only keys that start with CACHE_ are read.",
            ),
            (
                "Use the PyImport_* functions.",
                "Use the PyImport_* functions.",
            ),
            (
                "Read [sic] and a[i] and [5](x).",
                "Read [sic] and a[i] and [5](x).",
            ),
        ] {
            assert_eq!(without_marks(source), plain);
        }
    }

    #[test]
    fn a_citation_stands_before_the_full_stop() {
        for (sentence, cited) in [
            ("Prices rose.", "Prices rose [2][5]."),
            ("Prices rose", "Prices rose [2][5]."),
            ("Prices rose;", "Prices rose [2][5]."),
            ("He said “stop.”", "He said “stop.” [2][5]"),
            ("It fell in the U.S.", "It fell in the U.S. [2][5]"),
            ("It fell (in winter).", "It fell (in winter) [2][5]."),
            ("It rose to 3.5.", "It rose to 3.5 [2][5]."),
            ("电价上涨。", "电价上涨 [2][5]。"),
        ] {
            assert_eq!(cite(sentence, &[2, 5]), cited);
        }
    }
}
