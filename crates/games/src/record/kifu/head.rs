//! Reads what comes before the moves of KIF: headers, and perhaps a board.

use super::diagram::{Diagram, Placed, SIDES};
use super::facts::{PLAYERS, Tags, UNKNOWN, tags_of};
use super::rows::{Row, side};
use crate::game::{AnyPosition, Game};
use crate::record::fault::Warnings;
use crate::record::lines::Lines;
use crate::record::replay::Source;
use crate::record::{Format, RecordError, RecordFault};
use crate::spelling::shown;
use plyd_search::position::Side;

/// What comes before the first move.
pub(super) struct Head {
    pub(super) tags: Tags,
    pub(super) comments: Vec<String>,
    pub(super) start: Box<dyn AnyPosition>,
    pub(super) warnings: Warnings,
    pub(super) remarks: usize,
    pub(super) bookmarks: usize,
    /// Headers that are skipped.
    pub(super) others: usize,
}

/// The header with the name of the start.
const HANDICAP: &str = "手合割";

/// The start has no name.
const OTHER_START: &str = "その他";

impl Head {
    /// Reads the lines before the first move.
    pub(super) fn read(
        game: &Game,
        starts: &[[&'static str; 2]],
        source: Source<'_>,
        lines: &mut Lines<'_>,
    ) -> Result<Self, RecordError> {
        let (mut tags, mut warnings, mut comments) = (Tags::default(), Warnings::default(), Vec::new());
        let (mut remarks, mut bookmarks, mut others) = (0, 0, 0);
        let mut set_up = SetUp::default();
        let fault = |offset, detail: String| RecordFault::at(source.text, offset, None, detail);
        let mut watch = source.limits.watch();
        loop {
            watch.step()?;
            let before = lines.clone();
            let Some((offset, line)) = lines.next() else { break };
            match Row::of(line) {
                Row::Comment(comment) => comments.push(comment.to_owned()),
                Row::Bookmark => bookmarks += 1,
                Row::Remark => remarks += usize::from(!Row::is_version(line)),
                Row::Frame => {}
                Row::Cells(cells) => {
                    set_up.at.get_or_insert(offset);
                    set_up.rows.push(Diagram::read_row(cells).map_err(|detail| fault(offset, detail))?);
                }
                Row::Plies(plies) => set_up.plies = plies,
                Row::Turn(side) => set_up.to_move = Some((offset, side)),
                Row::Header(HANDICAP, name) => set_up.name = Some((offset, name.to_owned())),
                Row::Header("手番", name) if side(name).is_some() => {
                    set_up.to_move = side(name).map(|side| (offset, side));
                }
                Row::Header(name, value) => {
                    if let Some(c) = value.chars().find(|c| c.is_control()) {
                        return Err(fault(offset, format!("the value contains {c:?}, expected text")).into());
                    }
                    if let Some(side) = name.strip_suffix("の持駒").and_then(side) {
                        set_up.hands.push((offset, side, value.to_owned()));
                        continue;
                    }
                    let player = side(name).filter(|_| !UNKNOWN.contains(&value));
                    let found = match (side(name), player) {
                        (_, Some(side)) => Some(vec![(PLAYERS[side.index()].to_owned(), value.to_owned())]),
                        (Some(_), None) => Some(Vec::new()),
                        (None, _) => tags_of(Format::Kif, name, value),
                    };
                    others += usize::from(found.is_none());
                    found.into_iter().flatten().for_each(|tag| tags.add(tag, offset, &mut warnings));
                }
                Row::Move { .. } | Row::End { .. } | Row::Variation(_) | Row::Last(_) => {
                    *lines = before;
                    break;
                }
                Row::Ki2 => {
                    let detail =
                        "this is KI2, which does not say where pieces come from; expected KIF, as in 1 ７六歩(77)";
                    return Err(fault(offset, detail.to_owned()).into());
                }
                Row::Unknown => {
                    let detail = format!(
                        "{} is neither a header nor a move, expected a form such as 先手：… or 1 ７六歩(77)",
                        shown(line)
                    );
                    return Err(fault(offset, detail).into());
                }
            }
        }
        others += usize::from(set_up.at.is_none() && set_up.plies > 0);
        let start = set_up.start(game, starts).map_err(|(offset, detail)| fault(offset, detail))?;
        Ok(Self { tags, comments, start, warnings, remarks, bookmarks, others })
    }
}

/// What a record says about the position that it begins from.
#[derive(Default)]
struct SetUp {
    /// The name of the start.
    name: Option<(usize, String)>,
    /// Where the board is, and its rows.
    at: Option<usize>,
    rows: Vec<Vec<Option<Placed>>>,
    hands: Vec<(usize, Side, String)>,
    /// Where the side to move is named, and the side.
    to_move: Option<(usize, Side)>,
    plies: u32,
}

impl SetUp {
    /// The position.
    ///
    /// # Errors
    /// The place of a fault, and a sentence.
    fn start(self, game: &Game, starts: &[[&'static str; 2]]) -> Result<Box<dyn AnyPosition>, (usize, String)> {
        let Self { name, at, rows, hands, to_move, plies } = self;
        let named = name.as_ref().and_then(|(_, name)| starts.iter().find(|[known, _]| known == name));
        let usual = named.map_or(starts[0][1], |[_, state]| state);
        let mut diagram = Diagram::of(usual);
        let Some(at) = at else {
            if let (None, Some((offset, name))) = (named, name) {
                let expected = match name.as_str() {
                    OTHER_START => "expected a board".to_owned(),
                    _ => format!("expected {}", starts.iter().map(|[known, _]| *known).collect::<Vec<_>>().join(", ")),
                };
                return Err((
                    offset,
                    format!("{HANDICAP}: {} is not a start of {}, {expected}", shown(&name), game.id),
                ));
            }
            for (offset, side, text) in hands {
                diagram.read_hand(side, &text).map_err(|detail| (offset, detail))?;
                if diagram.held(side).next().is_some() {
                    return Err((offset, "there are pieces in a hand, but there is no board".to_owned()));
                }
            }
            if let Some((offset, _)) = to_move.filter(|(_, side)| *side != diagram.to_move) {
                return Err((offset, "the other side begins this game, and there is no board".to_owned()));
            }
            return game.parse(usual).map_err(|error| (0, error.0));
        };
        let size = diagram.rows.len();
        if rows.len() != size || rows.iter().any(|row| row.len() != size) {
            let longest = rows.iter().map(Vec::len).max().unwrap_or_default();
            return Err((
                at,
                format!("the board has {} rows of at most {longest} cells, expected {size} of {size}", rows.len()),
            ));
        }
        diagram.rows = rows;
        for side in SIDES {
            diagram.read_hand(side, "").map_err(|detail| (at, detail))?;
        }
        for (offset, side, text) in hands {
            diagram.read_hand(side, &text).map_err(|detail| (offset, detail))?;
        }
        diagram.to_move = to_move.map_or(diagram.to_move, |(_, side)| side);
        diagram.number = plies + 1;
        game.parse(&diagram.sfen()).map_err(|error| (at, error.0))
    }
}
