//! Instructions to a model: the signs found in a text, weighed.

use std::borrow::Cow;
use std::cell::LazyCell;

use super::glance::{Glance, Patterns};
use super::pattern::Pattern;
use super::tokens::{Token, mixed_words, spaced_out, tokens};
use super::vocabulary::{FRAMING, MARKERS, MENTIONS, UNSPACED};
use super::{Reason, Ruling};

/// Points that set a text aside.
const ENOUGH: u8 = 3;
/// Words around a quotation that make it one.
const PROSE: usize = 6;

/// Whether a sentence speaks to a model, or about such speaking, so that it must not stand in a brief. `lower` is the sentence in lower case.
#[must_use]
pub fn addresses_a_model(lower: &str) -> bool {
    MENTIONS.iter().any(|phrase| lower.contains(phrase))
        || judge(lower, &Glance::of(lower)) != Ruling::Keep
}

pub(super) fn judge(text: &str, glance: &Glance) -> Ruling {
    either(text, glance.may_have_cut_words(), |text| match text {
        Cow::Borrowed(text) => judge_as_is(text, glance),
        Cow::Owned(joined) => judge_as_is(&joined, &Glance::of(&joined)),
    })
}

/// The ruling on a text, and where it is harmless that on the same text with its cut words whole.
fn either(text: &str, has_cut: bool, judge: impl Fn(Cow<'_, str>) -> Ruling) -> Ruling {
    match judge(text.into()) {
        Ruling::Keep if has_cut => joined(text).map_or(Ruling::Keep, |joined| judge(joined.into())),
        ruling => ruling,
    }
}

/// The text with the words whole that a hyphen cut at the end of a line, where there are any.
fn joined(text: &str) -> Option<String> {
    let mut whole = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('-') {
        let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
        let rest = after.trim_start();
        let is_cut = before.ends_with(char::is_alphabetic)
            && rest.len() < after.len()
            && rest.starts_with(char::is_lowercase);
        if is_cut {
            whole.push_str(text.get(copied..at)?);
            copied = text.len() - rest.len();
        }
    }
    (copied > 0).then(|| whole + text.get(copied..).unwrap_or_default())
}

fn judge_as_is(text: &str, glance: &Glance) -> Ruling {
    let mut patterns = glance.patterns();
    if glance.points(text, patterns) < ENOUGH {
        return Ruling::Keep;
    }
    if !patterns.is_empty() {
        // A long text may have the words of a pattern far from each other.
        patterns = Patterns::of_sentences(text);
        if glance.points(text, patterns) < ENOUGH {
            return Ruling::Keep;
        }
    }
    weigh(text, patterns.iter(), Some(glance))
}

/// What a glance must not change.
#[cfg(test)]
pub(super) fn judge_without_a_glance(text: &str) -> Ruling {
    either(text, true, |text| {
        weigh(&text, super::pattern::PATTERNS.iter(), None)
    })
}

/// What a text comes to once all that may be in it is looked for.
fn weigh(
    text: &str,
    patterns: impl Iterator<Item = &'static Pattern>,
    glance: Option<&Glance>,
) -> Ruling {
    let may = |is_seen: fn(&Glance) -> bool| glance.is_none_or(is_seen);
    // Marks and turns are found without them, and most texts that come here have nothing else.
    let tokens = LazyCell::new(|| tokens(text));
    let mut weighed = Weighed::default();
    for pattern in patterns {
        if let Some(quoted) = pattern.found(&tokens) {
            weighed.add(pattern.sign.points, pattern.sign.reason, quoted);
        }
    }
    if may(Glance::has_markers) {
        weigh_markers(text, &mut weighed);
    }
    if may(Glance::has_messages) {
        weigh_messages(text, &mut weighed);
    }
    if may(Glance::has_turns) {
        weigh_turns(text, &mut weighed);
    }
    if may(Glance::has_pictures) {
        weigh_links(text, &mut weighed);
    }
    if may(Glance::is_unspaced) && speaks_unspaced(text) {
        weighed.add(ENOUGH, Reason::Instruction, false);
    }
    if may(Glance::may_disguise) {
        weigh_disguise(text, &tokens, &mut weighed);
    }
    weighed.ruling(|| &tokens)
}

/// The signs of a text, by where they stand.
#[derive(Default)]
struct Weighed {
    live: u8,
    quoted: u8,
    /// The reason of the sign with the most points.
    strongest: Option<(u8, Reason)>,
}

impl Weighed {
    fn add(&mut self, points: u8, reason: Reason, quoted: bool) {
        let sum = if quoted {
            &mut self.quoted
        } else {
            &mut self.live
        };
        *sum = sum.saturating_add(points);
        if self.strongest.is_none_or(|(most, _)| points > most) {
            self.strongest = Some((points, reason));
        }
    }

    /// What the signs come to; the words of the text are asked for where it hangs on what stands around them.
    fn ruling<'a>(&self, tokens: impl FnOnce() -> &'a [Token<'a>]) -> Ruling {
        // Many weak signs are how manuals and forms speak.
        let Some((_, reason)) = self.strongest.filter(|(most, _)| *most > 1) else {
            return Ruling::Keep;
        };
        if self.live >= ENOUGH {
            return Ruling::SetAside(reason);
        }
        if self.live.saturating_add(self.quoted) < ENOUGH {
            return Ruling::Keep;
        }
        let around: Vec<&Token<'_>> = tokens()
            .iter()
            .filter(|token| token.is_word() && !token.quoted)
            .collect();
        let framed = around
            .iter()
            .any(|token| FRAMING.iter().any(|word| token.text.starts_with(word)));
        if framed && around.len() >= PROSE {
            Ruling::Quotes
        } else {
            Ruling::SetAside(reason)
        }
    }
}

/// Marks of turns and tools. At the start of a line they forge one; within prose they may be what it is about.
fn weigh_markers(text: &str, weighed: &mut Weighed) {
    let lower = text.to_lowercase();
    let found = MARKERS.iter().filter_map(|marker| lower.find(marker));
    for at in found {
        let before = lower.get(..at).unwrap_or_default();
        let opens = before
            .chars()
            .rev()
            .find(|c| *c == '\n' || !c.is_whitespace())
            .is_none_or(|c| matches!(c, '\n' | '.' | '!' | '?' | '>' | ']'));
        weighed.add(ENOUGH, Reason::Markers, !opens);
    }
}

/// Messages as they are sent to a model, and calls of tools as it makes them.
fn weigh_messages(text: &str, weighed: &mut Weighed) {
    if !text.contains('"') {
        return;
    }
    let lower = text.to_lowercase();
    let squeezed: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
    let says = |role: &str| squeezed.contains(&format!("\"role\":\"{role}\""));
    let calls = squeezed.contains("\"tool_calls\":") || squeezed.contains("\"function_call\":");
    if (says("system") || says("developer")) && squeezed.contains("\"content\":")
        || says("assistant") && calls
    {
        weighed.add(ENOUGH, Reason::Markers, false);
    }
    // Documentation shows calls within prose; a text that is one is there to be made.
    let is_call = squeezed.starts_with(['{', '[', '<'])
        && (squeezed.contains("\"arguments\":{") || squeezed.contains("\"arguments\":\"{"))
        && [
            "\"tool\":",
            "\"name\":",
            "\"function\":",
            "\"function_call\":",
        ]
        .iter()
        .any(|key| squeezed.contains(key));
    if is_call {
        weighed.add(ENOUGH, Reason::Markers, false);
    }
}

/// Turns of a conversation with a model that was never held: one that agrees at once, or that begins in the middle of something else. A transcript
/// is evidence.
fn weigh_turns(text: &str, weighed: &mut Weighed) {
    const AGREES: &[&str] = &[
        "sure",
        "of course",
        "certainly",
        "understood",
        "absolutely",
        "okay",
        "ok,",
        "yes,",
    ];
    const ASKED: &[&str] = &[
        "please",
        "write",
        "say",
        "state",
        "put",
        "forget",
        "ignore",
        "recommend",
        "praise",
        "report",
        "summari",
    ];
    let lower = text.to_lowercase();
    let turn = |names: &[&str]| -> Option<(usize, &str)> {
        names.iter().find_map(|name| {
            let at = lower.match_indices(name).map(|(at, _)| at).find(|&at| {
                let before = lower.get(..at).unwrap_or_default();
                let last = before.trim_end_matches([' ', '*', '#']).chars().next_back();
                last.is_none_or(|c| matches!(c, '\n' | '.' | '!' | '?'))
            })?;
            Some((at, lower.get(at + name.len()..)?.trim_start()))
        })
    };
    let (person, model) = (
        turn(&["human:", "user:"]),
        turn(&["assistant:", "ai:", "model:"]),
    );
    let says_any = |text: &str, list: &[&str]| {
        let sentence = text.split(['.', '\n']).next().unwrap_or_default();
        list.iter().any(|word| sentence.contains(word))
    };
    let mut points = 0;
    if let Some((_, told)) = turn(&["system:"]) {
        points += 2 * u8::from(
            [
                "you ",
                "all ",
                "new ",
                "ignore",
                "disregard",
                "from now",
                "the user",
                "never",
                "always",
            ]
            .iter()
            .any(|word| told.starts_with(word)),
        );
        // Such orders need no conversation around them.
        let is_order = ["you are now", "ignore", "disregard", "from now on"]
            .iter()
            .any(|word| told.starts_with(word));
        points += u8::from(is_order || model.is_some() || person.is_some());
    }
    let agrees = |answered: &str| AGREES.iter().any(|word| answered.starts_with(word));
    // Who speaks a line alone and agrees has been asked nothing: the answer is put into a mouth.
    if let (None, Some((_, answered))) = (person, model)
        && agrees(answered)
    {
        points += ENOUGH;
    }
    if let (Some((at, asked)), Some((other, answered))) = (person, model) {
        points += 1;
        points += u8::from(agrees(answered));
        points += u8::from(says_any(asked, ASKED));
        // What a model is handed here is called so, and a conversation that was held elsewhere speaks of something else.
        let here = |text: &str| says_any(text, &["the evidence", "the brief"]);
        points += u8::from(here(asked) || here(answered));
        // Prose before the first turn.
        let before = lower.get(..at.min(other)).unwrap_or_default();
        points += u8::from(before.split_whitespace().count() > 3);
    }
    if points > 0 {
        weighed.add(points, Reason::Markers, false);
    }
}

/// Pictures whose address takes something along.
fn weigh_links(text: &str, weighed: &mut Weighed) {
    let Some((_, link)) = text.split_once("](http") else {
        return;
    };
    let address = link.split(')').next().unwrap_or_default();
    let value = address.rsplit('=').next().unwrap_or_default();
    let placeholder =
        value.chars().count() > 3 && value.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if text.contains("![") && (address.contains(['{', '[', '<']) || placeholder) {
        weighed.add(ENOUGH, Reason::Exfiltration, false);
    }
}

/// Whether a text gives an order in a script that is written without spaces.
pub(super) fn speaks_unspaced(text: &str) -> bool {
    const APART: usize = 8;
    if text.is_ascii() {
        return false;
    }
    let says = |(orders, about): &(&[&str], &[&str])| {
        orders.iter().any(|order| {
            text.match_indices(order).any(|(at, _)| {
                // An order begins its sentence.
                let before = text.get(..at).unwrap_or_default().chars().next_back();
                let behind: String = text
                    .get(at + order.len()..)
                    .unwrap_or_default()
                    .chars()
                    .take(APART + 10)
                    .collect();
                before.is_none_or(|c| !c.is_alphanumeric())
                    && about.iter().any(|about| behind.contains(about))
            })
        })
    };
    UNSPACED.iter().any(says)
}

/// Words that were made hard to find: letters apart from each other, or of another alphabet.
fn weigh_disguise(text: &str, tokens: &[Token<'_>], weighed: &mut Weighed) {
    const SAID: &[&str] = &[
        "ignore",
        "disregard",
        "forget",
        "instruction",
        "prompt",
        "assistant",
        "recommend",
        "override",
        "system",
    ];
    if spaced_out(tokens)
        .iter()
        .any(|run| SAID.iter().any(|word| run.contains(word)))
    {
        weighed.add(ENOUGH, Reason::Disguised, false);
    }
    if !text.is_ascii() && mixed_words(text) >= 3 {
        weighed.add(2, Reason::Disguised, false);
    }
}
