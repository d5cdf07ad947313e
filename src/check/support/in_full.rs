//! In full: a claim beside the single things that its evidence says, each spelled out.
//!
//! A sentence of two halves has all words of `the first phase ends in autumn` where it says that of the second, and lacks some of `the second phase ends in
//! autumn`, which it says. So each statement is held against the claim part by part. Where one has every part of the claim, the claim is said; where the one
//! about the claim's deed has another subject, time or figure, and the claim's own stands in a statement beside it, the two were mixed up.

use std::iter;

use super::finding::Finding;
use super::subjects::names_any;
use super::whose::may_be_of_one;
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::only;
use crate::check::language::opposites::{Places, Relation, is_turned};
use crate::check::language::terms::{is_figure, is_stop_word, plain_words, words};
use crate::check::meaning::frames::ends_in_denial;
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::statements::{Part, Setting, Statement, Word, read_wholly, statements};
use crate::check::text::sentences::sentences;

/// What spelling out the evidence tells of a claim.
pub(super) enum InFull {
    Said,
    Against(Finding),
}

/// A statement with the place of its sentence, and how many that says.
pub(super) struct Told {
    pub(super) said: Statement,
    pub(super) sentence: usize,
    beside: usize,
}

/// Sentences between two statements that may have been mixed up.
const NEAR: usize = 2;

/// What the texts say to a claim in statements that have to be spelled out.
pub(super) fn in_full(claim: &str, texts: &[&str]) -> Option<InFull> {
    const MOST: usize = 3;
    let [only] = &*sentences(claim) else {
        return None;
    };
    let claim = claim.get(only.clone())?;
    // What a claim ends with is the last that its evidence would leave out.
    let last = last_word(claim)?;
    if !texts.iter().any(|text| text.contains(last)) {
        return None;
    }
    let own = read_wholly(claim)?;
    let is_read = |said: &Statement| !said.subject.is_empty() && !said.deed.is_empty();
    if own.is_empty() || own.len() > MOST || !own.iter().all(is_read) {
        return None;
    }
    let told: Vec<Told> = texts.iter().flat_map(|text| told(text)).collect();
    let holding: Vec<Option<&Told>> = own
        .iter()
        .map(|own| told.iter().find(|told| holds(own, &told.said)))
        .collect();
    if holding.iter().all(Option::is_some) {
        let mut held = holding.into_iter().flatten();
        let is_spelled_out = held.any(|told| told.beside > 1);
        // What was done once need not be done still.
        let goes_on = plain_words(claim).any(|word| word == "still");
        return (is_spelled_out && !goes_on).then_some(InFull::Said);
    }
    let [own] = &*own else { return None };
    if let Some(ranked) = told.iter().find_map(|told| ranked(own, &told.said)) {
        return Some(ranked);
    }
    let against = untimely(own, &told)
        .or_else(|| told.iter().find_map(|told| other_sense(own, &told.said)))
        .or_else(|| denied(own, &told))
        .or_else(|| {
            (!is_bound_told(claim, texts))
                .then(|| mixed_up(own, &told))
                .flatten()
        });
    let told_of = |found: Finding| found.in_words_of(claim, texts);
    against.map(|found| InFull::Against(told_of(found)))
}

/// Whether a bound of a claim holds of an amount of the texts: at least 340 are more than 100.
fn is_bound_told(claim: &str, texts: &[&str]) -> bool {
    let own = quantities(claim);
    let mut bounds = own.iter().filter(|own| own.is_bound());
    bounds.any(|own| {
        let mut texts = texts.iter();
        texts.any(|text| quantities(text).iter().any(|other| other.bears_out(own)))
    })
}

/// The last word of a claim that says something.
pub(super) fn last_word(claim: &str) -> Option<&str> {
    let all: Vec<&str> = words(claim).filter_map(|span| claim.get(span)).collect();
    let mut last = all.into_iter().rev();
    last.find(|word| !is_stop_word(&word.to_lowercase()))
}

pub(super) fn told(text: &str) -> Vec<Told> {
    let spans = sentences(text);
    let all = statements(spans.iter().filter_map(|span| text.get(span.clone())));
    let mut told = Vec::new();
    for (sentence, all) in all.into_iter().enumerate() {
        // What stands under a condition is not said, nor what the next sentence denies.
        let text_of = |at: usize| spans.get(at).and_then(|span| text.get(span.clone()));
        let is_gainsaid = |next: &str| ends_in_denial(&plain_words(next).collect::<Vec<_>>());
        if text_of(sentence).is_some_and(begins_with_condition)
            || text_of(sentence + 1).is_some_and(is_gainsaid)
        {
            continue;
        }
        let beside = all.len();
        let active: Vec<Statement> = all.iter().filter_map(Statement::in_active).collect();
        told.extend(all.into_iter().chain(active).map(|said| Told {
            said,
            sentence,
            beside,
        }));
    }
    told
}

/// `If the king was murdered, the queen was in danger.`
fn begins_with_condition(sentence: &str) -> bool {
    let first = plain_words(sentence).next();
    first.is_some_and(|word| {
        matches!(
            word.as_str(),
            "if" | "unless" | "supposing" | "should" | "provided"
        )
    })
}

/// Whether a statement has every part of a claim's, and says it as surely.
fn holds(own: &Statement, said: &Statement) -> bool {
    fits(own, said)
        && own.is_denied == said.is_denied
        && (own.is_to_come || !said.is_to_come)
        && !said.is_guessed
}

/// Whether the two have the same deed, and one has every part of the other but for denials.
fn fits(own: &Statement, said: &Statement) -> bool {
    let is_whole = |own: &Part, said: &Part| {
        // What is left out says neither which nor how many.
        own.is_within(said)
            && !said
                .beyond(own)
                .any(|word| is_figure(&word.text) || is_place(&word.text))
    };
    own.is_one_deed(said)
        && own.strength == said.strength
        && own.subject.is_within(&said.subject)
        && is_one_head(&own.subject, &said.subject)
        && own.object.is_empty() == said.object.is_empty()
        && is_whole(&own.object, &said.object)
        && own.settings.iter().all(|(kind, part)| {
            let theirs = said.setting(kind);
            theirs.is_some_and(|theirs| is_whole(part, theirs))
        })
}

/// Whether two subjects end in one noun, and begin alike but for what says which of several it is.
fn is_one_head(own: &Part, said: &Part) -> bool {
    let stem = |word: Option<&Word>| word.map(|word| word.stem.clone());
    let is_listed = || said.words.first().is_some_and(|word| is_place(&word.text));
    stem(own.words.last()) == stem(said.words.last())
        && (stem(own.words.first()) == stem(said.words.first()) || is_listed())
}

fn is_place(word: &str) -> bool {
    matches!(
        word,
        "first" | "second" | "third" | "fourth" | "fifth" | "last"
    )
}

/// A deed that is to come, which the claim tells as done.
fn untimely(own: &Statement, told: &[Told]) -> Option<Finding> {
    let is_done = own.is_done
        && !own.is_to_come
        && own
            .deed
            .words
            .iter()
            .all(|word| word.text.ends_with("ed") || is_past(&word.text));
    if !is_done {
        return None;
    }
    let is_to_come = |told: &Told| {
        told.said.is_to_come && told.said.is_denied == own.is_denied && {
            let said = Statement {
                strength: own.strength.clone(),
                ..told.said.clone()
            };
            fits(own, &said)
        }
    };
    let is_any = told.iter().any(is_to_come);
    is_any.then(|| Finding::Hedge("will".to_owned()))
}

/// What a statement that has to be spelled out denies of what the claim says, or says of what it denies.
fn denied(own: &Statement, told: &[Told]) -> Option<Finding> {
    // `None of the nine had seen it`
    let is_none = |said: &Statement| {
        let own = Statement {
            subject: said.subject.clone(),
            strength: said.strength.clone(),
            ..own.clone()
        };
        said.is_denied && is_bare_count(&said.subject) && fits(&own, said)
    };
    let is_against = |told: &&Told| {
        told.said.is_denied != own.is_denied
            && (told.beside > 1 && !told.said.is_guessed && fits(own, &told.said)
                || is_none(&told.said))
    };
    let found = told.iter().find(is_against)?;
    let turned = if found.said.is_denied {
        Opposition::Stated
    } else {
        Opposition::Denied
    };
    Some(Finding::Opposed(turned))
}

/// What is second to another thing: that this is the first of them, and what the claim calls the first is not.
fn ranked(own: &Statement, said: &Statement) -> Option<InFull> {
    let is_most = |said: &Statement| {
        said.strength.iter().any(|word| word == "most")
            || said
                .object
                .words
                .iter()
                .any(|word| word.text.ends_with("est"))
    };
    let [place] = &*said.object.beyond(&own.object).collect::<Vec<_>>() else {
        return None;
    };
    let is_alike = own.is_one_deed(said)
        && is_most(own)
        && is_place(&place.text)
        && own.strength == said.strength
        && own.is_denied == said.is_denied
        && own.object.is_within(&said.object);
    if !is_alike {
        return None;
    }
    let behind = Setting::Behind("after".to_owned());
    let first = said.setting(&behind);
    if place.text == "second" && first.is_some_and(|first| own.subject.is_within(first)) {
        return Some(InFull::Said);
    }
    own.subject.is_within(&said.subject).then(|| {
        InFull::Against(Finding::Opposed(Opposition::Swapped {
            claim: own.object.shown(),
            source: said.object.shown(),
        }))
    })
}

/// A verb that says the opposite of what is said of the same, `disagreed` for `agreed`, and all for what is said of a part.
fn other_sense(own: &Statement, said: &Statement) -> Option<Finding> {
    if own.is_denied != said.is_denied || !own.subject.is_within(&said.subject) {
        return None;
    }
    let as_said = Statement {
        deed: said.deed.clone(),
        subject: said.subject.clone(),
        strength: said.strength.clone(),
        ..own.clone()
    };
    if !fits(&as_said, said) {
        return None;
    }
    if own.is_one_deed(said) {
        let is_some = |word: &String| {
            matches!(
                word.as_str(),
                "most" | "many" | "some" | "few" | "several" | "half" | "majority"
            )
        };
        let is_all = said.is_share
            && !own.is_share
            && !own.strength.iter().any(is_some)
            && !own
                .subject
                .words
                .iter()
                .any(|word| Some(word) == said.subject.words.first());
        return is_all.then(|| Finding::Quantifier {
            claim: own.subject.shown(),
            source: said.subject.shown(),
        });
    }
    let ([deed], [other]) = (&*own.deed.words, &*said.deed.words) else {
        return None;
    };
    is_turned(&deed.text, &other.text).then(|| {
        Finding::Opposed(Opposition::Direction {
            claim: deed.text.clone(),
            source: other.text.clone(),
        })
    })
}

/// A part of the claim that another statement has, where the one of the claim's deed has its own.
fn mixed_up(own: &Statement, told: &[Told]) -> Option<Finding> {
    let own_deed: Vec<&Told> = told
        .iter()
        .filter(|told| told.said.is_denied == own.is_denied && own.is_one_deed(&told.said))
        .collect();
    let mut found = None;
    for told_of_it in &own_deed {
        match clash(own, &told_of_it.said) {
            Clash::None => return None,
            Clash::One(slot) => {
                let is_taken = |other: &&Told| {
                    let part = slot.of(own);
                    let theirs = slot.of(&other.said);
                    let is_near = other.sentence.abs_diff(told_of_it.sentence) <= NEAR;
                    // Who did nothing of it is what something else is said of.
                    let theirs = [theirs, slot.is_doer().then_some(&other.said.subject)];
                    let is_it = theirs
                        .into_iter()
                        .flatten()
                        .any(|theirs| part.is_some_and(|own| own.is_within(theirs)));
                    let is_told = part.is_some_and(|own| {
                        slot.is_told_apart(own, &told_of_it.said) && other.said.names(own)
                    });
                    is_near && (is_it || is_told)
                };
                let is_beside = |other: &Told| other.sentence == told_of_it.sentence;
                let taken = told.iter().find(is_taken);
                if slot == Slot::Subject && counts_others(own, &told_of_it.said) {
                    found = found.or_else(|| Some(other_count(own, &told_of_it.said)));
                    continue;
                }
                if slot == Slot::Subject && taken.is_none() && !told_of_it.said.is_guessed {
                    found = found.or_else(|| other_side(own, told_of_it, told));
                    continue;
                }
                found = found.or_else(|| {
                    let taken = taken?;
                    let (part, theirs) = slot.of(own).zip(slot.of(&told_of_it.said))?;
                    let is_undone =
                        slot == Slot::Object && is_beside(taken) && are_opposed(own, &taken.said);
                    let excludes = slot.excludes(part, theirs, is_beside(taken));
                    (excludes || is_undone).then(|| {
                        let (claim, source) = (part.shown(), theirs.shown());
                        if told_of_it.said.is_guessed && slot == Slot::Subject {
                            Finding::other_word(&claim, &source)
                        } else {
                            Finding::Opposed(Opposition::Swapped { claim, source })
                        }
                    })
                });
            }
            Clash::Many => {}
        }
    }
    found
}

/// The subject of a claim that is the other side of a statement's, `the west` for `the east`, where the sentence speaks of both.
fn other_side(own: &Statement, told_of_it: &Told, told: &[Told]) -> Option<Finding> {
    let ([subject], [other]) = (&*own.subject.words, &*told_of_it.said.subject.words) else {
        return None;
    };
    let places = |word: &Word| Places::of_word(&word.stem, &word.text);
    let mut beside = told.iter();
    let is_spoken_of =
        beside.any(|told| told.sentence == told_of_it.sentence && told.said.has(subject));
    let is_other = places(subject).relation(places(other)) == Some(Relation::Opposite);
    (is_spoken_of && is_other).then(|| {
        Finding::Opposed(Opposition::Swapped {
            claim: own.subject.shown(),
            source: told_of_it.said.subject.shown(),
        })
    })
}

/// Whether what is done by two statements is the opposite of each other: what was rejected was not approved.
fn are_opposed(own: &Statement, taken: &Statement) -> bool {
    let places = |word: &Word| Places::of_word(&word.stem, &word.text);
    let [deed] = &*own.deed.words else {
        return false;
    };
    let mut others = taken.deed.words.iter();
    others.any(|other| {
        places(deed).relation(places(other)) == Some(Relation::Opposite)
            || is_turned(&deed.text, &other.text)
    })
}

/// A place in a statement.
#[derive(Debug, Clone, PartialEq)]
enum Slot {
    Subject,
    Object,
    Setting(Setting),
}

/// In how many places a claim has other words than a statement.
enum Clash {
    None,
    One(Slot),
    Many,
}

impl Slot {
    fn of<'s>(&self, said: &'s Statement) -> Option<&'s Part> {
        match self {
            Self::Subject => Some(&said.subject),
            Self::Object => Some(&said.object),
            Self::Setting(kind) => said.setting(kind),
        }
    }

    /// Whether what a claim has in this place is another thing than what a statement has there, wherever that is spoken of: who did it, and one of several that a
    /// letter or a number tells apart.
    fn is_told_apart(&self, own: &Part, said: &Statement) -> bool {
        let Some(theirs) = self.of(said) else {
            return false;
        };
        self.is_doer() && !may_be_of_one(own, theirs)
            || *self == Self::Subject && are_labelled(own, theirs)
    }

    /// Whether it tells by whom or by what something was done.
    fn is_doer(&self) -> bool {
        matches!(self, Self::Setting(Setting::Behind(by)) if by == "by")
    }

    /// Whether what a claim has in this place cannot be what a statement has there; `is_beside` where both stand in one sentence of the evidence.
    fn excludes(&self, own: &Part, theirs: &Part, is_beside: bool) -> bool {
        let differ =
            |is: fn(&Word) -> bool| own.beyond(theirs).any(is) && theirs.beyond(own).any(is);
        let is_exact = |word: &Word| word.is_name || is_figure(&word.text);
        match self {
            Self::Subject => are_two(own, theirs, is_beside),
            Self::Object => differ(|word| is_figure(&word.text)),
            Self::Setting(Setting::When) => true,
            // What was done by the one was not done by the other, of whom something else is told.
            _ if self.is_doer() && !own.has_figure() && !theirs.has_figure() => true,
            Self::Setting(Setting::Behind(_)) => is_beside || differ(is_exact),
        }
    }
}

/// Whether two subjects are two things, and not two words for one.
fn are_two(own: &Part, theirs: &Part, is_beside: bool) -> bool {
    const LONGEST: usize = 4;
    if own.words.len().max(theirs.words.len()) > LONGEST {
        return false;
    }
    let last = |part: &Part| part.words.last().map(|word| word.stem.clone());
    if last(own) == last(theirs) {
        return tell_apart(own, theirs);
    }
    if are_labelled(own, theirs) {
        return true;
    }
    if own
        .words
        .iter()
        .any(|word| theirs.words.iter().any(|other| other.stem == word.stem))
    {
        return false;
    }
    let is_name = |part: &Part| part.words.iter().filter(|word| word.is_name).count() >= 2;
    let is_none = |part: &Part| {
        part.words
            .iter()
            .any(|word| matches!(word.text.as_str(), "nobody" | "nothing"))
    };
    let may_be_any = |part: &Part| part.words.last().is_none_or(|word| names_any(&word.text));
    let are_several = |part: &Part| {
        part.words
            .last()
            .is_some_and(|word| word.text.ends_with('s'))
    };
    match [own, theirs].map(is_name) {
        [true, true] => true,
        _ if is_none(own) || is_none(theirs) => is_beside,
        [false, false] => {
            let are_many = are_several(own) && are_several(theirs);
            is_beside && are_many && !may_be_any(own) && !may_be_any(theirs)
        }
        _ => false,
    }
}

/// Whether two things of one kind have a letter or a number each: `Model A` and `Model B`.
fn are_labelled(own: &Part, theirs: &Part) -> bool {
    let is_label = |word: &Word| is_figure(&word.text) || word.text.len() == 1;
    let (Some((one, kind)), Some((other, their_kind))) =
        (own.words.split_last(), theirs.words.split_last())
    else {
        return false;
    };
    let is_same = |(own, theirs): (&Word, &Word)| own.stem == theirs.stem;
    is_label(one)
        && is_label(other)
        && one.text != other.text
        && !kind.is_empty()
        && kind.len() == their_kind.len()
        && kind.iter().zip(their_kind).all(is_same)
}

/// Whether a subject is only how many there are of what was spoken of before: `five` of `five were above the limit`.
fn is_bare_count(part: &Part) -> bool {
    part.words.iter().all(is_count)
}

fn is_count(word: &Word) -> bool {
    !quantities(&word.text).is_empty()
}

/// Whether a part names a bound in which the other's count lies, `fewer than 900 people` of `300 people`, and nothing that this lacks.
fn is_bounded_by(own: &Part, theirs: &Part) -> bool {
    let count = |part: &Part| only(quantities(&part.shown()).into_iter());
    let is_other = |word: &&Word| !is_count(word) && !is_comparing(&word.text);
    count(own)
        .zip(count(theirs))
        .is_some_and(|(own, theirs)| own.is_bound() && theirs.bears_out(&own))
        && own.beyond(theirs).filter(is_other).count() == 0
}

fn is_comparing(word: &str) -> bool {
    matches!(
        word,
        "fewer" | "less" | "more" | "over" | "under" | "than" | "least" | "most" | "some" | "about"
    )
}

/// Whether a claim says of so many things what a statement says of another number of them.
fn counts_others(own: &Statement, said: &Statement) -> bool {
    let count = |part: &Part| {
        let all = quantities(&part.shown()).into_iter();
        only(all).filter(|own| own.amount().is_some())
    };
    // `Fewer than 900` are as many as 300.
    let differ = |own: &Quantity, theirs: &Quantity| {
        let low = |own: &Quantity| own.amount().map_or(0.0, |own| own.low);
        (low(own) - low(theirs)).abs() > 0.5 && !(own.is_bound() && theirs.bears_out(own))
    };
    let narrowing = own
        .subject
        .beyond(&said.subject)
        .filter(|word| !is_count(word));
    !own.is_share
        && !said.is_share
        && said.subject.beyond(&own.subject).all(is_count)
        // `Seven in the first group` are not all of whom the statement tells.
        && narrowing.count() < 2
        && count(&own.subject)
            .zip(count(&said.subject))
            .is_some_and(|(own, theirs)| differ(&own, &theirs))
}

fn other_count(own: &Statement, said: &Statement) -> Finding {
    Finding::Opposed(Opposition::Swapped {
        claim: own.subject.shown(),
        source: said.subject.shown(),
    })
}

/// Whether two things of one kind are told apart by a place in a row, a name, a figure or a pair of opposites: `the first` and `the second`, `north` and `south`.
fn tell_apart(own: &Part, theirs: &Part) -> bool {
    let kinds: [fn(&Word) -> bool; 3] = [
        |word| is_place(&word.text),
        |word| word.is_name,
        |word| is_figure(&word.text),
    ];
    let places = |word: &Word| Places::of_word(&word.stem, &word.text);
    let are_opposed = |word: &Word| {
        let mut others = theirs.beyond(own);
        others.any(|other| {
            places(word).relation(places(other)).is_some() || is_turned(&word.text, &other.text)
        })
    };
    let is_either =
        |is: &fn(&Word) -> bool| own.beyond(theirs).any(is) && theirs.beyond(own).any(is);
    kinds.iter().any(is_either) || own.beyond(theirs).any(are_opposed)
}

fn clash(own: &Statement, said: &Statement) -> Clash {
    let settings = own.settings.iter();
    let settings = settings.map(|(kind, _)| Slot::Setting(kind.clone()));
    let slots = iter::once(Slot::Object)
        .chain(settings)
        .chain([Slot::Subject]);
    let mut found = Clash::None;
    for slot in slots {
        // What a pronoun stands for is not sure enough to be a second difference.
        if slot == Slot::Subject && said.is_guessed && matches!(found, Clash::One(_)) {
            continue;
        }
        let Some(part) = slot.of(own).filter(|part| !part.is_empty()) else {
            continue;
        };
        match slot.of(said).filter(|part| !part.is_empty()) {
            Some(theirs) if part.is_within(theirs) || is_bounded_by(part, theirs) => {}
            Some(theirs) if !theirs.is_within(part) && matches!(found, Clash::None) => {
                found = Clash::One(slot);
            }
            // What says nothing of it, or says it less closely, may say the claim of it.
            None if matches!(slot, Slot::Setting(_)) && matches!(found, Clash::None) => {
                return if own.subject.is_within(&said.subject) {
                    Clash::None
                } else {
                    Clash::Many
                };
            }
            // It may be said of all that the sentence tells.
            None if matches!(slot, Slot::Setting(_)) => {}
            _ => return Clash::Many,
        }
    }
    found
}

#[cfg(test)]
mod tests;
