//! Raised and lowered figures, as they stand in text: written in line, ten to the sixth would be a hundred and six.

/// A longer text is no power.
const LONGEST: usize = 12;

/// A raised number in characters that are raised themselves, or as a power where there are none; `None` for what is no number.
pub(super) fn raised(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let broken = || {
        let is_one = text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains('/');
        let power = if is_one {
            format!("^{text}")
        } else {
            format!("^({text})")
        };
        is_broken(text).then_some(power)
    };
    in_characters(text).or_else(broken)
}

/// Whether this is a number with a part of one: `3/2`, `-0.5`.
fn is_broken(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = text.trim_start_matches(['-', '−']).split_once(['/', '.']);
    parts.is_some_and(|(whole, part)| digits(whole) && digits(part))
}

fn in_characters(text: &str) -> Option<String> {
    text.chars()
        .map(|c| {
            Some(match c {
                '0' => '⁰',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                '4'..='9' => char::from_u32(u32::from('⁴') + c.to_digit(10)? - 4)?,
                '+' => '⁺',
                '-' | '−' | '–' => '⁻',
                'n' => 'ⁿ',
                _ => return None,
            })
        })
        .collect()
}

/// A lowered number in characters that are lowered themselves; `None` for what is no number.
pub(super) fn lowered(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    text.chars()
        .map(|c| char::from_u32(u32::from('₀') + c.to_digit(10)?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_raised() {
        assert_eq!(raised(" -12 ").as_deref(), Some("⁻¹²"));
        assert_eq!(raised("469").as_deref(), Some("⁴⁶⁹"));
        assert_eq!(raised("3/2").as_deref(), Some("^(3/2)"));
        assert_eq!(raised("-0.5").as_deref(), Some("^(-0.5)"));
        assert_eq!(raised("1.5").as_deref(), Some("^1.5"));
        for other in ["th", "", "1a", "/", "1.", "km/h", "1234567890123"] {
            assert_eq!(raised(other), None, "{other}");
        }
    }
}
