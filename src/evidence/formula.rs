//! Formulas in one line of text: what stands raised, lowered, over a bar or under a root has to be told, or ten to the sixth over two would be 1062.

use super::raised::{lowered, raised};

/// A base with what stands raised behind it: `10⁶`, `x^(a+1)`.
pub(super) fn power(base: &str, above: &str) -> String {
    grouped(base) + &exponent(above)
}

/// What stands raised behind a base, on its own.
pub(super) fn exponent(above: &str) -> String {
    /// Marks that are raised as they are: primes, degrees, stars.
    const MARKS: &str = "′″‴°∘∗*†'";
    match raised(above) {
        Some(figures) => figures,
        None if above.chars().all(|c| MARKS.contains(c)) => above.to_owned(),
        None => format!("^{}", grouped(above)),
    }
}

/// A base with what stands lowered behind it: `x₁`, `x_i`.
pub(super) fn index(base: &str, below: &str) -> String {
    match lowered(below) {
        _ if below.trim().is_empty() => base.to_owned(),
        Some(figures) => format!("{base}{figures}"),
        None => format!("{base}_{}", grouped(below)),
    }
}

pub(super) fn fraction(above: &str, below: &str) -> String {
    format!("{}/{}", grouped(above), grouped(below))
}

pub(super) fn root(under: &str, degree: &str) -> String {
    let degree = raised(degree).unwrap_or_else(|| degree.trim().to_owned());
    format!("{degree}√{}", grouped(under))
}

/// A part in parentheses, where it is more than one number or name.
pub(super) fn grouped(part: &str) -> String {
    let part = part.trim();
    let is_one = part
        .chars()
        .all(|c| c.is_alphanumeric() || "., \u{a0}′″°%‰∞".contains(c) || is_raised(c))
        && !(part.contains(' ') && part.contains(char::is_alphabetic));
    if is_one || is_bracketed(part) {
        part.to_owned()
    } else {
        format!("({part})")
    }
}

fn is_raised(c: char) -> bool {
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉₊₋".contains(c)
}

/// Whether one pair of brackets stands around all of a part.
fn is_bracketed(part: &str) -> bool {
    let mut depth = 0_i32;
    let mut closes = None;
    for (at, c) in part.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && closes.is_none() {
            closes = Some(at + c.len_utf8());
        }
    }
    part.starts_with(['(', '[', '{']) && closes == Some(part.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_in_a_line_says_what_its_parts_are() {
        assert_eq!(power("10", "-6"), "10⁻⁶");
        assert_eq!(power("e", "x+1"), "e^(x+1)");
        assert_eq!(power("(a+b)", "2"), "(a+b)²");
        assert_eq!(power("a+b", "2"), "(a+b)²");
        assert_eq!(power("f", "′"), "f′");
        assert_eq!(index("x", "1"), "x₁");
        assert_eq!(index("x", "max"), "x_max");
        assert_eq!(fraction("550×10⁻⁶ mm", "2.5"), "(550×10⁻⁶ mm)/2.5");
        assert_eq!(fraction("(a)(b)", "2"), "((a)(b))/2");
        assert_eq!(root("b²-4ac", ""), "√(b²-4ac)");
        assert_eq!(root("8", "3"), "³√8");
    }
}
