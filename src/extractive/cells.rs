//! Cells: what a table has for a question that names one of its rows and one of its columns.
//!
//! A row is no sentence, so it is set as one: the cell that names the row and those that are asked for, each behind its head as the table has them. Nothing is added
//! up and nothing compared, and a question of which the table leaves a word open is not for it.

mod several;

use std::collections::BTreeSet;
use std::ops::Range;

pub use several::{RANKED, asks_of_several};
use several::{by_size, of_each, since};

use super::causes::is_under_causes;
use super::clause::{is_base, is_determiner, is_doing};
use super::deeds::Deeds;
use super::kin::kin;
use super::pool::{Candidate, Pool, under};
use super::role::Roles;
use super::screen::length;
use super::source::standing;
use crate::check::{
    Lexicon, QuestionKind, QuotedCell, QuotedRow, Statement, Unit, is_stop_word, key, plain,
    quantities, quoted_rows, speaks_of_people, stem, words,
};
use crate::pipeline::{ContextDocument, ContextPassage};

/// Rows that one passage tells of at most: of more the question names none.
const ROWS: usize = 3;
/// Cells of a row at most.
const CELLS: usize = 6;

/// A row as it is told, with its place in the passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub text: String,
    pub span: Range<usize>,
}

/// What the tables of a passage have for a question; `heads` is what the passage stands under: its title and headings.
#[must_use]
pub fn told(question: &str, heads: &str, passage: &str) -> Vec<Told> {
    let asked = Asked::read(question);
    let asks_why = QuestionKind::of(question) == QuestionKind::Cause;
    let is_of_people = QuestionKind::of(question) == QuestionKind::Who;
    let rows = quoted_rows(passage);
    if rows.is_empty() || asked.words.is_empty() {
        return Vec::new();
    }
    if QuestionKind::of(question) == QuestionKind::Most {
        return by_size(question, &asked, &rows);
    }
    let each = of_each(question, &asked, &rows);
    let each = each.or_else(|| since(question, &asked, &rows));
    if let Some(each) = each {
        return each;
    }
    let setting = asked.in_text(heads);
    let mut found: Vec<(Meeting, &QuotedRow)> = rows
        .iter()
        .filter(|row| !asks_why || tells_causes(row))
        .filter_map(|row| Some((Meeting::of(&asked, row, &setting)?, row)))
        .filter(|(met, row)| !is_of_people || met.tells_who(row))
        .collect();
    if QuestionKind::of(question) == QuestionKind::Choice {
        // What should be done is told of a case that is named in full.
        found.retain(|(met, row)| met.is_whole && tells_what_to_do(row));
    }
    found = answering(found);
    if found.len() > ROWS {
        return Vec::new();
    }
    found
        .into_iter()
        .map(|(met, row)| Told {
            text: met.in_words(row),
            span: row.span.clone(),
        })
        .collect()
}

/// The rows that answer: of those that meet the whole question the ones that meet most of it; else those that meet it together, where it names several
/// ("the beam and the draught of the Vasa").
fn answering(found: Vec<(Meeting, &QuotedRow)>) -> Vec<(Meeting, &QuotedRow)> {
    let (mut whole, mut parts): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(met, _)| met.open.is_empty());
    if !whole.is_empty() {
        let most = whole.iter().map(|(met, _)| met.rank()).max();
        whole.retain(|(met, _)| Some(met.rank()) == most);
        return whole;
    }
    let names: BTreeSet<usize> = parts
        .iter()
        .filter(|(met, _)| met.is_whole)
        .flat_map(|(met, _)| met.named.iter().copied())
        .collect();
    // What a row leaves open is the name of another one, not what is asked of both.
    parts.retain(|(met, _)| met.is_whole && met.open.is_subset(&names));
    let columns = parts.first().map(|(met, _)| met.cells.clone());
    let is_of_one_column = parts
        .iter()
        .all(|(met, _)| met.headed > 0 && Some(&met.cells) == columns.as_ref());
    if is_of_one_column { parts } else { Vec::new() }
}

/// Whether one cell can be the answer to a question of a kind.
#[must_use]
pub fn may_answer(kind: QuestionKind) -> bool {
    let is_told = matches!(
        kind,
        QuestionKind::Plain | QuestionKind::Cause | QuestionKind::Choice | QuestionKind::Most
    );
    kind.is_narrow() || is_told
}

impl Pool {
    /// Adds what the tables of a passage have for a question, or for a part of one; `lexicon` is what the candidates are read with.
    pub(super) fn read_cells(
        &mut self,
        question: &str,
        (document, chosen): (&ContextDocument, &ContextPassage),
        newest: Option<u32>,
        lexicon: &mut Lexicon,
    ) {
        let passage = &chosen.passage;
        if !may_answer(QuestionKind::of(question)) || quoted_rows(&passage.text).is_empty() {
            return;
        }
        let heads = format!(
            "{} {}",
            spaced(&document.document.title),
            passage.headings.join(" ")
        );
        let head_terms = lexicon.term_set(&heads);
        let names = self.names_of_the_matter(question, document.number, lexicon);
        let heads = format!("{heads} {}", names.join(" "));
        for told in told(question, &heads, &passage.text) {
            let Told { text, span } = told;
            let statement = Statement::read(&text, lexicon);
            let mut setting = head_terms.clone();
            setting.extend(&statement.terms);
            setting.sort_unstable();
            setting.dedup();
            self.known.extend(&setting);
            let deeds = Deeds::read(&text);
            self.cells
                .push((question.to_owned(), self.candidates.len()));
            self.candidates.push(Candidate {
                key: key(&text),
                number: document.number,
                source: document.document.source(),
                date: document.document.date.clone(),
                fresh: document.fresh,
                passage: passage.id,
                standing: standing(document, chosen, span.start, newest),
                span,
                roles: Roles::read(&text, deeds, &statement.quantities, &[], &[]),
                deeds,
                leans_on: None,
                setting,
                heads: head_terms.clone(),
                under: under(document, passage, None),
                passage_score: chosen.score.clamp(0.0, 1.0),
                words: length(&text),
                verbatim: false,
                chronicle: false,
                elsewhere: false,
                is_frame: false,
                is_taken_back: false,
                is_cell: true,
                is_adrift: false,
                is_preliminary: false,
                is_of_old: false,
                is_long_past: false,
                is_of_release: false,
                statement,
                text,
            });
        }
    }
}

impl Pool {
    /// The names of a question that its document or most of the others speak of: a table that was put together with these need not repeat them.
    fn names_of_the_matter<'q>(
        &self,
        question: &'q str,
        own: u32,
        lexicon: &mut Lexicon,
    ) -> Vec<&'q str> {
        const LEAST: usize = 2;
        const OFTEN: usize = 3;
        /// Of so few, one that speaks of it tells what all were put together for.
        const FEW: usize = 5;
        let others: BTreeSet<u32> = self.candidates.iter().map(|one| one.number).collect();
        let others: Vec<u32> = others.into_iter().filter(|number| *number != own).collect();
        let named = words(question)
            .skip(1)
            .filter_map(|span| question.get(span));
        let named = named.filter(|word| word.starts_with(char::is_uppercase));
        let is_known = |word: &&str| {
            let Some(term) = lexicon.term(word) else {
                return false;
            };
            let speaks = |number: &&u32| {
                let mut said = self.candidates.iter().filter(|one| one.number == **number);
                said.any(|one| one.setting.binary_search(&term).is_ok())
            };
            let speaking = others.iter().filter(speaks).count();
            let own = self.candidates.iter().filter(|one| one.number == own);
            let said = own.filter(|one| one.statement.terms.binary_search(&term).is_ok());
            let is_shared = speaking >= LEAST && 2 * speaking >= others.len();
            said.count() >= OFTEN || is_shared || speaking > 0 && others.len() <= FEW
        };
        named.filter(is_known).collect()
    }
}

/// A title as words, where it is the name of a file: `co2-annual-mean`.
fn spaced(title: &str) -> String {
    if title.contains(' ') {
        title.to_owned()
    } else {
        title.replace(['-', '_', '.'], " ")
    }
}

/// The words of a question that a table has to have.
struct Asked {
    words: Vec<Wanted>,
}

#[derive(Clone)]
struct Wanted {
    /// The stems by which it is known: its own, and those of what means the same.
    stems: Vec<String>,
    /// It may say only what is done, which a table leaves out.
    is_deed: bool,
    /// It says that the most or least of something is asked for.
    ranks: bool,
    /// It says that sums of money are asked for.
    is_of_money: bool,
}

impl Asked {
    fn read(question: &str) -> Self {
        let mut wanted: Vec<Wanted> = Vec::new();
        let mut before = String::new();
        for span in words(question) {
            let word = plain(question.get(span).unwrap_or_default());
            let word = word.strip_suffix("'s").unwrap_or(&word).to_owned();
            let before = std::mem::replace(&mut before, word.clone());
            if is_stop_word(&word) || MEASURES.contains(&word.as_str()) {
                continue;
            }
            wanted.push(Wanted {
                stems: kin(&word).map(stem).chain([stem(&word)]).collect(),
                // `paid`, but not `costs`, which may as well be what is asked for.
                is_deed: (is_base(&word) || is_doing(&word) && !word.ends_with('s'))
                    && !is_determiner(&before),
                ranks: RANKS.contains(&word.as_str()),
                is_of_money: OF_MONEY.contains(&word.as_str()),
            });
        }
        Self { words: wanted }
    }

    /// Which of the words a text has.
    fn in_text(&self, text: &str) -> BTreeSet<usize> {
        let said = stems(text);
        let is_said = |wanted: &Wanted| wanted.stems.iter().any(|stem| said.contains(stem));
        let all = self.words.iter().enumerate();
        all.filter(|(_, wanted)| is_said(wanted))
            .map(|(at, _)| at)
            .collect()
    }
}

/// How a question meets a row.
struct Meeting {
    /// The words that name the row, and whether they are all of its name.
    named: BTreeSet<usize>,
    is_whole: bool,
    /// The words that neither the row nor its table has.
    open: BTreeSet<usize>,
    /// The words of the heads of what is asked for.
    headed: usize,
    /// The cells that name the row, and those that are asked for.
    naming: Vec<usize>,
    cells: Vec<usize>,
}

impl Meeting {
    fn of(asked: &Asked, row: &QuotedRow, setting: &BTreeSet<usize>) -> Option<Self> {
        let cells = || row.cells.iter().enumerate();
        let mut named: BTreeSet<usize> = BTreeSet::new();
        let mut naming = Vec::new();
        let mut is_whole = false;
        for (at, cell) in cells().filter(|(_, cell)| cell.is_key) {
            let own = asked.in_text(&cell.text);
            let name = stems(bare(&cell.text)).len();
            // `jsx-eslint` is one name, and another thing than ESLint.
            let is_part_of_one = own.len() < name && !cell.text.contains(char::is_whitespace);
            if !own.is_empty() && 2 * own.len() >= name && !is_part_of_one {
                is_whole |= own.len() >= name;
                named.extend(own);
                naming.push(at);
            }
        }
        let heads: Vec<(usize, BTreeSet<usize>)> = cells()
            .filter(|(at, cell)| !naming.contains(at) && gives(cell))
            .map(|(at, cell)| {
                let mut own = asked.in_text(&cell.head);
                own.retain(|word| !named.contains(word));
                (at, own)
            })
            .collect();
        // `Inspection type: Canvass` is a row of canvass inspections.
        let kinds = naming.iter().filter_map(|at: &usize| row.cells.get(*at));
        let kinds: BTreeSet<usize> = kinds.flat_map(|cell| asked.in_text(&cell.head)).collect();
        let headed = heads.iter().map(|(_, own)| own.len()).max()?;
        let wanted: Vec<usize> = heads
            .iter()
            .filter(|(_, own)| own.len() == headed)
            .map(|(at, _)| *at)
            .collect();
        let of_heads = heads.iter().filter(|(_, own)| own.len() == headed);
        // The year of a report is not that of each of its columns.
        let is_figure = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let has_years = row.cells.iter().any(|cell| is_figure(&cell.head));
        let may_be_set = |word: usize| {
            let wanted = asked.words.get(word);
            !has_years || wanted.is_some_and(|one| !one.stems.iter().any(|stem| is_figure(stem)))
        };
        // A column of sums need not say of what: who asks of revenue is told what stands there.
        let is_priced = wanted.iter().all(|at| {
            let cell = row.cells.get(*at);
            cell.is_some_and(|cell| gives_money(&cell.text))
        });
        // A table by years is one of annual figures.
        let is_by = |time: &str| row.cells.iter().any(|cell| key(&cell.head) == time);
        let is_its_time = |word: usize| {
            let wanted = asked.words.get(word);
            wanted.is_some_and(|one| match one.stems.last().map(String::as_str) {
                Some("annual" | "year") => is_by("year"),
                Some("month") => is_by("month"),
                _ => false,
            })
        };
        let held = |word: &usize| {
            named.contains(word)
                || kinds.contains(word)
                || is_its_time(*word)
                || asked.words.get(*word).is_some_and(|one| one.is_of_money) && is_priced
                || setting.contains(word) && may_be_set(*word)
                || of_heads.clone().any(|(_, own)| own.contains(word))
        };
        let words = asked.words.iter().enumerate();
        let open = words
            .filter(|(at, wanted)| !wanted.is_deed && !held(at))
            .map(|(at, _)| at)
            .collect();
        (!named.is_empty() && wanted.len() <= CELLS).then_some(Self {
            named,
            is_whole,
            open,
            headed,
            naming,
            cells: wanted,
        })
    }

    /// The whole of a name comes before a part of another, and the more of the question a row takes up the better.
    fn rank(&self) -> (bool, usize) {
        (self.is_whole, self.named.len() + self.headed)
    }

    /// Whether a cell beside the name of the row names a person or a body.
    fn tells_who(&self, row: &QuotedRow) -> bool {
        let mut others = (0..row.cells.len()).filter(|at| !self.naming.contains(at));
        others.any(|at| {
            row.cells
                .get(at)
                .is_some_and(|cell| is_of_somebody(&cell.text))
        })
    }

    fn in_words(&self, row: &QuotedRow) -> String {
        // What a row is called stands first, whatever else names it.
        let first = row.cells.first().filter(|cell| gives(cell)).map(|_| 0);
        let mut all: Vec<usize> = first
            .into_iter()
            .chain(self.naming.iter().copied())
            .chain(self.cells.iter().copied())
            .chain(unit_of(row))
            .collect();
        all.sort_unstable();
        all.dedup();
        let said = all.iter().filter_map(|at| {
            let cell = row.cells.get(*at)?;
            Some(match cell.head.as_str() {
                "" => cell.text.clone(),
                head => format!("{head}: {}", cell.text),
            })
        });
        format!("{}.", said.collect::<Vec<_>>().join("; "))
    }
}

/// The cell that says in what the figures of its row are counted, where a column has that.
fn unit_of(row: &QuotedRow) -> Option<usize> {
    let mut cells = row.cells.iter();
    cells.position(|cell| {
        let head = cell.head.to_lowercase();
        matches!(
            head.trim(),
            "unit" | "units" | "unit of measure" | "measured in"
        ) && gives(cell)
    })
}

/// Whether a cell has something to say: `n/a`, `-` and `#DIV/0!` have not.
fn gives(cell: &QuotedCell) -> bool {
    const SIGNS: &[char] = &['✅', '✔', '✓', '☑', '❌', '✖', '✗', '✘'];
    let text = cell.text.as_str();
    (text.contains(char::is_alphanumeric) || text.contains(SIGNS))
        && !text.starts_with('#')
        && !matches!(text.to_lowercase().as_str(), "n/a" | "na" | "none" | "null")
}

/// Whether a cell names a person or a body: it says of whom, or is mostly names. A sentence, an address and a figure are none.
fn is_of_somebody(text: &str) -> bool {
    let text = bare(text);
    let said: Vec<&str> = words(text)
        .filter_map(|span| text.get(span))
        .filter(|word| !is_stop_word(&plain(word)))
        .collect();
    let named = said
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .count();
    let is_name = 2 * named > said.len() && quantities(text).is_empty();
    !text.contains("://") && (is_name || speaks_of_people(text))
}

/// A name without what stands in brackets behind it, which is a unit most often.
fn bare(name: &str) -> &str {
    name.split(['(', '[']).next().unwrap_or(name)
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text)
        .filter_map(|span| text.get(span))
        .map(plain)
        .filter(|word| !is_stop_word(word))
        .map(|word| stem(&word))
        .collect()
}

/// Whether a row tells why its thing is so.
fn tells_causes(row: &QuotedRow) -> bool {
    let mut cells = row.cells.iter();
    cells.any(|cell| gives(cell) && is_under_causes(&key(&cell.head)))
}

/// Whether a row tells what is to be done in its case.
fn tells_what_to_do(row: &QuotedRow) -> bool {
    const CALLED: &[&str] = &[
        "remedy",
        "action",
        "solution",
        "fix",
        "measure",
        "measures",
        "response",
        "treatment",
        "recommendation",
        "what to do",
    ];
    let mut cells = row.cells.iter();
    cells.any(|cell| gives(cell) && CALLED.contains(&key(&cell.head).as_str()))
}

fn gives_money(text: &str) -> bool {
    quantities(text).iter().any(|quantity| {
        let amount = quantity.amount();
        amount.is_some_and(|amount| matches!(amount.unit, Unit::Money(_)))
    })
}

#[rustfmt::skip]
const RANKS: &[&str] = &[
    "most", "least", "cheapest", "cheaper", "more", "less", "fewer", "fewest", "higher", "highest", "lower", "lowest", "larger", "largest", "smaller", "smallest", "faster", "fastest", "longer",
    "longest", "bigger", "biggest", "best",
];

/// What sums of money in a table are most often of, and what is done for them.
const OF_MONEY: &[&str] = &[
    "revenue", "revenues", "sales", "turnover", "income", "cost", "costs", "price", "spending",
    "earn", "earned", "earns",
];

/// Words that ask for a figure, whatever it is called in the table.
const MEASURES: &[&str] = &[
    "much", "many", "money", "large", "big", "high", "low", "number", "amount", "figure", "value",
    "far", "long", "often", "rid",
];

#[cfg(test)]
mod tests;
