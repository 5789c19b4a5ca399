//! The class that JavaScript sees.

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsValue, throw_str};

use crate::{MissingData, Operations, Reply};

/// See [`Operations`]. A panic is thrown as an error, after which the module must be loaded again.
#[wasm_bindgen]
pub struct Engine(Operations);

#[wasm_bindgen]
impl Engine {
    /// An engine with a new transposition table.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        std::panic::set_hook(Box::new(|panic| throw_str(&panic.to_string())));
        Self(Operations::default())
    }

    /// See [`Operations::answer`].
    pub fn answer(&mut self, method: &str, target: &str, body: &str, on_part: &Function) -> Reply {
        // If the page's function throws, the search continues: the engine did nothing wrong.
        let mut send = |part: &str| drop(on_part.call1(&JsValue::NULL, &JsValue::from_str(part)));
        let missing = |MissingData { game }| Reply { status: 0, media_type: String::new(), text: game.to_owned() };
        self.0.answer(method, target, body, &mut send).unwrap_or_else(missing)
    }

    /// Gives a game its data.
    #[expect(clippy::needless_pass_by_value, reason = "bindings pass vectors by value")]
    #[expect(clippy::unused_self, reason = "JavaScript gives the data to an engine")]
    pub fn give(&self, game: &str, data: Vec<u8>) {
        plyd_games::data::give(game, data);
    }
}
