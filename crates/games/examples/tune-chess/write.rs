//! The weights as a table of Rust.

use std::fmt::Write;

use plyd_games::chess_learning::Weights;

const HEAD: &str = "\
//! The weights, made by the example `tune-chess` (CONTRIBUTING.md has the command); not by hand.

use super::endings::CLASSES;
use super::terms::TERMS;
use super::super::tapered::Tapered;

/// How much of a lead in the endgame is kept, in 64ths: bishops of opposite colours alone, with a lead of so many pawns
/// (3), and with other men (1); a rook each (1); otherwise by the number of pawns (9).
";

/// The text of `weights.rs`.
#[must_use]
pub(crate) fn written(weights: &Weights) -> String {
    let scales: Vec<String> = weights.scales.iter().map(|scale| format!("{:.0}", scale * 64.0)).collect();
    let mut text = HEAD.to_owned();
    text += &format!("pub(super) const SCALES: [i32; CLASSES] = [{}];\n\n", scales.join(", "));
    text += "const fn w(opening: i32, endgame: i32) -> Tapered {\n    Tapered::new(opening, endgame)\n}\n\n";
    text += "/// For the opening and for the endgame, in centipawns or danger, by group of terms.\n";
    text += "#[rustfmt::skip]\npub(super) const WEIGHTS: [Tapered; TERMS] = [\n";
    let mut terms = weights.terms.iter();
    for (name, length) in Weights::groups() {
        writeln!(text, "    // {name}").expect("a text can be written to");
        let group: Vec<_> = terms.by_ref().take(*length).collect();
        for (number, row) in group.chunks(8).enumerate() {
            if *length > 64 && number % 8 == 0 {
                let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"];
                let (wing, piece) = (["same", "other"][number / 48], pieces[number / 8 % 6]);
                writeln!(text, "    // {piece}, kings on the {wing} wing").expect("a text can be written to");
            }
            let row: Vec<String> = row.iter().map(|halves| term(**halves)).collect();
            writeln!(text, "    {},", row.join(", ")).expect("a text can be written to");
        }
    }
    text + "];\n"
}

fn term([opening, endgame]: [f32; 2]) -> String {
    format!("w({}, {})", opening.round() as i32, endgame.round() as i32)
}
