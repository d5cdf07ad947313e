//! Making a provider's vectors anew where another model is set than the one that made them, beside the workbench [R1].
//!
//! Only passages that had been sent for a vector before are sent again: the others are as new to this model as they were to the last one, and wait until
//! a search finds them. Nothing waits for it; where it is cut off or the server fails, it goes on when a workbench is opened the next time.

use tokio::runtime::Handle;
use tokio::sync::mpsc::unbounded_channel;

use super::messages::ReportTo;
use super::rerank::text_for_vector;
use super::{Level, Workbench, beside};
use crate::engine::{Embedded, Ending, Engine, Reply};
use crate::library::{Library, LibraryError};
use crate::provider::Model;
use crate::study::{DocumentId, PassageId};

/// Passages that are sent and kept together: little is lost where it is cut off, and a server that writes as well is not kept long.
const TOGETHER: usize = 32;

/// That all passages have vectors of the present model which had some of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewed {
    pub model: String,
    pub passages: usize,
}

/// Starts it where there is something to be made.
pub(super) fn catch_up(
    library: &Library,
    model: Option<&Model>,
    runtime: &Handle,
    to: ReportTo<Renewed>,
) {
    let Some(model) = model.filter(|_| !library.is_read_only()).cloned() else {
        return;
    };
    if !matches!(
        library.has_old_provider_vectors(&model.full_name()),
        Ok(true)
    ) {
        return;
    }
    let Ok(mut library) = library.reopen() else {
        return;
    };
    let runtime = runtime.clone();
    // Nobody waits for them: without the thread they are made as searches find their passages.
    let _ = beside::start(
        "vectors of the provider",
        || {},
        move || {
            if let Ok(Some(passages)) = renew(&mut library, &model, runtime) {
                let model = model.full_name();
                to.send(Renewed { model, passages });
            }
        },
    );
}

/// How many passages got a vector, or nothing where the server failed.
fn renew(
    library: &mut Library,
    model: &Model,
    runtime: Handle,
) -> Result<Option<usize>, LibraryError> {
    let name = model.full_name();
    let (reply_to, mut replies) = unbounded_channel();
    let mut engine = Engine::new(runtime, reply_to);
    let mut made = 0;
    for ids in library.passages_with_old_vectors(&name)?.chunks(TOGETHER) {
        let mut passages = Vec::with_capacity(ids.len());
        // A search may have had some made meanwhile.
        let made_since = library.provider_vectors(&name, ids)?;
        for &id in ids.iter().filter(|id| !made_since.contains_key(id)) {
            passages.extend(library.passage(id)?);
        }
        let documents: Vec<DocumentId> = passages.iter().map(|it| it.document).collect();
        let titles = library.titles(&documents)?;
        let texts = passages
            .iter()
            .map(|passage| text_for_vector(titles.get(&passage.document), passage))
            .collect();
        engine.embed(texts, model.clone());
        let Embedded { vectors, ending } = loop {
            match replies.blocking_recv() {
                Some(Reply::Embedded { embedded, .. }) => break embedded,
                Some(_) => {}
                None => return Ok(None),
            }
        };
        let known: Vec<(PassageId, Vec<f32>)> = passages
            .iter()
            .zip(vectors)
            .filter_map(|(passage, vector)| Some((passage.id, vector?)))
            .collect();
        library.store_provider_vectors(&name, &known)?;
        made += known.len();
        if ending != Ending::Complete {
            return Ok(None);
        }
    }
    library.drop_old_provider_vectors(&name)?;
    Ok(Some(made).filter(|&made| made > 0))
}

impl Workbench {
    pub(super) fn receive_renewed(&mut self, renewed: &Renewed) {
        let Renewed { model, passages } = renewed;
        let what = match passages {
            1 => "the vector of 1 passage was".to_owned(),
            _ => format!("the vectors of {passages} passages were"),
        };
        self.notify(Level::Info, format!("{what} made anew by {model}"));
    }
}
