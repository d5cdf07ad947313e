//! What a change leaves unresolved when it is accepted and another is not: a citation that only the other brings, a sentence that would stand twice or
//! nowhere, words that point at a sentence which is not there.
//!
//! Whether what a source says bears a sentence out is for `check`; this is only about how changes hang together.

use std::ops::Range;

use super::cut::Cut;
use crate::clean;
use crate::study::{Decision, Hunk, HunkId, Piece, Revision, citation};

/// Something that a change needs and that is not in the text with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    pub need: Need,
    /// The change that brings it; `None` where none does.
    pub on: Option<HunkId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// The citation that the other change puts into the same sentence.
    Citation(u32),
    /// The words that the other change puts into the same sentence, which this citation is for.
    Cited(u32),
    /// The sentence stands elsewhere too, until the other change takes it away there.
    Twice,
    /// The sentence stands nowhere, until the other change puts it elsewhere.
    Nowhere,
    /// It begins with a word that points at the sentence before it, which the other change brings.
    PointsBack(String),
    /// The sentence after it begins with a word that points at what this takes away.
    PointedAt(String),
}

/// What is unresolved with this change accepted and all others as they are decided now; those that are open or rejected are not in the text.
#[must_use]
pub fn dependencies(revision: &Revision, id: HunkId) -> Vec<Dependency> {
    let Some(hunk) = revision.hunk(id) else {
        return Vec::new();
    };
    within(revision, hunk, REACH)
}

/// The same, with as many paragraphs read before and behind the change.
fn within(revision: &Revision, hunk: &Hunk, reach: usize) -> Vec<Dependency> {
    let mix = Text::around(hunk, revision, reach, |other| {
        other.id == hunk.id || other.decision == Decision::Accepted
    });
    // What the writer had in mind, also where a part of it is rejected by now.
    let whole = Text::around(hunk, revision, reach, |_| true);
    let mut found = Vec::new();
    cited(revision, hunk, &mix, &whole, &mut found);
    moved(revision, hunk, &mut found);
    pointing(revision, hunk, &mix, &whole, &mut found);
    found
}

/// What parts paragraphs.
const BREAK: &str = "\n\n";
/// Breaks before and behind a change up to which a text is read for it: the sentence before may stand in the paragraph above.
const REACH: usize = 2;
/// Bytes before and behind a change beyond which it is not read, however long its paragraph is.
const FAR: usize = 6000;

/// What one reading of a revision has around a change, and where each change stands in it. Of a long text the rest is not read.
struct Text {
    text: String,
    hunks: Vec<(HunkId, Range<usize>)>,
}

impl Text {
    fn around(
        hunk: &Hunk,
        revision: &Revision,
        reach: usize,
        takes: impl Fn(&Hunk) -> bool,
    ) -> Self {
        let is_it = |piece: &Piece| piece.hunk().is_some_and(|known| known.id == hunk.id);
        let at = revision.pieces.iter().position(is_it).unwrap_or_default();
        let (before, behind) = revision.pieces.split_at(at);
        let mut around = Vec::new();
        let (mut breaks, mut room) = (reach, FAR);
        for piece in before.iter().rev() {
            if breaks == 0 || room == 0 {
                break;
            }
            let near = ending(read(piece, &takes), room);
            room = room.saturating_sub(near.len());
            around.push((last_paragraphs(near, &mut breaks), piece));
        }
        around.reverse();
        (breaks, room) = (reach, FAR);
        if let Some((itself, behind)) = behind.split_first() {
            around.push((read(itself, &takes), itself));
            for piece in behind {
                if breaks == 0 || room == 0 {
                    break;
                }
                let near = clean::beginning(read(piece, &takes), room);
                room = room.saturating_sub(near.len());
                around.push((first_paragraphs(near, &mut breaks), piece));
            }
        }
        let mut text = String::new();
        let mut hunks = Vec::new();
        for (side, piece) in around {
            let from = text.len();
            text.push_str(side);
            hunks.extend(piece.hunk().map(|hunk| (hunk.id, from..text.len())));
        }
        Self { text, hunks }
    }

    fn place(&self, id: HunkId) -> Range<usize> {
        let place = self.hunks.iter().find(|(known, _)| *known == id);
        place.map_or(0..0, |(_, place)| place.clone())
    }
}

/// The side of a piece that is read.
fn read<'a>(piece: &'a Piece, takes: &impl Fn(&Hunk) -> bool) -> &'a str {
    match piece {
        Piece::Settled(settled) => settled,
        Piece::Hunk(hunk) if takes(hunk) => &hunk.after,
        Piece::Hunk(hunk) => &hunk.before,
    }
}

/// So many bytes of a text at its end.
fn ending(text: &str, bytes: usize) -> &str {
    let from = text.ceil_char_boundary(text.len().saturating_sub(bytes));
    text.get(from..).unwrap_or_default()
}

/// The end of a text, from so many breaks before it; as many as are found are taken off.
fn last_paragraphs<'a>(text: &'a str, breaks: &mut usize) -> &'a str {
    for (at, _) in text.rmatch_indices(BREAK) {
        *breaks -= 1;
        if *breaks == 0 {
            return text.get(at..).unwrap_or_default();
        }
    }
    text
}

/// The beginning of a text, up to so many breaks behind it; as many as are found are taken off.
fn first_paragraphs<'a>(text: &'a str, breaks: &mut usize) -> &'a str {
    for (at, found) in text.match_indices(BREAK) {
        *breaks -= 1;
        if *breaks == 0 {
            return text.get(..at + found.len()).unwrap_or_default();
        }
    }
    text
}

/// From the first to the last sentence that a stretch touches; `None` where it is only space.
fn sentences(cut: &Cut<'_>, stretch: &Range<usize>) -> Option<Range<usize>> {
    let touches = |span: &&Range<usize>| span.start < stretch.end && stretch.start < span.end;
    let mut found = cut.sentences.iter().filter(touches);
    let first = found.next()?;
    let last = found.next_back().unwrap_or(first);
    Some(first.start..last.end)
}

/// A citation and the words that it is for come together or not at all.
fn cited(revision: &Revision, hunk: &Hunk, mix: &Text, whole: &Text, found: &mut Vec<Dependency>) {
    let (mix_cut, whole_cut) = (Cut::new(&mix.text), Cut::new(&whole.text));
    let (Some(here), Some(there)) = (
        sentences(&mix_cut, &mix.place(hunk.id)),
        sentences(&whole_cut, &whole.place(hunk.id)),
    ) else {
        return;
    };
    let numbers_here = citation::numbers(mix.text.get(here).unwrap_or_default());
    let in_whole = whole.text.get(there.clone()).unwrap_or_default();
    let beside: Vec<&Hunk> = revision
        .hunks()
        .filter(|other| other.id != hunk.id && other.decision != Decision::Accepted)
        .filter(|other| {
            let place = whole.place(other.id);
            place.start < there.end && there.start < place.end
        })
        .collect();
    if has_words(&hunk.after) {
        if only_takes_away(hunk) {
            return;
        }
        for number in citation::numbers(in_whole) {
            let brings = |other: &&&Hunk| citation::numbers(&other.after).contains(&number);
            if !numbers_here.contains(&number)
                && let Some(other) = beside.iter().find(brings)
            {
                found.push(Dependency {
                    need: Need::Citation(number),
                    on: Some(other.id),
                });
            }
        }
    } else if let Some(number) = citation::numbers(&hunk.after).first() {
        let with_words = beside.iter().find(|other| has_words(&other.after));
        found.extend(with_words.map(|other| Dependency {
            need: Need::Cited(*number),
            on: Some(other.id),
        }));
    }
}

/// Whether a change brings no word that stood not there before: nothing new is to be cited.
fn only_takes_away(hunk: &Hunk) -> bool {
    let words = |text: &'_ str| -> Vec<String> {
        let bare = citation::without_citations(text).to_lowercase();
        let words = bare.split(|letter: char| !letter.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let before = words(&hunk.before);
    words(&hunk.after).iter().all(|word| before.contains(word))
}

/// Whether a text has words beside its citations.
fn has_words(text: &str) -> bool {
    let mut at = 0;
    let marks = citation::marks(text);
    let mut between: Vec<&str> = Vec::new();
    for mark in &marks {
        between.extend(text.get(at..mark.span.start));
        at = mark.span.end;
    }
    between.extend(text.get(at..));
    between
        .iter()
        .any(|part| part.chars().any(char::is_alphanumeric))
}

/// A sentence that moves is taken away at one place and put in at another.
fn moved(revision: &Revision, hunk: &Hunk, found: &mut Vec<Dependency>) {
    let (before, after) = (hunk.before.trim(), hunk.after.trim());
    for other in revision.hunks() {
        if other.id == hunk.id || other.decision == Decision::Accepted {
            continue;
        }
        let need = if !after.is_empty()
            && !before.contains(after)
            && other.before.contains(after)
            && !other.after.contains(after)
        {
            Need::Twice
        } else if !before.is_empty()
            && !after.contains(before)
            && other.after.contains(before)
            && !other.before.contains(before)
        {
            Need::Nowhere
        } else {
            continue;
        };
        found.push(Dependency {
            need,
            on: Some(other.id),
        });
        return;
    }
}

/// A sentence that begins by pointing back stands after the one that it points at.
fn pointing(
    revision: &Revision,
    hunk: &Hunk,
    mix: &Text,
    whole: &Text,
    found: &mut Vec<Dependency>,
) {
    if let Some(word) = pointing_word(&hunk.after) {
        let place = whole.place(hunk.id);
        let cut = Cut::new(&whole.text);
        let here = sentences(&cut, &place);
        let before = cut
            .sentences
            .iter()
            .rev()
            .find(|span| here.as_ref().is_some_and(|here| span.end <= here.start));
        let brought = before.and_then(|before| {
            revision.hunks().find(|other| {
                let place = whole.place(other.id);
                other.id != hunk.id
                    && other.decision != Decision::Accepted
                    && !other.after.trim().is_empty()
                    && place.start < before.end
                    && before.start < place.end
            })
        });
        // A version of a sentence that stands there already can be pointed at as it is.
        let is_new = |other: &&Hunk| other.before.trim().is_empty();
        if let Some(other) = brought.filter(is_new) {
            found.push(Dependency {
                need: Need::PointsBack(word),
                on: Some(other.id),
            });
        }
    }
    if hunk.after.trim().is_empty() {
        let place = mix.place(hunk.id);
        let cut = Cut::new(&mix.text);
        let next = cut.sentences.iter().find(|span| span.start >= place.end);
        let text = next.and_then(|span| mix.text.get(span.clone()));
        let gap = next.and_then(|span| mix.text.get(place.end..span.start));
        let same_paragraph = gap.is_some_and(|gap| !gap.contains(BREAK));
        if let Some(word) = text.filter(|_| same_paragraph).and_then(pointing_word) {
            let on = next.and_then(|span| {
                revision.hunks().find(|other| {
                    let place = mix.place(other.id);
                    other.id != hunk.id
                        && other.is_open()
                        && place.start < span.end
                        && span.start < place.end
                        && pointing_word(&other.after).is_none()
                })
            });
            found.push(Dependency {
                need: Need::PointedAt(word),
                on: on.map(|other| other.id),
            });
        }
    }
}

/// The word at a sentence's beginning, or at the end of its opening phrase, that points at the one before: `It`, `Corrected for this, …`.
fn pointing_word(text: &str) -> Option<String> {
    const POINTING: [&str; 13] = [
        "this", "these", "that", "those", "such", "both", "it", "its", "they", "their", "he",
        "she", "neither",
    ];
    const AT_THE_END: [&str; 4] = ["this", "these", "that", "those"];
    /// Words of an opening phrase.
    const OPENING: usize = 4;
    let text = text.trim_start().trim_start_matches(['-', '*', '>', ' ']);
    let first: String = text
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    if POINTING.contains(&first.to_lowercase().as_str()) {
        return Some(first);
    }
    let (opening, _) = text.split_once(',')?;
    let all: Vec<&str> = opening.split_whitespace().collect();
    let last = all.last().filter(|_| all.len() <= OPENING)?;
    AT_THE_END.contains(last).then(|| (*last).to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{revise, split};
    use super::*;

    fn revision(before: &str, after: &str) -> Revision {
        revise(before, after, HunkId(1), &|_, _| String::new())
    }

    /// What the change with this number needs, and the number of the change that brings it.
    fn needs(revision: &Revision, number: usize) -> Vec<(Need, Option<usize>)> {
        let ids: Vec<HunkId> = revision.hunks().map(|hunk| hunk.id).collect();
        let number_of = |id: HunkId| ids.iter().position(|known| *known == id).map(|at| at + 1);
        dependencies(revision, ids[number - 1])
            .into_iter()
            .map(|found| (found.need, found.on.and_then(number_of)))
            .collect()
    }

    /// The only change of a revision in its parts.
    fn in_parts(before: &str, after: &str) -> Revision {
        let hunk = revision(before, after).hunks().next().cloned().unwrap();
        let pieces = (1..).zip(split(&hunk)).map(|(id, (before, after))| {
            if before == after {
                Piece::Settled(before)
            } else {
                Piece::Hunk(Hunk::open(HunkId(id), before, after, String::new()))
            }
        });
        Revision {
            pieces: pieces.collect(),
        }
    }

    #[test]
    fn words_without_the_citation_that_another_part_brings_are_told_of() {
        let split = in_parts(
            "Sales of heat pumps fell in the whole of the year 2024 [1].",
            "Sales of heat pumps halved in the whole of the year 2024 [1][7].",
        );
        assert_eq!(needs(&split, 1), [(Need::Citation(7), Some(2))]);
        assert_eq!(needs(&split, 2), [(Need::Cited(7), Some(1))]);
        let mut accepted = split.clone();
        let ids: Vec<HunkId> = split.hunks().map(|hunk| hunk.id).collect();
        accepted.decide(ids[1], Decision::Accepted);
        assert_eq!(needs(&accepted, 1), []);
    }

    #[test]
    fn a_part_that_only_takes_words_away_needs_no_citation_of_another() {
        let hunk = |id, before: &str, after: &str| {
            let (before, after) = (before.to_owned(), after.to_owned());
            Piece::Hunk(Hunk::open(HunkId(id), before, after, String::new()))
        };
        let parts = |first: Piece| Revision {
            pieces: vec![
                Piece::Settled("Unit sales fell ".to_owned()),
                first,
                hunk(2, " 2.2 million [1].", " 2.4 million [6]."),
            ],
        };
        let shorter = hunk(1, "for a second year, to about", "to about");
        assert_eq!(needs(&parts(shorter), 1), []);
        let other = hunk(1, "for a second year, to about", "sharply, to about");
        assert_eq!(needs(&parts(other), 1), [(Need::Citation(6), Some(2))]);
    }

    #[test]
    fn a_sentence_that_moves_would_stand_twice_or_nowhere() {
        let moved = revision(
            "Alpha is first. Beta is second. Gamma is third.",
            "Beta is second. Gamma is third. Alpha is first.",
        );
        assert_eq!(needs(&moved, 1), [(Need::Nowhere, Some(2))]);
        assert_eq!(needs(&moved, 2), [(Need::Twice, Some(1))]);
    }

    #[test]
    fn a_sentence_that_points_back_needs_the_one_that_it_points_at() {
        let pointing = revision(
            "One is here [1]. Two is here [2].",
            "One is here [1]. Orders doubled [3]. This was not foreseen [4]. Two is here [2].",
        );
        assert_eq!(needs(&pointing, 1), []);
        assert_eq!(
            needs(&pointing, 2),
            [(Need::PointsBack("This".to_owned()), Some(1))]
        );
        let opening = revision(
            "One is here [1]. The sea rose by 3 millimetres [2].",
            "One is here [1]. The gauge had sunk [3]. Corrected for this, the sea rose by 2 millimetres [3].",
        );
        assert_eq!(
            needs(&opening, 2),
            [(Need::PointsBack("this".to_owned()), Some(1))]
        );
    }

    #[test]
    fn what_a_change_needs_is_told_of_also_where_that_is_rejected() {
        let mut pointing = revision(
            "One is here [1]. Two is here [2].",
            "One is here [1]. Orders doubled [3]. This was not foreseen [4]. Two is here [2].",
        );
        let brings = pointing.hunks().next().unwrap().id;
        pointing.decide(brings, Decision::Rejected);
        let needed = [(Need::PointsBack("This".to_owned()), Some(1))];
        assert_eq!(needs(&pointing, 2), needed);
        let mut cited = in_parts(
            "Sales of heat pumps fell in the whole of the year 2024 [1].",
            "Sales of heat pumps halved in the whole of the year 2024 [1][7].",
        );
        let brings = cited.hunks().last().unwrap().id;
        cited.decide(brings, Decision::Rejected);
        assert_eq!(needs(&cited, 1), [(Need::Citation(7), Some(2))]);
    }

    #[test]
    fn a_sentence_that_is_pointed_at_is_not_taken_away_unnoticed() {
        let gone = revision(
            "Orders doubled [3]. This was not foreseen [4]. Two is here [2].",
            "This was not foreseen [4]. Two is here [2].",
        );
        assert_eq!(
            needs(&gone, 1),
            [(Need::PointedAt("This".to_owned()), None)]
        );
    }

    #[test]
    fn changes_that_stand_alone_need_nothing() {
        let apart = revision(
            "One is here [1]. Two is here [2].",
            "One is still here [1]. Two is there [2]. Three is new [3].",
        );
        for number in 1..=apart.hunks().count() {
            assert_eq!(needs(&apart, number), [], "{number}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reading_what_stands_around_a_change_finds_what_reading_everything_finds(
            before in prop::collection::vec(sentence(), 1..14),
            after in prop::collection::vec(sentence(), 1..14),
            decisions in any::<u64>(),
        ) {
            let mut revision = revision(&before.concat(), &after.concat());
            let ids: Vec<HunkId> = revision.hunks().map(|hunk| hunk.id).collect();
            for id in &ids {
                revision.decide(*id, match decisions >> (2 * (id.0 % 32)) & 3 {
                    0 => Decision::Accepted,
                    1 => Decision::Rejected,
                    _ => Decision::Open,
                });
            }
            for hunk in revision.hunks() {
                prop_assert_eq!(
                    within(&revision, hunk, REACH),
                    within(&revision, hunk, usize::MAX)
                );
            }
        }
    }

    /// A sentence with what stands behind it: a space or a new paragraph.
    fn sentence() -> impl Strategy<Value = String> {
        let said = prop::sample::select(vec![
            "Orders doubled [3].",
            "This was not foreseen [4].",
            "Sales fell in the year 2024 [1].",
            "Sales halved in the year 2024 [1][7].",
            "It was a weak year.",
        ]);
        (said, prop::sample::select(vec![" ", "\n\n"]))
            .prop_map(|(said, behind)| format!("{said}{behind}"))
    }
}
