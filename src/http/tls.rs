//! TLS by rustls. Certificate and key are read from files, and again on SIGHUP.

use std::fmt::{self, Debug, Formatter};
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};
use std::task::{Context, Poll};

use plyd_connection_guard::Socket;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// Protocols by preference (RFC 7301).
const ALPN: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Bytes of an answer that are encrypted before the client takes them. More would hide that it does not.
const BUFFER: usize = 16 << 10;

/// Certificate and key of a server.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads a chain of certificates and a private key, both as PEM.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, String> {
        let config = RwLock::new(read(&certificate, &key)?);
        Ok(Self { certificate, key, config })
    }

    /// Reads both files again. Connections that are open go on with what they have.
    ///
    /// # Errors
    /// A sentence. New connections get what there was before.
    pub fn reload(&self) -> Result<(), String> {
        let config = read(&self.certificate, &self.key)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Shakes hands with a client.
    ///
    /// # Errors
    /// When it does not speak TLS, or goes away.
    pub(super) async fn accept(&self, stream: TcpStream) -> io::Result<TlsConnection> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        let mut stream = TlsAcceptor::from(config).accept(stream).await?;
        stream.get_mut().1.set_buffer_limit(Some(BUFFER));
        Ok(TlsConnection(stream))
    }
}

/// Without the key.
impl Debug for Tls {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tls").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

fn read(certificate: &PathBuf, key: &PathBuf) -> Result<Arc<ServerConfig>, String> {
    let named = |path: &PathBuf, wrong: &dyn fmt::Display| format!("{}: {wrong}", path.display());
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
    let chain = certificates.map_err(|error| named(certificate, &error))?;
    if chain.is_empty() {
        return Err(named(certificate, &"there is no certificate, expected -----BEGIN CERTIFICATE-----"));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| named(key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, private));
    let mut config = config.map_err(|error| format!("{} and {}: {error}", certificate.display(), key.display()))?;
    config.alpn_protocols = ALPN.map(<[u8]>::to_vec).to_vec();
    Ok(Arc::new(config))
}

/// A connection that has shaken hands.
pub(super) struct TlsConnection(TlsStream<TcpStream>);

impl Socket for TlsConnection {
    fn forget_unsent(&self) {
        self.0.get_ref().0.forget_unsent();
    }
}

impl AsyncRead for TlsConnection {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_read(context, buffer)
    }
}

impl AsyncWrite for TlsConnection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().0).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().0).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }
}
