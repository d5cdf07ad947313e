//! What time it is, and where: of all that is kept and shown. Only who waits for a server, or forgets what one said, looks at the clock by itself.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::tz::TimeZone;

use crate::study::Timestamp;

/// The present moment; the epoch where the machine's clock stands before it.
#[must_use]
pub fn now() -> Timestamp {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A moment as the analyst's own clock shows it, such as `2026-03-01 14:02`.
#[must_use]
pub fn local(at: Timestamp) -> String {
    format(at, "%Y-%m-%d %H:%M")
}

/// The same to the second, such as `2026-03-01 14:02:10`.
#[must_use]
pub fn local_second(at: Timestamp) -> String {
    format(at, "%Y-%m-%d %H:%M:%S")
}

/// The time of day of a moment on the analyst's own clock, such as `14:02`.
#[must_use]
pub fn local_time(at: Timestamp) -> String {
    format(at, "%H:%M")
}

fn format(at: Timestamp, pattern: &str) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    moment
        .to_zoned(TimeZone::system())
        .strftime(pattern)
        .to_string()
}
