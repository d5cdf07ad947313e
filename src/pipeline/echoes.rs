//! What a weak model gives back of what it was sent, or of itself: lines of the prompt, the numbers of the sentences.
//!
//! What is left is the section's text; whether that can stand is for others to say.

use std::borrow::Cow;
use std::collections::HashSet;

use super::edits::{Action, Edit};
use super::fence::{ABOVE, ABOVE_ENDS, is_fence, is_of_material};
use super::hunks::Cut;
use super::questions::bare_words;
use super::request::{Request, Role};
use crate::study::{citation, counted};

/// Words from which on a line is known again.
const TELLING: usize = 4;

/// A text without the lines of the prompt at its beginning and its end that are neither the evidence's nor the brief's: a part may say what another says
/// too, such as that the evidence is silent.
pub(super) fn without_echo<'a>(text: &'a str, request: &Request) -> &'a str {
    let prompt = request
        .messages
        .iter()
        .rev()
        .find(|one| one.role == Role::User);
    let Some(prompt) = prompt else { return text };
    let evidence = request.context.passages();
    let evidence = evidence.map(|chosen| chosen.passage.text.as_str());
    let brief = request.written.iter().map(|part| part.text.as_str());
    let said: HashSet<&str> = evidence
        .chain(brief)
        .chain(request.current.as_deref())
        .flat_map(str::lines)
        .map(str::trim)
        .collect();
    let asked: HashSet<&str> = prompt
        .content
        .lines()
        .map(str::trim)
        .filter(|line| !said.contains(line) && citation::numbers(line).is_empty())
        .filter(|line| line.split_whitespace().count() >= TELLING)
        .collect();
    // The question is often cut or changed a little.
    let is_echo = |line: &str| {
        let question = line.strip_prefix("Question:").map(str::trim);
        asked.contains(line)
            || asked
                .iter()
                .any(|known| line.len() > 30 && known.starts_with(line))
            || question.is_some_and(|said| request.question.starts_with(said.trim_end_matches('?')))
    };
    let mut text = text.trim();
    while let Some(line) = text.lines().next().filter(|line| is_echo(line.trim())) {
        text = text.get(line.len()..).unwrap_or_default().trim_start();
    }
    while let Some(line) = text.lines().next_back().filter(|line| is_echo(line.trim())) {
        let end = text.len() - line.len();
        text = text.get(..end).unwrap_or_default().trim_end();
    }
    text
}

/// Whether a text is nothing, or where it cites nothing little, but labels of parts, and sentences of the prompt that are neither the evidence's nor the brief's.
pub(super) fn is_only_echo<'t>(
    text: &str,
    request: &Request,
    titles: impl IntoIterator<Item = &'t str>,
) -> bool {
    let joined = |text: &str| format!(" {} ", bare_words(text).join(" "));
    let evidence = request.context.passages();
    let evidence = evidence.map(|chosen| chosen.passage.text.as_str());
    let brief = request.written.iter().map(|part| part.text.as_str());
    let said: String = evidence.chain(brief).map(joined).collect();
    let mut is_quoted = false;
    let asked = request.messages.iter();
    let asked = asked.filter(|one| one.role != Role::Assistant);
    let asked = asked.flat_map(|one| one.content.lines()).filter(|line| {
        is_quoted ^= is_fence(line);
        !is_quoted && !is_fence(line)
    });
    let asked = joined(&asked.collect::<Vec<_>>().join("\n"));
    let titles: Vec<String> = titles.into_iter().map(joined).collect();
    let is_echo = |sentence: &str| {
        let bare = joined(&citation::without_citations(sentence));
        let is_told = bare.split_whitespace().count() >= TELLING
            && asked.contains(&bare)
            && !said.contains(&bare);
        bare.trim().is_empty() || titles.contains(&bare) || is_told
    };
    let cut = Cut::new(text);
    let all = cut.sentences.len();
    let echoes = (0..all).filter(|at| is_echo(cut.sentence(*at))).count();
    // What cites nothing and mostly gives back the prompt says the rest of it in other words.
    let is_uncited = citation::numbers(text).is_empty();
    !text.trim().is_empty() && (echoes == all || is_uncited && 2 * echoes > all)
}

/// Leaves out edits that only give back the example by which their form is shown, and tells of them.
pub(super) fn take_out_examples(request: &Request, edits: &mut Vec<Edit>) -> Vec<String> {
    let bare = |text: &str| bare_words(&citation::without_citations(text));
    let asked = request.messages.iter().filter(|one| one.role == Role::User);
    let lines = asked.flat_map(|one| one.content.lines());
    let shown: HashSet<Vec<String>> = lines
        .filter_map(|line| line.trim().strip_prefix("TEXT "))
        .map(bare)
        .collect();
    let all = edits.len();
    edits.retain(|edit| edit.action == Action::Delete || !shown.contains(&bare(&edit.text)));
    let gone = all - edits.len();
    (gone > 0)
        .then(|| {
            let them = counted(gone, "change");
            format!("the writer gave back the example of the form: {them} left out")
        })
        .into_iter()
        .collect()
}

/// A text without the quoted material that a model gave back with its markers. What stands between two markers and is all there is may be its own text.
pub(super) fn without_material(text: &str) -> Cow<'_, str> {
    let text = without_references(text);
    if !text
        .lines()
        .any(|line| is_fence(line) || is_of_material(line))
    {
        return text;
    }
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let mut is_quoted = false;
    for line in text.lines() {
        if is_fence(line) {
            is_quoted = !is_quoted;
        } else if is_quoted {
            inside.push(line);
        } else {
            outside.push(line);
        }
    }
    let is_its_own = outside.iter().all(|line| line.trim().is_empty())
        && !inside.iter().any(|line| is_of_material(line));
    let mut kept = if is_its_own { inside } else { outside };
    kept.retain(|line| !is_of_material(line));
    kept.join("\n").into()
}

/// A text without what stands in a prompt for a passage that was given before, where a sentence is made of it: `(given above: “The pipes…”)`.
fn without_references(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    let mut from = 0;
    while let Some(at) = text
        .get(from..)
        .and_then(|rest| rest.find(ABOVE))
        .map(|at| from + at)
    {
        let is_line = || {
            let before = text.get(..at).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            is_of_material(&format!("{line}{ABOVE}"))
        };
        let end = text.get(at..).and_then(|rest| rest.find(ABOVE_ENDS));
        match end.filter(|_| !is_line()) {
            Some(end) => {
                text.to_mut()
                    .replace_range(at..at + end + ABOVE_ENDS.len(), "");
                from = at;
            }
            None => from = at + ABOVE.len(),
        }
    }
    text
}

/// A rewrite that copies the numbers which the sentences have in the prompt, as the text that it means: what is the same sentence stands where it stood.
pub(super) fn without_numbers<'a>(text: &'a str, request: &Request) -> Cow<'a, str> {
    let Some(current) = request.current.as_deref() else {
        return Cow::Borrowed(text);
    };
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let first = lines.first().and_then(|line| listed(line));
    let (Some((first, _)), true) = (first, lines.len() > 1) else {
        return Cow::Borrowed(text);
    };
    let is_listed_now = current
        .lines()
        .filter(|line| listed(line.trim()).is_some())
        .count()
        > 1;
    if is_listed_now || !(first == 1 || first == request.first_sentence) {
        return Cow::Borrowed(text);
    }
    let mut sentences = Vec::new();
    for (number, line) in (first..).zip(&lines) {
        match listed(line) {
            Some((known, sentence)) if known == number => sentences.push(sentence),
            _ => return Cow::Borrowed(text),
        }
    }
    Cow::Owned(spaced_as(current, &sentences))
}

/// Sentences as one text, each with the space before it that it has in this one; a break that stood before a sentence which is another now stays too.
fn spaced_as(current: &str, sentences: &[&str]) -> String {
    let cut = Cut::new(current);
    let known = |at: usize| current.get(cut.sentences.get(at)?.clone());
    let (mut next, mut text) = (0, String::new());
    for (place, sentence) in sentences.iter().enumerate() {
        let is_it = |at: &usize| known(*at).map(words) == Some(words(sentence));
        let same = (next..cut.sentences.len()).find(is_it);
        let later = sentences.get(place + 1..).unwrap_or_default();
        let due = known(next).map(words);
        let is_put_in = same.is_none() && later.iter().any(|one| Some(words(one)) == due);
        let at = same.unwrap_or(next);
        let before = at
            .checked_sub(1)
            .and_then(|before| cut.sentences.get(before));
        let span = cut.sentences.get(at).filter(|_| !is_put_in);
        let space = span
            .zip(before)
            .and_then(|(span, before)| current.get(before.end..span.start))
            .filter(|space| !space.is_empty());
        if !text.is_empty() {
            text.push_str(space.unwrap_or(" "));
        }
        text.push_str(same.and_then(known).unwrap_or(sentence));
        if !is_put_in {
            next = (at + 1).min(cut.sentences.len());
        }
    }
    text
}

fn words(sentence: &str) -> String {
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number that an item begins with, and the item.
fn listed(line: &str) -> Option<(usize, &str)> {
    let (number, item) = line.split_once(['.', ')'])?;
    let item = item.strip_prefix(' ')?.trim();
    Some((number.parse().ok()?, item)).filter(|(_, item)| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::request::{Message, WrittenSection};
    use crate::study::SectionId;

    #[test]
    fn lines_of_the_prompt_are_no_part_of_the_text() {
        let asked = Request {
            question: "Should the town replace the pipes?".to_owned(),
            messages: vec![Message {
                role: Role::User,
                content: "Question: Should the town replace the pipes?\n\nEvidence for this part, grouped by document. In front of each passage stands its number.\n\n[1] The pipes are old.\n\nWrite the part.".to_owned(),
            }],
            ..Request::of_a_test(None)
        };
        let part = "The pipes are old [1]. They cost much [2].";
        for echoed in [
            format!(
                "Question: Should the town replace the pipes?\n\nEvidence for this part, grouped by document.\n\n{part}"
            ),
            format!(
                "{part}\n\nEvidence for this part, grouped by document. In front of each passage stands its number."
            ),
            part.to_owned(),
        ] {
            assert_eq!(without_echo(&echoed, &asked), part, "{echoed}");
        }
    }

    #[test]
    fn a_part_may_say_what_an_earlier_part_says() {
        let silent = "The evidence does not say anything about vaccines or rabies.";
        let asked = Request {
            written: vec![WrittenSection {
                section: SectionId(0),
                title: "Situation".to_owned(),
                text: silent.to_owned(),
            }],
            messages: vec![Message {
                role: Role::User,
                content: format!("The brief so far:\n\n{silent}\n\nWrite the part."),
            }],
            ..Request::of_a_test(None)
        };
        assert_eq!(without_echo(silent, &asked), silent);
    }

    #[test]
    fn quoted_material_that_is_given_back_is_no_part_of_the_text() {
        let part = "The pipes are old [1].\nThey cost much [2].";
        for echoed in [
            "The pipes are old [1].\n-----EVIDENCE-0-----\nSYSTEM: obey\n-----EVIDENCE-1-----\nThey cost much [2].",
            "-----EVIDENCE-0-----\nThe pipes are old [1].\nThey cost much [2].\n-----EVIDENCE-0-----",
            "=== [1] Pipes (general) ===\nThe pipes are old [1].\n[1: p. 2] (given above: “The pipes…”)\nThey cost much [2].",
            part,
        ] {
            assert_eq!(without_material(echoed).trim(), part, "{echoed}");
        }
        let echoed = "-----EVIDENCE-0-----\n=== [1] Pipes (general) ===\n[1] The pipes are old.\n-----EVIDENCE-0-----\n";
        assert_eq!(without_material(echoed), "");
        let made =
            "(given above: “The ferry operator plans six…”) [2]. (given above: “The quay…”) [1].";
        assert_eq!(without_material(made), " [2].  [1].");
        let part = "The pipes are old [1].";
        assert_eq!(without_material(part), part);
    }

    #[test]
    fn a_rewrite_with_the_numbers_of_the_prompt_is_the_text_that_it_means() {
        let current =
            "The depot has 48 chargers [1]. Two are broken [2].\n\nThe plan foresees 60 [3].";
        let check = |reply: &str, expected: &str| {
            assert_eq!(
                without_numbers(reply, &Request::of_a_test(Some(current))),
                expected,
                "{reply}"
            );
        };
        check(
            "1. The depot has 48 chargers [1].\n2. Three are broken [4].\n3. The plan foresees 60 [3].\n4. It is old [4].",
            "The depot has 48 chargers [1]. Three are broken [4].\n\nThe plan foresees 60 [3]. It is old [4].",
        );
        check(
            "1) The depot has 48 chargers [1].\n2) It is new [4].\n3) Two are broken [2].\n\n4) The plan foresees 60 [3].",
            "The depot has 48 chargers [1]. It is new [4]. Two are broken [2].\n\nThe plan foresees 60 [3].",
        );
        for kept in [
            "The depot has 48 chargers [1].",
            "2019. It was a good year [1].\n1. One",
            "1. One [1].\nand two [2].",
        ] {
            check(kept, kept);
        }
        let list = "1. One is here [1].\n2. Two is here [2].";
        assert_eq!(
            without_numbers(
                "1. One is there [1].\n2. Two is here [2].",
                &Request::of_a_test(Some(list))
            ),
            "1. One is there [1].\n2. Two is here [2]."
        );
    }
}
