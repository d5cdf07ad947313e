//! Marked: which part of a sentence belongs to which of its citation marks.
//!
//! A mark belongs to what stands before it, `prices rose [1], and wages fell [2]`, unless its source is told to say something: `according to [1], prices rose`,
//! `[1] says that prices rose`. A sentence is cut between its marks only where that is plain; otherwise it is one piece that cites them all. What a part leaves
//! out because another has said it is put in by `completed`.

use std::ops::Range;

use crate::check::language::irregular::is_past;
use crate::check::language::terms::{HELPING_VERBS, is_stop_word, plain, words};

/// A part of a sentence with the sources of its own mark; one without sources stands before the others, or behind them, and is said of all.
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
    // Most sentences have none, and nothing of them need be read.
    if marks.is_empty() {
        return Vec::new();
    }
    let line = Line::read(bare);
    let groups = line.groups(marks);
    if groups.len() > MOST
        || matches!(&*groups, [only] if matches!(only.place, Place::Behind | Place::Within))
    {
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
    /// Inside it: `the port [1] employs 420 people`.
    Within,
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
                let is_apart =
                    !between.is_empty() || self.text(span.end..byte).contains([',', ';']);
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
        let mut groups: Vec<Group> = Vec::new();
        for (marks, span) in joined {
            let mut group = self.group(marks, span);
            let says = groups
                .last()
                .is_some_and(|before| before.place == Place::Subject);
            if says && self.is_said_again(&group) {
                group.place = Place::Before;
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a mark stands for its source and leaves out the verb that it shares with the one before it: `[1] dates it to 1931, [2] to 1934`.
    fn is_said_again(&self, group: &Group) -> bool {
        let next = self.at(group.span.end);
        let gap = self.text(group.span.end..self.start(next));
        matches!(group.place, Place::Behind | Place::Within)
            && group.lead.is_empty()
            && self.text(0..group.span.start).ends_with(' ')
            && self.opens_at(self.at(group.span.start), group.span.start)
            && next < self.words.len()
            && gap.trim().is_empty()
    }

    fn group(&self, marks: Range<usize>, span: Range<usize>) -> Group {
        let (lead, place) = if let Some(lead) = self.attribution(&span) {
            let start = self.at(lead.start);
            let is_before = start == 0 || self.opens(start) && !self.ends_at(lead.end);
            let place = if is_before {
                Place::Before
            } else {
                Place::Behind
            };
            (lead, place)
        } else if let Some(start) = self.subject(span.clone()) {
            (start..self.behind_aside(span.end), Place::Subject)
        } else if self.goes_on(span.end) {
            (span.end..span.end, Place::Within)
        } else {
            (span.end..span.end, Place::Behind)
        };
        Group {
            marks,
            span,
            lead,
            place,
        }
    }

    /// Whether what stands before a mark goes on behind it.
    fn goes_on(&self, byte: usize) -> bool {
        let behind = self.text(byte..self.text.len());
        // `Rose,[1] wages`
        let is_shut = self.text(0..byte).ends_with([',', ';', ':', '.']);
        !is_shut && !closes(behind) && self.at(byte) < self.words.len()
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

    /// The words by which marks are named as what tells something: `according to [1]`, `as reported in [1]`, `as [1] shows`.
    fn attribution(&self, marks: &Range<usize>) -> Option<Range<usize>> {
        let noun = self.noun(marks.start);
        let gap = self.text(self.end_before(noun)..marks.start);
        if gap.contains([',', ';', ':', '.', '(', ')']) {
            return None;
        }
        if let Some(start) = self.according_to(noun) {
            return Some(self.start(start)..marks.end);
        }
        let before = |back: usize| noun.checked_sub(back).map_or("", |at| self.word(at));
        let is_told =
            |word: &str| word.ends_with("ed") || is_past(word) || matches!(word, "shown" | "given");
        let is_last = self.ends_at(marks.end);
        let is_of_account = before(1) == "of" && ACCOUNTS.contains(&before(2));
        let length = match (before(3), before(2), before(1)) {
            // `In the account of [1]`, `in that of [2]`
            ("in", ..) if is_of_account => 3,
            ("the", ..) if is_of_account && before(4) == "in" => 4,
            ("in" | "as", "contrast" | "opposed", "to") | ("by", "contrast", "with") => 3,
            ("as", verb, "in" | "by") if is_told(verb) => 3,
            (_, "contrary", "to") | (_, "as", "per") => 2,
            (_, _, "per" | "unlike") => 1,
            // `Was included in [1]`, and `is disputed in [1]`, which says something of what was said.
            (_, verb, "in") if is_last && !ABOUT_SAYINGS.contains(&verb) => 1,
            (_, _, "in") if self.opens(noun - 1) && !is_last => 1,
            // `Is dated to 1412 by [1]`
            (_, word, "by") if is_last && !is_told(word) => 1,
            (_, _, "so") if is_last && self.opens(noun - 1) => 1,
            (_, _, verb) if TELLS.contains(&verb) && self.opens(noun - 1) => 1,
            (_, _, "as") => {
                let next = self.at(marks.end);
                let verb =
                    next + usize::from(matches!(self.word(next), "also" | "likewise" | "too"));
                // `As [1] tells it`
                let object = usize::from(matches!(self.word(verb + 1), "it" | "this"));
                let end = self.end_before(verb + 1 + object);
                let behind = self.text(end..self.text.len()).trim_start();
                let is_all = behind.is_empty() || behind.starts_with([',', ';', '.', ')']);
                return (is_all && is_verb(self.word(verb))).then(|| self.start(noun - 1)..end);
            }
            _ => return None,
        };
        Some(self.start(noun - length)..marks.end)
    }

    /// Where `according to` stands before a word, or before the few that name a source there: `according to the audit [1]`.
    fn according_to(&self, at: usize) -> Option<usize> {
        const MOST_NAMING: usize = 5;
        let from = (at.saturating_sub(MOST_NAMING + 2)..at.saturating_sub(1)).rev();
        let mut named =
            from.filter(|&at| self.word(at) == "according" && self.word(at + 1) == "to");
        let start = named.next()?;
        let name = self.text(self.end_before(start + 2)..self.end_before(at));
        (!name.contains([',', ';', ':', '('])).then_some(start)
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
        let end = self.behind_aside(marks.end);
        let mut verb = self.at(end);
        let is_adverb = |word: &str| {
            word.len() > 4 && word.ends_with("ly") || matches!(word, "also" | "however" | "itself")
        };
        if is_adverb(self.word(verb)) {
            verb += 1;
        }
        let gap = self.text(end..self.start(verb));
        let is_near = !gap.contains([',', ';', ':', '.', '(', ')', '—', '–']);
        // `[1] calls it clean, [2] polluted`
        let behind = self.text(self.end_before(verb + 1)..self.text.len());
        let is_alone = !behind.trim_start().starts_with(char::is_alphanumeric);
        let is_verb = is_verb(self.word(verb)) && !(is_alone && self.word(verb).ends_with("ed"));
        (is_near && is_verb).then_some(start)
    }

    /// Where an aside ends that sets a source against another, `[2], by contrast, says`; the mark before it where there is none.
    fn behind_aside(&self, mark: usize) -> usize {
        const MOST: usize = 4;
        let comma = ", ";
        let behind = self.text(mark..self.text.len());
        let Some((aside, _)) = behind
            .strip_prefix(comma)
            .and_then(|rest| rest.split_once(comma))
        else {
            return mark;
        };
        let end = mark + comma.len() + aside.len();
        let mut words = self.within(&(mark..end));
        let is_of_aside = |word: &str| is_stop_word(word) || ASIDES.contains(&word);
        if words.len() <= MOST && words.all(|at| is_of_aside(self.word(at))) {
            end + ",".len()
        } else {
            mark
        }
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
                None => self.end(group),
            };
            if !self.ends(from, group) {
                return None;
            }
            let before = self.text(from..group.lead.start.max(from));
            let bare = trimmed(&format!(
                "{before}{}",
                self.text(group.lead.end.max(from)..to)
            ));
            // `The workers were warned [1], as [2] reports`
            let bare = match bare {
                said if !said.is_empty() => said,
                _ if parts.is_empty() => return None,
                _ => SO.to_owned(),
            };
            parts.push(MarkedPart {
                bare,
                marks: group.marks.clone(),
                speaks: group.place == Place::Subject,
            });
            from = to;
        }
        let rest = trimmed(self.text(from..self.text.len()));
        if !rest.is_empty() {
            let none = groups.last().map_or(0, |group| group.marks.end);
            parts.push(MarkedPart {
                bare: rest,
                marks: none..none,
                speaks: false,
            });
        }
        Some(parts)
    }

    /// Where the part of the last group ends: what a comma sets apart behind it is said of all, or cites nothing.
    fn end(&self, last: &Group) -> usize {
        const OF_SOURCES: &[&str] = &["depending", "source", "sources", "respectively"];
        let says = |at: usize| {
            let word = self.word(at);
            !is_stop_word(word) && !OF_SOURCES.contains(&word)
        };
        let rest = self.within(&(last.lead.end..self.text.len()));
        let goes_on = last.place == Place::Behind && rest.clone().any(says);
        if goes_on {
            last.lead.end
        } else {
            self.text.len()
        }
    }

    /// Where what is said of all parts ends: `sources disagree on the cost: …`, `whether it rose is disputed: [1] says …`.
    fn head(&self, first: &Group) -> usize {
        let before = self.text(0..first.lead.start);
        let colon = before.rfind(": ").map(|at| at + 1);
        let is_open =
            |at: &usize| first.lead.is_empty() && !self.text(*at..first.span.end).contains(')');
        let bracket = || before.rfind(" (").filter(is_open);
        match first.place {
            Place::Behind | Place::Within => colon.or_else(bracket),
            Place::Before | Place::Subject => colon,
        }
        .unwrap_or(0)
    }

    /// Where the part of one group ends and that of the next begins.
    fn between(&self, from: usize, one: &Group, next: &Group) -> Option<usize> {
        let begins = matches!(next.place, Place::Before | Place::Subject);
        match (one.place == Place::Behind, begins) {
            (true, true) => {
                let mut between = self.within(&(one.lead.end..next.lead.start));
                let joins = between.all(|at| {
                    let word = self.word(at);
                    is_stop_word(word) || BEGINS.contains(&word) || ASIDES.contains(&word)
                });
                joins.then_some(one.lead.end)
            }
            // `Prices in Oslo [1] and Bergen [2] rose`
            (true, false) => {
                let is_said = next.place == Place::Behind
                    || self.has_verb(from..one.span.start)
                    || self.is_either(from, one);
                is_said.then_some(one.lead.end)
            }
            (false, true) => Some(next.lead.start),
            (false, false) => self.joint(one.lead.end..next.lead.start),
        }
    }

    /// Whether what stands before a group is one of two of which the rest is said: `Count Rudolf [1] or Duke Albrecht [2] commanded the army`.
    fn is_either(&self, from: usize, one: &Group) -> bool {
        let joins = self.word(self.at(one.lead.end)) == "or";
        let mut all = self.within(&(from..one.span.start));
        joins
            && all.all(|at| {
                let word = self.word(at);
                !is_stop_word(word) || matches!(word, "the" | "a" | "an" | "either")
            })
    }

    /// Whether a stretch of the text may have a verb behind its first word.
    fn has_verb(&self, span: Range<usize>) -> bool {
        self.within(&span)
            .skip(1)
            .any(|at| is_verb(self.word(at)) && !is_stop_word(self.word(at - 1)))
    }

    /// Whether the words before a group may end a part: not with one that goes on, as `the cost of [1]`.
    fn ends(&self, from: usize, group: &Group) -> bool {
        if !matches!(group.place, Place::Behind | Place::Within) || !group.lead.is_empty() {
            return true;
        }
        let before = self.text(from..group.span.start).trim_end();
        let last = self.at(group.span.start).checked_sub(1);
        let word = last.map_or("", |at| self.word(at));
        let is_left_out = HELPING_VERBS.contains(&word) || LEFT_OUT.contains(&word);
        let is_word = before.contains(char::is_alphanumeric);
        is_word && (before.ends_with([',', '"', '”', ')']) || is_left_out || !is_stop_word(word))
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
    let is_bracketed = part.starts_with('(') && part.ends_with(')');
    let part = if is_closed && !is_bracketed {
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

/// Verbs that stand before their source: `prices rose, says [1]`.
const TELLS: &[&str] = &[
    "says", "reports", "finds", "states", "notes", "writes", "claims",
];

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

/// Nouns for what a source tells: `in the account of [1]`, `in that of [2]`.
const ACCOUNTS: &[&str] = &[
    "account", "version", "view", "telling", "report", "words", "estimate", "that",
];

/// Words that say of what was said where it was.
#[rustfmt::skip]
const ABOUT_SAYINGS: &[&str] = &[
    "reported", "described", "discussed", "disputed", "confirmed", "denied", "mentioned", "noted", "stated", "shown", "given", "cited", "contradicted", "questioned",
    "challenged", "is", "as",
];

/// What a part says that only says that the one before it is so.
const SO: &str = "so";

/// Words that stand for what was said before.
const LEFT_OUT: &[&str] = &[
    "not", "cannot", "it", "them", "so", "this", "yes", "no", "other", "another",
];

/// Words of an aside that sets one source against another: `by contrast`, `on the other hand`.
#[rustfmt::skip]
const ASIDES: &[&str] = &["contrast", "contrary", "hand", "turn", "comparison", "meanwhile", "conversely", "though", "however", "instead"];

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
mod tests;
