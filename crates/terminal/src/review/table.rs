//! A review as text: a line for each ply, the course of the game, its turning points, and a summary of the sides.

use std::fmt::Write;

use console::{Alignment, Style, measure_text_width, pad_str};

use plyd_drawing::{Look, ending};
use plyd_games::catalogue::NotedMove;
use plyd_games::notation::About;
use plyd_games::opening::Opening;
use plyd_games::review::{Judgement, Measure, Verdict};
use plyd_operations::Review;
use plyd_search::Score;
use plyd_search::position::Side;

/// A finished review that is ready to be printed. Nothing in it was written by strangers: all names come from the game,
/// not from the record.
pub(super) struct Table<'a> {
    pub(super) run: &'a Review,
    /// In the order of the game.
    pub(super) judged: &'a [Judgement],
    /// The sides whose plies are shown.
    pub(super) shown: [bool; 2],
    pub(super) look: Look,
}

impl<'a> Table<'a> {
    /// The whole review as lines.
    pub(super) fn text(&self) -> String {
        let mut text = self.plies();
        text.push('\n');
        text += &self.course();
        if let Some(Opening { code, name, plies }) = self.run.moves.opening() {
            let _ = writeln!(text, "\nopening: {name} ({code}), {plies} plies");
        }
        let summary = self.run.sum_up();
        let turning_points = self.turning_points(&summary);
        if !turning_points.is_empty() {
            let _ = write!(text, "\nturning points\n{turning_points}");
        }
        text.push('\n');
        text += &self.sides(&summary);
        if let Some(outcome) = self.run.moves.end().outcome {
            let _ = writeln!(text, "\n{}", ending(self.about(), outcome));
        }
        text
    }

    fn plies(&self) -> String {
        let titles = ["ply", "side", "move", "best", "expected", "loss", "verdict", ""];
        let mut rows = vec![titles.map(str::to_owned).to_vec()];
        let shown = self.judged.iter().filter(|judged| self.is_shown(judged));
        rows.extend(shown.map(|judged| self.row(judged)));
        columns(&rows, |column| matches!(column, 0 | 4 | 5))
    }

    fn row(&self, judged: &Judgement) -> Vec<String> {
        let played = self.played(judged);
        let number = |number: fn(&Measure) -> f64| {
            judged.measure.as_ref().map_or(String::new(), |measure| format!("{:.1}", 100.0 * number(measure)))
        };
        vec![
            judged.ply.to_string(),
            self.player(played.side).to_owned(),
            own(played).to_owned(),
            if judged.best.pv[0] == played.name { String::new() } else { best(judged).to_owned() },
            number(|measure| measure.expected),
            number(|measure| measure.loss),
            judged.measure.as_ref().map_or(String::new(), |measure| self.painted(measure.verdict)),
            self.remark(judged),
        ]
    }

    /// Facts about a ply that its numbers do not show.
    fn remark(&self, judged: &Judgement) -> String {
        let mut remarks = Vec::new();
        if self.played(judged).is_only {
            remarks.push("only move".to_owned());
        }
        if judged.book {
            remarks.push("book".to_owned());
        }
        match &judged.measure {
            None => remarks.push("not judged: the limit is too low".to_owned()),
            Some(measure) => {
                let (score, proven) = (measure.line.score, measure.line.proven);
                let allows_win = judged.allows_win(self.about().score);
                match score.plies() {
                    Some(_) if allows_win.is_some() => {}
                    Some(plies) if score > Score::ZERO => {
                        remarks.push(format!("wins {} {plies}", judged.in_or_within(plies)));
                    }
                    Some(plies) => remarks.push(format!("loses {} {plies}", judged.in_or_within(plies))),
                    None if proven && score == Score::ZERO => remarks.push("a draw".to_owned()),
                    None if proven => remarks.push(format!("ends {:+}", score.value())),
                    None => {}
                }
                if let Some(plies) = allows_win {
                    remarks.push(format!("allows a win {} {plies}", judged.in_or_within(plies)));
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

    pub(super) fn about(&self) -> &'static About {
        &self.run.game.about
    }

    /// The move of a ply.
    pub(super) fn played(&self, judged: &Judgement) -> &'a NotedMove {
        &self.run.moves.moves()[judged.ply]
    }

    /// Whether the ply's side is shown.
    pub(super) fn is_shown(&self, judged: &Judgement) -> bool {
        self.shown[self.played(judged).side.index()]
    }

    pub(super) fn player(&self, side: Side) -> &'static str {
        self.about().players[side.index()]
    }

    /// The verdict in its colour from the 256-colour palette.
    pub(super) fn painted(&self, verdict: Verdict) -> String {
        let color = match verdict {
            Verdict::Best => 35,
            Verdict::Good => 71,
            Verdict::Inaccuracy => 178,
            Verdict::Mistake => 208,
            Verdict::Blunder => 160,
        };
        Style::new().force_styling(self.look.color).color256(color).apply_to(verdict.name()).to_string()
    }
}

/// Rows as lines with aligned columns. `is_right` says which columns are aligned at the right.
pub(super) fn columns(rows: &[Vec<String>], is_right: fn(usize) -> bool) -> String {
    let width = |column: usize| rows.iter().map(|row| measure_text_width(&row[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let alignment = if is_right(column) { Alignment::Right } else { Alignment::Left };
            pad_str(cell, *width, alignment, None)
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The last cells of a row about a player: percentages, and the number of moves of each verdict.
pub(super) fn sums(accuracy: Option<f64>, mean_loss: Option<f64>, verdicts: [u32; Verdict::ALL.len()]) -> Vec<String> {
    let percent = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1} %"));
    let percents = [percent(accuracy), percent(mean_loss.map(|loss| 100.0 * loss))];
    percents.into_iter().chain(verdicts.map(|count| count.to_string())).collect()
}

/// The titles in `before`, and then the titles of the cells of [`sums`].
pub(super) fn titles(before: &[&str]) -> Vec<String> {
    let verdicts = Verdict::ALL.iter().map(|verdict| verdict.name());
    before.iter().copied().chain(["accuracy", "mean loss"]).chain(verdicts).map(str::to_owned).collect()
}

/// The move played, as a person writes it.
pub(super) fn own(played: &NotedMove) -> &str {
    played.label.as_deref().unwrap_or(&played.name)
}

/// The best move, as a person writes it.
pub(super) fn best(judged: &Judgement) -> &str {
    judged.best_label.as_deref().unwrap_or(&judged.best.pv[0])
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use plyd_games::CATALOGUE;
    use plyd_operations::{Limits, read_review};
    use plyd_search::Stop;
    use plyd_wire::{Caps, from_json};

    /// The text of a review of these moves of tic-tac-toe.
    fn text(moves: &str, look: Look) -> String {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        let body = format!(r#"{{"moves":"{moves}"}}"#);
        let (request, limits) = (from_json(body.as_bytes()).unwrap(), Limits::new(Caps::new(1_000_000, 60_000)));
        let mut run = read_review(request, game, &limits, &Stop::default()).unwrap();
        let mut judged: Vec<Judgement> =
            (0..run.left()).map(|_| run.judge_next(&Stop::default(), Duration::ZERO).unwrap()).collect();
        judged.reverse();
        Table { run: &run, judged: &judged, shown: [true; 2], look }.text()
    }

    #[test]
    fn a_review_is_written_in_characters_alone() {
        let expected = "\
ply  side  move  best  expected  loss  verdict
  0  X     b2              50.0   0.0  best     a draw
  1  O     b1    a1         0.0  50.0  blunder  allows a win in 5
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
    fn coloured_reviews_have_the_same_text() {
        let full = text("b2 b1 a1 c3 a2 c2 a3", Look::FULL);
        assert!(full.contains("   0  ▅██████\n"), "{full}");
        assert!(full.contains("\u{1b}[38;5;160mblunder\u{1b}[0m"), "{full}");
        let plain = console::strip_ansi_codes(&full).replace('…', "...").replace("▅██████", "5999999");
        assert_eq!(plain, text("b2 b1 a1 c3 a2 c2 a3", Look::PLAIN));
    }
}
