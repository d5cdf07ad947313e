//! `tercet stats`: what all studies came to, or one of them: evidence, calls, tokens, cost, time and room on disk.

use std::fmt::Write as _;

use color_eyre::eyre::Result;
use serde_json::{Value, json};

use super::{DONE, NOT_FINISHED, open, output};
use crate::clean;
use crate::config::Config;
use crate::library::{Library, StudySummary};
use crate::pipeline::{Account, Prices, Share, cached_share, dollars, tokens};
use crate::study::{SourceUse, Study, StudyId, Tally, counted, grouped, lasting, many, sized};

/// What is counted.
struct Stats {
    what: What,
    tally: Tally,
    sources: SourceUse,
    /// Studies that could not be read, and why.
    unreadable: Vec<(StudyId, String)>,
}

enum What {
    All {
        studies: usize,
        complete: usize,
        deleted: usize,
        documents: u64,
        passages: u64,
        bytes: u64,
        file: String,
    },
    One {
        id: StudyId,
        study: Box<Study>,
        events: usize,
        begun: Option<i64>,
        changed: Option<i64>,
    },
}

/// Counts all studies, or the one that is named.
pub(super) fn stats(config: &Config, study: Option<&str>, json: bool) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    let stats = match study {
        Some(study) => of_one(&library, open::find_any(&library, study)?)?,
        None => of_all(&library)?,
    };
    let text = if json {
        format!("{}\n", stats.as_json(&config.prices))
    } else {
        stats.as_text(&config.prices)
    };
    output::print(&text)?;
    for (id, why) in &stats.unreadable {
        output::progress(&format!("study {id} is not counted: {why}"));
    }
    Ok(if stats.unreadable.is_empty() {
        DONE
    } else {
        NOT_FINISHED
    })
}

fn of_all(library: &Library) -> Result<Stats> {
    let studies = library.all_studies()?;
    let (documents, passages) = library.size()?;
    let (mut tally, mut sources) = (Tally::default(), SourceUse::default());
    let mut unreadable = Vec::new();
    for study in &studies {
        // One journal at a time, whatever there is of them.
        match library.events(study.id) {
            Ok(journal) => {
                tally.add(&Tally::of(&journal));
                let events = journal.iter().map(|envelope| &envelope.event);
                sources.add(Study::fold(events).source_use());
            }
            Err(error) => unreadable.push((study.id, error.to_string())),
        }
    }
    let of = |is: fn(&StudySummary) -> bool| studies.iter().filter(|study| is(study)).count();
    Ok(Stats {
        what: What::All {
            studies: of(|study| !study.is_deleted),
            complete: of(|study| !study.is_deleted && is_complete(study)),
            deleted: of(|study| study.is_deleted),
            documents,
            passages,
            bytes: library.bytes_on_disk(),
            file: library.path().display().to_string(),
        },
        tally,
        sources,
        unreadable,
    })
}

fn is_complete(study: &StudySummary) -> bool {
    study.sections > 0 && study.sections_written == study.sections
}

fn of_one(library: &Library, id: StudyId) -> Result<Stats> {
    let journal = library.events(id)?;
    let study = Study::fold(journal.iter().map(|envelope| &envelope.event));
    Ok(Stats {
        tally: Tally::of(&journal),
        sources: study.source_use(),
        what: What::One {
            id,
            study: Box::new(study),
            events: journal.len(),
            begun: journal.first().map(|envelope| envelope.at.0),
            changed: journal.last().map(|envelope| envelope.at.0),
        },
        unreadable: Vec::new(),
    })
}

impl Stats {
    fn as_text(&self, prices: &Prices) -> String {
        let mut out = String::new();
        let mut line = |name: &str, said: String| {
            let _ = writeln!(out, "{name:<10} {}", clean::stored(&said));
        };
        match &self.what {
            What::All {
                studies,
                complete,
                deleted,
                documents,
                passages,
                ..
            } => {
                let more = match deleted {
                    0 => String::new(),
                    deleted => format!(", and {deleted} deleted"),
                };
                line(
                    "studies",
                    format!("{studies}, {complete} of them with a whole brief{more}"),
                );
                line(
                    "evidence",
                    format!(
                        "{}, {}",
                        many(*documents, "document"),
                        many(*passages, "passage")
                    ),
                );
            }
            What::One {
                id, study, events, ..
            } => {
                line("study", format!("{id}: {}", study.title()));
                line("evidence", evidence(study));
                line("events", grouped(*events));
            }
        }
        if self.sources.runs > 0 {
            line("sources", source_use(&self.sources));
        }
        let account = self.account(prices);
        line("calls", account.calls());
        line("tokens", account.tokens());
        line("cost", account.cost());
        line("time", account.time());
        if let What::All { bytes, file, .. } = &self.what {
            line("on disk", format!("{} in {file}", sized(*bytes)));
        }
        let mut shares = |name: &str, shares: Vec<Share>| {
            for share in shares.iter().filter(|_| shares.len() > 1) {
                let cost = share.cost.map(|cost| format!("; {}", dollars(cost)));
                let said = format!(
                    "{}: {}{}; {}",
                    share.name,
                    tokens(share.usage),
                    cost.unwrap_or_default(),
                    lasting(share.duration_ms)
                );
                line(name, said);
            }
        };
        shares("step", account.by_step());
        shares("model", account.by_model());
        out
    }

    fn account<'a>(&'a self, prices: &'a Prices) -> Account<'a> {
        Account {
            tally: &self.tally,
            prices,
        }
    }

    fn as_json(&self, prices: &Prices) -> Value {
        let all = self.tally.all_spending();
        let calls = self.tally.all_calls();
        let by_node = self.tally.calls.iter();
        let by_node: serde_json::Map<String, Value> = by_node
            .map(|(node, calls)| (node.name().to_owned(), json!(calls)))
            .collect();
        let models = self.tally.spending.iter();
        let models: serde_json::Map<String, Value> = models
            .map(|(by, spent)| {
                let cost = prices.of(by).map(|price| price.cost(spent.usage));
                let said =
                    json!({ "tokens": spent.usage, "cost": cost, "waited_ms": spent.duration_ms });
                (by.clone(), said)
            })
            .collect();
        let mut said = json!({
            "source_use": self.sources,
            "calls": { "made": calls.made, "in_vain": calls.in_vain, "by_node": by_node },
            "tokens": all.usage,
            "cached_share": cached_share(all.usage),
            "cost": prices.of_all(&self.tally.spending),
            "unpriced": self.account(prices).unpriced(),
            "waited_ms": all.duration_ms,
            "models": models,
        });
        let (name, what) = self.what.as_json();
        said[name] = what;
        if let What::All {
            documents,
            passages,
            bytes,
            file,
            ..
        } = &self.what
        {
            said["evidence"] = json!({ "documents": documents, "passages": passages });
            said["disk"] = json!({ "bytes": bytes, "file": file });
        }
        let unreadable = self.unreadable.iter();
        said["unreadable"] = unreadable
            .map(|(study, why)| json!({ "study": study, "why": why }))
            .collect();
        said
    }
}

impl What {
    fn as_json(&self) -> (&'static str, Value) {
        match self {
            Self::All {
                studies,
                complete,
                deleted,
                ..
            } => (
                "studies",
                json!({ "all": studies, "complete": complete, "deleted": deleted }),
            ),
            Self::One {
                id,
                study,
                events,
                begun,
                changed,
            } => (
                "study",
                json!({
                    "id": id, "title": study.title(), "sources": study.current().count(), "refused": study.refused.len(),
                    "events": events, "begun": begun, "changed": changed,
                }),
            ),
        }
    }
}

fn evidence(study: &Study) -> String {
    let refused = match study.refused.len() {
        0 => String::new(),
        refused => format!(", {} that could not be read", counted(refused, "source")),
    };
    let passages = study.current().map(|document| u64::from(document.passages));
    format!(
        "{}, {}{refused}",
        counted(study.current().count(), "source"),
        many(passages.sum(), "passage")
    )
}

/// How far briefs rest on several sources at once [C4].
fn source_use(used: &SourceUse) -> String {
    let documents = used
        .mean_documents
        .map_or_else(String::new, |mean| format!(", {mean:.1} documents each"));
    format!(
        "multi-source mode in {} of {}{documents}; {} of {} on several sources",
        used.multi_source_runs,
        counted(used.runs, "section"),
        used.multi_source_claims,
        counted(used.claims, "claim")
    )
}
