//! A budget for frames that are no part of a request.
//!
//! A client needs few of them: window updates for the answers that it reads, resets of requests that it gives up, and
//! pings now and then. Without a budget, each costs the server its parsing, and often an answer.

use tokio::time::Instant;

use super::frames::{CONTINUATION, DATA, END_STREAM, Frame, HEADERS, RST_STREAM};

/// Frames that a connection may send at once.
const BURST: u32 = 1_000;

/// Frames for each second, whatever the connection does.
const PER_SECOND: u64 = 50;

/// Frames for each frame of an answer: an update of its own window and one of the connection's, twice.
const PER_ANSWER_FRAME: u32 = 4;

/// The cost of a reset, which may give up work that has begun.
const RESET: u32 = 20;

/// DATA with less than this costs a frame too, or a body could be sent a byte at a time.
const SMALL_DATA: usize = 128;

/// The budget of one connection.
pub(super) struct ControlBudget {
    left: u32,
    /// Until when it was refilled.
    refilled: Instant,
}

impl ControlBudget {
    pub(super) fn new() -> Self {
        Self { left: BURST, refilled: Instant::now() }
    }

    /// Takes the cost of a received frame. False if there is less left.
    pub(super) fn take(&mut self, frame: &Frame) -> bool {
        let cost = match frame.kind {
            // A request is bounded by the streams at a time, and by what it asks for.
            HEADERS | CONTINUATION => 0,
            DATA if frame.length >= SMALL_DATA || frame.flags & END_STREAM != 0 => 0,
            RST_STREAM => RESET,
            _ => 1,
        };
        if cost > self.left {
            self.refill();
        }
        match self.left.checked_sub(cost) {
            Some(left) => self.left = left,
            None => return false,
        }
        true
    }

    /// A frame of an answer was sent.
    pub(super) fn on_answer_frame(&mut self) {
        self.left = (self.left + PER_ANSWER_FRAME).min(BURST);
    }

    /// Adds what the passed time is worth.
    fn refill(&mut self) {
        let frames = self.refilled.elapsed().as_millis() as u64 * PER_SECOND / 1_000;
        if frames > 0 {
            self.left = self.left.saturating_add(u32::try_from(frames).unwrap_or(BURST)).min(BURST);
            self.refilled = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::h2::frames::{SETTINGS, WINDOW_UPDATE};

    fn frame(kind: u8, length: usize) -> Frame {
        Frame { kind, flags: 0, stream: 1, length, payload: Vec::new() }
    }

    /// Frames of a kind that a connection may send at once.
    fn taken(budget: &mut ControlBudget, kind: u8) -> u32 {
        (0..10 * BURST).take_while(|_| budget.take(&frame(kind, 8))).count() as u32
    }

    #[tokio::test(start_paused = true)]
    async fn control_frames_of_every_kind_end_at_the_budget() {
        for (kind, most) in [(6, BURST), (SETTINGS, BURST), (WINDOW_UPDATE, BURST), (200, BURST), (DATA, BURST)] {
            assert_eq!(taken(&mut ControlBudget::new(), kind), most, "kind {kind}");
        }
        assert_eq!(taken(&mut ControlBudget::new(), RST_STREAM), BURST / RESET);
        assert_eq!(taken(&mut ControlBudget::new(), HEADERS), 10 * BURST, "these are requests");
    }

    #[tokio::test(start_paused = true)]
    async fn time_and_answers_refill_it() {
        let mut budget = ControlBudget::new();
        taken(&mut budget, 6);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(taken(&mut budget, 6), 2 * PER_SECOND as u32);
        budget.on_answer_frame();
        assert_eq!(taken(&mut budget, WINDOW_UPDATE), PER_ANSWER_FRAME);
        tokio::time::advance(Duration::from_secs(3_600)).await;
        assert_eq!(taken(&mut budget, 6), BURST, "and no more than a burst");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_in_pieces_of_a_byte_costs_frames_and_a_whole_one_none() {
        let mut budget = ControlBudget::new();
        assert!((0..2 * BURST).all(|_| budget.take(&frame(DATA, SMALL_DATA))));
        assert!(!(0..2 * BURST).all(|_| budget.take(&frame(DATA, 1))));
    }
}
