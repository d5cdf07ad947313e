//! Compared: what a claim says of several cells of a table without their figures: that one rose, is the largest of its column, or passed another.

use super::changes::course;
use super::claimed::{Against, Asked, Scope};
use super::heads::{bare, head_at, says_much, time_of, untimed_at};
use super::{Cell, Row, named_at, stems};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::stem;
use crate::check::meaning::denying::is_denying;
use crate::check::support::rankings::{LESS, MORE, misranked_rows};

/// What the cells that a claim speaks of come to.
pub(super) enum Compared {
    BorneOut,
    Against(Against),
}

impl Compared {
    /// As what a claim says in a word, and the cells say otherwise where it is wrong.
    pub(super) fn of(is_wrong: bool, word: &str, source: String) -> Self {
        if is_wrong {
            Self::Against(Against::Otherwise {
                claim: word.to_owned(),
                source,
            })
        } else {
            Self::BorneOut
        }
    }

    /// The same where the table tells what the claim says but for these words: what speaks against it may be told with one word of its own, such as its verb.
    fn told_by(self, asked: &Asked<'_>, scope: &Scope<'_, '_>, but: &[&str]) -> Option<Self> {
        let spare = usize::from(matches!(self, Self::Against(_)));
        (asked.untold(scope.table.text, but) <= spare).then_some(self)
    }
}

/// What the cells that a claim speaks of say to it, where the table has all its other words.
pub(super) fn compared(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let read = plain_text(asked.text);
    let lower = &read.words;
    if lower.iter().any(|word| is_denying(word)) {
        return super::naught::none_of_it(asked, scope, lower);
    }
    changed(asked, scope, lower)
        .or_else(|| worded(asked, scope))
        .or_else(|| most(asked, scope, lower))
        .or_else(|| passed(asked, scope, lower))
        .or_else(|| across(asked, scope, lower))
        .or_else(|| outdone(asked, scope, lower))
        .or_else(|| turned_round(asked, scope))
        .or_else(|| ranked(asked, scope))
}

/// `The catch rose between 2020 and 2021` of cells that have less in the later year. Where nothing but its rows stands there,
/// what rose may be called by one word that the table does not have.
fn changed(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let (word, against) = course(lower, &scope.change(asked)?)?;
    match against {
        Some(against) => {
            let most = usize::from(!scope.table.has_prose());
            let is_of_it = asked.untold(scope.table.text, &besides(&[word])) <= most;
            is_of_it.then_some(Compared::Against(against))
        }
        None => asked
            .is_told(scope.table.text, &besides(&[word]))
            .then_some(Compared::BorneOut),
    }
}

/// `In good condition in 2012` where the cell says `poor`, and another `good`.
fn worded(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let heads: Vec<&str> = row.cells.iter().skip(1).map(|cell| cell.head).collect();
    let is_text = |cell: &Cell<'_>| cell.value.is_none() && stems(cell.text).len() == 1;
    let is_said = |text: &str| named_at(text, &asked.stems).is_some();
    let mut meant =
        row.cells.iter().enumerate().skip(1).filter(|(_, cell)| {
            is_text(cell) && head_at(cell.head, &heads, &asked.stems).is_some()
        });
    let ((column, own), None) = (meant.next()?, meant.next()) else {
        return None;
    };
    let in_column = scope
        .table
        .rows
        .iter()
        .filter_map(|row| row.cells.get(column));
    let mut others = row.cells.iter().skip(1).chain(in_column);
    let other = others.find(|other| is_text(other) && is_said(other.text))?;
    (is_said(row.label()) && !is_said(own.text)).then(|| Compared::of(true, other.text, told(own)))
}

/// `Keld had the largest catch in 2021` where another row has more, and `Keld is the deepest of the lakes` where another is deeper.
fn most(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let is_of_change = lower.iter().any(|word| CHANGES.contains(&word.as_str()));
    let superlatives: Vec<Superlative<'_, '_>> = (0..lower.len())
        .filter_map(|at| Superlative::read(scope, row, lower, at))
        .collect();
    let said: Vec<&str> = superlatives.iter().map(|found| found.word).collect();
    if superlatives.is_empty() || is_of_change {
        return None;
    }
    let wrong = superlatives.iter().find_map(|found| {
        let (other, cell) = found.beaten_by(scope)?;
        let source = both((row, found.cell), (other, cell));
        Some(Compared::of(true, found.word, source))
    });
    wrong
        .unwrap_or(Compared::BorneOut)
        .told_by(asked, scope, &besides(&said))
}

/// A word of a claim by which its row has the most, or the least, of a column.
struct Superlative<'c, 't> {
    word: &'c str,
    is_most: bool,
    cell: &'c Cell<'t>,
    value: f64,
    column: usize,
}

impl<'c, 't> Superlative<'c, 't> {
    fn read(
        scope: &Scope<'c, 't>,
        row: &'c Row<'t>,
        lower: &'c [String],
        at: usize,
    ) -> Option<Self> {
        let word = lower.get(at)?.as_str();
        let word_before = |back: usize| {
            let before = at.checked_sub(back).and_then(|at| lower.get(at));
            before.map_or("", String::as_str)
        };
        // `The most expensive`, `the least deep`.
        let degree = word_before(1);
        let is_of_degree = matches!(degree, "most" | "least");
        let is_first = word_before(if is_of_degree { 2 } else { 1 }) == "the";
        let is_of_several = word_before(2) == "of" || word_before(2) == "among";
        let is_superlative = is_of_degree || word.ends_with("est");
        let measured = || {
            let mut cells = row.values();
            cells.find_map(|(column, cell)| {
                let is_much = says_much(cell.head, word)?;
                Some((column, cell, is_much != (is_of_degree && degree == "least")))
            })
        };
        let of_head = || {
            let is_most = MOST.contains(&word);
            let is_least = LEAST.contains(&word);
            let next = lower.get(at + 1).map_or("", String::as_str);
            let cell = only_cell(scope, row)?;
            // `The longest range`: of what the head measures the most.
            let head = stems(bare(cell.head));
            let is_head = head.first().is_some_and(|(first, _)| *first == stem(next));
            let is_of_it = word.ends_with("est") && is_head;
            let is_little = SHORT.contains(&word);
            let column = row.cells.iter().position(|own| std::ptr::eq(own, cell))?;
            (is_most || is_least || is_of_it).then_some((
                column,
                cell,
                is_most || !is_least && !is_little,
            ))
        };
        let (column, cell, is_most) = measured().filter(|_| is_superlative).or_else(of_head)?;
        (is_first && !is_of_several).then_some(Self {
            word,
            is_most,
            cell,
            value: cell.value?,
            column,
        })
    }

    /// The row that has more, or less, than the claim's.
    fn beaten_by<'a>(&self, scope: &Scope<'a, 't>) -> Option<(&'a Row<'t>, &'a Cell<'t>)> {
        let is_beaten = |other: f64| {
            if self.is_most {
                other > self.value
            } else {
                other < self.value
            }
        };
        let others = scope.table.rows.iter().filter(|row| !row.is_sum());
        let mut cells = others.filter_map(|row| Some((row, row.cells.get(self.column)?)));
        cells.find(|(_, cell)| cell.value.is_some_and(is_beaten))
    }
}

/// `The Centre won more seats in 2022 than in 2018`, `more deaths than births`: two cells of one row.
fn across(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let than = asked.text.find(" than ")?;
    let [(a, first), (b, second)] = scope.columns.as_slice() else {
        return None;
    };
    let mut compares = lower.iter().filter_map(|word| {
        let is_more = MORE.contains(&word.as_str());
        (is_more || LESS.contains(&word.as_str())).then_some((word, is_more))
    });
    let ((word, is_more), None) = (compares.next()?, compares.next()) else {
        return None;
    };
    let is_between = *first < than && than < *second;
    let (a, b) = (row.cells.get(*a)?, row.cells.get(*b)?);
    let (own, other) = (a.value?, b.value?);
    if !is_between {
        return None;
    }
    let is_wrong = if is_more { own <= other } else { own >= other };
    let source = format!("{}, {}", told(a), told(b));
    Compared::of(is_wrong, word, source).told_by(asked, scope, &besides(&[word]))
}

/// `Tveit handled more cargo than Keld` where it has less in every year that the table gives.
fn outdone(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let [row, next] = scope.rows.as_slice() else {
        return None;
    };
    let than = asked.text.find(" than ")?;
    let mut compares = lower.iter().filter_map(|word| {
        let is_more = MORE.contains(&word.as_str());
        (is_more || LESS.contains(&word.as_str())).then_some((word, is_more))
    });
    let ((word, is_more), None) = (compares.next()?, compares.next()) else {
        return None;
    };
    let (first, second) = on_either_side(asked, (row, next), than)?;
    let is_meant = |column: usize, cell: &Cell<'_>| match scope.columns.as_slice() {
        [] => untimed_at(cell.head, &asked.stems).is_some(),
        named => named.iter().any(|(own, _)| *own == column),
    };
    let meant = first
        .values()
        .filter(|(column, cell)| is_meant(*column, cell));
    let pairs: Option<Vec<_>> = meant
        .map(|(column, own)| Some((own, second.cells.get(column)?, own.value?)))
        .map(|found| found.and_then(|(own, other, value)| Some((own, other, value > other.value?))))
        .collect();
    let pairs = pairs.filter(|pairs| !pairs.is_empty())?;
    let (own, other, is_above) = *pairs.first()?;
    if pairs.iter().any(|(.., above)| *above != is_above) || own.value == other.value {
        return None;
    }
    let source = both((first, own), (second, other));
    Compared::of(is_above != is_more, word, source).told_by(asked, scope, &besides(&[word]))
}

/// `The figure fell from $502m to $480m` of a row that has the two the other way round.
fn turned_round(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let from = asked.text.find(" from ")?;
    let to = from + asked.text.get(from..)?.find(" to ")?;
    let own = quantities(asked.text);
    let behind = |place: usize| {
        let mut all = own.iter().filter(|own| own.amount().is_some());
        all.find(|own| own.span.start >= place)
    };
    let (first, second) = (behind(from)?, behind(to)?);
    if first.span.start > to {
        return None;
    }
    let cell_of = |figure: &Quantity| {
        let mut cells = row.values().filter(|(_, cell)| cell.value.is_some());
        cells.find(|(_, cell)| asked.is_written(scope.table, figure, cell.text, cell.head))
    };
    let ((_, early), (_, late)) = (cell_of(first)?, cell_of(second)?);
    let is_wrong = time_of(early.head)? > time_of(late.head)?;
    let said = asked.text.get(from..second.span.end)?.trim();
    let source = format!("{}, {}", told(late), told(early));
    is_wrong.then(|| Compared::of(true, said, source))
}

/// Two rows in the order in which a claim names them, if a place in it lies between.
fn on_either_side<'a, 'r>(
    asked: &Asked<'_>,
    (row, next): (&'a Row<'r>, &'a Row<'r>),
    at: usize,
) -> Option<(&'a Row<'r>, &'a Row<'r>)> {
    let place = |row: &Row<'_>| named_at(row.label(), &asked.stems);
    let (own, other) = (place(row)?, place(next)?);
    let (from, to) = (own.min(other), own.max(other));
    let in_order = if own < other {
        (row, next)
    } else {
        (next, row)
    };
    (from..to).contains(&at).then_some(in_order)
}

/// `Keld overtook Orsa in 2021` where it has less in that year.
fn passed(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let word = lower.iter().find(|word| PASSED.contains(&word.as_str()))?;
    let at = asked.text.to_lowercase().find(word.as_str())?;
    let [row, next] = scope.rows.as_slice() else {
        return None;
    };
    let (first, second) = on_either_side(asked, (row, next), at)?;
    let (a, b) = (only_cell(scope, first)?, only_cell(scope, second)?);
    let is_wrong = a.value? <= b.value?;
    Compared::of(is_wrong, word, both((first, a), (second, b))).told_by(asked, scope, &[word])
}

/// `In 2020 Keld landed less than Orsa` where it landed more.
fn ranked(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let is_meant = |column: usize| match scope.columns.as_slice() {
        [(only, _)] => column == *only,
        _ => true,
    };
    let rows = scope.table.rows.iter();
    let lines: Vec<String> = rows.map(|row| row.line(is_meant)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let found = misranked_rows(asked.text, &lines).filter(|found| found.is_certain)?;
    Some(Compared::of(true, &found.claim, found.source))
}

/// The cell of a row under the one head that the claim names, or the only one that it has.
fn only_cell<'a, 't>(scope: &Scope<'a, 't>, row: &'a Row<'t>) -> Option<&'a Cell<'t>> {
    match scope.columns.as_slice() {
        [(only, _)] => row.cells.get(*only),
        [] => {
            let mut values = row.values();
            let (_, only) = values.next()?;
            values.next().is_none().then_some(only)
        }
        _ => None,
    }
}

pub(super) fn told(cell: &Cell<'_>) -> String {
    format!("{}: {}", cell.head, cell.text)
}

fn both((row, own): (&Row<'_>, &Cell<'_>), (next, other): (&Row<'_>, &Cell<'_>)) -> String {
    format!(
        "{} {}, {} {}",
        row.label(),
        own.text,
        next.label(),
        other.text
    )
}

/// What a claim may say beside what its table tells: these words, and verbs that say no more than that a row has its figures.
pub(super) fn besides<'w>(own: &[&'w str]) -> Vec<&'w str> {
    own.iter().chain(HAS).copied().collect()
}

#[rustfmt::skip]
const HAS: &[&str] = &[
    "had", "has", "held", "holds", "won", "got", "recorded", "reported", "registered", "counted", "reached", "showed", "shows", "saw", "posted", "scored", "gave", "took",
    "received", "produced", "yielded", "stood", "went", "number",
];

const MOST: &[&str] = &["largest", "highest", "biggest", "greatest", "most"];
const LEAST: &[&str] = &["smallest", "lowest", "least", "fewest"];

/// Of those that begin before what is measured, the ones that say that there is little of it.
const SHORT: &[&str] = &[
    "shortest",
    "lowest",
    "slowest",
    "narrowest",
    "shallowest",
    "lightest",
    "cheapest",
    "youngest",
    "weakest",
    "thinnest",
];

/// Verbs whose subject comes to have more than their object.
const PASSED: &[&str] = &[
    "overtook",
    "overtaken",
    "surpassed",
    "exceeded",
    "outstripped",
];

/// What may be large though the value is not.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "increase", "rise", "gain", "growth", "jump", "fall", "drop", "decline", "decrease", "loss", "change", "difference", "second", "third", "fourth", "next", "one",
];

#[cfg(test)]
mod tests {
    use super::super::tabled;
    use super::*;

    #[track_caller]
    fn check(claim: &str, expected: Option<&str>) {
        const CATCH: &str = "The catch of the three towns in tonnes.\n\nTown | 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101\nVarn | 60 | 60";
        let found = tabled(claim, &[CATCH])
            .against
            .map(|against| match against {
                Against::Otherwise { claim, source } => format!("{claim}: {source}"),
                Against::Exchanged(exchange) => format!("{exchange:?}"),
            });
        assert_eq!(found.as_deref(), expected, "{claim}");
    }

    #[test]
    fn what_is_set_against_the_cells_with_a_verb_of_its_own_is_told() {
        const PORTS: &str = "Port | Cargo 2022 (kt) | Cargo 2023 (kt) | Cruise calls 2023\nSolvik | 4710 | 4360 | 58\nHavnsund | 1450 | 1395 | 31\nTveit | 860 | 905 | 0";
        const MODELS: &str = "| Model | Battery life | Weight |\n|---|---|---|\n| Alpha | 14 h | 1.1 kg |\n| Gamma | 9 h | 2.3 kg |";
        for (wrong, right) in [
            (
                "Havnsund handled more cargo in 2023 than in 2022.",
                "Havnsund handled less cargo in 2023 than in 2022.",
            ),
            (
                "Tveit handled more cargo than Havnsund.",
                "Havnsund handled more cargo than Tveit.",
            ),
            (
                "Tveit had the most cruise calls.",
                "Solvik had the most cruise calls.",
            ),
        ] {
            assert!(tabled(wrong, &[PORTS]).against.is_some(), "{wrong}");
            assert!(tabled(right, &[PORTS]).against.is_none(), "{right}");
        }
        let wrong = tabled("The Gamma has the longest battery life.", &[MODELS]);
        assert!(wrong.against.is_some(), "{wrong:?}");
    }

    #[test]
    fn a_change_the_other_way_is_told_with_both_figures() {
        check(
            "Keld's catch rose between 2020 and 2021.",
            Some("rose: Keld, 2020: 120; Keld, 2021: 95"),
        );
        check("Keld's catch fell between 2020 and 2021.", None);
        check("Keld's population rose between 2020 and 2021.", None);
    }

    #[test]
    fn a_word_of_another_cell_is_given_to_the_wrong_thing() {
        const PARTS: &str = "Element | Condition 2012 | Condition 2022 | Cost\nPiers | good | fair | 420\nParapets | poor | good | 0";
        is_against("The parapets were in good condition in 2012.", PARTS, true);
        is_against("The parapets were in good condition in 2022.", PARTS, false);
        is_against("The parapets were in poor condition in 2012.", PARTS, false);
    }

    #[test]
    fn who_has_the_most_of_a_column_is_read_from_it() {
        check(
            "In 2021 Keld had the largest catch.",
            Some("largest: Keld 95, Orsa 101"),
        );
        check("In 2021 Orsa had the largest catch.", None);
        check(
            "Orsa had the smallest catch in 2020.",
            Some("smallest: Orsa 80, Varn 60"),
        );
        check("Keld had one of the largest catches in 2021.", None);
    }

    #[test]
    fn who_passed_whom_is_read_from_the_column() {
        check(
            "Keld overtook Orsa in 2021.",
            Some("overtook: Keld 95, Orsa 101"),
        );
        check("Orsa overtook Keld in 2021.", None);
    }

    #[test]
    fn what_is_more_than_what_is_read_from_the_column() {
        check("In 2020 Keld's catch was larger than Orsa's.", None);
        assert!(
            tabled(
                "In 2020 Orsa's catch was larger than Keld's.",
                &["Catch.\n\nTown | 2020 | 2021\nKeld | 120 | 95\nOrsa | 80 | 101"]
            )
            .against
            .is_some()
        );
    }

    const LAKES: &str =
        "Lake | Depth (m) | Area (km²)\nOrla | 48 | 12\nSund | 110 | 7\nTarn | 22 | 31";
    const SEATS: &str = "Party | Seats 2018 | Seats 2022\nCentre | 31 | 22\nGreen | 16 | 18";

    #[track_caller]
    fn is_against(claim: &str, evidence: &str, expected: bool) {
        let found = tabled(claim, &[evidence]).against;
        assert_eq!(found.is_some(), expected, "{claim}: {found:?}");
    }

    #[test]
    fn what_is_deepest_or_largest_is_read_from_what_the_heads_measure() {
        is_against("Sund is the largest of the three lakes.", LAKES, true);
        is_against("Tarn is the deepest of the three lakes.", LAKES, true);
        is_against(
            "Tarn is the largest of the three lakes but the shallowest.",
            LAKES,
            false,
        );
        is_against("Orla covers 31 square kilometres.", LAKES, true);
        is_against("Orla covers 12 square kilometres.", LAKES, false);
    }

    #[test]
    fn heads_with_their_unit_behind_a_line_are_measured_as_well() {
        const BILLS: &str =
            "region: North; average_bill_eur: 1240\n\nregion: South; average_bill_eur: 1610";
        const DRUGS: &str =
            "| drug | response_rate |\n|---|---|\n| A | 0.42 |\n| B | 0.31 |\n| Placebo | 0.12 |";
        const PRICES: &str = "| product | price_usd | units_sold |\n|---|---|---|\n| Lamp | 24.50 | 1200 |\n| Chair | 89.00 | 430 |\n| Desk | 240.00 | 95 |";
        is_against("The lamp is the most expensive product.", PRICES, true);
        is_against("The desk is the most expensive product.", PRICES, false);
        is_against("The North has the highest average bill.", BILLS, true);
        is_against("The South has the highest average bill.", BILLS, false);
        is_against(
            "The response rate was higher with placebo than with drug A.",
            DRUGS,
            true,
        );
        is_against(
            "The response rate was higher with drug A than with placebo.",
            DRUGS,
            false,
        );
    }

    #[test]
    fn cells_of_one_row_are_held_against_each_other() {
        is_against(
            "The Centre won more seats in 2022 than in 2018.",
            SEATS,
            true,
        );
        is_against(
            "The Centre won more seats in 2018 than in 2022.",
            SEATS,
            false,
        );
        is_against(
            "In 2022 the Green party held more seats than the Centre.",
            SEATS,
            true,
        );
        is_against(
            "The Green party fell from 18 seats to 16 seats.",
            SEATS,
            true,
        );
        is_against(
            "The Green party rose from 16 seats to 18 seats.",
            SEATS,
            false,
        );
    }
}
