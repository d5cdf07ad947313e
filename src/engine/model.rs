//! Runs a request on a model: attempts, waiting between them, and what a server taught about its parameters [M3].
//!
//! An attempt is repeated only as long as no text has arrived. Text that has arrived is worth more than a fresh start: it is kept, and whether to go on
//! from it is for others to decide.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;

use super::dialects::Dialects;
use super::transcript::Transcript;
use super::{Ending, Reply, RequestId};
use crate::pipeline::tokens_of;
use crate::provider::{Asked, Chat, Clients, Dialect, Fault, Finish, Limits, Model, Place};

/// What outlives a request: connections, the dialects learnt, and what tells this program's waits from those of others.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) clients: Clients,
    dialects: Dialects,
    /// Drawn anew each time: programs that were refused together are not to come back together.
    seed: u64,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            clients: Clients::default(),
            dialects: Dialects::default(),
            seed: RandomState::new().build_hasher().finish(),
        }
    }
}

pub(super) async fn write(
    links: &Links,
    model: &Model,
    chat: Chat<'_>,
    limits: &Limits,
    transcript: &mut Transcript,
) -> Ending {
    let mut attempt = 1;
    let mut was_empty = false;
    let (mut limits, thoughts) = (limits.clone(), limits.thoughts);
    let limits = &mut limits;
    loop {
        let fault = match once(links, model, chat, limits, transcript).await {
            Ok(ending) => return ending,
            Err(fault) => fault,
        };
        // A refusal may also come inside of an answer that began as a good one.
        let refused = matches!(fault, Fault::Reported { .. }) && !transcript.has_text();
        if refused && links.learn(&fault, model, chat, limits) {
            continue;
        }
        // One that is full has shown by its answer what it holds.
        let asked = links.asked_of(model, chat, limits);
        if let Some(overflow) = fault.overflow()
            && !matches!(fault, Fault::Full { .. })
            && let Some(window) = overflow.next_window(asked)
        {
            links.dialects.learn_window(model, window);
            // What was too much may have been the room for thoughts alone.
            if links.asked_of(model, chat, limits) < asked && !transcript.has_text() {
                continue;
            }
        }
        if fault.is_used_up() && attempt < limits.attempts && !transcript.has_text() {
            // What this try took is not left for the next one.
            let taken = transcript.usage(chat.messages);
            let taken = taken.prompt_tokens.saturating_add(taken.completion_tokens);
            let taken = u32::try_from(taken).unwrap_or(u32::MAX);
            limits.thoughts = thoughts.saturating_sub(taken);
            if links.give_more_room(model, chat, limits) {
                let more = links.dialect(model, chat, limits);
                let more = more.tokens(chat.max_tokens);
                let why = format!("{fault}: asked with a limit of {more} tokens");
                transcript.starts_over(why, Duration::ZERO, chat.messages);
                attempt += 1;
                continue;
            }
        }
        // A model that said nothing may say something when asked once more.
        let may_help = fault.is_transient() || (fault.is_empty() && !was_empty);
        was_empty |= fault.is_empty();
        let again = may_help && attempt < limits.attempts && !transcript.has_text();
        if !again {
            let tried = if attempt > 1 && !transcript.has_text() {
                format!(" (tried {attempt} times)")
            } else {
                String::new()
            };
            return Ending::Failed {
                why: format!("{fault}{tried}"),
                may_pass: fault.is_transient(),
                is_too_long: fault.overflow().is_some(),
                is_empty: fault.is_empty(),
            };
        }
        let wait = match fault.asked() {
            Asked::Wait(wait) if !wait.is_zero() => wait,
            // Nothing has to recover.
            _ if fault.is_empty() => Duration::ZERO,
            _ => backoff(limits, attempt, links.chance(transcript.request(), attempt)),
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
        let dialect = links.dialect(model, chat, limits);
        let sent = links.clients.send(model, chat, dialect, limits);
        match sent.await {
            Ok(answer) => break answer,
            Err(fault) if links.learn(&fault, model, chat, limits) => {}
            Err(fault) => return Err(fault),
        }
    };
    let asked = links.dialect(model, chat, limits).tokens(chat.max_tokens);
    transcript.watch_for_circles(limits.circles);
    while let Some(parts) = answer.next().await {
        transcript.take(parts);
        transcript.wait_for(answer.waiting());
        if let Some((tokens, in_circles)) = transcript.thinks_without_end(asked) {
            transcript.count(answer.usage(), &answer.counts());
            return Err(Fault::Endless {
                place: answer.place().clone(),
                tokens,
                in_circles,
            });
        }
        if let Some(stop) = transcript.to_be_stopped(chat.max_tokens) {
            // Dropping the answer closes its connection; what came is kept.
            transcript.count(answer.usage(), &answer.counts());
            transcript.finished(Some(stop.told().to_owned()));
            return Ok(stop.ending());
        }
    }
    let (parts, end) = answer.close();
    transcript.wait_for(None);
    transcript.take(parts);
    transcript.count(answer.usage(), &answer.counts());
    transcript.finished(answer.finish_word());
    let place = answer.place().clone();
    let word = answer.finish_word().unwrap_or_default();
    let finish = end?;
    if finish == Finish::Window {
        let taken = transcript.estimated(chat.messages);
        let taken = taken.prompt_tokens.saturating_add(taken.completion_tokens);
        let taken = usize::try_from(taken).unwrap_or(usize::MAX);
        links.dialects.learn_window(model, taken);
    }
    match finish {
        Finish::Filtered => Err(Fault::Filtered {
            place,
            word,
            why: answer.finish_why(),
        }),
        Finish::Error => Err(gave_up(place, &word, answer.finish_why())),
        // A call of which nothing came is a word for something else.
        Finish::Tool if transcript.has_text() && answer.called().is_none() => {
            Err(gave_up(place, &word, None))
        }
        finish if transcript.has_text() => Ok(match finish {
            Finish::Length => {
                links.give_room_for(model, transcript.tokens_thought(), asked);
                if transcript.is_entering_circles() {
                    Ending::InCircles
                } else {
                    Ending::TooLong
                }
            }
            Finish::Window => Ending::TooLong,
            _ => Ending::Complete,
        }),
        Finish::Window => Err(Fault::Full { place }),
        // Thoughts that are not shown use it up as well.
        finish if transcript.has_reasoning() || finish == Finish::Length => {
            Err(Fault::OnlyReasoning {
                place,
                at_limit: finish == Finish::Length,
            })
        }
        _ => Err(Fault::Empty {
            place,
            called: answer.called(),
        }),
    }
}

/// What it means that a server stopped for a reason of this word, which is no end.
fn gave_up(place: Place, word: &str, why: Option<String>) -> Fault {
    let why = why.map_or_else(String::new, |why| {
        format!(": {}", why.trim_end_matches('.'))
    });
    Fault::Cut {
        place,
        why: format!("it stopped with \"{word}\"{why}"),
    }
}

/// How to ask instead, if the server refused a parameter. Each step leaves one out, renames it or asks for less, so this comes to an end.
fn learnt(fault: &Fault, dialect: Dialect, asked: u32, chat: Chat<'_>) -> Option<Dialect> {
    match fault {
        Fault::Refused(refusal) => match refusal.status {
            400 | 416 | 422 => {
                let shorter = dialect.within_ceiling(&refusal.error, asked);
                shorter.or_else(|| {
                    let is_other = fault.overflow().is_none();
                    is_other.then(|| dialect.after(&refusal.error, chat.schema))?
                })
            }
            _ if fault.overflow().is_some() => None,
            // Some servers fail of what they do not know. Only what they name is taken for that.
            500 | 501 if refusal.error.speaks_of_a_parameter() => {
                dialect.after(&refusal.error, None)
            }
            _ => None,
        },
        _ if fault.overflow().is_some() => None,
        Fault::Reported { refusal, .. } => dialect.after(refusal.as_deref()?, None),
        _ => None,
    }
}

impl Links {
    /// What a model holds, where its server said that it is less than was asked of it.
    pub(super) fn window(&self, model: &Model) -> Option<usize> {
        self.dialects.window(model)
    }

    /// How a model is asked this, as far as that was learnt: with no more room for its thoughts than it holds, and than it may take.
    fn dialect(&self, model: &Model, chat: Chat<'_>, limits: &Limits) -> Dialect {
        let dialect = self.dialects.of(model);
        let dialect = dialect.with_room_within(limits.thoughts as usize);
        let taken = tokens_of(chat.messages) + chat.max_tokens as usize;
        match self.window(model) {
            Some(window) => dialect.with_room_within(window.saturating_sub(taken)),
            None => dialect,
        }
    }

    /// Learns how to ask a model instead, if its server refused a parameter, and says whether there was something to learn.
    fn learn(&self, fault: &Fault, model: &Model, chat: Chat<'_>, limits: &Limits) -> bool {
        let asked = self.dialect(model, chat, limits).tokens(chat.max_tokens);
        let learnt = learnt(fault, self.dialects.of(model), asked, chat);
        if let Some(learnt) = learnt {
            self.dialects.learn(model, learnt);
        }
        learnt.is_some()
    }

    /// The tokens that prompt and reply may take together, as they are estimated here.
    fn asked_of(&self, model: &Model, chat: Chat<'_>, limits: &Limits) -> usize {
        let reply = self.dialect(model, chat, limits).tokens(chat.max_tokens);
        tokens_of(chat.messages) + reply as usize
    }

    /// Has a model asked with more room for its thoughts, and says whether that is more than it was.
    fn give_more_room(&self, model: &Model, chat: Chat<'_>, limits: &Limits) -> bool {
        let before = self.asked_of(model, chat, limits);
        if let Some(more) = self.dialects.of(model).with_more_room() {
            self.dialects.learn(model, more);
        }
        self.asked_of(model, chat, limits) > before
    }

    /// Has a model whose thoughts took the better part of its limit of tokens asked with room for them.
    fn give_room_for(&self, model: &Model, thought: u64, limit: u32) {
        if thought > u64::from(limit) / 2 {
            let dialect = self.dialects.of(model);
            self.dialects.learn(model, dialect.with_room_for(thought));
        }
    }

    /// A number from -1 to 1 by chance, for the wait after an attempt.
    pub(super) fn chance(&self, request: RequestId, attempt: u32) -> f64 {
        chance(self.seed, request.0, attempt)
    }

    /// What is learnt besides what was `kept` is told to its keeper.
    pub(super) fn kept_by(keeper: UnboundedSender<Reply>, kept: &[u8]) -> Self {
        Self {
            dialects: Dialects::kept_by(keeper, kept),
            ..Self::default()
        }
    }
}

/// The wait after the given attempt: doubling, and moved by `chance` (from -1 to 1) as far as the limits allow.
pub(super) fn backoff(limits: &Limits, attempt: u32, chance: f64) -> Duration {
    let doubled = limits
        .backoff
        .saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
    let factor = 1.0 + limits.jitter.clamp(0.0, 1.0) * chance;
    doubled.min(limits.longest_wait).mul_f64(factor)
}

/// A number from -1 to 1 that looks random but is the same for the same seed, request and attempt.
fn chance(seed: u64, request: u64, attempt: u32) -> f64 {
    let drawn = seed ^ (request << 8 | u64::from(attempt));
    let mut bits = drawn.wrapping_mul(0x9E37_79B9_7F4A_7C15);
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
            .flat_map(|id| [chance(7, id, 1), chance(id, 7, 2)])
            .collect();
        assert!(drawn.iter().all(|chance| (-1.0..=1.0).contains(chance)));
        let high = drawn.iter().filter(|chance| **chance > 0.0).count();
        assert!((60..140).contains(&high), "{high}");
    }

    #[test]
    fn programs_that_are_refused_together_come_back_apart() {
        let limits = Limits::default();
        let wait = || backoff(&limits, 1, Links::default().chance(RequestId(0), 1));
        let waits: Vec<Duration> = (0..4).map(|_| wait()).collect();
        assert!(waits.windows(2).any(|two| two[0] != two[1]), "{waits:?}");
    }
}
