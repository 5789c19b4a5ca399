//! Records that repeat one thing as often as they can: the worst texts for a reader that takes longer for each further
//! repetition.

use plyd::games::record::{Format, Record, RecordError};

/// A text that repeats one thing.
pub struct Repetition {
    pub game: &'static str,
    pub format: Format,
    /// The beginning, the part that is repeated, a part that is then repeated as often, and the end. `@` stands for
    /// letters that are different in every repetition.
    parts: [&'static str; 4],
    /// A part of the [`outcome`].
    pub says: &'static str,
}

/// Repetitions for every format, such as many tags, many comments or many moves.
pub const REPETITIONS: &[Repetition] = &[
    // Tags.
    pgn(["", "[@ \"b\"]\n", "", "\n1. e4 *"], GAME),
    pgn(["", "[A \"b\"]\n", "", "\n1. e4 *"], GAME),
    pgn(["", "[Result \"*\"]\n", "", "\n1. e4 *"], GAME),
    pgn(["[A \"", "b", "", "\"] 1. e4 *"], GAME),
    pgn(["[A \"", "\" ", "", "\"] 1. e4 *"], GAME),
    pgn(["[A \"", "\\", "", ""], "is never closed"),
    pgn(["[A \"", "\\\"   ]   x", "", "\"] 1. e4 *"], GAME),
    pgn(["[", "A", "", " \"b\"] 1. e4 *"], GAME),
    pgn(["", "[", "", ""], "this tag is malformed"),
    pgn(["[A \"b\"", " ", "", ""], "is never closed"),
    pgn(["1. e4 (", "[A \"b\"]", "", ""], "inside a variation"),
    // The start.
    pgn(["[FEN \"", "8/", "", "\"] *"], "FEN: "),
    pgn(["[FEN \"8/8/8/8/8/8/8/8 w ", "- ", "", "\"] *"], "FEN: "),
    pgn(["[FEN \"", "1", "", "\"] *"], "FEN: "),
    pgn(["[Variant \"", "a ", "", "\"] *"], "Variant: "),
    // Comments.
    pgn(["1. e4 ", "{a}", "", " *"], GAME),
    pgn(["1. e4 {", "a ", "", "} *"], GAME),
    pgn(["1. e4 {", "[%c]", "", "} *"], GAME),
    pgn(["1. e4 {", "[%", "", "} *"], GAME),
    pgn(["1. e4 {", "]", "", "} *"], GAME),
    pgn(["1. e4 ", ";a\n", "", "*"], GAME),
    pgn(["1. e4 * ", "{a}", "", ""], GAME),
    pgn(["1. e4\n", "%x\n", "", "*"], GAME),
    pgn(["", "{a}", "", "1. e4 *"], GAME),
    pgn(["", "{", "", ""], "this comment is never closed"),
    // Variations.
    pgn(["", "(", "", ""], "expected a move before"),
    pgn(["1. e4 ", "(", "", ""], "are open)"),
    pgn(["1. e4 ", "(", ")", " *"], GAME),
    pgn(["1. e4 ", "(1. d4 {a} $1)", "", " *"], GAME),
    pgn(["1. e4 ", ")", "", ""], "no open variation"),
    pgn(["1. e4 ", "(d4)", "", " *"], GAME),
    pgn(["1. e4 (1. ", "Nf3 Nf6 Ng1 Ng8 ", "", ") *"], GAME),
    pgn(["1. e4 (1. ", "d4 ", "", ") *"], GAME),
    pgn(["1. e4 (", "7 ", "", "d4) *"], GAME),
    pgn(["1. e4 (1. ", "x", "", ") *"], GAME),
    pgn(["1. e4 ", "(1. Kd3)", "", " *"], GAME),
    pgn(["1. e4 ", "(1. d4 ", ")", " *"], GAME),
    // Clocks and drawings.
    pgn(["1. e4 {", "[%csl Ga1]", "", "} *"], GAME),
    pgn(["1. e4 {[%cal ", "Ra1b2,", "", "Ga1a2]} *"], GAME),
    pgn(["1. e4 {[%csl G", "a", "", "1]} *"], GAME),
    pgn(["1. e4 {[%clk ", "1:", "", "00]} *"], GAME),
    pgn(["1. e4 {[%clk 0.", "1", "", "]} *"], GAME),
    pgn(["1. e4 {", "[%clk 0:01]", "", "} *"], GAME),
    // Annotations.
    pgn(["1. e4 ", "$1", "", " *"], GAME),
    pgn(["1. e4 ", "!? ", "", " *"], GAME),
    pgn(["1. e4", "!", "", " *"], GAME),
    pgn(["1. e4 ", "= ", "", " *"], GAME),
    pgn(["1. e4 ", "e.p. ", "", " *"], GAME),
    pgn(["1. e4 $", "1", "", " *"], GAME),
    // Numbers.
    pgn(["", "1. ", "", "e4 *"], GAME),
    pgn(["1. e4 ", "1... ", "", "e5 *"], GAME),
    pgn(["1. e4 ", "…", "", "e5 *"], GAME),
    pgn(["1. e4 ", ". ", "", "e5 *"], GAME),
    pgn(["1. e4 ", "1 ", "", "e5 *"], GAME),
    pgn(["1. e4 ", "1", "", ". e5 *"], GAME),
    pgn(["1. e4 ", "7", "", " e5 *"], GAME),
    pgn(["1. e4 ", "1) ", "", "e5 *"], GAME),
    pgn(["1. e4 ", "1- ", "", "e5 *"], "cannot be played here"),
    pgn(["1. e4 ", "1-\n", "", "e5 *"], GAME),
    pgn(["", "1) e4 ", "", "*"], "cannot be played here"),
    // What pages put around records.
    pgn(["", "[pgn]", "", "1. e4 *"], GAME),
    pgn(["1. e4 *", "[/pgn]", "", ""], GAME),
    pgn(["<", "[A \"b\"]", "", "1. e4 *"], "expected a tag, a comment or a move"),
    pgn(["1. e4 ", "<br>", "", "*"], GAME),
    pgn(["1. e4 *", "<br>", "", ""], GAME),
    pgn(["1. e4 ", "<p", "", "*"], "expected a tag, a comment or a move"),
    pgn(["1. e4 ", ">", "", ""], "expected a tag, a comment or a move"),
    pgn(["", "```\n", "", "1. e4 *"], GAME),
    pgn(["", "`", "", "1. e4 *"], GAME),
    pgn(["1. e4 ", "&nbsp;", "", "*"], GAME),
    pgn(["1. e4", "\u{200b}", "", " *"], GAME),
    pgn(["1. e4 {\u{200b}} ", "{\u{200b}}", "", " *"], GAME),
    // White space.
    pgn(["1. e4", " ", "", "*"], GAME),
    pgn(["1. e4", "\n", "", "*"], GAME),
    pgn(["1. e4 -", " ", "", "*"], "cannot be played here"),
    // Results, and games.
    pgn(["1. e4 ", "* ", "", ""], GAME),
    pgn(["", "1-0 ", "", ""], GAME),
    pgn(["", "1. e4 *\n\n", "", ""], GAME),
    pgn(["", "1. e4 e5\n\n", "", ""], GAME),
    pgn(["", "[A \"b\"]\n\n*\n\n", "", ""], GAME),
    // Moves.
    pgn(["", "1. Nf3 Nf6 2. Ng1 Ng8 ", "", ""], GAME),
    pgn(["", "Nf3 Nf6 Ng1 Ng8 ", "", ""], "the record has more than 2000 plies"),
    pgn(["", "x", "", ""], "cannot be played here"),
    pgn(["", "e4", "", ""], "cannot be played here"),
    pgn(["", "e - ", "", ""], "cannot be played here"),
    pgn(["", "28 x ", "", ""], "cannot be played here"),
    pgn(["", "\"", "", ""], "expected a tag, a comment or a move"),
    pgn(["1. e4 ", "/FEN \"8/8\"/ ", "", ""], "the position changes"),
    pgn(["", "/FEN \"8/8\"/ ", "", "*"], "FEN: "),
    pdn(["", "/FEN \"W:W31:B20\"/ ", "", "*"], GAME),
    pdn(["[FEN \"W:W", "31,", "", ":B20\"] *"], "FEN: "),
    pdn(["[FEN \"W:W31:B20:", "H", "", "\"] *"], "FEN: "),
    pdn(["[FEN \"W:W31:B20", ".", "", "\"] *"], GAME),
    pdn(["[GameType \"20", ",W", "", "\"] *"], GAME),
    pdn(["", "2-0 ", "", ""], GAME),
    pdn(["", "32 28 ", "", ""], "cannot be played here"),
    pdn(["", "32-28 ", "", ""], "cannot be played here"),
    pdn(["32", "x28", "", ""], "cannot be played here"),
    pdn(["", "(", "", ""], "expected a move before"),
    // Nodes.
    sgf(["(", ";", "", ")"], GAME),
    sgf(["", "(;", "", ""], "are open)"),
    sgf(["", "(;", ")", ""], GAME),
    sgf(["(;GM[4]", "(;B[hh])", "", ")"], GAME),
    sgf(["(;GM[4]", "(;B[hh]C[a])", "", ")"], GAME),
    sgf(["", "(;)", "", ""], GAME),
    sgf(["", "(;GM[4];B[hh])\n", "", ""], GAME),
    sgf(["", "(", "", ""], "expected a node"),
    sgf(["(;)", ")", "", ""], "expected a game"),
    sgf(["(;", "\n", "", ")"], GAME),
    // Properties.
    sgf(["(;", "@[]", "", ")"], GAME),
    sgf(["(;", "@[]", ";A[]", ")"], GAME),
    sgf(["(;", "A[]", "", ")"], GAME),
    sgf(["(;", "Annotator[b]", "", ")"], GAME),
    sgf(["(;", "RE[?]", "", ")"], GAME),
    sgf(["(;", ";RE[x]", "", ")"], GAME),
    sgf(["(;", "A", "", "[b])"], GAME),
    sgf(["(;A", "[b]", "", ")"], GAME),
    sgf(["(;A[", "b", "", "])"], GAME),
    sgf(["(;A[", "\\]", "", "])"], GAME),
    sgf(["(;A[", "\\", "", ""], "this value is never closed"),
    sgf(["(;A", "[", "", ""], "this value is never closed"),
    sgf(["(", ";C[a]", "", ")"], GAME),
    sgf(["(;C[", " a\n", "", "])"], GAME),
    sgf(["(;", "C[a]", "", ")"], GAME),
    sgf(["(;AB", "[aa]", "", ")"], "already has a stone"),
    sgf(["(;AB", "[bb:aa]", "", ")"], GAME),
    sgf(["(;", "AE[aa]", "", ")"], "the board changes"),
    sgf(["(;RU[", "a", "", "])"], GAME),
    sgf(["(;SZ[", "1", "", "])"], "the size is"),
    sgf(["(;GM[4];B[hh]", "TR[aa]", "", ")"], GAME),
    sgf(["(;GM[4];B[hh]TR", "[aa]", "", ")"], GAME),
    sgf(["(;GM[4];B[hh]LB[aa:", "x", "", "])"], GAME),
    sgf(["(;GM[4];B[hh]BL[", "1", "", "])"], GAME),
    sgf(["(;GM[4](;B[hh])(", ";B[hh];W[ii]", "", "))"], GAME),
    sgf(["(;GM[4]", "(;B[hh](;W[ii])", ")", ")"], GAME),
    sgf(["(;GM[4](;B[hh])(;B[hh]", "TR[aa]", "", "))"], GAME),
    // Moves.
    sgf(["(;GM[4]", ";B[hh]", "", ")"], "the other side's turn"),
    sgf(["(;GM[4]", "B[hh]", "", ")"], "two moves"),
    sgf(["(;GM[4]", ";W[hh];B[ii]", "", ")"], "cannot be played here"),
    sgf(["(;GM[4];B[", "h", "", "])"], "cannot be played here"),
    Repetition { game: "hex", format: Format::Sgf, parts: ["(;GM[11];B[a3]", ";W[swap-sides]", "", ")"], says: GAME },
    Repetition {
        game: "hex",
        format: Format::Sgf,
        parts: ["(;GM[11];B[a3]", ";B[resign]", "", ")"],
        says: "a side has resigned",
    },
    // Othello's servers.
    ggf(["(;GM[Othello]", "@[]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "A[]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "PB[b]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "RE[?]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "C[a]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "GM[Othello]", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "BO[8 ---------------------------O*------*O--------------------------- *]", "", ";)"], GAME),
    ggf(["(;GM[Othello]BO[8 ", "- ", "", "*];)"], "BO: "),
    ggf(["(;GM[Othello]", ";", "", ";)"], GAME),
    ggf(["(;GM[Othello]", " ", "", ";)"], GAME),
    ggf(["(;GM[Othello]", "A", "", "[b];)"], GAME),
    ggf(["(;GM[Othello]A[", "b", "", "];)"], GAME),
    ggf(["(;GM[Othello]A[", "\\]", "", "];)"], GAME),
    ggf(["(;GM[Othello]A", "[", "", ""], "this value is never closed"),
    ggf(["(;GM[Othello]B[f5", "/", "", "];)"], GAME),
    ggf(["(;GM[Othello]", "B[f5]W[d6]", "", ";)"], "cannot be played here"),
    ggf(["(;GM[Othello]B[", "f5", "", "];)"], "cannot be played here"),
    ggf(["", "1", "", "(;GM[Othello];)"], GAME),
    ggf(["", "(;GM[Othello];)\n", "", ""], GAME),
    ggf(["", "(", "", ""], "expected a property"),
    ggf(["(;GM[Othello];", ")", "", ""], "expected a game"),
    ggf(["(;GM[Othello];)", "1", "", ""], GAME),
    // Piskvork's files.
    psq([PSQ, "8,8,0\n", "", ""], "cannot be played here"),
    psq([PSQ, "Anna\n", "", ""], GAME),
    psq([PSQ, "\n", "", ""], GAME),
    psq([PSQ, "a", "", ""], GAME),
    psq([PSQ, ",", "", ""], "neither a move nor a name"),
    psq([PSQ, "1", "", ",1,0"], "neither a move nor a name"),
    psq(["Piskvorky 15x15", ", 0", "", "\n8,8,0\n"], GAME),
    psq(["Piskvorky ", "1", "", "x15\n8,8,0\n"], "expected a line such as"),
    // HexWorld's addresses.
    hexworld(["#11,", ":S", "", ""], GAME),
    hexworld(["#11,", ",", "", ""], GAME),
    hexworld(["#11,", "a1", "", ""], "cannot be played here"),
    hexworld(["#11,a", "1", "", ""], "cannot be played here"),
    hexworld(["#11,", ":rb", "", ""], "the game is over here"),
    hexworld(["#11,", ":s", "", ""], "cannot be played here"),
    hexworld(["#11", "n", "", ","], GAME),
    hexworld(["#", "1", "", ","], "is not a board"),
    hexworld(["", "#", "", ""], "is not a board"),
    // Japan's records of shogi.
    kif(["手合割：平手\n", "*a\n", "", ""], GAME),
    kif(["手合割：平手\n", "備考：a\n", "", ""], GAME),
    kif(["手合割：平手\n", "備考@：a\n", "", ""], GAME),
    kif(["手合割：平手\n1 ７六歩(77)\n", "*a\n", "", ""], GAME),
    kif(["手合割：平手\n1 ７六歩(77)\n", "変化：1手\n1 ２六歩(27)\n", "", ""], GAME),
    kif(["手合割：平手\n1 ７六歩(77)\n", "変化：1手\n", "", ""], GAME),
    kif(["手合割：平手\n", "|v香|\n", "", ""], "the board has"),
    kif(["後手の持駒：", "歩 ", "", ""], "there is no board"),
    kif(["手合割：平手\n", "x", "", ""], "is neither a header nor a move"),
    kif(["手合割：平手\n1 ", "７", "", ""], "cannot be played here"),
    csa(["PI\n+\n", "'a\n", "", ""], GAME),
    csa(["PI\n", "'a\n", "", "+\n"], GAME),
    csa(["V2.2\n", "$EVENT:a\n", "", "PI\n+\n"], GAME),
    csa(["PI\n+\n+7776FU\n", "T1\n", "", ""], GAME),
    csa(["PI\n+\n+7776FU\n", "T1,", "", ""], GAME),
    csa(["PI\n+\n", "/\n", "", ""], GAME),
    csa(["P+", "00FU", "", "\n"], "the number in a hand"),
    csa(["PI\n+\n+", "7", "", ""], "cannot be played here"),
    // Moves in a row.
    transcript("othello", ["", "f5d6", "", ""], "cannot be played here"),
    transcript("othello", ["", "--", "", ""], "cannot be played here"),
    transcript("othello", ["f5", " ", "", "d6"], GAME),
    transcript("othello", ["f5", "\n", "", "d6"], GAME),
    transcript("othello", ["", "f5d6\n", "", ""], GAME),
    transcript("othello", ["", "f5d6 \n", "", ""], GAME),
    transcript("othello", ["f", "5", "", ""], "is not a move of a transcript"),
    transcript("othello", ["", "x", "", ""], "is not a move of a transcript"),
    transcript("connect-four", ["", "4", "", ""], "cannot be played here"),
    transcript("connect-four", ["", "4435\n", "", ""], GAME),
    transcript("gomoku", ["", "h8i9", "", ""], "cannot be played here"),
    transcript("gomoku", ["h", "8", "", ""], "cannot be played here"),
    transcript("hex", ["a2", "swap", "", ""], "cannot be played here"),
    transcript("othello", ["f5", ";", "", ""], "is not a move of a transcript"),
    transcript(
        "othello",
        ["-------------------O-------OO------XO--------------------------- X;", "d2c3", "", ""],
        "cannot be played here",
    ),
    // Lists of moves.
    moves("chess", ["", "1- ", "", "e4"], GAME),
    moves("chess", ["", "1) ", "", "e4"], GAME),
    moves("chess", ["", "e2e4 ", "", ""], "cannot be played here"),
    moves("chess", ["", "Nf3 Nf6 Ng1 Ng8 ", "", ""], "the record has more than 2000 plies"),
    moves("chess", ["", "1. ", "", "e4"], GAME),
    moves("chess", ["", "1.e4 e5\n\n", "", ""], GAME),
    moves("chess", ["", "e4 e5\n\n", "", ""], GAME),
    moves("chess", ["e4", ",", "", ""], GAME),
    // The manner of PGN in other games.
    plain("connect-four", ["[A \"b\"] 1. ", "4 ", "", "*"], "cannot be played here"),
    plain("othello", ["[A \"b\"] ", "1 ", "", "f5 *"], GAME),
    plain("othello", ["[A \"b\"] 1. f5 ", "-- ", "", "*"], "cannot be played here"),
    plain("othello", ["[A \"b\"] 1. f5 ", "34-30 ", "", "*"], GAME),
    plain("hex", ["[A \"b\"] ", "(", "", ""], "expected a move before"),
    plain("hex", ["[A \"b\"] 1. a2 ", "{a}", "", " swap *"], GAME),
    plain("tree", ["[A \"b\"] \"", "\\", "", ""], "is never closed"),
    plain("tree", ["[A \"b\"] ", "\"a\" ", "", ""], "cannot be played here"),
    plain("mill", ["[GameType \"70\"] 1. ", "1", "", " *"], "cannot be played here"),
    plain("mill", ["[GameType \"70\"] 1. ", "1-", "", " *"], "cannot be played here"),
    pdn(["1. 32-28 20-24 ", "{a}", "", " 31-26 *"], GAME),
    moves("chess", ["e4", "\n", "", ""], GAME),
    moves("chess", ["", "x", "", ""], "cannot be played here"),
    moves("chess", ["", "- ", "", ""], "cannot be played here"),
    moves("chess", ["", "e - ", "", ""], "cannot be played here"),
    moves("chess", ["", "e4- ", "", ""], "cannot be played here"),
    moves("chess", ["", "\"e4\" ", "", ""], "cannot be played here"),
    moves("chess", ["\"", "\\", "", ""], "is never closed"),
    moves("chess", ["e4", "!", "", ""], GAME),
    moves("chess", ["e4 ", "= ", "", ""], "cannot be played here"),
    moves("nim", ["", "take 1 ", "", ""], "cannot be played here"),
];

/// Says that a game was read.
pub const GAME: &str = "a game";

const PSQ: &str = "Piskvorky 15x15, 11:11, 0\n";

const fn pgn(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "chess", format: Format::Pgn, parts, says }
}

const fn plain(game: &'static str, parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game, format: Format::Pgn, parts, says }
}

const fn pdn(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "draughts", format: Format::Pdn, parts, says }
}

const fn sgf(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "gomoku", format: Format::Sgf, parts, says }
}

const fn ggf(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "othello", format: Format::Ggf, parts, says }
}

const fn psq(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "gomoku", format: Format::Psq, parts, says }
}

const fn hexworld(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "hex", format: Format::HexWorld, parts, says }
}

const fn kif(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "shogi", format: Format::Kif, parts, says }
}

const fn csa(parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game: "shogi", format: Format::Csa, parts, says }
}

const fn transcript(game: &'static str, parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game, format: Format::Transcript, parts, says }
}

const fn moves(game: &'static str, parts: [&'static str; 4], says: &'static str) -> Repetition {
    Repetition { game, format: Format::Moves, parts, says }
}

impl Repetition {
    /// The text with as many repetitions as fit into this many bytes.
    pub fn text(&self, bytes: usize) -> String {
        let [head, unit, close, tail] = self.parts;
        let is_same = !unit.contains('@');
        let length = unit.len() + if is_same { 0 } else { LETTERS - 1 } + close.len();
        let count = (bytes - head.len() - tail.len()) / length;
        let units = match is_same {
            true => unit.repeat(count),
            false => (0..count).map(|number| unit.replace('@', &letters(number))).collect(),
        };
        [head, &units, &close.repeat(count), tail].concat()
    }

    /// The repetition in a table.
    pub fn name(&self) -> String {
        let [head, unit, close, tail] = self.parts;
        let short = |part: &str| part.chars().take(24).collect::<String>();
        let parts = [short(head), format!("({})*", short(unit)), short(close), short(tail)].concat();
        format!("{} {} {parts:?}", self.game, self.format.name())
    }
}

/// How many letters each number has.
const LETTERS: usize = 4;

/// Capital letters, different ones for each number.
pub fn letters(number: usize) -> String {
    let letter = |place: usize| char::from(b'A' + (number / 26_usize.pow(place as u32) % 26) as u8);
    (0..LETTERS).rev().map(letter).collect()
}

/// The outcome of reading a record: [`GAME`], or the fault.
pub fn outcome(read: Result<Record, RecordError>) -> String {
    match read {
        Ok(_) => GAME.to_owned(),
        Err(RecordError::Fault(fault)) => fault.detail,
        Err(other) => format!("{other:?}"),
    }
}
