//! Runs the extractive writer as if it streamed: computed at once, sent sentence by sentence.

use std::time::Duration;

use unicode_segmentation::UnicodeSegmentation;

use super::Ending;
use super::transcript::Transcript;
use crate::clean;
use crate::extractive;
use crate::pipeline::Request;

pub(super) async fn write(
    request: &Request,
    pace: Duration,
    transcript: &mut Transcript,
) -> Ending {
    let request = request.clone();
    // On a thread of its own: it computes without pause, and a cancel must not wait for it.
    let computing = tokio::task::spawn_blocking(move || extractive::write(&request));
    let Ok(text) = computing.await else {
        return Ending::Failed {
            why: "the extractive writer broke down on this evidence; add other evidence, or choose a model with `--model`".to_owned(),
            may_pass: false,
            is_too_long: false,
            is_empty: false,
        };
    };
    for (at, sentence) in clean::streamed(&text).split_sentence_bounds().enumerate() {
        if at > 0 && !pace.is_zero() {
            tokio::time::sleep(pace).await;
        }
        transcript.text(sentence.to_owned());
    }
    Ending::Complete
}
