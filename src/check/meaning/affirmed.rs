//! Affirmed: a denied word and the opposite that its evidence has for it, `not open` and `closed`, `did not raise` and `left unchanged`.
//!
//! What is closed is not open: a claim that denies a word is read with the opposite that its evidence affirms of the same, so that nothing that is compared later has to undo a
//! denial. The reverse holds only of words of which the one is so wherever the other is not, `not included` and `excluded`: a claim that affirms one of them is read with what
//! its evidence denies.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::{Deref, Range};
use std::rc::Rc;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::denying::is_denying;
use super::nulls::RISES_AND_GAINS;
use crate::check::language::directions::axis;
use crate::check::language::known::{Known, known};
use crate::check::language::negated::base_of;
use crate::check::language::opposites::{Places, Relation, is_turned};
use crate::check::language::shapes::ByWord;
use crate::check::language::terms::{is_stop_word, replaced, stem, words};
use crate::check::text::sentences::sentences;
use crate::memo::Memo;

/// Verbs that undo each other: what was not done once is not what undoes it, and who did not sell has not bought.
#[rustfmt::skip]
const REVERSED: &[&str] = &[
    "buy", "bought", "purchase", "acquire", "sell", "sold", "import", "export", "borrow", "lend", "give", "gave", "take", "send", "sent", "receive", "arrive", "come", "enter", "join",
    "leave", "depart", "exit", "go", "push", "pull", "hire", "employ", "recruit", "appoint", "fire", "dismiss", "sack", "resign", "build", "construct", "destroy", "demolish", "begin",
    "start", "launch", "stop", "end", "finish", "born", "attack", "defend", "arrest", "release", "save", "spend", "ask", "answer", "add", "remove", "load", "unload", "encode", "decode",
    "advance", "retreat", "remember", "forget", "lead", "follow",
];

/// Words of which one holds wherever the other does not.
#[rustfmt::skip]
const EITHER_OR: &[[&[&str]; 2]] = &[
    [&["open"], &["close", "closed", "shut"]],
    [&["include"], &["exclude", "omit"]],
    [&["present"], &["absent", "miss"]],
    [&["alive", "survive"], &["dead", "die"]],
    [&["pass"], &["fail"]],
    [&["allow", "permit"], &["forbid", "forbidden", "ban", "prohibit"]],
    [&["poisonous", "toxic", "dangerous", "harmful"], &["harmless"]],
    [&["safe"], &["dangerous"]],
    [&["true", "correct", "accurate"], &["false", "wrong"]],
];

/// Words behind a denial by which it does not deny the word that follows.
#[rustfmt::skip]
const NO_DENIAL: &[&str] = &["only", "just", "merely", "simply", "all", "always", "every", "necessarily", "so", "as", "more", "less", "yet", "even", "until", "because", "entirely", "fully", "quite"];

/// Words of a claim by which what it denies has a measure.
#[rustfmt::skip]
const MEASURED: &[&str] = &["as", "than", "until", "before", "after", "because", "only", "enough", "again", "more", "further"];

const DO: &[&str] = &["do", "does", "did"];
pub(super) const STAYS: &[&str] = &[
    "remain", "remains", "remained", "stay", "stays", "stayed", "hold", "held", "keep", "keeps",
    "kept", "leave", "leaves", "left", "leaving", "keeping",
];
pub(super) const LEVEL: &[&str] = &[
    "unchanged",
    "unaffected",
    "flat",
    "constant",
    "steady",
    "stable",
    "level",
];
pub(super) const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];
/// Words that begin what stands behind a verb without an object.
const SETTINGS: &[&str] = &[
    "on",
    "in",
    "at",
    "to",
    "for",
    "by",
    "with",
    "during",
    "throughout",
    "since",
    "from",
    "under",
    "through",
];

/// Words between a word and the denial of it.
const REACH: usize = 3;

pub(super) struct Word {
    pub(super) span: Range<usize>,
    known: Rc<Known>,
}

impl Deref for Word {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.known
    }
}

/// A sentence word by word.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) words: Rc<[Word]>,
}

thread_local! {
    /// One claim is read in many ways, one after the other.
    static READ_LAST: Memo<Rc<[Word]>> = Memo::of_few();
}

/// What a claim is read with: other words in some of its places, in order.
pub(super) type Changes = Vec<(Range<usize>, String)>;

impl<'t> Line<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let read = || {
            let all = words(text).map(|span| Word {
                known: known(text.get(span.clone()).unwrap_or_default()),
                span,
            });
            all.collect()
        };
        Self {
            text,
            words: READ_LAST.with(|last| last.of(text, read)),
        }
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.plain.as_str())
    }

    pub(super) fn has(&self, stem: &str) -> bool {
        self.words.iter().any(|word| word.stem == stem)
    }

    pub(super) fn surface(&self, from: usize, to: usize) -> &'t str {
        let start = self.words.get(from).map_or(0, |word| word.span.start);
        let end = self.words.get(to).map_or(start, |word| word.span.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether a word is denied by one of the few before it.
    fn is_denied(&self, at: usize) -> bool {
        (at.saturating_sub(REACH)..at)
            .any(|before| is_denying(self.word(before)) || self.word(before) == "longer")
    }

    /// The words that a denial at a place may deny: the verb or adjective behind a `not`, what is said of those whom a `no` stands before.
    fn denied(&self, at: usize) -> Range<usize> {
        let is_not = is_plain_denial(self.word(at));
        let next = |from: usize| {
            (from..from + 3)
                .find(|&at| !BE.contains(&self.word(at)) && !self.word(at).ends_with("ly"))
                .unwrap_or(from)
        };
        if is_not {
            let verb = next(at + 1);
            if NO_DENIAL.contains(&self.word(at + 1)) {
                return 0..0;
            }
            verb..verb + 1
        } else if at == 0 && matches!(self.word(0), "no" | "none") {
            2..self.words.len().min(7)
        } else {
            0..0
        }
    }

    /// Where a word stands that cannot be said together with another, and is not denied itself.
    fn opposite(&self, other: &Word) -> Option<usize> {
        let mut stays = (0..self.words.len()).filter(|&at| self.stays(at) && !self.is_denied(at));
        let is_opposite = |at: &usize| {
            let word = self.words.get(*at);
            word.is_some_and(|word| excludes(word, other)) && !self.is_denied(*at)
        };
        let level = stays.next().filter(|_| changes(&other.plain));
        level.or_else(|| (0..self.words.len()).find(is_opposite))
    }

    /// Whether a word says that something is what it was: `left its rate unchanged`.
    pub(super) fn stays(&self, at: usize) -> bool {
        LEVEL.contains(&self.word(at))
            && (at.saturating_sub(4)..at)
                .any(|before| STAYS.contains(&self.word(before)) || BE.contains(&self.word(before)))
    }

    /// Where the word stands, denied, of which the claim's says that it is not so, with where the denial begins.
    fn denied_complement(&self, own: &Word) -> Option<(usize, usize)> {
        (1..self.words.len()).find_map(|at| {
            let denial =
                (at.saturating_sub(2)..at).find(|&before| is_plain_denial(self.word(before)))?;
            let is_adverb = denial + 1 == at
                || self.word(at - 1).ends_with("ly")
                || BE.contains(&self.word(at - 1));
            let from = denial
                .checked_sub(1)
                .filter(|before| DO.contains(&self.word(*before)))
                .unwrap_or(denial);
            let word = self.words.get(at)?;
            (is_adverb && are_either_or(own, word)).then_some((from, at))
        })
    }

    /// The stems of what the sentence says, but for some places.
    pub(super) fn rest(&self, but: &Range<usize>) -> Vec<&str> {
        let own = self.words.iter().enumerate();
        own.filter(|(at, word)| {
            !but.contains(at) && !is_stop_word(&word.plain) && !is_denying(&word.plain)
        })
        .map(|(_, word)| word.stem.as_str())
        .collect()
    }
}

/// Whether a text may deny something; most do not.
fn has_denial(text: &str) -> bool {
    text.contains("not") || text.contains("n't") || text.contains("n’t") || text.starts_with("No")
}

/// A denial of the word behind it.
fn is_plain_denial(word: &str) -> bool {
    matches!(word, "not" | "cannot") || word.ends_with("n't")
}

/// Whether one word says that the other is not so.
fn excludes(one: &Word, other: &Word) -> bool {
    static UNDOES: LazyLock<HashSet<String>> =
        LazyLock::new(|| REVERSED.iter().map(|verb| stem(verb)).collect());
    let places = |word: &Word| Places::of_word(&word.stem, &word.plain);
    let are_on_two_sides = || {
        let sides = axis(&one.plain).zip(axis(&other.plain));
        sides.is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
    };
    one.stem != other.stem
        && (is_turned(&one.plain, &other.plain)
            || are_on_two_sides()
            || places(one).relation(places(other)) == Some(Relation::Opposite))
        && !UNDOES.contains(&one.stem)
        && !UNDOES.contains(&other.stem)
}

/// Of which pairs of words that exclude each other, and leave no third, a word is one, and on which side.
fn sides_of(word: &Word) -> &'static [(usize, usize)] {
    static SIDES: LazyLock<ByWord<String, Vec<(usize, usize)>>> = LazyLock::new(|| {
        let mut all: HashMap<String, Vec<(usize, usize)>, FixedState> = HashMap::default();
        for (pair, sides) in EITHER_OR.iter().enumerate() {
            for (side, words) in sides.iter().enumerate() {
                for word in *words {
                    all.entry(stem(word)).or_default().push((pair, side));
                }
            }
        }
        all.into()
    });
    SIDES.get(&word.stem).map_or(&[], Vec::as_slice)
}

/// Whether of two words one holds wherever the other does not.
fn are_either_or(one: &Word, other: &Word) -> bool {
    let theirs = sides_of(other);
    let is_other = |(pair, side): &(usize, usize)| {
        let mut theirs = theirs.iter();
        theirs.any(|(other, at)| other == pair && at != side)
    };
    sides_of(one).iter().any(is_other) || base_of(&one.plain) == Some(other.plain.as_str())
}

/// Whether a word says that something became more, less or another.
fn changes(word: &str) -> bool {
    axis(word).is_some_and(|(at, _)| RISES_AND_GAINS.contains(&at))
        || matches!(
            word,
            "change" | "changed" | "changes" | "alter" | "altered" | "vary" | "varied"
        )
}

/// Whether all but so many roots stand in a text: every sentence of the evidence is asked, and most are told by the first few that they lack.
pub(super) fn lacks_at_most(spare: usize, roots: &[&str], text: &str) -> bool {
    let mut lacking = roots.iter().filter(|root| !text.contains(**root));
    lacking.nth(spare).is_none()
}

/// The sentence of the evidence that says most of what is asked for, of those for which `read` finds other words; none where one says a word of the claim's own.
pub(super) fn in_words_of(
    rest: &[&str],
    own: &[&str],
    evidence: &[&str],
    read: impl Fn(&Line<'_>) -> Option<Changes>,
) -> Option<Changes> {
    // What a text has to hold of each word, whatever its ending and its first letter.
    let roots = rest.iter().filter_map(|stem| {
        let end = stem.char_indices().nth(4).map_or(stem.len(), |(at, _)| at);
        let from = stem.char_indices().nth(1).map_or(0, |(at, _)| at);
        stem.get(from..end)
    });
    let roots: Vec<&str> = roots.collect();
    let is_about = |text: &str| lacks_at_most(roots.len() / 2, &roots, text);
    let mut best: Option<(usize, Changes)> = None;
    for text in evidence.iter().filter(|text| is_about(text)) {
        for span in sentences(text) {
            let Some(sentence) = text.get(span).filter(|sentence| is_about(sentence)) else {
                continue;
            };
            let line = Line::read(sentence);
            let shared = rest.iter().filter(|stem| line.has(stem)).count();
            if shared == 0 || 2 * shared < rest.len() {
                continue;
            }
            if own.iter().any(|stem| line.has(stem)) {
                return None;
            }
            if best.as_ref().is_none_or(|(most, _)| shared > *most)
                && let Some(changes) = read(&line)
            {
                best = Some((shared, changes));
            }
        }
    }
    best.map(|(_, changes)| changes)
}

/// A claim with the word for its opposite that its evidence has, where one of the two denies it.
pub(crate) fn as_affirmed<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    if !has_denial(claim) && !evidence.iter().any(|text| has_denial(text)) {
        return Cow::Borrowed(claim);
    }
    let own = Line::read(claim);
    let mut denials = (0..own.words.len()).filter(|&at| is_denying(own.word(at)));
    let changes = match (denials.next(), denials.next()) {
        (Some(at), None) => own.without_denial(at, evidence),
        (None, _) => own.with_denial(evidence),
        _ => None,
    };
    changes.map_or(Cow::Borrowed(claim), |changes| {
        Cow::Owned(replaced(claim, &changes))
    })
}

impl Line<'_> {
    /// What a denied word is read as: the opposite that the evidence affirms.
    fn without_denial(&self, at: usize, evidence: &[&str]) -> Option<Changes> {
        let is_measured = |word: &Word| MEASURED.contains(&word.plain.as_str());
        if self.words.iter().skip(at + 1).any(is_measured) {
            return None;
        }
        self.denied(at).find_map(|verb| {
            let denied = self.words.get(verb)?;
            let rest = self.rest(&(verb..verb + 1));
            in_words_of(&rest, &[denied.stem.as_str()], evidence, |line| {
                let other = line.opposite(denied)?;
                let said = self.said(line, other, verb, at);
                let mut changes = self.cut(at)?;
                changes.push((denied.span.clone(), said));
                Some(changes)
            })
        })
    }

    /// The words of the evidence for what a claim denies.
    fn said(&self, line: &Line<'_>, other: usize, verb: usize, denial: usize) -> String {
        let before = |list: &[&str]| {
            (other.saturating_sub(4)..other)
                .rev()
                .find(|&at| list.contains(&line.word(at)))
        };
        let word = line.surface(other, other).to_lowercase();
        let verb_of = |at: usize| format!("{} {word}", line.surface(at, at));
        if line.stays(other) {
            return before(STAYS).map_or(word.clone(), verb_of);
        }
        // `Does not open on Mondays` is what `is closed on Mondays` says; `did not include women` is not `was excluded women`.
        let is_do = self.word(denial).starts_with('d')
            || denial
                .checked_sub(1)
                .is_some_and(|before| DO.contains(&self.word(before)));
        let has_object = verb + 1 < self.words.len() && !SETTINGS.contains(&self.word(verb + 1));
        match before(BE) {
            Some(be) if is_do && !has_object => verb_of(be),
            _ => word,
        }
    }

    /// Takes a denial away, with the `did` that it needs.
    fn cut(&self, at: usize) -> Option<Changes> {
        let word = self.words.get(at)?;
        let next = self.words.get(at + 1)?;
        let before = at.checked_sub(1);
        let is_do = before.is_some_and(|before| DO.contains(&self.word(before)));
        let from = match before.filter(|_| is_do) {
            Some(before) => self.words.get(before)?.span.start,
            None => word.span.start,
        };
        let of_those = self.word(at) == "none" && self.word(at + 1) == "of";
        let to = if of_those {
            self.words.get(at + 2)?.span.start
        } else {
            next.span.start
        };
        let kept = match word.plain.strip_suffix("n't") {
            Some("wo") => "will ",
            Some("ca") => "can ",
            Some("is") => "is ",
            Some("are") => "are ",
            Some("was") => "was ",
            Some("were") => "were ",
            Some("has") => "has ",
            Some("have") => "have ",
            Some("had") => "had ",
            _ if word.plain == "cannot" => "can ",
            _ => "",
        };
        Some(vec![(from..to, kept.to_owned())])
    }

    /// What a word is read as of which the evidence denies the other: `was not included` for `was excluded`.
    fn with_denial(&self, evidence: &[&str]) -> Option<Changes> {
        let denying: Vec<&str> = evidence
            .iter()
            .copied()
            .filter(|text| has_denial(text))
            .collect();
        if denying.is_empty() {
            return None;
        }
        let mut places = self.words.iter().enumerate().filter(|(_, word)| {
            let is_there = |rest: &str| denying.iter().any(|text| text.contains(rest));
            !sides_of(word).is_empty() || base_of(&word.plain).is_some_and(is_there)
        });
        places.find_map(|(at, word)| {
            let rest = self.rest(&(at..at + 1));
            in_words_of(&rest, &[word.stem.as_str()], &denying, |line| {
                let (from, to) = line.denied_complement(word)?;
                let said = line.surface(from, to);
                let said = if is_plain_denial(line.word(from)) && line.word(from) != "not" {
                    format!("not {}", line.surface(from + 1, to))
                } else {
                    said.to_owned()
                };
                Some(vec![(word.span.clone(), said)])
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, read: &str) {
        assert_eq!(as_affirmed(claim, &[evidence]), read, "{evidence}");
    }

    #[test]
    fn a_text_may_lack_so_many_roots_and_no_more() {
        let text = "Costs fell in the second year.";
        for (roots, lacking) in [
            (&["ost", "ell", "eco"][..], 0),
            (&["ost", "ail", "eco"], 1),
            (&["ail", "ell", "ort"], 2),
            (&[], 0),
        ] {
            for spare in 0..4 {
                assert_eq!(lacks_at_most(spare, roots, text), lacking <= spare);
            }
        }
    }

    #[test]
    fn what_is_denied_is_read_as_the_opposite_that_the_evidence_affirms() {
        for (claim, evidence, read) in [
            (
                "The gallery is not open on Mondays.",
                "On Mondays the gallery is closed.",
                "The gallery is closed on Mondays.",
            ),
            (
                "The study did not include women.",
                "Women were excluded from the study.",
                "The study excluded women.",
            ),
            (
                "The bank did not raise its rate.",
                "The bank left its rate unchanged.",
                "The bank left unchanged its rate.",
            ),
            (
                "No women were included in the study.",
                "Women were excluded from the study.",
                "women were excluded in the study.",
            ),
        ] {
            check(claim, evidence, read);
        }
    }

    #[test]
    fn what_cannot_but_be_so_is_read_as_the_evidence_denies_the_other() {
        check(
            "The tower is closed to visitors.",
            "The tower is not open to visitors.",
            "The tower is not open to visitors.",
        );
        check(
            "The drug failed the review.",
            "The drug did not pass the review.",
            "The drug did not pass the review.",
        );
    }

    #[test]
    fn what_the_evidence_says_itself_or_only_undoes_stays() {
        for (claim, evidence) in [
            ("The gallery is not open.", "The gallery is open."),
            ("The gallery is not closed.", "The gallery is closed."),
            (
                "The firm did not sell the yard.",
                "The firm bought the yard.",
            ),
            ("Prices did not rise as fast.", "Prices fell as fast."),
            ("The soup is cold.", "The soup is not hot."),
            ("", "The soup is not hot."),
        ] {
            check(claim, evidence, claim);
        }
    }
}
