use std::time::Duration;

use plyd_games::CATALOGUE;
use plyd_games::advice::{self, Adviser, Past};
use plyd_games::catalogue::{AnyPosition, Question};
use plyd_search::{Engine, Limits, Stop, mix};

use super::*;

const TERMS: Terms = Terms { level: Some(5), seed: 0, resign_at: Terms::USUAL, draw_at: Terms::USUAL, clocks: None };

/// A middle game with nothing to advise about.
fn facts() -> Facts {
    Facts {
        terms: TERMS,
        is_over: false,
        claimable: None,
        can_be_drawn: true,
        score: ScoreKind::Distance,
        plies: 60,
        from_start: true,
        has_before: true,
        quiet: Some(0),
        choices: 30,
        takes_back: false,
        booked: false,
        expected: 0.4,
        proven: false,
        distance: 0,
        drawn: 7,
    }
}

/// The advice if every look finds this.
fn advised(facts: &Facts, best: f64) -> Advice {
    advise(facts, &mut |look| {
        (look != Look::Before || facts.has_before).then_some(Seen { best, second: Some(best - 0.05), is_proven: false })
    })
}

/// A position that is lost without a proof.
fn lost() -> Facts {
    Facts { expected: 0.02, ..facts() }
}

/// A position that is lost in this many plies.
fn mated(distance: u32) -> Facts {
    Facts { expected: 0.0, proven: true, distance, ..facts() }
}

/// One that has long been equal.
fn equal(quiet: u32) -> Facts {
    Facts { expected: 0.51, quiet: Some(quiet), ..facts() }
}

fn at_level(level: u8, facts: Facts) -> Facts {
    Facts { terms: Terms { level: Some(level), ..facts.terms }, ..facts }
}

#[test]
fn a_position_that_every_look_finds_lost_is_resigned() {
    let advice = advised(&lost(), 0.01);
    assert!(advice.resign && !advice.accept_draw && !advice.offer_draw);
    assert_eq!(advice.because, "The expected score is 0.02, and it was 0.01 two moves ago.");
    assert!(!advised(&Facts { expected: 0.04, ..lost() }, 0.01).resign, "it isn't lost enough");
    let early = Terms { resign_at: 0.1, ..TERMS };
    assert!(advised(&Facts { terms: early, expected: 0.09, ..lost() }, 0.1).resign);
    let never = Terms { resign_at: 0.0, ..TERMS };
    assert!(!advised(&Facts { terms: never, ..lost() }, 0.01).resign);
}

#[test]
fn a_loss_that_a_look_doesn_t_confirm_is_played_on() {
    for doubtful in [Look::Closely, Look::Before] {
        for seen in [None, Some(Seen { best: 0.2, second: None, is_proven: false })] {
            let lost = Some(Seen { best: 0.0, second: Some(0.0), is_proven: false });
            let advice = advise(&super::tests::lost(), &mut |look| if look == doubtful { seen } else { lost });
            assert!(!advice.resign, "{doubtful:?} {seen:?}");
        }
    }
}

#[test]
fn without_moves_and_for_points_only_a_proven_loss_is_resigned() {
    assert!(!advised(&Facts { has_before: false, ..lost() }, 0.0).resign);
    assert!(advised(&Facts { has_before: false, ..mated(6) }, 0.0).resign);
    assert!(!advised(&Facts { score: ScoreKind::Margin, ..lost() }, 0.0).resign);
    assert!(advised(&Facts { score: ScoreKind::Margin, ..mated(6) }, 0.0).resign);
    let mut proves = |_| Some(Seen { best: 0.0, second: None, is_proven: true });
    assert!(advise(&Facts { score: ScoreKind::Margin, ..lost() }, &mut proves).resign, "a longer look proves it");
    assert!(!advised(&Facts { score: ScoreKind::Given, ..mated(6) }, 0.0).resign, "nobody wins numbers");
}

#[test]
fn beginners_resign_only_what_is_lost_soon_and_nobody_what_he_can_t_see() {
    for level in 1..=3 {
        assert!(!advised(&at_level(level, lost()), 0.0).resign, "{level}");
        assert!(advised(&at_level(level, mated(10)), 0.0).resign, "{level}");
        assert!(!advised(&at_level(level, mated(11)), 0.0).resign, "{level}");
    }
    assert!(advised(&at_level(5, mated(18)), 0.0).resign);
    assert!(!advised(&at_level(5, mated(60)), 0.0).resign, "only a table knows it");
    assert!(advised(&Facts { terms: Terms { level: None, ..TERMS }, ..mated(60) }, 0.0).resign);
}

#[test]
fn nobody_gives_up_while_the_opponent_loses_on_time() {
    let clocks = |opponent| {
        let clocks = Clocks {
            own: Duration::from_secs(60),
            opponent: Some(Duration::from_secs(opponent)),
            increment: Duration::ZERO,
            moves: None,
        };
        Terms { clocks: Some(clocks), ..TERMS }
    };
    assert!(!advised(&Facts { terms: clocks(5), ..lost() }, 0.0).resign);
    assert!(advised(&Facts { terms: clocks(5), ..mated(4) }, 0.0).resign);
    assert!(advised(&Facts { terms: clocks(30), ..lost() }, 0.0).resign);
    assert!(!advised(&Facts { terms: clocks(5), ..equal(12) }, 0.5).accept_draw);
    assert!(advised(&Facts { terms: clocks(30), ..equal(12) }, 0.5).accept_draw);
}

#[test]
fn a_draw_is_accepted_where_the_game_is_equal_and_quiet() {
    let advice = advised(&equal(14), 0.49);
    assert!(advice.accept_draw && !advice.resign);
    assert!(advice.because.starts_with("The expected score is 0.51, and nothing has happened for 14 plies."));
    for (facts, why) in [
        (equal(11), "something has happened"),
        (Facts { quiet: None, ..equal(14) }, "every move is progress"),
        (Facts { plies: 39, ..equal(14) }, "it is the opening"),
        (Facts { expected: 0.54, ..equal(14) }, "it stands better"),
        (Facts { expected: 0.46, ..equal(14) }, "it stands worse"),
        (Facts { can_be_drawn: false, ..equal(14) }, "there is no draw"),
        (Facts { score: ScoreKind::Margin, ..equal(14) }, "points are counted"),
        (Facts { booked: true, ..equal(14) }, "the book knows a move"),
    ] {
        assert!(!advised(&facts, 0.5).accept_draw, "{why}");
    }
    assert!(!advised(&equal(14), 0.54).accept_draw, "a closer look finds it better");
    assert!(advised(&Facts { terms: Terms { draw_at: 0.1, ..TERMS }, ..equal(14) }, 0.54).accept_draw);
    assert!(advised(&Facts { plies: 20, from_start: false, ..equal(14) }, 0.5).accept_draw);
}

#[test]
fn a_proven_draw_is_accepted_in_every_game_that_has_one() {
    let proven = Facts { expected: 0.5, proven: true, quiet: None, score: ScoreKind::Margin, ..facts() };
    assert!(advised(&proven, 0.5).accept_draw);
    assert!(!advised(&Facts { plies: 7, ..proven }, 0.5).accept_draw, "it is the opening");
    let offers = (8..72).step_by(2).filter(|plies| advised(&Facts { plies: *plies, ..proven }, 0.5).offer_draw);
    assert_eq!(offers.count(), 4);
}

#[test]
fn offers_are_rarer_than_acceptances_and_belong_to_half_of_the_stretches() {
    let mut offers = 0;
    for stretch in 0..100 {
        let seed = mix(stretch);
        let of_stretch: Vec<u32> = (0..100)
            .step_by(2)
            .filter(|quiet| {
                let terms = Terms { seed, ..TERMS };
                let advice = advised(&Facts { terms, plies: 60 + *quiet as usize, ..equal(*quiet) }, 0.5);
                assert!(!advice.offer_draw || advice.accept_draw);
                advice.offer_draw
            })
            .collect();
        assert!(matches!(of_stretch[..], [] | [12, 52, 92]), "{of_stretch:?}");
        offers += usize::from(!of_stretch.is_empty());
    }
    assert!((35..=65).contains(&offers), "{offers}");
}

#[test]
fn a_draw_is_claimed_if_no_move_promises_more() {
    let repetition = Some(Claimable { reason: "threefold repetition" });
    let claimable = Facts { claimable: repetition, ..facts() };
    let advice = advised(&claimable, 0.4);
    assert_eq!(advice.claim_draw, repetition);
    assert_eq!(advice.because, "A draw can be claimed: threefold repetition. No move promises more.");
    assert_eq!(advised(&Facts { expected: 0.6, ..claimable }, 0.6).claim_draw, None);
    assert_eq!(advised(&Facts { is_over: true, ..claimable }, 0.5).claim_draw, repetition);
    let over = advised(&Facts { is_over: true, ..facts() }, 0.5);
    assert_eq!((over.think_ms, over.because.as_str()), (0, "The game is over."));
}

/// The milliseconds for positions that differ in their random numbers, from short to long.
fn times(facts: &Facts, second: f64) -> Vec<u64> {
    let mut look = |_| Some(Seen { best: 0.4, second: Some(0.4 - second), is_proven: false });
    let mut times: Vec<u64> =
        (0..500).map(|drawn| advise(&Facts { drawn: mix(drawn), ..*facts }, &mut look).think_ms).collect();
    times.sort_unstable();
    times
}

fn five_minutes(own: u64, moves: Option<u32>) -> Facts {
    let clocks = Clocks { own: Duration::from_millis(own), opponent: None, increment: Duration::ZERO, moves };
    Facts { terms: Terms { clocks: Some(clocks), ..TERMS }, ..facts() }
}

#[test]
fn moves_that_need_no_thought_are_quick() {
    let facts = five_minutes(300_000, None);
    for quick in [Facts { choices: 1, ..facts }, Facts { booked: true, ..facts }] {
        let times = times(&quick, 0.0);
        assert!(times[0] > 300 && times[499] < 1000, "{} to {}", times[0], times[499]);
    }
    let usual = times(&facts, 0.05)[250];
    for faster in [Facts { takes_back: true, ..facts }, Facts { proven: true, ..facts }] {
        assert!(times(&faster, 0.05)[250] * 2 < usual);
    }
}

#[test]
fn close_moves_and_surprises_take_longer() {
    let facts = five_minutes(300_000, None);
    assert!(times(&facts, 0.0)[250] > 2 * times(&facts, 0.2)[250]);
    let mut surprised =
        |look| Some(Seen { best: if look == Look::Before { 0.6 } else { 0.4 }, second: Some(0.3), is_proven: false });
    let mut calm = |_| Some(Seen { best: 0.4, second: Some(0.3), is_proven: false });
    assert!(advise(&facts, &mut surprised).think_ms > advise(&facts, &mut calm).think_ms);
    assert_eq!(advise(&facts, &mut surprised).because, "The expected score has just changed.");
    let times = times(&facts, 0.05);
    assert!(times[450] > 3 * times[50], "{} and {}", times[450], times[50]);
}

#[test]
fn no_move_takes_more_than_its_part_of_the_clock() {
    for own in [0, 1, 50, 999, 60_000, 7_200_000, 1 << 40] {
        for (moves, part) in [(None, 10), (Some(1), 3), (Some(2), 10), (Some(u32::MAX), 10)] {
            let longest = times(&five_minutes(own, moves), 0.0)[499];
            assert!(longest <= own / part, "{own} {moves:?}: {longest}");
        }
    }
    // A game that never ends doesn't run out of time.
    let mut left = 300_000;
    for plies in 0..300 {
        left -= advised(&Facts { plies, drawn: mix(plies as u64), ..five_minutes(left, None) }, 0.4).think_ms;
    }
    assert!(left > 0);
}

/// The terms of full strength. They and [`at`] use the types of the compiled library instead of the tests' own, because
/// the library's searches are compiled already.
const FULL_STRENGTH: advice::Terms =
    advice::Terms { level: None, seed: 0, resign_at: Terms::USUAL, draw_at: Terms::USUAL, clocks: None };

/// The advice of full strength in this position of the game after these moves.
fn at(id: &str, state: &str, moves: &str, nodes: u64) -> advice::Advice {
    let game = CATALOGUE.find(id).unwrap();
    let start = game.parse(state).unwrap();
    let mut position = start.duplicate();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    moves.iter().for_each(|name| drop(position.play_named(name).unwrap()));
    let adviser = Adviser::new(game, position.duplicate(), Past::new(game, start, &moves), FULL_STRENGTH);
    let question = Question {
        algorithm: game.strongest(),
        ..Question::new(Limits { nodes, ..Limits::depth(game.about.max_depth) })
    };
    let mut engine = Engine::new(1 << 22);
    let answer = AnyPosition::prepare(position, question.clone())(&mut engine, &Stop::default(), None);
    let (advice, is_complete) = adviser.advise(&answer, &question, (&mut engine, &Stop::default()), None);
    assert!(is_complete);
    let again = adviser.advise(&answer, &question, (&mut engine, &Stop::default()), None);
    assert_eq!(again, (advice.clone(), true), "the same question has the same advice");
    advice
}

#[test]
fn advice_follows_from_real_positions() {
    // A queen up with black to move, without and with the moves before.
    let lost = "4k3/8/8/8/8/8/3QR3/4K3 b - - 0 1";
    assert!(!at("chess", "4k1r1/5ppp/8/8/8/8/Q3PPPP/3RR1K1 b - - 0 30", "", 2000).resign);
    let shuffled = "e8f8 e2e3 f8g7 e3f3 g7g8 f3f2";
    assert!(at("chess", lost, shuffled, 20_000).resign);
    // Kings that cannot pass blocked pawns, and nothing has happened for a while.
    let equal = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 20 60";
    let advice = at("chess", equal, "e1d2 e8d7 d2e1 d7e8", 20_000);
    assert!(advice.accept_draw && !advice.resign, "{advice:?}");
    // The pawn that took has to be taken back.
    let after = at("chess", "startpos", "e4 d5 exd5", 2000);
    assert!(!after.accept_draw && after.think_ms > 0);
    assert!(at("othello", "startpos", "", 2000).because.contains("move"));
}

#[test]
fn an_interrupted_look_advises_nothing_and_says_so() {
    let game = CATALOGUE.find("chess").unwrap();
    let position = game.start();
    let adviser = Adviser::new(game, position.duplicate(), Past::new(game, game.start(), &[]), FULL_STRENGTH);
    let question = Question::new(Limits::depth(1));
    let mut engine = Engine::new(1 << 20);
    let mut answer = position.prepare(question.clone())(&mut engine, &Stop::default(), None);
    answer.analysis.booked = false;
    let stop = Stop::default();
    stop.raise();
    let (advice, is_complete) = adviser.advise(&answer, &question, (&mut engine, &stop), None);
    assert!(!is_complete && !advice.resign && !advice.accept_draw);
}
