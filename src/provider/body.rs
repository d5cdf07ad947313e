//! The bytes of a response, unpacked.
//!
//! Only gzip is asked for, but servers and proxies also send what nobody asked for: deflate with its header or without, gzip in several members, one for
//! each event, under other names, padded at the end, without a word of it, or plain text that is only said to be packed. What was unpacked is given out before what is wrong
//! behind it. Unpacking goes in small pieces, so that a little that unpacks to a lot is
//! stopped by whoever counts what comes.

use std::io::{self, Write};
use std::time::Duration;

use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};
use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, HeaderMap};
use tokio::time::timeout;

use crate::clean;

/// A response whose body is read piece by piece.
#[derive(Debug)]
pub(super) struct Body {
    response: Response,
    unpacking: Unpacking,
    /// What came and is still to be unpacked, from its byte `at` on.
    packed: Vec<u8>,
    at: usize,
    /// What is wrong behind the bytes that were given out.
    broken: Option<io::Error>,
}

/// Why a body ended before its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error(transparent)]
    Connection(#[from] reqwest::Error),
    #[error("what came cannot be unpacked: {0}")]
    Packing(#[from] io::Error),
}

/// How the bytes are packed.
#[derive(Debug)]
enum Unpacking {
    Plain,
    /// As gzip or deflate, which their first bytes tell.
    Said(Packing),
    Gzip(GzDecoder<Vec<u8>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    Deflate(DeflateDecoder<Vec<u8>>),
    /// What was packed has ended: what follows is padding.
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// Nothing is said of one.
    Unsaid,
    Gzip,
    Deflate,
}

/// Bytes that are unpacked at once; they become a thousand times as many at most.
const PIECE: usize = 1024;
/// Bytes that tell one packing from another.
const TELLING: usize = 2;
/// Characters of an encoding's name.
const NAME: usize = 40;

impl Body {
    /// The body of a response; the name of its encoding where that is none that can be unpacked.
    pub(super) fn of(response: Response) -> Result<Self, String> {
        let unpacking = packing(response.headers())?;
        Ok(Self {
            response,
            unpacking: Unpacking::Said(unpacking),
            packed: Vec::new(),
            at: 0,
            broken: None,
        })
    }

    /// The next bytes, never none of them; nothing at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            if let Some(unpacked) = self.unpack(false)? {
                return Ok(Some(unpacked));
            }
            let Some(bytes) = self.response.chunk().await? else {
                return Ok(self.unpack(true)?);
            };
            if matches!(self.unpacking, Unpacking::Plain) && self.at == self.packed.len() {
                return Ok(Some(bytes.to_vec()));
            }
            self.packed.drain(..self.at);
            self.at = 0;
            self.packed.extend_from_slice(&bytes);
        }
    }

    /// The first bytes, as far as they come in time; what came is worth having also where more did not.
    pub(super) async fn start(mut self, limit: usize, patience: Duration) -> Vec<u8> {
        let mut start = Vec::new();
        let reading = async {
            while start.len() < limit
                && let Ok(Some(bytes)) = self.chunk().await
            {
                start.extend_from_slice(&bytes);
            }
        };
        let _ = timeout(patience, reading).await;
        start.truncate(limit);
        start
    }

    /// Unpacks a piece of what waits.
    fn unpack(&mut self, is_last: bool) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(broken) = self.broken.take() {
                return Err(broken);
            }
            let waiting = self.packed.get(self.at..).unwrap_or_default();
            if waiting.is_empty() {
                return Ok(None);
            }
            if let Unpacking::Said(packing) = self.unpacking {
                if waiting.len() < TELLING && !is_last {
                    return Ok(None);
                }
                self.unpacking = Unpacking::told_by(waiting, packing);
            }
            let piece = waiting.get(..PIECE).unwrap_or(waiting);
            self.at += piece.len();
            let (unpacked, broken) = self.unpacking.take(piece);
            self.broken = broken.err();
            if !unpacked.is_empty() {
                return Ok(Some(unpacked));
            }
        }
    }
}

impl Unpacking {
    fn told_by(first: &[u8], said: Packing) -> Self {
        let header = first
            .first_chunk::<TELLING>()
            .map(|header| u16::from_be_bytes(*header));
        match (said, header) {
            (_, Some(0x1F8B)) => Self::Gzip(GzDecoder::new(Vec::new())),
            (Packing::Unsaid | Packing::Gzip, _) => Self::Plain,
            // The low half of the first byte is the method, and both together are a multiple of 31.
            (Packing::Deflate, Some(header)) if header & 0x0F00 == 0x0800 && header % 31 == 0 => {
                Self::Zlib(ZlibDecoder::new(Vec::new()))
            }
            (Packing::Deflate, _) => Self::Deflate(DeflateDecoder::new(Vec::new())),
        }
    }

    /// What becomes of the next bytes, and what is wrong behind that.
    fn take(&mut self, mut bytes: &[u8]) -> (Vec<u8>, io::Result<()>) {
        let mut unpacked = Vec::new();
        while !bytes.is_empty() {
            let taken = match self {
                Self::Plain | Self::Said(_) => return (bytes.to_vec(), Ok(())),
                Self::Over => break,
                Self::Gzip(decoder) => take(decoder, GzDecoder::get_mut, bytes, &mut unpacked),
                Self::Zlib(decoder) => take(decoder, ZlibDecoder::get_mut, bytes, &mut unpacked),
                Self::Deflate(decoder) => {
                    take(decoder, DeflateDecoder::get_mut, bytes, &mut unpacked)
                }
            };
            match taken {
                Ok(0) => *self = self.behind(bytes),
                Ok(taken) => bytes = bytes.get(taken..).unwrap_or_default(),
                Err(error) => return (unpacked, Err(error)),
            }
        }
        (unpacked, Ok(()))
    }

    /// What follows the end of what was packed: another member, which begins with the first byte of one, or padding.
    fn behind(&self, bytes: &[u8]) -> Self {
        let is_member = matches!(self, Self::Gzip(_)) && bytes.first() == Some(&0x1F);
        if is_member {
            Self::Gzip(GzDecoder::new(Vec::new()))
        } else {
            Self::Over
        }
    }
}

/// Lets a decoder take bytes; gives how many it took, which is none at its end. What it unpacked before something wrong is kept as well.
fn take<D: Write>(
    decoder: &mut D,
    unpacked_by: impl Fn(&mut D) -> &mut Vec<u8>,
    bytes: &[u8],
    unpacked: &mut Vec<u8>,
) -> io::Result<usize> {
    let taken = decoder.write(bytes);
    let flushed = match &taken {
        Ok(0) | Err(_) => Ok(()),
        Ok(_) => decoder.flush(),
    };
    unpacked.append(unpacked_by(decoder));
    flushed.and(taken)
}

/// How a body says that it is packed; its own word where that is not known here.
fn packing(headers: &HeaderMap) -> Result<Packing, String> {
    const OTHERS: [&str; 9] = [
        "br",
        "zstd",
        "compress",
        "x-compress",
        "bzip2",
        "xz",
        "lzma",
        "lz4",
        "snappy",
    ];
    let said = headers.get(CONTENT_ENCODING);
    let said = said.and_then(|said| said.to_str().ok()).unwrap_or_default();
    let names = said.split(',').map(|name| name.trim().to_ascii_lowercase());
    // Some servers name a charset there, or nothing.
    let mut known = names.filter_map(|name| match name.as_str() {
        "gzip" | "x-gzip" => Some(Some(Packing::Gzip)),
        "deflate" => Some(Some(Packing::Deflate)),
        name => OTHERS.contains(&name).then_some(None),
    });
    match (known.next(), known.next()) {
        (None, _) => Ok(Packing::Unsaid),
        (Some(Some(packing)), None) => Ok(packing),
        _ => Err(clean::line(said, NAME)),
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"data: {\"choices\": []}\n\n";

    fn unpacked(said: Packing, bytes: &[u8]) -> Vec<u8> {
        let mut unpacking = Unpacking::told_by(bytes, said);
        let pieces = bytes.chunks(3).flat_map(|piece| {
            let (unpacked, broken) = unpacking.take(piece);
            broken.unwrap();
            unpacked
        });
        pieces.collect()
    }

    fn gzip() -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(TEXT).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn every_way_of_packing_is_told_by_its_first_bytes() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(TEXT).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::default());
        raw.write_all(TEXT).unwrap();
        for (said, bytes) in [
            (Packing::Gzip, gzip()),
            (Packing::Deflate, gzip()),
            (Packing::Unsaid, gzip()),
            (Packing::Unsaid, TEXT.to_vec()),
            (Packing::Gzip, TEXT.to_vec()),
            (Packing::Deflate, zlib.finish().unwrap()),
            (Packing::Deflate, raw.finish().unwrap()),
        ] {
            assert_eq!(unpacked(said, &bytes), TEXT, "{said:?} {bytes:x?}");
        }
    }

    #[test]
    fn several_members_are_one_text() {
        let both = [gzip(), gzip()].concat();
        assert_eq!(unpacked(Packing::Gzip, &both), [TEXT, TEXT].concat());
    }

    #[test]
    fn padding_behind_what_is_packed_is_nothing() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(TEXT).unwrap();
        let zlib = zlib.finish().unwrap();
        for padding in [&[0; 100][..], b"\r\n", b"<!-- proxy -->"] {
            assert_eq!(unpacked(Packing::Gzip, &[&gzip(), padding].concat()), TEXT);
            assert_eq!(unpacked(Packing::Deflate, &[&zlib, padding].concat()), TEXT);
        }
    }

    #[test]
    fn what_was_unpacked_is_given_out_before_what_is_wrong_behind_it() {
        let bytes = [&gzip(), &[0x1F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..]].concat();
        let (unpacked, broken) = Unpacking::told_by(&bytes, Packing::Gzip).take(&bytes);
        assert_eq!(unpacked, TEXT);
        assert!(broken.is_err());
    }

    #[test]
    fn what_is_packed_and_not_whole_gives_what_came() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(TEXT).unwrap();
        encoder.flush().unwrap();
        assert_eq!(unpacked(Packing::Deflate, encoder.get_ref()), TEXT);
    }

    #[test]
    fn encodings_that_cannot_be_unpacked_are_named() {
        let of = |said: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_ENCODING, said.parse().unwrap());
            packing(&headers)
        };
        assert_eq!(of("GZIP"), Ok(Packing::Gzip));
        assert_eq!(of("identity"), Ok(Packing::Unsaid));
        assert_eq!(of("utf-8"), Ok(Packing::Unsaid));
        assert_eq!(of("br"), Err("br".to_owned()));
        assert_eq!(of("gzip, gzip"), Err("gzip, gzip".to_owned()));
    }
}
