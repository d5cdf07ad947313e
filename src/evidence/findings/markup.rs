//! Markup in the texts of findings: search engines, catalogues and blogs hand over what they found as pieces of pages. It is taken for that only where all of it
//! is that of texts and something of it ends; a text about markup or with programs in it stays as it is.

use quick_xml::escape::unescape;

use crate::evidence::raised::raised;

/// What stands in a line: emphasis, links, what a search marks.
const INLINE: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bold",
    "cite",
    "em",
    "font",
    "highlight",
    "hl",
    "i",
    "italic",
    "mark",
    "q",
    "sc",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "time",
    "u",
];
/// What begins and ends a paragraph.
const BLOCKS: &[&str] = &[
    "article",
    "blockquote",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ol",
    "p",
    "sec",
    "section",
    "table",
    "tbody",
    "thead",
    "title",
    "ul",
];
/// What begins a line.
const LINES: &[&str] = &["br", "hr", "li", "tr"];
const CELLS: &[&str] = &["td", "th"];
/// What stands before some names.
const SPACE: &str = "jats:";
/// A tag is not longer.
const LONGEST: usize = 2000;

/// The text as a reader of the page sees it.
pub(super) fn plain(text: String) -> String {
    if !text.contains(['<', '&']) || text.contains('`') {
        return text;
    }
    let stripped = if text.contains('<') {
        stripped(&text)
    } else {
        None
    };
    if stripped.is_none() && !text.contains('&') {
        return text;
    }
    let told = meant(stripped.as_deref().unwrap_or(&text));
    if stripped.is_none() {
        return told;
    }
    let mut lines: Vec<String> = Vec::new();
    for line in told.lines() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        // No more than one empty line stands between two others, and none before all.
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

/// The text without tags; `None` where there are none, or others than those of texts, or none that ends.
fn stripped(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut ends = false;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let Some(tag) = Tag::at(from) else {
            plain.push('<');
            rest = from.get(1..)?;
            continue;
        };
        rest = from.get(tag.length..)?;
        ends |= tag.is_end || tag.name.eq_ignore_ascii_case("br");
        plain.push_str(tag.between()?);
        if tag.name == "sup"
            && !tag.is_end
            && let Some((inside, _)) = rest.split_once('<')
            && let Some(figures) = raised(inside)
        {
            plain.push_str(&figures);
            rest = rest.get(inside.len()..)?;
        }
    }
    plain.push_str(rest);
    ends.then_some(plain)
}

struct Tag<'a> {
    name: &'a str,
    is_end: bool,
    length: usize,
}

impl<'a> Tag<'a> {
    /// The tag that a text begins with; a sign for less is none.
    fn at(text: &'a str) -> Option<Self> {
        let inside = text.strip_prefix('<')?;
        let is_end = inside.starts_with('/');
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let name = name.strip_prefix(SPACE).unwrap_or(name);
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != ':')?;
        let name = name
            .get(..end)
            .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
        let length = text.find('>').filter(|end| *end < LONGEST)? + 1;
        Some(Self {
            name,
            is_end,
            length,
        })
    }

    /// What stands for it; `None` for one that no text is marked with.
    fn between(&self) -> Option<&'static str> {
        let name = self.name.to_ascii_lowercase();
        let is_of = |names: &[&str]| names.contains(&name.as_str());
        if is_of(INLINE) {
            Some("")
        } else if is_of(BLOCKS) {
            Some("\n\n")
        } else if is_of(LINES) || is_of(CELLS) {
            Some(match name.as_str() {
                _ if self.is_end => "",
                "li" => "\n- ",
                "td" | "th" => " | ",
                _ => "\n",
            })
        } else {
            None
        }
    }
}

/// The text with what its references stand for: `&amp;`, `&#x27;`.
#[must_use]
pub(in crate::evidence) fn meant(text: &str) -> String {
    const LONGEST_NAME: usize = 10;
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        told.push_str(before);
        let end = from.find(|c: char| c != '&' && c != '#' && !c.is_ascii_alphanumeric());
        let end = end.filter(|end| {
            *end <= LONGEST_NAME && from.get(*end..).is_some_and(|rest| rest.starts_with(';'))
        });
        let reference = end.and_then(|end| from.get(..=end));
        let sign = reference.and_then(|reference| match reference {
            "&nbsp;" => Some(" ".to_owned()),
            reference => unescape(reference).ok().map(std::borrow::Cow::into_owned),
        });
        let taken = reference.map_or(1, str::len);
        if let Some(sign) = sign {
            told.push_str(&sign);
        } else {
            told.extend(from.get(..taken));
        }
        rest = from.get(taken..).unwrap_or_default();
    }
    told.push_str(rest);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_pages_are_read_as_their_readers_see_them() {
        for (found, read) in [
            (
                "<jats:title>Abstract</jats:title><jats:p>We measure <jats:italic>tides</jats:italic> of 4.1 m.</jats:p>",
                "Abstract\n\nWe measure tides of 4.1 m.",
            ),
            (
                "The <b>ferry</b> needs &lt; 40 minutes &amp; it&#x27;s late.",
                "The ferry needs < 40 minutes & it's late.",
            ),
            (
                "<p>Needed:</p><ul><li>steel</li><li>sand</li></ul><p>All of it.</p>",
                "Needed:\n\n- steel\n- sand\n\nAll of it.",
            ),
            ("First line.<br/>Second line.", "First line.\nSecond line."),
            ("It&nbsp;has 10<sup>6</sup> parts.", "It has 10⁶ parts."),
            ("AT&T and R&D &amp; more", "AT&T and R&D & more"),
            ("a < b, and c > d", "a < b, and c > d"),
        ] {
            assert_eq!(plain(found.to_owned()), read, "{found}");
        }
    }

    #[test]
    fn a_text_about_markup_stays_as_it_is() {
        for text in [
            "Put <b> before what is to be bold.",
            "Write `<b>bold</b>` for bold words.",
            "<script>let x = 1;</script> runs at once",
            "Vec<String> and <T> are types, <i>so</i> to say",
            "5 < 6 and 7 > 6",
        ] {
            assert_eq!(plain(text.to_owned()), text);
        }
    }
}
