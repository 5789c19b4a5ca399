//! Laws of rules and notation.

use std::collections::HashSet;

use plyd_search::position::Side;

use super::{Extent, Fault, Rng, describe, ensure, reread};
use crate::board::Piece;
use crate::game::{AnyPosition, Game};
use crate::notation::NumberedStarts;

/// More plies than any random game has. Random games of chess and checkers are the longest.
const LONGEST_GAME: usize = 2000;

pub(super) fn facts(game: &Game, _: Extent) -> Result<u32, Fault> {
    let about = &game.about;
    let fact = |holds: bool, what: &str| ensure(holds, "", || what.to_owned());
    let texts = [about.title, about.summary, about.rules, about.state_notation, about.move_notation, about.score_unit];
    fact(texts.iter().all(|text| !text.is_empty()), "a text of ABOUT is empty")?;
    fact(about.default_depth >= 1 && about.max_minimax_depth >= 1, "a depth of ABOUT is 0")?;
    let most = about.max_depth;
    fact(about.default_depth <= most && about.max_minimax_depth <= most, "a depth of ABOUT is above max_depth")?;
    fact(about.players[0] != about.players[1], "both players have one name")?;
    fact(!about.state_examples.is_empty(), "there is no example of a state; the first one is the start")?;
    let letters: HashSet<char> = about.pieces.iter().map(|piece| piece.letter).collect();
    fact(letters.len() == about.pieces.len(), "two pieces have one letter")?;
    let is_one_character = |piece: &Piece| piece.symbol.chars().count() == 1;
    fact(about.pieces.iter().all(is_one_character), "the symbol of a piece is not one character")?;
    let is_turned = about.sides.is_some_and(|sides| sides.iter().any(|side| side.turned));
    let differ = |one: &Piece, other: &Piece| one.letter == other.letter || one.symbol != other.symbol;
    let are_told_apart = about.pieces.iter().all(|one| about.pieces.iter().all(|other| differ(one, other)));
    fact(is_turned || are_told_apart, "two pieces have one symbol, and those of no side are turned")?;
    let is_known = |piece: &Piece| {
        let was = |letter| about.pieces.iter().any(|other| other.letter == letter && other.side == piece.side);
        piece.promoted_from.is_none_or(was)
    };
    fact(about.pieces.iter().all(is_known), "a piece is promoted from one that its side does not have")?;
    let mut moves = HashSet::new();
    for example in about.state_examples {
        moves.extend(reread(game, example)?.move_names());
    }
    for example in about.move_examples {
        ensure(moves.contains(*example), "", || format!("no example of a state has the move {example:?}"))?;
    }
    if let Some(NumberedStarts { prefix, count, .. }) = game.numbered_starts {
        for number in [0, count / 2, count - 1] {
            let start = reread(game, &format!("{prefix}{number}"))?;
            let is_start = start.side_to_move() == Some(Side::First);
            ensure(is_start, &start.state(), || format!("start {number} does not begin with the first player"))?;
        }
        let beyond = game.parse(&format!("{prefix}{count}"));
        fact(beyond.is_err(), "a start beyond the last number is read")?;
    }
    Ok(moves.len() as u32)
}

pub(super) fn start(game: &Game, _: Extent) -> Result<u32, Fault> {
    let start = reread(game, game.about.start())?;
    let (state, described) = (start.state(), describe(&*start));
    ensure(described.standing.outcome.is_none(), &state, || "the game is over before it begins".to_owned())?;
    ensure(described.standing.to_move == Side::First, &state, || "the second player begins".to_owned())?;
    let again = describe(&*reread(game, &state)?);
    ensure(again == described, &state, || format!("read again it is {again:?}, and not {described:?}"))?;
    Ok(1)
}

pub(super) fn random_games(game: &Game, _: Extent) -> Result<u32, Fault> {
    let mut unknown_names: HashSet<String> = HashSet::from(["".into(), " ".into(), "a".into(), "0".into(), "é".into()]);
    let mut positions = 0;
    for seed in 0..6 {
        let mut rng = Rng(seed);
        let mut position = reread(game, game.about.start())?;
        for plies in 0.. {
            ensure(plies < LONGEST_GAME, &position.state(), || "a random game does not end".to_owned())?;
            let moves = checked_moves(game, &*position)?;
            positions += 1;
            if moves.is_empty() {
                break;
            }
            check_refusals(game, &*position, unknown_names.iter().filter(|name| !moves.contains(name)).take(20))?;
            unknown_names.extend(moves.iter().cloned());
            let chosen = rng.below(moves.len());
            let some: Vec<usize> =
                (0..moves.len()).filter(|index| *index == chosen || rng.below(8) == *index).collect();
            check_successors(game, &*position, &some)?;
            let played = position.play_named(&moves[chosen]);
            ensure(played.is_ok(), &position.state(), || format!("the legal move {} cannot be played", moves[chosen]))?;
        }
    }
    Ok(positions)
}

/// The legal moves, after checking that names are unique and that the state reads back to the same moves.
fn checked_moves(game: &Game, position: &dyn AnyPosition) -> Result<Vec<String>, Fault> {
    let (state, moves) = (position.state(), position.move_names());
    let over = position.standing().outcome.is_some();
    ensure(over == moves.is_empty(), &state, || format!("over: {over}, and there are {} legal moves", moves.len()))?;
    let names: HashSet<&String> = moves.iter().collect();
    ensure(names.len() == moves.len(), &state, || format!("two moves have one name: {moves:?}"))?;
    let again = reread(game, &state)?;
    ensure(again.state() == state, &state, || format!("read again it is {:?}", again.state()))?;
    // A position that ended only because of its history has moves again.
    let found = again.move_names();
    ensure(over || found == moves, &state, || format!("read again it has the moves {found:?}, and not {moves:?}"))?;
    Ok(moves)
}

/// Texts that no game may accept as a move, unless it lists a move of that name.
const NONSENSE: [&str; 4] = ["", " ", "?", "no move"];

fn check_refusals<'a>(
    game: &Game,
    position: &dyn AnyPosition,
    unknown_names: impl Iterator<Item = &'a String>,
) -> Result<(), Fault> {
    let state = position.state();
    let listed = position.move_names();
    for name in NONSENSE.iter().filter(|name| listed.iter().all(|listed| listed != *name)) {
        let played = reread(game, &state)?.play_named(name);
        ensure(played.is_err(), &state, || format!("{name:?} is not listed, and can be played"))?;
    }
    // The name of a move in another game may be a spelling of a move here.
    for name in unknown_names {
        let (mut read, mut again) = (reread(game, &state)?, reread(game, &state)?);
        let Ok(played) = read.play_named(name) else { continue };
        for own_name in &played {
            let is_listed = again.move_names().contains(own_name) && again.play_named(own_name).is_ok();
            ensure(is_listed, &state, || format!("{name:?} is read as {own_name:?}, which is not listed"))?;
        }
        ensure(read.state() == again.state(), &state, || format!("{name:?} is played in another way than {played:?}"))?;
    }
    Ok(())
}

/// Checks that these moves lead to the states in the description.
fn check_successors(game: &Game, position: &dyn AnyPosition, indices: &[usize]) -> Result<(), Fault> {
    let (state, described) = (position.state(), describe(position));
    for named in indices.iter().map(|index| &described.legal_moves[*index]) {
        let mut next = reread(game, &state)?;
        let played = next.play_named(&named.name);
        ensure(played.is_ok(), &state, || format!("the legal move {:?} cannot be played", named.name))?;
        let found = next.state();
        ensure(found == named.state, &state, || format!("{} leads to {found:?}, not {:?}", named.name, named.state))?;
    }
    Ok(())
}
