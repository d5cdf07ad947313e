//! The checking thread: takes orders about one basis after the other, newest text first, and searches the library when nothing new has come.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use super::super::beside;
use super::super::messages::ReportTo;
use super::scales::Scales;
use super::stream::Stream;
use super::{Basis, CheckReport, Checked, Of, Order};
use crate::engine::RequestId;
use crate::library::{Library, LibraryError};
use crate::study::{Claim, Passage};

/// Starts the thread. Where it cannot be started, what is sent to it is not taken.
pub(super) fn start(folder: PathBuf, reports: ReportTo<CheckReport>) -> Sender<Order> {
    let (orders, taken) = mpsc::channel();
    let broken = reports.clone();
    let broke = move || {
        broken.send(CheckReport::Ended);
    };
    // Without the thread its end of the channel is gone, which the first order finds out.
    let _ = beside::start("checking", broke, move || {
        work(&folder, &taken, &reports);
        reports.send(CheckReport::Ended);
    });
    orders
}

fn work(folder: &Path, orders: &Receiver<Order>, reports: &ReportTo<CheckReport>) {
    let library = Library::open(folder);
    let mut waiting = VecDeque::new();
    while let Some(order) = next(orders, &mut waiting, true) {
        let basis = Arc::clone(&order.basis);
        waiting.push_front(order);
        let library = library.as_ref().map_err(ToString::to_string);
        serve(library, &basis, orders, &mut waiting, reports);
    }
}

/// The next order, and whether to wait for one. Of several texts of one stream that wait, the last holds all others.
fn next(orders: &Receiver<Order>, waiting: &mut VecDeque<Order>, may_wait: bool) -> Option<Order> {
    if waiting.is_empty() && may_wait {
        waiting.extend(orders.recv().ok());
    }
    waiting.extend(orders.try_iter());
    while let (Some(first), Some(second)) = (waiting.front(), waiting.get(1)) {
        if first.of != second.of || !matches!(first.of, Of::Stream(_)) {
            break;
        }
        waiting.pop_front();
    }
    waiting.pop_front()
}

/// Takes orders as long as they are about this basis; the first that is about another one waits.
fn serve(
    library: Result<&Library, String>,
    basis: &Arc<Basis>,
    orders: &Receiver<Order>,
    waiting: &mut VecDeque<Order>,
    reports: &ReportTo<CheckReport>,
) {
    let read =
        library.and_then(|library| Ok((library, read(library, basis).map_err(|e| e.to_string())?)));
    let (library, passages, failed) = match read {
        Ok((library, passages)) => (Some(library), passages, None),
        Err(why) => (None, Vec::new(), Some(why)),
    };
    let mut scales = Scales::new(library, basis, &passages, failed);
    let mut stream = Stream::default();
    let mut streaming = None;
    loop {
        let idle = scales.unsettled.is_empty();
        match next(orders, waiting, idle) {
            Some(order) if !Arc::ptr_eq(&order.basis, basis) && order.basis != *basis => {
                waiting.push_front(order);
                return;
            }
            Some(Order { texts, of, .. }) => match of {
                Of::Stream(request) => {
                    if streaming.replace(request) != Some(request) {
                        stream = Stream::default();
                    }
                    stream.take(texts.first().map_or("", String::as_str), &mut scales);
                    tell_streamed(request, &stream, &scales, reports);
                }
                Of::Section(study, section) => {
                    let claims = scales.all(&texts);
                    let problem = scales.failed.clone();
                    reports.send(CheckReport::Checked(Checked {
                        study,
                        section,
                        texts,
                        claims,
                        problem,
                    }));
                }
            },
            None if idle => return,
            // Nothing new has come, so there is time to search for what the section's own passages do not bear out.
            None => {
                if let Some(stated) = scales.unsettled.pop_front()
                    && scales.settle(&stated)
                    && let Some(request) = streaming
                {
                    tell_streamed(request, &stream, &scales, reports);
                }
            }
        }
    }
}

fn tell_streamed(
    request: RequestId,
    stream: &Stream,
    scales: &Scales<'_>,
    reports: &ReportTo<CheckReport>,
) {
    let claims: Vec<Claim> = stream
        .ended
        .iter()
        .filter_map(|stated| scales.judged.get(&stated.text))
        .map(|judged| judged.claim.clone())
        .collect();
    if !claims.is_empty() {
        reports.send(CheckReport::Streamed { request, claims });
    }
}

pub(super) fn read(library: &Library, basis: &Basis) -> Result<Vec<Passage>, LibraryError> {
    let mut passages = Vec::new();
    for id in &basis.passages {
        passages.extend(library.passage(*id)?);
    }
    Ok(passages)
}
