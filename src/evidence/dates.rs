//! Dates as documents write them, brought to ISO 8601 as far as they are certain.

use std::borrow::Cow;

use super::byline::without_by;

/// Characters of an ISO date that gives the day.
pub(super) const DAY: usize = 10;
/// Numbers and words of a date with the time of day, which may stand before it.
const MOST_PARTS: usize = 10;

/// The years, months and days that East Asian dates name behind their numbers, as spaces: `2020年7月3日`.
fn spaced(text: &str) -> Cow<'_, str> {
    if !text.contains(['年', '년']) {
        return Cow::Borrowed(text);
    }
    let mut after_digit = false;
    let spaced = text.chars().map(|c| {
        let names = after_digit && "年月日년월일".contains(c);
        after_digit = c.is_ascii_digit();
        if names { ' ' } else { c }
    });
    Cow::Owned(spaced.collect())
}

/// A date in one of the usual notations as `2026-03-14`, `2026-03` or `2026`. Notations that two countries read differently give only the year.
#[must_use]
pub fn iso_date(text: &str) -> Option<String> {
    let text = &spaced(text.trim().trim_start_matches("D:"));
    if is_epoch(text) {
        return None;
    }
    if let Some(date) = counted_date(text) {
        return Some(date);
    }
    let parts: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .take(MOST_PARTS)
        .collect();
    let first = *parts.first()?;
    let number = |at: usize| parts.get(at).and_then(|part| leading_number(part));
    let figures = first.bytes().take_while(u8::is_ascii_digit).count();
    // With the time of day, or without.
    if matches!(figures, 8 | 10 | 12 | 14) {
        return date(
            first.get(..4)?.parse().ok()?,
            first.get(4..6)?.parse().ok(),
            first.get(6..8)?.parse().ok(),
        );
    }
    if let Some(at) = parts.iter().position(|part| month(part).is_some()) {
        let named = parts.get(at).and_then(|part| month(part));
        let year = parts.iter().find_map(|part| year(part))?;
        let around = [at.checked_sub(1).and_then(number), number(at + 1)];
        let day = around.into_iter().flatten().find(|day| *day <= 31);
        return date(year, named, day);
    }
    if let Some(year) = year(first) {
        return date(year, number(1), number(2));
    }
    let year = parts.get(2).and_then(|part| year(part))?;
    match (number(0)?, number(1)?) {
        (day, month) if text.contains('.') || day > 12 => date(year, Some(month), Some(day)),
        (month, day) if day > 12 => date(year, Some(month), Some(day)),
        _ => date(year, None, None),
    }
}

/// Whether this is the moment from which programs count, as they write it where they know no date.
fn is_epoch(text: &str) -> bool {
    const EPOCHS: &[&str] = &[
        "0001-01-01",
        "1601-01-01",
        "1899-12-30",
        "1899-12-31",
        "1900-01-01",
        "1904-01-01",
        "1980-01-01",
    ];
    let is_moment = text
        .get(10..)
        .is_some_and(|time| time.starts_with(['T', ' ']));
    text.starts_with("1970-01-01") || is_moment && EPOCHS.iter().any(|day| text.starts_with(day))
}

/// A date that stands in a text, to the month at least: one on which what is dated can have been written. The rest are dates of what is told of, and numbers
/// such as `1850.12`.
pub(super) fn date_in_text(text: &str) -> Option<String> {
    /// Nothing is printed before this year.
    const PRINT: &str = "1450";
    const FULL: usize = "2024-01-31".len();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let parts_of_number = |text: &str| {
        let (whole, rest) = text.split_once('.')?;
        (digits(whole) && digits(rest) && !rest.is_empty()).then_some(whole.len())
    };
    // In a table a number stands beside its year: `2020 11.2`.
    let is_number = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [number] => parts_of_number(number) == Some(4),
        [one, other] => [(one, other), (other, one)]
            .iter()
            .any(|(year, number)| is_year(year) && parts_of_number(number).is_some()),
        _ => false,
    };
    let date = iso_date(text).filter(|date| date.len() > 4 && !is_number)?;
    // A day begins earlier in the east.
    let has_come = match date.len() {
        FULL => !is_later(&date, 1),
        _ => !is_ahead(&date),
    };
    (date.as_str() >= PRINT && has_come).then_some(date)
}

/// Whether an ISO date is one that no document has yet. Magazines and journals bear dates of some weeks ahead, but what stands in a text with its day is then
/// the day of what is told of.
pub(super) fn is_ahead(date: &str) -> bool {
    const WEEKS: i64 = 9;
    is_later(date, WEEKS * 7)
}

/// Whether an ISO date is later than so many days from now.
fn is_later(date: &str, days: i64) -> bool {
    const HOURS: i64 = 24;
    let latest = jiff::Timestamp::now().checked_add(jiff::SignedDuration::from_hours(days * HOURS));
    let latest = latest.map(|latest| latest.to_string()).unwrap_or_default();
    let length = date.len().min(latest.len());
    date.get(..length) > latest.get(..length)
}

/// The date of a moment that a program counts from 1970, in seconds or in thousandths.
fn counted_date(text: &str) -> Option<String> {
    /// Digits of moments in seconds and in thousandths, for most of this and all of the last century.
    const SECONDS: usize = 10;
    const THOUSANDTHS: usize = 13;
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let names_day = || {
        let part = |from, to| text.get(from..to)?.parse::<u32>().ok();
        let year = part(0, 4).filter(|year| (1900..2100).contains(year))?;
        date(year, part(4, 6), part(6, 8)).filter(|date| date.len() == 10)
    };
    if names_day().is_some() {
        return None;
    }
    let thousandths: i64 = match text.len() {
        SECONDS => text.parse::<i64>().ok()? * 1000,
        THOUSANDTHS => text.parse().ok()?,
        _ => return None,
    };
    let moment = jiff::Timestamp::from_millisecond(thousandths).ok()?;
    Some(moment.strftime("%Y-%m-%d").to_string())
}

/// What may stand between the words that announce a date and the date, besides a weekday.
const BETWEEN: &[&str] = &[
    "am", "at", "de", "del", "den", "di", "do", "du", "el", "em", "en", "il", "in", "le", "of",
    "on", "op", "the", "vom", "г", "года", "р", "року",
];

/// The date that a line says its document was published on: `Published 12 June 2019 by …`.
pub(super) fn published_date(line: &str) -> Option<String> {
    const PUBLISHED: &[&str] = &[
        "published",
        "first published",
        "originally published",
        "article published",
        "story published",
        "date published",
        "publication date",
        "date of publication",
        "date of issue",
        "posted",
        "issued",
        "released",
        "release date",
        "dated",
        "date",
        "created",
        "written",
        "online since",
        "veröffentlicht",
        "erstellt",
        "eingestellt",
        "online seit",
        "datum",
        "stand",
        "publié",
        "date de publication",
        "mis en ligne",
        "mise en ligne",
        "publicado",
        "fecha",
        "pubblicato",
        "gepubliceerd",
        "opublikowano",
        "data publikacji",
        "publicerad",
        "publisert",
        "udgivet",
        "julkaistu",
        "yayınlanma tarihi",
        "diterbitkan",
        "опубликовано",
        "дата публикации",
        "تاريخ النشر",
        "פורסם",
        "公開日",
        "掲載日",
        "投稿日",
        "発表日",
        "発行日",
        "发布日期",
        "发布时间",
        "게시일",
        "입력",
    ];
    announced_date(line, PUBLISHED)
}

/// The date that a line says its document was last changed on: `Updated: 9 Oct 2019, 11:05`.
pub(super) fn changed_date(line: &str) -> Option<String> {
    const CHANGED: &[&str] = &[
        "updated",
        "last updated",
        "last update",
        "last modified",
        "last revised",
        "last edited",
        "last changed",
        "last reviewed",
        "last revision",
        "date of last revision",
        "page last updated",
        "this page was last edited",
        "this page was last modified",
        "revised",
        "aktualisiert",
        "letzte aktualisierung",
        "letzte änderung",
        "zuletzt aktualisiert",
        "zuletzt bearbeitet",
        "zuletzt geändert",
        "diese seite wurde zuletzt",
        "mis à jour",
        "dernière mise à jour",
        "actualizado",
        "última actualización",
        "aggiornato",
        "ultimo aggiornamento",
        "atualizado",
        "bijgewerkt",
        "最終更新日",
        "最終更新",
        "更新日",
        "更新时间",
        "수정",
    ];
    announced_date(line, CHANGED)
}

/// The date that follows one of these words at the beginning of a line.
fn announced_date(line: &str, words_for_it: &[&str]) -> Option<String> {
    let lower = spaced(line.trim()).to_lowercase();
    let rest = words_for_it
        .iter()
        .filter_map(|name| lower.strip_prefix(name))
        .find(|rest| !rest.starts_with(char::is_alphanumeric))?;
    let date: Vec<&str> = words(rest)
        .into_iter()
        .filter(|word| !is_between(word))
        .take(3)
        .collect();
    // A date follows at once, or the word was one of a sentence.
    let first = date.first()?;
    let begins = first.starts_with(|c: char| c.is_ascii_digit()) || month(first).is_some();
    begins.then(|| certain(&date)).flatten()
}

/// The date that a line states of its document: as [`published_date`], or because the line is nothing else, as on a title page.
pub(super) fn stated_date(line: &str) -> Option<String> {
    /// Words of a line that is nothing but a date.
    const LONGEST: usize = 8;
    /// What a time of day is given with.
    const CLOCK: &[&str] = &[
        "a.m", "am", "bst", "cdt", "cest", "cet", "cst", "ct", "edt", "est", "et", "gmt", "h",
        "hrs", "hs", "ist", "jst", "kl", "klo", "mdt", "mst", "ore", "p.m", "pdt", "pm", "pst",
        "pt", "uhr", "utc", "uur", "às",
    ];
    let lower = spaced(line).to_lowercase();
    let words = words(&lower);
    let is_part = |word: &&str| {
        let bare = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.');
        let is_number =
            bare.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= bare.len() + 2;
        let bare = word.trim_end_matches('.');
        let zone = bare.split(['+', '-']).next().unwrap_or_default();
        is_between(word) || is_number || month(bare).is_some() || CLOCK.contains(&zone)
    };
    let months = words.iter().filter(|word| is_month(word)).count();
    let is_date = words.len() <= LONGEST && months < 2 && words.iter().all(is_part);
    published_date(line).or_else(|| {
        let date: Vec<&str> = words.into_iter().filter(|word| !is_between(word)).collect();
        is_date.then(|| certain(&date)).flatten()
    })
}

/// The date that a line states, or its first part or its last: `22/11/2020 - 04:30 - Source: The Agency`.
pub(super) fn stated_in(line: &str) -> Option<String> {
    const BETWEEN: &[&str] = &[
        " - ", " – ", " — ", " | ", " · ", " • ", " / ", " // ", ", ", " , ",
    ];
    let line = line.trim_matches([
        ' ', '/', '|', '-', '–', '—', '·', '•', ',', '(', ')', '[', ']',
    ]);
    stated_date(line).or_else(|| {
        BETWEEN.iter().find_map(|between| {
            let parts: Vec<&str> = line.split(between).collect();
            let (first, last) = (parts.first()?, parts.last()?);
            let is_part = parts.len() > 1;
            let is_comma = between.trim() == ",";
            // What a comma parts from the day and the month may be their year: `31 Jan, 2023 at 10:20`.
            let is_year_of_another = |part: &str| part.split(' ').next().is_some_and(is_year);
            let day = |part: &str| {
                if is_comma && is_year_of_another(part) {
                    return None;
                }
                stated_date(part).filter(|date| !is_comma || date.len() == DAY)
            };
            // How long it takes to read may stand behind it: `Mara Olsen • May 3, 2018 • 5 min read`.
            let inside = || {
                let inside = parts.get(1..parts.len() - 1).filter(|_| !is_comma)?;
                let mut dates = inside.iter().filter_map(|part| stated_date(part));
                dates.find(|date| date.len() == DAY)
            };
            is_part.then(|| day(first).or_else(|| day(last)).or_else(inside))?
        })
    })
}

/// The date that ends a line which says by whom something is: `Written by Mara Olsen on 3 May 2018`.
pub(super) fn date_behind_by(line: &str) -> Option<String> {
    let named = without_by(line);
    let says_by = named.len() < line.len();
    let mut ends = named.match_indices(' ').filter(|_| says_by);
    let date = ends.find_map(|(at, _)| stated_date(named.get(at..)?));
    date.filter(|date| date.len() == DAY)
}

/// The date behind the name of who wrote or where, as a line under a title has it: `By Mara Olsen, 4 May 2021`.
pub(super) fn date_behind_name(line: &str) -> Option<String> {
    const WORDS: usize = 8;
    let is_name = line.starts_with(char::is_uppercase)
        && line.split_whitespace().nth(WORDS).is_none()
        && !line.ends_with(['.', ':', '?', '!']);
    let date = is_name.then(|| stated_in(line)).flatten();
    date.filter(|date| date.len() == DAY)
}

/// A year alone may be that of anything.
fn certain(date: &[&str]) -> Option<String> {
    date_in_text(&date.join(" "))
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | '·' | '•'))
        .map(|word| word.trim_matches([':', '：', '(', ')', '–', '—', '-']))
        .filter(|word| !word.is_empty())
        .collect()
}

fn is_between(word: &str) -> bool {
    BETWEEN.contains(&word.trim_end_matches('.')) || is_weekday(word)
}

/// Whether a word in lower case is a day of the week.
pub(super) fn is_weekday(word: &str) -> bool {
    #[rustfmt::skip]
    const DAYS: &[&str] = &[
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
        "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
        "lunes", "martes", "miércoles", "miercoles", "jueves", "viernes", "sábado", "sabado", "domingo",
        "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
        "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira",
        "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
        "måndag", "mandag", "tisdag", "tirsdag", "onsdag", "torsdag", "fredag", "lördag", "lørdag", "söndag", "søndag",
        "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "niedziela", "pondělí", "úterý", "středa", "čtvrtek", "pátek", "neděle",
        "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
        "luni", "marți", "miercuri", "joi", "vineri", "sâmbătă", "duminică",
        "pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar",
    ];
    DAYS.contains(&word.trim_end_matches('.'))
}

/// Whether two ISO dates are those of a day and the one before it or after.
pub(super) fn are_neighbours(one: &str, other: &str) -> bool {
    let day = |date: &str| date.parse::<jiff::civil::Date>().ok();
    let (Some(one), Some(other)) = (day(one), day(other)) else {
        return false;
    };
    let is_next = |one: jiff::civil::Date, other| one.tomorrow().is_ok_and(|next| next == other);
    is_next(one, other) || is_next(other, one)
}

/// Whether an ISO date is at least a year later than another.
pub(super) fn is_much_later(date: &str, than: &str) -> bool {
    let months = |date: &str| -> Option<u32> {
        let year: u32 = date.get(..4)?.parse().ok()?;
        let month = date.get(5..7).and_then(|month| month.parse().ok());
        Some(year * 12 + month.unwrap_or(1))
    };
    matches!((months(date), months(than)), (Some(date), Some(than)) if date >= than + 12)
}

fn date(year: u32, month: Option<u32>, day: Option<u32>) -> Option<String> {
    let month = month.filter(|month| (1..=12).contains(month));
    let exists = |day: &u32| {
        let (year, month) = (
            i16::try_from(year).ok(),
            month.and_then(|month| i8::try_from(month).ok()),
        );
        let date = year.zip(month).zip(i8::try_from(*day).ok());
        date.is_some_and(|((year, month), day)| jiff::civil::Date::new(year, month, day).is_ok())
    };
    let day = day.filter(exists);
    match (month, day) {
        _ if !(1000..=2999).contains(&year) => None,
        (Some(month), Some(day)) => Some(format!("{year}-{month:02}-{day:02}")),
        (Some(month), None) => Some(format!("{year}-{month:02}")),
        (None, _) => Some(year.to_string()),
    }
}

fn is_year(word: &str) -> bool {
    year(word).is_some()
}

fn year(part: &str) -> Option<u32> {
    (part.len() == 4)
        .then(|| part.parse().ok())
        .flatten()
        .filter(|year| (1000..=2999).contains(year))
}

/// The number that a part starts with: `14` of `14th` and of `14T09`.
fn leading_number(part: &str) -> Option<u32> {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    part.get(..digits)?.parse().ok()
}

pub(super) fn is_month(word: &str) -> bool {
    month(word).is_some()
}

fn month(part: &str) -> Option<u32> {
    #[rustfmt::skip]
    const MONTHS: [&[&str]; 12] = [
        &["jan", "january", "januar", "jänner", "janvier", "janv", "enero", "janeiro", "gennaio", "januari", "januári", "január", "ianuarie", "stycznia", "ledna", "января", "січня", "ιανουαρίου", "ocak", "tammikuuta"],
        &["feb", "february", "februar", "février", "fevrier", "févr", "febrero", "fevereiro", "febbraio", "februari", "február", "februarie", "lutego", "února", "февраля", "лютого", "φεβρουαρίου", "şubat", "helmikuuta"],
        &["mar", "march", "märz", "mars", "marzo", "março", "maart", "marts", "maret", "március", "martie", "marca", "března", "марта", "березня", "μαρτίου", "mart", "maaliskuuta"],
        &["apr", "april", "avril", "abril", "aprile", "április", "aprilie", "kwietnia", "dubna", "апреля", "квітня", "απριλίου", "nisan", "huhtikuuta"],
        &["may", "mai", "mayo", "maio", "maggio", "mei", "maj", "május", "maja", "května", "мая", "травня", "μαΐου", "mayıs", "toukokuuta"],
        &["jun", "june", "juni", "juin", "junio", "junho", "giugno", "június", "iunie", "czerwca", "června", "июня", "червня", "ιουνίου", "haziran", "kesäkuuta"],
        &["jul", "july", "juli", "juillet", "juil", "julio", "julho", "luglio", "július", "iulie", "lipca", "července", "июля", "липня", "ιουλίου", "temmuz", "heinäkuuta"],
        &["aug", "august", "août", "aout", "agosto", "augustus", "augusti", "agustus", "augusztus", "sierpnia", "srpna", "августа", "серпня", "αυγούστου", "ağustos", "elokuuta"],
        &["sep", "sept", "september", "septembre", "septiembre", "setiembre", "setembro", "settembre", "szeptember", "septembrie", "września", "září", "сентября", "вересня", "σεπτεμβρίου", "eylül", "syyskuuta"],
        &["oct", "october", "okt", "oktober", "octobre", "octubre", "outubro", "ottobre", "október", "octombrie", "października", "října", "октября", "жовтня", "οκτωβρίου", "ekim", "lokakuuta"],
        &["nov", "november", "novembre", "noviembre", "novembro", "noiembrie", "listopada", "listopadu", "ноября", "листопада", "νοεμβρίου", "kasım", "marraskuuta"],
        &["dec", "december", "dez", "dezember", "décembre", "decembre", "déc", "diciembre", "dezembro", "dicembre", "desember", "decembrie", "grudnia", "prosince", "декабря", "грудня", "δεκεμβρίου", "aralık", "joulukuuta"],
    ];
    let part = part.to_lowercase();
    MONTHS
        .iter()
        .position(|names| names.contains(&part.as_str()))
        .map(|at| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_to_come_is_no_date_of_a_document_and_a_magazine_is_some_weeks_ahead() {
        let now = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
        let ahead =
            |days: i64| (now.date() + jiff::SignedDuration::from_hours(days * 24)).to_string();
        for (days, in_text, of_its_own) in [(0, true, true), (20, false, true), (150, false, false)]
        {
            let date = ahead(days);
            assert_eq!(date_in_text(&date).is_some(), in_text, "{date}");
            assert_eq!(!is_ahead(&date), of_its_own, "{date}");
        }
        assert!(!is_ahead(ahead(30).get(..7).unwrap()) && is_ahead(ahead(400).get(..4).unwrap()));
    }

    #[test]
    fn a_line_states_the_date_of_its_document_or_is_about_something_else() {
        for (line, date) in [
            ("14 March 2023", Some("2023-03-14")),
            ("Tuesday, March 14th, 2023", Some("2023-03-14")),
            ("March 2023", Some("2023-03")),
            ("14.03.2023", Some("2023-03-14")),
            (
                "Published 12 June 2019 by the Water Board",
                Some("2019-06-12"),
            ),
            ("Published on Wednesday, 12 June 2019", Some("2019-06-12")),
            ("Date: 2019-06-12", Some("2019-06-12")),
            ("Veröffentlicht am 12. Juni 2019", Some("2019-06-12")),
            ("Published by the Water Board in 2019", None),
            ("Data published 12 June 2019 were wrong.", None),
            ("2020年07月03日", Some("2020-07-03")),
            ("2020년 7월 3일 09:12", Some("2020-07-03")),
            ("duminică, 20 septembrie 2020 16:20", Some("2020-09-20")),
            ("Jueves 2 de abril de 2020", Some("2020-04-02")),
            ("3 июля 2020 г., 09:12", Some("2020-07-03")),
            ("13 Jan 2020, 22:11 GMT+10", Some("2020-01-13")),
            ("2023", None),
            ("3 mars and 2 moons of 2020", None),
            ("1,371", None),
            ("In March 2023 the depot was opened by the mayor.", None),
            ("Dates and figs", None),
            ("3.7 4.1 2023", None),
            ("1850.12", None),
            ("2020 11.2", None),
            ("11.2 2020", None),
            ("11. 2. 2020", Some("2020-02-11")),
            ("11.2. 2020", Some("2020-02-11")),
            ("1111111111111111", None),
            ("14 October 1066", None),
            ("5 September 1628", Some("1628-09-05")),
            ("1 March 2850", None),
        ] {
            assert_eq!(stated_date(line).as_deref(), date, "{line}");
        }
        assert!(
            is_much_later("2024-03", "2001-07-30") && !is_much_later("2024-05-15", "2024-05-14")
        );
    }

    #[test]
    fn a_line_of_who_and_when_says_when() {
        for (line, date) in [
            ("Mara Olsen • May 3, 2018 • 5 min read", Some("2018-05-03")),
            ("Borr | 3 May 2018 | Mara Olsen", Some("2018-05-03")),
            ("Home | News 2018 | About us", None),
        ] {
            assert_eq!(stated_in(line).as_deref(), date, "{line}");
        }
        for (line, date) in [
            ("Written by Mara Olsen on 3 May 2018", Some("2018-05-03")),
            (
                "By Mara Olsen and Per Lind | 3 May 2018 | 10:15",
                Some("2018-05-03"),
            ),
            ("Von Anna Groß am 3. Mai 2018", Some("2018-05-03")),
            ("By 3 May 2018 the bridge was closed", None),
            ("Mara Olsen on 3 May 2018", None),
            ("By Mara Olsen", None),
        ] {
            assert_eq!(date_behind_by(line).as_deref(), date, "{line}");
        }
    }

    #[test]
    fn a_line_says_when_its_document_was_changed() {
        for (line, date) in [
            ("Updated: Oct 9, 2019, 11:05 IST", Some("2019-10-09")),
            ("Last updated on 9 October 2019", Some("2019-10-09")),
            ("最終更新日：2019年10月9日", Some("2019-10-09")),
            ("Updated rules of 2019", None),
            ("The page was updated on 9 October 2019", None),
        ] {
            assert_eq!(changed_date(line).as_deref(), date, "{line}");
            assert_eq!(published_date(line), None, "{line}");
        }
        assert_eq!(
            published_date("公開日：2019年10月9日").as_deref(),
            Some("2019-10-09")
        );
    }

    #[test]
    fn a_line_under_a_title_says_when_behind_the_name_of_who_wrote() {
        for (line, date) in [
            ("By Mara Olsen, 4 May 2021", Some("2021-05-04")),
            ("Mara Olsen | 4 May 2021", Some("2021-05-04")),
            ("GENEVA, May 4, 2021", None),
            ("opened by Mara Olsen, 4 May 2021", None),
            ("It was opened by Mara Olsen on Monday, 4 May 2021", None),
            ("Jan 31, 2023 at 10:20 AM", Some("2023-01-31")),
            ("Seen on Jan 31, 2023 at 10:20 AM", None),
            ("Seen on May 4, 2021 at 9.14", None),
        ] {
            assert_eq!(date_behind_name(line).as_deref(), date, "{line}");
        }
    }

    #[test]
    fn usual_notations_are_understood_and_doubtful_ones_not_guessed() {
        for (written, iso) in [
            ("2026-03-14T09:30:00+01:00", Some("2026-03-14")),
            ("2026/3/4", Some("2026-03-04")),
            ("2026-03", Some("2026-03")),
            ("2026", Some("2026")),
            ("D:20260314093000+01'00'", Some("2026-03-14")),
            ("14 March 2026", Some("2026-03-14")),
            ("March 14th, 2026", Some("2026-03-14")),
            ("Sat, 14 Mar 2026 09:30:00 GMT", Some("2026-03-14")),
            ("04:25:06 PM IST Mar 14, 2026", Some("2026-03-14")),
            ("March 2026", Some("2026-03")),
            ("14. März 2026", Some("2026-03-14")),
            ("14.03.2026", Some("2026-03-14")),
            ("3/14/2026", Some("2026-03-14")),
            ("14/3/2026", Some("2026-03-14")),
            ("3/4/2026", Some("2026")),
            ("last week", None),
            ("", None),
            ("99999999999999999999", None),
            ("2024-02-30", Some("2024-02")),
            ("1651035600", Some("2022-04-27")),
            ("1651035600000", Some("2022-04-27")),
            ("2026031409", Some("2026-03-14")),
            ("1970-01-01T00:00:00Z", None),
            ("1980-01-01T00:00:00Z", None),
            ("1980-01-01", Some("1980-01-01")),
        ] {
            assert_eq!(iso_date(written).as_deref(), iso, "{written}");
        }
    }
}
