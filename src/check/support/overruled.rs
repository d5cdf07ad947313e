//! Overruled: turns of speech by which one sentence of the evidence rules a claim out, whatever other words the two use: `only with X` of `with Y as well as X`, `no
//! limit` of `no more than 18`, `not the most common` of `the most`, `only one` of `several`.
//!
//! Each of them is held against a claim only where the sentence speaks of the claim's own things, and no other says what the claim says.

use super::finding::Finding;
use crate::check::language::irregular::base;
use crate::check::language::terms::{is_figure, is_stop_word, plain, stem, words};
use crate::check::meaning::contrary::denies;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Words of a claim that a sentence has to have to speak of it.
const LEAST: usize = 2;
/// Words of a claim that has hardly more than the turn of speech.
const SHORT: usize = 6;

/// A text word by word.
struct Line<'t> {
    text: &'t str,
    words: Vec<(usize, &'t str, String)>,
}

impl<'t> Line<'t> {
    fn read(text: &'t str) -> Self {
        let words = words(text)
            .filter_map(|span| Some((span.start, text.get(span)?)))
            .map(|(at, word)| (at, word, plain(word)))
            .collect();
        Self { text, words }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(_, _, word)| word.as_str())
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    /// Where a phrase begins.
    fn place(&self, phrase: &str) -> Option<usize> {
        let first = phrase.split(' ').next()?;
        (0..self.len()).find(|&at| {
            self.word(at) == first
                && phrase
                    .split(' ')
                    .zip(at..)
                    .all(|(word, at)| self.word(at) == word)
        })
    }

    /// The first of some phrases, and how many words it has.
    fn any(&self, phrases: &[&str]) -> Option<(usize, usize)> {
        phrases
            .iter()
            .find_map(|phrase| Some((self.place(phrase)?, phrase.split(' ').count())))
    }

    fn is_content(&self, at: usize) -> bool {
        at < self.len() && !is_stop_word(self.word(at))
    }

    fn stem(&self, at: usize) -> String {
        stem(base(self.word(at)))
    }

    fn has(&self, stem: &str) -> bool {
        (0..self.len()).any(|at| self.stem(at) == stem)
    }

    fn shared(&self, other: &Self) -> usize {
        let mut own: Vec<String> = (0..self.len())
            .filter(|&at| self.is_content(at))
            .map(|at| self.stem(at))
            .collect();
        own.sort_unstable();
        own.dedup();
        own.iter().filter(|stem| other.has(stem)).count()
    }

    fn said(&self, from: usize, to: usize) -> String {
        let start = self.words.get(from).map_or(0, |(at, ..)| *at);
        let last = self.words.get(to.saturating_sub(1).max(from));
        let end = last.map_or(start, |(at, word, _)| at + word.len());
        self.text.get(start..end).unwrap_or_default().to_owned()
    }
}

/// What a sentence of the evidence says that rules a claim out.
pub(super) fn overruled(claim: &str, texts: &[&str]) -> Option<Finding> {
    type Rules = fn(&Line<'_>, &Line<'_>) -> Option<(String, String)>;
    const RULES: [(&[&str], Rules); 8] = [
        (TOGETHER, before_it),
        (THROWS_OUT, let_go_on),
        (GIVES_UP, came_through),
        (WIDE, seldom),
        (&["as well as", "and also"], other_than_the_only),
        (CAPS, without_limit),
        (&["most"], not_the_most),
        (MANY, only_one),
    ];
    let own = Line::read(claim);
    if (0..own.len())
        .any(|at| matches!(own.word(at), "not" | "only" | "never") || own.word(at).ends_with("n't"))
    {
        return None;
    }
    let rules: Vec<Rules> = RULES
        .iter()
        .filter(|(phrases, _)| own.any(phrases).is_some())
        .map(|(_, rule)| *rule)
        .collect();
    if rules.is_empty() {
        return None;
    }
    let lines: Vec<Line<'_>> = texts
        .iter()
        .flat_map(|text| {
            sentences(text)
                .into_iter()
                .filter_map(|span| text.get(span))
        })
        .map(Line::read)
        .filter(|line| {
            let shared = own.shared(line);
            shared >= LEAST || shared > 0 && own.len() <= SHORT
        })
        .collect();
    rules.iter().find_map(|rule| {
        let (claim, source) = lines.iter().find_map(|line| rule(&own, line))?;
        Some(Finding::Opposed(Opposition::Swapped { claim, source }))
    })
}

/// `With OpenSSL as well as with GnuTLS`, where it is so only with the latter.
fn other_than_the_only(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const REACH: usize = 10;
    const NEAR: usize = 3;
    let (at, length) = own.any(&["as well as", "and also"])?;
    let left = (at.saturating_sub(NEAR)..at)
        .rev()
        .find(|&at| own.is_content(at))?;
    let right = (at + length..at + length + NEAR).find(|&at| own.is_content(at))?;
    let only = theirs.place("only")?;
    let is_of_it = |stem: &str| {
        (only + 1..(only + 1 + REACH).min(theirs.len()))
            .any(|at| theirs.is_content(at) && theirs.stem(at) == *stem)
    };
    let (one, other) = (own.stem(left), own.stem(right));
    let is_ruled_out =
        is_of_it(&one) && !theirs.has(&other) || is_of_it(&other) && !theirs.has(&one);
    let is_denied = (0..only).any(|at| denies(theirs.word(at)));
    (is_ruled_out && !is_denied).then(|| {
        (
            own.said(left, right + 1),
            theirs.said(only, (only + 1 + REACH).min(theirs.len())),
        )
    })
}

/// Words by which a claim says that there may be so many and no more.
const CAPS: &[&str] = &[
    "no more than",
    "not more than",
    "at most",
    "limited to",
    "maximum of",
    "capped at",
    "up to",
];

fn without_limit(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const FREE: &[&str] = &[
        "no limit",
        "no limits",
        "without limit",
        "no cap",
        "no maximum",
        "no upper limit",
        "unlimited",
    ];
    let (at, length) = own.any(CAPS)?;
    let (free, free_length) = theirs.any(FREE)?;
    Some((
        own.said(at, at + length + 1),
        theirs.said(free, free + free_length),
    ))
}

/// `Most often`, where it is `not the most common`.
fn not_the_most(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    #[rustfmt::skip]
    const OFTEN: &[&str] = &["common", "commonly", "often", "popular", "usual", "frequent", "frequently", "important", "used", "likely", "widely", "typical", "serious", "severe", "successful", "expensive"];
    let most = own.place("most")?;
    let (not, length) = theirs.any(&["not the most", "isn't the most", "never the most"])?;
    let is_of_degree =
        OFTEN.contains(&own.word(most + 1)) && OFTEN.contains(&theirs.word(not + length));
    // Of whom it is denied is whom the claim speaks of.
    let subject = (0..not)
        .rev()
        .find(|&at| theirs.is_content(at) && !matches!(theirs.word(at), "is" | "was"))?;
    let is_of_claim = own.has(&theirs.stem(subject));
    (is_of_degree && is_of_claim)
        .then(|| (own.said(most, most + 2), theirs.said(not, not + length + 1)))
}

/// Words by which a claim speaks of more than one thing, without saying how many.
const MANY: &[&str] = &["several", "many", "numerous", "multiple"];

fn only_one(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const REACH: usize = 3;
    let (many, _) = own.any(MANY)?;
    let things: Vec<usize> = (many + 1..many + 1 + REACH)
        .take_while(|&at| own.is_content(at))
        .collect();
    let thing = *things.last()?;
    let is_plural = own.word(thing).ends_with('s');
    let (one, length) = theirs.any(&[
        "only one",
        "just one",
        "only a single",
        "a single",
        "the only",
    ])?;
    let singular = own.stem(thing);
    let is_one = (one..theirs.len())
        .any(|at| theirs.stem(at) == singular && !theirs.word(at).ends_with('s'));
    (is_plural && is_one && theirs.word(one + length) != "of").then(|| {
        (
            own.said(many, thing + 1),
            theirs.said(one, one + length + 1),
        )
    })
}

/// Words by which a claim puts two things at one time.
const TOGETHER: &[&str] = &[
    "together with",
    "along with",
    "at the same time as",
    "simultaneously with",
    "in parallel with",
];

/// `Added together with the function`, where it was there before the function was.
fn before_it(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const REACH: usize = 8;
    const NEAR: usize = 4;
    let (at, length) = own.any(TOGETHER)?;
    let (before, word) = theirs.any(&["before", "after"])?;
    // `Goes along with` only says that two things are found together, and `after 8 p.m.` is no event.
    let is_association =
        at > 0 && matches!(own.word(at - 1), "go" | "goes" | "went" | "going" | "gone");
    if is_association || is_figure(theirs.word(before + word)) {
        return None;
    }
    let behind = at + length..at + length + NEAR;
    let is_one = behind.filter(|&at| own.is_content(at)).any(|at| {
        let stem = own.stem(at);
        (before + word..before + word + REACH)
            .any(|at| theirs.is_content(at) && theirs.stem(at) == stem)
    });
    is_one.then(|| {
        (
            own.said(at, at + length),
            theirs.said(before, before + word + 3),
        )
    })
}

/// Verbs by which a claim says that something was put an end to before it was heard.
const THROWS_OUT: &[&str] = &[
    "threw",
    "thrown",
    "dismissed",
    "rejected",
    "blocked",
    "stopped",
    "halted",
    "quashed",
    "barred",
];

/// `Threw the lawsuit out`, where it was let proceed.
fn let_go_on(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const REACH: usize = 5;
    let (at, _) = own.any(THROWS_OUT)?;
    let (lets, _) = theirs.any(&["let", "allowed", "permitted"])?;
    let goes = (lets + 1..lets + 1 + REACH)
        .find(|&at| matches!(theirs.word(at), "proceed" | "continue" | "go"))?;
    let is_of_it = (lets + 1..goes).any(|at| theirs.is_content(at) && own.has(&theirs.stem(at)));
    let is_denied = (lets.saturating_sub(3)..lets).any(|at| denies(theirs.word(at)));
    (is_of_it && !is_denied).then(|| (own.said(at, at + 1), theirs.said(lets, goes + 1)))
}

/// Words by which a claim says that somebody did not come to the end of something.
const GIVES_UP: &[&str] = &[
    "drop out",
    "dropped out",
    "drops out",
    "gave up",
    "pulled out",
    "withdrew",
];

/// `Had to drop out`, where the same came to the end.
fn came_through(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const ENDS: &[&str] = &["finished", "completed", "graduated"];
    let (at, length) = own.any(GIVES_UP)?;
    let (end, _) = theirs.any(ENDS)?;
    let has_both =
        theirs.any(GIVES_UP).is_some() || (0..theirs.len()).any(|at| denies(theirs.word(at)));
    // Who did is named first in both.
    let first = (0..theirs.len()).find(|&at| theirs.is_content(at))?;
    let is_one = own.has(&theirs.stem(first)) && first < end;
    (!has_both && is_one).then(|| (own.said(at, at + length), theirs.said(end, end + 1)))
}

/// Words by which something is said to be found in many places.
const WIDE: &[&str] = &[
    "in wide use",
    "widely used",
    "widely",
    "popular",
    "widespread",
    "commonly used",
    "in common use",
    "commonplace",
];

fn seldom(own: &Line<'_>, theirs: &Line<'_>) -> Option<(String, String)> {
    const SELDOM: &[&str] = &[
        "rarely used",
        "seldom used",
        "little used",
        "hardly used",
        "rarely",
        "seldom",
    ];
    let (at, length) = own.any(WIDE)?;
    let (rare, rare_length) = theirs.any(SELDOM)?;
    let is_mixed =
        theirs.any(WIDE).is_some() || (0..theirs.len()).any(|at| denies(theirs.word(at)));
    // Of what it is said stands before it in both.
    let is_one = (0..rare).any(|at| theirs.is_content(at) && own.has(&theirs.stem(at)));
    (!is_mixed && is_one).then(|| {
        (
            own.said(at, at + length),
            theirs.said(rare, rare + rare_length),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rules_a_claim_out_is_told() {
        for (claim, source, expected) in [
            (
                "The bypass affects builds with OpenSSL as well as with GnuTLS.",
                "This bypass only exists in builds that use GnuTLS.",
                true,
            ),
            (
                "The bypass affects builds with OpenSSL as well as with GnuTLS.",
                "This bypass exists in builds that use GnuTLS.",
                false,
            ),
            (
                "Each nation could send no more than 18 athletes.",
                "There was no limit on the number of athletes of each nation.",
                true,
            ),
            (
                "Each nation could send any number of athletes.",
                "There was no limit on the number of athletes of each nation.",
                false,
            ),
            (
                "GnuTLS is the library that is most often used.",
                "Of the libraries GnuTLS is not the most common choice.",
                true,
            ),
            (
                "OpenSSL is the library that is most often used.",
                "Of the libraries GnuTLS is not the most common choice.",
                false,
            ),
            (
                "Runners could drink at several wells along the course.",
                "There was only one water stop on the course, a well at mile 12.",
                true,
            ),
            (
                "Runners could drink at one well along the course.",
                "There was only one water stop on the course, a well at mile 12.",
                false,
            ),
            (
                "The faulty logic was added together with the handle function.",
                "The flawed logic existed even before the handle function was added.",
                true,
            ),
            (
                "The courts threw the lawsuit out because of the limit.",
                "But the courts let the lawsuit proceed.",
                true,
            ),
            (
                "The courts heard the lawsuit in May.",
                "But the courts let the lawsuit proceed.",
                false,
            ),
            (
                "Chased by dogs, Lentauw had to drop out.",
                "Lentauw was chased by two dogs but still finished ninth.",
                true,
            ),
            (
                "Server push is in wide use.",
                "Server push is a relatively rarely used feature.",
                true,
            ),
            (
                "The option is widely used.",
                "The option is rarely used.",
                true,
            ),
        ] {
            assert_eq!(overruled(claim, &[source]).is_some(), expected, "{claim}");
        }
    }
}
