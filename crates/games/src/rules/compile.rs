//! Compiles rules, and checks what their words mean together.

use plyd_search::mix;
use plyd_search::position::Side;

use super::area::Area;
use super::betza::{self, Step};
use super::board::{Grid, Offset, SIDE_MAX, WAZIR};
use super::json::{InvalidRules, OneOrMore, ROOT};
use super::parts::has_parts;
use super::ply::MOVES_MAX;
use super::read::RULES_BYTES_MAX;
use super::set::Set;
use super::spec::{After, Moves, Near, Piece, Place, Spec, Stuck, Then, When, Wins};
use super::table::{
    Condition, Direction, Ending, Fuel, Goal, Hop, Kind, Placing, Ray, Removing, Rules, SIDES, Symmetries, Values,
};

/// The most atoms of a piece, their offsets, and the directions of its jumps.
const ATOMS_MAX: usize = 16;
const OFFSETS_MAX: usize = 64;
const HOPS_MAX: usize = 15;

fn wrong(path: impl Into<String>, detail: impl Into<String>) -> InvalidRules {
    InvalidRules { path: format!("{ROOT}.{}", path.into()), detail: detail.into() }
}

impl<const W: usize> Rules<W> {
    /// Compiles rules. Their board has at most 64 `W` cells.
    pub(super) fn new(spec: &Spec) -> Result<Self, InvalidRules> {
        let text = spec.text.clone();
        if text.len() > RULES_BYTES_MAX {
            let detail = format!("found {} bytes in canonical form, expected at most {RULES_BYTES_MAX}", text.len());
            return Err(InvalidRules { path: ROOT.to_owned(), detail });
        }
        let grid = Grid::new(spec.board);
        let direction = |offset: &Offset| Direction::new(&grid, *offset);
        let near: &[Offset] = if spec.near == Near::W { &WAZIR } else { grid.neighbours() };
        let by_side = |area: &Area| SIDES.map(|side| area.cells(&grid, side).into_iter().collect::<Set<W>>());
        let kinds = kinds(spec, &grid)?;
        let place = spec.place.as_ref().map(|place| placing(place, &kinds, &grid)).transpose()?;
        let opening = spec.opening.0.iter();
        let has = |stuck| spec.end.0.iter().any(|end| end.when == When::Stuck { stuck });
        let mut rules = Self {
            digest: digest(&text),
            all: grid.cells().map(|place| grid.cell(place)).collect(),
            near: near.iter().map(direction).collect(),
            lines: grid.lines().iter().map(|offset| [direction(offset), direction(&opposite(*offset))]).collect(),
            after: spec.after.0.clone(),
            hostile: by_side(&spec.hostile),
            must_take: spec.must,
            turn: spec.turn,
            opening: opening.map(|ply| Removing { area: by_side(&ply.remove), beside_empty: ply.beside }).collect(),
            ends: Vec::new(),
            points: spec.end.0.iter().all(|end| matches!(end.wins, Wins::Most | Wins::Fewest)),
            passes: has(Stuck::Both) && !has(Stuck::Next),
            counts_taken: false,
            plies: None,
            repeat: None,
            column_names: spec.names,
            may_cut: may_cut(&kinds, &grid),
            start: grid.read(&spec.start).unwrap_or_default(),
            fuel: Fuel::Unknown,
            goal: Goal::Other,
            symmetries: Symmetries::default(),
            corners: Area(OneOrMore(vec!["corners".to_owned()])).cells(&grid, Side::First).into_iter().collect(),
            values: Values::default(),
            has_parts: false,
            is_named: false,
            text: text.into(),
            kinds,
            place,
            grid,
        };
        rules.compile_ends(spec)?;
        rules.check(spec)?;
        rules.fuel = Fuel::new(&rules);
        rules.goal = Goal::new(&rules);
        rules.has_parts = has_parts(&rules);
        rules.symmetries = Symmetries::new(&rules);
        rules.values = Values::new(&rules, spec);
        Ok(rules)
    }

    fn compile_ends(&mut self, spec: &Spec) -> Result<(), InvalidRules> {
        for (index, end) in spec.end.0.iter().enumerate() {
            let when = Condition::new(&end.when, spec, self);
            let is_second = match (&when, &end.when) {
                (Some(Condition::Plies(most)), _) => self.plies.replace(*most).is_some(),
                (_, When::Repeat { repeat }) => self.repeat.replace(*repeat).is_some(),
                _ => false,
            };
            if is_second {
                return Err(wrong(format!("end[{index}]"), "expected this kind of end only once"));
            }
            self.counts_taken |= matches!(when, Some(Condition::Took(_)));
            self.ends.extend(when.map(|when| Ending { when, wins: end.wins }));
        }
        Ok(())
    }

    /// Checks that somebody can move, and that the game ends.
    fn check(&self, spec: &Spec) -> Result<(), InvalidRules> {
        let can_take = |kind: &Kind<W>| kind.hops.iter().any(|hop| hop.takes) || kind.rays.iter().any(|ray| ray.takes);
        let any = |is: &dyn Fn(&Kind<W>) -> bool| self.kinds.iter().flatten().any(is);
        if self.only_places() && self.place.is_none() {
            return Err(wrong("pieces", "no piece can move and none is placed, expected \"moves\" or \"place\""));
        }
        if !self.ends.iter().any(|end| matches!(end.when, Condition::Stuck(_))) {
            let detail = "no end for a side without a move, expected {\"stuck\": \"next\", \"wins\": …}";
            return Err(wrong("end", detail));
        }
        if self.plies.is_none() && any(&|kind| kind.goes_back()) {
            let detail = "pieces can move back and forth for ever, expected {\"plies\": …, \"wins\": \"nobody\"}";
            return Err(wrong("end", detail));
        }
        if self.must_take && !any(&can_take) {
            return Err(wrong("must", "no piece can take with a step or a jump"));
        }
        let place = spec.place.as_ref();
        let flips = spec.after.0.iter().any(|after| matches!(after, After::Flip { .. }));
        if place.is_some_and(|place| place.flips) && !flips {
            return Err(wrong("place.flips", "expected an \"after\" that flips"));
        }
        if place.is_some_and(|place| place.flips && place.any) {
            return Err(wrong("place.flips", "goes with one's own stones only, not with \"piece\": \"any\""));
        }
        if place.is_some_and(|place| place.shape.is_some()) && !spec.after.0.is_empty() {
            return Err(wrong("after", "pieces of several cells neither flip nor take"));
        }
        let only_falls = place.is_some_and(|place| place.lowest && !place.any) && self.only_places();
        if self.column_names && !only_falls {
            return Err(wrong(
                "names",
                "columns name moves only with \"lowest\", without moves and \"piece\": \"any\"",
            ));
        }
        Ok(())
    }
}

/// FNV-1a, mixed.
fn digest(text: &str) -> u64 {
    mix(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
}

impl Spec {
    /// The letters of each kind by side, in the order of the alphabet. Without pieces they are stones.
    pub(super) fn letters(&self) -> Vec<[char; 2]> {
        if self.pieces.is_empty() {
            return vec![['x', 'o']];
        }
        let mut letters: Vec<char> = self.pieces.keys().map(char::to_ascii_lowercase).collect();
        letters.sort_unstable();
        letters.dedup();
        let side = |letter: char| self.pieces.get(&letter).and_then(|piece| piece.side);
        let by_side = |lower: char| {
            let upper = lower.to_ascii_uppercase();
            let is_exchanged = side(upper) == Some(2) || side(lower) == Some(1);
            if is_exchanged { [lower, upper] } else { [upper, lower] }
        };
        letters.into_iter().map(by_side).collect()
    }

    /// The entry of a letter: its own, or that of its other case.
    fn piece(&self, letter: char) -> (Option<&Piece>, bool) {
        match self.pieces.get(&letter) {
            Some(piece) => (Some(piece), true),
            None => (self.pieces.get(&other_case(letter)), false),
        }
    }
}

pub(super) fn other_case(letter: char) -> char {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

fn kinds<const W: usize>(spec: &Spec, grid: &Grid) -> Result<[Vec<Kind<W>>; 2], InvalidRules> {
    let letters = spec.letters();
    if letters.len() > 2 {
        return Err(wrong("pieces", format!("found {} kinds of pieces, expected at most 2", letters.len())));
    }
    for lower in spec.pieces.keys().filter(|letter| letter.is_ascii_lowercase()) {
        let sides = [lower.to_ascii_uppercase(), *lower].map(|letter| spec.pieces.get(&letter).and_then(|it| it.side));
        if matches!(sides, [Some(upper), Some(lower)] if upper == lower) {
            return Err(wrong(format!("pieces.{lower}"), "both cases of the letter belong to one side"));
        }
    }
    let [first, second] = SIDES.map(|side| -> Result<Vec<Kind<W>>, InvalidRules> {
        let letters: Vec<char> = letters.iter().map(|by_side| by_side[side.index()]).collect();
        letters.iter().map(|letter| Kind::new(*letter, &letters, side, spec, grid)).collect()
    });
    Ok([first?, second?])
}

impl<const W: usize> Kind<W> {
    pub(super) fn can_move(&self) -> bool {
        !(self.rays.is_empty() && self.hops.is_empty())
    }

    fn new(letter: char, letters: &[char], side: Side, spec: &Spec, grid: &Grid) -> Result<Self, InvalidRules> {
        let mut kind = Self {
            letter,
            rays: Vec::new(),
            one_by_one: false,
            blocks: Vec::new(),
            hops: Vec::new(),
            becomes: None,
            is_progress: false,
            worth: None,
            prefer: Set::EMPTY,
        };
        let (Some(piece), is_own) = spec.piece(letter) else { return Ok(kind) };
        let path = format!("pieces.{}", if is_own { letter } else { other_case(letter) });
        let mut reader = Reader { side, grid, atoms: 0, offsets: 0, directions: Vec::new() };
        for (group, (path, moves)) in piece.moves.paths(&format!("{path}.moves")).enumerate() {
            kind.add(moves, group, &mut reader).map_err(|detail| wrong(path, detail))?;
        }
        kind.one_by_one = kind.has_overlaps();
        kind.worth = piece.worth.map(i32::from);
        kind.prefer = piece.prefer.cells(grid, side).into_iter().collect();
        for (target, area) in &piece.becomes {
            let target = if is_own { *target } else { other_case(*target) };
            let index = letters.iter().position(|known| *known == target).filter(|_| target != letter);
            let index = index.ok_or_else(|| {
                wrong(format!("{path}.becomes"), "expected the letter of another piece of the same side")
            })?;
            kind.becomes = Some((index, area.cells(grid, side).into_iter().collect()));
            let target_becomes = spec.piece(target).0.is_some_and(|piece| !piece.becomes.is_empty());
            kind.is_progress = !target_becomes && !kind.goes_back();
        }
        Ok(kind)
    }

    /// Adds one way to move.
    fn add(&mut self, moves: &Moves, group: usize, reader: &mut Reader<'_, W>) -> Result<(), String> {
        let anywhere = Area::default();
        let (text, avoids, by, then) = match moves {
            Moves::Betza(step) | Moves::Jump { jump: step, .. } => (step, &anywhere, false, None),
            Moves::Step { step, avoids, by, then } => (step, avoids, *by, then.as_ref()),
        };
        let mut steps = reader.rays(text, avoids)?;
        if let Moves::Jump { again, over, straight, takes, .. } = moves {
            let takes = takes.unwrap_or(!over);
            let (over_any, again, straight) = (*over, *again, *straight);
            for Ray { direction, .. } in steps {
                if self.hops.iter().any(|hop| hop.direction.offset == direction.offset) {
                    return Err("two jumps of a piece have one direction".to_owned());
                }
                self.hops.push(Hop { direction, group, over_any, takes, again, straight });
            }
            if self.hops.len() > HOPS_MAX {
                return Err(format!("a jump has at most {HOPS_MAX} directions and no range"));
            }
            return self.check_names();
        }
        if let Some(Then { block }) = then {
            if by {
                return Err("a step by line cannot block".to_owned());
            }
            steps.iter_mut().for_each(|ray| ray.block = Some(self.blocks.len()));
            self.blocks.push(if block == "empty" { None } else { Some(reader.rays(block, &anywhere)?) });
        }
        if by {
            steps.iter_mut().for_each(|ray| ray.by_line = Some(reader.direction(opposite(ray.direction.offset))));
        }
        self.rays.extend(steps);
        self.check_names()
    }

    /// Checks that a step and a jump with different effects never have the same two cells.
    fn check_names(&self) -> Result<(), String> {
        let twice = |offset: Offset| offset.map(|by| 2 * by);
        let meet = |ray: &Ray<W>, hop: &Hop<W>| {
            let has_name = ray.moves && ray.block.is_none();
            has_name && ray.direction.offset == twice(hop.direction.offset) || ray.by_line.is_some() && hop.over_any
        };
        match self.hops.iter().any(|hop| self.rays.iter().any(|ray| meet(ray, hop))) {
            true => Err("a step and a jump of a piece lead from one cell to the same other one".to_owned()),
            false => Ok(()),
        }
    }

    /// Whether two rays may end on one cell of an open board, or one does more than to move the piece there.
    fn has_overlaps(&self) -> bool {
        const WIDTH: i16 = 2 * SIDE_MAX as i16;
        let mut seen = [[false; 2]; (WIDTH * WIDTH) as usize];
        let is_second = |ray: &Ray<W>| {
            let [right, up] = ray.direction.offset.map(i16::from);
            let within = |times: &i16| (right * times).abs().max((up * times).abs()) < SIDE_MAX as i16;
            (1..=ray.range.into()).take_while(within).any(|times| {
                let [moves, takes] = &mut seen[(WIDTH * WIDTH / 2 + WIDTH / 2 + times * (up * WIDTH + right)) as usize];
                (ray.moves && std::mem::replace(moves, true)) | (ray.takes && std::mem::replace(takes, true))
            })
        };
        self.rays.iter().any(|ray| ray.by_line.is_some() || ray.block.is_some()) || self.rays.iter().any(is_second)
    }

    /// Whether it can return to a cell that it left, without taking or blocking anything: unless all its offsets lie on
    /// one side of a line.
    fn goes_back(&self) -> bool {
        let rays = self.rays.iter().filter(|ray| ray.moves && ray.block.is_none()).map(|ray| ray.direction.offset);
        let hops = self.hops.iter().filter(|hop| !hop.takes).map(|hop| hop.direction.offset);
        let offsets: Vec<[i32; 2]> = rays.chain(hops).map(|offset| offset.map(i32::from)).collect();
        // The offsets from one of them on, counterclockwise, within less than half a turn.
        let is_first = |first: &[i32; 2]| {
            offsets.iter().all(|offset| {
                let cross = first[0] * offset[1] - first[1] * offset[0];
                cross > 0 || cross == 0 && first[0] * offset[0] + first[1] * offset[1] > 0
            })
        };
        !offsets.is_empty() && !offsets.iter().any(is_first)
    }
}

/// Reads the steps of a kind.
struct Reader<'a, const W: usize> {
    side: Side,
    grid: &'a Grid,
    /// The numbers of atoms and of offsets so far.
    atoms: usize,
    offsets: usize,
    /// The directions so far: to find their cells takes time.
    directions: Vec<Direction<W>>,
}

impl<const W: usize> Reader<'_, W> {
    /// The second side's steps are turned by half a turn.
    fn rays(&mut self, text: &str, avoids: &Area) -> Result<Vec<Ray<W>>, String> {
        let (atoms, avoided) = (betza::read(text, self.grid)?, avoids.cells(self.grid, self.side));
        let ends = !avoided.into_iter().collect::<Set<W>>();
        let steps = atoms.concat();
        (self.atoms, self.offsets) = (self.atoms + atoms.len(), self.offsets + steps.len());
        if self.atoms > ATOMS_MAX || self.offsets > OFFSETS_MAX {
            return Err(format!("expected at most {ATOMS_MAX} kinds of steps for a piece, and {OFFSETS_MAX} offsets"));
        }
        let ray = |Step { offset, range, moves, takes }| {
            let offset = if self.side == Side::First { offset } else { opposite(offset) };
            Ray { direction: self.direction(offset), range, moves, takes, ends, by_line: None, block: None }
        };
        Ok(steps.into_iter().map(ray).collect())
    }

    fn direction(&mut self, offset: Offset) -> Direction<W> {
        let known = self.directions.iter().find(|known| known.offset == offset).cloned();
        known.unwrap_or_else(|| {
            self.directions.push(Direction::new(self.grid, offset));
            self.directions[self.directions.len() - 1].clone()
        })
    }
}

fn opposite(offset: Offset) -> Offset {
    offset.map(|by| -by)
}

fn placing<const W: usize>(place: &Place, kinds: &[Vec<Kind<W>>; 2], grid: &Grid) -> Result<Placing<W>, InvalidRules> {
    let is_target =
        |index: usize| kinds.iter().flatten().any(|kind| kind.becomes.as_ref().is_some_and(|it| it.0 == index));
    let placed: Vec<usize> = (0..kinds[0].len()).filter(|index| kinds[0].len() == 1 || !is_target(*index)).collect();
    let [kind] = placed[..] else {
        return Err(wrong(
            "place",
            "with two kinds of pieces, one has to become the other, and the other one is placed",
        ));
    };
    let cells = |[columns, rows]: [u8; 2]| {
        let offsets = (0..rows).flat_map(move |up| (0..columns).map(move |right| [right, up].map(u8::cast_signed)));
        offsets.map(|offset| Direction::new(grid, offset)).collect()
    };
    let fall = place.lowest.then(|| Direction::new(grid, [0, -1]));
    Ok(Placing { spec: place.clone(), kind, fall, shape: place.shape.unwrap_or([[1, 1]; 2]).map(cells) })
}

/// Whether a position may have more moves than a listing holds.
fn may_cut<const W: usize>(kinds: &[Vec<Kind<W>>; 2], grid: &Grid) -> bool {
    let targets = |kind: &Kind<W>| kind.rays.iter().map(|ray| usize::from(ray.range)).sum::<usize>() + kind.hops.len();
    let most = kinds.iter().flatten().map(targets).max().unwrap_or(0);
    let opens = |kind: &Kind<W>| !kind.blocks.is_empty() || kind.hops.iter().any(|hop| hop.again.is_some());
    most * grid.size() + 2 * grid.size() > MOVES_MAX || kinds.iter().flatten().any(opens)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::read_rules;
    use super::*;

    /// The most memory that compiled rules may take.
    const BYTES_MAX: usize = 256 << 10;

    /// The bytes of tables that are slices.
    macro_rules! bytes {
        ($($table:expr),*) => { 0 $(+ size_of_val(&$table[..]))* };
    }

    impl<const W: usize> Rules<W> {
        fn bytes(&self) -> usize {
            let Self { kinds, near, lines, after, opening, ends, start, symmetries, values, .. } = self;
            let kind = |kind: &Kind<W>| {
                let blocks = kind.blocks.iter().flatten().map(|rays| bytes!(rays));
                bytes!(kind.rays, kind.blocks, kind.hops) + blocks.sum::<usize>()
            };
            let areas = |areas: &[Vec<Set<W>>; 2]| bytes!(areas[0], areas[1]);
            let end = |end: &Ending<W>| match &end.when {
                Condition::Connect { areas: sides, .. } => areas(sides),
                Condition::Line { windows, .. } => bytes!(windows),
                _ => 0,
            };
            let goal = match &self.goal {
                Goal::Line { windows, .. } => bytes!(windows),
                Goal::Connect { areas: sides, .. } => areas(sides),
                Goal::Outlast | Goal::Other => 0,
            };
            let shapes = self.place.iter().flat_map(|placing| &placing.shape).map(|shape| bytes!(shape));
            let images = symmetries.images.iter().map(|image| bytes!(image));
            let cells =
                values.cells.iter().map(|kinds| bytes!(kinds) + kinds.iter().map(|it| bytes!(it)).sum::<usize>());
            size_of::<Self>()
                + bytes!(self.text.as_bytes(), near, lines, after, opening, ends, start)
                + bytes!(kinds[0], kinds[1], symmetries.images, symmetries.numbers)
                + kinds.iter().flatten().map(kind).sum::<usize>()
                + ends.iter().map(end).sum::<usize>()
                + goal
                + shapes.chain(images).chain(cells).sum::<usize>()
        }
    }

    fn bytes(json: &str) -> usize {
        let spec = read_rules(json).unwrap_or_else(|error| panic!("{json}: {error}"));
        match Grid::new(spec.board).size().div_ceil(64) {
            1 => Rules::<1>::new(&spec).unwrap().bytes(),
            2 => Rules::<2>::new(&spec).unwrap().bytes(),
            _ => Rules::<4>::new(&spec).unwrap().bytes(),
        }
    }

    #[test]
    fn compiled_rules_take_little_memory() {
        let files = fs::read_dir("src/rules/games").unwrap();
        let mut rules: Vec<String> = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        rules.extend(fs::read_to_string("tests/rules/hostile.txt").unwrap().lines().map(str::to_owned));
        for json in rules {
            assert!(bytes(&json) <= BYTES_MAX, "{} bytes: {json}", bytes(&json));
        }
    }
}
