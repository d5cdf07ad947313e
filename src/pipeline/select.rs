//! Choosing the passages of a context from what a search found: relevant ones that differ from each other [R1].
//!
//! Nothing equal or nearly equal is sent twice, no document crowds out the others, and of passages that score alike the one that says something
//! else is taken (maximal marginal relevance). What was passed by is named with the reason.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::context::ContextPassage;
use crate::check::{self, Lexicon, Term};
use crate::memo::Memo;
use crate::semantic::diversify;
use crate::study::{DocumentId, LeftOut, PassageId};

/// What was chosen, best first, and what was not.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Selection {
    pub chosen: Vec<ContextPassage>,
    pub left_out: Vec<(ContextPassage, LeftOut)>,
}

/// How much relevance counts against novelty, from 0 to 1.
const RELEVANCE: f32 = 0.7;
/// A document's share of a context as long as others have something to say: two thirds.
const SHARE: (usize, usize) = (2, 3);
/// A passage of another document counts as having something to say from this part of the best score.
const WORTH: f32 = 0.25;
/// The share of its runs of words from which a passage is taken to be another one again.
const NEARLY_EQUAL: f32 = 0.9;

/// Chooses at most `limit` of the passages found. `likeness` compares two passages by meaning, where it can; elsewhere their words are compared.
/// `original` names the document that stands for a near-copy.
#[must_use]
pub fn select(
    mut found: Vec<ContextPassage>,
    limit: usize,
    likeness: &dyn Fn(PassageId, PassageId) -> Option<f32>,
    original: &dyn Fn(DocumentId) -> DocumentId,
) -> Selection {
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(a.passage.id.cmp(&b.passage.id))
    });
    let mut left_out = Vec::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for chosen in found {
        let candidate = Candidate::new(chosen, original);
        match candidates.iter().find(|known| candidate.repeats(known)) {
            Some(known) => {
                let why = LeftOut::NearEqual(known.chosen.passage.id);
                left_out.push((candidate.chosen, why));
            }
            None => candidates.push(candidate),
        }
    }
    let (picked, full) = pick(&candidates, limit, likeness);
    let floor = picked
        .iter()
        .filter_map(|at| Some(candidates.get(*at)?.chosen.score))
        .fold(f32::INFINITY, f32::min);
    let mut chosen = Vec::new();
    for (at, candidate) in candidates.into_iter().enumerate() {
        if picked.contains(&at) {
            chosen.push(candidate.chosen);
        } else if candidate.chosen.score > floor {
            let why = if full.contains(&at) {
                LeftOut::DocumentShare
            } else {
                LeftOut::AddsLittle
            };
            left_out.push((candidate.chosen, why));
        }
    }
    left_out.sort_by(|a, b| {
        b.0.score
            .total_cmp(&a.0.score)
            .then(a.0.passage.id.cmp(&b.0.passage.id))
    });
    Selection { chosen, left_out }
}

/// A passage with what it is compared by, each in order and once.
struct Candidate {
    chosen: ContextPassage,
    source: DocumentId,
    runs: Rc<[Run]>,
    /// Read where its meaning cannot be compared.
    terms: OnceCell<Vec<Term>>,
}

/// Three words in a row, as a number that hardly any other three have.
type Run = u64;

thread_local! {
    /// Every part of a brief chooses among much the same passages.
    static RUNS: Memo<Rc<[Run]>> = Memo::default();
}

impl Candidate {
    fn new(chosen: ContextPassage, original: &dyn Fn(DocumentId) -> DocumentId) -> Self {
        let text = chosen.passage.text.as_str();
        Self {
            source: original(chosen.passage.document),
            runs: RUNS.with(|known| known.of(text, || runs(text).into())),
            terms: OnceCell::new(),
            chosen,
        }
    }

    /// Whether nearly all that it says stands in `known`.
    fn repeats(&self, known: &Self) -> bool {
        let all = self.runs.len();
        let is_enough = |shared: usize| shared as f32 >= NEARLY_EQUAL * all as f32;
        let mut shared = all;
        // Most say something else from the first words on.
        let is_refuted = self.runs.iter().any(|run| {
            shared -= usize::from(known.runs.binary_search(run).is_err());
            !is_enough(shared)
        });
        all > 0 && !is_refuted
    }

    fn terms(&self, lexicon: &RefCell<Lexicon>) -> &[Term] {
        let read = || lexicon.borrow_mut().term_set(&self.chosen.passage.text);
        self.terms.get_or_init(read)
    }

    /// The share of words in common.
    fn words_like(&self, other: &Self, lexicon: &RefCell<Lexicon>) -> f32 {
        let (own, theirs) = (self.terms(lexicon), other.terms(lexicon));
        let is_shared = |term: &&Term| theirs.binary_search(term).is_ok();
        let shared = own.iter().filter(is_shared).count();
        let all = own.len() + theirs.len() - shared;
        shared as f32 / all.max(1) as f32
    }
}

/// The runs of a text, in order; of one that is shorter, all of it.
fn runs(text: &str) -> Vec<Run> {
    const LENGTH: usize = 3;
    let key = check::key(text);
    let words: Vec<&str> = key.split(' ').filter(|word| !word.is_empty()).collect();
    let number = |words: &[&str]| FixedState::default().hash_one(words);
    let mut runs: Vec<Run> = if words.is_empty() {
        Vec::new()
    } else if words.len() < LENGTH {
        vec![number(&words)]
    } else {
        words.windows(LENGTH).map(number).collect()
    };
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// The places of the picked candidates, and of those that were passed by for their document's share.
fn pick(
    candidates: &[Candidate],
    limit: usize,
    likeness: &dyn Fn(PassageId, PassageId) -> Option<f32>,
) -> (HashSet<usize>, HashSet<usize>) {
    let scores: Vec<f32> = candidates
        .iter()
        .map(|candidate| candidate.chosen.score)
        .collect();
    let lexicon = RefCell::new(Lexicon::default());
    let like = |a: usize, b: usize| match (candidates.get(a), candidates.get(b)) {
        (Some(a), Some(b)) => likeness(a.chosen.passage.id, b.chosen.passage.id)
            .unwrap_or_else(|| a.words_like(b, &lexicon)),
        _ => 0.0,
    };
    let best = scores.first().copied().unwrap_or_default();
    let share = (limit * SHARE.0 / SHARE.1).max(1);
    let mut taken: HashMap<DocumentId, usize> = HashMap::new();
    let mut picked = HashSet::new();
    let mut full = HashSet::new();
    let mut later = Vec::new();
    for at in diversify(&scores, like, RELEVANCE, scores.len()) {
        let Some(candidate) = candidates.get(at).filter(|_| picked.len() < limit) else {
            continue;
        };
        let taken = taken.entry(candidate.source).or_default();
        if *taken >= share {
            full.insert(at);
            later.push(at);
        } else if candidate.chosen.score < WORTH * best {
            later.push(at);
        } else {
            *taken += 1;
            picked.insert(at);
        }
    }
    // Room that the others leave goes to whoever is there.
    let room = limit - picked.len();
    picked.extend(later.into_iter().take(room));
    full.retain(|at| !picked.contains(at));
    (picked, full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Passage;

    fn found(id: i64, document: i64, score: f32, text: &str) -> ContextPassage {
        ContextPassage {
            passage: Passage {
                id: PassageId(id),
                document: DocumentId(document),
                text: text.to_owned(),
                ..Passage::default()
            },
            score,
            ..ContextPassage::default()
        }
    }

    fn chosen(found: Vec<ContextPassage>, limit: usize) -> (Vec<i64>, Vec<(i64, LeftOut)>) {
        let selection = select(found, limit, &|_, _| None, &|id| id);
        (
            selection
                .chosen
                .iter()
                .map(|one| one.passage.id.0)
                .collect(),
            selection
                .left_out
                .into_iter()
                .map(|(one, why)| (one.passage.id.0, why))
                .collect(),
        )
    }

    const PUMPS: &str = "Heat pump sales fell by a fifth in the north last year.";

    #[test]
    fn a_passage_that_stands_twice_is_sent_once() {
        let copy = "HEAT PUMP sales fell by a fifth — in the north, last year";
        let all = vec![
            found(1, 1, 0.9, PUMPS),
            found(2, 2, 0.8, copy),
            found(3, 3, 0.1, "Gas prices rose."),
        ];
        let (sent, left) = chosen(all, 6);
        assert_eq!(sent, [1, 3]);
        assert_eq!(left, [(2, LeftOut::NearEqual(PassageId(1)))]);
    }

    #[test]
    fn of_passages_that_score_alike_the_one_that_says_something_else_is_taken() {
        let all = vec![
            found(1, 1, 1.0, PUMPS),
            found(
                2,
                2,
                0.8,
                "In the north heat pump sales fell last year, by a fifth or more.",
            ),
            found(3, 3, 0.7, "Installers wait nine weeks for parts."),
        ];
        assert_eq!(chosen(all, 2), (vec![1, 3], vec![(2, LeftOut::AddsLittle)]));
    }

    #[test]
    fn likeness_of_meaning_counts_before_words() {
        let all = vec![
            found(1, 1, 1.0, "Buyers hesitate."),
            found(2, 2, 0.8, "Customers hold back."),
            found(3, 3, 0.7, "Installers wait nine weeks for parts."),
        ];
        let like = |a: PassageId, b: PassageId| Some(if a.0 + b.0 == 3 { 1.0 } else { 0.0 });
        let selection = select(all, 2, &like, &|id| id);
        let ids: Vec<i64> = selection
            .chosen
            .iter()
            .map(|one| one.passage.id.0)
            .collect();
        assert_eq!(ids, [1, 3]);
    }

    #[test]
    fn no_document_takes_more_than_its_share_while_others_have_something_to_say() {
        let texts = [
            "alpha one",
            "beta two",
            "gamma three",
            "delta four",
            "eta five",
        ];
        let mut all: Vec<ContextPassage> = (1..)
            .zip(texts)
            .map(|(id, text)| found(id, 1, 1.0 - 0.01 * id as f32, text))
            .collect();
        all.push(found(9, 2, 0.5, "another thing"));
        assert_eq!(
            chosen(all.clone(), 3),
            (
                vec![1, 2, 9],
                vec![
                    (3, LeftOut::DocumentShare),
                    (4, LeftOut::DocumentShare),
                    (5, LeftOut::DocumentShare)
                ]
            )
        );
        all.pop();
        assert_eq!(
            chosen(all, 3).0,
            [1, 2, 3],
            "one document alone may fill it"
        );
    }

    #[test]
    fn near_copies_share_their_share() {
        let all = vec![
            found(1, 1, 0.9, "alpha one"),
            found(2, 2, 0.8, "beta two"),
            found(3, 1, 0.7, "gamma three"),
            found(4, 3, 0.6, "delta four"),
        ];
        let selection = select(all, 3, &|_, _| None, &|id| {
            DocumentId(if id.0 == 2 { 1 } else { id.0 })
        });
        let ids: Vec<i64> = selection
            .chosen
            .iter()
            .map(|one| one.passage.id.0)
            .collect();
        assert_eq!(ids, [1, 2, 4]);
    }

    #[test]
    fn nothing_found_is_nothing_chosen() {
        assert_eq!(chosen(vec![], 6), (vec![], vec![]));
        assert_eq!(chosen(vec![found(1, 1, 0.5, "x")], 0).0, [0_i64; 0]);
        assert_eq!(chosen(vec![found(1, 1, 0.0, "")], 6).0, [1]);
    }
}
