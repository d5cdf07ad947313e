//! A workbench without a screen, driven by what comes back from its threads.

use std::path::Path;
use std::time::{Duration, Instant};

use tercet::config::{Config, Options};
use tercet::library::Library;
use tercet::study::StudyId;
use tercet::workbench::Workbench;
use tokio::runtime::Runtime;

use crate::desk::{PROGRAM, setup};
use crate::program::Place;
use crate::pty::PATIENCE;
use crate::server::Server;

/// A workbench without a screen.
pub struct Desk {
    pub workbench: Workbench,
    runtime: Runtime,
    notices: Vec<String>,
}

impl Desk {
    pub fn new(place: &Place) -> Self {
        Self::open(place, None, Path::new(PROGRAM))
    }

    pub fn open(place: &Place, study: Option<StudyId>, program: &Path) -> Self {
        Self::with(&options(place), &|_| None, study, program)
    }

    /// One that writes with the model of this server.
    pub fn on(place: &Place, server: &Server) -> Self {
        let options = Options {
            writer: Some("openai/m".to_owned()),
            ..options(place)
        };
        let address = |name: &str| (name == "OPENAI_BASE_URL").then(|| server.base_url());
        Self::with(&options, &address, None, Path::new(PROGRAM))
    }

    fn with(
        options: &Options,
        environment: &dyn Fn(&str) -> Option<String>,
        study: Option<StudyId>,
        program: &Path,
    ) -> Self {
        let config = Config::load(options, environment).expect("a configuration");
        let runtime = Runtime::new().expect("a runtime");
        let library = Library::open(&config.data_dir).expect("a library");
        let setup = setup(config, program);
        let handle = runtime.handle().clone();
        let workbench = Workbench::open(library, study, setup, handle, Duration::ZERO);
        Self {
            workbench: workbench.expect("a study"),
            runtime,
            notices: Vec::new(),
        }
    }

    /// Takes in what comes back until the workbench is as `wanted`; `what` names it in the failure.
    pub fn until(&mut self, what: &str, wanted: impl Fn(&Workbench) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !wanted(&self.workbench) {
            let left = deadline.saturating_duration_since(Instant::now());
            let wake = self
                .workbench
                .deadline()
                .map(|at| at.saturating_duration_since(Instant::now()));
            let wait = wake.map_or(left, |wake| wake.min(left));
            let workbench = &mut self.workbench;
            let message = self
                .runtime
                .block_on(async { tokio::time::timeout(wait, workbench.next_message()).await });
            match message {
                Ok(message) => self.workbench.receive(message),
                Err(late) if left.is_zero() => {
                    panic!("waited for {what} ({late}): {:#?}", self.told())
                }
                Err(_) => self.workbench.tick(),
            }
            self.told();
        }
        self.told();
    }

    /// What the analyst was told so far.
    pub fn told(&mut self) -> &[String] {
        let notices = self.workbench.take_notices();
        self.notices
            .extend(notices.into_iter().map(|notice| notice.text));
        &self.notices
    }
}

fn options(place: &Place) -> Options {
    Options {
        data_dir: Some(place.data_dir()),
        ..Options::default()
    }
}
