//! `tercet stats`: what all studies came to, or one of them: evidence, calls, tokens, cost, time and room on disk.

use std::fmt::Write as _;

use color_eyre::eyre::Result;
use serde_json::{Value, json};

use super::{DONE, NOT_FINISHED, open, output};
use crate::clean;
use crate::config::Config;
use crate::library::{Library, StudySummary};
use crate::pipeline::{Prices, dollars};
use crate::study::{
    SourceUse, Spending, Study, StudyId, Tally, Usage, counted, grouped, lasting, many, sized,
};

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
        line("calls", self.calls());
        let all = self.tally.all_spending();
        line("tokens", tokens(all.usage));
        line("cost", self.cost(prices));
        line("time", self.time());
        if let What::All { bytes, file, .. } = &self.what {
            line("on disk", format!("{} in {file}", sized(*bytes)));
        }
        if self.tally.spending.len() > 1 {
            for (by, spent) in &self.tally.spending {
                let cost = prices.of(by).map(|price| price.cost(spent.usage));
                let cost = cost.map(|cost| format!("; {}", dollars(cost)));
                line(
                    "model",
                    format!(
                        "{by}: {}{}; {}",
                        tokens(spent.usage),
                        cost.unwrap_or_default(),
                        lasting(spent.duration_ms)
                    ),
                );
            }
        }
        out
    }

    fn calls(&self) -> String {
        let all = self.tally.all_calls();
        if all.made == 0 {
            return "none: no model was asked".to_owned();
        }
        let kinds = self.tally.calls.iter();
        let kinds: Vec<String> = kinds
            .map(|(node, calls)| format!("{} {}", node.name(), grouped(calls.made)))
            .collect();
        let in_vain = match all.in_vain {
            0 => String::new(),
            some => format!("; {} of them in vain", grouped(some)),
        };
        format!("{} ({}){in_vain}", grouped(all.made), kinds.join(", "))
    }

    fn cost(&self, prices: &Prices) -> String {
        let known = self.known_cost(prices);
        match (self.unpriced(prices).as_slice(), known) {
            ([], cost) => dollars(cost),
            (unpriced, _) if unpriced.len() == self.tally.spending.len() => {
                "unknown: set prices under [prices] in the configuration".to_owned()
            }
            (unpriced, cost) => format!(
                "{} without {}, which has no price under [prices] ([prices])",
                dollars(cost),
                unpriced.join(", ")
            ),
        }
    }

    /// What is known of the cost.
    fn known_cost(&self, prices: &Prices) -> f64 {
        let spending = self.tally.spending.iter();
        let costs = spending.filter_map(|(by, spent)| Some(prices.of(by)?.cost(spent.usage)));
        // A sum of nothing is otherwise less than nothing.
        costs.fold(0.0, |sum, cost| sum + cost)
    }

    /// Models whose price nobody told.
    fn unpriced(&self, prices: &Prices) -> Vec<&str> {
        let names = self.tally.spending.keys().map(String::as_str);
        names.filter(|by| prices.of(by).is_none()).collect()
    }

    fn time(&self) -> String {
        let Spending {
            usage, duration_ms, ..
        } = self.tally.all_spending();
        let calls = self.tally.all_calls().made;
        if duration_ms == 0 || calls == 0 {
            return format!("{} of waiting for models", lasting(duration_ms));
        }
        let speed = usage.completion_tokens as f64 * 1000.0 / duration_ms as f64;
        format!(
            "{} of waiting for models, {} a call, {speed:.0} tokens a second",
            lasting(duration_ms),
            lasting(duration_ms / calls as u64)
        )
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
            "unpriced": self.unpriced(prices),
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

/// The share of the prompts' tokens that came from a cache.
fn cached_share(usage: Usage) -> f64 {
    usage.cached_tokens as f64 / usage.prompt_tokens.max(1) as f64
}

fn tokens(usage: Usage) -> String {
    let mut said = format!("{} in", large(usage.prompt_tokens));
    if usage.cached_tokens > 0 {
        let share = 100.0 * cached_share(usage);
        let _ = write!(
            said,
            ", {} of them cached ({share:.0} %)",
            large(usage.cached_tokens)
        );
    }
    let _ = write!(said, "; {} out", large(usage.completion_tokens));
    if usage.reasoning_tokens > 0 {
        let _ = write!(
            said,
            ", {} of them reasoning",
            large(usage.reasoning_tokens)
        );
    }
    if usage.estimated {
        said.push_str("; partly estimated, because a server reported none");
    }
    said
}

fn large(count: u64) -> String {
    grouped(count.try_into().unwrap_or(usize::MAX))
}
