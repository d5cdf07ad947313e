//! What a sentence says of the page or the document that it stands in: notices of the page, and pointers to what is not taken along.
//!
//! The words of both are words of any matter too, so what stands beside them counts: `the figure shows`, but `we doubt the figure`.

use crate::check::words;
use crate::guardrail::FURNITURE;

/// Whether a sentence in lower case is what pages say about themselves.
#[must_use]
pub fn is_furniture(lower: &str) -> bool {
    let reference = lower.contains("doi:")
        || lower.contains("doi.org")
        || lower.contains("isbn")
        || lower.contains("arxiv:")
        || lower.matches("http").count() > 1;
    let mail = lower.split_whitespace().any(|word| {
        word.split_once('@')
            .is_some_and(|(who, host)| !who.is_empty() && host.contains('.'))
    });
    let mut phrases = FURNITURE
        .iter()
        .filter(|phrase| !EVERYDAY.contains(phrase))
        .chain(OF_PAGES);
    reference
        || mail
        || lower.starts_with("advertisement ")
        || phrases.any(|phrase| lower.contains(phrase))
}

/// Whether a sentence points to a figure, a table or another part of its document, which is not taken along.
#[must_use]
pub fn points_elsewhere(sentence: &str, lower: &str) -> bool {
    if POINTERS.iter().any(|phrase| lower.contains(phrase)) {
        return true;
    }
    let points = |(what, behind): &(&str, Follows)| {
        lower.match_indices(what).any(|(at, _)| {
            let rest = lower.get(at + what.len()..).unwrap_or_default();
            let next = words(rest).next().and_then(|span| rest.get(span));
            let is_whole = !rest.starts_with(char::is_alphanumeric);
            is_whole && next.is_none_or(|next| behind.admits(next))
        })
    };
    if POINTING.iter().any(points) {
        return true;
    }
    let spans: Vec<&str> = words(sentence)
        .filter_map(|span| sentence.get(span))
        .collect();
    spans.windows(2).any(|pair| {
        let [part, number] = pair else { return false };
        PARTS.contains(&part.to_lowercase().as_str())
            && number.starts_with(|first: char| first.is_ascii_digit())
    })
}

/// Whether a sentence says what a picture shows.
#[must_use]
pub fn is_caption(lower: &str) -> bool {
    const PICTURES: &[&str] = &[
        "illustration of ",
        "illustration showing ",
        "screenshot of ",
        "screenshot showing ",
        "photo of ",
        "photograph of ",
        "diagram of ",
        "diagram showing ",
        "picture of ",
        "image of ",
    ];
    let named = lower
        .strip_prefix("an ")
        .or_else(|| lower.strip_prefix("a "))
        .unwrap_or(lower);
    PICTURES.iter().any(|picture| named.starts_with(picture))
}

/// Whether a sentence says what its source does not answer for.
#[must_use]
pub fn is_disclaimer(lower: &str) -> bool {
    const DISCLAIMS: &[&str] = &[
        "not be construed as",
        "for informational purposes",
        "not constitute legal",
        "not constitute medical",
        "not constitute investment",
        "not constitute financial",
        "not a substitute for professional",
        "not necessarily reflect the",
        "not necessarily represent the",
        "no conflict of interest",
        "no conflicts of interest",
        "no competing interest",
    ];
    DISCLAIMS.iter().any(|phrase| lower.contains(phrase))
}

/// Phrases of furniture that sentences on any matter hold too, and what pages make of them.
const EVERYDAY: &[&str] = &[
    "cookie",
    "subscribe",
    "log in",
    "login",
    "advertisement",
    "acknowledg",
];
#[rustfmt::skip]
const OF_PAGES: &[&str] = &[
    "all cookies", "use cookies", "uses cookies", "use of cookies", "our cookies", "cookies to ", "cookies and ", "cookie settings", "cookie policy", "cookie preferences", "cookie consent", "manage cookies", "subscribe to", "subscribe now", "subscribe for", "subscribe today",
    "unsubscribe", "please log in", "please login", "log in to continue", "log in to read", "log in to view", "log in to comment", "log in or ", "login or ", "login to ", "acknowledgements:", "acknowledgments:", "acknowledgements we", "acknowledgments we", "gratefully acknowledge",
    "acknowledge support", "acknowledge the support", "acknowledge funding", "acknowledge the funding", "acknowledge financial", "acknowledge the financial", "acknowledge the help", "acknowledge the assistance", "acknowledge the contribution",
    "many thanks to ", "special thanks to ", "intentionally submitted for inclusion",
];

#[rustfmt::skip]
const POINTERS: &[&str] = &[
    "as shown above", "shown below", "see below", "see above", "as described above", "described below", "the table below", "the table above",
    "the graph above", "the graph below", "listed below", "as discussed above", "discussed below", "in this section", "in this chapter", "this paper",
    "this document", "this page", "this article", "this guide", "the next section", "the previous section", "the rest of this", "as follows", "times above", "mentioned above", "noted above", "discussed earlier", "mentioned earlier", "the example above", "the code above", "above example", "this example", "covered in the", "the details are in", "(see ", "; see ",
    "this readme", "in this post", "please feel free", "pictured", "(left)", "(right)", "look at the documentation", "see the documentation", "refer to the documentation", "check the documentation", "read the documentation", "consult the documentation",
    ", read: ", ", see: ", "for more details, ", "for more information, ", "for additional information see", "for more information see", "for more details see", "for further information",
];

/// What the word behind a phrase has to be for the phrase to point somewhere.
enum Follows {
    AnyOf(&'static [&'static str]),
    NoneOf(&'static [&'static str]),
}

impl Follows {
    fn admits(&self, word: &str) -> bool {
        match self {
            Self::AnyOf(list) => list.contains(&word),
            Self::NoneOf(list) => !list.contains(&word),
        }
    }
}

/// Phrases that point to what is not taken along, by the word behind them: `the figure shows`, but `we doubt the figure, since`.
const POINTING: &[(&str, Follows)] = &[
    ("the figure", Follows::AnyOf(SHOWING)),
    ("the figures", Follows::AnyOf(SHOWING)),
    ("the chart", Follows::AnyOf(SHOWING)),
    ("the following", Follows::NoneOf(TIMES)),
];

#[rustfmt::skip]
const SHOWING: &[&str] = &[
    "above", "below", "show", "shows", "illustrates", "illustrate", "depicts", "at", "on", "to", "opposite", "overleaf", "plots", "compares", "presents",
];

#[rustfmt::skip]
const TIMES: &[&str] = &[
    "year", "years", "month", "months", "week", "weeks", "weekend", "day", "days", "night", "nights", "morning", "afternoon", "evening", "hour", "hours", "minutes", "winter", "spring", "summer", "autumn", "season", "seasons", "quarter", "decade",
    "decades", "century", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "term", "meeting",
];

const PARTS: &[&str] = &[
    "figure",
    "fig",
    "figs",
    "table",
    "tab",
    "section",
    "sec",
    "chapter",
    "appendix",
    "equation",
    "eq",
    "annex",
    "listing",
    "exhibit",
    "lemma",
    "theorem",
    "corollary",
    "proposition",
    "remark",
    "abbildung",
    "abb",
    "tabelle",
    "abschnitt",
    "kapitel",
    "satz",
    "bemerkung",
    "korollar",
    "beispiel",
    "anhang",
    "tableau",
];
