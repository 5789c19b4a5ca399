//! `plyd-queue`: offline work for plyd, from a file or from a queue in NATS JetStream.
//!
//! - `cli`: the commands
//! - `batch`: reads the jobs of a file; `source`: where they come from
//! - `answer`: answers a job, as the service would
//! - `local`: answers the jobs of a file in this process
//! - `nats`: the queue in NATS JetStream; `leases`: the jobs that a worker takes from it
//! - `server`: connects to NATS; `settings`: checks its streams; `lane`: priorities; `packing`: compresses messages
//! - `work`: the worker; `probes`: its probes and metrics; `presence`: says that it is alive
//! - `submit`: stores a batch, prints its answers, or cancels it; `printer`: prints answers; `output`: a file of them
//! - `form`: the forms in which reviews are printed
//! - `status`: how far batches are; `waits`: says what a command waits for
//! - `serve`: the same over HTTP; `connections`: its connections

mod answer;
mod batch;
mod cli;
mod connections;
mod form;
mod lane;
mod leases;
mod local;
mod nats;
mod output;
mod packing;
mod presence;
mod printer;
mod probes;
mod serve;
mod server;
mod settings;
mod source;
mod status;
mod submit;
mod waits;
mod work;

use std::process::ExitCode;

use plyd_terminal::Failure;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, reason }) => {
            eprintln!("plyd-queue: {reason}");
            ExitCode::from(code)
        }
    }
}
