//! The session with a client.

use axum::Router;
use plyd_games::Catalogue;
use plyd_wire::Caps;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};

use super::calls::Tools;
use super::transport::Bounded;

/// Answers calls from standard input until the input ends. The tools are operations of `contract`, and `service`
/// answers them.
///
/// # Errors
/// A sentence, if the client does not speak MCP or the session breaks off.
pub async fn serve(catalogue: Catalogue, contract: &str, caps: &Caps, service: Router) -> Result<(), String> {
    let tools = Tools::new(catalogue, contract, caps, service);
    let streams = AsyncRwTransport::<RoleServer, _, _>::new(tokio::io::stdin(), tokio::io::stdout());
    let running = match tools.serve(Bounded::new(streams)).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(format!("cannot start the session: {error}")),
    };
    match running.waiting().await {
        Ok(QuitReason::Closed | QuitReason::Cancelled) => Ok(()),
        Ok(other) => Err(format!("the session ended unexpectedly: {other:?}")),
        Err(error) => Err(format!("the session ended unexpectedly: {error}")),
    }
}
