//! Changed: sentences of the brief that new evidence says to hold no more in words of its own, found by what surrounds both.
//!
//! A new sentence shows by a sign that something changed ([`crate::check::signs`]), and an older one whether it holds anything of that kind. Which of several is
//! meant is told by the words that they share with the new sentence, with those beside it and with its title, and by those of their own sources' titles; where
//! nothing is shared, nothing is meant. Either way it has to be likely by all that both say ([`crate::check::Newly`]), and where that is very likely, no sign is
//! needed. What other rules have found already is left to them.

use std::collections::HashSet;

use super::facts::is_new;
use super::outdating::Outdating;
use super::overtaken::{is_older, said, said_with, with_what_it_speaks_of};
use super::replacing::{can_replace, entry_of};
use super::{News, Said, Standing, Touch, Touched, is_of_others, sourced};
use crate::check::{
    Entry, Index, LIKELY_OUTDATED, Older, Overtaken, Quantity, Sign, Term, Thing, WHENS,
    are_of_other_times, are_stock_and_change, begins_with_pronoun, holds_for_others, is_one_series,
    is_ordinary, is_stance_that_stands, is_stop_word, is_the_very_value, plain, quantities, signs,
    words,
};
use crate::study::Study;

/// The sentences that new ones show to have changed, each by the one that it shares most with.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    (news, outdating): (News<'_>, &Outdating),
    is_touched: &dyn Fn(&Standing) -> bool,
) -> Vec<Touched> {
    let known: Vec<Known<'_>> = standing
        .iter()
        .enumerate()
        .filter(|(_, claim)| !is_touched(claim))
        .filter_map(|(at, claim)| Known::read(study, (at, claim), index))
        .collect();
    let mut best: Vec<Option<(f32, Overtaken, Said)>> = vec![None; known.len()];
    let mut keep = |place: usize, found: (f32, Overtaken, Said)| {
        if let Some(slot) = best.get_mut(place)
            && slot.as_ref().is_none_or(|(most, ..)| found.0 > *most)
        {
            *slot = Some(found);
        }
    };
    let whens = whens(index);
    let entries = index.entries.iter().enumerate();
    for (at, entry) in entries.filter(|(_, entry)| is_new(index, entry)) {
        if news.repeats(index, entry) {
            continue;
        }
        let told = signs(index.text(entry), written_on(study, index, entry));
        let change = (!told.is_empty()).then(|| Change::read(study, index, (at, &whens)));
        let Some(change) = change.flatten() else {
            continue;
        };
        for sign in &told {
            for place in change.meant(study, news, (sign, &known)) {
                let Some(one) = known.get(place) else {
                    continue;
                };
                let odds = if begins_with_pronoun(index.text(entry)) {
                    outdating.odds_with_last(at, one.at)
                } else {
                    outdating.odds(at, one.at)
                };
                let is_plain = *sign == Sign::Retracted || change.ends_itself(sign, one);
                if (odds >= LIKELY_OUTDATED || is_plain)
                    && let Some(said) = change.said(index, sign, one)
                {
                    keep(place, (odds, by_sign(sign), said));
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

/// What a sign makes of the sentence that it means.
fn by_sign(sign: &Sign) -> Overtaken {
    match sign {
        Sign::NotTheValue(_) | Sign::TheValue(_) => Overtaken::PutRight,
        Sign::NewDay(_) | Sign::Left(_) | Sign::Holds(_) => Overtaken::Newer,
        Sign::Happened(_) => Overtaken::CameAbout,
        Sign::Ended(_) | Sign::AllowedAgain | Sign::Untrue | Sign::Retracted => {
            Overtaken::TakenBack
        }
    }
}

/// The sentences that new ones outdate by all that both say, without a sign; those that something is known of by other rules are left to them.
pub(super) fn outdated(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    (news, outdating): (News<'_>, &Outdating),
    touched: &[Touched],
) -> Vec<Touched> {
    let settled = || touched.iter().filter(|one| one.how != Touch::Otherwise);
    let is_touched = |claim: &Standing| settled().any(|one| one.place() == claim.place());
    let is_used = |entry: &Entry| {
        let piece = index.evidence.get(entry.evidence);
        let mut said = settled().filter_map(|one| one.said.as_ref());
        said.any(|said| {
            let is_its = piece.is_some_and(|piece| piece.passage.id == said.passage);
            is_its && said.span.start <= entry.span.start && entry.span.end <= said.span.end
        })
    };
    let entries = index.entries.iter().enumerate();
    // What is told of one sentence already is not told of another by its words alone.
    let new = entries.filter(|(_, entry)| {
        is_new(index, entry) && !news.repeats(index, entry) && !is_used(entry)
    });
    let new: Vec<usize> = new.map(|(at, _)| at).collect();
    let asked = named(&[study.question.as_str()]);
    let is_of_all = |word: &str| asked.contains(word);
    let open = standing.iter().enumerate();
    open.filter(|(_, claim)| !is_touched(claim))
        .filter_map(|(place, claim)| {
            let old = entry_of(index, claim)?;
            let sure = new.iter().copied();
            let sure = sure.filter(|at| {
                outdating.is_sure(*at, place) && can_replace(index, *at, old, is_of_all)
            });
            let by = |a: &usize, b: &usize| {
                let odds = |at: usize| outdating.odds(at, place);
                odds(*a).total_cmp(&odds(*b))
            };
            let said = outdates(study, news, index, sure.max_by(by)?, claim)?;
            Some(Touched {
                overtaken: Some(Overtaken::Newer),
                ..claim.touched(Touch::Overtaken, Some(said))
            })
        })
        .collect()
}

/// The sentences that tell a value once more which was overtaken where another told it.
pub(super) fn told_again(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    touched: &[Touched],
) -> Vec<Touched> {
    /// Words that two sentences share which tell one value of one thing.
    const SHARED: usize = 2;
    let share = |a: &Standing, b: &Standing| {
        let own = terms_of(index, &a.stated.bare);
        let other = terms_of(index, &b.stated.bare);
        own.iter().filter(|term| other.contains(term)).count() >= SHARED
    };
    let find = |one: &Touched| standing.iter().find(|claim| claim.place() == one.place());
    let is_touched = |claim: &Standing| touched.iter().any(|one| one.place() == claim.place());
    let open: Vec<(&Standing, Vec<Quantity>)> = standing
        .iter()
        .filter(|claim| !is_touched(claim))
        .map(|claim| (claim, quantities(claim.stated.bare.trim())))
        .collect();
    let mut again: Vec<Touched> = Vec::new();
    for one in touched {
        let gone = one.said.as_ref().filter(|_| one.overtaken.is_some());
        let Some((said, old)) = gone.zip(find(one)) else {
            continue;
        };
        let new = quantities(&said.text);
        let own = quantities(old.stated.bare.trim());
        let is_gone = |value: &&Quantity| is_replaced(value, &new);
        for value in own.iter().filter(is_gone) {
            let tells =
                |values: &[Quantity]| values.iter().any(|own| is_the_very_value(own, value));
            let others = open.iter().filter(|(claim, values)| {
                tells(values) && share(claim, old) && !is_older(study, claim, said)
            });
            for (claim, _) in others {
                if !again.iter().any(|one| one.place() == claim.place()) {
                    again.push(Touched {
                        overtaken: one.overtaken,
                        ..claim.touched(Touch::Overtaken, Some(said.clone()))
                    });
                }
            }
        }
    }
    again
}

/// Whether a new sentence gives another value of the kind of one that is large enough to be told from others by itself, and not this one.
fn is_replaced(value: &Quantity, new: &[Quantity]) -> bool {
    const TELLING: f64 = 10.0;
    let Some(old) = value.amount().filter(|old| old.low.abs() >= TELLING) else {
        return false;
    };
    let mut amounts = new.iter().filter_map(Quantity::amount);
    amounts.any(|new| new.unit.counts_same(&old.unit))
        && !new.iter().any(|own| own.bears_out(value))
}

/// Whether what a new sentence says to be at an end, or untrue, is something of which an older one tells nothing.
fn ends_something_else(study: &Study, thing: Option<&Thing>, older: &Older<'_>) -> bool {
    thing.is_some_and(|thing| !thing.is_told_in(older, &study.question))
}

/// What a new sentence says in place of one that it outdates, unless it is the same, the older, or of others.
fn outdates(
    study: &Study,
    news: News<'_>,
    index: &Index<'_>,
    at: usize,
    claim: &Standing,
) -> Option<Said> {
    let said = said(index, index.entries.get(at)?)?;
    let old = claim.stated.bare.trim();
    let may_stand = old == said.text.trim()
        || is_older(study, claim, &said)
        || is_of_others(study, news, claim, &said)
        || are_of_other_times([old, &said.text])
        || are_stock_and_change(&said.text, old)
        || is_stance_that_stands(old, &said.text)
        || holds_for_others(old, &said.text)
        || ends_something_else(study, Thing::ended(&said.text).as_ref(), &Older::read(old));
    if may_stand {
        return None;
    }
    with_what_it_speaks_of(index, at).or(Some(said))
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
    /// Its place among all that stand.
    at: usize,
    claim: &'s Standing,
    older: Older<'s>,
    terms: Vec<Term>,
    /// The words of the title of its source.
    head: Vec<Term>,
    title: &'s str,
}

impl<'s> Known<'s> {
    fn read(
        study: &'s Study,
        (at, claim): (usize, &'s Standing),
        index: &Index<'_>,
    ) -> Option<Self> {
        let entry = entry_of(index, claim)?;
        let title = sourced(study, claim).title;
        Some(Self {
            at,
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
    /// What it says to be at an end.
    thing: Option<Thing>,
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
pub(super) fn named(texts: &[&str]) -> HashSet<String> {
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
            thing: Thing::ended(&said.text),
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

    /// Whether it says to be at an end the very thing of which an older sentence says how it is.
    fn ends_itself(&self, sign: &Sign, known: &Known<'_>) -> bool {
        let thing = self
            .thing
            .as_ref()
            .filter(|_| matches!(sign, Sign::Ended(_)));
        thing.is_some_and(|thing| thing.is_subject_of(&known.older))
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
        let is_of_a_thing = matches!(sign, Sign::Ended(None) | Sign::Untrue | Sign::AllowedAgain);
        let thing = self.thing.as_ref().filter(|_| is_of_a_thing);
        if !(sign.may_mean(&known.older) || self.ends_itself(sign, known))
            || ends_something_else(study, thing, &known.older)
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

    /// The sentences that a sign means.
    fn meant(
        &self,
        study: &Study,
        news: News<'_>,
        (sign, known): (&Sign, &[Known<'_>]),
    ) -> Vec<usize> {
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
        chosen.map(|(at, ..)| at).collect()
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
