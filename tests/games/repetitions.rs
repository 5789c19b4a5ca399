//! Records are read and written in time that is linear in their length. Requests may have 256 KiB of anything.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::clock::computed;
use crate::common::repetitions::{REPETITIONS, letters, outcome};
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::games::record::{
    Annotations, Colour, Draft, Drawing, Format, Games, Mark, Note, RecordError, Shape, Variation, WriteError,
};
use plyd::search::Stop;

/// The lengths that are compared, in bytes.
const LENGTHS: [usize; 2] = [64 << 10, 256 << 10];

/// How many times as long the longer text is.
const TIMES: u32 = 4;

/// How many times as long it may take: quadratic work takes 16 times as long, and linear work that outgrows a cache of the
/// processor six times.
const MOST: u32 = 8;

/// Shorter times count as this one. Work that is quadratic in the bytes takes far longer.
const LEAST: Duration = Duration::from_millis(1);

/// Until a block of this size has been freed once, glibc returns large blocks of memory to the system. New memory costs
/// more than what these tests measure.
const KEPT: usize = 31 << 20;

/// Completed once such a block has been freed.
static WARM: Once = Once::new();

/// Compares the computing time for both lengths. The short work is repeated as often as it fits into the long one, and
/// all its results are kept, so that both use as much of the processor's caches. Other programs use the caches too, so
/// the shortest of several runs counts, and a time that is too long is measured again for some seconds.
#[track_caller]
fn assert_linear<T>(name: &str, [short, long]: [&dyn Fn() -> T; 2]) {
    WARM.call_once(|| drop(black_box(vec![1_u8; KEPT])));
    let time = |work: &dyn Fn() -> T, times| {
        let started = computed();
        let results: Vec<T> = (0..times).map(|_| black_box(work())).collect();
        let took = computed() - started;
        drop(results);
        took
    };
    let mut shortest = [Duration::MAX; 2];
    let is_within = |most: u32, [short, long]: [Duration; 2]| TIMES * long <= most * short.max(TIMES * LEAST);
    for round in 1..=100 {
        let took = [time(short, TIMES), time(long, 1)];
        shortest = [0, 1].map(|index| took[index].min(shortest[index]));
        // Only quadratic work makes every one of several runs twice as long as allowed.
        if is_within(MOST, shortest) && round >= 2 || !is_within(2 * MOST, shortest) && round >= 6 {
            break;
        }
        thread::sleep(Duration::from_millis(round));
    }
    let [short, long] = [shortest[0] / TIMES, shortest[1]].map(|time| 1e3 * time.as_secs_f64());
    println!("{short:8.2} {long:8.2}  {name}");
    assert!(is_within(MOST, shortest), "{name}: {short} ms, and {long} ms for {TIMES} times as much");
}

fn find(game: &str) -> &'static Game {
    CATALOGUE.find(game).unwrap()
}

#[test]
fn repetitions_are_read_in_linear_time() {
    for repetition in REPETITIONS {
        let (game, texts) = (find(repetition.game), LENGTHS.map(|bytes| repetition.text(bytes)));
        let read = |text: &str, format, index| game.read_record(text, format, index, None, &Stop::default());
        for text in &texts {
            let outcome = outcome(read(text, Some(repetition.format), 0));
            assert!(outcome.contains(repetition.says) && outcome.len() < 500, "{}: {outcome}", repetition.name());
        }
        // The first game; and a game that is not there, in a format that has to be recognised.
        for (format, index, how) in [(Some(repetition.format), 0, ""), (None, usize::MAX, ", guessed and counted")] {
            let [short, long] = texts.each_ref().map(|text| move || read(text, format, index));
            assert_linear(&(repetition.name() + how), [&short, &long]);
        }
    }
}

#[test]
fn repetitions_are_separated_into_games_in_linear_time() {
    for repetition in REPETITIONS {
        let texts = LENGTHS.map(|bytes| repetition.text(bytes));
        let format = Games::format_of_file(&texts[0]).unwrap_or(Format::Moves);
        let [short, long] = texts.each_ref().map(|text| move || Games::of_format(format, text).count());
        assert_linear(&format!("{}, separated as {}", repetition.name(), format.name()), [&short, &long]);
    }
}

#[test]
fn words_are_read_as_moves_of_every_game_in_linear_time() {
    for game in CATALOGUE {
        for unit in ["x", "1", "a1", "a1-", "é", "=Q"] {
            let texts = LENGTHS.map(|bytes| unit.repeat(bytes / unit.len()));
            let read = |text: &str| game.read_record(text, Some(Format::Moves), 0, None, &Stop::default());
            let [short, long] = texts.each_ref().map(|text| move || read(text));
            assert_linear(&format!("{} ({unit})*", game.id), [&short, &long]);
        }
    }
}

#[test]
fn no_reader_begins_after_its_deadline_or_when_it_has_to_stop() {
    let (raised, over) = (Stop::default(), Some(Instant::now()));
    raised.raise();
    for repetition in REPETITIONS {
        let (game, text) = (find(repetition.game), repetition.text(1 << 10));
        for format in [Some(repetition.format), None] {
            for (deadline, stop) in [(None, &raised), (over, &Stop::default())] {
                let read = game.read_record(&text, format, 0, deadline, stop);
                assert!(matches!(read, Err(RecordError::Stopped(_))), "{}: {}", repetition.name(), outcome(read));
            }
        }
    }
}

#[test]
fn a_deadline_ends_the_reading_of_a_text_with_many_parts() {
    for (game, format, [head, unit, tail]) in [
        ("chess", Format::Pgn, ["", "[A \"b\"]\n", "*"]),
        ("chess", Format::Pgn, ["1. e4 ", "{a}", "*"]),
        ("chess", Format::Pgn, ["", "1. e4 *\n\n", ""]),
        ("gomoku", Format::Sgf, ["(", ";", ")"]),
        ("gomoku", Format::Sgf, ["(;", "A[]", ")"]),
        ("othello", Format::Ggf, ["(;GM[Othello]", "A[]", ";)"]),
        ("gomoku", Format::Psq, ["Piskvorky 15x15\n", "a\n", ""]),
        ("hex", Format::HexWorld, ["#11,", ":S", ""]),
        ("shogi", Format::Kif, ["手合割：平手\n", "*a\n", ""]),
        ("shogi", Format::Csa, ["PI\n+\n", "'a\n", ""]),
        ("othello", Format::Transcript, ["", "f5d6\n", ""]),
        ("chess", Format::Moves, ["", "1. ", "e4"]),
    ] {
        let (game, text) = (find(game), head.to_owned() + &unit.repeat((1 << 20) / unit.len()) + tail);
        let read = |deadline| game.read_record(&text, Some(format), 0, deadline, &Stop::default());
        let mut shortest = Duration::MAX;
        // The deadline is a quarter of the time that reading takes to compute, so it passes before the text is read.
        let is_ended = (0..10).any(|_| {
            let started = computed();
            assert!(read(None).is_ok(), "{head}({unit})*{tail}");
            shortest = (computed() - started).min(shortest);
            matches!(read(Some(Instant::now() + shortest / 4)), Err(RecordError::Stopped(_)))
        });
        assert!(is_ended, "{head}({unit})*{tail}: {shortest:?}");
    }
}

/// A game to write, of parts that a draft borrows.
struct Written {
    state: String,
    moves: Vec<String>,
    tags: Vec<(String, String)>,
    result: Option<String>,
    comments: BTreeMap<usize, String>,
    annotations: Annotations,
}

impl Written {
    fn write(&self, game: &Game, format: Format) -> Result<String, WriteError> {
        let Self { state, moves, tags, result, comments, annotations } = self;
        let draft = Draft { tags, result: result.as_deref(), comments, annotations, ..Draft::new(state, moves) };
        game.write_record(&draft, format, None, &Stop::default())
    }
}

/// Games of this many bytes, each with one part that is long.
fn written(game: &Game, bytes: usize) -> Vec<(&'static str, Written)> {
    let tag = |name: String, value: &str| (name, value.to_owned());
    let first = game.start().move_names().swap_remove(0);
    let bare = || Written {
        state: game.about.start().to_owned(),
        moves: vec![first.clone()],
        tags: Vec::new(),
        result: None,
        comments: BTreeMap::new(),
        annotations: Annotations::NONE,
    };
    let annotated = |annotations| Written { annotations, ..bare() };
    let line = |moves: Vec<String>| Variation { moves, ..Variation::default() };
    let variations =
        |all: Vec<Variation>| annotated(Annotations { variations: [(0, all)].into(), ..Annotations::NONE });
    let drawing = |cell: String| {
        let (shape, colour) = (Shape::Square, Some(Colour::Green));
        Drawing { shape, colour, cell, to: None, text: None }
    };
    let comment = |unit: &str| Written { comments: [(1, unit.repeat(bytes / unit.len()))].into(), ..bare() };
    vec![
        ("tags", Written { tags: (0..bytes / 12).map(|number| tag(letters(number), "b")).collect(), ..bare() }),
        ("a tag", Written { tags: vec![tag("A".to_owned(), &"]\\".repeat(bytes / 2))], ..bare() }),
        ("a tag's name", Written { tags: vec![tag("A".repeat(bytes), "b")], ..bare() }),
        ("a comment of words", comment("a ")),
        ("a comment of lines", comment("a\n")),
        ("a comment of brackets", comment("}]\n")),
        ("a comment of commands", comment("[%")),
        ("a comment of one word", comment("a")),
        ("moves", Written { moves: vec![first.clone(); bytes / 4], ..bare() }),
        ("a move", Written { moves: vec!["x".repeat(bytes)], ..bare() }),
        ("a state of ones", Written { state: "1".repeat(bytes), ..bare() }),
        ("a state of blanks", Written { state: " ".repeat(bytes), ..bare() }),
        ("a state of rows", Written { state: "./".repeat(bytes / 2), ..bare() }),
        ("a state and blanks", Written { state: bare().state + &" -".repeat(bytes / 2), ..bare() }),
        ("variations", variations(vec![line(vec![first.clone()]); bytes / 16])),
        ("a variation", variations(vec![line(vec![first.clone(); bytes / 4])])),
        ("a move in a variation", variations(vec![line(vec!["x".repeat(bytes)])])),
        (
            "drawings",
            annotated(Annotations {
                drawings: [(1, vec![drawing("a1".to_owned()); bytes / 32])].into(),
                ..Annotations::NONE
            }),
        ),
        (
            "a drawing",
            annotated(Annotations { drawings: [(1, vec![drawing("a".repeat(bytes))])].into(), ..Annotations::NONE }),
        ),
        ("nags", annotated(Annotations { nags: [(0, vec![1; bytes / 2])].into(), ..Annotations::NONE })),
        ("a result", Written { result: Some("-".repeat(bytes)), ..bare() }),
    ]
}

#[test]
fn long_parts_are_written_in_linear_time() {
    for game in CATALOGUE {
        for format in game.record_formats() {
            let [short, long] = LENGTHS.map(|bytes| written(game, bytes));
            for ((what, short), (_, long)) in short.iter().zip(&long) {
                let name = format!("{} as {}: {what}", game.id, format.name());
                assert_linear(&name, [&|| short.write(game, format), &|| long.write(game, format)]);
            }
        }
    }
}

#[test]
fn marks_are_written_in_linear_time() {
    let chess = find("chess");
    let played = |plies: usize| {
        let turns = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
        let moves: Vec<String> = turns.into_iter().cycle().take(plies).collect();
        let note = |ply: usize| Note {
            mark: Some(Mark::Mistake),
            eval: Some("0.10".to_owned()),
            better: moves[ply..(ply + 4).min(plies)].to_vec(),
        };
        let notes: BTreeMap<usize, Note> = (0..plies).map(|ply| (ply, note(ply))).collect();
        (moves, notes)
    };
    let annotate = |(moves, notes): &(Vec<String>, BTreeMap<usize, Note>)| {
        chess.write_annotated(&Draft::new("startpos", moves), notes, None, None, &Stop::default()).unwrap()
    };
    let [short, long] = [500, 2000].map(played);
    assert_linear("marks in pgn", [&|| annotate(&short), &|| annotate(&long)]);
}
