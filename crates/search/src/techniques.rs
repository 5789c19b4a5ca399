//! What a search does beyond plain alpha-beta. Each can be switched off; those of alpha-beta change no score.

/// Switches, for tests and for measuring what each saves or gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The transposition table. The selective search always has it.
    pub table: bool,
    /// Null windows for all moves but the first (principal variation search); likewise.
    pub pvs: bool,
    /// Killers and history.
    pub move_memory: bool,
    /// No win sooner than the next ply; always in the selective search.
    pub mate_distance_pruning: bool,
    /// Windows around the last iteration's value.
    pub aspiration: bool,
    /// Late moves looked at less deeply, or not at all; this and what follows in the selective search alone.
    pub late_moves: bool,
    /// Static values far outside the window believed near the leaves.
    pub futility: bool,
    /// Forced replies looked at more deeply.
    pub extensions: bool,
    /// Wins by threats, looked for by a search of a game's own.
    pub threats: bool,
    /// Passing, to see who stands well even then; this and what follows where a game has tactics.
    pub null_move: bool,
    /// Captures that stand well in a shallow search believed.
    pub probcut: bool,
    /// A move that is far better than all others looked at more deeply.
    pub singular: bool,
    /// Moves that lose an exchange left out.
    pub exchanges: bool,
    /// What a game sees of a node without searching it: bounds, and moves not worth trying.
    pub static_bounds: bool,
    /// Asking for the value of the game outright, where the search may look as far as its end.
    pub proof: bool,
    /// What a game's [book](crate::Book) says.
    pub book: bool,
}

impl Techniques {
    /// Everything there is.
    pub const ALL: Self = Self {
        table: true,
        pvs: true,
        move_memory: true,
        mate_distance_pruning: true,
        aspiration: true,
        late_moves: true,
        futility: true,
        extensions: true,
        threats: true,
        null_move: true,
        probcut: true,
        singular: true,
        exchanges: true,
        static_bounds: true,
        proof: true,
        book: true,
    };
    /// Plain alpha-beta.
    pub const NONE: Self = Self {
        table: false,
        pvs: false,
        move_memory: false,
        mate_distance_pruning: false,
        aspiration: false,
        late_moves: false,
        futility: false,
        extensions: false,
        threats: false,
        null_move: false,
        probcut: false,
        singular: false,
        exchanges: false,
        static_bounds: false,
        proof: false,
        book: false,
    };
}
