//! Citation forms that were collected from writers and tools in the wild, where that collection lies beside the repository.

use std::path::Path;

use serde_json::Value;
use tercet::study::citation::{self, Reference};

/// The forms on which implementations agree; those on which they disagree are decided where the grammar is tested.
#[test]
fn every_collected_form_is_read_as_a_reader_would() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/citations.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let form: Value = serde_json::from_str(line).expect("a form");
        let numbers = |field: &str| -> Option<Vec<u32>> {
            let list = form[field].as_array()?.iter();
            list.map(|number| u32::try_from(number.as_u64()?).ok())
                .collect()
        };
        let Some(expected) = numbers("ids") else {
            continue;
        };
        let written = form["text"].as_str().expect("a text");
        let sources = form["n_sources"].as_u64().expect("a number of sources");
        let exists = |number: u32| (1..=sources).contains(&u64::from(number));
        let references = citation::marks(written)
            .into_iter()
            .flat_map(|mark| mark.references);
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        for reference in references {
            match reference {
                Reference::Number(number) if exists(number) => known.push(number),
                Reference::Number(number) => unknown.push(number.to_string()),
                Reference::Unresolved(cited) => unknown.push(cited),
                Reference::Uri(_) | Reference::Name { .. } => {}
            }
        }
        let missing = numbers("unknown").unwrap_or_default();
        let told = missing.iter().all(|number| {
            let number = number.to_string();
            unknown
                .iter()
                .any(|cited| *cited == number || cited.ends_with(&format!("-{number}")))
        });
        if known != expected || !told || unknown.len() < missing.len() {
            wrong.push(format!(
                "{written:?}: {known:?} and {unknown:?} instead of {expected:?} and {missing:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
