//! The routes of the contract, answered one request after the other.

use std::time::Duration;

use percent_encoding::percent_decode_str;
use plyd_games::catalogue::Game;
use plyd_games::{CATALOGUE, RULES, data};
use plyd_operations::{Item, Limits, Operation, Part, answer_all, items, read};
use plyd_search::{Engine, Instant, Stop};
use plyd_wire::{
    BatchResult, Caps, Code, GameList, GameReport, Problem, ServerFacts, index, json_of_query, shortened, to_json,
};
use serde::Serialize;

/// Answers requests. It has one transposition table, like a worker of the server.
pub struct Operations {
    engine: Engine,
    /// How many requests there have been. A problem names the number of its request.
    asked: u64,
}

/// An answer.
#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), wasm_bindgen::prelude::wasm_bindgen(getter_with_clone))]
pub struct Reply {
    /// The status that HTTP would have. For JavaScript, 0 means that a game needs its data first, and `text` is its id.
    pub status: u16,
    /// The media type of the text.
    pub media_type: String,
    /// The answer; for a stream, what comes after the parts.
    pub text: String,
}

/// A game needs its data before it can answer, see [`plyd_games::data`].
#[derive(Debug)]
pub struct MissingData {
    /// The game's id.
    pub game: &'static str,
}

/// Receives the parts of a stream.
type OnPart<'a> = &'a mut dyn FnMut(&str);

/// The media type and the text of an answer.
type Answered = Result<(&'static str, String), Problem>;

const JSON: &str = Operation::Search.media_type();

/// The operation that is about no game of the catalogue.
const CHECK: &str = Operation::CheckRules.name();

impl Default for Operations {
    fn default() -> Self {
        Self { engine: Engine::new(Caps::TABLE_BYTES), asked: 0 }
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
    ) -> Result<Reply, MissingData> {
        self.asked += 1;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let path = percent_decode_str(path).decode_utf8_lossy();
        let query = if method == "GET" { Some(query) } else { None };
        let parts: Vec<&str> = path.strip_prefix("/v1").unwrap_or("/?").splitn(4, '/').skip(1).collect();
        let answered = match (method, &parts[..]) {
            _ if path.contains(char::REPLACEMENT_CHARACTER) => {
                Err(Problem::new(Code::BadRequest, "the path is not UTF-8"))
            }
            ("GET", []) => {
                let table_results = Engine::capacity(Caps::TABLE_BYTES);
                let facts = ServerFacts { max_body_bytes: Caps::MAX_BODY_BYTES, table_results };
                json(&index(CATALOGUE, &Caps::default(), facts))
            }
            ("GET", ["games"]) => json(&GameList::new(CATALOGUE)),
            ("GET", ["games", game]) => find(game).and_then(|game| json(&GameReport::new(game))),
            ("GET" | "POST", ["games", game, name]) if *name != CHECK => match find(game) {
                Ok(game) if data::is_missing(game.id) => return Err(MissingData { game: game.id }),
                game => game.and_then(|game| self.of_game(game, name, (query, body), on_part)),
            },
            ("POST", ["rules", "check"]) => self.of_game(&RULES, CHECK, (None, body), on_part),
            ("POST", ["batch", rest @ ..]) => {
                let games = items(body.as_bytes()).into_iter().flat_map(|(_, items)| items);
                let games = games.filter_map(|item| Some(Item::find(item, None, CATALOGUE, usize::MAX).ok()?.game.id));
                match games.into_iter().find(|game| data::is_missing(game)) {
                    Some(game) => return Err(MissingData { game }),
                    None => self.batch(body, (*rest == ["stream"]).then_some(on_part)),
                }
            }
            _ => Err(not_found(&path)),
        };
        let (status, media_type, text) = match answered {
            Ok((media_type, text)) => (200, media_type, text),
            Err(problem) => (problem.code.status(), "application/problem+json", problem.json(Some(&self.id()))),
        };
        Ok(Reply { status, media_type: media_type.to_owned(), text })
    }

    fn id(&self) -> String {
        format!("browser-{}", self.asked)
    }

    /// Answers an operation of a game, or its stream. The fields are in the query if there is one, otherwise in the
    /// body.
    fn of_game(
        &mut self,
        game: &'static Game,
        name: &str,
        (query, body): (Option<&str>, &str),
        on_part: OnPart<'_>,
    ) -> Answered {
        let (name, is_stream) = name.strip_suffix("/stream").map_or((name, false), |name| (name, true));
        let operation = Operation::ALL.into_iter().find(|operation| operation.name() == name);
        let operation = operation
            .filter(|operation| (!is_stream || operation.has_parts()) && (operation.is_by_query() || query.is_none()));
        let operation = operation.ok_or_else(|| not_found(name))?;
        let json = query.map_or_else(|| body.to_owned(), |query| json_of_query(game, query));
        check_size(&json, operation.max_bytes(Caps::MAX_BODY_BYTES))?;
        let stop = Stop::default();
        let step = read(operation, game, json.as_bytes(), &limits(), &stop)?;
        if !is_stream {
            return Ok((operation.media_type(), step.finish(&mut self.engine, &stop, None)?.text));
        }
        let event = |name: &str, json: &str| format!("event: {name}\ndata: {json}\n\n");
        let mut on_event = |part: Part| on_part(&event(part.event, &part.json));
        let done = step.finish(&mut self.engine, &stop, Some(&mut on_event))?;
        Ok(("text/event-stream", event(operation.last_event(), &done.text)))
    }

    /// A batch, or its stream.
    fn batch(&mut self, body: &str, mut on_part: Option<OnPart<'_>>) -> Answered {
        check_size(body, Caps::MAX_BATCH_BYTES)?;
        let ends = Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS);
        let (limits, id, stop) = (Limits { latest: Some(ends), ..limits() }, self.id(), Stop::default());
        let mut elements = Vec::new();
        let mut on_result = |index, result: BatchResult| match &mut on_part {
            Some(on_part) => on_part(&result.line(index)),
            None => elements.push(result.element()),
        };
        answer_all(body.as_bytes(), CATALOGUE, &limits, (&mut self.engine, &stop), Some(&id), &mut on_result)?;
        if on_part.is_some() {
            return Ok(("application/x-ndjson", String::new()));
        }
        Ok((JSON, BatchResult::array(&elements)))
    }
}

fn limits() -> Limits {
    Limits { short_time: Some(Duration::from_millis(Caps::SHORT_TIME_MS)), ..Limits::new(Caps::default()) }
}

fn check_size(body: &str, most: usize) -> Result<(), Problem> {
    if body.len() > most { Err(Problem::body_too_large(Some(body.len()), most)) } else { Ok(()) }
}

/// The game with this id or alias.
fn find(name: &str) -> Result<&'static Game, Problem> {
    Ok(CATALOGUE.find(name)?)
}

fn json(report: &impl Serialize) -> Answered {
    Ok((JSON, to_json(report)))
}

fn not_found(path: &str) -> Problem {
    Problem::new(Code::NotFound, format!("there is nothing at {}", shortened(path, 80)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Status, media type, and the parts with the text after them.
    fn ask(method: &str, target: &str, body: &str) -> (u16, String, Vec<String>) {
        let mut parts = Vec::new();
        let answer = Operations::default().answer(method, target, body, &mut |part| parts.push(part.to_owned()));
        let Reply { status, media_type, text } = answer.unwrap();
        parts.push(text);
        (status, media_type, parts)
    }

    #[test]
    fn a_query_and_a_body_have_the_same_answer() {
        let query = ask("GET", "/v1/games/tic-tac-toe/position?moves=b2", "");
        assert_eq!(query, ask("POST", "/v1/games/tic-tac-toe/position", r#"{"moves":"b2"}"#));
        assert_eq!((query.0, query.1.as_str()), (200, JSON));
    }

    #[test]
    fn a_stream_ends_with_its_result() {
        let (status, media_type, parts) = ask("POST", "/v1/games/tic-tac-toe/search/stream", r#"{"depth":3}"#);
        assert_eq!((status, media_type.as_str(), parts.len()), (200, "text/event-stream", 4));
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
        assert_eq!((media_type.as_str(), parts.len()), ("application/x-ndjson", 4));
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
            ("PUT", "/v1/games", "", 404, "not_found"),
            ("POST", "/v1/games/chess/search", "{", 400, "invalid_json"),
            ("POST", "/v1/games/chess/search", r#"{"levl":3}"#, 422, "did you mean level?"),
            ("POST", "/v1/games/chess/position", r#"{"moves":"e4 Ke3"}"#, 422, "moves[1]"),
            ("POST", "/v1/games/chess/position", &*long, 413, "body_too_large"),
        ] {
            let (found, media_type, parts) = ask(method, target, body);
            assert_eq!(
                (found, media_type.as_str()),
                (status, "application/problem+json"),
                "{method} {target} {body:.40}"
            );
            assert!(parts[0].contains(says), "{}", parts[0]);
        }
    }
}
