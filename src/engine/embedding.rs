//! Has texts turned into vectors: as many in a request as the server takes, asking again where that may help [M3].
//!
//! Nobody knows a server's limits beforehand. A request that is too much for it is halved, and the size that passed is kept; a single text that is too
//! much is shortened, since its beginning stands for it better than nothing does.

use std::time::{Duration, Instant};

use super::model::{Links, backoff};
use super::{Ending, RequestId};
use crate::provider::{Asked, Fault, Limits, Model};

/// Texts in the first request. A small machine is a second over each of them, and a request that it is silent over for too long has come to nothing.
const FIRST_TEXTS: usize = 8;
/// Texts and bytes in any request. Servers of one's own machine take about this much at once; those far away take more, but gain little by it.
const MOST_TEXTS: usize = 32;
const MOST_BYTES: usize = 64 * 1024;
/// How often a text is halved that is too long by itself.
const MOST_CUTS: u32 = 4;
const ATTEMPTS: u32 = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A server that is done sooner is sent more at once.
const QUICK: Duration = Duration::from_secs(3);

/// What came of the texts: a vector for each, as far as it went.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// `None` for a text that the server would not take however short, and for all that were not reached.
    pub vectors: Vec<Option<Vec<f32>>>,
    pub ending: Ending,
}

/// Vectors are a convenience: whoever asks for them has something else to go on with, and waits less long than for a text.
pub(super) fn patient(limits: &Limits) -> Limits {
    Limits {
        first_text: limits.first_text.min(LONGEST_WAIT),
        attempts: limits.attempts.min(ATTEMPTS),
        ..limits.clone()
    }
}

/// Has all texts turned into vectors; what came before a failure stays in `vectors`.
pub(super) async fn embed(
    id: RequestId,
    links: &Links,
    model: &Model,
    texts: &[String],
    limits: &Limits,
    vectors: &mut Vec<Option<Vec<f32>>>,
) -> Ending {
    vectors.clear();
    let (mut next, mut most) = (FIRST_TEXTS, MOST_TEXTS);
    while let Some(rest) = texts.get(vectors.len()..).filter(|rest| !rest.is_empty()) {
        let batch: Vec<&str> = batch(rest, next).iter().map(String::as_str).collect();
        let sent = Instant::now();
        match persist(id, links, model, &batch, limits).await {
            Ok(new) => {
                vectors.extend(new.into_iter().map(Some));
                if sent.elapsed() < QUICK {
                    next = (next * 2).min(most);
                }
            }
            // Where some were done in time, fewer at once may be.
            Err(fault)
                if (fault.is_too_much() || fault.is_silence() && !vectors.is_empty())
                    && batch.len() > 1 =>
            {
                most = (batch.len() / 2).max(1);
                next = most;
            }
            Err(fault) if fault.is_too_much() => {
                match shortened(id, links, model, batch[0], limits).await {
                    Ok(vector) => vectors.push(vector),
                    Err(fault) => return failed(&fault),
                }
            }
            Err(fault) => return failed(&fault),
        }
    }
    Ending::Complete
}

/// The vector of a text's beginning; `None` where even that is too much.
async fn shortened(
    id: RequestId,
    links: &Links,
    model: &Model,
    text: &str,
    limits: &Limits,
) -> Result<Option<Vec<f32>>, Fault> {
    let mut text = text;
    for _ in 0..MOST_CUTS {
        text = text
            .get(..text.floor_char_boundary(text.len() / 2))
            .unwrap_or_default();
        if text.trim().is_empty() {
            break;
        }
        match persist(id, links, model, &[text], limits).await {
            Ok(vectors) => return Ok(vectors.into_iter().next()),
            Err(fault) if fault.is_too_much() => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(None)
}

/// One request, tried as often as the limits say while that may help.
async fn persist(
    id: RequestId,
    links: &Links,
    model: &Model,
    texts: &[&str],
    limits: &Limits,
) -> Result<Vec<Vec<f32>>, Fault> {
    let mut attempt = 1;
    loop {
        let fault = match links.clients.embed(model, texts, limits).await {
            Ok(vectors) => return Ok(vectors),
            Err(fault) => fault,
        };
        if fault.is_too_much() || !fault.is_transient() || attempt >= limits.attempts {
            return Err(fault);
        }
        let wait = match fault.asked() {
            Asked::Wait(wait) if !wait.is_zero() => wait,
            _ => backoff(limits, attempt, links.chance(id, attempt)),
        };
        tokio::time::sleep(wait).await;
        attempt += 1;
    }
}

/// As many texts from the first on as one request may hold, and at least one.
fn batch(texts: &[String], most: usize) -> &[String] {
    let mut bytes = 0;
    let fitting = texts
        .iter()
        .take(most)
        .take_while(|text| {
            bytes += text.len();
            bytes <= MOST_BYTES
        })
        .count();
    &texts[..fitting.max(1)]
}

fn failed(fault: &Fault) -> Ending {
    Ending::Failed {
        why: fault.to_string(),
        may_pass: fault.is_transient(),
        is_too_long: false,
        is_empty: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_bounded_in_texts_and_in_bytes() {
        let texts = |lengths: &[usize]| -> Vec<String> {
            lengths.iter().map(|&length| "x".repeat(length)).collect()
        };
        assert_eq!(batch(&texts(&[10; 100]), MOST_TEXTS).len(), MOST_TEXTS);
        assert_eq!(batch(&texts(&[10; 100]), 4).len(), 4);
        assert_eq!(batch(&texts(&[30_000; 5]), MOST_TEXTS).len(), 2);
        assert_eq!(batch(&texts(&[1_000_000, 1]), MOST_TEXTS).len(), 1);
    }
}
