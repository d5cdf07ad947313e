//! Over: what applied is lifted, what was to come is not needed, and what was out of the ordinary is back to normal.
//!
//! Such a sentence names the thing before its verb, `The boil water notice is lifted`, and undoes what others tell of it in other words: that it applies, or that
//! water must boil. What was so at its time, as that it was issued, stands.

use std::ops::Range;

use super::{New, Old, Overtaken, Overtaking};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem};
use crate::check::meaning::denying::is_denying;

/// What a sentence says is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Over {
    /// What it is called, by its words before the verb, in order.
    thing: Vec<Term>,
    how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// It applies no more, or is not needed.
    Lifted,
    /// Somebody did away with it.
    Abolished,
    /// It is as it used to be.
    Normal,
}

/// What a sentence says is over, if it does.
pub(super) fn read(reading: &Reading<'_>) -> Option<Over> {
    let mut all = 1..reading.words.len();
    let (places, how) = all.find_map(|at| match ends(reading, at) {
        Some(how) => Some((0..at, how)),
        None => Some((abolishes(reading, at)?, How::Abolished)),
    })?;
    let mut thing: Vec<Term> = Vec::new();
    for term in places.filter_map(|at| reading.term(at)) {
        if !thing.contains(&term) {
            thing.push(term);
        }
    }
    (!thing.is_empty()).then_some(Over { thing, how })
}

/// The places of the words for what somebody is said to do away with at a place: `The court struck down the cap`.
fn abolishes(reading: &Reading<'_>, at: usize) -> Option<Range<usize>> {
    const ABOLISHES: &[&str] = &[
        "repealed",
        "repeals",
        "abolished",
        "abolishes",
        "revoked",
        "revokes",
        "rescinded",
        "annulled",
        "annuls",
        "quashed",
        "overturned",
        "scrapped",
        "lifted",
        "lifts",
    ];
    const THE: &[&str] = &["the", "its", "their", "this", "that", "all"];
    /// Words of the thing.
    const LONGEST: usize = 4;
    let word = |at: usize| reading.word(at);
    let is_struck = matches!(word(at), "struck" | "strikes") && word(at + 1) == "down";
    let from = at + 1 + usize::from(is_struck);
    let is_meant = is_struck || ABOLISHES.contains(&word(at));
    let is_denied = (1..=2).any(|back| at.checked_sub(back).is_some_and(|at| is_denying(word(at))));
    if !is_meant || is_denied || !THE.contains(&word(from)) {
        return None;
    }
    let all = from + 1..(from + 1 + LONGEST).min(reading.words.len());
    let end = all.clone().find(|at| reading.term(*at).is_none());
    Some(all.start..end.unwrap_or(all.end))
}

/// Whether a sentence says that something is over: `The outbreak is over`, `The strike has ended`.
#[must_use]
pub fn tells_an_end(sentence: &str) -> bool {
    const ENDED: &[&str] = &["ended", "ceased", "stopped", "subsided", "concluded"];
    let mut lexicon = Lexicon::default();
    let reading = Reading::learnt(sentence, &mut lexicon);
    (1..reading.words.len()).any(|at| {
        let is_ended = || {
            ENDED.contains(&reading.word(at))
                && matches!(reading.word(at - 1), "has" | "have" | "was" | "were")
        };
        ends(&reading, at).is_some() || is_ended()
    })
}

/// Whether a sentence says by the words about a place that what stands before them is over.
fn ends(reading: &Reading<'_>, at: usize) -> Option<How> {
    const BE: &[&str] = &["is", "are", "was", "were", "been"];
    const NEEDED: &[&str] = &["needed", "necessary", "required"];
    const NORMAL: &[&str] = &["normal", "service", "operation", "online", "use"];
    let word = |at: usize| reading.word(at);
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let is_told = BE.contains(&before(1)) && !is_denying(before(2));
    let is_figure = |at: usize| word(at).starts_with(|first: char| first.is_ascii_digit());
    // A forecast is lifted to a value, and something may be over an amount.
    let is_raised = word(at + 1) == "to" || word(at + 1) == "by" && is_figure(at + 2);
    match word(at) {
        "lifted" if is_told && !is_raised => Some(How::Lifted),
        "over" if is_told && !is_figure(at + 1) => Some(How::Lifted),
        "repealed" | "revoked" | "rescinded" | "unnecessary" | "void" if is_told => {
            Some(How::Lifted)
        }
        // `The sale is off`, and not off the coast.
        "off" if is_told && reading.term(at + 1).is_none() && ends_clause(reading, at + 1) => {
            Some(How::Lifted)
        }
        "expired" | "lapsed" if !is_denying(before(1)) => Some(How::Lifted),
        needed if NEEDED.contains(&needed) => {
            let is_denied = before(1) == "not" && BE.contains(&before(2))
                || before(1) == "longer" && before(2) == "no";
            is_denied.then_some(How::Lifted)
        }
        "applies" | "apply" if before(1) == "longer" => Some(How::Lifted),
        "back" | "returned" => {
            let is_normal = (at + 1..=at + 2).any(|at| NORMAL.contains(&word(at)));
            (is_normal && !is_denying(before(1)) && !is_denying(before(2))).then_some(How::Normal)
        }
        "restored" if is_told => Some(How::Normal),
        "reopened" | "resumed" if !is_denying(before(1)) => Some(How::Normal),
        "again" => {
            let mut back = (1..=6).map(before);
            let is_so = back.any(|word| {
                matches!(
                    word,
                    "open" | "opened" | "opens" | "runs" | "run" | "works" | "operates"
                )
            });
            let is_denied = (1..=6).any(|back| is_denying(before(back)));
            (is_so && !is_denied).then_some(How::Normal)
        }
        _ => None,
    }
}

/// Whether a clause ends before a place.
fn ends_clause(reading: &Reading<'_>, at: usize) -> bool {
    let is_joint = matches!(reading.word(at), "" | "and" | "but" | "because" | "for");
    is_joint || reading.gap(at).contains([',', ';', ':', '.', '–', '—'])
}

impl Old<'_> {
    /// What a new sentence makes of this one by saying that what it tells as in force, as to come or as out of the ordinary is over.
    pub(super) fn over_by(&self, new: &New<'_>) -> Option<Overtaken> {
        /// Words of a sentence among which is what it is about.
        const OPENING: usize = 3;
        #[rustfmt::skip]
        const BINDS: &[&str] = &[
            "must", "should", "required", "applies", "apply", "force", "banned", "prohibited", "forbidden", "advised", "advises", "asked", "asks", "urged", "urges",
            "will", "would", "may",
        ];
        #[rustfmt::skip]
        const UNUSUAL: &[&str] = &[
            "below", "above", "low", "lower", "lowest", "high", "higher", "highest", "out", "down", "interrupted", "disrupted", "suspended", "without", "short",
            "closed", "shut", "blocked", "stopped", "halted", "cancelled",
        ];
        let over = new.over.as_ref()?;
        let shared = over
            .thing
            .iter()
            .filter(|term| self.terms.contains(term))
            .count();
        // A single word is the thing where the other, or its source, is about it.
        let is_about = || {
            let opening = self.reading.terms.iter().flatten().take(OPENING);
            let mut about = opening.chain(&self.head);
            about.any(|term| over.thing.contains(term))
        };
        let is_named = match over.thing.len() {
            1 => is_about(),
            all => shared >= 2 && 3 * shared >= 2 * all,
        };
        let says = |list: &[&str]| {
            let mut words = self.reading.words.iter();
            words.any(|word| list.contains(&word.as_str()))
        };
        let has_to = || {
            let mut pairs = self.reading.words.windows(2);
            pairs.any(|pair| matches!(pair[0].as_str(), "has" | "have") && pair[1] == "to")
        };
        let (is_meant, overtaken) = match over.how {
            How::Lifted => (
                says(BINDS) || has_to() || self.is_to_come,
                Overtaken::TakenBack,
            ),
            How::Abolished => (!self.is_past(), Overtaken::TakenBack),
            How::Normal => (says(UNUSUAL), Overtaken::Newer),
        };
        // `If no rain falls, bans will follow` denies nothing of the bans.
        let all = 0..self.reading.words.len();
        let is_of_it = |at: &usize| {
            let term = self.reading.term(*at);
            term.is_some_and(|term| over.thing.contains(&term))
        };
        let first = all.clone().find(is_of_it).unwrap_or_default();
        let is_denied = all.skip(first).any(|at| is_denying(self.reading.word(at)));
        let is_over = is_named && is_meant && !is_denied && read(&self.reading).is_none();
        is_over.then_some(overtaken)
    }

    /// Whether a new sentence tells that what this one says to be so, or to be so until a day, came to its end or to the contrary on another: `is open until
    /// 2030`, `was closed on 1 June 2024`.
    pub(super) fn has_ended_by(&self, new: &New<'_>) -> bool {
        const IS: &[&str] = &["is", "are", "remains", "remain", "stays", "stay"];
        const ENDED: &[&str] = &["ended", "expired", "ceased", "stopped"];
        let (own, theirs) = (&self.reading, &new.reading);
        // `Has been in force since January`.
        let is_so = |at: usize| {
            let has = || matches!(own.word(at.saturating_sub(1)), "has" | "have");
            IS.contains(&own.word(at)) || own.word(at) == "been" && has()
        };
        let states = (1..own.words.len()).filter(|at| is_so(at - 1));
        let states: Vec<usize> = states.collect();
        let lasts = || {
            let mut words = own.words.iter();
            words.any(|word| matches!(word.as_str(), "until" | "till" | "since"))
        };
        let is_contrary = |word: &str| {
            let places = Places::of_word(&stem(word), word);
            states.iter().any(|at| {
                let own = Places::of_word(&stem(own.word(*at)), own.word(*at));
                places.relation(own) == Some(Relation::Opposite)
            })
        };
        let ends_at = |at: &usize| {
            let (word, before) = (theirs.word(*at), theirs.word(*at - 1));
            let is_told = matches!(before, "was" | "were" | "been");
            ENDED.contains(&word) && lasts() && !is_denying(before) || is_told && is_contrary(word)
        };
        let end = (1..theirs.words.len()).find(ends_at);
        let is_dated = || {
            let all = quantities(theirs.text);
            all.iter().any(|one| one.date().is_some())
        };
        end.filter(|_| !self.undoes && !states.is_empty())
            .is_some_and(|end| {
                let mut about = (0..end).filter_map(|at| theirs.term(at)).peekable();
                let is_named = about.peek().is_some();
                let is_told = ENDED.contains(&theirs.word(end)) || is_dated();
                is_named && about.all(|term| self.terms.contains(&term)) && is_told
            })
    }

    /// Whether it tells what was done or was so, which stands.
    fn is_past(&self) -> bool {
        let mut words = self.reading.words.iter().map(String::as_str);
        words.any(|word| {
            let is_form = word.ends_with("ed") && word.len() > 4 || is_past(word);
            is_form || matches!(word, "was" | "were" | "had" | "has" | "have")
        })
    }

    /// Whether it goes on by a pronoun about what the sentence before it in its source tells.
    pub(super) fn goes_on_about(&self, before: &Self) -> bool {
        let opens = matches!(self.reading.word(0), "it" | "this" | "they" | "these");
        opens && self.head == before.head
    }
}

impl Overtaking<'_> {
    /// What sentences go on to say of a thing that is over by a new one: `It is the lowest level since 2003`.
    pub(super) fn gone_on_with(
        &self,
        found: &[(usize, Overtaken)],
        new: &New<'_>,
    ) -> Vec<(usize, Overtaken)> {
        let is_known = |at: usize| found.iter().any(|(place, _)| *place == at);
        let pairs = self.standing.windows(2).enumerate();
        pairs
            .filter_map(|(at, pair)| {
                let is_open = is_known(at) && !is_known(at + 1);
                let over = pair[0].over_by(new).filter(|_| is_open)?;
                let goes_on = pair[1].goes_on_about(&pair[0]);
                goes_on.then_some((at + 1, over))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standing sentences, all of one source, that a new one makes fall.
    fn fallen(new: &str, standing: &[&str]) -> Vec<usize> {
        let all = standing.iter().map(|text| (*text, "Notice"));
        let found = Overtaking::of(all).by((new, ""));
        let mut places: Vec<usize> = found.into_iter().map(|(at, _)| at).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn what_a_notice_asked_for_falls_when_it_is_lifted_and_what_happened_stands() {
        let standing = [
            "The notice to boil water applies to 12,400 residents.",
            "Water must boil for one minute.",
            "All 12,400 residents of the zone are asked to boil tap water before drinking it.",
            "Coliform bacteria were found in the drinking water on 3 July 2024.",
            "The boil water notice was issued on 4 July 2024.",
        ];
        assert_eq!(
            fallen("The boil water notice is lifted.", &standing),
            [0, 1, 2]
        );
        let not_yet = "The boil water notice is not lifted.";
        assert_eq!(fallen(not_yet, &standing), [] as [usize; 0]);
    }

    #[test]
    fn what_is_open_again_is_closed_no_more() {
        let standing = [
            "The bridge over the Nera has been closed to lorries since 5 January 2024.",
            "The closure costs firms 400,000 euros a month.",
        ];
        let new = "The bridge has been open to lorries again since 12 September 2024.";
        assert_eq!(fallen(new, &standing), [0]);
        let not = "The bridge will not be open to lorries again.";
        assert_eq!(fallen(not, &standing), [] as [usize; 0]);
    }

    #[test]
    fn what_came_to_an_end_before_its_time_is_so_no_more() {
        let mine = ["Kelt mine is open until 2030.", "640 people work there."];
        assert_eq!(fallen("Kelt mine was closed on 1 June 2024.", &mine), [0]);
        for new in [
            "The road to Kelt mine was closed on 1 June 2024.",
            "Kelt mine will be closed on 1 June 2029.",
            "Kelt mine was closed for lack of staff.",
        ] {
            assert_eq!(fallen(new, &mine), [] as [usize; 0], "{new}");
        }
        let support = ["Tarsis 3 is supported until December 2025."];
        let new = "Support for Tarsis 3 ended on 31 May 2024.";
        assert_eq!(fallen(new, &support), [0]);
        let ban = ["The ban on scooters has been in force since 1 January 2023."];
        assert_eq!(fallen("The ban ended on the day of the ruling.", &ban), [0]);
        let other = "The ban on cars ended on the day of the ruling.";
        assert_eq!(fallen(other, &ban), [] as [usize; 0]);
        let not = "Support for Tarsis 3 has not ended on 31 May 2024.";
        assert_eq!(fallen(not, &support), [] as [usize; 0]);
    }

    #[test]
    fn what_was_done_away_with_holds_no_more() {
        let standing = [
            "The rent act caps rent increases at 3 percent a year.",
            "The cap was brought in by the left in 2014.",
            "The tenants' union has 12,000 members.",
        ];
        let new = "The constitutional court struck down the cap on 4 November 2024.";
        assert_eq!(fallen(new, &standing), [0]);
        let not = "The constitutional court has not struck down the cap.";
        assert_eq!(fallen(not, &standing), [] as [usize; 0]);
        // What a notice asks for falls with it, though it names it in its title alone.
        let asked = ["Residents must boil tap water."];
        assert_eq!(fallen("The notice was lifted on 18 July.", &asked), [0]);
        assert_eq!(
            fallen("The ban on hoses was lifted on 18 July.", &asked),
            [] as [usize; 0]
        );
    }

    #[test]
    fn what_is_over_is_threatened_no_more_and_was_as_it_was() {
        let standing = [
            "The outbreak may spread to Lund.",
            "The measles outbreak in Tarn has made 84 people ill.",
            "Two schools are closed.",
        ];
        assert_eq!(fallen("The outbreak is over.", &standing), [0]);
        assert!(tells_an_end("The outbreak is over.") && tells_an_end("The strike has ended."));
        assert!(!tells_an_end("The strike is not over.") && !tells_an_end("The hall is open."));
    }

    #[test]
    fn what_was_to_come_is_not_needed_any_more() {
        let standing = ["If no rain falls within 19 days, sprinkling bans will follow."];
        assert_eq!(fallen("Sprinkling bans are not needed.", &standing), [0]);
        assert_eq!(
            fallen("Sprinkling bans are needed.", &standing),
            [] as [usize; 0]
        );
    }

    #[test]
    fn what_was_out_of_the_ordinary_is_back_to_normal_with_what_went_on_about_it() {
        let standing = [
            "The water level of the Aldersee reservoir stands 2.3 metres below normal.",
            "It is the lowest level since 2003.",
            "The reservoir was built in 1961.",
        ];
        let new = "The water level of the Aldersee is back to normal after the rain.";
        assert_eq!(fallen(new, &standing), [0, 1]);
    }

    #[test]
    fn what_was_down_is_back_in_service() {
        let standing = ["The booking system of the ferries has been down since 3 February."];
        for new in [
            "The booking system is back in service since 7 February.",
            "The booking system was restored on 7 February.",
        ] {
            assert_eq!(fallen(new, &standing), [0], "{new}");
        }
        let not_yet = "The booking system is not back in service.";
        assert_eq!(fallen(not_yet, &standing), [] as [usize; 0]);
    }

    #[test]
    fn what_is_lifted_to_a_value_or_over_an_amount_is_not_over() {
        let standing = ["The growth forecast for 2025 should apply to all sectors."];
        for new in [
            "The growth forecast for 2025 was lifted to 3 percent.",
            "The growth forecast for 2025 is over 3 percent.",
        ] {
            assert_eq!(fallen(new, &standing), [] as [usize; 0], "{new}");
        }
    }
}
