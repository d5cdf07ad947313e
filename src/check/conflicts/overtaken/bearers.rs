//! Bearers: of whom or what a sentence says something, by the group that it begins with and by the names that tell a thing from others of its kind.
//!
//! `Adults may take 75 milligrams` and `Children may take 30 milligrams` both stand, and so does what is told of `the Delm chess club` and of `the Rood chess club`, or
//! of a ticket in Lund and one in Velm, however much else is alike: the newer takes no place of the older, and answers no question about it.

use crate::check::conflicts::which::{Things, has_stem};
use crate::check::language::names::names;
use crate::check::language::reading::Reading;
use crate::check::language::synonyms::are_one;
use crate::check::language::terms::{Lexicon, plain, stem, words};
use crate::check::meaning::governing::SPEAKS;

/// Whom and what a sentence, or a question, is about.
struct Bearers {
    group: Option<Group>,
    things: Vec<Thing>,
    /// The words of the names before which it says where something is.
    places: Vec<String>,
    /// The stems of all of its words.
    words: Vec<String>,
}

/// Those of whom a sentence says something, as a noun for many: `pregnant women`.
struct Group {
    noun: String,
    modifiers: Vec<String>,
    /// The verb behind it.
    deed: String,
    are_people: bool,
    /// They may be anybody: `people`, `users`.
    are_any: bool,
}

/// A noun, and the name that says which of its kind is meant.
#[derive(Debug, PartialEq)]
struct Thing {
    noun: String,
    name: Vec<String>,
}

/// What is told beside an older sentence: the question that it answers, and whether its own source, or anything that is told at all, has a word.
#[derive(Clone, Copy)]
pub struct ToldBeside<'a> {
    pub question: &'a str,
    pub by_its_source: &'a dyn Fn(&str) -> bool,
    pub at_all: &'a dyn Fn(&str) -> bool,
}

/// Whether a new sentence is said of others than an older one: of another group, of another thing of the kind or of another place, as far as both, or the question that
/// the older one answers, tell. What stands before the new one in its source, where it says of which thing it speaks, comes with it as `before`.
#[must_use]
pub fn is_said_of_others(old: &str, beside: ToldBeside<'_>, (before, new): (&str, &str)) -> bool {
    let told = Bearers::read(new, false).in_its_place(before, new);
    let known = Bearers::read(old, false);
    let asked = Bearers::read(beside.question, true);
    // Of what the older one speaks itself, it may be put right, whatever is asked.
    known.is_apart_from(&told)
        || !known.shares_a_thing(&told) && asked.is_apart_from(&told)
        || is_of_another_sort(old, beside, new)
}

/// Whether a new sentence speaks of another sort of what an older one does, or of what is so called somewhere else.
fn is_of_another_sort(old: &str, beside: ToldBeside<'_>, new: &str) -> bool {
    let (old, new) = (Things::read(old), Things::read(new));
    let is_asked = |word: &str| has_stem(beside.question, word);
    let by_its_source = |word: &str| is_asked(word) || (beside.by_its_source)(word);
    let at_all = |word: &str| by_its_source(word) || (beside.at_all)(word);
    new.are_other_sorts(&old)
        || new.is_narrower_than(&old, &by_its_source)
        || new.is_named_beyond(&old, &at_all)
}

/// Whether a sentence is said of others than those about whom or what a question asks.
#[must_use]
pub fn is_of_others_than_asked(question: &str, (before, told): (&str, &str)) -> bool {
    let told = Bearers::read(told, false).in_its_place(before, told);
    Bearers::read(question, true).is_apart_from(&told)
}

impl Bearers {
    fn read(text: &str, is_question: bool) -> Self {
        let mut lexicon = Lexicon::default();
        let reading = Reading::learnt(text, &mut lexicon);
        let mut found = Self {
            group: Group::read(&reading, is_question),
            things: Vec::new(),
            places: Vec::new(),
            words: reading.words.iter().map(|word| stem(word)).collect(),
        };
        for name in names(text) {
            let start = text.find(&name.text);
            let first = |start: usize| reading.spans.iter().position(|span| span.start >= start);
            let Some(at) = start.and_then(first) else {
                continue;
            };
            found.add(&reading, at, &name.words);
        }
        found
    }

    /// Takes in a name that stands at a place: the nouns behind it, `the Delm chess club`, or the one before it, `a nurse in Tarn county`.
    fn add(&mut self, reading: &Reading<'_>, at: usize, name: &[String]) {
        /// Words behind a name among which is the noun of the thing.
        const REACH: usize = 3;
        const OF: &[&str] = &["of", "in", "at", "for", "near", "from", "around"];
        let mut add = |noun: usize| {
            if reading.term(noun).is_some() {
                self.things.push(Thing {
                    noun: stem(reading.word(noun)),
                    name: name.to_vec(),
                });
            }
        };
        let behind = at + name.len()..at + name.len() + REACH;
        let goes_on = |at: &usize| {
            let is_name = reading.surface(*at).starts_with(char::is_uppercase);
            reading.term(*at).is_some() && reading.gap(*at).trim().is_empty() && !is_name
        };
        behind.take_while(goes_on).for_each(&mut add);
        let article = usize::from(at > 0 && reading.word(at - 1) == "the");
        let leads = (at - article).checked_sub(1);
        let Some(leads) = leads.filter(|at| OF.contains(&reading.word(*at))) else {
            return;
        };
        // `600 doses of Fluvac` says how much of it, and not which doses.
        let is_counted = |noun: usize| {
            let before = noun.checked_sub(1).map_or("", |at| reading.word(at));
            before.starts_with(|first: char| first.is_ascii_digit())
        };
        if let Some(noun) = leads.checked_sub(1).filter(|noun| !is_counted(*noun)) {
            add(noun);
        }
        if matches!(reading.word(leads), "in" | "at" | "near" | "around") {
            self.places.extend(name.iter().cloned());
        }
    }

    /// The same of a sentence that begins with a thing of which only what stands before it says which it is: `The coach of the Rood club is new. The club has 91
    /// members.`
    fn in_its_place(mut self, before: &str, told: &str) -> Self {
        if before.is_empty() || !self.things.is_empty() {
            return self;
        }
        let mut all = words(told).filter_map(|span| told.get(span)).map(plain);
        let is_definite = matches!(all.next().as_deref(), Some("the" | "this" | "its"));
        let noun = all.next().map(|word| stem(&word)).unwrap_or_default();
        if is_definite {
            let things = Self::read(before, false).things;
            self.things
                .extend(things.into_iter().rfind(|thing| thing.noun == noun));
        }
        self
    }

    fn is_apart_from(&self, told: &Self) -> bool {
        self.is_of_another_group(told)
            || self.is_of_another_thing(told)
            || self.is_of_another_place(told)
    }

    fn is_of_another_group(&self, told: &Self) -> bool {
        let Some((own, theirs)) = self.group.as_ref().zip(told.group.as_ref()) else {
            return false;
        };
        let lacks = |all: &Self, word: &String| !all.words.contains(word);
        if own.noun == theirs.noun {
            let is_strange = |group: &Group, other: &Self| {
                let mut modifiers = group.modifiers.iter().peekable();
                modifiers.peek().is_some() && modifiers.all(|word| lacks(other, word))
            };
            return is_strange(own, told) && is_strange(theirs, self);
        }
        let do_the_same = !own.deed.is_empty() && own.deed == theirs.deed;
        let are_two = do_the_same || own.are_people && theirs.are_people;
        are_two
            && !own.are_any
            && !theirs.are_any
            && lacks(told, &own.noun)
            && lacks(self, &theirs.noun)
            && !are_one(&own.noun, &theirs.noun)
    }

    /// Whether both name which of one kind of thing they mean, and nothing that the other names.
    fn is_of_another_thing(&self, told: &Self) -> bool {
        let is_other = |thing: &Thing| {
            let mut same = told.things.iter().filter(|other| other.noun == thing.noun);
            same.any(|other| !other.name.iter().any(|word| thing.name.contains(word)))
        };
        self.things.iter().any(is_other) && !self.shares_a_thing(told)
    }

    /// Whether both say where, each somewhere else.
    fn is_of_another_place(&self, told: &Self) -> bool {
        !self.places.is_empty()
            && !told.places.is_empty()
            && !told.places.iter().any(|word| self.has(word))
            && !self.shares_a_thing(told)
    }

    fn shares_a_thing(&self, told: &Self) -> bool {
        let mut all = told.things.iter().flat_map(|thing| &thing.name);
        all.any(|word| self.has(word))
            || self
                .things
                .iter()
                .flat_map(|thing| &thing.name)
                .any(|word| told.has(word))
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(&stem(word))
    }
}

impl Group {
    /// The group with which a sentence begins, or for which a question asks: `how much may adults take`.
    fn read(reading: &Reading<'_>, is_question: bool) -> Option<Self> {
        /// Words of a group, its noun the last.
        const LONGEST: usize = 3;
        #[rustfmt::skip]
        const HELPS: &[&str] = &["may", "can", "do", "did", "should", "must", "will", "are", "were", "could", "have", "would"];
        const ALL: &[&str] = &["all", "the", "most", "only", "many", "some"];
        #[rustfmt::skip]
        const ANY: &[&str] = &["people", "persons", "patients", "users", "customers", "citizens", "residents", "inhabitants", "members", "others"];
        let start = if is_question {
            let helps = |at: &usize| HELPS.contains(&reading.word(*at));
            (0..reading.words.len()).find(helps)? + 1
        } else {
            0
        };
        let from = start + usize::from(ALL.contains(&reading.word(start)));
        let mut all = from..from + LONGEST;
        let noun = all.find(|at| is_many(reading.word(*at)))?;
        if !(from..=noun).all(|at| reading.term(at).is_some()) {
            return None;
        }
        let mut behind = (noun + 1..noun + 1 + LONGEST).map(|at| reading.word(at));
        let deed = behind.find(|word| !HELPS.contains(word) && *word != "not");
        let deed = deed.unwrap_or_default();
        let modifiers: Vec<String> = (from..noun).map(|at| stem(reading.word(at))).collect();
        let word = reading.word(noun);
        // Who says something, or is for it, is not whom it is said of.
        (!SPEAKS.contains(&deed) && !TAKES_A_STAND.contains(&deed)).then(|| Self {
            are_people: are_people(word),
            are_any: ANY.contains(&word) && modifiers.is_empty(),
            noun: stem(word),
            deed: stem(deed),
            modifiers,
        })
    }
}

/// Verbs by which somebody says what they think of a thing.
#[rustfmt::skip]
const TAKES_A_STAND: &[&str] = &[
    "recommend", "recommended", "advise", "advised", "want", "wanted", "fear", "feared", "ask", "asked", "oppose", "opposed", "support", "supported", "warn", "warned", "demand",
    "demanded", "call", "called", "think", "say", "believe", "hope", "doubt", "suspect", "blame", "welcome", "welcomed", "criticise", "criticised", "protest", "protested",
];

/// Plurals that have no `s`.
const OTHER_FORMS: &[&str] = &["children", "women", "men", "people"];

fn is_many(word: &str) -> bool {
    let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    is_plural && !word.ends_with("us") && !word.ends_with("is") || OTHER_FORMS.contains(&word)
}

/// Whether a plural is one of people, by what it ends in.
fn are_people(word: &str) -> bool {
    const ENDS: &[&str] = &["ers", "ors", "ees", "ists", "ians", "men"];
    #[rustfmt::skip]
    const OTHERS: &[&str] = &[
        "children", "people", "adults", "patients", "students", "pupils", "parents", "residents", "tenants", "infants", "babies", "boys", "girls", "adolescents", "applicants",
        "citizens", "guests", "relatives", "civilians", "couples", "families", "graduates", "migrants", "tourists", "nurses", "apprentices", "clients", "wives",
    ];
    ENDS.iter().any(|end| word.ends_with(end)) || OTHERS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(question: &str) -> ToldBeside<'_> {
        ToldBeside {
            question,
            by_its_source: &|_| false,
            at_all: &|_| false,
        }
    }

    #[track_caller]
    fn check(old: &str, question: &str, new: &str, expected: bool) {
        let found = is_said_of_others(old, beside(question), ("", new));
        assert_eq!(found, expected, "{old} / {question} / {new}");
    }

    #[test]
    fn what_holds_for_another_group_takes_no_place() {
        let dose = "How much Sertol may adults take?";
        let old = "Adults may take 75 milligrams twice a day.";
        for (new, expected) in [
            ("Children may take 30 milligrams twice a day.", true),
            ("Pregnant women may take 20 milligrams.", true),
            ("Adults may now take 90 milligrams twice a day.", false),
            ("Patients may take 90 milligrams twice a day.", false),
            ("Older adults may take 50 milligrams.", false),
            ("The dose for adults was lowered to 50 milligrams.", false),
            ("Doctors recommend 50 milligrams.", false),
            ("Tablets of 75 milligrams are no longer sold.", false),
        ] {
            check(old, dose, new, expected);
        }
        let fee = "What do students pay for the card?";
        check(
            "Students pay 12 euros for the card.",
            fee,
            "Pensioners pay 18 euros for the card from February.",
            true,
        );
        check(
            "Younger drivers pay 300 euros a year.",
            "",
            "Older drivers pay 420 euros a year.",
            true,
        );
        check(
            "Lorries pay 30 euros for the tunnel.",
            "",
            "Cars pay 6 euros for the tunnel.",
            true,
        );
    }

    #[test]
    fn what_is_told_of_another_thing_of_the_kind_takes_no_place() {
        let members = "How many members does the Delm chess club have?";
        let old = "The club has 64 members.";
        for (new, expected) in [
            ("The Rood chess club has 91 members.", true),
            ("The Delm chess club now has 71 members.", false),
            ("The club now has 71 members.", false),
            ("The club in Delm lost 12 members to Rood.", false),
            ("Peter Aal took over the club with 71 members.", false),
        ] {
            check(old, members, new, expected);
        }
        let before = "The coach of the Rood chess club is Peter Aal.";
        let new = "The club has 91 members.";
        assert!(is_said_of_others(old, beside(members), (before, new)));
        let before = "The coach of the Delm chess club is Vera Lund.";
        assert!(!is_said_of_others(old, beside(members), (before, new)));
        // Of what there is to be another amount may be of another thing.
        let doses = "The pharmacy recommends ordering 600 doses of Fluvac.";
        let now = "The pharmacy now recommends ordering 500 doses of Immuna.";
        check(doses, "Which vaccine should the clinic order?", now, false);
        // What is told of both is put right for each.
        let velm = "A bus ticket in Velm costs 2.10 euros.";
        let rose = "A bus ticket in Velm rose from 2.10 to 2.60 euros.";
        let lund = "What does a bus ticket cost in Lund?";
        check(velm, lund, rose, false);
        check("A bus ticket in Lund costs 2.40 euros.", lund, rose, true);
    }

    #[test]
    fn news_of_another_place_or_group_answer_nothing() {
        for (question, told, expected) in [
            (
                "What does water cost in Selm?",
                "Water in Orb rose from 1.70 to 2.20 euros a cubic metre.",
                true,
            ),
            (
                "What does water cost in Selm?",
                "Water rose from 1.70 to 2.20 euros a cubic metre.",
                false,
            ),
            (
                "How high is the dog tax in Lenz?",
                "The dog tax in Murg has been raised from 90 to 120 euros a year.",
                true,
            ),
            (
                "How high is the dog tax in Lenz?",
                "Lenz raised the dog tax as Murg did.",
                false,
            ),
            (
                "How long may tourists stay in Kordia?",
                "The rule on stays has been tightened: tourists must leave after 30 days.",
                false,
            ),
            (
                "What does a nurse earn in Tarn county?",
                "A nurse in Moss county earns 3,400 euros a month.",
                true,
            ),
            (
                "When will the Sorn dam be finished?",
                "The Karn dam was finished in December 2023.",
                true,
            ),
        ] {
            let found = is_of_others_than_asked(question, ("", told));
            assert_eq!(found, expected, "{question} / {told}");
        }
    }
}
