//! A second, slow and obvious implementation of the rules on rows of letters, as a reference for move generation.

use std::collections::BTreeSet;

use super::super::testing::Rng;
use super::tests::{random_setup, sorted};
use super::variant::Variant;
use super::{Brazilian, Draughts, International, Russian};
use crate::board::Content;
use crate::diagonals::Diagonals;
use crate::notation::Notation;
use plyd_search::position::{Position, Side};

/// A board of letters.
struct ReferenceBoard {
    rows: Vec<Vec<Option<char>>>,
    /// The crowning row of the side to move, if men are crowned during captures.
    crowning: Option<i32>,
}

type Cell = (i32, i32);

const STEPS: [Cell; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl ReferenceBoard {
    fn at(&self, (row, file): Cell) -> Option<Option<char>> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    /// The empty cells in a direction, and the first cell after them.
    fn free(&self, from: Cell, step: Cell, king: bool) -> (Vec<Cell>, Cell) {
        let (mut free, mut next) = (Vec::new(), (from.0 + step.0, from.1 + step.1));
        while self.at(next) == Some(None) && (king || free.is_empty()) {
            free.push(next);
            next = (next.0 + step.0, next.1 + step.1);
        }
        (free, next)
    }

    /// The ends of captures from here, with the captured cells. If there is no continuation, only the current cell.
    fn captures(&self, at: Cell, piece: char, taken: &[Cell]) -> Vec<(Cell, Vec<Cell>)> {
        let piece = if self.crowning == Some(at.0) { piece.to_ascii_uppercase() } else { piece };
        let king = piece.is_ascii_uppercase();
        let mut found = Vec::new();
        for step in STEPS {
            let (_, over) = if king { self.free(at, step, true) } else { (vec![], (at.0 + step.0, at.1 + step.1)) };
            let enemy = matches!(self.at(over), Some(Some(victim)) if !victim.eq_ignore_ascii_case(&piece));
            if !enemy || taken.contains(&over) {
                continue;
            }
            let (landings, _) = self.free(over, step, king);
            let taken: Vec<Cell> = taken.iter().copied().chain([over]).collect();
            let ends = landings.iter().map(|to| self.captures(*to, piece, &taken)).collect::<Vec<_>>();
            let extends = ends.iter().any(|ends| ends.iter().any(|(_, all)| all.len() > taken.len()));
            found.extend(ends.into_iter().flatten().filter(|(_, all)| !extends || all.len() > taken.len()));
        }
        if found.is_empty() { vec![(at, taken.to_vec())] } else { found }
    }
}

/// Names of the legal moves by these rules, sorted.
fn reference_names<V: Variant>(position: &Draughts<V>) -> Vec<String> {
    let side = 2 * V::Board::WIDTH as i32;
    let number = |(row, file): Cell| (V::Board::WIDTH as i32 * row + file / 2 + 1) as u32;
    let name = |cell| V::PDN.name::<V::Board>(number(cell));
    let letter = |content| match content {
        Content::Letter(letter) => letter,
        Content::Number(number) => panic!("{number} lies on a board of pieces"),
    };
    let board = position.board().unwrap().into_iter();
    let white = position.side_to_move() == Side::First;
    let crowning = V::CROWNS_DURING_CAPTURE.then_some(if white { 0 } else { side - 1 });
    let mut reference = ReferenceBoard {
        rows: board.map(|row| row.into_iter().map(|cell| cell.map(letter)).collect()).collect(),
        crowning,
    };
    let (mut steps, mut captures) = (BTreeSet::new(), Vec::new());
    for from in (0..side).flat_map(|row| (0..side).map(move |file| (row, file))) {
        let Some(Some(piece)) = reference.at(from) else { continue };
        if piece.eq_ignore_ascii_case(&'w') != white {
            continue;
        }
        let king = piece.is_ascii_uppercase();
        for step in STEPS.into_iter().filter(|step| king || (step.0 < 0) == white) {
            steps.extend(
                reference.free(from, step, king).0.into_iter().map(|to| format!("{}-{}", name(from), name(to))),
            );
        }
        reference.rows[from.0 as usize][from.1 as usize] = None;
        for (to, mut taken) in reference.captures(from, piece, &[]) {
            taken.sort_by_key(|cell| number(*cell));
            captures.push((from, to, taken));
        }
        reference.rows[from.0 as usize][from.1 as usize] = Some(piece);
    }
    let most = captures.iter().map(|(_, _, taken)| taken.len()).max().unwrap_or(0);
    captures.retain(|(_, _, taken)| taken.len() >= if V::MAJORITY { most.max(1) } else { 1 });
    let in_words = |(from, to, taken): (Cell, Cell, Vec<Cell>)| {
        [from, to].into_iter().chain(taken).map(name).collect::<Vec<_>>().join("x")
    };
    let captures: BTreeSet<String> = captures.into_iter().map(in_words).collect();
    (if captures.is_empty() { steps } else { captures }).into_iter().collect()
}

fn assert_moves_are_those_of_the_reference<V: Variant>() {
    let mut rng = Rng(7);
    let mut captures = 0;
    for _ in 0..1000 {
        let position = random_setup::<V>(&mut rng);
        let found = sorted(&position);
        assert_eq!(found, reference_names(&position), "{}", position.state());
        assert_eq!(position.is_final(), found.is_empty(), "{}", position.state());
        captures += u32::from(found.iter().any(|name| name.matches('x').count() > 3));
    }
    assert!(captures > 50, "only {captures} captures of three or more");
}

#[test]
fn the_moves_are_those_of_the_reference() {
    assert_moves_are_those_of_the_reference::<International>();
    assert_moves_are_those_of_the_reference::<Russian>();
    assert_moves_are_those_of_the_reference::<Brazilian>();
}
