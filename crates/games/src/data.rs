//! Large data of games. Programs contain it. In a browser, a game gets its data when somebody chooses the game.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use std::sync::OnceLock;

/// The content of a game's data file, whose path is relative to the source. In a browser, all files of a game arrive
/// joined into one, so `after` names the files that come before this one.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
macro_rules! data {
    ($game:literal, $path:literal $(, after $($before:literal),+)?) => {
        include_bytes!($path)
    };
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
macro_rules! data {
    ($game:literal, $path:literal $(, after $($before:literal),+)?) => {{
        const START: usize = 0 $($(+ include_bytes!($before).len())+)?;
        const END: usize = START + include_bytes!($path).len();
        &$crate::data::given($game)[START..END]
    }};
}

pub(crate) use data;

/// The games with data, and the data that they were given.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
static GIVEN: [(&str, OnceLock<Vec<u8>>); 4] = [
    ("checkers", OnceLock::new()),
    ("chess", OnceLock::new()),
    ("connect-four", OnceLock::new()),
    ("othello", OnceLock::new()),
];

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn slot(game: &str) -> Option<&'static OnceLock<Vec<u8>>> {
    GIVEN.iter().find_map(|(id, data)| (*id == game).then_some(data))
}

/// Gives the game with this id its data, once.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn give(game: &str, data: Vec<u8>) {
    if let Some(slot) = slot(game) {
        let _ = slot.set(data);
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn given(game: &str) -> &'static [u8] {
    slot(game).and_then(OnceLock::get).expect("a game is given its data before it is used")
}

/// Whether the game with this id needs data that it was not given. It has to be given before the game is used.
#[must_use]
pub fn is_missing(game: &str) -> bool {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return slot(game).is_some_and(|slot| slot.get().is_none());
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    return {
        let _ = game;
        false
    };
}
