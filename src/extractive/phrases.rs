//! Phrases: what is said in several words, and asked for or told elsewhere in one: `took over from`, `carried out`, `in favour of`.
//!
//! A question is read in the one word, and a sentence that has the phrase has that word too. What a phrase might mean besides is left alone.

use std::borrow::Cow;

use super::preamble;

/// Phrases of questions, each with the word that says the same.
const ASKED: &[(&str, &str)] = &[
    (" carried out ", " conducted "),
    (" carry out ", " conduct "),
    (" carries out ", " conducts "),
    (" took over from ", " replaced "),
    (" take over from ", " replace "),
    (" takes over from ", " replaces "),
    (" is in favour of ", " supports "),
    (" is in favor of ", " supports "),
    (" are in favour of ", " support "),
    (" are in favor of ", " support "),
    (" is against ", " opposes "),
    (" are against ", " oppose "),
    (" was against ", " opposed "),
    (" were against ", " opposed "),
];

/// Phrases of sentences, in small letters, each with a word that they are told by too.
const TOLD: &[(&str, &str)] = &[
    (" took over ", "replace"),
    (" take over ", "replace"),
    (" takes over ", "replace"),
    (" taking over ", "replace"),
    (" taken over by ", "replace"),
    (" carried out ", "conduct"),
    (" carry out ", "conduct"),
    (" carries out ", "conduct"),
    (" in favour of ", "support"),
    (" in favor of ", "support"),
    (" is against ", "oppose"),
    (" are against ", "oppose"),
    (" was against ", "oppose"),
    (" were against ", "oppose"),
    (" voted against ", "oppose"),
];

/// What says no more than that it is asked how something is by now, in small letters.
const BY_NOW: &[&str] = &[
    " at the moment",
    " right now",
    " these days",
    " as things stand",
    " at present",
    " for the time being",
];

/// What somebody says who asks how something stands, in small letters; what is asked is what is known of it.
#[rustfmt::skip]
const HOW_IT_STANDS: &[&str] = &[
    "what's the story with", "what is the story with", "what's the deal with", "what is the deal with", "what's the situation with", "what is the situation with",
    "what's the state of play with", "what's up with", "what's going on with", "what is going on with", "where are we with", "where do we stand with",
];
const IS_KNOWN: &str = "what is known about";

/// A question without what only leads to it, and with one word in place of each phrase.
pub(super) fn plainly_asked(question: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(preamble::without_preamble(question));
    for phrase in HOW_IT_STANDS {
        if let Some(at) = plain.to_ascii_lowercase().find(phrase) {
            let mut told = plain.into_owned();
            told.replace_range(at..at + phrase.len(), IS_KNOWN);
            plain = Cow::Owned(told);
        }
    }
    for phrase in BY_NOW {
        if let Some(at) = plain.to_ascii_lowercase().find(phrase) {
            plain.to_mut().replace_range(at..at + phrase.len(), "");
        }
    }
    for (phrase, word) in ASKED {
        if plain.contains(phrase) {
            plain = Cow::Owned(plain.replace(phrase, word));
        }
    }
    plain
}

/// The words that a sentence, as a key, says in several.
pub(super) fn told_in_several(key: &str) -> impl Iterator<Item = &'static str> {
    let padded = format!(" {key} ");
    let told = TOLD
        .iter()
        .filter(move |(phrase, _)| padded.contains(phrase));
    told.map(|(_, word)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_in_the_one_word() {
        assert_eq!(
            plainly_asked("Who carried out the research?"),
            "Who conducted the research?"
        );
        assert_eq!(
            plainly_asked("Who is against the plan?"),
            "Who opposes the plan?"
        );
        assert_eq!(
            plainly_asked("Is it safe to eat mussels at the moment?"),
            "Is it safe to eat mussels?"
        );
        assert_eq!(
            plainly_asked("What's the story with the water at Oakmere?"),
            "what is known about the water at Oakmere?"
        );
        let plain = "Who paid for the bridge?";
        assert_eq!(plainly_asked(plain), plain);
        assert_eq!(
            told_in_several("anna took over from bert in may").next(),
            Some("replace")
        );
        assert_eq!(told_in_several("anna took the train").next(), None);
    }
}
