//! Among: the part of an index that a claim is laid against, as runs of its pieces and of their sentences.
//!
//! Passages of one document mostly stand together, so what a claim cites is a few runs, and so is all but that. What is asked of them costs as much as they
//! hold, however much else was read.

use std::ops::Range;

use super::{Entry, Index};

/// The pieces of evidence that are let in, and their sentences.
#[derive(Debug)]
pub(crate) struct Among {
    pieces: Vec<Range<usize>>,
    entries: Vec<Range<usize>>,
}

impl Index<'_> {
    /// All of them.
    pub(crate) fn whole(&self) -> Among {
        Among {
            pieces: std::iter::once(0..self.evidence.len()).collect(),
            entries: std::iter::once(0..self.entries.len()).collect(),
        }
    }

    /// The pieces of evidence that `admits` lets in.
    pub(crate) fn among(&self, admits: impl Fn(usize) -> bool) -> Among {
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for at in (0..self.evidence.len()).filter(|&at| admits(at)) {
            match pieces.last_mut() {
                Some(last) if last.end == at => last.end += 1,
                _ => pieces.push(at..at + 1),
            }
        }
        let entries = |run: &Range<usize>| self.start_of(run.start)..self.start_of(run.end);
        Among {
            entries: pieces.iter().map(entries).collect(),
            pieces,
        }
    }

    /// The pieces of evidence of the documents of these numbers.
    pub(crate) fn of_documents(&self, numbers: &[u32]) -> Among {
        self.among(|at| {
            let piece = self.evidence.get(at);
            piece.is_some_and(|piece| numbers.contains(&piece.number))
        })
    }

    /// Where the sentences of a piece of evidence begin, or where all end.
    fn start_of(&self, piece: usize) -> usize {
        let start = self.starts.get(piece).copied();
        start.unwrap_or(self.entries.len())
    }

    /// The sentences of a piece of evidence, with their places.
    pub(crate) fn entries_of(&self, piece: usize) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries_in(self.start_of(piece)..self.start_of(piece + 1))
    }

    fn entries_in(&self, run: Range<usize>) -> impl Iterator<Item = (usize, &Entry)> + Clone {
        let entries = self.entries.get(run.clone()).unwrap_or_default();
        run.zip(entries)
    }
}

impl Among {
    pub(crate) fn pieces(&self) -> impl Iterator<Item = usize> + Clone {
        self.pieces.iter().cloned().flatten()
    }

    pub(crate) fn has(&self, piece: usize) -> bool {
        let behind = self.pieces.partition_point(|run| run.end <= piece);
        let run = self.pieces.get(behind);
        run.is_some_and(|run| run.contains(&piece))
    }

    /// The sentences, with their places, in order of the text.
    pub(crate) fn entries<'s>(
        &'s self,
        index: &'s Index<'_>,
    ) -> impl Iterator<Item = (usize, &'s Entry)> + Clone {
        let runs = self.entries.iter().cloned();
        runs.flat_map(move |run| index.entries_in(run))
    }

    /// Number of sentences.
    pub(super) fn len(&self) -> usize {
        self.entries.iter().map(ExactSizeIterator::len).sum()
    }

    /// Of places of sentences, in order, those that are in it.
    pub(super) fn within<'p>(&self, places: &'p [u32]) -> impl Iterator<Item = &'p [u32]> {
        let before = move |end: usize| places.partition_point(|&at| (at as usize) < end);
        let runs = self.entries.iter();
        runs.filter_map(move |run| places.get(before(run.start)..before(run.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Term;
    use crate::check::support::Evidence;
    use crate::study::{DocumentId, Passage, PassageId};

    /// Passages of documents, those of one not all together.
    fn passages() -> Vec<Passage> {
        let texts = [
            (1, "The bridge was built in 1931. It has two lanes."),
            (2, "The bridge is closed. A ferry crosses the river."),
            (2, "The ferry costs 4 euros."),
            (3, "The town has a museum."),
            (1, "A new bridge is planned. The ferry will stop."),
        ];
        let passages = texts.into_iter().zip(1..);
        passages
            .map(|((document, text), id)| Passage {
                id: PassageId(id),
                document: DocumentId(document),
                text: text.to_owned(),
                ..Passage::default()
            })
            .collect()
    }

    fn index<'a>(passages: impl IntoIterator<Item = &'a Passage>) -> Index<'a> {
        Index::new(passages.into_iter().map(|passage| Evidence {
            number: passage.document.0 as u32,
            passage,
        }))
    }

    #[test]
    fn a_claim_is_weighed_among_what_it_cites_as_if_nothing_else_were_there() {
        const CLAIM: &str = "The new ferry crosses where the bridge was closed.";
        let all = passages();
        for numbers in [&[1][..], &[2], &[1, 3], &[1, 2, 3], &[]] {
            let is_cited = |number: i64| numbers.contains(&(number as u32));
            let own = all.iter().filter(|one| is_cited(one.document.0));
            let (mut alone, mut whole) = (index(own), index(&all));
            let cited = whole.of_documents(numbers);
            let (theirs, terms) = (alone.lexicon.term_set(CLAIM), whole.lexicon.term_set(CLAIM));
            let sorted = |mut weights: Vec<f32>| {
                weights.sort_by(f32::total_cmp);
                weights
            };
            assert_eq!(
                sorted(whole.weights(&terms, &cited)),
                sorted(alone.weights(&theirs, &alone.whole())),
                "{numbers:?}"
            );
            let ones = |terms: Vec<Term>| terms.into_iter().map(|term| (term, 1.0));
            let found = whole.shared_among(ones(terms), &cited, |_| true);
            let wanted = alone.shared_among(ones(theirs), &alone.whole(), |_| true);
            let told = |index: &Index<'_>, found: Vec<(usize, f32)>| -> Vec<(String, f32)> {
                let entries = found.into_iter();
                let text = |at: usize| index.entries.get(at).map(|entry| index.text(entry));
                entries
                    .map(|(at, sum)| (text(at).unwrap_or_default().to_owned(), sum))
                    .collect()
            };
            assert_eq!(told(&whole, found), told(&alone, wanted), "{numbers:?}");
        }
    }

    #[test]
    fn all_but_some_of_the_evidence_has_every_other_sentence_once() {
        let all = passages();
        let index = index(&all);
        let cited = index.of_documents(&[1]);
        let others = index.among(|at| !cited.has(at));
        assert_eq!(cited.pieces().collect::<Vec<_>>(), [0, 4]);
        assert_eq!(others.pieces().collect::<Vec<_>>(), [1, 2, 3]);
        let mut places: Vec<usize> = [&cited, &others]
            .into_iter()
            .flat_map(|among| among.entries(&index).map(|(at, _)| at))
            .collect();
        places.sort_unstable();
        assert_eq!(places, (0..index.entries.len()).collect::<Vec<_>>());
        assert_eq!(cited.len() + others.len(), index.whole().len());
    }
}
