//! Finding a name from a few of its letters.

/// How well a name answers to what was typed; larger is better, `None` if letters are missing or in another order.
///
/// Whole words count most, then words that begin as typed, then letters at the beginning of words, letters in a row, and early ones; letter case
/// is ignored.
#[must_use]
pub fn score(typed: &str, name: &str) -> Option<i32> {
    Some(letters(typed, name)? + words(typed, name))
}

/// More than letters can come to, if every word that was typed is one of the name's, or the beginning of one.
fn words(typed: &str, name: &str) -> i32 {
    let (typed, name) = (typed.to_lowercase(), name.to_lowercase());
    let known: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let mut worth = if typed.trim().is_empty() { 0 } else { WORDS };
    for word in typed.split_whitespace() {
        if !known.contains(&word) {
            let begins = known.iter().any(|known| known.starts_with(word));
            worth = worth.min(if begins { WORDS / 2 } else { 0 });
        }
    }
    worth
}

/// Longer names than this many points of letters are not made.
const WORDS: i32 = 100_000;

fn letters(typed: &str, name: &str) -> Option<i32> {
    let typed: Vec<char> = typed
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    if typed.is_empty() {
        return Some(0);
    }
    // The first letter decides where a match begins: each of its places is tried, and the best taken.
    (0..name.len())
        .filter(|start| name[*start] == typed[0])
        .filter_map(|start| score_from(start, &typed, &name))
        .max()
}

fn score_from(start: usize, typed: &[char], name: &[char]) -> Option<i32> {
    let mut total = -i32::try_from(start.min(100)).unwrap_or(100);
    let mut at = start;
    let mut last = None;
    for letter in typed {
        let found = at + name.get(at..)?.iter().position(|c| c == letter)?;
        let starts_a_word = found == 0 || !name[found - 1].is_alphanumeric();
        let continues = last.is_some_and(|last: usize| last + 1 == found);
        total += match (starts_a_word, continues) {
            (true, _) => 20,
            (false, true) => 12,
            (false, false) => 1,
        };
        last = Some(found);
        at = found + 1;
    }
    Some(total)
}

/// How well a command answers to what was typed; larger is better, `None` where one of the words is none of its own.
///
/// A command is looked for by words: those it is called by count more than those of the sentence that says what it does, and a word may be begun only, or
/// lack letters. The first letters of the sentence's words do as well. Letters gathered from anywhere would answer to anything, and what stands first is
/// what Enter does.
#[must_use]
pub fn command_score(typed: &str, called: &str, title: &str) -> Option<i32> {
    let (typed, called, title) = (
        typed.to_lowercase(),
        called.to_lowercase(),
        title.to_lowercase(),
    );
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (called, title) = (words(&called), words(&title));
    let by_words = words(&typed)
        .iter()
        .map(|word| {
            let own = called.iter().filter_map(|known| word_score(word, known));
            let said = title.iter().filter_map(|known| word_score(word, known));
            own.map(|score| score + 5).chain(said).max()
        })
        .sum::<Option<i32>>();
    let initials: String = title
        .iter()
        .filter_map(|word| word.chars().next())
        .collect();
    let by_initials =
        (typed.chars().count() >= 2 && initials.starts_with(typed.trim())).then_some(1);
    by_words.or(by_initials)
}

/// How well one word answers to one that was typed.
fn word_score(typed: &str, known: &str) -> Option<i32> {
    /// So many letters make a part of a word more than chance.
    const TELLING: usize = 3;
    if typed == known {
        return Some(40);
    }
    if known.starts_with(typed) {
        return Some(30);
    }
    let letters = typed.chars().count();
    if letters < TELLING {
        return None;
    }
    if known.contains(typed) {
        return Some(10);
    }
    // Letters left out: `exprt`.
    let mut rest = known.chars();
    let in_order = typed.chars().all(|letter| rest.any(|own| own == letter));
    let begins = typed.chars().next() == known.chars().next();
    (in_order && begins && known.chars().count() <= letters + 2).then_some(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_answer_to_their_words_and_not_to_letters_from_anywhere() {
        let score = |typed| {
            command_score(
                typed,
                "choose-theme colours dark light",
                "choose the colours",
            )
        };
        let (whole, begun, short) = (score("theme"), score("the"), score("thme"));
        assert!(whole > begun && begun > short && short.is_some());
        assert!(score("dark theme").is_some());
        assert!(score("ctc").is_some());
        for typed in ["ohe", "cors", "dark export", "tc"] {
            assert_eq!(score(typed), None, "{typed}");
        }
    }

    #[test]
    fn the_beginnings_of_words_come_first() {
        let best = |typed: &str, names: &[&'static str]| {
            names
                .iter()
                .copied()
                .filter(|name| score(typed, name).is_some())
                .max_by_key(|name| score(typed, name))
        };
        let names = [
            "go to the next pane",
            "write the brief to a file",
            "show the keys",
            "choose the colours",
        ];
        assert_eq!(best("wtb", &names), Some("write the brief to a file"));
        assert_eq!(best("colour", &names), Some("choose the colours"));
        assert_eq!(best("KEYS", &names), Some("show the keys"));
        assert_eq!(best("xyz", &names), None);
        assert_eq!(score("", "anything"), Some(0));
        let names = [
            "open a study, and no other than that",
            "bring the news of the others",
            "write another version",
        ];
        assert_eq!(best("another", &names), Some("write another version"));
        assert_eq!(best("ANOTHER ver", &names), Some("write another version"));
    }
}
