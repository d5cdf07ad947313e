//! What the journal and the library keep, told in lines: what was sent, earlier texts, calls, figures, who can write, and the other studies.

use super::dialogue::{Listed, Look, Picks, Then, Wish, sentences};
use super::looking::{SHORT, Told, list, look_at};
use super::told;
use crate::clean;
use crate::clock;
use crate::pipeline::Account;
use crate::study::{
    Command, Edition, Envelope, Measure, SectionId, Steps, Study, StudyId, Tally, counted,
    measured_editions, study_at,
};
use crate::tui::layers::{context, step_name, texts};
use crate::tui::search::Search;
use crate::workbench::{Choice, Keeping, Workbench};

/// What the writer was sent for a section, passage by passage.
pub(super) fn sent(study: &Study, section: SectionId) -> Told {
    let known = study
        .section(section)
        .and_then(|known| known.provenance.as_ref());
    let Some(sent) = known.and_then(|provenance| provenance.sent.as_ref()) else {
        return (vec!["Nothing was given for it.".to_owned()], None);
    };
    let mut lines = vec![format!("Searched for: {}", clean::line(&sent.query, 1000))];
    lines.extend(
        sent.notes
            .iter()
            .map(|note| format!("{}.", clean::line(note, SHORT))),
    );
    let rows = sent.passages.iter().map(|passage| {
        let title = study.document(passage.document);
        let title = title.map_or("", |document| document.title.as_str());
        let fate = match passage.fate.detail() {
            detail if detail.is_empty() => passage.fate.name().to_owned(),
            detail => format!("{}: {detail}", passage.fate.name()),
        };
        let line = format!(
            "{}, {}. {fate}. “{}”",
            clean::line(title, SHORT),
            clean::line(&passage.locator, SHORT),
            clean::line(&passage.opening, SHORT)
        );
        (line, look_at(Look::Passage(passage.passage, None)))
    });
    let (told, picks) = list(
        "No passage was given.",
        "Type a number to hear the passage.",
        rows.collect(),
    );
    lines.extend(told);
    (lines, picks)
}

/// The texts that the brief has had, newest first.
fn editions(workbench: &Workbench, journal: &[Envelope]) -> Vec<Edition> {
    let measure = workbench.measure_of_past();
    let measure: &Measure<'_> = &measure;
    let mut editions = measured_editions(journal, measure);
    editions.reverse();
    editions
}

pub(super) fn history(workbench: &mut Workbench) -> Told {
    let Some(journal) = workbench.journal() else {
        return (vec![], None);
    };
    let rows = editions(workbench, &journal).into_iter().map(|edition| {
        let score = match edition.score {
            Some((score, true)) => format!(", judged {score:.1}"),
            Some((score, false)) => format!(", measured {score:.1}"),
            None => String::new(),
        };
        let line = format!(
            "{}: {}, by {}{score}.",
            clock::local(edition.at),
            clean::line(&edition.what, SHORT),
            clean::line(&edition.by, SHORT)
        );
        (line, look_at(Look::Edition(edition.seq)))
    });
    list("No text yet.", "Type the number of a text.", rows.collect())
}

/// What can be done with an earlier text.
pub(super) fn edition(workbench: &mut Workbench, at: u64) -> Told {
    let Some(journal) = workbench.journal() else {
        return (vec![], None);
    };
    let known = editions(workbench, &journal)
        .into_iter()
        .find(|edition| edition.seq == at);
    let Some(known) = known else {
        return (vec![], None);
    };
    let past = study_at(&journal, at);
    let sections = workbench.study().changed_since(&past, known.reading);
    let answers = vec![
        ("hear it", Then::Do(vec![Wish::Say(told::brief(&past))])),
        (
            "hear what differs from the text now",
            look_at(Look::Differences(at)),
        ),
        (
            "put it back in place of the text now",
            Then::Do(vec![Wish::Execute(Command::Restore { at, sections })]),
        ),
        (
            "go on from it in a new study",
            Then::Do(vec![Wish::Fork(at)]),
        ),
        ("back", Then::Back),
    ];
    (
        vec![],
        Some(Picks {
            stays: true,
            ..Picks::answers(answers)
        }),
    )
}

/// The sentences that only one of two texts has.
pub(super) fn differences(workbench: &mut Workbench, at: u64) -> Vec<String> {
    let Some(journal) = workbench.journal() else {
        return vec![];
    };
    let past = study_at(&journal, at);
    let (then, now) = (sentences::all(&past), sentences::all(workbench.study()));
    let mut lines = Vec::new();
    for (lead, ones, others) in [("Only then", &then, &now), ("Only now", &now, &then)] {
        for one in ones {
            if !others.iter().any(|other| other.text == one.text) {
                let title = told::title(workbench.study(), one.section);
                lines.push(format!("{lead}, in {title}: {}", clean::stored(&one.text)));
            }
        }
    }
    if lines.is_empty() {
        lines.push("The two texts are the same.".to_owned());
    }
    lines
}

pub(super) fn trace(workbench: &mut Workbench) -> Told {
    let Some(journal) = workbench.journal() else {
        return (vec![], None);
    };
    let steps = Steps::of(&journal);
    let rows = steps.iter().rev().map(|step| {
        let usage = step.usage;
        let tokens = match usage.prompt_tokens + usage.completion_tokens {
            0 => String::new(),
            _ => format!(
                ", {} tokens in, {} out",
                usage.prompt_tokens, usage.completion_tokens
            ),
        };
        let why = match step.why.as_str() {
            "" => String::new(),
            why => format!(": {}", clean::line(why, SHORT)),
        };
        let line = format!(
            "{}, {}, by {}{tokens}, {}{why}.",
            clock::local(step.at),
            step_name(step),
            clean::line(&step.writer, SHORT),
            step.outcome.name()
        );
        (line, look_at(Look::Call(step.seq)))
    });
    list(
        "No calls yet.",
        "Type the number of a call to hear all of it.",
        rows.collect(),
    )
}

/// A call with what was asked, sent and replied.
pub(super) fn call(workbench: &mut Workbench, at: u64) -> Vec<String> {
    let journal = workbench.journal().unwrap_or_default();
    let Some(found) = journal.iter().find(|envelope| envelope.seq == at) else {
        return vec![];
    };
    let (asked, replied, sent) = texts(&found.event);
    let context = sent.as_ref().map(context).unwrap_or_default();
    let mut lines = Vec::new();
    for (name, text) in [
        ("Asked:", asked),
        ("Context:", context),
        ("Replied:", replied),
    ] {
        if !text.trim().is_empty() {
            lines.push(name.to_owned());
            lines.extend(
                text.trim()
                    .lines()
                    .map(|line| clean::stored(line).into_owned()),
            );
        }
    }
    if lines.is_empty() {
        lines.push("Nothing more is kept of it.".to_owned());
    }
    lines
}

pub(super) fn stats(workbench: &mut Workbench) -> Vec<String> {
    let Some(journal) = workbench.journal() else {
        return vec![];
    };
    let tally = Tally::of(&journal);
    let account = Account {
        tally: &tally,
        prices: workbench.prices(),
    };
    vec![
        format!("Calls: {}.", account.calls()),
        format!("Tokens: {}.", account.tokens()),
        format!("Cost: {}.", account.cost()),
        format!("Time: {}.", account.time()),
        format!("Budget: {}.", workbench.study().ceilings.told()),
    ]
}

/// Who can write, once the servers have said so.
pub(super) fn writers(workbench: &Workbench, choices: Vec<Choice>) -> Told {
    let rows = choices.into_iter().map(|choice| {
        let is_now = if choice.writer == workbench.writer() {
            ", writes now"
        } else {
            ""
        };
        let line = format!(
            "{}, {}{is_now}.",
            clean::line(&choice.writer, SHORT),
            clean::line(&choice.place, SHORT)
        );
        (line, Then::Do(vec![Wish::ChooseWriter(choice.writer)]))
    });
    let (lines, picks) = list(
        "Nobody.",
        "Type the number of who is to write.",
        rows.collect(),
    );
    (lines, picks.map(Picks::once))
}

pub(super) fn addresses(workbench: &mut Workbench) -> Told {
    let named = workbench.named_addresses().unwrap_or_default();
    let rows = named.into_iter().map(|named| {
        let more = match named.more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let line = format!(
            "{}, named by {}{more}.",
            clean::line(&named.address, SHORT),
            clean::line(&named.by, SHORT)
        );
        (line, Then::Do(vec![Wish::AddEvidence(vec![named.address])]))
    });
    list(
        "The evidence names no address.",
        "Type the number of an address to fetch it.",
        rows.collect(),
    )
}

pub(super) fn studies(workbench: &mut Workbench, listed: Listed) -> Told {
    let own = workbench.id();
    let mut studies = workbench.studies();
    studies.retain(|study| match listed {
        Listed::Open => !study.is_deleted,
        Listed::Delete => !study.is_deleted && study.id != own,
        Listed::Undelete => study.is_deleted,
    });
    let rows = studies.into_iter().map(|study| {
        let line = format!(
            "{}, {} of {} written.",
            clean::line(&study.title, 100),
            study.sections_written,
            counted(study.sections, "part")
        );
        let wish = match listed {
            Listed::Open => Wish::Open(Some(study.id)),
            Listed::Delete => Wish::Keep(study.id, Keeping::Delete),
            Listed::Undelete => Wish::Keep(study.id, Keeping::Undelete),
        };
        (line, Then::Do(vec![wish]))
    });
    let asks = match listed {
        Listed::Open => "Type the number of the study to open.",
        Listed::Delete => "Type the number of the study to delete; it can be brought back.",
        Listed::Undelete => "Type the number of the study to bring back.",
    };
    let (lines, picks) = list("There is none.", asks, rows.collect());
    (lines, picks.map(Picks::once))
}

pub(super) fn found_in_studies(workbench: &mut Workbench, words: &str) -> Told {
    let Some(search) = Search::new(words) else {
        return (vec![], None);
    };
    let found = workbench.search_studies(&search.regex, words);
    let titles: Vec<(StudyId, String)> = workbench
        .studies()
        .into_iter()
        .map(|study| (study.id, study.title))
        .collect();
    let rows = found.into_iter().map(|found| {
        let title = titles.iter().find(|(id, _)| *id == found.study);
        let title = title.map_or("", |(_, title)| title.as_str());
        let first = found.places.first().map_or_else(String::new, |place| {
            format!(" {}: “{}”", place.part, clean::line(&place.excerpt, SHORT))
        });
        let places = counted(found.count, "place");
        let line = format!("{}, {places}.{first}", clean::line(title, 100));
        (line, Then::Do(vec![Wish::Open(Some(found.study))]))
    });
    let (lines, picks) = list(
        "No study says this.",
        "Type the number of a study to open it.",
        rows.collect(),
    );
    (lines, picks.map(Picks::once))
}
