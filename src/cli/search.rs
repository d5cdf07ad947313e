//! `tercet search`: the library, searched without a study, for a person or for a program.

use std::collections::{HashMap, HashSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use color_eyre::eyre::{Result, WrapErr, eyre};
use serde::Deserialize;
use serde_json::{Value, json};

use super::arguments::origin;
use super::input::Input;
use super::ranking::Ranking;
use super::{CHECKS_FAILED, DONE, Usage, open, output};
use crate::clean;
use crate::config::Config;
use crate::evidence::{self, next_line};
use crate::library::{Filter, Hit, Library, Search, SearchMode, quoted_nowhere};
use crate::study::{Document, DocumentId, Origin, Passage, PassageId, counted};
use crate::workbench::QueryWords;

pub(super) const HELP: &str = "Exit status: 0 if it was searched, whatever was found; 1 if a line of a batch is no query and was skipped; 2 for a usage error; 3 if it \
could not be searched.";

/// What is looked for.
#[derive(Debug, Args)]
pub(super) struct Query {
    /// What to look for: a question or words
    #[arg(value_name = "QUERY", required_unless_present = "batch")]
    text: Option<String>,
    /// How many passages to show [default: 10], or documents for each query of a batch [default: 100]
    #[arg(short = 'k', long = "limit", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: Option<u32>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Only in documents with this number, or with this in their title or address; can be repeated
    #[arg(long, value_name = "DOCUMENT")]
    document: Vec<String>,
    /// Only in documents of this origin: internal, web, academic or general; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    origin: Vec<Origin>,
    /// Only in documents of this date or later: 2024, 2024-03 or 2024-03-09
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<String>,
    /// Only in documents of this date or earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<String>,
    /// By words and meaning, by words alone, or by meaning alone
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    mode: Mode,
    /// Answer a file of queries, lines of {"id", "text"}, with lines of {"id", "hits": [{"doc", "score"}]}; - is standard input
    #[arg(
        long,
        value_name = "QUERIES.jsonl",
        conflicts_with = "text",
        requires = "json"
    )]
    batch: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    Hybrid,
    Lexical,
    Semantic,
}

/// So many times the passages that are shown are looked at: some are copies of others.
const COPIES: usize = 2;
/// Places of one text that are told beside the first.
const MOST_PLACES: usize = 3;
/// Passages shown, and documents in an answer to a batch.
const SHOWN: u32 = 10;
const IN_BATCH: u32 = 100;
/// Passages that are looked at for each document of an answer: the best one of a document decides.
const PASSAGES_A_DOCUMENT: usize = 4;

pub(super) fn search(config: &Config, query: &Query) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    if let (Some(from), Some(to)) = (&query.from, &query.to)
        && from.as_str() > format!("{to}~").as_str()
    {
        return Err(Usage(format!("--from {from} is later than --to {to}")).into());
    }
    // Who names a document by its number may well mean an old version of it.
    let (documents, superseded) = match &query.document[..] {
        [] => (None, library.superseded()?),
        names => (Some(named(&library, names)?), Vec::new()),
    };
    let search = Search {
        documents: documents.as_deref(),
        without: &superseded,
        filter: Filter {
            origins: query.origin.clone(),
            from: query.from.clone(),
            to: query.to.clone(),
        },
        mode: match query.mode {
            Mode::Hybrid => SearchMode::Hybrid,
            Mode::Lexical => SearchMode::Lexical,
            Mode::Semantic => SearchMode::Semantic,
        },
        closely: true,
        ..Search::default()
    };
    let mut ranking = Ranking::new(library, config.embeddings.clone())?;
    if let Some(path) = &query.batch {
        return batch(&mut ranking, path, &search, query.limit.unwrap_or(IN_BATCH));
    }
    let text = query.text.as_deref().unwrap_or_default().trim();
    if text.is_empty() {
        return Err(
            Usage("the query is empty. Try: tercet search \"heat pump sales\"".into()).into(),
        );
    }
    let limit = query.limit.unwrap_or(SHOWN) as usize;
    let hits = ranking.best(&Search {
        text,
        limit: limit * COPIES,
        ..search
    })?;
    let found = hits.len();
    let (mut hits, mut far): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(Hit::is_related);
    let copies = fold_copies(&mut hits);
    hits.truncate(limit);
    far.truncate(limit - hits.len());
    let undated = match (&query.from, &query.to) {
        (None, None) => 0,
        _ => ranking.library().undated(search.documents)?,
    };
    let told = if query.json {
        as_json(ranking.library(), text, &hits, &copies, undated)?
    } else if found == 0 {
        nothing(ranking.library(), undated)?
    } else {
        let left_out = match (far.len(), hits.len()) {
            (0, _) => String::new(),
            (_, 0) => {
                let nearest = nearest(ranking.library(), &far)?;
                format!("nothing found: what comes nearest is hardly related ({nearest})\n")
            }
            (far, _) => format!("\n{} left out, hardly related\n", counted(far, "passage")),
        };
        let undated = match undated {
            0 => String::new(),
            _ => format!("\n{}\n", without_date(undated)),
        };
        let found = as_text(ranking.library(), text, &hits, &copies)?;
        let nowhere = quoted_nowhere(text, &hits);
        let nearest = nowhere.iter().filter(|_| !hits.is_empty()).map(|phrase| {
            format!("no passage has \"{phrase}\" as it stands; this comes nearest:\n\n")
        });
        nearest.collect::<String>() + &found + &left_out + &undated
    };
    output::print(&told)?;
    tell_of_damage(ranking.library(), &hits)?;
    Ok(DONE)
}

/// Says on standard error which of the documents found are not what was read. Long ones are not read for it.
fn tell_of_damage(library: &Library, hits: &[Hit]) -> Result<()> {
    const LONGEST: u32 = 5_000;
    let mut documents: Vec<Document> = Vec::new();
    for hit in hits {
        let id = hit.passage.document;
        if documents.iter().all(|known| known.id != id)
            && let Some(document) = library.document(id)?
        {
            documents.push(document);
        }
    }
    documents.retain(|document| document.passages <= LONGEST);
    for damage in library.altered(&documents)? {
        output::progress(&damage);
    }
    Ok(())
}

/// The documents that hold the text of a passage too, by the passage that stands for them.
type Copies = HashMap<PassageId, Vec<DocumentId>>;

/// Takes out what says again, to the letter, what a better hit says: an answer is not filled with one text.
fn fold_copies(hits: &mut Vec<Hit>) -> Copies {
    let mut first: HashMap<String, (PassageId, DocumentId)> = HashMap::new();
    let mut copies = Copies::new();
    hits.retain(|hit| {
        let Passage { id, document, .. } = hit.passage;
        let Some((first, of)) = first.get(&hit.passage.text) else {
            first.insert(hit.passage.text.clone(), (id, document));
            return true;
        };
        // A document may say a thing twice.
        if *of != document {
            let also = copies.entry(*first).or_default();
            if !also.contains(&document) {
                also.push(document);
            }
        }
        false
    });
    copies
}

/// The documents that names mean: a number, or a part of a title or an address.
fn named(library: &Library, names: &[String]) -> Result<Vec<DocumentId>> {
    let all = library.documents()?;
    let superseded = library.superseded()?;
    let mut found = Vec::new();
    for name in names {
        // A year in a title is no number of a document, unless there is one.
        let number = name.parse().ok().map(DocumentId);
        let number = number.filter(|number| all.iter().any(|document| document.id == *number));
        let wanted = name.to_lowercase();
        let before = found.len();
        found.extend(
            all.iter()
                .filter(|document| match number {
                    Some(number) => document.id == number,
                    None => {
                        superseded.binary_search(&document.id).is_err()
                            && [&document.title, &document.uri]
                                .iter()
                                .any(|text| text.to_lowercase().contains(&wanted))
                    }
                })
                .map(|document| document.id),
        );
        if found.len() == before {
            return Err(eyre!(
                "the library has no document \"{name}\"; --document takes a number, or a part of a title or an address"
            ));
        }
    }
    Ok(found)
}

fn nothing(library: &Library, undated: usize) -> Result<String> {
    let (documents, _) = library.size()?;
    Ok(match (documents, undated) {
        (0, _) => {
            "nothing found: the library is empty; `tercet ingest FILES…` fills it\n".to_owned()
        }
        (_, 0) => "nothing found\n".to_owned(),
        (_, undated) => format!("nothing found; {}\n", without_date(undated)),
    })
}

/// The titles of the documents that come nearest where nothing is plainly about what is asked.
fn nearest(library: &Library, far: &[Hit]) -> Result<String> {
    const NAMED: usize = 3;
    let mut named: Vec<String> = Vec::new();
    for hit in far {
        let Some(document) = library.document(hit.passage.document)? else {
            continue;
        };
        let title = clean::line(&document.title, 100);
        let one = format!("{title}, document {}", document.id);
        if named.len() < NAMED && !named.contains(&one) {
            named.push(one);
        }
    }
    Ok(named.join("; "))
}

/// What --from and --to leave out besides what is older or newer.
fn without_date(undated: usize) -> String {
    let told = if undated == 1 { "tells" } else { "tell" };
    let documents = counted(undated, "document");
    format!("{documents} left out by --from or --to that {told} no date")
}

/// Where else what a document holds is found: the addresses that it has in other files which are still there.
fn elsewhere(library: &Library, hits: &[Hit]) -> Result<HashMap<DocumentId, Vec<String>>> {
    let ids: Vec<DocumentId> = hits.iter().map(|hit| hit.passage.document).collect();
    let known = library.cards(&ids)?.into_iter();
    let known: HashMap<DocumentId, String> = known.map(|one| (one.id, one.uri)).collect();
    let mut places: HashMap<DocumentId, Vec<String>> = HashMap::new();
    for file in library.source_files_of(&ids)? {
        let held: Vec<DocumentId> = file
            .documents
            .into_iter()
            .filter(|id| ids.contains(id))
            .collect();
        for here in library.cards_in(&file.path, &held)? {
            let is_other = known.get(&here.id).is_some_and(|uri| *uri != here.uri);
            if is_other && !is_gone(&here) {
                places.entry(here.id).or_default().push(here.uri);
            }
        }
    }
    Ok(places)
}

fn as_text(library: &Library, query: &str, hits: &[Hit], copies: &Copies) -> Result<String> {
    let (before, after) = if std::io::stdout().is_terminal() {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("**", "**")
    };
    let mut words = QueryWords::of(query);
    let elsewhere = elsewhere(library, hits)?;
    let mut told = Vec::new();
    for (rank, hit) in (1..).zip(hits) {
        let document = library.document(hit.passage.document)?;
        let title = document
            .as_ref()
            .map_or("?", |document| document.title.as_str());
        let title = clean::line(title, 200);
        let pages = match hit.passage.pages {
            Some((from, to)) if from == to => format!(", p. {from}"),
            Some((from, to)) => format!(", p. {from}-{to}"),
            None => String::new(),
        };
        let meaning = hit
            .semantic
            .map_or_else(|| "none".to_owned(), |meaning| format!("{meaning:.2}"));
        let uri = document
            .as_ref()
            .map_or("", |document| document.uri.as_str());
        let copy = document.as_ref().map(|document| library.copied(document));
        let copy = copy.transpose()?.flatten();
        let copy = copy.map_or_else(String::new, |original| {
            format!(" · near-copy of document {original}")
        });
        let also = copies.get(&hit.passage.id).map_or(&[][..], Vec::as_slice);
        let also = match also {
            [] => String::new(),
            [one] => format!(" · also in document {one}"),
            more => format!(" · also in {}", counted(more.len(), "document")),
        };
        let snippet = words.snippet(&hit.passage.text, before, after);
        let gone = if document.as_ref().is_some_and(is_gone) {
            " (no longer there)"
        } else {
            ""
        };
        let part = document.as_ref().and_then(Document::read_in_part);
        let part = part.map_or_else(String::new, |part| format!(" · {part}"));
        let mut others = String::new();
        let places = elsewhere.get(&hit.passage.document);
        for place in places.into_iter().flatten().take(MOST_PLACES) {
            others.push_str("\n   also at ");
            others.push_str(&clean::line(place, 300));
        }
        told.push(format!(
            "{rank}. {title}{pages}\n   {:.3} (words {:.2}, meaning {meaning}) · document {}{copy}{also}{part} · {}{gone}{others}\n   {snippet}\n",
            hit.score,
            hit.lexical,
            hit.passage.document,
            clean::line(uri, 300),
        ));
    }
    Ok(told.join("\n"))
}

fn as_json(
    library: &Library,
    query: &str,
    hits: &[Hit],
    copies: &Copies,
    undated: usize,
) -> Result<String> {
    let mut words = QueryWords::of(query);
    let elsewhere = elsewhere(library, hits)?;
    let mut found = Vec::new();
    for hit in hits {
        let document = library.document(hit.passage.document)?.unwrap_or_default();
        found.push(json!({
            "doc": outer_id(&document),
            "document": {
                "id": document.id,
                "title": document.title,
                "uri": document.uri,
                "origin": document.origin,
                "date": document.date,
                "copy_of": library.copied(&document)?,
                "gone": is_gone(&document),
                "also_at": elsewhere.get(&document.id).map_or(&[][..], Vec::as_slice),
                "pages": document.pages,
                "pages_read": document.pages_read(),
            },
            "passage": hit.passage.id,
            "pages": hit.passage.pages,
            "headings": hit.passage.headings,
            "score": hit.score,
            "words": hit.lexical,
            "meaning": hit.semantic,
            "text": hit.passage.text,
            "also_in": copies.get(&hit.passage.id).map_or(&[][..], Vec::as_slice),
            "snippet": words.snippet(&hit.passage.text, "**", "**"),
        }));
    }
    let mut told = json!({ "query": query, "hits": found, "undated": undated });
    let nowhere = quoted_nowhere(query, hits);
    if !nowhere.is_empty() {
        told["quoted_nowhere"] = nowhere.into();
    }
    Ok(format!("{told}\n"))
}

/// Whether a document was read from a file that is not there now.
fn is_gone(document: &Document) -> bool {
    let uri = &document.uri;
    // Behind the mark stands a part of the file. A name with bytes that no text shows is not written as it is.
    let parts = uri.match_indices('#').filter_map(|(at, _)| uri.get(..at));
    let mut names = parts.chain([uri.as_str()]);
    uri.starts_with('/') && !uri.contains('%') && !names.any(|name| Path::new(name).exists())
}

/// What a document is called outside: by the id that a corpus gave it, or by its number here.
fn outer_id(document: &Document) -> Value {
    document
        .metadata
        .get(evidence::ID)
        .map_or_else(|| json!(document.id), |id| json!(id))
}

/// Bytes of a line of queries.
const LONGEST_QUERY: u64 = 1 << 20;

#[derive(Deserialize)]
struct BatchQuery {
    #[serde(alias = "_id")]
    id: Value,
    text: String,
}

/// Answers each query with documents.
fn batch(ranking: &mut Ranking, path: &Path, search: &Search<'_>, limit: u32) -> Result<u8> {
    let Input { name, mut lines } = Input::open(path)?;
    let mut skipped = false;
    for number in 1.. {
        let line = next_line(&mut lines, LONGEST_QUERY);
        let Some(line) = line.wrap_err_with(|| format!("cannot read {name}"))? else {
            break;
        };
        let query = match line.text(LONGEST_QUERY) {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => serde_json::from_str::<BatchQuery>(line.trim_start_matches('\u{feff}'))
                .map_err(|error| format!("is not a query with an id and a text ({error})")),
            Err(wrong) => Err(wrong),
        };
        match query {
            Ok(BatchQuery { id, text }) => {
                let hits = best_documents(ranking, &text, search, limit as usize)?;
                output::print(&format!("{}\n", json!({ "id": id, "hits": hits })))?;
            }
            Err(wrong) => {
                skipped = true;
                output::progress(&format!("{name}: line {number} {wrong}; it was skipped"));
            }
        }
    }
    Ok(if skipped { CHECKS_FAILED } else { DONE })
}

/// The best documents for a query, the best passage of each deciding.
fn best_documents(
    ranking: &mut Ranking,
    text: &str,
    search: &Search<'_>,
    limit: usize,
) -> Result<Vec<Value>> {
    let mut hits = ranking.best(&Search {
        text,
        limit: limit * PASSAGES_A_DOCUMENT,
        ..search.clone()
    })?;
    hits.retain(Hit::is_related);
    let mut known = HashSet::new();
    let mut ids = HashSet::new();
    let mut found = Vec::new();
    for hit in hits {
        if found.len() < limit && known.insert(hit.passage.document) {
            let document = ranking.library().document(hit.passage.document)?;
            let doc = outer_id(&document.unwrap_or_default());
            // Two collections may use one id; an answer that names it twice is none.
            if ids.insert(doc.to_string()) {
                found.push(json!({ "doc": doc, "score": hit.score }));
            }
        }
    }
    Ok(found)
}

/// A date as it can be typed.
fn date(text: &str) -> Result<String, String> {
    let widths = [4, 2, 2];
    let parts: Vec<&str> = text.split('-').collect();
    let fits = parts.len() <= widths.len()
        && parts.iter().zip(widths).all(|(part, width)| {
            part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    let within = |at: usize, least: u8, most: u8| {
        parts.get(at).is_none_or(|part| {
            part.parse()
                .is_ok_and(|part| (least..=most).contains(&part))
        })
    };
    if fits && within(1, 1, 12) && within(2, 1, 31) {
        Ok(text.to_owned())
    } else {
        Err("write a date as 2024, 2024-03 or 2024-03-09".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_years_months_or_days() {
        for good in ["2024", "2024-03", "2024-03-09"] {
            assert!(date(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "24",
            "March 2024",
            "2024-3",
            "2024-03-09-1",
            "2024-",
            "2024-13",
            "2024-00",
            "2024-03-32",
        ] {
            assert!(date(bad).is_err(), "{bad}");
        }
    }
}
