//! What a reply proposes while it streams: each edit becomes a hunk as soon as it is finished [W3].
//!
//! The hunks are made as those of the whole reply are, so that what was shown is what is recorded. Only new lines are read, and nothing is made anew until an edit
//! was finished. A reply that turns out to be a whole section has nothing to show before its end.

use super::edits::{Edit, Reading};
use super::interpret::{edited, revision, takes_edits};
use super::request::Request;
use crate::study::{Piece, Revision, Study};

/// A reply of edits as far as it has come.
#[derive(Debug, Clone, Default)]
pub struct Proposing {
    reading: Reading,
    /// Bytes of the reply that were read.
    read: usize,
    /// What was last made into hunks; `None` before the reply has shown that it is edits.
    shown: Option<Vec<Edit>>,
}

impl Proposing {
    /// Takes in the whole reply so far, and gives the section's text with what it proposes if that is another than before.
    pub fn take(
        &mut self,
        study: &Study,
        request: &Request,
        writer: &str,
        reply: &str,
    ) -> Option<Revision> {
        let current = request
            .current
            .as_deref()
            .filter(|_| takes_edits(request, writer))?;
        let new = reply.get(self.read..)?;
        let end = new.rfind('\n')? + 1;
        for line in new.get(..end)?.lines() {
            self.reading.line(line);
        }
        self.read += end;
        if !self.reading.has_begun() {
            return None;
        }
        let finished: Vec<Edit> = self.reading.finished().collect();
        if self.shown.as_ref() == Some(&finished) {
            return None;
        }
        let answer = edited(study, request, current, finished.clone(), false);
        self.shown = Some(finished);
        let accepted = request.accepted.as_deref().unwrap_or(current);
        Some(revision(study, request, accepted, &answer, writer))
    }
}

/// The new sides of a revision's hunks, a paragraph each: what is new to be checked.
#[must_use]
pub fn new_sentences(revision: &Revision) -> String {
    let sides = revision.pieces.iter().filter_map(|piece| match piece {
        Piece::Hunk(hunk) if !hunk.after.trim().is_empty() => Some(hunk.after.trim()),
        Piece::Hunk(_) | Piece::Settled(_) => None,
    });
    sides.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pipeline::{Otherwise, Reply, interpret};
    use crate::study::{Event, Provenance, SectionId};

    const TEXT: &str =
        "The depot has 48 chargers. Two are broken.\n\nThe plan foresees 60. It is old.";
    const EDITS: &str = "Here are the edits:\n\nREPLACE 1\nWHY counted again\nTEXT The depot has 52\nchargers.\n\nINSERT AFTER 2\nTEXT Both are repaired in May.\nDELETE 4\nWHY withdrawn\n\nREPLACE 3\nTEXT The plan foresees 70.";

    fn request() -> Request {
        Request::of_a_test(Some(TEXT))
    }

    fn recorded(reply: &str) -> Option<Revision> {
        let provenance = Provenance {
            writer: "acme/m".to_owned(),
            replied: reply.to_owned(),
            ..Provenance::default()
        };
        let reply = Reply::Complete(reply.to_owned());
        let events = interpret(&Study::default(), &request(), reply, provenance);
        events.into_iter().find_map(|event| match event {
            Event::RevisionProposed { revision, .. } => Some(revision),
            _ => None,
        })
    }

    /// What is shown after each piece of a reply, where it is another than before.
    fn shown(pieces: &[&str]) -> Vec<Revision> {
        let (study, request) = (Study::default(), request());
        let mut proposing = Proposing::default();
        let mut reply = String::new();
        let mut shown = Vec::new();
        for piece in pieces {
            reply.push_str(piece);
            shown.extend(proposing.take(&study, &request, "acme/m", &reply));
        }
        shown
    }

    #[test]
    fn each_edit_is_shown_as_soon_as_it_is_finished() {
        let letters: Vec<&str> = EDITS.split_inclusive(|_: char| true).collect();
        let candidates: Vec<(usize, String)> = shown(&letters)
            .iter()
            .map(|revision| (revision.open(), revision.candidate()))
            .collect();
        let (one, two) = ("The depot has 52 chargers.", "Two are broken.");
        let (new, rest) = (
            "Both are repaired in May.",
            "\n\nThe plan foresees 60. It is old.",
        );
        assert_eq!(
            candidates,
            [
                (0, TEXT.to_owned()),
                (1, format!("{one} {two}{rest}")),
                (2, format!("{one} {two} {new}{rest}")),
                (3, format!("{one} {two} {new}\n\nThe plan foresees 60.")),
            ]
        );
    }

    #[test]
    fn a_new_sentence_that_says_otherwise_than_one_that_stays_is_shown_with_that() {
        let request = Request {
            otherwise: vec![Otherwise {
                section: SectionId(0),
                sentence: "The plan foresees 60.".to_owned(),
                said: "The plan of the depot foresees 70 chargers.".to_owned(),
                disputed: true,
                ..Otherwise::default()
            }],
            ..request()
        };
        let reasons = |reply: &str| -> Vec<String> {
            let mut proposing = Proposing::default();
            let taken = proposing.take(&Study::default(), &request, "acme/m", reply);
            let taken = taken.expect("edits");
            taken.hunks().map(|hunk| hunk.reason.clone()).collect()
        };
        let beside = "INSERT AFTER 3\nWHY new\nTEXT The plan foresees 70 chargers.\n\n";
        let told = reasons(beside);
        assert!(
            told[0].ends_with("“The plan foresees 60.…” stays and says otherwise"),
            "{told:?}"
        );
        let instead = reasons(&beside.replace("INSERT AFTER", "REPLACE"));
        assert!(!instead[0].contains("says otherwise"), "{instead:?}");
    }

    #[test]
    fn a_sentence_that_the_writer_replaces_is_one_change_with_its_reason_however_unlike_the_new_one_is()
     {
        let reply = "DELETE 1\nWHY no longer so\n\nREPLACE 2\nWHY the grid is the bottleneck\nTEXT Grid connections come late in most towns.\n";
        let revision = recorded(reply).expect("a proposal");
        let changes: Vec<(&str, &str, bool)> = revision
            .hunks()
            .map(|hunk| {
                let is_grid = hunk.reason.starts_with("the grid is the bottleneck");
                (hunk.before.trim(), hunk.after.trim(), is_grid)
            })
            .collect();
        assert_eq!(
            changes,
            [
                ("The depot has 48 chargers.", "", false),
                (
                    "Two are broken.",
                    "Grid connections come late in most towns.",
                    true
                ),
            ]
        );
    }

    #[test]
    fn a_whole_section_is_not_shown_as_edits() {
        assert_eq!(shown(&["The depot has 52 chargers.\n\n", "More.\n"]), []);
        assert_eq!(shown(&["NO CHANGE\n"]), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_was_shown_last_is_what_is_recorded(cuts in prop::collection::btree_set(0_usize..EDITS.len(), 0..40)) {
            let reply = format!("{EDITS}\n\n");
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts {
                pieces.push(&reply[from..cut]);
                from = cut;
            }
            pieces.push(&reply[from..]);
            let last = shown(&pieces).pop();
            prop_assert_eq!(last, recorded(&reply));
        }
    }
}
