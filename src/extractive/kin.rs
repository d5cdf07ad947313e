//! Kin: words that stand for one another when it is asked whether a text takes something up.
//!
//! A question about a fall is answered by a text about a decline. The groups are small and hold near-synonyms alone, because what is kin here counts as the
//! same word.

use crate::check::stem;

/// The words that mean nearly the same as a word, in any form; the word itself is not among them.
pub fn kin(lower: &str) -> impl Iterator<Item = &'static str> {
    let own = stem(lower);
    GROUPS
        .iter()
        .filter(move |group| group.iter().any(|word| stem(word) == own))
        .flat_map(|group| group.iter().copied())
}

/// Whether two stems are forms of one word by their beginning: `conver(t)` and `convers(ion)`.
#[must_use]
pub fn is_derived(a: &str, b: &str) -> bool {
    let shared: usize = a
        .chars()
        .zip(b.chars())
        .take_while(|(own, other)| own == other)
        .count();
    let (longer, shorter) = {
        let (own, other) = (a.chars().count(), b.chars().count());
        (own.max(other), own.min(other))
    };
    shared >= 5 && (shared == shorter || 4 * shared >= 3 * longer)
}

/// Whether a word names who does what a verb says, by the stem of that: `administrator` beside `administers`, `managers` beside `manage`.
#[must_use]
pub fn names_the_doer(word: &str, root: &str) -> bool {
    const DOERS: &[&str] = &[
        "er", "or", "ator", "rator", "ant", "ent", "ist", "man", "woman", "person",
    ];
    /// Letters that both have in common at least.
    const SHORTEST: usize = 4;
    let word = word.strip_suffix('s').unwrap_or(word);
    let end = word.strip_prefix(root);
    root.len() >= SHORTEST && end.is_some_and(|end| DOERS.contains(&end))
}

#[rustfmt::skip]
const GROUPS: &[&[&str]] = &[
    &["fall", "decline", "decrease", "drop", "shrink", "slump", "reduce", "reduction", "plunge"],
    &["rise", "increase", "grow", "growth", "climb", "surge"],
    &["cost", "price", "expense", "expenditure"],
    &["buy", "purchase", "acquire", "acquisition", "procure", "procurement"],
    &["staff", "personnel", "employee", "worker", "workforce"],
    &["car", "vehicle", "automobile"],
    &["participant", "person", "people", "individual", "respondent"],
    &["enrol", "enroll", "enrolment", "enrollment", "recruit"],
    &["deliver", "delivery"],
    &["recover", "recovery"],
    &["discover", "discovery"],
    &["heart", "cardiac", "coronary", "myocardial", "cardiovascular"],
    &["delete", "remove", "erase", "deletion", "removal"],
    &["begin", "start", "commence", "launch"],
    &["finish", "complete", "completion", "conclude"],
    &["move", "migrate", "migration", "relocate", "relocation"],
    &["convert", "conversion"],
    &["extend", "extension", "expand", "expansion"],
    &["own", "owner", "ownership", "belong"],
    &["decide", "decision", "agree", "resolve", "vote", "consent", "approve", "approval"],
    &["risk", "danger", "hazard", "threat"],
    &["harm", "damage", "adverse", "injury"],
    &["repair", "fix", "maintenance"],
    &["pupil", "student"],
    &["illness", "disease"],
    &["medicine", "drug", "medication"],
    &["company", "firm", "enterprise"],
    &["child", "kid"],
    &["law", "statute", "legislation"],
    &["salary", "wage", "pay", "earn"],
    &["fine", "penalty"],
    &["injure", "injury", "hurt", "wound"],
    &["close", "closure", "shut"],
    &["pay", "fund", "funding", "finance", "contribute", "contribution"],
    &["goal", "aim", "target", "objective"],
    &["insolvency", "insolvent", "bankruptcy", "bankrupt"],
    &["fast", "quick", "speed"],
    &["keep", "retain", "retention"],
    &["oppose", "opposition", "object", "objection", "opponent"],
    &["offer", "bid"],
    &["build", "construct", "construction"],
    &["choose", "choice", "select", "selection"],
    &["organise", "organize"],
    &["saving", "save"],
    &["release", "ship"],
    &["replace", "succeed", "successor"],
    &["conduct", "perform"],
    &["study", "research"],
    &["support", "favour", "favor", "endorse"],
    &["lose", "loss"],
    &["resign", "resignation", "quit"],
    &["toll", "fee", "fare"],
    &["outage", "downtime", "breakdown"],
    &["allow", "permit"],
    &["ban", "forbid", "prohibit"],
    &["fully", "entirely", "completely"],
    &["blame", "guilty", "guilt", "fault", "responsible"],
    &["lawful", "legal", "legitimate"],
    &["chair", "chairman", "chairwoman", "chairperson"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_synonyms_are_kin_in_any_form() {
        assert!(kin("fell").any(|word| word == "decline"));
        assert!(kin("declining").any(|word| word == "fall"));
        assert!(!kin("fall").any(|word| word == "rise"));
        assert_eq!(kin("winter").count(), 0);
    }

    #[test]
    fn who_does_something_is_called_by_it() {
        for (word, deed) in [
            ("administrator", "administers"),
            ("managers", "manage"),
            ("director", "directed"),
            ("president", "presides"),
            ("chairwoman", "chairs"),
        ] {
            assert!(names_the_doer(word, &stem(deed)), "{word} {deed}");
        }
        for (word, deed) in [
            ("administration", "administers"),
            ("leadership", "leads"),
            ("leads", "lead"),
            ("foundry", "founded"),
        ] {
            assert!(!names_the_doer(word, &stem(deed)), "{word} {deed}");
        }
    }

    #[test]
    fn a_word_and_what_is_derived_from_it_share_their_beginning() {
        assert!(is_derived("convert", "convers"));
        assert!(is_derived("kompakt", "kompaktheit"));
        assert!(!is_derived("contract", "continent"));
        assert!(!is_derived("car", "care"));
    }
}
