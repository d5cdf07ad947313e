//! The tags that models put around their reasoning and their answers, in every spelling that is known, as far as it has come.
//!
//! Most are written as in HTML and may have attributes and white space in them; others are tokens of the model that its server did not know.

/// What a tag does. Tags of one name belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Opens(&'static str),
    Closes(&'static str),
    /// It opens and closes at once.
    Empty,
    /// The whole answer begins, or ends.
    Wraps,
    Unwraps,
    /// The model ends its turn.
    Ends,
    /// Somebody else's turn begins.
    Turns,
}

/// What the start of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Is(Tag),
    /// All but its last character is one.
    Before(Tag),
    /// It is one if the rest of one follows.
    MayBe,
    No,
}

/// The name of the channels of models whose server does not know their format.
pub(super) const CHANNEL: &str = "channel";
/// The same of a server that lost the marks of that format and left its words.
const STRIPPED: &str = "analysis";
/// Sentences that part thoughts from the answer, as Granite's models write them.
const SENTENCES: &str = "thought process";
/// The same as Apriel's models write them.
const STEPS: &str = "reasoning steps";
/// A part of a page that is opened by who wants to read it.
const DETAILS: &str = "details";
/// Thoughts and answer under labels in bold letters.
const LABELS: &str = "**thinking**";
/// Thoughts in tags that were escaped as in HTML.
const ESCAPED: &str = "&lt;think&gt;";
/// Thoughts in a code block of that name.
const FENCED: &str = "```thinking";

/// Words that open or close a block without any mark, in lower case; those that open stand at the very start.
const WORDS: [(&str, Tag); 17] = [
    ("assistantfinal", Tag::Closes(STRIPPED)),
    ("**thinking:**", Tag::Opens(LABELS)),
    ("**thoughts:**", Tag::Opens(LABELS)),
    ("**reasoning:**", Tag::Opens(LABELS)),
    ("**answer:**", Tag::Closes(LABELS)),
    ("**final answer:**", Tag::Closes(LABELS)),
    ("**response:**", Tag::Closes(LABELS)),
    ("```thinking\n", Tag::Opens(FENCED)),
    ("```reasoning\n", Tag::Opens(FENCED)),
    ("```\n", Tag::Closes(FENCED)),
    ("here are my reasoning steps:", Tag::Opens(STEPS)),
    ("here is my thought process:", Tag::Opens(SENTENCES)),
    ("here's my thought process:", Tag::Opens(SENTENCES)),
    ("here is my response:", Tag::Closes(SENTENCES)),
    ("here's my response:", Tag::Closes(SENTENCES)),
    ("here is my answer:", Tag::Closes(SENTENCES)),
    ("here's my answer:", Tag::Closes(SENTENCES)),
];

/// Names of reasoning in tags as of HTML.
const THOUGHTS: [&str; 18] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reasoning_content",
    "reflection",
    "scratchpad",
    "analysis",
    "seed:think",
    "mm:think",
    "antml:thinking",
    "inner_monologue",
    "internal_monologue",
    "inner_thoughts",
    "chain_of_thought",
    "chain-of-thought",
    "cot",
];
/// Names of the answer beside it.
const ANSWERS: [&str; 5] = ["answer", "final_answer", "final", "response", "output"];

/// Names of a call of a tool in tags as of HTML.
const CALLS: [&str; 4] = ["tool_call", "tool_calls", "function_call", "function_calls"];
/// The same in tokens of models whose server reads no calls.
const CALL_TOKENS: &str = "tool calls";
/// The same without an end: what follows is nothing else.
const CALL_TO_THE_END: &str = "tool calls to the end";

/// Tags that are written in one way, in lower case.
const FIXED: [(&str, Tag); 76] = [
    ("<｜tool▁calls▁begin｜>", Tag::Opens(CALL_TOKENS)),
    ("<｜tool▁calls▁end｜>", Tag::Closes(CALL_TOKENS)),
    ("<|tool_calls_section_begin|>", Tag::Opens(CALL_TOKENS)),
    ("<|tool_calls_section_end|>", Tag::Closes(CALL_TOKENS)),
    ("[tool_calls]", Tag::Opens(CALL_TO_THE_END)),
    ("<|python_tag|>", Tag::Opens(CALL_TO_THE_END)),
    ("<|tool_call|>", Tag::Opens(CALL_TO_THE_END)),
    ("[think]", Tag::Opens("[think]")),
    ("[/think]", Tag::Closes("[think]")),
    ("[begin final response]", Tag::Closes(STEPS)),
    ("[end final response]", Tag::Ends),
    (ESCAPED, Tag::Opens(ESCAPED)),
    ("&lt;/think&gt;", Tag::Closes(ESCAPED)),
    ("◁think▷", Tag::Opens("◁think▷")),
    ("◁/think▷", Tag::Closes("◁think▷")),
    ("<|think|>", Tag::Opens("|think|")),
    ("<|/think|>", Tag::Closes("|think|")),
    ("<|thinking|>", Tag::Opens("|thinking|")),
    ("<|/thinking|>", Tag::Closes("|thinking|")),
    ("<|begin_of_thought|>", Tag::Opens("|thought|")),
    ("<|end_of_thought|>", Tag::Closes("|thought|")),
    ("<|thought_start|>", Tag::Opens("|thought_start|")),
    ("<|thought_end|>", Tag::Closes("|thought_start|")),
    ("<｜begin▁of▁thinking｜>", Tag::Opens("｜thinking｜")),
    ("<｜end▁of▁thinking｜>", Tag::Closes("｜thinking｜")),
    ("<|start_thinking|>", Tag::Opens("|start|")),
    ("<|end_thinking|>", Tag::Closes("|start|")),
    ("<|channel>thought", Tag::Opens("|channel>")),
    ("<channel|>", Tag::Closes("|channel>")),
    ("<unused94>thought", Tag::Opens("unused94")),
    ("<unused95>", Tag::Closes("unused94")),
    ("<|inner_prefix|>", Tag::Opens("|inner|")),
    ("<|inner_suffix|>", Tag::Closes("|inner|")),
    ("<|im_start|>assistant", Tag::Wraps),
    ("<|start_header_id|>assistant<|end_header_id|>", Tag::Wraps),
    ("<|begin_of_box|>", Tag::Wraps),
    ("<|end_of_box|>", Tag::Unwraps),
    ("<|start_text|>", Tag::Wraps),
    ("<|end_text|>", Tag::Unwraps),
    ("<|begin_of_solution|>", Tag::Wraps),
    ("<|end_of_solution|>", Tag::Unwraps),
    ("<|start_response|>", Tag::Wraps),
    ("<|end_response|>", Tag::Unwraps),
    ("[begin final response]", Tag::Wraps),
    ("[end final response]", Tag::Unwraps),
    ("<|im_start|>user", Tag::Turns),
    ("<|im_start|>system", Tag::Turns),
    ("<|im_start|>tool", Tag::Turns),
    ("<|start_header_id|>user<|end_header_id|>", Tag::Turns),
    ("<|start_header_id|>system<|end_header_id|>", Tag::Turns),
    ("<start_of_turn>user", Tag::Turns),
    ("<|user|>", Tag::Turns),
    ("<|observation|>", Tag::Turns),
    ("[inst]", Tag::Turns),
    ("<|end|>", Tag::Ends),
    ("<|return|>", Tag::Ends),
    ("<|call|>", Tag::Ends),
    ("<|im_end|>", Tag::Ends),
    ("<|eot_id|>", Tag::Ends),
    ("<|eom_id|>", Tag::Ends),
    ("<|end_of_turn|>", Tag::Ends),
    ("<|end_of_turn_token|>", Tag::Ends),
    ("<|role_end|>", Tag::Ends),
    ("<|endoftext|>", Tag::Ends),
    ("<|end_of_text|>", Tag::Ends),
    ("<|end_of_sentence|>", Tag::Ends),
    ("<|eos|>", Tag::Ends),
    ("<end_of_turn>", Tag::Ends),
    ("<turn|>", Tag::Ends),
    ("<end_of_utterance>", Tag::Ends),
    ("<eos>", Tag::Ends),
    ("<s>", Tag::Ends),
    ("</s>", Tag::Ends),
    ("[/inst]", Tag::Ends),
    ("<｜end▁of▁sentence｜>", Tag::Ends),
    ("[e~[", Tag::Ends),
];

/// Bytes of a tag with its attributes.
const LONGEST: usize = 120;

/// Whether a word that opens a block may begin so, where an answer begins.
pub(super) fn may_open(c: char) -> bool {
    matches!(c, 'a' | 'H' | 'h' | '*' | '`')
}

/// Whether a word that closes a block of this name may begin so.
pub(super) fn may_close(block: &str, c: char) -> bool {
    match block {
        STRIPPED => c == 'a',
        SENTENCES => matches!(c, 'H' | 'h'),
        LABELS => c == '*',
        FENCED => c == '`',
        _ => false,
    }
}

/// Whether a closing tag of this name means something only in a block that the same name opened.
pub(super) fn ends_only_its_own(name: &str) -> bool {
    matches!(
        name,
        STRIPPED | SENTENCES | DETAILS | LABELS | FENCED | ESCAPED
    ) || calls_a_tool(name)
}

/// Whether what stands in tags of this name calls a tool.
pub(super) fn calls_a_tool(name: &str) -> bool {
    CALLS.contains(&name) || matches!(name, CALL_TOKENS | CALL_TO_THE_END)
}

/// Whether a tag of this name opens a block only where the answer begins: elsewhere it is spoken of.
pub(super) fn opens_at_the_start(name: &str) -> bool {
    name == ESCAPED
}

/// Whether a tag may begin so.
pub(super) fn is_sign(c: char) -> bool {
    matches!(c, '<' | '[' | '◁' | '&')
}

/// What a text that starts with the sign of a tag or the first letter of such a word is, to its end.
pub(super) fn read(text: &str) -> Read {
    if !text.starts_with(is_sign) {
        return word(text);
    }
    let text = text.to_ascii_lowercase();
    let of_channel = channel(&text);
    if of_channel != Read::No {
        return of_channel;
    }
    if let Some((_, tag)) = FIXED.iter().find(|(tag, _)| *tag == text) {
        return Read::Is(*tag);
    }
    if FIXED.iter().any(|(tag, _)| tag.starts_with(&text)) {
        return Read::MayBe;
    }
    match text.strip_prefix('<') {
        Some(rest) if text.len() <= LONGEST => named(rest),
        _ => Read::No,
    }
}

/// What words without any mark are.
fn word(text: &str) -> Read {
    if let Some(rest) = text.strip_prefix(STRIPPED)
        && let Some(next) = rest.chars().next()
    {
        // No word goes on so.
        return if next.is_alphabetic() && !next.is_lowercase() {
            Read::Before(Tag::Opens(STRIPPED))
        } else {
            Read::No
        };
    }
    let lower = text.to_ascii_lowercase();
    if let Some((_, tag)) = WORDS.iter().find(|(words, _)| *words == lower) {
        return Read::Is(*tag);
    }
    let may_be = WORDS.iter().any(|(words, _)| words.starts_with(&lower));
    if may_be || STRIPPED.starts_with(text) {
        Read::MayBe
    } else {
        Read::No
    }
}

/// What the head of a message is in the format of models that think in channels: `<|start|>` and a role, `<|channel|>` and its name, whom it is to and
/// in which form, and `<|message|>`. All channels but the final one are thoughts.
fn channel(text: &str) -> Read {
    const ROLE: &str = "<|start|>assistant";
    const NAME: &str = "<|channel|>";
    const FORM: &str = "<|constrain|>";
    const END: &str = "<|message|>";
    let Some(from) = text.find(NAME).map(|at| at + NAME.len()) else {
        let is_begun = NAME.starts_with(text) || ROLE.starts_with(text);
        let is_to = text.strip_prefix(ROLE).is_some_and(|rest| {
            let sign = rest.find('<').unwrap_or(rest.len());
            let (to, mark) = rest.split_at(sign);
            is_head(to) && NAME.starts_with(mark)
        });
        let is_short = text.len() <= LONGEST;
        return if is_begun || (is_to && is_short) {
            Read::MayBe
        } else {
            Read::No
        };
    };
    let head = text.get(from..).unwrap_or_default();
    let is_said = |head: &str| head.split(FORM).all(is_head);
    if let Some(head) = head.strip_suffix(END) {
        let name = head.split([' ', '<']).next().unwrap_or_default();
        return match name {
            _ if !is_said(head) => Read::No,
            "final" => Read::Is(Tag::Closes(CHANNEL)),
            _ => Read::Is(Tag::Opens(CHANNEL)),
        };
    }
    let sign = head.rfind('<').unwrap_or(head.len());
    let (before, mark) = head.split_at(sign);
    let is_mark = END.starts_with(mark) || FORM.starts_with(mark);
    if head.len() <= LONGEST && (is_said(head) || (is_mark && is_said(before))) {
        Read::MayBe
    } else {
        Read::No
    }
}

/// Whether a piece of such a head names a channel, a recipient or a form.
fn is_head(piece: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || " _=.,:-".contains(c);
    piece.chars().all(is_part)
}

/// What a tag as of HTML is, without its first sign.
fn named(tag: &str) -> Read {
    let (closes, rest) = match tag.strip_prefix('/') {
        Some(rest) => (true, rest.trim_start_matches(' ')),
        None => (false, tag),
    };
    let names = || {
        THOUGHTS
            .iter()
            .chain(&ANSWERS)
            .chain(&CALLS)
            .chain(&[DETAILS])
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let Some(end) = rest.find(|c| !is_name(c)) else {
        let begun = names().any(|name| name.starts_with(rest));
        let is_said = rest.starts_with("think:") && rest.len() <= LONGEST;
        return if begun || is_said {
            Read::MayBe
        } else {
            Read::No
        };
    };
    let (name, inside) = rest.split_at(end);
    // Some say what the thoughts are: `think:deep`.
    let name = name.strip_prefix("think:").map_or(name, |_| "think");
    let Some(name) = names().find(|known| **known == name) else {
        return Read::No;
    };
    let Some(attributes) = inside.strip_suffix('>') else {
        return if may_be_inside(inside, closes) {
            Read::MayBe
        } else {
            Read::No
        };
    };
    let (attributes, is_empty) = match attributes.strip_suffix('/') {
        Some(attributes) => (attributes, true),
        None => (attributes, false),
    };
    // Prose goes on in words there, attributes have values.
    if !attributes.trim().is_empty() && (closes || !attributes.contains('=')) {
        return Read::No;
    }
    if *name == DETAILS && !closes && !attributes.contains("reasoning") {
        return Read::No;
    }
    let is_answer = ANSWERS.contains(name);
    Read::Is(match (is_answer, closes) {
        (false, _) if is_empty => Tag::Empty,
        (false, false) => Tag::Opens(name),
        (false, true) => Tag::Closes(name),
        (true, false) => Tag::Wraps,
        (true, true) => Tag::Unwraps,
    })
}

/// Whether this may stand in a tag behind its name: attributes on one line.
fn may_be_inside(text: &str, closes: bool) -> bool {
    let is_blank = text.trim().is_empty();
    (is_blank || !closes) && text.starts_with(['/', ' ', '\t']) && !text.contains(['<', '\n', '`'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_of_a_tag_may_become_one() {
        let written = FIXED.map(|(tag, _)| tag.to_owned());
        let named = THOUGHTS.map(|name| format!("</{name}  >"));
        let open = ANSWERS.map(|name| format!("<{name} a=\"b\">"));
        for tag in written.iter().chain(&named).chain(&open) {
            assert!(matches!(read(tag), Read::Is(_)), "{tag}");
            let ends = tag.char_indices().map(|(at, _)| at).skip(1);
            for end in ends {
                assert_eq!(read(&tag[..end]), Read::MayBe, "{}", &tag[..end]);
            }
        }
    }

    #[test]
    fn what_is_no_tag_is_known_at_once() {
        for text in [
            "<b",
            "<thinq",
            "<think of>",
            "<think<",
            "[1",
            "</think of",
            "<think\n",
            "< ",
        ] {
            assert_eq!(read(text), Read::No, "{text}");
        }
    }
}
