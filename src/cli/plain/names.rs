//! What typed words name, where something can be chosen: the whole name, its beginning, or words that it is known by.

use crate::tui::action::Action;

/// How well words name something: by a name as it is or by its beginning, by words of its names, or by other words that people look for it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Name,
    Beginning,
    Words,
    OtherWords,
}

/// How well typed words name what goes by these names and does what these commands of the screen do; not at all where one word is nothing that it is
/// known by.
pub(super) fn fit(typed: &[String], names: &[&str], does: &[Action]) -> Option<Fit> {
    /// Letters from which on the beginning of a word is one: fewer begin many.
    const TELLING: usize = 3;
    let names = names.iter().copied();
    let names: Vec<Vec<String>> = names
        .chain(does.iter().map(|action| action.name()))
        .map(words)
        .collect();
    let other = does.iter().flat_map(|action| words(action.other_words()));
    let other: Vec<String> = other.collect();
    let is_in = |word: &String| {
        let mut known = names.iter().flatten();
        known.any(|known| known.starts_with(word.as_str()))
    };
    let is_other = |word: &String| {
        let begins = word.chars().count() >= TELLING;
        let mut known = other.iter();
        known.any(|known| known == word || begins && known.starts_with(word.as_str()))
    };
    if typed.is_empty() {
        None
    } else if names.iter().any(|name| name == typed) {
        Some(Fit::Name)
    } else if names.iter().any(|name| name.starts_with(typed)) {
        Some(Fit::Beginning)
    } else if typed.iter().all(is_in) {
        Some(Fit::Words)
    } else {
        let are_known = typed.iter().all(|word| is_in(word) || is_other(word));
        are_known.then_some(Fit::OtherWords)
    }
}

/// Those that a line names best, not worse than `worst`: more than one where it names them equally well.
pub(super) fn meant<'a, T>(
    line: &str,
    worst: Fit,
    offered: impl Iterator<Item = (T, &'a str, &'a [Action])>,
) -> Vec<T> {
    let typed = words(line);
    let fits = offered.filter_map(|(one, name, does)| Some((fit(&typed, &[name], does)?, one)));
    let mut fits: Vec<(Fit, T)> = fits.filter(|(how, _)| *how <= worst).collect();
    let best = fits.iter().map(|(how, _)| *how).min();
    fits.retain(|(how, _)| Some(*how) == best);
    fits.into_iter().map(|(_, one)| one).collect()
}

/// The words of a line, in small letters.
pub(super) fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
