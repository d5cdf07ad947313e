//! What new evidence says otherwise than a sentence of the brief, where a writer left that sentence as it was and says nothing of it [W3].
//!
//! The impact found it before the writer was asked [W3b]. Such a sentence is marked, the writer is asked about it once more with the two side by side, and
//! what is left then is told. Which of the two holds is for the writer and the analyst to say.

use std::collections::HashSet;

use super::impact::{Touch, differ_in_amount};
use crate::check::{self, Lexicon, Statement};
use crate::study::{DocumentId, NewsNote, Reading, SectionId, Study, citation};

/// The share of the words of the shorter one that both have, from which a sentence is taken for what the evidence said; and where that names no figure by which it
/// could be known.
const SAME: f32 = 0.6;
const SAME_IN_WORDS: f32 = 0.8;

/// A sentence that stands, and what new evidence says instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlooked<'a> {
    pub section: SectionId,
    pub sentence: &'a str,
    pub said: &'a str,
    /// The document that says it; journals of before do not tell.
    pub source: Option<DocumentId>,
    /// It is known that both cannot hold, or not at once; what is about the same in other words may say nothing else.
    pub is_plain: bool,
}

impl<'a> Overlooked<'a> {
    fn of(note: &'a NewsNote) -> Option<Self> {
        let sentence = note.sentence.as_deref().filter(|_| note.differs)?;
        let said = note.said.as_deref()?;
        let is_known = note.disputed || note.gives_way || note.what != Touch::Otherwise.told();
        Some(Self {
            section: *note.sections.first()?,
            sentence,
            said,
            source: note.source,
            is_plain: is_known || gives_otherwise(sentence, said),
        })
    }

    /// The sentence of what the evidence says that is about the one of the brief: the one that it leans on may stand before it.
    #[must_use]
    pub fn in_question(&self) -> &'a str {
        let spans = check::sentences(self.said).into_iter();
        let all = spans.filter_map(|span| self.said.get(span));
        let about = all.map(|said| (share(said, self.sentence), said.trim()));
        let nearest = about.max_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map_or(self.said, |(_, said)| said)
    }

    /// The figures of the evidence that the sentence does not have.
    fn new_figures(&self) -> Vec<String> {
        let known = figures(self.sentence);
        let mut new = figures_now(self.said);
        new.retain(|figure| !known.contains(figure));
        new
    }

    /// Whether another sentence of a text tells what the evidence says.
    fn is_told_in(&self, text: &str) -> bool {
        let spans = check::sentences(text).into_iter();
        spans
            .filter_map(|span| text.get(span))
            .filter(|other| !self.sentence.contains(other.trim()))
            .any(|other| self.is_told_by(other))
    }

    fn is_told_by(&self, other: &str) -> bool {
        let new = self.new_figures();
        let has = figures(other);
        let least = if new.is_empty() { SAME_IN_WORDS } else { SAME };
        new.iter().all(|figure| has.contains(figure)) && share(other, self.said) >= least
    }
}

/// Whether a new sentence gives another day, or another amount, of what an old one gives one of.
fn gives_otherwise(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let mut read = |text: &str| Statement::read(text, &mut lexicon);
    check::gives_another_date(old, new) || differ_in_amount(&read(new), &read(old))
}

/// What sentences of a section leave untold of what the news were found to say otherwise, where these are its texts: one that tells it is enough.
pub fn overlooked_in<'a>(
    notes: impl IntoIterator<Item = &'a NewsNote>,
    texts: &[String],
) -> impl Iterator<Item = Overlooked<'a>> {
    let notes = notes.into_iter().filter_map(Overlooked::of);
    notes.filter(move |one| {
        let mut with = texts
            .iter()
            .filter(|text| text.contains(one.sentence))
            .peekable();
        with.peek().is_some() && !with.any(|text| one.is_told_in(text))
    })
}

/// The same of the whole brief, as it is proposed.
#[must_use]
pub fn overlooked(study: &Study) -> Vec<Overlooked<'_>> {
    let notes: Vec<&NewsNote> = study.weighed.iter().collect();
    left_against(study, &notes)
}

/// The same of whatever news there were, for what stands to be told as it stands; but for the sentences that the analyst kept by refusing what was to come in
/// their place.
#[must_use]
pub fn left_standing(study: &Study) -> Vec<Overlooked<'_>> {
    let notes: Vec<&NewsNote> = study.said_otherwise().collect();
    let mut left = left_against(study, &notes);
    left.retain(|one| {
        let section = study.section(one.section);
        let mut refused = section.into_iter().flat_map(|section| &section.rejected);
        !refused.any(|refused| refused.before.contains(one.sentence))
    });
    let mut seen = HashSet::new();
    left.retain(|one| seen.insert((one.sentence, one.said)));
    left
}

fn left_against<'a>(study: &'a Study, notes: &[&'a NewsNote]) -> Vec<Overlooked<'a>> {
    if notes.is_empty() {
        return Vec::new();
    }
    let texts = study.texts(Reading::Candidate);
    let sections = (0..).map(SectionId).zip(&texts);
    sections
        .flat_map(|(section, text)| {
            let found = overlooked_in(notes.iter().copied(), std::slice::from_ref(text));
            found.filter(move |one| one.section == section)
        })
        // What was taken out again says nothing any more.
        .filter(|one| one.source.is_none_or(|source| study.is_current(source)))
        .collect()
}

/// What the news were found to say of the brief or beside it, and no text has a sentence of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Untold<'a> {
    pub said: Vec<&'a str>,
    /// None of the news is told.
    pub is_all: bool,
    /// The brief was not brought up to date: nothing is told, or not that something is denied or over.
    pub is_due: bool,
}

/// What of the news no text tells. A brief need not tell all that is new.
#[must_use]
pub fn untold(study: &Study) -> Untold<'_> {
    let texts = study.texts(Reading::Candidate);
    let is_news = |note: &&NewsNote| {
        let is_there = note.source.is_none_or(|source| study.is_current(source));
        is_there && (note.sentence.is_none() || note.differs)
    };
    let notes = study.weighed.iter().filter(is_news);
    let notes = notes.filter(|note| !is_done(&texts, note));
    let mut all: Vec<&str> = Vec::new();
    for said in notes.filter_map(|note| note.said.as_deref()) {
        if !all.contains(&said) {
            all.push(said);
        }
    }
    let count = all.len();
    // A model tells it in its own words.
    let in_other_words = |said: &str| study.has_model() && is_told_in_words(&texts, said);
    all.retain(|said| !is_told_in(&texts, said) && !in_other_words(said));
    let is_all = !all.is_empty() && all.len() == count;
    Untold {
        is_due: is_all || all.iter().any(|said| denies_or_ends(said)),
        is_all,
        said: all,
    }
}

/// Whether what news only took back, or said to be over, is in no text any more.
fn is_done(texts: &[String], note: &NewsNote) -> bool {
    let (Some(sentence), Some(said)) = (&note.sentence, &note.said) else {
        return false;
    };
    let known = figures(sentence);
    let takes_back = denies_or_ends(said) || check::discredits_something(said);
    let gives_more = figures(said).iter().any(|figure| !known.contains(figure));
    note.differs
        && takes_back
        && !gives_more
        && !is_told_in(texts, &citation::without_citations(sentence))
}

/// The same, each with the number by which its source is cited, where it has one.
#[must_use]
pub fn untold_with_sources(study: &Study) -> Vec<(Option<u32>, String)> {
    let number = |said: &str| {
        let mut notes = study.weighed.iter();
        let note = notes.find(|note| note.said.as_deref() == Some(said))?;
        study.number_of(note.source?)
    };
    let said = untold(study).said.into_iter();
    said.map(|said| (number(said), said.to_owned())).collect()
}

/// Whether a sentence denies something, or says that it is over or was called off.
fn denies_or_ends(said: &str) -> bool {
    let statement = Statement::read(said, &mut Lexicon::default());
    statement.polarity.ends() || check::tells_an_end(said)
}

/// Whether texts have a sentence of what the evidence says.
pub(super) fn is_told_in(texts: &[String], said: &str) -> bool {
    let claims = texts.iter().flat_map(|text| check::stated(text));
    let told: Vec<String> = claims.map(|claim| check::key(&claim.bare)).collect();
    let spans = check::sentences(said).into_iter();
    let mut all = spans.filter_map(|span| said.get(span)).map(check::key);
    all.any(|own| told.iter().any(|text| text.contains(&own)))
}

/// Whether a sentence of some texts tells what the evidence says, with all its figures and most of its words.
fn is_told_in_words(texts: &[String], said: &str) -> bool {
    let wanted = figures_now(said);
    let least = if wanted.is_empty() {
        SAME_IN_WORDS
    } else {
        SAME
    };
    texts.iter().any(|text| {
        let mut claims = check::stated(text).into_iter();
        claims.any(|claim| {
            let has = figures(&claim.bare);
            wanted.iter().all(|figure| has.contains(figure)) && share(&claim.bare, said) >= least
        })
    })
}

/// The figures of what the evidence says to be so: not the one that another of its kind stands in the place of, as in `8 months instead of 5 months`.
fn figures_now(said: &str) -> Vec<String> {
    let all = check::quantities(said);
    let signs = check::signs(said, None).into_iter();
    let former = signs.filter_map(|sign| match sign {
        check::Sign::NotTheValue(value) => Some(value),
        _ => None,
    });
    let former: Vec<check::Quantity> = former.collect();
    let is_former = |value: &check::Quantity| former.contains(value);
    let is_replaced = |value: &&check::Quantity| {
        let mut others = all.iter().filter(|other| !is_former(other));
        others.any(|other| match (value.amount(), other.amount()) {
            (Some(own), Some(other)) => own.unit.counts_same(&other.unit),
            (own, other) => own.is_none() && other.is_none(),
        })
    };
    let mut now = said.to_owned();
    for value in former.iter().rev().filter(is_replaced) {
        if now.get(value.span.clone()).is_some() {
            now.replace_range(value.span.clone(), " ");
        }
    }
    figures(&now)
}

/// Whether a sentence is about what the evidence said, in its words.
pub(super) fn is_about(sentence: &str, said: &str) -> bool {
    share(sentence, said) >= SAME
}

/// The share of the words of the shorter one that both have.
pub(super) fn share(a: &str, b: &str) -> f32 {
    let mut lexicon = Lexicon::default();
    let (a, b) = (lexicon.term_set(a), lexicon.term_set(b));
    let shared = a.iter().filter(|term| b.binary_search(term).is_ok());
    match a.len().min(b.len()) {
        0 => 0.0,
        least => shared.count() as f32 / least as f32,
    }
}

/// The figures of a text, without its citations.
pub(super) fn figures(text: &str) -> Vec<String> {
    let marks = citation::marks(text);
    let is_cited = |at: usize| marks.iter().any(|mark| mark.span.contains(&at));
    check::words(text)
        .filter(|span| !is_cited(span.start))
        .filter_map(|span| text.get(span))
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .map(check::plain)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Provenance, fixture};

    const SENTENCE: &str = "It employs 24 pipe fitters and needs 60 [7].";
    const SAID: &str = "It employs 37 pipe fitters.";

    fn note(sentence: &str, said: &str) -> NewsNote {
        NewsNote {
            sections: vec![SectionId(0)],
            sentence: Some(sentence.to_owned()),
            what: "new evidence differs on this".to_owned(),
            said: Some(said.to_owned()),
            differs: true,
            disputed: false,
            gives_way: false,
            source: None,
        }
    }

    fn is_overlooked(note: NewsNote, texts: &[&str]) -> bool {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        overlooked_in(&[note], &texts).next().is_some()
    }

    #[test]
    fn a_sentence_that_stands_alone_against_the_news_is_overlooked() {
        let new = || note(SENTENCE, SAID);
        assert!(is_overlooked(new(), &[SENTENCE]));
        let other = format!("{SENTENCE} Owners pay 37 euros for pipes [5].");
        assert!(is_overlooked(new(), &[&other]));
        // Its figure is told beside it, in other words.
        let told = format!("{SENTENCE} A newer source puts the pipe fitters at 37 [11].");
        assert!(!is_overlooked(new(), &[&told]));
        // One of the two texts tells it.
        assert!(!is_overlooked(new(), &[SENTENCE, &told]));
        let corrected = "It employs 37 pipe fitters [11].";
        assert!(!is_overlooked(new(), &[corrected]));
        let agrees = NewsNote {
            differs: false,
            ..new()
        };
        assert!(!is_overlooked(agrees, &[SENTENCE]));
    }

    #[test]
    fn of_what_the_evidence_says_the_sentence_in_question_is_known() {
        let said = "Falk Engineers put the cost of the works at 97 million euros. They say that the works take 36 months and not 30.";
        let one = Overlooked {
            section: SectionId(0),
            sentence: "The works would take 30 months [2].",
            said,
            source: None,
            is_plain: true,
        };
        assert_eq!(
            one.in_question(),
            "They say that the works take 36 months and not 30."
        );
        let alone = Overlooked { said: SAID, ..one };
        assert_eq!(alone.in_question(), SAID);
    }

    #[test]
    fn news_of_which_no_text_has_a_sentence_are_untold() {
        let study = |text: &str, said: &str| {
            let fact = NewsNote {
                sentence: None,
                ..note(SENTENCE, said)
            };
            Study::fold(&[
                fixture::opened("How many fitters are there?", &["Situation"]),
                Event::SectionWritten {
                    section: SectionId(0),
                    text: text.to_owned(),
                    warnings: Vec::new(),
                    provenance: Provenance::default(),
                },
                Event::NewsWeighed {
                    notes: vec![note(SENTENCE, SAID), fact],
                },
            ])
        };
        let none = study(SENTENCE, SAID);
        let none = untold(&none);
        assert_eq!(none.said, [SAID]);
        assert!(none.is_all && none.is_due);
        let told = "It employs 37 pipe fitters [11].";
        assert_eq!(untold(&study(told, SAID)), Untold::default());
        // Beside what is told, what is over is missed, and what is new beside it is not.
        for (said, expected) in [
            ("It no longer trains fitters.", true),
            ("It trains 4 fitters.", false),
        ] {
            let study = study(told, said);
            let untold = untold(&study);
            assert_eq!(untold.said, [said]);
            assert!(!untold.is_all);
            assert_eq!(untold.is_due, expected, "{said}");
        }
    }

    #[test]
    fn what_a_new_value_stands_in_the_place_of_need_not_be_told() {
        for (told, said, expected) in [
            (
                "The agency requires that 61,000 tonnes be removed, which takes about 8 months [11].",
                "Removal takes about 8 months instead of 5 months.",
                true,
            ),
            (
                "The agency requires that 61,000 tonnes be removed, which takes about 5 months [11].",
                "Removal takes about 8 months instead of 5 months.",
                false,
            ),
            (
                "The fee is now 12 euros [11].",
                "The fee is 12 euros rather than 9 euros.",
                true,
            ),
            (
                "The fee is now 12 euros [11].",
                "The fee is 12 euros and takes 3 days.",
                false,
            ),
        ] {
            assert_eq!(
                is_told_in_words(&[told.to_owned()], said),
                expected,
                "{told} {said}"
            );
        }
    }

    #[test]
    fn what_is_only_taken_back_is_told_by_what_is_taken_out() {
        let study = |text: &str, said: &str| {
            Study::fold(&[
                fixture::opened("How many fitters are there?", &["Situation"]),
                Event::SectionWritten {
                    section: SectionId(0),
                    text: text.to_owned(),
                    warnings: Vec::new(),
                    provenance: Provenance::default(),
                },
                Event::NewsWeighed {
                    notes: vec![note(SENTENCE, said)],
                },
            ])
        };
        let void = "The figure of 24 pipe fitters is no longer valid.";
        let other = "Plumbers earn 31,000 euros a year [7].";
        assert_eq!(untold(&study(other, void)), Untold::default());
        assert_eq!(untold(&study(SENTENCE, void)).said, [void]);
        assert_eq!(untold(&study(other, SAID)).said, [SAID]);
    }

    #[test]
    fn a_model_tells_news_in_its_own_words() {
        let told = "The works now employ 37 pipe fitters [11].";
        for (writer, expected) in [("lab/m", vec![]), ("extractive", vec![SAID])] {
            let study = Study::fold(&[
                fixture::opened("How many fitters are there?", &["Situation"]),
                Event::WriterChosen {
                    writer: writer.to_owned(),
                },
                Event::SectionWritten {
                    section: SectionId(0),
                    text: told.to_owned(),
                    warnings: Vec::new(),
                    provenance: Provenance::default(),
                },
                Event::NewsWeighed {
                    notes: vec![note(SENTENCE, SAID)],
                },
            ]);
            assert_eq!(untold(&study).said, expected, "{writer}");
        }
    }

    #[test]
    fn news_without_a_figure_are_known_by_their_words() {
        let advice = "The ministry advises households to use filters [3].";
        let new = || note(advice, "Filters do not remove lead.");
        assert!(is_overlooked(new(), &[advice]));
        let told = format!("{advice} Filters do not remove lead [11].");
        assert!(!is_overlooked(new(), &[&told]));
    }
}
