//! Parts a model's text into answer and reasoning, where the reasoning comes inline as `<think>…</think>`, in one of the spellings that models have [M1].
//!
//! Works without input or output on pieces split anywhere; what is a tag is known in `tag`. A tag inside Markdown code is text. A closing tag without an
//! opening one means that the server's template opened the block, and that all text so far was reasoning. Models think of tags, too: the first closing tag
//! ends a block, and should another one follow that a tag inside the block had opened, then what stood between the two was reasoning. A block that opened in
//! the middle of an answer and was still open when the model stopped by itself was no block but the literal tag, unless the model had thought before: its
//! text is given back. The marks by which a model ends its turn, which some servers leave at the end of the text, are no text, and neither are tags around the whole answer, nor a turn of
//! somebody else that the model goes on to make up.

use super::tag::{self, Tag};

/// What a piece of text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Thought {
    Answer(String),
    Reasoning(String),
    /// All of the answer so far was reasoning.
    AllReasoning,
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
    /// A tag around the whole answer has been opened.
    wrapped: bool,
    /// The model went on to write what somebody else would say.
    is_over: bool,
    /// The open block, kept in case that it was the literal tag; only when it opened in the middle of an answer.
    literal: Option<String>,
}

/// The most text of a block in the middle of an answer that is kept to be given back.
const LITERAL_LIMIT: usize = 64 * 1024;
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
        if let Some(literal) = self.literal.take()
            && self.inside
            && stopped
        {
            self.inside = false;
            answer(out, &literal);
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
                    self.tail.push_str(&mark);
                    return;
                }
                tag::Read::Is(does) => {
                    let tag = std::mem::take(&mut self.held);
                    self.tag(&tag, does, out);
                    return;
                }
                tag::Read::MayBe => return,
                tag::Read::No => {}
            }
            self.held.pop();
            self.release(out);
        }
        // Words are a tag only where an answer begins, or where such words began the reasoning.
        let may_be_words = if self.inside {
            self.name == tag::WORDS
        } else {
            self.given.is_empty()
        };
        let begins = matches!(c, '<' | '[' | '◁') || (may_be_words && matches!(c, 'H' | 'h'));
        // Where a code span may have just ended, the run of backticks is settled first, so that a tag right after it is seen.
        if begins && (self.inside || !self.code.covers_next()) {
            self.code.settle();
            self.held.push(c);
        } else {
            self.give(c, out);
        }
    }

    fn tag(&mut self, tag: &str, does: Tag, out: &mut Vec<Thought>) {
        let is_tag = match does {
            Tag::Opens(name) if self.inside => {
                // A channel has no end but the next one.
                if name != tag::CHANNEL && self.nested.len() < DEEPEST {
                    self.nested.push(name);
                }
                false
            }
            Tag::Closes(name) if self.inside => self.closes(name),
            // Others than reasoning end in the first way.
            Tag::Closes(tag::DETAILS) | Tag::Ends => false,
            Tag::Closes(name) => {
                !self.seen_block || self.closes_late(name) || self.given.len() == self.before
            }
            Tag::Opens(_) => true,
            Tag::Empty => !self.inside,
            Tag::Wraps => !self.inside && self.given.is_empty(),
            Tag::Unwraps => !self.inside && self.wrapped,
            // Only behind the end of the model's own.
            Tag::Turns => !self.inside && !self.tail.is_empty(),
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
                self.name = name;
                self.nested.clear();
                self.before = self.given.len();
                self.inside = true;
                // A model that has thought before thinks again.
                let may_be_literal = !self.given.is_empty() && !self.seen_block;
                self.literal = may_be_literal.then(|| tag.to_owned());
            }
            Tag::Closes(_) => {
                self.tail.clear();
                if !self.inside {
                    self.void(out);
                }
                self.inside = false;
                self.literal = None;
            }
            Tag::Wraps => self.wrapped = true,
            // It may be the end of the answer, or a word of it.
            Tag::Unwraps => self.tail.push_str(tag),
            Tag::Turns => self.is_over = true,
            Tag::Empty | Tag::Ends => {}
        }
        self.seen_block |= !matches!(does, Tag::Wraps | Tag::Unwraps);
        self.code = Code::default();
    }

    /// Whether a closing tag of this name ends the block, and not another one inside of it.
    fn closes(&mut self, name: &'static str) -> bool {
        if [name, self.name].contains(&tag::DETAILS) {
            return name == self.name;
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

    /// Gives out a character that is not part of a tag.
    fn give(&mut self, c: char, out: &mut Vec<Thought>) {
        if !self.tail.is_empty() {
            if c.is_whitespace() {
                self.tail.push(c);
                return;
            }
            // It was not the end.
            for mark in std::mem::take(&mut self.tail).chars() {
                self.give(mark, out);
            }
        }
        if self.inside {
            if let Some(literal) = &mut self.literal {
                literal.push(c);
                if literal.len() > LITERAL_LIMIT {
                    self.literal = None;
                }
            }
            match out.last_mut() {
                Some(Thought::Reasoning(text)) => text.push(c),
                _ => out.push(Thought::Reasoning(c.to_string())),
            }
            return;
        }
        self.code.see(c);
        if !self.given.is_empty() || !c.is_whitespace() {
            self.given.push(c);
            answer(out, c.encode_utf8(&mut [0; 4]));
        }
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Answer and reasoning as a reader of the pieces ends up with them.
    fn split(pieces: &[&str], stopped: bool) -> (String, String) {
        let mut splitter = ThinkSplitter::default();
        let mut out = Vec::new();
        for piece in pieces {
            splitter.feed(piece, &mut out);
        }
        splitter.finish(stopped, &mut out);
        let (mut answer, mut reasoning) = (String::new(), String::new());
        for thought in out {
            match thought {
                Thought::Answer(text) => answer.push_str(&text),
                Thought::Reasoning(text) => reasoning.push_str(&text),
                Thought::AllReasoning => reasoning.push_str(&std::mem::take(&mut answer)),
            }
        }
        (answer, reasoning)
    }

    fn check(text: &str, answer: &str, reasoning: &str) {
        assert_eq!(
            split(&[text], true),
            (answer.to_owned(), reasoning.to_owned()),
            "{text}"
        );
    }

    #[test]
    fn a_block_is_reasoning_and_the_rest_is_the_answer() {
        check("<think>Hm.</think>\n\nYes <b>", "Yes <b>", "Hm.");
        check("<THINKING>a < b</Thinking>Yes", "Yes", "a < b");
        check("<think>a</think>Yes<think>b</think> no", "Yes no", "ab");
    }

    #[test]
    fn reasoning_is_known_in_every_spelling() {
        check("[THINK]Hm [1].[/THINK]Yes [1].", "Yes [1].", "Hm [1].");
        check("◁think▷Hm.◁/think▷Yes", "Yes", "Hm.");
        check("<thought>Hm.</thought>Yes", "Yes", "Hm.");
        check("<seed:think>Hm.</seed:think>Yes", "Yes", "Hm.");
        check(
            "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes<|return|>",
            "Yes",
            "Hm.",
        );
        check("Hm.<|channel|>final<|message|>Yes", "Yes", "Hm.");
    }

    #[test]
    fn tags_are_known_with_attributes_blanks_and_other_names() {
        check("<think time=\"3s\" lang='en'>Hm.</think >Yes", "Yes", "Hm.");
        check("<reasoning>Hm.</reasoning>Yes", "Yes", "Hm.");
        check("<Scratchpad >Hm.</SCRATCHPAD>Yes", "Yes", "Hm.");
        check("<thinking>Hm.</thinking>Yes", "Yes", "Hm.");
        check("<|begin_of_thought|>Hm.<|end_of_thought|>Yes", "Yes", "Hm.");
        check("<|START_THINKING|>Hm.<|END_THINKING|>Yes", "Yes", "Hm.");
        check("<think/>\n\nYes", "Yes", "");
        for text in [
            "a <think of it> b",
            "a <think =\n b>",
            "<thinker>no</thinker>",
            "<thinking-cap>",
        ] {
            check(text, text, "");
        }
    }

    #[test]
    fn blocks_in_blocks_are_reasoning_to_their_last_end() {
        check("<think>a<think>b</think>c</think>Yes", "Yes", "a<think>bc");
        check(
            "<think>a<reasoning>b</reasoning>c</think>Yes",
            "Yes",
            "a<reasoning>b</reasoning>c",
        );
        check(
            "<think>a<think>b<think>c</think>d</think>e</think>Yes",
            "Yes",
            "a<think>b<think>cde",
        );
        check(
            "No <think>a<think>b</think>c</think>Yes",
            "No Yes",
            "a<think>bNo c",
        );
        // A model that only thinks of the tag answers all the same.
        check(
            "<think>I end with <think>.</think>Yes",
            "Yes",
            "I end with <think>.",
        );
        check("<thinking>a</think>Yes", "Yes", "a");
    }

    #[test]
    fn tags_around_the_whole_answer_are_no_text() {
        check("<think>Hm.</think><answer>Yes.</answer>\n", "Yes.", "Hm.");
        check("<answer>\nYes.</answer>", "Yes.", "");
        check("<|START_RESPONSE|>Yes.<|END_RESPONSE|>", "Yes.", "");
        check(
            "[BEGIN FINAL RESPONSE]\nYes.\n[END FINAL RESPONSE]",
            "Yes.\n",
            "",
        );
        for text in ["The <answer>no</answer> tag.", "Yes.</answer>", "<answers>"] {
            check(text, text, "");
        }
        check("<answer>A </answer> tag.", "A </answer> tag.", "");
    }

    #[test]
    fn marks_of_an_end_are_text_only_where_more_follows() {
        check("Yes.<|im_end|>\n", "Yes.", "");
        check("Yes.<|eot_id|><end_of_turn>", "Yes.", "");
        check("Yes.</s>", "Yes.", "");
        check("A <|im_end|> mark.", "A <|im_end|> mark.", "");
        check("Use `<|im_end|>`", "Use `<|im_end|>`", "");
    }

    #[test]
    fn a_model_that_has_thought_thinks_again_where_a_block_never_closes() {
        check("<think>a</think>Yes<think>b", "Yes", "ab");
        check("<think>a</think>Yes. <think>b c", "Yes. ", "ab c");
    }

    #[test]
    fn what_closes_twice_is_closed() {
        check("<think>a</think></think>Yes", "Yes", "a");
        check("<think>a</think>\n</ think >\nYes", "Yes", "a");
    }

    #[test]
    fn channels_have_names_of_tools_and_formats() {
        check(
            "<|channel|>commentary to=functions.x <|constrain|>json<|message|>{\"a\":1}<|call|><|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes",
            "Yes",
            "{\"a\":1}<|call|><|start|>assistant<|channel|>analysis<|message|>Hm.",
        );
        check(
            "<|start|>assistant<|channel|>final <|constrain|>json<|message|>{}<|return|>",
            "{}",
            "",
        );
        check(
            "<|channel|>tests<|message|>No",
            "<|channel|>tests<|message|>No",
            "",
        );
    }

    #[test]
    fn reasoning_in_details_and_behind_words_is_reasoning() {
        check(
            "<details type=\"reasoning\" done=\"true\">\n<summary>Thought for 3s</summary>Hm. </think></details>\nYes",
            "Yes",
            "\n<summary>Thought for 3s</summary>Hm. </think>",
        );
        check(
            "Here is my thought process: hm, here it is. Here is my response: Yes. Here is my response: no.",
            "Yes. Here is my response: no.",
            " hm, here it is. ",
        );
        for text in [
            "<details><summary>a</summary>b</details>",
            "Here is my thought process",
            "Yes. Here is my thought process: no.",
            "He said so.",
        ] {
            check(text, text, "");
        }
    }

    #[test]
    fn what_a_model_makes_up_of_others_is_no_text() {
        check(
            "Yes.<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\nNo.",
            "Yes.",
            "",
        );
        check("Yes.<end_of_turn>\n<start_of_turn>user\nAnd?", "Yes.", "");
        check("Write <|user|> first.", "Write <|user|> first.", "");
    }

    #[test]
    fn a_lone_closing_tag_makes_all_before_it_reasoning() {
        check("so, hm</think>\nYes", "Yes", "so, hm");
        check("</think>Yes", "Yes", "");
        check("<think>a</think>b</think>c", "b</think>c", "a");
    }

    #[test]
    fn tags_in_code_are_text() {
        for text in [
            "Use `<think>a</think>` here.",
            "``<think>` ``, or\n```\n<think>\n```\ndone",
            "A `</think>`.",
        ] {
            check(text, text, "");
        }
        check("`a`<think>b</think>c", "`a`c", "b");
        check("```\na\n```\n<think>b</think>c", "```\na\n```\nc", "b");
        check(
            "an ` apostrophe\n<think>b</think>c",
            "an ` apostrophe\nc",
            "b",
        );
    }

    #[test]
    fn a_block_that_never_closes_is_reasoning() {
        check("<think>long `thought", "", "long `thought");
        assert_eq!(
            split(&["Yes <think>no"], false),
            ("Yes ".to_owned(), "no".to_owned())
        );
    }

    #[test]
    fn a_literal_tag_in_an_answer_loses_no_text() {
        let (answer, _) = split(&["The <think> tag and so on."], true);
        assert_eq!(answer, "The <think> tag and so on.");
    }

    #[test]
    fn what_only_looks_like_a_tag_stays() {
        for text in [
            "a <thin",
            "a << b",
            "a <think b",
            "x < y <",
            "Vec<T>",
            "</TH",
            "<</thinker>",
        ] {
            check(text, text, "");
        }
    }

    proptest! {
        #[test]
        fn split_anywhere_gives_the_same(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<think>", "</think>", "<think a=\"b\">", "<reasoning>", "</reasoning>", "<answer>", "</answer>", "<thin", "<T", "[THINK]", "[/think]", "[1]", "<|end|>", "<|channel|>final<|message|>", "<|start|>assistant<|ch", "`", "```", "\n", " ", "word", "<", "é",
            ]), 0..16),
            cut in any::<prop::sample::Index>(),
            stopped in any::<bool>(),
        ) {
            let text = parts.concat();
            let chars: Vec<char> = text.chars().collect();
            let (left, right) = chars.split_at(cut.index(chars.len() + 1));
            let (left, right) = (String::from_iter(left), String::from_iter(right));
            let single: Vec<String> = chars.iter().map(char::to_string).collect();
            let single: Vec<&str> = single.iter().map(String::as_str).collect();
            let whole = split(&[&text], stopped);
            prop_assert_eq!(split(&[&left, &right], stopped), whole.clone());
            prop_assert_eq!(split(&single, stopped), whole);
        }
    }
}
