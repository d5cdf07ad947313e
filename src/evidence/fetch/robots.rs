//! What a site's robots.txt asks of programs, by RFC 9309.
//!
//! Pure: the file is fetched elsewhere. A file that a hostile site made to be slow to understand is cut to what honest ones need.

use std::time::Duration;

use reqwest::StatusCode;
use texting_robots::Robot;
use url::Url;

/// The name that a robots.txt knows this program by.
const AGENT: &str = "tercet";
/// Bytes that are read; the standard asks for at least 500 KiB.
pub(super) const MOST_BYTES: u64 = 500 << 10;
/// Longer rules are no paths that anyone could ask for.
const LONGEST_LINE: usize = 2000;
/// Rules that end a path with `$` become regular expressions, which cost time to build.
const MOST_ANCHORED: usize = 1000;
/// The longest pause between two requests that is kept.
const LONGEST_DELAY: Duration = Duration::from_secs(10);

/// The rules of one site.
#[derive(Debug)]
pub(super) struct Robots {
    rules: Option<Robot>,
}

/// What the answer to the question for robots.txt means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Rules,
    /// There are none, so everything is allowed.
    NoRules,
    /// They cannot be known at the moment, so nothing is allowed.
    Unknown,
}

pub(super) fn meaning(status: u16) -> Meaning {
    match StatusCode::from_u16(status) {
        Ok(status) if status.is_success() => Meaning::Rules,
        Ok(status) if status.is_client_error() || status.is_redirection() => Meaning::NoRules,
        _ => Meaning::Unknown,
    }
}

impl Robots {
    pub(super) fn none() -> Self {
        Self { rules: None }
    }

    /// A rule that cannot be understood is left out; a file of nothing that can be understood has no rules.
    pub(super) fn parse(file: &[u8]) -> Self {
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let is_anchored = |line: &[u8]| line.contains(&b'$');
        let mut anchored = 0;
        let bearable = lines(file, |line| {
            anchored += usize::from(is_anchored(line));
            !is_anchored(line) || anchored <= MOST_ANCHORED
        });
        let rules = Robot::new(AGENT, &bearable)
            .or_else(|_| Robot::new(AGENT, &lines(file, |line| !is_anchored(line))))
            .ok();
        Self { rules }
    }

    pub(super) fn allow(&self, url: &Url) -> bool {
        self.rules
            .as_ref()
            .is_none_or(|rules| rules.allowed(url.as_str()))
    }

    /// The pause that the site asks for between two requests, up to what is bearable.
    pub(super) fn delay(&self) -> Duration {
        let seconds = self.rules.as_ref().and_then(|rules| rules.delay);
        seconds
            .and_then(|seconds| Duration::try_from_secs_f32(seconds).ok())
            .unwrap_or_default()
            .min(LONGEST_DELAY)
    }
}

/// The lines of a file that are wanted, without those that are too long.
fn lines(file: &[u8], mut wanted: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    file.split(|byte| matches!(byte, b'\n' | b'\r'))
        .filter(|line| line.len() <= LONGEST_LINE && wanted(line))
        .flat_map(|line| line.iter().copied().chain([b'\n']))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    fn allows(file: &str, path: &str) -> bool {
        let url = Url::parse("https://example.org").unwrap();
        Robots::parse(file.as_bytes()).allow(&url.join(path).unwrap())
    }

    #[test]
    fn the_rules_for_this_program_win_over_those_for_all() {
        let file = "\u{feff}User-agent: *\r\nDisallow: /\r\n\r\nUser-agent: Tercet\r\nDisallow: /private\r\nAllow: /private/open\r\nDisallow: /*.pdf$\r\n";
        for (path, allowed) in [
            ("/", true),
            ("/private", false),
            ("/private/open/a", true),
            ("/a.pdf", false),
            ("/a.pdf?x=1", true),
        ] {
            assert_eq!(allows(file, path), allowed, "{path}");
        }
        assert!(!allows("User-agent: *\nDisallow: /a", "/a/b"));
        assert!(allows("<!doctype html><p>Not found</p>", "/a"));
        assert!(allows("", "/a"));
    }

    #[test]
    fn a_status_means_what_the_standard_says() {
        for (status, expected) in [
            (200, Meaning::Rules),
            (404, Meaning::NoRules),
            (403, Meaning::NoRules),
            (302, Meaning::NoRules),
            (500, Meaning::Unknown),
            (503, Meaning::Unknown),
        ] {
            assert_eq!(meaning(status), expected, "{status}");
        }
    }

    #[test]
    fn a_pause_is_kept_up_to_what_is_bearable() {
        for (asked, kept) in [
            ("2", 2.0),
            ("0.5", 0.5),
            ("86400", 10.0),
            ("-3", 0.0),
            ("soon", 0.0),
        ] {
            let robots = Robots::parse(format!("User-agent: *\nCrawl-delay: {asked}").as_bytes());
            assert!(
                (robots.delay().as_secs_f32() - kept).abs() < 0.001,
                "{asked}"
            );
        }
    }

    #[test]
    fn rules_that_cannot_be_understood_do_not_hide_the_others() {
        let long = format!("Disallow: /{}$", "a*".repeat(900));
        let mut file = format!("User-agent: *\nDisallow: /closed\n{long}\n");
        for n in 0..3000 {
            writeln!(file, "Disallow: /x{n}*y$").unwrap();
        }
        assert!(!allows(&file, "/closed"));
        assert!(allows(&file, "/open"));
    }

    proptest::proptest! {
        #[test]
        fn no_file_is_too_odd(file in "(?s)((user-agent|disallow|allow|crawl-delay|sitemap)?[: \t]*[/a*$%\u{0}-\u{ff}]{0,9}[\r\n]{0,2}){0,12}", path in "/[a/%?=]{0,8}") {
            asked(&file, &path);
        }
    }

    #[test]
    fn an_empty_file_and_a_path_of_slashes_are_not_too_odd() {
        asked("", "//");
    }

    fn asked(file: &str, path: &str) {
        let mut url = Url::parse("https://example.org").unwrap();
        url.set_path(path);
        let robots = Robots::parse(file.as_bytes());
        robots.allow(&url);
        assert!(robots.delay() <= LONGEST_DELAY);
    }
}
