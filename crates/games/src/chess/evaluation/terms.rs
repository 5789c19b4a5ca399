//! What the evaluation counts. Each term has a weight in the opening and one in the endgame (`weights`); a group is a
//! row of terms that belong together, such as mobility by the number of squares.

/// A row of terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    first: usize,
}

impl Group {
    const fn nth(number: usize) -> Self {
        let (mut first, mut before) = (0, 0);
        while before < number {
            first += GROUPS[before].1;
            before += 1;
        }
        Self { first }
    }

    /// The number of one of its terms.
    pub(super) const fn at(self, index: usize) -> usize {
        self.first + index
    }
}

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $length:expr,)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants that they number")]
        enum Number { $($name),* }

        /// Name and length of every group, in order.
        pub(super) const GROUPS: &[(&str, usize)] = &[$((stringify!($name), $length)),*];

        $($(#[$doc])* pub(super) const $name: Group = Group::nth(Number::$name as usize);)*
    };
}

groups! {
    /// To be on move.
    TEMPO: 1,
    /// A pawn, knight, bishop, rook or queen.
    MATERIAL: 5,
    /// A man on its square, the own king on the right half of the board: by whether the enemy king is on the same half,
    /// by piece, a1 first.
    PLACE: 2 * 6 * 64,
    BISHOP_PAIR: 1,
    ROOK_PAIR: 1,
    /// An own pawn beside a knight, or beside a rook.
    KNIGHT_AND_PAWN: 1,
    ROOK_AND_PAWN: 1,
    /// Squares that a piece reaches without meeting its own pawns and king or an enemy pawn's attack.
    KNIGHT_MOBILITY: 9,
    BISHOP_MOBILITY: 14,
    ROOK_MOBILITY: 15,
    QUEEN_MOBILITY: 28,
    /// A minor piece guarded by a pawn where no enemy pawn can come to attack it: a knight, a bishop.
    OUTPOST: 2,
    /// Such a square that a knight reaches in one move.
    OUTPOST_IN_REACH: 1,
    /// A minor piece behind a pawn.
    BEHIND_PAWN: 1,
    /// A pawn on the colour of its bishop, and one that is stopped besides.
    PAWN_ON_BISHOPS_COLOUR: 2,
    /// A rook on a file without own pawns: with enemy pawns, without.
    ROOK_ON_OPEN_FILE: 2,
    /// A rook on the seventh rank, with the enemy king on the eighth.
    ROOK_ON_SEVENTH: 1,
    /// A pawn without neighbours: with an enemy pawn before it on its file, without.
    ISOLATED: 2,
    /// A pawn that its neighbours have left behind and that an enemy pawn keeps from following, likewise.
    BACKWARD: 2,
    /// A pawn before another of its own.
    DOUBLED: 1,
    /// A pawn with another beside it, and a pawn guarded by another: by rank.
    PHALANX: 8,
    GUARDED: 8,
    /// A passed pawn: by rank.
    PASSED: 8,
    /// A passed pawn with nothing before it, with no enemy's attack on the square before it, and with neither all the
    /// way: by rank.
    PASSED_FREE: 8,
    PASSED_SAFE: 8,
    PASSED_CLEAR: 8,
    /// The own and the enemy king's distance from the square before a passed pawn, for each rank beyond the third.
    PASSED_OWN_KING: 8,
    PASSED_ENEMY_KING: 8,
    /// A rook behind a passed pawn: an own one, an enemy's.
    PASSED_ROOK: 2,
    /// A passed pawn that no king catches, the enemy having no pieces.
    PASSED_UNCAUGHT: 1,
    /// Squares on the own side of the middle files that are safe from pawns.
    SPACE: 1,
    /// A pawn attacks a piece: by that piece.
    PAWN_THREAT: 5,
    /// A pawn could safely move to attack a piece.
    PUSH_THREAT: 1,
    /// A minor piece, a rook, a king attacks a man that is badly guarded or worth more: by that man.
    MINOR_THREAT: 5,
    ROOK_THREAT: 5,
    KING_THREAT: 1,
    /// Attacked and not guarded: a pawn, a piece.
    HANGING: 2,
    /// A square that both sides attack and the enemy does not guard well.
    CONTESTED: 1,
    /// A man that pinned stands before its king.
    PINNED: 1,
    /// For each file at the enemy king: how far before it the nearest pawn of its own stands (7: none), by the file's
    /// distance from the edge.
    SHELTER: 4 * 8,
    /// For each such file: how far before the king the nearest attacking pawn is, free or stopped by a pawn.
    STORM: 2 * 8,
    /// Danger to the enemy king: what there is of it always, without an own queen, and on move.
    DANGER: 3,
    DANGER_SHELTER: 4 * 8,
    DANGER_STORM: 2 * 8,
    /// A knight, bishop, rook or queen that attacks a square around the king.
    DANGER_ATTACKER: 4,
    /// Squares around the king that such pieces attack.
    DANGER_ATTACK: 4,
    /// Squares around the king that are attacked and not guarded by more than king and queen.
    DANGER_WEAK: 1,
    /// Checks by a knight, bishop, rook or queen that can be given safely, and others.
    DANGER_SAFE_CHECK: 4,
    DANGER_CHECK: 4,
    /// Squares that the king can go to.
    DANGER_ESCAPES: 6,
    /// Squares on the king's wing: attacked, attacked twice, guarded.
    DANGER_WING: 3,
    /// Knights and bishops that guard squares around their king.
    DANGER_GUARD: 2,
    DANGER_PINNED: 1,
}

/// How many terms there are.
pub(super) const TERMS: usize = {
    let (mut terms, mut group) = (0, 0);
    while group < GROUPS.len() {
        terms += GROUPS[group].1;
        group += 1;
    }
    terms
};
