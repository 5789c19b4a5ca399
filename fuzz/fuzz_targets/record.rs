//! Any text is read or refused as a record of any game, without a panic. A game that was read is written in the same
//! format, and is then read back as the same game.
//!
//! Input: the game's id, the name of a format or nothing, and the record, separated by newlines.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::games::record::{Format, Record, RecordError};
use plyd::search::Stop;

/// The record, unless it is refused with a place in the text.
fn read(game: &Game, text: &str, format: Option<Format>, index: usize) -> Option<Record> {
    match game.read_record(text, format, index, None, &Stop::default()) {
        Ok(record) => {
            let lines = 1 + text.matches('\n').count();
            assert_eq!(record.games, index + 1 + record.more);
            assert!(record.warnings.iter().all(|warning| warning.line <= lines), "{:?}", record.warnings);
            assert!(record.ended_at.is_none_or(|ply| ply < record.moves.len()), "{:?}", record.ended_at);
            Some(record)
        }
        Err(RecordError::NoSuchGame(games)) => {
            assert!(index >= games && games > 0);
            None
        }
        Err(RecordError::Fault(fault)) => {
            let lines = 1 + text.matches('\n').count();
            assert!((1..=lines).contains(&fault.line) && fault.column > 0, "{fault}");
            assert!(fault.detail.len() < 2_000, "{fault}");
            None
        }
        Err(RecordError::Stopped(_)) => panic!("nothing stops it"),
    }
}

fn write(game: &Game, record: &Record) -> String {
    let written = game.write_record(&record.draft(), record.format, None, &Stop::default());
    written.unwrap_or_else(|error| panic!("{error:?}: {record:?}"))
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut parts = text.splitn(3, '\n');
    let Ok(game) = CATALOGUE.find(parts.next().unwrap_or_default()) else { return };
    let format = Format::by_name(parts.next().unwrap_or_default());
    let text = parts.next().unwrap_or_default();
    // The second game is read as well, so that every cut is tried.
    read(game, text, format, 1);
    let Some(found) = read(game, text, format, 0) else { return };
    let written = write(game, &found);
    let mut held = found.annotations.clone();
    held.keep_held_by(found.format, &found.tags);
    let again = read(game, &written, Some(found.format), 0).unwrap_or_else(|| panic!("{written:?} is not read"));
    assert_eq!(
        (&again.state, &again.moves, &again.comments, &again.annotations, &again.standing),
        (&found.state, &found.moves, &found.comments, &held, &found.standing),
        "{written:?}"
    );
    assert!(found.result.is_none() || again.result == found.result, "{written:?}");
    for tag in &found.tags {
        assert!(again.tags.contains(tag), "{tag:?} is lost in {written:?}");
    }
    assert_eq!(write(game, &again), written);
});
