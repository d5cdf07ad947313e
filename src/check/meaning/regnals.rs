//! Regnal numbers: `Elizabeth I` is not `Elizabeth II`, nor the first world war the second.

use crate::check::language::plain_text::plain_text;

/// A name with a Roman number in a claim, and the same name with another in the texts beside it, which do not have the claim's.
pub(crate) fn other_number(claim: &str, texts: &[&str]) -> Option<(String, String)> {
    let theirs: Vec<(&str, &str)> = texts.iter().flat_map(|text| numbered(text)).collect();
    numbered(claim).into_iter().find_map(|(name, number)| {
        let mut same = theirs.iter().filter(|(other, _)| *other == name).peekable();
        let (_, other) = same.peek().copied()?;
        same.all(|(_, other)| *other != number)
            .then(|| (format!("{name} {number}"), format!("{name} {other}")))
    })
}

/// Words with a capital that a Roman number follows.
fn numbered(text: &str) -> Vec<(&str, &str)> {
    let read = plain_text(text);
    let spans = &read.spans;
    let pairs = spans.windows(2).filter_map(|pair| {
        let [first, second] = pair else { return None };
        let (name, number) = (text.get(first.clone())?, text.get(second.clone())?);
        let is_joined = text.get(first.end..second.start) == Some(" ");
        let is_name = name.starts_with(char::is_uppercase) && name.len() > 2;
        (is_joined && is_name && is_roman(number)).then_some((name, number))
    });
    pairs.collect()
}

fn is_roman(word: &str) -> bool {
    const LONGEST: usize = 5;
    let word = word
        .strip_suffix("'s")
        .or(word.strip_suffix("’s"))
        .unwrap_or(word);
    (1..=LONGEST).contains(&word.len()) && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_with_another_number_is_another() {
        let is_other = |claim, text| other_number(claim, &[text]).is_some();
        assert!(is_other(
            "Elizabeth II opened it.",
            "Queen Elizabeth I opened it."
        ));
        assert!(!is_other(
            "Elizabeth I opened it.",
            "Queen Elizabeth I opened it."
        ));
        assert!(!is_other("Elizabeth II opened it.", "Charles I opened it."));
        assert!(!is_other("Elizabeth opened it.", "Elizabeth I opened it."));
    }
}
