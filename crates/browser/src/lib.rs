//! plyd in a browser: the operations of the contract, answered in the page instead of by a server.
//!
//! A request is a method, a target such as `/v1/games/chess/search`, and a body; an answer has a status and a text.
//! HTTP has the same parts, so the server's client works in the browser too (`clients/browser`).
//!
//! ```
//! use plyd_browser::Operations;
//!
//! let mut operations = Operations::default();
//! let body = r#"{"state": "XOX/OX./..O", "depth": 9}"#;
//! let answer = operations.answer("POST", "/v1/games/tic-tac-toe/search", body, &mut |_| ()).unwrap();
//! assert_eq!(answer.status, 200);
//! assert!(answer.text.contains(r#""move":"a1""#));
//! ```

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod bindings;
mod operations;

pub use operations::{MissingData, Operations, Reply};
