//! Words that govern others: `denied that`, `plans to`, `rumours that`, and what each says of what it governs.
//!
//! A pattern is a few words, of which the first is given in all its forms; what stands between it and what it governs, such as `that` or `to`, is a part of it.
//! How far it governs is [`super::frames`]'s to say.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use crate::check::language::shapes::ByWord;

/// What a sentence says of what it holds without stating it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stance {
    /// That it is not so.
    Denied,
    /// That it may be so, or that somebody wants it, or says so.
    Open,
}

/// What words govern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Governs {
    /// A clause with a subject of its own.
    Clause,
    /// A verb, or a noun made of one, of which the subject stands before.
    Verb,
}

use Governs::{Clause, Verb};
use Stance::{Denied, Open};

/// A pattern: forms of its first word, the words of which one follows within so many others, what it governs and what it says of it.
struct Pattern {
    first: &'static [&'static str],
    then: &'static [&'static str],
    /// Words that may stand between the two.
    between: usize,
    governs: Governs,
    stance: Stance,
}

const fn pattern(
    first: &'static [&'static str],
    then: &'static [&'static str],
    between: usize,
    governs: Governs,
    stance: Stance,
) -> Pattern {
    Pattern {
        first,
        then,
        between,
        governs,
        stance,
    }
}

#[rustfmt::skip]
const PATTERNS: &[Pattern] = &[
    // What is said not to be so.
    pattern(&["false", "untrue", "wrong", "incorrect", "inaccurate"], &["that"], 0, Clause, Denied),
    pattern(&["not"], &["true", "case", "correct"], 1, Clause, Denied),
    pattern(&["myth", "misconception", "fallacy", "mistake", "hoax", "lie"], &["that", "think", "believe", "say", "assume"], 1, Clause, Denied),
    pattern(&["deny", "denies", "denied", "denying", "dispute", "disputes", "disputed", "reject", "rejects", "rejected", "dismiss", "dismisses", "dismissed",
        "refute", "refutes", "refuted", "disprove", "disproves", "disproved", "debunk", "debunked", "denial", "denials"],
        &["that", "having", "being", "claims", "claim", "allegations", "reports", "suggestions", "rumours", "rumors", "accusations", "any"], 0, Clause, Denied),
    pattern(&["rule", "rules", "ruled", "ruling"], &["out"], 0, Clause, Denied),
    pattern(&["no"], &["evidence", "proof", "sign", "indication", "confirmation", "basis"], 1, Clause, Denied),
    pattern(&["nobody", "few", "none"], &["believe", "believes", "thinks", "think", "expects", "expect", "accept", "accepts", "claims", "claim"], 2, Clause, Denied),
    pattern(&["wrongly", "falsely", "mistakenly", "incorrectly", "erroneously", "misleadingly"], &["that"], 3, Clause, Denied),
    pattern(&["retract", "retracts", "retracted", "withdraw", "withdraws", "withdrew", "withdrawn", "recants", "recanted", "disowns", "disowned"], &["that"], 5, Clause, Denied),
    pattern(&["almost", "nearly"], &[], 0, Verb, Denied),
    pattern(&["stopped", "stops", "stop"], &["of"], 1, Verb, Denied),
    pattern(&["came", "come", "comes", "coming"], &["to"], 1, Verb, Denied),
    pattern(&["yet"], &["to"], 0, Verb, Denied),
    pattern(&["refuse", "refuses", "refused", "refusing", "fail", "fails", "failed", "failing", "decline", "declines", "declined", "neglected", "neglects", "forgot", "forgets", "forget", "unable"],
        &["to"], 0, Verb, Denied),
    pattern(&["wrongly", "falsely", "mistakenly", "incorrectly", "erroneously"], &["to"], 3, Verb, Denied),
    pattern(&["decided", "ruled", "voted", "advised"], &["against"], 1, Verb, Denied),
    // What somebody only says, thinks or asks.
    pattern(&["whether"], &[], 0, Clause, Open),
    pattern(&["allege", "alleges", "alleged", "alleging", "allegation", "allegations", "claim", "claims", "claimed", "claiming", "rumour", "rumours", "rumor",
        "rumors", "rumoured", "rumored", "speculate", "speculates", "speculated", "speculation", "hypothesise", "hypothesised", "hypothesize", "hypothesized",
        "hypothesis", "theory", "conjecture", "conjectured", "suspicion", "suspicions", "suspect", "suspects", "suspected", "fear", "fears", "feared", "hope",
        "hopes", "hoped", "doubt", "doubts", "doubted", "possibility", "prospect", "risk", "chance", "idea", "notion", "assumption", "assume", "assumes",
        "assumed", "suppose", "supposing", "imagine", "posit", "posits", "posited", "postulate", "postulated", "proposed", "predict", "predicts", "predicted",
        "thought", "believed", "expect", "expects", "expected", "accusation", "accusations", "charge", "charges", "pretend", "pretended", "worry", "worries",
        "worried", "concern", "concerns"], &["that"], 2, Clause, Open),
    pattern(&["often", "commonly", "widely", "popularly", "generally", "frequently"],
        &["said", "believed", "thought", "assumed", "claimed", "held", "supposed", "told"], 0, Clause, Open),
    // What is held to be so, by however many.
    pattern(&["believe", "believes", "fear", "fears", "warn", "warns", "warned", "warning"], &[], 0, Clause, Open),
    pattern(&["think", "thinks", "hold", "suppose", "supposes", "convinced", "feel", "feels", "felt", "reckon", "reckons"], &["that"], 0, Clause, Open),
    pattern(&["legend", "legends", "tradition", "folklore", "lore", "superstition", "gossip", "belief", "beliefs"], &["that"], 2, Clause, Open),
    pattern(&["according"], &["legend", "tradition", "folklore", "rumour", "rumours", "myth"], 2, Clause, Open),
    pattern(&["promise", "promises", "promised", "pledge", "pledges", "pledged", "vow", "vows", "vowed", "threatens", "threatened"], &["that"], 0, Clause, Open),
    pattern(&["recommend", "recommends", "recommended", "recommending", "recommendation", "demand", "demands", "demanded", "demanding", "urge", "urges", "urged",
        "request", "requests", "requested", "advise", "advises", "advised", "asked", "asks", "ask", "asking"], &["that"], 0, Clause, Open),
    pattern(&["suppose", "supposing", "imagine", "assuming"], &[], 0, Clause, Open),
    pattern(&["asked", "asks", "ask", "asking", "wonder", "wonders", "wondered", "unclear", "unknown", "uncertain", "doubtful", "test", "tested", "see"],
        &["if"], 0, Clause, Open),
    pattern(&["find", "finding", "finds"], &["if"], 1, Clause, Open),
    pattern(&["accuse", "accuses", "accused", "accusing", "suspected", "suspects", "convicted", "acquitted", "cleared"], &["of"], 4, Verb, Open),
    pattern(&["charged"], &["with"], 0, Verb, Open),
    // What somebody wants or has to do, or is to come.
    pattern(&["plan", "plans", "planned", "planning", "intend", "intends", "intended", "intending", "intention", "hope", "hopes", "hoped", "hoping", "aim",
        "aims", "aimed", "aiming", "want", "wants", "wanted", "wanting", "wish", "wishes", "wished", "promise", "promises", "promised", "promising", "pledge",
        "pledges", "pledged", "vow", "vows", "vowed", "threaten", "threatens", "threatened", "threatening", "due", "scheduled", "supposed", "slated", "poised",
        "need", "needs", "needed", "ought", "propose", "proposes", "proposed", "proposing", "proposal", "offer", "offers", "offered", "try", "tries",
        "trying", "attempt", "attempts", "attempted", "seek", "seeks", "sought", "seeking", "prepare", "prepares", "prepared", "preparing", "bid", "asked",
        "urged", "urge", "urges", "ordered", "told", "set", "going", "yet", "ready", "willing", "deal", "expected", "expects", "expect", "designed", "agreed", "agrees", "agree", "resolved", "forecast", "projected", "predicted",
        "likely", "meant", "invited", "encouraged", "authorised", "authorized", "believed", "thought", "said", "alleged", "reported", "rumoured", "rumored", "claimed"], &["to"], 4, Verb, Open),
    pattern(&["ask", "asks", "asking", "advise", "advises", "advised", "recommended", "calls", "applied", "applies", "petitioned", "pressed", "pushed", "pushes", "pushing",
        "lobbied", "lobbies", "lobbying", "campaigned", "sued", "fought"], &["to"], 3, Verb, Open),
    pattern(&["right", "power", "powers", "authority", "permission", "mandate", "licence", "license", "free", "entitled", "option", "talks", "pressure"], &["to"], 0, Verb, Open),
    // Who had to do a thing did it.
    pattern(&["has", "have", "is", "are", "was", "were"], &["to"], 0, Verb, Open),
    pattern(&["consider", "considers", "considered", "considering", "contemplate", "contemplates", "contemplated", "contemplating", "discuss", "discussed",
        "discussing", "propose", "proposes", "proposed", "proposing", "suggested", "recommended", "recommends", "mulls", "mulled", "mulling", "weighing",
        "envisages", "envisaged", "await", "awaits", "awaiting", "awaited"], &[], 0, Verb, Open),
    pattern(&["think", "thinks", "thinking", "talk", "talks", "talked", "talking", "dream", "dreamed", "possibility", "prospect", "idea", "intention"],
        &["of", "about"], 0, Verb, Open),
    pattern(&["pending", "subject"], &["to"], 0, Verb, Open),
    pattern(&["pending"], &[], 0, Verb, Open),
    pattern(&["needs", "need", "requires", "require", "required", "needed"], &[], 0, Verb, Open),
];

/// The governing words that begin at a place: how many they are, what they say and what they govern.
pub(crate) fn governing(words: &[String], at: usize) -> Option<(usize, Stance, Governs)> {
    static BEGINNING: LazyLock<ByWord<&str, Vec<&Pattern>>> = LazyLock::new(|| {
        let mut beginning: HashMap<&str, Vec<&Pattern>, FixedState> = HashMap::default();
        for pattern in PATTERNS {
            for first in pattern.first {
                beginning.entry(first).or_default().push(pattern);
            }
        }
        beginning.into()
    });
    let word = words.get(at)?.as_str();
    BEGINNING.get(word)?.iter().find_map(|pattern| {
        let length = if pattern.then.is_empty() {
            1
        } else {
            let places = at + 1..=at + 1 + pattern.between;
            let place = places
                .take_while(|&place| place < words.len())
                .find(|&place| {
                    words
                        .get(place)
                        .is_some_and(|word| pattern.then.contains(&word.as_str()))
                })?;
            place + 1 - at
        };
        let next = words.get(at + length).map_or("", String::as_str);
        let fits = match (word, pattern.governs) {
            // `almost won`, not `almost all` or `nearly 5`.
            ("almost" | "nearly", _) => is_past(next),
            // `believe in a god`; `contrary to what many believe` and `many believe otherwise` doubt the belief.
            ("believe" | "believes", _) => {
                let before = words.get(at.saturating_sub(4)..at).unwrap_or_default();
                !matches!(next, "in" | "otherwise") && !before.iter().any(|word| word == "what")
            }
            // `is to open`, not `is to the north`; `has considered` and `considered leaving`, not `considered the facts`.
            ("is" | "are" | "was" | "were", Governs::Verb) => !DETERMINERS.contains(&next),
            // `Came close to winning`, not `came to 4 million`.
            ("came" | "come" | "comes" | "coming", _) => {
                let between = words.get(at + 1).map_or("", String::as_str);
                matches!(between, "close" | "near" | "closest" | "nearest")
            }
            (_, Governs::Verb) => pattern.then != ["to"] || !DETERMINERS.contains(&next),
            _ => true,
        };
        fits.then_some((length, pattern.stance, pattern.governs))
    })
}

/// Whether a word tells what somebody means to do, or what is to come: `planned`, `aims`, `due`.
pub(crate) fn tells_an_aim(word: &str) -> bool {
    AIMS.contains(&word)
}

/// Whether words say of what they tell that it is meant to be, or to come.
pub(crate) fn is_to_come(words: &[String]) -> bool {
    (0..words.len()).any(|at| {
        let is_to = |next: usize| words.get(next).is_some_and(|word| word == "to");
        let is_aim = words.get(at).is_some_and(|word| tells_an_aim(word));
        is_aim
            || governing(words, at).is_some_and(|(length, stance, governs)| {
                stance == Open && governs == Verb && is_to(at + length - 1)
            })
    })
}

#[rustfmt::skip]
const AIMS: &[&str] = &[
    "plan", "plans", "planned", "planning", "intend", "intends", "intended", "intending", "hope", "hopes", "hoped", "hoping", "aim", "aims", "aimed", "aiming", "want",
    "wants", "wanted", "wish", "wishes", "wished", "due", "scheduled", "supposed", "slated", "seek", "seeks", "sought", "designed", "meant", "expected", "expects",
    "expect", "forecast", "projected", "predicted", "target", "targets", "targeted", "proposed", "proposes",
];

fn is_past(word: &str) -> bool {
    word.ends_with("ed") || crate::check::language::irregular::is_past(word)
}

#[rustfmt::skip]
const DETERMINERS: &[&str] = &["the", "a", "an", "its", "their", "his", "her", "this", "that", "these", "those", "our", "my", "your", "all", "some"];

/// Words by which what governs is itself denied.
#[rustfmt::skip]
pub(crate) const UNDOES: &[&str] = &["no", "not", "nobody", "never", "none", "cannot", "without", "hardly", "neither", "nor"];

/// Words that turn to something else.
#[rustfmt::skip]
pub(crate) const CONTRASTS: &[&str] = &["but", "however", "although", "though", "yet", "whereas", "nevertheless"];

/// Words of a condition.
#[rustfmt::skip]
pub(crate) const CONDITIONS: &[&str] = &["if", "unless", "until", "provided", "providing", "had", "supposing", "wenn", "falls", "если"];

/// Verbs that judge the clause before them, with what they judge by.
#[rustfmt::skip]
pub(crate) const BE: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "remain", "remains", "remained", "proved", "prove", "proves", "proven", "turned", "seems", "appears", "has", "have", "had",
];

#[rustfmt::skip]
pub(crate) const JUDGED: &[(&str, Stance)] = &[
    ("false", Denied), ("untrue", Denied), ("wrong", Denied), ("incorrect", Denied), ("unfounded", Denied), ("baseless", Denied), ("fabricated", Denied),
    ("myth", Denied), ("mistaken", Denied), ("inaccurate", Denied), ("groundless", Denied), ("debunked", Denied), ("disproved", Denied), ("disproven", Denied),
    ("refuted", Denied), ("discredited", Denied), ("denied", Denied), ("rejected", Denied), ("dismissed", Denied), ("misleading", Denied), ("implausible", Denied),
    ("unlikely", Denied), ("unproven", Open), ("unclear", Open), ("uncertain", Open), ("unknown", Open), ("doubtful", Open), ("disputed", Open), ("open", Open),
    ("debated", Open), ("undecided", Open), ("unconfirmed", Open), ("questionable", Open), ("contested", Open), ("controversial", Open), ("unresolved", Open),
];

/// Verbs and nouns of what somebody says, thinks or is charged with.
#[rustfmt::skip]
pub(crate) const REPORTS: &[&str] = &[
    "said", "says", "say", "according", "claimed", "claims", "claim", "alleged", "alleges", "allege", "reported", "reports", "argued", "argues", "wrote",
    "told", "thought", "believed", "accused", "charged", "stated", "states", "maintained", "maintains", "insisted", "insists", "asserted", "asserts",
    "theory", "hypothesis", "hypothesised", "hypothesized", "suggested", "suggests", "announced", "indicated",
];

/// Verbs by which somebody says something.
#[rustfmt::skip]
pub(crate) const SPEAKS: &[&str] = &[
    "says", "said", "estimates", "estimated", "reports", "reported", "puts", "finds", "found", "expects", "claims",
    "states", "stated", "calculates", "measured", "counted", "gives", "survey", "report", "study", "expect", "predict", "predicts", "predicted",
    "forecast", "forecasts", "sees", "see", "projects", "anticipates", "anticipate", "estimate",
];

/// Words by which a claim says that it is somebody's word.
#[rustfmt::skip]
pub(crate) const SPEECH: &[&str] = &[
    "said", "says", "say", "according", "claimed", "alleged", "alleges", "allegedly", "reportedly", "argued", "argues", "told", "believed", "believes",
    "believe", "think", "thinks", "thought", "accused", "maintains", "maintained", "insisted", "insists", "asserted", "asserts", "denied", "denies", "suggested", "suggests",
    "whether", "may", "might", "could", "should", "would",
];

/// Words by which something said is shown not to hold.
#[rustfmt::skip]
pub(crate) const DISPROVES: &[&str] = &[
    "acquitted", "cleared", "false", "wrong", "untrue", "unfounded", "disproved", "refuted", "denied", "denies", "deny", "disputed", "disputes", "dispute",
    "disagree", "disagreed", "disagrees", "rejected", "rejects", "baseless", "implausible", "unlikely", "mistaken", "otherwise", "dropped", "retracted",
    "discredited", "incorrect", "inaccurate", "contradicted", "contradicts", "contradict", "unproven", "doubt", "doubted", "doubts", "debunked", "fabricated",
    "unsupported", "contested", "dismissed",
];

/// Words by which a sentence speaks of the one before.
#[rustfmt::skip]
pub(crate) const ANAPHORS: &[&str] = &["this", "that", "it", "him", "her", "them", "claim", "claims", "allegation", "allegations", "report", "reports", "rumour", "rumours", "charge", "charges", "jury", "these"];
