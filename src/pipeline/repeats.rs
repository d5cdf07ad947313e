//! What is said twice: by a writer that says a sentence over and over, within a part, or across the parts of a brief.
//!
//! Within a part a repeat is taken off. A sentence that another part says already may be meant to move, or belong in both: that is told with the change, and no such
//! change is accepted by itself.

use std::collections::HashSet;

use super::edits::{self, Action, Edit};
use super::hunks::Cut;
use super::request::Request;
use crate::study::{CycleKind, Hunk, Reading, SectionId, Study, citation};

/// Words from which on a sentence is known again: shorter ones may stand twice.
const TELLING: usize = 4;

/// The words of a sentence by which it is known again, whatever it cites; none of one that may stand twice, or is a row of a table.
fn told(sentence: &str) -> Option<String> {
    let bare = citation::without_citations(without_label(sentence));
    let words: Vec<&str> = bare.split_whitespace().collect();
    let is_telling = words.len() >= TELLING && !sentence.contains('|');
    is_telling.then(|| words.join(" "))
}

/// A sentence without the line before it that only says what it is of the brief, such as `The answer:`. A line that says whom it is about stays.
fn without_label(sentence: &str) -> &str {
    /// Words of such a line.
    const WORDS: usize = 5;
    /// What the last of them is.
    const PARTS: [&str; 24] = [
        "answer",
        "background",
        "brief",
        "case",
        "claim",
        "complication",
        "conclusion",
        "context",
        "decision",
        "evidence",
        "fact",
        "facts",
        "finding",
        "findings",
        "note",
        "part",
        "problem",
        "recommendation",
        "resolution",
        "result",
        "section",
        "situation",
        "summary",
        "text",
    ];
    let Some((line, rest)) = sentence.trim_start().split_once('\n') else {
        return sentence;
    };
    let label = line.trim().trim_matches(['*', '_', '#', ' ']);
    let label = label.trim_end_matches([':', '*', '_']);
    let last = label.split_whitespace().next_back().unwrap_or_default();
    let is_label = line.contains(':')
        && label.split_whitespace().count() <= WORDS
        && PARTS.contains(&last.to_lowercase().as_str());
    if is_label { rest } else { sentence }
}

/// The other part that a text says word for word, where that is long enough to be one; what a part is silent about may be said in another too.
pub(super) fn copied_from<'a>(request: &'a Request, text: &str) -> Option<&'a str> {
    /// Sentences that are no copy by chance.
    const SENTENCES: usize = 2;
    let own = all_told(text);
    let cut = Cut::new(text);
    let mut sentences = (0..cut.sentences.len()).map(|at| cut.sentence(at));
    // What is too short to be known again may be of its own.
    let is_known = sentences
        .all(|sentence| !sentence.contains(char::is_alphabetic) || told(sentence).is_some());
    let parts = request.written.iter();
    let mut same = parts.filter(|part| {
        let said = all_told(&part.text);
        own.iter().all(|sentence| said.contains(sentence))
    });
    let is_long = own.len() >= SENTENCES;
    same.find(|_| is_long && is_known)
        .map(|part| part.title.as_str())
}

/// The sentences of a text that can be known again.
fn all_told(text: &str) -> Vec<String> {
    let cut = Cut::new(text);
    let sentences = (0..cut.sentences.len()).map(|at| cut.sentence(at));
    sentences.filter_map(told).collect()
}

/// A text without those of its sentences that are said already, and how many these are.
fn without_said(text: &str, is_said: &mut dyn FnMut(String) -> bool) -> (String, usize) {
    if text.contains("```") {
        return (text.to_owned(), 0);
    }
    let cut = Cut::new(text);
    let sentences = (0..cut.sentences.len()).map(|at| (at + 1, cut.sentence(at)));
    let again: Vec<Edit> = sentences
        .filter(|(_, sentence)| told(sentence).is_some_and(&mut *is_said))
        .map(|(number, _)| Edit {
            action: Action::Delete,
            sentence: number,
            last: number,
            text: String::new(),
            reason: String::new(),
        })
        .collect();
    if again.is_empty() {
        return (text.to_owned(), 0);
    }
    (edits::apply(text, &again).text, again.len())
}

/// A text in which no longer sentence stands twice, and how many were left out.
pub(super) fn without_repeats(text: &str) -> (String, usize) {
    let mut seen = HashSet::new();
    without_said(text, &mut |sentence| !seen.insert(sentence))
}

/// Leaves out of the new text of edits what the part says already, where that stays as it is, and what an edit before says. An update also brings no sentence into a
/// part that another part has: each is asked about the same news by itself. What is put in where an instruction or a review asks for it may be meant to move.
pub(super) fn take_out_repeats(
    request: &Request,
    current: &str,
    edits: &mut Vec<Edit>,
) -> Vec<String> {
    let cut = Cut::new(current);
    let is_edited = |number: usize| {
        let mut edits = edits.iter().filter(|one| one.action != Action::InsertAfter);
        edits.any(|one| (one.sentence..=one.last.max(one.sentence)).contains(&number))
    };
    let standing = (0..cut.sentences.len()).filter(|at| !is_edited(at + 1));
    let mut said: HashSet<String> = standing.filter_map(|at| told(cut.sentence(at))).collect();
    let is_news = matches!(request.cycle, CycleKind::Update | CycleKind::FollowUp);
    let parts = request.written.iter().filter(|_| is_news);
    let elsewhere: HashSet<String> = parts.flat_map(|part| all_told(&part.text)).collect();
    let mut left_out = Vec::new();
    edits.retain_mut(|edit| {
        let is_put_in = edit.action == Action::InsertAfter;
        let mut is_said = |sentence: String| {
            is_put_in && elsewhere.contains(&sentence) || !said.insert(sentence)
        };
        let (text, again) = without_said(&edit.text, &mut is_said);
        if again == 0 {
            return true;
        }
        let is_left = !text.trim().is_empty();
        if is_left {
            text.trim().clone_into(&mut edit.text);
        } else if !is_put_in {
            left_out.push(format!(
                "the writer put a sentence in the place of sentence {} that stands elsewhere too: left out",
                edit.sentence
            ));
        }
        is_left
    });
    left_out
}

/// The other part that says what a change brings in already, by its place among those that are written.
pub(super) fn said_elsewhere<'a>(
    request: &'a Request,
    before: &str,
    after: &str,
) -> Option<&'a str> {
    let had = all_told(before);
    let new = all_told(after);
    let mut new = new.iter().filter(|sentence| !had.contains(sentence));
    let says = |sentence: &String| {
        let mut parts = request.written.iter();
        parts.find(|part| all_told(&part.text).contains(sentence))
    };
    new.find_map(says).map(|part| part.title.as_str())
}

/// Of the changes that a run proposed, each that brings in what the brief says already, or another of them before it, or the change itself, with the sentence.
pub(super) fn repeated(study: &Study) -> Vec<(SectionId, &Hunk, String)> {
    let mut found = Vec::new();
    let texts = study.texts(Reading::Accepted);
    let mut said: HashSet<String> = texts.iter().flat_map(|text| all_told(text)).collect();
    let candidates = study.texts(Reading::Candidate);
    let mut standing: Vec<String> = candidates.iter().flat_map(|text| all_told(text)).collect();
    standing.sort_unstable();
    // What is taken away in one place may be put in at another.
    let is_twice = |sentence: &String| {
        let from = standing.partition_point(|known| known < sentence);
        standing.get(from + 1) == Some(sentence)
    };
    for id in (0..study.sections.len()).map(SectionId) {
        for hunk in study.proposed_by_run(id) {
            let mut had = all_told(&hunk.before);
            let mut new = all_told(&hunk.after);
            // What it has once may stand once.
            new.retain(
                |sentence| match had.iter().position(|known| known == sentence) {
                    Some(at) => {
                        had.swap_remove(at);
                        false
                    }
                    None => true,
                },
            );
            let again = {
                let mut own = HashSet::new();
                let mut twice = new.iter().filter(|one| is_twice(one));
                twice.find(|one| said.contains(*one) || !own.insert(*one))
            };
            if let Some(sentence) = again {
                found.push((id, hunk, sentence.clone()));
            } else {
                said.extend(new);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::request::WrittenSection;

    const CURRENT: &str = "The depot has 48 chargers [1]. Two of them are broken [2]. It opened.";

    fn edit(action: Action, sentence: usize, text: &str) -> Edit {
        Edit {
            action,
            sentence,
            last: sentence,
            text: text.to_owned(),
            reason: String::new(),
        }
    }

    fn left(request: &Request, edits: &[Edit]) -> (Vec<String>, Vec<String>) {
        let mut edits = edits.to_vec();
        let left_out = take_out_repeats(request, CURRENT, &mut edits);
        let texts = edits.into_iter().map(|edit| edit.text);
        (texts.collect(), left_out)
    }

    #[test]
    fn a_sentence_that_is_said_over_and_over_is_said_once() {
        let said = "Replacing all of them costs 38 million [1].";
        let (text, again) = without_repeats(&format!("{said} ").repeat(40));
        assert_eq!((text.trim(), again), (said, 39));
        let (text, again) = without_repeats(&format!("- {said}\n- {said}\n- Two. Two."));
        assert_eq!(
            (text.as_str(), again),
            (
                "- Replacing all of them costs 38 million [1].\n- Two. Two.",
                1
            )
        );
        assert_eq!(
            without_repeats("Yes. Yes. No."),
            ("Yes. Yes. No.".to_owned(), 0)
        );
        let (text, again) = without_repeats("It costs 38 million [1]. It costs 38 million [2].");
        assert_eq!((text.as_str(), again), ("It costs 38 million [1].", 1));
    }

    #[test]
    fn a_sentence_behind_a_label_is_said_once_and_one_about_somebody_else_stays() {
        let said = "The council replaces the ferry in 2026 [1].";
        let text = format!("{said}\n\nThe Case:\n{said}\n\n**The answer:**\n{said}");
        let (once, again) = without_repeats(&text);
        assert_eq!((once.trim(), again), (said, 2));
        let two =
            "Germany:\nThe rate is five percent [1].\n\nFrance:\nThe rate is five percent [1].";
        assert_eq!(without_repeats(two), (two.to_owned(), 0));
    }

    #[test]
    fn a_part_that_is_another_word_for_word_is_a_copy_of_it() {
        let mut request = Request::of_a_test(None);
        request.written = vec![WrittenSection {
            section: SectionId(0),
            title: "Situation".to_owned(),
            text: CURRENT.to_owned(),
        }];
        let copy = "The depot has 48 chargers [2].\n\nTwo of them are broken.";
        assert_eq!(copied_from(&request, copy), Some("Situation"));
        let own = format!("{copy} Nobody repairs them [3].");
        assert_eq!(copied_from(&request, &own), None);
        assert_eq!(copied_from(&request, "Two of them are broken [2]."), None);
    }

    #[test]
    fn what_a_part_says_already_is_no_part_of_an_edit_whatever_it_cites() {
        let request = Request {
            cycle: CycleKind::Refine,
            ..Request::of_a_test(Some(CURRENT))
        };
        let (texts, left_out) = left(
            &request,
            &[
                edit(
                    Action::InsertAfter,
                    2,
                    "The depot has 48 chargers [3]. It cost 3 million [3].",
                ),
                edit(Action::InsertAfter, 3, "It cost 3 million [4]. It opened."),
                edit(Action::InsertAfter, 3, "Two of them are broken."),
            ],
        );
        assert_eq!(texts, ["It cost 3 million [3].", "It opened."]);
        assert_eq!(left_out, [""; 0]);
        let (texts, left_out) = left(
            &request,
            &[edit(Action::Replace, 3, "The depot has 48 chargers [2].")],
        );
        assert_eq!(texts, [""; 0]);
        assert!(left_out[0].contains("sentence 3 that stands elsewhere too"));
    }

    #[test]
    fn what_is_taken_away_in_its_place_is_moved_and_what_is_put_otherwise_stays() {
        let request = Request::of_a_test(Some(CURRENT));
        let moved = [
            edit(Action::Delete, 1, ""),
            edit(Action::InsertAfter, 3, "The depot has 48 chargers [1]."),
        ];
        assert_eq!(
            left(&request, &moved).0,
            ["", "The depot has 48 chargers [1]."]
        );
        let cited = [edit(
            Action::Replace,
            1,
            "The depot has 48 chargers [1][3].",
        )];
        assert_eq!(
            left(&request, &cited).0,
            ["The depot has 48 chargers [1][3]."]
        );
    }

    #[test]
    fn what_another_part_takes_up_word_for_word_is_not_put_in_again_by_an_update() {
        let mut request = Request {
            cycle: CycleKind::Update,
            written: vec![WrittenSection {
                section: SectionId(0),
                title: "Situation".to_owned(),
                text: "It opened. The new figure is 2.1 million units [6].".to_owned(),
            }],
            ..Request::of_a_test(Some(CURRENT))
        };
        let edits = [
            edit(
                Action::InsertAfter,
                1,
                "The new figure is 2.1 million units [7].",
            ),
            edit(Action::InsertAfter, 1, "It makes a subsidy dearer [6]."),
        ];
        assert_eq!(left(&request, &edits).0.len(), 1);
        request.cycle = CycleKind::Steer;
        assert_eq!(left(&request, &edits).0.len(), 2);
        let told = said_elsewhere(&request, "", "The new figure is 2.1 million units [7].");
        assert_eq!(told, Some("Situation"));
        let same = "The new figure is 2.1 million units [7].";
        assert_eq!(said_elsewhere(&request, same, same), None);
    }
}
