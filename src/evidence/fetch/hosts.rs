//! What is known of each site during one run: its rules, how many requests are under way there, and when the next one may go.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as AsyncMutex, Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until};
use url::Url;

use super::fault::Fault;
use super::robots::Robots;

/// Requests to one site at the same time.
const AT_ONCE: usize = 2;
/// How long rules are believed, as the standard asks.
const RULES_LAST: Duration = Duration::from_hours(24);
/// How long a site that could not be asked is left alone.
const FAULT_LASTS: Duration = Duration::from_secs(30);

/// All sites that were asked.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    known: Mutex<HashMap<String, Arc<Site>>>,
}

/// One site: scheme, host and port.
#[derive(Debug)]
pub(super) struct Site {
    rules: AsyncMutex<Option<Rules>>,
    room: Semaphore,
    /// When the next request may be sent.
    next: Mutex<Option<Instant>>,
}

#[derive(Debug)]
struct Rules {
    read: Instant,
    outcome: Result<Arc<Robots>, Fault>,
}

impl Hosts {
    pub(super) fn site(&self, url: &Url) -> Arc<Site> {
        // A poisoned lock only means that another thread panicked; the map itself is whole.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let origin = url.origin().ascii_serialization();
        Arc::clone(known.entry(origin).or_insert_with(|| {
            Arc::new(Site {
                rules: AsyncMutex::default(),
                room: Semaphore::new(AT_ONCE),
                next: Mutex::default(),
            })
        }))
    }
}

impl Site {
    /// The rules as they were read before, or as `read` finds them; whoever asks meanwhile waits for the same answer.
    pub(super) async fn rules(
        &self,
        read: impl Future<Output = Result<Robots, Fault>>,
    ) -> Result<Arc<Robots>, Fault> {
        let mut rules = self.rules.lock().await;
        if let Some(known) = rules.as_ref() {
            let lasts = if known.outcome.is_ok() {
                RULES_LAST
            } else {
                FAULT_LASTS
            };
            if known.read.elapsed() < lasts {
                return known.outcome.clone();
            }
        }
        let outcome = read.await.map(Arc::new);
        *rules = Some(Rules {
            read: Instant::now(),
            outcome: outcome.clone(),
        });
        outcome
    }

    /// Waits until a request may be sent; the permit is held while it is under way.
    pub(super) async fn enter(&self, delay: Duration) -> Option<SemaphorePermit<'_>> {
        let permit = self.room.acquire().await.ok();
        let now = Instant::now();
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = next.map_or(now, |next| next.max(now));
            *next = Some(at + delay);
            at
        };
        sleep_until(at).await;
        permit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(test: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(test)
    }

    #[test]
    fn rules_are_asked_for_once_and_a_fault_is_remembered_too() {
        run(async {
            let hosts = Hosts::default();
            let site = |address: &str| hosts.site(&Url::parse(address).unwrap());
            let fault = Fault::Circle;
            let failed = site("http://a.example/x")
                .rules(async { Err(fault.clone()) })
                .await;
            assert_eq!(failed.unwrap_err(), fault);
            let again = site("http://a.example/y")
                .rules(async { Ok(Robots::none()) })
                .await;
            assert_eq!(again.unwrap_err(), fault);
            let other = site("https://a.example/y")
                .rules(async { Ok(Robots::none()) })
                .await;
            assert!(other.is_ok(), "another scheme is another site");
        });
    }

    #[test]
    fn no_more_than_two_requests_are_under_way_at_one_site() {
        run(async {
            let hosts = Hosts::default();
            let site = hosts.site(&Url::parse("http://a.example").unwrap());
            let (one, two) = (
                site.enter(Duration::ZERO).await,
                site.enter(Duration::ZERO).await,
            );
            assert!(one.is_some() && two.is_some());
            assert_eq!(site.room.available_permits(), 0);
            drop(one);
            assert_eq!(site.room.available_permits(), 1);
        });
    }
}
