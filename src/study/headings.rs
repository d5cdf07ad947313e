//! The headings that a passage stands under, outermost first. The passages of a section have the same, so they are kept once.

use std::ops::Deref;
use std::slice::Iter;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A heading path that many passages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headings(Arc<[String]>);

impl Default for Headings {
    fn default() -> Self {
        static NONE: LazyLock<Arc<[String]>> = LazyLock::new(Arc::default);
        Self(Arc::clone(&NONE))
    }
}

impl From<Vec<String>> for Headings {
    fn from(headings: Vec<String>) -> Self {
        Self(headings.into())
    }
}

impl FromIterator<String> for Headings {
    fn from_iter<T: IntoIterator<Item = String>>(headings: T) -> Self {
        Self(headings.into_iter().collect())
    }
}

impl Deref for Headings {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Headings {
    type Item = &'a String;
    type IntoIter = Iter<'a, String>;

    fn into_iter(self) -> Iter<'a, String> {
        self.iter()
    }
}

impl<const N: usize> PartialEq<[&str; N]> for Headings {
    fn eq(&self, other: &[&str; N]) -> bool {
        *self.0 == *other
    }
}

impl Serialize for Headings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Headings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
