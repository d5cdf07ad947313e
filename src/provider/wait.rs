//! How long a server asks to wait before the next try: what its headers ask for, else what its words do, else when its limits are reset.
//!
//! `Retry-After` and words are about the next try. The headers about limits tell when the whole allowance is back, which is later than the next try may
//! come (so `OpenAI` and Anthropic document them): they count last, those of a limit that is used up, and no more than is waited for at most.
//! Servers put seconds, milliseconds, dates and nonsense there. What nobody can mean (negative, not a number, longer than a day) is no wish.
//! Pure: the time is passed in.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::HeaderMap;

use super::fault::Asked;
use super::server_error::ServerError;

/// A wish beyond this is a mistake of the server.
const ONE_DAY: Duration = Duration::from_hours(24);

/// How long a refusal asks to wait. `longest` is the most that is waited for.
pub(super) fn asked(
    headers: &HeaderMap,
    error: &ServerError,
    now: Timestamp,
    longest: Duration,
) -> Asked {
    match by_headers(headers, now, longest) {
        Asked::Nothing => match by_error(error, now, longest) {
            Asked::Nothing => by_resets(headers, now, longest),
            asked => asked,
        },
        asked => asked,
    }
}

/// What the headers ask for.
fn by_headers(headers: &HeaderMap, now: Timestamp, longest: Duration) -> Asked {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
    };
    if let Some(wait) = header("retry-after-ms").and_then(|value| seconds(value, 1000.0)) {
        return bounded(wait, longest);
    }
    if let Some(value) = header("retry-after") {
        if let Some(wait) = seconds(value, 1.0).or_else(|| span(value)) {
            return bounded(wait, longest);
        }
        // By the server's own clock, where it tells that: this machine's may be wrong.
        let now = header("date").and_then(moment).unwrap_or(now);
        if let Some(wait) = until(value, now) {
            // A date in the far future says "not now" and no more.
            return if wait > ONE_DAY {
                Asked::Wait(longest)
            } else {
                bounded(wait, longest)
            };
        }
    }
    Asked::Nothing
}

/// When the limits that are used up are reset, as the headers that name them say.
fn by_resets(headers: &HeaderMap, now: Timestamp, longest: Duration) -> Asked {
    let is_used_up = |reset: &str| {
        let remaining = headers.get(reset.replace("reset", "remaining"));
        remaining
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
            == Some("0")
    };
    let resets = headers.iter().filter(|(name, _)| {
        let name = name.as_str();
        speaks_of_limits(name) && name.contains("reset") && is_used_up(name)
    });
    let waits = resets.filter_map(|(_, value)| reset_in(value.to_str().ok()?.trim(), now));
    waits
        .max()
        .map_or(Asked::Nothing, |wait| Asked::Wait(wait.min(longest)))
}

/// What an error asks for, in its words or in its fields.
pub(super) fn by_error(error: &ServerError, now: Timestamp, longest: Duration) -> Asked {
    match by_words(&error.message, longest) {
        Asked::Nothing => by_fields(&error.wishes, now, longest),
        asked => asked,
    }
}

/// What the fields of an error's JSON ask for, some of which repeat headers.
fn by_fields(fields: &[(String, String)], now: Timestamp, longest: Duration) -> Asked {
    let is_used_up = |reset: &str| {
        let remaining = reset.replace("reset", "remaining");
        fields
            .iter()
            .any(|(name, value)| *name == remaining && value == "0")
    };
    let wait = fields.iter().find_map(|(name, value)| {
        let value = value.trim();
        if speaks_of_limits(name) {
            let is_reset = name.contains("reset") && is_used_up(name);
            is_reset.then(|| reset_in(value, now))?
        } else {
            let part = if name.ends_with("ms") { 1000.0 } else { 1.0 };
            span(value).or_else(|| seconds(value, part))
        }
    });
    wait.map_or(Asked::Nothing, |wait| bounded(wait, longest))
}

pub(super) fn speaks_of_limits(name: &str) -> bool {
    name.contains("ratelimit") || name.contains("rate-limit")
}

/// The time until a reset: a span, seconds, or a moment as a date or in seconds or milliseconds since 1970.
fn reset_in(value: &str, now: Timestamp) -> Option<Duration> {
    if let Some(wait) = span(value).or_else(|| seconds(value, 1.0)) {
        return Some(wait).filter(|wait| !wait.is_zero() && *wait <= ONE_DAY);
    }
    let then = match value.parse::<i64>() {
        Ok(number) => Timestamp::from_second(number)
            .ok()
            .filter(|then| then.duration_since(now).as_hours() <= 24)
            .or_else(|| Timestamp::from_millisecond(number).ok())?,
        Err(_) => value.parse().ok()?,
    };
    let wait = Duration::try_from(then.duration_since(now)).ok()?;
    (wait <= ONE_DAY).then_some(wait)
}

/// Whether a server's header says that asking again may help: a server may know better than its status.
pub(super) fn again(headers: &HeaderMap) -> Option<bool> {
    headers.get("x-should-retry")?.to_str().ok()?.parse().ok()
}

/// What a server says in its message, such as `Please try again in 8s`.
fn by_words(message: &str, longest: Duration) -> Asked {
    const LEADS: [&str; 4] = ["try again in ", "retry in ", "retry after ", "please wait "];
    let message = message.to_lowercase();
    let mut after_leads = LEADS.iter().filter_map(|lead| {
        let (_, rest) = message.split_once(lead)?;
        Some(rest.strip_prefix("about ").unwrap_or(rest))
    });
    let wait = after_leads.find_map(first_span);
    wait.map_or(Asked::Nothing, |wait| bounded(wait, longest))
}

/// The span that a text begins with: `8s`, `1.5s`, `20 seconds`.
fn first_span(text: &str) -> Option<Duration> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .unwrap_or(text.len());
    let (token, after) = text.split_at(end);
    let token = token.trim_end_matches('.');
    span(token).or_else(|| {
        let in_seconds = after.trim_start().starts_with("second");
        in_seconds.then(|| seconds(token, 1.0))?
    })
}

fn bounded(wait: Duration, longest: Duration) -> Asked {
    if wait > longest {
        Asked::TooLong(wait)
    } else {
        Asked::Wait(wait)
    }
}

/// A number of seconds, or of the given part of them.
fn seconds(value: &str, part: f64) -> Option<Duration> {
    // "inf" and "nan" are numbers to the parser, but to nobody else.
    let number: f64 = value
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    let wait = Duration::try_from_secs_f64(number / part).ok()?;
    (wait <= ONE_DAY).then_some(wait)
}

/// A span such as `6m0s`, `1.5s` or `12ms`.
fn span(value: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut rest = value;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, tail) = rest.split_at(digits);
        let letters = tail
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let scale = match unit {
            "ms" => 1000.0,
            "s" => 1.0,
            "m" => 1.0 / 60.0,
            "h" => 1.0 / 3600.0,
            _ => return None,
        };
        total = total.checked_add(seconds(number, scale)?)?;
        rest = tail;
    }
    (!total.is_zero()).then_some(total)
}

/// The time until an HTTP date or a moment in seconds since 1970; zero if it has passed.
fn until(date: &str, now: Timestamp) -> Option<Duration> {
    let wait = moment(date)?.duration_since(now);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

/// A moment in one of the three forms that HTTP knows, or as other places write it.
fn moment(date: &str) -> Option<Timestamp> {
    let parser = DateTimeParser::new().relaxed_weekday(true);
    let old = |form: &str| jiff::civil::DateTime::strptime(form, date).ok();
    let old = || old("%A, %d-%b-%y %H:%M:%S GMT").or_else(|| old("%a %b %e %H:%M:%S %Y"));
    let in_seconds = || {
        // Less is a number of seconds to wait.
        const YEAR_2001: i64 = 1_000_000_000;
        let seconds = date.parse().ok().filter(|seconds| *seconds > YEAR_2001)?;
        Timestamp::from_second(seconds).ok()
    };
    parser
        .parse_timestamp(date)
        .ok()
        .or_else(|| {
            old()?
                .to_zoned(jiff::tz::TimeZone::UTC)
                .ok()
                .map(|then| then.timestamp())
        })
        .or_else(|| date.parse().ok())
        .or_else(in_seconds)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    const LONGEST: Duration = Duration::from_mins(1);

    fn asked(headers: &[(&'static str, &'static str)]) -> Asked {
        let map = headers
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect();
        by_headers(&map, "2026-01-01T00:00:00Z".parse().unwrap(), LONGEST)
    }

    fn wait(milliseconds: u64) -> Asked {
        Asked::Wait(Duration::from_millis(milliseconds))
    }

    #[test]
    fn seconds_milliseconds_and_dates_are_honoured() {
        assert_eq!(asked(&[("retry-after", " 20 ")]), wait(20_000));
        assert_eq!(asked(&[("retry-after", "0.5")]), wait(500));
        assert_eq!(
            asked(&[("retry-after-ms", "250"), ("retry-after", "9")]),
            wait(250)
        );
        assert_eq!(
            asked(&[("retry-after", "Thu, 01 Jan 2026 00:00:30 GMT")]),
            wait(30_000)
        );
        assert_eq!(
            asked(&[("retry-after", "Thu, 01 Jan 1970 00:00:30 GMT")]),
            wait(0)
        );
    }

    #[test]
    fn moments_are_known_in_every_form() {
        for moment in [
            "Thursday, 01-Jan-26 00:00:30 GMT",
            "Thu Jan  1 00:00:30 2026",
            "2026-01-01T00:00:30Z",
            "1767225630",
        ] {
            assert_eq!(asked(&[("retry-after", moment)]), wait(30_000), "{moment}");
        }
        assert_eq!(asked(&[("retry-after", "2s")]), wait(2000));
        assert_eq!(asked(&[("retry-after", "1500ms")]), wait(1500));
    }

    #[test]
    fn fields_of_an_error_ask_for_waits_too() {
        let asked = |fields: &[(&str, &str)]| {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect();
            by_fields(&fields, "2026-01-01T00:00:00Z".parse().unwrap(), LONGEST)
        };
        assert_eq!(asked(&[("retrydelay", "32s")]), wait(32_000));
        assert_eq!(asked(&[("retry_after", "3")]), wait(3000));
        assert_eq!(asked(&[("retry_after_ms", "250")]), wait(250));
        let reset = ("x-ratelimit-reset", "1767225610000");
        assert_eq!(asked(&[reset]), Asked::Nothing);
        assert_eq!(
            asked(&[("x-ratelimit-remaining", "0"), reset]),
            wait(10_000)
        );
        let tomorrow = ("x-ratelimit-reset", "1767261600000");
        assert_eq!(
            asked(&[("x-ratelimit-remaining", "0"), tomorrow]),
            Asked::TooLong(Duration::from_hours(10))
        );
    }

    #[test]
    fn a_date_is_told_from_the_servers_clock() {
        let date = ("retry-after", "Fri, 01 Jan 2027 00:00:20 GMT");
        assert_eq!(asked(&[date]), Asked::Wait(LONGEST));
        let clock = ("date", "Fri, 01 Jan 2027 00:00:05 GMT");
        assert_eq!(asked(&[date, clock]), wait(15_000));
    }

    #[test]
    fn a_long_wish_is_told_apart_from_nonsense() {
        assert_eq!(
            asked(&[("retry-after", "300")]),
            Asked::TooLong(Duration::from_mins(5))
        );
        for nonsense in [
            "-5",
            "inf",
            "nan",
            "soon",
            "",
            "99999999999999999999999",
            "1e300",
            "Xyz, 99 Foo 2026",
        ] {
            assert_eq!(
                asked(&[("retry-after", nonsense)]),
                Asked::Nothing,
                "{nonsense}"
            );
        }
        assert_eq!(
            asked(&[("retry-after", "Fri, 31 Dec 2999 23:59:59 GMT")]),
            Asked::Wait(LONGEST)
        );
        assert_eq!(asked(&[]), Asked::Nothing);
    }

    #[test]
    fn limits_that_are_used_up_tell_when_they_are_reset() {
        let resets = |headers: &[(&'static str, &'static str)]| {
            let headers = headers.iter().map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            });
            by_resets(
                &headers.collect(),
                "2026-01-01T00:00:00Z".parse().unwrap(),
                LONGEST,
            )
        };
        let tokens = |reset| {
            [
                ("x-ratelimit-remaining-tokens", "0"),
                ("x-ratelimit-reset-tokens", reset),
            ]
        };
        assert_eq!(resets(&tokens("7.66s")), wait(7660));
        assert_eq!(resets(&tokens("6m0s")), Asked::Wait(LONGEST));
        assert_eq!(resets(&tokens("12")), wait(12_000));
        for nonsense in ["0", "-1", "soon", "", "1e300", "99999999999999999999"] {
            assert_eq!(resets(&tokens(nonsense)), Asked::Nothing, "{nonsense}");
        }
        let router = |reset| [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", reset)];
        assert_eq!(resets(&router("1767225610")), wait(10_000));
        assert_eq!(resets(&router("1767225610000")), wait(10_000));
        let claude = [
            ("anthropic-ratelimit-requests-remaining", "0"),
            ("anthropic-ratelimit-requests-reset", "2026-01-01T00:00:03Z"),
            ("anthropic-ratelimit-tokens-remaining", "9"),
            ("anthropic-ratelimit-tokens-reset", "2026-01-01T00:00:30Z"),
        ];
        assert_eq!(resets(&claude), wait(3000));
        assert_eq!(
            resets(&[("x-ratelimit-reset-tokens", "5s")]),
            Asked::Nothing
        );
    }

    #[test]
    fn words_count_where_no_header_speaks() {
        let said = |words| by_words(words, LONGEST);
        assert_eq!(
            said("Limit 30000. Please try again in 8s. Visit"),
            wait(8000)
        );
        assert_eq!(said("Try again in 1.898s"), wait(1898));
        assert_eq!(said("try again in 12ms"), wait(12));
        assert_eq!(said("Please retry in 38.5s."), wait(38_500));
        assert_eq!(said("Retry after 20 seconds"), wait(20_000));
        assert_eq!(said("try again in 5 seconds."), wait(5000));
        assert_eq!(
            said("try again in 6m0s."),
            Asked::TooLong(Duration::from_mins(6))
        );
        for nonsense in [
            "try again in",
            "try again in a moment",
            "try again in 5x",
            "try again in ßs",
            "",
        ] {
            assert_eq!(said(nonsense), Asked::Nothing, "{nonsense}");
        }
    }
}
