//! Sides: a new sentence and one that stands, each read once, and what the new one makes of the other by their words.

use super::Overtaken;
use super::coming::{is_going_on, is_to_come};
use super::discredited::discredits;
use super::moving::leaves_behind;
use super::{
    advice, another, courts, decisions, exempt, leaving, minds, over, parting, rescheduled,
    reversed,
};
use crate::check::conflicts::taken_back::{is_taken_back_by, retracts};
use crate::check::conflicts::values::{may_set_right, puts_right};
use crate::check::language::directions::axis;
use crate::check::language::irregular::is_past;
use crate::check::language::names::names;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem};
use crate::check::meaning::deeds::{names_deed, root};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::undone::{Undone, undoes, undone_things};

/// A new sentence, read once for all that stand.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is another thing that it may do to an older one"
)]
pub(super) struct New<'t> {
    pub(super) reading: Reading<'t>,
    /// The places of the words for what it undoes, and of those that are the thing itself.
    pub(super) undone: Vec<usize>,
    pub(super) things_undone: Vec<usize>,
    /// It undoes one more of what there is, which stands: `rejected a second order`.
    pub(super) undoes_more: bool,
    pub(super) undoes_what_is_asked: bool,
    pub(super) may_set_right: bool,
    pub(super) turns: bool,
    pub(super) discredits: bool,
    pub(super) leaves: bool,
    pub(super) may_follow: bool,
    pub(super) tells_a_day_to_come: bool,
    /// Somebody had something and has it no more by it.
    pub(super) parts_with: bool,
    pub(super) acquits: bool,
    /// Somebody takes something for a cause by it now, or no more.
    pub(super) changes_mind: bool,
    pub(super) finds_nothing_wrong: bool,
    pub(super) decides_instead: bool,
    pub(super) tells_deeds: bool,
    /// Somebody advises something by it.
    pub(super) advises: bool,
    /// Something went up or down to a value by it.
    pub(super) moves: bool,
    /// Something stays by it.
    pub(super) stays: bool,
    pub(super) over: Option<over::Over>,
    pub(super) rescheduled: Option<rescheduled::Rescheduled>,
    /// Whose exemption is over by it.
    pub(super) exemption: Option<Vec<Term>>,
    /// It takes back a decision.
    pub(super) reversal: Option<reversed::Reversal>,
    /// Who is against something by it.
    pub(super) against: Option<another::Against>,
    /// The words of its source's title.
    pub(super) head: Vec<Term>,
}

impl<'t> New<'t> {
    pub(super) fn read(text: &'t str, title: &str, lexicon: &mut Lexicon) -> Self {
        let reading = Reading::learnt(text, lexicon);
        let all = || 0..reading.words.len();
        let turns = all().any(|at| undoes(&reading.words, at) || is_denying(reading.word(at)))
            || all().any(|at| matches!(reading.word(at), "against" | "longer"))
            || retracts(&reading);
        let Undone {
            named: undone,
            things: things_undone,
        } = undone_things(&reading);
        Self {
            undoes_more: undone.iter().any(|at| is_one_more(&reading, *at)),
            exemption: exempt::ended(&reading, &undone),
            undone,
            things_undone,
            undoes_what_is_asked: false,
            may_set_right: may_set_right(text),
            discredits: discredits(&reading),
            leaves: leaving::tells(&reading),
            may_follow: leaving::may_follow(&reading),
            tells_a_day_to_come: rescheduled::tells_a_day_to_come(&reading),
            parts_with: parting::tells(&reading),
            acquits: courts::tells(&reading),
            changes_mind: minds::has_changed(&reading),
            finds_nothing_wrong: minds::finds_nothing_wrong(&reading),
            decides_instead: decisions::tells_an_alternative(&reading),
            advises: advice::gives(&reading),
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

    pub(super) fn may_overtake(&self) -> bool {
        let may_undo = self.turns || self.discredits || self.leaves || self.over.is_some();
        let is_dated = self.rescheduled.is_some() || self.tells_a_day_to_come;
        let may_move = self.tells_deeds || self.moves || is_dated;
        let may_change =
            self.advises || self.changes_mind || self.finds_nothing_wrong || self.may_follow;
        let may_fall = self.reversal.is_some() || self.exemption.is_some();
        let may_end = self.parts_with || self.acquits || self.stays || may_fall;
        self.may_set_right || may_undo || may_move || may_change || may_end
    }
}

/// A sentence that stands.
pub(super) struct Old<'t> {
    pub(super) reading: Reading<'t>,
    pub(super) terms: Vec<Term>,
    /// What its source is called.
    pub(super) title: &'t str,
    /// The words of its source's title.
    pub(super) head: Vec<Term>,
    /// Who is against something by it.
    pub(super) against: Option<another::Against>,
    pub(super) is_to_come: bool,
    pub(super) is_going_on: bool,
    pub(super) undoes: bool,
}

impl<'t> Old<'t> {
    pub(super) fn read(text: &'t str, title: &'t str, lexicon: &mut Lexicon) -> Self {
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
            title,
            terms,
            reading,
        }
    }

    /// What a new sentence makes of this one by their words.
    pub(super) fn overtaken_by(&self, new: &New<'_>, asked: &[String]) -> Option<Overtaken> {
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
            || self.is_told_for_another_day(new)
            || is_near && leaves_behind(self.reading.text, &new.reading)
            || self.moved_on_in(new)
            || self.is_relocated_by(new)
            || self.is_followed_by(new)
            || self.is_succeeded_by(new)
            || self.is_changed_mind_of(new)
            || self.has_ended_by(new)
            || self.is_parted_with_by(new)
            || self.is_decided_instead_by(new)
            || self.is_decided_the_other_way_by(new)
            || new.advises && self.is_advised_anew_by(new)
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
    pub(super) fn is_of_source_of(&self, new: &New<'_>) -> bool {
        self.head.iter().any(|term| new.head.contains(term))
    }

    /// The place in a new sentence of the word for what this one tells as to come or going on, and that one says was undone.
    pub(super) fn undone_in(&self, new: &New<'_>) -> Option<usize> {
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
            let is_thing = new.things_undone.contains(&at);
            if is_another_thing(&new.reading, at, &self.reading, own)
                || only_says_which(&self.reading, own)
            {
                return false;
            }
            let is_called_so = is_thing && self.reading.term(own) == new.reading.term(at);
            // The very word is that of a deed where it is told as one, and not where it only says which thing: `the code running in the thread is paused`.
            let is_deed_told = || {
                let mut deeds = self.deeds_to_come();
                is_thing || root(noun) != root(word) || deeds.any(|deed| deed == own)
            };
            self.reading.term(own).is_some()
                && (is_called_so || names_deed(noun, word) && is_deed_told())
                // What would make a thing needless holds without it.
                && !lead.map(|at| self.reading.word(at)).any(|word| SPARES.contains(&word))
        };
        let mut undone = new.undone.iter().copied();
        undone.find(|at| (0..self.reading.words.len()).any(|own| is_its(own, *at)))
    }

    /// Whether what a sentence tells as to come or going on is named as what was undone: `plans to sell the hall`, `rejected the sale of the hall`.
    pub(super) fn is_undone_by(&self, new: &New<'_>, shared: &[Term], asked: &[String]) -> bool {
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
    pub(super) fn is_given_up_by(&self, new: &New<'_>) -> bool {
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
        // `The council of Sandvik`, `leasing two road graders`: who gives up what is told of others or another thing gives up nothing of this one.
        let ends = |at: &usize| {
            reading.gap(*at).contains([',', ';', ':', '–', '—'])
                || GROUNDS.contains(&reading.word(*at))
        };
        let end = (verb + 1..reading.words.len()).find(ends);
        let is_figure = |at: usize| reading.word(at).starts_with(|c: char| c.is_ascii_digit());
        let is_known = |at: usize| {
            let term = reading.term(at);
            let is_held = |term: Term| self.terms.contains(&term) || self.head.contains(&term);
            term.is_none_or(is_held) || is_figure(at)
        };
        let mut said = (0..verb - 2).chain(verb..end.unwrap_or(reading.words.len()));
        let is_this = said.all(is_known);
        is_this
            && first.and_then(same).zip(told).is_some_and(|(first, told)| {
                let is_of_it = |at: usize| same(at).is_some_and(|place| place > told);
                first < told && object.is_none_or(is_of_it)
            })
    }

    pub(super) fn tells_of_one_more(&self) -> bool {
        let reading = &self.reading;
        (0..reading.words.len()).any(|at| is_one_more(reading, at))
    }
}

/// Whether a thing that is undone is another than one of the same name: `this proposal` is the one that says so, and what all have to do is not undone for some.
fn is_another_thing(new: &Reading<'_>, at: usize, old: &Reading<'_>, own: usize) -> bool {
    let before = |at: usize| at.checked_sub(1);
    before(at).is_some_and(|at| matches!(new.word(at), "this" | "these"))
        || before(own).is_some_and(|at| matches!(old.word(at), "all" | "any" | "every" | "similar"))
}

/// Whether a participle only says which thing is meant: `the banned runner` is no ban that may be withdrawn.
fn only_says_which(reading: &Reading<'_>, at: usize) -> bool {
    #[rustfmt::skip]
    const LEADS: &[&str] = &["is", "are", "was", "were", "be", "been", "being", "has", "have", "had"];
    let is_led = at
        .checked_sub(1)
        .is_some_and(|at| LEADS.contains(&reading.word(at)));
    reading.word(at).ends_with("ed") && !is_led && reading.term(at + 1).is_some()
}

/// Words that lead to why something is given up, or when.
const GROUNDS: &[&str] = &[
    "because",
    "since",
    "as",
    "after",
    "due",
    "for",
    "following",
    "and",
    "but",
    "when",
    "until",
];

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
mod tests {
    use super::super::{Overtaken, Overtaking};

    #[track_caller]
    fn check(old: &str, news: &[&str], expected: Option<Overtaken>) {
        for new in news {
            assert_eq!(Overtaken::by_words(old, new), expected, "{old} / {new}");
        }
    }

    #[test]
    fn what_may_be_set_to_keep_a_program_from_something_takes_nothing_back_that_is_told_of_it() {
        let old = "The proposal is asking to remove Fetchit from the default image.";
        check(
            old,
            &[
                "FETCHIT_OFFLINE can be set to 1 to prevent Fetchit from reaching the mirror.",
                "If an order blocking Fetchit is in force, its mirror returns an error.",
                "The court order blocking Fetchit has been followed by two others.",
            ],
            None,
        );
        check(
            "Fetchit is being shipped with every image of the distribution.",
            &["The board voted to stop shipping Fetchit with the images."],
            Some(Overtaken::TakenBack),
        );
    }

    #[test]
    fn what_a_proposal_says_of_itself_is_said_of_no_other() {
        let new = "It felt more appropriate to withdraw this proposal than to refocus it on tools.";
        check(
            "This proposal will add virtual rooms to the tools of the house.",
            &[new],
            None,
        );
    }

    #[test]
    fn who_is_banned_is_no_ban_and_who_refuses_something_is_not_refused() {
        check(
            "The organisers are hoping that the banned runner Ada Moen will take part in the race.",
            &["The federation of the race has withdrawn the ban."],
            None,
        );
        check(
            "The runners of the club are to inform the federation where they are.",
            &[
                "The head of the federation said the runners refused to open the door.",
                "The runners withdrew from the race of the federation on Monday.",
            ],
            None,
        );
        check(
            "The council will fund the line to Delm.",
            &["The council refused to fund the line to Delm."],
            Some(Overtaken::TakenBack),
        );
    }

    #[test]
    fn who_only_leaves_undoes_nothing_but_their_office() {
        for old in [
            "The quarrel between Holm and Varga has led to a war of words.",
            "The dispute is partly driven by the hostility of president Holm.",
        ] {
            check(
                old,
                &["Varga left Delm to join Orm on loan after a quarrel with Holm."],
                None,
            );
            check(
                old,
                &["A judge dismissed an attempt by Holm to end the dispute."],
                None,
            );
        }
    }

    #[test]
    fn what_is_kept_up_elsewhere_is_not_what_was_to_be_set_up() {
        check(
            "The committee will establish and maintain a development process for the Orm project.",
            &["A current list of committee members is maintained in the main Orm repository."],
            None,
        );
    }

    #[test]
    fn what_is_so_now_takes_the_place_of_what_was() {
        let difference = Some(super::super::Difference::Value);
        let sourced = |text| super::super::Sourced {
            text,
            date: None,
            title: "Notice",
        };
        let old = sourced("The county puts the damage done by the storm at 40 million kroner.");
        let new = sourced("The county now puts the damage done by the storm at 65 million kroner.");
        assert_eq!(Overtaken::of(old, new, difference), Some(Overtaken::Newer));
        let road = "The coast road between Vik and Sund is closed.";
        let mut standing = Overtaking::of([(road, "")]);
        let reopened = "The coast road between Vik and Sund was opened again on Monday.";
        assert_eq!(standing.by((reopened, "")), [(0, Overtaken::Newer)]);
    }
}
