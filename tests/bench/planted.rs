//! Faults planted in true sentences, to see whether the checker finds them: twelve kinds, in evidence as it comes.
//!
//! The evidence is what the project itself holds: the example study, the README and the manual. Each of its sentences that states something is a clean
//! claim, as it stands and lightly reworded; each also becomes faulty claims, one for every fault that fits it. Nothing here is random, so that two runs
//! are one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use tercet::check::{Evidence, check_section, is_claim, sentences};
use tercet::study::{DocumentId, Passage, PassageId, Verdict};

/// One claim with the document it cites.
pub struct Case {
    /// What was planted; `clean` for nothing.
    pub kind: &'static str,
    pub text: String,
    pub cites: u32,
}

/// What the checker said about one kind of case.
#[derive(Default)]
pub struct Tally {
    pub cases: usize,
    /// Not called supported.
    pub flagged: usize,
    /// Cases that went wrong, with the checker's reason.
    pub wrong: Vec<String>,
}

/// The kinds of which at least 99 in 100 are to be found, and those of which at least 90.
pub const CERTAIN: &[&str] = &["wrong id", "quote", "number", "date"];
pub const LIKELY: &[&str] = &[
    "unit",
    "name",
    "negation",
    "direction",
    "quantifier",
    "hedge",
    "swap",
    "addition",
];

/// The passages of the evidence, each document under its number.
pub fn passages() -> Vec<(u32, Passage)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut passages = Vec::new();
    for (number, name) in (1..).zip([
        "assets/example/pilot-evaluation.md",
        "assets/example/interview-depot-manager.txt",
        "assets/example/research-findings.jsonl",
        "assets/example/courier-council-vote.html",
        "README.md",
        "assets/manual.md",
    ]) {
        let text = std::fs::read_to_string(root.join(name)).expect("the evidence is there");
        for paragraph in paragraphs(name, &text) {
            let id = i64::try_from(passages.len()).expect("few passages") + 1;
            passages.push((
                number,
                Passage {
                    id: PassageId(id),
                    document: DocumentId(i64::from(number)),
                    span: 0..paragraph.len(),
                    text: paragraph,
                    ..Passage::default()
                },
            ));
        }
    }
    passages
}

/// The running text of a file, paragraph by paragraph; what is no prose is left out.
fn paragraphs(name: &str, text: &str) -> Vec<String> {
    let joined = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_prose = |paragraph: &String| paragraph.split_whitespace().count() >= 8;
    let extension = Path::new(name).extension().and_then(|end| end.to_str());
    if extension == Some("jsonl") {
        let field = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let text = line.get("text").or_else(|| line.get("page_content"));
            text.and_then(|text| text.as_str()).map(joined)
        };
        return text.lines().filter_map(field).filter(is_prose).collect();
    }
    let plain = if extension == Some("html") {
        let mut plain = String::new();
        for part in text.split("<p").skip(1) {
            let inner = part.split_once('>').map_or("", |(_, inner)| inner);
            let inner = inner.split("</p>").next().unwrap_or_default();
            let mut inside = false;
            for letter in inner.chars() {
                match letter {
                    '<' => inside = true,
                    '>' => inside = false,
                    _ if !inside => plain.push(letter),
                    _ => {}
                }
            }
            plain.push_str("\n\n");
        }
        plain
    } else {
        text.replace("**", "")
    };
    plain
        .split("\n\n")
        .filter(|paragraph| {
            let first = paragraph.trim_start();
            !first.starts_with(['#', '|', '-', '`', '<', '!', '[', '*'])
                && !paragraph.contains('`')
                && !paragraph.contains("](")
        })
        .map(joined)
        .filter(is_prose)
        .collect()
}

/// Clean claims and faulty ones.
pub fn cases(passages: &[(u32, Passage)]) -> Vec<Case> {
    let mut cases = Vec::new();
    let all_names: Vec<(u32, String)> = passages
        .iter()
        .flat_map(|(number, passage)| names(&passage.text).into_iter().map(|name| (*number, name)))
        .collect();
    for (number, passage) in passages {
        for span in sentences(&passage.text) {
            let sentence = passage.text[span].trim();
            let words = sentence.split(' ').count();
            if !is_claim(sentence) || !(7..=45).contains(&words) || !sentence.ends_with('.') {
                continue;
            }
            let mut put = |kind: &'static str, text: Option<String>| {
                if let Some(text) =
                    text.filter(|text| kind == "clean" || kind == "wrong id" || text != sentence)
                {
                    cases.push(Case {
                        kind,
                        text,
                        cites: *number,
                    });
                }
            };
            put("clean", Some(sentence.to_owned()));
            for reworded in reworded(sentence) {
                put("clean", Some(reworded));
            }
            let foreign: Vec<&str> = all_names
                .iter()
                .filter(|(other, name)| {
                    other != number
                        && !passages.iter().any(|(at, passage)| {
                            at == number && passage.text.contains(name.as_str())
                        })
                })
                .map(|(_, name)| name.as_str())
                .collect();
            for altered in altered_numbers(sentence) {
                put("number", Some(altered));
            }
            put("quote", altered_quote(sentence));
            for pair in UNITS {
                put("unit", exchanged(sentence, pair));
            }
            for pair in DATES {
                put("date", exchanged(sentence, pair));
            }
            put("date", altered_year(sentence));
            for (at, name) in names(sentence).iter().enumerate() {
                if let Some(other) = foreign.get((words * 7 + at * 3) % foreign.len().max(1)) {
                    put("name", Some(sentence.replacen(name.as_str(), other, 1)));
                }
            }
            put("negation", denied(sentence));
            for pair in DIRECTIONS {
                put("direction", exchanged(sentence, pair));
            }
            for (weak, strong) in QUANTIFIERS {
                put("quantifier", replaced(sentence, weak, strong));
            }
            for (hedged, firm) in HEDGES {
                put("hedge", replaced(sentence, hedged, firm));
            }
            for swapped in swapped(sentence) {
                put("swap", Some(swapped));
            }
            for addition in ADDITIONS.iter().skip(words % 3).step_by(3) {
                put(
                    "addition",
                    Some(format!("{} {addition}.", sentence.trim_end_matches('.'))),
                );
            }
        }
    }
    // A true sentence under the number of another document.
    let mut wrong: Vec<Case> = cases
        .iter()
        .filter(|case| case.kind == "clean")
        .step_by(2)
        .map(|case| Case {
            kind: "wrong id",
            text: case.text.clone(),
            cites: case.cites % 5 + 1,
        })
        .collect();
    cases.append(&mut wrong);
    cases
}

/// Judges every case as a sentence of a brief.
pub fn judge(passages: &[(u32, Passage)], cases: &[Case]) -> BTreeMap<&'static str, Tally> {
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .map(|(number, passage)| Evidence {
            number: *number,
            passage,
        })
        .collect();
    let mut text = String::new();
    for case in cases {
        let bare = case.text.trim_end_matches('.');
        writeln!(text, "{bare} [{}].\n", case.cites).expect("written");
    }
    let claims = check_section(&text, &evidence, &[]);
    assert_eq!(claims.len(), cases.len(), "every case is one claim");
    for (case, claim) in cases.iter().zip(claims) {
        let tally = tallies.entry(case.kind).or_default();
        tally.cases += 1;
        let flagged = claim.verdict != Verdict::Supported;
        tally.flagged += usize::from(flagged);
        if flagged == (case.kind == "clean") {
            tally
                .wrong
                .push(format!("{} [{}]: {}", case.text, case.cites, claim.reason));
        }
    }
    tallies
}

/// Capitalised words that do not begin the sentence.
fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut before = ".";
    for word in text.split(' ') {
        let bare = word
            .trim_end_matches([',', '.', ';', ':', ')'])
            .trim_end_matches("'s");
        let is_name = bare.len() > 3
            && bare.starts_with(char::is_uppercase)
            && bare.chars().skip(1).all(char::is_lowercase)
            && !before.ends_with(['.', ':', '“', '"', '(', '?'])
            && !DATES.iter().flatten().any(|date| *date == bare);
        if is_name && !names.iter().any(|known| known == bare) {
            names.push(bare.to_owned());
        }
        before = word;
    }
    names
}

/// The same in other words or another order.
fn reworded(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lowered = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_lowercase().chain(letters).collect::<String>()
        })
    };
    let raised = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_uppercase().chain(letters).collect::<String>()
        })
    };
    for (word, like) in [
        ("about", "around"),
        ("because", "since"),
        ("must", "has to"),
        ("buses", "vehicles"),
        ("percent", "per cent"),
        ("bought", "purchased"),
        ("needs", "requires"),
        ("whole", "entire"),
    ] {
        found.extend(replaced(sentence, word, like));
    }
    if let Some((front, rest)) = sentence.split_once(", ")
        && ["In ", "On ", "At ", "From ", "During ", "After "]
            .iter()
            .any(|start| front.starts_with(start))
        && !front.contains(',')
        && !rest.contains(", ")
    {
        found.push(format!(
            "{} {}.",
            raised(rest.trim_end_matches('.')),
            lowered(front)
        ));
    }
    if !sentence.starts_with(['I', '“', '"']) {
        found.push(format!("As the document states, {}", lowered(sentence)));
    }
    found
}

fn altered_numbers(sentence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let words: Vec<&str> = sentence.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_end_matches(['.', ',', ';', ')']);
        let digits = bare.chars().filter(char::is_ascii_digit).count();
        let is_year = digits == 4 && !bare.contains(['.', ',']);
        let is_date = words
            .get(at + 1)
            .is_some_and(|next| DATES.iter().flatten().any(|date| next.starts_with(date)));
        if digits == 0
            || is_year
            || is_date
            || !bare
                .chars()
                .all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ','))
        {
            continue;
        }
        let first = bare.chars().next().unwrap_or('1');
        let other = if first == '9' {
            '4'
        } else {
            char::from(first as u8 + 1)
        };
        let altered = word.replacen(first, &other.to_string(), 1);
        let mut all = words.clone();
        all[at] = &altered;
        found.push(all.join(" "));
    }
    found
}

/// Part of the sentence in quotation marks, with a word of its own put for one of the sentence's.
fn altered_quote(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.trim_end_matches('.').split(' ').collect();
    let from = 1 + words.len() % 2;
    let mut inner: Vec<&str> = words.get(from..from + 6)?.to_vec();
    let at = inner
        .iter()
        .position(|word| word.len() >= 5 && word.chars().all(char::is_lowercase))?;
    if inner
        .iter()
        .filter(|word| word.chars().all(char::is_lowercase))
        .count()
        < 4
    {
        return None;
    }
    inner[at] = ["seldom", "barely", "freely", "wholly"][words.len() % 4];
    Some(format!(
        "The document says that “{}” is how it is.",
        inner.join(" ").trim_end_matches(',')
    ))
}

fn altered_year(sentence: &str) -> Option<String> {
    let year = sentence
        .split(|letter: char| !letter.is_ascii_digit())
        .find(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")))?;
    let other = year.parse::<u32>().ok()? - 6;
    Some(sentence.replacen(year, &other.to_string(), 1))
}

/// A word for the other one of its pair, whichever the sentence has.
fn exchanged(sentence: &str, [one, other]: &[&str; 2]) -> Option<String> {
    replaced(sentence, one, other).or_else(|| replaced(sentence, other, one))
}

fn replaced(sentence: &str, word: &str, by: &str) -> Option<String> {
    let at = sentence.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = sentence[..at].chars().next_back();
        let after = sentence[at + word.len()..].chars().next();
        before.is_some_and(|before| before == ' ')
            && after.is_none_or(|after| !after.is_alphanumeric() && after != '-')
    })?;
    Some(format!(
        "{}{by}{}",
        &sentence[..at],
        &sentence[at + word.len()..]
    ))
}

fn denied(sentence: &str) -> Option<String> {
    if [
        " not ",
        " no ",
        " never ",
        "n't ",
        " nor ",
        " without ",
        " cannot ",
    ]
    .iter()
    .any(|word| sentence.contains(word))
    {
        return None;
    }
    [
        "is", "are", "was", "were", "has", "have", "can", "will", "must", "would", "should",
    ]
    .iter()
    .find_map(|verb| replaced(sentence, verb, &format!("{verb} not")))
}

/// Two things in each other's place: names, and what many of are spoken of.
fn swapped(sentence: &str) -> Vec<String> {
    let exchange = |first: &str, last: &str| -> Option<String> {
        let from = sentence.find(first)? + first.len();
        let to = from + sentence.get(from..)?.find(last)?;
        if sentence.get(from..to)?.split_whitespace().count() < 3 {
            return None;
        }
        Some(format!(
            "{}{last}{}{first}{}",
            sentence.get(..from - first.len())?,
            sentence.get(from..to)?,
            sentence.get(to + last.len()..)?
        ))
    };
    let mut found = Vec::new();
    if let [first, .., last] = names(sentence).as_slice() {
        found.extend(exchange(first, last));
    }
    let many: Vec<&str> = sentence
        .split(' ')
        .skip(1)
        .map(|word| word.trim_end_matches([',', '.', ';']))
        .filter(|word| {
            word.len() >= 6
                && word.ends_with('s')
                && word.chars().all(char::is_lowercase)
                && !UNITS.iter().flatten().any(|unit| unit == word)
        })
        .collect();
    if let [first, .., last] = many.as_slice()
        && first != last
    {
        found.extend(exchange(first, last));
    }
    found
}

const UNITS: &[[&str; 2]] = &[
    ["percent", "kilometres"],
    ["euros", "dollars"],
    ["million", "billion"],
    ["hours", "days"],
    ["minutes", "hours"],
    ["months", "weeks"],
    ["kilowatts", "volts"],
    ["megawatts", "kilowatts"],
    ["kilometres", "miles"],
    ["degrees", "metres"],
    ["years", "months"],
    ["KB", "GB"],
    ["MB", "KB"],
    ["ms", "s"],
    ["seconds", "minutes"],
    ["kilowatt-hours", "litres"],
    ["tonnes", "grams"],
    ["words", "pages"],
];

const DATES: &[[&str; 2]] = &[
    ["January", "June"],
    ["February", "October"],
    ["March", "August"],
    ["April", "November"],
    ["May", "December"],
    ["July", "September"],
    ["Monday", "Thursday"],
    ["Tuesday", "Friday"],
    ["Wednesday", "Saturday"],
];

const DIRECTIONS: &[[&str; 2]] = &[
    ["more", "less"],
    ["before", "after"],
    ["higher", "lower"],
    ["rose", "fell"],
    ["increased", "decreased"],
    ["first", "last"],
    ["below", "above"],
    ["longer", "shorter"],
    ["cheaper", "dearer"],
    ["lost", "gained"],
    ["new", "old"],
    ["warm", "cold"],
    ["winter", "summer"],
    ["start", "end"],
    ["started", "stopped"],
    ["faster", "slower"],
    ["largest", "smallest"],
    ["open", "closed"],
    ["kept", "removed"],
    ["accepts", "rejects"],
    ["accepted", "rejected"],
    ["early", "late"],
    ["north", "south"],
    ["arrived", "left"],
    ["inside", "outside"],
    ["better", "worse"],
    ["pass", "fail"],
];

const QUANTIFIERS: &[(&str, &str)] = &[
    ("some", "all"),
    ("most", "all"),
    ("many", "all"),
    ("several", "all"),
    ("often", "always"),
    ("sometimes", "always"),
    ("usually", "always"),
    ("few", "all"),
    ("each", "none"),
    ("every", "no"),
    ("all", "few"),
    ("both", "neither"),
    ("can", "can always"),
    ("were", "were all"),
    ("are", "are only"),
    ("has", "has only"),
];

const HEDGES: &[(&str, &str)] = &[
    ("may", "will"),
    ("might", "will"),
    ("could", "will"),
    ("would", "will"),
    ("should", "will"),
    ("about", "exactly"),
    ("nearly", "exactly"),
    ("almost", "exactly"),
    ("expects", "knows"),
    ("estimates", "proves"),
    ("likely", "certain"),
    ("probably", "certainly"),
    ("suggest", "prove"),
    ("suggests", "proves"),
    ("appears", "is known"),
    ("assumes", "proves"),
    ("expected", "certain"),
    ("possible", "certain"),
    ("can", "will always"),
    ("planned", "completed"),
    ("plans", "has decided"),
];

const ADDITIONS: &[&str] = &[
    "after a dispute with the insurer",
    "thanks to a grant from the ministry",
    "which angered local residents",
    "using a patented ceramic filter",
    "on the advice of two lawyers",
    "despite a strike of the welders",
];
