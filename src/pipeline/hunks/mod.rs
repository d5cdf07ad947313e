//! Hunks: what a rewritten section changes, sentence by sentence.
//!
//! Two texts become one list of pieces, so that accepting any choice of hunks gives a text that reads as one: every sentence keeps white space
//! around it, and a paragraph break that both texts have is in every mixture. A changed sentence is one hunk; inserted or deleted sentences are
//! hunks of their own, a whole paragraph of them one; a moved sentence is a deletion and an insertion. List markers belong to the space before a
//! sentence, so that an item keeps its marker whichever of its sentences go. Whether a change is good is not known here.

mod align;
mod blocks;
mod cut;
mod introduced;
mod needs;
mod quotes;
mod rebase;
mod split;
pub mod words;

pub use needs::{Dependency, Need, dependencies};
pub use quotes::quotes;
pub use rebase::{keep_open, merged, rebase};
pub use split::split;

pub(super) use blocks::{Block, around, between_readings};
pub(super) use cut::Cut;

use align::anchors;
use cut::{Run, Strength};

use crate::study::{Hunk, HunkId, Piece, Revision};

/// The pieces of which `before` and `after` are the two readings. Hunks are numbered from `first` in the order of the text; `reason` is given
/// the two sides of each without the space around them.
pub fn revise(
    before: &str,
    after: &str,
    first: HunkId,
    reason: &dyn Fn(&str, &str) -> String,
) -> Revision {
    if before == after {
        return Revision::settled(before);
    }
    let (old, new) = (Cut::new(before), Cut::new(after));
    let anchors = anchors(&old, &new).into_iter();
    let blocks: Vec<Block> = anchors
        .map(|(a, b)| Block {
            old: old.sentences[a].clone(),
            new: new.sentences[b].clone(),
        })
        .collect();
    written(&old, &new, &blocks).finish(first, reason)
}

/// The same, where it is known what stands where in both texts: each block is one change, or none. What is between them is laid side by side.
pub(super) fn revise_along(
    before: &str,
    after: &str,
    blocks: &[Block],
    first: HunkId,
    reason: &dyn Fn(&str, &str) -> String,
) -> Revision {
    if before == after {
        return Revision::settled(before);
    }
    let (old, new) = (Cut::new(before), Cut::new(after));
    let blocks = blocks::completed(&old, &new, blocks);
    written(&old, &new, &blocks).finish(first, reason)
}

fn written(old: &Cut<'_>, new: &Cut<'_>, blocks: &[Block]) -> Writing {
    let mut writing = Writing::default();
    let mut last: Option<&Block> = None;
    for block in blocks {
        between(
            &mut writing,
            old.run(last.map(|last| &last.old), Some(&block.old)),
            new.run(last.map(|last| &last.new), Some(&block.new)),
        );
        writing.anchor(&old.text[block.old.clone()], &new.text[block.new.clone()]);
        last = Some(block);
    }
    between(
        &mut writing,
        old.run(last.map(|last| &last.old), None),
        new.run(last.map(|last| &last.new), None),
    );
    writing
}

/// Writes what the two texts have between two anchors. One space that both share is settled, so that it is in every mixture; each sentence takes
/// the other space beside it along. Where no shared space keeps the anchors as far apart as both texts have them, all of it is one hunk.
fn between(writing: &mut Writing, old: Run, new: Run) {
    if old.whole() == new.whole() {
        return writing.settled(old.whole());
    }
    if old.is_empty() && new.is_empty() {
        return writing.space(old.whole(), new.whole());
    }
    let replaced = !old.is_empty() && !new.is_empty();
    let apart = old.strength().min(new.strength());
    let holds = |space: &str| !space.is_empty() && Strength::of(space) >= apart;
    let tail_settled = old.tail() == new.tail()
        && (!replaced
            || !old.at_start
                && (old.at_end || holds(old.tail()))
                && !old.lead().is_empty()
                && !new.lead().is_empty());
    let lead_settled = old.lead() == new.lead()
        && (!replaced
            || !old.at_end
                && (old.at_start || holds(old.lead()))
                && !old.tail().is_empty()
                && !new.tail().is_empty());
    if tail_settled && !(old.at_start && lead_settled) {
        old.groups()
            .into_iter()
            .for_each(|group| writing.hunk(group, ""));
        new.groups()
            .into_iter()
            .for_each(|group| writing.hunk("", group));
        writing.settled(old.tail());
    } else if lead_settled {
        writing.settled(old.lead());
        old.groups_ahead()
            .into_iter()
            .for_each(|group| writing.hunk(group, ""));
        new.groups_ahead()
            .into_iter()
            .for_each(|group| writing.hunk("", group));
    } else {
        writing.hunk(old.whole(), new.whole());
    }
}

/// The pieces, being written in the order of the text.
#[derive(Default)]
struct Writing {
    /// Both sides of each piece; equal where it is settled.
    sides: Vec<(String, String)>,
    /// Space that differs and goes with the next sentence.
    space: Option<(String, String)>,
    /// The last piece is an anchor.
    anchored: bool,
}

impl Writing {
    fn settled(&mut self, text: &str) {
        self.hunk(text, text);
    }

    fn hunk(&mut self, before: &str, after: &str) {
        if !before.is_empty() || !after.is_empty() {
            self.sides.push((before.to_owned(), after.to_owned()));
            self.anchored = false;
        }
    }

    fn anchor(&mut self, before: &str, after: &str) {
        let (space_before, space_after) = self.space.take().unwrap_or_default();
        self.hunk(&(space_before + before), &(space_after + after));
        self.anchored = true;
    }

    /// Space that differs, and nothing else. It goes with a changed sentence before it, or else with the next.
    fn space(&mut self, before: &str, after: &str) {
        match self
            .sides
            .last_mut()
            .filter(|sides| self.anchored && sides.0 != sides.1)
        {
            Some(last) => {
                last.0.push_str(before);
                last.1.push_str(after);
            }
            None => self.space = Some((before.to_owned(), after.to_owned())),
        }
    }

    fn finish(mut self, first: HunkId, reason: &dyn Fn(&str, &str) -> String) -> Revision {
        if let Some((before, after)) = self.space.take() {
            let (last_before, last_after) = self.sides.pop().unwrap_or_default();
            self.sides
                .push((last_before + &before, last_after + &after));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut id = first.0;
        for (before, after) in introduced::joined(self.sides) {
            if before != after {
                let reason = reason(before.trim(), after.trim());
                pieces.push(Piece::Hunk(Hunk::open(HunkId(id), before, after, reason)));
                id = id.saturating_add(1);
            } else if let Some(Piece::Settled(settled)) = pieces.last_mut() {
                settled.push_str(&before);
            } else {
                pieces.push(Piece::Settled(before));
            }
        }
        Revision { pieces }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::Decision;

    fn revised(before: &str, after: &str) -> Revision {
        revise(before, after, HunkId(7), &|_, _| "why".to_owned())
    }

    /// Both sides of every hunk.
    fn sides(before: &str, after: &str) -> Vec<(String, String)> {
        revised(before, after)
            .hunks()
            .map(|hunk| (hunk.before.clone(), hunk.after.clone()))
            .collect()
    }

    fn check(before: &str, after: &str, expected: &[(&str, &str)]) {
        let found = sides(before, after);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(found, expected, "{before:?} to {after:?}");
        exact(before, after);
    }

    fn exact(before: &str, after: &str) {
        let revision = revised(before, after);
        assert_eq!(revision.accepted(), before);
        assert_eq!(revision.candidate(), after);
        assert_eq!(decided(&revision, |_| Decision::Accepted).accepted(), after);
        assert_eq!(
            decided(&revision, |_| Decision::Rejected).candidate(),
            before
        );
    }

    fn decided(revision: &Revision, decision: impl Fn(usize) -> Decision) -> Revision {
        let mut decided = revision.clone();
        for (at, hunk) in revision.hunks().enumerate() {
            decided.decide(hunk.id, decision(at));
        }
        decided
    }

    #[test]
    fn equal_texts_have_no_hunks() {
        check(
            "Costs fell [1]. Sales rose [2].",
            "Costs fell [1]. Sales rose [2].",
            &[],
        );
        check("", "", &[]);
    }

    #[test]
    fn a_changed_sentence_is_one_hunk() {
        check(
            "Costs fell by 3% [1]. Sales rose [2]. Nobody knows why.",
            "Costs fell by 3% [1]. Sales rose sharply [2][3]. Nobody knows why.",
            &[("Sales rose [2].", "Sales rose sharply [2][3].")],
        );
        check(
            "It was quiet.",
            "Everything else changed!",
            &[("It was quiet.", "Everything else changed!")],
        );
    }

    #[test]
    fn two_changed_sentences_side_by_side_are_two_hunks() {
        check(
            "The first plan costs much. The second plan costs little.",
            "The first plan costs too much. The second plan costs very little.",
            &[
                (
                    "The first plan costs much.",
                    "The first plan costs too much.",
                ),
                (
                    "The second plan costs little.",
                    "The second plan costs very little.",
                ),
            ],
        );
    }

    #[test]
    fn an_inserted_sentence_brings_its_space() {
        check(
            "One is here. Two is here.",
            "One is here. New. Two is here.",
            &[("", " New.")],
        );
        check("One is here.", "New. One is here.", &[("", "New. ")]);
        check(
            "One is here.",
            "New [1]. Newer [2]. One is here.",
            &[("", "New [1]. "), ("", "Newer [2]. ")],
        );
        check("One is here.", "One is here. New.", &[("", " New.")]);
        check("", "New.", &[("", "New.")]);
    }

    #[test]
    fn a_deleted_sentence_at_the_end_of_a_paragraph_leaves_the_break() {
        check(
            "One is here. Old.\n\nTwo is here.",
            "One is here.\n\nTwo is here.",
            &[(" Old.", "")],
        );
        check(
            "One is here.\n\nOld. Two is here.",
            "One is here.\n\nTwo is here.",
            &[("Old. ", "")],
        );
    }

    #[test]
    fn a_whole_paragraph_is_one_hunk() {
        check(
            "One is here.\n\nTwo is here.",
            "One is here.\n\nFresh news. And more.\n\nTwo is here.",
            &[("", "\n\nFresh news. And more.")],
        );
        check(
            "One is here.\n\nOld. Older.\n\nOldest.\n\nTwo is here.",
            "One is here.\n\nTwo is here.",
            &[("\n\nOld. Older.", ""), ("\n\nOldest.", "")],
        );
    }

    #[test]
    fn a_moved_sentence_is_deleted_and_inserted() {
        check(
            "Alpha is first. Beta is second. Gamma is third.",
            "Beta is second. Gamma is third. Alpha is first.",
            &[("Alpha is first. ", ""), ("", " Alpha is first.")],
        );
    }

    #[test]
    fn unlike_sentences_are_deleted_and_inserted() {
        check(
            "One is here. Cats sleep. Two is here.",
            "One is here. Tariffs doubled in May. Ports closed. Two is here.",
            &[
                (" Cats sleep.", ""),
                ("", " Tariffs doubled in May."),
                ("", " Ports closed."),
            ],
        );
    }

    #[test]
    fn what_leads_in_a_sentence_with_a_source_comes_and_goes_with_it() {
        check(
            "One is here [1]. Two is here [2].",
            "One is here [1]. A newer source disagrees. One is there [3]. Two is here [2].",
            &[("", " A newer source disagrees. One is there [3].")],
        );
        check(
            "One is here [1]. Old [2]. Older [3]. Two is here [2].",
            "One is here [1]. Two is here [2].",
            &[(" Old [2].", ""), (" Older [3].", "")],
        );
    }

    #[test]
    fn a_list_item_keeps_its_marker() {
        check(
            "- One is here.\n- Two is here.",
            "- One is here.\n- Fresh. More.\n- Two is here.",
            &[("", "\n- Fresh. More.")],
        );
        check(
            "- One is here.\n- Old. Two is here.",
            "- One is here.\n- Two is here.",
            &[("Old. ", "")],
        );
        check(
            "1. One is here.\n2. Two is here.",
            "1. Fresh.\n2. One is here.\n3. Two is here.",
            &[
                ("", "Fresh.\n2. "),
                ("\n2. Two is here.", "\n3. Two is here."),
            ],
        );
    }

    #[test]
    fn a_break_between_the_same_sentences_goes_with_one_of_them() {
        check(
            "One is here. Two is here.",
            "One is here.\n\nTwo is here.",
            &[(" Two is here.", "\n\nTwo is here.")],
        );
        check(
            "One is here.",
            "One is here.\n",
            &[("One is here.", "One is here.\n")],
        );
    }

    #[test]
    fn ids_count_up_and_reasons_see_the_bare_sentences() {
        let revision = revise(
            "One. Two. Three is here.",
            "Three is here. Four.",
            HunkId(41),
            &|before, after| format!("{before}|{after}"),
        );
        let hunks: Vec<(u64, &str)> = revision
            .hunks()
            .map(|hunk| (hunk.id.0, hunk.reason.as_str()))
            .collect();
        assert_eq!(hunks, [(41, "One.|"), (42, "Two.|"), (43, "|Four.")]);
    }

    #[test]
    fn thousands_of_unlike_sentences_come_to_an_end() {
        let text = |word: &str| {
            let sentences: Vec<String> = (0..3_000)
                .map(|at| format!("{word} {at} {word}{at}."))
                .collect();
            sentences.join(" ")
        };
        exact(&text("Alpha"), &text("Omega"));
        exact(&text("Alpha")[..20_000], &text("Omega")[..20_000]);
    }

    /// Sentences with an id, a wording, and whether a paragraph starts before them.
    type Draft = Vec<(usize, usize, bool)>;

    fn sentence((id, wording, _): (usize, usize, bool)) -> String {
        let subject = format!("alpha{id} beta{id} gamma{id}");
        match wording {
            0 => format!("{subject} holds."),
            1 => format!("{subject} holds still."),
            2 => format!("{subject} held with care."),
            _ => format!("rewritten{id} wholly{id}."),
        }
    }

    fn text(draft: &Draft) -> String {
        let mut text = String::new();
        for &one in draft {
            let space = if one.2 { "\n\n" } else { " " };
            text.push_str(if text.is_empty() { "" } else { space });
            text.push_str(&sentence(one));
        }
        text
    }

    /// A draft and a revision of it in which sentences keep their order.
    fn drafts() -> impl Strategy<Value = (Draft, Draft)> {
        let one = (
            0_u8..4,
            any::<bool>(),
            0_u8..8,
            0_usize..4,
            prop::bool::weighted(0.7),
        );
        prop::collection::vec(one, 0..12).prop_map(|parts| {
            let mut before = Draft::new();
            let mut after = Draft::new();
            for (id, (kind, paragraph, paragraph_changes, wording, kept)) in
                parts.into_iter().enumerate()
            {
                if kind != 0 {
                    before.push((id, 0, paragraph));
                }
                if kind != 1 {
                    let wording = if kept { 0 } else { wording };
                    after.push((id, wording, paragraph ^ (paragraph_changes == 0)));
                }
            }
            (before, after)
        })
    }

    /// The paragraph that each sentence of a text is in.
    fn paragraphs(text: &str) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for (at, paragraph) in text.split("\n\n").enumerate() {
            for sentence in paragraph.split_inclusive('.') {
                found.push((sentence.trim().to_owned(), at));
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_choice_of_hunks_is_a_well_formed_text((before, after) in drafts(), choices in any::<u64>()) {
            let (before, after) = (text(&before), text(&after));
            exact(&before, &after);
            let revision = revised(&before, &after);
            let mixed = decided(&revision, |at| {
                if choices >> (at % 64) & 1 == 1 { Decision::Accepted } else { Decision::Rejected }
            });
            prop_assert_eq!(mixed.accepted(), mixed.candidate());
            let mixed = mixed.accepted();
            if before.is_empty() || after.is_empty() {
                return Ok(());
            }
            prop_assert_eq!(mixed.trim(), &mixed);
            let joined: Vec<String> = mixed
                .split("\n\n")
                .map(|paragraph| paragraph.split(' ').collect::<Vec<_>>().join(" "))
                .collect();
            prop_assert!(joined.iter().all(|paragraph| !paragraph.is_empty() && !paragraph.contains("  ") && !paragraph.contains('\n')), "{:?}", mixed);

            let (old, new, now) = (paragraphs(&before), paragraphs(&after), paragraphs(&mixed));
            for (sentence, _) in &now {
                prop_assert!(old.iter().chain(&new).any(|(known, _)| known == sentence), "{:?} in {:?}", sentence, mixed);
            }
            // A break in a space that both texts have is in every mixture. (Between further sentences each text may have its own.)
            let place = |text: &[(String, usize)], id: usize| {
                let start = format!("alpha{id} ");
                text.iter().find(|(sentence, _)| sentence.starts_with(&start)).map(|(_, at)| *at)
            };
            let in_both: Vec<[usize; 3]> = (0..12)
                .filter_map(|id| Some([place(&old, id)?, place(&new, id)?, place(&now, id).unwrap_or(usize::MAX)]))
                .collect();
            for pair in in_both.windows(2) {
                let apart = pair[0][0] != pair[1][0] && pair[0][1] != pair[1][1];
                prop_assert!(!apart || pair[0][2] != pair[1][2] || pair[0][2] == usize::MAX, "{:?} from {:?} and {:?}", mixed, before, after);
            }
        }

        #[test]
        fn any_two_texts_are_the_two_readings(before in any::<String>(), after in any::<String>()) {
            exact(&before, &after);
        }

        #[test]
        fn any_two_marked_up_texts_are_the_two_readings(
            before in prop::collection::vec(prop::sample::select(PARTS.to_vec()), 0..30),
            after in prop::collection::vec(prop::sample::select(PARTS.to_vec()), 0..30),
        ) {
            exact(&before.concat(), &after.concat());
        }
    }

    const PARTS: [&str; 18] = [
        "One is here.",
        "Two!",
        "Three? ",
        " ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# Head",
        "```\n",
        "| a | b |\n",
        "[1]",
        ". ",
        "\t",
        "。",
        "word ",
        "---\n",
    ];
}
