//! Marks that close a paragraph: many writers set one at its end for all of it.
//!
//! Only where the paragraph, or the item of a list, has no other mark: otherwise each stands for its own sentence, and one without is without a source.

use super::Found;
use super::marks::Mark;
use crate::check::marker_len;

/// What a sentence has to do with the mark that closes its paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// Nothing: it stands by what it cites itself, or there is no such mark.
    Apart,
    /// It cites nothing, and waits for it.
    Waits,
    /// It has it.
    Closes,
}

/// Which sentences of a part wait for the mark that closes their paragraph, and which of them has it.
pub(super) fn lend(found: &mut [Found], body: &str, marks: &[Mark]) {
    let mut from = 0;
    while from < found.len() {
        let same = found.get(from..).unwrap_or_default().windows(2);
        let together = same.take_while(|pair| match pair {
            [one, next] => !is_parted(body, one.starts, next.starts),
            _ => false,
        });
        let to = from + 1 + together.count();
        if let Some(block) = found.get_mut(from..to) {
            lend_in(block, body, marks);
        }
        from = to;
    }
}

fn lend_in(block: &mut [Found], body: &str, marks: &[Mark]) {
    let (Some(first), Some(last)) = (block.first(), block.last()) else {
        return;
    };
    if block.len() < 2 || first.is_row || last.cites.is_empty() {
        return;
    }
    let start = first.starts;
    let end = last.starts + rest_of_block(body.get(last.starts..).unwrap_or_default());
    let of_block = marks.get(marks.partition_point(|mark| mark.span.start < start)..);
    let mut own = of_block
        .unwrap_or_default()
        .iter()
        .take_while(|mark| mark.span.start < end)
        .peekable();
    let Some(mut at) = own.peek().map(|mark| mark.span.start) else {
        return;
    };
    for mark in own {
        let between = body.get(at..mark.span.start).unwrap_or_default();
        if !mark.kept.is_empty() || !is_punctuation(between) {
            return;
        }
        at = mark.span.end;
    }
    if !is_punctuation(body.get(at..end).unwrap_or_default()) {
        return;
    }
    let mut citing = false;
    for sentence in block.iter_mut().rev() {
        if sentence.cites.is_empty() {
            sentence.closing = Closing::Waits;
        } else if !citing {
            (sentence.closing, citing) = (Closing::Closes, true);
        }
    }
}

/// Whether a blank line, or one that begins an item of a list or the like, begins between two places.
fn is_parted(body: &str, from: usize, to: usize) -> bool {
    let before = body.get(from..to).unwrap_or_default();
    let Some(last) = before.rfind('\n') else {
        return false;
    };
    let its_line = body.get(from + last + 1..).unwrap_or_default();
    let between = before.get(..last).unwrap_or_default().split('\n').skip(1);
    between.chain(its_line.lines().next()).any(begins_block)
}

fn begins_block(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with(['|', '#', '>']) || marker_len(line) > 0
}

/// The bytes up to the end of the paragraph or item.
fn rest_of_block(text: &str) -> usize {
    let mut length = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if at > 0 && begins_block(line) {
            break;
        }
        length += line.len();
    }
    length
}

fn is_punctuation(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::super::Report;

    /// Each claim's first word with the marks that close its paragraph.
    fn lent(text: &str) -> Vec<(String, Vec<u32>)> {
        let list =
            "## Sources\n\n1. First report. https://a.org/1\n2. Second report. https://b.org/2";
        let report = Report::read(&format!("# Brief\n\n{text}\n\n{list}\n"));
        let claims = report.claims.into_iter();
        claims
            .map(|claim| {
                let first = claim.bare.split_whitespace().find(|word| *word != "-");
                (first.unwrap_or_default().to_owned(), claim.closing)
            })
            .filter(|(_, closing)| !closing.is_empty())
            .collect()
    }

    #[test]
    fn the_only_mark_of_a_paragraph_at_its_end_is_lent_to_all_of_it() {
        let both = [
            ("Sales".to_owned(), vec![2]),
            ("Prices".to_owned(), vec![2]),
        ];
        for text in [
            "Sales fell in May. Prices rose in June. Wages were stable. [2]",
            "Sales fell in May. Prices rose in June.\nWages were stable [2].",
            "Sales fell in May. Prices rose in June. Wages were stable.[2]\n\nThe mayor resigned [1].",
            "- The mayor resigned [1].\n- Sales fell in May. Prices rose in June. Wages were stable [2].",
        ] {
            assert_eq!(lent(text), both, "{text}");
        }
        let two = lent("Sales fell in May. Wages were stable [1][2].");
        assert_eq!(two, [("Sales".to_owned(), vec![1, 2])]);
    }

    #[test]
    fn marks_that_stand_for_their_own_sentence_are_lent_to_none() {
        for text in [
            "Sales fell in May [1]. Prices rose in June. Wages were stable [2].",
            "Sales fell in May [2]. Prices rose in June.",
            "Sales fell in May.\n\nWages were stable [2].",
            "- Sales fell in May.\n- Wages were stable [2]",
            "Sales fell in May. According to [2], wages were stable.",
            "Sales fell in May. Wages were stable [2] in the north.",
            "Sales fell in May. So says the [second report](https://b.org/2).",
        ] {
            assert_eq!(lent(text), [], "{text}");
        }
    }

    #[test]
    fn a_brief_of_this_program_has_a_mark_for_each_sentence() {
        let front = "---\nquestion: \"Q\"\nframework: pyramid\nwriter: built-in\n---\n";
        let text = "# Brief\n\nSales fell in May. Wages were stable. [1]\n\n## Sources\n\n1. First report.\n";
        let closing = |text: &str| Report::read(text).claims[0].closing.clone();
        assert_eq!(closing(text), [1]);
        assert!(closing(&format!("{front}{text}")).is_empty());
    }
}
