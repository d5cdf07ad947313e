//! Changes: between which two cells a claim says that something rose or fell, and whether it did.
//!
//! `Cargo at Keld fell in 2023` names one cell and means the one before it of the same as well; `profit was higher in Q1 than in Q2` sets the first against the
//! second, whichever was first in time.

use std::cmp::Ordering;

use super::bound::Place;
use super::claimed::{Against, Asked, Scope};
use super::heads::{time_of, timeless};
use super::{Row, named_at};
use crate::check::language::directions::axis;
use crate::check::language::terms::{plain, words};

/// The cell from which something changed, and the one to which it did.
pub(super) type Change<'a, 't> = [Place<'a, 't>; 2];

impl<'a, 't> Scope<'a, 't> {
    /// The two cells between which a claim may tell a change: of one row under two heads, or of two rows under the one head that is meant; the one that it names
    /// and the one before it; or the first and the last of what goes one way all the time.
    pub(super) fn change(&self, asked: &Asked<'_>) -> Option<Change<'a, 't>> {
        let ends = self.ends(asked)?;
        ends.iter().all(grows_with_its_number).then_some(ends)
    }

    fn ends(&self, asked: &Asked<'_>) -> Option<Change<'a, 't>> {
        match (self.rows.as_slice(), self.columns.as_slice()) {
            ([row], [(a, _), (b, _)]) => {
                self.in_order(asked, &[Place::of(row, *a)?, Place::of(row, *b)?])
            }
            ([row], [(only, at)]) => {
                let named = Place::of(row, *only)?;
                if time_of(named.cell.head).is_some() {
                    beside_in_time(named, along(row, named.cell.head), asked, *at)
                } else {
                    self.between_rows(named, asked)
                }
            }
            ([row], []) => first_and_last(row, asked),
            ([_, _], columns) => {
                let rows = self.rows_in_order(asked)?;
                let mut values = rows.first()?.0.values();
                let column = match columns {
                    [(only, _)] => *only,
                    [] => values.next().filter(|_| values.next().is_none())?.0,
                    _ => return None,
                };
                let places: Option<Vec<_>> =
                    rows.iter().map(|(row, _)| Place::of(row, column)).collect();
                self.in_order(asked, &places?)
            }
            _ => None,
        }
    }

    /// Two cells in the order in which something changed from the one to the other; they are given as the claim names them.
    pub(super) fn in_order(
        &self,
        asked: &Asked<'_>,
        places: &[Place<'a, 't>],
    ) -> Option<Change<'a, 't>> {
        let [one, other] = *places else { return None };
        let order = one.time()?.cmp(&other.time()?);
        if order != Ordering::Equal && self.are_set_against(asked) {
            return Some([other, one]);
        }
        match order {
            Ordering::Less => Some([one, other]),
            Ordering::Greater => Some([other, one]),
            Ordering::Equal => None,
        }
    }

    /// Whether a claim names two heads, or two rows, on either side of `than`.
    fn are_set_against(&self, asked: &Asked<'_>) -> bool {
        let rows = || self.rows_in_order(asked).unwrap_or_default();
        let sides = match self.columns.as_slice() {
            [(_, one), (_, other)] => Some((*one, *other)),
            _ => match rows().as_slice() {
                [(_, one), (_, other)] => Some((*one, *other)),
                _ => None,
            },
        };
        let between = sides.and_then(|(one, other)| asked.text.get(one..other));
        between.is_some_and(|between| between.contains(" than "))
    }

    /// A cell whose row is of a time, and the one in the row of another that is called the same otherwise.
    fn between_rows(&self, named: Place<'a, 't>, asked: &Asked<'_>) -> Option<Change<'a, 't>> {
        let called = |row: &Row<'t>| -> Vec<String> { row.keys().map(timeless).collect() };
        let at = named
            .row
            .keys()
            .filter(|key| time_of(key).is_some())
            .find_map(|key| named_at(key, &asked.stems))?;
        let own = called(named.row);
        let alike = self.table.rows.iter().filter(|row| called(row) == own);
        let places = alike.filter_map(|row| Place::of(row, named.column));
        beside_in_time(named, places, asked, at)
    }
}

/// Whether what a cell gives is more where its number is: a deficit that is given as less than nothing is not, nor is a place in a ranking.
fn grows_with_its_number(place: &Place<'_, '_>) -> bool {
    const RANKS: &[&str] = &["rank", "ranking", "ranked", "place", "position", "standing"];
    let mut names = place.row.keys().chain([place.cell.head]);
    let is_rank = names.any(|name| {
        let mut all = words(name).filter_map(|span| name.get(span));
        all.any(|word| RANKS.contains(&plain(word).as_str()))
    });
    !is_rank && place.cell.value.is_none_or(|value| value >= 0.0)
}

/// The cells of a row that are of one series with the one under a head: `Cargo 2022` and `Cargo 2023`.
fn along<'a, 't>(row: &'a Row<'t>, head: &'t str) -> impl Iterator<Item = Place<'a, 't>> {
    let series = timeless(head);
    let cells = row
        .values()
        .filter(move |(_, cell)| timeless(cell.head) == series);
    cells.filter_map(|(column, _)| Place::of(row, column))
}

/// A cell that a claim names by its time, and the one from which, or to which, the change was: the one before it, or the last one of what happened `since`.
fn beside_in_time<'a, 't>(
    named: Place<'a, 't>,
    series: impl Iterator<Item = Place<'a, 't>>,
    asked: &Asked<'_>,
    at: usize,
) -> Option<Change<'a, 't>> {
    const SINCE: &[&str] = &["since", "from", "after"];
    /// Behind these a time is no end of the change, or not the only one.
    const OTHERWISE: &[&str] = &[
        "before", "until", "till", "by", "through", "than", "unlike", "compared", "with",
    ];
    let own = named.time()?;
    let before = asked.text.get(..at)?;
    let last = words(before).last().and_then(|span| before.get(span));
    let last = last.map(plain).unwrap_or_default();
    let others = series.filter_map(|place| Some((place.time()?, place)));
    if SINCE.contains(&last.as_str()) {
        let later = others.filter(|(time, _)| *time > own);
        let (_, latest) = later.max_by_key(|(time, _)| *time)?;
        return Some([named, latest]);
    }
    if OTHERWISE.contains(&last.as_str()) {
        return None;
    }
    let earlier = others.filter(|(time, _)| *time < own);
    let (_, nearest) = earlier.max_by_key(|(time, _)| *time)?;
    Some([nearest, named])
}

/// The first and the last cell of the one series of a row that the claim may mean, if it goes one way all the time.
fn first_and_last<'a, 't>(row: &'a Row<'t>, asked: &Asked<'_>) -> Option<Change<'a, 't>> {
    let is_meant = |head: &str| {
        let series = timeless(head);
        time_of(head).is_some() && (series.is_empty() || named_at(&series, &asked.stems).is_some())
    };
    let mut heads = row.values().map(|(_, cell)| cell.head);
    let first = heads.find(|head| is_meant(head))?;
    if heads.any(|head| is_meant(head) && timeless(head) != timeless(first)) {
        return None;
    }
    let all: Option<Vec<_>> = along(row, first)
        .filter(|place| place.time().is_some())
        .map(|place| Some((place, place.cell.value?)))
        .collect();
    let all = all.filter(|all| all.len() > 1)?;
    let goes = |order: Ordering| all.is_sorted_by(|(_, a), (_, b)| a.total_cmp(b) == order);
    let is_one_way = goes(Ordering::Less) || goes(Ordering::Greater);
    let ends = all.first().zip(all.last()).filter(|_| is_one_way);
    let ((one, _), (other, _)) = ends?;
    match one.time()?.cmp(&other.time()?) {
        Ordering::Less => Some([*one, *other]),
        Ordering::Greater => Some([*other, *one]),
        Ordering::Equal => None,
    }
}

/// The one word of a claim by which something rose or fell between two cells, and what they tell where that is the reverse.
pub(super) fn course<'w>(
    lower: &'w [String],
    [from, to]: &Change<'_, '_>,
) -> Option<(&'w str, Option<Against>)> {
    /// What falls without growing less.
    const FALLS: &[&str] = &["rain", "snow", "hail"];
    let (rises, _) = axis("rose")?;
    let mut turns = lower
        .iter()
        .filter_map(|word| Some((word, axis(word).filter(|(at, _)| *at == rises)?.1)));
    let ((word, is_up), None) = (turns.next()?, turns.next()) else {
        return None;
    };
    let comes_down = || lower.iter().any(|word| FALLS.contains(&word.as_str()));
    if word.starts_with('f') && comes_down() {
        return None;
    }
    let (old, new) = (from.cell.value?, to.cell.value?);
    let is_wrong = if is_up { new <= old } else { new >= old };
    let told = |place: &Place<'_, '_>| {
        let Place { row, cell, .. } = place;
        format!("{}, {}: {}", row.label(), cell.head, cell.text)
    };
    let against = is_wrong.then(|| Against::Otherwise {
        claim: word.clone(),
        source: format!("{}; {}", told(from), told(to)),
    });
    Some((word, against))
}

#[cfg(test)]
mod tests {
    use super::super::bound::tests::{YEARS, check};
    use super::super::claimed::tabled;

    const PORTS: &str = "Port | Cargo 2022 (kt) | Cargo 2023 (kt) | Cruise calls 2023\nSolvik | 4710 | 4360 | 58\nHavnsund | 1450 | 1395 | 31\nTveit | 860 | 905 | 0";

    #[test]
    fn a_rise_that_the_two_cells_have_as_a_fall_is_told() {
        check(
            YEARS,
            "The rate rose from 11.7 % in 2005 to 5.7 % in 2017.",
            false,
        );
        let held = tabled(
            "The rate fell from 11.7 % in 2005 to 5.7 % in 2017.",
            &[YEARS],
        );
        assert!(held.is_all_told, "{held:?}");
    }

    #[test]
    fn a_change_without_figures_is_held_against_the_cells() {
        const SALES: &str = "Region | Q1 2024 (kEUR) | Q2 2024 (kEUR) | Q3 2024 (kEUR) | Churn %\nEast | 1510 | 1475 | 1440 | 3.2\nWest | 640 | 720 | 815 | 7.8";
        const AIR: &str = "station: High Street; year: 2018; no2: 48\n\nstation: High Street; year: 2023; no2: 31\n\nstation: Station Square; year: 2018; no2: 42\n\nstation: Station Square; year: 2023; no2: 29";
        for (table, right, wrong) in [
            (
                SALES,
                "Sales in East fell between Q1 and Q3.",
                "Sales in East rose between Q1 and Q3.",
            ),
            (SALES, "Sales in West rose.", "Sales in West fell."),
            (
                AIR,
                "Values at High Street fell between 2018 and 2023.",
                "Values at High Street rose between 2018 and 2023.",
            ),
            (
                AIR,
                "Station Square recorded 42 in 2018 and 29 in 2023.",
                "Station Square recorded 29 in 2018 and 42 in 2023.",
            ),
        ] {
            check(table, right, true);
            check(table, wrong, false);
        }
    }

    #[test]
    fn who_names_one_time_says_that_it_changed_from_the_time_before() {
        for (table, right, wrong) in [
            (
                PORTS,
                "Cargo at Havnsund fell in 2023.",
                "Cargo at Havnsund increased in 2023.",
            ),
            (
                PORTS,
                "In 2023 cargo at Tveit grew.",
                "In 2023 cargo at Solvik grew.",
            ),
            (
                PORTS,
                "Cargo at Solvik fell to 4360 kt in 2023.",
                "Cargo at Solvik grew to 4360 kt in 2023.",
            ),
            (
                PORTS,
                "Cargo at Tveit has increased since 2022.",
                "Cargo at Tveit has dropped since 2022.",
            ),
            (
                PORTS,
                "Cargo at Havnsund fell.",
                "Cargo at Havnsund increased.",
            ),
            (YEARS, "The rate fell in 2011.", "The rate rose in 2011."),
        ] {
            check(table, right, true);
            check(table, wrong, false);
        }
        let rain = "Month | Rain (mm)\nMay | 30\nJuly | 42";
        check(rain, "In July 42 mm of rain fell.", true);
        // Of the time before the first nothing is known, nor of what happened up to some time.
        check(PORTS, "Cargo at Havnsund increased in 2022.", true);
        check(PORTS, "Cargo at Havnsund had increased by 2023.", true);
    }

    #[test]
    fn less_than_nothing_and_a_place_in_a_ranking_go_the_other_way() {
        const DEFICIT: &str = "Town | Deficit 2022 | Deficit 2023\nHam | -12.4 | -9.1";
        const RANKS: &str = "Player | Rank 2022 | Rank 2023\nAva | 5 | 2";
        check(DEFICIT, "The deficit of Ham fell in 2023.", true);
        check(RANKS, "Ava rose in rank in 2023.", true);
    }

    #[test]
    fn what_was_higher_than_at_another_time_need_not_have_been_later() {
        const QUARTERS: &str =
            "Quarter | Revenue (EUR m) | Profit (EUR m)\nQ1 | 48.2 | 5.1\nQ2 | 51.0 | 4.4";
        for (table, right, wrong) in [
            (
                QUARTERS,
                "Profit was higher in Q1 than in Q2.",
                "Profit was higher in Q2 than in Q1.",
            ),
            (
                PORTS,
                "Havnsund's cargo was higher in 2022 than in 2023.",
                "Havnsund's cargo was higher in 2023 than in 2022.",
            ),
        ] {
            check(table, right, true);
            check(table, wrong, false);
        }
    }
}
