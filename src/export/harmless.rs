//! The text of a brief with nothing in it that a reader's program would run or load by itself: models and evidence are not to be trusted with HTML,
//! images and addresses that are programs [Z1].
//!
//! What it says stays readable: a tag is shown as text, an image becomes a link, a link that is a program becomes text. Everything else stays as it is
//! to the byte.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// Schemes that lead somewhere; an address without a scheme does, too.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];
/// Taking one thing away can uncover another, such as a tag inside of a tag.
const MOST_PASSES: usize = 8;

/// The text, harmless.
pub(super) fn harmless(text: String) -> String {
    let mut text = text;
    for _ in 0..MOST_PASSES {
        let changes = changes(&text);
        if changes.is_empty() {
            return text;
        }
        text = changed(&text, changes);
    }
    // Nothing that is written by hand comes here.
    text.replace('<', "&lt;").replace("![", "!\\[")
}

/// Bytes to be replaced, and by what; in order and apart from each other.
fn changes(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut changes = Vec::new();
    let (mut code, mut in_code) = (Vec::new(), false);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let start = |sign: &'static str, by: &'static str| {
            let rest = text.get(range.start..range.end)?;
            let at = range.start + rest.find(sign)?;
            Some((at..at + sign.len(), by))
        };
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {
                let html = text.get(range.clone()).unwrap_or_default();
                let signs = html.match_indices('<');
                changes
                    .extend(signs.map(|(at, _)| (range.start + at..range.start + at + 1, "&lt;")));
            }
            Event::Start(Tag::Image { .. }) => changes.extend(start("![", "!\\[")),
            Event::Code(_) | Event::Text(_) if in_code || matches!(event, Event::Code(_)) => {
                code.push(range);
            }
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) if !leads_somewhere(&dest_url) => {
                changes.extend(match link_type {
                    LinkType::Autolink | LinkType::Email => start("<", "&lt;"),
                    _ => start("[", "\\["),
                });
            }
            _ => {}
        }
    }
    // Some programs know more kinds of images than Markdown has.
    let images = text.match_indices("![").filter(|&(at, _)| {
        let is_escaped = text.get(..at).is_some_and(|before| before.ends_with('\\'));
        let begun = code.partition_point(|code: &Range<usize>| code.start <= at);
        let before = begun.checked_sub(1).and_then(|last| code.get(last));
        !is_escaped && before.is_none_or(|code| code.end <= at)
    });
    changes.extend(images.map(|(at, sign)| (at..at + sign.len(), "!\\[")));
    changes.sort_by_key(|(range, _)| range.start);
    changes.dedup_by_key(|(range, _)| range.start);
    changes
}

fn changed(text: &str, changes: Vec<(Range<usize>, &str)>) -> String {
    let mut out = String::with_capacity(text.len() + changes.len() * 4);
    let mut from = 0;
    for (range, by) in changes {
        out.push_str(text.get(from..range.start).unwrap_or_default());
        out.push_str(by);
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// Whether an address is one that can be followed and does nothing else.
fn leads_somewhere(address: &str) -> bool {
    // Browsers skip blanks and control characters in a scheme.
    let address: String = address
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect();
    let end = address.find([':', '/', '?', '#']);
    match end.map(|end| address.split_at(end)) {
        Some((scheme, rest)) if rest.starts_with(':') => {
            SCHEMES.contains(&scheme.to_ascii_lowercase().as_str())
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn made(text: &str) -> String {
        harmless(text.to_owned())
    }

    #[test]
    fn tags_are_shown_images_become_links_and_programs_become_text() {
        for (hostile, shown) in [
            ("a <script>x()</script> b", "a &lt;script>x()&lt;/script> b"),
            (
                "<div onclick=x()>\nhello\n</div>",
                "&lt;div onclick=x()>\nhello\n&lt;/div>",
            ),
            ("<!-- gone -->", "&lt;!-- gone -->"),
            (
                "![pixel](https://evil.test/?q=1)",
                "!\\[pixel](https://evil.test/?q=1)",
            ),
            (
                "![a][1]\n\n[1]: https://evil.test",
                "!\\[a][1]\n\n[1]: https://evil.test",
            ),
            ("[click](javascript:x())", "\\[click](javascript:x())"),
            ("[click](JaVa\tscript:x)", "[click](JaVa\tscript:x)"),
            ("[x](data:text/html,1)", "\\[x](data:text/html,1)"),
            ("![[/etc/passwd]]", "!\\[[/etc/passwd]]"),
            ("<vbscript:x>", "&lt;vbscript:x>"),
        ] {
            assert_eq!(made(hostile), shown);
        }
    }

    #[test]
    fn what_does_nothing_by_itself_stays_as_it_is() {
        for text in [
            "Sales fell by 3 < 4 % [1][2].",
            "[1](https://a.test/b?c=d#e), <https://a.test>, [b](notes.md), [m](mailto:a@b.test)",
            "`<script>` and\n\n```\n<b>![x](y)</b>\n```\n",
            "| a | b |\n|---|---|\n| 1 | x<y |\n",
            "5 > 4 & 3 ! [2]",
        ] {
            assert_eq!(made(text), text);
        }
    }

    proptest! {
        #[test]
        fn nothing_is_left_that_runs_or_loads(pieces in prop::collection::vec(prop_oneof![
            Just("<script>"), Just("</script>"), Just("<"), Just(">"), Just("<!--"), Just("-->"), Just("![a]"), Just("!["), Just("[a]"), Just("]"), Just("(javascript:x)"),
            Just("(https://a.test)"), Just("<javascript:x>"), Just("`"), Just("```\n"), Just("\n"), Just("\n\n"), Just("    "), Just("\\"), Just("[a]: data:x\n"), Just("text "), Just("| "), Just("&lt;"),
        ], 0..24)) {
            let text = made(&pieces.concat());
            prop_assert!(changes(&text).is_empty(), "{text}");
        }
    }
}
