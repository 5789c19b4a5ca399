//! `plyd review --all`: the games of a file, judged by several threads, with one summary at the end.
//!
//! Each review is a line of JSON. The summary is made from the lines, so reviews of an earlier run count like those of this
//! one.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use serde::Serialize;

use super::options::ReviewOptions;
use super::reviewed::Reviewed;
use super::totals::{Line, Totals, player_tag};
use crate::progress::Progress;
use crate::{output_failure, write_out};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::Record;
use plyd_search::position::Side;
use plyd_wire::{ReviewReport, State};

/// A line of the output: which game of the file it is, counted from 0, its players, and the answer of the service.
#[derive(Serialize)]
struct ReviewLine {
    game_index: usize,
    players: [Option<String>; 2],
    #[serde(flatten)]
    review: ReviewReport,
}

/// A game to judge, and its place among the games that are judged.
struct Job {
    place: usize,
    game: &'static Game,
    record: Record,
}

/// What is printed for a game, or why there is nothing.
struct Done {
    place: usize,
    number: usize,
    text: Result<String, String>,
}

/// Where the lines are printed.
enum Output {
    /// Nowhere: only the summary is wanted.
    None,
    Stdout,
    File(File),
}

/// Judges all games of a file.
///
/// # Errors
/// A sentence, if the options contradict each other, files cannot be read or written, or games could not be judged.
pub(super) fn review_all(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    let mut totals = Totals::default();
    let mut earlier = HashMap::new();
    let mut output = match &options.output {
        None if options.json || options.annotate || options.puzzles => Output::Stdout,
        None => Output::None,
        Some(file) => Output::File(open(file, options.resume, &mut |line| {
            totals.add(catalogue, &line)?;
            earlier.insert(line.game_index, (line.game, line.state));
            Ok(())
        })?),
    };
    let is_summed_up = !matches!(output, Output::Stdout);
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.map_or_else(cores, usize::from);
    let bar =
        Progress::counting(|| options.source.count(catalogue).unwrap_or_default().saturating_sub(earlier.len()) as u64);
    let (give, take) = sync_channel::<Job>(jobs);
    let (told, tell) = sync_channel::<Done>(jobs);
    let (read, judged) = thread::scope(|scope| {
        // The channels end with the threads, so that nobody waits for a thread that has ended.
        let take = Arc::new(Mutex::new(take));
        for _ in 0..jobs {
            let (take, told) = (Arc::clone(&take), told.clone());
            scope.spawn(move || work(&take, &told, options));
        }
        drop((take, told));
        let (output, totals, bar) = (&mut output, &mut totals, &bar);
        let judged = scope.spawn(move || collect(catalogue, &tell, output, totals, bar));
        let mut place = 0;
        let read = options.source.each(catalogue, &mut |game, record| {
            if let Some((id, state)) = earlier.get(&(record.games - 1)) {
                let own = State::new(&game.about, record.state.clone());
                let own = serde_json::to_value(own).expect("a state is plain data");
                let wrong = || format!("--resume: game {} of the output is another one than of the file", record.games);
                return if id == game.id && *state == own { Ok(()) } else { Err(wrong()) };
            }
            // Nobody takes games any more if the output cannot be written.
            give.send(Job { place, game, record }).map_err(|_| String::new())?;
            place += 1;
            Ok(())
        });
        drop(give);
        (read, judged.join().expect("it does not panic"))
    });
    drop(bar);
    let failed = judged?;
    if is_summed_up {
        write_out(&totals.text())?;
    }
    read?;
    match failed {
        0 => Ok(()),
        1 => Err("1 game could not be judged".to_owned()),
        _ => Err(format!("{failed} games could not be judged")),
    }
}

/// Judges games until there are no more, or nobody wants them.
fn work(take: &Mutex<Receiver<Job>>, told: &SyncSender<Done>, options: &ReviewOptions) {
    loop {
        let next = take.lock().expect("no other thread panics with it").recv();
        let Ok(Job { place, game, record }) = next else { return };
        let done = Done { place, number: record.games, text: text(game, &record, options) };
        if told.send(done).is_err() {
            return;
        }
    }
}

/// What is printed for a game.
fn text(game: &'static Game, record: &Record, options: &ReviewOptions) -> Result<String, String> {
    let judged = Reviewed::of(game, record, options, &|_| Progress::none())?;
    if options.annotate || options.puzzles {
        return judged.text(options);
    }
    let players = [Side::First, Side::Second].map(|side| {
        let name = player_tag(game, record.format, side);
        let named = |(tag, value): &(String, String)| (tag == name && value != "?").then(|| value.clone());
        record.tags.iter().find_map(named).filter(|name| !name.is_empty())
    });
    let line = ReviewLine { game_index: record.games - 1, players, review: judged.report()? };
    Ok(serde_json::to_string(&line).expect("answers are plain data") + "\n")
}

/// Prints what was found, in the order of the file, and sums it up. Returns how many games could not be judged.
fn collect(
    catalogue: Catalogue,
    tell: &Receiver<Done>,
    output: &mut Output,
    totals: &mut Totals,
    bar: &Progress,
) -> Result<usize, String> {
    let (mut waiting, mut next, mut failed) = (BTreeMap::new(), 0, 0);
    while let Ok(done) = tell.recv() {
        bar.step();
        waiting.insert(done.place, done);
        while let Some(Done { number, text, .. }) = waiting.remove(&next) {
            next += 1;
            match text {
                Err(error) => {
                    failed += 1;
                    bar.say(&format!("plyd: game {number}: {error}"));
                }
                Ok(text) => {
                    match output {
                        Output::None => {}
                        Output::Stdout => bar.write(&text).map_err(|error| output_failure(&error))?,
                        Output::File(file) => {
                            file.write_all(text.as_bytes()).map_err(|error| format!("--output: {error}"))?;
                        }
                    }
                    if !matches!(output, Output::Stdout) {
                        totals.add(catalogue, &Line::read(&text)?)?;
                    }
                }
            }
        }
    }
    Ok(failed)
}

/// Opens the file for the lines. If the run is resumed, calls a function with each line that is there. A line that was
/// not written to its end is removed.
fn open(path: &Path, is_resumed: bool, see: &mut dyn FnMut(Line) -> Result<(), String>) -> Result<File, String> {
    let failed = |error: std::io::Error| format!("--output: {}: {error}", path.display());
    if !is_resumed {
        return OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                format!("--output: {} is there already; --resume goes on with it", path.display())
            }
            _ => failed(error),
        });
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
    // Reading a device or a pipe may never end.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(format!("--output: {} is not a regular file, so --resume cannot go on with it", path.display()));
    }
    let mut reader = BufReader::new(&file);
    let (mut whole, mut text, mut number) = (0, String::new(), 0);
    while reader.read_line(&mut text).map_err(failed)? > 0 && text.ends_with('\n') {
        number += 1;
        let wrong = |error: String| format!("--output: {}:{number}: {error}", path.display());
        Line::read(&text).and_then(&mut *see).map_err(wrong)?;
        whole += text.len() as u64;
        text.clear();
    }
    file.set_len(whole).map_err(failed)?;
    Ok(file)
}
