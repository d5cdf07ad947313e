//! Going on after a reply that was cut: what is kept of it, how the writer is asked for the rest, and how the two are joined [M3][W12].
//!
//! Half a sentence is no good start for anyone, so the text is taken up after its last whole sentence, and a list of edits after its last whole edit.

use serde::Serialize;

use super::edits;
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Request, Role};
use crate::check::{self, ends_sentence, whole_sentences};

/// Whether a text is a list of edits, or the beginning of one: nothing to be read as it was written.
#[must_use]
pub fn is_edits(text: &str) -> bool {
    edits::has_edits(text)
}

/// What a writer that goes on can build on: whole edits where the reply is edits, whole sentences elsewhere.
fn kept(partial: &str) -> &str {
    if edits::has_edits(partial) {
        edits::whole(partial)
    } else {
        whole_sentences(partial)
    }
}

/// A reply that was cut, as a writer that goes on has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Begun {
    /// What it builds on.
    pub kept: String,
    /// The rest of what came: half a sentence, or half an edit.
    half: String,
}

impl Begun {
    #[must_use]
    pub fn of(partial: &str) -> Self {
        let kept = kept(partial);
        Self {
            half: partial.get(kept.len()..).unwrap_or_default().to_owned(),
            kept: kept.to_owned(),
        }
    }

    /// What of it is gone on from where edits may be what is asked for: talk without an edit is none.
    #[must_use]
    pub fn for_request(self, request: &Request) -> Self {
        if asks_for_edits(request) && !edits::has_edits(&self.kept) {
            Self::default()
        } else {
            self
        }
    }

    /// The whole reply. A writer is asked for the next sentence; one that goes on within the half one all the same is taken at its word.
    #[must_use]
    pub fn join(&self, rest: &str) -> String {
        let is_of_text = !self.kept.is_empty() && !edits::has_edits(&self.kept);
        if is_of_text && says_there_is_none(rest) {
            return format!("{}{}", self.kept, self.half);
        }
        if self.half.trim().is_empty() || edits::has_edits(&self.kept) {
            return join(&self.kept, rest);
        }
        if begins_midway(rest) {
            let gap = if is_whole_word(&self.half, rest) {
                " "
            } else {
                ""
            };
            return format!("{}{}{gap}{rest}", self.kept, self.half);
        }
        match self.item() {
            Some(item) if !begins_item(rest.trim_start()) && !rest.starts_with('\n') => {
                join(&self.kept, &format!("{item}{}", rest.trim_start()))
            }
            _ => join(&self.kept, rest),
        }
    }

    /// The marker of the item of a list that the half sentence stands in, where it is one behind those that were kept.
    fn item(&self) -> Option<&str> {
        let (_, line) = self.half.rsplit_once('\n')?;
        let last = self.kept.lines().last().unwrap_or_default();
        line.get(..check::marker_len(line))
            .filter(|marker| !marker.trim().is_empty() && begins_item(last))
    }
}

/// Whether the rest of a text is that there is none, as models say of edits: `NO CHANGE`.
fn says_there_is_none(rest: &str) -> bool {
    const MOST_WORDS: usize = 4;
    let is_short = rest.split_whitespace().take(MOST_WORDS + 1).count() <= MOST_WORDS;
    is_short && edits::read(rest).is_some_and(|edits| edits.is_empty())
}

/// Whether a half sentence ends with a whole word, which what follows does not go on.
fn is_whole_word(half: &str, rest: &str) -> bool {
    let word = half
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    !word.is_empty()
        && rest.starts_with(char::is_alphanumeric)
        && check::is_stop_word(&word.to_lowercase())
}

/// Whether a text begins as no sentence does: with a small letter, the end of a citation, or a mark that only follows something.
#[must_use]
pub fn begins_midway(text: &str) -> bool {
    let end = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut word = text.trim_start().chars().take_while(|c| !c.is_whitespace());
    let Some(first) = word.next() else {
        return false;
    };
    // A name may be written so: `eBay`, `mRNA`.
    let mut is_name = || word.any(char::is_uppercase);
    end.starts_with(']') || matches!(first, ',' | ';' | ')') || (first.is_lowercase() && !is_name())
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

/// Whether a writer is asked for edits to a text that stands.
pub(super) fn asks_for_edits(request: &Request) -> bool {
    request.edits && request.current.is_some()
}

/// Asks for the rest of a reply that began with `begun`: two more turns at the end of the conversation.
pub fn go_on(request: &mut Request, begun: &str, prompts: &Prompts) -> Result<(), PromptError> {
    let variables = Variables {
        title: &request.plan.title,
        why: "",
        edits: asks_for_edits(request),
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

/// The whole reply: what was kept, and the rest without what it repeats of that, as small models do. One that began again in other words is taken at its
/// word.
fn join(begun: &str, rest: &str) -> String {
    /// As much of the beginning as no two different texts share.
    const TELLING: usize = 48;
    let new = if edits::has_edits(begun) {
        rest
    } else {
        without_repeat(begun, rest)
    };
    let start: String = begun.chars().take(TELLING).collect();
    if begun.is_empty() || new.trim_start().starts_with(&start) {
        return new.to_owned();
    }
    let last = begun.lines().last().unwrap_or_default();
    let (row, next) = (last.trim_start(), new.trim_start());
    let separator = if begins_item(last) && begins_item(next)
        || row.starts_with('|') && next.starts_with('|')
    {
        "\n"
    } else if new.starts_with('\n') {
        "\n\n"
    } else {
        seam(begun)
    };
    let new = new.trim_start();
    if new.is_empty() {
        begun.to_owned()
    } else {
        format!("{begun}{separator}{new}")
    }
}

/// Whether a line begins as an item of a list does.
fn begins_item(line: &str) -> bool {
    check::marker_len(line) > line.len() - line.trim_start().len()
}

/// The rest of a text without the sentences at its start that stand in what was kept, word for word.
fn without_repeat<'a>(begun: &str, rest: &'a str) -> &'a str {
    let words = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let spans = check::sentences(begun).into_iter();
    let known: Vec<String> = spans
        .filter_map(|span| Some(words(begun.get(span)?)))
        .collect();
    let mut new = 0;
    for span in check::sentences(rest) {
        let sentence = words(rest.get(span.clone()).unwrap_or_default());
        // A heading goes with what follows it.
        if sentence.is_empty() || sentence.starts_with('#') {
            continue;
        }
        let is_last = span.end == rest.len();
        let is_known = known.iter().any(|known| {
            *known == sentence
                || (is_last && !ends_sentence(&sentence) && known.starts_with(&sentence))
        });
        if !is_known {
            break;
        }
        new = span.end;
    }
    // The end of a paragraph goes with what follows it.
    let repeated = rest.get(..new).unwrap_or_default().trim_end();
    let gap = rest.get(repeated.len()..new).unwrap_or_default();
    let from = if gap.matches('\n').count() > 1 {
        repeated.len()
    } else {
        new
    };
    rest.get(from..).unwrap_or_default()
}

/// Whether a text that its server calls whole stops in the middle of a sentence. Tables and code end as they like, lists do as their items before do, and a
/// text without any mark may be in a language that has none.
#[must_use]
pub fn stops_midway(text: &str) -> bool {
    /// Words that no sentence ends with.
    const OPEN: [&str; 28] = [
        "a", "an", "and", "are", "as", "at", "because", "but", "by", "for", "from", "if", "in",
        "is", "its", "of", "on", "or", "than", "that", "the", "their", "to", "was", "were",
        "which", "while", "with",
    ];
    let text = text.trim_end();
    let line = text.lines().last().unwrap_or_default();
    let inside_code = text.matches("```").count() % 2 == 1;
    if !inside_code && (stops_in_mark(line) || stops_in_list(text, &OPEN)) {
        return true;
    }
    let last_word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    if !inside_code && (stops_in_row(text) || check::is_never_last(last_word)) {
        return true;
    }
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = line.starts_with(['-', '*', '+', '#', '|', '>', '`', '•', '['])
        && !line.starts_with("**")
        || (numbered.len() < line.len() && numbered.starts_with([')', '.']));
    let line = line.trim_end_matches(['*', '_']);
    let Some(last) = line.chars().last().filter(|_| !is_item && !inside_code) else {
        return false;
    };
    if matches!(last, ',' | ';' | ':' | '–' | '—' | '(' | '-') {
        return true;
    }
    let word = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.is_alphanumeric()
        && (OPEN.contains(&word.to_lowercase().as_str()) || !whole_sentences(text).is_empty())
}

/// Whether the last row of a table lacks the end that the one before it has.
fn stops_in_row(text: &str) -> bool {
    let mut rows = text.lines().rev().map(str::trim);
    let (last, before) = (rows.next().unwrap_or_default(), rows.next());
    last.starts_with('|')
        && !last.ends_with('|')
        && before.is_some_and(|row| row.starts_with('|') && row.ends_with('|'))
}

/// Whether a line stops in a citation or a link, or holds nothing but the sign of an item or a heading.
fn stops_in_mark(line: &str) -> bool {
    /// No citation is longer.
    const CITATION: usize = 40;
    let line = line.trim();
    let is_open = |open: char, close: char| {
        let opened = line.rfind(open).and_then(|at| line.get(at..));
        opened.is_some_and(|rest| !rest.contains([close, '`']) && rest.chars().count() <= CITATION)
    };
    let in_link = line.rfind("](").and_then(|at| line.get(at..));
    let is_in_code = line.matches('`').count() % 2 == 1;
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_bare_number = numbered.len() < line.len() && matches!(numbered, "." | ")");
    !is_in_code
        && (is_open('[', ']')
            || is_open('【', '】')
            || in_link.is_some_and(|rest| !rest.contains(')'))
            || is_bare_number
            || (!line.is_empty()
                && line
                    .chars()
                    .all(|c| matches!(c, '-' | '*' | '+' | '•' | '#'))
                && line.len() < 3))
}

/// Whether the last item of a list stops midway: with a word that nothing ends with, or without an end where the items before have one.
fn stops_in_list(text: &str, open: &[&str]) -> bool {
    let item = |line: &str| {
        let line = line.trim_start();
        let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = if numbered.len() < line.len() {
            numbered.strip_prefix(['.', ')'])
        } else {
            line.strip_prefix(['-', '*', '+', '•'])
        };
        let item = item.filter(|item| item.starts_with(' '))?;
        Some(item.trim().to_owned())
    };
    let items: Vec<String> = text.lines().rev().map_while(item).collect();
    let Some((last, before)) = items.split_first() else {
        return false;
    };
    let word = last.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_open = open.contains(&word.to_lowercase().as_str()) || last.ends_with(',');
    is_open
        || (!before.is_empty()
            && last.ends_with(char::is_alphanumeric)
            && before
                .iter()
                .all(|item| item.ends_with(['.', '!', '?', '。', '！', '？'])))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(join("- One [1].", "- Two [2]."), "- One [1].\n- Two [2].");
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

    #[test]
    fn a_writer_that_goes_on_within_a_sentence_completes_it() {
        let check = |partial: &str, rest: &str, expected: &str| {
            assert_eq!(Begun::of(partial).join(rest), expected);
        };
        let half = "Sales fell in 2024 [1]. The cause was the end of subs";
        let whole = "Sales fell in 2024 [1]. The cause was the end of subsidies [1].";
        check(half, "idies [1].", whole);
        check(half, "The cause was the end of subsidies [1].", whole);
        check(
            "Sales fell in 2024 [",
            "1]. They rose.",
            "Sales fell in 2024 [1]. They rose.",
        );
        check(
            "Sales fell in 2024",
            ", it says [1].",
            "Sales fell in 2024, it says [1].",
        );
        check(
            "Sales fell [1]. ",
            "they rose [2].",
            "Sales fell [1]. they rose [2].",
        );
        check(
            "Sales fell [1]. The",
            "1 in 3 was sold [1].",
            "Sales fell [1]. 1 in 3 was sold [1].",
        );
        check(
            "Sales fell [1]. The",
            "eBay sales fell as well [1].",
            "Sales fell [1]. eBay sales fell as well [1].",
        );
        check(
            "Sales fell [1]. The cause was the",
            "end of subsidies [1].",
            "Sales fell [1]. The cause was the end of subsidies [1].",
        );
    }

    #[test]
    fn a_writer_that_has_nothing_more_to_say_adds_nothing() {
        let whole = "Sales fell in 2024 [1].";
        for rest in ["NO CHANGE", "No change.", "**No changes**"] {
            let joined = Begun::of(whole).join(rest);
            assert_eq!(joined.trim_end(), whole, "{rest}");
            assert!(!stops_midway(&joined), "{rest}");
        }
        // Of what was not begun it is the whole answer.
        assert_eq!(Begun::default().join("NO CHANGE"), "NO CHANGE");
        let half = Begun::of("Sales fell in 2024 [1]. The cause was the").join("NO CHANGE");
        assert!(stops_midway(&half), "{half}");
    }

    #[test]
    fn a_writer_that_goes_on_in_a_list_or_a_table_does_so_on_a_line_of_its_own() {
        let check = |partial: &str, rest: &str, expected: &str| {
            assert_eq!(Begun::of(partial).join(rest), expected);
        };
        let cut = "- Sales fell [1].\n- The main cause\n- ";
        let whole = "- Sales fell [1].\n- The main cause was the price [1].";
        check(cut, "- The main cause was the price [1].", whole);
        check(cut, "The main cause was the price [1].", whole);
        check(
            "1. Sales fell [1].\n2. The main",
            "The main cause was the price [1].",
            "1. Sales fell [1].\n2. The main cause was the price [1].",
        );
        check(
            "| a | b |\n|---|---|\n| 310 [1] | 480 [2] |\n| 20",
            "| 20 [1] | 30 [2] |",
            "| a | b |\n|---|---|\n| 310 [1] | 480 [2] |\n| 20 [1] | 30 [2] |",
        );
    }

    #[test]
    fn what_is_repeated_word_for_word_stands_once() {
        let begun = "One is so [1]. Two is so [2]. Three is so [3].";
        for rest in [
            "One is so [1]. Two is so [2]. Three is so [3]. Four [4].",
            "Three is so [3]. Four [4].",
            "Two is so [2].\nThree is so [3]. Four [4].",
            "One is so [1]. Four [4].",
            "### Situation\n\nOne is so [1]. Two is so [2]. Four [4].",
            "Four [4].",
        ] {
            assert_eq!(join(begun, rest), format!("{begun} Four [4]."), "{rest}");
        }
        for rest in ["One is so [1]. Two is", "Three is so [3].", " \n"] {
            assert_eq!(join(begun, rest), begun, "{rest}");
        }
        assert_eq!(
            join(begun, "Three is not so [3]."),
            format!("{begun} Three is not so [3].")
        );
        assert_eq!(
            join("One [1].\n\nTwo [2].", "One [1].\n\nTwo [2].\n\nThree [3]."),
            "One [1].\n\nTwo [2].\n\nThree [3]."
        );
    }

    #[test]
    fn a_text_that_stops_midway_is_known() {
        for midway in [
            "Sales fell by 12 percent [1]. The main cause was",
            "Sales fell [1]. It is the price, as buyers say",
            "The main cause was the",
            "Sales fell [1]. There are three causes:",
            "Sales fell [1].\n\nThe **main** cause,",
            "Sales fell in 2024 [1",
            "- Sales fell [",
            "- Sales fell [1].\n- The price\n-",
            "Sales fell [1]. It is the price [Source 2, p",
            "Sales fell 【1",
            "Sales fell, as [the agency](https://example.org/a",
            "- Sales fell [1].\n- The main cause",
            "- Sales fell [1].\n- The main cause of the",
            "Sales fell [1].\n\n2.",
            "Sales fell [1].\n\n##",
            "Sales fell in many towns [1], e.g.",
            "| a | b |\n|---|---|\n| 310 [1] | 480 [2] |\n| 20",
        ] {
            assert!(stops_midway(midway), "{midway}");
        }
        for whole in [
            "Sales fell by 12 percent [1].",
            "Sales fell by 12 percent. [1]",
            "Hello world",
            "",
            "Sales fell [1]. *All of them.*",
            "Sales fell [1].\n\n- price\n- the weather",
            "Sales fell [1].\n1. Price",
            "Sales fell [1].\n```\na b c",
            "| a | b",
            "a | b\n---|---\n1 [1] | 2 [2]",
            "Prices rose, fell, etc.",
            "- Sales fell [1].\n- The price rose [2].",
            "- price [1]\n- the weather",
            "Sales fell [1]. See `a[1`.",
            "Sales fell [1].\n\n---",
            "Er fragte: „Warum?“",
            "Sales fell [1, 2].\n- [1] says so",
            "```\nsales[1",
            "販売が減少した。原因は価格だ。",
        ] {
            assert!(!stops_midway(whole), "{whole}");
        }
    }
}
