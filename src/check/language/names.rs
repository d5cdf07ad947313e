//! Named things: capitalised sequences, acronyms and coined words.
//!
//! No list of names is used. A capital at the start of a sentence says nothing, so a lone capitalised word there counts only where its shape gives
//! it away. Names are compared by their words, and an acronym with the initials of a name.

use super::terms::{is_stop_word, plain, words};

/// One named thing, as its words in lower case, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub words: Vec<String>,
    /// Upper case throughout: it may stand for the initials of a longer name.
    pub acronym: bool,
}

impl Name {
    /// Whether `other` may be the same thing: shared words, or initials.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        if self.words.iter().any(|word| other.words.contains(word)) {
            return true;
        }
        self.acronym && self.is_initials_of(other) || other.acronym && other.is_initials_of(self)
    }

    fn is_initials_of(&self, long: &Self) -> bool {
        let initials: String = long
            .words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect();
        long.words.len() >= 2 && self.words.first().is_some_and(|short| *short == initials)
    }
}

/// The named things of one sentence.
#[must_use]
pub fn names(sentence: &str) -> Vec<Name> {
    let mut names = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut run_is_first = true;
    let mut end = 0;
    for (at, span) in words(sentence).enumerate() {
        let gap = sentence.get(end..span.start).unwrap_or_default();
        let word = sentence.get(span.clone()).unwrap_or_default();
        end = span.end;
        // Only a space or a hyphen joins the words of a name, or the point behind an initial.
        let is_initial = |word: &&str| word.chars().count() == 1;
        let joins = gap.chars().all(|between| between == ' ' || between == '-')
            || matches!(gap, "." | ". ") && !run.is_empty() && run.iter().all(is_initial);
        if !joins {
            finish(&mut run, run_is_first, &mut names);
        }
        if is_capitalised(word) {
            if run.is_empty() {
                run_is_first = at == 0 || gap.contains(['.', '!', '?', ':', '"', '“', '•']);
            }
            run.push(word);
        } else {
            finish(&mut run, run_is_first, &mut names);
        }
    }
    finish(&mut run, run_is_first, &mut names);
    names
}

fn finish(run: &mut Vec<&str>, first: bool, names: &mut Vec<Name>) {
    let skip = run
        .iter()
        .take_while(|word| is_stop_word(&word.to_lowercase()) && !is_acronym(word))
        .count();
    let kept = run.get(skip..).unwrap_or_default();
    let telling = match kept {
        [] => false,
        [only] => {
            let said_elsewhere = is_calendar(only) || only.chars().count() < 2;
            !said_elsewhere && (!first || skip > 0 || is_coined(only))
        }
        _ => true,
    };
    if telling {
        names.push(Name {
            text: kept.join(" "),
            words: kept.iter().map(|word| plain(word)).collect(),
            acronym: kept.len() == 1 && kept.iter().all(|word| is_acronym(word)),
        });
    }
    run.clear();
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase) || is_coined(word)
}

fn is_acronym(word: &str) -> bool {
    word.chars().filter(|letter| letter.is_uppercase()).count() >= 2
        && !word.chars().any(char::is_lowercase)
}

/// A capital behind the first letter, or a letter with a digit: no ordinary word looks so.
fn is_coined(word: &str) -> bool {
    let starts_with_letter = word.starts_with(char::is_alphabetic);
    let inner = word.chars().skip(1).any(char::is_uppercase);
    let digit = word.chars().any(|letter| letter.is_ascii_digit());
    starts_with_letter && (inner || digit)
}

/// Months and weekdays are dates (see `numbers`).
fn is_calendar(word: &str) -> bool {
    #[rustfmt::skip]
    const CALENDAR: &[&str] = &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "jan", "feb",
        "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    ];
    CALENDAR.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        let found: Vec<_> = names(sentence).into_iter().map(|name| name.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn sequences_acronyms_and_coined_words_are_names() {
        check(
            "Prices in New South Wales fell, says the IEA in May, while OpenTTD and CO2 stayed.",
            &["New South Wales", "IEA", "OpenTTD", "CO2"],
        );
    }

    #[test]
    fn a_capital_at_the_start_is_no_name_unless_its_shape_says_so() {
        check("Prices fell.", &[]);
        check("The Alpine Grid fell.", &["Alpine Grid"]);
        check("NASA fell.", &["NASA"]);
        check("In Norway it fell.", &["Norway"]);
    }

    #[test]
    fn an_acronym_matches_the_initials_of_a_name() {
        let long = &names("the European Space Agency")[0];
        let short = &names("the ESA")[0];
        assert!(short.matches(long) && long.matches(short));
        assert!(!short.matches(&names("by the European Union")[0]));
    }
}
