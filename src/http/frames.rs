//! What passes over an HTTP/2 connection, read as far as clocks need it: which requests are open, whether a head is
//! incomplete, and whether the client's windows hold up an answer (RFC 9113, 4.1, 5.2, 6). hyper judges whether it is
//! allowed.

use std::collections::HashMap;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

/// On DATA and HEADERS, the end of the stream; on SETTINGS, an acknowledgement.
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// The identifier of the setting that says how large the windows of streams are.
const INITIAL_WINDOW_SIZE: u16 = 4;

/// What windows are until something else is said.
const FIRST_WINDOW: i64 = 65_535;

/// hyper allows no larger frames.
const LARGEST_KEPT: usize = 16 << 10;

/// The requests of one connection that are not answered yet.
pub(super) struct Streams {
    heard: Frames,
    told: Frames,
    open: HashMap<u32, Stream>,
    /// Streams are opened in rising order: those up to this one have been.
    newest: u32,
    /// A head of which a frame is still to come.
    in_block: bool,
    window: i64,
    initial_window: i64,
}

/// A request that is not answered yet.
struct Stream {
    /// How much of its answer the client takes; less than none after a change of the settings.
    window: i64,
    answering: bool,
}

impl Streams {
    pub(super) fn new() -> Self {
        Self {
            heard: Frames::default(),
            told: Frames::default(),
            open: HashMap::new(),
            newest: 0,
            in_block: false,
            window: FIRST_WINDOW,
            initial_window: FIRST_WINDOW,
        }
    }

    /// Whether there is no request to answer.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether something has begun that is no body, and not ended: the head of a request, or a frame of the
    /// connection's own.
    pub(super) fn is_in_head(&self) -> bool {
        self.in_block || self.heard.begun().is_some_and(|kind| kind != DATA)
    }

    /// Whether an answer has begun for whose rest the client has opened no window.
    pub(super) fn is_held_up(&self) -> bool {
        self.open.values().any(|stream| stream.answering && stream.window.min(self.window) <= 0)
    }

    /// Reads what came after the preface.
    pub(super) fn hear(&mut self, mut bytes: &[u8]) {
        while let Some(frame) = self.heard.next(&mut bytes) {
            match frame.kind {
                HEADERS | CONTINUATION => {
                    self.in_block = frame.flags & END_HEADERS == 0;
                    // What follows on a stream that is known are trailers.
                    if frame.kind == HEADERS && frame.stream > self.newest {
                        self.newest = frame.stream;
                        self.open.insert(frame.stream, Stream { window: self.initial_window, answering: false });
                    }
                }
                RST_STREAM => self.close(frame.stream),
                SETTINGS if frame.flags & END_STREAM == 0 => self.set(&frame.payload),
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
    }

    /// Reads what was sent.
    pub(super) fn tell(&mut self, mut bytes: &[u8]) {
        while let Some(frame) = self.told.next(&mut bytes) {
            if frame.kind == DATA {
                self.window -= frame.length as i64;
            }
            if let Some(stream) = self.open.get_mut(&frame.stream) {
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
            // What was many once need not stay.
            self.open = HashMap::new();
        }
    }

    /// A new size of windows also changes those of streams that are open.
    fn set(&mut self, settings: &[u8]) {
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

/// Up to four bytes, the first the highest.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// A frame that has passed whole.
struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
    length: usize,
    /// Of the kinds whose payload matters.
    payload: Vec<u8>,
}

/// The frames in one direction, however their bytes are cut.
#[derive(Default)]
struct Frames {
    head: [u8; 9],
    /// Bytes of the head that have passed.
    seen: usize,
    /// Bytes of the payload that are to come.
    left: usize,
    payload: Vec<u8>,
}

impl Frames {
    /// The kind of the frame that has begun and not ended. Of its first bytes none is known: no body begins so slowly.
    const fn begun(&self) -> Option<u8> {
        match self.seen {
            0 => None,
            9 => Some(self.head[3]),
            _ => Some(u8::MAX),
        }
    }

    /// Takes bytes until a frame has ended.
    fn next(&mut self, bytes: &mut &[u8]) -> Option<Frame> {
        if self.seen < 9 {
            let taken = split(bytes, 9 - self.seen);
            self.head[self.seen..][..taken.len()].copy_from_slice(taken);
            self.seen += taken.len();
            if self.seen < 9 {
                return None;
            }
            self.left = self.length();
        }
        let taken = split(bytes, self.left);
        self.left -= taken.len();
        if matches!(self.head[3], SETTINGS | WINDOW_UPDATE) && self.length() <= LARGEST_KEPT {
            self.payload.extend(taken);
        }
        if self.left > 0 {
            return None;
        }
        self.seen = 0;
        let [.., flags, a, b, c, d] = self.head;
        let stream = u32::from_be_bytes([a & 0x7f, b, c, d]);
        Some(Frame {
            kind: self.head[3],
            flags,
            stream,
            length: self.length(),
            payload: std::mem::take(&mut self.payload),
        })
    }

    fn length(&self) -> usize {
        number(&self.head[..3]) as usize
    }
}

/// At most so many bytes, taken from the front.
fn split<'a>(bytes: &mut &'a [u8], most: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(most.min(bytes.len()));
    *bytes = rest;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let length = (payload.len() as u32).to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    }

    #[test]
    fn a_request_is_open_until_its_answer_has_ended_or_either_side_resets_it() {
        let mut streams = Streams::new();
        streams.hear(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"head"));
        assert!(!streams.is_empty());
        streams.tell(&frame(HEADERS, END_HEADERS, 1, b"head"));
        assert!(!streams.is_empty() && !streams.is_held_up());
        streams.tell(&frame(DATA, END_STREAM, 1, b"body"));
        assert!(streams.is_empty());
        streams.hear(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"trailers that come late"));
        assert!(streams.is_empty(), "a stream is opened once");
        for (number, hears) in [(3, true), (5, false)] {
            streams.hear(&frame(HEADERS, END_HEADERS | END_STREAM, number, b"head"));
            assert!(!streams.is_empty());
            let reset = frame(RST_STREAM, 0, number, &[0; 4]);
            if hears {
                streams.hear(&reset);
            } else {
                streams.tell(&reset);
            }
            assert!(streams.is_empty());
        }
    }

    #[test]
    fn a_head_is_incomplete_until_its_last_frame_has_ended_however_it_is_cut() {
        let head = [frame(HEADERS, END_STREAM, 1, b"he"), frame(CONTINUATION, END_HEADERS, 1, b"ad")].concat();
        let mut streams = Streams::new();
        for byte in &head[..head.len() - 1] {
            streams.hear(&[*byte]);
            assert!(streams.is_in_head());
        }
        streams.hear(&head[head.len() - 1..]);
        assert!(!streams.is_in_head() && !streams.is_empty());
        let body = frame(DATA, 0, 1, b"a body has a time of its own");
        streams.hear(&body[..12]);
        assert!(!streams.is_in_head());
    }

    #[test]
    fn an_answer_is_held_up_while_a_window_is_shut() {
        let mut streams = Streams::new();
        // A window of 10 bytes.
        streams.hear(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 10]));
        streams.hear(&frame(HEADERS, END_HEADERS | END_STREAM, 1, b"head"));
        assert!(!streams.is_held_up());
        streams.tell(&frame(HEADERS, END_HEADERS, 1, b"head"));
        streams.tell(&frame(DATA, 0, 1, b"ten bytes!"));
        assert!(streams.is_held_up());
        streams.hear(&frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1]));
        assert!(!streams.is_held_up());
        streams.tell(&frame(DATA, 0, 1, b"1"));
        assert!(streams.is_held_up());
        streams.hear(&frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 20]));
        assert!(!streams.is_held_up(), "settings widen the windows that are there");
        streams.tell(&frame(DATA, 0, 1, &vec![0; FIRST_WINDOW as usize - 11]));
        streams.hear(&frame(WINDOW_UPDATE, 0, 1, &[0x7f, 0, 0, 0]));
        assert!(streams.is_held_up(), "the connection's own window is shut");
        streams.hear(&frame(WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1]));
        assert!(!streams.is_held_up());
    }
}
