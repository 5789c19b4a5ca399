//! An incremental parser of heads, bodies and chunks.

/// The connection preface of HTTP/2 (RFC 9113, 3.4). All other connections are HTTP/1.
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Bytes kept of each line: enough for the two fields that frame a body.
const LINE_BYTES_KEPT: usize = 64;

/// The parser of one connection.
#[derive(Debug)]
pub(crate) struct Http1Framing {
    pub(super) state: State,
    /// The current line, up to [`LINE_BYTES_KEPT`] bytes of it.
    line: Vec<u8>,
    /// Bytes of the current line, its CR included.
    length: usize,
    after_cr: bool,
    body: Body,
    /// Bytes of the current head.
    head: usize,
    /// Requests whose head is complete.
    requests: usize,
}

/// Where the parser stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// At the end of the bytes, within a request or within HTTP/2.
    Incomplete,
    /// After a request.
    Request,
    /// After an empty line between two requests.
    EmptyLine,
    /// Before a malformed byte. Nothing may be parsed after it.
    Malformed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// This number of bytes matched the preface of HTTP/2.
    Preface(usize),
    /// The request line, or empty lines before it.
    RequestLine,
    Fields,
    /// Bytes of the body that are left.
    Body(u64),
    ChunkSize,
    ChunkExtension,
    /// Bytes of the chunk that are left, before its CR LF.
    Chunk(u64),
    Trailers,
    /// HTTP/2 has a framing of its own.
    Http2,
}

/// The framing of the body, by the fields so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Unspecified,
    Length(u64),
    Chunked,
}

/// Not HTTP, or HTTP that can be read in two ways.
#[derive(Debug, PartialEq, Eq)]
struct Malformed;

impl Http1Framing {
    /// The parser of a connection that may turn out to be HTTP/2.
    pub(crate) const fn with_preface() -> Self {
        Self::starting(State::Preface(0))
    }

    /// The parser of a connection of HTTP/1 in any case.
    pub(crate) const fn http1() -> Self {
        Self::starting(State::RequestLine)
    }

    const fn starting(state: State) -> Self {
        Self { state, line: Vec::new(), length: 0, after_cr: false, body: Body::Unspecified, head: 0, requests: 0 }
    }

    /// Parses more bytes, to the end of a request at most. Returns the number of bytes that were parsed.
    pub(crate) fn parse(&mut self, bytes: &[u8]) -> (usize, Step) {
        let mut index = 0;
        while index < bytes.len() {
            let before = self.state;
            match &mut self.state {
                State::Http2 => return (bytes.len(), Step::Incomplete),
                State::Body(left) | State::Chunk(left) if *left > 0 => {
                    let taken = (*left).min((bytes.len() - index) as u64);
                    *left -= taken;
                    index += taken as usize;
                    if self.state == State::Body(0) {
                        self.state = State::RequestLine;
                    }
                }
                _ => {
                    if self.push(bytes[index]).is_err() {
                        return (index, Step::Malformed);
                    }
                    index += 1;
                    self.head = if self.is_in_head() { self.head + 1 } else { 0 };
                }
            }
            if self.is_between_requests() {
                return (index, if before == State::RequestLine { Step::EmptyLine } else { Step::Request });
            }
        }
        (index, Step::Incomplete)
    }

    /// Bytes that hyper refuses in the current state. No part of HTTP/1 allows NUL. The other bytes end the parts that
    /// hyper reads to their end before it checks them (heads, trailers), or skips (chunk extensions).
    pub(crate) const fn malformed_bytes(&self) -> &'static [u8] {
        match self.state {
            State::ChunkExtension => b"\n",
            State::Trailers => b"\r\r",
            _ => b"\0\r\n\r\n",
        }
    }

    /// Whether a head or the preface is incomplete. True before the first byte of a connection.
    pub(crate) fn is_in_head(&self) -> bool {
        match self.state {
            State::Preface(_) | State::Fields => true,
            State::RequestLine => self.length > 0,
            _ => false,
        }
    }

    /// Whether the last request, or an empty line, has ended, and nothing has begun.
    pub(crate) fn is_between_requests(&self) -> bool {
        self.state == State::RequestLine && self.length == 0
    }

    /// Requests whose head is complete.
    pub(crate) const fn requests(&self) -> usize {
        self.requests
    }

    /// Whether this is an HTTP/2 connection.
    pub(crate) fn is_http2(&self) -> bool {
        self.state == State::Http2
    }

    /// Bytes of the current head, if it is incomplete.
    pub(crate) const fn head_bytes(&self) -> usize {
        self.head
    }

    fn push(&mut self, byte: u8) -> Result<(), Malformed> {
        match self.state {
            State::Preface(seen) if byte == PREFACE[seen] => {
                let is_whole = seen + 1 == PREFACE.len();
                self.state = if is_whole { State::Http2 } else { State::Preface(seen + 1) };
                Ok(())
            }
            // Its first line, which is no request of HTTP/1, with something else after it.
            State::Preface(seen) if PREFACE[..seen].contains(&b'\r') => Err(Malformed),
            State::Preface(seen) => {
                self.state = State::RequestLine;
                PREFACE[..seen].iter().chain([&byte]).try_for_each(|byte| self.push(*byte))
            }
            // The size of a chunk ends at an extension, or at the end of its line.
            State::ChunkSize if byte == b';' && !self.after_cr && self.length > 0 => {
                self.state = State::ChunkExtension;
                self.length += 1;
                Ok(())
            }
            State::ChunkSize if !byte.is_ascii_hexdigit() && byte != b'\r' && byte != b'\n' => Err(Malformed),
            State::Chunk(_) if !matches!((self.length, byte), (0, b'\r') | (1, b'\n')) => Err(Malformed),
            State::ChunkExtension => self.push_to_line(byte, false),
            _ => self.push_to_line(byte, true),
        }
    }

    /// Lines end with CR LF, and contain neither CR nor LF nor NUL.
    fn push_to_line(&mut self, byte: u8, keep: bool) -> Result<(), Malformed> {
        match (self.after_cr, byte) {
            (true, b'\n') => {
                let done = self.end_line();
                self.line.clear();
                (self.length, self.after_cr) = (0, false);
                return done;
            }
            (true, _) | (false, b'\n' | 0) => return Err(Malformed),
            (false, b'\r') => self.after_cr = true,
            (false, _) if keep && self.line.len() < LINE_BYTES_KEPT => self.line.push(byte),
            (false, _) => {}
        }
        self.length += 1;
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Malformed> {
        let empty = self.length == 1;
        self.state = match self.state {
            State::RequestLine if empty => State::RequestLine,
            State::RequestLine => State::Fields,
            State::Fields if empty => {
                self.requests += 1;
                match std::mem::replace(&mut self.body, Body::Unspecified) {
                    Body::Unspecified | Body::Length(0) => State::RequestLine,
                    Body::Length(length) => State::Body(length),
                    Body::Chunked => State::ChunkSize,
                }
            }
            State::Fields => {
                self.note_field()?;
                State::Fields
            }
            State::ChunkSize | State::ChunkExtension => match self.chunk_size()? {
                0 => State::Trailers,
                size => State::Chunk(size),
            },
            State::Chunk(_) => State::ChunkSize,
            State::Trailers if empty => State::RequestLine,
            State::Trailers => State::Trailers,
            other => other,
        };
        Ok(())
    }

    /// Checks a field. A body may be framed by one field only, which may come once.
    fn note_field(&mut self) -> Result<(), Malformed> {
        let colon = self.line.iter().position(|byte| *byte == b':');
        let Some(colon) = colon else {
            // No field that frames a body has a name that long. A short line without a colon is not a field.
            return if self.length > LINE_BYTES_KEPT { Ok(()) } else { Err(Malformed) };
        };
        let (name, value) = (&self.line[..colon], self.line[colon + 1..].trim_ascii());
        // Includes obsolete line folding (RFC 9112, 5.2).
        if name.is_empty() || name.iter().any(u8::is_ascii_whitespace) {
            return Err(Malformed);
        }
        let framing = if name.eq_ignore_ascii_case(b"content-length") {
            Body::Length(number(value, 10)?)
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            if !value.eq_ignore_ascii_case(b"chunked") {
                return Err(Malformed);
            }
            Body::Chunked
        } else {
            return Ok(());
        };
        // A longer line was kept in part only.
        if self.body != Body::Unspecified || self.length > LINE_BYTES_KEPT {
            return Err(Malformed);
        }
        self.body = framing;
        Ok(())
    }

    fn chunk_size(&self) -> Result<u64, Malformed> {
        // 64 bits have 16 hexadecimal digits.
        if self.line.len() > 16 { Err(Malformed) } else { number(&self.line, 16) }
    }
}

/// Digits only, up to 64 bits.
fn number(digits: &[u8], radix: u32) -> Result<u64, Malformed> {
    let text = std::str::from_utf8(digits).map_err(|_| Malformed)?;
    if text.is_empty() || !text.chars().all(|digit| digit.is_digit(radix)) {
        return Err(Malformed);
    }
    u64::from_str_radix(text, radix).map_err(|_| Malformed)
}
