//! What is weak in a first draft: what is asked, and what the answer means [W6].

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Asked, ECHO, ENTRIES, Place, REASON, asked, is_echo, list, object, passages};
use crate::clean;
use crate::pipeline::brief::Brief;
use crate::pipeline::fence::fence;
use crate::pipeline::prompts::{PromptError, Prompts};
use crate::pipeline::structured::{self, Schema, meant};
use crate::study::{Passage, Reading, Reflection, SectionId, Study, Weakness, WeaknessKind};

/// Room for a model that thinks a little.
pub const MAX_TOKENS: u32 = 900;
/// Characters of evidence for a model that has not seen it.
const EVIDENCE: usize = 12_000;

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    text: &'a str,
    /// Another numbered brief stands further up in the conversation.
    anew: bool,
    fence: &'a str,
    evidence: &'a str,
    /// The evidence, or most of it, stands further up in the conversation.
    above: bool,
}

/// The question what is weak. Of `evidence` that is shown which no turn before it holds.
pub fn reflect_ask(
    study: &Study,
    evidence: &[Passage],
    place: Place,
    prompts: &Prompts,
) -> Result<Asked, PromptError> {
    let text = Brief::of(study, &study.texts(Reading::Candidate)).text;
    let evidence = passages(study, &place.unseen(study, evidence), EVIDENCE);
    let turn = prompts.render(
        "reflect",
        &Variables {
            question: &study.question,
            fence: &fence(&format!("{text}{evidence}")),
            text: &text,
            anew: place.shows_brief(study),
            evidence: &evidence,
            above: place != Place::Fresh,
        },
    )?;
    let answers = study.run.as_ref().map(|run| &run.reflections);
    let unreadable = answers.and_then(|answers| answers.unreadable());
    asked(
        study,
        prompts,
        place,
        turn,
        unreadable,
        (MAX_TOKENS, form()),
    )
}

#[derive(Deserialize)]
struct Answer {
    #[serde(deserialize_with = "meant::things")]
    weaknesses: Vec<Named>,
}

struct Named {
    kind: String,
    part: usize,
    what: String,
}

impl TryFrom<Value> for Named {
    type Error = ();

    fn try_from(given: Value) -> Result<Self, ()> {
        let words = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        match given {
            Value::Object(fields) => {
                let part = meant::field(&fields, &["part", "section"]).map(meant::numbers_in);
                Ok(Self {
                    kind: words(meant::field(&fields, &["kind", "type"])).unwrap_or_default(),
                    part: part
                        .and_then(|part| part.first().copied())
                        .unwrap_or_default(),
                    what: words(meant::field(&fields, &["what", "description", "weakness"]))
                        .ok_or(())?,
                })
            }
            // What is said to be weak without a kind is something that is missing.
            Value::String(what) => Ok(Self {
                kind: WeaknessKind::Gap.name().to_owned(),
                part: 0,
                what,
            }),
            _ => Err(()),
        }
    }
}

fn form() -> Schema {
    let kinds = WeaknessKind::ALL.map(WeaknessKind::name);
    let weakness = object(&json!({
        "kind": {"type": "string", "enum": kinds},
        "part": {"type": "integer"},
        "what": {"type": "string"}
    }));
    Schema {
        name: "reflection",
        schema: object(&json!({"weaknesses": list(&weakness)})),
    }
}

/// What the answer finds weak in a brief of so many sections, or why it cannot be read. A part that there is not is the brief as a whole.
pub fn read_reflection(reply: &str, sections: usize, turn: &str) -> Result<Reflection, String> {
    let answer: Answer = structured::read(reply)?;
    let mut named = answer.weaknesses;
    let is_silent = named.is_empty();
    named.retain(|one| !is_echo(&one.what, turn));
    if named.is_empty() && !is_silent {
        return Err(ECHO.to_owned());
    }
    let mut weaknesses = Vec::new();
    for named in named.into_iter().take(ENTRIES) {
        let word = named.kind.trim().to_ascii_lowercase();
        let kind = WeaknessKind::ALL
            .into_iter()
            .find(|kind| word.starts_with(kind.name()));
        let what = clean::line(&named.what, REASON);
        let Some(kind) = kind else {
            let word = clean::line(&word, 40);
            return Err(format!(
                "the kind {word:?} is none of gap, unsupported, abstraction, imbalance"
            ));
        };
        if !what.is_empty() {
            weaknesses.push(Weakness {
                kind,
                section: named
                    .part
                    .checked_sub(1)
                    .filter(|at| *at < sections)
                    .map(SectionId),
                what,
            });
        }
    }
    Ok(Reflection { weaknesses })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reflection_names_parts_or_the_whole() {
        let reply = r#"```json
{"weaknesses": [{"kind": "gap", "part": 2, "what": "The evidence has the cost [3]."}, {"kind": "Imbalance", "part": 9, "what": "Only one side."}, {"kind": "abstraction", "what": " "}]}
```"#;
        let found = read_reflection(reply, 3, "").expect("readable");
        assert_eq!(
            found.weaknesses,
            [
                Weakness {
                    kind: WeaknessKind::Gap,
                    section: Some(SectionId(1)),
                    what: "The evidence has the cost [3].".to_owned()
                },
                Weakness {
                    kind: WeaknessKind::Imbalance,
                    section: None,
                    what: "Only one side.".to_owned()
                }
            ]
        );
        assert_eq!(found.about(SectionId(0)).count(), 1);
        assert_eq!(found.about(SectionId(1)).count(), 2);
    }

    #[test]
    fn the_questions_own_example_is_no_reflection() {
        let example = r#"{"kind": "gap", "part": 2, "what": "what is weak, in one sentence"}"#;
        let turn = format!(r#"of this form: {{"weaknesses": [{example}]}}"#);
        let read = |all: &str| read_reflection(&format!(r#"{{"weaknesses": [{all}]}}"#), 3, &turn);
        assert_eq!(read(example), Err(ECHO.to_owned()));
        assert_eq!(read(&format!("{example}, {example}")), Err(ECHO.to_owned()));
        let own = r#"{"kind": "gap", "part": 1, "what": "The cost is left out."}"#;
        let found = read(&format!("{example}, {own}")).expect("readable");
        assert_eq!(found.weaknesses.len(), 1);
    }

    #[test]
    fn a_part_of_the_questions_example_is_no_weakness() {
        let form = r#"{"weaknesses": [{"kind": "gap", "part": 2, "what": "what is weak and what the evidence has for it, in one sentence"}]}"#;
        let turn = format!(
            "The brief says “the evidence has for it a cost”.\n\nAnswer with one JSON object, of exactly this form:\n\n{form}\n\n\"part\" is the number of a part."
        );
        let read = |what: &str| {
            let all = json!({"weaknesses": [{"kind": "gap", "part": 1, "what": what}]});
            read_reflection(&all.to_string(), 3, &turn)
        };
        for echo in [
            "the evidence has for it, in one sentence",
            "What is weak and what the evidence has for it",
            "Gap: what is weak and what the evidence has for it, in one sentence.",
        ] {
            assert_eq!(read(echo), Err(ECHO.to_owned()), "{echo}");
        }
        for own in [
            "The evidence has the cost, and the brief leaves it out.",
            "the evidence has for it a cost",
        ] {
            assert_eq!(
                read(own).map(|found| found.weaknesses.len()),
                Ok(1),
                "{own}"
            );
        }
    }

    #[test]
    fn content_is_an_empty_list_and_prose_is_no_answer() {
        let none = read_reflection(r#"{"weaknesses": []}"#, 3, "").expect("readable");
        assert_eq!(none, Reflection::default());
        assert!(read_reflection("The draft is fine.", 3, "").is_err());
        let error = read_reflection(r#"{"weaknesses": [{"kind": "style", "what": "x"}]}"#, 3, "");
        assert!(error.expect_err("refused").contains("style"));
    }
}
