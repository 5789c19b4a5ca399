//! Moves and boards as people write them, and the facts of the game.

use cozy_chess::{BoardBuilder, CastleRights, Color, Move, Square};

use super::fen::NUMBERED_STARTS;
use super::rules::{SEVENTY_FIVE_MOVES, Variant};
use super::{Chess, names, reading};
use crate::board::{Board, Content, Layout, Look, Piece, RowColumn};
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, NumberedStarts, PeopleCurve, ScoreKind, ScoreUnit};
use crate::opening::Opening;
use crate::record::Convention;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::hooks::Openings;
use plyd_search::level::{Level, Levels, Rung};
use plyd_search::position::Side;

/// The largest depth of a search, which is far less than the length of a whole game.
const MAX_DEPTH: u32 = 64;

impl Notation for Chess {
    const ABOUT: About = About {
        title: "Chess",
        players: ["white", "black"],
        sides: Some(Look::WHITE_BLACK),
        summary: "Chess, with every rule of the board: castling, en passant, promotion and the draws. Also Chess960.",
        rules: "White moves first. Checkmate wins; stalemate is a draw. Also drawn: 50 moves of each side without a \
                capture or a pawn's move (a clock of 100 plies), the third occurrence of a position among the moves \
                given, and material that cannot mate (bare kings, a single knight or bishop, bishops on squares of one \
                colour only). Checkmate on the last of those plies still wins. After mate or stalemate there are no \
                moves; the other draws have to be claimed by a player, so the moves given may continue past them. With \
                `draws` `automatic`, dead positions, the fifth occurrence and 75 moves of each side end the game. \
                Chess960 (Fischer random chess) begins from one of 960 set-ups. After castling, king and rook stand \
                where they would in ordinary chess. The squares between must be free except for these two, and no \
                square that the king crosses may be attacked.",
        state_notation: "FEN: the rows from rank 8 down (`KQRBNP` white, `kqrbnp` black, digits count empty squares), \
                         the side to move `w` or `b`, the castling rights (some of `KQkq`, or `-`), the en passant \
                         square or `-`, the plies since the last capture or pawn's move (counted from 0 to 150 and no \
                         further), and the number of the move (from 1); spaces between. The en passant square is \
                         written only where a capture is legal. Also accepted: the first fields alone (then `w - - 0 \
                         1`), `_` for spaces, `startpos`, a clock above 150 as 150, operations of EPD after the \
                         fields, ignored except `hmvc` and `fmvn`, castling rights in any order or as \
                         `HAha`. Rights that the board contradicts are dropped. Chess960: `chess960` after the FEN, \
                         and castling rights by the files of the rooks (`HAha`, Shredder-FEN). Also accepted there: \
                         `KQkq` for the outermost rooks (X-FEN); a FEN without `chess960`, if its rights name files \
                         where orthodox chess has no rooks or are possible only in Chess960; and `chess960:518`, the \
                         start with this number (0 to 959).",
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/4P1k1/8/8/8/5K2/8/8 w - - 0 1",
            "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1 chess960",
        ],
        state_is_json: false,
        move_notation: "UCI: from and to, `e2e4`; a promotion with its piece, `e7e8q`; castling as the king's two \
                        steps, `e1g1`, and in Chess960 as the king taking its rook, `b1e1`. Listed by piece: pawns, \
                        knights, bishops, rooks, queens, king. Also accepted: `E2-E4`, castling in either way (in \
                        Chess960 where the king moves more than one step), and SAN with or without what is redundant \
                        in it, `Nf3`, `Ng1-f3!`, `exd5`, `e8Q`, `0-0`, if exactly one legal move is meant.",
        move_examples: &["e2e4", "g1f3", "e1g1", "e7e8q", "b1e1"],
        layout: Some(Layout::Squares),
        pieces: &[
            Piece::of(Side::First, 'K', "king", "♔"),
            Piece::of(Side::First, 'Q', "queen", "♕"),
            Piece::of(Side::First, 'R', "rook", "♖"),
            Piece::of(Side::First, 'B', "bishop", "♗"),
            Piece::of(Side::First, 'N', "knight", "♘"),
            Piece::of(Side::First, 'P', "pawn", "♙"),
            Piece::of(Side::Second, 'k', "king", "♚"),
            Piece::of(Side::Second, 'q', "queen", "♛"),
            Piece::of(Side::Second, 'r', "rook", "♜"),
            Piece::of(Side::Second, 'b', "bishop", "♝"),
            Piece::of(Side::Second, 'n', "knight", "♞"),
            Piece::of(Side::Second, 'p', "pawn", "♟"),
        ],
        score: ScoreKind::Distance,
        score_unit: "Centipawns: about 100 for a pawn ahead.",
        counted_in: Some(ScoreUnit::of("pawn", "pawns", 100)),
        default_depth: 5,
        review_nodes: 50_000,
        max_depth: MAX_DEPTH,
        max_minimax_depth: 3,
        expected_score: measured::CHESS.expected_score,
        levels: Some(Levels {
            who: [
                "has just learnt how the pieces move",
                "beginner",
                "casual player, about 1260 Elo",
                "casual player, about 1500 Elo",
                "club player, about 1700 Elo",
                "club player, about 1710 Elo",
                "strong club player, about 2030 Elo",
                "strong club player, about 2160 Elo",
                "master, about 2510 Elo",
                "full strength, above 2850 Elo",
            ],
            // From matches against Stockfish (docs/results/strength.md, docs/lab). Level 6 is left out, because it is
            // within a few points of level 5.
            elo: &[
                Rung { elo: 1260, level: 3 },
                Rung { elo: 1500, level: 4 },
                Rung { elo: 1700, level: 5 },
                Rung { elo: 2030, level: 7 },
                Rung { elo: 2160, level: 8 },
                Rung { elo: 2510, level: 9 },
                Rung { elo: 2970, level: 10 },
            ],
            ..Levels::new(
                [
                    Level::new(20, 200, 0.9, 0.5),
                    Level::new(20, 400, 0.8, 0.35),
                    Level::new(20, 800, 0.6, 0.25),
                    Level::new(20, 1_500, 0.5, 0.2),
                    Level::new(20, 3_000, 0.4, 0.17),
                    Level::new(20, 6_000, 0.3, 0.14),
                    Level::new(20, 12_000, 0.2, 0.12),
                    Level::new(20, 25_000, 0.12, 0.1),
                    Level::new(20, 60_000, 0.05, 0.08),
                    Level::new(20, 200_000, 0.0, 0.0),
                ],
                measured::CHESS.mean_losses,
                "Levels 3 to 10 are placed on the scale of Stockfish's UCI_Elo by matches at 25,000 nodes a move, give or take a \
             hundred.",
            )
        }),
    };

    // Lichess fitted it to games of people: 1 / (1 + exp(-0.00368208 * centipawns)).
    const PEOPLE_CURVE: Option<PeopleCurve> = Some(PeopleCurve {
        curve: ExpectedScore { scale: 1.0 / 0.003_682_08, fit: None },
        source: "https://lichess.org/page/accuracy",
    });
    const NUMBERED_STARTS: Option<NumberedStarts> = Some(NUMBERED_STARTS);
    const RECORDS: &'static [Convention] = &[Convention::Pgn {
        usual: None,
        variants: &[
            ["Standard", ""],
            ["Normal", ""],
            ["Chess", ""],
            ["From Position", ""],
            ["Regular", ""],
            ["Orthodox", ""],
            ["Chess960", "chess960"],
            ["Fischerandom", "chess960"],
            ["Fischer Random", "chess960"],
            ["Fischer Random Chess", "chess960"],
            ["FRC", "chess960"],
        ],
    }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        Self::from_fen(text)
    }

    fn warnings(&self, text: &str) -> Vec<String> {
        self.doubts(text)
    }

    fn state(&self) -> String {
        self.fen()
    }

    fn move_text(&self, mv: Move) -> String {
        Move { to: self.named_target(mv), ..mv }.to_string()
    }

    fn respelled(&self, text: &str, legal: Vec<Move>) -> Vec<Move> {
        self.written(text, &legal)
    }

    fn is_labelled(&self, text: &str) -> bool {
        reading::is_san(text)
    }

    fn reason(&self) -> &'static str {
        match (self.can_move(), self.is_check()) {
            (false, true) => "checkmate",
            (false, false) => "stalemate",
            _ if self.is_dead() => "insufficient material",
            _ if self.quiet_plies() >= SEVENTY_FIVE_MOVES => "seventy-five moves without a capture or a pawn's move",
            _ => "fifty moves without a capture or a pawn's move",
        }
    }

    fn board(&self) -> Option<Board> {
        let cell = |square: Square| {
            let letter = char::from(self.board.piece_on(square)?);
            let white = self.board.color_on(square)? == Color::White;
            Some(Content::Letter(if white { letter.to_ascii_uppercase() } else { letter }))
        };
        Some((0..8).rev().map(|rank| (0..8).map(|file| cell(Square::index(8 * rank + file))).collect()).collect())
    }

    /// Origin and target, as in the move's name.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        [mv.from, self.named_target(mv)].map(|square| [7 - square.rank() as usize, square.file() as usize]).to_vec()
    }

    fn label(&self, mv: Move) -> Option<String> {
        Some(self.san(mv))
    }

    fn motifs(&self, mv: Move) -> Vec<Motif> {
        super::motifs::of(self, mv)
    }

    fn opening(key: u64) -> Option<Opening> {
        names::find(key)
    }

    fn main_moves() -> Openings {
        names::main_moves()
    }

    fn twins(&self) -> Vec<Self> {
        let swapped = self.with_colours_swapped();
        let castling = Color::ALL.iter().any(|color| *self.board.castle_rights(*color) != CastleRights::EMPTY);
        if castling {
            return vec![swapped];
        }
        vec![self.with_files_mirrored(), swapped.with_files_mirrored(), swapped]
    }
}

impl Chess {
    /// The target in a move's name. For castling, it is the king's target in chess, and the rook's square in Chess960.
    fn named_target(&self, mv: Move) -> Square {
        match self.variant {
            Variant::Orthodox => self.destination(mv),
            Variant::Chess960 => mv.to,
        }
    }

    /// The board turned upside down, with the colours swapped.
    fn with_colours_swapped(&self) -> Self {
        let mut twin = self.moved(Square::flip_rank);
        for (_, color) in twin.board.iter_mut().flatten() {
            *color = !*color;
        }
        twin.side_to_move = !twin.side_to_move;
        twin.castle_rights.swap(0, 1);
        self.on_board(&twin)
    }

    /// Left and right exchanged. Castling rights are lost.
    fn with_files_mirrored(&self) -> Self {
        self.on_board(&self.moved(Square::flip_file))
    }

    /// The position with every square moved, and everything else unchanged.
    fn moved(&self, to: impl Fn(Square) -> Square) -> BoardBuilder {
        let here = BoardBuilder::from_board(&self.board);
        let mut there = here.clone();
        for square in Square::ALL {
            *there.square_mut(to(square)) = here.square(square);
        }
        there.en_passant = here.en_passant.map(to);
        there
    }

    /// This position with another board.
    fn on_board(&self, builder: &BoardBuilder) -> Self {
        Self { board: builder.build().expect("a mirrored position is a position"), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_search::position::{Outcome, Position};

    fn position(state: &str) -> Chess {
        Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
    }

    #[test]
    fn castling_is_the_kings_two_steps_or_in_chess960_its_rook() {
        for (state, castlings, squares) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1c1"], ["G1", "C1"]),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["e8g8", "e8c8"], ["G8", "C8"]),
        ] {
            let position = position(state);
            for (castling, square) in castlings.into_iter().zip(squares) {
                let mv = position.find_move(castling).expect(castling);
                assert_eq!(position.move_text(mv), castling);
                let after = position.after(mv);
                let king = after.board.king(!after.board.side_to_move());
                assert_eq!(king.to_string().to_uppercase(), square);
            }
        }
        for (state, castling, board) in [
            ("1rk5/8/8/8/8/8/8/1RK3R1 w GBb - 0 1 chess960", "c1g1", "1rk5/8/8/8/8/8/8/1R3RK1"),
            ("1rk3r1/8/8/8/8/8/8/1RK5 b Bgb - 0 1 chess960", "c8b8", "2kr2r1/8/8/8/8/8/8/1RK5"),
            ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1 chess960", "f1g1", "4k3/8/8/8/8/8/8/1R3RK1"),
            ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1 chess960", "f1b1", "4k3/8/8/8/8/8/8/2KR2R1"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 chess960", "e1h1", "4k3/8/8/8/8/8/8/5RK1"),
        ] {
            let position = position(state);
            let mv = position.find_move(castling).expect(castling);
            assert_eq!(position.move_text(mv), castling);
            assert_eq!(position.after(mv).state().split(' ').next(), Some(board), "{state}");
        }
        let no_rights = position("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
        assert_eq!(no_rights.find_move("e1g1"), None);
    }

    #[test]
    fn a_move_is_found_by_its_name() {
        let position = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        for text in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a1b1"] {
            assert_eq!(position.move_text(position.find_move(text).expect(text)), text);
        }
        for text in ["", "a7a8", "a7a8k", "a7a8p", "a1b1q", "a1a1", "h8g8", "é", "a1"] {
            assert_eq!(position.find_move(text), None, "{text}");
        }
    }

    #[test]
    fn every_way_to_end_has_its_reason() {
        let white_wins = Some(Outcome::Win(Side::First));
        let black_wins = Some(Outcome::Win(Side::Second));
        let drawn = Some(Outcome::Draw);
        for (state, outcome, is_final, reason) in [
            ("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1", white_wins, true, "checkmate"),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black_wins, true, "checkmate"),
            ("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 100 90", white_wins, true, "checkmate"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", drawn, true, "stalemate"),
            ("7k/8/8/5QK1/8/8/8/8 b - - 100 90", drawn, false, "fifty moves without a capture or a pawn's move"),
            ("7k/8/8/5QK1/8/8/8/8 b - - 99 90", None, false, ""),
            ("7k/8/8/6K1/8/8/8/8 b - - 0 1", drawn, false, "insufficient material"),
            ("7k/8/8/6K1/8/8/8/N7 b - - 0 1", drawn, false, "insufficient material"),
            ("7k/8/8/6K1/8/8/8/b7 b - - 0 1", drawn, false, "insufficient material"),
            ("7k/8/8/6K1/8/8/7B/b7 b - - 0 1", drawn, false, "insufficient material"),
            ("7k/8/8/B1B3K1/8/8/7B/b7 b - - 0 1", drawn, false, "insufficient material"),
            ("7k/8/8/6K1/8/8/7B/bB6 b - - 0 1", None, false, ""),
            ("7k/8/8/6K1/8/8/7n/b7 b - - 0 1", None, false, ""),
            ("7k/8/8/6K1/8/8/7n/n7 b - - 0 1", None, false, ""),
            ("7k/8/8/6K1/8/8/P7/8 b - - 0 1", None, false, ""),
        ] {
            let position = position(state);
            assert_eq!((position.outcome(), position.is_final()), (outcome, is_final), "{state}");
            if outcome.is_some() {
                assert_eq!(position.reason(), reason, "{state}");
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.is_empty(), is_final, "{state}");
        }
    }

    #[test]
    fn twins_of_twins_are_the_position() {
        let castling = position("r3k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 4 9");
        let twins: Vec<String> = castling.twins().iter().map(Notation::state).collect();
        assert_eq!(twins, ["r3k3/8/8/3Pp3/8/8/8/R3K2R w Kq e6 4 9"]);
        let twins = position("1rk5/8/8/8/8/8/8/1RK3R1 w GBb - 0 1 chess960").twins();
        let twins: Vec<String> = twins.iter().map(Notation::state).collect();
        assert_eq!(twins, ["1rk3r1/8/8/8/8/8/8/1RK5 b Bgb - 0 1 chess960"]);
        let position = position("4k3/8/8/8/3pP3/8/8/R3K3 b - e3 0 1");
        let twins: Vec<String> = position.twins().iter().map(Notation::state).collect();
        assert_eq!(
            twins,
            [
                "3k4/8/8/8/3Pp3/8/8/3K3R b - d3 0 1",
                "3k3r/8/8/3pP3/8/8/8/3K4 w - d6 0 1",
                "r3k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
            ]
        );
        for twin in position.twins() {
            assert!(twin.twins().iter().any(|back| back.state() == position.state()), "{}", twin.state());
        }
    }
}
