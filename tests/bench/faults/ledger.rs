//! What a server sent of its drafts, and when: against this is measured how much of a text a kill costs.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Sentences of a draft; each goes in two pieces.
const SENTENCES: usize = 12;
/// More than the pieces of a draft.
const DRAFT: usize = 1000;

/// Drafts in which each piece has a number that no other has, and when each piece was sent.
#[derive(Clone, Default)]
pub(super) struct Ledger(Arc<Mutex<Drafts>>);

#[derive(Default)]
struct Drafts {
    /// How many there were.
    count: usize,
    /// The numbers of the last one's pieces, and when they were sent.
    sent: Vec<(String, Instant)>,
}

impl Ledger {
    /// Another draft.
    pub(super) fn draft(&self) -> String {
        let mut drafts = self.0.lock().expect("not poisoned");
        drafts.count += 1;
        drafts.sent.clear();
        let first = 100_000 + drafts.count * DRAFT;
        let mut text = String::new();
        for sentence in 0..SENTENCES {
            let number = first + 2 * sentence;
            let _ = write!(
                text,
                "Depot {number} was opened then, and holds {} chargers [1]. ",
                number + 1
            );
        }
        text
    }

    /// Whoever listened is gone: what is still sent of the last draft reaches nobody, and is not lost.
    pub(super) fn nobody_listens(&self) {
        let mut drafts = self.0.lock().expect("not poisoned");
        drafts.count += 1;
        drafts.sent.clear();
    }

    /// A piece of an answer is sent now.
    pub(super) fn sends(&self, piece: &str) {
        let mut drafts = self.0.lock().expect("not poisoned");
        let first = 100_000 + drafts.count * DRAFT;
        let number = piece.split_whitespace().find(|word| {
            word.parse()
                .is_ok_and(|number: usize| (first..first + DRAFT).contains(&number))
        });
        let sent = number.map(|number| (number.to_owned(), Instant::now()));
        drafts.sent.extend(sent);
    }

    /// For how long before `end` that which was sent of the last draft is not in any of the texts that were kept; `None` where that had not begun, or had
    /// long been over.
    pub(super) fn lost(&self, end: Instant, kept: &[String]) -> Option<Duration> {
        let drafts = self.0.lock().expect("not poisoned");
        let sent = || drafts.sent.iter().filter(|(_, at)| *at < end);
        let is_kept = |number: &str| kept.iter().any(|text| text.contains(number));
        let is_whole = sent().count() == 2 * SENTENCES;
        if sent().next().is_none() || is_whole && sent().all(|(number, _)| is_kept(number)) {
            return None;
        }
        let first_lost = sent()
            .rev()
            .take_while(|(number, _)| !is_kept(number))
            .last();
        Some(first_lost.map_or(Duration::ZERO, |(_, at)| end - *at))
    }
}
