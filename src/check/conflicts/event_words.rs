//! Deeds that tell an event: the words by which something is opened, closed, born or written, and what each kind says of when and by whom it is done.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::occasions::OF_TIME;
use crate::check::language::shapes::ByWord;
use crate::check::language::terms::is_stop_word;

/// Words of one event.
pub(super) struct Class {
    pub(super) words: &'static [&'static str],
    /// Whether it happens once in the life of a thing, so that another year is another story.
    pub(super) once: bool,
    /// Whether somebody does it to something, so that another doer is another story.
    pub(super) done: bool,
}

/// The events that are known.
#[rustfmt::skip]
pub(super) const CLASSES: &[Class] = &[
    Class {
        words: &[
            "shut", "shutdown", "shuttered", "closed", "closes", "closure", "closing", "decommissioned", "decommissioning", "ceased", "ceases", "ended",
            "ends", "discontinued", "dissolved", "demolished", "stopped", "scrapped", "abolished", "withdrawn", "retired",
        ],
        once: true,
        done: false,
    },
    Class {
        words: &[
            "opened", "opens", "opening", "inaugurated", "inauguration", "founded", "founding", "established", "launched", "commissioned", "unveiled",
            "began", "started", "off", "liftoff",
        ],
        once: true,
        done: false,
    },
    Class { words: &["reopened", "reopens", "reopening", "reopen"], once: false, done: false },
    Class { words: &["born", "birth", "birthplace"], once: true, done: false },
    Class { words: &["died", "dies"], once: true, done: false },
    Class { words: &["acquired", "acquires", "acquisition", "bought", "buys", "purchased", "takeover", "over"], once: true, done: true },
    Class { words: &["signed", "signing"], once: true, done: false },
    Class { words: &["effect", "force"], once: true, done: false },
    Class { words: &["built", "constructed", "completed", "completion", "erected", "finished"], once: true, done: true },
    Class {
        words: &[
            "discovered", "discovers", "discovery", "discoverer", "invented", "invents", "invention", "inventor", "originated", "originates",
        ],
        once: true,
        done: true,
    },
    Class {
        words: &[
            "wrote", "written", "author", "composed", "composer", "painted", "painter", "directed", "designed", "designer",
        ],
        once: false,
        done: true,
    },
    Class { words: &["carved", "carver", "sculpted", "sculptor", "engraved"], once: false, done: true },
    Class { words: &["translated", "translator"], once: false, done: true },
    Class { words: &["coached", "coach", "captained", "chaired", "commanded", "led", "headed"], once: false, done: true },
    Class { words: &["owned"], once: false, done: true },
    Class { words: &["funded", "financed", "sponsored"], once: false, done: true },
    Class { words: &["conducted", "managed", "organised", "organized"], once: false, done: true },
    Class { words: &["produced", "narrated", "edited", "illustrated"], once: false, done: true },
    Class { words: &["removed", "dismantled"], once: true, done: false },
    Class { words: &["stolen", "kidnapped", "abducted", "murdered", "assassinated", "executed"], once: true, done: false },
    Class { words: &["approved", "authorised", "authorized", "licensed"], once: true, done: false },
    Class { words: &["first"], once: true, done: false },
    Class { words: &["burned", "burnt", "destroyed", "gutted", "razed"], once: true, done: false },
    Class { words: &["sank", "sunk", "sinking", "capsized"], once: true, done: false },
    Class { words: &["collapsed", "collapse"], once: true, done: false },
    Class { words: &["première", "premiere", "premiered"], once: true, done: false },
    Class { words: &["crashed", "crash"], once: false, done: false },
    Class { words: &["exploded", "explosion"], once: false, done: false },
    Class { words: &["arrived", "arrives", "arrival"], once: false, done: false },
    Class { words: &["resigned", "resignation"], once: false, done: false },
    Class { words: &["married", "wedding"], once: false, done: false },
    Class { words: &["arrested", "arrest", "detained"], once: false, done: false },
    Class { words: &["host", "hosts", "hosted", "hosting", "place", "set"], once: false, done: false },
    Class { words: &["flows", "flow", "flowed", "empties", "empty", "drains", "discharges"], once: false, done: false },
    Class { words: &["played", "plays", "portrayed", "portrays"], once: false, done: true },
    Class { words: &["headquartered", "headquarters", "based", "seat"], once: false, done: false },
];

/// What is to be done is done once.
pub(super) const PLANNED: Class = Class {
    words: &[],
    once: true,
    done: false,
};

/// Nouns for whom something was done by: who is one has done it.
pub(super) const AGENTS: &[&str] = &[
    "author",
    "carver",
    "coach",
    "composer",
    "designer",
    "discoverer",
    "inventor",
    "painter",
    "sculptor",
    "translator",
];

/// What is counted off: the first of them is no event of its own.
#[rustfmt::skip]
const UNITS_OF_ORDER: &[&str] = &[
    "phase", "stage", "part", "leg", "round", "edition", "volume", "chapter", "section", "time", "times", "month", "week", "day", "days", "weeks", "months",
    "group", "step", "place", "few", "quarter", "half", "class", "name", "line", "argument", "version", "release",
];

/// What is approved time and again.
#[rustfmt::skip]
const YEARLY: &[&str] = &[
    "budget", "budgets", "accounts", "report", "reports", "minutes", "plan", "plans", "rates", "tax", "increase", "application", "applications", "funding", "loan",
    "loans", "grant", "grants", "rise", "aid",
];

/// The first class of each word.
static CLASS_OF: LazyLock<ByWord<&str, usize>> = LazyLock::new(|| {
    let mut class_of: HashMap<&str, usize, FixedState> = HashMap::default();
    for (at, class) in CLASSES.iter().enumerate() {
        for word in class.words {
            class_of.entry(*word).or_insert(at);
        }
    }
    class_of.into()
});

/// What a word tells of, as its place among the classes.
pub(super) fn class_of(lower: &[String], at: usize) -> Option<usize> {
    let word = lower.get(at)?.as_str();
    let class = *CLASS_OF.get(word)?;
    let before = at
        .checked_sub(1)
        .and_then(|before| lower.get(before))
        .map_or("", String::as_str);
    // `Lifted off`.
    if word == "off" && !matches!(before, "lifted" | "lift" | "lifts" | "blasted") {
        return None;
    }
    // `The first quarter`, `for the first time`, and `first`, to begin with, are no events.
    if word == "first" {
        let next = lower.get(at + 1).map_or("", String::as_str);
        let is_event = !is_stop_word(next)
            && !OF_TIME.contains(&next)
            && !UNITS_OF_ORDER.contains(&next)
            && before != "at";
        if !is_event {
            return None;
        }
    }
    let next = lower.get(at + 1).map_or("", String::as_str);
    // A story is set in a place, a river flows into one, and of plays only a role is played by one.
    let is_of_kind = match word {
        // `Has its seat in`, not `won a seat in`.
        "seat" => {
            matches!(next, "in" | "is" | "at" | "was")
                && !matches!(before, "a" | "one" | "no" | "another" | "safe" | "every")
        }
        "set" => next == "in" && matches!(before, "is" | "was" | "are" | "were"),
        "flows" | "flow" | "flowed" | "empties" | "empty" | "drains" | "discharges" => {
            next == "into"
        }
        // Many lead to something and manage to; by whom it was done is told of one deed.
        "led" | "headed" | "owned" | "funded" | "financed" | "sponsored" | "conducted"
        | "managed" | "organised" | "organized" | "produced" | "narrated" | "edited"
        | "illustrated" => next == "by",
        // What is decided upon every year is approved every year.
        "approved" | "authorised" | "authorized" => {
            let mut all = lower.iter();
            !all.any(|word| YEARLY.contains(&word.as_str()))
        }
        "played" | "plays" | "portrayed" | "portrays" => {
            let mut all = lower.iter();
            all.any(|word| matches!(word.as_str(), "role" | "part" | "character"))
        }
        _ => true,
    };
    if !is_of_kind {
        return None;
    }
    // `Took over` is one word, `over` none.
    if word == "over" && !matches!(before, "took" | "take" | "taken" | "takes" | "taking") {
        return None;
    }
    // `The composer was born` tells of no opera.
    if AGENTS.contains(&word) && lower.get(at + 1).is_none_or(|next| next != "of") {
        return None;
    }
    if word == "place" && !matches!(before, "took" | "take" | "taken" | "takes" | "taking") {
        return None;
    }
    // `Takes effect`, `comes into force`.
    let is_law = match word {
        "effect" => matches!(
            before,
            "take" | "takes" | "took" | "taken" | "taking" | "into"
        ),
        "force" => before == "into",
        _ => true,
    };
    is_law.then_some(class)
}
