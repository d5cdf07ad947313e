//! Runs a request on a model: attempts, waiting between them, and what a server taught about its parameters [M3].
//!
//! An attempt is repeated only as long as no text has arrived. Text that has arrived is worth more than a fresh start: it is kept, and whether to go on
//! from it is for others to decide.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Ending;
use super::transcript::Transcript;
use crate::provider::{Asked, Chat, Clients, Dialect, Fault, Finish, Limits, Model};

/// What outlives a request: connections, and the dialects learnt.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) clients: Clients,
    /// By provider, address and model.
    dialects: Mutex<HashMap<(String, String, String), Dialect>>,
}

pub(super) async fn write(
    links: &Links,
    model: &Model,
    chat: Chat<'_>,
    limits: &Limits,
    transcript: &mut Transcript,
) -> Ending {
    let mut attempt = 1;
    loop {
        let fault = match once(links, model, chat, limits, transcript).await {
            Ok(ending) => return ending,
            Err(fault) => fault,
        };
        let again = fault.is_transient() && attempt < limits.attempts && !transcript.has_text();
        if !again {
            let tried = if attempt > 1 && !transcript.has_text() {
                format!(" (tried {attempt} times)")
            } else {
                String::new()
            };
            return Ending::Failed {
                why: format!("{fault}{tried}"),
                may_pass: fault.is_transient(),
                is_too_long: fault.is_too_long(),
            };
        }
        let wait = match fault.asked() {
            Asked::Wait(wait) if !wait.is_zero() => wait,
            _ => backoff(limits, attempt, chance(transcript.request().0, attempt)),
        };
        transcript.retrying(fault.to_string(), wait);
        tokio::time::sleep(wait).await;
        attempt += 1;
    }
}

/// One attempt, with as many requests as it takes to find parameters that the server accepts.
async fn once(
    links: &Links,
    model: &Model,
    chat: Chat<'_>,
    limits: &Limits,
    transcript: &mut Transcript,
) -> Result<Ending, Fault> {
    let mut answer = loop {
        let dialect = links.dialect(model);
        let sent = links.clients.send(model, chat, dialect, limits);
        match sent.await {
            Ok(answer) => break answer,
            Err(fault) => {
                let learnt = learn(&fault, dialect, chat.schema.is_some()).ok_or(fault)?;
                links.remember(model, learnt);
            }
        }
    };
    while let Some(parts) = answer.next().await {
        transcript.take(parts);
        if transcript.is_past(chat.max_tokens) {
            // Dropping the answer closes its connection; what came is kept.
            transcript.count(answer.usage(), &answer.counts());
            transcript.finished(Some("stopped: it went on past its limit".to_owned()));
            return Ok(Ending::TooLong);
        }
    }
    let (parts, end) = answer.close();
    transcript.take(parts);
    transcript.count(answer.usage(), &answer.counts());
    transcript.finished(answer.finish_word());
    let place = answer.place().clone();
    match end? {
        Finish::Filtered => Err(Fault::Filtered {
            place,
            word: answer.finish_word().unwrap_or_default(),
        }),
        Finish::Error => Err(Fault::Cut {
            place,
            why: "the server gave up".to_owned(),
        }),
        finish if transcript.has_text() => Ok(match finish {
            Finish::Length => Ending::TooLong,
            _ => Ending::Complete,
        }),
        finish if transcript.has_reasoning() => Err(Fault::OnlyReasoning {
            place,
            at_limit: finish == Finish::Length,
        }),
        _ => Err(Fault::Empty { place }),
    }
}

/// How to ask instead, if the server refused a parameter. Each step leaves one out or renames it, so this comes to an end.
fn learn(fault: &Fault, dialect: Dialect, had_schema: bool) -> Option<Dialect> {
    match fault {
        Fault::Refused(refusal) if matches!(refusal.status, 400 | 422) && !fault.is_too_long() => {
            dialect.after(&refusal.error, had_schema)
        }
        _ => None,
    }
}

impl Links {
    fn dialect(&self, model: &Model) -> Dialect {
        let dialects = self.dialects.lock().unwrap_or_else(PoisonError::into_inner);
        dialects.get(&key(model)).copied().unwrap_or_default()
    }

    fn remember(&self, model: &Model, dialect: Dialect) {
        let mut dialects = self.dialects.lock().unwrap_or_else(PoisonError::into_inner);
        dialects.insert(key(model), dialect);
    }
}

fn key(model: &Model) -> (String, String, String) {
    let Model { provider, name } = model;
    (
        provider.name.clone(),
        provider.base_url.clone(),
        name.clone(),
    )
}

/// The wait after the given attempt: doubling, and moved by `chance` (from -1 to 1) as far as the limits allow.
pub(super) fn backoff(limits: &Limits, attempt: u32, chance: f64) -> Duration {
    let doubled = limits
        .backoff
        .saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
    let factor = 1.0 + limits.jitter.clamp(0.0, 1.0) * chance;
    doubled.min(limits.longest_wait).mul_f64(factor)
}

/// A number from -1 to 1 that looks random but is the same for the same request and attempt.
pub(super) fn chance(request: u64, attempt: u32) -> f64 {
    let mut bits = (request << 8 | u64::from(attempt)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let sixteen = (bits ^ (bits >> 27)) & 0xFFFF;
    sixteen as f64 / 32767.5 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_and_stays_within_its_bounds() {
        let limits = Limits::default();
        assert_eq!(backoff(&limits, 1, 0.0), Duration::from_millis(500));
        assert_eq!(backoff(&limits, 3, 0.0), Duration::from_secs(2));
        assert_eq!(backoff(&limits, 1, -1.0), Duration::from_millis(375));
        assert_eq!(
            backoff(&limits, 4_000_000_000, 1.0),
            Duration::from_secs(75)
        );
    }

    #[test]
    fn chance_differs_between_attempts_and_stays_in_range() {
        let drawn: Vec<f64> = (0..100)
            .flat_map(|id| [chance(id, 1), chance(id, 2)])
            .collect();
        assert!(drawn.iter().all(|chance| (-1.0..=1.0).contains(chance)));
        let high = drawn.iter().filter(|chance| **chance > 0.0).count();
        assert!((60..140).contains(&high), "{high}");
    }
}
