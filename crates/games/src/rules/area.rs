//! Areas: cells by name, and words such as `edge`.

use plyd_search::position::Side;
use serde::Deserialize;

use super::board::{Grid, Outline};
use super::json::{At, InvalidRules, OneOrMore, shortened};
use crate::board::RowColumn;
use crate::catalogue::nearest;
use crate::spelling;

/// Words or names of cells, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Area(pub OneOrMore<String>);

/// The words of areas.
pub(super) const WORDS: [&str; 13] =
    ["top", "bottom", "left", "right", "slant", "edge", "corners", "centre", "dark", "light", "all", "far", "near"];

/// The most names in an area.
const NAMES_MAX: usize = 256;

impl Area {
    pub(super) fn is_empty(&self) -> bool {
        self.0.0.is_empty()
    }

    pub(super) fn read(at: &At, grid: &Grid) -> Result<Self, InvalidRules> {
        let mut words = Vec::new();
        for item in at.items(NAMES_MAX)? {
            let text = item.text()?;
            let word = if WORDS.contains(&text) { text.to_owned() } else { text.to_ascii_lowercase() };
            if words.contains(&word) {
                continue;
            }
            if members(&word, grid, Side::First).is_none_or(|cells| cells.is_empty()) {
                let near = nearest(text, &WORDS).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                let detail = format!("{} is no cell of the board nor a known area{near}", shortened(text));
                return Err(item.wrong(detail));
            }
            words.push(word);
        }
        words.sort_unstable();
        Ok(Self(OneOrMore(words)))
    }

    /// The cells of a side's area.
    pub(super) fn cells(&self, grid: &Grid, side: Side) -> Vec<u8> {
        let places = self.0.0.iter().flat_map(|word| members(word, grid, side).unwrap_or_default());
        places.map(|place| grid.cell(place)).collect()
    }
}

/// The cells that a word or a name means; `None` if this board has no such thing.
fn members(word: &str, grid: &Grid, side: Side) -> Option<Vec<RowColumn>> {
    let (outline, rows, columns) = (grid.outline(), grid.rows, grid.columns);
    let has_sides = matches!(outline, None | Some(Outline::Rhombus));
    let is_triangle = outline == Some(Outline::Triangle);
    let top = |[row, _]: &RowColumn| *row == 0;
    let bottom = |[row, _]: &RowColumn| *row + 1 == rows;
    let all = |is: &dyn Fn(&RowColumn) -> bool| Some(grid.cells().filter(|place| is(place)).collect());
    match word {
        "all" => all(&|_| true),
        "top" if has_sides || is_triangle => all(&top),
        "bottom" if has_sides => all(&bottom),
        "left" if has_sides || is_triangle => all(&|[_, column]| *column == 0),
        "right" if has_sides => all(&|[_, column]| *column + 1 == columns),
        "slant" if is_triangle => all(&|[row, column]| row + column + 1 == rows),
        "far" | "near" if has_sides => {
            if (word == "far") == (side == Side::First) {
                all(&top)
            } else {
                all(&bottom)
            }
        }
        "edge" => all(&|place| grid.neighbours().iter().any(|offset| grid.at(*place, *offset).is_none())),
        "corners" => all(&|place| is_corner(grid, *place)),
        "centre" => {
            let most = grid.cells().map(|place| depth(grid, place)).max()?;
            all(&|place| depth(grid, *place) == most)
        }
        "dark" | "light" if !grid.is_hex() => {
            all(&|[row, column]| ((rows - 1 - row + column) % 2 == 0) == (word == "dark"))
        }
        _ => {
            let square = if WORDS.contains(&word) { None } else { spelling::square(word) };
            Some(vec![grid.place(grid.named(square?)?)])
        }
    }
}

/// Whether the outline turns at a place. A hexagon there lacks three neighbours or more.
fn is_corner(grid: &Grid, place: RowColumn) -> bool {
    let [row, column] = place;
    if grid.is_hex() {
        return grid.neighbours().iter().filter(|offset| grid.at(place, **offset).is_none()).count() >= 3;
    }
    (row == 0 || row + 1 == grid.rows) && (column == 0 || column + 1 == grid.columns)
}

/// How far inside a place is. On boards with columns and rows, the less of its distances to the middle of both counts.
fn depth(grid: &Grid, [row, column]: RowColumn) -> usize {
    let inside = |at: usize, length: usize| at.min(length - 1 - at);
    match grid.outline() {
        Some(Outline::Triangle) => row.min(column).min(grid.rows - 1 - row - column),
        Some(Outline::Hexagon) => {
            let third = (row + column) - grid.rows / 2;
            inside(row, grid.rows).min(inside(column, grid.columns)).min(inside(third, grid.rows))
        }
        _ => inside(row, grid.rows) + inside(column, grid.columns),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Shape, Size};
    use super::*;

    fn names(word: &str, grid: &Grid, side: Side) -> String {
        let cells = members(word, grid, side).unwrap_or_default();
        cells.into_iter().map(|place| grid.name(grid.cell(place))).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_mean_the_cells_of_their_board() {
        let squares = Grid::new(Shape::Squares([4, 3]));
        let hexes = |hex, side| Grid::new(Shape::Hexes { hex, size: Size::Side(side) });
        let (triangle, hexagon) = (hexes(Outline::Triangle, 4), hexes(Outline::Hexagon, 3));
        for (word, grid, cells) in [
            ("corners", &squares, "a3 d3 a1 d1"),
            ("centre", &squares, "b2 c2"),
            ("dark", &squares, "a3 c3 b2 d2 a1 c1"),
            ("far", &squares, "a3 b3 c3 d3"),
            ("b2", &squares, "b2"),
            ("slant", &triangle, "d1 c2 b3 a4"),
            ("corners", &triangle, "a1 d1 a4"),
            ("centre", &triangle, "b2"),
            ("corners", &hexagon, "c1 e1 a3 e3 a5 c5"),
            ("centre", &hexagon, "c3"),
            ("right", &triangle, ""),
            ("top", &hexagon, ""),
            ("dark", &hexagon, ""),
            ("e1", &squares, ""),
        ] {
            assert_eq!(names(word, grid, Side::First), cells, "{word}");
        }
        assert_eq!(names("far", &squares, Side::Second), "a1 b1 c1 d1");
        let single = Grid::new(Shape::Squares([1, 5]));
        assert_eq!(names("corners", &single, Side::First), "a5 a1");
        assert_eq!(names("corners", &hexes(Outline::Rhombus, 3), Side::First), "a1 c1 a3 c3");
    }
}
