//! Marks that single tools write: the records of a knowledge graph, names in double brackets, tags, braces, commands of LaTeX, and the handles of a search tool.

use super::links::{address, bracketed_number, closing, is_domain};
use super::marks::{Cite, Mark, Scan, cites, of, raised_numbers};
use crate::study::citation::{self, Reference};

/// Bytes that the name of a note may have.
const LONGEST: usize = 200;

impl Scan<'_> {
    /// `[Data: Sources (1, 2); Reports (4, +more)]`: the sources that it names, or else its records, where sources have such numbers.
    pub(super) fn data(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let inside = rest.strip_prefix("[Data:")?;
        let end = closing(rest, '[', ']')?;
        let inside = inside.get(..end - "[Data:".len())?;
        let groups: Vec<(String, Vec<u32>)> = inside
            .split_inclusive(')')
            .filter_map(|group| {
                let (name, numbers) = group.split_once('(')?;
                let numbers = numbers.split([',', ')']);
                let numbers = numbers.filter_map(|number| number.trim().parse().ok());
                let name = name.trim_matches(|c: char| !c.is_alphabetic());
                Some((name.to_lowercase(), numbers.collect()))
            })
            .collect();
        let is_source = |group: &&(String, Vec<u32>)| {
            matches!(
                group.0.as_str(),
                "sources" | "source" | "documents" | "text units"
            )
        };
        let named = groups.iter().any(|group| is_source(&group));
        let meant = groups.iter().filter(|group| !named || is_source(group));
        let numbers = meant.flat_map(|(_, numbers)| numbers.iter().copied());
        let cites: Vec<Cite> = numbers.map(Cite::Superscript).collect();
        (!cites.is_empty()).then(|| of(start..start + end + 1, cites))
    }

    /// `[[report]]`, `[[folder/report.md|the report]]`: a note by its name.
    pub(super) fn double(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start).strip_prefix("[[")?;
        let end = rest.get(..rest.floor_char_boundary(LONGEST))?.find("]]")?;
        let (inside, behind) = (rest.get(..end)?, rest.get(end + 2..)?);
        let name = inside.split(['|', '#']).next()?.trim();
        let is_name = name.contains(char::is_alphabetic)
            && !name.contains(['[', '\n', '^', '@'])
            && !behind.starts_with('(');
        let cite = citation::target(name).map(|target| cites(&[target]));
        let cite = cite.unwrap_or_else(|| vec![Cite::Name(name.to_owned())]);
        is_name.then(|| of(start..start + inside.len() + 4, cite))
    }

    /// `{1}`, `{1, 2}`; a citation only where a source has the number.
    pub(super) fn braces(&self, start: usize) -> Option<Mark> {
        const MOST: usize = 40;
        let rest = self.rest(start).strip_prefix('{')?;
        let end = rest.get(..rest.floor_char_boundary(MOST))?.find('}')?;
        let inside = rest.get(..end)?;
        Some(of(start..start + inside.len() + 2, raised_numbers(inside)?))
    }

    /// `<cite>1</cite>`, `<ref>https://…</ref>`, `<ref name="smith" />`, `<ref name="smith">Smith, *Costs*</ref>`.
    pub(super) fn tag(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start);
        let open = rest.get(..rest.floor_char_boundary(LONGEST))?.find('>')?;
        let head = rest.get(1..open)?;
        if head.split([' ', '\t']).next()?.eq_ignore_ascii_case("a") {
            return self.anchor(start, head);
        }
        let note = Note::at(rest)?;
        let span = start..start + note.length;
        let found = match (note.label, note.inside) {
            (Some(label), _) => vec![Cite::Label(label)],
            (None, inside) => direct(inside)
                .or_else(|| addressed(inside))
                // What else stands in `<cite>` may be words of the sentence.
                .or_else(|| note.only_cites.then(|| vec![Cite::Told(inside.to_owned())]))?,
        };
        Some(of(span, found))
    }

    /// `<a href="report.md">the report</a>`, `<a href="#ref1">1</a>`: a link, the words of which are the sentence's own.
    fn anchor(&self, start: usize, head: &str) -> Option<Mark> {
        let behind = head.split_once("href=")?.1;
        let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''));
        let target = match quote {
            Some(quote) => behind.get(1..)?.split(quote).next()?,
            None => behind.split(' ').next()?,
        };
        let from = start + head.len() + "<>".len();
        let behind = self.rest(from);
        let behind = behind.get(..behind.floor_char_boundary(5 * LONGEST))?;
        let inside = behind.get(..behind.find("</a>")?)?;
        let span = start..from + inside.len() + "</a>".len();
        let number = inside
            .trim()
            .parse()
            .ok()
            .or_else(|| bracketed_number(inside));
        let target = citation::target(target);
        let cite = match (number, target) {
            (Some(number), None) => Cite::Number {
                number,
                target: None,
            },
            (Some(number), Some(Reference::Uri(uri))) => Cite::Number {
                number,
                target: Some(uri),
            },
            (None, Some(Reference::Uri(uri))) => Cite::Link {
                uri,
                text: inside.to_owned(),
            },
            (_, Some(target)) => cites(&[target]).pop()?,
            (None, None) => return None,
        };
        let is_mark = number.is_some() || address(inside).is_some() || is_domain(inside);
        let kept = if is_mark {
            span.start..span.start
        } else {
            from..from + inside.len()
        };
        Some(Mark {
            span,
            kept,
            cites: vec![cite],
        })
    }

    /// `\cite{smith2020}`, `\parencite[12]{smith2020, jones2021}`.
    pub(super) fn command(&self, start: usize) -> Option<Mark> {
        const COMMANDS: &[&str] = &[
            "cite",
            "citep",
            "citet",
            "citealp",
            "citealt",
            "parencite",
            "textcite",
            "autocite",
            "footcite",
            "supercite",
            "fullcite",
        ];
        let rest = self.rest(start);
        let rest = rest.get(..rest.floor_char_boundary(LONGEST))?;
        let letters = rest
            .bytes()
            .skip(1)
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let name = rest.get(1..=letters)?;
        if !COMMANDS.contains(&name.to_lowercase().as_str()) {
            return None;
        }
        let mut keys = rest.get(1 + letters..)?.trim_start_matches('*');
        while keys.starts_with('[') {
            keys = keys.split_once(']')?.1;
        }
        let (inside, behind) = keys.strip_prefix('{')?.split_once('}')?;
        let keys = inside.split(',').map(|key| key.trim().to_lowercase());
        let cites: Vec<Cite> = keys
            .filter(|key| !key.is_empty())
            .map(Cite::Label)
            .collect();
        (!cites.is_empty()).then(|| of(start..start + rest.len() - behind.len(), cites))
    }

    /// `citeturn0search1turn0news2`: handles of what a search tool found, as they are left of a private mark.
    pub(super) fn turn(&self, start: usize) -> Option<Mark> {
        let rest = self.rest(start).strip_prefix("cite")?;
        let is_private = |c: char| ('\u{e000}'..='\u{f8ff}').contains(&c);
        let mut at = 0;
        let mut found = Vec::new();
        while let Some(handle) = rest
            .get(at..)
            .map(|rest| rest.trim_start_matches(is_private))
            .filter(|rest| rest.starts_with("turn"))
        {
            let begins = rest.len() - handle.len();
            let digits = |from: usize| {
                let tail = handle.get(from..).unwrap_or_default();
                tail.bytes().take_while(u8::is_ascii_digit).count()
            };
            let turn = "turn".len() + digits("turn".len());
            let tail = handle.get(turn..).unwrap_or_default();
            let kind = tail.bytes().take_while(u8::is_ascii_lowercase).count();
            let end = turn + kind + digits(turn + kind);
            if turn == "turn".len() || kind == 0 || end == turn + kind {
                break;
            }
            found.push(Cite::Label(handle.get(..end)?.to_owned()));
            at = begins + end;
        }
        let from = self
            .before(start)
            .strip_suffix("file")
            .map_or(start, str::len);
        (!found.is_empty()).then(|| of(from..start + "cite".len() + at, found))
    }
}

/// What a tag around a source holds: `<ref name="smith">Smith, *Costs*</ref>`, as wikis write their notes where they cite them.
pub(super) struct Note<'t> {
    /// By which further tags cite the same; lower case.
    pub(super) label: Option<String>,
    pub(super) inside: &'t str,
    /// It can be nothing but a note, and no words of the sentence.
    only_cites: bool,
    /// Bytes of the whole.
    length: usize,
}

impl<'t> Note<'t> {
    fn at(rest: &'t str) -> Option<Self> {
        const TAGS: &[&str] = &["cite", "ref", "citation", "source"];
        let open = rest.get(..rest.floor_char_boundary(LONGEST))?.find('>')?;
        let head = rest.get(1..open)?;
        let name = head.split([' ', '/', '\t']).next()?.to_lowercase();
        if !TAGS.contains(&name.as_str()) {
            return None;
        }
        let label = head.split_once("name=").and_then(|(_, value)| {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let label = match quote {
                Some(quote) => value.get(1..)?.split(quote).next()?,
                None => value.split([' ', '/']).next()?,
            };
            Some(label.trim().to_lowercase()).filter(|label| !label.is_empty())
        });
        let only_cites = name == "ref";
        if head.ends_with('/') {
            return label.is_some().then_some(Self {
                label,
                inside: "",
                only_cites,
                length: open + 1,
            });
        }
        let behind = rest.get(open + 1..)?;
        let behind = behind.get(..behind.floor_char_boundary(5 * LONGEST))?;
        let inside = behind.get(..behind.find(&format!("</{name}>"))?)?;
        let is_empty = inside.trim().is_empty() && label.is_none();
        (!is_empty).then_some(Self {
            label,
            inside: inside.trim(),
            only_cites,
            length: open + 1 + inside.len() + name.len() + "</>".len(),
        })
    }

    /// The notes of a text that say themselves what their source is.
    pub(super) fn of(text: &'t str) -> impl Iterator<Item = Self> {
        let notes = text.match_indices('<');
        let notes = notes.filter_map(|(at, _)| Self::at(text.get(at..)?));
        notes.filter(|note| {
            let is_told = note.label.is_some() || direct(note.inside).is_none();
            note.only_cites && !note.inside.is_empty() && is_told
        })
    }
}

/// The address in a note.
fn addressed(inside: &str) -> Option<Vec<Cite>> {
    let from = inside.find("http")?;
    let length = address(inside.get(from..)?)?;
    Some(vec![Cite::Uri(inside.get(from..from + length)?.to_owned())])
}

/// Numbers, an address or a file, where a note holds nothing else.
fn direct(inside: &str) -> Option<Vec<Cite>> {
    let bare = inside.trim_matches(['[', ']']);
    if let Some(numbers) = raised_numbers(bare) {
        return Some(numbers);
    }
    citation::target(bare).map(|target| cites(&[target]))
}
