//! Making the vectors of passages that have none of the present model, beside the workbench.
//!
//! Search goes by words alone for a passage without a vector, so nothing waits for all of them and trouble with them is no reason to fail: the next
//! ingestion, and the next workbench that is opened, go on from there.

use crate::cores;
use crate::evidence::Stop;
use crate::library::Library;
use crate::workbench::beside;

/// Passages whose vectors are there before anything is written from them: what is written must not depend on how far a thread beside it has come. Only
/// of a folder so large that nobody would wait for it do the others follow meanwhile.
pub(super) const AT_ONCE: usize = 100_000;
/// More threads than these are left to what else is done.
const MOST_CORES: usize = 4;
/// Passages whose vectors are stored together: a fraction of a second's work, so that a stop is heard.
const TOGETHER: usize = 500;

/// Makes vectors until at most so many passages have been looked at, or it is told to stop.
pub(super) fn make(library: &mut Library, most: usize, stop: &Stop) {
    make_on(1, library, most, stop);
}

/// The same as fast as can be: somebody waits.
pub(super) fn make_soon(library: &mut Library, most: usize, stop: &Stop) {
    make_on(cores::count().min(MOST_CORES), library, most, stop);
}

fn make_on(cores: usize, library: &mut Library, most: usize, stop: &Stop) {
    let mut seen = 0;
    while seen < most && !stop.is_asked() {
        match library.embed_pending_on(cores, (TOGETHER * cores).min(most - seen)) {
            Ok(0) | Err(_) => return,
            Ok(more) => seen += more,
        }
    }
}

/// Makes what is missing in a library that is opened, on a thread of its own.
pub(in crate::workbench) fn catch_up(library: &Library) {
    if !matches!(library.pending_vectors(), Ok(1..)) {
        return;
    }
    let Ok(mut library) = library.reopen() else {
        return;
    };
    // Nobody waits for them: without the thread they are made at the next ingestion.
    let _ = beside::start(
        "vectors",
        || {},
        move || make(&mut library, usize::MAX, &Stop::default()),
    );
}
