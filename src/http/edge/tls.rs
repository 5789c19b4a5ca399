//! TLS by rustls. Certificate and key are read from files, and again on SIGHUP.

use std::fmt::{self, Debug, Formatter};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use plyd_keys::file_in_time;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

use super::connection::Io;
use crate::http::clients::permits::{Limit, WAIT};
use crate::pool::Client;

/// The only protocol that is spoken (RFC 7301).
const ALPN: &[u8] = b"http/1.1";

/// Handshakes at a time. With an RSA key of 2048 bits, each takes a millisecond of a core.
const HANDSHAKES: usize = 32;

/// How long a handshake may keep its permit. The server's part of a handshake takes less.
const SHARE: Duration = Duration::from_millis(100);

/// How many bytes of an answer are encrypted before the client reads them. With more, it would take longer to notice
/// that a client reads nothing.
const BUFFER: usize = 16 << 10;

/// Certificate and key of a server.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    config: RwLock<Arc<ServerConfig>>,
    handshakes: Limit,
}

impl Tls {
    /// Reads a certificate chain and a private key, both in PEM.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, String> {
        let config = RwLock::new(read(&certificate, &key)?);
        Ok(Self { certificate, key, config, handshakes: Limit::quarter(HANDSHAKES) })
    }

    /// Reads both files again. Open connections keep the old certificate.
    ///
    /// # Errors
    /// A sentence. New connections then keep getting the old certificate.
    pub fn reload(&self) -> Result<(), String> {
        let config = read(&self.certificate, &self.key)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Performs the handshake with a client.
    ///
    /// # Errors
    /// If the client does not speak TLS, or leaves. [`io::ErrorKind::Unsupported`] if it speaks plain HTTP.
    pub(crate) async fn accept(&self, io: Io, socket: &TcpStream, client: Client) -> io::Result<TlsStream<Io>> {
        let mut first = [0];
        // A handshake begins with the byte 22. A client that has not sent it yet gets no permit.
        if socket.peek(&mut first).await? == 1 && first[0].is_ascii_uppercase() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let permit = self.handshakes.acquire(client, WAIT).await.ok_or(io::ErrorKind::TimedOut)?;
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        let mut shaking = TlsAcceptor::from(config).accept(io);
        // A slow client loses the permit, so that others need not wait for it.
        let shaken = timeout(SHARE, &mut shaking).await;
        drop(permit);
        let mut stream = match shaken {
            Ok(shaken) => shaken,
            Err(_) => shaking.await,
        }?;
        stream.get_mut().1.set_buffer_limit(Some(BUFFER));
        Ok(stream)
    }
}

/// Does not print the key.
impl Debug for Tls {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tls").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

fn read(certificate: &PathBuf, key: &PathBuf) -> Result<Arc<ServerConfig>, String> {
    let named = |path: &PathBuf, wrong: &dyn fmt::Display| format!("{}: {wrong}", path.display());
    let text = |path: &PathBuf| file_in_time::read(path).map_err(|error| named(path, &error));
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text(certificate)?).collect();
    let chain = chain.map_err(|error| named(certificate, &error))?;
    if chain.is_empty() {
        return Err(named(certificate, &"the file has no certificate; expected -----BEGIN CERTIFICATE-----"));
    }
    let private = PrivateKeyDer::from_pem_slice(&text(key)?).map_err(|error| named(key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, private));
    let mut config = config.map_err(|error| format!("{} and {}: {error}", certificate.display(), key.display()))?;
    config.alpn_protocols = vec![ALPN.to_vec()];
    Ok(Arc::new(config))
}
