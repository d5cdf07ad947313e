//! Contests: who beat whom, in whatever words, so that two sentences that give one contest to either side are seen to exclude each other.

use crate::check::language::names::Name;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_figure, plain};

/// Verbs whose subject won, and those whose subject lost; the other side follows, behind one of these words where the verb needs one.
const WON: &[&str] = &[
    "beat",
    "beats",
    "beaten",
    "defeated",
    "defeats",
    "defeat",
    "overcame",
    "outpolled",
    "thrashed",
    "eliminated",
    "edged",
    "ousted",
    "routed",
    "trounced",
    "toppled",
    "unseated",
    "outclassed",
    "besiegte",
    "schlug",
    "battu",
    "bat",
];
const LOST: &[&str] = &["lost", "loses", "losing", "verlor", "unterlag"];
const TO: &[&str] = &["to", "against", "gegen"];
const OVER: &[&str] = &["against", "over"];
const BE: &[&str] = &["was", "were", "is", "been", "being", "got"];

/// Words that stand, with the score, between `lost` and to whom: `lost 2-0 at home to Tarn`, and not `lost a player to Tarn`.
#[rustfmt::skip]
const OF_CONTEST: &[&str] = &[
    "the", "a", "its", "their", "his", "her", "at", "in", "on", "by", "home", "away", "narrowly", "heavily", "again", "final", "semi", "semifinal", "quarterfinal",
    "match", "game", "derby", "replay", "tie", "extra", "time", "penalties", "series", "election", "runoff", "vote", "race", "round", "opening", "first", "second",
];
/// Words between such a verb and the other side.
const REACH: usize = 6;

/// Who won and who lost.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    winner: Name,
    beaten: Name,
}

/// The outcome that a sentence tells, given with its names.
pub(crate) fn outcome(text: &str, named: &[Name]) -> Option<Outcome> {
    let read = plain_text(text);
    let spans = &read.spans;
    let lower = &read.words;
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    let link = |at: usize, links: &[&str]| {
        let to = (at + 1..=at + REACH).find(|&to| links.contains(&word(to)))?;
        let between = text.get(spans.get(at)?.end..spans.get(to)?.start)?;
        (!between.contains([',', ';', ':', '.'])).then_some(to)
    };
    // `Won 3-1 at home against Vestra`
    let over = |at: usize| {
        let is_won = matches!(word(at), "won" | "wins");
        is_won.then(|| link(at, OVER)).flatten()
    };
    // `Knocked Vestra out`, `saw off Vestra`.
    let wins = |at: usize| {
        WON.contains(&word(at))
            || word(at) == "knocked" && (at + 2..at + 6).any(|place| word(place) == "out")
            || word(at) == "saw" && word(at + 1) == "off"
            || over(at).is_some()
    };
    let at = (0..lower.len()).find(|&at| wins(at) || LOST.contains(&word(at)))?;
    let verb = spans.get(at)?;
    let place = |name: &Name| text.find(&name.text);
    let first = text.get(..verb.start)?.trim();
    // A single capital at the start of a sentence is no name to others; before a verb of contest it is who did it.
    let subject = named
        .iter()
        .rfind(|name| place(name).is_some_and(|at| at < verb.start))
        .cloned()
        .or_else(|| {
            let only = first.split(' ').next()?;
            let begins = first.split(' ').count() <= 2 && only.starts_with(char::is_uppercase);
            begins.then(|| Name {
                text: only.to_owned(),
                words: vec![plain(only)],
                acronym: false,
            })
        })?;
    let is_lost = LOST.contains(&word(at));
    let is_passive = at > 0 && BE.contains(&word(at - 1)) && word(at + 1) == "by";
    let behind = if is_lost {
        let to = link(at, TO)?;
        let is_of_it = |at: usize| is_figure(word(at)) || OF_CONTEST.contains(&word(at));
        Some(to).filter(|to| (at + 1..*to).all(is_of_it))?
    } else if is_passive {
        at + 1
    } else {
        over(at).unwrap_or(at)
    };
    let object = named.iter().find(|name| {
        place(name).is_some_and(|place| spans.get(behind).is_some_and(|span| place >= span.end))
    })?;
    let (winner, beaten) = if is_lost || is_passive {
        (object.clone(), subject)
    } else {
        (subject, object.clone())
    };
    Some(Outcome { winner, beaten })
}

/// The two winners of one contest, where two sentences have the other side win.
pub(crate) fn other_winner<'o>(
    own: Option<&'o Outcome>,
    theirs: Option<&'o Outcome>,
) -> Option<(&'o str, &'o str)> {
    let (own, theirs) = (own?, theirs?);
    let is_turned = own.winner.matches(&theirs.beaten)
        && own.beaten.matches(&theirs.winner)
        && !own.winner.matches(&own.beaten);
    is_turned.then_some((own.winner.text.as_str(), theirs.winner.text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::names::names;

    #[test]
    fn the_other_side_wins_in_whatever_words() {
        let told = |text: &str| outcome(text, &names(text));
        let turned = |a: &str, b: &str| other_winner(told(a).as_ref(), told(b).as_ref()).is_some();
        for (a, b, expected) in [
            (
                "Vestra beat Marenholt in the final.",
                "Marenholt defeated Vestra in the final.",
                true,
            ),
            (
                "Vestra beat Marenholt in the final.",
                "In the final Vestra lost to Marenholt.",
                true,
            ),
            (
                "Vestra was beaten by Marenholt.",
                "Marenholt lost against Vestra.",
                true,
            ),
            (
                "Vestra beat Marenholt in the final.",
                "Marenholt lost to Vestra in the final.",
                false,
            ),
            (
                "Vestra beat Marenholt in the final.",
                "Ostrava defeated Vestra in the final.",
                false,
            ),
            ("Vestra lost money.", "Marenholt beat Vestra.", false),
            (
                "Vestra beat Marenholt in the replay.",
                "Marenholt knocked Vestra out in the replay.",
                true,
            ),
            (
                "Vestra won against Marenholt.",
                "Marenholt eliminated Vestra.",
                true,
            ),
            (
                "Vestra won 3-1 at home against Marenholt.",
                "Marenholt beat Vestra.",
                true,
            ),
            (
                "Vestra lost 2-0 at home to Marenholt.",
                "Vestra beat Marenholt.",
                true,
            ),
            (
                "Vestra lost a player to Marenholt.",
                "Vestra beat Marenholt.",
                false,
            ),
        ] {
            assert_eq!(turned(a, b), expected, "{a} / {b}");
        }
    }
}
