//! Reads rules: each word by itself, as [`super::language`] has it, and then those that limit each other.
//! [`super::compile`] checks what they mean together.
//!
//! What is read is JSON again, in its canonical form: words are sorted, and defaults are left out.

use std::collections::BTreeMap;

use serde_json::{Value, from_str, from_value, json, to_value};

use super::area::Area;
use super::betza;
use super::board::{Grid, HEXAGON_MAX, Outline, SIDE_MAX, Shape, Size};
use super::json::{At, InvalidRules, Json, OneOrMore, ROOT, unknown};
use super::language::{Kind, MOVES, PLACE, RULES, Word};
use super::spec::{Place, Spec};
use super::start::start;
use super::state::BLOCKED;

/// The longest canonical text of rules, in bytes.
pub const RULES_BYTES_MAX: usize = 2048;

/// The longest text that is read, in bytes: white space and long spellings are allowed.
const TEXT_MAX: usize = 2 * RULES_BYTES_MAX;
/// The most areas to connect.
const AREAS_MAX: usize = 6;

type Read = Result<Value, InvalidRules>;

/// Reads a JSON text.
pub(super) fn json(text: &str) -> Result<Json, InvalidRules> {
    let wrong = |detail| InvalidRules { path: ROOT.to_owned(), detail };
    if text.len() > TEXT_MAX {
        return Err(wrong(format!("found {} bytes, expected at most {TEXT_MAX}", text.len())));
    }
    from_str(text).map_err(|error| wrong(format!("not JSON: {error}")))
}

/// Reads the JSON text of rules.
pub(super) fn read(text: &str) -> Result<Spec, InvalidRules> {
    rules(&At::new(&json(text)?, ROOT))
}

/// Reads rules, and checks that a game with them can begin.
///
/// # Errors
/// [`InvalidRules`], which says where in the rules something is wrong.
pub fn read_rules(text: &str) -> Result<Spec, InvalidRules> {
    let spec = read(text)?;
    start(&spec, false).map(|_| spec)
}

/// Reads rules.
pub(super) fn rules(at: &At) -> Result<Spec, InvalidRules> {
    let words = at.words()?;
    let word = |name: &str| words.iter().find(|(word, _)| *word == name).map(|(_, at)| at);
    // The board and the letters say what other words may be.
    let shape = word("board").map_or(Ok(Shape::Squares([1, 1])), shape)?;
    let letters = match word("pieces") {
        None => vec!['x', 'o'],
        Some(at) => at.words()?.iter().flat_map(|(text, _)| both_cases(text)).collect(),
    };
    let reader = Reader { grid: Grid::new(shape), letters, has_stones: word("pieces").is_none() };
    let mut json = reader.read(at, &RULES)?;
    let spec: Spec = from_value(json.clone()).expect("what was read is of the types that it has");
    if let Some(near) = word("near").filter(|_| reader.grid.is_hex()) {
        return Err(near.wrong("hexagons always have six neighbours; leave it out"));
    }
    if let (Some(place), Some(at)) = (&spec.place, word("place")) {
        place.check(&reader.grid).map_err(|detail| at.wrong(detail))?;
        // The words that stand for the simplest objects.
        match place {
            place if *place == Place::default() => json["place"] = "empty".into(),
            place if *place == (Place { lowest: true, ..Place::default() }) => json["place"] = "lowest".into(),
            _ => {}
        }
    }
    Ok(Spec { text: json.to_string(), ..spec })
}

fn shape(at: &At) -> Result<Shape, InvalidRules> {
    let sides = |at: &At| -> Result<[u8; 2], InvalidRules> {
        let [columns, rows] = at.pair("[columns, rows]")?;
        Ok([columns.number(1, SIDE_MAX)? as u8, rows.number(1, SIDE_MAX)? as u8])
    };
    let Json::Object(_) = at.json else { return Ok(Shape::Squares(sides(at)?)) };
    let words = at.known_words(&["hex", "size"])?;
    let word = |name: &str| {
        let found = words.iter().find(|(word, _)| *word == name).map(|(_, at)| at);
        found.ok_or_else(|| at.wrong(format!("{name:?} is missing, expected {{\"hex\": \"hexagon\", \"size\": 5}}")))
    };
    let (hex, size) = (word("hex")?.one_of(&["rhombus", "triangle", "hexagon"], "")?, word("size")?);
    let side = |most| Ok::<_, InvalidRules>(Size::Side(size.number(1, most)? as u8));
    let (hex, size) = match (hex, size.json) {
        ("rhombus", Json::List(_)) => match sides(size)? {
            [columns, rows] if columns == rows => (Outline::Rhombus, Size::Side(columns)),
            size => (Outline::Rhombus, Size::Sides(size)),
        },
        ("rhombus", _) => (Outline::Rhombus, side(SIDE_MAX)?),
        ("triangle", _) => (Outline::Triangle, side(SIDE_MAX)?),
        _ => (Outline::Hexagon, side(HEXAGON_MAX)?),
    };
    Ok(Shape::Hexes { hex, size })
}

/// Reads words of rules.
struct Reader {
    grid: Grid,
    /// The letters of all pieces.
    letters: Vec<char>,
    has_stones: bool,
}

impl Reader {
    /// The canonical form of a value.
    fn read(&self, at: &At, kind: &Kind) -> Read {
        Ok(match kind {
            Kind::Text(most) => at.text()?.chars().take(*most).collect::<String>().into(),
            Kind::Flag => match at.json {
                Json::Flag(flag) => (*flag).into(),
                _ => return Err(at.expected("true or false")),
            },
            Kind::Number(least, most) => at.number(*least, *most)?.into(),
            Kind::Choice(texts) => at.one_of(texts, "")?.into(),
            Kind::Board => to_value(self.grid.shape).expect("a shape is JSON"),
            Kind::Rows => self.rows(at)?,
            Kind::Letter => self.letter(at, letter(at, at.text()?)?)?.to_string().into(),
            Kind::Missing => match at.text()? {
                text if text.len() == 1 => self.read(at, &Kind::Letter)?,
                _ => at.one_of(&["own", "enemy"], " or the letter of a piece")?.into(),
            },
            Kind::Area => {
                let Area(OneOrMore(words)) = Area::read(at, &self.grid)?;
                shortest(words.into_iter().map(Value::from).collect())
            }
            Kind::Areas => self.areas(at)?,
            Kind::Steps => {
                betza::read(at.text()?, &self.grid).map_err(|detail| at.wrong(detail))?;
                at.text()?.into()
            }
            Kind::Block if at.text()? == "empty" => "empty".into(),
            Kind::Block => self.read(at, &Kind::Steps)?,
            Kind::Cells => {
                let sides = at.text()?.split_once('x').map(|(columns, rows)| [columns, rows].map(str::parse::<u8>));
                match sides {
                    Some([Ok(columns @ 1..=4), Ok(rows @ 1..=4)]) => format!("{columns}x{rows}").into(),
                    _ => return Err(at.expected("columns and rows from 1 to 4, such as 1x2")),
                }
            }
            Kind::Place => match at.json {
                Json::Object(_) => self.read(at, &PLACE)?,
                _ if at.one_of(&["empty", "lowest"], " or an object")? == "lowest" => json!({"lowest": true}),
                _ => json!({}),
            },
            Kind::Moves if matches!(at.json, Json::Text(_)) => self.read(at, &Kind::Steps)?,
            Kind::Moves => self.moves(at)?,
            Kind::Pair(item, example) => {
                let [one, other] = at.pair(example)?;
                vec![self.read(&one, item)?, self.read(&other, item)?].into()
            }
            Kind::List(most, item) => {
                let items = at.items(*most)?.iter().map(|at| self.read(at, item)).collect::<Result<_, _>>()?;
                shortest(items)
            }
            Kind::ByLetter(item) => {
                let read = |(text, at): &(&str, At)| Ok((letter(at, text)?.to_string(), self.read(at, item)?));
                let words = at.words()?.iter().map(read).collect::<Result<BTreeMap<_, _>, _>>()?;
                match words.len() {
                    0 => return Err(at.wrong("expected the letter of a piece")),
                    _ => Value::Object(words.into_iter().collect()),
                }
            }
            Kind::Object(words) => self.object(at, words)?,
            Kind::OneOf(kinds) => {
                let words = at.words()?;
                let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
                let is_given = |name: &&str| words.iter().any(|(word, _)| word == name);
                let Some((_, known)) = kinds.iter().find(|(name, _)| is_given(name)) else {
                    let is_known = |word: &str| kinds.iter().any(|(_, words)| words.iter().any(|it| it.name == word));
                    return Err(at.wrong(match words.iter().find(|(word, _)| !is_known(word)) {
                        Some((word, _)) => unknown("unknown word ", word, &names.join(", "), &names),
                        None => format!("expected one of {}", names.join(", ")),
                    }));
                };
                self.object(at, known)?
            }
        })
    }

    fn object(&self, at: &At, known: &[Word]) -> Read {
        let words = at.known_words(&known.iter().map(|word| word.name).collect::<Vec<_>>())?;
        let mut read = BTreeMap::new();
        for Word { name, kind, default, needed } in known {
            match words.iter().find(|(word, _)| word == name) {
                Some((_, at)) => {
                    let value = self.read(at, kind)?;
                    let written = value.to_string();
                    if written != *default {
                        read.insert((*name).to_owned(), value);
                    }
                }
                None if needed.is_empty() => {}
                None => return Err(at.wrong(format!("{name:?} is missing, expected {needed}"))),
            }
        }
        Ok(Value::Object(read.into_iter().collect()))
    }

    /// A letter of a piece, as states write it. Stones are read in either case.
    fn letter(&self, at: &At, letter: char) -> Result<char, InvalidRules> {
        let written = if self.has_stones { letter.to_ascii_lowercase() } else { letter };
        if self.letters.contains(&written) {
            return Ok(written);
        }
        let letters: Vec<String> = self.letters.iter().map(char::to_string).collect();
        Err(at.wrong(format!("unknown piece {letter:?}, expected {}", letters.join(", "))))
    }

    /// The rows at the start; empty for an empty board.
    fn rows(&self, at: &At) -> Read {
        let found = self.grid.read(at.text()?).map_err(|detail| at.wrong(detail))?;
        let known = |(cell, letter)| Ok((cell, if letter == BLOCKED { letter } else { self.letter(at, letter)? }));
        let letters = found.into_iter().map(known).collect::<Result<BTreeMap<u8, char>, InvalidRules>>()?;
        let rows = self.grid.write(|cell| letters.get(&cell).copied());
        Ok(if letters.is_empty() { "".into() } else { rows.into() })
    }

    /// The areas to connect. Two lists are the areas of the two sides.
    fn areas(&self, at: &At) -> Result<Value, InvalidRules> {
        let areas = |at: &At| {
            let areas: Vec<Value> =
                at.items(AREAS_MAX)?.iter().map(|at| self.read(at, &Kind::Area)).collect::<Result<_, _>>()?;
            if areas.len() > 1 { Ok(areas) } else { Err(at.expected("a list of two areas or more")) }
        };
        let (first, second) = match &at.items(AREAS_MAX)?[..] {
            [first, second] if matches!((first.json, second.json), (Json::List(_), Json::List(_))) => {
                (areas(first)?, areas(second)?)
            }
            _ => (areas(at)?, Vec::new()),
        };
        // Two areas that are lists would be read as the lists of two sides.
        let is_clear = first.len() != 2 || first.iter().any(Value::is_string);
        let is_single = second.is_empty() || first == second && is_clear;
        Ok(if is_single { first.into() } else { vec![first, second].into() })
    }

    /// A step or a jump with more words.
    fn moves(&self, at: &At) -> Read {
        let mut json = self.read(at, &MOVES)?;
        let has = |word: &str| json.get(word).is_some();
        let wrong = |word: &str, detail: &str| {
            let path = format!("{}.{word}", at.path);
            Err(InvalidRules { path, detail: detail.to_owned() })
        };
        if let Some(step) = json["step"].as_str() {
            let has_other_atoms = step.chars().any(|letter| letter.is_ascii_uppercase() && !"WFK".contains(letter));
            let has_range = step.contains(|letter: char| letter.is_ascii_digit());
            if has("by") && (self.grid.is_hex() || has_other_atoms || has_range) {
                return wrong("step", "by line goes with the steps W, F and K of squares");
            }
            let is_plain = !has("by") && !has("then") && !has("avoids");
            return Ok(if is_plain { step.into() } else { json });
        }
        let jump = json["jump"].as_str().expect("it is a jump");
        let steps = betza::read(jump, &self.grid).unwrap_or_default().concat();
        if steps.iter().any(|step| step.range > 1) {
            return wrong("jump", "a jump has at most 15 directions and no range");
        }
        if jump.contains(['m', 'c']) {
            return wrong("jump", "a jump has no m or c; use \"takes\"");
        }
        let (usual, again) = (!has("over"), has("again"));
        let takes = json["takes"].as_bool().unwrap_or(usual);
        if !takes && again && !has("straight") {
            return Err(at.wrong("jumps that take nothing must be straight or not repeat"));
        }
        // Only jumps that go on can turn.
        let is_default = |word: &str| word == "takes" && takes == usual || word == "straight" && !again;
        json.as_object_mut().expect("it is an object").retain(|word, _| !is_default(word));
        Ok(json)
    }
}

/// The only item of a list in place of the list.
fn shortest(mut items: Vec<Value>) -> Value {
    if items.len() == 1 { items.remove(0) } else { items.into() }
}

/// The letter that a text begins with, for both sides.
fn both_cases(text: &str) -> Vec<char> {
    let cases = |letter: char| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()];
    text.chars().next().map(cases).into_iter().flatten().collect()
}

/// The name of a piece.
fn letter(at: &At, text: &str) -> Result<char, InvalidRules> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Ok(char::from(*letter)),
        _ => Err(at.wrong("the name of a piece is one letter")),
    }
}

impl Place {
    /// Checks words that limit each other.
    fn check(&self, grid: &Grid) -> Result<(), &'static str> {
        let has_others = *self != Self { each: self.each, shape: self.shape, ..Self::default() };
        match self.shape {
            Some(_) if has_others => Err("a shape goes with no other word than each"),
            Some(_) if grid.is_hex() => Err("hexagons have no shapes of several cells"),
            _ if self.lowest && grid.is_hex() => Err("hexagons have no columns to fall in"),
            _ => Ok(()),
        }
    }
}
