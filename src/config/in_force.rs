//! The settings in force, and where each came from: what `tercet config` shows.
//!
//! They are told as the paths and values of a configuration file, so that what is shown can be one. Keys are not settings, and stand in none [Z2]; what an
//! address holds of them is left out.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::path::PathBuf;

use toml::{Table, Value};

use super::screen::is_dumb;
use super::{Config, DEFAULTS, Environment, Options};
use crate::provider::{Api, Provider};
use crate::study::Ceilings;

/// One setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// As in the file: the tables that it stands in, and its name.
    pub path: Vec<String>,
    pub value: Value,
    pub from: Source,
    /// What is to be known about it besides.
    pub note: Option<String>,
}

impl Setting {
    /// Its name with the tables that it stands in: `run.judge`.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.join(".")
    }
}

/// Where a setting came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    BuiltIn,
    /// The analyst's file, with the line where that is known.
    File(Option<usize>),
    Variable(&'static str),
    Option(&'static str),
    /// Another setting decides it where nobody says it.
    Follows(&'static str),
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::File(Some(line)) => write!(f, "file, line {line}"),
            Self::File(None) => f.write_str("file"),
            Self::Variable(name) => write!(f, "variable {name}"),
            Self::Option(name) => write!(f, "option {name}"),
            Self::Follows(what) => write!(f, "follows from {what}"),
        }
    }
}

/// All settings, and what lies beside them.
#[derive(Debug)]
pub struct InForce {
    pub settings: Vec<Setting>,
    pub data_dir: (PathBuf, Source),
    pub file: (PathBuf, Source),
    /// The analyst's own keys, and the prompts that replace built-in ones, where there are any.
    pub keymap: Option<PathBuf>,
    pub prompts: Vec<PathBuf>,
    /// Where a password for encrypted documents came from.
    pub password: Option<Source>,
}

impl Config {
    /// Tells of this configuration, which was made of these options and variables.
    #[must_use]
    pub fn in_force(
        &self,
        options: &Options,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> InForce {
        let env = |name: &str| environment(name).filter(|value| !value.is_empty());
        let own = std::fs::read_to_string(&self.file).unwrap_or_default();
        let mut settings = Settings::default();
        settings.lay(DEFAULTS, |_| Source::BuiltIn);
        let lines = Lines::of(&own);
        settings.lay(&own, |path| Source::File(lines.of_setting(path)));
        self.lay_choices(&mut settings, options, &env);
        self.lay_providers(&mut settings, &env);
        let beside = self.file.parent();
        let keymap = beside.map(|folder| folder.join(super::keys::FILE));
        let prompts = beside.map(|folder| super::prompt_files(&folder.join("prompts")));
        let password = option(!options.passwords.is_empty(), "--password")
            .or_else(|| variable(&env, "TERCET_PASSWORD"));
        InForce {
            settings: settings.0,
            data_dir: (
                self.data_dir.clone(),
                option(options.data_dir.is_some(), "--data-dir")
                    .or_else(|| variable(&env, "TERCET_DATA_DIR"))
                    .unwrap_or(Source::BuiltIn),
            ),
            file: (
                self.file.clone(),
                option(options.config.is_some(), "--config")
                    .or_else(|| variable(&env, "TERCET_CONFIG"))
                    .unwrap_or(Source::BuiltIn),
            ),
            keymap: keymap.filter(|file| file.is_file()),
            prompts: prompts.unwrap_or_default(),
            password,
        }
    }

    /// What options and variables decide, and what follows from other settings.
    fn lay_choices(&self, settings: &mut Settings, options: &Options, env: Environment<'_>) {
        let mut lay = |path: &[&str], value: Value, from: Option<Source>| {
            if let Some(from) = from {
                settings.put(path, value, from);
            }
        };
        let screen = &options.screen;
        lay(
            &["writer"],
            self.writer.clone().into(),
            option(options.writer.is_some(), "--model").or_else(|| variable(env, "TERCET_MODEL")),
        );
        lay(
            &["framework"],
            self.framework.id.clone().into(),
            option(options.framework.is_some(), "--framework"),
        );
        lay(
            &["theme"],
            self.screen.theme.clone().into(),
            option(screen.theme.is_some(), "--theme").or_else(|| variable(env, "TERCET_THEME")),
        );
        let accessible = variable(env, "ACCESSIBLE")
            .filter(|_| env("ACCESSIBLE").is_some_and(|value| value != "0"));
        let dumb = variable(env, "TERM").filter(|_| self.screen.plain && is_dumb(env));
        lay(
            &["plain"],
            self.screen.plain.into(),
            option(screen.plain, "--plain").or(accessible).or(dumb),
        );
        if let Some(section) = &options.early_decision {
            let from = Some(Source::Option("--early-decision"));
            lay(&["run", "early_decision"], section.clone().into(), from);
        }
        let ceilings = &options.ceilings;
        if let Some(tokens) = ceilings.tokens {
            let tokens = Value::Integer(tokens.try_into().unwrap_or(i64::MAX));
            let from = Some(Source::Option("--max-tokens"));
            lay(&["budget", "tokens"], tokens, from);
        }
        if let Some(cost) = ceilings.cost {
            let from = Some(Source::Option("--max-cost"));
            lay(&["budget", "cost"], cost.into(), from);
        }
        if let Some(seconds) = ceilings.seconds {
            let time = Ceilings {
                seconds: Some(seconds),
                ..Ceilings::default()
            };
            let from = Some(Source::Option("--max-time"));
            lay(&["budget", "time"], time.in_words().into(), from);
        }
        if !options.allow_private.is_empty() {
            let allowed = self.fetch.allow_private.iter();
            let allowed: Vec<String> = allowed.map(ToString::to_string).collect();
            let from = Some(Source::Option("--allow-private"));
            lay(&["fetch", "allow_private"], allowed.into(), from);
        }
        if settings.get(&["writer"]).is_some_and(|known| {
            known.from == Source::BuiltIn && known.value.as_str() != Some(&self.writer)
        }) {
            let tiers = Source::Follows("[tiers] plus");
            settings.put(&["writer"], self.writer.clone().into(), tiers);
        }
        let decisions = i64::from(self.plan.decisions);
        let path = ["run", "decisions"];
        if settings
            .get(&path)
            .is_some_and(|known| known.value.as_integer() != Some(decisions))
        {
            settings.put(&path, decisions.into(), Source::Follows("early_decision"));
        }
        if let Some(glyphs) = settings.get_mut(&["glyphs"])
            && glyphs.value.as_str() == Some("auto")
        {
            let drawn = if self.screen.ascii {
                "ascii"
            } else {
                "unicode"
            };
            glyphs.note = Some(format!("{drawn} here"));
        }
    }

    /// Servers that variables name, and of all servers what may be shown.
    fn lay_providers(&self, settings: &mut Settings, env: Environment<'_>) {
        for provider in &self.writers.providers {
            let at = |name: &'static str| ["providers", provider.name.as_str(), name];
            if settings.get(&at("base_url")).is_none() {
                let (address, key) = provider.api.variables();
                let from = variable(env, address).unwrap_or(Source::BuiltIn);
                settings.put(&at("base_url"), provider.base_url.clone().into(), from);
                settings.put(&at("api_key_env"), key.into(), Source::BuiltIn);
            }
            let shown = shown_address(provider);
            if let Some(address) = settings.get_mut(&at("base_url"))
                && address.value.as_str() != Some(&shown)
            {
                address.value = shown.into();
                address.note = Some("without what may be secret in it".to_owned());
            }
            if settings.get(&at("api")).is_none() && provider.api != Api::default() {
                let api = provider.api.name();
                settings.put(&at("api"), api.into(), Source::Follows("the address"));
            }
            if let Some(file) = settings.get_mut(&at("api_key_file")) {
                let why = self.writers.why_out_of_use(&provider.name);
                file.note = why.map(|why| format!("out of use: {why}"));
            }
            if let Some(variable) = settings.get_mut(&at("api_key_env")) {
                let is_set = variable.value.as_str().and_then(env).is_some();
                variable.note = Some(if is_set { "it is set" } else { "it is not set" }.to_owned());
            }
        }
    }
}

/// The address, with the version that some servers want behind it, and nothing else that could be a secret.
fn shown_address(provider: &Provider) -> String {
    let address = &provider.base_url;
    let (before, query) = address.split_once('?').unwrap_or((address, ""));
    let is_version =
        |parameter: &str| parameter.is_empty() || parameter.starts_with("api-version=");
    if query.split('&').all(is_version) && !before.contains('@') && !address.contains('#') {
        address.clone()
    } else {
        provider.address()
    }
}

/// An option as a source, where it was given.
fn option(is_given: bool, name: &'static str) -> Option<Source> {
    is_given.then_some(Source::Option(name))
}

/// A variable as a source, where it is set.
fn variable(env: Environment<'_>, name: &'static str) -> Option<Source> {
    env(name).map(|_| Source::Variable(name))
}

/// The settings so far, in the order in which they were first said.
#[derive(Default)]
struct Settings(Vec<Setting>);

impl Settings {
    /// Puts what a file says before what was said until now.
    fn lay(&mut self, text: &str, from: impl Fn(&[String]) -> Source) {
        let table: Table = toml::from_str(text).unwrap_or_default();
        let mut found = Vec::new();
        leaves(&table, &mut Vec::new(), &mut found);
        for (path, value) in found {
            let source = from(&path);
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            self.put(&path, value, source);
        }
    }

    fn put(&mut self, path: &[&str], value: Value, from: Source) {
        let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
        let setting = Setting {
            path,
            value,
            from,
            note: None,
        };
        match self.0.iter_mut().find(|known| known.path == setting.path) {
            Some(known) => *known = setting,
            None => self.0.push(setting),
        }
    }

    fn get(&self, path: &[&str]) -> Option<&Setting> {
        self.0.iter().find(|known| known.path == path)
    }

    fn get_mut(&mut self, path: &[&str]) -> Option<&mut Setting> {
        self.0.iter_mut().find(|known| known.path == path)
    }
}

/// What stands in a table and in the tables in it.
fn leaves(table: &Table, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Value)>) {
    for (name, value) in table {
        path.push(name.clone());
        match value {
            Value::Table(inner) => leaves(inner, path, found),
            value => found.push((path.clone(), value.clone())),
        }
        path.pop();
    }
}

/// On which line of a file each setting stands.
struct Lines(BTreeMap<Vec<String>, usize>);

impl Lines {
    fn of(text: &str) -> Self {
        fn walk(
            table: &toml::de::DeTable<'_>,
            text: &str,
            path: &mut Vec<String>,
            lines: &mut BTreeMap<Vec<String>, usize>,
        ) {
            for (name, value) in table {
                path.push(name.get_ref().to_string());
                if let Some(inner) = value.get_ref().as_table() {
                    walk(inner, text, path, lines);
                } else {
                    let before = text.get(..name.span().start).unwrap_or_default();
                    lines.insert(path.clone(), before.matches('\n').count() + 1);
                }
                path.pop();
            }
        }
        let mut lines = BTreeMap::new();
        if let Ok(table) = toml::de::DeTable::parse(text) {
            walk(table.get_ref(), text, &mut Vec::new(), &mut lines);
        }
        Self(lines)
    }

    fn of_setting(&self, path: &[String]) -> Option<usize> {
        self.0.get(path).copied()
    }
}
