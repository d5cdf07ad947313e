//! Dissent: what other sources say against what bears the claims of a section out, and whether its texts tell so [V3].
//!
//! For each sentence that bears a claim out the library is searched for others on the same; these and the section's own passages are laid against it. Which of
//! them oppose it, and what a text has to tell then, is for `check` to say.

use std::collections::{BTreeMap, HashMap};

use super::scales::{Checked, Scales};
use super::{Basis, Source};
use crate::check::{
    self, Checker, ConflictSide, Evidence, Sources, Stated, Telling, Told, is_one_series, weaken,
};
use crate::library::{LibraryError, Search, SearchMode};
use crate::pipeline::{self, Overlooked};
use crate::study::{DocumentId, Passage, Standing, Verdict};

/// Passages that are looked at for one sentence.
const FOR_SENTENCE: usize = 6;

impl Scales<'_> {
    /// Lays what bears claims out against what else there is, and says of each claim what it leaves untold.
    pub(super) fn hear_others(
        &self,
        texts: &[String],
        claims: &mut [Checked],
    ) -> Result<(), LibraryError> {
        let known = Known::of(self.basis);
        let Some(library) = self.library.filter(|_| known.are_several()) else {
            return Ok(());
        };
        let documents: Vec<DocumentId> = known.current().map(|source| source.document).collect();
        let own = self.passages.iter();
        let own = own.filter(|passage| self.basis.is_current(passage.document));
        let mut passages: BTreeMap<_, Passage> = own.map(|own| (own.id, own.clone())).collect();
        let is_open = |checked: &&Checked| {
            matches!(checked.claim.verdict, Verdict::Supported | Verdict::Partial)
        };
        for checked in claims.iter().filter(is_open) {
            let Some(quote) = &checked.claim.evidence else {
                continue;
            };
            if !passages.contains_key(&quote.passage) {
                passages.extend(library.passage(quote.passage)?.map(|own| (own.id, own)));
            }
            let hits = library.search(&Search {
                text: &quote.text,
                documents: Some(&documents),
                among: Some(&documents),
                readmitted: &self.basis.readmitted,
                limit: FOR_SENTENCE,
                mode: SearchMode::Lexical,
                ..Search::default()
            })?;
            passages.extend(hits.into_iter().map(|hit| (hit.passage.id, hit.passage)));
        }
        let evidence = passages.values().filter_map(|passage| {
            Some(Evidence {
                number: known.number_of(passage.document)?,
                passage,
            })
        });
        let checker = Checker::new(evidence);
        let stated: Vec<Vec<Stated>> = texts.iter().map(|text| check::stated(text)).collect();
        let told: Vec<Vec<Told<'_>>> = texts
            .iter()
            .zip(&stated)
            .map(|(text, stated)| Told::all(text, stated))
            .collect();
        let telling: Vec<Telling<'_>> = told.iter().map(|told| Telling::of(told, &known)).collect();
        let name = |side: &ConflictSide| known.name_of(side.number);
        for checked in claims {
            let objections = checked.claim.evidence.as_ref().map(|quote| {
                let quote = quote.clone();
                checker.objections(&checked.bare, &quote, &known)
            });
            let telling = telling.get(checked.text);
            let untold = telling.and_then(|telling| {
                telling.untold(checked.at, &objections.unwrap_or_default(), &name)
            });
            if let Some(untold) = untold {
                let claim = &mut checked.claim;
                weaken(&mut claim.verdict, &mut claim.reason, &untold);
            }
        }
        Ok(())
    }

    /// Says of claims that new evidence says otherwise, where no text tells that.
    pub(super) fn hear_news(&self, texts: &[String], claims: &mut [Checked]) {
        let is_current =
            |one: &Overlooked<'_>| (one.source).is_none_or(|source| self.basis.is_current(source));
        let overlooked = pipeline::overlooked_in(&self.basis.weighed, texts)
            .filter(|one| one.is_plain && is_current(one));
        for one in overlooked {
            let number = one.source.and_then(|source| self.basis.number_of(source));
            let newer =
                number.map_or_else(|| "new evidence".to_owned(), |number| format!("[{number}]"));
            let of_it = |checked: &&mut Checked| {
                checked.claim.text == one.sentence && !checked.claim.reason.contains(one.said)
            };
            for Checked { claim, .. } in claims.iter_mut().filter(of_it) {
                let untold = format!("{newer} says otherwise: “{}”", one.said);
                weaken(&mut claim.verdict, &mut claim.reason, &untold);
            }
        }
    }
}

/// The sources of a study by number; those that nobody has cited yet get numbers of their own.
struct Known<'b> {
    by_number: HashMap<u32, &'b Source>,
    numbers: HashMap<DocumentId, u32>,
}

impl<'b> Known<'b> {
    fn of(basis: &'b Basis) -> Self {
        let given = basis.sources.iter().filter_map(|source| source.number);
        let mut next = given.max().unwrap_or(0);
        let mut known = Self {
            by_number: HashMap::new(),
            numbers: HashMap::new(),
        };
        for source in &basis.sources {
            let number = source.number.unwrap_or_else(|| {
                next = next.saturating_add(1);
                next
            });
            known.numbers.insert(source.document, number);
            // Of the versions of one source, the one that counts now.
            if source.standing == Standing::Current || !known.by_number.contains_key(&number) {
                known.by_number.insert(number, source);
            }
        }
        known
    }

    fn current(&self) -> impl Iterator<Item = &'b Source> {
        let all = self.by_number.values().copied();
        all.filter(|source| source.standing == Standing::Current)
    }

    fn are_several(&self) -> bool {
        let mut current = self.current();
        let first = current.next().map(|source| source.original);
        current.any(|source| Some(source.original) != first)
    }

    fn number_of(&self, document: DocumentId) -> Option<u32> {
        self.numbers.get(&document).copied()
    }

    fn name_of(&self, number: u32) -> String {
        match self.by_number.get(&number) {
            Some(source) if source.number.is_none() => source.title.clone(),
            _ => format!("[{number}]"),
        }
    }
}

impl Sources for Known<'_> {
    fn are_one(&self, a: u32, b: u32) -> bool {
        let original = |number| self.by_number.get(&number).map(|source| source.original);
        a == b || original(a).is_some() && original(a) == original(b)
    }

    fn is_newer(&self, a: u32, b: u32) -> Option<bool> {
        let date = |number| self.by_number.get(&number)?.date.as_deref();
        crate::study::is_newer(date(a)?, date(b)?)
    }

    fn are_one_series(&self, a: u32, b: u32) -> bool {
        let source = |number| self.by_number.get(&number);
        let sources = source(a).zip(source(b));
        sources.is_some_and(|(a, b)| is_one_series(&a.title, &b.title))
    }
}
