//! Reading the pool: which sentences of a passage become candidates, and what each leans on.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{Candidate, Pool};
use crate::check::{Entry, Index, Lexicon, Quantity, Statement, Term, correction_of, key, words};
use crate::extractive::clause::is_determiner;
use crate::extractive::deeds::Deeds;
use crate::extractive::inquiry::is_preliminary;
use crate::extractive::label::{apart_from_its_label, behind_its_place, labelled};
use crate::extractive::lean::{
    concludes_from_before, is_dependent, names_nothing, opens_with_deed, opens_with_stand_in,
    takes_back, without_joining,
};
use crate::extractive::lists::{List, lists};
use crate::extractive::marks::{single_spaced, without_marks};
use crate::extractive::release::is_headed_by;
use crate::extractive::role::Roles;
use crate::extractive::screen::{
    begins_with_clock, is_ended, is_fit, is_frame, is_open_question, is_quotable, is_short_denial,
    is_short_end, is_title_line, length,
};
use crate::extractive::source::{is_chronicle, standing, year};
use crate::extractive::tongue::Tongue;
use crate::extractive::voice::{is_of_one_person, names_its_speaker};
use crate::pipeline::{ContextDocument, ContextPassage};
use crate::semantic::is_word;
use crate::study::Passage;

/// What is known beside a passage when its sentences are read.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The latest year of the documents.
    pub(super) newest: Option<u32>,
    /// Whether its document speaks of what the question names.
    pub(super) at_home: bool,
    /// Whether its document is about another place, firm or the like than the rest.
    pub(super) elsewhere: bool,
    /// Whether it is asked what happened, and when.
    pub(super) tells_events: bool,
    /// The stems of what is asked about: what is asked about an outage is no complaint of its own by that word.
    pub(super) topic: &'a [String],
    /// The same, as far as the evidence has them.
    pub(super) asked: &'a [Term],
    /// The version of which it is asked what changed in it.
    pub(super) release: Option<&'a str>,
    /// The language of the passage, where it is a known one other than English.
    pub(super) tongue: Option<Tongue>,
}

impl Frame<'_> {
    /// What a sentence does, as its source has it and as it can stand in a brief.
    fn roles(
        &self,
        (source, text): (&str, &str),
        (deeds, is_of_old): (Deeds, bool),
        figures: &[Quantity],
        headings: &[String],
    ) -> Roles {
        let mut roles = Roles::read(source, deeds, figures, headings, self.topic);
        if is_of_old {
            roles = roles.of_old();
        }
        if let Some(tongue) = self.tongue {
            tongue.add_to(&mut roles, text);
        }
        roles
    }

    /// Whether what stands under some headings changed in the version that is asked about.
    fn is_of_release(&self, headings: &[String]) -> bool {
        let version = self.release;
        version.is_some_and(|version| is_headed_by(version, headings))
    }

    /// Whether a sentence can stand in a brief: what changed in a version need be none.
    fn takes(&self, text: &str, document: &ContextDocument, headings: &[String]) -> bool {
        let is_fit = || is_fit(&with_capital(text, &document.document.title), self.tongue);
        self.is_of_release(headings) || is_fit()
    }

    /// Whether a sentence has several of the words that are asked about, and half of them.
    fn holds_much(&self, terms: &[Term]) -> bool {
        const SEVERAL: usize = 2;
        let is_held = |term: &&Term| terms.binary_search(term).is_ok();
        let held = self.asked.iter().filter(is_held).count();
        held >= SEVERAL && 2 * held >= self.asked.len()
    }
}

impl Pool {
    pub(super) fn read(
        &mut self,
        index: &mut Index<'_>,
        document: &ContextDocument,
        chosen: &ContextPassage,
        frame: Frame<'_>,
        keys: &mut HashSet<String>,
    ) {
        let passage = &chosen.passage;
        let heads = heads(&mut index.lexicon, document, passage);
        let lists = lists_of(index, passage, frame.tongue);
        let entries = entries_of(index, passage);
        let setting = setting(&heads, &entries);
        self.known.extend(&setting);
        let mut previous: Option<usize> = None;
        let mut told_of: Option<(u32, usize)> = None;
        let opens_document = passage.ordinal == 0 && !are_spoken(passage, &entries);
        for (place, &entry) in entries.iter().enumerate() {
            let at = self.candidates.len();
            let Some(piece) = Piece::of(&lists, place, entry) else {
                continue;
            };
            let (span, statement) = (piece.span, piece.statement);
            told_of = year_told_of(statement, span, (&passage.text, told_of));
            let is_long_past = is_long_ago(told_of, year(document).or(frame.newest));
            let original = passage.text.get(span.clone()).unwrap_or_default();
            let is_wrong = is_taken_back(index, entry);
            let wrong = wrong_before(index, &entries, place);
            let is_withdrawing = wrong.is_some_and(|wrong| !sets_right(index, entry, wrong));
            let (line, stated) = apart_from_its_label(original);
            let stated = without_open_quotation(&passage.text, span, behind_note(stated));
            let unmarked = without_marks(stated);
            let opens = opens_document && previous.is_none();
            let at_its_place = behind_its_place(&unmarked).filter(|_| opens);
            let parted = labelled(at_its_place.unwrap_or(&unmarked));
            let text = piece
                .told
                .map_or_else(|| stated_alone(parted.statement), str::to_owned);
            let line = line.or(piece.under.map(|list| list.line.as_str()));
            // The title says what the whole is about, and of no sentence what it does.
            let mut headings = passage.headings.clone();
            headings.retain(|heading| *heading != document.document.title);
            headings.extend(parted.label.or(line).map(str::to_owned));
            let is_no_statement = is_title_line(&passage.text, &entry.span)
                || begins_with_clock(&text) && !frame.tells_events;
            if is_no_statement || is_open_question(&text, &headings) {
                previous = None;
                continue;
            }
            let is_answer_to_it = wrong.is_some() && previous.is_some();
            let dependent = is_answer_to_it || is_withdrawing || self.leans(&text, previous, frame);
            let stands = previous.is_some() || !dependent;
            // A list was found fit to be told when it was read.
            let is_fit =
                is_withdrawing || piece.told.is_some() || frame.takes(&text, document, &headings);
            let is_adrift = !(stands && is_fit);
            let (terms, figures) = (&statement.terms, &statement.quantities);
            let least = if is_withdrawing { 0 } else { least_said(&text) };
            let key = key(&text);
            let says_enough = terms.len() + figures.len() >= least;
            let is_taken = if is_adrift {
                frame.holds_much(terms) && is_quotable(&text)
            } else {
                says_enough && keys.insert(format!("{} {key}", document.number))
            };
            if !is_taken {
                previous = None;
                continue;
            }
            let deeds = Deeds::read(&text);
            let is_of_old = deeds.decides && is_of_an_earlier_year(statement, document);
            // The word that joined it to the one before says what it does.
            let said = (parted.statement, &*text);
            let roles = with_advice(
                frame.roles(said, (deeds, is_of_old), figures, &headings),
                piece.told,
            );
            let candidate = Candidate {
                number: document.number,
                source: document.document.source(),
                date: document.document.date.clone(),
                fresh: document.fresh,
                passage: passage.id,
                span: span.clone(),
                roles,
                deeds,
                heads: with_terms(&heads, piece.under.map(|list| list.terms.as_slice())),
                under: under(document, passage, parted.label.or(line)),
                is_frame: is_frame(&text),
                is_taken_back: is_wrong || is_withdrawing,
                is_cell: false,
                is_adrift,
                is_preliminary: is_preliminary(headings.last()),
                is_of_old,
                is_long_past,
                is_of_release: frame.is_of_release(&headings),
                leans_on: previous.filter(|_| dependent && !is_adrift),
                setting: setting.clone(),
                passage_score: chosen.score.clamp(0.0, 1.0),
                standing: standing(document, chosen, span.start, frame.newest),
                words: length(&text),
                verbatim: has_its_words(&single_spaced(original), &text),
                chronicle: is_chronicle(document, chosen),
                elsewhere: frame.elsewhere,
                statement: statement.clone(),
                key,
                text,
            };
            previous = self.take(candidate, at);
        }
    }

    /// Takes a sentence in, and gives its place where the next one can lean on it.
    fn take(&mut self, candidate: Candidate, at: usize) -> Option<usize> {
        if candidate.is_adrift {
            self.adrift.push(candidate);
            return None;
        }
        self.candidates.push(candidate);
        Some(at)
    }

    /// Whether a sentence leans on the one before it, which is a candidate or nothing.
    fn leans(&self, text: &str, previous: Option<usize>, frame: Frame<'_>) -> bool {
        is_dependent(text)
            || previous.is_some() && (opens_with_deed(text) || concludes_from_before(text))
            || is_of_one_person(text) && previous.is_some_and(|at| self.is_of_speaker(at))
            || !frame.at_home && opens_with_stand_in(text)
            || frame.elsewhere && names_nothing(text)
    }

    /// Whether a candidate opens with who says it.
    fn is_of_speaker(&self, at: usize) -> bool {
        let candidate = self.candidates.get(at);
        candidate.is_some_and(|one| names_its_speaker(&one.text))
    }
}

/// Whether a source has a sentence to the letter, the first of which may be small there: `In addition, an estimated 15 thousand`.
fn has_its_words(original: &str, text: &str) -> bool {
    let behind_its_first = || {
        let rest = text.get(text.chars().next().map_or(0, char::len_utf8)..)?;
        original.split_once(rest).map(|(before, _)| before)
    };
    let first = text.chars().next();
    original.contains(text)
        || behind_its_first().is_some_and(|before| {
            let small = before.chars().next_back();
            small
                .zip(first)
                .is_some_and(|(small, first)| small.to_uppercase().eq(first.to_uppercase()))
        })
}

/// A sentence as it stands by itself.
fn stated_alone(statement: &str) -> String {
    let said = cell_of_prose(statement).unwrap_or(statement);
    without_last_joint(&without_joining(said)).to_owned()
}

/// A sentence as if it began with a capital, where the name that it opens with is written small by its own document: `orjson does not support PyPy.`
fn with_capital<'t>(text: &'t str, title: &str) -> Cow<'t, str> {
    let mut letters = text.chars();
    let first = letters.next().filter(char::is_ascii_lowercase);
    let opening = words(text).next().and_then(|span| text.get(span));
    let (Some(first), Some(name)) = (first, opening) else {
        return Cow::Borrowed(text);
    };
    let is_title = words(title)
        .filter_map(|span| title.get(span))
        .any(|word| word == name);
    if is_title && !is_word(name) {
        Cow::Owned(format!(
            "{}{}",
            first.to_ascii_uppercase(),
            letters.as_str()
        ))
    } else {
        Cow::Borrowed(text)
    }
}

/// The cell of a row of a table that is a sentence of its own, where one is: `Adults over 60 | The panel recommends against starting it. | D`. What has no
/// subject, `Sets the colour.`, says nothing without its row.
fn cell_of_prose(row: &str) -> Option<&str> {
    const SHORTEST: usize = 7;
    if !row.contains(" | ") {
        return None;
    }
    let is_prose = |cell: &&str| {
        let mut said = cell.split_whitespace();
        let first = said.next().map(str::to_lowercase).unwrap_or_default();
        is_determiner(&first) && said.count() + 1 >= SHORTEST && cell.ends_with(['.', '!'])
    };
    let mut cells = row.split(" | ").map(str::trim).filter(is_prose);
    let first = cells.next();
    first.filter(|_| cells.next().is_none())
}

/// A sentence without the mark of a quotation that opens or closes in another paragraph: what is quoted at such a length is what the source tells.
fn without_open_quotation<'s>(passage: &str, span: &Range<usize>, sentence: &'s str) -> &'s str {
    const OPENS: [char; 2] = ['“', '"'];
    const CLOSES: [char; 2] = ['”', '"'];
    if !sentence.starts_with(OPENS) && !sentence.ends_with(CLOSES) {
        return sentence;
    }
    let before = passage.get(..span.start).unwrap_or_default();
    let behind = passage.get(span.end..).unwrap_or_default();
    let start = before.rfind("\n\n").map_or(0, |at| at + 2);
    let end = span.end + behind.find("\n\n").unwrap_or(behind.len());
    let paragraph = passage.get(start..end).unwrap_or_default().trim();
    let count = |mark: char| paragraph.matches(mark).count();
    let (opened, closed) = (count('“'), count('”'));
    let is_odd = count('"') % 2 == 1;
    let is_left_open = opened > closed || is_odd && paragraph.starts_with('"');
    let is_only_closed = closed > opened || is_odd && paragraph.ends_with('"');
    if is_left_open && start == span.start {
        sentence.trim_start_matches(OPENS)
    } else if is_only_closed
        && behind
            .get(..end - span.end)
            .is_some_and(|rest| rest.trim().is_empty())
    {
        sentence.trim_end_matches(CLOSES)
    } else {
        sentence
    }
}

/// Words and figures that a sentence has to have: `There are 14 branches.`, `MySQL is not supported.` and `The risk is small.` say enough.
fn least_said(text: &str) -> usize {
    if is_short_end(text) {
        1
    } else if is_short_denial(text) || takes_back(text) || is_ended(text) {
        2
    } else {
        3
    }
}

/// A sentence as it is read: itself, or the list that it leads to.
struct Piece<'p> {
    span: &'p Range<usize>,
    statement: &'p Statement,
    /// The list in one sentence.
    told: Option<&'p str>,
    /// What it stands under as an item.
    under: Option<&'p List>,
}

impl<'p> Piece<'p> {
    /// Nothing for an item that is told with the line that leads to it.
    fn of(lists: &'p [List], place: usize, entry: &'p Entry) -> Option<Self> {
        let under = lists.iter().find(|list| list.items.contains(&place));
        let is_told_with_it = |list: &List| list.told.is_some() || list.is_bound;
        let led = lists.iter().find(|list| list.lead == place);
        let is_lost = led.is_some_and(|list| list.told.is_none() && list.is_bound);
        if is_lost || under.is_some_and(is_told_with_it) {
            return None;
        }
        let led = led.and_then(|list| Some((&list.span, list.told.as_ref()?)));
        Some(match led {
            Some((span, (told, statement))) => Self {
                span,
                statement,
                told: Some(told),
                under,
            },
            None => Self {
                span: &entry.span,
                statement: &entry.statement,
                told: None,
                under,
            },
        })
    }
}

/// The lists of a passage in English.
fn lists_of(index: &mut Index<'_>, passage: &Passage, tongue: Option<Tongue>) -> Vec<List> {
    if tongue.is_some() {
        return Vec::new();
    }
    let entries = entries_of(index, passage).into_iter();
    let spans: Vec<_> = entries.map(|entry| entry.span.clone()).collect();
    lists(&passage.text, &spans, &mut index.lexicon)
}

/// Whether several sentences of a passage stand behind a name and a colon: then somebody speaks.
fn are_spoken(passage: &Passage, entries: &[&Entry]) -> bool {
    let opens_apart = |entry: &&&Entry| {
        let said = passage.text.get(entry.span.clone());
        said.is_some_and(|said| behind_its_place(said).is_some())
    };
    passage.ordinal == 0 && entries.iter().filter(opens_apart).count() > 1
}

/// The sentence before one, where its source takes it back.
fn wrong_before<'e>(index: &Index<'_>, entries: &[&'e Entry], place: usize) -> Option<&'e Entry> {
    let before = place.checked_sub(1).and_then(|at| entries.get(at));
    before
        .copied()
        .filter(|before| is_taken_back(index, before))
}

/// A sentence behind the number of a note that stands before it.
fn behind_note(sentence: &str) -> &str {
    sentence.trim_start_matches(is_raised_digit).trim_start()
}

fn is_raised_digit(letter: char) -> bool {
    matches!(letter, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

/// Sorted words with others.
fn with_terms(terms: &[Term], more: Option<&[Term]>) -> Vec<Term> {
    let mut all = terms.to_vec();
    if let Some(more) = more {
        all.extend(more);
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// The roles of a sentence, or of a list whose line says that it gives advice.
fn with_advice(roles: Roles, told: Option<&str>) -> Roles {
    if told.is_some_and(leads_to_advice) {
        Roles {
            advises: true,
            recommends: true,
            ..roles
        }
    } else {
        roles
    }
}

/// Whether the line of a list says that what is to be done comes behind it: `The report makes several recommendations, including: …`.
fn leads_to_advice(told: &str) -> bool {
    const ADVICE: &[&str] = &[
        "advice",
        "advises",
        "advised",
        "measures",
        "must",
        "recommendation",
        "recommendations",
        "recommended",
        "recommends",
        "should",
        "steps",
    ];
    let line = told.split(':').next().unwrap_or_default();
    let mut said = line.split(|c: char| !c.is_alphanumeric());
    said.any(|word| ADVICE.contains(&word.to_lowercase().as_str()))
}

/// An item of a list without the word that leads to the last one.
fn without_last_joint(item: &str) -> &str {
    let joints = ["; or", "; and"];
    joints
        .iter()
        .find_map(|joint| item.strip_suffix(joint))
        .unwrap_or(item)
}

/// The words of what a passage stands under.
fn heads(lexicon: &mut Lexicon, document: &ContextDocument, passage: &Passage) -> Vec<Term> {
    let mut heads = lexicon.terms(&document.document.title);
    for heading in &passage.headings {
        heads.extend(lexicon.terms(heading));
    }
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// What a passage is about: the words of its sentences and of what they stand under.
fn setting(heads: &[Term], entries: &[&Entry]) -> Vec<Term> {
    let mut setting = heads.to_vec();
    setting.extend(entries.iter().flat_map(|entry| &entry.statement.terms));
    setting.sort_unstable();
    setting.dedup();
    setting
}

/// The sentences of a passage.
fn entries_of<'i>(index: &'i Index<'_>, passage: &Passage) -> Vec<&'i Entry> {
    let is_its = |entry: &&Entry| {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| std::ptr::eq(piece.passage, passage))
    };
    index.entries.iter().filter(is_its).collect()
}

/// What a sentence stands under, as a key: the title of its document, the headings and its label.
pub(in crate::extractive) fn under(
    document: &ContextDocument,
    passage: &Passage,
    label: Option<&str>,
) -> String {
    let mut all = vec![document.document.title.as_str()];
    all.extend(passage.headings.iter().map(String::as_str));
    all.extend(label);
    key(&all.join(" "))
}

/// Whether a sentence is what sets another right.
fn sets_right(index: &Index<'_>, entry: &Entry, wrong: &Entry) -> bool {
    let right = index
        .position(wrong)
        .and_then(|at| correction_of(index, at));
    right.is_some_and(|right| std::ptr::eq(right, entry))
}

/// Whether the next sentences of its source take a sentence back or set it right.
fn is_taken_back(index: &Index<'_>, entry: &Entry) -> bool {
    let at = index.position(entry);
    at.is_some_and(|at| crate::check::is_taken_back(index, at))
}

/// Years after which what was so is history.
const LONG_AGO: u32 = 20;

/// The latest year that a sentence names.
fn latest_year(statement: &Statement) -> Option<u32> {
    let dates = statement.quantities.iter().filter_map(Quantity::date);
    dates.filter_map(|date| date.year).max()
}

/// The year that a sentence tells of, its own or that of the sentence before in its paragraph, with where the sentence ends.
fn year_told_of(
    statement: &Statement,
    span: &Range<usize>,
    (passage, before): (&str, Option<(u32, usize)>),
) -> Option<(u32, usize)> {
    let goes_on = before.filter(|(_, end)| is_of_one_paragraph(passage, *end, span.start));
    let year = latest_year(statement).or(goes_on.map(|(year, _)| year))?;
    Some((year, span.end))
}

/// Whether the year that is told of was long past when it was written down.
fn is_long_ago(told: Option<(u32, usize)>, written: Option<u32>) -> bool {
    told.zip(written)
        .is_some_and(|((told, _), written)| told + LONG_AGO <= written)
}

/// Whether no paragraph ends between two places of a passage.
fn is_of_one_paragraph(passage: &str, from: usize, to: usize) -> bool {
    let between = passage.get(from..to);
    between.is_some_and(|between| !between.contains("\n\n"))
}

/// Whether all that a sentence dates lies in years before its document's.
fn is_of_an_earlier_year(statement: &Statement, document: &ContextDocument) -> bool {
    latest_year(statement)
        .zip(year(document))
        .is_some_and(|(latest, written)| latest < written)
}
