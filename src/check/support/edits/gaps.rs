//! Gaps: what lies between two words that a claim and a sentence of its evidence have in common, read as put in, put for something else, or of another strength.

use super::{FRAME, MOST_OTHERS, is_deed, is_name, text_of};
use crate::check::language::names::may_be_one;
use crate::check::language::numbers::quantities;
use crate::check::language::opposites::{Relation, is_turned};
use crate::check::language::terms::plain;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word};
use crate::check::meaning::denying::is_refusal;
use crate::check::meaning::governing::{is_to_come, tells_an_aim};
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::seasons::is_month_of;
use crate::check::support::finding::Finding;
use crate::check::support::nuances::is_period;

/// Likeness from which one word may stand for another in a copy.
const ALIKE: f32 = 0.35;
/// Bytes behind a word in which what it says something about begins.
const NEAR: usize = 24;

/// What lies between two common words of a claim and a sentence.
pub(super) struct Gap<'a> {
    pub(super) claim: &'a str,
    pub(super) sentence: &'a str,
    pub(super) own: &'a [Token],
    pub(super) theirs: &'a [Token],
    pub(super) all_own: &'a [Token],
    pub(super) all_theirs: &'a [Token],
    pub(super) around: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
}

impl<'a> Gap<'a> {
    /// Whether the sentence has words here by which something was not done: `has yet to receive`, `too small to show`.
    fn is_left_undone(&self) -> bool {
        let words: Vec<String> = self
            .theirs
            .iter()
            .map(|token| plain(text_of(self.sentence, token)))
            .collect();
        (0..words.len()).any(|at| is_refusal(&words, at))
    }

    pub(super) fn read(&self, found: &mut Vec<Finding>, put_in: &mut Vec<String>) {
        if self.own.is_empty() && self.theirs.is_empty() {
            return;
        }
        match (
            self.has(self.own, Role::Negation),
            self.has(self.theirs, Role::Negation),
        ) {
            (true, false) if self.is_left_undone() => {}
            (true, false) => found.push(Finding::Opposed(Opposition::Denied)),
            (false, true) if self.sets_aside() => {}
            (false, true)
                if !self.own.is_empty() && self.theirs.len() <= self.own.len() + MOST_OTHERS
                    || self.theirs.len() <= 2 && !self.sets_apart() =>
            {
                found.push(Finding::Opposed(Opposition::Stated));
            }
            _ => {}
        }
        // What was put in the place of something. A whole clause left out is a shorter claim, not another one.
        let is_replaced = !self.own.is_empty() && self.theirs.len().abs_diff(self.own.len()) <= 2;
        if is_replaced || self.theirs.len() <= 2 {
            self.strength(found);
        }
        for token in self.own {
            let Some(word) = self.vocabulary.word(token.word) else {
                continue;
            };
            match self.facing(token, word, is_replaced) {
                Facing::Same => {}
                Facing::Nothing => {
                    let is_said = word.kind == Kind::Stop
                        || FRAME.contains(&word.text.as_str())
                        || stands_in(self.all_theirs, token)
                        || stands_in(self.around, token);
                    if !is_said {
                        put_in.push(text_of(self.claim, token).to_owned());
                    }
                }
                Facing::Other {
                    excludes: false, ..
                } if stands_in(self.around, token) && !stands_in(self.all_theirs, token) => {}
                Facing::Other {
                    source,
                    excludes,
                    moved,
                } => found.push(Finding::Altered {
                    is_alone: false,
                    is_deed: is_deed(&word.text) && is_deed(&source.to_lowercase()),
                    claim: text_of(self.claim, token).to_owned(),
                    source,
                    excludes,
                    moved,
                }),
            }
        }
    }

    /// What stands in the sentence where a word stands in the claim.
    fn facing(&self, token: &Token, word: &Word, is_replaced: bool) -> Facing {
        let mut other: Option<&Token> = None;
        if FRAME.contains(&word.text.as_str()) {
            return Facing::Nothing;
        }
        if token.is_capital && ADDRESSES.contains(&word.text.as_str()) {
            return Facing::Same;
        }
        for theirs in self.theirs {
            let Some(their_word) = self.vocabulary.word(theirs.word) else {
                continue;
            };
            if their_word.stem == word.stem {
                return Facing::Same;
            }
            let excludes = match word.places.relation(their_word.places) {
                Some(Relation::Alike) => return Facing::Same,
                Some(Relation::Opposite | Relation::Sibling) => true,
                None => is_turned(&word.text, &their_word.text),
            };
            let is_month = is_month_of(text_of(self.sentence, theirs), &word.text);
            if is_month || tells_an_aim(&word.text) && tells_an_aim(&their_word.text) {
                return Facing::Same;
            }
            if excludes && is_replaced && self.is_put_for(token, theirs) {
                return Facing::Other {
                    source: text_of(self.sentence, theirs).to_owned(),
                    excludes: true,
                    moved: false,
                };
            }
            // `$45 a gallon` is not `$45 a barrel`, whatever else is told by the gallon.
            let are_rates = is_rate(self.claim, token) && is_rate(self.sentence, theirs);
            if are_rates && is_replaced && !word.names_the_same(their_word) {
                return Facing::Other {
                    source: text_of(self.sentence, theirs).to_owned(),
                    excludes: true,
                    moved: false,
                };
            }
            if word.kind == Kind::Stop || their_word.kind == Kind::Stop || !is_replaced {
                continue;
            }
            let both_numbers = word.kind == Kind::Number && their_word.kind == Kind::Number;
            if both_numbers && self.is_one_amount(token, theirs) {
                return Facing::Same;
            }
            // `310 in 2024 and 480 in 2025` has the one from another sentence; which belongs to which year is seen to elsewhere.
            if both_numbers && stands_in(self.all_own, theirs) && stands_in(self.around, token) {
                return Facing::Same;
            }
            let is_name = is_name(token, word) && is_name(theirs, their_word);
            if is_name && may_be_one(text_of(self.claim, token), text_of(self.sentence, theirs)) {
                return Facing::Same;
            }
            if !both_numbers && !is_name && self.may_stand_for(word, their_word) {
                return Facing::Same;
            }
            if other.is_none() || both_numbers || is_name {
                other = Some(theirs);
            }
        }
        match other.and_then(|theirs| Some((theirs, self.vocabulary.word(theirs.word)?))) {
            Some((theirs, their_word)) => Facing::Other {
                source: text_of(self.sentence, theirs).to_owned(),
                excludes: word.kind == their_word.kind
                    && (word.kind == Kind::Number
                        || (is_name(token, word) && is_name(theirs, their_word))),
                moved: stands_in(self.all_theirs, token) && stands_in(self.all_own, theirs),
            },
            None => Facing::Nothing,
        }
    }

    /// Whether one word may stand for the other in a copy, if it holds of some of a kind only where the claim does not speak of none or of all.
    fn may_stand_for(&self, word: &Word, other: &Word) -> bool {
        let is_of_some =
            !self.has(self.all_own, Role::Negation) && !self.has(self.all_own, Role::Absolute);
        word.likeness(other) >= ALIKE
            || word.names_the_same(other)
            || is_of_some && word.may_stand_for(other)
    }

    /// Whether a word stands in the claim where the sentence has another: not, if both are only elsewhere in it.
    fn is_put_for(&self, token: &Token, theirs: &Token) -> bool {
        let count = |tokens: &[Token], wanted: &Token| {
            let same = tokens.iter().filter(|other| other.word == wanted.word);
            same.count()
        };
        count(self.all_own, theirs) == 0
            || count(self.all_own, theirs) < count(self.all_theirs, theirs)
                && count(self.all_own, token) > count(self.all_theirs, token)
    }

    /// `trams, not buses,`: what is left out denies another thing.
    fn sets_apart(&self) -> bool {
        self.theirs.len() > 1 && self.is_set_apart()
    }

    fn is_set_apart(&self) -> bool {
        let first = self.theirs.first();
        first
            .and_then(|first| self.sentence.get(..first.start as usize))
            .is_some_and(|before| before.trim_end().ends_with([',', '(', '–', '—']))
    }

    /// `96,000, down from 118,000` for `96,000, not 118,000`.
    fn sets_aside(&self) -> bool {
        const WORDS: &[&str] = &[
            "from",
            "instead",
            "rather",
            "over",
            "formerly",
            "previously",
        ];
        let mut words = self
            .own
            .iter()
            .filter_map(|token| self.vocabulary.word(token.word));
        let is_preferred = |word: &Word| word.text == "to" && self.claim.contains("prefer");
        self.is_set_apart()
            && words.any(|word| WORDS.contains(&word.text.as_str()) || is_preferred(word))
    }

    /// Whether two numbers are one amount in other units: `0.25 points` and `25 basis points`.
    fn is_one_amount(&self, own: &Token, theirs: &Token) -> bool {
        let at = |text: &str, token: &Token| {
            quantities(text)
                .into_iter()
                .find(|quantity| quantity.span.contains(&(token.start as usize)))
        };
        at(self.claim, own)
            .zip(at(self.sentence, theirs))
            .is_some_and(|(own, theirs)| theirs.bears_out(&own))
    }

    /// Whether a word hedges where it stands: `around 40`, not `built around a core`, nor `in May`.
    fn may_hedge(&self, token: &Token) -> bool {
        if token.start > 0 && text_of(self.sentence, token) == "May" {
            return false;
        }
        let is_around = self
            .vocabulary
            .word(token.word)
            .is_some_and(|word| word.text == "around");
        if !is_around {
            return true;
        }
        let behind = self.sentence.get(token.end as usize..).unwrap_or_default();
        let near = behind
            .get(..behind.floor_char_boundary(NEAR))
            .unwrap_or_default();
        !quantities(near).is_empty() || near.trim_start().starts_with(['$', '€', '£'])
    }

    /// Hedges that were dropped, and quantities of another strength.
    fn strength(&self, found: &mut Vec<Finding>) {
        let texts = |tokens: &[Token], list: &[&str]| -> Vec<&'a str> {
            tokens
                .iter()
                .filter_map(|token| self.vocabulary.word(token.word))
                .map(|word| word.text.as_str())
                .filter(|text| list.contains(text))
                .collect()
        };
        let hedge = self
            .theirs
            .iter()
            .find(|token| self.role(token) == Some(Role::Hedge) && self.may_hedge(token));
        let is_kept = |hedge: &&Token| {
            let is_aim = tells_an_aim(&plain(text_of(self.sentence, hedge)));
            let own = || -> Vec<String> {
                let words = self.all_own.iter();
                words
                    .map(|token| plain(text_of(self.claim, token)))
                    .collect()
            };
            self.has(self.own, Role::Hedge) || is_aim && is_to_come(&own())
        };
        if let Some(hedge) = hedge.filter(|hedge| !is_kept(hedge)) {
            found.push(Finding::Hedge(text_of(self.sentence, hedge).to_owned()));
            return;
        }
        // `Every day` is how often, as `a day` is, and no quantity of days; `at most` is a bound.
        let counts = |text: &str, tokens: &'a [Token]| -> Vec<Token> {
            let is_rate = |token: &&Token| {
                let is_each = matches!(plain(text_of(text, token)).as_str(), "each" | "every");
                let behind = text.get(token.end as usize..).unwrap_or_default();
                let mut words = behind
                    .split_whitespace()
                    .map(|word| word.trim_end_matches(['.', ',']));
                is_each && words.next().is_some_and(|next| is_period(&plain(next)))
            };
            let is_bound = |token: &&Token| {
                let before = text.get(..token.start as usize).unwrap_or_default();
                let last = before.split_whitespace().next_back();
                plain(text_of(text, token)) == "most"
                    && last.is_some_and(|word| plain(word) == "at")
            };
            tokens
                .iter()
                .filter(|token| !is_rate(token) && !is_bound(token))
                .copied()
                .collect()
        };
        let (own, theirs) = (
            texts(&counts(self.claim, self.own), QUANTIFIERS),
            texts(&counts(self.sentence, self.theirs), QUANTIFIERS),
        );
        // `Never` is no more than `not`.
        if theirs.is_empty()
            && self.has(self.own, Role::Negation)
            && self.has(self.theirs, Role::Negation)
        {
            return;
        }
        let same = own
            .iter()
            .map(|text| strength_of(text))
            .eq(theirs.iter().map(|text| strength_of(text)));
        let strong = own.iter().any(|text| STRONG.contains(text));
        let is_weaker = own.len() == theirs.len()
            && own
                .iter()
                .zip(&theirs)
                .all(|(own, theirs)| is_implied(own, theirs));
        if !same && !is_weaker && (strong || !own.is_empty() && !theirs.is_empty()) {
            found.push(Finding::Quantifier {
                claim: own.join(" "),
                source: theirs.join(" "),
            });
        }
    }

    fn role(&self, token: &Token) -> Option<Role> {
        self.vocabulary.word(token.word).map(|word| word.role)
    }

    fn has(&self, tokens: &[Token], role: Role) -> bool {
        tokens.iter().any(|token| self.role(token) == Some(role))
    }
}

/// One word for those that say as much.
fn strength_of(quantifier: &str) -> &str {
    match quantifier {
        "each" | "every" | "everyone" | "everything" => "all",
        "several" => "many",
        "none" => "no",
        other => other,
    }
}

/// Whether what holds of as many, or as often, as the source says holds as the claim says: `some` of `many`.
fn is_implied(own: &str, theirs: &str) -> bool {
    match own {
        "some" | "any" => matches!(
            strength_of(theirs),
            "all" | "most" | "many" | "both" | "half" | "some"
        ),
        "many" | "several" => matches!(strength_of(theirs), "all" | "most" | "many"),
        "most" => strength_of(theirs) == "all",
        "sometimes" => matches!(theirs, "often" | "usually" | "always"),
        "often" => matches!(theirs, "usually" | "always"),
        "usually" => theirs == "always",
        _ => own == theirs,
    }
}

/// Whether a word is that of which an amount before it is told for each one: `45 dollars a gallon`, `12 per head`.
fn is_rate(text: &str, token: &Token) -> bool {
    let before = text.get(..token.start as usize).unwrap_or_default();
    let mut words = before.split_whitespace().rev();
    let is_each = words
        .next()
        .is_some_and(|word| matches!(word, "a" | "an" | "per"));
    is_each
        && words
            .take(2)
            .any(|word| word.contains(|sign: char| sign.is_ascii_digit()))
}

enum Facing {
    /// The same, or what may stand for it.
    Same,
    Nothing,
    Other {
        source: String,
        excludes: bool,
        moved: bool,
    },
}

fn stands_in(tokens: &[Token], token: &Token) -> bool {
    tokens.iter().any(|other| other.word == token.word)
}

/// Words before a name that one text has and another leaves out.
const ADDRESSES: &[&str] = &[
    "dr",
    "prof",
    "professor",
    "mr",
    "mrs",
    "ms",
    "miss",
    "sir",
    "dame",
];

#[rustfmt::skip]
const QUANTIFIERS: &[&str] = &[
    "all", "every", "each", "everyone", "everything", "both", "neither", "none", "no", "few", "many", "several", "most", "some", "any", "half", "only", "always",
    "often", "sometimes", "usually", "rarely", "never", "entirely", "completely",
];

/// Those that leave no exception, or hardly one.
#[rustfmt::skip]
const STRONG: &[&str] = &[
    "all", "every", "each", "everyone", "everything", "both", "neither", "none", "no", "few", "most", "only", "always", "never", "entirely",
    "completely",
];
