//! Presentations: each slide is a page with its title as a heading, what stands on it in reading order, tables as rows, and behind it what the speaker is
//! to say.
//!
//! Slides are walked as Word documents are ([`super::docx`]). Comments are left out, and hidden slides set aside. Runs in the child process only [E2].

mod places;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Cursor;

use office_oxide::DocumentFormat;
use office_oxide::ir::Element;
use zip::ZipArchive;

use super::docx::package::{self, Package};
use super::docx::{Walk, unseen};
use super::office;
use super::problem::Problem;
use super::reading::Reading;
use crate::study::counted;

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let bytes = told(bytes);
    let document = office::open(bytes.into(), DocumentFormat::Pptx, &office::options())?;
    let mut ir = document.to_ir();
    unseen::take_out_struck(&mut ir);
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
            hidden.push((Some(number), walk.flat(&slide.elements)));
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
    reading.set_aside_unseen_of(hidden, "on hidden slides");
    if comments > 0 {
        let comments = counted(comments, "comment");
        reading.warnings.push(format!("left out: {comments}"));
    }
    Ok(reading)
}

/// A presentation with its equations as text and its parts in their places; as it is where it needs neither or cannot be read here.
fn told(bytes: Vec<u8>) -> Vec<u8> {
    let retold = || {
        let package = ZipArchive::new(Cursor::new(bytes.as_slice())).ok()?;
        let is_slide = |name: &String| name.starts_with("ppt/slides/slide");
        let names = package.file_names().filter_map(Result::ok);
        let slides: Vec<String> = names.map(Cow::into_owned).filter(is_slide).collect();
        // By the name of a layout: it and its master.
        let mut layouts: HashMap<String, Vec<String>> = HashMap::new();
        package::rewritten(&bytes, &slides, |package, name, slide| {
            let with_text = package::slide_with_text(slide);
            let slide = with_text.as_deref().unwrap_or(slide);
            let mut placed = || {
                let layout = related(package, name, "slideLayouts")?;
                let above = layouts.entry(layout).or_insert_with_key(|layout| {
                    let master = related(package, layout, "slideMasters");
                    let names = std::iter::once(layout).chain(&master);
                    let parts = names.filter_map(|name| package::part(package, name));
                    parts.collect()
                });
                places::placed(slide, above)
            };
            if places::are_mixed(slide) {
                placed().or(with_text)
            } else {
                with_text
            }
        })
    };
    retold().unwrap_or(bytes)
}

/// The part in a folder that another one leans on, a slide on its layout and this on its master.
fn related(package: &mut Package<'_>, part: &str, folder: &str) -> Option<String> {
    let (above, name) = part.rsplit_once('/')?;
    let relations = package::part(package, &format!("{above}/_rels/{name}.rels"))?;
    let (_, rest) = relations.split_once(&format!("{folder}/"))?;
    let (name, _) = rest.split_once(['"', '\''])?;
    Some(format!("ppt/{folder}/{name}"))
}
