//! Words that tell a full stop of their own from one that ends a sentence.

/// Never the last word of a sentence.
#[rustfmt::skip]
pub(super) const NEVER_LAST: &[&str] = &[
    "dr", "mr", "mrs", "ms", "prof", "ing", "habil", "gen", "sen", "rep", "gov", "lt", "col", "capt", "sgt", "hon", "adm", "pres", "maj", "cmdr", "cpl",
    "supt", "atty", "amb", "insp", "rev", "mt", "messrs", "mme", "mmes", "mlle", "sra", "srta", "dra", "sig", "dott", "dhr", "mevr",
    "vs", "v", "cf", "viz", "e.g", "i.e", "eg", "ie", "approx", "ca", "resp", "incl", "esp", "z.b", "d.h", "bzw", "ggf", "mio", "mrd", "pub",
    "p.ex", "supp", "suppl", "op", "sog", "evtl", "vgl", "geb", "gest", "verh", "dipl", "hrsg", "gegr", "né", "zzgl", "inkl",
];

/// Followed by a number, a letter or a bracket, they name a part of a document, an item of a series or a span of time.
#[rustfmt::skip]
pub(super) const BEFORE_NUMBER: &[&str] = &[
    "fig", "figs", "no", "nos", "nr", "eq", "eqs", "eqn", "sec", "sect", "ch", "chap", "tab", "vol", "vols", "pp", "p", "art", "ref",
    "refs", "app", "par", "para", "cl", "ex", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "abb",
    "bd", "abs", "kap", "ziff", "rn", "hr", "hrs", "yr", "yrs", "mos", "wks", "c", "b", "d", "r", "fl", "lit", "reg", "núm", "s",
];

/// Last word of a sentence only where the next word can hardly be part of the same one.
#[rustfmt::skip]
pub(super) const MAYBE_LAST: &[&str] = &[
    "al", "etc", "inc", "ltd", "co", "corp", "jr", "sr", "bros", "dept", "univ", "est", "ed", "eds", "plc", "llc", "ave", "blvd",
    "assoc", "govt", "max", "min", "avg", "temp", "fig", "st", "ft", "sq", "rd", "hwy", "intl", "natl", "mfg", "ibid",
];

/// What counts the places of a source: `p. 3`, `lines 5-7`.
#[rustfmt::skip]
pub(super) const PLACES: &[&str] = &[
    "p", "pp", "page", "pages", "line", "lines", "sec", "section", "ch", "chapter", "para", "paragraph", "row", "rows", "table", "fig", "figure", "sheet", "slide",
];

/// A letter after one of these is its number, not somebody's initial.
#[rustfmt::skip]
pub(super) const DESIGNATORS: &[&str] = &[
    "plan", "vitamin", "grade", "type", "class", "group", "part", "section", "appendix", "annex", "table", "figure", "team", "case",
    "model", "option", "phase", "schedule", "exhibit", "hepatitis", "influenza", "category", "zone", "block", "level", "lemma", "theorem",
    "equation", "app", "sec", "fig", "eq", "tab", "ch", "point", "line", "site", "series", "version", "variant", "scenario", "step",
    "panel", "sample", "stage", "arm", "cohort", "building", "gate", "hall", "unit", "war", "chapter", "volume",
];

/// After `a.m.` and `p.m.`, these go on with the time.
#[rustfmt::skip]
pub(super) const OF_TIME: &[&str] = &[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december", "eastern", "central", "pacific", "mountain", "greenwich", "gmt",
    "utc", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "et", "ct", "pt", "cet", "cest", "bst", "ist", "jst", "aest",
];

/// A number with a full stop before one of these is a day, as German writes it.
pub(super) const GERMAN_MONTHS: &[&str] = &[
    "januar",
    "jänner",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
];

/// A number with a full stop after one of these is an ordinal, as German writes it.
#[rustfmt::skip]
pub(super) const BEFORE_ORDINAL: &[&str] = &[
    "der", "die", "das", "den", "dem", "des", "zum", "zur", "vom", "beim", "am", "im",
];

/// What a firm's name may end with.
pub(super) const FIRMS: &[&str] = &["inc", "ltd", "corp", "co", "llc", "plc", "gmbh", "ag"];

/// Words that begin sentences and, capitalised, hardly anything else.
#[rustfmt::skip]
pub(super) const STARTERS: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "it", "its", "they", "their", "there", "we", "our", "he",
    "she", "his", "her", "i", "you", "your", "my", "in", "on", "at", "by", "for", "from", "with", "to", "as", "if", "when",
    "while", "where", "after", "before", "since", "because", "although", "though", "however", "but", "and", "or",
    "so", "thus", "hence", "therefore", "moreover", "furthermore", "then", "such", "some", "many", "most", "all",
    "both", "each", "no", "not", "what", "who", "how", "why", "which", "here", "now", "today", "one", "two",
    "despite", "under", "during", "only", "also", "nobody", "nothing", "everyone", "others", "another", "several", "few", "yet",
    "still", "until", "unless", "whether", "instead", "meanwhile", "later", "earlier", "between", "among", "against", "within",
    "without", "according", "every", "either", "neither", "none", "nor", "is", "are", "was", "were", "does", "did", "more", "our",
    "other", "once",
];
