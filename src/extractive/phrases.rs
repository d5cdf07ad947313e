//! Phrases: what is said in several words, and asked for or told elsewhere in one: `took over from`, `carried out`, `in favour of`.
//!
//! A question is read in the one word, and a sentence that has the phrase has that word too. What a phrase might mean besides is left alone.

use std::borrow::Cow;

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

/// A question with one word in place of each phrase.
pub(super) fn plainly_asked(question: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(question);
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
        let plain = "Who paid for the bridge?";
        assert_eq!(plainly_asked(plain), plain);
        assert_eq!(
            told_in_several("anna took over from bert in may").next(),
            Some("replace")
        );
        assert_eq!(told_in_several("anna took the train").next(), None);
    }
}
