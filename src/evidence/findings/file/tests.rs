use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::evidence::findings::FindingSource;
use crate::study::Origin;

/// All findings of a file, and what else it holds.
#[derive(Debug)]
struct All {
    list: Vec<Finding>,
    query: Option<String>,
    facts: BTreeMap<String, String>,
    warnings: Vec<String>,
}

fn read(json: &[u8], format: Format) -> Result<All, Problem> {
    let mut found = look_through(Text::held(json.into()), format, &Stop::default())?;
    let mut room = Vec::new();
    let spots = std::mem::take(&mut found.spots);
    let mut take = |(_, spot): (u32, Spot)| found.take(spot, &mut room).unwrap();
    let list = spots.into_iter().map(&mut take).collect();
    Ok(All {
        list,
        query: found.query,
        facts: found.facts,
        warnings: found.warnings,
    })
}

fn one(json: &str) -> Finding {
    read(json.as_bytes(), Format::Json).unwrap().list.remove(0)
}

#[test]
fn a_message_in_parts_is_read_and_so_are_nodes_of_an_index() {
    let chat = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"How far?"},{"type":"image_url","image_url":{"url":"x"}}]},
        {"role":"assistant","content":[{"type":"output_text","text":"180 km."},{"type":"text","text":"95 km in winter."}]}]}"#;
    let read_chat = read(chat.as_bytes(), Format::Json).unwrap();
    let texts: Vec<&str> = read_chat.list.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["How far?", "180 km.\n\n95 km in winter."]);
    assert!(read_chat.warnings.is_empty(), "{:?}", read_chat.warnings);
    let node = one(
        r#"{"source_nodes":[{"node":{"id_":"n1","text":"It needs 2.5 MVA.","metadata":{"file_name":"a.pdf","page_label":"3"}},"score":0.8}]}"#,
    );
    assert_eq!(
        (node.text.as_str(), node.page),
        ("It needs 2.5 MVA.", Some(3))
    );
    assert_eq!(node.source, FindingSource::Named("a.pdf".to_owned()));
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

    let chunk = one(
        r#"{"pageContent":"Costs fell.","metadata":{"source":"cost.pdf","loc":{"pageNumber":4,"lines":{"from":1,"to":9}}}}"#,
    );
    assert_eq!((chunk.text.as_str(), chunk.page), ("Costs fell.", Some(4)));

    let work = one(
        r#"{"results":[{"id":"W1","title":"Peat","publication_year":2021,"authorships":[{"author":{"display_name":"Rosa Lind"}},{"author":{"display_name":"Bo Ek"}}],
            "abstract_inverted_index":{"Peat":[0],"stores":[1],"and":[3],"carbon":[2,4]}}]}"#,
    );
    assert_eq!(work.text, "Peat stores carbon and carbon");
    assert_eq!(
        (work.author.as_deref(), work.date.as_deref()),
        (Some("Rosa Lind, Bo Ek"), Some("2021"))
    );
    let crossref = one(
        r#"{"title":["Peat"],"abstract":"Peat stores carbon.","author":[{"given":"Rosa","family":"Lind"},{"name":"Peat Group"}]}"#,
    );
    assert_eq!(crossref.author.as_deref(), Some("Rosa Lind, Peat Group"));

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
fn values_that_were_written_one_behind_the_other_are_all_read() {
    let in_lines =
        "{\"text\":\"One.\"}{\"text\":\"Two.\"} {\"text\":\"Three.\"}\n{\"text\":\"Four.\"}\n";
    let arrays = "[{\"text\":\"One.\"},{\"text\":\"Two.\"}]\n[{\"pageContent\":\"Three.\"},{\"text\":\"Four.\"}]\n";
    let spread = "{\n  \"text\": \"One.\"\n}\n{\n  \"text\": \"Two.\"\n}\n[{\"text\":\"Three.\"}]\n{\"findings\":[\n{\"text\":\"Four.\"}]}";
    for (json, format) in [
        (in_lines, Format::JsonLines),
        (in_lines, Format::Json),
        (spread, Format::JsonLines),
        (spread, Format::Json),
        (arrays, Format::JsonLines),
        (arrays, Format::Json),
    ] {
        let found = read(json.as_bytes(), format).unwrap();
        let texts: Vec<&str> = found.list.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["One.", "Two.", "Three.", "Four."], "{json}");
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    }
}

#[test]
fn one_bad_element_costs_no_other() {
    let array = br#"[{"text":"One."},{"id":"x","text":},{"text":"Two, [not] {three}."},]"#;
    let found = read(array, Format::Json).unwrap();
    let texts: Vec<&str> = found.list.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["One.", "Two, [not] {three}."]);
    assert_eq!(
        found.warnings,
        ["entry 2 is not valid JSON and was skipped (expected value, line 1)"]
    );
    let none = read(br#"[{"text":},{"text":}]"#, Format::Json).unwrap_err();
    assert!(none.to_string().contains("expected value"), "{none}");
}

#[test]
fn half_a_character_costs_no_finding() {
    let array = br#"[{"text":"Cut within an emoji: \ud83d"},{"text":"A whole one: \ud83d\ude00, and \\ud83d."}]"#;
    let lines = b"{\"text\":\"Cut within an emoji: \\ud83d\"}\n{\"text\":\"A whole one: \\ud83d\\ude00, and \\\\ud83d.\"}\n";
    for (json, format) in [(&array[..], Format::Json), (&lines[..], Format::JsonLines)] {
        let found = read(json, format).unwrap();
        let texts: Vec<&str> = found.list.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Cut within an emoji: \u{fffd}",
                "A whole one: 😀, and \\ud83d."
            ]
        );
        assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    }
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
    let told = "2 numbers were read as missing: they are not finite";
    let array =
        br#"[{"text":"One is NaN, and \"NaN\" too.","score":NaN},{"text":"Two.","score":-1e999}]"#;
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
fn records_of_any_fields_are_read_field_by_field() {
    for (json, format) in [
        (
            r#"[{"year":2023,"land":"DE"},{"year":2024,"land":"FR"}]"#,
            Format::Json,
        ),
        (
            "{\"year\":2023,\"land\":\"DE\"}\n{\"year\":2024,\"land\":\"FR\"}\n",
            Format::JsonLines,
        ),
        (
            r#"{"rows":[{"year":2023,"land":"DE"},{"year":2024,"land":"FR"}]}"#,
            Format::Json,
        ),
    ] {
        let read = read(json.as_bytes(), format).unwrap();
        let texts: Vec<_> = read
            .list
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        assert_eq!(
            texts,
            ["land: DE\nyear: 2023", "land: FR\nyear: 2024"],
            "{json}"
        );
        assert!(read.warnings[0].contains("2 records read field by field"));
    }
}

#[test]
fn objects_within_a_record_go_by_their_names() {
    let towns = r#"{"towns":{"Borr":{"people":4212,"place":{"north":57}},"Aske":{"people":900}},"year":2020}"#;
    let found = read(towns.as_bytes(), Format::Json).unwrap();
    let texts: Vec<_> = found.list.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        ["towns.Aske.people: 900\ntowns.Borr.people: 4212\ntowns.Borr.place.north: 57\nyear: 2020"]
    );
}

#[test]
fn findings_are_found_under_whatever_name_a_tool_puts_them() {
    for json in [
        r#"{"search_metadata":"x","organic_results":[{"title":"Tram","link":"https://example.org/t","snippet":"It opens."}]}"#,
        r#"{"webPages":{"value":[{"name":"Tram","url":"https://example.org/t","snippet":"It opens."}]}}"#,
        r#"[{"node":{"text":"It opens.","metadata":{"title":"Tram","url":"https://example.org/t"}},"score":0.8}]"#,
        r#"[{"id":1,"payload":{"text":"It opens.","title":"Tram","url":"https://example.org/t"}}]"#,
        r#"[{"lc":1,"kwargs":{"page_content":"It opens.","metadata":{"title":"Tram","source":"https://example.org/t"}}}]"#,
        r#"[{"content":"It opens.","meta":{"name":"Tram","url":"https://example.org/t"}}]"#,
        r#"{"data":[{"headline":"Tram","link":"https://example.org/t","body":"It opens."}]}"#,
        r#"{"d1":{"text":"It opens.","title":"Tram","url":"https://example.org/t"}}"#,
    ] {
        let read = read(json.as_bytes(), Format::Json).unwrap();
        let found = &read.list[0];
        assert_eq!(
            (read.list.len(), found.text.as_str()),
            (1, "It opens."),
            "{json}"
        );
        assert_eq!(found.title.as_deref(), Some("Tram"), "{json}");
        let address = FindingSource::Address("https://example.org/t".to_owned());
        assert_eq!(found.source, address, "{json}");
        assert!(read.warnings.is_empty(), "{json}: {:?}", read.warnings);
    }
}

#[test]
fn remarks_and_a_comma_too_many_do_no_harm() {
    for json in [
        "// by hand\n[{\"text\":\"See https://a.org/b, it opens.\",} /* all */]",
        "[{\"text\":\"See https://a.org/b, it opens.\"},\n]",
        "{\"findings\":[{\"text\":\"See https://a.org/b, it opens.\", // so\n}]}",
    ] {
        assert_eq!(one(json).text, "See https://a.org/b, it opens.", "{json}");
    }
}

#[test]
fn a_single_object_is_read_as_a_list_of_it_would_be() {
    let depot = r#"{"name":"Depot 4","boats":9,"tags":["a","b"]}"#;
    for json in [depot.to_owned(), format!("[{depot}]")] {
        let found = read(json.as_bytes(), Format::Json).unwrap();
        assert_eq!(found.list[0].text, "boats: 9\nname: Depot 4\ntags: a, b");
        assert_eq!(
            found.warnings,
            ["holds no findings of a known shape; 1 record read field by field"]
        );
    }
    let company =
        r#"{"company":"Ott","sites":[{"town":"Arden","jobs":7}],"seat":"Brekk, by the lake"}"#;
    let found = read(company.as_bytes(), Format::Json).unwrap();
    assert_eq!(
        found.list[0].text,
        "company: Ott\nseat: Brekk, by the lake\nsites.jobs: 7\nsites.town: Arden"
    );
    let large = format!(r#"{{"name":"tool","values":"{}"}}"#, "x".repeat(40_000));
    assert!(read(large.as_bytes(), Format::Json).is_err());
    let chat = r#"{"messages":[{"role":"user","content":"How many?"},{"role":"assistant","content":"9 boats."}]}"#;
    let found = read(chat.as_bytes(), Format::Json).unwrap();
    assert_eq!(found.list[1].text, "9 boats.");
}

#[test]
fn what_holds_no_findings_is_said_to_hold_none() {
    for (json, problem) in [
        ("[]", "holds no findings: 0 objects read"),
        ("{ not json", "is damaged or not a real JSON file"),
        ("[[[[[[[[1]]]]]]]]", "holds no findings"),
        (
            r#"{"name":"tool","files":["a","b"],"authors":[{"name":"A"}],"scripts":{"test":"run all of the tests"}}"#,
            "holds no findings",
        ),
        (
            r#"[{"id":1,"text":""},{"id":2,"text":null}]"#,
            "holds no findings",
        ),
    ] {
        let message = read(json.as_bytes(), Format::Json).unwrap_err().to_string();
        assert!(message.starts_with(problem), "{message}");
    }
    let nested = "[".repeat(100_000);
    assert!(read(nested.as_bytes(), Format::Json).is_err());
}

/// A line of one of the shapes that tools write, with a text that stands nowhere else.
fn shaped(shape: u8, word: &str) -> String {
    let text = format!("Claim {word} holds.");
    let line = match shape % 9 {
        0 => {
            json!({"id": word, "text": text, "title": "T", "url": "https://example.org/a", "page": 3, "score": 0.5, "citations": [], "relations": []})
        }
        1 => json!({"title": "Topic", "summary": text, "citations": ["https://example.org/b"]}),
        2 => json!({"page_content": text, "metadata": {"source": "a.pdf", "page": "7"}}),
        3 => json!({"chunk_id": 1, "doc_id": "memo", "text": text, "score": 1, "source": "graph"}),
        4 => json!({"query": "Why?", "observations": [text], "final_output": "Because."}),
        5 => {
            json!({"query": "Why?", "observations": [{"content": text}], "final_output": "Because."})
        }
        6 => json!(text),
        7 => {
            json!({"text": "An answer.", "observations": [{"content": text, "url": "https://example.org/c"}]})
        }
        _ => json!({"results": {"documents": [{"snippet": text}]}}),
    };
    line.to_string()
}

/// What may happen to a line on its way: nothing, bytes that are put in, taken out or doubled, a line that breaks off.
fn mutated(line: &str, mutation: u8, at: usize) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    let at = at % bytes.len().max(1);
    match mutation % 12 {
        0 => bytes.truncate(at),
        1 => {
            bytes.remove(at);
        }
        2 => bytes.insert(at, b'"'),
        3 => bytes.insert(at, 0xFF),
        4 => bytes.insert(at, b'}'),
        5 => {
            bytes.splice(at..at, *b"NaN");
        }
        6 => {
            bytes.splice(at..at, bytes.clone());
        }
        7 => bytes.insert(at, 0x1b),
        _ => {}
    }
    bytes
}

fn spelled_out(warning: &str) -> bool {
    warning.starts_with("line ") || warning.starts_with("entry ")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_is_read_or_told_with_its_number(lines in prop::collection::vec((any::<u8>(), any::<u8>(), any::<usize>()), 1..24)) {
        let mut file = Vec::new();
        for (number, (shape, mutation, at)) in lines.iter().enumerate() {
            file.extend(mutated(&shaped(*shape, &format!("w{number}w")), *mutation, *at));
            file.push(b'\n');
        }
        // What cannot be read at all is refused with a reason.
        let Ok(all) = read(&file, Format::JsonLines) else { return Ok(()); };
        // What stands under a name that nobody knows is kept as a fact.
        let kept: Vec<&String> = all.list.iter().flat_map(|finding| finding.facts.values().chain([&finding.text]).chain(&finding.title)).chain(all.facts.values()).chain(&all.query).collect();
        let holds = |word: &str| kept.iter().any(|text| text.contains(word));
        let more: usize = all.warnings.iter().filter_map(|told| told.strip_suffix(" skipped")?.split(' ').next()?.parse::<usize>().ok()).sum();
        // Of a file that is no list of lines, what holds no text is told by its entry.
        let by_entry = all.warnings.iter().filter(|told| told.ends_with("has no text and was skipped") && !told.starts_with("line ")).count();
        // What a value that breaks off at the end of the file has swallowed is told by that, and by its own place in it.
        let by_value = all.warnings.iter().filter(|told| told.starts_with("breaks off") || told.contains("is not valid JSON") && !told.starts_with("line ")).count();
        let mut untold = 0;
        for (number, (shape, mutation, at)) in lines.iter().enumerate() {
            let word = format!("w{number}w");
            let line = mutated(&shaped(*shape, &word), *mutation, *at);
            if line.trim_ascii().is_empty() || holds(&word) || !String::from_utf8_lossy(&line).contains(&word) {
                continue;
            }
            let place = format!("line {}", number + 1);
            // Of a file that is one value, an element is told with the line at its end.
            let at_end = format!(", {place})");
            let is_told = all.warnings.iter().any(|told| told.ends_with(&at_end) || (told.starts_with(&place) && !told[place.len()..].starts_with(|c: char| c.is_ascii_digit())));
            untold += usize::from(!is_told);
        }
        prop_assert!(untold <= more + by_entry + by_value, "{untold} of {} lines are neither read nor told: {:?}", lines.len(), all.warnings);
        prop_assert!(all.warnings.iter().filter(|told| spelled_out(told)).count() <= SPELLED_OUT);
    }

    #[test]
    fn lines_and_an_array_of_the_same_hold_the_same(shapes in prop::collection::vec(any::<u8>(), 1..12)) {
        let lines: Vec<String> = shapes.iter().enumerate().map(|(number, shape)| shaped(*shape, &format!("w{number}w"))).collect();
        let told = |all: All| all.list.into_iter().map(|finding| (finding.text, finding.source)).collect::<Vec<_>>();
        let by_lines = told(read(lines.join("\n").as_bytes(), Format::JsonLines).unwrap());
        let in_one = told(read(format!("[{}]", lines.join(",\n")).as_bytes(), Format::Json).unwrap());
        prop_assert_eq!(&by_lines, &in_one);
        for number in 0..lines.len() {
            let word = format!("w{number}w");
            prop_assert!(by_lines.iter().any(|(text, _)| text.contains(&word)), "{word} is lost");
        }
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(prop::sample::select(br#"{}[]",:\ ntext0-9eE.NaN_lines
query
observations"#.to_vec()), 0..200), foreign in prop::collection::vec(any::<u8>(), 0..40), is_json in any::<bool>()) {
        let format = if is_json { Format::Json } else { Format::JsonLines };
        let _ = read(&bytes, format);
        let _ = read(&foreign, format);
        let _ = read(&[bytes, foreign].concat(), format);
    }
}

#[test]
fn the_rows_of_a_table_are_records_however_it_is_written() {
    for table in [
        r#"[["country","gdp"],["France",2.8],["Spain",1.4]]"#,
        r#"{"columns":["country","gdp"],"index":[0,1],"data":[["France",2.8],["Spain",1.4]]}"#,
        r#"{"fields":[{"name":"country"},{"name":"gdp"}],"rows":[["France",2.8],["Spain",1.4]]}"#,
        r#"{"country":{"0":"France","1":"Spain"},"gdp":{"0":2.8,"1":1.4}}"#,
        r#"{"0":{"country":"France","gdp":2.8},"1":{"country":"Spain","gdp":1.4}}"#,
        r#"{"country":["France","Spain"],"gdp":[2.8,1.4]}"#,
        r#"[{"country":"France","gdp":2.8},{"country":"Spain","gdp":1.4}]"#,
    ] {
        let found = read(table.as_bytes(), Format::Json).unwrap();
        let texts: Vec<&str> = found.list.iter().map(|one| one.text.as_str()).collect();
        let expected = ["country: France\ngdp: 2.8", "country: Spain\ngdp: 1.4"];
        assert_eq!(texts, expected, "{table}");
    }
    let bare = read(br#"[["France",2.8],["Spain",1.4]]"#, Format::Json).unwrap();
    assert_eq!(bare.list[1].text, "Spain | 1.4");
    let texts = read(
        br#"[["It rose.","It fell."],["It stood.","It went."]]"#,
        Format::Json,
    );
    assert_eq!(texts.unwrap().list.len(), 4);
}

#[test]
fn parts_of_a_map_and_of_a_graph_of_things_are_records_and_findings_of_their_own() {
    let map = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},
        "properties":{"name":"Berlin","population":3769000}},{"type":"Feature","geometry":null,"properties":{"name":"Zone A"}}]}"#;
    let found = read(map.as_bytes(), Format::Json).unwrap();
    assert_eq!(found.list.len(), 2);
    assert!(
        found.list[0]
            .text
            .contains("properties.population: 3769000")
    );
    let graph = one(
        r#"{"@context":"https://schema.org","@graph":[{"@type":"NewsArticle","headline":"Harbour reopens","datePublished":"2023-04-05",
            "author":{"@type":"Person","name":"Eva Lind"},"articleBody":"The harbour reopened on Tuesday."},{"@type":"Organization","name":"Port"}]}"#,
    );
    assert_eq!(graph.text, "The harbour reopened on Tuesday.");
    assert_eq!(graph.title.as_deref(), Some("Harbour reopens"));
    assert_eq!(graph.author.as_deref(), Some("Eva Lind"));
    assert_eq!(graph.date.as_deref(), Some("2023-04-05"));
}

#[test]
fn tools_name_the_address_and_the_date_of_a_text_in_many_ways() {
    let address = FindingSource::Address("https://example.org/a".to_owned());
    for json in [
        r#"{"text":"Rents rose.","source_url":"https://example.org/a","pub_date":"2024-02-03"}"#,
        r#"{"content":"Rents rose.","permalink":"https://example.org/a","created_at":"2024-02-03"}"#,
        r#"{"quote":"Rents rose.","url":"https://example.org/a","timestamp":"2024-02-03"}"#,
        r#"{"description":"Rents rose.","web_url":"https://example.org/a","datePublished":"2024-02-03"}"#,
    ] {
        let found = one(json);
        assert_eq!(found.text, "Rents rose.", "{json}");
        assert_eq!(found.source, address, "{json}");
        assert_eq!(found.date.as_deref(), Some("2024-02-03"), "{json}");
    }
}

#[test]
fn what_an_answer_of_a_model_cites_is_its_source() {
    let openai = one(
        r#"{"output":[{"type":"message","content":[{"type":"output_text","text":"Rents rose.","annotations":[{"type":"url_citation","url":"https://example.org/a"}]}]}]}"#,
    );
    assert_eq!(openai.text, "Rents rose.");
    assert_eq!(
        openai.source,
        FindingSource::Address("https://example.org/a".to_owned())
    );
    let perplexity = read(
        br#"{"choices":[{"message":{"content":"Rents rose [1]. Wages rose [2]."}}],"citations":["https://example.org/a","https://example.org/b"]}"#,
        Format::Json,
    )
    .unwrap();
    assert_eq!(perplexity.list[0].text, "Rents rose [1]. Wages rose [2].");
    assert_eq!(
        perplexity.facts["citations"],
        "https://example.org/a https://example.org/b"
    );
}
