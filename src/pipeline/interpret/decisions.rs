//! What the analyst has decided of a part, which no answer undoes: sentences that are pinned, changes that were refused or decided on [W8].

use crate::pipeline::context::opening;
use crate::pipeline::edits::{Action, Edit};
use crate::pipeline::hunks;
use crate::pipeline::request::Request;
use crate::study::{CycleKind, Hunk, Piece, Refused, Revision, Study};

/// Leaves out the edits that would change a pinned sentence, and says which.
pub(super) fn take_out_pinned(
    study: &Study,
    request: &Request,
    current: &str,
    edits: &mut Vec<Edit>,
) -> Vec<String> {
    let cut = hunks::Cut::new(current);
    let known = study.section(request.section);
    let pinned = known.map_or(&[][..], |known| &known.pinned);
    let mut told = Vec::new();
    edits.retain(|edit| {
        let before = edit.replaced(&cut);
        let changes =
            |text: &&String| before.contains(text.as_str()) && !edit.text.contains(text.as_str());
        let mut all = request.pinned.iter().chain(pinned);
        let Some(text) = all.find(changes) else {
            return true;
        };
        // By its words: its number is that of a text which nobody sees any more.
        let words = opening(text);
        told.push(format!("“{words}…” is pinned and stays as it is"));
        false
    });
    told
}

/// Takes back the changes that are not to be proposed. What the analyst refused, pinned and decided while the answer was being written counts as well; `open` is
/// what is under review.
pub(super) fn keep_decisions(
    study: &Study,
    request: &Request,
    open: Option<&Revision>,
    revision: &mut Revision,
) {
    let known = study.section(request.section);
    let refused: Vec<&Refused> = refused_for(study, request).collect();
    let pinned = known.map_or(&[][..], |known| &known.pinned);
    let is_taken_back = |hunk: &Hunk| {
        let mut refused = refused.iter();
        refused.any(|known| known.is_again(&hunk.before, &hunk.after))
            || request.pinned.iter().chain(pinned).any(|text| {
                hunk.before.contains(text.as_str()) && !hunk.after.contains(text.as_str())
            })
            || open.is_some_and(|now| is_decided(now, hunk))
                && !refused_before(request, &hunk.before, &hunk.after)
    };
    for piece in &mut revision.pieces {
        if let Piece::Hunk(hunk) = piece
            && is_taken_back(hunk)
        {
            *piece = Piece::Settled(hunk.before.clone());
        }
    }
}

/// Whether a change that is proposed for an instruction is one that the analyst refused before that: what is asked for by hand overrules it.
pub(super) fn refused_before(request: &Request, before: &str, after: &str) -> bool {
    let mut refused = request.rejected.iter();
    request.cycle == CycleKind::Steer && refused.any(|known| known.is_again(before, after))
}

/// The changes that are not to be proposed: what was refused before the analyst asked for it by hand is not among them.
fn refused_for<'a>(study: &'a Study, request: &'a Request) -> impl Iterator<Item = &'a Refused> {
    let is_asked = request.cycle == CycleKind::Steer;
    let before = request.rejected.iter().filter(move |_| !is_asked);
    let now = study.changes_refused_for(request.section);
    before.chain(now.filter(move |known| !is_asked || !request.rejected.contains(known)))
}

/// Whether the analyst has decided on this very change.
fn is_decided(revision: &Revision, hunk: &Hunk) -> bool {
    revision.hunks().any(|known| {
        !known.is_open()
            && known.before.trim() == hunk.before.trim()
            && known.writers().trim() == hunk.after.trim()
    })
}

/// Where a sentence is to go because its source is gone, what it had taken the place of is proposed instead, if nothing else is.
pub(super) fn put_back_replaced(request: &Request, current: &str, edits: &mut [Edit]) {
    let cut = hunks::Cut::new(current);
    for one in &request.replaced {
        if edits.iter().any(|edit| edit.text.contains(&one.before)) {
            continue;
        }
        let goes = |edit: &&mut Edit| {
            edit.action == Action::Delete && edit.replaced(&cut).trim() == one.after
        };
        if let Some(edit) = edits.iter_mut().find(goes) {
            edit.action = Action::Replace;
            edit.text.clone_from(&one.before);
        }
    }
}
