//! Texts of strangers: records and positions as other programs, servers, books and pages write them.

use crate::common::server::Server;
use serde_json::{Value, json};

/// What a request has to be answered with.
enum Right {
    /// The moves of a record.
    Moves(&'static str),
    /// The state of a position, or the state in which a record begins.
    State(&'static str),
    /// The state in which a record begins, its moves and its result.
    Game(&'static str, &'static str, Option<&'static str>),
    /// An error with this code, which says this.
    Refused(&'static str, &'static str),
}
use Right::{Game, Moves, Refused, State};

/// A name for the failure, the game, the operation, its field, the text, and what is right.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str, Right);

/// Transcripts as moves, and the wrappings and spellings of scores.
const SCORES: &[Case] = &[
    (
        "moves-transcript-othello",
        "othello",
        "position",
        "moves",
        "f5d6c3",
        State("------------------X--------XX------OXX-----O-------------------- O"),
    ),
    ("moves-transcript-connect-four", "connect-four", "position", "moves", "4435", State("7/7/7/7/3O3/2XXO2 X")),
    ("moves-transcript-hex", "hex", "position", "moves", "a2f6", State("11/X10/11/11/11/5O5/11/11/11/11/11 X")),
    ("wrapper-2", "chess", "record", "record", "```pgn\n1. e4 e5 2. Nf3\n```", Moves("e2e4 e7e5 g1f3")),
    ("wrapper-3", "chess", "record", "record", "```\n[Event \"x\"]\n\n1. e4 e5 *\n```", Moves("e2e4 e7e5")),
    ("wrapper-4", "chess", "record", "record", "<p>1. e4 e5 2. Nf3</p>", Moves("e2e4 e7e5 g1f3")),
    ("wrapper: a forum", "chess", "record", "record", "[pgn]1. e4 e5 2. Nf3[/pgn]", Moves("e2e4 e7e5 g1f3")),
    ("wrapper: no word", "chess", "record", "record", "```1. e4 e5```", Moves("e2e4 e7e5")),
    ("wrapper: HTML", "chess", "record", "record", "1.&nbsp;e4<br>e5<br />2.&nbsp;<b>Nf3</b>", Moves("e2e4 e7e5 g1f3")),
    ("wrapper: a transcript", "othello", "record", "record", "```\nf5d6c3\n```", Moves("f5 d6 c3")),
    ("wrapper: SGF", "gomoku", "record", "record", "[code](;GM[4]SZ[15];B[hh])[/code]", Moves("h8")),
    ("wrapper: a list", "tic-tac-toe", "record", "record", "<p>b2 a1</p>", Moves("b2 a1")),
    ("numbers-1", "chess", "record", "record", "1) e4 e5 2) Nf3 Nc6 *", Moves("e2e4 e7e5 g1f3 b8c6")),
    ("numbers-2", "chess", "record", "record", "1: e4 e5 2: Nf3 *", Moves("e2e4 e7e5 g1f3")),
    ("numbers-3", "chess", "record", "record", "1- e4 e5 2- Nf3 *", Moves("e2e4 e7e5 g1f3")),
    ("numbers-4", "chess", "record", "record", "1.) e4 e5 2.) Nf3 *", Moves("e2e4 e7e5 g1f3")),
    ("numbers: no space", "chess", "record", "record", "1)e4 e5 2)Nf3", Moves("e2e4 e7e5 g1f3")),
    ("numbers: a variation", "chess", "record", "record", "1) e4 e5 (1) c5 2) Nf3) 2) d4 *", Moves("e2e4 e7e5 d2d4")),
    ("numbers: a variation ends", "chess", "record", "record", "1. e4 e5 (1. d4 2) 2. d4", Moves("e2e4 e7e5 d2d4")),
    ("numbers: PDN", "checkers", "record", "record", "1- 11-15 23-19 2- 8-11 *", Moves("11-15 23-19 8-11")),
    ("numbers: PDN with spaces", "checkers", "record", "record", "1. 11- 15 23- 19 *", Moves("11-15 23-19")),
    (
        "numbers: PDN with both",
        "checkers",
        "record",
        "record",
        "1- 11- 15 23- 19 2- 8- 11 *",
        Moves("11-15 23-19 8-11"),
    ),
    (
        "numbers: a list with both",
        "checkers",
        "record",
        "record",
        "1- 11- 15 23- 19 2- 8- 11",
        Moves("11-15 23-19 8-11"),
    ),
    ("numbers: PDN in parentheses", "draughts", "record", "record", "1) 32-28 19-23 *", Moves("32-28 19-23")),
    ("numbers: Othello", "othello", "record", "record", "1- f5 d6 2- c3", Moves("f5 d6 c3")),
    ("numbers: columns", "connect-four", "record", "record", "1: 4 4 2: 3", Moves("4 4 3")),
    ("numbers: columns in parentheses", "connect-four", "record", "record", "1) 4 4 2) 3", Moves("4 4 3")),
    ("glued-1", "chess", "record", "record", "1. e4 e5 2. Nf3+- Nc6 *", Moves("e2e4 e7e5 g1f3 b8c6")),
    ("glued-2", "chess", "record", "record", "1. e4 e5 2. Nf3= Nc6 *", Moves("e2e4 e7e5 g1f3 b8c6")),
    ("glued-3", "chess", "record", "record", "1. e4 e5 2. Nf3N Nc6 *", Moves("e2e4 e7e5 g1f3 b8c6")),
    ("glued: slashes", "chess", "record", "record", "1. e4+/= e5=/+ 2. Nf3N!?", Moves("e2e4 e7e5 g1f3")),
    (
        "glued: signs",
        "chess",
        "record",
        "record",
        "1. e4± e5∞ 2. Nf3→ Nc6⇆ 3. Bb5 N",
        Moves("e2e4 e7e5 g1f3 b8c6 f1b5"),
    ),
    ("glued: draughts", "draughts", "record", "record", "1. 32-28+- 19-23= *", Moves("32-28 19-23")),
    (
        "glued: a promotion",
        "chess",
        "record",
        "record",
        "[FEN \"7k/P6p/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8N *",
        Game("7k/P6p/8/8/8/8/8/K7 w - - 0 1", "a7a8n", Some("*")),
    ),
    ("old-2", "chess", "record", "record", "1. f3 e5 2. g4 Qh4mate", Moves("f2f3 e7e5 g2g4 d8h4")),
    ("old: mate", "chess", "record", "record", "1. f3 e5 2. g4 Qh4 mate", Moves("f2f3 e7e5 g2g4 d8h4")),
    ("old: check", "chess", "record", "record", "1. e4 f5 2. Qh5ch g6 3. Qxg6 ch.", Moves("e2e4 f7f5 d1h5 g7g6 h5g6")),
    (
        "old: discovered",
        "chess",
        "record",
        "record",
        "1. e4 f5 2. Qh5 dis.ch. g6 3. Nf3dbl.ch",
        Moves("e2e4 f7f5 d1h5 g7g6 g1f3"),
    ),
    ("old: two signs", "chess", "record", "record", "1. f3 e5 2. g4 Qh4++", Moves("f2f3 e7e5 g2g4 d8h4")),
    ("old-4", "chess", "record", "record", "1. e4\u{200b} e5 2. Nf3\u{200e}", Moves("e2e4 e7e5 g1f3")),
    (
        "old: marks",
        "chess",
        "record",
        "record",
        "\u{feff}\u{200b}1.\u{200b}e\u{ad}4 e5\u{feff} 1-0\u{200f}",
        Moves("e2e4 e7e5"),
    ),
    ("old: marks in a transcript", "othello", "record", "record", "f5\u{200b}d6\u{ad}c3", Moves("f5 d6 c3")),
    (
        "old: marks in a transcript of moves",
        "connect-four",
        "position",
        "moves",
        "44\u{200b}35",
        State("7/7/7/7/3O3/2XXO2 X"),
    ),
    (
        "old: marks in moves",
        "chess",
        "position",
        "moves",
        "e4\u{200b} e5\u{200e}",
        State("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
    ),
];

/// Positions of other programs, and records that begin from them.
const POSITIONS: &[Case] = &[
    (
        "othello-txt-board",
        "othello",
        "record",
        "record",
        "-------------------O-------OO------XO--------------------------- X;D2C3",
        Game("-------------------O-------OO------XO--------------------------- X", "d2 c3", None),
    ),
    (
        "a board before columns",
        "connect-four",
        "record",
        "record",
        "7/7/7/7/3X3/3OX2 O;44",
        Game("7/7/7/7/3X3/3OX2 O", "4 4", None),
    ),
    (
        "othello-state-1",
        "othello",
        "position",
        "state",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;",
        State("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
    ),
    (
        "OBF: a remark",
        "othello",
        "position",
        "state",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; % FFO 40; easy",
        State("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
    ),
    (
        "OBF: something else",
        "othello",
        "position",
        "state",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8;",
        Refused("invalid_state", "after the position comes \"G8\""),
    ),
    (
        "othello-state-3",
        "othello",
        "position",
        "state",
        "..bbbbb..wwwbb.w.wwwbbwb.wbwbwbbwbbbwbbb..bwbwbb.bbbwww..wwwww..;b",
        State("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
    ),
    (
        "GGF's board",
        "othello",
        "position",
        "state",
        "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
        State("---------------------------OX------XO--------------------------- X"),
    ),
    (
        "rows on lines",
        "othello",
        "position",
        "state",
        "________\n________\n________\n___OX___\n___XO___\n________\n________\n________\nX",
        State("---------------------------OX------XO--------------------------- X"),
    ),
    (
        "pawns as discs",
        "othello",
        "position",
        "state",
        "8/8/8/3pP3/3Pp3/8/8/8[PPPPpppp] w 0 1",
        State("---------------------------OX------XO--------------------------- X"),
    ),
    (
        "anti-Othello",
        "othello",
        "record",
        "record",
        "(;GM[Othello]TY[8a]B[f5];)",
        Refused("invalid_record", "anti-Othello"),
    ),
    (
        "another size",
        "othello",
        "record",
        "record",
        "(;GM[Othello]TY[10]B[f5];)",
        Refused("invalid_record", "expected 8"),
    ),
    (
        "an unfinished game",
        "othello",
        "record",
        "record",
        "(;GM[Othello]RE[-127]TY[8]B[f5]W[d6];)",
        Game("---------------------------OX------XO--------------------------- X", "f5 d6", Some("*")),
    ),
    (
        "hex-2",
        "hex",
        "record",
        "record",
        "https://hexworld.org/board/#21c1,k11",
        Refused("invalid_record", "the board has 21 rows, expected 2 to 19"),
    ),
    (
        "hex-4",
        "hex",
        "record",
        "record",
        "1. a2 S 2. f6",
        Game("11/11/11/11/11/11/11/11/11/11/11 X swap", "a2 swap f6", None),
    ),
    (
        "a swap of pieces",
        "hex",
        "record",
        "record",
        "1. a2 swap-pieces 2. f6",
        Game("11/11/11/11/11/11/11/11/11/11/11 X swap", "a2 swap f6", None),
    ),
    ("hex-5", "hex", "record", "record", "#11x9,a1", Refused("invalid_record", "a rectangle of 11 columns and 9 rows")),
    ("a pass", "hex", "record", "record", "a2 pass f6", Refused("invalid_record", "there are no passes")),
    ("a pass of SGF", "hex", "record", "record", "(;GM[11]SZ[11];B[a2];W[])", Refused("invalid_record", "no passes")),
    ("a pass of HexWorld", "hex", "record", "record", "#11,a2:pf6", Refused("invalid_record", "there are no passes")),
    ("a flat board", "hex", "position", "state", ".X....O.. X", State("1X1/3/O2 X")),
    ("state-ataxx-77", "ataxx", "position", "state", "P5p/7/7/7/7/7/p5P w 0 1", State("x5o/7/7/7/7/7/o5x x 0 1")),
    (
        "gaps and all fields",
        "ataxx",
        "position",
        "state",
        "P5p/7/2*1*2/7/2*1*2/7/p5P b - - 3 4",
        State("x5o/7/2-1-2/7/2-1-2/7/o5x o 3 4"),
    ),
    ("a stone dropped", "ataxx", "record", "record", "P@b6 a1a3", Moves("b6 a1a3")),
    ("state-tic-tac-toe-81", "tic-tac-toe", "position", "state", "XO_______ X", State("XO./.../... X")),
    ("all parts by _", "tic-tac-toe", "position", "state", "XO________X", State("XO./.../... X")),
    ("a list", "tic-tac-toe", "position", "state", "[1, 2, 0, 0, 0, 0, 0, 0, 0]", State("XO./.../... X")),
    ("a line of a data set", "tic-tac-toe", "position", "state", "x,o,b,b,b,b,b,b,b", State("XO./.../... X")),
    ("pawns in hand", "tic-tac-toe", "position", "state", "Pp1/3/3[PPPPppp] w - - 0 2", State("XO./.../... X")),
    ("lines of x and o", "tic-tac-toe", "position", "state", "xo.\n...\n...", State("XO./.../... X")),
    (
        "a list of columns and rows",
        "connect-four",
        "position",
        "state",
        "[0,0,0,0,0,0,0, 0,0,0,0,0,0,0, 0,0,0,0,0,0,0, 0,0,0,0,0,0,0, 0,0,0,1,0,0,0, 0,0,0,2,1,0,0]",
        State("7/7/7/7/3X3/3OX2 O"),
    ),
    (
        "a line of a data set by columns",
        "connect-four",
        "position",
        "state",
        "b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,o,x,b,b,b,b,x,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,win",
        State("7/7/7/7/3X3/3OX2 O"),
    ),
    (
        "pawns in columns",
        "connect-four",
        "position",
        "state",
        "7/7/7/7/3P3/3pP2[PPPPpppp] b - - 0 2",
        State("7/7/7/7/3X3/3OX2 O"),
    ),
    (
        "flat rows",
        "connect-four",
        "position",
        "state",
        "...............................X......OX.. O",
        State("7/7/7/7/3X3/3OX2 O"),
    ),
    ("a flat square", "gomoku", "position", "state", ".....X..O....... X 3", State("4/1X2/O3/4 X 3")),
    (
        "the Hub protocol",
        "draughts",
        "position",
        "state",
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        State(
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
             B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
        ),
    ),
    (
        "the Hub protocol on 32 squares",
        "russian-draughts",
        "position",
        "state",
        "bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW",
        State("B:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,Kg1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    ),
    ("a protocol of mancala", "kalah", "position", "state", "<3,1,2,3,0,3,3,3,3>", State("3,0,3,1/3,3,3,2 south")),
    (
        "OpenSpiel's mancala",
        "kalah",
        "position",
        "state",
        "-4-4-4-4-4-4-\n0-----------1\n-4-4-0-5-5-5-\nCurrent player: 1\nMove number: 1",
        State("4,4,0,5,5,5,1/4,4,4,4,4,4,0 north"),
    ),
    (
        "an array with stores last or first",
        "kalah",
        "position",
        "state",
        "[4,4,0,5,5,5,1,4,4,4,4,4,4,0]",
        Refused(
            "invalid_state",
            "mean 4,4,0,5,5,5,1/4,4,4,4,4,4,0 or, with north's store first, 4,0,5,5,5,1,4/4,4,4,4,4,0,4",
        ),
    ),
];

async fn check(cases: &[Case]) {
    let server = Server::default();
    let mut wrong = Vec::new();
    for (id, game, operation, field, text, right) in cases {
        let answer = server.post(&format!("/v1/games/{game}/{operation}"), json!({ *field: text }).to_string()).await;
        let (status, body) = (answer.status.as_u16(), answer.json());
        let names = |moves: &str| moves.split(' ').map(Value::from).collect::<Vec<_>>();
        let is_right = match right {
            Moves(moves) => status == 200 && body["moves"] == json!(names(moves)),
            State(state) => status == 200 && body["state"] == *state,
            Game(state, moves, result) => {
                status == 200
                    && body["state"] == *state
                    && body["moves"] == json!(names(moves))
                    && body["result"] == json!(result)
            }
            Refused(code, says) => {
                let detail = body["detail"].as_str().unwrap_or_default();
                status == 422 && body["code"] == *code && body["path"] == *field && detail.contains(says)
            }
        };
        if !is_right {
            wrong.push(format!("{id}: {status} {body}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn scores_are_read_as_books_and_pages_write_them() {
    check(SCORES).await;
}

#[tokio::test]
async fn positions_are_read_as_other_programs_write_them() {
    check(POSITIONS).await;
}
