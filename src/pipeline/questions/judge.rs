//! How a brief scores: what is asked, and what the answer means [J1].

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Asked, ECHO, Place, REASON, asked, is_echo, list, object, passages};
use crate::clean;
use crate::pipeline::brief::Brief;
use crate::pipeline::compose::{Window, estimate_tokens};
use crate::pipeline::fence::fence;
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::structured::{self, Schema};
use crate::study::{Dimension, Passage, Reading, Score, Scores, Study, Verdict};

/// Room for a model that thinks a little.
pub const MAX_TOKENS: u32 = 1_000;
/// Characters of evidence that a judge is shown at most.
const EVIDENCE: usize = 16_000;

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    text: &'a str,
    /// What the checker does not find borne out, by the sentences' numbers.
    claims: &'a str,
    evidence: &'a str,
    /// The evidence, or most of it, stands further up in the conversation.
    above: bool,
    fence: &'a str,
    sources: usize,
}

/// The question how one reading of the brief scores, with the checker's verdicts on its sentences. A judge that knows nothing of the study is shown
/// `evidence`; one that has the conversation, what of it that does not hold.
pub fn judge_ask(
    study: &Study,
    reading: Reading,
    evidence: &[Passage],
    place: Place,
    window: Window,
    prompts: &Prompts,
) -> Result<Asked, PromptError> {
    let texts = study.texts(reading);
    let brief = Brief::of(study, &texts);
    let claims = doubts(study, &brief);
    let said = estimate_tokens(&brief.text) + estimate_tokens(&claims);
    let taken = 900 + MAX_TOKENS as usize + said + place.spoken(study);
    let room = window.tokens.saturating_sub(taken).saturating_mul(3);
    let evidence = passages(study, &place.unseen(study, evidence), room.min(EVIDENCE));
    let turn = prompts.render(
        "judge",
        &Variables {
            question: &study.question,
            fence: &fence(&format!("{}{claims}{evidence}", brief.text)),
            text: &brief.text,
            claims: &claims,
            evidence: &evidence,
            above: place != Place::Fresh,
            sources: study.current().count(),
        },
    )?;
    let attempts = study.judging(reading, &texts);
    let mut question = asked(
        study,
        prompts,
        place,
        turn,
        attempts.unreadable(),
        (MAX_TOKENS, form()),
    )?;
    question.sentences = brief.sentences.into_iter().map(|(_, text)| text).collect();
    Ok(question)
}

/// The verdicts that are worth a judge's time, by the numbers of the sentences.
fn doubts(study: &Study, brief: &Brief) -> String {
    let mut lines = String::new();
    for (number, (section, sentence)) in (1..).zip(&brief.sentences) {
        let claim = study
            .section(*section)
            .and_then(|known| known.claim(sentence));
        if let Some(claim) = claim.filter(|claim| claim.verdict != Verdict::Supported) {
            let _ = writeln!(
                lines,
                "{number}: {} ({})",
                claim.verdict.name(),
                clean::line(&claim.reason, REASON)
            );
        }
    }
    lines.trim_end().to_owned()
}

#[derive(Deserialize)]
struct Answer {
    accuracy: Given,
    completeness: Given,
    coverage: Given,
    coherence: Given,
    bias: Given,
}

#[derive(Deserialize)]
#[serde(from = "Said")]
struct Given {
    score: f32,
    reason: String,
    sentences: Vec<usize>,
}

/// A score as models give it that are held to no form.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a score is missing")]
enum Said {
    Whole {
        score: f32,
        #[serde(default)]
        reason: String,
        #[serde(default)]
        sentences: Vec<usize>,
    },
    Bare(f32),
    /// Such as `4/5`.
    Words(String),
}

impl From<Said> for Given {
    fn from(said: Said) -> Self {
        let bare = |score| Self {
            score,
            reason: String::new(),
            sentences: Vec::new(),
        };
        match said {
            Said::Whole {
                score,
                reason,
                sentences,
            } => Self {
                score,
                reason,
                sentences,
            },
            Said::Bare(score) => bare(score),
            Said::Words(words) => {
                let number = words.split(['/', ' ']).next().unwrap_or_default();
                // What is no number is no score, and is refused like one that is out of range.
                bare(number.parse().unwrap_or(f32::NAN))
            }
        }
    }
}

fn form() -> Schema {
    let score = object(&json!({
        "score": {"type": "number"},
        "reason": {"type": "string"},
        "sentences": list(&json!({"type": "integer"}))
    }));
    let dimensions = Dimension::ALL.map(|dimension| (dimension.name().to_owned(), score.clone()));
    Schema {
        name: "scores",
        schema: object(&Value::Object(dimensions.into_iter().collect())),
    }
}

/// The scores of an answer about these sentences, or why it cannot be read. A sentence that there is not is left out.
pub fn read_scores(reply: &str, sentences: &[String], turn: &str) -> Result<Scores, String> {
    let answer: Answer = structured::read(reply)?;
    let given = [
        answer.accuracy,
        answer.completeness,
        answer.coverage,
        answer.coherence,
        answer.bias,
    ];
    if let Some(outside) = given.iter().find(|one| !(1.0..=5.0).contains(&one.score)) {
        return Err(format!(
            "a score is {}, and has to be from 1 to 5",
            outside.score
        ));
    }
    if given
        .iter()
        .all(|one| one.reason.trim() == "…" || is_echo(&one.reason, turn))
    {
        return Err(ECHO.to_owned());
    }
    let score = |one: Given| Score {
        value: one.score,
        reason: clean::line(&one.reason, REASON),
        sentences: one
            .sentences
            .iter()
            .filter_map(|number| sentences.get(number.checked_sub(1)?).cloned())
            .collect(),
    };
    Ok(Scores(given.map(score)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(accuracy: &str) -> String {
        let other = r#"{"score": 4, "reason": "fine", "sentences": []}"#;
        format!(
            r#"{{"accuracy": {accuracy}, "completeness": {other}, "coverage": {other}, "coherence": {other}, "bias": {other}}}"#
        )
    }

    #[test]
    fn scores_come_with_their_reasons_and_sentences() {
        let sentences = ["One [1].".to_owned(), "Two [2].".to_owned()];
        let text = reply(r#"{"score": 2.5, "reason": "Two says\nmore", "sentences": [2, 0, 7]}"#);
        let scores = read_scores(&text, &sentences, "").expect("readable");
        let accuracy = scores.of(Dimension::Accuracy);
        assert!((accuracy.value - 2.5).abs() < f32::EPSILON);
        assert_eq!(accuracy.reason, "Two says more");
        assert_eq!(accuracy.sentences, ["Two [2]."]);
        assert!((scores.composite() - (0.3 * 2.5 + 0.7 * 4.0)).abs() < 1e-5);
    }

    #[test]
    fn the_questions_own_example_is_no_judgement() {
        let example = r#"{"score": 4.0, "reason": "one short sentence", "sentences": [3]}"#;
        let given = r#"{"score": 4.0, "reason": "…", "sentences": []}"#;
        let echo = format!(
            r#"{{"accuracy": {example}, "completeness": {given}, "coverage": {given}, "coherence": {given}, "bias": {given}}}"#
        );
        let error =
            read_scores(&echo, &[], &format!("of this form:\n\n{echo}")).expect_err("refused");
        assert!(error.contains("repeats the example"), "{error}");
    }

    #[test]
    fn scores_outside_the_scale_and_missing_ones_are_no_answer() {
        for (accuracy, why) in [
            (r#"{"score": 0.5}"#, "from 1 to 5"),
            (r#"{"score": 9}"#, "from 1 to 5"),
            (r#"{"reason": "no score"}"#, "score"),
        ] {
            let error = read_scores(&reply(accuracy), &[], "").expect_err("refused");
            assert!(error.contains(why), "{error}");
        }
        assert!(read_scores("4 out of 5", &[], "").is_err());
    }

    #[test]
    fn bare_scores_are_scores() {
        for (given, score) in [
            ("4", 4.0_f32),
            ("3.5", 3.5),
            ("\"4/5\"", 4.0),
            ("\"2 of 5\"", 2.0),
        ] {
            let scores = read_scores(&reply(given), &[], "").expect("read");
            let accuracy = scores.of(Dimension::Accuracy).value;
            assert!((accuracy - score).abs() < 0.01, "{given}: {accuracy}");
        }
        assert!(read_scores(&reply("\"good\""), &[], "").is_err());
    }
}
