//! The operations, as `src/http` has them for the server, one request after the other.

use std::time::Duration;

use percent_encoding::percent_decode_str;
use plyd_drawing::{Caption, dot, svg};
use plyd_games::catalogue::Game;
use plyd_games::{CATALOGUE, data};
use plyd_search::{Engine, Instant, Stop};
use plyd_wire::{
    BatchRequest, BatchResult, Caps, Code, GameList, GameReport, HintRequest, Item, Operation, PositionRequest,
    Problem, ProgressReport, RecordRequest, RecordWriteRequest, Refusal, ReviewReport, ReviewRequest, SearchRequest,
    ServerFacts, SummaryReport, TreeRequest, from_json, from_query, index, shortened,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// Bytes of the transposition table, as many as of a server's worker by default: answers may depend on them.
const TABLE_BYTES: usize = 64 << 20;

/// A position or a record is answered in this time.
const SHORT_TIME: Duration = Duration::from_millis(900);

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const LINES: &str = "application/x-ndjson";

/// Answers requests. It has one transposition table, as a worker of the server has.
pub struct Operations {
    engine: Engine,
    caps: Caps,
    /// How many requests there have been. A problem names the number of its request.
    asked: u64,
}

/// An answer.
pub struct Answer {
    /// The status that HTTP would have.
    pub status: u16,
    /// The media type of the text.
    pub media_type: &'static str,
    /// The answer. Of a stream, what comes after the parts.
    pub text: String,
}

/// A game needs its data before it can answer, see [`plyd_games::data`].
#[derive(Debug)]
pub struct MissingData {
    /// The game's id.
    pub game: &'static str,
}

/// Why a request has no answer.
enum Failure {
    Problem(Problem),
    MissingData(MissingData),
}

/// Where the fields of a request are.
#[derive(Clone, Copy)]
enum Fields<'a> {
    Query(&'a str),
    Body(&'a str),
}

/// Receives the parts of a stream.
type OnPart<'a> = &'a mut dyn FnMut(&str);

impl Default for Operations {
    fn default() -> Self {
        let caps = Caps::new(Caps::MAX_NODES, Caps::MAX_TIME_MS);
        Self { engine: Engine::new(TABLE_BYTES), caps, asked: 0 }
    }
}

impl Operations {
    /// Answers a request. A stream passes each of its parts but the last to `on_part`.
    ///
    /// # Errors
    /// If the request is about a game that needs data. Then nothing was done, and nothing passed to `on_part`.
    pub fn answer(
        &mut self,
        method: &str,
        target: &str,
        body: &str,
        on_part: OnPart<'_>,
    ) -> Result<Answer, MissingData> {
        self.asked += 1;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let answered = match method {
            "GET" => self.route(path, Fields::Query(query), on_part),
            "POST" => self.route(path, Fields::Body(body), on_part),
            _ => Err(no_method(method).into()),
        };
        match answered {
            Ok((media_type, text)) => Ok(Answer { status: 200, media_type, text }),
            Err(Failure::MissingData(missing)) => Err(missing),
            Err(Failure::Problem(problem)) => {
                let (status, text) = (problem.code.status(), problem.json(Some(&self.id())));
                Ok(Answer { status, media_type: "application/problem+json", text })
            }
        }
    }

    fn id(&self) -> String {
        format!("browser-{}", self.asked)
    }

    /// The media type and the text of the answer.
    fn route(
        &mut self,
        path: &str,
        fields: Fields<'_>,
        on_part: OnPart<'_>,
    ) -> Result<(&'static str, String), Failure> {
        let path = percent_decode_str(path).decode_utf8();
        let path = &*path.map_err(|_| Problem::new(Code::BadRequest, "the path is not UTF-8"))?;
        let parts: Vec<&str> = path.strip_prefix("/v1").unwrap_or("/?").split('/').skip(1).collect();
        match (&parts[..], fields) {
            ([], Fields::Query(_)) => {
                let table_results = Engine::capacity(TABLE_BYTES);
                let facts = ServerFacts { max_body_bytes: Caps::MAX_BODY_BYTES, table_results };
                Ok((JSON, text(&index(CATALOGUE, &self.caps, facts))))
            }
            (["games"], Fields::Query(_)) => Ok((JSON, text(&GameList::new(CATALOGUE)))),
            (["games", game], Fields::Query(_)) => Ok((JSON, text(&GameReport::new(find(game)?)))),
            (["games", game, operation @ ..], _) => {
                let game = find(game)?;
                need_data(game)?;
                self.of_game(game, operation, path, fields, on_part)
            }
            (["batch"], Fields::Body(body)) => {
                let [before, comma, after] = BatchResult::ARRAY;
                let mut elements = Vec::new();
                self.batch(body, &mut |_, result| elements.push(result.element()))?;
                Ok((JSON, format!("{before}{}{after}", elements.join(comma))))
            }
            (["batch", "stream"], Fields::Body(body)) => {
                self.batch(body, &mut |index, result| on_part(&result.line(index)))?;
                Ok((LINES, String::new()))
            }
            _ => Err(not_found(path).into()),
        }
    }

    /// An operation of a game.
    fn of_game(
        &mut self,
        game: &'static Game,
        operation: &[&str],
        path: &str,
        fields: Fields<'_>,
        on_part: OnPart<'_>,
    ) -> Result<(&'static str, String), Failure> {
        let (caps, stop, arrived) = (self.caps, Stop::default(), Instant::now());
        let due = Some(arrived + SHORT_TIME);
        let most = match operation {
            ["record" | "review", ..] => Caps::MAX_RECORD_BYTES,
            _ => Caps::MAX_BODY_BYTES,
        };
        fields.check_size(most)?;
        match (operation, fields) {
            (["position"], _) => Ok((JSON, text(&fields.read::<PositionRequest>(game)?.report(game, due, &stop)?))),
            (["search"], _) => {
                let prepared = fields.read::<SearchRequest>(game)?.prepare(game, &caps, arrived, None)?;
                Ok((JSON, text(&prepared.run(&mut self.engine, &stop, Duration::ZERO, None))))
            }
            (["search", "stream"], _) => {
                let prepared = fields.read::<SearchRequest>(game)?.prepare(game, &caps, arrived, None)?;
                let mut on_progress = |report: ProgressReport| on_part(&event("progress", &text(&report)));
                let report = prepared.run(&mut self.engine, &stop, Duration::ZERO, Some(&mut on_progress));
                Ok((EVENTS, event("result", &text(&report))))
            }
            (["tree" | "tree.svg" | "tree.dot"], _) => {
                let prepared = fields.read::<TreeRequest>(game)?.prepare(game, &caps, arrived)?;
                let tree = prepared.walk(&stop)?;
                let caption = Caption::new(prepared.game(), prepared.question());
                Ok(match operation {
                    ["tree.svg"] => ("image/svg+xml", svg(&tree, caption)),
                    ["tree.dot"] => ("text/vnd.graphviz", dot(&tree, caption)),
                    _ => (JSON, text(&prepared.report(tree))),
                })
            }
            (["hint"], Fields::Body(_)) => {
                let prepared = fields.read::<HintRequest>(game)?.prepare(game, &caps, arrived)?;
                Ok((JSON, text(&prepared.run(&mut self.engine, &stop))))
            }
            (["record"], Fields::Body(_)) => {
                Ok((JSON, text(&fields.read::<RecordRequest>(game)?.read(game, due, &stop)?)))
            }
            (["record", "write"], Fields::Body(_)) => {
                Ok((JSON, text(&fields.read::<RecordWriteRequest>(game)?.write(game, due, &stop)?)))
            }
            (["review"], Fields::Body(_)) => Ok((JSON, self.whole_review(game, fields, None)?)),
            (["review", "stream"], Fields::Body(_)) => {
                let summary = self.review(game, fields, None, &mut |ply| on_part(&event("ply", ply.get())))?;
                Ok((EVENTS, event("summary", &text(&summary))))
            }
            _ => Err(not_found(path).into()),
        }
    }

    /// The review of a game as one answer.
    fn whole_review(&self, game: &'static Game, fields: Fields<'_>, ends: Option<Instant>) -> Result<String, Problem> {
        let mut plies = Vec::new();
        let summary = self.review(game, fields, ends, &mut |ply| plies.push(ply))?;
        // They were judged from the last one to the first.
        plies.reverse();
        Ok(text(&ReviewReport::new(plies, summary)))
    }

    /// Judges every ply of a game, the last one first.
    fn review(
        &self,
        game: &'static Game,
        fields: Fields<'_>,
        ends: Option<Instant>,
        on_ply: &mut dyn FnMut(Box<RawValue>),
    ) -> Result<SummaryReport, Problem> {
        let (now, stop) = (Instant::now(), Stop::default());
        let request = fields.read::<ReviewRequest>(game)?;
        let mut run = request.prepare(game, &self.caps, Some(now + SHORT_TIME), &stop)?.begin();
        run.finish(&stop, ends, on_ply);
        Ok(run.summary(Some(Instant::now() + SHORT_TIME), &stop)?)
    }

    /// Answers the items of a batch, in order.
    fn batch(&mut self, body: &str, on_result: &mut dyn FnMut(usize, BatchResult)) -> Result<(), Failure> {
        Fields::Body(body).check_size(Caps::MAX_BATCH_BYTES)?;
        let items: Vec<&str> = from_json::<BatchRequest>(body.as_bytes())?.items()?.collect();
        // Before the first result, because the whole batch is asked again with the data.
        for game in items.iter().filter_map(|item| find(&Item::read(item).ok()?.game).ok()) {
            need_data(game)?;
        }
        let ends = Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS);
        for (index, item) in items.into_iter().enumerate() {
            let result = match self.item(item, ends) {
                Ok(json) => BatchResult::new(200, &json),
                Err(problem) => {
                    let problem = problem.within(&format!("items[{index}]"));
                    BatchResult::new(problem.code.status(), &problem.json(Some(&self.id())))
                }
            };
            on_result(index, result);
        }
        Ok(())
    }

    /// Answers an item of a batch as if it were a request.
    fn item(&mut self, item: &str, ends: Instant) -> Result<String, Problem> {
        let read = Item::read(item);
        let most = read.as_ref().map_or(Caps::MAX_BODY_BYTES, |item| item.operation.max_bytes(Caps::MAX_BODY_BYTES));
        if item.len() > most {
            return Err(Problem::item_too_large(item.len(), most));
        }
        if Instant::now() >= ends {
            return Err(Problem::out_of_time());
        }
        let Item { operation, game, body } = read?;
        let game = find(&game).map_err(|problem| problem.at("game"))?;
        let (fields, stop) = (Fields::Body(&body), Stop::default());
        match operation {
            Operation::Position => Ok(text(&fields.read::<PositionRequest>(game)?.report(game, Some(ends), &stop)?)),
            Operation::Review => self.whole_review(game, fields, Some(ends)),
            Operation::Search => {
                let request = fields.read::<SearchRequest>(game)?;
                let prepared = request.prepare(game, &self.caps, Instant::now(), Some(ends))?;
                Ok(text(&prepared.run(&mut self.engine, &stop, Duration::ZERO, None)))
            }
        }
    }
}

impl Fields<'_> {
    fn read<T: DeserializeOwned>(self, game: &Game) -> Result<T, Refusal> {
        match self {
            Self::Query(query) => from_query(game, query),
            Self::Body(body) => from_json(body.as_bytes()),
        }
    }

    fn check_size(self, most: usize) -> Result<(), Problem> {
        match self {
            Self::Body(body) if body.len() > most => Err(Problem::body_too_large(Some(body.len()), most)),
            _ => Ok(()),
        }
    }
}

impl<T: Into<Problem>> From<T> for Failure {
    fn from(problem: T) -> Self {
        Self::Problem(problem.into())
    }
}

/// The game with this id or alias.
fn find(name: &str) -> Result<&'static Game, Problem> {
    CATALOGUE.find(name).map_err(|unknown| Problem::unknown_game(&unknown))
}

/// Checks that a game has its data.
fn need_data(game: &Game) -> Result<(), Failure> {
    if data::is_missing(game.id) { Err(Failure::MissingData(MissingData { game: game.id })) } else { Ok(()) }
}

fn not_found(path: &str) -> Problem {
    Problem::new(Code::NotFound, format!("there is nothing at {}", shortened(path, 80)))
}

fn no_method(method: &str) -> Problem {
    let method = shortened(method, 20);
    Problem::new(Code::MethodNotAllowed, format!("there is no method {method}, only GET and POST"))
}

/// An event of a stream (WHATWG HTML, 9.2).
fn event(name: &str, json: &str) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Status, media type, and the parts with the text after them.
    fn ask(method: &str, target: &str, body: &str) -> (u16, &'static str, Vec<String>) {
        let mut parts = Vec::new();
        let answer = Operations::default().answer(method, target, body, &mut |part| parts.push(part.to_owned()));
        let Answer { status, media_type, text } = answer.unwrap();
        parts.push(text);
        (status, media_type, parts)
    }

    #[test]
    fn a_query_and_a_body_have_the_same_answer() {
        let query = ask("GET", "/v1/games/tic-tac-toe/position?moves=b2", "");
        assert_eq!(query, ask("POST", "/v1/games/tic-tac-toe/position", r#"{"moves":"b2"}"#));
        assert_eq!((query.0, query.1), (200, JSON));
    }

    #[test]
    fn a_stream_ends_with_its_result() {
        let (status, media_type, parts) = ask("POST", "/v1/games/tic-tac-toe/search/stream", r#"{"depth":3}"#);
        assert_eq!((status, media_type, parts.len()), (200, EVENTS, 4));
        assert!(parts[..3].iter().all(|part| part.starts_with("event: progress\ndata: {") && part.ends_with("}\n\n")));
        assert!(parts[3].starts_with("event: result\ndata: {"));
        let review = r#"{"moves":"b2 a1","depth":1}"#;
        let (_, _, parts) = ask("POST", "/v1/games/tic-tac-toe/review/stream", review);
        assert!(parts[0].contains(r#""ply":1,"#) && parts[1].contains(r#""ply":0,"#));
        assert!(parts[2].starts_with("event: summary\n"));
    }

    #[test]
    fn items_of_a_batch_have_their_own_errors() {
        let body = r#"{"items":[{"op":"search","game":"nim","depth":1},{"op":"position","game":"nim","state":"?"},7]}"#;
        let (status, _, parts) = ask("POST", "/v1/batch", body);
        assert_eq!((status, parts.len()), (200, 1));
        assert!(parts[0].starts_with(r#"{"results":[{"status":200,"body":{"game":"nim","#));
        assert!(parts[0].contains(r#""path":"items[1].state""#) && parts[0].ends_with(r#""}}]}"#));
        let (_, media_type, parts) = ask("POST", "/v1/batch/stream", body);
        assert_eq!((media_type, parts.len()), (LINES, 4));
        assert!(parts[2].starts_with(r#"{"index":2,"status":422,"#));
    }

    #[test]
    fn wrong_requests_have_the_problems_of_the_contract() {
        let long = format!(r#"{{"state":"{}"}}"#, "x".repeat(Caps::MAX_BODY_BYTES));
        for (method, target, body, status, says) in [
            ("GET", "/v1/games/ches", "", 404, "unknown_game"),
            ("GET", "/v1/games/my%20chess", "", 404, r#"no game \"my chess\""#),
            ("GET", "/v1/games/%FF", "", 400, "bad_request"),
            ("GET", "/v1/nothing", "", 404, "not_found"),
            ("POST", "/v1/games/chess", "{}", 404, "not_found"),
            ("GET", "/v2", "", 404, "not_found"),
            ("PUT", "/v1/games", "", 405, "method_not_allowed"),
            ("POST", "/v1/games/chess/search", "{", 400, "invalid_json"),
            ("POST", "/v1/games/chess/search", r#"{"levl":3}"#, 422, "did you mean level?"),
            ("POST", "/v1/games/chess/position", r#"{"moves":"e4 Ke3"}"#, 422, "moves[1]"),
            ("POST", "/v1/games/chess/position", &*long, 413, "body_too_large"),
        ] {
            let (found, media_type, parts) = ask(method, target, body);
            assert_eq!((found, media_type), (status, "application/problem+json"), "{method} {target} {body:.40}");
            assert!(parts[0].contains(says), "{}", parts[0]);
        }
    }
}
