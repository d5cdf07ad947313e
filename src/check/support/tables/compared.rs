//! Compared: what a claim says of several cells of a table without their figures: that one rose, is the largest of its column, or passed another.

use super::claimed::{Against, Asked, Scope};
use super::{Cell, Row, named_at};
use crate::check::language::directions::axis;
use crate::check::language::terms::{plain, words};
use crate::check::meaning::polarity::is_denying;
use crate::check::support::rankings::misranked_rows;

/// What the cells that a claim speaks of come to.
pub(super) enum Compared {
    BorneOut,
    Against(Against),
}

impl Compared {
    /// As what a claim says in a word, and the cells say otherwise where it is wrong.
    fn of(is_wrong: bool, word: &str, source: String) -> Self {
        if is_wrong {
            Self::Against(Against::Otherwise {
                claim: word.to_owned(),
                source,
            })
        } else {
            Self::BorneOut
        }
    }
}

/// What the cells that a claim speaks of say to it, where the table has all its other words.
pub(super) fn compared(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let lower: Vec<String> = words(asked.text)
        .filter_map(|span| asked.text.get(span))
        .map(plain)
        .collect();
    if lower.iter().any(|word| is_denying(word)) {
        return None;
    }
    changed(asked, scope, &lower)
        .or_else(|| most(asked, scope, &lower))
        .or_else(|| passed(asked, scope, &lower))
        .or_else(|| ranked(asked, scope))
}

/// `The catch rose between 2020 and 2021` of a row that has less in the later year.
fn changed(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let [(a, _), (b, _)] = scope.columns.as_slice() else {
        return None;
    };
    let (rises, _) = axis("rose")?;
    let mut turns = lower
        .iter()
        .filter_map(|word| Some((word, axis(word).filter(|(at, _)| *at == rises)?.1)));
    let ((word, is_up), None) = (turns.next()?, turns.next()) else {
        return None;
    };
    let (a, b) = (row.cells.get(*a)?, row.cells.get(*b)?);
    let year = |cell: &Cell<'_>| cell.head.trim().parse::<u32>().ok();
    let (early, late) = if year(a)? < year(b)? { (a, b) } else { (b, a) };
    let (from, to) = (early.value?, late.value?);
    let is_wrong = if is_up { to <= from } else { to >= from };
    let source = format!("{}, {}", told(early), told(late));
    asked
        .is_told(scope.table.text, &[word])
        .then(|| Compared::of(is_wrong, word, source))
}

/// `Keld had the largest catch in 2021` where another row has more.
fn most(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    let at = lower
        .iter()
        .position(|word| MOST.contains(&word.as_str()) || LEAST.contains(&word.as_str()))?;
    let word = lower.get(at)?;
    let before = at.checked_sub(1).and_then(|before| lower.get(before));
    let is_first = before.is_some_and(|before| before == "the");
    let is_of_several = at
        .checked_sub(2)
        .and_then(|before| lower.get(before))
        .is_some_and(|before| before == "of");
    let is_of_change = lower.iter().any(|word| CHANGES.contains(&word.as_str()));
    let own = only_cell(scope, row)?;
    let value = own.value?;
    if !is_first || is_of_several || is_of_change || !asked.is_told(scope.table.text, &[word]) {
        return None;
    }
    let is_beaten = |other: f64| {
        if MOST.contains(&word.as_str()) {
            other > value
        } else {
            other < value
        }
    };
    let column = row.cells.iter().position(|cell| std::ptr::eq(cell, own))?;
    let others = scope.table.rows.iter().filter(|row| !is_sum(row));
    let mut cells = others.filter_map(|row| Some((row, row.cells.get(column)?)));
    let other = cells.find(|(_, cell)| cell.value.is_some_and(is_beaten));
    Some(match other {
        Some(other) => Compared::of(true, word, both((row, own), other)),
        None => Compared::BorneOut,
    })
}

/// `Keld overtook Orsa in 2021` where it has less in that year.
fn passed(asked: &Asked<'_>, scope: &Scope<'_, '_>, lower: &[String]) -> Option<Compared> {
    let word = lower.iter().find(|word| PASSED.contains(&word.as_str()))?;
    let at = asked.text.to_lowercase().find(word.as_str())?;
    let [row, next] = scope.rows.as_slice() else {
        return None;
    };
    let place = |row: &Row<'_>| named_at(row.label(), &asked.stems);
    let (first, second) = if place(row)? < place(next)? {
        (row, next)
    } else {
        (next, row)
    };
    if !(place(first)?..place(second)?).contains(&at) || !asked.is_told(scope.table.text, &[word]) {
        return None;
    }
    let (a, b) = (only_cell(scope, first)?, only_cell(scope, second)?);
    let is_wrong = a.value? <= b.value?;
    Some(Compared::of(is_wrong, word, both((first, a), (second, b))))
}

/// `In 2020 Keld landed less than Orsa` where it landed more.
fn ranked(asked: &Asked<'_>, scope: &Scope<'_, '_>) -> Option<Compared> {
    let lines: Vec<String> = scope.table.rows.iter().map(Row::line).collect();
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

fn told(cell: &Cell<'_>) -> String {
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

/// Whether a row is what the others come to.
fn is_sum(row: &Row<'_>) -> bool {
    const SUMS: &[&str] = &["total", "all", "sum", "overall", "average", "mean"];
    let label = plain(row.label());
    SUMS.iter().any(|sum| label.starts_with(sum))
}

const MOST: &[&str] = &["largest", "highest", "biggest", "greatest", "most"];
const LEAST: &[&str] = &["smallest", "lowest", "least", "fewest"];

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
    fn a_change_the_other_way_is_told_with_both_figures() {
        check(
            "Keld's catch rose between 2020 and 2021.",
            Some("rose: 2020: 120, 2021: 95"),
        );
        check("Keld's catch fell between 2020 and 2021.", None);
        check("Keld's population rose between 2020 and 2021.", None);
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
}
