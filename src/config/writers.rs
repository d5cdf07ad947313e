//! `[providers]` and `[embeddings]`: the servers whose models can write, and the model that makes vectors [M1].
//!
//! A server of this machine on its usual port needs no entry. Keys come from the environment or from a file that nobody else can read [Z2]; a server whose
//! key cannot be used is out of use by itself, and everything else goes on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Environment, mistakes};
use crate::engine::Writer;
use crate::pipeline::Window;
use crate::provider::{Api, ApiKey, Extra, LOCAL_SERVERS, Model, Provider};
use crate::study::BUILT_IN_WRITER;

/// What a model is taken to hold where the configuration does not say: small local models have 8,192.
const CONTEXT_TOKENS: usize = 8192;

/// Who can write: the extractive writer, and the models of the configured servers.
#[derive(Debug, Clone, Default)]
pub struct Writers {
    pub providers: Vec<Provider>,
    context_tokens: BTreeMap<String, usize>,
    /// Why servers are out of use, by their names.
    out_of_use: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmbeddingsEntry {
    #[serde(default)]
    model: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderEntry {
    base_url: String,
    api: Option<String>,
    api_key_env: Option<String>,
    api_key_file: Option<PathBuf>,
    #[serde(default)]
    models: Vec<String>,
    context_tokens: Option<usize>,
    #[serde(default)]
    headers: BTreeMap<String, ExtraEntry>,
    #[serde(default)]
    query: BTreeMap<String, ExtraEntry>,
}

/// What requests carry besides: as it is, or where it stands if nobody is to see it.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "write a text, or where it stands: { env = \"THE_VARIABLE\" } or { file = \"/path\" }"
)]
enum ExtraEntry {
    Plain(String),
    Variable { env: String },
    File { file: PathBuf },
}

/// The servers of the configuration, and the one that the variables of `OpenAI` name.
pub(super) fn writers(
    entries: BTreeMap<String, ProviderEntry>,
    env: Environment<'_>,
    problems: &mut Vec<String>,
) -> Writers {
    let mut providers = Vec::new();
    let mut context_tokens = BTreeMap::new();
    let mut out_of_use = BTreeMap::new();
    for (name, entry) in entries {
        context_tokens.insert(name.clone(), entry.context_tokens.unwrap_or(CONTEXT_TOKENS));
        let (provider, why) = provider(name, entry, env, problems);
        out_of_use.extend(why.map(|why| (provider.name.clone(), why)));
        providers.push(provider);
    }
    for api in Api::ALL {
        if providers.iter().all(|provider| provider.name != api.name()) {
            providers.extend(Provider::from_variables(api, env));
        }
    }
    Writers {
        providers,
        context_tokens,
        out_of_use,
    }
}

impl Writers {
    /// The writer that a name means: `extractive`, `provider/model`, or a provider alone for its first model. The error is in words for the analyst.
    pub fn find(&self, name: &str) -> Result<Writer, String> {
        let writer = self.named(name)?;
        match (self.why_out_of_use(name), provider_of(name)) {
            (Some(why), provider) => Err(format!("provider \"{provider}\" is out of use: {why}")),
            (None, _) => Ok(writer),
        }
    }

    /// Why the server of a writer is out of use, where it is.
    #[must_use]
    pub fn why_out_of_use(&self, writer: &str) -> Option<&str> {
        self.out_of_use.get(provider_of(writer)).map(String::as_str)
    }

    /// The same, whether its server can be used or not.
    pub(super) fn named(&self, name: &str) -> Result<Writer, String> {
        if name == BUILT_IN_WRITER {
            return Ok(Writer::Extractive);
        }
        let (wanted, model) = name
            .split_once('/')
            .map_or((name, None), |(provider, model)| (provider, Some(model)));
        let known = self.providers.iter().find(|known| known.name == wanted);
        // A server of this machine on its usual port needs no configuration.
        let local = LOCAL_SERVERS.iter().find(|server| server.name == wanted);
        let local = local.map(|server| server.provider());
        let Some(provider) = known.or(local.as_ref()) else {
            let known: Vec<&str> = self
                .providers
                .iter()
                .map(|provider| provider.name.as_str())
                .collect();
            let known = if known.is_empty() {
                "none is configured".to_owned()
            } else {
                format!("configured: {}", known.join(", "))
            };
            let vendor = Api::named(wanted);
            let (address, key) = vendor.unwrap_or_default().variables();
            let way = if vendor.is_some() {
                format!("Set {key}, or {address} where another server is meant")
            } else {
                format!("Set {address} to where a server is")
            };
            return Err(format!(
                "there is no provider \"{wanted}\" ({known}). {way}, add [providers.{wanted}] with a base_url, or use \"extractive\""
            ));
        };
        let model = model
            .map(str::to_owned)
            .or_else(|| provider.models.first().cloned());
        match model.filter(|model| !model.is_empty()) {
            Some(name) => Ok(Writer::Model(Model {
                provider: provider.clone(),
                name,
            })),
            None => Err(format!(
                "provider \"{wanted}\" names no models: say which with --model {wanted}/MODEL"
            )),
        }
    }

    /// What prompt and reply may take together with this writer.
    pub fn window(&self, writer: &str) -> Window {
        Window {
            tokens: self
                .context_tokens
                .get(provider_of(writer))
                .copied()
                .unwrap_or(CONTEXT_TOKENS),
        }
    }
}

/// The name of a writer's server.
fn provider_of(writer: &str) -> &str {
    writer.split('/').next().unwrap_or_default()
}

/// The model that a name under `[embeddings]` means; none for an empty one.
pub(super) fn embeddings(
    entry: &EmbeddingsEntry,
    writers: &Writers,
    problems: &mut Vec<String>,
) -> Option<Model> {
    let name = entry.model.as_str();
    match writers.named(name) {
        _ if name.is_empty() || writers.why_out_of_use(name).is_some() => None,
        Ok(Writer::Model(model)) => Some(model),
        Ok(Writer::Extractive) => {
            problems.push("[embeddings] model = \"extractive\" does not name an embedding model: write provider/model, or leave it out to use the built-in table".into());
            None
        }
        Err(problem) => {
            problems.push(format!("[embeddings] {problem}"));
            None
        }
    }
}

/// A server, and why it is out of use, if it is.
fn provider(
    name: String,
    entry: ProviderEntry,
    env: Environment<'_>,
    problems: &mut Vec<String>,
) -> (Provider, Option<String>) {
    let api_key_env = entry.api_key_env.filter(|variable| {
        let is_name = env(variable).is_some() || mistakes::names_variable(variable);
        if !is_name {
            problems.push(format!(
                "[providers.{name}] api_key_env has to be the name of a variable that holds the key, and is none (it is not shown, should it be the key itself): put the key into a variable such as {}_KEY, and that name here",
                name.to_uppercase()
            ));
        }
        is_name
    });
    let from_variable = api_key_env.as_deref().and_then(env).map(ApiKey::new);
    let (api_key, why) = match (from_variable, entry.api_key_file) {
        (None, Some(path)) => match read_key(&path) {
            Ok(key) => (Some(key), None),
            Err(why) => (None, Some(why)),
        },
        (known, _) => (known, None),
    };
    let api = match entry.api.as_deref() {
        None => Api::of(&name, &entry.base_url),
        Some(said) => Api::named(said).unwrap_or_else(|| {
            let known = Api::ALL.map(Api::name).join(", ");
            problems.push(format!(
                "[providers.{name}] api \"{said}\" is not known; there are: {known}"
            ));
            Api::default()
        }),
    };
    let mut unusable = Vec::from_iter(why);
    let mut extras = |kind: Kind, entries: BTreeMap<String, ExtraEntry>| {
        let entries = entries.into_iter().filter_map(|(wanted, entry)| {
            let is_named = kind == Kind::Parameter || Provider::may_add_header(&wanted);
            if !is_named {
                problems.push(format!(
                    "[providers.{name}.headers] {wanted:?} is no header that can be added"
                ));
            }
            let addition = Addition {
                provider: &name,
                kind,
                name: &wanted,
            };
            let extra = addition
                .read(entry, env, problems)
                .map_err(|why| unusable.push(why));
            Some((wanted, extra.ok().flatten().filter(|_| is_named)?))
        });
        entries.collect()
    };
    let headers = extras(Kind::Header, entry.headers);
    let query = extras(Kind::Parameter, entry.query);
    let provider = Provider {
        name,
        base_url: entry.base_url,
        api,
        api_key_env,
        api_key,
        models: entry.models,
        headers,
        query,
    };
    (provider, unusable.into_iter().next())
}

/// Where an addition to requests goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Header,
    Parameter,
}

/// One addition to a provider's requests, as the file names it.
struct Addition<'a> {
    provider: &'a str,
    kind: Kind,
    name: &'a str,
}

impl Addition<'_> {
    /// What is added; none where the file has to be mended, and why its server is out of use where that is so.
    fn read(
        &self,
        entry: ExtraEntry,
        env: Environment<'_>,
        problems: &mut Vec<String>,
    ) -> Result<Option<Extra>, String> {
        let Self {
            provider,
            kind,
            name,
        } = self;
        let (table, called) = match kind {
            Kind::Header => ("headers", "header"),
            Kind::Parameter => ("query", "parameter"),
        };
        match entry {
            ExtraEntry::Plain(value) if mistakes::may_be_secret(name) && !value.is_empty() => {
                problems.push(format!(
                    "[providers.{provider}.{table}] {name} looks like a key (it is not shown): put it into a variable, and write {name} = {{ env = \"THE_VARIABLE\" }}, or into a file of mode 0600, and write {{ file = \"/path\" }}"
                ));
                Ok(None)
            }
            ExtraEntry::Plain(value) => Ok(Some(Extra::Plain(value))),
            ExtraEntry::Variable { env: variable } => match env(&variable) {
                Some(secret) => Ok(Some(Extra::Secret(ApiKey::new(secret)))),
                None if mistakes::names_variable(&variable) => Err(format!(
                    "{variable}, which holds the {called} {name}, is not set"
                )),
                None => {
                    problems.push(format!(
                        "[providers.{provider}.{table}] {name}: env has to be the name of a variable, and is none (it is not shown, should it be the key itself)"
                    ));
                    Ok(None)
                }
            },
            ExtraEntry::File { file } => Ok(Some(Extra::Secret(read_key(&file)?))),
        }
    }
}

/// A key from a file that nobody else can read [Z2].
fn read_key(path: &Path) -> Result<ApiKey, String> {
    let named = path.to_string_lossy();
    if !path.exists() && !named.contains(['/', '\\']) && !mistakes::is_harmless_name(&named) {
        return Err("api_key_file names a file, and no file has this name: put the key into a file of mode 0600 and name that".to_owned());
    }
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path)
            .map_err(|error| format!("key file {}: {error}", path.display()))?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(format!(
                "key file {0} can be read by others: chmod 600 {0}",
                path.display()
            ));
        }
    }
    std::fs::read_to_string(path)
        .map(ApiKey::new)
        .map_err(|error| format!("key file {}: {error}", path.display()))
}
