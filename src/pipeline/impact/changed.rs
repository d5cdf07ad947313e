//! Changed: sentences of the brief that new evidence says to hold no more in words of its own, found by what surrounds both.
//!
//! A new sentence shows by a sign that something changed ([`crate::check::signs`]), and an older one whether it holds anything of that kind. Which of several is
//! meant is told by the words that they share with the new sentence, with those beside it and with its title, and by those of their own sources' titles; where
//! nothing is shared, nothing is meant. What other rules have found already is left to them.

use std::collections::HashSet;

use super::facts::is_new;
use super::overtaken::{is_older, said, said_with};
use super::{BRIEF, News, Said, Standing, Touch, Touched, is_of_others, sourced};
use crate::check::{
    Entry, Index, Older, Overtaken, Quantity, Sign, Term, WHENS, is_one_series, is_ordinary,
    is_stop_word, is_the_very_value, plain, quantities, signs, words,
};
use crate::study::Study;

/// The sentences that new ones show to have changed, each by the one that it shares most with.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
    is_touched: &dyn Fn(&Standing) -> bool,
) -> Vec<Touched> {
    let known: Vec<Known<'_>> = standing
        .iter()
        .filter(|claim| !is_touched(claim))
        .filter_map(|claim| Known::read(study, claim, index))
        .collect();
    let mut best: Vec<Option<(f32, Overtaken, Said)>> = vec![None; known.len()];
    let whens = whens(index);
    let entries = index.entries.iter().enumerate();
    for (at, entry) in entries.filter(|(_, entry)| is_new(index, entry)) {
        let told = signs(index.text(entry), written_on(study, index, entry));
        if told.is_empty() || news.repeats(index, entry) {
            continue;
        }
        let Some(change) = Change::read(study, index, (at, &whens)) else {
            continue;
        };
        for sign in &told {
            for (place, score) in change.meant(study, news, (sign, &known)) {
                let Some(claim) = known.get(place) else {
                    continue;
                };
                let Some(said) = change.said(index, sign, claim) else {
                    continue;
                };
                let how = match sign {
                    Sign::NotTheValue(_) | Sign::TheValue(_) => Overtaken::PutRight,
                    Sign::NewDay(_) | Sign::Left(_) | Sign::Holds(_) => Overtaken::Newer,
                    Sign::Happened(_) => Overtaken::CameAbout,
                    Sign::Ended(_) | Sign::AllowedAgain | Sign::Untrue | Sign::Retracted => {
                        Overtaken::TakenBack
                    }
                };
                if let Some(slot) = best.get_mut(place)
                    && slot.as_ref().is_none_or(|(most, ..)| score > *most)
                {
                    *slot = Some((score, how, said));
                }
            }
        }
    }
    go_on(&known, &mut best);
    let all = known.iter().zip(best);
    all.filter_map(|(known, best)| {
        let (_, overtaken, said) = best?;
        Some(Touched {
            overtaken: Some(overtaken),
            ..known.claim.touched(Touch::Overtaken, Some(said))
        })
    })
    .collect()
}

/// What goes on about a sentence that was taken back, by a word for that, is taken back with it: `This applies to all grades`.
fn go_on(known: &[Known<'_>], best: &mut [Option<(f32, Overtaken, Said)>]) {
    const IT: &[&str] = &["this", "these", "it", "they"];
    for at in 1..known.len() {
        let (Some(before), Some(own)) = (known.get(at - 1), known.get(at)) else {
            continue;
        };
        let (before, own) = (before.claim, own.claim);
        let bare = own.stated.bare.trim();
        let first = bare.split_whitespace().next().unwrap_or_default();
        let leans = IT.contains(&first.to_lowercase().as_str());
        let is_next =
            own.section == before.section && own.stated.citations == before.stated.citations;
        let taken_back = best.get(at - 1).cloned().flatten();
        let taken_back =
            taken_back.filter(|(_, how, _)| *how == Overtaken::TakenBack && leans && is_next);
        if let Some(slot) = best.get_mut(at)
            && slot.is_none()
        {
            *slot = taken_back;
        }
    }
}

/// The day of the document of a new sentence.
fn written_on<'s>(study: &'s Study, index: &Index<'_>, entry: &Entry) -> Option<&'s str> {
    let document = index.evidence.get(entry.evidence)?.passage.document;
    study.document(document)?.date.as_deref()
}

/// A sentence of the brief, with the words by which it may be meant.
struct Known<'s> {
    claim: &'s Standing,
    older: Older<'s>,
    terms: Vec<Term>,
    /// The words of the title of its source.
    head: Vec<Term>,
    title: &'s str,
}

impl<'s> Known<'s> {
    fn read(study: &'s Study, claim: &'s Standing, index: &Index<'_>) -> Option<Self> {
        let is_its = |entry: &&Entry| {
            let piece = index.evidence.get(entry.evidence);
            piece.is_some_and(|piece| piece.number == BRIEF && piece.passage.id == claim.passage.id)
        };
        let entry = index.entries.iter().find(is_its)?;
        let title = sourced(study, claim).title;
        Some(Self {
            claim,
            older: Older::read(claim.stated.bare.trim()),
            terms: entry.statement.terms.clone(),
            head: terms_of(index, title),
            title,
        })
    }
}

/// A new sentence that shows that something changed, with what stands beside it.
struct Change<'i> {
    at: usize,
    said: Said,
    title: &'i str,
    own: &'i [Term],
    before: Option<&'i Entry>,
    behind: Option<&'i Entry>,
    /// The words of all of these and of its title, with what each weighs.
    around: Vec<(Term, f32)>,
}

/// The words of a text that any sentence has.
fn terms_of(index: &Index<'_>, text: &str) -> Vec<Term> {
    let all = words(text).filter_map(|span| text.get(span));
    let mut terms: Vec<Term> = all
        .filter_map(|word| index.lexicon.known(&plain(word)))
        .collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// The names in some texts, as words that are none of the language.
fn named(texts: &[&str]) -> HashSet<String> {
    let all = texts.iter().flat_map(|text| {
        let spans = words(text);
        spans.filter_map(|span| text.get(span))
    });
    let capital = all.filter(|word| word.starts_with(char::is_uppercase));
    let names = capital.map(plain).filter(|word| !is_ordinary(word));
    names.filter(|word| !is_stop_word(word)).collect()
}

/// The words that only say when.
fn whens(index: &Index<'_>) -> HashSet<Term> {
    let all = WHENS.iter();
    all.filter_map(|word| index.lexicon.known(word)).collect()
}

impl<'i> Change<'i> {
    fn read(
        study: &'i Study,
        index: &'i Index<'_>,
        (at, whens): (usize, &HashSet<Term>),
    ) -> Option<Self> {
        let entry = index.entries.get(at)?;
        let said = said(index, entry)?;
        let beside = |at: Option<usize>| {
            let one = index.entries.get(at?)?;
            (one.evidence == entry.evidence).then_some(one)
        };
        let (before, behind) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        let title = study
            .document(said.document)
            .map_or("", |one| one.title.as_str());
        let own = entry.statement.terms.as_slice();
        let near = [before, behind].into_iter().flatten();
        let mut around: Vec<Term> = near
            .flat_map(|one| one.statement.terms.iter().copied())
            .chain(own.iter().copied())
            .chain(terms_of(index, title))
            .collect();
        around.sort_unstable();
        around.dedup();
        around.retain(|term| !whens.contains(term));
        let around = around.into_iter().map(|term| (term, index.weight(term)));
        Some(Self {
            at,
            said,
            title,
            own,
            before,
            behind,
            around: around.collect(),
        })
    }

    /// Whether it and an older sentence, each with the title of its source, both name somebody or something, and nothing in common.
    fn names_others(&self, old: &str, title: &str) -> bool {
        let own = named(&[&self.said.text, self.title]);
        let theirs = named(&[old, title]);
        !own.is_empty() && !theirs.is_empty() && own.is_disjoint(&theirs)
    }

    /// Whether what is called untrue by `this` gave values of which an older sentence has none.
    fn is_of_other_values(&self, known: &Known<'_>) -> bool {
        const IT: &[&str] = &["this", "that", "it"];
        let first = words(&self.said.text).next();
        let first = first.and_then(|span| self.said.text.get(span)).map(plain);
        let leans = first.is_some_and(|first| IT.contains(&first.as_str()));
        let Some(before) = self.before.filter(|_| leans) else {
            return false;
        };
        let given = &before.statement.quantities;
        let own = quantities(known.claim.stated.bare.trim());
        let has = |value: &Quantity| own.iter().any(|own| is_the_very_value(own, value));
        !given.is_empty() && !given.iter().any(has)
    }

    /// How many words it has itself of some that say more than when.
    fn own_shared(&self, terms: &[Term]) -> usize {
        let stands = |term: &&Term| {
            self.own.contains(term) && self.around.iter().any(|(own, _)| own == *term)
        };
        terms.iter().filter(stands).count()
    }

    /// How much some words weigh that stand here too.
    fn shared(&self, terms: &[Term]) -> (usize, f32) {
        let shared = self.around.iter().filter(|(term, _)| terms.contains(term));
        shared.fold((0, 0.0), |(count, sum), (_, weight)| {
            (count + 1, sum + weight)
        })
    }

    /// How much a sentence of the brief shares with what a sign stands in, where the sign means it.
    fn likeness(
        &self,
        study: &Study,
        news: News<'_>,
        sign: &Sign,
        known: &Known<'_>,
    ) -> Option<f32> {
        /// What a word of the title of its source weighs of one of its own.
        const OF_TITLE: f32 = 0.5;
        let bare = known.claim.stated.bare.trim();
        if !sign.may_mean(&known.older)
            || bare == self.said.text.trim()
            || is_older(study, known.claim, &self.said)
        {
            return None;
        }
        let is_of_anybody = || {
            matches!(
                sign,
                Sign::NotTheValue(_) | Sign::Left(_) | Sign::Holds(_) | Sign::Retracted
            )
        };
        // A value and an office tell by themselves what is meant; all else is of those who are named.
        if !matches!(sign, Sign::NotTheValue(_))
            && is_of_others(study, news, known.claim, &self.said)
            || !is_of_anybody() && self.names_others(bare, known.title)
        {
            return None;
        }
        let (count, own) = self.shared(&known.terms);
        let (titled, of_title) = self.shared(&known.head);
        let is_meant = match sign {
            Sign::NotTheValue(_) | Sign::Left(_) | Sign::Holds(_) => count + titled >= 1,
            Sign::TheValue(_) | Sign::NewDay(_) | Sign::AllowedAgain => count >= 1,
            // All that rests on what is retracted falls with it.
            Sign::Retracted => known.claim.stated.citations.len() == 1,
            Sign::Happened(_) => self.own_shared(&known.terms) >= 3,
            Sign::Ended(_) => count >= 2 || titled >= 2,
            Sign::Untrue => {
                (count >= 2 || count >= 1 && titled >= 2) && !self.is_of_other_values(known)
            }
        };
        is_meant.then_some(own + OF_TITLE * of_title)
    }

    /// The sentences that a sign means, with how much they share with what it stands in.
    fn meant(
        &self,
        study: &Study,
        news: News<'_>,
        (sign, known): (&Sign, &[Known<'_>]),
    ) -> Vec<(usize, f32)> {
        /// The share of the most that others share which are meant too.
        const ALSO: f32 = 0.6;
        let all = known.iter().enumerate();
        let all: Vec<(usize, &Known<'_>, f32)> = all
            .filter_map(|(at, known)| Some((at, known, self.likeness(study, news, sign, known)?)))
            .collect();
        let is_named = |known: &Known<'_>| {
            is_one_series(known.title, self.title) || self.shared(&known.terms).0 >= 2
        };
        if *sign == Sign::Retracted && !all.iter().any(|(_, known, _)| is_named(known)) {
            return Vec::new();
        }
        let most = all.iter().map(|(_, _, score)| *score).fold(0.0, f32::max);
        let nearest = all.iter().filter(|(_, _, score)| *score >= most);
        let titles: HashSet<&str> = nearest.map(|(_, known, _)| known.title).collect();
        let chosen = all.into_iter().filter(|(_, known, score)| {
            let is_of_one = titles.contains(known.title);
            match sign {
                Sign::NotTheValue(_) | Sign::Left(_) | Sign::Holds(_) => true,
                Sign::Retracted => is_of_one,
                Sign::TheValue(_) | Sign::NewDay(_) | Sign::Untrue => *score >= most,
                // What was to come of what is ended, by the same source, need not share its words.
                Sign::Ended(None) if is_of_one && self.shared(&known.head).0 >= 2 => true,
                Sign::Ended(_) | Sign::AllowedAgain | Sign::Happened(_) => *score >= ALSO * most,
            }
        });
        chosen.map(|(at, _, score)| (at, score)).collect()
    }

    /// What the evidence says in place of a sentence: the new one, with one beside it where that alone says of what, or gives the value.
    fn said(&self, index: &Index<'_>, sign: &Sign, known: &Known<'_>) -> Option<Said> {
        let entry = index.entries.get(self.at)?;
        let shares = |terms: &[Term]| terms.iter().any(|term| known.terms.contains(term));
        let gives_another = |one: &Entry| match sign {
            Sign::NotTheValue(old) => one.statement.quantities.iter().any(|own| {
                let both = own.amount().zip(old.amount());
                own.value != old.value
                    && both.is_none_or(|(own, old)| own.unit.counts_same(&old.unit))
            }),
            _ => true,
        };
        let with_before = || {
            let before = self.before?;
            said_with(index, &said(index, before)?, entry)
        };
        let with_behind = || said_with(index, &self.said, self.behind?);
        if !gives_another(entry) {
            return if let Some(before) = self.before.filter(|one| gives_another(one)) {
                said(index, before)
            } else if self.behind.is_some_and(gives_another) {
                with_behind()
            } else {
                Some(self.said.clone())
            };
        }
        if shares(self.own) {
            return Some(self.said.clone());
        }
        let shares_before = self.before.is_some_and(|one| shares(&one.statement.terms));
        let shares_behind = self.behind.is_some_and(|one| shares(&one.statement.terms));
        let joined = if shares_before {
            with_before()
        } else if shares_behind {
            with_behind()
        } else {
            None
        };
        Some(joined.unwrap_or_else(|| self.said.clone()))
    }
}
