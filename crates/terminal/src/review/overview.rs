//! A review in a few lines: the course of the game, its turning points, and a summary of the sides.

use std::fmt::Write;

use super::table::{Table, best, columns, own, sums, titles};
use plyd_games::review::{Judgement, Summary};
use plyd_search::position::Side;

/// How many plies a line of the sparkline shows.
const SPARKS: usize = 60;

/// How many moves of a variation are shown.
const SHOWN_MOVES: usize = 6;

impl Table<'_> {
    /// The expected score of the first player after each ply, as a line of blocks or of tenths.
    pub(super) fn course(&self) -> String {
        let spark = |judged: &Judgement| {
            let Some(measure) = &judged.measure else { return ' ' };
            let is_first = self.played(judged).side == Side::First;
            let expected = if is_first { measure.expected } else { 1.0 - measure.expected };
            let (sparks, most) =
                if self.look.unicode { ("▁▂▃▄▅▆▇█", 7.0) } else { ("0123456789", 9.0) };
            sparks.chars().nth((expected * most).round() as usize).unwrap_or(' ')
        };
        let mut text = format!("expected score of {}\n", self.player(Side::First));
        for plies in self.judged.chunks(SPARKS) {
            let line: String = plies.iter().map(spark).collect();
            let _ = writeln!(text, "{:>4}  {line}", plies[0].ply);
        }
        text
    }

    pub(super) fn turning_points(&self, summary: &Summary) -> String {
        let mut text = String::new();
        for point in &summary.turning_points {
            let Some(judged) = self.judged.iter().find(|judged| judged.ply == point.ply) else { continue };
            let Some(measure) = judged.measure.as_ref().filter(|_| self.is_shown(judged)) else { continue };
            let played = self.played(judged);
            let own = own(played);
            let verdict = self.painted(measure.verdict);
            let more = if judged.best.pv.len() > SHOWN_MOVES { " …" } else { "" };
            let line = judged.best.pv[..judged.best.pv.len().min(SHOWN_MOVES)].join(" ");
            let more = if self.look.unicode { more } else { &more.replace('…', "...") };
            let _ = writeln!(
                text,
                "{:>4}  {} {own}: {verdict}, {:.1} % lost; best was {}: {line}{more}",
                judged.ply,
                self.player(played.side),
                100.0 * point.loss,
                best(judged)
            );
        }
        text
    }

    pub(super) fn sides(&self, summary: &Summary) -> String {
        let mut rows = vec![titles(&[""])];
        let sides = self.about().players.iter().zip(&summary.sides).zip(self.shown);
        for ((player, side), _) in sides.filter(|(_, shown)| *shown) {
            let mut row = vec![(*player).to_owned()];
            row.extend(sums(side.accuracy, side.mean_loss, side.verdicts));
            rows.push(row);
        }
        columns(&rows, |column| column > 0)
    }
}
