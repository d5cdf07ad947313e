//! Searching a window that is only read: what it says from top to bottom, and which rows or entries of it say what is searched for.

use regex::Regex;

/// Where what is searched for begins, each place once. Words that the end of a row parts are found too.
pub fn places(said: &[String], regex: &Regex) -> Vec<usize> {
    let mut whole = String::new();
    let mut starts = Vec::with_capacity(said.len());
    for one in said {
        starts.push(whole.len());
        whole.push_str(one);
        whole.push('\n');
    }
    let row_of = |at: usize| {
        starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    };
    let found = regex.find_iter(&whole);
    let mut places: Vec<usize> = found.map(|found| row_of(found.start())).collect();
    places.dedup();
    places
}

/// The first row of a page of `height` rows on which a row of a text stands a third down, as far as the text goes.
pub fn page_with(row: usize, height: usize, rows: usize) -> usize {
    row.saturating_sub(height / 3)
        .min(rows.saturating_sub(height))
}

/// Rows of a text as they are searched.
pub fn plain(rows: &[ratatui::text::Line<'_>]) -> Vec<String> {
    rows.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::search::Search;

    #[test]
    fn words_are_found_in_each_row_once_and_across_the_end_of_a_row() {
        let said = ["a bus and a bus", "the grid", "  limit of the bus"].map(str::to_owned);
        let found = |words| places(&said, &Search::new(words).unwrap().regex);
        assert_eq!(found("BUS"), [0, 2]);
        assert_eq!(found("grid limit"), [1]);
        assert_eq!(found("tram"), [0; 0]);
    }

    #[test]
    fn a_row_that_is_found_stands_a_third_down_a_page() {
        assert_eq!(page_with(50, 30, 200), 40);
        assert_eq!(page_with(4, 30, 200), 0);
        assert_eq!(page_with(199, 30, 200), 170);
        assert_eq!(page_with(3, 30, 4), 0);
    }
}
