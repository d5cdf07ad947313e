//! Files that were renamed and changed, both since they were last read: neither their path nor their bytes tell that they are the same.
//!
//! A new file is taken for one that is gone where it lies in the same folder and most of its text is the same. So what arrives while a file of its folder is
//! missing waits until all else was looked at: a file with the very bytes of the missing one comes first.

use std::path::Path;

use super::report::{CameTo, SourceRead};
use crate::library::{Added, Library, LibraryError, SourceFile};

/// From this share of common text on, a new file is a new version of a missing one.
const MOSTLY: f64 = 0.5;

/// A file that is new, and what was read from it.
pub(super) struct Arrived {
    pub(super) source: String,
    pub(super) file: SourceFile,
    pub(super) document: Added,
}

impl Arrived {
    /// Whether it might be one of the missing files.
    pub(super) fn may_be_one_of<'a>(
        path: &str,
        mut missing: impl Iterator<Item = &'a SourceFile>,
    ) -> bool {
        missing.any(|file| is_beside(path, file))
    }

    /// Takes a missing file for what this one was before, where there is such a one.
    pub(super) fn find(
        self,
        library: &mut Library,
        missing: &mut Vec<SourceFile>,
    ) -> Result<SourceRead, LibraryError> {
        let mut best: Option<(f64, usize)> = None;
        for (at, file) in missing.iter().enumerate() {
            let [old] = file.documents.as_slice() else {
                continue;
            };
            if !is_beside(&self.file.path, file) {
                continue;
            }
            let likeness = library.likeness(*old, self.document.document.id)?;
            if likeness >= MOSTLY && best.is_none_or(|(most, _)| likeness > most) {
                best = Some((likeness, at));
            }
        }
        let mut old = Vec::new();
        if let Some((_, at)) = best {
            let before = missing.swap_remove(at);
            // The older version comes along to the new path, where the new one is the one that counts.
            let there = SourceFile {
                documents: before.documents.clone(),
                ..self.file.clone()
            };
            library.move_file(&before.path, &there)?;
            library.remember_files(std::slice::from_ref(&self.file))?;
            old = before.documents;
        }
        Ok(SourceRead {
            source: self.source,
            path: Some(self.file.path),
            came_to: CameTo::read(old, vec![self.document]),
            is_last: true,
        })
    }
}

/// Whether a missing file, of one document, lay in the folder of the file at `path`.
fn is_beside(path: &str, missing: &SourceFile) -> bool {
    missing.documents.len() == 1 && Path::new(path).parent() == Path::new(&missing.path).parent()
}
