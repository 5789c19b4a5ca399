//! A minimax as textbooks write it (Max and Min apart, without negation), to compare plyd's with.

use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{Forced, ForcedOf, QUIESCENCE_BUDGET};
use plyd::search::{Evaluate, Score};

/// The value of a position for `Side::First` at depth `depth`. `ply` is the distance from the root.
pub fn value<P: Evaluate>(position: &P, depth: u32, ply: u32) -> Score {
    below(position, depth, ply, knows(position))
}

/// Whether the game has a closed form for the root. Otherwise, closed forms are not used below the root either.
fn knows<P: Evaluate>(root: &P) -> bool {
    root.closed_form().is_some()
}

fn below<P: Evaluate>(position: &P, depth: u32, ply: u32, theory: bool) -> Score {
    if let Some(outcome) = position.outcome() {
        return final_score(outcome, ply);
    }
    if theory
        && ply > 0
        && let Some(solved) = position.closed_form()
    {
        let solved = solved.from_table(ply);
        return if position.side_to_move() == Side::First { solved } else { -solved };
    }
    if depth == 0 {
        return leaf(position, 0, QUIESCENCE_BUDGET);
    }
    let children = moves(position).into_iter().map(|mv| below(&position.after(mv), depth - 1, ply + 1, theory));
    if position.side_to_move() == Side::First { children.max().unwrap() } else { children.min().unwrap() }
}

/// The value of each move for the side to move, in the order of `legal_moves`.
pub fn move_values<P: Evaluate>(position: &P, depth: u32) -> Vec<(P::Move, Score)> {
    let theory = knows(position);
    let seen = |score: Score| if position.side_to_move() == Side::First { score } else { -score };
    moves(position).into_iter().map(|mv| (mv, seen(below(&position.after(mv), depth - 1, 1, theory)))).collect()
}

/// The nodes of the whole tree to this depth, including the root.
pub fn nodes<P: Evaluate>(position: &P, depth: u32, ply: u32) -> u64 {
    nodes_below(position, depth, ply, knows(position))
}

fn nodes_below<P: Evaluate>(position: &P, depth: u32, ply: u32, theory: bool) -> u64 {
    let solved = theory && ply > 0 && position.closed_form().is_some();
    if depth == 0 || position.outcome().is_some() || solved {
        return 1;
    }
    let below = |mv| nodes_below(&position.after(mv), depth - 1, ply + 1, theory);
    1 + moves(position).into_iter().map(below).sum::<u64>()
}

pub fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn final_score(outcome: Outcome, ply: u32) -> Score {
    match outcome {
        Outcome::Win(Side::First) => Score::win_in(ply),
        Outcome::Win(Side::Second) => Score::loss_in(ply),
        Outcome::Draw => Score::ZERO,
        Outcome::Points(points) => Score::points(points),
    }
}

/// The value of a leaf for `Side::First`: its static value, or the value of the best sequence of noisy moves. At most
/// `room` lines of noisy moves are searched.
fn leaf<P: Evaluate>(position: &P, below: u32, room: u32) -> Score {
    let first = position.side_to_move() == Side::First;
    let stand_pat = if first { position.evaluate() } else { -position.evaluate() };
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    if noisy.len() > room as usize {
        return stand_pat;
    }
    let mut choices: Vec<Score> = noisy
        .iter()
        .map(|mv| {
            let next = position.after(*mv);
            match next.outcome() {
                Some(outcome) => final_score(outcome, 0).as_heuristic(below + 1),
                None => leaf(&next, below + 1, room / noisy.len() as u32),
            }
        })
        .collect();
    if choices.is_empty() || ForcedOf::<P>::may_stand_pat(position) {
        choices.push(stand_pat);
    }
    if first { *choices.iter().max().unwrap() } else { *choices.iter().min().unwrap() }
}
