//! How a brief scores: what is asked, and what the answer means [J1].

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Asked, ECHO, Place, REASON, asked, bare_words, is_echo, list, object, passages};
use crate::clean;
use crate::pipeline::brief::Brief;
use crate::pipeline::compose::Window;
use crate::pipeline::estimate::estimate_tokens;
use crate::pipeline::fence::fence;
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::structured::{self, Schema, meant};
use crate::study::{Dimension, Passage, Reading, Score, Scores, Study, Verdict};

/// Room for a model that thinks a little.
pub const MAX_TOKENS: u32 = 1_000;
/// Characters of evidence that a judge is shown at most.
const EVIDENCE: usize = 16_000;

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    text: &'a str,
    /// Another numbered brief stands further up in the conversation.
    anew: bool,
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
            anew: place.shows_brief(study),
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

/// One score for each dimension, in their order.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct Answer([Given; 5]);

struct Given {
    score: f32,
    reason: String,
    /// A reason is given, and says nothing.
    is_blank: bool,
    sentences: Vec<usize>,
}

impl TryFrom<Value> for Answer {
    type Error = String;

    fn try_from(answer: Value) -> Result<Self, String> {
        let given = |dimension: Dimension| {
            let name = dimension.name();
            let value = answer.as_object().and_then(|members| {
                let mut named = members.iter();
                named.find(|(known, _)| known.trim().eq_ignore_ascii_case(name))
            });
            let (_, value) = value.ok_or_else(|| format!("it gives no score for {name}"))?;
            Given::read(value).ok_or_else(|| format!("the score for {name} is no number"))
        };
        Ok(Self([
            given(Dimension::Accuracy)?,
            given(Dimension::Completeness)?,
            given(Dimension::Coverage)?,
            given(Dimension::Coherence)?,
            given(Dimension::Bias)?,
        ]))
    }
}

impl Given {
    /// The score of one dimension, with its reason where there is one: models without a schema write the bare number.
    fn read(value: &Value) -> Option<Self> {
        let Value::Object(fields) = value else {
            let (score, said) = meant::score_in(value)?;
            return Some(Self {
                score,
                reason: said.to_owned(),
                is_blank: false,
                sentences: Vec::new(),
            });
        };
        let held = |names: &[&str]| names.iter().find_map(|name| fields.get(*name));
        let (score, said) = meant::score_in(held(&["score", "rating", "value"])?)?;
        let reason = held(&["reason", "explanation", "comment"]).and_then(Value::as_str);
        let sentences = held(&["sentences"]).map(meant::numbers_in);
        Some(Self {
            score,
            is_blank: reason.is_some_and(|reason| reason.trim().is_empty()),
            reason: reason.unwrap_or(said).to_owned(),
            sentences: sentences.unwrap_or_default(),
        })
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

/// Whether a reason is what the question says of a dimension: `every statement is borne out by what it cites`.
fn is_definition(reason: &str, turn: &str) -> bool {
    const TELLING: usize = 4;
    let reason = bare_words(reason);
    let is_of_dimension = |line: &&str| {
        let mut all = Dimension::ALL.iter();
        all.any(|one| line.starts_with(&format!("- \"{}\":", one.name())))
    };
    reason.len() >= TELLING
        && turn.lines().filter(is_of_dimension).any(|line| {
            let line = bare_words(line);
            line.windows(reason.len()).any(|some| *some == *reason)
        })
}

/// The scores of an answer about these sentences, or why it cannot be read. A sentence that there is not is left out.
pub fn read_scores(reply: &str, sentences: &[String], turn: &str) -> Result<Scores, String> {
    let Answer(given) = structured::read(reply)?;
    if let Some(outside) = given.iter().find(|one| !(1.0..=5.0).contains(&one.score)) {
        return Err(format!(
            "a score is {}, and has to be from 1 to 5",
            outside.score
        ));
    }
    // Reasons of its own make no judgement of what is copied else.
    let is_copied = |one: &&Given| {
        let says_nothing = !one.reason.contains(char::is_alphanumeric);
        !one.reason.is_empty()
            && (says_nothing || is_echo(&one.reason, turn) || is_definition(&one.reason, turn))
    };
    if given.iter().filter(is_copied).count() > 1 {
        return Err(ECHO.to_owned());
    }
    if given.iter().all(|one| one.is_blank) {
        return Err("it gives no reason for any score".to_owned());
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
    fn one_reason_of_its_own_makes_no_judgement_of_an_example() {
        let example = r#"{"score": 4.0, "reason": "one short sentence", "sentences": []}"#;
        let turn = format!("of this form:\n\n{{\"accuracy\": {example}}}");
        let judged = |own: usize| {
            let all = ["accuracy", "completeness", "coverage", "coherence", "bias"];
            let given = all.iter().enumerate().map(|(at, name)| {
                let told = format!(
                    "{{\"score\": 3.0, \"reason\": \"it has reason {at}\", \"sentences\": []}}"
                );
                let told = if at < own { told } else { example.to_owned() };
                format!("\"{name}\": {told}")
            });
            let reply = format!("{{{}}}", given.collect::<Vec<_>>().join(", "));
            read_scores(&reply, &[], &turn).is_ok()
        };
        assert!(!judged(1));
        assert!(judged(4));
    }

    #[test]
    fn dots_the_questions_own_definitions_and_no_reasons_are_no_judgement() {
        let turn = "- \"accuracy\": every statement is borne out by what it cites\n- \"bias\": both sides are given fair weight\n";
        let judged = |reason: &str| {
            let one = format!("{{\"score\": 4.0, \"reason\": \"{reason}\", \"sentences\": []}}");
            let all = ["accuracy", "completeness", "coverage", "coherence", "bias"];
            let given = all.map(|name| format!("\"{name}\": {one}"));
            read_scores(&format!("{{{}}}", given.join(", ")), &[], turn)
        };
        for nothing in ["...", "", "Every statement is borne out by what it cites."] {
            assert!(judged(nothing).is_err(), "{nothing}");
        }
        assert!(judged("the figures stand in the report").is_ok());
    }

    #[test]
    fn scores_outside_the_scale_and_missing_ones_are_no_answer() {
        for (accuracy, why) in [
            (r#"{"score": 0.5}"#, "from 1 to 5"),
            (r#"{"score": 9}"#, "from 1 to 5"),
            (
                r#"{"reason": "no score"}"#,
                "the score for accuracy is no number",
            ),
            (r#""good""#, "the score for accuracy is no number"),
            ("999", "from 1 to 5"),
        ] {
            let error = read_scores(&reply(accuracy), &[], "").expect_err("refused");
            assert!(error.contains(why), "{error}");
        }
        assert!(read_scores("4 out of 5", &[], "").is_err());
        let error = read_scores(r#"{"accuracy": 4}"#, &[], "").expect_err("refused");
        assert_eq!(error, "it gives no score for completeness");
    }

    #[test]
    fn bare_scores_of_a_model_without_a_schema_are_read() {
        let sentences = ["One [1].".to_owned()];
        for accuracy in [
            "3",
            "\"3\"",
            "\"3/5\"",
            r#"{"score": "3 out of 5", "sentences": "1"}"#,
            r#"{"rating": 3, "sentences": null}"#,
        ] {
            let reply = reply(accuracy).replace("\"accuracy\"", "\"Accuracy\"");
            let scores = read_scores(&reply, &sentences, "").expect(accuracy);
            let value = scores.of(Dimension::Accuracy).value;
            assert!((value - 3.0).abs() < f32::EPSILON, "{accuracy}");
        }
        let bare = r#"{"accuracy": 4, "completeness": 3, "coverage": "4/5", "coherence": 5, "bias": "4: fair"}"#;
        let scores = read_scores(bare, &[], "of this form: {\"reason\": \"\"}").expect("readable");
        assert_eq!(scores.of(Dimension::Bias).reason, "fair");
        let wrapped = format!("{{\"scores\": {bare}}}");
        assert!(read_scores(&wrapped, &[], "").is_ok());
    }
}
