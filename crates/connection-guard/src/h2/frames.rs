//! The frames of HTTP/2 (RFC 9113, 4.1 and 6), read as they arrive.

pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const WINDOW_UPDATE: u8 = 8;
pub(super) const CONTINUATION: u8 = 9;

/// On DATA and HEADERS, the end of the stream; on SETTINGS, an acknowledgement.
pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;

/// hyper's limit for the payload of a frame.
const MAX_PAYLOAD_KEPT: usize = 16 << 10;

/// Up to four bytes, big-endian.
pub(super) fn number(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// A complete frame.
pub(super) struct Frame {
    pub(super) kind: u8,
    pub(super) flags: u8,
    pub(super) stream: u32,
    pub(super) length: usize,
    /// Kept for SETTINGS and WINDOW_UPDATE only.
    pub(super) payload: Vec<u8>,
}

/// Reads the frames of one direction incrementally.
#[derive(Default)]
pub(super) struct FrameReader {
    head: [u8; 9],
    /// Bytes of the head so far.
    seen: usize,
    /// Bytes of the payload that are left.
    left: usize,
    payload: Vec<u8>,
}

impl FrameReader {
    /// The kind of the incomplete frame. `u8::MAX` while its own head is incomplete.
    pub(super) const fn begun(&self) -> Option<u8> {
        match self.seen {
            0 => None,
            9 => Some(self.head[3]),
            _ => Some(u8::MAX),
        }
    }

    /// Consumes bytes up to the end of a frame.
    pub(super) fn next(&mut self, bytes: &mut &[u8]) -> Option<Frame> {
        if self.seen < 9 {
            let taken = take(bytes, 9 - self.seen);
            self.head[self.seen..][..taken.len()].copy_from_slice(taken);
            self.seen += taken.len();
            if self.seen < 9 {
                return None;
            }
            self.left = self.length();
        }
        let taken = take(bytes, self.left);
        self.left -= taken.len();
        if matches!(self.head[3], SETTINGS | WINDOW_UPDATE) && self.length() <= MAX_PAYLOAD_KEPT {
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

/// Takes at most `max` bytes from the front.
fn take<'a>(bytes: &mut &'a [u8], max: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(max.min(bytes.len()));
    *bytes = rest;
    taken
}
