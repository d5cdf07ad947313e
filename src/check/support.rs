//! Support: does the evidence say what a claim says?
//!
//! Words that stand in a source as they are settle it. Otherwise a claim is weighed by the rare words it shares with the best sentences, by its numbers, its
//! names and its direction; what is missing or opposed becomes the reason. The cited passages are asked first, then all others, so that a wrong
//! number in brackets is told from a claim that nothing bears out.

pub(super) mod across;
mod actors;
pub(super) mod additions;
mod anaphors;
pub(super) mod asked;
mod beside_the_name;
pub(super) mod bindings;
mod blamed;
mod by_how_much;
pub(super) mod by_marks;
mod by_name;
mod by_whom;
mod called;
pub(super) mod causes;
mod ceilings;
pub(super) mod cited;
mod clause_by_clause;
mod datelines;
mod denied_of;
mod divided;
mod done_to;
pub(super) mod edits;
mod entitled;
mod exempt;
pub(super) mod figures;
pub(super) mod finding;
mod governed;
mod headed;
pub(super) mod holders;
pub(super) mod in_full;
pub(super) mod in_its_stead;
pub(super) mod in_place;
mod labelled;
mod left_out;
mod line;
mod moments;
pub(super) mod multiples;
pub(super) mod nuances;
pub(super) mod opponents;
mod otherwise;
mod outright;
mod overruled;
pub(super) mod own_halves;
pub(super) mod pair;
pub(super) mod parties;
mod pieces;
mod places;
mod plainly;
pub(super) mod quoting;
pub(super) mod rankings;
mod reckoned;
pub(super) mod referents;
mod restricted;
mod sequence;
pub(super) mod spread;
pub(super) mod stitched;
pub(super) mod strangers;
pub(super) mod subjects;
pub(super) mod tables;
pub(super) mod titles;
pub(super) mod trends;
pub(super) mod turned;
mod unnamed_causes;
pub(super) mod verbatim;
mod versions;
pub(super) mod weigh;
mod whose;
pub(super) mod wording;
mod written;

use std::collections::HashMap;

use super::index::{Among, Entry, Index, Wanted};
use crate::check::conflicts::both_sides::weaken;
use crate::check::conflicts::corrections::is_taken_back;
use crate::check::language::numbers::{Quantity, borne_out};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Lexicon;
use crate::check::language::tongue::Tongue;
use crate::check::meaning::frames::{Frame, frame};
use crate::check::meaning::governing::Stance;
use crate::check::meaning::withdrawn::tells_what_was_said;
use crate::check::text::cells::is_row;
use crate::check::text::stated::stated;
use crate::study::{Claim, Passage, Quote, Verdict};
use asked::Asked;
use finding::{Finding, OVERSTEPPED, WORD_FOR_WORD, Weighed, brackets};
use pair::Pairs;
use quoting::is_bare_name;
use titles::Titles;
use wording::Worded;

/// How the reason begins where a claim cites nothing.
pub const NO_CITATION: &str = "no citation";

/// A passage that may bear out a claim, with the citation number of its document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence<'a> {
    pub number: u32,
    pub passage: &'a Passage,
}

/// What was found for one claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// Support from 0 to 1; the verdicts are cut from it.
    pub score: f32,
    pub reason: String,
    pub evidence: Option<Quote>,
    /// Sentences that hold what that one does not.
    pub more: Vec<Quote>,
}

impl Judgement {
    /// Whether the evidence has the claim as it is, and that is all there is to say: nothing else could bear it out better.
    #[must_use]
    pub fn is_word_for_word(&self) -> bool {
        let is_all = self.reason.starts_with(WORD_FOR_WORD) && !self.reason.contains(';');
        self.verdict == Verdict::Supported && is_all
    }
}

/// Evidence read once, for any number of claims.
pub struct Checker<'a> {
    pub(crate) index: Index<'a>,
    pub(crate) titles: Titles,
    pub(crate) pairs: Pairs,
    /// In which language the document of a number is, where that is known; read when first asked for.
    tongues: HashMap<u32, Option<Tongue>>,
}

/// The claims of a section's text with their verdicts.
///
/// `cited` holds passages of the numbered documents, of which each claim's own citations are asked first; `others` is looked through where those do
/// not bear it out.
#[must_use]
pub fn check_section(text: &str, cited: &[Evidence<'_>], others: &[Evidence<'_>]) -> Vec<Claim> {
    let mut checker = Checker::new(cited.iter().chain(others).copied());
    stated(text)
        .into_iter()
        .map(|claim| {
            let judgement = checker.judge_stated(&claim);
            Claim {
                text: claim.text,
                citations: claim.citations,
                verdict: judgement.verdict,
                reason: judgement.reason,
                evidence: judgement.evidence,
                more: judgement.more,
            }
        })
        .collect()
}

impl<'a> Checker<'a> {
    #[must_use]
    pub fn new(evidence: impl IntoIterator<Item = Evidence<'a>>) -> Self {
        Self::of(evidence, Lexicon::default(), Wanted::ALL)
    }

    /// A checker for claims that want no more, with a lexicon that knows words already; it comes back as `index.lexicon`.
    pub(crate) fn of(
        evidence: impl IntoIterator<Item = Evidence<'a>>,
        lexicon: Lexicon,
        wanted: Wanted,
    ) -> Self {
        Self {
            index: Index::of(evidence, lexicon, wanted),
            titles: Titles::default(),
            pairs: Pairs::default(),
            tongues: HashMap::new(),
        }
    }

    /// Judges one claim, given without its citation marks, against the documents of these numbers and then all others.
    ///
    /// A claim in another language than all that it cites is not judged by its words, unless they bear it out: names and figures may.
    pub fn judge(&mut self, claim: &str, citations: &[u32]) -> Judgement {
        let claim = self.titles.without_speaker(claim, citations);
        let claim = &*self.titles.without_years(claim, citations);
        let mut found = self.judge_by_words(claim, citations);
        let is_refused = matches!(
            found.verdict,
            Verdict::Unsupported | Verdict::Contradicted | Verdict::Partial
        );
        if is_refused && self.is_foreign(claim, citations) {
            found.verdict = Verdict::Unchecked;
            found.score = 0.0;
            found.reason = format!(
                "is in another language than {} and was not checked; by its words alone: {}",
                brackets(citations),
                found.reason
            );
        }
        found
    }

    /// Whether a claim is in another language than each document of these numbers of which the language is known.
    fn is_foreign(&mut self, claim: &str, citations: &[u32]) -> bool {
        let known: Vec<Tongue> = citations
            .iter()
            .filter_map(|&number| self.tongue(number))
            .collect();
        !known.is_empty() && known.iter().all(|tongue| tongue.is_foreign_to(claim))
    }

    fn tongue(&mut self, number: u32) -> Option<Tongue> {
        /// Passages that are read for the language of a document.
        const ENOUGH: usize = 8;
        if let Some(known) = self.tongues.get(&number) {
            return *known;
        }
        let own = self.index.evidence.iter();
        let own = own.filter(|piece| piece.number == number).take(ENOUGH);
        let text: Vec<&str> = own.map(|piece| piece.passage.text.as_str()).collect();
        let found = Tongue::of(&text.join(" "));
        self.tongues.insert(number, found);
        found
    }

    fn judge_by_words(&mut self, claim: &str, citations: &[u32]) -> Judgement {
        if let Some(found) = self.by_parties(claim, citations) {
            return found;
        }
        let worded = self.as_worded(claim, citations);
        worded.weigh(
            claim,
            |found: &Judgement| found.verdict,
            |worded| self.judge_worded(claim, worded, citations),
        )
    }

    fn judge_worded(&mut self, given: &str, worded: Worded<'_>, citations: &[u32]) -> Judgement {
        let mut claim = Asked::read(&worded.text, &mut self.index);
        if citations.is_empty() {
            let mut found = self.weigh_best_document(&mut claim, &self.index.whole());
            self.settle(&mut found, &claim);
            return self.uncited(&found);
        }
        let available: Vec<u32> = citations
            .iter()
            .copied()
            .filter(|number| {
                let mut pieces = self.index.evidence.iter();
                pieces.any(|piece| piece.number == *number)
            })
            .collect();
        if available.is_empty() {
            return unchecked(citations);
        }
        let mut found = self.weigh_cited(given, &mut claim, citations);
        found.tell(worded.told);
        let is_borne_out = found.verdict() == Verdict::Supported;
        if !is_borne_out && let Some(elsewhere) = self.said_elsewhere(given, &found, &available) {
            return elsewhere;
        }
        if available.len() < citations.len() && !is_borne_out {
            let missing = citations.iter().copied();
            let missing = missing.filter(|number| !available.contains(number));
            found.findings.push(Finding::Unread(missing.collect()));
        }
        let mut against: Vec<String> = Vec::new();
        if is_borne_out {
            let own = self.number(&found);
            let idle = self.idle(&claim, &available, own);
            if !idle.is_empty() {
                found.findings.push(Finding::Idle(idle));
            }
            against = self.said_otherwise(&worded.text, &available, own);
        }
        if !is_borne_out {
            let cited = self.index.of_documents(&available);
            let evidence = |at: usize| self.index.evidence.get(at);
            let texts = cited.pieces().filter_map(evidence);
            let texts: Vec<&str> = texts.map(|piece| piece.passage.text.as_str()).collect();
            found.as_written(given, &texts);
        }
        let (mut verdict, mut score) = (found.verdict(), found.score());
        let mut reason = self.reason(&found, &brackets(&available));
        if !against.is_empty() {
            weaken(&mut verdict, &mut reason, &against.join("; "));
            score = score.min(OVERSTEPPED);
        }
        Judgement {
            verdict,
            score,
            reason,
            evidence: self.quote(&found),
            more: self.more(&claim, &found, &self.index.of_documents(citations)),
        }
    }

    /// Asks the model how far the best pieces of evidence bear a claim out.
    pub(crate) fn settle(&mut self, found: &mut Weighed, claim: &Asked<'_>) {
        let vocabulary = &mut self.pairs.vocabulary;
        found.settle(claim, &self.index, &self.titles, vocabulary);
    }

    fn uncited(&self, found: &Weighed) -> Judgement {
        let reason = match self
            .number(found)
            .filter(|_| found.verdict() == Verdict::Supported && found.score() >= SURE)
        {
            Some(number) => format!("{NO_CITATION}; [{number}] says this"),
            None => NO_CITATION.to_owned(),
        };
        Judgement {
            verdict: Verdict::Uncited,
            score: found.score(),
            reason,
            evidence: self.quote(found),
            more: Vec::new(),
        }
    }

    /// Weighs a claim against that one document, of some of the evidence, which has its best sentence: words gathered from many say little.
    pub(crate) fn weigh_best_document(&self, claim: &mut Asked<'_>, among: &Among) -> Weighed {
        claim.weigh_words(&self.index, among);
        let number_of = |at: usize| self.index.evidence.get(at).map(|piece| piece.number);
        let at = self.verbatim(claim, among).or_else(|| {
            let shared = self.shared(claim, among);
            self.best(claim, &shared).map(|best| best.at)
        });
        let evidence = at
            .and_then(|at| self.index.entries.get(at))
            .map(|entry| entry.evidence);
        let number = evidence.and_then(number_of);
        let of_it = self
            .index
            .among(|at| number.is_some() && number_of(at) == number && among.has(at));
        self.weigh(claim, &of_it)
    }

    /// Weighs a claim against some of the evidence.
    pub(crate) fn weigh(&self, claim: &mut Asked<'_>, among: &Among) -> Weighed {
        claim.weigh_words(&self.index, among);
        let claim = &*claim;
        if let Some(at) = self
            .verbatim(claim, among)
            .filter(|&at| self.is_stated(claim, at))
            .or_else(|| self.quoted_whole(claim, among))
            .or_else(|| self.listed_whole(claim, among))
        {
            return Weighed {
                at: Some(at),
                support: 1.0,
                findings: vec![Finding::Verbatim],
                pieces: Vec::new(),
            };
        }
        let shared = self.shared(claim, among);
        let Some(best) = self.best(claim, &shared) else {
            return Weighed::nothing();
        };
        let mut findings = Vec::new();
        let near = self.neighbourhood(best.at);
        let wide: Vec<&Entry> = among.entries(&self.index).map(|(_, entry)| entry).collect();
        let alike = self.alike(claim, &shared);
        self.weigh_quotes(claim, among, &mut findings);
        self.weigh_numbers(claim, best, &near, (&wide, &alike), &mut findings);
        self.weigh_names(claim, best, &near, &wide, &mut findings);
        self.weigh_polarity(claim, best, &near, &alike, &mut findings);
        self.weigh_figures(claim, best, &near, (&wide, &alike), &mut findings);
        if findings.is_empty() {
            findings.push(Finding::Words(claim.missing_words(&near)));
        }
        Weighed {
            at: Some(best.at),
            support: 0.0,
            findings,
            pieces: self.pieces(best.at, shared),
        }
    }

    /// The sentences that are read again for a claim, in order of the text: of a large library most share some word with it.
    fn alike(&self, claim: &Asked<'_>, shared: &[(usize, f32)]) -> Vec<&Entry> {
        const MOST: usize = 100;
        let mut places: Vec<usize> = self
            .candidates(claim, shared, MOST)
            .into_iter()
            .map(|(at, _)| at)
            .collect();
        places.sort_unstable();
        let entries = places.into_iter();
        entries
            .filter_map(|at| self.index.entries.get(at))
            .collect()
    }

    /// The pieces of evidence that share most with a claim, that of its best sentence first.
    fn pieces(&self, best: usize, mut shared: Vec<(usize, f32)>) -> Vec<usize> {
        const MOST: usize = 4;
        shared.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut pieces: Vec<usize> = Vec::new();
        let ranked = [best]
            .into_iter()
            .chain(shared.into_iter().map(|(at, _)| at).take(3 * MOST));
        for entry in ranked.filter_map(|at| self.index.entries.get(at)) {
            if pieces.len() < MOST && !pieces.contains(&entry.evidence) {
                pieces.push(entry.evidence);
            }
        }
        pieces
    }

    /// What keeps a sentence from stating what the claim states, though it has its words.
    pub(crate) fn framed_as(
        &self,
        claim: &Asked<'_>,
        at: usize,
        source: &Reading<'_>,
    ) -> Option<Frame> {
        // That somebody said it is so all the same.
        if is_taken_back(&self.index, at) && !tells_what_was_said(claim.text) {
            return Some(Frame {
                stance: Stance::Denied,
                words: String::new(),
            });
        }
        let behind = self
            .index
            .next(at)
            .and_then(|at| self.index.entries.get(at));
        frame(
            &claim.reading,
            source,
            behind.map(|entry| self.index.text(entry)),
        )
    }

    /// The sentences that share words with a claim, by the weights that the claim has for them.
    pub(crate) fn shared(&self, claim: &Asked<'_>, among: &Among) -> Vec<(usize, f32)> {
        self.index.shared_among(claim.terms(), among, |_| true)
    }

    /// The sentence that covers most of the claim, alone or with its neighbours.
    pub(crate) fn best(&self, claim: &Asked<'_>, shared: &[(usize, f32)]) -> Option<Best> {
        const MOST: usize = 6;
        let ranked = self.candidates(claim, shared, MOST);
        let score = |&(at, own): &(usize, f32)| {
            let near = self.neighbourhood(at);
            let with = claim
                .terms()
                .filter(|(term, _)| {
                    near.iter()
                        .any(|entry| entry.statement.terms.binary_search(term).is_ok())
                })
                .map(|(_, weight)| weight)
                .sum::<f32>();
            let coverage = (own + NEIGHBOURS * (with - own)) / claim.weight.max(f32::EPSILON);
            Best {
                at,
                coverage,
                own: own / claim.weight.max(f32::EPSILON),
            }
        };
        let mut ranked: Vec<Best> = ranked.iter().map(score).collect();
        // A line that only names something is quoted where nothing else is there.
        let says = |best: &Best| {
            self.index
                .entries
                .get(best.at)
                .is_some_and(|entry| !is_bare_name(self.index.text(entry)))
        };
        if ranked.iter().any(says) {
            ranked.retain(says);
        }
        let most = ranked.iter().map(|best| best.own).fold(0.0, f32::max);
        // Of sentences that say about as much of a claim the one that has its numbers says it.
        let rank = |best: &Best| {
            let numbers = if best.own >= AS_MUCH * most {
                NUMBERS * self.share_of_numbers(claim, best.at)
            } else {
                0.0
            };
            best.coverage + numbers
        };
        let ranked = ranked.into_iter().map(|best| (rank(&best), best));
        let best = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, best)| best)
    }

    /// The sentences that may be nearest to a claim, `most` of them, by what they share with it. Rows of a table, and whatever else is made by one template, share as much all
    /// of them: of those that do, the ones with the claim's figures come first.
    fn candidates(
        &self,
        claim: &Asked<'_>,
        shared: &[(usize, f32)],
        most: usize,
    ) -> Vec<(usize, f32)> {
        let best = shared.iter().map(|(_, own)| *own).fold(0.0, f32::max);
        let wanted = &claim.statement.quantities;
        let figures = |at: usize| {
            let own = self.index.entries.get(at);
            let own = own.map_or(&[][..], |entry| &entry.statement.quantities);
            let is_held = |wanted: &&Quantity| own.iter().any(|own| own.has_figure_of(wanted));
            wanted.iter().filter(is_held).count() as f32 / wanted.len().max(1) as f32
        };
        let is_tied = shared.len() > most && !wanted.is_empty();
        let mut ranked: Vec<(f32, usize, f32)> = shared
            .iter()
            .map(|&(at, own)| {
                let is_near = is_tied && own >= AS_MUCH * best;
                let figures = if is_near { figures(at) } else { 0.0 };
                (own + NUMBERS * claim.weight * figures, at, own)
            })
            .collect();
        let by_rank =
            |a: &(f32, usize, f32), b: &(f32, usize, f32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if ranked.len() > most {
            ranked.select_nth_unstable_by(most, by_rank);
            ranked.truncate(most);
        }
        ranked.sort_by(by_rank);
        ranked.into_iter().map(|(_, at, own)| (at, own)).collect()
    }

    /// Share of a claim's quantities that a sentence itself bears out.
    fn share_of_numbers(&self, claim: &Asked<'_>, at: usize) -> f32 {
        let wanted = &claim.statement.quantities;
        let Some(entry) = self.index.entries.get(at).filter(|_| !wanted.is_empty()) else {
            return 0.0;
        };
        let own = &entry.statement.quantities;
        let held = wanted.iter().filter(|wanted| borne_out(wanted, own.iter()));
        held.count() as f32 / wanted.len() as f32
    }

    /// A sentence with those before and after it in its passage.
    fn neighbourhood(&self, at: usize) -> Vec<&Entry> {
        let evidence = self.index.entries.get(at).map(|entry| entry.evidence);
        let own = self.index.entries.get(at);
        if let Some(row) = own.filter(|entry| is_row(self.index.text(entry))) {
            // A row of a table says nothing about the things of others.
            return vec![row];
        }
        let from = at.saturating_sub(2);
        self.index
            .entries
            .iter()
            .skip(from)
            .take(at + 3 - from)
            .filter(|entry| Some(entry.evidence) == evidence)
            .collect()
    }

    pub(crate) fn number(&self, found: &Weighed) -> Option<u32> {
        let entry = self.index.entries.get(found.at?)?;
        self.index
            .evidence
            .get(entry.evidence)
            .map(|piece| piece.number)
    }

    pub(crate) fn reason(&self, found: &Weighed, cited: &str) -> String {
        let own = self
            .number(found)
            .map_or_else(|| cited.to_owned(), |number| format!("[{number}]"));
        found.reason(cited, &own)
    }
}

/// For a claim that cites nothing that is at hand.
fn unchecked(citations: &[u32]) -> Judgement {
    Judgement {
        verdict: Verdict::Unchecked,
        score: 0.0,
        reason: format!(
            "no passage of {} is at hand to check against",
            brackets(citations)
        ),
        evidence: None,
        more: Vec::new(),
    }
}

/// Support from which a source is named that the claim does not cite.
pub const SURE: f32 = 0.7;

/// How much the numbers of a claim count when its best sentence is looked for.
const NUMBERS: f32 = 0.2;
/// Of the words that the sentence nearest to a claim shares with it, the part from which another says as much.
const AS_MUCH: f32 = 0.75;

/// How much a word in a neighbouring sentence counts.
const NEIGHBOURS: f32 = 0.85;

/// The best sentence for a claim.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) at: usize,
    /// Share of the claim's words with the neighbours' help, and without.
    pub(crate) coverage: f32,
    pub(crate) own: f32,
}

#[cfg(test)]
mod tests;
