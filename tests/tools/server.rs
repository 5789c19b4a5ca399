//! The server as a process.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use plyd::games::CATALOGUE;
use tokio::net::TcpSocket;

use crate::programs::plyd;

/// Longer than anything takes on the slowest machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A port of this machine for a server to listen on. On Linux, a socket that does not listen is bound to it, so that
/// the system gives the port to nobody else. On other systems that would keep the server from using it too.
pub(crate) struct Port {
    pub(crate) address: SocketAddr,
    _held: Option<TcpSocket>,
}

impl Port {
    pub(crate) fn new() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        Self { address: socket.local_addr().unwrap(), _held: cfg!(target_os = "linux").then_some(socket) }
    }
}

/// A server in a separate process, which is killed when this is dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    _port: Port,
}

impl Server {
    pub(crate) fn start(stdout: Stdio, stderr: Stdio, options: &[&str]) -> Self {
        // If the log is not read, it cannot show the port, so the test chooses one.
        let port = Port::new();
        let address = port.address;
        let mut command = plyd();
        command.args(["--listen", &address.to_string(), "--workers", "1", "--table-mb", "1"]).args(options);
        let child = command.stdout(stdout).stderr(stderr).spawn().unwrap();
        let mut server = Self { child, address, _port: port };
        let deadline = Instant::now() + TIMEOUT;
        while TcpStream::connect(address).is_err() {
            assert_eq!(server.child.try_wait().unwrap(), None, "it should serve");
            assert!(Instant::now() < deadline, "it should listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        server
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nhost: plyd\r\n"))
    }

    /// The answer to a request with this head, to which the end is added.
    pub(crate) fn ask(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        write!(stream, "{head}connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn metric(&self, name: &str) -> f64 {
        let metrics = self.get("/metrics");
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.expect("it is counted").parse().unwrap()
    }

    pub(crate) fn lines_lost(&self) -> f64 {
        self.metric("plyd_log_lines_lost_total")
    }

    /// Waits until every game is warm, because warming up one game on a busy machine may take longer than a request may
    /// wait.
    pub(crate) fn until_warm(&self) {
        let deadline = Instant::now() + TIMEOUT;
        while self.metric("plyd_short_jobs_run_seconds_count") < CATALOGUE.iter().count() as f64 {
            assert!(Instant::now() < deadline, "games should warm up");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Sends requests until lines of the log are lost, which has to happen sooner or later.
    pub(crate) fn answers_until_lines_are_lost(&self) {
        let deadline = Instant::now() + TIMEOUT;
        while self.lines_lost() == 0.0 {
            assert!(Instant::now() < deadline, "lines should be lost");
            assert!(self.get("/v1/games").starts_with("HTTP/1.1 200"));
        }
    }

    pub(crate) fn signal(&self, name: &str) {
        assert!(signal(&self.child, name));
    }

    pub(crate) fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "it should have ended");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Sends a signal with the shell's built-in `kill`, because a system may have no such program. Returns whether the
/// process existed.
pub(crate) fn signal(child: &Child, name: &str) -> bool {
    let kill = format!("kill {name} {} 2>/dev/null", child.id());
    Command::new("sh").args(["-c", &kill]).status().unwrap().success()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
