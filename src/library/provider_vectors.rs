//! Vectors that a provider made of passages, kept so that none is paid for twice [R1].
//!
//! They are a cache: lazily filled, a row for each model that was asked, and never needed to open a study. What is asked for is `workbench`'s business.

use std::collections::BTreeMap;

use rusqlite::params;

use super::add::immediate;
use super::documents::to_json;
use super::{Library, LibraryError};
use crate::study::PassageId;

impl Library {
    /// What is kept of the vectors that `model` made of these passages.
    pub fn provider_vectors(
        &self,
        model: &str,
        passages: &[PassageId],
    ) -> Result<BTreeMap<PassageId, Vec<f32>>, LibraryError> {
        self.connection
            .prepare_cached(
                "SELECT passage, vector FROM provider_vector
                 WHERE model = ?1 AND passage IN (SELECT value FROM json_each(?2))",
            )
            .and_then(|mut statement| {
                let read = |row: &rusqlite::Row<'_>| {
                    let bytes: Vec<u8> = row.get(1)?;
                    let (floats, _) = bytes.as_chunks();
                    let vector = floats.iter().copied().map(f32::from_le_bytes).collect();
                    Ok((PassageId(row.get(0)?), vector))
                };
                statement
                    .query_map(params![model, to_json(&passages)?], read)?
                    .collect()
            })
            .map_err(self.store("read vectors"))
    }

    /// Whether another model than this one made vectors that are kept.
    pub fn has_old_provider_vectors(&self, model: &str) -> Result<bool, LibraryError> {
        self.connection
            .query_row(
                "SELECT EXISTS (SELECT 1 FROM provider_vector WHERE model < ?1)
                     OR EXISTS (SELECT 1 FROM provider_vector WHERE model > ?1)",
                [model],
                |row| row.get(0),
            )
            .map_err(self.store("read vectors"))
    }

    /// The passages that another model made vectors of and `model` did not.
    pub fn passages_with_old_vectors(&self, model: &str) -> Result<Vec<PassageId>, LibraryError> {
        self.connection
            .prepare(
                "SELECT DISTINCT passage FROM provider_vector old
                 WHERE model <> ?1 AND EXISTS (SELECT 1 FROM passage WHERE id = old.passage)
                     AND NOT EXISTS (SELECT 1 FROM provider_vector WHERE model = ?1 AND passage = old.passage)
                 ORDER BY passage",
            )
            .and_then(|mut statement| {
                statement
                    .query_map([model], |row| Ok(PassageId(row.get(0)?)))?
                    .collect()
            })
            .map_err(self.store("read vectors"))
    }

    /// Drops what other models than this one made.
    pub fn drop_old_provider_vectors(&mut self, model: &str) -> Result<(), LibraryError> {
        let failed = self.store("drop old vectors");
        self.connection
            .execute("DELETE FROM provider_vector WHERE model <> ?1", [model])
            .map(drop)
            .map_err(failed)
    }

    /// Keeps vectors that `model` made; what it made of the same passages before is replaced.
    pub fn store_provider_vectors(
        &mut self,
        model: &str,
        vectors: &[(PassageId, Vec<f32>)],
    ) -> Result<(), LibraryError> {
        let failed = self.store("keep vectors");
        let mut store = || -> rusqlite::Result<()> {
            let transaction = immediate(&mut self.connection)?;
            for (passage, vector) in vectors {
                let bytes: Vec<u8> = vector
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO provider_vector (model, passage, vector) VALUES (?1, ?2, ?3)")?
                    .execute(params![model, passage.0, bytes])?;
            }
            transaction.commit()
        };
        store().map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_kept_apart_by_model_and_replaced_by_newer_ones() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let (one, two) = (PassageId(1), PassageId(2));
        library
            .store_provider_vectors(
                "acme/small",
                &[(one, vec![1.0, -0.5]), (two, vec![0.0, 2.0])],
            )
            .unwrap();
        library
            .store_provider_vectors("acme/large", &[(one, vec![3.0])])
            .unwrap();
        library
            .store_provider_vectors("acme/small", &[(two, vec![5.0, 5.0])])
            .unwrap();
        let known = |model| library.provider_vectors(model, &[one, two]).unwrap();
        assert_eq!(
            known("acme/small"),
            BTreeMap::from([(one, vec![1.0, -0.5]), (two, vec![5.0, 5.0])])
        );
        assert_eq!(known("acme/large"), BTreeMap::from([(one, vec![3.0])]));
        assert!(known("other").is_empty());
    }

    #[test]
    fn vectors_of_another_model_are_known_as_such_until_they_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        assert!(!library.has_old_provider_vectors("acme/small").unwrap());
        let one = PassageId(1);
        library
            .store_provider_vectors("acme/small", &[(one, vec![1.0])])
            .unwrap();
        assert!(!library.has_old_provider_vectors("acme/small").unwrap());
        for other in ["acme/a", "acme/z"] {
            assert!(library.has_old_provider_vectors(other).unwrap());
        }
        library.drop_old_provider_vectors("acme/z").unwrap();
        assert!(!library.has_old_provider_vectors("acme/z").unwrap());
    }
}
