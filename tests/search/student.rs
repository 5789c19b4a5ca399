//! A student's own tic-tac-toe program, which shares no code with plyd. The contract and docs/explanation/articles.md
//! give its counts next to plyd's.

use std::fs;

use plyd::games::TicTacToe;
use plyd::notation::Notation;
use plyd::search::{Algorithm, Limits, Question, Stop, Table, search};

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Alpha-beta as introductions print it. Such programs differ in the order in which they try squares, and in the value
/// of a win after some number of moves.
struct Program {
    order: [usize; 9],
    win: fn(i32) -> i32,
    nodes: u32,
}

impl Program {
    /// The value for `side`, which is 1 or −1, if `taken` squares are taken.
    fn value(&mut self, board: &mut [i32; 9], side: i32, taken: i32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if LINES.iter().any(|line| line.iter().all(|square| board[*square] == -side)) {
            return -(self.win)(taken);
        }
        if taken == 9 {
            return 0;
        }
        let mut best = -1000;
        for square in self.order {
            if board[square] == 0 {
                board[square] = side;
                best = best.max(-self.value(board, -side, taken + 1, -beta, -alpha));
                board[square] = 0;
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

fn count(order: [usize; 9], win: fn(i32) -> i32) -> u32 {
    let mut program = Program { order, win, nodes: 0 };
    assert_eq!(program.value(&mut [0; 9], 1, 0, -1000, 1000), 0);
    program.nodes
}

#[test]
fn the_counts_that_the_docs_name_are_those_of_a_program_apart() {
    let by_distance: fn(i32) -> i32 = |taken| 100 - taken;
    let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let own = count([4, 0, 2, 6, 8, 1, 3, 5, 7], by_distance);
    let (by_rows, by_sign) = (count(rows, by_distance), count(rows, |_| 1));
    assert_eq!((own, by_rows, by_sign), (7_865, 20_866, 18_297));
    let question = Question { algorithm: Algorithm::Textbook, ..Question::new(Limits::depth(9)) };
    let start = TicTacToe::parse(TicTacToe::ABOUT.start()).unwrap();
    let found = search(&start, &question, &mut Table::new(0), &Stop::default(), &mut |_| ());
    assert_eq!(found.stats.nodes, u64::from(own));
    for path in ["openapi.yaml", "docs/explanation/articles.md"] {
        let text = fs::read_to_string(path).unwrap();
        assert!(["7,865", "20,866", "18,297"].iter().all(|count| text.contains(count)), "{path}");
    }
}
