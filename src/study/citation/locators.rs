//! Where in a source something stands, and what a writer remarks beside its number: `p. 3`, `Sec. II`, `¶ 14`, `S. 4f.`, `emphasis added`.
//!
//! The words are those by which parts of works are counted, and those of editors about a quotation: both are closed.

/// Words that a number or a letter of a part follows, in lower case.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "p", "pp", "page", "pages", "pg", "pgs", "pt", "pts", "part", "parts", "par", "pars", "para", "paras", "paragraph", "paragraphs", "sec", "secs", "sect",
    "section", "sections", "ch", "chap", "chaps", "chapter", "chapters", "art", "arts", "article", "articles", "fig", "figs", "figure", "figures", "tab",
    "tabs", "tbl", "table", "tables", "eq", "eqs", "eqn", "eqns", "equation", "equations", "thm", "thms", "theorem", "theorems", "lem", "lemma", "lemmas",
    "prop", "props", "proposition", "propositions", "cor", "corollary", "def", "defn", "definition", "alg", "algorithm", "algorithms", "app", "apps", "appendix",
    "appendices", "annex", "annexes", "l", "ll", "line", "lines", "n", "nn", "note", "notes", "no", "nos", "vol", "vols", "volume", "volumes", "bk", "book",
    "col", "cols", "column", "columns", "cl", "clause", "clauses", "rule", "rules", "box", "boxes", "slide", "slides", "sheet", "sheets", "fol", "fols",
    "folio", "ex", "exs", "exh", "exhibit", "example", "examples", "item", "items", "panel", "plate", "row", "rows", "verse", "loc", "at", "seite", "seiten",
    "abschn", "abschnitt", "kap", "kapitel", "abb", "abbildung", "abbildungen", "tabelle", "tabellen", "gl", "gleichung", "satz", "anhang", "anlage", "abs",
    "absatz", "rn", "rdnr", "rz", "randnummer", "nr", "ziff", "ziffer", "bd", "band", "teil", "zeile", "zeilen", "sp", "spalte", "blatt", "bl",
];

/// Words of which an editor's remark on a quotation has one.
#[rustfmt::skip]
const REMARKS: &[&str] = &[
    "emphasis", "emphases", "italics", "translation", "translated", "omitted", "added", "mine", "ours", "therein", "alteration", "alterations", "footnote",
    "footnotes", "citation", "citations", "adapted", "abridged", "forthcoming", "paraphrased", "hervorhebung", "übersetzung",
];

/// Words that send a reader to a source, before its number; longer ones before those that they begin with.
const SIGNALS: &[&str] = &[
    "see also, e.g.,",
    "see, e.g.,",
    "see e.g.",
    "see also",
    "but see",
    "see",
    "cf.",
    "cf",
    "e.g.,",
    "e.g.",
    "compare",
    "contra",
    "accord",
    "quoted in",
    "cited in",
    "adapted from",
    "vgl. auch",
    "vgl.",
    "vgl",
    "siehe auch",
    "siehe",
    "zitiert nach",
    "voir",
];

/// The bytes of the place at the start of a text: `p. 3`, `pp. 3-5, 7`, `Appendix B`, `§ 4`, `Sec. 2.1`, `S. 4 ff.`.
pub(super) fn length(text: &str) -> Option<usize> {
    let (word, behind) = word(text)?;
    let is_many = word.ends_with('s') && word.len() > 2
        || matches!(word.as_str(), "pp" | "ll" | "nn" | "§§" | "¶¶");
    let mut rest = value(behind)?;
    loop {
        let next = rest.trim_start();
        let joined = next.strip_prefix(is_dash).or_else(|| {
            let listed = next.strip_prefix([',', '&']);
            let listed = listed.or_else(|| next.strip_prefix("and "));
            listed.filter(|_| is_many)
        });
        let Some(found) = joined.and_then(|behind| value(behind.trim_start())) else {
            break;
        };
        rest = found;
    }
    let behind = rest.trim_start();
    let onward = ["ff.", "ff", "f.", "f", "et seq."];
    let onward = onward.iter().find_map(|onward| behind.strip_prefix(onward));
    let rest = onward
        .filter(|rest| !rest.starts_with(char::is_alphanumeric))
        .unwrap_or(rest);
    Some(text.len() - rest.len())
}

/// The bytes of an editor's remark at the start of a text, up to a semicolon: `emphasis added`.
pub(super) fn remark(text: &str) -> Option<usize> {
    let end = text.find(';').unwrap_or(text.len());
    let words = text.get(..end)?;
    let is_plain = |c: char| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '.');
    let mut all = words.split([' ', '.']).map(str::to_lowercase);
    let is_remark = words.chars().all(is_plain) && all.any(|word| REMARKS.contains(&word.as_str()));
    is_remark.then_some(end)
}

/// The bytes of the words at the start of a text that only send to what follows.
pub(super) fn signal(text: &str) -> Option<usize> {
    SIGNALS.iter().find_map(|signal| {
        let start = text.get(..signal.len())?;
        let behind = text.get(signal.len()..)?;
        let found = start.eq_ignore_ascii_case(signal) && behind.starts_with([' ', '\u{a0}']);
        found.then(|| text.len() - behind.trim_start().len())
    })
}

/// The word of a place in lower case, and what stands behind it.
fn word(text: &str) -> Option<(String, &str)> {
    if text.starts_with(['§', '¶']) {
        let rest = text.trim_start_matches(['§', '¶']);
        let signs = text.get(..text.len() - rest.len())?;
        return Some((signs.to_owned(), rest.trim_start()));
    }
    let end = text.find(|c: char| !c.is_alphabetic())?;
    let (word, behind) = text.split_at(end);
    let word = word.to_lowercase();
    let dotted = behind.strip_prefix('.');
    let rest = dotted.unwrap_or(behind);
    // `S4` is the fourth source, `S. 4` the fourth page.
    let is_page = word == "s" && dotted.is_some();
    let is_apart =
        rest.starts_with([' ', '\u{a0}']) || rest.starts_with(|c: char| c.is_ascii_digit());
    let found = is_apart && (is_page || WORDS.contains(&word.as_str()));
    found.then(|| (word, rest.trim_start()))
}

/// What stands behind the number of a part: digits with further ones and a letter, a Roman number, a single capital.
fn value(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ':');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let found = text.get(..end)?.trim_end_matches(['.', ':']);
    let is_number = |part: &str| {
        const MOST_LETTERS: usize = 1;
        let letters = part.bytes().filter(u8::is_ascii_alphabetic).count();
        let digits = part.len() - letters;
        let is_roman = part.bytes().all(|letter| {
            matches!(
                letter.to_ascii_uppercase(),
                b'I' | b'V' | b'X' | b'L' | b'C'
            )
        });
        let is_capital = part.len() == 1 && part.bytes().all(|letter| letter.is_ascii_uppercase());
        let is_onward = part.ends_with("ff") && letters == 2;
        digits > 0 && (letters <= MOST_LETTERS || is_onward) || is_roman || is_capital
    };
    let is_value = !found.is_empty() && found.split(['.', ':']).all(is_number);
    let rest = text.get(found.len()..).filter(|_| is_value)?;
    // `4f.` and those that follow.
    let is_short = found.ends_with('f');
    Some(rest.strip_prefix('.').filter(|_| is_short).unwrap_or(rest))
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '‐' | '‑' | '‒' | '–' | '—' | '−' | '－' | '~' | '～'
    )
}
