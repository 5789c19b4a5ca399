//! TLS with a client that verifies certificates: protocols by ALPN, new certificates, handshakes that do not end.
//!
//! `tests/tls/` has two self-signed certificates for `localhost`, which are valid until 2123.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plyd::http::{Listener, Tls};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::common::clock::with_timeout;
use crate::common::server::{metric, until};
use crate::common::socket::{LISTENER, Open, open, rest};

const SEARCH: &str = "GET /v1/games/bones/search HTTP/1.1\r\nhost: localhost\r\n\r\n";
const OPEN: &str = "plyd_connections_open";

/// The files of a certificate, in a separate folder.
struct Files {
    folder: PathBuf,
    tls: Arc<Tls>,
}

impl Files {
    fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("plyd-tls-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        copy("first", &folder);
        let tls = Arc::new(Tls::open(folder.join("cert.pem"), folder.join("key.pem")).unwrap());
        Self { folder, tls }
    }

    /// A server with this certificate.
    async fn open(&self) -> Open {
        open(Listener { tls: Some(Arc::clone(&self.tls)), ..LISTENER }).await
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(name: &str, folder: &std::path::Path) {
    fs::copy(format!("tests/tls/{name}.pem"), folder.join("cert.pem")).unwrap();
    fs::copy(format!("tests/tls/{name}-key.pem"), folder.join("key.pem")).unwrap();
}

/// Connects as a client that trusts one certificate and offers these protocols.
async fn connect(open: &Open, trusts: &str, alpn: &[&str]) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(format!("tests/tls/{trusts}.pem")).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
    let mut config = config.with_no_client_auth();
    config.alpn_protocols = alpn.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    let stream = TcpStream::connect(open.address).await?;
    let name = "localhost".try_into().unwrap();
    with_timeout(TlsConnector::from(Arc::new(config)).connect(name, stream)).await
}

/// The status line of an answer in HTTP/1.1.
async fn ask(stream: &mut TlsStream<TcpStream>) -> String {
    stream.write_all(SEARCH.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        assert!(with_timeout(stream.read_buf(&mut answer)).await.unwrap() > 0, "it is closed");
    }
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

fn protocol(stream: &TlsStream<TcpStream>) -> Option<&[u8]> {
    stream.get_ref().1.alpn_protocol()
}

#[tokio::test]
async fn http_1_1_is_chosen_by_alpn() {
    let files = Files::new("http1");
    let open = files.open().await;
    for alpn in [&["http/1.1"][..], &["h2", "http/1.1"], &[]] {
        let mut stream = connect(&open, "first", alpn).await.unwrap();
        assert_eq!(protocol(&stream), alpn.last().map(|protocol| protocol.as_bytes()));
        assert_eq!(ask(&mut stream).await, "HTTP/1.1 200 OK");
    }
    let stranger = connect(&open, "first", &["h2"]).await;
    assert!(stranger.is_err(), "no protocol in common");
}

#[tokio::test]
async fn a_new_certificate_is_for_new_connections_and_a_wrong_one_changes_nothing() {
    let files = Files::new("reload");
    let open = files.open().await;
    let mut old = connect(&open, "first", &[]).await.unwrap();
    assert!(connect(&open, "second", &[]).await.is_err(), "the client does not trust it");
    copy("second", &files.folder);
    files.tls.reload().unwrap();
    assert!(connect(&open, "first", &[]).await.is_err());
    let mut new = connect(&open, "second", &[]).await.unwrap();
    assert_eq!([ask(&mut old).await, ask(&mut new).await], ["HTTP/1.1 200 OK"; 2]);
    // The key of another certificate, and no certificate at all.
    fs::copy("tests/tls/first-key.pem", files.folder.join("key.pem")).unwrap();
    assert!(files.tls.reload().unwrap_err().contains("key.pem"));
    fs::write(files.folder.join("cert.pem"), "nothing").unwrap();
    assert!(files.tls.reload().unwrap_err().contains("the file has no certificate"));
    assert_eq!(ask(&mut connect(&open, "second", &[]).await.unwrap()).await, "HTTP/1.1 200 OK");
}

#[tokio::test]
async fn handshakes_that_do_not_end_are_closed() {
    let files = Files::new("slow");
    let open = files.open().await;
    // The head of a record with a ClientHello that never arrives.
    let slow = open.send(b"\x16\x03\x01\x02\x00\x01").await;
    until(&open.service, OPEN, 1.0).await;
    open.clock.pass(LISTENER.head_timeout + Duration::from_millis(1)).await;
    assert_eq!(rest(slow).await, "");
    assert_eq!(metric(&open.service, "plyd_connections_refused_total{reason=\"slow_head\"}").await, 1.0);
}

#[tokio::test]
async fn plain_http_is_closed_and_the_next_client_is_served() {
    let files = Files::new("plain");
    let open = files.open().await;
    let plain = open.send("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert_eq!(rest(plain).await, "");
    assert_eq!(ask(&mut connect(&open, "first", &[]).await.unwrap()).await, "HTTP/1.1 200 OK");
}

#[tokio::test]
async fn unfinished_handshakes_give_their_permits_back() {
    let files = Files::new("many");
    let open = files.open().await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        slow.push(open.send(b"\x16\x03\x01\x02\x00\x01").await);
    }
    until(&open.service, OPEN, 50.0).await;
    open.clock.pass(LISTENER.head_timeout + Duration::from_millis(1)).await;
    until(&open.service, OPEN, 0.0).await;
    assert_eq!(ask(&mut connect(&open, "first", &[]).await.unwrap()).await, "HTTP/1.1 200 OK");
}
