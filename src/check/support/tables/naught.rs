//! Naught: a cell with 0 in it is what a claim says that denies the thing: `Tveit had no cruise calls`.

use super::claimed::{Asked, Scope};
use super::compared::{Compared, besides, told};
use super::heads::bare;
use super::{Cell, stems};
use crate::check::language::terms::stem;
use crate::check::meaning::denying::is_denying;

/// `Tveit had no cruise calls` of a row that has 0 under that head, or more.
pub(super) fn none_of_it(
    asked: &Asked<'_>,
    scope: &Scope<'_, '_>,
    lower: &[String],
) -> Option<Compared> {
    let denies = |at: &usize| lower.get(*at).is_some_and(|word| is_denying(word));
    let mut denials = (0..lower.len()).filter(denies);
    let at = denials.next().filter(|_| denials.next().is_none())?;
    if lower.get(at)? != "no" {
        return None;
    }
    let thing = stem(lower.get(at + 1)?);
    let [row] = scope.rows.as_slice() else {
        return None;
    };
    // What is denied is what the head counts, in the year of the head where the claim names one.
    let is_meant = |cell: &&Cell<'_>| {
        let (years, named): (Vec<String>, Vec<String>) = stems(bare(cell.head))
            .into_iter()
            .map(|(word, _)| word)
            .partition(|word| is_year(word));
        let is_said = |wanted: &String| asked.stems.iter().any(|(word, _)| word == wanted);
        let is_undated = !asked.stems.iter().any(|(word, _)| is_year(word));
        named.contains(&thing)
            && named.iter().all(is_said)
            && (is_undated || years.iter().all(is_said))
    };
    let cells = row.values().map(|(_, cell)| cell);
    let mut meant = cells.filter(is_meant);
    let cell = meant.next().filter(|_| meant.next().is_none())?;
    let value = cell.value?;
    let is_told = asked.untold(scope.table.text, &besides(&["no"])) == 0;
    is_told.then(|| Compared::of(value > 0.0, "no", told(cell)))
}

fn is_year(word: &str) -> bool {
    word.parse()
        .is_ok_and(|year: u32| (1500..2200).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::super::tabled;

    const PORTS: &str = "| Port | Cargo 2022 (kt) | Cargo 2023 (kt) | Cruise calls 2023 |\n|---|---|---|---|\n| Solvik | 4710 | 4360 | 58 |\n| Tveit | 860 | 905 | 0 |";

    #[test]
    fn what_a_row_has_none_of_is_a_zero_in_its_cell() {
        for (claim, is_against) in [
            ("Tveit had no cruise calls in 2023.", false),
            ("Tveit had no cruise calls.", false),
            ("Solvik had no cruise calls in 2023.", true),
        ] {
            let found = tabled(claim, &[PORTS]);
            assert_eq!(found.against.is_some(), is_against, "{claim}: {found:?}");
            assert_eq!(found.is_all_told, !is_against, "{claim}: {found:?}");
        }
    }

    #[test]
    fn a_unit_may_be_a_sign_in_the_head_or_stand_below() {
        let is_held = |claim: &str, amount: &str, table: &str| {
            let found = tabled(claim, &[table]);
            found.held.iter().any(|held| held.starts_with(amount))
        };
        let people = "| State | Population (m) |\n|---|---|\n| Osten | 2.8 |\n| Westen | 1.3 |";
        let homes = "| Region | 2022 | 2023 |\n|---|---|---|\n| North | 380 | 352 |\n| South | 220 | 251 |\n\nHomes sold, in thousands.";
        let ports = "Solvik handled 4.71 million tonnes of cargo in 2022.";
        let osten = "Osten has a population of 2.8 million.";
        let south = "The South sold 251,000 homes in 2023.";
        assert!(is_held(ports, "4.71 million", PORTS));
        assert!(is_held(osten, "2.8 million", people));
        assert!(is_held(south, "251,000", homes));
        assert!(!is_held(
            "The South sold 251,000 homes in 2022.",
            "251,000",
            homes
        ));
    }
}
