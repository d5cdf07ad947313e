//! What programs that manage literature export: BibTeX, RIS, and the tagged lines of `PubMed` and `EndNote`. Each entry becomes a finding as other tools give
//! them ([`super::findings`]): its abstract is the text, at its own address, with its title, authors and date; the rest are facts.

use serde_json::{Map, Value};

use super::dates::iso_date;
use super::latex;

/// Entries of a file beyond so many are not read.
const MOST: usize = 100_000;
/// Authors that are named.
const MOST_PEOPLE: usize = 20;

/// What an entry says, by the names of [`super::findings`].
type Entry = Map<String, Value>;

/// Whether a text begins as such an export does.
pub(super) fn begin(text: &str) -> bool {
    let text = text.trim_start();
    let first = text.lines().next().unwrap_or_default();
    let is_entry = first.strip_prefix('@').is_some_and(|rest| {
        rest.split_once('{').is_some_and(|(kind, key)| {
            kind.trim().bytes().all(|byte| byte.is_ascii_alphabetic()) && key.trim().ends_with(',')
        })
    });
    is_entry || first.starts_with("PMID- ") || first.starts_with("TY  - ")
}

/// The entries of an export as lines of JSON; `None` where it has none.
pub(super) fn as_lines(text: &str) -> Option<String> {
    let tagged = tagged(text);
    let entries = if tagged.is_empty() {
        bibliography(text)
    } else {
        tagged
    };
    let mut lines = String::new();
    for entry in entries {
        lines.push_str(&Value::Object(entry).to_string());
        lines.push('\n');
    }
    (!lines.is_empty()).then_some(lines)
}

/// Adds a value, behind what is there of that name.
fn add(entry: &mut Entry, name: &str, value: &str) {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.is_empty() {
        return;
    }
    match entry.get_mut(name) {
        Some(Value::Array(values)) if values.len() < MOST_PEOPLE => values.push(value.into()),
        Some(Value::String(known)) if name == "keywords" => known.extend([", ", value.as_str()]),
        Some(_) => {}
        None if name == "authors" => {
            entry.insert(name.to_owned(), vec![value].into());
        }
        None => {
            entry.insert(name.to_owned(), value.into());
        }
    }
}

/// `Jensen, Kari` as the person is called.
fn person(name: &str) -> String {
    match name.split_once(',') {
        Some((family, given)) if !given.contains(',') => {
            format!("{} {}", given.trim(), family.trim())
        }
        _ => name.trim().to_owned(),
    }
}

/// A day in any of the ways in which exports write it: `2021/03/15/`, `2021 Mar 15`.
fn day(written: &str) -> String {
    iso_date(written).unwrap_or_default()
}

/// What the tags of RIS, of `PubMed` and of `EndNote` are called here.
fn name_of(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "TI" | "T1" | "%T" => "title",
        "FAU" | "AU" | "A1" | "%A" => "authors",
        "AB" | "N2" | "%X" => "abstract",
        "DA" | "DP" | "%8" => "date",
        "PY" | "Y1" | "%D" => "year",
        "UR" | "%U" => "url",
        "DO" | "%R" => "doi",
        "JT" | "JO" | "JF" | "T2" | "%J" => "journal",
        "PB" | "%I" => "publisher",
        "KW" | "OT" | "%K" => "keywords",
        "LA" | "%G" => "language",
        "PMID" => "pmid",
        "VL" | "%V" => "volume",
        "N1" | "%Z" => "note",
        "TY" | "PT" | "%0" => "type",
        _ => return None,
    })
}

/// The entries of a text whose lines begin with tags.
fn tagged(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut fields: Vec<(&str, String)> = Vec::new();
    for line in text.lines().chain(["ER  - "]) {
        match tag(line) {
            Some((tag, value)) => {
                let begins = matches!(tag, "TY" | "PMID" | "%0" | "ER");
                if begins {
                    entries.extend(Some(entry(&fields)).filter(|entry| !entry.is_empty()));
                    fields.clear();
                }
                if tag != "ER" && entries.len() < MOST {
                    fields.push((tag, value.to_owned()));
                }
            }
            // A long value goes on in the lines below it.
            None => {
                if let Some((_, value)) = fields.last_mut() {
                    value.extend([" ", line.trim()]);
                }
            }
        }
    }
    entries
}

/// The tag of a line and what it says.
fn tag(line: &str) -> Option<(&str, &str)> {
    if line.starts_with('%') {
        let (tag, value) = line.split_at_checked(2)?;
        return value.starts_with(' ').then_some((tag, value.trim()));
    }
    let (tag, value) = line.split_once('-')?;
    let tag = tag.trim_end();
    let is_tag = (2..=4).contains(&tag.len())
        && tag
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && line.find('-') == Some(4)
        && (value.is_empty() || value.starts_with(' '));
    is_tag.then_some((tag, value.trim()))
}

fn entry(fields: &[(&str, String)]) -> Entry {
    let mut entry = Entry::new();
    // Where full names are given, the short ones say the same.
    let has_full_names = fields.iter().any(|(tag, _)| *tag == "FAU");
    for (tag, value) in fields {
        if has_full_names && *tag == "AU" {
            continue;
        }
        let Some(name) = name_of(tag) else {
            let doi = value
                .strip_suffix("[doi]")
                .filter(|_| matches!(*tag, "LID" | "AID"));
            add(&mut entry, "doi", doi.unwrap_or_default());
            continue;
        };
        match name {
            "authors" => add(&mut entry, name, &person(value)),
            "date" | "year" => add(&mut entry, name, &day(value)),
            // Some name it in words.
            "language" if value.len() > 3 => {}
            _ => add(&mut entry, name, value),
        }
    }
    entry
}

/// The entries of BibTeX.
fn bibliography(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('@')
        && entries.len() < MOST
    {
        rest = after;
        let Some((kind, inside)) = after.split_once('{') else {
            break;
        };
        let kind = kind.trim().to_lowercase();
        let is_entry = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_entry || matches!(kind.as_str(), "comment" | "preamble" | "string") {
            continue;
        }
        let mut entry = Entry::new();
        let (_, mut behind) = inside.split_once(',').unwrap_or((inside, ""));
        while let Some((name, value, after)) = field(behind) {
            take(&name, &value, &mut entry);
            behind = after;
        }
        if !entry.is_empty() {
            add(&mut entry, "type", &kind);
            entries.push(entry);
        }
        rest = behind;
    }
    entries
}

/// A field of an entry, `name = {value},`, and what is behind it.
fn field(text: &str) -> Option<(String, String, &str)> {
    let text = text.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    let (name, rest) = text.split_once('=')?;
    let name = name.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '+');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let mut value = String::new();
    let mut rest = rest.trim_start();
    loop {
        let (piece, behind) = piece(rest)?;
        value.push_str(piece);
        // Pieces are joined by this sign.
        match behind.trim_start().strip_prefix('#') {
            Some(more) => rest = more.trim_start(),
            None => return Some((name.to_lowercase(), value, behind)),
        }
    }
}

/// A piece of a value, in braces, in quotation marks or bare, and what is behind it.
fn piece(text: &str) -> Option<(&str, &str)> {
    let Some(mark) = text.chars().next().filter(|mark| matches!(mark, '{' | '"')) else {
        let end = text.find([',', '}', '#', '\n'])?;
        let (piece, behind) = text.split_at_checked(end)?;
        return Some((piece.trim(), behind));
    };
    let inside = text.get(1..)?;
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' if mark == '"' && depth == 0 => {
                return Some((inside.get(..at)?, inside.get(at + 1..)?));
            }
            '}' if depth == 0 => return Some((inside.get(..at)?, inside.get(at + 1..)?)),
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Takes a field of BibTeX into an entry.
fn take(name: &str, value: &str, entry: &mut Entry) {
    /// What says where the program of who exported it keeps things.
    const OF_THE_PROGRAM: &[&str] = &["file", "owner", "timestamp", "bdsk-file-1"];
    let plain = || latex::line(value);
    match name {
        "author" => {
            for name in value.split(" and ").filter(|name| name.trim() != "others") {
                add(entry, "authors", &person(&latex::line(name)));
            }
        }
        "journal" | "journaltitle" | "booktitle" => add(entry, "journal", &plain()),
        "institution" | "school" | "organization" => add(entry, "publisher", &plain()),
        "langid" => add(entry, "language", value),
        "date" | "year" => {
            let date = day(value);
            let month = entry.get("month").and_then(Value::as_str);
            let date = month.map_or_else(|| date.clone(), |month| day(&format!("{month} {date}")));
            add(entry, name, &date);
        }
        "month" => {
            let year = entry.get("year").and_then(Value::as_str);
            match year.map(|year| day(&format!("{value} {year}"))) {
                Some(date) => {
                    entry.insert("year".to_owned(), date.into());
                }
                None => add(entry, name, value),
            }
        }
        "url" | "doi" => add(entry, name, &value.replace('\\', "")),
        _ if OF_THE_PROGRAM.contains(&name) => {}
        _ => add(entry, name, &plain()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<Value> {
        let lines = as_lines(text).unwrap_or_default();
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn an_entry_of_bibtex_says_its_abstract_without_commands() {
        let found = entries(
            "@string{tp = {Transport Policy}}\n@article{jensen2021,\n title = {Winter {Range} of Buses},\n author = {Jensen, Kari and S{\\o}rensen, {\\AA}se and others},\n \
             year = 2021,\n month = mar,\n doi = {10.1016/j.tranpol.2021.01.004},\n abstract = \"Buses lose 34\\% of \" # \"their range at $-15\\,^{\\circ}$C.\",\n file = {a.pdf:pdf}\n}\n\
             @comment{jabref}\n@book{okonjo, title = {Depots}, publisher = {Harbour Press}}\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["title"], "Winter Range of Buses");
        assert_eq!(
            found[0]["authors"],
            serde_json::json!(["Kari Jensen", "Åse Sørensen"])
        );
        assert_eq!(found[0]["year"], "2021-03");
        assert_eq!(
            found[0]["abstract"],
            "Buses lose 34% of their range at -15 °C."
        );
        assert_eq!(found[0].get("file"), None);
        assert_eq!(found[1]["publisher"], "Harbour Press");
    }

    #[test]
    fn tagged_lines_are_read_entry_by_entry() {
        let ris = entries(
            "TY  - JOUR\nTI  - Winter range\nAU  - Jensen, Kari\nAU  - Sørensen, Åse\nDA  - 2021/03/15/\nAB  - Buses lose range.\nUR  - https://example.org/a\nER  - \n\nTY  - BOOK\nTI  - Depots\nER  - \n",
        );
        assert_eq!(ris.len(), 2);
        assert_eq!(
            ris[0]["authors"],
            serde_json::json!(["Kari Jensen", "Åse Sørensen"])
        );
        assert_eq!(ris[0]["date"], "2021-03-15");
        assert_eq!(ris[0]["abstract"], "Buses lose range.");
        let medline = entries(
            "PMID- 33456789\nDP  - 2021 Mar 15\nTI  - Effect of early mobilisation: a\n      randomised trial.\nAB  - Stay fell to 7.4 days.\nFAU - Tanaka, Yuki\nAU  - Tanaka Y\nLID - 10.1/abc [doi]\n",
        );
        assert_eq!(
            medline[0]["title"],
            "Effect of early mobilisation: a randomised trial."
        );
        assert_eq!(medline[0]["authors"], serde_json::json!(["Yuki Tanaka"]));
        assert_eq!(
            (&medline[0]["doi"], &medline[0]["date"]),
            (&"10.1/abc".into(), &"2021-03-15".into())
        );
        let endnote = entries(
            "%0 Journal Article\n%T Winter range\n%A Jensen, Kari\n%D 2021\n%X Buses lose range.\n",
        );
        assert_eq!(endnote[0]["abstract"], "Buses lose range.");
    }

    #[test]
    fn what_breaks_off_or_is_none_harms_nothing() {
        for text in [
            "@article{a, title = {Winter",
            "@article",
            "@@{{",
            "mail me@example.org",
            "%",
            "TY",
            "@a{b,=}",
        ] {
            let _ = entries(text);
        }
        assert!(as_lines("Words.\n").is_none());
        assert!(begin("@article{jensen2021,\n") && !begin("@ann {said}"));
    }
}
