use super::*;
use crate::notation::Notation;
use crate::position::{Position, perft};
use crate::search::*;
use std::time::Instant;

#[test]
fn tmp_perft() {
    let p = Checkers::default();
    println!("{}", p.state());
    assert_eq!(Checkers::parse(Checkers::ABOUT.state_examples[0]).unwrap(), p);
    for d in 1..=12 {
        let t = Instant::now();
        let n = perft(&p, d);
        println!("{d} {n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
    for d in 6..=16 {
        let t = Instant::now();
        let a = search(&p, &Request::new(Limits::depth(d)), &Stop::default(), &mut |_| ());
        println!(
            "start {d} {} {:?} {} q{} {:?}",
            p.move_text(a.best.unwrap()),
            a.score,
            a.stats.nodes,
            a.stats.quiescence_nodes,
            t.elapsed()
        );
    }
}
