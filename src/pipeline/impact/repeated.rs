//! Repeated: sentences of the news that say in other words what the brief says already, and so change nothing in it.
//!
//! Words alone may mean anything, so only a sentence with values is taken for one: one of the brief's gives each of them and bears it out. What ends or denies
//! something is left to the rules on that, and so is what is in plain conflict with another sentence of the brief, which may tell of an earlier state.

use super::facts::ends;
use super::{BRIEF, Said, Touch, Touched, evidence};
use crate::check::{
    Checker, Lexicon, Name, Statement, discredits_something, key, plain, sentences, signs, stated,
    without_speaker, words,
};
use crate::study::{Passage, Verdict};

/// The share of its words that stand where it is said already.
const HELD: f32 = 0.5;

/// What new sentences that touch some of the brief only say once more, where the brief is made of `known` sentences.
pub(super) fn among<'t>(known: &[Passage], touched: &'t [Touched]) -> Vec<&'t Said> {
    let differing = touched.iter().filter(|one| {
        let is_of_news = one.how.source().is_none();
        is_of_news && one.differs()
    });
    let mut said: Vec<&Said> = differing.filter_map(|one| one.said.as_ref()).collect();
    said.dedup();
    if said.is_empty() {
        return said;
    }
    let mut checker = Checker::new(known.iter().map(|passage| evidence(BRIEF, passage)));
    said.retain(|said| {
        let is_of_it = |one: &&Touched| one.said.as_ref() == Some(*said);
        let mut of_it = touched.iter().filter(is_of_it);
        let repeated = repeated_by(&mut checker, &said.text);
        repeated.is_some_and(|by| of_it.all(|one| !is_in_conflict(one) || is_it(one, &by)))
    });
    said
}

fn is_in_conflict(touched: &Touched) -> bool {
    matches!(touched.how, Touch::Disputed(_))
}

/// Whether a sentence that is touched is the one that says it already.
fn is_it(touched: &Touched, by: &[String]) -> bool {
    let own = stated(&touched.sentence);
    own.iter().any(|own| by.contains(&key(&own.bare)))
}

/// Whether the brief says all that a text says.
pub(super) fn is_repeated(checker: &mut Checker<'_>, text: &str) -> bool {
    repeated_by(checker, text).is_some()
}

/// The sentences of the brief that say all that a text says, where they do.
fn repeated_by(checker: &mut Checker<'_>, text: &str) -> Option<Vec<String>> {
    let spans = sentences(text).into_iter();
    let all = spans.filter_map(|span| text.get(span));
    all.map(|sentence| {
        // Who withdraws an estimate names it.
        let own = Statement::read(sentence, &mut Lexicon::default());
        let tells_of_change = ends(&own, sentence)
            || discredits_something(sentence)
            || !signs(sentence, None).is_empty();
        if tells_of_change {
            return None;
        }
        let core = without_speaker(sentence);
        let found = checker.judge(&core, &[BRIEF]);
        let quote = found
            .evidence
            .filter(|_| found.verdict == Verdict::Supported)?;
        is_said_by(&core, &quote.text).then(|| key(&quote.text))
    })
    .collect()
}

/// Whether a sentence that another bears out says nothing else by its values, its names and its way.
fn is_said_by(new: &str, text: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let own = Statement::read(new, &mut lexicon);
    let theirs = Statement::read(text, &mut lexicon);
    let is_given = |value| theirs.quantities.iter().any(|one| one.bears_out(value));
    let spans = words(text).filter_map(|span| text.get(span));
    let known: Vec<String> = spans.map(plain).collect();
    // `Vik Mills` and `Tarn Mills` share a word.
    let is_named = |name: &Name| name.words.iter().all(|word| known.contains(word));
    let held = own.terms.iter();
    let held = held.filter(|term| theirs.terms.binary_search(term).is_ok());
    !own.quantities.is_empty()
        && own.quantities.iter().all(is_given)
        && own.names.iter().all(is_named)
        && !ends(&own, new)
        && !ends(&theirs, text)
        && held.count() as f32 >= HELD * own.terms.len() as f32
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{Before, Impact, News, weigh};
    use super::*;
    use crate::study::{DocumentId, Event, SectionId};

    const SITUATION: &str = "The council of Norhaven approved the harbour tram on 12 March 2025 by 31 votes to 14 [1]. The line is 7.4 km long and has 12 stops [1].";
    const RESOLUTION: &str = "Shortening the line to 5.1 km would save 39 million euros, according to the opposition [2].";

    /// What a document that says this does to a brief on a tram.
    fn impact(says: &str) -> Impact {
        let mut study = study(Verdict::Supported);
        study.question = "What should Norhaven do about the harbour tram?".to_owned();
        for (section, text) in [SITUATION, RESOLUTION].into_iter().enumerate() {
            study.apply(&Event::SectionEdited {
                section: SectionId(section),
                text: text.to_owned(),
            });
        }
        study.apply(&Event::EvidenceAdded {
            document: document(3, "Norhaven city news", None),
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
        weigh(&study, news).settle(&[])
    }

    #[test]
    fn what_the_brief_says_in_other_words_adds_nothing_to_it() {
        let says = "By 31 votes against 14, the council of Norhaven gave its approval to the harbour tram on 12 March 2025. The tram line will have 12 stops and \
             measure 7.4 km.";
        let found = impact(says);
        assert!(found.adds_nothing(), "{found:?}");
    }

    #[test]
    fn what_gives_another_value_does_not_repeat_the_brief() {
        for says in [
            "The tram line will have 14 stops and measure 7.4 km.",
            "By 31 votes against 12, the council of Norhaven gave its approval to the harbour tram on 12 March 2025.",
            "The opposition has dropped its plan to shorten the line to 5.1 km.",
            "The opposition withdraws its estimate that shortening the line to 5.1 km would save 39 million euros.",
        ] {
            let found = impact(says);
            assert!(!found.adds_nothing(), "{says}: {found:?}");
        }
    }

    #[test]
    fn what_gives_the_same_values_in_other_words_is_said_already() {
        let line = "The line is 7.4 km long and has 12 stops.";
        for (new, known, expected) in [
            (
                "The tram line will have 12 stops and measure 7.4 km.",
                line,
                true,
            ),
            ("The line has 14 stops and measures 7.4 km.", line, false),
            (
                "The line no longer has 12 stops on its 7.4 km.",
                line,
                false,
            ),
            ("The line crosses Quay Street.", line, false),
            (
                "By 9 votes to 2, the board of Vik Mills gave its consent to the sale on 4 May 2025.",
                "The board of Vik Mills consented to the sale on 4 May 2025 by 9 votes to 2.",
                true,
            ),
            (
                "By 9 votes to 2, the board of Tarn Mills gave its consent to the sale on 4 May 2025.",
                "The board of Vik Mills consented to the sale on 4 May 2025 by 9 votes to 2.",
                false,
            ),
        ] {
            assert_eq!(is_said_by(new, known), expected, "{new}");
        }
    }
}
