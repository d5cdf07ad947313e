//! Marked: which part of a sentence belongs to which of its citation marks.
//!
//! A mark belongs to what stands before it, `prices rose [1], and wages fell [2]`, unless its source is told to say something: `according to [1], prices rose`,
//! `[1] says that prices rose`. A sentence is cut between its marks only where that is plain; otherwise it is one piece that cites them all. What a part leaves
//! out because another has said it is put in by `completed`.

use std::ops::Range;

use crate::check::language::irregular::is_past;
use crate::check::language::terms::{HELPING_VERBS, is_figure, is_stop_word, plain, words};

/// A part of a sentence with the sources of its own mark; one without sources stands before the others and is said of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Without the mark, and without the words that only lead to it: `according to`.
    pub bare: String,
    pub citations: Vec<u32>,
    /// Whether it begins with the verb that the mark is the subject of: `says that prices rose`.
    pub speaks: bool,
}

/// A part of a sentence with the places of its own marks among all; none where it is said of all parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedPart {
    pub bare: String,
    pub marks: Range<usize>,
    pub speaks: bool,
}

impl Clause {
    /// The parts of a sentence with what each cites by itself; none where a part cites nothing that is known, or all cite the same.
    #[must_use]
    pub fn all(parts: Vec<MarkedPart>, cited: impl Fn(&Range<usize>) -> Vec<u32>) -> Vec<Self> {
        let told = parts.into_iter().map(|part| {
            let mut citations = cited(&part.marks);
            citations.sort_unstable();
            citations.dedup();
            (part.marks.is_empty() || !citations.is_empty()).then_some(Self {
                bare: part.bare,
                citations,
                speaks: part.speaks,
            })
        });
        let told: Vec<Self> = told.collect::<Option<Vec<Self>>>().unwrap_or_default();
        let own: Vec<&Self> = told
            .iter()
            .filter(|clause| !clause.citations.is_empty())
            .collect();
        let differ = own
            .windows(2)
            .any(|pair| matches!(pair, [one, next] if one.citations != next.citations));
        if differ || own.len() == 1 {
            told
        } else {
            Vec::new()
        }
    }
}

/// The parts of a sentence without its marks, which stood at these of its bytes, in order.
///
/// One part alone is given where its source is told to say it: it may leave out what the sentence before has said. There are none where it cannot be told what
/// each mark belongs to.
#[must_use]
pub fn marked_parts(bare: &str, marks: &[usize]) -> Vec<MarkedPart> {
    const MOST: usize = 8;
    let line = Line::read(bare);
    let groups = line.groups(marks);
    if groups.len() > MOST || matches!(&*groups, [only] if only.place == Place::Behind) {
        return Vec::new();
    }
    line.cut(&groups).unwrap_or_default()
}

/// How a mark stands to what its source says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Behind it: `prices rose [1]`, `prices rose according to [1]`.
    Behind,
    /// Before it: `according to [1], prices rose`.
    Before,
    /// Before the verb of saying.
    Subject,
}

/// Marks side by side.
#[derive(Debug)]
struct Group {
    marks: Range<usize>,
    /// Bytes at which the first and the last of them stood.
    span: Range<usize>,
    /// Bytes of the words that only name them, up to the last mark at least.
    lead: Range<usize>,
    place: Place,
}

/// A sentence without its marks, word by word.
struct Line<'t> {
    text: &'t str,
    words: Vec<(Range<usize>, String)>,
}

impl<'t> Line<'t> {
    fn read(text: &'t str) -> Self {
        let words = words(text)
            .filter_map(|span| Some((span.clone(), plain(text.get(span)?))))
            .collect();
        Self { text, words }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(_, word)| word.as_str())
    }

    /// Where a word begins, or the text ends.
    fn start(&self, at: usize) -> usize {
        self.words
            .get(at)
            .map_or(self.text.len(), |(span, _)| span.start)
    }

    /// Where the word before a place among the words ends.
    fn end_before(&self, at: usize) -> usize {
        let before = at.checked_sub(1).and_then(|at| self.words.get(at));
        before.map_or(0, |(span, _)| span.end)
    }

    /// The first word that does not begin before a byte.
    fn at(&self, byte: usize) -> usize {
        self.words.partition_point(|(span, _)| span.start < byte)
    }

    fn text(&self, span: Range<usize>) -> &'t str {
        self.text.get(span).unwrap_or_default()
    }

    /// The words of a stretch of the text.
    fn within(&self, span: &Range<usize>) -> Range<usize> {
        self.at(span.start)..self.at(span.end)
    }

    fn groups(&self, marks: &[usize]) -> Vec<Group> {
        let mut joined: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        for (at, &byte) in marks.iter().enumerate() {
            let is_next = joined.last().is_some_and(|(_, span)| {
                let between = self.within(&(span.end..byte));
                let is_list = between
                    .clone()
                    .all(|at| matches!(self.word(at), "and" | "or"));
                let is_apart = !between.is_empty() || self.text(span.end..byte).contains(',');
                let says = |from: usize, to: usize| self.subject(from..to).is_some();
                is_list && !(is_apart && says(byte, byte) && !says(span.start, byte))
            });
            match joined.last_mut().filter(|_| is_next) {
                Some((marks, span)) => {
                    marks.end = at + 1;
                    span.end = byte;
                }
                None => joined.push((at..at + 1, byte..byte)),
            }
        }
        let joined = joined.into_iter();
        joined
            .map(|(marks, span)| self.group(marks, span))
            .collect()
    }

    fn group(&self, marks: Range<usize>, span: Range<usize>) -> Group {
        if let Some(start) = self.attribution(span.start) {
            let is_before = start == 0 || self.opens(start) && !self.ends_at(span.end);
            return Group {
                marks,
                lead: self.start(start)..span.end,
                span,
                place: if is_before {
                    Place::Before
                } else {
                    Place::Behind
                },
            };
        }
        match self.subject(span.clone()) {
            Some(lead) => Group {
                marks,
                lead: lead..span.end,
                span,
                place: Place::Subject,
            },
            None => Group {
                marks,
                lead: span.end..span.end,
                span,
                place: Place::Behind,
            },
        }
    }

    /// The place behind which a mark is named, without nouns such as `source` before it.
    fn noun(&self, mark: usize) -> usize {
        let is_noun = |at: usize| self.word(at) == "the" || SOURCES.contains(&self.word(at));
        let mut at = self.at(mark);
        while at > 0 && is_noun(at - 1) && self.text(self.end_before(at)..mark).trim().is_empty() {
            at -= 1;
            if self.word(at) == "the" {
                break;
            }
        }
        at
    }

    /// The first of the words by which a mark is named as what tells something: `according to`, `as reported in`.
    fn attribution(&self, mark: usize) -> Option<usize> {
        let noun = self.noun(mark);
        let gap = self.text(self.end_before(noun)..mark);
        if gap.contains([',', ';', ':', '.', '(', ')']) {
            return None;
        }
        let before = |back: usize| noun.checked_sub(back).map_or("", |at| self.word(at));
        let is_told =
            |word: &str| word.ends_with("ed") || is_past(word) || matches!(word, "shown" | "given");
        let length = match (before(3), before(2), before(1)) {
            ("in" | "as", "contrast" | "opposed", "to") | ("by", "contrast", "with") => 3,
            ("as", verb, "in" | "by") if is_told(verb) => 3,
            (_, "according" | "contrary", "to") | (_, "as", "per") => 2,
            (_, _, "per" | "unlike") => 1,
            (_, _, "in") if self.opens(noun - 1) && !self.ends_at(mark) => 1,
            _ => return None,
        };
        Some(noun - length)
    }

    /// Where the words begin by which marks are named that say something: before them a clause may begin, and behind them is a verb.
    fn subject(&self, marks: Range<usize>) -> Option<usize> {
        let noun = self.noun(marks.start);
        let start = if noun < self.at(marks.start) {
            self.start(noun)
        } else {
            marks.start
        };
        // A mark set directly behind a comma, `rose,[1] wages`, is of what stands before it.
        let is_loose = self
            .text(0..start)
            .ends_with([' ', '(', '\n', '\u{a0}', '—', '–']);
        if start > 0 && !is_loose || !self.opens_at(noun, start) {
            return None;
        }
        let mut verb = self.at(marks.end);
        let is_adverb = |word: &str| {
            word.len() > 4 && word.ends_with("ly") || matches!(word, "also" | "however" | "itself")
        };
        if is_adverb(self.word(verb)) {
            verb += 1;
        }
        let gap = self.text(marks.end..self.start(verb));
        let is_near = !gap.contains([',', ';', ':', '.', '(', ')', '—', '–']);
        (is_near && is_verb(self.word(verb))).then_some(start)
    }

    /// Whether a clause may begin with a word.
    fn opens(&self, at: usize) -> bool {
        self.opens_at(at, self.start(at))
    }

    fn opens_at(&self, at: usize, byte: usize) -> bool {
        let gap = self.text(self.end_before(at)..byte);
        at == 0
            || gap.contains([',', ';', ':', '(', '—', '–'])
            || BEGINS.contains(&self.word(at - 1))
    }

    /// Whether a clause may end at a byte.
    fn ends_at(&self, byte: usize) -> bool {
        let behind = self.text(byte..self.text.len()).trim_start();
        let joins = BEGINS.contains(&self.word(self.at(byte)));
        behind.is_empty()
            || behind.starts_with(['.', ';', ':', ')', '!', '?', ']'])
            || joins && !behind.starts_with('(')
    }

    /// The parts of the sentence, each with one group of marks, and before them what is said of all.
    fn cut(&self, groups: &[Group]) -> Option<Vec<MarkedPart>> {
        let first = groups.first()?;
        let mut parts = Vec::new();
        let mut from = self.head(first);
        if from > 0 {
            parts.push(MarkedPart {
                bare: trimmed(self.text(0..from)),
                marks: 0..0,
                speaks: false,
            });
        }
        for (at, group) in groups.iter().enumerate() {
            let to = match groups.get(at + 1) {
                Some(next) => self.between(from, group, next)?,
                None if group.place == Place::Behind && !self.is_last(from, group) => return None,
                None => self.text.len(),
            };
            let before = self.text(from..group.lead.start.max(from));
            let bare = trimmed(&format!(
                "{before}{}",
                self.text(group.lead.end.max(from)..to)
            ));
            if bare.is_empty() {
                return None;
            }
            parts.push(MarkedPart {
                bare,
                marks: group.marks.clone(),
                speaks: group.place == Place::Subject,
            });
            from = to;
        }
        Some(parts)
    }

    /// Where what is said of all parts ends: `sources disagree on the cost: …`, `whether it rose is disputed: [1] says …`.
    fn head(&self, first: &Group) -> usize {
        let before = self.text(0..first.lead.start);
        let colon = before.rfind(": ").map(|at| at + 1);
        let is_open =
            |at: &usize| first.lead.is_empty() && !self.text(*at..first.span.end).contains(')');
        let bracket = || before.rfind(" (").filter(is_open);
        match first.place {
            Place::Behind => colon.or_else(bracket),
            Place::Before | Place::Subject => colon,
        }
        .unwrap_or(0)
    }

    /// Where the part of one group ends and that of the next begins.
    fn between(&self, from: usize, one: &Group, next: &Group) -> Option<usize> {
        match (one.place == Place::Behind, next.place == Place::Behind) {
            (true, true) => {
                let is_apart =
                    self.ends(from, one) && closes(self.text(one.lead.end..self.text.len()));
                is_apart.then_some(one.lead.end)
            }
            (true, false) => {
                let mut between = self.within(&(one.lead.end..next.lead.start));
                let joins = between.all(|at| {
                    is_stop_word(self.word(at))
                        || matches!(self.word(at), "contrast" | "conversely")
                });
                (joins && self.ends(from, one)).then_some(one.lead.end)
            }
            (false, false) => Some(next.lead.start),
            (false, true) => self.joint(one.lead.end..next.lead.start),
        }
    }

    /// Whether the words before a group may end a part: not with one that goes on, as `the cost of [1]`.
    fn ends(&self, from: usize, group: &Group) -> bool {
        if !group.lead.is_empty() {
            return true;
        }
        let before = self.text(from..group.span.start).trim_end();
        let last = self.at(group.span.start).checked_sub(1);
        let word = last.map_or("", |at| self.word(at));
        let is_left_out =
            HELPING_VERBS.contains(&word) || matches!(word, "not" | "it" | "them" | "so" | "this");
        let is_word = before.contains(char::is_alphanumeric);
        is_word && (before.ends_with([',', '"', '”', ')']) || is_left_out || !is_stop_word(word))
    }

    /// Whether the last group belongs to what stands before it: behind it there may be the noun of a value, `84,000 [1] or 91,000 [2] inhabitants`.
    fn is_last(&self, from: usize, group: &Group) -> bool {
        const MOST: usize = 3;
        let behind = self.text(group.lead.end..self.text.len());
        let next = self.at(group.span.start);
        let is_value = (next.saturating_sub(2)..next).any(|at| is_figure(self.word(at)));
        let is_short = words(behind).count() <= MOST;
        self.ends(from, group) && (closes(behind) || is_value && is_short)
    }

    /// Where what a mark stands before ends and what stands before the next mark begins: at the one sign or word that sets them apart.
    fn joint(&self, between: Range<usize>) -> Option<usize> {
        let all = self.within(&between);
        let gap = |at: usize| self.text(self.end_before(at)..self.start(at));
        let places = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
            all.clone().skip(1).filter(|&at| is(at)).collect()
        };
        let only = |found: Vec<usize>| match &*found {
            [only] => Some(self.end_before(*only)),
            _ => None,
        };
        let strong = places(&|at| gap(at).contains(';') || AGAINST.contains(&self.word(at)));
        if !strong.is_empty() {
            return only(strong);
        }
        let commas = places(&|at| gap(at).contains(','));
        if commas.len() == 1 {
            return only(commas);
        }
        let joins = |at: usize| matches!(self.word(at), "and" | "or" | "another" | "others");
        if commas.is_empty() {
            return only(places(&|at| matches!(self.word(at), "and" | "or")));
        }
        only(commas.into_iter().filter(|&at| joins(at)).collect())
    }
}

/// A part without the signs that set it apart from the others, and without the gaps that marks leave.
fn trimmed(part: &str) -> String {
    let part =
        part.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '—' | '–'));
    let part =
        part.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | '('));
    let is_closed = part.matches('(').count() == part.matches(')').count();
    let part = if is_closed {
        part
    } else {
        part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'))
    };
    part.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a word may be the verb of a source.
fn is_verb(word: &str) -> bool {
    const PLURAL: &[&str] = &[
        "say", "report", "put", "give", "find", "state", "claim", "deny", "dispute", "show",
        "name", "describe", "estimate", "argue", "suggest", "date", "call", "reject", "disagree",
    ];
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
        || word.len() > 3 && word.ends_with("ed")
        || is_past(word)
        || HELPING_VERBS.contains(&word)
        || PLURAL.contains(&word)
}

/// Whether a part may end before what stands behind its mark: a stop, another mark, or a word that joins parts.
fn closes(behind: &str) -> bool {
    #[rustfmt::skip]
    const JOINS: &[&str] = &[
        "and", "but", "while", "whereas", "although", "though", "yet", "or", "because", "since", "so", "against", "versus", "vs", "to", "und", "aber", "während",
    ];
    const NEAR: usize = 60;
    let behind = behind
        .get(..behind.floor_char_boundary(NEAR))
        .unwrap_or_default();
    let behind = behind.trim_start_matches([' ', '*', '_', ')', ']']);
    let next = behind.split_whitespace().next().unwrap_or_default();
    next.starts_with([
        ',', ';', ':', '.', '!', '?', '—', '–', '[', '(', '【', '<', '^', '\\',
    ]) || next.is_empty()
        || JOINS.contains(&next.to_lowercase().as_str())
}

/// Nouns by which a source is called before its mark.
const SOURCES: &[&str] = &[
    "source",
    "sources",
    "report",
    "reports",
    "study",
    "document",
    "reference",
    "ref",
    "paper",
    "article",
];

/// Words that set one part against another.
const AGAINST: &[&str] = &[
    "while", "whereas", "but", "although", "though", "however", "yet",
];

/// Words behind which a clause may begin.
const BEGINS: &[&str] = &[
    "while", "whereas", "but", "although", "though", "however", "yet", "and", "or", "which",
    "because", "since", "so", "und", "aber", "während",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a sentence, with how many marks each has.
    fn cut(sentence: &str) -> Vec<(String, usize)> {
        let mut bare = String::new();
        let mut marks = Vec::new();
        let mut rest = sentence;
        while let Some((before, behind)) = rest.split_once('[') {
            bare.push_str(before);
            marks.push(bare.len());
            rest = behind.split_once(']').map_or("", |(_, rest)| rest);
        }
        bare.push_str(rest);
        marked_parts(&bare, &marks)
            .into_iter()
            .map(|part| (part.bare, part.marks.len()))
            .collect()
    }

    #[track_caller]
    fn check(sentence: &str, expected: &[(&str, usize)]) {
        let found = cut(sentence);
        let found: Vec<(&str, usize)> = found
            .iter()
            .map(|(bare, marks)| (bare.as_str(), *marks))
            .collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn a_mark_belongs_to_what_stands_before_it() {
        check(
            "Prices rose by a third [1], and wages fell a little [2][3].",
            &[
                ("Prices rose by a third", 1),
                ("and wages fell a little", 2),
            ],
        );
        check(
            "Marl has 84,000 [1] or 91,000 [2] inhabitants.",
            &[("Marl has 84,000", 1), ("or 91,000 inhabitants", 1)],
        );
        check(
            "Sources disagree on the cost (84 [1]; 91 [2]).",
            &[("Sources disagree on the cost", 0), ("84", 1), ("91", 1)],
        );
    }

    #[test]
    fn a_source_that_is_told_to_say_something_says_what_stands_behind_it() {
        check(
            "According to [1], prices rose, but according to [2] they fell.",
            &[("prices rose, but", 1), ("they fell", 1)],
        );
        check(
            "Prices rose according to [1] and fell according to [2].",
            &[("Prices rose", 1), ("and fell", 1)],
        );
        check(
            "While [1] says that prices rose, source [2] says they fell.",
            &[("While says that prices rose", 1), ("says they fell", 1)],
        );
        check(
            "Prices rose [1], which [2] denies.",
            &[("Prices rose", 1), ("which denies", 1)],
        );
        check(
            "[1] says that prices rose, while wages fell [2].",
            &[("says that prices rose", 1), ("while wages fell", 1)],
        );
        check("According to [2], it did not.", &[("it did not", 1)]);
    }

    #[test]
    fn what_cannot_be_told_apart_is_one_piece() {
        for sentence in [
            "Prices rose by a third and wages fell a little [1][2].",
            "Prices rose by a third [1], as [2] reports in its first part.",
            "Prices rose [1] in May, and wages fell in the year of [2].",
            "According to [1] and [2], prices rose.",
            "[1] and [2] say that prices rose.",
            "Prices rose [1].",
        ] {
            let found = cut(sentence);
            assert!(found.len() < 2, "{sentence}: {found:?}");
        }
    }
}
