//! The framing of HTTP/1 requests, parsed as strictly as RFC 9112 allows.
//!
//! hyper is more lenient: it takes a bare LF for the end of a line, and lets `Transfer-Encoding` win over
//! `Content-Length`. Two servers in a row that are lenient in different ways see different requests in the same bytes.
//! That is how requests are smuggled. hyper never sees the bytes that this parser refuses.

mod parser;
#[cfg(test)]
mod tests;

pub(super) use parser::{Http1Framing, PREFACE};
