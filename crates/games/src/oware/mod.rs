//! Oware by the abapa rules: seeds are sown around twelve houses, and twos and threes are captured.

mod evaluate;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Oware;
