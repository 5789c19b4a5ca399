//! The activity of an HTTP/2 connection, as far as timeouts need it (RFC 9113, 4.1, 5.2, 6).
//!
//! It follows open requests, incomplete heads and flow-control windows. hyper judges whether the frames are valid.

use std::collections::HashMap;

use super::budget::ControlBudget;
use super::frames::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, FrameReader, HEADERS, RST_STREAM, SETTINGS, WINDOW_UPDATE, number,
};

/// The setting for the initial window of streams.
const INITIAL_WINDOW_SIZE: u16 = 4;

/// The initial window of the connection, and of streams without a setting.
const DEFAULT_WINDOW: i64 = 65_535;

/// The open requests of one connection.
pub(crate) struct H2Activity {
    received: FrameReader,
    sent: FrameReader,
    open: HashMap<u32, Stream>,
    /// The highest stream identifier so far. Clients open streams in increasing order.
    newest: u32,
    /// A CONTINUATION frame has to follow.
    in_block: bool,
    window: i64,
    initial_window: i64,
    control: ControlBudget,
}

/// A request without a complete answer.
struct Stream {
    /// The send window in bytes. A change of the settings can make it negative (RFC 9113, 6.9.2).
    window: i64,
    answering: bool,
}

impl H2Activity {
    pub(crate) fn new() -> Self {
        Self {
            received: FrameReader::default(),
            sent: FrameReader::default(),
            open: HashMap::new(),
            newest: 0,
            in_block: false,
            window: DEFAULT_WINDOW,
            initial_window: DEFAULT_WINDOW,
            control: ControlBudget::new(),
        }
    }

    /// Whether no request is open.
    pub(crate) fn is_idle(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether the head of a request, or a frame other than DATA, is incomplete.
    pub(crate) fn is_in_head(&self) -> bool {
        self.in_block || self.received.begun().is_some_and(|kind| kind != DATA)
    }

    /// Whether flow control blocks an answer that has begun.
    pub(crate) fn is_blocked(&self) -> bool {
        self.open.values().any(|stream| stream.answering && stream.window.min(self.window) <= 0)
    }

    /// Follows received bytes, without the preface. Whether they are within the budget for control frames.
    #[must_use = "false: the connection has to end"]
    pub(crate) fn on_received(&mut self, mut bytes: &[u8]) -> bool {
        while let Some(frame) = self.received.next(&mut bytes) {
            if !self.control.take(&frame) {
                return false;
            }
            match frame.kind {
                HEADERS | CONTINUATION => {
                    self.in_block = frame.flags & END_HEADERS == 0;
                    // HEADERS on a known stream are trailers.
                    if frame.kind == HEADERS && frame.stream > self.newest {
                        self.newest = frame.stream;
                        self.open.insert(frame.stream, Stream { window: self.initial_window, answering: false });
                    }
                }
                RST_STREAM => self.close(frame.stream),
                SETTINGS if frame.flags & END_STREAM == 0 => self.apply_settings(&frame.payload),
                WINDOW_UPDATE => {
                    let widened = i64::from(number(&frame.payload) & !(1 << 31));
                    match self.open.get_mut(&frame.stream) {
                        _ if frame.stream == 0 => self.window += widened,
                        Some(stream) => stream.window += widened,
                        None => {}
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Follows sent bytes.
    pub(crate) fn on_sent(&mut self, mut bytes: &[u8]) {
        while let Some(frame) = self.sent.next(&mut bytes) {
            if frame.kind == DATA {
                self.window -= frame.length as i64;
            }
            if let Some(stream) = self.open.get_mut(&frame.stream) {
                self.control.on_answer_frame();
                stream.answering = true;
                if frame.kind == DATA {
                    stream.window -= frame.length as i64;
                }
            }
            let last = matches!(frame.kind, DATA | HEADERS) && frame.flags & END_STREAM != 0;
            if last || frame.kind == RST_STREAM {
                self.close(frame.stream);
            }
        }
    }

    fn close(&mut self, stream: u32) {
        self.open.remove(&stream);
        if self.open.is_empty() && self.open.capacity() > 16 {
            // Frees the memory of a burst.
            self.open = HashMap::new();
        }
    }

    /// A new initial window also changes the windows of open streams (RFC 9113, 6.9.2).
    fn apply_settings(&mut self, settings: &[u8]) {
        for setting in settings.chunks_exact(6) {
            if setting[..2] == INITIAL_WINDOW_SIZE.to_be_bytes() {
                let size = i64::from(number(&setting[2..]));
                let wider = size - self.initial_window;
                self.initial_window = size;
                self.open.values_mut().for_each(|stream| stream.window += wider);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let length = (payload.len() as u32).to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    }

    #[test]
    fn a_request_is_open_until_its_answer_ends_or_either_side_resets_it() {
        let mut activity = H2Activity::new();
        assert!(activity.on_received(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"head")));
        assert!(!activity.is_idle());
        activity.on_sent(&frame(HEADERS, END_HEADERS, 1, b"head"));
        assert!(!activity.is_idle() && !activity.is_blocked());
        activity.on_sent(&frame(DATA, END_STREAM, 1, b"body"));
        assert!(activity.is_idle());
        assert!(activity.on_received(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"late trailers")));
        assert!(activity.is_idle(), "a stream is opened once");
        for (number, is_received) in [(3, true), (5, false)] {
            assert!(activity.on_received(&frame(HEADERS, END_HEADERS | END_STREAM, number, b"head")));
            assert!(!activity.is_idle());
            let reset = frame(RST_STREAM, 0, number, &[0; 4]);
            if is_received {
                assert!(activity.on_received(&reset));
            } else {
                activity.on_sent(&reset);
            }
            assert!(activity.is_idle());
        }
    }

    #[test]
    fn a_head_is_incomplete_until_its_last_frame_has_ended_however_it_is_cut() {
        let head = [frame(HEADERS, END_STREAM, 1, b"he"), frame(CONTINUATION, END_HEADERS, 1, b"ad")].concat();
        let mut activity = H2Activity::new();
        for byte in &head[..head.len() - 1] {
            assert!(activity.on_received(&[*byte]));
            assert!(activity.is_in_head());
        }
        assert!(activity.on_received(&head[head.len() - 1..]));
        assert!(!activity.is_in_head() && !activity.is_idle());
        let body = frame(DATA, 0, 1, b"a body has a time of its own");
        assert!(activity.on_received(&body[..12]));
        assert!(!activity.is_in_head());
    }

    #[test]
    fn an_answer_is_blocked_while_a_window_is_empty() {
        let mut activity = H2Activity::new();
        // A window of 10 bytes.
        assert!(activity.on_received(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 10])));
        assert!(activity.on_received(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"head")));
        assert!(!activity.is_blocked());
        activity.on_sent(&frame(HEADERS, END_HEADERS, 1, b"head"));
        activity.on_sent(&frame(DATA, 0, 1, b"ten bytes!"));
        assert!(activity.is_blocked());
        assert!(activity.on_received(&frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1])));
        assert!(!activity.is_blocked());
        activity.on_sent(&frame(DATA, 0, 1, b"1"));
        assert!(activity.is_blocked());
        assert!(activity.on_received(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 20])));
        assert!(!activity.is_blocked(), "settings widen the windows that are there");
        activity.on_sent(&frame(DATA, 0, 1, &vec![0; DEFAULT_WINDOW as usize - 11]));
        assert!(activity.on_received(&frame(WINDOW_UPDATE, 0, 1, &[0x7f, 0, 0, 0])));
        assert!(activity.is_blocked(), "the connection's own window is empty");
        assert!(activity.on_received(&frame(WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1])));
        assert!(!activity.is_blocked());
    }
}
