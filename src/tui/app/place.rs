//! Where the reader is once a text has changed: at the words that they were at, whatever came in or went above them.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::check::sentences;
use crate::tui::panes::column::Column;
use crate::tui::ui::{Part, Stood, Ui};

/// Sentences of a text up to which it is compared with the other one. In a longer one the reader stays at the same byte.
const COMPARED: usize = 2_000;

/// Before a frame: the page and the current sentence move with their words, where a section has another text than in the last frame.
pub(super) fn keep(ui: &mut Ui, column: &Column<'_>) {
    for (section, _, prose) in column.texts() {
        let known = ui.drawn.texts.entry(section).or_default();
        if known == prose.text {
            continue;
        }
        // What is being written only grows.
        if !prose.live && !known.is_empty() {
            let cursor = ui.reading.cursor.as_mut();
            if let Some(cursor) = cursor.filter(|cursor| cursor.section == section) {
                let source = moved(known, prose.text, &cursor.source);
                let is_same = source.len() == cursor.source.len();
                cursor.number = cursor.number.filter(|_| is_same);
                cursor.source = source;
            }
            let anchor = &mut ui.reading.anchor;
            if (anchor.section, anchor.part) == (section, Part::Text) {
                anchor.offset = moved(known, prose.text, &(anchor.offset..anchor.offset)).start;
            }
        }
        prose.text.clone_into(known);
    }
}

/// Where the sentence that the reader stepped to stands on the page that is drawn.
pub(super) fn stood(ui: &Ui, column: &Column<'_>, top: usize) -> Option<Stood> {
    let cursor = ui.reading.cursor.clone()?;
    let row = column.row_of_source(cursor.section, cursor.source.start);
    Some(Stood {
        anchor: ui.reading.anchor,
        down: row.cast_signed() - top.cast_signed(),
        cursor,
    })
}

/// Before a frame: a sentence that the reader stepped to stays in its row, whatever came in above it on the page.
pub(super) fn hold(ui: &mut Ui, column: &Column<'_>, height: usize, stood: &Stood) {
    let Some(cursor) = &ui.reading.cursor else {
        return;
    };
    if ui.reading.follow && column.live.is_some() {
        return;
    }
    let row = column.row_of_source(cursor.section, cursor.source.start);
    let top = column.top(&ui.reading, height);
    let wanted = row.saturating_add_signed(-stood.down);
    if wanted != top {
        ui.reading.anchor = column.anchor(wanted);
    }
}

/// Where a stretch of a text is in another version of it: at the same words, or at the sentence that has taken the place of theirs.
fn moved(old: &str, new: &str, place: &Range<usize>) -> Range<usize> {
    let before = shared(old.bytes(), new.bytes());
    if place.end <= before {
        return place.clone();
    }
    let most = old.len().min(new.len()) - before;
    let after = shared(old.bytes().rev(), new.bytes().rev()).min(most);
    let shifted = |at: usize| (at + new.len()).saturating_sub(old.len());
    if place.start >= old.len() - after {
        return shifted(place.start)..shifted(place.end);
    }
    between(old, new, place).unwrap_or_else(|| place.clone())
}

/// The same where the text has changed both above the place and below it.
fn between(old: &str, new: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let (olds, news) = (sentences(old), sentences(new));
    if olds.len().max(news.len()) > COMPARED {
        return None;
    }
    let at = olds
        .partition_point(|span| span.start <= place.start)
        .checked_sub(1)?;
    let ops = capture_diff_slices(Algorithm::Myers, &words(old, &olds), &words(new, &news));
    let op = ops.iter().find(|op| op.old_range().contains(&at))?;
    let nth = at - op.old_range().start;
    if let DiffOp::Equal { new_index, .. } = op {
        let (was, is) = (olds.get(at)?, news.get(new_index + nth)?);
        let moved = |byte: usize| is.start + byte.saturating_sub(was.start);
        return Some(moved(place.start)..moved(place.end));
    }
    let to = op.new_range();
    let last = to.end.saturating_sub(1).max(to.start);
    let span = news.get((to.start + nth).min(last)).or(news.last())?;
    let sentence = new.get(span.clone())?.trim_end();
    Some(span.start..span.start + sentence.len())
}

fn words<'a>(text: &'a str, spans: &[Range<usize>]) -> Vec<&'a str> {
    let words = |span: &Range<usize>| text.get(span.clone()).unwrap_or_default().trim_end();
    spans.iter().map(words).collect()
}

/// How many of the first bytes are the same.
fn shared(a: impl Iterator<Item = u8>, b: impl Iterator<Item = u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "Sales fell [1]. Stocks rose [2]. Prices held [3]. The plant closed [4].";

    /// The words at which the reader of `Prices held [3].` is in another text.
    fn read_in(new: &str) -> &str {
        let start = OLD.find("Prices").expect("it is there");
        let end = OLD.find(" The plant").expect("it is there");
        &new[moved(OLD, new, &(start..end))]
    }

    #[test]
    fn the_reader_stays_at_the_sentence_whatever_changes_around_it() {
        for new in [
            OLD.to_owned(),
            format!("A new one [5]. {OLD} And another [6]."),
            OLD.replace("Sales fell [1]. ", "")
                .replace("closed", "opened"),
            OLD.replace(
                "Stocks rose [2].",
                "Stores filled up – by a third [2]. Orders grew [5].",
            ),
        ] {
            assert_eq!(read_in(&new), "Prices held [3].", "{new}");
        }
    }

    #[test]
    fn of_a_sentence_that_was_rewritten_the_reader_is_at_the_new_one_and_of_one_that_is_gone_at_the_next()
     {
        let rewritten = OLD
            .replace("Sales fell", "Sales rose sharply")
            .replace("Prices held [3].", "Prices doubled within a year [5].")
            .replace("closed", "opened");
        assert_eq!(read_in(&rewritten), "Prices doubled within a year [5].");
        let gone = format!("First [6]. {}", OLD.replace("Prices held [3]. ", ""));
        let gone = gone.replace("closed [4].", "closed [4]. Then what [7]?");
        assert_eq!(read_in(&gone), "The plant closed [4].");
        assert_eq!(moved(OLD, "", &(3..7)), 3..7);
    }
}
