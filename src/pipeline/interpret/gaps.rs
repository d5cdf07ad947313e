//! Gaps that are filled: a sentence says that the evidence does not tell something, the news tell it, and the writer left the sentence as it was.
//!
//! Such a sentence is false now. The checker proposes the sentence of the source in its place, or that it goes where that is told already; whether the one answers the
//! other is for the analyst to say, so that nobody else accepts it.

use crate::pipeline::edits::{Action, Edit};
use crate::pipeline::hunks::Cut;
use crate::pipeline::overlooked::is_told_in;
use crate::pipeline::request::Request;
use crate::study::{CycleKind, NewsNote, Study, citation};

/// Adds what is proposed for the gaps of a part that the edits leave, and says which sentences these are.
pub(super) fn fill(
    study: &Study,
    request: &Request,
    current: &str,
    edits: &mut Vec<Edit>,
) -> Vec<String> {
    if request.cycle != CycleKind::Update {
        return Vec::new();
    }
    let cut = Cut::new(current);
    let own = |note: &&NewsNote| note.fills_gap() && note.sections.contains(&request.section);
    let mut filled = Vec::new();
    for note in study.weighed.iter().filter(own) {
        let Some((at, edit)) = proposed(study, request, note, &cut, edits) else {
            continue;
        };
        filled.extend(
            cut.sentences
                .get(at)
                .and_then(|span| current.get(span.clone()))
                .map(str::to_owned),
        );
        edits.push(edit);
    }
    filled
}

/// What is proposed for the sentence of a note, and its place; nothing where it does not stand any more or the writer changes it.
fn proposed(
    study: &Study,
    request: &Request,
    note: &NewsNote,
    cut: &Cut<'_>,
    edits: &[Edit],
) -> Option<(usize, Edit)> {
    let (gap, said) = (note.sentence.as_deref()?, note.said.as_deref()?);
    let number = study.number_of(note.source?)?;
    let at = (0..cut.sentences.len()).find(|at| cut.sentence(*at).trim() == gap.trim())?;
    let sentence = at + 1;
    let is_changed = |edit: &Edit| {
        edit.action != Action::InsertAfter
            && (edit.sentence..=edit.last.max(edit.sentence)).contains(&sentence)
    };
    if edits.iter().any(is_changed) {
        return None;
    }
    let others = request.written.iter().map(|part| part.text.clone());
    let new = edits.iter().map(|edit| edit.text.clone());
    let told: Vec<String> = others.chain(new).chain([cut.text.to_owned()]).collect();
    // A part is not left without a sentence.
    let is_told = cut.sentences.len() > 1 && is_told_in(&told, said);
    let (action, text) = if is_told {
        (Action::Delete, String::new())
    } else {
        (Action::Replace, cited(said, number))
    };
    let mark = citation::marks_of(&[number]);
    let edit = Edit {
        action,
        sentence,
        last: sentence,
        text,
        reason: format!(
            "the checker: {mark} tells what this says is missing, and the writer left it"
        ),
    };
    Some((at, edit))
}

/// A sentence of a source with its citation before the full stop.
fn cited(said: &str, number: u32) -> String {
    let bare = said.trim().trim_end_matches('.');
    format!("{bare} {}.", citation::marks_of(&[number]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Reply, interpret};
    use crate::study::{
        Document, DocumentId, Event, Hunk, Provenance, Revision, SectionId, TELLS_WHAT_IS_MISSING,
        fixture,
    };

    const GAP: &str = "The evidence does not say how the boilers are to be replaced.";
    const SAID: &str = "The study recommends ordering the heat pump in 2027.";

    /// The changes that an answer comes to, where new evidence tells what a part says is missing.
    fn changes(text: &str, reply: &str) -> Vec<Hunk> {
        let study = Study::fold(&[
            fixture::opened("How are the boilers to be replaced?", &["Situation"]),
            Event::EvidenceAdded {
                document: Document {
                    id: DocumentId(1),
                    uri: "/study.md".to_owned(),
                    ..Document::default()
                },
            },
            Event::SourcesNumbered {
                documents: vec![DocumentId(1)],
            },
            Event::NewsWeighed {
                notes: vec![NewsNote {
                    sections: vec![SectionId(0)],
                    sentence: Some(GAP.to_owned()),
                    what: TELLS_WHAT_IS_MISSING.to_owned(),
                    said: Some(SAID.to_owned()),
                    differs: false,
                    disputed: false,
                    gives_way: false,
                    source: Some(DocumentId(1)),
                }],
            },
        ]);
        let request = Request::of_a_test(Some(text));
        let provenance = Provenance {
            writer: "acme/m".to_owned(),
            replied: reply.to_owned(),
            ..Provenance::default()
        };
        let events = interpret(
            &study,
            &request,
            Reply::Complete(reply.to_owned()),
            provenance,
        );
        let revision = events.into_iter().find_map(|event| match event {
            Event::RevisionProposed { revision, .. } => Some(revision),
            _ => None,
        });
        let hunks = revision.iter().flat_map(Revision::hunks);
        hunks.cloned().collect()
    }

    #[test]
    fn a_sentence_that_says_what_is_missing_does_not_stand_unsaid_where_the_news_tell_it() {
        let [hunk] = &changes(GAP, "NO CHANGE")[..] else {
            panic!("one change");
        };
        assert!(hunk.by_checker && hunk.reason.contains("tells what this says is missing"));
        assert_eq!(
            hunk.after.trim(),
            "The study recommends ordering the heat pump in 2027 [1]."
        );
        // Where it is told beside that, the sentence only goes.
        let told = format!("The study recommends ordering the heat pump in 2027 [1]. {GAP}");
        let [hunk] = &changes(&told, "NO CHANGE")[..] else {
            panic!("one change");
        };
        assert!(hunk.by_checker && hunk.after.trim().is_empty());
        // What the writer makes of it is the writer's.
        let reply = "REPLACE 1\nWHY told now\nTEXT The study advises a heat pump [1].";
        let [hunk] = &changes(GAP, reply)[..] else {
            panic!("one change");
        };
        assert!(!hunk.by_checker);
    }
}
