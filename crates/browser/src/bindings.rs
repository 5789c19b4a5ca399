//! The class that JavaScript sees.

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsValue, throw_str};

use crate::{Answer, Operations};

/// See [`Operations`]. A panic is thrown as an error, after which the module must be loaded again.
#[wasm_bindgen]
pub struct Engine(Operations);

/// See [`Answer`]. Status 0 means that a game needs its data first, and `text` is the game's id.
#[wasm_bindgen(getter_with_clone)]
pub struct Reply {
    /// The status that HTTP would have.
    pub status: u16,
    /// The media type of the text.
    pub media_type: String,
    /// The answer, or its end after the parts.
    pub text: String,
}

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
        // If the page's function throws, the search goes on, because the engine did nothing wrong.
        let mut send = |part: &str| drop(on_part.call1(&JsValue::NULL, &JsValue::from_str(part)));
        match self.0.answer(method, target, body, &mut send) {
            Ok(Answer { status, media_type, text }) => Reply { status, media_type: media_type.to_owned(), text },
            Err(missing) => Reply { status: 0, media_type: String::new(), text: missing.game.to_owned() },
        }
    }

    /// Gives a game its data.
    #[expect(clippy::needless_pass_by_value, reason = "bindings pass vectors by value")]
    #[expect(clippy::unused_self, reason = "data is for an engine")]
    pub fn give(&self, game: &str, data: Vec<u8>) {
        plyd_games::data::give(game, data);
    }
}
