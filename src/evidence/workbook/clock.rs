//! Times of day and durations of workbooks, which a file keeps as parts of a day: half past seven in the morning is 0.3125.

use office_oxide::ir::TableCell;

/// A time as a spreadsheet shows it; `None` where the cell holds anything else, such as a time with its date.
pub(super) fn shown(cell: &TableCell) -> Option<String> {
    clock(cell.raw_number?, cell.number_format.as_deref()?)
}

fn clock(days: f64, format: &str) -> Option<String> {
    /// More days than this is no duration that anybody measured.
    const LONGEST: f64 = 100_000.0;
    let format = Format::of(format);
    let is_time = (0.0..1.0).contains(&days);
    let is_duration = format.goes_beyond_a_day && (0.0..LONGEST).contains(&days);
    if format.has_date || !(format.has_hours || format.has_seconds) || !(is_time || is_duration) {
        return None;
    }
    // Anything smaller comes of how numbers are kept.
    let seconds = (days * 86_400.0).round() as u64;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let shown = match (format.has_hours, format.has_seconds) {
        (false, _) => format!("{minutes}:{seconds:02}"),
        (true, false) => format!("{}:{:02}", minutes / 60, minutes % 60),
        (true, true) => format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60),
    };
    Some(shown)
}

/// What a format shows of a moment.
#[derive(Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a format shows or does not"
)]
struct Format {
    has_date: bool,
    has_hours: bool,
    has_seconds: bool,
    goes_beyond_a_day: bool,
}

impl Format {
    fn of(format: &str) -> Self {
        let mut found = Self::default();
        let mut letters = format.chars();
        // What is for numbers below zero comes behind a semicolon.
        while let Some(letter) = letters.next().filter(|letter| *letter != ';') {
            match letter.to_ascii_lowercase() {
                '\\' | '_' | '*' => {
                    letters.next();
                }
                '"' => {
                    letters.find(|letter| *letter == '"');
                }
                '[' => {
                    let inside: String = letters.by_ref().take_while(|c| *c != ']').collect();
                    let inside = inside.to_ascii_lowercase();
                    let is_all =
                        |unit: char| !inside.is_empty() && inside.chars().all(|c| c == unit);
                    found.goes_beyond_a_day |= ['h', 'm', 's'].into_iter().any(is_all);
                    found.has_hours |= is_all('h');
                    found.has_seconds |= is_all('s');
                }
                'y' | 'd' => found.has_date = true,
                'h' => found.has_hours = true,
                's' => found.has_seconds = true,
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_durations_read_as_a_spreadsheet_shows_them() {
        for (days, format, told) in [
            (0.295_138_888_9, "h:mm:ss", Some("7:05:00")),
            (0.295_138_888_9, "hh:mm", Some("7:05")),
            (0.8125, "h:mm AM/PM", Some("19:30")),
            (1.25, "[h]:mm:ss", Some("30:00:00")),
            (0.25, "[hh]:mm", Some("6:00")),
            (0.001_041_666_7, "mm:ss", Some("1:30")),
            (45_000.25, "h:mm", None),
            (45_000.25, "dd/mm/yyyy h:mm", None),
            (0.5, "d \"days\"", None),
            (0.5, "0.0", None),
            (0.5, "0 \"hours\"", None),
            (-0.5, "h:mm", None),
            (0.25, "[$-409]h:mm;@", Some("6:00")),
        ] {
            assert_eq!(clock(days, format).as_deref(), told, "{days} as {format}");
        }
    }
}
