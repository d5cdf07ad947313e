//! What is kept of each section between frames: rendered rows, and where its verdicts and pending changes stand.
//!
//! Rendering and finding are done again only when a section's text or claims changed; a frame compares and moves on. So the cost of a frame does
//! not grow with what was written before.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use crate::pipeline;
use crate::study::{Claim, Decision, Piece, Revision, Section, SectionId, Verdict, Whereabouts};
use crate::tui::markdown::{Renderer, Row};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::view::{Live, View};

/// The texts of one section, ready to be drawn.
#[derive(Default)]
pub struct Sheet {
    /// The section's own text: accepted, or being written for the first time, or what was left of that.
    pub text: String,
    /// A text that is being prepared beside the accepted one, or what was left of that.
    pub beside: String,
    /// Words of the text, and of what stands beside it.
    pub words: (usize, usize),
    /// Claims of the text that are to be looked into.
    problems: usize,
    pub marks: Marks,
    /// The marks of what stands beside the text.
    pub beside_marks: Marks,
    /// The claims that are recorded, and after them those that are known of a text that streams.
    claims: Vec<Claim>,
    recorded: usize,
    streamed: Vec<Claim>,
    /// Everything that is shown is in the journal.
    settled: bool,
    text_renderer: Renderer,
    beside_renderer: Renderer,
}

/// Where a section's verdicts and pending changes stand in its text, in order.
#[derive(Debug, Default)]
pub struct Marks {
    pub verdicts: Vec<Mark>,
    pub pending: Vec<Range<usize>>,
}

/// A claim in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub span: Range<usize>,
    pub verdict: Verdict,
    /// Position in the section's claims.
    pub claim: usize,
}

/// Rendered rows of a sheet.
pub struct Rendered<'a> {
    pub text: &'a [Row],
    pub beside: &'a [Row],
    pub texts: Texts<'a>,
}

/// A sheet without its renderers.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub text: &'a str,
    pub beside: &'a str,
    pub words: (usize, usize),
    pub problems: usize,
    pub marks: &'a Marks,
    pub beside_marks: &'a Marks,
    pub claims: &'a [Claim],
}

impl Sheet {
    /// Brings the sheet up to the section as it now stands.
    pub fn update(&mut self, view: &View<'_>, id: SectionId, section: &Section) {
        let live = view.live_in(id);
        self.settled = live.is_none() && view.marked_in(id, section).is_empty();
        let accepted = section.revision.as_ref().map(Revision::accepted);
        let left = section
            .partial
            .as_ref()
            .map(|partial| partial.text.as_str());
        let proposed = live.and_then(|live| live.proposed.as_ref());
        // Edits are shown as what they change, not as they were written.
        let listed = proposed.map(edits);
        let unfinished = listed
            .as_deref()
            .or(live.map(|live| live.text.as_str()))
            .or(left)
            .filter(|text| accepted.is_none() || listed.is_some() || !pipeline::is_edits(text))
            .unwrap_or("");
        let (text, beside) = match &accepted {
            Some(accepted) => (accepted.as_str(), unfinished),
            None => (unfinished, ""),
        };
        let text_changed = replace(&mut self.text, &mut self.words.0, text);
        let beside_changed = replace(&mut self.beside, &mut self.words.1, beside);
        let streamed = view.marked_in(id, section);
        let recorded = self.claims.get(..self.recorded);
        let claims_changed =
            recorded != Some(section.claims.as_slice()) || self.streamed != streamed;
        if claims_changed {
            self.streamed = streamed.to_vec();
            self.recorded = section.claims.len();
            self.claims.clone_from(&section.claims);
            let is_new = |claim: &&Claim| section.claim(&claim.text).is_none();
            self.claims.extend(streamed.iter().filter(is_new).cloned());
        }
        if text_changed || beside_changed || claims_changed {
            self.marks.verdicts = place(&self.text, &self.claims);
            self.problems = problems(&self.marks.verdicts);
            self.beside_marks.verdicts = place(&self.beside, &self.claims);
        }
        let revision = proposed.or(section.revision.as_ref());
        self.marks.pending = revision.map(pending).unwrap_or_default();
    }

    /// Whether the sheet stays as it is as long as the study does.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The rows at a width.
    pub fn rows(&mut self, width: u16, theme: &Theme) -> Rendered<'_> {
        Rendered {
            text: self.text_renderer.rows(&self.text, width, theme),
            beside: self.beside_renderer.rows(&self.beside, width, theme),
            texts: Texts {
                text: &self.text,
                beside: &self.beside,
                words: self.words,
                problems: self.problems,
                marks: &self.marks,
                beside_marks: &self.beside_marks,
                claims: &self.claims,
            },
        }
    }
}

impl Marks {
    /// The claim that a byte of the text belongs to.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<&Mark> {
        let after = self
            .verdicts
            .partition_point(|mark| mark.span.start <= offset);
        self.verdicts
            .get(after.checked_sub(1)?)
            .filter(|mark| offset < mark.span.end)
    }

    /// The claims that begin in a row, in their order; `above` is where the row above ends.
    pub fn begun(&self, row: &Range<usize>, above: usize) -> impl Iterator<Item = &Mark> {
        let (start, end) = (row.start, row.end);
        // A sentence may begin with marks that are not shown, such as those of a list or of bold words.
        self.within(row)
            .filter(move |mark| (start..end).contains(&mark.span.start) || mark.span.start >= above)
    }

    /// The claims of which some part stands within a stretch of the text.
    pub fn within(&self, source: &Range<usize>) -> impl Iterator<Item = &Mark> {
        let from = self
            .verdicts
            .partition_point(|mark| mark.span.end <= source.start);
        let (start, end) = (source.start, source.end);
        self.verdicts
            .iter()
            .skip(from)
            .take_while(move |mark| mark.span.start < end)
            .filter(move |mark| mark.span.end > start)
    }

    /// Whether a change is waiting within a stretch of the text.
    #[must_use]
    pub fn is_pending(&self, source: &Range<usize>) -> bool {
        self.pending.iter().any(|hunk| {
            if hunk.is_empty() {
                source.start <= hunk.start && hunk.start <= source.end
            } else {
                source.start < hunk.end && hunk.start < source.end
            }
        })
    }
}

/// Whether a verdict is something for the analyst to look into.
#[must_use]
pub fn is_problem(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Partial
        | Verdict::Unsupported
        | Verdict::Contradicted
        | Verdict::Uncited
        | Verdict::Unchecked => true,
        Verdict::Supported => false,
    }
}

/// Whether any claim of the brief is to be looked into.
#[must_use]
pub fn has_problems(view: &View<'_>) -> bool {
    let mut verdicts = Verdict::ALL.into_iter().zip(view.scorecard.verdicts);
    verdicts.any(|(kind, number)| number > 0 && is_problem(kind))
}

/// How much a verdict matters to the analyst.
#[must_use]
pub fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Supported => 0,
        Verdict::Unchecked => 1,
        Verdict::Partial => 2,
        Verdict::Uncited => 3,
        Verdict::Unsupported => 4,
        Verdict::Contradicted => 5,
    }
}

/// What a text says of its writing: reasoning that goes before any text is not nothing.
#[must_use]
pub fn is_thinking(live: &Live) -> bool {
    live.text.is_empty() && !live.reasoning.is_empty()
}

/// Words of a text.
#[must_use]
pub fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Makes `kept` and its number of words those of `text`, and says whether it was another. Of a text that grew, only what was added is read.
fn replace(kept: &mut String, words: &mut usize, text: &str) -> bool {
    if kept == text {
        return false;
    }
    if let Some(added) = text.strip_prefix(kept.as_str()) {
        let continues_a_word = kept.ends_with(|c: char| !c.is_whitespace())
            && added.starts_with(|c: char| !c.is_whitespace());
        *words = *words + count(added) - usize::from(continues_a_word);
        kept.push_str(added);
    } else {
        *words = count(text);
        text.clone_into(kept);
    }
    true
}

/// Claims that are to be looked into, each once wherever it stands.
fn problems(marks: &[Mark]) -> usize {
    let found = marks.iter().filter(|mark| is_problem(mark.verdict));
    let claims: BTreeSet<usize> = found.map(|mark| mark.claim).collect();
    claims.len()
}

/// Finds each claim by its own text. Claims come in the order of the text, so that repeated sentences find their own place; a sentence
/// that was judged once and stands again is marked again.
fn place(text: &str, claims: &[Claim]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let places = Whereabouts::places(text, claims.iter().map(|known| known.text.as_str()));
    for (claim, (known, place)) in claims.iter().zip(places).enumerate() {
        let place = place.filter(|_| !known.text.is_empty());
        marks.extend(place.map(|span| Mark {
            span,
            verdict: known.verdict,
            claim,
        }));
    }
    marks.sort_by_key(|mark| mark.span.start);
    let again = repeats(text, claims, &marks);
    if !again.is_empty() {
        marks.extend(again);
        marks.sort_by_key(|mark| mark.span.start);
    }
    marks
}

/// Where claims stand once more, in what no mark covers; that is little in most texts, so that looking for every claim there costs little.
fn repeats(text: &str, claims: &[Claim], marks: &[Mark]) -> Vec<Mark> {
    let mut found: Vec<Mark> = Vec::new();
    let lengths = claims.iter().map(|known| known.text.len());
    let Some(shortest) = lengths.filter(|length| *length > 0).min() else {
        return found;
    };
    let mut from = 0;
    let ends = marks.iter().map(|mark| mark.span.clone());
    for next in ends.chain(std::iter::once(text.len()..text.len())) {
        let gap = text.get(from..next.start).unwrap_or_default();
        let start = from;
        from = from.max(next.end);
        if gap.len() < shortest {
            continue;
        }
        for (claim, known) in claims.iter().enumerate() {
            if known.text.is_empty() || known.text.len() > gap.len() {
                continue;
            }
            for (at, _) in gap.match_indices(&known.text) {
                let span = start + at..start + at + known.text.len();
                let is_whole = gap
                    .get(..at)
                    .is_some_and(|before| !before.ends_with(char::is_alphanumeric));
                let overlaps =
                    |mark: &Mark| span.start < mark.span.end && mark.span.start < span.end;
                if is_whole && !found.iter().any(overlaps) {
                    found.push(Mark {
                        span,
                        verdict: known.verdict,
                        claim,
                    });
                }
            }
        }
    }
    found
}

/// The open hunks of a revision as a numbered list, each with what it does to the text.
fn edits(revision: &Revision) -> String {
    let mut list = String::new();
    let open = revision
        .hunks()
        .filter(|hunk| hunk.decision == Decision::Open);
    for (number, hunk) in (1..).zip(open) {
        let (before, after) = (hunk.before.trim(), hunk.after.trim());
        let (what, sentence) = match (before.is_empty(), after.is_empty()) {
            (true, _) => ("new", after),
            (_, true) => ("deleted", before),
            _ => ("changed", after),
        };
        let sentence = text::one_line(sentence);
        let _ = writeln!(list, "{number}. *{what}:* {sentence}");
    }
    list
}

/// Where open hunks stand in the accepted text; an insertion is an empty range.
fn pending(revision: &Revision) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut ranges = Vec::new();
    for piece in &revision.pieces {
        let length = match piece {
            Piece::Settled(text) => text.len(),
            Piece::Hunk(hunk) if hunk.decision == Decision::Accepted => hunk.after.len(),
            Piece::Hunk(hunk) => hunk.before.len(),
        };
        if let Piece::Hunk(hunk) = piece
            && hunk.decision == Decision::Open
        {
            ranges.push(at..at + length);
        }
        at += length;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Hunk, HunkId};

    fn claim(text: &str, verdict: Verdict) -> Claim {
        Claim {
            text: text.to_owned(),
            citations: vec![],
            verdict,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        }
    }

    #[test]
    fn words_are_counted_the_same_however_the_text_arrived() {
        let text = "Two words, then\n\nmore of them [1] .";
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (mut kept, mut words) = (String::new(), 0);
            replace(&mut kept, &mut words, &text[..at]);
            replace(&mut kept, &mut words, text);
            assert_eq!((kept.as_str(), words), (text, count(text)), "cut at {at}");
        }
        let (mut kept, mut words) = (text.to_owned(), count(text));
        assert!(replace(&mut kept, &mut words, "Other."));
        assert_eq!(words, 1);
    }

    #[test]
    fn a_sentence_that_was_judged_once_is_marked_wherever_it_stands() {
        let claims = [
            claim("Costs rose.", Verdict::Supported),
            claim("Sales fell.", Verdict::Partial),
        ];
        let text =
            "Costs rose. Sales fell.\n\nWhy? Sales fell. Costs rose. So it is said: Costs rose.";
        let marks = Marks {
            verdicts: place(text, &claims),
            pending: vec![],
        };
        let found: Vec<(usize, usize)> = marks
            .verdicts
            .iter()
            .map(|mark| (mark.span.start, mark.claim))
            .collect();
        assert_eq!(found, [(0, 0), (12, 1), (30, 1), (42, 0), (69, 0)]);
    }

    #[test]
    fn a_sentence_that_stands_twice_is_marked_twice() {
        let claims = [
            claim("Same.", Verdict::Supported),
            claim("Other.", Verdict::Partial),
            claim("Same.", Verdict::Unsupported),
        ];
        let marks = Marks {
            verdicts: place("Same. Other. Same.", &claims),
            pending: vec![],
        };
        assert_eq!(
            marks.at(0).map(|mark| mark.verdict),
            Some(Verdict::Supported)
        );
        assert_eq!(
            marks.at(14).map(|mark| mark.verdict),
            Some(Verdict::Unsupported)
        );
        let begun = |row: Range<usize>, above| {
            let begun = marks.begun(&row, above).map(|mark| mark.verdict);
            begun.collect::<Vec<_>>()
        };
        assert_eq!(begun(0..12, 0), [Verdict::Supported, Verdict::Partial]);
        assert_eq!(begun(1..5, 1), []);
        // What it begins with may not be shown.
        assert_eq!(begun(1..5, 0), [Verdict::Supported]);
        assert_eq!(begun(8..12, 8), [], "it began in the row above");
    }

    #[test]
    fn pending_changes_are_found_in_the_accepted_text() {
        let hunk = |id, before: &str, after: &str, decision| {
            Piece::Hunk(Hunk {
                id: HunkId(id),
                before: before.to_owned(),
                after: after.to_owned(),
                reason: String::new(),
                decision,
                ..Hunk::default()
            })
        };
        let revision = Revision {
            pieces: vec![
                Piece::Settled("One. ".to_owned()),
                hunk(1, "Two. ", "Zwei und mehr. ", Decision::Accepted),
                hunk(2, "Three. ", "", Decision::Open),
                hunk(3, "", "Four. ", Decision::Open),
            ],
        };
        let marks = Marks {
            verdicts: vec![],
            pending: pending(&revision),
        };
        assert_eq!(marks.pending, [20..27, 27..27]);
        assert!(marks.is_pending(&(21..23)));
        assert!(!marks.is_pending(&(0..20)));
    }
}
