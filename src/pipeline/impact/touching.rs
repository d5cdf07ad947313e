//! Touching: the sentences of the brief that news touch, by all the rules on that, each left what those before it have found.

use std::collections::HashSet;

use super::outdating::Outdating;
use super::replacing::says_nothing_otherwise;
use super::{
    BRIEF, Before, NEW, News, Said, Standing, Touch, Touched, advised, changed, claims_of,
    disputed, evidence, facts, overtaken, repeated, said, same, versions,
};
use crate::check::{self, Checker, Index};
use crate::study::{Section, SectionId, Study, Verdict};

/// What news do to the sentences of a brief.
pub(super) struct Found {
    pub(super) touched: Vec<Touched>,
    /// New sentences that are older than what the brief says in their place.
    pub(super) known: Vec<Said>,
    /// What the brief has seen of the news, where some of their sentences only say once more what it says.
    pub(super) before: Option<Before>,
}

/// Sentences of a brief and of what is new, side by side.
pub(super) fn index<'p>(standing: &'p [Standing], news: News<'p>) -> Index<'p> {
    Index::new(
        standing
            .iter()
            .map(|claim| evidence(BRIEF, &claim.passage))
            .chain(news.passages.iter().map(|passage| evidence(NEW, passage))),
    )
}

/// The sentences of open changes that news speak against.
pub(super) fn proposed(study: &Study, news: News<'_>) -> Vec<Touched> {
    if study.open_hunks() == 0 {
        return Vec::new();
    }
    let standing = super::standing(study);
    let is_accepted = |claim: &Standing| standing.iter().any(|one| one.place() == claim.place());
    let mut open = claims_of(study, Section::candidate);
    open.retain(|claim| !is_accepted(claim));
    if open.is_empty() {
        return Vec::new();
    }
    let index = index(&open, news);
    let mut touched = found(study, &open, &index, news).touched;
    touched.retain(|one| one.differs() && one.how.source().is_none() && one.said.is_some());
    touched
}

/// The sentences that are touched by what is new.
pub(super) fn found(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
) -> Found {
    /// How often it is looked again at what else touches the brief, where some of it only repeats what that says.
    const MOST: usize = 3;
    let all = facts::known(study);
    let outdating = Outdating::read(study, standing, index);
    let mut before: Option<Before> = None;
    let mut rounds = 0;
    loop {
        let seen = News {
            before: before.as_ref().unwrap_or(news.before),
            ..news
        };
        let (touched, known) = touched_by(study, standing, index, (seen, &outdating));
        let repeated = repeated::among(&all, &touched);
        if repeated.is_empty() || rounds == MOST {
            return Found {
                touched,
                known,
                before,
            };
        }
        rounds += 1;
        let seen = before.get_or_insert_with(|| news.before.clone());
        for said in repeated {
            seen.add(said.document, &said.text);
        }
    }
}

fn touched_by(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    (news, outdating): (News<'_>, &Outdating),
) -> (Vec<Touched>, Vec<Said>) {
    let by_rules = (news, outdating);
    let mut touched = withdrawn(study, standing);
    touched.extend(versions::no_longer_said(study, standing, news));
    let mut overtaken = overtaken::found(study, standing, index, news);
    let is_known = |claim: &Standing| overtaken.iter().any(|one| one.place() == claim.place());
    let changed = changed::found(study, standing, index, by_rules, &is_known);
    overtaken.extend(changed);
    let (disputed, known) = disputed::found(study, standing, index, news, &overtaken);
    touched.extend(overtaken);
    touched.extend(disputed);
    touched.extend(borne_out(study, standing, news));
    let said: Vec<&Said> = touched.iter().filter_map(|one| one.said.as_ref()).collect();
    let sentences: HashSet<(SectionId, &str)> = touched.iter().map(Touched::place).collect();
    let is_touched = |claim: &Standing| sentences.contains(&claim.place());
    let told: Vec<&Said> = said.into_iter().chain(&known).collect();
    let mut otherwise = same::spoken_of(study, standing, index, news, &told, &is_touched);
    let advised = advised::found(study, standing, index, news, &told, &is_touched);
    // That who advises something advises otherwise says more than that both are about the same.
    otherwise.retain(|one| !advised.iter().any(|other| other.place() == one.place()));
    touched.extend(otherwise);
    touched.extend(advised);
    let outdated = changed::outdated(study, standing, index, by_rules, &touched);
    touched.retain(|one| !outdated.iter().any(|other| other.place() == one.place()));
    touched.extend(outdated);
    touched.retain(|one| !says_nothing_otherwise(study, standing, index, one));
    touched.extend(changed::told_again(study, standing, index, &touched));
    touched.extend(overtaken::falling(study, standing, &touched));
    (touched, known)
}

/// Sentences that cite a source which is gone.
fn withdrawn(study: &Study, standing: &[Standing]) -> Vec<Touched> {
    let sections = (0..study.sections.len()).map(SectionId);
    let gone_in = |section| {
        let gone = study.withdrawn_in(section);
        gone.iter().map(|(number, _)| *number).collect()
    };
    let gone: Vec<HashSet<u32>> = sections.map(gone_in).collect();
    let mut touched = Vec::new();
    for claim in standing {
        let Some(gone) = gone.get(claim.section.0) else {
            continue;
        };
        let cited = claim.stated.citations.iter().copied();
        let cited = cited.filter(|number| gone.contains(number));
        touched.extend(cited.map(|number| claim.touched(Touch::Withdrawn(number), None)));
    }
    touched
}

/// Sentences that nothing bore out, and that new evidence does.
fn borne_out(study: &Study, standing: &[Standing], news: News<'_>) -> Vec<Touched> {
    let is_open = |claim: &&Standing| {
        !matches!(
            claim.verdict(study),
            Verdict::Supported | Verdict::Unchecked
        )
    };
    let open: Vec<&Standing> = standing.iter().filter(is_open).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let mut checker = Checker::new(news.passages.iter().map(|passage| evidence(NEW, passage)));
    let mut touched = Vec::new();
    for claim in open {
        let found = checker.judge(&claim.stated.bare, &[NEW]);
        let said = found.evidence.and_then(|quote| said(news.passages, &quote));
        let is_moved = |said: &Said| check::gives_another_date(&claim.stated.bare, &said.text);
        if found.verdict == Verdict::Supported && !said.as_ref().is_some_and(is_moved) {
            touched.push(claim.touched(Touch::BorneOut, said));
        }
    }
    touched
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::weigh;
    use super::*;
    use crate::pipeline::hunks;
    use crate::study::{DocumentId, Event, Provenance};

    #[test]
    fn an_open_change_that_the_news_contradict_is_found() {
        let section = SectionId(0);
        let stands = "The environment agency requires that the soil be removed [1].";
        let proposed = "The environment agency requires that the soil be removed [1]. Removal of the soil takes about 5 months [1].";
        let mut study = study(Verdict::Supported);
        study.question = "What should Norhaven do about the soil?".to_owned();
        study.apply(&Event::SectionEdited {
            section,
            text: stands.to_owned(),
        });
        let revision = hunks::revise(stands, proposed, study.next_hunk(), &|_, _| String::new());
        study.apply(&Event::RevisionProposed {
            section,
            revision,
            warnings: Vec::new(),
            provenance: Provenance::default(),
        });
        study.apply(&Event::EvidenceAdded {
            document: document(3, "Agency", Some("2026-03-03")),
        });
        for (says, expected) in [
            ("Removal of the soil takes about 8 months.", 1),
            ("Removal of the soil takes about 5 months.", 0),
        ] {
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
            assert_eq!(impact.proposed.len(), expected, "{says}: {impact:?}");
        }
    }
}
