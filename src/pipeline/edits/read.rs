//! Reading edits out of a reply, line by line as it streams.
//!
//! An edit is finished when the next one begins, when a blank line follows its text, or at the end of the reply; until then it is not shown to anyone. No line
//! is read twice.

use super::{Action, Edit};

/// A reply as far as it was read.
#[derive(Debug, Clone, Default)]
pub(in crate::pipeline) struct Reading {
    edits: Vec<Edit>,
    field: Field,
    /// Whether the last edit has come to its end.
    ended: bool,
    says_nothing_changes: bool,
}

/// Where the reader is in a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Field {
    /// Before the first edit, or after the end of one.
    #[default]
    Preamble,
    /// Behind a line that names a sentence.
    Header,
    Reason,
    Text,
}

/// The edits that a reply holds; `None` where it holds none and does not say that nothing changes.
pub(in crate::pipeline) fn read(reply: &str) -> Option<Vec<Edit>> {
    let mut reading = Reading::default();
    for line in reply.lines() {
        reading.line(line);
    }
    let edits: Vec<Edit> = reading
        .edits
        .iter()
        .filter(|edit| is_whole(edit))
        .cloned()
        .collect();
    (!edits.is_empty() || reading.says_nothing_changes).then_some(edits)
}

impl Reading {
    /// Takes in the next line, which has ended.
    pub(in crate::pipeline) fn line(&mut self, line: &str) {
        let bare = undecorated(line);
        if let Some((action, sentence, rest)) = header(bare) {
            self.edits.push(Edit {
                action,
                sentence,
                text: rest.to_owned(),
                reason: String::new(),
            });
            self.field = Field::Header;
            self.ended = false;
            return;
        }
        let Some(edit) = self.edits.last_mut() else {
            self.says_nothing_changes |= is_no_change(bare);
            return;
        };
        if let Some(reason) = labelled(bare, &["why", "reason", "because"]) {
            reason.clone_into(&mut edit.reason);
            self.field = Field::Reason;
        } else if let Some(text) = labelled(bare, &["text", "new text", "new"]) {
            text.clone_into(&mut edit.text);
            self.field = Field::Text;
        } else if bare.is_empty() || is_fence(line) {
            // A blank line ends a field; what follows it is talk, unless it carries a label.
            self.ended = is_whole(edit) && self.field != Field::Header;
            self.field = match self.field {
                Field::Header | Field::Preamble => self.field,
                Field::Reason | Field::Text if edit.text.is_empty() => Field::Header,
                _ => Field::Preamble,
            };
        } else {
            match self.field {
                Field::Header if edit.action != Action::Delete => {
                    push_line(&mut edit.text, line.trim());
                }
                Field::Text => push_line(&mut edit.text, line.trim()),
                Field::Reason => push_line(&mut edit.reason, bare),
                Field::Header | Field::Preamble => {}
            }
        }
    }

    /// Whether the reply has shown that it is edits.
    pub(in crate::pipeline) fn has_begun(&self) -> bool {
        !self.edits.is_empty()
    }

    /// The edits that nothing is expected to be added to.
    pub(in crate::pipeline) fn finished(&self) -> impl Iterator<Item = &Edit> {
        let count = self.edits.len().saturating_sub(usize::from(!self.ended));
        self.edits.iter().take(count).filter(|edit| is_whole(edit))
    }
}

/// A replacement by nothing, or an insertion of nothing, is an edit that was cut off.
fn is_whole(edit: &Edit) -> bool {
    edit.action == Action::Delete || !edit.text.trim().is_empty()
}

/// Whether a reply names a sentence that is to be edited.
pub(in crate::pipeline) fn has_edits(reply: &str) -> bool {
    reply
        .lines()
        .any(|line| header(undecorated(line)).is_some())
}

/// What a reply that was cut has of whole edits, as it was written; empty where it is no edits.
pub(in crate::pipeline) fn whole(partial: &str) -> &str {
    let mut reading = Reading::default();
    let (mut at, mut kept) = (0, 0);
    for line in partial.split_inclusive('\n') {
        if reading.has_begun() && header(undecorated(line)).is_some() {
            kept = at;
        }
        reading.line(line.trim_end_matches(['\n', '\r']));
        at += line.len();
        if reading.ended {
            kept = at;
        }
    }
    partial.get(..kept).unwrap_or_default().trim_end()
}

/// A line without what models put around a keyword: bullets, bold, code marks, quote marks.
fn undecorated(line: &str) -> &str {
    line.trim()
        .trim_start_matches(|c: char| "-*#>`•".contains(c) || c.is_whitespace())
        .trim_end_matches(|c: char| "*`".contains(c) || c.is_whitespace())
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// What a line asks for, and what stands behind that.
fn header(line: &str) -> Option<(Action, usize, &str)> {
    let rest = after_word(line, "edit").unwrap_or(line);
    let (action, mut rest) = [
        ("replace", Action::Replace),
        ("insert", Action::InsertAfter),
        ("add", Action::InsertAfter),
        ("delete", Action::Delete),
        ("remove", Action::Delete),
    ]
    .into_iter()
    .find_map(|(word, action)| after_word(rest, word).map(|rest| (action, rest)))?;
    let mut is_before = false;
    while let Some((word, after)) = ["after", "before", "sentence", "number", "no."]
        .into_iter()
        .find_map(|word| after_word(rest, word).map(|after| (word, after)))
    {
        is_before |= word == "before";
        rest = after;
    }
    let rest = rest.trim_start_matches(|c: char| "[(#Ss".contains(c));
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = rest.split_at(digits);
    let mut number: usize = number.parse().ok()?;
    if is_before && action == Action::InsertAfter {
        number = number.saturating_sub(1);
    }
    let rest = rest.trim_start_matches(|c: char| "])*`".contains(c));
    // "Replace 3 million heat pumps with …" is a sentence: behind the number of one there is nothing, or a colon.
    let rest = rest.trim_start();
    match rest.strip_prefix([':', '-', '–', '—', '.']) {
        Some(text) => Some((action, number, text.trim_start_matches(['*', '`']).trim())),
        None => rest.is_empty().then_some((action, number, "")),
    }
}

/// What follows a keyword and the space or marks behind it, in any letters.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = line.split_at_checked(word.len())?;
    let ends = rest.starts_with(|c: char| c.is_whitespace() || ":*`[(#".contains(c));
    (start.eq_ignore_ascii_case(word) && ends)
        .then(|| rest.trim_start_matches(|c: char| c.is_whitespace() || ":*`".contains(c)))
}

/// The text of a labelled line such as `WHY …`, `Reason: …` or `**Text:** …`.
fn labelled<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| {
        let (start, rest) = line.split_at_checked(label.len())?;
        if !start.eq_ignore_ascii_case(label) {
            return None;
        }
        // In small letters and without a colon it may well be the first word of a sentence.
        let is_label = rest.trim_start_matches('*').starts_with(':')
            || (start.chars().all(|c| c.is_ascii_uppercase() || c == ' ')
                && (rest.is_empty() || rest.starts_with(char::is_whitespace)));
        is_label.then(|| rest.trim_start_matches(['*', ':', ' ', '\t']))
    })
}

fn is_no_change(line: &str) -> bool {
    let words = line.trim_end_matches(['.', '!']).to_ascii_lowercase();
    matches!(
        words.as_str(),
        "no change"
            | "no changes"
            | "no edits"
            | "nothing changes"
            | "no change needed"
            | "no changes needed"
    )
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}
