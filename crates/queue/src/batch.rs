//! Reads the jobs of a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;
use plyd_games::epd::Epd;
use plyd_games::excerpt::ellipsized;
use plyd_games::record::Record;
use plyd_terminal::{RecordSource, visible};
use plyd_wire::fields::Pairs;
use plyd_wire::{Caps, Code, Problem, State, to_json};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::source::{MAX_ID, Source};

/// The largest file of jobs in bytes, because a batch is kept in memory.
pub(crate) const MAX_FILE_BYTES: usize = 64 << 20;

/// The most jobs of a batch, because each of them takes memory, however short it is.
const MAX_JOBS: usize = 1_000_000;

/// The longest line in bytes. No request over HTTP may be larger.
const MAX_LINE_BYTES: usize = Caps::MAX_BATCH_BYTES;

/// The jobs of a file, in order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) entries: Vec<Entry>,
    /// The bytes that were read for them.
    bytes: usize,
    seen: HashMap<Arc<[u8]>, usize>,
    digest: Sha256,
}

/// How to review games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reviewing<'a> {
    pub(crate) nodes: Option<u64>,
    pub(crate) curve: &'a str,
    /// Whether answers have annotated records.
    pub(crate) annotate: bool,
    /// Whether answers have puzzles.
    pub(crate) puzzles: bool,
}

impl Reviewing<'_> {
    /// The job for a game, whose text is this one.
    fn job(&self, game: &Game, record: Record, text: &str) -> String {
        let Self { nodes, curve, annotate, puzzles } = *self;
        let mut job = json!({ "op": "review", "game": game.id });
        if annotate {
            // The annotated record keeps comments and tags.
            job["record"] = json!(text);
            job["format"] = json!(record.format.name());
            job["annotated"] = json!(true);
        } else {
            job["state"] = json!(State::new(&game.about, record.state));
            job["moves"] = json!(record.moves);
        }
        job["nodes"] = json!(nodes);
        job["curve"] = json!(curve);
        if puzzles {
            job["puzzles"] = json!(true);
        }
        job.to_string()
    }
}

/// How to search the positions of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionSearch {
    pub(crate) game: &'static Game,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl PositionSearch {
    /// The game with this id. Without one, Othello for a file whose name ends in `.obf`, and chess for others.
    pub(crate) fn game(id: Option<&str>, file: &Path) -> Result<&'static Game, String> {
        let is_obf = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obf"));
        let id = id.unwrap_or(if is_obf { "othello" } else { "chess" });
        CATALOGUE.find(id).map_err(|unknown| unknown.to_string())
    }

    /// The job for the position of a line, and the name that the line gives it.
    fn job(&self, line: &str) -> (String, Option<String>) {
        let Self { game, nodes, depth } = self;
        let epd = Epd::split(line);
        let mut state = epd.position.to_owned();
        // Of the operations, these belong to the position. Others would only cause warnings in the answers.
        for counter in ["hmvc", "fmvn"] {
            epd.operands(counter).for_each(|number| state += &format!(" {counter} {number};"));
        }
        let json = if game.about.state_is_json { serde_json::from_str(&state).ok() } else { None };
        let state = json.unwrap_or(Value::String(state));
        let job = json!({ "op": "search", "game": game.id, "state": state, "nodes": nodes, "depth": depth });
        let id = epd.operands("id").next().filter(|id| !id.is_empty());
        (job.to_string(), id.map(|id| ellipsized(id, MAX_ID).into_owned()))
    }
}

/// A job of a batch, and where it comes from.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) work: Work,
    pub(crate) source: Source,
}

/// What has to be done for a job.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// A worker answers it.
    Job(Arc<[u8]>),
    /// It has the answer of the earlier job with this index.
    Same(usize),
    /// It is wrong, and this is its answer.
    Answered(Answer),
}

impl Work {
    /// The index of the earlier job that is the same.
    pub(crate) const fn first(&self) -> Option<usize> {
        if let Self::Same(first) = self { Some(*first) } else { None }
    }
}

impl Batch {
    /// Reads the jobs of a file, one a line.
    pub(crate) fn of_file(path: &Path) -> Result<Self, String> {
        Self::of_lines(path, &mut *open(path)?)
    }

    /// Reads the positions of a file, one a line. Each is a search.
    pub(crate) fn of_positions_file(path: &Path, searching: &PositionSearch) -> Result<Self, String> {
        Self::of_positions(path, &mut *open(path)?, searching)
    }

    /// Reads jobs, one a line. Errors name the `path`.
    pub(crate) fn of_lines(path: &Path, reader: &mut dyn BufRead) -> Result<Self, String> {
        Self::read(path, reader, |batch, line, file, number| {
            if batch.entries.is_empty() {
                check_first(line).map_err(|error| format!("{file}: {error}"))?;
            }
            batch.push_line(line, file, number);
            Ok(())
        })
    }

    /// Reads positions, one a line. Lines that begin with `#`, or with `%` as in files of Othello, are remarks.
    pub(crate) fn of_positions(
        path: &Path,
        reader: &mut dyn BufRead,
        searching: &PositionSearch,
    ) -> Result<Self, String> {
        Self::read(path, reader, |batch, line, file, number| {
            let line = String::from_utf8_lossy(line);
            let line = line.trim_start_matches('\u{feff}').trim_start();
            if !line.is_empty() && !line.starts_with(['#', '%']) {
                let (job, id) = searching.job(line);
                batch.push(job.as_bytes(), Source::of_line(file, number, id));
            }
            Ok(())
        })
    }

    /// Reads lines that are not empty. `add` gets each of them with its number.
    fn read(
        path: &Path,
        reader: &mut dyn BufRead,
        mut add: impl FnMut(&mut Self, &[u8], &Arc<str>, usize) -> Result<(), String>,
    ) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let mut batch = Self::default();
        let file: Arc<str> = path.display().to_string().into();
        let (mut line, mut number) = (Vec::new(), 1);
        while batch.fits() {
            line.clear();
            // One byte more than the longest line with its line end.
            let most = MAX_LINE_BYTES as u64 + 2;
            let read = Read::take(&mut *reader, most).read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 {
                break;
            }
            batch.bytes += read;
            if read as u64 == most {
                let most = MAX_LINE_BYTES >> 20;
                return Err(format!("{file}:{number}: the line is longer than {most} MiB, the limit for a request"));
            }
            let job = line.trim_ascii_end();
            if !job.is_empty() {
                add(&mut batch, job, &file, number)?;
            }
            number += 1;
        }
        batch.checked(path)
    }

    /// Adds a line. If it has a name for its job, the name is not a part of the job.
    fn push_line(&mut self, line: &[u8], file: &Arc<str>, number: usize) {
        match named(line) {
            None => self.push(line, Source::of_line(file, number, None)),
            Some(Ok((id, job))) => self.push(job.as_bytes(), Source::of_line(file, number, Some(id))),
            Some(Err(problem)) => {
                self.push_answered(&problem.detail.clone(), problem.into(), Source::of_line(file, number, None));
            }
        }
    }

    /// Reads games, each of which is a review. Those that cannot be read are named, and are jobs that have failed.
    /// The games are in the `content`, or else in the file.
    pub(crate) fn of_games(
        source: &RecordSource,
        content: Option<&[u8]>,
        reviewing: &Reviewing<'_>,
    ) -> Result<Self, String> {
        let mut batch = Self::default();
        let games = content.map_or_else(|| source.open(CATALOGUE), |content| source.separate(CATALOGUE, content))?;
        let file: Arc<str> = source.file.display().to_string().into();
        let (mut wrong, mut first) = (0, None);
        for index in 0..games.len() {
            if !batch.fits() {
                break;
            }
            match games.read(index) {
                Ok((game, record)) => {
                    let from = Source::of_game(&file, index, game, &record);
                    let job = reviewing.job(game, record, games.text(index));
                    batch.bytes += job.len();
                    batch.push(job.as_bytes(), from);
                }
                Err(error) => {
                    wrong += 1;
                    batch.bytes += error.len();
                    eprintln!("plyd-queue: {}", visible(&error));
                    // The job is the same if the file has another name.
                    let fault = error.strip_prefix(&*file).unwrap_or(&error).to_owned();
                    let answer = Answer::unreadable_game(error.clone());
                    batch.push_answered(&fault, answer, Source::of_unreadable(&file, index));
                    first = first.or(Some(error));
                }
            }
        }
        match first {
            Some(error) if wrong == batch.entries.len() => return Err(error),
            Some(_) => eprintln!("plyd-queue: {file}: {wrong} of {} games could not be read; they fail", games.len()),
            None => {}
        }
        batch.checked(&source.file)
    }

    /// Whether no more than [`MAX_FILE_BYTES`] and [`MAX_JOBS`] were read.
    const fn fits(&self) -> bool {
        self.bytes <= MAX_FILE_BYTES && self.entries.len() <= MAX_JOBS
    }

    fn checked(self, path: &Path) -> Result<Self, String> {
        let (file, most) = (path.display(), MAX_FILE_BYTES >> 20);
        match self.entries.is_empty() {
            _ if self.entries.len() > MAX_JOBS => {
                Err(format!("{file}: there are more than {MAX_JOBS} jobs; split them into batches"))
            }
            _ if !self.fits() => Err(format!("{file}: the jobs take more than {most} MiB; split them into batches")),
            true => Err(format!("{file}: the file has no jobs")),
            false => Ok(self),
        }
    }

    /// Adds a job.
    fn push(&mut self, job: &[u8], source: Source) {
        let work = if let Some(first) = self.seen.get(job) {
            Work::Same(*first)
        } else {
            let job: Arc<[u8]> = job.into();
            self.seen.insert(Arc::clone(&job), self.entries.len());
            Work::Job(job)
        };
        self.add(job, Entry { work, source });
    }

    /// Adds a job that has failed. Its text is a part of the batch's hash.
    fn push_answered(&mut self, text: &str, answer: Answer, source: Source) {
        self.add(text.as_bytes(), Entry { work: Work::Answered(answer), source });
    }

    fn add(&mut self, text: &[u8], entry: Entry) {
        self.digest.update(text.len().to_le_bytes());
        self.digest.update(text);
        self.entries.push(entry);
    }

    /// How many jobs are the same as an earlier one.
    pub(crate) fn equal(&self) -> usize {
        self.entries.iter().filter(|entry| entry.work.first().is_some()).count()
    }

    /// The first half of the hash of all jobs, in hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        self.digest.clone().finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The [`digits`] of this hash.
    pub(crate) fn digits(&self) -> String {
        digits(&self.hash())
    }
}

/// A file, or standard input.
fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    Ok(if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?))
    })
}

/// The part of a batch's hash that lines of answers have.
pub(crate) fn digits(hash: &str) -> String {
    hash.chars().filter(char::is_ascii_hexdigit).take(12).collect()
}

/// The name that a line has for its job, and the job without it. `None` if it has none, or is no object: then the line
/// is the job.
fn named(line: &[u8]) -> Option<Result<(String, String), Problem>> {
    if !line.windows(4).any(|word| word == b"\"id\"") {
        return None;
    }
    let Pairs(mut fields): Pairs<Box<RawValue>> = serde_json::from_slice(line).ok()?;
    let ids: Vec<_> = fields.extract_if(.., |(name, _)| name == "id").map(|(_, id)| id).collect();
    let id = ids.first()?;
    let wrong = |detail: String| Some(Err(Problem::new(Code::InvalidBody, detail).at("id")));
    match serde_json::from_str::<String>(id.get()) {
        _ if ids.len() > 1 => wrong("id is given twice".to_owned()),
        Ok(id) if id.chars().count() <= MAX_ID => Some(Ok((id, to_json(&Pairs(fields))))),
        _ => wrong(format!("id is {}, expected a text of at most {MAX_ID} characters", ellipsized(id.get(), 40))),
    }
}

/// Refuses a file whose first line is not an object. If a later line is wrong, its answer is a problem.
fn check_first(line: &[u8]) -> Result<(), String> {
    let line = String::from_utf8_lossy(line);
    if line.trim_start_matches(['\u{feff}', ' ', '\t']).starts_with('{') {
        return Ok(());
    }
    let found = ellipsized(&line, 40);
    let example = r#"{"op": "search", "game": "chess"}"#;
    let others = "use --search FILE for positions (EPD, FEN, OBF) and --review FILE for games";
    Err(format!("expected a request on each line, such as {example}, found {found}; {others}"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn batch(jobs: &[&str]) -> Batch {
        let mut batch = Batch::default();
        jobs.iter().for_each(|job| batch.push_line(job.as_bytes(), &"jobs.jsonl".into(), 1));
        batch
    }

    fn works(batch: Batch) -> Vec<Work> {
        batch.entries.into_iter().map(|entry| entry.work).collect()
    }

    fn job(text: &str) -> Work {
        Work::Job(text.as_bytes().into())
    }

    #[test]
    fn equal_jobs_are_kept_once() {
        let batch = batch(&["a", "b", "a", "", "b"]);
        assert_eq!(batch.equal(), 2);
        assert_eq!(works(batch), [job("a"), job("b"), Work::Same(0), job(""), Work::Same(1)]);
    }

    #[test]
    fn the_name_of_a_job_is_not_a_part_of_it() {
        let lines = [r#"{"id": "one", "op": "search"}"#, r#"{"op": "search", "id": "two"}"#, r#"{"op":"search"}"#];
        let batch = batch(&lines);
        let sources: Vec<String> = batch.entries.iter().map(|entry| entry.source.json()).collect();
        assert_eq!(sources[1], r#"{"file":"jobs.jsonl","line":1,"id":"two"}"#);
        assert_eq!(works(batch), [job(r#"{"op":"search"}"#), Work::Same(0), Work::Same(0)]);
    }

    #[test]
    fn wrong_names_of_jobs_are_refused() {
        let long = json!({ "id": "x".repeat(MAX_ID + 1) }).to_string();
        for line in [r#"{"id": 7}"#, r#"{"id": "a", "id": "a"}"#, &long] {
            let works = works(batch(&[line]));
            let [Work::Answered(answer)] = &works[..] else { panic!("{works:?}") };
            assert!(answer.status == 422 && answer.body.contains(r#""path":"id""#), "{answer:?}");
        }
        // A field of a field is not the job's name.
        let nested = r#"{"op":"batch","items":[{"id":"a"}]}"#;
        assert_eq!(works(batch(&[nested])), [job(nested)]);
    }

    #[test]
    fn each_position_of_a_file_is_a_search() {
        let game = |id| CATALOGUE.find(id).unwrap();
        let jobs = |id, lines: &str| {
            let searching = PositionSearch { game: game(id), nodes: Some(500), depth: None };
            let batch = Batch::of_positions(Path::new("p"), &mut lines.as_bytes(), &searching).unwrap();
            let of = |Entry { work, source }| {
                let Work::Job(job) = work else { panic!("{work:?}") };
                let job: Value = serde_json::from_slice(&job).unwrap();
                assert_eq!((&job["op"], &job["game"], &job["nodes"]), (&json!("search"), &json!(id), &json!(500)));
                (job["state"].clone(), source.json())
            };
            batch.entries.into_iter().map(of).collect::<Vec<_>>()
        };
        let source = |line: usize| format!(r#"{{"file":"p","line":{line}}}"#);
        let named = |line: usize, id: &str| format!(r#"{{"file":"p","line":{line},"id":"{id}"}}"#);
        let epd = "\u{feff}# a remark\n\n8/8 w - - bm Qg6; id \"WAC.001\";\r\n8/8 b - - hmvc 3; fmvn 9;\n8/8 w - - 0 1 ;D1 20";
        let expected = [
            (json!("8/8 w - -"), named(3, "WAC.001")),
            (json!("8/8 b - - hmvc 3; fmvn 9;"), source(4)),
            (json!("8/8 w - - 0 1"), source(5)),
        ];
        assert_eq!(jobs("chess", epd), expected);
        let obf = "% a remark\n--XO X; G8:+18; H1:+12;\n--OX O % hard\n";
        assert_eq!(jobs("othello", obf), [(json!("--XO X"), source(2)), (json!("--OX O % hard"), source(3))]);
        assert_eq!(jobs("tree", "[1, [2, 3]]\n[4"), [(json!([1, [2, 3]]), source(1)), (json!("[4"), source(2))]);
        let long = jobs("chess", &format!("8/8 w - - id {};", "é".repeat(200)));
        assert_eq!(long[0].1.matches('é').count(), MAX_ID - 1);
        assert_eq!(PositionSearch::game(None, Path::new("a.OBF")).unwrap().id, "othello");
        assert_eq!(PositionSearch::game(None, Path::new("-")).unwrap().id, "chess");
        assert!(PositionSearch::game(Some("ches"), Path::new("-")).unwrap_err().contains("chess"));
    }

    #[test]
    fn the_hash_depends_on_each_job_and_their_order() {
        let lists: [&[&str]; 4] = [&["a", "b"], &["b", "a"], &["ab"], &["a", "b", "b"]];
        assert_eq!(lists.map(|jobs| batch(jobs).hash()).into_iter().collect::<HashSet<_>>().len(), 4);
    }
}
