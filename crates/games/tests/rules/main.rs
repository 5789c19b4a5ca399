//! Games whose rules are data: the files in `src/rules/games`.

mod ends;
mod files;
mod language;
mod laws;
mod perft;
mod shown;
mod shuffled;
mod states;
mod traps;
mod values;
