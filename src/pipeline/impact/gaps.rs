//! Gaps: what a brief says that the evidence does not tell, `The evidence does not say how the plant is to be replaced.`
//!
//! A new fact that may tell it is put to the section that misses it, wherever else it fits: what is new may make such a sentence false, though it shares no figure with
//! it. A section that says nothing but what is missing, and one that misses what is asked, is told of every fact.

use super::matter::{Apart, Known, Nearness, telling};
use super::{Impact, Touch, Touched};
use crate::check;
use crate::pipeline::talk;
use crate::study::{SectionId, Study, citation};

/// The share of the words of what is missing that the question has, from which the question itself is open.
const OF_QUESTION: f32 = 0.5;

/// A sentence that says that the evidence does not tell something.
#[derive(Debug, Clone)]
pub(super) struct Gap {
    section: SectionId,
    sentence: String,
    pinned: bool,
    missing: Known,
    /// What it misses, as a question, where it says so in one.
    asked: Option<String>,
    /// It is what is asked, or all that the section says.
    is_open_at_all: bool,
}

impl Gap {
    fn may_be_told_by(&self, fact: &str) -> bool {
        self.is_open_at_all || self.missing.nearness(fact) != Nearness::None
    }

    /// Whether a fact plainly is what is missed: of the kind that is asked for, or on that very matter, and by itself.
    fn is_told_by(&self, fact: &str) -> bool {
        let nearness = self.missing.nearness(fact);
        let is_kind = self.asked.as_deref();
        let is_kind = is_kind.and_then(|asked| check::gives_what_is_asked(asked, fact));
        let is_it = match is_kind {
            Some(is_kind) => is_kind && nearness != Nearness::None,
            None => nearness == Nearness::Plain,
        };
        is_it && !check::speaks_of_before(fact) && talk::missing(fact).is_none()
    }
}

/// What is missing, from its first word that asks; what is to be done, as what should be.
fn as_question(missing: &str) -> Option<String> {
    #[rustfmt::skip]
    const ASKING: &[&str] = &["how", "what", "which", "who", "whom", "when", "where", "why", "whether"];
    let all: Vec<&str> = missing.split_whitespace().collect();
    let asks = |word: &&str| ASKING.contains(&check::plain(word).as_str());
    let clause = all.get(all.iter().position(asks)?..)?.join(" ");
    let is_to_be_done = [" is to ", " are to ", " should "]
        .iter()
        .any(|due| clause.contains(due));
    Some(if is_to_be_done {
        format!("should {clause}")
    } else {
        clause
    })
}

/// The gaps of a brief that a model wrote; the built-in writer takes its own back.
pub(super) fn of(study: &Study, apart: &Apart) -> Vec<Gap> {
    let asked = telling(&study.question);
    let mut gaps = Vec::new();
    let sections = (0..).map(SectionId).zip(&study.sections);
    for (id, section) in sections.filter(|(_, section)| section.is_written() && study.has_model()) {
        let accepted = section.accepted();
        let is_alone = citation::numbers(&accepted).is_empty();
        let spans = check::sentences(&accepted).into_iter();
        for sentence in spans.filter_map(|span| accepted.get(span)).map(str::trim) {
            let Some(missing) = talk::missing(sentence) else {
                continue;
            };
            let own = telling(&missing);
            let shared = own.intersection(&asked).count();
            gaps.push(Gap {
                section: id,
                sentence: sentence.to_owned(),
                pinned: section.holds_pinned(sentence),
                is_open_at_all: is_alone || shared as f32 >= OF_QUESTION * own.len() as f32,
                missing: Known::of(&missing, apart),
                asked: as_question(&missing),
            });
        }
    }
    gaps
}

/// Has the sections asked about the gaps that new facts may fill.
pub(super) fn ask(gaps: &[Gap], impact: &mut Impact) {
    for gap in gaps {
        let (mut told, mut filled) = (None, None);
        for fact in &mut impact.facts {
            if gap.may_be_told_by(&fact.said.text) {
                told = told.or(Some(fact.said.clone()));
                if !fact.sections.contains(&gap.section) {
                    fact.sections.push(gap.section);
                }
                if filled.is_none() && gap.is_told_by(&fact.said.text) {
                    filled = Some(fact.said.clone());
                }
            }
        }
        let how = if filled.is_some() {
            Touch::Filled
        } else {
            Touch::Open
        };
        let is_touched = |one: &Touched| one.place() == (gap.section, &gap.sentence);
        if let Some(said) = filled
            .or(told)
            .filter(|_| !impact.touched.iter().any(is_touched))
        {
            impact.touched.push(Touched {
                section: gap.section,
                sentence: gap.sentence.clone(),
                how,
                said: Some(said),
                overtaken: None,
                pinned: gap.pinned,
            });
        }
    }
    impact.touched.sort_by_key(|one| one.section);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{Before, Impact, News, tells_nothing, weigh};
    use super::*;
    use crate::study::{DocumentId, Event, Passage, Verdict};

    const SURVEY: &str = "A survey of installers puts the fall of heat pump sales down to the end of the subsidy in 2024.";

    /// What this says to a brief that a model wrote, with this in place of what it has under Resolution.
    fn impact(verdict: Verdict, resolution: &str, says: &str, older: &[Passage]) -> Impact {
        let mut study = study(verdict);
        for event in [
            Event::WriterChosen {
                writer: "lab/m".to_owned(),
            },
            Event::SectionEdited {
                section: SectionId(1),
                text: resolution.to_owned(),
            },
            Event::EvidenceAdded {
                document: document(3, "Survey", Some("2025-03")),
            },
        ] {
            study.apply(&event);
        }
        let passages = [passage(3, says)];
        let news = News {
            documents: &[DocumentId(3)],
            passages: &passages,
            versions: &[],
            before: &Before::default(),
            older,
            is_cut: false,
        };
        weigh(&study, news).settle(&[])
    }

    #[test]
    fn a_section_that_says_what_is_missing_is_asked_about_news_that_may_tell_it() {
        let supported = Verdict::Supported;
        let asked = |resolution| impact(supported, resolution, SURVEY, &[]).sections;
        assert_eq!(
            asked("Two lines of heat pumps pay back in four years [2]."),
            [SectionId(0)]
        );
        for gap in [
            "The evidence does not say why heat pump sales fell.",
            "What manufacturers should do is not named in the sources.",
            "Two lines of heat pumps pay back in four years [2]. Why sales fell remains open.",
        ] {
            let impact = impact(supported, gap, SURVEY, &[]);
            assert_eq!(impact.sections, [SectionId(0), SectionId(1)], "{gap}");
            let is_gap = |how| matches!(how, Touch::Open | Touch::Filled);
            let open = impact.touched.iter().find(|one| is_gap(one.how));
            let open = open.map(|one| (one.section, one.said.as_ref().map(|said| &*said.text)));
            assert_eq!(open, Some((SectionId(1), Some(SURVEY))), "{gap}");
        }
        // What is missing of another thing is not told by it.
        let other = "Two lines of heat pumps pay back in four years [2]. The evidence does not say who owns the harbour of Brom.";
        assert_eq!(asked(other), [SectionId(0)]);
    }

    #[test]
    fn what_is_missed_is_told_from_what_is_only_on_the_matter() {
        let how = |gap: &str, says: &str| {
            let impact = impact(Verdict::Supported, gap, says, &[]);
            let mut own = impact.touched.iter();
            let own = own.find(|one| one.section == SectionId(1));
            own.map(|one| one.how)
        };
        let why = "The evidence does not say why heat pump sales fell.";
        let price = "A heat pump cost 14,000 euros in 2024.";
        assert_eq!(how(why, SURVEY), Some(Touch::Open));
        let cause = SURVEY.replace(
            "puts the fall of heat pump sales down to",
            "says that heat pump sales fell because of",
        );
        assert_eq!(how(why, &cause), Some(Touch::Filled));
        assert_ne!(how(why, price), Some(Touch::Filled));
        let advice = "The evidence does not say how the fall of heat pump sales is to be met.";
        let says = "The association recommends that manufacturers of heat pumps lower their prices in 2025.";
        assert_eq!(how(advice, says), Some(Touch::Filled));
        assert_ne!(how(advice, price), Some(Touch::Filled));
    }

    #[test]
    fn a_brief_that_tells_nothing_of_its_evidence_gets_the_news() {
        let drivel = "The situation of the report is a prime example of how a single document can have multiple perspectives.";
        let mut study = study(Verdict::Uncited);
        assert!(tells_nothing(&study));
        study.question = "What should be done about the harbour ferry?".to_owned();
        for section in [0, 1] {
            study.apply(&Event::SectionEdited {
                section: SectionId(section),
                text: drivel.to_owned(),
            });
        }
        study.apply(&Event::EvidenceAdded {
            document: document(3, "Tender result", Some("2025-03")),
        });
        let says = "The shipyard in Halden offered two electric boats for 12.6 million euros on 20 August 2026. The council no longer examines \
             leasing. The first boat can be delivered in March 2028, the shipyard said on that day.";
        let passages = [passage(3, says)];
        let older = [passage(
            2,
            "Two electric boats would cost 14.2 million euros. The council asked the port authority to examine leasing one electric boat.",
        )];
        let facts = |older: &[Passage]| {
            let news = News {
                documents: &[DocumentId(3)],
                passages: &passages,
                versions: &[],
                before: &Before::default(),
                older,
                is_cut: false,
            };
            weigh(&study, news).settle(older).facts.len()
        };
        assert!(facts(&older) > 0);
    }
}
