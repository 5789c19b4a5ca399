//! Motifs of textbook positions, and of random positions, in which a slower search has to agree with each.

use std::collections::BTreeMap;

use cozy_chess::{Board, Color, Move, Piece, Square};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position};

use super::Chess;
use super::see::{EVEN, VALUES};
use crate::board::RowColumn;
use crate::motif::Motif;
use crate::notation::Notation;

fn square([row, column]: RowColumn) -> Square {
    Square::index(8 * (7 - row) + column)
}

fn cell(name: &str) -> RowColumn {
    let square: Square = name.parse().unwrap();
    [7 - square.rank() as usize, square.file() as usize]
}

fn legal_moves(here: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    if here.outcome().is_none() {
        here.legal_moves(&mut moves);
    }
    moves
}

/// The material of a side, in centipawns.
fn material(board: &Board, color: Color) -> i32 {
    let men = board.colors(color) & !board.pieces(Piece::King);
    men.iter().map(|square| VALUES[board.piece_on(square).unwrap() as usize]).sum()
}

/// How much the side that moves gains in material.
fn taken(here: &Chess, mv: Move) -> i32 {
    let us = here.board.side_to_move();
    let lead = |board: &Board| material(board, us) - material(board, !us);
    lead(&here.after(mv).board) - lead(&here.board)
}

/// The slow twin: the best result of captures on a square, by plain minimax.
fn gain(here: &Chess, square: Square) -> i32 {
    let captures = legal_moves(here).into_iter().filter(|mv| mv.to == square && taken(here, *mv) > 0);
    captures.map(|mv| gain_by(here, mv)).max().unwrap_or(0).max(0)
}

fn gain_by(here: &Chess, mv: Move) -> i32 {
    taken(here, mv) - gain(&here.after(mv), mv.to)
}

fn passed(here: &Chess) -> Option<Chess> {
    here.board.null_move().map(Chess::from)
}

fn mates(here: &Chess) -> bool {
    legal_moves(here).into_iter().any(|mv| here.after(mv).outcome().and_then(Outcome::winner).is_some())
}

/// Whether the side that is not to move can promote within this many moves, with pawn moves alone.
fn promotes(here: &Chess, moves: u32) -> bool {
    let replies = legal_moves(here);
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let next = here.after(reply);
            let pawns = next.board.pieces(Piece::Pawn);
            let pushes = legal_moves(&next).into_iter().filter(|mv| pawns.has(mv.from));
            pushes.into_iter().any(|mv| mv.promotion.is_some() || (moves > 1 && promotes(&next.after(mv), moves - 1)))
        })
}

fn check(here: &Chess, mv: Move, motif: &Motif) {
    let after = here.after(mv);
    let to = here.destination(mv);
    let them = after.board.side_to_move();
    let context = format!("{} {mv} {motif:?}", here.board);
    match motif {
        Motif::Hangs { cell, gains } => {
            assert_eq!(gain(&after, square(*cell)) - taken(here, mv), *gains, "{context}");
        }
        Motif::Forks { cells } => {
            assert!(cells.len() > 1, "{context}");
            for reply in legal_moves(&after) {
                let next = after.after(reply);
                let lost = taken(&after, reply);
                let wins = |mv: &Move| mv.from == to && cells.iter().any(|cell| square(*cell) == mv.to);
                let best = legal_moves(&next).into_iter().filter(wins).map(|mv| gain_by(&next, mv)).max();
                assert!(best.is_some_and(|gain| gain > lost + EVEN), "{context} {reply}");
            }
        }
        Motif::Pins { cell } => {
            assert!(after.board.pinned().has(square(*cell)), "{context}");
            let before = here.board.null_move();
            assert!(before.is_none_or(|board| !board.pinned().has(square(*cell))), "{context}");
        }
        Motif::Discovers { cell } if after.board.king(them) == square(*cell) => {
            assert!(after.board.checkers().iter().any(|from| from != to), "{context}");
        }
        Motif::Discovers { cell } => {
            let passed = passed(&after).expect("no check");
            let captures = legal_moves(&passed).into_iter().filter(|mv| mv.to == square(*cell) && mv.from != to);
            assert!(captures.into_iter().any(|mv| gain_by(&passed, mv) > EVEN), "{context}");
        }
        Motif::ThreatensMate { plies } => assert_eq!(*plies, 1, "{context}"),
        Motif::BackRank => assert!(after.outcome().is_some() || mates(&passed(&after).unwrap()), "{context}"),
        Motif::PromotesIn { plies } => assert!(promotes(&after, plies / 2), "{context}"),
        other => panic!("{other:?} is no motif of chess"),
    }
}

/// Checks that no threat of mate and no hanging piece is missing.
fn check_missing(here: &Chess, mv: Move, motifs: &[Motif]) {
    let after = here.after(mv);
    let has = |wanted: fn(&Motif) -> bool| motifs.iter().any(wanted);
    if after.outcome().is_some() {
        return;
    }
    let threatens = !mates(here) && passed(&after).is_some_and(|passed| mates(&passed));
    assert_eq!(has(|motif| matches!(motif, Motif::ThreatensMate { .. })), threatens, "{} {mv}", here.board);
    let men = after.board.colors(!after.board.side_to_move()) & !after.board.pieces(Piece::King);
    let lost = men.iter().map(|square| gain(&after, square)).max().unwrap_or(0) - taken(here, mv);
    assert_eq!(has(|motif| matches!(motif, Motif::Hangs { .. })), lost > EVEN, "{} {mv}", here.board);
}

/// A position of a random game.
fn random_position(seed: &mut u64) -> Chess {
    let mut here = Chess::default();
    *seed = mix(*seed);
    for _ in 0..*seed % 120 {
        let moves = legal_moves(&here);
        if moves.is_empty() {
            break;
        }
        *seed = mix(*seed);
        here.play_unchecked(moves[(*seed % moves.len() as u64) as usize]);
    }
    here
}

/// An endgame of pawns and a piece, as random games rarely reach it.
fn random_ending(seed: &mut u64) -> Chess {
    loop {
        let mut squares = [["1"; 8]; 8];
        for piece in ["K", "k", "P", "P", "p", ["n", "b", "r"][(*seed % 3) as usize]] {
            *seed = mix(*seed);
            squares[(*seed >> 32) as usize % 8][(*seed >> 40) as usize % 8] = piece;
        }
        let state = format!("{} w - - 0 1", squares.map(|row| row.concat()).join("/"));
        match Chess::parse(&state) {
            Ok(here) if here.outcome().is_none() => return here,
            _ => {}
        }
    }
}

/// Checks all moves of this many positions of random games, and of as many endgames. Returns how many motifs there were
/// of each kind.
fn check_random(positions: u32) -> BTreeMap<String, u32> {
    let (mut seed, mut counts) = (7, BTreeMap::new());
    for _ in 0..positions {
        for here in [random_position(&mut seed), random_ending(&mut seed)] {
            check_moves(&here, &mut counts);
        }
    }
    counts
}

fn check_moves(here: &Chess, counts: &mut BTreeMap<String, u32>) {
    for mv in legal_moves(here) {
        let motifs = here.motifs(mv);
        motifs.iter().for_each(|motif| check(here, mv, motif));
        check_missing(here, mv, &motifs);
        for motif in motifs {
            let value = serde_json::to_value(&motif).unwrap();
            *counts.entry(value["code"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
}

#[test]
fn motifs_of_random_positions_hold() {
    let counts = check_random(12);
    assert!(counts["hangs"] > 100, "{counts:?}");
}

#[test]
#[ignore = "takes minutes; run by .ci/nightly"]
fn motifs_of_200_random_positions_hold() {
    let counts = check_random(200);
    for code in ["hangs", "forks", "pins", "discovers", "threatens_mate", "promotes_in"] {
        assert!(counts.get(code).is_some_and(|count| *count >= 20), "{code}: {counts:?}");
    }
}

#[test]
fn each_motif_is_found_in_its_textbook_position() {
    let one = |name: &str| cell(name);
    for (state, name, expected) in [
        // A knight forks king and rook.
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", Some(Motif::Forks { cells: vec![one("e8"), one("a8")] })),
        // The rook is guarded by the king and worth more than the knight; the fork fails if the knight is taken.
        ("r3k3/8/1n6/8/2N5/8/8/4K3 w - - 0 1", "c4d6", None),
        ("4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "f1b5", Some(Motif::Pins { cell: one("c6") })),
        ("4k3/4q3/8/8/8/4N3/8/4R1K1 w - - 0 1", "e3d5", Some(Motif::Discovers { cell: one("e7") })),
        ("4k3/8/8/8/8/4N3/8/4R1K1 w - - 0 1", "e3d5", Some(Motif::Discovers { cell: one("e8") })),
        ("6k1/5ppp/8/8/8/8/3Q4/3R2K1 w - - 0 1", "d2d8", Some(Motif::BackRank)),
        ("6k1/5ppp/8/8/8/7R/5PPP/6K1 w - - 0 1", "h3a3", Some(Motif::ThreatensMate { plies: 1 })),
        // It could have mated.
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1d1", None),
        ("8/8/1P6/8/8/7k/8/K7 w - - 0 1", "b6b7", Some(Motif::PromotesIn { plies: 2 })),
        ("8/1P6/8/8/8/7k/8/K7 w - - 0 1", "a1a2", None),
        ("8/8/1P6/8/8/7k/8/K7 w - - 0 1", "a1a2", Some(Motif::PromotesIn { plies: 4 })),
        ("2k5/8/1P6/8/8/8/8/K7 w - - 0 1", "a1a2", None),
        ("4k3/8/8/3p4/8/8/4P3/4KN2 w - - 0 1", "f1g3", None),
        ("4k3/8/8/3p4/8/5N2/4P3/4K3 w - - 0 1", "f3d4", None),
        ("4k3/8/8/3p4/8/5N2/4P3/4K3 w - - 0 1", "f3e5", None),
        ("4k3/8/3p4/8/8/5N2/4P3/4K3 w - - 0 1", "f3e5", Some(Motif::Hangs { cell: one("e5"), gains: 320 })),
        // The bishop takes a pawn first, which is deducted.
        ("4k3/3p4/4p3/8/8/8/8/4K2B w - - 0 1", "h1d5", Some(Motif::Hangs { cell: one("d5"), gains: 330 })),
        ("4k3/8/4p3/3p4/8/8/8/4K2B w - - 0 1", "h1d5", Some(Motif::Hangs { cell: one("d5"), gains: 230 })),
        // Queens are exchanged.
        ("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", None),
        // A pinned pawn takes nothing, although a static exchange would let it.
        ("4k3/4p3/8/3N4/8/8/8/4R1K1 w - - 0 1", "d5f6", None),
    ] {
        let here = Chess::parse(state).unwrap();
        let motifs = here.motifs(here.find_move(name).expect(name));
        match expected {
            Some(motif) => assert!(motifs.contains(&motif), "{state} {name}: {motifs:?}"),
            None => assert!(motifs.is_empty(), "{state} {name}: {motifs:?}"),
        }
    }
}
