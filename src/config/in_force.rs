//! The settings in force, and where each came from: what `tercet config` shows.
//!
//! They are told as the paths and values of a configuration file, so that what is shown can be one. Keys are not settings, and stand in none [Z2]; what an
//! address holds of them is left out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use toml::{Table, Value};

use super::{Config, DEFAULTS, Options};
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
        let set = |name: &str| environment(name).filter(|value| !value.is_empty());
        let own = std::fs::read_to_string(&self.file).unwrap_or_default();
        let mut settings = Settings::default();
        settings.lay(DEFAULTS, |_| Source::BuiltIn);
        let lines = Lines::of(&own);
        settings.lay(&own, |path| Source::File(lines.of_setting(path)));
        self.lay_choices(&mut settings, options, &set);
        self.lay_providers(&mut settings, &set);
        let beside = self.file.parent();
        let keymap = beside.map(|folder| folder.join("keymap.toml"));
        let prompts = beside.map(|folder| super::prompt_files(&folder.join("prompts")));
        let password = match (options.passwords.is_empty(), set("TERCET_PASSWORD")) {
            (false, _) => Some(Source::Option("--password")),
            (true, Some(_)) => Some(Source::Variable("TERCET_PASSWORD")),
            (true, None) => None,
        };
        InForce {
            settings: settings.0,
            data_dir: (
                self.data_dir.clone(),
                chosen(
                    (options.data_dir.is_some(), "--data-dir"),
                    (set("TERCET_DATA_DIR").is_some(), "TERCET_DATA_DIR"),
                ),
            ),
            file: (
                self.file.clone(),
                chosen(
                    (options.config.is_some(), "--config"),
                    (set("TERCET_CONFIG").is_some(), "TERCET_CONFIG"),
                ),
            ),
            keymap: keymap.filter(|file| file.is_file()),
            prompts: prompts.unwrap_or_default(),
            password,
        }
    }

    /// What options and variables decide, and what follows from other settings.
    fn lay_choices(
        &self,
        settings: &mut Settings,
        options: &Options,
        set: &dyn Fn(&str) -> Option<String>,
    ) {
        let mut lay = |path: &[&str], value: Value, (option, variable): (Said, Said)| {
            let from = chosen(option, variable);
            if from != Source::BuiltIn {
                settings.put(path, value, from);
            }
        };
        let none = (false, "");
        let screen = &options.screen;
        lay(
            &["writer"],
            self.writer.clone().into(),
            (
                (options.writer.is_some(), "--model"),
                (set("TERCET_MODEL").is_some(), "TERCET_MODEL"),
            ),
        );
        lay(
            &["framework"],
            self.framework.id.clone().into(),
            ((options.framework.is_some(), "--framework"), none),
        );
        lay(
            &["theme"],
            self.screen.theme.clone().into(),
            (
                (screen.theme.is_some(), "--theme"),
                (set("TERCET_THEME").is_some(), "TERCET_THEME"),
            ),
        );
        let accessible = set("ACCESSIBLE").is_some_and(|value| value != "0");
        lay(
            &["plain"],
            self.screen.plain.into(),
            ((screen.plain, "--plain"), (accessible, "ACCESSIBLE")),
        );
        if let Some(section) = &options.early_decision {
            let said = (true, "--early-decision");
            lay(
                &["run", "early_decision"],
                section.clone().into(),
                (said, none),
            );
        }
        let ceilings = &options.ceilings;
        if let Some(tokens) = ceilings.tokens {
            let tokens = Value::Integer(tokens.try_into().unwrap_or(i64::MAX));
            lay(
                &["budget", "tokens"],
                tokens,
                ((true, "--max-tokens"), none),
            );
        }
        if let Some(cost) = ceilings.cost {
            lay(
                &["budget", "cost"],
                cost.into(),
                ((true, "--max-cost"), none),
            );
        }
        if let Some(seconds) = ceilings.seconds {
            let time = Ceilings {
                seconds: Some(seconds),
                ..Ceilings::default()
            };
            let time = Value::String(time.in_words());
            lay(&["budget", "time"], time, ((true, "--max-time"), none));
        }
        if !options.allow_private.is_empty() {
            let allowed = self.fetch.allow_private.iter();
            let allowed: Vec<String> = allowed.map(ToString::to_string).collect();
            let said = (true, "--allow-private");
            lay(&["fetch", "allow_private"], allowed.into(), (said, none));
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
    fn lay_providers(&self, settings: &mut Settings, set: &dyn Fn(&str) -> Option<String>) {
        for provider in &self.writers.providers {
            let at = |name: &'static str| ["providers", provider.name.as_str(), name];
            if settings.get(&at("base_url")).is_none() {
                let (address, key) = provider.api.variables();
                let from = |variable| match set(variable) {
                    Some(_) => Source::Variable(variable),
                    None => Source::BuiltIn,
                };
                settings.put(
                    &at("base_url"),
                    provider.base_url.clone().into(),
                    from(address),
                );
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
                let is_set = variable.value.as_str().and_then(set).is_some();
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

/// Whether somebody said it, and by what name.
type Said = (bool, &'static str);

/// The option goes before the variable.
fn chosen(option: Said, variable: Said) -> Source {
    if option.0 {
        Source::Option(option.1)
    } else if variable.0 {
        Source::Variable(variable.1)
    } else {
        Source::BuiltIn
    }
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
