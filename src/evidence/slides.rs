//! Presentations: each slide is a page with its title as a heading, what stands on it in reading order, tables as rows, and behind it what the speaker is
//! to say.
//!
//! Slides are walked as Word documents are ([`super::docx`]). Comments are left out, and hidden slides set aside. Runs in the child process only [E2].

use office_oxide::DocumentFormat;
use office_oxide::ir::Element;

use super::docx::Walk;
use super::office;
use super::problem::Problem;
use super::reading::Reading;
use crate::study::counted;

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let document = office::open(bytes.into(), DocumentFormat::Pptx, &office::options())?;
    let mut ir = document.to_ir();
    let mut comments = 0;
    for slide in &mut ir.sections {
        let before = slide.elements.len();
        slide
            .elements
            .retain(|element| !matches!(element, Element::Endnote(_)));
        comments += before - slide.elements.len();
    }
    let mut walk = Walk::default();
    let mut hidden = Vec::new();
    for (number, slide) in (1..).zip(&ir.sections) {
        if slide.hidden {
            hidden.push(walk.flat(&slide.elements));
            continue;
        }
        walk.body.page(Some(number));
        walk.body.close_sections();
        walk.elements(&slide.elements);
        let spoken = slide.speaker_notes.as_deref().map(|notes| walk.flat(notes));
        if let Some(spoken) = spoken.filter(|spoken| !spoken.is_empty()) {
            walk.body.paragraph(&format!("Speaker's notes: {spoken}"));
        }
    }
    let mut reading = office::described(&ir.metadata);
    reading.pages = u32::try_from(ir.sections.len()).ok();
    reading.body = walk.body;
    reading.links = walk.links;
    reading.warnings.append(&mut walk.notices);
    reading.set_aside_unseen(hidden, "on hidden slides");
    if comments > 0 {
        let comments = counted(comments, "comment");
        reading.warnings.push(format!("left out: {comments}"));
    }
    Ok(reading)
}
