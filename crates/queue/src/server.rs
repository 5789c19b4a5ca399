//! Connects to a server of NATS.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use clap::Args;
use tokio::time::sleep;
use tracing::warn;

/// The oldest version of the server that we accept. Earlier ones lose other jobs when a batch is cancelled, or bring
/// back finished ones.
const OLDEST: [u64; 3] = [2, 10, 26];

/// How long a command may stand still in silence.
pub(crate) const SILENCE: Duration = Duration::from_secs(3);

/// How often to try to connect, because a server that has just been started needs a moment until it listens.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(200);

/// Real credentials have about 1 kB; this keeps a wrong file, such as a device, from filling the memory.
const MAX_CREDENTIALS_BYTES: u64 = 1 << 20;

/// How long reading credentials may take, in case the file is a pipe to which nobody writes.
const CREDENTIALS_TIME: Duration = Duration::from_secs(5);

/// How often the client sends a ping. If the server answers neither of two, the client connects again.
const PING: Duration = Duration::from_secs(5);

/// The server.
#[derive(Clone, Debug, Args)]
pub(crate) struct NatsOptions {
    /// The server, such as nats://127.0.0.1 or nats://user:password@host; several are separated by commas
    #[arg(long, env = "PLYD_NATS", value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// A file with the credentials of a NATS user
    #[arg(long, env = "PLYD_NATS_CREDENTIALS", value_name = "FILE")]
    pub(crate) credentials: Option<PathBuf>,
    /// How many servers of a cluster keep each message; used only when the streams are created
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) replicas: u8,
}

/// The text of a file with credentials.
fn read_in_time(file: PathBuf) -> io::Result<String> {
    let (sender, read) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = File::open(file).and_then(|file| file.take(MAX_CREDENTIALS_BYTES).read_to_string(&mut text));
        sender.send(read.map(|_| text))
    });
    let late = || format!("nothing arrived within {} s", CREDENTIALS_TIME.as_secs());
    read.recv_timeout(CREDENTIALS_TIME).unwrap_or_else(|_| Err(io::Error::new(io::ErrorKind::TimedOut, late())))
}

/// Connects to a server. If that takes more than three seconds, says so.
pub(crate) async fn connecting<T>(server: &str, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    tokio::select! {
        done = &mut work => return done,
        () = sleep(SILENCE) => eprintln!("plyd-queue: waiting: {server} does not answer"),
    }
    work.await
}

/// Connects to a server that can be a queue.
///
/// # Errors
/// A sentence that says why it cannot.
pub(crate) async fn connect(options: &NatsOptions, url: &str) -> Result<Client, String> {
    let mut connecting = ConnectOptions::new().name("plyd-queue").ping_interval(PING).event_callback(async |event| {
        match event {
            // For example, a permission is missing. The request itself just times out.
            Event::ServerError(error) => warn!(%error, "NATS reported an error"),
            // The client logs them itself.
            Event::Connected | Event::Draining | Event::Closed => {}
            event => warn!(%event, "NATS"),
        }
    });
    if let Some(file) = &options.credentials {
        let failed = |error: io::Error| format!("--credentials {}: {error}", file.display());
        let text = read_in_time(file.clone()).map_err(failed)?;
        connecting = connecting.credentials(&text).map_err(failed)?;
    }
    let addresses: Result<Vec<ServerAddr>, _> = url.split(',').map(|address| address.trim().parse()).collect();
    let addresses = addresses.map_err(|error: io::Error| error.to_string())?;
    // The client does not read user and password from the URL.
    if let Some((user, password)) = addresses.iter().find_map(|address| address.username().zip(address.password())) {
        connecting = connecting.user_and_password(user.to_owned(), password.to_owned());
    }
    let mut tries = 1;
    let client = loop {
        match connecting.clone().connect(addresses.clone()).await {
            Ok(client) => break client,
            Err(error) if error.kind() != ConnectErrorKind::Io => return Err(error.to_string()),
            Err(error) if tries == TRIES => return Err(format!("{error}; is nats-server running there?")),
            Err(_) => sleep(PAUSE).await,
        }
        tries += 1;
    };
    check(&client.server_info().version, client.server_info().jetstream)?;
    Ok(client)
}

/// Refuses servers that lose jobs.
fn check(found: &str, jetstream: bool) -> Result<(), String> {
    let [major, minor, patch] = OLDEST;
    if version(found) < OLDEST {
        return Err(format!("the server is {found}, expected {major}.{minor}.{patch} or later; older ones lose jobs"));
    }
    if !jetstream {
        return Err("JetStream is off; start the server with nats-server --jetstream".to_owned());
    }
    Ok(())
}

/// The numbers of a version such as 2.12.0-RC.1.
fn version(text: &str) -> [u64; 3] {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().unwrap_or(0));
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_are_refused() {
        let refused = |version| check(version, true).is_err();
        assert!(refused("2.9.10") && refused("2.10.25") && refused(""));
        assert!(!refused("2.10.26") && !refused("2.12.0-RC.1") && !refused("3.0"));
        assert!(check("2.10.26", false).is_err());
    }
}
