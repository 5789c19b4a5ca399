//! What fuzzing starts from: for every game a position and moves on it, by the game's place in the catalogue.

use plyd::games::CATALOGUE;

#[test]
fn every_game_has_a_seed_that_is_read_and_played() {
    for (place, game) in CATALOGUE.games().iter().enumerate() {
        let path = format!("{}/fuzz/seeds/state_and_moves/{}", env!("CARGO_MANIFEST_DIR"), game.id);
        let seed = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(usize::from(seed[0]), place, "{path} is of another game");
        let mut lines = std::str::from_utf8(&seed[1..]).expect("text").split('\n');
        let state = lines.next().unwrap_or_default();
        let mut position = game.parse(state).unwrap_or_else(|error| panic!("{path}: {error}"));
        for name in lines {
            let legal = position.move_names();
            let index = name.strip_prefix('#').map(|index| index.parse::<usize>().expect("an index"));
            let name = index.map_or(name, |index| &legal[index % legal.len()]);
            assert!(position.play_named(name).is_ok(), "{path}: {name} in {}", position.state());
        }
    }
}
