//! The proxies that the environment names, as other programs understand these variables.
//!
//! Behind a proxy it is the proxy that resolves names, so only what an address itself says can be judged here; the proxy itself may be private.

use std::fmt;

use reqwest::{ClientBuilder, NoProxy, Proxy};
use url::Url;

/// None of it is shown: the address of a proxy can hold a password.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Proxies {
    http: Option<String>,
    https: Option<String>,
    except: Option<String>,
}

impl Proxies {
    /// From `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in small or capital letters.
    pub fn from_environment(get: &dyn Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| {
            get(name)
                .or_else(|| get(&name.to_uppercase()))
                .filter(|value| !value.trim().is_empty())
        };
        let all = get("all_proxy");
        Self {
            http: get("http_proxy").or_else(|| all.clone()),
            https: get("https_proxy").or(all),
            except: get("no_proxy"),
        }
    }

    /// The names of the proxies themselves.
    pub(super) fn hosts(&self) -> Vec<String> {
        [&self.http, &self.https]
            .into_iter()
            .flatten()
            .filter_map(|proxy| {
                let proxy = if proxy.contains("://") {
                    proxy.clone()
                } else {
                    format!("http://{proxy}")
                };
                Url::parse(&proxy).ok()?.host_str().map(str::to_owned)
            })
            .collect()
    }

    /// A client that uses these and no others.
    pub(super) fn set(&self, mut builder: ClientBuilder) -> Result<ClientBuilder, reqwest::Error> {
        builder = builder.no_proxy();
        let except = || self.except.as_deref().and_then(NoProxy::from_string);
        if let Some(proxy) = &self.http {
            builder = builder.proxy(Proxy::http(proxy)?.no_proxy(except()));
        }
        if let Some(proxy) = &self.https {
            builder = builder.proxy(Proxy::https(proxy)?.no_proxy(except()));
        }
        Ok(builder)
    }
}

impl fmt::Debug for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxies").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_those_of_the_environment_and_keep_their_passwords_to_themselves() {
        let variables = [
            ("HTTPS_PROXY", "http://ana:secret@proxy.example.org:3128"),
            ("all_proxy", "other.example.org:8080"),
            ("no_proxy", ""),
        ];
        let proxies = Proxies::from_environment(&|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(proxies.hosts(), ["other.example.org", "proxy.example.org"]);
        assert!(!format!("{proxies:?}").contains("secret"));
        assert_eq!(Proxies::from_environment(&|_| None), Proxies::default());
    }
}
