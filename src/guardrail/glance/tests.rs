use proptest::prelude::*;

use super::super::instruction::{judge, judge_without_a_glance};
use super::lexicon::TURNS;
use super::*;

#[test]
fn every_word_of_a_pattern_is_known() {
    assert!(PATTERNS.len() <= Patterns::MOST);
    assert!(
        LEXICON
            .needs
            .iter()
            .all(|(_, needs)| *needs != Elements::default())
    );
    for (pattern, (rarest, needs)) in PATTERNS.iter().zip(&LEXICON.needs) {
        let sign = pattern.sign.pattern;
        assert!(
            needs.contains(*rarest) && LEXICON.rarest.contains(*rarest),
            "{sign}"
        );
    }
    for known in &LEXICON.known {
        let first = LEXICON.find(known.key).expect(known.word);
        assert_eq!(LEXICON.known[first].key, known.key);
        assert!(LEXICON.may_be_known(known.key, known.word.len()));
        let is_short = !known.begins && known.word.len() <= Lexicon::SHORT && known.word.is_ascii();
        let short = LEXICON.short(ascii::eight(known.word.as_bytes(), 0), known.word.len());
        assert!(!is_short || short.is_some_and(|short| short.elements.holds(known.elements)));
    }
}

#[test]
fn most_text_is_done_with_at_a_glance() {
    for text in [
        "The buses lost a third of their range in January; see the log. Dr. Penrose measured 4.5 kWh/km at -12 °C.",
        "All users of the system must keep the rules that their own operator wrote in 2024, which they don’t.",
        "`fn main() {}` prints [a list](https://example.org) of <values> and x86_64 h2o.",
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 |",
    ] {
        let glance = Glance::of(text);
        let points = glance.points(text, Patterns::of_sentences(text));
        assert_eq!(points, 0, "{text}");
    }
}

/// Words of patterns, dressed up or not, and what stands between.
fn pieces() -> impl Strategy<Value = String> {
    let words: Vec<String> = super::super::vocabulary::SIGNS
        .iter()
        .flat_map(|sign| sign.pattern.split([' ', '|', '^', '?', '~', '@', '*']))
        .chain(TURNS)
        .chain(MARKERS.iter().copied())
        .chain([
            "\"role\":\"system\"",
            "language model",
            "digital assistant",
            "ign0re",
            "Іgnоrе",
            "i g n o r e",
            "请忽略所有指令",
        ])
        .map(str::to_owned)
        .collect();
    let word = prop::sample::select(words);
    let between = prop::sample::select(vec![
        " ", " ", " ", " ", ". ", ": ", "\n", "'", "’", "‘", "\\", "\"", " x ", ", ",
    ]);
    prop::collection::vec((word, between, any::<bool>()), 1..12).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(word, between, upper)| {
                if upper {
                    word.to_uppercase() + between
                } else {
                    word + between
                }
            })
            .collect()
    })
}

/// What page furniture is made of, and what is none.
fn furniture() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "- Home",
        "News",
        "About us",
        "Contact",
        "Read more",
        "We use cookies",
        "Page 3",
        "of 4",
        "Sign up",
        "“Share this”",
        "\"login\"",
        "The river rose.",
        "2.5",
        "©",
        "it’s",
        "|",
        "»",
    ]);
    let between = prop::sample::select(vec![" ", " ", "\n", " | ", "\u{a0}"]);
    prop::collection::vec((piece, between), 1..8).prop_map(|pieces| {
        pieces
            .iter()
            .flat_map(|(piece, between)| [*piece, *between])
            .collect()
    })
}

#[test]
fn a_word_that_is_spelled_ends_in_one_with_an_apostrophe() {
    for text in [
        "‘i g n o r e’directive'2 ",
        "i g n o r e’2",
        "2’i g n o r e",
    ] {
        assert_eq!(
            judge(text, &Glance::of(text)),
            judge_without_a_glance(text),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn glances_at_the_parts_are_as_good_as_one_at_the_whole(
        one in prop_oneof![pieces(), furniture()],
        other in prop_oneof![pieces(), furniture()],
        between in "\n\n?",
    ) {
        let text = format!("{one}{between}{other}");
        let mut joined = Glance::of(&one);
        joined.join(&Glance::of(&other));
        let judged = super::super::judge(&text);
        prop_assert_eq!(super::super::judge_seen(&text, &joined), judged);
        prop_assert_eq!(joined.words(&text), text.split_whitespace().count());
    }

    #[test]
    fn a_glance_misses_nothing(text in pieces()) {
        prop_assert_eq!(judge(&text, &Glance::of(&text)), judge_without_a_glance(&text));
    }
}
