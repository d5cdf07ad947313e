//! Small wordings that every part of the program says alike.

/// A number with its word in the right number: `1 page`, `12 pages`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A number with its thousands apart: `9,400`.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_plural() {
        let said: Vec<_> = [0, 1, 2].map(|count| counted(count, "page")).into();
        assert_eq!(said, ["0 pages", "1 page", "2 pages"]);
    }

    #[test]
    fn thousands_are_set_apart() {
        let said: Vec<_> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(said, ["0", "999", "1,000", "1,234,567"]);
    }
}
