//! Support: does the evidence say what a claim says?
//!
//! Words that stand in a source as they are settle it. Otherwise a claim is weighed by the rare words it shares with the best sentences, by its numbers, its
//! names and its direction; what is missing or opposed becomes the reason. The cited passages are asked first, then all others, so that a wrong
//! number in brackets is told from a claim that nothing bears out.

use std::borrow::Cow;

use super::asked::Asked;
use super::both_sides::weaken;
use super::cells::is_row;
use super::finding::{Finding, OVERSTEPPED, Weighed, brackets, does};
use super::frames::{Frame, frame};
use super::hedges::dropped_doubt;
use super::index::{Entry, Index, Wanted};
use super::numbers::{Quantity, Unit, borne_out, reckoned};
use super::polarity::Polarity;
use super::quoting::is_bare_name;
use super::reading::Reading;
use super::stated::stated;
use super::terms::{Lexicon, key};
use super::titles::Titles;
use super::vocabulary::Vocabulary;
use super::wording::{as_named, as_said, is_one_amount, is_reworded, with_amounts};
use crate::study::{Claim, Passage, Quote, Verdict};

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

/// Evidence read once, for any number of claims.
pub struct Checker<'a> {
    pub(super) index: Index<'a>,
    pub(super) titles: Titles,
    pub(super) vocabulary: Vocabulary,
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
            let judgement = checker.judge(&claim.bare, &claim.citations);
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
    pub(super) fn of(
        evidence: impl IntoIterator<Item = Evidence<'a>>,
        lexicon: Lexicon,
        wanted: Wanted,
    ) -> Self {
        Self {
            index: Index::of(evidence, lexicon, wanted),
            titles: Titles::default(),
            vocabulary: Vocabulary::default(),
        }
    }

    /// Judges one claim, given without its citation marks, against the documents of these numbers and then all others.
    pub fn judge(&mut self, claim: &str, citations: &[u32]) -> Judgement {
        if let Some(found) = self.by_parties(claim, citations) {
            return found;
        }
        let worded = self.as_worded(claim, citations);
        let is_reworded = is_reworded(claim, &worded);
        let mut claim = Asked::read(&worded, &mut self.index);
        let is_cited = |evidence: usize| {
            self.index
                .evidence
                .get(evidence)
                .is_some_and(|piece| citations.contains(&piece.number))
        };
        if citations.is_empty() {
            let mut found = self.weigh_best_document(&mut claim, |_| true);
            found.settle(&claim, &self.index, &self.titles, &mut self.vocabulary);
            return self.uncited(&found);
        }
        let available: Vec<u32> = citations
            .iter()
            .copied()
            .filter(|number| {
                self.index
                    .evidence
                    .iter()
                    .any(|piece| piece.number == *number)
            })
            .collect();
        if available.is_empty() {
            return unchecked(citations);
        }
        let mut found = self.weigh(&mut claim, is_cited);
        found.settle(&claim, &self.index, &self.titles, &mut self.vocabulary);
        if is_reworded {
            found.reworded();
        }
        let cited = brackets(&available);
        if found.verdict() != Verdict::Supported {
            let mut elsewhere =
                self.weigh_best_document(&mut claim, |evidence| !is_cited(evidence));
            elsewhere.settle(&claim, &self.index, &self.titles, &mut self.vocabulary);
            if elsewhere.verdict() == Verdict::Supported && elsewhere.score() >= SURE {
                let other = self
                    .number(&elsewhere)
                    .map_or(String::new(), |number| format!("[{number}]"));
                // The claim is true of the evidence, and its citation is wrong.
                let verdict = if found.verdict() == Verdict::Partial {
                    Verdict::Partial
                } else {
                    Verdict::Unsupported
                };
                let reason = format!("{cited} {} not say this, {other} does", does(&available));
                return Judgement {
                    verdict,
                    score: found.score(),
                    reason,
                    evidence: self.quote(&elsewhere),
                    more: Vec::new(),
                };
            }
        }
        if available.len() < citations.len() && found.verdict() != Verdict::Supported {
            let missing: Vec<u32> = citations
                .iter()
                .copied()
                .filter(|number| !available.contains(number))
                .collect();
            found.findings.push(Finding::Unread(missing));
        }
        let mut against: Vec<String> = Vec::new();
        if found.verdict() == Verdict::Supported {
            let own = self.number(&found);
            let idle = self.idle(&claim, &available, own);
            if !idle.is_empty() {
                found.findings.push(Finding::Idle(idle));
            }
            against = self.said_otherwise(&worded, &available, own);
        }
        let (mut verdict, mut score) = (found.verdict(), found.score());
        let mut reason = self.reason(&found, &cited);
        if !against.is_empty() {
            weaken(&mut verdict, &mut reason, &against.join("; "));
            score = score.min(OVERSTEPPED);
        }
        Judgement {
            verdict,
            score,
            reason,
            evidence: self.quote(&found),
            more: self.more(&claim, &found, |evidence| {
                let piece = self.index.evidence.get(evidence);
                piece.is_some_and(|piece| citations.contains(&piece.number))
            }),
        }
    }

    /// A claim in the words of what it cites.
    fn as_worded<'c>(&self, claim: &'c str, citations: &[u32]) -> Cow<'c, str> {
        let is_cited = |at: usize| {
            let piece = self.index.evidence.get(at);
            piece.is_some_and(|piece| citations.contains(&piece.number))
        };
        let cited: Vec<&str> = (0..self.index.evidence.len())
            .filter(|&at| is_cited(at))
            .take(MOST_NAMING)
            .filter_map(|at| self.index.evidence.get(at))
            .map(|piece| piece.passage.text.as_str())
            .collect();
        let claim = as_named(claim, &cited);
        let said = |wanted: &Quantity| {
            let entries = self.index.entries.iter();
            let entries =
                entries.filter(|entry| is_cited(entry.evidence) && !is_row(self.index.text(entry)));
            let as_it_is = entries.clone().find_map(|entry| {
                let own = &entry.statement.quantities;
                // What lies within a bound is not the bound in other words.
                let own = own.iter().find(|own| {
                    is_one_amount(own, wanted) && (!wanted.is_bound() || own.has_value_of(wanted))
                })?;
                let text = self.index.text(entry);
                Some(text.get(as_said(text, own, wanted))?.to_owned())
            });
            // A rise by as much as two values of a sentence about the same differ is read as the first of them.
            as_it_is.or_else(|| {
                let reading = Reading::of(&claim, &self.index.lexicon);
                let mut about =
                    entries.filter(|entry| reading.is_half_held(&entry.statement.terms));
                about.find_map(|entry| {
                    let text = self.index.text(entry);
                    let changes = reckoned(wanted, text, &entry.statement.quantities);
                    let change = changes.iter().find(|own| is_one_amount(own, wanted))?;
                    Some(text.get(change.span.clone())?.to_owned())
                })
            })
        };
        let is_written = |amount: &str| cited.iter().any(|text| text.contains(amount));
        match with_amounts(&claim, is_written, said) {
            Some(worded) => Cow::Owned(worded),
            None => claim,
        }
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

    /// Weighs a claim against that one document, of those let in, which has its best sentence: words gathered from many say little.
    fn weigh_best_document(
        &self,
        claim: &mut Asked<'_>,
        admits: impl Fn(usize) -> bool,
    ) -> Weighed {
        claim.weigh_words(&self.index, &admits);
        let number_of = |at: usize| self.index.evidence.get(at).map(|piece| piece.number);
        let at = self.verbatim(claim, &admits).or_else(|| {
            let shared = self.shared(claim, &admits);
            self.best(claim, &shared).map(|best| best.at)
        });
        let evidence = at
            .and_then(|at| self.index.entries.get(at))
            .map(|entry| entry.evidence);
        let number = evidence.and_then(number_of);
        self.weigh(claim, |at| {
            admits(at) && number.is_some() && number_of(at) == number
        })
    }

    /// Weighs a claim against the pieces of evidence that `admits` lets in.
    pub(super) fn weigh(&self, claim: &mut Asked<'_>, admits: impl Fn(usize) -> bool) -> Weighed {
        claim.weigh_words(&self.index, &admits);
        let claim = &*claim;
        if let Some(at) = self
            .verbatim(claim, &admits)
            .filter(|&at| self.is_stated(claim, at))
        {
            return Weighed {
                at: Some(at),
                support: 1.0,
                findings: vec![Finding::Verbatim],
                pieces: Vec::new(),
            };
        }
        let shared = self.shared(claim, &admits);
        let Some(best) = self.best(claim, &shared) else {
            return Weighed::nothing();
        };
        let mut findings = Vec::new();
        let near = self.neighbourhood(best.at);
        let wide: Vec<&Entry> = self
            .index
            .entries
            .iter()
            .filter(|entry| admits(entry.evidence))
            .collect();
        self.weigh_quotes(claim, &admits, &mut findings);
        self.weigh_numbers(claim, best, &near, &wide, &mut findings);
        self.weigh_names(claim, &near, &wide, &mut findings);
        self.weigh_polarity(claim, best, &near, &wide, &mut findings);
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

    /// The sentence in whose passage the claim stands word for word.
    fn verbatim(&self, claim: &Asked<'_>, admits: impl Fn(usize) -> bool) -> Option<usize> {
        if claim.key.split(' ').count() < 3 {
            return None;
        }
        let needle = format!(" {} ", claim.key);
        // Only what has the claim's rarest word can have all of them.
        let pieces = self
            .index
            .pieces_with_rarest(&claim.statement.terms)
            .unwrap_or_else(|| (0..self.index.evidence.len()).collect());
        let evidence = pieces.into_iter().find(|&at| {
            admits(at)
                && self.index.key(at).contains(&needle)
                && self.has_its_amounts(claim, at, &needle)
        })?;
        let says = |at: &usize| {
            let entry = self.index.entries.get(*at);
            entry.is_some_and(|entry| {
                entry.evidence == evidence
                    && format!(" {} ", key(self.index.text(entry))).contains(&needle)
            })
        };
        let shared = self.shared(claim, |at| at == evidence);
        if let Some((at, _)) = shared.iter().find(|(at, _)| says(at)) {
            return Some(*at);
        }
        self.best(claim, &shared).map(|best| best.at).or_else(|| {
            self.index
                .entries
                .iter()
                .position(|entry| entry.evidence == evidence)
        })
    }

    /// Whether the sentence that has the claim's words states them itself, rather than that somebody doubts or denies them.
    fn is_stated(&self, claim: &Asked<'_>, at: usize) -> bool {
        self.index.entries.get(at).is_none_or(|entry| {
            let text = self.index.text(entry);
            dropped_doubt(claim.text, text, &self.index.lexicon).is_none()
                && self.frame(claim, at).is_none()
                && Polarity::opposition(
                    &claim.statement.polarity,
                    &entry.statement.polarity,
                    &claim.statement.terms,
                    &entry.statement.terms,
                )
                .is_none()
        })
    }

    /// What keeps a sentence from stating what the claim states, though it has its words.
    pub(super) fn frame(&self, claim: &Asked<'_>, at: usize) -> Option<Frame> {
        let source = self.index.text(self.index.entries.get(at)?);
        let source = Reading::of(source, &self.index.lexicon);
        self.framed_as(claim, at, &source)
    }

    /// The same of a sentence that is read already.
    pub(super) fn framed_as(
        &self,
        claim: &Asked<'_>,
        at: usize,
        source: &Reading<'_>,
    ) -> Option<Frame> {
        frame(&claim.reading, source, self.behind(at))
    }

    /// The sentence behind another: in its passage, or in the piece of the same document that follows.
    fn behind(&self, at: usize) -> Option<&str> {
        const SPACE: usize = 4;
        let entry = self.index.entries.get(at)?;
        let next = self.index.entries.get(at + 1);
        if let Some(next) = next.filter(|next| next.evidence == entry.evidence) {
            return Some(self.index.text(next));
        }
        let own = self.index.evidence.get(entry.evidence)?.passage;
        let follows = |passage: &Passage| {
            passage.document == own.document
                && (own.span.end..=own.span.end + SPACE).contains(&passage.span.start)
                && passage.id != own.id
        };
        let entries = self.index.entries.iter();
        entries
            .filter(|entry| {
                let piece = self.index.evidence.get(entry.evidence);
                piece.is_some_and(|piece| follows(piece.passage))
            })
            .map(|entry| self.index.text(entry))
            .next()
    }

    /// Whether what says the claim's words says its amounts too: the words of `$5` and `€5`, or of `-5` and `5`, are the same.
    fn has_its_amounts(&self, claim: &Asked<'_>, evidence: usize, needle: &str) -> bool {
        if claim.statement.quantities.is_empty() {
            return true;
        }
        let own = || {
            self.index
                .entries
                .iter()
                .filter(|entry| entry.evidence == evidence)
        };
        let says = |entry: &&Entry| format!(" {} ", key(self.index.text(entry))).contains(needle);
        let mut saying: Vec<&Entry> = own().filter(says).collect();
        if saying.is_empty() {
            // The words run over several sentences.
            saying = own().collect();
        }
        // A noun, or a unit in other letters (`mw`), stands among the words.
        let is_counted = |wanted: &Quantity| {
            wanted
                .amount()
                .is_some_and(|amount| matches!(amount.unit, Unit::Counted(_)))
        };
        claim.statement.quantities.iter().all(|wanted| {
            is_counted(wanted)
                || saying
                    .iter()
                    .flat_map(|entry| &entry.statement.quantities)
                    .any(|own| own.bears_out(wanted))
        })
    }

    /// The sentences that share words with a claim, by the weights that the claim has for them.
    pub(super) fn shared(
        &self,
        claim: &Asked<'_>,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<(usize, f32)> {
        let admits = |_, entry: &Entry| admits(entry.evidence);
        self.index.shared_among(claim.terms(), admits)
    }

    /// The sentence that covers most of the claim, alone or with its neighbours.
    pub(super) fn best(&self, claim: &Asked<'_>, shared: &[(usize, f32)]) -> Option<Best> {
        let mut ranked = shared.to_vec();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(6);
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

    fn number(&self, found: &Weighed) -> Option<u32> {
        let entry = self.index.entries.get(found.at?)?;
        self.index
            .evidence
            .get(entry.evidence)
            .map(|piece| piece.number)
    }

    pub(super) fn reason(&self, found: &Weighed, cited: &str) -> String {
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

/// Cited passages in which the names of a claim are looked for.
const MOST_NAMING: usize = 400;

/// Support from which a source is named that the claim does not cite.
const SURE: f32 = 0.7;

/// How much the numbers of a claim count when its best sentence is looked for.
const NUMBERS: f32 = 0.2;
/// Of the words that the sentence nearest to a claim shares with it, the part from which another says as much.
const AS_MUCH: f32 = 0.75;

/// How much a word in a neighbouring sentence counts.
const NEIGHBOURS: f32 = 0.85;

/// The best sentence for a claim.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) at: usize,
    /// Share of the claim's words with the neighbours' help, and without.
    pub(super) coverage: f32,
    pub(super) own: f32,
}

#[cfg(test)]
mod tests;
