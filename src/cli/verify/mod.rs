//! `tercet verify`: the claims of any report, checked against the evidence that it cites.

mod judge;
mod matching;
mod pages;
mod recheck;
mod told;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use color_eyre::eyre::{Result, WrapErr, eyre};

pub(super) use self::judge::Found;
use self::judge::{Asked, Disputed, Judge, Judged, Known};
use self::matching::{How, Match};
pub(super) use self::told::{Style, harmless};
use super::material::Material;
use super::pairs::{self, Question};
use super::{CHECKS_FAILED, DONE, Usage, open, output};
use crate::check::Clause;
use crate::config::Config;
use crate::evidence::{Reader, expand};
use crate::export::{SIDECAR_VERSION, Sidecar, SidecarClaim, SidecarDocument, SidecarEvidence};
use crate::report::{Report, ReportClaim};
use crate::study::{Verdict, citation};
use crate::workbench::{SIDECAR, sidecar_path, write_file};

/// What is to be verified.
#[derive(Debug, Args)]
pub(super) struct Verification {
    /// The report, Markdown or text, or a sidecar NAME.tercet.json; - is standard input
    #[arg(required_unless_present = "pairs", conflicts_with = "pairs")]
    file: Option<PathBuf>,
    /// Files, folders and web addresses that the report cites; - is standard input
    #[arg(conflicts_with = "pairs")]
    evidence: Vec<OsString>,
    /// Print one JSON object: claims, summary, sources, documents, refused, warnings
    #[arg(long, conflicts_with = "pairs")]
    json: bool,
    /// Do not look at a sidecar
    #[arg(long, conflicts_with = "pairs")]
    fresh: bool,
    /// Write what was found to REPORT's sidecar, by which a later run tells what became stale; replaces one that is there
    #[arg(long, conflicts_with = "pairs")]
    sidecar: bool,
    /// Judge lines of {"id", "claim", "evidence"} instead, evidence being a string or a list of strings; - is standard input
    #[arg(long, value_name = "FILE.jsonl")]
    pairs: Option<PathBuf>,
}

pub(super) const HELP: &str = "Examples:
  tercet verify report.md sources/               every claim, by section, with the best evidence
  tercet verify report.md a.pdf b.pdf --json     for programs
  tercet verify brief.tercet.json sources/       what became stale since the brief was exported
  tercet verify --pairs pairs.jsonl              one answer a line

Who wrote the report does not matter. Understood are [1], [1, 3-5], [^1] with its footnote, 【1†source】, [text](address), bare addresses, (file.pdf, p. 3),
(Author, 2020), [Author 2020], (Author 12) with a list, [@key], \\cite{key}, [KEY], [[note]], raised numbers, ^1^, {1}, [1: 3], \\[1\\], <cite>1</cite>,
<a href=\"file\">, [Data: Sources (1)], (Source: title), (\"Title,\" n.d.), and a line Source: file below what it is of; and lists of sources in most layouts. A source is found
among the evidence by its address, DOI or arXiv number, file name, title, or author and year; where no source has any of these, by its position in the list,
if there are as many sources as pieces of evidence (without a list, if these were named one by one). How each was found is told. No model is asked and nothing
is kept.

Verdicts: supported, partial, unsupported, contradicted, uncited; unchecked where the evidence is not at hand, which is never a pass. A claim about what two
sources disagree on is partial until its paragraph tells both sides, each cited and told as whose it is; so are two sentences of a report that contradict each
other. A mark inside a sentence belongs to the clause before it or, in \"according to [1]\" and \"[1] says\", to the one behind it; each clause is held
against its own marks. A mark at the end of a paragraph that has no other is asked for its other sentences too. With a sidecar beside the report a claim whose evidence changed is stale. Its verdicts are not believed: every claim is checked, and
where the sidecar says something else, that is told.

--json: {claims: [{text, section, line, citations, verdict, reason, score, evidence: {document, title, uri, page, span, quote}, conflict: {kind, document,
title, uri, page, span, quote}, documents, multi_source, stale, was, now, edited}], summary, sources, documents, refused, warnings}. `documents` of a claim counts distinct texts; `multi_source` says that the neighbour
of a cited number is cited too; `was` is what the sidecar says of a claim, `now` what it is today.
--pairs: {\"id\", \"verdict\", \"score\", \"reason\"} for each line, in order; {\"id\", \"error\", \"line\"} for a line that cannot be used.

Exit status: 0 no claim failed; 1 some claim is unsupported, contradicted, uncited, unchecked or stale (with --pairs: some line could not be used); 2 usage;
3 the report, or all of the evidence, could not be read.";

/// One claim of the answer.
#[derive(Debug, Clone, PartialEq, Default)]
struct Row {
    text: String,
    bare: String,
    section: String,
    /// Line of the report; `None` where only the sidecar is at hand.
    line: Option<usize>,
    citations: Vec<u32>,
    /// What the one mark cites that closes its paragraph, where it cites nothing itself.
    closing: Vec<u32>,
    unresolved: Vec<String>,
    /// What it calls sources that it does not cite by number, and its clauses with what each cites.
    called: Vec<(u32, String)>,
    clauses: Vec<Clause>,
    /// The pages of its one source that it names.
    pages: Option<RangeInclusive<u32>>,
    verdict: Verdict,
    reason: String,
    /// Support from 0 to 1; `None` where a document of the sidecar is not at hand.
    score: Option<f32>,
    evidence: Option<Found>,
    /// What another source says on it [V3].
    conflict: Option<Disputed>,
    /// The paragraph that it stands in; `None` where only the sidecar is at hand.
    paragraph: Option<Arc<str>>,
    /// The sentence of it that names what the claim calls `it` or `they`.
    antecedent: Option<String>,
    /// Distinct texts that it cites [C4].
    documents: usize,
    /// What it rested on is gone.
    stale: bool,
    /// Not in the sidecar: it was written or changed since.
    edited: bool,
    /// The sidecar's verdict, and today's, where there is a sidecar.
    was: Option<Verdict>,
    now: Option<Verdict>,
}

impl Row {
    fn of(claim: &ReportClaim) -> Self {
        Self {
            text: shortened(&claim.text),
            bare: claim.bare.clone(),
            section: claim.section.clone(),
            line: Some(claim.line),
            citations: claim.citations.clone(),
            closing: claim.closing.clone(),
            unresolved: claim.unresolved.clone(),
            called: claim.called.clone(),
            clauses: claim.clauses.clone(),
            pages: pages::named(&claim.text).filter(|_| claim.citations.len() == 1),
            paragraph: Some(Arc::clone(&claim.paragraph)),
            antecedent: claim.antecedent.clone(),
            ..Self::default()
        }
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            bare: &self.bare,
            citations: &self.citations,
            closing: &self.closing,
            unresolved: &self.unresolved,
            called: &self.called,
            clauses: &self.clauses,
            pages: self.pages.as_ref(),
            paragraph: self.paragraph.as_deref(),
            antecedent: self.antecedent.as_deref(),
        }
    }

    fn take(&mut self, judged: Judged) {
        if judged.is_by_closing {
            self.citations = std::mem::take(&mut self.closing);
        }
        self.verdict = judged.verdict;
        self.reason = judged.reason;
        self.score = Some(judged.score);
        self.evidence = judged.evidence;
        self.conflict = judged.conflict;
    }

    /// What is told of it: the word of its verdict, or that it is stale.
    fn word(&self) -> &'static str {
        if self.stale {
            "stale"
        } else {
            self.verdict.name()
        }
    }

    /// Whether a sidecar says something else of it though its evidence still stands.
    fn differs(&self) -> bool {
        let is_other = |was| was != self.verdict && was != Verdict::Unchecked;
        !self.stale && self.verdict != Verdict::Unchecked && self.was.is_some_and(is_other)
    }

    fn fails(&self) -> bool {
        self.stale || !matches!(self.verdict, Verdict::Supported | Verdict::Partial)
    }
}

/// The whole text of a claim, unless it is none: a megabyte without the end of a sentence need not be told back.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 20_000;
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(1000).collect();
    short.push('…');
    short
}

/// All that is told of a report.
struct Answer {
    name: String,
    rows: Vec<Row>,
    sources: Vec<(crate::report::Source, Match)>,
    material: Material,
    warnings: Vec<String>,
    /// The sidecar that was checked against the evidence.
    sidecar: Option<PathBuf>,
    /// Claims of the sidecar that the report no longer has.
    removed: usize,
}

pub(super) fn verify(config: Config, asked: &Verification) -> Result<u8> {
    if let Some(pairs) = &asked.pairs {
        return pairs::answer(pairs, Question::Support);
    }
    let Some(file) = &asked.file else {
        return Err(
            Usage("there is no report. Try: tercet verify report.md sources/".into()).into(),
        );
    };
    if asked.evidence.is_empty() {
        let why = format!(
            "there is no evidence to check against. Try: tercet verify {} sources/",
            file.display()
        );
        return Err(Usage(why).into());
    }
    let is_input = file.as_os_str() == "-";
    if is_input && asked.evidence.iter().any(|evidence| evidence == "-") {
        let why = "standard input can be the report or evidence, not both";
        return Err(Usage(why.into()).into());
    }
    if asked.sidecar && (is_input || is_exported_json(file)) {
        let why = "--sidecar needs the report as a file, beside which the sidecar is written";
        return Err(Usage(why.into()).into());
    }
    let no_color = config.screen.no_color;
    let reader = open::setup(config)?.reader;
    let (report_path, sidecar_path) = places(file);
    let sidecar = match &sidecar_path {
        Some(path) if !asked.fresh => read_sidecar(path)?,
        _ => None,
    };
    let report = match &report_path {
        Some(path) => Some(read_report(&reader, path)?),
        None => None,
    };
    if report.is_none() && sidecar.is_none() {
        return Err(eyre!("there is no report beside {}", file.display()));
    }
    let except: Vec<PathBuf> = report_path.iter().chain(&sidecar_path).cloned().collect();
    let material = Material::read(&reader, &asked.evidence, &except);
    material.tell();
    if material.documents.is_empty() {
        return Err(eyre!(
            "none of the evidence could be read: there is nothing to check against"
        ));
    }
    let answer = checked(file, report, sidecar.as_ref(), material);
    let answer = Answer {
        sidecar: sidecar.and(sidecar_path.clone()),
        ..answer
    };
    let told = if asked.json {
        told::as_json(&answer)
    } else {
        told::as_text(&answer, told::Style::of_output(no_color))
    };
    output::print(&told)?;
    if let Some(path) = sidecar_path.filter(|_| asked.sidecar) {
        write_file(&path, &answer.as_sidecar().to_json(), true)?;
        output::progress(&format!("wrote {}", path.display()));
    }
    Ok(if answer.rows.iter().any(Row::fails) {
        CHECKS_FAILED
    } else {
        DONE
    })
}

/// Where the report and its sidecar are, given either. A report need not have a sidecar, nor a sidecar its report any more.
fn places(file: &Path) -> (Option<PathBuf>, Option<PathBuf>) {
    let name = file.to_string_lossy();
    if let Some(stem) = name.strip_suffix(SIDECAR) {
        let report = ["md", "markdown", "txt"]
            .iter()
            .map(|extension| PathBuf::from(format!("{stem}.{extension}")))
            .find(|path| path.is_file());
        return (report, Some(file.to_owned()));
    }
    if is_exported_json(file) {
        return (None, Some(file.to_owned()));
    }
    let sidecar = (name != "-").then(|| sidecar_path(file));
    (Some(file.to_owned()), sidecar)
}

/// Whether a file is a brief that was exported as JSON, which holds what its sidecar would.
fn is_exported_json(path: &Path) -> bool {
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    is_json && matches!(read_sidecar(path), Ok(Some(_)))
}

fn read_sidecar(path: &Path) -> Result<Option<Sidecar>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(error).wrap_err_with(|| format!("cannot read {}", path.display()));
        }
    };
    let sidecar: Sidecar = serde_json::from_str(&text).wrap_err_with(|| {
        format!(
            "{} is not a Tercet sidecar; use --fresh to check without it",
            path.display()
        )
    })?;
    if sidecar.tercet_sidecar > SIDECAR_VERSION {
        return Err(eyre!(
            "{} was written by a newer Tercet; --fresh checks without it",
            path.display()
        ));
    }
    Ok(Some(sidecar))
}

fn read_report(reader: &Reader, path: &Path) -> Result<Report> {
    Ok(Report::read(&read_text(reader, path)?))
}

/// The text of a report.
pub(super) fn read_text(reader: &Reader, path: &Path) -> Result<String> {
    let source = match expand(&[path]).into_iter().next() {
        Some(source) if !path.is_dir() => source,
        _ => {
            return Err(eyre!(
                "{} is a folder; name the report file",
                path.display()
            ));
        }
    };
    source
        .and_then(|source| reader.written(&source))
        .map_err(|refused| eyre!("{}: {}", refused.source, refused.reason))
}

/// A report's claims with what was found for them, and the documents that its numbers mean.
pub(super) struct CheckedClaims {
    pub(super) claims: Vec<CheckedClaim>,
    pub(super) sources: BTreeMap<u32, Vec<usize>>,
}

/// One claim with what was found for it.
pub(super) struct CheckedClaim {
    pub(super) text: String,
    pub(super) section: String,
    pub(super) citations: Vec<u32>,
    pub(super) verdict: Verdict,
    pub(super) reason: String,
    pub(super) evidence: Option<Found>,
}

/// Checks every claim of a report.
pub(super) fn checked_claims(report: &mut Report, material: &Material) -> CheckedClaims {
    let matches = matching::matches(report, material);
    let known = known(report, &matches);
    let sources = known
        .iter()
        .map(|(number, known)| (*number, known.documents.clone()))
        .collect();
    let judge = Judge::new(material, known, report.last_written);
    let claim = |row: Row| CheckedClaim {
        text: row.text,
        section: row.section,
        citations: row.citations,
        verdict: row.verdict,
        reason: row.reason,
        evidence: row.evidence,
    };
    CheckedClaims {
        claims: fresh(report, &judge).into_iter().map(claim).collect(),
        sources,
    }
}

fn checked(
    file: &Path,
    mut report: Option<Report>,
    sidecar: Option<&Sidecar>,
    material: Material,
) -> Answer {
    let mut matches = report
        .as_mut()
        .map(|report| matching::matches(report, &material))
        .unwrap_or_default();
    if let (Some(report), Some(sidecar)) = (&report, sidecar) {
        recheck::find_by_text(sidecar, report, &material, &mut matches);
    }
    let known = match (&report, sidecar) {
        (Some(report), _) => known(report, &matches),
        (None, Some(sidecar)) => recheck::known(sidecar, &material),
        (None, None) => BTreeMap::new(),
    };
    let last_written = match &report {
        Some(report) => report.last_written,
        None => known.keys().next_back().copied().unwrap_or(0),
    };
    let judge = Judge::new(&material, known, last_written);
    let rows = match (&report, sidecar) {
        (report, Some(sidecar)) => recheck::rows(sidecar, report.as_ref(), &judge, &material),
        (Some(report), None) => fresh(report, &judge),
        (None, None) => Vec::new(),
    };
    let removed = sidecar.map_or(0, |sidecar| {
        let kept = rows.iter().filter(|row| !row.edited).count();
        sidecar.claims.len().saturating_sub(kept)
    });
    let (sources, warnings) = match report {
        Some(report) => (
            report.sources.into_iter().zip(matches).collect(),
            report.warnings,
        ),
        None => (Vec::new(), Vec::new()),
    };
    Answer {
        name: file.display().to_string(),
        rows,
        sources,
        material,
        warnings,
        sidecar: None,
        removed,
    }
}

fn fresh(report: &Report, judge: &Judge<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = report.claims.iter().map(Row::of).collect();
    let asked: Vec<Asked<'_>> = rows.iter().map(Row::asked).collect();
    let all: Vec<usize> = (0..asked.len()).collect();
    let judged = judge.judge(&asked, &all);
    for (row, judged) in rows.iter_mut().zip(judged) {
        row.take(judged);
        row.documents = judge.distinct(&row.citations);
    }
    rows
}

/// What the numbers of a report mean.
fn known(report: &Report, matches: &[Match]) -> BTreeMap<u32, Known> {
    let one = |(source, found): (&crate::report::Source, &Match)| {
        let name = match source.title.as_str() {
            "" => format!("[{}]", source.number),
            title => format!("[{}] {title}", source.number),
        };
        let missing = match &found.refused {
            Some(why) => format!("{name} could not be read ({why})"),
            None if source.text.is_empty() => format!("no list says what {name} is"),
            None => format!("{name} is not in the evidence"),
        };
        let documents = found.documents.clone();
        (source.number, Known { documents, missing })
    };
    report.sources.iter().zip(matches).map(one).collect()
}

impl Answer {
    /// What was found, to be checked against the evidence later.
    fn as_sidecar(&self) -> Sidecar {
        let documents = self.material.documents.iter().enumerate();
        let numbers_of = |at: usize| {
            let cited = self.sources.iter();
            cited
                .filter(|(_, found)| found.documents.contains(&at))
                .map(|(source, _)| source.number)
                .collect()
        };
        let claim = |row: &Row| SidecarClaim {
            section: row.section.clone(),
            text: row.text.clone(),
            citations: row.citations.clone(),
            several_sources: row.documents > 1,
            multi_source: citation::has_neighbours(&row.citations),
            verdict: row.verdict,
            reason: row.reason.clone(),
            evidence: row.evidence.as_ref().and_then(|found| {
                Some(SidecarEvidence {
                    document: self
                        .material
                        .documents
                        .get(found.document)?
                        .read
                        .hash
                        .clone(),
                    page: found.page,
                    span: (found.span.start, found.span.end),
                    quote: found.quote.clone(),
                })
            }),
        };
        Sidecar {
            tercet_sidecar: SIDECAR_VERSION,
            question: String::new(),
            documents: documents
                .map(|(at, held)| SidecarDocument {
                    numbers: numbers_of(at),
                    title: held.read.title.clone(),
                    uri: held.read.uri.clone(),
                    hash: held.read.hash.clone(),
                })
                .collect(),
            claims: self.rows.iter().map(claim).collect(),
        }
    }
}
