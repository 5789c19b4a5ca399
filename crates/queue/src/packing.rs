//! Compresses long messages.

use std::io::{self, Read, Write};

use async_nats::HeaderMap;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Texts from this length on are compressed.
const COMPRESSED_FROM: usize = 4096;

const ENCODING: &str = "Content-Encoding";

/// Compresses a text if it is long, and adds the header that says so.
pub(crate) fn pack(text: &[u8], mut headers: HeaderMap) -> (Vec<u8>, HeaderMap) {
    if text.len() < COMPRESSED_FROM {
        return (text.to_vec(), headers);
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text).expect("memory takes all");
    headers.insert(ENCODING, "gzip");
    (packer.finish().expect("memory takes all"), headers)
}

/// The text of a message. It is cut to `most` bytes.
pub(crate) fn unpack(payload: &[u8], headers: &HeaderMap, most: usize) -> Result<Vec<u8>, String> {
    if headers.get(ENCODING).is_none() {
        return Ok(payload[..payload.len().min(most)].to_vec());
    }
    let mut text = Vec::new();
    let read = GzDecoder::new(payload).take(most as u64).read_to_end(&mut text);
    read.map_err(|error: io::Error| format!("not valid gzip: {error}"))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_compressed_and_their_size_is_limited() {
        let text = "abc".repeat(COMPRESSED_FROM);
        let (packed, headers) = pack(text.as_bytes(), HeaderMap::new());
        assert!(packed.len() < text.len() / 10);
        assert_eq!(unpack(&packed, &headers, usize::MAX).unwrap(), text.as_bytes());
        assert_eq!(unpack(&packed, &headers, 7).unwrap(), b"abcabca");
        let (short, headers) = pack(b"abc", HeaderMap::new());
        assert_eq!((&short[..], headers.is_empty()), (&b"abc"[..], true));
        assert_eq!(unpack(&short, &headers, 2).unwrap(), b"ab");
    }
}
