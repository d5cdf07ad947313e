//! Topics: what a document is about, for those of its sentences that do not name it.
//!
//! `The tablets may be taken with alcohol` says the same words of any tablets. In a document under the title of one drug it is said of that drug, and what
//! stands in the document of another drug contradicts it in nothing. A title tells the topic; that of two documents is taken for two things only where neither
//! document has a word of the other's title, or where each names things and neither what the other names. Which names and years a sentence takes over from
//! those before it is known elsewhere (`setting`).

use foldhash::{HashMap, HashMapExt, HashSet};

use super::own_document::is_of_its_program;
use super::speakers::is_speaker;
use crate::check::index::{Entry, Index};
use crate::check::language::numbers::{Date, Quantity};
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};
use crate::check::text::claims::is_claim;
use crate::semantic::is_word;

/// What is known of the documents that an index reads.
#[derive(Debug, Default)]
pub(crate) struct Topics {
    by_number: HashMap<u32, Topic>,
}

/// The title of a document beside the words that it uses.
#[derive(Debug, Default)]
struct Topic {
    title: Vec<TitleWord>,
    /// The title as it stands.
    called: String,
    /// Whether the title is a word or two that begin with a small letter, and the text that of a program: its name.
    is_name: bool,
    /// Whether the title is such a word or two, and may be no more than what a file is called: `police`, `d1`.
    is_file: bool,
    /// The stems of all words of its text.
    stems: HashSet<String>,
    /// The words that it writes with a small letter.
    small: HashSet<String>,
    /// The words of what it names.
    names: HashSet<String>,
}

/// The most words of such a name.
const NAME: usize = 2;

#[derive(Debug)]
struct TitleWord {
    stem: String,
    plain: String,
    is_capital: bool,
}

impl Topics {
    pub(crate) fn of(index: &Index<'_>) -> Self {
        let mut by_number: HashMap<u32, Topic> = HashMap::new();
        let mut met: HashSet<(u32, &str)> = HashSet::default();
        for piece in &index.evidence {
            let topic = by_number.entry(piece.number).or_default();
            if topic.title.is_empty()
                && let Some(title) = index.title_of(piece)
            {
                topic.title = title_words(title);
                title.clone_into(&mut topic.called);
                topic.is_file =
                    title.starts_with(char::is_lowercase) && words(title).count() <= NAME;
            }
            let text = piece.passage.text.as_str();
            topic.is_name |= topic.is_file && tells_of_a_program(text);
            // What stands above a text as its title is no word of it.
            let lines = text.lines().filter(|line| line.trim() != topic.called);
            let all = lines.flat_map(|line| words(line).filter_map(|span| line.get(span)));
            for word in all {
                if !met.insert((piece.number, word)) {
                    continue;
                }
                let plain = plain(word);
                topic.stems.insert(stem(&plain));
                if word.starts_with(char::is_lowercase) {
                    topic.small.insert(plain);
                }
            }
        }
        for entry in &index.entries {
            let piece = index.evidence.get(entry.evidence);
            if let Some(topic) = piece.and_then(|piece| by_number.get_mut(&piece.number)) {
                let text = index.text(entry);
                let names = entry.statement.names.iter();
                let mut all = names.clone().flat_map(|name| &name.words);
                // `University of Tenby, 2024` names who wrote, and nothing that is written about.
                if all.all(|word| topic.names.contains(word)) || !is_claim(text) {
                    continue;
                }
                let names = names.filter(|name| !is_speaker(&name.text, text));
                topic
                    .names
                    .extend(names.flat_map(|name| name.words.iter().cloned()));
            }
        }
        Self { by_number }
    }

    /// Whether two sentences that name nothing in common stand in documents about two things.
    pub(crate) fn are_apart(&self, index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
        let (Some(own), Some(theirs)) = (self.topic(index, a), self.topic(index, b)) else {
            return false;
        };
        let texts = [index.text(a), index.text(b)];
        if (own.is_name && theirs.is_name || texts.map(is_of_its_program) == [true; 2])
            && own.is_foreign_to(theirs)
            && theirs.is_foreign_to(own)
        {
            return true;
        }
        let refer = texts.map(refers_to_topic);
        let name_nothing = [a, b].iter().all(|entry| entry.statement.names.is_empty());
        let name_one_thing = shared_names(texts)
            .iter()
            .any(|word| !self.is_general(word));
        !name_one_thing
            && (own.is_apart_from(theirs, refer)
                || refer == [true; 2]
                    && name_nothing
                    && !are_of_one_day(a, b)
                    && own.names_others(theirs))
    }

    /// Whether two sentences stand in documents whose titles are of two things: they name nothing in common, or number it differently.
    pub(super) fn are_of_two(&self, index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
        let (Some(own), Some(theirs)) = (self.topic(index, a), self.topic(index, b)) else {
            return false;
        };
        let is_titled = |topic: &Topic| !topic.title.is_empty();
        is_titled(own)
            && is_titled(theirs)
            && (!own.has_name_of(theirs) || own.numbers() != theirs.numbers())
    }

    /// Whether two sentences stand in documents that are plainly on one matter: their titles share a word that few others have, and no number tells them apart,
    /// or there are a few documents and the sentences name one thing.
    pub(super) fn are_on_one_matter(&self, index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
        const FEW: usize = 8;
        const PAIR: usize = 3;
        let (Some(own), Some(theirs)) = (self.topic(index, a), self.topic(index, b)) else {
            return false;
        };
        let count = self.by_number.len();
        if own.title.is_empty() || theirs.title.is_empty() {
            return count <= PAIR;
        }
        let is_rare = |word: &TitleWord| {
            let all = self.by_number.values();
            let titled = all.filter(|topic| topic.title.iter().any(|own| own.stem == word.stem));
            titled.take(FEW + 1).count() <= FEW
        };
        let name_one_thing = || !shared_names([index.text(a), index.text(b)]).is_empty();
        own.numbers() == theirs.numbers() && own.words_of(theirs).any(is_rare)
            || count <= FEW && name_one_thing()
    }

    /// Whether two sentences stand in documents of which each has words in its title that the other's has not.
    pub(crate) fn are_titled_otherwise(&self, index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
        let topics = self.topic(index, a).zip(self.topic(index, b));
        topics.is_some_and(|(own, theirs)| {
            !own.beside(theirs).is_empty() && !theirs.beside(own).is_empty()
        })
    }

    fn topic(&self, index: &Index<'_>, entry: &Entry) -> Option<&Topic> {
        let piece = index.evidence.get(entry.evidence)?;
        self.by_number.get(&piece.number)
    }

    /// Whether so many documents use a name that two of them that do need not be about one thing: `Rust`, `Linux`.
    fn is_general(&self, word: &str) -> bool {
        const MANY: usize = 20;
        const SHARE: usize = 10;
        let all = self.by_number.len();
        let naming = self.by_number.values();
        let naming = naming.filter(|topic| topic.names.contains(word)).count();
        all >= MANY && SHARE * naming > all
    }
}

impl Topic {
    /// Whether it is about another thing than another document; `refer` says of a sentence of each whether it refers to what its document is about.
    fn is_apart_from(&self, other: &Self, refer: [bool; 2]) -> bool {
        // Two titles with one name are of one thing, and a noun of both tells nothing: `Hillcrest School`, `Dale School`.
        if self.has_name_of(other) {
            return false;
        }
        let [refers, refer_back] = refer;
        let (own, theirs) = (self.beside(other), other.beside(self));
        let needs_names = self.words_of(other).next().is_some();
        self.is_told_by(&own, refers, needs_names)
            && other.is_told_by(&theirs, refer_back, needs_names)
            && !own.iter().any(|word| other.stems.contains(&word.stem))
            && !theirs.iter().any(|word| self.stems.contains(&word.stem))
    }

    /// The words of its title that another title has too.
    fn words_of<'t>(&'t self, other: &'t Self) -> impl Iterator<Item = &'t TitleWord> {
        let is_there = |word: &&TitleWord| other.title.iter().any(|own| own.stem == word.stem);
        self.title.iter().filter(is_there)
    }

    /// Whether its title has a name that another title has too.
    fn has_name_of(&self, other: &Self) -> bool {
        self.words_of(other).any(|word| {
            word.is_capital
                && !self.small.contains(&word.plain)
                && !other.small.contains(&word.plain)
        })
    }

    /// The numbers in its title.
    fn numbers(&self) -> Vec<&str> {
        let words = self.called.split(|letter: char| !letter.is_alphanumeric());
        words
            .filter(|word| word.starts_with(|first: char| first.is_ascii_digit()))
            .collect()
    }

    /// Whether its title has words that another title has not, and another document does not use all of these.
    fn is_foreign_to(&self, other: &Self) -> bool {
        let own = self.beside(other);
        !own.is_empty() && !own.iter().all(|word| other.stems.contains(&word.stem))
    }

    /// Whether each of two documents names something, and none what the other names: `the merger` of the one is not that of the other.
    fn names_others(&self, other: &Self) -> bool {
        let is_name = |word: &&String| !self.small.contains(*word) && !other.small.contains(*word);
        let mut own = self.names.iter().filter(is_name).peekable();
        let mut theirs = other.names.iter().filter(is_name).peekable();
        let is_known = |word: &String, stems: &HashSet<String>| stems.contains(&stem(word));
        own.peek().is_some()
            && theirs.peek().is_some()
            && !own.any(|word| is_known(word, &other.stems))
            && !theirs.any(|word| is_known(word, &self.stems))
    }

    /// The words of its title that another title does not have.
    fn beside(&self, other: &Self) -> Vec<&TitleWord> {
        let theirs = |word: &TitleWord| other.title.iter().any(|own| own.stem == word.stem);
        self.title.iter().filter(|word| !theirs(word)).collect()
    }

    /// Whether its text is about what these words of its title say: it has one of them, or the sentence refers to what the title names.
    fn is_told_by(&self, title: &[&TitleWord], refers: bool, needs_names: bool) -> bool {
        // Who is quoted in a file called after them is not what it is about.
        if self.is_file && !self.is_name && title.iter().all(|word| is_source(&word.plain)) {
            return false;
        }
        let is_name =
            |word: &TitleWord| word.is_capital && !self.small.contains(&word.plain) || self.is_name;
        let mut words = title.iter().filter(|word| !needs_names || is_name(word));
        words.any(|word| self.stems.contains(&word.stem) || refers && is_name(word))
    }
}

/// Whether a text is about a program: it has code in it, or says so.
fn tells_of_a_program(text: &str) -> bool {
    #[rustfmt::skip]
    const PROGRAMS: &[&str] = &[
        "crate", "crates", "npm", "cargo", "pip", "repository", "github", "plugin", "api", "cli", "runtime", "compiler", "config", "json", "framework", "readme",
        "software", "middleware", "parser", "compiles", "rust", "python", "javascript", "typescript", "linux",
    ];
    let mut all = words(text).filter_map(|span| text.get(span));
    text.contains('`') || all.any(|word| PROGRAMS.contains(&plain(word).as_str()))
}

/// Whether a word says from whom a text is, as names of files do.
fn is_source(word: &str) -> bool {
    #[rustfmt::skip]
    const SOURCES: &[&str] = &[
        "police", "hospital", "council", "government", "ministry", "agency", "authority", "operator", "company", "union", "newspaper", "paper", "gazette", "times",
        "herald", "tribune", "courier", "wire", "press", "radio", "tv", "broadcaster", "media", "local", "regional", "national", "official", "officials", "mayor",
        "minister", "court", "regulator", "auditor", "auditors", "inspector", "inspectors", "institute", "university", "museum", "society", "association", "chamber",
        "owner", "builder", "contractor", "developer", "campaign", "campaigners", "residents", "witness", "witnesses", "expert", "experts", "critic", "critics",
        "source", "sources", "doc", "document", "file", "text",
    ];
    SOURCES.contains(&word)
}

/// Words of titles that say what kind of text it is, and nothing of what it is about.
#[rustfmt::skip]
const KINDS_OF_TEXT: &[&str] = &[
    "readme", "changelog", "changes", "change", "log", "introduction", "overview", "guide", "manual", "handbook", "report", "annual", "quarterly", "news",
    "newsletter", "notes", "note", "release", "releases", "version", "documentation", "docs", "usage", "license", "licence", "licensing", "faq", "summary",
    "minutes", "review", "paper", "letter", "statement", "press", "article", "bulletin", "survey", "memo", "brief", "briefing", "contents", "copyright",
    "forecast", "forecasts", "outlook", "projection", "projections", "estimate", "estimates", "strategy", "consultation", "submission", "profile",
    "installation", "install", "features", "example", "examples", "todo", "contributing", "history", "appendix", "abstract", "index", "part", "chapter", "page",
    "study", "trial", "test", "tests", "correction", "erratum", "errata", "corrigendum", "retraction", "update", "updates", "results", "facts", "information",
    "audit", "inquiry", "evaluation", "assessment", "analysis", "opinion", "editorial", "column", "blog", "post", "thread", "slides", "presentation", "factsheet",
    "sheet", "figures", "data", "statistics", "notice", "announcement", "hearing", "testimony", "petition", "proposal", "draft", "budget", "accounts",
    "background", "comment", "interview", "transcript", "diary", "archive", "circular", "plan", "plans", "programme", "program", "library", "crate", "package",
];

/// A title without what it says of whose text it is: `Statement of the union`.
fn without_source(title: &str) -> &str {
    let all: Vec<_> = words(title).collect();
    let word = |at: usize| {
        let span = all.get(at).cloned();
        plain(span.and_then(|span| title.get(span)).unwrap_or_default())
    };
    let of = (0..all.len()).find(|&at| matches!(word(at).as_str(), "of" | "by" | "from"));
    let is_kind = |of: usize| (0..of).any(|at| KINDS_OF_TEXT.contains(&word(at).as_str()));
    let ends_in_source = || is_source(&word(all.len().saturating_sub(1)));
    let end = of.filter(|&of| is_kind(of) && ends_in_source());
    let end = end
        .and_then(|of| all.get(of))
        .map_or(title.len(), |span| span.start);
    title.get(..end).unwrap_or_default()
}

fn title_words(title: &str) -> Vec<TitleWord> {
    let title = without_source(title);
    words(title)
        .filter_map(|span| title.get(span))
        .map(|word| (word, plain(word)))
        .filter(|(word, plain)| {
            word.starts_with(char::is_alphabetic)
                && word.chars().count() > 1
                && !is_stop_word(plain)
                && !KINDS_OF_TEXT.contains(&plain.as_str())
        })
        .map(|(word, plain)| TitleWord {
            stem: stem(&plain),
            is_capital: word.starts_with(char::is_uppercase) && !says_field(title, &plain),
            plain,
        })
        .collect()
}

/// Whether a word begins a title that goes on, with a small letter, to what kind of text it is, and is no name: `Traffic forecast`, but not `Celoxin leaflet`.
fn says_field(title: &str, word: &str) -> bool {
    let mut all = words(title).filter_map(|span| title.get(span));
    let is_first = all.next().is_some_and(|first| plain(first) == word);
    let mut rest = all.peekable();
    let goes_on = rest.peek().is_some()
        && rest.all(|word| {
            word.starts_with(char::is_lowercase) && KINDS_OF_TEXT.contains(&plain(word).as_str())
        });
    is_first && goes_on && is_word(word)
}

/// Whether a sentence begins with what only its document tells: `the tablets`, `of the patients`, `this crate`, `we`.
fn refers_to_topic(text: &str) -> bool {
    const REFERS: &[&str] = &[
        "the", "this", "these", "it", "its", "they", "their", "we", "our", "here",
    ];
    const BEFORE: &[&str] = &[
        "of", "in", "at", "among", "on", "for", "during", "after", "before", "both", "all",
    ];
    let mut first = plain_words(text).skip_while(|word| BEFORE.contains(&word.as_str()));
    first
        .next()
        .is_some_and(|word| REFERS.contains(&word.as_str()))
}

/// Whether two sentences tell of what happened on one day.
fn are_of_one_day(a: &Entry, b: &Entry) -> bool {
    let days = |entry: &Entry| -> Vec<Date> {
        let dates = entry.statement.quantities.iter().filter_map(Quantity::date);
        dates
            .filter(|date| date.day.is_some() && date.year.is_some())
            .collect()
    };
    let theirs = days(b);
    days(a).iter().any(|own| theirs.contains(own))
}

/// The capitalised words that two sentences have in common and that begin neither.
fn shared_names([a, b]: [&str; 2]) -> Vec<String> {
    let capitals = |text: &str| -> HashSet<String> {
        words(text)
            .skip(1)
            .filter_map(|span| text.get(span))
            .filter(|word| word.starts_with(char::is_uppercase) && !is_stop_word(&plain(word)))
            .map(plain)
            .collect()
    };
    capitals(a).intersection(&capitals(b)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::super::laid::under_headings;

    /// How many conflicts there are between two documents, each given with its title.
    fn count(documents: [(&str, &str); 2]) -> usize {
        under_headings(&documents).len()
    }

    #[test]
    fn documents_about_two_things_contradict_each_other_in_nothing() {
        let may = "The tablets may be taken with alcohol.";
        let must_not = "The tablets must not be taken with alcohol.";
        for (own, theirs, expected) in [
            ("Tablets of Veltorin", "Tablets of Orvexa", 0),
            ("Veltorin: summary", "Leaflet for Veltorin", 1),
            ("Annual report", "News", 1),
            ("Veltorin", "News", 1),
        ] {
            assert_eq!(count([(own, may), (theirs, must_not)]), expected, "{own}");
        }
    }

    #[test]
    fn what_field_a_title_is_of_is_no_thing_of_its_own() {
        let carries =
            |cars: &str| format!("The new bridge will carry {cars} vehicles a day in 2030.");
        let (few, many) = (carries("26,000"), carries("34,000"));
        for (own, theirs, expected) in [
            ("Traffic forecast", "Demand outlook", 1),
            ("Traffic study", "Demand projection", 1),
            ("Northern bypass", "Harbour tunnel", 0),
            ("Veltorin bridge", "Orvexa bridge", 0),
        ] {
            assert_eq!(count([(own, &few), (theirs, &many)]), expected, "{own}");
        }
    }

    #[test]
    fn who_wrote_a_document_is_nothing_that_it_is_about() {
        let carries = |who: &str, cars: &str| {
            format!(
                "{who}, 2024\n\nThe harbour tunnel is expected to carry {cars} vehicles a day in 2030."
            )
        };
        let (own, theirs) = (
            carries("University of Tenby", "26,000"),
            carries("Consult Nord", "34,000"),
        );
        assert_eq!(
            count([
                ("Traffic forecast A", &own),
                ("Traffic forecast B", &theirs)
            ]),
            1
        );
        let (institute, council) = ("Institute for Water, 2024", "Regional Council, 2024");
        let first = format!(
            "{institute}\n\nWe estimate that demand will reach 9.1 million cubic metres in 2040."
        );
        let second =
            format!("{council}\n\nDemand will probably reach 12.4 million cubic metres in 2040.");
        assert_eq!(count([(institute, &first), (council, &second)]), 1);
    }

    #[test]
    fn what_documents_name_tells_of_which_thing_they_speak() {
        let own =
            "The council voted to join Hillcrest and Dale. The merger will cost £4.2 million.";
        let theirs = "Parents in Tarn and Sill waited long. The merger cost £1.8 million.";
        let same = "Parents in Dale waited long. The merger cost £1.8 million.";
        assert_eq!(count([("Minutes", own), ("Merger", theirs)]), 0);
        assert_eq!(count([("Minutes", own), ("Merger", same)]), 1);
    }

    #[test]
    fn what_happened_on_one_day_is_one_thing_and_who_tells_it_none() {
        let minutes = |chair: &str, did: &str| {
            format!("{chair} chairs the panel. The panel {did} the pier on 4 May 2024.")
        };
        let told = |who: &str, did: &str| format!("{who} reports. The council {did} the plan.");
        for (own, theirs) in [
            (
                minutes("Marta Quist", "approved"),
                minutes("Jon Bergh", "rejected"),
            ),
            (
                told("Marta Quist", "approved"),
                told("Jon Bergh", "rejected"),
            ),
        ] {
            assert_eq!(count([("Minutes", &own), ("News", &theirs)]), 1, "{own}");
        }
    }

    #[test]
    fn the_first_phase_is_not_the_second() {
        let ends =
            |which: &str, when: &str| format!("The {which} phase of the tram ends in {when}.");
        let (own, theirs) = (ends("first", "spring 2026"), ends("second", "autumn 2027"));
        assert_eq!(count([("Notes", &own), ("News", &theirs)]), 0);
        let same = ends("first", "autumn 2027");
        assert_eq!(count([("Notes", &own), ("News", &same)]), 1);
    }

    #[test]
    fn what_programs_say_of_themselves_contradicts_no_other_program() {
        for (own, theirs) in [
            (
                "Currently the minimum supported Rust version is 1.61.",
                "Currently the minimum supported Rust version is 1.60.",
            ),
            (
                "The current policy is that the Rust version required by this crate can be increased in minor updates.",
                "The current policy is that the Rust version required by this crate can not be increased in minor updates.",
            ),
        ] {
            assert_eq!(count([("keldio", own), ("orsa-util", theirs)]), 0, "{own}");
        }
    }

    #[test]
    fn what_two_sentences_differ_in_is_not_what_tells_their_things_apart() {
        let signed = |place: &str| format!("The treaty was signed in {place}.");
        assert_eq!(
            count([("Notes", &signed("Geneva")), ("News", &signed("Vienna"))]),
            1
        );
    }

    #[test]
    fn what_two_sentences_name_is_one_thing_whatever_their_titles_say() {
        let cost = |sum: &str| format!("The bridge at Tolne cost {sum} million euros.");
        let (own, theirs) = (cost("12"), cost("19"));
        assert_eq!(count([("Keld", &own), ("Orsa", &theirs)]), 1);
    }

    #[test]
    fn a_document_that_speaks_of_what_another_is_about_may_contradict_it() {
        let own = "Foxglove reads archives. The reader keeps all files in memory.";
        let theirs = "The reader does not keep all files in memory.";
        let told = format!("Hemlock is told from Foxglove by this. {theirs}");
        let alone = format!("Hemlock reads archives. {theirs}");
        assert_eq!(count([("Foxglove", own), ("Hemlock", &alone)]), 0);
        assert_eq!(count([("Foxglove", own), ("Hemlock", &told)]), 1);
    }
}
