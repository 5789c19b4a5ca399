//! The words of ends: what ends a game, and who wins.

use super::area::Area;
use super::board::Grid;
use super::json::{At, InvalidRules, Json, each};
use super::pieces::letter;
use super::spec::{Connect, End, HAND_MAX, Missing, Spec, Stuck, When, Who, Wins};

const AREAS_MAX: usize = 6;
const LINE_MAX: u16 = 16;
const PLIES_MAX: u16 = 400;

const CONDITIONS: [&str; 9] = ["line", "connect", "joined", "reach", "none", "took", "plies", "stuck", "repeat"];

pub(super) fn end(at: &At, spec: &Spec, grid: &Grid) -> Result<End, InvalidRules> {
    let words = at.words(&[&CONDITIONS[..], &["exact", "piece", "wins"]].concat())?;
    let given: Vec<&str> = CONDITIONS.into_iter().filter(|word| words.get(word).is_some()).collect();
    let [word] = given[..] else {
        return Err(at.wrong(format!("found {} conditions, expected one of {}", given.len(), CONDITIONS.join(", "))));
    };
    at.words(&[
        word,
        "wins",
        if word == "line" { "exact" } else { word },
        if word == "reach" { "piece" } else { word },
    ])?;
    let at_word = words.get(word).expect("it is given");
    let own_letter = |at: &At| {
        let found = letter(at, at.text()?)?;
        let known = spec.letter(found).ok_or_else(|| at.wrong(format!("unknown piece {found:?}")))?;
        Ok::<_, InvalidRules>(known)
    };
    let when = match word {
        "line" => When::Line { exact: words.flag("exact")?, line: at_word.number(2, LINE_MAX)? as u8 },
        "connect" => When::Connect { connect: connect(at_word, grid)? },
        "joined" => When::Joined { joined: [Who::Own, Who::Enemy][at_word.one_of(&["own", "enemy"])?] },
        "reach" => When::Reach { piece: words.read("piece", own_letter)?, reach: Area::read(at_word, grid)? },
        "none" => When::None {
            none: match at_word.text()? {
                "own" => Missing::Side(Who::Own),
                "enemy" => Missing::Side(Who::Enemy),
                text if text.len() == 1 => Missing::Letter(own_letter(at_word)?),
                _ => return Err(at_word.unknown("", &["own", "enemy", "the letter of a piece"])),
            },
        },
        "took" => When::Took { took: at_word.number(1, HAND_MAX)? as u8 },
        "plies" => When::Plies { plies: at_word.number(1, PLIES_MAX)? },
        "stuck" => When::Stuck { stuck: [Stuck::Next, Stuck::Both][at_word.one_of(&["next", "both"])?] },
        _ => When::Repeat { repeat: at_word.number(2, 3)? as u8 },
    };
    const WINS: [&str; 7] = ["last", "next", "first", "second", "nobody", "most", "fewest"];
    let at_wins =
        words.get("wins").ok_or_else(|| at.wrong(format!("\"wins\" is missing, expected {}", WINS.join(", "))))?;
    let winners = [Wins::Last, Wins::Next, Wins::First, Wins::Second, Wins::Nobody, Wins::Most, Wins::Fewest];
    let wins = winners[at_wins.one_of(if word == "repeat" { &["nobody"] } else { &WINS })?];
    let wins = if word == "repeat" { Wins::Nobody } else { wins };
    Ok(End { when, wins })
}

/// The areas to connect. Two lists are the areas of the two sides.
fn connect(at: &At, grid: &Grid) -> Result<Connect, InvalidRules> {
    let areas = |at: &At| {
        let areas = each(at, AREAS_MAX, |at| Area::read(at, grid))?;
        if areas.len() > 1 { Ok(areas) } else { Err(at.expected("a list of two areas or more")) }
    };
    let items = at.items(AREAS_MAX)?;
    match &items[..] {
        [first, second] if matches!((first.json, second.json), (Json::List(_), Json::List(_))) => {
            Ok(Connect([areas(first)?, areas(second)?]))
        }
        _ => areas(at).map(|areas| Connect([areas.clone(), areas])),
    }
}
