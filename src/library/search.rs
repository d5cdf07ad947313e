//! Full-text search over passages: stemmed BM25, within the documents of a study.

use rusqlite::params;

use super::documents::{read_passage, to_json};
use super::{Library, LibraryError};
use crate::study::{DocumentId, Passage};

/// A passage that matched, with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub passage: Passage,
    /// BM25, higher is better; comparable within one search only.
    pub score: f32,
}

/// Rows that one search may score. FTS5 scores every row that matches, at about 2.5 µs each, so a question with common words would take a quarter of
/// a second over 100,000 passages; the rare words of a question find the same passages.
const BUDGET: u64 = 10_000;
/// Longer queries cost time and add nothing: a section's own text is part of its query.
const MOST_WORDS: usize = 48;

impl Library {
    /// The `limit` best passages of `documents` for the words of `query`, best first. A query without a word matches nothing.
    pub fn search(
        &self,
        query: &str,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        self.within_budget(&words(query))
            .and_then(|words| self.matches(&words, documents, limit))
            .map_err(self.store("be searched"))
    }

    fn matches(
        &self,
        words: &[String],
        documents: &[DocumentId],
        limit: usize,
    ) -> rusqlite::Result<Vec<Hit>> {
        if words.is_empty() || documents.is_empty() {
            return Ok(Vec::new());
        }
        let any = words
            .iter()
            .map(|word| quoted(word))
            .collect::<Vec<_>>()
            .join(" OR ");
        // FTS5's bm25() is negative, better is smaller.
        let mut statement = self.connection.prepare_cached(
            "SELECT p.id, p.document, p.ordinal, p.text, p.page_from, p.page_to, p.headings, p.span_start, p.span_end, p.from_graph,
                    -bm25(passage_index) AS score
             FROM passage_index JOIN passage p ON p.id = passage_index.rowid
             WHERE passage_index MATCH ?1 AND p.document IN (SELECT value FROM json_each(?2))
             ORDER BY score DESC, p.id LIMIT ?3",
        )?;
        let hit = |row: &rusqlite::Row<'_>| {
            Ok(Hit {
                passage: read_passage(row)?,
                score: row.get::<_, f64>(10)? as f32,
            })
        };
        statement
            .query_map(params![any, to_json(&documents), limit], hit)?
            .collect()
    }

    /// The rarest words, as many as the budget allows and at least one.
    fn within_budget(&self, words: &[String]) -> rusqlite::Result<Vec<String>> {
        let mut known = self.frequencies.borrow_mut();
        let mut counted = Vec::new();
        for word in words {
            let rows = if let Some(&rows) = known.get(word) {
                rows
            } else {
                let rows = self
                    .connection
                    .prepare_cached(
                        "SELECT count(*) FROM passage_index WHERE passage_index MATCH ?1",
                    )?
                    .query_row([quoted(word)], |row| row.get(0))?;
                known.insert(word.clone(), rows);
                rows
            };
            if rows > 0 {
                counted.push((rows, word.clone()));
            }
        }
        counted.sort();
        let mut spent = 0;
        let affordable = counted.into_iter().take_while(|(rows, _)| {
            let first = spent == 0;
            spent += rows;
            first || spent <= BUDGET
        });
        Ok(affordable.map(|(_, word)| word).collect())
    }
}

/// A word as FTS5 takes it literally.
fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

/// The words of a query, once each, without those that stand in every text.
fn words(query: &str) -> Vec<String> {
    const COMMON: &[&str] = &[
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does", "for", "from",
        "had", "has", "have", "how", "if", "in", "is", "it", "its", "of", "on", "or", "our",
        "should", "that", "the", "their", "there", "these", "this", "to", "was", "we", "were",
        "what", "when", "where", "which", "who", "why", "will", "with", "would", "you",
    ];
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|c: char| !c.is_alphanumeric()) {
        let word = word.to_lowercase();
        if !word.is_empty()
            && !COMMON.contains(&word.as_str())
            && !words.contains(&word)
            && words.len() < MOST_WORDS
        {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_question_becomes_its_own_words() {
        let check = |query: &str, expected: &[&str]| {
            assert_eq!(words(query), expected, "{query}");
        };
        check(
            "Why did heat-pump sales fall?",
            &["heat", "pump", "sales", "fall"],
        );
        check(
            "\"NEAR(a b)\" AND text:* OR -fall",
            &["near", "b", "text", "fall"],
        );
        check("what is it?", &[]);
        check("", &[]);
    }
}
