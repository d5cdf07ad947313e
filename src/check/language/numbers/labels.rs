//! Labels: numbers that are names, `Figure 2`, `COVID-19`, `version 1.2.3`; they count nothing.

use super::dates::is_ordinal_ending;
use super::lex::Kind;
use super::read::{Reader, singular};
use super::{Amount, Quantity, Value, units};

impl Reader<'_> {
    /// `Figure 2`, `Type 1`, `version 1.2.3`, `3rd`, `10:30`, `COVID-19`: numbers that are names.
    pub(super) fn label(&self, at: usize) -> Option<(Quantity, usize)> {
        let label = |name: &str, value: f64| Value::Amount(Amount::label(name, value));
        if let Some((century, next)) = self.century(at) {
            return self.quantity(at, next, label("century", century));
        }
        if let Some(time) = self.time_of_day(at) {
            return Some(time);
        }
        if let Some(part) = self.part_of_year(at) {
            return Some(part);
        }
        if let Some((place, is_firm, next)) = self.place_in_words(at) {
            let mut amount = Amount::label("ordinal", place);
            amount.firm = is_firm;
            return self.quantity(at, next, Value::Amount(amount));
        }
        let Kind::Number { value, version, .. } = self.tokens.get(at)?.kind else {
            return None;
        };
        let before = self.before(at, 1);
        // `Buses release 6,100 tonnes`: what is measured is no name.
        let is_measured = self.word(at + 1).is_some_and(|next| {
            next.len() > 2 && (units::measure(next).is_some() || units::is_magnitude(next))
        });
        if !is_measured
            && let Some(word) = before.filter(|word| LABELS.contains(&word.to_lowercase().as_str()))
        {
            // `Release 1.70.0` is what `Rust 1.70.0` is.
            let lower = word.to_lowercase();
            let is_version = version && matches!(lower.as_str(), "release" | "version");
            let name = if is_version {
                "name".to_owned()
            } else {
                singular(&lower)
            };
            return self.quantity(at, at + 1, label(&name, value));
        }
        let hyphenated = at >= 2
            && self.sign(at - 1) == Some('-')
            && self.adjacent(at - 1, at)
            && self.adjacent(at - 2, at - 1)
            && self
                .before(at, 2)
                .is_some_and(|word| !HYPHENATED.contains(&word.to_lowercase().as_str()));
        if hyphenated || version {
            return self.quantity(at, at + 1, label("name", value));
        }
        let ending = self.word(at + 1).filter(|_| self.adjacent(at, at + 1));
        if ending.is_some_and(is_ordinal_ending) {
            return self.quantity(at, at + 2, label("ordinal", value));
        }
        if ending == Some("s") && self.year(at).is_some() {
            return self.quantity(at, at + 2, label("decade", value));
        }
        None
    }
}

#[rustfmt::skip]
const LABELS: &[&str] = &[
    "figure", "fig", "table", "section", "chapter", "appendix", "phase", "type", "version",
    "article", "step", "level", "stage", "grade", "tier", "no", "part", "annex", "equation",
    "page", "release", "q", "district", "ward", "zone", "sector", "block", "route", "flight", "highway", "platform", "gate",
    "terminal", "pier", "cohort", "experiment", "episode",
];

const HYPHENATED: &[&str] = &["mid", "pre", "post", "late", "early", "sub", "to", "of"];
