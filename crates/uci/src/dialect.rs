//! What differs between UCI, USI and UCCI, as data.

use plyd_search::Score;
use plyd_search::position::Side;

/// A protocol of the family of UCI.
#[derive(Debug)]
pub struct Dialect {
    /// Its name, which is also the command that begins a session. The answer ends with the name and `ok`.
    pub(super) name: &'static str,
    /// The commands that not all dialects have.
    pub(super) commands: &'static [(&'static str, Keyword)],
    /// The word before a state in `position`.
    pub(super) state: &'static str,
    /// The limits of `go`.
    pub(super) limits: &'static [(&'static str, Limit)],
    /// Whose times these are.
    pub(super) clocks: Clocks,
    /// How scores are written.
    pub(super) scores: Scores,
    /// How options are written.
    pub(super) option_words: OptionWords,
    /// The options, in the order of the list.
    pub(super) settings: &'static [(&'static str, Setting)],
    /// The answer to `go` if there is no move.
    pub(super) no_move: &'static str,
    /// The last line of a session, if there is one.
    pub(super) farewell: Option<&'static str>,
    /// The games, by the names that Fairy-Stockfish gives them. The first is the default.
    pub(super) games: &'static [&'static str],
}

/// The meaning of a line's first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Introduce,
    IsReady,
    NewGame,
    SetOption,
    Position,
    /// Moves that must not be played in the last position.
    BanMoves,
    Go,
    Stop,
    PonderHit,
    Quit,
    /// A command that has no effect here.
    Ignored,
}

/// A number after `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Depth,
    Nodes,
    Mate,
    MoveTime,
    /// The time left on the first or the second clock; see [`Clocks`].
    Time(usize),
    Increment(usize),
    MovesToGo,
    Byoyomi,
    /// What the search does not need to know about the opponent's clock.
    Opponents,
}

/// Whose clocks the numbers after `go` describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clocks {
    /// Those of the first and the second player of the game.
    OfPlayers,
    /// That of the side to move. If it has neither an increment nor a number of moves, all of it is for one move.
    OfMover,
}

/// How scores are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    /// `cp`, or `mate` and the number of moves of the mating side.
    MatesInMoves,
    /// `cp`, or `mate` and the number of plies.
    MatesInPlies,
    /// The number that the service answers: a win in `n` plies is 1,000,000 - `n`.
    Bare,
}

/// How options are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionWords {
    /// `name NAME value VALUE`. A name may have several words.
    Labelled,
    /// `NAME VALUE`. A name is one word.
    Bare,
}

/// An option; [`Options`](super::options::Options) has its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Hash,
    Threads,
    Lines,
    Level,
    Overhead,
    Variant,
    Chess960,
    LimitStrength,
    Elo,
    ShowWdl,
    ClearHash,
    NewGame,
    Milliseconds,
}

impl Setting {
    pub(super) const ALL: [Self; 13] = [
        Self::Hash,
        Self::Threads,
        Self::Lines,
        Self::Level,
        Self::Overhead,
        Self::Variant,
        Self::Chess960,
        Self::LimitStrength,
        Self::Elo,
        Self::ShowWdl,
        Self::ClearHash,
        Self::NewGame,
        Self::Milliseconds,
    ];
}

/// The commands of all dialects.
const COMMANDS: [(&str, Keyword); 9] = [
    ("isready", Keyword::IsReady),
    ("setoption", Keyword::SetOption),
    ("position", Keyword::Position),
    ("go", Keyword::Go),
    ("stop", Keyword::Stop),
    ("ponderhit", Keyword::PonderHit),
    ("quit", Keyword::Quit),
    // There is no debug output and no registration.
    ("debug", Keyword::Ignored),
    ("register", Keyword::Ignored),
];

/// The Universal Chess Interface (Huber and Meyer-Kahlen, 2004), for chess and its variants.
pub static UCI: Dialect = Dialect {
    name: "uci",
    commands: &[("uci", Keyword::Introduce), ("ucinewgame", Keyword::NewGame)],
    state: "fen",
    limits: &[
        ("depth", Limit::Depth),
        ("nodes", Limit::Nodes),
        ("mate", Limit::Mate),
        ("movetime", Limit::MoveTime),
        ("wtime", Limit::Time(0)),
        ("btime", Limit::Time(1)),
        ("winc", Limit::Increment(0)),
        ("binc", Limit::Increment(1)),
        ("movestogo", Limit::MovesToGo),
    ],
    clocks: Clocks::OfPlayers,
    scores: Scores::MatesInMoves,
    option_words: OptionWords::Labelled,
    settings: &[
        ("Hash", Setting::Hash),
        ("Threads", Setting::Threads),
        ("MultiPV", Setting::Lines),
        ("Level", Setting::Level),
        ("Move Overhead", Setting::Overhead),
        ("UCI_Variant", Setting::Variant),
        ("UCI_Chess960", Setting::Chess960),
        ("UCI_LimitStrength", Setting::LimitStrength),
        ("UCI_Elo", Setting::Elo),
        ("UCI_ShowWDL", Setting::ShowWdl),
        ("Clear Hash", Setting::ClearHash),
    ],
    no_move: "bestmove (none)",
    farewell: None,
    games: &["chess", "crazyhouse", "antichess", "atomic", "3check", "kingofthehill", "horde", "racingkings"],
};

/// The Universal Shogi Interface (Romstad's draft, 2007, with the byo-yomi of Shogidokoro), for shogi and minishogi.
pub static USI: Dialect = Dialect {
    name: "usi",
    commands: &[("usi", Keyword::Introduce), ("usinewgame", Keyword::NewGame), ("gameover", Keyword::Ignored)],
    state: "sfen",
    limits: &[
        ("depth", Limit::Depth),
        ("nodes", Limit::Nodes),
        ("mate", Limit::Mate),
        ("movetime", Limit::MoveTime),
        // Black moves first.
        ("btime", Limit::Time(0)),
        ("wtime", Limit::Time(1)),
        ("binc", Limit::Increment(0)),
        ("winc", Limit::Increment(1)),
        ("byoyomi", Limit::Byoyomi),
        ("movestogo", Limit::MovesToGo),
    ],
    clocks: Clocks::OfPlayers,
    scores: Scores::MatesInPlies,
    option_words: OptionWords::Labelled,
    // The draft allows no spaces in names.
    settings: &[
        ("USI_Hash", Setting::Hash),
        ("Threads", Setting::Threads),
        ("USI_MultiPV", Setting::Lines),
        ("Level", Setting::Level),
        ("Move_Overhead", Setting::Overhead),
        ("USI_Variant", Setting::Variant),
        ("USI_ShowWDL", Setting::ShowWdl),
        ("Clear_Hash", Setting::ClearHash),
    ],
    no_move: "bestmove resign",
    farewell: None,
    games: &["shogi", "minishogi"],
};

/// The Universal Chinese Chess Protocol (version 3.0 of xqbase.com, 2007), for xiangqi.
pub static UCCI: Dialect = Dialect {
    name: "ucci",
    commands: &[("ucci", Keyword::Introduce), ("banmoves", Keyword::BanMoves)],
    state: "fen",
    limits: &[
        ("depth", Limit::Depth),
        ("nodes", Limit::Nodes),
        // Fairy-Stockfish has it too.
        ("movetime", Limit::MoveTime),
        ("time", Limit::Time(0)),
        ("increment", Limit::Increment(0)),
        ("movestogo", Limit::MovesToGo),
        ("opptime", Limit::Opponents),
        ("oppincrement", Limit::Opponents),
        ("oppmovestogo", Limit::Opponents),
    ],
    clocks: Clocks::OfMover,
    scores: Scores::Bare,
    option_words: OptionWords::Bare,
    settings: &[
        ("usemillisec", Setting::Milliseconds),
        ("hashsize", Setting::Hash),
        ("threads", Setting::Threads),
        ("MultiPV", Setting::Lines),
        ("Level", Setting::Level),
        ("Move_Overhead", Setting::Overhead),
        ("UCCI_ShowWDL", Setting::ShowWdl),
        ("clearhash", Setting::ClearHash),
        ("newgame", Setting::NewGame),
    ],
    no_move: "nobestmove",
    farewell: Some("bye"),
    games: &["xiangqi"],
};

impl Dialect {
    /// The meaning of a command.
    pub(super) fn keyword(&self, word: &str) -> Option<Keyword> {
        of_name(self.commands, word).or_else(|| of_name(&COMMANDS, word))
    }

    /// The limit with this name.
    pub(super) fn limit(&self, word: &str) -> Option<Limit> {
        of_name(self.limits, word)
    }

    /// The option with this name, in upper or lower case, and its own name in the dialect. The names of UCI are understood
    /// everywhere.
    pub(super) fn setting(&self, name: &str) -> Option<(&'static str, Setting)> {
        let named = |dialect: &Self| {
            let mut settings = dialect.settings.iter();
            settings.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, setting)| *setting)
        };
        let setting = named(self).or_else(|| named(&UCI))?;
        self.settings.iter().copied().find(|(_, own)| *own == setting)
    }

    /// The index of the clock of this side.
    pub(super) fn clock_of(&self, side: Side) -> usize {
        match self.clocks {
            Clocks::OfPlayers => side as usize,
            Clocks::OfMover => 0,
        }
    }

    /// A score for the side to move, with the words before it. It is negative if this side gets mated. Moves to a mate
    /// include a last move without a reply.
    pub(super) fn score(&self, score: Score) -> String {
        let signed = |number: u32| if score > Score::ZERO { i64::from(number) } else { -i64::from(number) };
        match (self.scores, score.plies()) {
            (Scores::MatesInMoves, Some(plies)) => format!("mate {}", signed(plies.div_ceil(2))),
            (Scores::MatesInPlies, Some(plies)) => format!("mate {}", signed(plies)),
            (Scores::Bare, _) => score.value().to_string(),
            (_, None) => format!("cp {}", score.value()),
        }
    }

    /// The line that ends a search.
    pub(super) fn best_move(&self, best: Option<&str>) -> String {
        best.map_or(self.no_move.to_owned(), |best| format!("bestmove {best}"))
    }
}

fn of_name<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    list.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    const ALL: [&Dialect; 3] = [&UCI, &USI, &UCCI];

    #[test]
    fn names_are_unique_and_games_exist() {
        for dialect in ALL {
            let mut names: Vec<_> = dialect.commands.iter().chain(&COMMANDS).map(|(name, _)| *name).collect();
            names.extend(dialect.limits.iter().map(|(name, _)| *name));
            let settings = dialect.settings.iter().map(|(name, _)| name.to_ascii_lowercase());
            let mut settings: Vec<_> = settings.collect();
            let counts = (names.len(), settings.len());
            names.sort_unstable();
            names.dedup();
            settings.sort_unstable();
            settings.dedup();
            assert_eq!((names.len(), settings.len()), counts, "{}", dialect.name);
            assert_eq!(dialect.keyword(dialect.name), Some(Keyword::Introduce));
            assert!(dialect.games.iter().all(|game| CATALOGUE.find(game).is_ok()), "{}", dialect.name);
        }
    }

    #[test]
    fn settings_are_listed_in_the_order_of_their_numbers() {
        assert!(Setting::ALL.iter().enumerate().all(|(index, setting)| *setting as usize == index));
    }

    #[test]
    fn a_name_with_spaces_is_uci_only() {
        for dialect in [&USI, &UCCI] {
            assert!(dialect.settings.iter().all(|(name, _)| !name.contains(' ')), "{}", dialect.name);
        }
    }

    #[test]
    fn options_are_found_by_their_own_names_and_by_those_of_uci() {
        for (dialect, name, found) in [
            (&UCI, "hash", Some(("Hash", Setting::Hash))),
            (&USI, "usi_hash", Some(("USI_Hash", Setting::Hash))),
            (&USI, "Hash", Some(("USI_Hash", Setting::Hash))),
            (&USI, "UCI_Variant", Some(("USI_Variant", Setting::Variant))),
            (&UCCI, "HashSize", Some(("hashsize", Setting::Hash))),
            (&UCCI, "Clear Hash", Some(("clearhash", Setting::ClearHash))),
            (&UCI, "USI_Hash", None),
            (&USI, "UCI_Elo", None),
            (&UCCI, "UCI_Variant", None),
        ] {
            assert_eq!(dialect.setting(name), found, "{} {name}", dialect.name);
        }
    }

    #[test]
    fn mates_are_counted_as_each_dialect_counts_them() {
        for (given, told) in [
            (Score::win_in(1), ["mate 1", "mate 1", "999999"]),
            (Score::win_in(3), ["mate 2", "mate 3", "999997"]),
            (Score::win_in(5), ["mate 3", "mate 5", "999995"]),
            // Who has no piece left wins in antichess: by the opponent's reply, or by the move that has to take it.
            (Score::win_in(2), ["mate 1", "mate 2", "999998"]),
            (Score::loss_in(1), ["mate -1", "mate -1", "-999999"]),
            (Score::loss_in(0), ["mate 0", "mate 0", "-1000000"]),
            (Score::loss_in(2), ["mate -1", "mate -2", "-999998"]),
            (Score::loss_in(4), ["mate -2", "mate -4", "-999996"]),
            (Score::heuristic(-35), ["cp -35", "cp -35", "-35"]),
            (Score::ZERO, ["cp 0", "cp 0", "0"]),
        ] {
            assert_eq!(ALL.map(|dialect| dialect.score(given)), told);
        }
    }
}
