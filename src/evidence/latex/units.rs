//! Numbers with their units, as `siunitx` has them: `\SI{34}{\percent}`; and the commands of formulas that stand for plain signs.

use crate::evidence::raised::{lowered, raised};

/// What units are written with. Those that stand right at the number or the next sign come with no space.
const UNITS: &[(&str, &str)] = &[
    ("ampere", "A"),
    ("bar", "bar"),
    ("bit", "bit"),
    ("byte", "B"),
    ("celsius", "°C"),
    ("centi", "c"),
    ("coulomb", "C"),
    ("cubed", "³"),
    ("day", "d"),
    ("deci", "d"),
    ("degree", "°"),
    ("degreeCelsius", "°C"),
    ("electronvolt", "eV"),
    ("farad", "F"),
    ("giga", "G"),
    ("gram", "g"),
    ("hectare", "ha"),
    ("hertz", "Hz"),
    ("hour", "h"),
    ("joule", "J"),
    ("kelvin", "K"),
    ("kilo", "k"),
    ("kilogram", "kg"),
    ("kg", "kg"),
    ("km", "km"),
    ("kW", "kW"),
    ("kWh", "kWh"),
    ("liter", "L"),
    ("litre", "L"),
    ("mega", "M"),
    ("meter", "m"),
    ("metre", "m"),
    ("micro", "µ"),
    ("milli", "m"),
    ("minute", "min"),
    ("mole", "mol"),
    ("nano", "n"),
    ("newton", "N"),
    ("ohm", "Ω"),
    ("pascal", "Pa"),
    ("per", "/"),
    ("percent", "%"),
    ("pico", "p"),
    ("second", "s"),
    ("squared", "²"),
    ("tera", "T"),
    ("tesla", "T"),
    ("tonne", "t"),
    ("volt", "V"),
    ("watt", "W"),
];
/// What formulas say in signs that texts have too.
const SIGNS: &[(&str, &str)] = &[
    (" ", " "),
    ("!", ""),
    ("#", "#"),
    ("$", "$"),
    ("%", "%"),
    (",", " "),
    (":", " "),
    (";", " "),
    ("Delta", "Δ"),
    ("Omega", "Ω"),
    ("alpha", "α"),
    ("approx", "≈"),
    ("beta", "β"),
    ("cdot", "·"),
    ("circ", "°"),
    ("degree", "°"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("eta", "η"),
    ("gamma", "γ"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("lambda", "λ"),
    ("ldots", "…"),
    ("le", "≤"),
    ("leq", "≤"),
    ("mu", "µ"),
    ("neq", "≠"),
    ("omega", "ω"),
    ("pi", "π"),
    ("pm", "±"),
    ("rho", "ρ"),
    ("rightarrow", "→"),
    ("sigma", "σ"),
    ("sim", "~"),
    ("tau", "τ"),
    ("times", "×"),
    ("to", "→"),
];

/// A unit in the signs that are printed for it; what is none of its commands stays.
pub(super) fn unit(written: &str) -> String {
    let mut unit = String::new();
    for (at, part) in written.split('\\').enumerate() {
        let length = part
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(part.len());
        let (name, behind) = part.split_at(length);
        let known = UNITS.iter().find(|(known, _)| at > 0 && *known == name);
        unit.push_str(known.map_or(name, |(_, sign)| sign));
        unit.push_str(behind.trim_matches(['{', '}', ' ']));
    }
    unit.replace('~', " ").replace("^2", "²").replace("^3", "³")
}

/// A number and its unit.
pub(super) fn quantity(number: &str, written: &str) -> String {
    let (number, unit) = (self::number(number), unit(written));
    let is_close = unit.is_empty() || unit == "°";
    let space = if is_close { "" } else { " " };
    format!("{number}{space}{unit}")
}

/// A number as it is printed: `1.2e3`, `1200(20)`, `2 x 3`.
pub(super) fn number(written: &str) -> String {
    let written = written.trim().replace("\\pm", "±").replace("+-", "±");
    let parts = written
        .split_once(['e', 'E'])
        .and_then(|(number, power)| Some((number, raised(power)?)));
    match parts {
        Some(("", power)) => format!("10{power}"),
        Some((number, power)) => format!("{number} × 10{power}"),
        None => written.clone(),
    }
}

/// A formula in plain signs, where its commands stand for nothing else: `-15\,^{\circ}`.
pub(super) fn in_signs(formula: &str) -> Option<String> {
    if !formula.contains('\\') {
        return None;
    }
    let mut signs = String::new();
    let mut rest = formula;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..)?;
        rest = match c {
            '\\' => {
                let letters = after.find(|c: char| !c.is_ascii_alphabetic());
                let sign = after.chars().next().map_or(0, char::len_utf8);
                let length = letters.unwrap_or(after.len()).max(sign);
                let (name, behind) = after.split_at_checked(length)?;
                let (_, sign) = SIGNS.iter().find(|(known, _)| *known == name)?;
                signs.push_str(sign);
                behind
            }
            '^' | '_' => {
                let inside = after
                    .strip_prefix('{')
                    .and_then(|inside| inside.split_once('}'));
                let first = after.chars().next().map_or(0, char::len_utf8);
                let is_command = after.starts_with('\\');
                let (set, behind) = match inside {
                    Some(set) => set,
                    None if is_command => ("\\circ", after.strip_prefix("\\circ")?),
                    None => after.split_at_checked(first)?,
                };
                let set = set.trim();
                if c == '^' && set == "\\circ" {
                    signs.push('°');
                } else if c == '^' {
                    signs.push_str(&raised(set)?);
                } else {
                    signs.push_str(&lowered(set)?);
                }
                behind
            }
            '{' | '}' => return None,
            '~' => {
                signs.push(' ');
                after
            }
            c => {
                signs.push(c);
                after
            }
        };
    }
    Some(signs.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_unit() {
        for (number, unit, printed) in [
            ("34", "\\percent", "34 %"),
            ("-15", "\\degreeCelsius", "-15 °C"),
            ("150", "\\kilo\\watt", "150 kW"),
            ("1.3", "\\kilo\\watt\\hour\\per\\kilo\\metre", "1.3 kWh/km"),
            ("2.5", "MVA", "2.5 MVA"),
            ("9.81", "\\metre\\per\\second\\squared", "9.81 m/s²"),
            ("1.2e3", "\\m", "1.2 × 10³ m"),
            ("45", "\\degree", "45°"),
        ] {
            assert_eq!(quantity(number, unit), printed);
        }
    }

    #[test]
    fn a_formula_of_plain_signs_is_written_in_these() {
        for (formula, signs) in [
            ("-15\\,^{\\circ}", Some("-15 °")),
            ("20^\\circ", Some("20°")),
            ("p \\leq 0.05", Some("p ≤ 0.05")),
            ("\\pm 3\\,\\%", Some("± 3 %")),
            ("2 \\times 10^{6}", Some("2 × 10⁶")),
            ("\\frac{1}{2}", None),
            ("x_1 < 3", None),
            ("\\", None),
            ("\\le^", None),
        ] {
            assert_eq!(in_signs(formula).as_deref(), signs, "{formula}");
        }
    }
}
