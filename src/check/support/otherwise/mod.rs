//! Otherwise: what the evidence says to a claim that has all of its words and no word that is opposed, in a turn of speech of its own: the doers of two deeds in a row,
//! the days of two events, a bill and its estimate, who is for a plan and who is against it.
//!
//! Each rule is asked only where a claim would be borne out, and reads one way of saying something in the claim before it looks at the evidence.

mod aims;
mod attitudes;
mod blames;
mod conditions;
mod doers;
mod estimates;
mod exchanged;
mod firsts;
mod margins;
mod multiplied;
mod not_yet;
mod own_values;
mod ranked;
mod reserved;
mod ruled_out;
mod sayers;
mod since;
mod speakers;
mod stages;
mod turns;
mod ways;

pub(super) use self::attitudes::is_of_one_mind;
pub(super) use self::conditions::denies_the_exception;
pub(super) use self::firsts::is_first_for;
pub(super) use self::since::goes_on_so;

use std::cell::OnceCell;
use std::ops::Range;

use self::sayers::quoted_of_another;
use super::finding::{Finding, Weighed};
use super::plainly::{JOINS, Word, read};
use super::sequence::reversed_sequence;
use super::unnamed_causes::unnamed_cause;
use crate::check::language::irregular::{base, is_past};
use crate::check::language::shapes::Shapes;
use crate::check::language::terms::stem;
use crate::check::language::vocabulary::Vocabulary;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;
use crate::study::Verdict;

/// The evidence, sentence by sentence and word by word, read when a rule first asks for it.
pub(super) struct Source<'t> {
    texts: &'t [&'t str],
    lines: OnceCell<Vec<Vec<Word<'t>>>>,
}

impl<'t> Source<'t> {
    fn new(texts: &'t [&'t str]) -> Self {
        Self {
            texts,
            lines: OnceCell::new(),
        }
    }

    fn lines(&self) -> &[Vec<Word<'t>>] {
        self.lines.get_or_init(|| {
            let all = self.texts.iter().flat_map(|text| {
                let spans = sentences(text).into_iter();
                spans.filter_map(|span| text.get(span)).map(read)
            });
            all.collect()
        })
    }
}

impl<'t> Source<'t> {
    /// A sentence as it stands in its text.
    fn text_of(&self, line: &[Word<'t>]) -> Option<&'t str> {
        let (first, last) = (line.first()?, line.last()?);
        let length = last.start + last.surface.len() - first.start;
        self.texts.iter().find_map(|text| {
            let from = (first.surface.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            let found = text.get(from..from + length)?;
            std::ptr::eq(found.as_ptr(), first.surface.as_ptr()).then_some(found)
        })
    }
}

/// What one rule finds against a claim.
type Rule = fn(&[Word<'_>], &Source<'_>) -> Option<Finding>;

impl Weighed {
    /// Adds what the texts say otherwise than a claim that would be borne out.
    pub(crate) fn weigh_otherwise(
        &mut self,
        claim: &str,
        texts: &[&str],
        vocabulary: &mut Vocabulary,
    ) {
        self.weigh_otherwise_than(claim, &Source::new(texts), vocabulary);
    }

    /// The same for each sentence of a claim, as far as one is borne out.
    pub(crate) fn weigh_each_otherwise(
        &mut self,
        claim: &str,
        texts: &[&str],
        vocabulary: &mut Vocabulary,
    ) {
        const MOST: usize = 40;
        let source = Source::new(texts);
        for span in sentences(claim).into_iter().take(MOST) {
            self.weigh_otherwise_than(claim.get(span).unwrap_or_default(), &source, vocabulary);
        }
    }

    fn weigh_otherwise_than(
        &mut self,
        claim: &str,
        source: &Source<'_>,
        vocabulary: &mut Vocabulary,
    ) {
        let is_verbatim = |finding: &Finding| matches!(finding, Finding::Verbatim);
        if self.verdict() != Verdict::Supported || self.findings.iter().any(is_verbatim) {
            return;
        }
        let texts = source.texts;
        if let Some(found) = told_otherwise(claim, source)
            .or_else(|| reversed_sequence(claim, texts))
            .or_else(|| quoted_of_another(claim, texts))
            .or_else(|| unnamed_cause(claim, texts, vocabulary))
        {
            self.findings
                .retain(|finding| !matches!(finding, Finding::Words(_)));
            self.findings.push(found);
        }
    }
}

/// What the texts say otherwise than a claim of one sentence.
fn told_otherwise(claim: &str, source: &Source<'_>) -> Option<Finding> {
    const RULES: &[Rule] = &[
        doers::done_by_another,
        estimates::other_side_of_estimate,
        attitudes::other_attitude,
        conditions::under_another_condition,
        ruled_out::ruled_out,
        aims::only_aimed_at,
        speakers::said_by_another,
        stages::later_stage,
        multiplied::other_multiple,
        ranked::ranked_otherwise,
        since::turned_since,
        since::turned_in_its_clause,
        blames::put_down_to_another,
        firsts::long_before,
        turns::turned_in_a_clause,
        ways::the_other_way,
        margins::on_the_other_side,
        margins::points_for_percent,
        margins::other_part_of_month,
        sayers::said_by_somebody_else,
        sayers::blamed_whom_it_clears,
        exchanged::exchanged_parties,
        own_values::value_of_the_other,
        reserved::said_with_reserve,
        not_yet::told_as_done,
        not_yet::doubt_of_its_clause,
    ];
    let own = read(claim);
    RULES.iter().find_map(|rule| rule(&own, source))
}

fn opposed(claim: &[Word<'_>], source: &[Word<'_>]) -> Finding {
    Finding::Opposed(Opposition::Swapped {
        claim: told(claim),
        source: told(source),
    })
}

/// The words as a reader reads them.
fn told(words: &[Word<'_>]) -> String {
    let all: Vec<&str> = words.iter().map(|word| word.surface).collect();
    all.join(" ")
}

/// The stem of a word, whatever form it has.
fn root(word: &Word<'_>) -> String {
    stem(base(&word.plain))
}

/// Whether a word has the form of a deed that was done.
fn is_done(word: &Word<'_>) -> bool {
    const SHORTEST: usize = 5;
    // Forms that are as often another word.
    const OTHERS: &[&str] = &["bound", "laid", "cut", "hung", "cast", "ground", "spun"];
    word.plain.len() >= SHORTEST && word.plain.ends_with("ed")
        || is_past(&word.plain)
        || word.is_in(OTHERS)
}

/// The clauses of a sentence: what stands between commas and words that join.
fn clauses(line: &[Word<'_>]) -> Vec<Range<usize>> {
    let begins = |at: &usize| {
        line.get(*at)
            .is_some_and(|word| word.is_apart || word.is_in(JOINS))
    };
    let mut all = Vec::new();
    let mut from = 0;
    for at in (1..line.len()).filter(begins).chain([line.len()]) {
        if from < at {
            all.push(from..at);
        }
        from = at;
    }
    all
}

/// The place of the first of some words.
fn place(line: &[Word<'_>], list: &[&str]) -> Option<usize> {
    line.iter().position(|word| word.is_in(list))
}

/// Phrases, and with which words they begin: most words of a sentence begin none.
struct Phrases {
    all: &'static [&'static str],
    beginnings: Shapes,
}

impl Phrases {
    const fn of(all: &'static [&'static str]) -> Self {
        Self {
            all,
            beginnings: Shapes::of_beginnings(all),
        }
    }
}

/// Where the first of some phrases stands.
fn phrase(line: &[Word<'_>], phrases: &Phrases) -> Option<Range<usize>> {
    let end = |at: usize, phrase: &str| {
        let mut end = at;
        for word in phrase.split(' ') {
            line.get(end).filter(|own| own.plain == word)?;
            end += 1;
        }
        Some(end)
    };
    let mut begun = line
        .iter()
        .enumerate()
        .filter(|(_, word)| phrases.beginnings.may_hold(&word.plain));
    begun.find_map(|(at, _)| {
        let end = phrases.all.iter().find_map(|phrase| end(at, phrase))?;
        Some(at..end)
    })
}

/// Whether one of some words says something, and stands among others in any form.
fn share(own: &[Word<'_>], others: &[Word<'_>]) -> bool {
    own.iter()
        .filter(|word| word.tells())
        .any(|word| others.iter().any(|other| word.is_as(other)))
}

#[cfg(test)]
mod tests;
