//! Replies that ended before their end: by which limit, and what may be asked for then.

use super::Request;

/// What ended a reply before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The tokens that were set for it.
    Tokens,
    /// Another that its server has, which does not go by the tokens that were set.
    Servers,
    /// What the model holds.
    Window,
    /// It went on past the tokens that were set, and was stopped by whoever asked.
    Past,
    /// The same of white space alone.
    Blank,
}

/// A reply that a limit cut, and which one in words.
pub(super) struct Cut {
    /// Whether another answer may be asked for, and whether the rest of this one.
    pub(super) may_ask: bool,
    pub(super) has_rest: bool,
    pub(super) limit: String,
}

impl Cut {
    pub(super) fn of(request: &Request, may_ask: bool, limit: Limit, in_circles: bool) -> Self {
        // There is none of a text that goes round in circles, and what came is more than was asked for where it was stopped for that.
        let has_rest = may_ask && !in_circles && limit != Limit::Past;
        Self {
            may_ask,
            has_rest,
            limit: if in_circles {
                let up_to = limit.of_circles(request.max_tokens);
                format!("the writer said the same again and again, {up_to}")
            } else {
                limit.told(request.max_tokens)
            },
        }
    }
}

impl Limit {
    fn told(self, tokens: u32) -> String {
        match self {
            Self::Tokens => format!("the writer reached its limit of {tokens} tokens"),
            Self::Servers => format!(
                "the writer went on past its limit of {tokens} tokens, and its server ended it at another"
            ),
            Self::Window => "what the writer holds was full".to_owned(),
            Self::Past => {
                format!("the writer went on past its limit of {tokens} tokens, and was stopped")
            }
            Self::Blank => "the writer sent nothing but white space, and was stopped".to_owned(),
        }
    }

    fn of_circles(self, tokens: u32) -> String {
        match self {
            Self::Tokens => format!("up to its limit of {tokens} tokens"),
            Self::Servers => {
                format!("past its limit of {tokens} tokens, until its server ended it")
            }
            Self::Window => "until what it holds was full".to_owned(),
            Self::Past | Self::Blank => "and was stopped".to_owned(),
        }
    }
}
