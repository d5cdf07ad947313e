//! The words of the entries of sources, by which a source is found that is cited by its title or its author.

use std::collections::{BTreeSet, HashMap};

use super::sources::words_of;

/// The entries of all sources that a report has so far.
#[derive(Default)]
pub(super) struct Entries {
    /// The words of each, with a space before each word and behind the last one.
    words: HashMap<u32, String>,
    /// The sources whose entries have a word.
    with: HashMap<String, BTreeSet<u32>>,
}

impl Entries {
    pub(super) fn add(&mut self, number: u32, entry: &str) {
        let words = words_of(entry);
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            match self.with.get_mut(word) {
                Some(with) => drop(with.insert(number)),
                None => drop(self.with.insert(word.to_owned(), BTreeSet::from([number]))),
            }
        }
        self.words.insert(number, format!(" {words} "));
    }

    /// The first source whose entry has all of these, each word for word.
    pub(super) fn first_with(&self, wanted: &[&str]) -> Option<u32> {
        let wanted: Vec<String> = wanted.iter().map(|wanted| words_of(wanted)).collect();
        if wanted.iter().any(String::is_empty) {
            return None;
        }
        // Only those are looked at that have the rarest of the words.
        let mut rarest: Option<&BTreeSet<u32>> = None;
        for word in wanted.iter().flat_map(|wanted| wanted.split(' ')) {
            let with = self.with.get(word)?;
            if rarest.is_none_or(|rarest| with.len() < rarest.len()) {
                rarest = Some(with);
            }
        }
        let wanted: Vec<String> = wanted.iter().map(|wanted| format!(" {wanted} ")).collect();
        let has_all = |number: &&u32| {
            let words = self.words.get(number);
            words.is_some_and(|words| wanted.iter().all(|wanted| words.contains(wanted.as_str())))
        };
        rarest?.iter().find(has_all).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_found_by_whole_words_in_their_order_and_the_first_one_counts() {
        let mut entries = Entries::default();
        entries.add(3, "Smith, J. (2020). Buses in winter.");
        entries.add(1, "Smithson, A. (2020). Buses in the winter of 2019.");
        entries.add(2, "Smith, J. (2020). Winter buses.");
        assert_eq!(entries.first_with(&["Smith", "2020"]), Some(2));
        assert_eq!(entries.first_with(&["Smithson", "2020"]), Some(1));
        assert_eq!(entries.first_with(&["buses IN winter"]), Some(3));
        assert_eq!(entries.first_with(&["winter in buses"]), None);
        assert_eq!(entries.first_with(&["Jones", "2020"]), None);
        assert_eq!(entries.first_with(&["–"]), None);
    }
}
