//! Why a change is proposed, in words for the analyst: what the writer said of it, and what made the writer write.

use crate::check::Lexicon;
use crate::pipeline::context::opening;
use crate::pipeline::request::Request;
use crate::study::{BUILT_IN_WRITER, CycleKind};

/// The writer's reason for one edit.
pub(super) struct Reason {
    /// The sentence that it replaces or deletes; empty for an insertion.
    pub(super) before: String,
    pub(super) after: String,
    pub(super) why: String,
}

impl Reason {
    /// Whether a hunk of these two sides comes from this edit, or is a part of it.
    pub(super) fn is_of(&self, before: &str, after: &str) -> bool {
        if after.is_empty() {
            self.after.is_empty() && before.contains(&self.before)
        } else {
            self.after.contains(after) || (!self.after.is_empty() && after.contains(&self.after))
        }
    }
}

/// That a new sentence says otherwise than one that stays, where that was found before the writer was asked [W3b]; the built-in writer says so in the text.
pub(super) fn contrary(request: &Request, writer: &str, after: &str, text: &str) -> Option<String> {
    /// The share of the words of the shorter one that both have, from which a sentence is taken for what the evidence said.
    const SAME: f32 = 0.6;
    let mut lexicon = Lexicon::default();
    let new = lexicon.term_set(after);
    let mut notes = request.otherwise.iter().filter(|note| {
        note.section == request.section
            && writer != BUILT_IN_WRITER
            && text.contains(&note.sentence)
    });
    let note = notes.find(|note| {
        let said = lexicon.term_set(&note.said);
        let shared = said.iter().filter(|term| new.binary_search(term).is_ok());
        let least = said.len().min(new.len());
        least > 0 && shared.count() as f32 >= SAME * least as f32
    })?;
    Some(format!(
        "“{}…” stays and says otherwise",
        opening(&note.sentence)
    ))
}

/// What made the writer write this section again.
pub(super) fn cause(request: &Request, writer: &str) -> String {
    let fresh: Vec<String> = request
        .context
        .documents
        .iter()
        .filter(|document| document.fresh)
        .map(|document| format!("[{}] {}", document.number, document.document.title))
        .collect();
    let told: Vec<&str> = request
        .instructions
        .iter()
        .map(|instruction| instruction.text.as_str())
        .collect();
    let because = match request.cycle {
        CycleKind::Refine => Some("refined after a reflection"),
        CycleKind::Revise => Some("revised, because of what was found wrong"),
        CycleKind::FollowUp => Some("more evidence was found in the library"),
        _ => None,
    };
    let asked = (!told.is_empty()).then(|| format!("as you asked: {}", told.join("; ")));
    if let Some(because) = because {
        let asked = asked.map_or_else(String::new, |asked| format!("; and {asked}"));
        format!("{writer}: {because}{asked}")
    } else if let Some(asked) = asked {
        let fresh = match fresh.as_slice() {
            [] => String::new(),
            fresh => format!("; and for new evidence, {}", fresh.join("; ")),
        };
        format!("{writer}, {asked}{fresh}")
    } else if fresh.is_empty() && request.cycle == CycleKind::Update {
        format!("{writer}: a source is gone")
    } else if fresh.is_empty() {
        format!("{writer}: another version of this section")
    } else {
        format!("{writer}: new evidence, {}", fresh.join("; "))
    }
}
