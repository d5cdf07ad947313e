//! What is said twice: by a writer that says a sentence over and over, within a part, or across the parts of a brief.
//!
//! Within a part a repeat is taken off. A sentence that another part says already may be meant to move, or belong in both: that is told with the change, and no such
//! change is accepted by itself.

use std::collections::HashSet;

use super::edits::{self, Action, Edit};
use super::hunks::Cut;
use super::request::{Request, WrittenSection};
use crate::check;
use crate::study::{CycleKind, Hunk, Reading, SectionId, Study, citation, counted};

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

/// What is left of a part's first text without what other parts say word for word, and what is told of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) text: String,
    pub(super) told: String,
    /// Nothing of it is left: the text only says so.
    pub(super) is_copy: bool,
}

/// A part's first text without what other parts, as they stand, say word for word, where it says any of that. A short part that is all in another stays, and is told, unless it was
/// said over and over: it may be all that the evidence has.
pub(super) fn without_copies(
    request: &Request,
    standing: &[WrittenSection],
    text: &str,
    said_over: bool,
) -> Option<Own> {
    /// Sentences that a short part has at most.
    const SHORT: usize = 3;
    // A summary says again what is said.
    let sums_up = |title: &str| title.to_lowercase().contains("summary");
    let parts = standing.iter().filter(|part| !sums_up(&part.title));
    let others: Vec<(&str, Vec<String>)> = parts
        .map(|part| (part.title.as_str(), all_told(&part.text)))
        .collect();
    let mut of: Vec<&str> = Vec::new();
    let mut is_said = |sentence: String| {
        let own = others.iter().find(|(_, said)| said.contains(&sentence));
        let title = own.map(|(title, _)| *title);
        of.extend(title.filter(|title| !of.contains(title)));
        title.is_some()
    };
    let (left, copied) = without_said(text, &mut is_said);
    if copied == 0 || sums_up(&request.plan.title) {
        return None;
    }
    let parts = of.join(" and ");
    let (say, them) = match (of.len(), copied) {
        (1, 1) => ("says", "it"),
        (1, _) => ("says", "them"),
        (_, 1) => ("say", "it"),
        _ => ("say", "them"),
    };
    let how_many = counted(copied, "sentence");
    let cut = Cut::new(&left);
    let mut sentences = (0..cut.sentences.len()).map(|at| cut.sentence(at).trim());
    // What only leads to what is left out says nothing by itself.
    let leads = |sentence: &str| sentence.ends_with(':') || sentence.starts_with('#');
    let is_copy = sentences.all(|one| leads(one) || !one.contains(char::is_alphabetic));
    if !is_copy {
        return Some(Own {
            text: left.trim().to_owned(),
            told: format!("{how_many} left out: {parts} {say} {them} word for word"),
            is_copy,
        });
    }
    // What a part is silent about may be said in another too.
    if !said_over && citation::numbers(text).is_empty() {
        return None;
    }
    if copied <= SHORT && !said_over {
        return Some(Own {
            text: text.to_owned(),
            told: format!("it only repeats {parts}, word for word"),
            is_copy: false,
        });
    }
    Some(Own {
        text: format!("Nothing in the evidence was told here beyond what {parts} {say}."),
        told: format!(
            "all of its text, {how_many}, is left out: {parts} {say} {them} word for word"
        ),
        is_copy,
    })
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

/// A text that was cut as it is gone on from, where that is another: without what it says again, also where that has only begun.
pub(super) fn once(text: &str) -> Option<String> {
    let whole = check::whole_sentences(text);
    let (mut once, again) = without_repeats(whole);
    let half = text.get(whole.len()..).unwrap_or_default();
    let has_begun = |begun: &str| {
        let known = check::sentences(whole).into_iter();
        let mut known = known.filter_map(|span| whole.get(span)).map(str::trim);
        known.any(|known| known.starts_with(begun))
    };
    if again == 0 {
        return None;
    }
    once.truncate(once.trim_end().len());
    if !has_begun(half.trim()) {
        once.push_str(half);
    }
    Some(once)
}

/// Whether a text that did not come to its end goes round in circles of whole sentences, or of edits: its rest would be more of the same.
pub(super) fn goes_round(text: &str) -> bool {
    /// Sentences on end that were all said before; fewer, where nothing else was said.
    const ON_END: usize = 3;
    let said: Vec<String> = if edits::has_edits(text) {
        let edits = edits::read(edits::whole(text)).unwrap_or_default();
        let texts = edits.iter().map(|edit| edit.text.as_str());
        texts.filter_map(told).collect()
    } else {
        all_told(check::whole_sentences(text))
    };
    let mut known = HashSet::new();
    let mut on_end = 0;
    for sentence in &said {
        on_end = if known.insert(sentence) {
            0
        } else {
            on_end + 1
        };
    }
    on_end > 0 && (on_end >= ON_END || on_end >= known.len())
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

    fn own(text: &str, said_over: bool) -> Option<(String, String, bool)> {
        let mut request = Request::of_a_test(None);
        request.written = vec![WrittenSection {
            section: SectionId(0),
            title: "Situation".to_owned(),
            text: format!(
                "{CURRENT} Nobody repairs the broken chargers [2]. The town buys no more of them [2]."
            ),
        }];
        let own = without_copies(&request, &request.written, text, said_over)?;
        Some((own.text, own.told, own.is_copy))
    }

    #[test]
    fn what_another_part_says_word_for_word_is_left_out_of_a_first_text_and_told() {
        let copy = "The depot has 48 chargers [2].\n\nTwo of them are broken.";
        let long =
            format!("{copy} Nobody repairs the broken chargers. The town buys no more of them.");
        let all = own(&long, false).expect("it is a copy");
        assert_eq!(
            all,
            (
                "Nothing in the evidence was told here beyond what Situation says.".to_owned(),
                "all of its text, 4 sentences, is left out: Situation says them word for word"
                    .to_owned(),
                true
            )
        );
        assert!(check::stated(&all.0).is_empty(), "it claims nothing");
        // A short one may be all that the evidence has.
        let short = own(copy, false).expect("it is told");
        assert_eq!(
            (short.0.as_str(), short.1.as_str(), short.2),
            (copy, "it only repeats Situation, word for word", false)
        );
        let (text, told, is_copy) =
            own(&format!("{copy} Nobody buys more [3]."), false).expect("a part of it is one");
        assert_eq!(text, "Nobody buys more [3].");
        assert_eq!(
            (told.as_str(), is_copy),
            (
                "2 sentences left out: Situation says them word for word",
                false
            )
        );
        let led = format!("These are the main problems of the depot:\n\n{long}");
        assert!(own(&led, false).is_some_and(|(_, _, is_copy)| is_copy));
    }

    #[test]
    fn a_figure_that_two_parts_tell_in_sentences_of_their_own_stays_in_both() {
        assert_eq!(own("With 48 chargers the depot is full [1].", true), None);
        let (text, told, _) = own("Two of them are broken [2].", false).expect("named");
        assert_eq!(text, "Two of them are broken [2].");
        assert!(told.contains("only repeats"), "{told}");
        assert!(own("Two of them are broken [2].", true).is_some());
        assert_eq!(own("It opened.", true), None);
    }

    #[test]
    fn a_text_that_only_repeats_itself_has_no_rest() {
        let round = "The depot has 48 chargers [1]. Two of them are broken [2]. Nobody repairs the broken ones [2]. ";
        assert!(goes_round(&format!("{}The depot ha", round.repeat(3))));
        assert!(!goes_round(&format!(
            "{round}The depot has 48 chargers [1]. It wants mo"
        )));
        assert!(!goes_round(round));
        assert!(!goes_round(""));
        let edit = "INSERT AFTER 2\nWHY new\nTEXT The first bus can be delivered in March [4].\n\n";
        assert!(goes_round(&edit.repeat(4)));
        assert!(!goes_round(edit));
    }

    #[test]
    fn a_text_is_gone_on_from_without_what_it_says_twice() {
        let (one, two) = (
            "The depot has 48 chargers [1].",
            "Two of them are broken [2].",
        );
        assert_eq!(
            once(&format!("{one} {two} {one} The depot has 48 cha")).as_deref(),
            Some(format!("{one} {two}").as_str()),
            "what had begun again is nothing new"
        );
        assert_eq!(
            once(&format!("{one} {one} Two of th")).as_deref(),
            Some(format!("{one} Two of th").as_str())
        );
        assert_eq!(once(&format!("{one} Two of th")), None);
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
