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
    assert!(advice.resign && advice.accept_draw && !advice.offer_draw, "half a point is more than none");
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
        let (own, opponent) = (Duration::from_secs(60), Some(Duration::from_secs(opponent)));
        Terms { clocks: Some(Clocks { own, opponent, ..Clocks::default() }), ..TERMS }
    };
    assert!(!advised(&Facts { terms: clocks(5), ..lost() }, 0.0).resign);
    assert!(advised(&Facts { terms: clocks(5), ..mated(4) }, 0.0).resign);
    assert!(advised(&Facts { terms: clocks(30), ..lost() }, 0.0).resign);
    assert!(!advised(&Facts { terms: clocks(5), ..equal(12) }, 0.5).accept_draw);
    assert!(advised(&Facts { terms: clocks(30), ..equal(12) }, 0.5).accept_draw);
    let worse = Facts { expected: 0.1, ..facts() };
    assert!(!advised(&Facts { terms: clocks(5), ..worse }, 0.1).accept_draw);
    assert!(advised(&Facts { terms: clocks(5), ..mated(4) }, 0.0).accept_draw, "it resigns");
    // Whoever has a delay or a period for each move is not about to lose on time.
    let given = |delay, byoyomi| {
        let [delay, byoyomi] = [delay, byoyomi].map(Duration::from_secs);
        let clocks = clocks(5).clocks.map(|clocks| Clocks { delay, byoyomi, periods: 1, ..clocks });
        Facts { terms: Terms { clocks, ..TERMS }, ..lost() }
    };
    assert!(!advised(&given(0, 0), 0.0).resign);
    assert!(advised(&given(2, 0), 0.0).resign && advised(&given(0, 30), 0.0).resign);
}

#[test]
fn a_draw_is_accepted_if_it_is_clearly_more_than_the_game_promises() {
    for (facts, accepts, why) in [
        (Facts { expected: 0.46, ..facts() }, true, "it stands worse"),
        (Facts { expected: 0.48, ..facts() }, false, "it is within draw_at"),
        (Facts { expected: 0.44, terms: Terms { draw_at: 0.1, ..TERMS }, ..facts() }, false, "it is within draw_at"),
        (Facts { expected: 0.46, plies: 3, ..facts() }, true, "a draw gains in the opening, too"),
        (Facts { expected: 0.2, quiet: None, ..facts() }, true, "every move is progress"),
        (Facts { score: ScoreKind::Margin, ..mated(6) }, true, "points are counted, and the loss is proven"),
        (Facts { can_be_drawn: false, ..lost() }, false, "there is no draw"),
        (Facts { can_be_drawn: false, ..mated(6) }, false, "it resigns, and there is no draw"),
        (Facts { score: ScoreKind::Given, ..mated(6) }, false, "nobody wins numbers"),
    ] {
        let advice = advised(&facts, facts.expected);
        assert_eq!((advice.accept_draw, advice.offer_draw), (accepts, false), "{why}");
    }
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
    assert_eq!(advised(&claimable, 0.6).claim_draw, None, "only the level's careless move promises less");
    let full = Facts { terms: Terms { level: None, ..TERMS }, ..claimable };
    assert_eq!(advised(&full, 0.6).claim_draw, repetition, "the search itself has the last word");
    let ended = Facts { is_over: true, expected: 0.5, ..claimable };
    assert_eq!(advised(&ended, 0.5).claim_draw, repetition);
    assert_eq!(advised(&ended, 0.9).claim_draw, None, "it is a queen up");
    assert_eq!(advise(&ended, &mut |_| None).claim_draw, repetition, "there was no time to look");
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
    let clocks = Clocks { own: Duration::from_millis(own), moves, ..Clocks::default() };
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
    let of_the_move = |clocks: Clocks| Facts { terms: Terms { clocks: Some(clocks), ..TERMS }, ..facts() };
    let ms = Duration::from_millis;
    for (clocks, longest) in [
        (Clocks { byoyomi: ms(30_000), periods: 3, ..Clocks::default() }, 24_000),
        (Clocks { byoyomi: ms(30_000), periods: 1, own: ms(60_000), ..Clocks::default() }, 30_000),
        (Clocks { delay: ms(5_000), own: ms(60_000), ..Clocks::default() }, 10_000),
        (Clocks { delay: ms(1_000), ..Clocks::default() }, 800),
    ] {
        let times = times(&of_the_move(clocks), 0.0);
        assert!(times[499] <= longest && times[499] > longest / 2 && times[250] < longest / 2, "{clocks:?} {times:?}");
    }
    // Days on the clock are no reason to let somebody wait.
    let days = five_minutes(3 * 86_400_000, None);
    assert_eq!(times(&days, 0.0)[499], 180_000);
    for quick in [Facts { choices: 1, ..days }, Facts { booked: true, ..days }] {
        assert_eq!(times(&quick, 0.0)[499], 60_000);
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
    assert!(!after.offer_draw && after.think_ms > 0);
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

#[test]
fn what_is_left_of_a_clock_is_what_the_move_has_not_used() {
    let s = Duration::from_secs;
    let whole = Clocks { own: s(60), delay: s(3), byoyomi: s(30), periods: 3, ..Clocks::default() };
    for (passed, delay, own, byoyomi, periods) in [
        (0, 3, 60, 30, 3),
        (2, 1, 60, 30, 3),
        (3, 0, 60, 30, 3),
        (13, 0, 50, 30, 3),
        (63, 0, 0, 30, 3),
        (73, 0, 0, 20, 3),
        (93, 0, 0, 30, 2),
        (152, 0, 0, 1, 1),
        (153, 0, 0, 0, 0),
        (1 << 40, 0, 0, 0, 0),
    ] {
        let left = Clocks { delay: s(delay), own: s(own), byoyomi: s(byoyomi), periods, ..Clocks::default() };
        assert_eq!(whole.after(s(passed)), left, "{passed}");
    }
    assert!(whole.may_overrun() && !whole.after(s(130)).may_overrun());
}
