//! The loop of a game, which shows the board, runs commands and plays moves.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use plyd_drawing::{Look, draw_board, ending, hands, symbols};
use plyd_games::advice::Advice;
use plyd_games::answer::{Answer, Description, NamedMove, Progress};
use plyd_games::excerpt::ellipsized;
use plyd_games::hint::{Hint, Stage};
use plyd_games::opening::Opening;
use plyd_games::record::Format;
use plyd_search::position::Side;

use super::clocks::Clocks;
use super::command::{self, Command};
use super::explain;
use super::input::Input;
use super::look::{width_of, window_columns};
use super::meaning::{cell_name, is_words, meaning, shown, words};
use super::opponent::Opponent;
use super::save::{End, SaveFile};
use super::session::{Named, Session};
use crate::progress::spinner;
use crate::record::Fitting;
use crate::{Visible, visible};

/// The width of the output if it is not a terminal.
const DEFAULT_COLUMNS: usize = 80;

/// A game with its players and its display.
pub(super) struct GameLoop<'a> {
    pub(super) session: Session,
    pub(super) own: [bool; 2],
    /// The name of the person who plays, for records.
    pub(super) person: String,
    /// The files that this game is saved to.
    pub(super) saves: Vec<SaveFile>,
    pub(super) opponent: Opponent,
    pub(super) look: Look,
    pub(super) clocks: Option<Clocks>,
    /// Whether the opponent follows advice on resignations and draws.
    pub(super) is_advised: bool,
    /// Whether the opponent's last move came with an offer of a draw, and whether the user's next one does.
    pub(super) offered: bool,
    pub(super) offers: bool,
    pub(super) flipped: bool,
    /// The search that `why` explains: who searched, and the answer.
    pub(super) searched: Option<(String, Answer)>,
    /// The hint about the position, and the last stage of it that was shown.
    pub(super) hinted: Option<(Hint, Stage)>,
    /// The opening that was named last.
    pub(super) opening: Option<&'static str>,
    /// Whether the screen shows the current board.
    pub(super) is_shown: bool,
    pub(super) input: Input,
    pub(super) out: Visible<&'a mut dyn Write>,
}

/// Whether the loop continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoOn,
    End,
}

impl GameLoop<'_> {
    /// Plays until the game or the input ends or the user quits. Then prints the record, and writes it to `save`, even
    /// if the input has failed.
    ///
    /// # Errors
    /// If reading the input, printing or saving fails.
    pub(super) fn play(mut self, seed: u64, save: Option<&Path>) -> io::Result<()> {
        self.greet(seed)?;
        let played = loop {
            match self.turn() {
                Ok(Flow::GoOn) => {}
                Ok(Flow::End) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let saved = match save.map(|file| self.save(file)) {
            None => Ok(()),
            Some(Ok(said)) => writeln!(self.out, "{said}"),
            Some(Err(wrong)) => Err(io::Error::other(wrong)),
        };
        let moves = self.session.turns().len();
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        let record = serde_json::to_string(&self.session.record())?;
        let printed = writeln!(self.out, "The record ({moves}), as the service reads it:\n{record}");
        played.and(saved).and(printed)
    }

    fn name(&self, side: Side) -> &'static str {
        self.session.game.about.players[side.index()]
    }

    fn greet(&mut self, seed: u64) -> io::Result<()> {
        let (about, described) = (&self.session.game.about, self.session.describe());
        let who = |side: Side| {
            let (name, symbols) = (self.name(side), symbols(about, &described, side, self.look));
            if symbols.is_empty() { name.to_owned() } else { format!("{name} {symbols}") }
        };
        let [first, second] = [Side::First, Side::Second].map(who);
        let plyd = format!("plyd, {}, seed {seed},", self.opponent.words());
        let players = match self.own {
            [true, true] => format!("You are {first} and {second}."),
            [true, false] => format!("You are {first}; {plyd} is {second}."),
            [false, true] => format!("{plyd} is {first}; you are {second}."),
            [false, false] => format!("{plyd} is {first} and {second}."),
        };
        writeln!(self.out, "{}. {players}", about.title)?;
        if let Some(clocks) = &self.clocks {
            writeln!(self.out, "The clocks: {clocks}.")?;
        }
        writeln!(self.out, "Type a move, or help.")
    }

    /// Plays one move of the opponent, or handles one line of the user.
    fn turn(&mut self) -> io::Result<Flow> {
        let described = self.session.describe();
        let over = described.standing.outcome;
        let side = described.standing.to_move;
        let waits = self.own[side.index()];
        if !self.is_shown && (waits || over.is_some() || self.own == [false, false]) {
            self.show(&described)?;
        }
        if let Some(outcome) = over {
            writeln!(self.out, "{}", ending(&self.session.game.about, outcome))?;
            return Ok(Flow::End);
        }
        if !waits {
            return self.reply(side);
        }
        let prompt = match &self.clocks {
            Some(clocks) => format!("{} {}> ", self.name(side), clocks.of(side)),
            None => format!("{}> ", self.name(side)),
        };
        let began = Instant::now();
        let is_terminal = io::stdin().is_terminal();
        let line = self.input.line(if is_terminal { &prompt } else { "" }, words(&described.legal_moves))?;
        if !is_terminal {
            writeln!(self.out, "{prompt}{}", line.as_deref().unwrap_or("(end of input)"))?;
        }
        let Some(line) = line else { return Ok(Flow::End) };
        if let Some(clocks) = &mut self.clocks {
            let (took, is_move) = (began.elapsed(), Command::read(&line).is_none());
            if !(if is_move { clocks.spend(side, took) } else { clocks.pass(side, took) }) {
                return self.lost_on_time(side);
            }
        }
        self.run(&described, line.trim())
    }

    /// Plays the opponent's move.
    fn reply(&mut self, side: Side) -> io::Result<Flow> {
        let began = Instant::now();
        let answer = self.search();
        let name = answer.analysis.best.clone().expect("the game goes on");
        if self.is_advised || self.clocks.is_some() {
            let clocks = self.clocks.map(|clocks| clocks.seen_by(side));
            let advice = self.opponent.advice(&self.session, &answer, clocks);
            if self.follow(side, &advice, began)? == Flow::End {
                return Ok(Flow::End);
            }
        }
        self.play_named(&name)?;
        if self.offered {
            writeln!(self.out, "{} offers a draw; type draw to accept.", self.name(side))?;
        }
        self.searched = Some((format!("{}, {}", self.name(side), self.opponent.words()), answer));
        Ok(Flow::GoOn)
    }

    /// Waits as long as the advice says, then answers an offer of a draw, resigns or offers a draw.
    fn follow(&mut self, side: Side, advice: &Advice, began: Instant) -> io::Result<Flow> {
        if let Some(clocks) = &mut self.clocks {
            let thought = Duration::from_millis(advice.think_ms);
            thread::sleep(thought.saturating_sub(began.elapsed()));
            if !clocks.spend(side, began.elapsed()) {
                return self.lost_on_time(side);
            }
        }
        let is_offered = std::mem::take(&mut self.offers);
        if is_offered {
            let is_accepted = self.is_advised && advice.accept_draw;
            let says = if is_accepted { "accepts the draw" } else { "declines the draw" };
            writeln!(self.out, "{} {says}.", self.name(side))?;
            if is_accepted {
                return self.drawn();
            }
        }
        if self.is_advised && advice.resign {
            let (name, winner) = (self.name(side), self.name(side.other()));
            writeln!(self.out, "{name} resigns; {winner} wins. {}", advice.because)?;
            self.session.end = Some(End::Resigned(side));
            return Ok(Flow::End);
        }
        // Nobody offers a draw to himself.
        self.offered = self.is_advised && advice.offer_draw && self.own[side.other().index()];
        Ok(Flow::GoOn)
    }

    fn lost_on_time(&mut self, side: Side) -> io::Result<Flow> {
        writeln!(self.out, "{} has run out of time; {} wins.", self.name(side), self.name(side.other()))?;
        self.session.end = Some(End::OutOfTime(side));
        Ok(Flow::End)
    }

    fn drawn(&mut self) -> io::Result<Flow> {
        writeln!(self.out, "Drawn by agreement.")?;
        self.session.end = Some(End::Agreed);
        Ok(Flow::End)
    }

    /// Lets the opponent search, and shows its progress.
    fn search(&mut self) -> Answer {
        let bar = spinner();
        let mut update = |Progress { iteration: found, .. }: Progress| {
            let line = found.lines.first().map_or(String::new(), |best| best.pv.join(" "));
            bar.set_message(format!("thinking, depth {}: {}", found.depth, visible(&line)));
        };
        self.opponent.answer(self.session.position(), Some(&mut update))
    }

    /// Plays a legal move and prints it.
    fn play_named(&mut self, name: &str) -> io::Result<()> {
        self.session.play_named(name).map_err(|illegal| io::Error::other(illegal.detail))?;
        (self.is_shown, self.hinted) = (false, None);
        let turn = self.session.turns().last().expect("it was played");
        writeln!(self.out, "{} plays {}", self.name(turn.side), shown(&turn.name, turn.label.as_deref()))?;
        match self.session.position().opening_here() {
            Some(Opening { code, name, .. }) if self.opening != Some(name) => {
                self.opening = Some(name);
                writeln!(self.out, "Opening: {name} ({code}).")
            }
            _ => Ok(()),
        }
    }

    /// Runs a line of the user.
    fn run(&mut self, described: &Description, line: &str) -> io::Result<Flow> {
        let Some((command, argument)) = Command::read(line) else {
            self.play_typed(described, line)?;
            return Ok(Flow::GoOn);
        };
        match command {
            Command::Quit => return Ok(Flow::End),
            Command::Resign => {
                let side = described.standing.to_move;
                writeln!(self.out, "{} resigns; {} wins.", self.name(side), self.name(side.other()))?;
                self.session.end = Some(End::Resigned(side));
                return Ok(Flow::End);
            }
            Command::Draw if self.offered || self.own == [true, true] => return self.drawn(),
            Command::Draw => {
                self.offers = true;
                writeln!(self.out, "You offer a draw with your next move.")?;
            }
            Command::Help => write!(self.out, "{}", command::help())?,
            Command::Board => self.is_shown = false,
            Command::Flip => (self.flipped, self.is_shown) = (!self.flipped, false),
            Command::Moves => self.list_moves(described)?,
            Command::Level => match self.opponent.set_level(argument) {
                Ok(()) => writeln!(self.out, "plyd plays at {} from now on.", self.opponent.words())?,
                Err(wrong) => writeln!(self.out, "{wrong}")?,
            },
            Command::Save if argument.is_empty() => writeln!(self.out, "save: expected a file name")?,
            Command::Save => {
                let said = self.save(Path::new(argument)).unwrap_or_else(|wrong| wrong);
                writeln!(self.out, "{said}")?;
            }
            Command::Undo => match self.session.undo(self.own) {
                0 => writeln!(self.out, "You have no move to take back.")?,
                count => {
                    let moves = if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
                    (self.is_shown, self.searched, self.hinted) = (false, None, None);
                    (self.offered, self.offers) = (false, false);
                    writeln!(self.out, "Took back {moves}.")?;
                }
            },
            Command::Hint => self.hint(described)?,
            Command::Why => self.explain()?,
        }
        Ok(Flow::GoOn)
    }

    /// Plays the move that a line means.
    fn play_typed(&mut self, described: &Description, line: &str) -> io::Result<()> {
        match meaning(self.session.position(), described, line) {
            _ if line.is_empty() => Ok(()),
            Ok(mv) => {
                self.offered = false;
                self.play_named(&mv.name)
            }
            Err(sentence) if is_words(line) => write!(self.out, "{sentence}\n{}", command::help()),
            Err(sentence) => writeln!(self.out, "{sentence}"),
        }
    }

    /// Writes the record of the game so far. Returns a sentence for the user.
    ///
    /// # Errors
    /// A sentence, if the record cannot be written to this file.
    fn save(&mut self, path: &Path) -> Result<String, String> {
        let written = self.write_to(path).map_err(|wrong| format!("save: {}: {wrong}", path.display()));
        let (format, Fitting { tags, result, .. }) = written?;
        let lost: Vec<String> = tags.into_iter().chain(result.map(|result| format!("the result {result}"))).collect();
        let lost = match lost.is_empty() {
            true => String::new(),
            false => format!(" The format {} has no room for {}.", format.name(), lost.join(", ")),
        };
        Ok(format!("Wrote the record to {}.{lost}", path.display()))
    }

    fn write_to(&mut self, path: &Path) -> Result<(Format, Fitting), String> {
        let game = self.session.game;
        let players = [Side::First, Side::Second].map(|side| match self.own[side.index()] {
            true => Named { name: self.person.clone(), is_plyd: false },
            false => Named { name: self.opponent.name(), is_plyd: true },
        });
        let index = match self.saves.iter().position(|file| file.path == path) {
            Some(index) => index,
            None => {
                self.saves.push(SaveFile::new(game, path)?);
                self.saves.len() - 1
            }
        };
        let file = &mut self.saves[index];
        let record = self.session.written(players, self.clocks.as_ref().map(Clocks::control), file.format)?;
        file.write(game, &record.text)?;
        Ok((file.format, record))
    }

    /// Gives a hint. Each further hint in the same position tells more.
    fn hint(&mut self, described: &Description) -> io::Result<()> {
        let (hint, stage) = match self.hinted.take() {
            Some((hint, Stage::Place)) => (hint, Stage::Move),
            Some((hint, _)) => (hint, Stage::Line),
            None => {
                let bar = spinner();
                let hint = self.opponent.hint(self.session.position());
                drop(bar);
                (hint, Stage::Place)
            }
        };
        writeln!(self.out, "{}", hint.text(stage))?;
        if let Some(found) = &hint.found {
            let names: Vec<String> = found.place.iter().filter_map(|cell| cell_name(described, *cell)).collect();
            if stage == Stage::Place && !names.is_empty() {
                writeln!(self.out, "Marked cells: {}.", names.join(", "))?;
            }
            if stage == Stage::Line {
                write!(self.out, "{}", explain::lines(&self.session.game.about, &found.answer))?;
            }
            self.searched = Some(("the hint".to_owned(), found.answer.clone()));
        }
        self.hinted = Some((hint, stage));
        Ok(())
    }

    fn explain(&mut self) -> io::Result<()> {
        let Some((whose, answer)) = &self.searched else {
            return writeln!(self.out, "Nothing has been searched yet; try hint.");
        };
        let about = &self.session.game.about;
        write!(self.out, "{whose}:\n{}", explain::search(about, answer))
    }

    /// Shows the board with the last move marked. If there is no board or no room for it, shows the state.
    fn show(&mut self, described: &Description) -> io::Result<()> {
        self.is_shown = true;
        let about = &self.session.game.about;
        let last = self.session.turns().last().map_or(&[][..], |turn| &turn.cells);
        let Some(canvas) = draw_board(about, described, last, self.flipped, self.look) else {
            return self.show_state(described);
        };
        match window_columns().filter(|columns| *columns < canvas.width()) {
            Some(columns) => writeln!(
                self.out,
                "The board is {} columns wide, but this window only {columns}; widen it and type board.\n{}",
                canvas.width(),
                described.standing.state
            )?,
            // Not through [`Visible`], which would print the colours as escapes.
            None => write!(self.out.0, "\n{}\n", canvas.text(self.look.color))?,
        }
        write!(self.out, "{}", hands(about, described, self.look))
    }

    /// For a game without a board, shows the state and the state after each move.
    fn show_state(&mut self, described: &Description) -> io::Result<()> {
        let columns = window_columns().unwrap_or(DEFAULT_COLUMNS);
        writeln!(self.out, "\n{}", ellipsized(&visible(&described.standing.state), columns))?;
        for mv in &described.legal_moves {
            let begun = format!("  {} → ", visible(&mv.name));
            let left = columns.saturating_sub(width_of(&begun));
            writeln!(self.out, "{begun}{}", ellipsized(&visible(&mv.state), left))?;
        }
        Ok(())
    }

    fn list_moves(&mut self, described: &Description) -> io::Result<()> {
        let shown = |mv: &NamedMove| visible(&shown(&mv.name, mv.label.as_deref())).into_owned();
        let moves: Vec<String> = described.legal_moves.iter().map(shown).collect();
        let wide = moves.iter().map(|mv| width_of(mv)).max().unwrap_or(0) + 2;
        let columns = window_columns().unwrap_or(DEFAULT_COLUMNS).saturating_sub(2).max(wide);
        for row in moves.chunks(columns / wide) {
            let padded = row.iter().map(|mv| format!("{mv}{}", " ".repeat(wide - width_of(mv))));
            writeln!(self.out, "  {}", padded.collect::<String>().trim_end())?;
        }
        Ok(())
    }
}
