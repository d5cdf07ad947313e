//! Reissued: a sentence that says how a document reads now that was changed: `The leaflet of Merol has been changed: it must not be taken in pregnancy`.
//!
//! What the document said before holds no more, though the two are of different sources.

use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, plain_words};

/// Whether a sentence says that a document of this title was changed, and behind a colon how it reads now.
pub(super) fn tells(sentence: &str, title: &str) -> bool {
    const BE: &[&str] = &["is", "are", "was", "were", "been"];
    #[rustfmt::skip]
    const CHANGED: &[&str] = &["changed", "revised", "amended", "updated", "corrected", "rewritten", "reissued"];
    if !sentence.contains(": ") {
        return false;
    }
    let reading = Reading::learnt(sentence, &mut Lexicon::default());
    let is_changed =
        |at: &usize| CHANGED.contains(&reading.word(*at)) && BE.contains(&reading.word(at - 1));
    let Some(at) = (1..reading.words.len()).find(is_changed) else {
        return false;
    };
    let is_told = (at + 1..reading.words.len()).any(|at| reading.gap(at).contains(':'));
    // `The leaflet of Merol`: what it is called comes first.
    let called = (0..at).find(|at| reading.term(*at).is_some());
    is_told && called.is_some_and(|at| plain_words(title).any(|word| word == reading.word(at)))
}

#[cfg(test)]
mod tests {
    use super::super::{Overtaken, Sourced};
    use crate::check::Difference;

    #[test]
    fn what_a_document_said_before_it_was_changed_gives_way() {
        let old = Sourced {
            text: "Merol may be taken in pregnancy up to 200 milligrams a day.",
            date: Some("2022-05-01"),
            title: "Leaflet",
        };
        let changed =
            "The leaflet of Merol has been changed: Merol must not be taken in pregnancy.";
        for (text, date, title, expected) in [
            (changed, "2024-05-20", "Leaflet", true),
            (changed, "2021-05-20", "Leaflet", false),
            (changed, "2024-05-20", "Textbook", false),
            (
                "The midwives say: Merol must not be taken in pregnancy.",
                "2024-05-20",
                "Leaflet",
                false,
            ),
        ] {
            let new = Sourced {
                text,
                date: Some(date),
                title: "Agency",
            };
            let old = Sourced { title, ..old };
            let found = Overtaken::of(old, new, Some(Difference::Direction)).is_some();
            assert_eq!(found, expected, "{text} {date} {title}");
        }
    }
}
