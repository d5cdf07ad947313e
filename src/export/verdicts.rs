//! The appendix of verdicts: each claim with what the checker found, and what a critic says beside it [V3b].

use std::fmt::Write;

use super::text::{cell, inline};
use crate::study::{Critique, Section, SectionId, Study};

/// Appends the verdicts.
pub(super) fn write(out: &mut String, study: &Study) {
    let plans = study.framework.sections.iter();
    let sections: Vec<_> = plans
        .zip(&study.sections)
        .enumerate()
        .map(|(at, (plan, section))| (SectionId(at), plan, section))
        .filter(|(_, _, section)| {
            section.is_written() || section.accepted_claims().next().is_some()
        })
        .collect();
    if sections.is_empty() {
        return;
    }
    out.push_str("## Verdicts\n\n");
    let counts = study.counts();
    if !counts.is_empty() {
        let _ = writeln!(out, "{}.\n", counts.join(", "));
    }
    for (_, plan, section) in &sections {
        if !section.checked {
            let beside = if section.accepted_claims().next().is_some() {
                "; below are the verdicts of its sentences from before"
            } else {
                ""
            };
            let title = inline(&plan.title);
            let _ = writeln!(
                out,
                "*{title}: not checked since its text last changed{beside}.*\n"
            );
        }
    }
    out.push_str("| Section | Claim | Verdict | Why | Evidence |\n|---|---|---|---|---|\n");
    for (id, plan, section) in &sections {
        for claim in section.accepted_claims() {
            let evidence = claim.evidence.as_ref().map_or_else(String::new, |quote| {
                let copied = |number| study.copied_number(study.numbered(number)?);
                let number = quote.number.map_or_else(String::new, |number| {
                    let copy = copied(number)
                        .map_or_else(String::new, |first| format!(", a copy of [{first}]"));
                    format!(" [{number}]{copy}")
                });
                format!("“{}”{number}", inline(&quote.text))
            });
            let several = if study.is_multi_source(claim) {
                ", several sources"
            } else {
                ""
            };
            let critic = study.critic_on(*id, &claim.text);
            let critic = critic.map_or_else(String::new, |said| format!("; critic: {said}"));
            let _ = writeln!(
                out,
                "| {} | {} | {}{several} | {} | {evidence} |",
                inline(&plan.title),
                cell(&claim.text),
                claim.verdict.name(),
                inline(&format!("{}{critic}", claim.reason)),
            );
        }
    }
    out.push('\n');
    for (_, plan, section) in &sections {
        write_critique(out, &plan.title, section);
    }
}

/// What a critic says of a section and of no claim of the table.
fn write_critique(out: &mut String, title: &str, section: &Section) {
    let Some(Critique { answer, .. }) = section.critique() else {
        return;
    };
    let said: Vec<String> = match &answer.said {
        Ok(findings) => findings
            .of_the_section()
            .map(|said| inline(&said))
            .collect(),
        Err(why) => vec![format!(
            "no answer ({}); the checker's verdicts stand",
            inline(&why.to_string())
        )],
    };
    for said in said {
        let _ = writeln!(
            out,
            "*{}, the critic {}:* {said}\n",
            inline(title),
            inline(&answer.by)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::fixture;
    use crate::study::{Answer, CriticFindings, Event, PromptRef, Remark, Unanswered, Usage};

    #[test]
    fn what_a_critic_says_stands_beside_the_verdicts_and_cannot_break_the_table() {
        let mut study = fixture::settled();
        let claim = "Installers are booked out for nine weeks [2].".to_owned();
        let remark = |claim: Option<String>, reason: &str| Remark {
            claim,
            reason: reason.to_owned(),
        };
        let critique = |claims: Vec<String>, said| Critique {
            claims,
            answer: Answer {
                by: "server/critic".to_owned(),
                prompt: PromptRef::default(),
                asked: String::new(),
                replied: "{}".to_owned(),
                said,
                usage: Usage::default(),
                duration_ms: 1,
            },
        };
        let findings = CriticFindings {
            unsupported_claims: vec![
                remark(Some(claim.clone()), "eight | nine"),
                remark(None, "a figure has no unit"),
            ],
            logical_gaps: vec!["why <b>now</b>?".to_owned()],
            ..CriticFindings::default()
        };
        let down = Unanswered::Failed("the server is down".to_owned());
        for (section, critique) in [
            (1, critique(vec![claim], Ok(findings))),
            (2, critique(vec![], Err(down))),
        ] {
            let section = SectionId(section);
            study.apply(&Event::CritiqueRequested { section });
            study.apply(&Event::SectionCritiqued { section, critique });
        }
        let mut out = String::new();
        write(&mut out, &study);
        insta::assert_snapshot!(out, @r"
        ## Verdicts

        3 supported.

        | Section | Claim | Verdict | Why | Evidence |
        |---|---|---|---|---|
        | Situation | Prices fell by 12% [1][2]. | supported | the same words | “As it says.” [2] |
        | Complication | Installers are booked out for nine weeks [2]. | supported | the same words; critic: unsupported, eight \| nine | “As it says.” [2] |
        | Resolution | Train installers [1]. | supported | the same words | “As it says.” [1] |

        *Complication, the critic server/critic:* unsupported, a figure has no unit

        *Complication, the critic server/critic:* logical gap, why \<b\>now\</b\>?
        ");
    }
}
