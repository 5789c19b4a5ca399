//! Tests of what the network and the weights of patterns see.

use super::super::cells;
use super::super::moves::Move;
use super::super::network::Seen;
use super::super::policy::Surroundings;
use super::super::symmetry::Symmetry;
use super::{Hex, random_positions};
use crate::network::Features;
use crate::notation::Notation;

/// The features, in order.
fn features(position: &Hex) -> Vec<usize> {
    let mut features = Vec::new();
    position.features(|feature| features.push(feature));
    features.sort_unstable();
    features
}

#[test]
fn all_images_of_a_position_have_the_same_features() {
    // The swap is not symmetrical: after it, the image of a position is one before it.
    let is_symmetrical = |position: &Hex| Symmetry::ALL.into_iter().all(|image| !position.image(image).swap_ahead());
    for position in random_positions(400, 19, 91).filter(is_symmetrical) {
        let seen = features(&position);
        assert!(seen.iter().all(|feature| *feature < Hex::VECTORS) && position.stage() < Hex::STAGES);
        for symmetry in Symmetry::ALL {
            let image = position.image(symmetry);
            assert_eq!(features(&image), seen, "{} and {}", position.state(), image.state());
        }
    }
}

/// The patterns of each move, by its slot.
fn patterns(position: &Hex) -> Vec<(usize, Vec<usize>)> {
    let connected = position.connected::<u32, { cells::TALL }>();
    let surroundings = Surroundings::of(position, &connected, &position.potentials(&connected));
    let free = position.free();
    let of_cell = |cell| {
        let mut patterns = Vec::new();
        surroundings.patterns(cell, |pattern| patterns.push(pattern));
        patterns.sort_unstable();
        (position.mv(cell).slot(), patterns)
    };
    free.members().map(of_cell).collect()
}

#[test]
fn a_move_and_its_images_have_the_same_patterns() {
    for position in random_positions(400, 19, 92) {
        for symmetry in Symmetry::ALL {
            let image = position.image(symmetry);
            let mut seen = patterns(&image);
            for (slot, patterns) in patterns(&position) {
                let mv = symmetry.mv(Move(slot as u16), position.size);
                let at = seen.iter().position(|(other, _)| *other == mv.slot()).expect("a move");
                assert_eq!(seen.swap_remove(at).1, patterns, "{} in {}", slot, position.state());
            }
            assert!(seen.is_empty());
        }
    }
}

/// On boards up to 14x14, positions are evaluated in narrow words, and the learner uses wide ones.
#[test]
fn the_network_sees_the_same_in_narrow_words() {
    for position in random_positions(200, 14, 93) {
        let connected = position.connected::<u16, { cells::SHORT }>();
        let potentials = position.potentials(&connected);
        let mut narrow = Vec::new();
        Seen::of(&position, &potentials).features(|feature| narrow.push(feature));
        narrow.sort_unstable();
        assert_eq!(narrow, features(&position), "{}", position.state());
    }
}
