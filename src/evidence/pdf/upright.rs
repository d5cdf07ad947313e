//! Text that is written from top to bottom in columns from right to left, as Japanese and Chinese books are set.
//!
//! The parser tells of it what it tells of any upright character. That characters run down the page shows in where they stand: each right below the last,
//! with more room to the next column.

use pdf_oxide::layout::TextChar;

/// The way from one character of a line to the next, in units of its size, reaches so far; that to the next line is longer.
const STEP: std::ops::RangeInclusive<f32> = 0.7..=1.25;
/// So many characters below each other are no column of a table.
const FEWEST: usize = 4;

/// Which of these characters, all upright, are part of a line that runs down the page.
pub(super) fn runs_down(chars: &[&TextChar]) -> Vec<bool> {
    let mut down = vec![false; chars.len()];
    let mut signs: Vec<usize> = (0..chars.len())
        .filter(|at| chars.get(*at).is_some_and(|char| is_square(char)))
        .collect();
    let sign = |at: usize| chars.get(at).copied();
    let follows = |a: usize, b: usize, is_down: bool| {
        let (Some(a), Some(b)) = (sign(a), sign(b)) else {
            return false;
        };
        let (right, below) = (b.origin_x - a.origin_x, a.origin_y - b.origin_y);
        let (along, aside) = if is_down {
            (below, right)
        } else {
            (right, below)
        };
        let size = a.font_size.abs();
        STEP.contains(&(along / size)) && aside.abs() < size * 0.15
    };
    let place = |at: usize| sign(at).map_or((0.0, 0.0), |char| (char.origin_x, char.origin_y));
    let row = |at: usize| (place(at).1 * 2.0).round();
    signs.sort_by(|a, b| {
        let across = place(*a).0.total_cmp(&place(*b).0);
        row(*b).total_cmp(&row(*a)).then(across)
    });
    let mut beside = vec![false; chars.len()];
    for pair in signs.windows(2) {
        let [a, b] = *pair else { continue };
        if follows(a, b, false) {
            for at in [a, b] {
                beside
                    .get_mut(at)
                    .into_iter()
                    .for_each(|beside| *beside = true);
            }
        }
    }
    let column = |at: usize| (place(at).0 * 2.0).round();
    signs.sort_by(|a, b| {
        let below = place(*b).1.total_cmp(&place(*a).1);
        column(*a).total_cmp(&column(*b)).then(below)
    });
    for run in signs.chunk_by(|a, b| follows(*a, *b, true)) {
        let with_neighbours = run
            .iter()
            .filter(|at| beside.get(**at) == Some(&true))
            .count();
        if run.len() >= FEWEST && with_neighbours * 4 <= run.len() {
            for at in run {
                down.get_mut(*at).into_iter().for_each(|down| *down = true);
            }
        }
    }
    down
}

/// Whether a character is as wide as it is high: ideographs, syllables and the marks that go with them.
fn is_square(char: &TextChar) -> bool {
    matches!(char.char, '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE10}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(columns: &[&str], between_columns: f32, between_rows: f32) -> Vec<TextChar> {
        let of_column = |(text, at): (&&str, u16)| {
            let column = text.chars().zip(0_u16..).map(move |(char, row)| TextChar {
                char,
                origin_x: 500.0 - f32::from(at) * between_columns,
                origin_y: 700.0 - f32::from(row) * between_rows,
                font_size: 10.0,
                ..TextChar::default()
            });
            column.collect::<Vec<_>>()
        };
        columns.iter().zip(0_u16..).flat_map(of_column).collect()
    }

    #[test]
    fn characters_right_below_each_other_run_down_the_page() {
        let columns = ["どっどどどどうど", "どどうどどどう"];
        let all = |chars: &[TextChar]| runs_down(&chars.iter().collect::<Vec<_>>());
        assert!(
            all(&grid(&columns, 17.0, 10.0))
                .into_iter()
                .all(|down| down)
        );
        // The same characters in lines across, and in rows of a table.
        assert!(
            !all(&grid(&columns, 10.0, 17.0))
                .into_iter()
                .any(|down| down)
        );
        assert!(
            !all(&grid(&columns, 60.0, 14.0))
                .into_iter()
                .any(|down| down)
        );
        assert!(
            !all(&grid(&["有無有"], 60.0, 10.0))
                .into_iter()
                .any(|down| down)
        );
        assert!(
            !all(&grid(&["letters"], 17.0, 10.0))
                .into_iter()
                .any(|down| down)
        );
        assert!(all(&[]).is_empty());
    }
}
