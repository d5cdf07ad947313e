//! What the analyst refused, and why: it is told to writers and not proposed again [W8].

use super::ids::SectionId;
use super::state::Study;

/// A change that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What it would have replaced or taken out.
    pub before: String,
    /// What the writer proposed; empty where it wanted to take a sentence out.
    pub after: String,
    /// The analyst's reason, where one was given.
    pub why: Option<String>,
}

impl Refused {
    /// Whether a change is this one again. What would take a sentence out is told by the sentence; anything else by what it brings.
    #[must_use]
    pub fn is_again(&self, before: &str, after: &str) -> bool {
        self.after.trim() == after.trim()
            && (!after.trim().is_empty() || self.before.trim() == before.trim())
    }

    /// One line for a writer: the sentence, and the analyst's reason.
    #[must_use]
    pub fn in_words(&self) -> String {
        let what = if self.after.trim().is_empty() {
            format!("taking out: {}", one_line(&self.before))
        } else {
            one_line(&self.after)
        };
        match &self.why {
            Some(why) => format!("{what} (refused because: {})", one_line(why)),
            None => what,
        }
    }
}

impl Study {
    /// What must not be proposed for a section: what was refused there, and new sentences that were refused elsewhere.
    pub fn changes_refused_for(&self, section: SectionId) -> impl Iterator<Item = &Refused> {
        let own = self.section(section).into_iter();
        let others = (0..).zip(&self.sections);
        let others = others.filter(move |(at, _)| *at != section.0);
        let brought = others
            .flat_map(|(_, known)| &known.rejected)
            .filter(|refused| !refused.after.trim().is_empty());
        own.flat_map(|known| &known.rejected).chain(brought)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(before: &str, after: &str, why: Option<&str>) -> Refused {
        Refused {
            before: before.to_owned(),
            after: after.to_owned(),
            why: why.map(str::to_owned),
        }
    }

    #[test]
    fn a_refused_change_is_known_again_by_what_it_brings_or_takes_out() {
        let brought = refused("Old.", " New.", None);
        assert!(brought.is_again("Another.", "New."));
        assert!(!brought.is_again("Old.", ""));
        let taken = refused(" Old.", "", None);
        assert!(taken.is_again("Old.", ""));
        assert!(!taken.is_again("Another.", ""));
        assert!(!taken.is_again("Old.", "New."));
    }

    #[test]
    fn a_writer_is_told_what_was_refused_and_why() {
        let told = refused("", " Sales\n doubled [1].", Some("no figure\nfor that")).in_words();
        assert_eq!(
            told,
            "Sales doubled [1]. (refused because: no figure for that)"
        );
        assert_eq!(refused("Old.", "", None).in_words(), "taking out: Old.");
    }

    #[test]
    fn a_sentence_that_was_refused_in_one_section_is_not_proposed_in_another() {
        let (brought, taken) = (
            refused("", "Sales doubled [1].", None),
            refused("Old.", "", None),
        );
        let mut study = Study::default();
        study.sections.push(super::super::Section {
            rejected: vec![brought.clone(), taken.clone()],
            ..super::super::Section::default()
        });
        study.sections.push(super::super::Section::default());
        let of = |at: usize| -> Vec<Refused> {
            let refused = study.changes_refused_for(SectionId(at));
            refused.cloned().collect()
        };
        assert_eq!(of(0), [brought.clone(), taken]);
        assert_eq!(of(1), [brought]);
    }
}
