//! Findings grouped into the documents that they were taken from: by address, else by the name of their source, else the findings file itself.
//!
//! Documents are made one after another, each out of its findings, and handed on in portions. A source of which a file has more findings than one document
//! should hold becomes several, so that none takes long to be stored.

use std::collections::HashSet;

use super::address;
use super::body::Body;
use super::findings::{self, Finding, FindingSource, Findings, Spot};
use super::problem::Problem;
use super::read::{CHANGED, Portion, Stop};
use super::reading::{Place, Reading, digest, kept};
use crate::clean;
use crate::study::{DocumentKind, Origin, PART_OF, ReadDocument, counted};

/// Bytes of JSON whose findings become one document, unless a single one has more.
const LARGEST: u64 = 2 << 20;
/// Bytes of JSON and documents of a portion, unless a single document has more.
const PORTION: u64 = 1 << 20;
const MOST_DOCUMENTS: usize = 250;

/// Makes the documents of a file at `place`, until `take` wants no more or it is told to stop.
pub(super) fn documents(
    mut findings: Findings<'_>,
    place: &Place,
    stop: &Stop,
    take: &mut dyn FnMut(Portion) -> bool,
) -> Result<(), Problem> {
    let mut spots = std::mem::take(&mut findings.spots);
    // In the order in which sources are first named, and of each in that of the file.
    spots.sort_by_key(|(source, _)| *source);
    // What findings without a source are called together, where they have no title in common: what was asked, or what the object around them is called.
    let own = findings.query.clone().or_else(|| {
        let mut names = ["title", "name", "topic"].iter();
        names.find_map(|name| findings.facts.get(*name).cloned())
    });
    let (mut portion, mut bytes) = (Portion::default(), 0);
    let mut made = 0_usize;
    let mut is_changed = false;
    let mut room = Vec::new();
    for of_source in spots.chunk_by(|(one, _), (other, _)| one == other) {
        let mut group = None;
        let is_cut = parts(of_source).nth(1).is_some();
        for part in parts(of_source) {
            if stop.is_asked() {
                return Err(Problem::Stopped);
            }
            let mut list: Vec<Finding> = part
                .iter()
                .filter_map(|(_, spot)| findings.take(*spot, &mut room))
                .collect();
            let Some(first) = list.first() else {
                is_changed = true;
                continue;
            };
            let group = group.get_or_insert_with(|| {
                let own = common_title(&list).or(own.as_deref());
                let mut group = Group::new(first.source.clone(), place, own, is_cut);
                if first.source == FindingSource::Unnamed {
                    group.around = Some(findings::around(&findings.facts));
                }
                group
            });
            list.retain(|finding| finding.source == group.source);
            is_changed |= list.len() < part.len();
            let Some(mut document) = group.document(list)? else {
                continue;
            };
            if made == 0 {
                of_the_file(&mut findings, &mut document);
            }
            made += 1;
            let size = part.iter().map(|(_, spot)| spot.size()).sum::<u64>();
            let is_full = bytes + size > PORTION || portion.documents.len() >= MOST_DOCUMENTS;
            if is_full && !portion.documents.is_empty() {
                bytes = 0;
                if !take(std::mem::take(&mut portion)) {
                    return Err(Problem::Stopped);
                }
            }
            bytes += size;
            portion.documents.push(document);
        }
    }
    if let Some(last) = portion.documents.last_mut().filter(|_| is_changed) {
        last.warnings.push(CHANGED.to_owned());
    }
    if made == 0 {
        return Err(Problem::NoText);
    }
    portion.is_last = true;
    take(portion);
    Ok(())
}

/// What the file says besides its findings goes with its first document.
fn of_the_file(findings: &mut Findings<'_>, first: &mut ReadDocument) {
    for (name, value) in kept(std::mem::take(&mut findings.facts)) {
        first.metadata.entry(name).or_insert(value);
    }
    first
        .warnings
        .splice(..0, std::mem::take(&mut findings.warnings));
}

/// The findings of a source, cut where there are too many for one document.
fn parts(spots: &[(u32, Spot)]) -> impl Iterator<Item = &[(u32, Spot)]> {
    let mut rest = spots;
    std::iter::from_fn(move || {
        let mut size = 0;
        let fitting = rest.iter().take_while(|(_, spot)| {
            size += spot.size();
            size <= LARGEST
        });
        let count = fitting.count().max(1).min(rest.len());
        let (part, after) = rest.split_at(count);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// A source, and what its findings said of it so far.
struct Group {
    source: FindingSource,
    place: Place,
    /// Whether it becomes several documents, which are one source all the same.
    is_cut: bool,
    /// How many documents were made of it.
    parts: usize,
    said: Said,
    /// What the object around the findings says of them, where they are the file's own: it counts where they leave something open.
    around: Option<Finding>,
    /// Short hashes of their texts.
    seen: HashSet<u64>,
}

#[derive(Default)]
struct Said {
    title: Option<String>,
    author: Option<String>,
    site: Option<String>,
    date: Option<String>,
    language: Option<String>,
    origin: Option<Origin>,
    /// A page 0 tells that the tool counts from 0.
    counts_from_zero: bool,
}

impl Said {
    /// What is said first counts.
    fn hear(&mut self, finding: &Finding) {
        for (known, said) in [
            (&mut self.title, &finding.title),
            (&mut self.author, &finding.author),
            (&mut self.site, &finding.site),
            (&mut self.date, &finding.date),
            (&mut self.language, &finding.language),
        ] {
            if known.is_none() {
                known.clone_from(said);
            }
        }
        self.origin = self.origin.or(finding.origin);
        self.counts_from_zero |= finding.page == Some(0);
    }
}

impl Group {
    fn new(source: FindingSource, file: &Place, own: Option<&str>, is_cut: bool) -> Self {
        Self {
            place: place_of(&source, file, own),
            source,
            is_cut,
            parts: 0,
            said: Said::default(),
            around: None,
            seen: HashSet::new(),
        }
    }

    /// The next document, if the findings hold any text that is new.
    fn document(&mut self, list: Vec<Finding>) -> Result<Option<ReadDocument>, Problem> {
        self.parts += 1;
        let reading = self.reading(list);
        match reading.finish(DocumentKind::Findings, &self.place_of_part()) {
            Ok(document) => Ok(Some(document)),
            Err(Problem::NoText) => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// Findings about one address stay at this address; of what has no address, parts are told apart.
    fn place_of_part(&self) -> Place {
        let Place { uri, name } = self.place.clone();
        if self.parts == 1 {
            return Place { uri, name };
        }
        Place {
            uri: match self.source {
                FindingSource::Address(_) => uri,
                FindingSource::Named(_) => format!("{uri} (part {})", self.parts),
                FindingSource::Unnamed => format!("{uri}#part {}", self.parts),
            },
            name: format!("{name} (part {})", self.parts),
        }
    }

    fn reading(&mut self, list: Vec<Finding>) -> Reading {
        for finding in list.iter().chain(self.around.take().as_ref()) {
            self.said.hear(finding);
        }
        let said = &self.said;
        let named = self.source != FindingSource::Unnamed;
        let title = said
            .title
            .clone()
            .filter(|_| named)
            .unwrap_or_else(|| self.place.name.clone());
        let mut reading = Reading {
            author: said.author.clone(),
            site: said.site.clone(),
            date: said.date.clone(),
            language: said.language.clone(),
            origin: said.origin,
            ..Reading::default()
        };
        if self.is_cut {
            reading
                .metadata
                .insert(PART_OF.to_owned(), self.place.uri.clone());
        }
        if let FindingSource::Address(address) = &self.source {
            reading.origin = reading.origin.or_else(|| Some(address::origin(address)));
            reading.site = reading.site.or_else(|| address::site(address));
        }
        let first_page = u32::from(said.counts_from_zero);
        let mut copies = 0;
        for finding in list {
            if !self.seen.insert(short_hash(&finding.text)) {
                copies += 1;
                continue;
            }
            let page = finding.page.map(|page| page.saturating_add(first_page));
            add(&mut reading.body, &title, finding, page);
        }
        if copies > 0 {
            let (verb, what) = match copies {
                1 => ("was", "an exact copy"),
                _ => ("were", "exact copies"),
            };
            reading.warnings.push(format!(
                "{} {verb} left out as {what}",
                counted(copies, "finding")
            ));
        }
        reading.title = Some(match self.parts {
            1 => title,
            part => format!("{title} (part {part})"),
        });
        reading
    }
}

/// Enough of the hash of a text to tell it from a million others.
fn short_hash(text: &str) -> u64 {
    let digest = digest(text);
    digest
        .iter()
        .take(8)
        .fold(0, |short, byte| short << 8 | u64::from(*byte))
}

/// The title that all of these findings have.
fn common_title(group: &[Finding]) -> Option<&str> {
    let (first, rest) = group.split_first()?;
    let title = first.title.as_deref()?;
    let is_common = rest
        .iter()
        .all(|other| other.title.as_deref() == Some(title));
    is_common.then_some(title)
}

/// `own` is what findings without a source are called together.
fn place_of(source: &FindingSource, file: &Place, own: Option<&str>) -> Place {
    match source {
        FindingSource::Address(address) => Place {
            uri: clean::line(address, usize::MAX),
            name: address::title(address),
        },
        FindingSource::Named(name) => {
            let name = clean::line(name, 300);
            let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
            Place {
                uri: format!("{}#{name}", file.uri),
                name: if last.is_empty() {
                    name.clone()
                } else {
                    last.to_owned()
                },
            }
        }
        FindingSource::Unnamed => Place {
            uri: file.uri.clone(),
            name: own.map_or_else(|| file.name.clone(), |own| clean::line(own, 300)),
        },
    }
}

/// A finding under its own title, where that is not the document's.
fn add(body: &mut Body, title: &str, finding: Finding, page: Option<u32>) {
    match finding.title.as_deref().filter(|own| *own != title) {
        Some(own) => body.heading(1, own),
        None => body.close_sections(),
    }
    body.page(page);
    body.finding(&finding.text, finding.from_graph, kept(finding.facts));
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::findings;
    use super::super::format::Format;
    use super::*;
    use crate::study::Origin;

    fn read(lines: &str, expected: usize) -> Vec<ReadDocument> {
        let place = Place {
            uri: "/data/found.jsonl".to_owned(),
            name: "found".to_owned(),
        };
        let stop = Stop::default();
        let text = findings::Text::held(lines.as_bytes().into());
        let found = findings::look_through(text, Format::JsonLines, &stop).unwrap();
        let mut read = Vec::new();
        let mut portions = 0;
        documents(found, &place, &stop, &mut |portion| {
            portions += 1;
            read.extend(portion.documents);
            assert_eq!(portion.is_last, portions == expected);
            true
        })
        .unwrap();
        assert_eq!(portions, expected);
        read
    }

    #[test]
    fn a_report_in_parts_keeps_who_wrote_it_and_when() {
        let report = r#"{"title":"Noise","author":"K. Brandt","published":"2025-09-14","origin":"internal","results":[{"heading":"Levels","text":"At the school it was 47 dB."}]}"#;
        let noise = &read(report, 1)[0];
        assert_eq!(noise.author.as_deref(), Some("K. Brandt"));
        assert_eq!(noise.date.as_deref(), Some("2025-09-14"));
        assert_eq!(noise.origin, Origin::Internal);
        let cited = r#"{"author":"K. Brandt","date":"2025-09-14","findings":[{"text":"It was 47 dB.","url":"https://e.org/a"}]}"#;
        let page = &read(cited, 1)[0];
        assert_eq!((page.author.as_deref(), page.date.as_deref()), (None, None));
    }

    #[test]
    fn findings_without_a_source_are_called_what_they_or_their_tool_call_them() {
        let title = |file: &str| read(file, 1)[0].title.clone();
        assert_eq!(
            title(r#"{"title":"Range in winter","summary":"It fell."}"#),
            "Range in winter"
        );
        assert_eq!(
            title(
                r#"{"title":"Range","findings":[{"text":"One."},{"text":"Two.","title":"Cold"}]}"#
            ),
            "Range"
        );
        assert_eq!(
            title(
                "{\"title\":\"Cold\",\"summary\":\"It fell.\"}\n{\"title\":\"Snow\",\"summary\":\"It rose.\"}"
            ),
            "found"
        );
    }

    #[test]
    fn findings_are_grouped_under_what_they_cite() {
        let documents = read(
            r#"{"text":"A one.","url":"https://example.org/a/","title":"Page A","page":2}
{"text":"Own one.","title":"First topic"}
{"text":"A two.","url":"https://example.org/a#part","title":"Page A","page":5}
{"text":"B one.","source":"reports/b.pdf","page":0}
{"text":"B two.","source":"reports/b.pdf","page":3,"origin":"internal"}
{"text":"a  ONE.","url":"https://example.org/a","page":9}
{"text":"C.","url":"https://arxiv.org/abs/1"}
"#,
            1,
        );
        let seen: Vec<_> = documents
            .iter()
            .map(|document| {
                let pages: Vec<_> = document
                    .passages
                    .iter()
                    .map(|passage| passage.pages)
                    .collect();
                (
                    document.title.as_str(),
                    document.uri.as_str(),
                    document.origin,
                    pages,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                (
                    "Page A",
                    "https://example.org/a",
                    Origin::Web,
                    vec![Some((2, 2)), Some((5, 5))]
                ),
                (
                    "First topic",
                    "/data/found.jsonl#First topic",
                    Origin::General,
                    vec![None]
                ),
                (
                    "b.pdf",
                    "/data/found.jsonl#reports/b.pdf",
                    Origin::Internal,
                    vec![Some((1, 1)), Some((4, 4))]
                ),
                (
                    "arxiv.org/abs/1",
                    "https://arxiv.org/abs/1",
                    Origin::Academic,
                    vec![None]
                ),
            ]
        );
        let first = documents.first().unwrap();
        assert_eq!(first.warnings, ["1 finding was left out as an exact copy"]);
        assert_eq!(first.site.as_deref(), Some("example.org"));
    }

    #[test]
    fn findings_with_titles_and_without_an_address_are_of_different_sources() {
        let documents = read(
            "{\"text\":\"The quota fell to 12 tonnes.\",\"title\":\"Ministry note\"}\n{\"text\":\"It fell to 18 tonnes.\",\"title\":\"Union paper\"}",
            1,
        );
        let titles: Vec<_> = documents.iter().map(|document| &document.title).collect();
        assert_eq!(titles, ["Ministry note", "Union paper"]);
    }

    #[test]
    fn the_topics_of_findings_without_a_source_are_their_headings() {
        let documents = read(
            "{\"text\":\"One.\",\"topic\":\"Costs\"}\n{\"text\":\"Two.\"}\n{\"text\":\"Three.\",\"topic\":\"Range\"}",
            1,
        );
        let headings: Vec<_> = documents
            .iter()
            .flat_map(|document| &document.passages)
            .map(|passage| passage.headings.join("/"))
            .collect();
        assert_eq!(headings, ["Costs", "", "Range"]);
    }

    #[test]
    fn a_source_of_very_many_findings_becomes_several_documents_that_leave_nothing_out() {
        let mut lines = String::new();
        let (mut own, mut paged) = (0_usize, 0_usize);
        while (lines.len() as u64) < LARGEST * 11 / 4 {
            if own % 3 == 0 {
                let _ = writeln!(
                    lines,
                    "{{\"text\":\"Page {paged} tells of the depot.\",\"url\":\"https://example.org/a\",\"page\":{paged},\"author\":\"Sand\"}}"
                );
                paged += 1;
            }
            let filler = "and the rest of it ".repeat(20);
            let _ = writeln!(
                lines,
                "{{\"text\":\"Finding {own}, {filler}.\",\"id\":{own}}}"
            );
            own += 1;
        }
        // A copy of the first is found in the last part.
        let filler = "and the rest of it ".repeat(20);
        let _ = writeln!(lines, "{{\"text\":\"Finding 0, {filler}.\"}}");
        let documents = read(&lines, 4);
        let seen: Vec<_> = documents
            .iter()
            .map(|document| (document.title.as_str(), document.uri.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("example.org/a", "https://example.org/a"),
                ("found", "/data/found.jsonl"),
                ("found (part 2)", "/data/found.jsonl#part 2"),
                ("found (part 3)", "/data/found.jsonl#part 3"),
            ]
        );
        let wholes = documents
            .iter()
            .map(|document| document.metadata.get(PART_OF).map(String::as_str));
        let file = Some("/data/found.jsonl");
        assert!(wholes.eq([None, file, file, file]));
        let texts: HashSet<&str> = documents
            .iter()
            .flat_map(|document| &document.passages)
            .map(|passage| passage.text.as_str())
            .collect();
        assert_eq!(texts.len(), own + paged);
        assert_eq!(
            documents.last().unwrap().warnings,
            ["1 finding was left out as an exact copy"]
        );
    }

    #[test]
    fn a_file_that_is_changed_while_its_documents_are_made_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("found.jsonl");
        let lines = |sources: usize| {
            let mut lines = String::new();
            for n in 0..sources {
                let _ = writeln!(
                    lines,
                    "{{\"text\":\"Finding {n}.\",\"source\":\"s{n}.pdf\"}}"
                );
            }
            lines
        };
        std::fs::write(&path, lines(1_500)).unwrap();
        let text = findings::Text::open(&path, 1 << 20).unwrap();
        let stop = Stop::default();
        let found = findings::look_through(text, Format::JsonLines, &stop).unwrap();
        let place = Place {
            uri: "/data/found.jsonl".to_owned(),
            name: "found".to_owned(),
        };
        let mut last = None;
        let mut made = 0;
        documents(found, &place, &stop, &mut |portion| {
            made += portion.documents.len();
            last = portion.documents.into_iter().next_back();
            std::fs::write(&path, lines(1_200)).unwrap();
            true
        })
        .unwrap();
        assert_eq!(made, 1_200);
        assert_eq!(last.unwrap().warnings, [CHANGED]);
    }
}
