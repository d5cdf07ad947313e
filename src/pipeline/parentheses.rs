//! Sources that a model names in parentheses, `(options.md, p. 1)`: set in the brackets in which they are citations.

use std::borrow::Cow;

use crate::study::citation::{self, Reference};

/// A text in which parentheses that hold nothing but a source stand as brackets. Those of a link, and what names no source, stay as they are.
pub(super) fn as_marks<'t>(text: &'t str, is_source: &dyn Fn(&Reference) -> bool) -> Cow<'t, str> {
    let code = citation::code(text);
    let mut marked = String::new();
    let mut copied = 0;
    for (start, _) in text.match_indices('(') {
        let before = text.get(..start).unwrap_or_default();
        let is_apart =
            !before.ends_with([']', '\\']) && !code.iter().any(|span| span.contains(&start));
        let inside = text.get(start + 1..).and_then(|rest| {
            let line = rest.lines().next()?;
            line.split_once(')').map(|(inside, _)| inside)
        });
        let Some(inside) = inside.filter(|_| is_apart && start >= copied) else {
            continue;
        };
        if citation::target(inside).is_some_and(|target| is_source(&target)) {
            let end = start + inside.len() + 2;
            marked.push_str(text.get(copied..start).unwrap_or_default());
            marked.push('[');
            marked.push_str(inside);
            marked.push(']');
            copied = end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    marked.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_parentheses_is_cited_where_it_is_a_source() {
        let is_source = |reference: &Reference| matches!(reference, Reference::Name { name, .. } if name == "options.md");
        for (text, expected) in [
            (
                "The farmers object (options.md, p. 1).",
                "The farmers object [options.md, p. 1].",
            ),
            (
                "One (options.md), two (options.md).",
                "One [options.md], two [options.md].",
            ),
            ("See (other.md).", "See (other.md)."),
            ("See [it](options.md).", "See [it](options.md)."),
            ("`f(options.md)` is code.", "`f(options.md)` is code."),
            (
                "A wall (with a gate) and (open",
                "A wall (with a gate) and (open",
            ),
        ] {
            assert_eq!(as_marks(text, &is_source), expected);
        }
    }
}
