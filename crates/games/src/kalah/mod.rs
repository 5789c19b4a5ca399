//! Kalah: seeds are sown around a board of houses, with extra turns and captures; played for the difference.

mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Kalah;
