//! Disagreement: pairs of candidates that contradict each other, and the sentences that introduce them.
//!
//! Where the documents' dates are known, the older side comes first and the reader is told so. What held at one date and not at another is no disagreement; it
//! is said to be a difference between dates, or left out where the dates are not known.

use super::compose::part_text;
use super::lean::{is_dependent, opens_with_stand_in};
use super::missing::enumerated;
use super::pool::{Candidate, Pool};
use super::select::Part;
use super::topic::topic;
use crate::check::{
    ConflictSide, Difference, Overtaken, Quantity, Term, are_of_other_times, has_moved_past, words,
};
use crate::study::{date_in_words, is_newer};

/// Two candidates that cannot both be right, and others that give further values of the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub a: usize,
    /// The newer side, where the dates are known.
    pub b: usize,
    /// The further sides, the newest last where the dates are known.
    more: Vec<usize>,
    /// What a side goes on about, and is told with: the speaker of `They say that it costs 12 million`.
    hosts: Vec<usize>,
    /// In the words of both, with its article.
    topic: Option<String>,
    difference: Difference,
    order: Order,
}

/// What is known of the dates of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Unknown,
    NewerSecond,
    /// The same, and a side says that it holds for its time.
    Changed,
    /// The second side names what the first says as wrong, and the one behind it sets it right.
    Corrected,
}

impl Dispute {
    #[must_use]
    pub fn involves(&self, at: usize) -> bool {
        self.sides().any(|side| side == at)
    }

    /// Whether a candidate is told where the dispute is: as a side, or as what one goes on about.
    #[must_use]
    pub fn tells(&self, at: usize) -> bool {
        self.involves(at) || self.hosts.contains(&at)
    }

    /// All sides, in the order in which they are told.
    pub fn sides(&self) -> impl Iterator<Item = usize> {
        [self.a, self.b]
            .into_iter()
            .chain(self.more.iter().copied())
    }

    /// Whether a candidate says what one of the sides does.
    #[must_use]
    pub fn is_told_by(&self, pool: &Pool, at: usize) -> bool {
        self.sides().any(|side| {
            let both = pool.candidates.get(at).zip(pool.candidates.get(side));
            both.is_some_and(|(own, side)| pool.says_the_same(&side.statement, &own.statement))
        })
    }

    /// Whether each side can be told with the one sentence at most that it goes on about.
    #[must_use]
    pub fn can_be_told(&self, pool: &Pool) -> bool {
        self.sides().all(|side| {
            let before = self.host(pool, side);
            before.is_none_or(|before| {
                let host = pool.candidates.get(before);
                host.is_some_and(|host| host.leans_on.is_none() && !host.is_taken_back)
            })
        })
    }

    /// What a side has to be told with. `The programme` of one side is what the other speaks of, and what sets a side right is told behind it.
    fn host(&self, pool: &Pool, side: usize) -> Option<usize> {
        let own = pool.candidates.get(side)?;
        let is_named = opens_with_stand_in(&own.text) && !is_dependent(&own.text);
        let before = own.leans_on.filter(|_| !is_named || own.elsewhere)?;
        let is_told_before = self.sides().any(|side| side == before);
        (!is_told_before).then_some(before)
    }

    /// The side that answers first, where the sources disagree on what is asked: the newest, unless one of them tells of what it did itself. `asked` are the terms of
    /// the question.
    #[must_use]
    pub fn first(&self, pool: &Pool, asked: &[Term]) -> usize {
        let newest = self.sides().last().unwrap_or(self.b);
        // `The regulator fined the bank`, in the notice of the regulator.
        let tells_of_itself = |at: &usize| {
            let one = pool.candidates.get(*at);
            one.is_some_and(|one| {
                let opening = one.statement.order.first();
                opening.is_some_and(|term| one.heads.contains(term) && !asked.contains(term))
            })
        };
        match self.order {
            Order::Changed => newest,
            Order::NewerSecond => self.sides().find(tells_of_itself).unwrap_or(newest),
            Order::Unknown | Order::Corrected => self.a,
        }
    }

    /// The sides with what introduces them; `first` is told before that, where what they disagree on is the answer.
    #[must_use]
    pub fn told(&self, pool: &Pool, first: Option<usize>) -> String {
        let side = |at: usize| {
            let told = self.host(pool, at).into_iter().chain([at]);
            let told = told.map(|candidate| {
                let numbers = pool.saying_the_same(candidate);
                part_text(pool, &Part { candidate, numbers })
            });
            told.collect::<Vec<_>>().join(" ")
        };
        let Some(first) = first.filter(|_| self.order != Order::Corrected) else {
            let sides = self.sides().map(side);
            let told = [self.framing(pool)].into_iter().chain(sides);
            return told.collect::<Vec<_>>().join(" ");
        };
        let mut told = vec![side(first)];
        let date = |at: usize| pool.candidates.get(at)?.date.as_deref();
        for (place, other) in self.sides().filter(|at| *at != first).enumerate() {
            let dates = date(first).zip(date(other));
            let is_older = dates
                .filter(|_| self.order != Order::Unknown)
                .and_then(|(first, other)| is_newer(first, other));
            let topic = self.topic.as_deref().filter(|_| place == 0);
            told.push(introduced(is_older.map(|is_older| !is_older), topic));
            told.push(side(other));
        }
        told.join(" ")
    }

    /// Words of all sides.
    #[must_use]
    pub fn words(&self, pool: &Pool) -> usize {
        self.sides()
            .chain(self.hosts.iter().copied())
            .filter_map(|at| pool.candidates.get(at))
            .map(|side| side.words)
            .sum()
    }

    /// The sentence that introduces all sides: which sources they are, and of when.
    #[must_use]
    pub fn framing(&self, pool: &Pool) -> String {
        let who = self.sources(pool);
        match (&self.topic, self.order) {
            (Some(topic), Order::Unknown | Order::NewerSecond) => {
                format!("Sources disagree on {topic}: {who}.")
            }
            (Some(topic), Order::Changed) => {
                format!("Sources of different dates differ on {topic}: {who}.")
            }
            (Some(topic), Order::Corrected) => {
                format!("One source corrects another on {topic}; what is right comes last.")
            }
            (None, Order::Corrected) => {
                "One source corrects another; what is right comes last.".to_owned()
            }
            (None, Order::Unknown | Order::NewerSecond) => {
                format!("The sources disagree here: {who}.")
            }
            (None, Order::Changed) => format!("Sources of different dates differ here: {who}."),
        }
    }

    /// The sources of its sides in their order, each with its date: `[1] of 2 July 2024 and [4], undated`. That none has a date is not said.
    fn sources(&self, pool: &Pool) -> String {
        let mut sources: Vec<(u32, Option<String>)> = Vec::new();
        for side in self.sides().filter_map(|at| pool.candidates.get(at)) {
            if !sources.iter().any(|(number, _)| *number == side.number) {
                let date = side.date.as_deref().and_then(date_in_words);
                sources.push((side.number, date));
            }
        }
        let are_dated = sources.iter().any(|(_, date)| date.is_some());
        let told = sources.iter().map(|(number, date)| match date {
            Some(date) => format!("[{number}] of {date}"),
            None if are_dated => format!("[{number}], undated"),
            None => format!("[{number}]"),
        });
        enumerated(&told.collect::<Vec<_>>(), "and")
    }

    /// Sets the sides in the order of their dates, where all are known.
    fn order_sides(&mut self, pool: &Pool) {
        let date = |at: usize| pool.candidates.get(at).and_then(|side| side.date.clone());
        let dated: Option<Vec<(String, usize)>> =
            self.sides().map(|at| Some((date(at)?, at))).collect();
        let Some(mut dated) = dated.filter(|_| self.order != Order::Unknown) else {
            self.order = Order::Unknown;
            return;
        };
        dated.sort();
        let mut sides = dated.into_iter().map(|(_, at)| at);
        if let (Some(a), Some(b)) = (sides.next(), sides.next()) {
            (self.a, self.b) = (a, b);
        }
        self.more = sides.collect();
    }

    /// The sentence that introduces one side where the other already stands.
    #[must_use]
    pub fn rejoinder(&self, new: usize) -> String {
        let is_newer = self.order != Order::Unknown && new == self.b;
        introduced(is_newer.then_some(true), self.topic.as_deref())
    }
}

/// What a new source says otherwise than a sentence that stands and cites these, behind the sentence that introduces it: none where both deny, as a prohibition
/// does behind advice against the same.
#[must_use]
pub fn behind_rejoinder(
    pool: &Pool,
    stands: &str,
    numbers: &[u32],
    new: &Candidate,
    text: String,
) -> String {
    if denies(stands) && denies(&new.text) {
        return text;
    }
    let own = pool
        .candidates
        .iter()
        .filter(|candidate| numbers.contains(&candidate.number))
        .filter_map(|candidate| candidate.date.as_deref())
        .max();
    let dates = own.zip(new.date.as_deref());
    let is_newest = dates.and_then(|(own, new)| is_newer(own, new));
    let is_newer = (is_newest == Some(false)).then_some(true);
    let rejoinder = introduced(is_newer, topic(stands, &new.text).as_deref());
    format!("{rejoinder} {text}")
}

fn denies(text: &str) -> bool {
    const DENIALS: &[&str] = &["not", "never", "no", "cannot"];
    let mut words = words(text).filter_map(|span| text.get(span));
    words.any(|word| {
        DENIALS
            .iter()
            .any(|denial| word.eq_ignore_ascii_case(denial))
    })
}

/// The sentence before a side that comes behind another; `is_newer` than that, where it is known.
fn introduced(is_newer: Option<bool>, topic: Option<&str>) -> String {
    let who = match is_newer {
        Some(true) => "A newer source",
        Some(false) => "An older source",
        None => "Another source",
    };
    match topic {
        Some(topic) => format!("{who} disagrees on {topic}."),
        None => format!("{who} disagrees."),
    }
}

/// The pool's conflicts of which both sides are candidates.
#[must_use]
pub fn disputes(pool: &Pool) -> Vec<Dispute> {
    pool.conflicts
        .iter()
        .filter_map(|conflict| {
            let (a, b) = (find(pool, &conflict.a)?, find(pool, &conflict.b)?);
            dispute(pool, a, b, conflict.difference)
        })
        .collect()
}

/// The same with those joined that give values of one thing: each value is told once, and all beside each other.
#[must_use]
pub fn joined(pool: &Pool, disputes: Vec<Dispute>) -> Vec<Dispute> {
    /// Sides that one dispute tells at most.
    const MOST: usize = 4;
    let mut all: Vec<Dispute> = Vec::new();
    for dispute in disputes {
        let is_known =
            |known: &Dispute, side: usize| known.involves(side) || known.is_told_by(pool, side);
        // What is set right is told once, by itself.
        let is_correction = |one: &Dispute| one.order == Order::Corrected;
        if is_correction(&dispute) {
            let is_known = |known: &Dispute| is_correction(known) && known.b == dispute.b;
            if !all.iter().any(is_known) {
                all.push(dispute);
            }
            continue;
        }
        let host = all
            .iter_mut()
            .filter(|known| !is_correction(known))
            .find(|known| {
                let is_value = |one: &Dispute| one.difference == Difference::Value;
                is_value(known)
                    && is_value(&dispute)
                    && dispute.sides().any(|side| is_known(known, side))
            });
        let Some(host) = host else {
            all.push(dispute);
            continue;
        };
        for side in dispute.sides() {
            if host.sides().count() < MOST && !is_known(host, side) {
                host.more.push(side);
            }
        }
        host.order_sides(pool);
    }
    for dispute in &mut all {
        let hosts = dispute.sides().filter_map(|side| dispute.host(pool, side));
        dispute.hosts = hosts.collect();
    }
    all
}

/// The candidate that a side of a conflict is.
#[must_use]
pub fn find(pool: &Pool, side: &ConflictSide) -> Option<usize> {
    pool.candidates.iter().position(|candidate| {
        candidate.number == side.number
            && candidate.passage == side.passage
            && candidate.span.contains(&side.span.start)
    })
}

fn dispute(pool: &Pool, a: usize, b: usize, difference: Difference) -> Option<Dispute> {
    let (own, other) = (pool.candidates.get(a)?, pool.candidates.get(b)?);
    // What its own source takes back is nobody's word, and is told with what it is corrected to.
    let [of_a, of_b] = [a, b].map(|at| pool.set_right(at));
    match (of_a.is_empty(), of_b.is_empty()) {
        (true, true) => {}
        (true, false) => return Some(corrected(pool, (a, b), of_b)),
        (false, true) => return Some(corrected(pool, (b, a), of_a)),
        (false, false) => return None,
    }
    // What holds under a condition does not contradict what holds without it.
    if difference == Difference::Direction && says(own, CONDITIONS) != says(other, CONDITIONS) {
        return None;
    }
    // What somebody wants to pay is not what was paid.
    if difference == Difference::Value && says(own, WISHES) != says(other, WISHES) {
        return None;
    }
    let timely = says(own, TIMELY) || says(other, TIMELY);
    let newer = match (own.date.as_deref(), other.date.as_deref()) {
        (Some(own), Some(other)) => is_newer(own, other),
        _ => None,
    };
    if newer.is_none() && is_dated(own) != is_dated(other) {
        return None;
    }
    // Each year's figure is that of its year, and the same words are no other side.
    if own.key == other.key || are_of_other_times([&own.text, &other.text]) {
        return None;
    }
    let texts = [own.text.as_str(), other.text.as_str()];
    let by_words = |old: usize, new: usize| Overtaken::by_words(texts[old], texts[new]).is_some();
    let has_changed = || by_words(0, 1) || by_words(1, 0);
    // Where a value went from the one to the other, both were so.
    if newer.is_none() && (has_moved_past(texts[0], texts[1]) || has_moved_past(texts[1], texts[0]))
    {
        return None;
    }
    let order = match newer {
        None => Order::Unknown,
        Some(_) if difference == Difference::Value && (timely || has_changed()) => Order::Changed,
        Some(_) => Order::NewerSecond,
    };
    let topic = topic(&own.text, &other.text);
    let (a, b) = if newer == Some(true) { (b, a) } else { (a, b) };
    Some(Dispute {
        a,
        b,
        more: Vec::new(),
        hosts: Vec::new(),
        topic,
        difference,
        order,
    })
}

/// What one source says, what another names of it as wrong, and what sets it right.
fn corrected(pool: &Pool, (a, b): (usize, usize), right: Vec<usize>) -> Dispute {
    let text = |at: usize| {
        pool.candidates
            .get(at)
            .map_or("", |side| side.text.as_str())
    };
    Dispute {
        a,
        b,
        more: right,
        hosts: Vec::new(),
        topic: topic(text(a), text(b)),
        difference: Difference::Value,
        order: Order::Corrected,
    }
}

fn says(candidate: &Candidate, list: &[&str]) -> bool {
    words(&candidate.text)
        .filter_map(|span| candidate.text.get(span))
        .any(|word| list.contains(&word.to_lowercase().as_str()))
}

/// Whether a sentence says from when or until when it holds.
fn is_dated(candidate: &Candidate) -> bool {
    let dates = candidate
        .statement
        .quantities
        .iter()
        .any(|quantity: &Quantity| quantity.date().is_some());
    dates && says(candidate, &["since", "from", "until", "till"])
}

const CONDITIONS: &[&str] = &[
    "without",
    "if",
    "unless",
    "when",
    "until",
    "otherwise",
    "except",
];

/// Words by which a sentence tells what somebody would like.
const WISHES: &[&str] = &[
    "want", "wants", "wanted", "hope", "hopes", "hoped", "wish", "wishes", "offer", "offers",
    "offered", "demands", "demanded",
];

/// Words by which a sentence holds for its time.
const TIMELY: &[&str] = &[
    "since",
    "now",
    "currently",
    "present",
    "today",
    "until",
    "formerly",
];
