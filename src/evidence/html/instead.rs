//! Pages that a server sends in place of the one that was meant: there is none, it may not be seen or could not be made, or the server first wants to know
//! whether a person is there. They are short, by nobody and of no day, and their title or their first line is what such pages say all over the web.

use crate::evidence::problem::Problem;

/// A longer text says something of its own.
const MOST_WORDS: usize = 100;

/// Why a page of nobody is none, where its title and its text tell no more than that.
pub(super) fn of_the_page(title: Option<&str>, text: &str) -> Option<Problem> {
    if text.split_whitespace().nth(MOST_WORDS).is_some() {
        return None;
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let mut told = title.into_iter().chain(first).flat_map(parts);
    told.find_map(|part| meant(&part))
}

/// What of a title is parted by the name of its site, in small letters and without the marks around it.
fn parts(title: &str) -> Vec<String> {
    const BETWEEN: &[&str] = &[" | ", " - ", " – ", " — ", " · ", ": "];
    let mut parts = vec![title];
    for between in BETWEEN {
        parts = parts.iter().flat_map(|part| part.split(between)).collect();
    }
    let bare = |part: &str| {
        let part = part.trim_matches(|c: char| !c.is_alphanumeric());
        part.to_lowercase().replace('’', "'")
    };
    parts.into_iter().map(bare).collect()
}

fn meant(told: &str) -> Option<Problem> {
    let (is_numbered, rest) = without_status(told);
    if CHECKS.contains(&told) {
        Some(Problem::NoticeOnly)
    } else if ERRORS.contains(&rest)
        || is_numbered && (NUMBERED.contains(&rest) || rest.is_empty() && !is_bare(told))
    {
        Some(Problem::ErrorPage)
    } else {
        None
    }
}

/// Whether a number stands alone which may be that of anything.
fn is_bare(told: &str) -> bool {
    told != "404" && told.bytes().all(|c| c.is_ascii_digit())
}

/// What stands around the number of an error, and whether one is there: `HTTP Error 404`.
fn without_status(told: &str) -> (bool, &str) {
    const BEFORE: &[&str] = &[
        "oops", "sorry", "http", "status", "code", "error", "fehler", "erreur",
    ];
    let edges = |c: char| !c.is_alphanumeric();
    let mut rest = told;
    let mut is_numbered = false;
    loop {
        let (word, behind) = rest.split_once(edges).unwrap_or((rest, ""));
        let is_status = word.len() == 3
            && word.starts_with(['4', '5'])
            && word.bytes().all(|c| c.is_ascii_digit());
        if word.is_empty() || !is_status && !BEFORE.contains(&word) {
            break;
        }
        is_numbered |= is_status;
        rest = behind.trim_start_matches(edges);
    }
    (is_numbered, rest)
}

/// What an error is called that could be a title of anything, were there no number.
const NUMBERED: &[&str] = &[
    "bad request",
    "forbidden",
    "gone",
    "not allowed",
    "unauthorized",
];

/// What errors are called on the pages that tell them.
#[rustfmt::skip]
const ERRORS: &[&str] = &[
    "404 not found", "access denied", "access forbidden", "bad gateway", "file not found", "gateway time-out", "gateway timeout", "internal server error", "not found",
    "page can't be found", "page cannot be found", "page does not exist", "page doesn't exist", "page not found", "page was not found", "that page can't be found",
    "that page doesn't exist", "the page cannot be found", "the page you requested could not be found", "the requested url was not found on this server", "this page can't be found",
    "this page could not be found", "this page doesn't exist", "this page isn't available", "service temporarily unavailable", "service unavailable", "too many requests",
    "die seite wurde nicht gefunden", "seite nicht gefunden", "page introuvable", "page non trouvée", "pagina niet gevonden", "pagina non trovata", "página no encontrada",
    "página não encontrada", "siden ble ikke funnet", "siden blev ikke fundet", "sidan hittades inte", "sidan kunde inte hittas", "sivua ei löytynyt", "nie znaleziono strony",
    "strona nie została znaleziona", "stránka nenalezena", "страница не найдена", "ページが見つかりません", "页面不存在",
];

/// What pages are called that ask whether a person is there.
#[rustfmt::skip]
const CHECKS: &[&str] = &[
    "access to this page has been denied", "are you a robot", "are you human", "attention required", "checking your browser", "checking your browser before accessing",
    "human verification", "just a moment", "nur einen moment", "one more step", "pardon our interruption", "please verify you are a human", "please verify you are human",
    "robot check", "un momento", "verify you are a human", "verify you are human", "verifying you are human", "you have been blocked", "sorry, you have been blocked",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::html;

    #[test]
    fn pages_of_errors_and_of_gatekeepers_are_no_documents() {
        for (title, body, is_error) in [
            (
                "Page not found | Velmar Times",
                "<h1>404</h1><p>It may have been moved or deleted. Try searching.</p>",
                true,
            ),
            (
                "404 Not Found",
                "<center><h1>404 Not Found</h1></center><hr><center>nginx</center>",
                true,
            ),
            (
                "Velmar Times",
                "<h1>Oops! Page not found</h1><p>Go back to the home page, or read what is new today.</p>",
                true,
            ),
            (
                "HTTP Error 503: Service unavailable",
                "<p>The server is not able to answer at present. Try again later.</p>",
                true,
            ),
            (
                "Velmar - Seite nicht gefunden",
                "<p>Die Seite, die Sie suchen, gibt es nicht mehr.</p>",
                true,
            ),
            (
                "Just a moment...",
                "<h1>velmar.example</h1><p>This process is automatic. You will be sent on to the page shortly.</p>",
                false,
            ),
            (
                "Attention Required! | Cloudflare",
                "<h1>Sorry, you have been blocked</h1><p>The site protects itself from attacks.</p>",
                false,
            ),
        ] {
            let page = format!(
                "<html><head><title>{title}</title></head><body><main>{body}</main></body></html>"
            );
            let read = html::document(page.as_bytes(), None);
            match read {
                Err(Problem::ErrorPage) => assert!(is_error, "{title}"),
                Err(Problem::NoticeOnly) => assert!(!is_error, "{title}"),
                _ => panic!("{title}"),
            }
        }
    }

    #[test]
    fn short_documents_about_errors_and_blocks_are_documents() {
        for (title, text) in [
            (
                "Error 500 in the Velmar API",
                "The client has to wait five seconds.",
            ),
            ("Forbidden", "A poem of two lines about the old gate."),
            (
                "404 workers lost their posts",
                "The yard of Velmar closed on Friday.",
            ),
            (
                "500",
                "The number of the bus to the harbour changes in June.",
            ),
            ("Just a moment of quiet", "The town will be silent at noon."),
            (
                "Residents: access denied to the beach",
                "The council put up a fence on Monday.",
            ),
        ] {
            assert!(of_the_page(Some(title), text).is_none(), "{title}");
        }
        let long = "The page was not found, and so on. ".repeat(20);
        assert!(of_the_page(Some("404 Not Found"), &long).is_none());
    }
}
