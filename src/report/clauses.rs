//! The clauses of a sentence that cites more than once: a mark inside a sentence belongs to what stands before it.
//!
//! `Prices rose [1], and wages fell [2].` has two. `[1] reports that prices rose, [2] that they fell.` has none that can be told by where its marks stand, and so
//! is one piece that cites both.

use crate::check::is_stop_word;

/// Words that a clause has at least.
const FEWEST_WORDS: usize = 3;

/// The clauses that were seen so far.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    seen: Vec<(String, usize)>,
    /// Bytes of the sentence without its marks that belong to clauses already.
    until: usize,
    /// Some mark is a part of what the sentence says.
    woven_in: bool,
}

impl Clauses {
    /// Takes a mark: the sentence before it without marks, whether the mark is none of its words, what stands behind, and how many citations there are with it.
    pub(super) fn mark(&mut self, before: &str, only_cites: bool, behind: &str, cites: usize) {
        let clause = before.get(self.until..).unwrap_or_default().trim();
        let beside = clause
            .trim_matches(|c: char| !c.is_alphanumeric())
            .is_empty();
        if let Some(last) = self.seen.last_mut().filter(|_| beside) {
            last.1 = cites;
        } else {
            self.seen.push((clause.to_owned(), cites));
        }
        self.until = before.len();
        let stands_apart = only_cites && (beside || ends(clause)) && closes(behind);
        self.woven_in |= !stands_apart;
    }

    /// The clauses; none where there are fewer than two, or where it cannot be told what each mark belongs to.
    pub(super) fn finish(self) -> Vec<(String, usize)> {
        let says_enough = |clause: &(String, usize)| {
            let words = clause.0.split_whitespace();
            words
                .filter(|word| word.chars().any(char::is_alphanumeric))
                .count()
                >= FEWEST_WORDS
        };
        let are_clauses =
            self.seen.len() > 1 && !self.woven_in && self.seen.iter().all(says_enough);
        if are_clauses { self.seen } else { Vec::new() }
    }
}

/// Whether a clause may end with its last word: not with one that a mark goes on with, as `according to [1]`.
fn ends(clause: &str) -> bool {
    let last = clause.split_whitespace().next_back().unwrap_or_default();
    let word = last
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    !word.is_empty() && (last.ends_with([',', '"', '”', ')']) || !is_stop_word(&word))
}

/// Whether a clause may end before what stands behind its mark: a stop, another mark, or a word that joins clauses.
fn closes(behind: &str) -> bool {
    #[rustfmt::skip]
    const JOINS: &[&str] = &[
        "and", "but", "while", "whereas", "although", "though", "yet", "or", "because", "since", "so", "und", "aber", "während",
    ];
    const NEAR: usize = 60;
    let behind = behind
        .get(..behind.floor_char_boundary(NEAR))
        .unwrap_or_default();
    let behind = behind.trim_start_matches([' ', '*', '_', ')', ']']);
    let next = behind.split_whitespace().next().unwrap_or_default();
    next.starts_with([
        ',', ';', ':', '.', '!', '?', '—', '–', '[', '(', '【', '<', '^', '\\',
    ]) || next.is_empty()
        || JOINS.contains(&next.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use crate::report::Report;

    fn clauses(sentence: &str) -> Vec<(String, Vec<u32>)> {
        let report = Report::read(&format!(
            "{sentence}\n\n## Sources\n\n1. One\n2. Two\n3. Three\n"
        ));
        let claim = report.claims.into_iter().next().expect("a claim");
        let told = claim.clauses.into_iter();
        told.map(|clause| (clause.bare, clause.citations)).collect()
    }

    #[test]
    fn a_mark_inside_a_sentence_belongs_to_the_clause_before_it() {
        assert_eq!(
            clauses("Prices rose by a third [1], and wages fell a little [2][3]."),
            [
                ("Prices rose by a third".to_owned(), vec![1]),
                (", and wages fell a little".to_owned(), vec![2, 3])
            ]
        );
        for sentence in [
            "Prices rose by a third and wages fell a little [1][2].",
            "Prices rose by a third [1], and wages fell a little [1].",
            "According to [1], prices rose by a third, and wages fell [2].",
            "Prices rose by a third [1], as [2] reports in its first part.",
            "Prices rose in Oslo [1], Rome [2] and in the whole of Spain [3].",
        ] {
            assert_eq!(clauses(sentence), [], "{sentence}");
        }
    }
}
