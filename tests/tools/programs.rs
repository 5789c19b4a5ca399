//! Programs that some tests run in addition to a Rust toolchain. If one is missing, these tests do less and say so, or
//! fail if `PLYD_REQUIRE_TOOLS=1` is set.

use std::io::Write;
use std::process::{Command, Stdio};

/// The binary under test, as [`program`] runs it.
pub(crate) fn plyd() -> Command {
    program(env!("CARGO_BIN_EXE_plyd"))
}

/// A program without the environment variables that plyd obeys: its own, and those for colours.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    for (variable, _) in std::env::vars_os() {
        let is_obeyed =
            |name: &str| name.starts_with("PLYD_") || ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"].contains(&name);
        if variable.to_str().is_some_and(is_obeyed) {
            command.env_remove(variable);
        }
    }
    command
}

/// A program, and the oldest version that will do, if that matters.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Program {
    name: &'static str,
    pub(crate) command: &'static str,
    least: Option<[u32; 2]>,
}

/// 7.82 is the first version with `--json`.
pub(crate) const CURL: Program = Program { name: "curl", command: "curl", least: Some([7, 82]) };
pub(crate) const NODE: Program = Program { name: "Node.js", command: "node", least: Some([20, 0]) };
pub(crate) const PYTHON: Program = Program { name: "Python", command: "python3", least: Some([3, 0]) };
/// Any Unix has these, but not every container image.
pub(crate) const GREP: Program = Program { name: "grep", command: "grep", least: None };
pub(crate) const SED: Program = Program { name: "sed", command: "sed", least: None };
pub(crate) const AWK: Program = Program { name: "awk", command: "awk", least: None };
/// The one of util-linux. Other systems have a different program with this name.
#[cfg(target_os = "linux")]
pub(crate) const SCRIPT: Program = Program { name: "script (util-linux)", command: "script", least: Some([2, 0]) };

impl Program {
    /// Checks that the program is there and new enough.
    ///
    /// # Errors
    /// The required and the found version, if the program is too old, does not run, or is missing.
    pub(crate) fn check(&self) -> Result<(), String> {
        let version_of = match self.least {
            None => String::new(),
            Some([major, 0]) => format!(" {major} or newer"),
            Some([major, minor]) => format!(" {major}.{minor} or newer"),
        };
        let wanted = |found: &str| Err(format!("{}{version_of} ({found})", self.name));
        let Ok(output) = Command::new(self.command).arg("--version").stdin(Stdio::null()).output() else {
            return wanted("not found");
        };
        match version(&String::from_utf8_lossy(&output.stdout)) {
            _ if self.least.is_none() => Ok(()),
            found if found >= self.least => Ok(()),
            Some([major, minor]) => wanted(&format!("found {major}.{minor}")),
            None => wanted("it does not tell its version"),
        }
    }
}

/// The output of a command that runs in a terminal with this input.
#[cfg(target_os = "linux")]
pub(crate) fn at_a_terminal(command: &str, variables: &[(&str, &str)], typed: &str) -> String {
    let command = format!("'{}' {command}", env!("CARGO_BIN_EXE_plyd"));
    let mut script = program("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]);
    // `script` runs the command with this shell, not with the user's.
    script.env("SHELL", "/bin/sh").env("TERM", "xterm").env("LC_ALL", "C.UTF-8").envs(variables.iter().copied());
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    printed
}

/// The first version in a text.
fn version(text: &str) -> Option<[u32; 2]> {
    text.split_whitespace().find_map(|word| {
        let mut numbers = word.strip_prefix('v').unwrap_or(word).split('.').map(str::parse);
        Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
    })
}

/// Says in one line what was not run, and which programs are missing.
///
/// # Panics
/// If the programs are required.
pub(crate) fn not_run(what: &str, missing: &[String]) {
    let required = std::env::var_os("PLYD_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(!required, "PLYD_REQUIRE_TOOLS=1, but not run, for want of {}: {what}", missing.join(", "));
    say_not_run(what, missing);
}

/// Says the same about optional programs. Bypasses the harness, which hides the output of passing tests.
pub(crate) fn say_not_run(what: &str, missing: &[String]) {
    let line = format!("not run, for want of {}: {what}\n", missing.join(", "));
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

#[test]
fn versions_are_read_as_each_program_tells_them() {
    for (told, least) in [
        ("curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 zlib/1.2.13\n", [7, 88]),
        ("v20.20.2\n", [20, 20]),
        ("Python 3.11.7\n", [3, 11]),
        ("script from util-linux 2.38.1\n", [2, 38]),
    ] {
        assert_eq!(version(told), Some(least), "{told}");
    }
    assert!(version("curl 7.9.8 (x86_64)") < CURL.least && version("no such program").is_none());
}

#[test]
fn a_missing_or_old_program_is_named_with_the_wanted_version() {
    let program = |command, least| Program { name: "It", command, least };
    let (nothing, ours) = ("no-such-program-of-plyd", env!("CARGO_BIN_EXE_plyd"));
    assert_eq!(program(nothing, Some([1, 2])).check(), Err("It 1.2 or newer (not found)".to_owned()));
    assert_eq!(program(nothing, None).check(), Err("It (not found)".to_owned()));
    let old = program(ours, Some([9999, 0])).check().unwrap_err();
    assert!(old.starts_with("It 9999 or newer (found "), "{old}");
    for least in [None, Some([0, 1])] {
        assert_eq!(program(ours, least).check(), Ok(()));
    }
}
