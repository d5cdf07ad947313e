//! The one place that asks what time it is. Everything else is told.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::study::Timestamp;

/// The present moment; the epoch where the machine's clock stands before it.
#[must_use]
pub fn now() -> Timestamp {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
