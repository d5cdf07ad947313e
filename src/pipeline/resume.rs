//! Going on after a reply that was cut: what is kept of it, how the writer is asked for the rest, and how the two are joined [M3][W12].
//!
//! Half a sentence is no good start for anyone, so the text is taken up after its last whole sentence, and a list of edits after its last whole edit.

use serde::Serialize;

use super::edits;
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Request, Role};
use crate::check;

/// The whole sentences at the start of a text that was cut.
#[must_use]
pub fn whole_sentences(partial: &str) -> &str {
    const ENDS: &[char] = &['.', '!', '?', ']', ')', '"', '”', '’', '。', '！', '？'];
    let spans = check::sentences(partial);
    let last = spans.iter().rev().find(|span| {
        partial
            .get((*span).clone())
            .is_some_and(|sentence| sentence.trim_end().ends_with(ENDS))
    });
    last.and_then(|span| partial.get(..span.end))
        .unwrap_or_default()
        .trim_end()
}

/// Whether a text is a list of edits, or the beginning of one: nothing to be read as it was written.
#[must_use]
pub fn is_edits(text: &str) -> bool {
    edits::has_edits(text)
}

/// What a writer that goes on can build on: whole edits where the reply is edits, whole sentences elsewhere.
#[must_use]
pub fn kept(partial: &str) -> &str {
    if edits::has_edits(partial) {
        edits::whole(partial)
    } else {
        whole_sentences(partial)
    }
}

/// What stands between what was kept and the rest.
#[must_use]
pub fn seam(begun: &str) -> &'static str {
    if edits::has_edits(begun) { "\n\n" } else { " " }
}

/// What the turns that follow a reply can use.
#[derive(Serialize)]
struct Variables<'a> {
    title: &'a str,
    why: &'a str,
    edits: bool,
}

/// Asks for the rest of a reply that began with `begun`: two more turns at the end of the conversation.
pub fn go_on(request: &mut Request, begun: &str, prompts: &Prompts) -> Result<(), PromptError> {
    let variables = Variables {
        title: &request.plan.title,
        why: "",
        edits: edits::has_edits(begun),
    };
    let content = prompts.render("continue", &variables)?;
    reply_to(request, begun, content);
    Ok(())
}

/// Asks for another reply than this one, which cannot be used.
pub fn ask_again(
    request: &mut Request,
    replied: &str,
    why: &str,
    prompts: &Prompts,
) -> Result<(), PromptError> {
    let variables = Variables {
        title: &request.plan.title,
        why,
        edits: request.edits,
    };
    let content = prompts.render("again", &variables)?;
    reply_to(request, replied, content);
    Ok(())
}

fn reply_to(request: &mut Request, replied: &str, content: String) {
    request.messages.push(Message {
        role: Role::Assistant,
        content: replied.to_owned(),
    });
    request.messages.push(Message {
        role: Role::User,
        content,
    });
}

/// The whole reply. A writer that began again from the start, as small models do, is taken at its word.
#[must_use]
pub fn join(begun: &str, rest: &str) -> String {
    /// As much of the beginning as no two different texts share.
    const TELLING: usize = 48;
    let start: String = begun.chars().take(TELLING).collect();
    if begun.is_empty() || rest.trim_start().starts_with(&start) {
        return rest.to_owned();
    }
    let separator = if rest.starts_with('\n') {
        "\n\n"
    } else {
        seam(begun)
    };
    let rest = rest.trim_start();
    if rest.is_empty() {
        begun.to_owned()
    } else {
        format!("{begun}{separator}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_sentence_is_left_behind() {
        let check = |partial: &str, expected: &str| assert_eq!(whole_sentences(partial), expected);
        check(
            "Sales fell to 2.2 million [1]. And th",
            "Sales fell to 2.2 million [1].",
        );
        check("One [1]. Two [2].", "One [1]. Two [2].");
        check("Sales fell to 2.", "Sales fell to 2.");
        check("And th", "");
        check("", "");
    }

    #[test]
    fn of_edits_that_were_cut_the_whole_ones_are_kept() {
        let check = |partial: &str, expected: &str| assert_eq!(kept(partial), expected);
        let first = "REPLACE 1\nWHY counted again\nTEXT The depot has 52 chargers [4].";
        check(&format!("{first}\n\nDELETE 2\nWHY with"), first);
        check(&format!("{first}\n\n"), first);
        check(&format!("{first} Mo"), "");
        check(
            "The depot has 52 chargers [4]. It",
            "The depot has 52 chargers [4].",
        );
        let rest = "DELETE 2\nWHY withdrawn";
        assert_eq!(join(first, rest), format!("{first}\n\n{rest}"));
    }

    #[test]
    fn the_rest_follows_what_was_kept() {
        let check =
            |begun: &str, rest: &str, expected: &str| assert_eq!(join(begun, rest), expected);
        check("One [1].", "Two [2].", "One [1]. Two [2].");
        check("One [1].", "\n\nTwo [2].", "One [1].\n\nTwo [2].");
        check("One [1].", "One [1]. Two [2].", "One [1]. Two [2].");
        check("One [1].", "", "One [1].");
        check("", "One [1].", "One [1].");
    }
}
