use std::time::Instant;
use super::*;
use crate::notation::Notation;
use crate::position::{perft, Position};
use crate::search::*;

#[test]
fn tmp_perft() {
    let p = Othello::default();
    for d in 1..=11 {
        let t = Instant::now();
        let n = perft(&p, d);
        println!("{d} {n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}

#[test]
fn tmp_ffo1() {
    let p = Othello::parse(Othello::ABOUT.state_examples[2]).unwrap();
    let t = Instant::now();
    let a = search(&p, &Request::new(Limits::depth(124)), &Stop::default(), &mut |i| println!("{} {} {:?}", i.depth, i.nodes, i.lines[0].score));
    println!("{:?} {:?} {} {} {:?}", p.move_text(a.best.unwrap()), a.score, a.proven, a.stats.nodes, t.elapsed());
    for d in 6..=10 {
    let t = Instant::now();
    let a = search(&Othello::default(), &Request::new(Limits::depth(d)), &Stop::default(), &mut |_| ());
    println!("start {d} {:?} {:?} {} {:?}", a.best, a.score, a.stats.nodes, t.elapsed());
    }
}
