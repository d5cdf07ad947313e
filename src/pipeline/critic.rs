//! The critic's part: what a model is asked about the claims that the checker could not settle, and what its answer means [V2].
//!
//! One call a section, bounded in claims and in evidence; everything it quotes is fenced. The answer is hostile until it is read: it has to be the one
//! object that was asked for, about claims that were listed, and its words are made harmless. It changes no verdict.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::compose::Window;
use super::estimate::estimate_tokens;
use super::fence::fence;
use super::prompts::{PromptError, Prompts};
use super::questions::{Asked, ECHO, Place, asked, is_echo, passages};
use super::shorten::Ask;
use super::structured::{self, Schema, meant};
use crate::check::key;
use crate::clean;
use crate::study::{
    Claim, CriticFindings, Passage, Remark, Section, SectionId, Study, Verdict, citation,
};

/// Claims that one call is about at most, the gravest first.
const CLAIMS: usize = 20;
/// Characters of evidence that one call holds at most.
const EVIDENCE: usize = 12_000;
/// Room for a model that thinks a little; the object itself is shorter.
pub const MAX_TOKENS: u32 = 1_200;
/// Characters of one remark, and remarks of one kind: what is longer is no review.
const REMARK: usize = 300;
const REMARKS: usize = 40;

/// What a critic is asked, and about which claims.
#[derive(Debug, Clone, PartialEq)]
pub struct CriticAsk {
    pub ask: Ask,
    /// The turn itself, without the conversation before it.
    pub turn: String,
    pub claims: Vec<String>,
}

/// What an answer about a section is read beside: objections to another section's sentences belong there, and what was said of another section already is no
/// answer about this one.
#[derive(Debug, Default)]
pub struct Beside {
    /// The sentences of the brief, those of the section first.
    sentences: Vec<String>,
    /// What critics of other sections said of no sentence.
    said: Vec<String>,
}

impl Beside {
    #[must_use]
    pub fn of(study: &Study, id: SectionId) -> Self {
        let all = || study.sections.iter().enumerate();
        let (own, others): (Vec<_>, Vec<_>) = all().partition(|(at, _)| *at == id.0);
        let texts = own.iter().chain(&others).flat_map(|(_, section)| {
            let claims = section.claims_in(&section.candidate()).into_iter();
            claims.map(|claim| claim.text.clone()).collect::<Vec<_>>()
        });
        let said = others.iter().filter_map(|(_, section)| section.critique());
        let found = said.filter_map(|critique| critique.answer.said.as_ref().ok());
        Self {
            sentences: texts.collect(),
            said: found
                .flat_map(|found| {
                    found
                        .unsupported_claims
                        .iter()
                        .chain(&found.conflicting_evidence)
                })
                .filter(|remark| remark.claim.is_none())
                .map(|remark| remark.reason.clone())
                .collect(),
        }
    }

    /// The sentence of the brief that words quote: all of it, or a part in quotation marks.
    fn quoted(&self, words: &str) -> Option<&String> {
        /// Words from which a quotation is of one sentence.
        const LEAST: usize = 4;
        let said = key(words);
        let whole = self.sentences.iter().filter(|sentence| {
            let sentence = key(&citation::without_citations(sentence));
            !sentence.is_empty() && said.contains(&sentence)
        });
        let parts = words.split(['“', '”', '"', '«', '»']).skip(1).step_by(2);
        let parts: Vec<String> = parts
            .map(key)
            .chain([said.clone()])
            .filter(|part| part.split(' ').count() >= LEAST)
            .collect();
        whole.max_by_key(|sentence| sentence.len()).or_else(|| {
            let mut sentences = self.sentences.iter();
            sentences.find(|sentence| {
                let sentence = key(sentence);
                parts.iter().any(|part| sentence.contains(part.as_str()))
            })
        })
    }
}

/// The claims of a section that the checker could not settle, the gravest first. What it found contradicted is settled, and what cites nothing says so
/// itself.
#[must_use]
pub fn unsettled(section: &Section) -> Vec<&Claim> {
    let claims = section.claims_in(&section.candidate());
    let of = |verdict| {
        let claims = claims.iter().copied();
        claims.filter(move |claim| claim.verdict == verdict)
    };
    of(Verdict::Unsupported)
        .chain(of(Verdict::Partial))
        .take(CLAIMS)
        .collect()
}

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    title: &'a str,
    text: &'a str,
    claims: Vec<Listed<'a>>,
    evidence: &'a str,
    /// The evidence, or most of it, stands further up in the conversation.
    above: bool,
    fence: &'a str,
}

#[derive(Serialize)]
struct Listed<'a> {
    text: &'a str,
    verdict: &'static str,
    reason: &'a str,
}

/// The request for a critique of a section; `None` where the checker settled all of it. `evidence` is shown as far as there is room, so the passages that
/// matter most come first; in the conversation, only what that does not hold. An earlier answer that could not be read is shown to the critic with the reason.
pub fn critic_ask(
    study: &Study,
    id: SectionId,
    evidence: &[Passage],
    place: Place,
    window: Window,
    prompts: &Prompts,
) -> Result<Option<CriticAsk>, PromptError> {
    let (Some(section), Some(plan)) = (study.section(id), study.framework.sections.get(id.0))
    else {
        return Ok(None);
    };
    let claims = unsettled(section);
    if claims.is_empty() {
        return Ok(None);
    }
    let text = section.candidate();
    let listed: Vec<Listed<'_>> = claims
        .iter()
        .map(|claim| Listed {
            text: &claim.text,
            verdict: claim.verdict.name(),
            reason: &claim.reason,
        })
        .collect();
    let said: usize = listed
        .iter()
        .map(|claim| estimate_tokens(claim.text) + estimate_tokens(claim.reason))
        .sum();
    // The prompt's own words take about 600 tokens.
    let taken = 600 + MAX_TOKENS as usize + estimate_tokens(&text) + said + place.spoken(study);
    let room = window.tokens.saturating_sub(taken).saturating_mul(3);
    let evidence = passages(study, &place.unseen(study, evidence), room.min(EVIDENCE));
    let quoted = listed.iter().fold(text.clone(), |mut all, claim| {
        all.push_str(claim.text);
        all.push_str(claim.reason);
        all
    });
    let fence = fence(&(quoted + &evidence));
    let content = prompts.render(
        "critique",
        &Variables {
            question: &study.question,
            title: &plan.title,
            text: &text,
            claims: listed,
            evidence: &evidence,
            above: place != Place::Fresh,
            fence: &fence,
        },
    )?;
    let Asked { ask, turn, .. } = asked(
        study,
        prompts,
        place,
        content,
        section.unreadable_critique(),
        (MAX_TOKENS, form()),
    )?;
    Ok(Some(CriticAsk {
        claims: claims.iter().map(|claim| claim.text.clone()).collect(),
        ask,
        turn,
    }))
}

/// The object that is asked for.
#[derive(Deserialize)]
struct Answer {
    #[serde(deserialize_with = "meant::yes")]
    hallucination_detected: bool,
    #[serde(deserialize_with = "meant::things")]
    unsupported_claims: Vec<About>,
    #[serde(default, deserialize_with = "meant::texts")]
    logical_gaps: Vec<String>,
    #[serde(default, deserialize_with = "meant::things")]
    conflicting_evidence: Vec<About>,
}

impl Answer {
    fn entries(&self) -> usize {
        self.unsupported_claims.len() + self.logical_gaps.len() + self.conflicting_evidence.len()
    }

    /// Leaves out the entries that only repeat the example of the question.
    fn without_echoes(mut self, turn: &str) -> Self {
        let is_own = |said: &str| said.trim().is_empty() || !is_echo(said, turn);
        self.unsupported_claims.retain(|one| is_own(&one.reason));
        self.logical_gaps.retain(|gap| is_own(gap));
        self.conflicting_evidence.retain(|one| is_own(&one.reason));
        self
    }
}

/// The same for servers that hold a model to it.
fn form() -> Schema {
    let about = json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"claim": {"type": "integer"}, "reason": {"type": "string"}},
            "required": ["claim", "reason"],
            "additionalProperties": false
        }
    });
    Schema {
        name: "critique",
        schema: json!({
            "type": "object",
            "properties": {
                "hallucination_detected": {"type": "boolean"},
                "unsupported_claims": about,
                "logical_gaps": {"type": "array", "items": {"type": "string"}},
                "conflicting_evidence": about
            },
            "required": ["hallucination_detected", "unsupported_claims", "logical_gaps", "conflicting_evidence"],
            "additionalProperties": false
        }),
    }
}

/// One objection: an object as it was asked for, or only its words.
struct About {
    /// The number of the claim in the list, or its words; none where the objection names no claim.
    claim: Option<Value>,
    reason: String,
}

impl TryFrom<Value> for About {
    type Error = ();

    fn try_from(given: Value) -> Result<Self, ()> {
        match given {
            Value::Object(fields) => {
                let claim = meant::field(&fields, &["claim", "number", "id"]);
                let reason = meant::field(&fields, &["reason", "issue", "why", "explanation"]);
                // Under whatever other name it stands, what is said at length is the reason.
                let said = || fields.iter().filter(|(_, value)| Some(*value) != claim);
                let longest = said().max_by_key(|(_, value)| value.as_str().map_or(0, str::len));
                let reason = reason.or(longest.map(|(_, value)| value));
                let reason = reason.and_then(Value::as_str).unwrap_or_default();
                if claim.is_none() && reason.trim().is_empty() {
                    return Err(());
                }
                Ok(Self {
                    claim: claim.cloned(),
                    reason: reason.to_owned(),
                })
            }
            Value::String(text) => Ok(Self {
                claim: None,
                reason: text,
            }),
            number @ Value::Number(_) => Ok(Self {
                claim: Some(number),
                reason: String::new(),
            }),
            _ => Err(()),
        }
    }
}

impl About {
    /// The remark. What gives a number that was not listed says nothing; what quotes no sentence is about the part.
    fn remark(self, claims: &[String], beside: &Beside) -> Option<Remark> {
        let with = |words: &str| {
            let words = words.trim();
            let mut claims = claims.iter();
            let listed = claims.find(|claim| {
                !words.is_empty() && (words.contains(claim.as_str()) || *claim == words)
            });
            listed.or_else(|| beside.quoted(words))
        };
        let numbered = |number: usize| claims.get(number.checked_sub(1)?);
        // A number that is none of the list's is a part of what is said.
        let listed = meant::numbered(&self.reason)
            .filter(|_| self.claim.is_none())
            .and_then(|(number, said)| Some((numbered(number)?, said)));
        let said = listed.map_or(self.reason.as_str(), |(_, said)| said);
        let claim = match &self.claim {
            None => listed.map(|(claim, _)| claim).or_else(|| with(said)),
            Some(Value::String(words)) => match words.trim().parse() {
                Ok(number) => Some(numbered(number)?),
                Err(_) => with(words),
            },
            Some(value) => Some(numbered(*meant::numbers_in(value).first()?)?),
        };
        remark(claim.cloned(), said)
    }
}

/// What is said of a claim, or of none.
fn remark(claim: Option<String>, said: &str) -> Option<Remark> {
    let reason = clean::line(said, REMARK);
    let reason = if reason.is_empty() && claim.is_some() {
        "the critic gives no reason".to_owned()
    } else {
        reason
    };
    (!reason.is_empty()).then_some(Remark { claim, reason })
}

/// What a critic's answer says about the claims it was asked about, or why it cannot be read.
pub fn read_critique(
    reply: &str,
    claims: &[String],
    turn: &str,
    beside: &Beside,
) -> Result<CriticFindings, String> {
    let answer: Answer = structured::read(reply)?;
    let all = answer.entries();
    let answer = answer.without_echoes(turn);
    if all > 0 && answer.entries() == 0 {
        return Err(ECHO.to_owned());
    }
    if answer.hallucination_detected && answer.entries() == 0 {
        return Err("it says that something is in no source, and not what".to_owned());
    }
    let lengths = [
        answer.unsupported_claims.len(),
        answer.logical_gaps.len(),
        answer.conflicting_evidence.len(),
    ];
    if lengths.iter().any(|length| *length > REMARKS) {
        return Err(format!("a list has more than {REMARKS} entries"));
    }
    // What another section has been told of already is no answer about this one; the other remarks still stand.
    let remarks = |list: Vec<About>| -> Vec<Remark> {
        list.into_iter()
            .filter_map(|about| about.remark(claims, beside))
            .filter(|remark| remark.claim.is_some() || !beside.said.contains(&remark.reason))
            .collect()
    };
    Ok(CriticFindings {
        hallucination_detected: answer.hallucination_detected,
        unsupported_claims: remarks(answer.unsupported_claims),
        logical_gaps: answer
            .logical_gaps
            .iter()
            .map(|gap| clean::line(gap, REMARK))
            .filter(|gap| !gap.is_empty())
            .collect(),
        conflicting_evidence: remarks(answer.conflicting_evidence),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Vec<String> {
        vec!["One holds [1].".to_owned(), "Two holds [2].".to_owned()]
    }

    #[test]
    fn an_answer_is_read_with_what_models_put_around_it() {
        let reply = "Here it is:\n```json\n{\"hallucination_detected\": true, \"unsupported_claims\": [{\"claim\": 2, \"reason\": \"no \\u001b[31mpassage\\n says it\"}], \
            \"logical_gaps\": [\" \", \"a gap\"], \"conflicting_evidence\": [], \"note\": 1}\n```";
        let found = read_critique(reply, &claims(), "", &Beside::default()).expect("readable");
        assert!(found.hallucination_detected);
        assert_eq!(
            found.unsupported_claims,
            [Remark {
                claim: Some("Two holds [2].".to_owned()),
                reason: "no passage says it".to_owned()
            }]
        );
        assert_eq!(found.logical_gaps, ["a gap"]);
    }

    #[test]
    fn a_remark_with_a_number_that_was_not_listed_is_left_out_and_the_others_stand() {
        let reply = "{'hallucination_detected': False, 'unsupported_claims': [{'claim': 1, 'reason': 'a'}, {'claim': 3, 'reason': 'b'}, \
            {'claim': 0, 'reason': 'c'}, {'claim': 'the second', 'reason': 'd'}, {'claim': '2', 'reason': 'e'}], 'logical_gaps': [], 'conflicting_evidence': []}";
        let found = read_critique(reply, &claims(), "", &Beside::default()).expect("readable");
        let reasons: Vec<&str> = found
            .unsupported_claims
            .iter()
            .map(|remark| remark.reason.as_str())
            .collect();
        // Words that are those of no sentence are about the part.
        assert_eq!(reasons, ["a", "d", "e"]);
        assert_eq!(found.unsupported_claims[1].claim, None);
    }

    #[test]
    fn an_objection_belongs_to_the_sentence_of_the_brief_that_it_quotes() {
        let beside = Beside {
            sentences: vec![
                "Two holds [2].".to_owned(),
                "Rents in the old town rose by a third [4].".to_owned(),
            ],
            said: vec!["much here is vague".to_owned()],
        };
        let reply = r#"{"hallucination_detected": false, "unsupported_claims": [
            "“Rents in the old town rose” has no source", {"claim": "Rents in the old town rose by a third", "reason": "no source"},
            "“Rents fell in all of the north” has no source", "much here is vague", {"claim": 1, "reason": "much here is vague"}],
            "logical_gaps": [], "conflicting_evidence": []}"#;
        let found = read_critique(reply, &claims(), "", &beside).expect("readable");
        let of: Vec<Option<&str>> = found
            .unsupported_claims
            .iter()
            .map(|remark| remark.claim.as_deref())
            .collect();
        let rents = Some("Rents in the old town rose by a third [4].");
        assert_eq!(of, [rents, rents, None, Some("One holds [1].")]);
    }

    #[test]
    fn the_questions_own_example_is_no_objection() {
        let example = r#"{"hallucination_detected": false, "unsupported_claims": [{"claim": 1, "reason": "what the evidence does not say"}], "logical_gaps": ["what does not follow"], "conflicting_evidence": []}"#;
        let turn = format!("of exactly this form:\n\n{example}");
        let echo = read_critique(example, &claims(), &turn, &Beside::default());
        assert_eq!(echo, Err(ECHO.to_owned()));
        let own = example.replace("what does not follow", "the cost is of 2019");
        let found = read_critique(&own, &claims(), &turn, &Beside::default()).expect("readable");
        assert_eq!(found.logical_gaps, ["the cost is of 2019"]);
        assert_eq!(found.unsupported_claims, []);
    }

    #[test]
    fn objections_in_words_are_objections() {
        let reply = r#"{"hallucination_detected": "no", "unsupported_claims": ["Claim 2: no source says it", "One holds [1]. is not there", 1, {"claim": "Two holds [2].", "issue": "x"}],
            "logical_gaps": null, "conflicting_evidence": "38 million in one source, 52 million in another"}"#;
        let found = read_critique(reply, &claims(), "", &Beside::default()).expect("readable");
        let told = |remarks: &[Remark]| -> Vec<(Option<usize>, String)> {
            let at = |claim: &String| claims().iter().position(|known| known == claim);
            let remarks = remarks.iter();
            remarks
                .map(|one| (one.claim.as_ref().and_then(at), one.reason.clone()))
                .collect()
        };
        assert_eq!(
            told(&found.unsupported_claims),
            [
                (Some(1), "no source says it".to_owned()),
                (Some(0), "One holds [1]. is not there".to_owned()),
                (Some(0), "the critic gives no reason".to_owned()),
                (Some(1), "x".to_owned()),
            ]
        );
        assert_eq!(
            told(&found.conflicting_evidence),
            [(
                None,
                "38 million in one source, 52 million in another".to_owned()
            )]
        );
        assert!(!found.hallucination_detected && found.logical_gaps.is_empty());
    }

    #[test]
    fn what_sources_say_against_each_other_is_an_objection_in_whatever_form_it_comes() {
        let reply = r#"{"hallucination_detected": false, "unsupported_claims": [], "logical_gaps": [], "conflicting_evidence": ["[1] says 38 million, [2] says 52 million",
            "7: a number that is in no list", {"sources": [1, 2], "description": "the two differ on the price"}, {"claim": 2, "conflict": "[3] says otherwise"}, {"sources": [1]}]}"#;
        let found = read_critique(reply, &claims(), "", &Beside::default()).expect("readable");
        let told: Vec<(bool, &str)> = (found.conflicting_evidence.iter())
            .map(|one| (one.claim.is_some(), one.reason.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (false, "[1] says 38 million, [2] says 52 million"),
                (false, "7: a number that is in no list"),
                (false, "the two differ on the price"),
                (true, "[3] says otherwise"),
            ]
        );
    }

    #[test]
    fn lists_that_say_that_there_is_nothing_are_no_objections() {
        let reply = r#"{"hallucination_detected": false, "unsupported_claims": ["None"], "logical_gaps": "none", "conflicting_evidence": ["N/A"]}"#;
        let found = read_critique(reply, &claims(), "", &Beside::default()).expect("readable");
        assert_eq!(found, CriticFindings::default());
    }

    #[test]
    fn who_says_that_something_is_made_up_is_asked_what() {
        let reply = r#"{"hallucination_detected": true, "unsupported_claims": [], "logical_gaps": [], "conflicting_evidence": []}"#;
        let why = read_critique(reply, &claims(), "", &Beside::default()).expect_err("refused");
        assert!(why.contains("and not what"), "{why}");
    }

    #[test]
    fn an_answer_that_is_not_what_was_asked_for_is_refused_with_the_reason() {
        let whole = |claim: &str| {
            format!(
                "{{\"hallucination_detected\": false, \"unsupported_claims\": [{{\"claim\": {claim}, \"reason\": \"x\"}}], \"logical_gaps\": [], \"conflicting_evidence\": []}}"
            )
        };
        for (reply, why) in [
            ("All claims are fine.".to_owned(), "no JSON object"),
            ("{}".to_owned(), "it gives no"),
            (whole("1").replace("false", "\"perhaps\""), "true or false"),
            ("{".repeat(70_000), "bytes"),
        ] {
            let error =
                read_critique(&reply, &claims(), "", &Beside::default()).expect_err("refused");
            assert!(error.contains(why), "{error}");
        }
    }
}
