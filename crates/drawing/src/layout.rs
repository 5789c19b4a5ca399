//! Tree layout after Reingold and Tilford, "Tidier Drawings of Trees" (1981).
//!
//! Nodes at the same distance from the root are in one row, each parent is centred above its children, and subtrees are
//! as close together as their outlines allow.

/// Pixels between two blocks of a row.
pub(super) const GAP: f64 = 14.0;

/// The width of a block, and its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) parent: Option<usize>,
    pub(super) width: f64,
}

/// The outline of a subtree with its root at 0: the left and right ends of each row.
type Outline = Vec<(f64, f64)>;

/// The middle of each block, with the leftmost edge at 0. Parents come before their children.
pub(super) fn middles(extents: &[Extent]) -> Vec<f64> {
    let mut children = vec![Vec::new(); extents.len()];
    for (at, extent) in extents.iter().enumerate() {
        if let Some(parent) = extent.parent {
            children[parent].push(at);
        }
    }
    // Each block's distance from its parent's middle.
    let mut offsets = vec![0.0; extents.len()];
    let mut outlines: Vec<Outline> = vec![Vec::new(); extents.len()];
    for at in (0..extents.len()).rev() {
        let below: Vec<Outline> = children[at].iter().map(|child| std::mem::take(&mut outlines[*child])).collect();
        let (positions, rows) = side_by_side(below);
        let middle = positions.first().zip(positions.last()).map_or(0.0, |(first, last)| (first + last) / 2.0);
        for (child, position) in children[at].iter().zip(&positions) {
            offsets[*child] = position - middle;
        }
        let half = extents[at].width / 2.0;
        let own = std::iter::once((-half, half));
        outlines[at] = own.chain(rows.into_iter().map(|(left, right)| (left - middle, right - middle))).collect();
    }
    let mut middles = vec![0.0; extents.len()];
    for (at, extent) in extents.iter().enumerate() {
        middles[at] = offsets[at] + extent.parent.map_or(0.0, |parent| middles[parent]);
    }
    let left = middles.iter().zip(extents).map(|(middle, extent)| middle - extent.width / 2.0).fold(0.0, f64::min);
    middles.iter().map(|middle| middle - left).collect()
}

/// Puts subtrees side by side. Returns the position of each root, and the outline of all of them together.
fn side_by_side(subtrees: Vec<Outline>) -> (Vec<f64>, Outline) {
    let mut positions = Vec::with_capacity(subtrees.len());
    let mut all: Outline = Vec::new();
    for subtree in subtrees {
        let apart = all.iter().zip(&subtree).map(|((_, right), (left, _))| right - left + GAP);
        let position = apart.fold(0.0, f64::max);
        for (row, (left, right)) in subtree.into_iter().enumerate() {
            match all.get_mut(row) {
                Some(outline) => outline.1 = right + position,
                None => all.push((left + position, right + position)),
            }
        }
        positions.push(position);
    }
    (positions, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    #[test]
    fn blocks_of_random_trees_do_not_overlap_and_parents_stand_over_the_middle() {
        for seed in 1..200 {
            let mut random = seed;
            let mut extents = vec![Extent { parent: None, width: 30.0 }];
            let mut rows = vec![0];
            while extents.len() < 60 {
                let parent = mix(&mut random) as usize % extents.len();
                extents.push(Extent { parent: Some(parent), width: 10.0 + (mix(&mut random) % 90) as f64 });
                rows.push(rows[parent] + 1);
            }
            let middles = middles(&extents);
            for a in 0..extents.len() {
                assert!(middles[a] - extents[a].width / 2.0 >= -1e-9);
                for b in 0..a {
                    let apart = (middles[a] - middles[b]).abs() - (extents[a].width + extents[b].width) / 2.0;
                    assert!(rows[a] != rows[b] || apart >= GAP - 1e-6, "seed {seed}: {a} and {b} are {apart} apart");
                }
                let mut own = (0..extents.len()).filter(|child| extents[*child].parent == Some(a));
                if let Some(first) = own.next() {
                    let last = own.next_back().unwrap_or(first);
                    assert!((middles[a] - (middles[first] + middles[last]) / 2.0).abs() < 1e-6);
                }
            }
        }
    }
}
