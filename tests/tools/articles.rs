//! docs/articles.md does what it says: every command prints what stands below it, and every picture is the one that its
//! caption makes.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a line in a shell that finds the program first.
fn shell(line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_plyd"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn article() -> String {
    fs::read_to_string("docs/articles.md").unwrap()
}

#[test]
fn every_command_prints_what_is_shown() {
    let article = article();
    let blocks = article.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut commands = 0;
    for block in blocks {
        for command in block.split("$ plyd").flat_map(|part| part.split("$ for")).skip(1) {
            let (line, shown) = command.split_once('\n').unwrap();
            let start = if block.contains(&format!("$ for{line}")) { "for" } else { "plyd" };
            let line = format!("{start}{line}");
            assert_eq!(shell(&line), shown, "{line}");
            commands += 1;
        }
    }
    assert!(commands >= 11, "{commands} commands were found");
}

#[test]
fn every_picture_is_the_one_that_its_command_draws() {
    let mut pictures = 0;
    for command in article().split('`').filter(|code| code.starts_with("plyd draw") && code.contains(" > ")) {
        let (line, file) = command.split_once(" > ").unwrap();
        let kept = fs::read_to_string(format!("docs/pictures/{file}")).unwrap();
        assert!(shell(line) == kept, "docs/pictures/{file} is not what {line} draws");
        pictures += 1;
    }
    let kept = fs::read_dir("docs/pictures")
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "svg"));
    assert_eq!(pictures, kept.count(), "every picture has its command");
}
