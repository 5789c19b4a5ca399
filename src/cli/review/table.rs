//! A review as text: a line for each ply, the course of the game, its turning points, and the sides.

use std::fmt::Write;

use console::{Style, measure_text_width};

use crate::catalogue::Game;
use crate::cli::play::{Look, ending};
use crate::games::review::{Judgement, Measure, Review, Summary, Verdict};
use crate::position::Side;
use crate::search::Score;

/// Plies in a line of the sparkline.
const SPARKS: usize = 60;

/// Moves of a variation that are shown.
const SHOWN_MOVES: usize = 6;

/// A review to be printed.
pub(super) struct Table<'a> {
    game: &'static Game,
    review: &'a Review,
    judged: &'a [Judgement],
    look: Look,
}

impl<'a> Table<'a> {
    /// The table of these plies, in the order of the game.
    pub(super) const fn new(game: &'static Game, review: &'a Review, judged: &'a [Judgement], look: Look) -> Self {
        Self { game, review, judged, look }
    }

    /// The whole of it, in lines.
    pub(super) fn text(&self) -> String {
        let mut text = self.plies();
        text.push('\n');
        text += &self.course();
        let summary = self.summary();
        if !summary.turning_points.is_empty() {
            text.push('\n');
            text += &self.turning_points(&summary);
        }
        text.push('\n');
        text += &self.sides(&summary);
        if let Some(outcome) = self.review.end().outcome {
            let _ = writeln!(text, "\n{}", ending(&self.game.about, outcome));
        }
        text
    }

    fn plies(&self) -> String {
        let titles = ["ply", "side", "move", "best", "expected", "loss", "verdict", ""];
        let mut rows = vec![titles.map(str::to_owned)];
        rows.extend(self.judged.iter().map(|judged| self.row(judged)));
        let widths: Vec<usize> = (0..titles.len())
            .map(|column| rows.iter().map(|row| measure_text_width(&row[column])).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for (number, row) in rows.iter().enumerate() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let blanks = " ".repeat(width - measure_text_width(cell));
                let is_number = matches!(column, 0 | 4 | 5);
                let cell = if number > 0 && column == 6 {
                    self.painted_verdict(cell, &self.judged[number - 1])
                } else {
                    cell.clone()
                };
                line += &if is_number { format!("{blanks}{cell}  ") } else { format!("{cell}{blanks}  ") };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    fn row(&self, judged: &Judgement) -> [String; 8] {
        let played = &self.review.moves()[judged.ply];
        let own = played.label.as_ref().unwrap_or(&played.name).clone();
        let number = |number: fn(&Measure) -> f64| {
            judged.measure.as_ref().map_or(String::new(), |measure| format!("{:.1}", 100.0 * number(measure)))
        };
        [
            judged.ply.to_string(),
            self.player(played.side).to_owned(),
            own,
            if judged.best.pv[0] == played.name { String::new() } else { best(judged).to_owned() },
            number(|measure| measure.expected),
            number(|measure| measure.loss),
            judged.measure.as_ref().map_or("", |measure| measure.verdict.name()).to_owned(),
            self.remark(judged),
        ]
    }

    /// Facts about a ply that its numbers do not tell.
    fn remark(&self, judged: &Judgement) -> String {
        let mut remarks = Vec::new();
        if self.review.moves()[judged.ply].is_only {
            remarks.push("only move".to_owned());
        }
        if judged.book {
            remarks.push("book".to_owned());
        }
        match &judged.measure {
            None => remarks.push("not judged: the limit is too small".to_owned()),
            Some(measure) => {
                let (score, proven) = (measure.line.score, measure.line.proven);
                match score.plies() {
                    Some(plies) if score > Score::ZERO => remarks.push(format!("wins in {plies}")),
                    Some(plies) => remarks.push(format!("loses in {plies}")),
                    None if proven && score == Score::ZERO => remarks.push("a draw".to_owned()),
                    None if proven => remarks.push(format!("ends {:+}", score.value())),
                    None => {}
                }
                match measure.plies_lost {
                    Some(plies) if plies > 0 && score > Score::ZERO => remarks.push(format!("{plies} plies later")),
                    Some(plies) if plies > 0 => remarks.push(format!("{plies} plies sooner")),
                    _ => {}
                }
            }
        }
        remarks.join(", ")
    }

    /// The expected score of the first player after each ply, as a line of blocks, or of tenths.
    fn course(&self) -> String {
        let spark = |judged: &Judgement| {
            let Some(measure) = &judged.measure else { return ' ' };
            let is_first = self.review.moves()[judged.ply].side == Side::First;
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

    fn summary(&self) -> Summary {
        let measured: Vec<_> = self
            .judged
            .iter()
            .filter_map(|judged| {
                Some((judged.ply, self.review.moves()[judged.ply].side, judged.measure.as_ref()?.loss))
            })
            .collect();
        Summary::of(&measured)
    }

    fn turning_points(&self, summary: &Summary) -> String {
        let mut text = "turning points\n".to_owned();
        for point in &summary.turning_points {
            let Some(judged) = self.judged.iter().find(|judged| judged.ply == point.ply) else { continue };
            let Some(measure) = &judged.measure else { continue };
            let played = &self.review.moves()[judged.ply];
            let own = played.label.as_ref().unwrap_or(&played.name);
            let verdict = self.painted_verdict(measure.verdict.name(), judged);
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

    fn sides(&self, summary: &Summary) -> String {
        let width = self.game.about.players.iter().map(|player| measure_text_width(player)).max().unwrap_or(0);
        let titles: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
        let mut text = format!("{:width$}  accuracy  mean loss  {}\n", "", titles.join("  "));
        for (player, side) in self.game.about.players.iter().zip(&summary.sides) {
            let percent = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1} %"));
            let blanks = " ".repeat(width - measure_text_width(player));
            let _ = write!(text, "{player}{blanks}  {:>8}  ", percent(side.accuracy));
            let _ = write!(text, "{:>9}", percent(side.mean_loss.map(|loss| 100.0 * loss)));
            for (title, count) in titles.iter().zip(side.verdicts) {
                let _ = write!(text, "  {count:>width$}", width = title.len());
            }
            text.push('\n');
        }
        text
    }

    fn player(&self, side: Side) -> &'static str {
        self.game.about.players[side.index()]
    }

    /// The verdict in its colour, of the 256-colour palette.
    fn painted_verdict(&self, text: &str, judged: &Judgement) -> String {
        let Some(measure) = judged.measure.as_ref().filter(|_| self.look.color) else { return text.to_owned() };
        let color = match measure.verdict {
            Verdict::Best => 35,
            Verdict::Good => 71,
            Verdict::Inaccuracy => 178,
            Verdict::Mistake => 208,
            Verdict::Blunder => 160,
        };
        Style::new().force_styling(true).color256(color).apply_to(text).to_string()
    }
}

/// The best move as a person writes it.
fn best(judged: &Judgement) -> &str {
    judged.best_label.as_deref().unwrap_or(&judged.best.pv[0])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::CATALOGUE;
    use crate::search::Stop;
    use crate::wire::{Caps, ReviewRequest, from_json};

    /// The text of a review of these moves of tic-tac-toe.
    fn text(moves: &str, look: Look) -> String {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        let body = format!(r#"{{"moves":"{moves}"}}"#);
        let request: ReviewRequest = from_json(body.as_bytes()).unwrap();
        let prepared = request.prepare(game, &Caps::new(1_000_000, 60_000), None, &Stop::default()).unwrap();
        let mut run = prepared.begin();
        let mut judged: Vec<Judgement> =
            (0..run.left()).map(|_| run.judge_next(&Stop::default(), None, Duration::ZERO)).collect();
        judged.reverse();
        Table::new(game, run.prepared().review(), &judged, look).text()
    }

    #[test]
    fn a_review_is_written_in_characters_alone() {
        let expected = "\
ply  side  move  best  expected  loss  verdict
  0  X     b2              50.0   0.0  best     a draw
  1  O     b1    a1         0.0  50.0  blunder  loses in 6
  2  X     a1             100.0   0.0  best     wins in 5
  3  O     c3               0.0   0.0  best     loses in 4
  4  X     a2    a3       100.0   0.0  best     wins in 3
  5  O     c2    c1         0.0   0.0  best     loses in 2
  6  X     a3             100.0   0.0  best     wins in 1

expected score of X
   0  5999999

turning points
   1  O b1: blunder, 50.0 % lost; best was a1: a1 c1 a3 a2 c2 c3 ...

   accuracy  mean loss  best  good  inaccuracy  mistake  blunder
X   100.0 %      0.0 %     4     0           0        0        0
O    69.5 %     16.7 %     2     0           0        0        1

X has won: three in a row.
";
        assert_eq!(text("b2 b1 a1 c3 a2 c2 a3", Look::PLAIN), expected);
    }

    #[test]
    fn with_colours_and_blocks_it_says_the_same() {
        let full = text("b2 b1 a1 c3 a2 c2 a3", Look::FULL);
        assert!(full.contains("   0  ▅██████\n"), "{full}");
        assert!(full.contains("\u{1b}[38;5;160mblunder\u{1b}[0m"), "{full}");
        let plain = console::strip_ansi_codes(&full).replace('…', "...").replace("▅██████", "5999999");
        assert_eq!(plain, text("b2 b1 a1 c3 a2 c2 a3", Look::PLAIN));
    }
}
