//! Wording: one name and one amount in the words of the evidence, `the WHO` for `the World Health Organization`, `300 m` for `0.3 km`.
//!
//! A claim that writes a name or an amount otherwise than its evidence is read with the evidence's own, before anything is compared. So no measure of words
//! has to know that the two are one.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::across::said_across;
use super::versions::as_versioned;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{
    Amount, Bound, Quantity, Unit, following, quantities, reckoned, with_bound,
};
use crate::check::language::reading::Reading;
use crate::check::language::shortened::as_written;
use crate::check::language::terms::{Lexicon, is_stop_word, key, plain_words, replaced, words};
use crate::check::meaning::affirmed::as_affirmed;
use crate::check::meaning::alike::as_alike;
use crate::check::meaning::bounded::as_dated;
use crate::check::meaning::comparisons::as_compared;
use crate::check::meaning::contrasts::as_contrasted;
use crate::check::meaning::countries::as_called;
use crate::check::meaning::elided::as_in_its_part;
use crate::check::meaning::ended::as_ended;
use crate::check::meaning::following::as_following;
use crate::check::meaning::lasting::as_lasting;
use crate::check::meaning::possessives::as_whose;
use crate::check::meaning::states::as_one_state;
use crate::check::text::own_parts::without_own_parts;
use crate::check::text::sentences::sentences;
use crate::study::Verdict;

/// The texts that a claim is read beside, with their quantities, which are read when they are first asked for.
pub(crate) struct Beside<'e> {
    pub(crate) texts: &'e [&'e str],
    quantities: OnceCell<Vec<Vec<Quantity>>>,
}

impl<'e> Beside<'e> {
    pub(crate) fn new(texts: &'e [&'e str]) -> Self {
        Self {
            texts,
            quantities: OnceCell::new(),
        }
    }

    /// Those of each text.
    pub(crate) fn quantities(&self) -> &[Vec<Quantity>] {
        self.quantities
            .get_or_init(|| self.texts.iter().map(|text| quantities(text)).collect())
    }
}

/// A claim in the words of its evidence, and what had to be reckoned for that.
pub(crate) struct Worded<'c> {
    pub(crate) text: Cow<'c, str>,
    pub(crate) told: Vec<String>,
}

impl<'c> Worded<'c> {
    /// What weighing a claim in these words comes to; or in its own, where those only seem to be contradicted: what was reckoned has the words of another
    /// sentence, which may oppose what the claim's own do not.
    pub(crate) fn weigh<T>(
        self,
        claim: &'c str,
        verdict: impl Fn(&T) -> Verdict,
        mut weigh: impl FnMut(Self) -> T,
    ) -> T {
        let is_reckoned = !self.told.is_empty();
        let found = weigh(self);
        if !is_reckoned || verdict(&found) != Verdict::Contradicted {
            return found;
        }
        let plain = weigh(Self {
            text: Cow::Borrowed(claim),
            told: Vec::new(),
        });
        if verdict(&plain) == Verdict::Contradicted {
            found
        } else {
            plain
        }
    }
}

/// How the evidence says an amount of a claim.
pub(crate) struct Said {
    pub(crate) words: String,
    pub(crate) how: How,
}

/// Whether two amounts are one as they are written, or have to be reckoned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Alike,
    Converted,
    Reckoned,
}

/// A claim in the words of its evidence.
pub(crate) fn as_worded<'c>(claim: &'c str, evidence: &Beside<'_>) -> Worded<'c> {
    let claim = as_read(claim, evidence.texts);
    let is_written = |amount: &str| evidence.texts.iter().any(|text| text.contains(amount));
    let said = |wanted: &Quantity| {
        if is_of_several_days(wanted, evidence) {
            return None;
        }
        let theirs = || evidence.texts.iter().zip(evidence.quantities());
        let as_it_is = theirs().find_map(|(text, own)| {
            // What lies below a ceiling is not the ceiling in other words.
            let says = |own: &&Quantity| {
                is_one_amount(own, wanted) && (!wanted.is_ceiling() || own.has_value_of(wanted))
            };
            said_as(text, own.iter().find(says)?, wanted)
        });
        let reckoned = || {
            theirs().find_map(|(text, own)| {
                let is_it = |own: &Quantity| is_one_amount(own, wanted);
                let mut all = following(wanted, &claim, text, own).into_iter();
                all.any(|own| is_it(&own)).then_some(())?;
                let mut about = sentences(text)
                    .into_iter()
                    .filter_map(|span| text.get(span));
                about.find_map(|sentence| {
                    let said = said_by_change(wanted, &claim, sentence, &quantities(sentence))?;
                    is_half_held(&claim, wanted, sentence).then_some(said)
                })
            })
        };
        as_it_is
            .or_else(reckoned)
            .or_else(|| said_across(wanted, &claim, evidence.texts))
    };
    with_amounts(claim.clone(), is_written, said)
}

/// Whether a claim names a month of which the evidence names two days, and of one of them not in which year: which of them it means is not known.
fn is_of_several_days(wanted: &Quantity, evidence: &Beside<'_>) -> bool {
    let Some(month) = wanted
        .date()
        .filter(|date| date.month.is_some() && date.day.is_none())
    else {
        return false;
    };
    let all = evidence.quantities().iter().flatten();
    let days: Vec<_> = all
        .filter_map(Quantity::date)
        .filter(|date| date.month.is_some() && date.day.is_some() && date.is_compatible(month))
        .collect();
    matches!(&*days, [a, b] if a.day != b.day && a.year.is_some() != b.year.is_some())
}

/// An amount of a claim as a text has it.
pub(crate) fn said_as(text: &str, own: &Quantity, wanted: &Quantity) -> Option<Said> {
    let is_converted = own
        .amount()
        .zip(wanted.amount())
        .is_some_and(|(own, wanted)| own.is_converted(wanted));
    Some(Said {
        words: text.get(as_said(text, own, wanted))?.to_owned(),
        how: if is_converted {
            How::Converted
        } else {
            How::Alike
        },
    })
}

/// What stands before the first of two values of which the second follows it.
const FROM: &str = "from ";

/// An amount of a claim in the words that it follows from: a rise by as much as two values of a sentence about the same differ.
pub(crate) fn said_by_change(
    wanted: &Quantity,
    claim: &str,
    sentence: &str,
    own: &[Quantity],
) -> Option<Said> {
    if is_reached(claim, wanted) {
        return None;
    }
    let all = reckoned(wanted, claim, sentence, own);
    let change = all.iter().find(|own| is_one_amount(own, wanted))?;
    // Without its `from`, `9 to 6 cents` reads as a range.
    let head = sentence.get(..change.span.start)?;
    let from = if head.to_lowercase().ends_with(FROM) {
        head.len() - FROM.len()
    } else {
        head.len()
    };
    let words = sentence.get(from..change.span.end);
    Some(Said {
        words: in_order(words.filter(|words| !words.is_empty())?),
        how: How::Reckoned,
    })
}

/// Whether an amount is what something rose or fell to, which is no difference of two values.
fn is_reached(claim: &str, wanted: &Quantity) -> bool {
    const REACH: usize = 4;
    let head = claim.get(..with_bound(claim, &wanted.span).start);
    let all: Vec<String> = plain_words(head.unwrap_or_default()).collect();
    let mut near = all.iter().rev().take(REACH);
    near.next().is_some_and(|last| last == "to")
        && near.any(|word| axis(word).is_some_and(|(axis, _)| axis == 0))
}

/// Two values of which the first follows the second in time, in the order of the times: `3.75 %, up from 3.5 %` as `from 3.5 % to 3.75 %`.
fn in_order(words: &str) -> String {
    let is_value = |text: &str| quantities(text).len() == 1;
    let turned = words.split_once(" from ").and_then(|(new, old)| {
        let way = ["up", "down"]
            .into_iter()
            .find_map(|way| new.strip_suffix(way));
        let new = way.unwrap_or(new).trim_end_matches([' ', ',']);
        (is_value(new) && is_value(old)).then(|| format!("{FROM}{old} to {new}"))
    });
    turned.unwrap_or_else(|| words.to_owned())
}

/// Whether a sentence has half of the words of a claim that say something, beside an amount.
pub(super) fn is_half_held(claim: &str, wanted: &Quantity, sentence: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let terms = lexicon.term_set(sentence);
    Reading::learnt(claim, &mut lexicon).is_half_held(&wanted.span, &terms)
}

/// Whether rewording changed more than signs.
pub(crate) fn is_reworded(claim: &str, worded: &str) -> bool {
    claim != worded && key(worded) != key(claim)
}

/// A claim with the amounts that its evidence writes otherwise as that writes them: `is_written` says whether it has these very words, `said` how it says an
/// amount.
pub(crate) fn with_amounts(
    claim: Cow<'_, str>,
    is_written: impl Fn(&str) -> bool,
    said: impl Fn(&Quantity) -> Option<Said>,
) -> Worded<'_> {
    let mut told = Vec::new();
    let changes: Vec<(Range<usize>, String)> = quantities(&claim)
        .into_iter()
        .filter_map(|wanted| {
            if is_written(claim.get(wanted.span.clone())?) {
                return None;
            }
            let said = said(&wanted)?;
            let span = as_said(&claim, &wanted, &wanted);
            let text = claim.get(span.clone())?;
            // The quarter and the year of `3Q22` are what they are where they stand, and nowhere else.
            let is_glued = claim.get(..span.start)?.ends_with(char::is_alphanumeric);
            let is_alike = || {
                quantities(&said.words)
                    .iter()
                    .any(|own| own.bears_out(&wanted))
            };
            if is_glued || matches!(said.how, How::Alike) && !is_alike() {
                return None;
            }
            match said.how {
                How::Alike => {}
                How::Converted => told.push(format!("{text} is {}", said.words)),
                How::Reckoned => {
                    let words = said.words.trim_start_matches(FROM);
                    told.push(format!("{text} follows from “{words}”"));
                }
            }
            Some((span, said.words))
        })
        .collect();
    let text = if changes.is_empty() {
        claim
    } else {
        Cow::Owned(replaced(&claim, &changes))
    };
    Worded { text, told }
}

/// The bytes of an amount, with its bound where the claim's amount has one: `more than 300` is said as `340`.
pub(crate) fn as_said(text: &str, own: &Quantity, wanted: &Quantity) -> Range<usize> {
    let is_bound = wanted
        .amount()
        .is_some_and(|amount| amount.bound != Bound::Exact);
    if is_bound {
        with_bound(text, &own.span)
    } else {
        own.span.clone()
    }
}

/// Whether a source's amount is a claim's, so that its words may stand for the claim's.
pub(crate) fn is_one_amount(own: &Quantity, wanted: &Quantity) -> bool {
    // What is counted has more than one name, and few other counts of this size lie so near.
    const LARGE: f64 = 100.0;
    let is_rounding = wanted.is_rounding();
    let is_rounded_count = |own: &Amount, wanted: &Amount| {
        let counts = |unit: &Unit| matches!(unit, Unit::Counted(_) | Unit::Bare);
        is_rounding && own.firm && own.low >= LARGE && counts(&own.unit) && counts(&wanted.unit)
    };
    let is_of_one_kind = match (own.amount(), wanted.amount()) {
        (Some(own), Some(wanted)) => {
            (own.unit.counts_same(&wanted.unit)
                || is_rounded_count(own, wanted)
                || own.unit == Unit::Bare && wanted.unit == Unit::Bare && own.firm && wanted.firm)
                && !matches!(own.unit, Unit::Label(_))
                || matches!(
                    (&own.unit, &wanted.unit),
                    (Unit::Times, Unit::Percent)
                        | (Unit::Percent, Unit::Times)
                        // `52 weeks`, `one year`; `1 kg`, `2.2 pounds`.
                        | (Unit::Measure(_), Unit::Measure(_))
                        | (Unit::Measure("mass"), Unit::Money("GBP"))
                        | (Unit::Money("GBP"), Unit::Measure("mass"))
                        // Whether a clock counts twelve hours or more.
                        | (Unit::Label(_), Unit::Label(_))
                )
        }
        (None, None) => true,
        // A year of the century or the decade, or a count that looks like one.
        (None, Some(amount)) => amount.is_period() || is_rounding,
        _ => false,
    };
    is_of_one_kind && own.bears_out(wanted)
}

/// A word of a text with what it begins with.
struct Written<'t> {
    text: &'t str,
    span: Range<usize>,
    /// The capital that it begins with.
    initial: Option<char>,
    /// Whether it is joined to the word before by a space or a hyphen, and whether by a hyphen.
    is_joined: bool,
    is_hyphened: bool,
}

/// A claim without what it says of its own report, and with the names that its evidence uses, the words by which that sets one thing against another, its dates,
/// its words for a state, its own side of an opposite, and the side from which it compares.
pub(crate) fn as_read<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    type Reads = for<'t> fn(&'t str, &[&str]) -> Cow<'t, str>;
    const ALL: [Reads; 15] = [
        as_written,
        as_following,
        as_lasting,
        as_named,
        as_versioned,
        as_called,
        as_whose,
        as_contrasted,
        as_in_its_part,
        as_dated,
        as_one_state,
        as_ended,
        as_alike,
        as_affirmed,
        as_compared,
    ];
    let read = |claim: Cow<'c, str>, read: Reads| match claim {
        Cow::Borrowed(claim) => read(claim, evidence),
        Cow::Owned(claim) => Cow::Owned(read(&claim, evidence).into_owned()),
    };
    let claim = without_own_parts(claim, evidence);
    ALL.into_iter().fold(claim, read)
}

/// A claim with the names that its evidence uses, where that has only their initials, or only the long form.
fn as_named<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let own = written(claim);
    let is_named = own.iter().any(|word| is_acronym(word.text))
        || own.windows(2).any(|pair| {
            matches!(pair, [first, second] if first.initial.is_some() && second.initial.is_some() && second.is_joined)
        })
        || own.windows(3).any(|three| {
            matches!(three, [first, between, last]
                if first.initial.is_some() && CONNECTORS.contains(&between.text) && last.initial.is_some())
        });
    if !is_named {
        return Cow::Borrowed(claim);
    }
    // Most names of most claims stand in no text as initials: the texts are read where one may.
    let read: OnceCell<Vec<Vec<Written<'_>>>> = OnceCell::new();
    let theirs = || read.get_or_init(|| evidence.iter().map(|text| written(text)).collect());
    let has_word = |wanted: &str| {
        let mut holding = evidence.iter().filter(|text| text.contains(wanted));
        holding.any(|text| {
            let mut all = words(text).filter_map(|span| text.get(span));
            all.any(|word| without_ending(word) == wanted)
        })
    };
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    while let Some(word) = own.get(at) {
        at += 1;
        let short = without_ending(word.text);
        if is_acronym(short) {
            let long = (!has_word(short))
                .then(|| {
                    theirs().iter().zip(evidence).find_map(|(words, text)| {
                        text.get(long_form(words, short).or_else(|| spelled_out(words, short))?)
                    })
                })
                .flatten();
            if let Some(long) = long {
                let end = word.span.start + short.len();
                changes.push((word.span.start..end, long.to_owned()));
            }
            continue;
        }
        if let Some((initials, span, count)) = longest_name(&own, at - 1)
            && has_word(&initials)
            && !evidence.iter().any(|text| {
                claim
                    .get(span.clone())
                    .is_some_and(|long| text.contains(long))
            })
        {
            changes.push((span, initials));
            at += count - 1;
        }
    }
    if changes.is_empty() {
        return Cow::Borrowed(claim);
    }
    Cow::Owned(replaced(claim, &changes))
}

/// Small words that a name may hold, and its initials leave out.
const CONNECTORS: &[&str] = &[
    "of", "the", "and", "for", "on", "in", "de", "du", "des", "la", "et",
];

fn written(text: &str) -> Vec<Written<'_>> {
    let mut end = 0;
    words(text)
        .filter_map(|span| {
            let gap = text.get(end..span.start).unwrap_or_default();
            end = span.end;
            let word = text.get(span.clone())?;
            Some(Written {
                text: word,
                initial: word.chars().next().filter(|first| first.is_uppercase()),
                is_joined: gap == " " || gap == "-",
                is_hyphened: gap == "-",
                span,
            })
        })
        .collect()
}

/// Two to six capitals and nothing else.
fn is_acronym(word: &str) -> bool {
    let word = without_ending(word);
    (2..=6).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_uppercase())
}

fn without_ending(word: &str) -> &str {
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix("’s"))
        .unwrap_or(word)
}

/// The bytes of a name whose initials these are.
fn long_form(words: &[Written<'_>], initials: &str) -> Option<Range<usize>> {
    (0..words.len()).find_map(|from| {
        let first = words.get(from)?;
        let mut wanted = initials.chars();
        if first.initial != wanted.next() || is_acronym(first.text) {
            return None;
        }
        let mut end = first.span.start + without_ending(first.text).len();
        for word in words.get(from + 1..)? {
            if wanted.as_str().is_empty() {
                break;
            }
            match word.initial {
                Some(initial) if word.is_joined && Some(initial) == wanted.next() => {
                    end = word.span.start + without_ending(word.text).len();
                }
                // The second part of `Co-operation` begins with no capital.
                None if word.is_joined && (CONNECTORS.contains(&word.text) || word.is_hyphened) => {
                }
                _ => return None,
            }
        }
        wanted.as_str().is_empty().then_some(first.span.start..end)
    })
}

/// The bytes of plain words that begin with these three letters or more, `body mass index`.
fn spelled_out(words: &[Written<'_>], initials: &str) -> Option<Range<usize>> {
    let count = initials.len();
    if count < 3 {
        return None;
    }
    words.windows(count).find_map(|run| {
        let begins = run
            .iter()
            .zip(initials.chars())
            .enumerate()
            .all(|(at, (word, wanted))| {
                let first = word
                    .text
                    .chars()
                    .next()
                    .map(|first| first.to_ascii_uppercase());
                first == Some(wanted) && (at == 0 || word.is_joined)
            });
        // `We had one` is not what the WHO is.
        let says = |word: &Written<'_>| {
            let lower = word.text.to_lowercase();
            !is_stop_word(&lower) || matches!(lower.as_str(), "per" | "of" | "and")
        };
        let (first, last) = (run.first()?, run.last()?);
        (begins && run.iter().all(says)).then_some(first.span.start..last.span.end)
    })
}

/// The longest name that begins here, with its initials and the number of its words; no name has only one.
fn longest_name(words: &[Written<'_>], from: usize) -> Option<(String, Range<usize>, usize)> {
    let first = words.get(from)?;
    let mut initials = String::from(first.initial?);
    let mut end = None;
    let mut last = from;
    for (at, word) in words.iter().enumerate().skip(from + 1) {
        if !word.is_joined {
            break;
        }
        match word.initial {
            Some(initial) => {
                initials.push(initial);
                end = Some(word.span.start + without_ending(word.text).len());
                last = at;
            }
            None if CONNECTORS.contains(&word.text) || word.is_hyphened => {}
            None => break,
        }
    }
    Some((initials, first.span.start..end?, last - from + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: &str) {
        assert_eq!(as_worded(claim, &Beside::new(&[evidence])).text, expected);
    }

    #[test]
    fn initials_are_read_as_the_name_that_the_evidence_has() {
        check(
            "The WHO's report ended the alarm.",
            "The World Health Organization ended the alarm.",
            "The World Health Organization's report ended the alarm.",
        );
        check(
            "The OECD, of which it is part, agreed.",
            "The Organisation for Economic Co-operation and Development agreed.",
            "The Organisation for Economic Co-operation and Development, of which it is part, agreed.",
        );
    }

    #[test]
    fn a_long_name_is_read_as_the_initials_that_the_evidence_has() {
        check(
            "Judges of the World Trade Organization met.",
            "The WTO's judges met.",
            "Judges of the WTO met.",
        );
    }

    #[test]
    fn amounts_are_read_as_the_evidence_writes_them() {
        check(
            "The pier is 0.3 km long.",
            "It has a length of 300 m, and cost 4 million euros.",
            "The pier is 300 m long.",
        );
        check(
            "It has nine rooms.",
            "There are 9 rooms.",
            "It has 9 rooms.",
        );
        check(
            "It has nine rooms.",
            "There are 9 doors.",
            "It has nine rooms.",
        );
        check(
            "It cost €4 million.",
            "It cost 5 million euros.",
            "It cost €4 million.",
        );
    }

    #[test]
    fn a_change_is_read_as_its_two_values_in_the_order_of_their_times() {
        let from_to = "The bank lifted its rate by from 3.5% to 3.75%.";
        for evidence in [
            "The bank lifted its rate to 3.75% from 3.5%.",
            "The rate of the bank is 3.75%, up from 3.5%.",
            "The bank lifted its rate from 3.5% to 3.75%.",
        ] {
            check(
                "The bank lifted its rate by 25 basis points.",
                evidence,
                from_to,
            );
        }
        let grew = "Takings grew to 4 million euros.";
        check(
            grew,
            "Takings grew from 2 million to 6 million euros.",
            grew,
        );
    }

    #[test]
    fn other_names_and_names_that_the_evidence_has_as_they_are_stay() {
        for (claim, evidence) in [
            ("The WHO agreed.", "The World Bank agreed."),
            (
                "The WHO agreed.",
                "The WHO (World Health Organization) agreed.",
            ),
            (
                "The World Health Organization agreed.",
                "The World Health Organization (WHO) agreed.",
            ),
            ("The WHO agreed.", "We had one."),
            ("", "The WHO agreed."),
        ] {
            check(claim, evidence, claim);
        }
    }
}
