//! Tables of Markdown: a row that cites is a claim, in which every cell stands under the name of its column.
//!
//! `| Norway | 41 % | [2] |` under `| Country | Storage | Source |` states `Norway: Storage 41 %.` Rows that cite nothing are no claims: most tables are
//! notes, and what the text takes from them it says itself.

use super::marks::{Cite, raised_numbers};
use super::named::{named, perhaps};
use crate::check::{currency, is_claim, is_ordinary, measures, month_named};

/// The table that is being read, row by row.
#[derive(Default)]
pub(super) struct Table {
    /// Names of the columns, once the rule below them has been seen.
    columns: Vec<String>,
    /// The row before the rule.
    first: Vec<String>,
}

/// What a row of a table comes to.
pub(super) struct Row {
    /// Its cells under the names of their columns.
    pub(super) stated: String,
    /// What its cells name under a head that says that they are sources, without a mark.
    pub(super) cites: Vec<Cite>,
}

impl Table {
    /// What a row states, given as it stands and without its marks; `None` for the head, the rule below it, and what is no row, which ends the table.
    pub(super) fn states(&mut self, row: &str, unmarked: &str) -> Option<Row> {
        let Some(cells) = cells(unmarked) else {
            *self = Self::default();
            return None;
        };
        if self.columns.is_empty() {
            if is_rule(&cells) {
                self.columns = std::mem::take(&mut self.first);
            } else {
                self.first = cells;
            }
            return None;
        }
        let whole = self::cells(row).filter(|whole| whole.len() == cells.len());
        let states_claims = self.columns.iter().any(|column| is_of_claims(column));
        let mut cites = Vec::new();
        let mut told: Vec<(&str, &str)> = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            let column = self.columns.get(at).map_or("", String::as_str);
            if !cell.chars().any(char::is_alphanumeric) {
                continue;
            }
            if is_of_sources(column) {
                let own = whole.as_ref().and_then(|whole| whole.get(at));
                let is_marked = own.is_some_and(|own| own != cell);
                let named = if is_marked { None } else { cited(column, cell) };
                let only_cites = is_marked || named.is_some();
                cites.extend(named.into_iter().flatten());
                if only_cites {
                    continue;
                }
            }
            let is_aside =
                at == 0 && numbers_rows(column, cell) || is_of_check(column, cell, states_claims);
            if !is_aside {
                told.push((cell, column));
            }
        }
        let stated = stated(&told)?;
        Some(Row { stated, cites })
    }
}

/// The cells of a row as a sentence, each under the name of its column.
fn stated(told: &[(&str, &str)]) -> Option<String> {
    let ((subject, _), told) = told.split_first()?;
    let value = |(cell, column): &(&str, &str)| {
        let (column, unit) = with_unit(column);
        let unit = unit.filter(|_| cell.ends_with(|last: char| last.is_ascii_digit()));
        let said = format!("{} {cell} {}", told_by(&column), unit.unwrap_or_default());
        said.trim().to_owned()
    };
    let values: Vec<String> = told.iter().map(value).collect();
    if values.is_empty() {
        // `| Sales fell by 4 %. | [1] |`
        return is_claim(subject).then(|| (*subject).to_owned());
    }
    Some(format!("{subject}: {}.", values.join(", ")))
}

/// What a cell names as a source, under a head that says that it does.
fn cited(column: &str, cell: &str) -> Option<Vec<Cite>> {
    let cell = cell.trim_matches(['*', '_']);
    let counts = words(column)
        .iter()
        .any(|word| ["evidence", "file", "files", "document", "documents"].contains(&&**word));
    named(cell)
        .or_else(|| raised_numbers(cell).filter(|_| !counts))
        .or_else(|| Some(vec![perhaps(cell)?]))
}

/// The words of the name of a column, in lower case.
fn words(column: &str) -> Vec<String> {
    column
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '#' | '№' | '°'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.contains(&word)
}

/// Whether a column holds the sources of its rows.
fn is_of_sources(column: &str) -> bool {
    #[rustfmt::skip]
    const SOURCES: &[&str] = &[
        "source", "sources", "src", "reference", "references", "ref", "refs", "citation", "citations", "cited", "evidence", "file", "files", "document",
        "documents", "link", "links", "url", "quelle", "quellen", "beleg", "belege", "référence", "références", "fuente", "fuentes", "fonte", "fonti",
    ];
    const BESIDE: &[&str] = &[
        "s", "and", "file", "document", "name", "primary", "main", "key",
    ];
    let words = words(column);
    words.iter().any(|word| is_one_of(word, SOURCES))
        && words
            .iter()
            .all(|word| is_one_of(word, SOURCES) || is_one_of(word, BESIDE))
}

/// Whether a column holds sentences that its other columns say something about.
fn is_of_claims(column: &str) -> bool {
    #[rustfmt::skip]
    const CLAIMS: &[&str] = &[
        "claim", "claims", "finding", "findings", "fact", "facts", "statement", "statements", "assertion", "aussage", "behauptung", "befund", "affirmation",
        "afirmación", "affermazione",
    ];
    let words = words(column);
    let named = words.iter().any(|word| is_one_of(word, CLAIMS));
    named && !words.iter().any(|word| is_one_of(word, NUMBERS)) && words.len() <= 2
}

const NUMBERS: &[&str] = &[
    "#", "no", "nr", "№", "n°", "nº", "number", "id", "row", "item", "index",
];

/// Whether a first column numbers the rows: `#`, `No.`, `Claim ID`, or no name over a number.
fn numbers_rows(column: &str, cell: &str) -> bool {
    const LONGEST: usize = 6;
    let words = words(column);
    let is_number = cell.chars().count() <= LONGEST
        && cell.contains(|c: char| c.is_ascii_digit())
        && !cell.contains(char::is_whitespace)
        && !cell.contains(['%', '$', '€', '£', ',']);
    is_number
        && words.iter().all(|word| {
            is_one_of(word, NUMBERS) || is_one_of(word, &["claim", "finding", "fact", "ref"])
        })
}

/// Whether a column says how sure a row is, or when and whether it was looked up: something about what the row states.
fn is_of_check(column: &str, cell: &str, states_claims: bool) -> bool {
    #[rustfmt::skip]
    const GRADES: &[&str] = &[
        "high", "medium", "moderate", "low", "strong", "weak", "certain", "uncertain", "likely", "unlikely", "hoch", "mittel", "niedrig", "gering",
        "élevée", "moyenne", "faible", "alta", "media", "baja", "bassa",
    ];
    const SURE: &[&str] = &[
        "confidence",
        "certainty",
        "konfidenz",
        "sicherheit",
        "confiance",
        "confianza",
    ];
    #[rustfmt::skip]
    const LOOKED_UP: &[&str] = &["checked", "accessed", "retrieved", "verified", "geprüft", "abgerufen", "consulté", "consultado"];
    const BESIDE: &[&str] = &[
        "level",
        "score",
        "rating",
        "date",
        "of",
        "on",
        "last",
        "access",
        "check",
        "verification",
        "retrieval",
        "am",
        "zuletzt",
    ];
    const ABOUT: &[&str] = &[
        "status",
        "score",
        "rating",
        "verdict",
        "strength",
        "quality",
        "reliability",
        "priority",
    ];
    let words = words(column);
    if words.is_empty() {
        return false;
    }
    let all = |of: &[&str]| {
        words.iter().any(|word| is_one_of(word, of))
            && words
                .iter()
                .all(|word| is_one_of(word, of) || is_one_of(word, BESIDE))
    };
    let cell = cell.to_lowercase();
    let is_graded = || {
        cell.split(|c: char| !c.is_alphabetic())
            .any(|word| is_one_of(word, GRADES))
            || cell.contains('/')
    };
    let is_dated = || {
        let years = cell.split(|c: char| !c.is_ascii_digit());
        let has_year = years.clone().any(|year| year.len() == 4);
        let others = years.filter(|part| (1..=2).contains(&part.len())).count();
        let has_month = cell
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| month_named(word).is_some());
        has_year && (has_month || others > 0)
    };
    let names_check = words
        .iter()
        .any(|word| is_one_of(word, &["access", "check", "verification", "retrieval"]))
        && words.iter().any(|word| word == "date");
    all(SURE) && (states_claims || is_graded())
        || all(LOOKED_UP) && (states_claims || is_dated())
        || names_check && is_dated()
        || states_claims && all(ABOUT)
}

/// The name of a column as far as it says something of its cells: that they are values it need not say, and `Figure 46` would be a picture.
fn told_by(column: &str) -> &str {
    #[rustfmt::skip]
    const ANY: &[&str] = &[
        "value", "values", "amount", "figure", "figures", "number", "result", "results", "data", "detail", "details", "finding", "findings", "fact", "facts",
        "description", "information", "answer", "metric", "statement", "claim", "evidence", "note", "notes", "wert", "werte", "zahl", "ergebnis", "angabe",
        "valeur", "chiffre", "montant", "valor", "dato", "valore",
    ];
    if ANY.contains(&column.to_lowercase().as_str()) {
        ""
    } else {
        column
    }
}

/// The name of a column within a sentence, where an ordinary word has no capital, and the unit in parentheses behind it: `paid` and `USD` of `Paid (USD)`.
fn with_unit(column: &str) -> (String, Option<&str>) {
    let parted = column
        .strip_suffix(')')
        .and_then(|column| column.split_once(" ("))
        .filter(|(_, unit)| currency(unit).is_some() || measures(unit) || *unit == "%");
    let (name, unit) = parted.map_or((column, None), |(name, unit)| (name, Some(unit)));
    let first = name.split(' ').next().unwrap_or_default();
    let lower = first.to_lowercase();
    let is_plain = first.chars().skip(1).all(char::is_lowercase) && is_ordinary(&lower);
    let name = if is_plain {
        format!("{lower}{}", name.get(first.len()..).unwrap_or_default())
    } else {
        name.to_owned()
    };
    (name, unit)
}

/// The cells of a line of a table, without what sets letters off.
fn cells(row: &str) -> Option<Vec<String>> {
    let row = row.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    let cell = |cell: &str| cell.replace("**", "").replace('`', "").trim().to_owned();
    Some(row.split('|').map(cell).collect())
}

fn is_rule(cells: &[String]) -> bool {
    cells
        .iter()
        .all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':' | ' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(table: &mut Table, row: &str) -> Option<String> {
        table.states(row, row).map(|row| row.stated)
    }

    #[test]
    fn what_numbers_grades_or_dates_the_check_of_a_row_is_no_part_of_what_it_states() {
        let last = |rows: [&str; 3]| {
            let mut table = Table::default();
            rows.map(|row| told(&mut table, row))
                .into_iter()
                .last()
                .flatten()
        };
        let claim = Some("Growth will be 2.7% next year".to_owned());
        for (head, row) in [
            ("| # | Finding |", "| 12 | Growth will be 2.7% next year |"),
            (
                "| Claim ID | Claim |",
                "| C-7 | Growth will be 2.7% next year |",
            ),
            (
                "| Claim | Confidence |",
                "| Growth will be 2.7% next year | High (90%) |",
            ),
            (
                "| Claim | Score |",
                "| Growth will be 2.7% next year | 4/5 |",
            ),
            (
                "| Date checked | Claim |",
                "| 2024-05-01 | Growth will be 2.7% next year |",
            ),
            (
                "| Claim | Status |",
                "| Growth will be 2.7% next year | confirmed |",
            ),
        ] {
            assert_eq!(last([head, "|---|---|", row]), claim, "{head}");
        }
        for (head, row, stated) in [
            ("| Team | Score |", "| Lions | 4/5 |", "Lions: score 4/5."),
            (
                "| Month | Consumer confidence |",
                "| May | 98.8 |",
                "May: consumer confidence 98.8.",
            ),
            (
                "| Project | Status |",
                "| Bridge | Closed |",
                "Bridge: status Closed.",
            ),
        ] {
            assert_eq!(
                last([head, "|---|---|", row]),
                Some(stated.to_owned()),
                "{head}"
            );
        }
    }

    #[test]
    fn a_file_under_a_head_that_says_so_is_a_source() {
        let mut table = Table::default();
        for row in ["| Claim | Source |", "|---|---|"] {
            assert!(table.states(row, row).is_none());
        }
        let row = "| Sales fell by 4 % | port.html |";
        let row = table.states(row, row).unwrap();
        assert_eq!(row.stated, "Sales fell by 4 %");
        assert_eq!(row.cites, [Cite::Name("port.html".to_owned())]);
    }

    #[test]
    fn a_row_states_its_cells_under_the_names_of_their_columns() {
        let mut values = Table::default();
        let rows = ["| Fact | Value |", "|---|---|", "| Turbines | 46 |"];
        assert_eq!(
            rows.map(|row| told(&mut values, row))
                .into_iter()
                .flatten()
                .next(),
            Some("Turbines: 46.".to_owned())
        );
        let mut findings = Table::default();
        let rows = [
            "| Finding | Source |",
            "|---|---|",
            "| Sales fell by 4 % |  |",
        ];
        assert_eq!(
            rows.map(|row| told(&mut findings, row))
                .into_iter()
                .flatten()
                .next(),
            Some("Sales fell by 4 %".to_owned())
        );
        let mut table = Table::default();
        let stated: Vec<Option<String>> = [
            "| Country | Storage in 2024 | Source |",
            "|:---|---:|---|",
            "| **Norway** | 41 % |  |",
            "| Chad |  |  |",
            "Prose.",
            "| Norway | 41 % |",
        ]
        .map(|row| told(&mut table, row))
        .into();
        assert_eq!(
            stated,
            [
                None,
                None,
                Some("Norway: storage in 2024 41 %.".to_owned()),
                None,
                None,
                None
            ]
        );
    }
}
