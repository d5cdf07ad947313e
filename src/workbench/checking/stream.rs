//! A text that streams, cut into the claims whose sentences have ended.

use super::scales::Scales;
use crate::check::{self, Stated};

/// A text that streams, as far as it has come.
#[derive(Default)]
pub(super) struct Stream {
    /// Its claims whose sentences have ended, in order.
    pub(super) ended: Vec<Stated>,
    /// How many of them stand before `fixed`.
    before: usize,
    /// Everything up to here is whole paragraphs, which do not change any more.
    fixed: String,
}

impl Stream {
    /// Takes in the whole text so far and weighs what has ended in it.
    pub(super) fn take(&mut self, text: &str, scales: &mut Scales<'_>) {
        if !text.starts_with(&self.fixed) {
            *self = Self::default();
        }
        let open = text.get(self.fixed.len()..).unwrap_or_default();
        self.ended.truncate(self.before);
        let end = ended(open);
        let (mut fixed, mut paragraphs) = (self.before, 0);
        let cut = whole_paragraphs(open);
        for stated in check::stated(open) {
            if stated.span.end <= cut {
                (fixed, paragraphs) = (fixed + 1, cut);
            }
            if stated.span.end <= end {
                scales.weigh(&stated);
                self.ended.push(stated);
            }
        }
        self.before = fixed.min(self.ended.len());
        self.fixed
            .push_str(open.get(..paragraphs).unwrap_or_default());
    }
}

/// The end of the last paragraph that is followed by another one; a block of code is never cut.
fn whole_paragraphs(text: &str) -> usize {
    let cut = text.rfind("\n\n").map_or(0, |at| at + 2);
    let before = text.get(..cut).unwrap_or_default();
    if before.matches("```").count() % 2 == 0 {
        cut
    } else {
        0
    }
}

/// The byte up to which the sentences of a text have ended, whatever may follow.
fn ended(text: &str) -> usize {
    const NEXT: &str = " Next it ends.";
    let whole = text.trim_end();
    let spans = check::sentences(text);
    let Some(last) = spans.last() else {
        return 0;
    };
    let sentence = text.get(last.clone()).unwrap_or_default();
    // After a full stop without a citation one may still follow, and a paragraph's end is the end of any sentence.
    let is_cited = !crate::study::citation::numbers(sentence).is_empty();
    let closed = whole.ends_with(['.', '!', '?', '。', '！', '？', '…']);
    let broken = text.get(whole.len()..).unwrap_or_default().contains("\n\n");
    let probe = format!("{whole}{NEXT}");
    let parted = || {
        check::sentences(&probe)
            .iter()
            .any(|span| span.start == whole.len() + 1 || span.start == whole.len())
    };
    if broken || (is_cited && closed && parted()) {
        text.len()
    } else {
        last.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Verdict;
    use crate::workbench::checking::Basis;

    /// What has ended in a text that may go on in any way.
    fn over(text: &str) -> &str {
        &text[..ended(text)]
    }

    #[test]
    fn a_sentence_has_ended_when_nothing_that_follows_can_be_part_of_it() {
        let one = "Sales fell to 2.2 million units [1].";
        assert_eq!(over(one), one);
        assert_eq!(over("Sales fell to 2.2 million units [1]"), "");
        assert_eq!(over("Sales fell to 2."), "");
        // A citation may still follow.
        assert_eq!(over("Sales fell to 2.2 million units."), "");
        assert_eq!(over(&format!("{one} Then th")), format!("{one} "));
        assert_eq!(
            over("Sales fell everywhere.\n\n"),
            "Sales fell everywhere.\n\n"
        );
        assert_eq!(over("Sales fell, as Dr."), "");
        assert_eq!(over(""), "");
    }

    #[test]
    fn a_text_in_pieces_gives_the_claims_of_the_whole() {
        let text = "Sales of pumps fell by 12 % [1]. Costs rose at once [2].\n\nThe rest stayed as it was [1]. \
            It grew again later.\n\n```\nlet x = 1;\n\nlet y = 2;\n```\n\n- One more thing holds [2].\n- And another thing [1]. Done";
        let basis = Basis::default();
        let mut scales = Scales::new(None, &basis, &[], Some("closed".into()));
        let mut stream = Stream::default();
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            stream.take(&text[..end], &mut scales);
        }
        let claims: Vec<&str> = stream
            .ended
            .iter()
            .map(|known| known.text.as_str())
            .collect();
        let whole: Vec<String> = check::stated(text)
            .into_iter()
            .map(|known| known.text)
            .collect();
        assert_eq!(claims, whole);
        // A reply that begins anew is taken as it is.
        stream.take("Something else was said [1].", &mut scales);
        assert_eq!(stream.ended.len(), 1);
        assert!(
            scales
                .judged
                .values()
                .all(|known| known.claim.verdict == Verdict::Unchecked)
        );
    }
}
