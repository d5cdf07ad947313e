//! Reading edits out of a reply, line by line as it streams.
//!
//! An edit is finished when the next one begins, when a blank line follows its text, or at the end of the reply; until then it is not shown to anyone. No line
//! is read twice.

use super::{Action, Edit, json};
use crate::check;
use crate::study::citation;

/// A reply as far as it was read.
#[derive(Debug, Clone, Default)]
pub(in crate::pipeline) struct Reading {
    edits: Vec<Edit>,
    field: Field,
    /// How many edits the last line that names sentences holds.
    named: usize,
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
    /// Behind one that has the new text too.
    HeaderText,
    Reason,
    Text,
    /// Behind an empty line that followed the new text.
    Behind,
}

/// The edits that a reply holds; `None` where it holds none and does not say that nothing changes.
pub(in crate::pipeline) fn read(reply: &str) -> Option<Vec<Edit>> {
    let mut reading = Reading::default();
    for line in reply.lines() {
        reading.line(line);
    }
    let edits: Vec<Edit> = reading.edits.iter().filter_map(whole_of).collect();
    if edits.is_empty() && !reading.says_nothing_changes {
        return json::read(reply);
    }
    Some(edits)
}

impl Reading {
    /// Takes in the next line, which has ended.
    pub(in crate::pipeline) fn line(&mut self, line: &str) {
        let mut rest = line;
        while let Some(at) = run_on(rest) {
            let (before, edit) = rest.split_at(at);
            self.part(before);
            rest = edit;
        }
        self.part(rest);
        self.share_reason();
    }

    /// What is said of several sentences at once is said of each.
    fn share_reason(&mut self) {
        if let Some((last, before)) = self.edits.split_last_mut() {
            let others = before.iter_mut().rev().take(self.named.saturating_sub(1));
            for other in others {
                other.reason.clone_from(&last.reason);
            }
        }
    }

    /// Takes in a line, or the part of one that holds an edit of a list.
    fn part(&mut self, line: &str) {
        let bare = undecorated(line);
        if let Some(header) = header(bare) {
            let (text, reason) = match header.action {
                Action::Delete => ("", header.rest),
                Action::Replace | Action::InsertAfter => (header.rest, ""),
            };
            let edit = |sentence, last| Edit {
                action: header.action,
                sentence,
                last,
                text: text.to_owned(),
                reason: reason.to_owned(),
            };
            // Several sentences that become one are one edit; of several that go, each is one.
            let (first, last) = (header.numbers.first(), header.numbers.last());
            let known = self.edits.len();
            match (header.action, first.zip(last)) {
                (Action::Replace, Some((first, last))) => self.edits.push(edit(*first, *last)),
                _ => self
                    .edits
                    .extend(header.numbers.iter().map(|number| edit(*number, *number))),
            }
            self.named = self.edits.len() - known;
            self.field = if text.is_empty() {
                Field::Header
            } else {
                Field::HeaderText
            };
            self.ended = false;
            return;
        }
        let Some(edit) = self.edits.last_mut() else {
            self.says_nothing_changes |= is_no_change(bare);
            return;
        };
        let is_first = self.field == Field::Header && edit.text.is_empty();
        if let Some(reason) = labelled(bare, WHY).or_else(|| {
            // In small letters it is a reason where one is due and nothing is cited.
            let reason = loosely(bare, &["why", "reason"]).filter(|_| is_first);
            reason.filter(|reason| citation::numbers(reason).is_empty())
        }) {
            reason.clone_into(&mut edit.reason);
            self.field = Field::Reason;
        } else if let Some(text) = labelled(bare, TEXT).or_else(|| {
            let is_due = is_first || self.field == Field::Reason || is_loose_reason(edit);
            // No new sentence begins in small letters.
            let text = loosely(bare, &["text", "new text"]).filter(|_| is_due);
            text.filter(|text| !text.starts_with(char::is_lowercase))
        }) {
            if let Some(reason) = loosely(&edit.text, &["why", "reason"]) {
                edit.reason = reason.to_owned();
            }
            text.clone_into(&mut edit.text);
            self.field = Field::Text;
        } else if bare.is_empty() || is_fence(line) {
            // A blank line ends a field; what follows it is talk, unless it carries a label.
            let is_header = matches!(self.field, Field::Header | Field::HeaderText);
            self.ended = is_whole(edit) && !is_header;
            self.field = match self.field {
                Field::Header | Field::HeaderText | Field::Preamble | Field::Behind => self.field,
                Field::Reason | Field::Text if edit.text.is_empty() => Field::Header,
                Field::Text => Field::Behind,
                Field::Reason => Field::Preamble,
            };
        } else {
            match self.field {
                Field::Header | Field::HeaderText if edit.action != Action::Delete => {
                    push_text(&mut edit.text, line.trim());
                }
                Field::Text => push_text(&mut edit.text, line.trim()),
                Field::Reason => push_line(&mut edit.reason, bare),
                Field::Behind if is_heading(&edit.text) => {
                    line.trim().clone_into(&mut edit.text);
                    self.field = Field::Text;
                    self.ended = false;
                }
                // A paragraph that cites is of the text; one that does not is talk.
                Field::Behind if !citation::numbers(line).is_empty() => {
                    push_text(&mut edit.text, line.trim());
                    self.field = Field::Text;
                    self.ended = false;
                }
                Field::Behind => self.field = Field::Preamble,
                Field::Header | Field::HeaderText | Field::Preamble => {}
            }
        }
    }

    /// Whether the reply has shown that it is edits.
    pub(in crate::pipeline) fn has_begun(&self) -> bool {
        !self.edits.is_empty()
    }

    /// The edits that nothing is expected to be added to.
    pub(in crate::pipeline) fn finished(&self) -> impl Iterator<Item = Edit> {
        let count = self.edits.len().saturating_sub(usize::from(!self.ended));
        self.edits.iter().take(count).filter_map(whole_of)
    }
}

/// An edit as it is meant, where it is whole.
fn whole_of(edit: &Edit) -> Option<Edit> {
    let edit = edit.bare();
    is_whole(&edit).then_some(edit)
}

/// Whether a text is a heading and nothing else.
fn is_heading(text: &str) -> bool {
    text.starts_with('#') && !text.contains('\n')
}

/// A replacement by nothing, or an insertion of nothing, is an edit that was cut off.
fn is_whole(edit: &Edit) -> bool {
    edit.action == Action::Delete || !edit.text.trim().is_empty()
}

/// Whether a text that holds no edit that can be read speaks of edits all the same, as the prompts spell them.
pub(in crate::pipeline) fn names_edits(text: &str) -> bool {
    [
        "REPLACE ",
        "INSERT AFTER",
        "DELETE ",
        "**REPLACE",
        "**DELETE",
        "NO CHANGE",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// Whether a reply names a sentence that is to be edited.
pub(in crate::pipeline) fn has_edits(reply: &str) -> bool {
    reply
        .lines()
        .any(|line| header(undecorated(line)).is_some())
}

/// What a reply that was cut has of whole edits, as it was written; empty where it is no edits. A last edit whose new text has come to the end of a sentence with
/// its citation is whole.
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
    let is_cited = |edit: &Edit| {
        let text = edit.text.trim_end();
        text.ends_with(['.', '!', '?', '。']) && !citation::numbers(text).is_empty()
    };
    let last = reading
        .edits
        .last()
        .filter(|edit| edit.action != Action::Delete);
    if reading.field == Field::Text && last.is_some_and(is_cited) {
        kept = partial.len();
    }
    partial.get(..kept).unwrap_or_default().trim_end()
}

/// A line without what models put around a keyword: bullets, bold, code marks, quote marks.
fn undecorated(line: &str) -> &str {
    line.trim()
        .trim_start_matches(|c: char| "-*#>`•_".contains(c) || c.is_whitespace())
        .trim_end_matches(|c: char| "*`".contains(c) || c.is_whitespace())
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// What a line asks for: a change to these sentences, and what stands behind that.
struct Header<'a> {
    action: Action,
    /// In order.
    numbers: Vec<usize>,
    rest: &'a str,
}

/// The most sentences that one line is about.
const MOST_AT_ONCE: usize = 100;

fn header(line: &str) -> Option<Header<'_>> {
    let line = without_number(line);
    let line = after_word(line, "edit").unwrap_or(line);
    // "Sentence 3: delete"
    if let Some((number, rest)) = after_word(line, "sentence").and_then(numbered) {
        let rest = rest.trim_start_matches(|c: char| ":-–—.,)]*`".contains(c) || c.is_whitespace());
        let (word, action, _) = action(rest)?;
        let behind = rest.get(word.len()..).unwrap_or_default().trim_start();
        let behind = match behind.split_at_checked(4) {
            Some((with, text)) if with.eq_ignore_ascii_case("with") => text.trim_start(),
            _ => behind,
        };
        let is_meant = word.chars().all(char::is_uppercase) || is_closed(behind);
        let rest = behind.trim_start_matches([':', '.', '*', '`']);
        return is_meant.then_some(Header {
            action,
            numbers: vec![number],
            rest: rest.trim(),
        });
    }
    let (word, action, mut rest) = action(line)?;
    let (mut is_before, mut is_named) = (false, false);
    while let Some((word, after)) = ["after", "before", "sentences", "sentence", "number", "no."]
        .into_iter()
        .find_map(|word| after_word(rest, word).map(|after| (word, after)))
    {
        is_before |= word == "before";
        is_named |= word.starts_with("sentence");
        rest = after;
    }
    let rest = rest.trim_start_matches(|c: char| "[(#Ss".contains(c));
    let is_spelt = is_named || word.chars().all(char::is_uppercase);
    let (mut numbers, rest) = sentences(rest, action != Action::InsertAfter, is_spelt)?;
    if action == Action::InsertAfter {
        numbers.truncate(1);
        for number in &mut numbers {
            *number = number.saturating_sub(usize::from(is_before));
        }
    }
    // What a replacement brings stands for sentences that follow each other.
    let is_run = numbers
        .windows(2)
        .all(|pair| pair.first().map(|at| at + 1) == pair.last().copied());
    if action == Action::Replace && !is_run {
        return None;
    }
    // "Replace 3 million heat pumps with …" is a sentence: behind the number of one there is nothing, or a colon, or a "with" that can mean nothing else.
    let with = after_word(rest, "with").filter(|_| is_spelt && action != Action::Delete);
    let rest = match (with, rest.strip_prefix([':', '-', '–', '—', '.'])) {
        (Some(text), _) => text,
        (None, Some(text)) => text.trim_start_matches(['*', '`']).trim(),
        (None, None) if rest.is_empty() => "",
        (None, None) => return None,
    };
    Some(Header {
        action,
        numbers,
        rest,
    })
}

/// The sentences that a line begins with, in order, and what stands behind them: one, a range of them, or a `list` as in `1, 2 and 5`.
fn sentences(text: &str, may_be_several: bool, may_list: bool) -> Option<(Vec<usize>, &str)> {
    let (number, mut rest) = numbered(text)?;
    let mut numbers = vec![number];
    loop {
        rest = rest.trim_start_matches(|c: char| "])*`_".contains(c));
        let last = numbers.last().copied().unwrap_or(number);
        let room = MOST_AT_ONCE.saturating_sub(numbers.len());
        if let Some((end, after)) = range_to(rest)
            && may_be_several
            && (last..last.saturating_add(room)).contains(&end)
        {
            numbers.extend(last + 1..=end);
            rest = after;
        } else if let Some((next, after)) = listed(rest)
            && may_be_several
            && may_list
            && next > last
            && room > 0
        {
            numbers.push(next);
            rest = after;
        } else {
            return Some((numbers, rest.trim_start()));
        }
    }
}

/// The end of a range, as in `2-4`, behind its beginning.
fn range_to(rest: &str) -> Option<(usize, &str)> {
    let rest = rest.trim_start();
    let marks = ["-", "–", "—", "…", "...", "to ", "through "];
    let mut ends = marks.iter().filter_map(|mark| rest.strip_prefix(mark));
    ends.find_map(|end| numbered(end.trim_start()))
}

/// The next of a list of numbers, behind another one.
fn listed(rest: &str) -> Option<(usize, &str)> {
    let next = rest.trim_start_matches(|c: char| ",;&+".contains(c) || c.is_whitespace());
    if next.len() == rest.len() {
        return None;
    }
    let next = ["and", "sentences", "sentence"]
        .iter()
        .fold(next, |next, word| after_word(next, word).unwrap_or(next));
    numbered(next)
}

/// The word that says what to do, what it means, and what stands behind it.
fn action(line: &str) -> Option<(&str, Action, &str)> {
    [
        ("replace", Action::Replace),
        ("insert", Action::InsertAfter),
        ("add", Action::InsertAfter),
        ("delete", Action::Delete),
        ("remove", Action::Delete),
    ]
    .into_iter()
    .find_map(|(word, action)| {
        // At the end of a line nothing stands behind it.
        let rest = after_word(line, word).or_else(|| is_closed_word(line, word).then_some(""))?;
        Some((line.get(..word.len())?, action, rest))
    })
}

fn is_closed_word(line: &str, word: &str) -> bool {
    line.trim_end_matches('.').eq_ignore_ascii_case(word)
}

/// Whether what stands behind a word that may begin a sentence shows that it does not: nothing, a colon, or a quotation.
fn is_closed(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([':', '"', '“', '.'])
}

/// The number that a text begins with, and what follows.
fn numbered(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start_matches(|c: char| "[(#".contains(c));
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at(digits);
    Some((number.parse().ok()?, rest))
}

/// A line without the number that it has in a list.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        Some(rest) if rest.len() + 1 < line.len() && rest.starts_with(' ') => {
            rest.trim_start_matches(|c: char| "*`".contains(c) || c.is_whitespace())
        }
        _ => line,
    }
}

/// Where, within a line, the next edit of a list begins that the model wrote on and on: `… 2. DELETE sentence 3`.
fn run_on(line: &str) -> Option<usize> {
    let words = ["REPLACE ", "INSERT AFTER ", "DELETE "];
    let places = words.iter().flat_map(|word| line.match_indices(word));
    places
        .filter_map(|(at, _)| {
            let before = line.get(..at)?.trim_end_matches([' ', '*']);
            let number = before.strip_suffix(['.', ')'])?;
            let start = number.trim_end_matches(|c: char| c.is_ascii_digit());
            let is_listed = start.len() < number.len() && start.ends_with(char::is_whitespace);
            is_listed.then_some(start.len())
        })
        .filter(|at| !line.get(..*at).unwrap_or_default().trim().is_empty())
        .min()
}

impl Edit {
    /// The edit without what models put around the new sentence: quote marks, and the number that it has above.
    fn bare(&self) -> Self {
        let text = unquoted(self.text.trim());
        let text = match numbered(text) {
            Some((number, rest)) if (self.sentence..=self.last + 1).contains(&number) => {
                let rest = rest.strip_prefix(['.', ')', ':']).unwrap_or_default();
                rest.strip_prefix(' ').map_or(text, str::trim_start)
            }
            _ => text,
        };
        Self {
            text: unquoted(text).to_owned(),
            ..self.clone()
        }
    }
}

fn unquoted(text: &str) -> &str {
    let inside = |open: char, close: char| {
        let rest = text.strip_prefix(open)?;
        let ended = rest.strip_suffix('.').unwrap_or(rest);
        let inside = ended.strip_suffix(close)?;
        (!inside.contains([open, close])).then_some(inside)
    };
    let inside = inside('"', '"').or_else(|| inside('“', '”'));
    inside.unwrap_or(text).trim()
}

/// What follows a keyword and the space or marks behind it, in any letters.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = line.split_at_checked(word.len())?;
    let ends = rest.starts_with(|c: char| c.is_whitespace() || ":*`[(#".contains(c));
    (start.eq_ignore_ascii_case(word) && ends)
        .then(|| rest.trim_start_matches(|c: char| c.is_whitespace() || ":*`".contains(c)))
}

const WHY: &[&str] = &["why", "reason", "because"];
const TEXT: &[&str] = &["text", "new text", "new"];

/// The text of a labelled line such as `WHY …`, `Reason: …`, `**Text:** …` or `**Text** …`.
fn labelled<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| {
        let (start, rest) = line.split_at_checked(label.len())?;
        if !start.eq_ignore_ascii_case(label) {
            return None;
        }
        // In small letters and without a mark it may well be the first word of a sentence.
        let marks = rest.trim_start_matches(['*', '_', '`']);
        let is_label = marks.starts_with(':')
            || marks.len() < rest.len() && marks.starts_with(char::is_whitespace)
            || (start.chars().all(|c| c.is_ascii_uppercase() || c == ' ')
                && (rest.is_empty() || rest.starts_with(char::is_whitespace)));
        is_label.then(|| rest.trim_start_matches(['*', '_', '`', ':']).trim_start())
    })
}

/// What stands behind one of these words, in any letters and without a mark.
fn loosely<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| {
        let (start, rest) = line.split_at_checked(label.len())?;
        let is_word = rest.starts_with(char::is_whitespace);
        (is_word && start.eq_ignore_ascii_case(label)).then(|| rest.trim_start())
    })
}

/// Whether what was taken for the new text may be the reason for it.
fn is_loose_reason(edit: &Edit) -> bool {
    edit.reason.is_empty() && loosely(&edit.text, &["why", "reason"]).is_some()
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

/// A line of a new text: rows of a table and items of a list stay lines.
fn push_text(text: &mut String, line: &str) {
    if !text.is_empty() && (line.starts_with('|') || check::marker_len(line) > 0) {
        text.push('\n');
        text.push_str(line);
    } else {
        push_line(text, line);
    }
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(line);
}
