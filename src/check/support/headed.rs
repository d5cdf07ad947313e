//! Headed: what stands above a passage is told by every sentence under it.
//!
//! `## 2.4.0 (12 May 2023)` says of each line below it in which version and when, and `## Lyon cohort` of whom; nobody repeats it in the lines. So a claim that
//! names one of several headings of a kind is held against what stands under that one and not under the others, and where its own words are not borne out it is
//! read without the setting that the headings give.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::Checker;
use crate::check::index::Among;
use crate::check::language::names::is_ordinary;
use crate::check::language::numbers::month_named;
use crate::check::language::terms::{is_stop_word, plain, replaced};
use crate::memo::Memo;

/// Passages of which the headings are looked through.
const MOST_PASSAGES: usize = 2_000;

/// A word with the signs within it, `2.4.0`, as headings and claims are compared by it.
struct Written {
    span: Range<usize>,
    plain: String,
    /// Whether it tells one thing from others of its kind: a number, a month, a name.
    is_mark: bool,
    /// Whether a sign ends it.
    is_last: bool,
}

/// The words of a text; headings are asked for again by every claim.
fn written(text: &str) -> Rc<Vec<Written>> {
    thread_local! {
        static KNOWN: Memo<Rc<Vec<Written>>> = Memo::default();
    }
    KNOWN.with(|known| known.of(text, || Rc::new(read(text))))
}

fn read(text: &str) -> Vec<Written> {
    let is_sign = |letter: char| !letter.is_alphanumeric();
    let mut found = Vec::new();
    let mut end = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let start = end;
        end += part.len();
        let own = part.trim_matches(is_sign);
        let Some(before) = part.find(own).filter(|_| !own.is_empty()) else {
            continue;
        };
        let span = start + before..start + before + own.len();
        let plain = plain(own);
        // `v2.4.0`
        let plain = match plain.strip_prefix('v') {
            Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => number.to_owned(),
            _ => plain,
        };
        let is_named = own.starts_with(char::is_uppercase) && !is_ordinary(&plain);
        let is_mark =
            plain.contains(|c: char| c.is_ascii_digit()) || month_named(own).is_some() || is_named;
        let is_last = !part.trim_end().ends_with(own);
        found.push(Written {
            span,
            plain,
            is_mark,
            is_last,
        });
    }
    found
}

/// What tells a heading from another of its kind, with the word before it: two are of a kind if they differ in one word, or in nothing but numbers and names.
fn mark_beside(own: &str, other: &str) -> Option<(String, Option<String>)> {
    let (own, theirs) = (written(own), written(other));
    let is_in = |all: &[Written], word: &Written| all.iter().any(|own| own.plain == word.plain);
    let apart = |all: &[Written], others: &[Written]| -> Vec<bool> {
        let apart = all.iter().filter(|word| !is_in(others, word));
        apart.map(|word| word.is_mark).collect()
    };
    let (one, another) = (apart(&own, &theirs), apart(&theirs, &own));
    let shares = own
        .iter()
        .any(|word| is_in(&theirs, word) && !is_stop_word(&word.plain));
    let are_marks = || one.iter().chain(&another).all(|is_mark| *is_mark);
    let is_one_word = one.len() == 1 && another.len() == 1 && shares;
    if one.is_empty() || another.is_empty() || !(is_one_word || are_marks()) {
        return None;
    }
    let at = own.iter().position(|word| !is_in(&theirs, word))?;
    let before = at.checked_sub(1).and_then(|at| own.get(at));
    Some((
        own.get(at)?.plain.clone(),
        before.map(|word| word.plain.clone()),
    ))
}

/// Whether a claim has the mark of a heading: a bare number only behind the word that it stands behind there, `phase 1`.
fn names_mark(claim: &[Written], (mark, before): &(String, Option<String>)) -> bool {
    let is_bare = mark.len() < 4 && mark.bytes().all(|byte| byte.is_ascii_digit());
    claim.iter().enumerate().any(|(at, word)| {
        let own = at.checked_sub(1).and_then(|at| claim.get(at));
        let own = own.map(|word| word.plain.as_str());
        word.plain == *mark && (!is_bare || own.is_some() && own == before.as_deref())
    })
}

/// Pieces of one document that stand under the same headings.
struct Place<'p> {
    number: u32,
    path: &'p [String],
    pieces: Vec<usize>,
}

impl<'p> Place<'p> {
    /// The two headings of one level, under the same others, by which two places part.
    fn beside(&self, other: &Self) -> Option<(&'p str, &'p str)> {
        let mut both = self.path.iter().zip(other.path);
        let (own, theirs) = both.find(|(own, theirs)| own != theirs)?;
        (self.number == other.number).then_some((own.as_str(), theirs.as_str()))
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.to_lowercase().contains(word) && read(text).iter().any(|own| own.plain == word)
}

impl Checker<'_> {
    /// Of what a claim cites, what does not stand under the heading of another than the claim names.
    pub(super) fn under_named(&self, claim: &str, cited: Among) -> Among {
        let own = written(claim);
        let places = self.places(&cited);
        let is_shared = |heading: &String| {
            let all = written(heading);
            let mut all = all.iter().filter(|word| !is_stop_word(&word.plain));
            all.any(|word| own.iter().any(|own| own.plain == word.plain))
        };
        let told: Vec<&Place<'_>> = places
            .iter()
            .filter(|place| place.path.iter().any(is_shared))
            .collect();
        let is_of_another = |place: &&Place<'_>| {
            told.iter().any(|named| {
                let Some((theirs, others)) = named.beside(place) else {
                    return false;
                };
                let Some(mark) = mark_beside(theirs, others) else {
                    return false;
                };
                let is_named = |mark| names_mark(&own, &mark);
                let text_of = |at: &usize| self.index.evidence.get(*at);
                let mut texts = place.pieces.iter().filter_map(text_of);
                names_mark(&own, &mark)
                    && !mark_beside(others, theirs).is_some_and(is_named)
                    && !texts.any(|piece| has_word(&piece.passage.text, &mark.0))
            })
        };
        let others: Vec<usize> = places
            .iter()
            .filter(is_of_another)
            .flat_map(|place| place.pieces.iter().copied())
            .collect();
        let is_all = others.len() == places.iter().map(|place| place.pieces.len()).sum::<usize>();
        if others.is_empty() || is_all {
            return cited;
        }
        self.index
            .among(|at| cited.has(at) && !others.contains(&at))
    }

    /// Where the headings of what is cited stand, each path once as long as it goes on.
    fn places(&self, cited: &Among) -> Vec<Place<'_>> {
        let mut places: Vec<Place<'_>> = Vec::new();
        for at in cited.pieces().take(MOST_PASSAGES) {
            let Some(piece) = self.index.evidence.get(at) else {
                continue;
            };
            let path: &[String] = &piece.passage.headings;
            match places.last_mut() {
                Some(last) if last.number == piece.number && last.path == path => {
                    last.pieces.push(at);
                }
                _ => places.push(Place {
                    number: piece.number,
                    path,
                    pieces: vec![at],
                }),
            }
        }
        places
    }

    /// A claim without the settings that only the headings and titles of these pieces give: `in 2.4.0`, `in the Lyon cohort`.
    pub(super) fn without_setting<'c>(&self, claim: &'c str, pieces: &[usize]) -> Cow<'c, str> {
        #[rustfmt::skip]
        const BEFORE: &[&str] = &["in", "since", "with", "from", "for", "at", "on", "of", "by", "under", "during", "within", "as"];
        let own = written(claim);
        if !own.iter().any(|word| word.is_mark) || pieces.len() > MOST_PASSAGES {
            return Cow::Borrowed(claim);
        }
        let is_marked = |heading: &Vec<Written>| {
            let mut marks = own.iter().filter(|word| word.is_mark);
            marks.any(|mark| heading.iter().any(|word| word.plain == mark.plain))
        };
        let mut titles: Vec<&str> = Vec::new();
        for title in pieces
            .iter()
            .flat_map(|&at| self.titles.above(&self.index, at))
        {
            if titles.last() != Some(&title)
                && is_marked(&written(title))
                && !titles.contains(&title)
            {
                titles.push(title);
            }
        }
        let above: Vec<Rc<Vec<Written>>> = titles.into_iter().map(written).collect();
        let is_told = |word: &str| {
            let text_of = |at: &usize| self.index.evidence.get(*at);
            let mut texts = pieces.iter().filter_map(text_of);
            texts.any(|piece| has_word(&piece.passage.text, word))
        };
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        let mut at = 0;
        while let Some(first) = own.get(at) {
            let from = at;
            at += 1;
            if !BEFORE.contains(&first.plain.as_str()) || first.is_last {
                continue;
            }
            let is_small =
                |word: &&Written| matches!(word.plain.as_str(), "the" | "of" | "its" | "this");
            let start = at + own.iter().skip(at).take_while(is_small).count();
            let behind = own.get(start..).unwrap_or_default();
            let length = above.iter().map(|heading| {
                let mut is_open = true;
                let run = behind.iter().take_while(|word| {
                    let is_in = heading.iter().any(|own| own.plain == word.plain);
                    let is_kind = matches!(word.plain.as_str(), "version" | "release");
                    let goes_on = is_open && (is_in || is_kind);
                    is_open = !word.is_last;
                    goes_on
                });
                run.count()
            });
            let length = length.max().unwrap_or_default();
            let run = behind.get(..length).unwrap_or_default();
            let Some(last) = run.last() else { continue };
            let next = behind.get(length);
            // `In the Lyon group` is no part of a heading that has only the first of it.
            let is_whole = last.is_last
                || last.plain.contains(|c: char| c.is_ascii_digit())
                || next.is_none_or(|next| is_stop_word(&next.plain));
            let mut marks = run.iter().filter(|word| word.is_mark).peekable();
            if !is_whole || marks.peek().is_none() || marks.any(|word| is_told(&word.plain)) {
                continue;
            }
            let end = if from == 0 && last.is_last {
                next.map_or(claim.len(), |next| next.span.start)
            } else {
                last.span.end
            };
            let start = claim
                .get(..first.span.start)
                .map_or(0, |head| head.trim_end().len());
            let is_first = from == 0;
            changes.push((
                if is_first {
                    first.span.start..end
                } else {
                    start..end
                },
                String::new(),
            ));
            at = start_after(&own, end, at);
        }
        if changes.is_empty() {
            return Cow::Borrowed(claim);
        }
        Cow::Owned(replaced(claim, &changes).trim_start().to_owned())
    }
}

/// The first word from a place on that begins behind a byte.
fn start_after(words: &[Written], end: usize, from: usize) -> usize {
    let within = words
        .iter()
        .skip(from)
        .take_while(|word| word.span.start < end);
    from + within.count()
}

#[cfg(test)]
mod tests {
    use crate::check::support::{Checker, Evidence};
    use crate::study::{DocumentId, Passage, PassageId, Verdict};

    const CHANGES: &[(&str, &str)] = &[
        (
            "2.4.0 (12 May 2023)",
            "- The cache is limited to 1 GB.\n- Fixed a crash on startup.",
        ),
        ("2.3.0 (3 March 2023)", "- Added the `--quiet` option."),
    ];
    const COFFEE: &[(&str, &str)] = &[
        ("Hamburg cohort", "The risk of stroke fell by 12 %."),
        ("Lyon cohort", "The risk of stroke rose by 3 %."),
    ];

    #[track_caller]
    fn check(title: &str, parts: &[(&str, &str)], claim: &str, expected: bool) {
        let passages: Vec<Passage> = (1..)
            .zip(parts)
            .map(|(id, (heading, text))| Passage {
                id: PassageId(id),
                document: DocumentId(1),
                text: (*text).to_owned(),
                headings: [title, *heading].map(str::to_owned).to_vec(),
                span: 0..text.len(),
                ..Passage::default()
            })
            .collect();
        let evidence = passages
            .iter()
            .map(|passage| Evidence { number: 1, passage });
        let mut checker = Checker::new(evidence).entitled([(1, title.to_owned())]);
        let found = checker.judge(claim, &[1]);
        assert_eq!(
            found.verdict == Verdict::Supported,
            expected,
            "{claim}: {}",
            found.reason
        );
    }

    #[test]
    fn what_a_heading_says_is_told_by_what_stands_under_it() {
        for claim in [
            "Since 2.4.0 the cache is limited to 1 GB.",
            "The crash on startup was fixed in 2.4.0.",
            "The `--quiet` option was added in version 2.3.0.",
        ] {
            check("Changelog", CHANGES, claim, true);
        }
        check(
            "Coffee and stroke",
            COFFEE,
            "In the Hamburg cohort the risk of stroke fell by 12 %.",
            true,
        );
        check(
            "Coffee and stroke",
            COFFEE,
            "The risk of stroke rose by 3 % in the Lyon cohort.",
            true,
        );
    }

    #[test]
    fn what_stands_under_the_heading_of_another_is_not_said_of_this_one() {
        for claim in [
            "Since 2.3.0 the cache is limited to 1 GB.",
            "The crash on startup was fixed in 2.3.0.",
            "The `--quiet` option was added in version 2.4.0.",
        ] {
            check("Changelog", CHANGES, claim, false);
        }
        for claim in [
            "In the Lyon cohort the risk of stroke fell by 12 %.",
            "The risk of stroke rose by 3 % in the Hamburg cohort.",
        ] {
            check("Coffee and stroke", COFFEE, claim, false);
        }
    }
}
