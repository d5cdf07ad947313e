//! Three texts in one: what a writer proposes for a text that the analyst has changed meanwhile.
//!
//! Changes of different sentences stand side by side, and a change that both made is made. Where both changed the same sentence to different ends, that is a
//! clash: it shows the analyst's sentence, the writer's, and the one that both had. The accepted text is always the analyst's, to the byte.

use std::ops::Range;

use super::revise;
use crate::study::{Decision, Event, Hunk, HunkId, Piece, Revision, Study};

/// What one side puts in place of a stretch of the text that both began with.
struct Edit<'a> {
    span: Range<usize>,
    text: &'a str,
    /// The writer's change; `None` for the analyst's.
    hunk: Option<&'a Hunk>,
}

/// The open changes of `theirs` laid against `ours`, which the analyst made of the accepted text of `theirs`. What was decided is settled.
#[must_use]
pub fn rebase(theirs: &Revision, ours: &str) -> Revision {
    let base = theirs.accepted();
    let own = revise(&base, ours, HunkId(0), &|_, _| String::new());
    let mut edits = edits(theirs, true);
    edits.extend(self::edits(&own, false));
    // At one place what the analyst put in stands first.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end, edit.hunk.is_some()));
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut rest = edits.as_slice();
    while let Some(first) = rest.first() {
        let mut end = first.span.end;
        let mut count = 1;
        while let Some(next) = rest.get(count).filter(|next| next.span.start < end) {
            end = end.max(next.span.end);
            count += 1;
        }
        let (together, later) = rest.split_at(count);
        let span = first.span.start..end;
        settle(&mut pieces, base.get(at..span.start));
        together_in(&mut pieces, &base, &span, together);
        at = end;
        rest = later;
    }
    settle(&mut pieces, base.get(at..));
    Revision { pieces }
}

/// What an edit of the analyst's leaves of the changes that are proposed for a section: where it leaves any, the edit says so.
#[must_use]
pub fn keep_open(study: &Study, events: Vec<Event>) -> Vec<Event> {
    events
        .into_iter()
        .map(|event| match event {
            Event::SectionEdited { section, text } => {
                let known = study.section(section);
                let known = known.and_then(|known| known.revision.as_ref());
                let revision = known
                    .map(|known| rebase(known, &text))
                    .filter(|revision| revision.open() > 0);
                match revision {
                    Some(revision) => Event::SectionReworked { section, revision },
                    None => Event::SectionEdited { section, text },
                }
            }
            other => other,
        })
        .collect()
}

/// Two versions of one text in one, with `ours` wherever they clash.
#[must_use]
pub fn merged(base: &str, theirs: &str, ours: &str) -> String {
    let theirs = revise(base, theirs, HunkId(1), &|_, _| String::new());
    let mut both = rebase(&theirs, ours);
    let taken: Vec<HunkId> = both
        .hunks()
        .filter(|hunk| !hunk.is_clash())
        .map(|hunk| hunk.id)
        .collect();
    for id in taken {
        both.decide(id, Decision::Accepted);
    }
    both.accepted()
}

/// What a revision changes in its accepted text.
fn edits(revision: &Revision, is_writers: bool) -> Vec<Edit<'_>> {
    let mut edits = Vec::new();
    let mut at = 0;
    for piece in &revision.pieces {
        let (before, after) = piece.sides();
        let hunk = piece.hunk();
        let accepted = match hunk {
            Some(hunk) if hunk.decision == Decision::Accepted => after,
            _ => before,
        };
        let end = at + accepted.len();
        if let Some(hunk) = hunk.filter(|hunk| hunk.is_open()) {
            edits.push(Edit {
                span: at..end,
                text: after,
                hunk: is_writers.then_some(hunk),
            });
        }
        at = end;
    }
    edits
}

/// Writes edits that lie over one another.
fn together_in(pieces: &mut Vec<Piece>, base: &str, span: &Range<usize>, edits: &[Edit<'_>]) {
    let hunks: Vec<&Hunk> = edits.iter().filter_map(|edit| edit.hunk).collect();
    if let ([hunk], 1) = (&hunks[..], edits.len()) {
        pieces.push(Piece::Hunk((*hunk).clone()));
        return;
    }
    let side = |is_writers: bool| {
        let edits = edits
            .iter()
            .filter(|edit| edit.hunk.is_some() == is_writers);
        applied(base, span, edits)
    };
    let (ours, theirs) = (side(false), side(true));
    let (Some(first), true) = (hunks.first(), ours != theirs) else {
        return settle(pieces, Some(&ours));
    };
    let mut reasons: Vec<&str> = hunks.iter().map(|hunk| hunk.reason.as_str()).collect();
    reasons.dedup();
    pieces.push(Piece::Hunk(Hunk {
        before: ours,
        after: theirs,
        reason: reasons.join("; "),
        clash: Some(base.get(span.clone()).unwrap_or_default().to_owned()),
        proposed: None,
        part_of: None,
        ..(*first).clone()
    }));
}

/// A stretch of the base with one side's edits made.
fn applied<'a>(
    base: &str,
    span: &Range<usize>,
    edits: impl Iterator<Item = &'a Edit<'a>>,
) -> String {
    let mut text = String::new();
    let mut at = span.start;
    for edit in edits {
        text.push_str(base.get(at..edit.span.start).unwrap_or_default());
        text.push_str(edit.text);
        at = edit.span.end;
    }
    text.push_str(base.get(at..span.end).unwrap_or_default());
    text
}

fn settle(pieces: &mut Vec<Piece>, text: Option<&str>) {
    let text = text.unwrap_or_default();
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Settled(settled)) => settled.push_str(text),
        _ => pieces.push(Piece::Settled(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: &str =
        "Costs fell [1]. Sales rose in May [2]. Nobody knows why.\n\nThe plan stands.";

    fn theirs(after: &str) -> Revision {
        revise(BASE, after, HunkId(7), &|_, _| "news".to_owned())
    }

    /// The changes after the analyst's edit: both sides, and whether they clash.
    fn left(after: &str, ours: &str) -> Vec<(String, String, bool)> {
        let revision = rebase(&theirs(after), ours);
        assert_eq!(revision.accepted(), ours);
        revision
            .hunks()
            .map(|hunk| (hunk.before.clone(), hunk.after.clone(), hunk.is_clash()))
            .collect()
    }

    #[test]
    fn changes_of_other_sentences_stay_when_the_analyst_edits_meanwhile() {
        let ours = BASE.replace("Costs fell [1].", "Costs fell by half [1].");
        let proposed = BASE.replace("rose in May", "rose in June");
        assert_eq!(
            left(&proposed, &ours),
            [(
                "Sales rose in May [2].".to_owned(),
                "Sales rose in June [2].".to_owned(),
                false
            )]
        );
        let revision = rebase(&theirs(&proposed), &ours);
        assert_eq!(
            revision.candidate(),
            ours.replace("rose in May", "rose in June")
        );
    }

    #[test]
    fn what_both_changed_alike_is_settled() {
        let both = BASE.replace("rose in May", "rose in June");
        assert_eq!(left(&both, &both), []);
    }

    #[test]
    fn what_both_changed_differently_clashes_and_shows_both_sides_and_what_was_there() {
        let ours = BASE.replace("rose in May", "rose in spring");
        let proposed = BASE.replace("rose in May [2]", "doubled in May [2][3]");
        let revision = rebase(&theirs(&proposed), &ours);
        let hunks: Vec<&Hunk> = revision.hunks().collect();
        let [hunk] = hunks[..] else {
            panic!("{hunks:?}")
        };
        assert_eq!(hunk.before, "Sales rose in spring [2].");
        assert_eq!(hunk.after, "Sales doubled in May [2][3].");
        assert_eq!(hunk.clash.as_deref(), Some("Sales rose in May [2]."));
        assert_eq!((hunk.id, hunk.reason.as_str()), (HunkId(7), "news"));
    }

    #[test]
    fn a_sentence_that_one_takes_out_and_the_other_changes_clashes() {
        let ours = BASE.replace(" Sales rose in May [2].", "");
        let proposed = BASE.replace("rose in May", "rose in June");
        let found = left(&proposed, &ours);
        assert_eq!(found.len(), 1);
        assert!(found[0].2 && found[0].1.contains("June"), "{found:?}");
    }

    #[test]
    fn sentences_that_both_add_at_one_place_are_both_there() {
        let ours = BASE.replace("[2].", "[2]. Mine.");
        let proposed = BASE.replace("[2].", "[2]. Theirs.");
        assert_eq!(
            rebase(&theirs(&proposed), &ours).candidate(),
            BASE.replace("[2].", "[2]. Mine. Theirs.")
        );
    }

    #[test]
    fn two_versions_are_merged_and_the_analysts_words_win_where_they_clash() {
        let ours = BASE.replace("rose in May", "rose in spring");
        let theirs = BASE
            .replace("rose in May", "doubled in May")
            .replace("plan stands", "plan is old");
        assert_eq!(
            merged(BASE, &theirs, &ours),
            ours.replace("plan stands", "plan is old")
        );
    }

    fn text() -> impl Strategy<Value = String> {
        let sentence = prop::sample::select(vec![
            "Costs fell.",
            "Costs fell sharply.",
            "Sales rose in May.",
            "Sales rose in June.",
            "Nobody knows why.",
            "The plan stands.",
            "A new fact.",
        ]);
        let space = prop::sample::select(vec![" ", " ", "\n\n"]);
        prop::collection::vec((sentence, space), 0..6).prop_map(|parts| {
            let mut text = String::new();
            for (sentence, space) in parts {
                text.push_str(if text.is_empty() { "" } else { space });
                text.push_str(sentence);
            }
            text
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_accepted_text_is_the_analysts_to_the_byte(base in text(), proposed in text(), ours in text()) {
            let theirs = revise(&base, &proposed, HunkId(1), &|_, _| String::new());
            let both = rebase(&theirs, &ours);
            prop_assert_eq!(both.accepted(), ours.clone());
            if base == ours {
                prop_assert_eq!(both.candidate(), proposed.clone());
            }
            if base == proposed {
                prop_assert_eq!(both.open(), 0);
            }
            // Whatever the writer proposed is still to be read: as a change, or in the analyst's own text.
            for hunk in theirs.hunks() {
                let is_read = both.hunks().any(|known| known.after.contains(hunk.after.trim()));
                prop_assert!(is_read || ours.contains(hunk.after.trim()), "{:?} of {:?}", hunk, both);
            }
        }
    }
}
