//! Fetching what the analyst names by its address [E1], within the limits of [Z4].
//!
//! Typing an address is consent to fetch it and what it redirects to within the public internet; nothing else is ever fetched. The fetcher blocks the
//! thread that asks, which is never the one that draws, and runs its requests on a small runtime of its own that starts with the first address. What was
//! fetched becomes documents in [`super::Reader::visit`]; what a site said for the next visit is handed out as [`Validators`] and kept by others.

mod address;
mod fault;
mod guard;
mod hosts;
mod page;
mod proxies;
mod robots;
mod walk;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::runtime::Runtime;

pub use address::Address;
pub(super) use fault::Fault;
pub use guard::Opening;
pub(super) use page::Page;
pub use proxies::Proxies;
use walk::Walker;

/// What one address may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a page, also after it was decompressed.
    pub bytes: u64,
    pub connect: Duration,
    /// From the request to the head of the answer.
    pub first_byte: Duration,
    /// Between two parts of the body.
    pub silence: Duration,
    /// For everything that one address sends and leads to; waiting for one's turn at a site does not count.
    pub total: Duration,
    pub redirects: usize,
    /// Tries after the first, where a site is in trouble or breaks off.
    pub retries: u32,
    /// Before the second try; doubles for each further one.
    pub backoff: Duration,
    /// The longest that a site's wish to wait is followed.
    pub longest_wait: Duration,
}

/// How and where to fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Private places that the analyst opened.
    pub allow_private: Vec<Opening>,
    pub proxies: Proxies,
    pub limits: Limits,
}

/// What a site said of a page, to be told at the next visit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// Where the page was in the end.
    pub url: String,
    pub etag: Option<String>,
    pub modified: Option<String>,
}

/// Fetches addresses; copies share their connections and what they know of the sites.
#[derive(Clone, Default)]
pub struct Fetcher {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    settings: Settings,
    started: OnceLock<Result<Running, String>>,
}

struct Running {
    /// `None` only while it is being dropped.
    runtime: Option<Runtime>,
    walker: Walker,
}

/// How often it is looked whether the analyst has cancelled.
const POLL: Duration = Duration::from_millis(50);

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 50 << 20,
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(30),
            silence: Duration::from_secs(20),
            total: Duration::from_mins(2),
            redirects: 10,
            retries: 2,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(10),
        }
    }
}

impl Fetcher {
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            shared: Arc::new(Shared {
                settings,
                started: OnceLock::new(),
            }),
        }
    }

    /// The page at an address, or `None` where it is as it was when it gave `known`. Blocks until it is there or `stopped` says so. Must not be called on an asynchronous thread.
    pub(super) fn fetch(
        &self,
        address: &Address,
        known: Option<&Validators>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Page>, Fault> {
        let (runtime, walker) = self.running()?;
        let cancelled = async {
            while !stopped() {
                tokio::time::sleep(POLL).await;
            }
        };
        let reply = runtime.block_on(async {
            tokio::select! {
                reply = walker.page(address, known) => reply,
                () = cancelled => Err(Fault::Cancelled),
            }
        })?;
        Ok((reply.status != 304).then(|| Page::of(address, reply)))
    }

    fn running(&self) -> Result<(&Runtime, &Walker), Fault> {
        let started = self
            .shared
            .started
            .get_or_init(|| start(self.shared.settings.clone()));
        match started {
            Ok(Running {
                runtime: Some(runtime),
                walker,
            }) => Ok((runtime, walker)),
            Ok(_) => Err(Fault::Cancelled),
            Err(why) => Err(Fault::Client { why: why.clone() }),
        }
    }
}

fn start(settings: Settings) -> Result<Running, String> {
    let walker = Walker::new(settings).map_err(|error| {
        format!("the connection could not be set up ({error}); look at the proxy variables")
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("fetch")
        .enable_all()
        .build()
        .map_err(|error| format!("no thread could be started ({error})"))?;
    Ok(Running {
        runtime: Some(runtime),
        walker,
    })
}

/// A name that is being looked up cannot be interrupted, and nobody waits for it.
impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fetcher")
            .field(&self.shared.settings)
            .finish()
    }
}

/// Two fetchers are the same where they fetch in the same way.
impl PartialEq for Fetcher {
    fn eq(&self, other: &Self) -> bool {
        self.shared.settings == other.shared.settings
    }
}

impl Eq for Fetcher {}
