//! The catalogue as a list: names, near names, and invalid entries.

use plyd::catalogue::Game;
use plyd::games::{CATALOGUE, Catalogue};

/// A game of the catalogue under another id, and no other name.
fn named(game: &str, id: &'static str) -> Game {
    let mut game = CATALOGUE.find(game).unwrap().known_as(&[]);
    game.id = id;
    game
}

fn refusal(games: &[Game]) -> String {
    Catalogue::new(&[]).with(games).check().unwrap_err().to_string()
}

#[test]
fn ours_can_stand_in_one_list_and_with_others() {
    CATALOGUE.check().unwrap();
    let both = CATALOGUE.with(&[named("tic-tac-toe", "noughts-2")]);
    both.check().unwrap();
    assert_eq!(both.games().len(), CATALOGUE.games().len() + 1);
    assert_eq!(both.find("noughts-2").unwrap().id, "noughts-2");
    assert_eq!(both.find("tic-tac-toe").unwrap().id, "tic-tac-toe");
    let unknown = both.find("noughts").unwrap_err().to_string();
    assert!(unknown.contains("did you mean noughts-2? Games: tic-tac-toe, "), "{unknown}");
}

#[test]
fn a_game_is_found_by_its_aliases_and_only_near_names_are_suggested() {
    for game in CATALOGUE {
        assert!(game.names().all(|name| CATALOGUE.find(name).unwrap().id == game.id));
    }
    assert_eq!(CATALOGUE.find("reversi").unwrap().id, "othello");
    let said = |id: &str| CATALOGUE.find(id).unwrap_err().to_string();
    assert!(said("ches").contains("did you mean chess?") && said("connect5").contains("did you mean connect4?"));
    for strange in ["go", "backgammon", "", "x"] {
        let said = said(strange);
        assert!(!said.contains("did you mean") && said.contains("Games: tic-tac-toe, "), "{said}");
    }
}

#[test]
fn what_cannot_be_found_or_begun_is_refused_with_a_sentence() {
    assert_eq!(refusal(&[]), "the catalogue has no games");
    let twice = [named("tic-tac-toe", "noughts"), named("chess", "noughts")];
    assert_eq!(refusal(&twice), "two games have the id \"noughts\"");
    let alias = [named("tic-tac-toe", "noughts"), named("chess", "chess").known_as(&["noughts"])];
    assert_eq!(refusal(&alias), "two games have the id \"noughts\"");
    assert!(refusal(&[named("chess", "chess").known_as(&["Chess"])]).contains("is not an id"));
    for id in ["", "Noughts", "a/b", "a b", "9-men", "-", "a?b", "é"] {
        let said = refusal(&[named("tic-tac-toe", id)]);
        assert_eq!(said, format!("{id:?} is not an id; expected a-z, 0-9 and -, starting with a letter"));
    }
    let digit_first = named("tic-tac-toe", "noughts").known_as(&["3-in-a-row"]);
    Catalogue::new(&[]).with(&[digit_first]).check().unwrap();
    let mut unready = named("tic-tac-toe", "noughts");
    unready.about.state_examples = &[];
    assert_eq!(refusal(&[unready]), "noughts has no example of a state; the first one is its start");
    unready.about.state_examples = &["XO"];
    let said = refusal(&[unready]);
    assert!(said.starts_with("the start of noughts cannot be read: the board has 2 cells"), "{said}");
}

#[test]
fn the_game_rules_is_found_in_every_catalogue_and_listed_in_none() {
    static ONE: Catalogue = Catalogue::new(&[]);
    for catalogue in [CATALOGUE, ONE.with(&[named("tic-tac-toe", "noughts")])] {
        assert_eq!(catalogue.find("Rules").unwrap().id, "rules");
        assert!(catalogue.iter().all(|game| game.id != "rules"));
    }
}
