//! `tercet judge`: how a report scores against evidence, whoever wrote it, or how a study's brief does [J1].
//!
//! A report is read and checked as `tercet verify` does it, and scored by the same measure as a brief. With `--model` a judge scores it as well; what it
//! said of a study is kept there.

mod ask;
mod report;
mod told;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;
use color_eyre::eyre::{Result, eyre};

use self::ask::{Asking, Judged};
use super::material::Material;
use super::verify::{self, Style};
use super::{CHECKS_FAILED, DONE, Usage, open, output};
use crate::config::Config;
use crate::library::Library;
use crate::session::Session;
use crate::study::{BUILT_IN_WRITER, Event, Judgement, Scores, Stale};
use crate::workbench::{self, Setup};
use crate::{check, clock};

/// What is to be scored.
#[derive(Debug, Args)]
pub(super) struct Judging {
    /// The report, Markdown or text; - is standard input. Without evidence: a study's number, or `last`
    file: PathBuf,
    /// Files, folders and web addresses that the report is held against; - is standard input
    evidence: Vec<OsString>,
    /// The question that the report answers; otherwise its front matter or its title says
    #[arg(long, value_name = "TEXT")]
    question: Option<String>,
    /// Have a model score it as well: provider/model
    #[arg(long, value_name = "MODEL")]
    pub(super) model: Option<String>,
    /// The composite below which the exit status is 1; otherwise that of the configuration
    #[arg(long, value_name = "SCORE")]
    threshold: Option<f32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) const HELP: &str = "Examples:
  tercet judge report.md sources/                five scores with their reasons, measured
  tercet judge report.md a.pdf b.pdf --json      for programs
  tercet judge report.md sources/ --model ollama/qwen3
  tercet judge last                              the brief of the last study

Scored are accuracy (30 %), completeness (25 %), coverage (20 %), coherence (15 %) and freedom from bias (10 %), each from 1 to 5. Without --model all of it is
measured: claims that their sources bear out, what of the question is taken up, relevant sources that are cited, repetition and readability, balance of
sources. With --model a judge's scores count, and the measured ones stand beside them.

--json: {name, question, composite, threshold, passed, by, stale, note, scores: {accuracy: {score, measured, weight, reason, measured_reason, sentences}, ...}}.

Exit status: 0 the composite reaches the threshold; 1 it does not; 2 usage; 3 the report, or all of the evidence, could not be read.";

/// All that is told.
struct Scored {
    name: String,
    question: String,
    measured: Scores,
    /// What a judge said, of this text or of another.
    judged: Option<Judgement>,
    stale: Option<Stale>,
    /// Why no judge scored it, or what else is worth knowing.
    note: Option<String>,
    threshold: f32,
}

impl Scored {
    fn scores(&self) -> &Scores {
        self.judged
            .as_ref()
            .map_or(&self.measured, Judgement::scores)
    }

    fn composite(&self) -> f32 {
        self.scores().composite()
    }

    fn passes(&self) -> bool {
        // A sum of shares may miss a round figure by a hair.
        self.composite() >= self.threshold
    }
}

pub(super) fn judge(config: Config, asked: &Judging) -> Result<u8> {
    let threshold = asked.threshold.unwrap_or(config.plan.threshold);
    if !(1.0..=5.0).contains(&threshold) {
        return Err(Usage(format!(
            "--threshold is {threshold}, and has to be from 1 to 5"
        ))
        .into());
    }
    if asked.model.as_deref() == Some(BUILT_IN_WRITER) {
        let why = "the built-in writer cannot judge; without --model the scores are measured";
        return Err(Usage(why.into()).into());
    }
    let (no_color, data_dir) = (config.screen.no_color, config.data_dir.clone());
    let setup = open::setup(config)?;
    let scored = if is_study(asked) {
        of_study(&setup, &data_dir, asked, threshold)?
    } else {
        of_report(&setup, asked, threshold)?
    };
    output::print(&if asked.json {
        told::as_json(&scored)
    } else {
        told::as_text(&scored, Style::of_output(no_color))
    })?;
    Ok(if scored.passes() { DONE } else { CHECKS_FAILED })
}

/// A number or `last` alone is a study, unless a file is called so.
fn is_study(asked: &Judging) -> bool {
    let name = asked.file.to_string_lossy();
    asked.evidence.is_empty()
        && !asked.file.exists()
        && (name == "last" || name.chars().all(|digit| digit.is_ascii_digit()))
}

fn of_study(setup: &Setup, data_dir: &Path, asked: &Judging, threshold: f32) -> Result<Scored> {
    let mut library = Library::open(data_dir)?;
    let id = open::find(&library, &asked.file.to_string_lossy())?;
    let (study, measured) = workbench::scored(&library, id)?;
    let Some(measured) = measured else {
        return Err(eyre!(
            "study {id} has no brief yet: there is nothing to score"
        ));
    };
    let mut scored = Scored {
        name: format!("study {id}"),
        question: study.question.clone(),
        measured,
        judged: None,
        stale: None,
        note: None,
        threshold,
    };
    let Some(model) = &asked.model else {
        let judged = study.judged();
        scored.stale = judged.as_ref().and_then(|judged| judged.stale);
        scored.judged = judged.map(|judged| judged.judgement.clone());
        return Ok(scored);
    };
    let mut session = Session::open(&library, id)?;
    let passages = workbench::shown_passages(&library, &session.study)?;
    let asking = Asking::new(setup, model)?;
    let judged = asking.judge(session.study.clone(), &scored.measured, &passages)?;
    let has_answer = judged.events.len() > 1;
    if has_answer {
        session.record(&mut library, clock::now(), &judged.events)?;
    }
    if has_answer && session.is_read_only() {
        scored.note = Some(
            "the study is open in another Tercet, so this judgement is not saved in it".to_owned(),
        );
    }
    scored.take(judged);
    Ok(scored)
}

fn of_report(setup: &Setup, asked: &Judging, threshold: f32) -> Result<Scored> {
    let file = asked.file.as_path();
    let is_input = file.as_os_str() == "-";
    if asked.evidence.is_empty() {
        return Err(Usage(format!(
            "there is no evidence to check it against. Try: tercet judge {} sources/",
            file.display()
        ))
        .into());
    }
    if is_input && asked.evidence.iter().any(|evidence| evidence == "-") {
        let why = "standard input can be the report or evidence, not both";
        return Err(Usage(why.into()).into());
    }
    let text = verify::read_text(&setup.reader, file)?;
    let material = Material::read(&setup.reader, &asked.evidence, &[file.to_owned()]);
    material.tell();
    if material.documents.is_empty() {
        return Err(eyre!(
            "none of the evidence could be read: there is nothing to check the report against"
        ));
    }
    let read = report::ReadReport::new(&text, asked.question.as_deref(), material);
    if read.draft.parts.is_empty() {
        return Err(eyre!("{} has no text to score", file.display()));
    }
    let mut scored = Scored {
        name: file.display().to_string(),
        question: read.draft.question.clone(),
        measured: check::scores(&read.draft),
        judged: None,
        stale: None,
        note: None,
        threshold,
    };
    if read.draft.question.is_empty() {
        scored.note =
            Some("the report does not state its question; give it with --question".to_owned());
    }
    if let Some(model) = &asked.model {
        let asking = Asking::new(setup, model)?;
        let judged = asking.judge(read.study(), &scored.measured, &read.passages())?;
        scored.take(judged);
    }
    Ok(scored)
}

impl Scored {
    /// Takes over what a judge said, or why it said nothing.
    fn take(&mut self, Judged { events, refused }: Judged) {
        if let Some(why) = refused {
            self.note = Some(format!(
                "the study's budget is reached ({why}); the measured scores are kept"
            ));
        }
        let said = events.iter().rev().find_map(|event| match event {
            Event::BriefJudged { judgement } => Some(judgement),
            _ => None,
        });
        let Some(judgement) = said else { return };
        match &judgement.answer.said {
            Ok(_) => self.judged = Some(judgement.clone()),
            Err(why) => {
                self.note = Some(format!(
                    "{} gave no usable answer ({why}); the measured scores are kept",
                    judgement.answer.by
                ));
            }
        }
    }
}
