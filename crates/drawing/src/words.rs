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

/// A line for each side of a game in which pieces are held in hand, or in which a side wins by doing something several
/// times; otherwise empty.
#[must_use]
pub fn hands(about: &About, described: &Description, look: Look) -> String {
    let hands = described.hands.iter().flatten().zip([Side::First, Side::Second]);
    let line = |(hand, side): (&Vec<char>, Side)| {
        let held: Vec<String> = hand.iter().map(|letter| symbol(about, *letter, look)).collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
        format!("{} has in hand: {held}\n", about.players[side.index()])
    };
    let counters = described.counters.iter().flatten().zip(about.players);
    let left = counters.map(|(left, player)| format!("{player} needs {left} more to win\n"));
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
    use plyd_search::Stop;

    #[test]
    fn hands_and_counters_have_a_line_for_each_side() {
        let said = |id, state| {
            let game = CATALOGUE.find(id).unwrap();
            let described = game.parse(state).unwrap().describe(None, &Stop::default()).unwrap();
            hands(&game.about, &described, Look::PLAIN)
        };
        assert_eq!(said("chess", "startpos"), "");
        assert_eq!(
            said("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1"),
            "white has in hand: Q P P\nblack has in hand: n\n"
        );
        assert_eq!(said("crazyhouse", "startpos"), "white has in hand: nothing\nblack has in hand: nothing\n");
        let checked_twice = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 1+3 0 1";
        assert_eq!(said("three-check", checked_twice), "white needs 1 more to win\nblack needs 3 more to win\n");
    }

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
