//! The worst records of the largest size that a request may have: each repeats one thing, and none may take longer than
//! 30 ms on a machine of today. Every bench checks what it reads.

use std::fmt;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use plyd::games::CATALOGUE;
use plyd::search::Stop;
use plyd::wire::Caps;

#[path = "../tests/common/mod.rs"]
mod common;

use common::repetitions::{REPETITIONS, Repetition, outcome};

fn main() {
    divan::main();
}

/// A repetition with its name in the table of results.
struct Named(&'static Repetition);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

#[divan::bench(sample_count = 10, sample_size = 1, args = REPETITIONS.iter().map(Named))]
fn read(bencher: Bencher<'_, '_>, Named(repetition): &Named) {
    let game = CATALOGUE.find(repetition.game).expect("a game of the catalogue");
    let text = repetition.text(Caps::MAX_RECORD_BYTES);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let outcome = outcome(game.read_record(black_box(&text), Some(repetition.format), 0, None, &Stop::default()));
        assert!(outcome.contains(repetition.says), "{outcome}");
    });
}
