//! Identifiers that events and state refer to each other by.
//!
//! All are plain counters. Study, document and passage ids are handed out by the library when it stores the thing; section indices and
//! hunk ids are counters inside one study, so that replaying a journal gives the same ids again.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// One study in the library.
    StudyId(i64)
);
id!(
    /// One document in the library; the same for every study that uses it.
    DocumentId(i64)
);
id!(
    /// One passage in the library.
    PassageId(i64)
);
id!(
    /// Position of a section in the study's framework, from 0.
    SectionId(usize)
);
id!(
    /// One hunk of a study; never reused, also not by a later revision of the same section.
    HunkId(u64)
);

/// A moment, in milliseconds since the Unix epoch, UTC. Made only at the edge and passed in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);
