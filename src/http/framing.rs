//! Where requests begin and end in the bytes of an HTTP/1 connection, read as strictly as RFC 9112 allows.
//!
//! hyper reads requests and is more lenient: it takes a bare LF for the end of a line, and lets `Transfer-Encoding` win
//! over `Content-Length`. Two servers in a row that are lenient in different ways see different requests in the same
//! bytes, which is how requests are smuggled. What this refuses, hyper never sees.

/// How HTTP/2 connections begin. Whatever begins otherwise is HTTP/1.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// So much of each line is kept: enough for the two fields that frame a body.
const LINE_KEPT: usize = 64;

/// The reader of one connection.
#[derive(Debug)]
pub(super) struct Framing {
    place: Place,
    /// The line at hand, up to [`LINE_KEPT`] bytes of it.
    line: Vec<u8>,
    /// Bytes of the line at hand, its CR included.
    length: usize,
    after_cr: bool,
    body: Body,
    /// Bytes of the head at hand.
    head: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// So many bytes of the preface of HTTP/2 were seen, and nothing else.
    Opening(usize),
    /// In a request line, or in empty lines before it.
    RequestLine,
    Fields,
    /// So many bytes of the body are left.
    Body(u64),
    ChunkSize,
    ChunkExtension,
    /// So many bytes of a chunk are left, and then CR LF.
    Chunk(u64),
    Trailers,
    /// HTTP/2 has a framing of its own.
    Foreign,
}

/// What the fields said so far of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Unsaid,
    Length(u64),
    Chunked,
}

/// Not HTTP, or HTTP that can be read in two ways.
#[derive(Debug, PartialEq, Eq)]
struct Malformed;

impl Default for Framing {
    fn default() -> Self {
        Self { place: Place::Opening(0), line: Vec::new(), length: 0, after_cr: false, body: Body::Unsaid, head: 0 }
    }
}

impl Framing {
    /// Reads on. Where something is malformed, gives the index of the byte that shows it; nothing may be read after
    /// that.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut index = 0;
        while index < bytes.len() {
            match &mut self.place {
                Place::Foreign => return None,
                Place::Body(left) | Place::Chunk(left) if *left > 0 => {
                    let taken = (*left).min((bytes.len() - index) as u64);
                    *left -= taken;
                    index += taken as usize;
                    if self.place == Place::Body(0) {
                        self.place = Place::RequestLine;
                    }
                }
                _ => {
                    if self.take(bytes[index]).is_err() {
                        return Some(index);
                    }
                    index += 1;
                    self.head = if self.is_in_head() { self.head + 1 } else { 0 };
                }
            }
        }
        None
    }

    /// Bytes that make hyper give up where this reader has. No part of HTTP/1 takes NUL; the rest ends what hyper would
    /// read to its end first (heads, trailers) or skip (extensions of chunks).
    pub(super) const fn poison(&self) -> &'static [u8] {
        match self.place {
            Place::ChunkExtension => b"\n",
            Place::Trailers => b"\r\r",
            _ => b"\0\r\n\r\n",
        }
    }

    /// Whether the connection waits for the rest of a head or of the preface. So it does before its first byte.
    pub(super) fn is_in_head(&self) -> bool {
        match self.place {
            Place::Opening(_) | Place::Fields => true,
            Place::RequestLine => self.length > 0,
            _ => false,
        }
    }

    /// Whether this is an HTTP/2 connection.
    pub(super) fn is_foreign(&self) -> bool {
        self.place == Place::Foreign
    }

    /// How many of the bytes read last belong to a head that has not ended.
    pub(super) const fn head(&self) -> usize {
        self.head
    }

    fn take(&mut self, byte: u8) -> Result<(), Malformed> {
        match self.place {
            Place::Opening(seen) if byte == PREFACE[seen] => {
                let all = seen + 1 == PREFACE.len();
                self.place = if all { Place::Foreign } else { Place::Opening(seen + 1) };
                Ok(())
            }
            Place::Opening(seen) => {
                self.place = Place::RequestLine;
                PREFACE[..seen].iter().chain([&byte]).try_for_each(|byte| self.take(*byte))
            }
            // The size of a chunk ends at an extension, or at the end of its line.
            Place::ChunkSize if byte == b';' && !self.after_cr && self.length > 0 => {
                self.place = Place::ChunkExtension;
                self.length += 1;
                Ok(())
            }
            Place::ChunkSize if !byte.is_ascii_hexdigit() && byte != b'\r' && byte != b'\n' => Err(Malformed),
            Place::Chunk(_) if !matches!((self.length, byte), (0, b'\r') | (1, b'\n')) => Err(Malformed),
            Place::ChunkExtension => self.take_of_line(byte, false),
            _ => self.take_of_line(byte, true),
        }
    }

    /// Lines end with CR LF, and hold neither of the two nor NUL.
    fn take_of_line(&mut self, byte: u8, keep: bool) -> Result<(), Malformed> {
        match (self.after_cr, byte) {
            (true, b'\n') => {
                let done = self.end_line();
                self.line.clear();
                (self.length, self.after_cr) = (0, false);
                return done;
            }
            (true, _) | (false, b'\n' | 0) => return Err(Malformed),
            (false, b'\r') => self.after_cr = true,
            (false, _) if keep && self.line.len() < LINE_KEPT => self.line.push(byte),
            (false, _) => {}
        }
        self.length += 1;
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Malformed> {
        let empty = self.length == 1;
        self.place = match self.place {
            Place::RequestLine if empty => Place::RequestLine,
            Place::RequestLine => Place::Fields,
            Place::Fields if empty => match std::mem::replace(&mut self.body, Body::Unsaid) {
                Body::Unsaid | Body::Length(0) => Place::RequestLine,
                Body::Length(length) => Place::Body(length),
                Body::Chunked => Place::ChunkSize,
            },
            Place::Fields => {
                self.note_field()?;
                Place::Fields
            }
            Place::ChunkSize | Place::ChunkExtension => match self.chunk_size()? {
                0 => Place::Trailers,
                size => Place::Chunk(size),
            },
            Place::Chunk(_) => Place::ChunkSize,
            Place::Trailers if empty => Place::RequestLine,
            Place::Trailers => Place::Trailers,
            other => other,
        };
        Ok(())
    }

    /// A field may come once if it frames the body, and not beside the other that does.
    fn note_field(&mut self) -> Result<(), Malformed> {
        let colon = self.line.iter().position(|byte| *byte == b':');
        let Some(colon) = colon else {
            // A name of that length is nothing that matters here; a short line without a colon is no field at all.
            return if self.length > LINE_KEPT { Ok(()) } else { Err(Malformed) };
        };
        let (name, value) = (&self.line[..colon], self.line[colon + 1..].trim_ascii());
        // Also a line that continues the one before, which was given up long ago.
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
        // What does not fit the part that is kept has not been read whole.
        if self.body != Body::Unsaid || self.length > LINE_KEPT {
            return Err(Malformed);
        }
        self.body = framing;
        Ok(())
    }

    fn chunk_size(&self) -> Result<u64, Malformed> {
        // No number of 64 bits has more digits.
        if self.line.len() > 16 { Err(Malformed) } else { number(&self.line, 16) }
    }
}

/// Digits and nothing else, of a number that any machine can hold.
fn number(digits: &[u8], radix: u32) -> Result<u64, Malformed> {
    let text = std::str::from_utf8(digits).map_err(|_| Malformed)?;
    if text.is_empty() || !text.chars().all(|digit| digit.is_digit(radix)) {
        return Err(Malformed);
    }
    u64::from_str_radix(text, radix).map_err(|_| Malformed)
}

#[cfg(test)]
mod tests;
