//! The game in progress: its start, its moves, and its record.

use plyd_games::advice::Past;
use plyd_games::answer::{Description, NamedMove};
use plyd_games::board::RowColumn;
use plyd_games::catalogue::{AnyPosition, Game, IllegalMove};
use plyd_games::record::{Draft, Format};
use plyd_search::Stop;
use plyd_search::position::{Outcome, Side};
use plyd_wire::{Caps, Next, State};

use super::save::{End, today};
use crate::record::Fitting;

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
    /// The tags of the record that the game continues.
    pub(super) tags: Vec<(String, String)>,
    /// How the game ended, if the rules did not end it.
    pub(super) end: Option<End>,
}

/// A player of a game, as records name players.
pub(super) struct Named {
    pub(super) name: String,
    /// Whether this is plyd.
    pub(super) is_plyd: bool,
}

impl Session {
    /// A game from this state, after these moves.
    ///
    /// # Errors
    /// A sentence, if the state or a move is invalid.
    pub(super) fn new(game: &'static Game, state: &str, moves: &[String]) -> Result<Self, String> {
        let start = game.parse(state).map_err(|invalid| invalid.0)?;
        let position = start.duplicate();
        let mut session = Self { game, position, start, turns: Vec::new(), tags: Vec::new(), end: None };
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

    /// The game as a record. The time control is in seconds, as PGN has it.
    ///
    /// # Errors
    /// A sentence, if the format cannot express the start or the moves.
    pub(super) fn written(
        &self,
        players: [Named; 2],
        time_control: Option<String>,
        format: Format,
    ) -> Result<Fitting, String> {
        let moves: Vec<String> = self.turns.iter().map(|turn| turn.name.clone()).collect();
        let state = self.start.state();
        let outcome = self.describe().standing.outcome.map(|(outcome, _)| outcome);
        let outcome = self.end.map_or(outcome, |end| Some(end.winner().map_or(Outcome::Draw, Outcome::Win)));
        let result = match outcome {
            Some(Outcome::Win(Side::First)) => "1-0",
            Some(Outcome::Win(Side::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            _ => "*",
        };
        let unended = if outcome.is_some() { "normal" } else { "unterminated" };
        let termination = self.end.map_or(unended, End::termination);
        let tags = self.tags(players, format.colours(&self.game.about), time_control, termination);
        let draft = Draft { tags: &tags, result: Some(result), ..Draft::new(&state, &moves) };
        Fitting::write(self.game, &draft, format)
    }

    /// The tags of the game's record: the tags of the record that it continues, unless they are about something else by
    /// now, and those that this game adds.
    fn tags(
        &self,
        players: [Named; 2],
        colours: [&'static str; 2],
        time_control: Option<String>,
        termination: &str,
    ) -> Vec<(String, String)> {
        let mut tags = self.tags.clone();
        tags.retain(|(tag, value)| {
            let is_old = ["Result", "RE", "Termination"].contains(&tag.as_str())
                || time_control.is_some() && ["TimeControl", "TM", "OT"].contains(&tag.as_str());
            !is_old && !value.starts_with('?')
        });
        for (colour, Named { name, is_plyd }) in colours.into_iter().zip(players) {
            if is_plyd {
                // Its name, and what is said about the player before, such as BlackElo.
                tags.retain(|(tag, _)| !tag.starts_with(colour));
            }
            add(&mut tags, colour, name);
        }
        add(&mut tags, "Date", today());
        if let Some(control) = time_control {
            add(&mut tags, "TimeControl", control);
        }
        add(&mut tags, "Termination", termination.to_owned());
        tags
    }

    /// The game as fields of a request. If the game has more moves than a request may have, the request starts later.
    pub(super) fn record(&self) -> Next {
        let skipped = self.turns.len().saturating_sub(Caps::MAX_MOVES);
        let state = State::new(&self.game.about, self.after(skipped).state());
        Next { state, moves: self.turns[skipped..].iter().map(|turn| turn.name.clone()).collect() }
    }
}

/// Adds a tag if it is missing.
fn add(tags: &mut Vec<(String, String)>, name: &str, value: String) {
    if !tags.iter().any(|(tag, _)| tag == name) {
        tags.push((name.to_owned(), value));
    }
}
