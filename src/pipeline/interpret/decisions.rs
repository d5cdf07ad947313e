//! What the analyst has decided of a part, which no answer undoes: sentences that are pinned, changes that were refused or decided on [W8].

use crate::check;
use crate::pipeline::context::opening;
use crate::pipeline::edits::{Action, Edit};
use crate::pipeline::hunks;
use crate::pipeline::request::Request;
use crate::study::{CycleKind, Hunk, Piece, Refused, Revision, Standing, Study, citation};

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

/// Adds the deletion of each sentence that rests on nothing but sources which the analyst took out, where no edit is about it: whatever the writer makes of it, it
/// can't stay unseen. What is pinned stays, and so does what rests on a file that is missing, which may come back. Gives the sentences.
pub(super) fn take_out_orphans(
    study: &Study,
    request: &Request,
    current: &str,
    edits: &mut Vec<Edit>,
) -> Vec<String> {
    let is_out = |number: &u32| {
        let document = study.numbered(*number);
        document.is_some_and(|one| study.standing(one.id) == Standing::TakenOut)
    };
    let mut orphans = Vec::new();
    if request.cycle != CycleKind::Update || !request.withdrawn.iter().any(is_out) {
        return orphans;
    }
    let cut = hunks::Cut::new(current);
    for number in 1..=cut.sentences.len() {
        let sentence = cut.sentence(number - 1).trim();
        let cited = citation::numbers(sentence);
        let is_orphan = !cited.is_empty()
            && cited
                .iter()
                .all(|one| request.withdrawn.contains(one) && is_out(one));
        let is_pinned = || request.pinned.iter().any(|one| one.trim() == sentence);
        if is_orphan && !is_touched(edits, number) && !is_pinned() {
            let marks = citation::marks_of(&cited);
            edits.push(Edit {
                action: Action::Delete,
                sentence: number,
                last: number,
                text: String::new(),
                reason: format!("rests on {marks} alone, which was taken out"),
            });
            orphans.push(sentence.to_owned());
        }
    }
    orphans
}

/// Whether an edit replaces or deletes a sentence.
fn is_touched(edits: &[Edit], number: usize) -> bool {
    let mut all = edits.iter();
    all.any(|edit| {
        edit.action != Action::InsertAfter
            && (edit.sentence..=edit.last.max(edit.sentence)).contains(&number)
    })
}

/// What stands in for a sentence whose source is back goes for it: it is replaced, or taken out where the writer tells that elsewhere.
pub(super) fn give_back_places(request: &Request, current: &str, edits: &mut Vec<Edit>) {
    if request.cycle != CycleKind::Update {
        return;
    }
    let cut = hunks::Cut::new(current);
    let back = request.replaced.iter().filter(|one| one.stands_in);
    for one in back {
        let mut all = 0..cut.sentences.len();
        let Some(at) = all.find(|at| cut.sentence(*at).trim() == one.after) else {
            continue;
        };
        let number = at + 1;
        if is_touched(edits, number) {
            continue;
        }
        let key = |text: &str| check::key(&citation::without_citations(text));
        let before = key(&one.before);
        let is_told = edits.iter().any(|edit| key(&edit.text).contains(&before));
        edits.push(Edit {
            action: if is_told {
                Action::Delete
            } else {
                Action::Replace
            },
            sentence: number,
            last: number,
            text: if is_told {
                String::new()
            } else {
                one.before.clone()
            },
            reason: "stood in for what its source, which is back, says".to_owned(),
        });
    }
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
