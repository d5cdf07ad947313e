//! Parts a model's text into answer and reasoning, where the reasoning comes inline as `<think>…</think>`, in one of the spellings that models have [M1].
//!
//! Works without input or output on pieces split anywhere. A tag inside Markdown code is text. A closing tag without an opening one means that
//! the server's template opened the block, and that all text so far was reasoning. A block that opened in the middle of an answer and was still
//! open when the model stopped by itself was no block but the literal tag: its text is given back. The marks by which a model ends its turn, which some
//! servers leave at the end of the text, are no text.

/// What a piece of text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Thought {
    Answer(String),
    Reasoning(String),
    /// All of the answer so far was reasoning.
    AllReasoning,
}

/// The splitter's state between two pieces.
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
    /// Some answer has been given out; white space before it never is.
    answered: bool,
    /// The open block, kept in case that it was the literal tag; only when it opened in the middle of an answer.
    literal: Option<String>,
}

/// What a tag does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Opens,
    Closes,
    /// The model ends its turn.
    Ends,
}

/// In lower case. The channels are those of models whose server does not know their format.
const TAGS: [(&str, Tag); 25] = [
    ("<think>", Tag::Opens),
    ("</think>", Tag::Closes),
    ("<thinking>", Tag::Opens),
    ("</thinking>", Tag::Closes),
    ("<thought>", Tag::Opens),
    ("</thought>", Tag::Closes),
    ("<seed:think>", Tag::Opens),
    ("</seed:think>", Tag::Closes),
    ("[think]", Tag::Opens),
    ("[/think]", Tag::Closes),
    ("◁think▷", Tag::Opens),
    ("◁/think▷", Tag::Closes),
    ("<|channel|>analysis<|message|>", Tag::Opens),
    ("<|channel|>commentary<|message|>", Tag::Opens),
    (
        "<|start|>assistant<|channel|>analysis<|message|>",
        Tag::Opens,
    ),
    ("<|channel|>final<|message|>", Tag::Closes),
    ("<|start|>assistant<|channel|>final<|message|>", Tag::Closes),
    ("<|end|>", Tag::Ends),
    ("<|return|>", Tag::Ends),
    ("<|im_end|>", Tag::Ends),
    ("<|eot_id|>", Tag::Ends),
    ("<|endoftext|>", Tag::Ends),
    ("<|end_of_text|>", Tag::Ends),
    ("<end_of_turn>", Tag::Ends),
    ("<｜end▁of▁sentence｜>", Tag::Ends),
];

/// The most text of a block in the middle of an answer that is kept to be given back.
const LITERAL_LIMIT: usize = 64 * 1024;

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
        if !self.held.is_empty() {
            self.held.push(c);
            let held = self.held.to_ascii_lowercase();
            if let Some((_, does)) = TAGS.iter().find(|(tag, _)| *tag == held) {
                let tag = std::mem::take(&mut self.held);
                match does {
                    Tag::Ends => self.tail.push_str(&tag),
                    does => self.tag(&tag, *does == Tag::Opens, out),
                }
                return;
            }
            if TAGS.iter().any(|(tag, _)| tag.starts_with(&held)) {
                return;
            }
            self.held.pop();
            self.release(out);
        }
        // Where a code span may have just ended, the run of backticks is settled first, so that a tag right after it is seen.
        if matches!(c, '<' | '[' | '◁') && (self.inside || !self.code.covers_next()) {
            self.code.settle();
            self.held.push(c);
        } else {
            self.give(c, out);
        }
    }

    fn tag(&mut self, tag: &str, opens: bool, out: &mut Vec<Thought>) {
        let special = if self.inside {
            !opens
        } else {
            opens || !self.seen_block
        };
        if !special {
            for c in tag.chars() {
                self.give(c, out);
            }
            return;
        }
        self.tail.clear();
        self.seen_block = true;
        if !self.inside && !opens {
            if self.answered {
                out.push(Thought::AllReasoning);
            }
            self.answered = false;
        }
        self.inside = opens;
        self.literal = (opens && self.answered).then(|| tag.to_owned());
        self.code = Code::default();
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
        self.answered |= !c.is_whitespace();
        if self.answered {
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
    fn marks_of_an_end_are_text_only_where_more_follows() {
        check("Yes.<|im_end|>\n", "Yes.", "");
        check("Yes.<|eot_id|><end_of_turn>", "Yes.", "");
        check("A <|im_end|> mark.", "A <|im_end|> mark.", "");
        check("Use `<|im_end|>`", "Use `<|im_end|>`", "");
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
                "<think>", "</think>", "<thin", "<T", "[THINK]", "[/think]", "[1]", "<|end|>", "<|channel|>final<|message|>", "<|start|>assistant<|ch", "`", "```", "\n", " ", "word", "<", "é",
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
