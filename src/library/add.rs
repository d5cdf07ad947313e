//! Storing documents: a document comes in whole, with its passages and their index, or not at all.
//!
//! What takes time, finding the words of each passage, happens before the transaction, so that another connection's journal waits for the writing alone.
//! Many documents are stored in several transactions; when one fails, those before it stay.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::documents::to_json;
use super::schema::{WITHOUT_INDEX, percent};
use super::segments::{self, Indexer, NewSegment};
use super::superseded::is_superseded;
use super::{Library, LibraryError, cards, copies, is_lost, kept, merge};
use crate::study::{
    Document, DocumentId, Headings, PART_OF, ReadDocument, ReadPassage, Sketch, Sketcher,
    Timestamp, UNREAD,
};

/// Bytes of text that are stored in one transaction, unless one document has more.
const AT_ONCE: usize = 24 << 20;

/// What adding a document came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// At the address at which it was read.
    pub document: Document,
    /// The same text was already in the library, at this address, and nothing was stored [E5].
    pub same_as: Option<String>,
}

impl Added {
    /// What is to be said of it: what was noticed as it was read, or of which other source it is a copy.
    #[must_use]
    pub fn remarks(&self, source: &str) -> Vec<String> {
        match &self.same_as {
            None => self.document.warnings.clone(),
            // What is still missing is said again.
            Some(known) if is_one(Path::new(known), Path::new(source)) => {
                let is_cut = self.document.metadata.contains_key(UNREAD);
                let warnings = self.document.warnings.iter().filter(|_| is_cut);
                warnings.cloned().collect()
            }
            Some(known) => vec![same_text(known)],
        }
    }
}

/// That nothing was added, because the text is known from elsewhere.
#[must_use]
pub fn same_text(known: &str) -> String {
    format!("has the same text as {known}, and is not added again")
}

/// Whether two names are of one source, of which one may be told from a folder on.
fn is_one(known: &Path, source: &Path) -> bool {
    known.ends_with(source) || source.ends_with(known)
}

/// What is to be done with a document.
#[derive(Debug, PartialEq)]
enum Plan {
    Store,
    Known(Box<Document>),
    /// The same as an earlier one of those that are added with it.
    SameAs(usize),
}

impl Library {
    /// Stores documents with their passages. A document whose text and address are known is not stored again; one whose text is known from another
    /// local file is that document. Many documents at once are stored faster than one by one.
    pub fn add_documents(
        &mut self,
        documents: &[ReadDocument],
        now: Timestamp,
    ) -> Result<Vec<Added>, LibraryError> {
        let failed = self.store("store a document");
        let mut added = Vec::with_capacity(documents.len());
        self.without_waiting(|library| {
            for batch in batches(documents) {
                added.extend(library.add_batch(batch, now)?);
            }
            // Documents are stored by now; an index that could not be merged is slower, not wrong, and the next ingestion tries again.
            let _ = library.merge_segments();
            Ok(())
        })
        .map_err(failed)?;
        Ok(added)
    }

    /// Indexes the passages that are stored without: those of a library that an older Tercet wrote. An interrupted run goes on where it was.
    pub(super) fn index_passages(&mut self, tell: &mut dyn FnMut(u8)) -> rusqlite::Result<()> {
        let last: i64 =
            self.connection
                .query_row("SELECT coalesce(max(id), 0) FROM passage", [], |row| {
                    row.get(0)
                })?;
        if last < segments::end(&self.connection)?.max(1) {
            return Ok(());
        }
        self.without_waiting(|library| {
            while index_some(&mut library.connection, &mut library.indexer)? {
                let indexed = segments::end(&library.connection)?;
                tell(percent(indexed, last, WITHOUT_INDEX..100));
            }
            library.merge_segments()
        })
    }

    /// Does work whose transactions do not wait for the disk. The journal's do, and with them comes to the disk what was stored before: what is cited
    /// is as safe as what cites it. Nor is looked up, for each passage and vector, whether that is there which was stored just before.
    pub(super) fn without_waiting<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.connection
            .execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF")?;
        let done = work(self);
        self.connection
            .execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")?;
        done
    }

    fn add_batch(
        &mut self,
        documents: &[ReadDocument],
        now: Timestamp,
    ) -> rusqlite::Result<Vec<Added>> {
        loop {
            // In one reading of the library: to begin and end one for each document takes longer than to look it up.
            let reading = self.connection.unchecked_transaction()?;
            let (plans, seen) = (plan(&reading, documents)?, version(&reading)?);
            drop(reading);
            let (sketches, segments) = self.index(documents, &plans);
            let transaction = immediate(&mut self.connection)?;
            // Another process may have stored one of them meanwhile.
            if version(&transaction)? == seen || plan(&transaction, documents)? == plans {
                let added = store(&transaction, documents, plans, &sketches, &segments, now)?;
                transaction.commit()?;
                return Ok(added);
            }
        }
    }

    /// The sketches of the documents that are to be stored, and the index of their passages.
    fn index(
        &mut self,
        documents: &[ReadDocument],
        plans: &[Plan],
    ) -> (Vec<Sketch>, Vec<NewSegment>) {
        let mut segments = Vec::new();
        let mut index = |document: &ReadDocument| {
            let (mut sketcher, mut unused) = (Sketcher::default(), Sketcher::default());
            for passage in &document.passages {
                let above = (document.title.as_str(), &*passage.headings);
                let is_set_aside = passage.set_aside.is_some();
                // The furniture of a page is not what it says.
                let sketcher = if is_set_aside {
                    &mut unused
                } else {
                    &mut sketcher
                };
                self.indexer
                    .add(above, &passage.text, is_set_aside, sketcher);
                if self.indexer.is_full() {
                    segments.push(self.indexer.segment());
                }
            }
            sketcher.sketch()
        };
        let sketches = documents
            .iter()
            .zip(plans)
            .map(|(document, plan)| match plan {
                Plan::Store => index(document),
                Plan::Known(_) | Plan::SameAs(_) => None,
            })
            .collect();
        segments.push(self.indexer.segment());
        (sketches, segments)
    }

    fn merge_segments(&mut self) -> rusqlite::Result<()> {
        // Only one process merges, and the lock goes with it when it dies.
        let path = self.folder().join(super::LOCKS).join("index");
        let Ok(file) = std::fs::File::create(path) else {
            return Ok(());
        };
        if file.try_lock().is_ok() {
            merge::run(&mut self.connection)?;
        }
        Ok(())
    }
}

/// A transaction that has the right to write from its beginning, so that it need not be given up half way.
pub(super) fn immediate(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// What changes with every change that comes from another connection.
fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("PRAGMA data_version")?
        .query_row([], |row| row.get(0))
}

/// Cuts into runs of about the right size.
fn batches(documents: &[ReadDocument]) -> impl Iterator<Item = &[ReadDocument]> {
    let mut rest = documents;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fitting = rest
            .iter()
            .take_while(|document| {
                bytes += document
                    .passages
                    .iter()
                    .map(|passage| passage.text.len())
                    .sum::<usize>();
                bytes <= AT_ONCE
            })
            .count();
        let (batch, after) = rest.split_at(fitting.max(1).min(rest.len()));
        rest = after;
        (!batch.is_empty()).then_some(batch)
    })
}

fn plan(connection: &Connection, documents: &[ReadDocument]) -> rusqlite::Result<Vec<Plan>> {
    let mut plans: Vec<Plan> = Vec::with_capacity(documents.len());
    let mut seen = std::collections::HashMap::<&str, Vec<usize>>::new();
    for (at, document) in documents.iter().enumerate() {
        if let Some(known) = known(connection, document)? {
            plans.push(Plan::Known(Box::new(known)));
            continue;
        }
        let alike = seen.entry(&document.hash).or_default();
        let same = alike
            .iter()
            .copied()
            .find(|&earlier| is_same(&documents[earlier], document));
        alike.push(at);
        plans.push(same.map_or(Plan::Store, Plan::SameAs));
    }
    Ok(plans)
}

/// The document in the library that this one is. A page keeps its own address even where its text is known from elsewhere: the address is what
/// gets cited.
fn known(connection: &Connection, read: &ReadDocument) -> rusqlite::Result<Option<Document>> {
    match cards::at(connection, &read.hash, &read.uri)? {
        // No visit says which version of a corpus entry is there now, so the one that came last does: what it said before last is stored again.
        Some(_) if is_corpus_entry(read) => {
            let newest = cards::versions(connection, &read.uri)?.last().copied();
            let newest = newest.map(|id| cards::card(connection, id)).transpose()?;
            Ok(newest.flatten().filter(|newest| newest.hash == read.hash))
        }
        None if read.metadata.contains_key(UNREAD) => fuller(connection, read),
        None if !is_address(read) => current_file_of_text(connection, &read.hash),
        known => Ok(known),
    }
}

/// The document of this text that a file holds, or held last of all: what another file said before it was changed is no other name of what this one says.
fn current_file_of_text(connection: &Connection, hash: &str) -> rusqlite::Result<Option<Document>> {
    let documents = cards::of_text(connection, hash)?.into_iter();
    for document in documents.filter(|document| !document.is_page()) {
        if is_lost(&document.uri) || !is_superseded(connection, &document)? {
            return Ok(Some(document));
        }
    }
    Ok(None)
}

/// An earlier reading of the same file that came as far as this one, which was cut short, or further: it stays.
fn fuller(connection: &Connection, read: &ReadDocument) -> rusqlite::Result<Option<Document>> {
    let newest = cards::versions(connection, &read.uri)?.last().copied();
    let newest = newest.map(|id| cards::card(connection, id)).transpose()?;
    let Some(newest) = newest.flatten().filter(|newest| newest.pages == read.pages) else {
        return Ok(None);
    };
    let mut texts = connection
        .prepare_cached("SELECT text FROM passage WHERE document = ?1 ORDER BY ordinal")?;
    let stored: Vec<String> = texts
        .query_map([newest.id.0], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    // Where a reading is cut, and what repeats on pages that it did not come to, makes a few passages others.
    let same = stored.iter().zip(&read.passages);
    let same = same.filter(|(stored, read)| **stored == read.text).count();
    let is_fuller = stored.len() >= read.passages.len() && same * 10 >= read.passages.len() * 9;
    Ok(is_fuller.then_some(newest))
}

/// As [`known`] decides, for two documents of one text that are added together.
fn is_same(earlier: &ReadDocument, later: &ReadDocument) -> bool {
    earlier.uri == later.uri || !is_address(earlier) && !is_address(later)
}

/// Whether a document is an entry of a corpus, whose address is that of the file and the entry's own name in it.
fn is_corpus_entry(document: &ReadDocument) -> bool {
    let name = document.uri.rsplit_once('#').map(|(_, name)| name);
    name.is_some() && document.metadata.get("id").map(String::as_str) == name
}

fn is_address(document: &ReadDocument) -> bool {
    document.uri.starts_with("http")
}

fn store(
    connection: &Connection,
    documents: &[ReadDocument],
    plans: Vec<Plan>,
    sketches: &[Sketch],
    segments: &[NewSegment],
    now: Timestamp,
) -> rusqlite::Result<Vec<Added>> {
    let (mut id, mut first) = (
        next_id(connection, "document")?,
        next_id(connection, "passage")?,
    );
    let mut from = first;
    for segment in segments {
        segments::store(connection, from, segment)?;
        from += segment.lengths.passages as i64;
    }
    let mut added: Vec<Added> = Vec::with_capacity(documents.len());
    for ((read, sketch), plan) in documents.iter().zip(sketches).zip(plans) {
        let (document, same_as) = match plan {
            Plan::Known(document) => {
                if !is_address(read) && is_lost(&document.uri) {
                    cards::move_to(connection, document.id, &read.uri)?;
                }
                as_read(*document, read)
            }
            Plan::SameAs(earlier) => as_read(added[earlier].document.clone(), read),
            Plan::Store => {
                let mut document = card(read, DocumentId(id), now);
                document.copy_of = copies::original(connection, read, sketch)?;
                cards::insert(connection, "document", &document, first)?;
                store_passages(connection, &document, first, &read.passages)?;
                if !is_corpus_entry(read) {
                    kept::seal(connection, &document, &read.passages)?;
                }
                copies::remember(connection, document.id, sketch)?;
                id += 1;
                first += read.passages.len() as i64;
                (document, None)
            }
        };
        added.push(Added { document, same_as });
    }
    Ok(added)
}

/// A document that the library has, as it was read now: with the address and the name that it goes by there. And the address that the library knows it by.
fn as_read(known: Document, read: &ReadDocument) -> (Document, Option<String>) {
    let mut metadata = known.metadata;
    if let Some(whole) = read.metadata.get(PART_OF) {
        metadata.insert(PART_OF.to_owned(), whole.clone());
    }
    let document = Document {
        title: read.title.clone(),
        uri: read.uri.clone(),
        metadata,
        ..known
    };
    (document, Some(known.uri))
}

fn next_id(connection: &Connection, table: &str) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(&format!("SELECT coalesce(max(id), 0) + 1 FROM {table}"))?
        .query_row([], |row| row.get(0))
}

fn store_passages(
    connection: &Connection,
    document: &Document,
    first: i64,
    passages: &[ReadPassage],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO passage (id, document, ordinal, text, page_from, page_to, headings, span_start, span_end, from_graph, set_aside, metadata)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    // Neighbours mostly stand under the same headings.
    let (mut headings, mut headings_json) = (&Headings::default(), "[]".to_owned());
    for ((ordinal, id), passage) in (first..).enumerate().zip(passages) {
        if passage.headings != *headings {
            (headings, headings_json) = (&passage.headings, to_json(&passage.headings)?);
        }
        let (from, to) = passage.pages.unzip();
        let metadata = Some(&passage.metadata).filter(|metadata| !metadata.is_empty());
        let metadata = metadata.map(to_json).transpose()?;
        insert.execute(params![
            id,
            document.id.0,
            ordinal,
            passage.text,
            from,
            to,
            headings_json,
            passage.span.start,
            passage.span.end,
            passage.from_graph,
            passage.set_aside.map(|why| why.to_string()),
            metadata
        ])?;
    }
    Ok(())
}

fn card(read: &ReadDocument, id: DocumentId, accessed: Timestamp) -> Document {
    let set_aside = read
        .passages
        .iter()
        .filter(|passage| passage.set_aside.is_some())
        .count();
    Document {
        id,
        title: read.title.clone(),
        uri: read.uri.clone(),
        kind: read.kind,
        origin: read.origin,
        author: read.author.clone(),
        site: read.site.clone(),
        date: read.date.clone(),
        language: read.language.clone(),
        set_aside: u32::try_from(set_aside).unwrap_or(u32::MAX),
        copy_of: None,
        metadata: read.metadata.clone(),
        hash: read.hash.clone(),
        passages: u32::try_from(read.passages.len()).unwrap_or(u32::MAX),
        pages: read.pages,
        accessed,
        warnings: read.warnings.clone(),
    }
}

/// Indexes the next passages that are not; `false` when there are none.
fn index_some(connection: &mut Connection, indexer: &mut Indexer) -> rusqlite::Result<bool> {
    let transaction = immediate(connection)?;
    let from = segments::end(&transaction)?;
    let (mut first, mut count) = (from, 0);
    // Copies were looked for when the documents were stored.
    let mut sketcher = Sketcher::default();
    {
        let mut passages = transaction.prepare_cached(
            "SELECT p.id, p.text, p.set_aside IS NOT NULL, p.headings, d.title
             FROM passage p JOIN document d ON d.id = p.document WHERE p.id >= ?1 ORDER BY p.id",
        )?;
        let mut rows = passages.query([from])?;
        let mut bytes = 0;
        while let Some(row) = rows.next()?
            && bytes < AT_ONCE
            && !indexer.is_full()
        {
            let id: i64 = row.get(0)?;
            if count == 0 {
                first = id;
            }
            // A segment covers consecutive ids.
            if id != first + count {
                break;
            }
            let (text, headings, title): (String, String, String) =
                (row.get(1)?, row.get(3)?, row.get(4)?);
            let headings: Vec<String> = serde_json::from_str(&headings).unwrap_or_default();
            bytes += text.len();
            count += 1;
            indexer.add((&title, &headings), &text, row.get(2)?, &mut sketcher);
        }
    }
    if count == 0 {
        return Ok(false);
    }
    segments::store(&transaction, first, &indexer.segment())?;
    transaction.commit()?;
    Ok(true)
}
