//! Making edits: the text that they come to, and what stands where in it.
//!
//! A sentence that goes into the replacement of one beside it is one change with that; everything else is decided on by itself.

use super::{Action, Edit, Edited};
use crate::check::{self, Lexicon};
use crate::pipeline::hunks::{Block, Cut};

/// Makes the edits, in any order. One that names no sentence of the text, or changes one that an edit before it changed, is left out and told.
pub(in crate::pipeline) fn apply(text: &str, edits: &[Edit]) -> Edited {
    let cut = Cut::new(text);
    let count = cut.sentences.len();
    let mut changes: Vec<Option<Change<'_>>> = vec![None; count];
    let mut insertions: Vec<Vec<&str>> = vec![Vec::new(); count + 1];
    let mut warnings = Vec::new();
    for edit in edits {
        if edit.action == Action::InsertAfter {
            continue;
        }
        if breaks_a_table(&cut, edit) {
            warnings.push(format!(
                "the writer put something else in the place of row {} of a table: left out",
                edit.sentence
            ));
            continue;
        }
        if edit.action == Action::Replace && says_again(&cut, edit, edits) {
            warnings.push(format!(
                "the writer put a sentence in the place of sentence {} that stands elsewhere too: left out",
                edit.sentence
            ));
            continue;
        }
        for number in edit.sentence..=edit.last.max(edit.sentence) {
            let change = number.checked_sub(1).and_then(|at| changes.get_mut(at));
            match change {
                Some(Some(_)) => warnings.push(format!(
                    "sentence {number} was edited twice: the first edit stands"
                )),
                Some(change) => {
                    *change = Some(Change::of(edit, number, lead_of(&cut, number)));
                    continue;
                }
                None => warnings.push(no_such_sentence(number, count)),
            }
            // Without its first sentence there is nothing that the others go into.
            if number == edit.sentence {
                break;
            }
        }
    }
    for edit in edits.iter().filter(|one| one.action == Action::InsertAfter) {
        // A sentence that stands there already, proposed or not, or comes by another edit, is not put in again; one that is taken away at its place is moved.
        let mut standing = cut.sentences.iter().zip(&changes);
        let mut inserted = insertions.iter().flatten();
        let stands = standing.any(|(span, change)| {
            let known = text.get(span.clone()).unwrap_or_default();
            is_same(change.map_or(known, |change| change.text), &edit.text)
        }) || inserted.any(|known| is_same(known, &edit.text));
        match insertions.get_mut(behind_block(&cut, edit)) {
            Some(_) if stands => {}
            Some(here) => here.push(edit.text.trim()),
            None => warnings.push(no_such_sentence(edit.sentence, count)),
        }
    }
    join(&cut, &mut changes);
    let (text, blocks) = assembled(&cut, &changes, &insertions);
    Edited {
        text,
        replaced: edits
            .iter()
            .map(|edit| edit.replaced(&cut).to_owned())
            .collect(),
        blocks,
        warnings,
    }
}

/// Whether an edit would leave a table without its rule, or put into its midst what is no row.
fn breaks_a_table(cut: &Cut<'_>, edit: &Edit) -> bool {
    let is_rule = |text: &str| is_row(text) && !text.contains(char::is_alphanumeric);
    let takes_away = edit.action == Action::Delete;
    let mut sentences = (edit.sentence..=edit.last.max(edit.sentence))
        .filter_map(|number| sentence_of(cut, number));
    // A whole table may be taken away, or be replaced by another.
    edit.last <= edit.sentence
        && sentences.any(|old| {
            is_rule(old) && !is_rule(&edit.text)
                || is_row(old) && !takes_away && !is_row(&edit.text)
        })
}

/// Whether a replacement would have a sentence stand twice: it is one that stays, or that an edit before this one brings.
fn says_again(cut: &Cut<'_>, edit: &Edit, edits: &[Edit]) -> bool {
    let own = edit.sentence..=edit.last.max(edit.sentence);
    let is_edited = |number: usize| {
        let mut others = edits.iter().filter(|one| one.action != Action::InsertAfter);
        others.any(|one| (one.sentence..=one.last.max(one.sentence)).contains(&number))
    };
    let mut sentences = (1..).zip(&cut.sentences);
    let stays = sentences.any(|(number, span)| {
        let known = cut.text.get(span.clone()).unwrap_or_default();
        !own.contains(&number) && !is_edited(number) && is_same(known, &edit.text)
    });
    let mut before = edits.iter().take_while(|one| !std::ptr::eq(*one, edit));
    stays || before.any(|one| one.action == Action::Replace && is_same(&one.text, &edit.text))
}

/// Whether two texts are the same sentence; what is as short as a row's rule or a name may stand twice.
fn is_same(a: &str, b: &str) -> bool {
    let words = a.split_whitespace();
    words.clone().count() >= TELLING && words.eq(b.split_whitespace())
}

/// Words from which on a sentence is known again.
const TELLING: usize = 3;

/// The sentence behind which an insertion stands: prose behind the last row of a table or the last item of a list, not between two.
pub(super) fn behind_block(cut: &Cut<'_>, edit: &Edit) -> usize {
    let mut at = edit.sentence;
    let is_row_at = |number: usize| sentence_of(cut, number).is_some_and(is_row);
    if is_row_at(at) && !is_row(&edit.text) {
        while is_row_at(at + 1) {
            at += 1;
        }
    }
    // Inside an item it goes on with that; behind one it is none of it.
    let is_in_item = |number: usize| {
        let span = number.checked_sub(1).and_then(|at| cut.sentences.get(at));
        let before = span.and_then(|span| cut.text.get(..span.end));
        before.is_some_and(ends_in_item)
    };
    let another_follows = |number: usize| begins_item(lead_of(cut, number + 1));
    if is_in_item(at) && !is_item(&edit.text) && another_follows(at) {
        while is_in_item(at + 1) {
            at += 1;
        }
    }
    at
}

/// What stands before a sentence, from the end of the one before it.
fn lead_of<'a>(cut: &Cut<'a>, number: usize) -> &'a str {
    let span = number.checked_sub(1).and_then(|at| cut.sentences.get(at));
    let before = number.checked_sub(2).and_then(|at| cut.sentences.get(at));
    let lead = span.and_then(|span| cut.text.get(before.map_or(0, |span| span.end)..span.start));
    lead.unwrap_or_default()
}

/// A sentence by its number, from 1.
fn sentence_of<'a>(cut: &Cut<'a>, number: usize) -> Option<&'a str> {
    let span = cut.sentences.get(number.checked_sub(1)?)?;
    cut.text.get(span.clone())
}

/// Whether a text begins with a row of a table.
fn is_row(text: &str) -> bool {
    text.trim_start().starts_with('|')
}

/// Whether a text begins with an item of a list.
fn is_item(text: &str) -> bool {
    check::marker_len(text.trim_start()) > 0
}

/// Whether a sentence with this before it begins an item.
fn begins_item(lead: &str) -> bool {
    let mark = lead.rsplit('\n').next().unwrap_or_default();
    !mark.trim().is_empty() && check::marker_len(&format!("{mark}x")) == mark.len()
}

/// Whether the last paragraph of a text ends in an item of a list: what follows one on a line of its own without a mark is still of it.
fn ends_in_item(text: &str) -> bool {
    let lines = text.trim_end().lines().rev();
    let mut paragraph = lines.take_while(|line| !line.trim().is_empty());
    paragraph.any(is_item)
}

/// What becomes of one sentence.
#[derive(Debug, Clone, Copy)]
struct Change<'a> {
    /// What stands in its place; empty where it goes.
    text: &'a str,
    reason: &'a str,
    /// It goes into the replacement of a sentence beside it: the two are one change.
    into: Option<Side>,
}

/// Where the replacement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

impl<'a> Change<'a> {
    fn of(edit: &'a Edit, number: usize, lead: &str) -> Self {
        let is_first = number == edit.sentence;
        let text = edit.text.trim();
        // An item keeps the mark that it has.
        let mark = if begins_item(lead) {
            check::marker_len(text)
        } else {
            0
        };
        let text = text.get(mark..).unwrap_or(text);
        Self {
            text: if is_first { text } else { "" },
            reason: edit.reason.trim(),
            into: (!is_first).then_some(Side::Before),
        }
    }
}

/// Finds the deletions that are one change with the replacement of a sentence beside them: those without a reason of their own, and those whose words the
/// replacement takes up. Decided on apart, they would leave what was said nowhere, or have it stand twice.
fn join(cut: &Cut<'_>, changes: &mut [Option<Change<'_>>]) {
    let mut lexicon = Lexicon::default();
    let mut meet = |side: Side,
                    sentence: &str,
                    change: &mut Option<Change<'_>>,
                    new: &mut Option<(String, String)>| {
        let Some(change) = change else {
            *new = None;
            return;
        };
        if !change.text.is_empty() {
            *new = Some((change.text.to_owned(), change.reason.to_owned()));
            return;
        }
        let belongs = |(text, reason): &(String, String)| {
            change.reason.is_empty()
                || change.reason == reason
                || takes_up(&mut lexicon, text, sentence)
        };
        if change.into.is_none() && new.as_ref().is_some_and(belongs) {
            change.into = Some(side);
        }
        if change.into != Some(side) {
            *new = None;
        }
    };
    let sentences = cut.sentences.iter().map(|span| &cut.text[span.clone()]);
    let mut beside = None;
    for (sentence, change) in sentences.clone().zip(changes.iter_mut()) {
        meet(Side::Before, sentence, change, &mut beside);
    }
    beside = None;
    for (sentence, change) in sentences.zip(changes.iter_mut()).rev() {
        meet(Side::Behind, sentence, change, &mut beside);
    }
}

/// Whether a new text has most of what a sentence said.
fn takes_up(lexicon: &mut Lexicon, new: &str, gone: &str) -> bool {
    let (new, gone) = (lexicon.term_set(new), lexicon.term_set(gone));
    let kept = gone.iter().filter(|term| new.binary_search(term).is_ok());
    !gone.is_empty() && 2 * kept.count() >= gone.len()
}

impl Edit {
    /// What it replaces or deletes; empty for an insertion.
    pub(in crate::pipeline) fn replaced<'a>(&self, cut: &Cut<'a>) -> &'a str {
        let at = match self.action {
            Action::InsertAfter => None,
            Action::Replace | Action::Delete => self.sentence.checked_sub(1),
        };
        let first = at.and_then(|at| cut.sentences.get(at));
        let last = cut.sentences.get(self.last.saturating_sub(1)).or(first);
        first
            .zip(last)
            .and_then(|(first, last)| cut.text.get(first.start..last.end.max(first.end)))
            .unwrap_or_default()
    }
}

fn assembled(
    cut: &Cut<'_>,
    changes: &[Option<Change<'_>>],
    insertions: &[Vec<&str>],
) -> (String, Vec<Block>) {
    let mut text = String::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut end = 0;
    // Where sentences began that go into a replacement which stands behind them.
    let mut joined: Option<usize> = None;
    // Space that waits for the next sentence that stays; a deleted one leaves the stronger of the two beside it.
    let mut space = "";
    let mut inserted = insertions.iter();
    // A table or a list was put in last.
    let mut follows_block = insert(&mut text, inserted.next(), false);
    let leads_in = !text.is_empty();
    for (number, ((span, change), insertion)) in
        (1..).zip(cut.sentences.iter().zip(changes).zip(inserted))
    {
        let lead = lead_of(cut, number);
        if breaks(lead) >= breaks(space) && (!lead.is_empty() || space.is_empty()) {
            space = lead;
        }
        end = span.end;
        let sentence = change.map_or(&cut.text[span.clone()], |change| change.text);
        if sentence.is_empty() {
            match (change.and_then(|change| change.into), blocks.last_mut()) {
                (Some(Side::Before), Some(block)) => block.old.end = span.end,
                (Some(Side::Behind), _) => joined = joined.or(Some(span.start)),
                _ => joined = None,
            }
        } else {
            let is_new = change.is_some();
            let is_apart = (is_new && is_block(sentence)) || follows_block;
            if leads_in && !text.is_empty() && space.is_empty() {
                text.push(' ');
            }
            // At the start of the text only a list marker is wanted of it, unless the text began with it.
            let begins_anew = text.is_empty() && span.start > 0 && space.len() < span.start;
            let apart = parting(&text, sentence);
            text.push_str(
                if is_apart
                    && !begins_item(space)
                    && breaks(space) < breaks(apart)
                    && !text.is_empty()
                {
                    apart
                } else if begins_anew {
                    space.trim_start()
                } else {
                    space
                },
            );
            let from = text.len();
            text.push_str(sentence);
            follows_block = is_new && is_block(sentence);
            blocks.push(Block {
                old: joined.take().unwrap_or(span.start)..span.end,
                new: from..text.len(),
            });
            space = "";
        }
        let goes_on = number < cut.sentences.len() && !lead_of(cut, number + 1).contains('\n');
        follows_block |= insert(&mut text, Some(insertion), goes_on);
    }
    text.push_str(&cut.text[end..]);
    (text, blocks)
}

/// What stands between what there is and a table or a list, or behind one: rows and items follow each other, all else begins a paragraph.
fn parting(before: &str, new: &str) -> &'static str {
    if ends_in_row(before) && is_row(new) || ends_in_item(before) && is_item(new) {
        "\n"
    } else {
        "\n\n"
    }
}

fn ends_in_row(text: &str) -> bool {
    text.trim_end().lines().last().is_some_and(is_row)
}

/// Puts sentences in, where the paragraph goes on behind them or not; says whether the last one is a table or a list.
fn insert(text: &mut String, sentences: Option<&Vec<&str>>, goes_on: bool) -> bool {
    let mut follows_block = false;
    for sentence in sentences.into_iter().flatten() {
        let leaves_item = !goes_on && ends_in_item(text);
        if !text.is_empty()
            && (follows_block || is_block(sentence) || ends_in_row(text) || leaves_item)
        {
            let apart = parting(text, sentence);
            text.truncate(text.trim_end().len());
            text.push_str(apart);
        } else if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
        text.push_str(sentence);
        follows_block = is_block(sentence);
    }
    follows_block
}

/// Whether a new text is a table or a list, which stands in a paragraph of its own.
fn is_block(text: &str) -> bool {
    text.contains('\n')
        || text.starts_with('|')
        || text.starts_with(['-', '*', '+']) && is_item(text)
}

fn breaks(space: &str) -> usize {
    space.matches('\n').count()
}

fn no_such_sentence(number: usize, count: usize) -> String {
    format!("the writer edited sentence {number}, but there are {count}: left out")
}
