//! Small wordings that every part of the program says alike.

/// A number with its word in the right number: `1 page`, `12 pages`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_plural() {
        let said: Vec<_> = [0, 1, 2].map(|count| counted(count, "page")).into();
        assert_eq!(said, ["0 pages", "1 page", "2 pages"]);
    }
}
