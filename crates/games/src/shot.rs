//! Shots in games of draughts: moves that give up pieces and win more by the captures that they force.

use plyd_search::position::{Position, Side};

use crate::diagonals::Squares;
use crate::motif::Motif;

/// A game in which a side has to capture while it can.
pub(crate) trait ForcedCaptures: Position {
    /// The value of a king. A man is [`MAN`].
    const KING: i32;

    /// Whether the move takes a piece.
    fn takes(mv: Self::Move) -> bool;

    /// Appends the captures of the side to move. Returns how much work that was, at least 1.
    fn add_captures(&self, moves: &mut Vec<Self::Move>) -> u32;

    /// The pieces of the side to move, those of the other side, and all kings.
    fn own_other_kings(&self) -> [Squares; 3];
}

/// The value of a man.
const MAN: i32 = 100;

/// The work on one move, about a millisecond. A move that needs more is not called a shot. Listing the captures of one
/// position may take longer, but only in lattices of pieces that no game has.
const WORK_MAX: u32 = 10_000;

/// Worse than the loss of all pieces.
const LOST: i32 = -1_000_000;

/// The shot of a legal move, if it is one: it takes nothing, the opponent has to capture, and when the captures end,
/// the side has gained by them. Both sides choose their captures as well as they can.
pub(crate) fn of<P: ForcedCaptures>(position: &P, mv: P::Move) -> Option<Motif> {
    if P::takes(mv) {
        return None;
    }
    let after = position.after(mv);
    let mut left = WORK_MAX;
    let gains = material(&after) - value(&after, position.side_to_move(), &mut left)?;
    (gains >= MAN).then_some(Motif::Shot { gains })
}

/// The value of the pieces of the side to move less the value of the other side's.
fn material<P: ForcedCaptures>(position: &P) -> i32 {
    let [own, other, kings] = position.own_other_kings();
    let count = |pieces: Squares| pieces.count_ones() as i32;
    let ahead = |pieces: [Squares; 2]| count(pieces[0]) - count(pieces[1]);
    MAN * ahead([own & !kings, other & !kings]) + P::KING * ahead([own & kings, other & kings])
}

/// The material of the side to move when the captures have ended. It is [`LOST`] if that leaves the side that plays for
/// the shot without a move. `None` means that no work is left.
fn value<P: ForcedCaptures>(position: &P, shooter: Side, left: &mut u32) -> Option<i32> {
    let mut captures = Vec::new();
    *left = left.checked_sub(position.add_captures(&mut captures))?;
    if captures.is_empty() {
        let is_lost = position.side_to_move() == shooter && position.is_final();
        return Some(if is_lost { LOST } else { material(position) });
    }
    let mut best = LOST;
    for capture in captures {
        best = best.max(-value(&position.after(capture), shooter, left)?);
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use crate::board::Content;
    use crate::checkers::Checkers;
    use crate::draughts::{Brazilian, Draughts, International, Russian};
    use crate::motif::Motif;
    use crate::notation::Notation;
    use crate::testing::{Rng, moves};
    use plyd_search::position::Side;

    fn motifs<P: Notation>(state: &str, mv: &str) -> Vec<Motif> {
        let position = P::parse(state).unwrap();
        position.motifs(position.find_move(mv).unwrap_or_else(|| panic!("{mv} in {state}")))
    }

    #[test]
    fn shots_win_more_than_they_give() {
        // White takes one man, and black two for it.
        let state = "B:W22,24,32:B6,10,15";
        assert_eq!(motifs::<Checkers>(state, "15-18"), [Motif::Shot { gains: 100 }]);
        assert_eq!(motifs::<Checkers>(state, "15-19"), [], "one for one");
        assert_eq!(motifs::<Checkers>(state, "10-14"), [], "nothing is taken");
        let state = "W:W33,34,38,42:B6,23,24";
        assert_eq!(motifs::<Draughts<International>>(state, "33-29"), [Motif::Shot { gains: 100 }]);
        assert_eq!(motifs::<Draughts<International>>(&state.replace(",42", ""), "33-29"), [], "black takes two");
    }

    /// The pieces of first and second on the board: their number, and their value with kings of this value.
    fn count<P: Notation>(position: &P, king: i32) -> [[i32; 2]; 2] {
        let mut counts = [[0; 2]; 2];
        for content in position.board().unwrap().into_iter().flatten().flatten() {
            let Content::Letter(letter) = content else { panic!("a letter") };
            let piece = P::ABOUT.pieces.iter().find(|piece| piece.letter == letter).unwrap();
            let [number, value] = &mut counts[piece.side.unwrap().index()];
            *number += 1;
            *value += if letter.is_ascii_uppercase() { king } else { 100 };
        }
        counts
    }

    /// How much the first side is ahead when the captures have ended.
    fn ahead<P: Notation>(position: &P, king: i32, shooter: Side) -> i32 {
        let side = position.side_to_move();
        let sign = if side == Side::First { 1 } else { -1 };
        let pieces = |position: &P| count(position, king)[side.other().index()][0];
        let nexts = moves(position).into_iter().map(|mv| position.after(mv));
        let captures: Vec<P> = nexts.filter(|next| pieces(next) < pieces(position)).collect();
        let [[_, first], [_, second]] = count(position, king);
        match captures.iter().map(|next| sign * ahead(next, king, shooter)).max() {
            Some(best) => sign * best,
            None if side == shooter && moves(position).is_empty() => -sign * 1_000_000,
            None => first - second,
        }
    }

    /// Random pieces on random squares, such that the side to move has moves, but no capture.
    fn random_setup<P: Notation>(squares: usize, rng: &mut Rng) -> P {
        loop {
            let mut lists = [Vec::new(), Vec::new()];
            for number in 1..=squares {
                let king = if rng.below(8) == 0 { "K" } else { "" };
                if let Some(list) = lists.get_mut(rng.below(6)) {
                    list.push(format!("{king}{number}"));
                }
            }
            let [side, white, black] = [["B", "W"][rng.below(2)].to_owned(), lists[0].join(","), lists[1].join(",")];
            let Ok(position) = P::parse(&format!("{side}:W{white}:B{black}")) else { continue };
            let pieces = |position: &P| position.board().unwrap().into_iter().flatten().flatten().count();
            if moves(&position).first().is_some_and(|mv| pieces(&position.after(*mv)) == pieces(&position)) {
                return position;
            }
        }
    }

    /// Checks all moves of random positions. Returns how many of them are shots.
    fn check<P: Notation>(positions: usize, squares: usize, king: i32) -> usize {
        let (mut seen, rng) = (0, &mut Rng(8));
        for position in (0..positions).map(|_| random_setup::<P>(squares, rng)) {
            moves(&position).into_iter().for_each(|mv| seen += usize::from(check_move(&position, mv, king)));
        }
        seen
    }

    /// Whether a move is a shot, if that is what its motifs say.
    fn check_move<P: Notation>(position: &P, mv: P::Move, king: i32) -> bool {
        let (side, after) = (position.side_to_move(), position.after(mv));
        let sign = if side == Side::First { 1 } else { -1 };
        let pieces = |position: &P| count(position, king)[side.other().index()][0];
        let [[_, first], [_, second]] = count(&after, king);
        let gains = sign * (ahead(&after, king, side) - (first - second));
        let is_shot = pieces(&after) == pieces(position) && gains >= 100;
        let expected: Vec<Motif> = is_shot.then_some(Motif::Shot { gains }).into_iter().collect();
        assert_eq!(position.motifs(mv), expected, "{} in {}", position.move_text(mv), position.state());
        is_shot
    }

    fn check_all(positions: usize) -> [usize; 4] {
        [
            check::<Checkers>(positions, 32, 140),
            check::<Draughts<International>>(positions, 50, 300),
            check::<Draughts<Russian>>(positions, 32, 300),
            check::<Draughts<Brazilian>>(positions, 32, 300),
        ]
    }

    #[test]
    fn shots_are_those_found_by_playing_all_captures() {
        let seen = check_all(150);
        assert!(seen.iter().sum::<usize>() > 4, "{seen:?}");
    }

    #[test]
    #[ignore = "takes a minute; run by .ci/nightly"]
    fn shots_of_4000_positions_are_those_found_by_playing_all_captures() {
        let seen = check_all(1000);
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
    }
}
