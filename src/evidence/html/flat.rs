//! Pages whose markup no author writes: nested too deeply, tags with thousands of attributes, text without end. They cost parsers minutes and their
//! stack, so their markup is dropped or cut before it becomes a tree.

use std::borrow::Cow;

/// No page that people wrote is as deep as this.
const DEEPEST: usize = 1000;

/// Elements without an end.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "dt", "dd", "tr", "td", "th", "option",
];
/// Elements whose content is not text of the page.
const SILENT: &[&str] = &["script", "style", "template"];

/// A tag keeps this many attributes: parsers compare each with all before it.
const MOST_ATTRIBUTES: usize = 500;
/// Text without a tag is cut into pieces of this many bytes: parsers write it out in a time that grows with the square of its length.
const LONGEST_TEXT: usize = 16 << 10;

/// The silent element that a reader of the markup is in, if any.
#[derive(Default)]
struct Within(Option<&'static str>);

impl Within {
    fn is_text(&self) -> bool {
        self.0.is_none()
    }

    /// What the next tag that counts begins with: a script may compare numbers, and only an end tag ends it.
    fn next_tag(&self) -> &'static str {
        if self.is_text() { "<" } else { "</" }
    }

    /// Goes past a tag, and returns its name.
    fn pass<'t>(&mut self, tag: &'t str) -> &'t str {
        let (name, closes) = name_of(tag);
        let found = SILENT.iter().find(|known| name.eq_ignore_ascii_case(known));
        self.0 = match (self.0, found) {
            (Some(open), Some(found)) if closes && open == *found => None,
            (None, Some(found)) if !closes => Some(found),
            (open, _) => open,
        };
        name
    }
}

/// The page itself, or what is left of one whose markup is out of all proportion.
pub(super) fn bounded(html: &str) -> Cow<'_, str> {
    if depth(html) > DEEPEST {
        return Cow::Owned(without_tags(html));
    }
    trimmed(html).map_or(Cow::Borrowed(html), Cow::Owned)
}

/// A page whose tags keep no more attributes, and whose texts no more length, than parsers can bear; `None` where none has.
fn trimmed(html: &str) -> Option<String> {
    let mut trimmed: Option<String> = None;
    // How much of the page has been taken over.
    let mut taken = 0;
    let mut at = 0;
    let mut within = Within::default();
    while at < html.len() {
        let rest = html.get(at..).unwrap_or_default();
        let text = rest.find(within.next_tag()).unwrap_or(rest.len());
        if text > LONGEST_TEXT && within.is_text() {
            let out = trimmed.get_or_insert_default();
            out.push_str(html.get(taken..at).unwrap_or_default());
            let mut piece = rest.get(..text).unwrap_or_default();
            while piece.len() > LONGEST_TEXT {
                let (head, tail) = piece.split_at(end_of_piece(piece));
                out.push_str(head);
                out.push_str("<br>");
                piece = tail;
            }
            out.push_str(piece);
            taken = at + text;
        }
        at += text;
        let Some(tag) = html.get(at..).filter(|tag| !tag.is_empty()) else {
            break;
        };
        let name = within.pass(tag);
        if name.is_empty() {
            // A comment, or no tag at all.
            at += 1;
            continue;
        }
        let (kept, end) = attributes(tag.as_bytes());
        if kept < end {
            let out = trimmed.get_or_insert_default();
            out.push_str(html.get(taken..at + kept).unwrap_or_default());
            out.push('>');
            taken = at + end;
        }
        at += end;
    }
    if let Some(out) = &mut trimmed {
        out.push_str(html.get(taken..).unwrap_or_default());
    }
    trimmed
}

/// Where a long text may be cut: behind white space, or anywhere where it has none.
fn end_of_piece(text: &str) -> usize {
    let mut end = LONGEST_TEXT.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end)
        .and_then(|head| head.rfind(char::is_whitespace))
        .filter(|at| *at > end / 2)
        .unwrap_or(end)
}

/// Up to where a tag is kept, and where it ends; both are the same for a tag that is kept whole.
fn attributes(tag: &[u8]) -> (usize, usize) {
    let mut quote: Option<u8> = None;
    let mut before = b'<';
    let mut count = 0;
    let mut kept = None;
    for (at, byte) in tag.iter().copied().enumerate() {
        match quote {
            Some(open) => quote = quote.filter(|_| byte != open),
            None if byte == b'>' => return (kept.unwrap_or(at + 1), at + 1),
            None if before == b'=' && matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte.is_ascii_whitespace() => {
                count += 1;
                if count > MOST_ATTRIBUTES && kept.is_none() {
                    kept = Some(at);
                }
            }
            None => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    (kept.unwrap_or(tag.len()), tag.len())
}

/// The text of a page in paragraphs.
fn without_tags(html: &str) -> String {
    let mut flat = String::from("<body>");
    let mut within = Within::default();
    let mut rest = html;
    while let Some(at) = rest.find(within.next_tag()) {
        let (text, tag) = rest.split_at(at);
        if within.is_text() && !text.trim().is_empty() {
            flat.push_str("<p>");
            flat.push_str(text);
            flat.push_str("</p>\n");
        }
        within.pass(tag);
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        rest = tag.get(end..).unwrap_or_default();
    }
    if within.is_text() {
        flat.push_str(rest);
    }
    flat
}

/// How many elements are open at once at most, by a count that knows nothing of the rules of HTML.
fn depth(html: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let tag = tag.trim_end_matches('\0');
        let (name, closes) = name_of_bare(tag);
        let void = VOID.iter().any(|known| name.eq_ignore_ascii_case(known));
        if name.is_empty() || void {
            continue;
        }
        if closes {
            open = open.saturating_sub(1);
        } else if !tag.contains("/>") {
            open += 1;
            deepest = deepest.max(open);
        }
    }
    deepest
}

fn name_of(tag: &str) -> (&str, bool) {
    name_of_bare(tag.strip_prefix('<').unwrap_or(tag))
}

/// The name of a tag without its `<`, and whether it is an end tag.
fn name_of_bare(tag: &str) -> (&str, bool) {
    let (bare, closes) = tag
        .strip_prefix('/')
        .map_or((tag, false), |bare| (bare, true));
    let end = bare
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(bare.len());
    (bare.get(..end).unwrap_or_default(), closes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_nests_so_deep_loses_its_markup() {
        let page =
            "<html><body><ul><li>a<li>b</ul><p>x<p>y<br><img src=z></body></html>".repeat(900);
        assert!(matches!(bounded(&page), Cow::Borrowed(_)));
        let deep = format!(
            "{}<script>let a = 1 < 2;</script>deep &amp; words{}",
            "<div><b>".repeat(5000),
            "</b></div>".repeat(5000)
        );
        let flat = bounded(&deep);
        assert!(
            flat.contains("<p>deep &amp; words</p>")
                && !flat.contains("div")
                && !flat.contains("let a")
        );
    }

    #[test]
    fn tags_lose_the_attributes_and_texts_the_length_that_nobody_writes() {
        let ordinary = format!(
            "<p title='a > b' class=x>{}</p><script>{}</script>",
            "word ".repeat(3000),
            "x ".repeat(20_000)
        );
        assert!(matches!(bounded(&ordinary), Cow::Borrowed(_)));
        let many = (0..5000)
            .map(|n| format!(" a{n}='>'"))
            .collect::<Vec<_>>()
            .concat();
        let cut = bounded(&format!(
            "<p>before</p><div{many}>inside</div>{}<p>after",
            "é ".repeat(20_000)
        ))
        .into_owned();
        assert!(cut.starts_with("<p>before</p><div a0='>' a1") && cut.ends_with("<p>after"));
        assert!(
            cut.contains(" a499='>'>inside</div>") && !cut.contains("a500"),
            "{}",
            &cut[..200]
        );
        assert_eq!(cut.matches("<br>").count(), 3);
        assert_eq!(cut.matches('é').count(), 20_000);
    }
}
