//! Why a change is proposed, in words for the analyst: what the writer said of it, and what made the writer write.

use std::collections::HashSet;

use crate::clean;
use crate::pipeline::Fault;
use crate::pipeline::context::opening;
use crate::pipeline::hunks::Cut;
use crate::pipeline::overlooked;
use crate::pipeline::request::{Otherwise, Request};
use crate::study::{BUILT_IN_WRITER, CycleKind, citation, date_in_words};

/// New documents that are named where none of them is cited by the change itself; of more only their number is told.
const NAMED: usize = 2;
/// Things found wrong that are named, and characters that are quoted of each.
const FAULTS: usize = 2;
const QUOTED: usize = 160;

/// The writer's reason for one edit.
pub(super) struct Reason {
    /// The sentence that it replaces or deletes; empty for an insertion.
    pub(super) before: String,
    pub(super) after: String,
    pub(super) why: String,
}

impl Reason {
    /// Whether a hunk of these two sides comes from this edit, or is a part of it.
    pub(super) fn is_of(&self, before: &str, after: &str) -> bool {
        if after.is_empty() {
            self.after.is_empty() && before.contains(&self.before)
        } else {
            self.after.contains(after) || (!self.after.is_empty() && after.contains(&self.after))
        }
    }
}

/// That a new sentence says otherwise than one that stays, where that was found before the writer was asked [W3b]; the built-in writer says so in the text.
pub(super) fn contrary(request: &Request, writer: &str, after: &str, text: &str) -> Option<String> {
    let mut notes = request.otherwise.iter().filter(|note| {
        note.section == request.section
            && writer != BUILT_IN_WRITER
            && text.contains(&note.sentence)
    });
    let note = notes.find(|note| overlooked::is_about(after, &note.said))?;
    Some(format!(
        "“{}…” stays and says otherwise",
        opening(&note.sentence)
    ))
}

/// What made the writer change this: the new documents that the change brings in, and not all that are new.
pub(super) fn cause(request: &Request, writer: &str, before: &str, after: &str) -> String {
    let because = match request.cycle {
        CycleKind::Refine => Some("refined after a reflection"),
        CycleKind::Revise => Some("revised, because of what was found wrong"),
        CycleKind::FollowUp => Some("more evidence was found in the library"),
        _ => None,
    };
    let because = because.map(|because| match found(request, before) {
        found if found.is_empty() => because.to_owned(),
        found => format!("{because}: {found}"),
    });
    let told: Vec<&str> = request
        .instructions
        .iter()
        .map(|instruction| instruction.text.as_str())
        .collect();
    let asked = (!told.is_empty()).then(|| format!("as you asked: {}", told.join("; ")));
    let news = news(request, before, after);
    let gone = gone(request, before, after);
    if let Some(because) = because {
        let asked = asked.map_or_else(String::new, |asked| format!("; and {asked}"));
        format!("{writer}: {because}{asked}")
    } else if let Some(asked) = asked {
        let news = news.map_or_else(String::new, |news| format!("; and for new evidence{news}"));
        format!("{writer}, {asked}{news}")
    } else if !gone.is_empty() {
        let numbers: Vec<String> = gone.iter().map(|number| format!("[{number}]")).collect();
        let instead = if is_restored(request, before, after) {
            "; what the sentence had taken the place of has its own source still"
        } else {
            ""
        };
        format!(
            "{writer}: a source is gone, {}{instead}",
            numbers.join(", ")
        )
    } else if request.fallen.iter().any(|one| one.text == after) && before.is_empty()
        || is_restored(request, before, after)
    {
        let news = news.unwrap_or_default();
        format!("{writer}: its source is evidence again{news}")
    } else if let Some(otherwise) = otherwise(request, writer, before, after) {
        format!("{writer}: {otherwise}")
    } else if let Some(news) = news {
        format!("{writer}: new evidence{news}")
    } else if request.cycle == CycleKind::Update {
        format!("{writer}: a source is gone")
    } else {
        format!("{writer}: another version of this section")
    }
}

/// What had been found wrong that a change is to mend: of the sentences that it replaces or takes out; else what is missing, or is wrong in the whole section.
fn found(request: &Request, before: &str) -> String {
    let cut = Cut::new(request.current.as_deref().unwrap_or_default());
    let is_of = |number: usize| {
        let at = number.checked_sub(request.first_sentence);
        let sentence = at.filter(|at| *at < cut.sentences.len());
        sentence.is_some_and(|at| !before.is_empty() && before.contains(cut.sentence(at).trim()))
    };
    let faults = |is: &dyn Fn(&Fault) -> bool| -> Vec<String> {
        let faults = request.faults.iter().filter(|fault| is(fault));
        faults
            .map(|fault| clean::line(&fault.what, QUOTED))
            .collect()
    };
    let mut found = faults(&|fault| fault.sentence.is_some_and(is_of));
    if found.is_empty() {
        found = faults(&|fault| fault.sentence.is_none());
    }
    let more = found.len().saturating_sub(FAULTS);
    found.truncate(FAULTS);
    if more > 0 {
        found.push(format!("{more} more"));
    }
    found.join("; ")
}

/// What was found of the sentence that a change of the built-in writer replaces or takes out, or of one that its new sentence differs from: which document says
/// what, and of when it is.
fn otherwise(request: &Request, writer: &str, before: &str, after: &str) -> Option<String> {
    let mut notes = request.otherwise.iter().filter(|note| {
        note.section == request.section && writer == BUILT_IN_WRITER && !note.why.is_empty()
    });
    let says = |note: &&Otherwise| {
        let said = citation::without_citations(&note.said);
        let is_said = citation::without_citations(after).contains(said.trim());
        if before.is_empty() {
            is_said
        } else {
            before.contains(note.sentence.trim()) && !after.contains(note.sentence.trim())
        }
    };
    let note = notes.find(says)?;
    let quoted = citation::without_citations(after).contains(note.said.trim());
    Some(if quoted {
        note.why.clone()
    } else {
        format!("{}; the new source says “{}”", note.why, note.said.trim())
    })
}

/// The sources that a change takes out of the text, and does nothing else, because they are gone.
pub(super) fn gone(request: &Request, before: &str, after: &str) -> Vec<u32> {
    let (had, has) = (citation::numbers(before), citation::numbers(after));
    let restores = is_restored(request, before, after);
    let brings = !restores && has.iter().any(|number| !had.contains(number));
    let lost = |number: &u32| had.contains(number) && !has.contains(number);
    let mut gone = request.withdrawn.clone();
    gone.retain(|number| !brings && lost(number));
    gone
}

/// Whether a change puts back what had given way to a sentence whose source is gone.
fn is_restored(request: &Request, before: &str, after: &str) -> bool {
    let (before, after) = (before.trim(), after.trim());
    let mut replaced = request.replaced.iter();
    replaced.any(|one| one.after == before && one.before == after)
}

/// The new documents that a change is about, as the end of a phrase; nothing where there are none.
fn news(request: &Request, before: &str, after: &str) -> Option<String> {
    let documents = &request.context.documents;
    let fresh: Vec<_> = documents.iter().filter(|one| one.fresh).collect();
    let had: HashSet<u32> = citation::numbers(before).into_iter().collect();
    let has = citation::numbers(after);
    let cited = |is_new: bool| -> Vec<_> {
        let cites = |number: u32| has.contains(&number) && !(is_new && had.contains(&number));
        let of = fresh.iter().filter(|one| cites(one.number));
        of.copied().collect()
    };
    let mut about = cited(true);
    if about.is_empty() {
        about = cited(false);
    }
    if about.is_empty() {
        if fresh.len() > NAMED {
            return Some(format!(", {} documents", fresh.len()));
        }
        about.clone_from(&fresh);
    }
    let names: Vec<String> = about
        .iter()
        .map(|one| {
            let date = one.document.date.as_deref().and_then(date_in_words);
            let date = date.filter(|date| !one.document.title.contains(date));
            let date = date.map_or_else(String::new, |date| format!(" of {date}"));
            format!("[{}] {}{date}", one.number, one.document.title)
        })
        .collect();
    (!names.is_empty()).then(|| format!(", {}", names.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Context, ContextDocument};
    use crate::study::{Document, DocumentId, Instruction, SectionId};

    fn request(fresh: &[u32], withdrawn: &[u32]) -> Request {
        let documents = fresh.iter().map(|&number| ContextDocument {
            number,
            document: Document {
                id: DocumentId(i64::from(number)),
                title: format!("Report {number}"),
                ..Document::default()
            },
            fresh: true,
            passages: vec![],
        });
        Request {
            context: Context {
                documents: documents.collect(),
                ..Context::default()
            },
            withdrawn: withdrawn.to_vec(),
            ..Request::of_a_test(Some(""))
        }
    }

    #[test]
    fn a_change_names_the_document_that_it_brings_in_and_not_all_that_are_new() {
        let of = |request: &Request, before: &str, after: &str| cause(request, "w", before, after);
        let three = request(&[4, 5, 6], &[]);
        assert_eq!(
            of(&three, "", "Sales fell [5]."),
            "w: new evidence, [5] Report 5"
        );
        assert_eq!(
            of(&three, "It fell [4].", "It fell [4][6]."),
            "w: new evidence, [6] Report 6"
        );
        assert_eq!(
            of(&three, "It fell [4].", "It rose [4]."),
            "w: new evidence, [4] Report 4"
        );
        assert_eq!(of(&three, "Old.", ""), "w: new evidence, 3 documents");
        let mut asked = request(&[4], &[]);
        asked.instructions.push(Instruction {
            text: "shorter".to_owned(),
            sections: vec![SectionId(0)],
            claim: None,
        });
        assert_eq!(
            of(&asked, "Old.", "It fell [4]."),
            "w, as you asked: shorter; and for new evidence, [4] Report 4"
        );
    }

    #[test]
    fn a_change_that_mends_something_says_what_was_found_wrong() {
        let fault = |sentence, what: &str| Fault {
            sentence,
            what: what.to_owned(),
        };
        let mut revise = request(&[], &[]);
        revise.cycle = CycleKind::Revise;
        revise.current = Some("Sales fell [1]. They fell by 9 % [2].".to_owned());
        revise.first_sentence = 5;
        revise.faults = vec![
            fault(Some(6), "contradicted, [2] says 7 %"),
            fault(Some(5), "unsupported, no source says so"),
            fault(None, "completeness 2.0 of 5: no cause is given"),
        ];
        let of = |before: &str, after: &str| cause(&revise, "w", before, after);
        assert_eq!(
            of("They fell by 9 % [2].", "They fell by 7 % [2]."),
            "w: revised, because of what was found wrong: contradicted, [2] says 7 %"
        );
        assert_eq!(
            of("", "Subsidies were cut [3]."),
            "w: revised, because of what was found wrong: completeness 2.0 of 5: no cause is given"
        );
        let mut refine = request(&[], &[]);
        refine.cycle = CycleKind::Refine;
        assert_eq!(
            cause(&refine, "w", "", "New."),
            "w: refined after a reflection"
        );
        refine.faults = ["a", "b", "c", "d"].map(|what| fault(None, what)).to_vec();
        assert_eq!(
            cause(&refine, "w", "", "New."),
            "w: refined after a reflection: a; b; 2 more"
        );
    }

    #[test]
    fn a_change_that_only_takes_out_what_is_gone_says_which_source_that_is() {
        let both = request(&[4], &[2]);
        let of = |before: &str, after: &str| {
            (cause(&both, "w", before, after), gone(&both, before, after))
        };
        let is_gone = "w: a source is gone, [2]".to_owned();
        assert_eq!(of("It fell [2].", ""), (is_gone.clone(), vec![2]));
        assert_eq!(of("It fell [1][2].", "It fell [1]."), (is_gone, vec![2]));
        let other = "w: new evidence, [4] Report 4".to_owned();
        assert_eq!(of("It fell [2].", "It fell [4]."), (other, vec![]));
    }
}
