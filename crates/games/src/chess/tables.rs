//! What a piece is worth, by its kind and square.
//!
//! The values are those of PeSTO, Ronald Friederich's evaluation by piece-square tables alone (RofChade, 2018; found by
//! Texel tuning), as the Chess Programming Wiki publishes them. Each is the mean of the two squares that mirror each
//! other across the middle of the board: a board without castling rights is worth what its mirror image is.

use super::tapered::Tapered;

/// Worth of each kind of piece (pawn, knight, bishop, rook, queen, king) on each square, a1 first, for white: material
/// and place.
pub(super) const WORTH: [[Tapered; 64]; 6] = worth();

/// Material alone, in the opening and in the endgame.
const MATERIAL: [[i32; 6]; 2] = [[82, 337, 365, 477, 1025, 0], [94, 281, 297, 512, 936, 0]];

const fn worth() -> [[Tapered; 64]; 6] {
    let mut table = [[Tapered::new(0, 0); 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (row, file) = (7 - square / 8, square % 8);
            let column = if file < 4 { file } else { 7 - file };
            table[piece][square] = Tapered::new(
                MATERIAL[0][piece] + OPENING[piece][row][column] as i32,
                MATERIAL[1][piece] + ENDGAME[piece][row][column] as i32,
            );
            square += 1;
        }
        piece += 1;
    }
    table
}

/// Half a board a piece: files a to d, which e to h mirror; rank 8 on top.
type Half = [[i16; 4]; 8];

const OPENING: [Half; 6] = [
    // pawn
    [
        [0, 0, 0, 0],
        [44, 84, 94, 82],
        [-13, 16, 41, 48],
        [-19, 15, 9, 22],
        [-26, 4, 1, 15],
        [-19, 15, -1, -4],
        [-29, 19, 2, -19],
        [0, 0, 0, 0],
    ],
    // knight
    [
        [-137, -52, -66, 6],
        [-45, -17, 67, 30],
        [-2, 67, 83, 75],
        [7, 18, 44, 45],
        [-11, 13, 18, 21],
        [-20, 8, 15, 15],
        [-24, -34, 3, -2],
        [-64, -20, -43, -25],
    ],
    // bishop
    [
        [-19, 6, -62, -31],
        [-37, 17, 21, 9],
        [-9, 37, 47, 38],
        [-3, 6, 28, 44],
        [-1, 12, 13, 30],
        [5, 17, 21, 15],
        [3, 24, 19, 4],
        [-27, -21, -13, -17],
    ],
    // rook
    [
        [38, 37, 21, 57],
        [36, 29, 63, 71],
        [6, 40, 36, 27],
        [-22, -10, 21, 25],
        [-30, -10, -10, 4],
        [-39, -15, -8, -7],
        [-58, -11, -5, -5],
        [-23, -25, 4, 17],
    ],
    // queen
    [
        [9, 22, 37, 36],
        [15, -6, 26, -8],
        [22, 15, 32, 19],
        [-13, -15, 1, -9],
        [-6, -12, -7, -6],
        [-5, 8, -5, -4],
        [-17, -6, 13, 5],
        [-26, -25, -17, -3],
    ],
    // king
    [
        [-26, 13, -9, -36],
        [0, -20, -12, -8],
        [-16, 23, 4, -18],
        [-27, -17, -19, -29],
        [-50, -17, -36, -43],
        [-21, -15, -26, -45],
        [5, 8, -12, -54],
        [-1, 30, -8, -23],
    ],
];

const ENDGAME: [Half; 6] = [
    // pawn
    [
        [0, 0, 0, 0],
        [183, 169, 145, 141],
        [89, 91, 69, 62],
        [25, 21, 9, 2],
        [6, 6, -6, -7],
        [-2, 3, -6, 1],
        [3, 5, 4, 12],
        [0, 0, 0, 0],
    ],
    // knight
    [
        [-79, -51, -20, -30],
        [-39, -16, -25, -6],
        [-33, -20, 1, 4],
        [-18, 6, 17, 22],
        [-18, -1, 17, 21],
        [-23, -12, -2, 13],
        [-43, -22, -15, -4],
        [-47, -51, -21, -19],
    ],
    // bishop
    [
        [-19, -19, -10, -8],
        [-11, -4, -3, -8],
        [3, -4, 3, -2],
        [-1, 6, 11, 12],
        [-8, 0, 12, 13],
        [-14, -5, 6, 12],
        [-21, -17, -8, 2],
        [-20, -7, -20, -7],
    ],
    // rook
    [
        [9, 9, 15, 14],
        [7, 11, 8, 4],
        [2, 1, 2, 5],
        [3, 1, 7, 2],
        [-4, -2, 1, -1],
        [-10, -4, -9, -4],
        [-5, -9, -5, -4],
        [-15, 3, -5, -3],
    ],
    // queen
    [
        [6, 16, 21, 27],
        [-9, 25, 29, 50],
        [-6, 13, 22, 48],
        [20, 40, 32, 51],
        [3, 34, 27, 39],
        [-6, -9, 16, 8],
        [-27, -30, -27, -16],
        [-37, -24, -27, -24],
    ],
    // king
    [
        [-46, -16, -2, -15],
        [-1, 20, 26, 17],
        [12, 31, 34, 18],
        [-3, 24, 29, 27],
        [-15, 3, 22, 26],
        [-14, 2, 14, 22],
        [-22, -8, 4, 14],
        [-48, -29, -18, -20],
    ],
];
