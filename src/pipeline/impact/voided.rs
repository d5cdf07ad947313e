//! Voided: new sentences that only say of a value that it holds no more, where their document gives the one that does: `The earlier figure of 42,000 tonnes is no
//! longer valid.`
//!
//! The sentence of the brief with that value is touched by the new one, and there is nothing else to tell.

use super::Touched;
use crate::check::{
    self, Entry, Index, Quantity, discredits_something, is_the_very_value, quantities, tells_an_end,
};
use crate::study::citation;

/// Whether a new sentence gives no value but such as its own document puts others in the place of, where the brief has them, and says that they do not hold.
pub(super) fn voids_what_is_put_right(
    index: &Index<'_>,
    entry: &Entry,
    touched: &[Touched],
) -> bool {
    let given = &entry.statement.quantities;
    let text = index.text(entry);
    let is_void = || discredits_something(text) || tells_an_end(text) || is_called_former(text);
    if given.is_empty() || !is_void() {
        return false;
    }
    let piece = index.evidence.get(entry.evidence);
    let document = piece.map(|piece| piece.passage.document);
    let by_it = touched.iter().filter(|one| {
        let said = one.said.as_ref();
        one.differs() && said.map(|said| said.document) == document
    });
    let mut put_right = Vec::new();
    for one in by_it {
        let said = one.said.as_ref().map_or("", |said| said.text.as_str());
        let new = quantities(said);
        let old = quantities(&citation::without_citations(&one.sentence));
        put_right.extend(old.into_iter().filter(|old| is_given_anew(old, &new)));
    }
    given
        .iter()
        .all(|value| put_right.iter().any(|old| is_the_very_value(value, old)))
}

/// Whether a sentence says of something that was said that other words have taken its place.
fn is_called_former(text: &str) -> bool {
    const FORMER: &[&str] = &[
        "superseded",
        "outdated",
        "obsolete",
        "withdrawn",
        "replaced",
        "lapsed",
        "overtaken",
        "corrected",
    ];
    let mut words = check::words(text).filter_map(|span| text.get(span));
    words.any(|word| FORMER.contains(&check::plain(word).as_str()))
}

/// Whether some values have another of the kind of one.
fn is_given_anew(old: &Quantity, new: &[Quantity]) -> bool {
    new.iter().any(|new| match (old.amount(), new.amount()) {
        (Some(own), Some(other)) => {
            own.unit.counts_same(&other.unit) && !is_the_very_value(old, new)
        }
        (None, None) => !is_the_very_value(old, new),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{Before, News, weigh};
    use crate::study::{DocumentId, Event, SectionId, Verdict};

    /// The new facts of a document for a brief on a shipyard.
    fn facts(says: &str) -> Vec<String> {
        let mut study = study(Verdict::Supported);
        study.question = "What should Norhaven do about the soil at the shipyard?".to_owned();
        let stands = "The environment agency requires that 42,000 tonnes of contaminated soil be removed before track work resumes [1]. The shipyard closed in 1998 [1].";
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: stands.to_owned(),
        });
        study.apply(&Event::SectionEdited {
            section: SectionId(1),
            text: "The council wants to buy the shipyard [2].".to_owned(),
        });
        study.apply(&Event::EvidenceAdded {
            document: document(
                3,
                "Environment agency, revised decision",
                Some("2026-03-03"),
            ),
        });
        let passages = [passage(3, says)];
        let news = News {
            documents: &[DocumentId(3)],
            passages: &passages,
            versions: &[],
            before: &Before::default(),
            older: &[],
            is_cut: false,
        };
        let impact = weigh(&study, news).settle(&[]);
        let facts = impact.facts.into_iter().map(|fact| fact.said.text);
        facts.collect()
    }

    #[test]
    fn that_a_value_which_is_given_anew_holds_no_more_is_no_new_fact() {
        let new = "The environment agency now requires that 61,000 tonnes of contaminated soil be removed at the shipyard.";
        for void in [
            "The earlier figure of 42,000 tonnes is no longer valid.",
            "The estimate of 42,000 tonnes of soil is outdated.",
        ] {
            assert_eq!(facts(&format!("{new} {void}")), [""; 0], "{void}");
        }
        // What is said of another value, or of a thing that is not given anew, is told.
        let other = "The earlier figure of 1,200 tonnes of soil from the quay is no longer valid.";
        assert_eq!(facts(&format!("{new} {other}")), [other]);
    }
}
