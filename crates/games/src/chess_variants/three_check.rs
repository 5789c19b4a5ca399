//! Three-check: the third check wins.

use cozy_chess::{BitBoard, Color, Square};

use super::board::{Board, Played, Variant, side};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::chess::squares::{invalid, name, quoted};
use crate::measured;
use crate::notation::{About, InvalidState};
use plyd_search::mix;
use plyd_search::position::Outcome;

/// Three-check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeCheck;

/// The check that wins.
const CHECKS: u8 = 3;

/// The value of the checks that a side has given.
const GIVEN: [i32; CHECKS as usize + 1] = [0, 120, 350, 0];

/// How many checks each side still has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChecksLeft(pub(super) [u8; Color::NUM]);

impl Default for ChecksLeft {
    fn default() -> Self {
        Self([CHECKS; Color::NUM])
    }
}

impl Variant for ThreeCheck {
    type Extra = ChecksLeft;

    const ABOUT: About = About {
        title: "Three-check",
        summary: "Chess in which the third check wins.",
        rules: with_draws!(
            "White moves first. The rules are those of chess, and a player who gives check for the third time wins. \
                A double check counts once. Two bare kings are a draw."
        ),
        state_notation: state_notation!(
            " After the en passant square comes how many checks each side still has to give, White's first: \
                         `3+3`. Also accepted: the checks already given, at the end of the FEN: `+0+0`."
        ),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            "rn1q1rk1/pppbppnp/5b2/PB1p2p1/6PP/1P6/1BPP1PR1/1N1QK1NR w K - 2+3 3 13",
            "4k3/8/8/8/8/8/4P3/R3K3 w Q - 1+2 0 1",
            "r3k2r/pPp2ppp/8/8/8/8/P1P2PPP/R3K2R w KQkq - 2+3 0 1",
            "4k3/8/8/8/8/8/8/4KR2 b - - 0+3 0 1",
        ],
        move_notation: move_notation!(""),
        move_examples: &["e2e4", "g1f3", "e1g1", "b7b8q"],
        ..common(&measured::THREE_CHECK)
    };

    const TAGS: &'static [[&'static str; 2]] = &[["Three-check", ""], ["3-check", ""], ["Three-check chess", ""]];

    const ATTACK: i32 = 150;

    fn settle(board: &mut Board<Self>, _: Played) {
        if board.is_check() {
            let left = &mut board.extra.0[!board.side as usize];
            *left = left.saturating_sub(1);
        }
    }

    fn goals(board: &Board<Self>) -> BitBoard {
        if board.extra.0[board.side as usize] == 1 { BitBoard::FULL } else { BitBoard::EMPTY }
    }

    fn reaches_goal(board: &Board<Self>, mv: Move) -> bool {
        !Self::goals(board).is_empty() && board.is_checking(mv)
    }

    fn goal(board: &Board<Self>) -> Option<Outcome> {
        let winner = Color::ALL.into_iter().find(|color| board.extra.0[*color as usize] == 0)?;
        Some(Outcome::Win(side(winner)))
    }

    fn goal_reason(_: &Board<Self>) -> &'static str {
        "the third check"
    }

    fn take_extra(fields: &mut Vec<&str>) -> Result<ChecksLeft, InvalidState> {
        let read = |text: &str| {
            let (given, text) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
            let (white, black) = text.split_once('+')?;
            let [white, black] = [white, black].map(|count| count.parse().ok().filter(|count| *count <= CHECKS));
            let left = |count: u8| if given { CHECKS - count } else { count };
            Some(ChecksLeft([left(white?), left(black?)]))
        };
        let Some(index) = fields.iter().skip(1).position(|field| field.contains('+')) else {
            return Ok(ChecksLeft::default());
        };
        let text = fields.remove(index + 1);
        match read(text) {
            Some(ChecksLeft([0, 0])) => invalid("both sides have given three checks"),
            Some(left) => Ok(left),
            None => invalid(format!(
                "the checks are {}, expected those still to give, 3+3, or those given, +0+0, of at most {CHECKS} each",
                quoted(text)
            )),
        }
    }

    fn check(board: &Board<Self>) -> Result<(), InvalidState> {
        if board.extra.0[board.side as usize] == 0 {
            let side = name(board.side);
            return invalid(format!("{side} is to move, but has given three checks and won"));
        }
        Ok(())
    }

    fn counters(board: &Board<Self>) -> Option<[u8; 2]> {
        Some(board.extra.0)
    }

    fn checks(board: &Board<Self>) -> String {
        let [white, black] = board.extra.0;
        format!(" {white}+{black}")
    }

    fn moved_extra(extra: ChecksLeft, _: &dyn Fn(Square) -> Square, is_swapped: bool) -> ChecksLeft {
        let [white, black] = extra.0;
        if is_swapped { ChecksLeft([black, white]) } else { extra }
    }

    fn bonus(board: &Board<Self>, color: Color) -> i32 {
        GIVEN[usize::from(CHECKS - board.extra.0[color as usize])]
    }

    fn is_dead(board: &Board<Self>) -> bool {
        board.occupied().len() == 2
    }

    fn extra_key(board: &Board<Self>) -> u64 {
        let [white, black] = board.extra.0.map(u64::from);
        mix(white << 2 | black)
    }
}
