//! Reads rules from JSON, and checks each word by itself. [`super::table`] checks what words mean together.

use std::collections::BTreeMap;

use super::area::Area;
use super::board::{Grid, HEXAGON_MAX, Outline, SIDE_MAX, Shape, Size};
use super::conditions::end;
use super::json::{At, InvalidRules, Json, OneOrMore, each};
use super::pieces::pieces;
use super::spec::{After, HAND_MAX, Near, Place, Removal, Spec, Which, Who};

/// The longest canonical text of rules, in bytes.
pub const RULES_BYTES_MAX: usize = 2048;

/// The longest text that is read, in bytes: white space and long spellings are allowed.
const TEXT_MAX: usize = 2 * RULES_BYTES_MAX;
const TITLE_MAX: usize = 60;
const CELLS_MAX: usize = 256;
/// The most items of lists.
const AFTER_MAX: usize = 4;
const OPENING_MAX: usize = 4;
const ENDS_MAX: usize = 8;
/// The path of the rules themselves.
pub(super) const ROOT: &str = "rules";

const WORDS: [&str; 14] = [
    "rules", "title", "board", "near", "start", "pieces", "place", "after", "hostile", "must", "turn", "opening",
    "end", "names",
];

/// Reads a JSON text.
pub(super) fn json(text: &str) -> Result<Json, InvalidRules> {
    let wrong = |detail| InvalidRules { path: ROOT.to_owned(), detail };
    if text.len() > TEXT_MAX {
        return Err(wrong(format!("found {} bytes, expected at most {TEXT_MAX}", text.len())));
    }
    serde_json::from_str(text).map_err(|error| wrong(format!("not JSON: {error}")))
}

/// Reads rules.
pub(super) fn rules(at: &At) -> Result<Spec, InvalidRules> {
    let words = at.words(&WORDS)?;
    words.read("rules", |at| at.number(1, 1))?;
    let title = words.read("title", At::text)?.unwrap_or_default().chars().take(TITLE_MAX).collect();
    let Some(board) = words.get("board") else {
        return Err(at.wrong("\"board\" is missing, expected [columns, rows]"));
    };
    let shape = shape(board)?;
    let grid = Grid::new(shape);
    if grid.size() > CELLS_MAX {
        return Err(board.wrong(format!("found {} cells, expected at most {CELLS_MAX}", grid.size())));
    }
    let near = match words.get("near") {
        Some(at) if grid.is_hex() => return Err(at.wrong("hexagons always have six neighbours; leave it out")),
        Some(at) => [Near::W, Near::K][at.one_of(&["W", "K"])?],
        None => Near::default(),
    };
    let mut spec = Spec {
        after: OneOrMore(words.read("after", |at| each(at, AFTER_MAX, after))?.unwrap_or_default()),
        board: shape,
        end: OneOrMore::default(),
        hostile: words.read("hostile", |at| Area::read(at, &grid))?.unwrap_or_default(),
        must: words.read("must", |at| at.one_of(&["take"]))?.is_some(),
        names: words.read("names", |at| at.one_of(&["columns"]))?.is_some(),
        near,
        opening: words.read("opening", |at| opening(at, &grid))?.unwrap_or_default(),
        pieces: words.read("pieces", |at| pieces(at, &grid))?.unwrap_or_default(),
        place: words.read("place", |at| place(at, &grid))?,
        start: String::new(),
        title,
        turn: words.read("turn", turn)?.unwrap_or([1, 1]),
    };
    if let Some(at) = words.get("start") {
        spec.start = start(at, &spec, &grid)?;
    }
    let Some(ends) = words.get("end") else {
        return Err(at.wrong("\"end\" is missing, expected a list such as [{\"stuck\": \"next\", \"wins\": \"last\"}]"));
    };
    spec.end = OneOrMore(each(ends, ENDS_MAX, |at| end(at, &spec, &grid))?);
    Ok(spec)
}

fn shape(at: &At) -> Result<Shape, InvalidRules> {
    let sides = |at: &At| -> Result<[u8; 2], InvalidRules> {
        let Json::List(_) = at.json else { return Err(at.expected("[columns, rows]")) };
        let items = at.items(2)?;
        let [columns, rows] = &items[..] else { return Err(at.expected("[columns, rows]")) };
        Ok([columns.number(1, SIDE_MAX)? as u8, rows.number(1, SIDE_MAX)? as u8])
    };
    let Json::Object(_) = at.json else { return Ok(Shape::Squares(sides(at)?)) };
    let words = at.words(&["hex", "size"])?;
    let missing = |word| at.wrong(format!("{word:?} is missing, expected {{\"hex\": \"hexagon\", \"size\": 5}}"));
    let hex = words.get("hex").ok_or_else(|| missing("hex"))?.one_of(&["rhombus", "triangle", "hexagon"])?;
    let hex = [Outline::Rhombus, Outline::Triangle, Outline::Hexagon][hex];
    let at = words.get("size").ok_or_else(|| missing("size"))?;
    let size = match (hex, at.json) {
        (Outline::Rhombus, Json::List(_)) => match sides(at)? {
            [columns, rows] if columns == rows => Size::Side(columns),
            size => Size::Sides(size),
        },
        (Outline::Hexagon, _) => Size::Side(at.number(1, HEXAGON_MAX)? as u8),
        _ => Size::Side(at.number(1, SIDE_MAX)? as u8),
    };
    Ok(Shape::Hexes { hex, size })
}

fn turn(at: &At) -> Result<[u8; 2], InvalidRules> {
    let items = at.items(2)?;
    let [first, later] = &items[..] else { return Err(at.expected("[1, 2]")) };
    Ok([first.number(1, 2)? as u8, later.number(1, 2)? as u8])
}

fn who(at: &At) -> Result<Who, InvalidRules> {
    Ok([Who::Own, Who::Enemy, Who::Any][at.one_of(&["own", "enemy", "any"])?])
}

fn place(at: &At, grid: &Grid) -> Result<Place, InvalidRules> {
    let lowest = |at: &At| match grid.is_hex() {
        true => Err(at.wrong("hexagons have no columns to fall in, expected empty or an object")),
        false => Ok(()),
    };
    match at.json {
        Json::Text(text) if text == "empty" => return Ok(Place::default()),
        Json::Text(text) if text == "lowest" => {
            lowest(at)?;
            return Ok(Place { lowest: true, ..Place::default() });
        }
        Json::Object(_) => {}
        Json::Text(_) => return Err(at.unknown("", &["empty", "lowest", "an object"])),
        _ => return Err(at.expected("empty, lowest or an object")),
    }
    let words = at.words(&["lowest", "beside", "not beside", "piece", "shape", "each", "flips"])?;
    if let Some(at) = words.get("lowest") {
        lowest(at)?;
    }
    let place = Place {
        beside: words.read("beside", who)?,
        each: words.read("each", |at| at.number(1, HAND_MAX))?.map(|each| each as u8),
        flips: words.flag("flips")?,
        lowest: words.flag("lowest")?,
        not_beside: words.read("not beside", who)?,
        any: words.read("piece", |at| at.one_of(&["any"]))?.is_some(),
        shape: words.read("shape", |at| shapes(at, grid))?.filter(|shape| *shape != [[1, 1]; 2]),
    };
    let is_plain = Place { each: None, shape: None, ..place.clone() } == Place::default();
    match words.get("shape") {
        Some(at) if place.shape.is_some() && !is_plain => Err(at.wrong("a shape goes with no other word than each")),
        _ => Ok(place),
    }
}

fn shapes(at: &At, grid: &Grid) -> Result<[[u8; 2]; 2], InvalidRules> {
    if grid.is_hex() {
        return Err(at.wrong("hexagons have no shapes of several cells"));
    }
    let items = at.items(2)?;
    let [first, second] = &items[..] else { return Err(at.expected("a list such as [\"1x2\", \"2x1\"]")) };
    let read = |at: &At| {
        let sides =
            at.text()?.split_once('x').and_then(|(columns, rows)| Some([columns.parse().ok()?, rows.parse().ok()?]));
        let fits = sides.filter(|sides| sides.iter().all(|side| (1..=4).contains(side)));
        fits.ok_or_else(|| at.expected("columns and rows from 1 to 4, such as 1x2"))
    };
    Ok([read(first)?, read(second)?])
}

fn after(at: &At) -> Result<After, InvalidRules> {
    let words = at.words(&["flip", "take", "length"])?;
    match (words.get("flip"), words.get("take")) {
        (Some(at), None) if words.get("length").is_none() => {
            Ok(After::Flip { flip: [Which::Enclosed, Which::Beside][at.one_of(&["enclosed", "beside"])?] })
        }
        (None, Some(at)) => {
            at.one_of(&["enclosed"])?;
            let length = words.read("length", |at| at.number(1, SIDE_MAX))?.map(|length| length as u8);
            Ok(After::Take { length, take: Which::Enclosed })
        }
        _ => Err(at.wrong("expected either \"flip\" or \"take\"; only \"take\" has a \"length\"")),
    }
}

fn opening(at: &At, grid: &Grid) -> Result<OneOrMore<Removal>, InvalidRules> {
    let removal = |at: &At| {
        let words = at.words(&["remove", "beside"])?;
        let area = words.get("remove").ok_or_else(|| at.wrong("expected {\"remove\": \"all\"} or another area"))?;
        let beside = words.read("beside", |at| at.one_of(&["empty"]))?.is_some();
        Ok(Removal { beside, remove: Area::read(area, grid)? })
    };
    each(at, OPENING_MAX, removal).map(OneOrMore)
}

/// The rows at the start in their canonical form; empty for an empty board.
fn start(at: &At, spec: &Spec, grid: &Grid) -> Result<String, InvalidRules> {
    let found = grid.read(at.text()?).map_err(|detail| at.wrong(detail))?;
    let mut letters = BTreeMap::new();
    for (cell, letter) in found {
        let known = if letter == super::BLOCKED { Some(letter) } else { spec.letter(letter) };
        let known =
            known.ok_or_else(|| at.wrong(format!("unknown piece {letter:?}, expected {}", spec.letters_text())))?;
        letters.insert(cell, known);
    }
    if letters.is_empty() {
        return Ok(String::new());
    }
    Ok(grid.write(|cell| letters.get(&cell).copied()))
}
