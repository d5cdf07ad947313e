//! Scope: what a question is about, and how much of it a sentence speaks of.
//!
//! A sentence need not repeat the question: what it leans on, the sentence before it and the headings above it speak for it too, each for less. What answers is
//! not known here (`fit`).

use std::collections::BTreeSet;

use super::causes::asks_to_do_away;
use super::clause::{is_base, is_determiner, is_doing};
use super::kin::names_the_doer;
use super::missing::is_generic;
use super::pool::{Candidate, Pool, hosts};
use super::query::{Query, holds, weight_in};
use crate::check::{
    Quantity, Question, QuestionKind, Term, Unit as Measure, is_stop_word, key, plain, quantities,
    stem, words,
};
use crate::pipeline::Request;
use crate::semantic::{self, Vector};

/// What counts of a word that a sentence does not say itself: what it leans on does, what it stands under, what it stands behind, or its passage.
const HOST: f32 = 0.8;
const HEADED: f32 = 0.6;
const BEHIND: f32 = 0.5;
const AMID: f32 = 0.25;

/// What a question is about, to see how much of it a sentence speaks of.
pub struct Scope {
    words: Vec<(Vec<Term>, f32)>,
    /// Those of them that say what is asked about, and the weight of all such words, of which the texts may lack some.
    content: Vec<(Vec<Term>, f32)>,
    asked: f32,
    /// What is called by a letter or a number: `plan a`.
    labels: Vec<String>,
    /// The numbers of the documents that call something so.
    called: Vec<(u32, String)>,
    figures: Vec<Quantity>,
    /// What the titles and headings of documents give, by the number of the document.
    framed: Vec<(u32, Quantity)>,
    /// What the documents are dated, by their numbers.
    dated: Vec<(u32, Quantity)>,
    is_one_matter: bool,
    /// The names of the question, and the documents on what is asked that name nothing: theirs are these.
    names: Vec<Vec<Term>>,
    nameless: Vec<u32>,
    /// What is done, where its doer or its cause is asked for.
    deed: Option<Vec<Term>>,
    /// The same, where no text has a word for it: what is said in a near one may still tell it.
    unsaid_deed: Option<Vector>,
}

impl Scope {
    /// Reads a question.
    #[must_use]
    pub fn read(pool: &mut Pool, request: &Request, kind: QuestionKind) -> Self {
        /// What is done counts for more than to what, where the doer is asked for.
        const DEED: f32 = 2.5;
        let query = Query::read(pool, &request.question, request);
        let (mut words, mut content, mut asked) = (query.question, query.content, query.asked);
        // `Work` says nothing of what works.
        if Question::read(&request.question).asks_how_it_works()
            && let Some(last) = last_word(&request.question)
        {
            let senses = pool.senses(last);
            words.retain(|(known, _)| !overlaps(known, &senses));
            content.retain(|(known, weight)| {
                let is_it = overlaps(known, &senses);
                asked -= if is_it { *weight } else { 0.0 };
                !is_it
            });
        }
        if let Some(away) = asks_to_do_away(&request.question) {
            let senses = pool.senses(away);
            asked -= set_aside(&senses, &mut content);
            set_aside(&senses, &mut words);
        }
        let asks_who_put = kind == QuestionKind::Who && asks_who_put(&request.question);
        if asks_who_put {
            let senses = PUTS.iter().flat_map(|verb| pool.senses(verb));
            words.insert(0, (senses.collect(), pool.rarest()));
        }
        let asks_who_does = kind == QuestionKind::Who && !asks_who_put;
        let is_named = asks_who_does && take_in_doers(pool, &request.question, &mut words);
        let unsaid = (asks_who_does && !is_named)
            .then(|| unsaid_deed(pool, &request.question))
            .flatten();
        if unsaid.is_some() {
            words.push((Vec::new(), pool.rarest()));
        } else if kind == QuestionKind::Who
            && let Some((_, weight)) = words.first_mut()
        {
            *weight *= DEED;
        }
        // So does what is measured, `How much yield was lost to rust?`, and that something was found.
        let finds = found(&request.question).filter(|_| kind == QuestionKind::Plain);
        let lost = dealt_in(&request.question).filter(|_| kind == QuestionKind::Amount);
        for word in measured(&request.question)
            .into_iter()
            .chain(finds)
            .chain(lost)
        {
            let senses = pool.senses(word);
            let mut known = words.iter_mut();
            if let Some((_, weight)) = known.find(|(known, _)| overlaps(known, &senses)) {
                *weight *= DEED;
            }
        }
        hush_what_all_stand_under(pool, &mut words);
        let framed = request.context.documents.iter().flat_map(|document| {
            let passages = document.passages.iter();
            let headings = passages.flat_map(|chosen| &chosen.passage.headings);
            let texts = headings.chain([&document.document.title]);
            texts
                .flat_map(|text| quantities(text))
                .map(|quantity| (document.number, quantity))
        });
        let deed = match kind {
            QuestionKind::Who if unsaid.is_none() => {
                words.first().map(|(senses, _)| senses.clone())
            }
            QuestionKind::Cause if asks_to_do_away(&request.question).is_none() => {
                asked_event(&request.question)
                    .map(|verb| pool.senses(verb))
                    .filter(|senses| words.iter().any(|(known, _)| overlaps(known, senses)))
            }
            _ => None,
        };
        let names: Vec<Vec<Term>> = capitalised(&request.question)
            .map(|word| pool.senses(word))
            .collect();
        let dated = request.context.documents.iter().filter_map(|one| {
            let date = one.document.date.as_deref()?;
            Some((one.number, date))
        });
        let dated = dated.flat_map(|(number, date)| {
            quantities(date)
                .into_iter()
                .map(move |quantity| (number, quantity))
        });
        let labels = labels(&request.question);
        Self {
            deed,
            unsaid_deed: unsaid,
            called: called(pool, &labels),
            dated: dated.collect(),
            words,
            content,
            asked,
            labels,
            figures: quantities(&request.question)
                .into_iter()
                .filter(|quantity| quantity.is_firm() && !is_bare(quantity, &request.question))
                .collect(),
            framed: framed.collect(),
            is_one_matter: pool.is_one_matter(),
            nameless: nameless(pool, &names),
            names,
        }
    }

    /// Whether a candidate tells of a day that is asked for: it gives it, or gives no other and goes on from what does, or is of a document of that day.
    #[must_use]
    pub fn is_of_the_day(&self, pool: &Pool, at: usize) -> bool {
        let Some(candidate) = pool.candidates.get(at) else {
            return false;
        };
        let mut asked = self.figures.iter().filter(|one| one.date().is_some());
        asked.all(|wanted| {
            let bears = |theirs: &Quantity| theirs.bears_out(wanted);
            let gives = |one: &Candidate| one.statement.quantities.iter().any(bears);
            let own = &candidate.statement.quantities;
            let before = at
                .checked_sub(1)
                .and_then(|before| pool.candidates.get(before))
                .filter(|one| one.passage == candidate.passage);
            let of_its_document = || {
                let mut dates = self.dated.iter().chain(&self.framed);
                dates.any(|(number, theirs)| *number == candidate.number && bears(theirs))
            };
            gives(candidate)
                || !own.iter().any(|one| one.date().is_some())
                    && (before.is_some_and(gives) || of_its_document())
        })
    }

    /// Whether a candidate, or what it leans on, tells what is done, where its doer or its cause is asked for.
    #[must_use]
    pub fn tells_the_deed(&self, candidate: &Candidate, pool: &Pool, at: usize) -> bool {
        let hosts = hosts(pool, at).unwrap_or_default();
        let hosts = hosts.iter().filter_map(|host| pool.candidates.get(*host));
        let mut all = hosts.chain([candidate]);
        match (&self.unsaid_deed, &self.deed) {
            (Some(unsaid), _) => all.any(|one| tells(&one.text, unsaid)),
            (None, Some(deed)) => all.any(|one| holds(&one.statement.terms, deed)),
            (None, None) => true,
        }
    }

    /// Whether a sentence says itself some of what is asked beside the names: `cost`, of `What will the line to Harle Cross cost?`.
    #[must_use]
    pub fn says_the_point(&self, candidate: &Candidate) -> bool {
        let is_name = |senses: &[Term]| self.names.iter().any(|name| overlaps(name, senses));
        let mut points = self.words.iter().filter(|(senses, _)| !is_name(senses));
        points.any(|(senses, _)| holds(&candidate.statement.terms, senses))
    }

    /// Whether a sentence says nearly all that is asked about itself, of more than one thing: `The city was named after Andrew Jackson` beside `What figure was
    /// the city named after?`. It answers though it has not the shape that answers of its kind have.
    #[must_use]
    pub fn is_close(&self, candidate: &Candidate) -> bool {
        /// The share from which the rest is what was asked for.
        const CLOSE: f32 = 0.66;
        !self.is_of_one_thing() && self.own(candidate) >= CLOSE
    }

    /// Whether so little is named that any sentence on it says all of it.
    #[must_use]
    pub fn is_of_one_thing(&self) -> bool {
        self.content.len() + self.figures.len() < 2
    }

    /// Whether nothing is named that could tell one matter from another: `What are the limits of the method?`.
    #[must_use]
    pub fn names_nothing(&self) -> bool {
        self.content.is_empty() && self.figures.is_empty()
    }

    /// Whether so much is named that a sentence which says most of it can be about nothing else.
    #[must_use]
    pub fn is_of_several_things(&self) -> bool {
        self.content.len() + self.figures.len() > 2
    }

    /// The share of what is asked that a sentence says itself.
    #[must_use]
    pub fn own(&self, candidate: &Candidate) -> f32 {
        let own = &candidate.statement;
        let gives = |wanted: &&Quantity| own.quantities.iter().any(|one| one.bears_out(wanted));
        let figures = self.figures.iter().filter(gives).count();
        let each = 0.5 * self.asked / self.content.len().max(1) as f32;
        let said = weight_in(&self.content, &own.terms) + each * figures as f32;
        let all = self.asked + each * self.figures.len() as f32;
        said / all.max(f32::EPSILON)
    }

    /// Whether a word is a name of the question, and the candidate of a document on what is asked that names nothing.
    fn is_its_name(&self, candidate: &Candidate, senses: &[Term]) -> bool {
        self.nameless.contains(&candidate.number)
            && self.names.iter().any(|name| overlaps(name, senses))
    }

    /// How many words a sentence has that are none of the question's.
    #[must_use]
    pub fn beyond(&self, candidate: &Candidate) -> usize {
        let is_asked = |term: &&Term| self.words.iter().any(|(senses, _)| senses.contains(term));
        let terms = candidate.statement.terms.iter();
        terms.filter(|term| !is_asked(term)).count()
    }

    /// How far a candidate speaks of what a label of the question calls: itself, by its hosts, by what it stands under or behind, or by its document.
    fn is_called_so(
        &self,
        (candidate, hosts, before): (&Candidate, &[&Candidate], Option<&Candidate>),
        label: &String,
    ) -> f32 {
        if is_called(candidate, label) {
            1.0
        } else if hosts.iter().any(|host| is_called(host, label)) {
            HOST
        } else if format!(" {} ", candidate.under).contains(label) {
            HEADED
        } else if before.is_some_and(|one| is_called(one, label)) {
            BEHIND
        } else if self.called.contains(&(candidate.number, label.clone())) {
            AMID
        } else {
            0.0
        }
    }

    /// The share of what is asked that a candidate speaks of: itself, by what it leans on, or by what it stands under.
    #[must_use]
    pub fn cover(&self, pool: &Pool, at: usize) -> f32 {
        const OF_THE_MATTER: f32 = 0.2;
        let Some(candidate) = pool.candidates.get(at) else {
            return 0.0;
        };
        let hosts = hosts(pool, at).unwrap_or_default();
        // What stands before all that it is told with.
        let first = hosts.first().copied().unwrap_or(at);
        let hosts: Vec<&Candidate> = hosts
            .iter()
            .filter_map(|host| pool.candidates.get(*host))
            .collect();
        let before = first
            .checked_sub(1)
            .and_then(|before| pool.candidates.get(before));
        let before = before.filter(|one| one.passage == candidate.passage);
        let held = |senses: &[Term]| {
            if holds(&candidate.statement.terms, senses) {
                1.0
            } else if hosts
                .iter()
                .any(|host| holds(&host.statement.terms, senses))
            {
                HOST
            } else if holds(&candidate.heads, senses) || self.is_its_name(candidate, senses) {
                HEADED
            } else if before.is_some_and(|one| holds(&one.statement.terms, senses)) {
                BEHIND
            } else if holds(&candidate.setting, senses) {
                AMID
            } else {
                0.0
            }
        };
        let given = |wanted: &Quantity| {
            let bears = |one: &Candidate| {
                one.statement
                    .quantities
                    .iter()
                    .any(|theirs| theirs.bears_out(wanted))
            };
            let is_framed = |(number, quantity): &(u32, Quantity)| {
                *number == candidate.number && quantity.bears_out(wanted)
            };
            let mut own = pool.candidates.iter();
            if bears(candidate) {
                1.0
            } else if hosts.iter().any(|host| bears(host)) {
                HOST
            } else if self.framed.iter().any(is_framed) || before.is_some_and(bears) {
                HEADED
            } else if own.any(|one| one.number == candidate.number && bears(one)) {
                AMID
            } else {
                0.0
            }
        };
        let rarest = pool.rarest();
        let (mut had, mut all) = (0.0, 0.0);
        for (senses, weight) in &self.words {
            had += weight * held(senses);
            all += weight;
        }
        let mut labels = self.labels.iter();
        if labels.any(|label| !is_called(candidate, label) && names_another(&candidate.key, label))
        {
            // `Version 3.2 was published in March` tells nothing of version 4.
            return 0.0;
        }
        for label in &self.labels {
            had += rarest * self.is_called_so((candidate, &hosts, before), label);
            all += rarest;
        }
        for wanted in &self.figures {
            had += rarest * given(wanted);
            all += rarest;
        }
        let least = if self.is_one_matter {
            OF_THE_MATTER
        } else {
            0.0
        };
        if all > 0.0 {
            (had / all).max(least)
        } else {
            OF_THE_MATTER
        }
    }
}

/// Takes weight from what is to be done away with, `Why remove the lock?`, which is seldom named beside what is wrong with it. Gives how much.
fn set_aside(senses: &[Term], words: &mut [(Vec<Term>, f32)]) -> f32 {
    const LEFT: f32 = 0.3;
    let mut taken = 0.0;
    for (known, weight) in words {
        if overlaps(known, senses) {
            taken += (1.0 - LEFT) * *weight;
            *weight *= LEFT;
        }
    }
    taken
}

/// Takes weight from what nearly all sentences say or stand under: of ten documents on the four-day week none is told from another by that.
fn hush_what_all_stand_under(pool: &Pool, words: &mut [(Vec<Term>, f32)]) {
    const FEW: usize = 12;
    const NEARLY_ALL: f32 = 0.6;
    const HUSHED: f32 = 0.5;
    let all = pool.candidates.len();
    if all < FEW {
        return;
    }
    for (senses, weight) in words {
        let has =
            |one: &&Candidate| holds(&one.statement.terms, senses) || holds(&one.heads, senses);
        let having = pool.candidates.iter().filter(has).count();
        if having as f32 >= NEARLY_ALL * all as f32 {
            *weight *= HUSHED;
        }
    }
}

fn last_word(question: &str) -> Option<&str> {
    words(question).last().and_then(|span| question.get(span))
}

/// The words of a question that are written with a capital inside it.
fn capitalised(question: &str) -> impl Iterator<Item = &str> {
    let all = words(question).filter_map(|span| question.get(span));
    all.skip(1)
        .filter(|word| word.starts_with(char::is_uppercase))
}

/// The documents on what is asked in which none of some names stands: they name nothing at all.
fn nameless(pool: &Pool, names: &[Vec<Term>]) -> Vec<u32> {
    let names_one = |number: u32| {
        let mut own = pool.candidates.iter().filter(|one| one.number == number);
        own.any(|one| names.iter().any(|name| holds(&one.setting, name)))
    };
    let at_home = pool.at_home.iter().copied();
    at_home.filter(|number| !names_one(*number)).collect()
}

/// The first word of a question that says what is asked: `administers`, of `Who administers the estate?`.
fn first_said(question: &str) -> Option<&str> {
    let mut all = words(question).filter_map(|span| question.get(span));
    all.find(|word| !is_stop_word(&plain(word)) && !is_generic(word))
}

/// Counts who does something by their office for the deed, where it is asked who does it: `administrator` beside `Who administers the estate?`. Whether any text
/// names one.
fn take_in_doers(pool: &mut Pool, question: &str, words: &mut Vec<(Vec<Term>, f32)>) -> bool {
    let Some(deed) = first_said(question).map(str::to_lowercase) else {
        return false;
    };
    let root = stem(&deed);
    let said = pool.candidates.iter().flat_map(|one| one.key.split(' '));
    let named: BTreeSet<String> = said
        .filter(|word| names_the_doer(word, &root))
        .map(str::to_owned)
        .collect();
    let doers: Vec<Term> = named.iter().flat_map(|word| pool.senses(word)).collect();
    if doers.is_empty() {
        return false;
    }
    let own = pool.senses(&deed);
    match words.first_mut() {
        Some((senses, _)) if overlaps(senses, &own) => senses.extend(doers),
        _ => words.insert(0, (doers, pool.rarest())),
    }
    true
}

/// What the doer of is asked for, where the texts have no word for it.
fn unsaid_deed(pool: &mut Pool, question: &str) -> Option<Vector> {
    let deed = first_said(question)?;
    let is_doing = is_doing(&deed.to_lowercase()) || is_base(&deed.to_lowercase());
    if !is_doing || pool.covers(deed) {
        return None;
    }
    Some(semantic::word(deed)?.vector)
}

/// Whether a text has a word that is near to another by its meaning.
fn tells(text: &str, deed: &Vector) -> bool {
    const NEAR: f32 = 0.5;
    let mut all = words(text).filter_map(|span| text.get(span));
    all.any(|word| {
        let known = (!is_stop_word(&plain(word))).then(|| semantic::word(word));
        known
            .flatten()
            .is_some_and(|known| known.vector.cosine(deed) >= NEAR)
    })
}

/// What a question asks for a measure of: `yield`, of `How much yield was lost?`.
fn measured(question: &str) -> Vec<&str> {
    let said = words(question).filter_map(|span| question.get(span));
    let all: Vec<&str> = said.collect();
    let is_how_much =
        |pair: &[&str]| pair[0].eq_ignore_ascii_case("how") && pair[1].eq_ignore_ascii_case("much");
    let at = all.windows(2).position(is_how_much);
    let behind = at.and_then(|at| all.get(at + 2..)).unwrap_or_default();
    let named = behind.iter().take_while(|word| !is_stop_word(&plain(word)));
    named.copied().collect()
}

/// The verb by which it is asked how much somebody did something: `lose` of `How much did the mill lose in 2022?`. Other sums of the mill's are no answer.
fn dealt_in(question: &str) -> Option<&str> {
    let all: Vec<&str> = words(question)
        .filter_map(|span| question.get(span))
        .collect();
    let asks = |run: &[&str]| {
        run[0].eq_ignore_ascii_case("how")
            && matches!(run[1], "much" | "many")
            && matches!(run[2], "did" | "does" | "do" | "will" | "would")
    };
    let at = all.windows(3).position(asks)?;
    let mut behind = all.iter().skip(at + 4);
    behind.find(|word| is_base(word)).copied()
}

/// What is done where a thing is put into another.
const PUTS: &[&str] = &[
    "insert",
    "introduce",
    "add",
    "plant",
    "inject",
    "place",
    "sneak",
    "slip",
    "smuggle",
];

/// Whether it is asked who put a thing into another, a verb that says next to nothing: `Who put the backdoor into the library?`
fn asks_who_put(question: &str) -> bool {
    let all = words(question).filter_map(|span| question.get(span));
    let mut all = all.skip_while(|word| *word != "put").skip(1);
    all.any(|word| matches!(word, "in" | "into" | "inside" | "on"))
}

/// The verb by which it is asked what somebody found: `find` of `What did the court find about it?`.
fn found(question: &str) -> Option<&str> {
    const FINDS: &[&str] = &[
        "find",
        "finds",
        "found",
        "show",
        "shows",
        "showed",
        "reveal",
        "revealed",
        "discover",
        "discovered",
    ];
    let mut all = words(question).filter_map(|span| question.get(span));
    let opens = all
        .next()
        .is_some_and(|first| first.eq_ignore_ascii_case("what"));
    all.find(|word| opens && FINDS.contains(word))
}

/// The verb of what a question asks the cause of: `fall` of `Why did visits fall?`.
fn asked_event(question: &str) -> Option<&str> {
    const VERBLESS: &[&str] = &["to", "of", "in", "on", "at", "by", "for", "from", "with"];
    let all: Vec<&str> = words(question)
        .filter_map(|span| question.get(span))
        .collect();
    let why = all
        .iter()
        .position(|word| word.eq_ignore_ascii_case("why"))?;
    // Behind the auxiliary and the first word of the subject.
    let mut rest = all.get(why + 2..)?.windows(2);
    rest.find_map(|pair| match pair {
        [before, word] if !is_determiner(before) && !VERBLESS.contains(before) => {
            let is_past = word.len() > 4 && word.ends_with("ed");
            (is_past || is_doing(word) || is_base(word)).then_some(*word)
        }
        _ => None,
    })
}

fn overlaps(known: &[Term], senses: &[Term]) -> bool {
    senses.iter().any(|term| known.contains(term))
}

/// What a question calls by a letter or a number, as it stands in the key of a text: ` plan a `, ` option 2 `.
fn labels(question: &str) -> Vec<String> {
    let all: Vec<&str> = words(question)
        .filter_map(|span| question.get(span))
        .collect();
    let is_label = |word: &str| {
        let is_capital = word.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_letter = word.len() == 1 && is_capital && word != "I";
        is_letter || word.len() <= 3 && word.bytes().all(|digit| digit.is_ascii_digit())
    };
    let is_thing = |word: &str| {
        word.len() > 2 && word.chars().all(char::is_alphabetic) && !is_stop_word(&plain(word))
    };
    all.windows(2)
        .filter_map(|pair| match pair {
            [thing, label] if is_label(label) && is_thing(thing) => {
                Some(format!(" {} ", key(&format!("{thing} {label}"))))
            }
            _ => None,
        })
        .collect()
}

/// The documents that call something as the question does, each with the label.
fn called(pool: &Pool, labels: &[String]) -> Vec<(u32, String)> {
    let mut all: Vec<(u32, String)> = Vec::new();
    for label in labels {
        let calling = pool.candidates.iter().filter(|one| is_called(one, label));
        all.extend(calling.map(|one| (one.number, label.clone())));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a sentence calls what a label does: by the same words, or as `version 3` of what it stands under.
fn is_called(one: &Candidate, label: &str) -> bool {
    let key = format!(" {} ", one.key);
    let is_number = |last: &str| last.bytes().all(|digit| digit.is_ascii_digit());
    let version = label
        .trim()
        .split_once(' ')
        .filter(|(_, last)| is_number(last));
    let is_version = |(thing, number): (&str, &str)| {
        let is_its = format!(" {} ", one.under).contains(&format!(" {thing} "));
        is_its && key.contains(&format!(" version {number} "))
    };
    key.contains(label) || version.is_some_and(is_version)
}

/// Whether a text, as a key, calls a thing of the same kind by another letter or number than a label does: `version 3.2`, and not ` version 4 `.
fn names_another(key: &str, label: &str) -> bool {
    let mut asked = label.split_whitespace();
    let (Some(thing), Some(label)) = (asked.next(), asked.next()) else {
        return false;
    };
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let all: Vec<&str> = key.split(' ').collect();
    all.windows(2).any(|pair| {
        pair[0] == thing
            && pair[1] != label
            && !pair[1].starts_with(&format!("{label}."))
            && (is_number(pair[1]) && is_number(label)
                || pair[1].len() == 1 && label.len() == 1 && !is_number(label) && pair[1] != "a")
    })
}

/// Whether a quantity of a question counts, and tells nothing: what has a point is the number of a version.
fn is_bare(quantity: &Quantity, question: &str) -> bool {
    let said = question.get(quantity.span.clone()).unwrap_or_default();
    !said.contains('.')
        && quantity
            .amount()
            .is_some_and(|amount| matches!(amount.unit, Measure::Bare | Measure::Counted(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_by_another_number_or_letter_is_another() {
        for another in [
            "version 3.2 is stable",
            "option b costs more",
            "plan c and plan d",
        ] {
            let label = match another.split(' ').next() {
                Some("version") => " version 4 ",
                Some("option") => " option a ",
                _ => " plan b ",
            };
            assert!(names_another(another, label), "{another}");
        }
        for own in [
            "version 4.1 is stable",
            "a version a year",
            "the version is stable",
        ] {
            assert!(!names_another(own, " version 4 "), "{own}");
        }
    }
}
