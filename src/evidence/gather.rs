//! Findings grouped into the documents that they were taken from: by address, else by the name of their source, else the findings file itself.

use std::collections::{HashMap, HashSet};

use super::ReadDocument;
use super::address;
use super::body::Body;
use super::findings::{Finding, FindingSource, Findings};
use super::problem::Problem;
use super::reading::{Place, Reading, hash, kept};
use crate::clean;
use crate::study::{DocumentKind, counted};

pub(super) fn documents(findings: Findings, place: &Place) -> Result<Vec<ReadDocument>, Problem> {
    let Findings {
        list,
        query,
        facts,
        warnings,
    } = findings;
    let mut order: Vec<FindingSource> = Vec::new();
    let mut groups: HashMap<FindingSource, Vec<Finding>> = HashMap::new();
    for finding in list {
        let group = groups.entry(finding.source.clone()).or_default();
        if group.is_empty() {
            order.push(finding.source.clone());
        }
        group.push(finding);
    }
    // What the object around the findings is called.
    let said = ["title", "name", "topic"]
        .iter()
        .find_map(|name| facts.get(*name).cloned());
    let mut documents = Vec::new();
    for source in order {
        let group = groups.remove(&source).unwrap_or_default();
        let own = common_title(&group)
            .or(query.as_deref())
            .or(said.as_deref());
        let place = place_of(&source, place, own);
        match reading(&source, group, &place).finish(DocumentKind::Findings, &place) {
            Ok(document) => documents.push(document),
            Err(Problem::NoText) => {}
            Err(problem) => return Err(problem),
        }
    }
    let Some(first) = documents.first_mut() else {
        return Err(Problem::NoText);
    };
    for (name, value) in kept(facts) {
        first.metadata.entry(name).or_insert(value);
    }
    let own = std::mem::replace(&mut first.warnings, warnings);
    first.warnings.extend(own);
    Ok(documents)
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

fn reading(source: &FindingSource, group: Vec<Finding>, place: &Place) -> Reading {
    let first = |field: fn(&Finding) -> &Option<String>| {
        group.iter().find_map(|finding| field(finding).clone())
    };
    let named = *source != FindingSource::Unnamed;
    let title = first(|finding| &finding.title)
        .filter(|_| named)
        .unwrap_or_else(|| place.name.clone());
    let mut reading = Reading {
        author: first(|finding| &finding.author),
        site: first(|finding| &finding.site),
        date: first(|finding| &finding.date),
        language: first(|finding| &finding.language),
        origin: group.iter().find_map(|finding| finding.origin),
        ..Reading::default()
    };
    if let FindingSource::Address(address) = source {
        reading.origin = reading.origin.or_else(|| Some(address::origin(address)));
        reading.site = reading.site.or_else(|| address::site(address));
    }
    // A page 0 tells that the tool counts from 0.
    let from_zero = u32::from(group.iter().any(|finding| finding.page == Some(0)));
    let mut seen = HashSet::new();
    let mut copies = 0;
    for finding in group {
        if !seen.insert(hash(&finding.text)) {
            copies += 1;
            continue;
        }
        let page = finding.page.map(|page| page.saturating_add(from_zero));
        add(&mut reading.body, &title, finding, page);
    }
    if copies > 0 {
        let verb = if copies == 1 { "was" } else { "were" };
        reading.warnings.push(format!(
            "{} {verb} left out as exact copies",
            counted(copies, "finding")
        ));
    }
    reading.title = Some(title);
    reading
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
    use super::super::findings;
    use super::super::format::Format;
    use super::*;
    use crate::study::Origin;

    fn read(lines: &str) -> Vec<ReadDocument> {
        let place = Place {
            uri: "/data/found.jsonl".to_owned(),
            name: "found".to_owned(),
        };
        documents(
            findings::read(lines.as_bytes(), Format::JsonLines).unwrap(),
            &place,
        )
        .unwrap()
    }

    #[test]
    fn findings_without_a_source_are_called_what_they_or_their_tool_call_them() {
        let title = |file: &str| read(file)[0].title.clone();
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
                    "/data/found.jsonl",
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
        assert_eq!(first.warnings, ["1 finding was left out as exact copies"]);
        assert_eq!(first.site.as_deref(), Some("example.org"));
    }

    #[test]
    fn the_titles_of_findings_without_a_source_are_their_headings() {
        let documents = read(
            "{\"text\":\"One.\",\"title\":\"Costs\"}\n{\"text\":\"Two.\"}\n{\"text\":\"Three.\",\"title\":\"Range\"}",
        );
        let headings: Vec<_> = documents
            .iter()
            .flat_map(|document| &document.passages)
            .map(|passage| passage.headings.join("/"))
            .collect();
        assert_eq!(headings, ["Costs", "", "Range"]);
    }
}
