//! Servers whose certificates cannot be trusted, and servers that do not speak what their address says: told as such, once, and nothing is sent to them.
//!
//! The certificates are of a root that only these tests know (`SSL_CERT_FILE`), and hold until 2199.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;

use crate::program::{Place, finished};
use crate::server::{deltas, done, finish, stream_head};

fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What a server speaks when somebody connects.
#[derive(Clone, Copy)]
enum Speaks {
    /// TLS, with the certificate of this name.
    Tls(&'static str),
    /// HTTP, also to who speaks TLS.
    Plain,
}

/// A server on a port of its own; counts who connects.
struct Listening {
    port: u16,
    connections: Arc<AtomicUsize>,
}

fn listening(speaks: Speaks) -> Listening {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            count.fetch_add(1, Ordering::SeqCst);
            // Who refuses the certificate hangs up, which is no failure here.
            let _ = answer(&stream, speaks);
        }
    });
    Listening { port, connections }
}

fn answer(stream: &TcpStream, speaks: Speaks) -> std::io::Result<()> {
    let told = tell(stream, speaks);
    // Who hangs up on what was sent to him takes back what he just said.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    std::io::copy(&mut &*stream, &mut std::io::sink())?;
    told
}

fn tell(mut stream: &TcpStream, speaks: Speaks) -> std::io::Result<()> {
    let mut read = [0; 16 * 1024];
    match speaks {
        Speaks::Plain => {
            if stream.read(&mut read)? == 0 {
                return Ok(());
            }
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        Speaks::Tls(certificate) => {
            let chain = CertificateDer::from_pem_file(fixture(certificate)).expect("a certificate");
            let key = PrivateKeyDer::from_pem_file(fixture("server.key")).expect("a key");
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let config = ServerConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .expect("versions")
                .with_no_client_auth()
                .with_single_cert(vec![chain], key)
                .expect("they belong together");
            let connection = ServerConnection::new(Arc::new(config)).expect("made");
            let mut stream = StreamOwned::new(connection, stream);
            if stream.read(&mut read)? == 0 {
                return Ok(());
            }
            let parts = [stream_head(), deltas(&["Hello"]), finish("stop"), done()];
            stream.write_all(&parts.concat())?;
            stream.conn.send_close_notify();
            stream.flush()
        }
    }
}

/// What the probe says of the server when asked at this address, and how many times the server was connected to.
fn probed(speaks: Speaks, scheme: &str) -> (Value, usize) {
    let server = listening(speaks);
    let place = Place::new();
    let base_url = format!("{scheme}://127.0.0.1:{}/v1", server.port);
    let config = place.file(
        "c.toml",
        format!("[providers.p]\nbase_url = \"{base_url}\"\n"),
    );
    let arguments = [
        "doctor",
        "--probe",
        "--json",
        "--model",
        "p/m",
        "--timeout",
        "10",
        "--config",
        &config,
    ];
    let mut command = place.command(&arguments);
    command.env("SSL_CERT_FILE", fixture("root.pem"));
    let ran = finished(command.output().expect("started"));
    let said = serde_json::from_str(&ran.out).expect("JSON");
    (said, server.connections.load(Ordering::SeqCst))
}

#[test]
fn a_certificate_that_is_trusted_is_not_in_the_way() {
    let (said, _) = probed(Speaks::Tls("valid.pem"), "https");
    assert_eq!(
        (&said["text"], &said["error"]),
        (&"Hello".into(), &Value::Null)
    );
}

#[test]
fn what_is_wrong_with_a_certificate_is_told_and_not_tried_again() {
    for (certificate, words) in [
        ("own.pem", "nobody that this machine trusts vouches for it"),
        ("expired.pem", "it has expired"),
        ("other.pem", "it is for another name"),
    ] {
        let (said, connections) = probed(Speaks::Tls(certificate), "https");
        let error = said["error"].as_str().unwrap_or_default();
        assert!(
            error.contains("certificate") && error.contains(words),
            "{certificate}: {error}"
        );
        assert!(!error.contains("is the server running"), "{error}");
        assert_eq!((said["retries"].as_u64(), connections), (Some(0), 1));
    }
}

#[test]
fn a_server_that_speaks_something_else_is_told_with_the_address_to_write() {
    let (said, connections) = probed(Speaks::Plain, "https");
    let error = said["error"].as_str().unwrap_or_default();
    assert!(error.contains("write http://"), "{error}");
    assert_eq!(connections, 1);
    let (said, _) = probed(Speaks::Tls("valid.pem"), "http");
    let error = said["error"].as_str().unwrap_or_default();
    assert!(error.contains("write https://"), "{error}");
}
