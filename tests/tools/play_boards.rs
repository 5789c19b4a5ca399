//! Boards in the terminal: every game's boards can be drawn, every legal move can be typed, and each layout looks as it
//! should.

use plyd::catalogue::{AnyPosition, Game};
use plyd::drawing::{Look, draw_board};
use plyd::games::CATALOGUE;
use plyd::games::answer::Description;
use plyd::games::board::{Content, Piece, RowColumn};
use plyd::search::Stop;
use plyd_terminal::play::meaning;

use crate::common::{Rng, layouts};

const LOOKS: [Look; 3] = [Look::PLAIN, Look::FULL, Look { unicode: true, color: false }];

fn described(position: &dyn AnyPosition) -> Description {
    position.describe(None, &Stop::default()).unwrap()
}

/// Calls `hold` for positions of random games from every example of every game.
fn for_positions(mut hold: impl FnMut(&Game, &dyn AnyPosition, &Description, &[RowColumn])) {
    for game in CATALOGUE.with(layouts::GAMES) {
        for (state, seed) in game.about.state_examples.iter().zip(0..) {
            let (mut position, mut rng, mut last) = (game.parse(state).unwrap(), Rng(seed), Vec::new());
            for _ in 0..60 {
                let described = described(&*position);
                hold(game, &*position, &described, &last);
                if described.legal_moves.is_empty() {
                    break;
                }
                let chosen = &described.legal_moves[rng.below(described.legal_moves.len())];
                position.play_named(&chosen.name).unwrap();
                last.clone_from(&chosen.cells);
            }
        }
    }
}

#[test]
fn every_board_can_be_drawn_with_all_that_lies_on_it_in_every_look() {
    for_positions(|game, _, described, last| {
        for (look, flipped) in LOOKS.into_iter().flat_map(|look| [(look, false), (look, true)]) {
            let drawn = draw_board(&game.about, described, last, flipped, look);
            assert_eq!(drawn.is_some(), game.about.layout.is_some(), "{}", game.id);
            let (Some(drawn), Some(board)) = (drawn, &described.board) else { continue };
            let text = drawn.text(look.color);
            assert!(drawn.width() <= 78, "{}:\n{text}", game.id);
            assert_eq!(text.contains('\u{1b}'), look.color, "{}:\n{text}", game.id);
            assert!(look.unicode || text.is_ascii(), "{}:\n{text}", game.id);
            let symbol_of =
                |piece: &Piece| if look.unicode { piece.symbol.to_owned() } else { piece.letter.to_string() };
            for piece in game.about.pieces.iter().filter(|_| look != Look::FULL) {
                let symbol = symbol_of(piece);
                // The tiles of both sides have the same symbol.
                let alike: Vec<&Piece> = game.about.pieces.iter().filter(|other| symbol_of(other) == symbol).collect();
                let lies = |content: &&Content| alike.iter().any(|like| **content == Content::Letter(like.letter));
                let count = board.iter().flatten().flatten().filter(lies).count();
                // Only pieces with a side are counted. A drawn edge is a piece too, but a horizontal one shows its
                // symbol several times, and a vertical one does not show it.
                let shown = if piece.side.is_some() { text.matches(&symbol).count() } else { count };
                let beside = described.files.iter().chain(&described.ranks);
                let beside: usize = beside.map(|label| label.matches(&symbol).count()).sum();
                assert_eq!(shown, count + beside, "{}: {} {symbol}\n{text}", game.id, described.standing.state);
            }
        }
    });
}

#[test]
fn every_legal_move_can_be_typed_by_its_name_in_quotes_and_by_a_label_that_is_its_own() {
    for_positions(|game, position, described, _| {
        for mv in &described.legal_moves {
            let own_label = mv.label.as_ref().filter(|label| {
                let others = described.legal_moves.iter().filter(|other| other.name != mv.name);
                !others.clone().any(|other| other.label.as_ref() == Some(*label) || other.name == **label)
            });
            let quoted = serde_json::to_string(&mv.name).unwrap();
            for typed in [&mv.name, &quoted].into_iter().chain(own_label) {
                let meant = meaning(position, described, typed);
                assert_eq!(meant, Ok(mv), "{}: {typed} in {}", game.id, described.standing.state);
            }
        }
    });
}

/// A board that a legal move leads to, with that move marked.
fn drawn(game: &str, state: &str, moves: &[&str], flipped: bool, look: Look) -> String {
    let catalogue = CATALOGUE.with(layouts::GAMES);
    let game = catalogue.find(game).unwrap();
    let mut position = game.parse(state).unwrap();
    let mut last = Vec::new();
    for name in moves {
        let legal = described(&*position).legal_moves;
        last.clone_from(&legal.iter().find(|mv| mv.name == *name).unwrap().cells);
        position.play_named(name).unwrap();
    }
    draw_board(&game.about, &described(&*position), &last, flipped, look).unwrap().text(look.color)
}

fn plain(game: &str, moves: &[&str], flipped: bool) -> String {
    let start = CATALOGUE.with(layouts::GAMES).find(game).unwrap().about.start();
    drawn(game, start, moves, flipped, Look::PLAIN)
}

#[test]
fn chess_and_checkers_look_as_their_players_expect_from_either_side() {
    let white = "\
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6     .     .     .     .
5  .     .     .     .
4     .     . [P] .     .
3  .     .     .     .
2  P  P  P  P [ ] P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
";
    assert_eq!(plain("chess", &["e2e4"], false), white);
    let black = plain("chess", &["e2e4"], true);
    assert!(black.starts_with("1  R  N  B  K  Q  B  N  R\n2  P  P  P [ ] P  P  P  P\n"), "{black}");
    assert!(black.ends_with("8  r  n  b  k  q  b  n  r\n   h  g  f  e  d  c  b  a\n"), "{black}");
    let checkers = "
      b         b         b         b
 b         b         b         b
      b9        b10       b11       b12
 13        14        15        16
      .         .         .         .
 w         w         w         w
      w         w         w         w
 w         w         w         w
";
    assert_eq!(format!("\n{}", plain("checkers", &[], false)), checkers);
}

#[test]
fn lines_cross_where_points_are_played_on() {
    let unicode = Look { unicode: true, color: false };
    let gomoku = drawn("gomoku", "4/4/4 X 3", &["b2"], false, unicode);
    assert_eq!(gomoku, "3  ┌─┬─┬─┐\n2  ├(●)┼─┤\n1  └─┴─┴─┘\n   a b c d\n");
    assert_eq!(plain("gomoku", &[], false).lines().last(), Some("    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o"));
    let morris = drawn("three-mens-morris", "......... X", &["b2"], false, unicode);
    let lines = "3  ┌───┬───┐\n   │ ╲ │ ╱ │\n2  ├──(●)──┤\n   │ ╱ │ ╲ │\n1  └───┴───┘\n   a   b   c\n";
    assert_eq!(morris, lines);
    assert_eq!(
        plain("three-mens-morris", &[], false),
        "3  +---+---+\n   | \\ | / |\n2  +---+---+\n   | / | \\ |\n1  +---+---+\n   a   b   c\n"
    );
}

#[test]
fn tiles_that_point_down_have_a_v_and_characters_take_two_columns() {
    let unicode = Look { unicode: true, color: false };
    let state = "rbsgk/4p/5/P4/KGSBR b - 1";
    let black = drawn("minishogi", state, &["1e1c"], false, unicode);
    assert_eq!(
        black,
        "\
a  v飛  v角  v銀  v金  v王
b    ·    ·    ·    ·  v歩
c    ·    ·    ·    · [ 飛]
d   歩    ·    ·    ·    ·
e   玉   金   銀   角 [  ·]
    5    4    3    2    1
"
    );
    let white = drawn("minishogi", state, &["1e1c"], true, unicode);
    assert!(white.starts_with("e [  ·] v角  v銀  v金  v玉\nd    ·    ·    ·    ·  v歩\n"), "{white}");
    let river = drawn("xiangqi", "3k5/9/9/9/4p4/4P4/9/9/9/4K4 w - - 0 1", &["e4e5"], false, unicode);
    let banks = "5  ├───┴───┴───┴──(兵)─┴───┴───┴───┤\n   │                               │\n4  ├";
    assert!(river.contains(banks), "{river}");
    assert!(
        plain("xiangqi", &[], false).starts_with("9  r---n---b---a---k---a---b---n---r\n   |   |   |   | \\ | / |")
    );
}

#[test]
fn other_layouts_look_as_on_the_table() {
    assert_eq!(plain("tiny-hex", &["b2"], false), "   a   b   c\n1  .   .   .\n  2  .  [X]  .\n    3  .   .   .\n");
    assert_eq!(plain("tiny-kalah", &["1"], false), "\n    (2) (2)\n[0]         [1]\n    <0> (3)\n         2\n");
    assert_eq!(plain("tiny-kalah", &[], true), "     2   1\n    (2) (2)\n[0]         [0]\n    (2) (2)\n\n");
    assert_eq!(plain("tiny-dots-and-boxes", &["1", "3"], false), "+---+ 2 +\n#   4   5\n+ 6 + 7 +\n");
    assert_eq!(plain("bones", &["2"], false), "19  ||||| ||||| ||||| ||||\n");
    assert_eq!(drawn("bones", "1000000000:3 max", &[], false, Look::PLAIN), "1000000000\n");
    assert_eq!(plain("drops", &["G*a1"], false), "2  .  .\n1 [G] .\n   a  b\n");
    let four = plain("connect-four", &["4", "4"], false);
    assert!(four.ends_with(" .  .  . [O] .  .  .\n .  .  .  X  .  .  .\n 1  2  3  4  5  6  7\n"), "{four}");
}

#[test]
fn a_typed_text_with_several_meanings_names_them() {
    let chess = CATALOGUE.find("chess").unwrap();
    let position = chess.parse("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1").unwrap();
    let described = described(&*position);
    let meant =
        |typed: &str| meaning(&*position, &described, typed).map_or_else(|sentence| sentence, |mv| mv.name.clone());
    // The bishop is blocked, so a capital B can only mean the pawn.
    assert_eq!((meant("bxc3"), meant("BXC3")), ("b2c3".to_owned(), "b2c3".to_owned()));
    assert_eq!(meant("b"), "\"b\" could be b2b3 (b3), b2c3 (bxc3), b2b4 (b4)");
}
