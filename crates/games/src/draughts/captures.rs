//! Captures of one piece.
//!
//! Captured pieces stay on the board until the move ends: they block the way, and no piece is captured twice (the
//! Turkish stroke). A king may land on any empty square behind its victim, but if it can capture further from one of
//! these squares, it must choose such a square.
//!
//! A lattice of pieces has exponentially many routes, but few different sets of captured pieces. So after many visits
//! the search remembers squares together with the pieces captured before. The two determine how a capture can continue.

use std::collections::HashSet;
use std::marker::PhantomData;

use super::moves::Move;
use super::variant::Variant;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Squares, bit_indices};

/// How many squares are visited before the search remembers them. No position of a real game needs that many.
const VISITS_BEFORE_MEMO: u32 = 500;

/// The piece that captures, lifted from the board.
pub(super) struct Captures<V: Variant> {
    from: u32,
    king: bool,
    /// All other pieces, including captured ones.
    occupied: Squares,
    others: Squares,
    /// The squares that crown a man on its way.
    crowning: Squares,
    variant: PhantomData<V>,
}

/// Captures found so far.
struct Found<'a> {
    /// The list of moves. Its captures begin at `first`: captures of earlier pieces, and then of this one.
    moves: &'a mut Vec<Move>,
    first: usize,
    /// The most pieces that any capture takes; 0 if the majority rule does not apply.
    most: u32,
    visits: u32,
    /// The squares visited, each with the pieces captured before.
    visited: HashSet<(u8, Squares)>,
}

impl<V: Variant> Captures<V> {
    /// The piece at `from`, on a board of its own side's pieces and the others. A man that passes `crowning` is a king
    /// from then on.
    pub(super) fn of(from: u32, [own, others]: [Squares; 2], kings: Squares, crowning: Squares) -> Self {
        let piece = 1 << from;
        Self {
            from,
            king: kings & piece != 0,
            occupied: (own | others) & !piece,
            others,
            crowning,
            variant: PhantomData,
        }
    }

    /// Whether it can capture.
    pub(super) fn can_capture(&self) -> bool {
        self.can_extend(self.from, 0, self.king)
    }

    /// The pieces captured by jumps that land on these squares, one after the other; `None` if such jumps do not exist.
    pub(super) fn along(&self, squares: &[Squares]) -> Option<Squares> {
        let (mut at, mut captured, mut king) = (self.from, 0, self.king);
        for to in squares {
            king = king || self.crowning >> at & 1 != 0;
            let mut jumps = DIRECTIONS.into_iter().map(|direction| self.jump(direction, at, captured, king));
            captured |= jumps.find(|(_, landings)| landings & to != 0)?.0;
            at = to.trailing_zeros();
        }
        Some(captured)
    }

    /// The squares of a route that captures these pieces and ends on this target, the origin first.
    pub(super) fn route(&self, to: u32, captured: Squares) -> Option<Vec<u32>> {
        let mut path = vec![self.from];
        self.find_route((to, captured), 0, self.king, &mut path, &mut HashSet::new()).then_some(path)
    }

    /// Extends a path until it reaches the target and captures the pieces of `goal`. The recursion is at most as deep
    /// as there are pieces.
    fn find_route(
        &self,
        goal: (u32, Squares),
        captured: Squares,
        king: bool,
        path: &mut Vec<u32>,
        visited: &mut HashSet<(u32, Squares)>,
    ) -> bool {
        let at = path[path.len() - 1];
        if captured == goal.1 {
            return at == goal.0;
        }
        if !visited.insert((at, captured)) {
            return false;
        }
        let king = king || self.crowning >> at & 1 != 0;
        DIRECTIONS.into_iter().any(|direction| {
            let (over, landings) = self.jump(direction, at, captured, king);
            over & goal.1 != 0
                && bit_indices(landings).any(|to| {
                    path.push(to);
                    let found = self.find_route(goal, captured | over, king, path, visited);
                    if !found {
                        path.pop();
                    }
                    found
                })
        })
    }

    /// Appends the piece's captures. The captures in the list begin at `first`. Under the majority rule they all take
    /// `most` pieces, and if this piece can take more, they are removed. Returns the new maximum, and how many squares
    /// were visited.
    pub(super) fn list(&self, most: u32, first: usize, moves: &mut Vec<Move>) -> (u32, u32) {
        let mut found = Found { moves, first, most, visits: 0, visited: HashSet::new() };
        self.search(&mut found);
        (found.most, found.visits)
    }

    fn search(&self, found: &mut Found<'_>) {
        self.extend(self.from, 0, self.king, found);
    }

    /// Follows every continuation from a square, after these captures.
    fn extend(&self, at: u32, captured: Squares, king: bool, found: &mut Found<'_>) {
        if found.already_visited(at, captured) {
            return;
        }
        let king = king || self.crowning >> at & 1 != 0;
        let mut at_rest = true;
        for direction in DIRECTIONS {
            let (over, landings) = self.jump(direction, at, captured, king);
            if landings == 0 {
                continue;
            }
            at_rest = false;
            let captured = captured | over;
            if landings.is_power_of_two() {
                self.extend(landings.trailing_zeros(), captured, king, found);
                continue;
            }
            let extends = bit_indices(landings).filter(|to| self.can_extend(*to, captured, king));
            let extending: Squares = extends.map(|to| 1 << to).sum();
            for to in bit_indices(extending) {
                self.extend(to, captured, king, found);
            }
            if extending == 0 {
                bit_indices(landings).for_each(|to| found.add_capture::<V>(self.from, to, captured));
            }
        }
        if at_rest && captured != 0 {
            found.add_capture::<V>(self.from, at, captured);
        }
    }

    fn can_extend(&self, at: u32, captured: Squares, king: bool) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.jump(direction, at, captured, king).1 != 0)
    }

    /// The piece that can be captured in this direction, and the empty squares behind it.
    #[inline]
    fn jump(&self, direction: Direction, at: u32, captured: Squares, king: bool) -> (Squares, Squares) {
        let victims = self.others & !captured;
        if !king {
            let over = V::Board::step(direction, 1 << at) & victims;
            return (over, V::Board::step(direction, over) & V::Board::ALL & !self.occupied);
        }
        let over = V::Board::reach(at, direction, self.occupied).1 & victims;
        if over == 0 { (0, 0) } else { (over, V::Board::reach(over.trailing_zeros(), direction, self.occupied).0) }
    }
}

impl Found<'_> {
    /// Whether this square was visited before with the same captures, if visits are already remembered.
    fn already_visited(&mut self, at: u32, captured: Squares) -> bool {
        self.visits += 1;
        self.visits > VISITS_BEFORE_MEMO && !self.visited.insert((at as u8, captured))
    }

    /// Adds the capture that ends here, unless it is already listed or takes too few pieces.
    fn add_capture<V: Variant>(&mut self, from: u32, to: u32, captured: Squares) {
        if V::MAJORITY {
            let count = captured.count_ones();
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.moves.truncate(self.first);
            }
        }
        let capture = Move { from: from as u8, to: to as u8, captured };
        if !self.moves[self.first..].contains(&capture) {
            self.moves.push(capture);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::tests::random_setup;
    use crate::draughts::{Brazilian, Draughts, International, Russian};
    use crate::notation::Notation;
    use crate::record::Format;
    use crate::testing::{Rng, moves};

    /// The captures of the side to move, and the number of visited squares. `before` visits count as already made.
    fn captures_and_visits<V: Variant>(position: &Draughts<V>, before: u32) -> (Vec<Move>, u32) {
        let (mut moves, mut visits, mut most) = (Vec::new(), 0, 0);
        for from in bit_indices(position.own) {
            let (moves, first) = (&mut moves, 0);
            let mut found = Found { moves, first, most, visits: before, visited: HashSet::new() };
            position.captures(from).search(&mut found);
            (most, visits) = (found.most, visits + found.visits - before);
        }
        (moves, visits)
    }

    fn assert_memo_changes_nothing<V: Variant>() {
        let mut rng = Rng(9);
        for _ in 0..2000 {
            let position = random_setup::<V>(&mut rng);
            let captures = captures_and_visits(&position, VISITS_BEFORE_MEMO).0;
            if captures.is_empty() {
                assert_eq!(position.capturers(), 0, "{}", position.state());
            } else {
                assert_eq!(captures, moves(&position), "{}", position.state());
            }
        }
    }

    #[test]
    fn the_memo_changes_no_list() {
        assert_memo_changes_nothing::<International>();
        assert_memo_changes_nothing::<Russian>();
    }

    /// The worst lattices that a random search found, with kings next to them.
    #[test]
    fn lattices_are_not_walked_route_by_route() {
        let ten = "W:WK1,K5,K6,K16,K25,K45,K50:BK7,K8,K9,K10,K17,K20,K23,K27,K30,K37,K38,K39,K40,K41";
        let full = "W:WK1:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40";
        let eight = "W:WKb8,Kh8,Ka7,Ka3,Kh2,Kc1,Kg1:BKc7,Ke7,Kg7,Kc5,Ke5,Kg5,Kc3,Ke3,Kg3";
        let ten = [ten, full].map(|state| captures_and_visits(&Draughts::<International>::parse(state).unwrap(), 0));
        let eight = captures_and_visits(&Draughts::<Russian>::parse(eight).unwrap(), 0);
        for ((found, visits), captures) in ten.into_iter().chain([eight]).zip([3, 2, 50]) {
            assert_eq!(found.len(), captures);
            assert!(visits < 50_000, "{visits} squares visited for {captures} captures");
        }
    }

    /// A random route of this capture, if the random walk finds one.
    fn random_path<V: Variant>(position: &Draughts<V>, mv: Move, rng: &mut Rng) -> Option<Vec<u32>> {
        let captures = position.captures(mv.from.into());
        let (mut path, mut captured, mut king) = (vec![u32::from(mv.from)], 0, captures.king);
        while captured != mv.captured || path.last() != Some(&u32::from(mv.to)) {
            let at = *path.last()?;
            king = king || captures.crowning >> at & 1 != 0;
            let jumps = DIRECTIONS.into_iter().map(|direction| captures.jump(direction, at, captured, king));
            let jumps: Vec<(Squares, u32)> = jumps
                .filter(|(over, _)| over & mv.captured != 0)
                .flat_map(|(over, landings)| bit_indices(landings).map(move |to| (over, to)))
                .collect();
            let (over, to) = *jumps.get(rng.below(jumps.len().max(1)))?;
            captured |= over;
            path.push(to);
        }
        Some(path)
    }

    fn assert_paths_name_their_capture<V: Variant>() {
        let (mut rng, mut long) = (Rng(29), 0);
        for _ in 0..1000 {
            let position = random_setup::<V>(&mut rng);
            for mv in moves(&position).into_iter().filter(|mv| mv.is_capture()) {
                let Some(path) = random_path(&position, mv, &mut rng) else { continue };
                let names: Vec<String> = path.iter().map(|at| V::PDN.name::<V::Board>(V::Board::number(*at))).collect();
                let (meanings, at) =
                    (position.meanings(&names.join("x")), || format!("{names:?} in {}", position.state()));
                assert!(meanings.contains(&mv), "{}", at());
                // The text of a single jump is just two squares, which may be the ends of other captures too.
                assert!(path.len() == 2 || meanings.len() == 1, "{}", at());
                long += u32::from(path.len() > 2);
            }
        }
        assert!(long > 20, "{long} captures of several jumps");
    }

    fn assert_spellings_name_their_capture<V: Variant>() {
        let (mut rng, mut by_path) = (Rng(31), 0);
        for _ in 0..1000 {
            let position = random_setup::<V>(&mut rng);
            for mv in moves(&position).into_iter().filter(|mv| mv.is_capture()) {
                let spelling = position.spelling(mv, Format::Pdn);
                assert_eq!(position.meanings(&spelling), [mv], "{spelling} in {}", position.state());
                by_path += usize::from(spelling.matches('x').count() > 1 && spelling != position.move_text(mv));
            }
        }
        assert!(by_path > 2, "{by_path} captures are written by their path");
    }

    #[test]
    fn every_capture_is_read_as_records_have_it() {
        assert_spellings_name_their_capture::<International>();
        assert_spellings_name_their_capture::<Russian>();
        assert_spellings_name_their_capture::<Brazilian>();
    }

    #[test]
    fn every_path_names_its_capture() {
        assert_paths_name_their_capture::<International>();
        assert_paths_name_their_capture::<Russian>();
        assert_paths_name_their_capture::<Brazilian>();
    }
}
