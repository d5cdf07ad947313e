//! Sentences that state something: text, whatever words they begin with and wherever they stand. Told by what furniture hardly ever has, a figure that is no
//! date, no count of pages or comments and no price of a subscription.

use dom_query::Document;

use super::measure::single_spaced;
use crate::evidence::dates::is_month;

/// A sentence with a figure has at least so many words.
const FEWEST: usize = 4;
/// What stands before figures that count pages and pictures.
const BEFORE: &[&str] = &[
    "fig", "figure", "image", "issue", "no", "nr", "page", "part", "photo", "seite", "vol",
];
/// What stands behind figures that count what a site has, or the time since or until something there.
const BEHIND: &[&str] = &[
    "am",
    "comment",
    "comments",
    "days",
    "hours",
    "kommentare",
    "likes",
    "min",
    "mins",
    "minute",
    "minutes",
    "of",
    "pm",
    "read",
    "seconds",
    "shares",
    "stars",
    "uhr",
    "views",
    "votes",
];
/// What asks its reader for something begins so, in lower case.
const ASKS: &[&str] = &[
    "abonnez",
    "become",
    "download",
    "faites",
    "get",
    "jetzt",
    "join",
    "sign",
    "subscribe",
    "support",
    "suscr",
    "sustain",
];
/// What such a text offers it for, in lower case.
const PRICES: &[&str] = &[
    "$", "£", "€", "euro", "dollar", "month", "week", "year", "% off",
];

/// Whether a text is a whole sentence with a figure.
pub(super) fn states_a_figure(text: &str) -> bool {
    let end = text.trim_end_matches(['"', '”', '’', ')', '»']);
    end.ends_with(['.', '!', '?', '。']) && has_figure(text) && !is_offer(text)
}

/// Whether a line without the end of a sentence holds one before it, with a figure, or what somebody said.
pub(super) fn holds_a_statement(line: &str) -> bool {
    let has_sentence = line.match_indices(". ").any(|(at, mark)| {
        let (before, after) = (line.get(..at), line.get(at + mark.len()..));
        before.is_some_and(|before| before.split_whitespace().count() >= FEWEST)
            && after.is_some_and(|after| after.starts_with(char::is_uppercase))
    });
    let is_said = [",” ", ",\" ", ".” ", "?” ", "!” "];
    (has_sentence && has_figure(line)) || is_said.iter().any(|mark| line.contains(mark))
}

/// Whether a text of some words gives a figure that is no date and counts nothing of the site.
pub(super) fn has_figure(text: &str) -> bool {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let is_any = |known: &[&str], at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .is_some_and(|word| known.contains(&word.as_str()) || is_month(word))
    };
    words.len() >= FEWEST
        && words.iter().enumerate().any(|(at, word)| {
            let is_year = word.len() == 4 && word.starts_with(['1', '2']);
            let is_time = word.contains([':', '/']);
            // `3 of 7` pages or pictures.
            let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at));
            let is_count = before(1).is_some_and(|word| word == "of")
                && before(2).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let is_of_the_site = is_any(BEFORE, at.checked_sub(1)) || is_any(BEHIND, Some(at + 1));
            let is_other = is_year || is_time || is_count || is_of_the_site;
            !is_other && word.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// Whether most of what a page says in links is statements: a list of decisions is text, were each of them a link to its grounds.
pub(super) fn links_tell(page: &Document) -> bool {
    const FEWEST_LINKS: usize = 3;
    /// Shorter ones are names of what they lead to.
    const FEWEST_WORDS: usize = 6;
    let links = page.select("a[href]");
    let texts: Vec<String> = links
        .nodes()
        .iter()
        .map(|link| single_spaced(&link.text()))
        .collect();
    let states = |text: &&String| {
        let count = text.split_whitespace().count();
        count >= FEWEST_WORDS && (states_a_figure(text) || has_amount(text))
    };
    let telling: Vec<&String> = texts.iter().filter(states).collect();
    let length = |text: &String| text.chars().count();
    let told: usize = telling.iter().map(|text| length(text)).sum();
    telling.len() >= FEWEST_LINKS && told * 2 > texts.iter().map(length).sum::<usize>()
}

/// Whether a text tells how much of something: a figure with what it counts behind it, that is not what numbers the text itself.
fn has_amount(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    has_figure(text)
        && words.windows(2).skip(2).any(|pair| match pair {
            [figure, unit] => {
                let is_figure =
                    figure.starts_with(|c: char| c.is_ascii_digit() || "€$£".contains(c));
                let ends = figure.ends_with([',', ';', ':', '.']);
                is_figure
                    && !ends
                    && unit.starts_with(char::is_lowercase)
                    && *unit != "of"
                    && !is_month(unit)
            }
            _ => false,
        })
}

/// Whether a sentence speaks of the site, of the text itself or of what its reader is to do there, in lower case by words that a text on another matter seldom has.
pub(super) fn asks(text: &str) -> bool {
    #[rustfmt::skip]
    const OF_THE_SITE: &[&str] = &[
        "abonn", "advert", "affiliate", "app store", "article", "artikel", "artículo", "articolo", "beitrag", "browser", "click", "comment", "cookie", "copyright", "credit", "dieser text",
        "donat", "download", "e-mail", "email", "erschien", "facebook", "follow us", "getty", "inbox", "instagram", "iscriv", "journalism", "kommentar", "licence", "license", "log in",
        "membership", "nachrichten", "newsletter", "online", "our ", "permission", "photograph", "podcast", "privacy", "publi", "reader", "registr", "republish", "reuters", "share",
        "sign in", "sign up", "story", "stories", "subscri", "suscr", "this page", "this post", "twitter", "unsere", "video", "website", "youtube",
    ];
    let lower = text.to_lowercase();
    OF_THE_SITE.iter().any(|word| lower.contains(word))
}

fn is_offer(text: &str) -> bool {
    let lower = text.to_lowercase();
    ASKS.iter().any(|ask| lower.starts_with(ask))
        && PRICES.iter().any(|price| lower.contains(price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_a_figure_is_told_from_dates_counts_and_offers() {
        for stating in [
            "Advertisement spending rose to 6 million euros.",
            "Related costs rose to 6 euros.",
            "Sign up numbers fell to 6 thousand.",
            "Read more about the price of 6 euros.",
        ] {
            assert!(states_a_figure(stating), "{stating}");
        }
        for other in [
            "Published on 3 March 2024.",
            "Last updated 5 minutes ago.",
            "Image 1 of 5 in all.",
            "Related: 12 comments so far.",
            "Subscribe now for $1 a week.",
            "Sign up for 9 euros a month!",
            "Read more about 6 things",
            "Related costs rose sharply.",
        ] {
            assert!(!states_a_figure(other), "{other}");
        }
    }

    #[test]
    fn what_speaks_of_the_site_is_told_from_what_speaks_of_another_matter() {
        assert!(asks("You may also want to read this article on the dam."));
        assert!(asks("Listen to the whole talk in our podcast."));
        assert!(!asks(
            "You may also appeal to the tribunal within 28 days of the notice."
        ));
        assert!(!asks(
            "See also section 12, under which a car may be towed."
        ));
    }

    #[test]
    fn a_line_that_ends_with_a_name_may_hold_a_statement() {
        for stating in [
            "The price rose to 6 euros last year. See note 3 — Smith",
            "“The ferry was late,” he said — twice",
        ] {
            assert!(holds_a_statement(stating), "{stating}");
        }
        for other in [
            "Share with friends",
            "Ada Penrose writes on transport. Follow her",
            "Photo: A. Penrose",
        ] {
            assert!(!holds_a_statement(other), "{other}");
        }
    }
}
