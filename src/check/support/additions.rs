//! Additions: what a claim says on top of what its evidence says, a second deed behind an `and`, a cause, a word that leaves no exception.

use crate::check::language::opposites::Relation;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::plain_words;
use crate::check::language::vocabulary::{Kind, Token, Vocabulary, Word};

/// Likeness from which a word of the evidence may stand for one of a claim.
const COUNTERPART: f32 = 0.5;
/// Likeness from which one item of a list may be another's other name.
const ITEM: f32 = 0.62;
/// Words of a reason that is named and not told: `because of a strike`.
const MOST_OF_A_REASON: usize = 3;

/// The part of a claim, divided by `and`, commas and words of a reason, of which its evidence says nothing, where it says the rest.
pub(crate) fn added_part(
    claim: &str,
    around: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<String> {
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    vocabulary.read(claim, &mut own);
    let parts = parts(claim, &own, vocabulary);
    if parts.len() < 2 || !parts.iter().any(|part| part.is_joined) {
        return None;
    }
    for text in around {
        vocabulary.read(text, &mut theirs);
    }
    let vocabulary = &*vocabulary;
    theirs.sort_by_key(|token| token.stem);
    theirs.dedup_by_key(|token| token.stem);
    let content = |part: &Part<'_>| -> Vec<&Word> {
        part.tokens
            .iter()
            .filter_map(|token| vocabulary.word(token.word))
            .filter(|word| word.kind == Kind::Content)
            .collect()
    };
    let stands_there = |word: &Word| {
        theirs
            .binary_search_by_key(&word.stem, |token| token.stem)
            .is_ok()
    };
    // Of what is added the evidence has no word, or of a reason not the last one: that is told without asking what its words may stand for, and of most claims
    // there is no such part.
    let may_be_added = |at: usize, part: &Part<'_>| {
        let words = content(part);
        let has_none = || !words.iter().any(|word| stands_there(word));
        let is_reason = part.is_reason && words.len() <= MOST_OF_A_REASON;
        let may_be_all = words.len() > 1 || at + 1 == parts.len();
        part.is_joined
            && words.last().is_some_and(|word| !stands_there(word))
            && (is_reason || may_be_all && has_none())
    };
    let mut all = parts.iter().enumerate();
    if !all.any(|(at, part)| may_be_added(at, part)) {
        return None;
    }
    // What may stand for a word of the claim is none itself.
    let others: Vec<&Word> = theirs
        .iter()
        .filter(|token| !own.iter().any(|own| own.stem == token.stem))
        .filter_map(|token| vocabulary.word(token.word))
        .filter(|word| word.kind == Kind::Content)
        .collect();
    let is_held = |word: &Word, least: f32| {
        stands_there(word)
            || others
                .iter()
                .any(|other| match word.places.relation(other.places) {
                    Some(relation) => relation == Relation::Alike,
                    None => word.likeness(other) >= least || word.may_stand_for(other),
                })
    };
    let held = |part: &Part<'_>, least: f32| {
        let words = content(part);
        (
            words.iter().filter(|word| is_held(word, least)).count(),
            words.len(),
        )
    };
    let counts: Vec<(usize, usize)> = parts.iter().map(|part| held(part, COUNTERPART)).collect();
    let found_in_all: usize = counts.iter().map(|(found, _)| found).sum();
    let all_in_all: usize = counts.iter().map(|(_, all)| all).sum();
    for (at, (part, &(found, all))) in parts.iter().zip(&counts).enumerate() {
        let (found_else, all_else) = (found_in_all - found, all_in_all - all);
        if !part.is_joined || 10 * found_else < 8 * all_else || found_else < 2 {
            continue;
        }
        let is_deed = all >= 2 && found == 0;
        let is_item = all == 1 && at + 1 == parts.len() && held(part, ITEM).0 == 0;
        // Of `because of higher wages` the last word says what the reason is.
        let is_reason = part.is_reason && all <= MOST_OF_A_REASON && {
            let words = content(part);
            words.last().is_some_and(|word| !is_held(word, ITEM))
        };
        if is_deed || is_item || is_reason {
            return Some(part.text.trim().to_owned());
        }
    }
    None
}

/// A part of a claim between two words that divide it.
struct Part<'t> {
    tokens: &'t [Token],
    text: &'t str,
    /// Whether `and`, or a word of a reason, stands before it.
    is_joined: bool,
    is_reason: bool,
}

fn parts<'t>(claim: &'t str, tokens: &'t [Token], vocabulary: &Vocabulary) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let mut from = 0;
    let (mut is_joined, mut is_reason) = (false, false);
    let mut push = |from: usize, to: usize, is_joined: bool, is_reason: bool| {
        let own = tokens.get(from..to).unwrap_or_default();
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            parts.push(Part {
                tokens: own,
                text: claim
                    .get(first.start as usize..last.end as usize)
                    .unwrap_or_default(),
                is_joined,
                is_reason,
            });
        }
    };
    for (at, token) in tokens.iter().enumerate() {
        let before = at
            .checked_sub(1)
            .and_then(|before| tokens.get(before))
            .map_or(0, |token| token.end as usize);
        let gap = claim.get(before..token.start as usize).unwrap_or_default();
        let text = |at: usize| {
            let token = tokens.get(at).and_then(|token| vocabulary.word(token.word));
            token.map_or("", |word| word.text.as_str())
        };
        let tells_reason = matches!(
            (text(at), text(at + 1)),
            ("because" | "despite", _) | ("owing" | "due" | "thanks", "to")
        );
        if tells_reason || matches!(text(at), "and" | "but") {
            push(from, at, is_joined, is_reason);
            let names_reason = matches!(text(at + 1), "of" | "to") && text(at) != "and";
            (from, is_joined, is_reason) = (at + 1, true, tells_reason && names_reason);
        } else if gap.contains([',', ';', '–', '—']) && at > from {
            push(from, at, is_joined, is_reason);
            (from, is_joined, is_reason) = (at, false, false);
        }
    }
    push(from, tokens.len(), is_joined, is_reason);
    parts
}

/// A word of a claim that leaves no exception, or makes its statement stronger, where nothing near says as much.
///
/// An `only` is weighed where all else is told, as `is_told` says: of a claim in words of its own it may be a turn of speech.
pub(crate) fn added_strength(claim: &str, near: &[&str], is_told: bool) -> Option<String> {
    #[rustfmt::skip]
    const STRENGTHS: &[(&[&str], &[&str])] = &[
        (&["unanimously", "unanimous"], &["unanimously", "unanimous", "all", "every", "unopposed", "consensus", "nobody", "agreed", "without"]),
        (&["exclusively", "solely"], &["exclusively", "solely", "only", "sole", "exclusive", "alone", "nothing", "just"]),
        (&["invariably", "universally"], &["always", "all", "every", "each", "invariably", "universally", "universal", "everywhere"]),
        (&["ever"], &["ever", "never", "always", "history", "record", "all", "first"]),
        (&["only"], &[
            "only", "sole", "solely", "exclusively", "exclusive", "alone", "nothing", "just", "unique", "except", "but", "merely", "single", "limited", "restricted",
            "none", "nobody", "no", "other", "others", "nowhere", "never", "purely", "confined", "until", "unless",
        ]),
        (&["permanently"], &["permanently", "permanent", "forever", "for", "indefinitely", "ever", "lasting"]),
    ];
    let read = plain_text(claim);
    let own = &read.words;
    let is_strong = |word: &String| {
        let mut all = STRENGTHS.iter();
        all.any(|(words, _)| words.contains(&word.as_str()))
    };
    if !own.iter().any(is_strong) {
        return None;
    }
    let said: Vec<String> = near.iter().flat_map(|text| plain_words(text)).collect();
    own.iter().enumerate().find_map(|(at, word)| {
        let (_, equals) = STRENGTHS
            .iter()
            .find(|(words, _)| words.contains(&word.as_str()))?;
        // `the first ever` is more than `the first since`.
        let is_first = word == "ever"
            && own.iter().any(|word| word == "first")
            && said.iter().any(|word| word == "since");
        let is_question = word == "ever"
            && at > 0
            && !own.iter().any(|word| {
                matches!(
                    word.as_str(),
                    "first" | "only" | "best" | "highest" | "largest" | "lowest" | "worst"
                )
            });
        let is_said = said
            .iter()
            .any(|said| equals.contains(&said.as_str()) && !(is_first && said == "first"));
        let is_measure = word == "only" && !(is_told && restricts(own, at));
        (!is_said && !is_question && !is_measure).then(|| word.clone())
    })
}

/// Whether an `only` leaves others out: not `not only`, and not before an amount or a time, which it calls small or late.
fn restricts(words: &[String], at: usize) -> bool {
    #[rustfmt::skip]
    const OF_DEGREE: &[&str] = &[
        "a", "an", "about", "slightly", "partly", "partially", "half", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "after", "when",
        "if", "once", "recently", "later", "now", "then", "because", "some", "few", "marginally", "briefly", "just", "ever",
    ];
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let is_degree = |at: usize| {
        OF_DEGREE.contains(&word(at)) || word(at).starts_with(|first: char| first.is_ascii_digit())
    };
    let is_denied = at > 0 && matches!(word(at - 1), "not" | "if");
    let is_of_degree = is_degree(at + 1)
        || matches!(word(at + 1), "in" | "by" | "for" | "from" | "since" | "on")
            && is_degree(at + 2);
    !is_denied && !is_of_degree
}

/// The word by which a claim makes of two things that its evidence tells one the other's reason, where nothing near speaks of reasons.
pub(crate) fn added_reason(claim: &str, near: &[&str]) -> Option<String> {
    const REASONS: &[&str] = &["because", "weil"];
    const OF: &[(&str, &str)] = &[("due", "to"), ("owing", "to"), ("thanks", "to")];
    #[rustfmt::skip]
    const TELLS: &[&str] = &[
        "because", "due", "owing", "thanks", "since", "as", "so", "therefore", "thus", "hence", "consequently", "result", "results", "resulted", "resulting", "cause",
        "causes", "caused", "causing", "lead", "leads", "led", "leading", "reason", "reasons", "why", "after", "following", "amid", "when", "driven", "drove", "drive",
        "drives", "given", "for", "blame", "blamed", "blames", "attributed", "attribute", "attributes", "by", "through", "thereby", "make", "makes", "made", "making",
        "allow", "allows", "allowed", "help", "helps", "helped", "force", "forced", "forces", "forcing", "prompted", "prompting", "contributed", "explain",
        "explains", "explained", "weil", "da", "wegen", "durch", "deshalb", "daher", "denn", "grund", "effect", "effects", "impact", "despite", "from", "to", "if",
        "over", "triggered", "sparked", "means", "meant", "with", "that",
    ];
    let read = plain_text(claim);
    let own = &read.words;
    let reason = own
        .iter()
        .position(|word| REASONS.contains(&word.as_str()))
        .or_else(|| {
            own.windows(2).position(|pair| {
                matches!(pair, [first, second] if OF.contains(&(first.as_str(), second.as_str())))
            })
        })?;
    let is_told = near.iter().any(|text| {
        plain_text(text)
            .words
            .iter()
            .any(|word| TELLS.contains(&word.as_str()))
    });
    let word = own.get(reason)?;
    (!is_told).then(|| word.clone())
}

/// Whether a verb of a claim tells that something changes another thing: `lowers the risk`, not `the lowered risk`, nor `rose in May`.
fn changes_something(words: &[String]) -> bool {
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "lowers", "lowered", "raises", "raised", "reduces", "reduced", "increases", "increased", "improves", "improved", "cuts", "worsens", "worsened", "boosts",
        "boosted", "shortens", "shortened", "prolongs", "prolonged", "slows", "slowed", "accelerates", "accelerated", "protects", "protected",
    ];
    const BEFORE: &[&str] = &[
        "the", "a", "an", "its", "their", "his", "her", "this", "was", "were", "is", "are", "been",
        "of", "with", "to", "and", "or",
    ];
    #[rustfmt::skip]
    const BEHIND: &[&str] = &["in", "by", "from", "to", "with", "among", "after", "during", "since", "at", "on", "over", "and", "for", "between", "when", "as"];
    (1..words.len()).any(|at| {
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        VERBS.contains(&word(at))
            && !BEFORE.contains(&word(at - 1))
            && at + 1 < words.len()
            && (!BEHIND.contains(&word(at + 1)) || word(at).starts_with("protect"))
    })
}

/// The word by which a source only ties two things together of which a claim makes one the other's cause.
pub(crate) fn added_cause(claim: &str, source: &str) -> Option<String> {
    #[rustfmt::skip]
    const CAUSES: &[&str] = &[
        "cause", "causes", "caused", "causing", "prevent", "prevents", "prevented", "cures", "cured", "triggers", "triggered", "produces", "induces",
    ];
    const LEADS: &[(&str, &str)] = &[
        ("lead", "to"),
        ("leads", "to"),
        ("led", "to"),
        ("leading", "to"),
        ("results", "in"),
        ("resulted", "in"),
        ("result", "in"),
        ("because", "of"),
        ("due", "to"),
    ];
    #[rustfmt::skip]
    const TIES: &[&str] = &[
        "associated", "association", "associations", "associate", "correlated", "correlates", "correlation", "correlations", "correlate", "linked", "link",
        "links", "related", "relationship", "tied", "coincided", "coincides", "connected", "connection", "likely", "then", "afterwards", "subsequently", "thereafter",
    ];
    let causes = |words: &[String]| {
        words.iter().any(|word| CAUSES.contains(&word.as_str()))
            || words.windows(2).any(|pair| {
                matches!(pair, [first, second] if LEADS.contains(&(first.as_str(), second.as_str())))
            })
    };
    let read = plain_text(claim);
    let own = &read.words;
    if !causes(own) && !changes_something(own) {
        return None;
    }
    let source = plain_text(source);
    let theirs = &source.words;
    let ties = |word: &&String| TIES.contains(&word.as_str());
    if causes(theirs) || own.iter().any(|word| ties(&word)) {
        return None;
    }
    theirs.iter().find(ties).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_deed_that_the_evidence_does_not_have_is_added() {
        let added =
            |claim: &str, source: &str| added_part(claim, &[source], &mut Vocabulary::default());
        let source = "The scheme cut traffic in the centre. It began in spring.";
        assert_eq!(
            added(
                "The scheme cut traffic in the centre and shut four schools.",
                source
            )
            .as_deref(),
            Some("shut four schools")
        );
        assert_eq!(
            added(
                "The scheme began in spring and cut traffic in the centre.",
                source
            ),
            None
        );
    }

    #[test]
    fn another_reason_is_added_though_it_shares_a_word() {
        let added =
            |claim: &str, source: &str| added_part(claim, &[source], &mut Vocabulary::default());
        let source =
            "Operating profit fell to 71 million in spring because of higher freight costs.";
        assert_eq!(
            added(
                "Operating profit fell in spring because of higher wages.",
                source
            )
            .as_deref(),
            Some("of higher wages")
        );
        assert_eq!(
            added(
                "Operating profit fell in spring because of freight costs.",
                source
            ),
            None
        );
    }

    #[test]
    fn words_without_exception_and_causes_are_told_where_the_source_has_none() {
        let near = ["The council approved the budget."];
        assert!(
            added_strength("The council unanimously approved the budget.", &near, true).is_some()
        );
        assert!(added_strength("The council approved the budget.", &near, true).is_none());
        let only = "Only the council approved the budget.";
        assert!(added_strength(only, &near, true).is_some());
        assert!(added_strength(only, &near, false).is_none());
        let few = "The council approved only three budgets.";
        assert!(added_strength(few, &near, true).is_none());
        let tied = "Noise was associated with weight gain.";
        assert!(added_cause("Noise causes weight gain.", tied).is_some());
        assert!(added_cause("Noise was linked to weight gain.", tied).is_none());
    }
}
