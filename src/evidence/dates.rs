//! Dates as documents write them, brought to ISO 8601 as far as they are certain.

/// A date in one of the usual notations as `2026-03-14`, `2026-03` or `2026`. Notations that two countries read differently give only the year.
pub(super) fn iso_date(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches("D:");
    let parts: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .take(6)
        .collect();
    let first = *parts.first()?;
    let number = |at: usize| parts.get(at).and_then(|part| leading_number(part));
    if first.len() >= 8 && first.bytes().take(8).all(|byte| byte.is_ascii_digit()) {
        return date(
            first.get(..4)?.parse().ok()?,
            first.get(4..6)?.parse().ok(),
            first.get(6..8)?.parse().ok(),
        );
    }
    if let Some(at) = parts.iter().position(|part| month(part).is_some()) {
        let named = parts.get(at).and_then(|part| month(part));
        let year = parts.iter().find_map(|part| year(part))?;
        let around = [at.checked_sub(1).and_then(number), number(at + 1)];
        let day = around.into_iter().flatten().find(|day| *day <= 31);
        return date(year, named, day);
    }
    if let Some(year) = year(first) {
        return date(year, number(1), number(2));
    }
    let year = parts.get(2).and_then(|part| year(part))?;
    match (number(0)?, number(1)?) {
        (day, month) if text.contains('.') || day > 12 => date(year, Some(month), Some(day)),
        (month, day) if day > 12 => date(year, Some(month), Some(day)),
        _ => date(year, None, None),
    }
}

fn date(year: u32, month: Option<u32>, day: Option<u32>) -> Option<String> {
    let month = month.filter(|month| (1..=12).contains(month));
    let day = day.filter(|day| (1..=31).contains(day));
    match (month, day) {
        _ if !(1000..=2999).contains(&year) => None,
        (Some(month), Some(day)) => Some(format!("{year}-{month:02}-{day:02}")),
        (Some(month), None) => Some(format!("{year}-{month:02}")),
        (None, _) => Some(year.to_string()),
    }
}

fn year(part: &str) -> Option<u32> {
    (part.len() == 4)
        .then(|| part.parse().ok())
        .flatten()
        .filter(|year| (1000..=2999).contains(year))
}

/// The number that a part starts with: `14` of `14th` and of `14T09`.
fn leading_number(part: &str) -> Option<u32> {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    part.get(..digits)?.parse().ok()
}

fn month(part: &str) -> Option<u32> {
    const MONTHS: [&[&str]; 12] = [
        &["jan", "january", "januar"],
        &["feb", "february", "februar"],
        &["mar", "march", "märz"],
        &["apr", "april"],
        &["may", "mai"],
        &["jun", "june", "juni"],
        &["jul", "july", "juli"],
        &["aug", "august"],
        &["sep", "sept", "september"],
        &["oct", "october", "okt", "oktober"],
        &["nov", "november"],
        &["dec", "december", "dez", "dezember"],
    ];
    let part = part.to_lowercase();
    MONTHS
        .iter()
        .position(|names| names.contains(&part.as_str()))
        .map(|at| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_notations_are_understood_and_doubtful_ones_not_guessed() {
        for (written, iso) in [
            ("2026-03-14T09:30:00+01:00", Some("2026-03-14")),
            ("2026/3/4", Some("2026-03-04")),
            ("2026-03", Some("2026-03")),
            ("2026", Some("2026")),
            ("D:20260314093000+01'00'", Some("2026-03-14")),
            ("14 March 2026", Some("2026-03-14")),
            ("March 14th, 2026", Some("2026-03-14")),
            ("Sat, 14 Mar 2026 09:30:00 GMT", Some("2026-03-14")),
            ("March 2026", Some("2026-03")),
            ("14. März 2026", Some("2026-03-14")),
            ("14.03.2026", Some("2026-03-14")),
            ("3/14/2026", Some("2026-03-14")),
            ("14/3/2026", Some("2026-03-14")),
            ("3/4/2026", Some("2026")),
            ("last week", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(iso_date(written).as_deref(), iso, "{written}");
        }
    }
}
