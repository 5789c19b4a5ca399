//! The tables in docs/ are true, and its drawings are what the commands below them draw.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::time::Instant;

use clap::CommandFactory;
use plyd::cli::Cli;
use plyd::http::Code;

use crate::pages::{Page, codes, pages};
use crate::programs::program;
use crate::server::{Server, TIMEOUT};

#[test]
fn every_code_stands_in_its_table_with_its_status() {
    let page = Page::read("docs/reference/errors.md".to_owned());
    let rows = page.table("| status | code | meaning | what to do |");
    let told: BTreeMap<&str, u16> =
        rows.iter().map(|row| (codes(row[1]).next().unwrap(), row[0].parse().unwrap())).collect();
    let own = Code::TABLE.iter().filter(|(code, ..)| !Code::OF_QUEUES.contains(code));
    assert_eq!(told, own.map(|(_, status, name)| (*name, *status)).collect());
}

#[test]
fn every_option_stands_in_its_table_with_its_variable_and_its_default() {
    let page = Page::read("docs/reference/options.md".to_owned());
    let rows = page.table("| flag | variable | default |");
    let command = Cli::command();
    let serve = command.find_subcommand("serve").unwrap();
    let options: Vec<_> = serve.get_arguments().filter(|option| option.get_env().is_some()).collect();
    assert_eq!(rows.len(), options.len(), "an option has a row, and a row an option");
    for option in options {
        let flag = format!("`--{}`", option.get_long().unwrap());
        let row = rows.iter().find(|row| row[0] == flag).unwrap_or_else(|| panic!("{flag} has no row"));
        assert_eq!(row[1], format!("`{}`", option.get_env().unwrap().to_str().unwrap()));
        if let Some(default) = option.get_default_values().first() {
            let told = row[2].replace([',', '`'], "");
            let default = default.to_str().unwrap();
            assert!(told.starts_with(default), "{flag}: {told:?} should begin with {default}");
        }
    }
}

#[test]
fn every_metric_stands_in_its_table() {
    let page = Page::read("docs/reference/metrics.md".to_owned());
    let rows = page.table("| metric | type | meaning |");
    let mut told: BTreeSet<(&str, &str)> = rows.iter().map(|row| (codes(row[0]).next().unwrap(), row[1])).collect();
    let mut options = vec!["--cache-mb", "1"];
    if cfg!(feature = "otlp") {
        // A port to which nobody else may listen.
        options.extend(["--otlp-endpoint", "http://127.0.0.1:1"]);
    } else {
        told.retain(|(name, _)| !name.starts_with("plyd_otlp_"));
    }
    let server = Server::start(Stdio::null(), Stdio::null(), &options);
    server.get("/v1/games/tic-tac-toe/search?depth=2");
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let answer = server.get("/metrics");
        let types = answer.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
        // The process metrics are Prometheus's own, and some systems do not have them.
        let printed: BTreeSet<(&str, &str)> = types.filter(|(name, _)| !name.starts_with("process_")).collect();
        // A search is counted when its job is over, which is after its answer.
        if printed == told || Instant::now() > deadline {
            break assert_eq!(printed, told);
        }
    }
}

#[test]
fn every_drawing_is_what_its_command_draws() {
    let mut drawn = BTreeSet::new();
    for page in pages() {
        let prose = page.prose.join("\n");
        for command in codes(&prose).filter(|code| code.starts_with("plyd draw") && code.contains(" > ")) {
            let (line, file) = command.split_once(" > ").unwrap();
            if drawn.insert(file.to_owned()) {
                let run = format!("exec '{}'{}", env!("CARGO_BIN_EXE_plyd"), line.strip_prefix("plyd").unwrap());
                let output = program("sh").args(["-c", &run]).output().unwrap();
                let kept = fs::read(format!("docs/pictures/{file}")).unwrap();
                assert!(output.stdout == kept, "docs/pictures/{file} is not what {line} draws");
            }
        }
    }
    let kept = fs::read_dir("docs/pictures").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(drawn, kept.filter(|name| name.ends_with(".svg")).collect(), "every drawing has its command");
}
