//! Edits: what was changed where a claim is a near copy of a sentence of its evidence.
//!
//! A copy with one word changed is the fault that is hardest to see and easiest to prove: everything else agrees, so what differs is the fault. The
//! two are laid over each other along the words they have in common, and each gap is read as what was put in, left out, or put in the place of
//! something. Words that may stand for each other, a changed order and words such as `the report says` are no edits.

use super::finding::Finding;
use super::nuances::is_period;
use crate::check::language::irregular::is_past;
use crate::check::language::names::{is_form, may_be_one};
use crate::check::language::numbers::quantities;
use crate::check::language::opposites::{Relation, is_turned};
use crate::check::language::terms::plain;
use crate::check::language::vocabulary::{Kind, Role, Token, Vocabulary, Word, role};
use crate::check::meaning::governing::{is_to_come, tells_an_aim};
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::seasons::is_month_of;
use crate::check::model::measures::common_order;

/// Bytes behind a word in which what it says something about begins.
const NEAR: usize = 24;

/// Share of a claim's words that stand in the same order in the sentence, from which the one is a copy of the other.
const COPY: f32 = 0.82;
/// The same for a claim that a copy is only a part of, as a share of the sentence's words.
const HELD: f32 = 0.9;
/// Fewer words in common are no copy.
const LEAST: usize = 5;
/// A claim that differs in one word from a sentence of hardly more words is a copy from fewer words on.
const SHORTEST: usize = 2;
const MOST_OTHERS: usize = 3;
/// Likeness from which one word may stand for another in a copy, and where all other words are the same.
const ALIKE: f32 = 0.35;
const ONE_THING: f32 = 0.6;

/// What was changed, if the claim is a near copy of the sentence: nothing, where it is a copy and says no more.
///
/// A word that stands in the texts `around` the sentence is not put in: a claim may draw two sentences together. What stands between bars is no sentence: its cells
/// are held against a claim as those of a table.
pub(crate) fn edits(
    claim: &str,
    sentence: &str,
    around: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Vec<Finding>> {
    const BAR: char = '|';
    if sentence.contains(BAR) {
        return None;
    }
    let (mut own, mut theirs, mut said) = (Vec::new(), Vec::new(), Vec::new());
    vocabulary.read(claim, &mut own);
    vocabulary.read(sentence, &mut theirs);
    let pairs = common_order(&own, &theirs);
    let common = pairs.len() as f32;
    let framed = |token: &&Token| {
        vocabulary
            .word(token.word)
            .is_some_and(|word| !FRAME.contains(&word.text.as_str()))
    };
    let is_copy = pairs.len() >= LEAST
        && (common >= COPY * own.iter().filter(framed).count() as f32
            || common >= HELD * theirs.len() as f32);
    let others = (own.len() - pairs.len(), theirs.len() - pairs.len());
    let is_short_copy = pairs.len() >= SHORTEST && others.0 <= 1 && others.1 <= MOST_OTHERS;
    if !is_copy && !is_short_copy {
        let texts = Texts {
            claim,
            sentence,
            own: &own,
            vocabulary,
        };
        return texts.other_name(&theirs, around).map(|name| vec![name]);
    }
    // Few claims come this far.
    for text in around {
        vocabulary.read(text, &mut said);
    }
    let vocabulary = &*vocabulary;
    let texts = Texts {
        claim,
        sentence,
        own: &own,
        vocabulary,
    };
    let (mut found, put_in) = texts.differences(&theirs, &pairs, &said);
    let is_open = |found: &Finding| {
        matches!(
            found,
            Finding::Altered {
                excludes: false,
                is_deed: false,
                moved: false,
                ..
            }
        )
    };
    if pairs.len() >= LEAST
        && put_in.is_empty()
        && found.iter().all(is_open)
        && let Some(other) = only_other((claim, &own), (sentence, &theirs), &pairs, vocabulary)
    {
        found = vec![other];
    }
    // The small words of what is put in, as in `with pride`, say nothing by themselves.
    let is_small = |token: &Token| {
        let word = vocabulary.word(token.word);
        word.is_some_and(|word| word.kind == Kind::Stop)
    };
    let is_paired = |at: usize| pairs.binary_search_by_key(&at, |pair| pair.0).is_ok();
    let own_only = (0..).zip(&own).filter(|(at, _)| !is_paired(*at));
    let mut telling = own_only.filter(|(_, token)| !is_small(token));
    let only = (telling.next(), telling.next());
    let (first, last) = (pairs.first(), pairs.last());
    let is_said = |at: usize, token: &Token| {
        let lower = text_of(claim, token).to_lowercase();
        // A greeting stands before what is said, or behind it.
        let is_within =
            first.is_some_and(|pair| pair.0 < at) && last.is_some_and(|pair| at < pair.0);
        let role = role(&lower);
        !TURNS_OF_SPEECH.contains(&lower.as_str())
            && (role == Role::None || role == Role::Aside && is_within)
    };
    let is_whole_copy = pairs.len() >= LEAST
        && theirs.len() == pairs.len()
        && matches!(only, (Some((at, token)), None) if is_said(at, token));
    match (put_in.len(), found.is_empty()) {
        (0, _) | (1, false) => {}
        // One word more may be anything; it is the model's to weigh, but where all others are the very same.
        (1, true) if !is_whole_copy => {
            return texts.other_name(&theirs, around).map(|name| vec![name]);
        }
        _ => found.push(Finding::Added(put_in.join(" "))),
    }
    Some(found)
}

/// A claim and the sentence that it is laid beside.
pub(super) struct Texts<'a> {
    pub(super) claim: &'a str,
    pub(super) sentence: &'a str,
    /// The claim's words.
    pub(super) own: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
}

impl Texts<'_> {
    /// What differs between the words that both have in common, and what was put in.
    fn differences(
        &self,
        theirs: &[Token],
        pairs: &[(usize, usize)],
        around: &[Token],
    ) -> (Vec<Finding>, Vec<String>) {
        let (mut found, mut put_in) = (Vec::new(), Vec::new());
        let mut from = (0, 0);
        for (to, next) in pairs
            .iter()
            .map(|&pair| (pair, (pair.0 + 1, pair.1 + 1)))
            .chain([((self.own.len(), theirs.len()), (0, 0))])
        {
            let gap = Gap {
                claim: self.claim,
                sentence: self.sentence,
                own: self.own.get(from.0..to.0).unwrap_or_default(),
                theirs: theirs.get(from.1..to.1).unwrap_or_default(),
                all_own: self.own,
                all_theirs: theirs,
                around,
                vocabulary: self.vocabulary,
            };
            gap.read(&mut found, &mut put_in);
            from = next;
        }
        (found, put_in)
    }
}

/// The one word in which a claim differs from a sentence that is the same in all others, where the two are not known to say one thing.
///
/// Two words that may fill one place of a sentence are seldom two names of one thing: they are alike because they are of a kind.
fn only_other(
    (claim, own): (&str, &[Token]),
    (sentence, theirs): (&str, &[Token]),
    pairs: &[(usize, usize)],
    vocabulary: &Vocabulary,
) -> Option<Finding> {
    let one = |tokens: &[Token], is_paired: &dyn Fn(usize) -> bool| {
        let mut places = (0..tokens.len()).filter(|&at| !is_paired(at));
        let only = (places.next()?, places.next());
        let (at, None) = only else { return None };
        tokens.get(at).copied()
    };
    let token = one(own, &|at| pairs.iter().any(|pair| pair.0 == at))?;
    let other = one(theirs, &|at| pairs.iter().any(|pair| pair.1 == at))?;
    let (word, their_word) = (vocabulary.word(token.word)?, vocabulary.word(other.word)?);
    let is_plain = |word: &Word| {
        word.kind == Kind::Content
            && word.role == Role::None
            && !FRAME.contains(&word.text.as_str())
            && !GENERAL.contains(&word.text.as_str())
    };
    // What gives a number or a name means the very things that it speaks of.
    let is_exact =
        own.iter().skip(1).any(|token| token.is_capital) || !quantities(claim).is_empty();
    let is_another = is_exact
        && !is_month_of(text_of(sentence, &other), &word.text)
        && is_plain(word)
        && is_plain(their_word)
        && word.stem != their_word.stem
        && word.places.relation(their_word.places).is_none()
        && word.likeness(their_word) < ONE_THING;
    is_another.then(|| Finding::other_word(text_of(claim, &token), text_of(sentence, &other)))
}

/// What lies between two common words of a claim and a sentence.
struct Gap<'a> {
    claim: &'a str,
    sentence: &'a str,
    own: &'a [Token],
    theirs: &'a [Token],
    all_own: &'a [Token],
    all_theirs: &'a [Token],
    around: &'a [Token],
    vocabulary: &'a Vocabulary,
}

impl<'a> Gap<'a> {
    fn read(&self, found: &mut Vec<Finding>, put_in: &mut Vec<String>) {
        if self.own.is_empty() && self.theirs.is_empty() {
            return;
        }
        match (
            self.has(self.own, Role::Negation),
            self.has(self.theirs, Role::Negation),
        ) {
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
        // `Every day` is how often, as `a day` is, and no quantity of days.
        let counts = |text: &str, tokens: &'a [Token]| -> Vec<Token> {
            let is_rate = |token: &&Token| {
                let is_each = matches!(plain(text_of(text, token)).as_str(), "each" | "every");
                let behind = text.get(token.end as usize..).unwrap_or_default();
                let mut words = behind
                    .split_whitespace()
                    .map(|word| word.trim_end_matches(['.', ',']));
                is_each && words.next().is_some_and(|next| is_period(&plain(next)))
            };
            tokens
                .iter()
                .filter(|token| !is_rate(token))
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

/// A capital; at the start only of what stands there alone, which is no plural, adverb or form of a verb.
pub(super) fn is_name(token: &Token, word: &Word) -> bool {
    token.is_capital && word.kind == Kind::Content && (token.start > 0 || !is_form(&word.text))
}

/// A verb that tells what was done, as far as its form shows it.
pub(super) fn is_deed(lower: &str) -> bool {
    lower.ends_with("ed") || is_past(lower)
}

fn stands_in(tokens: &[Token], token: &Token) -> bool {
    tokens.iter().any(|other| other.word == token.word)
}

pub(super) fn text_of<'t>(text: &'t str, token: &Token) -> &'t str {
    text.get(token.start as usize..token.end as usize)
        .unwrap_or_default()
}

/// Words by which a claim says where it is from.
#[rustfmt::skip]
pub(super) const FRAME: &[&str] = &[
    "document", "report", "reports", "reported", "study", "studies", "source", "sources", "author", "authors", "paper", "article", "text", "according", "states",
    "stated", "say", "says", "said", "write", "wrote", "notes", "noted", "describes", "described", "shows", "showed", "finds", "found", "writes", "evidence", "data", "explains",
    "explained", "mentions", "per", "cent", "percent", "mentioned", "adds", "added", "also", "additionally", "furthermore", "specifically",
];

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

/// Words for so many things that any other may be one of them.
#[rustfmt::skip]
pub(super) const GENERAL: &[&str] = &[
    "person", "persons", "people", "man", "men", "woman", "women", "someone", "somebody", "individual", "individuals", "guy", "guys", "kid", "kids", "child", "children",
    "thing", "things", "object", "objects", "item", "items", "animal", "animals", "place", "places", "area", "areas", "building", "food", "group", "groups",
    "product", "products", "vehicle", "vehicles", "body", "organisation", "organization", "something", "part", "parts", "piece",
];

/// Words of him who speaks, which add nothing to what is said.
#[rustfmt::skip]
const TURNS_OF_SPEECH: &[&str] = &[
    "yes", "yeah", "well", "actually", "really", "basically", "indeed", "simply", "clearly", "certainly", "overall", "currently", "generally", "typically", "sure",
    "okay", "please", "addition", "fact", "contrast", "comparison", "instance", "example", "particular", "course", "conclusion", "summary", "consequence", "practice",
    "short", "general", "thus", "hence", "therefore", "however", "moreover", "finally", "notably", "importantly", "interestingly", "exactly", "precisely",
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

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str =
        "The northern depot may lose about 37 of its older buses in Marenholt before the winter.";

    #[track_caller]
    fn check(claim: &str, expected: Option<&[&str]>) {
        let mut vocabulary = Vocabulary::default();
        let found = edits(claim, SENTENCE, &[], &mut vocabulary).map(|edits| {
            let say =
                |finding: &Finding| finding.say(crate::study::Verdict::Unsupported, "[1]", "[1]");
            edits.iter().map(say).collect::<Vec<String>>()
        });
        let expected = expected.map(|all| all.iter().map(ToString::to_string).collect());
        assert_eq!(found, expected);
    }

    #[test]
    fn what_was_changed_in_a_copy_is_named() {
        check(
            "The southern depot may lose about 37 of its older buses in Marenholt before the winter.",
            Some(&["the claim says “southern”, [1] says “northern”"]),
        );
        check(
            "The northern depot may lose about 37 of its older buses in Ostrava before the winter.",
            Some(&["the claim says “Ostrava”, [1] says “Marenholt”"]),
        );
        check(
            "The northern depot may lose about 37 of its older buses in Marenholt after the winter.",
            Some(&["the claim says “after”, [1] says “before”"]),
        );
        check(
            "The northern depot will lose about 37 of its older buses in Marenholt before the winter.",
            Some(&["[1] says this with less certainty: “may”"]),
        );
    }

    #[test]
    fn what_is_put_into_a_copy_is_named_with_the_small_words_about_it() {
        let with = |added: &str| SENTENCE.replace("37 of its", added);
        for (added, named) in [
            ("37 of its hello there", "hello"),
            ("37 of its, with pride,", "pride"),
        ] {
            let expected = format!("not in [1]: {named}");
            check(&with(added), Some(&[&expected]));
        }
        for before in ["Hello there. ", "In addition, "] {
            check(&format!("{before}{SENTENCE}"), None);
        }
    }

    #[test]
    fn a_copy_without_a_change_and_a_text_that_is_no_copy_have_no_edits() {
        check(SENTENCE, Some(&[]));
        check(
            "In Marenholt the northern depot may lose about 37 of its older buses before the winter.",
            Some(&[]),
        );
        check(
            "As the report says, the northern depot may lose about 37 of its older buses.",
            Some(&[]),
        );
        check(
            "The choir sang two motets by Palestrina in the old town hall.",
            None,
        );
    }
}
