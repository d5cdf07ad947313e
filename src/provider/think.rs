//! Parts a model's text into answer and reasoning, where the reasoning comes inline as `<think>…</think>`, in one of the spellings that models have [M1].
//!
//! Works without input or output on pieces split anywhere; what is a tag is known in `tag`. A tag inside Markdown code is text. A closing tag without an
//! opening one means that the server's template opened the block, and that all text so far was reasoning. Models think of tags, too: the first closing tag
//! ends a block, and should another one follow that a tag inside the block had opened, then what stood between the two was reasoning. So it was before one
//! that nothing had opened, if the answer follows it: a template that closes a block at once does not keep a model from thinking. A call of a tool that was
//! written as text is neither answer nor reasoning. Only a tag that a sentence speaks of, as `the <think> tag` does, may be meant literally: what follows it
//! is given out once it is known whether a closing tag comes. The marks by which a model ends its turn, which some servers leave in the text, are no text, and
//! neither are tags around the whole answer, nor a turn of somebody else that the model begins with or goes on to make up.

use super::tag::{self, Tag};

/// What a piece of text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Thought {
    Answer(String),
    Reasoning(String),
    /// All of the answer so far was reasoning.
    AllReasoning,
    /// A call of a tool that was written as text.
    Call(String),
}

/// The splitter's state between two pieces.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of the text so far"
)]
#[derive(Debug, Clone, Default)]
pub(super) struct ThinkSplitter {
    inside: bool,
    /// The start of what may become a tag, as it came.
    held: String,
    /// Marks of an end, and the white space behind them, which are text only if more follows.
    tail: String,
    code: Code,
    /// A block has been opened or closed: a lone closing tag is then no longer special.
    seen_block: bool,
    /// The tags inside of the block that opened others, by their names, until each is closed.
    nested: Vec<&'static str>,
    /// The name of the tag that opened the block.
    name: &'static str,
    /// The answer that has been given out; white space before it never is.
    given: String,
    /// How much of it stood before the block.
    before: usize,
    /// The block was closed once more: if more follows, then what has been given since was reasoning, too.
    closed_again: bool,
    /// A tag around the whole answer has been opened.
    wrapped: bool,
    /// The model went on to write what somebody else would say.
    is_over: bool,
    /// The model began with what somebody else would say: it is no answer, to the end of that turn.
    is_others: bool,
    /// The tag that a sentence of the answer speaks of, or that opened a block in it, and what follows; not given out before that is known.
    spoken_of: Option<String>,
}

/// The most text that waits for the end of such a block.
const LONGEST_WAIT: usize = 4 * 1024;
/// Tags inside of a block beyond this are not counted.
const DEEPEST: usize = 32;

impl ThinkSplitter {
    pub(super) fn feed(&mut self, text: &str, out: &mut Vec<Thought>) {
        for c in text.chars() {
            self.take(c, out);
        }
    }

    /// The text has ended, by the model's own decision or not.
    pub(super) fn finish(&mut self, stopped: bool, out: &mut Vec<Thought>) {
        self.release(out);
        self.tail.clear();
        if let Some(waiting) = self.spoken_of.take() {
            if stopped {
                self.inside = false;
                answer(out, &waiting);
            } else {
                self.thought(out, without_tag(&waiting));
            }
        }
    }

    fn take(&mut self, c: char, out: &mut Vec<Thought>) {
        if self.is_over {
            return;
        }
        if !self.held.is_empty() {
            self.held.push(c);
            match tag::read(&self.held) {
                tag::Read::Is(Tag::Ends) => {
                    let mark = std::mem::take(&mut self.held);
                    if !std::mem::take(&mut self.is_others) {
                        self.tail.push_str(&mark);
                    }
                    return;
                }
                tag::Read::Is(does) => {
                    let tag = std::mem::take(&mut self.held);
                    self.tag(&tag, does, out);
                    return;
                }
                tag::Read::Before(does) => {
                    self.held.pop();
                    let tag = std::mem::take(&mut self.held);
                    self.tag(&tag, does, out);
                    return self.take(c, out);
                }
                tag::Read::MayBe => return,
                tag::Read::No => {}
            }
            self.held.pop();
            self.release(out);
        }
        if self.given.is_empty() && !self.seen_block && !self.inside && tag::may_open(c)
            || self.inside && tag::may_close(self.name, c)
        {
            self.held.push(c);
            return;
        }
        // Where a code span may have just ended, the run of backticks is settled first, so that a tag right after it is seen.
        if tag::is_sign(c) && (self.inside || !self.code.covers_next()) {
            self.code.settle();
            self.held.push(c);
        } else {
            self.give(c, out);
        }
    }

    fn tag(&mut self, tag: &str, does: Tag, out: &mut Vec<Thought>) {
        let is_tag = match does {
            Tag::Opens(name) if tag::opens_at_the_start(name) && !self.given.is_empty() => false,
            Tag::Opens(name) if self.inside => {
                // A channel has no end but the next one.
                if name != tag::CHANNEL && self.nested.len() < DEEPEST {
                    self.nested.push(name);
                }
                false
            }
            Tag::Closes(name) if tag::ends_only_its_own(name) => self.inside && self.name == name,
            Tag::Closes(name) if self.inside => self.closes(name),
            Tag::Ends => false,
            Tag::Closes(_) | Tag::Opens(_) => true,
            Tag::Empty => !self.inside,
            Tag::Wraps => !self.inside && self.given.is_empty(),
            // What looks like a page may be one; tokens are no word of an answer.
            Tag::Unwraps => !self.inside && (self.wrapped || tag.starts_with("<|")),
            // Only behind the end of the model's own, which some models leave to this mark.
            Tag::Turns => {
                !self.inside && (!self.tail.is_empty() || self.has_ended() || self.begins_a_line())
            }
        };
        if !is_tag {
            for c in tag.chars() {
                self.give(c, out);
            }
            return;
        }
        match does {
            Tag::Opens(name) => {
                self.tail.clear();
                // What an outer block still owes is owed by this one.
                if self.nested.is_empty() {
                    self.before = self.given.len();
                }
                self.name = name;
                self.inside = true;
                let is_plain = without_tag(tag).is_empty();
                self.spoken_of = (is_plain && self.may_speak_of_it()).then(|| tag.to_owned());
            }
            Tag::Closes(name) => {
                self.tail.clear();
                if !self.inside && (!self.seen_block || self.closes_late(name)) {
                    self.void(out);
                } else if !self.inside {
                    self.closed_again = !self.ends_midway();
                }
                self.inside = false;
                if let Some(waiting) = self.spoken_of.take() {
                    self.thought(out, without_tag(&waiting));
                }
            }
            Tag::Wraps => {
                self.tail.clear();
                self.is_others = false;
                self.wrapped = true;
            }
            // It may be the end of the answer, or a word of it.
            Tag::Unwraps => self.tail.push_str(tag),
            Tag::Turns if self.given.is_empty() => {
                self.tail.clear();
                self.is_others = true;
            }
            Tag::Turns if self.tail.is_empty() && !self.has_ended() => self.tail.push_str(tag),
            Tag::Turns => self.is_over = true,
            Tag::Empty | Tag::Ends => {}
        }
        self.seen_block |= !matches!(does, Tag::Wraps | Tag::Unwraps);
        self.code = Code::default();
    }

    /// Whether the answer so far may go on with a word about the tag: in mid-sentence, of a model that has used none.
    fn may_speak_of_it(&self) -> bool {
        !self.seen_block && self.ends_midway()
    }

    /// Whether the answer so far stops before a word in mid-sentence.
    fn ends_midway(&self) -> bool {
        let sentence = self.given.trim_end_matches([' ', '"', '“', '\'', '(']);
        sentence.len() < self.given.len()
            && sentence.ends_with(|c: char| c.is_alphanumeric() || c == ',')
    }

    /// Whether the answer so far is whole sentences to its last character.
    fn has_ended(&self) -> bool {
        self.given
            .ends_with(['.', '!', '?', ']', ')', '"', '”', '。', '！', '？'])
    }

    fn begins_a_line(&self) -> bool {
        self.given.ends_with('\n')
    }

    /// Whether a closing tag of this name ends the block, and not another one inside of it.
    fn closes(&mut self, name: &'static str) -> bool {
        if tag::ends_only_its_own(self.name) {
            return false;
        }
        let inner = self.nested.iter().rposition(|open| *open == name);
        match inner.filter(|_| name != self.name) {
            Some(inner) => {
                self.nested.remove(inner);
                false
            }
            None => true,
        }
    }

    /// Whether a closing tag of this name belongs to the block that seemed to have ended.
    fn closes_late(&mut self, name: &'static str) -> bool {
        let inner = self.nested.iter().rposition(|open| *open == name);
        inner.map(|inner| self.nested.remove(inner)).is_some()
    }

    /// What has been given out since the block was reasoning, too.
    fn void(&mut self, out: &mut Vec<Thought>) {
        if !self.given.is_empty() {
            out.push(Thought::AllReasoning);
        }
        self.given.truncate(self.before);
        if !self.given.is_empty() {
            answer(out, &self.given);
        }
    }

    fn release(&mut self, out: &mut Vec<Thought>) {
        for c in std::mem::take(&mut self.held).chars() {
            self.give(c, out);
        }
    }

    /// What stands behind marks of an end that did not end the text.
    fn what_follows(&self, marks: &str, next: char) -> Follows {
        let is_letter = |c: char| c.is_alphanumeric();
        let is_struck = marks.starts_with("</s>") && self.given.contains("<s>");
        let is_after_text = self
            .given
            .ends_with(|c: char| is_letter(c) || ".!?])\"”*".contains(c));
        if self.inside || is_struck {
            Follows::Text
        } else if self.given.is_empty() {
            Follows::Answer
        } else if !is_after_text {
            Follows::Text
        } else if marks.ends_with(|c: char| !c.is_whitespace()) && (is_letter(next) || next == '#')
        {
            // Prose would put it between spaces, or into quotation marks.
            Follows::Nothing
        } else if marks.contains('\n') {
            Follows::Answer
        } else {
            Follows::Text
        }
    }

    /// Gives out what stands in a block.
    fn thought(&self, out: &mut Vec<Thought>, text: &str) {
        if !tag::calls_a_tool(self.name) {
            return reasoning(out, text);
        }
        match out.last_mut() {
            Some(Thought::Call(known)) => known.push_str(text),
            _ => out.push(Thought::Call(text.to_owned())),
        }
    }

    /// Gives out a character that is not part of a tag.
    fn give(&mut self, c: char, out: &mut Vec<Thought>) {
        if !self.tail.is_empty() {
            if c.is_whitespace() {
                self.tail.push(c);
                return;
            }
            let marks = std::mem::take(&mut self.tail);
            match self.what_follows(&marks, c) {
                Follows::Text => {
                    for mark in marks.chars() {
                        self.give(mark, out);
                    }
                }
                Follows::Answer => {
                    for space in marks.chars().filter(|c| c.is_whitespace()) {
                        self.give(space, out);
                    }
                }
                Follows::Nothing => {
                    self.is_over = true;
                    return;
                }
            }
        }
        if self.is_others {
            return reasoning(out, c.encode_utf8(&mut [0; 4]));
        }
        if self.inside {
            let Some(mut waiting) = self.spoken_of.take() else {
                return self.thought(out, c.encode_utf8(&mut [0; 4]));
            };
            let is_first = waiting.ends_with(['>', ']', '▷']) && without_tag(&waiting).is_empty();
            waiting.push(c);
            let goes_on = !is_first || (!c.is_alphanumeric() && !matches!(c, '\n' | '\r'));
            if goes_on && waiting.len() <= LONGEST_WAIT {
                self.spoken_of = Some(waiting);
            } else {
                self.thought(out, without_tag(&waiting));
            }
            return;
        }
        if !c.is_whitespace() && std::mem::take(&mut self.closed_again) {
            self.void(out);
        }
        self.code.see(c);
        if !self.given.is_empty() || !c.is_whitespace() {
            self.given.push(c);
            answer(out, c.encode_utf8(&mut [0; 4]));
        }
    }
}

/// What stands behind marks of an end.
enum Follows {
    /// They were no end: they are text themselves.
    Text,
    /// The answer goes on, and they are no part of it.
    Answer,
    /// Nothing of the answer: its turn was over.
    Nothing,
}

/// What stands behind the tag that a text begins with.
fn without_tag(text: &str) -> &str {
    text.split_once(['>', ']', '▷'])
        .map_or(text, |(_, rest)| rest)
}

fn reasoning(out: &mut Vec<Thought>, text: &str) {
    match out.last_mut() {
        Some(Thought::Reasoning(known)) => known.push_str(text),
        _ if text.is_empty() => {}
        _ => out.push(Thought::Reasoning(text.to_owned())),
    }
}

fn answer(out: &mut Vec<Thought>, text: &str) {
    match out.last_mut() {
        Some(Thought::Answer(known)) => known.push_str(text),
        _ => out.push(Thought::Answer(text.to_owned())),
    }
}

/// Whether Markdown text stands in code: a span between equal runs of backticks on a line, or a fence over lines.
#[derive(Debug, Clone, Default)]
struct Code {
    span: Option<usize>,
    fence: Option<usize>,
    /// Length of the run of backticks that is still growing.
    run: usize,
    /// Something other than white space and the current run stands on this line.
    mid_line: bool,
}

impl Code {
    fn see(&mut self, c: char) {
        if c == '`' {
            self.run += 1;
            return;
        }
        self.settle();
        if c == '\n' {
            self.span = None;
            self.mid_line = false;
        } else if !c.is_whitespace() {
            self.mid_line = true;
        }
    }

    /// Ends a run of backticks.
    fn settle(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run == 0 {
            return;
        }
        let at_line_start = !std::mem::replace(&mut self.mid_line, true);
        if let Some(fence) = self.fence {
            if at_line_start && run >= fence {
                self.fence = None;
            }
        } else if at_line_start && run >= 3 {
            self.fence = Some(run);
        } else if self.span.is_none() {
            self.span = Some(run);
        } else if self.span == Some(run) {
            self.span = None;
        }
    }

    /// Whether a character that is no backtick would stand in code if it came now.
    fn covers_next(&self) -> bool {
        let mut next = self.clone();
        next.settle();
        next.span.is_some() || next.fence.is_some()
    }
}

#[cfg(test)]
mod tests;
