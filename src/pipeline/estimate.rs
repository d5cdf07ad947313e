//! How many tokens a text takes: an estimate that no tokeniser is asked for, the same for all models.

use super::request::Message;

/// What messages take, as estimated.
#[must_use]
pub fn tokens_of(messages: &[Message]) -> usize {
    let each = messages
        .iter()
        .map(|message| estimate_tokens(&message.content));
    each.sum()
}

/// Tokens of a text, estimated.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let mut estimate = TokenEstimate::default();
    estimate.add(text);
    estimate.tokens()
}

/// Tokens of a text that comes in pieces, estimated: four characters each, and one for each CJK character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenEstimate {
    wide: usize,
    others: usize,
}

impl TokenEstimate {
    pub fn add(&mut self, text: &str) {
        /// No wide character begins with a smaller byte, and every larger one begins a character.
        const LEAST: u8 = 0xE2;
        if text.is_ascii() {
            self.others += text.len();
            return;
        }
        let begins = text.bytes().enumerate().filter(|(_, byte)| *byte >= LEAST);
        let is_wide = |(at, _): &(usize, u8)| {
            let found = text.get(*at..).and_then(|rest| rest.chars().next());
            found.is_some_and(|c| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'))
        };
        let wide = begins.filter(is_wide).count();
        self.wide += wide;
        self.others += text.chars().count() - wide;
    }

    #[must_use]
    pub fn tokens(self) -> usize {
        self.wide + self.others.div_ceil(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_characters_are_a_token_and_each_chinese_one_is() {
        for (text, tokens) in [
            ("", 0),
            ("depots", 2),
            ("“Kosten” – für", 4),
            ("充電站", 3),
            ("充電站 costs…", 5),
            ("전기버스 ⺀ 豈", 7),
            ("🚌🚌🚌🚌", 1),
        ] {
            assert_eq!(estimate_tokens(text), tokens, "{text}");
        }
    }
}
