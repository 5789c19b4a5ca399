//! docs/reference/games/README.md is what the games say about themselves. To write it anew:
//! `PLYD_BLESS=1 cargo test --test tools games`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use plyd::catalogue::Game;
use plyd::games::CATALOGUE;

const PAGE: &str = "docs/reference/games/README.md";
/// The games stand between these lines.
const MARKS: [&str; 2] = ["<!-- Written by tests/tools/games.rs from here", "<!-- to here. -->\n"];

#[test]
fn the_page_of_the_games_is_what_they_say() {
    let page = fs::read_to_string(PAGE).unwrap();
    let [begin, end] = MARKS.map(|mark| page.find(mark).unwrap_or_else(|| panic!("{PAGE} has no line {mark}")));
    let begin = begin + page[begin..].find('\n').unwrap() + 1;
    let made = format!("{}{}{}", &page[..begin], games(), &page[end..]);
    if env::var_os("PLYD_BLESS").is_some() {
        fs::write(PAGE, made).unwrap();
    } else {
        assert!(made == page, "{PAGE} is not what the games say: run PLYD_BLESS=1 cargo test --test tools games");
    }
}

/// A row for each game, and a section for each.
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
    writeln!(text, "- **Score**: {}", about.score_unit).unwrap();
    text += "\n| a state | moves there |\n|---|---|\n";
    for state in about.state_examples {
        let mut moves = game.parse(state).unwrap().move_names();
        // Those that it gives as examples; where they are not legal, the first.
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

/// The name of a heading's link.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
