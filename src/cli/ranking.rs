//! Searching with a provider's vectors, where one is configured: what the workbench does beside the screen, done while waiting.

use std::time::Duration;

use color_eyre::eyre::Result;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::output;
use crate::engine::{Embedded, Ending, Engine, Reply};
use crate::library::{Hit, Library, Search, SearchMode};
use crate::provider::Model;
use crate::study::counted;
use crate::workbench::{DEPTH, Ranked, Reranker, Wanted};

/// A library, and the server that ranks what is found in it.
pub(super) struct Ranking {
    library: Library,
    /// `None` where no server is configured, it failed, or the library cannot keep what it makes.
    server: Option<Server>,
}

struct Server {
    reranker: Reranker,
    engine: Engine,
    replies: UnboundedReceiver<Reply>,
    /// Runs the engine's requests.
    runtime: Runtime,
}

impl Ranking {
    pub(super) fn new(library: Library, model: Option<Model>) -> Result<Self> {
        let kept = model.filter(|_| !library.is_read_only());
        let server = kept.map(Server::new).transpose()?;
        Ok(Self { library, server })
    }

    pub(super) fn library(&self) -> &Library {
        &self.library
    }

    /// The best passages, best first. The server's vectors rank those of a search by words and meaning; where it fails, the built-in ones do.
    pub(super) fn best(&mut self, search: &Search<'_>) -> Result<Vec<Hit>> {
        if search.mode == SearchMode::Hybrid
            && let Some(server) = &mut self.server
        {
            match server.best(&mut self.library, search)? {
                Ok(hits) => return Ok(hits),
                Err(why) => {
                    output::progress(&format!(
                        "passages are ranked by the built-in search alone: {why}"
                    ));
                    self.server = None;
                }
            }
        }
        Ok(self.library.search(search)?)
    }
}

impl Server {
    fn new(model: Model) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let (reply_to, replies) = unbounded_channel();
        Ok(Self {
            reranker: Reranker::new(model),
            engine: Engine::new(runtime.handle().clone(), reply_to),
            replies,
            runtime,
        })
    }

    fn best(
        &mut self,
        library: &mut Library,
        search: &Search<'_>,
    ) -> Result<Result<Vec<Hit>, String>> {
        let found = library.search(&Search {
            limit: DEPTH,
            ..search.clone()
        })?;
        let mut ranked = self.reranker.rank(library, search.text, found.clone())?;
        // The vector of the query may show that those which are kept are another model's under the same name: they are made anew.
        for _ in 0..2 {
            let Ranked::Wanting(wanted) = ranked else {
                break;
            };
            if let Err(why) = self.fetch(library, wanted)? {
                return Ok(Err(why));
            }
            ranked = self.reranker.rank(library, search.text, found.clone())?;
        }
        Ok(match ranked {
            Ranked::Done(mut hits) => {
                hits.truncate(search.limit);
                Ok(hits)
            }
            Ranked::Wanting(_) => Err(format!(
                "{} returned vectors of different lengths",
                self.reranker.model().full_name()
            )),
        })
    }

    fn fetch(&mut self, library: &mut Library, wanted: Wanted) -> Result<Result<(), String>> {
        /// Texts whose vectors are kept together: who breaks off a search does not lose the others.
        const TOGETHER: usize = 32;
        let texts = wanted.texts.len();
        let mut is_told = false;
        for part in wanted.parts(TOGETHER) {
            let model = self.reranker.model().clone();
            self.engine.embed(part.texts.clone(), model);
            let Some(Embedded { vectors, ending }) = self.embedded(texts, &mut is_told) else {
                return Ok(Err("the engine ended".to_owned()));
            };
            match ending {
                Ending::Failed { why, .. } => {
                    self.reranker.keep(library, part, vectors)?;
                    return Ok(Err(why));
                }
                Ending::Complete | Ending::TooLong | Ending::InCircles | Ending::Cancelled => {}
            }
            self.reranker.learn(library, part, vectors)?;
        }
        Ok(Ok(()))
    }

    /// The vectors that were asked for; whoever waits longer for them is told what for.
    fn embedded(&mut self, texts: usize, is_told: &mut bool) -> Option<Embedded> {
        const QUIET: Duration = Duration::from_secs(2);
        let name = self.reranker.model().full_name();
        let replies = &mut self.replies;
        self.runtime.block_on(async {
            loop {
                let reply = if *is_told {
                    replies.recv().await
                } else if let Ok(reply) = timeout(QUIET, replies.recv()).await {
                    reply
                } else {
                    *is_told = true;
                    let texts = counted(texts, "text");
                    output::progress(&format!("{name} compares the meanings of {texts} …"));
                    continue;
                };
                if let Reply::Embedded { embedded, .. } = reply? {
                    return Some(embedded);
                }
            }
        })
    }
}
