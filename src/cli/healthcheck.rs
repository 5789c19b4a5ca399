//! `plyd healthcheck`: for container images without a shell or curl.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use crate::listen_address::{listen_address, resolve};

/// The server to check.
#[derive(Clone, Debug, Args)]
pub struct HealthOptions {
    /// The address that the server listens on
    #[arg(long, env = "PLYD_LISTEN", default_value = "127.0.0.1:8080", value_parser = listen_address)]
    pub listen: String,
    /// The server's separate address for probes, if it has one; it is asked instead of --listen
    #[arg(long, env = "PLYD_METRICS_LISTEN", value_parser = listen_address)]
    pub metrics_listen: Option<String>,
}

/// Asks `/livez`, and waits for at most two seconds.
pub(super) fn healthcheck(options: &HealthOptions) -> Result<(), String> {
    let listen = options.metrics_listen.as_ref().unwrap_or(&options.listen);
    let address = reachable(resolve(listen)?[0]);
    let failed = |error: io::Error| format!("cannot reach the server at {address}: {error}");
    let limit = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address, limit).map_err(failed)?;
    stream.set_read_timeout(Some(limit)).map_err(failed)?;
    let request = format!("GET /livez HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(failed)?;
    let status = answer.lines().next().unwrap_or_default();
    if status.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("{address} answered {status:?}")) }
}

/// The loopback address, if the server listens on every address.
pub(super) fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
