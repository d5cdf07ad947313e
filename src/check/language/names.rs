//! Named things: capitalised sequences, acronyms and coined words.
//!
//! No list of names is used. A capital at the start of a sentence says nothing, so a lone capitalised word there counts only where its shape gives
//! it away. Names are compared by their words, and an acronym with the initials of a name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::numbers::measure;
use super::terms::{is_stop_word, plain, words};
use crate::memo::Memo;
use crate::semantic::is_word;

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

thread_local! {
    static KNOWN: Memo<Vec<Name>> = Memo::default();
}

/// The named things of one sentence.
#[must_use]
pub fn names(sentence: &str) -> Vec<Name> {
    KNOWN.with(|known| known.of(sentence, || read(sentence)))
}

fn read(sentence: &str) -> Vec<Name> {
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

/// Whether two names may be of one thing by their letters: spelled in two ways, `Zürich`, the one short for the other, `VW`, or the first the last part of the
/// second, `Netz` of `Fernwärmenetz`. German writes units with capitals as well.
pub(crate) fn may_be_one(own: &str, theirs: &str) -> bool {
    are_spellings_of_one(own, theirs)
        || is_short_for(own, theirs)
        || is_short_for(theirs, own)
        || is_head_of(own, theirs)
        || measure(own).is_some_and(|unit| measure(theirs) == Some(unit))
}

/// Whether a noun is what a compound is a kind of.
fn is_head_of(noun: &str, compound: &str) -> bool {
    const SHORTEST: usize = 4;
    const LEAST_BEFORE: usize = 3;
    let (noun, compound) = (letters(noun), letters(compound));
    noun.len() >= SHORTEST
        && compound.len() >= noun.len() + LEAST_BEFORE
        && compound.ends_with(&noun)
}

/// The letters without case and accents.
fn letters(name: &str) -> Vec<char> {
    name.nfd()
        .filter(|letter| letter.is_alphanumeric() && !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            // They are no letters with marks, and are written so where there are none.
            'ø' => 'o',
            'ł' => 'l',
            'đ' | 'ð' => 'd',
            'ı' => 'i',
            other => other,
        })
        .collect()
}

/// The same letters, or one more inside: `Genoa` and `Genova`, but not `Paul` and `Paula`.
fn are_spellings_of_one(own: &str, theirs: &str) -> bool {
    const SHORTEST: usize = 5;
    let (own, theirs) = (letters(own), letters(theirs));
    if own == theirs {
        return true;
    }
    let (short, long) = if own.len() < theirs.len() {
        (own, theirs)
    } else {
        (theirs, own)
    };
    short.len() >= SHORTEST
        && long.len() == short.len() + 1
        && short.first() == long.first()
        && short.last() == long.last()
        && is_within(&short, &long)
}

/// Whether letters stand in others in their order, the first at the beginning.
fn is_within(short: &[char], long: &[char]) -> bool {
    let mut rest = long.iter();
    short.first() == long.first() && short.iter().all(|letter| rest.any(|own| own == letter))
}

/// Capitals, or two letters with the last one of the whole, `St`, that stand in a longer name in their order.
fn is_short_for(short: &str, long: &str) -> bool {
    const MOST: usize = 5;
    let (own, whole) = (letters(short), letters(long));
    let is_contraction = own.len() == 2 && own.last() == whole.last();
    (is_acronym(short) && own.len() <= MOST && !is_acronym(long) || is_contraction)
        && own.len() < whole.len()
        && is_within(&own, &whole)
}

/// Whether a word is a form of another one by its ending: `prices`, `planned`, but not `siemens`.
pub(crate) fn is_form(lower: &str) -> bool {
    let base = |ending: &str| lower.strip_suffix(ending);
    let of_verb = |ending: &str| {
        base(ending).is_some_and(|base| {
            let mut letters = base.chars().rev();
            let is_doubled = letters.next() == letters.next();
            is_word(base)
                || is_word(&format!("{base}e"))
                || is_doubled && base.get(..base.len() - 1).is_some_and(is_word)
        })
    };
    ["s", "es", "ly"]
        .iter()
        .any(|ending| base(ending).is_some_and(is_word))
        || base("ies").is_some_and(|base| is_word(&format!("{base}y")))
        || ["ed", "ing"].iter().any(|ending| of_verb(ending))
}

/// Whether a word in lower case is one of the language, or a form of one, and not first of all a name.
pub(crate) fn is_ordinary(lower: &str) -> bool {
    is_word(lower) || is_form(lower)
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
    fn a_form_is_known_by_the_word_that_it_is_of() {
        for word in [
            "prices", "boxes", "studies", "planned", "making", "running", "quickly",
        ] {
            assert!(is_form(word), "{word}");
        }
        for word in ["siemens", "vestas", "boeing", "airbus"] {
            assert!(!is_form(word), "{word}");
        }
    }

    #[test]
    fn names_of_one_thing_are_known_by_their_letters() {
        for (own, theirs) in [
            ("Zürich", "Zurich"),
            ("Genoa", "Genova"),
            ("Ørsted", "Orsted"),
            ("VW", "Volkswagen"),
            ("kWh", "Kilowattstunde"),
            ("St", "Saint"),
            ("UN", "United Nations"),
        ] {
            assert!(
                may_be_one(own, theirs) && may_be_one(theirs, own),
                "{own} / {theirs}"
            );
        }
        assert!(may_be_one("Netz", "Fernwärmenetz") && !may_be_one("Fernwärmenetz", "Netz"));
        assert!(!may_be_one("Ford", "Oxford"));
        for (own, theirs) in [
            ("Iran", "Iraq"),
            ("Paul", "Paula"),
            ("Madrid", "Lisbon"),
            ("Austria", "Australia"),
            ("AMD", "Intel"),
            ("Dublin", "Lublin"),
        ] {
            assert!(
                !may_be_one(own, theirs) && !may_be_one(theirs, own),
                "{own} / {theirs}"
            );
        }
    }

    #[test]
    fn an_acronym_matches_the_initials_of_a_name() {
        let long = &names("the European Space Agency")[0];
        let short = &names("the ESA")[0];
        assert!(short.matches(long) && long.matches(short));
        assert!(!short.matches(&names("by the European Union")[0]));
    }
}
