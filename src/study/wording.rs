//! Small wordings that every part of the program says alike.

use std::time::Duration;

/// A number with its word in the right number: `1 page`, `12 pages`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", in_number(count, noun))
}

/// The word for so many of what a noun names.
fn in_number(count: usize, noun: &str) -> String {
    const HISSING: [&str; 4] = ["s", "x", "ch", "sh"];
    if count == 1 {
        noun.to_owned()
    } else if HISSING.iter().any(|end| noun.ends_with(end)) {
        format!("{noun}es")
    } else if let Some(stem) = noun
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        format!("{stem}ies")
    } else {
        format!("{noun}s")
    }
}

/// [`counted`] with the thousands of the number apart: `9,400 passages`.
#[must_use]
pub fn many(count: u64, noun: &str) -> String {
    let count = count.try_into().unwrap_or(usize::MAX);
    format!("{} {}", grouped(count), in_number(count, noun))
}

/// A time as journals keep it.
#[must_use]
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A number with its thousands apart: `9,400`.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How long something took: `2.3 s`, `45 s`, `12 min 5 s`, `3 h 20 min`.
#[must_use]
pub fn lasting(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match seconds {
        0..10 => format!("{}.{} s", seconds, milliseconds / 100 % 10),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes} min {} s", seconds % 60),
        _ => format!(
            "{} h {minutes} min",
            grouped(hours.try_into().unwrap_or(usize::MAX))
        ),
    }
}

/// How much room something takes: `812 bytes`, `4.5 kB`, `120 MB`.
#[must_use]
pub fn sized(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return counted(bytes.try_into().unwrap_or(usize::MAX), "byte");
    }
    let mut size = bytes as f64 / 1000.0;
    let mut unit = UNITS[0];
    for larger in &UNITS[1..] {
        if size < 999.5 {
            break;
        }
        size /= 1000.0;
        unit = larger;
    }
    let digits = usize::from(size < 99.95);
    format!("{size:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_plural() {
        let said: Vec<_> = [0, 1, 2].map(|count| counted(count, "page")).into();
        assert_eq!(said, ["0 pages", "1 page", "2 pages"]);
        let said = ["weakness", "query", "day", "match"].map(|noun| counted(2, noun));
        assert_eq!(said, ["2 weaknesses", "2 queries", "2 days", "2 matches"]);
        assert_eq!(counted(1, "weakness"), "1 weakness");
        assert_eq!(many(9400, "passage"), "9,400 passages");
    }

    #[test]
    fn thousands_are_set_apart() {
        let said: Vec<_> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(said, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn times_and_sizes_have_two_or_three_digits_that_matter() {
        let times = [0, 2340, 45_678, 725_000, 12_000_000];
        let said: Vec<_> = times.map(lasting).into();
        assert_eq!(said, ["0.0 s", "2.3 s", "45 s", "12 min 5 s", "3 h 20 min"]);
        let sizes = [
            1,
            812,
            4_512,
            99_960,
            999_700,
            120_400_000,
            3_210_000_000_000_000,
        ];
        let said: Vec<_> = sizes.map(sized).into();
        assert_eq!(
            said,
            [
                "1 byte",
                "812 bytes",
                "4.5 kB",
                "100 kB",
                "1.0 MB",
                "120 MB",
                "3210 TB"
            ]
        );
    }
}
