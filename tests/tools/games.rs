//! Some parts of README and docs/reference are made from what the games say about themselves. To write them again:
//! `cargo run -p plyd-tools -- bless`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::level::{Level, Levels};

const PAGE: &str = "docs/reference/games/README.md";

/// The pages with such a part, and the functions that write it.
const PARTS: [(&str, Writer); 3] = [("README.md", ids), (PAGE, games), ("docs/reference/levels.md", levels)];

type Writer = fn() -> String;

/// The part is between these lines.
const MARKS: [&str; 2] = ["<!-- Written by tests/tools/games.rs from here", "<!-- to here. -->\n"];

#[test]
fn the_pages_of_the_games_are_what_they_say() {
    for (path, part) in PARTS {
        let page = fs::read_to_string(path).unwrap();
        let [begin, end] = MARKS.map(|mark| page.find(mark).unwrap_or_else(|| panic!("{path} has no line {mark}")));
        let begin = begin + page[begin..].find('\n').unwrap() + 1;
        let made = format!("{}{}{}", &page[..begin], part(), &page[end..]);
        if env::var_os("PLYD_BLESS").is_some() {
            fs::write(path, made).unwrap();
        } else {
            assert!(made == page, "{path} is not what the games say: run cargo run -p plyd-tools -- bless");
        }
    }
}

/// The ids of all games, as one paragraph.
fn ids() -> String {
    let mut text = String::new();
    let mut column = 0;
    for game in CATALOGUE {
        let id = format!("`{}`, ", game.id);
        if column + id.len() > 120 {
            text.truncate(text.len() - 1);
            text.push('\n');
            column = 0;
        }
        column += id.len();
        text += &id;
    }
    format!("\n{}.\n\n", text.trim_end_matches(", "))
}

/// A row for each game with levels: plies and thousands of nodes, careless moves and their slack, and the mean loss in
/// percent.
fn levels() -> String {
    let mut text = "\n| game |".to_owned();
    for level in 1..=Levels::COUNT {
        write!(text, " {level} |").unwrap();
    }
    writeln!(text, "\n|---|{}", "---|".repeat(Levels::COUNT)).unwrap();
    for Game { id, about, .. } in CATALOGUE {
        let Some(levels) = about.levels else { continue };
        write!(text, "| `{id}` |").unwrap();
        for (index, Level { depth, nodes, careless, slack }) in levels.each.into_iter().enumerate() {
            let percent = |share: f64| (1000.0 * share).round() / 10.0;
            let loss = levels.mean_losses.get(index).map_or("–".to_owned(), |loss| percent(*loss).to_string());
            let (careless, slack, thousands) = (percent(careless), percent(slack), nodes as f64 / 1000.0);
            write!(text, " {depth} · {thousands}k<br>{careless} · {slack}<br>**{loss}** |").unwrap();
        }
        text.push('\n');
    }
    text + "\n"
}

/// A row for each game, and then a section for each.
fn games() -> String {
    let mut text = "\n| id | game | in a sentence |\n|---|---|---|\n".to_owned();
    for Game { id, about, .. } in CATALOGUE {
        writeln!(text, "| `{id}` | [{}](#{}) | {} |", about.title, anchor(about.title), about.summary).unwrap();
    }
    for game in CATALOGUE {
        text += &section(game);
    }
    text + "\n"
}

fn section(game: &Game) -> String {
    let Game { id, about, .. } = game;
    let mut text = format!("\n## {}\n\n{}\n", about.title, about.rules);
    let page = format!("{id}.md");
    if Path::new(PAGE).with_file_name(&page).exists() {
        writeln!(text, "[More about it]({page}).").unwrap();
    }
    let names: Vec<String> = game.names().map(|name| format!("`{name}`")).collect();
    writeln!(text, "\n- **Names**: {}. **Players**: {}, {}.", names.join(", "), about.players[0], about.players[1])
        .unwrap();
    writeln!(text, "- **State**: {}", about.state_notation).unwrap();
    writeln!(text, "- **Move**: {}", about.move_notation).unwrap();
    let formats: Vec<String> = game.record_formats().iter().map(|format| format!("`{}`", format.name())).collect();
    writeln!(text, "- **Records**: {}", formats.join(", ")).unwrap();
    writeln!(text, "- **Score**: {}", about.score_unit).unwrap();
    text += "\n| a state | moves there |\n|---|---|\n";
    for state in about.state_examples {
        let mut moves = game.parse(state).unwrap().move_names();
        // The moves that the game gives as examples or, if these are not legal, the first ones.
        match moves.iter().any(|name| about.move_examples.contains(&name.as_str())) {
            true => moves.retain(|name| about.move_examples.contains(&name.as_str())),
            false => moves.truncate(1),
        }
        let moves: Vec<String> = moves.iter().map(|name| format!("`{name}`")).collect();
        writeln!(text, "| `{state}` | {} |", if moves.is_empty() { "none".to_owned() } else { moves.join(", ") })
            .unwrap();
    }
    text
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
