//! Which document each source of a report is: by address, identifier, file name or title, else by its position in the list.
//!
//! A wrong match would call true claims unsupported, so the order decides only where there is as much evidence as there are sources and none of them says itself
//! which it is; and where a report lists no sources at all, only if the evidence was named one by one.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::super::material::{Held, Material, is_same_file};
use crate::evidence::canonical;
use crate::report::{Report, Source, Work, base_name, identifiers, words_of};

/// How a source was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Address,
    Identifier,
    FileName,
    Title,
    Work,
    Order,
    Content,
}

impl How {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Address => "by its address",
            Self::Identifier => "by its identifier",
            Self::FileName => "by its file name",
            Self::Title => "by its title",
            Self::Work => "by its author and year",
            Self::Order => "by its position in the list",
            Self::Content => "by its text, which the sidecar has",
        }
    }
}

/// What a source of a report is among the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Match {
    pub(super) documents: Vec<usize>,
    pub(super) how: Option<How>,
    /// Why there is nothing to check against, where what was asked for could not be read.
    pub(super) refused: Option<String>,
}

/// One match for every source of the report, in their order. Supposed sources that are not among the evidence are left out of the report.
pub(super) fn matches(report: &mut Report, material: &Material) -> Vec<Match> {
    let known = Known::new(material);
    let find = |source: &Source| known.find(source).unwrap_or_default();
    let found: HashMap<u32, Match> = report
        .sources
        .iter()
        .map(|source| (source.number, find(source)))
        .collect();
    let documents = |source: &Source| {
        let found = found.get(&source.number)?;
        found.how.is_some().then_some(&found.documents)
    };
    let listed = report.sources.iter().filter(|source| !source.supposed);
    let listed: Vec<(u32, &Vec<usize>)> = listed
        .filter_map(|source| Some((source.number, documents(source)?)))
        .collect();
    report.settle(|source| {
        let own = documents(source)?;
        if source.uris.is_empty() {
            return Some(source.number);
        }
        // Where nothing tells what the numbers are, their order may, and a link is just a link.
        let mut same = listed.iter().filter(|(_, documents)| *documents == own);
        let known = same.next().map(|(number, _)| *number);
        (!listed.is_empty()).then(|| known.unwrap_or(source.number))
    });
    let mut matches: Vec<Match> = report
        .sources
        .iter()
        .filter_map(|source| found.get(&source.number).cloned())
        .collect();
    by_order(report, material, &mut matches);
    matches
}

/// For each source the one document that it is by address, identifier, file name or title.
pub(super) fn named(
    material: &Material,
    sources: impl Iterator<Item = Source>,
) -> Vec<Option<usize>> {
    let known = Known::new(material);
    sources
        .map(|source| known.find(&source)?.documents.first().copied())
        .collect()
}

/// The evidence by what sources may call it.
struct Known<'a> {
    material: &'a Material,
    addresses: HashMap<String, usize>,
    identifiers: HashMap<String, usize>,
    /// By the names of files, and by these without their extensions.
    files: HashMap<String, Vec<usize>>,
    stems: HashMap<String, Vec<usize>>,
    /// Words of titles and of file names.
    titles: Vec<(String, usize)>,
}

impl<'a> Known<'a> {
    fn new(material: &'a Material) -> Self {
        let mut known = Self {
            material,
            addresses: HashMap::new(),
            identifiers: HashMap::new(),
            files: HashMap::new(),
            stems: HashMap::new(),
            titles: Vec::new(),
        };
        for (at, document) in material.documents.iter().enumerate() {
            known.add(at, document);
        }
        known
    }

    fn add(&mut self, at: usize, document: &Held) {
        let read = &document.read;
        if let Some(address) = canonical(&read.uri) {
            self.addresses.entry(settled(&address)).or_insert(at);
        }
        for value in read.metadata.values() {
            if let Some(address) = canonical(value) {
                self.addresses.entry(settled(&address)).or_insert(at);
            }
        }
        // A paper names itself on its first page.
        let head: String = read.text.chars().take(3000).collect();
        let stated = read.metadata.values().flat_map(|value| identifiers(value));
        let first = identifiers(&head).into_iter().take(1);
        for identifier in stated.chain(first).chain([read.uri.clone()]) {
            if let Some(identifier) = canonical(&identifier) {
                self.identifiers.entry(settled(&identifier)).or_insert(at);
            }
        }
        let file = base_name(&read.uri);
        if !file.is_empty() {
            let stem = stem(&file).to_owned();
            self.titles.push((words_of(&stem), at));
            self.stems.entry(stem).or_default().push(at);
            self.files.entry(file).or_default().push(at);
        }
        self.titles.push((words_of(&read.title), at));
    }

    fn find(&self, source: &Source) -> Option<Match> {
        let found = |at: usize, how| {
            Some(Match {
                documents: vec![at],
                how: Some(how),
                refused: None,
            })
        };
        let addresses: Vec<String> = source
            .uris
            .iter()
            .filter_map(|uri| canonical(uri))
            .map(|uri| settled(&uri))
            .collect();
        for address in &addresses {
            if let Some(&at) = self.addresses.get(address) {
                return found(at, How::Address);
            }
        }
        for address in &addresses {
            if let Some(&at) = self.identifiers.get(address) {
                return found(at, How::Identifier);
            }
        }
        let mut documents: Vec<usize> = Vec::new();
        for file in &source.files {
            documents.extend(self.file(file));
        }
        documents.dedup();
        if !documents.is_empty() {
            return Some(Match {
                documents,
                how: Some(How::FileName),
                refused: None,
            });
        }
        if let Some(refused) = self.refused(source, &addresses) {
            return Some(refused);
        }
        let mut named = source.files.iter();
        if let Some(at) = named.find_map(|file| self.of_number(file)) {
            return found(at, How::Title);
        }
        // A page that was saved under its own name.
        for address in &addresses {
            let last = base_name(address);
            let (depth, file) = (address.matches('/').count(), stem(&last) != last);
            let is_name =
                last.len() >= 6 && (depth > 2 || (depth > 0 && file)) && stem(&last) != "index";
            if let Some(at) = self.one(&last).filter(|_| is_name) {
                return found(at, How::FileName);
            }
        }
        if let Some(at) = source.label.as_deref().and_then(|label| self.one(label)) {
            return found(at, How::FileName);
        }
        if let Some(work) = &source.work {
            let written = self.written(work).and_then(|at| found(at, How::Work));
            if written.is_some() || source.supposed {
                return written;
            }
        }
        // The words of an address that may be just a link tell nothing.
        if source.supposed && !source.uris.is_empty() {
            return None;
        }
        let titled = self.titled(source);
        let titled = titled.or_else(|| self.cut_title(&source.text));
        let titled = titled.or_else(|| self.of_site(&source.text));
        let titled = titled.filter(|at| !source.supposed || self.is_called(*at, &source.title));
        titled.and_then(|at| found(at, How::Title))
    }

    /// Whether a document has words for its title, or most of it: what may be just words is not found by a few of them.
    fn is_called(&self, at: usize, words: &str) -> bool {
        let own = words_of(words);
        let count = |words: &str| words.split(' ').count();
        let mut titles = self.titles.iter().filter(|(_, known)| *known == at);
        titles.any(|(title, _)| {
            let (short, long) = if title.len() < own.len() {
                (title, &own)
            } else {
                (&own, title)
            };
            format!(" {long} ").contains(&format!(" {short} ")) && 2 * count(short) >= count(long)
        })
    }

    /// The one document that says of itself that somebody wrote it in a year, or is called so, or begins with both.
    fn written(&self, work: &Work) -> Option<usize> {
        const HEAD: usize = 400;
        let name = words_of(&work.author);
        let year = work
            .year
            .trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let fits = |document: &Held| {
            let read = &document.read;
            let has_name =
                |text: &str| format!(" {} ", words_of(text)).contains(&format!(" {name} "));
            let file = base_name(&read.uri);
            let head: String = read.text.chars().take(HEAD).collect();
            let is_dated = |date: &String| date.starts_with(year);
            let is_of_year = read.date.as_ref().is_some_and(is_dated)
                || file.contains(year)
                || head.contains(year);
            let says = if read.author.as_deref().is_some_and(has_name) {
                3
            } else if file.contains(&name) {
                2
            } else {
                u8::from(has_name(&read.title) || has_name(&head))
            };
            if is_of_year { says } else { 0 }
        };
        let documents = self.material.documents.iter().enumerate();
        let rated: Vec<(u8, usize)> = documents.map(|(at, held)| (fits(held), at)).collect();
        let best = rated
            .iter()
            .map(|(rate, _)| *rate)
            .max()
            .filter(|best| *best > 0)?;
        let mut all = rated.iter().filter(|(rate, _)| *rate == best);
        let (_, at) = all.next()?;
        all.next().is_none().then_some(*at)
    }

    /// The one document whose title begins with the number that a file is called by: `GAO-23-106826.pdf`.
    fn of_number(&self, file: &str) -> Option<usize> {
        const DIGITS: usize = 4;
        let file = base_name(file);
        let name = words_of(stem(&file));
        let is_number =
            |word: &str| word.len() >= DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
        let begins = |title: &str| format!("{title} ").starts_with(&format!("{name} "));
        let has_letters = name.contains(char::is_alphabetic);
        (has_letters && name.split(' ').any(is_number))
            .then(|| self.only_one(begins))
            .flatten()
    }

    /// The one document of whose title an entry has the beginning, cut off where it says so: `This is what our world will look like…`
    fn cut_title(&self, entry: &str) -> Option<usize> {
        const FEWEST: usize = 4;
        let cut = entry.find('…').or_else(|| entry.find("..."))?;
        let before = format!(" {} ", words_of(entry.get(..cut)?));
        let begun = |title: &str| {
            let ends = title.match_indices(' ').map(|(at, _)| at);
            let mut ends = ends.skip(FEWEST - 1).chain([title.len()]);
            ends.any(|end| {
                let start = title.get(..end).unwrap_or_default();
                start.matches(' ').count() + 1 >= FEWEST && before.ends_with(&format!(" {start} "))
            })
        };
        self.only_one(begun)
    }

    /// The one document of a site that is about what an entry says behind the name of the site: `example.com — Power outage at the port`.
    fn of_site(&self, entry: &str) -> Option<usize> {
        const HEAD: usize = 1500;
        let is_site = |word: &&str| {
            let name = word.strip_prefix("www.").unwrap_or(word);
            name.split('.').count() >= 2
                && name.split('.').all(|part| {
                    part.len() >= 2 && part.chars().all(|c| c.is_alphanumeric() || c == '-')
                })
                && name.contains(char::is_alphabetic)
        };
        let lower = entry.to_lowercase();
        let site = lower
            .split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '(' | ')'))
            .find(is_site)?;
        let said = words_of(&lower.replacen(site, " ", 1));
        let said: Vec<&str> = said.split(' ').filter(|word| word.len() > 3).collect();
        let bare = site.strip_prefix("www.").unwrap_or(site);
        let is_of_site = |address: &str| {
            let host = address.split(['/', '?', '#']).next().unwrap_or_default();
            host == bare || host.ends_with(&format!(".{bare}"))
        };
        let addressed = self.addresses.iter();
        let mut documents: Vec<usize> = addressed
            .filter(|(address, _)| is_of_site(address))
            .map(|(_, at)| *at)
            .collect();
        documents.sort_unstable();
        documents.dedup();
        documents.retain(|at| {
            let Some(held) = self.material.documents.get(*at) else {
                return false;
            };
            let begun: String = held.read.text.chars().take(HEAD).collect();
            let told = format!(" {} {} ", words_of(&held.read.title), words_of(&begun));
            !said.is_empty() && said.iter().all(|word| told.contains(&format!(" {word}")))
        });
        match documents.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The one document of a title that fits.
    fn only_one(&self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        let mut all = self.titles.iter().filter(|(title, _)| fits(title));
        let (_, at) = all.next()?;
        all.all(|(_, other)| other == at).then_some(*at)
    }

    /// The document whose path ends most like the one that is named.
    fn file(&self, named: &str) -> Option<usize> {
        let name = base_name(named);
        let candidates = self
            .files
            .get(&name)
            .or_else(|| self.stems.get(stem(&name)))?;
        let path: Vec<String> = named
            .to_lowercase()
            .split(['/', '\\'])
            .rev()
            .map(str::to_owned)
            .collect();
        let alike = |at: usize| {
            let uri = self
                .material
                .documents
                .get(at)
                .map(|document| document.read.uri.to_lowercase())
                .unwrap_or_default();
            uri.split(['/', '\\'])
                .rev()
                .zip(&path)
                .take_while(|(own, named)| own == named)
                .count()
        };
        candidates
            .iter()
            .copied()
            .max_by_key(|&at| (alike(at), Reverse(at)))
    }

    /// The only document whose file is called so, with or without its extension.
    fn one(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        let found = self
            .files
            .get(&name)
            .or_else(|| self.stems.get(stem(&name)))?;
        match found.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// What was asked for by the name or address that the source has, and could not be read.
    fn refused(&self, source: &Source, addresses: &[String]) -> Option<Match> {
        let slot = self.material.slots.iter().find(|slot| {
            let address = canonical(&slot.name).map(|address| settled(&address));
            slot.refused.is_some()
                && (address.is_some_and(|address| addresses.contains(&address))
                    || source
                        .files
                        .iter()
                        .any(|file| is_same_file(file, &slot.name)))
        })?;
        Some(Match {
            refused: slot
                .refused
                .as_ref()
                .map(|why| format!("{}: {why}", slot.name)),
            ..Match::default()
        })
    }

    /// The document with the longest title that stands in the entry; else the one whose title has the entry's own, and most of whose words the entry has.
    fn titled(&self, source: &Source) -> Option<usize> {
        let entry = format!(" {} ", words_of(&source.text));
        let own = words_of(&source.title);
        let says_enough = |words: &str| {
            words.contains(' ') && words.chars().count() >= 8 || words.chars().count() >= 12
        };
        let stands_there = |title: &str| {
            says_enough(title) && entry.contains(&format!(" {title} "))
                // A title alone may be one word.
                || !title.is_empty() && title == own
        };
        let whole = self.titles.iter().filter(|(title, _)| stands_there(title));
        let longest = whole.max_by_key(|(title, at)| (title.len(), Reverse(*at)));
        if let Some((_, at)) = longest {
            return Some(*at);
        }
        let has_own =
            |title: &str| says_enough(&own) && format!(" {title} ").contains(&format!(" {own} "));
        // Which part of the words of a title the entry has, in thousandths.
        let share = |title: &str| {
            let (mut held, mut all) = (0_usize, 0_usize);
            for word in title.split(' ') {
                all += 1;
                held += usize::from(entry.contains(&format!(" {word} ")));
            }
            1000 * held / all.max(1)
        };
        let mut found: Option<(usize, &(String, usize))> = None;
        let mut is_one = true;
        for known in self.titles.iter().filter(|(title, _)| has_own(title)) {
            let rate = share(&known.0);
            match found {
                Some((best, _)) if rate < best => {}
                Some((best, (title, at))) if rate == best => {
                    is_one &= *at == known.1 || *title == known.0;
                }
                _ => (found, is_one) = (Some((rate, known)), true),
            }
        }
        found.filter(|_| is_one).map(|(_, (_, at))| *at)
    }
}

/// One spelling of the addresses of one thing: a paper's versions and formats, a host with and without `www.`.
fn settled(address: &str) -> String {
    let bare = address.split_once("://").map_or(address, |(_, bare)| bare);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    let bare = bare.strip_prefix("dx.").unwrap_or(bare).to_lowercase();
    let Some(paper) = bare.strip_prefix("arxiv.org/") else {
        return bare;
    };
    let id = paper.split_once('/').map_or(paper, |(_, id)| id);
    let id = id.strip_suffix(".pdf").unwrap_or(id);
    let versionless = id.rsplit_once('v').filter(|(_, version)| {
        !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit())
    });
    format!("arxiv.org/{}", versionless.map_or(id, |(id, _)| id))
}

fn stem(file: &str) -> &str {
    match file.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 8 => stem,
        _ => file,
    }
}

/// The k-th source is the k-th piece of evidence where there are as many of both, and no source says which it is.
fn by_order(report: &Report, material: &Material, matches: &mut [Match]) {
    let slots = &material.slots;
    let tells = |source: &Source| {
        !source.files.is_empty() || source.label.is_some() || source.work.is_some()
    };
    let unexplained = report.sources.iter().all(|source| source.text.is_empty());
    let (sources, fits) = if report.listed > 0 {
        (report.listed, true)
    } else {
        // The order of a folder's files says nothing about a report.
        (report.sources.len(), unexplained && material.named_singly)
    };
    let open = matches
        .iter()
        .all(|found| found.how.is_none() && found.refused.is_none());
    let follows = report
        .sources
        .windows(2)
        .all(|pair| matches!(pair, [one, next] if one.number.checked_add(1) == Some(next.number)));
    let begins = report
        .sources
        .first()
        .is_some_and(|first| first.number <= 1);
    let is_fit = fits
        && sources == slots.len()
        && sources == report.sources.len()
        && open
        && follows
        && begins
        && !report.sources.iter().any(tells);
    if !is_fit {
        return;
    }
    for (slot, found) in slots.iter().zip(matches) {
        *found = Match {
            documents: slot.documents.clone(),
            how: slot.refused.is_none().then_some(How::Order),
            refused: slot
                .refused
                .as_ref()
                .map(|why| format!("{}: {why}", slot.name)),
        };
    }
}
