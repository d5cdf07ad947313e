//! Searching all studies at once: their questions, the texts of their briefs, and the names of their sources.
//!
//! The library says which journals have the words at all; only those are read, and what counts is where a study says them now.

use std::ops::Range;

use regex::Regex;

use super::{Level, Workbench};
use crate::clean;
use crate::library::{Library, LibraryError};
use crate::study::{Reading, Study, StudyId};

/// Characters that are shown at each side of what was found.
const AROUND: usize = 80;
/// Places that are shown of one study.
const MOST: usize = 12;

/// A study in which something was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundStudy {
    pub study: StudyId,
    pub places: Vec<FoundPlace>,
    /// How many places there are, shown or not.
    pub count: usize,
}

/// Where it stands, and what stands around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlace {
    /// The part of the study, as it is called.
    pub part: String,
    pub excerpt: String,
    /// Bytes of the excerpt that were looked for.
    pub found: Range<usize>,
}

impl Workbench {
    /// The studies that say this, in the order of the list of studies.
    pub fn search_studies(&mut self, wanted: &Regex, words: &str) -> Vec<FoundStudy> {
        match search(&self.library, wanted, words, &|| true) {
            Ok(found) => found,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }
}

/// Looks through the studies as long as that is wanted.
pub(super) fn search(
    library: &Library,
    wanted: &Regex,
    words: &str,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Vec<FoundStudy>, LibraryError> {
    let mut all = Vec::new();
    let candidates = library.studies_with(words)?;
    for summary in library.studies()? {
        if !is_wanted() {
            break;
        }
        if !candidates.contains(&summary.id) {
            continue;
        }
        // One whose journal cannot be read says so when it is opened.
        let Ok(events) = library.events(summary.id) else {
            continue;
        };
        let study = Study::fold(events.iter().map(|envelope| &envelope.event));
        let (count, places) = places(&study, wanted);
        if count > 0 {
            all.push(FoundStudy {
                study: summary.id,
                places,
                count,
            });
        }
    }
    Ok(all)
}

fn places(study: &Study, wanted: &Regex) -> (usize, Vec<FoundPlace>) {
    let mut parts: Vec<(String, String)> = vec![("Question".to_owned(), study.question.clone())];
    if study.title() != study.question {
        parts.insert(0, ("Name".to_owned(), study.title().to_owned()));
    }
    let plans = study.framework.sections.iter();
    for (plan, text) in plans.zip(study.texts(Reading::Accepted)) {
        parts.push((plan.title.clone(), text));
    }
    for document in study.current() {
        let name = [document.title.as_str(), &document.uri].join(" \u{b7} ");
        parts.push(("Source".to_owned(), name));
    }
    let (mut count, mut places) = (0, Vec::new());
    for (part, text) in parts {
        for found in wanted.find_iter(&text) {
            count += 1;
            if places.len() < MOST {
                places.push(place(&part, &text, found.range()));
            }
        }
    }
    (count, places)
}

/// What was found with what stands around it, in one line.
fn place(part: &str, text: &str, found: Range<usize>) -> FoundPlace {
    let (before, rest) = text.split_at(found.start);
    let (said, after) = rest.split_at(found.len());
    let start = before.char_indices().rev().nth(AROUND - 1);
    let lead = match start {
        Some((start, _)) => {
            let near = before.get(start..).unwrap_or_default();
            // Words stay whole.
            let whole = near.split_once(char::is_whitespace);
            format!("\u{2026}{}", whole.map_or(near, |(_, whole)| whole))
        }
        None => before.to_owned(),
    };
    let lead = clean::line(&lead, usize::MAX);
    // A blank between the two is one still when each is a line of its own.
    let blank = if before.ends_with(char::is_whitespace) && !lead.is_empty() {
        " "
    } else {
        ""
    };
    let said = clean::line(said, usize::MAX);
    let mut excerpt = format!("{lead}{blank}");
    let from = excerpt.len();
    excerpt.push_str(&said);
    let to = excerpt.len();
    let until = after.char_indices().nth(AROUND);
    let end = match until {
        Some((until, _)) => {
            let near = after.get(..until).unwrap_or_default();
            near.rsplit_once(char::is_whitespace)
                .map_or(near, |(whole, _)| whole)
        }
        None => after,
    };
    if end.starts_with(char::is_whitespace) {
        excerpt.push(' ');
    }
    excerpt.push_str(&clean::line(end, usize::MAX));
    if until.is_some() {
        excerpt.push('\u{2026}');
    }
    FoundPlace {
        part: part.to_owned(),
        excerpt,
        found: from..to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_shown_with_what_stands_around_it() {
        let text = format!(
            "{} the heat\npumps of Arlen {}",
            "a".repeat(200),
            "b".repeat(200)
        );
        let wanted = Regex::new(r"heat\s+pumps").expect("a pattern");
        let found = wanted.find(&text).expect("it is there").range();
        let place = place("Situation", &text, found);
        assert_eq!(&place.excerpt[place.found.clone()], "heat pumps");
        assert!(place.excerpt.starts_with('\u{2026}') && place.excerpt.ends_with('\u{2026}'));
        assert!(place.excerpt.contains("the heat pumps of Arlen"));
    }
}
