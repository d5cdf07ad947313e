//! Rhetorical roles: what a sentence does in an argument, read off its words.
//!
//! Tense and time words and figures speak for a situation; contrast, harm and shortfall for a complication; advice, intention and possibility for a
//! resolution. The headings above a sentence speak too. No cue is decisive: each role gets a strength.

use crate::check::{Quantity, words};
use crate::study::RhetoricalRole;

/// How strongly a sentence plays each role, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Roles {
    pub situation: f32,
    pub complication: f32,
    pub resolution: f32,
}

impl Roles {
    /// The strengths of a sentence under its headings.
    #[must_use]
    pub fn read(sentence: &str, quantities: &[Quantity], headings: &[String]) -> Self {
        let mut lower = String::with_capacity(sentence.len() + 2);
        let mut all: Vec<String> = Vec::new();
        lower.push(' ');
        for span in words(sentence) {
            let word = sentence.get(span).unwrap_or_default().to_lowercase();
            lower.push_str(&word);
            lower.push(' ');
            all.push(word);
        }
        let strength = |single: &[&str], phrases: &[&str]| {
            let singles = all.iter().filter(|word| is_cue(word, single)).count();
            let phrases = phrases
                .iter()
                .filter(|phrase| lower.contains(&format!(" {phrase} ")))
                .count();
            0.45 * (singles + phrases).min(2) as f32
        };
        let mut roles = Self {
            situation: 0.5 * strength(SITUATION, SITUATION_PHRASES),
            complication: strength(COMPLICATION, COMPLICATION_PHRASES),
            resolution: strength(RESOLUTION, RESOLUTION_PHRASES),
        };
        let figures = quantities
            .iter()
            .filter(|quantity| quantity.amount().is_some())
            .count()
            .min(2);
        roles.situation += 0.15 * figures as f32;
        if all.iter().any(|word| is_cue(word, ADVICE)) {
            roles.resolution += 0.35;
        }
        let past = all
            .iter()
            .any(|word| matches!(word.as_str(), "was" | "were" | "had"));
        if past {
            roles.situation += 0.1;
            // What was proposed is history unless something says that it still is.
            roles.resolution *= 0.7;
        }
        for heading in headings {
            roles.lean(&heading.to_lowercase());
        }
        Self {
            situation: roles.situation.min(1.0),
            complication: roles.complication.min(1.0),
            resolution: roles.resolution.min(1.0),
        }
    }

    #[must_use]
    pub fn of(&self, role: RhetoricalRole) -> f32 {
        match role {
            RhetoricalRole::Situation => self.situation,
            RhetoricalRole::Complication => self.complication,
            RhetoricalRole::Resolution => self.resolution,
        }
    }

    /// Strength in a role, less what pulls elsewhere: from -0.7 to 1.
    #[must_use]
    pub fn fit(&self, role: RhetoricalRole) -> f32 {
        let other = match role {
            RhetoricalRole::Situation => self.complication.max(self.resolution),
            RhetoricalRole::Complication => self.resolution,
            RhetoricalRole::Resolution => 0.5 * self.complication,
        };
        self.of(role) - 0.7 * other
    }

    fn lean(&mut self, heading: &str) {
        let says = |cues: &[&str]| cues.iter().any(|cue| heading.contains(cue));
        if says(&[
            "recommend",
            "solution",
            "proposal",
            "option",
            "next step",
            "conclusion",
            "outlook",
            "way forward",
            "action",
            "advice",
            "measure",
            "mitigation",
            "plan",
            "what to do",
            "how to fix",
        ]) {
            self.resolution += 0.35;
        } else if says(&[
            "problem",
            "challenge",
            "risk",
            "issue",
            "limitation",
            "barrier",
            "concern",
            "drawback",
            "incident",
            "failure",
            "harm",
            "adverse",
        ]) {
            self.complication += 0.35;
        } else if says(&[
            "background",
            "introduction",
            "overview",
            "current",
            "status",
            "context",
            "situation",
            "summary",
            "today",
            "facts",
            "history",
        ]) {
            self.situation += 0.35;
        }
    }
}

/// Whether a word is a cue or a form of one: `delays`, `delayed` and `delay`.
fn is_cue(word: &str, cues: &[&str]) -> bool {
    let bare = |ending: &str| {
        word.strip_suffix(ending)
            .is_some_and(|stem| stem.len() > 2 && cues.contains(&stem))
    };
    let silent_e = |ending: &str| {
        word.strip_suffix(ending)
            .is_some_and(|stem| stem.len() > 2 && cues.contains(&format!("{stem}e").as_str()))
    };
    cues.contains(&word)
        || bare("s")
        || bare("es")
        || bare("ed")
        || bare("ing")
        || silent_e("ing")
        || word.ends_with("ed") && cues.contains(&word.strip_suffix('d').unwrap_or(word))
}

#[rustfmt::skip]
const SITUATION: &[&str] = &[
    "currently", "today", "now", "operate", "serve", "total", "average", "capacity", "account", "comprise", "consist", "include", "contain", "began", "founded", "installed",
    "existing", "represent", "grew", "grown", "reached", "amount", "hold", "own", "supply", "cover", "use", "typically", "usually", "annual", "annually", "enrolled", "measured",
    "recorded", "reported", "released", "introduced", "since", "stand", "stood",
];

#[rustfmt::skip]
const SITUATION_PHRASES: &[&str] = &["at present", "as of", "so far", "in total", "on average", "per year", "a year", "each year", "more than half", "made up", "makes up"];

#[rustfmt::skip]
const COMPLICATION: &[&str] = &[
    "however", "but", "although", "despite", "yet", "problem", "risk", "shortage", "delay", "exceed", "fail", "failure", "conflict", "overrun", "decline", "lack", "threat",
    "threaten", "concern", "challenge", "difficult", "difficulty", "barrier", "obstacle", "constraint", "bottleneck", "congestion", "outage", "blackout", "crash", "bug",
    "vulnerability", "vulnerable", "attack", "leak", "loss", "lose", "lost", "damage", "harm", "harmful", "adverse", "complication", "death", "mortality", "infection", "toxicity", "resistance",
    "uncertain", "uncertainty", "unclear", "unknown", "insufficient", "inadequate", "limited", "limitation", "expensive", "costly", "worse", "worsen", "worst", "crisis", "deficit", "gap",
    "dispute", "oppose", "opposition", "criticism", "criticise", "criticize", "warn", "warning", "unreliable", "degrade", "degradation", "error", "defect", "unable", "cannot", "struggle", "suffer",
    "weak", "weakness", "shortfall", "overload", "burden", "injury", "violation", "penalty", "abandon", "stall", "slow", "downtime", "incident", "fragile", "curtail",
    "curtailment", "complaint", "hazard", "unavailable", "vary", "inconsistent", "disagree", "regression", "deadlock", "timeout", "stale", "corrupt", "breach", "toxic",
];

#[rustfmt::skip]
const COMPLICATION_PHRASES: &[&str] = &[
    "only", "too much", "too many", "too little", "too few", "too slow", "too late", "too high", "too low", "does not", "do not", "not enough", "not yet", "side effect",
    "side effects", "on the other hand", "in contrast", "cost overrun", "ran out", "run out", "at risk", "could not", "has not", "have not", "is not", "are not", "nobody", "no one", "higher risk",
    "trade off", "trade offs",
];

/// Words of advice, which decide more than what only sounds like a plan.
const ADVICE: &[&str] = &[
    "recommend",
    "propose",
    "advise",
    "should",
    "suggest",
    "urge",
];

#[rustfmt::skip]
const RESOLUTION: &[&str] = &[
    "recommend", "recommendation", "should", "propose", "proposal", "plan", "planned", "option", "solution", "solve", "mitigate", "mitigation", "remedy", "alternative", "strategy", "roadmap", "adopt",
    "introduce", "invest", "improve", "suggest", "advise", "consider", "prioritise", "prioritize", "upgrade", "replace", "migrate", "deploy", "pilot", "ought",
    "must", "need", "require", "enable", "ensure", "encourage", "incentive", "fix", "prevent", "avoid", "expand", "target", "aim", "future", "would", "prophylaxis", "guideline",
];

#[rustfmt::skip]
const RESOLUTION_PHRASES: &[&str] = &[
    "could reduce", "could cut", "could help", "could save", "could lower", "could be", "can be reduced", "can reduce", "would allow", "would reduce", "would cut", "would cost", "would help", "next step", "next steps", "by 2027", "by 2028",
    "by 2029", "by 2030", "by 2035", "by 2040", "by 2050", "one way", "best practice", "is to be", "are to be", "it is advised", "we recommend", "in favour of", "instead of", "rather than", "the best way", "a way to", "will be", "calls for",
];

#[cfg(test)]
mod tests {
    use crate::check::quantities;

    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: RhetoricalRole) {
        let roles = Roles::read(sentence, &quantities(sentence), &[]);
        let best = [
            RhetoricalRole::Situation,
            RhetoricalRole::Complication,
            RhetoricalRole::Resolution,
        ]
        .into_iter()
        .max_by(|a, b| roles.fit(*a).total_cmp(&roles.fit(*b)));
        assert_eq!(best, Some(expected), "{sentence}: {roles:?}");
    }

    #[test]
    fn cues_tell_the_roles_apart() {
        check(
            "The utility currently operates 14 stations with 320 MW.",
            RhetoricalRole::Situation,
        );
        check(
            "In 2024 the registry held 412 patients.",
            RhetoricalRole::Situation,
        );
        check(
            "However, the project exceeds its budget and faces long delays.",
            RhetoricalRole::Complication,
        );
        check(
            "The cache fails under load and loses writes.",
            RhetoricalRole::Complication,
        );
        check(
            "The board recommends a second line, which would allow 3 GW by 2030.",
            RhetoricalRole::Resolution,
        );
        check(
            "Clinics should screen all patients within two days.",
            RhetoricalRole::Resolution,
        );
    }

    #[test]
    fn headings_lend_their_role() {
        let plain = Roles::read("Operators run two lines.", &[], &[]);
        let headed = Roles::read(
            "Operators run two lines.",
            &[],
            &["Recommendations".to_owned()],
        );
        assert!(headed.resolution > plain.resolution);
    }
}
