//! `tercet` and `tercet open`: the workbench on a terminal.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use color_eyre::eyre::{Result, eyre};

use super::arguments::{Brief, Writing};
use super::progress::Progress;
use super::{DONE, Usage, output, plain};
use crate::config::{Config, InForce, Setting};
use crate::evidence::{Fetcher, Reader};
use crate::library::Library;
use crate::provider::{LOCAL_SERVERS, Provider};
use crate::study::{Ceilings, Command, StudyId};
use crate::tui::layers::Configured;
use crate::tui::{self, clipboard::ClipboardEnvironment};
use crate::workbench::{Appendices, Servers, Setup, Workbench};

/// Pause between the sentences of the extractive writer, so that the eye can follow; a brief still takes under two seconds.
const PACE: Duration = Duration::from_millis(25);

/// What the command line chooses for a study besides what it is about.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// Whether the writer was named, who then writes also in a study that had another one.
    chose_writer: bool,
    ceilings: Ceilings,
    /// Where steps are written.
    trace: Option<PathBuf>,
    /// The settings that hold, in words.
    configured: Vec<Configured>,
}

impl Choices {
    pub(super) fn of(writing: &Writing, in_force: &InForce) -> Self {
        Self {
            configured: in_words(in_force),
            chose_writer: writing.model.is_some(),
            ceilings: writing.ceilings(),
            trace: writing.trace.clone(),
        }
    }
}

/// Opens a study: the one that is named, a new one for a question, or else the last.
pub(super) fn open(
    config: Config,
    brief: Brief,
    study: Option<&str>,
    choices: &Choices,
) -> Result<u8> {
    let (is_plain, prints) = (config.screen.plain, config.screen.print_on_exit);
    if !is_plain && !std::io::stdout().is_terminal() {
        return Err(Usage(
            "the workbench needs a terminal; without one, use `tercet run` or `tercet export`"
                .into(),
        )
        .into());
    }
    if let Some(folder) = brief.watch.iter().find(|folder| !folder.is_dir()) {
        return Err(Usage(format!(
            "--watch needs a folder, and {} is none",
            folder.display()
        ))
        .into());
    }
    let library = library_for_workbench(&config.data_dir)?;
    let question = brief
        .question
        .as_deref()
        .map(str::trim)
        .unwrap_or_default()
        .to_owned();
    let study = match study {
        Some(study) => Some(find(&library, study)?),
        None if question.is_empty() => library.studies()?.first().map(|study| study.id),
        None => None,
    };
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = tui::Settings {
        screen: config.screen.clone(),
        data_dir: config.data_dir.clone(),
        config: config.file.clone(),
        clipboard: ClipboardEnvironment::found(&config.data_dir, &is_set),
        configured: choices.configured.clone(),
        opener: tui::opener::found(&is_set),
        editor: ["VISUAL", "EDITOR"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|editor| !editor.is_empty())),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let writer = config.writer.clone();
    let mut setup = setup(config)?;
    setup.reader.origin = brief.origin;
    let pace = if is_plain { Duration::ZERO } else { PACE };
    let mut workbench = Workbench::open(library, study, setup, runtime.handle().clone(), pace)?;
    trace_to(&mut workbench, choices.trace.as_deref())?;
    choose(
        &mut workbench,
        choices.chose_writer.then_some(writer),
        choices.ceilings,
    );
    workbench.add_evidence(brief.evidence);
    for folder in &brief.watch {
        workbench.watch(folder);
    }
    if !question.is_empty() {
        workbench.run(&question);
    }
    if is_plain {
        let keys = screen.screen.keys.text.as_deref();
        let exported = runtime.block_on(plain::run(&mut workbench, keys))?;
        output::progress(&tui::last_words(
            &workbench,
            exported.as_deref(),
            &screen.screen.program,
        ));
    } else {
        let farewell = runtime.block_on(tui::run(&mut workbench, screen))?;
        output::progress(&farewell);
    }
    if prints && workbench.study().drafts > 0 {
        output::print(&workbench.markdown(Appendices::default()))?;
    }
    runtime.shutdown_background();
    Ok(DONE)
}

/// The settings in force, as the workbench shows them.
fn in_words(in_force: &InForce) -> Vec<Configured> {
    let told = |setting: &Setting| Configured {
        name: setting.name(),
        value: match &setting.note {
            Some(note) => format!("{} ({note})", setting.value),
            None => setting.value.to_string(),
        },
        from: setting.from.to_string(),
    };
    in_force.settings.iter().map(told).collect()
}

/// Who is to write in a study that there is already, and what it may take, where the command line says so.
pub(super) fn choose(workbench: &mut Workbench, writer: Option<String>, ceilings: Ceilings) {
    if workbench.study().framework.sections.is_empty() {
        return;
    }
    if let Some(writer) = writer.filter(|writer| workbench.study().writer != *writer) {
        workbench.execute(&Command::ChooseWriter { writer });
    }
    let wanted = ceilings.or(workbench.study().ceilings);
    if wanted != workbench.study().ceilings {
        workbench.execute(&Command::SetBudget { ceilings: wanted });
    }
}

/// The library in a folder, and a line on standard error where it was found damaged.
pub(super) fn library(folder: &Path) -> Result<Library> {
    let library = library_for_workbench(folder)?;
    if let Some(damage) = library.damage() {
        output::progress(&damage);
    }
    Ok(library)
}

/// The library in a folder, for a workbench, which tells of damage itself. One of an older format is converted first, and how far that is is said on standard error.
pub(super) fn library_for_workbench(folder: &Path) -> Result<Library> {
    let mut progress = Progress::new();
    let mut told = None;
    let library = Library::open_telling(folder, &mut |percent| {
        if told.is_none() {
            progress.log("converting the library to the current format");
        }
        if told != Some(percent) {
            told = Some(percent);
            progress.standing(&format!(
                "converting the library to the current format: {percent} %"
            ));
        }
    });
    progress.wipe();
    Ok(library?)
}

/// Has steps written to the file that was named for it.
pub(super) fn trace_to(workbench: &mut Workbench, trace: Option<&Path>) -> Result<()> {
    let Some(path) = trace else { return Ok(()) };
    workbench.trace_to(path).map_err(|error| {
        Usage(format!(
            "cannot write a trace to {}: {error}",
            path.display()
        ))
        .into()
    })
}

/// The study that a number or `last` means.
pub(super) fn find(library: &Library, study: &str) -> Result<StudyId> {
    let studies = library.studies()?;
    let id = match study {
        "last" => studies
            .first()
            .map(|study| study.id)
            .ok_or_else(|| eyre!("there is no study yet"))?,
        number => find_any(library, number)?,
    };
    if studies.iter().any(|known| known.id == id) {
        return Ok(id);
    }
    Err(eyre!(
        "study {id} is deleted; `tercet studies restore {id}` brings it back"
    ))
}

/// The same, also where the study was deleted.
pub(super) fn find_any(library: &Library, study: &str) -> Result<StudyId> {
    if study == "last" {
        return find(library, study);
    }
    let id = StudyId(study.parse().map_err(|_| {
        Usage(format!(
            "\"{study}\" is not a study number; `tercet studies` lists them"
        ))
    })?);
    let studies = library.all_studies()?;
    if studies.iter().all(|known| known.id != id) {
        return Err(eyre!("there is no study {id}; `tercet studies` lists them"));
    }
    Ok(id)
}

/// What a workbench needs of the configuration.
pub(super) fn setup(config: Config) -> Result<Setup> {
    Ok(setup_with(config, std::env::current_exe()?))
}

/// The same, with readers that are processes of `program`.
#[must_use]
pub fn setup_with(config: Config, program: PathBuf) -> Setup {
    let (prompts, writer, framework) = (config.prompts, config.writer, config.framework);
    let (roles, context) = (config.roles, config.context);
    let writers = config.writers;
    let configured = writers.providers.clone();
    let candidates = LOCAL_SERVERS.iter().map(|server| server.provider());
    let is_new = |one: &Provider| {
        configured
            .iter()
            .all(|known| known.address() != one.address())
    };
    let servers = Servers {
        nearby: candidates
            .filter(|one| config.look_for_servers && is_new(one))
            .collect(),
        configured: configured.clone(),
    };
    let writers = Box::new(move |name: &str| Ok((writers.find(name)?, writers.window(name))));
    Setup {
        embeddings: config.embeddings,
        reader: Reader {
            fetcher: Fetcher::new(config.fetch),
            passwords: config.passwords,
            ..Reader::new(program)
        },
        prompts,
        writers,
        writer,
        framework,
        roles,
        ceilings: config.ceilings,
        prices: config.prices,
        context,
        plan: config.plan,
        servers,
    }
}
