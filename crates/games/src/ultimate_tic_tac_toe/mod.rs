//! Ultimate tic-tac-toe: nine boards on one; the cell played determines the board of the reply.

mod evaluate;
mod notation;
mod prospects;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::UltimateTicTacToe;
