//! One errand on the web: from an address over its redirects to an answer, within limits of size, time and place.
//!
//! Every step asks anew whether the place may be reached and whether the site's robots.txt allows it. No cookies, no referrer, and credentials only for
//! the place they were given for.

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::{
    ACCEPT, CONTENT_ENCODING, ETAG, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, LOCATION, RETRY_AFTER,
};
use reqwest::{Client, Response};
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use super::address::{Address, strip};
use super::fault::{Fault, place};
use super::guard::{self, Door, PublicOnly};
use super::hosts::Hosts;
use super::robots::{self, Meaning, Robots};
use super::{Limits, Settings, Validators};

/// What is read, the best known first.
const ACCEPTED: &str = "text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, application/json;q=0.9, */*;q=0.8";
/// Redirects of a robots.txt that are followed, as the standard asks.
const ROBOTS_REDIRECTS: usize = 5;
/// A robots.txt that takes longer is not waited for.
const ROBOTS_TIME: Duration = Duration::from_secs(15);
/// Longer validators are not kept.
const LONGEST_VALIDATOR: usize = 1000;

/// The HTTP clients with what is known of the sites.
#[derive(Debug)]
pub(super) struct Walker {
    public: Client,
    opened: Client,
    proxies: Vec<String>,
    hosts: Hosts,
    settings: Settings,
}

/// What a server said in the end.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) bytes: Vec<u8>,
}

/// What is fetched, and what it may cost.
#[derive(Debug, Clone)]
struct Errand<'a> {
    address: &'a Address,
    /// What is known from last time, where a site is to say that nothing has changed.
    known: Option<&'a Validators>,
    redirects: usize,
    retries: u32,
    body: Most,
    time: Duration,
}

/// Bytes of a body.
#[derive(Debug, Clone, Copy)]
enum Most {
    /// More are an error.
    Whole(u64),
    /// More are left.
    Start(u64),
}

impl Walker {
    pub(super) fn new(settings: Settings) -> Result<Self, reqwest::Error> {
        // An error means that a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            Client::builder()
                .user_agent(concat!(
                    "tercet/",
                    env!("CARGO_PKG_VERSION"),
                    " (research workbench; fetches what its user asks for)"
                ))
                .connect_timeout(settings.limits.connect)
                // Of servers that are asked for it, some leave out its frame, and then nobody can read it.
                .no_deflate()
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .pool_idle_timeout(Duration::from_secs(15))
        };
        let proxies = settings.proxies.hosts();
        let resolver = PublicOnly::system(proxies.clone());
        Ok(Self {
            public: settings
                .proxies
                .set(builder().dns_resolver(resolver))?
                .build()?,
            opened: builder().no_proxy().build()?,
            proxies,
            hosts: Hosts::default(),
            settings,
        })
    }

    /// The page at an address, or that it has not changed (status 304).
    pub(super) async fn page(
        &self,
        address: &Address,
        known: Option<&Validators>,
    ) -> Result<Reply, Fault> {
        let limits = &self.settings.limits;
        let errand = Errand {
            address,
            known,
            redirects: limits.redirects,
            retries: limits.retries,
            body: Most::Whole(limits.bytes),
            time: limits.total,
        };
        let reply = self.walk(&errand, true).await?;
        match reply.status {
            200 | 203 => Ok(reply),
            304 if known.is_some_and(|known| known.url == reply.url.as_str()) => Ok(reply),
            status => Err(Fault::Refused {
                place: place(&reply.url),
                status,
                wait: asked_to_wait(&reply.headers),
            }),
        }
    }

    async fn walk(&self, errand: &Errand<'_>, obey: bool) -> Result<Reply, Fault> {
        let mut url = errand.address.url().clone();
        let mut left = errand.time;
        let mut visited = HashSet::new();
        loop {
            if !visited.insert(url.clone()) {
                return Err(Fault::Circle);
            }
            if visited.len() > errand.redirects + 1 {
                return Err(Fault::TooManyRedirects {
                    most: errand.redirects,
                });
            }
            let door = guard::check(&url, &self.settings.allow_private, &self.proxies)?;
            check_port(&url, door, errand.address)?;
            let site = self.hosts.site(&url);
            let delay = if obey {
                let rules = site.rules(self.robots(&url)).await?;
                if !rules.allow(&url) {
                    return Err(Fault::Robots { place: place(&url) });
                }
                rules.delay()
            } else {
                Duration::ZERO
            };
            // The rules are asked for while others wait for a place, so that takes none.
            let permit = if obey { site.enter(delay).await } else { None };
            let started = Instant::now();
            let reply = timeout(left, self.ask(&url, door, errand))
                .await
                .map_err(|_| Fault::TooSlow { limit: errand.time })??;
            drop(permit);
            left = left.saturating_sub(started.elapsed());
            match next(&reply)? {
                Some(next) => url = next,
                None => return Ok(reply),
            }
        }
    }

    /// Asks until there is an answer worth having, or the tries are used up.
    async fn ask(&self, url: &Url, door: Door, errand: &Errand<'_>) -> Result<Reply, Fault> {
        let limits = &self.settings.limits;
        let mut tries = 0;
        loop {
            let outcome = self.ask_once(url, door, errand).await;
            let asked = match &outcome {
                Ok(reply) if matches!(reply.status, 429 | 500 | 502 | 503 | 504) => {
                    asked_to_wait(&reply.headers)
                }
                Err(Fault::Cut { .. }) => None,
                _ => return outcome,
            };
            let wait = asked.unwrap_or(limits.backoff * 2_u32.pow(tries));
            if tries >= errand.retries || wait > limits.longest_wait {
                return outcome;
            }
            tries += 1;
            sleep(wait).await;
        }
    }

    async fn ask_once(&self, url: &Url, door: Door, errand: &Errand<'_>) -> Result<Reply, Fault> {
        let limits = &self.settings.limits;
        let client = match door {
            Door::Public => &self.public,
            Door::Opened => &self.opened,
        };
        let mut request = client
            .get(errand.address.signed(url))
            .header(ACCEPT, ACCEPTED);
        if let Some(known) = errand.known.filter(|known| known.url == url.as_str()) {
            for (name, value) in [
                (IF_NONE_MATCH, &known.etag),
                (IF_MODIFIED_SINCE, &known.modified),
            ] {
                if let Some(value) = value {
                    request = request.header(name, value);
                }
            }
        }
        let response = timeout(limits.first_byte, request.send())
            .await
            .map_err(|_| Fault::Silent {
                place: place(url),
                after: limits.first_byte,
            })?
            .map_err(|error| Fault::of_request(url, &error, limits.silence))?;
        let status = response.status();
        let headers = response.headers().clone();
        let bytes = if status.is_success() {
            body(response, url, errand.body, limits).await?
        } else {
            Vec::new()
        };
        Ok(Reply {
            status: status.as_u16(),
            url: url.clone(),
            headers,
            bytes,
        })
    }

    /// The rules of the site that `url` belongs to.
    async fn robots(&self, url: &Url) -> Result<Robots, Fault> {
        let mut file = url.clone();
        file.set_path("/robots.txt");
        file.set_query(None);
        let address = Address::of(file);
        let errand = Errand {
            address: &address,
            known: None,
            redirects: ROBOTS_REDIRECTS,
            retries: 0,
            body: Most::Start(robots::MOST_BYTES),
            time: ROBOTS_TIME.min(self.settings.limits.total),
        };
        let unread = |why: String| {
            Err(Fault::RobotsUnread {
                place: place(url),
                why,
            })
        };
        match Box::pin(self.walk(&errand, false)).await {
            Ok(reply) => match robots::meaning(reply.status) {
                Meaning::Rules => tokio::task::spawn_blocking(move || Robots::parse(&reply.bytes))
                    .await
                    .or_else(|_| unread("it is damaged".to_owned())),
                Meaning::NoRules => Ok(Robots::none()),
                Meaning::Unknown => unread(format!("status {}", reply.status)),
            },
            // The standard takes redirects that cannot be followed as if there were no rules.
            Err(
                Fault::Circle
                | Fault::TooManyRedirects { .. }
                | Fault::Nowhere { .. }
                | Fault::RedirectScheme { .. }
                | Fault::Downgrade { .. }
                | Fault::Port { .. }
                | Fault::Private { .. },
            ) => Ok(Robots::none()),
            Err(
                fault @ (Fault::Unknown { .. }
                | Fault::Unreachable { .. }
                | Fault::Untrusted { .. }
                | Fault::Client { .. }),
            ) => Err(fault),
            Err(fault) => unread(fault.brief()),
        }
    }
}

/// What the next visit needs, so that the site can say that nothing has changed.
pub(super) fn validators(reply: &Reply) -> Validators {
    let header = |name: HeaderName| {
        let value = reply.headers.get(name)?.to_str().ok()?.trim();
        (!value.is_empty() && value.len() <= LONGEST_VALIDATOR).then(|| value.to_owned())
    };
    Validators {
        url: reply.url.to_string(),
        etag: header(ETAG),
        modified: header(LAST_MODIFIED),
    }
}

/// Where an answer sends the reader on.
fn next(reply: &Reply) -> Result<Option<Url>, Fault> {
    let Some(to) = reply
        .headers
        .get(LOCATION)
        .filter(|_| matches!(reply.status, 301 | 302 | 303 | 307 | 308))
    else {
        return Ok(None);
    };
    let to = String::from_utf8_lossy(to.as_bytes()).into_owned();
    let mut next = reply.url.join(&to).map_err(|_| Fault::Nowhere {
        to: crate::clean::line(&to, 200),
    })?;
    if !matches!(next.scheme(), "http" | "https") {
        return Err(Fault::RedirectScheme {
            scheme: crate::clean::line(next.scheme(), 50),
        });
    }
    strip(&mut next);
    if reply.url.scheme() == "https" && next.scheme() == "http" {
        return Err(Fault::Downgrade {
            place: place(&next),
        });
    }
    Ok(Some(next))
}

/// A redirect may lead to the ports of the web and to the one that was asked for; elsewhere other kinds of servers listen.
fn check_port(url: &Url, door: Door, address: &Address) -> Result<(), Fault> {
    let usual = url.port().is_none() || url.port() == address.url().port();
    if usual || door == Door::Opened {
        Ok(())
    } else {
        Err(Fault::Port { place: place(url) })
    }
}

async fn body(
    mut response: Response,
    url: &Url,
    most: Most,
    limits: &Limits,
) -> Result<Vec<u8>, Fault> {
    let (Most::Whole(bytes_allowed) | Most::Start(bytes_allowed)) = most;
    let too_large = Fault::TooLarge {
        most: bytes_allowed,
    };
    if matches!(most, Most::Whole(_))
        && response
            .content_length()
            .is_some_and(|length| length > bytes_allowed)
    {
        return Err(too_large);
    }
    // What the client decodes loses this header.
    if let Some(coding) = response.headers().get(CONTENT_ENCODING) {
        let name = crate::clean::line(&String::from_utf8_lossy(coding.as_bytes()), 50);
        if !name.is_empty() && !name.eq_ignore_ascii_case("identity") {
            return Err(Fault::Compression { name });
        }
    }
    let mut bytes = Vec::new();
    loop {
        let chunk = timeout(limits.silence, response.chunk())
            .await
            .map_err(|_| Fault::Silent {
                place: place(url),
                after: limits.silence,
            })?
            .map_err(|error| Fault::of_body(url, &error, limits.silence))?;
        let Some(chunk) = chunk else {
            return Ok(bytes);
        };
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > bytes_allowed {
            match most {
                Most::Whole(_) => return Err(too_large),
                Most::Start(_) => {
                    bytes.truncate(usize::try_from(bytes_allowed).unwrap_or(usize::MAX));
                    return Ok(bytes);
                }
            }
        }
    }
}

/// How long a server asks to wait, in seconds or until a date.
fn asked_to_wait(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = DateTimeParser::new()
        .relaxed_weekday(true)
        .parse_timestamp(value)
        .ok()?;
    Some(Duration::try_from(then.duration_since(Timestamp::now())).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    fn redirected(from: &str, to: &str) -> Result<Option<String>, Fault> {
        let location = HeaderValue::from_bytes(to.as_bytes()).unwrap();
        let reply = Reply {
            status: 302,
            url: Url::parse(from).unwrap(),
            headers: HeaderMap::from_iter([(LOCATION, location)]),
            bytes: Vec::new(),
        };
        next(&reply).map(|next| next.map(String::from))
    }

    #[test]
    fn a_redirect_leads_on_without_credentials_and_never_out_of_encryption() {
        for (from, to, next) in [
            (
                "http://a.example/x/y",
                "../z?q=1#part",
                "http://a.example/z?q=1",
            ),
            (
                "http://a.example/",
                "//b.example/é",
                "http://b.example/%C3%A9",
            ),
            (
                "http://a.example/",
                "https://u:p@a.example/",
                "https://a.example/",
            ),
        ] {
            assert_eq!(redirected(from, to).unwrap().as_deref(), Some(next), "{to}");
        }
        for (from, to, fault) in [
            (
                "https://a.example/",
                "http://a.example/",
                Fault::Downgrade {
                    place: "a.example".to_owned(),
                },
            ),
            (
                "https://a.example/",
                "gopher://a.example/",
                Fault::RedirectScheme {
                    scheme: "gopher".to_owned(),
                },
            ),
        ] {
            assert_eq!(redirected(from, to).unwrap_err(), fault);
        }
    }

    #[test]
    fn a_redirect_to_a_port_of_other_servers_is_not_followed() {
        let address = Address::parse("https://a.example:8443/").unwrap();
        for (url, open) in [
            ("https://b.example/", true),
            ("http://b.example:80/", true),
            ("https://b.example:8443/", true),
            ("https://b.example:25/", false),
            ("https://b.example:6379/", false),
        ] {
            let url = Url::parse(url).unwrap();
            assert_eq!(
                check_port(&url, Door::Public, &address).is_ok(),
                open,
                "{url}"
            );
            assert!(check_port(&url, Door::Opened, &address).is_ok());
        }
    }

    #[test]
    fn a_wish_to_wait_is_seconds_or_a_date() {
        for (value, wait) in [
            ("120", Some(Duration::from_mins(2))),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(Duration::ZERO)),
            ("-1", None),
            ("soon", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(value))]);
            assert_eq!(asked_to_wait(&headers), wait, "{value}");
        }
    }
}
