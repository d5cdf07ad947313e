//! Which places may be connected to [Z4]: public ones, and those private ones that the analyst named in the configuration.
//!
//! Names are judged twice: by how they look before anything is sent, and by every address that they resolve to, inside the resolver of the HTTP client.
//! So a name that resolves to one thing when it is checked and to another when it is used gains nothing.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::fault::{Fault, place};

/// A private place that the analyst opened: a host on every port, or on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    host: String,
    port: Option<u16>,
}

impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// Networks that are not of the public internet, each with the length of its prefix.
const RESERVED: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    // Shared by the customers of a provider.
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    // Not a network, but behind this address one cloud answers its own machines.
    ([168, 63, 129, 16], 32),
    // Link-local, where the other clouds do so.
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    // Protocol assignments, documentation, relays.
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    // Benchmarks, documentation.
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast, reserved, broadcast.
    ([224, 0, 0, 0], 3),
];

/// How a place may be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Door {
    /// Over the resolver that knows public addresses only, and the proxy where there is one.
    Public,
    /// Directly: the analyst named it.
    Opened,
}

/// Resolves names to their public addresses, and fails where there are none.
#[derive(Debug, Clone)]
pub(super) struct PublicOnly {
    /// The proxies, which may be private: they are connected to, but never fetched from.
    pub(super) proxies: Vec<String>,
    pub(super) look_up: fn(&str) -> io::Result<Vec<SocketAddr>>,
}

/// The name stands for private addresses only.
#[derive(Debug)]
pub(super) struct Private;

impl Opening {
    /// `wiki.intranet`, `wiki.intranet:443`, `127.0.0.1:8000`, `[::1]`; the error is in words for the analyst.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "\"{text}\" is not a host name: write it like \"wiki.intranet\" or \"127.0.0.1:8000\""
            )
        };
        let text = text.trim();
        let url = Url::parse(&format!("http://{text}")).map_err(|_| wrong())?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let host = url.host_str().filter(|_| bare && url.username().is_empty());
        // The parser drops the port of the scheme, so it is read from the text.
        let port = text
            .rsplit_once(':')
            .filter(|(_, port)| !port.contains(']'))
            .map(|(_, port)| port.parse().map_err(|_| wrong()))
            .transpose()?;
        Ok(Self {
            host: host.ok_or_else(wrong)?.trim_end_matches('.').to_owned(),
            port,
        })
    }

    fn opens(&self, url: &Url) -> bool {
        url.host_str()
            .is_some_and(|host| host.trim_end_matches('.') == self.host)
            && self
                .port
                .is_none_or(|port| url.port_or_known_default() == Some(port))
    }
}

/// Whether anything may be sent to the place of this address, as far as the address itself tells.
pub(super) fn check(url: &Url, opened: &[Opening], proxies: &[String]) -> Result<Door, Fault> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Fault::Scheme {
            scheme: url.scheme().to_owned(),
        });
    }
    if opened.iter().any(|opening| opening.opens(url)) {
        return Ok(Door::Opened);
    }
    let public = match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        Some(Host::Domain(name)) => {
            !is_local_name(name) && !proxies.iter().any(|proxy| proxy == name)
        }
        None => false,
    };
    if public {
        Ok(Door::Public)
    } else {
        Err(Fault::Private { place: place(url) })
    }
}

/// Whether an address belongs to the public internet; those that carry another address inside are judged by that one.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = u32::from(address);
    !RESERVED.iter().any(|(network, length)| {
        let shift = 32 - length;
        bits >> shift == u32::from_be_bytes(*network) >> shift
    })
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let inner = |high: u16, low: u16| {
        is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
    };
    let segments = address.segments();
    let global = is_global(segments[0]);
    match segments {
        // Mapped, and translated for networks without IPv4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            inner(high, low)
        }
        [0x2002, high, low, ..] => inner(high, low),
        // Protocol assignments with Teredo, documentation.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // A tunnel inside a site.
        [_, _, _, _, 0 | 0x200, 0x5efe, high, low] => global && inner(high, low),
        _ => global,
    }
}

/// All global addresses so far are given out of one eighth of the space; whatever lies outside is local or unknown.
fn is_global(first: u16) -> bool {
    (0x2000..=0x3fff).contains(&first)
}

/// Names that mean this machine or this network, whatever they resolve to; a name without a dot can only be found in one.
fn is_local_name(name: &str) -> bool {
    const LOCAL: &[&str] = &[
        "home.arpa",
        "internal",
        "intranet",
        "lan",
        "local",
        "localdomain",
        "localhost",
    ];
    let name = name.trim_end_matches('.');
    !name.contains('.')
        || LOCAL.iter().any(|local| {
            name.strip_suffix(local)
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
}

impl PublicOnly {
    pub(super) fn system(proxies: Vec<String>) -> Self {
        Self {
            proxies,
            look_up: |name| Ok((name, 0).to_socket_addrs()?.collect()),
        }
    }

    pub(super) fn addresses(
        &self,
        name: &str,
    ) -> Result<Vec<SocketAddr>, Box<dyn Error + Send + Sync>> {
        let found = (self.look_up)(name)?;
        if self.proxies.iter().any(|proxy| proxy == name) {
            return Ok(found);
        }
        if found.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "it has no address").into());
        }
        let public: Vec<SocketAddr> = found
            .into_iter()
            .filter(|address| is_public(address.ip()))
            .collect();
        if public.is_empty() {
            return Err(Private.into());
        }
        Ok(public)
    }
}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let this = self.clone();
        Box::pin(async move {
            let found =
                tokio::task::spawn_blocking(move || this.addresses(name.as_str())).await??;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

impl fmt::Display for Private {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is a private address")
    }
}

impl Error for Private {}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(address: &str, opened: &[&str]) -> Option<Door> {
        let opened: Vec<Opening> = opened
            .iter()
            .map(|text| Opening::parse(text).unwrap())
            .collect();
        let proxies = ["proxy.example.org".to_owned()];
        check(&Url::parse(address).unwrap(), &opened, &proxies).ok()
    }

    #[test]
    fn no_spelling_of_a_private_address_is_let_through() {
        for address in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0177.0.0.1/",
            "http://0x7f000001/",
            "http://127.0.0.1./",
            "http://\u{ff11}27.0.0.1/",
            "http://0/",
            "http://10.1.2.3/",
            "http://100.100.100.200/",
            "http://169.254.169.254/latest/meta-data/",
            "http://168.63.129.16/",
            "http://172.31.0.1/",
            "http://192.168.0.1/",
            "http://192.0.0.192/",
            "http://198.18.0.1/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://[::]/",
            "http://[::1]/",
            "http://[::127.0.0.1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[64:ff9b::169.254.169.254]/",
            "http://[64:ff9b:1::1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001::1]/",
            "http://[2001:db8::1]/",
            "http://[2a00:1::5efe:10.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fec0::1]/",
            "http://[fd00:ec2::254]/",
            "http://[ff02::1]/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://printer.local/",
            "http://metadata.google.internal/",
            "http://wiki/",
            "http://proxy.example.org/",
            "ftp://example.org/",
            "file:///etc/passwd",
        ] {
            assert_eq!(door(address, &[]), None, "{address}");
        }
    }

    #[test]
    fn public_places_are_open_and_private_ones_where_the_analyst_says_so() {
        for address in [
            "https://example.org/",
            "http://8.8.8.8/",
            "http://100.128.0.1/",
            "http://172.32.0.1/",
            "http://[2606:4700::1111]/",
            "http://[64:ff9b::8.8.8.8]/",
            "http://[2002:808:808::]/",
            "http://notlocalhost.org/",
        ] {
            assert_eq!(door(address, &[]), Some(Door::Public), "{address}");
        }
        for (address, opened, open) in [
            ("http://127.0.0.1:8000/a", "127.0.0.1:8000", true),
            ("http://2130706433:8000/a", "127.0.0.1:8000", true),
            ("http://127.0.0.1:8001/a", "127.0.0.1:8000", false),
            ("https://wiki.intranet/", "wiki.intranet", true),
            ("https://WIKI.intranet:8443/", "wiki.intranet", true),
            ("https://wiki.intranet/", "Wiki.Intranet:443", true),
            ("http://wiki.intranet/", "wiki.intranet:443", false),
            ("https://other.intranet/", "wiki.intranet", false),
            ("http://[::1]/", "[::1]", true),
            ("http://[::1]:80/", "[::1]:80", true),
            ("http://localhost:80/", "localhost:80", true),
        ] {
            let expected = open.then_some(Door::Opened);
            assert_eq!(door(address, &[opened]), expected, "{address} {opened}");
        }
        for text in [
            "",
            "a/b",
            "http://wiki",
            "wiki:port",
            "u@wiki",
            "wiki:99999",
        ] {
            assert!(Opening::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_is_judged_by_every_address_it_resolves_to() {
        let resolver = PublicOnly {
            proxies: vec!["proxy.example.org".to_owned()],
            look_up: |name| {
                let addresses: &[[u8; 4]] = match name {
                    "both.example.org" => &[[10, 0, 0, 1], [8, 8, 8, 8]],
                    "rebound.example.org" => &[[127, 0, 0, 1]],
                    "proxy.example.org" => &[[10, 0, 0, 2]],
                    _ => &[],
                };
                Ok(addresses
                    .iter()
                    .map(|address| SocketAddr::from((*address, 0)))
                    .collect())
            },
        };
        let found = |name: &str| {
            resolver.addresses(name).map(|found| {
                found
                    .iter()
                    .map(|one| one.ip().to_string())
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(found("both.example.org").unwrap(), ["8.8.8.8"]);
        assert_eq!(found("proxy.example.org").unwrap(), ["10.0.0.2"]);
        assert!(found("rebound.example.org").unwrap_err().is::<Private>());
        assert!(!found("nowhere.example.org").unwrap_err().is::<Private>());
    }
}
