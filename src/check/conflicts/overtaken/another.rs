//! Another: a new sentence that is said of another thing than the older one, or by somebody who has no say in it, overtakes nothing.
//!
//! Both may hold nearly the same words. What tells their things apart are the names in them, and what stands behind the noun of what is undone: the
//! recommendation of one drug is not that of another. A rejection or a denial ends what is the doer's own, or what is theirs to decide; of anybody else it is a
//! stance, which stands beside what it is against.

use std::ops::Range;

use super::coming::is_to_come;
use super::leaving::leads_at;
use super::{New, Old};
use crate::check::language::asked::speaks_of_people;
use crate::check::language::irregular::is_past;
use crate::check::language::names::{Name, is_form, names};
use crate::check::language::numbers::quantities;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem, words};
use crate::check::meaning::undoings::{begins, is_stance};
use crate::semantic::is_word;

/// Who is against something, by a verb that anybody can do.
pub(super) struct Against {
    doer: Vec<Word>,
    /// They deny that it is so, which nobody decides.
    denies: bool,
}

/// A word of those who do it.
struct Word {
    text: String,
    term: Term,
    is_name: bool,
    /// It stands behind a preposition: `the council of Ulm`.
    is_behind: bool,
}

/// Those who decide for others, and words that say which of them.
#[rustfmt::skip]
const DECIDING: &[&str] = &[
    "council", "parliament", "assembly", "senate", "congress", "court", "judge", "judges", "tribunal", "government", "cabinet", "ministry", "minister", "board",
    "shareholders", "voters", "electorate", "commission", "agency", "authority", "authorities", "regulator", "mayor", "president", "members",
];
#[rustfmt::skip]
const PUBLIC: &[&str] = &[
    "city", "town", "county", "municipal", "village", "parish", "local", "district", "regional", "state", "federal", "national", "european", "supreme", "high",
    "constitutional", "administrative", "appeal", "appeals", "executive", "supervisory", "prime",
];

impl Against {
    /// Who a sentence says is against something, if that is all that its verb says of it. What a pronoun stands for is its source.
    pub(super) fn read(reading: &Reading<'_>, title: &str, lexicon: &mut Lexicon) -> Option<Self> {
        const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];
        const WHICH: &[&str] = &["the", "a", "an", "its", "their", "no", "this"];
        let before =
            |at: usize, back: usize| at.checked_sub(back).map_or("", |at| reading.word(at));
        let is_attribute = |at: usize| WHICH.contains(&before(at, 1));
        let mut all = 0..reading.words.len();
        let verb = all.find(|at| is_stance(&reading.words, *at) && !is_attribute(*at))?;
        let is_passive = (1..=2).any(|back| BE.contains(&before(verb, back)));
        let places = if is_passive {
            let by = (verb + 1..reading.words.len()).find(|at| reading.word(*at) == "by")?;
            // `Rejected by 17 votes to 14` says how.
            let is_figure = reading
                .word(by + 1)
                .starts_with(|c: char| c.is_ascii_digit());
            (!is_figure).then(|| by + 1..phrase_end(reading, by + 1))?
        } else {
            clause_start(reading, verb)..verb
        };
        let mut is_behind = false;
        let mut doer: Vec<Word> = Vec::new();
        for at in places {
            is_behind |= PREPOSITIONS.contains(&reading.word(at));
            let Some(term) = reading.term(at) else {
                continue;
            };
            doer.push(Word {
                text: reading.word(at).to_owned(),
                term,
                is_name: at > 0 && reading.surface(at).starts_with(char::is_uppercase),
                is_behind,
            });
        }
        if doer.is_empty() {
            let all = words(title).filter_map(|span| title.get(span));
            doer = all
                .filter_map(|word| {
                    Some(Word {
                        text: word.to_lowercase(),
                        term: lexicon.term(word)?,
                        is_name: false,
                        is_behind: false,
                    })
                })
                .collect();
        }
        let denies = reading.word(verb).starts_with("den")
            && matches!(reading.word(verb + 1), "that" | "any" | "having");
        (!doer.is_empty()).then_some(Self { doer, denies })
    }

    /// Whether what an older sentence tells is the doer's own, or theirs to decide.
    fn has_say(&self, old: &Old<'_>, asked: &[String]) -> bool {
        let is_source = |word: &Word| old.head.contains(&word.term);
        let is_told = |word: &Word| is_source(word) || old.terms.contains(&word.term);
        if self.denies {
            return self.doer.iter().all(is_source);
        }
        let is_known = |word: &Word| is_told(word) || asked.contains(&word.text);
        self.doer.iter().all(is_told) || self.decides(&is_known)
    }

    /// Whether they are those who decide for others, and none that are called so for what they speak for: `the works council`.
    fn decides(&self, is_known: &dyn Fn(&Word) -> bool) -> bool {
        let named = self.doer.iter().rposition(|word| !word.is_behind);
        let says_which =
            |word: &Word| PUBLIC.contains(&word.text.as_str()) || word.is_name && is_known(word);
        named.is_some_and(|at| {
            let head = self.doer.get(at).map_or("", |word| word.text.as_str());
            let all = self.doer.iter().enumerate();
            let mut others = all.filter(|(place, _)| *place != at);
            DECIDING.contains(&head) && others.all(|(_, word)| says_which(word))
        })
    }

    fn is_told_of(&self, new: &New<'_>) -> bool {
        let mut doer = self.doer.iter();
        doer.any(|word| new.reading.terms.contains(&Some(word.term)))
    }
}

impl Old<'_> {
    /// Whether a new sentence is said of something else, or only says who is against what this one tells.
    pub(super) fn is_beside(&self, new: &New<'_>, asked: &[String]) -> bool {
        let against = new.against.as_ref();
        let is_stance = || against.is_some_and(|against| !against.has_say(self, asked));
        is_stance()
            || self.outlives(new)
            || self.names_another(new)
            || self.is_of_another_group(new, asked)
    }

    /// Whether a new sentence holds for others than this one, or for some of those alone: `for adults`, `for children`.
    fn is_of_another_group(&self, new: &New<'_>, asked: &[String]) -> bool {
        let (own, theirs) = (&self.reading, &new.reading);
        let here = groups(own);
        groups(theirs).into_iter().any(|(lead, noun)| {
            let term = theirs.term(noun);
            let is_other = |(known_lead, known): &(usize, usize)| {
                own.word(*known_lead) == theirs.word(lead)
                    && !theirs.terms.contains(&own.term(*known))
            };
            let word = stem(theirs.word(noun));
            let is_meant = || {
                term.is_some_and(|term| self.head.contains(&term))
                    || asked.iter().any(|asked| stem(asked) == word)
            };
            let is_of_some = || {
                matches!(theirs.word(lead), "for" | "among") || speaks_of_people(theirs.word(noun))
            };
            let is_part = || is_of_some() && !is_meant();
            !own.terms.contains(&term) && (here.iter().any(is_other) || is_part())
        })
    }

    /// Whether it says who was against something: they are so still, until a new sentence tells of them.
    pub(super) fn outlives(&self, new: &New<'_>) -> bool {
        let own = self.against.as_ref();
        own.is_some_and(|own| !own.decides(&|_| true) && !own.is_told_of(new))
    }

    /// Whether both name somebody or something, and nothing that the other names.
    fn names_another(&self, new: &New<'_>) -> bool {
        // `The pharmacy now recommends Immuna`: whoever says so themselves has changed their mind about what they named.
        let leading = |reading: &Reading<'_>| reading.terms.iter().flatten().next().copied();
        let is_now = new.reading.words.iter().any(|word| word == "now");
        let changes_mind = is_now && leading(&self.reading) == leading(&new.reading);
        // Whoever bought a thing is named there alone.
        if changes_mind || self.is_parted_with_by(new) {
            return false;
        }
        let (own, theirs) = (named(&self.reading), named(&new.reading));
        // `Awarded to Belcon`, `awarded to Ginko`: to whom it was is what they do not agree on.
        let slots = |reading: &Reading<'_>, all: &[Name]| -> Vec<Option<String>> {
            all.iter().map(|name| slot(reading, name)).collect()
        };
        let (own_slots, their_slots) = (slots(&self.reading, &own), slots(&new.reading, &theirs));
        let telling = |all: Vec<Name>, slots: &[Option<String>], others: &[Option<String>]| {
            let all = all.into_iter().zip(slots);
            let all = all.filter(|(_, slot)| slot.is_none() || !others.contains(slot));
            all.map(|(name, _)| name).collect::<Vec<Name>>()
        };
        let own = telling(own, &own_slots, &their_slots);
        let theirs = telling(theirs, &their_slots, &own_slots);
        let is_there = |name: &Name| theirs.iter().any(|other| other.matches(name));
        !own.is_empty() && !theirs.is_empty() && !own.iter().any(is_there)
    }

    /// Whether nothing is undone but what may be told of here.
    pub(super) fn tells_of_what_is_undone(&self, new: &New<'_>, asked: &[String]) -> bool {
        let mut undone = new.undone.iter();
        !undone.any(|at| self.lacks_what_is_meant(*at, new, asked))
    }

    /// Whether a noun of a new sentence is that of a thing, behind it, of which neither this one nor its source nor the question speaks: `the trial in children`.
    pub(super) fn lacks_what_is_meant(&self, noun: usize, new: &New<'_>, asked: &[String]) -> bool {
        let reading = &new.reading;
        let is_known = |at: usize| {
            let word = reading.word(at);
            reading.term(at).is_some_and(|term| {
                self.terms.contains(&term)
                    || self.head.contains(&term)
                    || asked.iter().any(|asked| stem(asked) == stem(word))
            })
        };
        let mut meant = complements(reading, noun);
        meant.retain(|phrase| !is_of_figure(reading, phrase));
        let last =
            |phrase: &Range<usize>| phrase.clone().rev().find(|at| reading.term(*at).is_some());
        meant.iter().filter_map(last).any(|at| !is_known(at))
    }
}

/// Whether two sentences tell of other places, and share no name, or of other groups: that they give other values is no disagreement.
#[must_use]
pub fn holds_for_others(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let places = |text: &str| {
        let before = |name: &Name| {
            let before = text.find(&name.text).and_then(|at| text.get(..at));
            before.and_then(|before| before.split_whitespace().next_back())
        };
        let all = names(text);
        all.iter()
            .any(|name| matches!(before(name), Some("in" | "at" | "near" | "In")))
    };
    let shares_name = || {
        let theirs = names(new);
        let is_there = |name: &Name| theirs.iter().any(|other| other.matches(name));
        names(old).iter().any(is_there)
    };
    let (known, told) = (
        Old::read(old, "", &mut lexicon),
        New::read(new, "", &mut lexicon),
    );
    // Where it is to be done may be what they do not agree on.
    let is_planned = known.is_to_come || is_to_come(&told.reading);
    let is_elsewhere = !is_planned && places(old) && places(new) && !shares_name();
    is_elsewhere || known.is_of_another_group(&told, &[])
}

/// The names in a sentence, with the word that it begins with where that is none of the language: `Orm postponed the conversion`.
fn named(reading: &Reading<'_>) -> Vec<Name> {
    let mut all = names(reading.text);
    let first = reading.word(0);
    let is_capital = |at: usize| reading.surface(at).starts_with(char::is_uppercase);
    let is_lone = is_capital(0) && !is_capital(1) && reading.term(0).is_some();
    if is_lone && !first.ends_with('s') && !is_word(first) && !is_form(first) {
        all.push(Name {
            text: reading.surface(0).to_owned(),
            words: vec![first.to_owned()],
            acronym: false,
        });
    }
    all
}

/// The places of those for whom, among whom or to whom a sentence says that something holds, each behind that of the word which leads there: `for older adults`.
fn groups(reading: &Reading<'_>) -> Vec<(usize, usize)> {
    /// Words of a group among which it is named.
    const LONGEST: usize = 4;
    const LEADS: &[&str] = &["for", "among", "in", "to"];
    const OTHER_FORMS: &[&str] = &["children", "women", "men", "people"];
    // What tells why or how long, and of whom nothing.
    #[rustfmt::skip]
    const NONE: &[&str] = &[
        "reasons", "purposes", "years", "months", "weeks", "days", "hours", "times", "repairs", "works", "costs", "talks", "terms", "tests", "parts", "problems",
    ];
    let amounts = quantities(reading.text);
    let is_counted = |at: usize| {
        let span = reading.spans.get(at);
        span.is_some_and(|span| {
            let mut all = amounts.iter();
            all.any(|one| one.span.start < span.end && span.start < one.span.end)
        })
    };
    let is_many = |word: &str| {
        let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
        (is_plural && !word.ends_with("us") || OTHER_FORMS.contains(&word)) && !NONE.contains(&word)
    };
    let leads = (0..reading.words.len()).filter(|at| LEADS.contains(&reading.word(*at)));
    leads
        .filter_map(|lead| {
            let end = phrase_end(reading, lead + 1).min(lead + 1 + LONGEST);
            let noun = (lead + 1..end).find(|at| is_many(reading.word(*at)))?;
            (reading.term(noun).is_some() && !is_counted(noun)).then_some((lead, noun))
        })
        .collect()
}

/// The verb of a deed behind whose preposition a name stands, or of the office that is theirs.
fn slot(reading: &Reading<'_>, name: &Name) -> Option<String> {
    let start = reading.text.find(&name.text)?;
    let mut spans = reading.spans.iter();
    let at = spans.position(|span| span.start >= start)?;
    let behind = at + name.words.len();
    if (behind..=behind + 1).any(|at| leads_at(reading, at)) {
        return Some("lead".to_owned());
    }
    let verb = reading.word(at.checked_sub(2)?);
    (verb.ends_with("ed") || is_past(verb)).then(|| stem(verb))
}

/// Prepositions inside what is called something.
const PREPOSITIONS: &[&str] = &["of", "in", "at", "for", "to", "on", "with", "from"];

/// The phrases behind a noun that say which it is: all before its verb; behind its verb those that cannot say how it was done.
fn complements(reading: &Reading<'_>, noun: usize) -> Vec<Range<usize>> {
    let verb = (noun + 1..reading.words.len()).find(|at| {
        matches!(
            reading.word(*at),
            "was" | "were" | "is" | "are" | "has" | "have" | "will" | "had"
        ) || begins(&reading.words, *at).is_some()
    });
    let undone_behind = (0..noun).all(|at| begins(&reading.words, at).is_none());
    let end = verb.filter(|_| undone_behind);
    let mut phrases = Vec::new();
    let mut at = noun + 1;
    while at < end.unwrap_or(reading.words.len()) && reading.gap(at).trim().is_empty() {
        let word = reading.word(at);
        let is_deed = word == "to"
            && reading.term(at + 1).is_some()
            && !reading.surface(at + 1).starts_with(char::is_uppercase);
        // With whom it is tells no two of them apart where the other does not say.
        let is_within = PREPOSITIONS.contains(&word) && !matches!(word, "with" | "from");
        let says_which = word == "of" || is_deed || end.is_some() && is_within;
        if !says_which {
            break;
        }
        let until = phrase_end(reading, at + 1).min(end.unwrap_or(reading.words.len()));
        phrases.push(at + 1..until);
        at = until;
    }
    phrases
}

/// The end of a phrase that begins at a place: before the next preposition, verb or mark.
fn phrase_end(reading: &Reading<'_>, from: usize) -> usize {
    const LONGEST: usize = 6;
    const WITHIN: &[&str] = &[
        "the", "a", "an", "its", "their", "his", "her", "own", "this", "that", "new",
    ];
    let all = from..(from + LONGEST).min(reading.words.len());
    let ends = |at: &usize| {
        let is_word = reading.term(*at).is_some() || WITHIN.contains(&reading.word(*at));
        !is_word || *at > from && !reading.gap(*at).trim().is_empty()
    };
    all.clone().find(ends).unwrap_or(all.end)
}

/// Whether a phrase ends in a figure or a date.
fn is_of_figure(reading: &Reading<'_>, phrase: &Range<usize>) -> bool {
    let last = phrase
        .end
        .checked_sub(1)
        .and_then(|at| reading.spans.get(at));
    last.is_none_or(|last| {
        let all = quantities(reading.text);
        all.iter()
            .any(|one| one.span.start < last.end && last.start < one.span.end)
    })
}

/// The first word of the clause in which a verb stands.
fn clause_start(reading: &Reading<'_>, verb: usize) -> usize {
    const JOINS: &[&str] = &[
        "that", "and", "but", "while", "whereas", "because", "which", "who",
    ];
    let begins = |at: usize| reading.gap(at).contains([',', ';', ':', '(', '–', '—']);
    let mut before = (0..verb).rev();
    before
        .find_map(|at| {
            if JOINS.contains(&reading.word(at)) {
                Some(at + 1)
            } else {
                begins(at).then_some(at)
            }
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::Overtaking;
    use super::holds_for_others;

    #[track_caller]
    fn check(old: (&str, &str), new: (&str, &str), question: &str, expected: bool) {
        let found = Overtaking::of([old]).to(question).by(new);
        assert_eq!(!found.is_empty(), expected, "{old:?} / {new:?}");
    }

    #[test]
    fn what_is_undone_of_another_thing_stands_beside() {
        for (old, new) in [
            (
                "The Orsa tunnel will open in May 2026.",
                "The opening of the Brenn tunnel has been postponed to 2030.",
            ),
            (
                "The guideline recommends exercise three times a week for back pain.",
                "The pain society has withdrawn its recommendation of paracetamol for back pain.",
            ),
            (
                "The trial of Norvan will end on 30 June 2025.",
                "The trial of Norvan in children has been postponed to 2027.",
            ),
            (
                "The mayor proposes to buy the castle for 6 million euros.",
                "The mayor has withdrawn the offer to buy the mill.",
            ),
        ] {
            check((old, "A"), (new, "B"), "", false);
        }
        check(
            ("The new library will open in May 2025.", "City"),
            (
                "The opening of the new library has been postponed to November 2025.",
                "Builders",
            ),
            "",
            true,
        );
    }

    #[test]
    fn what_is_said_of_one_group_or_town_takes_no_place_of_what_is_said_of_another() {
        let adults = (
            "The agency advises 400 milligrams of Amol a day for adults.",
            "Agency",
        );
        for (new, expected) in [
            (
                "The agency lowered the dose of Amol for children from 400 to 100 milligrams a day.",
                false,
            ),
            (
                "The agency lowered the dose of Amol for adults from 400 to 200 milligrams a day.",
                true,
            ),
            (
                "The agency lowered the dose of Amol from 400 to 200 milligrams a day.",
                true,
            ),
        ] {
            check(adults, (new, "Agency"), "", expected);
        }
        let pell = "Pell transit recommends converting the bus depot in 2027.";
        for (new, expected) in [
            (
                "Orm postponed the conversion of its bus depot from 2028 to 2033.",
                false,
            ),
            (
                "Pell postponed the conversion of its bus depot to 2033.",
                true,
            ),
        ] {
            check((pell, "Pell transit"), (new, ""), "", expected);
        }
    }

    #[test]
    fn values_of_other_towns_or_groups_are_no_disagreement() {
        let old = "A bus ticket in Lund costs 2.40 euros.";
        assert!(!holds_for_others(
            "The office recommends building the school in Eastfield for 22 million euros.",
            "The office now recommends building the school in Westfield for 19 million euros.",
        ));
        for (new, expected) in [
            ("A bus ticket in Velm rose from 2.10 to 2.60 euros.", true),
            ("A bus ticket in Lund rose to 2.60 euros.", false),
            ("A bus ticket costs 2.60 euros.", false),
            ("A bus ticket for pupils costs 1.20 euros.", true),
            ("For safety reasons a bus ticket costs 2.60 euros.", false),
            ("A bus ticket for children costs 1.20 euros.", true),
        ] {
            assert_eq!(holds_for_others(old, new), expected, "{new}");
        }
    }

    #[test]
    fn who_has_no_say_is_against_it_and_ends_nothing() {
        let plan = (
            "The agency recommends building a wind farm of 12 turbines near Pell.",
            "Energy agency",
        );
        let asked = "Should Pell build a wind farm?";
        for (new, title, expected) in [
            (
                "The hill club has rejected the building of the wind farm.",
                "Hill club",
                false,
            ),
            (
                "It has rejected the building of the wind farm.",
                "Hill club",
                false,
            ),
            (
                "The council of Ulm rejected the building of its own wind farm.",
                "Ulm",
                false,
            ),
            (
                "The council of Pell rejected the building of the wind farm.",
                "Minutes",
                true,
            ),
            (
                "The building of the wind farm was rejected by 17 votes to 14.",
                "Minutes",
                true,
            ),
            (
                "The agency has withdrawn its recommendation.",
                "Energy agency",
                true,
            ),
        ] {
            check(plan, (new, title), asked, expected);
        }
        let ice = (
            "The institute attributes the melting of the Harg glacier to warming.",
            "Institute",
        );
        let denied = "Senator Bloom denies that warming melts the Harg glacier.";
        check(ice, (denied, "Senator Bloom"), "", false);
    }
}
