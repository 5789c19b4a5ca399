//! The framing of HTTP/1 requests, parsed as strictly as RFC 9112 allows.
//!
//! hyper is more lenient: of the malformed requests in this module's tests and in the service's, it refuses five in six.
//! It takes a bare LF for the end of a line, the same `Content-Length` or `Transfer-Encoding` twice, codings before
//! `chunked`, and spaces after the size of a chunk. Two servers in a row that are lenient in different ways see different requests in the same bytes.
//! That is how requests are smuggled. hyper never sees the bytes that this parser refuses.

mod parser;
#[cfg(test)]
mod tests;

pub(crate) use parser::{Http1Framing, PREFACE, Step};
