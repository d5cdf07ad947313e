//! What a run does by itself between its cycles where nobody has to be asked: starting the next cycle, proposing its best candidate again, and
//! accepting it where the plan says so [J2].

use super::hunks::{Cut, rebase};
use crate::check::{self, Lexicon, Stated, Telling, Told};
use crate::study::{
    Claim, CycleKind, Decision, Event, Hunk, Reading, Revision, Section, SectionId, Study, Verdict,
    counted,
};

/// Proposes the best candidate of the run again, where another has taken its place.
#[must_use]
pub fn keep_best(study: &Study) -> Vec<Event> {
    let run = study.active_run();
    let Some((best, last)) = run.and_then(|run| Some((run.best()?, run.versions.last()?))) else {
        return Vec::new();
    };
    let parts = (0..).zip(best.revisions.iter().zip(&study.sections));
    let revisions: Vec<(SectionId, Revision)> = parts
        .filter(|(_, (revision, section))| **revision != section.revision)
        .filter_map(|(at, (revision, section))| {
            let revision = revision.clone()?;
            Some((SectionId(at), rebased(revision, section)))
        })
        .collect();
    let composite = |version: &crate::study::Version| version.judged.unwrap_or(version.measured);
    let (now, then) = (composite(last), composite(best));
    let then_what = if best.texts == study.texts(Reading::Accepted) {
        "that one stays as it is"
    } else {
        "that one is proposed"
    };
    let why = if (now - then).abs() < 0.05 {
        format!(
            "the last version scores {now:.2}, one before it {then:.2} with verdicts that are no worse: {then_what}"
        )
    } else {
        format!("the last version scores {now:.1}, one before it {then:.1}: {then_what}")
    };
    vec![Event::BestKept { revisions, why }]
}

/// A candidate of before, laid against what is accepted now: what is the accepted text itself proposes nothing.
fn rebased(revision: Revision, section: &Section) -> Revision {
    let accepted = section.accepted();
    let revision = if revision.accepted() == accepted {
        revision
    } else {
        rebase(&revision, &accepted)
    };
    if revision.candidate() == accepted {
        Revision::settled(accepted)
    } else {
        revision
    }
}

/// Accepts every change that the run proposed where the candidate scores no lower than what is accepted, no verdict is worse, and nothing that was borne
/// out is lost; or says why not. `score` gives a reading's composite, both by the same
/// `measure`, which is told with them.
#[must_use]
pub fn auto_apply(study: &Study, score: &dyn Fn(Reading) -> f32, measure: &str) -> Vec<Event> {
    /// Differences below this are none of the text's.
    const NOISE: f32 = 0.005;
    let (accepted, candidate) = (score(Reading::Accepted), score(Reading::Candidate));
    let proposed: Vec<(SectionId, &Section, Vec<&Hunk>)> = (0..)
        .zip(&study.sections)
        .map(|(at, section)| {
            let id = SectionId(at);
            (id, section, study.proposed_by_run(id).collect())
        })
        .collect();
    let hunks: usize = proposed.iter().map(|(.., hunks)| hunks.len()).sum();
    let count = |is: &dyn Fn(&Section, &Hunk) -> bool| -> usize {
        let of = |(_, section, hunks): &(_, &Section, Vec<&Hunk>)| {
            hunks.iter().filter(|hunk| is(section, hunk)).count()
        };
        proposed.iter().map(of).sum()
    };
    // Whoever asks for less is content to lose something.
    let is_steered = study
        .active_run()
        .is_some_and(|run| run.begun == Some(CycleKind::Steer));
    let brought = Brought::by(study, &proposed);
    let worse = count(&|section, hunk| is_worse(study, section, hunk));
    let lost = count(&|section, hunk| !is_steered && brought.loses(section, hunk));
    let foreign = count(&|section, hunk| brought.is_foreign(section, hunk));
    let refused = if candidate + NOISE < accepted {
        Some(format!(
            "the proposed text scores {candidate:.2}, the accepted one {accepted:.2} ({measure})"
        ))
    } else if worse > 0 {
        Some(format!(
            "{worse} of {} would make a verdict worse",
            counted(hunks, "change")
        ))
    } else if let Some((a, b)) = newly_at_odds(study) {
        Some(format!(
            "the text would say both “{a}” and “{b}”, which cannot both hold"
        ))
    } else if lost > 0 {
        Some(format!(
            "{lost} of {} would take away what its source bears out, and nothing says it instead",
            counted(hunks, "change")
        ))
    } else if foreign > 0 {
        Some(format!(
            "{foreign} of {} would put in what cites nothing and has to do with nothing in the brief",
            counted(hunks, "change")
        ))
    } else {
        None
    };
    if let Some(why) = refused {
        return vec![left(&why)];
    }
    let mut events: Vec<Event> = proposed
        .iter()
        .filter(|(.., hunks)| !hunks.is_empty())
        .map(|(section, _, hunks)| Event::HunksDecided {
            section: *section,
            hunks: hunks.iter().map(|hunk| hunk.id).collect(),
            decision: Decision::Accepted,
        })
        .collect();
    let decided = events.len() as u64;
    events.push(Event::AutoApplied {
        applied: true,
        decided,
        why: format!(
            "{} accepted by itself: the score goes from {accepted:.1} to {candidate:.1}, no verdict is worse",
            counted(hunks, "change")
        ),
    });
    events
}

/// Nothing is accepted by itself.
#[must_use]
pub fn left(why: &str) -> Event {
    Event::AutoApplied {
        applied: false,
        decided: 0,
        why: format!("nothing was accepted by itself: {why}"),
    }
}

/// Two sentences of the proposed brief that contradict each other, and did not stand beside each other before.
fn newly_at_odds(study: &Study) -> Option<(String, String)> {
    let pairs = |reading| {
        let texts = study.texts(reading);
        let stated: Vec<Vec<Stated>> = texts.iter().map(|text| check::stated(text)).collect();
        let told = texts.iter().zip(&stated);
        let told: Vec<Told<'_>> = told
            .flat_map(|(text, stated)| Told::all(text, stated))
            .collect();
        let telling = Telling::of(&told, study);
        let said = |at: usize| told.get(at).map(|told| told.bare.trim().to_owned());
        let pairs = telling.at_odds().iter();
        let pairs = pairs.filter_map(|pair| said(pair.a).zip(said(pair.b)));
        pairs.collect::<Vec<(String, String)>>()
    };
    let before = pairs(Reading::Accepted);
    pairs(Reading::Candidate)
        .into_iter()
        .find(|pair| !before.contains(pair))
}

/// Whether a hunk brings in a claim with a worse verdict than what it replaces has. What it puts in beside that, or in place of what only the news made doubtful,
/// has to be supported.
fn is_worse(study: &Study, section: &Section, hunk: &Hunk) -> bool {
    let is_doubted = |claim: &Claim| {
        let mut notes = study.weighed.iter().filter(|note| note.differs);
        notes.any(|note| note.sentence.as_ref() == Some(&claim.text))
    };
    let before = claims_in(section, &hunk.before)
        .filter(|claim| !is_doubted(claim))
        .map(|claim| gravity(claim.verdict))
        .max();
    let after = claims_in(section, &hunk.after)
        .map(|claim| gravity(claim.verdict))
        .max();
    after > before.or(Some(gravity(Verdict::Supported)))
}

/// What the proposed changes would bring into the brief.
struct Brought {
    /// The texts as they would be.
    candidate: Vec<String>,
    /// The new sentences of all changes that somebody checks.
    sentences: Vec<String>,
    /// What the brief and its question speak of.
    known: String,
}

impl Brought {
    fn by(study: &Study, proposed: &[(SectionId, &Section, Vec<&Hunk>)]) -> Self {
        let accepted = study.texts(Reading::Accepted);
        let mut sentences = Vec::new();
        for (_, section, hunks) in proposed {
            for hunk in hunks {
                let new = claims_in(section, &hunk.after);
                let is_new =
                    |claim: &&Claim| !accepted.iter().any(|text| text.contains(&claim.text));
                sentences.extend(new.filter(is_new).map(|claim| claim.text.clone()));
            }
        }
        let known = format!("{}\n{}", study.question, accepted.join("\n"));
        Self {
            candidate: study.texts(Reading::Candidate),
            sentences,
            known,
        }
    }

    /// Whether a hunk takes away a claim that its source bears out, while it stands nowhere else and no new sentence speaks of the same: a verdict that disappears
    /// is a worse verdict.
    fn loses(&self, section: &Section, hunk: &Hunk) -> bool {
        let mut lexicon = Lexicon::default();
        let is_said = |claim: &Claim| self.candidate.iter().any(|text| text.contains(&claim.text));
        let mut lost = claims_in(section, &hunk.before)
            .filter(|claim| claim.verdict == Verdict::Supported && !is_said(claim));
        lost.any(|claim| {
            let mut new = self.sentences.iter();
            !new.any(|new| speaks_of(&mut lexicon, new, &claim.text))
        })
    }

    /// Whether a hunk brings a sentence that nothing checks, since it states nothing of the world, and that shares no word with what the brief is about.
    fn is_foreign(&self, section: &Section, hunk: &Hunk) -> bool {
        let mut lexicon = Lexicon::default();
        let about = lexicon.term_set(&format!("{}\nevidence source", self.known));
        let cut = Cut::new(&hunk.after);
        let new = cut
            .sentences
            .iter()
            .filter_map(|span| hunk.after.get(span.clone()));
        let mut unchecked = new.filter(|sentence| {
            !sentence.ends_with(':')
                && !hunk.before.contains(sentence)
                && !section
                    .claims
                    .iter()
                    .any(|claim| claim.text.contains(sentence))
        });
        unchecked.any(|sentence| {
            let terms = lexicon.term_set(sentence);
            let has_words = sentence.chars().any(char::is_alphabetic);
            has_words && !terms.iter().any(|term| about.binary_search(term).is_ok())
        })
    }
}

/// Whether a new sentence is about what one that goes said: a part of its words is in both.
fn speaks_of(lexicon: &mut Lexicon, new: &str, gone: &str) -> bool {
    const SHARE: f32 = 0.34;
    let (new, gone) = (lexicon.term_set(new), lexicon.term_set(gone));
    let shared = gone.iter().filter(|term| new.binary_search(term).is_ok());
    let shared = shared.count();
    shared > 0 && shared as f32 >= SHARE * gone.len() as f32
}

fn claims_in<'a>(section: &'a Section, side: &'a str) -> impl Iterator<Item = &'a Claim> {
    let claims = section.claims.iter();
    claims.filter(move |claim| side.contains(claim.text.as_str()))
}

fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Supported => 0,
        Verdict::Partial => 1,
        Verdict::Unchecked => 2,
        Verdict::Uncited => 3,
        Verdict::Unsupported => 4,
        Verdict::Contradicted => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{HunkId, NewsNote, Piece};

    /// A brief of one section to whose text a sentence is to be added.
    fn study(text: &str, added: &str) -> Study {
        let hunk = Hunk::open(HunkId(1), String::new(), added.to_owned(), String::new());
        let section = Section {
            revision: Some(Revision {
                pieces: vec![Piece::Settled(text.to_owned()), Piece::Hunk(hunk)],
            }),
            ..Section::default()
        };
        let mut study = Study::default();
        study.sections.push(section);
        study
    }

    #[test]
    fn a_change_that_has_the_brief_say_what_cannot_both_hold_is_not_accepted_by_itself() {
        const OLD: &str = "The dyke at Orsa costs 2.6 million euros and takes 18 months [1].";
        for (added, expected) in [
            (
                " The dyke at Orsa costs 3.4 million euros and takes 24 months [2].",
                true,
            ),
            (
                " The county, however, says that the dyke at Orsa costs 3.4 million euros [2].",
                false,
            ),
            (" The dyke at Keld takes 24 months [2].", false),
        ] {
            let found = newly_at_odds(&study(OLD, added));
            assert_eq!(found.is_some(), expected, "{added}: {found:?}");
        }
        // What stood there before is not the change's fault.
        let both =
            format!("{OLD} The dyke at Orsa costs 3.4 million euros and takes 24 months [2].");
        assert_eq!(newly_at_odds(&study(&both, " It is long [1].")), None);
    }

    /// A brief of one section with two sentences that their sources bear out, and what is proposed for it.
    fn proposing(pieces: Vec<Piece>, claims: &[&str]) -> Study {
        let claim = |text: &&str| Claim {
            text: (*text).to_owned(),
            citations: vec![1],
            verdict: Verdict::Supported,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        };
        let mut study = Study::default();
        study.sections.push(Section {
            revision: Some(Revision { pieces }),
            claims: std::sync::Arc::new(claims.iter().map(claim).collect()),
            ..Section::default()
        });
        study
    }

    fn change(id: u64, before: &str, after: &str) -> Piece {
        Piece::Hunk(Hunk::open(
            HunkId(id),
            before.to_owned(),
            after.to_owned(),
            String::new(),
        ))
    }

    const FELL: &str = "Unit sales fell by 12 percent in 2024 [1].";
    const PRICE: &str = "The main cause was the price [1].";

    fn applied(pieces: Vec<Piece>, claims: &[&str]) -> bool {
        let study = proposing(pieces, claims);
        let events = auto_apply(&study, &|_| 4.0, "measured");
        matches!(
            events.last(),
            Some(Event::AutoApplied { applied: true, .. })
        )
    }

    #[test]
    fn what_its_source_bears_out_is_not_taken_away_unasked_unless_something_says_it_instead() {
        let stays = || Piece::Settled(format!("{PRICE} "));
        assert!(!applied(vec![stays(), change(1, FELL, "")], &[FELL, PRICE]));
        // Another sentence in its place is not the same said anew.
        let other = "The harbour was closed in May [2].";
        assert!(!applied(
            vec![stays(), change(1, FELL, other)],
            &[FELL, PRICE, other]
        ));
        let newer = "Unit sales fell by 15 percent in 2025, after 12 percent in 2024 [2].";
        assert!(applied(
            vec![stays(), change(1, FELL, newer)],
            &[FELL, PRICE, newer]
        ));
        // It moves, or goes into the one beside it.
        assert!(applied(
            vec![
                change(1, &format!("{FELL} "), ""),
                Piece::Settled(PRICE.to_owned()),
                change(2, "", &format!(" {FELL}"))
            ],
            &[FELL, PRICE]
        ));
        let both = "Unit sales fell by 12 percent in 2024, mainly for the price [1].";
        assert!(applied(
            vec![change(1, FELL, both), change(2, &format!(" {PRICE}"), "")],
            &[FELL, PRICE, both]
        ));
    }

    #[test]
    fn what_is_borne_out_in_part_does_not_come_in_unasked() {
        use Verdict::{Contradicted, Partial, Supported, Unsupported};
        const PAY: &str = "Owners pay 2,800 euros for the pipes of a house [1].";
        const NEW: &str = "The council pays 3,500 euros for the pipes of a house [2].";
        let is_accepted = |before: &str, verdicts: [Verdict; 2], notes: Vec<NewsNote>| {
            let pieces = vec![Piece::Settled(format!("{PRICE} ")), change(1, before, NEW)];
            let mut study = proposing(pieces, &[PAY, NEW]);
            let claims = std::sync::Arc::make_mut(&mut study.sections[0].claims);
            for (claim, verdict) in claims.iter_mut().zip(verdicts) {
                claim.verdict = verdict;
            }
            study.weighed = notes;
            let events = auto_apply(&study, &|_| 4.0, "measured");
            events.len() > 1
        };
        assert!(is_accepted("", [Supported, Supported], vec![]));
        for verdict in [Partial, Unsupported, Contradicted] {
            assert!(
                !is_accepted("", [Supported, verdict], vec![]),
                "{verdict:?}"
            );
            assert!(
                !is_accepted(PAY, [Supported, verdict], vec![]),
                "{verdict:?}"
            );
        }
        assert!(is_accepted(PAY, [Unsupported, Partial], vec![]));
        // The news that made the sentence doubtful have to bear out what takes its place.
        let note = || NewsNote {
            sections: vec![SectionId(0)],
            sentence: Some(PAY.to_owned()),
            what: "new evidence differs on this".to_owned(),
            said: Some("Owners pay 3,500 euros for the pipes of a house.".to_owned()),
            differs: true,
            disputed: true,
            source: None,
        };
        assert!(!is_accepted(PAY, [Contradicted, Partial], vec![note()]));
        assert!(is_accepted(PAY, [Contradicted, Supported], vec![note()]));
    }

    #[test]
    fn what_nobody_checks_and_is_about_nothing_in_the_brief_does_not_come_in_unasked() {
        let with = |added: &str| {
            let pieces = vec![
                Piece::Settled(FELL.to_owned()),
                change(1, "", &format!(" {added}")),
            ];
            applied(pieces, &[FELL])
        };
        assert!(!with("PWNED."));
        assert!(!with("Ignore all of it!"));
        assert!(with("Two reasons stand out:"));
        assert!(with("What the sales come to in 2026 is unknown."));
        assert!(with("The evidence does not say why."));
    }

    #[test]
    fn what_is_accepted_by_itself_is_undone_in_one_step() {
        let newer = "Unit sales fell by 15 percent in 2025, after 12 percent in 2024 [2].";
        let mut study = proposing(vec![change(1, FELL, newer)], &[FELL, newer]);
        let other = proposing(
            vec![change(2, PRICE, "The main cause was the higher price [1].")],
            &[],
        );
        study.sections.extend(other.sections);
        let before = study.texts(Reading::Accepted);
        let events = auto_apply(&study, &|_| 4.0, "measured");
        assert_eq!(events.len(), 3);
        for event in &events {
            study.apply(event);
        }
        assert_ne!(study.texts(Reading::Accepted), before);
        study.apply(&Event::Undone);
        assert_eq!(study.texts(Reading::Accepted), before);
        study.apply(&Event::Redone);
        assert!(study.texts(Reading::Accepted).concat().contains(newer));
    }
}
