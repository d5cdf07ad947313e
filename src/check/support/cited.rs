//! Cited: a claim beside all that it cites, in the words of that, and as a pair where that is little.
//!
//! A claim is judged alike in a report and alone with its evidence: what is cited is given to `pair` as if nothing else were there, as long as it is short enough
//! to be read whole.

use std::borrow::Cow;

use super::across::said_across;
use super::asked::Asked;
use super::finding::{Finding, Weighed, brackets, does};
use super::reckoned::reckoning;
use super::weigh::said_amount;
use super::wording::{
    Worded, as_read, is_one_amount, is_reworded, said_as, said_by_change, with_amounts,
};
use super::{Checker, Judgement, SURE};
use crate::check::index::Among;
use crate::check::language::numbers::Quantity;
use crate::check::language::reading::Reading;
use crate::check::text::cells::is_row;
use crate::study::Verdict;

/// Cited passages in which the names of a claim are looked for.
const MOST_NAMING: usize = 400;

impl Checker<'_> {
    /// Weighs a claim, as it is given and as it is asked, against the documents of these numbers; and where they do not bear it out, without the setting that
    /// is told by what stands above them.
    pub(crate) fn weigh_cited(
        &mut self,
        given: &str,
        claim: &mut Asked<'_>,
        citations: &[u32],
    ) -> Weighed {
        let cited = self.index.of_documents(citations);
        let cited = self.under_named(claim.text, cited);
        let mut found = self.weigh_among(given, claim, &cited);
        if found.verdict() == Verdict::Supported {
            return found;
        }
        let pieces: Vec<usize> = cited.pieces().collect();
        self.drop_told_above(claim, &pieces, &mut found);
        self.reckon(given, &pieces, &mut found);
        if found.verdict() == Verdict::Supported {
            return found;
        }
        let Cow::Owned(set) = self.without_setting(claim.text, &pieces) else {
            return found;
        };
        let mut unset = Asked::read(&set, &mut self.index);
        let mut told = self.weigh_among(&set, &mut unset, &cited);
        if told.verdict() != Verdict::Supported {
            return found;
        }
        told.reworded();
        told
    }

    /// Takes back of the numbers and dates that the titles and headings of these pieces give that they are missing, or about something else.
    fn drop_told_above(&self, claim: &Asked<'_>, pieces: &[usize], found: &mut Weighed) {
        let is_missing = |finding: &Finding| {
            matches!(
                finding,
                Finding::Number { rival: None, .. } | Finding::NumberElsewhere { rival: None, .. }
            )
        };
        if !found.findings.iter().any(is_missing) {
            return;
        }
        let amounts = claim.statement.quantities.iter();
        let above: Vec<&str> = amounts
            .filter(|wanted| self.is_told_above(claim.text, wanted, pieces))
            .map(|wanted| said_amount(claim.text, wanted))
            .collect();
        found.findings.retain(|finding| match finding {
            Finding::Number { text, rival: None }
            | Finding::NumberElsewhere { text, rival: None } => !above.contains(&text.as_str()),
            _ => true,
        });
        if found.findings.is_empty() {
            found.findings.push(Finding::Words(Vec::new()));
        }
    }

    /// Takes over what a claim reckons from the values of these pieces.
    fn reckon(&self, claim: &str, pieces: &[usize], found: &mut Weighed) {
        let with_figures = |&at: &usize| {
            let piece = self.index.evidence.get(at)?;
            let text = piece.passage.text.as_str();
            text.bytes()
                .any(|byte| byte.is_ascii_digit())
                .then_some((at, text))
        };
        let (held, mut texts): (Vec<usize>, Vec<&str>) =
            pieces.iter().filter_map(with_figures).unzip();
        let mut titles: Vec<&str> = Vec::new();
        for title in pieces
            .iter()
            .flat_map(|&at| self.titles.above(&self.index, at))
        {
            if titles.last() != Some(&title) && !titles.contains(&title) {
                titles.push(title);
            }
        }
        texts.extend(titles);
        let Some(reckoning) = reckoning(claim, &texts) else {
            return;
        };
        let (text, span) = reckoning.at.clone();
        let piece = held.get(text).copied();
        let mut entries = piece
            .into_iter()
            .flat_map(|piece| self.index.entries_of(piece));
        let at = entries.find(|(_, entry)| entry.span.end > span.start);
        found.take_reckoned(reckoning);
        if found.verdict() == Verdict::Supported {
            found.at = at.map(|(at, _)| at).or(found.at);
        }
    }

    fn weigh_among(&mut self, given: &str, claim: &mut Asked<'_>, cited: &Among) -> Weighed {
        let mut by_words = self.weigh(claim, cited);
        if self.quoted_whole(claim, cited).is_some() {
            return by_words;
        }
        let pieces: Vec<usize> = cited.pieces().collect();
        if self.is_brief(&pieces) {
            let mut found = self.weigh_as_pair(given, claim, pieces);
            let denies = |at: Option<usize>| {
                let entry = at.and_then(|at| self.index.entries.get(at));
                entry.is_some_and(|entry| entry.statement.polarity.denies())
            };
            // A denial rests on the sentence that denies it.
            let is_denial =
                claim.statement.polarity.denies() && denies(found.at) && !denies(by_words.at);
            if found.verdict() == Verdict::Supported && !is_denial {
                found.at = by_words.at.or(found.at);
            }
            return found;
        }
        self.settle(&mut by_words, claim);
        let mut texts = by_words.texts(&self.index);
        let above =
            self.titles
                .of_statement(&claim.statement, claim.text, &self.index, &by_words.pieces);
        texts.extend(above);
        by_words.hold_against_tables(claim, &texts);
        if is_reworded(given, claim.text) {
            by_words.reworded();
        }
        by_words
    }

    /// What is told of a claim that its own citations do not bear out, and another document does: it is true of the evidence, and its citation is wrong.
    pub(crate) fn said_elsewhere(
        &mut self,
        given: &str,
        found: &Weighed,
        cited: &[u32],
    ) -> Option<Judgement> {
        // Not in the words of what it cites.
        let mut claim = Asked::read(given, &mut self.index);
        let theirs = self.index.of_documents(cited);
        let others = self.index.among(|at| !theirs.has(at));
        let mut elsewhere = self.weigh_best_document(&mut claim, &others);
        self.settle(&mut elsewhere, &claim);
        let is_sure =
            |found: &Weighed| found.verdict() == Verdict::Supported && found.score() >= SURE;
        let number = self.number(&elsewhere);
        // What is told to be there would be borne out if it were cited, and nothing else is.
        let at = elsewhere.at.filter(|_| is_sure(&elsewhere));
        elsewhere = self.weigh_cited(given, &mut claim, &[number?]);
        if !is_sure(&elsewhere) {
            return None;
        }
        elsewhere.at = at.or(elsewhere.at);
        let other = number.map_or(String::new(), |number| format!("[{number}]"));
        let verdict = if found.verdict() == Verdict::Partial {
            Verdict::Partial
        } else {
            Verdict::Unsupported
        };
        Some(Judgement {
            verdict,
            score: found.score(),
            reason: format!(
                "{} {} not say this, {other} does",
                brackets(cited),
                does(cited)
            ),
            evidence: self.quote(&elsewhere),
            more: Vec::new(),
        })
    }

    /// Whether pieces of evidence are so short that a claim and they make a pair, as it is given alone (see `pair`). Longer ones hold the words of many a claim
    /// that they do not state.
    fn is_brief(&self, pieces: &[usize]) -> bool {
        const MOST: usize = 3_000;
        let texts = pieces.iter().filter_map(|&at| self.index.evidence.get(at));
        texts.map(|piece| piece.passage.text.len()).sum::<usize>() <= MOST
    }

    /// Weighs a claim, as it is given and as it is asked, against pieces as if nothing else were there.
    fn weigh_as_pair(&mut self, given: &str, claim: &Asked<'_>, pieces: Vec<usize>) -> Weighed {
        let evidence = |at: &usize| self.index.evidence.get(*at);
        let mut texts: Vec<&str> = pieces
            .iter()
            .filter_map(evidence)
            .map(|piece| piece.passage.text.as_str())
            .collect();
        texts.extend(
            self.titles
                .of_statement(&claim.statement, claim.text, &self.index, &pieces),
        );
        let days = self.told_days(given, &pieces);
        texts.extend(days.iter().map(String::as_str));
        let (mut found, quote) = self.pairs.weigh(given, &texts);
        found.at = quote.and_then(|quote| {
            let piece = *pieces.get(usize::try_from(quote.passage.0).ok()?)?;
            let mut entries = self.index.entries_of(piece);
            let found = entries.find(|(_, entry)| entry.span.end > quote.span.start);
            found.map(|(at, _)| at)
        });
        found.pieces = pieces;
        found
    }

    /// A claim in the words of what it cites.
    pub(crate) fn as_worded<'c>(&self, claim: &'c str, citations: &[u32]) -> Worded<'c> {
        let among = self.index.of_documents(citations);
        let pieces = among.pieces().take(MOST_NAMING);
        let cited: Vec<&str> = pieces
            .filter_map(|at| self.index.evidence.get(at))
            .map(|piece| piece.passage.text.as_str())
            .collect();
        let claim = as_read(claim, &cited);
        let said = |wanted: &Quantity| {
            let entries = among.entries(&self.index).map(|(_, entry)| entry);
            let entries = entries.filter(|entry| !is_row(self.index.text(entry)));
            let as_it_is = entries.clone().find_map(|entry| {
                let own = &entry.statement.quantities;
                // What lies within a bound is not the bound in other words.
                let own = own.iter().find(|own| {
                    let is_within = wanted.is_bound() && !wanted.is_rounding();
                    is_one_amount(own, wanted) && (!is_within || own.has_value_of(wanted))
                })?;
                said_as(self.index.text(entry), own, wanted)
            });
            let reckoned = || {
                let reading = Reading::of(&claim, &self.index.lexicon);
                let mut about = entries
                    .filter(|entry| reading.is_half_held(&wanted.span, &entry.statement.terms));
                about.find_map(|entry| {
                    let own = &entry.statement.quantities;
                    said_by_change(wanted, &claim, self.index.text(entry), own)
                })
            };
            as_it_is
                .or_else(reckoned)
                .or_else(|| said_across(wanted, &claim, &cited))
        };
        let is_written = |amount: &str| cited.iter().any(|text| text.contains(amount));
        with_amounts(claim.clone(), is_written, said)
    }
}
