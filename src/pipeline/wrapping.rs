//! What models put around the text of a section, though nobody asked for it, and what in it would be a heading of the brief.

use std::borrow::Cow;

use crate::study::citation;

/// Lines of front matter; what is longer is text between two rules.
const FRONT_MATTER: usize = 40;

/// The section's text without what models put around it: a code fence, front matter, headings of the brief, the parts before it and after it, a list of sources.
pub(super) fn unwrap(reply: &str, title: &str, others: &[&str]) -> String {
    let mut text = reply.trim();
    let inside = json_text(text);
    if let Some(inside) = &inside {
        text = inside.trim();
    }
    if let Some(inside) = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        && let Some((_, inside)) = inside.split_once('\n')
    {
        text = inside.trim();
    }
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    let mut fenced = false;
    let mut is_before = false;
    let text = without_front_matter(text);
    let named = |line: &str| heading_words(line).eq_ignore_ascii_case(title);
    let mut own_ahead = text.lines().filter(|line| named(line)).count();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let words = heading_words(line);
        let is = |name: &&str| words.eq_ignore_ascii_case(name);
        own_ahead = own_ahead.saturating_sub(usize::from(named(line)));
        // What stands above the part's own heading is another part, or said to whoever asked, unless it cites.
        let is_own = || lines.iter().all(|line| citation::numbers(line).is_empty());
        if !fenced && named(line) && (is_before || is_own()) {
            (is_before, own_ahead) = (false, 0);
            lines.clear();
            continue;
        }
        if !fenced
            && (others.iter().any(is) || ["sources", "references", "bibliography"].iter().any(is))
        {
            if own_ahead == 0 {
                break;
            }
            is_before = true;
        }
        if is_before {
            continue;
        }
        if let Some(sign) = underline(line).filter(|_| !fenced) {
            underlined(&mut lines, sign);
            // Signs of equality are no rule by themselves.
            if sign == '=' {
                continue;
            }
        }
        lines.push(if fenced { line.into() } else { demoted(line) });
    }
    without_label(lines.join("\n").trim(), title).to_owned()
}

/// The text in a reply that is one JSON object, as models write that were made for such: its one string, or the longest of several.
fn json_text(reply: &str) -> Option<String> {
    let fenced = reply.strip_prefix("```json");
    let bare = fenced
        .or_else(|| reply.strip_prefix("```"))
        .unwrap_or(reply);
    let bare = bare.strip_suffix("```").unwrap_or(bare).trim();
    if !(bare.starts_with('{') && bare.ends_with('}')) {
        return None;
    }
    let Ok(serde_json::Value::Object(object)) = serde_json::from_str(bare) else {
        return None;
    };
    let texts = object.into_iter().filter_map(|(_, value)| match value {
        serde_json::Value::String(text) => Some(text),
        _ => None,
    });
    texts.max_by_key(String::len)
}

/// A text without the part's title and a colon in front of it.
fn without_label<'a>(text: &'a str, title: &str) -> &'a str {
    let bare = text.trim_start_matches(['*', '_']);
    let rest = bare
        .split_at_checked(title.len())
        .filter(|(name, _)| !title.is_empty() && name.eq_ignore_ascii_case(title))
        .map(|(_, rest)| rest.trim_start_matches(['*', '_']))
        .and_then(|rest| rest.strip_prefix(':'));
    rest.map_or(text, |rest| {
        rest.trim_start_matches(['*', '_']).trim_start()
    })
}

/// A heading that a model makes inside a section stands below the section's own.
fn demoted(line: &str) -> Cow<'_, str> {
    let level = line.len() - line.trim_start_matches('#').len();
    match line.get(level..) {
        Some(rest) if (1..3).contains(&level) && rest.starts_with(' ') => {
            format!("###{rest}").into()
        }
        _ => line.into(),
    }
}

/// A line without what makes it a heading.
fn heading_words(line: &str) -> &str {
    line.trim().trim_matches(|c: char| "#*_: ".contains(c))
}

/// A text without the names and values that stand between marks at its head.
fn without_front_matter(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n');
    let Some(mark) = lines.next().map(str::trim_end) else {
        return text;
    };
    if !matches!(mark, "---" | "+++" | ";;;") {
        return text;
    }
    let mut length = text.find('\n').map_or(text.len(), |end| end + 1);
    let mut is_first = true;
    for line in lines.take(FRONT_MATTER) {
        length += line.len();
        let words = line.trim_end();
        if words == mark || (mark == "---" && words == "...") {
            return text.get(length..).unwrap_or_default().trim_start();
        }
        // A value may go on in lines of its own, deeper or as a list.
        let goes_on = !is_first && line.starts_with([' ', '\t', '-', ']', '}']);
        if !(goes_on || words.is_empty() || words.starts_with('#') || names_value(words)) {
            return text;
        }
        is_first = false;
    }
    text
}

/// Whether a line gives a value to a name, as in `title: x` or `title = "x"`.
fn names_value(line: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"'))
    };
    let named = line.split_once(':').or_else(|| line.split_once('='));
    named.is_some_and(|(name, value)| {
        is_name(name.trim()) && (value.is_empty() || value.starts_with(' ') || line.contains('='))
    })
}

/// The sign of a line that underlines: under a line of text it makes a heading of the brief's own level.
fn underline(line: &str) -> Option<char> {
    let line = line.trim_end();
    let sign = line.trim_start().chars().next()?;
    let is_rule = matches!(sign, '=' | '-') && !line.starts_with("    ");
    (is_rule && line.trim_start().chars().all(|c| c == sign)).then_some(sign)
}

/// Keeps the line that comes next, which underlines, from making a heading of the text above it: one line becomes a heading below the section's own, and
/// what is more is followed by a rule.
fn underlined(lines: &mut Vec<Cow<'_, str>>, sign: char) {
    let is_text =
        |line: &Cow<'_, str>| !line.trim().is_empty() && !line.starts_with(['#', '|', '>', '`']);
    let Some(last) = lines.last().filter(|last| is_text(last)) else {
        return;
    };
    let is_alone = lines.len() < 2 || !lines.get(lines.len() - 2).is_some_and(is_text);
    let is_short =
        last.split_whitespace().count() <= HEADING_WORDS && !last.trim_end().ends_with(['.', ']']);
    if sign == '=' && is_alone && is_short {
        let heading = format!("### {}", last.trim());
        lines.pop();
        lines.push(heading.into());
    }
    lines.push("".into());
}

/// Words of a heading at most.
const HEADING_WORDS: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reply: &str, expected: &str) {
        assert_eq!(
            unwrap(reply, "Situation", &["Complication", "Resolution"]),
            expected,
            "{reply:?}"
        );
    }

    #[test]
    fn what_models_put_around_a_section_is_taken_off() {
        check("## Situation\n\nText [1].", "Text [1].");
        check("**Situation:**\nText [1].", "Text [1].");
        check("```markdown\nText [1].\n```", "Text [1].");
        check("Text [1].\n\n### Sources\n[1] A page", "Text [1].");
        check("Text [1].\n\n## Complication\nMore [2].", "Text [1].");
        check(
            "## Complication\nMore [2].\n\n## Situation\nText [1].\n\n## Resolution\nAll [3].",
            "Text [1].",
        );
        check(
            "## Situation\nText [1].\n\n## Complication\nMore [2].\n\n## Situation\nNo.",
            "Text [1].",
        );
        check(
            "# Costs\n\nText [1].\n```\n# code\n```",
            "### Costs\n\nText [1].\n```\n# code\n```",
        );
        check("The situation is tense [1].", "The situation is tense [1].");
        check("Situation: Text [1].", "Text [1].");
        check("**Situation:** Text [1].", "Text [1].");
        check("**situation**: Text [1].", "Text [1].");
        check("Situations: many [1].", "Situations: many [1].");
        check(r#"{"text": "Text [1]. More [2]."}"#, "Text [1]. More [2].");
        check(
            "```json\n{\"title\": \"Situation\", \"content\": \"Text [1].\\n\\nMore [2].\", \"words\": 4}\n```",
            "Text [1].\n\nMore [2].",
        );
        check("{x} is a set [1].", "{x} is a set [1].");
        check("", "");
    }

    #[test]
    fn front_matter_is_taken_off() {
        for front in [
            "---\nconfidence: 1.0\n---\n",
            "---\ntitle: \"A: b\"\ntags:\n  - x\n- y\n\n# note\n---\n\n## Situation\n",
            "+++\nconfidence = 1.0\n+++\n",
            "---\nsection: Situation\n...\n",
            "```markdown\n---\nconfidence: 1\n---\n",
        ] {
            let fence = if front.starts_with('`') { "\n```" } else { "" };
            check(&format!("{front}Text [1].{fence}"), "Text [1].");
        }
        check("---\nconfidence: 1.0", "---\nconfidence: 1.0");
        check(
            "---\n\nText goes on [1]: so it is.\n\n---\n\nMore.",
            "---\n\nText goes on [1]: so it is.\n\n---\n\nMore.",
        );
    }

    #[test]
    fn a_line_below_a_text_makes_it_no_heading_of_the_brief() {
        check("Text [1].\n---\nMore [2].", "Text [1].\n\n---\nMore [2].");
        check("Costs\n-----\nText [1].", "Costs\n\n-----\nText [1].");
        check("Costs\n=====\nText [1].", "### Costs\n\nText [1].");
        check("| a |\n|---|\n| b |", "| a |\n|---|\n| b |");
        check("So:\n\n```\na\n---\n```", "So:\n\n```\na\n---\n```");
    }
}
