//! What is said beside a board: the symbols of a side's pieces, the pieces in hand, and how the game ended.

use plyd_games::answer::Description;
use plyd_games::notation::{About, ScoreKind};
use plyd_search::position::{Outcome, Side};

use crate::canvas::Look;

/// The symbols of a side's pieces. Empty if the side has none, or if its name is its only symbol.
#[must_use]
pub fn symbols(about: &About, described: &Description, side: Side, look: Look) -> String {
    let can_be = |letter| described.letters.as_ref().is_none_or(|letters| letters.contains(&letter));
    let pieces = about.pieces.iter().filter(|piece| piece.side == Some(side) && can_be(piece.letter));
    let symbols: String = pieces.map(|piece| symbol(about, piece.letter, look)).collect();
    if symbols == about.players[side.index()] { String::new() } else { symbols }
}

/// A line for each side of a game in which pieces are held in hand, and of one in which it counts how often a side has
/// done what wins; otherwise empty.
#[must_use]
pub fn hands(about: &About, described: &Description, look: Look) -> String {
    let hands = described.hands.iter().flatten().zip([Side::First, Side::Second]);
    let line = |(hand, side): (&Vec<char>, Side)| {
        let held: Vec<String> = hand.iter().map(|letter| symbol(about, *letter, look)).collect();
        format!("{} has in hand: {}\n", about.players[side.index()], held.join(" "))
    };
    let counters = described.counters.iter().flatten().zip(about.players);
    let left = counters.map(|(left, player)| format!("{player} has to go: {left}\n"));
    hands.map(line).chain(left).collect()
}

/// The symbol of a piece, or its letter if the terminal only shows ASCII.
pub(crate) fn symbol(about: &About, letter: char, look: Look) -> String {
    let piece = about.pieces.iter().find(|piece| piece.letter == letter).filter(|_| look.unicode);
    piece.map_or_else(|| letter.to_string(), |piece| piece.symbol.to_owned())
}

/// The outcome of the game in words.
#[must_use]
pub fn ending(about: &About, (outcome, reason): (Outcome, &'static str)) -> String {
    match (outcome, outcome.winner()) {
        (Outcome::Points(points), _) if about.score == ScoreKind::Given => {
            format!("The game is over: {reason}, worth {points} for {}.", about.players[0])
        }
        (Outcome::Points(points), Some(winner)) => {
            format!("{} has won by {}: {reason}.", about.players[winner.index()], points.unsigned_abs())
        }
        (_, Some(winner)) => format!("{} has won: {reason}.", about.players[winner.index()]),
        (_, None) => format!("Drawn: {reason}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    #[test]
    fn endings_name_the_winner_if_there_is_one() {
        let said = |id, outcome| ending(&CATALOGUE.find(id).unwrap().about, (outcome, "so it is"));
        assert_eq!(said("chess", Outcome::Win(Side::Second)), "black has won: so it is.");
        assert_eq!(said("chess", Outcome::Draw), "Drawn: so it is.");
        assert_eq!(said("othello", Outcome::Points(-12)), "O has won by 12: so it is.");
        assert_eq!(said("othello", Outcome::Points(0)), "Drawn: so it is.");
        assert_eq!(said("tree", Outcome::Points(-3)), "The game is over: so it is, worth -3 for max.");
    }
}
