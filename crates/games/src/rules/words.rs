//! Rules in sentences, so that an author sees what each word was understood to mean.

use std::collections::BTreeMap;

use serde::Serialize;

use super::area::Area;
use super::board::{Grid, Outline};
use super::compile::other_case;
use super::spec::{After, Again, End, Missing, Moves, Near, Place, Removal, Spec, Stuck, Then, When, Which, Who, Wins};
use super::steps::{self, listed};

/// What a word of the rules means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// Its path: `rules.pieces.P.moves[1]`.
    pub path: String,
    /// A sentence.
    pub text: String,
}

/// The sentences about rules, in the order of their words.
pub(super) fn words(spec: &Spec, grid: &Grid) -> Vec<Word> {
    let mut words = Vec::new();
    let mut say = |path: &str, text: String| words.push(Word { path: format!("{}.{path}", super::ROOT), text });
    say("board", board(grid));
    if spec.near == Near::W {
        say("near", "Only the four cells beside, above and below a cell are next to it.".to_owned());
    }
    say("start", start(spec, grid));
    for (letter, piece) in &spec.pieces {
        let path = format!("pieces.{letter}");
        say(&path, owner(spec, *letter));
        for (path, moves) in piece.moves.paths(&format!("{path}.moves")) {
            say(&path, format!("{letter} {}.", movement(moves, grid)));
        }
        for (other, place) in &piece.becomes {
            let text = format!("{letter} becomes {other} when it ends a move on {}.", area(place));
            say(&format!("{path}.becomes.{other}"), text);
        }
        if let Some(worth) = piece.worth {
            say(&format!("{path}.worth"), format!("{letter} is worth {worth}, where a man is worth 100."));
        }
        if !piece.prefer.is_empty() {
            say(&format!("{path}.prefer"), format!("{letter} stands well on {}.", area(&piece.prefer)));
        }
    }
    if let Some(place) = &spec.place {
        say("place", placing(place, spec));
    }
    for (path, after) in spec.after.paths("after") {
        say(&path, effect(after));
    }
    if !spec.hostile.is_empty() {
        say("hostile", format!("For enclosing, {} counts like a piece of either side.", area(&spec.hostile)));
    }
    if spec.must {
        say("must", "A side that can take has to take.".to_owned());
    }
    if spec.turn != [1, 1] {
        say(
            "turn",
            format!("The first turn has {}, and each later one has {}.", plies(spec.turn[0]), plies(spec.turn[1])),
        );
    }
    for ((path, removal), ply) in spec.opening.paths("opening").zip(1..) {
        say(&path, opening(removal, ply));
    }
    if spec.names {
        say("names", "A move is named by the number of its column.".to_owned());
    }
    if spec.end.0.len() > 1 {
        say("end", "After each move, the first of these ends that holds decides.".to_owned());
    }
    for (path, end) in spec.end.paths("end") {
        say(&path, ending(end, spec));
    }
    words
}

/// The same as a paragraph.
pub(super) fn sentences(spec: &Spec, grid: &Grid) -> String {
    words(spec, grid).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

fn board(grid: &Grid) -> String {
    let (columns, rows) = (grid.columns, grid.rows);
    let (outline, side) = match grid.outline() {
        None => return format!("The board has {columns} columns and {rows} rows of squares."),
        Some(Outline::Rhombus) => {
            return format!("The board is a rhombus of hexagons with {columns} columns and {rows} rows.");
        }
        Some(Outline::Triangle) => ("triangle", rows),
        Some(Outline::Hexagon) => ("hexagon", rows.div_ceil(2)),
    };
    format!("The board is a {outline} of hexagons with {side} cells on each side.")
}

fn start(spec: &Spec, grid: &Grid) -> String {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for (_, letter) in grid.read(&spec.start).unwrap_or_default() {
        *counts.entry(letter).or_default() += 1;
    }
    if counts.is_empty() {
        return "The board is empty at the start.".to_owned();
    }
    let counted = |(letter, count): (&char, &usize)| match letter {
        &super::BLOCKED => format!("{count} blocked cells"),
        letter => format!("{count} of {letter}"),
    };
    format!("At the start, the board has {}.", listed(counts.iter().map(counted), "and"))
}

/// Who owns a letter, and the letter of its other case.
fn owner(spec: &Spec, letter: char) -> String {
    let side = |letter: char| if spec.letters().iter().any(|[first, _]| *first == letter) { "first" } else { "second" };
    let other = other_case(letter);
    let own = format!("{letter} belongs to the {} side", side(letter));
    match spec.pieces.contains_key(&other) {
        true => format!("{own}."),
        false => format!(
            "{own}, and {other}, which moves in the same way from its end of the board, to the {} side.",
            side(other)
        ),
    }
}

fn movement(moves: &Moves, grid: &Grid) -> String {
    match moves {
        Moves::Betza(text) => steps::sentence(text, grid),
        Moves::Step { avoids, by, step, then } => {
            let mut text = steps::sentence(step, grid);
            if *by {
                text +=
                    ", exactly as many cells as pieces stand on that line, over its own pieces but not over enemies";
            }
            if !avoids.is_empty() {
                text += &format!(", but may not end on {}", area(avoids));
            }
            match then {
                None => text,
                Some(Then { block }) if block == "empty" => text + ", and then blocks any empty cell",
                Some(Then { block }) => {
                    format!("{text}, and then blocks an empty cell that is {} away from it", steps::ways(block, grid))
                }
            }
        }
        Moves::Jump { again, jump, over, straight, takes } => {
            let (over_what, takes) = (if *over { "any piece" } else { "an enemy" }, takes.unwrap_or(!over));
            let how = if takes { "which it takes" } else { "without taking it" };
            let direction = steps::directions(jump, grid);
            let on = if *straight { " in the same direction" } else { "" };
            let again = match again {
                None => String::new(),
                Some(Again::Must) => format!(", and has to jump on{on} while it can"),
                Some(Again::May) => format!(", and may jump on{on}"),
            };
            format!("may jump {direction} over {over_what}, {how}, to the empty cell behind it{again}")
        }
    }
}

fn placing(place: &Place, spec: &Spec) -> String {
    let moves = spec.pieces.values().any(|piece| !piece.moves.is_empty());
    let who = match (moves, place.each) {
        (_, Some(each)) => format!("Each side first places {each} of its pieces, one in each ply,"),
        (true, None) => "Instead of moving, a side may place a new piece".to_owned(),
        (false, None) => "A side places a new piece".to_owned(),
    };
    let either = if place.any { " of either side" } else { "" };
    let wher = if place.lowest { " in a column, where it falls to the lowest empty cell" } else { " on an empty cell" };
    let mut text = format!("{who}{either}{wher}");
    if let Some(who) = place.beside {
        text += &format!(" next to {}", whose(who));
    }
    if let Some(who) = place.not_beside {
        text += &format!("{} that is not next to {}", if place.beside.is_some() { " and" } else { "" }, whose(who));
    }
    if place.flips {
        text += ", but only if that turns an enemy";
    }
    if let Some([[first, high], [second, tall]]) = place.shape {
        let sizes = format!("{first} by {high} for the first side, and {second} by {tall} for the second");
        text = format!("{who} that covers several empty cells, in columns by rows: {sizes}");
    }
    if place.each.is_some() && moves {
        text += ", and moves afterwards";
    }
    text + "."
}

fn effect(after: &After) -> String {
    let enclosed = "in a row between the cell where a move ended and another piece of the same side";
    match after {
        After::Flip { flip: Which::Enclosed } => format!("Enemies {enclosed} change sides."),
        After::Flip { flip: Which::Beside } => "Enemies next to the cell where a move ended change sides.".to_owned(),
        After::Take { length: None, .. } => format!("Enemies {enclosed} are taken."),
        After::Take { length: Some(length), .. } => format!("Exactly {length} enemies {enclosed} are taken."),
    }
}

fn opening(Removal { beside, remove }: &Removal, ply: u32) -> String {
    let beside = if *beside { " and that is next to an empty cell" } else { "" };
    format!("In ply {ply}, a side removes a piece of its own that is on {}{beside}.", area(remove))
}

fn ending(end: &End, spec: &Spec) -> String {
    let condition = match &end.when {
        When::Line { exact: true, line } => format!("If the last move makes a row of exactly {line} equal pieces"),
        When::Line { exact: false, line } => format!("If the last move makes a row of {line} or more equal pieces"),
        When::Connect { connect } => {
            let [first, second] = connect.0.each_ref().map(|areas| listed(areas.iter().map(area), "and"));
            match first == second {
                true => format!("If the side that has just moved has a chain of pieces that touches {first}"),
                false => format!(
                    "If the side that has just moved has a chain of pieces that touches {first} (the first side) or \
                     {second} (the second side)"
                ),
            }
        }
        When::Joined { joined } => {
            let side = if *joined == Who::Own { LAST } else { NEXT };
            format!("If all pieces of {side} are joined")
        }
        When::Reach { piece, reach } => {
            let piece = piece.map_or_else(|| "the piece".to_owned(), |letter| letter.to_string());
            format!("If {piece} that has just moved is on {}", area(reach))
        }
        When::None { none: Missing::Side(who) } => {
            format!("If {} has no pieces left", if *who == Who::Own { LAST } else { NEXT })
        }
        When::None { none: Missing::Letter(letter) } => format!("If no {letter} is left"),
        When::Took { took } => format!("If {LAST} has taken {took} pieces or more"),
        When::Plies { plies } => format!(
            "After {plies} plies in a row without a capture, a new piece, or a move by a piece that can become another"
        ),
        When::Stuck { stuck: Stuck::Next } => "If the side to move has no move".to_owned(),
        When::Stuck { stuck: Stuck::Both } => "If neither side has a move".to_owned(),
        When::Repeat { repeat: 2 } => "If a position occurs twice".to_owned(),
        When::Repeat { .. } => "If a position occurs three times".to_owned(),
    };
    let winner = match end.wins {
        Wins::Last => format!("{LAST} wins"),
        Wins::Next => format!("{NEXT} wins"),
        Wins::First => "the first side wins".to_owned(),
        Wins::Second => "the second side wins".to_owned(),
        Wins::Nobody => "the game is a draw".to_owned(),
        Wins::Most => "the side with more pieces wins".to_owned(),
        Wins::Fewest => "the side with fewer pieces wins".to_owned(),
    };
    let next = spec.end.0.iter().any(|end| end.when == When::Stuck { stuck: Stuck::Next });
    let passes = end.when == When::Stuck { stuck: Stuck::Both } && !next;
    let pass = if passes { " A side that alone has no move passes." } else { "" };
    format!("{condition}, {winner}.{pass}")
}

const LAST: &str = "the side that has just moved";
const NEXT: &str = "the opponent of the side that has just moved";

const fn whose(who: Who) -> &'static str {
    match who {
        Who::Own => "a piece of its own",
        Who::Enemy => "an enemy",
        Who::Any => "any piece",
    }
}

fn plies(count: u8) -> &'static str {
    if count == 1 { "one ply" } else { "two plies" }
}

fn area(area: &Area) -> String {
    let words = |word: &String| match word.as_str() {
        "top" | "bottom" => format!("the {word} row"),
        "left" | "right" => format!("the {word} side"),
        "slant" => "the slanting side".to_owned(),
        "edge" | "corners" | "centre" => format!("the {word}"),
        "dark" | "light" => format!("the {word} squares"),
        "all" => "any cell".to_owned(),
        "far" => "the last row in front of it".to_owned(),
        "near" => "the first row behind it".to_owned(),
        cell => cell.to_owned(),
    };
    listed(area.0.0.iter().map(words), "or")
}
