//! What to know before a brief leaves: open decisions, claims without support, citations that lead nowhere, sources that nobody cites.

use std::collections::HashSet;

use super::cited_in;
use crate::study::citation::{self, Reference};
use crate::study::{Section, Study, Verdict, counted};

/// Never-cited sources that are named one a line; more of them share a line.
const NAMED: usize = 3;

/// One line for each thing that the analyst may want to settle before exporting [C3]; the export itself never waits for it.
#[must_use]
pub fn lint(study: &Study) -> Vec<String> {
    let mut lines = Vec::new();
    for (plan, section) in study.framework.sections.iter().zip(&study.sections) {
        lines.extend(state(&plan.title, section));
        let early = section.ends_early();
        lines.extend(early.map(|why| format!("{}: {why}", plan.title)));
    }
    let open = study.open_hunks();
    if open > 0 {
        lines.push(counted(open, "open hunk"));
    }
    for verdict in [
        Verdict::Contradicted,
        Verdict::Unsupported,
        Verdict::Partial,
        Verdict::Uncited,
    ] {
        let count = study.count(verdict);
        if count > 0 {
            lines.push(counted(count, &format!("{} claim", verdict.name())));
        }
    }
    lines.extend(dangling(study));
    lines.extend(never_cited(study));
    lines
}

fn state(title: &str, section: &Section) -> Option<String> {
    match (&section.partial, section.is_written()) {
        (Some(partial), false) => Some(format!("{title} was cut: {}", partial.why)),
        (None, false) => Some(format!("{title} is not written")),
        (_, true) if !section.checked => Some(format!("{title} is not checked")),
        (_, true) => None,
    }
}

/// Marks of the accepted text that lead to no source, each once, in order.
fn dangling(study: &Study) -> Vec<String> {
    let sources = counted(study.numbers.len(), "source");
    let exists = |number: u32| study.numbered(number).is_some();
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    for section in &study.sections {
        let text = section.accepted();
        let known: HashSet<u32> = citation::numbers_among(&text, &exists)
            .into_iter()
            .collect();
        for reference in citation::marks(&text)
            .into_iter()
            .flat_map(|mark| mark.references)
        {
            let cited = match reference {
                // A writer cannot have meant a source that got its number only afterwards.
                Reference::Unresolved(cited) if is_number_of(study, &cited) => {
                    if seen.insert(cited.clone()) {
                        lines.push(format!(
                            "[{cited}?] named no source when it was written, and is one now: cite it, or take the mark out"
                        ));
                    }
                    continue;
                }
                Reference::Unresolved(cited) => cited,
                Reference::Number(number) if known.contains(&number) && !exists(number) => {
                    number.to_string()
                }
                Reference::Number(_) | Reference::Uri(_) | Reference::Name { .. } => continue,
            };
            if seen.insert(cited.clone()) {
                lines.push(format!(
                    "[{cited}?] does not exist: the study has {sources}"
                ));
            }
        }
    }
    lines
}

fn is_number_of(study: &Study, cited: &str) -> bool {
    cited
        .parse()
        .is_ok_and(|number| study.numbered(number).is_some())
}

fn never_cited(study: &Study) -> Vec<String> {
    let accepted: Vec<String> = study.sections.iter().map(Section::accepted).collect();
    let cited = cited_in(study, accepted.iter().map(String::as_str));
    let idle: Vec<u32> = (1_u32..)
        .zip(&study.numbers)
        .map(|(number, _)| number)
        .filter(|number| !cited.contains(number) && study.numbered(*number).is_some())
        .collect();
    if idle.len() <= NAMED {
        idle.iter()
            .map(|number| format!("[{number}] is never cited"))
            .collect()
    } else {
        vec![format!(
            "{} are never cited: {}",
            counted(idle.len(), "source"),
            citation::compact(&idle)
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::fixture;

    #[test]
    fn a_settled_brief_has_nothing_to_say() {
        assert_eq!(lint(&fixture::settled()), Vec::<String>::new());
    }

    #[test]
    fn what_is_open_is_named() {
        assert_eq!(
            lint(&fixture::open()),
            [
                "Complication is not checked",
                "Resolution was cut: the server closed the connection",
                "2 open hunks",
                "1 uncited claim",
                "[9?] does not exist: the study has 3 sources",
                "[2] is never cited",
                "[3] is never cited",
            ]
        );
    }

    #[test]
    fn many_idle_sources_share_a_line() {
        let lines = lint(&fixture::with_idle_sources(6));
        assert!(
            lines.contains(&"6 sources are never cited: [1-6]".to_owned()),
            "{lines:?}"
        );
    }
}
