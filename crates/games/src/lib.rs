//! The games of plyd, one file or folder each: rules ([`Position`](plyd_search::position::Position)), static evaluation
//! ([`Evaluate`](plyd_search::Evaluate)) and text ([`Notation`]).
//!
//! Games do not depend on the service, nor on each other, except that the relatives of chess use what they share with it.
//!
//! A program that plays any game finds it by name:
//!
//! ```
//! use plyd_games::CATALOGUE;
//! use plyd_games::catalogue::Question;
//! use plyd_search::{Engine, Limits, Score, Stop};
//!
//! let game = CATALOGUE.find("tic-tac-toe").unwrap();
//! let mut position = game.parse("XOX/OX./..O X").unwrap();
//! assert_eq!(position.move_names(), ["a1", "b1", "c2"]);
//!
//! // A prepared search may run on any thread; the position stays here.
//! let search = position.duplicate().prepare(Question::new(Limits::depth(9)));
//! let answer = search(&mut Engine::new(1 << 20), &Stop::default(), None);
//! let found = &answer.analysis;
//! assert_eq!((found.best.as_deref(), found.score), (Some("a1"), Score::win_in(1)));
//!
//! position.play(answer.index.unwrap());
//! assert_eq!(position.standing().state, "XOX/OX./X.O O");
//! assert_eq!(position.winner(), Some(plyd_search::position::Side::First));
//! assert!(position.play_named("b1").is_err());
//! ```
//!
//! To play one game, use its type: [`TicTacToe`] and the others implement the traits of `plyd-search`, so its
//! [`search`](plyd_search::search()) accepts them. [`catalogue::Game::of`] makes an entry of your own game, and
//! [`laws::check`] checks the laws that every game here keeps.

pub mod advice;
pub mod answer;
mod any_position;
mod ataxx;
mod bits;
pub mod board;
mod bones;
mod breakthrough;
pub mod catalogue;
mod checkers;
mod chess;
mod chess_variants;
mod connect_four;
pub mod data;
mod diagonals;
mod dots_and_boxes;
mod draughts;
pub mod epd;
mod erased;
pub mod excerpt;
mod fields;
mod foreign;
mod game;
pub mod game_tree;
mod gomoku;
mod grid;
mod hex;
pub mod hint;
mod japanese;
mod kalah;
pub mod laws;
mod measured;
pub mod motif;
mod network;
mod nim;
mod nine_mens_morris;
pub mod notation;
pub mod opening;
mod othello;
mod oware;
mod pdn;
mod processor;
mod proof_number;
pub mod record;
pub mod review;
pub mod rules;
mod shogi;
mod shot;
mod sowing;
mod spelling;
mod suggest;
mod tactical;
#[cfg(test)]
mod testing;
mod three_by_three;
mod tic_tac_toe;
#[cfg(any(test, feature = "tools"))]
pub mod tools;
mod tree;
mod ultimate_tic_tac_toe;
mod xiangqi;

pub use ataxx::Ataxx;
pub use bones::Bones;
pub use breakthrough::Breakthrough;
pub use catalogue::{Catalogue, InvalidCatalogue, UnknownGame, nearest};
pub use checkers::Checkers;
pub use chess::Chess;
pub use chess_variants::{Antichess, Atomic, ChessVariant, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
pub use connect_four::ConnectFour;
pub use dots_and_boxes::DotsAndBoxes;
pub use draughts::{Brazilian, Draughts, International, Russian};
pub use gomoku::Gomoku;
pub use hex::Hex;
pub use kalah::Kalah;
pub use nim::Nim;
pub use nine_mens_morris::NineMensMorris;
pub use notation::Notation;
pub use othello::Othello;
pub use oware::Oware;
pub use shogi::{FiveByFive, NineByNine, Shogi};
pub use tic_tac_toe::TicTacToe;
pub use tree::Tree;
pub use ultimate_tic_tac_toe::UltimateTicTacToe;
pub use xiangqi::Xiangqi;

use game::Game;
use rules::Ruled;

/// All games that come with plyd. The laws run over this list, so a new game is tested even before it has its own
/// tests.
// Unit tests use the library's list, so that the searches of all games are not compiled again for them.
#[cfg(not(test))]
pub static CATALOGUE: Catalogue = Catalogue::new(&[
    Game::of::<TicTacToe>("tic-tac-toe").known_as(&["tictactoe", "ttt", "noughts-and-crosses"]),
    Game::of::<Bones>("bones"),
    Game::of::<Tree>("tree"),
    Game::of::<ConnectFour>("connect-four").known_as(&["connect4", "connect-4", "c4", "four-in-a-row"]),
    Game::of::<Gomoku>("gomoku").known_as(&["five-in-a-row", "mnk"]),
    Game::of::<Othello>("othello").known_as(&["reversi"]),
    Game::of::<Checkers>("checkers").known_as(&["english-draughts"]),
    Game::of::<Chess>("chess"),
    Game::of::<ChessVariant<Crazyhouse>>("crazyhouse").known_as(&["zh"]),
    Game::of::<ChessVariant<Antichess>>("antichess").known_as(&["giveaway", "losing-chess"]),
    Game::of::<ChessVariant<Atomic>>("atomic").known_as(&["atomic-chess"]),
    Game::of::<ChessVariant<ThreeCheck>>("three-check").known_as(&["3check", "threecheck", "3-check"]),
    Game::of::<ChessVariant<KingOfTheHill>>("king-of-the-hill").known_as(&["kingofthehill", "koth"]),
    Game::of::<ChessVariant<Horde>>("horde"),
    Game::of::<ChessVariant<RacingKings>>("racing-kings").known_as(&["racingkings", "racing"]),
    Game::of::<Shogi<NineByNine>>("shogi").known_as(&["japanese-chess"]),
    Game::of::<Shogi<FiveByFive>>("minishogi").known_as(&["mini-shogi", "gogo-shogi"]),
    Game::of::<Xiangqi>("xiangqi").known_as(&["chinese-chess"]),
    Game::of::<Draughts<International>>("draughts").known_as(&["international-draughts"]),
    Game::of::<Draughts<Russian>>("russian-draughts").known_as(&["shashki"]),
    Game::of::<Draughts<Brazilian>>("brazilian-draughts"),
    Game::of::<Kalah>("kalah").known_as(&["mancala"]),
    Game::of::<Oware>("oware").known_as(&["awari", "awale"]),
    Game::of::<NineMensMorris>("nine-mens-morris").known_as(&["mill", "merels"]),
    Game::of::<Breakthrough>("breakthrough"),
    Game::of::<Ataxx>("ataxx"),
    Game::of::<DotsAndBoxes>("dots-and-boxes").known_as(&["dots"]),
    Game::of::<UltimateTicTacToe>("ultimate-tic-tac-toe").known_as(&["super-tic-tac-toe", "uttt"]),
    Game::of::<Hex>("hex"),
    Game::of::<Nim>("nim"),
]);

/// The game whose rules come with its state. Every catalogue [finds](Catalogue::find) it, and none lists it, because it
/// has no start of its own.
pub static RULES: Game = Game::of::<Ruled<1>>("rules").read_by(rules::parse);
