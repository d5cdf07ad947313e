//! Conversations: who speaks in a transcript, so that a sentence of a turn is read with its speaker's name.
//!
//! A transcript names the speaker once, before the first sentence of a turn; a claim about it names the speaker beside what was said in the fifth.
//! Claims about a text also say that it says something, in words that it does not have itself.

use crate::check::language::shapes::Shapes;

/// The label before a turn: `Ann: `, `Project Manager: `.
pub(crate) fn label(sentence: &str) -> Option<&str> {
    let (name, _) = sentence.split_once(": ")?;
    let is_short = name.len() <= LONGEST && name.split(' ').count() <= 3;
    let begins =
        |word: &str| word.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    (is_short && name.split(' ').all(begins)).then_some(name)
}

/// Who speaks in a text, if it is a conversation: labels of which one comes again.
pub(crate) fn speakers(text: &str) -> Vec<&str> {
    const MOST: usize = 64;
    let mut names: Vec<&str> = Vec::new();
    let mut again = false;
    for (at, _) in text.match_indices(": ") {
        let from = text.floor_char_boundary(at.saturating_sub(2 * LONGEST));
        let head = text.get(from..at).unwrap_or_default();
        let begins = head
            .rfind(['\n', '.', '!', '?'])
            .map_or(from, |stop| from + stop + 1);
        let line = text.get(begins..at + 2).unwrap_or_default().trim_start();
        let Some(name) = label(line) else { continue };
        if names.contains(&name) {
            again = true;
        } else if names.len() < MOST {
            names.push(name);
        }
    }
    if again && names.len() >= 2 {
        names
    } else {
        Vec::new()
    }
}

/// Bytes of a name before a turn.
const LONGEST: usize = 40;

/// Words by which a claim says that a text says something.
pub(crate) fn is_framing(word: &str) -> bool {
    #[rustfmt::skip]
    const FRAMING: &[&str] = &[
        "document", "report", "study", "source", "author", "paper", "article", "text", "according", "state", "states", "stated", "says", "said",
        "notes", "noted", "describe", "describes", "described", "explain", "explains", "explained", "mention", "mentions", "mentioned", "adds",
        "added", "also", "additionally", "furthermore", "specifically", "discuss", "discusses", "discussed", "introduces", "introduced",
        "highlights", "highlighted", "highlighting", "emphasizes", "emphasized", "emphasizing", "outlines", "outlined", "includes", "included", "including",
        "provides", "provided", "providing", "asks", "asked", "tells", "told", "informs", "informed", "speaker", "stating", "explaining", "mentioning", "discussing", "describing",
        "overall", "various", "several", "such", "well", "different",
    ];
    static SHAPES: Shapes = Shapes::of(FRAMING);
    SHAPES.may_hold(word) && FRAMING.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_come_again_are_speakers() {
        let transcript =
            "Ann: Did you buy butter?\nProject Manager: Not yet. I will: soon.\nAnn: Thanks.";
        assert_eq!(speakers(transcript), ["Ann", "Project Manager"]);
        assert_eq!(label("Ann: Thanks."), Some("Ann"));
    }

    #[test]
    fn a_text_with_colons_is_no_conversation() {
        for text in [
            "Note: it rains. Warning: it pours.",
            "The list: one, two. The rest: three.",
            "It has two parts: a lid and a base. It has two parts: both are steel.",
            "",
        ] {
            assert!(speakers(text).is_empty(), "{text}");
        }
    }
}
