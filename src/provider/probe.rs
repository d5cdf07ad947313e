//! Finds out what answers, for `tercet doctor` and for offering servers of this machine.
//!
//! Asks only for the list of models, which costs nothing, and never longer than a moment.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::timeout;

use super::body::Body;
use super::client::{Clients, Limits, headers};
use super::config::Provider;
use super::fault::{Fault, Silence};
use super::redact;
use super::secret::Secrets;
use super::unsent::not_sent;

/// What a server answered when asked for its models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeReport {
    pub provider: String,
    pub address: String,
    /// The HTTP status, where there was an answer at all.
    pub status: Option<u16>,
    /// Names of the models that it lists, cleaned.
    pub models: Vec<String>,
    pub latency: Duration,
    /// What is wrong and what to do, if something is.
    pub problem: Option<String>,
}

/// A server that people run on their own machine, and where it listens unless told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalServer {
    pub name: &'static str,
    pub port: u16,
}

/// Servers to look for on this machine [M1].
pub const LOCAL_SERVERS: [LocalServer; 4] = [
    LocalServer {
        name: "ollama",
        port: 11434,
    },
    LocalServer {
        name: "llamacpp",
        port: 8080,
    },
    LocalServer {
        name: "lmstudio",
        port: 1234,
    },
    LocalServer {
        name: "vllm",
        port: 8000,
    },
];

/// A list of models beyond this is not shown anyway.
const MOST_MODELS: usize = 1000;
const LONGEST_LIST: usize = 4 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(3);

impl ProbeReport {
    #[must_use]
    pub fn is_reachable(&self) -> bool {
        self.status.is_some()
    }
}

impl LocalServer {
    /// The server as a provider that could be configured.
    #[must_use]
    pub fn provider(self) -> Provider {
        Provider {
            name: self.name.to_owned(),
            base_url: format!("http://127.0.0.1:{}/v1", self.port),
            ..Provider::default()
        }
    }
}

impl Provider {
    /// Whether anything accepts connections where this server is. Nothing is sent.
    #[must_use]
    pub fn listens(&self, patience: Duration) -> bool {
        let Ok(url) = self.models_url() else {
            return false;
        };
        let addresses = url.socket_addrs(|| None).unwrap_or_default();
        let connects = |address| TcpStream::connect_timeout(address, patience).is_ok();
        addresses.iter().any(connects)
    }
}

/// Asks a provider for its models.
pub async fn probe(provider: &Provider) -> ProbeReport {
    let started = Instant::now();
    let mut report = ProbeReport {
        provider: provider.name.clone(),
        address: provider.address(),
        status: None,
        models: Vec::new(),
        latency: Duration::ZERO,
        problem: None,
    };
    let asked = timeout(PATIENCE, ask(provider, &mut report)).await;
    report.latency = started.elapsed();
    let fault = match asked {
        Ok(result) => result.err(),
        Err(_) => Some(Fault::Silent {
            place: provider.place(),
            after: PATIENCE,
            silence: if report.status.is_some() {
                Silence::Alive
            } else {
                Silence::Complete
            },
        }),
    };
    report.problem = report.problem.or(fault.map(|fault| fault.to_string()));
    report
}

async fn ask(provider: &Provider, report: &mut ProbeReport) -> Result<(), Fault> {
    let place = provider.place();
    let secrets = provider.secrets();
    let url = provider.models_url()?;
    let limits = Limits {
        connect: PATIENCE,
        ..Limits::default()
    };
    let client = Clients::default().client(&url, &limits, &place)?;
    let request = client.get(url).headers(headers(provider)?);
    let response = request
        .send()
        .await
        .map_err(|error| not_sent(&place, &error, &secrets))?;
    let status = response.status();
    report.status = Some(status.as_u16());
    if !status.is_success() {
        report.problem = Some(match (status.as_u16(), &provider.api_key_env) {
            (401 | 403, Some(variable)) => {
                format!("{place} does not accept the key in {variable} ({status})")
            }
            (401 | 403, None) => format!("{place} wants a key; name its variable as `api_key_env`"),
            _ => format!("{place} lists no models ({status}); check `base_url`"),
        });
        return Ok(());
    }
    let body = Body::of(response).map_err(|encoding| Fault::Encoded {
        place: place.clone(),
        encoding: Some(encoding),
    })?;
    let body = body.start(LONGEST_LIST, PATIENCE).await;
    let json = serde_json::from_slice::<Value>(&body).ok();
    match json.as_ref().and_then(model_list) {
        Some(models) => report.models = model_names(models, &secrets),
        None => {
            report.problem = Some(format!(
                "{place} answers, but not with a list of models; check `base_url`"
            ));
        }
    }
    Ok(())
}

/// The list of models in an answer, in the common format or in Ollama's, which is null where there are none.
fn model_list(json: &Value) -> Option<&[Value]> {
    let list = ["data", "models"].iter().find_map(|name| json.get(name));
    match list.unwrap_or(json) {
        Value::Array(models) => Some(models),
        Value::Null if json.get("object").is_some_and(|object| object == "list") => Some(&[]),
        _ => None,
    }
}

/// The names in a list of models.
fn model_names(models: &[Value], secrets: &Secrets) -> Vec<String> {
    models
        .iter()
        .filter_map(|model| {
            let name = model.get("id").or_else(|| model.get("name"));
            name.and_then(Value::as_str)
        })
        .map(|name| redact::words(name, secrets, 100))
        .filter(|name| !name.is_empty())
        .take(MOST_MODELS)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn model_names_are_found_in_both_formats() {
        let names = |json: Value| {
            let models = model_list(&json)?;
            Some(model_names(models, &Secrets::default()))
        };
        let of = |known: &[&str]| Some(known.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(
            names(json!({"data": [{"id": "a"}, {"id": 3}, {"id": "b\u{1b}"}]})),
            of(&["a", "b"])
        );
        assert_eq!(names(json!({"models": [{"name": "a"}]})), of(&["a"]));
        assert_eq!(names(json!({"object": "list", "data": null})), of(&[]));
        for other in [
            json!("x"),
            json!({}),
            json!({"data": null}),
            json!({"data": {"id": "a"}}),
        ] {
            assert_eq!(names(other), None);
        }
    }
}
