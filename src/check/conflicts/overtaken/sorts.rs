//! Sorts: what is undone and what an older sentence tells of may be called by one word, and be two things: `the diesel boats were scrapped` undoes nothing of
//! `recommends ordering both boats`, where its source is about electric boats.

use super::{New, Old, Overtaken, Overtaking};
use crate::check::conflicts::which::{Things, has_stem};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Term, stem};

/// The word right before a noun that says which sort of it is meant, if one does.
fn sort_of(reading: &Reading<'_>, noun: usize) -> Option<Term> {
    let at = noun.checked_sub(1)?;
    let is_figure = reading.word(at).starts_with(|c: char| c.is_ascii_digit());
    let is_joined = reading.gap(noun).trim().is_empty();
    reading.term(at).filter(|_| is_joined && !is_figure)
}

/// Every sort of a noun that a text names.
fn sorts<'r>(reading: &'r Reading<'_>, noun: Term) -> impl Iterator<Item = Term> + 'r {
    let places = (0..reading.words.len()).filter(move |at| reading.term(*at) == Some(noun));
    places.filter_map(|at| sort_of(reading, at))
}

impl Overtaking<'_> {
    /// Leaves out what a new sentence does not speak of: it is said of another sort of the thing, of a part of it, or of what is so called somewhere else. Who names the
    /// very value that is wrong speaks of that.
    pub(super) fn keep_those_meant(&self, found: &mut Vec<(usize, Overtaken)>, new: &New<'_>) {
        if found.iter().all(|(_, how)| *how == Overtaken::PutRight) {
            return;
        }
        let theirs = Things::read(new.reading.text);
        let is_asked = |word: &str| self.asked.iter().any(|asked| stem(asked) == stem(word));
        let has = |one: &Old<'_>, word: &str| {
            has_stem(one.reading.text, word) || has_stem(one.title, word)
        };
        found.retain(|(at, how)| {
            let old = self
                .standing
                .get(*at)
                .filter(|_| *how != Overtaken::PutRight);
            old.is_none_or(|old| {
                let is_of_its_source =
                    |one: &&Old<'_>| !one.title.is_empty() && one.title == old.title;
                let by_its_source = |word: &str| {
                    let mut source = self.standing.iter().filter(is_of_its_source);
                    is_asked(word) || has(old, word) || source.any(|one| has(one, word))
                };
                let at_all = |word: &str| {
                    by_its_source(word) || self.standing.iter().any(|one| has(one, word))
                };
                let own = Things::read(old.reading.text);
                !theirs.are_other_sorts_or_speakers(&own)
                    && !theirs.is_narrower_than(&own, &by_its_source)
                    && !theirs.is_named_beyond(&own, &at_all)
            })
        });
    }

    /// Leaves out what is called by the same word as what was undone, and is another thing: the new sentence says which it means, as another standing one does,
    /// and this one's source tells of a sort that the new sentence doesn't name.
    pub(super) fn keep_those_of_its_sort(
        &self,
        found: &mut Vec<(usize, Overtaken)>,
        new: &New<'_>,
    ) {
        found.retain(|(at, how)| {
            let old = self.standing.get(*at);
            let old = old.filter(|_| *how == Overtaken::TakenBack);
            let mut undone = new.undone.iter();
            old.is_none_or(|old| !undone.any(|place| self.is_of_another_sort(old, new, *place)))
        });
    }

    fn is_of_another_sort(&self, old: &Old<'_>, new: &New<'_>, place: usize) -> bool {
        let sort = sort_of(&new.reading, place);
        let Some((noun, sort)) = new.reading.term(place).zip(sort) else {
            return false;
        };
        let is_named = || old.terms.contains(&sort) || old.head.contains(&sort);
        let is_known = || {
            let mut known = self
                .standing
                .iter()
                .flat_map(|one| sorts(&one.reading, noun));
            known.any(|one| one == sort)
        };
        if is_named() || !is_known() {
            return false;
        }
        let tells_another = |reading: &Reading<'_>| {
            sorts(reading, noun).any(|one| !new.reading.terms.contains(&Some(one)))
        };
        let is_of_its_source = |one: &Old<'_>| !one.title.is_empty() && one.title == old.title;
        let mut source = self.standing.iter().filter(|one| is_of_its_source(one));
        tells_another(&old.reading)
            || tells_another(&Reading::of(old.title, &self.lexicon))
            || source.any(|one| tells_another(&one.reading))
    }
}

#[cfg(test)]
mod tests {
    use super::Overtaking;

    #[test]
    fn what_was_undone_of_one_sort_leaves_the_other_as_it_is() {
        let standing = [
            (
                "The two diesel boats date from 1988.",
                "Harbour ferry report",
            ),
            ("The study recommends ordering both boats in 2026.", "Study"),
            ("Two electric boats would cost 14.2 million euros.", "Study"),
            (
                "They would save 0.8 million euros a year in fuel and repairs.",
                "Study",
            ),
        ];
        let mut all = Overtaking::of(standing);
        let new =
            "The harbour ferry is no longer in service and the two diesel boats were scrapped.";
        let found = all.by((new, "Letter"));
        assert!(found.iter().all(|(at, _)| *at == 0), "{found:?}");
        let found = all.by(("The order of two electric boats was cancelled.", "Letter"));
        assert!(found.iter().any(|(at, _)| *at == 1), "{found:?}");
    }
}
