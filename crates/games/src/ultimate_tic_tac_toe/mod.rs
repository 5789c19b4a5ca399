//! Ultimate tic-tac-toe: nine boards on a board; the cell that is played names the board to answer in.

mod evaluate;
mod notation;
mod prospects;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::UltimateTicTacToe;
