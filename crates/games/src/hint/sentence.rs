//! Facts in English. These are the only sentences about facts, and each says no more than its fact.

use super::{Fact, Reason, Threat};
use crate::answer::{Answer, MoveIndex};
use crate::any_position::{AnyPosition, Stones};
use crate::board::{Board, Content, RowColumn};
use crate::game::Game;
use crate::motif::Motif;
use crate::notation::About;

/// What a legal move does on the board, with sentences.
///
/// # Panics
/// If there is no such move.
#[must_use]
pub fn reasons(game: &Game, position: &dyn AnyPosition, mv: MoveIndex) -> Vec<Reason> {
    let motifs = position.motifs(mv);
    if motifs.is_empty() {
        return Vec::new();
    }
    let sentences = Sentences::new(game, position, mv);
    let reason = |motif: Motif| Reason { text: sentences.motif(&motif), fact: Fact::Motif(motif) };
    motifs.into_iter().map(reason).collect()
}

/// Puts facts about a move into words. "It" is the move.
pub(super) struct Sentences<'a> {
    about: &'a About,
    /// The board after the move.
    board: Board,
    stones: Stones,
}

impl<'a> Sentences<'a> {
    pub(super) fn new(game: &'a Game, position: &dyn AnyPosition, mv: MoveIndex) -> Self {
        let mut after = position.duplicate();
        after.play(mv);
        Self { about: &game.about, board: after.board().unwrap_or_default(), stones: after.stones() }
    }

    /// A fact that the search with this answer has found.
    pub(super) fn of(&self, fact: &Fact, answer: &Answer) -> String {
        match fact {
            Fact::OnlyMove => "It is the only legal move.".to_owned(),
            Fact::ForcedCapture => "Every legal move is a capture.".to_owned(),
            Fact::Book => "It is in the opening book.".to_owned(),
            Fact::WinsIn { plies: 1 } => "It wins immediately.".to_owned(),
            Fact::WinsIn { plies } => format!("It wins by force {} {plies} plies.", answer.in_or_within(*plies)),
            Fact::LosesIn { plies } => {
                let distance = if *plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
                format!("Every move loses by force; this one loses {} {distance}.", answer.in_or_within(*plies))
            }
            Fact::WinsBy { points } => format!("With best play, it wins by {points}."),
            Fact::LosesBy { points } => format!("With best play, every move loses; this one loses by {points}."),
            Fact::KeepsDraw => "With best play, it leads to a draw, and no move does better.".to_owned(),
            Fact::PreventsWinIn { plies } => {
                format!("After any other move, the opponent wins by force within {plies} plies.")
            }
            Fact::Gains { points } => {
                format!("The search values it {} above the position's static value.", self.amount(*points))
            }
            Fact::Threatens { mv, label, then } => {
                let shown = label.as_ref().unwrap_or(mv);
                match then {
                    Threat::WinsIn(1) => format!("It threatens to win immediately with {shown}."),
                    Threat::WinsIn(plies) => {
                        format!("It threatens to win within {plies} plies, starting with {shown}.")
                    }
                    Threat::Gains(points) => {
                        format!("It threatens {shown}, which would gain {}.", self.amount(*points))
                    }
                }
            }
            Fact::BestBy { expected } => format!(
                "It is expected to score {:.0} percentage points more than the second-best move.",
                100.0 * expected
            ),
            Fact::BestByPoints { points } => format!("It is {points} better than the second-best move."),
            Fact::EqualTo { moves, labels } => {
                let verb = if moves.len() == 1 { "is" } else { "are" };
                format!("Equally good {verb} {}.", labels.as_ref().unwrap_or(moves).join(", "))
            }
            Fact::Motif(motif) => self.motif(motif),
        }
    }

    fn motif(&self, motif: &Motif) -> String {
        match motif {
            Motif::Hangs { cell, gains } => {
                format!("It leaves {} hanging; taking it gains {}.", self.piece(*cell), self.amount(*gains))
            }
            Motif::Forks { cells } => {
                let pieces: Vec<String> = cells.iter().map(|cell| self.piece(*cell)).collect();
                format!("It forks {}.", listed(&pieces, "and"))
            }
            Motif::Pins { cell } => format!("It pins {}.", self.piece(*cell)),
            Motif::Discovers { cell } => format!("It uncovers an attack on {}.", self.piece(*cell)),
            Motif::ThreatensMate { plies: 1 } => "It threatens mate on the next move.".to_owned(),
            Motif::ThreatensMate { plies } => format!("It threatens mate within {plies} plies."),
            Motif::BackRank => "The king is shut in on its back rank by its own pieces.".to_owned(),
            Motif::PromotesIn { plies } => {
                format!("A pawn promotes within {plies} plies, whatever the opponent replies.")
            }
            Motif::Shot { gains } => {
                format!("It gives up material, and the captures that it forces win {} on balance.", self.amount(*gains))
            }
            Motif::OddThreat { cell } => {
                format!("It makes an odd threat {}.", self.in_column(*cell))
            }
            Motif::EvenThreat { cell } => {
                format!("It makes an even threat {}.", self.in_column(*cell))
            }
            Motif::Corner { cell, taken: true } => format!("It takes the corner {}.", self.name(*cell)),
            Motif::Corner { cell, taken: false } => {
                format!("It lets the opponent take the corner {}.", self.name(*cell))
            }
            Motif::Parity => {
                "Every empty region has an even number of cells after it, so its side can move last in each.".to_owned()
            }
            Motif::Mobility { other: 0, .. } => "It leaves the opponent no move, so that it has to pass.".to_owned(),
            Motif::Mobility { own, other } => {
                let moves = if *other == 1 { "move" } else { "moves" };
                format!("It leaves the opponent {other} {moves}; its own side would have {own}.")
            }
            Motif::OpenThree => "It makes an open three.".to_owned(),
            Motif::Four => "It makes a four.".to_owned(),
            Motif::DoubleThreat { cells } => {
                let all = if cells.len() == 2 { "both" } else { "all of them" };
                format!("It threatens to win on {}, and one reply cannot block {all}.", self.names(cells, "and"))
            }
            Motif::MustPlay { cells } => {
                let only = if cells.len() == 1 { "Only" } else { "Only one of" };
                format!("{only} {} can stop the opponent's connection.", self.names(cells, "or"))
            }
            Motif::CutsBridge => "It plays into a bridge of the opponent and threatens to cut it.".to_owned(),
        }
    }

    /// A piece and its cell: `the knight on f3`.
    fn piece(&self, [row, column]: RowColumn) -> String {
        let name = match self.board.get(row).and_then(|row| row.get(column)) {
            Some(Some(Content::Letter(letter))) => self.about.pieces.iter().find(|piece| piece.letter == *letter),
            _ => None,
        };
        format!("the {} on {}", name.map_or("piece", |piece| piece.name), self.name([row, column]))
    }

    /// A cell in a game where rows have no names: `in column 4, row 3 from the bottom`.
    fn in_column(&self, [row, column]: RowColumn) -> String {
        format!("in column {}, row {} from the bottom", self.name([row, column]), self.board.len() - row)
    }

    fn names(&self, cells: &[RowColumn], word: &str) -> String {
        listed(&cells.iter().map(|cell| self.name(*cell)).collect::<Vec<_>>(), word)
    }

    fn name(&self, [row, column]: RowColumn) -> String {
        let part = |names: &[String], index: usize| names.get(index).cloned().unwrap_or_default();
        part(&self.stones.files, column) + &part(&self.stones.ranks, row)
    }

    fn amount(&self, points: i32) -> String {
        self.about.counted_in.map_or_else(|| format!("{points} points"), |unit| unit.amount(points))
    }
}

/// `a`, `a and b`, or `a, b and c`.
fn listed(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use plyd_games::CATALOGUE;
    use plyd_games::answer::MoveIndex;
    use plyd_games::hint::reasons;

    #[test]
    fn motifs_are_worded_with_names_and_units() {
        let othello = format!("{:-<64} X", "----------OX------O--------O");
        for (id, state, mv, text) in [
            (
                "connect-four",
                "7/7/7/7/1XX4/OXO3O X",
                "1",
                "It makes an even threat in column 4, row 2 from the bottom.",
            ),
            ("othello", othello.as_str(), "b2", "It lets the opponent take the corner a1."),
            (
                "gomoku",
                "9/9/9/9/3XXX3/9/1O3O1O1/9/9 X 5",
                "g5",
                "It threatens to win on c5 and h5, and one reply cannot block both.",
            ),
            ("hex", "1X2/1X2/4/1XOO O", "b3", "Only b3 can stop the opponent's connection."),
            (
                "draughts",
                "W:W33,34,38,42:B6,23,24",
                "33-29",
                "It gives up material, and the captures that it forces win a man on balance.",
            ),
        ] {
            let game = CATALOGUE.find(id).unwrap();
            let position = game.parse(state).unwrap();
            let index = position.move_names().iter().position(|name| name == mv).unwrap();
            assert_eq!(reasons(game, &*position, MoveIndex(index))[0].text, text, "{mv} in {state}");
        }
    }
}
