//! Overtaken: a sentence that newer evidence puts right, takes back, tells to have come about, or says anew of the same source.
//!
//! Two sentences that do not agree may both be somebody's word; here it is asked whether the newer one takes the place of the older. It does by what it says:
//! it names the value that it replaces, undoes what the other tells as planned or going on, denies what was found, or tells as done what was to come. By its
//! date alone it does only where both tell of a state, or one source tells it twice. What is older never takes a place.

mod another;
mod answered;
mod bearers;
mod coming;
mod consequences;
mod courts;
mod decisions;
mod discredited;
mod exempt;
mod in_part;
mod leaving;
mod minds;
mod moving;
mod over;
mod parting;
mod reissued;
mod rescheduled;
mod reversed;

pub use self::another::holds_for_others;
pub use self::answered::{leaves_unknown, tells_what_was_open};
pub use self::bearers::{is_of_others_than_asked, is_said_of_others};
use self::coming::{is_going_on, is_to_come};
use self::decisions::is_decided_anew;
use self::discredited::discredits;
pub use self::discredited::discredits_something;
pub(crate) use self::discredited::is_of_another_finding;
pub use self::in_part::is_overtaken_in_part;
pub use self::minds::names_a_cause;
pub use self::moving::{goes_on_to_give_anew, has_moved_past};
use self::moving::{has_gone_to, leaves_behind, tells_a_change, tells_a_finding};
pub use self::over::tells_an_end;
pub use self::reversed::falls_with_decision;
use super::kinds::{ConflictKind, Difference, is_newer_in_words};
use super::stocks::are_stock_and_change;
use super::taken_back::{is_taken_back_by, retracts};
use super::values::{count_otherwise, may_set_right, puts_right};
use crate::check::language::directions::axis;
use crate::check::language::irregular::is_past;
use crate::check::language::names::names;
use crate::check::language::numbers::{Amount, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, plain_words, stem, words};
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::undone::{undoes, undone_words};
use crate::study::is_newer;

/// What a newer sentence makes of an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overtaken {
    /// It gives another value and says that this one takes the place of the old.
    PutRight,
    /// It says that the other does not hold, or that what it speaks of was called off.
    TakenBack,
    /// What the other tells as to come has come about, or not, and it tells how.
    CameAbout,
    /// It tells the same as of a later day.
    Newer,
}

/// A sentence and what is known of its source.
#[derive(Debug, Clone, Copy)]
pub struct Sourced<'a> {
    pub text: &'a str,
    /// ISO 8601, as far as it is known.
    pub date: Option<&'a str>,
    pub title: &'a str,
}

impl Overtaken {
    /// What a new sentence makes of an older one by their words; whether it is newer is for the caller to know.
    #[must_use]
    pub fn by_words(old: &str, new: &str) -> Option<Self> {
        let mut standing = Overtaking::of([(old, "")]);
        let found = standing.by((new, "")).into_iter().next();
        found.map(|(_, overtaken)| overtaken)
    }

    /// What happened to the older sentence, in words behind which stands by what.
    #[must_use]
    pub fn told(self) -> &'static str {
        match self {
            Self::PutRight => "put right",
            Self::TakenBack => "taken back",
            Self::CameAbout => "overtaken",
            Self::Newer => "superseded",
        }
    }

    /// What a new sentence that differs from an old one makes of it; `None` where both may stand, or where the new one is the older.
    #[must_use]
    pub fn of(old: Sourced<'_>, new: Sourced<'_>, difference: Option<Difference>) -> Option<Self> {
        let dates = old.date.zip(new.date);
        let order = dates.and_then(|(old, new)| is_newer(new, old));
        if order == Some(true) && difference.is_some() && reissued::tells(new.text, old.title) {
            return Some(Self::Newer);
        }
        let is_series = || is_one_series(old.title, new.title);
        Self::between([old.text, new.text], order, is_series, difference)
    }

    /// The same of an old and a new text, where it is known whether the new one is the newer, and whether both are of one series.
    pub(crate) fn between(
        texts: [&str; 2],
        order: Option<bool>,
        is_series: impl Fn() -> bool,
        difference: Option<Difference>,
    ) -> Option<Self> {
        let [old, new] = texts;
        if order == Some(false) {
            return None;
        }
        if let Some(found) = Self::by_words(old, new) {
            return Some(found);
        }
        let difference = difference?;
        // Who it is they do not agree on tells no things apart.
        let is_beside =
            difference != Difference::Name && Overtaking::of([(old, "")]).is_beside_first(new);
        if is_beside || are_stock_and_change(old, new) {
            return None;
        }
        if difference == Difference::Direction && gives_a_cause(old) && !gives_a_cause(new) {
            return None;
        }
        if is_newer_in_words(new, old) == Some(true) {
            return Some(Self::PutRight);
        }
        if order.is_none() && has_moved_past(old, new) {
            return Some(Self::Newer);
        }
        if order == Some(true) && is_decided_anew(old, new) {
            return Some(Self::Newer);
        }
        if order != Some(true) || are_of_other_times(texts) || says_more(old, new) {
            return None;
        }
        let is_later_state =
            ConflictKind::of(difference, old, new, true) == ConflictKind::SupersededByDate;
        let is_told_again = difference != Difference::Direction && is_series();
        let has_changed = count_otherwise(&quantities(old), &quantities(new))
            && (tells_a_change(old, new) && !texts.iter().any(|text| tells_a_finding(text))
                || has_gone_to(new) && !tells_a_finding(old));
        (is_later_state || is_told_again || has_changed).then_some(Self::Newer)
    }
}

/// Whether a sentence says why something was so: that it is otherwise now does not undo it.
fn gives_a_cause(text: &str) -> bool {
    let lower = text.to_lowercase();
    [" because ", " due to ", " owing to "]
        .iter()
        .any(|cause| lower.contains(cause))
}

/// Whether an older sentence gives more values of one kind than a newer one, which does not say that any has changed: which of them it gives anew is not known.
fn says_more(old: &str, new: &str) -> bool {
    let (old_values, new_values) = (quantities(old), quantities(new));
    let amounts = |all: &[Quantity], like: &Amount| {
        let all = all.iter().filter_map(Quantity::amount);
        all.filter(|one| one.unit.counts_same(&like.unit)).count()
    };
    let mut given = new_values.iter().filter_map(Quantity::amount);
    given.any(|one| amounts(&old_values, one) > amounts(&new_values, one))
        && !tells_a_change(old, new)
}

/// Whether the titles of two documents are those of one series, or of one source that tells again: they differ in numbers and dates alone, or the one is the
/// source, and the other says behind it what it is: `Health office`, `Health office, final report`.
#[must_use]
pub fn is_one_series(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const DATED: &[&str] = &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "update", "updated", "correction", "corrected", "revised", "version", "edition", "new",
    ];
    let name = |title: &str| -> Vec<String> {
        let title = title.to_lowercase();
        let letters = title.split(|c: char| !c.is_alphabetic());
        letters
            .filter(|word| !word.is_empty() && !DATED.contains(word))
            .map(str::to_owned)
            .collect()
    };
    let source = |title: &str| title.split_once(',').map(|(source, _)| name(source));
    let (own, theirs) = (name(a), name(b));
    let is_its = |title: &str, source: Option<Vec<String>>| source == Some(name(title));
    !own.is_empty()
        && !theirs.is_empty()
        && (own == theirs || is_its(a, source(b)) || is_its(b, source(a)))
}

/// Whether each of two sentences says by a date of its own of when it is, and the two are of other times: nothing of one is undone by the other.
#[must_use]
pub fn are_of_other_times(texts: [&str; 2]) -> bool {
    let found = texts.map(quantities);
    let [a, b] = found
        .each_ref()
        .map(|all| -> Vec<_> { all.iter().filter_map(Quantity::date).collect() });
    // A plan that is put off is dated otherwise, and the same.
    let to_come = texts.iter().any(|text| {
        let mut lexicon = Lexicon::default();
        is_to_come(&Reading::learnt(text, &mut lexicon))
    });
    !to_come
        && !a.is_empty()
        && !b.is_empty()
        // Where nothing else differs, it is the date that they do not agree on.
        && count_otherwise(&found[0], &found[1])
        && a.iter()
            .all(|own| b.iter().all(|other| !own.is_compatible(*other)))
}

/// Sentences that stand, read once for many new ones.
pub struct Overtaking<'t> {
    lexicon: Lexicon,
    standing: Vec<Old<'t>>,
    /// The words of the question that they answer.
    asked: Vec<String>,
}

impl<'t> Overtaking<'t> {
    /// Reads the sentences that stand, each with the title of its source.
    #[must_use]
    pub fn of(standing: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let mut lexicon = Lexicon::default();
        Self {
            standing: standing
                .into_iter()
                .map(|(text, title)| Old::read(text, title, &mut lexicon))
                .collect(),
            lexicon,
            asked: Vec::new(),
        }
    }

    /// The same as the answer to a question: a deed that it asks about is meant by its name alone.
    #[must_use]
    pub fn to(mut self, question: &str) -> Self {
        self.asked = plain_words(question).collect();
        self
    }

    /// The sentences that a new one, with the title of its source, overtakes by its words, by their places.
    pub fn by(&mut self, (new, title): (&str, &str)) -> Vec<(usize, Overtaken)> {
        let mut new = New::read(new, title, &mut self.lexicon);
        new.undoes_what_is_asked = new.undone.iter().any(|at| {
            let noun = new.reading.word(*at);
            let mut asked = self.asked.iter();
            asked.any(|word| word == noun || names_deed(noun, word))
        });
        if !new.may_overtake() {
            return Vec::new();
        }
        let standing = || self.standing.iter().enumerate();
        let mut found: Vec<(usize, Overtaken)> = standing()
            .filter_map(|(at, old)| {
                let found = old.overtaken_by(&new, &self.asked)?;
                (!old.is_beside(&new, &self.asked)).then_some((at, found))
            })
            .collect();
        self.keep_the_reversed(&mut found, &new);
        // What was called off is spoken of by its name alone elsewhere: `The merger will save 140 million`.
        let is_undone = |(at, _): &(usize, Overtaken)| {
            let old = self.standing.get(*at);
            old.is_some_and(|old| old.undone_in(&new).is_some())
        };
        if found.iter().any(is_undone) {
            let known: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
            let comes_of_it = |old: &Old| old.is_about(&new) || old.comes_of_what_is_undone(&new);
            let others = standing().filter(|(at, old)| !known.contains(at) && comes_of_it(old));
            found.extend(others.map(|(at, _)| (at, Overtaken::TakenBack)));
            found.extend(self.told_again(&found, &new));
            found.extend(self.went_on(&found));
        }
        found.extend(self.gone_on_with(&found, &new));
        found.extend(self.falling(&found, &new));
        found
    }

    /// Whether a new sentence is said of another thing than the first that stands, or only says who is against that: then both stand, whichever is the newer.
    fn is_beside_first(&mut self, new: &str) -> bool {
        let new = New::read(new, "", &mut self.lexicon);
        let first = self.standing.first();
        first.is_some_and(|old| old.is_beside(&new, &self.asked))
    }

    /// How many words a standing sentence shares with another.
    #[must_use]
    pub fn shared(&mut self, at: usize, other: &str) -> usize {
        let terms = self.lexicon.term_set(other);
        let own = self.standing.get(at).map(|old| old.terms.as_slice());
        let own = own.unwrap_or_default().iter();
        own.filter(|term| terms.binary_search(term).is_ok()).count()
    }
}

/// Whether an older sentence says who was against something, and a newer one tells nothing of them: it is no other account of what they think.
#[must_use]
pub fn is_stance_that_stands(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let old = Old::read(old, "", &mut lexicon);
    old.against.is_some() && old.outlives(&New::read(new, "", &mut lexicon))
}

/// Whether a new sentence gives what an older one dates another date: it bears that out in nothing.
#[must_use]
pub fn gives_another_date(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let moved = rescheduled::read(&Reading::learnt(new, &mut lexicon));
    let own = quantities(old);
    let mut dates = own.iter().filter_map(Quantity::date).peekable();
    dates.peek().is_some()
        && moved.is_some_and(|moved| dates.all(|date| !date.is_compatible(moved.date)))
}

/// Which of some documents a sentence says were taken back, by their titles: those that it names most of. Others may be about the same, as one that examined it anew is.
#[must_use]
pub fn retracted(text: &str, titles: &[&str]) -> Vec<usize> {
    /// The share of the title's words that the sentence has.
    const NAMED: f32 = 0.75;
    #[rustfmt::skip]
    const RETRACTS: &[&str] = &["retracted", "retracts", "retract", "withdrawn", "withdrew", "withdraws", "disowned", "recalled", "unpublished"];
    let said: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    let is_said = said.iter().enumerate().any(|(at, word)| {
        let mut before = (1..=2).filter_map(|back| said.get(at.checked_sub(back)?));
        RETRACTS.contains(word) && !before.any(|word| is_denying(word))
    });
    if !is_said {
        return Vec::new();
    }
    let mut lexicon = Lexicon::default();
    let own = lexicon.term_set(text);
    let named: Vec<(usize, usize)> = titles
        .iter()
        .map(|title| {
            let title = lexicon.term_set(title);
            let named = title.iter().filter(|term| own.contains(term)).count();
            let is_named = named >= 2 && named as f32 >= NAMED * title.len() as f32;
            (if is_named { named } else { 0 }, title.len() - named)
        })
        .collect();
    let rank = |(named, missing): &(usize, usize)| (*named, usize::MAX - missing);
    let most = named.iter().filter(|one| one.0 > 0).map(rank).max();
    let places = named.iter().enumerate();
    let is_meant = |one: &(usize, usize)| Some(rank(one)) == most;
    let meant = places.filter(|(_, one)| is_meant(one));
    meant.map(|(at, _)| at).collect()
}

/// A new sentence, read once for all that stand.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is another thing that it may do to an older one"
)]
struct New<'t> {
    reading: Reading<'t>,
    /// The places of what it undoes.
    undone: Vec<usize>,
    /// It undoes one more of what there is, which stands: `rejected a second order`.
    undoes_more: bool,
    undoes_what_is_asked: bool,
    may_set_right: bool,
    turns: bool,
    discredits: bool,
    leaves: bool,
    may_follow: bool,
    /// Somebody had something and has it no more by it.
    parts_with: bool,
    acquits: bool,
    /// Somebody takes something for a cause by it now, or no more.
    changes_mind: bool,
    finds_nothing_wrong: bool,
    decides_instead: bool,
    tells_deeds: bool,
    /// Something went up or down to a value by it.
    moves: bool,
    /// Something stays by it.
    stays: bool,
    over: Option<over::Over>,
    rescheduled: Option<rescheduled::Rescheduled>,
    /// Whose exemption is over by it.
    exemption: Option<Vec<Term>>,
    /// It takes back a decision.
    reversal: Option<reversed::Reversal>,
    /// Who is against something by it.
    against: Option<another::Against>,
    /// The words of its source's title.
    head: Vec<Term>,
}

impl<'t> New<'t> {
    fn read(text: &'t str, title: &str, lexicon: &mut Lexicon) -> Self {
        let reading = Reading::learnt(text, lexicon);
        let all = || 0..reading.words.len();
        let turns = all().any(|at| undoes(&reading.words, at) || is_denying(reading.word(at)))
            || all().any(|at| matches!(reading.word(at), "against" | "longer"))
            || retracts(&reading);
        let undone = undone_words(&reading);
        Self {
            undoes_more: undone.iter().any(|at| is_one_more(&reading, *at)),
            exemption: exempt::ended(&reading, &undone),
            undone,
            undoes_what_is_asked: false,
            may_set_right: may_set_right(text),
            discredits: discredits(&reading),
            leaves: leaving::tells(&reading),
            may_follow: leaving::may_follow(&reading),
            parts_with: parting::tells(&reading),
            acquits: courts::tells(&reading),
            changes_mind: minds::has_changed(&reading),
            finds_nothing_wrong: minds::finds_nothing_wrong(&reading),
            decides_instead: decisions::tells_an_alternative(&reading),
            tells_deeds: !is_to_come(&reading)
                && all().any(|at| {
                    let word = reading.word(at);
                    word.ends_with("ed") || is_past(word)
                }),
            moves: all().any(|at| axis(reading.word(at)).is_some())
                && all().any(|at| reading.word(at) == "to"),
            turns,
            over: over::read(&reading),
            rescheduled: rescheduled::read(&reading),
            reversal: reversed::read(&reading),
            stays: (1..reading.words.len()).any(|at| reversed::stays(&reading, at)),
            against: another::Against::read(&reading, title, lexicon),
            head: lexicon.term_set(title),
            reading,
        }
    }

    fn may_overtake(&self) -> bool {
        let may_undo = self.turns || self.discredits || self.leaves || self.over.is_some();
        let may_move = self.tells_deeds || self.moves || self.rescheduled.is_some();
        let may_change = self.changes_mind || self.finds_nothing_wrong || self.may_follow;
        let may_fall = self.reversal.is_some() || self.exemption.is_some();
        let may_end = self.parts_with || self.acquits || self.stays || may_fall;
        self.may_set_right || may_undo || may_move || may_change || may_end
    }
}

/// A sentence that stands.
struct Old<'t> {
    reading: Reading<'t>,
    terms: Vec<Term>,
    /// The words of its source's title.
    head: Vec<Term>,
    /// Who is against something by it.
    against: Option<another::Against>,
    is_to_come: bool,
    is_going_on: bool,
    undoes: bool,
}

impl<'t> Old<'t> {
    fn read(text: &'t str, title: &str, lexicon: &mut Lexicon) -> Self {
        let reading = Reading::learnt(text, lexicon);
        let mut terms: Vec<Term> = reading.terms.iter().copied().flatten().collect();
        terms.sort_unstable();
        terms.dedup();
        Self {
            is_to_come: is_to_come(&reading),
            is_going_on: is_going_on(&reading),
            against: another::Against::read(&reading, title, lexicon),
            undoes: (0..reading.words.len())
                .any(|at| undoes(&reading.words, at) || is_denying(reading.word(at))),
            head: lexicon.term_set(title),
            terms,
            reading,
        }
    }

    /// What a new sentence makes of this one by their words.
    fn overtaken_by(&self, new: &New<'_>, asked: &[String]) -> Option<Overtaken> {
        let shared: Vec<Term> = self
            .terms
            .iter()
            .copied()
            .filter(|term| new.reading.terms.contains(&Some(*term)))
            .collect();
        if self.is_reversed_by(new) {
            return Some(Overtaken::TakenBack);
        }
        if shared.is_empty() && !new.undoes_what_is_asked {
            return self.over_by(new);
        }
        let is_near = shared.len() >= 2;
        // What is told of one more is not told of what there is.
        let is_same = || {
            (!new.undoes_more || self.tells_of_one_more())
                && self.tells_of_what_is_undone(new, asked)
        };
        // Whoever gives their own figure anew need not say once more of what it is.
        let may_put_right = new.may_set_right && (is_near || self.is_of_source_of(new));
        if may_put_right && puts_right(new.reading.text, self.reading.text) {
            Some(Overtaken::PutRight)
        } else if is_near && new.turns && is_same() && is_taken_back_by(&self.reading, &new.reading)
            || is_same() && self.is_undone_by(new, &shared, asked)
            || self.is_discredited_by(new, &shared)
            || self.is_given_up_by(new)
            || self.is_left_by(new, &shared)
            || new.finds_nothing_wrong && self.is_cleared_by(new)
            || self.is_acquitted_by(new)
            || self.is_kept_by(new, asked)
            || self.is_exempt_no_more_by(new)
        {
            Some(Overtaken::TakenBack)
        } else if self.is_rescheduled_by(new, asked)
            || is_near && leaves_behind(self.reading.text, &new.reading)
            || self.moved_on_in(new)
            || self.is_followed_by(new)
            || self.is_succeeded_by(new)
            || self.is_changed_mind_of(new)
            || self.has_ended_by(new)
            || self.is_parted_with_by(new)
            || self.is_decided_instead_by(new)
            || self.is_decided_the_other_way_by(new)
        {
            Some(Overtaken::Newer)
        } else if let Some(over) = self.over_by(new) {
            Some(over)
        } else {
            self.came_about(new, &shared)
                .then_some(Overtaken::CameAbout)
        }
    }

    /// Whether the sources of both are called by a word that both have.
    fn is_of_source_of(&self, new: &New<'_>) -> bool {
        self.head.iter().any(|term| new.head.contains(term))
    }

    /// The place in a new sentence of the word for what this one tells as to come or going on, and that one says was undone.
    fn undone_in(&self, new: &New<'_>) -> Option<usize> {
        /// Words before a thing among which one stands that makes it needless or unwanted: `against a second hydrogen order`.
        const LEAD: usize = 4;
        if self.undoes {
            return None;
        }
        let is_open = self.is_to_come || self.is_going_on;
        // `Is approved` holds until the approval is suspended.
        let is_in_force = |own: usize| {
            let before = own.checked_sub(1).map_or("", |at| self.reading.word(at));
            matches!(before, "is" | "are") && self.reading.word(own).ends_with("ed")
        };
        let is_its = |own: usize, at: usize| {
            if !is_open && !is_in_force(own) {
                return false;
            }
            let (word, noun) = (self.reading.word(own), new.reading.word(at));
            let lead = (1..=LEAD).filter_map(|back| own.checked_sub(back));
            self.reading.term(own).is_some()
                && (self.reading.term(own) == new.reading.term(at) || names_deed(noun, word))
                // What would make a thing needless holds without it.
                && !lead.map(|at| self.reading.word(at)).any(|word| SPARES.contains(&word))
        };
        let mut undone = new.undone.iter().copied();
        undone.find(|at| (0..self.reading.words.len()).any(|own| is_its(own, *at)))
    }

    /// Whether what a sentence tells as to come or going on is named as what was undone: `plans to sell the hall`, `rejected the sale of the hall`.
    fn is_undone_by(&self, new: &New<'_>, shared: &[Term], asked: &[String]) -> bool {
        self.undone_in(new).is_some_and(|at| {
            let is_other = |term: &&Term| new.reading.term(at) != Some(**term);
            // What the sentence leaves unnamed its source is often called by.
            let told = |term: &&Term| new.reading.terms.contains(&Some(**term));
            let mut beside = shared.iter().chain(self.head.iter().filter(told));
            // What the new one leaves unnamed is in its title: `The opening is postponed`. Then the deed has to be the very same.
            let noun = stem(new.reading.word(at));
            let is_same = || self.reading.words.iter().any(|word| stem(word) == noun);
            let named = |term: &&Term| self.terms.contains(term) || self.head.contains(term);
            // Whom it names the question names too.
            let is_asked_of = || {
                let all = names(self.reading.text);
                let mut words = all.iter().flat_map(|name| &name.words);
                words.all(|word| asked.contains(word))
            };
            let is_titled = || new.head.iter().filter(named).any(|term| is_other(&term));
            beside.any(|term| is_other(&term))
                || is_same() && is_titled()
                || new.undoes_what_is_asked && is_asked_of()
        })
    }

    /// Whether those of whom it tells do no longer what it tells of them: `recommends that planting should move to seeds`, `no longer recommends seeds`.
    fn is_given_up_by(&self, new: &New<'_>) -> bool {
        let reading = &new.reading;
        let verb = (2..reading.words.len())
            .find(|at| (reading.word(at - 2), reading.word(at - 1)) == ("no", "longer"));
        let Some(verb) = verb.filter(|_| !self.undoes) else {
            return false;
        };
        let own = &self.reading;
        let same = |at: usize| {
            own.terms
                .iter()
                .position(|term| term.is_some() && *term == reading.term(at))
        };
        let first = (0..verb).find(|at| reading.term(*at).is_some());
        let object = (verb + 1..reading.words.len()).find(|at| reading.term(*at).is_some());
        let told = same(verb);
        first.and_then(same).zip(told).is_some_and(|(first, told)| {
            let is_of_it = |at: usize| same(at).is_some_and(|place| place > told);
            first < told && object.is_none_or(is_of_it)
        })
    }

    fn tells_of_one_more(&self) -> bool {
        let reading = &self.reading;
        (0..reading.words.len()).any(|at| is_one_more(reading, at))
    }
}

/// Whether a thing is told of as one more of its kind.
fn is_one_more(reading: &Reading<'_>, at: usize) -> bool {
    const MORE: &[&str] = &[
        "second",
        "third",
        "fourth",
        "another",
        "further",
        "additional",
        "extra",
    ];
    let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
    reading.term(at).is_some() && before.any(|at| MORE.contains(&reading.word(at)))
}

/// Words before a thing that is not needed, or not wanted, if something else is.
#[rustfmt::skip]
const SPARES: &[&str] = &["avoid", "avoids", "avoiding", "prevent", "prevents", "replace", "replaces", "without", "instead", "than", "against", "oppose", "opposes", "spare", "spares"];

#[cfg(test)]
mod tests;
