//! Restrictions: of which of a kind a sentence speaks, `projects above £1m`, `wells north of the river`, `in rural districts no doctor`, where a claim says it of
//! all, most or none of them.

use std::ops::Range;

use super::{Nuance, Side};
use crate::check::language::numbers::quantities;
use crate::check::language::terms::{is_figure, is_stop_word};

/// Words by which something is said of a whole kind, or of most or none of it.
const WHOLES: &[&str] = &[
    "all", "every", "each", "any", "no", "most", "none", "both", "only",
];

/// Words behind a noun by which some of its kind are told from the others.
#[rustfmt::skip]
const NARROWS: &[&str] = &[
    "with", "without", "who", "that", "which", "whose", "from", "in", "under", "over", "aged", "older", "younger", "above", "below", "built", "born", "registered",
    "living", "working", "using", "carrying", "made", "sold", "holding", "between", "outside", "within", "on", "at", "after", "before", "longer", "heavier", "larger",
    "smaller", "shorter", "worth", "costing", "north", "south", "east", "west", "beyond", "near", "owned", "run", "used", "weighing", "earning", "exceeding",
];

/// Of those, the ones that mostly say only where the speaker is: `all patients in the study`.
const OF_PLACE: &[&str] = &["in", "at", "on", "from", "near"];

/// What narrows a kind in the sentence of which the claim speaks as a whole.
pub(super) fn dropped_restriction(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    (0..claim.len()).find_map(|at| {
        if !WHOLES.contains(&claim.word(at)) || !is_whole(claim, at) {
            return None;
        }
        // `Women of all ages`.
        let of_all = at.checked_sub(2).filter(|_| claim.word(at - 1) == "of");
        if let Some(kind) = of_all.filter(|kind| claim.term(*kind).is_some()) {
            let narrowing = narrowed_behind(claim, source, &[kind])?;
            return Some(Nuance::Stronger {
                claim: claim.said(kind..at + 2),
                source: source.said(narrowing),
            });
        }
        let nouns = nouns_behind(claim, at);
        let noun = *nouns.last()?;
        if is_narrowed_itself(claim, noun) {
            return None;
        }
        let narrowing = narrowed_behind(claim, source, &nouns)
            .or_else(|| narrowed_before(claim, source, &nouns))
            .or_else(|| counted(claim, source, at, &nouns))?;
        Some(Nuance::Stronger {
            claim: claim.said(at..noun + 1),
            source: source.said(narrowing),
        })
    })
}

/// Whether a word stands for a whole where it is: not `at all`, `no longer`, `not only`, `at most`.
fn is_whole(claim: Side<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| claim.word(before));
    let next = claim.word(at + 1);
    let is_phrase = matches!(
        (before, claim.word(at)),
        ("at", "all" | "most") | ("the", "most" | "only") | ("not" | "for" | "in", _)
    );
    let is_other = matches!(next, "longer" | "more" | "less" | "other" | "fewer");
    !is_phrase && !is_other && claim.word(at) != "only"
}

/// The nouns that a word of quantity belongs to, to the one that they end in: `all of the new buses`.
fn nouns_behind(claim: Side<'_>, at: usize) -> Vec<usize> {
    const LONGEST: usize = 3;
    const SMALL: &[&str] = &[
        "of", "the", "its", "their", "these", "those", "his", "her", "our",
    ];
    let mut nouns = Vec::new();
    for place in at + 1..claim.len() {
        let is_cut = !claim.reading.gap(place).trim().is_empty();
        if is_cut || nouns.len() == LONGEST {
            break;
        }
        if claim.term(place).is_some() {
            nouns.push(place);
        } else if !nouns.is_empty() || !SMALL.contains(&claim.word(place)) {
            break;
        }
    }
    nouns
}

/// Whether a claim narrows its kind itself.
fn is_narrowed_itself(claim: Side<'_>, noun: usize) -> bool {
    let next = claim.word(noun + 1);
    NARROWS.contains(&next) && claim.reading.gap(noun + 1).trim().is_empty()
}

/// What narrows one of the nouns in the sentence, of which the claim has nothing; where the noun stands there unnarrowed as well, it is narrowed by nothing.
fn narrowed_behind(claim: Side<'_>, source: Side<'_>, nouns: &[usize]) -> Option<Range<usize>> {
    nouns.iter().find_map(|noun| {
        let term = claim.term(*noun)?;
        let places: Vec<usize> = (0..source.len())
            .filter(|&at| source.term(at) == Some(term))
            .collect();
        let narrowed: Option<Vec<Range<usize>>> = places
            .iter()
            .map(|&at| narrowing(claim, source, at))
            .collect();
        narrowed?.into_iter().next()
    })
}

/// The words right behind a noun that narrow it, if the claim has none of them.
fn narrowing(claim: Side<'_>, source: Side<'_>, noun: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 7;
    let first = source.word(noun + 1);
    if !NARROWS.contains(&first) || !source.reading.gap(noun + 1).trim().is_empty() {
        return None;
    }
    // `Reported at least one effect` says how many, and not where.
    if first == "at" && matches!(source.word(noun + 2), "least" | "most" | "all") {
        return None;
    }
    let is_end = |at: usize| {
        !source
            .reading
            .gap(at)
            .trim()
            .trim_matches(['£', '$', '€'])
            .is_empty()
            || source.term(at).is_some_and(|term| claim.has(term))
            || VERBS.contains(&source.word(at))
                && !matches!(first, "who" | "that" | "which" | "whose")
    };
    let last = (noun + 1 + LONGEST).min(source.len());
    let end = (noun + 2..last).find(|&at| is_end(at)).unwrap_or(last);
    // A year that the claim gives as well is not left out.
    let is_kept = (noun + 2..end).all(|at| {
        let word = source.word(at);
        is_stop_word(word) || is_figure(word) && (0..claim.len()).any(|own| claim.word(own) == word)
    });
    (!is_kept && tells_which(source, noun + 1..end)).then_some(noun + 1..end)
}

/// Words before which what stands behind a noun ends.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "could", "may", "might", "must", "should", "shall", "do", "does", "did", "and", "but",
];

/// Whether words tell some of a kind from others, and not only which kind the text is about all along: `in the study`.
fn tells_which(source: Side<'_>, range: Range<usize>) -> bool {
    let says = |at: usize| {
        let word = source.word(at);
        !is_stop_word(word)
            || word.starts_with(|sign: char| sign.is_ascii_digit())
            || is_place(word)
    };
    let behind = range.start + 1..range.end;
    let count = behind.clone().filter(|&at| says(at)).count();
    let is_of_place = OF_PLACE.contains(&source.word(range.start));
    let is_definite = matches!(
        source.word(range.start + 1),
        "the" | "this" | "that" | "our" | "its" | "their"
    );
    let is_named = behind
        .clone()
        .any(|at| source.reading.surface(at).starts_with(char::is_uppercase));
    count > usize::from(is_of_place && is_definite && !is_named)
}

fn is_place(word: &str) -> bool {
    matches!(
        word,
        "first" | "second" | "third" | "last" | "two" | "three"
    )
}

/// How many of a kind a sentence speaks of, `four countries`, where a claim speaks of all; `the four countries` are all that there are.
fn counted(claim: Side<'_>, source: Side<'_>, at: usize, nouns: &[usize]) -> Option<Range<usize>> {
    #[rustfmt::skip]
    const ALL: &[&str] = &[
        "the", "all", "these", "those", "its", "their", "both", "our", "his", "her", "every", "each", "of", "only", "any", "first", "last", "other",
    ];
    if !matches!(claim.word(at), "all" | "every" | "each") {
        return None;
    }
    let first = claim.term(*nouns.first()?)?;
    let places: Vec<usize> = (0..source.len())
        .filter(|&place| source.term(place) == Some(first))
        .collect();
    let counted = |place: usize| -> Option<Range<usize>> {
        let span = source.reading.spans.get(place)?;
        let number = source.quantities.iter().find(|own| {
            let is_number = own
                .amount()
                .is_some_and(|own| own.low >= 2.0 && own.low >= own.high);
            is_number && own.span.start < span.start && own.span.end + 1 >= span.start
        })?;
        let from = source.place(number.span.start);
        let before = from.checked_sub(1).map_or("", |before| source.word(before));
        (!ALL.contains(&before)).then_some(from..place + 1)
    };
    let all: Option<Vec<Range<usize>>> = places.into_iter().map(counted).collect();
    all?.into_iter().next()
}

/// What a sentence begins with that says where it holds, where the claim has none of it: `In rural districts, `.
fn narrowed_before(claim: Side<'_>, source: Side<'_>, nouns: &[usize]) -> Option<Range<usize>> {
    const OPENINGS: &[&str] = &["in", "among", "for", "under", "at", "outside", "within"];
    const LONGEST: usize = 6;
    let noun = claim.term(*nouns.last()?)?;
    let begins = (0..source.len()).filter(|&at| {
        let gap = source.reading.gap(at);
        OPENINGS.contains(&source.word(at)) && (at == 0 || gap.contains([';', '.']))
    });
    begins.into_iter().find_map(|at| {
        let end = (at + 1..source.len().min(at + LONGEST))
            .find(|&next| source.reading.gap(next).contains(','))?;
        let clause = source.clause_end(end);
        let is_of_it = (end..clause).any(|place| source.term(place) == Some(noun));
        let is_said_as_whole = (end..clause).any(|place| WHOLES.contains(&source.word(place)));
        let is_time = !quantities(source.reading.text_of(&(at..end))).is_empty();
        let is_kept = (at..end).any(|place| source.term(place).is_some_and(|term| claim.has(term)));
        let is_plain = tells_which(source, at..end);
        (is_of_it && is_said_as_whole && !is_time && !is_kept && is_plain).then_some(at..end)
    })
}
