//! Why a request did not reach its server, or its answer did not come back: which of the causes that lie in one another says what to do.
//!
//! A certificate that cannot be trusted and a server that speaks no TLS stay as they are however often they are asked, so they are no lost connections.

use std::error::Error;
use std::io;

use rustls::CertificateError;

use super::fault::{Fault, Place};
use super::redact::{self, WORDS};
use super::secret::Secrets;

pub(super) fn not_sent(place: &Place, error: &reqwest::Error, secrets: &Secrets) -> Fault {
    let (place, why) = (place.clone(), cause(error, secrets));
    match insecure(error) {
        Some(rustls::Error::InvalidCertificate(wrong)) => Fault::Certificate {
            place,
            why: certificate(wrong),
        },
        Some(rustls::Error::InvalidMessage(_)) => Fault::NotTls { place },
        Some(_) => Fault::Client { place, why },
        // What an HTTP client reads of the first bytes of TLS.
        None if place.address.starts_with("http:") && why.contains("invalid HTTP version") => {
            Fault::NotHttp { place }
        }
        None if error.is_connect() && error.is_timeout() && place.address.starts_with("https:") => {
            let why = format!("{why}, perhaps since it speaks plain http");
            Fault::Unreachable { place, why }
        }
        None if error.is_dns() => Fault::NotFound { place },
        None if error.is_connect() || error.is_timeout() => Fault::Unreachable { place, why },
        None if error.is_builder() => Fault::Client { place, why },
        None => Fault::Cut { place, why },
    }
}

/// The innermost reason of an error: the outer ones only repeat the address, which may hold a secret.
pub(super) fn cause(error: &(dyn Error + 'static), secrets: &Secrets) -> String {
    let mut inner: &(dyn Error + 'static) = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    if inner.is::<reqwest::Error>() {
        return "the connection failed".to_owned();
    }
    let words = inner.to_string();
    let words = words.split(" (os error").next().unwrap_or_default();
    redact::words(words, secrets, WORDS)
}

/// What went wrong in making a connection secure, where that is the reason.
fn insecure(error: &reqwest::Error) -> Option<&rustls::Error> {
    let mut next: Option<&(dyn Error + 'static)> = error.source();
    while let Some(error) = next {
        if let Some(found) = held(error) {
            return Some(found);
        }
        next = error.source();
    }
    None
}

/// The same, where errors of input and output hold it: they do so without calling it their source.
fn held<'e>(mut error: &'e (dyn Error + 'static)) -> Option<&'e rustls::Error> {
    while let Some(inner) = error
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref)
    {
        error = inner;
    }
    error.downcast_ref()
}

/// What is wrong with a certificate, and what to do.
fn certificate(wrong: &CertificateError) -> String {
    use CertificateError as Wrong;
    match wrong {
        Wrong::Expired | Wrong::ExpiredContext { .. } => {
            "it has expired; whoever runs the server has to renew it, or the clock here is wrong".to_owned()
        }
        Wrong::NotValidYet | Wrong::NotValidYetContext { .. } => {
            "it is not valid yet; is the clock here right?".to_owned()
        }
        Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => {
            "it is for another name; write the name that it is for in `base_url`".to_owned()
        }
        Wrong::Revoked => "it was revoked; whoever runs the server has to renew it".to_owned(),
        // A certificate that vouches for itself, or whose issuer is not known here.
        _ => "nobody that this machine trusts vouches for it, as where a server has made its own; add it, or who issued it, to the certificates that this machine trusts".to_owned(),
    }
}
