//! Heads of Markdown other than YAML and TOML between rules: lines behind `%` as Pandoc has them, fields as in `MultiMarkdown`, and JSON. And the fences of
//! `:::` around notes, which are no text.

use std::borrow::Cow;

use serde_json::{Deserializer, Value};

use super::Reading;
use crate::evidence::plain;

/// What a head says, and the text below it.
pub(super) fn parted(text: &str) -> (Reading, &str) {
    let bare = text.trim_start_matches(['\u{feff}', '\r', '\n']);
    let found = match bare.as_bytes().first() {
        Some(b'%') => titled(bare),
        Some(b'{') => objects(bare),
        Some(b'T' | b't' | b'A' | b'a') => fields(bare),
        _ => None,
    };
    found.unwrap_or_else(|| (Reading::default(), text))
}

/// `% title`, `% people; more of them` and `% date`, each of which may go on in indented lines.
fn titled(text: &str) -> Option<(Reading, &str)> {
    let mut said = [const { String::new() }; 3];
    let mut told = said.iter_mut();
    let mut open = None;
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n') {
        if let Some(words) = line
            .strip_prefix("% ")
            .or_else(|| (line.trim_end() == "%").then_some(""))
        {
            let Some(next) = told.next() else {
                break;
            };
            next.push_str(words.trim());
            open = Some(next);
        } else if let Some(open) = open
            .as_mut()
            .filter(|_| line.starts_with(' ') && !line.trim().is_empty())
        {
            open.extend(["; ", line.trim()]);
        } else {
            break;
        }
        rest = after;
    }
    if !rest.trim_start_matches('\r').starts_with('\n') {
        return None;
    }
    let [title, people, date] = said;
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    let people: Vec<&str> = people
        .split(';')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    let reading = Reading {
        title: Some(given(title)?),
        author: given(people.join(", ")),
        date: given(date),
        ..Reading::default()
    };
    Some((reading, rest))
}

/// `Title: …` and more fields, up to an empty line.
fn fields(text: &str) -> Option<(Reading, &str)> {
    let end = text.find("\n\n")?;
    let (head, rest) = text.split_at_checked(end)?;
    let lines: Vec<&str> = head.lines().collect();
    let is_field = |line: &&str| {
        line.split_once(": ").is_some_and(|(name, _)| {
            name.split_whitespace().count() <= 2 && name.starts_with(char::is_alphabetic)
        })
    };
    // A memo begins with other fields, which are text.
    let is_own = ["title:", "author:", "authors:"].iter().any(|name| {
        let first = text.get(..name.len());
        first.is_some_and(|first| first.eq_ignore_ascii_case(name))
    });
    let is_head = is_own && lines.len() > 1 && lines.iter().all(is_field);
    let reading = plain::memo_head(&lines);
    (is_head && reading.title.is_some()).then_some((reading, rest))
}

/// An object of JSON, which some programs write in place of YAML.
fn objects(text: &str) -> Option<(Reading, &str)> {
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let Some(Ok(Value::Object(fields))) = values.next() else {
        return None;
    };
    let rest = text.get(values.byte_offset()..)?;
    let said = |names: &[&str]| {
        let value = names.iter().find_map(|name| fields.get(*name))?;
        let listed = value.as_array().map(|people| {
            let people: Vec<&str> = people.iter().filter_map(Value::as_str).collect();
            people.join(", ")
        });
        listed.or_else(|| value.as_str().map(str::to_owned))
    };
    let reading = Reading {
        title: Some(said(&["title"])?),
        author: said(&["author", "authors"]),
        date: said(&["date", "published"]),
        ..Reading::default()
    };
    rest.starts_with('\n').then_some((reading, rest))
}

/// A text without the fences around notes: `::: {.note}`, `:::warning`, `:::`. What such a note is called stays.
pub(super) fn without_fences(text: &str) -> Cow<'_, str> {
    const FENCE: &str = ":::";
    if !text.contains("\n:::") && !text.starts_with(FENCE) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        match line.strip_prefix(FENCE).filter(|_| !in_code) {
            Some(fence) => {
                let fence = fence.trim_start_matches(':').trim();
                let name = match fence.strip_prefix('{') {
                    Some(inside) => inside.split_once('}').map_or("", |(_, name)| name),
                    None => fence.split_once(' ').map_or("", |(_, name)| name),
                };
                let name = name
                    .trim_start_matches('{')
                    .trim_end_matches([':', '}'])
                    .trim();
                kept.extend(["\n", name, "\n\n"]);
            }
            None => kept.extend([line, "\n"]),
        }
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use crate::evidence::markdown::read;

    #[test]
    fn every_usual_head_says_title_author_and_date() {
        for head in [
            "% Depot: what it costs\n% Ann Reed; Bo Lind\n% 4 March 2025\n",
            "Title: Depot: what it costs\nAuthor: Ann Reed, Bo Lind\nDate: 4 March 2025\n",
            "{\n  \"title\": \"Depot: what it costs\",\n  \"authors\": [\"Ann Reed\", \"Bo Lind\"],\n  \"date\": \"4 March 2025\"\n}\n",
            "---\ntitle: >\n  Depot: what\n  it costs\nauthor:\n  - name: Ann Reed\n    affiliation: City\n  - name: Bo Lind\ndate: 4 March 2025\n---\n",
        ] {
            let reading = read(&format!("{head}\nIt costs **12** million.\n"));
            assert_eq!(
                reading.title.as_deref(),
                Some("Depot: what it costs"),
                "{head}"
            );
            assert_eq!(
                reading.author.as_deref(),
                Some("Ann Reed, Bo Lind"),
                "{head}"
            );
            assert_eq!(reading.date.as_deref(), Some("4 March 2025"), "{head}");
            assert_eq!(reading.body.text(), "It costs 12 million.", "{head}");
        }
    }

    #[test]
    fn what_only_begins_like_a_head_is_text() {
        for text in [
            "% of all buses\nare late.",
            "{\"a\": 1} is JSON.",
            "Title: one line\n\nText.",
            "Anna: Yes.\nBo: No.\n\nText.",
        ] {
            let reading = read(text);
            assert_eq!(reading.author, None, "{text}");
            let words = text.split_whitespace().count();
            assert_eq!(
                reading.body.text().split_whitespace().count(),
                words,
                "{text}"
            );
        }
    }

    #[test]
    fn notes_of_a_vault_lose_their_links_and_their_fences() {
        let reading = read(
            "---\nauthor: \"[[Ann Reed]]\"\n---\nSee [[Grid connection|the grid]] and [[Bergen]].\n\n:::warning Cold days\nIt was cold.\n:::\n\n::: {.callout-note}\nHeat it.\n:::\n\n```\n::: kept\n```\n",
        );
        assert_eq!(reading.author.as_deref(), Some("Ann Reed"));
        assert_eq!(
            reading.body.text(),
            "See the grid and Bergen.\n\nCold days\n\nIt was cold.\n\nHeat it.\n\n::: kept"
        );
        let cited = read("As shown[[1]](https://example.org/a).");
        assert_eq!(cited.body.text(), "As shown[1].");
    }
}
