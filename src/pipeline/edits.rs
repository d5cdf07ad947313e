//! Edits: a reply that changes a part sentence by sentence instead of writing it again [W3].
//!
//! The writer sees the sentences with their numbers and answers with blocks of lines:
//!
//! ```text
//! REPLACE 3
//! WHY the new report corrects the figure
//! TEXT The depot has 52 chargers [7].
//! ```
//!
//! or `INSERT AFTER 3`, `DELETE 3`, or `NO CHANGE`. Models write this with all kinds of decoration, which is read past, or the same as JSON. What no edit touches stays
//! as it is to the byte. A reply without any edit is none of this, and is for others to read.

mod json;
mod make;
mod read;

use super::hunks::{Block, Cut};

pub(super) use make::apply;
pub(super) use read::{Reading, has_edits, names_edits, read, whole};

/// One change to one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) action: Action,
    /// Number of the sentence, from 1; an insertion before the first one stands after 0.
    pub(super) sentence: usize,
    /// The last of the sentences that a replacement stands for; the same number but where several become one.
    pub(super) last: usize,
    /// The new text; empty for a deletion.
    pub(super) text: String,
    /// The writer's reason, in one line; may be empty.
    pub(super) reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Replace,
    InsertAfter,
    Delete,
}

/// A part after its edits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Edited {
    pub(super) text: String,
    /// What each edit replaces or deletes, in their order; empty for an insertion.
    pub(super) replaced: Vec<String>,
    /// What stands where in both texts: each sentence that stays or is replaced, with those that go into it.
    pub(super) blocks: Vec<Block>,
    /// Edits that could not be made, in words for the analyst.
    pub(super) warnings: Vec<String>,
}

/// The sentences of a text, each on a line of its own after its number.
pub(super) fn numbered(text: &str) -> String {
    let cut = Cut::new(text);
    let lines = (1..)
        .zip(&cut.sentences)
        .map(|(number, span)| format!("{number}. {}", in_one_line(&text[span.clone()])));
    lines.collect::<Vec<_>>().join("\n")
}

/// Edits whose numbers count through the brief, with the numbers of a part of so many sentences, the first of which has the number `first` there; and what is
/// to be told of those that are about another part. A writer that counts from the beginning of the part is understood.
pub(super) fn of_part(edits: Vec<Edit>, first: usize, count: usize) -> (Vec<Edit>, Vec<String>) {
    let before = first.saturating_sub(1);
    let local = |edit: &Edit| {
        let number = edit.sentence.checked_sub(before)?;
        let least = usize::from(edit.action != Action::InsertAfter);
        (least..=count).contains(&number).then_some(number)
    };
    let is_own_count = !edits.iter().any(|edit| local(edit).is_some())
        && edits.iter().all(|edit| edit.sentence <= count);
    if before == 0 || is_own_count {
        return (edits, Vec::new());
    }
    let (mut own, mut elsewhere) = (Vec::new(), Vec::new());
    for edit in edits {
        match local(&edit) {
            Some(sentence) => own.push(Edit {
                sentence,
                last: edit.last.saturating_sub(before).min(count).max(sentence),
                ..edit
            }),
            None => elsewhere.push(edit.sentence.to_string()),
        }
    }
    let missed = match elsewhere.as_slice() {
        [] => None,
        [one] => Some(format!(
            "the writer edited sentence {one}, which is not in this part; ignored"
        )),
        all => Some(format!(
            "the writer edited {} sentences that are not in this part ({}); ignored",
            all.len(),
            all.join(", ")
        )),
    };
    (own, missed.into_iter().collect())
}

fn in_one_line(sentence: &str) -> String {
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    const TEXT: &str =
        "The depot has 48 chargers [1]. Two are broken [2].\n\nThe plan foresees 60 [3].";

    fn edit(action: Action, sentence: usize, text: &str, reason: &str) -> Edit {
        Edit {
            action,
            sentence,
            last: sentence,
            text: text.to_owned(),
            reason: reason.to_owned(),
        }
    }

    fn edited(reply: &str) -> String {
        apply(TEXT, &read(reply).unwrap()).text
    }

    #[test]
    fn the_sentences_are_numbered_as_edits_name_them() {
        assert_eq!(
            numbered(TEXT),
            "1. The depot has 48 chargers [1].\n2. Two are broken [2].\n3. The plan foresees 60 [3]."
        );
        assert_eq!(numbered(""), "");
    }

    #[test]
    fn numbers_of_the_whole_brief_are_brought_to_those_of_the_part() {
        // However many are elsewhere, they are told in one line.
        let check = |numbers: &[usize], expected: &[usize], missed: usize| {
            let edits = numbers.iter().map(|at| edit(Action::Replace, *at, "x", ""));
            let (own, told) = of_part(edits.collect(), 9, 4);
            let own: Vec<usize> = own.iter().map(|edit| edit.sentence).collect();
            assert_eq!(
                (own.as_slice(), told.len()),
                (expected, missed),
                "{numbers:?}"
            );
        };
        check(&[9, 12], &[1, 4], 0);
        check(&[2, 10, 13], &[2], 1);
        // It counted from the beginning of the part.
        check(&[1, 4], &[1, 4], 0);
        check(&[5], &[], 1);
        let insert = |at| of_part(vec![edit(Action::InsertAfter, at, "x", "")], 9, 4).0;
        assert_eq!(insert(8)[0].sentence, 0, "before its first sentence");
        assert_eq!(insert(12)[0].sentence, 4);
    }

    #[test]
    fn edits_are_read_with_their_reasons() {
        let reply = "REPLACE 1\nWHY the audit counted again\nTEXT The depot has 52 chargers [4].\n\nINSERT AFTER 2\nWHY new fact\nTEXT Both are repaired in May [4].\n\nDELETE 3\nWHY withdrawn\n";
        assert_eq!(
            read(reply).unwrap(),
            [
                edit(
                    Action::Replace,
                    1,
                    "The depot has 52 chargers [4].",
                    "the audit counted again"
                ),
                edit(
                    Action::InsertAfter,
                    2,
                    "Both are repaired in May [4].",
                    "new fact"
                ),
                edit(Action::Delete, 3, "", "withdrawn"),
            ]
        );
    }

    #[test]
    fn decoration_and_other_spellings_are_read_past() {
        let expected =
            "The depot has 52 chargers [4]. Two are broken [2].\n\nThe plan foresees 60 [3].";
        for reply in [
            "Here are the edits:\n\n- **REPLACE 1**\n- **WHY:** counted again\n- **TEXT:** The depot has 52 chargers [4].\n\nI hope this helps.",
            "```\nREPLACE 1\nTEXT The depot has 52 chargers [4].\n```",
            "Replace sentence 1: The depot has 52 chargers [4].\nReason: counted again",
            "### Edit\nreplace [1]\nThe depot has 52\nchargers [4].\n\nWHY counted again",
            "EDIT replace S1\nWHY counted\nagain\nTEXT The depot has 52 chargers [4].",
            "1. REPLACE sentence 1 with \"The depot has 52 chargers [4].\"",
            "1) **REPLACE 1**\n   TEXT “The depot has 52 chargers [4].”",
            "Sure! Here are the edits: 1. REPLACE sentence 1 with \"The depot has 52 chargers [4].\".",
            "Sentence 1: replace with: The depot has 52 chargers [4].",
            "**Sentence 1:** REPLACE with The depot has 52 chargers [4].",
            "Replace sentence 1 with: The depot has 52 chargers [4].",
        ] {
            assert_eq!(edited(reply), expected, "{reply}");
        }
    }

    #[test]
    fn what_is_no_edit_is_not_taken_for_one() {
        for reply in [
            "The depot has 52 chargers [4]. Two are broken [2].",
            "Replace 3 million heat pumps by 2030, the plan says [3].",
            "Replace 3 with 4 pumps, the plan says [3].",
            "Sentence 3 replaced an older law, and remove it nobody will [3].",
            "Delete nothing.",
            "",
            "REPLACE\nTEXT x",
            "REPLACE 1\nWHY it was cut off here",
            "REPLACE 2\nWHY x\nTEXT \"\"",
        ] {
            assert_eq!(read(reply), None, "{reply}");
        }
        for reply in ["NO CHANGE", "**No changes.**", "no edits"] {
            assert_eq!(read(reply), Some(vec![]), "{reply}");
        }
    }

    #[test]
    fn several_sentences_are_deleted_by_one_line_and_a_reason_is_no_new_text() {
        for reply in [
            "DELETE 1-2",
            "DELETE 1…2",
            "Delete sentences 1 to 2.",
            "1. DELETE 1 2. DELETE 2",
            "DELETE 1: it is old\nDELETE 2 - so is this",
            "DELETE sentences 1 and 2",
            "DELETE 1 2",
            "DELETE 1, 2\nWHY old",
            "Delete sentences [1] & [2].",
        ] {
            assert_eq!(edited(reply), "The plan foresees 60 [3].", "{reply}");
        }
    }

    #[test]
    fn sentences_of_a_list_are_replaced_where_they_follow_each_other() {
        let new = "TEXT The depot has 52 chargers, two of them broken [4].";
        let edits = read(&format!("REPLACE 1 AND 2\nWHY x\n{new}")).unwrap();
        assert_eq!((edits[0].sentence, edits[0].last), (1, 2));
        assert_eq!(read(&format!("REPLACE 1 AND 3\nWHY x\n{new}")), None);
        let deleted = read("DELETE 1 and 3\nWHY they are old\nand wrong").unwrap();
        let reasons: Vec<&str> = deleted.iter().map(|edit| edit.reason.as_str()).collect();
        assert_eq!(reasons, ["they are old and wrong"; 2]);
    }

    #[test]
    fn a_table_stays_a_table_in_a_paragraph_of_its_own() {
        let table = "| a | b |\n|---|---|\n| 48 [1] | 52 [4] |";
        assert_eq!(
            edited(&format!("REPLACE 2\nWHY x\nTEXT {table}")),
            format!("The depot has 48 chargers [1].\n\n{table}\n\nThe plan foresees 60 [3].")
        );
        assert_eq!(
            edited(&format!("INSERT AFTER 1\nWHY x\nTEXT {table}")),
            format!(
                "The depot has 48 chargers [1].\n\n{table}\n\nTwo are broken [2].\n\nThe plan foresees 60 [3]."
            )
        );
        let more = apply(
            table,
            &read("INSERT AFTER 3\nWHY x\nTEXT | 60 [3] | 61 [4] |").unwrap(),
        );
        assert_eq!(more.text, format!("{table}\n| 60 [3] | 61 [4] |"));
        // Prose stands behind it, and neither its rule nor a row becomes prose.
        let behind = apply(
            &format!("{table}\n\nThe end [1]."),
            &read("INSERT AFTER 1\nWHY x\nTEXT The mayor objects [2].").unwrap(),
        );
        assert_eq!(
            behind.text,
            format!("{table}\n\nThe mayor objects [2].\n\nThe end [1].")
        );
        for (number, text) in [(2, "The mayor objects [2]."), (3, "The mayor objects [2].")] {
            let reply = format!("REPLACE {number}\nWHY x\nTEXT {text}");
            let same = apply(table, &read(&reply).unwrap());
            assert_eq!(same.text, table);
            assert!(
                same.warnings[0].contains("of a table"),
                "{:?}",
                same.warnings
            );
        }
        let row = apply(
            table,
            &read("REPLACE 3\nWHY x\nTEXT | 49 [1] | 52 [4] |").unwrap(),
        );
        assert_eq!(row.text, table.replace("48", "49"));
        let list = "- One [1].\n- Two [2].";
        assert_eq!(
            edited(&format!("INSERT AFTER 3\nWHY x\nTEXT\n{list}")),
            format!("{TEXT}\n\n{list}")
        );
    }

    #[test]
    fn prose_behind_a_list_is_a_paragraph_and_an_item_is_an_item() {
        let list = "The depot has:\n\n- 48 chargers [1].\n- Two buses [2]. Both are old [2].\n- A roof [3].\n\nThe end [1].";
        let after = |number: usize, new: &str| {
            let reply = format!("INSERT AFTER {number}\nWHY x\nTEXT {new}");
            apply(list, &read(&reply).unwrap()).text
        };
        let (prose, behind) = (
            "The mayor objects [2].",
            "- A roof [3].\n\nThe mayor objects [2].\n\nThe end [1].",
        );
        assert_eq!(
            after(2, prose),
            list.replace("- A roof [3].\n\nThe end [1].", behind)
        );
        assert_eq!(after(5, prose), after(2, prose));
        // Within an item it goes on with that.
        assert_eq!(
            after(3, prose),
            list.replace("Both", &format!("{prose} Both"))
        );
        let item = "- A yard [4].";
        assert_eq!(
            after(2, item),
            list.replace("- Two", &format!("{item}\n- Two"))
        );
        assert_eq!(
            after(5, item),
            list.replace("\n\nThe end", &format!("\n{item}\n\nThe end"))
        );
        let replaced = apply(
            list,
            &read("REPLACE 2\nWHY x\nTEXT - 52 chargers [4].").unwrap(),
        );
        assert_eq!(
            replaced.text,
            list.replace("48 chargers [1]", "52 chargers [4]")
        );
    }

    #[test]
    fn what_a_new_text_says_behind_an_empty_line_is_of_it_where_it_cites() {
        let text = |reply: &str| read(reply).unwrap()[0].text.clone();
        let (first, second) = ("There are 52 [4].", "All of them work [4].");
        for (reply, expected) in [
            (
                format!("REPLACE 1\nTEXT ### Chargers\n\n{first}"),
                first.to_owned(),
            ),
            (
                format!("REPLACE 1\nTEXT {first}\n\n{second}"),
                format!("{first} {second}"),
            ),
            (
                format!("REPLACE 1\nTEXT {first}\n\nGreat news for everybody!\n\n{second}"),
                first.to_owned(),
            ),
            (
                format!("REPLACE 1\nTEXT {first}\n\nDELETE 2\nWHY old"),
                first.to_owned(),
            ),
        ] {
            assert_eq!(text(&reply), expected, "{reply}");
        }
    }

    #[test]
    fn a_sentence_that_comes_by_two_edits_stands_once() {
        let new = "Both are repaired in May [4].";
        let once = TEXT.replace("[2].", &format!("[2]. {new}"));
        for reply in [
            format!("INSERT AFTER 2\nTEXT {new}\n\nINSERT AFTER 2\nTEXT 3. {new}"),
            format!("INSERT AFTER 2\nTEXT {new}\n\nINSERT AFTER 3\nTEXT {new}"),
        ] {
            assert_eq!(edited(&reply), once, "{reply}");
        }
        let instead = TEXT.replace("Two are broken [2].", new);
        let reply = format!("REPLACE 2\nTEXT {new}\n\nINSERT AFTER 3\nTEXT {new}");
        assert_eq!(edited(&reply), instead);
        let twice = format!("REPLACE 2\nTEXT {new}\n\nREPLACE 3\nTEXT {new}");
        let edits = apply(TEXT, &read(&twice).unwrap());
        assert_eq!(edits.text, instead);
        assert!(
            edits.warnings[0].contains("stands elsewhere too"),
            "{:?}",
            edits.warnings
        );
    }

    #[test]
    fn labels_are_read_in_any_letters_and_any_dress() {
        let expected =
            "The depot has 52 chargers [4]. Two are broken [2].\n\nThe plan foresees 60 [3].";
        let new = "The depot has 52 chargers [4].";
        for reply in [
            format!("**REPLACE 1**\n**WHY** newer\n**TEXT** {new}"),
            format!("__REPLACE 1__\n__Why__ newer\n__Text__ {new}"),
            format!("Replace 1\nWhy newer\nText {new}"),
            format!("replace 1\nwhy newer\ntext {new}"),
            format!("replace 1\nwhy [4] is newer\ntext {new}"),
            format!("REPLACE 1\nreason newer\nNew text {new}"),
            format!("REPLACE 1\nWHY newer\nTEXT 1. {new}"),
            format!("replace 1\nwhy newer\ntext 1) {new}"),
            format!("- `Replace 1`\n- `Why` newer\n- `Text` {new}"),
        ] {
            let edits = read(&reply).unwrap();
            assert_eq!(apply(TEXT, &edits).text, expected, "{reply}");
            assert!(edits[0].reason.ends_with("newer"), "{reply}: {edits:?}");
        }
        // The first words of a sentence are no label.
        for sentence in [
            "Text messages cost 5 cents [4].",
            "Why the depot burnt down is unknown [4].",
            "12. May 2025 was the last day [4].",
        ] {
            let edits = read(&format!("Replace 1\n{sentence}")).unwrap();
            assert_eq!(edits[0].text, sentence);
        }
    }

    #[test]
    fn several_sentences_become_one_by_one_edit_and_that_is_one_change() {
        let edited = |reply: &str| apply(TEXT, &read(reply).unwrap());
        let (new, rest) = (
            "Of 52 chargers two are broken [4].",
            "\n\nThe plan foresees 60 [3].",
        );
        for reply in [
            format!("REPLACE 1-2\nWHY one\nTEXT {new}"),
            format!("REPLACE 1 to 2: {new}"),
            format!("REPLACE 1\nTEXT {new}\n\nDELETE 2"),
            format!("REPLACE 1\nWHY one\nTEXT {new}\n\nDELETE 2\nWHY said above"),
            format!("DELETE 1\n\nREPLACE 2\nTEXT {new}"),
        ] {
            let edited = edited(&reply);
            assert_eq!(edited.text, format!("{new}{rest}"), "{reply}");
            assert_eq!(edited.blocks.len(), 2, "{reply}");
            assert_eq!(&TEXT[edited.blocks[0].old.clone()], &TEXT[..50], "{reply}");
        }
        // What goes for a reason of its own, and is not taken up, is a change of its own.
        let apart =
            edited("REPLACE 1\nWHY newer\nTEXT There are 52 chargers [4].\n\nDELETE 3\nWHY old");
        assert_eq!(apart.blocks.len(), 2);
        let beside =
            edited("REPLACE 1\nWHY newer\nTEXT It has 52 [4].\n\nDELETE 2\nWHY beside the point");
        assert_eq!(
            &TEXT[beside.blocks[0].old.clone()],
            "The depot has 48 chargers [1]."
        );
        let cut_off = "REPLACE 1-2\nWHY it was cut off here";
        assert_eq!(read(cut_off), None);
    }

    #[test]
    fn a_sentence_that_is_moved_stands_at_its_new_place() {
        assert_eq!(
            edited(
                "DELETE 1\nWHY order\n\nINSERT AFTER 2\nWHY order\nTEXT The depot has 48 chargers [1]."
            ),
            "Two are broken [2]. The depot has 48 chargers [1].\n\nThe plan foresees 60 [3]."
        );
        // One that stays is not put in twice.
        assert_eq!(
            edited("INSERT AFTER 2\nTEXT The depot has 48 chargers [1]."),
            TEXT
        );
    }

    #[test]
    fn a_deleted_sentence_takes_its_space_along_and_leaves_the_paragraphs() {
        assert_eq!(
            edited("DELETE 1"),
            "Two are broken [2].\n\nThe plan foresees 60 [3]."
        );
        assert_eq!(
            edited("DELETE 2"),
            "The depot has 48 chargers [1].\n\nThe plan foresees 60 [3]."
        );
        assert_eq!(
            edited("DELETE 3"),
            "The depot has 48 chargers [1]. Two are broken [2]."
        );
        assert_eq!(edited("DELETE 1\nDELETE 2\nDELETE 3"), "");
        let list = apply("- One here.\n- Two here.", &read("DELETE 1").unwrap()).text;
        assert_eq!(list, "- Two here.");
    }

    #[test]
    fn insertions_stand_where_they_are_wanted() {
        assert_eq!(
            edited("INSERT AFTER 0\nTEXT First [4].\nINSERT AFTER 3\nTEXT Last [4]."),
            format!("First [4]. {TEXT} Last [4].")
        );
        assert_eq!(
            edited("INSERT BEFORE 2\nTEXT Now [4].\nDELETE 2"),
            "The depot has 48 chargers [1]. Now [4].\n\nThe plan foresees 60 [3]."
        );
    }

    #[test]
    fn an_edit_that_cannot_be_made_is_told_and_the_others_are_made() {
        let edits = read("REPLACE 9\nTEXT x.\nREPLACE 1\nTEXT One [1].\nDELETE 1").unwrap();
        let edited = apply(TEXT, &edits);
        assert!(edited.text.starts_with("One [1]. Two"), "{}", edited.text);
        insta::assert_snapshot!(edited.warnings.join("\n"), @r"
        the writer edited sentence 9, but there are 3: left out
        sentence 1 was edited twice: the first edit stands
        ");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_no_edit_touches_stays_to_the_byte(
            sentences in prop::collection::vec("[A-Z][a-z]{2,8} [a-z]{2,8} \\[[1-9]\\]\\.", 1..8),
            at in any::<prop::sample::Index>(),
            breaks in prop::collection::vec(any::<bool>(), 8),
        ) {
            let mut text = String::new();
            for (sentence, is_break) in sentences.iter().zip(&breaks) {
                if !text.is_empty() {
                    text.push_str(if *is_break { "\n\n" } else { " " });
                }
                text.push_str(sentence);
            }
            prop_assert_eq!(apply(&text, &[]).text, text.clone());
            let number = at.index(sentences.len()) + 1;
            let replaced = apply(&text, &[edit(Action::Replace, number, "New one [7].", "")]).text;
            let expected = text.replacen(&sentences[number - 1], "New one [7].", 1);
            // The same sentence may stand twice; then only the count can be compared.
            if sentences.iter().filter(|other| **other == sentences[number - 1]).count() == 1 {
                prop_assert_eq!(replaced, expected);
            }
            let deleted = apply(&text, &[edit(Action::Delete, number, "", "")]).text;
            for (other, sentence) in sentences.iter().enumerate() {
                prop_assert!(other + 1 == number || deleted.contains(sentence.as_str()));
            }
        }

        #[test]
        fn runs_of_sentences_that_no_edit_of_a_list_touches_stay_to_the_byte(
            words in prop::collection::vec("[a-z]{2,8}", 1..10),
            spaces in prop::collection::vec(prop::sample::select(vec![" ", "  ", "\n\n", "\n- ", "\n\n1. "]), 10),
            edits in prop::collection::vec((0_usize..3, 0_usize..12, "[A-Z]{3,6}"), 0..8),
        ) {
            let mut text = String::new();
            for (at, (word, space)) in words.iter().zip(&spaces).enumerate() {
                text.push_str(if at == 0 { "" } else { space });
                let _ = write!(text, "Sentence {at} says {word} [1].");
            }
            let edits: Vec<Edit> = edits
                .into_iter()
                .map(|(action, number, word)| match action {
                    0 => edit(Action::Replace, number, &format!("{word} {word}."), ""),
                    1 => edit(Action::InsertAfter, number, &format!("{word} {word}."), ""),
                    _ => edit(Action::Delete, number, "", ""),
                })
                .collect();
            let edited = apply(&text, &edits).text;
            let cut = Cut::new(&text);
            prop_assert_eq!(cut.sentences.len(), words.len());
            let touched = |number: usize| edits.iter().any(|edit| edit.action != Action::InsertAfter && edit.sentence == number);
            let parted = |number: usize| edits.iter().any(|edit| edit.action == Action::InsertAfter && make::behind_block(&cut, edit) == number);
            let mut from = 0;
            let mut run: Option<(usize, usize)> = None;
            let mut runs = Vec::new();
            for (number, span) in (1..).zip(&cut.sentences) {
                if touched(number) {
                    runs.extend(run.take());
                    continue;
                }
                run = Some((run.map_or(span.start, |(start, _)| start), span.end));
                if parted(number) {
                    runs.extend(run.take());
                }
            }
            runs.extend(run);
            for (start, end) in runs {
                let found = edited.get(from..).and_then(|rest| rest.find(&text[start..end]));
                prop_assert!(found.is_some(), "{:?} is not in {:?} after {}", &text[start..end], edited, from);
                from += found.unwrap_or_default() + end - start;
            }
        }

        #[test]
        fn no_reply_makes_it_fail(reply in "(REPLACE|DELETE|INSERT AFTER|WHY|TEXT|[0-9]{1,3}|[a-z.*: \n]){0,20}", text in ".{0,60}") {
            if let Some(edits) = read(&reply) {
                apply(&text, &edits);
            }
        }
    }
}
