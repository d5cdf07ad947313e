//! Claimed: what a claim says of a row and a column, held against the cell that stands there.
//!
//! All figures of a table stand near all its names, so that no count of words tells whose they are. A claim names its row by what that is called and its column by
//! the head. A figure that its own cell has is borne out; one that only another cell has was given to the wrong thing. Of a figure that no cell has nothing is
//! said here.

use std::ops::Range;

use super::changes::course;
use super::compared::{Compared, besides, compared};
use super::heads::{head_at, is_bounded_alike, is_of_shares, unit_of};
use super::series::{Series, series};
use super::totals::{SUMS, Total, total};
use super::{Cell, Row, Table, named_at, stems, tables, value_of};
use crate::ascii;
use crate::check::language::numbers::{Amount, Quantity, Unit, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{plain, stem, words};
use crate::check::meaning::denying::is_denying;
use crate::check::support::bindings::Exchange;
use crate::check::support::weigh::said_amount;

/// What the tables of the evidence say to a claim.
#[derive(Debug, Default)]
pub(crate) struct Tabled {
    /// The amounts, as the claim has them, that stand in the cells that it speaks of.
    pub(crate) held: Vec<String>,
    /// Whether a table has all figures and words of the claim, or bears out what it says of several cells.
    pub(crate) is_all_told: bool,
    /// Whether every figure stands in the cells that the claim names, whatever else it says of them.
    pub(crate) is_held: bool,
    pub(crate) against: Option<Against>,
}

/// What speaks against a claim.
#[derive(Debug, PartialEq)]
pub(crate) enum Against {
    Exchanged(Exchange),
    /// Two cells or more say another thing.
    Otherwise {
        claim: String,
        source: String,
    },
}

/// A claim of one sentence as tables are asked for it.
pub(super) struct Asked<'c> {
    pub(super) text: &'c str,
    pub(super) stems: Vec<(String, usize)>,
    /// What stands above the tables, and may say what their values are and in which unit.
    titles: Vec<&'c str>,
}

/// What a claim speaks of in one table.
pub(super) struct Scope<'a, 't> {
    pub(super) table: &'a Table<'t>,
    /// The rows that are called by most of its words.
    pub(super) rows: Vec<&'a Row<'t>>,
    /// The columns whose heads it names, each with the place of the name, in order of the places.
    pub(super) columns: Vec<(usize, usize)>,
}

/// Holds a claim against the tables of texts.
pub(crate) fn tabled(claim: &str, texts: &[&str]) -> Tabled {
    let mut found = Tabled::default();
    let may_hold_rows = |text: &&str| {
        // Every text comes by here for every sentence of a claim, and most have none of these.
        ascii::has_any_of(text, *b"\n|\t;")
            && (text.contains(['\n', '|', '\t']) || text.contains("; "))
    };
    let (texts, lines): (Vec<&str>, Vec<&str>) = texts.iter().copied().partition(may_hold_rows);
    let tables: Vec<Table<'_>> = texts.into_iter().flat_map(tables).collect();
    if tables.is_empty() {
        return found;
    }
    let asked = Asked {
        text: claim,
        stems: stems(claim),
        titles: lines
            .into_iter()
            .filter(|line| line.len() <= LONGEST_TITLE)
            .collect(),
    };
    for table in &tables {
        match series(claim, table) {
            Some(Series::Held) => {
                let own = quantities(claim);
                let amounts = own.iter().map(|own| said_amount(claim, own).to_owned());
                found.held.extend(amounts);
                found.is_all_told = true;
                continue;
            }
            Some(Series::Against(against)) => {
                found.against = found.against.or(Some(against));
                continue;
            }
            None => {}
        }
        match total(&asked, table) {
            Some(Total::Held(held)) => {
                found.is_all_told |= asked.is_told(table.text, &besides(SUMS));
                found.held.push(held);
                continue;
            }
            Some(Total::Against(against)) => {
                found.against = found.against.or(Some(against));
                continue;
            }
            None => {}
        }
        let Some(scope) = Scope::of(&asked, table) else {
            continue;
        };
        let own = scope.figures(&asked);
        let compared = compared(&asked, &scope);
        let turns: Vec<&str> = own.turn.iter().map(String::as_str).collect();
        found.is_all_told |= own.are_all_held && asked.is_told(table.text, &besides(&turns))
            || matches!(compared, Some(Compared::BorneOut));
        found.is_held |= own.are_all_held && own.against.is_none();
        found.held.extend(own.held);
        let against = match compared {
            Some(Compared::Against(against)) => Some(against),
            _ => None,
        };
        found.against = found.against.or(own.against).or(against);
    }
    if found.is_held && matches!(found.against, Some(Against::Exchanged(_))) {
        // What one table has in the cells that are named is not exchanged by another that has the same rows.
        found.against = None;
    }
    found
}

impl Asked<'_> {
    /// The words of a text and of what stands above it.
    fn said_with(&self, text: &str) -> Vec<(String, usize)> {
        let texts = [text].into_iter().chain(self.titles.iter().copied());
        texts.flat_map(stems).collect()
    }

    /// Whether every word of the claim that is none of these stands in a text, or above it.
    pub(super) fn is_told(&self, text: &str, but: &[&str]) -> bool {
        let mut all = words(self.text).filter_map(|span| self.text.get(span));
        !all.any(|word| is_denying(&plain(word))) && self.untold(text, but) == 0
    }

    /// How many words of the claim that are none of these stand neither in a text nor above it.
    pub(super) fn untold(&self, text: &str, but: &[&str]) -> usize {
        let said = self.said_with(text);
        let figures = quantities(self.text);
        let is_figure = |at: &usize| figures.iter().any(|figure| figure.span.contains(at));
        let own = self.stems.iter().filter(|(_, at)| !is_figure(at));
        let is_untold = |(word, at): &&(String, usize)| {
            let is_left_out = but.iter().any(|left| {
                self.text
                    .get(*at..)
                    .is_some_and(|rest| rest.starts_with(left))
            });
            !is_left_out && !said.iter().any(|(said, _)| said == word)
        };
        own.filter(is_untold).count()
    }

    /// Whether a number under a head bears a figure out, in the unit of the head, or in the one that the claim gives it if the text of the table speaks of that.
    pub(super) fn is_written(
        &self,
        table: &Table<'_>,
        figure: &Quantity,
        number: &str,
        head: &str,
    ) -> bool {
        let bears_out = |text: &str| {
            let found = quantities(text);
            found.iter().any(|own| own.bears_out(figure))
        };
        let is_share = |text: &str| SHARES.iter().any(|share| text.contains(share));
        let are_shares = is_share(number)
            || is_of_shares(head)
            || is_share(table.text)
            || self.titles.iter().any(|title| is_share(title));
        if !are_shares && figure.amount().is_some_and(|own| own.unit == Unit::Percent) {
            return false;
        }
        if is_of_shares(head) && unit_of(head).is_none() && is_share_of(number, figure) {
            return true;
        }
        let unit = unit_of(head).or_else(|| unit_of(table.corner()));
        if bears_out(number) || unit.is_some_and(|unit| bears_out(&format!("{number} {unit}"))) {
            return true;
        }
        let said = self.text.get(figure.span.clone()).unwrap_or_default();
        let Some((before, behind)) = beside_digits(said) else {
            return false;
        };
        let told = self.said_with(table.text);
        let is_told = |unit: &str| {
            let mut own = stems(unit).into_iter();
            let mut signs = unit.chars().filter(|sign| SIGNS.contains(sign));
            own.all(|(own, _)| told.iter().any(|(told, _)| *told == own))
                && signs.all(|sign| {
                    let mut titles = self.titles.iter();
                    table.text.contains(sign) || titles.any(|title| title.contains(sign))
                })
        };
        // `From 80 to 101 tonnes`: a unit that stands behind another figure alone.
        let is_alone = || {
            let own = figure.amount().map(Amount::as_written);
            let read = quantities(number);
            let theirs = read
                .first()
                .and_then(Quantity::amount)
                .map(Amount::as_written);
            behind.trim().is_empty()
                && matches!((own, theirs), (Some(own), Some(theirs)) if own.is_compatible(&theirs))
        };
        // `In thousands`, above the table or below it, and signs that stand for as much in a head.
        let is_scaled = |scale: &&str| {
            let is_scale = |text: &str| text.to_lowercase().contains(&format!("in {scale}s"));
            let is_said = is_scale(table.text) || self.titles.iter().any(|title| is_scale(title));
            is_said && bears_out(&format!("{before}{number} {scale}{behind}"))
        };
        let is_spelled = |sign: &str| {
            let mut known = SPELLED.iter().filter(|(own, _)| *own == sign);
            // `Length (m)` is in metres, whoever speaks of millions elsewhere.
            known.any(|(_, words)| {
                (sign != "m" || said.contains(words)) && bears_out(&format!("{number} {words}"))
            })
        };
        unit_of(head).is_some_and(is_spelled)
            || is_told(behind)
                && is_told(before)
                && (bears_out(&format!("{before}{number}{behind}"))
                    || is_alone()
                    || SCALES.iter().any(is_scaled))
    }
}

/// What was found of a claim's figures.
#[derive(Default)]
struct Figures {
    /// Those that stand in their cells, and those that name a row or a column.
    held: Vec<String>,
    are_all_held: bool,
    /// The word that tells a rise or a fall, where two cells bear it out.
    turn: Option<String>,
    against: Option<Against>,
}

impl<'a, 't> Scope<'a, 't> {
    fn of(asked: &Asked<'_>, table: &'a Table<'t>) -> Option<Self> {
        let named = |row: &Row<'t>| {
            let keys = row
                .keys()
                .filter(|key| named_at(key, &asked.stems).is_some())
                .filter(|key| is_bounded_alike(key, asked.text));
            keys.count()
        };
        let counts: Vec<usize> = table.rows.iter().map(named).collect();
        let most = counts.iter().copied().max().filter(|most| *most > 0)?;
        let rows = table.rows.iter().zip(counts);
        let rows = rows.filter(|(_, count)| *count == most);
        let rows: Vec<&Row<'t>> = rows.map(|(row, _)| row).collect();
        let heads: Vec<&str> = rows.first()?.values().map(|(_, cell)| cell.head).collect();
        let values = rows.first()?.values();
        let mut columns: Vec<(usize, usize)> = values
            .filter_map(|(column, cell)| Some((column, head_at(cell.head, &heads, &asked.stems)?)))
            .collect();
        columns.sort_by_key(|(_, at)| *at);
        Some(Self {
            table,
            rows,
            columns,
        })
    }

    /// The cells that the claim speaks of: those under the heads that it names, or all of its rows.
    fn cells(&self) -> Vec<(&'a Row<'t>, &'a Cell<'t>)> {
        let is_meant = |column: usize| {
            self.columns.is_empty() || self.columns.iter().any(|(own, _)| *own == column)
        };
        let rows = self.rows.iter().copied();
        rows.flat_map(|row| {
            let values = row.values().filter(move |(column, _)| is_meant(*column));
            values.map(move |(_, cell)| (row, cell)).collect::<Vec<_>>()
        })
        .collect()
    }

    fn figures(&self, asked: &Asked<'_>) -> Figures {
        let mut found = Figures::default();
        let own = quantities(asked.text);
        let said = |figure: &Quantity| said_amount(asked.text, figure).to_owned();
        let (keys, others): (Vec<&Quantity>, Vec<&Quantity>) =
            own.iter().partition(|own| self.is_key(asked, &own.span));
        found.held.extend(keys.into_iter().map(said));
        // A year is a value where a column has years, `opened in 1908`.
        let is_year = |own: &Quantity| {
            let year = own.date().filter(|date| date.month.is_none());
            year.is_some_and(|date| date.year.is_some())
        };
        let are_years = self
            .columns
            .iter()
            .any(|(column, _)| self.has_years(*column));
        let is_exact = |own: &&Quantity| {
            own.amount().is_some_and(|own| own.low >= own.high) || are_years && is_year(own)
        };
        let exact: Vec<&Quantity> = others.iter().copied().filter(is_exact).collect();
        let placed: Vec<&Quantity> = exact
            .iter()
            .copied()
            .filter(|figure| !self.is_change(asked, figure))
            .collect();
        if let Some(places) = self.bound(asked, &placed) {
            if let Some(exchange) = self.misplaced(asked, &placed, &places) {
                found.against = Some(Against::Exchanged(exchange));
                return found;
            }
            let read = plain_text(asked.text);
            let lower = &read.words;
            let denies = lower.iter().any(|word| is_denying(word));
            let change = self.in_order(asked, &places).filter(|_| !denies);
            let course = change.and_then(|change| course(lower, &change));
            found.turn = course.as_ref().map(|(word, _)| (*word).to_owned());
            found.against = course.and_then(|(_, against)| against);
        }
        let cells = self.cells();
        let is_held = |figure: &&Quantity| {
            if self.is_change(asked, figure) {
                return self.is_difference(asked, figure);
            }
            cells.iter().any(|(_, cell)| self.says(asked, figure, cell))
        };
        // Of figures that are more than the heads it names, one may belong under a head that it has other words for: `costs €3,100 and has a range of 140 km`.
        let has_other_heads = exact.len() > self.columns.len()
            && !self.columns.is_empty()
            && !cells.iter().any(|(_, cell)| value_of(cell.head).is_some());
        let (held, missing): (Vec<&Quantity>, Vec<&Quantity>) =
            exact.into_iter().partition(is_held);
        found.held.extend(held.iter().map(|figure| said(figure)));
        found.are_all_held = held.len() == others.len() && !held.is_empty();
        if !held.is_empty() || cells.is_empty() {
            return found;
        }
        let mut missing = missing
            .into_iter()
            .filter(|figure| !self.is_change(asked, figure))
            .filter(|figure| !(has_other_heads && self.is_in_row(asked, figure)));
        found.against = missing
            .find_map(|figure| Some(Against::Exchanged(self.exchanged(asked, figure, &cells)?)));
        found
    }

    /// Whether the cells of a column are years.
    fn has_years(&self, column: usize) -> bool {
        let mut cells = self
            .table
            .rows
            .iter()
            .filter_map(|row| row.cells.get(column));
        cells.all(|cell| {
            let text = cell.text.trim();
            text.len() == 4
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && text.starts_with(['1', '2'])
        })
    }

    /// Whether an amount is what two cells of one row differ by: the two that the claim names, or the only two.
    fn is_difference(&self, asked: &Asked<'_>, figure: &Quantity) -> bool {
        let row = match self.rows.as_slice() {
            [row] => row,
            [row, next] => return self.is_lead(asked, figure, row, next),
            _ => return false,
        };
        let is_meant = |column: usize| {
            self.columns.len() < 2 || self.columns.iter().any(|(own, _)| *own == column)
        };
        let values: Vec<f64> = row
            .values()
            .filter(|(column, _)| is_meant(*column))
            .filter_map(|(_, cell)| cell.value)
            .collect();
        let [from, to] = values.as_slice() else {
            return false;
        };
        let difference = (to - from).abs();
        let share = 100.0 * difference / from.abs().max(f64::EPSILON);
        asked.is_written(self.table, figure, &difference.to_string(), "")
            || asked.is_written(self.table, figure, &format!("{share:.1} %"), "")
    }

    /// Whether an amount is by how much one row has more, or less, than another in a column that the claim may mean: `€700 more than the Aero 1`.
    fn is_lead(&self, asked: &Asked<'_>, figure: &Quantity, row: &Row<'_>, next: &Row<'_>) -> bool {
        let at = |row: &Row<'_>| named_at(row.label(), &asked.stems);
        let is_more = is_more_than(asked.text, figure);
        let (Some(is_more), Some(own_at), Some(their_at)) = (is_more, at(row), at(next)) else {
            return false;
        };
        let (first, second) = if own_at < their_at {
            (row, next)
        } else {
            (next, row)
        };
        let mut cells = first.values().filter_map(|(column, cell)| {
            let is_meant =
                self.columns.is_empty() || self.columns.iter().any(|own| own.0 == column);
            Some((cell.text, cell.value?, second.cells.get(column)?.value?)).filter(|_| is_meant)
        });
        cells.any(|(text, own, other)| {
            let difference = if is_more { own - other } else { other - own };
            let written = |(before, behind)| format!("{before}{difference}{behind}");
            let is_written = |number: String| asked.is_written(self.table, figure, &number, "");
            difference > 0.0 && beside_digits(text).map(written).is_some_and(is_written)
        })
    }

    /// Whether a figure is part of what names a row or a column.
    fn is_key(&self, asked: &Asked<'_>, span: &Range<usize>) -> bool {
        let keys = self.table.rows.iter().flat_map(Row::keys);
        let heads = self.table.rows.iter().flat_map(|row| &row.cells);
        let mut all = keys.chain(heads.map(|cell| cell.head));
        // `The hottest of the three`, where the table has three.
        let head = asked.text.get(..span.start).unwrap_or_default().trim_end();
        let is_of_all = ["of the", "of these", "of all", "all"]
            .iter()
            .any(|end| head.ends_with(end));
        let said = asked.text.get(span.clone()).unwrap_or_default();
        let counted = quantities(said).iter().any(|own| {
            let rows = self.table.rows.iter().filter(|row| !row.is_sum()).count() as f64;
            own.amount().is_some_and(|own| (own.low - rows).abs() < 0.5)
        });
        is_of_all && counted
            || all.any(|key| named_at(key, &asked.stems).is_some_and(|at| span.contains(&at)))
            || self.columns.iter().any(|(_, at)| span.contains(at))
    }

    pub(super) fn says(&self, asked: &Asked<'_>, figure: &Quantity, cell: &Cell<'_>) -> bool {
        cell.value.is_some() && asked.is_written(self.table, figure, cell.text, cell.head)
    }

    /// Whether a cell of the rows that the claim names has a figure.
    fn is_in_row(&self, asked: &Asked<'_>, figure: &Quantity) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| row.values());
        cells.any(|(_, cell)| self.says(asked, figure, cell))
    }

    /// A figure that a cell has of which the claim does not speak, and none of which it speaks.
    fn exchanged(
        &self,
        asked: &Asked<'_>,
        figure: &Quantity,
        cells: &[(&Row<'t>, &Cell<'t>)],
    ) -> Option<Exchange> {
        let (row, cell) = cells.first()?;
        let in_row = |other: &&'a Row<'t>| {
            let mut values = other.values();
            values.find(|(_, cell)| self.says(asked, figure, cell))
        };
        let value = said_amount(asked.text, figure).to_owned();
        // The same row under another head is nearer than another row.
        let rows = self.rows.iter().copied();
        if let Some((_, other)) = rows.clone().find_map(|row| in_row(&row)) {
            return Some(Exchange {
                value,
                claim: cell.head.to_owned(),
                source: other.head.to_owned(),
            });
        }
        let mut others = self.table.rows.iter();
        let other = others.find(|other| in_row(other).is_some())?;
        Some(Exchange {
            value,
            claim: row.called_beside(other),
            source: other.called_beside(row),
        })
    }

    /// Whether an amount is by how much something changed or differs, or what several come to: no cell has it. `A range of 140 km` is that of the head before it,
    /// and a row that is called a total has its own cells.
    fn is_change(&self, asked: &Asked<'_>, figure: &Quantity) -> bool {
        const SUM_WORDS: &[&str] = &[
            "together",
            "total",
            "combined",
            "altogether",
            "average",
            "mean",
            "sum",
            "difference",
        ];
        let lower = asked.text.to_lowercase();
        let before = lower.get(..figure.span.start).unwrap_or_default();
        let is_by = match before.trim_end().rsplit_once(' ') {
            Some((_, "by")) => true,
            Some((head, "of")) => {
                let last = head.rfind(' ').map_or(0, |space| space + 1);
                !self.columns.iter().any(|(_, at)| *at == last)
            }
            _ => false,
        };
        let row = self.rows.first();
        let columns = self.columns.iter().map(|(column, _)| *column);
        let heads = columns.filter_map(|column| Some(row?.cells.get(column)?.head));
        let label = row.map_or("", |row| row.label());
        let named: Vec<(String, usize)> = heads.chain([label]).flat_map(stems).collect();
        let mut words = asked.stems.iter().map(|(word, _)| word);
        is_by
            || is_more_than(asked.text, figure).is_some()
            || words.any(|word| {
                SUM_WORDS.iter().any(|sum| stem(sum) == *word)
                    && !named.iter().any(|(own, _)| own == word)
            })
    }
}

/// Whether a claim says of an amount that something has so much more than another, or so much less.
fn is_more_than(claim: &str, figure: &Quantity) -> Option<bool> {
    let behind = claim.get(figure.span.end..).unwrap_or_default();
    // `693,494 inhabitants, more than Copenhagen` has them itself.
    let behind = behind.split([',', ';', '(']).next().unwrap_or_default();
    let mut next = words(behind).filter_map(|span| behind.get(span));
    // `Five goals more than`: what is counted may stand between.
    let is_more = next.by_ref().take(2).find_map(|word| match word {
        "more" => Some(true),
        "less" | "fewer" => Some(false),
        _ => None,
    })?;
    next.any(|word| word == "than").then_some(is_more)
}

/// Whether a bare number under a head of shares is a percentage of a claim: `18`, or `0.18`.
fn is_share_of(number: &str, figure: &Quantity) -> bool {
    let Some(value) = number
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|_| figure.amount().is_some_and(|own| own.unit == Unit::Percent))
    else {
        return false;
    };
    let bears_out = |share: f64| {
        let read = quantities(&format!("{} %", (share * 1e6).round() / 1e6));
        read.iter().any(|own| own.bears_out(figure))
    };
    bears_out(value)
        || (0.0..1.0).contains(&value) && number.contains('.') && bears_out(100.0 * value)
}

/// What stands before and behind the digits of an amount.
fn beside_digits(amount: &str) -> Option<(&str, &str)> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let (from, last) = (amount.find(is_digit)?, amount.rfind(is_digit)?);
    amount.get(..from).zip(amount.get(last + 1..))
}

/// Bytes of a line that may stand above a table and say what it holds.
const LONGEST_TITLE: usize = 200;

const SCALES: &[&str] = &["thousand", "million", "billion"];

/// Signs that heads have for units, and the words for them.
const SPELLED: &[(&str, &str)] = &[
    ("m", "million"),
    ("mn", "million"),
    ("bn", "billion"),
    ("k", "thousand"),
    ("kt", "thousand tonnes"),
];

/// Units that are no words.
const SIGNS: &[char] = &['%', '€', '$', '£'];

const SHARES: &[&str] = &["%", "percent", "per cent"];

#[cfg(test)]
mod tests {
    use super::*;

    const CATCH: &str = "The catch of the harbours, landed in tonnes.\n\nTown | 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101";
    const ROWS: &str = "Town: Keld; 2020: 120; 2021: 95\n\nTown: Orsa; 2020: 80; 2021: 101";
    const DOWN: &str = "year: 2020; Keld: 120; Orsa: 80\n\nyear: 2021; Keld: 95; Orsa: 101";

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: &str) {
        let found = tabled(claim, &[evidence]);
        let told = match found.against {
            Some(Against::Exchanged(Exchange {
                value,
                claim,
                source,
            })) => format!("{value}: {claim} for {source}"),
            Some(Against::Otherwise { claim, source }) => format!("{claim}: {source}"),
            None => {
                let is_figure = |held: &&String| !matches!(held.as_str(), "2020" | "2021");
                let held: Vec<String> = found.held.iter().filter(is_figure).cloned().collect();
                held.join(", ")
            }
        };
        assert_eq!(told, expected, "{claim} / {evidence}");
    }

    #[test]
    fn a_figure_of_another_row_or_column_is_given_to_the_wrong_thing() {
        for table in [CATCH, ROWS] {
            check("In 2021 Keld landed 120.", table, "120: 2021 for 2020");
            check("Keld landed 80 in 2020.", table, "80: Keld for Orsa");
            check(
                "In 2021 Orsa landed 95 and Keld 101.",
                table,
                "95: Orsa for Keld",
            );
            check(
                "Keld landed 95 in 2020 and 120 in 2021.",
                table,
                "95: 2020 for 2021",
            );
        }
        check("In 2021 Keld landed 120.", DOWN, "120: 2021 for 2020");
    }

    #[test]
    fn a_figure_of_its_own_cell_is_held() {
        for table in [CATCH, ROWS] {
            check("In 2020 Keld landed 120.", table, "120");
            check("In 2021 Orsa landed 101 and Keld 95.", table, "101, 95");
            check(
                "Keld fell from 120 in 2020 to 95 in 2021.",
                table,
                "120, 95",
            );
        }
        check("In 2021 Keld landed 95.", DOWN, "95");
    }

    #[test]
    fn the_unit_may_stand_in_the_text_above() {
        check("Keld landed 120 tonnes in 2020.", CATCH, "120 tonnes");
        check(
            "Keld landed 95 tonnes in 2020.",
            CATCH,
            "95 tonnes: 2020 for 2021",
        );
        check("Keld landed 95 % in 2020.", CATCH, "");
        check(
            "In 2020 Lund handled 1.5 million boxes.",
            "Table 1. Boxes handled (million)\n\nPort | 2020 | 2021\nLund | 1.5 | 1.7",
            "1.5 million",
        );
        check("Orsa rose from 80 to 101 tonnes.", CATCH, "80, 101 tonnes");
    }

    #[test]
    fn a_share_is_read_under_a_head_that_names_one() {
        const DRUGS: &str = "| drug | response_rate | patients |\n|---|---|---|\n| A | 0.42 | 120 |\n| B | 0.31 | 118 |";
        const PUMPS: &str =
            "region: North; share_with_heat_pump: 31\n\nregion: South; share_with_heat_pump: 18";
        check(
            "In the South, 31 percent of households have a heat pump.",
            PUMPS,
            "31 percent: South for North",
        );
        check(
            "In the South, 18 percent of households have a heat pump.",
            PUMPS,
            "18 percent",
        );
        check(
            "The response rate was 42 percent with drug A.",
            DRUGS,
            "42 percent",
        );
        check(
            "The response rate was 42 percent with drug B.",
            DRUGS,
            "42 percent: B for A",
        );
        check("120 patients received drug A.", DRUGS, "120");
    }

    #[test]
    fn what_two_cells_differ_by_is_held() {
        check("Keld's catch fell by 25 tonnes.", CATCH, "25 tonnes");
        check("Keld's catch fell by 35 tonnes.", CATCH, "");
    }

    #[test]
    fn each_of_two_figures_belongs_under_the_head_that_stands_with_it() {
        const BIKES: &str = "Model | Price | Weight | Range\nAero 1 | €2,400 | 18 kg | 90 km\nAero 2 | €3,100 | 21 kg | 140 km";
        check(
            "The Aero 2 costs €3,100 and has a range of 140 km.",
            BIKES,
            "€3,100, 140 km",
        );
        check(
            "The Aero 1 has a range of 140 km.",
            BIKES,
            "140 km: Aero 1 for Aero 2",
        );
        check("The Aero 2 costs €700 more than the Aero 1.", BIKES, "€700");
        check(
            "The Aero 2 costs €700 less than the Aero 1.",
            BIKES,
            "less: Aero 2 €3,100, Aero 1 €2,400",
        );
        check(
            "The total was 200 in 2021.",
            "Town | 2020 | 2021\nKeld | 120 | 95\nTotal | 200 | 196",
            "200: 2021 for 2020",
        );
    }

    #[test]
    fn changes_sums_and_what_the_table_does_not_speak_of_are_left_to_others() {
        for claim in [
            "Keld's catch fell by 95 between 2020 and 2021.",
            "Varn landed 95 in 2020.",
            "Keld landed 60 in 2020.",
        ] {
            check(claim, CATCH, "");
        }
    }
}
