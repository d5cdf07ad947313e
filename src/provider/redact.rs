//! A server's own words, fit to be shown: on one short line, harmless [Z1] and without the key [Z2].

use super::config::ApiKey;
use crate::clean;

/// A server's own words on one line of at most `limit` characters, with the key blotted out should the server repeat it.
#[must_use]
pub fn words(raw: &str, key: Option<&ApiKey>, limit: usize) -> String {
    clean::line(&redacted(raw, key), limit)
}

/// The text with the key blotted out.
#[must_use]
pub fn redacted(raw: &str, key: Option<&ApiKey>) -> String {
    // A placeholder key such as "x" is no secret, and blotting it out would ruin every sentence.
    const SHORTEST_SECRET: usize = 4;
    match key.map(ApiKey::secret) {
        Some(secret) if secret.len() >= SHORTEST_SECRET => raw.replace(secret, "…"),
        _ => raw.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_words_are_one_short_line() {
        assert_eq!(
            words(" quota\n\n exceeded\u{1b}[2J for\tyou ", None, 300),
            "quota exceeded for you"
        );
        assert_eq!(words("abcdef", None, 3), "abc…");
    }

    #[test]
    fn a_key_that_the_server_repeats_is_blotted_out() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("bad key sk-very-secret, sorry", Some(&key), 300),
            "bad key …, sorry"
        );
    }
}
