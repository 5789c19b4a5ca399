//! Converts calls of tools into requests to the service, and the answers into results.

use std::borrow::Cow;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, RETRY_AFTER};
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
use tower::ServiceExt;

use super::tools::{self, OPERATIONS, Operation};

/// Instructions for the model, which are sent with the information about the server.
const INSTRUCTIONS: &str = "plyd plays two-player board games by exact search. list_games lists them; \
    describe_position gives the legal moves of a position; search finds the best move and says what is proven. A \
    position is a state in the game's notation plus the moves played from it. Scores are for the side to move.";

/// The tools, and the service behind them.
pub(super) struct Tools {
    catalogue: Catalogue,
    listed: Vec<Tool>,
    service: Router,
}

impl Tools {
    pub(super) fn new(catalogue: Catalogue, contract: &str, caps: &Caps, service: Router) -> Self {
        Self { catalogue, listed: tools::list(contract, caps), service }
    }

    /// Calls a tool. Dropping the future stops its search.
    async fn call(&self, operation: &Operation, mut arguments: JsonObject) -> CallToolResult {
        let path = match self.path(operation, &mut arguments) {
            Ok(path) => path,
            Err(problem) => return failed(serde_json::from_str(&problem.json(None)).unwrap_or_default(), None),
        };
        let request = Request::builder().uri(path).header(HOST, "plyd");
        let request = match operation.body {
            Some(_) => {
                let body = Value::Object(arguments).to_string();
                let request = request.method("POST").header(CONTENT_TYPE, "application/json");
                request.header(CONTENT_LENGTH, body.len()).body(Body::from(body))
            }
            None => request.body(Body::empty()),
        };
        let Ok(response) = self.service.clone().oneshot(request.expect("ids of games stand in paths")).await;
        let is_done = response.status().is_success();
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&body).into_owned();
        if !is_done {
            return failed(serde_json::from_str(&text).unwrap_or_default(), retry_after);
        }
        let structured = operation.answer.and_then(|_| serde_json::from_str(&text).ok());
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = structured;
        result
    }

    /// The path of the operation. Removes the game from the arguments, so that the rest of them is the body.
    ///
    /// # Errors
    /// The game is unknown, or there are arguments and the operation has no body.
    fn path(&self, operation: &Operation, arguments: &mut JsonObject) -> Result<String, Problem> {
        let invalid = |name: &str, detail: String| Problem::new(Code::InvalidBody, detail).at(name);
        let mut path = "/v1/games".to_owned();
        if operation.of_game {
            let game = match arguments.remove("game") {
                Some(Value::String(id)) => {
                    self.catalogue.find(&id).map_err(|unknown| Problem::from(unknown).at("game"))?
                }
                given => {
                    let found = given.map_or("nothing".to_owned(), |given| given.to_string());
                    return Err(invalid("game", format!("expected the id of a game, found {found}")));
                }
            };
            path = format!("{path}/{}", game.id);
        }
        if operation.body.is_none()
            && let Some(name) = arguments.keys().next()
        {
            let expected = if operation.of_game { "`game`" } else { "none" };
            return Err(invalid(name, format!("unknown field `{name}`, expected {expected}")));
        }
        Ok(path + operation.path)
    }
}

/// The result for an error: a sentence as text, and the problem as structured content.
fn failed(mut problem: Value, retry_after: Option<u64>) -> CallToolResult {
    let text = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    let path = if problem["path"].is_string() { format!("{}: ", text("path")) } else { String::new() };
    let again = retry_after.map_or(String::new(), |seconds| format!("; try again in {seconds} s"));
    let sentence = format!("{path}{}{again} ({})", text("detail"), text("code"));
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
