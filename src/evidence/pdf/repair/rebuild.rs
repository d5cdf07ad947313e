//! A new cross-reference table, page tree and catalog from the objects that a scan found.
//!
//! All of it is appended to the file, together with the objects that were packed in its object streams. The page tree of the file is kept where it is
//! whole; otherwise every page that is left is hung from a new one, in the order of the old tree as far as it goes and of the file beyond.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use pdf_oxide::object::{Object, ObjectRef};
use pdf_oxide::parser::parse_object;
use pdf_oxide::writer::ObjectSerializer;

use super::scan::{Found, HIGHEST, Scan, holds};

/// No more time than this goes into unpacking.
const PATIENCE: Duration = Duration::from_secs(5);
/// No more bytes than this are unpacked from object streams.
const MOST_UNPACKED: usize = 128 << 20;
/// What pages inherit from the nodes above them.
const INHERITED: [&str; 4] = ["Resources", "MediaBox", "CropBox", "Rotate"];
/// Deeper than any page tree is.
const DEEPEST: usize = 50;

type Dictionary = HashMap<String, Object>;

/// Appends a table of all objects that were found; `false` where there is no page among them.
pub(super) fn rebuild(bytes: &mut Vec<u8>, scan: &Scan) -> bool {
    let mut objects = Objects::default();
    for found in &scan.found {
        objects.add(bytes, found);
    }
    let mut root = None;
    for trailer in trailers(bytes, scan) {
        root = trailer.get("Root").and_then(Object::as_reference).or(root);
        objects.info = trailer
            .get("Info")
            .and_then(Object::as_reference)
            .or(objects.info);
    }
    let Some(root) = objects.whole_tree(root).or_else(|| objects.new_tree()) else {
        return false;
    };
    objects.append(bytes, root);
    true
}

/// The trailers of a file, and the dictionaries of the streams that stand for them.
pub(super) fn trailers(bytes: &[u8], scan: &Scan) -> Vec<Dictionary> {
    let plain = scan.trailers.iter().map(|start| bytes.get(*start..));
    let streams = scan
        .found
        .iter()
        .filter(|object| object.stream.is_some())
        .map(|object| bytes.get(object.body.clone()))
        .filter(|body| body.is_some_and(|body| holds(body, b"/Root")));
    plain
        .chain(streams)
        .flatten()
        .filter_map(dictionary)
        .collect()
}

fn dictionary(bytes: &[u8]) -> Option<Dictionary> {
    match parse_object(bytes) {
        Ok((
            _,
            Object::Dictionary(dictionary)
            | Object::Stream {
                dict: dictionary, ..
            },
        )) => Some(dictionary),
        _ => None,
    }
}

/// Where the valid form of an object stands.
enum Place {
    /// At this byte of the file.
    File(usize),
    /// Among the unpacked objects.
    Unpacked(Vec<u8>),
}

#[derive(Default)]
struct Objects {
    places: BTreeMap<u32, (Place, u16)>,
    /// The dictionaries of objects that may be nodes of the page tree.
    nodes: BTreeMap<u32, Dictionary>,
    /// Pages in the order in which they were found.
    pages: Vec<u32>,
    catalogs: Vec<u32>,
    info: Option<ObjectRef>,
    unpacked: usize,
    started: Option<Instant>,
}

impl Objects {
    /// Takes what was found; what stands further behind in the file is newer. An object that cannot be parsed does not take the place of one that can.
    fn add(&mut self, bytes: &[u8], found: &Found) {
        let Some(body) = bytes.get(found.body.clone()) else {
            return;
        };
        let parsed = parse_object(body).ok().map(|(_, object)| object);
        if parsed.is_none() && self.places.contains_key(&found.number) {
            return;
        }
        self.places
            .insert(found.number, (Place::File(found.at), found.generation));
        match (parsed, &found.stream) {
            (Some(Object::Dictionary(dictionary)), None) => self.note(found.number, dictionary),
            (Some(Object::Dictionary(dictionary)), Some(stream))
                if is_of_type(&dictionary, "ObjStm") =>
            {
                if let Some(data) = bytes.get(stream.data.clone()) {
                    self.unpack(dictionary, data);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, number: u32, dictionary: Dictionary) {
        self.pages.retain(|page| *page != number);
        self.catalogs.retain(|catalog| *catalog != number);
        if is_of_type(&dictionary, "Catalog") {
            self.catalogs.push(number);
        } else if is_page(&dictionary) {
            self.pages.push(number);
        } else if !is_node(&dictionary) {
            self.nodes.remove(&number);
            return;
        }
        self.nodes.insert(number, dictionary);
    }

    /// Takes the objects of an object stream, as many as its data still give.
    fn unpack(&mut self, dictionary: Dictionary, data: &[u8]) {
        let started = *self.started.get_or_insert_with(Instant::now);
        if self.unpacked > MOST_UNPACKED || started.elapsed() > PATIENCE {
            return;
        }
        let number_of = |key| {
            let value = dictionary.get(key).and_then(Object::as_integer)?;
            usize::try_from(value).ok()
        };
        let (Some(count), Some(first)) = (number_of("N"), number_of("First")) else {
            return;
        };
        let stream = Object::Stream {
            dict: dictionary,
            data: data.to_vec().into(),
        };
        let Ok(data) = stream.decode_stream_data() else {
            return;
        };
        self.unpacked += data.len();
        let (Some(head), Some(packed)) = (data.get(..first), data.get(first..)) else {
            return;
        };
        let numbers: Vec<usize> = head
            .split(|byte| byte.is_ascii_whitespace() || *byte == 0)
            .filter(|word| !word.is_empty())
            .take(count.saturating_mul(2))
            .map_while(|word| std::str::from_utf8(word).ok()?.parse().ok())
            .collect();
        for pair in numbers.chunks_exact(2) {
            let &[number, offset] = pair else { continue };
            let number = u32::try_from(number)
                .ok()
                .filter(|number| *number <= HIGHEST);
            let (Some(number), Some(body)) = (number, packed.get(offset..)) else {
                continue;
            };
            let Ok((rest, object)) = parse_object(body) else {
                continue;
            };
            let length = body.len() - rest.len();
            let Some(own) = body.get(..length) else {
                continue;
            };
            self.places
                .insert(number, (Place::Unpacked(own.to_vec()), 0));
            if let Object::Dictionary(dictionary) = object {
                self.note(number, dictionary);
            }
        }
    }

    /// The catalog whose page tree lacks nothing.
    fn whole_tree(&self, root: Option<ObjectRef>) -> Option<u32> {
        let mut candidates = self.catalogs.clone();
        candidates.extend(root.map(|root| root.id));
        candidates.into_iter().rev().find(|number| {
            let mut walk = Walk::default();
            if let Some(pages) = self
                .node(*number)
                .and_then(|catalog| reference(catalog, "Pages"))
            {
                walk.down(self, pages, 0);
            }
            walk.whole && !walk.pages.is_empty()
        })
    }

    /// Hangs all pages from a new tree; the number of its catalog.
    fn new_tree(&mut self) -> Option<u32> {
        let mut walk = Walk::default();
        let tops = self.catalogs.iter().rev();
        let tops: Vec<u32> = tops
            .filter_map(|number| reference(self.node(*number)?, "Pages"))
            .chain(self.nodes_without_parent())
            .collect();
        for top in tops {
            walk.down(self, top, 0);
        }
        let mut pages = walk.pages;
        let known: HashSet<u32> = pages.iter().copied().collect();
        pages.extend(self.pages.iter().filter(|page| !known.contains(page)));
        if pages.is_empty() {
            return None;
        }
        for page in &pages {
            self.give_inherited(*page);
        }
        let highest = self
            .places
            .last_key_value()
            .map_or(0, |(number, _)| *number);
        let (tree, catalog) = (highest + 1, highest + 2);
        let kids: Vec<String> = pages.iter().map(|page| format!("{page} 0 R")).collect();
        self.put(
            tree,
            format!(
                "<</Type/Pages/MediaBox[0 0 612 792]/Count {}/Kids[{}]>>",
                kids.len(),
                kids.join(" ")
            ),
        );
        self.put(catalog, format!("<</Type/Catalog/Pages {tree} 0 R>>"));
        Some(catalog)
    }

    fn nodes_without_parent(&self) -> impl Iterator<Item = u32> {
        self.nodes
            .iter()
            .filter(|(_, node)| node.contains_key("Kids") && !node.contains_key("Parent"))
            .map(|(number, _)| *number)
    }

    /// Writes into a page what it had from the nodes above it.
    fn give_inherited(&mut self, number: u32) {
        let Some(mut page) = self.node(number).cloned() else {
            return;
        };
        let mut above = reference(&page, "Parent");
        let mut depth = 0;
        while let Some(node) = above.and_then(|above| self.node(above)) {
            for key in INHERITED {
                if let (false, Some(value)) = (page.contains_key(key), node.get(key)) {
                    page.insert(key.to_owned(), value.clone());
                }
            }
            depth += 1;
            above = reference(node, "Parent").filter(|_| depth < DEEPEST);
        }
        page.insert("Type".to_owned(), Object::Name("Page".to_owned()));
        page.remove("Parent");
        let written = ObjectSerializer::compact().serialize(&Object::Dictionary(page));
        self.places.insert(number, (Place::Unpacked(written), 0));
    }

    fn put(&mut self, number: u32, object: String) {
        self.places
            .insert(number, (Place::Unpacked(object.into_bytes()), 0));
    }

    fn node(&self, number: u32) -> Option<&Dictionary> {
        self.nodes.get(&number)
    }

    /// Writes the unpacked objects, the table and the trailer behind the file.
    fn append(self, bytes: &mut Vec<u8>, root: u32) {
        bytes.push(b'\n');
        let mut table = String::from("xref\n");
        let mut run: Vec<(usize, u16)> = Vec::new();
        let mut next = 0;
        let mut highest = 0;
        let mut write_run = |first: u32, run: &mut Vec<(usize, u16)>| {
            if !run.is_empty() {
                table.extend([format!("{first} {}\n", run.len())]);
            }
            for (offset, generation) in run.drain(..) {
                table.extend([format!("{offset:010} {generation:05} n \n")]);
            }
        };
        for (number, (place, generation)) in self.places {
            if number != next {
                write_run(next - run.len() as u32, &mut run);
            }
            let offset = match place {
                Place::File(offset) => offset,
                Place::Unpacked(object) => {
                    let offset = bytes.len();
                    bytes.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
                    bytes.extend_from_slice(&object);
                    bytes.extend_from_slice(b"\nendobj\n");
                    offset
                }
            };
            run.push((offset, generation));
            next = number + 1;
            highest = number;
        }
        write_run(next - run.len() as u32, &mut run);
        let start = bytes.len();
        let info = self
            .info
            .map_or_else(String::new, |info| format!("/Info {info}"));
        let trailer = format!(
            "trailer\n<</Size {}/Root {root} 0 R{info}>>\nstartxref\n{start}\n%%EOF\n",
            highest + 1
        );
        bytes.extend_from_slice(table.as_bytes());
        bytes.extend_from_slice(trailer.as_bytes());
    }
}

/// The pages below a node, in order.
struct Walk {
    pages: Vec<u32>,
    seen: HashSet<u32>,
    whole: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            seen: HashSet::new(),
            whole: true,
        }
    }
}

impl Walk {
    fn down(&mut self, objects: &Objects, number: u32, depth: usize) {
        let node = objects.node(number).filter(|_| depth < DEEPEST);
        let (true, Some(node)) = (self.seen.insert(number), node) else {
            self.whole = false;
            return;
        };
        match node.get("Kids") {
            Some(Object::Array(kids)) => {
                for kid in kids {
                    match kid.as_reference() {
                        Some(kid) => self.down(objects, kid.id, depth + 1),
                        None => self.whole = false,
                    }
                }
                self.whole &= is_of_type(node, "Pages") && node.contains_key("Count");
            }
            None if is_page(node) => {
                self.whole &= is_of_type(node, "Page");
                self.pages.push(number);
            }
            _ => self.whole = false,
        }
    }
}

fn is_of_type(dictionary: &Dictionary, name: &str) -> bool {
    dictionary.get("Type").and_then(Object::as_name) == Some(name)
}

/// A page, also one whose type is damaged.
fn is_page(dictionary: &Dictionary) -> bool {
    is_of_type(dictionary, "Page")
        || (dictionary.contains_key("Contents") && dictionary.contains_key("Parent"))
            && !dictionary.contains_key("Subtype")
}

fn is_node(dictionary: &Dictionary) -> bool {
    is_of_type(dictionary, "Pages")
        || (dictionary.contains_key("Kids") && dictionary.contains_key("Count"))
}

fn reference(dictionary: &Dictionary, key: &str) -> Option<u32> {
    Some(dictionary.get(key)?.as_reference()?.id)
}
