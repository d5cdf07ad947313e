//! Searches that answer while they are typed: on a thread of their own, with a library of its own, where a later one takes the place of those before it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use regex::Regex;

use super::everywhere::{self, FoundStudy};
use super::messages::ReportTo;
use super::source_search::{FoundPassage, MarkedHit, find};
use super::{Level, Workbench, beside};
use crate::library::Library;
use crate::study::{DocumentId, PassageId, StudyId};

/// How long the thread waits for another search before it gives its library back.
const WAITS: Duration = Duration::from_secs(20);

/// What was found for what was typed.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Sources(String, Vec<FoundPassage>),
    Studies(String, Vec<FoundStudy>),
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchReport {
    number: u64,
    study: StudyId,
    words: String,
    found: Result<Found, String>,
}

#[derive(Debug, Clone, PartialEq)]
enum Found {
    Sources(Vec<MarkedHit>),
    Studies(Vec<FoundStudy>),
}

/// What is to be searched.
enum Wanted {
    Sources {
        current: Vec<DocumentId>,
        readmitted: Vec<PassageId>,
    },
    Studies(Regex),
}

struct Order {
    number: u64,
    study: StudyId,
    words: String,
    wanted: Wanted,
}

/// What a workbench knows of its searches.
pub(super) struct Seeking {
    reports: ReportTo<SearchReport>,
    /// The number of the last search: what is under way for another one is given up.
    last: Arc<AtomicU64>,
    orders: Option<Sender<Order>>,
    answers: Vec<Answer>,
}

impl Seeking {
    pub(super) fn new(reports: ReportTo<SearchReport>) -> Self {
        Self {
            reports,
            last: Arc::default(),
            orders: None,
            answers: Vec::new(),
        }
    }
}

impl Workbench {
    /// Begins to look for passages of the evidence that bear on these words; answered by [`Workbench::take_answers`].
    pub fn seek_in_sources(&mut self, words: &str) {
        let study = self.study();
        let wanted = Wanted::Sources {
            current: study.current().map(|document| document.id).collect(),
            readmitted: study.readmitted.clone(),
        };
        self.seek(words, wanted);
    }

    /// Begins to look for what the studies say; answered by [`Workbench::take_answers`].
    pub fn seek_in_studies(&mut self, wanted: Regex, words: &str) {
        self.seek(words, Wanted::Studies(wanted));
    }

    /// What searches have found since the last time.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.seeking.answers)
    }

    fn seek(&mut self, words: &str, wanted: Wanted) {
        let mut order = Order {
            number: self.seeking.last.fetch_add(1, Ordering::Relaxed) + 1,
            study: self.id(),
            words: words.to_owned(),
            wanted,
        };
        if let Some(orders) = &self.seeking.orders {
            match orders.send(order) {
                Ok(()) => return,
                // The thread has ended for want of searches.
                Err(refused) => order = refused.0,
            }
        }
        let (to, orders) = mpsc::channel();
        let _ = to.send(order);
        let folder: PathBuf = self.library.folder().to_owned();
        let (last, reports) = (self.seeking.last.clone(), self.seeking.reports.clone());
        let work = move || answer(&folder, &orders, &last, &reports);
        match beside::start("searching", || {}, work) {
            Ok(()) => self.seeking.orders = Some(to),
            Err(error) => self.notify(Level::Error, error.to_string()),
        }
    }

    pub(super) fn receive_search(&mut self, report: SearchReport) {
        let is_last = report.number == self.seeking.last.load(Ordering::Relaxed);
        if !is_last || report.study != self.id() {
            return;
        }
        let words = report.words;
        let answer = match report.found {
            Ok(Found::Sources(hits)) => Answer::Sources(words, self.listed(hits)),
            Ok(Found::Studies(found)) => Answer::Studies(words, found),
            Err(error) => return self.notify(Level::Error, error),
        };
        self.seeking.answers.push(answer);
    }
}

/// Searches as long as searches come.
fn answer(
    folder: &Path,
    orders: &Receiver<Order>,
    last: &AtomicU64,
    reports: &ReportTo<SearchReport>,
) {
    let library = Library::open(folder);
    while let Ok(first) = orders.recv_timeout(WAITS) {
        let order = orders.try_iter().last().unwrap_or(first);
        let is_wanted = || last.load(Ordering::Relaxed) == order.number;
        let found = match &library {
            Ok(library) => seek(library, &order, &is_wanted),
            Err(error) => Err(error.to_string()),
        };
        if !is_wanted() {
            continue;
        }
        let report = SearchReport {
            number: order.number,
            study: order.study,
            words: order.words,
            found,
        };
        if !reports.send(report) {
            return;
        }
    }
}

fn seek(library: &Library, order: &Order, is_wanted: &dyn Fn() -> bool) -> Result<Found, String> {
    match &order.wanted {
        Wanted::Sources {
            current,
            readmitted,
        } => find(library, &order.words, current, readmitted).map(Found::Sources),
        Wanted::Studies(wanted) => {
            everywhere::search(library, wanted, &order.words, is_wanted).map(Found::Studies)
        }
    }
    .map_err(|error| error.to_string())
}
