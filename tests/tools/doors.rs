//! The questions of `tests/common/questions.rs`, asked in a terminal. The commands take options instead of the fields
//! of a request. Still, their JSON has to be the answer of the service, and their errors have to have its sentences.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::common::questions::{Answers, CHECK, Question, by_http, fields, right, timeless, wrong};
use crate::common::server::Server;
use crate::programs::plyd;

/// The arguments and the input of the command for a question. `None` for hints, for puzzles as JSON, and for fields
/// that have no option, are given twice, or are not a text although the option takes one.
fn command(question: &Question) -> Option<(Vec<String>, String)> {
    let (op, game, _) = question;
    let (max_nodes, max_time_ms) = (Server::CAPS.max_nodes.to_string(), Server::CAPS.max_time_ms.to_string());
    let (command, texts, numbers): (&[&str], &[&str], &[&str]) = match *op {
        CHECK => (&["rules", "-"], &[], &["seed"]),
        "position" => (&["position", game], &["rules", "state", "moves"], &[]),
        "grade" => (
            &["grade", game, "--max-nodes", &max_nodes, "--max-time-ms", &max_time_ms],
            &["rules", "state", "moves"],
            &["nodes"],
        ),
        "search" => (
            &["search", game, "--json", "--max-nodes", &max_nodes, "--max-time-ms", &max_time_ms],
            &["rules", "state", "moves", "algorithm", "tie_break"],
            &["depth", "nodes", "level", "multi_pv", "seed"],
        ),
        "tree" => (&["draw", game, "--format", "json"], &["rules", "state", "moves"], &["depth", "max_nodes"]),
        "record" => (&["record", "-", "--game", game, "--json"], &["format"], &[]),
        "record/write" => (&["record", "-", "--game", game, "--format", "moves"], &[], &[]),
        // By default, the command uses the curve of people, and the service the curve of engines.
        "review" => (&["review", "-", "--game", game, "--json", "--curve", "engine"], &[], &["nodes"]),
        _ => return None,
    };
    let mut arguments: Vec<String> = command.iter().map(|&argument| argument.to_owned()).collect();
    let mut input = String::new();
    for (name, value) in fields(question)? {
        let name = name.as_str();
        let text = match &value {
            Value::String(text) => text.clone(),
            Value::Number(number) if numbers.contains(&name) => number.to_string(),
            Value::Array(moves) if name == "moves" && moves.is_empty() => continue,
            Value::Array(moves) => moves.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join(","),
            Value::Object(_) if ["rules", "state"].contains(&name) => value.to_string(),
            Value::Bool(false) => continue,
            _ => return None,
        };
        match (*op, name) {
            ("record", "record") | ("record/write" | "review", "moves") | (CHECK, "rules") => input = text,
            ("grade", "candidates") => arguments.extend(text.split(',').map(str::to_owned)),
            ("grade", "with") if text == "rank" => arguments.push("--rank".to_owned()),
            ("record/write", "format") => arguments.push(format!("--to={text}")),
            _ if texts.contains(&name) || numbers.contains(&name) => {
                arguments.push(format!("--{}={text}", name.replace('_', "-")));
            }
            _ => return None,
        }
    }
    Some((arguments, input))
}

fn run((arguments, input): &(Vec<String>, String)) -> Output {
    let mut command = plyd();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The questions that a terminal can ask, with their commands and the answers of the service.
async fn asked(questions: Vec<Question>) -> Vec<(Question, (Vec<String>, String), (u64, Value))> {
    let (questions, commands): (Vec<_>, Vec<_>) =
        questions.into_iter().filter_map(|question| command(&question).map(|command| (question, command))).unzip();
    let answers: Answers = by_http(&Server::default(), &questions).await;
    questions.into_iter().zip(commands).zip(answers).map(|((one, other), answer)| (one, other, answer)).collect()
}

#[tokio::test]
async fn what_a_terminal_prints_is_the_answer_of_the_service() {
    // Half of them, because each one needs a process.
    let half = right().into_iter().enumerate().filter(|(index, _)| index % 20 >= 10);
    let asked = asked(half.map(|(_, question)| question).collect()).await;
    assert!(asked.len() >= 140, "{}", asked.len());
    for (question, command, (status, answer)) in asked {
        assert_eq!(status, 200, "{question:?}: {answer}");
        let Output { status, stdout, stderr } = run(&command);
        assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
        let printed = match question.0 {
            // Here the command prints the bare record.
            "record/write" => json!({"record": String::from_utf8(stdout).unwrap().trim_end()}),
            _ => serde_json::from_slice(&stdout).unwrap(),
        };
        assert_eq!(timeless(printed), timeless(answer), "{command:?}");
    }
}

#[tokio::test]
async fn what_a_terminal_refuses_is_refused_in_the_words_of_the_service() {
    let mut questions = wrong();
    // Faults of a record have a file and a line here, a state may have any length, and the list of games is not cut.
    questions.retain(|(op, game, body)| {
        ["position", "search", "tree"].contains(op) && game == "chess" && body.len() < Server::MAX_BODY_BYTES
    });
    let mut asked = asked(questions).await;
    asked.retain(|(_, _, (status, _))| *status != 200);
    assert!(asked.len() >= 15, "{}", asked.len());
    for (_, command, (_, problem)) in asked {
        let Output { status, stdout, stderr } = run(&command);
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{command:?}: {said}");
        // Here the names of fields are those of options.
        let plain = |text: &str| text.replace("--", "").replace('-', "_");
        let [path, detail] = ["path", "detail"].map(|field| plain(problem[field].as_str().unwrap_or_default()));
        let said = plain(&said);
        let place = said.strip_prefix("plyd: ").and_then(|said| said.strip_suffix('\n')?.strip_suffix(&detail));
        assert!(place.is_some_and(|place| place.trim_end_matches(": ") == path || detail.starts_with(&path)), "{said}");
    }
}
