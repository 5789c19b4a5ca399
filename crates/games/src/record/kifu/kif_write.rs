//! Writes KIF in UTF-8.

use super::diagram::{Diagram, SIDES};
use super::endings::Ending;
use super::facts::{PLAYERS, bank, headers, player};
use super::rows::{Row, SAME, side};
use crate::game::{Game, SpelledMove};
use crate::record::line::{Branch, Line};
use crate::record::results::Score;
use crate::record::{Format, WriteFault};
use plyd_search::position::Side;

/// The first line.
const HEAD: &str = "#KIF version=2.0 encoding=UTF-8\n";

/// Writes a game. `starts` are the game's starts with their names.
///
/// # Errors
/// [`WriteFault`] for tags that contradict the game, or cannot be written.
pub(in crate::record) fn write(
    game: &Game,
    starts: &[[&'static str; 2]],
    line: &Line<'_>,
) -> Result<String, WriteFault> {
    let mut text = HEAD.to_owned();
    let is_header = |name: &str, value: &str| {
        let line = format!("{name}：{value}");
        let is_of_side = side(name).or_else(|| side(name.strip_suffix("の持駒")?)).is_some();
        let is_start = name == "手合割" || name == "手番" && side(value).is_some();
        !is_of_side && !is_start && !line.contains(char::is_control) && Row::of(line.trim()) == Row::Header(name, value)
    };
    for (name, value) in headers(game, line, Format::Kif, is_header)? {
        text.push_str(&format!("{name}：{value}\n"));
    }
    let named = starts.iter().find(|[_, state]| *state == line.start.state).map(|[name, _]| *name);
    let is_handicap = named.is_some_and(|name| name != starts[0][0]);
    let names = names(is_handicap);
    text.push_str(&format!("手合割：{}\n", named.unwrap_or("その他")));
    if named.is_none() {
        push_start(&Diagram::of(&line.start.state), names, &mut text);
    }
    for (tag, name) in PLAYERS.into_iter().zip(names) {
        let player = player(line, tag)?;
        if !player.is_empty() {
            text.push_str(&format!("{name}：{player}\n"));
        }
    }
    text.push_str("手数----指手---------消費時間--\n");
    push_moves(line.main(), None, bank(line.tags).unwrap_or_default(), &mut text);
    let count = line.moves.len();
    let (ending, _) = Ending::of(game, line)?;
    if let Some(ending) = ending {
        text.push_str(&format!("{:>4} {}\n", count + 1, ending.kif));
    }
    let [winner, loser] = match line.result {
        Score::Win(side) => [side, side.other()].map(|side| names[side.index()]),
        _ => [""; 2],
    };
    let last = match (ending.map(|ending| ending.phrase), line.result) {
        (None, Score::Open) => String::new(),
        (Some("反則負け"), Score::Win(_)) => format!("{loser}の反則負け"),
        (Some("反則勝ち"), Score::Win(_)) => format!("{winner}の反則勝ち"),
        (Some("入玉"), Score::Win(_)) => format!("{winner}の入玉勝ち"),
        (Some("時間切れ"), Score::Win(_)) => format!("時間切れにより{winner}の勝ち"),
        (_, Score::Win(_)) => format!("{winner}の勝ち"),
        (phrase, _) => phrase.unwrap_or("引き分け").to_owned(),
    };
    if !last.is_empty() {
        text.push_str(&format!("まで{count}手で{last}\n"));
    }
    push_variations(line.main(), None, &mut text);
    Ok(text)
}

/// What the sides are called.
const fn names(is_handicap: bool) -> [&'static str; 2] {
    if is_handicap { ["下手", "上手"] } else { ["先手", "後手"] }
}

/// Adds a board with the hands above and below it.
fn push_start(diagram: &Diagram, names: [&str; 2], text: &mut String) {
    let hand = |side: Side| format!("{}の持駒：{}\n", names[side.index()], diagram.hand(side));
    let [first, second] = SIDES.map(hand);
    text.push_str(&format!("{second}{}{first}", diagram.board()));
    if diagram.number > 1 {
        text.push_str(&format!("手数＝{}\n", diagram.number - 1));
    }
    if diagram.to_move == Side::Second {
        text.push_str(&format!("{}番\n", names[1]));
    }
}

/// The square that a move goes to.
fn square(mv: &SpelledMove) -> &str {
    let end = mv.spelling.char_indices().nth(2).map_or(mv.spelling.len(), |(at, _)| at);
    &mv.spelling[..end]
}

/// Adds the moves of a line and its comments. `before` is the square of the move before the line.
fn push_moves<'a>(branch: Branch<'a>, mut before: Option<&'a str>, bank: u64, text: &mut String) {
    let mut left = [bank; 2];
    push_comments(branch, 0, text);
    for (mv, index) in branch.moves.iter().zip(0..) {
        text.push_str(&format!("{:>4} ", branch.ply + index + 1));
        match mv.spelling.strip_prefix(before.unwrap_or("-")) {
            Some(rest) => text.push_str(&format!("{SAME}　{rest}")),
            None => text.push_str(&mv.spelling),
        }
        if let Some(ms) = branch.notes.clocks.get(&index) {
            let (used, total) = ((left[index % 2] - ms) / 1000, (bank - ms) / 1000);
            let [hours, minutes, seconds] = [total / 3600, total / 60 % 60, total % 60];
            text.push_str(&format!("   ({:>2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", used / 60, used % 60));
            left[index % 2] = *ms;
        }
        text.push('\n');
        before = Some(square(mv));
        push_comments(branch, index + 1, text);
    }
}

fn push_comments(branch: Branch<'_>, index: usize, text: &mut String) {
    for comment in branch.comments.get(&index).into_iter().flat_map(|text| text.split(['\n', '\r'])) {
        if !comment.trim().is_empty() {
            text.push_str(&format!("*{}\n", comment.trim()));
        }
    }
}

/// Adds the variations of a line, from its last move to its first, each with its own variations. So the line that a
/// variation belongs to is always the last one that begins with an earlier move.
fn push_variations(branch: Branch<'_>, before: Option<&str>, text: &mut String) {
    for index in branch.variations.keys().copied().rev() {
        let before = index.checked_sub(1).map_or(before, |last| Some(square(&branch.moves[last])));
        for variation in branch.variations_at(index) {
            text.push_str(&format!("\n変化：{}手\n", variation.ply + 1));
            push_moves(variation, before, 0, text);
            push_variations(variation, before, text);
        }
    }
}
