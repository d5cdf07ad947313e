//! What the analyst configured: servers with their address, key and models.
//!
//! Base addresses are taken as people paste them: with or without scheme, `/v1`, trailing slash, or the whole `/chat/completions` path, and
//! with the query string that Azure needs. Values are passed in; this module reads neither the environment nor files.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use reqwest::header::HeaderName;
use url::{Host, Url};

use super::fault::{Fault, Place};
use super::redact;
use super::secret::Secrets;

/// A configured server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Provider {
    /// Name in the configuration, and before the `/` in `--model provider/model`.
    pub name: String,
    pub base_url: String,
    pub api: Api,
    /// The variable that the key is read from; named in errors, where the key itself never is.
    pub api_key_env: Option<String>,
    pub api_key: Option<ApiKey>,
    /// Models as configured; the server may have others.
    pub models: Vec<String>,
    /// What gateways want besides, by name: headers of every request, and parameters of its address.
    pub headers: Box<[(String, Extra)]>,
    pub query: Box<[(String, Extra)]>,
}

/// A value that a provider's requests carry besides what its interface asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extra {
    Plain(String),
    /// One that is not shown, as a key.
    Secret(ApiKey),
}

/// What a server speaks [M1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Api {
    /// Chat completions, as most servers have them.
    #[default]
    OpenAi,
    /// Messages.
    Anthropic,
}

/// One model of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    pub provider: Provider,
    pub name: String,
}

/// A secret that cannot be printed [Z2].
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey {
    secret: String,
    /// What of it may not be told.
    secrets: Arc<Secrets>,
}

/// Last segments of the addresses of calls, besides `chat/completions`.
const CALLS: [&str; 3] = ["models", "embeddings", "messages"];

impl Api {
    pub const ALL: [Self; 2] = [Self::OpenAi, Self::Anthropic];

    /// As the configuration says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|api| api.name() == name)
    }

    /// What a server speaks, from its name in the configuration and its address, where nobody says it.
    #[must_use]
    pub fn of(name: &str, base_url: &str) -> Self {
        let rest = base_url
            .trim()
            .split_once("://")
            .map_or(base_url, |(_, rest)| rest);
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.split(':').next().unwrap_or_default();
        let is_anthropic = name.eq_ignore_ascii_case("anthropic")
            || host == "anthropic.com"
            || host.ends_with(".anthropic.com")
            || path.trim_end_matches('/').ends_with("v1/messages");
        if is_anthropic {
            Self::Anthropic
        } else {
            Self::OpenAi
        }
    }

    /// Where the vendor's own servers are.
    fn address(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
        }
    }

    /// The customary variables for another address and for the key.
    #[must_use]
    pub fn variables(self) -> (&'static str, &'static str) {
        match self {
            Self::OpenAi => ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
            Self::Anthropic => ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
        }
    }
}

impl Provider {
    /// The provider that the customary variables describe, named as what it speaks; `get` gives a variable's value.
    #[must_use]
    pub fn from_variables(api: Api, get: &dyn Fn(&str) -> Option<String>) -> Option<Self> {
        let given = |variable: &str| {
            let value = get(variable).map(|value| value.trim().to_owned());
            value.filter(|value| !value.is_empty())
        };
        let (address, key) = api.variables();
        let (base_url, api_key) = (given(address), given(key));
        if base_url.is_none() && api_key.is_none() {
            return None;
        }
        Some(Self {
            name: api.name().to_owned(),
            base_url: base_url.unwrap_or_else(|| api.address().to_owned()),
            api,
            api_key_env: Some(key.to_owned()),
            api_key: api_key.map(ApiKey::new),
            ..Self::default()
        })
    }

    /// Where chat requests go.
    ///
    /// # Errors
    /// The address cannot be read as one.
    pub fn chat_url(&self) -> Result<Url, Fault> {
        self.endpoint(match self.api {
            Api::OpenAi => "chat/completions",
            Api::Anthropic => "messages",
        })
    }

    /// Where texts are turned into vectors.
    ///
    /// # Errors
    /// The address cannot be read as one.
    pub fn embeddings_url(&self) -> Result<Url, Fault> {
        self.endpoint("embeddings")
    }

    /// Where the server lists its models.
    ///
    /// # Errors
    /// The address cannot be read as one.
    pub fn models_url(&self) -> Result<Url, Fault> {
        self.endpoint("models")
    }

    /// The base address as it may be shown: without user, password and query.
    #[must_use]
    pub fn address(&self) -> String {
        let Ok(mut url) = self.parsed() else {
            let shown = self.base_url.split(['?', '#']).next().unwrap_or_default();
            let shown = shown.rsplit('@').next().unwrap_or_default();
            return redact::words(shown, &self.secrets(), 100);
        };
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_query(None);
        url.set_fragment(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// All that its requests carry and that may not be told.
    pub(super) fn secrets(&self) -> Secrets {
        let extras = self.headers.iter().chain(&self.query);
        let extras = extras.filter_map(|(_, extra)| match extra {
            Extra::Plain(_) => None,
            Extra::Secret(secret) => Some(secret),
        });
        let keys = self.api_key.iter().chain(extras).map(ApiKey::secrets);
        let in_address = self.password().map(|password| Secrets::of(&password));
        Secrets::of_all(keys.chain(&in_address))
    }

    /// What the address says besides the place: it is sent in a header.
    fn password(&self) -> Option<String> {
        let url = self.parsed().ok()?;
        let written = url.password().filter(|password| !password.is_empty())?;
        // Signs that part the fields of a form stand for themselves here.
        let field = written
            .replace('+', "%2B")
            .replace('&', "%26")
            .replace('=', "%3D");
        let mut decoded = url::form_urlencoded::parse(field.as_bytes());
        decoded.next().map(|(password, _)| password.into_owned())
    }

    /// Name and address, as errors name the server.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            provider: self.name.clone(),
            address: self.address(),
        }
    }

    /// Whether a header of this name can be sent besides those that make a request what it is.
    #[must_use]
    pub fn may_add_header(name: &str) -> bool {
        const OWN: [&str; 7] = [
            "host",
            "connection",
            "content-type",
            "content-length",
            "content-encoding",
            "transfer-encoding",
            "accept-encoding",
        ];
        name.parse::<HeaderName>().is_ok() && !OWN.contains(&name.to_ascii_lowercase().as_str())
    }

    /// Azure takes its key in a header of its own.
    pub(super) fn is_azure(&self) -> bool {
        self.parsed().is_ok_and(|url| {
            url.path().contains("/openai/deployments/")
                || url
                    .host_str()
                    .is_some_and(|host| host.ends_with(".openai.azure.com"))
        })
    }

    fn endpoint(&self, last: &str) -> Result<Url, Fault> {
        let mut url = self.parsed()?;
        let mut path: Vec<String> = url
            .path()
            .split('/')
            .filter(|segment| !segment.is_empty())
            .map(str::to_owned)
            .collect();
        // The whole address of one call was given: the others are beside it, and nothing is to be guessed.
        let whole = if path.ends_with(&["chat".to_owned(), "completions".to_owned()]) {
            path.truncate(path.len() - 2);
            true
        } else if path
            .last()
            .is_some_and(|segment| CALLS.contains(&segment.as_str()))
        {
            path.pop();
            true
        } else {
            false
        };
        if !whole && !path.iter().any(|segment| is_version(segment)) {
            path.push("v1".to_owned());
        }
        path.extend(last.split('/').map(str::to_owned));
        url.set_path(&path.join("/"));
        if !self.query.is_empty() {
            let parameters = self.query.iter().map(|(name, value)| (name, value.value()));
            url.query_pairs_mut().extend_pairs(parameters);
        }
        Ok(url)
    }

    fn parsed(&self) -> Result<Url, Fault> {
        let given = self.base_url.trim();
        let unusable = |why: &str| Fault::Address {
            provider: self.name.clone(),
            why: why.to_owned(),
        };
        if given.is_empty() {
            return Err(unusable("it is empty"));
        }
        let url = if given.contains("://") {
            Url::parse(given)
        } else {
            // Without a scheme, a server of this machine is plain http and any other one is not.
            let plain = Url::parse(&format!("http://{given}"));
            match plain {
                Ok(url) if !is_loopback(&url) => Url::parse(&format!("https://{given}")),
                other => other,
            }
        };
        let url = url.map_err(|error| unusable(&error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unusable("only http and https are supported"));
        }
        Ok(url)
    }
}

impl Extra {
    pub(super) fn value(&self) -> &str {
        match self {
            Self::Plain(value) => value,
            Self::Secret(secret) => secret.secret(),
        }
    }
}

impl Model {
    /// `provider/model`, the name of this writer.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.provider.name, self.name)
    }
}

impl ApiKey {
    pub fn new(secret: impl Into<String>) -> Self {
        // Keys that come from files end in a line end.
        let secret = secret.into().trim().to_owned();
        Self {
            secrets: Arc::new(Secrets::of(&secret)),
            secret,
        }
    }

    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.secrets
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback() || ip.is_unspecified(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback() || ip.is_unspecified(),
        None => false,
    }
}

/// A path segment after which `chat/completions` follows at once: `v1`, `v1beta`, or Azure's `deployments`.
fn is_version(segment: &str) -> bool {
    segment == "deployments"
        || segment.strip_prefix('v').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit())
                && rest.chars().all(|c| c.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(base_url: &str) -> Provider {
        Provider {
            name: "p".to_owned(),
            base_url: base_url.to_owned(),
            ..Provider::default()
        }
    }

    #[test]
    fn base_addresses_are_taken_as_people_paste_them() {
        let pasted = [
            "http://127.0.0.1:11434",
            "http://127.0.0.1:11434/",
            "http://127.0.0.1:11434/v1",
            "http://127.0.0.1:11434/v1/",
            "http://127.0.0.1:11434/v1//",
            " http://127.0.0.1:11434/v1/chat/completions ",
            "http://127.0.0.1:11434/v1/models",
            "localhost:8080",
            "[::1]:8080/v1",
            "api.example.com",
            "https://openrouter.ai/api/v1",
            "https://example.com/v1beta/openai",
            "https://example.com/v/name",
            "https://example.com/inference/chat/completions",
            "https://me.openai.azure.com/openai/deployments/gpt?api-version=2024-06-01",
        ];
        let table: Vec<String> = pasted
            .iter()
            .map(|base| {
                let provider = provider(base);
                format!("{} | {}", provider.chat_url().unwrap(), provider.address())
            })
            .collect();
        insta::assert_snapshot!(table.join("\n"), @r#"
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434/v1
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434/v1
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434/v1
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434/v1/chat/completions
        http://127.0.0.1:11434/v1/chat/completions | http://127.0.0.1:11434/v1/models
        http://localhost:8080/v1/chat/completions | http://localhost:8080
        http://[::1]:8080/v1/chat/completions | http://[::1]:8080/v1
        https://api.example.com/v1/chat/completions | https://api.example.com
        https://openrouter.ai/api/v1/chat/completions | https://openrouter.ai/api/v1
        https://example.com/v1beta/openai/chat/completions | https://example.com/v1beta/openai
        https://example.com/v/name/v1/chat/completions | https://example.com/v/name
        https://example.com/inference/chat/completions | https://example.com/inference/chat/completions
        https://me.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-06-01 | https://me.openai.azure.com/openai/deployments/gpt
        "#);
    }

    #[test]
    fn an_unusable_address_names_the_provider_and_the_setting() {
        for base in ["", "ftp://example.com", "http://", "http://[::1"] {
            let fault = provider(base).chat_url().unwrap_err().to_string();
            assert!(fault.contains("base_url") && fault.contains('p'), "{fault}");
        }
    }

    #[test]
    fn shown_addresses_hold_no_secrets() {
        let shown = provider("https://user:hunter2@example.com/v1?key=hunter2#hunter2").address();
        assert_eq!(shown, "https://example.com/v1");
        assert!(
            !provider("ht tp://user:hunter2@x?hunter2")
                .address()
                .contains("hunter2")
        );
    }

    #[test]
    fn what_gateways_want_besides_is_in_the_address_and_not_shown() {
        let secret = Extra::Secret(ApiKey::new("sk-secret-of-ours"));
        let provider = Provider {
            query: Box::new([
                (
                    "api-version".to_owned(),
                    Extra::Plain("2024-06-01".to_owned()),
                ),
                ("subscription-key".to_owned(), secret.clone()),
            ]),
            headers: Box::new([("X-Gateway".to_owned(), secret)]),
            ..provider("https://example.com/v1?a=b")
        };
        assert_eq!(
            provider.models_url().unwrap().query(),
            Some("a=b&api-version=2024-06-01&subscription-key=sk-secret-of-ours")
        );
        assert_eq!(provider.address(), "https://example.com/v1");
        assert!(!format!("{provider:?}").contains("secret"));
        assert_eq!(
            redact::words("no sk-secret-of-ours", &provider.secrets(), 99),
            "no …"
        );
    }

    #[test]
    fn headers_that_make_a_request_what_it_is_cannot_be_replaced() {
        assert!(Provider::may_add_header("HTTP-Referer"));
        for name in ["Content-Length", "host", "a b", "", "x:y", "é"] {
            assert!(!Provider::may_add_header(name), "{name}");
        }
    }

    #[test]
    fn a_key_cannot_be_printed() {
        let key = ApiKey::new("sk-secret\n");
        assert_eq!(key.secret(), "sk-secret");
        let provider = Provider {
            api_key: Some(key.clone()),
            ..provider("http://127.0.0.1")
        };
        assert!(!format!("{key} {key:?} {provider:?} {provider:#?}").contains("secret"));
    }

    #[test]
    fn the_customary_variables_make_a_provider() {
        let from = |api: Api, set: &[(&str, &str)]| {
            Provider::from_variables(api, &|name| {
                let value = set.iter().find(|(known, _)| *known == name);
                value.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(from(Api::OpenAi, &[("OPENAI_API_KEY", " ")]), None);
        let keyed = from(Api::OpenAi, &[("OPENAI_API_KEY", "sk-secret")]).unwrap();
        assert_eq!(keyed.base_url, "https://api.openai.com/v1");
        assert!(keyed.api_key.is_some());
        let local = from(Api::OpenAi, &[("OPENAI_BASE_URL", "http://localhost:1234")]).unwrap();
        assert!(local.api_key.is_none());
        assert_eq!(
            from(Api::Anthropic, &[("OPENAI_API_KEY", "sk-secret")]),
            None
        );
        let other = from(Api::Anthropic, &[("ANTHROPIC_API_KEY", "sk-secret")]).unwrap();
        assert_eq!(
            other.chat_url().unwrap().as_str(),
            "https://api.anthropic.com/v1/messages"
        );
    }

    #[test]
    fn what_a_server_speaks_is_known_by_its_name_or_address() {
        for (name, base) in [
            ("anthropic", "http://127.0.0.1:8080/v1"),
            ("claude", "https://api.anthropic.com"),
            ("proxy", "http://gateway:4000/v1/messages"),
        ] {
            assert_eq!(Api::of(name, base), Api::Anthropic, "{base}");
        }
        for base in ["https://example.com/v1", "https://notanthropic.com", "x"] {
            assert_eq!(Api::of("p", base), Api::OpenAi, "{base}");
        }
    }

    #[test]
    fn only_this_machine_is_local() {
        let is_local = |base: &str| is_loopback(&provider(base).parsed().unwrap());
        for local in [
            "localhost:1",
            "http://127.1.2.3/v1",
            "http://[::1]:8",
            "http://a.localhost",
        ] {
            assert!(is_local(local), "{local}");
        }
        for remote in [
            "https://example.com",
            "http://localhost.example.com",
            "http://10.0.0.1",
        ] {
            assert!(!is_local(remote), "{remote}");
        }
    }
}
