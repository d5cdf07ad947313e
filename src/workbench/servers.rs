//! Who can write: the built-in writer, the models of the configuration, and those of a server that runs on this machine [M1].
//!
//! A server is looked for by opening a connection to its usual port and closing it again, which sends nothing. Only when the analyst asks who can write is it
//! asked for the names of its models, and nothing of a study goes there before one of them is chosen.

use std::time::Duration;

use super::{Level, Message, Workbench, beside};
use crate::provider::{self, Provider};
use crate::study::{AUTO_WRITER, BUILT_IN_WRITER, Command};

/// A connection within this machine is there at once, or not at all.
const PATIENCE: Duration = Duration::from_millis(300);

/// The servers that models can come from.
#[derive(Debug, Clone, Default)]
pub struct Servers {
    pub configured: Vec<Provider>,
    /// Where servers of this machine usually listen, as far as that is not configured.
    pub nearby: Vec<Provider>,
}

/// Someone who can write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// `extractive`, `provider/model`, or `auto`.
    pub writer: String,
    /// What it is, and where.
    pub place: String,
}

impl Choice {
    fn built_in() -> Self {
        Self {
            writer: BUILT_IN_WRITER.to_owned(),
            place: "built in, needs no model".to_owned(),
        }
    }
}

/// What was found out about servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServersReport {
    /// The names of those of this machine that answer.
    Answering(Vec<String>),
    /// All who can write.
    Listed(Vec<Choice>),
}

impl Workbench {
    /// Looks whether a model server runs on this machine, where nothing else is to write.
    pub fn look_for_servers(&mut self) {
        if self.writer() != BUILT_IN_WRITER || !self.setup.servers.configured.is_empty() {
            return;
        }
        let nearby = self.setup.servers.nearby.clone();
        self.find_out(move || ServersReport::Answering(names(&answering(&nearby))));
    }

    /// Finds out who can write; `take_choices` has it when it is known.
    pub fn list_writers(&mut self) {
        let Servers { configured, nearby } = self.setup.servers.clone();
        let auto = self.setup.roles.choice_in_words().map(|place| Choice {
            writer: AUTO_WRITER.to_owned(),
            place,
        });
        self.find_out(move || {
            let mut choices = choices(&configured, &answering(&nearby));
            choices.splice(1..1, auto);
            ServersReport::Listed(choices)
        });
    }

    /// Who can write, once after it was asked for.
    pub fn take_choices(&mut self) -> Option<Vec<Choice>> {
        self.choices.take()
    }

    /// Takes a writer for this study, or for the one that is about to be begun.
    pub fn choose_writer(&mut self, writer: &str) {
        let is_left_to_tiers = writer == AUTO_WRITER && self.setup.roles.can_choose();
        if !is_left_to_tiers && let Err(why) = (self.setup.writers)(writer) {
            return self.notify(Level::Error, why);
        }
        let is_begun = !self.study().framework.sections.is_empty();
        if is_begun {
            self.execute(&Command::ChooseWriter {
                writer: writer.to_owned(),
            });
        } else {
            writer.clone_into(&mut self.setup.writer);
            self.keep_forecast();
        }
        let chosen = match self.study().writer.as_str() {
            "" => self.setup.writer.as_str(),
            own => own,
        };
        if chosen == writer {
            let who = if is_left_to_tiers {
                "the study's complexity decides who writes"
            } else {
                &format!("{writer} writes")
            };
            self.notify(
                Level::Info,
                format!("{who} from now on; for every new study, set writer = \"{writer}\" in config.toml"),
            );
        }
    }

    /// Runs beside the workbench, because a port that swallows what comes keeps one waiting.
    fn find_out(&mut self, report: impl FnOnce() -> ServersReport + Send + 'static) {
        let to = self.report_to(Message::Servers);
        let nobody = to.clone();
        // Who waits for a list gets the one that needs no server.
        let broke = move || {
            nobody.send(ServersReport::Listed(vec![Choice::built_in()]));
        };
        let spawned = beside::start("servers", broke, move || {
            to.send(report());
        });
        if let Err(error) = spawned {
            self.notify(
                Level::Error,
                format!("cannot look for model servers: {error}"),
            );
        }
    }

    pub(super) fn receive_servers(&mut self, report: ServersReport) {
        match report {
            ServersReport::Answering(names) if names.is_empty() => {}
            ServersReport::Answering(names) => self.notify(
                Level::Info,
                format!(
                    "on this machine something listens where {} usually does: {{choose-writer}} asks it for its models",
                    names.join(" or ")
                ),
            ),
            ServersReport::Listed(choices) => self.choices = Some(choices),
        }
    }
}

/// Those where something listens. Nothing is sent.
fn answering(nearby: &[Provider]) -> Vec<Provider> {
    let all = nearby.iter();
    all.filter(|server| server.listens(PATIENCE))
        .cloned()
        .collect()
}

fn names(servers: &[Provider]) -> Vec<String> {
    servers.iter().map(|server| server.name.clone()).collect()
}

fn choices(configured: &[Provider], nearby: &[Provider]) -> Vec<Choice> {
    let mut choices = vec![Choice::built_in()];
    let mut add = |server: &Provider, models: &[String]| {
        choices.extend(models.iter().map(|model| Choice {
            writer: format!("{}/{model}", server.name),
            place: server.address(),
        }));
    };
    for server in configured {
        add(server, &server.models);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    if let Ok(runtime) = runtime {
        for server in nearby {
            add(server, &runtime.block_on(provider::probe(server)).models);
        }
    }
    choices
}
