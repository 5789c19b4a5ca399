//! Says what a command waits for.

use std::pin::pin;
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use plyd_terminal::{ProgressBar, say};
use tokio::time::{Instant, sleep};

use crate::presence::{self, Report};
use crate::server::SILENCE;

/// How often to look whether it stands still.
const PAUSE: Duration = Duration::from_millis(500);

/// What a command needs to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The server stores jobs.
    Server,
    /// Workers answer jobs.
    Workers,
}

/// Does some work. Whenever its bar stands still for three seconds, says what the work waits for, and again when that
/// changes.
pub(crate) async fn telling<T>(client: &Client, bar: &ProgressBar, need: Need, work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let tell = async {
        let (mut position, mut since, mut told) = (bar.position(), Instant::now(), String::new());
        loop {
            sleep(PAUSE).await;
            if bar.position() != position {
                (position, since) = (bar.position(), Instant::now());
                told.clear();
            } else if since.elapsed() >= SILENCE {
                let reason = reason(client, need).await;
                if reason != told && bar.position() == position {
                    say(bar, &format!("plyd-queue: waiting: {reason}"));
                    told = reason;
                }
            }
        }
    };
    tokio::select! {
        done = &mut work => done,
        () = tell => unreachable!("it has no end"),
    }
}

/// Why a command that needs this stands still.
async fn reason(client: &Client, need: Need) -> String {
    let workers = match need {
        _ if client.connection_state() != State::Connected => Err(String::new()),
        Need::Server => Ok(Vec::new()),
        Need::Workers => presence::ask(client).await,
    };
    match (workers, need) {
        (Err(_), _) => "the server of NATS does not answer".to_owned(),
        (Ok(_), Need::Server) => "the server of NATS stores nothing; its disk may be full".to_owned(),
        (Ok(workers), Need::Workers) => of_workers(&workers),
    }
}

fn of_workers(workers: &[Report]) -> String {
    match (workers.len(), workers.iter().map(|worker| worker.unstored).sum()) {
        (0, _) => "no worker answers; start one with `plyd-queue work`".to_owned(),
        (1, 0) => "1 worker is alive; the next answer is not there yet".to_owned(),
        (count, 0) => format!("{count} workers are alive; the next answer is not there yet"),
        (_, unstored) => {
            format!("workers cannot store {unstored} of their answers; the store is full, or a permission is missing")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(unstored: usize) -> Report {
        Report { name: "a-1".to_owned(), since: String::new(), running: [("club".to_owned(), 2)].into(), unstored }
    }

    #[test]
    fn the_reason_is_what_an_operator_can_change() {
        for (workers, says) in [
            (&[][..], "no worker answers"),
            (&[worker(0)], "1 worker is alive"),
            (&[worker(0), worker(0)], "2 workers are alive"),
            (&[worker(0), worker(1)], "cannot store 1 of their answers"),
        ] {
            let reason = of_workers(workers);
            assert!(reason.contains(says), "{reason}");
        }
    }
}
