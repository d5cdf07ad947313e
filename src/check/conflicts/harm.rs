//! Harm: whether anybody died or was hurt, as two statements tell it: `nobody was hurt`, `three people were taken to hospital`, `all were brought out alive`.
//!
//! Such statements share hardly a word and no value, and yet cannot both be true of one accident.

use super::discord::Discord;
use crate::check::language::reading::Reading;
use crate::check::language::shapes::Shapes;
use crate::check::language::terms::stem;

/// Whether there was any of a harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Toll {
    None,
    Some,
}

/// What a statement tells of harm.
#[derive(Debug, Default)]
struct Told {
    deaths: Option<Toll>,
    injuries: Option<Toll>,
    /// The stem of whom it spares, if it names some only: `no passengers`.
    spared: Option<String>,
}

#[rustfmt::skip]
const DEATH: &[&str] = &[
    "killed", "died", "dies", "dead", "death", "deaths", "fatality", "fatalities", "perished", "drowned", "bodies", "lives", "life", "succumbed",
];
#[rustfmt::skip]
const INJURY: &[&str] = &[
    "injured", "injuries", "injury", "hurt", "wounded", "hospitalised", "hospitalized", "hospital", "harmed",
];
/// Both at once, for whom is said to have come away so.
const UNHARMED: &[&str] = &["unharmed", "unhurt", "uninjured", "unscathed", "unwounded"];
const ALIVE: &[&str] = &["alive", "survived", "survive", "survives"];
/// Words that count both the dead and the hurt.
const CASUALTIES: &[&str] = &["casualty", "casualties", "victims"];
/// Of the words of all these; few sentences have one.
static OF_HARM: Shapes = Shapes::of_lists(&[DEATH, INJURY, UNHARMED, ALIVE, CASUALTIES]);
/// Words for anybody who may come to harm.
#[rustfmt::skip]
const ANYBODY: &[&str] = &[
    "one", "people", "person", "persons", "casualties", "injuries", "injury", "deaths", "fatalities", "victims", "lives", "loss", "body", "serious", "reported",
];

/// How two statements that tell of harm stand to each other.
pub(crate) fn told_of_harm(a: &Reading<'_>, b: &Reading<'_>) -> Option<Discord> {
    let (own, theirs) = (Told::read(a)?, Told::read(b)?);
    let are_opposed = own.excludes(&theirs) || theirs.excludes(&own);
    let is_about = |told: &Told, other: &Reading<'_>| {
        let spared = told.spared.as_ref();
        spared.is_none_or(|spared| {
            let mut words = other.words.iter();
            words.any(|word| stem(word) == *spared || ANYBODY.contains(&word.as_str()))
        })
    };
    if are_opposed {
        let is_of_the_same = is_about(&own, b) && is_about(&theirs, a) && share_a_word(a, b);
        return is_of_the_same.then_some(Discord::Opposed);
    }
    let is_none = |told: &Told| told.injuries == Some(Toll::None);
    (is_none(&own) && is_none(&theirs)).then_some(Discord::Agreed)
}

/// Whether a sentence tells of harm, or that there was none.
pub(crate) fn tells_of_harm(text: &Reading<'_>) -> bool {
    Told::read(text).is_some()
}

impl Told {
    fn read(text: &Reading<'_>) -> Option<Self> {
        let mut told = Self::default();
        for (at, word) in text.words.iter().enumerate() {
            let word = word.as_str();
            if !OF_HARM.may_hold(word) {
                continue;
            }
            let is_denied = denied_by(text, at);
            let (none, some) = (Some(Toll::None), Some(Toll::Some));
            let told_here = if is_denied.is_some() { none } else { some };
            if UNHARMED.contains(&word) && spares_all(text, at) {
                (told.deaths, told.injuries) = (Some(Toll::None), Some(Toll::None));
            } else if ALIVE.contains(&word) && is_denied.is_none() && spares_all(text, at) {
                told.deaths = Some(Toll::None);
            } else if is_death(text, at) && tells_of_it(text, at) {
                told.deaths = told.deaths.or(told_here);
            } else if CASUALTIES.contains(&word) {
                if is_denied.is_some() {
                    (told.deaths, told.injuries) = (Some(Toll::None), Some(Toll::None));
                }
            } else if INJURY.contains(&word) && tells_of_it(text, at) {
                told.injuries = told.injuries.or(told_here);
            } else {
                continue;
            }
            if let Some(denial) = is_denied {
                told.spared = spared(text, denial, at);
            }
        }
        (told.deaths.is_some() || told.injuries.is_some()).then_some(told)
    }

    /// Whether there was none of a harm in the one that there was in the other; who is not even hurt did not die.
    fn excludes(&self, other: &Self) -> bool {
        let (none, some) = (Some(Toll::None), Some(Toll::Some));
        self.deaths == none && other.deaths == some
            || self.injuries == none && (other.injuries == some || other.deaths == some)
    }
}

/// Whether a word tells of deaths; lives are lost, and claimed.
fn is_death(text: &Reading<'_>, at: usize) -> bool {
    const REACH: usize = 4;
    let word = text.word(at);
    if matches!(word, "lives" | "life") {
        let near = (at.saturating_sub(REACH)..at + REACH).map(|at| text.word(at));
        return near.into_iter().any(|word| {
            matches!(
                word,
                "lost" | "lose" | "loses" | "claimed" | "loss" | "cost"
            )
        });
    }
    DEATH.contains(&word)
}

/// Whether a word tells what happened, not what may or what somebody fears.
fn tells_of_it(text: &Reading<'_>, at: usize) -> bool {
    const REACH: usize = 4;
    #[rustfmt::skip]
    const NOT_SO: &[&str] = &[
        "could", "may", "might", "would", "can", "if", "risk", "fear", "feared", "threat", "almost", "nearly", "want", "wanted", "avoid", "prevent",
        "prevented", "evidence", "whether", "insurance", "penalty", "sentence", "sentenced", "near",
    ];
    let word = text.word(at);
    // A hospital harms nobody; who is taken to it is hurt.
    let is_taken = || {
        let mut near = (at.saturating_sub(5)..at).map(|at| text.word(at));
        near.any(|word| {
            matches!(
                word,
                "taken" | "rushed" | "admitted" | "treated" | "sent" | "flown" | "brought"
            )
        })
    };
    let mut near = (at.saturating_sub(REACH)..at).map(|at| text.word(at));
    !near.any(|word| NOT_SO.contains(&word)) && (word != "hospital" || is_taken())
}

/// The place of the word that denies a harm, before it in the same clause.
fn denied_by(text: &Reading<'_>, at: usize) -> Option<usize> {
    const REACH: usize = 7;
    const DENIES: &[&str] = &[
        "no", "nobody", "none", "not", "never", "without", "neither", "nor", "zero", "escaped",
        "avoided",
    ];
    for place in (at.saturating_sub(REACH)..at).rev() {
        let word = text.word(place);
        if DENIES.contains(&word) || word.ends_with("n't") {
            let is_other = matches!(text.word(place + 1), "longer" | "only" | "doubt" | "word");
            return (!is_other).then_some(place);
        }
        let is_next_clause = text.gap(place + 1).contains([',', ';', ':', '–', '—', '('])
            || matches!(
                word,
                "but" | "and" | "while" | "although" | "though" | "whereas" | "when"
            );
        if is_next_clause {
            return None;
        }
    }
    None
}

/// Whether those who are said to have come away alive are all there were, not `two of them`.
fn spares_all(text: &Reading<'_>, at: usize) -> bool {
    let before = || (0..at).map(|at| text.word(at));
    let has_all =
        before().any(|word| matches!(word, "all" | "every" | "everyone" | "everybody" | "both"));
    let counts = before().any(|word| {
        word.starts_with(|first: char| first.is_ascii_digit())
            || matches!(
                word,
                "one"
                    | "two"
                    | "three"
                    | "four"
                    | "five"
                    | "six"
                    | "some"
                    | "most"
                    | "many"
                    | "several"
                    | "few"
                    | "only"
                    | "half"
                    | "who"
            )
    });
    (has_all || !counts)
        && !before()
            .any(|word| matches!(word, "nearly" | "almost" | "not" | "no" | "nobody" | "none"))
}

/// The stem of whom a denial speaks of, where that is not anybody: `no passengers were hurt`.
fn spared(text: &Reading<'_>, denial: usize, harm: usize) -> Option<String> {
    if text.word(denial) != "no" {
        return None;
    }
    let named = (denial + 1..harm).find(|&at| text.term(at).is_some())?;
    let word = text.word(named);
    (!ANYBODY.contains(&word) && !is_death(text, named) && !INJURY.contains(&word))
        .then(|| stem(word))
}

/// Whether two statements have a word in common that tells of something else than harm.
fn share_a_word(a: &Reading<'_>, b: &Reading<'_>) -> bool {
    let is_of_harm = |word: &str| {
        [DEATH, INJURY, UNHARMED, ALIVE, CASUALTIES, ANYBODY]
            .iter()
            .any(|words| words.contains(&word))
    };
    (0..a.words.len()).any(|at| {
        a.term(at)
            .is_some_and(|term| b.terms.contains(&Some(term)) && !is_of_harm(a.word(at)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::conflicts::discord::assert_both_ways;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Discord>) {
        assert_both_ways(told_of_harm, a, b, expected);
    }

    #[test]
    fn none_and_some_cannot_both_have_come_to_harm() {
        for (a, b) in [
            (
                "Nobody was hurt when the mast fell.",
                "Two sailors were taken to hospital after the mast fell.",
            ),
            (
                "The flood claimed no lives.",
                "Nine people died in the flood.",
            ),
            (
                "All climbers were brought down alive.",
                "One of the climbers was killed.",
            ),
            ("The diver came up unharmed.", "The diver drowned."),
            (
                "The storm caused no casualties.",
                "The storm left four injured.",
            ),
        ] {
            check(a, b, Some(Discord::Opposed));
        }
    }

    #[test]
    fn another_harm_others_and_what_may_be_are_no_contradiction() {
        for (a, b) in [
            (
                "Nobody died when the mast fell.",
                "Two sailors were hurt when the mast fell.",
            ),
            (
                "No passengers were hurt in the crash.",
                "The driver was hurt in the crash.",
            ),
            (
                "Nobody was hurt in the crash.",
                "The crash could have killed dozens.",
            ),
            (
                "Two climbers came down alive.",
                "One of the climbers was killed.",
            ),
            (
                "Nobody was hurt when the mast fell.",
                "The mayor died in May.",
            ),
        ] {
            check(a, b, None);
        }
        check(
            "Nobody was hurt when the mast fell.",
            "The mast fell, but all sailors escaped injury.",
            Some(Discord::Agreed),
        );
    }
}
