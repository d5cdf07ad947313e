//! What can be looked at, told in lines, and what can be chosen from it by number.

use super::choice::sources;
use super::dialogue::{Detail, Look, Picks, Then, Typed, Wish, sentences};
use super::record;
use super::told;
use crate::clean;
use crate::pipeline::impact::resting_on;
use crate::pipeline::untold_with_sources;
use crate::study::{
    Command, Dimension, Document, DocumentId, PassageId, Quote, RefusalKind, Scores, Standing,
    Study, counted,
};
use crate::tui::search::Search;
use crate::workbench::{PassageView, Workbench};

/// Rows of a list that are told; more are only counted.
const MOST: usize = 40;
/// Passages that are told of what was found in the evidence.
const FOUND: usize = 12;
/// Characters of what is told in passing.
pub(super) const SHORT: usize = 200;

/// What is told, and what it can be chosen from.
pub(super) type Told = (Vec<String>, Option<Picks>);

/// Looks at something.
pub(super) fn look(look: Look, workbench: &mut Workbench) -> Told {
    match look {
        Look::Scores => (score(workbench), None),
        Look::Sources => list_sources(workbench.study()),
        Look::Source(id) => source(workbench.study(), id),
        Look::Document(id) => {
            let view = workbench.document_view(id);
            (passage(workbench.study(), view), None)
        }
        Look::Passage(id, quote) => {
            let view = workbench.passage_view(id, quote.as_deref());
            (passage(workbench.study(), view), None)
        }
        Look::SetAside(id) => set_aside(workbench, id),
        Look::Found(words) => found(workbench, &words),
        Look::Conflicts => conflicts(workbench),
        Look::Sent(section) => record::sent(workbench.study(), section),
        Look::History => record::history(workbench),
        Look::Edition(at) => record::edition(workbench, at),
        Look::Differences(at) => (record::differences(workbench, at), None),
        Look::Trace => record::trace(workbench),
        Look::Call(at) => (record::call(workbench, at), None),
        Look::Stats => (record::stats(workbench), None),
        // They are told once the servers have answered.
        Look::Writers => {
            workbench.list_writers();
            (vec!["Asking who can write.".to_owned()], None)
        }
        Look::Addresses => record::addresses(workbench),
        Look::Studies(listed) => record::studies(workbench, listed),
        Look::FoundInStudies(words) => record::found_in_studies(workbench, &words),
        Look::FoundInSources(words) => found_in_sources(workbench, &words),
        Look::LeftOut => (left_out(workbench.study()), None),
    }
}

/// A list with its rows told, as far as there is room for them.
pub(super) fn list(none: &str, asks: &str, rows: Vec<(String, Then)>) -> Told {
    if rows.is_empty() {
        return (vec![none.to_owned()], None);
    }
    let more = rows.len().saturating_sub(MOST);
    let picks = Picks::listed(asks, rows.into_iter().take(MOST).collect());
    let mut lines: Vec<String> = picks.told().collect();
    if more > 0 {
        lines.push(format!("And {more} more."));
    }
    (lines, Some(picks))
}

pub(super) fn look_at(look: Look) -> Then {
    Then::Do(vec![Wish::Look(look)])
}

/// A judge's scores where one gave some, or else those that were measured.
pub(super) fn scores(workbench: &Workbench) -> Option<&Scores> {
    let judged = workbench.study().judged();
    let judged = judged.map(|judged| judged.judgement.scores());
    judged.or(workbench.measures().now.as_ref())
}

fn score(workbench: &Workbench) -> Vec<String> {
    let Some(scores) = scores(workbench) else {
        // They are measured beside what is read.
        let said = if workbench.study().is_complete() {
            "The scores are being measured: ask again in a moment."
        } else {
            "No scores yet."
        };
        return vec![said.to_owned()];
    };
    let by = match workbench.study().judged().map(|judged| judged.stale) {
        Some(Some(stale)) => format!("Judged {}.", stale.told()),
        Some(None) => "Judged.".to_owned(),
        None => "Measured.".to_owned(),
    };
    let each = Dimension::ALL.iter().map(|&dimension| {
        let score = scores.of(dimension);
        let reason = clean::line(&score.reason, 400);
        format!("{}: {:.1}. {reason}.", dimension.name(), score.value)
    });
    let overall = format!("Overall: {:.1} of 5. {by}", scores.composite());
    each.chain([overall]).collect()
}

fn list_sources(study: &Study) -> Told {
    let mut rows: Vec<(String, Then)> = sources(study)
        .into_iter()
        .filter_map(|id| Some((card(study, study.document(id)?), look_at(Look::Source(id)))))
        .collect();
    rows.extend(study.refused.iter().map(|refused| {
        let source = clean::line(&refused.source, SHORT);
        let line = format!("not read: {source}, {}.", refused.reason);
        let then = if refused.kind == RefusalKind::Locked {
            Then::Type(Typed::Password(refused.source.clone()))
        } else {
            Then::Do(vec![Wish::AddEvidence(vec![refused.source.clone()])])
        };
        (line, then)
    }));
    list(
        "No evidence yet.",
        "Type the number of a source for more; of one that was not read, to try again.",
        rows,
    )
}

/// A source in a line.
fn card(study: &Study, document: &Document) -> String {
    let number = match study.number_of(document.id) {
        Some(number) => format!("number {number}"),
        None => "without a number, as nothing cites it".to_owned(),
    };
    let note = study.standing(document.id).note();
    let note = note.map_or_else(String::new, |note| format!(" It is {note}."));
    format!(
        "{}, {number}, {}, {}.{note}",
        clean::line(&document.title, SHORT),
        document.kind.name(),
        counted(document.passages as usize, "passage")
    )
}

/// What is known of a source, what rests on it, and what can be done with it.
fn source(study: &Study, id: DocumentId) -> Told {
    let Some(document) = study.document(id) else {
        return (vec!["No source has this number.".to_owned()], None);
    };
    let known = |text: Option<&str>| clean::line(text.unwrap_or("not known"), SHORT);
    let mut lines = vec![
        format!("Title: {}.", clean::line(&document.title, SHORT)),
        format!(
            "Author: {}. Date: {}. Origin: {}.",
            known(document.author.as_deref()),
            known(document.date.as_deref()),
            document.origin.name()
        ),
        format!("From: {}", clean::line(&document.uri, 1000)),
    ];
    lines.extend(
        document
            .warnings
            .iter()
            .map(|said| format!("{}.", clean::line(said, SHORT))),
    );
    lines.extend(told::resting(study, id));
    let detail = |detail| Then::Type(Typed::Detail(id, detail));
    let execute = |command| Then::Do(vec![Wish::Execute(command)]);
    let is_out = study.standing(id) == Standing::TakenOut;
    let (says, command) = if is_out {
        ("put it back", Command::PutBack { document: id })
    } else {
        (
            "remove it from the evidence",
            Command::TakeOut { document: id },
        )
    };
    let mut answers = vec![
        ("hear a passage of it", look_at(Look::Document(id))),
        (says, execute(command)),
        ("correct the title", detail(Detail::Title)),
        ("correct the author", detail(Detail::Author)),
        ("correct the date", detail(Detail::Date)),
        ("correct the origin", detail(Detail::Origin)),
    ];
    if document.set_aside > 0 {
        answers.push(("hear what was set aside of it", look_at(Look::SetAside(id))));
    }
    answers.push(("back", Then::Back));
    (lines, Some(Picks::answers(answers)))
}

/// A passage with what stands around it, and what of the brief rests on its source.
fn passage(study: &Study, view: Option<PassageView>) -> Vec<String> {
    let Some(view) = view else {
        return vec![];
    };
    let number = view.number.map_or_else(
        || "Not cited".to_owned(),
        |number| format!("Source {number}"),
    );
    let locator = view.passage.locator_beside(&view.document.title);
    let place = if locator.is_empty() {
        String::new()
    } else {
        format!(", {}", clean::line(&locator, SHORT))
    };
    let note = view
        .note
        .map_or_else(String::new, |note| format!(" It is {note}."));
    let title = clean::line(&view.document.title, SHORT);
    let mut lines = vec![format!("{number}, {title}{place}.{note}")];
    let marked = view.marked.clone();
    if let Some(cited) = marked.and_then(|marked| view.passage.text.get(marked)) {
        lines.push(format!("Cited: “{}”", clean::line(cited, 1000)));
    }
    for (lead, text) in [
        ("Before it: ", &view.before),
        ("The passage: ", &view.passage.text),
        ("After it: ", &view.after),
    ] {
        let mut paragraphs = text.lines().filter(|line| !line.trim().is_empty());
        let first = paragraphs
            .next()
            .map(|line| format!("{lead}{}", clean::stored(line)));
        lines.extend(first);
        lines.extend(paragraphs.map(|line| clean::stored(line).into_owned()));
    }
    let resting = resting_on(study, view.document.id).len();
    if resting > 0 {
        let sentences = counted(resting, "sentence");
        lines.push(format!("{sentences} of the brief on this source."));
    }
    lines
}

fn set_aside(workbench: &mut Workbench, id: DocumentId) -> Told {
    let Some((document, passages)) = workbench.set_aside(id) else {
        return (vec![], None);
    };
    let study = workbench.study();
    let rows = passages.iter().map(|passage| {
        let (passage_id, document) = (passage.id, passage.document);
        let is_back = study.is_readmitted(passage_id);
        let command = if is_back {
            Command::SetAside {
                passage: passage_id,
                document,
            }
        } else {
            Command::Readmit {
                passage: passage_id,
                document,
            }
        };
        let state = if is_back { " It is let back in." } else { "" };
        let line = format!(
            "{}: “{}”{state}",
            clean::line(passage.set_aside.as_deref().unwrap_or_default(), SHORT),
            clean::line(&passage.text, 2 * SHORT)
        );
        (
            line,
            Then::Do(vec![Wish::Execute(command), Wish::Look(Look::SetAside(id))]),
        )
    });
    let (mut lines, picks) = list(
        "Nothing of it was set aside.",
        "Type the number of a passage to let it back in, or to set it aside again.",
        rows.collect(),
    );
    lines.insert(
        0,
        format!("Set aside of {}:", clean::line(&document.title, SHORT)),
    );
    (lines, picks)
}

/// Where words stand in the brief and in the evidence.
fn found(workbench: &mut Workbench, words: &str) -> Told {
    let passages = workbench.find_in_evidence(words);
    let study = workbench.study();
    let all = sentences::all(study);
    let of_brief = sentences::with(study, words).into_iter().filter_map(|at| {
        let sentence = all.get(at)?;
        let title = told::title(study, sentence.section);
        let line = format!("{title}: “{}”", clean::line(&sentence.text, SHORT));
        Some((line, Then::Sentence(at)))
    });
    let search = Search::new(words);
    let of_evidence = passages.iter().take(FOUND).filter_map(|passage| {
        let document = study.document(passage.document)?;
        let span = search.as_ref()?.regex.find(&passage.text);
        let from = span.map_or(0, |found| found.start());
        let from = passage
            .text
            .get(..from)?
            .char_indices()
            .rev()
            .nth(60)
            .map_or(0, |(at, _)| at);
        let line = format!(
            "{}: “{}”",
            clean::line(&document.title, SHORT),
            clean::line(passage.text.get(from..)?, SHORT)
        );
        Some((line, look_at(Look::Passage(passage.id, None))))
    });
    list(
        "These words stand nowhere.",
        "Type a number to go to the sentence or hear the passage.",
        of_brief.chain(of_evidence).collect(),
    )
}

/// The passages that bear on some words, best first.
fn found_in_sources(workbench: &mut Workbench, words: &str) -> Told {
    let passages = workbench.search_sources(words).into_iter().take(FOUND);
    let row = |passage: crate::workbench::FoundPassage| {
        let snippet = passage.snippet.iter().map(|(piece, _)| piece.as_str());
        let snippet: String = snippet.collect();
        let title = clean::line(&passage.title, SHORT);
        let line = format!("{title}: “{}”", clean::line(&snippet, SHORT));
        (line, look_at(Look::Passage(passage.passage, None)))
    };
    list(
        "No passage bears on these words.",
        "Type a number to hear the passage.",
        passages.map(row).collect(),
    )
}

/// What the new evidence says and the brief does not tell.
fn left_out(study: &Study) -> Vec<String> {
    let untold = untold_with_sources(study);
    let opening = match untold.len() {
        0 => "The brief tells all that was found to be new.".to_owned(),
        left => format!(
            "{} of the new evidence that the brief does not tell in its words:",
            counted(left, "sentence")
        ),
    };
    let told = untold.into_iter().take(MOST).map(|(number, said)| {
        let mark = number.map_or_else(String::new, |number| format!(" [{number}]"));
        format!("“{}”{mark}", clean::line(&said, 1000))
    });
    std::iter::once(opening).chain(told).collect()
}

fn conflicts(workbench: &Workbench) -> Told {
    let study = workbench.study();
    let side = |document: DocumentId, text: &str| {
        let title = study.document(document);
        let title = title.map_or("", |document| document.title.as_str());
        format!(
            "{} says “{}”",
            clean::line(title, SHORT),
            clean::line(text, 2 * SHORT)
        )
    };
    let looked =
        |number: Option<u32>, passage: PassageId, span: &std::ops::Range<usize>, text: &str| {
            let quote = Quote {
                number,
                passage,
                span: span.clone(),
                text: text.to_owned(),
            };
            Wish::Look(Look::Passage(passage, Some(Box::new(quote))))
        };
    let rows = workbench.ledger().entries.iter().map(|entry| {
        let (a, b) = (&entry.a, &entry.b);
        let line = format!(
            "{}: {}; {}.",
            entry.kind.name(),
            side(a.document, &a.text),
            side(b.document, &b.text)
        );
        let both = [a, b].map(|side| {
            let number = study.number_of(side.document);
            looked(number, side.passage, &side.span, &side.text)
        });
        (line, Then::Do(both.into()))
    });
    list(
        "No contradictions between sources were found.",
        "Type a number to hear both passages.",
        rows.collect(),
    )
}
