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

impl Library {
    /// The `limit` best passages of `documents` for the words of `query`, best first. A query without a word matches nothing.
    pub fn search(
        &self,
        query: &str,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let Some(expression) = match_expression(query) else {
            return Ok(Vec::new());
        };
        // FTS5's bm25() is negative, better is smaller.
        self.connection
            .prepare_cached(
                "SELECT p.id, p.document, p.ordinal, p.text, p.page_from, p.page_to, p.headings, p.span_start, p.span_end, p.from_graph,
                        -bm25(passage_index) AS score
                 FROM passage_index JOIN passage p ON p.id = passage_index.rowid
                 WHERE passage_index MATCH ?1 AND p.document IN (SELECT value FROM json_each(?2))
                 ORDER BY score DESC, p.id LIMIT ?3",
            )
            .and_then(|mut statement| {
                statement
                    .query_map(params![expression, to_json(&documents), limit], |row| {
                        Ok(Hit { passage: read_passage(row)?, score: row.get::<_, f64>(10)? as f32 })
                    })?
                    .collect()
            })
            .map_err(self.store("be searched"))
    }
}

/// The words of a query, quoted and OR-ed, so that nothing in it is read as FTS5 syntax. Words that stand in every text are left out.
fn match_expression(query: &str) -> Option<String> {
    const COMMON: &[&str] = &[
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does", "for", "from",
        "had", "has", "have", "how", "if", "in", "is", "it", "its", "of", "on", "or", "our",
        "should", "that", "the", "their", "there", "these", "this", "to", "was", "we", "were",
        "what", "when", "where", "which", "who", "why", "will", "with", "would", "you",
    ];
    /// Longer queries cost time and add nothing: a section's own text is part of its query.
    const MOST_WORDS: usize = 48;
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
    (!words.is_empty()).then(|| {
        words
            .iter()
            .map(|word| format!("\"{word}\""))
            .collect::<Vec<_>>()
            .join(" OR ")
    })
}

#[cfg(test)]
mod tests {
    use super::match_expression;

    #[test]
    fn a_question_becomes_its_own_words() {
        let check = |query: &str, expected: Option<&str>| {
            assert_eq!(match_expression(query).as_deref(), expected, "{query}");
        };
        check(
            "Why did heat-pump sales fall?",
            Some("\"heat\" OR \"pump\" OR \"sales\" OR \"fall\""),
        );
        check(
            "\"NEAR(a b)\" AND text:* OR -fall",
            Some("\"near\" OR \"b\" OR \"text\" OR \"fall\""),
        );
        check("what is it?", None);
        check("", None);
    }
}
