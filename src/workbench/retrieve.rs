//! Retrieval for a step: which passages a writer gets.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::meaning::Ranking;
use crate::check;
use crate::library::{Hit, Library, LibraryError, Search, SearchMode};
use crate::pipeline::impact::Impact;
use crate::pipeline::{
    Budget, ContextPassage, Form, Selection, Trace, change_query, mend_query, own_sentences,
    salient, section_query, select, steer_query, version_query,
};
use crate::semantic::{Vector, embed_again};
use crate::study::{
    BUILT_IN_WRITER, Compressed, CycleKind, DocumentId, LeftOut, Passage, PassageId, Section,
    SectionId, Study,
};

/// Passages that those for a model are chosen from, for each one that is chosen.
const CHOICE: usize = 5;
/// Characters of a passage of usual length, of about 150 words.
const USUAL: usize = 900;
/// Passages the extractive writer chooses from: it needs the whole picture to know what is central.
const FOR_EXTRACTIVE: usize = 80;
/// Passages that the guardrail keeps from writers, of which a record names so many.
const MOST_SET_ASIDE: usize = 20;

/// What was found for a section: the chosen passages, best first, and how they came to be chosen.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Found {
    pub(super) passages: Vec<ContextPassage>,
    pub(super) trace: Trace,
}

/// The passages for a section. A model gets as many as `limited` says [R2]; the extractive writer, which has no limit, gets a wide view. Of the news, an update
/// takes what the `impact` says this section is to be asked about, where there is one.
pub(super) fn for_section(
    library: &Library,
    study: &Study,
    section: SectionId,
    limited: Option<(usize, Budget)>,
    ranking: &Ranking<'_>,
    impact: Option<&Impact>,
) -> Result<Found, LibraryError> {
    let all: Vec<DocumentId> = study.current().map(|document| document.id).collect();
    let retrieval = Retrieval {
        library,
        study,
        ranking,
        limited: limited.map(|(passages, _)| passages),
        section,
    };
    let cycle = study
        .cycle
        .as_ref()
        .map(|cycle| (cycle.kind, cycle.fresh.as_slice()));
    let found = match cycle {
        Some((CycleKind::Update, fresh)) if !fresh.is_empty() => {
            let impact = impact.filter(|impact| impact.documents == fresh);
            let wanted = impact.and_then(|impact| impact.passages_for(section));
            retrieval.update(fresh, &all, wanted.as_ref())
        }
        Some((CycleKind::FollowUp, _)) => retrieval.follow_up(&all),
        Some((CycleKind::Refine | CycleKind::Revise, _)) => {
            retrieval.documents(&retrieval.query(|| mend_query(study, section)), &all)
        }
        Some((CycleKind::Another, _)) => {
            retrieval.documents(&retrieval.query(|| version_query(study, section)), &all)
        }
        Some((CycleKind::Steer, _)) => {
            retrieval.documents(&retrieval.query(|| steer_query(study, section)), &all)
        }
        _ => retrieval.documents(&retrieval.query(|| section_query(study, section)), &all),
    };
    match found {
        Ok(found) => Ok(found),
        Err(error) => {
            let budget = limited.map(|(_, budget)| budget.characters);
            in_order(library, &all, budget, &error.to_string())
        }
    }
}

/// The `limit` best passages of some documents, with those that the analyst let back in.
pub(super) fn best(
    library: &Library,
    study: &Study,
    text: &str,
    documents: &[DocumentId],
    limit: usize,
) -> Result<Vec<Hit>, LibraryError> {
    search(library, study, text, documents, limit, SearchMode::Hybrid)
}

fn search(
    library: &Library,
    study: &Study,
    text: &str,
    documents: &[DocumentId],
    limit: usize,
    mode: SearchMode,
) -> Result<Vec<Hit>, LibraryError> {
    let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
    library.search(&Search {
        text,
        documents: Some(documents),
        among: Some(&current),
        readmitted: &study.readmitted,
        limit,
        mode,
        ..Search::default()
    })
}

/// One section's retrieval.
struct Retrieval<'a> {
    library: &'a Library,
    study: &'a Study,
    ranking: &'a Ranking<'a>,
    /// Passages for a model; none for the extractive writer.
    limited: Option<usize>,
    section: SectionId,
}

impl Retrieval<'_> {
    /// The extractive writer is asked for the question alone: it has to see the same evidence for every section, to share it out.
    fn query(&self, limited: impl FnOnce() -> String) -> String {
        match self.limited {
            Some(_) => limited(),
            None => self.study.question.clone(),
        }
    }

    /// An update is about the new documents, or what is `wanted` of them; older passages that bear on what they say come after.
    fn update(
        &self,
        fresh: &[DocumentId],
        all: &[DocumentId],
        wanted: Option<&HashSet<PassageId>>,
    ) -> Result<Found, LibraryError> {
        let found = self.news(fresh, wanted)?;
        let fresh: HashSet<&DocumentId> = fresh.iter().collect();
        let older = all.iter().filter(|id| !fresh.contains(id)).copied();
        let older: Vec<DocumentId> = older.collect();
        self.with_older(found, &older)
    }

    /// Adds passages of other documents that bear on those that were found.
    fn with_older(&self, mut found: Found, older: &[DocumentId]) -> Result<Found, LibraryError> {
        let news = found.passages.iter().map(|chosen| &chosen.passage);
        let query = self.query(|| change_query(self.study, &salient(news)));
        // They are there to compare with: a third as many are enough.
        let fewer = Retrieval {
            limited: self.limited.map(|limit| limit.div_ceil(3)),
            ..*self
        };
        let (hits, note) = fewer.hits(&query, older)?;
        let mut older = fewer.chosen(query.clone(), hits, note);
        if let Some(limit) = fewer.limited {
            self.keep_near(&mut older, limit);
            let said = Said::of(self.study, self.section);
            let (kept, repeated): (Vec<_>, Vec<_>) = older
                .passages
                .into_iter()
                .map(|chosen| excerpt(chosen, &query, &said))
                .partition(|(_, says_more)| *says_more);
            older.passages = kept.into_iter().map(|(chosen, _)| chosen).collect();
            let repeated = repeated.into_iter();
            let repeated = repeated.map(|(chosen, _)| (chosen, LeftOut::SaidAlready));
            older.trace.left_out.extend(repeated);
        }
        found.trace.query = older.trace.query;
        found.trace.found += older.trace.found;
        found.trace.left_out.extend(older.trace.left_out);
        let known: BTreeSet<PassageId> = ids(&found.passages);
        found.passages.extend(
            older
                .passages
                .into_iter()
                .filter(|chosen| !known.contains(&chosen.passage.id)),
        );
        Ok(found)
    }

    /// Keeps of older passages those that bear on the news about as much as the best does, `limit` at least, and those that a sentence rests on of which the news say
    /// something: what is only of the same matter is no help to whoever changes a sentence.
    fn keep_near(&self, older: &mut Found, limit: usize) {
        /// The share of what the best has.
        const NEAR: f32 = 0.5;
        let section = self.study.section(self.section);
        let is_noted = |text: &str| {
            let mut notes = self.study.weighed.iter();
            notes.any(|note| note.sentence.as_deref() == Some(text))
        };
        let claims = section.into_iter().flat_map(|section| &*section.claims);
        let rested_on: HashSet<PassageId> = claims
            .filter(|claim| is_noted(&claim.text))
            .flat_map(|claim| claim.evidence.iter().chain(&claim.more))
            .map(|quote| quote.passage)
            .collect();
        let best = older.passages.iter().map(|one| one.score);
        let best = best.fold(0.0, f32::max);
        let mut kept = Vec::new();
        for chosen in std::mem::take(&mut older.passages) {
            let is_near = chosen.score >= NEAR * best || kept.len() < limit;
            if is_near || rested_on.contains(&chosen.passage.id) {
                kept.push(chosen);
            } else {
                older.trace.left_out.push((chosen, LeftOut::AddsLittle));
            }
        }
        older.passages = kept;
    }

    /// What a search for more evidence found, and older passages that bear on it.
    fn follow_up(&self, all: &[DocumentId]) -> Result<Found, LibraryError> {
        let ids = self.study.run.iter().flat_map(|run| &run.found);
        let mut found = Found::default();
        for id in ids {
            let passage = self.library.passage(*id)?;
            // The analyst may have taken its document out since.
            let passage = passage.filter(|one| self.study.is_current(one.document));
            found.passages.extend(passage.map(|passage| ContextPassage {
                passage,
                score: 1.0,
                ..ContextPassage::default()
            }));
        }
        found.trace.found = found.passages.len();
        self.with_older(found, all)
    }

    /// What the new documents say, and their versions before did not.
    fn news(
        &self,
        fresh: &[DocumentId],
        wanted: Option<&HashSet<PassageId>>,
    ) -> Result<Found, LibraryError> {
        let query = &self.study.question;
        let (hits, note) = self.hits(query, fresh)?;
        let mut hits = self.or_first_passages(hits, fresh)?;
        super::news::only(self.library, self.study, &mut hits)?;
        if let Some(wanted) = wanted {
            self.keep_wanted(&mut hits, wanted)?;
        }
        let mut found = self.chosen(query.clone(), hits, note);
        found.trace.left_out.extend(self.set_aside(fresh)?);
        Ok(found)
    }

    /// Keeps of the news what is wanted, whether the question's words find it or not.
    fn keep_wanted(
        &self,
        hits: &mut Vec<Hit>,
        wanted: &HashSet<PassageId>,
    ) -> Result<(), LibraryError> {
        hits.retain(|hit| wanted.contains(&hit.passage.id));
        let found: HashSet<PassageId> = hits.iter().map(|hit| hit.passage.id).collect();
        let mut missed: Vec<PassageId> = wanted.difference(&found).copied().collect();
        missed.sort_unstable();
        for id in missed {
            hits.extend(self.library.passage(id)?.map(unsought));
        }
        Ok(())
    }

    fn documents(&self, query: &str, documents: &[DocumentId]) -> Result<Found, LibraryError> {
        let (hits, note) = self.hits(query, documents)?;
        let hits = self.or_first_passages(hits, documents)?;
        let mut found = self.chosen(query.to_owned(), hits, note);
        found.trace.left_out.extend(self.set_aside(documents)?);
        Ok(found)
    }

    /// What a search finds; where the meaning cannot be searched, words alone, and a note that says so.
    fn hits(
        &self,
        query: &str,
        documents: &[DocumentId],
    ) -> Result<(Vec<Hit>, Option<String>), LibraryError> {
        let limit = self.limited.map_or(FOR_EXTRACTIVE, |limit| limit * CHOICE);
        match self
            .ranking
            .best(self.library, self.study, query, documents, limit)
        {
            Ok(hits) => Ok((hits, None)),
            Err(error) => {
                let hits = search(
                    self.library,
                    self.study,
                    query,
                    documents,
                    limit,
                    SearchMode::Lexical,
                )?;
                Ok((hits, Some(format!("searched by words alone ({error})"))))
            }
        }
    }

    /// What the guardrail keeps from writers, so that the record shows it [E6].
    fn set_aside(
        &self,
        documents: &[DocumentId],
    ) -> Result<Vec<(ContextPassage, LeftOut)>, LibraryError> {
        let with: Vec<DocumentId> = documents
            .iter()
            .copied()
            .filter(|id| {
                let document = self.study.document(*id);
                document.is_some_and(|document| document.set_aside > 0)
            })
            .collect();
        let mut left_out = Vec::new();
        // Of a page without text there is nothing to let back in.
        let has_text = |passage: &Passage| passage.text.contains(char::is_alphanumeric);
        let kept_out =
            |passage: &Passage| has_text(passage) && !self.study.is_readmitted(passage.id);
        for passage in self
            .library
            .set_aside(&with)?
            .into_iter()
            .filter(kept_out)
            .take(MOST_SET_ASIDE)
        {
            let why = LeftOut::SetAside(passage.set_aside.clone().unwrap_or_default());
            let chosen = ContextPassage {
                passage,
                ..ContextPassage::default()
            };
            left_out.push((chosen, why));
        }
        Ok(left_out)
    }

    /// Fills up with the documents' first passages where the words of the query find too few: a writer who sees nothing could not even say that
    /// the evidence does not answer. The extractive writer always gets a fair number, to know what is central.
    fn or_first_passages(
        &self,
        mut hits: Vec<Hit>,
        documents: &[DocumentId],
    ) -> Result<Vec<Hit>, LibraryError> {
        let (enough, limit) = match self.limited {
            Some(limit) => (1, limit),
            None => (FOR_EXTRACTIVE / 2, FOR_EXTRACTIVE),
        };
        if hits.len() < enough {
            for passage in self.library.first_passages(documents, limit)? {
                if hits.len() < limit && hits.iter().all(|hit| hit.passage.id != passage.id) {
                    hits.push(unsought(passage));
                }
            }
        }
        Ok(hits)
    }

    /// For a model, the passages that differ from each other; for the extractive writer all, since saying the same makes two sources agree.
    fn chosen(&self, query: String, hits: Vec<Hit>, note: Option<String>) -> Found {
        let found = hits.len();
        let passages: Vec<ContextPassage> = hits.into_iter().map(as_found).collect();
        let selection = match self.limited {
            Some(limit) => {
                let near = likeness(&passages);
                let limit = filled(limit, &passages);
                select(passages, limit, &near, &|id| self.study.original_of(id))
            }
            None => Selection {
                chosen: passages,
                left_out: Vec::new(),
            },
        };
        Found {
            passages: selection.chosen,
            trace: Trace {
                query,
                found,
                left_out: selection.left_out,
                notes: note.into_iter().collect(),
                ..Trace::default()
            },
        }
    }
}

/// As many of the passages as hold what `limit` passages of usual length would: a note or a row of a table says less than a full one.
fn filled(limit: usize, passages: &[ContextPassage]) -> usize {
    let whole: usize = passages.iter().map(ContextPassage::characters).sum();
    let mean = whole / passages.len().max(1);
    (limit * USUAL / mean.max(1)).clamp(limit, limit * CHOICE)
}

/// Where nothing can be searched: the evidence as it stands, from the first passage on, as far as there is room [R1].
fn in_order(
    library: &Library,
    documents: &[DocumentId],
    budget: Option<usize>,
    why: &str,
) -> Result<Found, LibraryError> {
    let mut left = budget.unwrap_or(usize::MAX);
    let mut found = Found::default();
    for passage in library.first_passages(documents, FOR_EXTRACTIVE)? {
        let chosen = ContextPassage {
            passage,
            ..ContextPassage::default()
        };
        let size = chosen.characters();
        if size > left {
            break;
        }
        left -= size;
        found.passages.push(chosen);
    }
    found.trace.found = found.passages.len();
    found.trace.notes.push(format!(
        "nothing could be searched ({why}): the first passages of the evidence were sent instead"
    ));
    Ok(found)
}

/// Compares passages by meaning, where both have a vector.
fn likeness(passages: &[ContextPassage]) -> impl Fn(PassageId, PassageId) -> Option<f32> + use<> {
    let vectors: BTreeMap<PassageId, Vector> = passages
        .iter()
        .filter_map(|chosen| Some((chosen.passage.id, embed_again(&chosen.passage.text)?)))
        .collect();
    move |a, b| Some(vectors.get(&a)?.cosine(vectors.get(&b)?))
}

fn ids(passages: &[ContextPassage]) -> BTreeSet<PassageId> {
    passages.iter().map(|chosen| chosen.passage.id).collect()
}

/// A passage that no search brought.
fn unsought(passage: Passage) -> Hit {
    Hit {
        passage,
        score: 0.0,
        lexical: 0.0,
        semantic: None,
    }
}

/// What a part says by its sources, word for word.
struct Said<'a> {
    study: &'a Study,
    /// Each sentence by its words, with the numbers that it cites.
    sentences: HashSet<(String, u32)>,
}

impl<'a> Said<'a> {
    fn of(study: &'a Study, section: SectionId) -> Self {
        let text = study.section(section).map(Section::candidate);
        let stated = check::stated(&text.unwrap_or_default());
        let sentences = stated.into_iter().flat_map(|one| {
            let key = check::key(&one.bare);
            let numbers = one.citations.into_iter();
            numbers.map(move |number| (key.clone(), number))
        });
        Self {
            study,
            sentences: sentences.collect(),
        }
    }

    /// The sentences of a document that the part does not say with its number.
    fn rest_of(&self, text: &str, document: DocumentId) -> String {
        let number = self.study.number_of(document);
        let is_said = |sentence: &str| {
            number.is_some_and(|number| self.sentences.contains(&(check::key(sentence), number)))
        };
        let spans = check::sentences(text).into_iter();
        let sentences = spans.filter_map(|span| Some(text.get(span)?.trim()));
        let rest: Vec<&str> = sentences.filter(|one| !is_said(one)).collect();
        rest.join(" ")
    }
}

/// Cuts a passage to its sentences on these words, where that makes it shorter, and says whether they say more than the part does, which is sent as well.
fn excerpt(mut chosen: ContextPassage, words: &str, said: &Said<'_>) -> (ContextPassage, bool) {
    let own = own_sentences(words, &chosen.passage);
    let text = if own.is_empty() {
        &chosen.passage.text
    } else {
        &own
    };
    let text = said.rest_of(text, chosen.passage.document);
    if text.is_empty() {
        return (chosen, false);
    }
    if text.chars().count() < chosen.characters() {
        chosen.form = Form::Excerpt(Compressed {
            text,
            by: BUILT_IN_WRITER.to_owned(),
            refused: None,
        });
    }
    (chosen, true)
}

fn as_found(hit: Hit) -> ContextPassage {
    ContextPassage {
        passage: hit.passage,
        score: hit.score.clamp(0.0, 1.0),
        lexical: hit.lexical,
        semantic: hit.semantic,
        ..ContextPassage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Provenance, fixture};

    #[test]
    fn short_passages_fill_the_room_of_full_ones() {
        let passages = |count: usize, length: usize| -> Vec<ContextPassage> {
            let text = "x".repeat(length);
            let passage = Passage {
                text,
                ..Passage::default()
            };
            vec![
                ContextPassage {
                    passage,
                    ..ContextPassage::default()
                };
                count
            ]
        };
        assert_eq!(filled(6, &passages(20, 900)), 6);
        assert_eq!(filled(6, &passages(20, 2_000)), 6);
        assert_eq!(filled(6, &passages(20, 300)), 18);
        assert_eq!(filled(6, &passages(20, 10)), 6 * CHOICE);
        assert_eq!(filled(6, &[]), 6 * CHOICE);
    }

    #[test]
    fn older_evidence_is_not_sent_where_the_part_says_it_by_the_same_source() {
        let study = Study::fold(&[
            fixture::opened("What do the depots hold?", &["Situation"]),
            fixture::added(1),
            fixture::added(2),
            fixture::numbered(&[1, 2]),
            Event::SectionWritten {
                section: SectionId(0),
                text: "The depot holds 40 chargers [1]. It was built in 1987 [1].".to_owned(),
                warnings: vec![],
                provenance: Provenance::default(),
            },
        ]);
        let said = Said::of(&study, SectionId(0));
        let kept = |document: i64, text: &str| {
            let chosen = ContextPassage {
                passage: Passage {
                    id: PassageId(1),
                    document: DocumentId(document),
                    text: text.to_owned(),
                    ..Passage::default()
                },
                ..ContextPassage::default()
            };
            let (chosen, says_more) = excerpt(chosen, "depot chargers", &said);
            let text = match chosen.form {
                Form::Excerpt(short) => short.text,
                _ => chosen.passage.text,
            };
            says_more.then_some(text)
        };
        let facts = "The depot holds 40 chargers. It was built in 1987.";
        assert_eq!(kept(1, facts), None);
        let more = format!("{facts} Two of the chargers are broken.");
        assert_eq!(
            kept(1, &more).as_deref(),
            Some("Two of the chargers are broken.")
        );
        // Another source that says the same is one more to cite.
        assert_eq!(kept(2, facts).as_deref(), Some(facts));
    }
}
