//! Replies that ended before their end: by which limit, and what may be asked for then.

use super::Request;

/// What ended a reply before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The tokens that were set for it.
    Tokens,
    /// What the model holds.
    Window,
    /// It went round in circles, and was stopped.
    Circles,
    /// It was on its way into circles when it came to the tokens that were set.
    TokensInCircles,
}

/// A reply that a limit cut, and which one in words.
pub(super) struct Cut {
    /// Whether another answer may be asked for, and whether the rest of this one.
    pub(super) may_ask: bool,
    pub(super) has_rest: bool,
    pub(super) limit: String,
}

impl Cut {
    pub(super) fn of(request: &Request, may_ask: bool, limit: Limit) -> Self {
        let tokens = request.max_tokens;
        Self {
            may_ask,
            // There is none of a text that goes round in circles.
            has_rest: may_ask && !matches!(limit, Limit::Circles | Limit::TokensInCircles),
            limit: match limit {
                Limit::Tokens => format!("the writer reached its limit of {tokens} tokens"),
                Limit::Window => "what the writer holds was full".to_owned(),
                Limit::Circles => {
                    "the writer said the same again and again, and was stopped".to_owned()
                }
                Limit::TokensInCircles => format!(
                    "the writer said the same again and again, up to its limit of {tokens} tokens"
                ),
            },
        }
    }
}
