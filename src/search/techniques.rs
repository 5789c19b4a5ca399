//! What alpha-beta does beyond pruning. Each can be switched off, and none changes a score.

/// Switches, for tests and for measuring what each saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The transposition table.
    pub table: bool,
    /// Null windows for all moves but the first.
    pub scouting: bool,
    /// Killers and history.
    pub move_memory: bool,
    /// No win sooner than the next ply, and so on.
    pub distance_bounds: bool,
    /// What a game sees of a node without searching it: bounds, and moves not worth trying.
    pub foresight: bool,
    /// Asking for the value of the game outright, where the search may look as far as its end.
    pub proof: bool,
    /// What a game's [book](super::Book) says.
    pub book: bool,
}

impl Techniques {
    /// Everything there is.
    pub const ALL: Self = Self {
        table: true,
        scouting: true,
        move_memory: true,
        distance_bounds: true,
        foresight: true,
        proof: true,
        book: true,
    };
    /// Plain alpha-beta.
    pub const NONE: Self = Self {
        table: false,
        scouting: false,
        move_memory: false,
        distance_bounds: false,
        foresight: false,
        proof: false,
        book: false,
    };
}
