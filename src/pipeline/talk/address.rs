//! Address: whether a sentence speaks to whoever reads it, or of whoever writes it, as no sentence of a brief does. What stands between quotation marks is said
//! by somebody else.

/// Words of whoever is spoken to.
const READER: &[&str] = &[
    "you", "your", "yours", "yourself", "you're", "you'd", "you'll", "you've",
];
/// Words of whoever speaks, but for `I`, which may be a number.
const WRITER: &[&str] = &["i'm", "i'd", "i'll", "i've", "me", "my", "mine", "myself"];
/// Words behind which `I` is whoever speaks.
const BEFORE_I: &[&str] = &[
    "and", "but", "or", "so", "if", "that", "when", "while", "as", "because", "since", "whether",
    "what", "which", "how", "where", "do", "did", "can", "could", "shall", "should", "may",
    "might", "will", "would", "am", "was", "have", "had", "before", "after", "once", "until",
];

/// Whether a sentence is said to the reader.
pub(super) fn is_to_reader(sentence: &str) -> bool {
    words(sentence).any(|word| READER.contains(&word.plain.as_str()) && word.is_common())
}

/// Whether a sentence speaks of the writer itself.
pub(super) fn is_of_writer(sentence: &str) -> bool {
    words(sentence).any(|word| {
        if word.plain == "i" {
            return word.written == "I" && word.goes_on && word.begins_clause();
        }
        WRITER.contains(&word.plain.as_str()) && word.is_common()
    })
}

/// One word of a sentence, outside of quotations.
struct Word {
    written: String,
    plain: String,
    /// The word before it in small letters; empty at the beginning and behind a mark.
    before: String,
    is_first: bool,
    /// A word in small letters follows it, without a mark between.
    goes_on: bool,
}

impl Word {
    /// It is no part of a name such as `My Lai`.
    fn is_common(&self) -> bool {
        let is_small = self.written.starts_with(char::is_lowercase);
        is_small || self.written.contains(['\'', '’']) || (self.is_first && self.goes_on)
    }

    fn begins_clause(&self) -> bool {
        self.before.is_empty() || BEFORE_I.contains(&self.before.as_str())
    }
}

fn words(sentence: &str) -> impl Iterator<Item = Word> {
    let told = unquoted(sentence);
    let tokens: Vec<&str> = told.split_whitespace().collect();
    let bare = |token: &str| {
        let marks = |c: char| !c.is_alphanumeric();
        token.trim_matches(marks).replace('’', "'")
    };
    let ends = |token: &str| token.ends_with([',', ';', ':', '.', '!', '?', '—', '–', ')', '…']);
    let word = |at: usize, token: &&str| {
        let written = bare(token);
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let next = tokens.get(at + 1);
        Word {
            plain: written.to_lowercase(),
            before: before
                .filter(|before| !ends(before))
                .map_or_else(String::new, |before| bare(before).to_lowercase()),
            is_first: before.is_none_or(|before| ends(before)),
            goes_on: !ends(token)
                && next.is_some_and(|next| bare(next).starts_with(char::is_lowercase)),
            written,
        }
    };
    let all: Vec<Word> = tokens
        .iter()
        .enumerate()
        .map(|(at, token)| word(at, token))
        .collect();
    all.into_iter()
}

/// A sentence without what stands between quotation marks.
fn unquoted(sentence: &str) -> String {
    let mut told = String::new();
    let mut is_quoted = false;
    for letter in sentence.chars() {
        match letter {
            '“' | '„' | '«' => is_quoted = true,
            '”' | '»' => is_quoted = false,
            '"' => is_quoted = !is_quoted,
            _ if !is_quoted => told.push(letter),
            _ => {}
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_spoken_to_and_who_speaks_is_told_from_names_numbers_and_quotations() {
        for said in [
            "Could you share the documents with me?",
            "Here is the part you asked for.",
            "I'd love to help.",
            "Should I add more?",
            "Before I begin, what is the scope?",
            "Once these are here, I will start.",
            "My understanding is limited.",
        ] {
            assert!(is_to_reader(said) || is_of_writer(said), "{said}");
        }
        for told in [
            "Phase I trials ended in May.",
            "Elizabeth I reigned until 1603.",
            "In World War I nobody rationed steel.",
            "Patients with type I diabetes were left out.",
            "My Lai lies in Quang Ngai.",
            "The mayor said: “I will not resign, you know.”",
            "\"You pay twice\" is the slogan of the union.",
            "Section I. Scope.",
        ] {
            assert!(!is_to_reader(told) && !is_of_writer(told), "{told}");
        }
    }
}
