//! What the analyst asked to be read: what of it is still to be read, and what could not be.

use std::collections::HashSet;
use std::path::Path;

use crate::study::{RefusedEvidence, Study};

impl Study {
    pub(in crate::study) fn request(&mut self, arguments: &[String]) {
        self.given.extend(arguments.iter().cloned());
        let known = self.requested.iter().cloned();
        let mut known: HashSet<String> = known.collect();
        let new = arguments.iter().filter(|new| known.insert((*new).clone()));
        self.requested.extend(new.cloned());
    }

    /// Whether an address, a file or a part of it was asked for, by its name or with its folder.
    #[must_use]
    pub fn was_given(&self, uri: &str) -> bool {
        let mut given = self.given.iter().chain(&self.watched);
        given.any(|given| {
            let rest = uri.strip_prefix(given.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '#']))
        })
    }

    /// These were read to their end, or given up.
    pub(in crate::study) fn is_read(&mut self, arguments: &[String]) {
        let read: HashSet<&String> = arguments.iter().collect();
        self.requested.retain(|asked| !read.contains(asked));
    }

    /// The last reason is the one that counts.
    pub(in crate::study) fn refuse(&mut self, refused: &RefusedEvidence) {
        let known = self.sources.refused.get(&refused.source);
        if let Some(known) = known.and_then(|at| self.refused.get_mut(*at)) {
            known.clone_from(refused);
            return;
        }
        let place = self.refused.len();
        self.sources.refused.insert(refused.source.clone(), place);
        self.refused.push(refused.clone());
    }

    /// Why a source could not be read when it was last asked for.
    #[must_use]
    pub fn refused_for(&self, source: &str) -> Option<&RefusedEvidence> {
        self.refused.get(*self.sources.refused.get(source)?)
    }

    /// What could not be read before can be now.
    pub(super) fn forget_refusal_of(&mut self, uri: &str) {
        // A file may have been asked for by a shorter path, and a document may be a part of it.
        let files = uri.match_indices('#').filter_map(|(at, _)| uri.get(..at));
        let names: Vec<&str> = files.chain([uri]).collect();
        let is_read = |source: &str| {
            names.iter().any(|uri| {
                uri.ends_with(source)
                    && (uri.len() == source.len()
                        || Path::new(source).is_relative() && Path::new(uri).ends_with(source))
            })
        };
        if self.refused.iter().any(|refused| is_read(&refused.source)) {
            self.refused.retain(|refused| !is_read(&refused.source));
            let sources = self.refused.iter().map(|refused| refused.source.clone());
            self.sources.refused = sources.zip(0..).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Document, DocumentId, Event, RefusalKind};

    #[test]
    fn a_file_that_is_whole_again_is_not_refused_any_more() {
        let document = Document {
            id: DocumentId(1),
            uri: "/w/dam.md".to_owned(),
            ..Document::default()
        };
        let refused = RefusedEvidence {
            source: "/w/dam.md".to_owned(),
            reason: "is empty".to_owned(),
            kind: RefusalKind::Other,
        };
        let mut study = Study::fold(&[
            Event::EvidenceAdded { document },
            Event::EvidenceRefused { refused },
        ]);
        assert_eq!(study.refused.len(), 1);
        study.apply(&Event::DocumentMoved {
            document: DocumentId(1),
            uri: "/w/dam.md".to_owned(),
        });
        assert!(study.refused.is_empty());
    }

    #[test]
    fn what_was_asked_for_waits_until_it_is_read() {
        let arguments = |paths: &[&str]| paths.iter().map(|&path| path.to_owned()).collect();
        let mut study = Study::fold(&[
            Event::EvidenceRequested {
                arguments: arguments(&["/a", "/b"]),
            },
            Event::EvidenceRequested {
                arguments: arguments(&["/b", "/c"]),
            },
        ]);
        assert_eq!(study.requested, ["/a", "/b", "/c"]);
        study.apply(&Event::EvidenceRead {
            arguments: arguments(&["/a", "/b"]),
        });
        assert_eq!(study.requested, ["/c"]);
    }
}
