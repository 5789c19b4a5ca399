//! The file of `plyd review --output`: a line of JSON for each judged game. A line says by its fingerprint which game
//! was judged, and how, so a run that resumes finds its games wherever they are in the file of records.

use std::collections::{HashMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Deserialize;

use super::judged::{Heading, JudgedGame, folded};
use super::options::ReviewOptions;
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::Record;

/// How each line begins.
const BEGIN: &str = "{\"fingerprint\":\"";

/// The longest line in bytes. A game of 2,000 plies takes a tenth of it.
const LINE_MAX: u64 = 64 << 20;

/// A file of judged games, to which more are added.
pub(super) struct Output {
    file: File,
    name: String,
    /// The games whose lines were in the file at the start. Equal games are in order.
    kept: HashMap<Key, VecDeque<JudgedGame>>,
}

/// What identifies a game: its fingerprint, and the folded names of its players.
type Key = (String, [Option<String>; 2]);

/// The fields of a line that identify its game.
#[derive(Deserialize)]
struct LineFields {
    fingerprint: Option<String>,
    #[serde(default)]
    players: [Option<String>; 2],
}

impl Output {
    /// Opens the file, and reads its lines if the options say that it is resumed. Changes nothing in it, except that it
    /// removes an unfinished last line of an interrupted run.
    ///
    /// # Errors
    /// A sentence, if the file has something else, or games that were judged with other options.
    pub(super) fn open(path: &Path, catalogue: Catalogue, options: &ReviewOptions) -> Result<Self, String> {
        let name = path.display().to_string();
        let failed = |error: io::Error| format!("{name}: {error}");
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if !about.is_file() {
            return Err(format!("{name}: not a regular file; --json prints the same lines to standard output"));
        }
        if about.len() > 0 && !options.resume {
            return Err(format!(
                "{name}: the file is not empty; add --resume to judge the games that it does not have"
            ));
        }
        let mut output = Self { file, name, kept: HashMap::new() };
        output.read(catalogue, &limits(options))?;
        Ok(output)
    }

    fn read(&mut self, catalogue: Catalogue, limits: &str) -> Result<(), String> {
        let name = &self.name;
        let failed = |error: io::Error| format!("{name}: {error}");
        let mut reader = BufReader::new(&self.file);
        let (mut line, mut whole, mut number, mut is_ended) = (Vec::new(), 0, 0, true);
        loop {
            line.clear();
            let length = reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line).map_err(failed)? as u64;
            if length == 0 {
                break;
            }
            number += 1;
            is_ended = line.ends_with(b"\n");
            match read_line(catalogue, &line, limits) {
                Ok((key, judged)) => self.kept.entry(key).or_default().push_back(judged),
                Err(_) if !is_ended && length < LINE_MAX && is_begun(&line) => {
                    self.file.set_len(whole).map_err(failed)?;
                    is_ended = true;
                    break;
                }
                Err(reason) => return Err(format!("{name}:{number}: {reason}")),
            }
            whole += length;
        }
        self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if is_ended { Ok(()) } else { self.file.write_all(b"\n").map_err(failed) }
    }

    /// Takes the judged game with this fingerprint and these players out of the games that the file had.
    pub(super) fn take(&mut self, fingerprint: &str, heading: &Heading) -> Option<JudgedGame> {
        self.kept.get_mut(&key(fingerprint.to_owned(), &heading.origin.players))?.pop_front()
    }

    /// Adds a line, which is in the file when this returns.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn add(&mut self, line: &str) -> Result<(), String> {
        self.file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Says how many of these games the file has.
    pub(super) fn progress(&self, had: usize, games: usize) -> Option<String> {
        let others = match self.kept.values().map(VecDeque::len).sum::<usize>() {
            0 => String::new(),
            others => format!("; lines about other games: {others}"),
        };
        (had > 0 || !others.is_empty()).then(|| format!("{}: has {had} of {games} games{others}", self.name))
    }
}

/// Whether a line of this program may begin like this.
fn is_begun(line: &[u8]) -> bool {
    line.starts_with(BEGIN.as_bytes()) || BEGIN.as_bytes().starts_with(line)
}

fn key(fingerprint: String, players: &[Option<String>; 2]) -> Key {
    (fingerprint, players.each_ref().map(|name| name.as_deref().map(folded)))
}

/// Reads a line. Returns what identifies its game, and the game.
fn read_line(catalogue: Catalogue, line: &[u8], limits: &str) -> Result<(Key, JudgedGame), String> {
    let line = str::from_utf8(line).map_err(|_| "the line is not UTF-8")?;
    let fields: LineFields = serde_json::from_str(line).map_err(|error| format!("not a line of reviews: {error}"))?;
    let fingerprint =
        fields.fingerprint.ok_or("the line has no fingerprint, so nothing says which game it is about")?;
    let (_, judged_by) = fingerprint.split_once(' ').unwrap_or_default();
    if judged_by != limits {
        let advice = "use the same options, or another --output";
        return Err(format!("this game was judged with {judged_by}, and this run has {limits}; {advice}"));
    }
    let judged = JudgedGame::read(catalogue, line)?;
    Ok((key(fingerprint, &fields.players), judged))
}

/// The options that decide how a game is judged, and which of its plies.
pub(super) fn limits(options: &ReviewOptions) -> String {
    let ReviewOptions { nodes, depth, time_ms, from, to, curve, player, caps, .. } = options;
    let numbers = [("nodes", nodes), ("depth", depth), ("time-ms", time_ms), ("from", from), ("to", to)];
    let numbers = numbers.into_iter().filter_map(|(name, number)| Some(format!("{name}={}", (*number)?)));
    let book = (!caps.book).then(|| "book=false".to_owned());
    let player = player.as_ref().map(|player| format!("player={}", folded(player)));
    numbers.chain([format!("curve={curve}")]).chain(book).chain(player).collect::<Vec<_>>().join(" ")
}

/// The fingerprint of a game that is judged with these [`limits`]: 128 bits of FNV-1a over its start and its moves, and
/// the limits.
pub(super) fn fingerprint(game: &Game, record: &Record, limits: &str) -> String {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let texts = [game.id, &record.state].into_iter().chain(record.moves.iter().map(String::as_str));
    for byte in texts.flat_map(|text| text.bytes().chain([0])) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x} {limits}")
}
