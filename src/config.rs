//! Configuration: the built-in defaults, then the analyst's file, then the environment, then command-line options.
//!
//! Everything is checked once, and all that is wrong is reported together. The environment is passed in as a function, so that tests need not
//! change their own.

mod in_force;
mod keys;
mod mistakes;
mod run;
mod screen;
mod spending;
mod tiers;
mod writers;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use directories::ProjectDirs;
use serde::Deserialize;
use thiserror::Error;

use crate::evidence::{Password, fetch};
use crate::pipeline::{ContextLimits, Prices, Prompts, Roles};
use crate::provider::Model;
use crate::study::{AUTO_WRITER, Ceilings, Framework, RunPlan};

pub use in_force::{InForce, Setting, Source};
pub use keys::KeyFile;
pub use screen::{Links, Screen, ScreenOptions};
pub use writers::Writers;

/// Finds the value of a variable that is set to something.
type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The file that says what holds where nobody says otherwise, and explains every setting.
pub const DEFAULTS: &str = include_str!("../assets/config.toml");
const FRAMEWORKS: &[(&str, &str)] = &[("scr", include_str!("../assets/frameworks/scr.toml"))];

/// Everything that was configured, checked.
#[derive(Debug)]
pub struct Config {
    pub data_dir: PathBuf,
    /// The analyst's file, whether it exists or not.
    pub file: PathBuf,
    pub writer: String,
    pub framework: Framework,
    pub screen: Screen,
    pub writers: Writers,
    /// Whether the workbench looks for model servers on this machine.
    pub look_for_servers: bool,
    /// Who does what besides writing, and what writes where that is left to the tiers.
    pub roles: Roles,
    /// What a new study may take.
    pub ceilings: Ceilings,
    pub prices: Prices,
    pub context: ContextLimits,
    /// What follows a cycle by itself.
    pub plan: RunPlan,
    /// The model whose vectors rank passages, where one is configured.
    pub embeddings: Option<Model>,
    pub prompts: Prompts,
    /// How web addresses are fetched.
    pub fetch: fetch::Settings,
    /// What opens encrypted documents.
    pub passwords: Vec<Password>,
}

/// What the command line says; it wins over everything else.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub data_dir: Option<PathBuf>,
    pub config: Option<PathBuf>,
    pub writer: Option<String>,
    pub framework: Option<String>,
    pub screen: ScreenOptions,
    pub ceilings: Ceilings,
    /// The section after which a draft stops for a decision.
    pub early_decision: Option<String>,
    /// Private places to fetch from, besides those of the file.
    pub allow_private: Vec<String>,
    pub passwords: Vec<Password>,
}

/// Everything that is wrong with the configuration.
#[derive(Debug, Error)]
#[error("the configuration has errors:\n{}\nFix them, or use another file with --config; `tercet config --defaults` prints one that explains every setting, and `tercet doctor` says what holds without it", .problems.iter().map(|problem| format!("  - {problem}")).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError {
    pub problems: Vec<String>,
}

/// A configuration file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    writer: Option<String>,
    framework: Option<String>,
    theme: Option<String>,
    glyphs: Option<screen::GlyphsEntry>,
    mouse: Option<bool>,
    columns: Option<[u16; 3]>,
    bell_after: Option<u64>,
    look_for_servers: Option<bool>,
    plain: Option<bool>,
    #[serde(default)]
    tiers: tiers::Tiers,
    #[serde(default)]
    roles: BTreeMap<String, String>,
    #[serde(default)]
    context: ContextEntry,
    #[serde(default)]
    run: run::RunEntry,
    #[serde(default)]
    budget: spending::BudgetEntry,
    #[serde(default)]
    prices: BTreeMap<String, spending::PriceEntry>,
    #[serde(default)]
    embeddings: writers::EmbeddingsEntry,
    #[serde(default)]
    providers: BTreeMap<String, writers::ProviderEntry>,
    #[serde(default)]
    fetch: FetchEntry,
}

impl File {
    fn screen(&self) -> screen::ScreenEntry {
        screen::ScreenEntry {
            theme: self.theme.clone(),
            glyphs: self.glyphs,
            mouse: self.mouse,
            columns: self.columns,
            bell_after: self.bell_after,
            plain: self.plain,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FetchEntry {
    max_megabytes: Option<u32>,
    timeout_seconds: Option<u32>,
    #[serde(default)]
    allow_private: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContextEntry {
    passages: Option<usize>,
    share: Option<f32>,
    /// Of files that older versions wrote; nothing asks for it any more.
    #[serde(default, rename = "answer_characters")]
    _answer_characters: Option<u32>,
}

impl Config {
    /// Reads and checks everything.
    pub fn load(
        options: &Options,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let (config, problems) = Self::read(options, environment)?;
        if problems.is_empty() {
            Ok(config)
        } else {
            Err(ConfigError { problems })
        }
    }

    /// As much of it as can be used, and all that is wrong with the rest.
    pub fn read(
        options: &Options,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<(Self, Vec<String>), ConfigError> {
        let mut problems = Vec::new();
        let folders = ProjectDirs::from("", "", "tercet");
        let env = |name: &str| environment(name).filter(|value| !value.is_empty());
        let config_dir = folders
            .as_ref()
            .map(|folders| folders.config_dir().to_owned())
            .unwrap_or_default();
        let named = options
            .config
            .clone()
            .or_else(|| env("TERCET_CONFIG").map(PathBuf::from));
        let must_exist = named.is_some();
        let file = named.unwrap_or_else(|| config_dir.join("config.toml"));
        let beside = file.parent().map(Path::to_owned).unwrap_or_default();

        let built_in: File = toml::from_str(DEFAULTS).unwrap_or_default();
        let own = read_file(&file, must_exist, &mut problems);
        let data_dir = options
            .data_dir
            .clone()
            .or_else(|| env("TERCET_DATA_DIR").map(PathBuf::from))
            .or_else(|| folders.map(|folders| folders.data_dir().to_owned()));
        if data_dir.is_none() {
            problems.push(
                "no home folder was found; choose a data folder with --data-dir or TERCET_DATA_DIR"
                    .into(),
            );
        }

        let screen = screen::screen(
            &options.screen,
            own.screen(),
            built_in.screen(),
            screen::Surroundings {
                data_dir: options.data_dir.as_deref(),
                keys: keys::beside(&beside),
                env: &env,
            },
        );
        let writers = writers::writers(own.providers, &env, &mut problems);
        let configured = spending::ceilings(&own.budget, &mut problems);
        let ceilings = options.ceilings.or(configured);
        let roles = tiers::roles(own.tiers, own.roles, &writers, &mut problems);
        let framework = options
            .framework
            .clone()
            .or(own.framework)
            .or(built_in.framework)
            .unwrap_or_default();
        let framework = find_framework(&framework).unwrap_or_else(|problem| {
            let option = options.framework.as_ref().map_or("", |_| "--framework: ");
            problems.push(format!("{option}{problem}"));
            Framework::default()
        });
        let plan = run::plan(&own.run, &built_in.run, options, &framework, &mut problems);
        let fetch = fetch_settings(
            &own.fetch,
            &built_in.fetch,
            &options.allow_private,
            &env,
            &mut problems,
        );
        let Some(prompts) = prompts(&beside.join("prompts"), &mut problems) else {
            return Err(ConfigError { problems });
        };
        let config = Self {
            passwords: passwords(options, &env),
            data_dir: data_dir.unwrap_or_default(),
            file,
            writer: options
                .writer
                .clone()
                .or_else(|| env("TERCET_MODEL"))
                .or(own.writer)
                .or_else(|| roles.can_choose().then(|| AUTO_WRITER.to_owned()))
                .or(built_in.writer)
                .unwrap_or_default(),
            framework,
            screen,
            look_for_servers: own
                .look_for_servers
                .or(built_in.look_for_servers)
                .unwrap_or(true),
            embeddings: writers::embeddings(&own.embeddings, &writers, &mut problems),
            writers,
            roles,
            ceilings,
            prices: spending::prices(own.prices, &mut problems),
            context: context_limits(&own.context, &built_in.context, &mut problems),
            plan,
            prompts,
            fetch,
        };
        match config.writer.as_str() {
            AUTO_WRITER if config.roles.can_choose() => {}
            AUTO_WRITER => problems.push(
                "the writer \"auto\" needs a model to choose: name one as `plus` under [tiers]"
                    .into(),
            ),
            writer => problems.extend(config.writers.named(writer).err()),
        }
        Ok((config, problems))
    }
}

fn read_file(path: &Path, must_exist: bool, problems: &mut Vec<String>) -> File {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !must_exist => {
            return File::default();
        }
        Err(error) => {
            problems.push(format!("{}: {error}", path.display()));
            return File::default();
        }
    };
    toml::from_str(&text).unwrap_or_else(|error| {
        problems.extend(mistakes::all_told(path, &text, error));
        File::default()
    })
}

fn fetch_settings(
    own: &FetchEntry,
    built_in: &FetchEntry,
    allowed: &[String],
    env: Environment<'_>,
    problems: &mut Vec<String>,
) -> fetch::Settings {
    let mut limits = fetch::Limits::default();
    if let Some(megabytes) = own.max_megabytes.or(built_in.max_megabytes) {
        limits.bytes = u64::from(megabytes) << 20;
    }
    if let Some(seconds) = own.timeout_seconds.or(built_in.timeout_seconds) {
        limits.total = Duration::from_secs(seconds.into());
    }
    if limits.bytes == 0 || limits.total.is_zero() {
        problems.push("[fetch] max_megabytes and timeout_seconds must be 1 or more".into());
    }
    let mut allow_private = Vec::new();
    for (whose, entry) in own
        .allow_private
        .iter()
        .map(|entry| ("[fetch] allow_private", entry))
        .chain(allowed.iter().map(|entry| ("--allow-private", entry)))
    {
        match fetch::Opening::parse(entry) {
            Ok(opening) => allow_private.push(opening),
            Err(problem) => problems.push(format!("{whose}: {problem}")),
        }
    }
    fetch::Settings {
        allow_private,
        proxies: fetch::Proxies::from_environment(env),
        limits,
    }
}

/// The passwords of the command line, or else that of the environment.
fn passwords(options: &Options, env: Environment<'_>) -> Vec<Password> {
    if options.passwords.is_empty() {
        let one = env("TERCET_PASSWORD").map(Password::from);
        return one.into_iter().collect();
    }
    options.passwords.clone()
}

/// How much evidence a model is sent.
fn context_limits(
    own: &ContextEntry,
    built_in: &ContextEntry,
    problems: &mut Vec<String>,
) -> ContextLimits {
    let defaults = ContextLimits::default();
    let limits = ContextLimits {
        passages: own
            .passages
            .or(built_in.passages)
            .unwrap_or(defaults.passages),
        share: own.share.or(built_in.share).unwrap_or(defaults.share),
    };
    let ContextLimits { passages, share } = limits;
    if !(1..=200).contains(&passages) {
        problems.push(format!(
            "[context] passages = {passages}: choose a number from 1 to 200"
        ));
    }
    if !(0.05..=0.8).contains(&share) {
        problems.push(format!(
            "[context] share = {share}: choose a share from 0.05 to 0.8"
        ));
    }
    limits
}

fn find_framework(id: &str) -> Result<Framework, String> {
    let known = || {
        FRAMEWORKS
            .iter()
            .map(|(id, _)| *id)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (_, text) = FRAMEWORKS
        .iter()
        .find(|(name, _)| *name == id)
        .ok_or_else(|| format!("there is no framework \"{id}\"; there is: {}", known()))?;
    toml::from_str(text).map_err(|error| format!("framework {id}: {error}"))
}

/// The analyst's own prompts, by name.
fn prompt_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_prompt = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(is_prompt)
        .collect();
    files.sort();
    files
}

/// The built-in prompts with the analyst's own files in their place [P1].
fn prompts(folder: &Path, problems: &mut Vec<String>) -> Option<Prompts> {
    let mut replacements = Vec::new();
    for path in prompt_files(folder) {
        if let Some(id) = path.file_stem().and_then(|stem| stem.to_str()) {
            match std::fs::read_to_string(&path) {
                Ok(file) => replacements.push((id.to_owned(), file)),
                Err(error) => problems.push(format!("{}: {error}", path.display())),
            }
        }
    }
    Prompts::new(&replacements)
        .map_err(|problem| problems.push(format!("{}: {problem}", folder.display())))
        .or_else(|()| Prompts::new(&[]))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Writer;
    use crate::pipeline::{Tier, WriterRole};

    fn load(file: &str, environment: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        std::fs::write(&path, file).expect("written");
        let options = Options {
            config: Some(path),
            data_dir: Some(folder.path().to_owned()),
            ..Options::default()
        };
        let find = |name: &str| {
            environment
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Config::load(&options, &find)
    }

    #[test]
    fn the_documented_default_file_is_the_default() {
        let config = load(DEFAULTS, &[]).expect("valid");
        assert_eq!(config.writer, "extractive");
        assert_eq!(config.framework.sections.len(), 3);
        assert!(config.writers.providers.is_empty());
        assert_eq!(config.context, ContextLimits::default());
    }

    #[test]
    fn all_problems_are_reported_together() {
        let error = load("writer = \"nobody/x\"\nframework = \"none\"\n", &[])
            .expect_err("refused")
            .to_string();
        assert!(
            error.contains("no provider \"nobody\"") && error.contains("no framework \"none\""),
            "{error}"
        );
        let error = load("theme = 3\n", &[]).expect_err("refused").to_string();
        assert!(error.contains("theme = 3"), "{error}");
        let error = load("them = \"dark\"\n", &[])
            .expect_err("refused")
            .to_string();
        assert!(error.contains("unknown field"), "{error}");
    }

    #[test]
    fn the_limits_of_a_context_are_settings_and_are_checked() {
        let config = load(
            "[context]\nshare = 0.5\n[tiers]\nturbo = \"extractive\"\n",
            &[],
        )
        .expect("valid");
        assert_eq!(
            (config.context.share, config.context.passages),
            (0.5, ContextLimits::default().passages)
        );
        assert_eq!(config.roles.tiers[&Tier::Turbo], "extractive");
        let wrong = "[context]\npassages = 0\nshare = 2.0\n[tiers]\nturbo = \"nobody/x\"\n";
        let error = load(wrong, &[]).expect_err("refused").to_string();
        for problem in ["passages = 0", "share = 2", "nobody"] {
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn tiers_and_roles_are_settings_and_are_checked() {
        let tiers = "[tiers]\nplus = \"lab/good\"\nmax = \"lab/best\"\nallow_max = true\n[roles]\njudge = \"plus\"\n[providers.lab]\nbase_url = \"http://127.0.0.1:9\"\n";
        let config = load(tiers, &[]).expect("valid");
        assert_eq!(
            config.writer, "auto",
            "the tiers choose where nobody else does"
        );
        assert_eq!(config.roles.roles[&WriterRole::Judge], Tier::Plus);
        assert!(config.roles.allow_max);
        let chosen = load(&format!("writer = \"lab/own\"\n{tiers}"), &[]).expect("valid");
        assert_eq!(chosen.writer, "lab/own");
        let wrong = "writer = \"auto\"\n[tiers]\nmax = \"nobody/x\"\n[roles]\nsing = \"plus\"\njudge = \"best\"\n";
        let error = load(wrong, &[]).expect_err("refused").to_string();
        for problem in [
            "`plus` under [tiers]",
            "[tiers] max",
            "no role \"sing\"",
            "judge = \"best\"",
        ] {
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_server_of_this_machine_on_its_usual_port_needs_no_configuration() {
        let config = load("", &[]).expect("valid");
        let Ok(Writer::Model(model)) = config.writers.find("ollama/qwen3:8b") else {
            panic!("found by its name");
        };
        assert_eq!(model.provider.base_url, "http://127.0.0.1:11434/v1");
        let own = "[providers.ollama]\nbase_url = \"http://127.0.0.1:9/v1\"\n";
        let config = load(own, &[]).expect("valid");
        let Ok(Writer::Model(model)) = config.writers.find("ollama/qwen3:8b") else {
            panic!("found by its name");
        };
        assert_eq!(model.provider.base_url, "http://127.0.0.1:9/v1");
        assert!(
            config.writers.find("lmstudio").is_err(),
            "it names no model"
        );
    }

    #[test]
    fn gateways_get_their_headers_and_parameters_and_their_keys_from_elsewhere() {
        let file = "[providers.work]\nbase_url = \"https://x\"\nquery = { api-version = \"2024-06-01\" }\n[providers.work.headers]\nHTTP-Referer = \"https://example.org\"\nGateway-Key = { env = \"GATEWAY\" }\n";
        let config = load(file, &[("GATEWAY", "gw-Zq8WmR3xLv7Tn2KpYd")]).expect("valid");
        let provider = &config.writers.providers[0];
        assert_eq!(provider.headers.len(), 2);
        assert_eq!(provider.query.len(), 1);
        assert!(!format!("{provider:?}").contains("Zq8WmR"));
        let unset = load(file, &[]).expect("valid");
        let why = unset.writers.why_out_of_use("work").expect("out of use");
        assert!(
            why.contains("GATEWAY") && why.contains("Gateway-Key"),
            "{why}"
        );
        for wrong in [
            "Gateway-Key = \"gw-Zq8WmR3xLv7Tn2KpYd\"",
            "X-Auth = { env = \"gw-Zq8WmR3xLv7Tn2KpYd\" }",
            "X = { value = \"gw-Zq8WmR3xLv7Tn2KpYd\" }",
            "Content-Length = \"gw-Zq8WmR3xLv7Tn2KpYd\"",
            "X = 'gw-Zq8WmR3xLv7Tn2KpYd",
        ] {
            let file = format!(
                "[providers.work]\nbase_url = \"https://x\"\n[providers.work.headers]\n{wrong}\n"
            );
            let error = load(&file, &[]).expect_err("refused").to_string();
            assert!(!error.contains("Zq8WmR"), "{error}");
        }
    }

    #[test]
    fn the_customary_variables_make_a_provider() {
        let variables = [
            ("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"),
            ("OPENAI_API_KEY", "sk-secret"),
            ("TERCET_MODEL", "openai/small"),
        ];
        let config = load("", &variables).expect("valid");
        assert_eq!(
            config.writers.find(&config.writer).expect("known").name(),
            "openai/small"
        );
        assert!(
            !format!("{config:?}").contains("sk-secret"),
            "a key is never printed"
        );
    }

    #[test]
    fn a_vendor_without_a_key_is_told_with_the_variable_that_holds_it() {
        let why = |model: &str| {
            let error = load("", &[("TERCET_MODEL", model)]).expect_err("refused");
            error.to_string()
        };
        assert!(why("openai/m").contains("Set OPENAI_API_KEY, or OPENAI_BASE_URL"));
        assert!(why("anthropic/m").contains("Set ANTHROPIC_API_KEY, or"));
        let other = why("acme/m");
        assert!(
            other.contains("[providers.acme]") && !other.contains("_KEY"),
            "{other}"
        );
    }

    #[test]
    fn a_key_file_that_others_can_read_puts_only_its_server_out_of_use() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let key = folder.path().join("key");
        std::fs::write(&key, "sk-secret\n").expect("written");
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).expect("set");
        let file = format!(
            "writer = \"work/m\"\n[tiers]\nplus = \"work/m\"\n[embeddings]\nmodel = \"work/v\"\n[providers.work]\nbase_url = \"http://127.0.0.1:9\"\napi_key_file = {key:?}\napi_key_env = \"WORK_KEY\"\n[providers.other]\nbase_url = \"http://127.0.0.1:9\"\n[providers.gone]\nbase_url = \"http://127.0.0.1:9\"\napi_key_file = \"/nowhere/key\"\n"
        );
        let config = load(&file, &[]).expect("valid");
        let why = |writer: &str| config.writers.find(writer).err().unwrap_or_default();
        assert!(why("work/m").contains("chmod 600"), "{}", why("work/m"));
        assert!(why("gone/m").contains("/nowhere/key"), "{}", why("gone/m"));
        assert_eq!(why("other/m"), "");
        assert_eq!(config.embeddings, None);
        let by_variable = load(&file, &[("WORK_KEY", "sk-other")]).expect("valid");
        assert!(by_variable.writers.find("work/m").is_ok());
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("set");
        assert!(
            load(&file, &[])
                .expect("valid")
                .writers
                .find("work/m")
                .is_ok()
        );
    }
}
