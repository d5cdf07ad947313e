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
        let wide = text.chars().filter(|c| matches!(*c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')).count();
        self.wide += wide;
        self.others += text.chars().count() - wide;
    }

    #[must_use]
    pub fn tokens(self) -> usize {
        self.wide + self.others.div_ceil(4)
    }
}
