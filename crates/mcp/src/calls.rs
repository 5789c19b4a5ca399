//! Converts calls of tools into requests to the service, and the answers into results.

use std::borrow::Cow;

use axum::Router;
use plyd_games::Catalogue;
use plyd_wire::{Caps, Code, Problem, excerpt};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    ErrorData, Implementation, InitializeRequestParams, InitializeResult, JsonObject, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::play;
use super::service::{Failure, Service};
use super::tools::{self, OPERATIONS, Operation, Takes};

/// Instructions for the model, which are sent with the information about the server.
const INSTRUCTIONS: &str = "plyd plays two-player board games by exact search. list_games lists them; \
    describe_position gives the legal moves of a position; play_move plays a move and answers with plyd's; grade_move \
    judges moves; search finds the best move and says what is proven. Send a game as its moves from the start, never \
    as a state that you changed yourself. Scores are for the side to move.";

/// The tools, and the service behind them.
pub(super) struct Tools {
    catalogue: Catalogue,
    listed: Vec<Tool>,
    service: Service,
}

impl Tools {
    pub(super) fn new(catalogue: Catalogue, contract: &str, caps: &Caps, service: Router) -> Self {
        Self { catalogue, listed: tools::list(contract, caps), service: Service(service) }
    }

    /// Calls a tool. Dropping the future stops its search.
    async fn call(&self, operation: &Operation, arguments: JsonObject) -> CallToolResult {
        let text = match self.answer(operation, arguments).await {
            Ok(text) => text,
            Err(failure) => return failed(failure),
        };
        let structured = operation.is_structured().then(|| serde_json::from_str(&text).ok()).flatten();
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = structured;
        result
    }

    async fn answer(&self, operation: &Operation, mut arguments: JsonObject) -> Result<String, Failure> {
        let place = self.place(operation, &mut arguments)?;
        let path = format!("{place}{}", operation.path);
        match operation.takes {
            Takes::Nothing | Takes::Game => {
                self.service.ask(&path, operation.body.is_some().then_some(arguments)).await
            }
            Takes::Moves | Takes::Move => {
                play::require_moves(&arguments)?;
                let way = arguments.clone();
                let answered = match operation.takes {
                    Takes::Move => play::play(&self.service, &place, arguments).await,
                    _ => self.service.ask(&path, Some(arguments)).await,
                };
                match answered {
                    Err(mut failure) => {
                        play::name_legal_moves(&self.service, &place, way, &mut failure).await;
                        Err(failure)
                    }
                    answered => answered,
                }
            }
        }
    }

    /// The path of the service, or of the game. Removes the game from the arguments, so that the rest of them is the body.
    ///
    /// # Errors
    /// The game is unknown, or there are arguments and the operation has no body.
    fn place(&self, operation: &Operation, arguments: &mut JsonObject) -> Result<String, Problem> {
        let invalid = |name: &str, detail: String| Problem::new(Code::InvalidBody, detail).at(name);
        let mut path = "/v1".to_owned();
        if operation.takes != Takes::Nothing {
            let game = match arguments.remove("game") {
                Some(Value::String(id)) => {
                    self.catalogue.find(&id).map_err(|unknown| Problem::from(unknown).at("game"))?
                }
                given => {
                    let found = given.map_or("nothing".to_owned(), |given| given.to_string());
                    return Err(invalid("game", format!("expected the id of a game, found {found}")));
                }
            };
            path = format!("{path}/games/{}", game.id);
        }
        if operation.body.is_none()
            && let Some(name) = arguments.keys().next()
        {
            let expected = if operation.takes == Takes::Game { "`game`" } else { "none" };
            return Err(invalid(name, format!("unknown field `{name}`, expected {expected}")));
        }
        Ok(path)
    }
}

/// The result for an error: a sentence as text, and the problem as structured content.
fn failed(Failure { mut problem, retry_after }: Failure) -> CallToolResult {
    let text = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    let path = if problem["path"].is_string() { format!("{}: ", text("path")) } else { String::new() };
    let again = retry_after.map_or(String::new(), |seconds| format!("; try again in {seconds} s"));
    let words = problem["legal_moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let legal = words.collect::<Vec<_>>().join(", ");
    let legal = if legal.is_empty() { legal } else { format!("; all legal moves: {legal}") };
    let sentence = format!("{path}{}{legal}{again} ({})", text("detail"), text("code"));
    if let (Some(seconds), Value::Object(fields)) = (retry_after, &mut problem) {
        fields.insert("retry_after".to_owned(), seconds.into());
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(sentence)]);
    result.structured_content = Some(problem);
    result
}

/// The versions of the protocol. 2025-03-26 is left out, because it is the only version in which servers have to read
/// JSON-RPC batches, and the SDK cannot read them.
const VERSIONS: [ProtocolVersion; 4] = [
    ProtocolVersion::V_2024_11_05,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

impl ServerHandler for Tools {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Owned(VERSIONS.to_vec())
    }

    /// The version to offer if the client's is not among [`VERSIONS`]; the SDK does the negotiation. Clients ask for
    /// their newest version, so a client that asks for 2025-03-26 has only 2024-11-05 in common with this server.
    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut info = self.get_info();
        if request.protocol_version == ProtocolVersion::V_2025_03_26 {
            info.protocol_version = ProtocolVersion::V_2024_11_05;
        }
        Ok(info)
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("plyd", env!("CARGO_PKG_VERSION"));
        info.with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let operation = OPERATIONS.iter().find(|operation| operation.name == request.name).ok_or_else(|| {
            let names = OPERATIONS.map(|operation| operation.name).join(", ");
            let detail = format!("there is no tool {:?}; the tools are {names}", request.name);
            ErrorData::invalid_params(excerpt(detail), None)
        })?;
        tokio::select! {
            biased;
            // The client ignores this result. Dropping the other future stops the search.
            () = context.ct.cancelled() => Ok(CallToolResult::error(vec![ContentBlock::text("cancelled")]).into()),
            result = self.call(operation, request.arguments.unwrap_or_default()) => Ok(result.into()),
        }
    }

    /// Answers requests that the SDK cannot parse. If the method is known, its parameters are wrong.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            "tools/call" => {
                ErrorData::invalid_params("params: expected the name of a tool and an object with its arguments", None)
            }
            method => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, excerpt(method.to_owned()), None),
        })
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.listed.iter().find(|tool| tool.name == name).cloned()
    }
}
