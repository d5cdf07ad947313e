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
    /// It is one if the rest of one follows.
    MayBe,
    No,
}

/// The name of the channels of models whose server does not know their format.
pub(super) const CHANNEL: &str = "channel";

/// The name of reasoning that begins and ends with words, as some models have it.
pub(super) const WORDS: &str = "words";
/// The name of a part that can be folded, which is reasoning where its type says so.
pub(super) const DETAILS: &str = "details";

/// Names of reasoning in tags as of HTML.
const THOUGHTS: [&str; 19] = [
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
    DETAILS,
];
/// Names of the answer beside it.
const ANSWERS: [&str; 5] = ["answer", "final_answer", "final", "response", "output"];

/// Tags that are written in one way, in lower case.
const FIXED: [(&str, Tag); 58] = [
    ("[think]", Tag::Opens("[think]")),
    ("[/think]", Tag::Closes("[think]")),
    ("◁think▷", Tag::Opens("◁think▷")),
    ("◁/think▷", Tag::Closes("◁think▷")),
    ("<|think|>", Tag::Opens("|think|")),
    ("<|/think|>", Tag::Closes("|think|")),
    ("<|thinking|>", Tag::Opens("|thinking|")),
    ("<|/thinking|>", Tag::Closes("|thinking|")),
    ("<|begin_of_thought|>", Tag::Opens("|thought|")),
    ("<|end_of_thought|>", Tag::Closes("|thought|")),
    ("<|start_thinking|>", Tag::Opens("|start|")),
    ("<|end_thinking|>", Tag::Closes("|start|")),
    ("here is my thought process:", Tag::Opens(WORDS)),
    ("here's my thought process:", Tag::Opens(WORDS)),
    ("here is my response:", Tag::Closes(WORDS)),
    ("here's my response:", Tag::Closes(WORDS)),
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
    ("<|end|>", Tag::Ends),
    ("<|return|>", Tag::Ends),
    ("<|call|>", Tag::Ends),
    ("<|im_end|>", Tag::Ends),
    ("<|eot_id|>", Tag::Ends),
    ("<|eom_id|>", Tag::Ends),
    ("<|end_of_turn|>", Tag::Ends),
    ("<|endoftext|>", Tag::Ends),
    ("<|end_of_text|>", Tag::Ends),
    ("<|end_of_sentence|>", Tag::Ends),
    ("<|eos|>", Tag::Ends),
    ("<end_of_turn>", Tag::Ends),
    ("<turn|>", Tag::Ends),
    ("<end_of_utterance>", Tag::Ends),
    ("<eos>", Tag::Ends),
    ("</s>", Tag::Ends),
    ("<｜end▁of▁sentence｜>", Tag::Ends),
];

/// Bytes of a tag with its attributes.
const LONGEST: usize = 120;

/// What a text is, to its end, that starts as a tag may.
pub(super) fn read(text: &str) -> Read {
    let text = text.to_ascii_lowercase();
    if let Some((_, tag)) = FIXED.iter().find(|(tag, _)| *tag == text) {
        return Read::Is(*tag);
    }
    if FIXED.iter().any(|(tag, _)| tag.starts_with(&text)) {
        return Read::MayBe;
    }
    match text.strip_prefix('<') {
        Some(_) if text.len() > LONGEST => Read::No,
        Some(rest) if text.starts_with("<|") => channel(rest),
        Some(rest) => named(rest),
        None => Read::No,
    }
}

/// What the head of a channel is, without its first sign: who speaks, on which channel, to whom and in which format.
fn channel(head: &str) -> Read {
    const START: &str = "|start|>";
    let marks = ["|channel|>", "|constrain|>", "|message|>"];
    let mut rest = head;
    let mut name = None;
    if START.starts_with(rest) && rest != START {
        return Read::MayBe;
    }
    if let Some(speaker) = rest.strip_prefix(START) {
        let Some((_, mark)) = speaker.split_once('<') else {
            return Read::MayBe;
        };
        rest = mark;
    }
    loop {
        let Some(mark) = marks.iter().find(|mark| rest.starts_with(**mark)) else {
            let begun = marks.iter().any(|mark| mark.starts_with(rest));
            return if begun { Read::MayBe } else { Read::No };
        };
        let said = rest.get(mark.len()..).unwrap_or_default();
        if *mark == "|message|>" {
            return match name {
                Some("final") => Read::Is(Tag::Closes(CHANNEL)),
                Some("analysis" | "commentary") => Read::Is(Tag::Opens(CHANNEL)),
                _ => Read::No,
            };
        }
        name = name.or(said.split([' ', '<']).next());
        let Some((_, next)) = said.split_once('<') else {
            return Read::MayBe;
        };
        rest = next;
    }
}

/// What a tag as of HTML is, without its first sign.
fn named(tag: &str) -> Read {
    let (closes, rest) = match tag.strip_prefix('/') {
        Some(rest) => (true, rest.trim_start_matches(' ')),
        None => (false, tag),
    };
    let names = || THOUGHTS.iter().chain(&ANSWERS);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let Some(end) = rest.find(|c| !is_name(c)) else {
        let begun = names().any(|name| name.starts_with(rest));
        return if begun { Read::MayBe } else { Read::No };
    };
    let (name, inside) = rest.split_at(end);
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
    if *name == DETAILS && !closes && !attributes.contains("type=\"reasoning\"") {
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
