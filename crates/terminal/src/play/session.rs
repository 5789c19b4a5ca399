//! The game in progress: its start, its moves, and its record.

use std::collections::BTreeMap;

use plyd_games::advice::Past;
use plyd_games::answer::{Description, NamedMove};
use plyd_games::board::RowColumn;
use plyd_games::catalogue::{AnyPosition, Game, IllegalMove};
use plyd_games::record::{Draft, WriteError};
use plyd_search::Stop;
use plyd_search::position::Side;
use plyd_wire::{Caps, Next, State};

/// A played move.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) side: Side,
    pub(super) name: String,
    pub(super) label: Option<String>,
    pub(super) cells: Vec<RowColumn>,
}

/// A game in progress.
pub(super) struct Session {
    pub(super) game: &'static Game,
    start: Box<dyn AnyPosition>,
    turns: Vec<Turn>,
    position: Box<dyn AnyPosition>,
}

impl Session {
    /// A game from this state, after these moves.
    ///
    /// # Errors
    /// A sentence, if the state or a move is invalid.
    pub(super) fn new(game: &'static Game, state: &str, moves: &[String]) -> Result<Self, String> {
        let start = game.parse(state).map_err(|invalid| invalid.0)?;
        let mut session = Self { game, position: start.duplicate(), start, turns: Vec::new() };
        moves.iter().try_for_each(|name| session.play_named(name)).map_err(|illegal| illegal.detail)?;
        Ok(session)
    }

    pub(super) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub(super) fn describe(&self) -> Description {
        self.position.describe(None, &Stop::default()).expect("nothing limits it")
    }

    /// Plays the move with this name, even in a position where a draw could be claimed.
    pub(super) fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        let described = self.describe();
        let index = self.position.find_moves(&[name.to_owned()]).ok().map(|found| found[0].0);
        let side = described.standing.to_move;
        let turn = match index.and_then(|index| described.legal_moves.into_iter().nth(index)) {
            Some(NamedMove { name, label, cells, .. }) => Turn { side, name, label, cells },
            None => Turn { side, name: name.to_owned(), label: None, cells: Vec::new() },
        };
        self.position.play_named(&turn.name)?;
        self.turns.push(turn);
        Ok(())
    }

    /// The game up to the position, for an adviser.
    pub(super) fn past(&self) -> Past {
        let names: Vec<String> = self.turns.iter().map(|turn| turn.name.clone()).collect();
        Past::new(self.game, self.start.duplicate(), &names)
    }

    /// Takes back the last move of one of these sides and all moves after it. Returns the number of moves taken back,
    /// which is 0 if the side has not moved.
    pub(super) fn undo(&mut self, sides: [bool; 2]) -> usize {
        let Some(kept) = self.turns.iter().rposition(|turn| sides[turn.side.index()]) else { return 0 };
        let undone = self.turns.len() - kept;
        self.turns.truncate(kept);
        self.position = self.after(kept);
        undone
    }

    /// The position after the first `count` moves.
    fn after(&self, count: usize) -> Box<dyn AnyPosition> {
        let mut position = self.start.duplicate();
        for turn in &self.turns[..count] {
            position.play_named(&turn.name).expect("it was played before");
        }
        position
    }

    /// The game as a record in its own format, such as PGN.
    pub(super) fn written(&self) -> Result<String, String> {
        let moves: Vec<String> = self.turns.iter().map(|turn| turn.name.clone()).collect();
        let (state, comments) = (self.start.state(), BTreeMap::new());
        let draft = Draft { state: &state, moves: &moves, tags: &[], result: None, comments: &comments };
        let format = self.game.record_formats()[0];
        self.game.write_record(&draft, format, None, &Stop::default()).map_err(|error| match error {
            WriteError::Fault(fault) => fault.to_string(),
            WriteError::Stopped(stopped) => stopped.to_string(),
        })
    }

    /// The game as fields of a request. If the game has more moves than a request may have, the request starts later.
    pub(super) fn record(&self) -> Next {
        let skipped = self.turns.len().saturating_sub(Caps::MAX_MOVES);
        let state = State::new(&self.game.about, self.after(skipped).state());
        Next { state, moves: self.turns[skipped..].iter().map(|turn| turn.name.clone()).collect() }
    }
}
