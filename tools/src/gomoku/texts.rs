//! Positions for the learner of small networks: the chunks of `plyd-tools gomoku games`, as lines of text.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Notation;
use plyd_games::tools::gomoku as learning;
use plyd_search::position::Position;

use super::record::{self, NO_RESULT, Record};
use crate::chunks;
use crate::network::record::Record as Line;

/// Options of `texts`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    from: PathBuf,
    /// Folder for the chunks of text
    to: PathBuf,
}

/// Writes a chunk of text for each chunk.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn write(options: &Options) -> io::Result<()> {
    std::fs::create_dir_all(&options.to).map_err(crate::of_file(&options.to))?;
    for path in chunks::of(&options.from)? {
        let lines: Vec<String> = record::read(&path)?.iter().map(|record| line(record).to_string()).collect();
        chunks::write(&options.to.join(path.file_name().expect("it is a file")), &lines)?;
    }
    Ok(())
}

/// A record as a line. A position beside a game counts as if the game had ended as its search expects.
fn line(record: &Record) -> Line {
    let position = learning::position(&record.stones);
    let score = i32::from(record.score);
    let points = match record.result {
        NO_RESULT => learning::expected_points(score),
        result => f64::from(result) / 2.0,
    };
    debug_assert!(position.outcome().is_none());
    let mv = position.move_text(learning::square(record.best));
    Line { state: position.state(), mv, score, points }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_stones_and_the_points_of_its_record() {
        let mut stones = [0; learning::AREA];
        (stones[112], stones[113]) = (1, 2);
        let record = Record { stones, best: 0, score: 0, result: 2 };
        let lost = Record { result: 0, ..record };
        let beside = Record { result: NO_RESULT, ..record };
        assert_eq!(line(&record).state, "15/15/15/15/15/15/15/7XO6/15/15/15/15/15/15/15 X 5");
        assert_eq!(line(&record).mv, "a15");
        assert_eq!([record, lost, beside].map(|record| line(&record).points), [1.0, 0.0, 0.5]);
    }
}
