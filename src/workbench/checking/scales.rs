//! Weighing claims against one basis: the section's own passages first, then, but for what these have word for word, what a search of the library finds.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::{Basis, Source};
use crate::check::{self, Checker, Evidence, Judgement, Stated};
use crate::library::{Library, LibraryError, Search, SearchMode};
use crate::study::citation;
use crate::study::{Claim, DocumentId, Passage, Standing, Verdict};

/// Passages looked at for one claim in the documents it cites, which short ones have no more of, and in all.
const IN_CITED: usize = 12;
const IN_ALL: usize = 4;

/// Weighs claims against one basis.
pub(super) struct Scales<'a> {
    /// None where it could not be opened or read.
    pub(super) library: Option<&'a Library>,
    pub(super) basis: &'a Basis,
    pub(super) passages: &'a [Passage],
    checker: Checker<'a>,
    /// By the text of the claim.
    pub(super) judged: HashMap<String, Judged>,
    /// Claims that the library is still to be searched for.
    pub(super) unsettled: VecDeque<Stated>,
    /// Why the library could not be searched.
    pub(super) failed: Option<String>,
}

/// A claim with its verdict, and where it stands: in which text, and which of its sentences it is.
pub(super) struct Checked {
    pub(super) text: usize,
    pub(super) at: usize,
    pub(super) bare: String,
    pub(super) claim: Claim,
}

pub(super) struct Judged {
    pub(super) claim: Claim,
    /// Whether the library was searched for it, or need not be.
    settled: bool,
}

impl<'a> Scales<'a> {
    /// Reads the passages that the section's claims are weighed against first; `library` is none where it could not be read, and `failed` says why.
    pub(super) fn new(
        library: Option<&'a Library>,
        basis: &'a Basis,
        passages: &'a [Passage],
        failed: Option<String>,
    ) -> Self {
        Self {
            library,
            basis,
            passages,
            checker: Checker::new(evidence(
                basis,
                passages
                    .iter()
                    .filter(|passage| basis.is_current(passage.document)),
            ))
            .entitled(titles(basis))
            .dated(dates(basis)),
            judged: HashMap::new(),
            unsettled: VecDeque::new(),
            failed,
        }
    }

    /// All claims of the texts of a section, each once: as it is in the first that has it.
    pub(super) fn all(&mut self, texts: &[String]) -> Vec<Claim> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for (place, text) in texts.iter().enumerate() {
            for (at, stated) in check::stated(text).into_iter().enumerate() {
                if !known.insert(stated.text.clone()) {
                    continue;
                }
                self.weigh(&stated);
                self.settle(&stated);
                if let Some(judged) = self.judged.get(&stated.text) {
                    found.push(Checked {
                        text: place,
                        at,
                        bare: stated.bare,
                        claim: judged.claim.clone(),
                    });
                }
            }
        }
        if let Err(error) = self.hear_others(texts, &mut found) {
            self.failed = Some(error.to_string());
        }
        self.hear_news(texts, &mut found);
        found.into_iter().map(|checked| checked.claim).collect()
    }

    /// Weighs a claim against the section's own passages, unless that was done.
    pub(super) fn weigh(&mut self, stated: &Stated) {
        if self.judged.contains_key(&stated.text) {
            return;
        }
        let (claim, settled) = if self.library.is_some() {
            let judgement = self.checker.judge_stated(stated);
            // Other words may be borne out better elsewhere in what is cited, which another request would have shown: a verdict does not hang on that. Of what it is
            // that a pronoun speaks another document may tell.
            let settled = judgement.is_word_for_word() && stated.antecedent.is_none();
            (claim(stated, judgement), settled)
        } else {
            let why = self.failed.as_deref().unwrap_or_default();
            (unchecked(stated.clone(), why), true)
        };
        let judged = Judged { claim, settled };
        self.judged.insert(stated.text.clone(), judged);
        if !settled {
            self.unsettled.push_back(stated.clone());
        }
    }

    /// Searches the library for a claim that the section's own passages do not have word for word; says whether the verdict is another one now.
    pub(super) fn settle(&mut self, stated: &Stated) -> bool {
        let (Some(library), Some(judged)) = (self.library, self.judged.get(&stated.text)) else {
            return false;
        };
        if judged.settled {
            return false;
        }
        let found = self.judge_widely(library, stated);
        let claim = match found {
            Ok(judgement) => claim(stated, judgement),
            Err(error) => {
                let why = error.to_string();
                let claim = unchecked(stated.clone(), &why);
                self.failed = Some(why);
                claim
            }
        };
        let changed = claim != judged.claim;
        let judged = Judged {
            claim,
            settled: true,
        };
        self.judged.insert(stated.text.clone(), judged);
        changed
    }

    /// The verdict by what the library has on the claim, whichever passages a writer was shown. Where that was borne out by what a cited source said once, and is not
    /// by what it says now, the claim stands on nothing.
    fn judge_widely(&self, library: &Library, stated: &Stated) -> Result<Judgement, LibraryError> {
        let now = self.judge_by(library, stated, &|source| {
            source.standing == Standing::Current
        })?;
        let is_stale = self
            .basis
            .sources
            .iter()
            .any(|source| source.standing != Standing::Current && is_cited(source, stated));
        if !is_stale || now.verdict == Verdict::Supported {
            return Ok(now);
        }
        let before = self.judge_by(library, stated, &|source| is_cited(source, stated))?;
        if !matches!(before.verdict, Verdict::Supported | Verdict::Partial) {
            return Ok(now);
        }
        Ok(self.outdated(library, now, before))
    }

    fn outdated(&self, library: &Library, now: Judgement, before: Judgement) -> Judgement {
        let quote = before.evidence.as_ref();
        let document = quote.and_then(|quote| library.passage(quote.passage).ok().flatten());
        let source = document.and_then(|passage| self.basis.source(passage.document));
        let Some((number, standing)) =
            source.and_then(|source| Some((source.number?, source.standing)))
        else {
            return now;
        };
        let what = match standing {
            Standing::Current => return now,
            Standing::Superseded { .. } => {
                format!("[{number}] said so in an older version, and does not now")
            }
            Standing::Withdrawn => format!("[{number}] said so and is no longer there"),
            Standing::TakenOut => format!("[{number}] said so and was taken out of the evidence"),
        };
        let (verdict, reason) = match now.verdict {
            Verdict::Contradicted => (Verdict::Contradicted, format!("{what}: {}", now.reason)),
            _ => (Verdict::Unsupported, what),
        };
        // The sentence that was cited, which a citation opens for good [E7].
        Judgement {
            verdict,
            reason,
            ..before
        }
    }

    fn judge_by(
        &self,
        library: &Library,
        stated: &Stated,
        counts: &dyn Fn(&Source) -> bool,
    ) -> Result<Judgement, LibraryError> {
        let documents = |sources: &dyn Fn(&&Source) -> bool| -> Vec<DocumentId> {
            let all = self.basis.sources.iter();
            all.filter(sources).map(|source| source.document).collect()
        };
        let cited = documents(&|source| counts(source) && is_cited(source, stated));
        let all = documents(&|source| counts(source) && source.standing == Standing::Current);
        let mut found = BTreeMap::new();
        let own = [
            (stated.text.as_str(), &cited, IN_CITED),
            (stated.text.as_str(), &all, IN_ALL),
        ];
        let before = stated.antecedent.as_deref();
        let before = before.map(|before| (before, &all, IN_ALL));
        for (text, documents, limit) in own.into_iter().chain(before) {
            let hits = library.search(&Search {
                text,
                documents: Some(documents),
                among: Some(&all),
                readmitted: &self.basis.readmitted,
                limit,
                mode: SearchMode::Hybrid,
                ..Search::default()
            })?;
            found.extend(hits.into_iter().map(|hit| (hit.passage.id, hit.passage)));
        }
        let evidence = evidence(self.basis, found.values());
        Ok(Checker::new(evidence)
            .entitled(titles(self.basis))
            .dated(dates(self.basis))
            .judge_stated(stated))
    }
}

/// What the sources are called, and by whom they are.
fn titles(basis: &Basis) -> impl Iterator<Item = (u32, String)> {
    let numbered = basis
        .sources
        .iter()
        .filter_map(|source| Some((source.number?, source)));
    numbered.flat_map(|(number, source)| {
        let by = source.author.iter().chain(&source.site);
        [&source.title]
            .into_iter()
            .chain(by)
            .map(move |called| (number, called.clone()))
    })
}

/// When they appeared.
fn dates(basis: &Basis) -> impl Iterator<Item = (u32, &str)> {
    let sources = basis.sources.iter();
    sources.filter_map(|source| Some((source.number?, source.date.as_deref()?)))
}

fn is_cited(source: &Source, stated: &Stated) -> bool {
    let number = source.number;
    number.is_some_and(|number| stated.citations.contains(&number))
}

fn claim(stated: &Stated, mut judgement: Judgement) -> Claim {
    let missing = citation::unresolved(&stated.text);
    let names = if missing.len() == 1 { "names" } else { "name" };
    let names_nothing = || {
        format!(
            "[{}] {names} no source that the writer was given",
            missing.join("][")
        )
    };
    match judgement.verdict {
        // It cites, but nothing that there is.
        Verdict::Uncited if !missing.is_empty() => {
            judgement.verdict = Verdict::Unsupported;
            let found = judgement.reason.strip_prefix("no citation");
            judgement.reason = names_nothing() + found.unwrap_or_default();
        }
        // One source bears it out, and the other is none.
        Verdict::Supported if !missing.is_empty() => {
            judgement.verdict = Verdict::Partial;
            let found = Some(judgement.reason).filter(|reason| !reason.is_empty());
            let reasons: Vec<String> = [names_nothing()].into_iter().chain(found).collect();
            judgement.reason = reasons.join("; ");
        }
        _ => {}
    }
    Claim {
        text: stated.text.clone(),
        citations: stated.citations.clone(),
        verdict: judgement.verdict,
        reason: judgement.reason,
        evidence: judgement.evidence,
        more: judgement.more,
    }
}

/// A claim whose check could not run, and why: an outage is visible, never a pass.
pub(super) fn unchecked(stated: Stated, why: &str) -> Claim {
    Claim {
        text: stated.text,
        citations: stated.citations,
        verdict: Verdict::Unchecked,
        reason: format!("the check could not run: {why}"),
        evidence: None,
        more: Vec::new(),
    }
}

fn evidence<'a>(
    basis: &Basis,
    passages: impl IntoIterator<Item = &'a Passage>,
) -> Vec<Evidence<'a>> {
    passages
        .into_iter()
        .filter_map(|passage| {
            Some(Evidence {
                number: basis.number_of(passage.document)?,
                passage,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_cites_only_what_does_not_exist_is_unsupported_not_uncited() {
        let judged = |text: &str| {
            let stated = check::stated(text).remove(0);
            let judgement = Checker::new(Vec::new()).judge(&stated.bare, &stated.citations);
            let claim = claim(&stated, judgement);
            (claim.verdict, claim.reason)
        };
        assert_eq!(
            judged("The terminal will cost 620 million euros [7?]."),
            (
                Verdict::Unsupported,
                "[7] names no source that the writer was given".to_owned()
            )
        );
        assert_eq!(
            judged("The terminal will cost 620 million euros."),
            (Verdict::Uncited, "no citation".to_owned())
        );
    }

    #[test]
    fn a_claim_that_one_source_bears_out_and_that_cites_another_that_does_not_exist_holds_in_part()
    {
        let passage = Passage {
            text: "The terminal will cost 620 million euros.".to_owned(),
            ..Passage::default()
        };
        let evidence = [Evidence {
            number: 1,
            passage: &passage,
        }];
        let stated = check::stated("The terminal will cost 620 million euros [1][9?].").remove(0);
        let judgement = Checker::new(evidence).judge_stated(&stated);
        assert_eq!(judgement.verdict, Verdict::Supported);
        let claim = claim(&stated, judgement);
        assert_eq!(claim.verdict, Verdict::Partial);
        assert!(claim.reason.starts_with("[9] names no source"), "{claim:?}");
    }
}
