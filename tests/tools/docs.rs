//! Runs the commands of README and docs/. Each has to print the output that the page shows, each request has to have
//! the answer that the page shows, and each game loop has to play a whole game.
//!
//! docs/README.md lists the kinds of blocks.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use plyd::http::ROUTES;
use serde_json::{Value, json};

use crate::pages::{Block, Page, pages};
use crate::programs::{AWK, CURL, GREP, NODE, PYTHON, Program, SED, not_run, program, say_not_run};
use crate::server::Server;

/// A command of a page, and the output that the page shows.
struct Step {
    line: usize,
    code: String,
    shown: Shown,
}

/// The programs that pages run, in addition to the shell, the coreutils and plyd.
const PROGRAMS: [Program; 6] = [CURL, NODE, PYTHON, GREP, SED, AWK];

/// The programs that pages quote.
const EXAMPLES: [&str; 3] = ["examples/own_game.rs", "examples/own_evaluation.rs", "crates/search/examples/heap.rs"];

/// Removes the steps that use one of the `missing` programs, or a function or variable of such a step. Returns their
/// lines.
fn take_out(steps: &mut Vec<Step>, missing: &[&str]) -> Vec<usize> {
    let mut missing: Vec<String> = missing.iter().map(|&name| name.to_owned()).collect();
    let is_of_a_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.');
    let is_out = |step: &mut Step| {
        let is_out = step.code.split(|c| !is_of_a_word(c)).any(|word| missing.iter().any(|name| name == word));
        if is_out
            && let Some((name, rest)) = step.code.split_once(['(', '='])
            && rest.starts_with([')', '$'])
        {
            missing.push(name.to_owned());
        }
        is_out
    };
    steps.extract_if(.., is_out).map(|step| step.line).collect()
}

enum Shown {
    Nothing,
    Whole(String),
    /// A part of a JSON answer.
    Part(Value),
}

/// Each page runs in its own shell and an empty folder and, if it sends requests, with its own server.
#[test]
fn every_page_does_what_it_says() {
    let pages = pages();
    let missing: Vec<(&str, String)> =
        PROGRAMS.iter().filter_map(|program| Some((program.command, program.check().err()?))).collect();
    let (mut names, mut wanted): (Vec<&str>, Vec<String>) = missing.into_iter().unzip();
    let has_programs = names.is_empty();
    if cfg!(not(feature = "mcp")) {
        names.push("mcp");
        wanted.push("--features mcp".to_owned());
    }
    let (mut printed, mut wrong) = (Mutex::default(), Mutex::default());
    let (mut left_out, mut to_run) = (Vec::new(), Vec::new());
    for page in &pages {
        let mut steps = steps(page);
        let out = take_out(&mut steps, &names);
        left_out.extend(out.into_iter().map(|line| format!("{}:{line}", page.path)));
        to_run.push((page, steps));
    }
    // Two pages run for each core. If all ran together, servers would be so slow that they refuse requests.
    let to_run = Mutex::new(to_run);
    thread::scope(|scope| {
        for _ in 0..2 * thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let next = || to_run.lock().unwrap().pop();
                while let Some((page, steps)) = next() {
                    run(page, &steps, &printed, &wrong);
                }
            });
        }
    });
    let (printed, wrong): (&mut String, &mut Vec<String>) = (printed.get_mut().unwrap(), wrong.get_mut().unwrap());
    assert!(pages.len() >= 7);
    if has_programs {
        assert!(printed.len() > 10_000);
        wrong.extend(unprinted_numbers(&pages, printed));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    if !left_out.is_empty() {
        let what = format!("{} blocks and commands of the docs, {}", left_out.len(), left_out.join(", "));
        if has_programs {
            say_not_run(&what, &wanted);
        } else {
            not_run(&format!("{what}, and what numbers they print"), &wanted);
        }
    }
}

/// Runs the steps of a page. Adds their code and output to `printed`, and what is not as shown to `wrong`.
fn run(page: &Page, steps: &[Step], printed: &Mutex<String>, wrong: &Mutex<Vec<String>>) {
    let code: String = steps.iter().map(|step| step.code.as_str()).collect();
    let server = code.contains("localhost:8080").then(|| Server::start(Stdio::null(), Stdio::null(), &[]));
    if let Some(server) = &server {
        server.until_warm();
    }
    let mut outputs = Vec::new();
    if !steps.is_empty() {
        let mut script = String::new();
        for step in steps {
            writeln!(script, "{}\nprintf '\\n{END}%s\\n' $?", step.code).unwrap();
        }
        if let Some(server) = &server {
            script = script.replace("localhost:8080", &server.address.to_string());
        }
        outputs = shell(&page.path, &script);
    }
    assert_eq!(outputs.len(), steps.len(), "{}: the shell ended before its page", page.path);
    for (step, (output, status)) in steps.iter().zip(&outputs) {
        if step.code.contains("while") {
            is_a_whole_game(page, output, server.as_ref().expect("the loops of these pages are game loops"));
        }
        if let Err(fault) = step.is_right(output, status) {
            wrong.lock().unwrap().push(format!("{}:{}:\n{}\n{fault}", page.path, step.line, step.code));
        }
    }
    printed.lock().unwrap().extend(outputs.into_iter().map(|(output, _)| output).chain([code]));
}

impl Step {
    /// Whether the step succeeded and printed what is shown. The error says what it did instead.
    fn is_right(&self, output: &str, status: &str) -> Result<(), String> {
        let right = status == "0"
            && match &self.shown {
                Shown::Whole(shown) => output.trim_end() == shown.trim_end(),
                Shown::Part(shown) => serde_json::from_str(output).is_ok_and(|answer| is_part_of(shown, &answer)),
                Shown::Nothing => !output.contains("urn:plyd:problem"),
            };
        right.then_some(()).ok_or_else(|| format!("status {status}, printed:\n{output}"))
    }
}

/// Marks the end of each command's output. The status follows.
const END: &str = "--- end of a step ";

/// Runs the script in an empty folder, and returns what each step printed and its status.
fn shell(name: &str, script: &str) -> Vec<(String, String)> {
    let folder = scratch(name);
    let path = |file: &str| folder.join(file);
    fs::write(path(".script"), script).unwrap();
    fs::write(path(".curlrc"), "silent\nshow-error\n").unwrap();
    let output = File::create(path(".output")).unwrap();
    let folder_of_plyd = Path::new(env!("CARGO_BIN_EXE_plyd")).parent().unwrap().display();
    let programs = format!("{folder_of_plyd}:{}", std::env::var("PATH").unwrap_or_default());
    let mut child = program("sh")
        .arg(".script")
        .current_dir(&folder)
        .envs([("PATH", &*programs), ("no_proxy", "127.0.0.1"), ("CURL_HOME", ".")])
        .stdin(Stdio::null())
        .stdout(output)
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(300);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{name} should have come to its end:\n{}", fs::read_to_string(path(".output")).unwrap());
        }
        thread::sleep(Duration::from_millis(10));
    }
    let printed = fs::read_to_string(path(".output")).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let mut steps: Vec<(String, String)> = Vec::new();
    let mut output = String::new();
    for line in printed.lines() {
        match line.strip_prefix(END) {
            Some(status) => steps.push((std::mem::take(&mut output), status.to_owned())),
            None => output.extend([line, "\n"]),
        }
    }
    steps
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plyd-{}-{}", name.replace('/', "-"), std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

/// The steps of a page. Also checks the page's other blocks.
fn steps(page: &Page) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before: Option<&Block> = None;
    for block in &page.blocks {
        let Block { language, text, line, .. } = block;
        let place = format!("{}:{line}", page.path);
        let below_code =
            block.below && before.is_some_and(|b| !b.example && matches!(&*b.language, "sh" | "js" | "python"));
        before = Some(block);
        let here_document = |program: &str| format!("{program} <<'END OF A BLOCK'\n{text}END OF A BLOCK");
        let code = match &**language {
            _ if block.example => continue,
            "console" => {
                steps.extend(console(text, *line));
                continue;
            }
            "json" | "text" if below_code => {
                let json = || serde_json::from_str(text).unwrap_or_else(|error| panic!("{place}: {error}"));
                let shown = if language == "json" { Shown::Part(json()) } else { Shown::Whole(text.clone()) };
                steps.last_mut().unwrap().shown = shown;
                continue;
            }
            "rust" => {
                let is_in = |name: &&str| fs::read_to_string(name).unwrap().contains(text.as_str());
                assert!(EXAMPLES.iter().any(is_in), "{place}: none of {EXAMPLES:?} has these lines");
                continue;
            }
            "sh" => text.trim_end().to_owned(),
            "js" => here_document("node --input-type=module"),
            "python" => here_document("python3 -"),
            other => panic!("{place}: a block of {other:?} that is neither run nor called an example"),
        };
        steps.push(Step { line: *line, code, shown: Shown::Nothing });
    }
    steps
}

/// The commands of a block that shows a terminal, each with its output.
fn console(text: &str, line: usize) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, text) in (line + 1..).zip(text.lines()) {
        match (text.strip_prefix("$ "), steps.last_mut()) {
            (Some(code), _) => {
                steps.push(Step { line: number, code: code.to_owned(), shown: Shown::Whole(String::new()) });
            }
            (None, Some(Step { shown: Shown::Whole(shown), .. })) => shown.extend([text, "\n"]),
            _ => panic!("line {number} stands before any command"),
        }
    }
    steps
}

/// Fields that differ between runs or builds.
const OF_THE_MOMENT: [&str; 5] = ["elapsed_us", "queued_us", "nodes_per_second", "engine", "request_id"];

/// Whether `whole` has everything in `part`, at the same place, with lists of the same length.
fn is_part_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part.iter().all(|(key, value)| {
            whole.get(key).is_some_and(|other| OF_THE_MOMENT.contains(&key.as_str()) || is_part_of(value, other))
        }),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part_of(part, whole))
        }
        _ => part == whole,
    }
}

/// The numbers with commas in the prose that occur neither in a command nor in the output of one. Rows about options
/// are left out, because another test checks their numbers.
fn unprinted_numbers(pages: &[Page], printed: &str) -> Vec<String> {
    let digits = |c: char| c.is_ascii_digit() || c == '_';
    let numbers: HashSet<String> = printed.split(|c| !digits(c)).map(|number| number.replace('_', "")).collect();
    let (mut found, mut unprinted) = (0, Vec::new());
    for page in pages {
        for (line, text) in (1..).zip(&page.prose).filter(|(_, text)| !text.starts_with("| `--")) {
            for number in text.split(|c: char| !c.is_ascii_digit() && c != ',').map(|word| word.trim_matches(',')) {
                let parts: Vec<&str> = number.split(',').collect();
                if parts.len() > 1 && parts[1..].iter().all(|part| part.len() == 3) {
                    found += 1;
                    if !numbers.contains(&parts.concat()) {
                        unprinted.push(format!("{}:{line}: nothing prints {number}", page.path));
                    }
                }
            }
        }
    }
    assert!(found >= 20, "{found} numbers were found");
    unprinted
}

/// Compares the output of a game loop with the rules and with the page's text.
fn is_a_whole_game(page: &Page, printed: &str, server: &Server) {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {printed}"));
    let plies: Vec<Value> = printed.trim_end().lines().map(read).collect();
    // The board is full after nine plies of alternate sides, and the game does not end earlier.
    assert_eq!(plies.len(), 9, "{printed}");
    for (ply, line) in plies.iter().enumerate() {
        assert_eq!(line[0], if ply % 2 == 0 { "X" } else { "O" }, "{printed}");
        assert_eq!(line[2].is_null(), ply < 8, "{printed}");
    }
    let moves: Vec<_> = plies.iter().map(|line| line[1].as_str().unwrap()).collect();
    let answer = server.get(&format!("/v1/games/tic-tac-toe/position?moves={}", moves.join(",")));
    assert!(answer.starts_with("HTTP/1.1 200"), "{printed}{answer}");
    let position: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let end = json!({"winner": null, "reason": "full board"});
    assert_eq!((&position["over"], &position["outcome"], &plies[8][2]), (&json!(true), &end, &end), "{printed}");
    assert!(page.prose.concat().contains(&format!("`{}`", r#"{"winner":null,"reason":"full board"}"#)));
}

/// The guide has a command for each operation, with a body if the operation takes one.
#[test]
fn the_guide_has_a_command_for_every_operation() {
    let pages = pages();
    let guide = pages.iter().find(|page| page.path == "docs/guide/game-servers.md").unwrap();
    let code: String = steps(guide).into_iter().map(|step| step.code + "\n").collect();
    let commands: Vec<&str> = code.lines().collect();
    let asks = |path: &str, method: &str| {
        commands.iter().any(|command| {
            let asked = command.split("localhost:8080").nth(1).and_then(|rest| rest.split([' ', '\'', '?']).next());
            let is_post = command.contains(" --json ");
            asked.is_some_and(|asked| is_at(path, asked.trim())) && is_post == (method == "POST")
        })
    };
    for route in ROUTES.iter().filter(|route| route.path.starts_with("/v1")) {
        let method = if route.methods.contains(&"POST") { "POST" } else { "GET" };
        assert!(asks(route.path, method), "{method} {}", route.path);
    }
}

/// Whether a path matches a template of the contract, with a game in it.
fn is_at(template: &str, path: &str) -> bool {
    template.split('/').count() == path.split('/').count()
        && template.split('/').zip(path.split('/')).all(|(wanted, given)| wanted == "{game}" || wanted == given)
}

#[test]
fn steps_of_missing_programs_and_their_dependents_are_skipped() {
    let codes = [
        "plyd search bones",
        "nodes() { plyd search \"$@\" | grep -o nodes; }",
        "nodes bones",
        "tag=$(curl -sS localhost:8080)",
        "echo \"$tag\"",
        "python3 - <<'END OF A BLOCK'\nEND OF A BLOCK",
        "plyd draw tree --max-nodes 3",
    ];
    let steps = || -> Vec<Step> {
        let step = |(line, code): (usize, &&str)| Step { line, code: (*code).to_owned(), shown: Shown::Nothing };
        codes.iter().enumerate().map(step).collect()
    };
    for (missing, out) in [(&[][..], &[][..]), (&["grep"], &[1, 2]), (&["curl", "python3"], &[3, 4, 5])] {
        let mut left = steps();
        assert_eq!(take_out(&mut left, missing), out, "without {missing:?}");
        assert_eq!(left.len() + out.len(), codes.len());
    }
}
