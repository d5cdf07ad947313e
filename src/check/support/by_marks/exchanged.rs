//! What only one part of a claim says: where the parts are alike but for a word or two, as `by the senate [1] or by the court [2]`, these are what each source is
//! cited for, and have to stand in what it says. A clause that short is borne out by nearly the same words otherwise, whoever did it.

use super::super::finding::brackets;
use super::Part;
use crate::check::language::terms::{is_stop_word, plain_words, stem};
use crate::semantic::{Word, word};
use crate::study::Verdict;

/// Words of a part that its own source does not have.
pub(super) enum Exchanged {
    /// They are what another part's source says, and what that part says stands in this one's.
    Swapped {
        said: String,
        by: String,
        not_by: String,
    },
    /// None of the sources says them.
    Strange { said: String, not_by: String },
}

/// So many words that no other part has tell parts of one shape from each other.
const MOST: usize = 2;
/// So many words that they share make them of one shape.
const SHARED: usize = 1;
/// Likeness from which a word may stand for another.
const ALIKE: f32 = 0.45;

/// A part of which its own words are not its source's.
pub(super) fn exchanged(parts: &[Part<'_>]) -> Option<Exchanged> {
    let read: Vec<Told> = parts.iter().map(Told::read).collect();
    let mut pairs =
        (0..parts.len()).flat_map(|one| (0..parts.len()).map(move |other| (one, other)));
    pairs.find_map(|(at, beside)| {
        let (part, other) = (parts.get(at)?, parts.get(beside)?);
        let (told, told_beside) = (read.get(at)?, read.get(beside)?);
        if part.cited == other.cited
            || part.found.verdict != Verdict::Supported
            || told.source.is_empty()
        {
            return None;
        }
        let own = told.without(told_beside);
        let its = told_beside.without(told);
        let is_of_one_shape = (1..=MOST).contains(&own.len())
            && (1..=MOST).contains(&its.len())
            && told.words.len() >= own.len() + SHARED;
        let (said, stem) = own
            .into_iter()
            .find(|(_, stem)| !told.source_has(stem))
            .filter(|_| is_of_one_shape)?;
        let not_by = brackets(part.cited);
        let said = said.clone();
        let is_crossed = its
            .iter()
            .any(|(_, its)| told.source_has(its) && !told_beside.source_has(its));
        if told_beside.source_has(stem) && is_crossed {
            let by = brackets(other.cited);
            return Some(Exchanged::Swapped { said, by, not_by });
        }
        (!told.source_may_mean(&said, &its)).then_some(Exchanged::Strange { said, not_by })
    })
}

/// The words of a part and of the sentences that bear it out, each with its stem.
struct Told {
    words: Vec<(String, String)>,
    source: Vec<(String, String)>,
}

impl Told {
    fn read(part: &Part<'_>) -> Self {
        let quotes = part.found.evidence.iter().chain(&part.found.more);
        let source = quotes.flat_map(|quote| words_of(&quote.text)).collect();
        Self {
            words: words_of(&part.text).collect(),
            source,
        }
    }

    /// The words that the other does not have.
    fn without<'t>(&'t self, other: &Self) -> Vec<&'t (String, String)> {
        let is_there =
            |word: &&(String, String)| !other.words.iter().any(|(_, stem)| *stem == word.1);
        self.words.iter().filter(is_there).collect()
    }

    fn source_has(&self, stem: &str) -> bool {
        self.source.iter().any(|(_, known)| known == stem)
    }

    /// Whether the source has another word for it, which is none that the other part says in its place.
    fn source_may_mean(&self, said: &str, others: &[&(String, String)]) -> bool {
        let Some(said) = word(said) else {
            return true;
        };
        let is_own = |stem: &String| self.words.iter().any(|(_, own)| own == stem);
        let is_others = |stem: &String| others.iter().any(|(_, other)| other == stem);
        let known = self
            .source
            .iter()
            .filter(|(_, stem)| !is_own(stem) && !is_others(stem));
        let mut known = known.filter_map(|(known, _)| word(known));
        known.any(|known: Word| known.vector.cosine(&said.vector) >= ALIKE)
    }
}

fn words_of(text: &str) -> impl Iterator<Item = (String, String)> {
    let words = plain_words(text).filter(|word| !is_stop_word(word));
    words.map(|word| {
        let stem = stem(&word);
        (word, stem)
    })
}
