//! Which way to go on: what is asked, and what the answer means [W7].

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Asked, Place, QUERY, REASON, asked, lines, list, object, parts};
use crate::pipeline::fence::fence;
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::structured::{self, Schema, meant};
use crate::study::{Course, CourseDecision, Study};

/// Room for a model that thinks a little.
const MAX_TOKENS: u32 = 700;
/// Queries that one decision may ask for.
const QUERIES: usize = 4;

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    text: &'a str,
    missing: Vec<&'a str>,
    searched: Vec<&'a str>,
    fence: &'a str,
}

/// The question whether more evidence is to be looked for; `searched` are the queries so far. The brief itself says what it lacks, so that neither the
/// evidence nor the conversation is sent again: a decision that cost as much as a section would save nothing [W4].
pub fn course_ask(
    study: &Study,
    searched: &[String],
    prompts: &Prompts,
) -> Result<Asked, PromptError> {
    let text = parts(study);
    let missing = study.missing_sections();
    let titles = study.framework.sections.iter().enumerate();
    let turn = prompts.render(
        "decide",
        &Variables {
            question: &study.question,
            fence: &fence(&text),
            text: &text,
            missing: titles
                .filter(|(at, _)| missing.iter().any(|id| id.0 == *at))
                .map(|(_, plan)| plan.title.as_str())
                .collect(),
            searched: searched.iter().map(String::as_str).collect(),
        },
    )?;
    let answers = study.run.as_ref().and_then(|run| run.course.as_ref());
    let unreadable = answers.and_then(|answers| answers.unreadable());
    asked(
        study,
        prompts,
        Place::Fresh,
        turn,
        unreadable,
        (MAX_TOKENS, form()),
    )
}

#[derive(Deserialize)]
struct Answer {
    decision: String,
    #[serde(default, deserialize_with = "meant::texts")]
    reasons: Vec<String>,
    #[serde(default, deserialize_with = "meant::texts")]
    key_factors: Vec<String>,
    #[serde(default, deserialize_with = "meant::texts")]
    queries: Vec<String>,
}

fn form() -> Schema {
    let texts = list(&json!({"type": "string"}));
    let properties = json!({
        "decision": {"type": "string", "enum": ["continue", "finish"]},
        "reasons": texts,
        "key_factors": texts,
        "queries": texts
    });
    Schema {
        name: "decision",
        schema: object(&properties),
    }
}

/// What the answer decides, or why it cannot be read. Queries that were searched already are left out; to go on without any is to finish, and is told as that.
pub fn read_course(reply: &str, searched: &[String], turn: &str) -> Result<CourseDecision, String> {
    let answer: Answer = structured::read(reply)?;
    let mut queries = lines(&answer.queries, QUERY, turn);
    queries.retain(|query| {
        !searched
            .iter()
            .any(|known| known.eq_ignore_ascii_case(query))
    });
    queries.dedup();
    queries.truncate(QUERIES);
    let course = match answer.decision.trim().to_ascii_lowercase().as_str() {
        "continue" if queries.is_empty() => Course::Finish,
        "continue" => Course::Continue,
        "finish" => Course::Finish,
        other => {
            let other = crate::clean::line(other, 40);
            return Err(format!(
                "\"decision\" is {other:?}, and has to be \"continue\" or \"finish\""
            ));
        }
    };
    let mut reasons = lines(&answer.reasons, REASON, turn);
    if course == Course::Finish {
        queries.clear();
        if answer.decision.trim().eq_ignore_ascii_case("continue") {
            let why = "it asks to continue but names no new search";
            reasons.insert(0, why.to_owned());
        }
    }
    Ok(CourseDecision {
        course,
        reasons,
        key_factors: lines(&answer.key_factors, REASON, turn),
        queries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_read_with_its_reasons_and_queries() {
        let reply = r#"{"decision": "Continue", "reasons": ["No figure for 2025\u001b[2J."], "key_factors": ["cost"], "queries": ["fleet cost 2025", "Depot power", ""]}"#;
        let decision = read_course(reply, &["depot power".to_owned()], "").expect("readable");
        assert_eq!(decision.course, Course::Continue);
        assert_eq!(decision.queries, ["fleet cost 2025"]);
        assert_eq!(decision.reasons, ["No figure for 2025."]);
        assert_eq!(decision.key_factors, ["cost"]);
    }

    #[test]
    fn going_on_without_anything_to_search_for_is_finishing() {
        let reply = r#"{"decision": "continue", "queries": ["depot power"]}"#;
        let decision = read_course(reply, &["Depot power".to_owned()], "").expect("readable");
        assert_eq!(decision.course, Course::Finish);
        let reply = r#"{"decision": "finish", "queries": ["more"]}"#;
        assert_eq!(
            read_course(reply, &[], "").expect("readable").queries,
            Vec::<String>::new()
        );
    }

    #[test]
    fn the_questions_own_example_is_nothing_to_search_for() {
        let turn = r#"{"decision": "finish", "queries": ["words to search for"]}"#;
        let reply = r#"{"decision": "continue", "queries": ["words to search for"]}"#;
        let decision = read_course(reply, &[], turn).expect("readable");
        assert_eq!(decision.course, Course::Finish);
    }

    #[test]
    fn another_word_is_no_decision() {
        let error = read_course(r#"{"decision": "maybe"}"#, &[], "").expect_err("refused");
        assert!(error.contains("maybe"), "{error}");
        assert!(read_course("I would continue.", &[], "").is_err());
    }
}
