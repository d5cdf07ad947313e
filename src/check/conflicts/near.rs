//! Which sentences are laid against each other: those that share more than a word or two, and of very many that one template made the nearest only.

use foldhash::{HashSet, HashSetExt};

use super::{LEAST_ALIKE, number_of};
use crate::check::index::{Entry, Index};

/// A sentence that another is worth being laid against.
pub(super) struct Near {
    pub(super) other: usize,
    /// The weight of the words that both have.
    pub(super) shared: f32,
    /// The share of these in the one that says more.
    nearness: f32,
    /// To the letter: it contradicts nothing, but may be what the other is set right in.
    pub(super) says_the_same: bool,
}

/// The sentences of other documents that it is worth laying one against, in order: they share more than a word or two, as most sentences do with most
/// others, or set something right.
pub(super) fn nearest(index: &Index<'_>, at: usize, admits: impl Fn(usize) -> bool) -> Vec<Near> {
    const MOST: usize = 64;
    let entry = index.entries.get(at);
    let Some(entry) = entry.filter(|entry| !entry.statement.terms.is_empty()) else {
        return Vec::new();
    };
    let own = index.whole_weight(at);
    let number = number_of(index, entry);
    let says_the_same = |other: usize| {
        let other = index.entries.get(other);
        other.is_some_and(|other| index.text(other) == index.text(entry))
    };
    let is_of_another = |other: &Entry| number_of(index, other) != number;
    let admits = |at: usize| admits(at) && index.entries.get(at).is_some_and(is_of_another);
    let terms = entry.statement.terms.iter();
    let weighted = terms.map(|&term| (term, index.weight(term)));
    let shared = index
        .shared_among(weighted, &index.whole(), admits)
        .into_iter();
    let may_correct = |other: usize| index.may_correct(at) || index.may_correct(other);
    let mut near: Vec<Near> = shared
        .filter_map(|(other, shared)| {
            let nearness = shared / own.max(index.whole_weight(other)).max(f32::EPSILON);
            let is_worth_it = nearness >= LEAST_ALIKE || may_correct(other);
            is_worth_it.then(|| Near {
                other,
                shared,
                nearness,
                says_the_same: says_the_same(other),
            })
        })
        .collect();
    leave_repeated(index, &mut near);
    keep_nearest(&mut near, MOST);
    // There is one of these for each sentence of the evidence.
    near.shrink_to_fit();
    near
}

impl Near {
    fn is_alike(&self) -> bool {
        self.nearness >= LEAST_ALIKE
    }
}

/// Leaves what a document says again under the same headings, behind the same sentence: it speaks of the same once more.
fn leave_repeated(index: &Index<'_>, near: &mut Vec<Near>) {
    if near.len() < 2 {
        return;
    }
    let text = |at: usize| index.entries.get(at).map_or("", |entry| index.text(entry));
    let mut said = HashSet::with_capacity(near.len());
    near.retain(|near| {
        let piece = index.entries.get(near.other);
        let piece = piece.and_then(|entry| index.evidence.get(entry.evidence));
        let headings = piece.map_or(&[][..], |piece| &piece.passage.headings);
        let number = piece.map(|piece| piece.number);
        let before = near.other.checked_sub(1).map_or("", text);
        said.insert((number, headings, before, text(near.other)))
    });
}

/// Of very many sentences, as one template makes them, the nearest that say something else, in their order, and what may set something right.
pub(super) fn keep_nearest(near: &mut Vec<Near>, most: usize) {
    if near.len() <= most {
        return;
    }
    near.sort_by(|a, b| {
        let by_text = a.says_the_same.cmp(&b.says_the_same);
        by_text.then(b.nearness.total_cmp(&a.nearness))
    });
    let mut at = 0;
    near.retain(|near| {
        at += 1;
        at <= most || !near.is_alike()
    });
    near.sort_unstable_by_key(|near| near.other);
}

/// How many others each sentence is laid against at most, where there are so many: all pairs of what a template made would take minutes.
pub(super) fn fair_share(counts: impl Iterator<Item = usize>) -> usize {
    /// Pairs that are laid against each other within some three seconds.
    const PAIRS: usize = 100_000;
    const LEAST: usize = 4;
    let mut counts: Vec<usize> = counts.collect();
    counts.sort_unstable();
    let (mut left, mut others) = (PAIRS, counts.len());
    // Those with few take less than their share and leave the rest to the others.
    for count in counts {
        if count > left / others.max(1) {
            return (left / others.max(1)).max(LEAST);
        }
        left -= count;
        others -= 1;
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::super::laid::{numbered, passages, under_headings};
    use super::*;

    #[test]
    fn what_one_document_repeats_a_hundred_times_hides_nothing_of_what_another_says() {
        let repeated = "The depot in Velmar holds 41 chargers. ".repeat(100);
        let documents = passages(&[
            ("", "The depot in Velmar holds 40 chargers."),
            ("", &repeated),
            ("", "The depot in Velmar holds 44 chargers."),
        ]);
        let index = Index::new(numbered(&documents));
        let near = nearest(&index, 0, |_| true);
        let said: Vec<usize> = near.iter().map(|near| near.other).collect();
        // Behind itself a sentence may stand for something else than behind another.
        assert_eq!(said, [1, 2, 101]);
    }

    #[test]
    fn among_very_many_reports_made_by_one_template_two_that_contradict_each_other_are_found() {
        let report = |station: &str, points: usize, power: usize| {
            format!(
                "The station in {station} has {points} charging points. Its grid connection carries {power} kilowatts."
            )
        };
        let mut reports: Vec<String> = (0..120)
            .map(|at| {
                let letter = |by: usize| char::from(b'a' + (at / by % 20) as u8);
                let station = format!("Q{}r{}mo", letter(1), letter(20));
                report(&station, at % 37 + 2, at % 53 + 100)
            })
            .collect();
        reports.push(report("Velmar", 12, 440));
        reports.push(report("Velmar", 19, 440));
        let reports: Vec<(&str, &str)> = reports.iter().map(|text| ("", text.as_str())).collect();
        let found = under_headings(&reports);
        let named = found
            .iter()
            .filter(|one| one.a.text.contains("Velmar") && one.b.text.contains("Velmar"));
        assert_eq!(named.count(), 1, "{found:?}");
    }

    #[test]
    fn who_has_few_others_leaves_the_rest_of_the_work_to_those_who_have_many() {
        let many = |near: usize, sentences: usize| std::iter::repeat_n(near, sentences);
        assert_eq!(fair_share(many(64, 1_000)), usize::MAX);
        assert_eq!(fair_share(many(64, 5_000)), 20);
        assert_eq!(fair_share(many(0, 900).chain(many(2_000, 100))), 1_000);
        assert_eq!(fair_share(many(64, 100_000)), 4);
    }
}
