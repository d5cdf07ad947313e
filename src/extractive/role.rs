//! Rhetorical roles: what a sentence does in an argument, read off its words.
//!
//! Tense and time words and figures speak for a situation; contrast, harm and shortfall for a complication; advice, intention and possibility for a
//! resolution. The headings above a sentence speak too. Each role gets a strength; a few cues (`the problem`, `we recommend`) are so plain that the
//! sentence belongs to that role and to no other. Harm that is denied (`no trip was lost`) is none.

use super::clause::{is_command, is_command_behind_a_clause};
use super::deeds::Deeds;
use crate::check::{Quantity, stem, words};
use crate::study::RhetoricalRole;

/// How strongly a sentence plays each role, from 0 to 1.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a sentence may do besides the others"
)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Roles {
    pub situation: f32,
    pub complication: f32,
    pub resolution: f32,
    /// Names a problem outright.
    pub complains: bool,
    /// Gives advice, tells a decision, or says what would be outright.
    pub advises: bool,
    /// Gives advice outright.
    pub recommends: bool,
    /// Says of its problem or advice that it is the main one.
    pub leads: bool,
}

impl Roles {
    /// The strengths of a sentence under its headings. What is asked about anyway, by the stems of `topic`, is no harm: of a question on an outage, `outage`.
    #[must_use]
    pub fn read(
        sentence: &str,
        deeds: Deeds,
        quantities: &[Quantity],
        headings: &[String],
        topic: &[String],
    ) -> Self {
        let all: Vec<String> = words(sentence)
            .filter_map(|span| sentence.get(span))
            .map(|word| word.to_lowercase().replace('’', "'"))
            .collect();
        let lower = format!(" {} ", all.join(" "));
        let says = |phrases: &[&str]| {
            phrases
                .iter()
                .filter(|phrase| lower.contains(&format!(" {phrase} ")))
                .count()
        };
        let strength = |single: &[&str], phrases: &[&str]| {
            // What was recommended once is told, not advised.
            let told =
                |word: &str| matches!(word, "recommended" | "proposed" | "suggested" | "advised");
            let singles = all
                .iter()
                .filter(|word| is_cue(word, single) && !told(word))
                .count();
            0.45 * (singles + says(phrases)).min(2) as f32
        };
        let harm = |cues: &[&str]| {
            (0..all.len())
                .filter(|&at| all.get(at).is_some_and(|word| is_cue(word, cues)))
                .filter(|&at| !is_denied(&all, at))
                .filter(|&at| !all.get(at).is_some_and(|word| topic.contains(&stem(word))))
                .count()
        };
        let harms = harm(COMPLICATION)
            + says(COMPLICATION_PHRASES)
            + usize::from(deeds.threatens)
            + usize::from(deeds.leaves_open && !deeds.decides);
        let recommends = is_command(sentence)
            || is_command_behind_a_clause(sentence)
            || advises(&all)
            || says(ADVICE_PHRASES) > 0;
        let mut roles = Self {
            situation: 0.5 * strength(SITUATION, SITUATION_PHRASES),
            complication: 0.45 * harms.min(2) as f32,
            resolution: strength(RESOLUTION, RESOLUTION_PHRASES),
            complains: harm(PROBLEM) > 0
                || says(PROBLEM_PHRASES) > 0
                || deeds.threatens && !deeds.decides,
            advises: recommends || deeds.decides,
            recommends,
            leads: false,
        };
        roles.leads = (roles.complains || roles.advises)
            && all.iter().any(|word| LEADING.contains(&word.as_str()));
        let figures = quantities
            .iter()
            .filter(|quantity| quantity.amount().is_some())
            .count()
            .min(2);
        roles.situation += 0.15 * figures as f32;
        if roles.advises {
            roles.resolution += 0.35;
        }
        if roles.complains {
            roles.complication += 0.25;
        }
        if deeds.takes_a_side && !roles.complains {
            roles.resolution += 0.35;
        }
        let past = !deeds.decides
            && all
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
        // What would be is an answer, unless it is a threat.
        roles.advises |= all.iter().any(|word| word == "would") && roles.complication < 0.3;
        Self {
            situation: roles.situation.min(1.0),
            complication: roles.complication.min(1.0),
            resolution: roles.resolution.min(1.0),
            ..roles
        }
    }

    /// The strengths of a decision that was taken before its document was written for another: it is how things came to be.
    #[must_use]
    pub fn of_old(self) -> Self {
        Self {
            situation: (self.situation + 0.35).min(1.0),
            resolution: (self.resolution - 0.35).max(0.0),
            advises: self.recommends,
            ..self
        }
    }

    /// Whether the sentence is plainly meant for another section.
    #[must_use]
    pub fn belongs_elsewhere(&self, role: RhetoricalRole) -> bool {
        match role {
            RhetoricalRole::Situation => self.complains || self.advises,
            RhetoricalRole::Complication => self.advises && !self.complains,
            RhetoricalRole::Resolution => self.complains && !self.advises,
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
            "decision",
            "decided",
            "resolution",
            "resolved",
            "agreed",
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
            "caveat",
            "symptom",
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
            "result",
            "finding",
        ]) {
            self.situation += 0.35;
        }
    }
}

/// Whether a word of harm is denied or overcome in its clause: `no trip was lost`, `without delay`, `avoids the risk`.
fn is_denied(all: &[String], at: usize) -> bool {
    let before = all.iter().take(at).rev();
    let mut clause = before.take(6).take_while(|word| {
        !matches!(
            word.as_str(),
            "but" | "although" | "because" | "while" | "than"
        )
    });
    clause.any(|word| {
        matches!(
            word.as_str(),
            "no" | "without" | "never" | "neither" | "nor" | "none" | "zero" | "hardly"
        ) || is_cue(word, OVERCOMES)
    })
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
    "downside", "drawback", "slip", "postpone", "suspend", "halt", "refuse", "objection", "lag", "faulty", "unsafe", "unresolved", "backlog", "overspend", "overspent",
    "fear", "worry", "afraid", "destroy", "endanger", "jeopardise", "jeopardize", "protest", "contaminate", "pollute", "wrong", "overstate", "understate",
    "complain", "injure", "wound", "accident", "collapse", "illness", "drown", "poison", "strain", "stress", "noise", "victim", "casualty", "starve", "neglect", "decay", "spill", "leakage", "malfunction", "unrest",
    "bankruptcy", "evict", "eviction",
    "corrosion", "corrode", "crack", "worn", "nausea", "vomiting", "dizziness", "fatigue", "bleeding", "relapse", "dropout", "lawsuit", "fraud", "recall", "missed", "corruption", "risiko", "jedoch", "allerdings", "mangel", "problème", "risque", "cependant", "problema", "riesgo",
];

#[rustfmt::skip]
const COMPLICATION_PHRASES: &[&str] = &[
    "only", "too much", "too many", "too little", "too few", "too slow", "too late", "too high", "too low", "does not", "do not", "not enough", "not yet", "side effect",
    "side effects", "on the other hand", "in contrast", "cost overrun", "ran out", "run out", "at risk", "could not", "has not", "have not", "is not", "are not", "was not", "were not", "stood still", "broke down", "ran short", "not in stock", "is missing", "are missing", "wait longer", "wait on average", "waits on average", "waiting list", "waiting lists", "waiting time", "waiting times", "dropped out", "stopped because", "stopped coming", "discontinued because", "gave up because", "more expensive", "nobody", "no one", "higher risk", "ran dry", "run dry", "turned away", "gave notice", "given notice", "out of order", "fell ill", "fall ill", "burned down", "burnt down",
    "trade off", "trade offs", "not be met", "not met", "voted against", "behind schedule", "not possible", "cannot be", "ruled out", "over budget", "above budget", "on hold",
    "will not", "did not fall", "did not rise", "did not help", "did not improve", "did not work", "did not reduce", "did not increase", "no longer", "slipped", "little experience", "cut off", "take longer", "takes longer", "took longer", "went to court", "goes to court", "went bankrupt",
];

/// Words that name a problem outright.
#[rustfmt::skip]
const PROBLEM: &[&str] = &[
    "however", "problem", "risk", "shortage", "overrun", "threat", "threaten", "concern", "challenge", "difficulty", "obstacle", "barrier", "bottleneck", "shortfall", "crisis", "drawback",
    "downside", "warn", "struggle", "suffer", "outage", "blackout", "oppose", "unfortunately", "risiko", "jedoch", "allerdings", "mangel", "problème", "risque", "cependant", "problema", "riesgo",
];

#[rustfmt::skip]
const PROBLEM_PHRASES: &[&str] = &[
    "too late", "too slow", "too little", "too few", "too expensive", "stood still", "stand still", "broke down", "ran out", "run out", "ran short", "fell short", "not in stock", "sin embargo", "at risk", "not enough",
];

const LEADING: &[&str] = &[
    "main",
    "largest",
    "biggest",
    "greatest",
    "central",
    "principal",
    "größte",
    "principale",
    "mayor",
];

/// What takes a problem away.
#[rustfmt::skip]
const OVERCOMES: &[&str] = &[
    "avoid", "prevent", "eliminate", "end", "restore", "cut", "shorten", "solve", "overcome", "remove", "fix", "resolve", "mitigate", "close", "bridge", "reduce", "spare",
];

/// Whether a sentence gives advice by one of its words, and does not only name what is asked: `studies on the age at which screening should begin`.
fn advises(all: &[String]) -> bool {
    /// Words from what asks to what should be.
    const REACH: usize = 5;
    const BEFORE_WHICH: &[&str] = &["at", "in", "for", "by", "on", "to", "of", "from", "with"];
    let asks = |at: usize| {
        let word = |at: usize| all.get(at).map_or("", String::as_str);
        let is_which = word(at) == "which"
            && at
                .checked_sub(1)
                .is_some_and(|before| BEFORE_WHICH.contains(&word(before)));
        is_which || matches!(word(at), "whether" | "how" | "what" | "why")
    };
    all.iter().enumerate().any(|(at, word)| {
        let is_asked = || (at.saturating_sub(REACH)..at).any(asks);
        let is_modal = matches!(word.as_str(), "should" | "ought");
        ADVISES.contains(&word.as_str()) && !(is_modal && is_asked())
    })
}

/// Words of advice that are nothing else.
#[rustfmt::skip]
const ADVISES: &[&str] = &[
    "recommend", "recommends", "should", "ought", "propose", "proposes", "advise", "advises", "urge", "urges", "sollte", "sollten", "empfehlen", "empfiehlt", "recommande", "recommandons", "devrait", "devraient",
    "recomienda", "recomendamos", "debería", "deberían",
];

#[rustfmt::skip]
const ADVICE_PHRASES: &[&str] = &[
    "is recommended", "are recommended", "be recommended", "is advised", "are advised", "is urged to", "are urged to", "is encouraged to", "are encouraged to", "is asked to", "are asked to", "calls for", "call for", "demands a", "demands an", "demands that", "demands more", "demand that", "it is best to",
];

#[rustfmt::skip]
const RESOLUTION: &[&str] = &[
    "recommendation", "recommends", "recommend", "should", "proposal", "proposes", "plan", "planned", "option", "solution", "solve", "mitigate", "mitigation", "remedy", "alternative", "strategy", "roadmap", "adopt",
    "introduce", "invest", "improve", "suggests", "advises", "consider", "prioritise", "prioritize", "upgrade", "replace", "migrate", "deploy", "pilot", "ought",
    "must", "need", "require", "enable", "ensure", "encourage", "incentive", "fix", "prevent", "avoid", "expand", "target", "aim", "future", "would", "prophylaxis", "guideline", "demands", "sollte", "sollten", "empfehlen", "empfiehlt", "devrait", "devraient", "recommande", "recommandons", "debería", "deberían", "recomienda",
];

#[rustfmt::skip]
const RESOLUTION_PHRASES: &[&str] = &[
    "could reduce", "could cut", "could help", "could save", "could lower", "could be", "can be reduced", "can reduce", "would allow", "would reduce", "would cut", "would cost", "would help", "next step", "next steps", "by 2027", "by 2028",
    "by 2029", "by 2030", "by 2035", "by 2040", "by 2050", "one way", "best practice", "is to be", "are to be", "it is advised", "decided to", "decided that", "resolved to", "agreed to", "voted to", "voted for", "opted for", "opted to", "chose to", "we recommend", "in favour of", "instead of", "rather than", "the best way", "a way to", "will be", "calls for",
];

#[cfg(test)]
mod tests {
    use crate::check::quantities;

    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: RhetoricalRole) {
        let roles = read(sentence);
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

    #[track_caller]
    fn read(sentence: &str) -> Roles {
        Roles::read(
            sentence,
            Deeds::read(sentence),
            &quantities(sentence),
            &[],
            &[],
        )
    }

    #[test]
    fn what_names_a_problem_or_gives_advice_is_no_situation() {
        for sentence in [
            "The main problem is the price ratio of electricity to gas, which stands at 3.6.",
            "However, subsidy cuts delayed about 9,000 orders in the second half of 2024.",
            "We recommend planning the conversion with a winter range of 180 kilometres.",
            "Councillor Moorfield demands a mixed fleet of 24 buses.",
            "Fast chargers would close the gap for 21 of them.",
            "Das größte Problem ist der Anschluss.",
        ] {
            assert!(
                read(sentence).belongs_elsewhere(RhetoricalRole::Situation),
                "{sentence}"
            );
        }
        for sentence in [
            "Peak demand rises by 2 percent a year.",
            "Installers buy most units from three wholesalers.",
            "In 2019 the council recommended buses, and 60 were bought.",
        ] {
            assert!(
                !read(sentence).belongs_elsewhere(RhetoricalRole::Situation),
                "{sentence}"
            );
        }
    }

    #[test]
    fn harm_that_is_denied_is_no_complication() {
        for sentence in [
            "On line 12 no trip was lost for lack of energy.",
            "The pilot ran without outages or delays.",
            "A second line avoids the risk of congestion.",
        ] {
            let roles = read(sentence);
            assert!(
                roles.complication < 0.3 && !roles.complains,
                "{sentence}: {roles:?}"
            );
        }
        assert!(read("No solution is known, but the outage of March was a risk.").complains);
    }

    #[test]
    fn headings_lend_their_role() {
        let plain = read("Operators run two lines.");
        let headed = Roles::read(
            "Operators run two lines.",
            Deeds::default(),
            &[],
            &["Recommendations".to_owned()],
            &[],
        );
        assert!(headed.resolution > plain.resolution);
    }
}
