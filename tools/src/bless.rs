//! `plyd-tools bless`: writes what is derived from the games. It runs the tests that usually compare these files, and
//! tells them to write the files instead.

use std::env;
use std::io;
use std::process::Command;

/// The tests that write, as arguments of `cargo test`.
const WRITERS: [&[&str]; 2] = [
    // The generated parts of README and docs.
    &["--package", "plyd", "--test", "tools", "games"],
    // The node signatures; one test after the other, since they write the same files.
    &["--package", "plyd-bench", "--test", "signature", "--", "--include-ignored", "--test-threads", "1"],
];

/// Runs the tests that write.
///
/// # Errors
/// If one of them cannot be run, or fails.
pub(crate) fn write() -> io::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for arguments in WRITERS {
        let status = Command::new(&cargo).arg("test").args(arguments).env("PLYD_BLESS", "1").status()?;
        if !status.success() {
            return Err(io::Error::other(format!("cargo test {}: {status}", arguments.join(" "))));
        }
    }
    Ok(())
}
