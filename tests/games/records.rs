//! Files that other programs wrote: python-chess, in variants of chess with the tags and comments of Lichess; py-draughts;
//! and OpenSpiel's games in the formats that their players use. The files of shogi, minishogi and xiangqi were written by
//! hand, in the manner of programs for them.
//!
//! tests/records has each file, and what is read from it: the state, the moves, the result or `-`, the number of
//! further games, and what was skipped.

use std::fs;
use std::path::{Path, PathBuf};

use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::games::record::{Format, Record};
use plyd::search::Stop;

fn read(game: &Game, text: &str) -> Record {
    game.read_record(text, None, 0, None, &Stop::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The lines of a `.moves` file.
fn lines(record: &Record) -> [String; 5] {
    let skipped = record.skipped.counts().into_iter().filter(|(_, count)| *count > 0);
    let skipped: Vec<_> = skipped.map(|(name, count)| format!("{name}={count}")).collect();
    let result = record.result.clone().unwrap_or_else(|| "-".to_owned());
    [record.state.clone(), record.moves.join(" "), result, record.more.to_string(), skipped.join(" ")]
}

/// Each file and its game.
fn files() -> Vec<(PathBuf, &'static Game)> {
    let mut files: Vec<PathBuf> = fs::read_dir("tests/records").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension != "moves"));
    files.sort();
    let game = |path: &Path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        CATALOGUE.find(name.rsplit_once('-').unwrap().0).unwrap()
    };
    files.into_iter().map(|path| (path.clone(), game(&path))).collect()
}

#[test]
fn files_of_other_programs_are_read_move_by_move() {
    let files = files();
    assert!(files.len() >= 20, "{} files", files.len());
    for (path, game) in files {
        let found = read(game, &fs::read_to_string(&path).unwrap());
        let expected = fs::read_to_string(path.with_extension("moves")).unwrap();
        assert_eq!(lines(&found).to_vec(), expected.lines().collect::<Vec<_>>(), "{}", path.display());
    }
}

#[test]
fn files_are_written_again_in_every_format_that_can_express_them() {
    let mut written = 0;
    for (path, game) in files() {
        let found = read(game, &fs::read_to_string(&path).unwrap());
        for format in game.record_formats() {
            // Lists of moves have no tags, comments or results.
            let is_list = matches!(format, Format::Moves | Format::Transcript | Format::HexWorld);
            let bare = Record { tags: Vec::new(), comments: [].into(), result: None, ..found.clone() };
            let game_to_write = if is_list { &bare } else { &found };
            let text = match game.write_record(&game_to_write.draft(), format, None, &Stop::default()) {
                Err(_) if is_list && found.state != game.start().state() => continue,
                text => text.unwrap_or_else(|error| panic!("{}: {error:?}", path.display())),
            };
            let again = game.read_record(&text, Some(format), 0, None, &Stop::default()).unwrap();
            assert_eq!((&again.moves, &again.standing), (&found.moves, &found.standing), "{text}");
            assert_eq!(again.comments, game_to_write.comments, "{text}");
            written += 1;
        }
    }
    assert!(written > 30, "{written}");
}
