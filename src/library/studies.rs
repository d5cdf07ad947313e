//! The list of studies: what is shown of each is kept beside its events, so that listing them does not replay them all.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::documents::to_json;
use super::{Library, LibraryError, text_in};
use crate::study::{Revision, Study, StudyId, Timestamp, Verdict, counted};

/// What puts a study that changes at `?1` before all others, also where the machine's clock was set back since: a time that is later than theirs. When it
/// really changed, its last event says.
const LAST: &str = "max(?1, (SELECT coalesce(max(changed), 0) + 1 FROM study))";

/// A study in the list of studies.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySummary {
    pub id: StudyId,
    pub title: String,
    pub changed: Timestamp,
    /// First words of the brief, for the preview.
    pub preview: String,
    pub sections_written: usize,
    pub sections: usize,
    pub sources: usize,
    /// Changes that wait for a decision.
    pub open_changes: usize,
    /// How many of its claims hold, and how many there are.
    pub claims: (usize, usize),
    /// What a judge gave the brief last, out of five.
    pub judged: Option<f32>,
    /// The study that it is a fork of, and the last event that both have.
    pub forked: Option<(StudyId, u64)>,
    pub is_deleted: bool,
}

/// Adds a study to the list.
pub(super) fn insert(
    connection: &Connection,
    now: Timestamp,
    summary: &Summary,
) -> rusqlite::Result<StudyId> {
    connection.execute(
        &format!("INSERT INTO study (changed, summary) VALUES ({LAST}, ?2)"),
        params![now.0, to_json(summary)?],
    )?;
    Ok(StudyId(connection.last_insert_rowid()))
}

/// Brings what the list shows of a study up to what it is now.
pub(super) fn update(
    connection: &Connection,
    id: StudyId,
    at: Timestamp,
    summary: &Summary,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(&format!(
            "UPDATE study SET changed = {LAST}, summary = ?2 WHERE id = ?3"
        ))?
        .execute(params![at.0, to_json(summary)?, id.0])?;
    Ok(())
}

impl Library {
    /// Studies whose events are there and whose entry in the list of studies is not, in words for the analyst.
    pub fn lost_studies(&self) -> Result<Vec<String>, LibraryError> {
        let failed = self.store("be looked through");
        let lost = || -> rusqlite::Result<Vec<String>> {
            self.connection
                .prepare_cached(
                    "SELECT study, count(*) FROM event WHERE study NOT IN (SELECT id FROM study) GROUP BY study",
                )?
                .query_map([], |row| {
                    let (study, events): (i64, usize) = (row.get(0)?, row.get(1)?);
                    Ok(format!(
                        "study {study} is damaged: it is missing from the list of studies, and {} of it are there: bring back a copy of {}",
                        counted(events, "event"),
                        self.path.display()
                    ))
                })?
                .collect()
        };
        lost().map_err(failed)
    }

    /// The studies, last changed first. Those that never got a question, not even a typed one, or evidence, and those that were deleted, are left out.
    pub fn studies(&self) -> Result<Vec<StudySummary>, LibraryError> {
        let mut studies = self.all_studies()?;
        studies.retain(|study| !study.is_deleted);
        Ok(studies)
    }

    /// The studies whose journals hold all of these words, wherever; the letters of ASCII stand for both cases. A word that a journal may hold in another
    /// form leaves none out.
    pub fn studies_with(&self, words: &str) -> Result<BTreeSet<StudyId>, LibraryError> {
        let mut known: BTreeSet<StudyId> = self.studies()?.iter().map(|study| study.id).collect();
        let words = words.split_whitespace();
        for word in words.filter(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            let found: BTreeSet<StudyId> = self
                .connection
                .prepare_cached("SELECT DISTINCT study FROM event WHERE body LIKE '%' || ?1 || '%'")
                .and_then(|mut statement| {
                    statement
                        .query_map([word], |row| row.get(0).map(StudyId))?
                        .collect()
                })
                .map_err(self.store("search the studies"))?;
            known.retain(|study| found.contains(study));
        }
        Ok(known)
    }

    /// The list of studies, and those that were deleted.
    pub fn all_studies(&self) -> Result<Vec<StudySummary>, LibraryError> {
        let rows: Vec<(i64, i64, String, String)> = self
            .connection
            .prepare_cached(
                "SELECT id, coalesce((SELECT at FROM event WHERE study = known.id ORDER BY seq DESC LIMIT 1), changed), summary, substr(typed, 1, 1000)
                 FROM study AS known ORDER BY changed DESC, id DESC",
            )
            .and_then(|mut statement| {
                statement
                    .query_map([], |row| {
                        let summary = text_in(row, 2)?.unwrap_or_default();
                        let typed = text_in(row, 3)?.unwrap_or_default();
                        Ok((row.get(0)?, row.get(1).unwrap_or_default(), summary, typed))
                    })?
                    .collect()
            })
            .map_err(self.store("list the studies"))?;
        Ok(rows
            .into_iter()
            .map(|(id, changed, summary, typed)| {
                let id = StudyId(id);
                let summary = Summary::read(&summary).unwrap_or_else(|| self.summed_up(id));
                // A question that was typed and not asked yet is found again by its words.
                let title = match summary.title.as_str() {
                    "" => typed.trim().to_owned(),
                    _ => summary.title,
                };
                StudySummary {
                    id,
                    title,
                    changed: Timestamp(changed),
                    preview: summary.preview,
                    sections_written: summary.sections_written,
                    sections: summary.sections,
                    sources: summary.sources,
                    open_changes: summary.open_changes,
                    claims: summary.claims,
                    judged: summary.judged,
                    forked: summary.forked,
                    is_deleted: summary.is_deleted,
                }
            })
            .filter(|study| !study.title.is_empty() || study.sources > 0 || study.forked.is_some())
            .collect())
    }

    /// What the list shows of a study whose summary is damaged: what its events say, as far as they can be read.
    fn summed_up(&self, id: StudyId) -> Summary {
        let events = self.events_between(id, 0, None, None).unwrap_or_default();
        let study = Study::fold(events.iter().map(|envelope| &envelope.event));
        let summary = Summary::of(&study, 0);
        let name = match summary.title.as_str() {
            "" => format!("study {id}"),
            title => title.to_owned(),
        };
        Summary {
            title: format!("{name} (damaged)"),
            ..summary
        }
    }
}

/// What the list of studies shows, kept beside the events so that listing does not replay them all.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Summary {
    title: String,
    preview: String,
    sections_written: usize,
    sections: usize,
    sources: usize,
    /// 0 also where an older Tercet wrote this.
    #[serde(default)]
    open_changes: usize,
    #[serde(default)]
    claims: (usize, usize),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judged: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forked: Option<(StudyId, u64)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_deleted: bool,
    /// The last event, so that a journal which lost its end is known; 0 where an older Tercet wrote this.
    #[serde(default)]
    pub(super) last: u64,
}

/// The whole words at the beginning of a text, with a sign that there are more.
fn beginning(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let kept = text.get(..end).unwrap_or(text);
    let words = kept
        .rfind(char::is_whitespace)
        .and_then(|at| kept.get(..at));
    format!("{} \u{2026}", words.unwrap_or(kept).trim_end())
}

impl Summary {
    /// A summary as it is stored; `None` where it is damaged.
    pub(super) fn read(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// What is shown of a study with so many events.
    pub(super) fn of(study: &Study, last: u64) -> Self {
        Self {
            title: study.title().to_owned(),
            preview: preview(study),
            sections_written: study
                .sections
                .iter()
                .filter(|section| section.is_written())
                .count(),
            sections: study.sections.len(),
            sources: study.current().count(),
            open_changes: study.open_hunks(),
            claims: claims(study),
            judged: study
                .judged()
                .map(|judged| judged.judgement.scores().composite()),
            forked: study.forked,
            is_deleted: study.is_deleted,
            last,
        }
    }
}

/// How many claims of a brief its sources support, and how many there are.
fn claims(study: &Study) -> (usize, usize) {
    let claims = study
        .sections
        .iter()
        .flat_map(|section| section.claims.iter());
    claims.fold((0, 0), |(held, all), claim| {
        let holds = claim.verdict == Verdict::Supported;
        (held + usize::from(holds), all + 1)
    })
}

/// The first words of the accepted brief. It may be long, and is looked at after each decision.
fn preview(study: &Study) -> String {
    const CHARACTERS: usize = 1500;
    let mut brief = String::new();
    for section in &study.sections {
        brief.push_str("\n\n");
        let parts = section.revision.iter().flat_map(Revision::accepted_parts);
        for part in parts {
            if brief.trim_start().chars().nth(CHARACTERS).is_some() {
                break;
            }
            brief.push_str(&beginning(part, 2 * CHARACTERS));
        }
    }
    beginning(brief.trim(), CHARACTERS)
}
