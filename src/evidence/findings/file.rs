//! A file of findings, value by value: an array, an object around one, or lines.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::numbers;
use super::shape::{LISTS, Object, bare, facts, finding};
use super::{Finding, Findings};
use crate::evidence::decode;
use crate::evidence::format::Format;
use crate::evidence::problem::Problem;
use crate::study::counted;

/// Objects inside objects deeper than this are no findings.
const DEEPEST: u8 = 4;
/// So many warnings of one sort are spelled out.
const SPELLED_OUT: usize = 5;
/// Facts are kept of so many findings of a file; beyond, they would cost more memory than the findings.
const MOST_WITH_FACTS: usize = 200_000;

pub(in crate::evidence) fn read(bytes: &[u8], format: Format) -> Result<Findings, Problem> {
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let decoded;
    let (bytes, warning) = if wide || bytes.contains(&0) {
        decoded = decode::text(bytes, None);
        (decoded.text.as_bytes(), decoded.warning)
    } else {
        (bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), None)
    };
    let mut read = values(bytes, format);
    let is_sound = matches!(&read, Ok(collected) if collected.skipped.is_empty());
    if !is_sound && let Some((mended, count)) = numbers::mended(bytes) {
        let again = values(&mended, format);
        if let Ok(mut again) = again {
            again.findings.warnings.push(format!(
                "{} read as missing: JSON knows neither NaN nor Infinity",
                if count == 1 {
                    "1 number was".to_owned()
                } else {
                    format!("{count} numbers were")
                }
            ));
            read = Ok(again);
        }
    }
    let mut collected = read?;
    collected.findings.warnings.extend(warning);
    let seen = collected.seen;
    let findings = collected.finish();
    if findings.list.is_empty() {
        return Err(Problem::NoFindings {
            detail: format!("{} read, none with a text", counted(seen, "object")),
        });
    }
    Ok(findings)
}

fn values(bytes: &[u8], format: Format) -> Result<Collected, Problem> {
    match format {
        Format::JsonLines => lines(bytes).or_else(|error| whole(bytes).map_err(|_| error)),
        _ => whole(bytes).or_else(|error| lines(bytes).map_err(|_| error)),
    }
}

/// The file as one JSON value: an array's elements, or an object's lists of findings, or one finding.
fn whole(bytes: &[u8]) -> Result<Collected, Problem> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode::text(bytes, None).text),
    };
    let mut collected = Collected::default();
    let mut json = serde_json::Deserializer::from_str(&text);
    let read = json
        .deserialize_any(Stream {
            collected: &mut collected,
            list: None,
        })
        .and_then(|()| json.end());
    match read {
        Ok(()) => Ok(collected),
        // A download that broke off is worth what came before, unless it is a file of lines after all.
        Err(error) if error.is_eof() && !collected.findings.list.is_empty() => {
            collected.findings.warnings.push(format!(
                "breaks off in line {}; what came before was read",
                error.line()
            ));
            Ok(collected)
        }
        Err(error) => Err(Problem::Damaged {
            kind: "JSON",
            detail: error.to_string(),
        }),
    }
}

/// The file as one JSON value a line, or an array with one element a line. A file in which most lines are broken was not meant that way.
fn lines(bytes: &[u8]) -> Result<Collected, Problem> {
    let mut collected = Collected::default();
    let (mut good, mut first_broken, mut foreign) = (0_usize, None, None);
    let mut broken = 0_usize;
    for (number, line) in (1_usize..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        let line = line.strip_suffix(b",").unwrap_or(line);
        if line.is_empty() || matches!(line, b"[" | b"]") {
            continue;
        }
        let line = if let Ok(line) = std::str::from_utf8(line) {
            Cow::Borrowed(line)
        } else {
            foreign.get_or_insert(number);
            Cow::Owned(decode::text(line, None).text)
        };
        match serde_json::from_str(&line) {
            Ok(value) => {
                good += 1;
                collected.take(&Place::Line(number), value, DEEPEST);
            }
            Err(error) => {
                broken += 1;
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                let told = format!(
                    "line {number} is not valid JSON and was skipped ({reason}, column {})",
                    error.column()
                );
                first_broken.get_or_insert_with(|| told.clone());
                collected.skip(told);
                if broken > good + 10_000 {
                    break;
                }
            }
        }
    }
    if good < broken || good == 0 {
        return Err(Problem::Damaged {
            kind: "JSON lines",
            detail: first_broken.unwrap_or_else(|| "it has no lines".to_owned()),
        });
    }
    if let Some(number) = foreign {
        collected.findings.warnings.push(format!(
            "some lines are not UTF-8 and were read as what they look like (the first: line {number})"
        ));
    }
    Ok(collected)
}

/// Where a value stands, for messages.
enum Place<'a> {
    File,
    Line(usize),
    Entry(usize),
    Inside(&'a Place<'a>, &'a str, usize),
}

impl Display for Place<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => to.write_str("the file"),
            Self::Line(number) => write!(to, "line {number}"),
            Self::Entry(number) => write!(to, "entry {number}"),
            Self::Inside(outer, list, number) => write!(to, "{outer}, {list} {number}"),
        }
    }
}

#[derive(Default)]
struct Collected {
    findings: Findings,
    /// How many values were looked at.
    seen: usize,
    skipped: Vec<String>,
    more_skipped: usize,
    facts_dropped: bool,
}

impl Collected {
    fn skip(&mut self, told: String) {
        if self.skipped.len() < SPELLED_OUT {
            self.skipped.push(told);
        } else {
            self.more_skipped += 1;
        }
    }

    fn take(&mut self, place: &Place<'_>, value: Value, depth: u8) {
        self.seen += 1;
        match value {
            Value::Object(object) => self.object(place, &object, depth),
            Value::String(text) if !text.trim().is_empty() => self.add(bare(text)),
            _ => self.skip(format!("{place} is no finding and was skipped")),
        }
    }

    fn object(&mut self, place: &Place<'_>, object: &Object, depth: u8) {
        if let Some(finding) = finding(object) {
            return self.add(finding);
        }
        let within = LISTS.iter().find_map(|name| match object.get(*name) {
            Some(value @ (Value::Array(_) | Value::Object(_))) => Some((*name, value)),
            _ => None,
        });
        match within {
            Some((name, Value::Array(items))) if depth > 0 => {
                self.around(object);
                for (at, item) in items.iter().enumerate() {
                    let place = Place::Inside(place, name, at + 1);
                    self.take(&place, item.clone(), depth - 1);
                }
            }
            Some((_, Value::Object(inner))) if depth > 0 => {
                self.around(object);
                self.object(place, inner, depth - 1);
            }
            _ => self.skip(format!("{place} has no text and was skipped")),
        }
    }

    fn add(&mut self, mut finding: Finding) {
        if self.findings.list.len() >= MOST_WITH_FACTS && !finding.facts.is_empty() {
            finding.facts.clear();
            self.facts_dropped = true;
        }
        self.findings.list.push(finding);
    }

    /// What an object says that holds findings; the first one counts.
    fn around(&mut self, object: &Object) {
        let query = object.get("query").and_then(Value::as_str);
        if self.findings.query.is_none() {
            self.findings.query = query.map(str::to_owned);
        }
        if self.findings.facts.is_empty() {
            self.findings.facts = facts(object);
        }
    }

    fn finish(mut self) -> Findings {
        let warnings = &mut self.findings.warnings;
        warnings.extend(self.skipped);
        if self.more_skipped > 0 {
            warnings.push(format!(
                "{} more skipped",
                counted(self.more_skipped, "line")
            ));
        }
        if self.facts_dropped {
            warnings.push(format!(
                "further fields (scores, relations, identifiers) were kept of the first {MOST_WITH_FACTS} findings only"
            ));
        }
        self.findings
    }
}

/// The outermost value or a list in it, whose elements are taken as they are read.
struct Stream<'a> {
    collected: &'a mut Collected,
    /// The list's name, if it is one of the outermost object.
    list: Option<&'a str>,
}

impl Stream<'_> {
    /// A value that holds nothing: an error where findings are looked for, any other field else.
    fn nothing(self) {
        if self.list.is_none() {
            self.collected.take(&Place::File, Value::Null, DEEPEST);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Stream<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Stream<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("findings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(value) = items.next_element::<Value>()? {
            number += 1;
            let place = match self.list {
                Some(list) => Place::Inside(&Place::File, list, number),
                None => Place::Entry(number),
            };
            self.collected.take(&place, value, DEEPEST);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut rest = Object::new();
        let before = self.collected.findings.list.len();
        while let Some(name) = fields.next_key::<String>()? {
            match LISTS.iter().find(|list| ***list == *name) {
                // The sources of a summary are its citations.
                Some(list) if *list != "sources" => fields.next_value_seed(Stream {
                    collected: self.collected,
                    list: Some(list),
                })?,
                _ => drop(rest.insert(name, fields.next_value()?)),
            }
        }
        if self.collected.findings.list.len() > before {
            self.collected.around(&rest);
        } else {
            self.collected
                .take(&Place::File, Value::Object(rest), DEEPEST);
        }
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        if self.list.is_none() {
            let text = Value::String(text.to_owned());
            self.collected.take(&Place::File, text, DEEPEST);
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.nothing();
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.nothing();
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.nothing();
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.nothing();
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.nothing();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::findings::FindingSource;
    use crate::study::Origin;

    fn one(json: &str) -> Finding {
        read(json.as_bytes(), Format::Json).unwrap().list.remove(0)
    }

    #[test]
    fn every_accepted_shape_is_understood() {
        let full = one(
            r#"[{"id":"f1","text":"Range fell.","title":"Pilot","url":"https://example.org/a?utm_source=x","page":3,"score":0.9,"origin":"academic","citations":[],"relations":[]}]"#,
        );
        assert_eq!(
            (full.text.as_str(), full.page, full.origin),
            ("Range fell.", Some(3), Some(Origin::Academic))
        );
        assert_eq!(
            full.source,
            FindingSource::Address("https://example.org/a".to_owned())
        );

        let subtopic = one(
            r#"{"title":"Range","summary":"It falls in winter.","citations":["https://example.org/b",{"url":"https://example.org/b#x"}]}"#,
        );
        assert_eq!(
            subtopic.source,
            FindingSource::Address("https://example.org/b".to_owned())
        );
        assert_eq!(subtopic.title.as_deref(), Some("Range"));

        let document = one(
            r#"{"page_content":"Costs rose.","metadata":{"source":"cost.pdf","page":7,"title":"Costs"}}"#,
        );
        assert_eq!(document.source, FindingSource::Named("cost.pdf".to_owned()));
        assert_eq!(
            (document.title.as_deref(), document.page),
            (Some("Costs"), Some(7))
        );

        let graph = one(
            r#"{"chunk_id":"c9","doc_id":"grid","text":"Depot requires substation.","score":1,"source":"graph"}"#,
        );
        assert!(graph.from_graph);
        assert_eq!(graph.source, FindingSource::Named("grid".to_owned()));

        let chunk = one(r#"{"chunk_id":4,"doc_id":"memo-7","text":"Short.","source":"vector"}"#);
        assert_eq!(
            (chunk.from_graph, chunk.source),
            (false, FindingSource::Named("memo-7".to_owned()))
        );

        let transcript = read(
            br#"{"query":"Buses?","observations":["First.",{"content":"Second.","url":"doi:10.1000/x"}],"final_output":"Not evidence."}"#,
            Format::Json,
        )
        .unwrap();
        assert_eq!(transcript.query.as_deref(), Some("Buses?"));
        let texts: Vec<_> = transcript
            .list
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        assert_eq!(texts, ["First.", "Second."]);
    }

    #[test]
    fn a_broken_line_is_reported_with_its_number_and_the_rest_is_read() {
        let lines =
            "{\"text\":\"One.\"}\n\n{\"text\": broken}\n{\"text\":\"Two.\"}\n42\n{\"score\":1}\n";
        let findings = read(lines.as_bytes(), Format::JsonLines).unwrap();
        assert_eq!(findings.list.len(), 2);
        assert_eq!(
            findings.warnings,
            [
                "line 3 is not valid JSON and was skipped (expected value, column 10)",
                "line 5 is no finding and was skipped",
                "line 6 has no text and was skipped",
            ]
        );
    }

    #[test]
    fn numbers_that_json_does_not_know_cost_no_finding() {
        let told = "2 numbers were read as missing: JSON knows neither NaN nor Infinity";
        let array = br#"[{"text":"One is NaN, and \"NaN\" too.","score":NaN},{"text":"Two.","score":-Infinity}]"#;
        let found = read(array, Format::Json).unwrap();
        let texts: Vec<&str> = found
            .list
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        assert_eq!(texts, ["One is NaN, and \"NaN\" too.", "Two."]);
        assert_eq!(found.warnings, [told]);
        let lines = b"{\"text\":\"One.\",\"score\":NaN}\n{\"text\":\"Two.\",\"score\":[1,Infinity]}\n{\"text\": broken}\n";
        let found = read(lines, Format::JsonLines).unwrap();
        assert_eq!(found.list.len(), 2);
        assert!(
            found.warnings.iter().any(|warning| warning == told),
            "{:?}",
            found.warnings
        );
        assert!(
            found
                .warnings
                .iter()
                .any(|warning| warning.starts_with("line 3 is not valid JSON"))
        );
    }

    #[test]
    fn what_has_no_place_of_its_own_is_kept_as_a_fact() {
        let finding = one(
            r#"[{"id":"f1","text":"One.","score":0.5,"metadata":{"source":"a.pdf","mood":"good"},"relations":[["a","requires","b"]],"none":null}]"#,
        );
        let facts: Vec<_> = finding
            .facts
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(
            facts,
            [
                "id=f1",
                "mood=good",
                "relations=[[\"a\",\"requires\",\"b\"]]",
                "score=0.5"
            ]
        );
        let many: Vec<String> = (0..1000)
            .map(|n| format!("[\"a{n}\",\"requires\",\"b\"]"))
            .collect();
        let finding = one(&format!(
            r#"[{{"text":"One.","relations":[{}]}}]"#,
            many.join(",")
        ));
        let relations = &finding.facts["relations"];
        assert!(relations.len() < 1100 && serde_json::from_str::<Value>(relations).is_ok());
    }

    #[test]
    fn findings_are_found_wherever_a_tool_puts_them() {
        for json in [
            r#"{"results":[{"content":"One."},{"content":"Two."}],"answer":"x"}"#,
            r#"{"data":{"documents":[{"page_content":"One."},{"page_content":"Two."}]}}"#,
            r#"{"hits":{"hits":[{"_source":{"text":"One."}},{"_source":{"text":"Two."}}]}}"#,
            r#"[{"query":"q","observations":["One."]},{"observations":["Two."]}]"#,
            "[\n{\"text\":\"One.\"},\n{\"text\": bad},\n{\"text\":\"Two.\"}\n]",
            "{\"text\":\"One.\"}\n{\"text\":\"Two.\"}\n",
        ] {
            let findings = read(json.as_bytes(), Format::Json).unwrap();
            let texts: Vec<_> = findings
                .list
                .iter()
                .map(|finding| finding.text.as_str())
                .collect();
            assert_eq!(texts, ["One.", "Two."], "{json}");
        }
        let cut = read(br#"[{"text":"One."},{"text":"Two."},{"te"#, Format::Json).unwrap();
        assert_eq!(cut.list.len(), 2);
        assert_eq!(
            cut.warnings,
            ["breaks off in line 1; what came before was read"]
        );
    }

    #[test]
    fn the_tools_own_answer_is_kept_beside_the_findings() {
        let transcript = read(
            br#"{"query":"Buses?","observations":["First."],"final_output":"The answer."}"#,
            Format::Json,
        )
        .unwrap();
        assert_eq!(transcript.facts["final_output"], "The answer.");
    }

    #[test]
    fn lines_in_another_encoding_are_read_and_told() {
        let lines = b"{\"text\":\"Plain.\"}\n{\"text\":\"Caf\xe9.\"}\n";
        let findings = read(lines, Format::JsonLines).unwrap();
        assert_eq!(findings.list[1].text, "Caf\u{e9}.");
        assert!(findings.warnings[0].contains("the first: line 2"));
    }

    #[test]
    fn what_holds_no_findings_is_said_to_hold_none() {
        for (json, problem) in [
            ("[]", "holds no findings: 0 objects read"),
            ("{\"a\": 1}", "holds no findings: 1 object read"),
            ("{ not json", "is damaged or not a real JSON file"),
            ("[[[[[[[[1]]]]]]]]", "holds no findings"),
        ] {
            let message = read(json.as_bytes(), Format::Json).unwrap_err().to_string();
            assert!(message.starts_with(problem), "{message}");
        }
        let nested = "[".repeat(100_000);
        assert!(read(nested.as_bytes(), Format::Json).is_err());
    }
}
