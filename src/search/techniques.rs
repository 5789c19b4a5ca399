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
}

impl Techniques {
    /// Everything there is.
    pub const ALL: Self = Self { table: true, scouting: true, move_memory: true, distance_bounds: true };
    /// Plain alpha-beta.
    pub const NONE: Self = Self { table: false, scouting: false, move_memory: false, distance_bounds: false };
}
