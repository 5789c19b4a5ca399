//! `plyd-queue`: offline work for plyd, from a file or from a queue in NATS JetStream.
//!
//! - `cli`: the commands
//! - `batch`: reads the jobs of a file
//! - `answer`: answers a job, as the service would
//! - `queue`: what a worker needs of a queue; `local` is one, and `nats` with `leases` another
//! - `server`: connects to NATS; `settings`: checks its streams; `lane`: priorities; `packing`: compresses messages
//! - `work`: the worker; `probes`: its probes and metrics
//! - `submit`: stores a batch, prints its answers, or cancels it; `printer`: prints answers

mod answer;
mod batch;
mod cli;
mod lane;
mod leases;
mod local;
mod nats;
mod packing;
mod printer;
mod probes;
mod queue;
mod server;
mod settings;
mod submit;
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
