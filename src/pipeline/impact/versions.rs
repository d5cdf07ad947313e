//! New versions of sources: what the version said that the brief has seen is no news, and what the new one says no more is gone from under a sentence.
//!
//! A sentence may cite several sources, each for a part of it. So a new version is held against what the version before carried of a sentence, and not against all
//! of the sentence.

use std::collections::{HashMap, HashSet};

use super::{News, Standing, Touch, Touched, said};
use crate::check::{
    Checker, Evidence, Judgement, Lexicon, Overtaken, Quantity, Statement, Term, sentences,
};
use crate::study::{DocumentId, Passage, Study, Verdict};

/// What the versions said that the brief has seen of the sources that have changed since.
#[derive(Debug, Clone, Default)]
pub struct Before {
    passages: Vec<Passage>,
    /// Their sentences, by the document that has taken their place.
    sentences: HashMap<DocumentId, HashSet<String>>,
}

impl Before {
    /// Reads the passages of the versions before these documents.
    #[must_use]
    pub fn read(study: &Study, documents: &[DocumentId], passages: Vec<Passage>) -> Self {
        let mut all: HashMap<DocumentId, HashSet<String>> = HashMap::new();
        for id in documents {
            let seen = study.seen_before(*id);
            let own = passages.iter().filter(|one| seen.contains(&one.document));
            for passage in own {
                let known = all.entry(*id).or_default();
                known.extend(lines(&passage.text));
            }
        }
        Self {
            passages,
            sentences: all,
        }
    }

    #[must_use]
    pub fn into_passages(self) -> Vec<Passage> {
        self.passages
    }

    /// Takes what a document says for what was seen of it.
    pub(super) fn add(&mut self, document: DocumentId, text: &str) {
        let known = self.sentences.entry(document).or_default();
        known.extend(lines(text));
    }

    /// Whether the version before a document said all that this text says.
    pub(super) fn has(&self, document: DocumentId, text: &str) -> bool {
        let known = self.sentences.get(&document);
        known.is_some_and(|known| lines(text).all(|line| known.contains(&line)))
    }
}

/// The sentences of a text, each in one line.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let spans = sentences(text).into_iter();
    let all = spans.filter_map(|span| text.get(span));
    all.map(|sentence| {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        words.join(" ")
    })
}

/// Sentences that cite a source whose new version does not say what the one before said of them. Where nothing is known of that, the new one has to bear them out.
pub(super) fn no_longer_said(study: &Study, standing: &[Standing], news: News<'_>) -> Vec<Touched> {
    let versions = numbered(study, news.versions);
    if versions.is_empty() {
        return Vec::new();
    }
    let changed: HashSet<u32> = versions.iter().map(|piece| piece.number).collect();
    let mut now = Checker::new(versions);
    let mut then = Checker::new(numbered(study, &news.before.passages));
    let mut touched = Vec::new();
    for claim in standing {
        let cited = claim.stated.citations.iter().copied();
        for number in cited.filter(|number| changed.contains(number)) {
            let bare = &claim.stated.bare;
            let found = now.judge(bare, &[number]);
            let is_borne_out = found.verdict == Verdict::Supported;
            if is_borne_out || still_carries(bare, &then.judge(bare, &[number]), &found, news) {
                continue;
            }
            let said = found
                .evidence
                .filter(|_| found.verdict != Verdict::Unsupported)
                .and_then(|quote| said(news.versions, &quote));
            // What the only source of a sentence says otherwise now is told in its place.
            let is_denied = found.verdict == Verdict::Contradicted;
            let is_only_source = claim.stated.citations.iter().all(|one| *one == number);
            let gives_way = is_denied && is_only_source && said.is_some();
            touched.push(Touched {
                overtaken: gives_way.then_some(Overtaken::Newer),
                ..claim.touched(Touch::NoLongerSaid(number), said)
            });
        }
    }
    touched
}

fn numbered<'a>(study: &Study, passages: &'a [Passage]) -> Vec<Evidence<'a>> {
    let all = passages.iter().filter_map(|passage| {
        let number = study.number_of(passage.document)?;
        Some(Evidence { number, passage })
    });
    all.collect()
}

/// Whether a new version carries as much of a sentence as the version before did, which bore it out in part: what that part rested on stands there word for word, or
/// is said with the same words and figures of the sentence and lacks the same.
fn still_carries(sentence: &str, before: &Judgement, found: &Judgement, news: News<'_>) -> bool {
    if before.verdict != found.verdict {
        return false;
    }
    let quoted = |judgement: &Judgement| -> Vec<String> {
        let quotes = judgement.evidence.iter().chain(&judgement.more);
        quotes.map(|quote| quote.text.clone()).collect()
    };
    let carried = quoted(before);
    let stands = |text: &String| {
        let mut passages = news.versions.iter();
        passages.any(|passage| passage.text.contains(text))
    };
    if carried.iter().all(stands) {
        return true;
    }
    let mut lexicon = Lexicon::default();
    let own = Statement::read(sentence, &mut lexicon);
    let mut read = |texts: &[String]| -> Vec<Statement> {
        let texts = texts.iter();
        texts
            .map(|text| Statement::read(text, &mut lexicon))
            .collect()
    };
    let (carried, left) = (read(&carried), read(&quoted(found)));
    let says = |texts: &[Statement], term: &Term| {
        let mut texts = texts.iter();
        texts.any(|text| text.terms.binary_search(term).is_ok())
    };
    let gives = |texts: &[Statement], figure: &Quantity| {
        let mut given = texts.iter().flat_map(|text| text.quantities.iter());
        given.any(|given| given.bears_out(figure))
    };
    let keeps = |term: &Term| !says(&carried, term) || says(&left, term);
    let keeps_figure = |figure: &Quantity| !gives(&carried, figure) || gives(&left, figure);
    before.reason == found.reason
        && own.terms.iter().all(keeps)
        && own.quantities.iter().all(keeps_figure)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{News, Touch, weigh};
    use super::*;
    use crate::study::{Event, SectionId};

    const PILOT: &str = "The drivers reported less noise in the cabin. A new transformer costs 640,000 euros and takes 14 months to deliver.";
    const CONSULTANTS: &str = "The consultants estimate that a new transformer takes 22 months to deliver. They recommend load management.";

    /// A sentence that cites the pilot report for one half and the consultants for the other, and what a new version of the report does to it.
    fn touched_by(version: &str) -> Vec<(Touch, Option<String>)> {
        let sentence = "A new transformer takes 14 months to deliver according to the pilot report [1], while the consultants estimate 22 months [2].";
        let mut study = study(Verdict::Supported);
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: sentence.to_owned(),
        });
        study.apply(&Event::DocumentReplaced {
            old: DocumentId(1),
            new: document(3, "Pilot report", None),
        });
        let before = Before::read(&study, &[DocumentId(3)], vec![passage(1, PILOT)]);
        let versions = [passage(3, version)];
        let news = News {
            documents: &[DocumentId(3)],
            passages: &versions,
            versions: &versions,
            before: &before,
            older: &[],
            is_cut: false,
        };
        let impact = weigh(&study, news).settle(&[passage(2, CONSULTANTS), passage(1, PILOT)]);
        let own = impact
            .touched
            .into_iter()
            .filter(|one| one.section == SectionId(0));
        own.map(|one| (one.how, one.said.map(|said| said.text)))
            .collect()
    }

    #[test]
    fn a_new_version_touches_a_sentence_only_where_it_says_no_more_what_it_carried_of_it() {
        for same in [
            PILOT.replace("cabin", "driver cabin"),
            format!("{PILOT} This report was sent by post."),
            PILOT.replace("640,000", "710,000"),
        ] {
            assert_eq!(touched_by(&same), [], "{same}");
        }
        for changed in [
            PILOT.replace("14 months", "16 months"),
            PILOT.replace(" and takes 14 months to deliver", ""),
            "The report was withdrawn for revision.".to_owned(),
        ] {
            let touched: Vec<Touch> = touched_by(&changed).iter().map(|one| one.0).collect();
            assert_eq!(touched, [Touch::NoLongerSaid(1)], "{changed}");
        }
    }

    #[test]
    fn a_half_without_a_figure_that_a_new_version_drops_is_told_too() {
        let before = "The consultants recommend load management and a second depot in Sutton. Winter halves the range.";
        let sentence = "With load management 1.9 MW would be enough [1], and the consultants recommend load management too [2].";
        let mut study = study(Verdict::Supported);
        study.apply(&Event::SectionEdited {
            section: SectionId(1),
            text: sentence.to_owned(),
        });
        study.apply(&Event::DocumentReplaced {
            old: DocumentId(2),
            new: document(3, "Consultants", None),
        });
        let seen = Before::read(&study, &[DocumentId(3)], vec![passage(2, before)]);
        let touched = |version: &str| -> Vec<Touch> {
            let versions = [passage(3, version)];
            let news = News {
                documents: &[DocumentId(3)],
                passages: &versions,
                versions: &versions,
                before: &seen,
                older: &[],
                is_cut: false,
            };
            let touched = no_longer_said(&study, &super::super::standing(&study), news);
            touched.into_iter().map(|one| one.how).collect()
        };
        assert_eq!(touched(&before.replace("halves", "reduces")), []);
        let dropped = before.replace("load management and ", "");
        assert_eq!(touched(&dropped), [Touch::NoLongerSaid(2)]);
    }
}
