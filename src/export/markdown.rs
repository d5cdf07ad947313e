//! The brief as Markdown: front matter, the accepted text, its sources, and on request how it was checked and made [X1].
//!
//! Only what the analyst accepted is exported; a section that was cut off before it was ever finished is shown as far as it came, and says so.
//! Verdicts travel with the text and never hold it back [V3b]. Citation numbers are the study's, so the list of sources shows gaps where a
//! source is not cited.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::{self, Write as _};

use super::style::{Citations, Style};
use super::text::{body, inline, iso_date, place, yaml};
use super::{changes, cited_in, history, method, page, scores, source_number, verdicts};
use crate::check::{LIMITED, unchecked, whole_sentences};
use crate::study::citation::{self, Reference};
use crate::study::{
    ADD_EVIDENCE, BUILT_IN_WRITER, CUT, Claim, Document, Edition, FINAL_OUTPUT, LIMITED_EVIDENCE,
    NOT_CHECKED, NOT_WRITTEN, NOTHING_YET, PassageId, Provenance, Scores, Section, Study,
    Timestamp, Verdict,
};

/// What the study does not know, and what the analyst may choose.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each appendix is wanted or not"
)]
pub struct Options<'a> {
    /// The day in the front matter.
    pub date: Timestamp,
    /// From 0 to 1 [J3]; `None` where it is not known.
    pub confidence: Option<f32>,
    /// The scores as they are measured; `None` while nothing is written.
    pub measured: Option<&'a Scores>,
    /// Append how it scores, and why.
    pub scores: bool,
    /// Where a passage stands in its document, such as `p.5`; empty where that is not known.
    pub locator: &'a dyn Fn(PassageId) -> String,
    /// Append every claim with its verdict.
    pub verdicts: bool,
    /// Append how the brief was made.
    pub method: bool,
    /// List the sources that are in the study and not cited.
    pub uncited_sources: bool,
    /// Mark in the text what is proposed and nobody has decided on.
    pub changes: bool,
    /// The changes of the text to append, oldest first; none where they are not wanted.
    pub history: &'a [Edition],
    /// How citations are written; a page has numbers, which lead to their sources.
    pub citations: Citations,
    /// The file that has the bibliography, where citations name its entries.
    pub bibliography: Option<&'a str>,
}

/// The accepted brief.
#[must_use]
pub fn markdown(study: &Study, options: &Options) -> String {
    let brief = Brief::of(study, options);
    let mut out = String::from("---\n");
    for (name, fact) in brief.facts() {
        let _ = writeln!(out, "{name}: {}", fact.as_yaml());
    }
    if let Some(bibliography) = options.bibliography {
        let _ = writeln!(out, "bibliography: {}", yaml(bibliography));
    }
    out + "---\n\n" + &brief.text(&Form::Markdown(Style::of(study, options.citations)))
}

/// The accepted brief as one page.
#[must_use]
pub fn html(study: &Study, options: &Options) -> String {
    let brief = Brief::of(study, options);
    let sections = study.sections.iter();
    let claims: Vec<Vec<&Claim>> = sections
        .map(|section| section.accepted_claims().collect())
        .collect();
    let markdown = brief.text(&Form::Page(&claims));
    page::page(study, &claims, &brief.facts(), &markdown)
}

/// A line about the brief as a whole.
pub(super) enum Fact {
    Text(String),
    /// A number, a day, yes or no.
    Value(String),
}

impl Fact {
    fn as_yaml(&self) -> String {
        match self {
            Self::Text(text) => yaml(text),
            Self::Value(value) => value.clone(),
        }
    }

    pub(super) fn as_text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Value(text) => text,
        }
    }
}

/// What a text is written for.
enum Form<'a> {
    Markdown(Style),
    /// A page, whose claims are marked: those of each section.
    Page(&'a [Vec<&'a Claim>]),
}

impl Form<'_> {
    /// The text of a section.
    fn write(&self, section: usize, text: &str) -> String {
        match self {
            Self::Markdown(style) => style.write(text),
            Self::Page(claims) => page::marked(text, section, claims),
        }
    }

    fn citations(&self) -> Citations {
        match self {
            Self::Markdown(style) => style.citations,
            Self::Page(_) => Citations::Numbered,
        }
    }
}

/// A brief that is to be written.
struct Brief<'a> {
    study: &'a Study,
    options: &'a Options<'a>,
    sections: Vec<Shown<'a>>,
    cited: BTreeSet<u32>,
    confidence: Option<f32>,
}

impl<'a> Brief<'a> {
    fn of(study: &'a Study, options: &'a Options<'a>) -> Self {
        let sections = shown(study, options.changes);
        let cited = cited_in(study, sections.iter().map(|section| section.text.as_str()));
        Self {
            study,
            options,
            confidence: confidence_of(study, options, &cited),
            sections,
            cited,
        }
    }

    fn text(&self, form: &Form) -> String {
        let (study, options) = (self.study, self.options);
        let mut out = String::new();
        write_head(&mut out, study, self.confidence, &self.sections);
        let is_extractive = self.sections.iter().all(Shown::is_extractive);
        for section in &self.sections {
            write_section(&mut out, section, is_extractive, form);
        }
        write_missing(&mut out, study, &self.sections);
        write_sources(&mut out, study, options, &self.cited, form.citations());
        if options.uncited_sources {
            write_uncited(&mut out, study, &self.cited);
        }
        if options.scores {
            scores::write(&mut out, study, options.measured);
        }
        if options.verdicts {
            verdicts::write(&mut out, study);
        }
        if options.method {
            method::write(&mut out, study);
        }
        history::write(&mut out, options.history);
        out.truncate(out.trim_end().len());
        out + "\n"
    }
}

/// A section that has something to show.
pub(super) struct Shown<'a> {
    pub(super) id: usize,
    title: &'a str,
    pub(super) text: String,
    /// Why it was cut, where it was.
    pub(super) cut: Option<&'a str>,
    provenance: Option<&'a Provenance>,
    edited_by_hand: bool,
}

impl Shown<'_> {
    fn is_extractive(&self) -> bool {
        self.provenance
            .is_some_and(|provenance| provenance.writer == BUILT_IN_WRITER)
    }
}

pub(super) fn shown(study: &Study, with_changes: bool) -> Vec<Shown<'_>> {
    let plans = study.framework.sections.iter();
    plans
        .zip(&study.sections)
        .enumerate()
        .filter_map(|(id, (plan, section))| {
            let partial = section.partial.as_ref().filter(|_| !section.is_written());
            let text = match partial {
                // Half a sentence says something else than the whole one would.
                Some(partial) => normalised(study, whole_sentences(&partial.text)),
                None => match &section.revision {
                    Some(revision) if with_changes => changes::marked(revision),
                    _ => section.accepted(),
                },
            };
            let provenance = section.provenance.as_ref();
            let is_begun = partial.is_some_and(|partial| !partial.text.trim().is_empty());
            let cut = partial.map(|partial| partial.why.as_str());
            (is_begun || !text.trim().is_empty()).then_some(Shown {
                edited_by_hand: section.edited_by_hand,
                id,
                title: &plan.title,
                text,
                cut: cut.or_else(|| section.cut_at()),
                provenance,
            })
        })
        .collect()
}

/// The text of a cut reply, which nobody has read for citations yet.
fn normalised(study: &Study, text: &str) -> String {
    let resolve = |reference: &Reference| source_number(study, reference);
    citation::normalise(text, &resolve).text
}

impl Brief<'_> {
    /// What the brief says of itself as a whole, in its order.
    fn facts(&self) -> Vec<(&'static str, Fact)> {
        let study = self.study;
        let claims: usize = Verdict::ALL
            .iter()
            .map(|&verdict| study.count(verdict))
            .sum();
        let text = |text: &str| Fact::Text(text.to_owned());
        let value = |value: &dyn fmt::Display| Fact::Value(value.to_string());
        let mut facts = vec![
            ("question", text(study.answered())),
            ("date", Fact::Value(iso_date(self.options.date))),
            ("writer", Fact::Text(writers(study, &self.sections))),
            ("framework", text(&study.framework.id)),
        ];
        facts.push(match self.confidence {
            Some(confidence) => ("confidence", Fact::Value(format!("{confidence:.2}"))),
            None => ("confidence", Fact::Value("not checked yet".to_owned())),
        });
        // Measures of a text go by its verdicts.
        let measured = self.options.measured.filter(|_| self.confidence.is_some());
        facts.extend(scores::facts(study, measured));
        let multi_source = study.multi_source();
        facts.push(("multi_source", value(&multi_source.is_some())));
        facts.extend(multi_source.map(|documents| ("documents", value(&documents))));
        let sources = study.count_sources(self.cited.iter().copied());
        facts.push(("sources", value(&sources)));
        if self.confidence.is_some() {
            facts.push(("claims", value(&claims)));
            facts.push(("supported", value(&study.count(Verdict::Supported))));
        }
        facts
    }
}

/// Who wrote what is shown; the chosen writer where nothing is.
fn writers(study: &Study, sections: &[Shown]) -> String {
    let mut writers: Vec<&str> = Vec::new();
    for provenance in sections.iter().filter_map(|section| section.provenance) {
        if !writers.contains(&provenance.writer.as_str()) {
            writers.push(&provenance.writer);
        }
    }
    if writers.is_empty() {
        study.writer.clone()
    } else {
        writers.join(", ")
    }
}

fn write_head(out: &mut String, study: &Study, confidence: Option<f32>, sections: &[Shown]) {
    let question = inline(study.answered());
    let title = if question.is_empty() {
        "Brief"
    } else {
        &question
    };
    let _ = writeln!(out, "# {title}\n");
    if sections.is_empty() {
        if let Some(output) = final_output(study) {
            let _ = writeln!(
                out,
                "> No writer could write this brief. What follows is what the research tool itself concluded; nothing of it was checked (confidence 0).\n\n{}\n",
                body(output)
            );
            return;
        }
        let _ = if study.evidence.is_empty() {
            let none = "No findings to synthesize: the study has no evidence.";
            writeln!(out, "{none} {ADD_EVIDENCE}\n")
        } else {
            writeln!(out, "{NOTHING_YET}\n")
        };
        return;
    }
    if sections.iter().all(Shown::is_extractive) {
        let edited = sections.iter().any(|section| section.edited_by_hand);
        out.push_str(extractive_note(edited));
    }
    match confidence {
        Some(confidence) if confidence < LIMITED => {
            let _ = writeln!(out, "> {LIMITED_EVIDENCE}(confidence {confidence:.2}).\n");
        }
        Some(_) => {}
        None => {
            let _ = writeln!(
                out,
                "> {NOT_CHECKED}its claims have not been compared with their sources.\n"
            );
        }
    }
}

/// What a research tool concluded from the findings that it handed over, where a draft was tried and nothing came of it [W12].
#[must_use]
pub fn final_output(study: &Study) -> Option<&str> {
    let outputs = study
        .current()
        .filter_map(|document| document.metadata.get(FINAL_OUTPUT));
    // Where the budget alone kept it from being written, it can still be.
    let last = outputs
        .last()
        .filter(|_| study.drafts > 0 && study.closed.is_none())?;
    (!last.trim().is_empty()).then_some(last.as_str())
}

fn write_section(out: &mut String, section: &Shown, all_extractive: bool, form: &Form) {
    let _ = writeln!(out, "## {}\n", inline(section.title));
    if section.is_extractive() && !all_extractive {
        out.push_str(extractive_note(section.edited_by_hand));
    }
    if !section.text.trim().is_empty() {
        let _ = writeln!(out, "{}\n", form.write(section.id, &body(&section.text)));
    }
    if let Some(why) = section.cut {
        let _ = writeln!(out, "{CUT}{})*\n", inline(why));
    }
}

/// What is said of text that was written without a model.
fn extractive_note(edited_by_hand: bool) -> &'static str {
    if edited_by_hand {
        "*Extractive draft: sentences from your sources, edited by hand.*\n\n"
    } else {
        "*Extractive draft: sentences from your sources.*\n\n"
    }
}

fn write_missing(out: &mut String, study: &Study, sections: &[Shown]) {
    let missing: Vec<String> = study
        .framework
        .sections
        .iter()
        .enumerate()
        .filter(|(id, _)| !sections.iter().any(|section| section.id == *id))
        .map(|(_, plan)| inline(&plan.title))
        .collect();
    if !missing.is_empty() && !sections.is_empty() {
        let _ = writeln!(out, "{NOT_WRITTEN}{}.*\n", missing.join(", "));
    }
    // A brief that is whole says all that it was to say, whatever was not looked at again.
    let is_short = !missing.is_empty() || sections.iter().any(|section| section.cut.is_some());
    if let Some(why) = study
        .closed
        .as_ref()
        .filter(|_| is_short && !sections.is_empty())
    {
        let _ = writeln!(
            out,
            "*Work on this brief stopped when its budget was used up: {}.*\n",
            inline(why)
        );
    }
}

fn write_sources(
    out: &mut String,
    study: &Study,
    options: &Options,
    cited: &BTreeSet<u32>,
    citations: Citations,
) {
    if cited.is_empty() {
        return;
    }
    if citations == Citations::Pandoc {
        // Where Pandoc puts the list that it makes.
        out.push_str("## Sources\n\n::: {#refs}\n:::\n\n");
        return;
    }
    // By passage, so that pages come in the order of the document.
    let mut cited_passages: BTreeMap<u32, BTreeSet<PassageId>> = BTreeMap::new();
    for claim in study.sections.iter().flat_map(Section::accepted_claims) {
        if let Some(quote) = &claim.evidence
            && let Some(number) = quote.number
        {
            cited_passages
                .entry(number)
                .or_default()
                .insert(quote.passage);
        }
    }
    let is_note = citations == Citations::Footnotes;
    if !is_note {
        out.push_str("## Sources\n\n");
    }
    for number in cited {
        if let Some(document) = study.numbered(*number) {
            let passages = cited_passages.get(number).into_iter().flatten();
            let mut locators: Vec<String> = passages
                .map(|&passage| inline(&(options.locator)(passage)))
                .collect();
            locators.retain(|locator| !locator.is_empty());
            locators.dedup();
            let copy = study
                .copied_number(document)
                .map(|first| format!(", a copy of [{first}]"))
                .unwrap_or_default();
            let standing = standing(study, document);
            let reference = reference(document, &locators);
            let (mark, end) = if is_note {
                (format!("[^{number}]:"), "\n")
            } else {
                (format!("- [{number}]"), "")
            };
            let _ = writeln!(out, "{mark} {reference}{copy}{standing}{end}");
        }
    }
    out.push('\n');
}

fn write_uncited(out: &mut String, study: &Study, cited: &BTreeSet<u32>) {
    let mut seen: HashSet<String> = cited
        .iter()
        .filter_map(|&number| study.numbered(number))
        .map(Document::source_key)
        .collect();
    let uncited: Vec<&Document> = study
        .evidence
        .iter()
        .filter(|document| seen.insert(document.source_key()))
        .collect();
    if uncited.is_empty() {
        return;
    }
    out.push_str("## Sources not cited\n\n");
    for document in uncited {
        let standing = standing(study, document);
        let _ = writeln!(out, "- {}{standing}", reference(document, &[]));
    }
    out.push('\n');
}

/// That a source is no evidence any more, where it is none.
fn standing(study: &Study, document: &Document) -> String {
    let note = study.standing(document.id).note();
    note.map(|note| format!(", {note}")).unwrap_or_default()
}

/// Author or site, title, date, pages, address or path, how little of it was read, day of access [C5].
fn reference(document: &Document, locators: &[String]) -> String {
    let by = document
        .author
        .as_deref()
        .or(document.site.as_deref())
        .map(inline);
    let title = inline(&document.title);
    let parts = [
        by,
        (!title.is_empty()).then(|| format!("*{title}*")),
        document.date.as_deref().map(inline),
        Some(locators.join(", ")),
        Some(place(&document.address())),
        document.read_in_part(),
        Some(format!("accessed {}", iso_date(document.accessed))),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(", ")
}

/// The confidence as it may be printed, whatever was computed; a text that cites nothing has none, and of one that was not checked nothing is known.
pub(super) fn confidence_of(
    study: &Study,
    options: &Options,
    cited: &BTreeSet<u32>,
) -> Option<f32> {
    // A section that is written has something to show.
    if unchecked(study).next().is_some() {
        None
    } else if cited.is_empty() {
        Some(0.0)
    } else {
        let known = options.confidence?;
        Some(if known.is_finite() {
            known.clamp(0.0, 1.0)
        } else {
            0.0
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
